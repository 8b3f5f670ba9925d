"""Measuring on a shared, noisy machine: interleaved rounds, medians, ratios."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

import numpy as np

LIBRARIES = (
    *("spaceenvs", "numpy", "numba", "gymnasium", "pettingzoo", "stable-baselines3", "torch"),
    *("open_spiel", "rlcard", "pgx", "jax", "envpool"),
)
"""What a rate may depend on."""

SEED = 1
"""Whatever is random in a benchmark begins with this seed: the same games are measured again."""

Run = Callable[[float], float]
"""Takes the seconds it may use, returns steps per second."""


@dataclass
class Case:
    """One thing that is measured, and what it is compared with."""

    name: str
    run: Run
    floor: str | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    rates: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The middle of the measured rates."""
        return float(np.median(self.rates))

    @property
    def spread(self) -> float:
        """Half the interquartile range, as a part of the median."""
        low, high = np.percentile(self.rates, [25, 75])
        return float((high - low) / 2 / self.median)


def measure(cases: list[Case], rounds: int, seconds: float) -> None:
    """Run every case once per round, one after the other, so that noise hits all alike."""
    for case in cases:
        case.run(seconds / 10)  # Warm caches, compile what is left.
    for number in range(rounds):
        for case in cases:
            case.rates.append(case.run(seconds))
        _progress(f"round {number + 1} of {rounds}")
    _progress("")


def ratio(case: Case, cases: list[Case]) -> float | None:
    """Return the median ratio to the floor, round by round."""
    if case.floor is None:
        return None
    floor = next(other for other in cases if other.name == case.floor)
    return float(np.median(np.array(case.rates) / np.array(floor.rates)))


def timed(work: Callable[[], int], seconds: float) -> float:
    """Call `work` (which returns the steps it made) until the time is up; return the rate."""
    steps = 0
    begun = time.perf_counter()
    while True:
        steps += work()
        passed = time.perf_counter() - begun
        if passed > seconds:
            return steps / passed


def table(cases: list[Case], unit: str = "steps/s") -> str:
    """Return the results as a table for the terminal."""
    width = max(len(case.name) for case in cases)
    rows = [f"{f'seed {SEED}':{width}}  {unit:>12}  {'spread':>6}  of its floor"]
    for case in cases:
        part = ratio(case, cases)
        shown = "" if part is None else f"{part:.2g} of {case.floor}"
        rows.append(f"{case.name:{width}}  {case.median:12,.0f}  {case.spread:6.0%}  {shown}")
    return "\n".join(rows)


def write_json(path: Path, cases: list[Case], **facts: Any) -> None:
    """Write the results with the machine, the versions and the commit they belong to."""
    content = {
        **facts,
        "command": _command(),
        "seed": SEED,
        "commit": _commit(),
        "machine": {
            "processor": _processor(),
            "cores": os.cpu_count(),
            "system": platform.platform(),
            "python": platform.python_version(),
        },
        "versions": _versions(),
        "cases": [
            {
                "name": case.name,
                "median": case.median,
                "spread": case.spread,
                "rates": case.rates,
                "floor": case.floor,
                "ratio": ratio(case, cases),
                **case.facts,
            }
            for case in cases
        ],
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def positive(given: str) -> int:
    """Read an argument of the command line that is at least 1."""
    number = int(given)
    if number < 1:
        raise argparse.ArgumentTypeError(f"at least 1 is needed, {given} was given")
    return number


def duration(given: str) -> float:
    """Read seconds from the command line: more than none."""
    seconds = float(given)
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"more than 0 seconds are needed, {given} was given")
    return seconds


def result_file(given: str) -> Path:
    """Read where results go; that it cannot be written shows now, not after an hour."""
    path = Path(given)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise argparse.ArgumentTypeError(f"{given} cannot be written: {error.strerror}") from None
    if path.is_dir() or not os.access(path if path.exists() else path.parent, os.W_OK):
        raise argparse.ArgumentTypeError(f"{given} cannot be written")
    return path


def _command() -> str:
    """Return the command that was typed, without the folder it was typed in."""
    program = Path(sys.argv[0])
    name = f"python -m benchmarks.{program.stem}" if program.suffix == ".py" else program.name
    return " ".join([name, *sys.argv[1:]])


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.processor() or platform.machine()


def _versions() -> dict[str, str]:
    """Return the versions of what is measured, as far as it is installed."""
    found = {}
    for name in LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            found[name] = metadata.version(name)
    return found


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()
