"""Pictures of a position: text, SVG, and pixels from the SVG."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game, State
from spaceenvs.core.jit import kernel

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def check_render_mode(mode: str | None) -> None:
    """Raise if there is no such render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}; {mode!r} was given")


def warn_no_render_mode() -> None:
    """Say that there is nothing to draw, as PettingZoo and Gymnasium do."""
    gymnasium.logger.warn(
        "render() was called without a render mode: nothing is drawn. "
        f"Give render_mode when the environment is made, one of {', '.join(RENDER_MODES)}"
    )


def render(
    game: Game, s: State, box: Any, mode: str, player: int | None = None
) -> str | NDArray[np.uint8]:
    """Draw a position with everything, or as a player sees it."""
    if mode in ("human", "ansi"):
        return game.text(s, box, player)
    picture = game.svg(s, box, player)
    return picture if mode == "svg" else svg_to_pixels(picture)


def svg_to_png(svg: str) -> bytes:
    """Turn an SVG into a PNG.

    Raises:
        ImportError: If resvg-py is not installed.
    """
    try:
        import resvg_py
    except ImportError:
        raise ImportError(
            'pictures need resvg-py: pip install "spaceenvs[render]" (text and SVG do not)'
        ) from None
    return bytes(resvg_py.svg_to_bytes(svg_string=svg))


def svg_to_pixels(svg: str) -> NDArray[np.uint8]:
    """Turn an SVG into an (height, width, 3) array of colours."""
    return _decode_png(svg_to_png(svg))


def _decode_png(png: bytes) -> NDArray[np.uint8]:
    """Decode an 8-bit RGBA PNG without interlacing, as resvg writes it, over white."""
    stream = io.BytesIO(png)
    stream.read(8)
    packed = b""
    width = height = 0
    while True:
        size, kind = struct.unpack(">I4s", stream.read(8))
        chunk = stream.read(size)
        stream.read(4)
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", chunk[:10])
            if (depth, colour) != (8, 6):
                raise ValueError(f"an 8-bit RGBA picture is expected, got {depth}, {colour}")
        elif kind == b"IDAT":
            packed += chunk
        elif kind == b"IEND":
            break
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, 1 + 4 * width)
    unfiltered = np.zeros((height, 4 * width), np.uint8)
    _unfilter(rows, unfiltered)
    pixels = unfiltered.reshape(height, width, 4)
    alpha = pixels[:, :, 3:].astype(np.uint16)
    over_white = (pixels[:, :, :3] * alpha + 255 * (255 - alpha)) // 255
    return over_white.astype(np.uint8)


@kernel
def _unfilter(rows: NDArray[np.uint8], out: NDArray[np.uint8]) -> None:
    """Undo the per-row filters of PNG: the first byte of a row names the filter."""
    for y in range(out.shape[0]):
        kind = rows[y, 0]
        for x in range(out.shape[1]):
            left = np.int64(out[y, x - 4]) if x >= 4 else np.int64(0)
            up = np.int64(out[y - 1, x]) if y > 0 else np.int64(0)
            corner = np.int64(out[y - 1, x - 4]) if x >= 4 and y > 0 else np.int64(0)
            guess: Any = np.int64(0)
            if kind == 1:
                guess = left
            elif kind == 2:
                guess = up
            elif kind == 3:
                guess = (left + up) // 2
            elif kind == 4:
                guess = _paeth(left, up, corner)
            out[y, x] = (np.int64(rows[y, x + 1]) + guess) & 255


@kernel
def _paeth(left: Any, up: Any, corner: Any) -> Any:
    """Return the neighbour nearest to left + up - corner."""
    from_left = abs(up - corner)
    from_up = abs(left - corner)
    from_corner = abs(left + up - 2 * corner)
    if from_left <= from_up and from_left <= from_corner:
        return left
    return up if from_up <= from_corner else corner
