"""The end of the game: points, bonus points, ranks (section 7)."""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core_worlds.components import DEFS, NOTHING, Effect, Kind
from spaceenvs.core_worlds.empire import Player, find_colonist


@kernel
def count_in_warzone(me: Player, number: int) -> int:
    """Return how many copies of a card lie in the Warzone."""
    count = int(me.held[number])
    for slot in range(me.unit_count):
        if me.units[slot] == number:
            count += 1
    return count


@kernel
def count_copies(box: Box, me: Player, number: int) -> int:
    """Return how many copies of a card the whole Empire holds, the colony pile included."""
    count = count_in_warzone(me, number) + me.pool[number] + me.discard[number]
    which = find_colonist(box, number)
    if which != NOTHING:  # R27
        count += me.colony[which]
    return count


@kernel
def count_units(box: Box, me: Player, unit_mask: int) -> int:
    """Return how many Units of the mask the whole Empire holds."""
    count = 0
    for number in range(DEFS):
        if box.cards[number].subtype & unit_mask != 0:
            count += count_copies(box, me, number)
    return count


@kernel
def count_tactics(box: Box, me: Player) -> int:
    """Return how many Tactics the whole Empire holds."""
    count = 0
    for number in range(DEFS):
        if box.cards[number].kind == Kind.TACTIC:
            count += count_copies(box, me, number)
    return count


@kernel
def count_bonus(box: Box, me: Player, number: int, card: Any, i: int) -> int:
    """Return the bonus points of one effect, for all copies of its card in the Empire."""
    code = card.code[i]
    worth = int(card.parameter[i, 0])
    if code == Effect.VP_WARZONE:  # R64: the other bonuses count wherever the card is
        return worth * count_in_warzone(me, number)
    if code == Effect.VP_PER:
        units = count_units(box, me, card.parameter[i, 0])
        each = int(card.parameter[i, 1]) * (units // card.parameter[i, 2])
    elif code == Effect.VP_TACTIC:
        each = worth * (count_tactics(box, me) // card.parameter[i, 1])
    elif code == Effect.VP_WORLD:
        each = worth * (me.worlds // card.parameter[i, 1])
    elif code == Effect.VP_ENERGY:
        each = worth * (me.world_energy // card.parameter[i, 1])
    else:
        return 0
    return each * count_copies(box, me, number)


@kernel
def count_score(box: Box, me: Player) -> int:
    """Return printed and bonus points of an Empire."""
    score = int(me.points)
    for number in range(DEFS):
        card = box.cards[number]
        if card.has_bonus == 0 or count_copies(box, me, number) == 0:
            continue
        for i in range(card.effects):
            score += count_bonus(box, me, number, card, i)
    return score


@kernel
def is_better(s: State, p: int, q: int) -> bool:
    """Whether seat p ranks before seat q: score, World Energy, Worlds (R36, R58)."""
    a = s.players[p]
    b = s.players[q]
    if s.score[p] != s.score[q]:
        return s.score[p] > s.score[q]
    if a.world_energy != b.world_energy:
        return a.world_energy > b.world_energy
    return a.worlds > b.worlds


@kernel
def finish_game(s: State, box: Box) -> None:
    """Score and rank the players; who is tied in everything shares the rank (R37)."""
    s.done = 1
    for p in range(s.num_players):
        s.score[p] = count_score(box, s.players[p])
    for p in range(s.num_players):
        s.rank[p] = 0
        for q in range(s.num_players):
            if is_better(s, q, p):
                s.rank[p] += 1
