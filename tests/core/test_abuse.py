"""What must not break a batch: damaged files, threads, interrupts, bad opponents."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import warnings
import zipfile

import numpy as np
import pytest

import spaceenvs
from spaceenvs.core import aec as aec_module
from spaceenvs.core import batch as batch_module
from spaceenvs.core import jit, numba_private
from spaceenvs.core.errors import IllegalActionError
from spaceenvs.core.game import state_dtype
from spaceenvs.core.jit import JIT_ENABLED
from spaceenvs.core.seat import SeatEnv
from spaceenvs.players.network import load_network

compiled_only = pytest.mark.skipif(not JIT_ENABLED, reason="nothing is compiled")


def make(num_games=4, **options):
    batch = spaceenvs.make_batch("template-v0", num_games, **options)
    batch.reset(seed=1)
    return batch


def write_forged(path, batch, **changed):
    """Write a file as `save` does, with other arrays and a checksum that fits them."""
    batch.save(path)
    with np.load(path) as file:
        kept = dict(file)
    kept.update(changed)
    kept["checksum"] = np.array(batch_module._checksum(kept))
    np.savez(path, **kept)


def test_a_saved_file_with_a_changed_byte_is_refused_and_the_batch_untouched(tmp_path):
    batch = make()
    path = tmp_path / "games.npz"
    batch.save(path)
    content = bytearray(path.read_bytes())
    before = batch.states.tobytes()
    for place in range(100, len(content), len(content) // 23):
        damaged = bytearray(content)
        damaged[place] ^= 0x55
        (tmp_path / "damaged.npz").write_bytes(damaged)
        try:
            batch.restore(tmp_path / "damaged.npz")
        except ValueError as error:
            assert "damaged.npz" in str(error)  # noqa: PT017 (a byte of the archive may not matter)
        assert batch.states.tobytes() == before
    for length in (0, 1, 50, len(content) // 2, len(content) - 1):
        (tmp_path / "cut.npz").write_bytes(content[:length])
        with pytest.raises(ValueError, match=r"cut.npz"):
            batch.restore(tmp_path / "cut.npz")
        assert batch.states.tobytes() == before


def test_an_archive_that_points_before_its_beginning_is_no_error_of_the_system(tmp_path):
    batch = make()
    path = tmp_path / "games.npz"
    batch.save(path)
    content = bytearray(path.read_bytes())
    end = content.rindex(b"PK\x05\x06")
    content[end + 16 : end + 20] = b"\xff\xff\xff\x7f"  # where the list of entries begins
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"games.npz holds no saved games"):
        batch.restore(path)
    with pytest.raises(FileNotFoundError):
        batch.restore(tmp_path / "nothing.npz")


def test_records_that_no_game_could_hold_are_refused_before_anything_runs_on_them(tmp_path):
    batch = make()
    path = tmp_path / "forged.npz"
    rng = np.random.default_rng(1)
    noise = rng.integers(0, 256, (4, batch.game.state.itemsize), dtype=np.uint8)
    write_forged(path, batch, states=noise)
    before = batch.states.tobytes()
    with pytest.raises(ValueError, match=r"holds no game that could have been played"):
        batch.restore(path)
    for name, value in (("to_move", 100), ("num_players", 1), ("decision", 99), ("done", 7)):
        states = batch.states.copy()
        states[name][2] = value
        write_forged(path, batch, states=states.view(np.uint8).reshape(4, -1))
        with pytest.raises(ValueError, match=f"{name} is .*, {value} was found"):
            batch.restore(path)
    write_forged(path, batch, seeds=np.full(4, np.nan))
    with pytest.raises(ValueError, match="seeds is an array of float64"):
        batch.restore(path)
    assert batch.states.tobytes() == before


def test_a_small_file_that_unpacks_to_gigabytes_is_refused_unread(tmp_path):
    batch = make()
    path = tmp_path / "bomb.npz"
    batch.save(path)
    with (
        zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive,
        archive.open("more.npy", "w", force_zip64=True) as entry,
    ):
        for _ in range(800):
            entry.write(bytes(2**20))
    assert path.stat().st_size < 10**7
    with pytest.raises(ValueError, match=r"it unpacks to .* bytes, at most"):
        batch.restore(path)
    with pytest.raises(ValueError, match=r"does not hold a trained network") as raised:
        load_network(path, batch.game)
    assert "it unpacks to" in str(raised.value.__cause__)


def forge_own(saved, change):
    """Return a saved environment that says something else beside its record."""
    start = len(aec_module._MAGIC) + 64 + 12
    size = int(saved[start - 12 : start])
    known = json.loads(saved[start : start + size])
    own = change(known)
    own = own if isinstance(own, bytes) else json.dumps(known).encode()
    rest = own + saved[start + size :]
    digest = hashlib.sha256(rest).hexdigest().encode()
    return aec_module._MAGIC + digest + b"%12d" % len(own) + rest


@pytest.mark.parametrize(
    "change",
    [
        *(lambda known: b"[" * 100_000, lambda known: b"5", lambda known: b"{"),
        *(lambda known, name=name: known.pop(name) and None for name in ("agents", "rewards")),
        lambda known: known.update(agents=["nobody"]),
        lambda known: known.update(agents=["player_1"]),
        lambda known: known.update(agent_selection="player_1"),
        lambda known: known.update(agent_selection=None),
        lambda known: known.update(rewards={"player_0": 0.0}),
        lambda known: known["rewards"].update(player_0="much"),
        lambda known: known["rewards"].update(player_0=float("nan")),
        lambda known: known["terminations"].update(player_0=5),
        lambda known: known.update(over=1),
        lambda known: known.update(over=True, _skip_agent_selection="nobody"),
    ],
)
def test_a_forged_environment_is_refused_and_the_own_one_untouched(change):
    env = spaceenvs.make("template", num_players=2)
    env.reset(seed=1)
    saved = env.save()
    env.step(int(env.last()[0]["action_mask"].argmax()))
    before = env.save()
    with pytest.raises(ValueError, match="no saved game"):
        env.restore(forge_own(saved, change))
    assert env.save() == before
    env.restore(saved)


def test_a_save_that_fails_leaves_the_earlier_file(tmp_path, monkeypatch):
    batch = make()
    path = tmp_path / "games"
    batch.save(path)
    assert path.exists()  # under the name that was given
    before = path.read_bytes()

    def full(*_):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space"):
        batch.save(path)
    assert path.read_bytes() == before
    assert [entry.name for entry in tmp_path.iterdir()] == ["games"]
    batch.restore(path)


def test_what_the_batch_trusts_cannot_be_written_to():
    batch = make()
    for array in (batch.mask, batch.to_move, batch.terminated, batch.truncated):
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
    with pytest.raises(AttributeError, match=r"filled in place: write batch.states\[:\]"):
        batch.states = batch.states.copy()
    twin = batch.copy()
    batch.step(batch.sample())
    twin.step(twin.sample())
    assert (twin.mask == batch.mask).all()


def test_a_batch_in_use_refuses_another_thread():
    batch = make()
    batch._user = -1  # as while another thread is inside a step
    with pytest.raises(RuntimeError, match="in use by another thread"):
        batch.step(np.full(4, -1))
    with pytest.raises(RuntimeError, match="in use by another thread"):
        batch.reset(seed=1)
    batch._user = threading.get_ident()  # an interrupt has left it behind
    batch.step(batch.sample())


@compiled_only
def test_many_threads_in_one_batch_get_a_sentence_or_a_step(tmp_path):
    batch = spaceenvs.make_batch("template-v0", 20_000)
    batch.reset(seed=1)
    problems = []

    def play():
        for _ in range(30):
            try:
                batch.step(np.full(20_000, -1))
            except RuntimeError as error:
                assert "in use by another thread" in str(error)  # noqa: PT017
            except BaseException as error:
                problems.append(error)

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert problems == []
    assert (batch.check() == 0).all()


@compiled_only
@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_interrupts_leave_a_threaded_batch_whole():
    code = """
        import os, random, signal, sys, threading, time
        import numpy as np
        import spaceenvs

        batch = spaceenvs.make_batch("template-v0", 3000, num_threads=3)
        batch.reset(seed=1)
        batch.step(batch.sample())
        main = threading.main_thread().ident
        caught, armed, over = 0, False, False

        def raise_once(number, frame):
            # An interrupt while the last one is handled would end the script, not test the batch.
            global armed
            if armed:
                armed = False
                raise KeyboardInterrupt

        def interrupt():
            rng = random.Random(5)
            while not over:
                time.sleep(rng.random() * 2e-3)
                signal.pthread_kill(main, signal.SIGINT)

        signal.signal(signal.SIGINT, raise_once)
        thread = threading.Thread(target=interrupt, daemon=True)
        end = time.monotonic() + 4
        thread.start()
        while time.monotonic() < end:
            try:
                armed = True
                while time.monotonic() < end:
                    batch.step(batch.sample())
                armed = False
            except KeyboardInterrupt:
                caught += 1
        over = True
        thread.join()
        assert (batch.check() == 0).all()
        for _ in range(50):
            batch.step(batch.sample())
        # The helpers still serve: each has woken or is awake.
        time.sleep(0.05)
        team = batch._team
        batch.step(batch.sample())
        print("caught", caught)
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout.split()[1]) > 50


def play_on(env, seed=None):
    """Play a while, from a new game if a seed is given."""
    if seed is not None:
        env.reset(seed=seed)
    for _ in range(50):
        env.step(int(env.action_masks().argmax()))


class Wrong:
    """An opponent that returns something else than a legal action."""

    def __init__(self, answer):
        self.answer = answer

    def __call__(self, observations, masks):
        return np.full(len(masks), self.answer)

    def __repr__(self):
        return "Wrong()"


@pytest.mark.parametrize("answer", [-1, -2, 10_000, 2**32])
def test_an_opponent_that_plays_an_illegal_action_is_named(answer):
    env = SeatEnv(spaceenvs.load("template"), opponents=Wrong(answer), seat=1)
    with pytest.raises(IllegalActionError, match=rf"opponent Wrong\(\) chose action {answer}"):
        play_on(env, seed=1)


@pytest.mark.parametrize("answer", [0.5, np.nan, True])
def test_an_opponent_that_returns_no_integers_is_named(answer):
    env = SeatEnv(spaceenvs.load("template"), opponents=Wrong(answer), seat=1)
    with pytest.raises(TypeError, match=r"Wrong\(\) returned an array of"):
        play_on(env, seed=1)


def test_after_an_opponent_has_raised_a_step_is_refused():
    class Failing:
        calls = 0

        def __call__(self, observations, masks):
            self.calls += 1
            if self.calls == 2:
                raise KeyError("out of ideas")
            return masks.argmax(1)

    env = SeatEnv(spaceenvs.load("template"), opponents=Failing(), seat=0)
    env.reset(seed=1)
    with pytest.raises(KeyError):
        play_on(env)
    with pytest.raises(
        RuntimeError, match=r"broken off while the opponents played: call reset\(\)"
    ):
        env.step(int(env.action_masks().argmax()))
    env.reset(seed=2)


def test_the_learner_cannot_wait():
    env = SeatEnv(spaceenvs.load("template"))
    env.reset(seed=1)
    with pytest.raises(IllegalActionError, match="-1 was given"):
        env.step(-1)


def test_bad_arguments_get_a_sentence():
    game = spaceenvs.load("template")
    with pytest.raises(TypeError, match="seat is an integer or None, 'a' was given"):
        SeatEnv(game, seat="a")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"seat is an integer or None, 1\.5 was given"):
        SeatEnv(game, seat=1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="scaled is True or False, 'x' was given"):
        make(scaled="x")
    with pytest.raises(ValueError, match="max_cycles is at most"):
        make(max_cycles=2**70)
    batch = make()
    with pytest.raises(ValueError, match=r"seeds are below 2\*\*63"):
        batch.reset(seed=np.full(4, 2**63, np.uint64))
    with pytest.raises(TypeError, match=r"rows are integers in one row, .*shape \(2, 2\)"):
        batch.observe(np.zeros((2, 2), int), 0)
    with pytest.raises(TypeError, match="players are integers"):
        batch.observe([0, 1], [0.5, 1])
    with pytest.raises(ValueError, match="3 were given"):
        batch.observe([0, 1], [0, 1, 0])


@pytest.mark.parametrize("name", ["round", "size", "sort", "view"])
def test_a_field_may_not_be_called_like_an_attribute_of_a_record(name):
    with pytest.raises(ValueError, match=f"no field may be called '{name}'"):
        state_dtype(2, [(name, np.int8)])


# -- compiled code ---------------------------------------------------------------------------------


@jit.kernel
def add_one(number):
    return number + 1


@jit.kernel
def add_two(number):
    return add_one(add_one(number))


@compiled_only
def test_kernels_are_compiled_as_a_whole_with_private_parts(tmp_path):
    # In a process with a cache of its own: what comes from a cache says nothing about compiling.
    (tmp_path / "run.py").write_text(
        "import test_abuse\ntest_abuse.see_that_kernels_are_compiled_as_a_whole()\n"
    )
    paths = [str(tmp_path), os.path.dirname(__file__), *sys.path]
    env = {
        **os.environ,
        "SPACEENVS_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join(paths),
    }
    run = subprocess.run(
        [sys.executable, "-c", "import run"], capture_output=True, text=True, env=env, timeout=120
    )
    assert run.returncode == 0, run.stderr


def see_that_kernels_are_compiled_as_a_whole():
    assert add_two(40) == 42
    numba_private.is_whole_possible.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert numba_private.is_whole_possible()
    (part,) = add_one.overloads.values()  # type: ignore[attr-defined]
    assert isinstance(part.library, numba_private._Part)
    whole = next(iter(add_two.overloads.values()))  # type: ignore[attr-defined]
    if isinstance(whole.library, numba_private._Whole):  # not if it came from the cache
        functions = list(whole.library._final_module.functions)
        inner = [function for function in functions if "add_one" in function.name]
        assert all(function.linkage.name == "internal" for function in inner)


@compiled_only
def test_a_numba_that_has_changed_inside_still_plays_with_a_warning(tmp_path):
    # In a process of its own: a folder without compiled code, and no part of numba as it was.
    code = """
        import warnings
        from spaceenvs.core import numba_private

        def changed(*_, **__):
            raise AttributeError("no such thing any more")

        numba_private._translate = changed
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            import spaceenvs
            batch = spaceenvs.make_batch("template-v0", 3)
            batch.reset(seed=1)
            for _ in range(20):
                batch.step(batch.sample())
        found = [str(w.message) for w in caught if "has changed inside" in str(w.message)]
        assert len(found) == 1, caught
        print(batch.states.tobytes().hex()[:4000])
    """
    env = {**os.environ, "SPACEENVS_CACHE_DIR": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        env=env,
        timeout=600,
    )
    assert run.returncode == 0, run.stderr
    batch = make(3)
    for _ in range(20):
        batch.step(batch.sample())
    assert run.stdout.strip() == batch.states.tobytes().hex()[:4000]


@compiled_only
@pytest.mark.parametrize("damage", ["cut index", "cut data", "changed data", "empty"])
def test_a_damaged_cache_heals(tmp_path, damage):
    (tmp_path / "mine.py").write_text(
        "from spaceenvs.core.jit import kernel\n\n\n@kernel\ndef triple(x):\n    return 3 * x\n"
    )
    code = "import mine; print(mine.triple(14))"
    env = {
        **os.environ,
        "SPACEENVS_CACHE_DIR": str(tmp_path / "cache"),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
    }

    def run():
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=120
        )

    assert run().stdout == "42\n"
    for path in (tmp_path / "cache").rglob("*.nb?"):
        content = path.read_bytes()
        if damage == "cut index" and path.suffix == ".nbi":
            path.write_bytes(content[: len(content) // 2])
        if damage == "cut data" and path.suffix == ".nbc":
            path.write_bytes(content[: len(content) // 2])
        if damage == "changed data" and path.suffix == ".nbc":
            changed = bytearray(content)
            changed[len(changed) // 2] ^= 1
            path.write_bytes(changed)
        if damage == "empty":
            path.write_bytes(b"")
    healing = run()
    assert healing.stdout == "42\n", healing.stderr
    assert "thrown away and made anew" in healing.stderr
    again = run()
    assert again.stdout == "42\n"
    assert again.stderr == ""


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="no owners of files")
def test_a_cache_in_the_temporary_directory_must_be_the_users_own(tmp_path, monkeypatch):
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    shared = tmp_path / f"spaceenvs-{os.getuid()}"
    assert shared in jit._cache_bases()
    assert shared.stat().st_mode & 0o077 == 0
    shared.chmod(0o777)
    assert shared not in jit._cache_bases()
    shared.rmdir()
    (tmp_path / "planted").mkdir()
    shared.symlink_to(tmp_path / "planted")
    assert shared not in jit._cache_bases()
