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
from spaceenvs.core.given import Words
from spaceenvs.core_worlds.actions import DECISIONS, Decision
from spaceenvs.core_worlds.components import (
    DEFS,
    GALACTIC,
    HAND,
    NOTHING,
    PICKS,
    PILE,
    ROUNDS,
    SECTORS,
    SUBTYPES,
    UNITS,
    ZONE,
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
_SECTOR_NAMES = tuple(map(str, range(SECTORS + 1)))
_MANY = 127  # no counter of a record is larger
_MUCH = 9999  # Energy and strength; `check` knows better


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
        self.cards = [c for c in range(DEFS) if box.cards[c].kind]
        self.card_names = _names(box, self.cards)
        self.start = [box.start[find_home_number(box, home)].tolist() for home in homes]
        first = 0 if box.pregame_draft else 1
        self.decks = [
            box.galactic[deck, : box.galactic_size[deck]].tolist() if deck >= first else []
            for deck in range(SECTORS + 1)
        ]

    def find(self, name: Words) -> int:
        """Return the card of this name."""
        return self.cards[name.index(self.card_names)]

    def spread(self, words: Words, most: int = PILE) -> list[Words]:
        """Return one word for every card: `2 Varn` is `Varn`, `Varn`."""
        spread: list[Words] = []
        for word in words.entries(most):
            match = re.fullmatch(r"([0-9]{1,9}) (.+)", word.text())
            copies = int(match[1]) if match else 1
            if len(spread) + copies > most:
                word.refuse(f"at most {most} cards may lie there")
            spread += [word.part(match[2]) if match else word] * copies
        return spread

    def take(self, name: Words, seat: int | None = None, deck: int | None = None) -> int:
        """Take a copy of a card: from a seat's starting deck, from a Galactic Deck, from any."""
        card = self.find(name)
        piles = [] if seat is None else [self.start[seat]]
        piles += ([] if deck is None else [self.decks[deck]]) + self.decks
        piles += self.start if seat is None and deck is None else []
        pile = next((pile for pile in piles if card in pile), None)
        if pile is None:
            name.refuse(f"there is no further copy of {name.value!r} in this game")
        pile.remove(card)
        return card

    def take_all(
        self, words: Words, seat: int | None = None, deck: int | None = None, most: int = PILE
    ) -> list[int]:
        """Take all these cards."""
        return [self.take(name, seat, deck) for name in self.spread(words, most)]


def arrange(s: State, box: Box, words: Words) -> None:
    """Set up a position from words as `position` says them."""
    n = int(s.num_players)
    seats = [words[f"seat{p}"] for p in range(n)]
    home_names = _names(box, box.homes)
    homes = [int(box.homes[seat["home"].index(home_names, p)]) for p, seat in enumerate(seats)]
    clear(s, box)
    s.decision = words["decision"].index(DECISIONS, int(Decision.TURN))
    s.destiny = words["destiny"].number(0, n - 1)
    s.to_move = words["to_move"].number(0, n - 1, int(s.destiny))
    first = 0 if s.decision == Decision.PREGAME else 1
    s.round_number = words["round"].number(0, ROUNDS, first)
    s.picks = words["picks"].number(0, PICKS * n)
    stock = _Stock(box, homes)
    zone = words["zone"].entries(ZONE)
    for slot, word in enumerate(zone):
        if word.text():
            lay_out(s, box, slot, stock.take(word.part(word.text().removesuffix(_TOKEN))))
            s.zone_shown[SHOWN_TOKEN, slot] = word.text().endswith(_TOKEN)
    s.zone_slots = len(zone)
    for p, seat in enumerate(seats):
        s.players[p].home = homes[p]
        _arrange_seat(s, box, p, seat, stock)
    _arrange_pending(s, box, stock, words["pending"])
    removed = stock.take_all(words["removed"], most=_MANY)
    _arrange_decks(s, seats, words["galactic"], stock, removed)
    for card in removed:
        s.removed[card] += 1
    if words["invasion"].value and words["invasion"].is_given:
        _arrange_invasion(s, box, stock, words["invasion"])


def _arrange_seat(s: State, box: Box, player: int, seat: Words, stock: _Stock) -> None:
    """Set up a seat, all but what is left for its draw deck."""
    me = s.players[player]
    cards = [int(me.home)]
    for name in ("worlds", "prestige"):
        cards += stock.take_all(seat[name], player)
    for card in cards:
        hold(box, me, card)
    for word in stock.spread(seat["units"], UNITS):
        match = re.fullmatch(r"(.+) \+([0-9]{1,9})", word.text())
        card = stock.take(word.part(match[1]) if match else word, player)
        if box.cards[card].kind != Kind.UNIT:
            word.refuse("this is no Unit")
        cards.append(card)
        enter_warzone(box, me, card)
        me.tokens[me.unit_count - 1] = min(int(match[2]), _MANY) if match else 0
    for card in stock.take_all(seat["hand"], player, most=HAND):
        cards.append(card)
        insert_sorted(me.hand, me.hand_size, card)
        me.hand_size += 1
        me.pool[card] += 1
    for word in stock.spread(seat["known_hand"], HAND):
        insert_sorted(me.known, me.known_size, stock.find(word))
        me.known_size += 1
    for card in stock.take_all(seat["discard"], player):
        cards.append(card)
        me.discard[card] += 1
        me.discard_size += 1
    for word in stock.spread(seat["colony"]):
        which = word.index(_names(box, box.colonists))
        cards.append(stock.take(word, player))
        me.colony[which] += 1
    for card in stock.take_all(seat["deck"], player)[::-1]:
        _put_into_deck(me, card)
    me.points = sum(int(box.cards[card].points) for card in cards)
    me.points += sum(int(box.cards[card].points) for card in me.deck[: me.deck_size])
    playing = s.decision not in (Decision.PREGAME, Decision.KEEP_CARD, Decision.RESHUFFLE)
    usual = int(box.actions[sector_of(s.round_number)]) if playing else 0
    me.energy = seat["energy"].number(0, _MUCH)
    me.ap = seat["actions"].number(0, _MANY, usual)
    me.passed = seat["passed"].flag(not playing and s.decision != Decision.PREGAME)
    me.explored = seat["explored"].flag()
    me.surge_tokens = seat["surge_tokens"].number(0, _MANY)
    me.generated = seat["generated"].number(0, _MUCH, int(me.world_energy))


def _put_into_deck(me: Any, card: int) -> None:
    me.deck[me.deck_size] = card
    me.deck_size += 1
    me.pool[card] += 1


def _arrange_decks(
    s: State, seats: list[Words], galactic: Words, stock: _Stock, removed: list[int]
) -> None:
    """Fill the Galactic Decks and draw decks; what is left over leaves the game."""
    given = {
        deck: stock.take_all(cards, deck=deck, most=GALACTIC)
        for deck, cards in galactic.items(_SECTOR_NAMES)
    }
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
        if seat["deck"].is_given:
            removed += stock.start[p]
        else:
            for card in stock.start[p]:
                _put_into_deck(s.players[p], card)
                s.players[p].points += stock.box.cards[card].points


def _arrange_pending(s: State, box: Box, stock: _Stock, pending: Words) -> None:
    """Set up what the decision is about."""
    if pending["resolving"].text():
        s.resolving = stock.take(pending["resolving"], int(s.to_move))
        s.players[s.to_move].points += box.cards[s.resolving].points
    s.acting = pending["acting"].number(NOTHING, UNITS - 1, NOTHING)
    s.left = pending["left"].number(0, _MANY)
    for name in pending["combo"].entries(len(SUBTYPES)):
        s.combo_mask |= 1 << name.index(SUBTYPES)


def _arrange_invasion(s: State, box: Box, stock: _Stock, invasion: Words) -> None:
    """Set up a running Invasion of the player to move."""
    s.target = invasion["target"].number(NOTHING, ZONE - 1, NOTHING)
    if invasion["conquered"].text():
        s.conquered = stock.find(invasion["conquered"])
    for slot in invasion["committed"].entries(UNITS):
        s.committed[slot.number(0, UNITS - 1)] = 1
    for name in ("uses", "bonus_fleet", "bonus_ground"):
        for i, number in enumerate(invasion[name].entries(UNITS)):
            s[name][i] = number.number(-_MANY, _MANY)
    s.tactic_fleet = invasion["tactic_fleet"].number(-_MUCH, _MUCH)
    s.tactic_ground = invasion["tactic_ground"].number(-_MUCH, _MUCH)
    for word in stock.spread(invasion["played"]):
        s.played[stock.find(word)] += 1
        s.played_count += 1
    s.keeps = invasion["keeps"].number(0, _MANY)
    count_strength(s, box, s.players[s.to_move])
