"""The position as text, as a player sees it or with everything; what picture.py shows as well."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.cosmic_encounter.actions import DECISIONS
from spaceenvs.cosmic_encounter.bombs import NUMBER, has_bomb
from spaceenvs.cosmic_encounter.captives import cone_place, count_captives_at
from spaceenvs.cosmic_encounter.cards import is_open
from spaceenvs.cosmic_encounter.comets import comet_card
from spaceenvs.cosmic_encounter.components import (
    HEX_PLANETS,
    HEXES,
    KIND_NAMES,
    KINDS,
    NUM_CHALLENGE,
    POWERS,
    SEAT_NAMES,
    SITES,
    SLOTS,
    SYSTEM_MOONS,
    TERRORIST,
    WORLDSHIPS,
)
from spaceenvs.cosmic_encounter.curses import CURSE_NAMES
from spaceenvs.cosmic_encounter.hoard import count_hoard, hoarded
from spaceenvs.cosmic_encounter.position import OUTCOMES, PHASE_NAMES, PLAY_NAMES
from spaceenvs.cosmic_encounter.satellites import FACE_UP, is_moon_there, occupant_of, place_of
from spaceenvs.cosmic_encounter.sheets import count_held_tokens, find_held, has_power, keeps_cards
from spaceenvs.cosmic_encounter.stack import (
    DEAL,
    GONE,
    count_external_bases,
    has_seat,
    has_stacks,
    is_ally,
    side_of,
)
from spaceenvs.cosmic_encounter.stacks import count_stacked
from spaceenvs.cosmic_encounter.state import OFFENCE, SIDE_NAMES
from spaceenvs.cosmic_encounter.telling import ASKED
from spaceenvs.cosmic_encounter.uses import EDICT
from spaceenvs.cosmic_encounter.words import destiny_name, find_uses, moon_name, place_name

# -- what a viewer sees, in words -----------------------------------------------------------


def power_words(s: State, p: int) -> str:
    """Return a player's powers, each in brackets while it is lost or cancelled."""
    if s.power[p] < 0:
        return "no power"
    names = [s.power[p], *(held.power for held in s.held[p, 1 : s.held_count[p]])]
    words = [POWERS[k] if has_power(s, p, int(k)) else f"({POWERS[k]})" for k in names]
    return " and ".join(words)


def role_words(s: State, p: int) -> str:
    """Return what a seat is in the challenge."""
    if s.challenge.ally[p]:
        sides = [name for side, name in enumerate(SIDE_NAMES) if is_ally(s, p, side)]
        return f"ally of {' and '.join(sides)}"
    return "OFF" if p == s.challenge.off else "DEF" if p == s.challenge.defender else ""


def main_player(s: State, side: int) -> int:
    """Return the main player of a side, -1 if he is not known."""
    return int(s.challenge.off if side == OFFENCE else s.challenge.defender)


def is_asked(s: State, p: int, player: int | None) -> bool:
    """Whether a seat decides; the others are not told that somebody is asked (R31)."""
    return not s.done and p == s.to_move and player in (None, p)


def question_words(s: State) -> str:
    """Return what is decided."""
    return f"decides: {ASKED[DECISIONS[s.decision]]}"


def find_cards(s: State, p: int, player: int | None) -> dict[int, str]:
    """Return the cards of a hand that the viewer sees: words with their number by kind."""
    counts = s.hand[p] if player in (None, p) else s.known[player][p]
    cards = {}
    for k in range(KINDS):
        if counts[k]:
            cards[k] = KIND_NAMES[k] + (f" x{counts[k]}" if counts[k] > 1 else "")
    return cards


def count_unseen(s: State, p: int, player: int | None) -> int:
    """Count the cards of a hand that the viewer does not see."""
    if player in (None, p):
        return 0
    return max(0, int(s.hand_size[p]) - int(s.known[player][p].sum()))


def find_laid(s: State, side: int, player: int | None) -> dict[str, str]:
    """Return what lies on the table for a side, face down unless the viewer may see it."""
    is_own = player is None or player == main_player(s, side)
    laid = {}
    for name, kind, is_shown in (
        ("main", s.challenge.card[side], s.challenge.shown[side]),
        ("second", s.challenge.second[side], is_open(s, side)),
        ("kicker", s.challenge.kicker[side], is_open(s, side)),
    ):
        if kind >= 0:
            laid[name] = KIND_NAMES[kind] if is_own or is_shown else "face down"
    for p in range(s.num_players):
        if s.challenge.extra[p] >= 0 and side_of(s, p) == side:
            is_seen = player in (None, p) or s.challenge.revealed
            words = KIND_NAMES[s.challenge.extra[p]] if is_seen else "face down"
            laid[f"ally-{p}"] = f"{SEAT_NAMES[p]}: {words}"
    if s.challenge.lying[side] >= 0:
        laid["main"] = f"{KIND_NAMES[s.challenge.lying[side]]}, discarded"
    return laid


def total_words(s: State, side: int) -> str:
    """Return the total of a side once there are totals."""
    return (
        f"total {s.challenge.total[side]}"
        if s.challenge.revealed and s.challenge.total.any()
        else ""
    )


def use_words(who: int, play: int) -> str:
    """Return a play that was announced (6.13)."""
    verb = "uses" if play < EDICT else "plays"
    return f"{SEAT_NAMES[who]} {verb} {PLAY_NAMES[play]}"


def destiny_words(s: State) -> str:
    """Return the destiny card of the challenge."""
    return destiny_name(int(s.challenge.card_up)) if s.challenge.card_up >= 0 else "none"


def comet_words(s: State) -> str:
    """Return the comet in force, "" if there is none."""
    return destiny_name(comet_card(int(s.challenge.comet))) if s.challenge.comet else ""


def fleet_words(s: State, p: int, player: int | None) -> list[str]:
    """Return the destiny cards of Worldships, their names for him only."""
    if s.hex[p] != WORLDSHIPS:
        return []
    if player not in (None, p):
        return [several(int(s.fleet_count), "destiny card")] if s.fleet_count else []
    return [destiny_name(int(card)) for card in s.fleet[: s.fleet_count]]


def hoard_words(s: State, p: int, player: int | None) -> list[str]:
    """Return the hoard of a Miser, and what a wild Miser has set aside: the names for him only."""
    count = count_hoard(s, p)
    aside = int(s.challenge.put_by_count) if s.challenge.put_by_owner == p else 0
    if player not in (None, p):
        words = [f"hoard of {several(count, 'card')}"] if count else []
        return words + ([f"{several(aside, 'card')} set aside"] if aside else [])
    words = [f"hoard: {KIND_NAMES[hoarded(s, p, i)]}" for i in range(count)]
    return words + [f"set aside: {KIND_NAMES[k]}" for k in s.challenge.put_by[:aside]]


def proposal_words(s: State) -> str:
    """Return the proposal of a deal (6.8), "" if there is none."""
    is_made = s.challenge.gain.max() >= 0 or s.challenge.cards_given.any() or s.challenge.freed
    is_made = is_made or s.challenge.lucre_given.any()
    if s.done or s.stack[s.challenge.floor].kind != DEAL or not is_made:
        return ""
    parts = []
    for side in range(2):
        gets = []
        if s.challenge.gain[side] >= 0:
            gets.append(f"a base on {place_name(int(s.challenge.gain[side]))}")
        if s.challenge.cards_given[1 - side]:
            gets.append(several(int(s.challenge.cards_given[1 - side]), "card"))
        if s.challenge.lucre_given[1 - side]:
            gets.append(f"{s.challenge.lucre_given[1 - side]} Lucre")
        parts.append(f"{SEAT_NAMES[main_player(s, side)]} gets {' and '.join(gets) or 'nothing'}")
    if s.challenge.freed:
        parts.append(f"{several(int(s.challenge.freed), 'token')} freed")
    return ", ".join(parts)


def title_words(s: State) -> str:
    """Return the game, the phase and the fight in a line."""
    phase = PHASE_NAMES[s.stack[s.challenge.floor].kind].lower() if s.depth else ""
    parts = [f"challenge {int(s.challenges) + 1}", phase, f"OFF {SEAT_NAMES[s.challenge.off]}"]
    if s.challenge.defender >= 0:
        parts.append(f"DEF {SEAT_NAMES[s.challenge.defender]}")
    if s.challenge.target >= 0:
        cone = "dark" if s.challenge.dark else "light"
        parts.append(f"{cone} cone at {place_name(s.challenge.target)}")
    if s.challenge.outcome:
        parts.append(OUTCOMES[s.challenge.outcome])
    if s.done:
        winners = [SEAT_NAMES[p] for p in range(s.num_players) if s.rank[p] == 0]
        parts = [f"game over, won by {' and '.join(winners)}"]
    return f"Cosmic Encounter: {', '.join(parts)}"


# -- the board for a terminal ---------------------------------------------------------------


def stack_words(s: State, p: int, place: int, count: int) -> str:
    """Return how many tokens a player has at a place, and how many captives lie under them."""
    captives = count_captives_at(s, p, place)
    return f"{count}+{captives}" if captives else str(count)


def find_sites(s: State, p: int) -> list[int]:
    """Return the planets of a system, and the places for foreign bases of a reverse hex."""
    count = SITES if has_stacks(s, p) else int(HEX_PLANETS[s.hex[p]])
    return [p * SLOTS + slot for slot in range(count)]


def hex_words(s: State, p: int) -> str:
    """Return the reverse hex of a seat, "" for a normal system."""
    return HEXES[s.hex[p] - 1].capitalize() if s.hex[p] else ""


def _planet(s: State, place: int) -> str:
    """Return who has how many tokens on a planet: `3.2 Red 4`."""
    stacks = [
        f"{SEAT_NAMES[q]} {stack_words(s, q, place, int(s.tokens[q][place]))}"
        for q in range(s.num_players)
        if s.tokens[q][place]
    ]
    empty = "gone" if s.gone[place] == GONE else "-"
    return f"{place_name(place)} {' '.join(stacks) or empty}"


def bomb_words(s: State, p: int, player: int | None) -> str:
    """Return the bombs of a seat: where they are only for their owner."""
    held = find_held(s, p, TERRORIST)
    if held < 0 or not s.held[p, held].memory[NUMBER]:
        return ""
    memory = s.held[p, held].memory
    places = [place_name(k) for k in range(s.num_players * SLOTS) if has_bomb(memory, k)]
    where = f" on {', '.join(places)}" if player in (None, p) else ""
    return f" {several(int(memory[NUMBER]), 'bomb')}{where}"


def away_words(s: State, p: int, player: int | None) -> str:
    """Return what lies on a seat's sheets, and its tokens that are out of the game."""
    held = {q: count_held_tokens(s, p, q) for q in range(s.num_players)}
    captives = [f"{SEAT_NAMES[q]} {count}" for q, count in held.items() if count and q != p]
    words = f" holds {', '.join(captives)}" if captives else ""
    words += f" reserve {held[p]}" if held[p] else ""
    words += f" ghosts {s.ghosts[p]}" if s.ghosts[p] else ""
    words += bomb_words(s, p, player)
    limbo = int(s.limbo[:, p].sum()) + int(s.outside[p])
    words += f" Limbo {limbo}" if limbo else ""
    words += f" no power for {several(int(s.barred[p]), 'challenge')}" if s.barred[p] else ""
    return words + (f" out of the game {s.removed[p]}" if s.removed[p] else "")


def limbo_words(s: State) -> str:
    """Return what lies in the sections of the Limbo, "" if nothing does."""
    sections = []
    for section in range(s.num_players):
        inside = s.limbo[section]
        stacks = [f"{SEAT_NAMES[q]} {inside[q]}" for q in range(s.num_players) if inside[q]]
        if stacks:
            sections.append(f"section of {SEAT_NAMES[section]}: {', '.join(stacks)}")
    return "; ".join(sections)


def lucre_words(s: State, p: int) -> str:
    """Return the Lucre of a seat, if it has any."""
    return f" Lucre {s.lucre[p]}" if s.lucre[p] else ""


def moon_words(s: State, moon: int, player: int | None) -> str:
    """Return what a viewer sees of a moon: its location, its name, whether it has its effect."""
    is_up = s.moon_face[moon] == FACE_UP
    if not is_up and player is not None and not has_seat(s.moon_seen[moon], player):
        return f"{place_name(place_of(moon))} face down"
    name = moon_name(s, moon).split(" on ")[0]
    is_idle = s.challenge.zapped[moon] or s.moon_spent[moon]
    state = " (secret)" if not is_up else " (no effect)" if is_idle else ""
    return f"{place_name(place_of(moon))} {name}{state}"


def find_moons(s: State, p: int) -> list[int]:
    """Return the moons of a system that are in the game."""
    first = SYSTEM_MOONS * p
    return [moon for moon in range(first, first + SYSTEM_MOONS) if is_moon_there(s, moon)]


def occupant_words(s: State, moon: int) -> str:
    """Return who is on a moon with how many tokens, "" if nobody is."""
    q = occupant_of(s, moon)
    return f": {SEAT_NAMES[q]} {s.tokens[q][place_of(moon)]}" if q >= 0 else ""


def sheet_words(s: State, p: int) -> str:
    """Return the cards that lie openly on a seat's sheet, and the curse on the player."""
    stack = [KIND_NAMES[k] for k in range(NUM_CHALLENGE) for _ in range(count_stacked(s, p, k))]
    kept = [
        destiny_name(int(card) - 1)
        for place in range(s.held_count[p])
        if keeps_cards(s, p, place)
        for card in s.held[p, place].memory
        if card
    ]
    words = [f"stack: {', '.join(stack)}"] if stack else []
    words += [f"destiny cards kept: {'; '.join(kept)}"] if kept else []
    words += [f"cursed: {CURSE_NAMES[s.curse[p] - 1]}"] if s.curse[p] else []
    return "; ".join(words)


def _seat(s: State, p: int, player: int | None) -> list[str]:
    """Return the lines of a seat: its system, its hand, and what it decides."""
    planets = "; ".join(_planet(s, place) for place in find_sites(s, p))
    riders = int(s.challenge.commit_count[p])
    cone = f", cone {stack_words(s, p, cone_place(s), riders)}" if riders else ""
    cards = [*find_cards(s, p, player).values()]
    if count_unseen(s, p, player):
        cards.append(f"{count_unseen(s, p, player)} hidden")
    cards += fleet_words(s, p, player)
    cards += hoard_words(s, p, player)
    system = ", ".join(filter(None, (f"system {p}", hex_words(s, p))))
    lines = [
        f"{SEAT_NAMES[p]} ({system}) {power_words(s, p)} {role_words(s, p)}".rstrip()
        + f": external bases {count_external_bases(s, p)}, warp {s.warp[p]}"
        f"{cone}{away_words(s, p, player)}{lucre_words(s, p)}",
        f"    planets: {planets}",
        f"    hand: {', '.join(cards) or 'empty'}",
    ]
    moons = [moon_words(s, m, player) + occupant_words(s, m) for m in find_moons(s, p)]
    if moons:
        lines.append(f"    moons: {', '.join(moons)}")
    if sheet_words(s, p):
        lines.append(f"    {sheet_words(s, p)}")
    if is_asked(s, p, player):
        lines.append(f"    {question_words(s)}")
    return lines


def text(s: State, box: Box, player: int | None) -> str:
    """Draw for a terminal: a line per seat with its planets, then hands and the table."""
    lines = [title_words(s)]
    for p in range(s.num_players):
        lines += _seat(s, p, player)
    for side in range(2):
        laid = find_laid(s, side, player)
        if laid:
            words = [*laid.values(), total_words(s, side)]
            lines.append(f"{SIDE_NAMES[side]} has laid: {', '.join(filter(None, words))}")
    if not s.done and find_uses(s):
        lines.append(f"in use: {', '.join(use_words(*use) for use in find_uses(s))}")
    if proposal_words(s):
        lines.append(f"proposal: {proposal_words(s)}")
    if comet_words(s):
        lines.append(f"in force: {comet_words(s)}")
    if limbo_words(s):
        lines.append(f"Limbo: {limbo_words(s)}")
    lines.append(f"destiny {destiny_words(s)}, deck {s.deck_count}, discards {s.discard_count}")
    return "\n".join(lines)
