"""Names of components, and moves in words, as a player would write them."""

from __future__ import annotations

from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.handful_of_stars.actions import (
    A_CARD,
    A_COLONISE,
    A_COLONY,
    A_CONCEDE,
    A_COUNT,
    A_DISCARD,
    A_DISPLAY,
    A_DONE,
    A_MARKET,
    A_MOVE,
    A_OUTPOST,
    A_PASS,
    A_PRODUCE,
    A_REMOVE,
    A_RESERVE,
    A_RETREAT,
    A_RIVAL,
    A_ROUTE,
    A_SPACE,
    A_STAY,
    A_TECH,
    A_TOKEN,
    A_UNIT,
    A_USE_EFFECT,
    A_USE_MATTER,
    A_WORMHOLE_TOKEN,
    D_ANNEX,
    D_COL_SPACE,
    D_DISCARD,
    D_LOSS,
    D_MENU,
    D_MOVE_DEST,
    D_MOVE_ORIGIN,
    D_PAY,
    D_PRODUCE_SPACE,
    D_PRODUCE_UNIT,
    D_REFILL_RESERVE,
    D_REFRESH,
    D_REMOVE,
    D_RESPONSE,
    D_RETREAT_DEST,
    D_RETRIEVE,
    D_SETUP_COLONY,
    D_SETUP_HOME,
    D_STORE,
    D_WITHDRAW_DEST,
)
from spaceenvs.handful_of_stars.components import (
    BASE,
    FLEET,
    NORMAL,
    SEAT_NAMES,
    TOKEN_KIND_NAMES,
    WORMHOLE,
    decoded,
)
from spaceenvs.handful_of_stars.state import CHART_TILE

_PLAIN = {
    A_PASS: "pass",
    A_PRODUCE: "produce",
    A_MOVE: "move",
    A_COLONISE: "colonise",
    A_TECH: "acquire technology",
    A_RESERVE: "place cards in the reserve",
    A_DISCARD: "discard cards",
    A_REMOVE: "remove a card",
    A_OUTPOST: "an outpost",
    A_COLONY: "a colony",
    A_RETREAT: "retreat",
    A_STAY: "stay",
    A_CONCEDE: "concede",
    A_ROUTE + NORMAL: "by connections",
    A_ROUTE + WORMHOLE: "through the wormhole",
    A_USE_MATTER: "spend its Matter",
    A_USE_EFFECT: "use its effect",
    A_WORMHOLE_TOKEN: "acquire the wormhole token",
}
_WITH_CARD = {
    D_SETUP_HOME: "make {} the homeworld",
    D_SETUP_COLONY: "make {} the first colony",
    D_MENU: "use {}",
    D_PAY: "pay with {}",
    D_RESPONSE: "play {}",
    D_STORE: "store {}",
    D_DISCARD: "discard {}",
    D_REMOVE: "remove {}",
    D_RETRIEVE: "take back {}",
    D_REFILL_RESERVE: "take {} from the reserve",
}
_WITH_SPACE = {
    D_PRODUCE_SPACE: "build at {}",
    D_MOVE_ORIGIN: "move from {}",
    D_MOVE_DEST: "go to {}",
    D_RESPONSE: "reinforce from {}",
    D_WITHDRAW_DEST: "withdraw to {}",
    D_RETREAT_DEST: "retreat to {}",
    D_COL_SPACE: "settle {}",
    D_ANNEX: "annex {}",
}
_WITH_TOKEN = {D_PAY: "pay with {}", D_RESPONSE: "spend {}", D_REFRESH: "refresh {}"}


def card_name(box: Box, card: int) -> str:
    """Return a card in words; a second card of the same name is called `Computers #2`."""
    name = decoded(box.card_names[card])
    same = int((box.card_names[:card] == box.card_names[card]).all(axis=1).sum())
    return f"{name} #{same + 1}" if same else name


def tile_name(box: Box, system: int) -> str:
    """Return the name of a system."""
    return decoded(box.tile_names[system])


def race_name(box: Box, race: int) -> str:
    """Return the name of a race."""
    return decoded(box.race_names[race])


def token_name(box: Box, token: int) -> str:
    """Return what a development token shows: `energy 2`."""
    return f"{TOKEN_KIND_NAMES[box.token_kind[token]]} {box.token_amount[token]}"


def token_words(box: Box, token: int) -> str:
    """Return a development token as people say it: `victory points 2`."""
    return token_name(box, token).replace("_", " ")


def space_name(s: State, box: Box, space: int) -> str:
    """Return the system that lies on a space."""
    return tile_name(box, int(s.chart[CHART_TILE, space]))


def describe(s: State, box: Box, action: int) -> str:
    """Return a legal action in words."""
    d = int(s.decision)
    if action in _PLAIN:
        return _PLAIN[action]
    if action == A_DONE:
        return "end the turn" if d == D_MENU else "done"
    if action >= A_CARD:
        return _WITH_CARD[d].format(card_name(box, action - A_CARD))
    if action >= A_SPACE:
        space = action - A_SPACE
        if d == D_RESPONSE and space == s.battle:
            return "withdraw"
        return _WITH_SPACE[d].format(space_name(s, box, space))
    if action > A_RIVAL:
        return f"spy on {SEAT_NAMES[(action - A_RIVAL + s.to_move) % s.num_players]}"
    if action >= A_MARKET:
        return f"acquire {card_name(box, int(s.market[action - A_MARKET]))}"
    if action >= A_DISPLAY:
        slot = action - A_DISPLAY
        return f"take {token_words(box, int(s.display[slot]))} from slot {slot}"
    if action >= A_TOKEN:
        return _WITH_TOKEN[d].format(_token(s, box, action - A_TOKEN))
    if action > A_COUNT:
        number = action - A_COUNT
        return f"{number} {_unit(int(s.unit), number)}"
    return _describe_unit(d, action - A_UNIT)


def _token(s: State, box: Box, i: int) -> str:
    return f"token {i} ({token_words(box, int(s.token[s.to_move, i]))})"


def _unit(unit: int, number: int) -> str:
    word = {FLEET: "fleet", BASE: "star base"}[unit]
    return word if number == 1 else f"{word}s"


def _describe_unit(decision: int, unit: int) -> str:
    verbs: dict[int, Any] = {D_PRODUCE_UNIT: "build a {}", D_LOSS: "lose a {}"}
    if decision in verbs:
        return str(verbs[decision].format(_unit(unit, 1)))
    return _unit(unit, 2)
