"""The client: a session of its own on a server of `spaceenvs openenv`."""

from __future__ import annotations

from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult

from spaceenvs.bridges.openenv.models import SpaceAction, SpaceObservation, SpaceState


class SpaceClient(EnvClient[SpaceAction, SpaceObservation, SpaceState]):  # type: ignore[misc]
    """A seat on a server, for programs that wait (`sync()`) and for such that do not.

    `reset` takes a seed and what the server lets clients choose: `game`, `seat`, `num_players`,
    `players` (who sits on the other seats).

        with SpaceClient(base_url="http://127.0.0.1:8000").sync() as client:
            result = client.reset(seed=1, game="galaxy", num_players=2)
            while not result.done:
                move = next(iter(result.observation.moves.values()))
                result = client.step(SpaceAction(move=move))
            print(result.reward)
    """

    def _step_payload(self, action: SpaceAction) -> dict[str, Any]:
        return {"move": action.move}

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[SpaceObservation]:
        end = {"done": payload.get("done", False), "reward": payload.get("reward")}
        observation = SpaceObservation(**{**payload.get("observation", {}), **end})
        return StepResult(observation=observation, metadata=payload.get("metadata"), **end)

    def _parse_state(self, payload: dict[str, Any]) -> SpaceState:
        return SpaceState(**payload)
