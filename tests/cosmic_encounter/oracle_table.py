"""The table of the oracle: tokens, cards, windows, cancelling (6.1, 6.13, 6.14, 6.16, 6.17).

Everything that may ask a player is a generator: `yield` stops the game at a question.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from cosmic_encounter.oracle_box import (
    COMPROMISE,
    CORE,
    EDICT,
    FIRST_GAME,
    FLARE,
    FLARE_ID,
    PASS,
    POWERS,
    YES,
    Destiny,
    challenge_cards,
    destiny_cards,
    is_challenge,
    loc,
    num,
    opt,
    seat,
    sure,
)
from cosmic_encounter.oracle_more_powers import (
    BEFORE_LOSS,
    CONE,
    find_vulture,
    free_captives,
    move_captives,
)
from cosmic_encounter.oracle_plays import EDICT_PLAYS, Play
from cosmic_encounter.oracle_powers import FLARE_PLAYS, POWER_PLAYS
from oracle_rng import Chance

Asking = Generator[None, int, int]
Doing = Generator[None, int, None]
Judging = Generator[None, int, bool]

HAND = 7
ENOUGH_HOME_BASES = 3


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
    deal_proposals: int = 4
    max_challenges: int = 200


@dataclass
class Challenge:
    """What is remembered until the next challenge begins."""

    off: int
    defender: int | None = None
    took_token: bool = False  # D_REGROUP
    card: Destiny | None = None  # the destiny card
    rejected: bool = False  # by a wild Dictator
    super_dictator: bool = False
    system: int | None = None
    own: int | None = None  # OPT of D_OWN
    will: bool = False
    wild_will: bool = False
    dark: bool = False
    target: int | None = None
    tokens: dict[int, list[int | None]] = field(default_factory=dict)  # origins, on cone and ring
    allies: dict[int, int] = field(default_factory=dict)  # ally: his main player
    invited: set[tuple[int, int]] = field(default_factory=set)  # (main player, other)
    asked: set[int] = field(default_factory=set)
    joined: dict[int, int] = field(default_factory=dict)  # also those thrown out later
    limit: int = 4
    selected: dict[int, int] = field(default_factory=dict)
    second: dict[int, int] = field(default_factory=dict)
    by_power: set[int] = field(default_factory=set)  # whose second card is by the power Deuce
    kicker: dict[int, int] = field(default_factory=dict)
    early: set[int] = field(default_factory=set)  # wild Laser
    shower: int | None = None  # Oracle
    upset: bool = False
    both_lose: bool = False
    sums: list[tuple[Any, ...]] = field(default_factory=list)  # Calculator's declarations, in order
    reversed: set[int] = field(default_factory=set)
    copies: set[int] = field(default_factory=set)  # wild Mirror
    zapped_kickers: set[int] = field(default_factory=set)
    # Revealed: values, None a Compromise.
    shown: dict[int, list[int | None]] = field(default_factory=dict)
    travelled: bool = False
    travel: bool = False
    aside: list[tuple[int, int]] = field(default_factory=list)
    void: bool = False
    oracle_deal: bool = False
    antimatter: int | None = None
    macron: set[int] = field(default_factory=set)
    virus: set[int] = field(default_factory=set)
    super_virus: set[int] = field(default_factory=set)
    wild_virus: set[int] = field(default_factory=set)
    warpish: set[int] = field(default_factory=set)
    wild_warpish: set[int] = field(default_factory=set)
    super_warpish: set[int] = field(default_factory=set)
    wild_macron: list[int] = field(default_factory=list)
    reinforced: dict[int, int] = field(default_factory=dict)
    pacified: bool = False
    aa: bool = False  # both revealed Attacks
    winner: int | None = None
    lost: dict[int, int] = field(default_factory=dict)
    stellar_gas: bool = False
    wild_grudge: bool = False
    landed: dict[int, int] = field(default_factory=dict)  # on the target planet
    deal_losses: dict[int, int] | None = None
    quashed: bool = False
    dealt: bool = False
    discarded: dict[int, int] = field(default_factory=dict)  # main cards on the pile
    success: bool = False
    again: bool = False
    sanity: bool = False
    cancelled: set[str] = field(default_factory=set)  # powers
    seen: set[tuple[int, int]] = field(default_factory=set)  # wild Mind
    first_used: dict[int, str] = field(default_factory=dict)  # R223
    # Of the powers in oracle_more_powers.py:
    used_up: set[str] = field(default_factory=set)  # powers used once per challenge
    totals: dict[int, int] = field(default_factory=dict)
    deal_lost: dict[int, int] = field(default_factory=dict)
    failed: bool = False  # the deal
    wild_ghost: set[int] = field(default_factory=set)  # for the next D_TOKENS of this player
    super_ghost: set[int] = field(default_factory=set)
    added: dict[int, list[int]] = field(default_factory=dict)  # cards of Chosen and Prolong
    added_value: dict[int, int] = field(default_factory=dict)
    own_factor: dict[int, int] = field(default_factory=dict)  # Chosen: of the new main card
    super_bully: set[int] = field(default_factory=set)
    charmed: dict[int, int] = field(default_factory=dict)  # victim: Serpent
    barred: set[int] = field(default_factory=set)  # wild Serpent
    demon: dict[int, int] = field(default_factory=dict)  # possessed: Demon
    stake: dict[int, int] = field(default_factory=dict)  # Demon: origin
    gift: tuple[int, int] | None = None  # Philanthropist: receiver and Challenge card
    forced: dict[int, int] = field(default_factory=dict)
    lent: set[tuple[int, str]] = field(default_factory=set)  # wild Philanthropist
    prophecies: dict[int, tuple[str, int]] = field(default_factory=dict)
    super_vulch: set[int] = field(default_factory=set)
    claimed: dict[int, int | None] = field(default_factory=dict)  # Gambler's Kicker
    spread: dict[int, int] = field(default_factory=dict)  # wild Gambler
    doubts: list[tuple[int, int]] = field(default_factory=list)  # Skeptic, doubted
    agreed: int | None = None  # the doubted player
    wild_fungus: set[int] = field(default_factory=set)
    captured: dict[int, int] = field(default_factory=dict)  # by Pirate
    released: dict[int, int] = field(default_factory=dict)  # by Vampire
    super_vampire: set[int] = field(default_factory=set)
    cavalry: dict[int, int] = field(default_factory=dict)
    cavalry_shown: dict[int, int | None] = field(default_factory=dict)
    holder: int | None = None  # the DEF whom a Delegator replaced
    berserk: set[int] = field(default_factory=set)  # further defenders


@dataclass
class Use:
    """A power, Edict or Flare that is being used."""

    player: int
    kind: int | None = None  # the card
    power: str | None = None
    role: str = "power"  # edict, wild, super
    against: Use | None = None  # what a cancel cancels
    taken: bool = False
    kept: bool = False  # wild Clone


@dataclass
class PlayedCard:
    player: int
    kind: int
    on_pile: bool = False


@dataclass
class Window:
    hook: str
    about: object = None
    ended: bool = False
    used: set[str] = field(default_factory=set)  # powers


@dataclass
class Loss:
    player: int
    tokens: list[int | None]  # origins
    saved: int = 0  # by Zombie
    outcome: bool = False  # step 1 of 6.5


@dataclass
class Own:
    """One use of a power, which its Super may change."""

    power: str
    about: object = None
    hook: str | None = None
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
        self.winners: list[int] = []
        self.player: int | None = None
        self.decision: str | None = None
        self.legal: set[int] = set()
        self.tokens = [[0] * 48 for _ in range(n)]
        self.warp = [0] * n
        self.removed = [0] * n  # tokens out of the game
        self.gone: set[int] = set()  # planets out of the game
        for p in range(n):
            for place in self.planets(p):
                self.tokens[p][place] = 4
        self.power: list[str | None] = [None] * n
        self.drawn: list[str | None] = [None] * n  # by Reincarnator
        self.borrowed: list[list[str]] = [[] for _ in range(n)]
        self.turn_player = 0
        self.fungus: dict[tuple[int, int], list[int]] = {}  # holder, place or CONE: owners
        self.captives: dict[tuple[str, int], list[int]] = {}  # power, holder: owners
        self.hands: list[list[int]] = [[] for _ in range(n)]
        self.deck: list[int] = []  # the last one is the top
        self.discard: list[int] = []
        self.played: list[PlayedCard] = []  # since 7a
        self.had_three = [True] * n
        self.challenges = 0
        self.ch = Challenge(0)
        self.set_up()

    # -- setup (3) --------------------------------------------------------------------------------

    def set_up(self) -> None:
        n, options = self.n, self.options
        self.destiny = destiny_cards(n)
        self.destiny_discard: list[Destiny] = []
        self.chance.shuffle(self.destiny)
        if options.preset == "first_game":
            self.pool = list(FIRST_GAME)
            flares, self.reverse_cone = "off", False
        else:
            pool = options.power_pool
            named = [] if pool == "none" else [name.strip() for name in pool.split(",")]
            named = list(CORE.values()) if pool == "core30" else named
            self.pool = [name for name in POWERS.values() if name in named]
            flares, self.reverse_cone = options.flares, options.reverse_cone
        listed = list(self.pool)
        self.chance.shuffle(listed)
        for p, name in zip(range(n), listed, strict=False):
            self.power[p] = name
        size = {"on": 3 * n, "fixed": 20, "off": 0}[flares]
        self.deck = challenge_cards(
            options.mce_cards, options.kickers, options.reinforcements, self.reverse_cone
        )
        may_be_there = {FLARE_ID[name] for name in self.pool} if size else set()
        self.kinds = set(self.deck) | may_be_there
        self.deck += sorted(FLARE_ID[name] for name in listed[:size])
        self.chance.shuffle(self.deck)
        for p in range(n):
            for _ in range(HAND):
                self.hands[p].append(self.deck.pop())
        turned = []
        while True:
            turned.append(self.destiny.pop())
            if turned[-1][0] is not None:
                break
        self.first = turned[-1][0]
        self.destiny += reversed(turned)
        self.chance.shuffle(self.destiny)

    # -- asking -----------------------------------------------------------------------------------

    def ask(self, player: int, decision: str, legal: Iterable[int]) -> Asking:
        free_captives(self)
        self.player, self.decision, self.legal = player, decision, set(legal)
        assert self.legal, decision
        if self.legal == {PASS}:
            return PASS
        return (yield)

    # -- who (4) ----------------------------------------------------------------------------------

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
        return [p for p in self.timing() if self.ch.allies.get(p) == main]

    def involved(self) -> list[int]:
        return [p for p in self.timing() if self.is_main(p) or p in self.ch.allies]

    # -- tokens (6.1) -----------------------------------------------------------------------------

    def planets(self, system: int) -> list[int]:
        places = [system * 8 + slot for slot in range(5)]
        return [place for place in places if place not in self.gone]

    def bases(self, p: int) -> list[int]:
        return [place for place, count in enumerate(self.tokens[p]) if count > 0]

    def on_bases(self, p: int) -> int:
        return sum(self.tokens[p])

    def home_bases(self, p: int) -> int:
        return sum(self.tokens[p][place] > 0 for place in self.planets(p))

    def external_bases(self, p: int) -> int:
        return len(self.bases(p)) - self.home_bases(p)

    def in_challenge(self, p: int) -> int:
        if self.defends_planet(p):
            return self.tokens[p][sure(self.ch.target)]
        return len(self.ch.tokens.get(p, []))

    def defends_planet(self, p: int) -> bool:
        """Whether a player is in the challenge with his tokens on the target planet."""
        ch = self.ch
        holder = ch.defender if ch.holder is None else ch.holder
        return p == holder or p in ch.berserk

    def choose_base(self, p: int) -> Doing:
        """Put one token of a player who has a base on a base of his choice."""
        place = (yield from self.ask(p, "D_RETURN", map(loc, self.bases(p)))) - 8
        self.tokens[p][place] += 1

    def send_home(self, p: int, origins: list[int | None]) -> Doing:
        """RETURN."""
        while origins:
            origin = origins[0]
            at_home = self.bases(p)
            before = list(self.tokens[p])
            if not at_home:
                self.warp[p] += 1
            elif origin is not None and self.tokens[p][origin] > 0 and not self.options.free_return:
                self.tokens[p][origin] += 1
            else:
                yield from self.choose_base(p)
            del origins[0]
            if at_home and origins is self.ch.tokens.get(p):
                place = next(i for i in range(48) if self.tokens[p][i] > before[i])
                move_captives(self, p, CONE, place)

    def all_go_home(self) -> Doing:
        for p in self.timing():
            yield from self.send_home(p, self.ch.tokens.get(p, []))

    def from_warp(self, p: int, count: int) -> Doing:
        for _ in range(count):
            if self.warp[p] and self.bases(p):
                yield from self.choose_base(p)
                self.warp[p] -= 1

    def pick_losses(
        self, p: int, count: int, chooser: int | None = None, kept: int = 0
    ) -> Generator[None, int, list[int]]:
        """D_LOSE: return the places of the tokens taken off; `kept` on the target cannot be."""
        taken = []
        for _ in range(count):
            places = self.bases(p)
            if kept and self.tokens[p][sure(self.ch.target)] <= kept:
                places = [place for place in places if place != self.ch.target]
            if not places:
                break
            asked = p if chooser is None else chooser
            place = (yield from self.ask(asked, "D_LOSE", map(loc, places))) - 8
            self.tokens[p][place] -= 1
            taken.append(place)
        return taken

    def lose(
        self, p: int, origins: Sequence[int | None], *, outcome: bool = False
    ) -> Generator[None, int, Loss]:
        """LOSE: the tokens have been taken off."""
        loss = Loss(p, list(origins), outcome=outcome)
        if origins:
            for act in BEFORE_LOSS:  # R108
                yield from act(self, loss)
        if loss.tokens:
            yield from self.window("H_LOSS", loss)
            self.warp[p] += len(loss.tokens)
            loss.tokens = []
        return loss

    # -- cards ------------------------------------------------------------------------------------

    def has_challenge_card(self, p: int) -> bool:
        return any(map(is_challenge, self.hands[p]))

    def needs_new_hand(self, p: int) -> bool:
        few = 1 if self.is_active(p, "Deuce") else 0
        return sum(map(is_challenge, self.hands[p])) <= few

    def put_down(self, kinds: list[int]) -> None:
        self.discard += sorted(kinds)

    def throw_away(self, p: int, kinds: list[int]) -> None:
        """Let a player discard cards."""
        for kind in sorted(kinds):
            taker = find_vulture(self, p, kind)
            pile = self.discard if taker is None else self.hands[taker]
            pile.append(kind)

    def draw_one(self) -> int | None:
        if not self.deck:
            self.deck, self.discard = self.discard, []
            self.chance.shuffle(self.deck)
            for entry in self.played:
                entry.on_pile = False
        return self.deck.pop() if self.deck else None

    def draw(self, p: int, count: int, *, window: bool = True) -> Generator[None, int, list[int]]:
        if count and window:
            yield from self.window("H_DRAW", p)
        drawn = []
        for _ in range(count):
            kind = self.draw_one()
            if kind is not None:
                drawn.append(kind)
        self.hands[p] += drawn
        return drawn

    def new_hand(self, p: int, *, windows: bool = True) -> Doing:
        kept: list[int] = []
        if windows:
            about = {"player": p, "keep": False}
            yield from self.window("H_NEWHAND", about, only=p)
            if about["keep"]:
                kept = [kind for kind in self.hands[p] if not is_challenge(kind)]
        if not kept and self.is_active(p, "Vulch"):
            kept = [kind for kind in self.hands[p] if kind in EDICT]
        hand = list(self.hands[p])
        for kind in kept:
            hand.remove(kind)
        self.hands[p] = kept
        self.throw_away(p, hand)
        while True:
            drawn = yield from self.draw(p, HAND, window=windows)
            if any(map(is_challenge, drawn)):
                return
            if not any(map(is_challenge, self.deck + self.discard)):
                return  # R70
            for kind in drawn:
                self.hands[p].remove(kind)
            self.throw_away(p, drawn)

    def random_card(self, kinds: list[int]) -> int:
        return sorted(kinds)[self.chance.below(len(kinds))]

    def take_random(self, taker: int, giver: int) -> None:
        kind = self.random_card(self.hands[giver])
        self.hands[giver].remove(kind)
        self.hands[taker].append(kind)

    def take_from_pile(self, kind: int) -> None:
        """Take the card of this kind that lies nearest to the top off the discard pile."""
        at = len(self.discard) - 1 - self.discard[::-1].index(kind)
        del self.discard[at]

    # -- powers -----------------------------------------------------------------------------------

    def powers_of(self, p: int) -> list[str | None]:
        """Return the powers of a player, the one on his sheet (or None) first (R103)."""
        drawn = [] if self.drawn[p] is None else [self.drawn[p]]
        return [self.power[p], *drawn, *self.borrowed[p]]

    def is_active(self, p: int, power: str) -> bool:
        ch = self.ch
        barred = ch.sanity and ch.first_used.get(p, power) != power  # R223
        return (
            power in self.powers_of(p)
            and not barred
            and power not in ch.cancelled
            and (p, power) not in ch.lent
            and self.home_bases(p) >= ENOUGH_HOME_BASES
        )

    def unused_powers(self) -> list[str]:
        """Return the powers of the pool that nobody has, in index order."""
        held = {name for p in range(self.n) for name in self.powers_of(p)}
        return [name for name in self.pool if name not in held]

    def take_sheet(self, p: int, power: str | None) -> None:
        """Put another power on a player's sheet."""
        self.power[p] = power

    def find_active(self, power: str) -> int | None:
        return next((p for p in range(self.n) if self.is_active(p, power)), None)

    def announce(
        self, p: int, power: str, about: object = None, hook: str | None = None
    ) -> Generator[None, int, Own | None]:
        """Announce a use of a power: CANCEL, H_OWN; return None if it was cancelled."""
        self.ch.first_used.setdefault(p, power)
        if (yield from self.is_cancelled(Use(p, power=power))):
            self.ch.cancelled.add(power)
            return None
        own = Own(power, about, hook)
        yield from self.window("H_OWN", own, only=p)
        return own

    # -- windows (6.13) ---------------------------------------------------------------------------

    def flare_role(self, p: int, kind: int) -> str:
        return "super" if self.is_active(p, FLARE[kind]) else "wild"

    def find_play(self, p: int, kind: int) -> Play | None:
        if kind in EDICT:
            return EDICT_PLAYS.get(EDICT[kind])
        if kind in FLARE and not self.ch.sanity:
            return FLARE_PLAYS.get((FLARE[kind], self.flare_role(p, kind)))
        return None

    def list_plays(self, p: int, w: Window) -> list[int]:
        plays = []
        for kind in set(self.hands[p]):
            play = self.find_play(p, kind)
            if play and w.hook in play.hooks and play.can(self, p, w):
                plays.append(kind)
        for i, power in enumerate(self.powers_of(p)):
            if power and power not in w.used and self.power_play(p, power, w, optional=True):
                plays.append(YES if i == 0 else opt(i - 1))
        return plays

    def power_play(self, p: int, power: str, w: Window, *, optional: bool) -> Play | None:
        """Return the play of a power that its owner can make in a window, if there is one."""
        for play in POWER_PLAYS.get(power, []):
            fits = play.optional == optional and w.hook in play.hooks
            if fits and self.is_active(p, power) and play.can(self, p, w):
                return play
        return None

    def window(self, hook: str, about: object = None, only: int | None = None) -> Doing:
        w = Window(hook, about)
        if only is None:
            yield from self.fire(w)
        place, played = 0, False
        while not w.ended:
            order = self.timing() if only is None else [only]  # a new DEF changes it
            if place == len(order):
                if not played:
                    return
                place, played = 0, False
            p = order[place]
            plays = self.list_plays(p, w)
            action = yield from self.ask(p, "D_WIN", [PASS, *plays])
            if action == PASS:
                place += 1
                continue
            played, mains = True, self.mains()
            if action == YES or action >= opt(0):
                power = sure(self.powers_of(p)[0 if action == YES else action - opt(0) + 1])
                w.used.add(power)
                yield from self.use_power(p, power, w, optional=True)
            else:
                yield from self.play_card(p, action, w)
            if self.mains() != mains:
                place, played = 0, False  # R320

    def fire(self, w: Window) -> Doing:
        """Let the mandatory powers act, in timing order."""
        for p in self.timing():
            for power in self.powers_of(p):
                if power and self.power_play(p, power, w, optional=False):
                    yield from self.use_power(p, power, w, optional=False)

    def use_power(self, p: int, power: str, w: Window, *, optional: bool) -> Doing:
        play = sure(self.power_play(p, power, w, optional=optional))
        own = yield from self.announce(p, power, w.about, w.hook)
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
        kind = sure(use.kind)
        self.hands[use.player].remove(kind)
        entry = PlayedCard(use.player, kind)
        self.played.append(entry)
        cancelled = yield from self.is_cancelled(use)
        if not cancelled:
            yield from effect()
        if not use.taken:
            if use.role == "edict":
                yield from self.window("H_DISCARD", use, only=use.player)
            taker = find_vulture(self, use.player, kind)
            if use.kept:
                self.hands[use.player].append(kind)
            elif taker is not None:
                self.hands[taker].append(kind)
            else:
                self.discard.append(kind)
                entry.on_pile = True
        return not cancelled

    # -- cancelling -------------------------------------------------------------------------------

    def is_cancelled(self, use: Use) -> Judging:
        for p in self.timing():
            if p == use.player:
                continue
            while fitting := [kind for kind in set(self.hands[p]) if self.fits(p, kind, use)]:
                action = yield from self.ask(p, "D_CANCEL", [PASS, *fitting])
                if action == PASS:
                    break
                if (yield from self.play_cancel(p, action, use)):
                    return True
        return False

    def fits(self, p: int, kind: int, use: Use) -> bool:
        name = EDICT.get(sure(use.kind)) if use.role == "edict" else None
        is_zap = name is not None and "Zap" in name
        if kind in EDICT:
            return {
                "Cosmic Zap": use.role == "power",
                "Flare Zap": use.role != "power" and not is_zap,
                "Un-Zap": is_zap and name != "Un-Zap",
            }.get(EDICT[kind], False)
        if kind not in FLARE or self.ch.sanity or use.role == "power":
            return False
        match FLARE[kind], self.flare_role(p, kind):
            case "Anti-Matter", "wild":
                return use.role == "wild" and p in self.involved()
            case "Anti-Matter", "super":
                return use.role in ("wild", "super")
            case "Filch", "wild":
                return COMPROMISE in self.hands[p]
            case "Healer", "wild":
                return name in ("Cosmic Zap", "Flare Zap") and sure(use.against).player == p
        return False

    def play_cancel(self, p: int, kind: int, against: Use) -> Judging:
        role = "edict" if kind in EDICT else self.flare_role(p, kind)

        def effect() -> Doing:
            if FLARE.get(kind) == "Filch":
                self.hands[p].remove(COMPROMISE)
                self.discard.append(COMPROMISE)
                self.hands[p].append(sure(against.kind))
                against.taken = True
            return
            yield

        use = Use(p, kind, role=role, against=against)
        return (yield from self.resolve(use, effect))

    # -- small things that several plays need -----------------------------------------------------

    def give(self, giver: int, taker: int, kind: int) -> None:
        self.hands[giver].remove(kind)
        self.hands[taker].append(kind)

    def ask_seat(self, p: int, decision: str, seats: Iterable[int]) -> Asking:
        return (yield from self.ask(p, decision, [seat(q) for q in seats])) - 2

    def ask_number(self, p: int, decision: str, numbers: Iterable[int]) -> Asking:
        return (yield from self.ask(p, decision, [num(k) for k in numbers])) - 221

    # -- the end (7) ------------------------------------------------------------------------------

    def check_victory(self) -> None:
        self.winners = [p for p in range(self.n) if self.external_bases(p) >= 5]
        if self.winners:
            raise GameOver

    def count_challenge(self) -> None:
        self.challenges += 1
        if self.challenges >= self.options.max_challenges:
            rating = [(self.external_bases(p), self.on_bases(p)) for p in range(self.n)]
            self.winners = [p for p in range(self.n) if rating[p] == max(rating)]
            raise GameOver
