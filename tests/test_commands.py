"""Every command that a page prints is run, one page after the other, each in a folder of its own.

Long ones are run with options that make them short; nobody types anything, so games are left.
"""

from __future__ import annotations

import os
import re
import runpy
import shlex
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import JIT

ROOT = Path(__file__).parents[1]
NAMES = ("quickstart", "agents", "language_models", "data_sets", "benchmarks", "web")
PAGES = [
    ROOT / "README.md",
    *(ROOT / "docs" / f"{name}.md" for name in NAMES),
    *sorted((ROOT / "docs" / "learn").glob("*.md")),
]
FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHORT = {
    "agents.train": [
        *("--minutes", "0.001", "--games", "64", "--rollout", "8", "--batch", "256"),
        *("--evaluations", "1", "--evaluation-games", "4"),
    ],
    "agents.sb3": ["--steps", "500", "--games", "4"],
    "agents.tournament": ["--games", "2", "--agents", "random", "search:2"],
    "agents.ratings": ["--each", "2", "--search-games", "0"],
    "agents.ship": ["--games", "2", "--to", "."],
    "agents.record": ["--games", "4"],
    "agents.demo": ["--minutes", "0.001", "--games", "4"],
    "watch": ["--moves", "8", "--delay", "0"],
    "web": ["--port", "0", "--no-browser", "--tables", "tables"],
}
"""What is added to a command to make it short."""
SERVE = ("web",)
"""Commands that go on until Ctrl-C."""
HAS_RAY = find_spec("ray") is not None
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


def module_of(command: str) -> str:
    """Return the module that a command runs; empty for `spaceenvs`."""
    program, *words = shlex.split(command)
    if Path(program).name == "spaceenvs":
        return ""
    assert Path(program).name == "python", command
    assert words[0] == "-m", command
    return words[1]


def run(command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a command as it is printed, but short, with the Python of the tests."""
    words = shlex.split(command)[1:]
    module = module_of(command)
    if not module:
        argv = ["-m", "spaceenvs", *words, *SHORT.get(words[0], [])]
    else:
        argv = [*words, *([] if "--resume" in words else SHORT.get(module, []))]
    env = {**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "80"}
    process = subprocess.Popen(
        [sys.executable, *argv],
        cwd=folder,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        serves = not module and words[0] in SERVE
        if serves:
            assert process.stdout is not None
            assert "http://" in process.stdout.readline()
            process.send_signal(signal.SIGINT)
        try:
            said, complaints = process.communicate(timeout=900)
        finally:
            process.kill()
    code = 0 if serves and process.returncode == 130 else process.returncode
    return subprocess.CompletedProcess(argv, code, said, complaints)


def asks_for_help(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask a module for its help, in this process: some take seconds to import."""
    monkeypatch.setattr(sys, "argv", [module, "--help"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    assert ended.value.code == 0, module


@pytest.mark.skipif(not JIT, reason="plays whole games")
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}-{page.stem}")
def test_the_commands_of_a_page_run(page, tmp_path, monkeypatch):
    for command in commands_of(page.read_text(encoding="utf-8")):
        if module_of(command).startswith(("agents.ray", "agents.rllib")) and not HAS_RAY:
            continue
        if module_of(command).startswith(ONLY_ASKED):
            asks_for_help(module_of(command), monkeypatch)
            continue
        done = run(command, tmp_path)
        assert done.returncode == 0, f"{command}: {done.stderr}"
        assert "Traceback" not in done.stderr, command


def test_every_command_of_make_is_a_target():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for page in PAGES:
        for target in re.findall(r"^make (\S+)", page.read_text(encoding="utf-8"), re.M):
            assert re.search(rf"^{target}:", makefile, re.M), target
