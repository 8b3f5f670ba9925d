"""Challenge cards and Kickers on the table: selecting, showing, taking back, discarding."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.actions import D_CARD, D_DEUCE, D_KICKER, PASS
from spaceenvs.cosmic_encounter.bindings import (
    TO_ATTACK,
    TO_KICKER,
    TO_NO_KICKER,
    TO_NO_POWER,
    fits_bindings,
    is_bound,
)
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.comets import can_afford_card, pay_for_card
from spaceenvs.cosmic_encounter.components import (
    AURA,
    COMPROMISE,
    DEUCE,
    FIRST_KICKER,
    FIRST_REINFORCEMENT,
    GAMBLER,
    INDUSTRIALIST,
    KINDS,
    NUM_CHALLENGE,
)
from spaceenvs.cosmic_encounter.hands import (
    add_card,
    has_attack,
    leave_openly,
    play_card,
    put_on_discard,
    raise_known,
    take_openly,
)
from spaceenvs.cosmic_encounter.hoard import (
    count_hoarded,
    has_attack_in_hoard,
    holds,
    may_use_hoard,
)
from spaceenvs.cosmic_encounter.hooks import H_SECOND, H_SEL
from spaceenvs.cosmic_encounter.moon_points import COUNTS_AS_ATTACK, apply_moons
from spaceenvs.cosmic_encounter.sheets import find_held, has_power
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    allow_card,
    answered_kind,
    ask,
    end,
    main_of,
    open_question,
    open_window_for,
    side_of,
    use_play,
)
from spaceenvs.cosmic_encounter.stacks import put_on_stack
from spaceenvs.cosmic_encounter.state import DEFENCE, MAX_ADDED, NOBODY, OFFENCE

MAIN, SECOND = 0, 1
STACKED = 0  # cell of Industrialist: the side + 1 whose main card goes on the stack
CLAIM = 2  # cells of Gambler: for each side, the kind claimed + 1, with CLAIMS_KICKER added or not
CLAIMS_KICKER = 32
BY_NOTHING, BY_WORD, BY_DEMAND = 0, 1, 2  # what binds a player who selects
CHOOSER = 0  # cells of Aura: for each side, the seat + 1 of who selects its card


@kernel
def is_selectable(s: State, p: int, kind: int) -> bool:
    """Whether a player may select a Challenge card: after an upset an Attack, if he has one."""
    if s.hand[p, kind] == 0:
        return False
    is_free = s.challenge.upset == 0 and not is_bound(s, p, TO_ATTACK)
    return kind != COMPROMISE or is_free or not (has_attack(s, p) or has_attack_in_hoard(s, p))


@kernel
def count_selectable(s: State, p: int) -> int:
    """Count the Challenge cards that a player may select."""
    count = 0
    for k in range(NUM_CHALLENGE):
        if is_selectable(s, p, k):
            count += s.hand[p, k]
    return count


@kernel
def allow_selectable(s: State, p: int) -> None:
    """Make them legal answers."""
    for k in range(NUM_CHALLENGE):
        if is_selectable(s, p, k) or is_in_hoard(s, p, k):
            allow_card(s, k)


@kernel
def is_in_hoard(s: State, p: int, kind: int) -> bool:
    """Whether a player may select a Challenge card from his hoard (R106)."""
    if not may_use_hoard(s, p) or count_hoarded(s, p, kind) == 0:
        return False
    is_free = s.challenge.upset == 0 and not is_bound(s, p, TO_ATTACK)
    return kind != COMPROMISE or is_free or not (has_attack(s, p) or has_attack_in_hoard(s, p))


@kernel
def is_demanded(s: State, p: int, kind: int) -> bool:
    """Whether a Visionary asks for this card and the player may select it."""
    c = s.challenge
    side = side_of(s, p)
    is_named = c.demanded[side, 0] == kind or c.demanded[side, 1] == kind
    return is_named and is_selectable(s, p, kind)


@kernel
def find_bond(s: State, p: int) -> int:
    """Return what binds a player who selects: a demand for a card that he holds comes first."""
    for k in range(NUM_CHALLENGE):
        if is_demanded(s, p, k):
            return BY_DEMAND
    if s.challenge.bound[p] != 0:
        for k in range(NUM_CHALLENGE):
            if (is_selectable(s, p, k) or is_in_hoard(s, p, k)) and fits_bindings(s, p, k):
                return BY_WORD  # R115, 6.10
    return BY_NOTHING


@kernel
def fits_bond(s: State, p: int, kind: int, bond: int) -> bool:
    """Whether a card is what a player is bound to select."""
    if bond == BY_DEMAND:
        return is_demanded(s, p, kind)
    return bond == BY_NOTHING or fits_bindings(s, p, kind)


@kernel
def allow_main_card(s: State, p: int, chooser: int) -> None:
    """D_CARD: what a player is bound to select, if he can; somebody else sees no hoard of his."""
    bond = find_bond(s, p)
    for k in range(NUM_CHALLENGE):
        is_there = is_selectable(s, p, k) or (chooser == p and is_in_hoard(s, p, k))
        if is_there and fits_bond(s, p, k, bond):
            allow_card(s, k)
    if s.choices == 0:
        for k in range(NUM_CHALLENGE):
            if is_selectable(s, p, k):
                allow_card(s, k)


@kernel
def count_choices(s: State, p: int) -> int:
    """Count the cards of his hand that a player may select, whatever binds him."""
    bond = find_bond(s, p)
    count = 0
    for k in range(NUM_CHALLENGE):
        if is_selectable(s, p, k) and fits_bond(s, p, k, bond):
            count += int(s.hand[p, k])
    return count


@kernel
def pick_choice(s: State, p: int, besides: int) -> int:
    """Return a random one of them (but one copy of `besides`); there is one."""
    bond = find_bond(s, p)
    left = pick(s.rng, count_choices(s, p) - (1 if besides >= 0 else 0))
    for k in range(NUM_CHALLENGE):
        if is_selectable(s, p, k) and fits_bond(s, p, k, bond):
            left -= s.hand[p, k] - (1 if k == besides else 0)
            if left < 0:
                return k
    return 0


@kernel
def draw_own_card(s: State, p: int) -> None:
    """A main player's card is drawn at random from those of his hand that he may select.

    Without one he selects from his hoard.
    """
    if count_choices(s, p) > 0:
        lay_card(s, p, pick_choice(s, p, NOBODY))


@kernel
def lay_card(s: State, p: int, kind: int) -> None:
    """A main player puts his main card face down, and pays for it in an Expense War."""
    play_card(s, p, kind)
    s.challenge.card[side_of(s, p)] = kind
    pay_for_card(s, p)


@kernel
def lay_second(s: State, p: int, kind: int, by_power: int) -> None:
    """A main player puts a second card face down."""
    side = side_of(s, p)
    play_card(s, p, kind)
    s.challenge.second[side] = kind
    s.challenge.second_by_power[side] = by_power
    pay_for_card(s, p)


@kernel
def find_chooser(s: State, p: int) -> int:
    """Return who selects the card of a main player: he, or a Demon or super Aura (R117)."""
    chooser = get_cell(s, AURA, CHOOSER + side_of(s, p))
    return chooser - 1 if chooser > 0 else int(p)


@kernel
def choose_for(s: State, chooser: int, p: int) -> None:
    """Somebody else selects the card of a main player; the last one who says so (R117)."""
    set_cell(s, AURA, CHOOSER + side_of(s, p), int(chooser) + 1)


@kernel
def run_pick_kicker(s: State, box: Box, f: Frame) -> None:
    """D_KICKER: who may put a Kicker face down."""
    p = f.who
    if f.at == 0:
        if box.kickers == 0:
            end(s)
            return
        open_question(s)
        for k in range(FIRST_KICKER, FIRST_REINFORCEMENT):
            is_open = holds(s, p, k) and not is_bound(s, p, TO_NO_KICKER)
            if is_open and can_afford_card(s, p, 1):
                allow_card(s, k)
        if s.choices == 0 or not is_bound(s, p, TO_KICKER):
            allow(s, PASS)
        ask(s, f, D_KICKER, p)
        return
    if s.answer != PASS:
        kind = answered_kind(s)
        play_card(s, p, kind)
        pay_for_card(s, p)
        s.challenge.kicker[side_of(s, p)] = kind
    end(s)


@kernel
def run_pick_card(s: State, box: Box, f: Frame) -> None:
    """D_CARD, unless a Laser drew the card; then D_DEUCE or the wild Deuce."""
    c = s.challenge
    p = f.who
    side = side_of(s, p)
    if f.at == 0:
        if c.card[side] < 0:
            chooser = find_chooser(s, p)
            if count_selectable(s, p) == 0:
                chooser = p
            if chooser != p:
                raise_known(s, chooser, p)
            open_question(s)
            allow_main_card(s, p, chooser)
            ask(s, f, D_CARD, chooser)
            return
        f.at = 2
    if f.at == 1:
        lay_card(s, p, answered_kind(s))
        f.at = 2
    if f.at == 2:
        if not has_power(s, p, DEUCE) or is_bound(s, p, TO_NO_POWER):
            end(s)
            open_window_for(s, p, H_SECOND, 0)
            return
        open_question(s)
        allow(s, PASS)
        if can_afford_card(s, p, 1):
            allow_selectable(s, p)
        ask(s, f, D_DEUCE, p)
        return
    if f.at == 3:
        if s.answer == PASS:
            end(s)
            return
        lay_second(s, p, answered_kind(s), 1)
        f.at = 4
        use_play(s, p, DEUCE, H_SEL)
        return
    if s.result == 0:
        # R89: cancelled, the second card returns to his hand.
        add_card(s, p, c.second[side])
        c.second[side] = NOBODY
        c.second_by_power[side] = 0
    end(s)


@kernel
def show_card(s: State, side: int) -> None:
    """Turn a main card face up (Oracle); for what others know this is its reveal."""
    c = s.challenge
    if c.shown[side] == 0:
        c.shown[side] = 1
        leave_openly(s, main_of(s, side), c.card[side])


@kernel
def counts_as_attack(s: State, box: Box, kind: int) -> int:
    """1: a card counts as an Attack as it is revealed: an Attack, unless moons say otherwise."""
    return apply_moons(s, box, COUNTS_AS_ATTACK, NOBODY, kind, 1 if kind != COMPROMISE else 0)


@kernel
def reveal_side(s: State, box: Box, side: int) -> None:
    """Turn all cards of a side face up and note what they are worth now."""
    c = s.challenge
    p = main_of(s, side)
    is_new = not is_open(s, side)
    show_card(s, side)
    c.attack[side, MAIN] = counts_as_attack(s, box, c.card[side])
    c.printed[side, MAIN] = box.value[c.card[side]]
    c.factor[side] = 1
    reveal_second(s, box, side)
    if c.kicker[side] >= 0:
        c.factor[side] = box.value[c.kicker[side]]
        if is_new:
            leave_openly(s, p, c.kicker[side])
    c.opened[side] = 1


@kernel
def reveal_second(s: State, box: Box, side: int) -> None:
    """Turn the second card of a side face up."""
    c = s.challenge
    c.attack[side, SECOND] = 0
    c.printed[side, SECOND] = 0
    if c.second[side] >= 0:
        c.attack[side, SECOND] = counts_as_attack(s, box, c.second[side])
        c.printed[side, SECOND] = box.value[c.second[side]]
        if not is_open(s, side):
            leave_openly(s, main_of(s, side), c.second[side])


@kernel
def reveal_extras(s: State, box: Box) -> None:
    """Turn the cards of allies face up and note which of them are Attacks."""
    c = s.challenge
    for p in range(s.seats):
        c.extra_attack[p] = 0
        if c.extra[p] >= 0:
            leave_openly(s, p, c.extra[p])
            c.extra_attack[p] = counts_as_attack(s, box, c.extra[p])


@kernel
def find_claim(s: State, side: int) -> int:
    """Return the kind that a Gambler has claimed to have played, -1 without a claim in force."""
    return get_cell(s, GAMBLER, CLAIM + side) % CLAIMS_KICKER - 1


@kernel
def find_revealed(s: State, side: int) -> int:
    """Return the kind of a revealed main card; a claim counts as true (R129)."""
    claim = find_claim(s, side)
    return claim if claim >= 0 else int(s.challenge.card[side])


@kernel
def has_played_attack(s: State, side: int) -> bool:
    """Whether a side counts as having played an Attack (Deuce: both cards are Attacks)."""
    c = s.challenge
    if c.attack[side, MAIN] == 0:
        return False
    return c.second[side] < 0 or c.attack[side, SECOND] != 0


@kernel
def take_back(s: State, side: int) -> None:
    """The cards of a side that still lie face down return to hand."""
    c = s.challenge
    p = main_of(s, side)
    if c.card[side] >= 0:
        if c.shown[side] != 0:
            take_openly(s, p, c.card[side])
        else:
            add_card(s, p, c.card[side])
    if c.second[side] >= 0:
        add_card(s, p, c.second[side])
    if c.kicker[side] >= 0:
        add_card(s, p, c.kicker[side])
    clear_table(s, side)


@kernel
def clear_table(s: State, side: int) -> None:
    """Nothing of a side lies on the table any more."""
    c = s.challenge
    c.card[side] = NOBODY
    c.second[side] = NOBODY
    c.second_by_power[side] = 0
    c.kicker[side] = NOBODY
    c.shown[side] = 0
    c.opened[side] = 0
    c.early[side] = 0


@kernel
def discard_table(s: State) -> None:
    """Discard all revealed cards, in ascending order of the ids (6.17)."""
    c = s.challenge
    for k in range(KINDS):
        for side in range(2):
            if c.card[side] == k:
                put_main_away(s, side)
            if c.second[side] == k:
                put_on_discard(s, k)
            if c.kicker[side] == k:
                put_on_discard(s, k)
            for i in range(c.added_count[side]):
                if c.added[side, i] == k:
                    put_on_discard(s, k)
        for p in range(s.seats):
            if c.extra[p] == k:
                put_on_discard(s, k)
                c.extra[p] = NOBODY
    for side in range(2):
        c.added_count[side] = 0
        clear_table(s, side)


@kernel
def put_main_away(s: State, side: int) -> None:
    """A main card goes on the discard pile, or on the stack of an Industrialist (R146)."""
    c = s.challenge
    p = main_of(s, side)
    if get_cell(s, INDUSTRIALIST, STACKED) == side + 1 and find_held(s, p, INDUSTRIALIST) >= 0:
        put_on_stack(s, p, c.card[side])
    else:
        put_on_discard(s, c.card[side])
        c.lying[side] = c.card[side]


@kernel
def is_open(s: State, side: int) -> bool:
    """Whether all cards of a side lie face up."""
    return s.challenge.revealed != 0 or s.challenge.opened[side] != 0


@kernel
def add_to_card(s: State, side: int, kind: int) -> None:
    """Lay a card face up beside the main card of a side; what it is worth is another matter."""
    c = s.challenge
    c.added[side, c.added_count[side]] = kind
    c.added_count[side] += 1


@kernel
def can_add(s: State, side: int) -> bool:
    """Whether another card fits beside the main card of a side."""
    return s.challenge.added_count[side] < MAX_ADDED


@kernel
def discard_added(s: State) -> None:
    """Time travel: cards added to the main cards are discarded (R121)."""
    c = s.challenge
    for k in range(NUM_CHALLENGE):
        for side in range(2):
            for i in range(c.added_count[side]):
                if c.added[side, i] == k:
                    put_on_discard(s, k)
    for side in range(2):
        c.added_count[side] = 0
        c.added_value[side] = 0


@kernel
def return_extras(s: State) -> None:
    """Cards of allies return to their owners (R121); shown cards come back openly (R309)."""
    c = s.challenge
    for p in range(s.seats):
        if c.extra[p] >= 0:
            if c.revealed != 0:
                take_openly(s, p, c.extra[p])
            else:
                add_card(s, p, c.extra[p])
            c.extra[p] = NOBODY
            c.extra_attack[p] = 0


@kernel
def return_set_aside(s: State) -> None:
    """10c: what Chronos set aside returns to its owner."""
    c = s.challenge
    for side in range(2):
        for i in range(3):
            if c.aside[side, i] >= 0:
                take_openly(s, main_of(s, side), c.aside[side, i])
                c.aside[side, i] = NOBODY


# -- changing cards ---------------------------------------------------------------------------


@kernel
def change_to_compromise(s: State, side: int) -> None:
    """All Attacks of a side become Compromises (R89: both of a Deuce), those of its allies too."""
    s.challenge.attack[side, MAIN] = 0
    s.challenge.attack[side, SECOND] = 0
    for p in range(s.seats):
        if side_of(s, p) == side:
            s.challenge.extra_attack[p] = 0  # R125


@kernel
def is_any_attack(s: State) -> bool:
    """Whether any revealed card is an Attack: of a main player, second or not, or of an ally."""
    c = s.challenge
    for side in range(2):
        if c.attack[side, MAIN] != 0 or c.attack[side, SECOND] != 0:
            return True
    for p in range(s.seats):
        if c.extra_attack[p] != 0:
            return True
    return False


@kernel
def change_the_attack(s: State) -> None:
    """All Attacks of the side that played an Attack become Compromises."""
    change_to_compromise(s, OFFENCE if has_played_attack(s, OFFENCE) else DEFENCE)
