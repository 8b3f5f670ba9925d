"""The actions and the decisions: a name for every number.

Role: one `ActionTable` of named ranges, a constant for the start of each, and the names of the
decision points, indexed by `s.decision`. A compound move is several small decisions in a row.

Forbidden: bare numbers of actions anywhere else (write `MINE + asteroid`), and a change of ids
without a new version of the game: trained players and recorded games know actions by their ids.
"""

from __future__ import annotations

from spaceenvs.core.layout import Actions, ActionTable
from spaceenvs.template.components import ASTEROID_NAMES

ACTIONS = ActionTable(
    [
        Actions("MINE", ASTEROID_NAMES, "mine an asteroid; ends the turn"),
        Actions("PROBE", meaning="send a probe, once a turn"),
    ]
)
MINE = ACTIONS["MINE"].start
PROBE = ACTIONS["PROBE"].start

D_TURN = 1

DECISIONS = ("", "TURN")
