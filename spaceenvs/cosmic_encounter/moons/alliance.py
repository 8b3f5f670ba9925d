"""Moons about invitations and allies."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import PASS, PLAYER, decision
from spaceenvs.cosmic_encounter.blocks import Words
from spaceenvs.cosmic_encounter.components import (
    ALLY_DOUBLE_MOON,
    ALLY_ONE_HALF_MOON,
)
from spaceenvs.cosmic_encounter.hands import allow_hand, give_card, learn_shown
from spaceenvs.cosmic_encounter.hooks import H_INV
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.moon_points import (
    ALLIED_STRENGTH,
    ALLY_LIMIT,
    MAY_INVITE,
    MUST_ALLY,
    MUST_INVITE,
)
from spaceenvs.cosmic_encounter.satellites import find_user
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_kind,
    answered_player,
    ask,
    end,
    is_main,
    is_silenced,
    main_of,
    open_question,
)
from spaceenvs.cosmic_encounter.state import DEFENCE, NOBODY, OFFENCE

D_BRIBERY_MOON = decision("D_BRIBERY_MOON")
SMALL_ALLIANCE = 2  # tokens of an ally at most


@kernel
def halve_allies(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Ally One-Half Moon: rounded down for each ally; an Ally Double Moon cancels it out."""
    return value if find_user(s, ALLY_DOUBLE_MOON) >= 0 else value // 2


@kernel
def double_allies(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Ally Double Moon: an Ally One-Half Moon cancels it out."""
    return value if find_user(s, ALLY_ONE_HALF_MOON) >= 0 else 2 * value


@kernel
def limit_allies(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Small Alliance Moon: an ally commits at most 2 tokens (R205)."""
    return min(value, SMALL_ALLIANCE) if s.challenge.ally[p] != 0 else value


@kernel
def keep_attacker_alone(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Lone Attacker Moon: the OFF may not invite allies."""
    return 0 if about == OFFENCE else value


@kernel
def keep_defender_alone(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Lone Defender Moon: the DEF may not invite allies."""
    return 0 if about == DEFENCE else value


@kernel
def demand_courtesy(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Courtesy Moon: the occupant must be invited."""
    return 1 if about == holder else value


@kernel
def conscript(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Conscription Moon: who is invited must ally."""
    return 1


# -- Bribery Moon ------------------------------------------------------------------------------


@kernel
def run_bribery(s: State, box: Box, f: Frame) -> None:
    """The occupant, not a main player, may offer a card to one; only these two see it."""
    c = s.challenge
    p = f.who
    if f.at == 0:
        if is_main(s, p) or is_silenced(s, p) or s.hand_size[p] == 0:
            end(s)
            return
        open_question(s)
        allow(s, PASS)
        for side in range(2):
            allow(s, PLAYER + main_of(s, side))
        ask(s, f, D_BRIBERY_MOON, p)
        return
    if f.at == 1:
        if s.answer == PASS:
            end(s)
            return
        c.bribe_by = p + 1
        c.bribe_to = answered_player(s) + 1
        f.at = 2
    if f.at == 2:
        open_question(s)
        allow_hand(s, p)
        ask(s, f, D_BRIBERY_MOON, p)
        return
    c.bribe = answered_kind(s)
    learn_shown(s, c.bribe_to - 1, p, c.bribe, 1)
    end(s)


@kernel
def pay_bribe(s: State, inviter: int, q: int) -> None:
    """A main player has invited somebody: he gets the card that was offered for it."""
    c = s.challenge
    if c.bribe < 0 or c.bribe_to != inviter + 1 or c.bribe_by != q + 1:
        return
    if s.hand[q, c.bribe] > 0:
        give_card(s, q, inviter, c.bribe)
    c.bribe = NOBODY


MOONS = (
    moon("Ally One-Half Moon", (ALLIED_STRENGTH, halve_allies)),
    moon("Ally Double Moon", (ALLIED_STRENGTH, double_allies)),
    moon("Small Alliance Moon", (ALLY_LIMIT, limit_allies)),
    moon("Lone Attacker Moon", (MAY_INVITE, keep_attacker_alone)),
    moon("Lone Defender Moon", (MAY_INVITE, keep_defender_alone)),
    moon("Courtesy Moon", (MUST_INVITE, demand_courtesy)),
    moon("Conscription Moon", (MUST_ALLY, conscript)),
    moon("Bribery Moon", run=run_bribery, at=H_INV),
)
WORDS = (
    Words(
        "D_BRIBERY_MOON",
        asked="Bribery Moon: a card to offer for an invitation",
        stop="offer nothing",
        player="offer {} a card",
        card="offer",
    ),
)
