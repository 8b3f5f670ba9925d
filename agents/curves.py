"""Draw the learning curves of runs: one picture and one table per game, for the docs.

python -m agents.curves [run ...] [--to docs/curves]

Reads `curve.csv` and `arguments.json` of the runs (all folders under `runs/` if none is named)
and writes `<game>-<players>p.svg` and `.csv`, with a line for every run and every opponent it
was measured against; the table says which command made which line.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from spaceenvs import registry
from spaceenvs.core.files import write_atomically

COLUMNS = (
    *("run", "command", "decisions", "seconds", "players", "against", "wins", "low", "high"),
    "games",
)


@dataclass(frozen=True)
class Run:
    """What a training wrote about itself."""

    name: str
    command: str
    settings: dict[str, Any]
    rows: list[dict[str, Any]]

    def part(self, players: int, against: str) -> list[dict[str, Any]]:
        """Return the curve at one number of players against one kind of opponent."""
        return [row for row in self.rows if row["players"] == players and row["against"] == against]


def without_folder(command: str) -> str:
    """Return the command of a run without the folder it wrote to, which is nobody else's."""
    return re.sub(r" --run \S+", "", command)


def read_run(folder: Path) -> Run:
    """Read the learning curve of a run.

    Raises:
        ValueError: If there is none.
    """
    try:
        arguments = json.loads((folder / "arguments.json").read_text(encoding="utf-8"))
        with (folder / "curve.csv").open(encoding="utf-8") as file:
            rows = [
                {k: v if k == "against" else float(v) for k, v in row.items()}
                for row in csv.DictReader(file)
            ]
        if not all(row.keys() >= {"players", "against", "wins"} for row in rows):
            raise ValueError("written by an older training")
        command = without_folder(arguments["command"])
        return Run(folder.name, command, arguments["settings"], rows)
    except (OSError, KeyError, ValueError) as error:
        raise ValueError(f"{folder} holds no learning curve") from error


def draw(runs: list[Run], players: int, path: Path) -> None:
    """Draw the win rates of runs of one game against the decisions made."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "spaceenvs"  # The same runs draw the same file.
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(6, 3.6), layout="constrained")
    for run in runs:
        for against in sorted({str(row["against"]) for row in run.rows}):
            rows = run.part(players, against)
            decisions = [row["decisions"] for row in rows]
            low, high = [row["low"] for row in rows], [row["high"] for row in rows]
            minutes = rows[-1]["seconds"] / 60
            label = f"{run.name} against {against}, {minutes:.0f} minutes"
            (line,) = axes.plot(decisions, [row["wins"] for row in rows], label=label)
            axes.fill_between(decisions, low, high, alpha=0.2, color=line.get_color(), linewidth=0)
    axes.axhline(1 / players, color="grey", linestyle=":", label="a fair share")
    axes.set(
        title=f"{registry.find(runs[0].settings['game']).title}, {players} players",
        xlabel="decisions learnt from, in millions",
        ylabel="win rate, alone on one seat",
        ylim=(0, 1),
    )
    axes.xaxis.set_major_formatter(lambda decisions, _: f"{decisions / 1e6:g}")
    axes.legend(loc="lower right")
    figure.savefig(path, metadata={"Date": None})
    plt.close(figure)


def write_table(runs: list[Run], players: int, path: Path) -> None:
    """Write what was drawn, with the commands that made it."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for run in runs:
        for row in run.rows:
            if row["players"] == players:
                figures = (v if isinstance(v := row[c], str) else f"{v:.10g}" for c in COLUMNS[2:])
                writer.writerow([run.name, run.command, *figures])
    write_atomically(path, text.getvalue())


def main(words: list[str] | None = None) -> None:
    """Draw all curves that there are."""
    parser = argparse.ArgumentParser(description="Draw the learning curves of runs.")
    parser.add_argument("runs", nargs="*", type=Path, metavar="run", help="folders of runs")
    parser.add_argument("--to", type=Path, default=Path("docs/curves"), help="where they go")
    given = parser.parse_args(words)
    folders = given.runs or sorted(file.parent for file in Path("runs").glob("*/curve.csv"))
    if not folders:
        parser.error("there are no runs under runs/: python -m agents.train makes them")
    by_table: dict[tuple[str, int], list[Run]] = defaultdict(list)
    try:
        for folder in folders:
            run = read_run(folder)
            for players in sorted({int(row["players"]) for row in run.rows}):
                by_table[run.settings["game"], players].append(run)
    except ValueError as error:
        parser.error(str(error))
    given.to.mkdir(parents=True, exist_ok=True)
    for (game, players), runs in by_table.items():
        path = given.to / f"{game}-{players}p.svg"
        draw(runs, players, path)
        write_table(runs, players, path.with_suffix(".csv"))
        print(path)


if __name__ == "__main__":
    main()
