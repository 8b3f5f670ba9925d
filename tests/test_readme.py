"""README and documentation are true: the table is the registry's, the code runs."""

from __future__ import annotations

import importlib
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from conftest import JIT

from spaceenvs import cli
from spaceenvs.core.pages import with_games_table

ROOT = Path(__file__).parents[1]
PAGES = [
    *(ROOT / "README.md", ROOT / "CONTRIBUTING.md"),
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs" / "learn").glob("*.md")),
]
FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks_of(page, language):
    text = page.read_text(encoding="utf-8")
    return [block for kind, block in FENCED.findall(text) if kind == language]


BLOCKS = [
    pytest.param(block, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, block in enumerate(blocks_of(page, "python"))
]
COMMANDS = [
    line.split("#")[0].strip()
    for page in PAGES
    for line in "".join(blocks_of(page, "")).splitlines()
]


def test_the_table_of_games_is_the_registrys():
    text = PAGES[0].read_text(encoding="utf-8")
    assert with_games_table(text) == text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_a_page_links_to_is_there(page):
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\((?!http)([^)#]+)\)", text)
    targets += re.findall(r'(?:src|href)="(?!http)([^"#]+)"', text)
    for target in targets:
        assert (page.parent / target).exists(), target


def test_on_a_package_index_nothing_links_into_the_repository():
    with (ROOT / "pyproject.toml").open("rb") as file:
        hooks = tomllib.load(file)["tool"]["hatch"]["metadata"]["hooks"]
    text = PAGES[0].read_text(encoding="utf-8")
    for change in hooks["fancy-pypi-readme"]["substitutions"]:
        text = re.sub(change["pattern"], change["replacement"], text)
    assert not re.search(r"<img|\]\((?!http)", text)


@pytest.mark.skipif(not JIT, reason="the examples play whole games")
@pytest.mark.parametrize("block", BLOCKS)
def test_the_code_runs(block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # some of them save a file
    exec(compile(block, "a block of code", "exec"), {"__name__": "__main__"})


def test_the_ten_lines_are_typed(tmp_path):
    """As somebody sees it who installed the package: only errors in the own file count."""
    own = tmp_path / "ten_lines.py"
    own.write_text(blocks_of(PAGES[0], "python")[0], encoding="utf-8")
    words = ["--strict", "--config-file=", "--follow-imports=silent", f"--cache-dir={tmp_path}"]
    found = subprocess.run(
        [sys.executable, "-m", "mypy", *words, str(own)],
        env={**os.environ, "MYPYPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_is_one_that_there_is(command, capsys, monkeypatch):
    program, *words = shlex.split(command)
    if program == "spaceenvs":
        cli._make_parser().parse_args(words)
    elif program == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    elif program == "pip":
        assert command == "pip install ."
    else:
        assert words[0] == "-m", command
        module = words[1]
        if module in ("agents.ray_tournament", "agents.ray_train", "agents.rllib_train"):
            pytest.importorskip("ray")
        monkeypatch.setattr("sys.argv", [module, "--help"])
        with pytest.raises(SystemExit) as left:
            importlib.import_module(module).main()
        assert left.value.code == 0
        known = capsys.readouterr().out
        for option in (word for word in words if word.startswith("--")):
            assert re.search(rf"{option}\b", known), f"{module} has no {option}"
