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
from typing import Any

from spaceenvs.core.game import Box, State
from spaceenvs.cosmic_encounter.actions import PASS
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
    IS_SECRET_MOON,
    KIND_NAMES,
    KINDS,
    LOCATIONS,
    MAX_MOONS,
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
from spaceenvs.cosmic_encounter.hoard import count_hoard, hoarded, put_into_hoard
from spaceenvs.cosmic_encounter.piles import discard_destiny_card
from spaceenvs.cosmic_encounter.plays import CELL_NAMES, IS_SECRET, MEMORY_NAMES
from spaceenvs.cosmic_encounter.powers.aristocrat import OUT_OF_THE_GAME
from spaceenvs.cosmic_encounter.rules import step
from spaceenvs.cosmic_encounter.satellites import (
    FACE_UP,
    enter,
    moon_at,
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
_NUMBERS = (
    *("dark", "own", "upset", "both_lose", "sanity", "will", "wild_will", "stellar_gas"),
    *("proposals", "freed", "standing", "dust_card"),
)
_COUNTS = ("turn_challenges", "challenges", "marker")
_PAIRS = (
    "early",
    "reversed",
    "factor",
    "second_by_power",
    "deal_loss",
    "lost_main",
    "cards_given",
    "lucre_points",
    "hex_bonus",
    "lucre_given",
    "moon_bonus",
)


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


def _write_numbers(names: tuple[str, ...], row: Any, words: dict[str, int]) -> None:
    for name, number in words.items():
        row[names.index(name) if name in names else int(name)] = number


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


def find_place(words: str) -> int:
    """Return the location written `system.planet`, -1 for an empty word."""
    if not words:
        return NOBODY
    system, slot = words.split(".")
    return int(system) * SLOTS + int(slot)


def _find_origin(words: str) -> int:
    named = {name: origin for origin, name in _ORIGINS.items()}
    return named[words] if words in named else find_place(words)


def find_kind(words: str) -> int:
    """Return the kind of card of this name, -1 for an empty word."""
    return KIND_NAMES.index(words) if words else NOBODY


def _arrange_powers(s: State, p: int, words: dict[str, Any]) -> None:
    """Give a seat its powers, and what each of them keeps."""
    lose_all_powers(s, p)
    if words.get("power"):
        take_sheet(s, p, POWERS.index(words["power"]))
        names = MEMORY_NAMES.get(words["power"], ())
        _write_numbers(names, s.held[p, 0].memory, words.get("memory", {}))
    if not words.get("memory"):
        for name in words.get("stack", ()):
            put_on_stack(s, p, find_kind(name))
        for i, name in enumerate(words.get("kept", ())):
            s.held[p, 0].memory[i] = DESTINY_NAMES.index(name) + 1
    s.owned[p] = MOST_TOKENS if s.power[p] == SYMBIOTE else TOKENS
    for name, held in words.get("further", {}).items():
        gain_power(s, p, POWERS.index(name), WAYS.index(held.get("way", "drawn")))
        names = MEMORY_NAMES.get(name, ())
        _write_numbers(names, s.held[p, s.held_count[p] - 1].memory, held.get("memory", {}))


def _arrange_away(
    s: State, seats: dict[str, dict[str, Any]], cells: dict[str, dict[str, int]]
) -> None:
    """Give out the powers, and what lies on their sheets; remove tokens from the game."""
    for p in range(s.num_players):
        words = seats.get(str(p), {})
        _arrange_powers(s, p, words)
        s.removed[p] = words.get("removed", 0)
        s.outside[p] = words.get("outside", 0)
        for section, count in words.get("limbo", {}).items():
            s.limbo[int(section), p] = count
        s.ghosts[p] = words.get("ghosts", 0)
        s.away[p] += s.removed[p] + s.ghosts[p] + s.outside[p] + s.limbo[:, p].sum()
        for name, owners in words.get("captives", {}).items():
            place = cone_place(s) if name == "cone" else find_place(name)
            for owner, count in owners.items():
                put_under(s, p, place, int(owner), count)
        for owner, count in words.get("holds", {}).items():
            s.held[p, 0].memory[int(owner)] = count
            s.away[int(owner)] += count
    if cells.get("Demon", {}).get("stake from"):
        s.away[cells["Demon"]["by"] - 1] += 1


def _usual_bases(s: State, p: int) -> dict[str, int]:
    """Return how a seat's tokens lie at the start: evenly, the first planets have the rest."""
    planets = 1 if has_stacks(s, p) else int(HEX_PLANETS[s.hex[p]])
    each, rest = divmod(int(s.owned[p]), planets)
    return {f"{p}.{slot}": each + (slot < rest) for slot in range(planets)}


def _arrange_hexes(s: State, box: Box, seats: dict[str, dict[str, Any]]) -> None:
    """Give the seats their hexes: those named, those of the options, of random ones the next."""
    words = [seats.get(str(p), {}).get("hex", "") for p in range(s.num_players)]
    for p in range(s.num_players):
        s.hex[p] = HEXES.index(words[p]) + 1 if words[p] else max(0, box.hexes[p])
    for p in range(s.num_players):
        if box.hexes[p] < 0 and not words[p]:
            s.hex[p] = next(k for k in range(1, len(HEXES) + 1) if find_hex(s, k) < 0)
        s.first_star[p] = seats.get(str(p), {}).get("star", 0)
        twin = seats.get(str(p), {}).get("twin", "")
        s.twin[p] = POWERS.index(twin) + 1 if twin else 0
    make_systems(s)
    s.tokens[:] = 0


def _arrange_seat(s: State, p: int, words: dict[str, Any]) -> None:
    bases = words.get("bases")
    if bases is None:
        bases = _usual_bases(s, p)
        for origin, count in words.get("cone", {}).items():
            if origin in bases:
                bases[origin] -= count
        for _ in range(words.get("warp", 0) + int(s.away[p])):
            fullest = max(bases, key=lambda name: bases[name])
            bases[fullest] -= 1
    for name, count in bases.items():
        s.tokens[p][find_place(name)] = count
    for origin, count in words.get("cone", {}).items():
        for _ in range(count):
            s.challenge.commit_origin[p][s.challenge.commit_count[p]] = _find_origin(origin)
            s.challenge.commit_count[p] += 1
    s.challenge.on_ring[p] = words.get("ring", 0)
    first = words.get("first_power", "")
    s.challenge.first_power[p] = POWERS.index(first) + 1 if first else 0
    s.challenge.ally[p] = s.challenge.joined[p] = SIDES.index(words.get("side", ""))
    s.challenge.extra[p] = find_kind(words.get("laid", ""))
    rest = (
        int(s.owned[p]) - int(s.tokens[p].sum()) - int(s.challenge.commit_count[p]) - int(s.away[p])
    )
    if rest != words.get("warp", 0):
        raise KeyError(f"seat {p}: {rest} tokens are not on bases or the cone: warp = {rest}?")
    s.warp[p] = rest
    s.lucre[p] = words.get("lucre", 0)
    s.curse[p] = CURSE_NAMES.index(words["curse"]) + 1 if words.get("curse") else 0
    s.atoned[p] = words.get("atoned", 0)
    for name in words.get("bound", ()):
        bind(s, p, BINDINGS.index(name))
    *invite, s.challenge.told_ally[p] = words.get("told", (0, 0, 0))
    s.challenge.told_invite[:, p] = invite
    s.bank -= s.lucre[p]
    for name in words.get("hand", ()):
        s.hand[p][find_kind(name)] += 1
    s.hand_size[p] = s.hand[p].sum()
    if has(s.powers[p], MISER):
        s.held[p, find_held(s, p, MISER)].memory[:] = 0
        for name in words.get("hoard", ()):
            put_into_hoard(s, p, find_kind(name))
    for name in words.get("put_by", ()):
        s.challenge.put_by[s.challenge.put_by_count] = find_kind(name)
        s.challenge.put_by_count += 1
        s.challenge.put_by_owner = p
    note_arts(s, p)


def _arrange_moons(s: State, box: Box, words: dict[str, Any]) -> None:
    """Lay out the moons, those named first; who is on a moon has seen it."""
    named = {find_place(place): entry for place, entry in words.get("moons", {}).items()}
    left = [kind for kind in range(NUM_MOONS) for _ in range(box.moon_copies[kind])]
    for entry in named.values():
        left.remove(MOONS.index(entry["name"]))
    for moon in range(s.num_players * SYSTEM_MOONS):
        entry = named.get(place_of(moon), {})
        s.moon[moon] = MOONS.index(entry["name"]) if entry else left.pop(0)
        s.moon_face[moon] = FACES.index(entry.get("face", FACES[0]))
        s.moon_spent[moon] = entry.get("spent", False)
        s.moon_seen[moon] = with_seat(0, moon // SYSTEM_MOONS)
        for p in entry.get("seen", ()):
            s.moon_seen[moon] = with_seat(s.moon_seen[moon], p)
    for p in range(s.num_players):
        s.barred[p] = words.get("seats", {}).get(str(p), {}).get("barred", 0)
    note_moons(s)


def _settle_moons(s: State, words: dict[str, Any]) -> None:
    """Note who is on the moons, what is zapped and what a Bribery Moon offers."""
    for place, entry in words.get("moons", {}).items():
        s.challenge.zapped[moon_at(find_place(place))] = entry.get("zapped", False)
    for moon in range(s.num_players * SYSTEM_MOONS):
        occupant = occupant_of(s, moon)
        if occupant >= 0:
            enter(s, occupant, moon)
            if not IS_SECRET_MOON[s.moon[moon]]:
                s.moon_face[moon] = FACE_UP
    note_moons(s)
    bribe = words.get("bribe")
    if bribe:
        s.challenge.bribe_by = bribe["by"] + 1
        s.challenge.bribe_to = bribe["to"] + 1
        s.challenge.bribe = find_kind(bribe["card"])


def _arrange_piles(s: State, box: Box, words: dict[str, Any]) -> None:
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
    discard = [find_kind(name) for name in words.get("discard", ())]
    top = [find_kind(name) for name in words.get("deck", ())]
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
    for name in words.get("removed", ()):
        power = POWERS.index(name)
        s.flare_seen[power] = OUT_OF_THE_GAME
        left[FIRST_FLARE + power] = 0
        if power in unused:
            unused.remove(power)
    s.unused_count = len(unused)
    s.unused[: len(unused)] = unused
    left.subtract(mentioned)
    for kind, count in left.items():
        if count < 0:
            raise KeyError(f"there are not so many cards {KIND_NAMES[kind]}")
    below = [kind for kind in range(KINDS) for _ in range(left[kind])]
    deck = [*below, *top[::-1]]
    s.deck[: len(deck)] = deck
    s.deck_count = len(deck)
    s.face_up = words.get("face_up", 0)
    s.discard[: len(discard)] = discard
    s.discard_count = len(discard)
    s.discard_top = discard[-1] if discard else NOBODY
    for kind in discard:
        s.discards[kind] += 1


def _destiny_cards(words: dict[str, Any], name: str) -> list[int]:
    return [DESTINY_NAMES.index(card) for card in words.get(name, ())]


def _arrange_destiny(s: State, box: Box, words: dict[str, Any]) -> None:
    """Lay the destiny cards: those not mentioned are in the deck, below those of `destiny`."""
    top, discard = _destiny_cards(words, "destiny"), _destiny_cards(words, "destiny_discard")
    fleet = _destiny_cards(words, "fleet")
    card_up = int(s.challenge.card_up)
    lies = card_up >= 0 and words.get("phase") == "DESTINY"
    if card_up >= 0 and not lies and "destiny_discard" not in words:
        discard.append(card_up)  # it is discarded at the end of phase 2
    mentioned = [*top, *discard, *fleet, *([card_up] if lies else [])]
    list_destiny(s)
    cards = s.destiny[: s.destiny_count].tolist()
    aside = _destiny_cards(words, "destiny_aside")
    for card in aside:
        s.destiny_aside[card] += 1
    kept = [
        int(s.held[p, place].memory[i]) - 1
        for p in range(s.num_players)
        for place in range(s.held_count[p])
        for i in range(count_kept(s.held[p, place].memory))
        if keeps_cards(s, p, place)
    ]
    mentioned += [*aside, *kept]
    named = [card for card in mentioned if card >= FIRST_SPECIAL]
    usable = [FIRST_SPECIAL + i for i in range(NUM_SPECIAL) if box.usable[i]]
    if box.special_destiny:
        others = [card for card in usable if card not in named]
        cards += [*named, *others[: s.num_players - len(named)]]
    for i in range(NUM_SPECIAL):
        s.special_out[i] = box.usable[i] and FIRST_SPECIAL + i not in cards
        s.special_seen[i] = FIRST_SPECIAL + i in discard
    for card in mentioned:
        if card not in cards:
            raise KeyError(f"there are not so many destiny cards {DESTINY_NAMES[card]}")
        cards.remove(card)
    if find_hex(s, WORLDSHIPS) >= 0 and "fleet" not in words:
        fleet = [cards.pop() for _ in range(WORLDSHIPS_HAND)]
    deck = [*sorted(cards), *top[::-1]]
    s.destiny[: len(deck)] = deck
    s.destiny_count = len(deck)
    s.destiny_discard_count = 0
    for card in discard:
        discard_destiny_card(s, card)
    s.fleet_count = len(fleet)
    s.fleet[: len(fleet)] = fleet
    s.challenge.card_lies = lies


def arrange(s: State, box: Box, words: dict[str, Any]) -> None:
    """Set up a position from words as `position` gives them, and go on to a decision."""
    clear_record(s)
    _arrange_hexes(s, box, words.get("seats", {}))
    s.dust[:] = words.get("dust", s.dust)
    s.turn = s.challenge.off = words.get("off", 0)
    clear_challenge(s)
    for name in words.get("gone", ()):
        s.gone[find_place(name)] = 1
    _arrange_away(s, words.get("seats", {}), words.get("cells", {}))
    if box.moons:
        _arrange_moons(s, box, words)
    for p in range(s.num_players):
        _arrange_seat(s, p, words.get("seats", {}).get(str(p), {}))
    if box.moons:
        _settle_moons(s, words)
    s.challenge.defender = words.get("defender", NOBODY)
    s.challenge.system = words.get("system", NOBODY)
    s.challenge.target = find_place(words.get("target", ""))
    if words.get("card_up"):
        s.challenge.card_up = DESTINY_NAMES.index(words["card_up"])
        name_players(s)
    if words.get("named"):
        s.challenge.named = sum(1 << q for q in words["named"])
    if words.get("comet"):
        s.challenge.comet = comet_of(DESTINY_NAMES.index(words["comet"]))
    for name in _COUNTS:
        s[name] = words.get(name, s[name])
    for name in _NUMBERS:
        s.challenge[name] = words.get(name, s.challenge[name])
    for name in (*_PAIRS, "cards", "seconds", "kickers"):
        field = {"cards": "card", "seconds": "second", "kickers": "kicker"}.get(name, name)
        for side, value in enumerate(words.get(name, ())):
            s.challenge[field][side] = find_kind(value) if isinstance(value, str) else value
    for side, seats in enumerate(words.get("invited", ())):
        s.challenge.invited[side][seats] = 1
    s.challenge.asked[words.get("asked", [])] = 1
    for name in ("silenced", "mute"):
        for q in words.get(name, ()):
            s.challenge[name] = with_seat(s.challenge[name], q)
    for name in words.get("used", ()):
        add(s.challenge.used, POWERS.index(name))
    for name, cells in words.get("cells", {}).items():
        add(s.challenge.marked, POWERS.index(name))
        _write_numbers(CELL_NAMES.get(name, ()), s.cells[0, POWERS.index(name)], cells)
    for lent in words.get("lent", ()):
        i = s.challenge.lent_count
        s.challenge.lent[i] = find_kind(lent["card"])
        s.challenge.lender[i] = lent["by"]
        s.challenge.borrower[i] = lent["to"]
        s.challenge.lent_till_end[i] = lent["till_end"]
        s.challenge.lent_count += 1
    _arrange_piles(s, box, words)
    _arrange_destiny(s, box, words)
    set_order(s)
    s.depth = 0
    call(s, PHASE_NAMES.index(words.get("phase", "CHALLENGE")), s.challenge.off, 0)
    step(s, box, PASS)
