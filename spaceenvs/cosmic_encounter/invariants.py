"""What must hold in every position."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.components import (
    FIRST_EDICT,
    FIRST_FLARE,
    KINDS,
    LOCATIONS,
    NUM_DESTINY,
    TOKENS,
)
from spaceenvs.cosmic_encounter.sets import has
from spaceenvs.cosmic_encounter.sheets import count_held_tokens
from spaceenvs.cosmic_encounter.stack import USE, Challenge
from spaceenvs.cosmic_encounter.state import DEFENCE, MAX_DEPTH, NOBODY
from spaceenvs.cosmic_encounter.uses import FATE, PLAY_KIND, TAKEN

BROKEN = (
    "",
    "a player does not have 20 tokens",
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
)


@kernel
def count_tokens(s: State, p: int) -> int:
    """Count the tokens of a player everywhere; -1 if a place holds fewer than none."""
    c = s.challenge
    count = int(s.warp[p]) + int(c.commit_count[p]) + int(s.away[p])
    if s.warp[p] < 0 or c.commit_count[p] < 0 or s.removed[p] < 0:
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
def count_on_table(c: Challenge, kind: int, side: int) -> int:
    """Count the cards of a kind that a side has on the table or aside, hidden or not."""
    count = 0
    for i in range(3):
        count += c.aside[side, i] == kind
    if c.card[side] == kind:
        count += 1
    if c.second[side] == kind:
        count += 1
    if c.kicker[side] == kind:
        count += 1
    for i in range(c.given_count[side]):
        if c.given[side, i] == kind:
            count += 1
    return count


@kernel
def count_kind(s: State, kind: int) -> int:
    """Count the cards of a kind everywhere."""
    count = 0
    for i in range(s.deck_count):
        count += s.deck[i] == kind
    for i in range(s.discard_count):
        count += s.discard[i] == kind
    for p in range(s.seats):
        count += s.hand[p, kind]
    for side in range(2):
        count += count_on_table(s.challenge, kind, side)
        for i in range(s.interrupted):
            count += count_on_table(s.waiting[i], kind, side)
    for i in range(s.depth):
        f = s.stack[i]
        if f.kind == USE and f.at >= 1 and f.notes[FATE] != TAKEN:
            count += PLAY_KIND[f.play] == kind
    for i in range(s.unused_count):
        count += s.unused[i] + FIRST_FLARE == kind
    return count


@kernel
def count_hidden(s: State, o: int, kind: int) -> int:
    """Count the cards of a kind in a hand and among its owner's face-down cards."""
    c = s.challenge
    count = int(s.hand[o, kind])
    if o == c.off or o == c.defender:
        side = DEFENCE if o == c.defender else 0
        if c.revealed == 0:
            if c.card[side] == kind and c.shown[side] == 0:
                count += 1
            if c.second[side] == kind:
                count += 1
            if c.kicker[side] == kind:
                count += 1
        for i in range(c.given_count[side]):
            count += c.given[side, i] == kind
    return count


@kernel
def check_cards(s: State, box: Box) -> int:
    """Return the number of the first broken invariant about cards."""
    for kind in range(KINDS):
        wanted = int(box.copies[kind])
        if kind >= FIRST_FLARE:
            wanted = int(box.power_enabled[kind - FIRST_FLARE])
        if count_kind(s, kind) != wanted:
            return 3
    for p in range(s.seats):
        size = 0
        for kind in range(KINDS):
            if s.hand[p, kind] < 0:
                return 4
            size += s.hand[p, kind]
            for v in range(s.seats):
                if s.known[v, p, kind] < 0:
                    return 5
                if v != p and s.known[v, p, kind] > count_hidden(s, p, kind):
                    return 5
        if size != s.hand_size[p]:
            return 4
    return check_summaries(s)


@kernel
def check_summaries(s: State) -> int:
    """Return 9 if a field that repeats what others say about the cards is wrong."""
    for card in range(NUM_DESTINY):
        count = 0
        for i in range(s.destiny_discard_count):
            count += s.destiny_discard[i] == card
        if s.destiny_discards[card] != count:
            return 9
    if s.discard_count > 0 and s.discard_top != s.discard[s.discard_count - 1]:
        return 9
    for p in range(s.seats):
        for v in range(s.seats):
            count = 0
            for kind in range(KINDS):
                count += s.known[v, p, kind]
            if s.knows[v, p] != count:
                return 9
    for kind in range(KINDS):
        count = 0
        for i in range(s.discard_count):
            count += s.discard[i] == kind
        if s.discards[kind] != count:
            return 9
        if kind >= FIRST_EDICT:
            for p in range(s.seats):
                if (s.hand[p, kind] > 0) != has(s.arts[p], kind - FIRST_EDICT):
                    return 9
    return 0


@kernel
def count_away(s: State, p: int) -> int:
    """Count the tokens of a player that are captive, in a reserve, or out of the game."""
    count = int(s.removed[p])
    for holder in range(s.seats):
        count += count_held_tokens(s, holder, p)
    return count


@kernel
def check(s: State, box: Box) -> int:
    """Return 0, or the number of the first broken invariant (`BROKEN`)."""
    for p in range(s.seats):
        count = count_tokens(s, p)
        if count == NOBODY:
            return 2
        if count != TOKENS:
            return 1
        if s.away[p] != count_away(s, p):
            return 10
        for place in range(LOCATIONS):
            if s.gone[place] != 0 and s.tokens[p, place] > 0:
                return 11
        for q in range(p):
            if s.power[p] >= 0 and s.power[p] == s.power[q]:
                return 8
    if s.depth >= MAX_DEPTH:
        return 6
    destiny = 4 * s.seats + (1 if s.seats == 3 else 2)
    held = s.destiny_count + s.destiny_discard_count
    if held != destiny and held != destiny - 1:
        return 7
    return check_cards(s, box)
