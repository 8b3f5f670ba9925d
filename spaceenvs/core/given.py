"""Positions as somebody gives them: tables, lists, words and numbers, read without trust.

`arrange` of every game reads a position through `Words` alone. A word that is none, or a number
out of its range, is refused with its path (`seats.2.warp`) before it reaches a kernel, where it
would be an index. What is never read is found, too: nothing that is given is silently ignored.
"""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterator, Sequence
from typing import Any, NoReturn

import numpy as np

from spaceenvs.core.errors import ScenarioError

RECORD = "record"
"""The entry of a position that says what the game's own words leave open."""

_NOT_GIVEN: Any = object()
_SHORT = 16
"""So many words are all told to whoever gives another one; of more, those that are alike."""

Keys = tuple[str | int, ...]


class Words:
    """An entry of a position, or the whole position, with its path.

    `words["seats"]["2"]["warp"]` is an entry whether it is given or not: reading one that is not
    given returns the default. An entry is read by what it should hold: `number`, `flag`, `index`
    (one of some words), `entries` (a list), `items` (a table). Everything else is refused.
    """

    __slots__ = ("_read", "_value", "keys")

    def __init__(
        self, value: Any, keys: Keys = (), read: dict[Keys, set[str]] | None = None
    ) -> None:
        self.keys = keys
        self._value = value
        # What was read, in order; of a table the entries that were asked for.
        self._read: dict[Keys, set[str]] = {} if read is None else read

    @property
    def path(self) -> str:
        """Where the entry stands: `seats.2.warp`."""
        return ".".join(map(str, self.keys)) or "the position"

    @property
    def is_given(self) -> bool:
        """Whether the entry is there at all."""
        return self._value is not _NOT_GIVEN

    @property
    def is_exact(self) -> bool:
        """Whether a record says all that the words leave open, so that no rule must play on."""
        return isinstance(self._value, dict) and RECORD in self._value

    @property
    def value(self) -> Any:
        """The entry as it was given, unread."""
        return self._value

    def refuse(self, why: str) -> NoReturn:
        """Raise an error that names the entry."""
        raise ScenarioError(f"{self.path}: {why}")

    def _note(self) -> set[str]:
        """Note that the entry is being read, as the last one."""
        asked = self._read.pop(self.keys, None) or set()
        self._read[self.keys] = asked
        return asked

    def _refuse_kind(self, wanted: str) -> NoReturn:
        self.refuse(f"{wanted} is wanted, {reprlib.repr(self._value)} was given")

    # -- tables and lists -----------------------------------------------------------------

    def __getitem__(self, name: str) -> Words:
        """Return an entry of a table."""
        self._note().add(name)
        return self._entry(name, self._table().get(name, _NOT_GIVEN))

    def items(self, names: Sequence[str]) -> Iterator[tuple[int, Words]]:
        """Yield the entries of a table whose keys are some of these names, by number."""
        for key, entry in self.table():
            yield _index_of(self._entry(key, key), names), entry

    def table(self) -> list[tuple[str, Words]]:
        """Return the entries of a table with their keys, whatever these are."""
        self._note()
        table = self._table()
        for key in table:
            if not isinstance(key, str):
                self.refuse(f"keys are words, {reprlib.repr(key)} was given")
        return [(key, self[key]) for key in table]

    def entries(self, most: int, least: int = 0) -> list[Words]:
        """Return the entries of a list, at most (and at least) so many; none if not given."""
        self._note()
        if not self.is_given:
            return []
        if not isinstance(self._value, list | tuple):
            self._refuse_kind("a list")
        count = len(self._value)
        if not least <= count <= most:
            allowed = f"{most}" if least == most else f"{least} to {most}"
            self.refuse(f"{allowed} entries are allowed, {count} were given")
        return [self._entry(i, value) for i, value in enumerate(self._value)]

    def _table(self) -> dict[str, Any]:
        if not self.is_given:
            return {}
        if not isinstance(self._value, dict):
            self._refuse_kind("a table (names with values)")
        return self._value

    def _entry(self, key: str | int, value: Any) -> Words:
        return Words(value, (*self.keys, key), self._read)

    # -- values ---------------------------------------------------------------------------

    def number(self, low: int, high: int, default: int = 0) -> int:
        """Return a whole number from `low` to `high`."""
        self._note()
        if not self.is_given:
            return default
        if isinstance(self._value, bool) or not isinstance(self._value, int | np.integer):
            self._refuse_kind(f"a whole number from {low} to {high}")
        if not low <= self._value <= high:
            self.refuse(f"{low} to {high} are allowed, {reprlib.repr(self._value)} was given")
        return int(self._value)

    def numbers(self, count: int, low: int, high: int, default: Sequence[int] = ()) -> list[int]:
        """Return a list of exactly `count` numbers; `default` if it is not given."""
        if not self.is_given:
            self._note()
            return list(default) or [0] * count
        return [entry.number(low, high) for entry in self.entries(count, count)]

    def real(self, kind: np.dtype[Any]) -> float:
        """Return a finite number that a float of this kind can hold."""
        self._note()
        if isinstance(self._value, bool) or not isinstance(self._value, int | float):
            self._refuse_kind("a number")
        if not abs(self._value) <= np.finfo(kind).max:
            self.refuse(f"a finite number is wanted, {reprlib.repr(self._value)} was given")
        return float(self._value)

    def flag(self, default: bool = False) -> bool:
        """Return true or false."""
        self._note()
        if not self.is_given:
            return default
        if not isinstance(self._value, bool | np.bool_):
            self._refuse_kind("true or false")
        return bool(self._value)

    def text(self, default: str = "") -> str:
        """Return words of any kind; the caller sees what they mean."""
        self._note()
        if not self.is_given:
            return default
        if not isinstance(self._value, str):
            self._refuse_kind("a word")
        return self._value

    def index(self, names: Sequence[str], default: int = 0) -> int:
        """Return which of these names the entry is."""
        if not self.is_given:
            self._note()
            return default
        self.text()
        return _index_of(self, names)

    def part(self, text: str) -> Words:
        """Return a part of the entry's text, to be read under the same path."""
        return Words(text, self.keys, self._read)

    # -- what was not read ----------------------------------------------------------------

    @property
    def last_read(self) -> str:
        """The path of the entry that was read last."""
        return Words(None, next(reversed(self._read), ())).path

    def expect_unread(self, said: dict[str, Any]) -> None:
        """Insist that what nobody has read is true of the position that has come of the rest.

        Raises:
            ScenarioError: If an entry has no meaning, or the position says something else.
        """
        for entry in self._find_unread():
            entry.expect(said, self._read)

    def expect(self, said: dict[str, Any], asked: dict[Keys, set[str]] | None = None) -> None:
        """Insist that a position says what this entry says."""
        found: Any = said
        for depth, key in enumerate(self.keys):
            inside = isinstance(found, list) and isinstance(key, int) and key < len(found)
            if not inside and not (isinstance(found, dict) and key in found):
                known = {*(found if isinstance(found, dict) else ())}
                known |= (asked or {}).get(self.keys[:depth], set())
                near = _told(str(key), sorted(map(str, known)))
                Words(None, self.keys[: depth + 1]).refuse(f"there is no such entry here; {near}")
            found = found[key]
        self._expect_value(found)

    def _expect_value(self, found: Any) -> None:
        if isinstance(self._value, dict) and isinstance(found, dict):
            for key, value in self._value.items():
                if key not in found:
                    near = _told(str(key), sorted(map(str, found)))
                    self._entry(key, value).refuse(f"there is no such entry here; {near}")
                self._entry(key, value)._expect_value(found[key])
            return
        given = list(self._value) if isinstance(self._value, tuple) else self._value
        if given != found or isinstance(given, bool) != isinstance(found, bool):
            self.refuse(
                f"it is {reprlib.repr(found)} in this position, by all else that is given; "
                f"{reprlib.repr(self._value)} was given"
            )

    def _find_unread(self) -> Iterator[Words]:
        """Yield the entries that nobody has read, the outer ones only."""
        if self.keys not in self._read and self.keys:
            yield self
        elif isinstance(self._value, dict):
            for key, value in self._value.items():
                yield from self._entry(key, value)._find_unread()
        elif isinstance(self._value, list | tuple):
            for i, value in enumerate(self._value):
                yield from self._entry(i, value)._find_unread()


def _index_of(entry: Words, names: Sequence[str]) -> int:
    value = entry.value
    if not isinstance(value, str):
        entry.refuse(f"names are words, {reprlib.repr(value)} was given")
    if value not in names:
        entry.refuse(f"there is no {reprlib.repr(value)} here; {_told(value, names)}")
    return names.index(value)


def _told(word: str, names: Sequence[str]) -> str:
    """Return what is allowed instead of a word: all of it, or what is alike."""
    if len(names) > _SHORT:
        alike = difflib.get_close_matches(word[:100], names, 5, 0.5)
        if not alike:
            return f"there are {len(names)}, such as: {', '.join(map(repr, names[:5]))}"
        return f"of {len(names)} these are alike: {', '.join(map(repr, alike))}"
    return f"there are: {', '.join(map(repr, names))}"
