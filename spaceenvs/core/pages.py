"""The README's table of games, made from the registry.

`python -m spaceenvs.core.pages README.md` writes it.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

from spaceenvs import registry

_BETWEEN = re.compile(r"(<!-- games:[^\n]*-->\n).*?(<!-- end of games -->)", re.DOTALL)


def games_table() -> str:
    """Return the games and their facts as a Markdown table."""
    rows = [
        "| game | id | players | actions | observation | decisions at most | |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in registry.ROWS.values():
        game = registry.load(row.name)
        low, high = row.players
        rows.append(
            f"| {row.title} | `{row.id}` | {low} to {high} | {game.actions.size} "
            f"| {game.observation.size} | {game.max_decisions:,} | {row.summary} |"
        )
    return "\n".join(rows)


def with_games_table(text: str) -> str:
    """Return a page with the table of games put between its markers."""
    return _BETWEEN.sub(lambda found: f"{found[1]}{games_table()}\n{found[2]}", text)


if __name__ == "__main__":
    page = Path(sys.argv[1])
    page.write_text(with_games_table(page.read_text(encoding="utf-8")), encoding="utf-8")
