"""The end of the game (section 7): final count, rich bonus, the duel, the ranking."""

from __future__ import annotations

from spaceenvs.core.game import State
from spaceenvs.core.jit import kernel
from spaceenvs.galactic_emperor.battle import muster_sides
from spaceenvs.galactic_emperor.combat import ATTACKER, DEFENDER
from spaceenvs.galactic_emperor.components import MAX_ENERGY, MAX_METAL
from spaceenvs.galactic_emperor.regent import score_planets
from spaceenvs.galactic_emperor.state import (
    DUEL_OVER,
    NOBODY,
    count_sectors,
    count_ships_on_board,
    push,
    score,
    seat_in_order,
)

FULL_STORAGE_BONUS = 1
RICHEST_BONUS, SHARED_RICHEST_BONUS = 2, 1


@kernel
def end_game(s: State, count_planets: bool) -> None:
    """Count the last points; a tie for the first place is settled by a duel."""
    s.stack_size = 0
    if count_planets:
        score_planets(s)
    give_rich_bonus(s)
    s.counted = 1
    most = best_score(s)
    tied = 0
    for p in range(s.num_players):
        if s.players[p].vp == most:
            tied += 1
    if tied == 1:
        rank_players(s, NOBODY, NOBODY)
    else:
        begin_duel(s)


@kernel
def best_score(s: State) -> int:
    """Return the highest total."""
    most = int(s.players[0].vp)
    for p in range(1, s.num_players):
        most = max(most, int(s.players[p].vp))
    return most


@kernel
def give_rich_bonus(s: State) -> None:
    """Full storages and most marks are worth points."""
    richest = 0
    sharing = 0
    for p in range(s.num_players):
        me = s.players[p]
        if me.metal == MAX_METAL and me.energy == MAX_ENERGY:
            score(s, p, FULL_STORAGE_BONUS)
        if me.marks > richest or p == 0:
            richest = int(me.marks)
            sharing = 1
        elif me.marks == richest:
            sharing += 1
    for p in range(s.num_players):
        if s.players[p].marks == richest:
            score(s, p, RICHEST_BONUS if sharing == 1 else SHARED_RICHEST_BONUS)


@kernel
def stands_before(s: State, player: int, other: int) -> bool:
    """Whether a player has more sectors, then more marks (a tie is no)."""
    mine, theirs = count_sectors(s, player), count_sectors(s, other)
    if mine != theirs:
        return mine > theirs
    return s.players[player].marks > s.players[other].marks


@kernel
def find_duellist(s: State, excluded: int) -> int:
    """Return the best tied player by sectors, marks and order from the Throne (7.6)."""
    most = best_score(s)
    best = NOBODY
    for place in range(s.num_players):
        p = seat_in_order(s, s.throne, place)
        is_tied = s.players[p].vp == most and p != excluded
        if is_tied and (best == NOBODY or stands_before(s, p, best)):
            best = p
    return best


@kernel
def place_from_throne(s: State, player: int) -> int:
    """Return the place of a player in ORDER(Throne holder)."""
    for place in range(s.num_players):
        if seat_in_order(s, s.throne, place) == player:
            return place
    return 0


@kernel
def begin_duel(s: State) -> None:
    """All ships of two tied players fight (R21, R49); the earlier one stands as attacker."""
    first = find_duellist(s, NOBODY)
    second = find_duellist(s, first)
    if place_from_throne(s, second) < place_from_throne(s, first):
        first, second = second, first
    s.duel = 1
    s.fighters[ATTACKER] = first
    s.fighters[DEFENDER] = second
    s.actor = first
    push(s, DUEL_OVER)
    if count_ships_on_board(s, first) > 0 and count_ships_on_board(s, second) > 0:
        s.in_battle = 1
        muster_sides(s)


@kernel
def end_duel(s: State) -> None:
    """The last one with ships wins; otherwise sectors, marks and the order decide."""
    first = find_duellist(s, NOBODY)
    second = find_duellist(s, first)
    if place_from_throne(s, second) < place_from_throne(s, first):
        first, second = second, first
    first_lives = count_ships_on_board(s, first) > 0
    second_lives = count_ships_on_board(s, second) > 0
    if first_lives != second_lives:
        second_wins = second_lives
    else:
        second_wins = stands_before(s, second, first)
    s.fighters[ATTACKER] = NOBODY
    s.fighters[DEFENDER] = NOBODY
    if second_wins:
        rank_players(s, second, first)
    else:
        rank_players(s, first, second)


@kernel
def rank_players(s: State, winner: int, loser: int) -> None:
    """Rank by points; the duellists stand before others with as many (7.7)."""
    s.done = 1
    for p in range(s.num_players):
        s.score[p] = s.players[p].vp
        before = 0
        for q in range(s.num_players):
            if is_placed_before(s, q, p, winner, loser):
                before += 1
        s.rank[p] = before


@kernel
def is_placed_before(s: State, player: int, other: int, winner: int, loser: int) -> bool:
    """Whether a player is placed before another one."""
    if s.players[player].vp != s.players[other].vp:
        return s.players[player].vp > s.players[other].vp
    return duel_place(player, winner, loser) < duel_place(other, winner, loser)


@kernel
def duel_place(player: int, winner: int, loser: int) -> int:
    """Return 0 for the winner of the duel, 1 for the loser, 2 for all others."""
    if player == winner:
        return 0
    return 1 if player == loser else 2
