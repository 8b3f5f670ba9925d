"""The command `spaceenvs`: list games, read pages and rules, play, watch, replay, begin a game.

Whatever the user can put right is answered with one sentence and exit code 2.
"""

from __future__ import annotations

import argparse
import importlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from spaceenvs import __version__, registry
from spaceenvs.advice import favourites
from spaceenvs.core.words import several
from spaceenvs.film import make_film, told_moves
from spaceenvs.leaving import Interrupts, leaving_at_once
from spaceenvs.options import read_options
from spaceenvs.telling import Witness, as_one, result_in_words, with_question
from spaceenvs.terminal import Prompt, Quit, Undo, commands_folder, page, say, width

if TYPE_CHECKING:
    from spaceenvs.core.aec import SpaceEnv
    from spaceenvs.core.batch import Batch
    from spaceenvs.core.game import Game

Player = Callable[["Batch"], int]
"""Takes a batch of one game and returns a legal action of the player to move."""

SHOWN = ("Specs", "Options")
"""What `show` prints of a page after its summary."""
FIRST = np.array([0])
"""The rows of a batch of one game."""
MOVES = 60
"""So many random moves come before the position that `show` draws."""
BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
"""They stand beside the package in its repository, and belong to it, not to the package."""
LONGEST = 1_000_000
"""No delay, and no number of moves, is as large as this."""


class Complaint(Exception):  # noqa: N818 (what it is to the user, not to us)
    """Something the user can put right: shown as one sentence."""


class Parser(argparse.ArgumentParser):
    """A parser that answers a wrong argument with one sentence."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and leave."""
        self.exit(2, f"{self.prog}: {message} (see {self.prog} --help)\n")


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command and return the exit code."""
    parser = _make_parser()
    given, rest = parser.parse_known_args(argv)
    if rest and given.command != "bench":
        parser.error(f"there is no argument {rest[0]!r} for {given.command}")
    given.rest = rest
    try:
        given.run(given)
    except Complaint as complaint:
        print(f"spaceenvs {given.command}: {complaint}", file=sys.stderr)
        return 2
    except (EOFError, KeyboardInterrupt) as left:
        print("\nleft")
        return 130 if isinstance(left, KeyboardInterrupt) else 0
    except BrokenPipeError:  # `spaceenvs show galaxy | head`
        sys.stdout = None  # type: ignore[assignment] # nothing is left to be flushed
    return 0


def _make_parser() -> Parser:
    parser = Parser("spaceenvs", description="Space board games in the terminal.")
    parser.add_argument("--version", action="version", version=f"spaceenvs {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="command")

    listing = commands.add_parser("list", help="the games")
    listing.set_defaults(run=_list)

    show = commands.add_parser("show", help="the page of a game, or a position")
    _add_game(show)
    show.add_argument("--all", action="store_true", help="the whole page, with all tables")
    show.add_argument("--position", action="store_true", help="draw a position instead")
    show.add_argument("--picture", type=Path, metavar="FILE", help="draw it as .svg or .png")
    show.add_argument("--seat", type=int, help="as this seat sees it (default: everything)")
    show.add_argument("--moves", type=int, help=f"random moves before it (default {MOVES})")
    show.set_defaults(run=_show)

    learn = commands.add_parser("learn", help="learn to play a game in five minutes")
    learn.add_argument("game", help="its name: see spaceenvs list")
    learn.set_defaults(run=_learn)

    rules = commands.add_parser("rules", help="the rules of a game, or what they say on something")
    rules.add_argument("game", help="its name: see spaceenvs list")
    rules.add_argument(
        "what", nargs="*", help="a ruling (R13), a decision (D6), a section (6.9), a card, a power"
    )
    rules.set_defaults(run=_rules)

    play = commands.add_parser("play", help="play against agents")
    _add_game(play, needed=False)
    play.add_argument("--seat", type=int, help="your seat (default 0)")
    play.add_argument(
        "--opponents",
        help="one agent for all other seats, or one for each in turn order, with commas "
        "(default: trained, or greedy where there is none)",
    )
    play.add_argument("--save", type=Path, metavar="FILE", help="where the game is saved")
    play.add_argument(
        "--continue", dest="saved", type=Path, metavar="FILE", help="go on with a saved game"
    )
    play.set_defaults(run=_play)

    watch = commands.add_parser("watch", help="watch agents play")
    _add_game(watch)
    watch.add_argument(
        "--agents", default="random", help="one agent for all seats, or one for each, with commas"
    )
    watch.add_argument("--moves", type=int, help="stop after so many moves")
    watch.add_argument("--save", type=Path, metavar="FILE", help="write a replay at the end")
    # Nobody looks on at a file or a pipe.
    _add_pace(watch, delay=0.5 if sys.stdout.isatty() else 0.0)
    watch.set_defaults(run=_watch)

    replay = commands.add_parser("replay", help="verify a replay and step through it")
    replay.add_argument("file", type=Path)
    _add_pace(replay, delay=0.0)
    replay.add_argument("--gif", type=Path, metavar="FILE", help="write it as an animation")
    replay.add_argument(
        "--html", type=Path, metavar="FILE", help="write it as a page with a slider"
    )
    replay.set_defaults(run=_replay)

    web = commands.add_parser("web", help="play, watch, replay and analyse in a browser")
    web.add_argument("--port", type=int, default=8000, help="0: any free one (default 8000)")
    web.add_argument("--no-browser", action="store_true", help="only say the address")
    web.add_argument("--host", default="127.0.0.1", help="open it to others: 0.0.0.0")
    web.add_argument("--token", default="", help="what others must know (made if not given)")
    web.add_argument("--tables", type=Path, metavar="FOLDER", help="where tables are saved")
    web.set_defaults(run=_web)

    openenv = commands.add_parser("openenv", help="serve a seat of a game to language models")
    openenv.add_argument("game", nargs="?", default="galaxy", help="what clients play by default")
    openenv.add_argument("--port", type=int, default=8000, help="default 8000")
    openenv.add_argument("--host", default="127.0.0.1", help="open it to others: 0.0.0.0")
    openenv.add_argument("--players", type=int, help="the number of players")
    openenv.add_argument("--seat", type=int, default=0, help="the seat of the clients (default 0)")
    openenv.add_argument(
        "--opponents",
        help="who sits on the other seats: one player, or one for each, with commas "
        "(default: trained, or greedy where there is none)",
    )
    openenv.add_argument(
        "--on-failure",
        choices=("random", "resign"),
        default="random",
        help="after the last unreadable answer: a random move, or a defeat",
    )
    openenv.add_argument("--attempts", type=int, default=3, help="answers for a decision")
    openenv.add_argument("--sessions", type=int, default=64, help="clients at once (default 64)")
    openenv.set_defaults(run=_openenv)

    compiling = commands.add_parser("compile", help="compile games before their first use")
    compiling.add_argument("games", nargs="*", metavar="game", help="which (default: all)")
    compiling.set_defaults(run=_compile)

    beginning = commands.add_parser("new-game", help="begin a game: a copy of the template")
    beginning.add_argument("name", help="as in handful_of_stars")
    beginning.set_defaults(run=_new_game)

    if (BENCHMARKS / "throughput.py").is_file():  # not in an installed package
        bench = commands.add_parser("bench", help="measure the throughput", add_help=False)
        bench.set_defaults(run=_bench)
    return parser


def _add_game(parser: argparse.ArgumentParser, needed: bool = True) -> None:
    parser.add_argument("game", nargs=None if needed else "?", help="its name: see spaceenvs list")
    parser.add_argument("--players", type=int, help="the number of players")
    parser.add_argument("--seed", type=int, help="the seed of the game (default: a fresh one)")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as its page names it; may be given several times",
    )


def _add_pace(parser: argparse.ArgumentParser, delay: float) -> None:
    parser.add_argument(
        "--delay", type=float, default=delay, help=f"seconds between moves (default {delay:g})"
    )
    parser.add_argument("--enter", action="store_true", help="wait for Enter after every move")
    parser.add_argument(
        "--draw", type=int, default=1, metavar="N", help="draw every N moves, 0: only the end"
    )


# -- list and show ----------------------------------------------------------------------


def _list(given: argparse.Namespace) -> None:
    """Print the games of the registry."""
    for row in registry.ROWS.values():
        low, high = row.players
        say(f"{row.id:22}{row.title}, {low} to {high} players")
        say(f"  {row.summary}")
    say("\nspaceenvs learn GAME: how it is played; spaceenvs play GAME: play it")


def _show(given: argparse.Namespace) -> None:
    """Print the page of a game, or draw a position."""
    if given.position or given.picture:
        if given.all:
            raise Complaint("--all is about the page: leave it out, or --position and --picture")
        _draw_position(given)
        return
    game = _load(given.game)
    for name in ("players", "seed", "seat", "moves"):
        if getattr(given, name) is not None:
            raise Complaint(f"--{name} is about a position: add --position or --picture FILE")
    from spaceenvs.core.pages import split
    from spaceenvs.markdown import as_text

    whole = importlib.import_module(f"spaceenvs.{game.name}").__doc__ or ""
    if given.all:
        print(as_text(whole, width()))
        return
    summary, sections = split(whole)
    print(as_text(summary, width()))
    for name in SHOWN:
        print(f"\n{as_text(f'## {name}', width())}\n\n{as_text(sections[name], width())}")
    print(f"\nThe whole page: spaceenvs show {game.name} --all")


def _learn(given: argparse.Namespace) -> None:
    """Print the page that teaches a game, through a pager on a terminal."""
    from spaceenvs import rulebook
    from spaceenvs.markdown import as_text

    try:
        text = rulebook.lesson(registry.find(given.game.lower()).name)
    except (LookupError, ValueError) as error:
        raise Complaint(str(error)) from None
    page(as_text(text, width()))


def _rules(given: argparse.Namespace) -> None:
    """Print the rules of a game, through a pager on a terminal, or what they say on something."""
    from spaceenvs import rulebook
    from spaceenvs.markdown import as_text

    try:
        game = registry.find(given.game.lower()).name
        what = " ".join(given.what)
        text = rulebook.answer(game, what) if what else rulebook.read(game).text
    except (LookupError, ValueError) as error:
        raise Complaint(str(error)) from None
    shown = as_text(text, width())
    if what:
        print(shown)
    else:
        page(shown)


def _draw_position(given: argparse.Namespace) -> None:
    """Play some random moves and draw the position as text or into a file."""
    from spaceenvs.core.sample import Sampler

    _check_numbers(given)
    _check_picture(given.picture)
    env = _make(given)
    batch = env.batch
    _check_seat(given.seat, batch)
    _reset(env, given.seed)
    sample = Sampler(seed=int(batch.seeds[0]))
    for _ in range(MOVES if given.moves is None else given.moves):
        if batch.terminated[0]:
            break
        env.step(sample(batch.mask[0]))
    s, box = batch.states[0], batch.box[0]
    if given.picture is None:
        say(env.game.text(s, box, given.seat))
        return
    _write_picture(given.picture, env.game.svg(s, box, given.seat))
    print(f"drawn in {given.picture}")


def _write_picture(path: Path, svg: str) -> None:
    from spaceenvs.core.rendering import svg_to_png

    try:
        path.write_bytes(svg.encode() if path.suffix == ".svg" else svg_to_png(svg))
    except ImportError as error:
        raise Complaint(str(error)) from None
    except OSError as error:
        raise Complaint(f"{path} cannot be written: {error.strerror}") from None


# -- play, watch, replay ----------------------------------------------------------------


def _play(given: argparse.Namespace) -> None:
    """Let a person play against agents."""
    from spaceenvs.core.replay import Recorder

    _check_place(given.save)
    earlier = _read_saved(given)
    env = _make(given, {} if earlier is None else earlier.options)
    seat = 0 if given.seat is None else given.seat
    _check_seat(seat, env.batch)
    others = _make_players(given.opponents, env.game, env.batch.num_players - 1)
    sitting = PersonsGame(env, Recorder(env), seat, given.opponents, given.save)
    sitting.players = {
        (seat + 1 + k) % env.batch.num_players: other for k, other in enumerate(others)
    }
    _reset(env, given.seed if earlier is None else earlier.seed)
    with _patience():
        for action, _ in [] if earlier is None else earlier.moves:
            env.step(action)
        if not env.batch.terminated[0]:
            favourites(env.batch)  # a hint, and a trained player, have kernels of their own
    sitting.play()


def _read_saved(given: argparse.Namespace) -> Any:
    """Return the saved game to go on with, if there is one, and sit down where the person sat."""
    if (given.saved is None) == (given.game is None):
        raise Complaint("name a game (see spaceenvs list), or --continue FILE")
    earlier = None
    if given.saved is not None:
        for name in ("players", "seed"):
            if getattr(given, name) is not None:
                raise Complaint(f"--{name} is in the saved game: leave it out")
        if given.option:
            raise Complaint("the options are in the saved game: leave --option out")
        earlier = _read_replay(given.saved)
        given.game = earlier.game
        notes = earlier.notes
        if given.seat is None and type(notes.get("seat")) is int:
            given.seat = notes["seat"]
        if given.opponents is None and isinstance(notes.get("opponents"), str):
            given.opponents = notes["opponents"]
        given.save = given.save or given.saved
    given.opponents = given.opponents or _find_opponents(given.game)
    return earlier


class PersonsGame:
    """A person's game against agents, from where it stands to its end; saved when it is left."""

    def __init__(
        self, env: SpaceEnv, recorder: Any, seat: int, opponents: str, path: Path | None
    ) -> None:
        self.env, self.recorder, self.seat, self.path = env, recorder, seat, path
        self.notes = {"seat": seat, "opponents": opponents}
        self.players: dict[int, Player] = {}
        self.interrupts = Interrupts()
        self.decisions: list[int] = []  # after how many moves the person was asked
        self.untold: tuple[int, str] | None = None  # who moved, and what is to be told of it

    def play(self) -> None:
        """Play to the end, or until the person leaves."""
        env, batch = self.env, self.env.batch
        self.prompt = Prompt(self.seat, favourites, self.save)
        self.witness = Witness(batch)
        if self.path is None:
            self.path = Path(f"{env.game.name}-{batch.seeds[0]}.json")
            keep = False
        else:
            keep = True
        say(f"{env.game.title}, seed {batch.seeds[0]}; you are {env.game.seats[self.seat]}.")
        say("Type the number of a move, or help. New to the game? Type learn.")
        with self.interrupts:
            try:
                while not batch.terminated[0]:
                    self._play_one()
                self._tell_all()
                say(f"\n{env.game.text(batch.states[0], batch.box[0], None)}")
                say(result_in_words(batch))
            except Quit:
                keep = True
                say("left")
            except (EOFError, KeyboardInterrupt):
                keep = True
                raise
            finally:
                with self.interrupts.held():
                    if keep:
                        self._save_at_the_end()

    def _play_one(self) -> None:
        """Play the next move, of the person or of an agent, and tell what came of it."""
        batch, seat = self.env.batch, self.seat
        before, mover = batch.copy(), int(batch.to_move[0])
        if mover == seat:
            self._tell_all()
            try:
                action = self.prompt.ask(batch)
            except Undo:
                with self.interrupts.held():
                    self._undo()
                return
        else:
            self.prompt.others_moved()
            action = self.players[mover](batch)
        with self.interrupts.held():
            self._step(before, mover, action)

    def _step(self, before: Batch, mover: int, action: int) -> None:
        """Play a move and tell it."""
        env, batch, seat = self.env, self.env.batch, self.seat
        if mover == seat:
            self.decisions.append(len(self.recorder.replay().moves))
        env.step(action)
        name = env.game.seats[mover]
        if mover == seat:
            say(f"{name} (you): {env.game.describe(before.states[0], before.box[0], action)}")
            self.untold = None
        elif told := self.witness.tell_move(before, action, batch, seat):
            self._tell_move(mover, with_question(env.game, int(before.states[0].decision), told))
        for line in self.witness.tell(before, action, seat):
            self._tell_all()
            say(f"  {line}")

    def _tell_move(self, mover: int, words: str) -> None:
        """Tell the move of somebody else, together with the next ones if they are alike."""
        if self.untold and self.untold[0] == mover:
            both = as_one(self.untold[1], words)
            if both:
                self.untold = mover, both
                return
        self._tell_all()
        self.untold = mover, words

    def _tell_all(self) -> None:
        """Tell what was kept back."""
        if self.untold:
            mover, words = self.untold
            say(f"{self.env.game.seats[mover]}: {words}")
        self.untold = None

    def _undo(self) -> None:
        """Go back to the last decision of the person; the others may then play otherwise."""
        if not self.decisions:
            say("you have decided nothing yet")
            return
        moves = self.recorder.replay().moves[: self.decisions.pop()]
        self.env.reset(seed=int(self.env.batch.seeds[0]))
        for action, _ in moves:
            self.env.step(action)
        self.prompt.drawn = []

    def save(self, name: str = "") -> None:
        """Save what has been played."""
        path = Path(name) if name else self.path
        assert path is not None
        replay = self.recorder.replay()
        replay.notes = self.notes
        try:
            replay.save(path)
        except OSError as error:
            say(f"{path} cannot be written: {error.strerror}")
            return
        over = replay.result is not None
        command = f"{commands_folder()}spaceenvs {'replay' if over else 'play --continue'}"
        say(f"saved in {path}: {command} {path}")

    def _save_at_the_end(self) -> None:
        if self.recorder.replay().moves:
            self.save()


def _watch(given: argparse.Namespace) -> None:
    """Let agents play, move by move."""
    from spaceenvs.core.replay import Recorder

    _check_numbers(given)
    _check_place(given.save)
    env = _make(given)
    batch = env.batch
    players = _make_players(given.agents, env.game, batch.num_players)
    recorder, witness = Recorder(env), Witness(batch)
    _reset(env, given.seed)
    print(f"{env.game.title}, seed {batch.seeds[0]}")

    def moves() -> Iterator[str]:
        played = 0
        while not batch.terminated[0] and played != given.moves:
            mover = int(batch.to_move[0])
            action = players[mover](batch)
            words = env.game.describe(batch.states[0], batch.box[0], action)
            with interrupts.held():
                seen = [f"  {line}" for line in witness.tell(batch, action)]
                env.step(action)
            played += 1
            yield "\n".join([f"{played}. {env.game.seats[mover]}: {words}", *seen])

    with Interrupts() as interrupts:
        try:
            _step_through(moves(), batch, given)
        finally:
            with interrupts.held():
                _save(recorder, given.save)


def _replay(given: argparse.Namespace) -> None:
    """Verify a replay and show it, or write it as a GIF or a page."""
    _check_numbers(given)
    for path in (given.gif, given.html):
        _check_place(path)
    replay = _read_replay(given.file)
    count = several(len(replay.moves), "move")
    print(f"{replay.game}, seed {replay.seed}: {count}, all verified")
    with Interrupts():
        _show_replay(replay, given)


def _show_replay(replay: Any, given: argparse.Namespace) -> None:
    from spaceenvs import film

    if given.gif or given.html:
        _write_film(make_film(replay), given)
    elif given.enter or (sys.stdin.isatty() and sys.stdout.isatty() and not given.delay):
        whole = make_film(replay)
        film.browse(whole, say, input)
        if whole.batch.states[0].done:
            say(result_in_words(whole.batch))
    else:
        tables = replay.play()
        table = next(tables)
        _step_through(told_moves(replay, tables, table.batch), table.batch, given)


def _write_film(whole: Any, given: argparse.Namespace) -> None:
    from spaceenvs.film import write_gif, write_html

    for path, write in ((given.gif, write_gif), (given.html, write_html)):
        if path is None:
            continue
        try:
            write(whole, path)
        except ImportError as error:
            raise Complaint(str(error)) from None
        except (OSError, ValueError) as error:
            raise Complaint(f"{path} cannot be written: {error}") from None
        print(f"written: {path}")


def _read_replay(path: Path) -> Any:
    """Return a replay that was verified."""
    from spaceenvs.core.errors import ReplayError
    from spaceenvs.core.replay import read_replay

    try:
        with _patience():
            return read_replay(path)
    except OSError as error:
        raise Complaint(f"{path} cannot be read: {error.strerror}") from None
    except ReplayError as error:
        raise Complaint(str(error)) from None


def _step_through(moves: Iterator[str], batch: Batch, given: argparse.Namespace) -> None:
    """Play and print moves at the pace that was asked for, then the last position."""

    def board() -> str:
        return f"\n{batch.game.text(batch.states[0], batch.box[0], None)}\n"

    drawn = bool(given.draw)
    if drawn:
        say(board())
    for number, move in enumerate(moves, 1):
        say(move)
        drawn = bool(given.draw) and number % given.draw == 0
        if drawn:
            say(board())
        if given.enter:
            input()
        elif given.delay:
            sys.stdout.flush()
            time.sleep(given.delay)
    if not drawn:
        say(board())
    say(result_in_words(batch))


def _save(recorder: Any, path: Path | None) -> None:
    """Write a replay of what has been played, if asked to."""
    if path is None:
        return
    try:
        recorder.replay().save(path)
    except OSError as error:
        raise Complaint(f"{path} cannot be written: {error.strerror}") from None
    print(f"saved in {path}: {commands_folder()}spaceenvs replay {path}")


def _web(given: argparse.Namespace) -> None:
    """Open the games in a browser."""
    try:
        from spaceenvs.web.serve import default_folder, serve
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("spaceenvs"):
            raise
        raise Complaint(f"{error.name} is missing: pip install 'spaceenvs[web]'") from None
    _check_port(given.port)
    folder = given.tables or default_folder()
    try:
        # The server saves its tables when it is left.
        with Interrupts():
            serve(given.host, given.port, given.token, folder, not given.no_browser)
    except ValueError as error:
        raise Complaint(str(error)) from None


def _openenv(given: argparse.Namespace) -> None:
    """Serve a seat to language models by OpenEnv's protocol."""
    try:
        from spaceenvs.bridges.openenv import Table, serve
    except ModuleNotFoundError as error:
        if error.name is not None and error.name.startswith("spaceenvs"):
            raise
        raise Complaint(f"{error.name} is missing: pip install 'spaceenvs[openenv]'") from None
    _check_port(given.port)
    if given.sessions < 1:
        raise Complaint(f"sessions are at least 1, {given.sessions} was given")
    names = given.opponents.split(",") if given.opponents else None
    table = Table(
        _load(given.game).name,
        num_players=given.players,
        seat=given.seat,
        players=names[0] if names and len(names) == 1 else names,
        on_failure=given.on_failure,
        attempts=given.attempts,
    )
    try:
        with _patience(_load(given.game)):
            table.make_seat().reset(seed=1, seat=table.seat)
    except ValueError as error:
        raise Complaint(str(error)) from None
    serve(given.host, given.port, table, given.sessions)


def _check_port(port: int) -> None:
    if not 0 <= port < 2**16:
        raise Complaint(f"a port is 0 to 65535, {port} was given")


# -- compile and bench ------------------------------------------------------------------


def _compile(given: argparse.Namespace) -> None:
    """Compile all that the games need; several games in a process each, a core each."""
    from spaceenvs.core import jit

    games = [_load(name) for name in given.games or registry.ROWS]
    if len(games) == 1 and (jit.is_quiet() or not sys.stderr.isatty()):
        _compile_here(games[0])
        return
    rows = _bar(several(len(games), "game"), transient=False)
    whole = rows.add_task("all games", total=len(games), visible=len(games) > 1)

    def compile_there(game: Game) -> None:
        row = rows.add_task(game.title, total=None)
        command = [sys.executable, "-m", "spaceenvs", "compile", game.name]
        env = {**os.environ, "SPACEENVS_QUIET": "1"}
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=env)
        print(done.stdout, end="", flush=True)
        rows.update(row, total=1, completed=1)
        rows.advance(whole)

    with rows, leaving_at_once(), ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(compile_there, games))


def _compile_here(game: Game) -> None:
    """Compile a game, and say how long it took."""
    from spaceenvs.core import jit

    begun = time.perf_counter()
    with jit.quiet(), leaving_at_once():
        _call_every_kernel(game)
        _call_players(game)
    print(f"{game.name}: ready after {time.perf_counter() - begun:.1f} s", flush=True)


def _call_every_kernel(game: Game) -> None:
    """Call every kernel of a game once; what is in the cache already is only loaded."""
    from spaceenvs.core.batch import Batch

    batch = Batch(game, 1)
    batch.reset(seed=1)
    batch.step(batch.sample())
    batch.observe(0, 0)
    batch.check()
    batch.redeal(0, seed=1)
    batch.playout()


def _call_players(game: Game) -> None:
    """Let players choose who have kernels of their own: those whom a person meets first."""
    from spaceenvs.core.batch import Batch
    from spaceenvs.players import make_player, players_of, turn_of

    batch = Batch(game, 1)
    batch.reset(seed=1)
    for name in ("greedy", "trained"):
        if name in players_of(game):
            make_player(name, game, 1).choose(turn_of(batch, FIRST))


def _bench(given: argparse.Namespace) -> None:
    """Run the benchmark of the repository with the arguments given."""
    sys.path.insert(0, str(BENCHMARKS.parent))
    try:
        throughput = importlib.import_module("benchmarks.throughput")
    except ModuleNotFoundError as error:
        raise Complaint(f"the benchmarks cannot be used: {error}") from None
    sys.argv = ["spaceenvs bench", *given.rest]
    throughput.main()


# -- new-game ---------------------------------------------------------------------------


def _new_game(given: argparse.Namespace) -> None:
    """Copy the template under a new name."""
    from spaceenvs.new_game import new_game

    try:
        print(new_game(given.name))
    except ValueError as error:
        raise Complaint(str(error)) from None


# -- what the commands share ------------------------------------------------------------


def _load(name: str) -> Game:
    try:
        return registry.load(name.lower())
    except ValueError as error:
        raise Complaint(str(error)) from None


def _make(given: argparse.Namespace, options: dict[str, Any] | None = None) -> SpaceEnv:
    """Return the environment that was asked for, not yet reset."""
    from spaceenvs.core.aec import SpaceEnv

    if given.seed is not None and given.seed < 0:
        raise Complaint(f"a seed is not negative, {given.seed} was given")
    if given.seed is not None and given.seed >= 2**63:
        raise Complaint(f"a seed is less than 2**63, {given.seed} was given")
    options = dict(options or {})
    if given.players is not None:
        options["num_players"] = given.players
    try:
        options.update(read_options(_load(given.game), given.option))
        return SpaceEnv(_load(given.game), illegal_action="raise", **options)
    except ValueError as error:
        raise Complaint(str(error)) from None


def _reset(env: SpaceEnv, seed: int | None) -> None:
    """Begin a game with all its kernels at hand: nothing compiles in the middle of it."""
    with _patience(env.game):
        _call_every_kernel(env.game)
        env.reset(seed=seed)


@contextmanager
def _patience(game: Game | None = None) -> Iterator[None]:
    """Show on a terminal that the rules are being compiled, if that takes long.

    Elsewhere a line says so: see `spaceenvs.core.jit`.
    """
    from spaceenvs.core import jit

    if jit.is_quiet() or not sys.stderr.isatty():
        with leaving_at_once():
            yield
        return
    bar = _bar("only this once", transient=True)
    bar.add_task(f"compiling {game.title if game else 'the rules'}", total=None)
    timer = threading.Timer(2, bar.start)
    with jit.quiet(), leaving_at_once():
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()
            bar.stop()


def _bar(words: str, transient: bool) -> Any:
    """Return a progress bar on stderr; silent where that is no terminal, or by wish of the user."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from spaceenvs.core import jit

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TimeElapsedColumn(),
        TextColumn(words),
    )
    console = Console(stderr=True)
    shown = console.is_terminal and not jit.is_quiet()
    return Progress(
        *columns,
        console=console,
        transient=transient,
        redirect_stdout=sys.stdout.isatty(),
        disable=not shown,
    )


def _check_seat(seat: int | None, batch: Batch) -> None:
    if seat is not None and not 0 <= seat < batch.num_players:
        raise Complaint(f"seat is 0 to {batch.num_players - 1}, {seat} was given")


def _check_picture(path: Path | None) -> None:
    if path is not None and path.suffix not in (".svg", ".png"):
        raise Complaint(f"a picture is a .svg or a .png, {str(path)!r} was given")
    _check_place(path)


def _check_place(path: Path | None) -> None:
    """See before the game, not after it, that a file can be written."""
    if path is not None and (path.is_dir() or not path.absolute().parent.is_dir()):
        raise Complaint(f"{path} cannot be written: it must be a file in a folder that is there")


def _check_numbers(given: argparse.Namespace) -> None:
    for name in ("delay", "draw", "moves"):
        value = getattr(given, name, None)
        if value is not None and not 0 <= value < LONGEST:
            raise Complaint(
                f"--{name} is not negative and less than {LONGEST:,}, {value} was given"
            )


def _find_opponents(name: str) -> str:
    """Return who plays against a person that has not chosen: the best that knows the game."""
    from spaceenvs.players import best_player

    return best_player(_load(name))


def _make_players(specs: str, game: Game, count: int) -> list[Player]:
    """Return as many players as are needed from names with commas between them."""
    names = [name.strip() for name in specs.split(",")]
    if len(names) == 1:
        names *= count
    if len(names) != count:
        raise Complaint(f"1 or {count} agents are needed, {len(names)} were given: {specs}")
    return [_make_player(name, game, seed) for seed, name in enumerate(names, 1)]


def _make_player(spec: str, game: Game, seed: int) -> Player:
    """Return the player of one seat."""
    from spaceenvs.players import make_player, turn_of

    try:
        player = make_player(spec, game, seed)
    except (OSError, ValueError) as error:
        raise Complaint(str(error)) from None
    return lambda batch: int(player.choose(turn_of(batch, FIRST))[0])
