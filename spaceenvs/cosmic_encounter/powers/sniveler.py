"""Sniveler: whines about tokens, bases or cards that he lacks (R136, R142)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import D_RETURN, LOC, OPT, PASS, YES, decision
from spaceenvs.cosmic_encounter.blocks import Words, power, super_, wild
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    FIRST_EDICT,
    FIRST_FLARE,
    KINDS,
    SITES,
    SLOTS,
    SNIVELER,
)
from spaceenvs.cosmic_encounter.hands import discard_from_hand, give_card
from spaceenvs.cosmic_encounter.hexes import can_settle_on
from spaceenvs.cosmic_encounter.hooks import H_INV, H_OWN
from spaceenvs.cosmic_encounter.scoring import check_victory
from spaceenvs.cosmic_encounter.sets import add, has
from spaceenvs.cosmic_encounter.stack import (
    FROM_WARP,
    LAND,
    Frame,
    allow,
    allow_bases,
    allow_card,
    answered_kind,
    answered_place,
    ask,
    call,
    count_external_planets,
    end,
    has_base_besides,
    has_seat,
    is_main,
    open_question,
    with_seat,
)
from spaceenvs.cosmic_encounter.tokens import choose_loss, has_movable
from spaceenvs.cosmic_encounter.uses import run_enlarge

# What its frame notes: whines left; what this one is about; the next by timing order; whether
# somebody has refused, or given a card, later the base given up. Its `seats` are the whines so far.
LEFT, WHINE, NEXT_UP, FLAG = 0, 1, 2, 3
BASE = FLAG
TOKENS, BASES, CARDS = 0, 1, 2  # the menu
COMPROMISES, HIGH_ATTACKS, EDICTS, FLARES = 3, 4, 5, 6  # its second part
HIGH = 15  # an Attack of this value or more
# Places of its frame.
VOTING, GIVING, PUNISHING, GRANTING, DONE = 6, 10, 20, 30, 40
D_SNIVELER = decision("D_SNIVELER")


@kernel
def is_of_class(box: Box, kind: int, whine: int) -> bool:
    """Whether a card is of the class that a whine is about."""
    if whine == COMPROMISES:
        return kind == COMPROMISE
    if whine == HIGH_ATTACKS:
        return kind < COMPROMISE and box.value[kind] >= HIGH
    if whine == EDICTS:
        return FIRST_EDICT <= kind < FIRST_FLARE
    return kind >= FIRST_FLARE


@kernel
def holds_class(s: State, box: Box, p: int, whine: int) -> bool:
    """Whether a player holds a card of a class."""
    for kind in range(KINDS):
        if s.hand[p, kind] > 0 and is_of_class(box, kind, whine):
            return True
    return False


@kernel
def is_poorest_in_bases(s: State, p: int) -> bool:
    """Whether nobody has fewer external bases; Moon Base Omega is none here."""
    for q in range(s.seats):
        if count_external_planets(s, q) < count_external_planets(s, p):
            return False
    return True


@kernel
def is_richest_in_warp(s: State, p: int) -> bool:
    """Whether a player has tokens in the Warp, and nobody more (R142)."""
    for q in range(s.seats):
        if s.warp[q] > s.warp[p]:
            return False
    return s.warp[p] > 0  # type: ignore[no-any-return]


@kernel
def may_whine(s: State, box: Box, p: int, whine: int) -> bool:
    """Whether the condition of a whine holds."""
    if whine == TOKENS:
        return is_richest_in_warp(s, p)
    if whine == BASES:
        return is_poorest_in_bases(s, p)
    for card_class in range(COMPROMISES, FLARES + 1):
        if not holds_class(s, box, p, card_class):
            return True
    return False


@kernel
def can_sniveler(s: State, box: Box, p: int, about: int) -> bool:
    """MAIN, once in a challenge, and there is something to whine about."""
    if not is_main(s, p) or has(s.challenge.used, SNIVELER):
        return False
    for whine in range(CARDS + 1):
        if may_whine(s, box, p, whine):
            return True
    return False


@kernel
def run_sniveler(s: State, box: Box, f: Frame) -> None:
    """Whine, once (Super: perhaps about something else too)."""
    if f.at == 0:
        add(s.challenge.used, SNIVELER)
        f.notes[LEFT] = 2 if s.super_use != 0 else 1
        s.super_use = 0
        f.at = 2
    if f.at >= DONE:
        f.at = 2
    if f.at < VOTING:
        begin_whine(s, box, f)
    elif f.at < GIVING:
        vote(s, f)
    elif f.at < PUNISHING:
        give_cards(s, box, f)
    elif f.at < GRANTING:
        punish(s, box, f)
    else:
        grant(s, box, f)


@kernel
def begin_whine(s: State, box: Box, f: Frame) -> None:
    """Choose what to whine about, of cards the class."""
    p = f.who
    if f.at == 2:
        if f.notes[LEFT] == 0:
            end(s)
            return
        open_question(s)
        for whine in range(CARDS + 1):
            if not has_seat(f.seats, whine) and may_whine(s, box, p, whine):
                allow(s, OPT + whine)
        if f.seats != 0:
            allow(s, PASS)
        if s.choices == 0:
            end(s)
            return
        ask(s, f, D_SNIVELER, p)
        return
    if f.at == 3:
        if s.answer == PASS:
            end(s)
            return
        f.notes[WHINE] = s.answer - OPT
        f.seats = with_seat(f.seats, f.notes[WHINE])
        f.notes[LEFT] -= 1
        f.notes[NEXT_UP] = 0
        f.notes[FLAG] = 0
        f.at = 4 if f.notes[WHINE] == CARDS else VOTING
        return
    if f.at == 4:
        open_question(s)
        for card_class in range(COMPROMISES, FLARES + 1):
            if not holds_class(s, box, p, card_class):
                allow(s, OPT + card_class)
        ask(s, f, D_SNIVELER, p)
        return
    f.notes[WHINE] = s.answer - OPT
    f.at = GIVING


@kernel
def vote(s: State, f: Frame) -> None:
    """All others vote in timing order."""
    c = s.challenge
    if f.at == VOTING + 1:
        f.at = VOTING
        if s.answer == PASS:
            f.notes[FLAG] = 1
        f.notes[NEXT_UP] += 1
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if q != f.who:
            open_question(s)
            allow(s, PASS)
            allow(s, YES)
            ask(s, f, D_SNIVELER, q)
            return
        f.notes[NEXT_UP] += 1
    f.notes[NEXT_UP] = 0
    f.at = GRANTING if f.notes[FLAG] == 0 else PUNISHING


@kernel
def give_cards(s: State, box: Box, f: Frame) -> None:
    """Each other player may give a card of the class; if nobody does, all discard theirs."""
    c = s.challenge
    if f.at == GIVING + 1:
        f.at = GIVING
        if s.answer != PASS:
            f.notes[FLAG] = 1
            give_card(s, c.order[f.notes[NEXT_UP]], f.who, answered_kind(s))
        f.notes[NEXT_UP] += 1
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if q != f.who and (s.asked_again != 0 or holds_class(s, box, q, f.notes[WHINE])):
            open_question(s)
            allow(s, PASS)
            for kind in range(KINDS):
                if s.hand[q, kind] > 0 and is_of_class(box, kind, f.notes[WHINE]):
                    allow_card(s, kind)
            ask(s, f, D_SNIVELER, q)
            return
        f.notes[NEXT_UP] += 1
    f.at = DONE
    if f.notes[FLAG] == 0:
        discard_class(s, box, f.who, f.notes[WHINE])


@kernel
def discard_class(s: State, box: Box, p: int, whine: int) -> None:
    """All others discard their cards of a class, in timing order."""
    for i in range(s.seats):
        q = s.challenge.order[i]
        if q != p:
            for kind in range(KINDS):
                if is_of_class(box, kind, whine):
                    for _ in range(s.hand[q, kind]):
                        discard_from_hand(s, q, kind)


@kernel
def punish(s: State, box: Box, f: Frame) -> None:
    """Refused: the others lose tokens as he has, or give up a base each."""
    c = s.challenge
    if f.at == PUNISHING + 1:
        f.notes[BASE] = answered_place(s)
        f.at = PUNISHING + 2
    if f.at == PUNISHING + 3:
        q = c.order[f.notes[NEXT_UP]]
        s.tokens[q, f.notes[BASE]] -= 1
        s.tokens[q, answered_place(s)] += 1
        f.at = PUNISHING + 2
    if f.at == PUNISHING + 2:
        if is_leaving(s, f, c.order[f.notes[NEXT_UP]]):
            return
        f.notes[NEXT_UP] += 1
        f.at = PUNISHING
    while f.notes[NEXT_UP] < s.seats:
        q = c.order[f.notes[NEXT_UP]]
        if f.notes[WHINE] == TOKENS:
            f.notes[NEXT_UP] += 1
            missing = int(s.warp[f.who]) - int(s.warp[q])
            if q != f.who and missing > 0:
                choose_loss(s, q, missing, q, 0)
                return
        else:
            if q != f.who and count_external_planets(s, q) > 0:
                open_question(s)
                allow_external_bases(s, q)
                ask(s, f, D_SNIVELER, q)
                return
            f.notes[NEXT_UP] += 1
    f.at = DONE


@kernel
def allow_external_bases(s: State, q: int) -> None:
    """Make the bases of a player outside his own system legal answers."""
    for system in range(s.seats):
        for slot in range(SITES):
            place = system * SLOTS + slot
            if system != q and s.tokens[q, place] > 0:
                allow(s, LOC + place)


@kernel
def is_leaving(s: State, f: Frame, q: int) -> bool:
    """Let the tokens of a base given up go to other bases, one by one; False when all have."""
    base = int(f.notes[BASE])
    if s.tokens[q, base] > 0 and has_base_besides(s, q, base):
        open_question(s)
        allow_bases(s, q, base)
        ask(s, f, D_RETURN, q)
        return True
    s.warp[q] += s.tokens[q, base]  # R16
    s.tokens[q, base] = 0
    return False


@kernel
def grant(s: State, box: Box, f: Frame) -> None:
    """All agree: his tokens leave the Warp, or he lands where he has no base."""
    p = f.who
    if f.at == GRANTING:
        if f.notes[WHINE] == TOKENS:
            f.at = DONE
            call(s, FROM_WARP, p, s.warp[p])
            return
        open_question(s)
        if has_movable(s, box, p):  # R136
            allow_free_planets(s, p)
        if s.choices == 0:
            f.at = DONE
            return
        ask(s, f, D_SNIVELER, p)
        return
    if f.at == GRANTING + 1:
        f.at = GRANTING + 2
        call(s, LAND, p, answered_place(s))
        return
    f.at = DONE
    check_victory(s)


@kernel
def allow_free_planets(s: State, p: int) -> None:
    """Make the planets without a base of his legal answers."""
    for system in range(s.seats):
        for slot in range(SITES):
            place = system * SLOTS + slot
            if can_settle_on(s, p, place):
                allow(s, LOC + place)


@kernel
def can_wild_sniveler(s: State, box: Box, p: int, about: int) -> bool:
    """Nobody has fewer external bases."""
    return is_poorest_in_bases(s, p)


@kernel
def run_wild_sniveler(s: State, box: Box, f: Frame) -> None:
    """All his tokens leave the Warp."""
    p = f.who
    end(s)
    call(s, FROM_WARP, p, s.warp[p])


PLAYS = (
    power("Sniveler", H_INV, can=can_sniveler, run=run_sniveler),
    wild("Sniveler", H_INV, can=can_wild_sniveler, run=run_wild_sniveler),
    super_("Sniveler", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_SNIVELER",
        asked="Sniveler: what to whine about, and what the others do about it",
        stop="no",
        yes="agree",
        card="give",
        place="base on",
        menu=(
            *("whine about tokens", "whine about bases", "whine about cards", "a Compromise"),
            *("an Attack of 15 or more", "an Edict", "a Flare"),
        ),
    ),
)
