"""A seat that speaks: a game as text, for language models and for programs that use words.

The seat says what its player may know, takes moves in words, and lets players of the package sit
on the other seats:

>>> from spaceenvs.text import TextSeat
>>> seat = TextSeat("template", players="random")
>>> seat.reset(seed=1)
>>> shown = seat.observe()
>>> shown.asked
'a probe or an asteroid to mine'
>>> seat.act("SEND  a pro").played
'send a probe'

Nothing of a prompt comes from what its player cannot see: the board is drawn for that seat, the
numbers are its observation, and what the others do is told as a person at the table would see it.
"""

from __future__ import annotations

import difflib
import json
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from spaceenvs import registry, rulebook
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.game import Game
from spaceenvs.core.replay import Recorder, Replay
from spaceenvs.players import Player, best_player, make_player, turn_of
from spaceenvs.telling import Witness, legal_words, result_in_words
from spaceenvs.terminal import label

ON_FAILURE = ("random", "resign", "raise")
"""What happens when a decision got no readable answer: a random legal move, the end of the game
with a defeat for this seat alone, or an `AnswerError`."""
HOW_TO_ANSWER = """\
When you are asked for a move, end your answer with a line that holds the move and nothing else:
its words, or what stands before it in the list. JSON is understood too: {"move": "its words"}."""
_LISTED = 12
"""So many moves are named in the sentence that refuses an answer."""
_SHORT = 60
"""So many characters of a refused answer are quoted."""
_LOOKED_AT = 200
"""So many characters of it are compared with the moves, for the nearest ones."""
_LEAD = re.compile(r"^(?:(?:my|the|final) )*(?:move|answer|action|i play)\s*[:=]\s*", re.IGNORECASE)
_MARKS = " \t\r\n\"'`*_.,;:!()[]<>"
_JSON = re.compile(r"\{[^{}]*\}")


class AnswerError(ValueError):
    """An answer that is no legal move; the sentence says what would be one."""


@dataclass(frozen=True)
class Prompt:
    """What a player is told when it is asked for a move, and after the end."""

    rules: str
    """The rules in short and how to answer: the same in the whole game."""
    happened: tuple[str, ...]
    """What was seen since the last decision of this seat, a line each."""
    board: str
    """The position as text, as this seat sees it."""
    data: dict[str, Any]
    """The position for JSON, as this seat sees it: see `TextSeat.data`."""
    asked: str
    """What is to be decided; after the end the result."""
    moves: dict[str, str]
    """The legal moves in words, by what may be typed for them; empty after the end."""
    text: str
    """All of this in words, without the rules: what is sent to a model."""


@dataclass(frozen=True)
class Reply:
    """What came of an answer."""

    accepted: bool
    """Whether the answer was a legal move."""
    message: str
    """What to tell whoever answered: what was played, or a sentence that helps."""
    played: str = ""
    """The move that was played, in words; "" if none was."""
    attempts_left: int = 0
    """How many more answers may be tried for this decision."""
    over: bool = False
    """Whether the game is over for this seat."""
    reward: float = 0.0
    """The result of the seat once the game is over."""


@dataclass
class _Talk:
    """One decision as it was talked about; kept in the replay."""

    moves_before: int
    prompt: str
    answers: list[dict[str, str]] = field(default_factory=list)
    played: str = ""
    by: str = ""

    def as_note(self) -> dict[str, Any]:
        return dict(vars(self))


class TextSeat:
    """One seat of a game in words; players of the package sit on the others.

    Args:
        game: The game, or its name.
        seat: Where whoever speaks sits.
        players: Who sits on the other seats, in their order after this one: names (see
            `make_player`) or players, one for all or one for each. None is the best player at hand.
        on_failure: What happens after the last refused answer: "random", "resign" or "raise".
        attempts: How many answers a decision may take.
        list_moves: Whether prompts list the legal moves.
        with_json: Whether prompts hold the position as JSON too.
        **options: `num_players`, the options of the game, and those of `SpaceEnv` (`reward`,
            `max_cycles`, `skip_forced`).
    """

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        players: str | Player | Sequence[str | Player] | None = None,
        on_failure: str = "random",
        attempts: int = 3,
        list_moves: bool = True,
        with_json: bool = False,
        **options: Any,
    ) -> None:
        if on_failure not in ON_FAILURE:
            known = ", ".join(ON_FAILURE)
            raise ValueError(f"on_failure is one of {known}; {on_failure!r} was given")
        if type(attempts) is not int or attempts < 1:
            raise ValueError(f"attempts is at least 1, {attempts!r} was given")
        self.game = registry.load(game) if isinstance(game, str) else game
        self.env = SpaceEnv(self.game, illegal_action="raise", **options)
        self.on_failure, self.attempts = on_failure, attempts
        self.list_moves, self.with_json = list_moves, with_json
        self._recorder = Recorder(self.env)
        self._others = self._make_players(players)
        self._witness = Witness(self.env.batch)
        self._seat = self._check_seat(seat)
        self._is_reset = False

    def _make_players(self, given: str | Player | Sequence[str | Player] | None) -> list[Player]:
        """Return who sits on the seats after this one."""
        count = self.env.batch.num_players - 1
        given = best_player(self.game) if given is None else given
        if isinstance(given, str) or hasattr(given, "choose"):
            several: list[Any] = [given] * count
        elif isinstance(given, Sequence):
            several = list(given)
        else:
            raise TypeError(f"players are names or players, {given!r} was given")
        if len(several) != count:
            raise ValueError(f"there are {count} other seats, {len(several)} players were given")
        return [make_player(p, self.game) if isinstance(p, str) else p for p in several]

    def _check_seat(self, seat: int) -> int:
        seats = self.env.batch.num_players
        if isinstance(seat, bool) or not isinstance(seat, int | np.integer):
            raise TypeError(f"a seat is an integer, {seat!r} was given")
        if not 0 <= seat < seats:
            raise ValueError(f"seats are 0..{seats - 1}, {seat} was given")
        return int(seat)

    # -- the game ------------------------------------------------------------------------------

    @property
    def seat(self) -> int:
        """Where whoever speaks sits."""
        return self._seat

    @property
    def over(self) -> bool:
        """Whether the game is over for this seat."""
        batch = self.env.batch
        return self._resigned or bool(batch.terminated[0] or batch.truncated[0])

    @property
    def reward(self) -> float:
        """The result of this seat: 0 until the game is over."""
        if self._resigned:
            return -1.0
        return float(self.env.batch.rewards[0][self._seat]) if self.over else 0.0

    def reset(self, seed: int | None = None, *, seat: int | None = None) -> None:
        """Start a new game, which goes on to the first decision of this seat.

        Args:
            seed: Decides everything but the answers: the same answers play the same game.
            seat: Sits down on another seat.
        """
        if seat is not None:
            self._seat = self._check_seat(seat)
        self.env.reset(seed=seed)
        words = [int(self.env.batch.seeds[0]), self._seat]
        seeds = np.random.SeedSequence(words).generate_state(len(self._others) + 1)
        for player, own in zip(self._others, seeds[1:], strict=True):
            player.reseed(int(own))
        self._random = np.random.default_rng(int(seeds[0]))
        self._resigned, self._is_reset = False, True
        self._happened: list[str] = []
        self._talks: list[_Talk] = []
        self._let_others_play()

    def _let_others_play(self) -> None:
        """Play on to the next decision of this seat, or to the end."""
        batch, row = self.env.batch, np.array([0])
        while not self.over and batch.to_move[0] != self._seat:
            distance = int(batch.to_move[0] - self._seat) % batch.num_players
            self._play(int(self._others[distance - 1].choose(turn_of(batch, row))[0]))
        self._prompt = None if self.over else self.observe().text

    def _play(self, action: int) -> None:
        """Play a move of whoever is to move, and keep what this seat sees of it."""
        batch = self.env.batch
        before, mover = batch.copy(), int(batch.to_move[0])
        self.env.step(action)
        name = self.game.seats[mover]
        if mover == self._seat:
            words = self.game.describe(before.states[0], before.box[0], action)
            self._happened.append(f"{name} (you): {words}")
        elif told := self._witness.tell_move(before, action, batch, self._seat):
            self._happened.append(f"{name}: {told}")
        told_after = self._witness.tell(before, action, self._seat)
        self._happened += [f"  {line}" for line in told_after]

    # -- what is said --------------------------------------------------------------------------

    @property
    def rules(self) -> str:
        """The rules in short, who sits where, how to answer: what a model is told first."""
        names = self.game.seats[: self.env.batch.num_players]
        return "\n\n".join(
            [
                f"You play {self.game.title} as {names[self._seat]}. "
                f"Around the table: {', '.join(names)}.",
                _lesson(self.game.name),
                f"## How to answer\n\n{HOW_TO_ANSWER}",
            ]
        )

    def data(self) -> dict[str, Any]:
        """Return the position for JSON: this seat's observation by the names of its layout.

        Seats are counted from the own one in turn order (`order`). A part of one number is that
        number, other parts are dicts from index to number, zeros left out; parts of zeros only
        are left out too. `game.observation` tells what the parts mean.
        """
        batch = self.env.batch
        self._need_a_game()
        n, s = batch.num_players, batch.states[0]
        seen = self.game.observation.view(batch.observe(0, self._seat)[0])
        parts = {name: _plain(values) for name, values in seen.items() if values.any()}
        names = self.game.seats
        return {
            "game": self.game.id,
            "you": names[self._seat],
            "order": [names[(self._seat + k) % n] for k in range(n)],
            "to_move": None if s.done else names[s.to_move],
            "decision": None if s.done else self.game.decisions[s.decision],
            "over": self.over,
            "seen": parts,
        }

    def observe(self) -> Prompt:
        """Return what this seat is told now; looking changes nothing."""
        self._need_a_game()
        batch, game = self.env.batch, self.game
        board = game.text(batch.states[0], batch.box[0], self._seat)
        data = self.data()
        if self.over:
            asked, moves = self._end_in_words(), {}
        else:
            asked = game.asked[game.decisions[batch.states[0].decision]]
            moves = label(list(legal_words(batch)))
        parts = ["## What happened\n\n" + "\n".join(self._happened)] if self._happened else []
        parts.append(f"## The position, as {data['you']} sees it\n\n{board}")
        if self.with_json:
            parts.append(f"## The same as JSON\n\n{json.dumps(data)}")
        if self.over:
            parts.append(f"## The end\n\n{asked}")
        else:
            listed = "\n".join(f"{key:>3} {move}" for key, move in moves.items())
            parts.append(f"## Your move: {asked}" + (f"\n\n{listed}" if self.list_moves else ""))
        return Prompt(
            self.rules, tuple(self._happened), board, data, asked, moves, "\n\n".join(parts)
        )

    def _end_in_words(self) -> str:
        if self._resigned:
            return f"{self.game.seats[self._seat]} (you) resigned"
        if self.env.batch.truncated[0]:
            return "the game was cut off"
        return result_in_words(self.env.batch)

    def _need_a_game(self) -> None:
        if not self._is_reset:
            raise RuntimeError("call reset() first")

    # -- what is answered ----------------------------------------------------------------------

    def act(self, answer: Any) -> Reply:
        """Play the move that an answer means, or say why it means none.

        Args:
            answer: Words (case, spaces and what is left out at the end do not matter as long
                as one move is meant), what stands before a move in the list, or JSON:
                `{"move": words}`, `{"number": 3}`, `{"action": 17}` (the id of an action), as
                text or as a dict. Of several lines the last one counts.

        Raises:
            AnswerError: After the last attempt, if `on_failure="raise"`; the game has not changed.
            RuntimeError: If the game is over, or never began.
        """
        self._need_a_game()
        if self.over:
            raise RuntimeError("the game is over; call reset()")
        talk = self._talk()
        try:
            action = find_move(answer, self.game, legal_words(self.env.batch))
        except AnswerError as error:
            talk.answers.append({"answer": _as_text(answer), "reply": str(error)})
            return self._refuse(str(error))
        talk.answers.append({"answer": _as_text(answer), "reply": ""})
        return self._accept(action, "answer")

    def skip(self, reason: str) -> Reply:
        """Give up on this decision, as after the last refused answer: whoever speaks is gone.

        Raises:
            AnswerError: If `on_failure="raise"`.
        """
        self._need_a_game()
        if self.over:
            raise RuntimeError("the game is over; call reset()")
        self._talk().answers.append({"answer": "", "reply": reason})
        return self._fail(reason)

    def _talk(self) -> _Talk:
        """Return the talk about the decision at hand."""
        if not self._talks or self._talks[-1].by:
            moves = len(self._recorder.replay().moves)
            self._talks.append(_Talk(moves, self._prompt or ""))
        return self._talks[-1]

    def _refuse(self, reason: str) -> Reply:
        left = self.attempts - len(self._talks[-1].answers)
        if left > 0:
            return Reply(False, reason, attempts_left=left)
        return self._fail(reason)

    def _fail(self, reason: str) -> Reply:
        """Do what the user chose for a decision without a readable answer."""
        if self.on_failure == "raise":
            self._talks[-1].by = "nobody"
            raise AnswerError(reason)
        if self.on_failure == "resign":
            self._talks[-1].by = "resigned"
            self._resigned = True
            message = f"{reason}; that was the last attempt: you have resigned"
            return Reply(False, message, over=True, reward=self.reward)
        legal = np.flatnonzero(self.env.batch.mask[0])
        reply = self._accept(int(self._random.choice(legal)), "random")
        message = f"{reason}; that was the last attempt, at random: {reply.played}"
        return Reply(False, message, reply.played, 0, reply.over, reply.reward)

    def _accept(self, action: int, by: str) -> Reply:
        """Play a move of this seat, and on to its next decision."""
        batch, talk = self.env.batch, self._talks[-1]
        played = self.game.describe(batch.states[0], batch.box[0], action)
        talk.played, talk.by = played, by
        self._happened = []
        self._play(action)
        self._let_others_play()
        return Reply(True, f"you played: {played}", played, 0, self.over, self.reward)

    # -- keeping -------------------------------------------------------------------------------

    def replay(self) -> Replay:
        """Return the game so far, with all prompts and answers in its notes."""
        self._need_a_game()
        replay = self._recorder.replay()
        replay.notes = {
            "seat": self._seat,
            "players": [player.name for player in self._others],
            "on_failure": self.on_failure,
            "resigned": self._resigned,
            "rules": self.rules,
            "talk": [talk.as_note() for talk in self._talks],
        }
        return replay


def _lesson(name: str) -> str:
    """Return the page that teaches a game, without what only a person at a terminal needs."""
    text = re.sub(r"(?ms)^## Play\n.*?(?=^## |\Z)", "", rulebook.lesson(name))
    text = re.sub(r"(?m)^All the rules: .*$", "", text)
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"(?m)^#", "##", text)).strip()


def _plain(values: NDArray[Any]) -> Any:
    """Return a part of an observation for JSON, without its zeros."""
    if values.size == 1:
        return int(values.reshape(-1)[0])
    return {
        ",".join(map(str, index)): int(values[tuple(index)])
        for index in np.argwhere(values).tolist()
    }


# -- reading answers ------------------------------------------------------------------------------


def find_move(answer: Any, game: Game, words: dict[str, int]) -> int:
    """Return the action that an answer means; `words` are the legal moves.

    Raises:
        AnswerError: If it means none, or may mean several.
    """
    meant = _from_json(answer)
    if isinstance(meant, dict):
        return _find_keyed(meant, game, words)
    if type(meant) is not str:
        raise AnswerError(_refusal(_as_text(answer), words))
    text = _last_line(meant)
    found = _matching(text, game, words)
    if len(found) == 1:
        return words[found[0]]
    if found:
        some = ", ".join(repr(move) for move in found[:_LISTED])
        raise AnswerError(f"{_quoted(text)} may mean {some}: give all the words of one move")
    raise AnswerError(_refusal(text, words))


def _from_json(answer: Any) -> Any:
    """Return what an answer holds: a dict if it is JSON, else words."""
    if isinstance(answer, dict):
        return answer
    if not isinstance(answer, str):
        try:
            return "" if isinstance(answer, bool) else str(operator.index(answer))
        except TypeError:
            return answer
    for text in [answer.strip(), *reversed(_JSON.findall(answer))]:
        try:
            content = json.loads(text)
        except (ValueError, RecursionError):
            continue
        if isinstance(content, dict | str):
            return content
    return answer


def _find_keyed(meant: dict[str, Any], game: Game, words: dict[str, int]) -> int:
    """Return the action that a JSON object means."""
    action = meant.get("action")
    if type(action) is int:
        if action in words.values():
            return action
        raise AnswerError(f"action {action} is not legal now; {_offer(words)}")
    for key in ("move", "action", "number"):
        value = meant.get(key)
        if type(value) in (str, int):
            return find_move(str(value), game, words)
    raise AnswerError(f'a move in JSON is {{"move": "its words"}}; {_offer(words)}')


def _last_line(answer: str) -> str:
    """Return the last line with words in it, without what leads to the move."""
    lines = [line.strip(_MARKS) for line in answer.splitlines()]
    last = next((line for line in reversed(lines) if line), "")
    return _LEAD.sub("", last).strip(_MARKS)


def _squeezed(text: str) -> str:
    """Return text without case, spaces and marks; a minus before a number stays."""
    return re.sub(r"(?!-\d)[\W_]", "", text.casefold())


def _matching(text: str, game: Game, words: dict[str, int]) -> list[str]:
    """Return the moves that a line may mean, by the strictest way of reading that gives any."""
    squeezed, typed = _squeezed(text), text.casefold().split()
    if not squeezed:
        return []
    labels = label(list(words))
    numbered = re.fullmatch(r"0*(\w+)[.):]?(?:\s+(.*))?", text.casefold(), re.DOTALL)
    key = numbered[1] if numbered else ""
    rest = _squeezed(numbered[2] or "") if numbered else ""

    def begins(move: str) -> bool:
        parts = move.casefold().split()
        pairs = zip(typed, parts, strict=False)
        return len(typed) <= len(parts) and all(part.startswith(t) for t, part in pairs)

    readings: list[Callable[[str], bool]] = [
        lambda move: _squeezed(move) == squeezed,
        lambda move: labels.get(key) == move and rest in ("", _squeezed(move)),
        lambda move: _squeezed(game.actions.name(words[move])) == squeezed,
        lambda move: _squeezed(move).startswith(squeezed),
        begins,
    ]
    for reading in readings:
        found = [move for move in words if reading(move)]
        if found:
            return found
    return []


def _refusal(text: str, words: dict[str, int]) -> str:
    """Return the sentence for an answer that means no legal move."""
    lower = {move.casefold(): move for move in words}
    near = difflib.get_close_matches(text[:_LOOKED_AT].casefold(), lower, 3, 0.6)
    said = f"{_quoted(text)} is no legal move" if text else "the answer holds no move"
    if near:
        return f"{said}; did you mean {' or '.join(repr(lower[move]) for move in near)}?"
    return f"{said}; {_offer(words)}"


def _offer(words: dict[str, int]) -> str:
    """Return which moves are legal, not too many of them."""
    more = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    return "legal are: " + ", ".join(list(words)[:_LISTED]) + more


def _quoted(text: str) -> str:
    return repr(text if len(text) <= _SHORT else f"{text[:_SHORT]}...")


def _as_text(answer: Any) -> str:
    """Return an answer as it is kept in a replay."""
    if isinstance(answer, str):
        return answer
    try:
        return json.dumps(answer)
    except (TypeError, ValueError, RecursionError):
        return repr(answer)
