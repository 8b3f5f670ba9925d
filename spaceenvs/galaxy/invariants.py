"""What must hold after every decision (9.3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import D_GOVERNOR_PICK
from spaceenvs.galaxy.cards import EVERYBODY
from spaceenvs.galaxy.components import (
    BASES,
    CARDS,
    FIRST_ALLY,
    FIRST_KHA,
    KHA,
    LEVELS,
    LOWEST_LEVEL_WITH_INFLUENCE,
    MAX_PLAYERS,
    ROWS,
    SURVIVORS,
    TOKENS,
    VALUE_OF,
    VALUES,
    WORLD_OF,
    WORLDS,
)
from spaceenvs.galaxy.state import (
    DECK,
    DISCARD,
    EMPTY,
    FACE_DOWN,
    FRONT,
    GARRISON,
    HAND,
    LOST,
    NO_CARD,
    NOBODY,
    PLACES,
    RESERVE,
    SECRET,
    SUPPLY,
    SURRENDER_PHASE,
    TABLE,
    VISIBLE,
)

BROKEN = (
    "",
    "a card lies nowhere",
    "the size of a hand or Reserve is wrong",
    "the deck is out of order",
    "a pile is out of order",
    "a pile shows something else than its top ship",
    "a face-down ship is not in a pile of Kha'Farjimmn",
    "the bases of a player are not five",
    "a visible base has no place or is out of bounds",
    "a surrendered world has ships, bases or a governor",
    "influence is miscounted",
    "a governor does not have the most influence",
    "a garrison and a secret base do not go together",
    "the number of worlds in play does not fit the round",
    "a player does not know his own cards, or not all know an open card",
    "a technology lies in the wrong place",
    "bases or governors are not where they are observed",
)


@kernel
def check(s: State, box: Box) -> int:
    """Return 0, or the number of the first broken invariant."""
    broken = check_cards(s)
    if broken == 0:
        broken = check_deck(s)
    if broken == 0:
        broken = check_piles(s)
    if broken == 0:
        broken = check_bases(s)
    if broken == 0:
        broken = check_worlds(s, box)
    if broken == 0:
        broken = check_knowledge(s)
    return broken


@kernel
def check_cards(s: State) -> int:
    """Check places and counts."""
    total = s.deck_count
    for p in range(MAX_PLAYERS):
        hand = 0
        reserve = 0
        for card in range(CARDS):
            hand += s.place[card] == HAND + p
            reserve += s.place[card] == RESERVE + p
        if hand != s.hand_count[p] or reserve != s.reserve_count[p]:
            return 2
        if p >= s.num_players and hand + reserve > 0:
            return 2
        garrison = s.garrison[p]
        if garrison != NO_CARD and (s.place[garrison] != GARRISON + p or garrison >= FIRST_ALLY):
            return 12
    for card in range(CARDS):
        if s.place[card] < 0 or s.place[card] >= PLACES:
            return 1
        if s.place[card] >= FRONT and (card < FIRST_ALLY + VALUES or card == CARDS - 1):
            return 15
        if s.place[card] == DECK:
            total -= 1
        if s.place[card] == TABLE and card >= FIRST_ALLY + VALUES:
            return 4
    return 3 if total != 0 else 0


@kernel
def check_deck(s: State) -> int:
    """Check the ring of the deck."""
    for i in range(s.deck_count):
        slot = (int(s.deck_first) + i) % CARDS
        card = s.deck[slot]
        if card < 0 or card >= CARDS or s.place[card] != DECK or s.slot[card] != slot:
            return 3
    return 0


@kernel
def check_piles(s: State) -> int:
    """Check piles from top to bottom."""
    on_table = 0
    for row in range(ROWS + 1):
        for w in range(WORLDS):
            card = s.top[row, w]
            size = s.pile_size[row, w]
            if s.shown[row, w] != find_shown(s, card):
                return 5
            while card != NO_CARD:
                if s.place[card] != TABLE or s.row[card] != row or s.height[card] != size:
                    return 4
                if card < FIRST_ALLY and WORLD_OF[card] != w:
                    return 4
                if card >= FIRST_ALLY and s.ally_at[card - FIRST_ALLY, w] == 0:
                    return 4
                size -= 1
                on_table += 1
                card = s.under[card]
            if size != 0 or (row == 0 and s.top[row, w] != NO_CARD):
                return 4
    for card in range(CARDS):
        on_table -= s.place[card] == TABLE
        if s.place[card] != TABLE and (s.row[card] != 0 or s.height[card] != 0):
            return 4
    for v in range(VALUES):
        if s.face_down[v] != 0 and s.place[FIRST_KHA + v] != TABLE:
            return 6
    return 4 if on_table != 0 else 0


@kernel
def find_shown(s: State, card: int) -> int:
    """Return what a pile with this top ship shows."""
    if card == NO_CARD:
        return EMPTY
    if card < FIRST_ALLY and WORLD_OF[card] == KHA and s.face_down[card - FIRST_KHA] != 0:
        return FACE_DOWN
    return 1 + VALUE_OF[card]


@kernel
def check_bases(s: State) -> int:
    """Check the bases of every player."""
    for p in range(s.num_players):
        supply = 0
        secret = 0
        for b in range(TOKENS * p, TOKENS * p + TOKENS):
            if s.base_state[b] < SUPPLY or s.base_state[b] > LOST:
                return 7
            supply += s.base_state[b] == SUPPLY
            secret += s.base_state[b] == SECRET
            visible = s.base_state[b] == VISIBLE
            if visible != (s.base_world[b] >= 0):
                return 8
            if visible and (s.base_level[b] < 0 or s.base_level[b] > s.active_row + 1):
                return 8
            for w in range(WORLDS):
                worth = LEVELS - s.base_level[b] if s.base_world[b] == w else 0
                if s.base_at[p, b % TOKENS, w] != worth:
                    return 16
        if supply != s.supply[p]:
            return 7
        if secret != (s.garrison[p] != NO_CARD):
            return 12
    return 0


@kernel
def check_worlds(s: State, box: Box) -> int:
    """Check surrendered worlds, influence and governors."""
    left = 0
    for w in range(WORLDS):
        left += s.in_play[w]
        broken = check_world(s, box, w)
        if broken != 0:
            return broken
    if left != s.worlds_left:
        return 13
    if s.done != 0 or s.last_turn_of_game != 0:
        return 13 if left < SURVIVORS else 0
    expected = WORLDS + 1 - s.active_row
    if s.phase == SURRENDER_PHASE and left == expected - 1:
        return 0
    return 13 if left != expected else 0


@kernel
def check_world(s: State, box: Box, world: int) -> int:
    """Check one world."""
    most = 0
    for p in range(s.num_players):
        total = 0
        for b in range(TOKENS * p, TOKENS * p + TOKENS):
            if s.base_state[b] == VISIBLE and s.base_world[b] == world:
                total += max(0, LOWEST_LEVEL_WITH_INFLUENCE - s.base_level[b])
        if total != s.influence[p, world]:
            return 10
        most = max(most, total)
    governor = s.governor[world]
    for p in range(MAX_PLAYERS):
        if s.governs[p, world] != (p == governor):
            return 16
    if s.in_play[world] == 0:
        for row in range(ROWS + 1):
            if s.top[row, world] != NO_CARD:
                return 9
        for b in range(BASES):
            if s.base_world[b] == world:
                return 9
        return 9 if governor != NOBODY else 0
    if s.done != 0 or (s.decision == D_GOVERNOR_PICK and s.target_world == world):
        return 0
    if governor == NOBODY:
        return 11 if most > 0 else 0
    if s.influence[governor, world] != most:
        return 11
    return 11 if most == 0 and box.governor_at_zero == 0 else 0


@kernel
def check_knowledge(s: State) -> int:
    """Check that owners know their cards and everybody the open ones (8.1)."""
    for card in range(CARDS):
        place = s.place[card]
        if place == DISCARD or place >= FRONT:
            if s.known[card] != EVERYBODY:
                return 14
        elif place == TABLE:
            down = (
                card < FIRST_ALLY and WORLD_OF[card] == KHA and s.face_down[card - FIRST_KHA] != 0
            )
            if not down and s.known[card] != EVERYBODY:
                return 14
        elif place >= HAND:
            owner = (place - HAND) % MAX_PLAYERS
            if (s.known[card] & (1 << owner)) == 0:
                return 14
    return 0
