"""The rules of a game: its page, a section, a decision, a ruling, a card.

The page is `docs/rules/<game>.md` in a checkout and a part of the package where it is installed.
Every section, decision, ruling and worked example begins with an anchor (`<a id="r13"></a>`), by
which it is found. Texts of cards, powers and the like come from the tables in the game's
`data/`. Nothing of a game is imported.
"""

from __future__ import annotations

import csv
import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from spaceenvs import registry
from spaceenvs.markdown import cells, is_table, plain

PACKAGE = Path(__file__).parent
PLACES = (PACKAGE / "rules_text", PACKAGE.parent / "docs" / "rules")
"""Where the pages are: in an installed package, in a checkout."""
LESSONS = (PACKAGE / "learn_text", PACKAGE.parent / "docs" / "learn")
"""Where the pages for beginners are, in the same way."""

CITATION = re.compile(r"(?<![\w.#\"'`/-])(?:[DREX][0-9]{1,3}|D_[A-Z0-9_]*[A-Z0-9])(?![\w(])")
"""How prose and comments cite a decision (D6, D_ALLY), a ruling (R13), an example (E5, X1)."""

_ANCHOR = re.compile(r'<a id="([^"]+)"></a>')
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*\)")
_RULING = re.compile(r"^(\*\*)?\W*R\d+(\*\*)?[.:]?\s*")
"""How the text of a ruling begins: with its id, strong or not, alone or with a title."""
_NAMES = ("name", "hex", "unit", "effect", "code", "kind", "resource")
"""The column that names the rows of a component table: the first of these that it has."""
_LEFT_OUT = (
    *("index", "id", "action_id", "def_id", "deck", "card", "home_number", "subtype_mask"),
    *("hook", "hooks", "cancel_at", "wild_phase_hook", "super_phase_hook", "has_setup"),
    *("decision", "wild_decision", "super_decision", "has_bonus", "p1", "p2", "p3"),
    *("reserve_mark", "reserve_counts", "set_basis", "core30", "tier", "confidence"),
    *("spellings_in_seed", "italian_name", "note", "source"),
)
"""Columns for the program, or about where a row comes from: they say nothing about the rules."""
_PROSE = ("text", "effect", "power", "governor_power", "meaning")
"""What a card says; the first of these that a table has stands first."""
_REFER = ("ship_class", "world")
"""Columns that name something else, which a reader wants to know too."""
_NUMBERS = ("value", "strength", "number")
"""Columns in which 0 says something."""
_MANY = 30
"""So many names are listed at most."""
_FEW = 4
"""So many sections are named that speak of something."""
_LAST_OF_PLAY = 7
"""The section about the end of the game; all games have the same."""
_LIMITS = "Bounds"
"""The sections that say how large things can become: nobody looks there for what they are."""


@dataclass(frozen=True)
class Rulebook:
    """The page of a game's rules."""

    game: str
    text: str

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the page."""
        return self.text.splitlines()

    @cached_property
    def anchors(self) -> dict[str, int]:
        """The line of every anchor."""
        return {
            found: number
            for number, line in enumerate(self.lines)
            for found in _ANCHOR.findall(line)
        }

    @property
    def sections(self) -> list[str]:
        """The numbers of all sections: "1", "2", "2.1", ..."""
        return [key[1:].replace("-", ".") for key in self.anchors if re.match(r"s\d", key)]

    @property
    def ids(self) -> list[str]:
        """The ids of all decisions, rulings and examples: "D1", "D_BID", "R13", "E5", ..."""
        return [key.upper() for key in self.anchors if not re.match(r"s\d", key)]

    @property
    def rulings(self) -> dict[str, str]:
        """The text of every ruling, by its id, in one line fit for a cell of a table."""
        return {
            key.upper(): self._in_one_line(key)
            for key in self.anchors
            if re.fullmatch(r"r\d+", key)
        }

    def _in_one_line(self, ruling: str) -> str:
        """Return the text of a ruling without its id, its links and line breaks."""
        line = self.lines[self.anchors[ruling]]
        if self.is_row(ruling):
            text = ": ".join(re.sub(r"[.;]$", "", cell) for cell in cells(line)[1:] if cell)
        else:
            text = _ANCHOR.sub("", self.passage(ruling))
            text = _RULING.sub(lambda found: "**" if found[1] and not found[2] else "", text)
        text = _LINK.sub(r"\1", text)
        return re.sub(r"(?<!\\)\|", r"\\|", " ".join(text.split()))

    def anchor(self, what: str) -> str:
        """Return the anchor of an id, of a section's number or of a decision's name; "" if none.

        >>> book = read("galaxy")
        >>> book.anchor("R13"), book.anchor("section 6.9"), book.anchor("D01"), book.anchor("R99")
        ('r13', 's6-9', 'd1', '')
        """
        word = re.sub(r"^(?:sections? |§ ?)", "", what.strip().lower()).rstrip(".")
        number = re.fullmatch(r"([drex])0*(\d+)", word)
        tried = [word, f"d_{word}", f"s{word.replace('.', '-')}"]
        if number:
            tried += [f"{number[1]}{number[2]}", f"{number[1]}{int(number[2]):02}"]
        if re.fullmatch(r"\d+(\.\d+)?", word):
            tried = tried[-1:]
        return next((key for key in tried if key in self.anchors), "")

    def is_row(self, anchor: str) -> bool:
        """Whether an anchor names a row of a table."""
        return is_table(self.lines[self.anchors[anchor]])

    def passage(self, anchor: str) -> str:
        """Return what stands at an anchor: a section, an item of a list, a row, a paragraph."""
        start = self.anchors[anchor]
        line = self.lines[start]
        if self.is_row(anchor):
            return self._row(start)
        if not _ANCHOR.sub("", line).strip():
            return self._section(start + 2)
        if re.match(r"\s*(?:[*-]|\d+\.) ", line):
            return self._item(start)
        end = start
        while end < len(self.lines) and self.lines[end].strip():
            end += 1
        return "\n".join(self.lines[start:end])

    def rows_named(self, name: str) -> Iterator[str]:
        """Yield the rows of the page's tables whose first cell is this name."""
        for number in self._rows:
            if plain(cells(self.lines[number])[0]).lower() == name.lower():
                yield self._row(number)

    @cached_property
    def _rows(self) -> list[int]:
        """The lines that are rows of tables, without those about bounds."""
        rows, is_about_bounds = [], False
        for number, line in enumerate(self.lines):
            if line.startswith("## "):
                is_about_bounds = _LIMITS in line
            if is_table(line) and not is_about_bounds:
                rows.append(number)
        return rows

    @cached_property
    def row_names(self) -> list[str]:
        """The first cells of the page's tables, as far as they are names."""
        found = {plain(cells(self.lines[number])[0]): None for number in self._rows}
        return [name for name in found if re.fullmatch(r"[A-Za-z]{3}[\w' -]{,27}", name)]

    def heading_of(self, line: int) -> str:
        """Return the heading above a line."""
        above = (text for text in reversed(self.lines[:line]) if text.startswith("#"))
        return next(above).lstrip("# ")

    @cached_property
    def headings(self) -> dict[str, str]:
        """The sections that have a heading, with it; the others are steps of a list."""
        found = {}
        for number in self.sections:
            below = "".join(self.lines[self.anchors[self.anchor(number)] + 2 :][:1])
            if below.startswith("#"):
                found[number] = plain(below.lstrip("# ").removeprefix(number).lstrip(". "))
        return found

    def sections_about(self, words: str) -> list[str]:
        """Return the sections whose headings have these words, in singular or plural.

        >>> read("galaxy").sections_about("governors"), read("galaxy").sections_about("surrender")
        (['6.3', '6.5'], ['6.7'])
        """
        return [number for number, title in self.headings.items() if _find_words(title, words)]

    def sections_with(self, words: str) -> list[str]:
        """Return a few sections whose text has these words most often.

        The smallest ones count, and those that say how to play: what follows is about limits,
        rulings and options.
        """
        own = {
            number: len(_find_words(self.passage(self.anchor(number)), words))
            for number in self.headings
            if int(number.split(".")[0]) <= _LAST_OF_PLAY
            and not any(other.startswith(f"{number}.") for other in self.headings)
        }
        return sorted((number for number in own if own[number]), key=lambda n: -own[n])[:_FEW]

    def _section(self, start: int) -> str:
        """Return a section, without the anchor of the next one."""
        level = len(self.lines[start]) - len(self.lines[start].lstrip("#"))
        end = start + 1
        while end < len(self.lines) and not re.match(rf"#{{1,{level}}} ", self.lines[end]):
            end += 1
        lines = self.lines[start:end]
        while lines and not _ANCHOR.sub("", lines[-1]).strip():
            lines.pop()
        return "\n".join(lines)

    def _item(self, start: int) -> str:
        """Return an item of a list, without its mark, and everything below it."""
        indent = len(self.lines[start]) - len(self.lines[start].lstrip())
        end = start + 1
        while end < len(self.lines):
            line = self.lines[end]
            if line.strip() and len(line) - len(line.lstrip()) <= indent:
                break
            end += 1
        inner = self.lines[start].index(" ", indent) + 1
        return "\n".join(line[inner:] for line in self.lines[start:end]).strip()

    def _row(self, line: int) -> str:
        """Return a row of a table as a list: what stands in which column."""
        head = line
        while is_table(self.lines[head - 1]):
            head -= 1
        named = zip(cells(self.lines[head]), cells(self.lines[line]), strict=False)
        (_, first), *others = named
        items = [f"* {name}: {cell}" if name else f"* {cell}" for name, cell in others if cell]
        return "\n".join([f"**{plain(first)}** ({self.heading_of(line)})", "", *items])


@dataclass(frozen=True)
class Component:
    """A row of a component table, or several that have one name.

    The tables call the rulebook, their source, the seed; a reader is told of the rulebook.
    """

    name: str
    table: str
    columns: dict[str, str]

    def passage(self) -> str:
        """Return the row as Markdown: what it says, then what stands in which column."""
        prose = next((key for key in _PROSE if key in self.columns), "")
        items = [
            f"* {key.replace('_', ' ')}: {_escaped(cell)}"
            for key, cell in self.columns.items()
            if self._tells(key, cell) and key != prose
        ]
        head = f"**{_escaped(self.name)}** ({self.table.replace('_', ' ')})"
        said = [_escaped(self.columns[prose]), ""] if prose and self._tells(prose, "") else []
        lines = [head, "", *said, *items]
        return re.sub(r"\bseed\b", "rulebook", "\n".join(lines)).strip()

    def _tells(self, key: str, cell: str) -> bool:
        """Whether a reader wants to know this column."""
        if key == "effect" and re.fullmatch(r"[A-Z][A-Z_]+(\(.*\))?", self.columns[key]):
            return False  # the name of an effect in the program
        return key in _NUMBERS or cell != "0"


def rules_path(game: str) -> Path:
    """Return the file of a game's rules.

    Raises:
        LookupError: If the game has none.
    """
    return _find(game, PLACES, "with the rules of")


def lesson(game: str) -> str:
    """Return the page that teaches a game in five minutes, without its pictures.

    Raises:
        LookupError: If the game has none.
    """
    text = _find(game, LESSONS, "that teaches").read_text(encoding="utf-8")
    return re.sub(r"(?m)^!\[[^]]*\]\([^)]*\)\n+", "", text)


def _find(game: str, places: tuple[Path, ...], what: str) -> Path:
    for place in places:
        path = place / f"{game}.md"
        if path.exists():
            return path
    raise LookupError(f"there is no page {what} {game}")


def read(game: str) -> Rulebook:
    """Return the rules of a game, named as in the registry.

    Raises:
        LookupError: If the game has none.
    """
    return Rulebook(game, rules_path(game).read_text(encoding="utf-8"))


def components(game: str) -> list[Component]:
    """Return everything in the game's tables that has a name; the actions are left out."""
    found = []
    for path in sorted((PACKAGE / game / "data").glob("*.csv")):
        if path.stem == "actions":  # they have names of their own: section 5
            continue
        with path.open(encoding="utf-8-sig", newline="") as file:
            rows = list(csv.DictReader(file))
        column = next((name for name in _NAMES if rows and name in rows[0]), None)
        if rows and "number" in rows[0] and "name" not in rows[0]:
            column = "number"  # colourless cone 3
            thing = path.stem.replace("_", " ").removesuffix("s")
            rows = [{**row, column: f"{thing} {row[column]}"} for row in rows]
        if column is None:
            continue
        named: dict[str, list[dict[str, str]]] = {}
        for row in rows:
            named.setdefault(row[column], []).append(row)
        for name, same in named.items():
            found += [Component(name, path.stem, columns) for columns in _merged(same, column)]
    return found


def answer(game: str, query: str) -> str:
    """Return what the rules say about an id, a section or a thing, as Markdown.

    Raises:
        LookupError: If nothing, or too much, is called so; the sentence says what fits.
    """
    book, things = read(game), components(game)
    title = registry.find(game).title
    if re.fullmatch(r"(?i)[drex]\d+|d_\w+|(?:sections? |§ ?)?\d+(?:\.\d+)?\.?", query.strip()):
        anchor = book.anchor(query)
        if anchor:
            return book.passage(anchor)
    # Of DEUCE and Deuce the last one stands for both.
    spelt = [*_decisions(book), *book.row_names, *(thing.name for thing in things)]
    names = sorted({name.lower(): name for name in spelt}.values(), key=str.lower)
    lower = query.strip().lower()
    exact = [name for name in names if name.lower() == lower]
    if exact:
        return _everything(book, things, exact[0])
    headed = book.sections_about(lower)
    if headed:
        also = f"\n\nSee also {_named(book, headed[1:])}." if headed[1:] else ""
        return book.passage(book.anchor(headed[0])) + also
    chosen = [name for name in names if lower and name.lower().startswith(lower)]
    if len(chosen) == 1:
        return _everything(book, things, chosen[0])
    spoken = _named(book, book.sections_with(lower))
    spoken = f"; it is spoken of in {spoken}" if spoken else ""
    if chosen:
        raise LookupError(f"{query!r} may be: {_listed(chosen)}{spoken}")
    near = [name for name in names if lower and lower in name.lower()]
    known = {key.lower(): key for key in [*names, *book.ids, *book.sections]}
    near = near or [known[key] for key in difflib.get_close_matches(lower, known, 8, 0.6)]
    hint = f"; near it: {_listed(near)}" if near else ""
    raise LookupError(f"the rules of {title} know nothing called {query!r}{hint}{spoken}")


def _named(book: Rulebook, sections: list[str]) -> str:
    return ", ".join(f"section {number} ({book.headings[number]})" for number in sections)


def _find_words(text: str, words: str) -> list[str]:
    """Return where a text has these words, in singular or plural."""
    stem = re.escape(words.strip().lower().removesuffix("s"))
    return re.findall(rf"(?<!\w){stem}s?(?!\w)", text.lower()) if stem else []


def _decisions(book: Rulebook) -> list[str]:
    """Return the names of the decisions without their D_."""
    return [key[2:] for key in book.ids if key.startswith("D_")]


def _everything(book: Rulebook, things: list[Component], name: str) -> str:
    """Return all that has this name: rows of tables, rows of the page, the decision."""
    called = [thing for thing in things if thing.name.lower() == name.lower()]
    meant = {thing.columns.get(column) for thing in called for column in _REFER}
    passages = [thing.passage() for thing in called]
    passages += [thing.passage() for thing in things if thing.name in meant]
    passages += book.rows_named(name)
    decision = f"d_{name.lower()}"
    if decision in book.anchors and (not passages or book.is_row(decision)):
        passages.append(book.passage(decision))
    return "\n\n".join(dict.fromkeys(passages))


def _merged(rows: list[dict[str, str]], column: str) -> Iterator[dict[str, str]]:
    """Yield rows of one name as one row if they differ in two columns at most."""
    keys = [key for key in rows[0] if key != column and key not in _LEFT_OUT]
    differing = [key for key in keys if len({row[key] for row in rows}) > 1]
    groups = [rows] if len(differing) <= 2 else [[row] for row in rows]
    for group in groups:
        values = {key: list(dict.fromkeys(row[key] for row in group if row[key])) for key in keys}
        yield {key: ", ".join(value) for key, value in values.items() if value}


def _listed(names: list[str]) -> str:
    """Return names with commas, not too many of them."""
    more = f" and {len(names) - _MANY} more" if len(names) > _MANY else ""
    return ", ".join(names[:_MANY]) + more


def _escaped(text: str) -> str:
    """Return text so that Markdown shows it as it is."""
    return re.sub(r"([*\\`])", r"\\\1", text)
