"""Pages made from the code: the page of a game, and the README's table of games.

The docstring of a game's `__init__.py` holds prose under the headings of `HEADINGS`; the tables
(facts, decisions, observation, actions, options, rulings, sources) are written from the game.
`python -m spaceenvs.core.pages README.md` writes the table of games.
"""

from __future__ import annotations

import csv
import dataclasses
import inspect
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from spaceenvs import registry
from spaceenvs.core.game import Game

HEADINGS = (
    "Specs",
    "Players and turn order",
    "Decisions",
    "Observation",
    "Actions",
    "Rewards",
    "End",
    "Hidden information",
    "Options",
    "Rulings",
    "What is reconstructed",
    "Version history",
)
"""The headings of a game's page, in this order; a game may have further ones between them."""

_BETWEEN = re.compile(r"(<!-- games:[^\n]*-->\n).*?(<!-- end of games -->)", re.DOTALL)


# -- the page of a game -------------------------------------------------------------------


def page(prose: str | None, game: Game) -> str:
    """Return the page of a game: the prose of its docstring, each table under its heading."""
    summary, sections = split(inspect.cleandoc(prose or ""))
    for heading, write in _tables(game):
        if heading in sections:
            sections[heading] = f"{sections[heading]}\n\n{write()}".strip()
    parts = [summary, *(f"## {heading}\n\n{text}" for heading, text in sections.items())]
    return "\n\n".join(parts) + "\n"


def split(text: str) -> tuple[str, dict[str, str]]:
    """Return the summary of a page and its sections by heading."""
    summary, *rest = f"\n{text}".split("\n## ")
    sections = {}
    for section in rest:
        heading, _, body = section.partition("\n")
        sections[heading.strip()] = body.strip()
    return summary.strip(), sections


def _tables(game: Game) -> list[tuple[str, Callable[[], str]]]:
    """Return the tables of a page: the heading each stands under, and what writes it."""
    return [
        ("Specs", lambda: specs_table(game)),
        ("Decisions", lambda: decisions_table(game)),
        ("Observation", game.observation.table),
        ("Actions", game.actions.table),
        ("Options", lambda: options_table(game)),
        *game.page_tables,
        ("Rulings", lambda: rulings_table(game)),
        ("What is reconstructed", lambda: sources_table(game)),
    ]


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> str:
    """Return a Markdown table.

    >>> print(table(("card", "value"), [("Nova", 0)]))
    | card | value |
    |---|---|
    | Nova | 0 |
    """
    lines = [head, *rows]
    written = [f"| {' | '.join(str(cell) for cell in line)} |" for line in lines]
    return "\n".join([written[0], "|" + "---|" * len(head), *written[1:]])


def specs_table(game: Game) -> str:
    """Return the facts of a game."""
    low, high = game.players
    counts = " / ".join(map(str, game.player_counts))
    means = " / ".join(f"{mean:,}" for mean in game.random_decisions)
    rows: list[tuple[object, ...]] = [
        ("id", f"`{game.id}`"),
        ("players", f"{low} to {high}"),
        ("actions", game.actions.size),
        ("observation", game.observation.size),
        ("decisions at most", f"{game.max_decisions:,}"),
        (
            "decisions of a random game",
            f"{means} with {counts} players, forced ones not counted",
        ),
        ("chance", game.chance or "none after the start"),
        ("hidden information", game.hidden or "none"),
        ("bytes per game", f"{game.state.itemsize:,}"),
    ]
    return table(("fact", "value"), rows)


def decisions_table(game: Game) -> str:
    """Return the decision points, numbered as in `s.decision`."""
    named = [(k, name) for k, name in enumerate(game.decisions) if name]
    return table(
        ("number", "decision", "the player decides"),
        [(k, name, game.asked[name]) for k, name in named],
    )


def options_table(game: Game) -> str:
    """Return the options with their defaults and what they may be."""
    low, high = game.players
    rows: list[tuple[object, ...]] = []
    for field in dataclasses.fields(game.options):
        meaning = field.metadata.get("help", "")
        choices = field.metadata.get("choices")
        if field.name == "num_players":
            meaning = f"{low} to {high}"
        elif choices is not None and field.type not in (bool, "bool"):
            meaning += f"; one of {', '.join(f'`{choice!r}`' for choice in choices)}"
        rows.append((f"`{field.name}`", f"`{field.default!r}`", meaning))
    return table(("option", "default", "meaning"), rows)


def rulings_table(game: Game) -> str:
    """Return what the rules decide where the rulebook does not; "" if there is no such page."""
    from spaceenvs import rulebook

    try:
        rulings = rulebook.read(game.name).rulings
    except LookupError:
        return ""
    return table(("ruling", "what was decided"), list(rulings.items()))


def sources_table(game: Game) -> str:
    """Return how many rows of each component table come from where; "" without tables."""
    counts: dict[str, Counter[str]] = {}
    for path in sorted(_data_folder(game).glob("*.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file))
        if rows and "source" in rows[0]:
            counts[path.name] = Counter(row["source"] for row in rows)
    if not counts:
        return ""
    sources = sorted({source for counter in counts.values() for source in counter})
    rows_of_table: list[tuple[object, ...]] = [
        (f"`{name}`", *(counter[source] or "" for source in sources))
        for name, counter in counts.items()
    ]
    head = ("rows of table", *(f"`{source}`" for source in sources))
    return table(head, rows_of_table)


def _data_folder(game: Game) -> Path:
    """Return the folder of a game's component tables (there may be none)."""
    rules = getattr(game.step, "py_func", game.step)
    return Path(inspect.getfile(rules)).parent / "data"


# -- the README ---------------------------------------------------------------------------


def games_table() -> str:
    """Return the games as a Markdown table, narrow enough for a phone; names are links."""
    rows: list[tuple[object, ...]] = []
    for row in registry.ROWS.values():
        low, high = row.players
        name = f"[{row.title}](docs/learn/{row.name}.md)<br>`{row.id}`"
        rows.append((name, f"{low} to {high}", row.summary))
    return table(("game", "players", ""), rows)


def with_games_table(text: str) -> str:
    """Return a page with the table of games put between its markers."""
    return _BETWEEN.sub(lambda found: f"{found[1]}{games_table()}\n{found[2]}", text)


if __name__ == "__main__":
    readme = Path(sys.argv[1])
    readme.write_text(with_games_table(readme.read_text(encoding="utf-8")), encoding="utf-8")
