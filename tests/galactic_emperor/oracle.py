"""The rules of Galactic Emperor a second time: slow, plain Python, written from the rules alone.

The game is one generator, `Oracle.game`, that reads like section 4 of the rules. It stops at
every decision with who is asked (`player`), which decision (`decision`, "D01"..."D31") and what
is legal (`legal`, plain action names); `play` sends the answer. Dice and shuffles come from a
copy of the project's generator, so that the same seed plays the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Any

from oracle_rng import Chance

# -- the generator --------------------------------------------------------------------------------


class LoadedChance(Chance):
    """The project's generator with dice; loaded ones come first."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.loaded: list[int] = []

    def die(self) -> int:
        if self.loaded:
            return self.loaded.pop(0)
        return self.below(6) + 1


# -- components (section 2) -----------------------------------------------------------------------

DIRECTIONS = [(1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1)]  # NE E SE SW W NW


def lay_out_hexes() -> list[tuple[int, int]]:
    """Return the coordinates of all hexes: the rings clockwise from their NE corners."""
    hexes = [(0, 0)]
    for ring in (1, 2, 3):
        q, r = ring, -ring
        for dq, dr in DIRECTIONS[2:] + DIRECTIONS[:2]:
            for _ in range(ring):
                hexes.append((q, r))
                q, r = q + dq, r + dr
    return hexes


HEXES = lay_out_hexes()
ALL_HEXES = range(len(HEXES))


def distance(a: int, b: int) -> int:
    dq, dr = HEXES[a][0] - HEXES[b][0], HEXES[a][1] - HEXES[b][1]
    return max(abs(dq), abs(dr), abs(dq + dr))


NEIGHBOURS = [[v for v in ALL_HEXES if distance(h, v) == 1] for h in ALL_HEXES]
CENTRE = 0
HOMES = {
    3: [19, 25, 31],
    4: [19, 22, 28, 31],
    5: [19, 22, 25, 28, 31],
    6: [19, 22, 25, 28, 31, 34],
}
TOKENS = {3: 11, 4: 10, 5: 9, 6: 8}
POOL = {3: 115, 4: 130, 5: 145, 6: 160}


@dataclass(frozen=True)
class Tile:
    kind: str
    planets: int = 0
    food: int = 0
    metal: int = 0
    energy: int = 0


def planet(planets: int, food: int, metal: int, energy: int) -> Tile:
    return Tile("planet", planets, food, metal, energy)


OMEGA_SUN, BLACK_HOLE = 6, 7
PLAIN, ATOMIC = range(8, 23), range(23, 38)
TILES = [
    *[Tile("home", 1, 1, 1, 0)] * 6,
    Tile("sun"),
    Tile("black_hole"),
    # plain: P01..P15
    planet(1, 1, 0, 0),
    planet(1, 1, 0, 0),
    planet(1, 2, 0, 0),
    planet(1, 0, 1, 0),
    planet(1, 0, 1, 0),
    planet(1, 0, 2, 0),
    planet(1, 0, 0, 1),
    planet(1, 1, 1, 0),
    planet(1, 1, 0, 1),
    planet(1, 0, 1, 1),
    planet(2, 1, 1, 0),
    planet(2, 2, 0, 0),
    Tile("empty"),
    Tile("empty"),
    Tile("sun"),
    # atomic: A01..A15
    planet(1, 2, 0, 0),
    planet(1, 1, 1, 0),
    planet(1, 0, 2, 0),
    planet(1, 0, 0, 1),
    planet(1, 0, 1, 1),
    planet(1, 1, 0, 1),
    planet(1, 0, 1, 0),
    planet(2, 1, 0, 1),
    planet(2, 0, 2, 0),
    planet(2, 1, 1, 0),
    planet(2, 0, 1, 1),
    planet(1, 1, 0, 0),
    Tile("empty"),
    Tile("empty"),
    Tile("sun"),
]


@dataclass(frozen=True)
class ShipType:
    name: str
    ships: range  # indices
    metal: int
    energy: int
    marks: int
    move: int
    dice: int
    hits_on: int


FIGHTER = ShipType("FIGHTER", range(0, 8), 1, 0, 1, 2, 1, 5)
CRUISER = ShipType("CRUISER", range(8, 12), 2, 0, 2, 2, 2, 4)
DREADNOUGHT = ShipType("DREADNOUGHT", range(12, 14), 3, 1, 3, 1, 3, 4)
SHIP_TYPES = [FIGHTER, CRUISER, DREADNOUGHT]
TYPE_OF = [t for t in SHIP_TYPES for _ in t.ships]
ALL_SHIPS = range(len(TYPE_OF))
TYPE_OF_PHASE = {1: DREADNOUGHT, 2: CRUISER, 3: FIGHTER}

(
    AMBASSADOR,
    SHIELD,
    ION,
    PLASMA,
    FUSION,
    ROBOTICS,
    PROTEIN,
    SABOTEUR,
    DIPLOMAT,
    TIME_REVERSAL,
    PIRATE,
    SCANNER,
) = TECHNOLOGIES = range(12)
TECH_COST = [3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1]

EXPLORER, MERCHANT, STEWARD, ENGINEER, WARLORD_A, REGENT, SCIENTIST = CARDS = range(7)

RESOURCES = ["FOOD", "METAL", "ENERGY"]
PRICES = {"FOOD": (1, 2), "METAL": (2, 3), "ENERGY": (3, 4)}  # die 1-3, die 4-6
FOOD_CUBES = 40
MAX_METAL, MAX_ENERGY = 6, 3

ACTIONS = [
    "PASS",
    "YES",
    "DIR_CW",
    "DIR_CCW",
    *[f"ROLE_{k}" for k in CARDS],
    *[f"TILE_{t}" for t in range(38)],
    *[f"HEXA_{h}" for h in ALL_HEXES],
    *[f"HEXB_{h}" for h in ALL_HEXES],
    *[f"DIE_{k}" for k in range(4)],
    *[f"SELL_{r}" for r in RESOURCES],
    *[f"BUY_{r}" for r in RESOURCES],
    "PIRATE",
    *[f"SEAT_{p}" for p in range(6)],
    "RES_METAL",
    "RES_ENERGY",
    *[f"TYPE_{t.name}" for t in SHIP_TYPES],
    *[f"SHIP_{i}" for i in ALL_SHIPS],
    "TELEPORT",
    "HIT_FIGHTER",
    "HIT_CRUISER",
    "HIT_DREADNOUGHT_FRESH",
    "HIT_DREADNOUGHT_DAMAGED",
    "HIT_STARBASE",
    "HIT_EMPIRE",
    "THRONE",
    *[f"TECH_{t}" for t in TECHNOLOGIES],
    "KEEP_FACEUP",
    "KEEP_DRAWN",
]


# -- the state ------------------------------------------------------------------------------------


@dataclass
class Player:
    reserve: int  # Empire tokens
    marks: int = 5
    metal: int = 1
    energy: int = 1
    vp: int = 0
    ships: list[int | None] = field(default_factory=lambda: [None] * len(TYPE_OF))
    damaged: set[int] = field(default_factory=set)
    influence: int = 0  # tokens in hand during a Regent role


@dataclass
class Token:
    owner: int
    kind: str  # "empire", "starbase", "home"


@dataclass
class Battle:
    attacker: int
    defender: int
    hex: int | None  # None: the duel
    plasma: bool = False
    ion: bool = False
    shields: set[int] = field(default_factory=set)  # seats whose next hit is cancelled
    no_retreat: bool = False
    bonus: ShipType | None = None
    round: int = 0  # 0: surprise volley
    phase: int = 0
    dice: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))


@dataclass(frozen=True)
class Options:
    market_prices: str = "table"
    finish_round: bool = False
    optional_conquest: bool = False
    unused_homes_plain: bool = False
    retreat_last_hex: bool = False
    caught_cancels: bool = False
    early_battles: bool = False
    price_reversal: str = "after_roll"
    round_cap: int = 30
    start_throne: int = -1


Asking = Generator[None, str, str]
Doing = Generator[None, str, None]
Judging = Generator[None, str, bool]


def number(action: str) -> int:
    """Return the number at the end of an action's name."""
    return int(action.rsplit("_", 1)[1])


class Oracle:
    """One game."""

    def __init__(
        self,
        n: int,
        seed: int,
        arrange: Callable[[Oracle], None] | None = None,
        **options: Any,
    ) -> None:
        """Start a game; `arrange` may change what lies on the table after the setup."""
        self.n = n
        self.arrange = arrange
        self.options = Options(**options)
        self.chance = LoadedChance(seed)
        self.over = False
        self.ranks: list[int] | None = None
        self.player: int | None = None
        self.decision: str | None = None
        self.legal: set[str] = set()
        self.play_on = self.game()
        next(self.play_on)

    # -- talking to the players -------------------------------------------------------------------

    def play(self, action: str) -> None:
        assert action in self.legal, (action, self.legal)
        try:
            self.play_on.send(action)
        except StopIteration:
            self.over = True
            self.player, self.decision, self.legal = None, None, set()

    def ask(self, player: int, decision: str, legal: Iterable[str]) -> Asking:
        self.player, self.decision, self.legal = player, decision, set(legal)
        assert self.legal, decision
        return (yield)

    def ask_yes(self, player: int, decision: str) -> Judging:
        return (yield from self.ask(player, decision, ["YES", "PASS"])) == "YES"

    # -- words of the rules -----------------------------------------------------------------------

    def order(self, start: int) -> list[int]:
        return [(start + self.direction * k) % self.n for k in range(self.n)]

    def tile(self, h: int) -> Tile:
        """The tile on a hex; a hex without tile behaves like an empty sector."""
        there = self.board[h]
        return Tile("empty") if there is None else TILES[there]

    def is_sun(self, h: int) -> bool:
        return self.tile(h).kind == "sun"

    def is_planet_sector(self, h: int) -> bool:
        return self.tile(h).planets >= 1

    def is_producing(self, h: int) -> bool:
        return self.tile(h).metal + self.tile(h).energy >= 1

    def is_home_sector(self, h: int) -> bool:
        return h in self.homes

    def controls(self, p: int, h: int) -> bool:
        return h in self.tokens and self.tokens[h].owner == p

    def sectors(self, p: int) -> list[int]:
        return [h for h in ALL_HEXES if self.controls(p, h)]

    def planets(self, p: int) -> int:
        return sum(self.tile(h).planets for h in self.sectors(p))

    def starbases(self, p: int) -> list[int]:
        """Own Starbases, the Home Starbase among them."""
        return [h for h in self.sectors(p) if self.tokens[h].kind in ("starbase", "home")]

    def ships_on(self, p: int, h: int) -> list[int]:
        return [i for i in ALL_SHIPS if self.players[p].ships[i] == h]

    def ships_on_board(self, p: int) -> list[int]:
        return [i for i in ALL_SHIPS if self.players[p].ships[i] is not None]

    def ships_in_reserve(self, p: int, ship_type: ShipType) -> list[int]:
        return [i for i in ship_type.ships if self.players[p].ships[i] is None]

    def enemies_with_ships(self, p: int, h: int) -> set[int]:
        return {q for q in range(self.n) if q != p and self.ships_on(q, h)}

    def enemies_with_forces(self, p: int, h: int) -> set[int]:
        enemies = self.enemies_with_ships(p, h)
        token = self.tokens.get(h)
        if token and token.owner != p and token.kind != "home":
            enemies.add(token.owner)
        return enemies

    def claimable(self, p: int, h: int) -> bool:
        return (
            self.is_planet_sector(h)
            and h not in self.tokens
            and self.players[p].reserve >= 1
            and not self.enemies_with_ships(p, h)
        )

    def put_token(self, p: int, h: int, kind: str) -> None:
        assert h not in self.tokens
        self.players[p].reserve -= 1
        assert self.players[p].reserve >= 0
        self.tokens[h] = Token(p, kind)

    def remove_token(self, h: int) -> None:
        token = self.tokens.pop(h)
        assert token.kind != "home"
        self.players[token.owner].reserve += 1

    def gain_vp(self, p: int, points: int) -> None:
        self.players[p].vp += points
        self.pool -= points

    def supply(self) -> int:
        return FOOD_CUBES - sum(self.cubes) - self.hand

    # -- technologies (4.10, 6.8) -----------------------------------------------------------------

    def usable(self, p: int, tech: int) -> bool:
        return self.tech_owner[tech] == p and tech not in self.blocked and tech not in self.spent

    def declare(self, p: int, tech: int) -> Judging:
        """Declare a technology, open the SABOTAGE window; return whether it works."""
        saboteur = self.tech_owner[SABOTEUR]
        if (
            saboteur is None
            or saboteur == p
            or SABOTEUR in self.used
            or not (yield from self.ask_yes(saboteur, "D28"))
        ):
            return True
        self.blocked.add(tech)
        self.used.add(SABOTEUR)
        die = [self.chance.die()]
        yield from self.time_reversal_window({"DIE_0": (die, 0)})
        if die[0] >= 5:
            self.removed.add(SABOTEUR)
            self.tech_owner[SABOTEUR] = None
            if self.options.caught_cancels:
                self.blocked.discard(tech)
        return tech not in self.blocked

    def who_reverses_time(self) -> int | None:
        owner = self.tech_owner[TIME_REVERSAL]
        if owner is None or TIME_REVERSAL in self.used or not self.usable(owner, TIME_REVERSAL):
            return None
        return owner

    def time_reversal_window(self, dice: dict[str, tuple[list[int], int]]) -> Doing:
        owner = self.who_reverses_time()
        if owner is None:
            return
        action = yield from self.ask(owner, "D29", ["PASS", *dice])
        if action == "PASS":
            return
        self.used.add(TIME_REVERSAL)
        if (yield from self.declare(owner, TIME_REVERSAL)):
            yield from self.reroll(owner, *dice[action])

    def reroll(self, owner: int, dice: list[int], die: int) -> Doing:
        dice[die] = self.chance.die()
        if (yield from self.ask_yes(owner, "D30")):
            dice[die] = self.chance.die()

    # -- setup (section 3) ------------------------------------------------------------------------

    def set_up(self) -> None:
        n = self.n
        self.players = [Player(reserve=TOKENS[n]) for _ in range(n)]
        self.board: list[int | None] = [None] * len(HEXES)
        self.tokens: dict[int, Token] = {}
        self.cubes = [0] * len(HEXES)
        self.hand = 0
        self.homes = HOMES[n]
        self.board[CENTRE] = OMEGA_SUN
        for p, h in enumerate(self.homes):
            self.board[h] = p
            self.tokens[h] = Token(p, "home")
            self.players[p].ships[0] = h
        plain, atomic = list(PLAIN), list(ATOMIC)
        unused_homes = list(range(n, 6))
        if self.options.unused_homes_plain:
            plain += unused_homes
        else:
            atomic += unused_homes
        self.chance.shuffle(plain)
        self.chance.shuffle(atomic)
        self.pile = [*plain, BLACK_HOLE, *atomic]  # the top comes first
        self.row: list[int] = []
        self.turn_up(n + 1)
        self.tech_owner: list[int | None] = [None] * len(TECHNOLOGIES)
        self.removed: set[int] = set()  # technologies out of the game
        self.blocked: set[int] = set()
        self.used: set[int] = set()
        self.active: set[int] = set()
        self.spent: set[int] = set()
        self.taken: set[int] = set()  # role cards
        self.scientist_removed = False
        self.card_0 = "Explorer"  # "to flip", "Warlord B"
        self.pool = POOL[n]
        self.throne: int | None = self.options.start_throne
        if self.throne == -1:
            self.throne = self.chance.below(n)
        self.round = 0
        self.fired = False
        self.last_role = ""
        self.direction = 1
        self.placed: dict[int | str, list[int]] = {}  # influence by hex and "throne"
        self.private: int | None = None
        self.battle: Battle | None = None
        self.prices: dict[str, int] = {}

    def turn_up(self, count: int) -> None:
        for _ in range(min(count, len(self.pile))):
            self.row.append(self.pile.pop(0))
            self.top_known_to: int | str | None = None

    # -- rounds (section 4) -----------------------------------------------------------------------

    def game(self) -> Doing:
        self.set_up()
        if self.arrange:
            self.arrange(self)
        while not self.over:
            yield from self.play_round()
        yield from self.final_count()

    def play_round(self) -> Doing:
        self.round += 1
        holder = self.throne
        assert holder is not None
        action = yield from self.ask(holder, "D01", ["DIR_CW", "DIR_CCW"])
        self.direction = 1 if action == "DIR_CW" else -1
        for place, c in enumerate(self.order(holder)):
            self.yet_to_choose = self.n - 1 - place
            cards = [k for k in CARDS if k not in self.taken]
            if self.scientist_removed and SCIENTIST in cards:
                cards.remove(SCIENTIST)
            card = number((yield from self.ask(c, "D02", [f"ROLE_{k}" for k in cards])))
            self.taken.add(card)
            yield from self.resolve(card, c)
            if self.last_role in ("Explorer", "Warlord", "Regent") and self.end_check():
                self.fired = True
                if not self.options.finish_round:
                    break
        if self.fired:
            self.over = True
        else:
            self.round_end()

    def end_check(self) -> bool:
        return any(player.reserve == 0 for player in self.players) or self.pool <= 0

    def round_end(self) -> None:
        if EXPLORER not in self.taken and self.card_0 == "Explorer" and self.pile:
            self.turn_up(1)
        self.taken.clear()
        if self.card_0 == "to flip":
            self.card_0 = "Warlord B"
        for player in self.players:
            player.marks += 2
        self.blocked.clear()
        self.used.clear()
        self.spent.clear()
        if self.round == self.options.round_cap:
            self.last_role = "round cap"
            self.over = True

    def resolve(self, card: int, c: int) -> Doing:
        self.card = card
        if card == EXPLORER and self.card_0 == "Explorer":
            self.last_role = "Explorer"
            yield from self.explorer(c)
        elif card == MERCHANT:
            self.last_role = "Merchant"
            yield from self.merchant(c)
        elif card == STEWARD:
            self.last_role = "Steward"
            yield from self.steward(c)
        elif card == ENGINEER:
            self.last_role = "Engineer"
            yield from self.engineer(c)
        elif card in (EXPLORER, WARLORD_A):
            self.last_role = "Warlord"
            yield from self.warlord(c)
        elif card == REGENT:
            self.last_role = "Regent"
            yield from self.regent(c)
        else:
            self.last_role = "Scientist"
            yield from self.scientist(c)

    # -- Explorer (4.2) ---------------------------------------------------------------------------

    def explorer(self, c: int) -> Doing:
        for p in self.order(c):
            if not self.row:
                continue
            tile = yield from self.take_tile(p)
            if self.usable(p, SCANNER) and tile != BLACK_HOLE and self.pile:
                tile = yield from self.scan(p, tile)
            h = yield from self.place(p, tile)
            if (
                p == c
                and self.is_planet_sector(h)
                and self.players[c].reserve >= 1
                and not self.enemies_with_ships(c, h)
                and (yield from self.ask_yes(c, "D07"))
            ):
                self.put_token(c, h, "empire")
        while self.row:
            tile = yield from self.take_tile(c)
            yield from self.place(c, tile)
        self.turn_up(self.n + 1)
        if not self.row:
            self.card_0 = "to flip"

    def take_tile(self, p: int) -> Generator[None, str, int]:
        tile = number((yield from self.ask(p, "D03", [f"TILE_{t}" for t in self.row])))
        self.row.remove(tile)
        return tile

    def scan(self, p: int, tile: int) -> Generator[None, str, int]:
        if not (yield from self.ask_yes(p, "D04")):
            return tile
        if not (yield from self.declare(p, SCANNER)):
            return tile
        drawn = self.pile[0]
        action = yield from self.ask(p, "D05", ["KEEP_FACEUP", "KEEP_DRAWN"])
        if action == "KEEP_FACEUP":
            self.top_known_to = p
            return tile
        self.pile[0] = tile
        self.top_known_to = "everybody"
        return drawn

    def place(self, p: int, tile: int) -> Generator[None, str, int]:
        if tile == BLACK_HOLE:
            self.board[CENTRE] = BLACK_HOLE
            self.scientist_removed = True
            return CENTRE
        free = [f"HEXA_{h}" for h in ALL_HEXES if self.board[h] is None]
        h = number((yield from self.ask(p, "D06", free)))
        self.board[h] = tile
        return h

    # -- Merchant (4.3, 5.1) ----------------------------------------------------------------------

    def merchant(self, c: int) -> Doing:
        self.players[c].marks += 3
        dice = yield from self.roll_market()
        dice.sort()
        choices = [f"DIE_{k}" for k in range(4) if dice[k] not in dice[:k]]
        dice.pop(number((yield from self.ask(c, "D08", choices))))
        for resource, die in zip(RESOURCES, dice, strict=True):
            if self.options.market_prices == "dice":
                self.prices[resource] = die
            else:
                self.prices[resource] = PRICES[resource][die >= 4]
        for p in self.order(c):
            yield from self.merchant_turn(p)
        self.prices = {}

    def roll_market(self) -> Generator[None, str, list[int]]:
        owner = self.who_reverses_time()
        before_roll = self.options.price_reversal == "before_roll"
        announced = False
        if before_roll and owner is not None and (yield from self.ask_yes(owner, "D29")):
            self.used.add(TIME_REVERSAL)
            announced = yield from self.declare(owner, TIME_REVERSAL)
        self.market_dice = dice = [self.chance.die() for _ in range(4)]
        choices = {f"DIE_{k}": (dice, k) for k in range(4)}
        if owner is not None and announced:
            action = yield from self.ask(owner, "D29", ["PASS", *choices])
            if action != "PASS":
                yield from self.reroll(owner, *choices[action])
        elif not before_roll:
            yield from self.time_reversal_window(choices)
        return dice

    def merchant_turn(self, p: int) -> Doing:
        me = self.players[p]
        for h in self.sectors(p):
            self.hand += min(self.tile(h).food, self.supply())
        self.bought: set[str] = set()
        self.sold: set[str] = set()
        self.invested: set[int] = set()
        self.retrieved: set[int] = set()
        while True:
            action = yield from self.ask(p, "D09", self.merchant_options(p))
            if action == "PASS":
                break
            if action == "PIRATE":
                yield from self.send_pirate(p)
                continue
            verb, what = action.split("_")
            if verb == "SELL":
                self.sold.add(what)
                me.marks += self.prices[what]
                self.change_resource(p, what, -1)
            elif verb == "BUY":
                self.bought.add(what)
                me.marks -= self.prices[what]
                self.change_resource(p, what, 1)
            elif verb == "HEXA":
                self.hand -= 1
                self.cubes[int(what)] += 1
                self.invested.add(int(what))
            else:
                self.cubes[int(what)] -= 1
                self.hand += 1
                self.retrieved.add(int(what))
        me.marks += self.hand * self.prices["FOOD"]
        self.hand = 0

    def change_resource(self, p: int, resource: str, by: int) -> None:
        if resource == "FOOD":
            self.hand += by
        elif resource == "METAL":
            self.players[p].metal += by
        else:
            self.players[p].energy += by

    def merchant_options(self, p: int) -> Iterable[str]:
        me = self.players[p]
        mine = self.sectors(p)
        fields = [h for h in mine if self.is_producing(h) and h not in self.retrieved]
        stock = {"FOOD": self.hand, "METAL": me.metal, "ENERGY": me.energy}
        room = {
            "FOOD": self.supply() >= 1 and self.hand < sum(2 - self.cubes[h] for h in fields),
            "METAL": me.metal < MAX_METAL,
            "ENERGY": me.energy < MAX_ENERGY,
        }
        yield "PASS"
        for resource in RESOURCES:
            if stock[resource] >= 1 and resource not in self.bought:
                yield f"SELL_{resource}"
            if me.marks >= self.prices[resource] and room[resource] and resource not in self.sold:
                yield f"BUY_{resource}"
        for h in fields:
            if self.cubes[h] <= 1 and self.hand >= 1:
                yield f"HEXA_{h}"
        for h in mine:
            if self.cubes[h] >= 1 and h not in self.invested:
                yield f"HEXB_{h}"
        if self.usable(p, PIRATE) and PIRATE not in self.used and self.pirate_options(p):
            yield "PIRATE"

    def pirate_options(self, p: int) -> list[str]:
        options = []
        for s in range(self.n):
            if s != p and self.players[s].metal >= 1 and self.players[p].metal < MAX_METAL:
                options.append(f"SEAT_{s}")
        for h, token in self.tokens.items():
            if token.owner != p and self.cubes[h] >= 1:
                options.append(f"HEXA_{h}")
        return options

    def send_pirate(self, p: int) -> Doing:
        self.used.add(PIRATE)
        if not (yield from self.declare(p, PIRATE)):
            return
        action = yield from self.ask(p, "D10", self.pirate_options(p))
        if action.startswith("SEAT"):
            self.players[number(action)].metal -= 1
            self.players[p].metal += 1
        else:
            self.cubes[number(action)] -= 1
            self.hand += 1

    # -- Steward (4.4, 5.2) -----------------------------------------------------------------------

    def steward(self, c: int) -> Doing:
        taker = self.players[c]
        free = []
        if taker.metal < MAX_METAL:
            free.append("RES_METAL")
        if taker.energy < MAX_ENERGY:
            free.append("RES_ENERGY")
        if free:
            if (yield from self.ask(c, "D11", free)) == "RES_METAL":
                taker.metal += 1
            else:
                taker.energy += 1
        for p in self.order(c):
            yield from self.steward_turn(p)

    def steward_turn(self, p: int) -> Doing:
        produced: set[int] = set()
        free_uses = 0
        while True:
            options = ["PASS"]
            for h in self.sectors(p):
                if h not in produced and self.some_cube_fits(p, h):
                    if self.cubes[h] >= 1:
                        options.append(f"HEXA_{h}")
                    if self.usable(p, PROTEIN) and free_uses < 2:
                        options.append(f"HEXB_{h}")
            action = yield from self.ask(p, "D12", options)
            if action == "PASS":
                return
            h = number(action)
            if action.startswith("HEXA"):
                self.cubes[h] -= 1
            else:
                if free_uses == 0 and not (yield from self.declare(p, PROTEIN)):
                    continue
                free_uses += 1
            me = self.players[p]
            me.metal = min(MAX_METAL, me.metal + self.tile(h).metal)
            me.energy = min(MAX_ENERGY, me.energy + self.tile(h).energy)
            produced.add(h)

    def some_cube_fits(self, p: int, h: int) -> bool:
        me, tile = self.players[p], self.tile(h)
        return (tile.metal >= 1 and me.metal < MAX_METAL) or (
            tile.energy >= 1 and me.energy < MAX_ENERGY
        )

    # -- Engineer (4.5, 5.3) ----------------------------------------------------------------------

    def engineer(self, c: int) -> Doing:
        if self.ships_in_reserve(c, FIGHTER):
            yield from self.deploy(c, FIGHTER)
        for p in self.order(c):
            yield from self.engineer_turn(p)

    def deploy(self, p: int, ship_type: ShipType) -> Doing:
        docks = [f"HEXA_{h}" for h in self.starbases(p)]
        h = number((yield from self.ask(p, "D13", docks)))
        self.players[p].ships[self.ships_in_reserve(p, ship_type)[0]] = h

    def engineer_turn(self, p: int) -> Doing:
        me = self.players[p]
        credit = 0
        declared = False

        def payable(ship_type: ShipType, credit: int) -> bool:
            return (
                me.marks >= ship_type.marks
                and me.energy >= ship_type.energy
                and me.metal + credit >= ship_type.metal
            )

        while True:
            hoped = credit
            if self.usable(p, ROBOTICS) and not declared:
                hoped = 2
            options = [
                f"TYPE_{t.name}"
                for t in SHIP_TYPES
                if self.ships_in_reserve(p, t) and payable(t, hoped)
            ]
            action = yield from self.ask(p, "D14", ["PASS", *options])
            if action == "PASS":
                return
            (ship_type,) = (t for t in SHIP_TYPES if action == f"TYPE_{t.name}")
            if self.usable(p, ROBOTICS) and not declared:
                declared = True
                if (yield from self.declare(p, ROBOTICS)):
                    credit = 2
            if not payable(ship_type, credit):
                continue
            from_credit = min(ship_type.metal, credit)
            credit -= from_credit
            me.metal -= ship_type.metal - from_credit
            me.energy -= ship_type.energy
            me.marks -= ship_type.marks
            yield from self.deploy(p, ship_type)

    # -- Warlord (4.6, 5.4, 5.5) ------------------------------------------------------------------

    def warlord(self, c: int) -> Doing:
        self.taker = c
        for p in self.order(c):
            if self.ships_on_board(p):
                yield from self.offer_warlord_tech(p, FUSION)
            yield from self.move_fleet(p)
            while battles := self.pending_battles(p):
                h = battles[0]
                if len(battles) > 1:
                    h = number((yield from self.ask(p, "D19", [f"HEXA_{b}" for b in battles])))
                yield from self.fight(p, h)
        self.spent |= self.active
        self.active.clear()

    def pending_battles(self, p: int) -> list[int]:
        return [h for h in ALL_HEXES if self.ships_on(p, h) and self.enemies_with_forces(p, h)]

    def second_warlord_possible(self) -> bool:
        other = WARLORD_A if self.card == EXPLORER else EXPLORER
        return self.card_0 == "Warlord B" and other not in self.taken and self.yet_to_choose >= 1

    def offer_warlord_tech(self, owner: int, tech: int) -> Doing:
        """Declare a Warlord technology, automatically or after D15."""
        if not self.usable(owner, tech) or tech in self.active:
            return
        if self.second_warlord_possible():
            self.asked = tech
            if not (yield from self.ask_yes(owner, "D15")):
                return
        if (yield from self.declare(owner, tech)):
            self.active.add(tech)

    def reachable(self, p: int, h: int) -> set[int]:
        """N*(p, h): adjacent hexes, and those behind suns."""
        found: set[int] = set()
        suns_crossed: set[int] = set()
        edge = [h]
        while edge:
            for v in NEIGHBOURS[edge.pop()]:
                if self.is_sun(v):
                    if v not in suns_crossed:
                        suns_crossed.add(v)
                        edge.append(v)
                elif not (self.is_home_sector(v) and v != self.homes[p]):
                    found.add(v)
        found.discard(h)
        return found

    def on_black_hole(self, p: int, ship: int) -> bool:
        return self.players[p].ships[ship] == CENTRE and self.board[CENTRE] == BLACK_HOLE

    def move_fleet(self, p: int) -> Doing:
        self.moved: set[int] = set()
        self.teleported: set[int] = set()
        self.teleport_to: int | None = None
        self.retreat = list(self.players[p].ships)
        while True:
            action = yield from self.ask(p, "D16", self.move_options(p))
            if action == "PASS":
                return
            if action.startswith("SHIP"):
                yield from self.move_ship(p, number(action))
            elif action.startswith("HEXA"):
                self.put_token(p, number(action), "empire")
            else:
                yield from self.fight(p, number(action))

    def move_options(self, p: int) -> Iterable[str]:
        ships = self.players[p].ships
        yield "PASS"
        seen = set()
        for i in ALL_SHIPS:
            h = ships[i]
            if h is None or i in self.moved or (TYPE_OF[i], h) in seen:
                continue
            seen.add((TYPE_OF[i], h))
            if self.reachable(p, h) or self.on_black_hole(p, i):
                yield f"SHIP_{i}"
        for h in {h for h in ships if h is not None}:
            if self.claimable(p, h):
                yield f"HEXA_{h}"
            if self.options.early_battles and self.enemies_with_forces(p, h):
                yield f"HEXB_{h}"

    def move_ship(self, p: int, ship: int) -> Doing:
        ships = self.players[p].ships
        self.moved.add(ship)
        steps = TYPE_OF[ship].move
        if FUSION in self.active and self.tech_owner[FUSION] == p:
            steps += 1
        walked = 0
        while walked < steps:
            here = ships[ship]
            assert here is not None
            options = [f"HEXA_{v}" for v in self.reachable(p, here)]
            if walked == 0 and self.on_black_hole(p, ship):
                options.append("TELEPORT")
            if walked >= 1:
                options.append("PASS")
                if self.claimable(p, here):
                    options.append("YES")
            action = yield from self.ask(p, "D17", options)
            if action == "PASS":
                return
            if action == "YES":
                self.put_token(p, here, "empire")
                continue
            if action == "TELEPORT":
                if self.teleport_to is None:
                    targets = [
                        f"HEXA_{h}"
                        for h in ALL_HEXES
                        if h != CENTRE and not self.is_home_sector(h) and not self.is_sun(h)
                    ]
                    self.teleport_to = number((yield from self.ask(p, "D18", targets)))
                ships[ship] = self.teleport_to
                self.teleported.add(ship)
                return
            if self.options.retreat_last_hex and not self.is_sun(here):
                self.retreat[ship] = here
            ships[ship] = number(action)
            walked += 1
            if self.enemies_with_forces(p, number(action)):
                return

    # -- battles (4.7, 6.2 to 6.5) ----------------------------------------------------------------

    def fight(self, p: int, h: int) -> Doing:
        (q,) = self.enemies_with_forces(p, h)
        self.battle = battle = Battle(p, q, h)
        yield from self.offer_warlord_tech(p, PLASMA)
        yield from self.offer_warlord_tech(p, SHIELD)
        if self.controls(q, h):
            yield from self.offer_warlord_tech(q, ION)
        if self.ships_on(q, h):
            yield from self.offer_warlord_tech(q, SHIELD)
        battle.plasma = PLASMA in self.active and self.tech_owner[PLASMA] == p
        battle.ion = ION in self.active and self.tech_owner[ION] == q
        for side in (p, q):
            if SHIELD in self.active and self.tech_owner[SHIELD] == side and self.ships_on(side, h):
                battle.shields.add(side)
        battle.no_retreat = any(i in self.teleported for i in self.ships_on(p, h))
        if battle.no_retreat:
            yield from self.battle_round(battle)
        while self.both_sides_alive(battle):
            battle.round += 1
            yield from self.battle_round(battle)
            if not self.both_sides_alive(battle):
                break
            if battle.round == 20:
                self.leave_battle(battle)
                break
            if not battle.no_retreat and not (yield from self.ask_yes(p, "D22")):
                self.leave_battle(battle)
                break
        self.repair()
        self.battle = None
        won = self.ships_on(p, h) and not self.enemies_with_forces(p, h)
        if won and self.is_planet_sector(h) and self.players[p].reserve >= 1:
            if self.options.optional_conquest and not (yield from self.ask_yes(p, "D07")):
                return
            self.put_token(p, h, "empire")

    def repair(self) -> None:
        for player in self.players:
            player.damaged.clear()

    def leave_battle(self, battle: Battle) -> None:
        """All attacking ships retreat; those that burnt their bridge are lost."""
        p = battle.attacker
        assert battle.hex is not None
        for i in self.ships_on(p, battle.hex):
            self.players[p].ships[i] = None if battle.no_retreat else self.retreat[i]

    def fleet(self, battle: Battle, side: int) -> list[int]:
        """The ships of a side in the battle; in the duel all ships on the board."""
        if battle.hex is None:
            return self.ships_on_board(side)
        return self.ships_on(side, battle.hex)

    def fort(self, battle: Battle) -> str | None:
        """The defender's Empire or Starbase."""
        if battle.hex is None or not self.controls(battle.defender, battle.hex):
            return None
        return self.tokens[battle.hex].kind

    def both_sides_alive(self, battle: Battle) -> bool:
        attacker_alive = bool(self.fleet(battle, battle.attacker))
        defender_alive = bool(self.fleet(battle, battle.defender) or self.fort(battle))
        return attacker_alive and defender_alive

    def battle_round(self, battle: Battle) -> Doing:
        """One battle round; round 0 is the surprise volley."""
        p = battle.attacker
        battle.bonus = None
        battle.phase = 0
        if battle.hex is not None and p == self.taker:
            types = {f"TYPE_{TYPE_OF[i].name}": TYPE_OF[i] for i in self.shooters(battle)}
            battle.bonus = types[(yield from self.ask(p, "D20", types))]
        for phase in (1, 2, 3):
            battle.phase = phase
            yield from self.battle_phase(battle)
            if not self.both_sides_alive(battle):
                return

    def shooters(self, battle: Battle) -> list[int]:
        """The attacker's ships that fire: in the surprise volley the teleported ones."""
        ships = self.fleet(battle, battle.attacker)
        if battle.round == 0:
            ships = [i for i in ships if i in self.teleported]
        return ships

    def battle_phase(self, battle: Battle) -> Doing:
        ship_type = TYPE_OF_PHASE[battle.phase]
        volley = battle.round == 0
        attackers = [i for i in self.shooters(battle) if TYPE_OF[i] is ship_type]
        attacker_dice = len(attackers) * ship_type.dice
        if attackers and battle.bonus is ship_type:
            attacker_dice += 1
        defender_dice = 0
        if not volley:
            defenders = [i for i in self.fleet(battle, battle.defender) if TYPE_OF[i] is ship_type]
            defender_dice = len(defenders) * ship_type.dice
            fort = self.fort(battle)
            if battle.phase == 2 and fort:
                defender_dice += (2 if fort == "empire" else 3) + battle.ion
        if attacker_dice + defender_dice == 0:
            return
        dice = battle.dice = (
            [self.chance.die() for _ in range(attacker_dice)],
            [self.chance.die() for _ in range(defender_dice)],
        )
        hits_on = (ship_type.hits_on - battle.plasma, ship_type.hits_on)
        if battle.hex is not None:
            classes: dict[str, tuple[list[int], int]] = {}
            for side in (0, 1):
                for k, die in enumerate(dice[side]):
                    name = f"DIE_{2 * side + (die < hits_on[side])}"
                    classes.setdefault(name, (dice[side], k))
            yield from self.time_reversal_window(classes)
        on_defender = sum(die >= hits_on[0] for die in dice[0])
        on_attacker = sum(die >= hits_on[1] for die in dice[1])
        if on_defender and battle.defender in battle.shields:
            battle.shields.remove(battle.defender)
            on_defender -= 1
        if on_attacker and battle.attacker in battle.shields:
            battle.shields.remove(battle.attacker)
            on_attacker -= 1
        yield from self.assign_hits(battle, battle.defender, on_defender)
        yield from self.assign_hits(battle, battle.attacker, on_attacker)

    def assign_hits(self, battle: Battle, side: int, hits: int) -> Doing:
        me = self.players[side]
        for _ in range(hits):
            kinds: dict[str, list[int]] = {}
            for i in self.fleet(battle, side):
                kind = f"HIT_{TYPE_OF[i].name}"
                if TYPE_OF[i] is DREADNOUGHT:
                    kind += "_DAMAGED" if i in me.damaged else "_FRESH"
                kinds.setdefault(kind, []).append(i)
            options = list(kinds)
            if side == battle.defender:
                fort = self.fort(battle)
                if fort == "starbase":
                    options.append("HIT_STARBASE")
                elif fort == "empire" and not kinds:
                    options.append("HIT_EMPIRE")
            if not options:
                return
            action = yield from self.ask(side, "D21", options)
            if action == "HIT_STARBASE":
                assert battle.hex is not None
                self.tokens[battle.hex].kind = "empire"
            elif action == "HIT_EMPIRE":
                assert battle.hex is not None
                self.remove_token(battle.hex)
                self.gain_vp(battle.attacker, 1)
            else:
                ships = kinds[action]
                if (
                    side == battle.attacker
                    and battle.hex is not None
                    and not battle.no_retreat
                    and len({self.retreat[i] for i in ships}) > 1
                ):
                    origins = {f"HEXA_{self.retreat[i]}" for i in ships}
                    h = number((yield from self.ask(side, "D31", origins)))
                    ships = [i for i in ships if self.retreat[i] == h]
                if action == "HIT_DREADNOUGHT_FRESH":
                    me.damaged.add(ships[0])
                else:
                    me.damaged.discard(ships[0])
                    me.ships[ships[0]] = None

    # -- Regent (4.8, 6.6, 6.7) -------------------------------------------------------------------

    def regent(self, c: int) -> Doing:
        self.throne = None
        for player in self.players:
            player.influence = min(2, player.reserve)
            player.reserve -= player.influence
        self.price = 2
        for p in self.order(c):
            yield from self.buy_influence(p)
        self.placed = {}
        self.private = None
        for p in [*self.order(c)[1:], c]:
            yield from self.place_influence(p)
        before = {h: Token(token.owner, token.kind) for h, token in self.tokens.items()}
        self.resolve_throne(c)
        self.resolve_sectors()
        yield from self.displace_ships(c, before)
        for p in range(self.n):
            self.gain_vp(p, self.planets(p))
        self.private = None

    def buy_influence(self, p: int) -> Doing:
        me = self.players[p]
        while True:
            cost = 2 if self.usable(p, DIPLOMAT) else self.price
            options = ["PASS"]
            if me.reserve >= 1 and me.marks >= cost:
                options.append("YES")
            if (yield from self.ask(p, "D23", options)) == "PASS":
                return
            if (
                self.usable(p, DIPLOMAT)
                and self.price >= 3
                and not (yield from self.declare(p, DIPLOMAT))
            ):
                continue
            me.marks -= cost
            self.price += 1
            me.reserve -= 1
            me.influence += 1
            return

    def place_influence(self, p: int) -> Doing:
        me = self.players[p]
        ambassador = self.tech_owner[AMBASSADOR]
        while me.influence >= 1:
            options = ["PASS", "THRONE"]
            for h in ALL_HEXES:
                barred = h == self.private and p != ambassador
                if self.is_planet_sector(h) and not self.is_home_sector(h) and not barred:
                    options.append(f"HEXA_{h}")
            action = yield from self.ask(p, "D24", options)
            if action == "PASS":
                me.reserve += me.influence
                me.influence = 0
                return
            where = "throne" if action == "THRONE" else number(action)
            self.placed.setdefault(where, [0] * self.n)[p] += 1
            me.influence -= 1
            if (
                isinstance(where, int)
                and ambassador is not None
                and ambassador != p
                and self.usable(ambassador, AMBASSADOR)
                and AMBASSADOR not in self.used
                and (yield from self.ask_yes(ambassador, "D25"))
            ):
                self.used.add(AMBASSADOR)
                if (yield from self.declare(ambassador, AMBASSADOR)):
                    self.placed[where][p] -= 1
                    me.influence += 1
                    self.private = where

    def resolve_throne(self, c: int) -> None:
        votes = self.placed.pop("throne", [0] * self.n)
        most = max(votes)
        self.throne = votes.index(most) if most > 0 and votes.count(most) == 1 else c
        for p in range(self.n):
            self.players[p].reserve += votes[p]

    def resolve_sectors(self) -> None:
        for h, votes in self.placed.items():
            if not any(votes):
                continue
            assert isinstance(h, int)
            strength = list(votes)
            if h in self.tokens:
                token = self.tokens[h]
                strength[token.owner] += {"empire": 1, "starbase": 2}[token.kind]
                self.remove_token(h)
            for p in range(self.n):
                self.players[p].reserve += votes[p]
            second, first = sorted(strength)[-2:]
            if first > second:
                kind = "empire" if first - second == 1 else "starbase"
                self.put_token(strength.index(first), h, kind)
        self.placed = {}

    def displace_ships(self, c: int, before: dict[int, Token]) -> Doing:
        for p in self.order(c):
            refuges = [
                h
                for h in self.starbases(p)
                if h in before and before[h].owner == p and before[h].kind != "empire"
            ]
            for h in ALL_HEXES:
                if not self.is_planet_sector(h) or not self.ships_on(p, h):
                    continue
                if h in self.tokens:
                    lost = self.tokens[h].owner != p
                else:
                    lost = h in before and before[h].owner == p
                if not lost:
                    continue
                nearest = min(distance(h, refuge) for refuge in refuges)
                targets = [refuge for refuge in refuges if distance(h, refuge) == nearest]
                target = targets[0]
                if len(targets) > 1:
                    target = number((yield from self.ask(p, "D26", [f"HEXA_{t}" for t in targets])))
                for i in self.ships_on(p, h):
                    self.players[p].ships[i] = target

    # -- Scientist (4.9) --------------------------------------------------------------------------

    def scientist(self, c: int) -> Doing:
        for p in self.order(c):
            cost = [max(0, energy - (p == c)) for energy in TECH_COST]
            options = [
                f"TECH_{t}"
                for t in TECHNOLOGIES
                if self.tech_owner[t] is None
                and t not in self.removed
                and self.players[p].energy >= cost[t]
            ]
            action = yield from self.ask(p, "D27", ["PASS", *options])
            if action != "PASS":
                tech = number(action)
                self.players[p].energy -= cost[tech]
                self.tech_owner[tech] = p

    # -- the end (section 7) ----------------------------------------------------------------------

    def final_count(self) -> Doing:
        self.over = False  # a duel may still ask
        seats = range(self.n)
        for p in seats:
            if self.last_role != "Regent":
                self.gain_vp(p, self.planets(p))
            if self.players[p].metal == MAX_METAL and self.players[p].energy == MAX_ENERGY:
                self.gain_vp(p, 1)
        most = max(player.marks for player in self.players)
        rich = [p for p in seats if self.players[p].marks == most]
        for p in rich:
            self.gain_vp(p, 2 if len(rich) == 1 else 1)

        assert self.throne is not None
        order = self.order(self.throne)
        best = max(player.vp for player in self.players)
        tied = [p for p in seats if self.players[p].vp == best]

        def standing(p: int) -> tuple[int, int, int]:
            return (-len(self.sectors(p)), -self.players[p].marks, order.index(p))

        winner = loser = tied[0]
        if len(tied) > 1:
            duellists = sorted(sorted(tied, key=standing)[:2], key=order.index)
            won = yield from self.duel(*duellists)
            winner = min(duellists, key=standing) if won is None else won
            (loser,) = set(duellists) - {winner}

        def place(p: int) -> tuple[int, int]:
            """A player's place in the ranking; equal places share a rank."""
            if p == winner:
                return (-self.players[p].vp, 0)
            return (-self.players[p].vp, 1 if p == loser else 2)

        self.ranks = [1 + sum(place(q) < place(p) for q in seats) for p in seats]

    def duel(self, a: int, b: int) -> Generator[None, str, int | None]:
        """Return who has won, or None if the duel decides nothing."""
        self.battle = battle = Battle(a, b, None)
        while self.both_sides_alive(battle) and battle.round < 50:
            battle.round += 1
            yield from self.battle_round(battle)
        self.repair()
        self.battle = None
        alive = [p for p in (a, b) if self.ships_on_board(p)]
        return alive[0] if len(alive) == 1 else None
