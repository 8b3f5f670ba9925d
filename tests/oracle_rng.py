"""The games' random generator in plain integers, for the oracles: the same seed, the same game."""

from __future__ import annotations

from typing import Any

WORD = 2**64 - 1


def _rotate(word: int, by: int) -> int:
    return ((word << by) | (word >> (64 - by))) & WORD


class Chance:
    """xoshiro256++ seeded with splitmix64."""

    def __init__(self, seed: int) -> None:
        self.words: list[int] = []
        word = seed & WORD
        for _ in range(4):
            word = (word + 0x9E3779B97F4A7C15) & WORD
            mixed = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
            mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & WORD
            self.words.append(mixed ^ (mixed >> 31))

    def _bits(self) -> int:
        a, b, c, d = self.words
        result = (_rotate((a + d) & WORD, 23) + a) & WORD
        c ^= a
        d ^= b
        self.words = [a ^ d, b ^ c, c ^ ((b << 17) & WORD), _rotate(d, 45)]
        return result

    def below(self, n: int) -> int:
        """Return a uniform number 0..n-1, without modulo bias (Lemire's method)."""
        while True:
            product = (self._bits() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32

    def shuffle(self, things: list[Any]) -> None:
        """Bring things into random order, in place, from the end."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]
