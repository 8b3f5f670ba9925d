"""Which phase answers: legal actions and steps, by decision."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.action_phase import legal_action, legal_garrison, play_action, play_garrison
from spaceenvs.galaxy.actions import (
    A_WORLD,
    D_ACTION,
    D_ALLOW,
    D_BID,
    D_COLUMN,
    D_COUNTER,
    D_CYLOR,
    D_DRAW,
    D_DRAW2,
    D_ECUP,
    D_ECUP_GIVE,
    D_ERI_DEST,
    D_ERI_SOURCE,
    D_FACE,
    D_FELOWI,
    D_GARRISON,
    D_GOVERNOR_PICK,
    D_MYRMIDON,
    D_REDRAW,
    D_SHUTTLE,
    D_SPOILS,
)
from spaceenvs.galaxy.auction import legal_bid, play_bid
from spaceenvs.galaxy.combat import legal_yes_no, play_allow, play_counter
from spaceenvs.galaxy.draw_phase import (
    legal_cylor,
    legal_draw,
    legal_keep,
    play_cylor,
    play_draw,
    play_draw2,
    play_redraw,
    play_shuttle,
)
from spaceenvs.galaxy.governors import legal_governor_pick, play_governor_pick
from spaceenvs.galaxy.powers import (
    legal_ecup_give,
    legal_eri_dest,
    legal_eri_source,
    legal_felowi,
    legal_victim,
    play_ecup,
    play_ecup_give,
    play_eri_dest,
    play_eri_source,
    play_felowi,
    play_myrmidon,
)
from spaceenvs.galaxy.ships import legal_column, legal_face, play_column, play_face
from spaceenvs.galaxy.state import SURRENDER_PHASE
from spaceenvs.galaxy.surrender import go_on_with_spoils, legal_spoils, play_spoils


@kernel
def legal(s: State, box: Box, mask: Mask) -> None:
    """Write 1 for every legal action of the player to move, 0 elsewhere."""
    mask[:] = 0
    d = s.decision
    if d == D_ACTION:
        legal_action(s, box, mask)
    elif d == D_BID:
        legal_bid(s, mask)
    elif d == D_COLUMN:
        legal_column(s, mask)
    elif d == D_FACE:
        legal_face(mask)
    elif d == D_GARRISON:
        legal_garrison(s, mask)
    elif d in (D_ALLOW, D_COUNTER):
        legal_yes_no(mask)
    elif d == D_GOVERNOR_PICK:
        legal_governor_pick(s, mask)
    elif d == D_FELOWI:
        legal_felowi(s, mask)
    elif d in (D_MYRMIDON, D_ECUP):
        legal_victim(s, mask)
    elif d == D_ECUP_GIVE:
        legal_ecup_give(s, mask)
    elif d == D_ERI_SOURCE:
        legal_eri_source(s, box, mask)
    elif d == D_ERI_DEST:
        legal_eri_dest(s, mask)
    elif d == D_SPOILS:
        legal_spoils(s, box, mask)
    elif d == D_CYLOR:
        legal_cylor(s, mask)
    elif d in (D_DRAW, D_DRAW2):
        legal_draw(mask)
    elif d in (D_SHUTTLE, D_REDRAW):
        legal_keep(mask)


@kernel
def step(s: State, box: Box, action: int) -> None:
    """Play a legal action and go on to the next decision or to the end."""
    d = s.decision
    if d == D_ACTION:
        play_action(s, box, action)
    elif d == D_BID:
        play_bid(s, action)
    elif d == D_COLUMN:
        play_column(s, action - A_WORLD)
    elif d == D_FACE:
        play_face(s, action)
    elif d == D_GARRISON:
        play_garrison(s, action)
    elif d == D_ALLOW:
        play_allow(s, action)
    elif d == D_COUNTER:
        play_counter(s, action)
    elif d == D_GOVERNOR_PICK:
        play_governor_pick(s, action)
        if s.phase == SURRENDER_PHASE:
            go_on_with_spoils(s, box)
        else:
            s.to_move = s.active
            s.decision = D_ACTION
    elif d == D_FELOWI:
        play_felowi(s, box, action)
    elif d == D_MYRMIDON:
        play_myrmidon(s, box, action)
    elif d == D_ECUP:
        play_ecup(s, box, action)
    elif d == D_ECUP_GIVE:
        play_ecup_give(s, box, action)
    elif d == D_ERI_SOURCE:
        play_eri_source(s, box, action)
    elif d == D_ERI_DEST:
        play_eri_dest(s, box, action - A_WORLD)
    elif d == D_SPOILS:
        play_spoils(s, box, action)
    elif d == D_CYLOR:
        play_cylor(s, box, action)
    elif d == D_DRAW:
        play_draw(s, box, action)
    elif d == D_SHUTTLE:
        play_shuttle(s, box, action)
    elif d == D_DRAW2:
        play_draw2(s, box, action)
    elif d == D_REDRAW:
        play_redraw(s, box, action)
