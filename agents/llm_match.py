"""A language model against our players: any address that speaks OpenAI's chat completions.

python -m agents.llm_match galaxy --url http://127.0.0.1:8000/v1 --model my-model --games 10

The model sits on every seat in turn and sees what `spaceenvs.text` tells that seat. The table says
how often it won, how often it gave no readable answer, and how many tokens it took; every game is
kept as a replay with its prompts and answers.
"""

from __future__ import annotations

import argparse
import csv
import http.client
import io
import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import spaceenvs
from agents.evaluate import WinRate
from spaceenvs.core.files import write_atomically
from spaceenvs.players import KINDS
from spaceenvs.text import ON_FAILURE, TextSeat

MAX_ANSWER = 4_000_000
"""An answer of a server has no more bytes than this."""
_PAUSE = 0.5
"""Seconds before a server is asked for the second time; twice as long before every further time."""
_MOST_TRIES = 20


class ServerError(Exception):
    """A server that gives no answer; the sentence says what it did instead."""


@dataclass
class Usage:
    """What a model was asked and what it took."""

    requests: int = 0
    failures: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    seconds: float = 0.0

    def cost(self, price_in: float, price_out: float) -> float:
        """Return what it cost, at prices for a million tokens."""
        return (self.tokens_in * price_in + self.tokens_out * price_out) / 1e6


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key goes to the address that the user named, and nowhere else."""

    def redirect_request(self, *args: Any) -> None:
        return None


@dataclass
class Model:
    """A model behind an address.

    Attributes:
        url: The address up to and with the version: `http://127.0.0.1:8000/v1`.
        name: What the server calls the model.
        key: Sent as a bearer token if there is one.
        timeout: So many seconds the server has to begin an answer, and as many to end it.
        tries: How often the server is asked for one answer.
        extra: Further entries of a request: temperature, max_tokens, seed ...
    """

    url: str
    name: str
    key: str = field(default="", repr=False)
    timeout: float = 60.0
    tries: int = 3
    extra: dict[str, Any] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    pause: float = _PAUSE

    def __post_init__(self) -> None:
        if urlsplit(self.url).scheme not in ("http", "https"):
            raise ValueError(f"an address begins with http:// or https://, {self.url!r} was given")
        self._open = urllib.request.build_opener(_NoRedirect).open

    def ask(self, messages: list[dict[str, str]]) -> str:
        """Return the answer of the model.

        Raises:
            ServerError: If the server gave none, however often it was asked.
        """
        begun = time.perf_counter()
        try:
            for number in range(self.tries):
                if number:
                    time.sleep(self.pause * 2 ** (number - 1))
                self.usage.requests += 1
                try:
                    return self._ask_once(messages)
                except ServerError as error:
                    self.usage.failures += 1
                    last = error
            raise last
        finally:
            self.usage.seconds += time.perf_counter() - begun

    def _ask_once(self, messages: list[dict[str, str]]) -> str:
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        content = {**self.extra, "model": self.name, "messages": messages}
        request = urllib.request.Request(
            f"{self.url.rstrip('/')}/chat/completions", json.dumps(content).encode(), headers
        )
        try:
            with self._open(request, timeout=self.timeout) as response:
                text = self._take(response)
        except urllib.error.HTTPError as error:
            raise ServerError(f"the server answers {error.code} {error.reason}") from None
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise ServerError(f"the server does not answer: {reason or 'too late'}") from None
        return self._read(text)

    def _take(self, response: Any) -> bytes:
        """Return what a server sends; one that sends a byte now and then has no more time."""
        parts, size, latest = [], 0, time.monotonic() + self.timeout
        while part := response.read1(65536):
            parts.append(part)
            size += len(part)
            if size > MAX_ANSWER:
                raise ServerError(f"the server answers more than {MAX_ANSWER:,} bytes")
            if time.monotonic() > latest:
                raise ServerError("the server does not answer: too late")
        return b"".join(parts)

    def _read(self, text: bytes) -> str:
        """Return the words of the model, and count their tokens."""
        try:
            content = json.loads(text)
            answer = content["choices"][0]["message"]["content"]
        except (ValueError, LookupError, TypeError, RecursionError):
            raise ServerError("the server answers something else than a chat completion") from None
        used = content.get("usage")
        if isinstance(used, dict):
            self.usage.tokens_in += _count(used.get("prompt_tokens"))
            self.usage.tokens_out += _count(used.get("completion_tokens"))
        return answer if isinstance(answer, str) else ""


def _count(number: Any) -> int:
    return number if type(number) is int and number > 0 else 0


@dataclass(frozen=True)
class Played:
    """One game of a model."""

    game: int
    seed: int
    seat: str
    won: float
    reward: float
    decisions: int
    refused: int
    failed: int
    ended: str


def play_game(seat: TextSeat, model: Model) -> tuple[int, int, int]:
    """Let a model play a game that was reset, and return its decisions, refused and failed ones.

    The model is told the rules, the last decision's prompt, and for every refused answer why.
    """
    decisions = refused = failed = 0
    while not seat.over:
        decisions += 1
        messages = [
            {"role": "system", "content": seat.rules},
            {"role": "user", "content": seat.observe().text},
        ]
        while True:
            try:
                answer = model.ask(messages)
            except ServerError as error:
                seat.skip(str(error))
                failed += 1
                break
            reply = seat.act(answer)
            if reply.accepted:
                break
            refused += 1
            if not reply.attempts_left:
                failed += 1
                break
            messages += [
                {"role": "assistant", "content": answer},
                {"role": "user", "content": reply.message},
            ]
    return decisions, refused, failed


def play_match(
    seat: TextSeat, model: Model, games: int, seed: int, folder: Path | None = None
) -> list[Played]:
    """Play games with the model on every seat in turn; every game is saved at once."""
    found = []
    for number in range(games):
        seat.reset(seed=seed + number, seat=number % seat.env.batch.num_players)
        decisions, refused, failed = play_game(seat, model)
        found.append(_result(seat, number, seed + number, (decisions, refused, failed)))
        if folder is not None:
            seat.replay().save(folder / f"game-{number + 1:04}.json")
            write_atomically(folder / "games.csv", as_csv(found))
    return found


def _result(seat: TextSeat, number: int, seed: int, counts: tuple[int, int, int]) -> Played:
    batch, own = seat.env.batch, seat.seat
    s, n = batch.states[0], batch.num_players
    ended = "truncated" if batch.truncated[0] else "played" if s.done else "resigned"
    winners = int((s.rank[:n] == 0).sum()) if s.done else 0
    won = 1 / winners if s.done and s.rank[own] == 0 else 0.0
    return Played(number + 1, seed, seat.game.seats[own], won, seat.reward, *counts, ended)


def as_csv(games: Sequence[Played]) -> str:
    """Return the games as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Played.__dataclass_fields__)
    writer.writerows(vars(game).values() for game in games)
    return text.getvalue()


def as_text(
    games: Sequence[Played], model: Model, players: int, price_in: float, price_out: float
) -> str:
    """Return the result of a match in words."""
    won = WinRate(sum(game.won for game in games), len(games))
    used, decisions = model.usage, sum(game.decisions for game in games)
    lines = [
        f"{model.name}: won {won}; a fair share is {1 / players:.3f}",
        f"decisions {decisions:,}, answers refused {sum(game.refused for game in games):,}, "
        f"decisions without a readable answer {sum(game.failed for game in games):,}",
        f"requests {used.requests:,}, failed {used.failures:,}, {used.seconds:.1f} s; "
        f"tokens {used.tokens_in:,} in, {used.tokens_out:,} out",
    ]
    if price_in or price_out:
        lines.append(f"cost {used.cost(price_in, price_out):.4f}")
    return "\n".join(lines)


def make_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(description="A language model against our players.")
    parser.add_argument("game", help=", ".join(spaceenvs.games()))
    parser.add_argument("--url", required=True, help="http://127.0.0.1:8000/v1")
    parser.add_argument("--model", required=True, help="what the server calls the model")
    parser.add_argument("--players", type=int, help="seats at the table (default: the fewest)")
    parser.add_argument("--opponents", default="greedy", help=KINDS)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on-failure", choices=("random", "resign"), default=ON_FAILURE[0])
    parser.add_argument("--attempts", type=int, default=3, help="answers to one decision")
    parser.add_argument("--hide-moves", action="store_true", help="do not list the legal moves")
    parser.add_argument("--json", action="store_true", help="tell the position as JSON too")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds")
    parser.add_argument("--tries", type=int, default=3, help="requests for one answer")
    parser.add_argument("--temperature", type=float)
    parser.add_argument("--max-tokens", type=int, help="of one answer")
    parser.add_argument(
        "--key-from", default="OPENAI_API_KEY", metavar="VARIABLE", help="where the key stands"
    )
    parser.add_argument("--price-in", type=float, default=0.0, help="for a million tokens")
    parser.add_argument("--price-out", type=float, default=0.0, help="for a million tokens")
    parser.add_argument("--out", type=Path, default=Path("runs/llm"))
    return parser


def main(arguments: Sequence[str] | None = None) -> None:
    """Play a match from the command line."""
    parser = make_parser()
    given = parser.parse_args(arguments)
    if given.games < 1 or given.seed < 0 or given.timeout <= 0:
        parser.error("games is at least 1, a seed is not negative, a timeout is more than 0")
    if not 1 <= given.tries <= _MOST_TRIES:
        parser.error(f"tries are 1..{_MOST_TRIES}")
    asked = {"temperature": given.temperature, "max_tokens": given.max_tokens}
    extra = {name: value for name, value in asked.items() if value is not None}
    try:
        game = spaceenvs.load(given.game)
        players = game.players[0] if given.players is None else given.players
        key = os.environ.get(given.key_from, "")
        model = Model(given.url, given.model, key, given.timeout, given.tries, extra)
        seat = TextSeat(
            game,
            players=given.opponents,
            on_failure=given.on_failure,
            attempts=given.attempts,
            list_moves=not given.hide_moves,
            with_json=given.json,
            num_players=players,
        )
    except ValueError as error:
        parser.error(str(error))
    given.out.mkdir(parents=True, exist_ok=True)
    games = play_match(seat, model, given.games, given.seed, given.out)
    print(f"{game.title}, {players} players, among {given.opponents}, seed {given.seed}")
    print(as_text(games, model, players, given.price_in, given.price_out))
    print(f"games and replays are in {given.out}")


if __name__ == "__main__":
    main()
