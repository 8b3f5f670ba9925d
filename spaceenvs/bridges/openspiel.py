"""Every game as an OpenSpiel game: `pyspiel.load_game("spaceenvs_galaxy(num_players=3)")`.

Importing this module registers the games (`pip install open_spiel`). The deal is a chance node, and
so is every move in which dice are rolled or cards drawn by chance. A chance node has `OUTCOMES`
outcomes, all alike: each is one way in which the dice may fall, drawn anew for every game, so that
searches meet the same position again whenever they take the same outcome. `rng_seed` makes the
games repeatable.

An information state is what the player saw after every move of the game so far and did at its own.
`resample_from_infostate` deals anew what the player cannot see, the dice too. Python's ISMCTS bot
uses it; OpenSpiel's algorithms in C++ cannot call it for games in Python.
"""

from __future__ import annotations

import copy
import dataclasses
import hashlib
from fractions import Fraction
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from spaceenvs import registry
from spaceenvs.core.batch import Batch
from spaceenvs.core.game import Game
from spaceenvs.core.rng import seed_rng
from spaceenvs.players import Player, turn_of

DEAL = -1
"""What is pending before the game is dealt; else the action that waits for its dice."""
NOTHING = -2
"""What is pending when a player decides."""
OUTCOMES = 64
"""So many outcomes has a chance node."""
_PLAIN = (bool, int, float, str)


class Bench:
    """Where states of one game are played on: a batch of one, and the dice of the game object."""

    def __init__(self, game: Game, options: dict[str, Any], seed: int) -> None:
        self.game = game
        self.batch = Batch(game, 1, autoreset=False, **options)
        self.dice = np.random.default_rng(None if seed < 0 else seed)

    def __deepcopy__(self, memo: dict[int, Any]) -> Bench:
        """All copies of a state are played on the same bench."""
        return self

    def sit(self, record: NDArray[Any]) -> Batch:
        """Return the batch with this record on it."""
        self.batch.states[:] = record
        self.batch.look()
        return self.batch

    def draw_seed(self) -> int:
        """Return a seed for what is left to chance."""
        return int(self.dice.integers(2**63))


class SpaceGame(pyspiel.Game):  # type: ignore[misc]
    """A game of spaceenvs as OpenSpiel knows games; each game has a subclass of its own."""

    row: registry.Row
    kind: Any

    def __init__(self, params: Any = None) -> None:
        game = registry.load(self.row.name)
        given = {**_defaults(game), **(params or {})}
        seed = int(given.pop("rng_seed"))
        self.bench = Bench(game, given, seed)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.size,
            max_chance_outcomes=OUTCOMES,
            num_players=given["num_players"],
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.max_decisions,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self, description: Any = None) -> SpaceState:
        """Return a game that is still to be dealt."""
        if description is not None:
            raise ValueError("a game begins with its deal; deserialize_state restores another one")
        return SpaceState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Every move may be followed by chance, and the deal comes before them."""
        return self.bench.game.max_decisions + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpaceObserver:
        """Return what writes observations of states of this game."""
        return SpaceObserver(self.bench.game, iig_obs_type, params)


class SpaceState(pyspiel.State):  # type: ignore[misc]
    """A state: the record of a game, and what waits for chance.

    OpenSpiel copies and serialises the attributes of a state, so they are all plain data.
    """

    def __init__(self, game: SpaceGame) -> None:
        super().__init__(game)
        bench = game.bench
        self.record = np.zeros(1, bench.game.state)
        self.pending = DEAL
        self.chance = bench.draw_seed()  # decides what the outcomes of the next chance node are
        self.legal: list[int] = []
        self.seen = [""] * int(game.num_players())

    @property
    def bench(self) -> Bench:
        """Where this state is played on."""
        bench: Bench = self.get_game().bench
        return bench

    # -- what OpenSpiel calls --------------------------------------------------------------

    def current_player(self) -> int:
        """Return who decides: a seat, chance, or nobody after the end."""
        if self.pending != NOTHING:
            return int(pyspiel.PlayerId.CHANCE)
        if self.record[0].done:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(self.record[0].to_move)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.pending == NOTHING and bool(self.record[0].done)

    def _legal_actions(self, player: int) -> list[int]:
        """Return the legal actions of the player to move, in rising order."""
        return list(self.legal)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the outcomes, all alike."""
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        """Play a legal action, or an outcome of chance for the one that waits."""
        if self.pending == NOTHING:
            self._note(f"{self.record[0].to_move}:{action}", int(self.record[0].to_move))
            if not self._play(action):
                self.pending = action
                return
        else:
            pending, self.pending = self.pending, NOTHING
            self._settle(pending, action)
        batch = self.bench.sit(self.record)
        self.legal = [] if self.record[0].done else np.flatnonzero(batch.mask[0]).tolist()
        for player in range(self.num_players()):
            self._note(batch.observe(0, player)[0].tobytes().hex(), player)

    def _play(self, action: int) -> bool:
        """Play an action if no dice are needed for it; else leave everything as it is."""
        batch = self.bench.sit(self.record)
        dice = batch.states["rng"].tobytes()
        batch.step([action])
        if batch.states["rng"].tobytes() != dice:
            return False
        self.record = batch.states.copy()
        return True

    def _settle(self, pending: int, outcome: int) -> None:
        """Deal, or play what waits, with the dice of an outcome."""
        bench = self.bench
        words = [self.chance, pending - DEAL, outcome]
        seed, self.chance = (
            int(word) >> 1 for word in np.random.SeedSequence(words).generate_state(2, np.uint64)
        )
        if pending == DEAL:
            bench.batch.reset(seed=np.array([seed]))
        else:
            record = self.record.copy()
            seed_rng(record[0].rng, seed)
            bench.sit(record).step([pending])
        self.record = bench.batch.states.copy()

    def _note(self, what: str, player: int) -> None:
        """Add to what a player has seen and done."""
        self.seen[player] = hashlib.sha256(f"{self.seen[player]}|{what}".encode()).hexdigest()

    def _action_to_string(self, player: int, action: int) -> str:
        """Return an action in words."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"{'deal' if self.pending == DEAL else 'chance'} {action}"
        game = self.bench.game
        if player == self.current_player() and action in self.legal:
            return game.describe(self.record[0], self.bench.batch.box[0], action)
        return game.actions.name(action)

    def returns(self) -> list[float]:
        """Return the results: zero until the end."""
        n = self.num_players()
        if not self.is_terminal():
            return [0.0] * n
        # Shares of a victory are fractions; as float32 they do not sum to zero as exactly as
        # OpenSpiel wants it.
        results = self.record[0].reward[:n].tolist()
        return [float(Fraction(share).limit_denominator(n)) for share in results]

    def rewards(self) -> list[float]:
        """Return what the last action brought: the results, at the end."""
        return self.returns()

    def resample_from_infostate(self, player: int, sampler: Any = None) -> SpaceState:
        """Return the state with all that a player cannot see dealt anew.

        What the others have seen is then begun anew from the new position: their past is unknown.
        """
        if self.pending != NOTHING:
            raise ValueError("a state is dealt anew where a player decides, not at a chance node")
        state: SpaceState = self.clone()
        bench = state.bench
        state.chance = bench.draw_seed()
        batch = bench.sit(state.record)
        batch.redeal(player, seed=bench.draw_seed())
        batch.look()
        state.record = batch.states.copy()
        state.legal = [] if state.is_terminal() else np.flatnonzero(batch.mask[0]).tolist()
        for other in range(self.num_players()):
            if other != player:
                state.seen[other] = ""
                state._note(batch.observe(0, other)[0].tobytes().hex(), other)
        return state

    def __str__(self) -> str:
        return self.draw(None)

    def draw(self, player: int | None) -> str:
        """Return the position as text, as a player sees it or all of it."""
        if self.pending == DEAL:
            return f"{self.bench.game.title}: before the deal"
        waits = "" if self.pending == NOTHING else "\nchance decides"
        text = self.bench.game.text(self.record[0], self.bench.batch.box[0], player)
        return text + waits


class SpaceObserver:
    """Writes what a player sees, by the names of the game's layout, scaled into [-1, 1]."""

    def __init__(self, game: Game, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"observers take no parameters, {params!r} was given")
        private = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if iig_obs_type is not None and iig_obs_type.private_info != private:
            raise ValueError("there are only observations of one player, private parts included")
        self.recalls = iig_obs_type is not None and iig_obs_type.perfect_recall
        self.scale = game.observation.scale
        self.tensor = np.zeros(game.observation.size, np.float32)
        self.dict = game.observation.view(self.tensor)

    def set_from(self, state: SpaceState, player: int) -> None:
        """Write the observation of a player; zeros before the deal."""
        if state.pending == DEAL:
            self.tensor[:] = 0
            return
        seen = state.bench.sit(state.record).observe(0, player)[0]
        np.multiply(seen, self.scale, out=self.tensor)

    def string_from(self, state: SpaceState, player: int) -> str:
        """Return the position as the player sees it, or a digest of all that it has seen and done.

        Searches ask for the second at every step: nothing is drawn for it.
        """
        if self.recalls:
            return f"player {player}, history {state.seen[player]}"
        return f"player {player}\n{state.draw(player)}"


# -- for searches and matches ---------------------------------------------------------------------


class PlayerBot(pyspiel.Bot):  # type: ignore[misc]
    """A player of this package (`make_player("greedy", game)`) as a bot of OpenSpiel."""

    def __init__(self, player: Player) -> None:
        super().__init__()
        self.player = player

    def step(self, state: SpaceState) -> int:
        """Return the player's action."""
        batch = state.bench.sit(state.record)
        return int(self.player.choose(turn_of(batch, np.zeros(1, np.int64)))[0])

    def restart_at(self, state: SpaceState) -> None:
        """Players keep nothing between two decisions."""

    def inform_action(self, state: SpaceState, player: int, action: int) -> None:
        """Players see the position when they are asked."""


class Playouts:
    """Evaluates positions for OpenSpiel's searches: random play to the end, compiled.

    As `mcts.RandomRolloutEvaluator`, without a call of Python for every move.
    """

    def __init__(self, count: int = 1) -> None:
        self.count = count

    def evaluate(self, state: SpaceState) -> NDArray[np.float64]:
        """Return the mean result of every seat."""
        n = state.num_players()
        found = np.zeros(n)
        for _ in range(self.count):
            played = state
            if played.is_chance_node():
                played = state.clone()
                played.apply_action(0)
            batch = played.bench.sit(played.record)
            if not played.is_terminal():
                seed_rng(batch.states[0].rng, played.bench.draw_seed())
                batch.playout()
            found += batch.states[0].reward[:n]
        return found / self.count

    def prior(self, state: SpaceState) -> list[tuple[int, float]]:
        """Return the actions, all alike; of chance its outcomes."""
        if state.is_chance_node():
            return list(state.chance_outcomes())
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


# -- registering ----------------------------------------------------------------------------------


def _defaults(game: Game) -> dict[str, Any]:
    """Return the parameters of a game: its plain options, and the seed of the dice."""
    found = {
        field.name: field.default
        for field in dataclasses.fields(game.options)
        if type(field.default) in _PLAIN and not field.metadata.get("is_file")
    }
    return {**found, "rng_seed": -1}


def _kind(row: registry.Row, game: Game) -> pyspiel.GameType:
    """Return what OpenSpiel wants to know of a game."""
    kinds = pyspiel.GameType
    hidden = kinds.Information.IMPERFECT_INFORMATION
    return kinds(
        short_name=short_name(row.name),
        long_name=row.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden if game.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=row.players[1],
        min_num_players=row.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=copy.copy(_defaults(game)),
    )


def short_name(name: str) -> str:
    """Return what OpenSpiel calls a game: `spaceenvs_galaxy`."""
    return f"spaceenvs_{name}"


def register(row: registry.Row) -> None:
    """Enter a game into OpenSpiel's list.

    OpenSpiel keeps what makes a game beyond the end of the interpreter. That must be a class: a
    function would be freed then, which is too late.
    """
    kind = _kind(row, registry.load(row.name))
    pyspiel.register_game(kind, type(row.name, (SpaceGame,), {"row": row, "kind": kind}))


for _row in [*registry.ROWS.values(), registry.TEMPLATE]:
    register(_row)
