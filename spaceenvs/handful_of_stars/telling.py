"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import listed, several
from spaceenvs.handful_of_stars.components import (
    ATTACKER,
    COLONY,
    COLONY_VP,
    DEFENDER,
    HOMEWORLD,
    NOBODY,
    NOTHING,
    NOWHERE,
    OUTPOST,
    OUTPOST_VP,
    RESOURCE_NAMES,
    RESOURCES,
    SEAT_NAMES,
)
from spaceenvs.handful_of_stars.state import (
    DECK,
    DISCARD,
    HAND,
    IN_PLAY,
    NOT_OWNED,
    REMOVED,
    RESERVE,
)
from spaceenvs.handful_of_stars.strength import find_strength
from spaceenvs.handful_of_stars.words import card_name, race_name, space_name, token_words

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "SETUP_HOME": "which habitable system dealt becomes the homeworld",
    "SETUP_COLONY": "which other habitable system dealt becomes the first colony",
    "DEV_TOKEN": "a development token of the display",
    "MENU": "an action, a card to use, or the end of the turn",
    "PRODUCE_UNIT": "a unit to build, or no more",
    "PRODUCE_SPACE": "the homeworld or colony to build at",
    "PAY": "a card or development token to pay with",
    "MOVE_ORIGIN": "where the next units move from, or no more",
    "UNIT": "whether fleets or star bases go",
    "MOVE_DEST": "where the units go",
    "ROUTE": "whether to go by connections or through a wormhole",
    "COUNT": "how many units go",
    "ATT_RETREAT": "whether the attacker retreats before the fight",
    "DEF_RETREAT": "whether the defender retreats before the fight",
    "RESPONSE": "the next step of a response in combat",
    "MODE": "whether to use a combat card for its Matter or its effect",
    "WITHDRAW_DEST": "where units withdraw to from the combat",
    "LOSS": "which kind of unit to lose",
    "RETREAT_DEST": "where beaten units retreat to",
    "COL_SPACE": "a system to settle, or no more",
    "COL_KIND": "an outpost or a colony",
    "TECH_PICK": "a technology or the wormhole token to acquire",
    "STORE": "a card to place in the reserve, or no more",
    "DISCARD": "a card to discard, or no more",
    "REMOVE": "a card to remove for good",
    "RETRIEVE": "a card to take back from the discard pile",
    "ANNEX": "a neutral system to annex",
    "RIVAL": "a rival to spy on",
    "REFRESH": "a development token to turn face up",
    "REFILL_RESERVE": "a card of the reserve to fill up the hand",
}


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it: here all leave a trace."""
    return False


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move, in the order in which it happens.

    A combat may be over before anybody is asked. The record keeps the loser of the last one,
    so it is forgotten before the move is played once more.
    """
    s, box = before.states[0], before.box[0]
    after = before.copy()
    now = after.states[0]
    if s.battle == NOWHERE:
        now.loser = NOBODY
    after.step([action])
    return [
        *_of_combat(s, now, box),
        *_of_units(s, now, box),
        *_of_systems(s, now, box),
        *_of_payment(s, now),
        *_of_tokens(s, now, box),
        *_of_cards(s, now, box),
        *_of_offers(s, now, box),
        *_of_turn(s, now, box),
        *_of_end(s, now, box),
    ]


# -- combat -----------------------------------------------------------------------------------

_ROLES = (ATTACKER, DEFENDER)


def _of_combat(s: State, now: State, box: Box) -> list[str]:
    """Return how a combat begins, how strong the sides are, who wins, what must be lost."""
    begins = s.battle == NOWHERE
    lines = []
    if begins and now.battle != NOWHERE:
        sides = [f"{_name(now, role)} ({_strength(now, box, role)})" for role in _ROLES]
        lines.append(f"combat at {_place(s, now, box)}: {' attacks '.join(sides)}")
    elif now.battle != NOWHERE and now.loser == NOBODY:
        sides = [f"{_name(now, role)} {find_strength(now, box, role)}" for role in _ROLES]
        earlier = [f"{_name(s, role)} {find_strength(s, box, role)}" for role in _ROLES]
        if sides != earlier:
            lines.append(f"strength at {_place(s, now, box)}: {' to '.join(sides)}")
    if now.loser != NOBODY and (begins or s.loser == NOBODY):
        won = f"won by {_name(now, 1 - now.loser)}"
        how = f", {_name(now, now.loser)} concedes" if now.conceded else ""
        lines.append(f"combat at {_place(s, now, box)}: {won}{how}")
    if s.battle != NOWHERE and now.battle != s.battle:
        lines.append(_outcome(now, box, int(s.battle)))
    if now.losses and now.losses != s.losses and now.battle != NOWHERE:
        lines.append(f"{_name(now, now.suffering)} must lose {several(int(now.losses), 'unit')}")
    return lines


def _outcome(s: State, box: Box, x: int) -> str:
    """Return who is left where a combat was."""
    seats = range(int(s.num_players))
    left = [SEAT_NAMES[p] for p in seats if s.fleets[p, x] + s.bases[p, x] + s.marker[p, x]]
    return f"combat at {space_name(s, box, x)} is over, left there: {', '.join(left) or 'nobody'}"


def _name(s: State, role: int) -> str:
    """Return who fights in a role."""
    p = int(s.attacker if role == ATTACKER else s.defender)
    return "the natives" if p == NOBODY else SEAT_NAMES[p]


def _strength(s: State, box: Box, role: int) -> str:
    return f"strength {find_strength(s, box, role)}"


def _place(s: State, now: State, box: Box) -> str:
    """Return where the combat is, or was: a Move names its target before."""
    space = next(x for x in (now.battle, s.battle, s.target) if x != NOWHERE)
    return space_name(now, box, int(space))


# -- the board --------------------------------------------------------------------------------


def _of_units(s: State, now: State, box: Box) -> list[str]:
    """Return units built, moved and lost."""
    lines = []
    for unit, name in ((now.fleets - s.fleets, "fleet"), (now.bases - s.bases, "star base")):
        for p in np.flatnonzero((unit != 0).any(axis=1)):
            gone = [(int(x), -int(unit[p, x])) for x in np.flatnonzero(unit[p] < 0)]
            come = [(int(x), int(unit[p, x])) for x in np.flatnonzero(unit[p] > 0)]
            lines += _of_group(now, box, SEAT_NAMES[p], name, gone, come)
    return lines


def _of_group(
    s: State,
    box: Box,
    who: str,
    name: str,
    gone: list[tuple[int, int]],
    come: list[tuple[int, int]],
) -> list[str]:
    """Return what became of a player's units of one kind."""

    def at(x: int) -> str:
        return space_name(s, box, x)

    if len(gone) == len(come) == 1 and gone[0][1] == come[0][1]:
        (start, number), (end, _) = gone[0], come[0]
        return [f"{who}: {several(number, name)} from {at(start)} to {at(end)}"]
    moved = bool(gone and come)
    lost = ("leaves", "leave") if moved else ("lost at", "lost at")
    built = ("comes to", "come to") if moved else ("built at", "built at")
    lines = []
    for places, verbs in ((gone, lost), (come, built)):
        for number in sorted({number for _, number in places}):
            there = [at(x) for x, count in places if count == number]
            each = " each" if len(there) > 1 else ""
            words = f"{several(number, name)}{each} {verbs[number > 1]} {listed(there)}"
            lines.append(f"{who}: {words}")
    return lines


def _of_systems(s: State, now: State, box: Box) -> list[str]:
    """Return markers put and lost with what they count, and aliens."""
    worth = {OUTPOST: OUTPOST_VP, COLONY: COLONY_VP, HOMEWORLD: int(box.home_vp)}
    lines = []
    for p, x in np.argwhere(now.marker != s.marker):
        old, new = int(s.marker[p, x]), int(now.marker[p, x])
        who, where = SEAT_NAMES[p], space_name(now, box, int(x))
        if new:
            lines.append(f"{who} has {_ARTICLES[new]} at {where}: {worth[new]} VP")
        else:
            lines.append(f"{who} loses {_ARTICLES[old]} at {where}: {worth[old]} VP less")
    hidden = np.flatnonzero((now.alien_shown < 0) & (s.alien_shown >= 0))
    if hidden.size:
        names = ", ".join(space_name(now, box, int(x)) for x in hidden)
        lines.append(f"an alien token lies face down on the aliens at {names}")
    for x in np.flatnonzero(now.alien_shown != s.alien_shown):
        where, shown = space_name(now, box, int(x)), int(now.alien_shown[x])
        if shown > 0:
            lines.append(f"the aliens at {where} have strength {shown - 1}")
        elif not shown:
            lines.append(f"the aliens at {where} are gone")
    return lines


_ARTICLES = ("", "an outpost", "a colony", "the homeworld")


# -- payment, tokens, cards -------------------------------------------------------------------


def _of_payment(s: State, now: State) -> list[str]:
    """Return what is to be paid, how much is still owed, and what is left in the pool."""
    parts = []
    owed = [
        f"{RESOURCE_NAMES[kind]} {points}"
        for kind, points in zip(now.due_kind, now.due, strict=True)
        if points
    ]
    if owed and (now.due != s.due).any():
        verb = "still to be paid" if (now.due < s.due).any() else "to be paid"
        parts.append(f"{verb}: {', '.join(owed)}")
    if (now.pool != s.pool).any() and now.pool.any():
        left = [f"{RESOURCE_NAMES[r]} {now.pool[r]}" for r in range(RESOURCES) if now.pool[r]]
        parts.append(f"in the pool: {', '.join(left)}")
    return ["; ".join(parts)] if parts else []


def _of_tokens(s: State, now: State, box: Box) -> list[str]:
    """Return development tokens taken and turned, and what they bring."""
    lines = []
    for p in range(int(s.num_players)):
        who = SEAT_NAMES[p]
        for i in np.flatnonzero(now.token[p] != s.token[p]):
            if now.token[p, i] != NOTHING:
                name = token_words(box, int(now.token[p, i]))
                lines.append(f"{who} takes a development token: {name}")
        turned = now.token_up[p].astype(int) - s.token_up[p]
        same = now.token[p] == s.token[p]
        for change, words in ((1, "face up again"), (-1, "face down")):
            tokens = [int(now.token[p, i]) for i in np.flatnonzero(same & (turned == change))]
            names = [token_words(box, k) for k in tokens if k != NOTHING]
            lines += [f"{who}'s tokens turn {words}: {', '.join(names)}"] if names else []
        if now.capacity[p] != s.capacity[p]:
            lines.append(f"{who}'s reserves hold {several(int(now.capacity[p]), 'card')} each now")
        if now.wormhole_token[p] and not s.wormhole_token[p]:
            lines.append(f"{who} has a wormhole token")
        if now.race[p] != s.race[p]:
            lines.append(f"{who} plays the {race_name(box, int(now.race[p]))}")
    return lines


def _of_cards(s: State, now: State, box: Box) -> list[str]:
    """Return where open cards go, how many cards everybody has, and shuffled decks."""
    lines = []
    for p in range(int(s.num_players)):
        who = SEAT_NAMES[p]
        changed = now.shown[p] != s.shown[p]
        for zone, words in _ZONE_WORDS.items():
            cards = np.flatnonzero(changed & (now.shown[p] == zone))
            names = ", ".join(card_name(box, int(card)) for card in cards)
            lines += [f"{words.format(who)}: {names}"] if names else []
        counts = [
            f"{word} {s.count[p, zone]} -> {now.count[p, zone]}"
            for zone, word in ((HAND, "hand"), (DECK, "deck"))
            if s.count[p, zone] != now.count[p, zone]
        ]
        lines += [f"{who}: cards in {', '.join(counts)}"] if counts else []
    if now.shuffles != s.shuffles:
        lines.append(
            f"a discard pile was shuffled into a new deck: shuffle {now.shuffles} "
            f"of {box.last_shuffle}"
        )
    return lines


_ZONE_WORDS = {
    HAND: "known to be in {}'s hand",
    RESERVE: "into {}'s reserve",
    DISCARD: "on {}'s discard pile",
    IN_PLAY: "{} plays",
    REMOVED: "out of the game, from {}",
}


def _of_offers(s: State, now: State, box: Box) -> list[str]:
    """Return what is new on the market and in the display of tokens."""
    lines = []
    cards = [int(c) for c in now.market if c != NOTHING and c not in s.market]
    if cards:
        lines.append(f"new on the market: {', '.join(card_name(box, card) for card in cards)}")
    tokens = [int(k) for k in now.display if k != NOTHING and k not in s.display]
    if tokens:
        names = [token_words(box, token) for token in tokens]
        lines.append(f"new in the display: {', '.join(names)}")
    gone = [int(c) for c in s.market if c != NOTHING and c not in now.market]
    if gone:
        lines.append(f"no more on the market: {', '.join(card_name(box, c) for c in gone)}")
    if now.wormhole_out != s.wormhole_out:
        lines.append("wormhole tokens can be bought from now on")
    return lines


# -- turns and the end ------------------------------------------------------------------------


def _of_turn(s: State, now: State, box: Box) -> list[str]:
    """Return rounds and turns that begin, actions left, the end that comes near."""
    lines = []
    if now.first != s.first and now.first >= 0:
        lines.append(f"{SEAT_NAMES[now.first]} is the first player")
    if now.round_number != s.round_number:
        lines.append(f"round {now.round_number} begins")
    if now.end_round != s.end_round:
        lines.append(
            f"the last of {box.last_shuffle} shuffles: the game ends after round {now.end_round}"
        )
    who, actions = SEAT_NAMES[now.active], several(int(now.actions_left), "action")
    if (now.active, now.round_number) != (s.active, s.round_number) and now.round_number:
        lines.append(f"turn of {who}, {actions}")
    elif now.actions_left != s.actions_left:
        lines.append(f"{who} has {actions} left")
    return lines


def _of_end(s: State, now: State, box: Box) -> list[str]:
    """Return where the points come from, who has won, and what broke a tie (R36)."""
    if not now.done or s.done:
        return []
    seats = range(int(now.num_players))
    lines = []
    for p in seats:
        counts = [int((now.marker[p] == kind).sum()) for kind in (OUTPOST, COLONY, HOMEWORLD)]
        rest = int(now.score[p]) - counts[0] * OUTPOST_VP - counts[1] * COLONY_VP
        rest -= counts[2] * int(box.home_vp)
        markers = f"{several(counts[0], 'outpost')}, {counts[1]} colonies"
        home = ", the homeworld" if counts[2] else ""
        lines.append(
            f"{SEAT_NAMES[p]}: {markers}{home}, {rest} VP of tokens and Culture cards: "
            f"{now.score[p]} VP"
        )
    return [*lines, f"the game is over: {verdict(now)}"]


def verdict(s: State) -> str:
    """Return who has won, and what broke a tie (R36)."""
    seats = range(int(s.num_players))
    winners = [p for p in seats if s.rank[p] == 0]
    best = int(s.score[winners[0]])
    tied = [p for p in seats if s.score[p] == best]
    names = " and ".join(SEAT_NAMES[p] for p in winners)
    if len(tied) == 1:
        return f"{names} wins with {best} VP"
    systems = ", ".join(f"{SEAT_NAMES[p]} {int((s.marker[p] > 0).sum())}" for p in tied)
    if len(winners) == len(tied):
        return f"{names} share the victory, equal in systems too ({systems})"
    return f"{names} wins the tie at {best} VP by systems ({systems})"


# -- what needs a sentence --------------------------------------------------------------------


def _cards_in(zone: int, word: str) -> Callable[..., str]:
    def find(s: State, now: State, p: int) -> str:
        return rf"{SEAT_NAMES[p]}: .*{word} {s.count[p, zone]} -> {now.count[p, zone]}"

    return find


def _count(s: State, now: State, p: int, zone: int) -> Any:
    words = {HAND: "hand", DECK: "deck"}
    if zone in words:
        return _cards_in(zone, words[zone])(s, now, p)
    return (
        zone != NOT_OWNED
        and now.count[p, zone] > s.count[p, zone]
        and (rf"{_ZONE_WORDS[zone].format(SEAT_NAMES[p])}")
    )


def _shown(s: State, now: State, p: int, card: int) -> Any:
    zone = int(now.shown[p, card])
    return zone in _ZONE_WORDS and _ZONE_WORDS[zone].format(SEAT_NAMES[p])


def _unit(s: State, now: State, p: int, x: int) -> str:
    return f"{SEAT_NAMES[p]}: "


TOLD: Mapping[str, Callable[..., Any]] = {
    "first": lambda s, now: f"{SEAT_NAMES[now.first]} is the first player",
    "round_number": lambda s, now: f"round {now.round_number} begins",
    "active": lambda s, now: now.round_number and f"turn of {SEAT_NAMES[now.active]}",
    "actions_left": lambda s, now: now.round_number and rf"{now.actions_left} actions?",
    "shuffles": lambda s, now: f"shuffle {now.shuffles} of",
    "end_round": lambda s, now: f"ends after round {now.end_round}",
    "pool": lambda s, now, r: now.pool.any() and "in the pool: ",
    "due": lambda s, now, k: now.due[k] and "to be paid: ",
    "battle": lambda s, now: "combat at",
    "extra": lambda s, now, role: (
        now.battle != NOWHERE and now.loser == NOBODY and "strength|combat at"
    ),
    "lowered": lambda s, now: now.battle != NOWHERE and now.loser == NOBODY and "strength",
    "losses": lambda s, now: now.losses and now.battle != NOWHERE and f"must lose {now.losses}",
    "capacity": lambda s, now, p: f"{SEAT_NAMES[p]}'s reserves hold {now.capacity[p]}",
    "wormhole_token": lambda s, now, p: f"{SEAT_NAMES[p]} has a wormhole token",
    "race": lambda s, now, p: f"{SEAT_NAMES[p]} plays",
    "token": lambda s, now, p, i: f"{SEAT_NAMES[p]} takes a development token",
    "token_up": lambda s, now, p, i: f"{SEAT_NAMES[p]}('s tokens turn| takes a development token)",
    "count": _count,
    "shown": _shown,
    "market": lambda s, now, k: (
        (now.market[k] != NOTHING and now.market[k] not in s.market and "new on the market")
        or (s.market[k] != NOTHING and s.market[k] not in now.market and "no more on the market")
    ),
    "wormhole_out": lambda s, now: "wormhole tokens can be bought",
    "display": lambda s, now, k: (
        now.display[k] != NOTHING and now.display[k] not in s.display and "new in the display"
    ),
    "alien_shown": lambda s, now, x: "the aliens at",
    "fleets": _unit,
    "bases": _unit,
    "marker": lambda s, now, p, x: f"{SEAT_NAMES[p]} (has|loses) (a|an|the) ",
    "score": lambda s, now, p: f"{SEAT_NAMES[p]}: .*: {now.score[p]} VP",
    "rank": lambda s, now, p: "the game is over",
}
"""For every public field, what one of the sentences told of a change must match; falsy: none."""

_HIDDEN = "not public"
_MOVE = "the move says it"
_FLOW = "which step of the action runs; the question says it"
_COUNTED = "counted from what is told"
_WAYS = "worked out for the decision"
UNTOLD: Mapping[str, str] = {
    **dict.fromkeys(("choice", "zone", "deck", "deck_top", "alien", "tech_deck"), _HIDDEN),
    **dict.fromkeys(("token_stack", "secret", "secret_in_hand", "held"), _HIDDEN),
    **dict.fromkeys(("picks", "stage", "actor", "left", "begun", "errand", "due_kind"), _FLOW),
    **dict.fromkeys(("suffering", "mode_card", "refilling", "crossed", "slot"), _FLOW),
    **dict.fromkeys(("card_in_play", "origin", "destination", "unit", "group", "route"), _MOVE),
    **dict.fromkeys(("target", "settling", "used", "conceded", "loser"), _MOVE),
    **dict.fromkeys(("attacker", "defender"), "told where the combat begins"),
    **dict.fromkeys(("stock", "cubes", "track_discs", "spare_discs", "home"), _COUNTED),
    **dict.fromkeys(("token_count", "present", "held_count", "total", "sources"), _COUNTED),
    **dict.fromkeys(("works", "bonus", "marked", "unmarked", "token_vp"), _COUNTED),
    **dict.fromkeys(("tech_top", "stack_top", "token_face", "display_face"), _COUNTED),
    **dict.fromkeys(("market_face", "gone", "neutral_card", "alien_fate"), _COUNTED),
    **dict.fromkeys(("navigates", "bases_move", "jumps", "energy", "own", "options"), _WAYS),
    **dict.fromkeys(("energy_beside_jump", "normal", "jump", "queued", "queue"), _WAYS),
    **dict.fromkeys(("list", "best"), _WAYS),
    **dict.fromkeys(("chart", "black_hole", "open_way", "hole_way"), "never changes"),
    **dict.fromkeys(("wormhole_count", "wormholes", "space_of"), "never changes"),
}
"""The fields of the record whose changes need no sentence, and why."""
