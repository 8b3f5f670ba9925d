"""The public interface under random calls, and damaged files: the short form of `make fuzz`."""

from __future__ import annotations

import fuzz_files
import fuzz_play
import pytest
from conftest import JIT

from spaceenvs import registry
from spaceenvs.core.batch import Batch

hypothesis = pytest.importorskip("hypothesis", reason="hypothesis is in the extra `dev`")

import calls  # noqa: E402
from hypothesis.stateful import run_state_machine_as_test  # noqa: E402

SHORT = hypothesis.settings(
    max_examples=25,
    stateful_step_count=15,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(hypothesis.HealthCheck),
)


@pytest.mark.parametrize("machine", calls.MACHINES, ids=lambda machine: machine.__name__)
def test_random_calls_are_done_or_refused_with_a_sentence(machine):
    if not JIT and machine is calls.BatchCalls:
        pytest.skip("threads and interrupts are about compiled code")
    run_state_machine_as_test(machine, settings=SHORT)


@pytest.mark.skipif(not JIT, reason="only compiled code can crash")
@pytest.mark.parametrize("loader", ["saved", "records", "replay", "scenario", "position"])
def test_damaged_files_are_refused(loader, tmp_path):
    assert fuzz_files.watch(loader, "template", seed=1, count=40, folder=tmp_path) == 0


@pytest.mark.skipif(not JIT, reason="only compiled code can crash")
def test_damaged_frames_are_refused(tmp_path):
    assert fuzz_files.watch("records", "cosmic_encounter", seed=3, count=60, folder=tmp_path) == 0


@pytest.mark.skipif(not JIT, reason="the kernel plays")
def test_random_play_in_the_kernel_is_counted_and_checked(tmp_path):
    batch = Batch(registry.load("template"), 8, num_players=3)
    counts = fuzz_play.Counts()
    assert fuzz_play.play_bare(batch, 1, counts, tmp_path, decisions=2000) == ""
    assert counts.played > 500
    assert counts.games["template", 3] > 10
    batch.states["points"][2] = 99  # what no play leads to
    assert fuzz_play.find_broken_rules(batch)
