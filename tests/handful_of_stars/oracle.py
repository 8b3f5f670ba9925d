"""A second, slow and plain implementation of A Handful of Stars, from the rules reference alone.

Nothing of the game's own code is used, only its tables. A game is a generator that yields one
`Decision` after the other and is sent the action chosen; actions and combats read from top to
bottom like the rules. "6.4" and "R51" in comments are sections and rulings of the reference.
"""

from __future__ import annotations

import csv
import heapq
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from oracle_rng import Chance

import spaceenvs

DATA = Path(spaceenvs.__file__).parent / "handful_of_stars" / "data"

# Where the actions and blocks of actions begin (section 5).
DONE, PASS, PRODUCE, MOVE, COLONISE, TECH, RESERVE, DISCARD, REMOVE = range(9)
FLEET, BASE, OUTPOST, COLONY, RETREAT, STAY, CONCEDE = range(9, 16)
ROUTE_NORMAL, ROUTE_WORMHOLE, USE_MATTER, USE_EFFECT = range(16, 20)
COUNT = 19  # COUNT + k means k units
TOKEN, DISPLAY, MARKET, WORMHOLE_TOKEN, RIVAL, SPACE, CARD = 41, 49, 55, 63, 63, 67, 105

KINDS = (FLEET, BASE)
STRENGTH = {FLEET: 3, BASE: 5}
STEP_COST = {FLEET: 1, BASE: 2}  # Energy for a connection, Research for a jump

HABITABLE = range(19)
STARTING_CARDS = range(38, 42)
TECHNOLOGIES = range(63, 104)
WORMHOLE_TECHNOLOGY = 103
RESOURCES = ("energy", "matter", "population", "research")
SYSTEMS_DEALT = {2: 5, 3: 4, 4: 3}
SHUFFLES = {2: 14, 3: 18, 4: 20}
MAX_ROUNDS = {2: 100, 3: 70, 4: 50}
HAND_SIZE = 6


# The tables ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    resources: dict[str, int]
    cost: int
    timing: str
    single_use: bool
    reserve_mark: bool
    reserve_counts: bool
    effect: str
    p1: int
    p2: int
    p3: int


@dataclass(frozen=True)
class Tile:
    habitable: bool
    strength: int
    wormhole: bool
    letter: str


@dataclass(frozen=True)
class Token:
    type: str  # a resource, reserve_plus or victory_points
    amount: int


@dataclass(frozen=True)
class Box:
    """What is in the box."""

    cards: dict[int, Card]
    tiles: list[Tile]
    connections: list[tuple[tuple[int, str], tuple[int, str]]]
    tokens: list[Token]
    aliens: list[int]
    abilities: list[list[int]]  # three cards by race


def read_box(**paths: str) -> Box:
    """Read the tables; those not named are the game's own."""

    def rows(table: str) -> list[dict[str, str]]:
        path = Path(paths.get(table, DATA / f"{table}.csv"))
        with path.open(encoding="utf-8", newline="") as lines:
            return list(csv.DictReader(lines))

    card_tables = ("system_cards", "starting_cards", "race_ability_cards", "technology_cards")
    return Box(
        cards={int(row["card"]): make_card(row) for table in card_tables for row in rows(table)},
        tiles=[
            Tile(
                row["habitable"] == "1",
                int(row["combat_strength"] or 0),
                row["wormhole"] == "1",
                row["black_hole"],
            )
            for row in rows("system_tiles")
        ],
        connections=[
            ((int(row["space_1"]), row["letter_at_1"]), (int(row["space_2"]), row["letter_at_2"]))
            for row in rows("board_connections")
        ],
        tokens=[Token(row["type"], int(row["amount"])) for row in rows("development_tokens")],
        aliens=[int(row["strength"]) for row in rows("alien_tokens")],
        abilities=[[int(row[f"ability_card_{i}"]) for i in (1, 2, 3)] for row in rows("races")],
    )


def make_card(row: dict[str, str]) -> Card:
    return Card(
        {r: int(row[r]) for r in RESOURCES if int(row[r])},
        int(row["cost_research"]),
        row["timing"],
        row["single_use"] == "1",
        row["reserve_mark"] == "1",
        row["reserve_counts"] == "1",
        row["effect"],
        *(int(row[p]) for p in ("p1", "p2", "p3")),
    )


BOX = read_box()


# The random generator -----------------------------------------------------------------------


def shuffled(chance: Chance, things: Iterable[int]) -> list[int]:
    """The things in random order; they lie in ascending order before (6.12)."""
    result = sorted(things)
    chance.shuffle(result)
    return result


# The table ----------------------------------------------------------------------------------


@dataclass
class Decision:
    seat: int
    id: str
    legal: set[int]


@dataclass
class DevelopmentToken:
    number: int
    type: str
    amount: int
    face_up: bool = True


@dataclass
class Alien:
    number: int
    face_up: bool = False


@dataclass
class Marker:
    owner: int
    kind: str  # homeworld, colony, outpost


@dataclass
class Player:
    cards: dict[int, Card]  # all there are, by id
    race: int = -1
    hand: set[int] = field(default_factory=set)
    reserve: set[int] = field(default_factory=set)
    discard: set[int] = field(default_factory=set)
    deck: list[int] = field(default_factory=list)  # the top card first
    removed: set[int] = field(default_factory=set)  # from the game
    dealt_habitable: list[int] = field(default_factory=list)
    tokens: list[DevelopmentToken] = field(default_factory=list)
    stock: dict[int, int] = field(default_factory=lambda: {FLEET: 21, BASE: 6})
    units: dict[int, dict[int, int]] = field(default_factory=dict)  # by kind, then by space
    cubes: int = 16
    track: int = 7  # discs left on the colony track
    spare: int = 3
    wormhole_token: bool = False
    capacity: int = 2
    # What the others know (section 8): cards surely in hand, cards in the deck or drawn from it
    # since it was formed and not seen since, and of both the technologies dealt and never seen.
    sure: set[int] = field(default_factory=set)
    unseen: set[int] = field(default_factory=set)
    secret: set[int] = field(default_factory=set)

    def has(self, effect: str) -> bool:
        """Whether a card with this effect works in the reserve."""
        return any(self.cards[c].effect == effect for c in self.reserve)

    def bonus(self, effect: str) -> int:
        """The sum of p1 of the cards with this effect in the reserve."""
        return sum(self.cards[c].p1 for c in self.reserve if self.cards[c].effect == effect)

    def reserve_size(self) -> int:
        return self.capacity + sum(token.type == "reserve_plus" for token in self.tokens)

    def units_at(self, s: int) -> int:
        return self.units[FLEET][s] + self.units[BASE][s]

    def zone_of(self, card: int) -> set[int]:
        """The zone of a card in hand or reserve."""
        return self.hand if card in self.hand else self.reserve

    def show(self, card: int) -> None:
        """All see a card of hand, reserve or deck, which leaves it."""
        for known in (self.sure, self.unseen, self.secret):
            known.discard(card)

    def take_out(self, card: int) -> None:
        """Take a card out of hand or reserve, seen by all."""
        self.zone_of(card).remove(card)
        self.show(card)

    def take_in(self, card: int) -> None:
        """Take a card that all have seen into the hand."""
        self.hand.add(card)
        self.sure.add(card)


@dataclass
class Combat:
    space: int
    attacker: int
    defender: int | None  # None: neutral
    extra: dict[int, int]
    lowered: int = 0  # what KILL took from a neutral system
    crossed: bool = False


@dataclass
class Outcome:
    """How a combat ended; a loser None is a neutral system."""

    loser: int | None
    conceded: bool  # not by RETREAT, HALT or being wiped out


Play = Generator[Decision, int, None]
Asking = Generator[Decision, int, int]
Choosing = Generator[Decision, int, list[int]]
Pool = dict[str, int]
Route = tuple[int, int]  # Research and Energy for one unit


class Oracle:
    def __init__(
        self,
        players: int,
        seed: int,
        *,
        systems: int = 36,
        connected_board: bool = False,
        races: tuple[int, ...] | None = None,
        max_rounds: int | None = None,
        home_vp: int = 7,
        box: Box = BOX,
    ) -> None:
        self.n = players
        self.box = box
        self.chance = Chance(seed)
        self.spaces = range(systems)
        self.connected_board = connected_board
        self.given_races = races
        self.max_rounds = max_rounds or MAX_ROUNDS[players]
        self.home_vp = home_vp
        self.players = [Player(box.cards) for _ in range(players)]
        for player in self.players:
            player.units = {kind: dict.fromkeys(self.spaces, 0) for kind in KINDS}
        self.tiles: list[int] = []  # by space
        self.black_holes: set[int] = set()  # numbers of connections
        self.neighbours: dict[int, list[tuple[int, int]]] = {s: [] for s in self.spaces}
        for number, ((s, _), (t, _)) in enumerate(self.box.connections):
            if s in self.spaces and t in self.spaces:
                self.neighbours[s].append((t, number))
                self.neighbours[t].append((s, number))
        self.markers: dict[int, Marker] = {}
        self.aliens: dict[int, Alien] = {}
        self.aliens_seen_gone: set[int] = set()  # numbers of removed tokens that were face up
        self.neutral_cards: set[int] = set()
        self.technology_deck: list[int] = []
        self.market: list[int | None] = []
        self.wormhole_available = False
        self.stack = list(range(len(box.tokens)))
        self.display: list[int | None] = []
        self.first = -1
        self.active = -1
        self.round = 0
        self.shuffle_marker = 0
        self.end_round: int | None = None
        self.actions_left = 0
        self.used_effects: set[int] = set()
        self.card_in_play: int | None = None
        self.foreign: int | None = None  # the foreign target of the running action
        self.pool: Pool = {}
        self.battle: Combat | None = None  # the combat in progress
        self.scores: list[int] = []
        self.ranks: list[int] = []

    # -- the whole game (section 4) -----------------------------------------------------------

    def play(self) -> Play:
        yield from self.set_up()
        while True:
            self.round += 1
            for k in range(self.n):
                yield from self.take_turn((self.first + k) % self.n)
            if self.end_round is not None and self.round >= self.end_round:
                break
            if self.round == self.max_rounds:
                break
        self.finish()

    def take_turn(self, p: int) -> Play:
        self.active = p
        self.actions_left = 2
        self.used_effects = set()
        while True:
            legal = self.menu(p)
            if legal == {DONE}:
                break
            action = yield Decision(p, "D04", legal)
            if action == DONE:
                break
            if action < CARD:
                self.actions_left -= 1
                yield from self.basic_action(p, action)
            else:
                yield from self.use_card(p, action - CARD)
        yield from self.refill(p)

    def finish(self) -> None:
        """Section 7, R57."""
        self.scores = [self.score(p) for p in range(self.n)]
        keys = [(self.scores[p], self.systems(p)) for p in range(self.n)]
        self.ranks = [sum(other > key for other in keys) for key in keys]

    def score(self, p: int) -> int:
        player = self.players[p]
        worth = {"homeworld": self.home_vp, "colony": 5, "outpost": 3}
        score = sum(worth[m.kind] for m in self.markers.values() if m.owner == p)
        score += sum(token.amount for token in player.tokens if token.type == "victory_points")
        return score + player.bonus("CULTURE")

    def systems(self, p: int) -> int:
        return sum(marker.owner == p for marker in self.markers.values())

    # -- setup (section 3, 6.12) --------------------------------------------------------------

    def set_up(self) -> Play:
        self.lay_tiles()
        self.deal()
        homes = yield from self.choose_systems("D01", [])
        for p, card in enumerate(homes):
            self.markers[self.space_of(card)].kind = "homeworld"
            self.players[p].cubes += 1
        colonies = yield from self.choose_systems("D02", homes)
        for p, card in enumerate(colonies):
            self.markers[self.space_of(card)].kind = "colony"
            self.players[p].cubes += 1
            self.players[p].track -= 1
        for s, marker in self.markers.items():
            if marker.kind != "outpost":
                self.place(marker.owner, BASE, s)
            self.place(marker.owner, FLEET, s)
            if marker.kind == "homeworld":
                self.place(marker.owner, FLEET, s)
        self.first = self.chance.below(self.n)
        self.stack = shuffled(self.chance, self.stack)
        self.display = [self.stack.pop(0) for _ in range(6)]
        for _ in range(2):
            for k in range(self.n):
                yield from self.take_development_token((self.first + k) % self.n)
        self.market = [self.draw_technology() for _ in range(8)]
        aliens = shuffled(self.chance, range(18))
        for s in self.spaces:
            if self.is_neutral(s) and self.tile(s).habitable:
                self.aliens[s] = Alien(aliens.pop(0))
        for player in self.players:
            player.deck = shuffled(self.chance, player.deck)
            player.unseen = set(player.deck)
        for player in self.players:
            for _ in range(HAND_SIZE):
                self.draw_one(player)

    def lay_tiles(self) -> None:
        while True:
            self.tiles = shuffled(self.chance, self.spaces)
            self.black_holes = set()
            for number, ends in enumerate(self.box.connections):
                for s, letter in ends:
                    there = all(end in self.spaces for end, _ in ends)
                    if there and self.tile(s).letter == letter:
                        self.black_holes.add(number)
            if not self.connected_board or self.is_connected():
                return

    def is_connected(self) -> bool:
        found, todo = {0}, [0]
        while todo:
            for t, number in self.neighbours[todo.pop()]:
                if number not in self.black_holes and t not in found:
                    found.add(t)
                    todo.append(t)
        return len(found) == len(self.spaces)

    def deal(self) -> None:
        each = SYSTEMS_DEALT[self.n]
        for cards in (HABITABLE, range(19, len(self.spaces))):
            pile = shuffled(self.chance, cards)
            for p, player in enumerate(self.players):
                own, pile = pile[:each], pile[each:]
                player.deck += own
                for card in own:
                    self.markers[self.space_of(card)] = Marker(p, "outpost")
                    player.cubes -= 1
                if cards == HABITABLE:
                    player.dealt_habitable = own
            self.neutral_cards |= set(pile)
        self.technology_deck = shuffled(self.chance, TECHNOLOGIES)
        for player in self.players:
            drawn = (self.draw_technology(), self.draw_technology())
            dealt = [card for card in drawn if card is not None]
            player.deck += dealt
            player.secret = set(dealt)
        races = self.given_races or shuffled(self.chance, range(7))
        for player, race in zip(self.players, races, strict=False):
            player.race = race
            player.deck += [*STARTING_CARDS, *self.box.abilities[race]]

    def choose_systems(self, decision: str, taken: list[int]) -> Choosing:
        chosen = []
        for p, player in enumerate(self.players):
            legal = {CARD + c for c in player.dealt_habitable if c not in taken}
            chosen.append((yield Decision(p, decision, legal)) - CARD)
        return chosen

    def take_development_token(self, p: int) -> Play:
        legal = {DISPLAY + i for i, number in enumerate(self.display) if number is not None}
        if not legal:
            return
        i = (yield Decision(p, "D03", legal)) - DISPLAY
        number = self.display[i]
        assert number is not None
        token = self.box.tokens[number]
        self.players[p].tokens.append(DevelopmentToken(number, token.type, token.amount))
        self.display[i] = self.stack.pop(0) if self.stack else None

    def draw_technology(self) -> int | None:
        while self.technology_deck:
            card = self.technology_deck.pop(0)
            if card != WORMHOLE_TECHNOLOGY:
                return card
            self.wormhole_available = True
        return None

    # -- small questions and moves of pieces --------------------------------------------------

    def tile(self, s: int) -> Tile:
        return self.box.tiles[self.tiles[s]]

    def space_of(self, card: int) -> int:
        return self.tiles.index(card)

    def has_piece(self, p: int, s: int) -> bool:
        marker = self.markers.get(s)
        return self.players[p].units_at(s) > 0 or (marker is not None and marker.owner == p)

    def controls(self, p: int, s: int) -> bool:
        """6.4: any piece there, but not at the foreign target of the running action."""
        if p == self.active and s == self.foreign:
            return False
        return self.has_piece(p, s)

    def is_neutral(self, s: int) -> bool:
        return not any(self.has_piece(p, s) for p in range(self.n))

    def place(self, p: int, kind: int, s: int) -> None:
        self.players[p].stock[kind] -= 1
        self.players[p].units[kind][s] += 1

    def eliminate(self, p: int, kind: int, s: int) -> None:
        self.players[p].stock[kind] += 1
        self.players[p].units[kind][s] -= 1

    def shift(self, p: int, kind: int, s: int, t: int, count: int) -> None:
        self.players[p].units[kind][s] -= count
        self.players[p].units[kind][t] += count

    def movable_kinds(self, p: int, s: int) -> list[int]:
        player = self.players[p]
        kinds = KINDS if player.has("BASEMOVE") else (FLEET,)
        return [kind for kind in kinds if player.units[kind][s]]

    def is_open(self, p: int, connection: int) -> bool:
        return connection not in self.black_holes or self.players[p].has("NAVIGATE")

    def take_system_card(self, p: int, s: int) -> None:
        card = self.tiles[s]
        if card in self.neutral_cards:
            self.neutral_cards.remove(card)
            self.players[p].discard.add(card)

    # -- paying (6.1) -------------------------------------------------------------------------

    def sources(self, p: int) -> dict[int, dict[str, int]]:
        """What each source, named by its action, could yield."""
        player = self.players[p]
        found = {CARD + c: self.box.cards[c].resources for c in player.hand | player.reserve}
        for i, token in enumerate(player.tokens):
            if token.face_up and token.type in RESOURCES:
                found[TOKEN + i] = {token.type: token.amount}
        return found

    def can(self, p: int, needs: dict[str, int], pool: Pool, without: int | None = None) -> bool:
        """CAN of one or two resources: tries all ways to split the sources that give both."""
        missing = {r: need - pool.get(r, 0) for r, need in needs.items()}
        both = []
        for source, yields in self.sources(p).items():
            useful = {r: yields[r] for r in missing if r in yields}
            if source == without or not useful:
                continue
            if len(useful) == 1:
                for r, amount in useful.items():
                    missing[r] -= amount
            else:
                both.append(useful)
        if len(missing) == 1:
            return all(amount <= 0 for amount in missing.values())
        x, y = missing
        reached = {(missing[x], missing[y])}
        for useful in both:
            reached = {(a - useful[x], b) for a, b in reached} | {
                (a, b - useful[y]) for a, b in reached
            }
        return any(a <= 0 and b <= 0 for a, b in reached)

    def pay(self, p: int, needs: dict[str, int]) -> Play:
        """Pay a purchase, one resource after the other in the order given."""
        left = dict(needs)
        for r, due in needs.items():
            while self.pool[r] < due:
                sources = self.sources(p)
                legal = set()
                for source, yields in sources.items():
                    if r in yields:
                        after = self.pool | {r: self.pool[r] + yields[r]}
                        if self.can(p, left, after, without=source):
                            legal.add(source)
                source = yield Decision(p, "D07", legal)
                self.pool[r] += sources[source][r]
                self.spend(p, source)
            self.pool[r] -= due
            del left[r]

    def spend(self, p: int, source: int) -> None:
        player = self.players[p]
        if source >= CARD:
            self.discard_card(player, source - CARD)
        else:
            player.tokens[source - TOKEN].face_up = False

    def discard_card(self, player: Player, card: int) -> None:
        player.take_out(card)
        player.discard.add(card)

    # -- drawing (6.2) ------------------------------------------------------------------------

    def draw_one(self, player: Player) -> bool:
        if not player.deck:
            if not player.discard:
                return False
            self.reshuffle(player)
        player.hand.add(player.deck.pop(0))
        return True

    def reshuffle(self, player: Player) -> None:
        player.deck = shuffled(self.chance, player.discard)
        player.sure = set(player.hand)
        player.unseen = player.discard
        player.discard = set()
        for token in player.tokens:
            token.face_up = True
        if self.shuffle_marker < SHUFFLES[self.n]:
            self.shuffle_marker += 1
            if self.shuffle_marker == SHUFFLES[self.n]:
                self.end_round = self.round + 1

    def refill(self, p: int) -> Play:
        player = self.players[p]
        while len(player.hand) < HAND_SIZE and self.draw_one(player):
            pass
        while len(player.hand) < HAND_SIZE and player.reserve:
            if HAND_SIZE - len(player.hand) >= len(player.reserve):
                moved = set(player.reserve)
            else:
                moved = {(yield Decision(p, "D30", {CARD + c for c in player.reserve})) - CARD}
            player.reserve -= moved
            for card in moved:
                player.take_in(card)

    # -- the menu (D04) -----------------------------------------------------------------------

    def menu(self, p: int) -> set[int]:
        player = self.players[p]
        held = player.hand | player.reserve
        legal = {CARD + c for c in held if self.is_playable(p, c)}
        if self.actions_left == 0:
            return legal | {DONE}
        legal.add(PASS)
        if self.can_produce(p, self.produce_pool()):
            legal.add(PRODUCE)
        if self.origins(p, self.move_pool(p)):
            legal.add(MOVE)
        if self.settling_spaces(p, self.colonise_pool()):
            legal.add(COLONISE)
        if self.technologies(p, self.tech_pool(p)):
            legal.add(TECH)
        if self.storable(player):
            legal.add(RESERVE)
        if held:
            legal |= {DISCARD, REMOVE}
        return legal

    def is_playable(self, p: int, c: int) -> bool:
        timing = self.box.cards[c].timing
        if c in self.used_effects or timing not in ("free", "action"):
            return False
        if timing == "action" and self.actions_left == 0:
            return False
        with self.taken_out(p, c):
            return self.is_usable(p, self.box.cards[c])

    @contextmanager
    def taken_out(self, p: int, c: int) -> Iterator[None]:
        """Look at the table as if a card of hand or reserve were in play."""
        zone = self.players[p].zone_of(c)
        zone.remove(c)
        yield
        zone.add(c)

    def is_usable(self, p: int, card: Card) -> bool:
        """6.11, for effects used at the menu; the card itself is in play."""
        player = self.players[p]
        match card.effect:
            case "PRODUCE":
                return self.can_produce(p, self.produce_pool(card.p2, card.p3))
            case "MOVE":
                return bool(self.origins(p, self.move_pool(p, card.p1)))
            case "COLONISE":
                return bool(self.settling_spaces(p, self.colonise_pool(card.p1)))
            case "TECH":
                return bool(self.technologies(p, self.tech_pool(p, card.p1)))
            case "STORE":
                return bool(self.storable(player))
            case "DRAW":
                return bool(player.deck or player.discard)
            case "RETRIEVE":
                return bool(player.discard)
            case "REMOVE":
                return bool(player.hand or player.reserve)
            case "ANNEX":
                payable = self.can(p, {"population": card.p1}, {})
                return player.cubes > 0 and payable and bool(self.annexable(p))
            case "SPY":
                return bool(self.rivals(p))
            case "REFRESH":
                return bool(self.face_down(player))
            case "EXTRA" | "CAPACITY":
                return True
        raise ValueError(card.effect)

    def basic_action(self, p: int, action: int) -> Play:
        player = self.players[p]
        if action == PRODUCE:
            yield from self.produce(p, self.produce_pool(), 2)
        elif action == MOVE:
            yield from self.move(p, self.move_pool(p))
        elif action == COLONISE:
            yield from self.colonise(p, self.colonise_pool(), 1)
        elif action == TECH:
            yield from self.acquire(p, self.tech_pool(p))
        elif action == RESERVE:
            yield from self.store(p)
        elif action == DISCARD:
            legal = {CARD + c for c in player.hand | player.reserve}
            while legal - {DONE}:
                chosen = yield Decision(p, "D24", legal)
                if chosen == DONE:
                    break
                self.discard_card(player, chosen - CARD)
                legal = {CARD + c for c in player.hand | player.reserve} | {DONE}
        elif action == REMOVE:
            yield from self.remove(p)

    def use_card(self, p: int, c: int) -> Play:
        """6.11: into play, its effect, then away."""
        player, card = self.players[p], self.box.cards[c]
        if card.timing == "action":
            self.actions_left -= 1
        player.take_out(c)
        self.card_in_play = c
        self.used_effects.add(c)
        yield from self.resolve_effect(p, card)
        self.card_in_play = None
        (player.removed if card.single_use else player.discard).add(c)

    def resolve_effect(self, p: int, card: Card) -> Play:
        player = self.players[p]
        match card.effect:
            case "PRODUCE":
                yield from self.produce(p, self.produce_pool(card.p2, card.p3), card.p1)
            case "MOVE":
                yield from self.move(p, self.move_pool(p, card.p1))
            case "COLONISE":
                yield from self.colonise(p, self.colonise_pool(card.p1), card.p2)
            case "TECH":
                yield from self.acquire(p, self.tech_pool(p, card.p1))
            case "STORE":
                yield from self.store(p)
            case "DRAW":
                for _ in range(card.p1):
                    if not self.draw_one(player):
                        break
            case "RETRIEVE":
                for _ in range(min(card.p1, len(player.discard))):
                    chosen = yield Decision(p, "D26", {CARD + c for c in player.discard})
                    player.discard.remove(chosen - CARD)
                    player.take_in(chosen - CARD)
            case "REMOVE":
                for _ in range(min(card.p1, len(player.hand | player.reserve))):
                    yield from self.remove(p)
            case "ANNEX":
                yield from self.annex(p, card.p1)
            case "SPY":
                for _ in range(card.p1):
                    if rivals := self.rivals(p):
                        chosen = yield Decision(p, "D28", {RIVAL + k for k in rivals})
                        rival = self.players[(p + chosen - RIVAL) % self.n]
                        hand = sorted(rival.hand)
                        self.discard_card(rival, hand[self.chance.below(len(hand))])
            case "REFRESH":
                for _ in range(min(card.p1, len(self.face_down(player)))):
                    legal = {TOKEN + i for i in self.face_down(player)}
                    chosen = yield Decision(p, "D29", legal)
                    player.tokens[chosen - TOKEN].face_up = True
            case "EXTRA":
                self.actions_left += card.p1
            case "CAPACITY":
                player.capacity += card.p1

    def rivals(self, p: int) -> list[int]:
        return [k for k in range(1, self.n) if self.players[(p + k) % self.n].hand]

    def face_down(self, player: Player) -> list[int]:
        return [i for i, token in enumerate(player.tokens) if not token.face_up]

    # -- reserve, remove, annex (6.8, 6.10, 6.11) ---------------------------------------------

    def storable(self, player: Player) -> set[int]:
        return {c for c in player.hand if self.fits(player, player.reserve | {c})}

    def fits(self, player: Player, reserve: set[int]) -> bool:
        """Whether a reserve is legal; only cards that count are looked at."""
        cap = player.reserve_size()
        counted = [c for c in reserve if self.box.cards[c].reserve_counts]
        unmarked = [c for c in counted if not self.box.cards[c].reserve_mark]
        return len(unmarked) <= cap and len(counted) <= 2 * cap

    def store(self, p: int) -> Play:
        player = self.players[p]
        legal = {CARD + c for c in self.storable(player)}
        while legal - {DONE}:
            chosen = yield Decision(p, "D23", legal)
            if chosen == DONE:
                break
            player.take_out(chosen - CARD)
            player.reserve.add(chosen - CARD)
            legal = {CARD + c for c in self.storable(player)} | {DONE}

    def remove(self, p: int) -> Play:
        player = self.players[p]
        legal = {CARD + c for c in player.hand | player.reserve}
        card = (yield Decision(p, "D25", legal)) - CARD
        player.take_out(card)
        if card < STARTING_CARDS[0]:
            self.neutral_cards.add(card)
        else:
            player.removed.add(card)

    def annexable(self, p: int) -> set[int]:
        return {
            s
            for s in self.spaces
            if self.tile(s).habitable
            and self.is_neutral(s)
            and any(self.controls(p, t) and self.is_open(p, c) for t, c in self.neighbours[s])
        }

    def annex(self, p: int, cost: int) -> Play:
        self.pool = self.new_pool()
        s = (yield Decision(p, "D27", {SPACE + s for s in self.annexable(p)})) - SPACE
        yield from self.pay(p, {"population": cost})
        self.remove_alien(s)
        self.put_cube(p, s)

    def remove_alien(self, s: int) -> None:
        alien = self.aliens.pop(s, None)
        if alien is not None and alien.face_up:
            self.aliens_seen_gone.add(alien.number)

    def put_cube(self, p: int, s: int) -> None:
        self.players[p].cubes -= 1
        self.markers[s] = Marker(p, "outpost")
        self.take_system_card(p, s)

    # -- the pools actions begin with ---------------------------------------------------------

    def new_pool(self, **bonus: int) -> Pool:
        return dict.fromkeys(RESOURCES, 0) | bonus

    def produce_pool(self, population: int = 0, matter: int = 0) -> Pool:
        return self.new_pool(population=population, matter=matter)

    def move_pool(self, p: int, bonus: int = 0) -> Pool:
        return self.new_pool(energy=bonus + self.players[p].bonus("DRIVE"))

    def colonise_pool(self, bonus: int = 0) -> Pool:
        return self.new_pool(population=bonus)

    def tech_pool(self, p: int, bonus: int = 0) -> Pool:
        return self.new_pool(research=bonus + self.players[p].bonus("LABS"))

    # -- produce (6.3) ------------------------------------------------------------------------

    UNIT_PRICE = {"population": 1, "matter": 1}  # noqa: RUF012

    def yards(self, p: int) -> set[int]:
        """Spaces where units can be built."""
        return {
            s for s, m in self.markers.items() if m.owner == p and m.kind in ("homeworld", "colony")
        }

    def can_produce(self, p: int, pool: Pool) -> bool:
        in_stock = any(self.players[p].stock.values())
        return in_stock and bool(self.yards(p)) and self.can(p, self.UNIT_PRICE, pool)

    def produce(self, p: int, pool: Pool, limit: int) -> Play:
        player = self.players[p]
        self.pool = pool
        limit += player.bonus("YARDS")
        built = 0
        while built < limit and self.can_produce(p, self.pool):
            legal = {kind for kind in KINDS if player.stock[kind]}
            kind = yield Decision(p, "D05", legal | {DONE} if built else legal)
            if kind == DONE:
                break
            s = (yield Decision(p, "D06", {SPACE + s for s in self.yards(p)})) - SPACE
            yield from self.pay(p, self.UNIT_PRICE)
            self.place(p, kind, s)
            built += 1

    # -- colonise (6.6) -----------------------------------------------------------------------

    def placements(self, p: int, s: int, pool: Pool) -> set[int]:
        player, marker, found = self.players[p], self.markers.get(s), set()
        is_new = marker is None and player.units_at(s) > 0
        is_upgrade = marker == Marker(p, "outpost")
        if is_new and player.cubes and self.can(p, {"population": 1}, pool):
            found.add(OUTPOST)
        disc = player.track + player.spare > 0
        payable = self.can(p, {"population": 3}, pool)
        if (is_new or is_upgrade) and self.tile(s).habitable and disc and payable:
            found.add(COLONY)
        return found

    def settling_spaces(self, p: int, pool: Pool) -> set[int]:
        present = [s for s in self.spaces if self.has_piece(p, s)]
        return {s for s in present if self.placements(p, s, pool)}

    def colonise(self, p: int, pool: Pool, limit: int) -> Play:
        self.pool = pool
        for number in range(limit):
            legal = {SPACE + s for s in self.settling_spaces(p, self.pool)}
            if not legal:
                break
            chosen = yield Decision(p, "D20", legal | {DONE} if number else legal)
            if chosen == DONE:
                break
            s = chosen - SPACE
            kinds = self.placements(p, s, self.pool)
            kind = (yield Decision(p, "D21", kinds)) if len(kinds) == 2 else min(kinds)
            yield from self.pay(p, {"population": 1 if kind == OUTPOST else 3})
            if kind == OUTPOST:
                self.put_cube(p, s)
            else:
                yield from self.put_disc(p, s)

    def put_disc(self, p: int, s: int) -> Play:
        player = self.players[p]
        if s in self.markers:
            player.cubes += 1
        else:
            self.take_system_card(p, s)
        self.markers[s] = Marker(p, "colony")
        if player.track:
            player.track -= 1
            yield from self.take_development_token(p)
        else:
            player.spare -= 1

    # -- technology (6.7) ---------------------------------------------------------------------

    def technologies(self, p: int, pool: Pool) -> set[int]:
        legal = {
            MARKET + i
            for i, card in enumerate(self.market)
            if card is not None and self.can(p, {"research": self.box.cards[card].cost}, pool)
        }
        wanted = self.wormhole_available and not self.players[p].wormhole_token
        if wanted and self.can(p, {"research": 2}, pool):
            legal.add(WORMHOLE_TOKEN)
        return legal

    def acquire(self, p: int, pool: Pool) -> Play:
        player = self.players[p]
        self.pool = pool
        chosen = yield Decision(p, "D22", self.technologies(p, pool))
        if chosen == WORMHOLE_TOKEN:
            yield from self.pay(p, {"research": 2})
            player.wormhole_token = True
            return
        card = self.market[chosen - MARKET]
        assert card is not None
        yield from self.pay(p, {"research": self.box.cards[card].cost})
        player.discard.add(card)
        self.market[chosen - MARKET] = self.draw_technology()

    # -- routes (6.4) -------------------------------------------------------------------------

    def cheapest(self, p: int, kind: int, s: int) -> dict[tuple[int, bool], int]:
        """The least Energy to every space, without a jump and with exactly one.

        Only spaces of the player are left again, so all others are ends of ways.
        """
        player = self.players[p]
        costs: dict[tuple[int, bool], int] = {}
        todo = [(0, s, False)]
        holes = player.has("NAVIGATE")
        wormholes = [w for w in self.spaces if self.tile(w).wormhole]
        while todo:
            cost, here, jumped = heapq.heappop(todo)
            if (here, jumped) in costs:
                continue
            costs[here, jumped] = cost
            if not (self.controls(p, here) or here == s):
                continue
            for there, number in self.neighbours[here]:
                hole = number in self.black_holes
                if holes or not hole:
                    heapq.heappush(todo, (cost + STEP_COST[kind] + hole, there, jumped))
            if player.wormhole_token and not jumped and self.tile(here).wormhole:
                for there in wormholes:
                    if there != here:
                        heapq.heappush(todo, (cost, there, True))
        return costs

    def routes(self, p: int, kind: int, s: int, pool: Pool) -> dict[int, dict[int, Route]]:
        """The affordable routes to every space, as ROUTE_NORMAL or ROUTE_WORMHOLE."""
        costs = self.cheapest(p, kind, s)
        found: dict[int, dict[int, Route]] = {}
        payable: dict[Route, bool] = {}
        for (t, jumped), energy in costs.items():
            if t == s or (jumped and costs.get((t, False), 999) <= energy):
                continue
            route = (STEP_COST[kind] if jumped else 0, energy)
            if route not in payable:
                payable[route] = self.can_move(p, route, 1, pool)
            if payable[route]:
                found.setdefault(t, {})[ROUTE_WORMHOLE if jumped else ROUTE_NORMAL] = route
        return found

    def can_move(self, p: int, route: Route, count: int, pool: Pool) -> bool:
        research, energy = route
        needs = {"research": count * research, "energy": count * energy}
        return self.can(p, needs, pool)

    def choose_route(self, p: int, routes: dict[int, Route]) -> Generator[Decision, int, Route]:
        if len(routes) == 1:
            return next(iter(routes.values()))
        return routes[(yield Decision(p, "D11", set(routes)))]

    def choose_kind(self, p: int, kinds: list[int]) -> Asking:
        return (yield Decision(p, "D09", set(kinds))) if len(kinds) == 2 else kinds[0]

    def go(self, p: int, kind: int, s: int, t: int, most: int, routes: dict[int, Route]) -> Play:
        """Move a group: route, number, payment, units (R58)."""
        route = yield from self.choose_route(p, routes)
        counts = [k for k in range(1, most + 1) if self.can_move(p, route, k, self.pool)]
        k = (yield Decision(p, "D12", {COUNT + k for k in counts})) - COUNT
        research, energy = route
        yield from self.pay(p, {"research": k * research, "energy": k * energy})
        self.shift(p, kind, s, t, k)

    # -- move (6.4) ---------------------------------------------------------------------------

    def destinations(self, p: int, kind: int, s: int, pool: Pool) -> dict[int, dict[int, Route]]:
        return {
            t: routes
            for t, routes in self.routes(p, kind, s, pool).items()
            if self.foreign in (None, t) or self.controls(p, t)
        }

    def origins(self, p: int, pool: Pool) -> dict[int, list[int]]:
        """Where units can move from, and which kinds of them."""
        found = {}
        for s in self.spaces:
            if s != self.foreign:
                kinds = self.movable_kinds(p, s)
                kinds = [kind for kind in kinds if self.destinations(p, kind, s, pool)]
                if kinds:
                    found[s] = kinds
        return found

    def move(self, p: int, pool: Pool) -> Play:
        self.pool = pool
        moved = False
        while origins := self.origins(p, self.pool):
            legal = {SPACE + s for s in origins}
            chosen = yield Decision(p, "D08", legal | {DONE} if moved else legal)
            if chosen == DONE:
                break
            s = chosen - SPACE
            kind = yield from self.choose_kind(p, origins[s])
            destinations = self.destinations(p, kind, s, self.pool)
            t = (yield Decision(p, "D10", {SPACE + t for t in destinations})) - SPACE
            is_foreign = not self.controls(p, t)
            there = self.players[p].units[kind][s]
            yield from self.go(p, kind, s, t, there, destinations[t])
            if is_foreign:
                self.foreign = t
            moved = True
        if self.foreign is not None:
            enemies = [q for q in range(self.n) if q != p and self.has_piece(q, self.foreign)]
            if enemies or self.tile(self.foreign).habitable:
                yield from self.fight(p, enemies[0] if enemies else None, self.foreign)
        self.foreign = None

    # -- combat (6.5) -------------------------------------------------------------------------

    def fight(self, a: int, d: int | None, s: int) -> Play:
        self.battle = Combat(s, a, d, {a: 0} if d is None else {a: 0, d: 0})
        if d is None and s in self.aliens:
            self.aliens[s].face_up = True
        outcome = None
        for p, decision in ((a, "D13"), (d, "D14")):
            if outcome is not None or p is None or not self.can_retreat(p):
                continue
            if (yield Decision(p, decision, {RETREAT, STAY})) == RETREAT:
                outcome = Outcome(loser=p, conceded=False)
        while outcome is None:
            behind = d if self.is_ahead(a) else a
            if behind is None:
                outcome = Outcome(loser=None, conceded=True)
            else:
                outcome = yield from self.respond(behind)
        yield from self.resolve(outcome)
        self.battle = None

    @property
    def combat(self) -> Combat:
        assert self.battle
        return self.battle

    def enemy(self, p: int) -> int | None:
        return self.combat.defender if p == self.combat.attacker else self.combat.attacker

    def strength(self, p: int | None, gone: dict[int, int] | None = None) -> int:
        """The strength of a side, as if some units by kind were gone."""
        combat = self.combat
        s = combat.space
        if p is None:
            alien = self.box.aliens[self.aliens[s].number] if s in self.aliens else 0
            return max(0, self.tile(s).strength + alien - combat.lowered)
        player = self.players[p]
        units = {kind: player.units[kind][s] - (gone or {}).get(kind, 0) for kind in KINDS}
        total = sum(STRENGTH[kind] * units[kind] for kind in KINDS) + combat.extra[p]
        for c in player.reserve:
            card = self.box.cards[c]
            needed = {0: True, 1: units[FLEET] > 0, 2: units[BASE] > 0}
            if card.effect == "FIGHT" and self.side_fits(p, card) and needed[card.p3]:
                total += card.p1
        return total

    def side_fits(self, p: int, card: Card) -> bool:
        return card.p2 in (0, 1 if p == self.combat.attacker else 2)

    def is_ahead(self, p: int, gone: dict[int, int] | None = None) -> bool:
        own, other = self.strength(p, gone), self.strength(self.enemy(p))
        return own > other if p == self.combat.attacker else own >= other

    def respond(self, p: int) -> Generator[Decision, int, Outcome | None]:
        """One response; None if it ends ahead."""
        b = self.combat.space
        player = self.players[p]
        self.pool = self.new_pool()
        while True:
            helpers = self.reinforcements(p)
            leavers = self.withdrawals(p)
            legal = {SPACE + s for s in helpers}
            if leavers:
                legal.add(SPACE + b)
            legal |= {source for source, yields in self.sources(p).items() if "matter" in yields}
            effects = {
                c for c in player.hand | player.reserve if self.is_combat_effect_usable(p, c)
            }
            legal |= {CARD + c for c in effects}
            legal.add(DONE if self.is_ahead(p) else CONCEDE)
            action = yield Decision(p, "D15", legal)
            if action == DONE:
                self.combat.crossed = True
                return None
            if action == CONCEDE:
                return Outcome(loser=p, conceded=True)
            if action == SPACE + b:
                yield from self.withdraw(p, leavers)
            elif SPACE <= action < CARD:
                s = action - SPACE
                kind = yield from self.choose_kind(p, list(helpers[s]))
                yield from self.go(p, kind, s, b, player.units[kind][s], helpers[s][kind])
            else:
                as_effect = action - CARD in effects
                if as_effect and "matter" in self.box.cards[action - CARD].resources:
                    self.lay_open(player, action - CARD)
                    as_effect = (yield Decision(p, "D16", {USE_MATTER, USE_EFFECT})) == USE_EFFECT
                if as_effect:
                    outcome = self.use_combat_effect(p, action - CARD)
                    if outcome is not None:
                        return outcome
                else:
                    self.combat.extra[p] += self.sources(p)[action]["matter"]
                    self.spend(p, action)

    def lay_open(self, player: Player, card: int) -> None:
        """The card chosen is seen at once, whatever it is then used for."""
        if card in player.hand:
            player.show(card)
            player.sure.add(card)

    def reinforcements(self, p: int) -> dict[int, dict[int, dict[int, Route]]]:
        """Where units can come from: by space, then by kind, the routes."""
        found: dict[int, dict[int, dict[int, Route]]] = {}
        for s in self.spaces:
            if s != self.combat.space:
                for kind in self.movable_kinds(p, s):
                    routes = self.routes(p, kind, s, self.pool).get(self.combat.space)
                    if routes:
                        found.setdefault(s, {})[kind] = routes
        return found

    def withdrawal_limit(self, p: int, kind: int) -> int:
        b = self.combat.space
        player, marker = self.players[p], self.markers.get(b)
        most = player.units[kind][b]
        if most == player.units_at(b) and (marker is None or marker.owner != p):
            most -= 1
        return sum(self.is_ahead(p, {kind: k}) for k in range(1, most + 1))

    def withdrawals(self, p: int) -> dict[int, dict[int, dict[int, Route]]]:
        """Which kinds can withdraw: by kind, then by destination, the routes."""
        b = self.combat.space
        if not self.is_ahead(p):
            return {}
        found = {}
        for kind in self.movable_kinds(p, b):
            if self.withdrawal_limit(p, kind) > 0:
                routes = self.routes(p, kind, b, self.pool)
                own = {t: ways for t, ways in routes.items() if self.controls(p, t)}
                if own:
                    found[kind] = own
        return found

    def withdraw(self, p: int, leavers: dict[int, dict[int, dict[int, Route]]]) -> Play:
        b = self.combat.space
        kind = yield from self.choose_kind(p, list(leavers))
        t = (yield Decision(p, "D17", {SPACE + t for t in leavers[kind]})) - SPACE
        yield from self.go(p, kind, b, t, self.withdrawal_limit(p, kind), leavers[kind][t])

    def is_combat_effect_usable(self, p: int, c: int) -> bool:
        card, enemy = self.box.cards[c], self.enemy(p)
        if card.timing != "combat" or c in self.used_effects:
            return False
        if card.effect == "STRENGTH":
            return self.side_fits(p, card)
        if card.effect == "KILL":
            return enemy is None or self.players[enemy].units[FLEET][self.combat.space] > 0
        return p == self.combat.defender  # HALT

    def use_combat_effect(self, p: int, c: int) -> Outcome | None:
        player, card, combat = self.players[p], self.box.cards[c], self.combat
        player.take_out(c)
        (player.removed if card.single_use else player.discard).add(c)
        self.used_effects.add(c)
        if card.effect == "HALT":
            return Outcome(loser=combat.attacker, conceded=False)
        if card.effect == "STRENGTH":
            combat.extra[p] += card.p1
            return None
        enemy = self.enemy(p)
        if enemy is None:
            combat.lowered += 3 * card.p1
            return None
        for _ in range(min(card.p1, self.players[enemy].units[FLEET][combat.space])):
            self.eliminate(enemy, FLEET, combat.space)
        if self.has_piece(enemy, combat.space):
            return None
        return Outcome(loser=enemy, conceded=False)

    # -- after the fight (C4) -----------------------------------------------------------------

    def resolve(self, outcome: Outcome) -> Play:
        combat = self.combat
        b, a, d = combat.space, combat.attacker, combat.defender
        loser = outcome.loser
        winner = d if loser == a else a
        if loser is not None:
            if outcome.conceded:
                yield from self.lose_units(loser, (self.players[loser].units_at(b) + 1) // 2)
            yield from self.retreat(loser)
        if outcome.conceded and combat.crossed and winner is not None:
            yield from self.lose_units(winner, self.players[winner].units_at(b) // 2)
        if winner == a:
            if d is None:
                self.remove_alien(b)
            else:
                self.lose_system(d, b)
        if d is not None:
            yield from self.refill(d)

    def lose_units(self, p: int, number: int) -> Play:
        b, player = self.combat.space, self.players[p]
        for _ in range(number - player.bonus("SHIELD")):
            kinds = [kind for kind in KINDS if player.units[kind][b]]
            kind = (yield Decision(p, "D18", set(KINDS))) if len(kinds) == 2 else kinds[0]
            self.eliminate(p, kind, b)

    def retreat_spaces(self, p: int) -> set[int]:
        b, player = self.combat.space, self.players[p]
        found = {t for t, number in self.neighbours[b] if self.is_open(p, number)}
        if player.wormhole_token and self.tile(b).wormhole:
            found |= {t for t in self.spaces if t != b and self.tile(t).wormhole}
        return {t for t in found if self.controls(p, t)}

    def can_retreat(self, p: int) -> bool:
        return bool(self.movable_kinds(p, self.combat.space) and self.retreat_spaces(p))

    def retreat(self, p: int) -> Play:
        b, player = self.combat.space, self.players[p]
        spaces = self.retreat_spaces(p)
        if spaces:
            for kind in self.movable_kinds(p, b):
                while there := player.units[kind][b]:
                    t, k = min(spaces), there
                    if len(spaces) > 1:
                        t = (yield Decision(p, "D19", {SPACE + t for t in spaces})) - SPACE
                        legal = {COUNT + k for k in range(1, there + 1)}
                        k = (yield Decision(p, "D12", legal)) - COUNT
                    self.shift(p, kind, b, t, k)
        for kind in KINDS:
            while player.units[kind][b]:
                self.eliminate(p, kind, b)

    def lose_system(self, p: int, s: int) -> None:
        """C4 step 4, R31."""
        player, marker, card = self.players[p], self.markers.pop(s, None), self.tiles[s]
        if marker is not None and marker.kind == "outpost":
            player.cubes += 1
        if marker is not None and marker.kind == "colony":
            player.spare += 1
        for zone in (player.hand, player.reserve, player.discard, player.deck):
            if card in zone:
                zone.remove(card)
                player.show(card)
                self.neutral_cards.add(card)
                if zone is player.deck:
                    player.deck = shuffled(self.chance, player.deck)
