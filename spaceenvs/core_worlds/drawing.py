"""The position as text: Central Zone, Warzones, Energy and actions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.core_worlds.actions import DECISIONS
from spaceenvs.core_worlds.components import (
    DEFS,
    NOTHING,
    ROUNDS,
    SEAT_NAMES,
    SUBTYPES,
    Kind,
    name_of,
    sector_of,
    text_of,
)
from spaceenvs.core_worlds.state import SHOWN_TOKEN
from spaceenvs.core_worlds.tables import read_sectors
from spaceenvs.core_worlds.telling import ASKED, verdict

KIND_NAMES = {
    Kind.WORLD: "World",
    Kind.UNIT: "Unit",
    Kind.TACTIC: "Tactic",
    Kind.PRESTIGE: "Prestige",
}


def say_title(s: State) -> str:
    """Return the moment of the game."""
    if s.round_number == 0:
        return "Core Worlds: pre-game draft"
    sector = read_sectors()[sector_of(int(s.round_number)) - 1]["name"]
    return f"Core Worlds: round {s.round_number} of {ROUNDS}, {sector}"


def say_asked(s: State) -> str:
    """Return who decides what, or how the game ended."""
    if s.done:
        n = int(s.num_players)
        scores = ", ".join(f"{SEAT_NAMES[p]} {s.score[p]}" for p in range(n))
        return f"the end: {scores}; {verdict(s)}"
    return f"{SEAT_NAMES[s.to_move]} decides: {ASKED[DECISIONS[s.decision]]}"


def say_invasion(s: State, box: Box) -> str:
    """Return how the running Invasion stands, or nothing."""
    if s.target == NOTHING:
        return ""
    world = box.cards[s.zone[s.target]]
    return (
        f"Invasion of {name_of(box, s.zone[s.target])}: "
        f"Fleet {s.fleet} of {world.fleet}, Ground {s.ground} of {world.ground}"
    )


def list_cards(counts: Any) -> list[int]:
    """Return the cards of a pile that is counted by `def_id`."""
    return [card for card in range(DEFS) for _ in range(counts[card])]


def say_cards(box: Box, cards: Iterable[int]) -> str:
    """Return cards as `3 Galactic Grunts, Snub Fighter`."""
    counts: dict[str, int] = {}
    for card in cards:
        name = name_of(box, card)
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{n} {name}" if n > 1 else name for name, n in counts.items()) or "-"


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal, as a player sees it, or everything."""
    lines = [say_title(s), say_asked(s)]
    if say_invasion(s, box):
        lines.append(say_invasion(s, box))
    if s.resolving != NOTHING:
        lines.append(f"being resolved: {name_of(box, s.resolving)}")
    lines += ["", "Central Zone (F Fleet, G Ground; * with an Energy Token)"]
    for slot in range(s.zone_slots):
        if s.zone[slot] != NOTHING:
            token = "*" if s.zone_shown[SHOWN_TOKEN, slot] else " "
            lines.append(f"{slot:2d}{token} {_card_line(box, s.zone[slot])}")
            if text_of(box, s.zone[slot]):
                lines.append(f"       {text_of(box, s.zone[slot])}")
    for p in range(s.num_players):
        lines += ["", *_seat_lines(s, box, p, player)]
    said = list_said(s, box, player)
    if said:
        lines += ["", "what cards in hand, Units and Tactics say", *said]
    return "\n".join(lines)


def _card_line(box: Box, number: int) -> str:
    card = box.cards[number]
    kind = KIND_NAMES[card.kind] if card.kind != Kind.UNIT else SUBTYPES[card.rank]
    words = []
    if card.kind == Kind.WORLD:
        words.append(f"F{card.fleet} G{card.ground} energy {card.energy}")
    else:
        words.append(f"draft {card.draft_cost}")
    if card.kind == Kind.UNIT:
        words.append(f"deploy {card.deploy_cost} F{card.fleet} G{card.ground}")
    elif card.kind == Kind.TACTIC:
        words.append(f"play {card.deploy_cost}")
    points = f", points {card.points}{'+' if card.has_bonus else ''}"
    shown = points if card.points or card.has_bonus else ""
    return f"{name_of(box, number):<28} {kind:<12} {' '.join(words)}{shown}"


def _seat_lines(s: State, box: Box, seat: int, player: int | None) -> list[str]:
    me = s.players[seat]
    marks = ["decides"] if seat == s.to_move and not s.done else []
    marks += ["Destiny Marker"] if seat == s.destiny else []
    marks += ["passed"] if me.passed else []
    lines = [
        SEAT_NAMES[seat] + (f" ({', '.join(marks)})" if marks else ""),
        f"  energy {me.energy}, actions {me.ap}, surge tokens {me.surge_tokens}, "
        f"World Energy {me.world_energy}, printed points {me.points}",
        f"  worlds   {say_cards(box, list_held(box, me, Kind.WORLD))}",
        f"  units    {', '.join(_unit_words(s, box, seat)) or '-'}",
    ]
    if list_held(box, me, Kind.PRESTIGE):
        lines.append(f"  prestige {say_cards(box, list_held(box, me, Kind.PRESTIGE))}")
    lines.append(f"  hand     {_hand_words(box, me, player in (None, seat))}")
    discards = several(me.discard_size, "card")
    if player in (None, seat) or box.public_discards:
        discards += f": {say_cards(box, list_cards(me.discard))}" if me.discard_size else ""
    lines.append(f"  discard  {discards}")
    lines.append(f"  deck     {several(me.deck_size, 'card')}; colony {say_colony(box, me)}")
    return lines


def list_said(s: State, box: Box, player: int | None) -> list[str]:
    """Return what the cards in play and in the hands that are seen say, each once."""
    cards = [int(s.resolving)] if s.resolving != NOTHING else []
    for p in range(s.num_players):
        me = s.players[p]
        cards += me.units[: me.unit_count].tolist()
        if player in (None, p):
            cards += me.hand[: me.hand_size].tolist()
    return [
        f"  {name_of(box, c)}: {text_of(box, c)}" for c in sorted(set(cards)) if text_of(box, c)
    ]


def list_held(box: Box, me: Any, kind: int) -> list[int]:
    """Return the Worlds or the Prestige cards in a Warzone."""
    return [card for card in list_cards(me.held) if box.cards[card].kind == kind]


def _unit_words(s: State, box: Box, seat: int) -> list[str]:
    """Return the Units of a seat, like ones together: committed in brackets, tokens as +n."""
    me = s.players[seat]
    words: list[str] = []
    for slot in range(me.unit_count):
        card = box.cards[me.units[slot]]
        word = f"{name_of(box, me.units[slot])} F{card.fleet} G{card.ground}"
        word += f" +{me.tokens[slot]}" if me.tokens[slot] else ""
        committed = seat == s.to_move and s.committed[slot]
        words.append(f"[{word}]" if committed else word)
    counts = {word: words.count(word) for word in words}
    return [f"{count} {word}" if count > 1 else word for word, count in counts.items()]


def _hand_words(box: Box, me: Any, visible: bool) -> str:
    if visible:
        return say_cards(box, me.hand[: me.hand_size])
    known = say_cards(box, me.known[: me.known_size])
    return several(me.hand_size, "card") + (f", known: {known}" if me.known_size else "")


def say_colony(box: Box, me: Any) -> str:
    """Return what lies in a colony pile."""
    return say_cards(
        box, [box.colonists[which] for which in range(2) for _ in range(me.colony[which])]
    )
