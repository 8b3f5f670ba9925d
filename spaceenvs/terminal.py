"""A game at the terminal: colour, lines that fit, the menu of moves, the commands of a person."""

from __future__ import annotations

import os
import pydoc
import re
import shutil
import string
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator
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


ROOM = 8
"""So many lines of a screen are left for what happened and what may be done."""


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


def find(typed: str, words: list[str]) -> list[str]:
    """Return the moves that contain what was typed, from the beginning of a word on.

    A number that no move has as its label means none, whatever numbers its words have.

    >>> find("felowi", ["play Felowi 3", "attack Cylor"]), find("low", ["play Felowi 3"])
    (['play Felowi 3'], [])
    >>> find("3", ["play Felowi 3"])
    []
    """
    if not re.search(r"[^\W\d_]{3}", typed):
        return []
    wanted = re.compile(rf"(?<!\w){re.escape(' '.join(typed.lower().split()))}")
    return [move for move in words if wanted.search(move.lower())]


def keys_in_words(keys: list[str]) -> str:
    """Return what one may type for a move.

    >>> keys_in_words(["1", "2", "3", "4", "a"]), keys_in_words(["1", "3", "a"])
    ('1 to 4 or a', '1, 3 or a')
    """
    runs: list[list[str]] = []
    for key in sorted(keys, key=lambda key: (not key.isdecimal(), key.zfill(9))):
        if runs and _follows(runs[-1][-1], key):
            runs[-1].append(key)
        else:
            runs.append([key])
    parts = [part for run in runs for part in ([f"{run[0]} to {run[-1]}"] if run[2:] else run)]
    return " or ".join([*filter(None, [", ".join(parts[:-1])]), parts[-1]])


def _follows(key: str, other: str) -> bool:
    if key.isdecimal() and other.isdecimal():
        return int(other) == int(key) + 1
    return key.isalpha() and other.isalpha() and ord(other) == ord(key) + 1


def menu(words: list[str], columns: int) -> str:
    """Return the moves with what one types for them, in as many columns as fit."""
    cells = [f"{key:>3} {move}" for key, move in label(words).items()]
    widest = max(map(len, cells)) + 2
    across = max(1, min(columns // widest, -(-len(cells) // 8)))
    rows = -(-len(cells) // across)
    lines = ("".join(cell.ljust(widest) for cell in cells[row::rows]) for row in range(rows))
    return "\n".join(line.rstrip() for line in lines)


def news(board: list[str], drawn: list[str], asked: str = "") -> list[str]:
    """Return the lines of a board that its blocks did not have before, below the blocks' heads.

    That something else is `asked` is no news: the question stands below the board. `drawn` are
    lines without it.

    >>> before = ["Red", "  hand 5", "Blue", "  hand 4"]
    >>> news(["Red", "  hand 4", "  deck 2", "Blue", "  hand 4"], before)
    ['Red', '  hand 4', '  deck 2']
    """
    shown: list[str] = []
    known = {(block, line) for block, _, line in _blocks(drawn)}
    for block, head, line in _blocks(board):
        if (block, without(asked, line)) not in known:
            shown += [head] if _indent(head) != _indent(line) and head not in shown else []
            shown.append(line)
    return shown


def _blocks(board: list[str]) -> Iterator[tuple[int, str, str]]:
    """Yield the lines of a board, with the number and the first line of their block.

    A block ends with an empty line, or where after lines further in one stands as far out as its
    head.
    """
    block, head, earlier = 0, "", ""
    for line in board:
        is_next = head and _indent(earlier) > 1 >= max(_indent(head), _indent(line))
        if is_next or not line.strip():
            block, head = block + 1, ""
        if line.strip():
            head = head or line
            yield block, head, line
        earlier = line


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def without(asked: str, line: str) -> str:
    """Return a line of a board without what is asked."""
    return line.replace(asked, "") if asked else line


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
    """The board as it was drawn last, without what was asked; empty: draw the next one whole."""

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
        asked = game.asked[game.decisions[batch.states[0].decision]]
        board = game.text(batch.states[0], batch.box[0], self.seat).splitlines()
        changed = news(board, self.drawn, asked)
        whole = not self.drawn or 2 * len(changed) > len(board)
        if whole or changed:
            say("\n" + "\n".join(board if whole else changed))
        self.drawn = [without(asked, line) for line in board]
        say(f"\n{game.seats[self.seat]} (you), your move: {asked}\n{menu(words, width())}")

    def others_moved(self) -> None:
        """Draw the whole board next time, if a screen holds it with what happened."""
        if len(self.drawn) + ROOM <= shutil.get_terminal_size().lines:
            self.drawn = []

    def _answer(self, batch: Batch, words: dict[str, int], typed: str) -> int | None:
        """Return the move that was typed, or do what was asked for and return None."""
        found = match(typed, list(words))
        if len(found) == 1:
            return words[found[0]]
        command, _, rest = typed.partition(" ")
        if not found and command.lower() in self._commands:
            return self._commands[command.lower()](self, batch, rest.strip())
        found = found or find(typed, list(words))
        if len(found) == 1:
            return words[found[0]]
        if found:
            say(f"that may be: {', '.join(found)}")
        else:
            shown = textwrap.shorten(repr(typed), 60)
            keys = keys_in_words(list(label(list(words))))
            say(f"{shown} is no legal move: type {keys}, the words of a move, or help")
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
