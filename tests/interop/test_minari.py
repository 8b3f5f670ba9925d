"""Minari data sets of every game: `make interop` runs this where Minari is installed."""

from __future__ import annotations

import pytest

pytest.importorskip("minari")

from interop_page import NAMES, blocks, run


@pytest.mark.parametrize("name", NAMES)
def test_a_dataset_is_made_and_read(name, tmp_path, monkeypatch):
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path))
    (code,) = blocks("Minari")
    found = run(code.replace('"greedy"', '"random"') if name == "template" else code, name)
    assert found["dataset"].total_episodes == 4
    assert found["legal"].all()
    seen, _ = found["env"].reset(seed=1)
    assert seen.shape == found["episode"].observations[0].shape
