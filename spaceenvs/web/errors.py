"""What a visitor did wrong."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 (what is answered)
    """Something a visitor may not do, as one sentence; `status` is that of HTTP."""

    def __init__(self, sentence: str, status: int = 400) -> None:
        super().__init__(sentence)
        self.status = status
