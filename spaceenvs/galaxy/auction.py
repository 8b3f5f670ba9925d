"""The auction for the first turn (4.1): D1."""

from __future__ import annotations

from spaceenvs.core.game import Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.galaxy.actions import A_BID, A_PASS, D_BID
from spaceenvs.galaxy.components import SHIPS, VALUE_OF, VALUES
from spaceenvs.galaxy.governors import lose_highest_supply
from spaceenvs.galaxy.state import AUCTION, HAND, NO_BID, NOBODY
from spaceenvs.galaxy.turn import begin_turn

HIGHEST_BID = VALUES - 1


@kernel
def begin_auction(s: State) -> None:
    """Ask the dealer for the first bid."""
    s.phase = AUCTION
    s.decision = D_BID
    s.to_move = s.dealer


@kernel
def legal_bid(s: State, mask: Mask) -> None:
    """D1: any higher bid, or pass; the dealer must open (R4)."""
    for value in range(s.high_bid + 1, VALUES):
        mask[A_BID + value] = 1
    if s.high_bid != NO_BID:
        mask[A_PASS] = 1


@kernel
def play_bid(s: State, action: int) -> None:
    """D1: bid or pass; the auction ends at 10 or when all others have passed in a row."""
    if action == A_PASS:
        s.passes += 1
    else:
        s.high_bid = action - A_BID
        s.last_bid[s.to_move] = s.high_bid
        s.passes = 0
    if s.high_bid == HIGHEST_BID or s.passes == s.num_players - 1:
        end_auction(s)
    else:
        s.to_move = (s.to_move + 1) % s.num_players


@kernel
def holds_value(s: State, player: int, value: int) -> bool:
    """Whether the player holds a ship, of a world or an Ally, of this value."""
    for card in range(SHIPS):
        if s.place[card] == HAND + player and VALUE_OF[card] == value:
            return True
    return False


@kernel
def end_auction(s: State) -> None:
    """Examine the last bids, highest first; who cannot show his loses a base (R5)."""
    for k in range(VALUES):
        bid = HIGHEST_BID - k
        bidder = NOBODY
        for p in range(s.num_players):
            if s.last_bid[p] == bid:
                bidder = p
        if bidder == NOBODY:
            continue
        if holds_value(s, bidder, bid):
            s.bid_value = bid
            begin_turn(s, bidder)
            return
        s.failed_bid[bidder] = bid
        lose_highest_supply(s, bidder)
    begin_turn(s, s.dealer)
