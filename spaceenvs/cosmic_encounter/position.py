"""Positions as plain dicts, for scenarios and notebooks.

`seats` has an entry for every seat: `power`, `bases` (tokens by planet, `system.planet`), `cone`
(committed tokens by the base they came from, or `warp`, `reserve`), `side` of an ally, `ring` (of
an ally of both sides, how many of them, the last ones, are on the ring), `warp`, `outside` (tokens
that wait for the Limbo), `limbo` (tokens by section), `lucre`, `curse`, `atoned` (atonements for
it), `hex` (as the option says), `laid` (the card of an ally on the table), `removed` (tokens out of
the game), `ghosts` (those on its star), `captives` (under its tokens, by place and owner), `holds`
(captives on its sheet, by owner), `hand`, `hoard` (of a Miser),
`put_by` (cards set aside by a wild Miser), `kept` (destiny cards on the sheet
of a Dragon), `stack` (cards on the sheet of an Industrialist); `memory` (what the power keeps, by
the names that its block gives or by number; what is 0 is left out; it need not repeat `kept` and
`stack`), `further` (powers besides the sheet, in the order of R103, each with its `way` and
`memory`), `barred` (challenges left without powers, Zap Moon). `moons` has an entry for every moon
by its location: its `name`, its `face` (untouched, entered, up), the seats that have `seen` it,
whether it is `spent` or `zapped`; those not mentioned are the others in the order of their table.
`bribe` is what a Bribery Moon offers: by whom, to whom, the card. `cells` has what powers and
Flares keep for the challenge, by power; `gone` lists the planets and moons out of the game,
`removed` the flares, `lent` the cards that go back.
A position is arranged from the same words: it begins with the phase `phase`
(`CHALLENGE` if it is not given) and goes on to the next decision. If `bases` is given, all tokens
must be named, those in the Warp too; bases not mentioned are as at the start of a game, cards not
mentioned are in the deck below those of `deck` (top first). `destiny` (top first),
`destiny_discard` and `fleet` (the cards of Worldships) list destiny cards; `comet` is the one in
force, `named` whom the card names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.core.given import Words
from spaceenvs.cosmic_encounter.begin import clear_challenge
from spaceenvs.cosmic_encounter.bindings import BINDINGS, bind, is_bound
from spaceenvs.cosmic_encounter.captives import cone_place, put_under
from spaceenvs.cosmic_encounter.cards import is_open
from spaceenvs.cosmic_encounter.comets import comet_card, comet_of
from spaceenvs.cosmic_encounter.components import (
    DESTINY_NAMES,
    DRAGON,
    EDICTS,
    FIRST_FLARE,
    FIRST_SPECIAL,
    HEX_PLANETS,
    HEXES,
    INDUSTRIALIST,
    IS_SECRET_MOON,
    KIND_NAMES,
    KINDS,
    LOCATIONS,
    MAX_DECK,
    MAX_DESTINY,
    MAX_MOONS,
    MAX_PLAYERS,
    MISER,
    MOONS,
    MOST_TOKENS,
    NUM_CHALLENGE,
    NUM_MOONS,
    NUM_POWERS,
    NUM_SPECIAL,
    POWERS,
    SLOTS,
    SYMBIOTE,
    SYSTEM_MOONS,
    TOKENS,
    WORLDSHIPS,
    WORLDSHIPS_HAND,
)
from spaceenvs.cosmic_encounter.curses import CURSE_NAMES
from spaceenvs.cosmic_encounter.destiny import name_players
from spaceenvs.cosmic_encounter.hands import note_arts
from spaceenvs.cosmic_encounter.hexes import make_systems
from spaceenvs.cosmic_encounter.hoard import HOARD_SIZE, count_hoard, hoarded, put_into_hoard
from spaceenvs.cosmic_encounter.piles import discard_destiny_card
from spaceenvs.cosmic_encounter.plays import CELL_NAMES, IS_SECRET, MEMORY_NAMES
from spaceenvs.cosmic_encounter.powers.aristocrat import OUT_OF_THE_GAME
from spaceenvs.cosmic_encounter.satellites import (
    FACE_UP,
    enter,
    note_moons,
    occupant_of,
    place_of,
)
from spaceenvs.cosmic_encounter.sets import add, has, list_of
from spaceenvs.cosmic_encounter.setup import clear_record, list_destiny
from spaceenvs.cosmic_encounter.sheets import (
    count_held_tokens,
    count_kept,
    find_held,
    gain_power,
    keeps_cards,
    lose_all_powers,
    take_sheet,
)
from spaceenvs.cosmic_encounter.stack import (
    GONE,
    USE,
    call,
    find_hex,
    has_seat,
    has_stacks,
    set_order,
    with_seat,
)
from spaceenvs.cosmic_encounter.stacks import count_stacked, put_on_stack
from spaceenvs.cosmic_encounter.state import MAX_HELD, MAX_LENT, MAX_PUT_BY, POWER_MEMORY
from spaceenvs.cosmic_encounter.tokens import FROM_RESERVE
from spaceenvs.cosmic_encounter.uses import EDICT, NUM_PLAYS, SUPER, WILD
from spaceenvs.cosmic_encounter.words import place_name

PHASE_NAMES = (
    *("TURN", "CHALLENGE", "REGROUP", "DESTINY", "LAUNCH", "INVITE", "ALLIANCE", "PLAN"),
    *("SELECT", "REVEAL", "RESOLVE", "OUTCOME", "DEAL", "DISCARD", "END", "NEXT", "PREPARE"),
)
SIDES = ("", "offence", "defence", "both")
OUTCOMES = (
    *("", "won by the offence", "won by the defence", "deal", "deal failed", "all lost"),
    *("occupied", "void"),
)
FACES = ("untouched", "entered", "up")
WAYS = ("sheet", "drawn", "borrowed", "copied")
NOBODY = -1
_ORIGINS = {NOBODY: "warp", FROM_RESERVE: "reserve"}
# What the position says by the names of the record, with the smallest and the largest value.
_NUMBERS = {
    **dict.fromkeys(("dark", "upset", "both_lose", "sanity", "stellar_gas"), (0, 1)),
    **dict.fromkeys(("own", "will", "wild_will", "dust_card"), (0, 2)),
    **dict.fromkeys(("proposals", "freed"), (0, 127)),
    "standing": (-1, MOST_TOKENS),
}
_COUNTS = {"turn_challenges": (0, 127), "challenges": (0, 32_767), "marker": (0, MAX_PLAYERS - 1)}
_PAIRS = {
    **dict.fromkeys(("early", "reversed", "second_by_power"), (0, 1)),
    **dict.fromkeys(("factor", "lucre_points", "hex_bonus"), (-9999, 9999)),
    **dict.fromkeys(("deal_loss", "lost_main", "cards_given", "lucre_given"), (0, 127)),
    "moon_bonus": (-127, 127),
}


def play_name(play: int) -> str:
    """Return the name of a power, Edict, or Flare in its role."""
    if play < EDICT:
        return POWERS[play]
    if play < WILD:
        return EDICTS[play - EDICT]
    if play < SUPER:
        return f"wild {POWERS[play - WILD]}"
    return f"super {POWERS[play - SUPER]}"


PLAY_NAMES = tuple(play_name(play) for play in range(NUM_PLAYS))


def _planet(place: int) -> str:
    return "" if place < 0 else place_name(place)


def _kind(kind: int) -> str:
    return "" if kind < 0 else KIND_NAMES[kind]


def _copies(counts: Any) -> list[int]:
    return [kind for kind, count in enumerate(counts) for _ in range(int(count))]


def _hand(counts: Any) -> list[str]:
    return [KIND_NAMES[k] for k in range(KINDS) for _ in range(int(counts[k]))]


def _numbers(names: tuple[str, ...], row: Any) -> dict[str, int]:
    """Return the numbers of a memory or of cells that are not 0, by name."""
    return {names[i] if i < len(names) else str(i): int(row[i]) for i in range(len(row)) if row[i]}


def _memory(entry: Any) -> dict[str, int]:
    return _numbers(MEMORY_NAMES.get(POWERS[entry.power], ()), entry.memory)


def _further(s: State, p: int) -> dict[str, dict[str, Any]]:
    first = 1 if s.power[p] >= 0 else 0
    entries = [s.held[p, place] for place in range(first, s.held_count[p])]
    return {POWERS[e.power]: {"way": WAYS[e.way], "memory": _memory(e)} for e in entries}


def _kept(s: State, p: int) -> list[str]:
    """Return the destiny cards on the sheet of a Dragon."""
    if s.power[p] != DRAGON:
        return []
    return [DESTINY_NAMES[card - 1] for card in s.held[p, 0].memory if card > 0]


def _put_by(s: State, p: int) -> list[str]:
    """Return the cards that a seat has set aside by a wild Miser."""
    c = s.challenge
    return [_kind(k) for k in c.put_by[: c.put_by_count]] if c.put_by_owner == p else []


def _cells(s: State) -> dict[str, dict[str, int]]:
    return {
        POWERS[power]: _numbers(CELL_NAMES.get(POWERS[power], ()), s.cells[s.interrupted, power])
        for power in range(NUM_POWERS)
        if s.cells[s.interrupted, power].any()
    }


def _origin(k: int) -> str:
    return place_name(k) if k >= 0 else _ORIGINS[k]


def _captives(s: State, p: int) -> dict[str, dict[str, int]]:
    places = {place_name(k): k for k in range(LOCATIONS)} | {"cone": cone_place(s)}
    rows = {name: s.captives[p, place] for name, place in places.items()}
    return {
        name: {str(q): int(row[q]) for q in range(s.num_players) if row[q]}
        for name, row in rows.items()
        if row.any()
    }


def _seat(s: State, p: int) -> dict[str, Any]:
    origins = s.challenge.commit_origin[p][: s.challenge.commit_count[p]].tolist()
    return {
        "power": POWERS[s.power[p]] if s.power[p] >= 0 else "",
        "bases": {place_name(k): int(s.tokens[p][k]) for k in range(LOCATIONS) if s.tokens[p][k]},
        "cone": dict(Counter(_origin(k) for k in origins)),
        "laid": _kind(s.challenge.extra[p]),
        "side": SIDES[s.challenge.ally[p]],
        "ring": int(s.challenge.on_ring[p]),
        "warp": int(s.warp[p]),
        "lucre": int(s.lucre[p]),
        "bound": [BINDINGS[k] for k in range(len(BINDINGS)) if is_bound(s, p, k)],
        "told": [*s.challenge.told_invite[:, p].tolist(), int(s.challenge.told_ally[p])],
        "curse": CURSE_NAMES[s.curse[p] - 1] if s.curse[p] else "",
        "atoned": int(s.atoned[p]),
        "outside": int(s.outside[p]),
        "limbo": {str(k): int(s.limbo[k, p]) for k in range(s.num_players) if s.limbo[k, p]},
        "hex": HEXES[s.hex[p] - 1] if s.hex[p] > 0 else "",
        "star": int(s.first_star[p]),
        "twin": POWERS[s.twin[p] - 1] if s.twin[p] > 0 else "",
        "first_power": POWERS[s.challenge.first_power[p] - 1] if s.challenge.first_power[p] else "",
        "removed": int(s.removed[p]),
        "ghosts": int(s.ghosts[p]),
        "captives": _captives(s, p),
        "barred": int(s.barred[p]),
        "holds": {
            str(q): count_held_tokens(s, p, q)
            for q in range(s.num_players)
            if count_held_tokens(s, p, q)
        },
        "hand": _hand(s.hand[p]),
        "hoard": [KIND_NAMES[hoarded(s, p, i)] for i in range(count_hoard(s, p))],
        "put_by": _put_by(s, p),
        "knows": {
            str(o): _hand(s.known[p][o]) for o in range(s.num_players) if s.known[p][o].any()
        },
        "stack": [
            KIND_NAMES[k] for k in range(NUM_CHALLENGE) for _ in range(count_stacked(s, p, k))
        ],
        "kept": _kept(s, p),
        "memory": _memory(s.held[p, 0]) if s.power[p] >= 0 else {},
        "further": _further(s, p),
        "cancelled": bool(s.power[p] >= 0 and has(s.challenge.cancelled, s.power[p])),
    }


def _moons(s: State) -> dict[str, dict[str, Any]]:
    return {
        place_name(place_of(moon)): {
            "name": MOONS[s.moon[moon]],
            "face": FACES[s.moon_face[moon]],
            "seen": [p for p in range(s.num_players) if has_seat(s.moon_seen[moon], p)],
            "spent": bool(s.moon_spent[moon]),
            "zapped": bool(s.challenge.zapped[moon]),
        }
        for moon in range(MAX_MOONS)
        if s.moon[moon] >= 0
    }


def _bribe(s: State) -> dict[str, Any]:
    c = s.challenge
    if c.bribe < 0:
        return {}
    return {"by": int(c.bribe_by) - 1, "to": int(c.bribe_to) - 1, "card": _kind(int(c.bribe))}


def position(s: State, box: Box) -> dict[str, Any]:
    """Return the whole position in words."""
    n = int(s.num_players)
    frames = [s.stack[i] for i in range(s.depth)]
    uses = [f"{PLAY_NAMES[f.play]} by seat {f.who}" for f in frames if f.kind == USE]
    return {
        "phase": PHASE_NAMES[s.stack[s.challenge.floor].kind],
        "off": int(s.challenge.off),
        "defender": int(s.challenge.defender),
        "system": int(s.challenge.system),
        "target": _planet(s.challenge.target),
        "card_up": DESTINY_NAMES[s.challenge.card_up] if s.challenge.card_up >= 0 else "",
        "comet": DESTINY_NAMES[comet_card(s.challenge.comet)] if s.challenge.comet else "",
        "named": [q for q in range(n) if has_seat(s.challenge.named, q)],
        **{name: int(s[name]) for name in _COUNTS},
        **{name: int(s.challenge[name]) for name in _NUMBERS},
        **{name: s.challenge[name].tolist() for name in _PAIRS},
        "invited": [[q for q in range(n) if s.challenge.invited[side][q]] for side in range(2)],
        "asked": [q for q in range(n) if s.challenge.asked[q]],
        "cards": [_kind(k) for k in s.challenge.card],
        "seconds": [_kind(k) for k in s.challenge.second],
        "kickers": [_kind(k) for k in s.challenge.kicker],
        "aside": [[_kind(k) for k in s.challenge.aside[side] if k >= 0] for side in range(2)],
        "lent": [
            {
                "card": _kind(s.challenge.lent[i]),
                "by": int(s.challenge.lender[i]),
                "to": int(s.challenge.borrower[i]),
                "till_end": bool(s.challenge.lent_till_end[i]),
            }
            for i in range(s.challenge.lent_count)
        ],
        "totals": s.challenge.total.tolist(),
        "outcome": OUTCOMES[s.challenge.outcome],
        "gone": [place_name(k) for k in range(LOCATIONS) if s.gone[k] == GONE],
        "dust": s.dust.tolist(),
        "moons": _moons(s),
        "bribe": _bribe(s),
        "gains": [_planet(k) for k in s.challenge.gain],
        "using": uses,
        "silenced": [q for q in range(n) if has_seat(s.challenge.silenced, q)],
        "mute": [q for q in range(n) if has_seat(s.challenge.mute, q)],
        "used": [POWERS[k] for k in list_of(s.challenge.used)],
        "cells": _cells(s),
        "seats": {str(p): _seat(s, p) for p in range(n)},
        "discard": [KIND_NAMES[k] for k in s.discard[: s.discard_count]],
        "deck": [KIND_NAMES[k] for k in s.deck[: s.deck_count][::-1]],
        "face_up": int(s.face_up),
        "destiny": [DESTINY_NAMES[k] for k in s.destiny[: s.destiny_count][::-1]],
        "destiny_aside": [DESTINY_NAMES[k] for k in _copies(s.destiny_aside)],
        "removed": [POWERS[k] for k in range(NUM_POWERS) if s.flare_seen[k] == OUT_OF_THE_GAME],
        "destiny_discard": [DESTINY_NAMES[k] for k in s.destiny_discard[: s.destiny_discard_count]],
        "fleet": [DESTINY_NAMES[k] for k in s.fleet[: s.fleet_count]],
        "unused": [POWERS[k] for k in s.unused[: s.unused_count]],
    }


UNSEEN = "face down"
"""A card, or a moon, that lies there and is not seen."""


def seen(s: State, box: Box, player: int) -> dict[str, Any]:
    """Return what a player may know of the position; of cards that he does not see, how many."""
    words, c = position(s, box), s.challenge
    for name in ("deck", "destiny"):
        words[name] = len(words[name])
    for name in ("unused", "fleet", "face_up"):
        del words[name]
    for p in range(s.num_players):
        if p != player:
            _hide_seat(s, p, words["seats"][str(p)])
    for side in range(2):
        if int(c.off if side == 0 else c.defender) != player:
            open_cards = is_open(s, side)
            for name, is_seen in (
                ("cards", c.shown[side]),
                ("seconds", open_cards),
                ("kickers", open_cards),
            ):
                if words[name][side] and not is_seen:
                    words[name][side] = UNSEEN
    words["lent"] = [lent for lent in words["lent"] if player in (lent["by"], lent["to"])]
    if words["bribe"] and player not in (words["bribe"]["by"], words["bribe"]["to"]):
        words["bribe"]["card"] = UNSEEN
    for moon in words["moons"].values():
        if player not in moon["seen"] and moon["face"] != FACES[FACE_UP]:
            moon["name"] = UNSEEN
    return words


def _hide_seat(s: State, p: int, seat: dict[str, Any]) -> None:
    """Take out of a seat what only its owner knows."""
    seat["hand"] = int(s.hand_size[p])
    seat["hoard"] = len(seat["hoard"])
    if not s.challenge.revealed or not seat["laid"]:
        seat["laid"] = UNSEEN if seat["laid"] else ""
    for name in ("knows", "stack", "put_by", "kept"):
        del seat[name]
    if s.power[p] >= 0 and IS_SECRET[s.power[p]].any():
        seat["memory"] = {}
    for name, held in seat["further"].items():
        if IS_SECRET[POWERS.index(name)].any():
            held["memory"] = {}


# -- arranging ---------------------------------------------------------------------------------


_PLACES = tuple(place_name(place) for place in range(LOCATIONS))
_ORIGIN_NAMES = (*_PLACES, *_ORIGINS.values())
_SEATS = tuple(map(str, range(MAX_PLAYERS)))
_CARDS = ("", *KIND_NAMES)  # "": none
_SMALL, _LARGE = 127, 32_767  # what the numbers of a record can be


def _place(entry: Words) -> int:
    """Return the location written `system.planet`, -1 for an empty word."""
    return entry.index(("", *_PLACES)) - 1


def _card(entry: Words) -> int:
    """Return the kind of card of this name, -1 for an empty word."""
    return entry.index(_CARDS) - 1


def _cards(words: Words) -> list[int]:
    """Return the kinds of some cards."""
    return [entry.index(KIND_NAMES) for entry in words.entries(MAX_DECK)]


def _power(entry: Words) -> int:
    """Return the number of a power, -1 for an empty word."""
    return entry.index(("", *POWERS)) - 1


def _seats(words: Words, n: int) -> list[int]:
    """Return some seats."""
    return [entry.number(0, n - 1) for entry in words.entries(n)]


def _tokens(words: Words, names: Sequence[str]) -> list[tuple[int, int]]:
    """Return how many tokens lie at which of some places."""
    return [(k, entry.number(0, MOST_TOKENS)) for k, entry in words.items(names)]


def _write_numbers(names: Sequence[str], row: Any, words: Words) -> None:
    """Write the numbers of a memory or of cells, which have names or none."""
    places = [*names, *map(str, range(len(row)))]
    for place, entry in words.items(places):
        row[place if place < len(names) else place - len(names)] = entry.number(-_LARGE, _LARGE)


def _arrange_powers(s: State, p: int, words: Words) -> None:
    """Give a seat its powers, and what each of them keeps."""
    lose_all_powers(s, p)
    power = _power(words["power"])
    if power >= 0:
        take_sheet(s, p, power)
        names = MEMORY_NAMES.get(POWERS[power], ())
        _write_numbers(names, s.held[p, 0].memory, words["memory"])
    if not words["memory"].is_given or not words["memory"].value:
        stack, kept = words["stack"], words["kept"]
        if stack.entries(_SMALL) and power != INDUSTRIALIST:
            stack.refuse("only an Industrialist has a stack")
        for name in stack.entries(_SMALL):
            put_on_stack(s, p, name.index(KIND_NAMES[:NUM_CHALLENGE]))
        if kept.entries(POWER_MEMORY) and power != DRAGON:
            kept.refuse("only a Dragon keeps destiny cards")
        for i, name in enumerate(kept.entries(POWER_MEMORY)):
            s.held[p, 0].memory[i] = name.index(DESTINY_NAMES) + 1
    s.owned[p] = MOST_TOKENS if s.power[p] == SYMBIOTE else TOKENS
    for further, held in words["further"].items(POWERS):
        if s.held_count[p] >= MAX_HELD:
            held.refuse(f"a seat has {MAX_HELD} powers at most")
        gain_power(s, p, further, held["way"].index(WAYS, WAYS.index("drawn")))
        names = MEMORY_NAMES.get(POWERS[further], ())
        _write_numbers(names, s.held[p, s.held_count[p] - 1].memory, held["memory"])


def _arrange_away(s: State, seats: list[Words], cells: Words) -> None:
    """Give out the powers, and what lies on their sheets; remove tokens from the game."""
    seat_names = _SEATS[: len(seats)]
    for p, words in enumerate(seats):
        _arrange_powers(s, p, words)
        for name in ("removed", "outside", "ghosts"):
            s[name][p] = words[name].number(0, MOST_TOKENS)
        for section, count in _tokens(words["limbo"], seat_names):
            s.limbo[section, p] = count
        s.away[p] += s.removed[p] + s.ghosts[p] + s.outside[p] + s.limbo[:, p].sum()
        for place, owners in words["captives"].items((*_PLACES, "cone")):
            for owner, count in _tokens(owners, seat_names):
                put_under(s, p, place if place < LOCATIONS else cone_place(s), owner, count)
        for owner, count in _tokens(words["holds"], seat_names):
            if s.power[p] < 0:
                words["holds"].refuse("a seat without a power holds no captives")
            s.held[p, 0].memory[owner] = count
            s.away[owner] += count
    demon = cells["Demon"]
    if demon["stake from"].number(-_LARGE, _LARGE):
        s.away[demon["by"].number(1, len(seats), 1) - 1] += 1


def _usual_bases(s: State, p: int) -> list[tuple[int, int]]:
    """Return how a seat's tokens lie at the start: evenly, the first planets have the rest."""
    planets = 1 if has_stacks(s, p) else int(HEX_PLANETS[s.hex[p]])
    each, rest = divmod(int(s.owned[p]), planets)
    return [(p * SLOTS + slot, each + (slot < rest)) for slot in range(planets)]


def _arrange_hexes(s: State, box: Box, seats: list[Words]) -> None:
    """Give the seats their hexes: those named, those of the options, of random ones the next."""
    named = [seat["hex"].index(("", *HEXES)) for seat in seats]
    for p, hexagon in enumerate(named):
        s.hex[p] = hexagon or max(0, box.hexes[p])
    for p, seat in enumerate(seats):
        if box.hexes[p] < 0 and not named[p]:
            s.hex[p] = next(k for k in range(1, len(HEXES) + 1) if find_hex(s, k) < 0)
        s.first_star[p] = seat["star"].number(0, SLOTS - 1)
        s.twin[p] = _power(seat["twin"]) + 1
    make_systems(s)
    s.tokens[:] = 0


def _arrange_tokens(s: State, p: int, words: Words, is_exact: bool) -> None:
    """Put the tokens of a seat on planets, on the cone and into the Warp."""
    cone = _tokens(words["cone"], _ORIGIN_NAMES)
    warp = words["warp"].number(0, MOST_TOKENS)
    bases = dict(_tokens(words["bases"], _PLACES))
    if not words["bases"].is_given:
        bases = dict(_usual_bases(s, p))
        for origin, count in cone:
            if origin in bases:
                bases[origin] -= count
        for _ in range(warp + int(s.away[p])):
            bases[max(bases, key=lambda place: bases[place])] -= 1
    for place, count in bases.items():
        if not 0 <= count <= MOST_TOKENS:
            words["cone"].refuse(f"there are not so many tokens on {place_name(place)}")
        s.tokens[p][place] = count
    if sum(count for _, count in cone) > MOST_TOKENS:
        words["cone"].refuse(f"a player has {s.owned[p]} tokens")
    for origin, count in cone:
        for _ in range(count):
            s.challenge.commit_origin[p][s.challenge.commit_count[p]] = (
                origin if origin < LOCATIONS else tuple(_ORIGINS)[origin - LOCATIONS]
            )
            s.challenge.commit_count[p] += 1
    s.challenge.on_ring[p] = words["ring"].number(0, int(s.challenge.commit_count[p]))
    on_board = int(s.tokens[p].sum()) + int(s.challenge.commit_count[p])
    rest = int(s.owned[p]) - on_board - int(s.away[p])
    if rest != warp and not is_exact:
        words["warp"].refuse(f"{rest} tokens are not on bases or the cone: warp = {rest}?")
    s.warp[p] = warp


def _arrange_seat(s: State, p: int, words: Words, is_exact: bool) -> None:
    """Give a seat what lies before it, and its part in the challenge."""
    _arrange_tokens(s, p, words, is_exact)
    s.challenge.first_power[p] = _power(words["first_power"]) + 1
    s.challenge.ally[p] = s.challenge.joined[p] = words["side"].index(SIDES)
    s.challenge.extra[p] = _card(words["laid"])
    s.lucre[p] = words["lucre"].number(0, _SMALL)
    s.curse[p] = words["curse"].index(("", *CURSE_NAMES))
    s.atoned[p] = words["atoned"].number(0, _SMALL)
    s.barred[p] = words["barred"].number(0, _SMALL)
    for name in words["bound"].entries(len(BINDINGS)):
        bind(s, p, name.index(BINDINGS))
    *invite, s.challenge.told_ally[p] = words["told"].numbers(3, -1, 3)
    s.challenge.told_invite[:, p] = invite
    s.bank -= s.lucre[p]
    for kind in _cards(words["hand"]):
        s.hand[p][kind] += 1
    s.hand_size[p] = s.hand[p].sum()
    hoard, put_by = words["hoard"].entries(HOARD_SIZE), words["put_by"].entries(MAX_PUT_BY)
    if has(s.powers[p], MISER):
        s.held[p, find_held(s, p, MISER)].memory[:] = 0
        for name in hoard:
            put_into_hoard(s, p, name.index(KIND_NAMES))
    elif hoard:
        words["hoard"].refuse("only a Miser has a hoard")
    for name in put_by:
        if s.challenge.put_by_count >= MAX_PUT_BY:
            name.refuse("one seat alone sets cards aside")
        s.challenge.put_by[s.challenge.put_by_count] = name.index(KIND_NAMES)
        s.challenge.put_by_count += 1
        s.challenge.put_by_owner = p
    note_arts(s, p)


def _arrange_moons(s: State, box: Box, words: Words) -> None:
    """Lay out the moons, those named first; who is on a moon has seen it."""
    n = int(s.num_players)
    named = dict(words.items(_moon_names(n)))
    left = [kind for kind in range(NUM_MOONS) for _ in range(box.moon_copies[kind])]
    kinds = {moon: entry["name"].index(MOONS) for moon, entry in named.items()}
    for moon, kind in kinds.items():
        if kind not in left:
            named[moon]["name"].refuse(f"no further {MOONS[kind]} is in the game")
        left.remove(kind)
    for moon in range(n * SYSTEM_MOONS):
        s.moon[moon] = kinds[moon] if moon in kinds else left.pop(0)
        s.moon_seen[moon] = with_seat(0, moon // SYSTEM_MOONS)
        s.moon_face[moon] = s.moon_spent[moon] = 0
    for moon, entry in named.items():
        s.moon_face[moon] = entry["face"].index(FACES)
        s.moon_spent[moon] = entry["spent"].flag()
        s.challenge.zapped[moon] = entry["zapped"].flag()
        for p in _seats(entry["seen"], n):
            s.moon_seen[moon] = with_seat(s.moon_seen[moon], p)
    note_moons(s)


def _moon_names(n: int) -> list[str]:
    """Return how the moons are called: by their locations."""
    return [place_name(place_of(moon)) for moon in range(n * SYSTEM_MOONS)]


def _settle_moons(s: State, bribe: Words) -> None:
    """Note who is on the moons and what a Bribery Moon offers."""
    n = int(s.num_players)
    for moon in range(n * SYSTEM_MOONS):
        occupant = occupant_of(s, moon)
        if occupant >= 0:
            enter(s, occupant, moon)
            if not IS_SECRET_MOON[s.moon[moon]]:
                s.moon_face[moon] = FACE_UP
    note_moons(s)
    if bribe.is_given and bribe.value:
        s.challenge.bribe_by = bribe["by"].number(0, n - 1) + 1
        s.challenge.bribe_to = bribe["to"].number(0, n - 1) + 1
        s.challenge.bribe = bribe["card"].index(KIND_NAMES)


def _arrange_piles(s: State, box: Box, words: Words) -> None:
    left = Counter({k: int(box.copies[k]) for k in range(KINDS)})
    mentioned = Counter(
        k for p in range(s.num_players) for k in range(KINDS) for _ in range(int(s.hand[p][k]))
    )
    for p in range(s.num_players):
        mentioned.update(hoarded(s, p, i) for i in range(count_hoard(s, p)))
    mentioned.update(
        k
        for k in (
            *s.challenge.card,
            *s.challenge.second,
            *s.challenge.kicker,
            *s.challenge.extra,
            *s.challenge.put_by[: s.challenge.put_by_count],
        )
        if k >= 0
    )
    mentioned.update(
        k
        for p in range(s.num_players)
        for k in range(NUM_CHALLENGE)
        for _ in range(count_stacked(s, p, k))
    )
    discard, top = _cards(words["discard"]), _cards(words["deck"])
    mentioned.update(discard)
    mentioned.update(top)
    in_game = {k - FIRST_FLARE for k in mentioned if k >= FIRST_FLARE}
    in_game |= {int(power) for power in s.power[: s.num_players] if power >= 0}
    unused = []
    for power in range(NUM_POWERS):
        s.flare_seen[power] = 0
        if box.power_enabled[power] and (power not in in_game or box.num_flares == 0):
            unused.append(power)
        elif box.power_enabled[power]:
            left[FIRST_FLARE + power] = 1
    for name in words["removed"].entries(NUM_POWERS):
        power = name.index(POWERS)
        s.flare_seen[power] = OUT_OF_THE_GAME
        left[FIRST_FLARE + power] = 0
        if power in unused:
            unused.remove(power)
    s.unused_count = len(unused)
    s.unused[: len(unused)] = unused
    left.subtract(mentioned)
    for kind, count in left.items():
        if count < 0 and not words.is_exact:
            words["seats"].refuse(f"there are not so many cards {KIND_NAMES[kind]} in the game")
    below = [kind for kind in range(KINDS) for _ in range(left[kind])]
    deck = [*below, *top[::-1]][-MAX_DECK:]
    s.deck[: len(deck)] = deck
    s.deck_count = len(deck)
    s.face_up = words["face_up"].number(0, min(len(deck), _SMALL))
    s.discard[: len(discard)] = discard
    s.discard_count = len(discard)
    s.discard_top = discard[-1] if discard else NOBODY
    for kind in discard:
        s.discards[kind] += 1


def _arrange_destiny(s: State, box: Box, words: Words) -> None:
    """Lay the destiny cards: those not mentioned are in the deck, below those of `destiny`."""

    def cards_of(name: str, most: int = MAX_DESTINY) -> list[int]:
        return [card.index(DESTINY_NAMES) for card in words[name].entries(most)]

    top, discard = cards_of("destiny"), cards_of("destiny_discard")
    fleet, aside = cards_of("fleet", WORLDSHIPS_HAND), cards_of("destiny_aside")
    card_up = int(s.challenge.card_up)
    lies = card_up >= 0 and words["phase"].value == "DESTINY"
    if card_up >= 0 and not lies and not words["destiny_discard"].is_given:
        discard.append(card_up)  # it is discarded at the end of phase 2
    mentioned = [*top, *discard, *fleet, *([card_up] if lies else [])]
    list_destiny(s)
    cards = s.destiny[: s.destiny_count].tolist()
    for card in aside:
        s.destiny_aside[card] += 1
    kept = [
        int(s.held[p, place].memory[i]) - 1
        for p in range(s.num_players)
        for place in range(s.held_count[p])
        if keeps_cards(s, p, place)
        for i in range(count_kept(s.held[p, place].memory))
    ]
    mentioned += [*aside, *kept]
    named = [card for card in mentioned if card >= FIRST_SPECIAL]
    usable = [FIRST_SPECIAL + i for i in range(NUM_SPECIAL) if box.usable[i]]
    if box.special_destiny:
        others = [card for card in usable if card not in named]
        cards += [*named, *others[: max(0, int(s.num_players) - len(named))]]
    for i in range(NUM_SPECIAL):
        s.special_out[i] = box.usable[i] and FIRST_SPECIAL + i not in cards
        s.special_seen[i] = FIRST_SPECIAL + i in (*discard, *aside)
    for card in mentioned:
        if card in cards:
            cards.remove(card)
        elif not words.is_exact:
            words["destiny"].refuse(f"there are not so many {DESTINY_NAMES[card]} in the game")
    if find_hex(s, WORLDSHIPS) >= 0 and not words["fleet"].is_given:
        fleet = [cards.pop() for _ in range(WORLDSHIPS_HAND)]
    deck = [*sorted(cards), *top[::-1]][-MAX_DESTINY:]
    s.destiny[: len(deck)] = deck
    s.destiny_count = len(deck)
    s.destiny_discard_count = 0
    for card in discard:
        discard_destiny_card(s, card)
    s.fleet_count = len(fleet)
    s.fleet[: len(fleet)] = fleet
    s.challenge.card_lies = lies


def _arrange_challenge(s: State, n: int, words: Words) -> None:
    """Write how far the challenge has come."""
    c = s.challenge
    c.defender = words["defender"].number(NOBODY, n - 1, NOBODY)
    c.system = words["system"].number(NOBODY, n - 1, NOBODY)
    c.target = _place(words["target"])
    card_up = words["card_up"].index(("", *DESTINY_NAMES)) - 1
    if card_up >= 0:
        c.card_up = card_up
        name_players(s)
    named = _seats(words["named"], n)
    if named:
        c.named = sum({1 << q for q in named})
    comet = words["comet"].index(("", *DESTINY_NAMES)) - 1
    if comet >= 0:
        c.comet = comet_of(comet)
    for name, (low, high) in _COUNTS.items():
        s[name] = words[name].number(low, high, int(s[name]))
    for name, (low, high) in _NUMBERS.items():
        c[name] = words[name].number(low, high, int(c[name]))
    for name, (low, high) in _PAIRS.items():
        c[name][:] = words[name].numbers(2, low, high, c[name].tolist())
    for name, field in (("cards", "card"), ("seconds", "second"), ("kickers", "kicker")):
        for side, entry in enumerate(words[name].entries(2)):
            c[field][side] = _card(entry)
    for side, seats in enumerate(words["invited"].entries(2)):
        c.invited[side][_seats(seats, n)] = 1
    c.asked[_seats(words["asked"], n)] = 1
    for name in ("silenced", "mute"):
        for q in _seats(words[name], n):
            c[name] = with_seat(c[name], q)
    for used in words["used"].entries(NUM_POWERS):
        add(c.used, used.index(POWERS))
    for power, cells in words["cells"].items(POWERS):
        add(c.marked, power)
        _write_numbers(CELL_NAMES.get(POWERS[power], ()), s.cells[0, power], cells)
    for i, lent in enumerate(words["lent"].entries(MAX_LENT)):
        c.lent[i] = lent["card"].index(KIND_NAMES)
        c.lender[i] = lent["by"].number(0, n - 1)
        c.borrower[i] = lent["to"].number(0, n - 1)
        c.lent_till_end[i] = lent["till_end"].flag()
        c.lent_count = i + 1


def arrange(s: State, box: Box, words: Words) -> None:
    """Set up a position from words as `position` gives them, and go on to a decision."""
    n = int(s.num_players)
    clear_record(s)
    seats = [words["seats"][str(p)] for p in range(n)]
    _arrange_hexes(s, box, seats)
    s.dust[:] = words["dust"].numbers(2, 0, MAX_DESTINY, s.dust.tolist())
    s.turn = s.challenge.off = words["off"].number(0, n - 1)
    clear_challenge(s)
    for place in words["gone"].entries(LOCATIONS):
        s.gone[place.index(_PLACES)] = GONE
    _arrange_away(s, seats, words["cells"])
    if box.moons:
        _arrange_moons(s, box, words["moons"])
    for p, seat in enumerate(seats):
        _arrange_seat(s, p, seat, words.is_exact)
    if box.moons:
        _settle_moons(s, words["bribe"])
    _arrange_challenge(s, n, words)
    _arrange_piles(s, box, words)
    _arrange_destiny(s, box, words)
    set_order(s)
    s.depth = 0
    phase = words["phase"].index(PHASE_NAMES, PHASE_NAMES.index("CHALLENGE"))
    call(s, phase, s.challenge.off, 0)
