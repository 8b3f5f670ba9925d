"""The game against the plain implementation in `oracle.py`: the same after every decision.

As a script it plays more games, with options drawn at random:
`python tests/cosmic_encounter/test_cosmic_encounter_oracle.py --games 1000`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from conftest import JIT
from cosmic_encounter.oracle import Oracle
from cosmic_encounter.oracle_box import PASS, ROW, order_of_destiny
from cosmic_encounter.oracle_plays import FLARE_PLAYS, POWER_PLAYS

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.cosmic_encounter import components
from spaceenvs.cosmic_encounter.components import ACTION_OF_KIND
from spaceenvs.cosmic_encounter.sets import list_of

GAME = registry.load("cosmic_encounter")
POWER_NUMBER: dict[str | None, int] = {None: -1}
POWER_NUMBER |= {name: i for i, name in enumerate(components.POWERS)}
POWERS = list(ROW)
WAYS = ("sheet", "drawn", "borrowed", "copied")
CARD = [*ACTION_OF_KIND.tolist(), None]  # also of kind -1

# The oracle's table ----------------------------------------------------------------------


def by_side(oracle, cards):
    return [cards.get(m) for m in (oracle.ch.off, oracle.ch.defender)]


def has_side(oracle, seats):
    return [int(m in seats) for m in (oracle.ch.off, oracle.ch.defender)]


def number(seat):
    return -1 if seat is None else seat


def say_question(oracle):
    if oracle.over:
        return {"done": 1, "winners": oracle.winners}
    return {
        "done": 0,
        "to_move": oracle.player,
        "decision": oracle.decision,
        "legal": sorted(oracle.legal),
    }


def say_oracle(oracle):
    """Return the oracle's game in the fields of `say_games`."""
    said = {
        **say_question(oracle),
        "words": oracle.chance.words,
        "tokens": oracle.tokens,
        "warp": oracle.warp,
        "cone": [
            list(map(number, oracle.ch.tokens.get(p, []) + oracle.ch.ring.get(p, [])))
            for p in range(oracle.n)
        ],
        "removed": oracle.removed,
        "outside": oracle.outside,
        "limbo": oracle.limbo,
        "gone": sorted(oracle.gone),
        "hexes": oracle.hex,
        "moons": list(oracle.moons.values()),
        "moon_faces": list(oracle.moon_face.values()),
        "spent": sorted(oracle.spent_moons - oracle.gone),
        "dust": len(oracle.dust),
        "fleet": [
            order_of_destiny(card) for hand in oracle.destiny_hands.values() for card in hand
        ],
        "lucre": oracle.lucre,
        "powers": [[(held.power, held.way) for held in oracle.held(p)] for p in range(oracle.n)],
        "unused": sorted(oracle.unused_flares),
        "hands": [sorted(hand) for hand in oracle.hands],
        "deck": oracle.deck,
        "discard": oracle.discard,
        "destiny": [order_of_destiny(card) for card in oracle.destiny],
        "destiny_discard": [order_of_destiny(card) for card in oracle.destiny_discard],
        "specials_outside": sorted(oracle.specials_outside),
        "challenges": oracle.challenges,
    }
    if not oracle.over and not oracle.between:
        said.update(say_challenge(oracle))
    return said


def say_challenge(oracle):
    ch = oracle.ch
    sides = {ch.off: 1, ch.defender: 2}
    return {
        "off": ch.off,
        "marker": oracle.marker,
        "turn": oracle.turn_of,
        "silenced": sorted(ch.silenced),
        "turn_challenges": oracle.number,
        "had_bases": [int(has) for has in oracle.had_three],
        "defender": number(ch.defender),
        "system": number(ch.system),
        "target": number(ch.target),
        "dark": int(ch.dark),
        "comet": 0 if ch.sanity else ch.comet or 0,
        "ally": [
            (3 if p in ch.ring else sides[ch.allies[p]]) if p in ch.allies else 0
            for p in range(oracle.n)
        ],
        "invited": [
            [int((m, p) in ch.invited) for p in range(oracle.n)] for m in (ch.off, ch.defender)
        ],
        "card": by_side(oracle, ch.selected),
        "second": by_side(oracle, ch.second),
        "kicker": by_side(oracle, ch.kicker),
        "aside": [sorted(kind for p, kind in ch.aside if p == m) for m in (ch.off, ch.defender)],
        "early": has_side(oracle, ch.early),
        "upset": int(ch.upset),
        "both_lose": int(ch.both_lose),
        "sanity": int(ch.sanity),
        "cancelled": sorted(POWER_NUMBER[name] for name in ch.cancelled),
    }


# The game's records ----------------------------------------------------------------------

PLAIN = ("done", "to_move", "challenges", "turn", "turn_challenges", "marker")
OF_CHALLENGE = (
    *("off", "defender", "system", "target", "dark", "comet"),
    *("upset", "both_lose", "sanity", "early"),
)
PILES = ("deck", "discard", "destiny", "destiny_discard")
SEATS = ("tokens", "warp", "removed", "outside", "lucre", "had_bases")
CARDS = ("card", "second", "kicker")


def say_asked(batch, g):
    """Return who may do what in a game of a batch."""
    s = batch.states[g]
    rank = s["rank"][: batch.num_players].tolist()
    return {
        "done": int(s["done"]),
        "to_move": int(s["to_move"]),
        "decision": GAME.decisions[s["decision"]],
        "legal": np.flatnonzero(batch.mask[g]).tolist(),
        "winners": [p for p, place in enumerate(rank) if place == 0],
    }


def say_game(batch, g):
    """Return a whole game of a batch."""
    n, s = batch.num_players, batch.states[g]
    c = s["challenge"]
    said = {name: s[name].tolist() for name in PLAIN}
    said.update({name: c[name].tolist() for name in OF_CHALLENGE})
    said["ally"] = c["ally"][:n].tolist()
    said.update(say_asked(batch, g))
    said["words"] = s["rng"]["words"].tolist()
    said.update({name: s[name][:n].tolist() for name in SEATS})
    said.update({name: s[name][: s[f"{name}_count"]].tolist() for name in PILES})
    for name in ("deck", "discard"):
        said[name] = [CARD[kind] for kind in said[name]]
    for name in CARDS:
        said[name] = [CARD[kind] for kind in c[name].tolist()]
    said["aside"] = [
        sorted(CARD[kind] for kind in kinds if kind >= 0) for kinds in c["aside"].tolist()
    ]
    said["specials_outside"] = (np.flatnonzero(s["special_out"]) + 1).tolist()
    said["limbo"] = s["limbo"][:n, :n].tolist()
    said["gone"] = np.flatnonzero(s["gone"] == 1).tolist()
    moons = np.flatnonzero(s["moon"] >= 0)
    said["moons"] = [components.ALL_MOONS[kind]["name"] for kind in s["moon"][moons].tolist()]
    said["moon_faces"] = s["moon_face"][moons].tolist()
    places = [moon // 2 * 8 + 6 + moon % 2 for moon in np.flatnonzero(s["moon_spent"]).tolist()]
    said["spent"] = [place for place in places if s["gone"][place] == 0]
    said["hexes"] = [("", *components.HEXES)[number] for number in s["hex"][:n].tolist()]
    said["dust"] = int(s["dust"].sum())
    said["fleet"] = s["fleet"][: s["fleet_count"]].tolist()
    said["unused"] = sorted(119 + power for power in s["unused"][: s["unused_count"]].tolist())
    said["silenced"] = [p for p in range(n) if int(c["silenced"]) >> p & 1]
    said["powers"] = [
        [
            (components.POWERS[entry["power"]], WAYS[entry["way"]])
            for entry in s["held"][p][: s["held_count"][p]]
            if entry["way"] < 2 or entry["level"] == s["interrupted"]  # R114
        ]
        for p in range(n)
    ]
    said["cone"] = [c["commit_origin"][p][: c["commit_count"][p]].tolist() for p in range(n)]
    said["hands"] = [
        [CARD[kind] for kind, count in enumerate(hand) if count for _ in range(count)]
        for hand in s["hand"][:n].tolist()
    ]
    said["invited"] = c["invited"][:, :n].tolist()
    said["cancelled"] = list_of(c["cancelled"])
    return said


def find_differences(wanted, found):
    """Return a line for everything the oracle says otherwise than the game."""
    return [
        f"{name}{narrow(value, found[name])}"
        for name, value in wanted.items()
        if value != found[name]
    ]


def is_long(values):
    return len(values) > 20 or any(isinstance(value, list) for value in values)


def narrow(wanted, found):
    """Say where two lists first differ, and how."""
    if isinstance(wanted, list) and len(wanted) == len(found) and is_long(wanted):
        i = next(i for i, inner in enumerate(wanted) if inner != found[i])
        return f"[{i}]{narrow(wanted[i], found[i])}"
    return f": oracle {wanted}, game {found}"


# Playing ---------------------------------------------------------------------------------


def choose(oracle, rng, eager):
    """Draw a legal action; who may play a card or use a power does so with chance `eager`."""
    legal = sorted(oracle.legal)
    if eager and oracle.decision in ("D_WIN", "D_CANCEL"):
        is_bound = PASS not in legal  # 6.10: he has said that he plays a card
        plays = [action for action in legal if action != PASS]
        return rng.choice(plays) if is_bound or rng.random() < eager else PASS
    return rng.choice(legal)


def compare(num_players, seeds, *, every=1, eager=0.0, asked=None, **options):
    """Play games to their end, the game and the oracle side by side.

    Args:
        num_players: Of every game.
        seeds: One for each game.
        every: Compare the whole state after so many decisions; what is asked after each one.
        eager: As in `choose`; 0: everything is uniformly random.
        asked: Counts how often each decision was asked.
        options: Those of the game.

    Returns:
        For each game that differs the first differences.
    """
    games = len(seeds)
    if "preset" not in options:
        options.setdefault("power_pool", "core30")
    batch = Batch(
        GAME, games, num_players=num_players, skip_forced=False, autoreset=False, **options
    )
    batch.reset(seed=np.array(seeds))
    oracles = [Oracle(num_players, seed, **options) for seed in seeds]
    rngs = [random.Random(seed) for seed in seeds]
    last = [""] * games
    wrong = {}
    playing = list(range(games))
    moves = 0
    while playing:
        actions = np.full(games, -1)
        for g in list(playing):
            oracle = oracles[g]
            if oracle.over or moves % every == 0:
                differences = find_differences(say_oracle(oracle), say_game(batch, g))
            else:
                differences = find_differences(say_question(oracle), say_asked(batch, g))
            if differences:
                where = f"{num_players} players, {options}, eager {eager}, seed {seeds[g]}"
                where = f"{where}, after {moves} decisions: {last[g]}"
                wrong[seeds[g]] = "\n  ".join([where, *differences])
            if differences or oracle.over:
                playing.remove(g)
                continue
            actions[g] = choose(oracle, rngs[g], eager)
            if asked is not None:
                asked[oracle.decision] += 1
            last[g] = f"{oracle.decision} {actions[g]} by seat {oracle.player}"
            try:
                oracle.play(int(actions[g]))
            except Exception:
                wrong[seeds[g]] = f"seed {seeds[g]}, {last[g]}: {traceback.format_exc()}"
                playing.remove(g)
        batch.step(actions)
        moves += 1
    return wrong


ALL_CARDS = {"kickers": True, "reinforcements": True, "mce_cards": True, "flares": "fixed"}
ALL_MODULES = {
    "special_destiny": True,
    "replace_all": True,
    "reverse_hexes": "all",
    "moons": "quarter,half,full,cheese",
    "lucre": True,
    "reverse_warp": True,
    "max_challenges": 30,
}
ALL_POWERS = {"power_pool": ",".join(POWERS), "lucre": True, "reverse_warp": True}
VARIANTS: list[tuple[float, dict[str, Any]]] = [
    (0.0, {}),
    (0.9, ALL_CARDS),
    (0.7, ALL_POWERS | {"reverse_hexes": "1:RINGS", "max_challenges": 60}),
    (0.0, {"power_pool": "none", "skip_turn": True, "deal_proposals": 2}),
    (0.7, {"attack_any_base": True, "free_return": True, "reverse_cone": False}),
    (0.0, {"preset": "first_game", "max_challenges": 20}),
    (0.7, ALL_MODULES | ALL_CARDS),
]


def test_oracle_knows_every_power_and_flare():
    assert set(POWER_PLAYS) == set(ROW)
    elsewhere = {  # in cancelling, at D_REINF
        *((name, "wild") for name in ("Anti-Matter", "Filch", "Healer", "Negator")),
        *((name, "super") for name in ("Anti-Matter", "Reserve")),
    }
    there = {(name, role) for name in ROW for role in ("wild", "super")}
    assert set(FLARE_PLAYS) == there - elsewhere


@pytest.mark.skipif(not JIT, reason="plays whole games")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_game_plays_like_the_oracle(players):
    for i, (eager, options) in enumerate(VARIANTS):
        seeds = [1000 * players + 100 * i + k for k in range(3)]
        wrong = compare(players, seeds, every=3, eager=eager, **options)
        assert not wrong, "\n".join(wrong.values())


@pytest.mark.skipif(JIT, reason="a stretch of the same for plain Python")
def test_oracle_starts_like_the_game():
    wrong = compare(3, [1], every=5, eager=0.9, max_challenges=3, **ALL_CARDS)
    assert not wrong, "\n".join(wrong.values())


def draw_options(rng, num_players, given):
    """Return random options; half of the games have few powers and hence many Supers."""
    switches = (
        *("mce_cards", "attack_any_base", "kickers", "reinforcements", "skip_turn"),
        *("free_return", "lucre", "reverse_warp", "special_destiny", "replace_all"),
    )
    options: dict[str, Any] = {name: True for name in switches if rng.random() < 0.35}
    options |= {name: value for name, value in given.items() if name in switches}
    left_out = ["Symbiote", "Hurtz"] * (num_players == 6)
    there = [
        name
        for name in POWERS
        if name not in left_out and (ROW[name]["needs_lucre"] == "0" or options.get("lucre"))
    ]
    if rng.random() < 0.75:
        count = num_players + rng.choice([0, 0, 1, 3, 8])
        options["power_pool"] = ",".join(rng.sample(there, count))
    elif rng.random() < 0.75:
        options["power_pool"] = ",".join(POWERS)
    if rng.random() < 0.3:
        named = f"{rng.randrange(num_players)}:{rng.choice(components.HEXES)}"
        options["reverse_hexes"] = rng.choice(["all", "0,2", named, named])
    if rng.random() < 0.4:
        classes = [name for name in components.MOON_CLASSES if rng.random() < 0.6]
        options["moons"] = ",".join(classes) or "full"
    if rng.random() < 0.2:
        options["reverse_cone"] = False
    if rng.random() < 0.5:
        options["flares"] = "fixed"
    if rng.random() < 0.2:
        options["deal_proposals"] = rng.randint(1, 8)
    if rng.random() < 0.2:
        options["max_challenges"] = rng.randint(1, 300)
    return options | given


def read_value(word):
    """Return what a word of the command line stands for."""
    return {"True": True, "False": False}.get(word, int(word) if word.isdigit() else word)


def main():
    """Play many games and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=10, help="games with the same options")
    parser.add_argument(
        "--with", nargs="*", default=[], metavar="NAME=VALUE", dest="given", help="fixed options"
    )
    args = parser.parse_args()
    given = {name: read_value(word) for name, word in (entry.split("=") for entry in args.given)}
    rng = random.Random(args.seed)
    asked: Counter[str] = Counter()
    played: Counter[int] = Counter()
    differ = 0
    start = time.process_time()
    for first in range(0, args.games, args.each):
        players = rng.randint(3, 6)
        last = min(first + args.each, args.games)
        seeds = [args.seed * 1_000_000 + game for game in range(first, last)]
        eager = rng.choice([0.0, 0.5, 0.8, 0.95])
        options = draw_options(rng, players, given)
        wrong = compare(players, seeds, eager=eager, asked=asked, **options)
        played[players] += len(seeds)
        differ += len(wrong)
        for text in wrong.values():
            print(text, flush=True)
    spent = time.process_time() - start
    counts = ", ".join(f"{played[n]} with {n} players" for n in sorted(played))
    print(f"{played.total()} games ({counts}), {asked.total()} decisions, {spent:.0f} s CPU")
    print(f"{differ} games differ")
    print("asked:", dict(asked.most_common()))


if __name__ == "__main__":
    main()
