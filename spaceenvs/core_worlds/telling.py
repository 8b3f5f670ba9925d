"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.core_worlds.actions import ACTIONS, Decision
from spaceenvs.core_worlds.components import SEAT_NAMES, Effect, name_of
from spaceenvs.core_worlds.state import SHOWN_FLEET, SHOWN_GROUND

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "PREGAME": "a card of the pre-game draft to pick",
    "ENERGY": "an Energy Tactic to play, Energy Exploration, or done",
    "EXPLORE_CARD": "a card to discard for Energy Exploration",
    "TURN": "an action: draft, deploy, invade, use an ability, or pass",
    "DEPLOY_MORE": "another Unit to deploy in the same turn, or done",
    "COMBO": "a Unit to deploy without an Action Point, or done",
    "COLONIZE_HAND": "a card of the hand to colonise with, or done",
    "DRAFT_HAND": "a card to draft into the hand",
    "INVADE": "the Invasion: commit a Unit, use an ability, play a Tactic, conquer or retreat",
    "SIDE": "Fleet or Ground for the bonus",
    "PAY_CARD": "a card to discard for the ability of a Unit",
    "TAC_DISCARD": "a card to discard for the bonus of a Tactic, or done",
    "KEEP_UNIT": "a committed Unit that survives the conquest, or done",
    "COLONIZE": "a committed Unit to colonise with, or none",
    "KEEP_CARD": "a card to keep for the next round, or none",
    "RESHUFFLE": "whether to shuffle the discard pile into the deck before the ninth round",
}

SPOKEN = {
    Decision.TURN: ("ZONE",),
    Decision.INVADE: ("UNIT", "ABIL", "TOKEN", "CONQUER", "RETREAT"),
}
"""What is said of cards that lie open, by decision."""


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return ACTIONS.find(action).name in SPOKEN.get(Decision(int(s.decision)), ())


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees come of a move: Worlds, Units, Energy, rounds, the end."""
    after = before.copy()
    after.step([action])
    s, now, box = before.states[0], after.states[0], before.box[0]
    lines = _of_energy(s, now, box, action)
    lines += [line for p in range(s.num_players) for line in _of_player(s, now, box, p)]
    lines += [line for p in range(s.num_players) for line in _of_discards(s, now, box, p, action)]
    lines += _of_invasion(s, now, box)
    if now.round_number != s.round_number:
        lines += _of_round(s, now, box)
    else:
        lines += _of_zone(s, now, box)
    lines += _of_removed(s, now, box)
    if now.done and not s.done:
        lines += _of_end(now)
    return lines


def _of_energy(s: State, now: State, box: Box, action: int) -> list[str]:
    """Return why an Energy Tactic gives what it gives, and what is left of an exploration."""
    me, block = s.players[s.to_move], ACTIONS.find(action)
    if s.decision == Decision.ENERGY and block.name == "HAND":
        card = box.cards[me.hand[action - block.start]]
        if any(card.code[i] == Effect.EN_SURGE for i in range(card.effects)):
            behind = any(s.players[p].generated > me.generated for p in range(s.num_players))
            who = "an" if behind else "no"
            return [f"{who} opponent's Worlds make more Energy"]
    if now.decision == Decision.EXPLORE_CARD:
        return [f"to be discarded for Energy: {several(int(now.left), 'card')}"]
    return []


def _named(box: Box, counts: Any) -> str:
    """Return cards by name from their counts by `def_id`."""
    found = [(int(n), name_of(box, int(card))) for card, n in enumerate(counts) if n > 0]
    return ", ".join(name if n == 1 else f"{n} {name}" for n, name in found)


def _units(me: Any) -> Any:
    return np.bincount(me.units[: me.unit_count], minlength=len(me.held))


def _of_player(s: State, now: State, box: Box, p: int) -> list[str]:
    """Return what has changed in the public part of an Empire."""
    me, then, name = now.players[p], s.players[p], SEAT_NAMES[p]
    held, units = me.held - then.held, _units(me) - _units(then)
    parts = [
        (held, f"{name} holds now: "),
        (-held, f"{name} loses: "),
        (units, f"{name} deploys: "),
        (-units, f"{name}'s Warzone loses: "),
    ]
    lines = [words + _named(box, counts) for counts, words in parts if (counts > 0).any()]
    counters = [
        ("Energy", then.energy, me.energy),
        ("Action Points", then.ap, me.ap),
        ("surge tokens", then.surge_tokens, me.surge_tokens),
        ("cards in hand", then.hand_size, me.hand_size),
        ("printed points", then.points, me.points),
        ("World Energy", then.world_energy, me.world_energy),
        ("colonised cards", then.colony.sum(), me.colony.sum()),
        ("Energy Tokens on Units", then.tokens.sum(), me.tokens.sum()),
    ]
    changed = [f"{words} {old} -> {new}" for words, old, new in counters if old != new]
    if changed:
        lines.append(f"{name}: {', '.join(changed)}")
    if me.passed and not then.passed:
        lines.append(f"{name} has passed for this round")
    if me.discard_size < then.discard_size:
        lines.append(f"{name} shuffles the discard pile into the deck")
    return lines


def _of_discards(s: State, now: State, box: Box, p: int, action: int) -> list[str]:
    """Return what comes upon a discard pile and is not the card that the move has named."""
    me, then, block = now.players[p], s.players[p], ACTIONS.find(action)
    if not box.public_discards:
        return []
    new = np.maximum(me.discard.astype(np.int16) - then.discard, 0)
    named = p == s.to_move and block.name == "HAND" and s.decision != Decision.KEEP_CARD
    if named and new.sum() == new[then.hand[action - block.start]] == 1:
        return []
    return [f"to {SEAT_NAMES[p]}'s discard pile: {_named(box, new)}"] if new.any() else []


def _of_invasion(s: State, now: State, box: Box) -> list[str]:
    """Return how an Invasion goes: its World, the totals against the defence, its end."""
    if now.target != s.target and now.target >= 0:
        world = int(now.zone[now.target])
        fleet, ground = _defence(now)
        return [f"Invasion of {name_of(box, world)}: Fleet {fleet} and Ground {ground} are needed"]
    if s.target >= 0 and now.target < 0 and now.conquered < 0 and s.conquered < 0:
        world = int(s.zone[s.target])
        won = any(
            (now.players[p].held - s.players[p].held)[world] > 0 for p in range(s.num_players)
        )
        return [] if won else [f"the Invasion of {name_of(box, world)} is given up"]
    if now.target >= 0 and (now.fleet, now.ground) != (s.fleet, s.ground):
        fleet, ground = _defence(now)
        return [f"the Invasion has Fleet {now.fleet} of {fleet}, Ground {now.ground} of {ground}"]
    return []


def _defence(s: State) -> tuple[int, int]:
    shown = s.zone_shown[:, s.target]
    return int(shown[SHOWN_FLEET]), int(shown[SHOWN_GROUND])


def _of_zone(s: State, now: State, box: Box) -> list[str]:
    """Return cards that came into the Central Zone; those that moved to other slots are no news."""
    counts = [
        np.bincount(x.zone[x.zone >= 0].astype(np.int64), minlength=len(x.removed))
        for x in (s, now)
    ]
    new = counts[1] - counts[0]
    return [f"revealed in the Central Zone: {_named(box, new)}"] if (new > 0).any() else []


def _of_round(s: State, now: State, box: Box) -> list[str]:
    """Return how a round begins: its number, the Destiny Marker, the Central Zone."""
    zone = [name_of(box, int(card)) for card in now.zone if card >= 0]
    return [
        f"round {now.round_number} begins: the Destiny Marker is with {SEAT_NAMES[now.destiny]}",
        f"the Central Zone: {', '.join(zone)}",
    ]


def _of_removed(s: State, now: State, box: Box) -> list[str]:
    """Return cards of the zone that nobody wanted, and others that leave the game."""
    gone = now.removed - s.removed
    return [f"out of the game: {_named(box, gone)}"] if (gone > 0).any() else []


def _of_end(s: State) -> list[str]:
    """Return who has won with what points, and what broke a tie (section 7)."""
    seats = range(s.num_players)
    lines = [
        f"{SEAT_NAMES[p]}: {s.players[p].points} printed points and "
        f"{s.score[p] - s.players[p].points} for bonuses are {s.score[p]}"
        for p in seats
    ]
    return [*lines, f"the game is over: {verdict(s)}"]


def verdict(s: State) -> str:
    """Return who has won, and what broke a tie (R36, R37)."""
    seats = range(s.num_players)
    winners = [p for p in seats if s.rank[p] == 0]
    names = " and ".join(SEAT_NAMES[p] for p in winners)
    best = s.score[winners[0]]
    tied = [p for p in seats if s.score[p] == best]
    if len(tied) == len(winners) == 1:
        return f"{names} wins with most points, {best}"
    if len(tied) == len(winners):
        return f"{names} share the victory, equal in all (R37)"
    energy = {p: int(s.players[p].world_energy) for p in tied}
    worlds = {p: int(s.players[p].worlds) for p in tied}
    by_energy = all(energy[p] < energy[winners[0]] for p in tied if p not in winners)
    counts, what = (energy, "World Energy") if by_energy else (worlds, "Worlds")
    reason = ", ".join(f"{SEAT_NAMES[p]} {counts[p]}" for p in tied)
    return f"{names} wins the tie at {best} by {what} ({reason}; R36)"


# -- what needs a sentence --------------------------------------------------------------------


def _counter(words: str, field: str) -> Callable[..., str]:
    """Return what tells a number of a player: `Energy 3 -> 5`."""

    def find(s: State, now: State, p: int, *_: int) -> str:
        old, new = (state.players[p][field].sum() for state in (s, now))
        return rf"{SEAT_NAMES[p]}: .*\b{words} {old} -> {new}"

    return find


def _total(s: State, now: State, *_: int) -> Any:
    """The totals are told while the Invasion runs."""
    said = rf"has Fleet {now.fleet} of \d+, Ground {now.ground} of"
    return now.target >= 0 and now.target == s.target and said


def _zone(s: State, now: State, slot: int) -> Any:
    """What comes into the zone and what leaves it is told; cards that only move are no news."""
    old, new = s.zone[slot], now.zone[slot]
    if new >= 0 and (now.zone == new).sum() > (s.zone == new).sum():
        return "Central Zone"
    return (
        old >= 0
        and (now.zone == old).sum() < (s.zone == old).sum()
        and ("out of the game|: draft|: pick|discard pile|holds now|in secret")
    )


TOLD: Mapping[str, Callable[..., Any]] = {
    "players.hand_size": _counter("cards in hand", "hand_size"),
    "players.discard": lambda s, now, p, card: (
        now.players[p].discard[card] > s.players[p].discard[card]
        and rf"{SEAT_NAMES[p]}('s discard pile|: (play|discard|explore|draft))"
    ),
    "players.discard_size": lambda s, now, p: (
        now.players[p].discard_size < s.players[p].discard_size
        and rf"{SEAT_NAMES[p]} (shuffles|takes)"
    ),
    "players.units": lambda s, now, p, slot: (
        slot < max(s.players[p].unit_count, now.players[p].unit_count)
        and rf"{SEAT_NAMES[p]} deploys|{SEAT_NAMES[p]}'s Warzone loses"
    ),
    "players.tokens": lambda s, now, p, slot: (
        s.players[p].tokens.sum() != now.players[p].tokens.sum()
        and _counter("Energy Tokens on Units", "tokens")(s, now, p)
    ),
    "players.held": lambda s, now, p, card: f"{SEAT_NAMES[p]} (holds now|loses)",
    "players.colony": _counter("colonised cards", "colony"),
    "players.energy": _counter("Energy", "energy"),
    "players.ap": _counter("Action Points", "ap"),
    "players.surge_tokens": _counter("surge tokens", "surge_tokens"),
    "players.world_energy": _counter("World Energy", "world_energy"),
    "players.points": _counter("printed points", "points"),
    "players.passed": lambda s, now, p: now.players[p].passed and f"{SEAT_NAMES[p]} has passed",
    "round_number": lambda s, now: f"round {now.round_number} begins",
    "destiny": lambda s, now: f"Destiny Marker is with {SEAT_NAMES[now.destiny]}",
    "zone": _zone,
    "removed": lambda s, now, card: "out of the game",
    "target": lambda s, now: "Invasion|conquer|holds now",
    "fleet": _total,
    "ground": _total,
    "score": lambda s, now, p: rf"{SEAT_NAMES[p]}: .* are {now.score[p]}$",
    "rank": lambda s, now, p: "the game is over",
}
"""For every public field, what one of the sentences told of a change must match; falsy: none."""

_HIDDEN = "not public"
_MOVE = "the move says it"
_FOLLOWS = "follows from cards that are told"
UNTOLD: Mapping[str, str] = {
    **dict.fromkeys(("players.hand", "players.deck", "players.deck_size", "galactic"), _HIDDEN),
    **dict.fromkeys(("players.pool", "players.known", "players.known_size"), _FOLLOWS),
    **dict.fromkeys(("players.unit_count", "players.worlds", "players.ranks"), _FOLLOWS),
    **dict.fromkeys(("players.aura", "players.generated", "unrevealed"), _FOLLOWS),
    **dict.fromkeys(("galactic_size", "zone_slots", "zone_shown"), _FOLLOWS),
    **dict.fromkeys(("players.explored", "picks", "committed", "uses", "conquered"), _MOVE),
    **dict.fromkeys(("played", "played_count", "keeps", "resolving", "acting", "left"), _MOVE),
    "players.home": "never changes",
    **dict.fromkeys(("bonus_fleet", "bonus_ground"), "part of the totals"),
    **dict.fromkeys(("tactic_fleet", "tactic_ground"), "part of the totals"),
    "combo_mask": _MOVE,
}
"""The fields of the record whose changes need no sentence, and why."""
