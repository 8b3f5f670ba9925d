"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from spaceenvs.core.game import State
from spaceenvs.core.rng import roll
from spaceenvs.core.words import listed, several
from spaceenvs.galaxy.actions import (
    ACTIONS,
    D_ACTION,
    D_COLUMN,
    D_COUNTER,
    D_CYLOR,
    D_FACE,
    D_GARRISON,
    D_REDRAW,
)
from spaceenvs.galaxy.components import (
    BASES,
    CARDS,
    FIRST_ALLY,
    FRIGATE,
    IMP,
    KHA,
    LOWEST_LEVEL_WITH_INFLUENCE,
    PHASER,
    PHASER_BONUS,
    ROWS,
    SEAT_NAMES,
    SHIPS,
    SURVIVORS,
    TOKENS,
    VALUE_OF,
    WORLD_NAMES,
    WORLD_OF,
    WORLDS,
)
from spaceenvs.galaxy.state import (
    ACTION_PHASE,
    AUCTION,
    EMPTY,
    FACE_DOWN,
    FRONT,
    HAND,
    LOST,
    NO_BID,
    NO_CARD,
    NOBODY,
    SECRET,
    SUPPLY,
    VISIBLE,
)
from spaceenvs.galaxy.words import card_name

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "BID": "what to bid for the first turn",
    "ACTION": "what to do in the Action phase",
    "COLUMN": "in which column to play the Ally",
    "FACE": "whether to play the ship face up or face down",
    "GARRISON": "which ship to put under the secret base",
    "ALLOW": "whether to allow the attack or to refuse it with Screens",
    "COUNTER": "whether the ship attacked strikes back",
    "GOVERNOR_PICK": "which of the tied players becomes governor",
    "FELOWI": "which ship of an earlier row to take, by the power of Felowi",
    "MYRMIDON": "whose hand loses half of its cards to the Reserve, by the power of Myrmidon",
    "ECUP": "from whose hand to take a random card, by the power of Ecup Contract",
    "ECUP_GIVE": "which card to give in return",
    "ERI_SOURCE": "which Ally of the active row to move, by the power of Erithizonian",
    "ERI_DEST": "to which column the Ally moves",
    "SPOILS": "which base to raise or lower as Spoils of War",
    "CYLOR": "which ship of a surrendered world to discard, by the power of Cylor",
    "DRAW": "whether to draw a card or to take the Reserve",
    "SHUTTLE": "whether to keep the top card of the deck",
    "DRAW2": "whether to draw the next card or to take the Reserve",
    "REDRAW": "whether to keep the ship of a surrendered world just drawn",
}

NOT_SPOKEN = ("CARD",)
"""Moves that name a card; that one was played is seen."""
SILENT = (D_CYLOR, D_REDRAW)
"""Decisions that only a player with a certain card in hand is asked."""
PLAYING = (D_ACTION, D_COLUMN, D_FACE, D_GARRISON, D_CYLOR)
"""Decisions by which a card leaves the hand."""
ROLLING = ("ATTACK", "BASE_DOWN", "YES", "SENSORS")
"""Moves after which dice may roll, and nothing else is random."""
MOST_DICE = 8
"""Two each of attacker and defender, and again for the ship that strikes back."""


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return s.decision not in SILENT and ACTIONS.find(action).name not in NOT_SPOKEN


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move, in the order in which it happens."""
    after = before.copy()
    after.step([action])
    s, now = before.states[0], after.states[0]
    return [
        *_of_auction(s, now),
        *_of_ship(s, now),
        *_of_dice(s, now, action),
        *_of_moved_ships(s, now),
        *_of_bases(s, now),
        *_of_surrender(s, now),
        *_of_governors(s, now),
        *_of_hands(s, now),
        *_of_round(s, now),
        *_of_end(s, now),
    ]


# -- the auction ------------------------------------------------------------------------------


def _of_auction(s: State, now: State) -> list[str]:
    """Return how the auction ends: the bids that fail, who begins, with which ship (R5)."""
    if s.phase != AUCTION or now.phase == AUCTION:
        return []
    lines = []
    for p in sorted(range(int(s.num_players)), key=lambda p: -int(now.failed_bid[p])):
        if now.failed_bid[p] != NO_BID:
            bid = f"{SEAT_NAMES[p]} bid {now.failed_bid[p]} but holds no ship of that value"
            lost = now.supply[p] < s.supply[p]
            lines.append(f"{bid}{': a base is lost' if lost else ''}")
    who = SEAT_NAMES[now.active]
    if now.bid_value == NO_BID:
        return [*lines, f"no bid could be shown: the dealer, {who}, begins with any ship"]
    value = now.bid_value
    return [*lines, f"{who} wins the auction with {value}: the first ship must have value {value}"]


# -- ships ------------------------------------------------------------------------------------


def _of_ship(s: State, now: State) -> list[str]:
    """Return which ship was just played where, and how often it may shoot and why (6.1)."""
    if now.ship == NO_CARD or (now.ship, now.turn) == (s.ship, s.turn):
        return []
    ship, where = card_name(int(now.ship)), WORLD_NAMES[now.ship_column]
    if now.ship_face_down:
        return [f"a ship goes face down into {where}, row {now.active_row}"]
    lines = []
    if s.decision != D_ACTION:  # then the move has named the ship
        lines.append(f"{ship} goes into {where}, row {now.active_row}")
    if now.ship_value >= FRIGATE:
        reasons = _find_reasons(s, now)
        attacks = several(int(now.opportunities), "attack") if reasons else "no attack"
        why = ", ".join(reasons) or "it covers no ship and equals none in the row"
        lines.append(f"{ship} has {attacks}: {why}")
    return lines


def _find_reasons(s: State, now: State) -> list[str]:
    """Return why a Fleet ship may attack (R20)."""
    row, column = now.active_row, int(now.ship_column)
    shown = s.shown[row]
    reasons = [] if shown[column] == EMPTY else ["it covers a ship"]
    for w in range(WORLDS):
        if w != column and shown[w] == 1 + now.ship_value:
            reasons.append(f"{WORLD_NAMES[w]} shows {now.ship_value} too")
    if column == IMP and now.governor[IMP] == now.active:
        reasons.append("played by the governor of Imperial")
    return reasons


def _of_moved_ships(s: State, now: State) -> list[str]:
    """Return ships taken from the table into a hand, moved, or turned up."""
    lines = []
    for row in range(1, ROWS + 1):
        for w in range(WORLDS):
            card = int(s.top[row, w])
            if card == NO_CARD or now.pile_size[row, w] >= s.pile_size[row, w]:
                continue
            if now.place[card] >= HAND:
                owner = SEAT_NAMES[now.place[card] - HAND]
                ship = f"{card_name(card)} from row {row} of {WORLD_NAMES[w]}"
                lines.append(f"{owner} takes {ship} into the hand")
            elif FIRST_ALLY <= card < SHIPS and now.row[card]:
                there = int(now.ally_at[card - FIRST_ALLY].argmax())
                lines.append(
                    f"{card_name(card)} moves from {WORLD_NAMES[w]} to {WORLD_NAMES[there]}"
                )
    turned = not now.in_play[KHA] or now.shown[s.active_row, KHA] != FACE_DOWN
    if s.in_play[KHA] and s.shown[s.active_row, KHA] == FACE_DOWN and turned and _is_row_full(s):
        card = int(s.top[s.active_row, KHA])
        lines.append(f"the row is full: {WORLD_NAMES[KHA]}'s ship is turned up, {card_name(card)}")
    return lines


# -- dice -------------------------------------------------------------------------------------


def _of_dice(s: State, now: State, action: int) -> list[str]:
    """Return the rolls of a move and what they do."""
    kind = ACTIONS.find(action).name
    dice = _dice(s, now) if kind in ROLLING else []
    if not dice:
        return []
    if kind == "SENSORS":
        return [_sensors(s, now, dice[0])]
    if len(dice) == 1:
        return [_roll_of_base(s, now, dice[0], int(action))]
    target = int(now.target_world if now.target_world >= 0 else s.target_world)
    if kind == "ATTACK":
        target = action - ACTIONS["ATTACK"].start
    attacker, target_card = int(s.ship), int(s.top[s.active_row, target])
    attack = (attacker, int(s.active)), (target_card, _victim(s, now, target))
    if kind == "YES" and s.decision == D_COUNTER:
        return [_strike(s, now, attack[::-1], dice, strikes_back=True)]
    lines = [_strike(s, now, attack, dice[:2])]
    if len(dice) == 4:
        lines.append(_strike(s, now, attack[::-1], dice[2:], strikes_back=True))
    return lines


def _victim(s: State, now: State, world: int) -> int:
    """Return who controls the ship attacked, or nobody."""
    for state in (s, now):
        if state.victim != NOBODY:
            return int(state.victim)
    card = s.top[s.active_row, world]
    return int(s.active if card in s.played_card else s.governor[world])


def _dice(s: State, now: State) -> list[int]:
    """Return the sums of two dice rolled in a move: what leads from one generator to the other."""
    rng = s.rng.copy()
    faces: list[int] = []
    while (rng.words != now.rng.words).any():
        faces.append(int(roll(rng)))
        if len(faces) > MOST_DICE:
            return []  # something else was drawn
    return [sum(faces[k : k + 2]) for k in range(0, len(faces), 2)]


def _bonus(s: State, player: int) -> int:
    return PHASER_BONUS if player != NOBODY and s.place[PHASER] == FRONT + player else 0


def _strike(
    s: State,
    now: State,
    sides: tuple[tuple[int, int], ...],
    dice: list[int],
    strikes_back: bool = False,
) -> str:
    """Return a strike in words: both sums, and what comes of it."""
    totals, parts = [], []
    for (card, player), sum_of_dice in zip(sides, dice, strict=True):
        value, bonus = int(VALUE_OF[card]), _bonus(s, player)
        totals.append(sum_of_dice + value + bonus)
        extra = f" + Phaser Banks {bonus}" if bonus else ""
        parts.append(f"{card_name(card)}: dice {sum_of_dice} + {value}{extra} = {totals[-1]}")
    hit = totals[0] > totals[1]
    lost = f"{card_name(sides[1][0])} is destroyed"
    verb = "strikes back, " if strikes_back else ""
    result = lost if hit else "a tie hits nothing" if totals[0] == totals[1] else "no hit"
    return f"{verb}{parts[0]}; {parts[1]}: {result}"


def _roll_of_base(s: State, now: State, dice: int, action: int) -> str:
    """Return the roll of a base attacked: it must be higher than the ship to withstand (R22)."""
    lowered = (now.base_level > s.base_level).any()
    against = f"the base rolls dice {dice} against {card_name(int(s.ship))}"
    return f"{against}: {'the base is lowered' if lowered else 'higher, it withstands'}"


def _sensors(s: State, now: State, dice: int) -> str:
    if dice > s.ship_value:
        return f"Sensors: dice {dice}, more than {s.ship_value}: Sensors find nothing"
    found = (now.base_state != s.base_state).any()
    where = WORLD_NAMES[s.ship_column]
    result = "a secret base comes to light" if found else f"no other's secret base is on {where}"
    return f"Sensors: dice {dice}, not more than {s.ship_value}: {result}"


def _is_row_full(s: State) -> bool:
    """Whether every world in play has a ship in the active row."""
    return all(s.shown[s.active_row, w] != EMPTY for w in range(WORLDS) if s.in_play[w])


# -- bases and worlds -------------------------------------------------------------------------


def _worth(level: int) -> str:
    return f"worth {max(0, LOWEST_LEVEL_WITH_INFLUENCE - level)}"


def _of_bases(s: State, now: State) -> list[str]:
    """Return what becomes of bases; those of a world that surrenders are named with it."""
    lines = []
    for b in range(BASES):
        owner = SEAT_NAMES[b // TOKENS]
        old, new = int(s.base_state[b]), int(now.base_state[b])
        level, where = int(now.base_level[b]), WORLD_NAMES[now.base_world[b]]
        stands = f"at level {level} of {where}, {_worth(level)}"
        if (old, new) == (SUPPLY, VISIBLE):
            lines.append(f"{owner}'s base stands {stands}")
        elif (old, new) == (SUPPLY, SECRET):
            lines.append(f"{owner} lays a base aside in secret, on a ship face down")
        elif (old, new) == (SECRET, VISIBLE):
            card = int(s.garrison[b // TOKENS])
            lines.append(f"{owner}'s secret base ({card_name(card)}) is revealed {stands}")
        elif (old, new) == (SECRET, LOST):
            card = int(s.garrison[b // TOKENS])
            gone = f"{card_name(card)}: {WORLD_NAMES[WORLD_OF[card]]} has surrendered"
            lines.append(f"{owner}'s secret base is lost ({gone})")
        elif old == new == VISIBLE and s.base_level[b] != level:
            lines.append(
                f"{owner}'s base on {where}: level {s.base_level[b]} -> {level}, {_worth(level)}"
            )
    return lines


def _of_surrender(s: State, now: State) -> list[str]:
    """Return which world surrenders, why, and what is lost with it (6.7)."""
    lines = []
    for w in range(WORLDS):
        if not s.in_play[w] or now.in_play[w]:
            continue
        value = int(VALUE_OF[s.top[s.active_row, w]])
        bases = [
            f"{SEAT_NAMES[b // TOKENS]}'s base {_worth(int(s.base_level[b]))}"
            for b in range(BASES)
            if s.base_state[b] == VISIBLE and s.base_world[b] == w
        ]
        lost = f"; lost: {', '.join(bases)}" if bases else "; no base is lost"
        lines.append(
            f"{WORLD_NAMES[w]} surrenders, alone with the lowest ship of row {s.active_row}, "
            f"{value}{lost}"
        )
    leaves_actions = s.phase == ACTION_PHASE and (now.phase, now.turn) != (s.phase, s.turn)
    if not lines and leaves_actions and _is_row_full(now):
        shown = now.shown[now.active_row]
        lowest = min(shown[w] for w in range(WORLDS) if now.in_play[w])
        tied = [WORLD_NAMES[w] for w in range(WORLDS) if now.in_play[w] and shown[w] == lowest]
        if len(tied) > 1:
            names = listed(tied)
            row = f"row {now.active_row} is full"
            lines.append(f"{row}, but {names} share the lowest ship: all stay")
    for w in range(WORLDS):
        if now.spoils[w] != NOBODY and s.spoils[w] == NOBODY:
            value = int(now.shown[s.active_row, w]) - 1
            lines.append(
                f"Spoils of War for {SEAT_NAMES[now.spoils[w]]}, who controls the highest ship, "
                f"{WORLD_NAMES[w]}'s {value}"
            )
    return lines


def _of_governors(s: State, now: State) -> list[str]:
    """Return who governs a world now, and why; nobody governs one that has surrendered."""
    lines = []
    for w in range(WORLDS):
        new, old = int(now.governor[w]), int(s.governor[w])
        if new == old or not now.in_play[w]:
            continue
        if new == NOBODY:
            lines.append(f"{SEAT_NAMES[old]} governs {WORLD_NAMES[w]} no more: no influence there")
            continue
        mine, others = (
            int(now.influence[new, w]),
            [int(now.influence[p, w]) for p in range(now.num_players) if p != new],
        )
        against = f" to {max(others)}" if max(others) else ""
        lines.append(f"{SEAT_NAMES[new]} governs {WORLD_NAMES[w]}: influence {mine}{against}")
    return lines


# -- hands, rounds, the end -------------------------------------------------------------------


def _of_hands(s: State, now: State) -> list[str]:
    """Return whose hand or Reserve has changed by more than the card that was played."""
    lines = []
    for p in range(s.num_players):
        if _plays_a_card(s, now, p):
            continue
        counts = [
            (word, int(old[p]), int(new[p]))
            for word, old, new in (
                ("hand", s.hand_count, now.hand_count),
                ("Reserve", s.reserve_count, now.reserve_count),
            )
        ]
        changed = [f"{word} {old} -> {new}" for word, old, new in counts if old != new]
        if changed:
            lines.append(f"{SEAT_NAMES[p]}: {', '.join(changed)}")
    return lines


def _plays_a_card(s: State, now: State, p: int) -> bool:
    """Whether a hand has lost the card that the move is about, and nothing else."""
    lost = int(s.hand_count[p]) - int(now.hand_count[p])
    return p == s.to_move and lost == 1 and s.decision in PLAYING


def _of_round(s: State, now: State) -> list[str]:
    """Return technologies discarded at the end of a round, and the round that begins (R31)."""
    lines = []
    for card in range(SHIPS, CARDS):
        if s.place[card] >= FRONT and now.place[card] != s.place[card]:
            owner = SEAT_NAMES[s.place[card] - FRONT]
            lines.append(f"discarded at the end of the round: {owner}'s {card_name(card)}")
        elif s.place[card] < FRONT <= now.place[card]:
            owner = SEAT_NAMES[now.place[card] - FRONT]
            lines.append(f"{owner} has {card_name(card)} until the end of the round")
    if now.active_row != s.active_row:
        lines.append(f"round {now.active_row} begins: ships go into row {now.active_row}")
    return lines


def _of_end(s: State, now: State) -> list[str]:
    """Return why the game is over, who has won, and what broke a tie (R47, R48)."""
    if not now.done or s.done:
        return []
    scores = ", ".join(f"{SEAT_NAMES[p]} {now.score[p]}" for p in range(now.num_players))
    return [f"the game is over: {why_over(now)}; influence: {scores}", verdict(now)]


def why_over(s: State) -> str:
    """Return what ended the game (R44, R45)."""
    survive = s.worlds_left == SURVIVORS
    return f"{SURVIVORS} worlds are left" if survive else "deck and hands are used up"


def verdict(s: State) -> str:
    """Return who has won, and what broke a tie (R47, R48)."""
    seats = range(int(s.num_players))
    winner = next(p for p in seats if s.rank[p] == 0)
    best, name = int(s.score[winner]), SEAT_NAMES[winner]
    tied = [p for p in seats if s.score[p] == best]
    if len(tied) == 1:
        return f"{name} wins with influence {best}"
    hands = ", ".join(f"{SEAT_NAMES[p]} {s.hand_value[p]}" for p in tied)
    values = [int(s.hand_value[p]) for p in tied]
    if values.count(max(values)) == 1:
        return f"{name} wins the tie at {best} by the ships left in hand ({hands}; R47)"
    return f"{name} wins the tie at {best}: equal hands too ({hands}), but the later turn (R48)"


# -- what needs a sentence --------------------------------------------------------------------


def _base(s: State, now: State, b: int) -> str:
    return rf"{SEAT_NAMES[b // TOKENS]}('s| lays a| bid).* base"


def _pile(s: State, now: State, row: int, world: int) -> str:
    if not now.in_play[world]:
        return f"{WORLD_NAMES[world]} surrenders"
    return rf"{WORLD_NAMES[world]}|is destroyed"


TOLD: Mapping[str, Callable[..., Any]] = {
    "hand_count": lambda s, now, p: (
        "play|face|use|discard|garrison|: on|in secret"
        if _plays_a_card(s, now, p)
        else rf"{SEAT_NAMES[p]}: .*hand {s.hand_count[p]} -> {now.hand_count[p]}"
    ),
    "reserve_count": lambda s, now, p: (
        rf"{SEAT_NAMES[p]}: .*Reserve {s.reserve_count[p]} -> "
        rf"{now.reserve_count[p]}"
    ),
    "top": _pile,
    "shown": _pile,
    "pile_size": _pile,
    "in_play": lambda s, now, w: f"{WORLD_NAMES[w]} surrenders",
    "governor": lambda s, now, w: (
        f"(governs|governor of) {WORLD_NAMES[w]}|{WORLD_NAMES[w]} surrenders"
    ),
    "influence": lambda s, now, p, w: (
        rf"{SEAT_NAMES[p]}'s .*{WORLD_NAMES[w]}|{WORLD_NAMES[w]} surrenders.*{SEAT_NAMES[p]}"
    ),
    "base_state": _base,
    "base_world": _base,
    "base_level": _base,
    "high_bid": lambda s, now: f"bid {now.high_bid}",
    "last_bid": lambda s, now, p: f"{SEAT_NAMES[p]}: bid {now.last_bid[p]}",
    "failed_bid": lambda s, now, p: f"{SEAT_NAMES[p]} bid {now.failed_bid[p]} but",
    "bid_value": lambda s, now: f"must have value {now.bid_value}",
    "active_row": lambda s, now: f"round {now.active_row} begins",
    "opportunities": lambda s, now: s.turn == now.turn and r"attack|is destroyed|play|: on|face",
    "denied": lambda s, now, w: now.denied[w] and "refuse the attack",
    "spoils": lambda s, now, w: r"Spoils|raise|lower",
    "score": lambda s, now, p: rf"{SEAT_NAMES[p]} {now.score[p]}\b",
    "rank": lambda s, now, p: "wins ",
}
"""For every public field, what one of the sentences told of a change must match; falsy: none."""

_TURN = "how far the turn has come; the moves say it"
_COUNTED = "counted from fields that are told"
_HIDDEN = "not public"
UNTOLD: Mapping[str, str] = {
    **dict.fromkeys(("place", "known", "slot", "deck", "deck_first", "garrison"), _HIDDEN),
    **dict.fromkeys(("row", "height", "under", "face_down", "ally_at"), "the piles say it"),
    **dict.fromkeys(("worlds_left", "governs", "base_at", "supply", "deck_count"), _COUNTED),
    **dict.fromkeys(("secret_placed", "passes", "turn", "last_turn", "active", "phase"), _TURN),
    **dict.fromkeys(("action_done", "base_done", "technology_done", "committed"), _TURN),
    **dict.fromkeys(("shuttle_played", "ships_played", "played_card", "played_column"), _TURN),
    **dict.fromkeys(("played_as_governor", "ship", "ship_column", "ship_value"), _TURN),
    **dict.fromkeys(("ship_face_down", "power_used", "sensors_used", "warp_used"), _TURN),
    **dict.fromkeys(("destroyed", "chosen_card", "target_world", "victim"), _TURN),
    **dict.fromkeys(("next_power", "cylor_discards", "redraws", "last_turn_of_game"), _TURN),
    "excluded": "follows from a roll for Sensors that finds nothing",
    "dealer": "never changes",
    "hand_value": "told where it breaks a tie",
}
"""The fields of the record whose changes need no sentence, and why."""
