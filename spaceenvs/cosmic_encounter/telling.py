"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spaceenvs.core.game import State
from spaceenvs.cosmic_encounter import actions as a
from spaceenvs.cosmic_encounter.components import (
    DESTINY_DARK_WILD,
    DESTINY_WILD,
    KIND_NAMES,
    KIND_OF_ACTION,
    MAX_PLAYERS,
)
from spaceenvs.cosmic_encounter.plays import WORDS
from spaceenvs.cosmic_encounter.position import OUTCOMES
from spaceenvs.cosmic_encounter.stack import AA
from spaceenvs.cosmic_encounter.state import DEFENCE, OFFENCE, SIDE_NAMES

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "D_SKIP": "whether to skip the turn",
    "D_WIN": "a power or a card to use",
    "D_CANCEL": "whether to cancel that",
    "D_REGROUP": "a token from the Warp",
    "D_WS": "a token for the Warp",
    "D_OWN": "what to do in the own system",
    "D_WILD": "whom to attack",
    "D_DICTATOR": "where to send the offence",
    "D_WILL": "whom to attack",
    "D_TOKENS": "tokens for the cone",
    "D_TARGET": "the planet to aim at",
    "D_WHOSE": "whose base to attack",
    "D_INVITE": "whom to invite",
    "D_ALLY": "whom to join",
    "D_KICKER": "a Kicker",
    "D_CARD": "the card to play",
    "D_DEUCE": "a second card",
    "D_LUCRE": "what to buy",
    "D_REINF": "a Reinforcement",
    "D_REINF_SIDE": "the side of the Reinforcement",
    "D_BOUND": "a bound",
    "D_VOTE": "a vote for the defender",
    "D_LOSE": "a token to lose",
    "D_RETURN": "where a token returns to",
    "D_REWARD": "cards or tokens as a reward",
    "D_DEAL_1": "a proposal: the base wanted",
    "D_DEAL_2": "a proposal: the base given",
    "D_DEAL_3": "a proposal: cards given",
    "D_DEAL_4": "a proposal: cards wanted",
    "D_DEAL_5": "a proposal: lucre given",
    "D_DEAL_6": "a proposal: lucre wanted",
    "D_DEAL_7": "a proposal: tokens freed",
    "D_DEAL_A": "the answer to a proposal",
    "D_LAND": "tokens for a base",
    "D_GIVE": "a card to give",
    "D_DISCARD": "a card to discard",
    "D_AGAIN": "whether to challenge again",
    "D_MOON": "a moon",
    "D_PLACE": "a place",
}
# The decisions of blocks, and of what is not there yet.
ASKED |= {
    name: f"a choice of {name.removeprefix('D_').replace('_', ' ').title()}"
    for name in a.DECISIONS
    if name and name not in ASKED
}
ASKED |= {words.decision: words.asked for words in WORDS}

SPOKEN = (a.D_OWN, a.decision("D_FINDER"))
LAYING = (a.D_CARD, a.D_DEUCE, a.D_KICKER)
"""The decisions that lay a card face down: the main card, a second one, a Kicker."""


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return int(s.decision) in SPOKEN or a.ACTIONS.find(action).name == "PLAYER"


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
        lines.append("revealed: " + "; ".join(_side(s, side, cards[side]) for side in range(2)))
    if end.challenge.outcome and not s.challenge.outcome:
        totals = f", OFF {end.challenge.total[OFFENCE]} to DEF {end.challenge.total[DEFENCE]}"
        added = end.challenge.revealed and end.challenge.meeting == AA
        lines.append(f"the challenge: {OUTCOMES[end.challenge.outcome]}{totals if added else ''}")
    if now.challenge.card_up >= 0 and now.destiny_count != s.destiny_count:
        lines.append(f"destiny of seat {now.challenge.off}: {_destiny(int(now.challenge.card_up))}")
    return lines


def _destiny(card: int) -> str:
    """Return whom a destiny card names."""
    wild = card in (DESTINY_WILD, DESTINY_DARK_WILD)
    dark = card >= MAX_PLAYERS and card != DESTINY_WILD
    whom = "wild" if wild else f"the colour of seat {card % MAX_PLAYERS}"
    return f"{whom}, {'dark' if dark else 'light'} cone"


def _laid(s: State, end: State, action: int) -> list[list[int]]:
    """Return the cards that both sides have revealed, the main card first.

    They may have left the table since: then the main cards lie on the discards, and the others
    are those that lay face down before the move, with the one that the move has laid.
    """
    cards = [
        [int(s.challenge[name][side]) for name in ("card", "second", "kicker")] for side in range(2)
    ]
    if s.decision in LAYING:
        side = OFFENCE if s.to_move == s.challenge.off else DEFENCE
        cards[side][LAYING.index(int(s.decision))] = int(KIND_OF_ACTION[action])
    for side in range(2):
        for main in (end.challenge.lying[side], end.challenge.card[side]):
            if main >= 0:
                cards[side][0] = int(main)
    return cards


def _side(s: State, side: int, cards: list[int]) -> str:
    """Return what a side has revealed."""
    seat = s.challenge.off if side == OFFENCE else s.challenge.defender
    names = ", ".join(KIND_NAMES[kind] for kind in cards if kind >= 0)
    return f"{SIDE_NAMES[side]} seat {seat} {names}"
