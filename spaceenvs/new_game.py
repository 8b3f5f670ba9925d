"""Begin a new game: a copy of the template under a name of its own (`spaceenvs new-game NAME`)."""

from __future__ import annotations

import keyword
import re
import shutil
import subprocess
import sys
from pathlib import Path

NEXT = """{title} is a game of its own now, still with the rules of the template. Next:
  spaceenvs play {name}                      play it
  python tests/test_golden.py {name}         write its golden games
  python -m pytest tests -k {name}           run its tests
Then write your game, file by file, in spaceenvs/{name}/:
  components, state, actions, words, setup, the phases (turn), scoring, rules,
  observation, redeal, invariants, position, telling, drawing, the page (__init__),
its page for beginners docs/learn/{name}.md, its rules docs/rules/{name}.md, and scenarios in
tests/rulebook/{name}/: see CONTRIBUTING.md."""


def new_game(name: str, root: Path = Path(__file__).parents[1]) -> str:
    """Copy the template, give the copy its row in the registry, return what to do next.

    Raises:
        ValueError: If this is no checkout of the repository, or the name cannot be used.
    """
    package, rulebook = root / "spaceenvs", root / "tests/rulebook"
    rules, lessons = root / "docs/rules", root / "docs/learn"
    if not (rulebook / "template").is_dir():
        raise ValueError(f"a game is begun in a checkout of the repository; {root} is none")
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", name) or keyword.iskeyword(name):
        raise ValueError(f"a name is written as in handful_of_stars; {name!r} was given")
    if (package / name).exists() or (package / f"{name}.py").exists():
        raise ValueError(f"the name {name!r} is taken: there is a spaceenvs.{name} already")
    title = name.replace("_", " ").title()
    skip = shutil.ignore_patterns("__pycache__")
    for folder in (package, rulebook):
        shutil.copytree(folder / "template", folder / name, ignore=skip)
    shutil.copy(rules / "template.md", rules / f"{name}.md")
    shutil.copy(lessons / "template.md", lessons / f"{name}.md")
    for path in [*(package / name).glob("*.py"), rules / f"{name}.md", lessons / f"{name}.md"]:
        text = path.read_text(encoding="utf-8").replace('"template"', f'"{name}"')
        text = re.sub(r"spaceenvs([./])template", rf"spaceenvs\1{name}", text)
        text = text.replace("rules/template.md", f"rules/{name}.md")
        text = text.replace("AsteroidsOptions", f"{title.replace(' ', '')}Options")
        path.write_text(text.replace("Asteroids", title), encoding="utf-8")
    row = f'        Row("{name}", "{title}", 0, (2, 4), "one line about the game"),\n    ]\n'
    rows = package / "registry.py"
    rows.write_text(rows.read_text("utf-8").replace("    ]\n", row, 1), encoding="utf-8")
    for command in (["check", "--fix", "--select", "I"], ["format"]):  # the order of imports
        subprocess.run([sys.executable, "-m", "ruff", *command, "-q", package / name, rows])
    return NEXT.format(name=name, title=title)
