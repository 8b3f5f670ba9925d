"""Reverse hexes: systems with rules of their own (11.6, R49-R51, R101, R221-R226)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import shuffle
from spaceenvs.cosmic_encounter.actions import D_BOUND, D_PLACE, LOC, NUM, OPT, PASS, YES
from spaceenvs.cosmic_encounter.components import (
    BINARY,
    GAS_GIANT,
    HEX_PLANETS,
    HEX_SPREADS,
    HEXES,
    MAX_PLAYERS,
    PLANETS,
    RINGS,
    ROSETTE,
    SITES,
    SLOTS,
    SPACE_DUST,
    TOKENS,
    TOKENS_PER_PLANET,
)
from spaceenvs.cosmic_encounter.piles import discard_destiny_card
from spaceenvs.cosmic_encounter.points import FREE, HELD_FAST, apply_rules
from spaceenvs.cosmic_encounter.stack import (
    ALL_LOST,
    BOUND,
    NO_PLANET,
    WON_BY_OFFENCE,
    Frame,
    allow,
    answered_place,
    ask,
    call,
    count_home_bases,
    defends_planet,
    end,
    find_hex,
    has_stacks,
    is_main,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, NONE_STANDING

PLANET, LEFT = 1, 2  # notes of PLACE: the next planet, the tokens left for it and those after it
PURPOSE, STEP = 0, 1  # notes of BOUND: what is asked; Rosette: how far
OF_RINGS, OF_ROSETTE, EVACUATION, WITHDRAWAL, OF_DUST, OF_STARS = range(6)
FIRST_RING, RING_STEP = 10, 2  # R51: 10, 8, 6, 4, 2
MOST_STANDING = 20  # R224
DUST_BONUS = 5
KEPT_LIGHT, KEPT_DARK = 2, 1  # destiny cards that Space Dust keeps, by the side of the cone
STAR_PLANETS = 3  # R50
BASES_OF_A_STAR = 2
FULL_SYSTEM, FULL_INCOME, SMALL_INCOME = 4, 7, 3  # R209: tokens, Lucre


# -- the setup ---------------------------------------------------------------------------------


@kernel
def give_hexes(s: State, box: Box) -> None:
    """Every seat gets its hex, or a normal system; at random: the six are shuffled (R214)."""
    is_random = False
    for p in range(MAX_PLAYERS):
        s.hex[p] = max(0, box.hexes[p])
        is_random = is_random or box.hexes[p] < 0
    if is_random:
        order = s.pool
        for i in range(len(HEXES)):
            order[i] = i + 1
        shuffle(s.rng, order, len(HEXES))
        k = 0
        for p in range(s.seats):
            if box.hexes[p] < 0:
                while find_hex(s, order[k]) >= 0:
                    k += 1
                s.hex[p] = order[k]
    make_systems(s)


@kernel
def make_systems(s: State) -> None:
    """Lay out the planets of every seat; Space Dust keeps three destiny cards."""
    for p in range(s.seats):
        for slot in range(SITES):
            place = p * SLOTS + slot
            s.gone[place] = 0 if slot < HEX_PLANETS[s.hex[p]] else NO_PLANET
            s.tokens[p, place] = TOKENS_PER_PLANET if slot < PLANETS else 0
            if has_stacks(s, p):
                s.tokens[p, place] = TOKENS if slot == 0 else 0
    s.dust[0] = 0
    s.dust[1] = 0
    if find_hex(s, SPACE_DUST) >= 0:
        s.dust[0] = KEPT_LIGHT
        s.dust[1] = KEPT_DARK


@kernel
def spreads_tokens(s: State, p: int) -> bool:
    """Whether a player spreads his tokens over his planets at the start (R221)."""
    return HEX_SPREADS[s.hex[p]] != 0


@kernel
def has_own_setup(s: State, p: int) -> bool:
    """R221: whether his hex says where his tokens lie at the start, so that a Worm does not."""
    return spreads_tokens(s, p) or has_stacks(s, p)


@kernel
def run_place(s: State, box: Box, f: Frame) -> None:
    """D_PLACE: so many tokens for each planet of who; the last one takes the rest."""
    p = f.who
    planets = HEX_PLANETS[s.hex[p]]
    last = p * SLOTS + planets - 1
    if f.at == 0:
        f.notes[LEFT] = s.owned[p]
        for slot in range(planets):
            s.tokens[p, p * SLOTS + slot] = 0
        s.tokens[p, last] = s.owned[p]
        f.at = 2
    if f.at == 3:
        count = s.answer - NUM
        s.tokens[p, p * SLOTS + f.notes[PLANET]] = count
        s.tokens[p, last] -= count
        f.notes[LEFT] -= count
        f.notes[PLANET] += 1
        f.at = 2
    if f.notes[PLANET] == planets - 1:
        end(s)
        return
    open_question(s)
    for count in range(f.notes[LEFT] + 1):
        allow(s, NUM + count)
    ask(s, f, D_PLACE, p)


# -- Gas Giant and Space Dust: stacks ----------------------------------------------------------


@kernel
def is_free_slot(s: State, place: int) -> bool:
    """Whether nobody has a base in a slot."""
    for q in range(s.seats):
        if s.tokens[q, place] > 0:
            return False
    return True


@kernel
def find_free_slot(s: State, system: int) -> int:
    """Return the lowest empty slot for a stack, -1 if all are taken."""
    for place in range(system * SLOTS + 1, system * SLOTS + SITES):
        if is_free_slot(s, place):
            return place
    return NOBODY


@kernel
def find_own_stack(s: State, system: int, p: int) -> int:
    """Return the lowest stack of a player, -1 if he has none."""
    for place in range(system * SLOTS + 1, system * SLOTS + SITES):
        if s.tokens[p, place] > 0:
            return place
    return NOBODY


@kernel
def find_new_base(s: State, p: int, place: int) -> int:
    """Return where a player stands who goes to a planet, -1 if there is no room (R222)."""
    system = place // SLOTS
    if not has_stacks(s, system) or place % SLOTS >= SITES:
        return place
    return system * SLOTS if p == system else find_free_slot(s, system)


@kernel
def find_landing(s: State, p: int, place: int) -> int:
    """Return where the winner's tokens land: if there is no room on his own stack, -1 none."""
    found = find_new_base(s, p, place)
    return found if found >= 0 else find_own_stack(s, place // SLOTS, p)


@kernel
def can_settle_on(s: State, p: int, place: int) -> bool:
    """Whether a player can get a new base on a planet of the game."""
    if s.gone[place] != 0:
        return False
    found = find_new_base(s, p, place)
    return found >= 0 and s.tokens[p, found] == 0


@kernel
def may_stand(s: State, p: int, place: int) -> bool:
    """Whether a player's tokens may lie there: on slot 0 of such a system only its owner's."""
    system = place // SLOTS
    if not has_stacks(s, system) or place % SLOTS >= SITES:
        return True
    return (p == system) == (place % SLOTS == 0)


@kernel
def take_off_standing(s: State, p: int, step: int) -> None:
    """Tokens of a DEF who has withdrawn some are added to or taken from the target planet."""
    c = s.challenge
    if c.standing != 0 and p == c.defender:
        left = max(0, int(c.standing)) + step
        c.standing = left if left > 0 else NONE_STANDING


@kernel
def find_income(s: State, p: int) -> int:
    """R209: the income at T0: 3 and his home bases; of Gas Giant and Space Dust 7 and his moons."""
    bases = int(count_home_bases(s, p))
    if not has_stacks(s, p):
        return SMALL_INCOME + bases
    tokens = 0
    moons = 0
    for slot in range(SLOTS):
        tokens += int(s.tokens[p, p * SLOTS + slot])
        if slot >= SITES and s.tokens[p, p * SLOTS + slot] > 0:
            moons += 1
    return FULL_INCOME + moons if tokens >= FULL_SYSTEM else SMALL_INCOME + tokens


# -- Space Dust's destiny cards ----------------------------------------------------------------


@kernel
def settle_dust(s: State) -> None:
    """R211: the card played goes to the destiny discards if he lost, otherwise back to him."""
    c = s.challenge
    if c.dust_card == 0:
        return
    owner = find_hex(s, SPACE_DUST)
    if c.outcome in (WON_BY_OFFENCE, ALL_LOST):
        discard_destiny_card(s, dust_kind(owner, c.dust_card))
    else:
        s.dust[c.dust_card - 1] += 1
    c.dust_card = 0


@kernel
def dust_kind(owner: int, card: int) -> int:
    """Return the destiny card of Space Dust in play: 1 light, 2 dark."""
    return owner + MAX_PLAYERS * (int(card) - 1)


# -- D_BOUND -----------------------------------------------------------------------------------


@kernel
def are_hexes_off(s: State) -> bool:
    """While Sanity is in force reverse hexes have no effect."""
    return s.challenge.sanity != 0  # type: ignore[no-any-return]


@kernel
def ask_bound(s: State, p: int, purpose: int) -> None:
    """Call D_BOUND."""
    call(s, BOUND, p, purpose)


@kernel
def ring_number(s: State) -> int:
    """Return the defence number of the target planet, 0 if its owner does not defend Rings."""
    c = s.challenge
    if c.target < 0 or c.target // SLOTS != c.defender or s.hex[c.defender] != RINGS:
        return 0
    slot = int(c.target) % SLOTS
    return FIRST_RING - RING_STEP * slot if slot < PLANETS else 0


@kernel
def find_rosette(s: State) -> int:
    """Return the main player on whose own Rosette the challenge is fought, -1 if none."""
    c = s.challenge
    if c.target < 0 or c.target % SLOTS >= SITES:
        return NOBODY
    owner = int(c.target) // SLOTS
    return owner if s.hex[owner] == ROSETTE and is_main(s, owner) else NOBODY


@kernel
def call_bound(s: State) -> None:
    """Between H_TOT and the totals: a hex of a main player may change his total (R225)."""
    if are_hexes_off(s):
        return
    if ring_number(s) > 0:
        ask_bound(s, s.challenge.defender, OF_RINGS)
    elif find_rosette(s) >= 0:
        ask_bound(s, find_rosette(s), OF_ROSETTE)


@kernel
def call_evacuation(s: State) -> None:
    """AC, as soon as the type is fixed: a Rosette may evacuate its planet (R225)."""
    if not are_hexes_off(s) and find_rosette(s) >= 0:
        ask_bound(s, find_rosette(s), EVACUATION)


@kernel
def call_withdrawal(s: State) -> None:
    """At the beginning of 7a: a Gas Giant may withdraw tokens, once in a challenge (R224)."""
    c = s.challenge
    owner = find_hex(s, GAS_GIANT)
    if owner < 0 or owner != c.defender or c.target != owner * SLOTS or are_hexes_off(s):
        return
    if c.standing == 0 and s.tokens[owner, c.target] > 1:
        ask_bound(s, owner, WITHDRAWAL)


@kernel
def call_dust(s: State) -> None:
    """Before the H_POST window: Space Dust may play a card of its own (R224)."""
    c = s.challenge
    owner = find_hex(s, SPACE_DUST)
    if owner < 0 or owner != c.defender or are_hexes_off(s):
        return
    if c.dust_card == 0 and s.dust[0] + s.dust[1] > 0:
        ask_bound(s, owner, OF_DUST)


@kernel
def run_bound(s: State, box: Box, f: Frame) -> None:
    """D_BOUND: what the owner of a hex makes of it."""
    purpose = f.notes[PURPOSE]
    if purpose == OF_RINGS:
        run_rings(s, f)
    elif purpose == OF_ROSETTE:
        run_rosette(s, f)
    elif purpose == EVACUATION:
        run_evacuation(s, box, f)
    elif purpose == WITHDRAWAL:
        run_withdrawal(s, f)
    elif purpose == OF_DUST:
        run_dust(s, f)
    else:
        run_stars(s, f)


@kernel
def run_rings(s: State, f: Frame) -> None:
    """The Rings' owner adds or subtracts the defence number, or neither (R51)."""
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_BOUND, f.who)
        return
    if s.answer == OPT:
        s.challenge.hex_bonus[DEFENCE] = ring_number(s)
    elif s.answer == OPT + 1:
        s.challenge.hex_bonus[DEFENCE] = -ring_number(s)
    end(s)


@kernel
def neighbour(place: int, step: int) -> int:
    """Return the planet before (0) or after (1) one of a Rosette."""
    slot = int(place) % SLOTS
    return int(place) - slot + (slot + (SITES - 1 if step == 0 else 1)) % SITES


@kernel
def run_rosette(s: State, f: Frame) -> None:
    """The neighbours before and after, each YES or PASS; a DEF who added none may evacuate."""
    c = s.challenge
    side = side_of(s, f.who)
    if f.at == 1:
        f.at = 0
        if s.answer == YES:
            c.hex_bonus[side] += s.tokens[f.who, neighbour(c.target, f.notes[STEP])]
        f.notes[STEP] += 1
    while f.notes[STEP] < 2:
        if s.tokens[f.who, neighbour(c.target, f.notes[STEP])] > 0:
            open_question(s)
            allow(s, PASS)
            allow(s, YES)
            ask(s, f, D_BOUND, f.who)
            return
        f.notes[STEP] += 1
    end(s)
    if side == DEFENCE and c.hex_bonus[DEFENCE] == 0:
        ask_bound(s, f.who, EVACUATION)


@kernel
def run_evacuation(s: State, box: Box, f: Frame) -> None:
    """As DEF: all his tokens leave the target planet for a neighbour with a base of his (R101)."""
    c = s.challenge
    p = int(f.who)
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        is_there = defends_planet(s, p) and s.tokens[p, c.target] > 0
        is_free = apply_rules(s, box, HELD_FAST, p, c.target, FREE) == FREE  # R140
        if side_of(s, p) == DEFENCE and is_there and is_free:
            for step in range(2):
                if s.tokens[p, neighbour(c.target, step)] > 0:
                    allow(s, LOC + neighbour(c.target, step))
        ask(s, f, D_BOUND, p)
        return
    if s.answer != PASS:
        s.tokens[p, answered_place(s)] += s.tokens[p, c.target]
        s.tokens[p, c.target] = 0
    end(s)


@kernel
def run_withdrawal(s: State, f: Frame) -> None:
    """NUM: how many tokens stay in the challenge; the others stay in slot 0 (R224)."""
    c = s.challenge
    if f.at == 0:
        open_question(s)
        for count in range(1, min(MOST_STANDING, s.tokens[f.who, c.target]) + 1):
            allow(s, NUM + count)
        ask(s, f, D_BOUND, f.who)
        return
    c.standing = s.answer - NUM
    end(s)


@kernel
def run_dust(s: State, f: Frame) -> None:
    """YES: a kept destiny card adds 5 to his total, the light ones first (R224)."""
    if f.at == 0:
        open_question(s)
        allow(s, PASS)
        allow(s, YES)
        ask(s, f, D_BOUND, f.who)
        return
    if s.answer == YES:
        card = 0 if s.dust[0] > 0 else 1
        s.dust[card] -= 1
        s.challenge.dust_card = card + 1
        s.challenge.hex_bonus[DEFENCE] += DUST_BONUS
    end(s)


@kernel
def run_stars(s: State, f: Frame) -> None:
    """R221: the star that the first power of a Binary belongs to."""
    if f.at == 0:
        open_question(s)
        allow(s, OPT)
        allow(s, OPT + 1)
        ask(s, f, D_BOUND, f.who)
        return
    s.first_star[f.who] = s.answer - OPT
    end(s)


@kernel
def call_stars(s: State) -> None:
    """After D_PLACE a Binary with a power says which star it belongs to (R221)."""
    owner = find_hex(s, BINARY)
    if owner >= 0 and s.power[owner] >= 0:
        ask_bound(s, owner, OF_STARS)
