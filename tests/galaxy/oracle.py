"""A second, slow and plain implementation of Galaxy, written from the rules reference alone.

Nothing of the game's own code is used. A game is a generator that yields one `Decision` after
the other and is sent the action chosen; the turn reads from top to bottom like the rules.
"Rule 6.2" and "R21" in comments are sections and rulings of the rules reference.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, fields
from typing import Any

from oracle_rng import Chance

# Worlds, in the order of their ids.
CYL, FEL, MYR, DIV, ECU, IMP, KHA, ERI = range(8)
WORLDS = range(8)
VALUES_PER_WORLD = 11
FIRST_ALLY = 88
FIRST_TECHNOLOGY = 99
PHASER, SCREENS, SENSORS, WARP, ADVPROC = range(99, 104)
ALL_CARDS = range(104)
BASES_PER_PLAYER = 5

# Where the blocks of the flat action list begin (rule 5.1).
CARD = 0
WORLD = 104
PLACE = 112
ATTACK = 120
BASE_DOWN = 128
BASE_UP = 153
SEAT = 178
ROW = 183
BID = 187
BLOCKS = [CARD, WORLD, PLACE, ATTACK, BASE_DOWN, BASE_UP, SEAT, ROW, BID]
PASS = 198
END = 199
SECRET = 200
REVEAL = 201
POWER = 202
ROLL_SENSORS = 203
FACE_UP = 204
FACE_DOWN = 205
YES = 206
NO = 207
DRAW = 208
TAKE_RESERVE = 209
KEEP = 210
REJECT = 211


def is_ship(card: int) -> bool:
    return card < FIRST_TECHNOLOGY


def is_ally(card: int) -> bool:
    return FIRST_ALLY <= card < FIRST_TECHNOLOGY


def world_of(card: int) -> int | None:
    """The world a ship belongs to; None for Allies and technologies."""
    return card // VALUES_PER_WORLD if card < FIRST_ALLY else None


def value_of(card: int) -> int:
    """The value of a ship."""
    return card % VALUES_PER_WORLD


def roll_two(chance: Chance) -> int:
    first = chance.below(6) + 1
    second = chance.below(6) + 1
    return first + second


@dataclass
class Decision:
    seat: int
    name: str
    legal: set[int]


@dataclass
class Options:
    """The named options (rule 11)."""

    random_start: bool = False
    surrendered_in_tiebreak: bool = True
    redraw_dead_cards: bool = False
    spoils_one_per_player: bool = False
    phaser_vs_base: bool = False
    final_draw: bool = False
    drone_own_hand: bool = False
    nova_immovable: bool = False
    governor_at_zero: bool = False


OPTION_NAMES = [option.name for option in fields(Options)]


@dataclass
class Base:
    state: str = "supply"  # supply, visible, secret, lost
    world: int = -1  # -1: not on the table
    level: int = 0

    @property
    def influence(self) -> int:
        return max(0, 5 - self.level) if self.state == "visible" else 0


@dataclass
class Player:
    hand: set[int] = field(default_factory=set)
    reserve: set[int] = field(default_factory=set)
    garrison: int | None = None
    technologies: set[int] = field(default_factory=set)
    bases: list[Base] = field(default_factory=lambda: [Base() for _ in range(BASES_PER_PLAYER)])
    ever_secret: bool = False
    known: set[int] = field(default_factory=set)  # cards whose place he knows (rule 8.1)
    excluded: set[int] = field(default_factory=set)  # not the worlds of his garrison, public
    last_bid: int | None = None
    failed_bid: int | None = None
    last_turn: int = -1
    score: int = 0
    hand_value: int = 0
    rank: int = -1

    def bases_in(self, state: str) -> list[Base]:
        return [base for base in self.bases if base.state == state]

    def ships(self) -> list[int]:
        return sorted(card for card in self.hand if is_ship(card))


@dataclass
class PlayedShip:
    """A ship played this turn; the last one is the current ship (rule 4.3)."""

    card: int
    column: int
    face_down: bool
    gov_at_play: bool
    opps: int
    power_used: bool = False
    sensors_used: bool = False
    warp_used: bool = False
    destroyed: bool = False
    denied: set[int] = field(default_factory=set)

    @property
    def value(self) -> int:
        return value_of(self.card)


@dataclass
class Turn:
    player: int
    a: str = "none"  # none, A1, A2, A3
    b: bool = False
    d: bool = False
    commit: bool = False
    ships_played: list[PlayedShip] = field(default_factory=list)
    redraws: int = 0  # option redraw_dead_cards

    @property
    def current(self) -> PlayedShip:
        return self.ships_played[-1]

    @property
    def second(self) -> bool:
        return len(self.ships_played) == 2


Play = Generator[Decision, int, Any]


class Oracle:
    def __init__(self, n: int, seed: int, **options: bool) -> None:
        self.n = n
        self.options = Options(**options)
        self.chance = Chance(seed)
        self.players = [Player() for _ in range(n)]
        self.in_play = set(WORLDS)
        self.governor: dict[int, int | None] = dict.fromkeys(WORLDS)
        self.piles: dict[tuple[int, int], list[int]] = {
            (w, k): [] for w in WORLDS for k in range(1, 6)
        }
        self.face_down: set[int] = set()
        self.discard: set[int] = set()
        self.deck: list[int] = []
        self.r = 1
        self.dealer = -1
        self.high: int | None = None
        self.passes = 0
        self.bid_value: int | None = None
        self.turn_number = -1
        self.this_turn: Turn | None = None  # None before the first
        self.over = False

    # -- the whole game -----------------------------------------------------------------------

    def play(self) -> Play:
        """The game: yields every decision, ends when the game does."""
        self.set_up()
        first = self.dealer
        if not self.options.random_start:
            first = yield from self.auction()
        p = first
        while not self.over:
            yield from self.take_turn(p)
            p = (p + 1) % self.n
        self.score()

    def set_up(self) -> None:
        self.dealer = self.chance.below(self.n)
        cards = list(ALL_CARDS)
        self.chance.shuffle(cards)
        for seat, player in enumerate(self.players):
            player.hand = set(cards[8 * seat : 8 * seat + 8])
            player.known |= player.hand
        self.deck = cards[8 * self.n :]

    def auction(self) -> Play:
        p = self.dealer
        while True:
            if self.high is None:
                legal = {BID + v for v in range(11)}
            else:
                legal = {BID + v for v in range(self.high + 1, 11)} | {PASS}
            action = yield Decision(p, "BID", legal)
            if action == PASS:
                self.passes += 1
            else:
                self.high = action - BID
                self.players[p].last_bid = self.high
                self.passes = 0
                if self.high == 10:
                    break
            if self.passes == self.n - 1:
                break
            p = (p + 1) % self.n
        bids = {s: q.last_bid for s, q in enumerate(self.players) if q.last_bid is not None}
        for s in sorted(bids, key=lambda s: bids[s], reverse=True):
            bidder = self.players[s]
            if any(value_of(card) == bids[s] for card in bidder.ships()):
                self.bid_value = bids[s]
                return s
            bidder.failed_bid = bids[s]
            bidder.bases_in("supply")[-1].state = "lost"
        return self.dealer

    def take_turn(self, p: int) -> Play:
        self.turn_number += 1
        self.players[p].last_turn = self.turn_number
        self.this_turn = Turn(p)
        self.look_at_kha()
        yield from self.action_phase()
        yield from self.power_phase()
        yield from self.surrender_phase()
        ended = len(self.in_play) == 3
        if not ended or self.options.final_draw:
            yield from self.draw_phase()
        ships_left = any(is_ship(c) for q in self.players for c in q.hand | q.reserve)
        if ended or (not self.deck and not ships_left):
            self.over = True

    # -- small questions ------------------------------------------------------------------------

    @property
    def turn(self) -> Turn:
        """The turn in progress."""
        assert self.this_turn is not None
        return self.this_turn

    def top(self, w: int, k: int) -> int | None:
        pile = self.piles[w, k]
        return pile[-1] if pile else None

    def visible(self, w: int, k: int) -> int | None:
        """The visible ship of a pile: the top ship, if face up."""
        card = self.top(w, k)
        return None if card in self.face_down else card

    def playable(self, card: int) -> bool:
        return is_ally(card) or world_of(card) in self.in_play

    def dead(self, card: int) -> bool:
        """Whether a card is a ship of a surrendered world."""
        return world_of(card) is not None and world_of(card) not in self.in_play

    def bound(self) -> bool:
        """Whether this is the very first turn, with a bid to honour."""
        return self.turn_number == 0 and self.bid_value is not None

    def relative(self, seat: int, decider: int) -> int:
        return (seat - decider) % self.n

    def visible_bases(self, w: int) -> list[tuple[int, int]]:
        """The visible bases of a column as (owner, token), of equal ones only the first."""
        found, seen = [], set()
        for owner, player in enumerate(self.players):
            for token, base in enumerate(player.bases):
                here = base.state == "visible" and base.world == w
                if here and (owner, base.level) not in seen:
                    seen.add((owner, base.level))
                    found.append((owner, token))
        return found

    def base_action(self, kind: int, owner: int, token: int, decider: int) -> int:
        return kind + 5 * self.relative(owner, decider) + token

    def find_base(self, kind: int, action: int, decider: int) -> Base:
        relative, token = divmod(action - kind, 5)
        return self.players[(decider + relative) % self.n].bases[token]

    def controller(self, w: int) -> int | None:
        """Who controls the top ship of the active row of a column (rule 6.4)."""
        card = self.top(w, self.r)
        if card in [ship.card for ship in self.turn.ships_played]:
            return self.turn.player
        return self.governor[w]

    def ph(self, seat: int | None) -> int:
        return 2 if seat is not None and PHASER in self.players[seat].technologies else 0

    def has(self, seat: int | None, technology: int) -> bool:
        return seat is not None and technology in self.players[seat].technologies

    # -- knowledge (rule 8.1) -------------------------------------------------------------------

    def everybody_knows(self, card: int) -> None:
        for player in self.players:
            player.known.add(card)

    def forget(self, cards: set[int], but: set[int]) -> None:
        """Cards become unknown to all seats but some."""
        for seat, player in enumerate(self.players):
            if seat not in but:
                player.known -= cards

    def look_at_kha(self) -> None:
        """8.1.7: the active governor of KHA may look at its face-down top ship."""
        p = self.turn.player
        card = self.top(KHA, self.r)
        if self.governor[KHA] == p and card in self.face_down:
            self.players[p].known.add(card)

    # -- moving cards ---------------------------------------------------------------------------

    def to_discard(self, card: int) -> None:
        self.discard.add(card)
        self.everybody_knows(card)

    def draw_card(self, p: int) -> int:
        card = self.deck.pop(0)
        self.players[p].hand.add(card)
        self.players[p].known.add(card)
        return card

    def take_from_row(self, p: int, w: int, k: int) -> None:
        """Felowi and Warp Drive."""
        card = self.piles[w, k].pop()
        self.players[p].hand.add(card)
        self.everybody_knows(card)

    def random_card(self, victim: int) -> int:
        hand = sorted(self.players[victim].hand)
        return hand[self.chance.below(len(hand))]

    # -- governors (rule 6.3) -------------------------------------------------------------------

    def influence(self, s: int, w: int) -> int:
        return sum(base.influence for base in self.players[s].bases if base.world == w)

    def update_governor(self, w: int, cause: int) -> Play:
        t = [self.influence(s, w) for s in range(self.n)]
        most = max(t)
        governor = self.governor[w]
        if most == 0:
            if not self.options.governor_at_zero:
                self.governor[w] = None
        elif governor is None or t[governor] != most:
            tied = [s for s in range(self.n) if t[s] == most]
            if len(tied) == 1:
                self.governor[w] = tied[0]
            else:
                legal = {SEAT + self.relative(s, cause) for s in tied}
                self.look_at_kha()
                action = yield Decision(cause, "GOVERNOR_PICK", legal)
                self.governor[w] = (cause + action - SEAT) % self.n
        self.look_at_kha()

    # -- phase 1 (rules 4.3, 5.3) ---------------------------------------------------------------

    def action_phase(self) -> Play:
        p = self.turn.player
        while True:
            action = yield Decision(p, "ACTION", self.menu())
            if action == END:
                return
            yield from self.do(action)
            self.look_at_kha()

    def may_play_ship(self, card: int) -> bool:
        """A1, or the second ship of Divergence."""
        turn = self.turn
        if not is_ship(card) or not self.playable(card):
            return False
        if turn.a == "none":
            return not self.bound() or value_of(card) == self.bid_value
        if turn.a == "A1" and not turn.second:
            first = turn.ships_played[0]
            return (
                first.column == DIV
                and first.gov_at_play
                and self.governor[DIV] == turn.player
                and world_of(card) != DIV
            )
        return False

    def may_discard(self, card: int) -> bool:
        """A2."""
        turn = self.turn
        return self.dead(card) and turn.a == "none" and not turn.commit and not self.bound()

    def may_play_technology(self) -> bool:
        turn = self.turn
        if turn.d:
            return False
        if turn.a in ("A1", "A3"):
            return True
        return turn.a == "none" and any(
            self.may_play_ship(card) for card in self.players[turn.player].hand
        )

    def menu(self) -> set[int]:
        turn, r = self.turn, self.r
        p = turn.player
        me = self.players[p]
        supply = me.bases_in("supply")
        legal = set()

        for card in me.hand:
            if not is_ship(card):
                if self.may_play_technology():
                    legal.add(CARD + card)
            elif self.may_play_ship(card) or self.may_discard(card):
                legal.add(CARD + card)

        can_garrison = any(not is_ally(card) for card in me.ships())
        free = turn.a == "none" and not turn.b and not self.bound()
        if r == 1 and free and not me.ever_secret and supply and can_garrison:
            legal.add(SECRET)

        if not turn.b and turn.a != "A3" and supply:
            for w in self.in_play:
                levels = [base.level for q in self.players for base in q.bases if base.world == w]
                if r not in levels:
                    legal.add(PLACE + w)

        if me.garrison is not None and not turn.b:
            if world_of(me.garrison) in self.in_play:
                if turn.a != "A3":
                    legal.add(REVEAL)
            elif turn.a == "none" and not turn.commit and not self.bound():
                legal.add(REVEAL)

        if turn.ships_played:
            legal |= self.ship_menu(turn.current)

        if turn.a != "none" or not me.ships():
            legal.add(END)
        return legal

    def ship_menu(self, ship: PlayedShip) -> set[int]:
        p, r, w = self.turn.player, self.r, ship.column
        legal = set()

        if self.has(p, WARP) and not ship.warp_used:
            for k in range(1, r):
                if self.visible(w, k) is not None:
                    legal.add(ROW + k - 1)
        if ship.face_down:
            return legal

        fresh = not (ship.destroyed or ship.sensors_used or ship.power_used)
        if self.has(p, SENSORS) and fresh and ship.value >= 2:
            legal.add(ROLL_SENSORS)

        if not ship.power_used:
            governor = self.governor[w]
            if ship.value in (1, 5) and governor is not None and self.players[governor].hand:
                own_allowed = self.options.drone_own_hand and ship.value == 1
                if governor != p or own_allowed:
                    legal.add(POWER)
            for owner, token in self.visible_bases(w):
                level = self.players[owner].bases[token].level
                if ship.value == 3 and owner == p and level > 0:
                    legal.add(self.base_action(BASE_UP, owner, token, p))
                if ship.value == 4 and level <= r:
                    legal.add(self.base_action(BASE_DOWN, owner, token, p))

        if 6 <= ship.value <= 10 and not ship.destroyed and ship.opps > 0:
            for x in self.in_play:
                target = self.visible(x, r)
                attackable = target is not None and value_of(target) != 0
                if attackable and x != w and x not in ship.denied:
                    legal.add(ATTACK + x)
                if not self.piles[x, r]:
                    for owner, token in self.visible_bases(x):
                        if owner != p and self.players[owner].bases[token].level <= r:
                            legal.add(self.base_action(BASE_DOWN, owner, token, p))
        return legal

    def do(self, action: int) -> Play:
        """One entry of the Action menu."""
        turn = self.turn
        p = turn.player
        me = self.players[p]
        if action < WORLD:
            yield from self.do_card(action - CARD)
        elif PLACE <= action < ATTACK:
            w = action - PLACE
            base = me.bases_in("supply")[0]
            base.state, base.world, base.level = "visible", w, self.r
            turn.b = True
            yield from self.update_governor(w, p)
        elif ATTACK <= action < BASE_DOWN:
            yield from self.attack_ship(action - ATTACK)
        elif BASE_DOWN <= action < BASE_UP:
            base, ship = self.find_base(BASE_DOWN, action, p), turn.current
            ship.power_used = True
            if ship.value == 4:
                base.level += 1
                yield from self.update_governor(base.world, p)
            else:
                owner = (p + (action - BASE_DOWN) // 5) % self.n
                yield from self.attack_base(base, owner)
        elif BASE_UP <= action < SEAT:
            base = self.find_base(BASE_UP, action, p)
            turn.current.power_used = True
            base.level -= 1
            yield from self.update_governor(base.world, p)
        elif ROW <= action < BID:
            turn.current.warp_used = True
            self.take_from_row(p, turn.current.column, action - ROW + 1)
        elif action == SECRET:
            yield from self.place_secret()
        elif action == REVEAL:
            yield from self.reveal()
        elif action == POWER:
            self.drone_or_raider(turn.current)
        elif action == ROLL_SENSORS:
            yield from self.sensors(turn.current)
        else:
            raise AssertionError(action)

    def do_card(self, card: int) -> Play:
        turn = self.turn
        p = turn.player
        me = self.players[p]
        if not is_ship(card):
            turn.d = True
            if turn.a == "none":
                turn.commit = True
            me.hand.remove(card)
            if card == ADVPROC:
                self.to_discard(card)
                for _ in range(min(3, len(self.deck))):
                    self.draw_card(p)
            else:
                me.technologies.add(card)
                self.everybody_knows(card)
        elif self.dead(card):
            turn.a = "A2"
            me.hand.remove(card)
            self.to_discard(card)
        else:
            yield from self.play_ship(card)

    def play_ship(self, card: int) -> Play:
        """Rule 6.1."""
        turn, r = self.turn, self.r
        p = turn.player
        me = self.players[p]
        is_second = turn.a == "A1"
        face_down = False
        w = world_of(card)
        if w is None:
            columns = self.in_play - {DIV} if is_second else self.in_play
            action = yield Decision(p, "COLUMN", {WORLD + x for x in columns})
            w = action - WORLD
        elif w == KHA and self.governor[KHA] == p and (is_second or not self.bound()):
            action = yield Decision(p, "FACE", {FACE_UP, FACE_DOWN})
            face_down = action == FACE_DOWN
        gov_at_play = self.governor[w] == p
        opps = 0
        if value_of(card) >= 6 and not face_down:
            opps += bool(self.piles[w, r])
            for x in self.in_play - {w}:
                other = self.visible(x, r)
                opps += other is not None and value_of(other) == value_of(card)
            opps += w == IMP and gov_at_play
        if face_down:
            kha_ships = {c for c in me.hand if world_of(c) == KHA}
            self.forget(kha_ships, but={p})
            self.face_down.add(card)
        else:
            self.everybody_knows(card)
        me.hand.remove(card)
        self.piles[w, r].append(card)
        turn.a = "A1"
        turn.ships_played.append(PlayedShip(card, w, face_down, gov_at_play, opps))

    def place_secret(self) -> Play:
        p = self.turn.player
        me = self.players[p]
        ships = {card for card in me.ships() if not is_ally(card)}
        action = yield Decision(p, "GARRISON", {CARD + card for card in ships})
        self.forget(ships, but={p})
        me.garrison = action - CARD
        me.hand.remove(me.garrison)
        me.bases_in("supply")[0].state = "secret"
        me.ever_secret = True
        self.turn.a = "A3"

    def reveal(self) -> Play:
        turn = self.turn
        p = turn.player
        w = self.open_garrison(p)
        turn.b = True
        if w in self.in_play:
            yield from self.update_governor(w, p)
        else:
            turn.a = "A2"

    def open_garrison(self, s: int) -> int:
        """Turn a garrison up: the base appears at level 0, or is lost with its world."""
        player = self.players[s]
        card, player.garrison = player.garrison, None
        assert card is not None
        w = world_of(card)
        assert w is not None
        base = player.bases_in("secret")[0]
        self.everybody_knows(card)
        if w in self.in_play:
            player.hand.add(card)
            base.state, base.world, base.level = "visible", w, 0
        else:
            self.discard.add(card)
            base.state = "lost"
        return w

    def drone_or_raider(self, ship: PlayedShip) -> None:
        p = self.turn.player
        victim = self.governor[ship.column]
        assert victim is not None
        held = set(self.players[victim].hand)
        card = self.random_card(victim)
        self.forget(held, but={p, victim})
        self.players[victim].hand.remove(card)
        if ship.value == 1:
            self.players[victim].reserve.add(card)
        else:
            self.players[p].hand.add(card)
        self.players[p].known.add(card)
        ship.power_used = True

    def sensors(self, ship: PlayedShip) -> Play:
        p, w = self.turn.player, ship.column
        ship.sensors_used = True
        if roll_two(self.chance) > ship.value:
            return
        for s, other in enumerate(self.players):
            if s == p or other.garrison is None:
                continue
            if world_of(other.garrison) == w:
                self.open_garrison(s)
            else:
                other.excluded.add(w)
        yield from self.update_governor(w, p)

    # -- combat (rule 6.2) ----------------------------------------------------------------------

    def attack_ship(self, x: int) -> Play:
        p, r, ship = self.turn.player, self.r, self.turn.current
        target = self.piles[x, r][-1]
        d = self.controller(x)
        if d is not None and d != p and self.has(d, SCREENS):
            action = yield Decision(d, "ALLOW", {YES, NO})
            if action == NO:
                ship.denied.add(x)
                return
        ship.opps -= 1
        ship.power_used = True
        attack = ship.value + self.ph(p)
        defence = value_of(target) + self.ph(d)
        a1 = roll_two(self.chance)
        d1 = roll_two(self.chance)
        if a1 + attack > d1 + defence:
            self.piles[x, r].remove(target)
            self.to_discard(target)
            return
        if self.has(p, SCREENS):
            return
        if d is not None:
            action = yield Decision(d, "COUNTER", {YES, NO})
            if action == NO:
                return
        d2 = roll_two(self.chance)
        a2 = roll_two(self.chance)
        if d2 + defence > a2 + attack:
            self.piles[ship.column, r].remove(ship.card)
            self.to_discard(ship.card)
            ship.destroyed = True
            ship.opps = 0

    def attack_base(self, base: Base, owner: int) -> Play:
        p, ship = self.turn.player, self.turn.current
        ship.opps -= 1
        strength = ship.value
        if self.options.phaser_vs_base:
            strength += self.ph(p)
        if roll_two(self.chance) + self.ph(owner) <= strength:
            base.level += 1
            yield from self.update_governor(base.world, p)

    # -- phase 2 (rule 6.5) ---------------------------------------------------------------------

    def power_usable(self, ship: PlayedShip) -> bool:
        return ship.gov_at_play and self.governor[ship.column] == self.turn.player

    def power_phase(self) -> Play:
        powers = {
            FEL: self.felowi,
            MYR: self.myrmidon,
            ECU: self.ecup,
            ERI: self.erithizonian,
        }
        for ship in self.turn.ships_played:
            if ship.column in powers and self.power_usable(ship):
                yield from powers[ship.column]()
                self.look_at_kha()

    def felowi(self) -> Play:
        p = self.turn.player
        rows = {k for k in range(1, self.r) if self.visible(FEL, k) is not None}
        if rows:
            action = yield Decision(p, "FELOWI", {ROW + k - 1 for k in rows} | {PASS})
            if action != PASS:
                self.take_from_row(p, FEL, action - ROW + 1)

    def opponents_with_cards(self) -> set[int]:
        p = self.turn.player
        return {
            SEAT + self.relative(s, p) for s in range(self.n) if s != p and self.players[s].hand
        }

    def myrmidon(self) -> Play:
        p = self.turn.player
        seats = self.opponents_with_cards()
        if not seats:
            return
        action = yield Decision(p, "MYRMIDON", seats | {PASS})
        if action == PASS:
            return
        v = (p + action - SEAT) % self.n
        victim = self.players[v]
        self.forget(set(victim.hand), but={v})
        half = (len(victim.hand) + 1) // 2
        for _ in range(half):
            card = self.random_card(v)
            victim.hand.remove(card)
            victim.reserve.add(card)

    def ecup(self) -> Play:
        p = self.turn.player
        me = self.players[p]
        seats = self.opponents_with_cards()
        if not seats:
            return
        action = yield Decision(p, "ECUP", seats | {PASS})
        if action == PASS:
            return
        v = (p + action - SEAT) % self.n
        victim = self.players[v]
        held = set(victim.hand)
        card = self.random_card(v)
        self.forget(held, but={p, v})
        victim.hand.remove(card)
        me.hand.add(card)
        me.known.add(card)
        action = yield Decision(p, "ECUP_GIVE", {CARD + c for c in me.hand})
        given = action - CARD
        self.forget(set(me.hand), but={p, v})
        me.hand.remove(given)
        victim.hand.add(given)
        victim.known.add(given)

    def erithizonian(self) -> Play:
        p, r = self.turn.player, self.r
        sources = set()
        for w in self.in_play:
            card = self.visible(w, r)
            if card is None or not is_ally(card):
                continue
            if not (self.options.nova_immovable and value_of(card) == 0):
                sources.add(w)
        if not sources:
            return
        action = yield Decision(p, "ERI_SOURCE", {WORLD + w for w in sources} | {PASS})
        if action == PASS:
            return
        source = action - WORLD
        action = yield Decision(p, "ERI_DEST", {WORLD + x for x in self.in_play - {source}})
        self.piles[action - WORLD, r].append(self.piles[source, r].pop())

    # -- phase 3 (rule 6.7) ---------------------------------------------------------------------

    def surrender_phase(self) -> Play:
        r = self.r
        if any(not self.piles[w, r] for w in self.in_play):
            return
        if KHA in self.in_play:
            self.face_down.discard(self.piles[KHA, r][-1])
            self.everybody_knows(self.piles[KHA, r][-1])
        shown = {w: value_of(self.piles[w, r][-1]) for w in self.in_play}
        lowest = [w for w in shown if shown[w] == min(shown.values())]
        if len(lowest) > 1:
            return
        loser = lowest[0]
        highest = {w for w in shown if shown[w] == max(shown.values())}
        self.surrender(loser)
        yield from self.spoils({w: self.controller(w) for w in highest})
        for player in self.players:
            for card in player.technologies:
                self.to_discard(card)
            player.technologies = set()
        if len(self.in_play) > 3:
            self.r += 1

    def surrender(self, w: int) -> None:
        self.in_play.remove(w)
        self.governor[w] = None
        for k in range(1, 6):
            for card in self.piles[w, k]:
                self.face_down.discard(card)
                self.to_discard(card)
            self.piles[w, k] = []
        for player in self.players:
            for base in player.bases:
                if base.state == "visible" and base.world == w:
                    base.state, base.world, base.level = "lost", -1, 0

    def spoils(self, controller: dict[int, int | None]) -> Play:
        for i in range(self.n):
            s = (self.turn.player + i) % self.n
            mine = sorted(w for w in controller if controller[w] == s)
            if self.options.spoils_one_per_player:
                yield from self.one_spoils(s, mine)
            else:
                for w in mine:
                    yield from self.one_spoils(s, [w])

    def one_spoils(self, s: int, columns: list[int]) -> Play:
        legal = set()
        for w in columns:
            for owner, token in self.visible_bases(w):
                level = self.players[owner].bases[token].level
                if level > 0:
                    legal.add(self.base_action(BASE_UP, owner, token, s))
                if level <= self.r:
                    legal.add(self.base_action(BASE_DOWN, owner, token, s))
        if not legal:
            return
        action = yield Decision(s, "SPOILS", legal | {PASS})
        if action == PASS:
            return
        if action >= BASE_UP:
            base = self.find_base(BASE_UP, action, s)
            base.level -= 1
        else:
            base = self.find_base(BASE_DOWN, action, s)
            base.level += 1
        yield from self.update_governor(base.world, s)

    # -- phase 4 (rule 6.8) ---------------------------------------------------------------------

    def draw_phase(self) -> Play:
        turn = self.turn
        p = turn.player
        me = self.players[p]
        if any(ship.column == CYL and self.power_usable(ship) for ship in turn.ships_played):
            yield from self.cylor()
        if not self.deck:
            me.hand |= me.reserve
            me.reserve = set()
            return
        if me.reserve:
            action = yield Decision(p, "DRAW", {DRAW, TAKE_RESERVE})
            if action == TAKE_RESERVE:
                me.hand |= me.reserve
                me.reserve = set()
                return
        if any(ship.value == 2 and not ship.face_down for ship in turn.ships_played):
            me.known.add(self.deck[0])
            action = yield Decision(p, "SHUTTLE", {KEEP, REJECT})
            if action == REJECT:
                self.deck.append(self.deck.pop(0))
                if me.reserve:
                    action = yield Decision(p, "DRAW2", {DRAW, TAKE_RESERVE})
                    if action == TAKE_RESERVE:
                        me.hand |= me.reserve
                        me.reserve = set()
                        return
        yield from self.draw_from_deck()

    def draw_from_deck(self) -> Play:
        """Draw a card in phase 4; with `redraw_dead_cards` a dead one may be exchanged."""
        turn = self.turn
        p = turn.player
        card = self.draw_card(p)
        if not self.options.redraw_dead_cards:
            return
        while self.dead(card) and turn.redraws < 2:
            action = yield Decision(p, "REDRAW", {KEEP, REJECT})
            if action == KEEP:
                return
            turn.redraws += 1
            self.players[p].hand.remove(card)
            self.to_discard(card)
            if not self.deck:
                return
            card = self.draw_card(p)

    def cylor(self) -> Play:
        p = self.turn.player
        me = self.players[p]
        discards = 0
        while discards < 3:
            dead = {CARD + card for card in me.hand if self.dead(card)}
            if not dead:
                break
            action = yield Decision(p, "CYLOR", dead | {PASS})
            if action == PASS:
                break
            me.hand.remove(action - CARD)
            self.to_discard(action - CARD)
            discards += 1
        for _ in range(discards):
            if self.deck:
                yield from self.draw_from_deck()

    # -- the end (rule 7) -----------------------------------------------------------------------

    def score(self) -> None:
        for s, player in enumerate(self.players):
            if player.garrison is not None:
                self.open_garrison(s)
            player.score = sum(base.influence for base in player.bases)
            player.hand_value = sum(self.worth(card) for card in player.hand)
        order = sorted(
            range(self.n),
            key=lambda s: (
                self.players[s].score,
                self.players[s].hand_value,
                self.players[s].last_turn,
            ),
            reverse=True,
        )
        for rank, s in enumerate(order):
            self.players[s].rank = rank

    def worth(self, card: int) -> int:
        """The value of a card in hand for breaking ties."""
        if not is_ship(card):
            return 0
        if self.dead(card):
            return value_of(card) if self.options.surrendered_in_tiebreak else 0
        return 2 * value_of(card)
