"""Random play over all games, table sizes and options, with `check` on the way.

Two kinds of rounds take turns. Three of four play the bare rules: actions are drawn and played
inside the compiled kernel, and `check` looks at all games after every `EVERY` decisions of each.
Every fourth goes through `Batch.step`, with masks and observations and often without forced
decisions, and `check` looks after every step (in the games of `THINNED` after every so many).

After a find, what was played since the last look at a sound position is played again with a look
after every decision, until the one is found that broke something; the position before it is
written to a file.
"""

from __future__ import annotations

import contextlib
import dataclasses
import faulthandler
import json
import random
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from random_options import draw_options

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.driver import RESET, REWARD, WAIT, driver
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import find_out_of_range

THINNED = {"cosmic_encounter": 8}
EVERY = 16
"""Decisions of a game in the kernel between two looks at it."""
AT_ONCE = 64
"""Games that are played at once: few, so that a round plays them to their end."""
ROUND = 50_000
"""Decisions that are played with the same options through `Batch.step`."""
BARE_ROUND = 250_000
"""Decisions that are played with the same options by the bare rules."""
KEPT = 24
"""Steps after which the positions are kept, to find a broken decision again."""
LONGEST = 600
"""Seconds of processor time after which a round counts as hung, and the process ends."""


@dataclass
class Counts:
    """What has been played."""

    begun: float = field(default_factory=time.monotonic)
    decisions: Counter[tuple[str, int]] = field(default_factory=Counter)
    games: Counter[tuple[str, int]] = field(default_factory=Counter)
    varied: Counter[tuple[str, int]] = field(default_factory=Counter)
    """Games that were played with random options; they are in `games` too."""
    checked: int = 0
    rounds: int = 0
    found: int = 0

    @property
    def played(self) -> int:
        """All decisions so far."""
        return sum(self.decisions.values())

    def line(self) -> str:
        """Say it in one line."""
        seconds = time.monotonic() - self.begun
        return (
            f"{self.played:,} decisions, {sum(self.games.values()):,} games, {self.rounds:,} sets "
            f"of options, {self.checked:,} positions checked, {self.found} broken, "
            f"{seconds:,.0f} s, {self.played / max(seconds, 1e-9):,.0f} decisions/s"
        )

    def table(self) -> str:
        """Say it for every game and table size."""
        return "\n".join(
            f"  {name}, {players} players: {self.decisions[name, players]:,} decisions, "
            f"{self.games[name, players]:,} games, {self.varied[name, players]:,} of them with "
            "random options"
            for name, players in sorted(self.decisions)
        )


def play_round(
    batch: Batch, seed: int, counts: Counts, folder: Path | None, decisions: int = ROUND
) -> str:
    """Play so many decisions; return what was broken, in words, or "" if all is sound."""
    every = THINNED.get(batch.game.name, 1)
    key = batch.game.name, batch.num_players
    batch.reset(seed=seed)
    sound = batch.copy()
    for step in range(1, max(1, decisions // batch.num_games) + 1):
        batch.step(batch.sample())
        counts.decisions[key] += batch.num_games
        counts.games[key] += int(batch.terminated.sum())
        if step % every:
            continue
        counts.checked += batch.num_games
        broken = find_broken(batch)
        if not broken and step % KEPT == 0:
            broken = batch.find_problem(batch.states)
        if broken:
            counts.found += 1
            return explain(sound, batch, broken, folder)
        if step % KEPT == 0:
            sound = batch.copy()
    counts.rounds += 1
    return ""


def play_bare(
    batch: Batch, seed: int, counts: Counts, folder: Path | None, decisions: int = BARE_ROUND
) -> str:
    """Play so many decisions inside the kernel; return what was broken, in words, or ""."""
    batch.reset(seed=seed)
    key = batch.game.name, batch.num_players
    for look in range(1, max(1, decisions // (batch.num_games * EVERY)) + 1):
        sound = batch.states.copy(), batch.streams.copy()
        played = _play_rules(batch, EVERY)
        counts.decisions[key] += played
        counts.checked += batch.num_games
        broken = find_broken_rules(batch)
        if not broken and played < EVERY * int((batch.states["done"] == 0).sum()):
            broken = "a player to move has no legal action"
        if not broken and look % KEPT == 0:
            broken = batch.find_problem(batch.states)
        if broken:
            counts.found += 1
            batch.states[:], batch.streams[:] = sound
            return explain_bare(batch, broken, folder)
        over = np.flatnonzero(batch.states["done"])
        if over.size:
            counts.games[key] += over.size
            _begin_anew(batch, over)
    counts.rounds += 1
    return ""


def _play_rules(batch: Batch, most: int) -> int:
    """Play at most so many random decisions of every game; return how many in all."""
    reward = int(batch.settings[REWARD])
    return driver(batch.game).playout_rows(batch.states, batch.box, batch.streams, reward, most)


def _begin_anew(batch: Batch, rows: Any) -> None:
    """Start the next games of these rows."""
    batch.seeds[rows] = (batch.seeds[rows] + 1) & (2**62 - 1)
    batch._actions[:] = WAIT
    batch._actions[rows] = RESET
    batch._share(batch.enter)


def find_broken_rules(batch: Batch) -> str:
    """Return what no record may show, in words, or ""."""
    numbers = batch.check()
    if numbers.any():
        return batch.game.broken[int(numbers.max())]
    over = batch.states["done"] != 0
    if over.any():
        seats = slice(0, batch.num_players)
        if (batch.states["rank"][over, seats].min(1) != 0).any():
            return "nobody has won"
        if (abs(batch.states["reward"][over, seats].sum(1)) > 1e-5).any():
            return "rewards do not sum to zero"
    return ""


def explain_bare(batch: Batch, broken: str, folder: Path | None) -> str:
    """Play again decision by decision to the broken one; return and keep how it came about."""
    for _ in range(EVERY):
        before = batch.copy()
        _play_rules(batch, 1)
        found = find_broken_rules(batch) or find_out_of_range(
            batch.game, batch.states, batch.num_players
        )
        if found:
            broken = found
            break
    numbers = batch.check()
    row = int(np.flatnonzero(numbers)[0]) if numbers.any() else 0
    before.look()
    actions = before.sample()  # draws what the kernel has drawn
    return _write_find(before, row, int(actions[row]), broken, folder)


def find_broken(batch: Batch) -> str:
    """Return what no game may show, in words, or ""."""
    numbers = batch.check()
    if numbers.any():
        return batch.game.broken[int(numbers.max())]
    running = ~batch.terminated
    if (batch.mask[running].sum(1) == 0).any():
        return "a player to move has no legal action"
    ended = np.flatnonzero(batch.terminated)
    ranks = batch.final_states["rank"][ended, : batch.num_players]
    if ended.size and (ranks.min(1) != 0).any():
        return "nobody has won"
    if ended.size and (abs(batch.rewards[ended].sum(1)) > 1e-5).any():
        return "rewards do not sum to zero"
    return ""


def explain(sound: Batch, batch: Batch, broken: str, folder: Path | None) -> str:
    """Play again from sound positions to the broken one; return and keep how it came about."""
    while True:
        before = sound.copy()
        actions = sound.sample()
        if (sound.cycles == batch.cycles).all() and (sound.seeds == batch.seeds).all():
            break
        sound.step(actions)
        found = find_broken(sound) or find_out_of_range(sound.game, sound.states, sound.num_players)
        if found:
            broken = found
            break
    numbers = sound.check()
    row = int(np.flatnonzero(numbers)[0]) if numbers.any() else 0
    return _write_find(before, row, int(actions[row]), broken, folder)


def _write_find(before: Batch, row: int, action: int, broken: str, folder: Path | None) -> str:
    """Say what broke, and write it to a file with the games before it."""
    said: dict[str, Any] = {
        "broken": broken,
        "game": before.game.id,
        "options": dataclasses.asdict(before.options),
        "skip_forced": before.skip_forced,
        "row": row,
        "game seed": int(before.seeds[row]),
        "action": before.game.actions.name(action),
    }
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{before.game.name}-{time.time_ns()}-{row}"
        before.save(folder / f"{name}.npz")
        position = before.game.position(before.states[row], before.box[0])
        told = json.dumps({**said, "position before": position}, indent=1)
        write_atomically(folder / f"{name}.json", told.encode())
    return json.dumps(said)


class Stop:
    """Notes that the process is asked to end (Ctrl-C, SIGTERM), and lets it end in its own time."""

    def __init__(self) -> None:
        self.asked = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._note)

    def _note(self, *_: Any) -> None:
        self.asked = True


def play(names: list[str], decisions: int, seed: int, folder: Path, at_once: int = AT_ONCE) -> int:
    """Play until so many decisions are played or the process is told to end; return the finds.

    Games and table sizes take turns. Every third round has the default options, the others random
    ones; every fourth goes through `Batch.step`, half of these skip forced decisions, as training
    does.
    """
    stop, counts, told = Stop(), Counts(), time.monotonic()
    rng = random.Random(seed)
    tables = [(name, count) for name in names for count in _counts(name)]
    folder.mkdir(parents=True, exist_ok=True)
    doing = folder / f"doing-{seed}.json"
    number = 0
    while counts.played < decisions and not stop.asked:
        name, players = tables[number % len(tables)]
        game, turn = registry.load(name), number // len(tables)
        options = draw_options(game, players, rng) if turn % 3 else {"num_players": players}
        round_seed, whole = rng.randrange(2**31), turn % 4 == 3
        games_before = counts.games[name, players]
        # A crash or a hang leaves this file behind, and says with it how it came about.
        doing.write_text(json.dumps([name, options, round_seed, turn, at_once]))
        with _watched():
            batch = Batch(game, at_once, skip_forced=turn % 8 == 7, **options)
            found = (play_round if whole else play_bare)(batch, round_seed, counts, folder)
        if turn % 3:
            counts.varied[name, players] += counts.games[name, players] - games_before
        number += 1
        if found:
            print(f"BROKEN: {found}", flush=True)
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(counts.line(), flush=True)
            (folder / f"counts-{seed}.txt").write_text(f"{counts.line()}\n{counts.table()}\n")
    doing.unlink(missing_ok=True)
    print(counts.line())
    print(counts.table(), flush=True)
    return counts.found


@contextlib.contextmanager
def _watched() -> Iterator[None]:
    """End the process with a traceback if what is inside takes more than `LONGEST` seconds.

    Of processor time, so that a busy machine is no reason; by the system, because a compiled loop
    without end never comes back to Python.
    """
    signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
    faulthandler.register(signal.SIGVTALRM, chain=True)
    signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        faulthandler.unregister(signal.SIGVTALRM)


def _counts(name: str) -> range:
    low, high = registry.find(name).players
    return range(low, high + 1)
