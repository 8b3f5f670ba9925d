"""Long hunts for what should not be possible: `make fuzz`.

python tests/fuzz.py                                      # everything, a few minutes each
python tests/fuzz.py play --decisions 1e9 --seed 1        # random play, until Ctrl-C or SIGTERM
python tests/fuzz.py play galaxy --decisions 1e7
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import fuzz_play

from spaceenvs import registry

HUNTS = ("play",)


def main() -> int:
    """Run the hunts that were asked for; return how many finds there were."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("named", nargs="*", metavar="hunt or game", help=f"{', '.join(HUNTS)}")
    parser.add_argument("--decisions", type=float, default=2e7, help="of random play, in all")
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
    return found


if __name__ == "__main__":
    sys.exit(min(main(), 1))
