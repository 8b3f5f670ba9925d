"""What must hold in every position."""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.cards import is_open
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.components import (
    DEMON,
    DIPLOMAT,
    DRAGON,
    FIRST_EDICT,
    FIRST_FLARE,
    FIRST_SPECIAL,
    IS_SECRET_MOON,
    KINDS,
    LOCATIONS,
    LUCRE,
    MAX_MOONS,
    MAX_PLAYERS,
    MISER,
    NUM_CHALLENGE,
    NUM_DESTINY,
    NUM_MOONS,
    NUM_POWERS,
    SYSTEM_MOONS,
)
from spaceenvs.cosmic_encounter.frames import are_frames_sound
from spaceenvs.cosmic_encounter.hexes import may_stand
from spaceenvs.cosmic_encounter.hoard import (
    HOARD_SIZE,
    MOST_HOARDED,
    count_hoard,
    count_hoarded,
    hoarded,
    kind_of,
)
from spaceenvs.cosmic_encounter.piles import count_copies, count_dust
from spaceenvs.cosmic_encounter.powers.aristocrat import OUT_OF_THE_GAME
from spaceenvs.cosmic_encounter.powers.demon import BY, ORIGIN
from spaceenvs.cosmic_encounter.satellites import (
    ENTERED,
    FACE_UP,
    MOON,
    UNTOUCHED,
    is_moon_there,
    place_of,
)
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import count_held_tokens, count_kept, find_held, keeps_cards
from spaceenvs.cosmic_encounter.stack import START_MOON, USE, Challenge, has_seat, is_stack
from spaceenvs.cosmic_encounter.stacks import count_stacked
from spaceenvs.cosmic_encounter.state import DEFENCE, MAX_DEPTH, MAX_INTERRUPTED, NOBODY
from spaceenvs.cosmic_encounter.uses import FATE, TAKEN, card_of

Tally = Any
"""An array with a number for every kind of card."""

BROKEN = (
    "",
    "a player does not have all of his tokens",
    "a place holds a negative number of tokens",
    "a card has been lost or made",
    "a hand does not have its size",
    "somebody knows a card that is not there",
    "the stack of pending procedures is too deep",
    "the destiny cards are not complete",
    "two players have the same power",
    "a field that sums up cards does not match the cards",
    "captive tokens have been lost or made",
    "tokens stand on a planet that is out of the game",
    "Lucre has been lost or made",
    "tokens lie in a slot for those of others",
    "there are more moons of a kind than in the box, or a system has not two of them",
    "a moon has two occupants",
    "a moon is not face up, seen or spent as it should be",
    "a power remembers a card that does not exist",
    "a procedure waits that cannot go on with what it remembers",
)


@kernel
def are_memories_sound(s: State) -> bool:
    """Whether what powers remember of cards can be looked up: a record may come from a file."""
    for p in range(s.seats):
        for place in range(s.held_count[p]):
            entry = s.held[p, place]
            if entry.power == MISER:
                if entry.memory[HOARD_SIZE] < 0 or entry.memory[HOARD_SIZE] > MOST_HOARDED:
                    return False
                for i in range(entry.memory[HOARD_SIZE]):
                    if kind_of(entry.memory[i]) < 0 or kind_of(entry.memory[i]) >= KINDS:
                        return False
            if entry.power == DRAGON:
                for i in range(count_kept(entry.memory)):
                    if entry.memory[i] > NUM_DESTINY:
                        return False
        if has(s.powers[p], MISER) and find_held(s, p, MISER) < 0:
            return False
    for i in range(s.depth):
        f = s.stack[i]
        if f.kind == USE and f.at >= 1 and (f.play < 0 or card_of(f) >= KINDS):
            return False
    return True


@kernel
def count_tokens(s: State, p: int) -> int:
    """Count the tokens of a player everywhere; -1 if a place holds fewer than none."""
    c = s.challenge
    count = int(s.warp[p]) + int(c.commit_count[p]) + int(s.away[p])
    if c.on_ring[p] < 0 or c.on_ring[p] > c.commit_count[p]:
        return NOBODY
    if s.warp[p] < 0 or c.commit_count[p] < 0 or s.removed[p] < 0 or s.outside[p] < 0:
        return NOBODY
    if s.ghosts[p] < 0:
        return NOBODY
    for section in range(MAX_PLAYERS):
        if s.limbo[section, p] < 0:
            return NOBODY
    for place in range(LOCATIONS):
        if s.tokens[p, place] < 0:
            return NOBODY
        count += s.tokens[p, place]
    for level in range(s.losses):
        if s.loss_owner[level] == p:
            count += s.loss_count[level]
    for i in range(s.interrupted):
        count += s.waiting[i].commit_count[p]
    return count


@kernel
def tally_kind(tally: Tally, kind: int) -> None:
    """Count a card, unless there is none (-1)."""
    if kind >= 0:
        tally[kind] += 1


@kernel
def tally_table(c: Challenge, side: int, tally: Tally) -> None:
    """Count the cards that a side has on the table or aside, hidden or not."""
    for i in range(3):
        tally_kind(tally, c.aside[side, i])
    tally_kind(tally, c.card[side])
    tally_kind(tally, c.second[side])
    tally_kind(tally, c.kicker[side])
    for i in range(c.given_count[side]):
        tally_kind(tally, c.given[side, i])
    for i in range(c.added_count[side]):
        tally_kind(tally, c.added[side, i])


@kernel
def tally_extras(c: Challenge, tally: Tally) -> None:
    """Count the cards that allies have on the table."""
    for p in range(MAX_PLAYERS):
        tally_kind(tally, c.extra[p])
    for i in range(c.given_count[2]):  # of a Diplomat
        tally_kind(tally, c.given[2, i])


@kernel
def tally_cards(s: State, tally: Tally) -> None:
    """Count the cards of all kinds everywhere."""
    for i in range(s.deck_count):
        tally[s.deck[i]] += 1
    for i in range(s.discard_count):
        tally[s.discard[i]] += 1
    for p in range(s.seats):
        hand = s.hand[p]
        for kind in range(KINDS):
            tally[kind] += hand[kind]
    for side in range(2):
        tally_table(s.challenge, side, tally)
        for i in range(s.interrupted):
            tally_table(s.waiting[i], side, tally)
    tally_extras(s.challenge, tally)
    for i in range(s.interrupted):
        tally_extras(s.waiting[i], tally)
    for i in range(s.depth):
        f = s.stack[i]
        if f.kind == USE and f.at >= 1 and f.notes[FATE] != TAKEN:
            tally_kind(tally, card_of(f))
    for i in range(s.unused_count):
        tally[FIRST_FLARE + s.unused[i]] += 1
    for p in range(s.seats):
        for kind in range(NUM_CHALLENGE):
            tally[kind] += count_stacked(s, p, kind)
    for p in range(s.seats):
        for i in range(count_hoard(s, p)):
            tally[hoarded(s, p, i)] += 1
    for i in range(s.challenge.put_by_count):
        tally[s.challenge.put_by[i]] += 1
    for level in range(s.interrupted):
        for i in range(s.waiting[level].put_by_count):
            tally[s.waiting[level].put_by[i]] += 1
    for power in range(NUM_POWERS):
        if s.flare_seen[power] == OUT_OF_THE_GAME:
            tally[FIRST_FLARE + power] += 1


@kernel
def count_hidden(s: State, o: int, kind: int) -> int:
    """Count the cards of a kind in a hand and among its owner's face-down cards."""
    c = s.challenge
    count = int(s.hand[o, kind])
    for i in range(c.put_by_count):
        count += c.put_by_owner == o and c.put_by[i] == kind
    if c.revealed == 0:
        count += c.extra[o] == kind
    if o == c.off or o == c.defender:
        side = DEFENCE if o == c.defender else 0
        if not is_open(s, side):
            if c.card[side] == kind and c.shown[side] == 0:
                count += 1
            if c.second[side] == kind:
                count += 1
            if c.kicker[side] == kind:
                count += 1
        for i in range(c.given_count[side]):
            count += c.given[side, i] == kind
    if c.given_count[2] > 0 and get_cell(s, DIPLOMAT, 0) == o + 1:
        for i in range(c.given_count[2]):
            count += c.given[2, i] == kind
    return count


@kernel
def check_cards(s: State, box: Box) -> int:
    """Return the number of the first broken invariant about cards."""
    tally = np.zeros(KINDS, np.int64)
    tally_cards(s, tally)
    copies = box.copies
    for kind in range(KINDS):
        wanted = int(copies[kind])
        if kind >= FIRST_FLARE:
            wanted = int(box.power_enabled[kind - FIRST_FLARE])
        if tally[kind] != wanted:
            return 3
    for p in range(s.seats):
        hand = s.hand[p]
        size = 0
        for kind in range(KINDS):
            if hand[kind] < 0:
                return 4
            size += int(hand[kind])
        if size != s.hand_size[p]:
            return 4
        for v in range(s.seats):
            broken = check_known(s, v, p)
            if broken != 0:
                return broken
    return check_summaries(s)


@kernel
def check_known(s: State, v: int, p: int) -> int:
    """Return 5 if a viewer knows a card that is not there, 9 if their sum is wrong (R92)."""
    known = s.known[v, p]
    count = 0
    for kind in range(KINDS):
        if known[kind] != 0:
            if known[kind] < 0 or (v != p and known[kind] > count_hidden(s, p, kind)):
                return 5
            count += int(known[kind])
    return 9 if s.knows[v, p] != count else 0


@kernel
def check_summaries(s: State) -> int:
    """Return 9 if a field that repeats what others say about the cards is wrong."""
    tally = np.zeros(KINDS, np.int64)
    for i in range(s.destiny_discard_count):
        tally[s.destiny_discard[i]] += 1
    for card in range(NUM_DESTINY):
        if s.destiny_discards[card] != tally[card]:
            return 9
        tally[card] = 0
    if s.discard_count > 0 and s.discard_top != s.discard[s.discard_count - 1]:
        return 9
    for i in range(s.discard_count):
        tally[s.discard[i]] += 1
    discards = s.discards
    for kind in range(KINDS):
        if discards[kind] != tally[kind]:
            return 9
    for p in range(s.seats):
        hand, arts = s.hand[p], s.arts[p]
        for kind in range(FIRST_EDICT, KINDS):
            is_there = hand[kind] > 0 or count_hoarded(s, p, kind) > 0
            if is_there != has(arts, kind - FIRST_EDICT):
                return 9
    return 0


@kernel
def count_away(s: State, p: int) -> int:
    """Count the tokens of a player that are captive, at stake, in the Limbo or out of the game."""
    count = int(s.removed[p]) + int(s.outside[p]) + int(s.ghosts[p])
    for section in range(s.seats):
        count += int(s.limbo[section, p])
    for holder in range(s.seats):
        count += count_held_tokens(s, holder, p)
        for place in range(LOCATIONS + MAX_INTERRUPTED + 1):
            count += int(s.captives[holder, place, p])
    for level in range(s.interrupted + 1):
        stake = s.cells[level, DEMON]
        if stake[ORIGIN] != 0 and stake[BY] == p + 1:
            count += 1
    return count


@kernel
def are_captives_counted(s: State, p: int) -> bool:
    """Whether the captives under a player's tokens are as many as `captive_count` says."""
    count = 0
    for place in range(LOCATIONS + MAX_INTERRUPTED + 1):
        for q in range(s.seats):
            if s.captives[p, place, q] < 0:
                return False
            count += int(s.captives[p, place, q])
    return count == s.captive_count[p]


@kernel
def count_lucre(s: State) -> int:
    """Count the Lucre of all players and of the bank; -1 if somebody has less than none."""
    count = int(s.bank)
    for p in range(s.seats):
        if s.lucre[p] < 0:
            return NOBODY
        count += int(s.lucre[p])
    return NOBODY if s.bank < 0 else count


@kernel
def tally_destiny(s: State, tally: Tally) -> None:
    """Count the destiny cards of all kinds everywhere in the game."""
    for i in range(s.destiny_count):
        tally[s.destiny[i]] += 1
    for i in range(s.destiny_discard_count):
        tally[s.destiny_discard[i]] += 1
    for i in range(s.fleet_count):
        tally[s.fleet[i]] += 1
    for card in range(NUM_DESTINY):
        tally[card] += s.destiny_aside[card]
    for p in range(s.seats):
        for place in range(s.held_count[p]):
            if keeps_cards(s, p, place):
                memory = s.held[p, place].memory
                for i in range(count_kept(memory)):
                    tally[memory[i] - 1] += 1
    if s.challenge.card_lies != 0:
        tally[s.challenge.card_up] += 1
    for i in range(s.interrupted):
        if s.waiting[i].card_lies != 0:
            tally[s.waiting[i].card_up] += 1


@kernel
def are_destiny_cards_complete(s: State, box: Box) -> bool:
    """Whether every destiny card is somewhere, and one special card for each player (R200)."""
    tally = np.zeros(NUM_DESTINY, np.int64)
    tally_destiny(s, tally)
    specials = 0
    for card in range(NUM_DESTINY):
        wanted = count_copies(s, card) - count_dust(s, card)
        if card >= FIRST_SPECIAL:
            wanted = int(box.usable[card - FIRST_SPECIAL]) - int(
                s.special_out[card - FIRST_SPECIAL]
            )
            specials += tally[card]
        if tally[card] != wanted:
            return False
    return specials == (s.seats if box.special_destiny != 0 else 0)


@kernel
def is_there(s: State, place: int) -> bool:
    """Whether tokens can stand on a place: it is in the game."""
    return s.gone[place] == 0 or is_stack(s, place)


@kernel
def is_starting(s: State, moon: int) -> bool:
    """Whether a moon has just been occupied and is about to be turned up."""
    for i in range(s.depth):
        if s.stack[i].kind == START_MOON and s.stack[i].notes[MOON] == moon:
            return True
    return False


@kernel
def check_moons(s: State, box: Box) -> int:
    """Return the number of the first broken invariant about moons."""
    tally = np.zeros(NUM_MOONS, np.int64)
    up = 0
    for moon in range(MAX_MOONS):
        place = place_of(moon)
        kind = int(s.moon[moon])
        if (kind >= 0) != (box.moons != 0 and moon < s.seats * SYSTEM_MOONS):
            return 14
        occupants = 0
        for p in range(s.seats):
            if s.tokens[p, place] > 0:
                occupants += 1
                if kind < 0 or not has_seat(s.moon_seen[moon], p):
                    return 16
        if occupants > 1:
            return 15
        if kind < 0:
            continue
        tally[kind] += 1
        is_up = s.moon_face[moon] == FACE_UP
        is_new = occupants > 0 and s.moon_face[moon] == UNTOUCHED
        if is_new or (s.moon_spent[moon] != 0 and not is_up):
            return 16
        if s.moon_face[moon] == ENTERED and IS_SECRET_MOON[kind] == 0 and not is_starting(s, moon):
            return 16
        if is_up and is_moon_there(s, moon):
            up += 1
            if not has(s.moon_kinds_up, kind):
                return 16
    if up != s.moons_up:
        return 16
    for kind in range(NUM_MOONS):
        if tally[kind] > box.moon_copies[kind]:
            return 14
    return 0


@kernel
def check(s: State, box: Box) -> int:
    """Return 0, or the number of the first broken invariant (`BROKEN`)."""
    if not are_frames_sound(s):
        return 18
    if not are_memories_sound(s):
        return 17
    for p in range(s.seats):
        count = count_tokens(s, p)
        if count == NOBODY:
            return 2
        if count != s.owned[p]:
            return 1
        if s.away[p] != count_away(s, p) or not are_captives_counted(s, p):
            return 10
        for place in range(LOCATIONS):
            if s.tokens[p, place] > 0 and not is_there(s, place):
                return 11
            if s.tokens[p, place] > 0 and not may_stand(s, p, place):
                return 13
        for q in range(p):
            if s.power[p] >= 0 and s.power[p] == s.power[q]:
                return 8
    if s.depth >= MAX_DEPTH:
        return 6
    if not are_destiny_cards_complete(s, box):
        return 7
    if count_lucre(s) != LUCRE:
        return 12
    broken = check_moons(s, box)
    if broken != 0:
        return broken
    return check_cards(s, box)
