"""The terminal as a person sees it: through a pseudo-terminal, at 80 and 120 columns."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pytest
from conftest import JIT

from spaceenvs import registry
from spaceenvs.cli import PersonsGame
from spaceenvs.core.aec import SpaceEnv
from spaceenvs.core.batch import Batch
from spaceenvs.leaving import Interrupts
from spaceenvs.telling import as_one, with_question
from spaceenvs.terminal import Prompt, find, fit, keys_in_words, label, match, menu, news

ROOT = Path(__file__).parents[1]
COLOUR = re.compile(r"\x1b\[[0-9;]*m")
NONSENSE = [
    *("", " ", "?", "??", "-1", "999999999999999999999", "1e9", "0x1", "1.5", "nan", "inf", "+1"),
    *(
        "help ",
        "help help",
        "help R999",
        "help D999",
        "help 99.99",
        "help %s",
        "help \\",
        "help ([",
    ),
    *("rules R0", "rules R99999", "rules ../../etc", "rules {}", "rules *", "rules [a"),
    *("hint hint", "undo undo", "undo", "save /no/such/folder/x.json", "save .", "save /", "HINT"),
    *("'", '"', "`ls`", "$(ls)", "${HOME}", "<b>", "&&", "|", ";", "!!", "~", "^", "#", "@", "%d"),
    *(
        "é",
        "ß",
        "日本語",
        "²",
        "٣",
        "\u200b",
        "🚀",
        "a" * 500,
        "x " * 200,
        "\\n",
        "\\0",
        "[red]x[/]",
    ),
    *(
        "none",
        "None",
        "null",
        "true",
        "import os",
        "exit()",
        "bid",
        "bid x",
        "bid -1",
        "play",
    ),
    *(
        "move 1 2 3",
        "pass pass",
        "1 2",
        "1,2",
        "one",
        "first",
        "last",
        "all",
        "yes please",
        "no no",
    ),
    *(
        "help \u00e9",
        "rules rules",
        "save \t",
        "0",
        "00",
        "-0",
        "1_0",
        "Ⅷ",
        "½",
        "x1",
        "hint?",
        "?1",
        "hint R13",
    ),
    *("/help", "--help", "-h", "man", "ls", "cd ..", ":q", ":wq", "\\q", "help\thint", "sudo help"),
]


def play(typed: Sequence[str | int], *argv: str, folder: Path) -> dict[int, str]:
    """Run the command on a pseudo-terminal and return what it shows, by the columns it has.

    A number among what is typed is a new width; the first is one.
    """
    master, slave = pty.openpty()
    quiet = termios.tcgetattr(slave)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, quiet)
    waiting = list(typed)
    columns = resize(master, int(waiting.pop(0)))
    env = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    env |= {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "PAGER": "cat"}
    command = [sys.executable, "-m", "spaceenvs", *argv]
    running = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder
    )
    os.close(slave)
    shown: dict[int, bytes] = {}
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown[columns] = shown.get(columns, b"") + piece
        if shown[columns].endswith(b"> ") and waiting:
            if isinstance(waiting[0], int):
                columns = resize(master, int(waiting.pop(0)))
            os.write(master, f"{waiting.pop(0)}\n".encode())
    running.wait(timeout=60)
    os.close(master)
    return {width: out.decode().replace("\r\n", "\n") for width, out in shown.items()}


def resize(terminal: int, columns: int) -> int:
    """Give a terminal so many columns; return them."""
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    return columns


@pytest.mark.skipif(not JIT, reason="plays many moves")
def test_no_line_is_longer_than_the_screen_and_nonsense_is_answered(game_name, tmp_path):
    """Boards, menus, telling and answers fit, also when the screen grows in the middle."""
    assert len(NONSENSE) >= 100
    moves = ["hint", *["auto"] * 12]
    typed: list[str | int] = [80, *moves, *NONSENSE, 120, *moves, *NONSENSE[::4], "quit"]
    shown = play(typed, "play", game_name.upper(), "--seed", "3", folder=tmp_path)
    for columns, out in shown.items():
        assert "Traceback" not in out
        assert COLOUR.search(out)
        for line in COLOUR.sub("", out).splitlines():
            if not line.startswith("> "):
                assert len(line) <= columns, line
    last = shown[max(shown)]
    if "; scores: " in last:  # a short game is over before it is left
        return
    assert "left" in last
    assert f"spaceenvs play --continue {game_name}-3.json" in " ".join(last.split())


SITE = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == os.environ["CTRL_C_AT"]:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""


@pytest.mark.parametrize(
    "module", ["gymnasium", "numpy._core", "pettingzoo", "spaceenvs.cli", "numba", "llvmlite"]
)
def test_ctrl_c_while_the_command_imports_leaves_without_a_traceback(module, tmp_path):
    (tmp_path / "sitecustomize.py").write_text(SITE, encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": f"{tmp_path}:{ROOT}", "CTRL_C_AT": module}
    command = [sys.executable, "-m", "spaceenvs", "play", "galaxy"]
    done = subprocess.run(
        command, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "\nleft\n", "")


@pytest.mark.skipif(not JIT, reason="compiles")
def test_ctrl_c_while_the_rules_compile_leaves_without_a_traceback(tmp_path):
    env = {**os.environ, "PYTHONPATH": str(ROOT), "SPACEENVS_CACHE_DIR": str(tmp_path)}
    running = subprocess.Popen(
        [sys.executable, "-m", "spaceenvs", "play", "galaxy"],
        env=env,
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert running.stderr is not None
    note = running.stderr.readline()
    assert "compil" in note
    running.send_signal(signal.SIGINT)
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "\nleft\n", "")


def test_ctrl_c_waits_where_a_game_and_its_record_change():
    before = signal.getsignal(signal.SIGINT)
    done: list[str] = []

    def interrupt() -> None:
        with Interrupts() as interrupts:
            with interrupts.held():
                signal.raise_signal(signal.SIGINT)
                with interrupts.held():
                    done.append("inner")
                done.append("outer")
            done.append("never")

    with pytest.raises(KeyboardInterrupt):
        interrupt()
    assert done == ["inner", "outer"]
    assert signal.getsignal(signal.SIGINT) is before
    with pytest.raises(KeyboardInterrupt), Interrupts():
        signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("columns", [80, 120])
def test_list_and_show_fit(columns, capsys, monkeypatch):
    from spaceenvs.cli import main

    monkeypatch.setenv("COLUMNS", str(columns))
    for argv in (["list"], *(["show", name] for name in registry.ROWS)):
        assert main(argv) == 0
        out = capsys.readouterr().out
        assert max(map(len, out.splitlines())) <= columns
        assert "**" not in out


def test_numbers_are_those_that_the_moves_mean():
    bids = ["bid 3", "bid 4", "bid 10", "pass"]
    assert label(bids) == {"3": "bid 3", "4": "bid 4", "10": "bid 10", "a": "pass"}
    assert match("4", bids) == match("BID 4", bids) == match("04", bids) == ["bid 4"]
    assert match("A", bids) == match("pa", bids) == ["pass"]
    assert match("bid", bids) == bids[:3]
    assert match("1", bids) == match("", bids) == match("²", bids) == []


def test_other_moves_are_numbered_in_order():
    words = ["pass", "attack with 2", "move 1 to 2", "move 2 to 1"]
    assert list(label(words)) == ["1", "2", "3", "4"]
    assert match("1", words) == ["pass"]
    assert match("0", words) == match("5", words) == []


@pytest.mark.parametrize("count", [1, 2, 5, 40, 300])
def test_every_move_has_a_label_of_its_own(count):
    words = ["pass", *(f"go to {n}" for n in range(count))]
    assert sorted(label(words).values()) == sorted(words)
    shown = menu(words, 80)
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert shown.count("go to") == count


def test_what_changed_is_drawn_below_the_head_of_its_block():
    board = ["Galaxy: round 1", "", "      CYL FEL", "row 1 2", "row 2", "", "deck 7"]
    assert news(board, []) == [line for line in board if line]
    assert news([*board[:4], "row 2     3", *board[5:]], board) == ["      CYL FEL", "row 2     3"]
    assert news(board, board) == []


def test_words_that_mean_nothing_alone_come_with_their_question():
    game = registry.load("galaxy")
    asked = {name: number for number, name in enumerate(game.decisions)}
    assert with_question(game, asked["SHUTTLE"], "keep it") == (
        "keep it (whether to keep the top card of the deck)"
    )
    assert with_question(game, asked["DRAW"], "take the Reserve") == "take the Reserve"
    assert with_question(game, asked["COLUMN"], "on Cylor").startswith("on Cylor (in which column")


def test_long_lines_go_on_below():
    text = "short\n  " + "word " * 40
    lines = fit(text, 80).splitlines()
    assert lines[0] == "short"
    assert all(len(line) <= 80 for line in lines)
    assert " ".join(fit(text, 80).split()) == " ".join(text.split())


def test_words_of_a_move_are_found_wherever_they_stand():
    words = ["make Anuket the homeworld", "make Kestrel the homeworld"]
    assert find("kestrel", words) == ["make Kestrel the homeworld"]
    assert find("nuket", words) == []
    assert find("make", words) == words
    assert find("base (l", ["attack Red's base (level 1)"]) == ["attack Red's base (level 1)"]
    for typed in ("0", "#", "", "(", "a"):
        assert find(typed, ["take energy 1 from slot 0", "acquire Dreadnoughts #2 (a)"]) == []


@pytest.mark.parametrize(
    ("keys", "words"),
    [
        (["1"], "1"),
        (["1", "2"], "1 or 2"),
        (["1", "3", "a"], "1, 3 or a"),
        (["a", "2", "3", "4", "10"], "2 to 4, 10 or a"),
        (["0", "1", "2", "a", "b", "c"], "0 to 2 or a to c"),
    ],
)
def test_what_may_be_typed_is_said_as_it_is(keys, words):
    assert keys_in_words(keys) == words


def test_a_line_that_another_seat_has_too_is_news():
    """Both have energy 4 now: the line of Red is new, though Blue's has looked the same."""
    board = ["Red", "  energy 3", "", "Blue", "  energy 4"]
    after = ["Red", "  energy 4", "", "Blue", "  energy 4"]
    assert news(after, board) == ["Red", "  energy 4"]
    close = [line for line in board if line]
    assert news([line for line in after if line], close) == ["Red", "  energy 4"]


def test_another_question_is_no_news():
    asked = "which ship to put under it"
    drawn = ["Galaxy: round 1 (Green decides: )", "", "*Green hand 8"]
    board = [f"Galaxy: round 1 (Green decides: {asked})", "", "*Green hand 8"]
    assert news(board, drawn, asked) == []


def test_a_board_higher_than_the_screen_is_not_drawn_again_and_again(monkeypatch):
    prompt = Prompt(0, lambda batch: [], lambda name: None)
    monkeypatch.setenv("LINES", "40")
    prompt.drawn = ["line"] * 60
    prompt.others_moved()
    assert prompt.drawn
    prompt.drawn = ["line"] * 20
    prompt.others_moved()
    assert not prompt.drawn


@pytest.mark.parametrize("name", [name for name in registry.ROWS if name != "cosmic_encounter"])
def test_the_lines_of_boards_in_columns_fit_80_columns(name):
    """What stands in columns would be hard to read if it went on below."""
    game = registry.load(name)
    for players in game.player_counts:
        batch = Batch(game, 1, num_players=players, autoreset=False)
        batch.reset(seed=players)
        while not batch.states[0].done:
            lines = game.text(batch.states[0], batch.box[0], None).splitlines()
            cells = [line for line in lines if re.search(r"\S   +\S.*\S   +\S", line)]
            assert not [line for line in cells if len(line) > 80]
            for _ in range(40):
                if not batch.states[0].done:
                    batch.step(batch.sample())


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("token from 3.2", "token from 3.4", "token from 3.2, 3.4"),
        ("token from 3.2, 3.4", "token from 3.4", "token from 3.2, 3.4, 3.4"),
        ("token from 3.2", "aim at 1.0", ""),
        ("pass", "pass", ""),
        ("pass (a card, or none)", "pass (a card, or none)", ""),
        ("invite Green", "do not invite Blue", ""),
    ],
)
def test_moves_that_are_alike_are_told_as_one(first, second, told):
    assert as_one(first, second) == told


def test_the_moves_of_others_that_are_alike_are_one_line(capsys):
    env = SpaceEnv(registry.load("template"))
    sitting = PersonsGame(env, None, 0, "random", None)
    for mover, words in ((1, "token from 3.2"), (1, "token from 3.4"), (0, "token from 0.1")):
        sitting._tell_move(mover, words)
    assert capsys.readouterr().out == "Blue: token from 3.2, 3.4\n"
    sitting._tell_all()
    sitting._tell_all()
    assert capsys.readouterr().out == "Red: token from 0.1\n"
