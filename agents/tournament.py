"""A tournament: any mix of agents, seats rotated, win rates and ratings with uncertainty.

python -m agents.tournament galaxy --players 2 --agents random greedy search:100 --games 1000

With more agents than seats every combination of them plays equally often; an agent may be
given several times. Every agent sits on every seat equally often. The same command plays the
same games and makes the same table, unless a searcher's budget is time.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import spaceenvs
from agents.evaluate import WinRate
from spaceenvs.core.batch import Batch
from spaceenvs.core.driver import WAIT
from spaceenvs.core.game import Game
from spaceenvs.players import KINDS, Player, make_player, turn_of

AT_ONCE = 128
"""So many games are played at once."""


@dataclass(frozen=True)
class Results:
    """How the games of a tournament ended."""

    names: list[str]
    """The agents, each with a name of its own."""
    lineups: NDArray[np.int64]
    """(games, seats): which agent sat where."""
    ranks: NDArray[np.int64]
    """(games, seats): the place of every seat, 0 for winners."""

    def win_rate(self, agent: int) -> WinRate:
        """Return how many of its games an agent won; a shared victory counts as its share."""
        won = (self.ranks == 0) / (self.ranks == 0).sum(1, keepdims=True)
        seats = self.lineups == agent
        return WinRate(float(won[seats].sum()), int(seats.sum()))


@dataclass(frozen=True)
class Row:
    """One agent in the final table."""

    agent: str
    games: int
    wins: float
    win_rate: float
    low: float
    high: float
    fair: float
    rating: float
    uncertainty: float


def make_lineups(agents: int, seats: int, games: int, seed: int) -> NDArray[np.int64]:
    """Return who sits where in every game: (games, seats), rounded up to be fair.

    Every combination of agents plays equally often and is turned around the table, so that
    each of its agents sits on every seat; who is whose neighbour changes with every turn of
    the table.
    """
    combos = np.array(list(combinations(range(agents), seats)))
    rng = np.random.default_rng(seed)
    blocks = -(-games // (len(combos) * seats))
    lineups = []
    for _ in range(blocks):
        order = rng.permutation(seats)
        for turned in range(seats):
            lineups.append(combos[:, np.roll(order, turned)])
    return np.concatenate(lineups)


def play(
    game: Game,
    agents: Sequence[Player],
    lineups: NDArray[np.int64],
    seed: int = 1,
    progress: Callable[[int, int], None] = lambda played, games: None,
) -> NDArray[np.int64]:
    """Play a game for every lineup and return the places: (games, seats), 0 for winners.

    All agents choose for all their games at once. Row r of the batch plays the games r,
    r + rows, r + 2 rows and so on, whatever the others do: the games do not depend on how
    long each of them takes.
    """
    games, seats = lineups.shape
    rows = min(games, AT_ONCE)
    batch = Batch(game, rows, num_players=seats)
    batch.reset(seed)
    words = np.random.SeedSequence(seed).generate_state(len(agents))
    for agent, word in zip(agents, words, strict=True):
        agent.reseed(int(word))
    ranks = np.full((games, seats), -1)
    current = np.arange(rows)
    playing = np.arange(rows)
    actions = np.empty(rows, np.int32)
    while playing.size:
        actions[:] = WAIT
        to_move = lineups[current[playing], batch.to_move[playing]]
        for k, agent in enumerate(agents):
            asked = playing[to_move == k]
            if asked.size:
                actions[asked] = agent.choose(turn_of(batch, asked))
        batch.step(actions)
        ended = playing[batch.terminated[playing]]
        if ended.size:
            ranks[current[ended]] = batch.final_states["rank"][ended, :seats]
            current[ended] += rows
            playing = np.flatnonzero(current < games)
            progress(int((ranks[:, 0] >= 0).sum()), games)
    return ranks


def run(
    game: Game,
    specs: Sequence[str],
    *,
    players: int,
    games: int = 1000,
    seed: int = 1,
    progress: Callable[[int, int], None] = lambda played, games: None,
) -> Results:
    """Play a tournament of the agents with these names (see `make_player`).

    Raises:
        ValueError: See `make_agents`.
    """
    agents = make_agents(game, specs, players)
    lineups = make_lineups(len(agents), players, games, seed)
    return Results(name_apart(specs), lineups, play(game, agents, lineups, seed, progress))


def make_agents(game: Game, specs: Sequence[str], players: int) -> list[Player]:
    """Return the agents with these names.

    Raises:
        ValueError: If an agent is not known, there are too few of them, or the game is not
            played by so many.
    """
    game.make_options(num_players=players)
    if len(specs) < players:
        raise ValueError(
            f"{players} players need at least {players} agents, {len(specs)} were given; "
            "an agent may be given several times"
        )
    return [make_player(spec, game) for spec in specs]


def name_apart(specs: Sequence[str]) -> list[str]:
    """Return the names of the agents; those given several times are numbered."""
    count: Counter[str] = Counter()
    names = []
    for spec in specs:
        count[spec] += 1
        names.append(spec if count[spec] == 1 else f"{spec} #{count[spec]}")
    return names


def rate(results: Results) -> list[tuple[float, float]]:
    """Return rating and uncertainty (mean and deviation, Plackett-Luce) of every agent."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    ratings = [model.rating(name=name) for name in results.names]
    for seated, places in zip(results.lineups.tolist(), results.ranks.tolist(), strict=True):
        teams = model.rate([[ratings[agent]] for agent in seated], ranks=places)
        for agent, team in zip(seated, teams, strict=True):
            ratings[agent] = team[0]
    return [(rating.mu, rating.sigma) for rating in ratings]


def make_table(results: Results) -> list[Row]:
    """Return the table of a tournament, the best rating first."""
    rows = []
    fair = 1 / results.lineups.shape[1]
    for k, (rating, uncertainty) in enumerate(rate(results)):
        won = results.win_rate(k)
        low, high = won.interval
        rows.append(
            Row(
                *(results.names[k], won.games, won.wins, won.rate, low, high),
                *(fair, rating, uncertainty),
            )
        )
    return sorted(rows, key=lambda row: -row.rating)


def write_csv(table: Sequence[Row], path: Path, **about: Any) -> None:
    """Write the table to a file, every row with what the tournament was about."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow([*about, *Row.__dataclass_fields__])
        for row in table:
            values = (f"{v:.4f}" if isinstance(v, float) else v for v in vars(row).values())
            writer.writerow([*about.values(), *values])


_COLUMNS = ("agent", "games", "win rate", "fair share", "95% interval", "rating")


def _words(row: Row) -> tuple[str, ...]:
    return (
        row.agent,
        f"{row.games}",
        f"{row.win_rate:.3f}",
        f"{row.fair:.3f}",
        f"{row.low:.3f} to {row.high:.3f}",
        f"{row.rating:.1f} +- {2 * row.uncertainty:.1f}",
    )


def show(table: Sequence[Row], title: str) -> None:
    """Print the table, with rich if it is installed."""
    lines = [_words(row) for row in table]
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        widths = [max(map(len, column)) for column in zip(_COLUMNS, *lines, strict=True)]
        print(title)
        for line in (_COLUMNS, *lines):
            print("  ".join(word.ljust(w) for word, w in zip(line, widths, strict=True)))
        return
    drawn = Table(title=title)
    for k, column in enumerate(_COLUMNS):
        # Only the names of agents may be long enough to be folded.
        drawn.add_column(column, justify="right" if k else "left", no_wrap=k > 0, overflow="fold")
    for line in lines:
        drawn.add_row(*line)
    Console().print(drawn)


def _show_progress(played: int, games: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{played:,} of {games:,} games" + ("\n" if played == games else ""))


def _use_one_torch_thread() -> None:
    """Some dozens of games at a time are too few to share: threads would wait for each other."""
    import torch

    torch.set_num_threads(1)


def make_parser(description: str) -> argparse.ArgumentParser:
    """Return the parser of what every tournament is told on the command line."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("game", help=", ".join(spaceenvs.games()))
    parser.add_argument("--players", type=int, help="seats at the table (default: the fewest)")
    parser.add_argument("--agents", nargs="+", default=["random", "greedy"], help=KINDS)
    parser.add_argument("--games", type=int, default=1000, help="rounded up: every seat in turn")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--csv", type=Path, default=Path("runs/tournament.csv"))
    return parser


def report(game: Game, results: Results, seconds: float, seed: int, path: Path) -> None:
    """Print the table of a tournament and write it to a file."""
    table = make_table(results)
    games, players = results.lineups.shape
    show(table, f"{game.title}, {players} players, {games:,} games in {seconds:.0f} s, seed {seed}")
    write_csv(table, path, game=game.id, players=players, seed=seed)
    print(f"the table is also in {path}")


def play_and_report(
    parser: argparse.ArgumentParser,
    given: argparse.Namespace,
    play: Callable[[Game, int], Results],
) -> None:
    """Play the tournament that was asked for and report it; explain what cannot be played."""
    begun = time.perf_counter()
    try:
        game = spaceenvs.load(given.game)
        players = game.players[0] if given.players is None else given.players
        results = play(game, players)
    except ValueError as error:
        parser.error(str(error))
    report(game, results, time.perf_counter() - begun, given.seed, given.csv)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a tournament from the command line."""
    parser = make_parser("A tournament of any mix of agents.")
    given = parser.parse_args(arguments)
    if given.games < 1 or given.seed < 0:
        parser.error("games is at least 1, a seed is not negative")
    if any(spec.startswith("ppo:") for spec in given.agents):
        _use_one_torch_thread()

    def play_all(game: Game, players: int) -> Results:
        return run(
            game,
            given.agents,
            players=players,
            games=given.games,
            seed=given.seed,
            progress=_show_progress,
        )

    play_and_report(parser, given, play_all)


if __name__ == "__main__":
    main()
