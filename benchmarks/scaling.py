"""Steps per second and memory against the number of games and of players.

python -m benchmarks.scaling [game ...] [--most N] [--json FILE]

A batch keeps its games in one array: the rate should stay flat from a thousand games to as many
as the memory holds.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from benchmarks.loops import batch_steps_only
from benchmarks.measure import Case, measure, positive, write_json
from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game

SIZES = (1, 10, 100, 1_000, 10_000, 100_000)


def count_bytes(batch: Batch) -> int:
    """Return what the arrays of a batch take in memory."""
    arrays = (batch.states, batch.final_states, batch.observation, batch.mask, batch.scaled)
    return sum(array.nbytes for array in arrays)


def cases_of(game: Game, players: int, most: int) -> list[Case]:
    """Return a case for every number of games, up to `most`."""
    cases = []
    for size in SIZES:
        if size > most:
            break
        batch = Batch(game, size, num_players=players)
        facts = {"game": game.name, "players": players, "games": size, "bytes": count_bytes(batch)}
        cases.append(Case(f"{game.name} {players}p x{size}", batch_steps_only(batch), facts=facts))
    return cases


def draw(cases: list[Case], path: Path) -> None:
    """Draw one curve for every game and player count."""
    import matplotlib.pyplot as plt

    games = list(dict.fromkeys(case.facts["game"] for case in cases))
    figure, axes = plt.subplots(1, len(games), figsize=(3.2 * len(games), 3), sharey=True)
    for name, axis in zip(games, [axes] if len(games) == 1 else axes, strict=True):
        mine = [case for case in cases if case.facts["game"] == name]
        for players in dict.fromkeys(case.facts["players"] for case in mine):
            row = [case for case in mine if case.facts["players"] == players]
            sizes = [case.facts["games"] for case in row]
            axis.plot(sizes, [case.median for case in row], "o-", label=f"{players} players")
        axis.set(title=name, xscale="log", yscale="log", xlabel="games at once")
        axis.legend(fontsize=7)
    figure.supylabel("decisions per second", fontsize=10)
    figure.tight_layout()
    figure.savefig(path)
    plt.close(figure)


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="*", default=list(registry.ROWS), metavar="game")
    parser.add_argument("--most", type=positive, default=SIZES[-1], help="games at once, at most")
    parser.add_argument("--rounds", type=positive, default=3)
    parser.add_argument("--seconds", type=float, default=0.3, help="for one case in one round")
    parser.add_argument("--json", type=Path, default=Path("benchmarks/results/scaling.json"))
    given = parser.parse_args()
    try:
        games = [registry.load(name) for name in given.games]
    except ValueError as error:
        parser.error(str(error))
    everything = []
    for game in games:
        for players in game.player_counts:
            cases = cases_of(game, players, given.most)
            measure(cases, given.rounds, given.seconds)
            for case in cases:
                megabytes = case.facts["bytes"] / 1e6
                print(f"{case.name:32} {case.median:12,.0f} steps/s {megabytes:10,.1f} MB")
                case.run = lambda seconds: 0.0  # lets go of the batch and its memory
            everything += cases
    write_json(given.json, everything)
    draw(everything, given.json.with_suffix(".svg"))
    print(f"written to {given.json}, {given.json.with_suffix('.svg')}")


if __name__ == "__main__":
    main()
