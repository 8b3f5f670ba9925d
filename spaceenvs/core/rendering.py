"""Pictures of a position: text, SVG, and pixels from the SVG."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs.core.game import Game, State

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")


def check_render_mode(mode: str | None) -> None:
    """Raise if there is no such render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}; {mode!r} was given")


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
    pixels = _unfilter(rows[:, 0], rows[:, 1:].reshape(height, width, 4))
    alpha = pixels[:, :, 3:].astype(np.uint16)
    over_white = (pixels[:, :, :3] * alpha + 255 * (255 - alpha)) // 255
    return over_white.astype(np.uint8)


def _unfilter(filters: NDArray[np.uint8], rows: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Undo the per-row filters of PNG."""
    height, width, _ = rows.shape
    out = np.zeros((height + 1, width + 1, 4), np.int16)
    for y in range(height):
        row = rows[y].astype(np.int16)
        above = out[y, 1:]
        here = out[y + 1]
        if filters[y] == 0:
            here[1:] = row
        elif filters[y] == 2:
            here[1:] = (row + above) & 255
        elif filters[y] == 1:
            here[1:] = np.cumsum(row, axis=0) & 255
        else:
            _unfilter_by_pixel(int(filters[y]), row, out[y], here)
    return out[1:, 1:].astype(np.uint8)


def _unfilter_by_pixel(
    kind: int, row: NDArray[np.int16], above: NDArray[np.int16], here: NDArray[np.int16]
) -> None:
    """Undo the filters that need the pixel to the left (Average and Paeth)."""
    for x in range(row.shape[0]):
        left, up, corner = here[x], above[x + 1], above[x]
        if kind == 3:
            guess = (left + up) // 2
        else:
            distance_left = abs(up - corner)
            distance_up = abs(left - corner)
            distance_corner = abs(left + up - 2 * corner)
            guess = np.where(
                (distance_left <= distance_up) & (distance_left <= distance_corner),
                left,
                np.where(distance_up <= distance_corner, up, corner),
            )
        here[x + 1] = (row[x] + guess) & 255
