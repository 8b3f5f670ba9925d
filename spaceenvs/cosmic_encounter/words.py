"""Moves in words."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.cosmic_encounter import actions as a
from spaceenvs.cosmic_encounter.components import (
    ALL_COMETS,
    DESTINY_DARK_WILD,
    DESTINY_WILD,
    FIRST_COMET,
    FIRST_FLARE,
    FIRST_SPECIAL,
    KIND_NAMES,
    KIND_OF_ACTION,
    MAX_PLAYERS,
    MOONS,
    POWERS,
    SEAT_NAMES,
    SLOTS,
)
from spaceenvs.cosmic_encounter.hexes import OF_STARS
from spaceenvs.cosmic_encounter.lunar import MOON_WORDS
from spaceenvs.cosmic_encounter.plays import WORDS
from spaceenvs.cosmic_encounter.powers.wraith import reserve_option
from spaceenvs.cosmic_encounter.satellites import MOON, find_moon, place_of
from spaceenvs.cosmic_encounter.sheets import has_power, numbered_power
from spaceenvs.cosmic_encounter.stack import ASK_MOON, CANCEL, REFUSE, RUN_MOON, START_MOON, USE
from spaceenvs.cosmic_encounter.tokens import NEXT_UP
from spaceenvs.cosmic_encounter.uses import OF_MOON

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
    a.D_LUCRE: "buy nothing more",
    a.D_DEUCE: "no second card",
    a.D_DISCARD: "no more discards",
    a.D_REINF: "no Reinforcement",
    a.D_ALLY: "stay out",
    a.D_BOUND: "leave it alone",
    a.D_WS: "play no destiny card",
    a.D_MOON: "keep the moon secret",
}
_YES = {
    a.D_SKIP: "skip the turn",
    a.D_REGROUP: "token to the cone",
    a.D_AGAIN: "another challenge",
    a.D_DEAL_1: "want no base",
    a.D_DEAL_A: "accept",
    a.D_BOUND: "use the bonus",
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
    a.D_BOUND: "evacuate to",
}
_PLAYER = {
    a.D_WILD: "attack the system of {}",
    a.D_DICTATOR: "send him to {}",
    a.D_WILL: "attack the system of {}",
    a.D_WHOSE: "attack {}",
    a.D_VOTE: "vote for {}",
}
_OPT: dict[int, tuple[str, ...]] = {
    a.D_OWN: ("attack a foreign base at home", "occupy an empty planet"),
    a.D_ALLY: ("join the offence", "join the defence", "join both sides"),
    a.D_TOKENS: ("token from the Warp", "ghost from the star"),
    a.D_LUCRE: (
        *("buy a token from the Warp", "buy a card", "pay to discard a card", "buy a flare"),
        *("buy a point before the cards", "buy a point after the cards"),
    ),
    a.D_REINF_SIDE: ("for the offence", "for the defence"),
    a.D_BOUND: ("add the defence number", "subtract the defence number"),
}
_NUM = {
    a.D_REWARD: "{} cards, the rest in tokens",
    a.D_DEAL_3: "give {} cards",
    a.D_PLACE: "{} tokens on this planet",
    a.D_BOUND: "{} tokens stay in the challenge",
    a.D_DEAL_4: "ask {} cards",
    a.D_DEAL_5: "give {} Lucre",
    a.D_DEAL_6: "ask {} Lucre",
    a.D_DEAL_7: "free {} tokens",
}

for _said in (*WORDS, *MOON_WORDS):
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


def destiny_name(card: int) -> str:
    """Return whom a destiny card names, and its side of the cone; of a comet its name."""
    if card >= FIRST_COMET:
        return f"comet {ALL_COMETS[card - FIRST_COMET]['name']}"
    if card >= FIRST_SPECIAL:
        return f"colourless cone {card - FIRST_SPECIAL + 1}, {CONE_WORDS[card - FIRST_SPECIAL]}"
    is_wild = card in (DESTINY_WILD, DESTINY_DARK_WILD)
    is_dark = card >= MAX_PLAYERS and card != DESTINY_WILD
    whom = "wild" if is_wild else SEAT_NAMES[card % MAX_PLAYERS]
    return f"{whom}, {'dark' if is_dark else 'light'} cone"


CONE_WORDS = (
    *("any moon", "the player voted for", "the player to the left", "the player to the right"),
    *("the most bases", "who stands in the system of the offence", "the largest base"),
    *("the most cards", "the most external bases", "a Warp challenge"),
)
"""Whom the colourless cones name."""


_STARS = ("first power on star 0, planets 0 to 2", "first power on star 1, planets 3 to 5")


def is_about_stars(s: State) -> bool:
    """Whether a Binary says which star its first power belongs to."""
    return int(s.decision) == a.D_BOUND and s.stack[s.depth - 1].notes[0] == OF_STARS


def find_asked_moon(s: State) -> int:
    """Return the moon that a question is about, -1 if it is about none."""
    if s.depth == 0:
        return -1
    f = s.stack[s.depth - 1]
    if f.kind in (START_MOON, ASK_MOON, REFUSE):
        return int(f.notes[MOON])
    if f.kind == RUN_MOON:
        return find_moon(s, int(f.play))
    return int(f.play) if f.kind == CANCEL and f.notes[OF_MOON] else -1


def moon_name(s: State, moon: int) -> str:
    """Return a moon's name and location."""
    return f"{MOONS[s.moon[moon]]} on {place_name(place_of(moon))}"


def find_invited(s: State) -> int:
    """Return the seat that D_INVITE is about."""
    return int(s.challenge.off + s.stack[s.depth - 1].notes[NEXT_UP]) % int(s.num_players)


def find_uses(s: State) -> list[tuple[int, int]]:
    """Return the plays in use, the latest last: who and what; all have heard them (6.13)."""
    frames = [s.stack[i] for i in range(s.depth)]
    return [(int(f.who), int(f.play)) for f in frames if f.kind == USE]


def _card_words(s: State, action: int) -> str:
    kind = int(KIND_OF_ACTION[action])
    name = KIND_NAMES[kind]
    if s.decision in (a.D_WIN, a.D_CANCEL) or (s.decision == a.D_REINF and kind >= FIRST_FLARE):
        if kind >= FIRST_FLARE:
            is_super = has_power(s, int(s.to_move), kind - FIRST_FLARE)
            return f"play {POWERS[kind - FIRST_FLARE]} as {'super' if is_super else 'wild'}"
        return f"play {name}"
    return f"{_CARD.get(int(s.decision), 'card')} {name}"


def _yes_words(s: State) -> str:
    if s.decision in (a.D_WIN, a.D_CANCEL):
        return f"use {POWERS[numbered_power(s, int(s.to_move), 0)]}"
    if s.decision == a.D_INVITE:
        return f"invite {SEAT_NAMES[find_invited(s)]}"
    if s.decision == a.D_MOON:
        return f"reveal {moon_name(s, find_asked_moon(s))}"
    return _YES.get(int(s.decision), "yes")


def _pass_words(s: State) -> str:
    if s.decision == a.D_INVITE:
        return f"do not invite {SEAT_NAMES[find_invited(s)]}"
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
        return _PLAYER.get(decision, "{}").format(SEAT_NAMES[action - a.PLAYER])
    if block.name == "LOC":
        return f"{_LOC.get(decision, 'planet')} {place_name(action - a.LOC)}"
    if block.name == "NUM":
        return _NUM.get(decision, "{}").format(action - a.NUM)
    if block.name == "OPT":
        number = action - a.OPT
        if decision in (a.D_WIN, a.D_CANCEL):  # R103
            return f"use {POWERS[numbered_power(s, int(s.to_move), number + 1)]}"
        if decision == a.D_TOKENS and number == reserve_option(s, int(s.to_move)):
            return "token from the reserve"
        if decision == a.D_WS:
            return f"play {destiny_name(int(s.fleet[number]))}"
        menu = _STARS if is_about_stars(s) else _OPT.get(decision, ())
        return menu[number] if number < len(menu) else f"option {number}"
    return _card_words(s, action)
