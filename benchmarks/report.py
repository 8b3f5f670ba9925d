"""Write the figures of README and docs from the results of the benchmarks.

python -m benchmarks.report [--results benchmarks/results]

Every number that it writes comes from the JSON files of `make bench`, which are kept beside the
pages. What players and training are worth stands in docs/figures/agents.md, written by hand.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from spaceenvs import registry

ROOT = Path(__file__).resolve().parents[1]
FIGURES = ROOT / "docs" / "figures"
BEGIN, END = "<!-- figures: filled from the benchmark -->\n", "<!-- end of figures -->"

MEANING = (
    "Decisions per second, lowest and highest over the numbers of players, and the ratio to the "
    "baseline measured in the same rounds: a no-op AEC environment, a kernel that only "
    "fills the same bytes. "
)

Results = dict[str, Any]


def read(folder: Path, name: str) -> Results | None:
    """Return the results of a benchmark, or None if it was not run."""
    path = folder / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


def origin(results: Results) -> str:
    """Return the command, the commit and the machine that results come from."""
    machine, versions = results["machine"], results["versions"]
    seed = f", seed {results['seed']}" if "seed" in results else ""
    return (
        f"`{results['command']}`{seed}, commit {results['commit']}; {machine['processor']}, "
        f"{machine['cores']} cores, Python {machine['python']}, numba {versions['numba']}"
    )


def rows(header: Iterable[str], lines: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown."""
    head = list(header)
    return "\n".join("| " + " | ".join(line) + " |" for line in [head, ["---"] * len(head), *lines])


def rate(number: float) -> str:
    """Return steps per second, rounded as far as they can be trusted."""
    if number >= 1e6:
        return f"{number / 1e6:.1f} million"
    return f"{float(f'{number:.3g}'):,.0f}"


def _games(count: int) -> str:
    return "1 game" if count == 1 else f"{count:,} games"


def between(numbers: list[float], words: Callable[[float], str]) -> str:
    """Return the lowest and the highest number in words."""
    low, high = words(min(numbers)), words(max(numbers))
    if low == high:
        return low
    if low.endswith(" million") and high.endswith(" million"):
        low = low.removesuffix(" million")
    return f"{low} to {high}"


class Throughput:
    """The results of `benchmarks.throughput`, asked by game."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.facts: dict[str, dict[str, float]] = results["facts"]
        self._cases = {case["name"]: case for case in results["cases"]}
        self.games = [name for name in registry.ROWS if name in self.facts]

    def find(self, game: str, case: str, entry: str) -> list[float]:
        """Return an entry of a case of a game, one for every number of players."""
        name = re.compile(rf"{game} \dp {re.escape(case)}")
        return [found[entry] for key, found in self._cases.items() if name.fullmatch(key)]

    def rates(self, game: str, case: str) -> str:
        """Return lowest and highest rate over the numbers of players."""
        return between(self.find(game, case, "median"), rate)

    def ratios(self, game: str, case: str) -> str:
        """Return lowest and highest part of the floor."""
        return between(self.find(game, case, "ratio"), "{:.2f}".format)

    def decisions(self, game: str, kind: str) -> str:
        """Return the decisions of a random game for every number of players."""
        counts = registry.load(game).player_counts
        return " / ".join(
            f"{self.facts[f'{game} {players}p decisions'][kind]:,.0f}" for players in counts
        )

    def peers(self) -> list[Results]:
        """Return the cases of other libraries."""
        return [case for name, case in self._cases.items() if name.split()[0] not in registry.ROWS]


def overview(found: Throughput) -> str:
    """Return the table that people look at."""
    header = (
        *("game", "AEC loop", "of the no-op baseline", "batch of 1,024", "of memory fill"),
        *("second thread", "playout in a kernel"),
    )
    return rows(
        header,
        (
            (
                registry.find(game).title,
                found.rates(game, "AEC"),
                found.ratios(game, "AEC"),
                found.rates(game, "batch x1024"),
                found.ratios(game, "batch x1024"),
                "x " + found.ratios(game, "batch x1024, 2 threads"),
                found.rates(game, "playout"),
            )
            for game in found.games
        ),
    )


def sizes(found: Throughput) -> str:
    """Return how large the games are, and how long the first step takes."""
    header = (
        *("game", "bytes of an observation", "actions", "bytes of a game"),
        *("decisions of a random game", "those with a choice"),
        *("first step, seconds: nothing compiled", "compiled before"),
    )
    lines = []
    for game in found.games:
        fact = found.facts[game]
        lines.append(
            (
                registry.find(game).title,
                f"{fact['bytes per observation']:,}",
                f"{fact['actions']:,}",
                f"{fact['bytes per game']:,}",
                found.decisions(game, "all"),
                found.decisions(game, "more than one option"),
                f"{fact['cold seconds']:.0f}",
                f"{fact['warm seconds']:.1f}",
            )
        )
    return rows(header, lines)


def batches(found: Throughput) -> str:
    """Return the rates of batches of all sizes."""
    header = ("game", *(_games(size) for size in (1, 64, 1024, 16384)), "64, a VecEnv of SB3")
    return rows(
        header,
        (
            (
                registry.find(game).title,
                *(found.rates(game, f"batch x{size}") for size in (1, 64, 1024, 16384)),
                found.rates(game, "VecEnv x64"),
            )
            for game in found.games
        ),
    )


def layers(found: Throughput) -> str:
    """Return what else was measured, as parts of floors and of one thread."""
    header = (
        *("game", "`env()` of the no-op baseline", "no-op baseline, arrays reused"),
        *("copy of memory fill, 1,024 games", "step and sample of memory fill, 1,024"),
        *(f"second thread, {_games(size)}" for size in (64, 1024, 16384)),
    )
    return rows(
        header,
        (
            (
                registry.find(game).title,
                found.ratios(game, "env()"),
                "x " + found.ratios(game, "no-op, same arrays"),
                "x " + found.ratios(game, "copy x1024"),
                found.ratios(game, "batch x1024 and sample"),
                *(
                    "x " + found.ratios(game, f"batch x{size}, 2 threads")
                    for size in (64, 1024, 16384)
                ),
            )
            for game in found.games
        ),
    )


def others(found: Throughput) -> str:
    """Return the rates of other libraries as parts of Galaxy's."""
    lines = (
        (
            case["name"],
            f"{case['bytes per observation']:,}",
            f"{case['actions']:,}",
            rate(case["median"]),
            f"{case['ratio']:.3f}",
        )
        for case in found.peers()
    )
    header = ("game", "bytes of an observation", "actions", "decisions per second", "of Galaxy's")
    return rows(header, lines)


def throughput_page(found: Throughput, scaling: Results | None, combat: Results | None) -> str:
    """Return docs/figures/throughput.md."""
    spread = max(case["spread"] for case in found.results["cases"])
    parts = [
        "## Throughput",
        f"{MEANING}Only decisions with a choice count, except in playouts. "
        f"{origin(found.results)}. "
        f"Half the interquartile range is at most {spread:.0%} of a rate.",
        overview(found),
        batches(found),
        "What else was measured. A single game has no work for a second thread.",
        layers(found),
        "Decisions are means of 200 random games, for every number of players.",
        sizes(found),
        "![Decisions per second](throughput.svg)",
        "The bars show the smallest table of each game; batches and peers with the random choices.",
    ]
    if found.peers():
        parts += [
            "Games of other libraries in rounds with Galaxy: its AEC loop, or for batches its "
            "batch of 1,024 with the random choices. Their games are smaller.",
            others(found),
        ]
    if scaling is not None:
        parts += [
            "## Scaling",
            "Steps per second of one thread against the number of games; lowest and highest over "
            "the numbers of players. The last column compares with a kernel that only reads and "
            "writes back as many bytes as a step goes through: record, observation and mask. "
            f"{origin(scaling)}.",
            "![Decisions per second against the number of games](scaling.svg)",
            scaling_table(scaling),
        ]
    if combat is not None:
        parts += [
            "## Battles alone",
            "Fights per second, and as a part of the kernel's; before they are timed the results "
            f"are compared fight by fight. {origin(combat)}.",
            rows(
                ("what", "fights per second", "of the kernel"),
                (
                    (
                        c["name"],
                        rate(c["median"]),
                        "" if c["floor"] is None else f"{c['ratio']:.3f}",
                    )
                    for c in combat["cases"]
                ),
            ),
        ]
    return "\n\n".join(parts) + "\n"


def scaling_table(scaling: Results) -> str:
    """Return rate and memory of every size, lowest and highest over the numbers of players."""
    cases = [case for case in scaling["cases"] if case["what"] == "steps"]
    games = list(dict.fromkeys(case["game"] for case in cases))
    counts = list(dict.fromkeys(case["games"] for case in cases))
    lines = []
    for game in games:
        line = [registry.find(game).title]
        for count in counts:
            mine = [c for c in cases if (c["game"], c["games"]) == (game, count)]
            line.append(between([case["median"] for case in mine], rate))
        parts = between([case["ratio"] for case in mine], "{:.2f}".format)
        lines.append([*line, f"{mine[-1]['bytes'] / 1e6:,.0f} MB", parts])
    most = f"{counts[-1]:,}"
    header = ("game", *map(_games, counts), f"memory of {most}", f"{most} of only its memory")
    return rows(header, lines)


BATCHED = re.compile(r" x\d+$")


def comparison(found: Throughput) -> str:
    """Return the rates beside other libraries: one game at a time, and batches of 1,024."""
    loops = [found.find(game, "AEC", "median") for game in found.games]
    batches = [found.find(game, "batch x1024", "median") for game in found.games]

    def ours(cases: list[list[float]]) -> str:
        return f"**{between([number for case in cases for number in case], rate)}**"

    lines = [("**spaceenvs**, the five games", ours(loops), ours(batches))]
    for case in found.peers():
        batched = bool(BATCHED.search(case["name"]))
        name, shown = BATCHED.sub("", case["name"]), rate(case["median"])
        lines.append((name, "" if batched else shown, shown if batched else ""))
    return rows(("decisions per second", "one game at a time", "1,024 games at once"), lines)


def readme_part(found: Throughput) -> str:
    """Return the figures of README."""
    return (
        f"{comparison(found)}\n\nOne thread, the masks and observations included; the games of the "
        "other libraries are smaller. "
        f"{origin(found.results)}. What was measured and how, and what limits each game: "
        "[throughput](docs/figures/throughput.md), [benchmarks](docs/benchmarks.md).\n"
    )


def fill(text: str, part: str) -> str:
    """Return the README with another part between the marks."""
    before, rest = text.split(BEGIN)
    return before + BEGIN + part + END + rest.split(END, 1)[1]


def main() -> None:
    """Write the pages."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--results", type=Path, default=ROOT / "benchmarks" / "results")
    folder = parser.parse_args().results
    results = read(folder, "throughput")
    if results is None:
        parser.error(f"{folder} holds no throughput.json; `make bench` writes it")
    found = Throughput(results)
    page = throughput_page(found, read(folder, "scaling"), read(folder, "combat"))
    (FIGURES / "throughput.md").write_text(page, encoding="utf-8")
    for path in sorted(folder.glob("*.*")):
        shutil.copyfile(path, FIGURES / path.name)
    readme = ROOT / "README.md"
    readme.write_text(
        fill(readme.read_text(encoding="utf-8"), readme_part(found)), encoding="utf-8"
    )
    print(f"written: {FIGURES / 'throughput.md'}, {readme}")


if __name__ == "__main__":
    main()
