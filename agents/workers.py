"""Further processes that play and learn: each its own games, the gradients added.

Every process holds the same network and makes the same steps with the same sum of gradients, so
they never differ. The first process is the one that was started; it tells the others when.
"""

from __future__ import annotations

import copy
import os
import signal
import threading
from multiprocessing.connection import Connection
from typing import Any

import torch
from torch import Tensor, multiprocessing

from agents.network import Learner
from agents.ppo import PPO, Settings
from spaceenvs import registry

PATIENCE = 600
"""Seconds that processes wait for each other; the first update compiles."""


class Adder:
    """Adds the gradients of all workers, through memory that they share.

    Args:
        worker: The number of this process.
        shared: (workers, numbers of the network): a row for the gradient of each.
        barrier: Where all workers wait for each other.
    """

    def __init__(self, worker: int, shared: Tensor, barrier: Any) -> None:
        self._worker, self._shared, self._barrier = worker, shared, barrier

    def __call__(self, learner: Learner) -> None:
        """Put the mean of all gradients in place of the learner's own."""
        gradients = []
        for given in learner.parameters():
            if given.grad is None:  # trust, where there is no adviser
                given.grad = torch.zeros_like(given)
            gradients.append(given.grad)
        self._shared[self._worker] = torch.cat([gradient.flatten() for gradient in gradients])
        try:
            self._barrier.wait(PATIENCE)
            mean = self._shared.mean(0)
            self._barrier.wait(PATIENCE)
        except threading.BrokenBarrierError:
            raise RuntimeError("a worker of this training has ended: --resume goes on") from None
        parts = torch.split(mean, [gradient.numel() for gradient in gradients])  # type: ignore[no-untyped-call]
        for gradient, part in zip(gradients, parts, strict=True):
            gradient.copy_(part.view_as(gradient))


class Workers:
    """The processes besides this one; there may be none.

    Args:
        settings: How the training goes.
        sizes: The numbers of players it is played at.
    """

    def __init__(self, settings: Settings, sizes: list[int]) -> None:
        self._pipes: list[Connection] = []
        self._processes: list[Any] = []
        self._add: Adder | None = None
        if settings.workers == 1:
            return
        game = registry.load(settings.game)
        count = sum(given.numel() for given in Learner(game, settings.width).parameters())
        shared = torch.zeros(settings.workers, count)
        shared.share_memory_()  # type: ignore[no-untyped-call]
        context = multiprocessing.get_context("spawn")
        barrier = context.Barrier(settings.workers)
        self._add = Adder(0, shared, barrier)
        for worker in range(1, settings.workers):
            ours, theirs = context.Pipe()
            process = context.Process(
                target=_serve, args=(settings, sizes, worker, shared, barrier, theirs), daemon=True
            )
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)

    def add_gradients(self, learner: Learner) -> None:
        """Put the mean of all gradients in place of the learner's own."""
        if self._add is not None:
            self._add(learner)

    def begin_update(self, progress: float, imitates: bool) -> None:
        """Let all others make an update; it is this process's turn to make one too."""
        for pipe in self._pipes:
            pipe.send(("update", (progress, imitates)))

    def end_update(self) -> int:
        """Return the decisions that all others have learnt from so far."""
        return sum(pipe.recv() for pipe in self._pipes)

    def states(self) -> list[dict[str, Any]]:
        """Return what each of the others needs to go on exactly."""
        for pipe in self._pipes:
            pipe.send(("state", ()))
        return [pipe.recv() for pipe in self._pipes]

    def restore(
        self, learner: dict[str, Tensor], optimizer: dict[str, Any], states: list[dict[str, Any]]
    ) -> None:
        """Let the others go on from where they were."""
        for pipe, state in zip(self._pipes, states, strict=True):
            pipe.send(("restore", (learner, optimizer, state)))

    def close(self) -> None:
        """End the other processes."""
        for pipe in self._pipes:
            pipe.close()
        for process in self._processes:
            process.join(5)
            process.terminate()


def _end_with_parent() -> None:
    """End when the first process is gone, also if it was killed; it may be waited for."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _serve(
    settings: Settings,
    sizes: list[int],
    worker: int,
    shared: Tensor,
    barrier: Any,
    pipe: Connection,
) -> None:
    """Do in a process of its own what the first one says, until it says no more."""
    from agents.train import restore, state_of

    signal.signal(signal.SIGINT, signal.SIG_IGN)  # The first process ends the others.
    threading.Thread(target=_end_with_parent, daemon=True).start()
    torch.set_num_threads(1)
    game = registry.load(settings.game)
    ppo = PPO(settings, game, sizes, worker, Adder(worker, shared, barrier))
    try:
        while True:
            wanted, given = pipe.recv()
            if wanted == "update":
                ppo.update(*given)
                pipe.send(ppo.steps)
            elif wanted == "state":
                pipe.send(state_of(ppo))
            else:
                learner, optimizer, state = given
                ppo.learner.load_state_dict(learner)
                ppo.optimizer.load_state_dict(copy.deepcopy(optimizer))  # what comes is shared
                restore(ppo, state)
    except EOFError:
        return
    finally:
        barrier.abort()
