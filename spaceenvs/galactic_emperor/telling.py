"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import State
from spaceenvs.core.words import several
from spaceenvs.galactic_emperor import actions as a
from spaceenvs.galactic_emperor.combat import KIND_NAMES
from spaceenvs.galactic_emperor.components import SEAT_NAMES

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "DIRECTION": "the direction of play",
    "ROLE": "a role",
    "TILE": "a tile",
    "SCAN": "whether to scan",
    "KEEP": "the tile to keep",
    "PLACE": "where to place the tile",
    "XCLAIM": "whether to claim it",
    "DISCARD": "the die to discard",
    "MERCHANT": "trade",
    "PIRATE_TARGET": "whom to rob",
    "STEWARD_BONUS": "the Steward's bonus",
    "STEWARD": "where to produce",
    "DEPLOY": "where to deploy",
    "BUILD": "a ship to build",
    "USE_TECH": "whether to use a technology",
    "MOVE": "a ship to move",
    "STEP": "where it goes",
    "TELE_DEST": "where it teleports to",
    "BATTLE_PICK": "the next battle",
    "BONUS_SHIP": "the ship with the bonus die",
    "HIT": "what is hit",
    "CONTINUE": "whether to fight on",
    "RBUY": "influence to buy",
    "INFLUENCE": "where to place influence",
    "AMBASSADOR": "whether to send it back",
    "DISPLACE": "where displaced ships go",
    "TECH": "a technology",
    "SABOTAGE": "whether to sabotage it",
    "TIME_REVERSAL": "whether to turn back time",
    "REROLL_AGAIN": "whether to reroll again",
    "HIT_ORIGIN": "which of the ships is hit",
}

SPOKEN = (a.D_MERCHANT, a.D_BATTLE_PICK, a.D_INFLUENCE, a.D_REROLL_AGAIN, a.D_HIT_ORIGIN)


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return int(s.decision) in SPOKEN


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move: dice, forced hits, the end of a battle."""
    after = before.copy()
    after.step([action])
    s, now = before.states[0], after.states[0]
    lines = []
    if now.market_dice.any() and not s.market_dice.any():
        lines.append(f"market dice: {' '.join(str(die) for die in now.market_dice if die)}")
    if s.decision == a.D_HIT and before.mask[0].sum() == 1:  # nobody is asked
        lines.append(f"{SEAT_NAMES[s.to_move]} takes a hit: {KIND_NAMES[action - a.HIT]}")
    if s.in_battle and (now.battle_hex != s.battle_hex or not now.in_battle):
        lines.append(_end(s, now))
    if now.in_battle and _rolled(now) != _rolled(s):
        lines += _roll(now)
    return lines


def _rolled(s: State) -> tuple[int, ...]:
    """Return what tells one roll of a battle from another."""
    faces = [int(die) for dice in s.dice for die in dice.face[: dice.count]]
    return (int(s.battle_hex), int(s.battle_round), int(s.phase), *faces)


def _where(s: State) -> str:
    return "the duel" if s.duel else f"the battle on hex {s.battle_hex}"


def _roll(s: State) -> list[str]:
    """Return the dice on the table."""
    parts = []
    for side in range(2):
        dice = s.dice[side]
        if dice.count:
            faces, needs = dice.face[: dice.count], dice.need[: dice.count]
            shown = " ".join(map(str, faces))
            hits = several(int((faces >= needs).sum()), "hit")
            parts.append(f"{SEAT_NAMES[s.fighters[side]]} {shown} ({hits})")
    return [f"dice of {_where(s)}: {', '.join(parts)}"] if parts else []


def _end(s: State, now: State) -> str:
    """Return who holds the sector after a battle."""
    if s.duel:
        return "the duel is over"
    h = int(s.battle_hex)
    ships = [p for p in range(s.num_players) if now.players[p].ships_at[:, h].any()]
    holder = int(now.controller[h]) if now.controller[h] >= 0 else ships[0] if ships else -1
    who = SEAT_NAMES[holder] if holder >= 0 else "nobody"
    return f"{_where(s)} is over: {who} holds it"
