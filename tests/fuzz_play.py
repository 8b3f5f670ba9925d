"""Random play over all games, table sizes and options, with `check` on the way.

`check` looks at all games after every step; in the games of `THINNED`, where it would take most
of the time, after every so many steps. After a find, what was played since the last look at a
sound position is played again with a look after every step, until the decision is found that
broke something; the position before it is written to a file.
"""

from __future__ import annotations

import dataclasses
import faulthandler
import json
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from random_options import draw_options

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import find_out_of_range

THINNED = {"cosmic_encounter": 8}
AT_ONCE = 64
"""Games that are played at once: few, so that a round plays them to their end."""
ROUND = 200_000
"""Decisions that are played with the same options."""
KEPT = 24
"""Steps after which the positions are kept, to find a broken decision again."""
LONGEST = 600
"""Seconds without an end after which a round counts as hung, and the process ends."""


@dataclass
class Counts:
    """What has been played."""

    begun: float = field(default_factory=time.monotonic)
    decisions: Counter[tuple[str, int]] = field(default_factory=Counter)
    games: Counter[tuple[str, int]] = field(default_factory=Counter)
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
            f"{self.games[name, players]:,} games"
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
            broken = find_out_of_range(batch.game, batch.states, batch.num_players)
        if broken:
            counts.found += 1
            return explain(sound, batch, broken, folder)
        if step % KEPT == 0:
            sound = batch.copy()
    counts.rounds += 1
    return ""


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
    said = {
        "broken": broken,
        "game": sound.game.id,
        "options": dataclasses.asdict(sound.options),
        "skip_forced": sound.skip_forced,
        "game seed": int(before.seeds[row]),
        "decisions before": int(before.cycles[row]),
        "action": sound.game.actions.name(int(actions[row])),
        "position before": sound.game.position(before.states[row], before.box[0]),
    }
    if folder is not None:
        folder.mkdir(parents=True, exist_ok=True)
        name = f"{sound.game.name}-{int(time.time())}-{row}"
        write_atomically(folder / f"{name}.json", json.dumps(said, indent=1).encode())
        before.save(folder / f"{name}.npz")
    del said["position before"]
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

    Games and table sizes take turns; every second round has the default options, the others random
    ones; every fourth skips forced decisions, as training does.
    """
    stop, counts, told = Stop(), Counts(), time.monotonic()
    rng = random.Random(seed)
    tables = [(name, count) for name in names for count in _counts(name)]
    doing = folder / f"doing-{seed}.json"
    while counts.played < decisions and not stop.asked:
        name, players = tables[counts.rounds % len(tables)]
        game, turn = registry.load(name), counts.rounds // len(tables)
        options = draw_options(game, players, rng) if turn % 2 else {"num_players": players}
        round_seed = rng.randrange(2**31)
        folder.mkdir(parents=True, exist_ok=True)
        # A crash or a hang leaves this file behind, and says with it how it came about.
        doing.write_text(json.dumps([name, options, round_seed, turn % 4 == 3, at_once]))
        faulthandler.dump_traceback_later(LONGEST, exit=True)
        batch = Batch(game, at_once, skip_forced=turn % 4 == 3, **options)
        found = play_round(batch, round_seed, counts, folder)
        faulthandler.cancel_dump_traceback_later()
        if found:
            counts.rounds += 1
            print(f"BROKEN: {found}", flush=True)
        if time.monotonic() - told > 60:
            told = time.monotonic()
            print(counts.line(), flush=True)
    doing.unlink(missing_ok=True)
    print(counts.line())
    print(counts.table(), flush=True)
    return counts.found


def _counts(name: str) -> range:
    low, high = registry.find(name).players
    return range(low, high + 1)
