"""Setup (section 3), with the random events in the order of 6.12."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick, seed_rng, shuffle
from spaceenvs.handful_of_stars.actions import A_CARD, D_SETUP_COLONY, D_SETUP_HOME
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.cards import begin_refill, draw_technology, form_deck, refill_market
from spaceenvs.handful_of_stars.colonise import choose_token, draw_token
from spaceenvs.handful_of_stars.components import (
    ABILITIES,
    ALIENS,
    BASE,
    BASES,
    CARDS,
    COLONY,
    COLONY_FLEETS,
    CONNECTIONS,
    CUBES,
    DEALT_TECHNOLOGIES,
    DECK_SIZE,
    DISPLAY,
    FIRST_ABILITY,
    FIRST_STARTING,
    FIRST_TECHNOLOGY,
    FLEET,
    FLEETS,
    HABITABLE,
    HOME_FLEETS,
    HOMEWORLD,
    LETTERS,
    MARKET,
    MAX_PLAYERS,
    NO_MARKER,
    NOBODY,
    NOTHING,
    NOWHERE,
    OTHER_FLEETS,
    OUTPOST,
    RACES,
    RESERVE_SIZE,
    RESOURCES,
    SPACES,
    SPARE_DISCS,
    STARTING_CARDS,
    SYSTEMS,
    TECHNOLOGIES,
    TOKEN_KINDS,
    TOKENS,
    TRACK,
    TRACK_DISCS,
)
from spaceenvs.handful_of_stars.move import forget_group
from spaceenvs.handful_of_stars.routes import find_controller
from spaceenvs.handful_of_stars.state import (
    ALIEN_UNSEEN,
    BEGIN_TURN,
    CHART,
    CHART_AMOUNTS,
    CHART_HABITABLE,
    CHART_STRENGTH,
    CHART_TILE,
    CHART_WORMHOLE,
    CHOOSE_COLONIES,
    CHOOSE_HOMES,
    CHOOSE_TOKENS,
    DECK,
    HOME_STANDS,
    HOME_WAITING,
    NOT_OWNED,
    QUEUE,
    UNREACHED,
    ZONES,
)
from spaceenvs.handful_of_stars.tallies import (
    note_presence,
    recount,
    show_alien,
    show_display,
    show_everything,
)


@kernel
def clear_table(s: State, box: Box, seed: int) -> None:
    """Make a record an empty table: every field as before setup."""
    seed_rng(s.rng, seed)
    s.num_players = box.num_players
    s.to_move = 0
    s.decision = 0
    s.done = 0
    clear_map(s)
    for p in range(MAX_PLAYERS):
        clear_player(s, p)
    for x in range(SPACES):
        s.alien[x] = NOTHING
    for token in range(ALIENS):
        s.alien_fate[token] = ALIEN_UNSEEN
    for system in range(SYSTEMS):
        s.neutral_card[system] = 0
    clear_supply(s)
    clear_turn(s)
    for p in range(MAX_PLAYERS):
        recount(s, box, p)
    show_everything(s, box)


@kernel
def clear_map(s: State) -> None:
    """No tile, no black hole."""
    for x in range(SPACES):
        for k in range(CHART):
            s.chart[k, x] = 0
        s.chart[CHART_TILE, x] = NOTHING
        s.wormholes[x] = NOWHERE
        for i in range(LETTERS):
            s.open_way[x, i] = NOWHERE
            s.hole_way[x, i] = NOWHERE
    for system in range(SYSTEMS):
        s.space_of[system] = NOWHERE
    for k in range(CONNECTIONS):
        s.black_hole[k] = 0
    s.wormhole_count = 0


@kernel
def clear_player(s: State, p: int) -> None:
    """All pieces in stock, no card, no token (setup 1)."""
    s.rank[p] = 0
    s.score[p] = 0
    s.reward[p] = 0
    for x in range(SPACES):
        s.fleets[p, x] = 0
        s.bases[p, x] = 0
        s.marker[p, x] = NO_MARKER
    s.stock[p, FLEET] = FLEETS
    s.stock[p, BASE] = BASES
    s.cubes[p] = CUBES
    s.track_discs[p] = TRACK_DISCS
    s.spare_discs[p] = SPARE_DISCS
    s.home[p] = HOME_WAITING
    for c in range(CARDS):
        s.zone[p, c] = NOT_OWNED
        s.shown[p, c] = NOT_OWNED
    for z in range(ZONES):
        s.count[p, z] = 0
    for i in range(DECK_SIZE):
        s.deck[p, i] = NOTHING
    s.deck_top[p] = 0
    for i in range(DEALT_TECHNOLOGIES):
        s.secret[p, i] = NOTHING
        s.secret_in_hand[p, i] = 0
    s.race[p] = NOTHING
    s.capacity[p] = RESERVE_SIZE
    s.wormhole_token[p] = 0
    for i in range(TRACK):
        s.token[p, i] = NOTHING
        s.token_up[p, i] = 0
        for kind in range(TOKEN_KINDS + 1):
            s.token_face[p, i, kind] = 0
    s.token_count[p] = 0
    s.token_vp[p] = 0
    s.choice[p] = NOTHING


@kernel
def clear_supply(s: State) -> None:
    """Technologies and development tokens in ascending order."""
    for i in range(TECHNOLOGIES):
        s.tech_deck[i] = FIRST_TECHNOLOGY + i
    s.tech_top = 0
    for i in range(MARKET):
        s.market[i] = NOTHING
    s.wormhole_out = 0
    for i in range(TOKENS):
        s.token_stack[i] = i
    s.stack_top = 0
    for i in range(DISPLAY):
        s.display[i] = NOTHING


@kernel
def clear_turn(s: State) -> None:
    """Nothing goes on."""
    s.first = NOBODY
    s.round_number = 0
    s.active = 0
    s.actor = 0
    s.actions_left = 0
    s.shuffles = 0
    s.end_round = 0
    s.picks = 0
    s.card_in_play = NOTHING
    s.left = 0
    s.begun = 0
    for c in range(CARDS):
        s.used[c] = 0
        s.list[c] = 0
    for r in range(RESOURCES):
        s.pool[r] = 0
    for i in range(2):
        s.due_kind[i] = 0
        s.due[i] = 0
    forget_group(s)
    s.target = NOWHERE
    s.settling = NO_MARKER
    s.slot = NOTHING
    clear_combat(s)
    clear_search(s)
    clear_options(s)


@kernel
def clear_combat(s: State) -> None:
    """No combat."""
    s.battle = NOWHERE
    s.attacker = NOBODY
    s.defender = NOBODY
    for role in range(2):
        s.extra[role] = 0
    s.lowered = 0
    s.crossed = 0
    s.conceded = 0
    s.loser = NOBODY
    s.suffering = 0
    s.losses = 0
    s.mode_card = NOTHING
    s.refilling = NOBODY


@kernel
def clear_search(s: State) -> None:
    """Nothing has been worked out."""
    s.own = 0
    s.energy = 0
    s.navigates = 0
    s.bases_move = 0
    for unit in range(2):
        s.jumps[unit] = 0
        s.energy_beside_jump[unit] = 0
        for x in range(SPACES):
            s.normal[unit, x] = UNREACHED
            s.jump[unit, x] = UNREACHED
    for x in range(SPACES):
        s.queued[x] = 0
    for i in range(QUEUE):
        s.queue[i] = 0
        s.best[i] = 0


# -- the map (setup 2) ----------------------------------------------------------------------


@kernel
def lay_tiles(s: State, box: Box) -> None:
    """Shuffle the tiles onto the board until it suits the options."""
    while True:
        clear_map(s)
        for x in range(box.spaces):
            s.list[x] = x
        shuffle(s.rng, s.list, box.spaces)
        for x in range(box.spaces):
            lay_tile(s, box, x, s.list[x])
        open_black_holes(s, box)
        chart_ways(s, box)
        if box.connected_board == 0 or is_connected(s, box):
            return


@kernel
def lay_tile(s: State, box: Box, space: int, system: int) -> None:
    """Put a tile on a space."""
    s.space_of[system] = space
    s.chart[CHART_TILE, space] = system
    s.chart[CHART_HABITABLE, space] = box.habitable[system]
    s.chart[CHART_STRENGTH, space] = box.strength[system]
    s.chart[CHART_WORMHOLE, space] = box.wormhole[system]
    for r in range(RESOURCES):
        s.chart[CHART_AMOUNTS + r, space] = box.amount[r, system]


@kernel
def open_black_holes(s: State, box: Box) -> None:
    """Put a black hole on the connection that each tile's letter names, if there is one (R6)."""
    for x in range(box.spaces):
        letter = box.letter[s.chart[CHART_TILE, x]]
        if letter != NOTHING and box.connection[x, letter] != NOTHING:
            s.black_hole[box.connection[x, letter]] = 1


@kernel
def chart_ways(s: State, box: Box) -> None:
    """Write down what the map fixes: the neighbours of every space, and the wormholes."""
    s.wormhole_count = 0
    for x in range(box.spaces):
        opened = 0
        holes = 0
        for i in range(LETTERS):
            y = box.neighbour[x, i]
            if y == NOTHING:
                continue
            if s.black_hole[box.connection[x, i]] == 0:
                s.open_way[x, opened] = y
                opened += 1
            else:
                s.hole_way[x, holes] = y
                holes += 1
        if s.chart[CHART_WORMHOLE, x] != 0:
            s.wormholes[s.wormhole_count] = x
            s.wormhole_count += 1


@kernel
def is_connected(s: State, box: Box) -> bool:
    """Whether open connections join all spaces."""
    for x in range(SPACES):
        s.queued[x] = 0
    s.queue[0] = 0
    s.queued[0] = 1
    found = 1
    k = 0
    while k < found:
        x = s.queue[k]
        k += 1
        for i in range(LETTERS):
            y = s.open_way[x, i]
            if y != NOWHERE and s.queued[y] == 0:
                s.queued[y] = 1
                s.queue[found] = y
                found += 1
    return found == box.spaces


# -- dealing (setup 3 and 4) ----------------------------------------------------------------


@kernel
def own_card(s: State, p: int, card: int) -> None:
    """Give a player a card of the later starting deck; everybody knows it."""
    s.zone[p, card] = DECK
    s.shown[p, card] = DECK
    s.count[p, DECK] += 1


@kernel
def deal_systems(s: State, box: Box, first: int, last: int) -> None:
    """Deal the system cards first to last - 1 and put a cube on each system dealt."""
    n = last - first
    for i in range(n):
        s.list[i] = first + i
        s.neutral_card[first + i] = 1
    shuffle(s.rng, s.list, n)
    for p in range(s.num_players):
        for i in range(p * box.dealt, (p + 1) * box.dealt):
            settle_outpost(s, p, s.list[i])


@kernel
def settle_outpost(s: State, p: int, system: int) -> None:
    """Give a player a system's card and put a cube on it."""
    s.neutral_card[system] = 0
    own_card(s, p, system)
    s.marker[p, s.space_of[system]] = OUTPOST
    note_presence(s, p, s.space_of[system])
    s.cubes[p] -= 1


@kernel
def deal_technologies(s: State) -> None:
    """Shuffle the technologies and deal two to each player, secretly."""
    shuffle(s.rng, s.tech_deck, TECHNOLOGIES)
    for p in range(s.num_players):
        for i in range(DEALT_TECHNOLOGIES):
            card = draw_technology(s)
            own_card(s, p, card)
            s.shown[p, card] = NOT_OWNED
            s.secret[p, i] = card


@kernel
def deal_races(s: State, box: Box) -> None:
    """Deal a race to each player, with its abilities, and the starting cards."""
    for r in range(RACES):
        s.list[r] = r
    if box.random_races != 0:
        shuffle(s.rng, s.list, RACES)
    for p in range(s.num_players):
        s.race[p] = s.list[p] if box.random_races != 0 else box.races[p]
        for i in range(ABILITIES):
            own_card(s, p, FIRST_ABILITY + ABILITIES * s.race[p] + i)
        for i in range(STARTING_CARDS):
            own_card(s, p, FIRST_STARTING + i)


@kernel
def reset(s: State, box: Box, seed: int) -> None:
    """Set up a game and stop at the first choice of a homeworld."""
    clear_table(s, box, seed)
    lay_tiles(s, box)
    deal_systems(s, box, 0, HABITABLE)
    deal_systems(s, box, HABITABLE, box.spaces)
    deal_technologies(s)
    deal_races(s, box)
    ask_home(s)


# -- homeworlds and first colonies (setup 5) -------------------------------------------------


@kernel
def offer_dealt(s: State, p: int) -> None:
    """Offer the habitable systems dealt to a player that still hold a cube."""
    clear_options(s)
    for c in range(HABITABLE):
        if s.zone[p, c] == DECK and s.marker[p, s.space_of[c]] == OUTPOST:
            s.options[A_CARD + c] = 1


@kernel
def find_undecided(s: State) -> int:
    """Return the first seat that has not chosen yet, NOBODY if all have."""
    for p in range(s.num_players):
        if s.choice[p] == NOTHING:
            return p
    return NOBODY


@kernel
def ask_home(s: State) -> None:
    """Ask the next seat for its homeworld (D01)."""
    offer_dealt(s, find_undecided(s))
    ask(s, find_undecided(s), D_SETUP_HOME)


@kernel
def play_choice(s: State, action: int) -> None:
    """Keep a choice secret until all have chosen (R7)."""
    s.choice[s.to_move] = action - A_CARD
    s.stage = CHOOSE_HOMES if s.decision == D_SETUP_HOME else CHOOSE_COLONIES


@kernel
def choose_homes(s: State) -> None:
    """Ask the next seat, or reveal the homeworlds together and go on to the colonies."""
    if find_undecided(s) != NOBODY:
        ask_home(s)
        return
    for p in range(s.num_players):
        s.marker[p, s.space_of[s.choice[p]]] = HOMEWORLD
        s.home[p] = HOME_STANDS
        s.cubes[p] += 1
        s.choice[p] = NOTHING
    s.stage = CHOOSE_COLONIES


@kernel
def choose_colonies(s: State, box: Box) -> None:
    """Ask the next seat (D02), or reveal the colonies together and go on to the tokens."""
    p = find_undecided(s)
    if p != NOBODY:
        offer_dealt(s, p)
        ask(s, p, D_SETUP_COLONY)
        return
    for q in range(s.num_players):
        s.marker[q, s.space_of[s.choice[q]]] = COLONY
        s.cubes[q] += 1
        s.track_discs[q] -= 1
        s.choice[q] = NOTHING
        place_first_units(s, q)
    begin_tokens(s, box)


@kernel
def place_first_units(s: State, p: int) -> None:
    """Place the starting units beside the markers."""
    for x in range(SPACES):
        marker = s.marker[p, x]
        fleets = 0
        if marker == HOMEWORLD:
            fleets = HOME_FLEETS
        elif marker == COLONY:
            fleets = COLONY_FLEETS
        elif marker == OUTPOST:
            fleets = OTHER_FLEETS
        s.fleets[p, x] = fleets
        s.stock[p, FLEET] -= fleets
        if marker >= COLONY:
            s.bases[p, x] = 1
            s.stock[p, BASE] -= 1


# -- first player, tokens, market, aliens, decks (setup 6 to 9) -------------------------------


@kernel
def begin_tokens(s: State, box: Box) -> None:
    """Draw the first player and lay out the development tokens."""
    s.first = pick(s.rng, s.num_players)
    shuffle(s.rng, s.token_stack, TOKENS)
    for i in range(DISPLAY):
        s.display[i] = draw_token(s)
        show_display(s, box, i)
    s.stage = CHOOSE_TOKENS


@kernel
def choose_tokens(s: State, box: Box) -> None:
    """Let every player take two tokens in turn (D03), then begin the game."""
    if s.picks < 2 * s.num_players:
        choose_token(s, (s.first + s.picks) % s.num_players)
        s.picks += 1
        return
    refill_market(s, box)
    place_aliens(s, box)
    for p in range(s.num_players):
        form_deck(s, p)
    for p in range(s.num_players):
        begin_refill(s, box, p)
    s.refilling = NOBODY
    s.round_number = 1
    s.active = s.first
    s.stage = BEGIN_TURN


@kernel
def place_aliens(s: State, box: Box) -> None:
    """Put a face-down alien token on each neutral habitable system, by ascending space."""
    for token in range(ALIENS):
        s.list[token] = token
    shuffle(s.rng, s.list, ALIENS)
    k = 0
    for x in range(SPACES):
        if s.chart[CHART_HABITABLE, x] != 0 and find_controller(s, x, NOBODY) == NOBODY:
            s.alien[x] = s.list[k]
            show_alien(s, box, x)
            k += 1
