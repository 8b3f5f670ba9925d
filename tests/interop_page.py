"""The code blocks of docs/interop.md, which `tests/interop/` runs on every game."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from conftest import JIT

from spaceenvs import registry

PAGE = Path(__file__).parents[1] / "docs" / "interop.md"
NAMES = [*registry.ROWS, "template"] if JIT else ["template"]


def blocks(heading: str) -> list[str]:
    """Return the code below a heading of the page."""
    text = PAGE.read_text(encoding="utf-8")
    section = re.search(rf"(?ms)^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", text)
    assert section is not None, heading
    return re.findall(r"(?ms)^```py\n(.*?)^```$", section[1])


def run(code: str, game: str) -> dict[str, Any]:
    """Run code of the page with another game, and return its variables."""
    assert '"galaxy"' in code
    variables: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(code.replace('"galaxy"', f'"{game}"'), f"{PAGE.name}: {game}", "exec"), variables)
    return variables
