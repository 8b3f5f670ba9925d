"""Words that the boards of all games use."""

from __future__ import annotations


def several(number: int, word: str) -> str:
    """Return a number of things in words.

    >>> several(1, "card"), several(2, "card")
    ('1 card', '2 cards')
    """
    return f"{number} {word}" if number == 1 else f"{number} {word}s"


def listed(words: list[str]) -> str:
    """Return things as a sentence names them.

    >>> listed(["Cylor"]), listed(["Cylor", "Felowi"]), listed(["Cylor", "Felowi", "Imperial"])
    ('Cylor', 'Cylor and Felowi', 'Cylor, Felowi and Imperial')
    """
    return " and ".join([*filter(None, [", ".join(words[:-1])]), *words[-1:]])
