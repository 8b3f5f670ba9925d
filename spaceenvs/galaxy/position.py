"""The whole position in words, and positions from words, for scenarios and notebooks.

Cards have their codes (`KHA3`, `ALLY8`, `PHASER`), a base is written as the first letter of its
owner's colour and its level (`G2`), a ship that lies face down has a trailing `?` (`KHA9?`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.galaxy.actions import D_BID
from spaceenvs.galaxy.cards import EVERYBODY, put_on_pile
from spaceenvs.galaxy.components import (
    CARD_CODES,
    CARDS,
    FIRST_KHA,
    SEAT_NAMES,
    SURVIVORS,
    TOKENS,
    WORLD_CODES,
    WORLDS,
)
from spaceenvs.galaxy.governors import count_influence, find_token, put_base, set_governor
from spaceenvs.galaxy.setup import clear_game
from spaceenvs.galaxy.state import (
    AUCTION,
    DECK,
    DISCARD,
    FRONT,
    GARRISON,
    HAND,
    LOST,
    NO_BID,
    NO_CARD,
    NOBODY,
    RESERVE,
    SECRET,
    SUPPLY,
    VISIBLE,
)
from spaceenvs.galaxy.turn import begin_turn

LETTERS = "".join(colour[0] for colour in SEAT_NAMES)
HIDDEN = "?"
KHA = "KHA"
"""The world whose ships may lie face down."""


# -- position -------------------------------------------------------------------------------


def position(s: State, box: Box) -> dict[str, Any]:
    """Return the whole position as plain dicts, lists and words."""
    n = int(s.num_players)
    worlds = [w for w in range(WORLDS) if s.in_play[w]]
    return {
        "round": int(s.active_row),
        "turn": int(s.turn),
        "active": int(s.active),
        "dealer": int(s.dealer),
        "worlds": [WORLD_CODES[w] for w in worlds],
        "hands": [cards_at(s, HAND + p) for p in range(n)],
        "reserves": [cards_at(s, RESERVE + p) for p in range(n)],
        "garrisons": [_code(s.garrison[p]) for p in range(n)],
        "technologies": [cards_at(s, FRONT + p) for p in range(n)],
        "discarded": cards_at(s, DISCARD),
        "deck": [CARD_CODES[s.deck[(int(s.deck_first) + i) % CARDS]] for i in range(s.deck_count)],
        "deck_size": int(s.deck_count),
        "hand_sizes": s.hand_count[:n].tolist(),
        "reserve_sizes": s.reserve_count[:n].tolist(),
        "piles": {WORLD_CODES[w]: _column(s, w) for w in worlds},
        "bases": {WORLD_CODES[w]: bases_at(s, w) for w in worlds},
        "governors": {WORLD_CODES[w]: _seat(s.governor[w]) for w in worlds},
        "influence": {WORLD_CODES[w]: s.influence[:n, w].tolist() for w in worlds},
        "supply": s.supply[:n].tolist(),
        "lost": [
            int((s.base_state[TOKENS * p : TOKENS * p + TOKENS] == LOST).sum()) for p in range(n)
        ],
        "secret_placed": s.secret_placed[:n].tolist(),
        "excluded": [[WORLD_CODES[w] for w in np.flatnonzero(s.excluded[p])] for p in range(n)],
        "known": [[CARD_CODES[c] for c in np.flatnonzero(s.known & (1 << p))] for p in range(n)],
        "auction": _auction(s, n),
        "flags": {
            "base": bool(s.base_done),
            "technology": bool(s.technology_done),
            "committed": bool(s.committed),
        },
        "ship": _current_ship(s),
        "hand_values": s.hand_value[:n].tolist(),
    }


def seen(s: State, box: Box, player: int) -> dict[str, Any]:
    """Return what a player may know of the position; of cards that he does not see, how many.

    A ship that lies face down and that he does not know is `KHA?`.
    """
    words = position(s, box)
    for name in ("hands", "reserves"):
        words[name] = [own if p == player else len(own) for p, own in enumerate(words[name])]
    for name in ("garrisons", "known"):
        words[name] = words[name][player]
    for name in ("deck", "hand_sizes", "reserve_sizes"):
        del words[name]
    hidden = {
        CARD_CODES[c] + HIDDEN for c in range(CARDS) if not int(s.known[c]) & (1 << int(player))
    }
    words["piles"] = {
        world: [_with_hidden(row, hidden) for row in rows] for world, rows in words["piles"].items()
    }
    if words["ship"]["card"] + HIDDEN in hidden and _is_face_down(s, int(s.ship)):
        words["ship"]["card"] = KHA + HIDDEN
    return words


def _with_hidden(row: str, hidden: set[str]) -> str:
    """Return a pile without the values of hidden ships."""
    return " ".join(KHA + HIDDEN if code in hidden else code for code in row.split())


def _is_face_down(s: State, card: int) -> bool:
    return 0 <= card - FIRST_KHA < len(s.face_down) and bool(s.face_down[card - FIRST_KHA])


def _code(card: int) -> str:
    return CARD_CODES[card] if card != NO_CARD else ""


def _seat(seat: int) -> str:
    return SEAT_NAMES[seat] if seat != NOBODY else ""


def cards_at(s: State, place: int) -> list[str]:
    """Return the codes of the cards at a place, in order of their ids."""
    return [CARD_CODES[c] for c in np.flatnonzero(s.place == place)]


def _column(s: State, world: int) -> list[str]:
    """Return the piles of a column, row by row up to the active one, bottom to top."""
    rows = []
    for row in range(1, int(s.active_row) + 1):
        pile = []
        card = int(s.top[row, world])
        while card != NO_CARD:
            pile.append(CARD_CODES[card] + (HIDDEN if _is_face_down(s, card) else ""))
            card = int(s.under[card])
        rows.append(" ".join(reversed(pile)))
    return rows


def bases_at(s: State, world: int) -> str:
    """Return the visible bases of a column, highest first: `B1 G2 G2`."""
    here = np.flatnonzero((s.base_state == VISIBLE) & (s.base_world == world))
    bases = sorted((int(s.base_level[b]), int(b) // TOKENS) for b in here)
    return " ".join(f"{LETTERS[seat]}{level}" for level, seat in bases)


def _auction(s: State, n: int) -> dict[str, Any]:
    return {
        "high_bid": int(s.high_bid),
        "passes": int(s.passes),
        "last_bids": s.last_bid[:n].tolist(),
        "failed_bids": s.failed_bid[:n].tolist(),
        "bid_value": int(s.bid_value),
    }


def _current_ship(s: State) -> dict[str, Any]:
    return {
        "card": _code(s.ship),
        "column": WORLD_CODES[s.ship_column] if s.ship != NO_CARD else "",
        "opportunities": int(s.opportunities),
        "power_used": bool(s.power_used),
        "sensors_used": bool(s.sensors_used),
        "warp_used": bool(s.warp_used),
        "destroyed": bool(s.destroyed),
        "denied": [WORLD_CODES[w] for w in np.flatnonzero(s.denied)],
    }


# -- arrange --------------------------------------------------------------------------------

_ENTRIES = {
    "round", "turn", "active", "dealer", "worlds", "hands", "reserves", "garrisons",
    "technologies", "discarded", "deck", "deck_size", "piles", "bases", "governors", "supply",
    "lost", "secret_placed", "excluded", "known", "auction",
}  # fmt: skip


def arrange(s: State, box: Box, words: dict[str, Any]) -> None:
    """Set up a position at the start of the active player's turn, or in the auction.

    Everything may be left out. Cards that are not named form the deck in increasing order of
    their ids, below those that `deck` names; `deck_size` says how many of them are there (the
    others are discarded). Worlds that are not named have surrendered. Governors that are not
    named are those with the most influence, the lowest seat if tied. Owners know their
    cards, everybody the open ones; `known` adds to that. Without `active` the auction begins.
    """
    unknown = set(words) - _ENTRIES
    if unknown:
        raise KeyError(f"no entry is called {', '.join(sorted(unknown))}")
    clear_game(s, box)
    s.active_row = words.get("round", 1)
    s.dealer = words.get("dealer", 0)
    named = WORLD_CODES if "worlds" not in words else tuple(words["worlds"])
    for w in range(WORLDS):
        s.in_play[w] = WORLD_CODES[w] in named
    s.worlds_left = int(s.in_play.sum())
    if s.worlds_left != WORLDS + 1 - s.active_row or s.worlds_left <= SURVIVORS:
        raise ValueError(f"round {s.active_row} is played on {WORLDS + 1 - s.active_row} worlds")
    _arrange_cards(s, words)
    _arrange_bases(s, words)
    _arrange_governors(s, words)
    for p, codes in enumerate(words.get("excluded", [])):
        for code in codes:
            s.excluded[p, WORLD_CODES.index(code)] = 1
    for p, codes in enumerate(words.get("known", [])):
        for code in codes:
            s.known[_card(code)] |= 1 << p
    _arrange_turn(s, words)


def _card(code: str) -> int:
    if code not in CARD_CODES:
        raise KeyError(f"no card is called {code}")
    return CARD_CODES.index(code)


def _arrange_cards(s: State, words: dict[str, Any]) -> None:
    """Put every card in its place."""
    free = dict.fromkeys(range(CARDS))

    def take(code: str) -> int:
        card = _card(code)
        if card not in free:
            raise ValueError(f"the card {code} is named twice")
        del free[card]
        return card

    s.place[:] = DISCARD
    s.known[:] = EVERYBODY
    for p, codes in enumerate(words.get("hands", [])):
        for code in codes:
            _hide(s, take(code), HAND + p, 1 << p)
            s.hand_count[p] += 1
    for p, codes in enumerate(words.get("reserves", [])):
        for code in codes:
            _hide(s, take(code), RESERVE + p, 1 << p)
            s.reserve_count[p] += 1
    for p, code in enumerate(words.get("garrisons", [])):
        if code:
            s.garrison[p] = take(code)
            _hide(s, s.garrison[p], GARRISON + p, 1 << p)
    for p, codes in enumerate(words.get("technologies", [])):
        for code in codes:
            s.place[take(code)] = FRONT + p
    for code in words.get("discarded", []):
        take(code)
    for world, rows in words.get("piles", {}).items():
        for row, pile in enumerate(rows, 1):
            for code in pile.split():
                card = take(code.removesuffix(HIDDEN))
                if code.endswith(HIDDEN):
                    s.face_down[card - FIRST_KHA] = 1
                    s.known[card] = 0
                put_on_pile(s, card, row, WORLD_CODES.index(world))
    deck = [take(code) for code in words.get("deck", [])]
    deck += free
    del deck[words.get("deck_size", len(deck)) :]
    for slot, card in enumerate(deck):
        s.deck[slot] = card
        s.slot[card] = slot
        _hide(s, card, DECK, 0)
    s.deck_first = 0
    s.deck_count = len(deck)


def _hide(s: State, card: int, place: int, known: int) -> None:
    s.place[card] = place
    s.known[card] = known


def _arrange_bases(s: State, words: dict[str, Any]) -> None:
    """Put bases into columns, under garrisons, and out of the game."""
    n = int(s.num_players)
    for world, bases in words.get("bases", {}).items():
        for base in bases.split():
            seat = LETTERS.index(base[0])
            put_base(s, find_token(s, seat, SUPPLY), WORLD_CODES.index(world), int(base[1:]))
    for p in range(n):
        if s.garrison[p] != NO_CARD:
            s.base_state[find_token(s, p, SUPPLY)] = SECRET
            s.secret_placed[p] = 1
        in_supply = int((s.base_state[TOKENS * p : TOKENS * p + TOKENS] == SUPPLY).sum())
        for _ in range(in_supply - words.get("supply", [in_supply] * n)[p]):
            s.base_state[find_token(s, p, SUPPLY)] = LOST
        s.supply[p] = (s.base_state[TOKENS * p : TOKENS * p + TOKENS] == SUPPLY).sum()
    for p, placed in enumerate(words.get("secret_placed", [])):
        s.secret_placed[p] = placed


def _arrange_governors(s: State, words: dict[str, Any]) -> None:
    """Make those governors who are named, or who have the most influence."""
    for w in range(WORLDS):
        count_influence(s, w)
        if s.influence[:, w].max() > 0:
            set_governor(s, w, int(s.influence[:, w].argmax()))
    for world, colour in words.get("governors", {}).items():
        set_governor(s, WORLD_CODES.index(world), SEAT_NAMES.index(colour) if colour else NOBODY)


def _arrange_turn(s: State, words: dict[str, Any]) -> None:
    """Begin the auction, or the turn of the active player."""
    auction = words.get("auction", {})
    s.bid_value = auction.get("bid_value", NO_BID)
    if words.get("active", NOBODY) == NOBODY:
        s.phase = AUCTION
        s.decision = D_BID
        s.to_move = s.dealer
        return
    # Without a bid to honour it is not the first turn of the game.
    s.turn = words.get("turn", 0 if s.bid_value != NO_BID else 20) - 1
    begin_turn(s, words["active"])
