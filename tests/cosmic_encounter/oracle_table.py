"""The table of the oracle: tokens, cards, powers, windows, cancelling (6.1, 6.13 to 6.17).

Everything that may ask a player is a generator: `yield` stops the game at a question.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cosmic_encounter.oracle_box import (
    COMPROMISE,
    EDICT,
    EDICT_ROW,
    FIRST_GAME,
    FLARE,
    FLARE_ID,
    FLARE_ROW,
    PASS,
    ROW,
    YES,
    Destiny,
    challenge_cards,
    destiny_cards,
    is_artefact,
    is_challenge,
    is_wild,
    list_pool,
    loc,
    num,
    opt,
    order_of_destiny,
    seat,
    sure,
)
from cosmic_encounter.oracle_destiny_special import (
    POWER_OUTAGE,
    WARP,
    can_pay,
    deal_specials,
    is_special,
    pay,
    special_rule,
)
from cosmic_encounter.oracle_hexes import (
    ONE_PLANET,
    SPACE_DUST,
    SPREAD,
    WORLDSHIPS,
    can_settle,
    clear_dust,
    count_home_planets,
    deal_hexes,
    draw_fleet,
    is_excluded,
    most_defending,
    planets_of,
    share_out,
    site,
    stacks_of,
    star_of,
    take_out_dust,
    two_of,
)
from cosmic_encounter.oracle_moons import (
    balance,
    deal_moons,
    discard_spent,
    find_moon,
    is_moon,
    moons_there,
    occupy,
    reveal_at_moment,
    works,
)
from cosmic_encounter.oracle_plays import EDICT_PLAYS, FLARE_PLAYS, ON_CONE, POWER_PLAYS, Play
from oracle_rng import Chance

Asking = Generator[None, int, int]
Doing = Generator[None, int, None]
Judging = Generator[None, int, bool]

HAND = 7
ENOUGH_HOME_BASES = 3
RESERVE = -2  # the origin of a Wraith's token
# The Witch's curses (6.12).
LOSES_MORE, INVITES_NOBODY, SMALL_HANDS, WEAKER, LEFT_IN_WARP, FEW_TOKENS = range(6)


def is_art(kind: int) -> bool:
    """Whether an action is that of an Edict or Flare."""
    return kind in EDICT or kind in FLARE


class Refused(Exception):
    """The card that is being played is cancelled by a Refusal Moon."""


class GameOver(Exception):
    """The game has ended."""


@dataclass(frozen=True)
class Options:
    power_pool: str = "core30"
    flares: str = "on"
    preset: str = ""
    mce_cards: bool = False
    reverse_cone: bool = True
    attack_any_base: bool = False
    kickers: bool = False
    reinforcements: bool = False
    skip_turn: bool = False
    free_return: bool = False
    special_destiny: bool = False
    replace_all: bool = False
    moons: str = "off"
    lucre: bool = False
    reverse_warp: bool = False
    reverse_hexes: str = "off"
    deal_proposals: int = 4
    max_challenges: int = 200


@dataclass
class Held:
    """A power that a player has."""

    power: str
    way: str = "sheet"  # or drawn, borrowed, copied (R103)
    memory: dict[str, Any] = field(default_factory=dict)  # artefacts, captives, points

    @property
    def key(self) -> tuple[str, bool]:
        """What is used once in a window: a copy is another power (R103)."""
        return self.power, self.way == "copied"


@dataclass
class Challenge:
    """What is remembered until the next challenge begins."""

    off: int
    nested: str = ""  # inside another one (R114): by which power
    defender: int | None = None
    took_token: bool = False  # D_REGROUP
    in_phase_8: bool = False
    card: Destiny | None = None  # the destiny card
    fits: list[int] = field(default_factory=list)  # the players it gives (4.1 e)
    comet: int | None = None  # in force
    rejected: bool = False  # by a wild Dictator
    super_dictator: bool = False
    system: int | None = None
    own: int | None = None  # OPT of D_OWN
    will: bool = False
    wild_will: bool = False
    lured: bool = False  # Siren: DEF and target are fixed
    lurer: int | None = None  # who becomes DEF
    dark: bool = False
    by_worldships: int | None = None  # who has played the destiny card
    standing: int | None = None  # Gas Giant: the tokens not withdrawn
    dust_card: Destiny | None = None  # of Space Dust
    first_of_two: dict[int, str] = field(default_factory=dict)  # Binary (R223)
    landed_at: dict[int, int] = field(default_factory=dict)
    visited: set[tuple[int, int]] = field(default_factory=set)  # who has been on which moon
    zapped_moons: set[int] = field(default_factory=set)
    vacant: bool = False  # the target is a moon with nobody on it
    tolled: bool = False  # Toll Moon
    bribe: tuple[int, int, int] | None = None  # Bribery Moon: to whom, by whom, which card
    target: int | None = None
    garrison: set[int] | None = None  # whose tokens on the target planet defend, if not DEF's
    tokens: dict[int, list[int | None]] = field(default_factory=dict)  # origins, on cone and ring
    allies: dict[int, int] = field(default_factory=dict)  # ally: his main player
    ring: dict[int, list[int | None]] = field(default_factory=dict)  # Busybody, for the DEF too
    free_choice: set[int] = field(default_factory=set)  # wild Busybody
    both_sides: set[int] = field(default_factory=set)  # super Busybody
    extra: dict[int, int] = field(default_factory=dict)  # Cavalry: an ally's card
    extra_shown: dict[int, int | None] = field(default_factory=dict)  # its value
    stakes: list[tuple[int, int, int | None]] = field(default_factory=list)  # Demon: who, whom
    borrowed_cards: list[tuple[int, int, int]] = field(default_factory=list)  # Doppelganger
    lent: list[tuple[int, int, int]] = field(default_factory=list)  # wild Doppelganger
    spreads: list[tuple[int, int]] = field(default_factory=list)  # wild Gambler
    claimed: dict[int, list[int]] = field(default_factory=dict)  # Gambler: the kinds claimed
    put_by: dict[int, list[int]] = field(default_factory=dict)  # wild Miser
    doubts: list[tuple[int, int]] = field(default_factory=list)  # Skeptic
    agreed: bool = False  # to a doubt: the challenge is over
    insured: set[int] = field(default_factory=set)
    premium: list[int] = field(default_factory=list)  # super Lloyd: who gets it
    rented: dict[int, int] = field(default_factory=dict)
    dear: bool = False  # super Hurtz
    must: dict[int, set[str]] = field(default_factory=dict)  # Force, Seeker
    orders: dict[tuple[int, int], bool] = field(default_factory=dict)  # invitations by Force
    sent: dict[int, int | None] = field(default_factory=dict)  # alliances by Force: side
    whined: set[int] = field(default_factory=set)
    three_way: int | None = None  # Diplomat
    outer: Challenge | None = None  # the one that is interrupted
    invited: set[tuple[int, int]] = field(default_factory=set)  # (main player, other)
    stones: set[tuple[int, int]] = field(default_factory=set)  # wild Gorgon: (player, planet)
    petrifiers: set[int] = field(default_factory=set)  # super Gorgon
    spooks: dict[int, int] = field(default_factory=dict)  # Phantom: ghosts on his side
    fiats: list[tuple[int, int]] = field(default_factory=list)  # Judge: (player, OPT)
    wild_fiats: int = 0
    captured: dict[int, int] = field(default_factory=dict)  # by Pirates, before the losses
    kept: bool = False  # the destiny card is not discarded (Dragon)
    stacked: int | None = None  # Industrialist: whose card goes to the stack
    mute: set[int] = field(default_factory=set)  # wild Silencer
    charmed: dict[int, int] = field(default_factory=dict)  # Serpent: player, his main player
    outcast: set[int] = field(default_factory=set)  # wild Serpent
    asked: set[int] = field(default_factory=set)
    joined: set[tuple[int, int]] = field(default_factory=set)  # (ally, main player), ever
    limit: int = 4
    ghosts: int = 0  # tokens that may still be taken from the Warp in this D_TOKENS
    wild_ghost: bool = False  # the wild was played for this D_TOKENS
    free_ghosts: bool = False  # super Ghost: they come on top of the limit
    aimer: int | None = None  # a Butler who answers D_TARGET
    launched: bool = False  # a Butler has taken the tokens
    costly: set[int] = field(default_factory=set)  # super Butler
    reserve: int = 2  # tokens of a Wraith's reserve in this D_TOKENS
    selected: dict[int, int] = field(default_factory=dict)
    second: dict[int, int] = field(default_factory=dict)
    by_power: set[int] = field(default_factory=set)  # whose second card is by the power Deuce
    kicker: dict[int, int] = field(default_factory=dict)
    early: set[int] = field(default_factory=set)  # wild Laser
    vacuums: set[int] = field(default_factory=set)  # whose Vacuums take tokens along now
    shower: int | None = None  # Oracle
    open_off: int | None = None  # who has selected face up (Open War, Face-Up Moon)
    chooser: dict[int, int] = field(default_factory=dict)  # main player: who selects (Aura)
    demanded: dict[int, list[int]] = field(default_factory=dict)  # kinds (Visionary)
    given: tuple[int, int] | None = None  # the Challenge card given by Philanthropist
    upset: bool = False
    both_lose: bool = False
    parity: list[tuple[int, int]] = field(default_factory=list)  # Anomaly: (player, parity)
    exchanges: int = 0  # of the values at V3
    exchangers: set[int] = field(default_factory=set)  # super Anomaly
    sums: list[tuple[Any, ...]] = field(default_factory=list)  # Calculator's declarations, in order
    reversed: set[int] = field(default_factory=set)
    copies: set[int] = field(default_factory=set)  # wild Mirror
    zapped_kickers: set[int] = field(default_factory=set)
    new_factor: dict[int, int] = field(default_factory=dict)  # the Kicker that a Gambler claims
    turned_factor: dict[int, int] = field(default_factory=dict)  # Chosen's Kicker for a new card
    added: dict[int, list[int]] = field(default_factory=dict)  # cards beside the main card
    added_value: dict[int, int] = field(default_factory=dict)  # V6
    # Revealed: values, None a Compromise.
    shown: dict[int, list[int | None]] = field(default_factory=dict)
    travelled: bool = False
    travel: bool = False
    aside: list[tuple[int, int]] = field(default_factory=list)
    void: bool = False
    oracle_deal: bool = False
    antimatter: list[int] = field(default_factory=list)
    macron: set[int] = field(default_factory=set)
    virus: set[int] = field(default_factory=set)
    super_virus: set[int] = field(default_factory=set)
    wild_virus: set[int] = field(default_factory=set)
    warpish: set[int] = field(default_factory=set)
    wild_warpish: set[int] = field(default_factory=set)
    super_warpish: set[int] = field(default_factory=set)
    wild_macron: list[int] = field(default_factory=list)
    bonus: dict[int, int] = field(default_factory=dict)  # numbers fixed when they are played
    hex_bonus: dict[int, int] = field(default_factory=dict)
    points: dict[int, int] = field(default_factory=dict)  # bought with Lucre
    reinforced: dict[int, int] = field(default_factory=dict)
    pacified: bool = False
    aa: bool = False  # both revealed Attacks
    totals: tuple[int, int] = (0, 0)
    winner: int | None = None
    losing: bool = False  # step 1 of 6.5
    lost: dict[int, int] = field(default_factory=dict)
    stellar_gas: bool = False
    wild_grudge: bool = False
    landed: dict[int, int] = field(default_factory=dict)  # on the target planet
    ceded: set[int] = field(default_factory=set)  # planets on which a deal gives a base
    deal_losses: dict[int, int] | None = None
    quashed: bool = False
    dealt: bool = False
    failed: bool = False  # the deal
    engaged: dict[int, int] = field(default_factory=dict)  # tokens when 8c begins
    predictions: list[tuple[int, int, str]] = field(default_factory=list)  # player, side, role
    discarded: dict[int, int] = field(default_factory=dict)  # main cards on the pile
    success: bool = False
    again: bool = False
    cut: bool = False  # super Boomerang: this challenge and its turn are over
    sanity: bool = False
    silenced: set[int] = field(default_factory=set)
    queue_asked: bool = False
    hungry: int | None = None  # super Vulch
    bullied: int | None = None  # super Bully: he chooses the allies' tokens too
    super_vampire: int | None = None
    cancelled: set[str] = field(default_factory=set)  # powers
    used: set[str] = field(default_factory=set)  # powers that can be used once in a challenge
    away: set[tuple[int, str]] = field(default_factory=set)  # grafted or forbidden
    borrowed: dict[int, list[Held]] = field(default_factory=dict)
    swaps: list[tuple[int, int]] = field(default_factory=list)  # wild Changeling
    first_power: dict[int, str] = field(default_factory=dict)  # Sanity
    negated: set[tuple[int, int]] = field(default_factory=set)  # (player, kind)
    out: set[int] = field(default_factory=set)  # negated allies
    seen: set[tuple[int, int]] = field(default_factory=set)  # wild Mind

    @property
    def turned(self) -> Destiny:
        """The destiny card turned up."""
        assert self.card is not None
        return self.card

    @property
    def colour(self) -> int | None:
        """The only player that the destiny card gives."""
        return self.fits[0] if len(self.fits) == 1 else None

    def side(self, p: int) -> int:
        """Return the side of a main player or ally, 0 the offence."""
        return 0 if p == self.off or self.allies.get(p) == self.off else 1


@dataclass
class Use:
    """A power, Edict or Flare that is being used."""

    player: int
    kind: int | None = None  # the card
    power: str | None = None
    role: str = "power"  # edict, wild, super, alliance
    optional: bool = True
    against: Use | None = None  # what a cancel cancels
    taken: bool = False
    card: int | None = None  # Mesmer: the card that is played as another kind
    kept: bool = False  # wild Clone
    negated: bool = False
    uncancelled: bool = False


@dataclass
class PlayedCard:
    player: int
    kind: int
    on_pile: bool = False


@dataclass
class Window:
    hook: str
    about: Any = None
    ended: bool = False
    also: str = ""  # cards with this hook may be played too
    cards_only: bool = False
    first: int | None = None  # Queue
    used: set[tuple[str, bool]] = field(default_factory=set)  # powers


@dataclass
class Loss:
    player: int
    tokens: list[int | None]  # origins
    by_defeat: bool = False  # step 1 of 6.5
    saved: int = 0  # by Zombie


@dataclass
class Landing:
    player: int
    place: int
    is_new: bool  # he had no base there
    went_off: bool = False  # a bomb


@dataclass
class Drawing:
    player: int
    extra: int = 0  # Connoisseur


@dataclass
class Own:
    """One use of a power, which its Super may change."""

    power: str
    about: Any = None
    hook: str = ""
    enlarged: bool = False


@dataclass
class Consolation:
    giver: int
    taker: int
    due: int
    chosen: bool = False


class Table:
    def __init__(self, n: int, seed: int, **options: Any) -> None:
        self.n = n
        self.options = Options(**options)
        self.chance = Chance(seed)
        self.over = False
        self.between = True  # before a challenge begins
        self.winners: list[int] = []
        self.player: int | None = None
        self.decision: str | None = None
        self.legal: set[int] = set()
        self.tokens = [[0] * 48 for _ in range(n)]
        self.gone: set[int] = set()  # planets out of the game
        self.warp = [0] * n
        self.removed = [0] * n
        self.ghosts = [0] * n  # on the star (Phantom)
        self.destiny_aside: list[Destiny] = []  # wild Dragon
        self.hex: list[str] = [""] * n
        self.twins: dict[int, Held] = {}  # Binary: the second power
        self.first_star = [0] * n
        self.dust: list[Destiny] = []
        self.moons: dict[int, str] = {}  # by location
        self.moon_face: dict[int, int] = {}
        self.spent_moons: set[int] = set()  # one-shot moons that have had their effect
        self.barred_powers = [0] * n  # Zap Moon: challenges left
        self.naming: list[Use | None] = []  # whose choices a Refusal Moon may answer
        self.specials_outside: list[int] = []
        self.destiny_hands: dict[int, list[Destiny]] = {}  # Worldships
        self.outside = [0] * n  # lost, on the way to the Limbo (R93)
        self.limbo = [[0] * n for _ in range(n)]  # by section, by owner
        self.marker = 0
        self.lucre = [0] * n
        self.curses: list[int | None] = [None] * n  # by a Witch (6.12)
        self.atoned = [0] * n
        # Fungus: the captives of each seat by place (ON_CONE: with its tokens there), by owner.
        self.stacks: list[dict[int, dict[int, int]]] = [{} for _ in range(n)]
        self.sheet: list[Held | None] = [None] * n
        self.hands: list[list[int]] = [[] for _ in range(n)]
        self.deck: list[int] = []  # the last one is the top
        self.discard: list[int] = []
        self.unused_flares: list[int] = []
        self.played: list[PlayedCard] = []  # since 7a
        self.had_three = [True] * n
        self.challenges = 0
        self.turn_of = 0
        self.next_turn: int | None = None  # a Queue flare
        self.ch = Challenge(0)

    # -- setup (3) --------------------------------------------------------------------------------

    def set_up(self) -> Doing:
        n, options = self.n, self.options
        self.find_pool()
        deal_hexes(self)
        self.destiny = destiny_cards(n)
        take_out_dust(self)
        self.destiny_discard: list[Destiny] = []
        deal_specials(self)
        self.chance.shuffle(self.destiny)
        self.deal_powers()
        for p in range(n):
            for place in self.planets(p):
                if place % 8 < 5:
                    self.tokens[p][place] = 20 if self.hex[p] in ONE_PLANET else 4
        for p in range(n):
            if self.hex[p] in SPREAD:
                yield from self.spread(p, 0)
        for p in range(n):
            if self.hex[p] == "BINARY" and self.sheet[p] is not None:
                action = yield from self.ask(p, "D_BOUND", [opt(0), opt(1)])
                self.first_star[p] = action - opt(0)
        for p in range(n):
            yield from self.set_power_up(p)
        for p in range(n):
            if self.sheet_power(p) == "Aristocrat":
                yield from self.choose_first_hand(p)
        for p in range(n):
            if self.sheet_power(p) != "Aristocrat":
                self.hands[p] = self.deal_hand()
            if self.sheet_power(p) == "Miser":
                yield from self.lay_up_hoard(p)
        self.had_three = [self.home_bases(p) >= ENOUGH_HOME_BASES for p in range(n)]  # R76
        turned = []
        while True:
            turned.append(self.destiny.pop())
            if not is_special(turned[-1]) and not is_wild(turned[-1]):
                break
        self.first = order_of_destiny(turned[-1]) % 6
        self.destiny += reversed(turned)
        self.chance.shuffle(self.destiny)
        draw_fleet(self)
        if options.lucre:
            for k in range(n):
                self.lucre[(self.first + k) % n] = 4 + k
        self.marker = self.first
        self.turn_of = self.first

    def find_pool(self) -> None:
        options = self.options
        if options.preset == "first_game":
            self.pool = list(FIRST_GAME)
            self.flares, self.reverse_cone = "off", False
        else:
            self.pool = list_pool(options.power_pool)
            self.flares, self.reverse_cone = options.flares, options.reverse_cone
        if not options.lucre:
            self.pool = [name for name in self.pool if ROW[name]["needs_lucre"] == "0"]
        if self.n == 6:
            self.pool = [name for name in self.pool if name not in ("Symbiote", "Hurtz")]

    def deal_powers(self) -> None:
        """Deal the powers and put the challenge deck together (steps 4 and 6)."""
        n, options = self.n, self.options
        listed = list(self.pool)
        self.chance.shuffle(listed)
        deal_moons(self)
        count = n + ("BINARY" in self.hex)  # R226: the first ones count as dealt
        dealt = listed[:count]
        if "Boomerang" in dealt and {"Insect", "Changeling"} & set(dealt) and len(listed) > count:
            place = dealt.index("Boomerang")  # R67
            listed[place] = listed.pop(count)
            listed.append("Boomerang")
        seats = share_out(self, listed)
        for p, name in zip(seats, listed, strict=False):
            if self.sheet[p] is None:
                self.sheet[p] = Held(name)
            else:
                self.twins[p] = Held(name, "drawn")
        size = {"on": 3 * n, "fixed": 20, "off": 0}[self.flares]
        self.deck = challenge_cards(
            options.mce_cards,
            options.kickers,
            options.reinforcements,
            self.reverse_cone,
            options.lucre,
            options.moons != "off",
        )
        may_be_there = {FLARE_ID[name] for name in self.pool} if size else set()
        self.kinds = set(self.deck) | may_be_there
        self.deck += sorted(FLARE_ID[name] for name in listed[:size])
        self.unused_flares = sorted(FLARE_ID[name] for name in listed[size:])
        self.chance.shuffle(self.deck)

    def spread(self, p: int, least: int) -> Doing:
        """Spread the tokens over the planets, the last one takes the rest."""
        places = self.planets(p)
        left = 20
        self.tokens[p] = [0] * 48
        self.tokens[p][places[-1]] = left
        for k, place in enumerate(places[:-1]):
            most = left - least * (len(places) - 1 - k)
            numbers = range(least, min(20, most) + 1)
            self.tokens[p][place] = yield from self.ask_number(p, "D_PLACE", numbers)
            left -= self.tokens[p][place]
            self.tokens[p][places[-1]] = left

    def set_power_up(self, p: int) -> Doing:
        """Carry out the setup part of a power (R126)."""
        sheet = self.sheet[p]
        if sheet is None:
            return
        if sheet.power == "Worm" and self.hex[p] in ("", WORLDSHIPS):
            yield from self.spread(p, 1)
        elif sheet.power == "Symbiote":
            self.tokens[p] = [2 * count for count in self.tokens[p]]
        elif sheet.power == "Schizoid":
            action = yield from self.ask(p, "D_SCHIZOID", map(opt, range(6)))
            sheet.memory["condition"] = action - opt(0)
        elif sheet.power == "Queue":
            line: list[int] = []
            while len(line) < self.n:
                left = [q for q in range(self.n) if q not in line]
                line.append((yield from self.ask_seat(p, "D_QUEUE", left)))
            sheet.memory["line"] = line
        elif sheet.power == "Pentaform":
            yield from self.draw_stages(p, sheet)
        elif sheet.power == "Terrorist":
            bombs: set[int] = set()
            for _ in range(2 * self.n):
                places = [place for place in self.all_planets() if place not in bombs]
                bombs.add((yield from self.ask_place(p, "D_TERRORIST", places)))
            sheet.memory["bombs"] = bombs
        elif sheet.power == "Phantom":
            yield from self.raise_ghosts(p)
        elif sheet.power == "Hurtz":
            sheet.memory["stock"] = 20

    def deal_hand(self) -> list[int]:
        return [self.deck.pop() for _ in range(HAND)]

    def choose_first_hand(self, p: int) -> Doing:
        """Aristocrat: seven cards of the deck, which is shuffled again."""
        for _ in range(HAND):
            kinds = set(self.deck) - {FLARE_ID["Aristocrat"]}
            kind = yield from self.ask(p, "D_ARISTOCRAT", kinds)
            del self.deck[len(self.deck) - 1 - self.deck[::-1].index(kind)]  # the uppermost
            self.hands[p].append(kind)
        self.chance.shuffle(self.deck)

    def lay_up_hoard(self, p: int) -> Doing:
        """Miser: one of two hands is the hoard."""
        hands = [self.hands[p], self.deal_hand()]
        hoard = (yield from self.ask(p, "D_MISER", [opt(0), opt(1)])) - opt(0)
        self.hands[p] = hands[1 - hoard]
        sure(self.sheet[p]).memory["hoard"] = hands[hoard]

    def raise_ghosts(self, p: int) -> Doing:
        """Phantom: turn over five tokens (R102)."""
        for _ in range(5):
            if not self.bases(p):
                break
            place = yield from self.ask_place(p, "D_PHANTOM", self.bases(p))
            self.tokens[p][place] -= 1
            self.ghosts[p] += 1

    def draw_stages(self, p: int, sheet: Held) -> Doing:
        drawn: list[str] = []
        for _ in range(5):
            names = [
                name
                for name in self.unused_powers()
                if name not in drawn and ROW[name]["has_setup"] == "0"
            ]
            if names:
                drawn.append(names[self.chance.below(len(names))])
        stages: list[str] = []
        while len(stages) < len(drawn):
            left = [opt(i) for i, name in enumerate(drawn) if name not in stages]
            action = yield from self.ask(p, "D_PENTAFORM", left)
            stages.append(drawn[action - opt(0)])
        sheet.memory.update(stages=stages, stage=0, bases=self.external_bases(p))
        self.enter_stage(sheet, 0)

    def enter_stage(self, sheet: Held, stage: int) -> None:
        """Give Pentaform the power of a stage."""
        memory = sheet.memory
        if not memory["stages"]:
            return
        held = memory.get("held")
        if held is not None:
            self.drop(held)
        memory["stage"] = stage
        memory["held"] = Held(memory["stages"][stage], "drawn")

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, player: int, decision: str, legal: Iterable[int]) -> Asking:
        self.free_stacks()
        self.player, self.decision, self.legal = player, decision, set(legal)
        assert self.legal, decision
        if self.legal == {PASS}:
            return PASS
        action: int = yield
        if 2 <= action < 8 and self.naming:
            yield from self.offer_refusal(decision, action - 2)
        return action

    def offer_refusal(self, decision: str, named: int) -> Doing:
        """Refusal Moon: an Edict or Flare of another player has named its occupant (R218)."""
        use = self.naming[-1]
        if use is None or use.player == named:
            return
        name = EDICT.get(sure(use.kind)) or FLARE[sure(use.kind)]
        own = "D_" + name.upper().replace(" ", "_").replace("-", "_")
        is_named = decision == own and name != "Force Field"
        if not is_named and (name, decision) != ("Will", "D_MIND"):
            return
        self.naming.append(None)
        refused = yield from reveal_at_moment(self, named, "Refusal Moon")
        self.naming.pop()
        if refused:
            raise Refused

    def use_of_moon(self, p: int) -> Use:
        return Use(p, role="moon")

    # -- who (4) ----------------------------------------------------------------------------------

    def comet(self, number: int) -> bool:
        """Whether this comet is in force."""
        return self.ch.comet == number and not self.ch.sanity

    def is_main(self, p: int) -> bool:
        return p in (self.ch.off, self.ch.defender)

    def mains(self) -> list[int]:
        return [self.ch.off, self.ch.defender] if self.ch.defender is not None else []

    def opponent(self, p: int) -> int:
        return sure(self.ch.defender) if p == self.ch.off else self.ch.off

    def clockwise(self) -> list[int]:
        """Return all but the main players, from OFF's left."""
        off = self.ch.off
        others = [(off + k) % self.n for k in range(1, self.n)]
        return [p for p in others if p != self.ch.defender]

    def timing(self) -> list[int]:
        order = [*self.clockwise(), self.ch.off]
        return order if self.ch.defender is None else [*order, self.ch.defender]

    def allies_of(self, main: int) -> list[int]:
        ch = self.ch
        both = ch.ring if main == ch.defender else {}
        return [p for p in self.timing() if ch.allies.get(p) == main or p in both]

    def part(self, p: int, main: int) -> list[int | None]:
        """Return the origins of an ally's tokens on the side of a main player."""
        ch = self.ch
        if p in ch.ring and main == ch.defender:
            return ch.ring[p]
        return ch.tokens.get(p, [])

    def involved(self) -> list[int]:
        return [p for p in self.timing() if self.is_involved(p)]

    def is_involved(self, p: int) -> bool:
        return self.is_main(p) or p in self.ch.allies

    def others(self, p: int) -> list[int]:
        return [q for q in range(self.n) if q != p]

    # -- tokens (6.1) -----------------------------------------------------------------------------

    def planets(self, system: int) -> list[int]:
        places = [system * 8 + slot for slot in planets_of(self, system)]
        return [place for place in places if place not in self.gone]

    def sites(self, system: int) -> list[int]:
        """Return the places of a system where planet bases can be."""
        return [*self.planets(system), *stacks_of(self, system)]

    def all_sites(self) -> list[int]:
        return [place for q in range(self.n) for place in self.sites(q)]

    def all_planets(self) -> list[int]:
        return [place for q in range(self.n) for place in self.planets(q)]

    def bases(self, p: int) -> list[int]:
        return [place for place, count in enumerate(self.tokens[p]) if count > 0]

    def movable(self, p: int) -> list[int]:
        """Return the bases from which tokens may leave (R140)."""
        return [place for place in self.bases(p) if not self.is_stone(p, place)]

    def is_stone(self, p: int, place: int) -> bool:
        """Whether a Gorgon or its wild keeps the tokens of a player on a planet."""
        gorgons = [q for q in self.others(p) if self.is_active(q, "Gorgon")]
        named = any(q != p and place == stone for q, stone in self.ch.stones)
        return named or self.is_nailed(p, place) or self.holds(gorgons, place)

    def is_nailed(self, p: int, place: int) -> bool:
        """Whether a super Gorgon keeps the tokens of a player on a planet in any case."""
        return self.holds(self.ch.petrifiers - {p}, place)

    def holds(self, gorgons: Iterable[int], place: int) -> bool:
        if is_moon(place):
            return False
        return any(place // 8 == q or self.tokens[q][place] for q in gorgons)

    def on_bases(self, p: int) -> int:
        return sum(self.tokens[p])

    def home_bases(self, p: int) -> int:
        return count_home_planets(self, p) + self.own_moons(p)

    def own_moons(self, p: int) -> int:
        """Return the bases of a player on moons of his system."""
        return sum(self.tokens[p][p * 8 + slot] > 0 for slot in (6, 7))

    def base_sizes(self, p: int) -> dict[int, int]:
        """Return the planet bases of a player with their tokens."""
        sizes = {place: self.tokens[p][place] for place in self.bases(p) if not is_moon(place)}
        if self.hex[p] == SPACE_DUST and sizes.get(p * 8):
            sizes[p * 8] = 1
        return sizes

    def open_moons(self) -> list[int]:
        """Return the moons on which the OFF has no base."""
        return [place for place in moons_there(self) if not self.tokens[self.ch.off][place]]

    def external_bases(self, p: int) -> int:
        omega = find_moon(self, "Moon Base Omega")
        bases = [place for place in self.bases(p) if not is_moon(place) or place == omega]
        return sum(place // 8 != p for place in bases)

    def has_tokens(self, p: int) -> bool:
        """Whether a player has tokens that he can commit (R10, R17, R111)."""
        ghosts = self.warp[p] > 0 and self.may_use(p, "Ghost")
        return len(self.movable(p)) > 0 or ghosts or self.has_ghosts(p)

    def has_ghosts(self, p: int) -> bool:
        """Whether a player can commit ghosts (R111)."""
        return self.ghosts[p] > 0 and p not in self.ch.spooks

    def garrison(self) -> set[int]:
        """Return whose tokens on the target planet defend."""
        ch = self.ch
        if ch.garrison is not None:
            return ch.garrison
        return set() if ch.defender is None else {ch.defender}

    def on_target(self, p: int) -> int:
        """Return how many tokens on the target planet defend for a player."""
        ch = self.ch
        if p not in self.garrison() or ch.target is None:
            return 0
        return most_defending(self, p, ch.target)

    def shift_standing(self, p: int, step: int) -> None:
        """Tokens have come to the target planet, or left it, in the middle of a challenge."""
        ch = self.ch
        if ch.standing is not None and p == ch.defender:
            ch.standing = max(0, ch.standing + step)

    def fighting(self, p: int) -> int:
        """Return how many tokens of a main player or ally count for a total (R212)."""
        in_warp = p == self.ch.defender and special_rule(self) == WARP
        return self.in_challenge(p) + (self.warp[p] if in_warp else 0)

    def in_challenge(self, p: int) -> int:
        return self.on_target(p) + len(self.ch.tokens.get(p, [])) + len(self.ch.ring.get(p, []))

    def tokens_in_game(self, p: int) -> int:
        owned = 40 if self.sheet_power(p) == "Symbiote" else 20
        return owned - self.removed[p]

    def choose_base(self, p: int) -> Asking:
        """Put one token of a player who has a base on a base of his choice; return it."""
        place = (yield from self.ask(p, "D_RETURN", map(loc, self.bases(p)))) - 8
        self.tokens[p][place] += 1
        return place

    def send_home(self, p: int, origins: list[int | None]) -> Doing:
        """RETURN."""
        is_on_cone = any(origins is part.get(p) for part in (self.ch.tokens, self.ch.ring))
        while origins:
            origin = origins[0]
            is_free = self.options.free_return
            place: int | None = None
            if origin == RESERVE and not is_free:
                self.keep_in_reserve(p, 1)
            elif not self.bases(p):
                self.warp[p] += 1
            elif not is_free and origin is not None and self.tokens[p][origin] > 0:
                place = origin
                self.tokens[p][origin] += 1
            else:
                place = yield from self.choose_base(p)
            del origins[0]
            if is_on_cone and place is not None:
                self.carry(p, ON_CONE, place)

    def give_base_up(self, p: int, place: int) -> Doing:
        """The tokens of a player leave a planet for his other bases; none: Warp."""
        while self.tokens[p][place]:
            others = [loc(other) for other in self.bases(p) if other != place]
            if others:
                goal = (yield from self.ask(p, "D_RETURN", others)) - 8
                self.tokens[p][goal] += 1
            else:
                self.warp[p] += 1
            self.tokens[p][place] -= 1

    def losing_tokens(self) -> list[tuple[int, bool, int]]:
        """Return the tokens of the losing side: whose, on the cone or its ring, how many."""
        ch = self.ch
        m = self.opponent(sure(ch.winner))
        others = self.garrison() - {m} - set(ch.allies) if m == ch.defender else set()
        garrison = [p for p in self.timing() if p in others]
        groups = []
        for p in [m, *garrison, *self.allies_of(m)]:
            groups.append((p, True, len(self.part(p, m))))
            if not self.on_target(p) or not self.is_nailed(p, sure(ch.target)):
                groups.append((p, False, self.on_target(p)))
        return groups

    def destroy(self, place: int) -> Doing:
        """All tokens on a planet are lost and it is out of the game."""
        yield from self.wipe_out(place)
        if any(self.tokens[p][place] for p in range(self.n)):
            return  # a super Gorgon holds them there
        self.gone.add(place)
        self.remove_bomb(place)

    def remove_bomb(self, place: int) -> None:
        for p in range(self.n):
            for held in self.held(p):
                held.memory.get("bombs", set()).discard(place)

    def wipe_out(self, place: int, spared: int | None = None) -> Doing:
        """Tokens on a planet are lost, one event per player in timing order."""
        for p in self.timing():
            count = self.tokens[p][place]
            if count and p != spared:
                self.tokens[p][place] = 0
                yield from self.lose(p, [place] * count)

    def add_to_total(self, p: int, number: int) -> None:
        m = self.mains()[self.ch.side(p)]
        self.ch.bonus[m] = self.ch.bonus.get(m, 0) + number

    def room_on_cone(self, p: int) -> int:
        """Return how many tokens a Butler can take from the OFF's bases (R133)."""
        count = sum(self.tokens[p][place] for place in self.movable(p))
        limit = min(2, self.ch.limit) if self.curses[p] == FEW_TOKENS else self.ch.limit
        return min(4, limit - len(self.ch.tokens.get(p, [])), count)

    def keep_in_reserve(self, p: int, count: int) -> None:
        """Put tokens into a Wraith's reserve; in the Warp if he has it no more (R104)."""
        held = next((held for held in self.held(p) if held.power == "Wraith"), None)
        if held is None:
            self.warp[p] += count
        else:
            captives = held.memory.setdefault("captives", {})
            captives[p] = captives.get(p, 0) + count

    def all_go_home(self) -> Doing:
        for p in self.timing():
            yield from self.send_home(p, self.ch.tokens.get(p, []))
            yield from self.send_home(p, self.ch.ring.get(p, []))

    def from_warp(self, p: int, count: int) -> Doing:
        for _ in range(count):
            if self.warp[p] and self.bases(p):
                yield from self.choose_base(p)
                self.warp[p] -= 1

    def pick_losses(
        self, p: int, count: int, chooser: int | None = None, kept: int = 0
    ) -> Generator[None, int, list[int | None]]:
        """D_LOSE: return the places of the tokens taken off; `kept` on the target cannot be."""
        taken: list[int | None] = []
        for _ in range(count):
            places = self.bases(p)
            landed_at = self.ch.landed_at.get(p, self.ch.target)  # kept: of those there now
            if kept and self.tokens[p][sure(landed_at)] <= kept:
                places = [place for place in places if place != landed_at]
            if not places:
                break
            asked = p if chooser is None else chooser
            place = (yield from self.ask(asked, "D_LOSE", map(loc, places))) - 8
            self.tokens[p][place] -= 1
            taken.append(place)
        return taken

    def lose_choice(self, p: int, count: int, chooser: int | None = None) -> Doing:
        """Let a player lose tokens of his choice, as one event."""
        yield from self.lose(p, (yield from self.pick_losses(p, count, chooser)))

    def lose(
        self,
        p: int,
        origins: Sequence[int | None],
        *,
        by_defeat: bool = False,
        from_cone: int = 0,
        further: bool = False,
    ) -> Generator[None, int, Loss]:
        """LOSE: the tokens have been taken off, the first ones from the cone or its ring."""
        loss = Loss(p, list(origins), by_defeat)
        for place in origins[from_cone:]:
            if self.is_nailed(p, sure(place)):
                loss.tokens.remove(place)
                loss.saved += 1
                self.tokens[p][sure(place)] += 1
        if loss.tokens:
            yield from self.bully(loss)
            self.force_premium(loss)
            yield from self.stack_captives(loss)
            if loss.tokens and (yield from reveal_at_moment(self, p, "Escape Moon")):
                loss.saved += len(loss.tokens)
                yield from self.send_home(p, loss.tokens)
            if loss.tokens:
                yield from self.window("H_LOSS", loss)
            if p in self.ch.insured:
                loss.saved += len(loss.tokens)
                yield from self.send_home(p, loss.tokens)
            if self.options.reverse_warp:
                self.outside[p] += len(loss.tokens)
            else:
                self.warp[p] += len(loss.tokens)
            loss.tokens = []
            if self.curses[p] == LOSES_MORE and not further:
                places = yield from self.pick_losses(p, 1)
                yield from self.lose(p, places, further=True)
        return loss

    def force_premium(self, loss: Loss) -> None:
        """Super Lloyd: the losing main player pays and is insured (R108)."""
        p = loss.player
        if not loss.by_defeat or not self.is_main(p) or p in self.ch.insured:
            return
        for q in self.ch.premium:
            if q != p:
                paid = min(5, self.lucre[p])
                self.lucre[p] -= paid
                self.lucre[q] += paid
                self.ch.insured.add(p)
                return

    def is_on_winning_side(self, p: int) -> bool:
        """Whether a player has won; an ally of both sides counts as offensive (R116)."""
        ch = self.ch
        is_there = ch.winner is not None and self.is_involved(p)
        return is_there and self.mains()[ch.side(p)] == ch.winner

    def stack_captives(self, loss: Loss) -> Doing:
        """Fungus: the tokens of the losing side are not lost but captured (R108)."""
        if not loss.by_defeat:
            return
        for p in self.timing():
            held = self.find_held(p, "Fungus")
            if held is None or not loss.tokens or not self.can_stack(p):
                continue
            if (yield from self.announce(p, "Fungus", loss, optional=False)) is not None:
                for _ in range(len(loss.tokens)):
                    self.capture(p, loss)

    def can_stack(self, p: int) -> bool:
        """Whether a player on the winning side has a token there to put captives under."""
        winner = self.ch.winner
        there = self.on_target(p) if p == winner else 0
        return self.is_on_winning_side(p) and there + len(self.part(p, sure(winner))) > 0

    def capture(self, p: int, loss: Loss) -> None:
        """Put a token of a loss event under the tokens of a player: the first one (R307)."""
        loss.tokens.pop(0)
        place = sure(self.ch.target) if self.on_target(p) else ON_CONE
        pile = self.stacks[p].setdefault(place, {})
        pile[loss.player] = pile.get(loss.player, 0) + 1

    def count_captives(self, p: int, place: int) -> int:
        return sum(self.stacks[p].get(place, {}).values())

    def carry(self, p: int, source: int, goal: int) -> None:
        """The captives of a place go along with the last token taken from it (R109)."""
        left = len(self.ch.tokens.get(p, [])) if source == ON_CONE else self.tokens[p][source]
        pile = self.stacks[p].get(source)
        if pile is None or (left and source != ON_CONE):
            return
        del self.stacks[p][source]
        new = self.stacks[p].setdefault(goal, {})
        for q, count in pile.items():
            new[q] = new.get(q, 0) + count

    def free_stacks(self) -> None:
        """R109: captives where no own token is left go to their owners' Warp."""
        for p in range(self.n):
            if not self.stacks[p]:
                continue
            for place in list(self.stacks[p]):
                on_cone = self.ch.tokens.get(p) or self.ch.ring.get(p)
                if on_cone if place == ON_CONE else self.tokens[p][place]:
                    continue
                self.free_pile(p, place)

    def free_pile(self, p: int, place: int) -> None:
        for q, count in self.stacks[p].pop(place).items():
            self.warp[q] += count

    def bully(self, loss: Loss) -> Doing:
        """R108: a super Bully chooses the tokens of the losing allies."""
        p, q = self.ch.bullied, loss.player
        if p is not None and loss.by_defeat and q in self.ch.allies:
            loss.tokens, left = yield from self.pick_victims(p, q, loss.tokens)
            yield from self.leave_be(q, left)

    def pick_victims(
        self, p: int, q: int, tokens: list[int | None]
    ) -> Generator[None, int, tuple[list[int | None], list[int | None]]]:
        """Bully: p chooses as many tokens of q; return the lost ones and those left."""
        lost: list[int | None] = []
        inside = list(tokens)
        for _ in range(len(inside)):
            loose = [place for place in self.bases(q) if not self.is_nailed(q, place)]
            options = [opt(0)] * bool(inside) + [loc(place) for place in loose]
            action = yield from self.ask(p, "D_BULLY", options)
            if action == opt(0):
                lost.append(inside.pop())
            else:
                self.tokens[q][action - 8] -= 1
                lost.append(action - 8)
        return lost, inside

    def leave_be(self, q: int, tokens: list[int | None]) -> Doing:
        """Tokens of a loser that are not lost stay on the planet or return."""
        if q in self.garrison():
            self.tokens[q][sure(self.ch.target)] += len(tokens)
        else:
            yield from self.send_home(q, tokens)

    def land_from(self, p: int, planet: int) -> Doing:
        """D_LAND: move 1 to 4 tokens from bases to a planet, if one can move."""
        moved = 0
        if not can_settle(self, p, planet):
            return
        planet = sure(site(self, p, planet))
        while moved < 4:
            places = [loc(place) for place in self.movable(p) if place != planet]
            options = places + [PASS] * (moved > 0)
            if not options:
                break
            action = yield from self.ask(p, "D_LAND", options)
            if action == PASS:
                break
            self.tokens[p][action - 8] -= 1
            self.tokens[p][planet] += 1
            self.carry(p, action - 8, planet)
            moved += 1
        if moved:
            yield from self.has_landed(p, planet, is_new=self.tokens[p][planet] == moved)

    def has_landed(self, p: int, place: int, *, is_new: bool) -> Doing:
        """H_LAND: tokens of a player have landed."""
        yield from self.window("H_LAND", Landing(p, place, is_new))
        if is_moon(place) and is_new and self.tokens[p][place]:
            yield from occupy(self, p, place)

    # -- cards ------------------------------------------------------------------------------------

    def hoard(self, p: int) -> list[int]:
        """Return the hoard of an active Miser."""
        held = self.find_held(p, "Miser")
        return [] if held is None else held.memory.get("hoard", [])

    def cards(self, p: int) -> list[int]:
        """Return the cards that a player may play or select (R106)."""
        return self.hands[p] + self.hoard(p)

    def take_out(self, p: int, kind: int) -> None:
        """A card is played or selected: from the hand if it is there (R106)."""
        (self.hands[p] if kind in self.hands[p] else self.hoard(p)).remove(kind)

    def has_challenge_card(self, p: int) -> bool:
        return any(map(is_challenge, self.hands[p]))

    def can_select(self, p: int) -> bool:
        """R8: the hoard counts."""
        return any(map(is_challenge, self.cards(p)))

    def needs_new_hand(self, p: int) -> bool:
        if self.is_active(p, "Doppelganger"):
            return False
        few = 1 if self.is_active(p, "Deuce") else 0
        return sum(map(is_challenge, self.hands[p])) <= few

    def put_down(self, kinds: Sequence[int], by: int | None = None) -> None:
        """Discard cards at once, in ascending order; Vulch gets the Edicts of others."""
        for kind in sorted(kinds):
            self.put_one_down(kind, by)

    def put_one_down(self, kind: int, by: int | None) -> bool:
        """Discard a card; return whether it lies on the pile."""
        taker = None if by is None else self.find_vulch(kind, by)
        if taker is not None:
            self.hands[taker].append(kind)
        else:
            self.discard.append(kind)
        return taker is None

    def find_vulch(self, kind: int, by: int) -> int | None:
        """Return who gets a card that a player discards."""
        for p in self.timing():
            if p == by:
                continue
            if kind in EDICT and self.is_active(p, "Vulch"):
                return p
            if kind in FLARE and self.ch.hungry == p:
                return p
        return None

    def discard_choice(self, p: int, kinds: Iterable[int], decision: str = "D_DISCARD") -> Doing:
        kind = yield from self.ask(p, decision, kinds)
        self.hands[p].remove(kind)
        self.put_one_down(kind, p)

    def draw_one(self) -> int | None:
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.chance.shuffle(self.deck)
            for entry in self.played:
                entry.on_pile = False
        return self.deck.pop() if self.deck else None

    def draw(self, p: int, count: int, *, window: bool = True) -> Generator[None, int, list[int]]:
        drawn, extra = yield from self.draw_more(p, count, window=window)
        yield from self.sift(p, drawn, min(extra, len(drawn) - count))
        if window:
            yield from self.taken(p, drawn)
        return drawn

    def draw_more(
        self, p: int, count: int, *, window: bool
    ) -> Generator[None, int, tuple[list[int], int]]:
        """Draw cards; return them and how many more a Connoisseur wanted."""
        about = Drawing(p)
        if count and window:
            yield from self.window("H_DRAW", about)
        drawn = []
        for _ in range(count + about.extra):
            kind = self.draw_one()
            if kind is not None:
                drawn.append(kind)
        self.hands[p] += drawn
        return drawn, about.extra

    def sift(self, p: int, drawn: list[int], count: int) -> Doing:
        """Connoisseur: discard some of the cards drawn (R131)."""
        for _ in range(count):
            kind = yield from self.ask(p, "D_CONNOISSEUR", drawn)
            drawn.remove(kind)
            self.hands[p].remove(kind)
            self.put_one_down(kind, p)

    def taken(self, p: int, kinds: list[int]) -> Doing:
        """H_TAKEN: a player has taken cards at once (R130)."""
        if len(kinds) > 1:
            yield from self.window("H_TAKEN", (p, list(kinds)))

    def new_hand(self, p: int, *, windows: bool = True, also: str = "") -> Doing:
        kept: list[int] = []
        if windows:
            about = {"player": p, "keep": False}
            yield from self.window("H_NEWHAND", about, only=p, also=also)
            if about["keep"]:
                kept = [kind for kind in self.hands[p] if not is_challenge(kind)]
        if not kept and self.is_active(p, "Vulch"):
            kept = [kind for kind in self.hands[p] if kind in EDICT]
        hand = list(self.hands[p])
        for kind in kept:
            hand.remove(kind)
        self.hands[p] = kept
        self.put_down(hand, p)
        while True:
            size = HAND - 1 if self.curses[p] == SMALL_HANDS else HAND
            size += 2 * balance(self, "Small Hand Moon", "Big Hand Moon")
            drawn, extra = yield from self.draw_more(p, size, window=windows)
            left = any(map(is_challenge, self.deck + self.discard))  # R70
            if any(map(is_challenge, drawn)) or not left:
                yield from self.sift(p, drawn, min(extra, len(drawn) - size))
                if windows:
                    yield from self.taken(p, drawn)
                self.hands[p] += self.ch.put_by.pop(p, [])
                return
            for kind in drawn:
                self.hands[p].remove(kind)
            self.put_down(drawn, p)

    def random_card(self, kinds: list[int]) -> int:
        return sorted(kinds)[self.chance.below(len(kinds))]

    def take_random(self, taker: int, giver: int) -> int:
        kind = self.random_card(self.hands[giver])
        self.hands[giver].remove(kind)
        self.hands[taker].append(kind)
        return kind

    def take_from_pile(self, kind: int) -> None:
        """Take the card of this kind that lies nearest to the top off the discard pile."""
        at = len(self.discard) - 1 - self.discard[::-1].index(kind)
        del self.discard[at]

    # -- Lucre ------------------------------------------------------------------------------------

    def bank(self) -> int:
        return 100 - sum(self.lucre)

    def receive(self, p: int, count: int) -> None:
        """Take Lucre from the bank, as much as it has (R52)."""
        self.lucre[p] += min(count, self.bank())

    # -- powers -----------------------------------------------------------------------------------

    def sheet_power(self, p: int) -> str | None:
        sheet = self.sheet[p]
        return None if sheet is None else sheet.power

    def held(self, p: int) -> list[Held]:
        """Return all powers of a player in the order of R103."""
        sheet = self.sheet[p]
        firsts = [] if sheet is None else [sheet]
        if p in self.twins:
            firsts.append(self.twins[p])
        own = len(firsts)
        firsts += self.ch.borrowed.get(p, [])
        drawn: list[Held] = []
        for first in firsts:
            by_it: Held | None = first.memory.get("held")
            while by_it is not None:
                drawn.append(by_it)
                by_it = by_it.memory.get("held")
        return firsts[:own] + drawn + firsts[own:]

    def has_power(self, p: int, power: str) -> bool:
        return any(held.power == power for held in self.held(p))

    def works(self, p: int, held: Held) -> bool:
        """Whether a power of a player is active."""
        ch, power = self.ch, held.power
        if power == "Symbiote":
            return True
        if self.comet(POWER_OUTAGE) or works(self, "Power Failure Moon"):
            return False
        if self.barred_powers[p] and not self.ch.sanity:
            return False
        if held.way in ("sheet", "drawn") and (p, power) in ch.away:
            return False
        if power in ch.cancelled:
            return False
        if is_excluded(self, p, power):
            return False
        of_star = star_of(self, p, power)
        if of_star is not None:
            has_bases = of_star >= 2
        else:
            has_bases = self.home_bases(p) >= ENOUGH_HOME_BASES
        if not has_bases and power != "Gorgon":
            return False
        if p in ch.silenced and ROW[power]["silencer"] == "blocked":
            return False
        first = ch.first_power.get(p, power)  # R223
        return not ch.sanity or first == power or not self.has_power(p, first)

    def find_held(self, p: int, power: str) -> Held | None:
        """Return a power that a player has and that is active."""
        return next((h for h in self.held(p) if h.power == power and self.works(p, h)), None)

    def memory(self, p: int, power: str) -> dict[str, Any]:
        """Return what a power that a player has remembers, active or not."""
        return next(held for held in self.held(p) if held.power == power).memory

    def is_active(self, p: int, power: str) -> bool:
        return self.find_held(p, power) is not None

    def may_use(self, p: int, power: str) -> bool:
        """Whether a player may use an optional power of his: active, and no Force forbids it."""
        return self.is_active(p, power) and "power" not in self.barred(p)

    def find_active(self, power: str) -> int | None:
        return next((p for p in range(self.n) if self.is_active(p, power)), None)

    def unused_powers(self) -> list[str]:
        """Return the enabled powers that nobody has, without artefacts."""
        had = {held.power for p in range(self.n) for held in self.held(p)}
        if self.ch.outer is not None:
            had |= {held.power for helds in self.ch.outer.borrowed.values() for held in helds}
        return [name for name in self.pool if name not in had and not is_artefact(name)]

    def borrow(self, p: int, power: str, way: str) -> None:
        held = Held(power, way)
        self.ch.borrowed.setdefault(p, []).append(held)
        sheet = self.sheet_with(power)
        if way == "borrowed" and sheet is not None and "cards" in sheet.memory:
            held.memory["cards"] = sheet.memory.pop("cards")

    def sheet_with(self, power: str) -> Held | None:
        return next((h for h in self.sheet if h is not None and h.power == power), None)

    def can_copy(self, p: int, q: int) -> bool:
        """Whether p may have the power on the sheet of q besides his own (R154)."""
        power = self.sheet_power(q)
        return power is not None and not is_artefact(power) and not self.has_power(p, power)

    def free_captives(self, held: Held) -> None:
        """R104."""
        if held.power == "Fungus":
            for p in range(self.n):
                if held in self.held(p):
                    for place in list(self.stacks[p]):
                        self.free_pile(p, place)
        for q, count in held.memory.pop("captives", {}).items():
            self.warp[q] += count

    def drop(self, held: Held) -> None:
        """A power that was drawn leaves play, with the destiny cards of a Dragon."""
        self.free_captives(held)
        self.destiny_discard += held.memory.pop("cards", [])

    def replace_sheet(self, p: int, power: str) -> Doing:
        self.give_up(sure(self.sheet[p]))
        for pile in ("stack", "hoard"):
            self.put_down(sure(self.sheet[p]).memory.get(pile, []))
        self.destiny_discard += sure(self.sheet[p]).memory.get("cards", [])
        self.sheet[p] = Held(power)
        yield from self.obtain(p, power)

    @staticmethod
    def draw_power(power: str) -> Held:
        return Held(power, "drawn")

    def obtain(self, p: int, power: str) -> Doing:
        """A player gets a power for good: its setup part (R102, R105)."""
        if power == "Phantom":
            yield from self.raise_ghosts(p)

    def give_up(self, held: Held) -> None:
        """A power leaves its player (R104); what a Reincarnator has drawn ends."""
        self.free_captives(held)
        if held.power == "Reincarnator" and held.memory.get("held"):
            self.drop(held.memory.pop("held"))
        elif held.memory.get("held"):  # the stage of a Pentaform
            self.free_captives(held.memory["held"])

    def exchange_sheets(self, p: int, q: int) -> None:
        for held in (self.sheet[p], self.sheet[q]):
            if held is not None:
                self.give_up(held)
        self.sheet[p], self.sheet[q] = self.sheet[q], self.sheet[p]
        for r in (p, q):
            memory = sure(self.sheet[r]).memory
            if "bases" in memory:  # Pentaform: what changes from now on
                memory["bases"] = self.external_bases(r)
        # What is grafted away or forbidden is so for the power, not for the player (6.15).
        other = {p: q, q: p}
        sheets = {(r, self.sheet_power(other[r])) for r in (p, q)}
        self.ch.away = {
            (other[r], power) if (r, power) in sheets else (r, power) for r, power in self.ch.away
        }

    def swap_sheets(self, p: int, q: int) -> Doing:
        """Exchange the sheets for good."""
        self.exchange_sheets(p, q)
        for r in (p, q):
            yield from self.obtain(r, sure(self.sheet_power(r)))

    def can_swap(self, p: int, q: int) -> bool:
        powers = self.sheet_power(p), self.sheet_power(q)
        return None not in powers and "Symbiote" not in powers

    def begin_challenge(self, p: int) -> None:
        """What lasted until the end of the challenge ends (R105)."""
        self.end_borrowing()
        for q in range(self.n):
            if not self.has_power(q, "Fungus"):  # R104: captives of the wild Fungus
                for place in list(self.stacks[q]):
                    self.free_pile(q, place)
        self.ch = Challenge(p)
        self.ch.visited = {
            (q, place)
            for q in range(self.n)
            for place in moons_there(self)
            if self.tokens[q][place]
        }
        self.barred_powers = [max(0, count - 1) for count in self.barred_powers]

    def end_borrowing(self) -> None:
        for q, r in reversed(self.ch.swaps):
            if self.can_swap(q, r):
                self.exchange_sheets(q, r)
        for borrowed in self.ch.borrowed.values():
            for held in borrowed:
                self.free_captives(held)
                cards = held.memory.pop("cards", [])
                sheet = self.sheet_with(held.power)
                if cards and held.way == "borrowed" and sheet is not None:
                    sheet.memory["cards"] = cards
                else:
                    self.destiny_discard += cards

    def announce(
        self,
        p: int,
        power: str,
        about: object = None,
        *,
        optional: bool = True,
        hook: str = "",
    ) -> Generator[None, int, Own | None]:
        """Announce a use of a power: CANCEL, H_OWN; return None if it was cancelled."""
        self.ch.first_power.setdefault(p, power)
        if power in two_of(self, p):
            self.ch.first_of_two.setdefault(p, power)
        if (yield from self.is_cancelled(Use(p, power=power, optional=optional))):
            self.ch.cancelled.add(power)
            return None
        own = Own(power, about, hook)
        yield from self.window("H_OWN", own, only=p)
        return own

    # -- windows (6.13) ---------------------------------------------------------------------------

    def flare_role(self, p: int, kind: int) -> str:
        return "super" if self.is_active(p, FLARE[kind]) else "wild"

    def find_play(self, p: int, kind: int) -> Play | None:
        """Return what a card does if it may be played at all."""
        if (p, kind) in self.ch.negated:
            return None
        silent = p in self.ch.silenced
        if kind in EDICT:
            blocked = EDICT_ROW[EDICT[kind]]["silencer"].startswith("blocked")
            if EDICT[kind] == "Kicker Zap":
                blocked = len(self.ch.kicker) > 1
            return None if silent and blocked else EDICT_PLAYS.get(EDICT[kind])
        if kind in FLARE and not self.ch.sanity:
            role = self.flare_role(p, kind)
            blocked = FLARE_ROW[FLARE[kind]][f"{role}_silencer"] == "blocked"
            return None if silent and blocked else FLARE_PLAYS.get((FLARE[kind], role))
        return None

    def find_use(self, p: int, held: Held, w: Window) -> Play | None:
        """Return the optional use of a power in a window."""
        if w.cards_only or held.key in w.used or not self.works(p, held):
            return None
        if "power" in self.barred(p):
            return None
        for play in POWER_PLAYS.get(held.power, ()):
            if not play.optional or w.hook not in play.hooks:
                continue
            if p in self.ch.silenced and play.blocked:
                continue
            if play.can(self, p, w):
                return play
        return None

    def list_plays(self, p: int, w: Window) -> list[int]:
        plays = []
        playable = "art" not in self.barred(p) and can_pay(self, p)
        for kind in set(self.cards(p)) if playable else set():
            play = self.find_play(p, kind)
            if play and (w.hook in play.hooks or w.also in play.hooks) and play.can(self, p, w):
                plays.append(kind)
        for k, held in enumerate(self.held(p)):
            if self.find_use(p, held, w):
                plays.append(opt(k - 1) if k else YES)
        return plays

    def barred(self, p: int) -> set[str]:
        """Return what a player may not use in this challenge (Force, Seeker)."""
        return {what[3:] for what in self.ch.must.get(p, ()) if what.startswith("no ")}

    def window(
        self,
        hook: str,
        about: object = None,
        only: int | None = None,
        also: str = "",
        *,
        cards_only: bool = False,
    ) -> Doing:
        w = Window(hook, about, also=also, cards_only=cards_only)
        if only is None:
            yield from self.find_first(w)
            yield from self.fire(w)
        order: list[int] = []
        place, played = 0, False
        while not w.ended:
            now = self.order_in(w) if only is None else [only]
            if now != order:  # R320
                order, place, played = now, 0, False
            if place == len(order):
                if not played:
                    return
                place, played = 0, False
            p = order[place]
            plays = self.list_plays(p, w)
            is_bound = "art" in self.ch.must.get(p, ()) and any(is_art(kind) for kind in plays)
            action = yield from self.ask(p, "D_WIN", plays if is_bound else [PASS, *plays])
            if action == PASS:
                place += 1
                continue
            played = True
            if action == YES or action >= opt(0):
                held = self.held(p)[0 if action == YES else action - opt(0) + 1]
                play = sure(self.find_use(p, held, w))
                yield from self.use_power(p, held, play, w)
            else:
                yield from self.play_card(p, action, w)

    def order_in(self, w: Window) -> list[int]:
        order = self.timing()
        if w.first is not None:
            order.remove(w.first)
            order.insert(0, w.first)
        return order

    def find_first(self, w: Window) -> Doing:
        """Queue (b): its owner may be first in this window (R139)."""
        p = self.find_active("Queue")
        if p is None or self.ch.queue_asked or self.timing()[0] == p or p in self.ch.silenced:
            return
        if "power" in self.barred(p):
            return
        if self.list_plays(p, w) and (yield from self.ask(p, "D_QUEUE", [PASS, YES])) == YES:
            self.ch.queue_asked = True
            if (yield from self.announce(p, "Queue")) is not None:
                w.first = p

    def fire(self, w: Window) -> Doing:
        """Let the mandatory powers act, in timing order."""
        if w.cards_only:
            return
        if w.hook == "H_DEST":  # 4.1 f: the Assassin is first
            for p in self.order_in(w):
                if (due := self.find_due(p, w, "Assassin")) is not None:
                    yield from self.use_power(p, *due, w)
        for p in self.order_in(w):
            while (due := self.find_due(p, w)) is not None:
                yield from self.use_power(p, *due, w)

    def find_due(self, p: int, w: Window, name: str = "") -> tuple[Held, Play] | None:
        """Return the next mandatory use of a player; he may have got it in this window (R302)."""
        for held in self.held(p):
            if held.key in w.used or not self.works(p, held) or name not in ("", held.power):
                continue
            for play in POWER_PLAYS.get(held.power, ()):
                if play.optional or w.hook not in play.hooks:
                    continue
                if not (p in self.ch.silenced and play.blocked) and play.can(self, p, w):
                    return held, play
        return None

    def use_power(self, p: int, held: Held, play: Play, w: Window) -> Doing:
        w.used.add(held.key)
        self.naming.append(None)
        yield from self.carry_out_use(p, held, play, w)
        self.naming.pop()

    def carry_out_use(self, p: int, held: Held, play: Play, w: Window) -> Doing:
        own: Own | None = Own(held.power, w.about, w.hook)
        if play.announced:
            own = yield from self.announce(
                p, held.power, w.about, optional=play.optional, hook=w.hook
            )
        if own is not None:
            yield from play.do(self, p, w, own)

    def play_card(self, p: int, kind: int, w: Window) -> Doing:
        play = sure(self.find_play(p, kind))
        role = "edict" if kind in EDICT else self.flare_role(p, kind)

        def effect() -> Doing:
            yield from play.do(self, p, w)

        yield from self.resolve(Use(p, kind, role=role), effect)

    def resolve(self, use: Use, effect: Callable[[], Doing]) -> Judging:
        """Play a card; return whether it was not cancelled."""
        p, kind = use.player, sure(use.kind) if use.card is None else use.card
        self.take_out(p, kind)
        pay(self, p)
        if is_art(kind):
            self.ch.must.get(p, set()).discard("art")
        entry = PlayedCard(p, kind)
        self.played.append(entry)
        cancelled = yield from self.is_cancelled(use)
        if not cancelled:
            depth = len(self.naming)
            self.naming.append(use)
            try:
                yield from effect()
            except Refused:
                cancelled = True
            del self.naming[depth:]
        if use.negated:
            self.hands[p].append(kind)
            return False
        if not use.taken:
            if use.role == "edict":
                yield from self.window("H_DISCARD", use, only=p)
            if use.kept:
                self.hands[p].append(kind)
            else:
                entry.on_pile = self.put_one_down(kind, p)
        yield from self.window("H_CARD", use)
        return not cancelled

    # -- cancelling -------------------------------------------------------------------------------

    def is_cancelled(self, use: Use) -> Judging:
        for p in self.timing():
            if p == use.player:
                continue
            while True:
                barred = self.barred(p)
                fitting = [kind for kind in set(self.cards(p)) if self.fits(p, kind, use)]
                fitting = [] if "art" in barred or not can_pay(self, p) else fitting
                fitting += [] if "power" in barred else self.cancelling_powers(p, use)
                action = yield from self.ask(p, "D_CANCEL", [PASS, *fitting])
                if action == PASS:
                    break
                if action == YES or action >= opt(0):
                    held = self.held(p)[0 if action == YES else action - opt(0) + 1]
                    cancel = self.negate if held.power == "Negator" else self.mesmerise
                    done = yield from cancel(p, use)
                else:
                    done = yield from self.play_cancel(p, action, use)
                if done:
                    return True
        return False

    def cancelling_powers(self, p: int, use: Use) -> list[int]:
        """Return the actions with which a player's powers cancel, if they may."""
        negates = "Negator" not in self.ch.used and (use.role != "power" or use.optional)
        negates = negates and use.role != "moon"
        disguises = bool(self.disguises(p, use)) and "art" not in self.barred(p)
        can_cancel = {"Negator": negates, "Mesmer": disguises}
        return [
            opt(k - 1) if k else YES
            for k, held in enumerate(self.held(p))
            if can_cancel.get(held.power) and self.works(p, held)
        ]

    # -- Mesmer (R107) ----------------------------------------------------------------------------

    def fitting_edicts(self, p: int, about: Use | Window) -> list[int]:
        """Return the kinds of Edict that a player could play now if he had them."""
        kinds = [kind for kind in self.kinds if kind in EDICT]
        if isinstance(about, Use):
            return [kind for kind in kinds if self.fits(p, kind, about)]
        fitting = []
        for kind in kinds:
            play = self.find_play(p, kind)
            there = play and (about.hook in play.hooks or about.also in play.hooks)
            if there and sure(play).can(self, p, about):
                fitting.append(kind)
        return fitting

    def disguises(self, p: int, about: Use | Window) -> list[int]:
        """Return the Edicts that a player could play as another kind."""
        fitting = self.fitting_edicts(p, about)
        held = {kind for kind in self.cards(p) if kind in EDICT}
        return [card for card in held if any(kind != card for kind in fitting)]

    def choose_disguise(
        self, p: int, about: Use | Window
    ) -> Generator[None, int, tuple[int, int] | None]:
        """D_MESMER: return the card and the kind as which it is played."""
        cards = self.disguises(p, about)
        if not cards:
            return None
        card = yield from self.ask(p, "D_MESMER", cards)
        kind = yield from self.choose_kind(p, about, card)
        return card, kind

    def choose_kind(self, p: int, about: Use | Window, card: int | None = None) -> Asking:
        kinds = [opt(kind - 97) for kind in self.fitting_edicts(p, about) if kind != card]
        return (yield from self.ask(p, "D_MESMER", kinds)) - opt(0) + 97

    def play_disguised(self, p: int, w: Window) -> Doing:
        chosen = yield from self.choose_disguise(p, w)
        if chosen is None:
            return
        card, kind = chosen
        play = EDICT_PLAYS[EDICT[kind]]

        def effect() -> Doing:
            yield from play.do(self, p, w)

        yield from self.resolve(Use(p, kind, role="edict", card=card), effect)

    def mesmerise(self, p: int, use: Use) -> Judging:
        """Cancel with an Edict played as another kind."""
        if (yield from self.announce(p, "Mesmer")) is None:
            return False
        return (yield from self.cancel_disguised(p, use))

    def cancel_disguised(self, p: int, use: Use) -> Judging:
        chosen = yield from self.choose_disguise(p, use)
        if chosen is None:
            return False
        card, kind = chosen
        return (yield from self.play_cancel(p, kind, use, card))

    def negate(self, p: int, use: Use) -> Judging:
        self.ch.used.add("Negator")
        own = yield from self.announce(p, "Negator")
        if own is None:
            return False
        if own.enlarged:
            self.ch.used.discard("Negator")
        if use.kind is not None:
            use.negated = True
            self.ch.negated.add((use.player, use.kind))
        return True

    def fits(self, p: int, kind: int, use: Use) -> bool:
        ch = self.ch
        name = EDICT.get(sure(use.kind)) if use.role == "edict" else None
        is_zap = name is not None and "Zap" in name
        if (p, kind) in ch.negated or use.role == "alliance":
            return False
        if kind in EDICT:
            return {
                "Cosmic Zap": use.role == "power",
                "Flare Zap": use.role not in ("power", "moon") and not is_zap,
                "Moon Zap": use.role == "moon",
                "Un-Zap": is_zap and name != "Un-Zap",
            }.get(EDICT[kind], False)
        if kind not in FLARE or ch.sanity:
            return False
        match FLARE[kind], self.flare_role(p, kind):
            case "Anti-Matter", "wild":
                return use.role == "wild" and self.is_involved(p)
            case "Anti-Matter", "super":
                return use.role in ("wild", "super")
            case "Filch", "wild":
                return use.kind is not None and COMPROMISE in self.hands[p]
            case "Healer", "wild":
                return name in ("Cosmic Zap", "Flare Zap") and sure(use.against).player == p
            case "Negator", "wild":
                return use.role == "power" and use.optional
            case "Mesmer", "wild":
                return bool(self.disguises(p, use)) and p not in ch.silenced
            case "Mesmer", "super":
                return bool(self.fitting_edicts(p, use)) and p not in ch.silenced
        return False

    def play_cancel(self, p: int, kind: int, against: Use, card: int | None = None) -> Judging:
        role = "edict" if kind in EDICT else self.flare_role(p, kind)
        cancels = True
        if FLARE.get(kind) == "Mesmer" and role == "super":
            pile = self.hands[p] if kind in self.hands[p] else self.hoard(p)
            pile.remove(kind)  # it is played already
            yield from self.choose_kind(p, against)
            pile.append(kind)

        def effect() -> Doing:
            nonlocal cancels
            if FLARE.get(kind) == "Mesmer" and role == "wild":
                cancels = yield from self.cancel_disguised(p, against)
            if FLARE.get(kind) == "Filch":
                self.hands[p].remove(COMPROMISE)
                self.discard.append(COMPROMISE)
                card = against.kind if against.card is None else against.card
                self.hands[p].append(sure(card))
                against.taken = True
            return
            yield

        use = Use(p, kind, role=role, against=against, card=card)
        return (yield from self.resolve(use, effect)) and cancels

    # -- small things that several plays need -----------------------------------------------------

    def give(self, giver: int, taker: int, kind: int) -> None:
        self.hands[giver].remove(kind)
        self.hands[taker].append(kind)

    def ask_seat(self, p: int, decision: str, seats: Iterable[int]) -> Asking:
        return (yield from self.ask(p, decision, [seat(q) for q in seats])) - 2

    def ask_number(self, p: int, decision: str, numbers: Iterable[int]) -> Asking:
        return (yield from self.ask(p, decision, [num(k) for k in numbers])) - 221

    def ask_place(self, p: int, decision: str, places: Iterable[int]) -> Asking:
        return (yield from self.ask(p, decision, map(loc, places))) - 8

    # -- the end (7) ------------------------------------------------------------------------------

    def wins(self, p: int) -> bool:
        """Whether a player fulfils the condition (7.1, 7.4)."""
        schizoid = self.find_active("Schizoid")
        external, home = self.external_bases(p), self.home_bases(p)
        needed = 5 + balance(self, "Four Base Moon", "Six Base Moon")
        if schizoid is None:
            return external >= needed
        systems = {place // 8 for place in self.bases(p)} - {p}
        return [
            external >= needed,
            external >= 4 and home >= 4,
            external >= 4 and len(systems) >= min(3, self.n - 1),
            external >= 6,
            external >= 4 and self.warp[p] <= 2,
            external >= 3 and len(self.hands[p]) >= 10,
        ][sure(self.find_held(schizoid, "Schizoid")).memory["condition"]]

    def check_victory(self) -> None:
        self.winners = [p for p in range(self.n) if self.wins(p)]
        if self.winners:
            raise GameOver

    def fill_limbo(self) -> None:
        """R211: lost tokens go to the section of the marker, and it moves on."""
        if not self.options.reverse_warp:
            return
        for p in range(self.n):
            self.limbo[self.marker][p] += self.outside[p]
            self.outside[p] = 0
        self.marker = (self.marker + 1) % self.n

    def empty_section(self, section: int) -> None:
        for p in range(self.n):
            self.warp[p] += self.limbo[section][p]
            self.limbo[section][p] = 0

    def cut_short(self) -> Doing:
        """A turn ends before 10c (R86, R211, R315)."""
        for p, kind in self.ch.aside:
            self.hands[p].append(kind)
        self.ch.aside = []
        clear_dust(self)
        self.fill_limbo()
        yield from discard_spent(self)
        self.count_challenge()

    def count_challenge(self) -> None:
        self.challenges += 1
        if self.challenges >= self.options.max_challenges:
            rating = [(self.external_bases(p), self.on_bases(p)) for p in range(self.n)]
            self.winners = [p for p in range(self.n) if rating[p] == max(rating)]
            raise GameOver
