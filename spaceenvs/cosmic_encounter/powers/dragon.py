"""Dragon: keeps destiny cards; three of a colour scorch a planet (R45, R113).

The cards lie in its memory in the order kept (`sheets.py` puts them on the discards when the
sheet leaves play). What the wild Flare keeps lies aside (`destiny_aside`).
"""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import QUIET, Words, power, super_, wild
from spaceenvs.cosmic_encounter.bombs import remove_planet
from spaceenvs.cosmic_encounter.cells import get_cell, set_cell
from spaceenvs.cosmic_encounter.components import (
    DESTINY_DARK_WILD,
    DESTINY_WILD,
    DRAGON,
    GAS_GIANT,
    MAX_PLAYERS,
    SITES,
    SLOTS,
    SPACE_DUST,
)
from spaceenvs.cosmic_encounter.destiny import IS_ASIDE, IS_KEPT
from spaceenvs.cosmic_encounter.hooks import H_DEST
from spaceenvs.cosmic_encounter.piles import discard_destiny_card
from spaceenvs.cosmic_encounter.powers.void import FEWEST_PLANETS, count_planets
from spaceenvs.cosmic_encounter.sheets import (
    Memory,
    count_kept,
    find_held,
    memory_of,
)
from spaceenvs.cosmic_encounter.stack import (
    USE,
    Frame,
    allow,
    answered_place,
    answered_player,
    ask,
    end,
    open_question,
    use_play,
)
from spaceenvs.cosmic_encounter.state import NOBODY, POWER_MEMORY
from spaceenvs.cosmic_encounter.tokens import lose_all_on

MEMORY = tuple(f"card {i}" for i in range(POWER_MEMORY))
CELLS = ("kept", "aside")
CARDS_NEEDED, CARDS_FOR_SUPER = 3, 2
COLOUR, PLACE, NEXT_UP = 1, 2, 3  # what its frame notes; the next by timing order
D_DRAGON = decision("D_DRAGON")


@kernel
def is_keepable(s: State) -> bool:
    """Whether a colour or wild card lies face up that nobody has kept yet."""
    is_free = get_cell(s, DRAGON, IS_KEPT) == 0
    return is_free and 0 <= s.challenge.card_up <= DESTINY_DARK_WILD


@kernel
def can_keep(s: State, box: Box, p: int, about: int) -> bool:
    """There is a card to keep, and room for it: sixteen at most."""
    return is_keepable(s) and count_kept(memory_of(s, p, DRAGON)) < POWER_MEMORY


@kernel
def shows(card: int, colour: int) -> bool:
    """Whether a card is one of a colour; wilds are another matter."""
    return 0 <= card < DESTINY_WILD and card % MAX_PLAYERS == colour


@kernel
def count_shown(memory: Memory, colour: int) -> int:
    """Count the kept cards that count as a colour, wilds too."""
    count = 0
    for i in range(count_kept(memory)):
        card = int(memory[i]) - 1
        if shows(card, colour) or card >= DESTINY_WILD:
            count += 1
    return count


@kernel
def is_complete(s: State, p: int, colour: int, needed: int) -> bool:
    """Whether a player has kept enough cards of a colour other than his own."""
    if colour == p or find_held(s, p, DRAGON) < 0:
        return False
    return count_shown(memory_of(s, p, DRAGON), colour) >= needed


@kernel
def is_any_complete(s: State, p: int, needed: int) -> bool:
    """Whether a player has kept enough cards of any colour."""
    for colour in range(s.seats):
        if is_complete(s, p, colour, needed):
            return True
    return False


@kernel
def give_up_cards(s: State, memory: Memory, colour: int, needed: int) -> None:
    """Discard so many cards of a colour, in the order kept, then wilds (R113)."""
    left = int(needed)
    for wilds in range(2):
        i = 0
        while i < count_kept(memory) and left > 0:
            card = int(memory[i]) - 1
            is_wanted = card >= DESTINY_WILD if wilds == 1 else shows(card, colour)
            if is_wanted:
                discard_destiny_card(s, card)
                for k in range(i, POWER_MEMORY - 1):
                    memory[k] = memory[k + 1]
                memory[POWER_MEMORY - 1] = 0
                left -= 1
            else:
                i += 1


@kernel
def run_dragon(s: State, box: Box, f: Frame) -> None:
    """Keep the card; with three of a colour the use is announced, and a planet scorched."""
    if s.stack[s.depth - 2].kind == USE:
        scorch(s, box, f, CARDS_NEEDED)
        return
    p = f.who
    memory = memory_of(s, p, DRAGON)
    memory[count_kept(memory)] = s.challenge.card_up + 1
    set_cell(s, DRAGON, IS_KEPT, 1)
    s.challenge.card_lies = 0
    end(s)
    if is_any_complete(s, p, CARDS_NEEDED):
        use_play(s, p, DRAGON, H_DEST)


@kernel
def find_only_colour(s: State, p: int, needed: int) -> int:
    """Return the only colour that is complete, -1 if there are several or none."""
    found = NOBODY
    for colour in range(s.seats):
        if is_complete(s, p, colour, needed):
            if found >= 0:
                return NOBODY
            found = colour
    return found


@kernel
def is_scorched(s: State, system: int) -> bool:
    """Whether a system loses planets at all: it keeps three (R45), some hexes all."""
    is_whole = s.hex[system] == GAS_GIANT or s.hex[system] == SPACE_DUST
    return not is_whole and count_planets(s, system) > FEWEST_PLANETS


@kernel
def scorch(s: State, box: Box, f: Frame, needed: int) -> None:
    """Choose a complete colour, discard its cards, choose a planet: all lose their tokens on it."""
    p = f.who
    if f.at == 0:
        if not is_any_complete(s, p, needed):  # an exchange of sheets in the meantime
            end(s)
            return
        f.notes[COLOUR] = find_only_colour(s, p, needed)
        f.at = 2 if f.notes[COLOUR] == NOBODY else 4
    if f.at == 2:
        open_question(s)
        for colour in range(s.seats):
            if is_complete(s, p, colour, needed):
                allow(s, PLAYER + colour)
        ask(s, f, D_DRAGON, p)
        return
    if f.at == 3:
        f.notes[COLOUR] = answered_player(s)
        f.at = 4
    if f.at == 4:
        give_up_cards(s, memory_of(s, p, DRAGON), f.notes[COLOUR], needed)
        f.at = 6
        if not is_scorched(s, f.notes[COLOUR]):
            end(s)
            return
    if f.at == 6:
        open_question(s)
        for slot in range(SITES):
            place = f.notes[COLOUR] * SLOTS + slot
            if s.gone[place] == 0:
                allow(s, LOC + place)
        ask(s, f, D_DRAGON, p)
        return
    if f.at == 7:
        f.notes[PLACE] = answered_place(s)
        f.at = 8
    burn(s, box, f)


@kernel
def burn(s: State, box: Box, f: Frame) -> None:
    """All tokens on the planet are lost, in timing order; then it is out of the game."""
    place = int(f.notes[PLACE])
    while f.notes[NEXT_UP] < s.seats:
        q = s.challenge.order[f.notes[NEXT_UP]]
        f.notes[NEXT_UP] += 1
        if s.tokens[q, place] > 0:
            lose_all_on(s, box, q, place)
            return
    leave_nothing(s, place)
    end(s)


@kernel
def leave_nothing(s: State, place: int) -> None:
    """The planet is out of the game, unless a Gorgon nails tokens down on it."""
    for q in range(s.seats):
        if s.tokens[q, place] > 0:
            return
    remove_planet(s, place)


@kernel
def can_super_dragon(s: State, box: Box, p: int, about: int) -> bool:
    """Two cards of a colour are there."""
    return is_any_complete(s, p, CARDS_FOR_SUPER)


@kernel
def run_super_dragon(s: State, box: Box, f: Frame) -> None:
    """Scorch a planet for two cards."""
    scorch(s, box, f, CARDS_FOR_SUPER)


@kernel
def run_wild_dragon(s: State, box: Box, f: Frame) -> None:
    """The card will be kept aside until the next reshuffle, unless a Dragon keeps it (R300)."""
    set_cell(s, DRAGON, IS_ASIDE, 1)
    end(s)


PLAYS = (
    power("Dragon", H_DEST, can=can_keep, run=run_dragon, use=QUIET),
    wild("Dragon", H_DEST, run=run_wild_dragon),
    super_("Dragon", H_DEST, can=can_super_dragon, run=run_super_dragon),
)
WORDS = (
    Words(
        "D_DRAGON",
        asked="Dragon: the colour, then the planet to scorch",
        player="scorch a planet of {}",
        place="scorch",
    ),
)
