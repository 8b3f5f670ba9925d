"""Moves in words."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.cosmic_encounter import actions as a
from spaceenvs.cosmic_encounter.components import (
    FIRST_FLARE,
    KIND_NAMES,
    KIND_OF_ACTION,
    POWERS,
    SLOTS,
)
from spaceenvs.cosmic_encounter.plays import WORDS
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.tokens import NEXT_UP

_PASS = {
    a.D_OWN: "reject the card",
    a.D_TOKENS: "no more tokens",
    a.D_LAND: "no more tokens",
    a.D_REGROUP: "leave the Warp alone",
    a.D_AGAIN: "end the turn",
    a.D_SKIP: "play the turn",
    a.D_DEAL_1: "no proposal",
    a.D_DEAL_2: "give no base",
    a.D_DEAL_A: "refuse",
    a.D_KICKER: "no Kicker",
    a.D_DEUCE: "no second card",
    a.D_DISCARD: "no more discards",
    a.D_REINF: "no Reinforcement",
    a.D_ALLY: "stay out",
}
_YES = {
    a.D_SKIP: "skip the turn",
    a.D_REGROUP: "token to the cone",
    a.D_AGAIN: "another challenge",
    a.D_DEAL_1: "want no base",
    a.D_DEAL_A: "accept",
}
_CARD = {
    a.D_CARD: "select",
    a.D_DEUCE: "second card",
    a.D_KICKER: "lay",
    a.D_DISCARD: "discard",
    a.D_GIVE: "give",
    a.D_REINF: "add",
}
_LOC = {
    a.D_REGROUP: "token to",
    a.D_TOKENS: "token from",
    a.D_TARGET: "aim at",
    a.D_LOSE: "lose a token on",
    a.D_RETURN: "return to",
    a.D_DEAL_1: "want a base on",
    a.D_DEAL_2: "give a base on",
    a.D_LAND: "land from",
}
_PLAYER = {
    a.D_WILD: "attack the system of seat",
    a.D_DICTATOR: "send him to seat",
    a.D_WILL: "attack the system of seat",
    a.D_WHOSE: "attack seat",
}
_OPT: dict[int, tuple[str, ...]] = {
    a.D_OWN: ("attack a foreign base at home", "occupy an empty planet"),
    a.D_TOKENS: ("token from the Warp",),
    a.D_ALLY: ("join the offence", "join the defence"),
    a.D_REINF_SIDE: ("for the offence", "for the defence"),
}
_NUM = {
    a.D_REWARD: "{} cards, the rest in tokens",
    a.D_DEAL_3: "give {} cards",
    a.D_DEAL_4: "ask {} cards",
    a.D_DEAL_7: "free {} tokens",
}

for _said in WORDS:
    _number = a.decision(_said.decision)
    _PASS[_number] = _said.stop
    _YES[_number] = _said.yes
    _CARD[_number] = _said.card
    _LOC[_number] = _said.place
    _PLAYER[_number] = _said.player
    _OPT[_number] = _said.menu
    _NUM[_number] = _said.number


def place_name(place: int) -> str:
    """Return a location as `system.planet`."""
    return f"{place // SLOTS}.{place % SLOTS}"


def _card_words(s: State, action: int) -> str:
    kind = int(KIND_OF_ACTION[action])
    name = KIND_NAMES[kind]
    if s.decision in (a.D_WIN, a.D_CANCEL):
        if kind >= FIRST_FLARE:
            is_super = has_power(s, int(s.to_move), kind - FIRST_FLARE)
            return f"play {POWERS[kind - FIRST_FLARE]} as {'super' if is_super else 'wild'}"
        return f"play {name}"
    return f"{_CARD.get(int(s.decision), 'card')} {name}"


def _yes_words(s: State) -> str:
    if s.decision in (a.D_WIN, a.D_CANCEL):
        return f"use {POWERS[s.power[s.to_move]]}"
    if s.decision == a.D_INVITE:
        frame = s.stack[s.depth - 1]
        return f"invite seat {(s.challenge.off + frame.notes[NEXT_UP]) % s.num_players}"
    return _YES.get(int(s.decision), "yes")


def _pass_words(s: State) -> str:
    if s.decision == a.D_INVITE:
        frame = s.stack[s.depth - 1]
        return f"do not invite seat {(s.challenge.off + frame.notes[NEXT_UP]) % s.num_players}"
    return _PASS.get(int(s.decision), "pass")


def describe(s: State, box: Box, action: int) -> str:
    """Return a legal action in words, as a player would write it."""
    decision = int(s.decision)
    block = a.ACTIONS.find(action)
    if block.name == "PASS":
        return _pass_words(s)
    if block.name == "YES":
        return _yes_words(s)
    if block.name == "PLAYER":
        return f"{_PLAYER.get(decision, 'seat')} {action - a.PLAYER}"
    if block.name == "LOC":
        return f"{_LOC.get(decision, 'planet')} {place_name(action - a.LOC)}"
    if block.name == "NUM":
        return _NUM.get(decision, "{}").format(action - a.NUM)
    if block.name == "OPT":
        number = action - a.OPT
        if decision in (a.D_WIN, a.D_CANCEL):  # R103
            return f"use {POWERS[s.held[s.to_move, number + 1].power]}"
        menu = _OPT.get(decision, ())
        return menu[number] if number < len(menu) else f"option {number}"
    return _card_words(s, action)
