"""Prophet: predicts who wins, for a base (R123, R136)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, OPT, decision
from spaceenvs.cosmic_encounter.blocks import (
    ANNOUNCED,
    Words,
    claim_cells,
    power,
    super_,
    wild,
)
from spaceenvs.cosmic_encounter.components import MAX_PLAYERS, PLANETS, SLOTS
from spaceenvs.cosmic_encounter.hooks import H_OWN, H_PRE, H_PREDICTION
from spaceenvs.cosmic_encounter.results import has_done_well
from spaceenvs.cosmic_encounter.stack import (
    LAND,
    REWARD,
    Frame,
    allow,
    answered_place,
    ask,
    call,
    end,
    has_base,
    has_base_besides,
    main_of,
    open_question,
    side_of,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE
from spaceenvs.cosmic_encounter.tokens import choose_loss
from spaceenvs.cosmic_encounter.uses import run_enlarge

# Cells of the challenge, one for each seat: the side predicted + 1.
PREDICTED = claim_cells(MAX_PLAYERS, declared=True)
WILD_PREDICTED = claim_cells(MAX_PLAYERS, declared=True)
IS_SAFE = claim_cells(MAX_PLAYERS, declared=True)  # super: wrong costs nothing
PRICE = 2  # tokens
REWARDS = 2
AFTER_COUNTING = 2  # place of REWARD at which the number of rewards is fixed
D_PROPHET = decision("D_PROPHET")


@kernel
def can_predict(s: State, box: Box, p: int, about: int) -> bool:
    """Not involved."""
    return side_of(s, p) < 0


@kernel
def predict(s: State, f: Frame, cell: int) -> bool:
    """Ask for the winner; False while the answer is awaited."""
    if f.at == 0:
        open_question(s)
        allow(s, OPT + OFFENCE)
        allow(s, OPT + DEFENCE)
        ask(s, f, D_PROPHET, f.who)
        return False
    s.challenge.cells[cell + f.who] = s.answer - OPT + 1
    return True


@kernel
def run_prophet(s: State, box: Box, f: Frame) -> None:
    """A prediction."""
    if f.at == 0 and s.super_use != 0:
        s.challenge.cells[IS_SAFE + f.who] = 1
        s.super_use = 0
    if predict(s, f, PREDICTED):
        end(s)


@kernel
def run_wild_prophet(s: State, box: Box, f: Frame) -> None:
    """A prediction for rewards."""
    if predict(s, f, WILD_PREDICTED):
        end(s)


@kernel
def is_fulfilled(s: State, prediction: int) -> bool:
    """Whether the side predicted has won; a deal counts for both."""
    return has_done_well(s, prediction - 1)


@kernel
def can_come_true(s: State, box: Box, p: int, about: int) -> bool:
    """He has predicted something."""
    c = s.challenge
    return c.cells[PREDICTED + p] != 0 or c.cells[WILD_PREDICTED + p] != 0


@kernel
def run_come_true(s: State, box: Box, f: Frame) -> None:
    """A base or a loss by the power, rewards by the Flare."""
    c = s.challenge
    p = f.who
    prediction = c.cells[PREDICTED + p]
    if f.at == 0:
        f.at = 4
        if prediction != 0:
            if is_fulfilled(s, prediction):
                f.at = 2
            elif c.cells[IS_SAFE + p] == 0:
                choose_loss(s, p, PRICE, find_judge(s), 0)
                return
    if f.at == 2:
        open_question(s)
        allow_new_bases(s, p)
        if s.choices > 0 or s.asked_again != 0:
            ask(s, f, D_PROPHET, p)
            return
        f.at = 4  # R136
    if f.at == 3:
        f.at = 4
        call(s, LAND, p, answered_place(s))
        return
    prediction = c.cells[WILD_PREDICTED + p]
    end(s)
    if prediction != 0 and is_fulfilled(s, prediction):
        call(s, REWARD, p, REWARDS)
        s.stack[s.depth - 1].at = AFTER_COUNTING  # Macron's tokens do not count twice here


@kernel
def find_judge(s: State) -> int:
    """Return who chooses the tokens of a wrong Prophet: the winning main player, else the OFF."""
    c = s.challenge
    return main_of(s, c.winner) if c.winner >= 0 else int(c.off)


@kernel
def allow_new_bases(s: State, p: int) -> None:
    """Make every planet without a base of his a legal answer, if he has a token to land."""
    if has_base(s, p):
        for system in range(s.seats):
            for slot in range(PLANETS):
                place = system * SLOTS + slot
                if s.tokens[p, place] == 0 and has_base_besides(s, p, place):
                    allow(s, LOC + place)


PLAYS = (
    power("Prophet", H_PRE, can=can_predict, run=run_prophet),
    power("Prophet", H_PREDICTION, can=can_come_true, run=run_come_true, use=ANNOUNCED),
    wild("Prophet", H_PRE, can=can_predict, run=run_wild_prophet),
    super_("Prophet", H_OWN, run=run_enlarge),
)
WORDS = (
    Words(
        "D_PROPHET",
        asked="a prediction, or where it is fulfilled",
        place="a base on",
        menu=("predict the offence", "predict the defence"),
    ),
)
