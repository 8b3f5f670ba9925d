"""The oldest and the newest libraries that the package allows: `make versions`.

python tests/versions.py              # all sets, on every Python that is found
python tests/versions.py oldest       # one of them

Each set has a virtual environment of its own, `.venv-versions-<set>`, made anew only if its pins
change. What is tested: that kernels are still compiled as a whole with private parts of numba and
play the same without them, and that the template game keeps to all that is asked of a game.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
OLDEST = ("numba==0.61.*", "numpy==1.26.*", "gymnasium==1.0.*", "pettingzoo==1.25.*")
NEWEST = ("numba", "numpy", "gymnasium", "pettingzoo")
SETS = {
    "oldest": ("3.11", OLDEST),
    "newest": ("3.11", NEWEST),
    "newest-3.12": ("3.12", NEWEST),
    "newest-3.13": ("3.13", NEWEST),
}
SELECTION = (
    *("tests/core/test_abuse.py", "tests/core/test_rng.py", "tests/core/test_rows.py"),
    *("tests/core/test_layout.py", "tests/template"),
    *("tests/test_games.py", "tests/core/test_aec.py"),
)
MATCHING = "template or abuse or rng or rows or layout"


def find_python(version: str) -> str | None:
    """Return an interpreter of this version: on the path, or of pyenv."""
    candidates = [f"python{version}"]
    if shutil.which("pyenv"):
        known = _say("pyenv", "latest", version)
        prefix = _say("pyenv", "prefix", known) if known else ""
        if prefix:
            candidates.append(str(Path(prefix) / "bin" / "python"))
    for candidate in candidates:
        asked = "import sys; print('%d.%d' % sys.version_info[:2])"
        if shutil.which(candidate) and _say(candidate, "-c", asked) == version:
            return candidate
    return None


def _say(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else ""


def prepare(name: str, python: str, pins: tuple[str, ...]) -> Path:
    """Return the interpreter of the virtual environment of a set."""
    folder = ROOT / f".venv-versions-{name}"
    ready, wanted = folder / "pins.txt", "\n".join(pins)
    inside = folder / "bin" / "python"
    if not ready.exists() or ready.read_text() != wanted:
        subprocess.run([python, "-m", "venv", "--clear", str(folder)], check=True)
        pip = [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        subprocess.run([*pip, *pins, "-e", str(ROOT), "pytest>=8"], check=True)
        ready.write_text(wanted)
    return inside


def test(name: str) -> bool:
    """Run the selection with one set of versions; return whether it holds."""
    version, pins = SETS[name]
    python = find_python(version)
    if python is None:
        print(f"{name}: no Python {version} here, left out", flush=True)
        return True
    inside = prepare(name, python, pins)
    shown = "import numba, numpy, gymnasium, pettingzoo as p; print(numba.__version__, "
    shown += "numpy.__version__, gymnasium.__version__, p.__version__)"
    print(f"{name}: Python {version}, {_say(str(inside), '-c', shown)}", flush=True)
    paths = os.environ.get("PYTHONPATH")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, [str(ROOT), paths]))}
    command = [str(inside), "-m", "pytest", "-q", *SELECTION, "-k", MATCHING]
    return subprocess.run(command, cwd=ROOT, env=env, check=False).returncode == 0


if __name__ == "__main__":
    failed = [name for name in sys.argv[1:] or SETS if not test(name)]
    sys.exit(f"does not hold with: {', '.join(failed)}" if failed else 0)
