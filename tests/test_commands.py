"""Every command that a page prints is run, one page after the other, each in a folder of its own.

Long ones are run with options that make them short; nobody types anything, so games are left.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import JIT

ROOT = Path(__file__).parents[1]
NAMES = ("quickstart", "agents", "language_models", "data_sets", "benchmarks")
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in NAMES),
    *sorted((ROOT / "docs" / "learn").glob("*.md")),
]
FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHORT = {
    "agents.train": [
        *("--minutes", "0.01", "--games", "64", "--rollout", "8", "--batch", "256"),
        *("--evaluations", "1", "--evaluation-games", "20"),
    ],
    "agents.sb3": ["--steps", "2000"],
    "agents.tournament": ["--games", "4"],
    "agents.record": ["--games", "4"],
    "agents.demo": ["--minutes", "0.01", "--games", "20"],
    "watch": ["--moves", "20", "--delay", "0"],
}
"""What is added to a command to make it short."""
ONLY_ASKED = (
    "agents.curves",
    "agents.llm",
    "agents.ray",
    "agents.rllib",
    "agents.who",
    "benchmarks.",
)
"""Modules that take long, or need what is not installed here: only asked for their help."""
NOT_RUN = ("make", "pip", "git")
"""The first changes the checkout, the second the environment: other tests look at them."""


def commands_of(text: str) -> list[str]:
    """Return the commands of a page in their order, without remarks."""
    blocks = [block for language, block in FENCED.findall(text) if not language]
    lines = [line for block in blocks for line in block.splitlines()]
    commands = [line.split("#")[0].strip() for line in lines]
    return [command for command in commands if command and command.split()[0] not in NOT_RUN]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as it is printed, but short, with the Python of the tests."""
    program, *words = shlex.split(command)
    if Path(program).name == "spaceenvs":
        argv = ["-m", "spaceenvs", *words, *SHORT.get(words[0], [])]
    else:
        assert Path(program).name == "python", command
        module = words[1]
        asked = module.startswith(ONLY_ASKED)
        short = [] if "--resume" in words else SHORT.get(module, [])
        argv = ["-m", module, "--help"] if asked else [*words, *short]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    return subprocess.run(
        [sys.executable, *argv],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=600,
    )


@pytest.mark.skipif(not JIT, reason="plays whole games")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_the_commands_of_a_page_run(page, tmp_path):
    for command in commands_of(page.read_text(encoding="utf-8")):
        if "agents.ray" in command or "agents.rllib" in command:
            pytest.importorskip("ray")
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert "Traceback" not in done.stderr, command


def test_every_command_of_make_is_a_target():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in PAGES:
        for target in re.findall(r"^make (\S+)", page.read_text(encoding="utf-8"), re.M):
            assert re.search(rf"^{target}:", makefile, re.M), target
