"""Named elements of a picture: what a page can light up and a person can click.

A game draws its SVG as text. Whatever a move can be about (a card, a planet, a column, the panel
of a seat) is wrapped by `element` under a name; `Game.elements` tells which names a move is about.
"""

from __future__ import annotations

import re
from html import escape, unescape

_NAME = re.compile(r' data-element="([^"]*)"')


def element(name: str, shapes: str) -> str:
    """Return the shapes of a picture as one element with a name.

    >>> element("card-3", "<rect/>")
    '<g data-element="card-3"><rect/></g>'
    """
    return f'<g data-element="{escape(name)}">{shapes}</g>'


def find_elements(svg: str) -> set[str]:
    """Return the names of the elements of a picture.

    >>> sorted(find_elements(element("seat-0", element("card-3", "<rect/>"))))
    ['card-3', 'seat-0']
    """
    return {unescape(name) for name in _NAME.findall(svg)}
