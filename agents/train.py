"""Train a masked PPO on any game, in self-play against its own past.

python -m agents.train galaxy --players 4 --steps 2_000_000
python -m agents.train galaxy --players 4 --resume

The folder of the run (`runs/galaxy-4p` here) holds the arguments (`arguments.json`), the
network (`model.pt`, for `agents.ppo.PPOAgent`), the learning curve (`curve.csv`), a log for
TensorBoard, and `checkpoint.pt`, from which `--resume` goes on as if nothing had happened.
"""

from __future__ import annotations

import argparse
import csv
import dataclasses
import io
import json
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)
from sb3_contrib import MaskablePPO
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnv
from torch.utils.tensorboard.writer import SummaryWriter

from agents.evaluate import WinRate, win_rate
from agents.learner import make_model
from agents.ppo import MODEL_FILE, PPOAgent, save_atomically, save_network
from agents.selfplay import Pool, SelfPlayEnv, parse_shares
from spaceenvs import registry
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import Game
from spaceenvs.core.rewards import REWARDS
from spaceenvs.players import Turn


def _setting(default: Any, help: str) -> Any:
    return dataclasses.field(default=default, metadata={"help": help})


@dataclass(frozen=True)
class Settings:
    """Everything that decides how a training goes; each is an option of the command."""

    game: str
    players: int = _setting(2, "players at the table")
    steps: int = _setting(3_000_000, "decisions of the learner, in all")
    minutes: float = _setting(0.0, "train for so long, instead of a number of steps")
    seed: int = _setting(1, "the seed of everything random")
    envs: int = _setting(256, "games played at once")
    rollout: int = _setting(128, "decisions in each game between two updates")
    batch: int = _setting(2048, "decisions in a minibatch")
    epochs: int = _setting(2, "how often an update sees each decision")
    learning_rate: float = _setting(1e-3, "at the beginning; falls to 0 at the end")
    gamma: float = _setting(1.0, "the discount of each further decision")
    gae_lambda: float = _setting(0.95, "0: trust the value network, 1: trust the results")
    entropy: float = _setting(0.01, "the weight of the entropy at the beginning; falls to 0 too")
    width: int = _setting(128, "units of each hidden layer")
    reward: str = _setting("score", f"what the end of a game is worth: {', '.join(REWARDS)}")
    opponents: str = _setting("random=1,self=1", "how often each kind of opponent is met")
    pool: int = _setting(4, "past networks among the opponents")
    snapshot: int = _setting(10, "updates until the network joins the opponents")
    # Two threads wait for each other at every layer: worse than one where the cores are busy.
    threads: int = _setting(1, "threads of torch; 0 leaves it to torch")
    evaluations: int = _setting(20, "how often the win rate against random is measured")
    games: int = _setting(250, "games per evaluation")
    save_minutes: float = _setting(1.0, "between two checkpoints; 0 writes one at every update")


# What differs from the defaults above, game by game.
DEFAULTS: dict[str, dict[str, Any]] = {
    "galaxy": {"steps": 8_000_000},
    "galactic_emperor": {"players": 3},
    "cosmic_encounter": {"players": 3},
}


def model_of(settings: Settings, env: VecEnv, game: Game) -> MaskablePPO:
    """Return the learner that the settings describe."""
    return make_model(
        env,
        game,
        width=settings.width,
        learning_rate=settings.learning_rate,
        n_steps=settings.rollout,
        batch_size=settings.batch,
        n_epochs=settings.epochs,
        gamma=settings.gamma,
        gae_lambda=settings.gae_lambda,
        ent_coef=settings.entropy,
        seed=settings.seed,
    )


class Training:
    """A training: what it has reached, and how it goes on.

    Args:
        settings: How it goes.
        folder: Where it writes; a checkpoint found there is taken up.
        say: Called with every line for the terminal.
    """

    def __init__(self, settings: Settings, folder: Path, say: Callable[[str], None]) -> None:
        if settings.threads:
            torch.set_num_threads(settings.threads)
        self.settings = settings
        self.folder = folder
        self.say = say
        self.game: Game = registry.load(settings.game)
        self.curve: list[dict[str, Any]] = []
        self._seconds_before = 0.0
        self._begun: float | None = None
        checkpoint = folder / "checkpoint.pt"
        kept = torch.load(checkpoint, weights_only=False) if checkpoint.exists() else None
        self.env: SelfPlayEnv = self._make_env() if kept is None else kept["env"]
        self.model: Any = model_of(settings, self.env, self.game)
        if kept is None:
            self.env.pool.add(self.network)
        else:
            self._restore(kept)
        self._saved_at = self._seconds_before
        # Reset the games unless they were restored; the logger only collects the figures.
        self.model.set_logger(Logger(None, []))
        _, self._callback = self.model._setup_learn(0, None, reset_num_timesteps=False)
        self._log = SummaryWriter(str(folder), purge_step=self.steps + 1)

    @property
    def network(self) -> Any:
        """The network that is trained."""
        return self.model.policy.network

    @property
    def steps(self) -> int:
        """The learner's decisions so far."""
        return int(self.model.num_timesteps)

    @property
    def seconds(self) -> float:
        """How long the training has taken so far, interruptions not counted."""
        passed = 0.0 if self._begun is None else time.perf_counter() - self._begun
        return self._seconds_before + passed

    @property
    def progress(self) -> float:
        """How much of the training is done: 0 to 1."""
        if self.settings.minutes:
            return min(1.0, self.seconds / 60 / self.settings.minutes)
        return min(1.0, self.steps / self.settings.steps)

    def _make_env(self) -> SelfPlayEnv:
        given = self.settings
        pool = Pool(self.game, parse_shares(given.opponents), given.pool, given.seed)
        return SelfPlayEnv(
            self.game, given.envs, pool, num_players=given.players, reward=given.reward
        )

    def run(self, show: Callable[[Training], None]) -> None:
        """Train to the end of the budget; `show` is called after every update."""
        if not self.curve:
            self._evaluate()  # Compiles the game, which is no part of the training.
        self._begun = time.perf_counter()
        while self.progress < 1:
            self._update()
            if self._updates % self.settings.snapshot == 0:
                self.env.pool.add(self.network)
            if len(self.curve) <= self.progress * self.settings.evaluations:
                self._evaluate()
            if self.progress == 1 or self.seconds - self._saved_at >= (
                60 * self.settings.save_minutes
            ):
                self._save()
            show(self)
        self._log.close()

    @property
    def _updates(self) -> int:
        return self.steps // (self.settings.envs * self.settings.rollout)

    def _update(self) -> None:
        """Play in all games for a while, then learn from it."""
        model = self.model
        begun, before = time.perf_counter(), self.steps
        model.collect_rollouts(self.env, self._callback, model.rollout_buffer, model.n_steps)
        played = time.perf_counter()
        remaining = 1 - self.progress
        model._current_progress_remaining = remaining
        model.ent_coef = self.settings.entropy * remaining
        model.train()
        ended = time.perf_counter()
        buffer = model.rollout_buffer
        figures = {
            "speed/decisions_per_second": (self.steps - before) / (ended - begun),
            "speed/share_of_playing": (played - begun) / (ended - begun),
            "games/mean_reward": buffer.rewards.sum() / max(1, buffer.episode_starts.sum()),
            **model.logger.name_to_value,
        }
        for name, value in figures.items():
            self._log.add_scalar(name, value, self.steps)
        model.logger.dump()

    def _evaluate(self) -> None:
        """Measure the win rate against random players, write it down and say it."""
        given = self.settings
        reached = measure(PPOAgent(self.network, self.game), self.game, given.players, given.games)
        seconds = self.seconds
        low, high = reached.interval
        self.curve.append(
            {
                "decisions": self.steps,
                "seconds": round(seconds, 1),
                "wins": round(reached.rate, 4),
                "low": round(low, 4),
                "high": round(high, 4),
                "games": reached.games,
            }
        )
        self._log.add_scalar("games/wins_against_random", reached.rate, self.steps)
        self._log.flush()
        write_atomically(self.folder / "curve.csv", _as_csv(self.curve))
        self.say(f"{self.steps:>11,} decisions  {seconds:6,.0f} s  wins {reached} against random")

    # -- keeping ------------------------------------------------------------------------

    def _save(self) -> None:
        """Write the network, and all that is needed to go on exactly."""
        model = self.model
        save_network(self.network, self.folder / MODEL_FILE)
        content = {
            "env": self.env,
            "policy": model.policy.state_dict(),
            "optimizer": model.policy.optimizer.state_dict(),
            "steps": model.num_timesteps,
            "updates": model._n_updates,
            "last_observation": model._last_obs,
            "last_starts": model._last_episode_starts,
            "random": _random_states(),
            "seconds": self.seconds,
            "curve": self.curve,
        }
        save_atomically(content, self.folder / "checkpoint.pt")
        self._saved_at = self.seconds

    def _restore(self, kept: dict[str, Any]) -> None:
        model = self.model
        model.policy.load_state_dict(kept["policy"])
        model.policy.optimizer.load_state_dict(kept["optimizer"])
        model.num_timesteps = kept["steps"]
        model._n_updates = kept["updates"]
        model._last_obs = kept["last_observation"]
        model._last_episode_starts = kept["last_starts"]
        self._seconds_before = kept["seconds"]
        self.curve = kept["curve"]
        of_python, of_numpy, of_torch = kept["random"]
        random.setstate(of_python)
        np.random.set_state(of_numpy)  # noqa: NPY002 (stable-baselines3 draws from it)
        torch.set_rng_state(of_torch)


def _random_states() -> tuple[Any, Any, Any]:
    """Return the states of the generators that stable-baselines3 and torch draw from."""
    of_numpy = np.random.get_state()  # noqa: NPY002
    return random.getstate(), of_numpy, torch.get_rng_state()


def measure(agent: PPOAgent, game: Game, players: int, games: int) -> WinRate:
    """Return an agent's win rate against random players."""

    def policy(observations: NDArray[Any], masks: NDArray[np.bool_]) -> NDArray[Any]:
        return agent.choose(Turn(game, observations, masks.view(np.int8)))

    return win_rate(game, policy, games=games, num_players=players, scaled=False)


def _as_csv(rows: list[dict[str, Any]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


# -- the command --------------------------------------------------------------------------


def parse(words: list[str]) -> tuple[Settings, Path, bool]:
    """Return the settings, the folder, and whether a run is resumed.

    Exits with a sentence where the words make no sense.
    """
    parser = argparse.ArgumentParser(
        prog="python -m agents.train", description="Train a masked PPO on any game."
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
        folder = run or Path("runs") / f"{settings.game}-{settings.players}p"
        if resume:
            settings = _resumed(given, folder)
        elif (folder / "arguments.json").exists():
            raise ValueError(
                f"{folder} holds a run already: --resume goes on with it, "
                "--run names another folder"
            )
        check(settings)
    except (ValueError, TypeError, OSError) as error:
        parser.error(str(error))
    return settings, folder, resume


def _default_words(field: dataclasses.Field[Any]) -> str:
    by_game = [f"{v[field.name]} in {k}" for k, v in DEFAULTS.items() if field.name in v]
    return ", ".join([str(field.default), *by_game])


def _resumed(given: dict[str, Any], folder: Path) -> Settings:
    """Return the settings of the run in a folder; what is given anew must be the same."""
    file = folder / "arguments.json"
    if not file.exists():
        raise ValueError(f"{folder} holds no run to go on with")
    kept = json.loads(file.read_text(encoding="utf-8"))["settings"]
    for name, value in given.items():
        if value != kept[name]:
            raise ValueError(f"the run in {folder} has {name} {kept[name]}, {value} was given")
    return Settings(**kept)


def check(settings: Settings) -> None:
    """Raise a ValueError with a sentence if settings make no sense."""
    positive = ["steps", "envs", "rollout", "batch", "epochs", "width", "pool", "snapshot"]
    positive += ["evaluations", "games", "learning_rate"]
    for name in positive:
        if getattr(settings, name) <= 0:
            raise ValueError(f"{name} is more than 0, {getattr(settings, name)} was given")
    for name in ("minutes", "threads", "save_minutes", "entropy", "seed"):
        if getattr(settings, name) < 0:
            raise ValueError(f"{name} is not negative, {getattr(settings, name)} was given")
    for name in ("gamma", "gae_lambda"):
        if not 0 <= getattr(settings, name) <= 1:
            raise ValueError(f"{name} is 0 to 1, {getattr(settings, name)} was given")
    if settings.reward not in REWARDS:
        raise ValueError(f"reward is one of {', '.join(REWARDS)}; {settings.reward!r} was given")
    game = registry.load(settings.game)
    game.make_options(num_players=settings.players)
    Pool(game, parse_shares(settings.opponents), settings.pool, settings.seed)


def main(words: list[str] | None = None) -> None:
    """Train, or go on training."""
    settings, folder, resume = parse(sys.argv[1:] if words is None else words)
    folder.mkdir(parents=True, exist_ok=True)
    if not resume:
        content = {
            "command": "python -m agents.train " + " ".join(words or sys.argv[1:]),
            "settings": dataclasses.asdict(settings),
        }
        write_atomically(folder / "arguments.json", json.dumps(content, indent=1) + "\n")
    try:
        train(settings, folder)
    except KeyboardInterrupt:
        print("interrupted; the same command with --resume goes on from the last checkpoint")
        return
    print(f"the trained network is {folder / MODEL_FILE}")


def train(settings: Settings, folder: Path) -> Training:
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
        training = Training(settings, folder, lambda line: bar.console.print(line, soft_wrap=True))

        def show(state: Training) -> None:
            words = f"{state.steps:,} decisions, {state.steps / state.seconds:,.0f}/s"
            bar.update(task, completed=state.progress, description=words)

        training.run(show)
    return training


if __name__ == "__main__":
    main()
