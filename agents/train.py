"""Train a network on any game, in self-play: `agents.ppo` as a command.

python -m agents.train galaxy --players 2-5 --minutes 20
python -m agents.train galaxy --players 2-5 --resume

The folder of the run (`runs/galaxy-2-5p` here) holds the arguments (`arguments.json`), the
network (`model.npz`, which `spaceenvs play --opponents` takes), the learning curve
(`curve.csv`), a log for TensorBoard, and `checkpoint.pt`, from which `--resume` goes on as if
nothing had happened.
"""

from __future__ import annotations

import argparse
import contextlib
import csv
import dataclasses
import io
import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import torch
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from torch.utils.tensorboard.writer import SummaryWriter

from agents.evaluate import WinRate, win_rate
from agents.ppo import PAST, PPO, SELF, Rollout, Settings, Table, parse_shares
from agents.workers import Workers
from spaceenvs import registry
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import Game
from spaceenvs.options import read_options
from spaceenvs.players import as_opponent, make_player
from spaceenvs.players.greedy import GAMES as GREEDY_GAMES
from spaceenvs.players.network import MODEL_FILE, Network
from spaceenvs.players.trained import TrainedPlayer
from spaceenvs.terminal import commands_folder

CHECKPOINT = "checkpoint.pt"

# What differs from the defaults of `Settings`, game by game; all others play with the fewest.
# Pure self-play learns what greedy never does, and greedy alone is too strong to begin with: half
# of the games each.
DEFAULTS: dict[str, dict[str, Any]] = {
    "galaxy": {
        "players": "2",
        "opponents": "self=1,greedy=1",
        "rollout": 32,
        "gae_lambda": 0.95,
    },
    "core_worlds": {"players": "2", "opponents": "self=1,greedy=1"},
    "handful_of_stars": {"players": "2", "opponents": "self=1,greedy=1"},
    "galactic_emperor": {"players": "3", "opponents": "self=1,greedy=1"},
    "cosmic_encounter": {"players": "3", "opponents": "self=1,greedy=1"},
}


def parse_players(text: str, game: Game) -> list[int]:
    """Return the numbers of players: `3`, `2-5` or `2,4`; the fewest if nothing is given.

    Each gets the same part of the games; one that is given twice (`2,2-5`) gets two parts.

    Raises:
        ValueError: If the text is not of that form, or the game is not played by so many.
    """
    if not text:
        return [game.players[0]]
    sizes: list[int] = []
    for part in text.split(","):
        found = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if found is None:
            raise ValueError(f"players are given as 3, 2-5 or 2,4; {text!r} was given")
        sizes += range(int(found[1]), int(found[2] or found[1]) + 1)
    if not sizes:
        raise ValueError(f"players are given as 3, 2-5 or 2,4; {text!r} was given")
    for size in sizes:
        game.make_options(num_players=size)
    return sorted(sizes)


class Training:
    """A training: what it has reached, and how it goes on.

    Args:
        settings: How it goes.
        folder: Where it writes; a checkpoint found there is taken up.
        say: Called with every line for the terminal.
        command: The command that was given, for the card of the network.
    """

    program = "agents.train"
    """The module that is called."""

    def __init__(
        self, settings: Settings, folder: Path, say: Callable[[str], None], command: str = ""
    ) -> None:
        torch.set_num_threads(1)  # Two threads wait for each other: workers do not.
        self.settings = settings
        self.folder = folder
        self.say = say
        self.command = command
        self._commit = _commit()
        self.game: Game = registry.load(settings.game)
        self.sizes = parse_players(settings.players, self.game)
        self.options = read_options(self.game, shlex.split(settings.options))
        self.curve: list[dict[str, Any]] = []
        self.steps = 0
        """Decisions learnt from so far, by all workers."""
        self.wants_to_stop = False
        self._seconds_before = 0.0
        self._begun: float | None = None
        checkpoint = folder / CHECKPOINT
        kept = read_checkpoint(checkpoint) if checkpoint.exists() else None
        self._workers = self._start_workers()
        self.ppo = self._make_ppo()
        if kept is not None:
            try:
                self._restore(kept)
            except (LookupError, TypeError, ValueError, RuntimeError, AttributeError) as error:
                self._workers.close()
                raise ValueError(f"{checkpoint} is of another training: {error}") from error
        self._saved_at = self._seconds_before
        self._log = SummaryWriter(str(folder), purge_step=self.steps + 1)

    def _start_workers(self) -> Workers:
        return Workers(self.settings, self.sizes)

    def _make_ppo(self) -> PPO:
        return PPO(self.settings, self.game, self.sizes, 0, self._workers.add_gradients)

    @property
    def seconds(self) -> float:
        """How long the training has taken so far, interruptions not counted."""
        passed = 0.0 if self._begun is None else time.perf_counter() - self._begun
        return self._seconds_before + passed

    @property
    def imitates(self) -> bool:
        """Whether it still imitates the player it starts from."""
        return bool(self.settings.start) and self.steps < self.settings.start_steps

    @property
    def progress(self) -> float:
        """How much of the training is done, its imitation not counted: 0 to 1."""
        if self.settings.minutes:
            return min(1.0, self.seconds / 60 / self.settings.minutes)
        before = self.settings.start_steps if self.settings.start else 0
        return min(1.0, max(0.0, (self.steps - before) / self.settings.steps))

    def run(self, show: Callable[[Training], None]) -> None:
        """Train to the end of the budget; `show` is called after every update."""
        try:
            if not self.curve:
                self._evaluate()
            self._begun = time.perf_counter()
            while self.progress < 1 and not self.wants_to_stop:
                self._update()
                measured = len({row["decisions"] for row in self.curve})
                if measured <= self.progress * self.settings.evaluations:
                    self._evaluate()
                late = self.seconds - self._saved_at >= 60 * self.settings.save_minutes
                if late or self.progress == 1 or self.wants_to_stop:
                    self._save()
                show(self)
        finally:
            self._log.close()
            self._workers.close()

    def stop(self) -> None:
        """Save after the update that runs now, and end."""
        self.wants_to_stop = True

    def _update(self) -> None:
        begun, before = time.perf_counter(), self.steps
        progress, imitates = self.progress, self.imitates
        figures = self._play_and_learn(progress, imitates)
        speed = (self.steps - before) / (time.perf_counter() - begun)
        self._log.add_scalar("speed/decisions_per_second", speed, self.steps)
        for name, value in figures.items():
            self._log.add_scalar(f"learning/{name}", value, self.steps)

    def _play_and_learn(self, progress: float, imitates: bool) -> dict[str, float]:
        self._workers.begin_update(progress, imitates)
        figures = self.ppo.update(progress, imitates)
        self.steps = self.ppo.steps + self._workers.end_update()
        return figures

    def _evaluate(self) -> None:
        """Measure the win rates, write them down and say them."""
        given, seconds = self.settings, self.seconds
        against = ["random", *(["greedy"] if self.game.name in GREEDY_GAMES else [])]
        words = []
        for players in sorted(set(self.sizes)):
            for other in against:
                network = self.ppo.learner.network()
                games = given.evaluation_games
                reached = measure(network, players, other, games, **self.options)
                low, high = reached.interval
                self.curve.append(
                    {
                        "decisions": self.steps,
                        "seconds": round(seconds, 1),
                        "players": players,
                        "against": other,
                        "wins": round(reached.rate, 4),
                        "low": round(low, 4),
                        "high": round(high, 4),
                        "games": reached.games,
                    }
                )
                self._log.add_scalar(f"wins/{players}p_{other}", reached.rate, self.steps)
                words.append(f"{players}p {reached.rate:.3f} {other}")
        self._log.flush()
        write_atomically(self.folder / "curve.csv", _as_csv(self.curve))
        self.say(f"{self.steps:>11,} decisions  {seconds:6,.0f} s  wins: {', '.join(words)}")

    # -- keeping ------------------------------------------------------------------------

    def _save(self) -> None:
        """Write the network, and all that is needed to go on exactly."""
        network = self.ppo.learner.snapshot()
        network.card = self.card()
        network.save(self.folder / MODEL_FILE)
        content = {
            "learner": self.ppo.learner.state_dict(),
            "optimizer": self.ppo.optimizer.state_dict(),
            "workers": [state_of(self.ppo), *self._workers.states()],
            "seconds": self.seconds,
            "curve": json.dumps(self.curve),
        }
        file = io.BytesIO()
        torch.save(content, file)
        write_atomically(self.folder / CHECKPOINT, file.getvalue())
        self._saved_at = self.seconds

    def _restore(self, kept: dict[str, Any]) -> None:
        self.ppo.learner.load_state_dict(kept["learner"])
        self.ppo.optimizer.load_state_dict(kept["optimizer"])
        restore(self.ppo, kept["workers"][0])
        self._workers.restore(kept["learner"], kept["optimizer"], kept["workers"][1:])
        self.steps = sum(state["steps"] for state in kept["workers"])
        self._seconds_before = kept["seconds"]
        self.curve = json.loads(kept["curve"])

    def card(self) -> dict[str, Any]:
        """Return what is to be known about the network."""
        newest = max((row["decisions"] for row in self.curve), default=0)
        return {
            "command": self.command,
            "commit": self._commit,
            "decisions": self.steps,
            "minutes": round(self.seconds / 60, 1),
            "players": sorted(set(self.sizes)),
            "wins": [
                {k: row[k] for k in ("players", "against", "wins", "low", "high", "games")}
                for row in self.curve
                if row["decisions"] == newest
            ],
        }


def read_checkpoint(path: Path) -> dict[str, Any]:
    """Return what a checkpoint holds: numbers and plain data, nothing in it is run.

    Raises:
        ValueError: If it is damaged, or holds anything else.
    """
    try:
        kept = torch.load(path, weights_only=True)
    except OSError:
        raise
    except Exception as error:  # whatever zip, pickle or torch come upon
        reason = str(error).partition("\n")[0]
        raise ValueError(f"{path} is damaged or no checkpoint: {reason}") from error
    if not isinstance(kept, dict):
        raise ValueError(f"{path} is no checkpoint")
    return kept


def measure(network: Network, players: int, against: str, games: int, **options: Any) -> WinRate:
    """Return a network's win rate: alone on one seat, the others played by `against`."""
    game = network.game
    return win_rate(
        game,
        as_opponent(TrainedPlayer(network, seed=1), game),
        opponents=as_opponent(make_player(against, game, seed=2), game),
        games=games,
        scaled=False,
        **{**options, "num_players": players},
    )


def state_of(ppo: PPO) -> dict[str, Any]:
    """Return all that a worker needs to go on exactly, besides the network and its optimizer."""
    rollout = ppo.rollout
    rows = rollout.rows
    return {
        "updates": ppo.updates,
        "steps": ppo.steps,
        "tables": [_table_state(table) for table in ppo.tables],
        "rollout": {
            "observations": _packed(rows.observations()),
            "masks": _packed(rows.masks()),
            "choices": torch.from_numpy(rollout.choices),
            "logarithms": torch.from_numpy(rollout.logarithms),
            "values": torch.from_numpy(rollout.values),
            "advice": [torch.from_numpy(part) for part in rollout.advice],
        },
        "past": [
            {name: torch.from_numpy(array) for name, array in network.weights.items()}
            for network in ppo.opponents.past
        ],
    }


def restore(ppo: PPO, state: dict[str, Any]) -> None:
    """Let a worker go on from where `state_of` was called."""
    ppo.updates, ppo.steps = state["updates"], state["steps"]
    for table, kept in zip(ppo.tables, state["tables"], strict=True):
        table.batch._load(io.BytesIO(kept["batch"].numpy().tobytes()), CHECKPOINT)
        table.owners[:] = kept["owners"].numpy()
        table.last[:] = kept["last"].numpy()
        table.spread[:] = kept["spread"].numpy()
        table.ended = kept["ended"]
    kept = state["rollout"]
    ppo.rollout = rollout = Rollout(ppo.game)
    rollout.rows.add(kept["observations"].numpy(), kept["masks"].numpy())
    arrays = (kept[name].numpy() for name in ("choices", "logarithms", "values"))
    rollout.add(*arrays)
    rollout.advice = [part.numpy() for part in kept["advice"]]
    ppo.opponents.past = [
        Network(
            ppo.game,
            {name: array.numpy() for name, array in weights.items()},
            {},
            ppo.learner.adviser,
        )
        for weights in state["past"]
    ]


def _table_state(table: Table) -> dict[str, Any]:
    return {
        "batch": torch.from_numpy(np.frombuffer(table.batch._dump(), np.uint8).copy()),
        "owners": torch.from_numpy(table.owners),
        "last": torch.from_numpy(table.last),
        "spread": torch.from_numpy(table.spread),
        "ended": table.ended,
    }


def _packed(array: Any) -> torch.Tensor:
    return torch.from_numpy(np.ascontiguousarray(array))


def _as_csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _commit() -> str:
    """Return the commit that is trained with, if this is a repository."""
    try:
        done = subprocess.run(
            ["git", "describe", "--always", "--dirty"],
            capture_output=True,
            text=True,
            check=True,
            cwd=Path(__file__).parent,
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
    return done.stdout.strip()


# -- the command --------------------------------------------------------------------------


def parse(words: list[str]) -> tuple[Settings, Path, bool]:
    """Return the settings, the folder, and whether a run is resumed.

    Exits with a sentence where the words make no sense.
    """
    parser = argparse.ArgumentParser(
        prog="python -m agents.train", description="Train a network on any game, in self-play."
    )
    parser.add_argument("game", help=", ".join(registry.ROWS))
    parser.add_argument("--run", type=Path, help="the folder of the run; runs/galaxy-2p, ...")
    parser.add_argument("--resume", action="store_true", help="go on with the run in its folder")
    for field in dataclasses.fields(Settings)[1:]:
        parser.add_argument(
            f"--{field.name.replace('_', '-')}",
            type={"int": int, "float": float, "str": str}[str(field.type)],
            metavar="N" if field.type != "str" else "WORDS",
            help=f"{field.metadata['help']} ({_default_words(field)})",
        )
    given = vars(parser.parse_args(words))
    run, resume = given.pop("run"), given.pop("resume")
    given = {name: value for name, value in given.items() if value is not None}
    try:
        given["game"] = registry.find(given["game"]).name
        settings = Settings(**{**DEFAULTS.get(given["game"], {}), **given})
        check(settings)
        folder = run or Path("runs") / f"{settings.game}-{_players_word(settings)}p"
        if resume:
            settings = _resumed(given, folder)
        elif (folder / "arguments.json").exists():
            raise ValueError(
                f"{folder} holds a run already: --resume goes on with it, "
                "--run names another folder"
            )
    except (ValueError, TypeError, OSError) as error:
        parser.error(str(error))
    return settings, folder, resume


def _players_word(settings: Settings) -> str:
    game = registry.load(settings.game)
    return settings.players.replace(",", "-") or str(game.players[0])


def _default_words(field: dataclasses.Field[Any]) -> str:
    by_game = [f"{v[field.name]} in {k}" for k, v in DEFAULTS.items() if field.name in v]
    return ", ".join([str(field.default or "none"), *by_game])


def _resumed(given: dict[str, Any], folder: Path) -> Settings:
    """Return the settings of the run in a folder; what is given anew must be the same."""
    file = folder / "arguments.json"
    if not file.exists():
        raise ValueError(f"{folder} holds no run to go on with")
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))["settings"]
        settings = Settings(**kept)
        check(settings)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"{file} is damaged, it holds no settings of a run: {error}") from error
    for name, value in given.items():
        if value != kept.get(name):
            raise ValueError(f"the run in {folder} has {name} {kept.get(name)}, {value} was given")
    return settings


def check(settings: Settings) -> None:
    """Raise a ValueError with a sentence if settings make no sense."""
    positive = ["steps", "games", "rollout", "batch", "epochs", "width", "pool", "snapshot"]
    positive += ["evaluations", "evaluation_games", "learning_rate", "clip", "workers"]
    positive += ["start_batch"]
    for name in positive:
        if getattr(settings, name) <= 0:
            raise ValueError(f"{name} is more than 0, {getattr(settings, name)} was given")
    for name in ("minutes", "save_minutes", "entropy", "seed", "value", "start_steps"):
        if getattr(settings, name) < 0:
            raise ValueError(f"{name} is not negative, {getattr(settings, name)} was given")
    for name in ("gamma", "gae_lambda", "margin", "margin_until"):
        if not 0 <= getattr(settings, name) <= 1:
            raise ValueError(f"{name} is 0 to 1, {getattr(settings, name)} was given")
    game = registry.load(settings.game)
    sizes = parse_players(settings.players, game)
    options = read_options(game, shlex.split(settings.options))
    for size in sizes:
        game.make_box(game.make_options(**{**options, "num_players": size}))
    if settings.games < settings.workers * len(sizes):
        raise ValueError(
            f"{settings.workers} workers and {len(sizes)} numbers of players need at least "
            f"{settings.workers * len(sizes)} games, {settings.games} were given"
        )
    names = [name for name in parse_shares(settings.opponents) if name not in (SELF, PAST)]
    for name in [*names, settings.start, settings.adviser]:
        if name:
            make_player(name, game)
    if settings.start and settings.adviser:
        raise ValueError("start and adviser are two ways to use a player: give one of them")


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Keep other trainings out of a folder.

    Raises:
        ValueError: If one runs there now.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (folder / ".lock").open("w") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise ValueError(f"another training runs in {folder} now") from None
        yield


def remove_drafts(folder: Path) -> None:
    """Remove what a killed run was writing; `write_atomically` names it so."""
    for name in (CHECKPOINT, MODEL_FILE, "curve.csv", "arguments.json"):
        for draft in folder.glob(f".{name}.*"):
            draft.unlink()


@contextlib.contextmanager
def _saving_at_interrupt(training: Training) -> Iterator[None]:
    """Let the first Ctrl-C save and end; a second one ends at once."""

    def stop(_signal: int, _frame: Any) -> None:
        if training.wants_to_stop:
            raise KeyboardInterrupt
        training.stop()
        training.say("saving after this update; Ctrl-C again ends at once")

    before = signal.signal(signal.SIGINT, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def main(words: list[str] | None = None, kind: type[Training] = Training) -> None:
    """Train, or go on training."""
    words = sys.argv[1:] if words is None else words
    settings, folder, resume = parse(words)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with alone_in(folder):
            remove_drafts(folder)
            _train_in(folder, settings, words, resume, kind)
    except (ValueError, OSError) as error:
        print(f"python -m agents.train: {error}", file=sys.stderr)
        sys.exit(2)


def _train_in(
    folder: Path, settings: Settings, words: list[str], resume: bool, kind: type[Training]
) -> None:
    file = folder / "arguments.json"
    if resume:
        command = str(json.loads(file.read_text(encoding="utf-8")).get("command"))
    else:
        command = f"python -m {kind.program} " + " ".join(words)
        content = {"command": command, "settings": dataclasses.asdict(settings)}
        write_atomically(file, json.dumps(content, indent=1) + "\n")
    title = registry.find(settings.game).title
    print(f"the first time, the kernels of {title} compile now: a minute or two", flush=True)
    try:
        training = train(settings, folder, command, kind)
    except KeyboardInterrupt:
        print("interrupted; the same command with --resume goes on from the last checkpoint")
        return
    if training.wants_to_stop:
        print(f"saved; go on with: {_again(command, folder)} --resume")
    print(
        f"play against it: {commands_folder()}spaceenvs play {settings.game} "
        f"--players {training.sizes[0]} --opponents {folder}"
    )


def _again(command: str, folder: Path) -> str:
    return command if "--run" in command else f"{command} --run {folder}"


def train(
    settings: Settings, folder: Path, command: str = "", kind: type[Training] | None = None
) -> Training:
    """Train with a progress bar in the terminal; goes on from a checkpoint in the folder."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns) as bar:
        task = bar.add_task(settings.game, total=1.0)

        def say(line: str) -> None:
            bar.console.print(line, soft_wrap=True, highlight=False)

        training = (kind or Training)(settings, folder, say, command)
        begun_at, begun = training.steps, time.perf_counter()

        def show(state: Training) -> None:
            rate = (state.steps - begun_at) / (time.perf_counter() - begun)
            words = f"{state.steps:,} decisions, {rate:,.0f}/s"
            bar.update(task, completed=state.progress, description=words)

        with _saving_at_interrupt(training):
            training.run(show)
    return training


if __name__ == "__main__":
    main()
