"""The powers of a seat: a set, and a list with what each of them remembers (6.15, R103).

`power` is the power on the sheet, `powers` the set of all that the seat has now. `held` lists
them in the order of R103: the sheet, what was drawn, what is borrowed. Each entry has a small
memory that goes along when sheets are exchanged (artefacts, captives, points). That a power is
lost (fewer than 3 home bases) or cancelled is judged at each use; it stays in the set.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick
from spaceenvs.cosmic_encounter.captives import free_all
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.comets import are_powers_out
from spaceenvs.cosmic_encounter.components import (
    BASES_FOR_POWER,
    BINARY,
    CHANGELING,
    DRAGON,
    FUNGUS,
    GORGON,
    HAS_SETUP,
    IS_ARTEFACT,
    MAX_PLAYERS,
    NUM_POWERS,
    PHANTOM,
    REINCARNATOR,
    SLOTS,
    SYMBIOTE,
)
from spaceenvs.cosmic_encounter.hexes import BASES_OF_A_STAR, STAR_PLANETS
from spaceenvs.cosmic_encounter.hooks import SETUP
from spaceenvs.cosmic_encounter.moons.power_failure import is_power_failed
from spaceenvs.cosmic_encounter.piles import discard_destiny_card
from spaceenvs.cosmic_encounter.points import GIVEN_UP, OBTAINED, OUT_OF_PLAY, tell_power
from spaceenvs.cosmic_encounter.sets import add, clear, has
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    begin_effect,
    count_home_bases,
    end,
    is_silenced,
)
from spaceenvs.cosmic_encounter.state import MAX_HELD, NOBODY, POWER_MEMORY
from spaceenvs.cosmic_encounter.uses import IS_BLOCKED

Memory = Any
"""A row of `POWER_MEMORY` small numbers."""

HOLDS_TOKENS = np.zeros(NUM_POWERS, np.int8)
"""1: the first numbers of this power's memory are the tokens of each seat that lie on its sheet
(captives, a reserve). `plays.py` writes it when it has collected the blocks (`HOLDS_TOKENS`)."""
DREW = 0  # what a Reincarnator remembers: the power drawn + 1
MAX_SWAPS = 2  # wild Changelings in a challenge: two cells of Changeling each, seats + 1

# How a power came to a seat (`way`).
SHEET, DRAWN, BORROWED, COPIED = 0, 1, 2, 3


@kernel
def is_waiting(s: State, p: int, place: int) -> bool:
    """Whether an entry was borrowed in the challenge outside, which waits for this one (R114)."""
    entry = s.held[p, place]
    return entry.way >= BORROWED and entry.level < s.interrupted  # type: ignore[no-any-return]


@kernel
def is_put_away(s: State, p: int, place: int) -> bool:
    """Whether the holder of an entry cannot use it in this challenge; outside does not count."""
    return (int(s.held[p, place].away) >> int(s.interrupted)) & 1 != 0


@kernel
def power_at(s: State, p: int, place: int) -> int:
    """Return a power of a seat's list. That of the sheet stands near what every step touches."""
    return int(s.power[p] if place == 0 and s.power[p] >= 0 else s.held[p, place].power)


@kernel
def find_held(s: State, p: int, power: int) -> int:
    """Return the place of a power in a seat's list, -1 if the seat does not have it.

    A sheet that is put away comes last: who has grafted a power can get its sheet besides.
    """
    if s.held_count[p] == 1 and s.power[p] == power:
        return 0  # most often: the list need not be read
    found = NOBODY
    for place in range(s.held_count[p]):
        if power_at(s, p, place) == power and not is_waiting(s, p, place):
            if not is_put_away(s, p, place):
                return place
            found = place
    return found


@kernel
def find_last_held(s: State, p: int, power: int) -> int:
    """Return the last place of a power: a copy, where the sheet shows the same power (R105)."""
    for place in range(int(s.held_count[p]) - 1, -1, -1):
        if power_at(s, p, place) == power and not is_waiting(s, p, place):
            return place
    return NOBODY


@kernel
def find_number(s: State, p: int, power: int) -> int:
    """Return the number of a power among those that a seat can use: 0 for the sheet (R103)."""
    number = 0
    for place in range(find_held(s, p, power)):
        if not is_waiting(s, p, place):
            number += 1
    return number


@kernel
def numbered_power(s: State, p: int, number: int) -> int:
    """Return the power with a number (R103), -1 if there are not so many."""
    if number == 0 and s.power[p] >= 0:
        return int(s.power[p])
    left = number
    for place in range(s.held_count[p]):
        if not is_waiting(s, p, place):
            if left == 0:
                return int(s.held[p, place].power)
            left -= 1
    return NOBODY


@kernel
def memory_of(s: State, p: int, power: int) -> Memory:
    """Return what a power that a seat has remembers from challenge to challenge."""
    return s.held[p, find_held(s, p, power)].memory


@kernel
def is_copy(s: State, p: int, power: int) -> bool:
    """Whether a seat has a power only as a copy, for "once per window" another one (R103)."""
    place = find_held(s, p, power)
    return place > 0 and s.held[p, place].way == COPIED


@kernel
def count_held_tokens(s: State, p: int, owner: int) -> int:
    """Count the tokens of an owner that lie on the sheets of a seat."""
    count = 0
    for place in range(s.held_count[p]):
        if HOLDS_TOKENS[power_at(s, p, place)] != 0:
            count += int(s.held[p, place].memory[owner])
    return count


@kernel
def free_held_tokens(s: State, p: int, place: int) -> None:
    """R104: what lies on a sheet goes to its owners' Warp when the holder loses the power."""
    entry = s.held[p, place]
    if entry.power == FUNGUS:
        free_all(s, p)
    if HOLDS_TOKENS[entry.power] != 0:
        for q in range(s.seats):
            s.warp[q] += entry.memory[q]
            s.away[q] -= entry.memory[q]
            entry.memory[q] = 0


@kernel
def count_kept(memory: Memory) -> int:
    """Count the destiny cards in the memory of a Dragon."""
    count = 0
    while count < POWER_MEMORY and memory[count] > 0:
        count += 1
    return count


@kernel
def free_kept_cards(s: State, p: int, place: int) -> None:
    """What a Dragon has kept is discarded when the sheet or copy leaves play."""
    entry = s.held[p, place]
    if keeps_cards(s, p, place):
        for i in range(count_kept(entry.memory)):
            discard_destiny_card(s, int(entry.memory[i]) - 1)
            entry.memory[i] = 0


@kernel
def is_grafted(s: State, power: int) -> bool:
    """Whether another seat has a power, with what it remembers, from the sheet of its owner."""
    for p in range(s.seats):
        place = find_held(s, p, power)
        if place > 0 and s.held[p, place].way == BORROWED:
            return True
    return False


@kernel
def keeps_cards(s: State, p: int, place: int) -> bool:
    """Whether an entry is a Dragon whose kept cards count; a sheet grafted away repeats them."""
    entry = s.held[p, place]
    if entry.power != DRAGON or is_waiting(s, p, place):
        return False
    return not is_put_away(s, p, place) or not is_grafted(s, DRAGON)


@kernel
def note_powers(s: State, p: int) -> None:
    """Write `power` and the set anew after the list has changed."""
    clear(s.powers[p])
    for place in range(s.held_count[p]):
        if not is_put_away(s, p, place) and not is_waiting(s, p, place):
            add(s.powers[p], s.held[p, place].power)
    has_sheet = s.held_count[p] > 0 and s.held[p, 0].way == SHEET
    s.power[p] = s.held[p, 0].power if has_sheet else NOBODY


@kernel
def lose_all_powers(s: State, p: int) -> None:
    """A seat has no power."""
    s.held_count[p] = 0
    note_powers(s, p)


@kernel
def gain_power(s: State, p: int, power: int, way: int) -> None:
    """A seat has one more power, with an empty memory; not if its list is full."""
    place = int(s.held_count[p])
    if place >= MAX_HELD:
        return
    while way == DRAWN and place > 0 and s.held[p, place - 1].way >= BORROWED:
        copy_entry(s.held[p, place - 1], s.held[p, place])  # R103: before what is borrowed
        place -= 1
    entry = s.held[p, place]
    entry.power = power
    entry.way = way
    entry.level = s.interrupted
    entry.away = 0
    for i in range(POWER_MEMORY):
        entry.memory[i] = 0
    s.held_count[p] += 1
    note_powers(s, p)


@kernel
def lose_power(s: State, p: int, power: int) -> None:
    """A seat no longer has a power that it had drawn or borrowed."""
    if power == REINCARNATOR:
        lose_drawn(s, p)
    place = find_held(s, p, power)
    if place >= 0:
        drop_entry(s, p, place)


@kernel
def lose_drawn(s: State, p: int) -> None:
    """A Reincarnator no longer has the power that it drew last."""
    place = find_held(s, p, REINCARNATOR)
    if place < 0:
        return
    drawn = find_held(s, p, s.held[p, place].memory[DREW] - 1)
    s.held[p, place].memory[DREW] = 0
    if drawn >= 0 and s.held[p, drawn].way == DRAWN:
        drop_entry(s, p, drawn)


@kernel
def drop_entry(s: State, p: int, place: int) -> None:
    """Take an entry out of a seat's list."""
    free_held_tokens(s, p, place)
    free_kept_cards(s, p, place)
    for i in range(place, s.held_count[p] - 1):
        copy_entry(s.held[p, i + 1], s.held[p, i])
    s.held_count[p] -= 1
    note_powers(s, p)


@kernel
def copy_entry(source: Any, target: Any) -> None:
    """Write one entry of a list over another."""
    target.power = source.power
    target.way = source.way
    target.level = source.level
    target.away = source.away
    for i in range(POWER_MEMORY):
        target.memory[i] = source.memory[i]


@kernel
def take_sheet(s: State, p: int, power: int) -> None:
    """Another power stands on the sheet of a seat, with an empty memory."""
    if s.power[p] < 0:
        # The sheet comes first.
        for place in range(min(s.held_count[p], MAX_HELD - 1), 0, -1):
            copy_entry(s.held[p, place - 1], s.held[p, place])
        s.held_count[p] = min(s.held_count[p] + 1, MAX_HELD)
    else:
        free_held_tokens(s, p, 0)
        free_kept_cards(s, p, 0)
    entry = s.held[p, 0]
    entry.power = power
    entry.way = SHEET
    entry.level = 0
    entry.away = 0
    for i in range(POWER_MEMORY):
        entry.memory[i] = 0
    note_powers(s, p)


@kernel
def replace_sheet(s: State, box: Box, p: int, power: int) -> None:
    """A seat gets another sheet for good; what the old one held is given up (R104)."""
    if s.power[p] >= 0:
        tell_power(s, box, GIVEN_UP, p, s.power[p])
        tell_power(s, box, OUT_OF_PLAY, p, s.power[p])
    take_sheet(s, p, power)
    tell_power(s, box, OBTAINED, p, power)


@kernel
def exchange_sheets(s: State, box: Box, p: int, q: int) -> None:
    """Two seats exchange their sheets, with all that lies on them, but not captives (R104)."""
    tell_power(s, box, GIVEN_UP, p, s.power[p])
    tell_power(s, box, GIVEN_UP, q, s.power[q])
    free_held_tokens(s, p, 0)
    free_held_tokens(s, q, 0)
    mine, theirs = s.held[p, 0], s.held[q, 0]
    power, away = mine.power, mine.away
    mine.power = theirs.power
    mine.away = theirs.away
    theirs.power = power
    theirs.away = away
    for i in range(POWER_MEMORY):
        number = mine.memory[i]
        mine.memory[i] = theirs.memory[i]
        theirs.memory[i] = number
    note_powers(s, p)
    note_powers(s, q)
    tell_power(s, box, OBTAINED, p, s.power[p])
    tell_power(s, box, OBTAINED, q, s.power[q])


@kernel
def carry_out_setup(s: State, p: int, power: int) -> None:
    """R102, R105: a Phantom obtained for good has its ghosts at once.

    It is put on the stack: to be called after `end`.
    """
    if power == PHANTOM:
        begin_effect(s, p, PHANTOM, SETUP)


@kernel
def exchange_for_good(s: State, box: Box, p: int, q: int) -> None:
    """Two seats exchange their sheets for the rest of the game; to be called after `end`."""
    exchange_sheets(s, box, p, q)
    carry_out_setup(s, p, s.power[p])
    carry_out_setup(s, q, s.power[q])


@kernel
def graft_power(s: State, p: int, q: int) -> None:
    """A seat has the power of another one's sheet until the end of the challenge; he has not."""
    power = int(s.power[q])
    put_away(s, q)
    gain_power(s, p, power, BORROWED)
    place = find_held(s, p, power)
    if place > 0 and HOLDS_TOKENS[power] == 0:  # captives stay (R104)
        copy_memory(s.held[q, 0], s.held[p, place])


@kernel
def put_away(s: State, q: int) -> None:
    """A seat cannot use the power on its sheet until the end of the challenge."""
    s.held[q, 0].away |= 1 << s.interrupted
    note_powers(s, q)


@kernel
def copy_memory(source: Any, target: Any) -> None:
    """Write what one entry remembers over another."""
    for i in range(POWER_MEMORY):
        target.memory[i] = source.memory[i]


@kernel
def clear_memory(entry: Any) -> None:
    """An entry remembers nothing."""
    for i in range(POWER_MEMORY):
        entry.memory[i] = 0


@kernel
def can_exchange(s: State, p: int, q: int) -> bool:
    """Whether two seats may exchange their sheets: each has one, and neither is Symbiote (R99)."""
    if s.power[p] < 0 or s.power[q] < 0:
        return False
    return s.power[p] != SYMBIOTE and s.power[q] != SYMBIOTE


@kernel
def end_borrowing(s: State, box: Box) -> None:
    """R105: what was borrowed in this challenge ends; what was grafted goes back."""
    for swap in range(MAX_SWAPS - 1, -1, -1):
        p = get_cell(s, CHANGELING, 2 * swap) - 1
        if p >= 0:
            exchange_sheets(s, box, p, get_cell(s, CHANGELING, 2 * swap + 1) - 1)
    for p in range(s.seats):
        place = int(s.held_count[p]) - 1
        while place > 0:
            entry = s.held[p, place]
            if entry.way >= BORROWED and entry.level >= s.interrupted:
                power = int(entry.power)
                tell_power(s, box, GIVEN_UP, p, power)
                place = find_last_held(s, p, power)  # it may have moved up
                entry = s.held[p, place]
                is_back = entry.way == BORROWED and HOLDS_TOKENS[power] == 0
                for q in range(s.seats):
                    if is_back and s.power[q] == power:
                        copy_memory(entry, s.held[q, 0])
                        clear_memory(entry)
                drop_entry(s, p, place)
            place -= 1
        if find_held(s, p, FUNGUS) < 0:
            free_all(s, p)  # R104: captives of the wild Fungus
    for p in range(s.seats):
        if s.power[p] >= 0 and is_put_away(s, p, 0):
            s.held[p, 0].away ^= 1 << s.interrupted
            note_powers(s, p)


@kernel
def suspend_borrowing(s: State) -> None:
    """R114: a challenge inside begins; what is borrowed or put away outside is suspended in it."""
    for p in range(s.seats):
        for place in range(1, s.held_count[p]):
            if is_waiting(s, p, place):
                move_memory(s, s.held[p, place], int(s.interrupted) - 1, 1)
    for p in range(s.seats):
        note_powers(s, p)


@kernel
def resume_borrowing(s: State) -> None:
    """R114: a challenge inside is over; what was suspended in it counts again."""
    for p in range(s.seats):
        for place in range(1, s.held_count[p]):
            move_memory(s, s.held[p, place], int(s.interrupted), 0)
    for p in range(s.seats):
        note_powers(s, p)


@kernel
def move_memory(s: State, entry: Any, level: int, is_back: int) -> None:
    """What a grafted power remembers goes back to its sheet, or from there to the borrower."""
    power = int(entry.power)
    if entry.way != BORROWED or entry.level != level or HOLDS_TOKENS[power] != 0:
        return
    for q in range(s.seats):
        if s.power[q] == power and (int(s.held[q, 0].away) >> level) & 1 != 0:
            if is_back != 0:
                copy_memory(entry, s.held[q, 0])
                clear_memory(entry)
            else:
                copy_memory(s.held[q, 0], entry)


# -- once per window (6.13) --------------------------------------------------------------------


@kernel
def is_used_here(s: State, p: int, power: int) -> bool:
    """Whether a power has been used in the window that is open (R302)."""
    if s.window_has_used[s.windows - 1] == 0:
        return False
    used = s.window_used[s.windows - 1]
    return has(used[1 if is_copy(s, p, power) else 0], power)


@kernel
def note_use(s: State, p: int, power: int) -> None:
    """Remember that a power is used in the window that is open."""
    used = s.window_used[s.windows - 1]
    if s.window_has_used[s.windows - 1] == 0:
        s.window_has_used[s.windows - 1] = 1
        clear(used[0])
        clear(used[1])
    add(used[1 if is_copy(s, p, power) else 0], power)


# -- questions ---------------------------------------------------------------------------------


@kernel
def is_never_lost(power: int) -> bool:
    """Whether a power is kept with fewer than 3 home bases."""
    return power in (SYMBIOTE, GORGON)


@kernel
def has_power(s: State, p: int, power: int) -> bool:
    """Whether a player can use this power of his now: 3 home bases, not cancelled, no silence."""
    return (
        has(s.powers[p], power)
        and not has(s.challenge.cancelled, power)
        and not are_powers_out(s)
        and not is_power_failed(s, p)
        and not (is_silenced(s, p) and IS_BLOCKED[power] != 0)
        and not is_excluded(s, p, power)
        and (has_bases_for(s, p, power) or is_never_lost(power))
    )


@kernel
def is_of_a_star(s: State, p: int, power: int) -> bool:
    """Whether a power belongs to a star of a Binary."""
    if s.hex[p] != BINARY or power < 0:
        return False
    return s.power[p] == power or s.twin[p] == power + 1  # type: ignore[no-any-return]


@kernel
def has_bases_for(s: State, p: int, power: int) -> bool:
    """Whether a player has the bases that a power needs: three at home; two on its star (R50)."""
    if not is_of_a_star(s, p, power):
        return count_home_bases(s, p) >= BASES_FOR_POWER
    star = int(s.first_star[p]) if s.power[p] == power else 1 - int(s.first_star[p])
    bases = 0
    for slot in range(star * STAR_PLANETS, (star + 1) * STAR_PLANETS):
        if s.tokens[p, p * SLOTS + slot] > 0:
            bases += 1
    return bases >= BASES_OF_A_STAR


@kernel
def is_excluded(s: State, p: int, power: int) -> bool:
    """R223: another power of his was announced first: with Sanity, or of the stars of a Binary."""
    first = int(s.challenge.first_power[p]) - 1
    if first < 0 or first == power or not has(s.powers[p], first):
        return False
    if s.challenge.sanity != 0:
        return True
    return is_of_a_star(s, p, first) and is_of_a_star(s, p, power)


@kernel
def note_first_power(s: State, p: int, power: int) -> None:
    """R223: remember which power was announced first; of a Binary's which of its stars'."""
    first = int(s.challenge.first_power[p]) - 1
    is_first_star = is_of_a_star(s, p, power) and not is_of_a_star(s, p, first)
    if first < 0 or (is_first_star and s.challenge.sanity == 0):
        s.challenge.first_power[p] = power + 1


@kernel
def is_active(s: State, p: int) -> bool:
    """Whether a player can use the power on his sheet now."""
    return s.power[p] >= 0 and has_power(s, p, s.power[p])


@kernel
def find_holder(s: State, power: int) -> int:
    """Return the first seat that has this power, -1 if none."""
    for p in range(MAX_PLAYERS):
        if p < s.seats and has(s.powers[p], power):
            return p
    return NOBODY


@kernel
def run_in_force(s: State, box: Box, f: Frame) -> None:
    """The power's rule holds for the totals."""
    add(s.challenge.force[1 if is_copy(s, f.who, f.play) else 0], f.play)
    end(s)


@kernel
def in_force(s: State, p: int, power: int) -> bool:
    """Whether a power announced for the totals belongs to this player, not only a copy of it."""
    force = s.challenge.force[1 if is_copy(s, p, power) else 0]
    return has(force, power) and has(s.powers[p], power)


# -- unused powers (6.15, 6.17) ----------------------------------------------------------------


@kernel
def is_unused(s: State, box: Box, power: int, bars_setup: int) -> bool:
    """Whether a power in use that nobody has can be obtained: no artefact (R39), or setup part."""
    if box.power_enabled[power] == 0 or IS_ARTEFACT[power] != 0:
        return False
    if bars_setup != 0 and HAS_SETUP[power] != 0:
        return False
    for p in range(s.seats):
        for place in range(s.held_count[p]):
            if s.held[p, place].power == power:
                return False
    return True


@kernel
def count_unused(s: State, box: Box, bars_setup: int) -> int:
    """Count the powers that can be obtained at random."""
    count = 0
    for power in range(NUM_POWERS):
        if is_unused(s, box, power, bars_setup):
            count += 1
    return count


@kernel
def pick_unused(s: State, box: Box, bars_setup: int) -> int:
    """Return a random unused power, uniformly in index order; -1 if there is none."""
    count = count_unused(s, box, bars_setup)
    if count == 0:
        return NOBODY
    left = pick(s.rng, count)
    for power in range(NUM_POWERS):
        if is_unused(s, box, power, bars_setup):
            if left == 0:
                return power
            left -= 1
    return NOBODY
