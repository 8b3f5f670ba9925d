"""How the documentation is built: `make docs`. Nothing is fetched from the network."""

from __future__ import annotations

import csv
import importlib
import re
from pathlib import Path

import spaceenvs
from spaceenvs import registry

project = "spaceenvs"
author = "the authors of spaceenvs"
release = spaceenvs.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon"]
exclude_patterns = ["_build", "_generated/part_*", "figures"]
html_theme = "furo"
html_title = "spaceenvs"
html_show_copyright = False
myst_enable_extensions = ["colon_fence"]
myst_heading_anchors = 3
default_role = "code"  # docstrings write `name` as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints = "none"  # they stand in the signatures, too long to be read there

DOCS = Path(__file__).parent


def write_game_pages() -> None:
    """Write the page of every game: its picture, then its docstring."""
    folder = DOCS / "games"
    folder.mkdir(exist_ok=True)
    for row in registry.ROWS.values():
        page = importlib.import_module(f"spaceenvs.{row.name}").__doc__
        picture = f"![A position of {row.title}](../pictures/{row.name}.svg)"
        write(folder / f"{row.name}.md", f"# {row.title}\n\n{picture}\n\n{page}")


def write_lists() -> None:
    """Write the parts of pages that show whatever figures and curves are there."""
    folder = DOCS / "_generated"
    folder.mkdir(exist_ok=True)
    figures = [
        re.sub(r"\]\((?!http|/)", "](/figures/", path.read_text(encoding="utf-8"))
        for path in sorted((DOCS / "figures").glob("*.md"))
    ]
    none_yet = "*Nothing has been measured for this version yet.*"
    write(folder / "part_figures.md", "\n\n".join(figures) or none_yet)
    curves = [curve(path) for path in sorted((DOCS / "curves").glob("*.svg"))]
    write(folder / "part_curves.md", "\n\n".join(curves) or none_yet)


def curve(path: Path) -> str:
    """Return the picture of a learning curve and the commands that made its lines."""
    with path.with_suffix(".csv").open(encoding="utf-8") as table:
        commands = dict.fromkeys(row["command"] for row in csv.DictReader(table))
    picture = f"![{path.stem.replace('_', ' ')}](/curves/{path.name})"
    return "\n\n".join([picture, *(f"`{command}`" for command in commands)])


def write(path: Path, text: str) -> None:
    """Write a file only if it changes, so that only changed pages are built again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


write_game_pages()
write_lists()
