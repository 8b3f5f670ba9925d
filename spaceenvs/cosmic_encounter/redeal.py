"""Redeal: draw again what a player cannot see, in agreement with all that he can (section 8)."""

from __future__ import annotations

from spaceenvs.core.game import Box, Observation, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick, seed_rng, shuffle
from spaceenvs.cosmic_encounter.actions import (
    D_CARD,
    D_DEUCE,
    D_DISCARD,
    D_GIVE,
    FIRST_OF_BLOCKS,
    decision,
)
from spaceenvs.cosmic_encounter.bindings import TO_ATTACK, is_bound
from spaceenvs.cosmic_encounter.cards import is_demanded, is_open
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    DEUCE,
    FILCH,
    FIRST_FLARE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    FIRST_SPECIAL,
    IS_SECRET_MOON,
    KINDS,
    MISER,
    NUM_CHALLENGE,
    NUM_MOONS,
    NUM_POWERS,
    NUM_SPECIAL,
    RESERVE,
    SYSTEM_MOONS,
    WORLDSHIPS,
)
from spaceenvs.cosmic_encounter.hands import forget, learn_shown, note_arts, pick_random
from spaceenvs.cosmic_encounter.hoard import (
    code_of,
    count_challenge_in_hoard,
    count_hoard,
    hoarded,
)
from spaceenvs.cosmic_encounter.invariants import count_hidden
from spaceenvs.cosmic_encounter.moons.sight import sees_top_card, sees_top_destiny
from spaceenvs.cosmic_encounter.points import REDRAW, apply_rules
from spaceenvs.cosmic_encounter.powers.aristocrat import D_ARISTOCRAT
from spaceenvs.cosmic_encounter.powers.ethic import D_ETHIC
from spaceenvs.cosmic_encounter.powers.laser import D_LASER
from spaceenvs.cosmic_encounter.rules import ask_again
from spaceenvs.cosmic_encounter.satellites import ENTERED, FACE_UP, MOON, UNTOUCHED
from spaceenvs.cosmic_encounter.sheets import memory_of
from spaceenvs.cosmic_encounter.stack import ASK_MOON, REFUSE, START_MOON, USE, find_hex, has_seat
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE
from spaceenvs.cosmic_encounter.uses import WILD

D_PROLONG = decision("D_PROLONG")


@kernel
def is_frozen(s: State, player: int, o: int) -> bool:
    """Whether a redeal must leave a player's cards: a question hangs on them."""
    c = s.challenge
    if o == player:
        return True
    if s.done != 0:
        return False
    for i in range(s.depth):
        # His wild Filch and his Reserve need a Compromise, his wild Deuce a second Challenge card.
        f = s.stack[i]
        if f.kind == USE and f.who == o and f.play in (WILD + FILCH, WILD + DEUCE, RESERVE):
            return True
    if s.decision == D_GIVE and o == s.to_move and find_side(s, o) < 0:
        return True  # a Diplomat, who gives last
    if s.decision == D_LASER or s.decision == D_ETHIC:
        return o == c.off or o == c.defender or o == s.to_move
    if s.decision == D_CARD or s.decision == D_DEUCE or s.decision == D_DISCARD:
        return o == s.to_move
    return s.decision >= FIRST_OF_BLOCKS and o == s.to_move


@kernel
def find_side(s: State, o: int) -> int:
    """Return the side of a main player, -1 of others."""
    c = s.challenge
    if o == c.off:
        return OFFENCE
    if o == c.defender:
        return DEFENCE
    return NOBODY


@kernel
def is_hidden_main(s: State, side: int) -> bool:
    """Whether the main card of a side lies face down."""
    c = s.challenge
    return c.card[side] >= 0 and c.shown[side] == 0


@kernel
def has_hidden_extra(s: State, o: int) -> bool:
    """Whether a card of an ally lies face down."""
    return s.challenge.revealed == 0 and s.challenge.extra[o] >= 0


@kernel
def last_of_extra(s: State, o: int) -> int:
    """Return the end of the kinds that an ally's card may be: all Challenge cards, or Attacks."""
    return COMPROMISE if s.challenge.extra_attack[o] != 0 else NUM_CHALLENGE


@kernel
def last_of_given(s: State) -> int:
    """Return the end of the kinds that a card chosen face down may be: Attacks for a Prolong."""
    return COMPROMISE if s.decision == D_PROLONG else KINDS


@kernel
def choose_main(s: State, o: int, last: int) -> int:
    """Take the card that a main player has selected out of his hand: what was demanded, or any."""
    for k in range(NUM_CHALLENGE):
        if is_demanded(s, o, k):
            s.hand[o, k] -= 1
            return k
    return choose_in_hand(s, o, 0, last)


@kernel
def pool_own(s: State, player: int, o: int, pool: Observation) -> None:
    """Take up a player's hidden cards but those the viewer knows; leave the known in hand."""
    c = s.challenge
    side = find_side(s, o)
    if has_hidden_extra(s, o):
        s.hand[o, c.extra[o]] += 1
    if side >= 0:
        if is_hidden_main(s, side):
            s.hand[o, c.card[side]] += 1
        if not is_open(s, side) and c.second[side] >= 0:
            s.hand[o, c.second[side]] += 1
        if not is_open(s, side) and c.kicker[side] >= 0:
            s.hand[o, c.kicker[side]] += 1
        for i in range(c.given_count[side]):
            s.hand[o, c.given[side, i]] += 1
    for i in range(c.put_by_count):
        if c.put_by_owner == o:
            s.hand[o, c.put_by[i]] += 1
    for k in range(KINDS):
        pool[k] += s.hand[o, k] - s.known[player, o, k]
        s.hand[o, k] = s.known[player, o, k]


@kernel
def draw_from(s: State, pool: Observation, first: int, last: int) -> int:
    """Take a random card of the kinds first..last-1 out of the pool, -1 if there is none."""
    total = 0
    for k in range(first, last):
        total += int(pool[k])
    if total == 0:
        return NOBODY
    left = pick(s.rng, total)
    for k in range(first, last):
        left -= pool[k]
        if left < 0:
            pool[k] -= 1
            return k
    return NOBODY


@kernel
def count_kinds(s: State, o: int, first: int, last: int) -> int:
    """Count the cards of these kinds in a hand."""
    count = 0
    for k in range(first, last):
        count += int(s.hand[o, k])
    return count


@kernel
def demand(s: State, o: int, pool: Observation, first: int, last: int, wanted: int) -> None:
    """Give a player cards of these kinds out of the pool until he has so many."""
    while count_kinds(s, o, first, last) < wanted:
        kind = draw_from(s, pool, first, last)
        if kind < 0:
            return
        s.hand[o, kind] += 1


@kernel
def count_laid(s: State, side: int) -> int:
    """Count the hidden Challenge cards of a side on the table."""
    c = s.challenge
    count = 0
    if is_hidden_main(s, side):
        count += 1
    if not is_open(s, side) and c.second[side] >= 0:
        count += 1
    return count


@kernel
def choose_in_hand(s: State, o: int, first: int, last: int) -> int:
    """Take a random card of these kinds out of a hand."""
    left = pick(s.rng, count_kinds(s, o, first, last))
    for k in range(first, last):
        left -= s.hand[o, k]
        if left < 0:
            s.hand[o, k] -= 1
            return k
    return first


@kernel
def lay_again(s: State, o: int) -> None:
    """Choose anew which of his cards a main player has face down."""
    c = s.challenge
    side = find_side(s, o)
    if has_hidden_extra(s, o):
        c.extra[o] = choose_in_hand(s, o, 0, last_of_extra(s, o))
    if side < 0:
        return
    last = NUM_CHALLENGE
    must_attack = c.upset != 0 or is_bound(s, o, TO_ATTACK)
    if must_attack and count_kinds(s, o, 0, COMPROMISE) >= count_laid(s, side):
        last = COMPROMISE  # after an upset he had to select Attacks
    if is_hidden_main(s, side):
        c.card[side] = choose_main(s, o, last)
    if not is_open(s, side) and c.second[side] >= 0:
        c.second[side] = choose_in_hand(s, o, 0, last)
    if not is_open(s, side) and c.kicker[side] >= 0:
        c.kicker[side] = choose_in_hand(s, o, FIRST_KICKER, FIRST_REINFORCEMENT)
    for i in range(c.given_count[side]):
        c.given[side, i] = choose_in_hand(s, o, 0, last_of_given(s))


@kernel
def put_by_again(s: State, o: int) -> None:
    """Choose anew which of the cards that do not lie on the table a player has set aside."""
    c = s.challenge
    if c.put_by_owner == o:
        for i in range(c.put_by_count):
            c.put_by[i] = choose_in_hand(s, o, 0, KINDS)


@kernel
def lend_again(s: State, player: int, o: int) -> None:
    """Choose anew which of his cards a player has to give back, if the viewer did not see them."""
    c = s.challenge
    for i in range(c.lent_count):
        if c.borrower[i] == o and c.lender[i] != player:
            first = COMPROMISE if c.lent[i] == COMPROMISE else 0
            last = NUM_CHALLENGE if c.lent[i] == COMPROMISE else COMPROMISE
            if count_kinds(s, o, first, last) == 0:
                first, last = 0, NUM_CHALLENGE
            if count_kinds(s, o, first, last) > 0:
                c.lent[i] = choose_in_hand(s, o, first, last)
                s.hand[o, c.lent[i]] += 1


@kernel
def deal_required(s: State, player: int, pool: Observation, needs_hand: Observation) -> None:
    """Give every player the kinds that his face-down cards, and a selection to come, need."""
    c = s.challenge
    for o in range(s.seats):
        side = find_side(s, o)
        if is_frozen(s, player, o):
            continue
        if has_hidden_extra(s, o):
            demand(s, o, pool, 0, last_of_extra(s, o), 1)
        if side < 0:
            continue
        if s.decision == D_PROLONG:
            demand(s, o, pool, 0, COMPROMISE, c.given_count[side])
        demand(s, o, pool, 0, NUM_CHALLENGE, count_laid(s, side) + needs_hand[o])
        if not is_open(s, side) and c.kicker[side] >= 0:
            demand(s, o, pool, FIRST_KICKER, FIRST_REINFORCEMENT, 1)


@kernel
def redeal(s: State, box: Box, player: int, seed: int) -> None:
    """Draw anew all that a player cannot see: hands, face-down cards, decks, unused flares."""
    viewer = int(player)
    seed_rng(s.rng, seed)
    pool = s.pool
    needs_hand = s.needs_hand
    for k in range(KINDS):
        pool[k] = 0
    kept = int(s.face_up)  # the cards on top that all have seen stay (R132)
    if sees_top_card(s, viewer):
        kept = max(kept, 1)
    s.deck_count -= kept
    top = s.deck_count
    for i in range(s.deck_count):
        pool[s.deck[i]] += 1
    for o in range(s.seats):
        # That a main viewer who has not selected holds a Challenge card is known (R6, R7).
        side = find_side(s, o)
        has_card = count_kinds(s, o, 0, NUM_CHALLENGE) > 0
        needs_hand[o] = 1 if side >= 0 and s.challenge.card[side] < 0 and has_card else 0
    for o in range(s.seats):
        if not is_frozen(s, viewer, o):
            pool_own(s, viewer, o, pool)
            for i in range(count_hoard(s, o)):
                pool[hoarded(s, o, i)] += 1
    if s.done != 0 or s.decision != D_ARISTOCRAT:  # he has looked at them
        redeal_unused(s, pool)
    deal_required(s, viewer, pool, needs_hand)
    for o in range(s.seats):
        if not is_frozen(s, viewer, o):
            redeal_hoard(s, o, pool)
    for o in range(s.seats):
        if not is_frozen(s, viewer, o):
            fill_hand(s, o, pool)
            lay_again(s, o)
            put_by_again(s, o)
            lend_again(s, viewer, o)
            note_arts(s, o)
    s.deck_count = 0
    for k in range(KINDS):
        for _ in range(pool[k]):
            s.deck[s.deck_count] = k
            s.deck_count += 1
    shuffle(s.rng, s.deck, s.deck_count)
    s.deck_count = top + kept
    redeal_all_but_top(s, viewer)
    redeal_moons(s, box, viewer)
    apply_rules(s, box, REDRAW, viewer, 0, 0)
    forget_what_moved(s, viewer)
    redeal_bribe(s, viewer)
    if s.done == 0 and s.to_move != viewer:
        ask_again(s, box)


@kernel
def redeal_hoard(s: State, o: int, pool: Observation) -> None:
    """Choose anew what a hoard holds; a Challenge card if it held one, for it may be needed."""
    size = count_hoard(s, o)
    if size == 0:
        return
    has_challenge = count_challenge_in_hoard(s, o) > 0
    memory = memory_of(s, o, MISER)
    for i in range(size):
        kind = draw_from(s, pool, 0, NUM_CHALLENGE) if i == 0 and has_challenge else NOBODY
        if kind < 0:
            kind = draw_from(s, pool, 0, KINDS)
        memory[i] = code_of(kind)


@kernel
def pick_special(s: State, known_in: int) -> int:
    """Take a random special card that the viewer does not see and that may be in the game."""
    count = 0
    for i in range(NUM_SPECIAL):
        is_free = s.special_out[i] != 0 and (s.special_seen[i] == 1) == (known_in != 0)
        if is_free and s.special_seen[i] >= 0:
            count += 1
    if count == 0:
        return NOBODY
    left = pick(s.rng, count)
    for i in range(NUM_SPECIAL):
        is_free = s.special_out[i] != 0 and (s.special_seen[i] == 1) == (known_in != 0)
        if is_free and s.special_seen[i] >= 0:
            if left == 0:
                s.special_out[i] = 0
                return FIRST_SPECIAL + i
            left -= 1
    return NOBODY


@kernel
def redeal_all_but_top(s: State, player: int) -> None:
    """The destiny cards are drawn anew, but for the top one if a Peek Moon shows it."""
    if not sees_top_destiny(s, player):
        redeal_destiny(s, player)
        return
    s.destiny_count -= 1
    top = int(s.destiny[s.destiny_count])
    redeal_destiny(s, player)
    s.destiny[s.destiny_count] = top
    s.destiny_count += 1


@kernel
def redeal_destiny(s: State, player: int) -> None:
    """The destiny deck, the cards of Worldships and the special cards outside are drawn anew.

    Special cards that all know to be in the game stay in it, those known to be outside do not
    come in.
    """
    is_fleet_hidden = find_hex(s, WORLDSHIPS) != player
    count = int(s.destiny_count)
    if is_fleet_hidden:
        for i in range(s.fleet_count):
            s.destiny[count] = s.fleet[i]
            count += 1
    for i in range(count):
        if s.destiny[i] >= FIRST_SPECIAL:
            s.special_out[s.destiny[i] - FIRST_SPECIAL] = 1
    for i in range(count):
        if s.destiny[i] >= FIRST_SPECIAL:
            card = pick_special(s, 1)
            s.destiny[i] = card if card >= 0 else pick_special(s, 0)
    shuffle(s.rng, s.destiny, count)
    if is_fleet_hidden:
        for i in range(s.fleet_count):
            count -= 1
            s.fleet[i] = s.destiny[count]


@kernel
def forget_what_moved(s: State, player: int) -> None:
    """Nobody else knows a card that the redeal has taken away."""
    for o in range(s.seats):
        if not is_frozen(s, player, o):
            for v in range(s.seats):
                if v != player:
                    for k in range(KINDS):
                        while s.known[v, o, k] > count_hidden(s, o, k):
                            forget(s, v, o, k)


@kernel
def is_moon_kept(s: State, player: int, moon: int) -> bool:
    """Whether a redeal must leave a moon: the viewer knows it, or a question is about it."""
    if s.moon_face[moon] == FACE_UP or has_seat(s.moon_seen[moon], player):
        return True
    for i in range(s.depth):
        f = s.stack[i]
        is_about_moon = f.kind == START_MOON or f.kind == ASK_MOON or f.kind == REFUSE
        if is_about_moon and f.notes[MOON] == moon:
            return True
    return False


@kernel
def redeal_moons(s: State, box: Box, player: int) -> None:
    """Choose anew which moons lie face down; who was on one has seen that it is a secret one."""
    if box.moons == 0:
        return
    pool = s.pool
    for kind in range(NUM_MOONS):
        pool[kind] = box.moon_copies[kind]
    moons = int(s.seats) * SYSTEM_MOONS
    for moon in range(moons):
        if is_moon_kept(s, player, moon):
            pool[s.moon[moon]] -= 1
    for face in range(ENTERED, UNTOUCHED - 1, -1):
        for moon in range(moons):
            if s.moon_face[moon] == face and not is_moon_kept(s, player, moon):
                s.moon[moon] = draw_moon(s, pool, face == ENTERED)
                pool[s.moon[moon]] -= 1


@kernel
def draw_moon(s: State, pool: Observation, is_secret: bool) -> int:
    """Return a random kind of the moons left, only secret ones if need be."""
    count = 0
    for kind in range(NUM_MOONS):
        if not is_secret or IS_SECRET_MOON[kind] != 0:
            count += int(pool[kind])
    left = pick(s.rng, count)
    for kind in range(NUM_MOONS):
        if not is_secret or IS_SECRET_MOON[kind] != 0:
            left -= pool[kind]
            if left < 0:
                return kind
    return 0


@kernel
def redeal_bribe(s: State, player: int) -> None:
    """Choose anew the card that a Bribery Moon offers, unless the viewer sees it."""
    c = s.challenge
    if c.bribe < 0 or player + 1 == c.bribe_by or player + 1 == c.bribe_to:
        return
    giver = int(c.bribe_by) - 1
    if s.hand_size[giver] > 0 and not is_frozen(s, player, giver):
        c.bribe = pick_random(s, giver)
        learn_shown(s, int(c.bribe_to) - 1, giver, int(c.bribe), 1)


@kernel
def redeal_unused(s: State, pool: Observation) -> None:
    """Choose anew which flares are outside the game: none that all know to be in it."""
    for i in range(s.unused_count):
        pool[FIRST_FLARE + s.unused[i]] += 1
    for i in range(s.unused_count):
        candidates = 0
        for power in range(NUM_POWERS):
            if s.flare_seen[power] == 0:
                candidates += pool[FIRST_FLARE + power]
        left = pick(s.rng, candidates)
        for power in range(NUM_POWERS):
            if s.flare_seen[power] == 0 and pool[FIRST_FLARE + power] > 0:
                if left == 0:
                    s.unused[i] = power
                    pool[FIRST_FLARE + power] -= 1
                    break
                left -= 1


@kernel
def fill_hand(s: State, o: int, pool: Observation) -> None:
    """Fill a player's cards up to their number, face-down ones included."""
    c = s.challenge
    wanted = int(s.hand_size[o]) + (int(c.put_by_count) if c.put_by_owner == o else 0)
    side = find_side(s, o)
    if has_hidden_extra(s, o):
        wanted += 1
    if side >= 0:
        wanted += count_laid(s, side) + c.given_count[side]
        if not is_open(s, side) and c.kicker[side] >= 0:
            wanted += 1
    held = count_kinds(s, o, 0, KINDS)
    while held < wanted:
        kind = draw_from(s, pool, 0, KINDS)
        if kind < 0:
            return
        s.hand[o, kind] += 1
        held += 1
