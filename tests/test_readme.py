"""The README is true: its table is the registry's, its code runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from conftest import JIT

from spaceenvs.core.pages import with_games_table

README = Path(__file__).parents[1] / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


def test_the_table_of_games_is_the_registrys():
    text = README.read_text(encoding="utf-8")
    assert with_games_table(text) == text


@pytest.mark.skipif(not JIT, reason="the examples play whole games")
@pytest.mark.parametrize("number", range(len(BLOCKS)))
def test_the_code_runs(number):
    exec(compile(BLOCKS[number], f"README block {number}", "exec"), {})
