"""README and documentation are true: the table is the registry's, the code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import JIT

from spaceenvs.core.pages import with_games_table

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, block in enumerate(
        re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
]


def test_the_table_of_games_is_the_registrys():
    text = PAGES[0].read_text(encoding="utf-8")
    assert with_games_table(text) == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page):
    for target in re.findall(r"\]\((?!http)([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.skipif(not JIT, reason="the examples play whole games")
@pytest.mark.parametrize("block", BLOCKS)
def test_the_code_runs(block):
    exec(compile(block, "a block of code", "exec"), {"__name__": "__main__"})
