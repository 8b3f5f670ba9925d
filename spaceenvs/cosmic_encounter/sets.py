"""Sets of powers, cards or moons: a few words of 64 bits, one bit for each member.

A set is a row of int64 words, in the record or in a table of the hooks. `SET_WORDS` of them hold
128 members: 102 powers, the 124 Edicts and Flares, 76 moons. What does not fit is found by the
bounds checks of the tests, not lost.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.jit import kernel

SET_WORDS = 2
_WORD_BITS = 64
SET_SIZE = SET_WORDS * _WORD_BITS

Set = NDArray[np.int64]

# The lowest bit of a word times this sequence has the number of the bit, coded, in its top bits.
_DE_BRUIJN = np.int64(0x03F79D71B4CB0A89)
_BIT_NUMBER = np.zeros(64, np.int64)
for _bit in range(64):
    _BIT_NUMBER[(int(_DE_BRUIJN) << _bit) % 2**64 >> 58] = _bit


@kernel
def bit_of(member: int) -> Any:
    """Return the bit of a member in its word."""
    return np.int64(1) << np.int64(member % _WORD_BITS)


@kernel
def has(members: Set, member: int) -> bool:
    """Whether a member is in the set."""
    return (members[member // _WORD_BITS] & bit_of(member)) != 0


@kernel
def add(members: Set, member: int) -> None:
    """Put a member into the set."""
    members[member // _WORD_BITS] |= bit_of(member)


@kernel
def remove(members: Set, member: int) -> None:
    """Take a member out of the set."""
    members[member // _WORD_BITS] &= ~bit_of(member)


@kernel
def clear(members: Set) -> None:
    """Take all members out of the set."""
    for word in range(SET_WORDS):
        members[word] = 0


@kernel
def is_empty_set(members: Set) -> bool:
    """Whether the set has no member."""
    for word in range(SET_WORDS):
        if members[word] != 0:
            return False
    return True


@kernel
def meets(members: Set, others: Set) -> bool:
    """Whether two sets have a member in common."""
    for word in range(SET_WORDS):
        if members[word] & others[word] != 0:
            return True
    return False


@kernel
def lowest_of(word: int) -> int:
    """Return the number of the lowest bit of a word that has one."""
    lowest = np.int64(word) & -np.int64(word)
    return int(_BIT_NUMBER[((lowest * _DE_BRUIJN) >> np.int64(58)) & np.int64(63)])


@kernel
def next_in(members: Set, after: int) -> int:
    """Return the first member beyond `after`, -1 if there is none: begin with -1 and go on."""
    return next_in_both(members, members, after)


@kernel
def next_in_both(members: Set, others: Set, after: int) -> int:
    """Return the first common member of two sets beyond `after`, -1 if there is none."""
    first = after + 1
    for word in range(first // _WORD_BITS, SET_WORDS):
        left = members[word] & others[word]
        if left != 0 and word == first // _WORD_BITS:
            left &= np.int64(-1) << np.int64(first % _WORD_BITS)
        if left != 0:
            return word * _WORD_BITS + lowest_of(left)
    return -1


def make_set(members: Any) -> Set:
    """Return the set of some numbers, for a table."""
    words = np.zeros(SET_WORDS, np.int64)
    for member in members:
        words[member // _WORD_BITS] |= np.int64(1) << np.int64(member % _WORD_BITS)
    return words


def list_of(members: Set) -> list[int]:
    """Return the members of a set in ascending order."""
    return [
        word * _WORD_BITS + bit
        for word in range(SET_WORDS)
        for bit in range(_WORD_BITS)
        if int(members[word]) >> bit & 1
    ]
