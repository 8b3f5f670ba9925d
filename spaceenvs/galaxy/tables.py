"""The component tables under `data/`, and those of the page that are made from them."""

from __future__ import annotations

import csv
from pathlib import Path

from spaceenvs.core.pages import table

_DATA = Path(__file__).parent / "data"

Rows = list[dict[str, str]]


def _read(name: str) -> Rows:
    with (_DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


CARD_ROWS = _read("cards.csv")
WORLD_ROWS = _read("worlds.csv")


def worlds_table() -> str:
    """Return the worlds and the powers of their governors as a Markdown table."""
    head = ("code", "world", "power of its governor", "when")
    return table(head, _columns(WORLD_ROWS, "code", "name", "governor_power", "timing"))


def ships_table() -> str:
    """Return the classes of ships and what they can do as a Markdown table."""
    rows = _read("ship_classes.csv")
    return table(("value", "class", "power"), _columns(rows, "value", "name", "power"))


def _columns(rows: Rows, *names: str) -> list[tuple[object, ...]]:
    return [tuple(row[name] for name in names) for row in rows]
