"""Tianshou on every game: `make interop` runs this where Tianshou is installed."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("tianshou")

from interop_page import NAMES, blocks, run


@pytest.mark.parametrize("name", NAMES)
def test_a_dqn_is_updated_and_plays_legally(name):
    (code,) = blocks("Tianshou")
    found = run(code, name)
    assert found["collected"].n_collected_steps >= 400
    batch = found["collector"].buffer[:]
    rows = np.arange(len(batch))
    assert np.asarray(batch.obs.mask)[rows, batch.act].all()
