"""A recorded game to look at: forward and back in a terminal, as a GIF, as one page of HTML."""

from __future__ import annotations

import html
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from spaceenvs.core.files import write_atomically

if TYPE_CHECKING:
    from pathlib import Path

    from spaceenvs.core.batch import Batch
    from spaceenvs.core.replay import Replay
    from spaceenvs.core.scenario import Table

GIF_FRAMES = 60
"""A GIF has no more frames than this, chosen at equal distances."""
COLOURS = 64
"""How many colours an animation has."""
HTML_FRAMES = 400
"""Nor has a page more positions than this."""
HELP = "Enter: next, b: back, a number: that move, e: the end, q: leave"


@dataclass
class Film:
    """The positions of a game, from the first to the last, and what led to each.

    Attributes:
        batch: A batch of one game, used to draw.
        states: The records.
        captions: What was done and seen before each position; "" for the first.
    """

    batch: Batch
    states: list[NDArray[Any]]
    captions: list[str]

    def text(self, number: int) -> str:
        """Return a position as text."""
        return self.batch.game.text(self.states[number][0], self.batch.box[0], None)

    def svg(self, number: int) -> str:
        """Return a position as a picture."""
        return self.batch.game.svg(self.states[number][0], self.batch.box[0], None)

    def pick(self, most: int) -> list[int]:
        """Return the numbers of at most so many positions, the first and the last among them."""
        last = len(self.states) - 1
        count = min(most, last + 1)
        return sorted({round(k * last / max(count - 1, 1)) for k in range(count)})


def told_moves(replay: Replay, tables: Iterator[Table], batch: Batch) -> Iterator[str]:
    """Play a replay, whose `tables` hold `batch`, and yield each move with what is seen of it."""
    from spaceenvs.telling import Witness

    witness, names = Witness(batch), batch.game.seats
    for number, (action, words) in enumerate(replay.moves, 1):
        mover = int(batch.to_move[0])
        seen = [f"  {line}" for line in witness.tell(batch, action)]
        next(tables)
        yield "\n".join([f"{number}. {names[mover]}: {words}", *seen])


def make_film(replay: Replay) -> Film:
    """Play a replay and keep all its positions."""
    tables = replay.play()
    batch = next(tables).batch
    states, captions = [batch.states.copy()], [""]
    for move in told_moves(replay, tables, batch):
        states.append(batch.states.copy())
        captions.append(move)
    return Film(batch, states, captions)


def browse(film: Film, say: Callable[[str], None], read: Callable[[str], str]) -> None:
    """Show the positions one by one, as a person asks for them."""
    say(HELP)
    at, last, shown = 0, len(film.states) - 1, -1
    while True:
        if at != shown:
            say(f"\n{film.text(at)}\n\n{film.captions[at]}")
            shown = at
        typed = read(f"[{at} of {last}] ").strip().lower()
        if typed in ("q", "quit"):
            return
        if typed in ("", "n") and at == last:
            return
        if typed in ("", "n"):
            at += 1
        elif typed in ("b", "back"):
            at = max(at - 1, 0)
        elif typed in ("e", "end"):
            at = last
        elif typed.isascii() and typed.isdecimal():
            at = min(int(typed[:9]), last)
        else:
            say(HELP)


def write_gif(
    film: Film, path: Path, columns: int = 800, seconds: float = 0.8, frames: int = GIF_FRAMES
) -> None:
    """Write the game as an animation.

    Raises:
        ImportError: If what draws pixels is not installed.
    """
    try:
        from PIL import Image
    except ImportError:
        raise ImportError("a GIF needs Pillow: pip install 'spaceenvs[render]'") from None
    from spaceenvs.core.rendering import svg_to_png

    drawn = []
    for number in film.pick(frames):
        image = Image.open(io.BytesIO(svg_to_png(film.svg(number)))).convert("RGB")
        rows = round(image.height * columns / image.width)
        drawn.append(image.resize((columns, rows), Image.Resampling.LANCZOS))
    tallest = max(image.height for image in drawn)
    # One palette for all: what does not change between two frames costs nothing. Of the last
    # position, which has most colours, with those that are rare in it.
    palette = drawn[-1].quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE)
    images = []
    for image in drawn:
        whole = Image.new("RGB", (columns, tallest), image.getpixel((0, 0)))
        whole.paste(image)
        images.append(whole.quantize(palette=palette, dither=Image.Dither.NONE))
    pace = [round(seconds * 1000)] * (len(images) - 1) + [4000]
    images[0].save(
        path, save_all=True, append_images=images[1:], duration=pace, loop=0, optimize=True
    )


def write_html(film: Film, path: Path) -> None:
    """Write the game as one page with a slider; it needs nothing else."""
    write_atomically(path, html_page(film))


def html_page(film: Film) -> str:
    """Return the game as one page with a slider."""
    pieces: dict[str, int] = {}
    frames = []
    for number in film.pick(HTML_FRAMES):
        # Positions share most of their elements: each is written once.
        parts = film.svg(number).replace(">", ">\0").split("\0")
        frames.append(
            {
                "caption": film.captions[number],
                "number": number,
                "parts": [pieces.setdefault(part, len(pieces)) for part in parts],
            }
        )
    content = json.dumps({"pieces": list(pieces), "frames": frames}).replace("</", "<\\/")
    title = html.escape(film.batch.game.title)
    return PAGE.replace("TITLE", title).replace("CONTENT", content)


PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>TITLE</title>
<style>
body { font: 16px system-ui, sans-serif; margin: 1em auto; max-width: 70em; padding: 0 1em; }
#board svg { width: 100%; height: auto; max-height: 78vh; }
#caption { white-space: pre-line; min-height: 4em; }
input { width: 100%; } button { font-size: 1.2em; margin-right: .4em; }
</style></head><body>
<h1>TITLE</h1>
<div><button id="back">&#9664;</button><button id="next">&#9654;</button>
<span id="number"></span></div>
<input id="slider" type="range" min="0" value="0" aria-label="move">
<div id="caption"></div><div id="board"></div>
<script>
const film = CONTENT;
const get = id => document.getElementById(id), slider = get("slider");
slider.max = film.frames.length - 1;
function show() {
  const frame = film.frames[slider.value];
  get("board").innerHTML = frame.parts.map(k => film.pieces[k]).join("");
  get("caption").textContent = frame.caption;
  get("number").textContent =
    "after move " + frame.number + " of " + film.frames[film.frames.length - 1].number;
}
function go(steps) { slider.value = Number(slider.value) + steps; show(); }
slider.oninput = show;
get("back").onclick = () => go(-1);
get("next").onclick = () => go(1);
document.onkeydown = event => {
  if (event.target === slider) return;
  if (event.key === "ArrowRight") go(1);
  if (event.key === "ArrowLeft") go(-1);
};
show();
</script></body></html>
"""
