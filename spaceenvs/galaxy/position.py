"""The whole position in words, and positions from words, for scenarios and notebooks.

Cards have their codes (`KHA3`, `ALLY8`, `PHASER`), a base is written as the first letter of its
owner's colour and its level (`G2`), a ship that lies face down has a trailing `?` (`KHA9?`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.given import Words
from spaceenvs.galaxy.actions import D_BID
from spaceenvs.galaxy.cards import EVERYBODY, put_on_pile
from spaceenvs.galaxy.components import (
    CARD_CODES,
    CARDS,
    FIRST_KHA,
    ROWS,
    SEAT_NAMES,
    SHIPS,
    TOKENS,
    VALUES,
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

_LEVELS = tuple(map(str, range(ROWS + 2)))
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


def arrange(s: State, box: Box, words: Words) -> None:
    """Set up a position at the start of the active player's turn, or in the auction.

    Everything may be left out. Cards that are not named form the deck in increasing order of
    their ids, below those that `deck` names; `deck_size` says how many of them are there (the
    others are discarded). Worlds that are not named have surrendered. Governors that are not
    named are those with the most influence, the lowest seat if tied. Owners know their
    cards, everybody the open ones; `known` adds to that. Without `active` the auction begins.
    """
    n = int(s.num_players)
    clear_game(s, box)
    s.active_row = words["round"].number(1, ROWS, 1)
    s.dealer = words["dealer"].number(0, n - 1)
    if words["worlds"].is_given:
        s.in_play[:] = 0
        for world in words["worlds"].entries(WORLDS):
            s.in_play[world.index(WORLD_CODES)] = 1
    s.worlds_left = int(s.in_play.sum())
    expected = WORLDS + 1 - int(s.active_row)
    if s.worlds_left != expected and not words.is_exact:
        words["worlds"].refuse(f"round {s.active_row} is played on {expected} worlds")
    _arrange_cards(s, n, words)
    _arrange_bases(s, n, words)
    _arrange_governors(s, n, words)
    for p, codes in enumerate(words["excluded"].entries(n)):
        for code in codes.entries(WORLDS):
            s.excluded[p, code.index(WORLD_CODES)] = 1
    for p, codes in enumerate(words["known"].entries(n)):
        for code in codes.entries(CARDS):
            s.known[code.index(CARD_CODES)] |= 1 << p
    _arrange_turn(s, n, words)


def _arrange_cards(s: State, n: int, words: Words) -> None:
    """Put every card in its place."""
    free = dict.fromkeys(range(CARDS))

    def take(code: Words) -> int:
        card = code.index(CARD_CODES)
        if card not in free:
            code.refuse(f"the card {code.value} is named twice")
        del free[card]
        return card

    s.place[:] = DISCARD
    s.known[:] = EVERYBODY
    for p, codes in enumerate(words["hands"].entries(n)):
        for code in codes.entries(CARDS):
            _hide(s, take(code), HAND + p, 1 << p)
            s.hand_count[p] += 1
    for p, codes in enumerate(words["reserves"].entries(n)):
        for code in codes.entries(CARDS):
            _hide(s, take(code), RESERVE + p, 1 << p)
            s.reserve_count[p] += 1
    for p, code in enumerate(words["garrisons"].entries(n)):
        if code.text():
            s.garrison[p] = take(code)
            _hide(s, s.garrison[p], GARRISON + p, 1 << p)
    for p, codes in enumerate(words["technologies"].entries(n)):
        for code in codes.entries(CARDS):
            s.place[take(code)] = FRONT + p
    for code in words["discarded"].entries(CARDS):
        take(code)
    for world, rows in words["piles"].items(WORLD_CODES):
        for row, pile in enumerate(rows.entries(ROWS), 1):
            for word in pile.text().split():
                card = take(pile.part(word.removesuffix(HIDDEN)))
                if card >= SHIPS:
                    pile.refuse(f"{word} is no ship")
                if word.endswith(HIDDEN):
                    _turn_down(s, pile, card)
                put_on_pile(s, card, row, world)
    deck = [take(code) for code in words["deck"].entries(CARDS)]
    deck += free
    del deck[words["deck_size"].number(0, len(deck), len(deck)) :]
    for slot, card in enumerate(deck):
        s.deck[slot] = card
        s.slot[card] = slot
        _hide(s, card, DECK, 0)
    s.deck_first = 0
    s.deck_count = len(deck)


def _turn_down(s: State, pile: Words, card: int) -> None:
    """Lay a ship face down, seen by nobody."""
    if not 0 <= card - FIRST_KHA < len(s.face_down):
        pile.refuse(f"only ships of {KHA} lie face down, not {CARD_CODES[card]}")
    s.face_down[card - FIRST_KHA] = 1
    s.known[card] = 0


def _hide(s: State, card: int, place: int, known: int) -> None:
    s.place[card] = place
    s.known[card] = known


def _arrange_bases(s: State, n: int, words: Words) -> None:
    """Put bases into columns, under garrisons, and out of the game."""
    letters = LETTERS[:n]
    for world, column in words["bases"].items(WORLD_CODES):
        for base in column.text().split():
            if base[0] not in letters or base[1:] not in _LEVELS:
                column.refuse(f"a base is one of {letters} and a level, {base[:20]!r} was given")
            put_base(s, _take_base(s, letters.index(base[0]), column), world, int(base[1:]))
    for p in range(n):
        if s.garrison[p] != NO_CARD:
            s.base_state[_take_base(s, p, words["garrisons"])] = SECRET
            s.secret_placed[p] = 1
    in_supply = [_count_supply(s, p) for p in range(n)]
    for p, left in enumerate(words["supply"].entries(n)):
        for _ in range(in_supply[p] - left.number(0, in_supply[p])):
            s.base_state[find_token(s, p, SUPPLY)] = LOST
    for p in range(n):
        s.supply[p] = _count_supply(s, p)
    for p, placed in enumerate(words["secret_placed"].entries(n)):
        s.secret_placed[p] = placed.number(0, 1)


def _take_base(s: State, player: int, entry: Words) -> int:
    """Return a base that the player still has."""
    base = int(find_token(s, player, SUPPLY))
    if base < 0:
        entry.refuse(f"{SEAT_NAMES[player]} has {TOKENS} bases, more were given")
    return base


def _count_supply(s: State, player: int) -> int:
    return int((s.base_state[TOKENS * player : TOKENS * (player + 1)] == SUPPLY).sum())


def _arrange_governors(s: State, n: int, words: Words) -> None:
    """Make those governors who are named, or who have the most influence."""
    for w in range(WORLDS):
        count_influence(s, w)
        if s.influence[:, w].max() > 0:
            set_governor(s, w, int(s.influence[:, w].argmax()))
    for world, colour in words["governors"].items(WORLD_CODES):
        named = bool(colour.text())
        set_governor(s, world, colour.index(SEAT_NAMES[:n]) if named else NOBODY)


def _arrange_turn(s: State, n: int, words: Words) -> None:
    """Begin the auction, or the turn of the active player."""
    auction = words["auction"]
    s.bid_value = auction["bid_value"].number(NO_BID, VALUES - 1, NO_BID)
    active = words["active"].number(NOBODY, n - 1, NOBODY)
    if active == NOBODY:
        s.phase = AUCTION
        s.decision = D_BID
        s.to_move = s.dealer
        return
    # Without a bid to honour it is not the first turn of the game.
    usual = 0 if s.bid_value != NO_BID else 20
    s.turn = words["turn"].number(0, np.iinfo(np.int16).max, usual) - 1
    begin_turn(s, active)
