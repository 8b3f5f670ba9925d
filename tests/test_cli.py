"""The command `spaceenvs`, as a user types it."""

from __future__ import annotations

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import JIT

import spaceenvs
from spaceenvs import cli, players, registry
from spaceenvs.cli import main
from spaceenvs.core.batch import Batch
from spaceenvs.core.replay import read_replay
from spaceenvs.telling import Witness, result_in_words

plays_games = pytest.mark.skipif(not JIT, reason="plays many moves")


@pytest.fixture(autouse=True)
def elsewhere(monkeypatch, tmp_path):
    """A game that is left is saved in the folder where it was played; the command is found."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")


@pytest.fixture
def type_in(monkeypatch):
    def type_lines(*lines):
        monkeypatch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in lines)))

    return type_lines


def run(capsys, *argv):
    code = main(list(argv))
    return code, *capsys.readouterr()


def test_list_shows_every_game(capsys):
    code, out, _ = run(capsys, "list")
    assert code == 0
    for row in registry.ROWS.values():
        assert row.id in out
        assert row.summary in " ".join(out.split())
    assert all(len(line) <= 80 for line in out.splitlines())


def test_version(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"spaceenvs {spaceenvs.__version__}\n"


def test_show_prints_summary_specs_and_options(game, game_name, capsys):
    code, out, _ = run(capsys, "show", game_name)
    assert code == 0
    assert game.id in out
    for name in game.options.__dataclass_fields__:
        assert name in out
    whole = run(capsys, "show", game_name, "--all")[1]
    assert len(whole) > len(out)
    for part in game.observation:
        assert part.name in whole
    for text in (out, whole):  # Markdown is not shown as it is
        assert not re.search(r"\*\*|^\||^#", text, re.MULTILINE)


def test_show_draws_a_position(game_name, capsys, tmp_path):
    again = [run(capsys, "show", game_name, "--position", "--seed", "4", "--moves", "3")[1]] * 2
    assert again[0] == again[1] != ""
    picture = tmp_path / "position.png"
    argv = ["show", game_name, "--picture", str(picture), "--moves", "1", "--seat", "1"]
    assert run(capsys, *argv)[0] == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@plays_games
def test_a_person_plays_by_number_and_in_words(game, game_name, capsys, type_in, tmp_path):
    path = tmp_path / "game.json"
    type_in("auto", "?", "no such move", "", "-1", "999", *["auto"] * 12, "q")
    code, out, _ = run(capsys, "play", game_name, "--seed", "5", "--seat", "1", "--save", str(path))
    assert code == 0
    assert f"you are {game.seats[1]}" in out
    assert "> no such move\n'no such move' is no legal move" in out
    assert out.count("is no legal move") == 4
    ended = "; scores: " in out  # a short game does not wait for the q
    assert ended or "\nleft\n" in out
    replay = read_replay(path)
    assert ended or len(replay.moves) > 13
    code, out, _ = run(capsys, "replay", str(path), "--draw", "5")
    assert code == 0
    assert f"{len(replay.moves)} moves, all verified" in out
    assert re.search(rf"^{len(replay.moves)}\. ({'|'.join(game.seats)}): ", out, re.MULTILINE)
    assert ("the game is not over" in out) != ended


@plays_games
def test_a_whole_game_ends_with_a_result(capsys, type_in):
    type_in(*["auto"] * 2000)
    code, out, _ = run(capsys, "play", "galaxy", "--players", "2", "--seed", "5")
    assert code == 0
    assert "scores: Green:" in out.splitlines()[-1]


@plays_games
def test_end_of_input_leaves_a_saved_game(capsys, type_in):
    type_in("1")
    code, out, err = run(capsys, "play", "galaxy", "--seed", "5")
    assert (code, err) == (0, "")
    assert "saved in galaxy-5.json: spaceenvs play --continue galaxy-5.json\n" in out
    assert out.endswith("left\n")
    assert read_replay("galaxy-5.json").notes == {"seat": 0, "opponents": "trained"}


@plays_games
def test_ctrl_c_leaves_a_saved_game(capsys, monkeypatch):
    typed = iter(["2", "auto"])

    def interrupt(_):
        try:
            return next(typed)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", interrupt)
    code, out, err = run(capsys, "play", "GALAXY", "--seed", "5")
    assert (code, err) == (130, "")
    assert out.endswith("left\n")
    assert len(read_replay("galaxy-5.json").moves) > 2


@plays_games
def test_a_saved_game_goes_on_where_it_was_left(capsys, type_in):
    type_in("bid 2", *["auto"] * 4, "save other.json", "quit")
    run(capsys, "play", "galaxy", "--seed", "5", "--seat", "1", "--opponents", "greedy")
    moves = read_replay("galaxy-5.json").moves
    assert read_replay("other.json").moves == moves
    type_in("auto", "quit")
    code, out, _ = run(capsys, "play", "--continue", "galaxy-5.json")
    assert code == 0
    assert "you are Red" in out
    again = read_replay("galaxy-5.json")
    assert again.moves[: len(moves)] == moves
    assert len(again.moves) > len(moves)
    assert again.notes == {"seat": 1, "opponents": "greedy"}


@plays_games
def test_undo_goes_back_to_the_last_decision(capsys, type_in):
    type_in("undo", "0", "undo", "3", "quit")
    _, out, _ = run(capsys, "play", "galaxy", "--seed", "5", "--players", "2")
    assert "you have decided nothing yet" in out
    moves = [words for _, words in read_replay("galaxy-5.json").moves]
    assert moves[0] == "bid 3"


@plays_games
def test_a_person_may_ask_for_help_rules_and_hints(capsys, type_in):
    type_in("help", "help Shuttle", "rules R13", "hint", "help nothing at all", "quit")
    code, out, _ = run(capsys, "play", "galaxy", "--seed", "5")
    assert code == 0
    for words in ("go back to your last decision", "Shuttle", "R13", "trained plays it"):
        assert words in out


@plays_games
def test_a_replay_goes_back_jumps_and_is_written_as_gif_and_page(capsys, type_in):
    argv = ["watch", "galaxy", "--seed", "2", "--players", "2", "--draw", "0", "--delay", "0"]
    run(capsys, *argv, "--moves", "8", "--save", "game.json")
    type_in("", "", "b", "7", "nonsense", "e", "q")
    code, out, _ = run(capsys, "replay", "game.json", "--enter")
    assert code == 0
    assert re.findall(r"\[(\d+) of 8\]", out) == ["0", "1", "2", "1", "7", "7", "8"]
    assert run(capsys, "replay", "game.json", "--gif", "a.gif", "--html", "a.html")[0] == 0
    with open("a.gif", "rb") as file:
        assert file.read(4) == b"GIF8"
    with open("a.html", encoding="utf-8") as page:
        content = page.read()
    assert content.count('"caption": ') == 9
    assert "http" not in re.sub(r"http://www.w3.org/\S+", "", content)  # needs no network


@plays_games
def test_watch_is_repeatable_and_stops_when_asked(capsys, tmp_path):
    argv = ["watch", "galaxy", "--seed", "2", "--delay", "0", "--moves", "7"]
    code, out, _ = run(capsys, *argv)
    assert code == 0
    assert "\n7. " in out
    assert "\n8. " not in out
    assert run(capsys, *argv)[1] == out
    path = tmp_path / "game.json"
    whole = ["watch", "galaxy", "--players", "2", "--delay", "0", "--draw", "0"]
    assert "scores:" in run(capsys, *whole, "--save", str(path))[1]
    assert read_replay(path).result is not None


@plays_games
def test_agents_are_asked_by_name(capsys):
    argv = ["watch", "galaxy", "--players", "2", "--seed", "2", "--delay", "0", "--moves", "9"]
    outs = [run(capsys, *argv, "--agents", agents)[1] for agents in ("greedy,random", "random")]
    assert outs[0] != outs[1]
    assert run(capsys, *argv, "--agents", "greedy,random")[1] == outs[0]


def test_bench_hands_its_arguments_on(capsys):
    with pytest.raises(SystemExit) as left:
        main(["bench", "--help"])
    assert left.value.code == 0
    assert "usage: spaceenvs bench" in capsys.readouterr().out


@plays_games
def test_enter_steps_through(capsys, type_in):
    type_in("", "")
    code, out, _ = run(capsys, "watch", "galaxy", "--seed", "2", "--draw", "0", "--enter")
    assert code == 0
    assert "\n3. " in out
    assert "\n4. " not in out


@pytest.mark.parametrize(
    ("argv", "sentence"),
    [
        ([], "required: command"),
        (["fly"], "invalid choice: 'fly'"),
        (["list", "--fast"], "no argument '--fast'"),
        (["show", "chess"], "there is no game 'chess'"),
        (["show", "galaxy-v9"], "galaxy is at version 0"),
        (["show", "galaxy", "--position", "--seat", "4", "--players", "2"], "seat is 0 to 1"),
        (["show", "galaxy", "--seat", "9"], "--seat is about a position: add --position"),
        (["show", "galaxy", "--moves", "0"], "--moves is about a position: add --position"),
        (["show", "galaxy", "--position", "--moves", "-1"], "--moves is not negative"),
        (["show", "galaxy", "--picture", "x.bmp", "--moves", "0"], "a .svg or a .png"),
        (["show", "galaxy", "--picture", "no/x.svg"], "no/x.svg cannot be written: it must be"),
        (["show", "galaxy", "--all", "--position"], "--all is about the page"),
        (["show", "galaxy", "--all", "--picture", "x.svg"], "--all is about the page"),
        (["play", "galaxy", "--players", "9"], "galaxy takes 2 to 5 players"),
        (["play", "galaxy", "--players", "two"], "invalid int value: 'two'"),
        (["play", "galaxy", "--seat", "7"], "seat is 0 to 3"),
        (["play", "galaxy", "--seed", "-1"], "a seed is not negative"),
        (["play", "galaxy", "--seed", str(2**63)], "less than 2**63"),
        (["play", "galaxy", "--opponents", "random,random"], "1 or 3 agents are needed"),
        (["play", "galaxy", "--opponents", "greedo"], "a player is random, greedy"),
        (["play", "galaxy", "--opponents", "search:many"], "the budget of a search"),
        (["play", "galaxy", "--opponents", "runs/nowhere"], "there is no trained network"),
        (["play", "galaxy", "--save", "no/game.json"], "no/game.json cannot be written"),
        (["watch", "galaxy", "--save", "."], ". cannot be written"),
        (["watch", "galaxy", "--delay", "-1"], "--delay is not negative"),
        (["watch", "galaxy", "--delay", "nan"], "nan was given"),
        (["watch", "galaxy", "--delay", "inf"], "less than 1,000,000, inf was given"),
        (["play"], "name a game"),
        (["play", "galaxy", "--continue", "x.json"], "name a game"),
        (["play", "--continue", "nowhere.json"], "cannot be read: No such file"),
        (["play", "--continue", "x.json", "--players", "2"], "--players is in the saved game"),
        (["replay", __file__, "--gif", "no/x.gif"], "no/x.gif cannot be written"),
        (["replay", "nowhere.json"], "cannot be read: No such file"),
        (["replay", __file__], "is not a replay"),
    ],
)
def test_bad_arguments_get_one_sentence(argv, sentence, capsys):
    code: object
    try:
        code = main(argv)
    except SystemExit as left:
        code = left.code
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_a_file_nested_too_deeply_gets_one_sentence(capsys, tmp_path):
    path = tmp_path / "deep.json"
    path.write_text("[" * 100_000)
    code, out, err = run(capsys, "replay", str(path))
    assert (code, out) == (2, "")
    assert "deep.json is not a replay or is cut off" in err
    assert len(err.splitlines()) == 1


def test_an_installed_package_offers_no_benchmarks(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(cli, "BENCHMARKS", tmp_path)
    with pytest.raises(SystemExit) as left:
        main(["bench", "--help"])
    assert left.value.code == 2
    assert "invalid choice: 'bench'" in capsys.readouterr().err


def test_compile_makes_a_game_ready(game_name, capsys):
    assert main(["compile", game_name]) == 0
    assert f"{game_name}: ready after" in capsys.readouterr().out


def test_compile_makes_the_players_ready_whom_a_person_meets(monkeypatch):
    asked = []

    def make(name, *_):
        asked.append(name)
        return Chooses()

    monkeypatch.setattr(players, "players_of", lambda game: ["random", "greedy", "search"])
    monkeypatch.setattr(players, "make_player", make)
    assert main(["compile", "template"]) == 0
    assert asked == ["greedy"]


class Chooses:
    def choose(self, turn):
        return [0]


def test_several_games_are_compiled_beside_each_other(capfd):
    assert main(["compile", "template", "template"]) == 0
    assert capfd.readouterr().out.count("template: ready after") == 2


def seen_on_a_terminal(code, **env):
    """Run Python whose stderr is a terminal; return its stdout and what the terminal showed."""
    master, slave = os.openpty()
    command = [sys.executable, "-c", code]
    full = {**os.environ, "TERM": "xterm", **env}
    process = subprocess.Popen(command, env=full, stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    shown = b""
    with contextlib.suppress(OSError):  # a terminal that nobody writes to any more
        while chunk := os.read(master, 10_000):
            shown += chunk
    os.close(master)
    out = process.communicate(timeout=60)[0].decode()
    assert process.returncode == 0, shown
    return out, shown.decode()


@pytest.mark.skipif(not hasattr(os, "openpty"), reason="no terminals here")
@pytest.mark.parametrize("quiet", ["0", "1"])
def test_a_terminal_shows_a_progress_bar(quiet):
    code = "from spaceenvs.cli import main; main(['compile', 'template', 'template'])"
    out, shown = seen_on_a_terminal(code, SPACEENVS_QUIET=quiet)
    assert out.count("template: ready after") == 2
    assert ("all games" in shown) == (quiet == "0")


def test_a_closed_pipe_is_no_error():
    command = f"{sys.executable} -m spaceenvs show galaxy --all | head -1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Galaxy")
    assert done.stderr == ""


def test_the_command_needs_no_torch():
    code = "import sys; from spaceenvs.cli import main; main(['show', 'galaxy']); "
    code += "assert not {'torch', 'stable_baselines3'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], env=os.environ, check=True, capture_output=True)


@plays_games
def test_a_hidden_move_is_not_told_in_words():
    game = registry.load("cosmic_encounter")
    batch = Batch(game, 1, num_players=3, autoreset=False)
    batch.reset(seed=np.array([3]))
    witness, told = Witness(batch), []
    for _ in range(300):
        before, decision = batch.copy(), game.decisions[batch.states[0].decision]
        viewer = (int(batch.to_move[0]) + 1) % 3
        action = int(batch.sample()[0])
        batch.step([action])
        if decision == "D_CARD":
            told.append(witness.tell_move(before, action, batch, viewer))
    assert "decides in secret: the Challenge card to select, face down" in told
    assert batch.num_games == 1


def test_every_decision_is_asked_in_plain_words(game, game_name):
    asked = game.asked
    assert set(asked) == set(game.decisions) - {""}
    for words in asked.values():
        assert re.fullmatch(r"[A-Za-z][A-Za-z' :;,()-]+", words)
        assert not words.isupper()


def moves_seen(name, seed, moves, **options):
    """Play at random; yield the position before each move, the move, and what was seen of it."""
    batch = Batch(registry.load(name), 1, autoreset=False, **options)
    batch.reset(seed=np.array([seed]))
    witness = Witness(batch)
    for _ in range(moves):
        if batch.terminated[0]:
            return
        before, action = batch.copy(), int(batch.sample()[0])
        batch.step([action])
        yield before, action, witness.tell(before, action), batch


@plays_games
def test_the_cards_of_a_challenge_are_told_when_they_are_revealed():
    from spaceenvs.cosmic_encounter.components import KIND_NAMES

    told = lying = 0
    for seed in range(3):
        plays = moves_seen("cosmic_encounter", seed, 500, skip_forced=False, kickers=True)
        for before, _, seen, after in plays:
            s, now = before.states[0], after.states[0]
            lines = [line for line in seen if line.startswith("revealed: ")]
            if (
                now.challenge.revealed
                and not s.challenge.revealed
                and now.challenges == s.challenges
            ):
                assert len(lines) == 1
            if not lines:
                continue
            told += 1
            assert not s.challenge.revealed
            for side, words in zip(range(2), lines[0].split(";"), strict=True):
                cards = (
                    now.challenge.card[side],
                    now.challenge.second[side],
                    now.challenge.kicker[side],
                )
                if now.challenge.revealed and now.challenge.card[side] >= 0:
                    lying += 1
                    names = [KIND_NAMES[kind] for kind in cards if kind >= 0]
                    seat = after.game.seats[
                        now.challenge.off if side == 0 else now.challenge.defender
                    ]
                    assert words.endswith(f"{('OFF', 'DEF')[side]} {seat} {', '.join(names)}")
    assert told > 30
    assert lying > 10


@plays_games
def test_no_card_of_a_challenge_is_told_that_stays_face_down():
    from spaceenvs.cosmic_encounter.components import KIND_NAMES, NUM_ATTACKS

    for seed in range(3):
        for before, _, seen, after in moves_seen("cosmic_encounter", seed, 500, skip_forced=False):
            s, now = before.states[0], after.states[0]
            for kind in range(NUM_ATTACKS + 1):
                if any(re.search(rf"\b{KIND_NAMES[kind]}\b", line) for line in seen):
                    table = (
                        [*now.challenge.card, *now.challenge.second]
                        if now.challenge.revealed
                        else []
                    )
                    known = now.known[: now.num_players].any(axis=0)[: now.num_players, kind]
                    shuffled = now.discard_count < s.discard_count
                    assert kind in table or now.discards[kind] or known.any() or shuffled


@plays_games
def test_every_challenge_that_was_revealed_is_told_to_its_end():
    told = 0
    for seed in range(3):
        revealed = False
        for _, _, seen, _ in moves_seen("cosmic_encounter", seed, 600):
            for line in seen:
                if line.startswith("the challenge: "):
                    revealed = False
                    told += 1
                assert not (revealed and line.startswith("destiny "))
                revealed |= line.startswith("revealed: ")
    assert told > 30


@plays_games
def test_dice_ships_and_worlds_of_galaxy_are_told():
    dice = 0
    for seed in range(4):
        for before, action, seen, after in moves_seen("galaxy", seed, 300, skip_forced=False):
            s, now = before.states[0], after.states[0]
            words = " ".join(seen)
            assert words.count("surrenders") == s.in_play.sum() - now.in_play.sum()
            if now.destroyed > s.destroyed:
                assert re.search("strikes back, .* is destroyed", words)
            rolls = [int(n) for n in re.findall(r"dice (\d+)", words)]
            assert all(2 <= roll <= 12 for roll in rolls)
            name = before.game.describe(s, before.box[0], action)
            if rolls:
                dice += 1
                assert name.startswith(("attack", "allow", "counterattack", "roll"))
    assert dice > 50


@plays_games
@pytest.mark.parametrize(
    ("name", "begin", "end"),
    [
        ("galactic_emperor", "dice of the battle on hex", "is over: "),
        ("handful_of_stars", " attacks ", ": won by "),
    ],
)
def test_battles_are_told(name, begin, end):
    lines = [
        line for seed in range(3) for _, _, seen, _ in moves_seen(name, seed, 700) for line in seen
    ]
    assert any(begin in line for line in lines)
    assert any(end in line for line in lines)


@plays_games
def test_what_is_seen_follows_from_the_game_alone(game_name):
    """A witness changes nothing and keeps nothing of one game for the next."""
    first = [seen for _, _, seen, _ in moves_seen(game_name, 1, 150)]
    assert [seen for _, _, seen, _ in moves_seen(game_name, 1, 150)] == first


@plays_games
def test_an_attack_that_fails_is_no_secret():
    for seed in range(4):
        for before, action, _, after in moves_seen("galaxy", seed, 200):
            words = before.game.describe(before.states[0], before.box[0], action)
            if words.startswith(("attack", "counterattack", "no counterattack")):
                viewer = (int(before.to_move[0]) + 1) % before.num_players
                assert Witness(before).tell_move(before, action, after, viewer) == words


@plays_games
def test_what_is_said_aloud_names_nothing_hidden(game_name, game):
    """The words are the same in every deal that a listener may imagine."""
    for before, action, _, _ in moves_seen(game_name, 1, 300):
        if not game.is_spoken(before.states[0], action):
            continue
        words = game.describe(before.states[0], before.box[0], action)
        for viewer in range(before.num_players):
            world = before.copy()
            if viewer != before.to_move[0]:
                world.redeal(viewer, seed=viewer)
            assert game.describe(world.states[0], world.box[0], action) == words


@plays_games
def test_play_and_watch_tell_a_challenge_in_plain_words(capsys, type_in):
    type_in(*["1"] * 60, "q")
    out = run(capsys, "play", "cosmic_encounter", "--seed", "1")[1]
    out += run(capsys, "watch", "cosmic_encounter", "--seed", "1", "--moves", "150")[1]
    assert re.search(r"\n  revealed: OFF [A-Z][a-z]+ [^;]+; DEF [A-Z][a-z]+ ", out)
    assert re.search(r"\n  the challenge: won by the \w+, OFF -?\d+ to DEF -?\d+\n", out)
    assert re.findall(r"\b[A-Z]+_[A-Z0-9_]+\b", out) == []


def board(name, seed=3, moves=0, player=0):
    batch = Batch(registry.load(name), 1, autoreset=False)
    batch.reset(seed=np.array([seed]))
    for _ in range(moves):
        batch.step(batch.sample())
    return batch.game.text(batch.states[0], batch.box[0], player), batch


def test_the_board_of_core_worlds_tells_what_cards_say():
    from spaceenvs.core_worlds.components import NOTHING, text_of

    said = 0
    for seed in range(4):
        shown, batch = board("core_worlds", seed, moves=12)
        s, box = batch.states[0], batch.box[0]
        me = s.players[0]
        cards = [c for c in s.zone[: s.zone_slots] if c != NOTHING]
        for card in [*cards, *me.hand[: me.hand_size], *me.units[: me.unit_count]]:
            assert text_of(box, card) in shown
            said += bool(text_of(box, card))
    assert said > 4


def test_the_board_of_galactic_emperor_tells_what_is_on_the_tiles():
    shown, batch = board("galactic_emperor")
    batch.states[0].row[:] = 0
    batch.states[0].row[[8, 10, 18, 20, 22]] = 1
    shown = batch.game.text(batch.states[0], batch.box[0], 0)
    assert (
        "row: P01 (1 planet, 1 food), P03 (1 planet, 2 food), "
        "P11 (2 planets, 1 food, 1 metal), P13 (empty), P15 (sun)\n"
    ) in shown


def test_the_board_of_galactic_emperor_owes_no_points():
    _, batch = board("galactic_emperor")
    batch.states[0].pool = -5
    shown = batch.game.text(batch.states[0], batch.box[0], 0)
    assert "victory points left: 0\n" in f"{shown}\n"


@pytest.mark.parametrize("name", ["galaxy", "galactic_emperor"])
def test_the_board_names_all_who_win_together(name):
    _, batch = board(name)
    s = batch.states[0]
    s.done = 1
    s.rank[: s.num_players] = [2, 0, 0, 2][: s.num_players]
    shown = batch.game.text(s, batch.box[0], None)
    assert re.search(r": won by \w+ and \w+ \(", shown)


@pytest.mark.parametrize(
    ("scores", "ranks", "words"),
    [
        ([3, 9, 5], [2, 0, 1], "Red wins; scores: Green: 3, Red: 9, Blue: 5"),
        ([9, 9, 5], [1, 0, 2], "Red wins the tie; scores: Green: 9, Red: 9, Blue: 5"),
        ([9, 9, 5], [0, 0, 2], "Green and Red win together; scores: Green: 9, "),
    ],
)
def test_the_result_says_who_wins(scores, ranks, words):
    batch = Batch(registry.load("galaxy"), 1, autoreset=False, num_players=3)
    s = batch.states[0]
    s.done, s.score[:3], s.rank[:3] = 1, scores, ranks
    assert result_in_words(batch).startswith(words)


def test_the_board_of_a_handful_of_stars_shows_no_internal_names():
    _, batch = board("handful_of_stars")
    s, box = batch.states[0], batch.box[0]
    names = list(box.token_kind)
    s.display[:2] = names.index(4), names.index(5)
    text, svg = batch.game.text(s, box, 0), batch.game.svg(s, box, 0)
    assert "Display: reserve plus 1, victory points 2" in text
    assert ">reserve plus 1<" in svg
    assert ">victory points 2<" in svg
    for shown in (text, svg):
        assert "_p" not in shown


@pytest.mark.parametrize("name", ["core_worlds", "galactic_emperor", "handful_of_stars"])
def test_one_is_no_plural(name):
    for seed in range(3):
        shown, _ = board(name, seed, moves=40 if JIT else 12)
        plurals = "cards|fleets|bases|star bases|cubes|tiles|tokens|marks|points"
        assert re.findall(rf"(?<![\d+])1 (?:{plurals})\b", shown) == []
