"""The position as text for a terminal."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.galaxy.actions import D_SHUTTLE, DECISIONS
from spaceenvs.galaxy.components import (
    CARD_CODES,
    FIRST_ALLY,
    FIRST_KHA,
    ROWS,
    SEAT_NAMES,
    WORLD_CODES,
    WORLDS,
)
from spaceenvs.galaxy.position import bases_at, cards_at
from spaceenvs.galaxy.state import (
    AUCTION,
    EMPTY,
    FACE_DOWN,
    FRONT,
    HAND,
    NO_CARD,
    NOBODY,
    RESERVE,
)
from spaceenvs.galaxy.telling import ASKED, verdict, why_over

# -- what text and picture say alike ----------------------------------------------------------


def title(s: State) -> str:
    """Return the moment of the game in a few words."""
    if s.done:
        order = sorted(range(int(s.num_players)), key=lambda p: int(s.rank[p]))
        scores = ", ".join(f"{SEAT_NAMES[p]} {s.score[p]}" for p in order)
        winners = " and ".join(SEAT_NAMES[p] for p in order if s.rank[p] == 0)
        return f"Galaxy: won by {winners} ({scores})"
    if s.phase == AUCTION:
        bid = "no bid yet" if s.high_bid < 0 else f"highest bid {s.high_bid}"
        return f"Galaxy: auction, {bid}"
    return f"Galaxy: round {s.active_row}, turn of {SEAT_NAMES[s.active]}"


def question(s: State) -> str:
    """Return who decides what; at the end, why it is over and who has won by what."""
    if s.done:
        return f"{why_over(s)}; {verdict(s)}"
    return f"{SEAT_NAMES[s.to_move]} decides: {ASKED[DECISIONS[s.decision]]}"


def sees_hand(player: int | None, seat: int) -> bool:
    """Whether the cards of a seat are drawn for this player (None sees everything)."""
    return player is None or player == seat


def top_words(s: State, row: int, world: int, player: int | None) -> str:
    """Return the top ship of a pile as this player sees it: `9`, `A8`, face down `(9)` or `(?)`."""
    shown = int(s.shown[row, world])
    card = int(s.top[row, world])
    if shown == EMPTY:
        return ""
    if shown == FACE_DOWN:
        known = player is None or (int(s.known[card]) >> player) & 1
        return f"({card - FIRST_KHA})" if known else "(?)"
    return f"A{shown - 1}" if card >= FIRST_ALLY else str(shown - 1)


def find_seen_card(s: State, player: int | None) -> int:
    """Return the top card of the deck if the Shuttle shows it to this player (D18), or -1."""
    if s.decision == D_SHUTTLE and sees_hand(player, int(s.active)):
        return int(s.deck[s.deck_first])
    return NO_CARD


# -- text -------------------------------------------------------------------------------------

_CELL = 9
"""So many columns of a terminal belong to a world: eight worlds fit into 80."""
_BASES = 2
"""So many bases stand beside each other."""
_LEGEND = "A8 x3: an Ally of 8 on top of 3 ships; R1: a base of Red at level 1"


def text(s: State, box: Box, player: int | None) -> str:
    """Draw the position for a terminal, as a player sees it, or everything if None."""
    asked = question(s)
    lines = [f"{title(s)} ({asked})" if asked else title(s), "", *_text_galaxy(s, player), ""]
    for seat in range(int(s.num_players)):
        lines.extend(_text_seat(s, seat, player))
    seen = find_seen_card(s, player)
    lines.append(f"deck {s.deck_count}" + (f", on top {CARD_CODES[seen]}" if seen >= 0 else ""))
    lines.append(_LEGEND)
    return "\n".join(lines)


def _text_galaxy(s: State, player: int | None) -> list[str]:
    """Return the lines of the columns: worlds, governors, rows, bases."""
    worlds = [WORLD_CODES[w] if s.in_play[w] else "-" for w in range(WORLDS)]
    governors = ["" if p == NOBODY else SEAT_NAMES[p] for p in s.governor]
    rows = [("", worlds), ("governor", governors)]
    for row in range(1, ROWS + 1):
        marker = ">" if row == s.active_row else " "
        rows.append((f"{marker}row {row}", [_text_pile(s, row, w, player) for w in range(WORLDS)]))
    rows += _text_bases(s)
    return [
        f"{label:<10}{''.join(f'{cell:<{_CELL}}' for cell in cells)}".rstrip()
        for label, cells in rows
    ]


def _text_bases(s: State) -> list[tuple[str, list[str]]]:
    """Return the bases of the worlds, below each other where they do not fit beside each other."""
    bases = [bases_at(s, w).split() for w in range(WORLDS)]
    rows = range(0, max(1, *map(len, bases)), _BASES)
    cells = ([" ".join(there[k : k + _BASES]) for there in bases] for k in rows)
    return [("" if k else "bases", row) for k, row in zip(rows, cells, strict=True)]


def _text_pile(s: State, row: int, world: int, player: int | None) -> str:
    """Return the top ship of a pile and how many there are."""
    size = int(s.pile_size[row, world])
    top = top_words(s, row, world, player)
    return f"{top} x{size}" if size > 1 else top


def _text_seat(s: State, seat: int, player: int | None) -> list[str]:
    """Return the lines about one seat."""
    mark = "*" if seat == s.to_move and not s.done else " "
    line = (
        f"{mark}{SEAT_NAMES[seat]:<7} influence {s.influence[seat].sum():>2}  "
        f"supply {s.supply[seat]}  hand {s.hand_count[seat]}  Reserve {s.reserve_count[seat]}"
    )
    if s.garrison[seat] != NO_CARD:
        garrison = f" ({CARD_CODES[s.garrison[seat]]})" if sees_hand(player, seat) else ""
        line += f"  secret base{garrison}"
    front = cards_at(s, FRONT + seat)
    if front:
        line += f"  {', '.join(front)}"
    lines = [line]
    if sees_hand(player, seat):
        lines.append(f"         hand: {' '.join(cards_at(s, HAND + seat)) or '-'}")
        if s.reserve_count[seat]:
            lines.append(f"         Reserve: {' '.join(cards_at(s, RESERVE + seat))}")
    return lines
