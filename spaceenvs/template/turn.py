"""A turn, the only phase of this game: perhaps a probe, then an asteroid is mined.

Role: a phase has a file of its own, named as the rulebook calls it. What it allows (`legal_...`)
stands next to what it does (`play_...`).

Forbidden, as in every kernel: allocation, exceptions, recursion, and repairing an action: only
legal ones arrive. Questions (`is_`, `can_`, `count_`, `find_`) change nothing, verbs do. Cite the
rule where a line carries it.
"""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import roll
from spaceenvs.template.actions import MINE, PROBE
from spaceenvs.template.components import ASTEROIDS, CLAIMS, FINDING
from spaceenvs.template.scoring import finish
from spaceenvs.template.state import HAND, MINED


@kernel
def legal_turn(s: State, mask: Mask) -> None:
    """Allow every claim in hand, and the probe once."""
    for a in range(ASTEROIDS):
        if s.place[a] == HAND + s.to_move:
            mask[MINE + a] = 1
    if s.probed == 0:  # R1
        mask[PROBE] = 1


@kernel
def play_turn(s: State, box: Box, action: int) -> None:
    """Send a probe, or mine an asteroid."""
    if action == PROBE:
        send_probe(s, box)
    else:
        mine(s, box, action - MINE)


@kernel
def send_probe(s: State, box: Box) -> None:
    """Roll the die; the turn goes on (R1)."""
    s.probed = 1
    if roll(s.rng) == FINDING:
        s.points[s.to_move] += box.bonus


@kernel
def mine(s: State, box: Box, asteroid: int) -> None:
    """Take the ore of an asteroid; the next player follows, or the game ends."""
    s.place[asteroid] = MINED + s.to_move
    s.points[s.to_move] += box.ore[asteroid]
    s.turn += 1
    s.probed = 0
    s.to_move = (s.to_move + 1) % s.num_players
    if s.turn == CLAIMS * s.num_players:
        finish(s)
