"""Route costs on thousands of random maps, against networkx (6.4, R10, R11, R24)."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from conftest import JIT

from spaceenvs.handful_of_stars import GAME
from spaceenvs.handful_of_stars.components import (
    BASE,
    FIRST_RESERVE_EFFECT,
    FLEET,
    NOWHERE,
    Effect,
)
from spaceenvs.handful_of_stars.routes import can_leave, find_routes, look_around
from spaceenvs.handful_of_stars.setup import clear_table, lay_tiles
from spaceenvs.handful_of_stars.state import CHART_WORMHOLE, STATE, UNREACHED
from spaceenvs.handful_of_stars.tallies import does, recount

MAPS = 3000 if JIT else 40
STEP = {FLEET: 1, BASE: 2}


def random_map(box, seed):
    """A fresh map with pieces of Red scattered over it."""
    rng = np.random.default_rng(seed)
    states = np.zeros(1, STATE)
    s = states[0]
    clear_table(s, box, seed)
    lay_tiles(s, box)
    n = int(box.spaces)
    own = rng.random(n) < rng.uniform(0.1, 0.7)
    s.fleets[0, :n] = own & (rng.random(n) < 0.5)
    s.bases[0, :n] = own & (rng.random(n) < 0.4)
    s.marker[0, :n] = own & (s.fleets[0, :n] + s.bases[0, :n] == 0)
    recount(s, box, 0)
    s.wormhole_token[0] = rng.random() < 0.7
    s.works[0, Effect.NAVIGATE - FIRST_RESERVE_EFFECT] = rng.random() < 0.4
    s.works[0, Effect.BASEMOVE - FIRST_RESERVE_EFFECT] = rng.random() < 0.5
    if rng.random() < 0.5:
        s.target = rng.integers(n)
    return s, rng


def graph_of(s, box, unit, hub):
    """Two layers: before and after the one wormhole jump."""
    n = int(box.spaces)
    passable = {x for x in range(n) if s.fleets[0, x] + s.bases[0, x] + s.marker[0, x]}
    passable.discard(int(s.target))
    graph = nx.DiGraph()
    graph.add_nodes_from((layer, x) for layer in (0, 1) for x in range(n))
    for x in range(n):
        for layer in (0, 1):
            if x not in passable and (layer, x) != (0, hub):
                continue
            for letter in range(6):
                y = int(box.neighbour[x, letter])
                if y == NOWHERE:
                    continue
                hole = s.black_hole[box.connection[x, letter]]
                if not hole:
                    graph.add_edge((layer, x), (layer, y), weight=STEP[unit])
                elif does(s, 0, Effect.NAVIGATE):
                    graph.add_edge((layer, x), (layer, y), weight=STEP[unit] + 1)
    if s.wormhole_token[0]:
        ends = [x for x in range(n) if s.chart[CHART_WORMHOLE, x]]
        for x in ends:
            if x in passable or x == hub:
                for y in ends:
                    if y != x:
                        graph.add_edge((0, x), (1, y), weight=0)
    return graph, passable


@pytest.mark.parametrize("systems", [36, 38])
def test_route_costs_are_those_of_networkx(systems):
    box = GAME.make_box(GAME.make_options(systems=systems))[0]
    for seed in range(MAPS // 2):
        s, rng = random_map(box, seed)
        unit = int(rng.integers(2))
        hub = int(rng.integers(systems))
        graph, passable = graph_of(s, box, unit, hub)
        energy, research = int(rng.integers(0, 6)), int(rng.integers(0, 3))
        look_around(s, box, 0, energy, research)
        find_routes(s, box, 0, hub, unit)
        wanted = nx.single_source_dijkstra_path_length(graph, (0, hub))
        for x in range(systems):
            if x == hub:
                continue
            assert s.normal[unit, x] == wanted.get((0, x), UNREACHED), (seed, x)
            normal = wanted.get((0, x), UNREACHED)
            jump = wanted.get((1, x), UNREACHED)
            # A jump that costs no less Energy is not on offer: its cost does not matter.
            assert (s.jump[unit, x] < normal) == (jump < normal), (seed, x)
            if jump < normal:
                assert s.jump[unit, x] == jump, (seed, x)
        check_origin(s, hub, unit, wanted, passable, energy, research)


def check_origin(s, hub, unit, wanted, passable, energy, research):
    """`can_leave` looks at the nearest destinations only; look at all of them (D08)."""
    if hub not in passable or hub == s.target:
        return
    units = s.fleets[0, hub] if unit == FLEET else s.bases[0, hub] * does(s, 0, Effect.BASEMOVE)
    possible = False
    for x in range(36):
        if x == hub or (x not in passable and s.target not in (NOWHERE, x)):
            continue
        normal, jump = wanted.get((0, x), UNREACHED), wanted.get((1, x), UNREACHED)
        possible |= normal <= energy
        possible |= jump < normal and jump <= energy and research >= STEP[unit]
    if len(s.space_of[s.space_of != NOWHERE]) == 36:
        assert can_leave(s, 0, hub, unit) == bool(units and possible)
