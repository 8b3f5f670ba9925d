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
    "DIRECTION": "the direction of the round",
    "ROLE": "which role card to take",
    "TILE": "which tile of the row to take",
    "SCAN": "whether to use the Long-Range Scanner",
    "KEEP": "which tile to keep, the one taken or the one drawn",
    "PLACE": "where to place the tile",
    "XCLAIM": "whether to put an Empire on the sector",
    "DISCARD": "which market die to discard",
    "MERCHANT": "what to sell, buy, invest or take back",
    "PIRATE_TARGET": "whom the Space Pirate robs",
    "STEWARD_BONUS": "which cube the Steward takes",
    "STEWARD": "which sector produces next",
    "DEPLOY": "on which Starbase the new ship is put",
    "BUILD": "which ship to build",
    "USE_TECH": "whether to use the technology now or to wait for the other Warlord",
    "MOVE": "which ship to move, or which sector to claim",
    "STEP": "where the moving ship goes next",
    "TELE_DEST": "where all teleports of the turn go",
    "BATTLE_PICK": "which battle to fight next",
    "BONUS_SHIP": "which type of ship gets the bonus die",
    "HIT": "which own unit takes the hit",
    "CONTINUE": "whether to fight on or to retreat",
    "RBUY": "whether to buy one more influence token",
    "INFLUENCE": "where to place an influence token",
    "AMBASSADOR": "whether the Ambassador sends the token back",
    "DISPLACE": "to which refuge the displaced ships go",
    "TECH": "which technology to buy",
    "SABOTAGE": "whether to sabotage the declared technology",
    "TIME_REVERSAL": "which die Time Reversal rolls again, if any",
    "REROLL_AGAIN": "whether to roll the same die once more",
    "HIT_ORIGIN": "which of the equal ships is hit, by the hex it would retreat to",
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
