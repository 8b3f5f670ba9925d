"""A seat that speaks: what it says, what it understands, and that it tells nothing hidden."""

from __future__ import annotations

import doctest
import json

import numpy as np
import pytest
from conftest import JIT

from spaceenvs import registry, text
from spaceenvs.core.replay import read_replay
from spaceenvs.players import RandomPlayer
from spaceenvs.telling import legal_words
from spaceenvs.text import AnswerError, TextSeat, find_move

GAME = registry.load("template")
GALAXY = registry.load("galaxy")


@pytest.fixture
def seat():
    made = TextSeat(GAME, players="random", num_players=3)
    made.reset(seed=1)
    return made


def play_on(seat, answer=None):
    """Play to the end by the first listed move, or by what `answer` makes of a prompt."""
    while not seat.over:
        prompt = seat.observe()
        seat.act(next(iter(prompt.moves)) if answer is None else answer(prompt))
    return seat.replay()


def test_a_prompt_holds_rules_position_and_moves(seat):
    shown = seat.observe()
    assert "## How to answer" in shown.rules
    assert "mine twelve asteroids" in shown.rules
    assert "You play Asteroids as Red" in shown.rules
    assert shown.board == GAME.text(seat.env.batch.states[0], seat.env.batch.box[0], 0)
    assert shown.board in shown.text
    assert list(shown.moves.values()) == list(legal_words(seat.env.batch))
    assert all(move in shown.text for move in shown.moves.values())
    assert f"## Your move: {shown.asked}" in shown.text
    assert json.loads(json.dumps(shown.data)) == shown.data


def test_rules_leave_out_what_only_a_terminal_has():
    rules = TextSeat(GALAXY, players="random").rules
    assert "five **bases**" in rules
    assert "spaceenvs play" not in rules
    assert "](" not in rules


def test_moves_are_not_listed_if_nobody_wants_them(seat):
    seat.list_moves = False
    shown = seat.observe()
    assert len(shown.moves) == 4
    assert shown.text.endswith(f"## Your move: {shown.asked}")


def test_json_stands_in_the_prompt_if_it_is_wanted(seat):
    seat.with_json = True
    assert json.dumps(seat.data()) in seat.observe().text


def test_the_position_for_json_is_the_observation(seat):
    seen = seat.data()["seen"]
    rebuilt = np.zeros(GAME.observation.size, np.int8)
    for name, values in seen.items():
        part = rebuilt[GAME.observation[name].start : GAME.observation[name].stop]
        part = part.reshape(GAME.observation[name].shape)
        if isinstance(values, int):
            part[...] = values
        else:
            for index, value in values.items():
                part[tuple(map(int, index.split(",")))] = value
    assert (rebuilt == seat.env.batch.observe(0, 0)[0]).all()


def test_what_happened_since_is_told(seat):
    assert seat.observe().happened == ()
    seat.act("send a probe")
    mine = next(move for move in seat.observe().moves.values() if move.startswith("mine"))
    seat.act(mine)
    told = "\n".join(seat.observe().happened)
    assert f"Red (you): {mine}" in told
    assert "Blue: mine" in told
    assert "Green: mine" in told


@pytest.mark.parametrize("game", [GAME, GALAXY], ids=lambda game: game.name)
def test_nothing_hidden_is_told(game):
    """All that a seat cannot know is dealt anew: its prompt stays the same."""
    for own in (0, 1):
        seat = TextSeat(game, seat=own, players="random", num_players=2, with_json=True)
        seat.reset(seed=5 + own)
        choices = np.random.default_rng(3)
        for number in range(8 if JIT else 2):
            if seat.over:
                break
            shown, batch = seat.observe(), seat.env.batch
            kept = batch.states.copy()
            for seed in range(3):
                batch.redeal(own, seed=10 * number + seed)
                batch.look()
                assert (batch.states != kept).any()
                assert seat.observe() == shown
                batch.states[:] = kept
            batch.look()
            seat.act(str(choices.choice(list(shown.moves.values()))))


@pytest.mark.parametrize(
    "answer",
    [
        "send a probe",
        "  SEND   a Probe.  ",
        "sendaprobe",
        "send",
        "s a pr",
        "PROBE",
        '{"move": "send a probe"}',
        {"move": "Send A Probe"},
        '```json\n{"move": "send a probe"}\n```',
        '"send a probe"',
        "I think a probe costs nothing, mine Ash would be worse.\n\nMove: `send a probe`",
        "**send a probe**",
        {"action": GAME.actions.index("PROBE")},
        json.dumps({"action": GAME.actions.index("PROBE")}),
        {"action": "send a probe"},
    ],
    ids=str,
)
def test_answers_are_read_forgivingly(seat, answer):
    reply = seat.act(answer)
    assert (reply.accepted, reply.played) == (True, "send a probe"), reply.message


def test_numbers_of_the_list_are_understood(seat):
    moves = seat.observe().moves
    for key, move in moves.items():
        for answer in (key, int(key), f"{key}. {move}", f"{key}) {move}", {"number": int(key)}):
            words = legal_words(seat.env.batch)
            assert find_move(answer, GAME, words) == words[move]


def test_a_number_means_what_the_list_says():
    """Where moves differ by one number, that number is what the list shows."""
    words = {"pass": 0, "bid 0": 1, "bid 5": 2, "bid 10": 3}
    answers = {"5": "bid 5", 5: "bid 5", "0": "bid 0", "10": "bid 10", "a": "pass", "1": None}
    for answer, move in answers.items():
        if move is None:
            with pytest.raises(AnswerError, match=r"may mean|no legal move"):
                find_move(answer, GALAXY, {"pass": 0, "bid 0": 1, "bid 5": 2})
        else:
            assert find_move(answer, GALAXY, words) == words[move]


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("", "the answer holds no move"),
        ("\n\n", "the answer holds no move"),
        ("conquer the galaxy", "'conquer the galaxy' is no legal move; legal are: "),
        ("send a prbe", "did you mean 'send a probe'?"),
        ("mine", "may mean 'mine "),
        ("17", "is no legal move"),
        ({"action": 99}, "action 99 is not legal now"),
        ({"sing": "loud"}, "a move in JSON is"),
        ({"move": None}, "a move in JSON is"),
        ("[" * 5000, "no move"),
        (None, "no legal move"),
        (True, "no move"),
        (3.5, "no legal move"),
        ([1, 2], "no legal move"),
        ("x" * 10000, "..."),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_is_no_move_gets_a_sentence(seat, answer, said):
    before = seat.env.batch.states.copy()
    reply = seat.act(answer)
    assert not reply.accepted
    assert said in reply.message
    assert len(reply.message) < 400
    assert reply.attempts_left == 2
    assert (seat.env.batch.states == before).all()


def test_after_the_last_attempt_a_random_move_is_played(seat):
    replies = [seat.act("sing") for _ in range(3)]
    assert [reply.attempts_left for reply in replies] == [2, 1, 0]
    assert [bool(reply.played) for reply in replies] == [False, False, True]
    assert "at random" in replies[-1].message
    assert seat.replay().notes["talk"][0]["by"] == "random"
    assert seat.act("sing").attempts_left == 2, "the next decision has its own attempts"


def test_after_the_last_attempt_the_seat_resigns():
    seat = TextSeat(GAME, players="random", on_failure="resign", attempts=1)
    seat.reset(seed=1)
    reply = seat.act("sing")
    assert (reply.over, reply.reward, seat.over) == (True, -1.0, True)
    assert "you have resigned" in reply.message
    assert "resigned" in seat.observe().text
    assert seat.observe().moves == {}
    with pytest.raises(RuntimeError, match="the game is over"):
        seat.act("send a probe")
    seat.reset(seed=2)
    assert not seat.over


def test_after_the_last_attempt_an_error_is_raised():
    seat = TextSeat(GAME, players="random", on_failure="raise", attempts=2)
    seat.reset(seed=1)
    assert not seat.act("sing").accepted
    with pytest.raises(AnswerError, match="'sing' is no legal move"):
        seat.act("sing")
    assert seat.act("send a probe").accepted, "the game has not changed"


def test_a_decision_can_be_given_up(seat):
    reply = seat.skip("nobody answers")
    assert reply.played
    assert "nobody answers" in reply.message
    assert seat.replay().notes["talk"][0]["answers"] == [{"answer": "", "reply": "nobody answers"}]


def test_the_same_seed_and_answers_play_the_same_game():
    def play(seed):
        seat = TextSeat(GAME, seat=1, players=["random", "random"], num_players=3)
        seat.reset(seed=seed)
        return play_on(seat, lambda prompt: "sing" if len(prompt.moves) % 2 else "1")

    assert play(3) == play(3)
    assert play(3).moves != play(4).moves


def test_a_game_ends_with_its_result(seat):
    replay = play_on(seat)
    shown = seat.observe()
    assert "wins" in shown.asked
    assert "## The end" in shown.text
    assert shown.data["to_move"] is None
    assert seat.reward == seat.env.batch.rewards[0][0] != 0
    assert replay.result is not None


def test_a_replay_holds_the_prompts(seat, tmp_path):
    first = seat.observe().text
    seat.act("sing")
    play_on(seat).save(tmp_path / "game.json")
    replay = read_replay(tmp_path / "game.json")
    talk = replay.notes["talk"]
    assert talk[0]["prompt"] == first
    assert [answer["answer"] for answer in talk[0]["answers"]] == ["sing", "1"]
    for entry in talk:
        assert replay.moves[entry["moves_before"]][1] == entry["played"]
    assert replay.notes["rules"] == seat.rules
    assert replay.notes["players"] == ["random", "random"]


def test_another_seat_can_be_taken(seat):
    seat.reset(seed=1, seat=2)
    assert seat.observe().data["you"] == "Green"
    assert seat.observe().data["order"] == ["Green", "Red", "Blue"]
    assert seat.env.batch.to_move[0] == 2


def test_a_game_that_is_cut_off_says_so():
    seat = TextSeat(GAME, players="random", max_cycles=2)
    seat.reset(seed=1)
    while not seat.over:
        seat.act("1")
    assert "cut off" in seat.observe().text


def test_mistakes_are_explained():
    with pytest.raises(ValueError, match="on_failure is one of"):
        TextSeat(GAME, on_failure="cry")
    with pytest.raises(ValueError, match="attempts is at least 1"):
        TextSeat(GAME, attempts=0)
    for seat in ("1", 1.5, True):
        with pytest.raises(TypeError, match="a seat is an integer"):
            TextSeat(GAME, players="random", seat=seat)  # type: ignore[arg-type]
    for players in (5, {"name": "random"}):
        with pytest.raises(TypeError, match="players are names or players"):
            TextSeat(GAME, players=players)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"seats are 0\.\.1"):
        TextSeat(GAME, seat=2, players="random")
    with pytest.raises(ValueError, match="there are 2 other seats"):
        TextSeat(GAME, players=["random"], num_players=3)
    with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
        TextSeat(GAME, players=RandomPlayer()).observe()


def test_the_example_of_the_module_runs():
    result = doctest.testmod(text)
    assert result.attempted > 0
    assert result.failed == 0
