"""A game at the terminal: colour, lines that fit, the menu of moves, the commands of a person."""

from __future__ import annotations

import os
import pydoc
import re
import shutil
import string
import sys
import textwrap
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from spaceenvs.leaving import Interrupts
from spaceenvs.telling import legal_words

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch
    from spaceenvs.core.game import Game

STYLES = {
    "Red": "red",
    "Blue": "bright_blue",
    "Green": "green",
    "Yellow": "yellow",
    "Orange": "dark_orange",
    "Purple": "magenta",
    "White": "bold",
    "Black": "bright_black",
}
"""How the names of the seats look in colour."""

COMMANDS = """\
the number or letter of a move, its words, or their beginning plays it
?             draw the whole board again
help          these lines
help NAME     what the rules say on a card, a power, a ship: help Plague
learn         how the game is played, in five minutes
rules R13     a ruling, a decision (D6) or a section (6.9) of the rules; rules alone: all of them
hint          three moves that the best player at hand likes
auto          play the first of them
undo          go back to your last decision
save [FILE]   save the game and play on
quit          save the game and leave (so does Ctrl-C)"""


def width() -> int:
    """Return how many columns a line may take."""
    return max(shutil.get_terminal_size().columns, 20)


def fit(text: str, columns: int) -> str:
    """Return text whose long lines go on below, further in; short ones stay as they are.

    >>> print(fit("  hand: Attack 10, Attack 20", 20))
      hand: Attack 10,
        Attack 20
    """
    lines: list[str] = []
    for line in text.splitlines():
        if len(line) <= columns:
            lines.append(line)
            continue
        indent = " " * min(len(line) - len(line.lstrip()) + 2, columns // 2)
        words = line.lstrip()
        first = line[: len(line) - len(words)][: columns // 2]
        lines += textwrap.wrap(
            words,
            columns,
            initial_indent=first,
            subsequent_indent=indent,
            break_on_hyphens=False,
            replace_whitespace=False,
            drop_whitespace=True,
        )
    return "\n".join(lines)


def say(text: str = "") -> None:
    """Print text so that it fits, with the names of the seats in their colours on a terminal."""
    shown = fit(text, width())
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        print(shown)
        return
    from rich.console import Console
    from rich.text import Text

    coloured = Text(shown)
    for name, style in STYLES.items():
        coloured.highlight_regex(rf"\b{name}\b", style)
    Console(highlight=False).print(coloured, soft_wrap=True)


def page(text: str) -> None:
    """Show a long text: through a pager on a terminal."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        with Interrupts():  # the pager knows what to do
            pydoc.pager(f"{text}\n")
    else:
        print(text)


def commands_folder() -> str:
    """Return what to put before `spaceenvs` and `python` so that a shell finds these very ones."""
    folder = Path(sys.executable).parent
    if str(folder) in os.environ.get("PATH", "").split(os.pathsep):
        return ""
    inside = folder.is_relative_to(Path.cwd())
    return f"{folder.relative_to(Path.cwd()) if inside else folder}/"


# -- the menu -----------------------------------------------------------------------------


def label(words: list[str]) -> dict[str, str]:
    """Return the moves by what one types for them: the number they mean, or one in order.

    Where most moves differ by one number only (a bid, a hex), that number is typed; the other
    moves have letters.

    >>> label(["pass", "bid 0", "bid 5"])
    {'a': 'pass', '0': 'bid 0', '5': 'bid 5'}
    >>> label(["pass", "attack"])
    {'1': 'pass', '2': 'attack'}
    """
    groups: dict[str, list[str]] = {}
    for move in words:
        if len(re.findall(r"\d+", move)) == 1:
            groups.setdefault(re.sub(r"\d+", "#", move), []).append(move)
    meant = max(groups.values(), key=len, default=[])
    others = [move for move in words if move not in meant]
    if len(meant) < 2 or len(others) > min(len(meant), len(string.ascii_lowercase)):
        return {str(number): move for number, move in enumerate(words, 1)}
    letters = dict(zip(others, string.ascii_lowercase, strict=False))
    number_of = {move: str(int(re.findall(r"\d+", move)[0])) for move in meant}
    return {letters.get(move) or number_of[move]: move for move in words}


def match(typed: str, words: list[str]) -> list[str]:
    """Return the moves that were meant: by label, by all their words, by their beginning.

    >>> match("5", ["pass", "bid 0", "bid 5"]), match("bid", ["pass", "bid 0", "bid 5"])
    (['bid 5'], ['bid 0', 'bid 5'])
    """
    lower = " ".join(typed.lower().split())
    labels = label(words)
    plain = lower.lstrip("0") or "0" if lower.isdecimal() and lower.isascii() else lower
    if plain in labels:
        return [labels[plain]]
    same = [move for move in words if move.lower() == lower]
    if same or not lower:
        return same
    return [move for move in words if move.lower().startswith(lower)]


def menu(words: list[str], columns: int) -> str:
    """Return the moves with what one types for them, in as many columns as fit."""
    cells = [f"{key:>3} {move}" for key, move in label(words).items()]
    widest = max(map(len, cells)) + 2
    across = max(1, min(columns // widest, -(-len(cells) // 8)))
    rows = -(-len(cells) // across)
    lines = ("".join(cell.ljust(widest) for cell in cells[row::rows]) for row in range(rows))
    return "\n".join(line.rstrip() for line in lines)


def news(board: list[str], drawn: list[str]) -> list[str]:
    """Return the lines of a board that were not drawn before, below the heads of their blocks.

    >>> news(["Red", "  hand 5", "  deck 2", "", "Blue", "  hand 4"], ["Red", "  hand 5", "Blue"])
    ['Red', '  deck 2', 'Blue', '  hand 4']
    """

    def indent(line: str) -> int:
        return len(line) - len(line.lstrip())

    shown: list[str] = []
    head = ""
    for line in board:
        if not line.strip():
            head = ""
            continue
        head = head or line
        if line not in drawn:
            shown += [head] if indent(head) != indent(line) and head not in shown else []
            shown.append(line)
    return shown


# -- the commands of a person ---------------------------------------------------------------


class Undo(Exception):  # noqa: N818 (what the person wants)
    """The person goes back to the last decision."""


class Quit(Exception):  # noqa: N818 (what the person wants)
    """The person leaves."""


@dataclass
class Prompt:
    """Asks one person for moves and answers what else is typed.

    Attributes:
        seat: The seat of the person.
        hints: Returns the best moves of the position with a remark each; raises ValueError
            with a sentence where nobody can be asked.
        save: Saves the game, in the file named or where it is saved anyway.
    """

    seat: int
    hints: Callable[[Batch], list[tuple[int, str]]]
    save: Callable[[str], None]
    drawn: list[str] = field(default_factory=list)
    """The board as it was drawn last; empty if the next one is drawn as a whole."""

    def ask(self, batch: Batch) -> int:
        """Draw what has changed and return the move of the person."""
        words = legal_words(batch)
        self._draw(batch, list(words))
        while True:
            action = self._answer(batch, words, _read())
            if action is not None:
                return action

    def _draw(self, batch: Batch, words: list[str]) -> None:
        """Draw the board, or its lines that have changed since the last decision of this turn."""
        game = batch.game
        board = game.text(batch.states[0], batch.box[0], self.seat).splitlines()
        changed = news(board, self.drawn)
        whole = not self.drawn or 2 * len(changed) > len(board)
        say("\n" + "\n".join(board if whole else changed))
        self.drawn = board
        asked = game.asked[game.decisions[batch.states[0].decision]]
        say(f"\n{game.seats[self.seat]} (you), your move: {asked}\n{menu(words, width())}")

    def _answer(self, batch: Batch, words: dict[str, int], typed: str) -> int | None:
        """Return the move that was typed, or do what was asked for and return None."""
        found = match(typed, list(words))
        if len(found) == 1:
            return words[found[0]]
        command, _, rest = typed.partition(" ")
        if not found and command.lower() in self._commands:
            return self._commands[command.lower()](self, batch, rest.strip())
        if found:
            say(f"that may be: {', '.join(found)}")
        else:
            shown = textwrap.shorten(repr(typed), 60)
            keys = list(label(list(words)))
            range_ = keys[0] if len(keys) == 1 else f"{keys[0]} to {keys[-1]}"
            say(f"{shown} is no legal move: type {range_}, the words of a move, or help")
        return None

    def _draw_again(self, batch: Batch, rest: str) -> None:
        self.drawn = []
        self._draw(batch, list(legal_words(batch)))

    def _help(self, batch: Batch, rest: str) -> None:
        if rest:
            look_up(batch.game, rest)
        else:
            say(COMMANDS)

    def _rules(self, batch: Batch, rest: str) -> None:
        from spaceenvs import rulebook
        from spaceenvs.markdown import as_text

        if rest:
            look_up(batch.game, rest)
        else:
            page(as_text(rulebook.read(batch.game.name).text, width()))

    def _learn(self, batch: Batch, rest: str) -> None:
        from spaceenvs import rulebook
        from spaceenvs.markdown import as_text

        try:
            page(as_text(rulebook.lesson(batch.game.name), width()))
        except LookupError as error:
            say(str(error))

    def _hint(self, batch: Batch, rest: str) -> None:
        for line in self._favourites(batch):
            say(line)

    def _favourites(self, batch: Batch) -> Iterable[str]:
        try:
            hints = self.hints(batch)
        except ValueError as error:
            return [str(error)]
        key_of = {move: key for key, move in label(list(legal_words(batch))).items()}
        s, box = batch.states[0], batch.box[0]
        moves = [(batch.game.describe(s, box, action), why) for action, why in hints]
        return [f"{key_of[move]:>3} {move} ({why})" for move, why in moves]

    def _auto(self, batch: Batch, rest: str) -> int | None:
        try:
            return self.hints(batch)[0][0]
        except ValueError as error:
            say(str(error))
            return None

    def _undo(self, batch: Batch, rest: str) -> None:
        raise Undo

    def _save(self, batch: Batch, rest: str) -> None:
        self.save(rest)

    def _quit(self, batch: Batch, rest: str) -> None:
        raise Quit

    _commands = {  # noqa: RUF012 (never changed)
        "?": _draw_again,
        "help": _help,
        "learn": _learn,
        "rules": _rules,
        "hint": _hint,
        "auto": _auto,
        "undo": _undo,
        "save": _save,
        "quit": _quit,
        "q": _quit,
        "exit": _quit,
    }


def _read() -> str:
    """Return a line that was typed."""
    typed = input("> ").strip()
    if not sys.stdin.isatty():
        say(typed)  # what comes from a file is not seen otherwise
    return typed


def look_up(game: Game, what: str) -> None:
    """Print what the rules say on something, or where else to look."""
    from spaceenvs import rulebook
    from spaceenvs.markdown import as_text

    try:
        say(as_text(rulebook.answer(game.name, what), width()))
    except (LookupError, ValueError) as error:
        say(str(error.args[0]) if error.args else str(error))
