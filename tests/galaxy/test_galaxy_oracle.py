"""The game against a second, plain implementation of its rules, position by position."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from conftest import JIT
from galaxy import oracle as rules
from galaxy.oracle import Oracle

from spaceenvs import registry
from spaceenvs.core.batch import Batch

GAME = registry.load("galaxy")

BASE_STATES = ["supply", "visible", "secret", "lost"]
ACTIONS_A = ["none", "A1", "A2", "A3"]
IN_DECK, DISCARDED, ON_TABLE, IN_HAND, IN_RESERVE, AS_GARRISON, IN_FRONT = 0, 1, 2, 3, 8, 13, 18


def number(value: int | None) -> int:
    """Nothing is -1 in the record."""
    return -1 if value is None else int(value)


def expected_fields(o: Oracle) -> dict[str, Any]:
    """What the record of the game must hold in the oracle's position, field by field."""
    n, players = o.n, o.players
    seats = range(n)
    place, row, height, under = [-1] * 104, [0] * 104, [0] * 104, [-1] * 104
    ally_at = np.zeros((11, 8), int)
    known = [0] * 104
    for card in o.deck:
        place[card] = IN_DECK
    for card in o.discard:
        place[card] = DISCARDED
    for s, player in enumerate(players):
        for card in player.known:
            known[card] |= 1 << s
        for card in player.hand:
            place[card] = IN_HAND + s
        for card in player.reserve:
            place[card] = IN_RESERVE + s
        for card in player.technologies:
            place[card] = IN_FRONT + s
        if player.garrison is not None:
            place[player.garrison] = AS_GARRISON + s
    for (w, k), pile in o.piles.items():
        for i, card in enumerate(pile):
            place[card], row[card], height[card] = ON_TABLE, k, i + 1
            under[card] = pile[i - 1] if i else -1
            if rules.is_ally(card):
                ally_at[rules.value_of(card), w] = 1
    assert -1 not in place

    def shown(w: int, k: int) -> int:
        if k == 0 or not o.piles[w, k]:
            return 0
        card = o.piles[w, k][-1]
        return -1 if card in o.face_down else 1 + rules.value_of(card)

    bases = [base for player in players for base in player.bases]
    return {
        "num_players": n,
        "place": place,
        "known": known,
        "row": row,
        "height": height,
        "under": under,
        "face_down": [int(66 + v in o.face_down) for v in range(11)],
        "ally_at": ally_at.tolist(),
        "deck": o.deck,
        "deck_count": len(o.deck),
        "hand_count": [len(player.hand) for player in players],
        "reserve_count": [len(player.reserve) for player in players],
        "garrison": [number(player.garrison) for player in players],
        "top": [[number(o.top(w, k)) if k else -1 for w in range(8)] for k in range(6)],
        "shown": [[shown(w, k) for w in range(8)] for k in range(6)],
        "pile_size": [[len(o.piles[w, k]) if k else 0 for w in range(8)] for k in range(6)],
        "in_play": [int(w in o.in_play) for w in range(8)],
        "worlds_left": len(o.in_play),
        "governor": [number(o.governor[w]) for w in range(8)],
        "influence": [[o.influence(s, w) for w in range(8)] for s in seats],
        "base_state": [BASE_STATES.index(base.state) for base in bases],
        "base_world": [base.world for base in bases],
        "base_level": [base.level for base in bases],
        "supply": [len(player.bases_in("supply")) for player in players],
        "secret_placed": [int(player.ever_secret) for player in players],
        "excluded": [[int(w in player.excluded) for w in range(8)] for player in players],
        "dealer": o.dealer,
        "high_bid": number(o.high),
        "passes": o.passes,
        "last_bid": [number(player.last_bid) for player in players],
        "failed_bid": [number(player.failed_bid) for player in players],
        "bid_value": number(o.bid_value),
        "active_row": o.r,
        "last_turn": [player.last_turn for player in players],
        "words": o.chance.words,
        **expected_turn(o),
    }


def expected_turn(o: Oracle) -> dict[str, Any]:
    """What the record must hold about the turn in progress."""
    turn = o.this_turn
    if turn is None:
        return {}
    ships = turn.ships_played
    expected: dict[str, Any] = {
        "turn": o.turn_number,
        "active": turn.player,
        "action_done": ACTIONS_A.index(turn.a),
        "base_done": turn.b,
        "technology_done": turn.d,
        "committed": turn.commit,
        "ships_played": len(ships),
        "ship": ships[-1].card if ships else -1,
    }
    if ships:
        ship = ships[-1]
        expected |= {
            "ship_column": ship.column,
            "ship_value": ship.value,
            "ship_face_down": ship.face_down,
            "opportunities": ship.opps,
            "power_used": ship.power_used,
            "sensors_used": ship.sensors_used,
            "warp_used": ship.warp_used,
            "destroyed": ship.destroyed,
            "denied": [int(w in ship.denied) for w in range(8)],
        }
    return expected


def found_field(s: Any, name: str) -> Any:
    """One field of the record, as the oracle's position spells it."""
    if name == "words":
        return s.rng.words.tolist()
    if name == "deck":
        return np.roll(s.deck, -int(s.deck_first))[: s.deck_count].tolist()
    if name == "known":
        return (s.known & ((1 << s.num_players) - 1)).tolist()
    value = s[name]
    if name.startswith("base_") and name != "base_done":
        return value[: 5 * s.num_players].tolist()
    if name in ("hand_count", "reserve_count", "garrison", "influence", "supply", "excluded",
                "secret_placed", "last_bid", "failed_bid", "last_turn"):  # fmt: skip
        return value[: s.num_players].tolist()
    return value.tolist()


def compare(o: Oracle, s: Any, where: str) -> None:
    """Fail with the first fields that differ."""
    wrong = []
    for name, wanted in expected_fields(o).items():
        found = found_field(s, name)
        if found != wanted:
            wrong.append(f"{name}: oracle {wanted}, game {found}")
    assert not wrong, "\n".join([where, *wrong])


class Policy:
    """A player with random tastes: each kind of action has its weight, some worlds are liked."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.uniform = seed % 4 == 0
        taste = self.random.choice([0.5, 1.0, 2.0])
        starts = [*rules.BLOCKS, *range(rules.PASS, 212)]
        self.weight = [0.0] * 212
        for first, last in zip(starts, [*starts[1:], 212], strict=True):
            self.weight[first:last] = [self.random.lognormvariate(0, taste)] * (last - first)
        for w in range(8):
            like = self.random.lognormvariate(0, taste)
            for action in [*range(11 * w, 11 * w + 11), rules.WORLD + w, rules.PLACE + w]:
                self.weight[action] *= like
            self.weight[rules.PLACE + w] *= self.random.lognormvariate(0, 2 * taste)
        rare = [*range(99, 104), *range(rules.ATTACK, rules.SEAT), rules.SECRET, rules.POWER,
                rules.ROLL_SENSORS, rules.ROLL_SENSORS]  # fmt: skip
        for action in rare:
            self.weight[action] *= 5
        self.weight[rules.END] *= 0.2
        self.weight[rules.REVEAL] *= self.random.choice([1, 0.01, 0.001])
        for value in range(11):
            like = self.random.lognormvariate(0, taste)
            for card in range(value, 99, 11):
                self.weight[card] *= like
        self.haste = self.random.choice([1, 10, 100])

    def choose(self, o: Oracle, legal: set[int]) -> int:
        """Choose an action; players in haste play ships where the active row has none."""
        actions = sorted(legal)
        if self.uniform:
            return self.random.choice(actions)
        weights = [self.weight[a] for a in actions]
        for i, action in enumerate(actions):
            w = rules.world_of(action) if action < 88 else action - rules.WORLD
            if w in o.in_play and not o.piles[w, o.r]:
                weights[i] *= self.haste
        return self.random.choices(actions, weights)[0]


def play_both(
    batch: Batch, players: int, seed: int, options: dict[str, bool], seen: dict[str, int]
) -> int:
    """Play one game in both implementations; return the number of decisions."""
    o = Oracle(players, seed, **options)
    policy = Policy(seed)
    batch.reset(seed=np.array([seed]))
    s = batch.states[0]
    game = o.play()
    moves: list[str] = []
    decision = next(game)
    while True:
        name = GAME.decisions[s.decision]
        where = f"{players} players, seed {seed}, {options}, after {moves[-12:]} ({len(moves)})"
        legal = set(np.flatnonzero(batch.mask[0]).tolist())
        assert (int(s.to_move), name) == (decision.seat, decision.name), where
        assert legal == decision.legal, (
            f"{where}: {name}: oracle only {[GAME.actions.name(a) for a in decision.legal - legal]}"
            f", game only {[GAME.actions.name(a) for a in legal - decision.legal]}"
        )
        compare(o, s, where)
        seen[name] = seen.get(name, 0) + 1
        action = policy.choose(o, legal)
        moves.append(f"{decision.seat} {name}: {GAME.actions.name(action)}")
        batch.step([action])
        try:
            decision = game.send(action)
        except StopIteration:
            break
        assert not s.done, f"{where}, {moves[-1]}: the game is over, the oracle's is not"
    where = f"{players} players, seed {seed}, {options}, at the end, after {moves[-8:]}"
    assert s.done, where
    compare(o, s, where)
    for name in ("score", "hand_value", "rank"):
        wanted = [getattr(player, name) for player in o.players]
        assert s[name][:players].tolist() == wanted, f"{where}: {name}"
    return len(moves)


def options_of(number: int) -> dict[str, Any]:
    """The options of a comparison: none, each alone, then mixtures."""
    names = rules.OPTION_NAMES
    if number == 0:
        return {}
    defaults = vars(rules.Options())
    if number <= len(names):
        name = names[number - 1]
        return {name: not defaults[name]}
    return {name: bool(random.Random(number + i).getrandbits(1)) for i, name in enumerate(names)}


def run(players: int, variants: range, games: int, first_seed: int) -> tuple[int, dict[str, int]]:
    """Compare a number of games for each of some option settings."""
    seen: dict[str, int] = {}
    decisions = 0
    for variant in variants:
        options = options_of(variant)
        batch = Batch(GAME, 1, num_players=players, skip_forced=False, autoreset=False, **options)
        for i in range(games):
            seed = first_seed + 1001 * variant + i
            decisions += play_both(batch, players, seed, options, seen)
    return decisions, seen


@pytest.mark.skipif(not JIT, reason="plain Python plays too slowly for this")
@pytest.mark.parametrize("players", GAME.player_counts)
def test_game_equals_oracle(players):
    _, seen = run(players, range(20), 1, first_seed=10 * players)
    assert len(seen) > 15
