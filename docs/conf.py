"""How the documentation is built: `make docs`. Nothing is fetched from the network."""

from __future__ import annotations

import base64
import csv
import html
import importlib
import json
import re
import tomllib
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

import spaceenvs
from spaceenvs import registry, rulebook

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
SCENARIOS = DOCS.parent / "tests" / "rulebook"
RULES = {path.stem: rulebook.read(path.stem) for path in sorted((DOCS / "rules").glob("*.md"))}
NUMBER = re.compile(r"(?<![\w.§<>=#-])\d{1,2}\.\d{1,2}(?![\w.%])|(?<=[Ss]ection )\d{1,2}(?![\w.])")
"""How prose cites a section: 6.9, section 7; not §6.9, which is the rulebook's."""


def write_game_pages() -> None:
    """Write the page of every game: its picture, then its docstring."""
    folder = DOCS / "games"
    folder.mkdir(exist_ok=True)
    for row in registry.ROWS.values():
        page = importlib.import_module(f"spaceenvs.{row.name}").__doc__ or ""
        picture = f"![A position of {row.title}](../pictures/{row.name}.svg)"
        if row.name in RULES:
            page = with_links(page, RULES[row.name], f"../rules/{row.name}.html")
            learn = f"[Learn to play {row.title} in five minutes](../learn/{row.name}.md)"
            rules = f"[the rules of {row.title}](../rules/{row.name}.md)"
            page = f"**{learn}**, then {rules}.\n\n{page}"
        write(folder / f"{row.name}.md", f"# {row.title}\n\n{picture}\n\n{page}")


# -- the rules and the scenarios that prove them ------------------------------------------


def with_links(text: str, book: rulebook.Rulebook, page: str = "") -> str:
    """Return prose with a link to the rules for every decision, ruling and section it cites.

    HTML, because the anchors of the rules are HTML: they work where the page is read as plain
    Markdown too.
    """

    def link(found: re.Match[str]) -> str:
        anchor = book.anchor(found[0])
        return f'<a href="{page}#{anchor}">{found[0]}</a>' if anchor else found[0]

    lines, code = [], False
    for line in text.splitlines():
        code ^= line.lstrip().startswith("```")
        if not code and not line.startswith(("#", "```")):
            parts = re.split(r"(`[^`]*`|\]\([^)]*\)|<[^>]*>)", line)  # code, links, HTML
            parts[::2] = [rulebook.CITATION.sub(link, NUMBER.sub(link, p)) for p in parts[::2]]
            line = "".join(parts)
        lines.append(line)
    return "\n".join(lines)


def scenarios(game: str) -> list[tuple[Path, str, str, dict[str, object]]]:
    """Return the scenarios of a game: file, anchor, text and what the text says."""
    found = []
    for path in sorted((SCENARIOS / game).glob("*.toml")):
        texts = re.split(r"(?m)^(?=\[\[scenario\]\])", path.read_text(encoding="utf-8"))[1:]
        for number, text in enumerate(texts, 1):
            entry = tomllib.loads(text)["scenario"][0]
            found.append((path, f"{path.stem}-{number}", text.strip(), entry))
    return found


def write_scenarios() -> None:
    """Write a page with the scenarios of every game, as they stand in their files."""
    folder = DOCS / "scenarios"
    folder.mkdir(exist_ok=True)
    for row in (registry.find(game) for game in RULES):
        parts = [
            f"# {row.title}: scenarios",
            "Positions and moves in words; the tests play them all. "
            f"The rules they prove: [the rules of {row.title}](../rules/{row.name}.md).",
        ]
        last = None
        for path, anchor, text, entry in scenarios(row.name):
            if path != last:
                parts.append(f"## {path.name}")
                parts.append(f"`{path.relative_to(DOCS.parent)}`")
            last = path
            proves = with_links(
                ", ".join(entry["rules"]), RULES[row.name], f"../rules/{row.name}.html"
            )
            name = html.escape(entry["name"])
            parts.append(f'<a id="{anchor}"></a><strong>{name}</strong> ({proves})')
            parts.append(f"```toml\n{text}\n```")
        write(folder / f"{row.name}.md", "\n\n".join(parts) + "\n")


def proofs(game: str) -> dict[str, list[str]]:
    """Return the links to the scenarios that prove a rule, by the rule's anchor."""
    found: dict[str, list[str]] = {}
    for path, anchor, _, entry in scenarios(game):
        link = f'<a href="../scenarios/{game}.html#{anchor}">{html.escape(entry["name"])}</a>'
        for rule in entry["rules"]:
            key = RULES[game].anchor(rule)
            found.setdefault(key, []).append(f"{link} ({path.name})".replace("|", "&#124;"))
    return found


def finish_rules(app: Sphinx, docname: str, content: list[str]) -> None:
    """Complete a page of rules when it is read: links, and the scenarios that prove the rules."""
    folder, _, game = docname.partition("/")
    if folder != "rules":
        return
    book, proved = RULES[game], proofs(game)
    text = with_links(content[0], book)
    for key in proved:
        mark = (
            f'<sup><a href="#proved-{key}" title="the scenarios that prove it">'
            f"{len(proved[key])}</a></sup>"
        )
        cited = rf'(<a id="{key}"></a>(?:<a id="[^"]*"></a>)*\**<a href="#[^"]*">\w+</a>(?:\*\*)?)'
        text = re.sub(cited, lambda found, mark=mark: found[1] + mark, text, count=1)
    rows = [
        f'| <a id="proved-{key}"></a><a href="#{key}">{name(key)}</a> | {"; ".join(proved[key])} |'
        for key in book.anchors
        if key in proved
    ]
    content[0] = "\n".join(
        [
            text,
            "## Proved by",
            "",
            "The scenarios that show each rule; the raised numbers above lead here.",
            "",
            "| rule | scenarios |",
            "|---|---|",
            *rows,
            "",
            "```{toctree}",
            ":hidden:",
            "",
            f"../scenarios/{game}",
            "```",
        ]
    )


def name(anchor: str) -> str:
    """Return an anchor of the rules as it is cited."""
    return anchor[1:].replace("-", ".") if re.match(r"s\d", anchor) else anchor.upper()


def setup(app: Sphinx) -> None:
    """Let the pages of rules be completed."""
    app.connect("source-read", finish_rules)


# -- notebooks ---------------------------------------------------------------------------------

NOTEBOOKS = DOCS.parent / "notebooks"


def write_notebooks() -> None:
    """Write every notebook as a page, with the results that are kept in it."""
    folder = DOCS / "notebooks"
    folder.mkdir(exist_ok=True)
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        parts = []
        for number, cell in enumerate(cells):
            source = "".join(cell["source"])
            if cell["cell_type"] == "markdown":
                parts.append(source)
                continue
            parts.append(f"```python\n{source}\n```")
            for k, output in enumerate(cell["outputs"]):
                parts.append(result_of_cell(output, folder / f"{path.stem}-{number}-{k}.png"))
        write(folder / f"{path.stem}.md", "\n\n".join(part for part in parts if part) + "\n")


def result_of_cell(output: dict[str, Any], picture: Path) -> str:
    """Return what a cell has shown as Markdown; a picture is written beside the page."""
    data = output.get("data", {})
    if "image/png" in data:
        content = base64.b64decode("".join(data["image/png"]))
        if not picture.exists() or picture.read_bytes() != content:
            picture.write_bytes(content)
        return f"![what the cell draws]({picture.name})"
    words = "".join(output.get("text", data.get("text/plain", "")))
    return f"```text\n{words.rstrip()}\n```" if words.strip() else ""


# -- figures and curves --------------------------------------------------------------------


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
write_scenarios()
write_lists()
write_notebooks()
