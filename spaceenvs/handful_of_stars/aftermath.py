"""The end of a combat: losses, retreat, change of control, the defender's refill (6.5, C4)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import A_SPACE, A_UNIT, D_COUNT, D_LOSS, D_RETREAT_DEST
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.cards import (
    begin_refill,
    lose_system_card,
)
from spaceenvs.handful_of_stars.components import (
    BASE,
    COLONY,
    DEFENDER,
    FLEET,
    KINDS,
    NO_MARKER,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUTPOST,
    SPACES,
    Effect,
)
from spaceenvs.handful_of_stars.move import begin_group, offer_counts
from spaceenvs.handful_of_stars.routes import add_units, count_retreats, count_units, is_retreat
from spaceenvs.handful_of_stars.spaces import first, only, without_first
from spaceenvs.handful_of_stars.state import (
    ACTION_OVER,
    ALIEN_FACE_UP,
    ALIEN_GONE,
    CHART_TILE,
    CONTROL,
    HOME_LOST,
    LOSER_LOSSES,
    LOSER_RETREAT,
    REFILL,
    RETREATING,
    WINNER_LOSSES,
)
from spaceenvs.handful_of_stars.strength import player_in_role
from spaceenvs.handful_of_stars.tallies import bonus_of, does, note_presence, show_alien


@kernel
def begin_resolution(s: State, box: Box, loser: int, conceded: int) -> None:
    """The combat is decided: count the losses of the loser, half rounded up (R28)."""
    s.loser = loser
    s.conceded = conceded
    count_losses(s, box, loser, conceded, 1)
    s.stage = LOSER_LOSSES


@kernel
def count_losses(s: State, box: Box, role: int, suffers: int, round_up: int) -> None:
    """Set how many units a side must lose: half of those there, less SHIELD."""
    p = player_in_role(s, role)
    s.suffering = role
    s.losses = 0
    if suffers != 0 and p != NOBODY:
        units = s.fleets[p, s.battle] + s.bases[p, s.battle]
        lost = (units + round_up) // 2 - bonus_of(s, p, Effect.SHIELD)
        s.losses = max(lost, 0)


@kernel
def suffer(s: State) -> None:
    """Lose units; ask which while both kinds are there (D18)."""
    p = player_in_role(s, s.suffering)
    while s.losses > 0:
        if s.fleets[p, s.battle] > 0 and s.bases[p, s.battle] > 0:
            offer_losses(s)
            ask(s, p, D_LOSS)
            return
        lose_unit(s, p, FLEET if s.fleets[p, s.battle] > 0 else BASE)
    s.stage = LOSER_RETREAT if s.suffering == s.loser else CONTROL


@kernel
def offer_losses(s: State) -> None:
    """Offer both kinds of unit."""
    clear_options(s)
    s.options[A_UNIT + FLEET] = 1
    s.options[A_UNIT + BASE] = 1


@kernel
def lose_unit(s: State, p: int, unit: int) -> None:
    """Return one unit at the contested space to stock."""
    add_units(s, p, s.battle, unit, -1)
    s.stock[p, unit] += 1
    s.losses -= 1


@kernel
def play_loss(s: State, action: int) -> None:
    """Lose a unit of the chosen kind."""
    lose_unit(s, s.to_move, action - A_UNIT)
    s.stage = LOSER_LOSSES if s.suffering == s.loser else WINNER_LOSSES


@kernel
def retreat(s: State, box: Box) -> None:
    """Let the loser's units leave, fleets first; who cannot is eliminated (R22, R23)."""
    p = player_in_role(s, s.loser)
    if p != NOBODY:
        s.actor = p
        ways = count_retreats(s, box, p, s.battle)
        for unit in range(KINDS):
            units = count_units(s, p, s.battle, unit)
            if units == 0:
                continue
            if ways == 0 or (unit == BASE and not does(s, p, Effect.BASEMOVE)):
                add_units(s, p, s.battle, unit, -units)
                s.stock[p, unit] += units
            elif offer_retreats(s, box) > 1:
                begin_group(s, RETREATING, s.battle, NOWHERE)
                s.unit = unit
                ask(s, p, D_RETREAT_DEST)
                return
            else:
                add_units(s, p, find_only_retreat(s), unit, units)
                add_units(s, p, s.battle, unit, -units)
    # Only a fight to the end costs the winner something (R29).
    count_losses(s, box, 1 - s.loser, s.crossed * s.conceded, 0)
    s.stage = WINNER_LOSSES


@kernel
def offer_retreats(s: State, box: Box) -> int:
    """Offer the retreat spaces; return how many (D19)."""
    clear_options(s)
    found = 0
    spaces = s.present[s.actor] & ~only(s.battle)
    while spaces != 0:
        x = first(spaces)
        spaces = without_first(spaces)
        if is_retreat(s, box, s.actor, s.battle, x):
            s.options[A_SPACE + x] = 1
            found += 1
    return found


@kernel
def find_only_retreat(s: State) -> int:
    """Return the first retreat space offered."""
    for x in range(SPACES):
        if s.options[A_SPACE + x] != 0:
            return x
    return 0


@kernel
def play_retreat_space(s: State, box: Box, action: int) -> None:
    """Choose a retreat space, then how many units go there (D12)."""
    s.destination = action - A_SPACE
    offer_counts(s, box)
    ask(s, s.actor, D_COUNT)


@kernel
def play_retreat_count(s: State) -> None:
    """Let the chosen number of units go."""
    add_units(s, s.actor, s.battle, s.unit, -s.group)
    add_units(s, s.actor, s.destination, s.unit, s.group)
    s.stage = LOSER_RETREAT


@kernel
def change_control(s: State, box: Box) -> None:
    """Take what a beaten defender had there; a defending player refills (R31, R34)."""
    if s.loser == DEFENDER:
        if s.defender == NOBODY:
            remove_alien(s, box, s.battle)
        else:
            # Units alone: neither victory points nor a card to lose (R45).
            lose_marker(s, s.defender, s.battle)
            lose_system_card(s, box, s.defender, s.chart[CHART_TILE, s.battle])
    if s.defender == NOBODY:
        s.stage = ACTION_OVER
    else:
        begin_refill(s, box, s.defender)
        s.stage = REFILL


@kernel
def lose_marker(s: State, p: int, space: int) -> None:
    """Take a marker off the board: cube to stock, disc to the spares, cylinder out (R31)."""
    marker = s.marker[p, space]
    s.marker[p, space] = NO_MARKER
    note_presence(s, p, space)
    if marker == OUTPOST:
        s.cubes[p] += 1
    elif marker == COLONY:
        s.spare_discs[p] += 1
    elif marker != NO_MARKER:
        s.home[p] = HOME_LOST


@kernel
def remove_alien(s: State, box: Box, space: int) -> None:
    """Remove an alien token from the game; face down, nobody gets to see it (R30)."""
    token = s.alien[space]
    if token != NOTHING:
        s.alien[space] = NOTHING
        if s.alien_fate[token] == ALIEN_FACE_UP:
            s.alien_fate[token] = ALIEN_GONE
        show_alien(s, box, space)
