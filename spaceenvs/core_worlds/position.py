"""Positions in words: what scenarios are written in.

    round = 3
    destiny = 1
    zone = ["Dustfall *", "", "Claw Fighter"]        # slot by slot; * carries an Energy Token
    galactic = { 2 = ["Varn", "Stealth Hawk"] }      # the next card first
    seat0 = { hand = ["3 Galactic Grunts"], energy = 3, actions = 4 }
    seat1 = { units = ["Genetic Super Soldier +2"], worlds = ["Varn"] }
    invasion = { target = 0, committed = [1] }

A number before a name stands for so many copies. `arrange` puts what is not mentioned where it
does no harm: the rest of a starting deck into the draw deck, or out of the game if a deck is
given; the rest of a Galactic Deck likewise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core_worlds.actions import DECISIONS, Decision
from spaceenvs.core_worlds.components import (
    DEFS,
    NOTHING,
    SECTORS,
    SUBTYPES,
    Kind,
    name_of,
    sector_of,
)
from spaceenvs.core_worlds.empire import enter_warzone, hold, insert_sorted
from spaceenvs.core_worlds.galactic import lay_out
from spaceenvs.core_worlds.invasion import count_strength
from spaceenvs.core_worlds.setup import clear, find_home_number
from spaceenvs.core_worlds.state import SHOWN_TOKEN

_TOKEN = " *"


# Saying a position ----------------------------------------------------------------------


def position(s: State, box: Box) -> dict[str, Any]:
    """Return the whole position in words."""
    said: dict[str, Any] = {
        "round": int(s.round_number),
        "destiny": int(s.destiny),
        "picks": int(s.picks),
        "zone": [_say_slot(s, box, slot) for slot in range(s.zone_slots)],
        "galactic": {
            str(deck): _runs(_names(box, _top_first(s.galactic[deck], s.galactic_size[deck])))
            for deck in range(SECTORS + 1)
        },
        "removed": _say_pile(box, s.removed),
    }
    for p in range(s.num_players):
        said[f"seat{p}"] = _say_seat(s, box, p)
    said["invasion"] = _say_invasion(s, box)
    said["pending"] = {
        "resolving": _name_or_none(box, s.resolving),
        "acting": int(s.acting),
        "left": int(s.left),
        "combo": [name for i, name in enumerate(SUBTYPES) if (s.combo_mask >> i) & 1],
    }
    return said


def seen(s: State, box: Box, player: int) -> dict[str, Any]:
    """Return what a player may know of the position; of cards that he does not see, how many."""
    said = position(s, box)
    said["galactic"] = {deck: int(s.galactic_size[int(deck)]) for deck in said["galactic"]}
    for p in range(s.num_players):
        seat, me = said[f"seat{p}"], s.players[p]
        seat["deck"] = int(me.deck_size)
        if p != player:
            seat["hand"] = int(me.hand_size)
            if not box.public_discards:
                seat["discard"] = int(me.discard_size)
        for name in ("hand_size", "deck_size", "discard_size"):
            del seat[name]
    return said


def _say_slot(s: State, box: Box, slot: int) -> str:
    if s.zone[slot] == NOTHING:
        return ""
    return name_of(box, s.zone[slot]) + (_TOKEN if s.zone_shown[SHOWN_TOKEN, slot] else "")


def _say_seat(s: State, box: Box, player: int) -> dict[str, Any]:
    me = s.players[player]
    held = [card for card in range(DEFS) for _ in range(me.held[card])]
    held.remove(int(me.home))
    kinds = {card: box.cards[card].kind for card in held}
    units = [
        name_of(box, me.units[i]) + (f" +{me.tokens[i]}" if me.tokens[i] else "")
        for i in range(me.unit_count)
    ]
    colonists = [box.colonists[which] for which in range(2) for _ in range(me.colony[which])]
    return {
        "home": name_of(box, me.home),
        "worlds": _runs(_names(box, [c for c in held if kinds[c] == Kind.WORLD])),
        "prestige": _runs(_names(box, [c for c in held if kinds[c] == Kind.PRESTIGE])),
        "units": _runs(units),
        "hand": _runs(_names(box, me.hand[: me.hand_size])),
        "deck": _runs(_names(box, _top_first(me.deck, me.deck_size))),
        "discard": _say_pile(box, me.discard),
        "colony": _runs(_names(box, colonists)),
        "known_hand": _runs(_names(box, me.known[: me.known_size])),
        "energy": int(me.energy),
        "actions": int(me.ap),
        "passed": bool(me.passed),
        "explored": bool(me.explored),
        "surge_tokens": int(me.surge_tokens),
        "generated": int(me.generated),
        "world_energy": int(me.world_energy),
        "points": int(me.points),
        "hand_size": int(me.hand_size),
        "deck_size": int(me.deck_size),
        "discard_size": int(me.discard_size),
    }


def _say_invasion(s: State, box: Box) -> dict[str, Any]:
    if s.target == NOTHING and s.conquered == NOTHING:
        return {}
    count = int(s.players[s.to_move].unit_count)
    return {
        "target": int(s.target),
        "conquered": _name_or_none(box, s.conquered),
        "committed": [slot for slot in range(count) if s.committed[slot]],
        "uses": s.uses[:count].tolist(),
        "bonus_fleet": s.bonus_fleet[:count].tolist(),
        "bonus_ground": s.bonus_ground[:count].tolist(),
        "tactic_fleet": int(s.tactic_fleet),
        "tactic_ground": int(s.tactic_ground),
        "played": _say_pile(box, s.played),
        "keeps": int(s.keeps),
        "fleet": int(s.fleet),
        "ground": int(s.ground),
    }


def _name_or_none(box: Box, card: int) -> str:
    return "" if card == NOTHING else name_of(box, card)


def _names(box: Box, cards: Iterable[int]) -> list[str]:
    return [name_of(box, card) for card in cards]


def _top_first(cards: Any, count: int) -> list[int]:
    return [int(card) for card in cards[:count][::-1]]


def _say_pile(box: Box, counts: Any) -> list[str]:
    return _runs(_names(box, [card for card in range(DEFS) for _ in range(counts[card])]))


def _runs(words: list[str]) -> list[str]:
    """Say equal neighbours once: `3 Galactic Grunts`."""
    runs: list[list[Any]] = []
    for word in words:
        if runs and runs[-1][1] == word:
            runs[-1][0] += 1
        else:
            runs.append([1, word])
    return [word if count == 1 else f"{count} {word}" for count, word in runs]


# Setting one up -------------------------------------------------------------------------


class _Stock:
    """The cards of the game that a position has not yet put anywhere."""

    def __init__(self, box: Box, homes: list[int]) -> None:
        self.box = box
        self.number = {name_of(box, c): c for c in range(DEFS) if box.cards[c].kind}
        self.start = [box.start[find_home_number(box, home)].tolist() for home in homes]
        first = 0 if box.pregame_draft else 1
        self.decks = [
            box.galactic[deck, : box.galactic_size[deck]].tolist() if deck >= first else []
            for deck in range(SECTORS + 1)
        ]

    def find(self, name: str) -> int:
        """Return the card of this name."""
        if name not in self.number:
            raise KeyError(f"no card is called {name!r}")
        return self.number[name]

    def words(self, words: Iterable[str]) -> list[str]:
        """Return one word for every card: `2 Varn` is `Varn`, `Varn`."""
        spread: list[str] = []
        for word in words:
            match = re.fullmatch(r"([0-9]+) (.+)", word)
            copies, word = (int(match[1]), match[2]) if match else (1, word)
            spread += [word] * copies
        return spread

    def take(self, name: str, seat: int | None = None, deck: int | None = None) -> int:
        """Take a copy of a card: from a seat's starting deck, from a Galactic Deck, from any."""
        card = self.find(name)
        piles = [] if seat is None else [self.start[seat]]
        piles += ([] if deck is None else [self.decks[deck]]) + self.decks
        piles += self.start if seat is None and deck is None else []
        for pile in piles:
            if card in pile:
                pile.remove(card)
                return card
        raise KeyError(f"there is no further copy of {name!r} in this game")

    def take_all(
        self, words: Iterable[str], seat: int | None = None, deck: int | None = None
    ) -> list[int]:
        """Take all these cards."""
        return [self.take(name, seat, deck) for name in self.words(words)]


def arrange(s: State, box: Box, words: dict[str, Any]) -> None:
    """Set up a position from words as `position` says them."""
    seats = [words.get(f"seat{p}", {}) for p in range(s.num_players)]
    numbers = {name_of(box, home): int(home) for home in box.homes}
    homes = [
        numbers[seat["home"]] if "home" in seat else int(box.homes[p])
        for p, seat in enumerate(seats)
    ]
    clear(s, box)
    s.decision = DECISIONS.index(words.get("decision", "TURN"))
    s.destiny = words.get("destiny", 0)
    s.to_move = words.get("to_move", s.destiny)
    s.round_number = words.get("round", 0 if s.decision == Decision.PREGAME else 1)
    s.picks = words.get("picks", 0)
    s.done = words.get("done", False)
    stock = _Stock(box, homes)
    for slot, word in enumerate(words.get("zone", [])):
        if word:
            lay_out(s, box, slot, stock.take(word.removesuffix(_TOKEN)))
            s.zone_shown[SHOWN_TOKEN, slot] = word.endswith(_TOKEN)
    s.zone_slots = len(words.get("zone", []))
    for p, seat in enumerate(seats):
        s.players[p].home = homes[p]
        _arrange_seat(s, box, p, seat, stock)
    _arrange_pending(s, box, stock, words.get("pending", {}))
    removed = stock.take_all(words.get("removed", []))
    _arrange_decks(s, seats, words.get("galactic", {}), stock, removed)
    for card in removed:
        s.removed[card] += 1
    if words.get("invasion"):
        _arrange_invasion(s, box, stock, words["invasion"])


def _arrange_seat(s: State, box: Box, player: int, seat: dict[str, Any], stock: _Stock) -> None:
    """Set up a seat, all but what is left for its draw deck."""
    me = s.players[player]
    cards = [int(me.home)]
    for name in ("worlds", "prestige"):
        cards += stock.take_all(seat.get(name, []), player)
    for card in cards:
        hold(box, me, card)
    for word in stock.words(seat.get("units", [])):
        match = re.fullmatch(r"(.+) \+([0-9]+)", word)
        name, tokens = (match[1], int(match[2])) if match else (word, 0)
        cards.append(stock.take(name, player))
        enter_warzone(box, me, cards[-1])
        me.tokens[me.unit_count - 1] = tokens
    for card in stock.take_all(seat.get("hand", []), player):
        cards.append(card)
        insert_sorted(me.hand, me.hand_size, card)
        me.hand_size += 1
        me.pool[card] += 1
    for word in stock.words(seat.get("known_hand", [])):
        insert_sorted(me.known, me.known_size, stock.find(word))
        me.known_size += 1
    for card in stock.take_all(seat.get("discard", []), player):
        cards.append(card)
        me.discard[card] += 1
        me.discard_size += 1
    for card in stock.take_all(seat.get("colony", []), player):
        cards.append(card)
        me.colony[box.colonists.tolist().index(card)] += 1
    for card in stock.take_all(seat.get("deck", []), player)[::-1]:
        _put_into_deck(me, card)
    me.points = sum(int(box.cards[card].points) for card in cards)
    me.points += sum(int(box.cards[card].points) for card in me.deck[: me.deck_size])
    playing = s.decision not in (Decision.PREGAME, Decision.KEEP_CARD, Decision.RESHUFFLE)
    me.energy = seat.get("energy", 0)
    me.ap = seat.get("actions", box.actions[sector_of(s.round_number)] if playing else 0)
    me.passed = seat.get("passed", not playing and s.decision != Decision.PREGAME)
    me.explored = seat.get("explored", False)
    me.surge_tokens = seat.get("surge_tokens", 0)
    me.generated = seat.get("generated", me.world_energy)


def _put_into_deck(me: Any, card: int) -> None:
    me.deck[me.deck_size] = card
    me.deck_size += 1
    me.pool[card] += 1


def _arrange_decks(
    s: State,
    seats: list[dict[str, Any]],
    galactic: dict[str, list[str]],
    stock: _Stock,
    removed: list[int],
) -> None:
    """Fill the Galactic Decks and draw decks; what is left over leaves the game."""
    given = {int(deck): stock.take_all(cards, deck=int(deck)) for deck, cards in galactic.items()}
    for deck in range(SECTORS + 1):
        open_deck = deck > 0 or s.decision == Decision.PREGAME
        if deck in given or not open_deck:
            removed += stock.decks[deck]
            cards = given.get(deck, [])
        else:
            cards = stock.decks[deck]
        s.galactic_size[deck] = len(cards)
        s.galactic[deck] = NOTHING
        s.galactic[deck, : len(cards)] = cards[::-1]
    s.unrevealed[:] = 0
    for deck in range(1, SECTORS + 1):
        for card in s.galactic[deck, : s.galactic_size[deck]]:
            s.unrevealed[card] += 1
    for p, seat in enumerate(seats):
        if "deck" in seat:
            removed += stock.start[p]
        else:
            for card in stock.start[p]:
                _put_into_deck(s.players[p], card)
                s.players[p].points += stock.box.cards[card].points


def _arrange_pending(s: State, box: Box, stock: _Stock, pending: dict[str, Any]) -> None:
    """Set up what the decision is about."""
    if pending.get("resolving"):
        s.resolving = stock.take(pending["resolving"], int(s.to_move))
        s.players[s.to_move].points += box.cards[s.resolving].points
    s.acting = pending.get("acting", NOTHING)
    s.left = pending.get("left", 0)
    s.combo_mask = sum(1 << SUBTYPES.index(name) for name in pending.get("combo", []))


def _arrange_invasion(s: State, box: Box, stock: _Stock, invasion: dict[str, Any]) -> None:
    """Set up a running Invasion of the player to move."""
    s.target = invasion.get("target", NOTHING)
    if invasion.get("conquered"):
        s.conquered = stock.find(invasion["conquered"])
    s.committed[invasion.get("committed", [])] = 1
    for name in ("uses", "bonus_fleet", "bonus_ground"):
        s[name][: len(invasion.get(name, []))] = invasion.get(name, [])
    s.tactic_fleet = invasion.get("tactic_fleet", 0)
    s.tactic_ground = invasion.get("tactic_ground", 0)
    for word in stock.words(invasion.get("played", [])):
        s.played[stock.find(word)] += 1
        s.played_count += 1
    s.keeps = invasion.get("keeps", 0)
    count_strength(s, box, s.players[s.to_move])
