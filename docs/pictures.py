"""Draw a position of every game into docs/pictures/, and all of them into one picture.

python docs/pictures.py          # all of them
python docs/pictures.py galaxy   # only this one, and the common picture
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

import numpy as np

import spaceenvs
from spaceenvs import registry
from spaceenvs.core.rendering import svg_to_png
from spaceenvs.players import make_player, turn_of
from spaceenvs.players.greedy import GAMES

FOLDER = Path(__file__).parent / "pictures"
SEED = 7
HOW_FAR = 0.8
"""The part of the game that has been played."""
COLUMN, GAP = 800, 16
"""The width of a column of the common picture, and the space between pictures."""
SCALE = 0.75
"""How much smaller the common picture is."""


def play(name: str, decisions: int | None = None) -> tuple[str, int]:
    """Let agents play, greedy ones if there are; return the picture and the decisions played."""
    game = spaceenvs.load(name)
    players = min(4, game.players[1])
    batch = spaceenvs.make_batch(name, 1, num_players=players, autoreset=False)
    batch.reset(np.array([SEED]))
    agent = make_player("greedy" if name in GAMES else "random", game, SEED)
    played = 0
    while not batch.terminated[0] and played != decisions:
        batch.step(agent.choose(turn_of(batch, np.array([0]))))
        played += 1
    return game.svg(batch.states[0], batch.box[0], None), played


def size_of(svg: str) -> tuple[float, float]:
    """Return width and height of a picture."""
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', svg).groups()  # type: ignore[union-attr]
    return float(width), float(height)


def collage(pictures: list[str]) -> str:
    """Return all pictures in one, in two columns: the tall ones on the left."""
    heights = {svg: round(COLUMN * size_of(svg)[1] / size_of(svg)[0]) for svg in pictures}
    ends = [GAP, GAP]
    parts = []
    for svg in sorted(pictures, key=lambda svg: -heights[svg]):
        column = int(ends[0] + heights[svg] / 2 > sum(heights.values()) / 2)
        opening, rest = svg.split(">", 1)
        kept = re.sub(r' (width|height)="[\d.]+"', "", opening)
        place = f'x="{GAP + column * (COLUMN + GAP)}" y="{ends[column]}"'
        parts.append(f'{kept} {place} width="{COLUMN}" height="{heights[svg]}">{rest}')
        ends[column] += heights[svg] + GAP
    width, height = 2 * COLUMN + 3 * GAP, max(ends)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width * SCALE:g}" height="{height * SCALE:g}">'
        f'<rect width="{width}" height="{height}" fill="#000000"/>{"".join(parts)}</svg>'
    )


def main(names: list[str]) -> None:
    """Draw the pictures of these games (of all, if none is named) and the common one."""
    FOLDER.mkdir(exist_ok=True)
    pictures = []
    for name in registry.ROWS:
        path = FOLDER / f"{name}.svg"
        if name in names or not names:
            _, decisions = play(name)
            picture, _ = play(name, int(HOW_FAR * decisions))
            path.write_text(picture, encoding="utf-8")
        pictures.append(path.read_text(encoding="utf-8"))
    (FOLDER / "games.png").write_bytes(svg_to_png(collage(pictures)))


if __name__ == "__main__":
    main(sys.argv[1:])
