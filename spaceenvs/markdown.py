"""Markdown as plain text for a terminal: headings, lists, tables, wrapped to a width."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterator

_ANCHOR = re.compile(r'<a id="[^"]*"></a>')
_LINK = re.compile(r"!?\[((?:[^\[\]]|\[[^\[\]]*\])*)\]\([^()\s]*\)")
_STRONG = re.compile(r"\*\*(.+?)\*\*")
_EMPHASIS = re.compile(r"(?<![\w\\*])\*(?=[^\s*])(.+?)(?<=[^\s\\])\*(?!\w)")
_ESCAPE = re.compile(r"\\([\\*_|`<>\[\]])")
_ITEM = re.compile(r"(\s*)([*-]|\d+\.) +(.*)")
_FENCE = "```"
_COLUMN = 30
"""The widest column of a table is wrapped if at least so much of it stands in a line."""


def as_text(markdown: str, width: int = 80) -> str:
    """Return Markdown as lines of plain text, none longer than `width` where words allow it."""
    blocks = [block for block in _blocks(markdown.splitlines(), max(width, 20)) if block]
    return "\n\n".join("\n".join(block) for block in blocks)


def plain(text: str) -> str:
    """Return a piece of a line without Markdown's marks.

    >>> plain("see [`worlds.csv`](data/worlds.csv) and **R13**")
    'see worlds.csv and R13'
    """
    text = _LINK.sub(r"\1", _ANCHOR.sub("", text))
    parts = text.split("`")
    for number in range(0, len(parts), 2):  # every second part is code and stays as it is
        part = _EMPHASIS.sub(r"\1", _STRONG.sub(r"\1", parts[number]))
        parts[number] = _ESCAPE.sub(r"\1", part)
    return "".join(parts).replace("**", "")  # what is strong around code


def cells(line: str) -> list[str]:
    """Return the cells of a line of a table, with their marks."""
    inside = line.strip().removeprefix("|").removesuffix("|")
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", inside)]


def is_table(line: str) -> bool:
    """Whether a line belongs to a table."""
    return line.lstrip().startswith("|")


def _blocks(lines: list[str], width: int) -> Iterator[list[str]]:
    """Yield the lines of one block after the other; neighbouring list items are one block."""
    at = 0
    while at < len(lines):
        line = lines[at]
        if not plain(line).strip():
            at += 1
            continue
        end = _end_of_block(lines, at)
        block = lines[at:end]
        if line.lstrip().startswith(_FENCE):
            yield _code(block[1:-1], width)
        elif line.startswith("#"):
            yield _heading(line, width)
        elif is_table(line):
            yield _table([cells(row) for row in block], width)
        else:
            yield _prose(block, width)
        at = end


def _end_of_block(lines: list[str], start: int) -> int:
    """Return the number of the line after the block that begins at `start`."""
    first = lines[start]
    end = start + 1
    if first.startswith("#"):
        return end
    if first.lstrip().startswith(_FENCE):
        while end < len(lines) and not lines[end].lstrip().startswith(_FENCE):
            end += 1
        return end + 1
    while end < len(lines) and lines[end].strip():
        line = lines[end]
        if is_table(line) != is_table(first) or line.startswith("#") or _FENCE in line[:6]:
            break
        end += 1
    return end


def _heading(line: str, width: int) -> list[str]:
    """Return a heading, underlined if it is one of the first two levels."""
    level = len(line) - len(line.lstrip("#"))
    lines = textwrap.wrap(plain(line.lstrip("# ")), width)
    mark = {1: "=", 2: "-"}.get(level, "")
    return [*lines, *([mark * max(map(len, lines))] if mark else [])]


def _code(lines: list[str], width: int) -> list[str]:
    """Return code as it is; a line that is too long goes on below, further in."""
    shown = []
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip()) + 4)
        shown += _wrap(line.strip(), width, "    " + indent[4:], indent + "    ") or [""]
    return shown


def _prose(lines: list[str], width: int) -> list[str]:
    """Return a paragraph or the items of a list, wrapped."""
    pieces: list[tuple[str, str, str]] = []  # how the first and the other lines begin, the words
    for line in lines:
        item = _ITEM.fullmatch(line)
        if item:
            indent = item[1] + " " * (len(item[2]) + 1)
            pieces.append((f"{item[1]}{item[2].replace('*', '-')} ", indent, item[3]))
        elif pieces:
            first, other, words = pieces[-1]
            pieces[-1] = first, other, f"{words} {line.strip()}"
        else:
            indent = " " * (len(line) - len(line.lstrip()))
            pieces.append((indent, indent, line.strip()))
    return [
        line for first, other, words in pieces for line in _wrap(plain(words), width, first, other)
    ]


def _wrap(words: str, width: int, first: str = "", other: str = "") -> list[str]:
    """Return words in lines of at most `width`; a longer word is broken."""
    return textwrap.wrap(
        words, width, initial_indent=first, subsequent_indent=other, break_on_hyphens=False
    )


def _table(rows: list[list[str]], width: int) -> list[str]:
    """Return a table in columns if it fits, its widest column wrapped if that is enough for it.

    Otherwise the rows stand one below the other.
    """
    head, *body = [[plain(cell) for cell in row] for row in rows if not _is_rule(row)]
    body = [row + [""] * (len(head) - len(row)) for row in body]
    widths = [max(len(row[column]) for row in [head, *body]) for column in range(len(head))]
    wide = widths.index(max(widths))
    room = width - 2 * (len(widths) - 1) - sum(widths) + widths[wide]
    if room >= min(widths[wide], _COLUMN):
        widths[wide] = min(widths[wide], room)
        lines = [head, ["-" * size for size in widths], *body]
        return [row for line in lines for row in _in_columns(line, widths)]
    shown = []
    for row in body:
        shown += _wrap(f"{head[0]}: {row[0]}" if head[0] else row[0], width, "", "  ")
        for name, cell in zip(head[1:], row[1:], strict=False):
            if cell:
                shown += _wrap(f"{name}: {cell}" if name else cell, width, "  ", "    ")
    return shown


def _in_columns(cells: list[str], widths: list[int]) -> list[str]:
    """Return a row of a table: what does not fit into a column goes on below."""
    columns = [
        textwrap.wrap(cell, max(size, 1), break_on_hyphens=False)
        for cell, size in zip(cells, widths, strict=False)
    ]
    return [
        "  ".join(map(str.ljust, line, widths)).rstrip()
        for line in itertools.zip_longest(*columns, fillvalue="")
    ] or [""]


def _is_rule(row: list[str]) -> bool:
    """Whether a line of a table is the one between its head and its body."""
    return all(re.fullmatch(r":?-+:?", cell) for cell in row)
