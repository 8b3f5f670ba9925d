"""The setup: decks, Home Worlds, tokens, the order of shuffles (section 3, R2, R4, R59, E9)."""

from __future__ import annotations

import numpy as np
import pytest

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.rng import RNG, seed_rng, shuffle
from spaceenvs.core.scenario import Table
from spaceenvs.core_worlds.actions import DECISIONS, Decision
from spaceenvs.core_worlds.components import ZONE_SIZE, name_of
from spaceenvs.core_worlds.setup import find_picker, give_surge_tokens

GAME = registry.load("core_worlds")
ZONE_BY_PLAYERS = {2: 6, 3: 8, 4: 10, 5: 12}


def new_game(seed=1, **options):
    table = Table(GAME, **options)
    table.reset(seed)
    return table


def finish_energy_phase(table):
    while DECISIONS[table.state.decision] == "ENERGY":
        table.play("done")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_first_position(players):
    table = new_game(num_players=players)
    position = table.position()
    assert (position["round"], position["decision"]) == (1, "ENERGY")
    assert position["to_move"] == position["destiny"]
    for p in range(players):
        seat = position[f"seat{p}"]
        assert seat["energy"] == seat["world_energy"] == 3  # R2
        assert (seat["actions"], seat["hand_size"], seat["deck_size"]) == (4, 6, 10)
        assert (seat["discard"], seat["units"], seat["worlds"]) == ([], [], [])


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_lowest_home_number_begins(players):
    batch = Batch(GAME, 40 if players == 2 else 10, num_players=players, skip_forced=False)
    batch.reset(seed=4)
    homes = batch.states["players"]["home"][:, :players]
    assert (homes.argmin(1) == batch.states["destiny"]).all()


def test_starting_decks_differ_in_the_hero_only():
    # R2: 6 Grunts, 6 Snubs, 3 Surges and a hero.
    table = new_game(num_players=5)
    heroes = set()
    for p in range(5):
        pool = table.state.players[p].pool
        cards = {name_of(table.box, c): int(pool[c]) for c in np.flatnonzero(pool).tolist()}
        hero = next(name for name, copies in cards.items() if copies == 1)
        heroes.add(hero)
        del cards[hero]
        assert cards == {"Galactic Grunts": 6, "Snub Fighter": 6, "Energy Surge": 3}
    assert len(heroes) == 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_zone_sizes(players):
    # R4: the table without its header, players 2, 3, 4, 5.
    assert ZONE_SIZE[players] == ZONE_BY_PLAYERS[players]
    for seed in range(3):
        table = new_game(seed=seed, num_players=players)
        finish_energy_phase(table)
        kinds = [table.box.cards[card].kind for card in table.state.zone if card >= 0]
        worlds = kinds.count(1)
        assert len(kinds) >= ZONE_BY_PLAYERS[players]
        assert min(worlds, len(kinds) - worlds) >= players
        if len(kinds) > ZONE_BY_PLAYERS[players]:
            assert min(worlds, len(kinds) - worlds) == players


@pytest.mark.parametrize(
    ("homes", "destiny", "tokens"),
    [
        # E9, and the other player counts of setup step 4.
        (["Dunhaven", "Brannoch", "Eskarion"], 1, [1, 0, 1]),
        (["Coriandre", "Eskarion", "Alpha Prime", "Brannoch"], 2, [1, 2, 0, 0]),
        (["Brannoch", "Alpha Prime"], 1, [0, 0]),
        (["Brannoch", "Coriandre", "Dunhaven", "Eskarion", "Alpha Prime"], 4, [0, 0, 0, 0, 0]),
    ],
)
def test_surge_tokens_go_to_the_later_seats(homes, destiny, tokens):
    table = new_game(num_players=len(homes))
    table.arrange(
        {"destiny": destiny, **{f"seat{p}": {"home": home} for p, home in enumerate(homes)}}
    )
    s = table.state
    numbers = [table.box.homes.tolist().index(s.players[p].home) for p in range(len(homes))]
    assert int(np.argmin(numbers)) == destiny
    give_surge_tokens(s, table.box)
    assert [int(s.players[p].surge_tokens) for p in range(len(homes))] == tokens


@pytest.mark.parametrize(("players", "tokens"), [(2, 0), (3, 2), (4, 3), (5, 0)])
def test_surge_tokens_of_a_new_game(players, tokens):
    s = new_game(num_players=players).state
    assert sum(int(s.players[p].surge_tokens) for p in range(players)) == tokens
    assert s.players[s.destiny].surge_tokens == 0
    s = new_game(num_players=players, surge_tokens=False).state
    assert sum(int(s.players[p].surge_tokens) for p in range(players)) == 0


def test_order_of_shuffles():
    # R59: Home Worlds, the draw decks by seat, Galactic Decks 1 to 5.
    table = new_game(seed=9, num_players=3)
    rng = np.zeros(1, RNG)[0]
    seed_rng(rng, 9)
    homes = np.arange(5, dtype=np.int8)
    shuffle(rng, homes, 5)
    assert [int(table.box.homes[homes[p]]) for p in range(3)] == [
        int(table.state.players[p].home) for p in range(3)
    ]
    for p in range(3):
        deck = table.box.start[homes[p]].copy()
        shuffle(rng, deck, 16)
        me = table.state.players[p]
        assert sorted(deck[10:]) == me.hand[:6].tolist()  # six drawn from the end
        assert deck[:10].tolist() == me.deck[:10].tolist()
    for number in range(1, 6):
        size = int(table.box.galactic_size[number])
        deck = table.box.galactic[number].copy()
        shuffle(rng, deck, size)
        assert deck[:size].tolist() == table.state.galactic[number, :size].tolist()


def test_deck_0_is_for_the_pregame_draft_only():
    # R42: six Galactic Decks, Deck 0 only for the draft.
    assert new_game(num_players=2).state.galactic_size.tolist() == [0, 24, 24, 24, 24, 12]
    drafting = new_game(num_players=2, pregame_draft=True)
    assert drafting.state.galactic_size.tolist() == [6, 24, 24, 24, 24, 12]
    assert drafting.position()["decision"] == "PREGAME"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_pregame_draft_snakes(players):
    # Section 11: P1, P2, ..., Pn, Pn, ..., P2, P1; R41: the removed cards are gone.
    table = new_game(seed=players, num_players=players, pregame_draft=True)
    s = table.state
    first = int(s.destiny)
    there = [(first + k) % players for k in range(players)]
    asked = []
    assert sum(card >= 0 for card in s.zone) == ZONE_BY_PLAYERS[players]
    assert all(int(s.players[p].deck_size) == 14 for p in range(players))
    while s.decision == Decision.PREGAME:
        assert int(s.to_move) == find_picker(s)
        asked.append(int(s.to_move))
        table.play(next(iter(table.words())))
        s = table.state
    assert asked == there + there[::-1]
    position = table.position()
    assert position["galactic"]["0"] == []
    removed = [int(s.removed[table.box.colonists[which]]) for which in range(2)]
    assert removed == [players, players]
    for p in range(players):
        me = s.players[p]
        assert me.hand_size + me.deck_size == 16
        assert [int(me.pool[table.box.colonists[which]]) for which in range(2)] == [5, 5]


def test_games_last_exactly_ten_rounds():
    # R69
    batch = Batch(GAME, 3, num_players=2, autoreset=False)
    batch.reset(seed=1)
    while not batch.terminated.all():
        batch.step(batch.sample())
    assert (batch.states["round_number"] == 10).all()
