"""Draw positions of every game into docs/pictures/, and a short animation.

python docs/pictures.py          # all games
python docs/pictures.py galaxy   # only this one

Greedy players play one game, the same every time. From its replay come a position (`galaxy.svg`),
three for the page of the beginner (`learn/galaxy-begin.svg`, ...) and the animation (`galaxy.gif`).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np

import spaceenvs
from spaceenvs import registry
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.replay import Recorder, Replay
from spaceenvs.film import Film, make_film, write_gif
from spaceenvs.players import make_player, turn_of
from spaceenvs.players.greedy import GAMES

FOLDER = Path(__file__).parent / "pictures"
SEED = 7
MOMENTS = {"begin": 0.08, "middle": 0.5, "end": 1.0}
"""The part of the game that has been played in the pictures for beginners."""
HOW_FAR = 0.8
"""The same in the picture of the game."""
COLUMNS, FRAMES = 560, (24, 18, 14, 10, 8)
"""How wide the animation is, and how many positions it shows: as many as fit into its bytes."""
MOST_BYTES = 390_000


def play(name: str) -> Replay:
    """Let players play a game, greedy ones if there are."""
    game = spaceenvs.load(name)
    env = SpaceEnv(game, num_players=min(4, game.players[1]))
    recorder = Recorder(env)
    env.reset(seed=SEED)
    player = make_player("greedy" if name in GAMES else "random", game, SEED)
    while not env.batch.terminated[0]:
        env.step(int(player.choose(turn_of(env.batch, np.array([0])))[0]))
    return recorder.replay()


def position(film: Film, part: float) -> str:
    """Return the picture of the position after a part of the game."""
    return film.svg(round(part * (len(film.states) - 1)))


def main(names: list[str]) -> None:
    """Draw the pictures of these games, of all if none is named."""
    (FOLDER / "learn").mkdir(parents=True, exist_ok=True)
    for name in names or registry.ROWS:
        film = make_film(play(name))
        (FOLDER / f"{name}.svg").write_text(position(film, HOW_FAR), encoding="utf-8")
        for moment, part in MOMENTS.items():
            path = FOLDER / "learn" / f"{name}-{moment}.svg"
            path.write_text(position(film, part), encoding="utf-8")
        for frames in FRAMES:
            write_gif(film, FOLDER / f"{name}.gif", COLUMNS, frames=frames)
            if (FOLDER / f"{name}.gif").stat().st_size <= MOST_BYTES:
                break


if __name__ == "__main__":
    main(sys.argv[1:])
