"""Setup of a game (section 3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import seed_rng, shuffle
from spaceenvs.cosmic_encounter.begin import clear_challenge
from spaceenvs.cosmic_encounter.components import (
    BASES_FOR_POWER,
    BINARY,
    BOOMERANG,
    CHANGELING,
    DESTINY_WILD,
    FIRST_FLARE,
    FIRST_SPECIAL,
    HAND,
    HAS_SETUP,
    INSECT,
    IS_ARTEFACT,
    KINDS,
    LOCATIONS,
    LUCRE,
    MAX_PLAYERS,
    NUM_ACTIONS,
    NUM_DESTINY,
    NUM_POWERS,
    NUM_SPECIAL,
    TOKENS,
)
from spaceenvs.cosmic_encounter.hands import draw_card
from spaceenvs.cosmic_encounter.hexes import call_stars, give_hexes, spreads_tokens
from spaceenvs.cosmic_encounter.hooks import SETUP
from spaceenvs.cosmic_encounter.lucre import deal_lucre
from spaceenvs.cosmic_encounter.occupation import clear_moons, deal_moons
from spaceenvs.cosmic_encounter.piles import count_copies, count_dust
from spaceenvs.cosmic_encounter.plays import NEVER, RUN_AT
from spaceenvs.cosmic_encounter.sets import clear
from spaceenvs.cosmic_encounter.sheets import DRAWN, gain_power, lose_all_powers, take_sheet
from spaceenvs.cosmic_encounter.stack import (
    PLACE,
    PREPARE,
    TURN,
    Frame,
    begin_effect,
    call,
    count_home_bases,
    find_hex,
    go_to,
)
from spaceenvs.cosmic_encounter.state import CELLS, MAX_INTERRUPTED, NOBODY
from spaceenvs.cosmic_encounter.worldships import draw_worldships

NEXT_UP, PLACED = 1, 2  # notes of PREPARE: the seat whose setup part, whose D_PLACE comes next
DEAL_STAGE = 2  # of PREPARE: the hands are dealt, SETUP_HAND after each
STAGES = 3  # SETUP, SETUP_DEAL, SETUP_HAND


@kernel
def clear_record(s: State) -> None:
    """Empty everything: the record may hold an old game."""
    c = s.challenge
    s.seats = s.num_players
    s.done = 0
    s.to_move = 0
    s.decision = 0
    s.challenges = 0
    s.turn_challenges = 0
    s.next_turn = 0
    s.losses = 0
    s.depth = 0
    s.windows = 0
    s.interrupted = 0
    c.floor = 0
    s.asking = 0
    s.asked_again = 0
    s.answer = 0
    s.result = 0
    s.kept = 0
    s.keeper = 0
    s.super_use = 0
    s.window_over = 0
    s.drawn_count = 0
    s.takings = 0
    s.face_up = 0
    s.discard_count = 0
    s.discard_top = NOBODY
    s.choices = 0
    c.proposer = 0
    s.destiny_discard_count = 0
    s.fleet_count = 0
    s.bank = LUCRE
    s.marker = 0
    for p in range(MAX_PLAYERS):
        s.rank[p] = 0
        s.score[p] = 0
        s.reward[p] = 0
        s.warp[p] = 0
        s.curse[p] = 0
        s.atoned[p] = 0
        s.lucre[p] = 0
        s.outside[p] = 0
        for section in range(MAX_PLAYERS):
            s.limbo[section, p] = 0
        s.owned[p] = TOKENS
        s.away[p] = 0
        s.removed[p] = 0
        s.ghosts[p] = 0
        s.captive_count[p] = 0
        for place in range(LOCATIONS + MAX_INTERRUPTED + 1):
            for q in range(MAX_PLAYERS):
                s.captives[p, place, q] = 0
        c.commit_count[p] = 0
        lose_all_powers(s, p)
        s.had_bases[p] = 1
        s.hex[p] = 0
        s.twin[p] = 0
        s.first_star[p] = 0
        s.hand_size[p] = 0
        clear(s.arts[p])
        c.order[p] = 0
        for place in range(LOCATIONS):
            s.tokens[p, place] = 0
        for k in range(KINDS):
            s.hand[p, k] = 0
            for v in range(MAX_PLAYERS):
                s.known[v, p, k] = 0
        for v in range(MAX_PLAYERS):
            s.knows[v, p] = 0
    for place in range(LOCATIONS):
        s.gone[place] = 0
    clear_moons(s)
    for k in range(KINDS):
        s.discards[k] = 0
    for card in range(NUM_DESTINY):
        s.destiny_discards[card] = 0
        s.destiny_aside[card] = 0
    for a in range(NUM_ACTIONS):
        s.mask[a] = 0
    for level in range(MAX_INTERRUPTED + 1):
        for power in range(NUM_POWERS):
            for cell in range(CELLS):
                s.cells[level, power, cell] = 0
    clear_challenge(s)


@kernel
def list_destiny(s: State) -> None:
    """Step 3: all ordinary destiny cards in the game but those that Space Dust keeps."""
    s.destiny_count = 0
    for card in range(FIRST_SPECIAL):
        for _ in range(count_copies(s, card) - count_dust(s, card)):
            s.destiny[s.destiny_count] = card
            s.destiny_count += 1


@kernel
def deal_specials(s: State, box: Box) -> None:
    """R200: the usable cones and comets are shuffled, the first ones are dealt (`add_specials`)."""
    for i in range(NUM_SPECIAL):
        s.special_seen[i] = 0
        s.special_out[i] = 0
    if box.special_destiny == 0:
        return
    count = 0
    for i in range(NUM_SPECIAL):
        s.special_out[i] = box.usable[i]
        if box.usable[i] != 0:
            s.destiny_discard[count] = FIRST_SPECIAL + i  # room to shuffle them
            count += 1
    shuffle(s.rng, s.destiny_discard, count)


@kernel
def add_specials(s: State, box: Box) -> None:
    """R200: one special card for each player goes into the destiny deck."""
    if box.special_destiny == 0:
        return
    for i in range(s.seats):
        s.destiny[s.destiny_count] = s.destiny_discard[i]
        s.destiny_count += 1
        s.special_out[s.destiny_discard[i] - FIRST_SPECIAL] = 0


@kernel
def find_flare(s: State, power: int, count: int) -> int:
    """Return the place of a power among the first flares of the list, -1 if it is not there."""
    for i in range(count):
        if s.unused[i] == power:
            return i
    return NOBODY


@kernel
def keep_boomerang_out(s: State, count: int) -> None:
    """R67: Boomerang is not dealt with Insect or Changeling; its flare goes to the end."""
    dealt = int(s.seats) + (1 if find_hex(s, BINARY) >= 0 else 0)  # R226
    place = find_flare(s, BOOMERANG, min(dealt, count))
    if place < 0 or count <= dealt:
        return
    if find_flare(s, INSECT, dealt) < 0 and find_flare(s, CHANGELING, dealt) < 0:
        return
    s.unused[place] = s.unused[dealt]
    for i in range(dealt, count - 1):
        s.unused[i] = s.unused[i + 1]
    s.unused[count - 1] = BOOMERANG


@kernel
def deal_powers(s: State, box: Box) -> int:
    """Step 4: shuffle the flares of all enabled powers; the first ones are the seats' powers.

    The list is left in `unused`; returns its length.
    """
    count = 0
    for power in range(NUM_POWERS):
        s.flare_seen[power] = 0
        if box.power_enabled[power] != 0:
            s.unused[count] = power
            count += 1
    shuffle(s.rng, s.unused, count)
    keep_boomerang_out(s, count)
    dealt = 0
    for p in range(s.seats):
        if dealt < count:
            take_sheet(s, p, s.unused[dealt])
            dealt += 1
        left = count - dealt - (int(s.seats) - 1 - p)  # every seat to come has a power
        if s.hex[p] == BINARY and left > 0:
            dealt += deal_twin(s, p, dealt, count)
    if box.num_flares > 0:
        for i in range(dealt):
            s.flare_seen[s.unused[i]] = 1
    return count


@kernel
def deal_twin(s: State, p: int, dealt: int, count: int) -> int:
    """R226: the next power of the list without artefact and setup part; returns 1 if there is one.

    The others keep their places in the list for the seats to come.
    """
    for i in range(dealt, count):
        power = s.unused[i]
        if IS_ARTEFACT[power] == 0 and HAS_SETUP[power] == 0:
            for k in range(i, dealt, -1):
                s.unused[k] = s.unused[k - 1]
            s.unused[dealt] = power
            gain_power(s, p, power, DRAWN)
            s.twin[p] = power + 1
            return 1
    return 0


@kernel
def fill_deck(s: State, box: Box, flares: int) -> None:
    """Step 6: the Challenge cards and Edicts in use, and the first flares of the list."""
    s.deck_count = 0
    for k in range(KINDS):
        copies = int(box.copies[k])
        if k >= FIRST_FLARE:
            copies = 0
            for i in range(box.num_flares):
                if s.unused[i] == k - FIRST_FLARE:
                    copies = 1
        for _ in range(copies):
            s.deck[s.deck_count] = k
            s.deck_count += 1
    shuffle(s.rng, s.deck, s.deck_count)
    s.unused_count = flares - box.num_flares
    for i in range(s.unused_count):
        s.unused[i] = s.unused[box.num_flares + i]


@kernel
def find_first_player(s: State) -> None:
    """Step 8: the first single colour turned up begins; then all is shuffled back (R2)."""
    for i in range(s.destiny_count - 1, -1, -1):
        if s.destiny[i] < DESTINY_WILD:
            s.turn = s.destiny[i] % MAX_PLAYERS
            s.challenge.off = s.turn
            break
    shuffle(s.rng, s.destiny, s.destiny_count)


@kernel
def set_up(s: State, box: Box, seed: int) -> None:
    """Set up a fresh game up to the setup parts of powers (step 6)."""
    seed_rng(s.rng, seed)
    s.num_players = box.num_players
    s.turn = 0
    s.challenge.off = 0
    clear_record(s)
    give_hexes(s, box)
    deal_specials(s, box)
    list_destiny(s)
    add_specials(s, box)
    shuffle(s.rng, s.destiny, s.destiny_count)
    flares = deal_powers(s, box)
    deal_moons(s, box)
    fill_deck(s, box, flares)
    go_to(s, PREPARE)


@kernel
def begin_setup(s: State, p: int, hook: int) -> bool:
    """Carry out the setup part of a seat's power at this moment of the setup, if it has one."""
    power = s.power[p]
    if power < 0 or RUN_AT[hook, power] == NEVER:
        return False
    begin_effect(s, p, power, hook)
    return True


@kernel
def run_prepare(s: State, box: Box, f: Frame) -> None:
    """D_PLACE (R221), setup parts of powers (R126), the deal, the first player, Lucre."""
    while f.at == 0 and f.notes[PLACED] < s.seats:  # R221
        owner = int(f.notes[PLACED])
        f.notes[PLACED] += 1
        if spreads_tokens(s, owner):
            call(s, PLACE, owner, 0)
            return
    if f.at == 0 and f.notes[PLACED] == s.seats:
        f.notes[PLACED] += 1
        depth = s.depth
        call_stars(s)
        if s.depth > depth:
            return
    while f.at < STAGES:
        while f.notes[NEXT_UP] < s.seats:
            p = int(f.notes[NEXT_UP])
            f.notes[NEXT_UP] += 1
            if f.at == DEAL_STAGE:
                for _ in range(HAND - int(s.hand_size[p])):  # an Aristocrat has chosen his
                    draw_card(s, p)
            if begin_setup(s, p, SETUP + f.at):
                return
        f.notes[NEXT_UP] = 0
        f.at += 1
    for p in range(s.seats):  # R76: D_PLACE may have left fewer than three from the start
        s.had_bases[p] = 1 if count_home_bases(s, p) >= BASES_FOR_POWER else 0
    find_first_player(s)
    draw_worldships(s)
    if box.lucre != 0:
        deal_lucre(s)
    s.marker = s.turn  # step 10
    go_to(s, TURN)
