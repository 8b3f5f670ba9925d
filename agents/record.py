"""Data sets: every decision of many games as plain files, and one seat's as a Minari dataset.

python -m agents.record galaxy --agents trained,greedy --games 10000 --out data/galaxy

The files are written piece by piece, each all or nothing: the same command goes on where it was
killed, and makes the same files as if it had not been. `card.json` and `README.md` say how the data
were made and what stands where.
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.envs.registration import EnvSpec
from numpy.typing import NDArray

import spaceenvs
from spaceenvs.core.batch import Batch
from spaceenvs.core.driver import WAIT
from spaceenvs.core.files import write_atomically
from spaceenvs.core.game import Game
from spaceenvs.players import KINDS, Player, best_player, make_player, turn_of

FORMAT = 1
PIECE = 100
"""So many games are in one file."""
DECISIONS = {
    "game": "the number of the game, from 0",
    "decision": "the number of the decision in its game, from 0",
    "player": "the seat that decided",
    "observation": "what that seat saw, in natural units, by the names of the layout",
    "mask": "1 where an action was legal",
    "action": "the action that was played",
    "reward_to_go": "the result of that seat, which comes at the end of the game",
}
"""Arrays with a row for every decision."""
GAMES = {
    "games": "the number of the game",
    "result": "(seats,): the reward of every seat",
    "score": "(seats,): the score of every seat",
    "lineup": "(seats,): who sat where, as a number in the list of agents",
    "last": "(seats, length): what every seat saw after the end",
}
"""Arrays with a row for every game."""
WORDS = {"words": "the action in words"}
"""What a decision has if words are wanted."""


def record(
    game: Game,
    agents: Sequence[str],
    folder: Path,
    *,
    games: int,
    players: int | None = None,
    seed: int = 1,
    piece: int = PIECE,
    words: bool = False,
    progress: Callable[[int, int], None] = lambda played, games: None,
) -> None:
    """Play games of these agents and write all their decisions into a folder.

    The agents take the seats in their order, one seat further in every game. Pieces that are
    there already are not played again.

    Raises:
        ValueError: If an agent is not known, a number is wrong, or the folder holds other data.
    """
    if games < 1 or piece < 1:
        raise ValueError("there is at least 1 game, and at least 1 in a piece")
    if not agents:
        raise ValueError("name at least one agent")
    players = game.players[0] if players is None else players
    options = asdict(game.make_options(num_players=players))
    seated = [make_player(name, game) for name in agents]
    folder.mkdir(parents=True, exist_ok=True)
    card = {
        "format": FORMAT,
        "game": game.id,
        "options": options,
        "agents": list(agents),
        "games": games,
        "seed": seed,
        "piece": piece,
        "words": words,
    }
    _write_card(game, card, folder)
    for half in folder.glob(".piece-*.npz.*"):  # what was being written when it was killed
        half.unlink()
    for number in range(-(-games // piece)):
        path = _piece_path(folder, number)
        first = number * piece
        if not path.exists():
            count = min(piece, games - first)
            arrays = play_piece(game, seated, players, first, count, seed, words)
            content = io.BytesIO()
            np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
            write_atomically(path, content.getvalue())
        progress(min(first + piece, games), games)


def _piece_path(folder: Path, number: int) -> Path:
    return folder / f"piece-{number:05}.npz"


def play_piece(
    game: Game,
    agents: Sequence[Player],
    players: int,
    first: int,
    count: int,
    seed: int,
    words: bool = False,
) -> dict[str, NDArray[Any]]:
    """Play some games at once and return their arrays; they depend on nothing before them."""
    numbers = np.arange(first, first + count)
    lineup = (np.arange(players) + numbers[:, None]) % len(agents)
    seeds = np.random.SeedSequence([seed, first]).generate_state(len(agents) + count, np.uint64)
    for agent, own in zip(agents, seeds, strict=False):
        agent.reseed(int(own >> np.uint64(32)))
    batch = Batch(game, count, num_players=players, autoreset=False)
    batch.reset(seed=(seeds[len(agents) :] >> np.uint64(1)).astype(np.int64))
    result = np.zeros((count, players), np.float32)
    parts: list[dict[str, Any]] = []
    decided = np.zeros(count, np.int32)
    playing = np.arange(count)
    actions = np.empty(count, np.int32)
    while playing.size:
        actions[:] = WAIT
        sitting = lineup[playing, batch.to_move[playing]]
        for k, agent in enumerate(agents):
            asked = playing[sitting == k]
            if asked.size:
                actions[asked] = agent.choose(turn_of(batch, asked))
        part = {
            "game": numbers[playing],
            "decision": decided[playing],
            "player": batch.to_move[playing],
            "observation": batch.observation[playing],
            "mask": batch.mask[playing],
            "action": actions[playing],
        }
        if words:
            part["words"] = [
                game.describe(batch.states[row], batch.box[0], int(actions[row])) for row in playing
            ]
        parts.append(part)
        decided[playing] += 1
        batch.step(actions)
        ended = playing[batch.terminated[playing]]
        result[ended] = batch.rewards[ended]
        playing = playing[~batch.terminated[playing]]
    arrays = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.lexsort((arrays["decision"], arrays["game"]))
    arrays = {name: values[order] for name, values in arrays.items()}
    arrays["reward_to_go"] = result[arrays["game"] - first, arrays["player"]]
    rows = np.arange(count)
    last = [batch.observe(rows, np.full(count, player)) for player in range(players)]
    return {
        **arrays,
        "games": numbers,
        "result": result,
        "score": batch.states["score"][:, :players].copy(),
        "lineup": lineup,
        "last": np.stack(last, axis=1),
    }


# -- the card -------------------------------------------------------------------------------------


def _write_card(game: Game, card: dict[str, Any], folder: Path) -> None:
    """Write how the data are made; a folder with other data is left alone."""
    path = folder / "card.json"
    if path.exists():
        found = read_card(folder)
        differing = [name for name in card if found.get(name) != json.loads(json.dumps(card[name]))]
        if differing:
            raise ValueError(
                f"{folder} holds other data, with another {', '.join(differing)}: choose another "
                "folder"
            )
        return
    made_with = {"spaceenvs": spaceenvs.__version__, "numpy": np.__version__}
    fields = {**DECISIONS, **(WORDS if card["words"] else {}), **GAMES}
    write_atomically(folder / "README.md", _card_in_words(game, card, fields))
    write_atomically(path, json.dumps({**card, "made_with": made_with, "arrays": fields}, indent=1))


def _card_in_words(game: Game, card: dict[str, Any], fields: dict[str, str]) -> str:
    words = " --words" if card["words"] else ""
    command = (
        f"python -m agents.record {game.name} --agents {','.join(card['agents'])} "
        f"--players {card['options']['num_players']} --games {card['games']} "
        f"--seed {card['seed']} --piece {card['piece']}{words} --out FOLDER"
    )
    options = ", ".join(f"{name}={value!r}" for name, value in card["options"].items())
    lines = [
        f"# {card['games']:,} games of {game.title}",
        "",
        f"`{game.id}` with {options}; agents: {', '.join(card['agents'])}, who take the seats in "
        "this order, one seat further in every game.",
        f"Made by `{command}` with spaceenvs {spaceenvs.__version__}: the same command makes the "
        "same data, unless a searcher's budget is time.",
        "Decisions with a single legal action were played without asking and are not listed. "
        "Rewards come at the end: winners share +1, the others share -1.",
        "",
        f"Every `piece-*.npz` holds {card['piece']:,} games.",
        "",
        "| array | meaning |",
        "|---|---|",
        *(f"| {name} | {meaning} |" for name, meaning in fields.items()),
        "",
        "## Observation",
        "",
        game.observation.table(),
        "",
        "## Actions",
        "",
        game.actions.table(),
    ]
    return "\n".join(lines) + "\n"


# -- reading --------------------------------------------------------------------------------------


def read_card(folder: Path) -> dict[str, Any]:
    """Return how the data of a folder were made.

    Raises:
        ValueError: If there is no card, or not one of this format.
    """
    try:
        card = json.loads((folder / "card.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ValueError(f"{folder} holds no data set: {error}") from None
    if not isinstance(card, dict) or card.get("format") != FORMAT:
        raise ValueError(f"{folder} holds no data set of format {FORMAT}")
    return card


def read_pieces(folder: Path) -> Iterator[dict[str, NDArray[Any]]]:
    """Yield the arrays of every piece, in order; a recording that was killed ends earlier."""
    read_card(folder)
    for path in sorted(folder.glob("piece-*.npz")):
        with np.load(path, allow_pickle=False) as content:
            yield dict(content)


# -- Minari ---------------------------------------------------------------------------------------


def seat_episodes(folder: Path, seat: int) -> Iterator[dict[str, Any]]:
    """Yield every game as one seat lived it: what Gymnasium's environment of a seat shows.

    An episode has one observation more than actions: what the seat saw after the end.
    """
    game = spaceenvs.load(read_card(folder)["game"])
    scale = game.observation.scale
    for arrays in read_pieces(folder):
        for row, number in enumerate(arrays["games"]):
            own = (arrays["game"] == number) & (arrays["player"] == seat)
            count = int(own.sum())
            if not count:
                continue
            seen = np.concatenate([arrays["observation"][own], arrays["last"][row, seat][None]])
            mask = np.concatenate([arrays["mask"][own], np.zeros((1, game.actions.size), np.int8)])
            rewards = np.zeros(count, np.float32)
            rewards[-1] = arrays["result"][row, seat]
            yield {
                "seed": int(number),
                "observations": seen * scale,
                "infos": {"action_mask": mask},
                "actions": arrays["action"][own].astype(np.int64),
                "rewards": rewards,
                "terminations": np.arange(count) == count - 1,
                "truncations": np.zeros(count, bool),
            }


def make_minari(folder: Path, name: str, seat: int) -> Any:
    """Make a Minari dataset (`galaxy/mixed-v0`) of what one seat of the recorded games lived.

    Raises:
        ImportError: If Minari is not installed.
        ValueError: If the games have no such seat.
    """
    try:
        import minari
        from minari.data_collector import EpisodeBuffer
    except ImportError:
        raise ImportError('Minari is not installed: pip install "minari[hdf5]"') from None
    card = read_card(folder)
    players = card["options"]["num_players"]
    if not 0 <= seat < players:
        raise ValueError(f"seats are 0..{players - 1}, {seat} was given")
    given = {"name": card["game"], "seat": seat, **card["options"]}
    env = spaceenvs.make_seat(**given)
    buffers = [
        EpisodeBuffer(id=number, **episode)
        for number, episode in enumerate(seat_episodes(folder, seat))
    ]
    return minari.create_dataset_from_buffers(
        name,
        buffers,
        env=EnvSpec(f"spaceenvs/{card['game']}", "spaceenvs:make_seat", kwargs=given),
        observation_space=env.observation_space,
        action_space=env.action_space,
        algorithm_name=", ".join(card["agents"]),
        description=(folder / "README.md").read_text(encoding="utf-8"),
    )


# -- the command ----------------------------------------------------------------------------------


def _show_progress(played: int, games: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{played:,} of {games:,} games" + ("\n" if played == games else ""))


def main(arguments: Sequence[str] | None = None) -> None:
    """Record games from the command line."""
    parser = argparse.ArgumentParser(description="Every decision of many games as a data set.")
    parser.add_argument("game", help=", ".join(spaceenvs.games()))
    parser.add_argument("--agents", help=f"names with commas (default: the best at hand): {KINDS}")
    parser.add_argument("--players", type=int, help="seats at the table (default: the fewest)")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--piece", type=int, default=PIECE, help="games in one file")
    parser.add_argument("--words", action="store_true", help="keep every action in words too")
    parser.add_argument("--out", type=Path, required=True, metavar="FOLDER")
    parser.add_argument("--minari", metavar="NAME", help="also a Minari dataset of one seat")
    parser.add_argument("--seat", type=int, default=0, help="the seat of the Minari dataset")
    given = parser.parse_args(arguments)
    if given.seed < 0:
        parser.error("a seed is not negative")
    try:
        game = spaceenvs.load(given.game)
        agents = [best_player(game)] if given.agents is None else given.agents.split(",")
        record(
            game,
            agents,
            given.out,
            games=given.games,
            players=given.players,
            seed=given.seed,
            piece=given.piece,
            words=given.words,
            progress=_show_progress,
        )
        print(f"{given.games:,} games are in {given.out}; README.md there says what is what")
        if given.minari:
            made = make_minari(given.out, given.minari, given.seat)
            print(f"Minari dataset {given.minari}: {made.total_episodes:,} episodes")
    except (ImportError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
