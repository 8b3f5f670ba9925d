"""The terminal as a person sees it: through a pseudo-terminal, at 80 and 120 columns."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from conftest import JIT

from spaceenvs import registry
from spaceenvs.terminal import fit, label, match, menu

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


def play_at(columns: int, typed: list[str], *argv: str, folder: Path) -> str:
    """Run the command on a pseudo-terminal of this width and return what it shows."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
    quiet = termios.tcgetattr(slave)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(slave, termios.TCSANOW, quiet)
    env = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR")}
    env |= {"PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "PAGER": "cat"}
    command = [sys.executable, "-m", "spaceenvs", *argv]
    running = subprocess.Popen(
        command, stdin=slave, stdout=slave, stderr=slave, env=env, cwd=folder
    )
    os.close(slave)
    shown, waiting = b"", list(typed)
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
        if shown.endswith(b"> ") and waiting:
            os.write(master, f"{waiting.pop(0)}\n".encode())
    running.wait(timeout=60)
    os.close(master)
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.skipif(not JIT, reason="plays many moves")
@pytest.mark.parametrize("columns", [80, 120])
def test_no_line_is_longer_than_the_screen_and_nonsense_is_answered(columns, game_name, tmp_path):
    """Cosmic Encounter's and the others' boards, menus, telling and answers all fit."""
    nonsense = NONSENSE if game_name == "galaxy" else NONSENSE[::10]
    assert len(NONSENSE) >= 100
    typed = ["auto", "hint", *nonsense, *["auto"] * 8, "quit"]
    out = play_at(columns, typed, "play", game_name.upper(), "--seed", "3", folder=tmp_path)
    assert "Traceback" not in out
    assert COLOUR.search(out)
    for line in COLOUR.sub("", out).splitlines():
        if not line.startswith("> "):
            assert len(line) <= columns, line
    if "; scores: " in out:  # a short game is over before it is left
        return
    assert "left" in out
    assert f"spaceenvs play --continue {game_name}-3.json" in " ".join(out.split())


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


def test_long_lines_go_on_below():
    text = "short\n  " + "word " * 40
    lines = fit(text, 80).splitlines()
    assert lines[0] == "short"
    assert all(len(line) <= 80 for line in lines)
    assert " ".join(fit(text, 80).split()) == " ".join(text.split())
