"""What everybody sees change on the table, and how every field of the record is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from spaceenvs.core.game import State
from spaceenvs.core.words import several
from spaceenvs.cosmic_encounter import actions as a
from spaceenvs.cosmic_encounter.components import KIND_NAMES, POWERS, SEAT_NAMES, SLOTS
from spaceenvs.cosmic_encounter.curses import CURSE_NAMES
from spaceenvs.cosmic_encounter.stack import count_external_bases
from spaceenvs.cosmic_encounter.words import place_name

# -- tokens -------------------------------------------------------------------------------------

_POOLS = (
    ("Warp", "warp"),
    ("waiting outside the Warp", "outside"),
    ("kept away from the board", "away"),
    ("of others held captive", "captive_count"),
    ("out of the game", "removed"),
    ("ghosts on the star", "ghosts"),
)
"""Where else tokens are, and the field that counts them."""


def of_tokens(s: State, now: State) -> list[str]:
    """Return whose tokens went where, and who has more or fewer external bases for it."""
    lines = []
    for p in range(int(s.num_players)):
        changed = [
            f"{place_name(int(place))} {s.tokens[p, place]} -> {now.tokens[p, place]}"
            for place in np.flatnonzero(s.tokens[p] != now.tokens[p])
        ]
        is_named = s.decision == a.D_TOKENS and p == s.to_move and len(changed) == 1
        for words, field in _POOLS:
            old, new = int(s[field][p]), int(now[field][p])
            if old != new:
                changed.append(f"{words} {old} -> {new}")
                is_named = False
        if changed and not is_named:
            lines.append(f"tokens of {SEAT_NAMES[p]}: {', '.join(changed)}")
        if (s.tokens[p] != now.tokens[p]).any():
            old, new = int(count_external_bases(s, p)), int(count_external_bases(now, p))
            if old != new:
                lines.append(f"{SEAT_NAMES[p]} has {several(new, 'external base')} now, had {old}")
    for place in np.flatnonzero(now.gone != s.gone):
        if now.gone[place] == 1 and int(place) % SLOTS < _PLANETS:
            lines.append(f"the planet {place_name(int(place))} is out of the game")
    return lines


_PLANETS = 6
"""So many of a system's locations are planets, the others are moons."""


# -- curses -------------------------------------------------------------------------------------


def of_curses(s: State, now: State) -> list[str]:
    """Return who is cursed, atones, or is free of a curse (6.12)."""
    lines = []
    for p in range(int(s.num_players)):
        old, new = int(s.curse[p]), int(now.curse[p])
        if new not in (0, old):
            lines.append(f"{SEAT_NAMES[p]} is cursed: {CURSE_NAMES[new - 1]}")
        elif old and not new:
            lines.append(f"{SEAT_NAMES[p]} is no longer cursed")
        elif now.atoned[p] != s.atoned[p]:
            lines.append(f"{SEAT_NAMES[p]} atones for the curse: {now.atoned[p]}")
    return lines


# -- powers -------------------------------------------------------------------------------------


def of_powers(s: State, now: State) -> list[str]:
    """Return powers gained and lost, and those that rest while home bases are missing (R36)."""
    lines = []
    for p in range(int(s.num_players)):
        old, new = _powers(s, p), _powers(now, p)
        who = SEAT_NAMES[p]
        lines += [f"{who} has the power {POWERS[power]} now" for power in new if power not in old]
        lines += [
            f"{who} has the power {POWERS[power]} no more" for power in old if power not in new
        ]
        if now.had_bases[p] and not s.had_bases[p]:
            lines.append(f"{who} has 3 home bases again: the power works")
        elif s.had_bases[p] and not now.had_bases[p]:
            lines.append(f"{who} has fewer than 3 home bases: the power rests")
    return lines


def _powers(s: State, p: int) -> list[int]:
    return [int(s.held[p, k].power) for k in range(s.held_count[p]) if s.held[p, k].power >= 0]


# -- cards --------------------------------------------------------------------------------------


def of_cards(s: State, now: State) -> list[str]:
    """Return how many cards everybody has, who took whose, and what was discarded."""
    lines = []
    seats = range(int(s.num_players))
    change = [int(now.hand_size[p]) - int(s.hand_size[p]) for p in seats]
    moved = [p for p in seats if change[p]]
    if len(moved) == 2 and change[moved[0]] == -change[moved[1]]:
        taker = moved[0] if change[moved[0]] > 0 else moved[1]
        giver = moved[0] if taker == moved[1] else moved[1]
        cards = several(change[taker], "card")
        lines.append(f"{SEAT_NAMES[taker]} gets {cards} of {SEAT_NAMES[giver]}")
    lines += [
        f"{SEAT_NAMES[p]}: cards in hand {s.hand_size[p]} -> {now.hand_size[p]}" for p in moved
    ]
    new = np.maximum(now.discards.astype(np.int16) - s.discards, 0)
    if new.any():
        names = [
            KIND_NAMES[kind] if new[kind] == 1 else f"{new[kind]} {KIND_NAMES[kind]}"
            for kind in np.flatnonzero(new)
        ]
        lines.append(f"discarded: {', '.join(names)}")
    if now.deck_count > s.deck_count and now.discard_count < s.discard_count:
        lines.append("the discard pile is shuffled into the deck")
    return lines


# -- turns and the end --------------------------------------------------------------------------


def of_turn(s: State, now: State) -> list[str]:
    """Return whose turn begins, which challenge it is, and who has won with how many bases."""
    lines = []
    if now.turn != s.turn and not now.done:
        lines.append(f"turn of {SEAT_NAMES[now.turn]}")
    if now.turn_challenges > 1 and now.turn_challenges != s.turn_challenges:
        lines.append(f"{SEAT_NAMES[now.turn]} challenges again: {now.turn_challenges} in this turn")
    if now.done and not s.done:
        seats = range(int(now.num_players))
        names = " and ".join(SEAT_NAMES[p] for p in seats if now.rank[p] == 0)
        scores = ", ".join(f"{SEAT_NAMES[p]} {now.score[p]}" for p in seats)
        lines.append(f"the game is over: {names} won; external bases: {scores}")
    return lines


# -- what needs a sentence ----------------------------------------------------------------------


def _pool(words: str, field: str) -> Callable[..., str]:
    """Return what tells a number of tokens of a player."""
    return lambda s, now, p: (
        rf"tokens of {SEAT_NAMES[p]}: .*{words} {s[field][p]} -> {now[field][p]}"
    )


TOLD: Mapping[str, Callable[..., Any]] = {
    "tokens": lambda s, now, p, place: (
        rf"tokens of {SEAT_NAMES[p]}: .*{place_name(place)} {s.tokens[p, place]} -> "
        rf"{now.tokens[p, place]}|{SEAT_NAMES[p]}: .*{place_name(place)}"
    ),
    **{field: _pool(words, field) for words, field in _POOLS},
    "lucre": lambda s, now, p: f"Lucre of {SEAT_NAMES[p]}: {now.lucre[p]}",
    "gone": lambda s, now, place: now.gone[place] == 1 and "out of the game",
    "had_bases": lambda s, now, p: f"{SEAT_NAMES[p]} has (3|fewer than 3) home bases",
    "held.power": lambda s, now, p, k: (
        sorted(_powers(s, p)) != sorted(_powers(now, p)) and f"{SEAT_NAMES[p]} has the power"
    ),
    "hand_size": lambda s, now, p: (
        f"{SEAT_NAMES[p]}: cards in hand {s.hand_size[p]} -> {now.hand_size[p]}"
    ),
    "curse": lambda s, now, p: f"{SEAT_NAMES[p]} is (no longer )?cursed",
    "atoned": lambda s, now, p: (
        s.curse[p] == now.curse[p] and f"{SEAT_NAMES[p]} atones for the curse: {now.atoned[p]}"
    ),
    "discards": lambda s, now, kind: (
        now.discards[kind] > s.discards[kind] and f"discarded: .*{KIND_NAMES[kind]}"
    ),
    "turn": lambda s, now: now.done or f"turn of {SEAT_NAMES[now.turn]}",
    "turn_challenges": lambda s, now: (
        now.turn_challenges > 1 and now.turn == s.turn and "challenges again"
    ),
    "moon_face": lambda s, now, moon: now.moon_face[moon] == 2 and "turned up: ",
    "score": lambda s, now, p: f"{SEAT_NAMES[p]} {now.score[p]}",
    "rank": lambda s, now, p: "the game is over",
}
"""For every public field, what one of the sentences told of a change must match; falsy: none."""

_HIDDEN = "not public"
_COUNTED = "counted from what is told"
_FLOW = "which procedure runs; the question says it"
UNTOLD: Mapping[str, str] = {
    "challenge.*": "told where the challenge is: destiny, moves, the reveal, its end",
    "waiting.*": "challenges put aside, told when they were fought",
    "stack.*": _FLOW,
    "held.*": "what a power remembers; its board says it",
    "loss_*": "tokens that are being lost, told one by one",
    "window*": _FLOW,
    "moon*": "told when a moon is turned up",
    "destiny*": "the destiny card is told when it is turned up",
    "special_*": _HIDDEN,
    **dict.fromkeys(("hand", "deck", "discard", "known", "unused", "fleet"), _HIDDEN),
    **dict.fromkeys(("drawn", "taken", "pool", "needs_hand", "arts", "knows"), _HIDDEN),
    **dict.fromkeys(("limbo", "owned", "bank", "deck_count", "discard_count"), _COUNTED),
    **dict.fromkeys(("discard_top", "unused_count", "flare_seen", "face_up"), _COUNTED),
    **dict.fromkeys(("held_count", "power", "powers", "captives", "fleet_count"), _COUNTED),
    **dict.fromkeys(("seats", "hex", "twin", "first_star"), "set at the beginning"),
    **dict.fromkeys(("marker", "dust", "barred", "cells"), "what a power remembers"),
    **dict.fromkeys(("next_turn", "challenges", "interrupted", "losses", "choices"), _FLOW),
    **dict.fromkeys(("asking", "asked_again", "answer", "result", "kept", "keeper"), _FLOW),
    **dict.fromkeys(("super_use", "drawn_count", "takings", "depth", "mask"), _FLOW),
}
"""The fields whose changes need no sentence, and why; `*` stands for all that follow."""
