"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import State
from spaceenvs.cosmic_encounter import actions as a
from spaceenvs.cosmic_encounter.cards import find_claim
from spaceenvs.cosmic_encounter.comets import comet_card
from spaceenvs.cosmic_encounter.components import KIND_NAMES, KIND_OF_ACTION, SEAT_NAMES
from spaceenvs.cosmic_encounter.lunar import MOON_WORDS
from spaceenvs.cosmic_encounter.plays import WORDS
from spaceenvs.cosmic_encounter.position import OUTCOMES
from spaceenvs.cosmic_encounter.satellites import FACE_UP, place_of
from spaceenvs.cosmic_encounter.stack import AA
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE, SIDE_NAMES
from spaceenvs.cosmic_encounter.told import (
    TOLD,
    UNTOLD,
    of_cards,
    of_curses,
    of_powers,
    of_tokens,
    of_turn,
)
from spaceenvs.cosmic_encounter.words import destiny_name, moon_name, place_name

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

__all__ = ["ASKED", "TOLD", "UNTOLD", "happened", "is_spoken"]

ASKED = {
    "D_SKIP": "whether to skip the turn for a new hand",
    "D_WIN": "a power or a card to use at this moment, or none",
    "D_CANCEL": "whether to cancel the play just announced",
    "D_REGROUP": "where a token from the Warp goes, if it leaves the Warp",
    "D_WS": "a destiny card of the Worldships to play, or none",
    "D_OWN": "in the own system: attack a foreign base, occupy an empty planet, or reject the card",
    "D_WILD": "whose system to attack after a wild destiny card",
    "D_DICTATOR": "Dictator: the system that the offence attacks",
    "D_WILL": "Will: the system to attack",
    "D_TOKENS": "from where tokens go to the cone, one by one",
    "D_TARGET": "the planet to aim the cone at",
    "D_WHOSE": "whose base on the target planet to attack",
    "D_INVITE": "whether to invite a player as an ally, one after the other",
    "D_ALLY": "which side to join, if any",
    "D_KICKER": "a Kicker to lay face down, or none",
    "D_CARD": "the Challenge card to select, face down",
    "D_DEUCE": "a second Challenge card, face down",
    "D_LUCRE": "what to buy for Lucre",
    "D_REINF": "a Reinforcement to add, or none",
    "D_REINF_SIDE": "the side that the Reinforcement is for",
    "D_BOUND": "what the own reverse hex does: a bonus, a withdrawal, an evacuation, a star",
    "D_VOTE": "a vote for the player who is attacked",
    "D_LOSE": "the bases that lose tokens, one by one",
    "D_RETURN": "the base that a token returns to",
    "D_REWARD": "how many rewards are cards; the others are tokens from the Warp",
    "D_DEAL_1": "a proposal: the base that the proposer wants, or no proposal",
    "D_DEAL_2": "a proposal: the base that the proposer gives",
    "D_DEAL_3": "a proposal: how many cards the proposer gives",
    "D_DEAL_4": "a proposal: how many cards the proposer wants",
    "D_DEAL_5": "a proposal: how much Lucre the proposer gives",
    "D_DEAL_6": "a proposal: how much Lucre the proposer wants",
    "D_DEAL_7": "a proposal: how many tokens the Zombie frees from the Warp",
    "D_DEAL_A": "whether to accept the proposal",
    "D_LAND": "from where tokens go to the base gained, one by one",
    "D_GIVE": "a card of the own hand to give",
    "D_DISCARD": "a card of the own hand to discard",
    "D_AGAIN": "whether to challenge again",
    "D_MOON": "whether to reveal the secret moon",
    "D_PLACE": "how many tokens each planet gets at the start, one planet after the other",
}
ASKED |= {words.decision: words.asked for words in (*WORDS, *MOON_WORDS)}
for _name in filter(None, a.DECISIONS):  # numbered by the rules (5.2), asked by no block
    ASKED.setdefault(_name, f"{_name[2:].replace('_', ' ').capitalize()}: nothing is asked yet")

SPOKEN = (a.D_OWN, a.decision("D_FINDER"))
MOVING = (a.D_REGROUP, a.D_TOKENS, a.D_TARGET)
"""Tokens that go into the cone, come back from the Warp, the planet aimed at: all can see them."""
LAYING = (a.D_CARD, a.D_DEUCE, a.D_KICKER)
"""The decisions that lay a card face down: the main card, a second one, a Kicker."""


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    block = a.ACTIONS.find(action).name
    if block == "LOC" and int(s.decision) in MOVING:
        return True
    return int(s.decision) in SPOKEN or block == "PLAYER"


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move: destiny, the reveal, who wins.

    A challenge may end and the next one begin before anybody is asked again, and the record
    forgets it then. So the move is played once more in a game that ends with this challenge.
    """
    s = before.states[0]
    last = before.copy()
    last.box[0].max_challenges = s.challenges + 1
    last.step([action])
    after = before.copy()
    after.step([action])
    end, now = last.states[0], after.states[0]
    lines = []
    if end.challenge.revealed and not s.challenge.revealed:
        cards = _laid(s, end, action)
        sides = [_side(s, side, cards[side], find_claim(end, side) >= 0) for side in range(2)]
        lines.append("revealed: " + "; ".join(sides + _of_allies(s, action)))
    if end.challenge.outcome and not s.challenge.outcome:
        totals = f", OFF {end.challenge.total[OFFENCE]} to DEF {end.challenge.total[DEFENCE]}"
        added = end.challenge.revealed and end.challenge.meeting == AA
        lines.append(f"the challenge: {OUTCOMES[end.challenge.outcome]}{totals if added else ''}")
    is_turned_up = now.destiny_count != s.destiny_count or (
        s.challenge.card_lies and now.challenge.card_up != s.challenge.card_up
    )
    if now.challenge.card_up >= 0 and is_turned_up:
        card = destiny_name(int(now.challenge.card_up))
        lines.append(f"destiny of {SEAT_NAMES[now.challenge.off]}: {card}")
    if now.challenge.comet and now.challenge.comet != s.challenge.comet:
        lines.append(f"in force: {destiny_name(comet_card(int(now.challenge.comet)))}")
    lines += _of_hexes(s, now)
    lines += [*of_tokens(s, now), *of_cards(s, now), *of_powers(s, now), *_moons(s, now)]
    lines += of_curses(s, now)
    for section in range(s.num_players):
        if s.limbo[section].any() and not now.limbo[section].any():
            lines.append(f"the Limbo section of {SEAT_NAMES[section]} empties into the Warp")
    for p in range(s.num_players):
        if now.lucre[p] != s.lucre[p]:
            lines.append(f"Lucre of {SEAT_NAMES[p]}: {now.lucre[p]}")
    return lines + of_turn(s, now)


def _of_hexes(s: State, now: State) -> list[str]:
    """Return what the owners of reverse hexes do in a challenge (11.6)."""
    lines = []
    if now.challenge.standing and now.challenge.standing != s.challenge.standing:
        owner = SEAT_NAMES[now.challenge.defender]
        lines.append(f"{owner}: {now.challenge.standing} tokens of the Gas Giant stay to fight")
    if now.challenge.dust_card and not s.challenge.dust_card:
        lines.append(f"{SEAT_NAMES[now.challenge.defender]} plays a destiny card of the Space Dust")
    if now.fleet_count < s.fleet_count:
        lines.append("Worldships play a destiny card of their own")
    return lines


def _moons(s: State, now: State) -> list[str]:
    """Return the moons that were turned up, zapped or discarded."""
    lines = []
    for moon in range(len(s.moon)):
        if now.moon_face[moon] == FACE_UP and s.moon_face[moon] != FACE_UP:
            lines.append(f"turned up: {moon_name(now, moon)}")
        place = place_of(moon)
        if now.gone[place] and not s.gone[place]:
            is_known = now.moon_face[moon] == FACE_UP
            name = moon_name(now, moon) if is_known else f"the moon {place_name(place)}"
            lines.append(f"out of the game: {name}")
    return lines


def _laid(s: State, end: State, action: int) -> list[list[int]]:
    """Return the cards that both sides have revealed, the main card first.

    They may have left the table since: then the main cards lie on the discards, and the others
    are those that lay face down before the move, with the one that the move has laid.
    """
    cards = [
        [int(s.challenge[name][side]) for name in ("card", "second", "kicker")] for side in range(2)
    ]
    if s.decision in LAYING:
        # Whose card it is: somebody else may select it (super Aura).
        side = OFFENCE if s.stack[s.depth - 1].who == s.challenge.off else DEFENCE
        cards[side][LAYING.index(int(s.decision))] = int(KIND_OF_ACTION[action])
    for side in range(2):
        if find_claim(end, side) >= 0:
            cards[side] = [find_claim(end, side), cards[side][1], -1]
            continue
        for main in (end.challenge.lying[side], end.challenge.card[side]):
            if main >= 0:
                cards[side][0] = int(main)
    return cards


def _of_allies(s: State, action: int) -> list[str]:
    """Return the cards that allies have revealed, the one that the move has laid among them."""
    laid = {p: int(kind) for p, kind in enumerate(s.challenge.extra) if kind >= 0}
    if s.decision == a.decision("D_CAVALRY") and KIND_OF_ACTION[action] >= 0:
        laid[int(s.to_move)] = int(KIND_OF_ACTION[action])
    return [f"ally {SEAT_NAMES[p]} {KIND_NAMES[kind]}" for p, kind in sorted(laid.items())]


def _side(s: State, side: int, cards: list[int], is_claimed: bool) -> str:
    """Return what a side has revealed."""
    seat = s.challenge.off if side == OFFENCE else s.challenge.defender
    names = ", ".join(KIND_NAMES[kind] for kind in cards if kind >= 0)
    if is_claimed:
        names = f"claims {names}"
    return f"{SIDE_NAMES[side]} {SEAT_NAMES[seat]} {names}"
