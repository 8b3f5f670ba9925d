"""The rules of Core Worlds once more: slow, obvious, plain Python, to compare the game with.

Written from the rules reference alone. A game is one generator, `Oracle._play`, that runs through
the phases in the words of the rules and stops at every decision; `Oracle.question` then says
who is asked what, and `Oracle.answer` goes on. Nothing is stored that can be counted anew.

Piles are lists whose last card is the top one. The random generator is a copy of the game's, so
both play the same seed; before a shuffle the cards lie as the comments at each shuffle say.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from oracle_rng import Chance

import spaceenvs.core_worlds

DATA = Path(spaceenvs.core_worlds.__file__).parent / "data"
ZONE_SLOTS, HAND_SLOTS, UNIT_SLOTS = 32, 12, 24
ANY_UNIT = 127

Asking = Generator[None, str, str]
Running = Generator[None, str, None]


# The tables -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """One card definition."""

    def_id: int
    name: str
    type: str
    subtype_mask: int
    draft_cost: int
    deploy_cost: int
    fleet: int
    ground: int
    energy: int
    empire_points: int
    effects: tuple[tuple[str, tuple[int, ...]], ...]

    def effect(self, name: str) -> tuple[int, ...] | None:
        """Return the parameters of an effect, or None if the card does not have it."""
        for own, numbers in self.effects:
            if own == name:
                return numbers
        return None

    def starts_with(self, prefix: str) -> bool:
        """Say whether the card's first effect is of this kind: `EN_`, `ACT_`, `TAC_`."""
        return self.effects[0][0].startswith(prefix)

    def is_in(self, mask: int) -> bool:
        """Say whether this is a Unit of a subtype in the mask."""
        return self.type == "Unit" and bool(self.subtype_mask & mask)

    @property
    def is_colonist(self) -> bool:
        """Say whether the card may colonise (R26)."""
        return self.name in ("Galactic Grunts", "Snub Fighter")


def read_rows(file: str) -> list[dict[str, str]]:
    """Return the rows of a table."""
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def make_card(row: dict[str, str]) -> Card:
    """Return the card of a row."""
    effects = []
    for text in row["effect"].split(";"):
        found = re.fullmatch(r"(\w+)(?:\((.*)\))?", text)
        assert found, text
        name, within = found.groups()
        effects.append((name, tuple(int(x) for x in within.split(",")) if within else ()))
    numbers = {
        name: int(row[name])
        for name in (
            *("def_id", "subtype_mask", "draft_cost", "deploy_cost"),
            *("fleet", "ground", "energy", "empire_points"),
        )
    }
    return Card(name=row["name"], type=row["type"], effects=tuple(effects), **numbers)


def read_decks(file: str) -> dict[str, list[Card]]:
    """Return the decks of a table, every card as often as it has copies."""
    decks: dict[str, list[Card]] = {}
    for row in read_rows(file):
        decks.setdefault(row["deck"], []).extend([make_card(row)] * int(row["copies"]))
    return decks


HOME_WORLDS = [(int(row["home_number"]), make_card(row)) for row in read_rows("home_worlds.csv")]
STARTING_DECKS = read_decks("starting_decks.csv")
GALACTIC_DECKS = read_decks("galactic_decks.csv")
HAND_LIMIT = {int(row["sector"]): int(row["hand_limit"]) for row in read_rows("sectors.csv")}
ACTION_NUMBER = {row["action"]: int(row["index"]) for row in read_rows("actions.csv")}
ACTION_NAME = {number: name for name, number in ACTION_NUMBER.items()}

# Section 2 and section 3 step 4, by the number of players.
ZONE_SIZE = {2: 6, 3: 8, 4: 10, 5: 12}
SURGE_TOKENS = {2: [0, 0], 3: [0, 1, 1], 4: [0, 0, 1, 2], 5: [0, 0, 0, 0, 0]}


# What lies on the table -----------------------------------------------------------------

Likeness = tuple[Card, int, bool, int, tuple[int, int]]


@dataclass(eq=False)
class ZoneCard:
    """A card in the Central Zone."""

    card: Card
    token: bool = False


@dataclass(eq=False)
class Deployed:
    """A Unit in a Warzone; all but its tokens belongs to the running Invasion."""

    card: Card
    tokens: int = 0
    committed: bool = False
    uses: int = 0
    fleet_bonus: int = 0
    ground_bonus: int = 0

    def likeness(self) -> Likeness:
        """Return what makes two Units interchangeable (5.1)."""
        bonuses = (self.fleet_bonus, self.ground_bonus)
        return (self.card, self.tokens, self.committed, self.uses, bonuses)


@dataclass(eq=False)
class Player:
    """One player's Empire, and his counters."""

    seat: int
    home: Card
    hand: list[Card] = field(default_factory=list)
    deck: list[Card] = field(default_factory=list)
    discard: list[Card] = field(default_factory=list)
    worlds: list[Card] = field(default_factory=list)
    prestige: list[Card] = field(default_factory=list)
    units: list[Deployed] = field(default_factory=list)
    colony: list[Card] = field(default_factory=list)
    resolving: list[Card] = field(default_factory=list)
    known_hand: list[Card] = field(default_factory=list)
    energy: int = 0
    ap: int = 0
    surge_tokens: int = 0
    passed: bool = False
    explored: bool = False
    stored_energy: int = 0

    def world_energy(self) -> int:
        """Return the World Energy total."""
        return sum(world.energy for world in self.worlds)

    def empire(self) -> list[Card]:
        """Return all cards of the Empire."""
        units = [unit.card for unit in self.units]
        piles = (self.hand, self.deck, self.discard, self.colony, self.resolving)
        return [*self.worlds, *self.prestige, *units, *(card for pile in piles for card in pile)]

    def deploy_cost(self, card: Card) -> int:
        """Return what a Unit costs to deploy now (6.1)."""
        cost = card.deploy_cost
        warzone_units = [unit.card for unit in self.units]
        if discount := card.effect("DEP_DISCOUNT"):
            mask, x = discount
            cost -= x * sum(unit.is_in(mask) for unit in warzone_units)
        for source in [*warzone_units, *self.worlds]:
            if aura := source.effect("AURA_DISCOUNT"):
                mask, x = aura
                if card.is_in(mask):
                    cost -= x
        return max(0, cost)


@dataclass
class Invasion:
    """A running Invasion."""

    target: ZoneCard
    slot: int
    fleet_bonus: int = 0
    ground_bonus: int = 0
    tactics: list[Card] = field(default_factory=list)
    keeps_used: int = 0
    conquered: bool = False

    def keeps(self) -> int:
        """Return how many Units may still be kept after a conquest."""
        allowed = [tactic.effect("TAC_KEEP") for tactic in self.tactics]
        return sum(keep[0] for keep in allowed if keep) - self.keeps_used

    def totals(self, player: Player) -> tuple[int, int]:
        """Return the Invasion totals (6.2)."""
        force = [unit for unit in player.units if unit.committed]
        fleet, ground = self.fleet_bonus, self.ground_bonus
        for unit in force:
            fleet += unit.card.fleet + unit.fleet_bonus
            ground += unit.card.ground + unit.ground_bonus
            if per := unit.card.effect("STAT_PER"):
                mask, f, g, most = per
                others = [other for other in force if other is not unit]
                count = min(most, sum(other.card.is_in(mask) for other in others))
                fleet, ground = fleet + f * count, ground + g * count
            if per := unit.card.effect("STAT_TOKEN"):
                f, g = per
                fleet, ground = fleet + f * unit.tokens, ground + g * unit.tokens
        for tactic in self.tactics:
            if per := tactic.effect("TAC_PER"):
                mask, f, g, most = per
                count = min(most, sum(unit.card.is_in(mask) for unit in force))
                fleet, ground = fleet + f * count, ground + g * count
        return fleet, ground


@dataclass(frozen=True)
class Question:
    """A decision: who is asked what."""

    seat: int
    decision: str
    options: frozenset[str]
    left: int = 0
    """How many more cards the decision is about, where it is repeated so many times."""
    mask: int = 0
    """What may be deployed in COMBO."""
    acting: int | None = None
    """The slot of the Unit whose ability asks."""


def slot_of(answer: str) -> int:
    """Return the number in `ZONE_3`."""
    return int(answer.split("_")[1])


# The game -------------------------------------------------------------------------------


class Oracle:
    """A game of Core Worlds."""

    def __init__(
        self,
        num_players: int,
        seed: int,
        *,
        pregame_draft: bool = False,
        actions_profile: str = "4,5,5,5,6",
        public_discards: bool = True,
        surge_tokens: bool = True,
    ) -> None:
        self.n = num_players
        self.chance = Chance(seed)
        self.pregame_draft = pregame_draft
        self.actions = dict(enumerate(map(int, actions_profile.split(",")), 1))
        self.public_discards = public_discards
        self.with_surge_tokens = surge_tokens
        self.round = 0
        self.destiny = 0
        self.players: list[Player] = []
        self.zone: list[ZoneCard | None] = []
        self.galactic = {deck: list(GALACTIC_DECKS[str(deck)]) for deck in range(1, 6)}
        self.picks = 0
        self.removed: list[Card] = []
        self.invasion: Invasion | None = None
        self.question: Question | None = None
        self.scores: list[int] = []
        self.ranks: list[int] = []
        self._game = self._play()
        next(self._game)

    @property
    def done(self) -> bool:
        """Say whether the game is over."""
        return self.question is None

    def answer(self, action: str) -> None:
        """Take a decision."""
        try:
            self._game.send(action)
        except StopIteration:
            self.question = None

    def ask_turn_again(self) -> None:
        """Ask TURN anew, after a test has changed what the player has."""
        assert self.question
        player = self.players[self.question.seat]
        options = frozenset(self._turn_options(player))
        self.question = Question(player.seat, "TURN", options)

    def _ask(
        self,
        player: Player,
        decision: str,
        options: Iterable[str],
        *,
        left: int = 0,
        mask: int = 0,
        acting: int | None = None,
    ) -> Asking:
        self.question = Question(player.seat, decision, frozenset(options), left, mask, acting)
        answer = yield
        assert answer in self.question.options, (self.question, answer)
        return answer

    def _clockwise(self, first: int) -> list[Player]:
        return [self.players[(first + i) % self.n] for i in range(self.n)]

    @property
    def sector(self) -> int:
        """The sector of the round."""
        return (self.round + 1) // 2

    # Sections 3 and 11: setup

    def _play(self) -> Running:
        self._deal()
        if self.pregame_draft:
            yield from self._pregame()
        for player in self.players:  # as in the table, the picks last
            self.chance.shuffle(player.deck)
        for deck in range(1, 6):  # as in the table
            self.chance.shuffle(self.galactic[deck])
        for round_number in range(1, 11):
            yield from self._play_round(round_number)

    def _deal(self) -> None:
        homes = list(HOME_WORLDS)  # as in the table
        self.chance.shuffle(homes)
        for seat in range(self.n):
            number, home = homes[seat]
            player = Player(seat, home, worlds=[home], deck=list(STARTING_DECKS[f"S{number}"]))
            self.players.append(player)
        numbers = [number for number, _ in homes[: self.n]]
        self.destiny = numbers.index(min(numbers))
        if self.with_surge_tokens:
            for player, tokens in zip(
                self._clockwise(self.destiny), SURGE_TOKENS[self.n], strict=True
            ):
                player.surge_tokens = tokens

    def _pregame(self) -> Running:
        for player in self.players:
            for name in ("Galactic Grunts", "Snub Fighter"):
                card = next(card for card in player.deck if card.name == name)
                player.deck.remove(card)
                self.removed.append(card)
        deck = list(GALACTIC_DECKS["0"])  # as in the table
        self.chance.shuffle(deck)
        self.zone = [ZoneCard(deck.pop()) for _ in range(ZONE_SIZE[self.n])]
        forth = self._clockwise(self.destiny)
        for player in [*forth, *reversed(forth)]:
            options = [f"ZONE_{k}" for k, card in enumerate(self.zone) if card]
            answer = yield from self._ask(player, "PREGAME", options)
            player.deck.append(self._take_from_zone(slot_of(answer)).card)
            self.picks += 1
        self.removed += [left.card for left in self.zone if left] + deck
        self.zone = []

    # Section 4: the rounds

    def _play_round(self, round_number: int) -> Running:
        self.round = round_number
        for player in self.players:
            player.ap = self.actions[self.sector]
            player.passed = False
            player.explored = False
        for player in self._clockwise(self.destiny):
            self._draw(player, HAND_LIMIT[self.sector] - len(player.hand))
        yield from self._energy_phase()
        self._galactic_phase()
        yield from self._action_phase()
        if round_number == 10:
            self._score()
            return
        yield from self._discard_phase()
        self.round += 1
        self.destiny = (self.destiny + 1) % self.n
        if round_number == 8:
            yield from self._offer_reshuffle()

    def _draw(self, player: Player, count: int) -> None:
        """4.1, and for effects 6.3."""
        for _ in range(count):
            if len(player.hand) >= HAND_SLOTS:
                return
            if not player.deck:
                if not player.discard:
                    return
                self._shuffle_discards_in(player)
            player.hand.append(player.deck.pop())
            self._sort_hand(player)

    def _sort_hand(self, player: Player) -> None:
        player.hand.sort(key=lambda card: card.def_id)

    def _shuffle_discards_in(self, player: Player) -> None:
        if not player.deck and self.public_discards:  # section 8, R57
            player.known_hand = list(player.hand)
        # The deck as it lies, on it the discard pile by ascending def_id.
        player.deck += sorted(player.discard, key=lambda card: card.def_id)
        player.discard = []
        self.chance.shuffle(player.deck)

    def _take_from_hand(self, player: Player, card: Card) -> Card:
        player.hand.remove(card)
        if card in player.known_hand:
            player.known_hand.remove(card)
        return card

    def _discard_from_hand(self, player: Player, slot: int) -> None:
        player.discard.append(self._take_from_hand(player, player.hand[slot]))

    def _take_from_zone(self, slot: int) -> ZoneCard:
        taken = self.zone[slot]
        assert taken
        self.zone[slot] = None
        return taken

    def _offer_hand(self, player: Player, cards: Iterable[Card]) -> list[str]:
        """Return the lowest hand slot of each of these cards (5.1)."""
        return [f"HAND_{player.hand.index(card)}" for card in set(cards)]

    def _offer_units(self, player: Player, word: str, units: list[Deployed]) -> list[str]:
        """Return the lowest Unit slot of each of these Units that is unlike the others (5.1)."""
        offered: dict[Likeness, str] = {}
        for slot, unit in enumerate(player.units):
            if unit in units:
                offered.setdefault(unit.likeness(), f"{word}_{slot}")
        return list(offered.values())

    # 4.2

    def _energy_phase(self) -> Running:
        for player in self.players:
            player.stored_energy = player.world_energy()
            player.energy = player.stored_energy
            for unit in player.units:
                if gain := unit.card.effect("EN_UNIT"):
                    player.energy += gain[0]
        for player in self._clockwise(self.destiny):
            while True:
                playable = [
                    card
                    for card in player.hand
                    if card.type == "Tactic"
                    and card.starts_with("EN_")
                    and card.deploy_cost <= player.energy
                ]
                options = [*self._offer_hand(player, playable), "END"]
                if not player.explored and len(player.hand) >= 2:
                    options.append("EXPLORE")
                answer = yield from self._ask(player, "ENERGY", options)
                if answer == "END":
                    break
                if answer == "EXPLORE":
                    yield from self._explore(player)
                else:
                    self._play_energy_tactic(player, player.hand[slot_of(answer)])

    def _explore(self, player: Player) -> Running:
        player.explored = True
        explore = player.home.effect("EN_EXPLORE")
        assert explore
        cards, gain = explore
        for left in range(cards, 0, -1):
            options = self._offer_hand(player, player.hand)
            answer = yield from self._ask(player, "EXPLORE_CARD", options, left=left)
            self._discard_from_hand(player, slot_of(answer))
        player.energy += gain

    def _play_energy_tactic(self, player: Player, card: Card) -> None:
        self._take_from_hand(player, card)
        player.energy -= card.deploy_cost
        if gain := card.effect("EN_SURGE"):
            high, low = gain
            behind = any(other.stored_energy > player.stored_energy for other in self.players)
            player.energy += high if behind else low
        elif gain := card.effect("EN_BURST"):
            player.energy += gain[0]
        else:
            raise AssertionError(card)
        player.discard.append(card)

    # 4.3

    def _galactic_phase(self) -> None:
        cards = [card for card in self.zone if card]
        self.removed += [card.card for card in cards if card.token]
        kept = [card for card in cards if not card.token]
        for card in kept:
            card.token = True
        self.zone = [*kept]
        deck = self.galactic[self.sector]

        def worlds() -> int:
            return sum(slot is not None and slot.card.type == "World" for slot in self.zone)

        def reveal_while(wanted: Callable[[], bool]) -> None:
            while deck and len(self.zone) < ZONE_SLOTS and wanted():
                self.zone.append(ZoneCard(deck.pop()))

        reveal_while(lambda: len(self.zone) < ZONE_SIZE[self.n])
        reveal_while(lambda: worlds() < self.n)
        reveal_while(lambda: len(self.zone) - worlds() < self.n)
        if self.round == 10:
            reveal_while(lambda: True)

    # 4.4

    def _action_phase(self) -> Running:
        seat = self.destiny
        while not all(player.passed for player in self.players):
            player = self.players[seat]
            if player.ap == 0:
                player.passed = True
            if not player.passed:
                yield from self._turn(player)
                if player.ap == 0:
                    player.passed = True
            seat = (seat + 1) % self.n

    def _turn(self, player: Player) -> Running:
        while True:
            answer = yield from self._ask(player, "TURN", self._turn_options(player))
            if answer != "TOKEN":
                break
            self._use_surge_token(player)
        if answer == "END":
            player.ap = 0
            player.passed = True
            return
        if answer.startswith("UNIT"):
            player.ap -= 1
            player.units[slot_of(answer)].tokens += 1
        elif answer.startswith("ZONE"):
            player.ap -= 1
            chosen = self.zone[slot_of(answer)]
            assert chosen
            if chosen.card.type == "World":
                yield from self._invade(player, slot_of(answer))
            else:
                self._draft(player, slot_of(answer))
        else:
            card = player.hand[slot_of(answer)]
            if card.type == "Unit":
                yield from self._deploy_units(player, card)
            else:
                player.ap -= 1
                yield from self._play_action_tactic(player, card)

    def _turn_options(self, player: Player) -> list[str]:
        options = ["END"]
        if player.surge_tokens:
            options.append("TOKEN")
        for slot, card in enumerate(self.zone):
            if card:
                cost = 1 if card.card.type == "World" else card.card.draft_cost
                if cost <= player.energy:
                    options.append(f"ZONE_{slot}")
        tactics = [
            card
            for card in player.hand
            if card.type == "Tactic"
            and card.starts_with("ACT_")
            and card.deploy_cost <= player.energy
            and self._action_tactic_helps(player, card)
        ]
        options += self._offer_hand(player, tactics + self._affordable_units(player))
        chargeable = []
        for unit in player.units:
            charge = unit.card.effect("ACT_CHARGE")
            if charge and unit.tokens < charge[0]:
                chargeable.append(unit)
        return options + self._offer_units(player, "UNIT", chargeable)

    def _use_surge_token(self, player: Player) -> None:
        player.surge_tokens -= 1
        player.energy += 2

    def _affordable_units(self, player: Player, mask: int = ANY_UNIT, more: int = 0) -> list[Card]:
        """Return the Units in hand that can be deployed now, with so much more Energy."""
        if len(player.units) >= UNIT_SLOTS:
            return []
        return [
            card
            for card in player.hand
            if card.is_in(mask) and player.deploy_cost(card) <= player.energy + more
        ]

    def _draft(self, player: Player, slot: int) -> None:
        drafted = self._take_from_zone(slot)
        player.energy -= drafted.card.draft_cost
        player.energy += drafted.token
        pile = player.prestige if drafted.card.type == "Prestige" else player.discard
        pile.append(drafted.card)

    # Deploying

    def _deploy_units(self, player: Player, card: Card) -> Running:
        while True:
            player.ap -= 1
            self._deploy(player, card)
            if combo := card.effect("DEP_COMBO"):
                yield from self._combo(player, *combo)
            while True:
                if player.ap < 1 or not self._may_deploy(player, ANY_UNIT):
                    return
                options = [*self._offer_hand(player, self._affordable_units(player)), "END"]
                options += ["TOKEN"] if player.surge_tokens else []
                answer = yield from self._ask(player, "DEPLOY_MORE", options)
                if answer == "END":
                    return
                if answer != "TOKEN":
                    break
                self._use_surge_token(player)
            card = player.hand[slot_of(answer)]

    def _may_deploy(self, player: Player, mask: int) -> bool:
        """Test what DEPLOY_MORE and COMBO have in common under "when, who"."""
        if len(player.units) >= UNIT_SLOTS or not any(card.is_in(mask) for card in player.hand):
            return False
        return bool(self._affordable_units(player, mask)) or player.surge_tokens > 0

    def _deploy(self, player: Player, card: Card) -> None:
        player.energy -= player.deploy_cost(card)
        player.units.append(Deployed(self._take_from_hand(player, card)))
        if draw := card.effect("DEP_DRAW"):
            self._draw(player, draw[0])

    def _combo(self, player: Player, mask: int, free: int) -> Running:
        while free and self._may_deploy(player, mask):
            options = [*self._offer_hand(player, self._affordable_units(player, mask)), "END"]
            options += ["TOKEN"] if player.surge_tokens else []
            answer = yield from self._ask(player, "COMBO", options, left=free, mask=mask)
            if answer == "END":
                return
            if answer == "TOKEN":
                self._use_surge_token(player)
            else:
                self._deploy(player, player.hand[slot_of(answer)])
                free -= 1

    # Tactics as an Action

    def _action_tactic_helps(self, player: Player, card: Card) -> bool:
        """5.3."""
        name, numbers = card.effects[0]
        if name == "ACT_DRAW":
            return bool(player.deck or player.discard)
        if name == "ACT_DEPLOY":
            more = 2 * player.surge_tokens - card.deploy_cost
            return bool(self._affordable_units(player, more=more))
        if name == "ACT_COLONIZE":
            return any(other.is_colonist for other in player.hand)
        assert name == "ACT_DRAFT_HAND"
        return bool(self._draftable(numbers[0], player.energy - card.deploy_cost))

    def _draftable(self, discount: int, energy: int) -> list[str]:
        return [
            f"ZONE_{slot}"
            for slot, card in enumerate(self.zone)
            if card
            and card.card.type in ("Unit", "Tactic")
            and max(0, card.card.draft_cost - discount) <= energy
        ]

    def _play_action_tactic(self, player: Player, card: Card) -> Running:
        name, numbers = card.effects[0]
        player.energy -= card.deploy_cost
        player.resolving.append(self._take_from_hand(player, card))
        if name == "ACT_DRAW":
            self._draw(player, numbers[0])
        elif name == "ACT_DEPLOY":
            yield from self._combo(player, ANY_UNIT, numbers[0])
        elif name == "ACT_COLONIZE":
            yield from self._colonize_from_hand(player, numbers[0])
        else:
            discount = numbers[0]
            options = self._draftable(discount, player.energy)
            answer = yield from self._ask(player, "DRAFT_HAND", options)
            drafted = self._take_from_zone(slot_of(answer))
            player.energy -= max(0, drafted.card.draft_cost - discount)
            player.hand.append(drafted.card)
            self._sort_hand(player)
            player.known_hand.append(drafted.card)
            player.energy += drafted.token
        player.discard.append(player.resolving.pop())

    def _colonize_from_hand(self, player: Player, most: int) -> Running:
        for left in range(most, 0, -1):
            colonists = [card for card in player.hand if card.is_colonist]
            if not colonists:
                return
            options = [*self._offer_hand(player, colonists), "END"]
            answer = yield from self._ask(player, "COLONIZE_HAND", options, left=left)
            if answer == "END":
                return
            player.colony.append(self._take_from_hand(player, player.hand[slot_of(answer)]))

    # 4.5: the Invasion

    @property
    def _running(self) -> Invasion:
        assert self.invasion
        return self.invasion

    def _invade(self, player: Player, slot: int) -> Running:
        player.energy -= 1
        target = self.zone[slot]
        assert target
        self.invasion = Invasion(target, slot)
        while True:
            answer = yield from self._ask(player, "INVADE", self._invade_options(player))
            if answer == "RETREAT":
                break
            if answer == "CONQUER":
                yield from self._conquer(player)
                break
            if answer == "TOKEN":
                self._use_surge_token(player)
            elif answer.startswith("UNIT"):
                player.units[slot_of(answer)].committed = True
            elif answer.startswith("ABIL"):
                yield from self._use_ability(player, player.units[slot_of(answer)])
            else:
                yield from self._play_invasion_tactic(player, player.hand[slot_of(answer)])
        self.invasion = None
        for unit in player.units:
            unit.committed = False
            unit.uses = unit.fleet_bonus = unit.ground_bonus = 0

    def _invade_options(self, player: Player) -> list[str]:
        options = ["RETREAT"]
        if player.surge_tokens:
            options.append("TOKEN")
        force = [unit for unit in player.units if unit.committed]
        world = self._running.target.card
        fleet, ground = self._running.totals(player)
        if force and fleet >= world.fleet and ground >= world.ground:
            options.append("CONQUER")
        rest = [unit for unit in player.units if not unit.committed]
        options += self._offer_units(player, "UNIT", rest)
        able = [unit for unit in force if self._has_use_left(player, unit)]
        options += self._offer_units(player, "ABIL", able)
        tactics = [
            card
            for card in player.hand
            if card.type == "Tactic"
            and card.starts_with("TAC_")
            and card.deploy_cost <= player.energy
            and self._invasion_tactic_helps(player, card)
        ]
        return options + self._offer_hand(player, tactics)

    def _has_use_left(self, player: Player, unit: Deployed) -> bool:
        """5.3."""
        if pay := unit.card.effect("INV_PAY"):
            cost, _, _, most = pay
            return unit.uses < most and player.energy >= cost
        if choice := unit.card.effect("INV_CHOICE"):
            return unit.uses < 1 and player.energy >= choice[0]
        if discard := unit.card.effect("INV_DISCARD"):
            return unit.uses < discard[2] and bool(player.hand)
        return False

    def _use_ability(self, player: Player, unit: Deployed) -> Running:
        unit.uses += 1
        acting = player.units.index(unit)
        if pay := unit.card.effect("INV_PAY"):
            cost, fleet, ground, _ = pay
            player.energy -= cost
        elif choice := unit.card.effect("INV_CHOICE"):
            cost, fleet, ground = choice
            player.energy -= cost
            sides = ["FLEET", "GROUND"]
            answer = yield from self._ask(player, "SIDE", sides, acting=acting)
            fleet, ground = (fleet, 0) if answer == "FLEET" else (0, ground)
        elif discard := unit.card.effect("INV_DISCARD"):
            fleet, ground, _ = discard
            options = self._offer_hand(player, player.hand)
            answer = yield from self._ask(player, "PAY_CARD", options, acting=acting)
            self._discard_from_hand(player, slot_of(answer))
        else:
            raise AssertionError(unit)
        unit.fleet_bonus += fleet
        unit.ground_bonus += ground

    def _invasion_tactic_helps(self, player: Player, card: Card) -> bool:
        """5.3."""
        name = card.effects[0][0]
        if name == "TAC_DRAW":
            return bool(player.deck or player.discard)
        if name == "TAC_DISCARD":
            return len(player.hand) >= 2
        return True

    def _play_invasion_tactic(self, player: Player, card: Card) -> Running:
        name, numbers = card.effects[0]
        invasion = self._running
        player.energy -= card.deploy_cost
        player.resolving.append(self._take_from_hand(player, card))
        invasion.tactics.append(card)
        if name == "TAC_BONUS":
            invasion.fleet_bonus += numbers[0]
            invasion.ground_bonus += numbers[1]
        elif name == "TAC_CHOICE":
            answer = yield from self._ask(player, "SIDE", ["FLEET", "GROUND"])
            if answer == "FLEET":
                invasion.fleet_bonus += numbers[0]
            else:
                invasion.ground_bonus += numbers[1]
        elif name == "TAC_DISCARD":
            fleet, ground, most = numbers
            for left in range(most, 0, -1):
                if not player.hand:
                    break
                options = [*self._offer_hand(player, player.hand), "END"]
                answer = yield from self._ask(player, "TAC_DISCARD", options, left=left)
                if answer == "END":
                    break
                self._discard_from_hand(player, slot_of(answer))
                invasion.fleet_bonus += fleet
                invasion.ground_bonus += ground
        elif name == "TAC_DRAW":
            self._draw(player, numbers[0])
        else:
            assert name in ("TAC_PER", "TAC_KEEP")  # counted when needed
        player.discard.append(player.resolving.pop())

    def _conquer(self, player: Player) -> Running:
        invasion = self._running
        world = self._take_from_zone(invasion.slot)
        invasion.conquered = True
        player.worlds.append(world.card)
        player.energy += world.token
        if gain := world.card.effect("CONQ_ENERGY"):
            player.energy += gain[0]
        yield from self._keep_units(player)
        yield from self._colonize(player)
        player.discard += [unit.card for unit in player.units if unit.committed]
        player.units = [unit for unit in player.units if not unit.committed]
        if draw := world.card.effect("CONQ_DRAW"):
            self._draw(player, draw[0])

    def _keep_units(self, player: Player) -> Running:
        while self._running.keeps() > 0:
            force = [unit for unit in player.units if unit.committed]
            if not force:
                return
            options = [*self._offer_units(player, "UNIT", force), "END"]
            answer = yield from self._ask(player, "KEEP_UNIT", options)
            if answer == "END":
                return
            player.units[slot_of(answer)].committed = False
            self._running.keeps_used += 1

    def _colonize(self, player: Player) -> Running:
        choices = {}
        for option, name in (("COL_GRUNT", "Galactic Grunts"), ("COL_SNUB", "Snub Fighter")):
            named = [unit for unit in player.units if unit.committed and unit.card.name == name]
            if named:
                choices[option] = named[0]
        if not choices:
            return
        answer = yield from self._ask(player, "COLONIZE", [*choices, "END"])
        if answer != "END":
            player.units.remove(choices[answer])
            player.colony.append(choices[answer].card)

    # 4.6, 4.7

    def _discard_phase(self) -> Running:
        for player in self._clockwise(self.destiny):
            if not player.hand:
                continue
            options = [*self._offer_hand(player, player.hand), "END"]
            answer = yield from self._ask(player, "KEEP_CARD", options)
            kept = None if answer == "END" else slot_of(answer)
            leaving = [card for slot, card in enumerate(player.hand) if slot != kept]
            player.discard += [self._take_from_hand(player, card) for card in leaving]
        for player in self.players:
            player.energy = 0

    def _offer_reshuffle(self) -> Running:
        for player in self._clockwise(self.destiny):
            if player.discard:
                answer = yield from self._ask(player, "RESHUFFLE", ["RESHUFFLE", "END"])
                if answer == "RESHUFFLE":
                    self._shuffle_discards_in(player)

    # Section 7

    def _score(self) -> None:
        results = []
        for player in self.players:
            empire = player.empire()
            score = sum(card.empire_points for card in empire)
            score += sum(self._bonus(player, card, empire) for card in empire)
            for unit in player.units:
                if bonus := unit.card.effect("VP_WARZONE"):
                    score += bonus[0]
            results.append((score, player.world_energy(), len(player.worlds)))
        self.scores = [result[0] for result in results]
        self.ranks = [1 + sum(other > result for other in results) for result in results]

    def _bonus(self, player: Player, card: Card, empire: list[Card]) -> int:
        """Return the bonus points of a card, VP_WARZONE excepted."""
        bonus = 0
        for name, numbers in card.effects:
            if name == "VP_PER":
                mask, n, k = numbers
                bonus += n * (sum(other.is_in(mask) for other in empire) // k)
            elif name == "VP_TACTIC":
                n, k = numbers
                bonus += n * (sum(other.type == "Tactic" for other in empire) // k)
            elif name == "VP_WORLD":
                n, k = numbers
                bonus += n * (len(player.worlds) // k)
            elif name == "VP_ENERGY":
                n, k = numbers
                bonus += n * (player.world_energy() // k)
        return bonus
