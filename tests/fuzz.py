"""Long hunts for what should not be possible: `make fuzz`.

python tests/fuzz.py                                      # everything, a few minutes each
python tests/fuzz.py play --decisions 1e9 --seed 1        # random play, until Ctrl-C or SIGTERM
python tests/fuzz.py play galaxy --decisions 1e7
python tests/fuzz.py files --inputs 5000                  # damaged files, in child processes
python tests/fuzz.py calls --examples 2000                # random calls of the public interface
python tests/fuzz.py positions --decisions 1e4            # there and back, at every decision
python tests/fuzz.py players --decisions 1e5              # greedy, trained, search: bounds checks
"""

from __future__ import annotations

import argparse
import sys
import traceback
from pathlib import Path

import fuzz_files
import fuzz_play
import fuzz_players
import fuzz_positions

from spaceenvs import registry

HUNTS = ("play", "files", "calls", "positions", "players")


def main() -> int:
    """Run the hunts that were asked for; return how many finds there were."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("named", nargs="*", metavar="hunt or game", help=f"{', '.join(HUNTS)}")
    parser.add_argument("--decisions", type=float, default=2e7, help="of random play, in all")
    parser.add_argument("--inputs", type=int, default=300, help="for each loader and game")
    parser.add_argument("--examples", type=int, default=300, help="for each machine")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--folder", type=Path, default=Path("runs/fuzz"), help="where finds are written"
    )
    given = parser.parse_args()
    hunts = [name for name in given.named if name in HUNTS] or list(HUNTS)
    games = [name for name in given.named if name not in HUNTS] or list(registry.ROWS)
    found = 0
    if "play" in hunts:
        found += fuzz_play.play(games, int(given.decisions), given.seed, given.folder)
    if "files" in hunts:
        found += fuzz_files.hunt(games, given.inputs, given.seed, given.folder)
    if "positions" in hunts:
        most = min(int(given.decisions), 20_000)
        found += fuzz_positions.hunt(games, most, given.seed)
    if "players" in hunts:
        most = min(int(given.decisions), 100_000)
        found += fuzz_players.hunt(games, most, given.seed)
    if "calls" in hunts:
        found += call(given.examples)
    return found


def call(examples: int) -> int:
    """Let hypothesis call the public interface; return how many machines found something."""
    import calls
    import hypothesis
    from hypothesis.stateful import run_state_machine_as_test

    found = 0
    settings = hypothesis.settings(
        max_examples=examples,
        stateful_step_count=50,
        deadline=None,
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    for machine in calls.MACHINES:
        try:
            run_state_machine_as_test(machine, settings=settings)
            print(f"{machine.__name__}: {examples} series of calls", flush=True)
        except Exception:
            found += 1
            print(f"FOUND: {machine.__name__}\n{traceback.format_exc()}", flush=True)
    return found


if __name__ == "__main__":
    sys.exit(min(main(), 1))
