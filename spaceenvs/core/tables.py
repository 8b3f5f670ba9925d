"""Component tables: CSV files, read with a clear sentence for every mistake.

Every complaint names the file, the row (the header is row 1, as in a spreadsheet) and the
column, so that a user who plays with a table of his own knows where to look.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn


@dataclass
class Row:
    """One row of a table, and where it stands."""

    path: Path
    number: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        """Return a cell without the white space around it."""
        return self.cells[column].strip()

    def fail(self, column: str, message: str) -> NoReturn:
        """Say what is wrong with a cell."""
        raise ValueError(f"{self.path}, row {self.number}, column {column}: {message}")

    def integer(self, column: str, low: int, high: int) -> int:
        """Return a cell as an integer in low..high."""
        value = self[column]
        if not re.fullmatch(r"-?[0-9]+", value):
            self.fail(column, f"{value!r} is not a whole number")
        if not low <= int(value) <= high:
            self.fail(column, f"{value} is not in {low}..{high}")
        return int(value)

    def word(self, column: str, allowed: Sequence[str]) -> int:
        """Return the place of a cell among the words that are allowed."""
        value = self[column]
        if value not in allowed:
            self.fail(column, f"{value!r} is not one of {', '.join(allowed)}")
        return list(allowed).index(value)

    def text(self, column: str, most_bytes: int) -> str:
        """Return a cell that is not empty and fits into so many bytes."""
        value = self[column]
        if not value:
            self.fail(column, "is empty")
        self.fits(column, most_bytes)
        return value

    def fits(self, column: str, most_bytes: int) -> None:
        """Insist that a cell fits into so many bytes."""
        length = len(self.cells[column].encode())
        if length > most_bytes:
            self.fail(column, f"is longer than {most_bytes} bytes ({length})")


def read_table(path: Path, columns: Sequence[str], count: int | None = None) -> list[Row]:
    """Read a table; every column must be there, every row complete, and their number right.

    Raises:
        ValueError: If anything is wrong; names file, row and column.
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            header = list(reader.fieldnames or [])
            rows = [Row(path, reader.line_num, cells) for cells in reader]
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the table {path} cannot be read: {error}") from error
    for column in columns:
        if column not in header:
            raise ValueError(f"{path}, row 1, column {column}: is missing from the header")
    for row in rows:
        for column in header:
            if row.cells[column] is None:
                row.fail(column, "is missing: the row is too short")
        if None in row.cells:
            row.fail(header[-1], "is followed by more cells than the header has columns")
    if count is not None and len(rows) != count:
        raise ValueError(f"{path}: {count} rows are needed, {len(rows)} are there")
    return rows


def number_rows(rows: Sequence[Row], column: str, first: int = 0) -> None:
    """Insist that a column counts up from `first`."""
    for number, row in enumerate(rows, first):
        if row[column] != str(number):
            row.fail(column, f"{row[column]!r} should be {number}")
