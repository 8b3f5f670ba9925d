"""Who beats whom: one table for every game and number of players, for the docs.

python -m agents.ratings [game ...] [--players 2,3] [--each 400] [--search-games 40]

Each player sits alone on one seat, on every seat equally often, and all others are played by
another one; the share of the games that it wins, with the 95% interval. Who searches only sits
alone: a table full of searchers would take several times as long. The ratings are those of all
these games together (Plackett-Luce). The tables go to `docs/figures/players.md` and `.csv`, after
every table of a game.
"""

from __future__ import annotations

import argparse
import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from agents.evaluate import WinRate
from agents.tournament import Results, play, rate
from spaceenvs import registry
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import Game
from spaceenvs.players import make_player, players_of

SEED = 1


@dataclass(frozen=True)
class Meeting:
    """One player alone among others of another kind."""

    game: str
    players: int
    alone: str
    others: str
    won: WinRate


def meet(game: Game, players: int, alone: str, others: str, games: int) -> tuple[Meeting, Results]:
    """Play games of one player alone on a seat against others of another kind."""
    each = -(-games // players)
    seats = np.arange(each * players) % players
    lineups = np.where(seats[:, None] == np.arange(players), 0, 1)
    two = [make_player(alone, game), make_player(others, game)]
    results = Results([alone, others], lineups, play(game, two, lineups, SEED))
    return Meeting(game.name, players, alone, others, results.win_rate(0)), results


def searches(name: str) -> bool:
    """Whether a player of this name searches, which takes its time."""
    return name.startswith("search")


def meet_all(
    game: Game, players: int, names: Sequence[str], games: int, search_games: int
) -> tuple[list[Meeting], dict[str, tuple[float, float]]]:
    """Let everybody meet everybody else; return the meetings and the ratings."""
    meetings, lineups, ranks = [], [], []
    for a, alone in enumerate(names):
        for b, others in enumerate(names):
            if a == b or searches(others):
                continue
            count = search_games if searches(alone) else games
            meeting, results = meet(game, players, alone, others, count)
            meetings.append(meeting)
            lineups.append(np.where(results.lineups == 0, a, b))
            ranks.append(results.ranks)
            print(
                f"{game.title}, {players} players: {alone} among {others}: {meeting.won}",
                flush=True,
            )
    everything = Results(list(names), np.concatenate(lineups), np.concatenate(ranks))
    return meetings, dict(zip(names, rate(everything), strict=True))


def as_markdown(
    game: Game,
    players: int,
    names: Sequence[str],
    meetings: Sequence[Meeting],
    ratings: dict[str, tuple[float, float]],
) -> str:
    """Return the table of a game at one number of players."""
    found = {(meeting.alone, meeting.others): meeting.won for meeting in meetings}
    many = [name for name in names if not searches(name)]
    lines = [
        f"### {game.title}, {players} players",
        "",
        "| alone | " + " | ".join(f"among {name}" for name in many) + " | rating |",
        "|---" * (len(many) + 2) + "|",
    ]
    for alone in names:
        cells = []
        for others in many:
            won = found.get((alone, others))
            if won is None:
                cells.append("")
            else:
                low, high = won.interval
                cells.append(f"{won.rate:.3f} ({low:.2f} to {high:.2f})")
        mean, deviation = ratings[alone]
        lines.append(f"| {alone} | " + " | ".join(cells) + f" | {mean:.1f} ± {2 * deviation:.1f} |")
    lines += ["", f"A fair share is {1 / players:.3f}."]
    return "\n".join(lines)


def as_csv(meetings: Sequence[Meeting]) -> str:
    """Return all meetings as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("game", "players", "alone", "others", "wins", "low", "high", "games"))
    for meeting in meetings:
        figures = (f"{figure:.4f}" for figure in (meeting.won.rate, *meeting.won.interval))
        about = (meeting.game, meeting.players, meeting.alone, meeting.others)
        writer.writerow([*about, *figures, meeting.won.games])
    return text.getvalue()


def main(words: list[str] | None = None) -> None:
    """Let all players of all games meet, and write the tables."""
    parser = argparse.ArgumentParser(description="Who beats whom, at every number of players.")
    parser.add_argument("games", nargs="*", metavar="game", help=", ".join(registry.ROWS))
    parser.add_argument("--players", help="only these numbers of players: 2,3")
    parser.add_argument("--each", type=int, default=400, help="games of every meeting")
    parser.add_argument("--search-games", type=int, default=40, help="where one searches; 0: none")
    parser.add_argument("--simulations", type=int, default=200, help="of a decision that searches")
    parser.add_argument("--to", type=Path, default=Path("docs/figures/players"))
    given = parser.parse_args(words)
    if given.each < 1 or given.search_games < 0 or given.simulations < 1:
        parser.error("each and simulations are at least 1, search-games is not negative")
    search = f"search:{given.simulations}"
    options = f"--each {given.each} --search-games {given.search_games}"
    options += f" --simulations {given.simulations}" if given.search_games else ""
    words = ["python -m agents.ratings", *given.games]
    words += [] if given.players is None else [f"--players {given.players}"]
    title = f"## Who beats whom\n\n`{' '.join([*words, options])}`, seed {SEED}; intervals of 95%."
    given.to.parent.mkdir(parents=True, exist_ok=True)
    meetings: list[Meeting] = []
    parts = [title]
    try:
        wanted = None if given.players is None else [int(n) for n in given.players.split(",")]
        games = [registry.load(name) for name in given.games or registry.ROWS]
        for game in games:
            names = [name for name in players_of(game) if not searches(name)]
            if given.search_games:
                names += [search, *([f"{search}:trained"] if "trained" in names else [])]
            for players in wanted or game.player_counts:
                game.make_options(num_players=players)
                met, ratings = meet_all(game, players, names, given.each, given.search_games)
                meetings += met
                parts.append(as_markdown(game, players, names, met, ratings))
                write_atomically(given.to.with_suffix(".md"), "\n\n".join(parts) + "\n")
                write_atomically(given.to.with_suffix(".csv"), as_csv(meetings))
    except ValueError as error:
        parser.error(str(error))
    print(f"written to {given.to}.md and .csv")


if __name__ == "__main__":
    main()
