"""The fingerprinted cache: never stale, never in the way."""

from __future__ import annotations

import ast
import contextlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import GAMES, JIT

from spaceenvs.core import jit

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.skipif(not JIT, reason="nothing is compiled")

# Rolls twenty dice in a kernel of the package; prints their sum and how much was compiled.
SCRIPT = """
from numba.core import event
compiled = []
class Listener(event.Listener):
    def on_start(self, ev): compiled.append(ev)
    def on_end(self, ev): pass
event.register("numba:compile", Listener())
import numpy as np
from spaceenvs.core import rng
from spaceenvs.core.sample import Sampler
states = np.zeros(1, rng.RNG)
stream = np.ones(1, np.uint64)
from spaceenvs.core.sample import choose
total = sum(choose(np.ones(40, np.int8), stream, 0) for _ in range(20))
print(total, len(compiled))
"""


def run(package_root: Path, cache: str, **env: str) -> tuple[int, int]:
    """Run the script in a process of its own; return its result and the number of compilations."""
    full = {**os.environ, "PYTHONPATH": str(package_root), "SPACEENVS_CACHE_DIR": cache, **env}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(
        command, env=full, cwd=package_root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    total, compiled = map(int, done.stdout.split())
    return total, compiled


@pytest.fixture
def package(tmp_path):
    """A copy of the package's core, to edit."""
    target = tmp_path / "install" / "spaceenvs"
    ignore = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "spaceenvs", target, ignore=ignore)
    return target


def test_a_warm_process_does_not_compile(tmp_path):
    first, compiled = run(ROOT, str(tmp_path / "cache"))
    assert compiled > 0
    assert run(ROOT, str(tmp_path / "cache")) == (first, 0)


def test_an_edit_in_another_file_is_never_ignored(package, tmp_path):
    cache = str(tmp_path / "cache")
    before, _ = run(package.parent, cache)
    source = package / "core" / "rng.py"
    # `choose` stands in sample.py and calls `mix` of rng.py.
    text = source.read_text()
    edited = text.replace("0xBF58476D1CE4E5B9", "0xBF58476D1CE4E5BB")
    assert edited != text
    source.write_text(edited)
    after, compiled = run(package.parent, cache)
    assert after != before
    assert compiled > 0


SLOW = """
import time
from pathlib import Path
from spaceenvs.core import jit
jit._PATIENCE = 0.2
home = jit._PACKAGE / "galaxy"
for seconds in (0.15, 0.15, 0.3):
    with jit._watch(home):
        time.sleep(seconds)
with jit._watch(jit._PACKAGE / "core_worlds"):
    pass
"""


def test_whoever_waits_for_the_compiler_is_told_once():
    def told(**env):
        command = [sys.executable, "-c", SLOW]
        full = {**os.environ, "PYTHONPATH": str(ROOT), **env}
        done = subprocess.run(command, env=full, capture_output=True, text=True, check=True)
        assert done.stdout == ""
        return done.stderr.splitlines()

    (line,) = told(SPACEENVS_QUIET="0")
    assert line.startswith("spaceenvs: compiling galaxy")
    assert "spaceenvs compile galaxy" in line
    assert "SPACEENVS_QUIET=1" in line
    assert told(SPACEENVS_QUIET="1") == []


def test_a_compilation_is_watched(monkeypatch):
    begun = []

    @contextlib.contextmanager
    def watch(home):
        begun.append(home.name)
        yield

    monkeypatch.setattr(jit, "_watch", watch)

    def part(x):
        return x + 1

    def whole(x):
        return 2 * inner(x)

    inner = jit.kernel(part)
    assert jit.kernel(whole)(20) == 42
    assert len(begun) == 1


def test_a_changed_table_changes_the_fingerprint(package):
    jit.fingerprint.cache_clear()
    before = jit.fingerprint(package)
    (package / "core" / "table.csv").write_text("id,cost\n1,2\n")
    jit.fingerprint.cache_clear()
    assert jit.fingerprint(package) != before
    jit.fingerprint.cache_clear()


def test_compiler_flags_change_the_fingerprint(monkeypatch):
    jit.fingerprint.cache_clear()
    before = jit.fingerprint()
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "2")
    jit.fingerprint.cache_clear()
    assert jit.fingerprint() != before
    monkeypatch.undo()
    jit.fingerprint.cache_clear()
    assert jit.fingerprint() == before


def test_a_place_that_cannot_be_written_to_does_no_harm(package, tmp_path):
    # The source folder is read-only and the chosen cache folder cannot exist.
    expected, _ = run(package.parent, str(tmp_path / "cache"))
    for path in [package, *package.rglob("*")]:
        path.chmod(0o555 if path.is_dir() else 0o444)
    blocked = tmp_path / "a file"
    blocked.write_text("")
    temp = tmp_path / "temp"
    temp.mkdir()
    first = run(package.parent, str(blocked / "below"), TMPDIR=str(temp))
    assert first[0] == expected
    # The fallback in the temporary folder is a cache too.
    assert run(package.parent, str(blocked / "below"), TMPDIR=str(temp)) == (expected, 0)


def test_two_processes_compiling_at_once_do_no_harm(tmp_path):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SPACEENVS_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", SCRIPT]
    both = [subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True) for _ in "12"]
    results = [process.communicate()[0].split()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert results[0] == results[1]
    total, compiled = run(ROOT, str(tmp_path))
    assert (str(total), compiled) == (results[0], 0)


def test_caches_unused_for_a_month_are_removed(tmp_path):
    old, new = tmp_path / "old", tmp_path / "new"
    old.mkdir()
    new.mkdir()
    os.utime(old, (0, 0))
    jit._forget_unused(tmp_path)
    assert new.exists()
    assert not old.exists()


def test_an_edit_in_one_game_compiles_only_that_game_again(package, monkeypatch):
    monkeypatch.setattr(jit, "_PACKAGE", package)
    monkeypatch.setattr(jit, "_CORE", package / "core")
    names = ("core", "galaxy", "core_worlds")

    def fingerprints():
        jit.fingerprint.cache_clear()
        return {name: jit.fingerprint(package / name) for name in names}

    def changed(path):
        before = fingerprints()
        (package / path).write_text((package / path).read_text() + "\n# edited\n")
        after = fingerprints()
        return {name for name in names if after[name] != before[name]}

    assert changed("galaxy/combat.py") == {"galaxy"}
    assert changed("galaxy/data/cards.csv") == {"galaxy"}
    assert changed("core/rng.py") == set(names)
    jit.fingerprint.cache_clear()


def test_a_game_knows_the_core_and_itself_but_no_other_game():
    # The fingerprint of a game's kernels covers nothing else.
    for name in GAMES:
        for path in (ROOT / "spaceenvs" / name).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                modules = []
                if isinstance(node, ast.ImportFrom):
                    modules = [node.module or ""]
                elif isinstance(node, ast.Import):
                    modules = [alias.name for alias in node.names]
                for module in modules:
                    foreign = [f"spaceenvs.{other}" for other in GAMES if other != name]
                    assert not module.startswith(tuple(foreign)), f"{path} imports {module}"


@jit.kernel
def double(number):
    return 2 * number


@jit.kernel
def double_twice(number):
    return double(double(number))


def test_a_kernel_that_is_part_of_another_can_also_be_called_from_python():
    assert double_twice(np.int8(5)) == 20
    assert double(21) == 42
    assert double_twice(6) == 24
