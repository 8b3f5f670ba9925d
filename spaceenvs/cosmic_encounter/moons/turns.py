"""Moons about destiny, targets, the cone's side and how many challenges there are."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.cosmic_encounter.actions import LOC, PASS, decision
from spaceenvs.cosmic_encounter.blocks import Words
from spaceenvs.cosmic_encounter.bombs import remove_planet
from spaceenvs.cosmic_encounter.components import (
    CHALLENGE_EXTENSION_MOON,
    CHALLENGE_LIMITATION_MOON,
    DARK_MOON,
    IMMUNITY_MOON,
    LIGHT_MOON,
    MAX_TURN_CHALLENGES,
    SITES,
    SLOTS,
)
from spaceenvs.cosmic_encounter.hands import count_challenge_cards
from spaceenvs.cosmic_encounter.hooks import H_END
from spaceenvs.cosmic_encounter.moon_blocks import moon
from spaceenvs.cosmic_encounter.moon_points import (
    CHALLENGE_LIMIT,
    CONE_SIDE,
    CONSOLATION,
    HAS_CONSOLATION,
    IS_SAFE,
    REWARD_COUNT,
)
from spaceenvs.cosmic_encounter.reshuffle import reshuffle_destiny
from spaceenvs.cosmic_encounter.satellites import (
    find_user,
    is_in_system_of,
    is_moon,
)
from spaceenvs.cosmic_encounter.stack import (
    Frame,
    allow,
    answered_place,
    ask,
    end,
    is_empty,
    is_silenced,
    open_question,
)
from spaceenvs.cosmic_encounter.worldships import draw_worldships

D_COLLAPSE_MOON = decision("D_COLLAPSE_MOON")
FEWEST_PLANETS = 3  # R45
MORE_CHALLENGES, FEWER_CHALLENGES = 3, 1
MORE_CONSOLATION = 2


@kernel
def extend_turn(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Challenge Extension Moon: 3; a Challenge Limitation Moon cancels it out."""
    return value if find_user(s, CHALLENGE_LIMITATION_MOON) >= 0 else MORE_CHALLENGES


@kernel
def shorten_turn(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Challenge Limitation Moon: 1; a Challenge Extension Moon cancels it out."""
    return value if find_user(s, CHALLENGE_EXTENSION_MOON) >= 0 else FEWER_CHALLENGES


@kernel
def reverse_cone(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Reverse Moon: the other side than the card shows."""
    return 1 - value


@kernel
def light_cone(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Light Moon: always the light side; a Dark Moon cancels it out (R204)."""
    return value if find_user(s, DARK_MOON) >= 0 else 0


@kernel
def dark_cone(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Dark Moon: always the dark side; a Light Moon cancels it out (R204)."""
    return value if find_user(s, LIGHT_MOON) >= 0 else 1


@kernel
def keep_safe(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Immunity Moon: the occupant's planets in this system."""
    is_here = is_in_system_of(s, IMMUNITY_MOON, about) and not is_moon(about)
    return 1 if is_here and s.tokens[holder, about] > 0 else value


@kernel
def reward_more(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Reward Moon: the occupant gets one reward more."""
    return value + 1 if holder == p and value > 0 else value


@kernel
def pay_nothing(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """No Reward Moon, No Consolation Moon: nobody gets any."""
    return 0


@kernel
def console_more(s: State, box: Box, holder: int, p: int, about: int, value: int) -> int:
    """Consolation Moon: 2 cards more for the occupant (R207)."""
    return value + MORE_CONSOLATION if holder == p and value > 0 else value


@kernel
def run_new_destiny(s: State, box: Box, f: Frame) -> None:
    """The destiny discards are shuffled into the destiny deck: a reshuffle (R201)."""
    reshuffle_destiny(s, box)
    draw_worldships(s)
    end(s)


@kernel
def can_challenge_more(s: State, box: Box, p: int, about: int) -> bool:
    """The OFF; D_AGAIN is not offered, he holds a Challenge card (R48)."""
    is_his = p == s.challenge.off and s.interrupted == 0 and s.challenge.again == 0
    is_allowed = is_his and s.turn_challenges + 1 < MAX_TURN_CHALLENGES
    return is_allowed and about == 0 and count_challenge_cards(s, p) > 0


@kernel
def run_extra_challenge(s: State, box: Box, f: Frame) -> None:
    """Extra Challenge Moon: one more challenge."""
    s.challenge.again = 1
    end(s)


@kernel
def run_another_turn(s: State, box: Box, f: Frame) -> None:
    """Another Turn Moon: the occupant takes the next turn; the order goes on from him."""
    s.next_turn = f.who + 1
    end(s)


# -- Collapse Moon -----------------------------------------------------------------------------


@kernel
def can_collapse(s: State, place: int) -> bool:
    """Whether a planet is without tokens, and its system keeps three others (R45)."""
    if is_moon(place) or not is_empty(s, place):
        return False
    count = 0
    for other in range(place // SLOTS * SLOTS, place // SLOTS * SLOTS + SITES):
        count += 1 if s.gone[other] == 0 else 0
    return count > FEWEST_PLANETS


@kernel
def run_collapse(s: State, box: Box, f: Frame) -> None:
    """The occupant may remove a planet without tokens from the game."""
    if f.at == 0:
        if is_silenced(s, f.who):
            end(s)
            return
        open_question(s)
        allow(s, PASS)
        for system in range(s.seats):
            for slot in range(SITES):
                if can_collapse(s, system * SLOTS + slot):
                    allow(s, LOC + system * SLOTS + slot)
        ask(s, f, D_COLLAPSE_MOON, f.who)
        return
    if s.answer != PASS:
        remove_planet(s, answered_place(s))
    end(s)


MOONS = (
    moon("Challenge Extension Moon", (CHALLENGE_LIMIT, extend_turn)),
    moon("Challenge Limitation Moon", (CHALLENGE_LIMIT, shorten_turn)),
    moon("Reverse Moon", (CONE_SIDE, reverse_cone)),
    moon("Light Moon", (CONE_SIDE, light_cone)),
    moon("Dark Moon", (CONE_SIDE, dark_cone)),
    moon("Immunity Moon", (IS_SAFE, keep_safe)),
    moon("Reward Moon", (REWARD_COUNT, reward_more)),
    moon("No Reward Moon", (REWARD_COUNT, pay_nothing)),
    moon("Consolation Moon", (CONSOLATION, console_more)),
    moon("No Consolation Moon", (HAS_CONSOLATION, pay_nothing)),
    moon("New Destiny Moon", run=run_new_destiny),
    moon("Extra Challenge Moon", run=run_extra_challenge, at=H_END, can=can_challenge_more),
    moon("Another Turn Moon", run=run_another_turn),
    moon("Collapse Moon", run=run_collapse),
)
WORDS = (
    Words(
        "D_COLLAPSE_MOON",
        asked="Collapse Moon: an empty planet to remove from the game",
        stop="remove no planet",
        place="remove planet",
    ),
)
