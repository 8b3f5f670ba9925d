"""A seat in words as an environment of verifiers (`pip install verifiers uv`), for its evaluation.

PYTHONPATH=agents vf-eval verifiers-seat --env.taskset.game galaxy --env.taskset.games 10 \
  --model NAME --client.base-url http://127.0.0.1:8000/v1 --client.api-key-var KEY --no-push

Without `--no-push` it uploads what was played. Every task is a game with a seed of its own. The
model is told the prompts of a `TextSeat` turn by turn, and answers with moves; players of the
package sit on the other seats. The reward is the result of the seat; the metrics count its
decisions and the answers that were no legal move.
"""

from __future__ import annotations

import verifiers.v1 as vf

from spaceenvs.text import TextSeat

__all__ = ["SeatEnv", "SeatTaskset"]


class SeatData(vf.TaskData):  # type: ignore[misc]
    """One game: what `TextSeat` needs to know."""

    game: str
    num_players: int
    seat: int
    players: str
    seed: int

    def open(self) -> TextSeat:
        """Return the seat at the beginning of the game."""
        seat = TextSeat(
            self.game, seat=self.seat, players=self.players, num_players=self.num_players
        )
        seat.reset(seed=self.seed)
        return seat


class SeatTask(vf.Task[SeatData]):  # type: ignore[misc]
    """A game to be played."""


class SeatTasksetConfig(vf.TasksetConfig):  # type: ignore[misc]
    """Which games are played."""

    game: str = "galaxy"
    num_players: int = 2
    players: str = "greedy"
    games: int = 10
    first_seed: int = 1


class SeatTaskset(vf.Taskset[SeatTask, SeatTasksetConfig]):  # type: ignore[misc]
    """Games with seeds one after the other; the seat changes with every game."""

    def load(self) -> list[SeatTask]:
        """Return all games; the rules of a game are the system prompt."""
        asked, tasks = self.config, []
        for number in range(asked.games):
            data = SeatData(
                game=asked.game,
                num_players=asked.num_players,
                seat=number % asked.num_players,
                players=asked.players,
                seed=asked.first_seed + number,
            )
            rules = data.open().rules
            tasks.append(SeatTask(data.model_copy(update={"system_prompt": rules}), asked.task))
        return tasks


class SeatEnvConfig(vf.EnvConfig):  # type: ignore[misc]
    """Who plays: one model, without tools, on this machine."""

    model: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"}, runtime={"type": "subprocess"})


class SeatEnv(vf.Env[SeatEnvConfig]):  # type: ignore[misc]
    """Asks the model until the game is over for its seat."""

    async def run(self, task: SeatTask, agents: vf.Agents) -> None:
        """Play one game and record its result."""
        seat, told, decisions, refused = task.data.open(), "", 0, 0
        async with agents.model.interaction(task) as talk:
            while not seat.over:
                said = await talk.turn(f"{told}\n\n{seat.observe().text}".strip())
                if said.terminated:  # the limit of turns or tokens
                    break
                reply = seat.act(said.last_reply)
                told, decisions = reply.message, decisions + bool(reply.played)
                refused += not reply.accepted
            talk.trace.record_reward("result", seat.reward)
            talk.trace.record_metrics({"decisions": decisions, "refused": refused})
