"""TorchRL on every game: `make interop` runs this where TorchRL is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("torchrl")

from interop_page import NAMES, blocks, run

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")


@pytest.mark.parametrize("name", NAMES)
def test_all_seats_are_played_with_masks(name):
    played = run(blocks("TorchRL")[0], name)["played"]
    for player in (key for key in played.keys() if str(key).startswith("player_")):  # noqa: SIM118
        own = played[player]
        acted = own["mask"].squeeze(-1)
        chosen = own["action_mask"].gather(-1, own["action"].unsqueeze(-1))
        assert chosen.squeeze(-1).squeeze(-1)[acted].all()
    assert played["state"].isfinite().all()


@pytest.mark.parametrize("name", NAMES)
def test_ppo_trains_a_seat_with_masks(name):
    found = run(blocks("TorchRL")[1], name)
    data = found["data"]
    assert data["action_mask"].gather(-1, data["action"].unsqueeze(-1)).all()
    assert all(found["losses"][key].isfinite() for key in ("loss_objective", "loss_critic"))
