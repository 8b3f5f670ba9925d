"""The bar chart of a benchmark: decisions per second on a logarithmic scale, as SVG and PNG."""

from __future__ import annotations

from html import escape
from math import log10
from pathlib import Path

from benchmarks.measure import Case
from spaceenvs import registry

WIDTH, LABELS, ROW = 900, 330, 20
FONTS = "DejaVu Sans, Verdana, Arial, sans-serif"
COLOURS = {"AEC": "#4c78a8", "batch": "#59a14f", "floor": "#bab0ac", "peer": "#e15759"}


def draw_chart(cases: list[Case], beside: Path) -> list[Path]:
    """Draw the cases people compare; return the files written (the PNG needs `resvg-py`)."""
    shown = compared(cases)
    if not shown:
        return []
    svg = chart(shown)
    target = beside.with_suffix(".svg")
    target.write_text(svg, encoding="utf-8")
    written = [target]
    try:
        from spaceenvs.core.rendering import svg_to_png

        beside.with_suffix(".png").write_bytes(svg_to_png(svg))
        written.append(beside.with_suffix(".png"))
    except ImportError:
        pass  # Without the extra `render` there is the SVG.
    return written


def compared(cases: list[Case]) -> list[Case]:
    """Return what is drawn: of every game the first number of players, and all peers."""
    shown: dict[tuple[str, str], Case] = {}
    for case in cases:
        kind = kind_of(case)
        if kind is not None:
            key = case.name if kind == "peer" else case.name.split()[0] + case.name.split(" ", 2)[2]
            shown.setdefault((kind, key), case)
    return list(shown.values())


def kind_of(case: Case) -> str | None:
    """Return what kind of bar a case is, or None if it is not drawn."""
    name = case.name
    if name.endswith(" AEC"):
        return "AEC"
    if name.endswith(" batch x1024 and sample"):  # as the peers: with the random choices
        return "batch"
    if name.endswith((" no-op", " fill x1024")):
        return "floor"
    return None if name.split()[0] in registry.ROWS else "peer"


def chart(cases: list[Case]) -> str:
    """Return the bars as SVG, the quickest at the bottom of the page."""
    rows = sorted(cases, key=lambda case: case.median)
    low, high = 3.0, 8.0  # powers of ten
    per_decade = (WIDTH - LABELS - 90) / (high - low)
    height = ROW * len(rows) + 70
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" font-family="{FONTS}" font-size="12">',
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        '<text x="10" y="20" font-size="15">Decisions per second (logarithmic)</text>',
    ]
    for k, (kind, colour) in enumerate(COLOURS.items()):
        x = LABELS + 110 * k
        parts.append(f'<rect x="{x}" y="10" width="12" height="12" fill="{colour}"/>')
        parts.append(f'<text x="{x + 17}" y="20">{kind}</text>')
    for decade in range(int(low), int(high) + 1):
        at = LABELS + per_decade * (decade - low)
        parts.append(f'<line x1="{at}" y1="35" x2="{at}" y2="{height - 25}" stroke="#ddd"/>')
        parts.append(f'<text x="{at}" y="{height - 10}" text-anchor="middle">{10**decade:,}</text>')
    for k, case in enumerate(rows):
        y = 40 + ROW * k
        width = max(1.0, per_decade * (log10(case.median) - low))
        colour = COLOURS[kind_of(case) or "floor"]
        parts.append(
            f'<text x="{LABELS - 8}" y="{y + 13}" text-anchor="end">{escape(case.name)}</text>'
            f'<rect x="{LABELS}" y="{y}" width="{width:.0f}" height="{ROW - 5}" fill="{colour}"/>'
            f'<text x="{LABELS + width + 5:.0f}" y="{y + 13}">{case.median:,.0f}</text>'
        )
    return "\n".join([*parts, "</svg>"])
