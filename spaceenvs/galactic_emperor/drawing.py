from __future__ import annotations

from typing import Any


def text(s: Any, box: Any, player: int | None) -> str:
    return "x"


def svg(s: Any, box: Any, player: int | None) -> str:
    return "<svg"
