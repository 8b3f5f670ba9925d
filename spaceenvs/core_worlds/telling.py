"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core_worlds.actions import ACTIONS, Decision
from spaceenvs.core_worlds.components import SEAT_NAMES, name_of
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
    lines = [line for p in range(s.num_players) for line in _of_player(s, now, box, p)]
    lines += _of_invasion(s, now, box)
    if now.round_number != s.round_number:
        lines += _of_round(s, now, box)
    else:
        lines += _of_zone(s, now, box)
    if now.done and not s.done:
        lines += _of_end(now)
    return lines


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
    if me.discard_size < then.discard_size and me.deck_size > then.deck_size:
        lines.append(f"{name} shuffles the discard pile into the deck")
    return lines


def _of_invasion(s: State, now: State, box: Box) -> list[str]:
    """Return how an Invasion goes: its World, the totals against the defence, its end."""
    if now.target != s.target and now.target >= 0:
        world = int(now.zone[now.target])
        return [f"Invasion of {name_of(box, world)}: defence {_defence(now)}"]
    if s.target >= 0 and now.target < 0 and now.conquered < 0 and s.conquered < 0:
        world = int(s.zone[s.target])
        won = any(
            (now.players[p].held - s.players[p].held)[world] > 0 for p in range(s.num_players)
        )
        return [] if won else [f"the Invasion of {name_of(box, world)} is given up"]
    if now.target >= 0 and (now.fleet, now.ground) != (s.fleet, s.ground):
        return [f"the Invasion has {now.fleet}/{now.ground} against {_defence(now)}"]
    return []


def _defence(s: State) -> str:
    return f"{s.zone_shown[SHOWN_FLEET, s.target]}/{s.zone_shown[SHOWN_GROUND, s.target]}"


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
    lines = [
        f"round {now.round_number} begins: the Destiny Marker is with {SEAT_NAMES[now.destiny]}",
        f"the Central Zone: {', '.join(zone)}",
    ]
    gone = now.removed - s.removed
    if (gone > 0).any():
        lines.append(f"out of the game: {_named(box, gone)}")
    return lines


def _of_end(s: State) -> list[str]:
    """Return who has won, and what broke a tie (section 7)."""
    seats = range(s.num_players)
    winners = [p for p in seats if s.rank[p] == 0]
    names = " and ".join(SEAT_NAMES[p] for p in winners)
    best = s.score[winners[0]]
    tied = [p for p in seats if s.score[p] == best]
    if len(tied) == len(winners) == 1:
        return [f"the game is over: {names} has most points, {best}"]
    if len(tied) == len(winners):
        return [f"the game is over: {names} share the victory, equal in all (R37)"]
    energy = s.players[winners[0]].world_energy
    others = [p for p in tied if p not in winners]
    by_energy = all(s.players[p].world_energy < energy for p in others)
    reason = f"World Energy {energy}" if by_energy else "more Worlds"
    return [f"the game is over: {names} wins the tie at {best} points by {reason} (R36)"]
