"""The parts of the game's page that the code knows: its docstring has their names in braces."""

from __future__ import annotations

from spaceenvs.cosmic_encounter.actions import DECISIONS
from spaceenvs.cosmic_encounter.components import ALL_FLARES, ALL_POWERS, POWERS_THERE
from spaceenvs.cosmic_encounter.observation import LAYOUT


def _powers() -> str:
    """Return a row for every power that is there: how far it can be trusted, and its Flare."""
    flares = {row["name"]: row["source"] for row in ALL_FLARES}
    return "\n".join(
        f"| {row['name']} | {row['confidence']} | {row['source']} | {flares[row['name']]} |"
        for row in ALL_POWERS
        if row["name"] in POWERS_THERE
    )


def fill_page(text: str | None) -> str:
    """Return the page with its tables."""
    numbered = enumerate(DECISIONS)
    parts = {
        "decisions": ", ".join(f"{number} {name}" for number, name in numbered if name),
        "observation": LAYOUT.table(),
        "powers": _powers(),
        "size": str(LAYOUT.size),
    }
    page = text or ""
    for name, part in parts.items():
        page = page.replace(f"{{{name}}}", part)
    return page
