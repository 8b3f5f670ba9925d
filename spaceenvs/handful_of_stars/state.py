"""The record of a game: the map, every piece, card and token, and what is being decided."""

from __future__ import annotations

import numpy as np

from spaceenvs.core.game import state_dtype
from spaceenvs.handful_of_stars.actions import NUM_ACTIONS
from spaceenvs.handful_of_stars.components import (
    ALIENS,
    CARDS,
    CONNECTIONS,
    DEALT_TECHNOLOGIES,
    DECK_SIZE,
    DISPLAY,
    FACE,
    KINDS,
    LETTERS,
    MARKET,
    MAX_PLAYERS,
    RESERVE_EFFECTS,
    RESOURCES,
    SPACES,
    SYSTEMS,
    TECHNOLOGIES,
    TOKEN_KINDS,
    TOKENS,
    TRACK,
)

# Where a player's card is. In `shown`, what everybody knows, DECK means "in the draw deck or
# drawn from it unseen" and HAND "known to be in the hand" (section 8).
NOT_OWNED, DECK, HAND, RESERVE, DISCARD, IN_PLAY, REMOVED = range(7)
ZONES = 7
ZONE_NAMES = ("", "deck", "hand", "reserve", "discard", "in_play", "removed")

# What has become of an alien token.
ALIEN_UNSEEN, ALIEN_FACE_UP, ALIEN_GONE = range(3)

# What has become of the homeworld cylinder.
HOME_WAITING, HOME_STANDS, HOME_LOST = range(3)

# What goes on. Every stage either asks a decision (ASK) or names the stage that follows.
(
    ASK,
    CHOOSE_HOMES,
    CHOOSE_COLONIES,
    CHOOSE_TOKENS,
    BEGIN_TURN,
    MENU,
    PRODUCE,
    MOVE,
    MOVE_OVER,
    COLONISE,
    TECH,
    STORE,
    DISCARDING,
    REMOVING,
    RETRIEVE,
    ANNEX,
    SPY,
    REFRESH,
    ACTION_OVER,
    GROUP,
    PAY,
    BOUGHT,
    ATTACKER_MAY_RETREAT,
    DEFENDER_MAY_RETREAT,
    BEHIND,
    RESPOND,
    LOSER_LOSSES,
    LOSER_RETREAT,
    WINNER_LOSSES,
    CONTROL,
    REFILL,
    END_TURN,
    GAME_OVER,
) = range(33)

# What is being bought (6.1) or, for RETREATING, moved without being bought.
(
    NO_ERRAND,
    BUYING_UNIT,
    MOVING,
    REINFORCING,
    WITHDRAWING,
    RETREATING,
    SETTLING,
    BUYING_TECHNOLOGY,
    ANNEXING,
) = range(9)
ERRAND_NAMES = (
    "",
    "build",
    "move",
    "reinforce",
    "withdraw",
    "retreat",
    "settle",
    "acquire",
    "annex",
)

UNREACHED = 127
"""The Energy of a route that does not exist."""

CHART = 8
"""Rows of `chart`: tile, habitable, strength, wormhole, then the four amounts of its card."""
CHART_TILE, CHART_HABITABLE, CHART_STRENGTH, CHART_WORMHOLE, CHART_AMOUNTS = range(5)

QUEUE = 64
MOST_DUE = 64

# Fields that are read together stand together: a batch of a thousand games does not fit into
# the near caches, and every line of 64 bytes that a step touches has to come from afar.
STATE = state_dtype(
    MAX_PLAYERS,
    [
        # -- the clock -----------------------------------------------------------------------
        ("first", np.int8),  # the first player, -1 before the draw
        ("round_number", np.int8),  # 0 during setup
        ("active", np.int8),  # whose turn it is
        ("actions_left", np.int8),
        ("shuffles", np.int8),
        ("end_round", np.int8),  # the last round, 0 while not known
        ("picks", np.int8),  # tokens taken during setup
        ("choice", np.int8, (MAX_PLAYERS,)),  # system chosen in secret at D01, D02; else -1
        # -- what goes on --------------------------------------------------------------------
        ("stage", np.int8),
        ("actor", np.int8),  # whose action, effect or response is running
        ("card_in_play", np.int8),  # -1: none
        ("left", np.int8),  # how often the running step may still be done
        ("begun", np.int8),  # 1 once it has been done
        ("pool", np.int16, (RESOURCES,)),
        ("errand", np.int8),
        ("due_kind", np.int8, (2,)),  # what is still to be paid, in this order
        ("due", np.int16, (2,)),
        ("origin", np.int8),  # of the group that goes; -1: none
        ("destination", np.int8),
        ("unit", np.int8),  # FLEET or BASE, -1
        ("group", np.int8),  # how many go, 0 before it is said
        ("route", np.int8),
        ("target", np.int8),  # the foreign target of the running Move (R9), -1
        ("settling", np.int8),  # OUTPOST or COLONY
        ("slot", np.int8),  # of the market; MARKET: the wormhole token
        # -- combat (6.5); open to all -------------------------------------------------------
        ("battle", np.int8),  # the contested space, -1: no combat
        ("attacker", np.int8),
        ("defender", np.int8),  # -1: a neutral system
        ("extra", np.int16, (2,)),  # strength added, by role
        ("lowered", np.int16),  # by how much KILL weakens a neutral system
        ("crossed", np.int8),
        ("conceded", np.int8),  # 1: it ended by conceding
        ("loser", np.int8),  # a role
        ("suffering", np.int8),  # the role that loses units
        ("losses", np.int8),  # units still to be lost
        ("mode_card", np.int8),  # the card that D16 is about
        ("refilling", np.int8),  # whose hand is filled up
        # -- what players have ---------------------------------------------------------------
        ("stock", np.int8, (MAX_PLAYERS, KINDS)),  # fleets and star bases not on the board
        ("cubes", np.int8, (MAX_PLAYERS,)),  # in stock
        ("track_discs", np.int8, (MAX_PLAYERS,)),
        ("spare_discs", np.int8, (MAX_PLAYERS,)),
        ("home", np.int8, (MAX_PLAYERS,)),  # HOME_WAITING, HOME_STANDS or HOME_LOST
        ("race", np.int8, (MAX_PLAYERS,)),
        ("capacity", np.int8, (MAX_PLAYERS,)),  # of each of the two reserves (6.8)
        ("wormhole_token", np.int8, (MAX_PLAYERS,)),
        ("token", np.int8, (MAX_PLAYERS, TRACK)),  # development tokens in the order taken, -1
        ("token_up", np.int8, (MAX_PLAYERS, TRACK)),
        ("token_count", np.int8, (MAX_PLAYERS,)),
        ("count", np.int8, (MAX_PLAYERS, ZONES)),  # cards of a player in each zone
        ("secret", np.int8, (MAX_PLAYERS, DEALT_TECHNOLOGIES)),  # dealt, never seen; else -1
        ("secret_in_hand", np.int8, (MAX_PLAYERS, DEALT_TECHNOLOGIES)),  # 1: known to be there
        # -- kept up to date with the rest (tallies.py) ----------------------------------------
        ("present", np.int64, (MAX_PLAYERS,)),  # the spaces where a player has a piece (spaces.py)
        ("held_count", np.int8, (MAX_PLAYERS,)),
        ("total", np.int16, (MAX_PLAYERS, RESOURCES)),  # what all sources could yield
        ("sources", np.int8, (MAX_PLAYERS, RESOURCES)),  # how many sources there are
        ("works", np.int8, (MAX_PLAYERS, RESERVE_EFFECTS)),  # cards working in the reserve
        ("bonus", np.int16, (MAX_PLAYERS, RESERVE_EFFECTS)),  # the sum of their numbers
        ("marked", np.int8, (MAX_PLAYERS,)),  # counted reserve cards with the reserve mark
        ("unmarked", np.int8, (MAX_PLAYERS,)),  # and without it
        ("token_vp", np.int8, (MAX_PLAYERS,)),
        ("held", np.int8, (MAX_PLAYERS, CARDS)),  # the cards in hand and reserve, in no order
        # -- the technologies and tokens on offer; open to all ---------------------------------
        ("market", np.int8, (MARKET,)),  # -1: an empty slot
        ("wormhole_out", np.int8),  # 1: tokens can be bought
        ("display", np.int8, (DISPLAY,)),  # -1: an empty slot
        ("tech_top", np.int8),
        ("stack_top", np.int8),
        # -- what the step works out for the decision; hidden, follows from the rest ----------
        ("navigates", np.int8),  # 1: black holes are open for the actor
        ("bases_move", np.int8),  # 1: the actor's star bases may move
        ("jumps", np.int8, (KINDS,)),  # wormhole spaces to enter, 0 if no jump can be paid
        ("energy", np.int16),  # the most Energy the actor can pay
        ("energy_beside_jump", np.int16, (KINDS,)),  # and still the Research of one jump; -1
        ("own", np.int64),  # the spaces that the actor may pass through (spaces.py)
        ("options", np.int8, (NUM_ACTIONS,)),  # the legal actions
        # -- what an observation shows as it stands, in its order --------------------------------
        ("chart", np.int8, (CHART, SPACES)),  # what each tile shows; tile -1: no such space
        ("black_hole", np.int8, (CONNECTIONS,)),  # 1 where a connection has a black hole
        ("alien_shown", np.int8, (SPACES,)),  # -1 face down, 0 none, strength + 1
        ("alien_fate", np.int8, (ALIENS,)),  # face-down values are hidden from everybody
        ("neutral_card", np.int8, (SYSTEMS,)),  # 1: the card lies beside the board
        ("fleets", np.int8, (MAX_PLAYERS, SPACES)),
        ("bases", np.int8, (MAX_PLAYERS, SPACES)),
        ("marker", np.int8, (MAX_PLAYERS, SPACES)),  # NO_MARKER, OUTPOST, COLONY, HOMEWORLD
        ("token_face", np.int8, (MAX_PLAYERS, TRACK, TOKEN_KINDS + 1)),  # amounts, face up
        ("display_face", np.int8, (DISPLAY, TOKEN_KINDS)),
        ("market_face", np.int8, (MARKET, FACE)),
        ("zone", np.int8, (MAX_PLAYERS, CARDS)),  # where each card of a player is; hidden
        ("shown", np.int8, (MAX_PLAYERS, CARDS)),  # where everybody knows it to be
        ("used", np.int8, (CARDS,)),  # 1: the effect was used this turn (R55)
        ("gone", np.int8, (TECHNOLOGIES,)),  # 1: removed, or set aside
        # -- ways: fixed at setup, and worked out for the decision ------------------------------
        # Neighbours over connections without and with a black hole, -1 after the last.
        ("open_way", np.int8, (SPACES, LETTERS)),
        ("hole_way", np.int8, (SPACES, LETTERS)),
        ("wormhole_count", np.int8),
        ("wormholes", np.int8, (SPACES,)),  # spaces with a wormhole, ascending
        ("space_of", np.int8, (SYSTEMS,)),  # where each system lies, -1 if out of play
        ("normal", np.int8, (KINDS, SPACES)),  # Energy of the normal route; UNREACHED
        ("jump", np.int8, (KINDS, SPACES)),  # Energy of the wormhole route; UNREACHED
        ("queued", np.int8, (SPACES,)),
        ("queue", np.int8, (QUEUE,)),
        # -- piles; hidden ---------------------------------------------------------------------
        ("deck", np.int8, (MAX_PLAYERS, DECK_SIZE)),  # the draw deck; hidden, nobody knows it
        ("deck_top", np.int8, (MAX_PLAYERS,)),  # index of its top card
        ("alien", np.int8, (SPACES,)),  # token on each space, -1 for none
        ("tech_deck", np.int8, (TECHNOLOGIES,)),
        ("token_stack", np.int8, (TOKENS,)),
        # -- room to work in -------------------------------------------------------------------
        ("list", np.int8, (CARDS,)),
        ("best", np.int16, (MOST_DUE,)),
    ],
)

_SPACE = (-1, SPACES - 1)
_SEAT = (-1, MAX_PLAYERS - 1)
_CARD = (-1, CARDS - 1)
RANGES = {
    "first": _SEAT,
    **dict.fromkeys(("active", "actor"), (0, MAX_PLAYERS - 1)),
    **dict.fromkeys(("attacker", "defender", "refilling"), _SEAT),
    "choice": (-1, SYSTEMS - 1),
    "stage": (ASK, GAME_OVER),
    **dict.fromkeys(("card_in_play", "mode_card", "secret", "market", "deck"), _CARD),
    **dict.fromkeys(("held", "tech_deck", "list"), (0, CARDS - 1)),
    "errand": (NO_ERRAND, ANNEXING),
    "due_kind": (0, RESOURCES - 1),
    **dict.fromkeys(("origin", "destination", "target", "battle"), _SPACE),
    **dict.fromkeys(("open_way", "hole_way", "wormholes", "space_of"), _SPACE),
    **dict.fromkeys(("unit", "loser"), (-1, 1)),
    "suffering": (0, 1),
    "settling": (0, 3),
    "slot": (-1, MARKET),
    "home": (HOME_WAITING, HOME_LOST),
    **dict.fromkeys(("token", "display"), (-1, TOKENS - 1)),
    "token_stack": (0, TOKENS - 1),
    "token_count": (0, TRACK),
    "held_count": (0, CARDS),
    "tech_top": (0, TECHNOLOGIES),
    "stack_top": (0, TOKENS),
    "deck_top": (0, DECK_SIZE),
    "alien": (-1, ALIENS - 1),
    "alien_fate": (ALIEN_UNSEEN, ALIEN_GONE),
    **dict.fromkeys(("zone", "shown"), (NOT_OWNED, REMOVED)),
    "wormhole_count": (0, SPACES),
    "queue": (0, SPACES - 1),
}
"""The smallest and the largest value of every index and count: what a file may hold."""
