"""The rules of Cosmic Encounter a second time: slow, plain Python, written from the rules alone.

The game is one generator, `Oracle.game`, that reads like section 4 of the rules. It stops at
every decision with who is asked (`player`), which decision (`decision`) and what is legal
(`legal`, numbers of actions); `play` sends the answer. Covered: the game with all its options and
all powers with their flares.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass
from typing import Any

from cosmic_encounter import (  # noqa: F401  each registers its powers
    oracle_powers_alliance,
    oracle_powers_cards,
    oracle_powers_destiny,
    oracle_powers_outcome,
    oracle_powers_reveal,
    oracle_powers_turn,
)
from cosmic_encounter.oracle_box import (
    BONUS,
    COMPROMISE,
    FACTOR,
    FLARE,
    FLARE_ID,
    PASS,
    VALUE,
    YES,
    is_attack,
    is_challenge,
    is_dark,
    is_wild,
    loc,
    opt,
    order_of_destiny,
    sure,
)
from cosmic_encounter.oracle_destiny_special import (
    ANY_BASE,
    ANY_MOON,
    BLIND_WAR,
    CONSOLATION_WAR,
    FREE_FOR_ALL,
    LARGEST_BASE,
    LAST_STAND,
    LONELY_WAR,
    MERCY_WAR,
    OPEN_WAR,
    REVERSE_WAR,
    SMALL_WAR,
    SPOILS_OF_WAR,
    VICTORY_DANCE,
    WARP,
    can_pay,
    change_values,
    find_fitting,
    is_comet,
    is_special,
    odd_winner,
    pay,
    remove_risked,
    replace_specials,
    risked,
    special_rule,
    targets_of_cone,
    win_in_warp,
)
from cosmic_encounter.oracle_hexes import (
    GAS_GIANT,
    ask_worldships,
    bind,
    can_settle,
    clear_dust,
    draw_fleet,
    evacuate,
    income,
    play_dust,
    site,
    stacks_of,
    withdraw,
)
from cosmic_encounter.oracle_moons import (
    allied_strength,
    ask_secret_moons,
    balance,
    change_cards,
    discard_spent,
    double_stakes,
    find_moon,
    is_moon,
    limit_of_cone,
    limit_value,
    moon_bonus,
    occupant,
    offer_bribe,
    pay_bribe,
    reveal_at_moment,
    side_of_cone,
    take_toll,
    user,
    works,
)
from cosmic_encounter.oracle_plays import ON_CONE
from cosmic_encounter.oracle_table import (
    FEW_TOKENS,
    INVITES_NOBODY,
    LEFT_IN_WARP,
    RESERVE,
    WEAKER,
    Asking,
    Challenge,
    Consolation,
    Doing,
    GameOver,
    Judging,
    Own,
    Table,
    Use,
)

LIMIT = 4  # tokens in one commitment
AIMED_LATE = (ANY_MOON, ANY_BASE, LARGEST_BASE)  # cones (4.1 j)
NO_BASE = (None, RESERVE)  # origins


def turn_digits(value: int) -> int:
    """Reverse the digits of a value, at least two of them (V4)."""
    digits = int(f"{abs(value):02d}"[::-1])
    return -digits if value < 0 else digits


@dataclass(frozen=True)
class Offer:
    """What a deal is about, by main player."""

    gains: dict[int, int]  # a base on this planet
    gives: dict[int, int]  # so many cards
    freed: int  # tokens by Zombie
    lucre: dict[int, int]  # so much Lucre


class Oracle(Table):
    """One game."""

    def __init__(self, n: int, seed: int, **options: Any) -> None:
        super().__init__(n, seed, **options)
        self.number = 0  # challenges of this turn that are over
        self.play_on = self.game()
        next(self.play_on)

    def play(self, action: int) -> None:
        assert action in self.legal, (action, self.legal)
        try:
            self.play_on.send(action)
        except StopIteration:
            self.over = True
            self.player, self.decision, self.legal = None, None, set()

    # -- turns (4) --------------------------------------------------------------------------------

    def game(self) -> Doing:
        try:
            yield from self.set_up()
            while True:
                yield from self.turn(self.turn_of)
                self.turn_of = yield from self.find_next()
        except GameOver:
            return

    def find_next(self) -> Asking:
        """Return whose turn is next."""
        yield from self.window("H_NEXT")
        p, self.next_turn = self.next_turn, None
        if p is not None:
            return p
        p = self.find_active("Queue")
        line = list(range(self.n)) if p is None else sure(self.find_held(p, "Queue")).memory["line"]
        return line[(line.index(self.turn_of) + 1) % self.n]

    def turn(self, p: int) -> Doing:
        self.number = 0
        self.ch.off, self.ch.defender, self.ch.allies = p, None, {}
        self.between = True
        skipped = PASS
        if self.options.skip_turn:
            skipped = yield from self.ask(p, "D_SKIP", [PASS, YES])
        if skipped == YES:
            yield from self.new_hand(p, windows=False)
            yield from self.cut_short()
            return
        if self.options.lucre:
            doubled = 2 if self.is_active(p, "Gnome") else 1
            self.receive(p, doubled * income(self, p))
        self.begin_challenge(p)
        self.between = False
        while (yield from self.challenge()):
            self.begin_challenge(p)

    def challenge(self) -> Judging:
        """Return whether another one follows."""
        ch, p = self.ch, self.turn_of
        if not (yield from self.begin(p)):
            yield from self.cut_short()
            return False
        yield from self.regroup(ch.off)
        yield from self.find_destiny()
        if not ch.cut and self.has_something(ch.off) and (yield from self.launch_and_fight()):
            return (yield from self.end())
        yield from self.cut_short()
        return False

    def has_something(self, p: int) -> bool:
        """R10."""
        return self.has_tokens(p) or bool(self.ch.tokens.get(p))

    def launch_and_fight(self) -> Judging:
        """Phases 3 to 9; return whether 10c follows."""
        ch = self.ch
        is_aimed = yield from self.launch(ch.off)
        if not is_aimed or ch.cut:
            yield from self.all_go_home()  # a wild Parasite took the last target away: as R8
            return False
        if ch.own == 1 or ch.vacant:
            yield from self.land(ch.off)
            ch.success = True
            return True
        yield from self.find_allies()
        return (yield from self.fight())

    def fight_inside(self, off: int, defender: int, power: str) -> Generator[None, int, Challenge]:
        """Fight a challenge inside this one (R114); return it when it is over."""
        outer, self.ch = self.ch, Challenge(off, power, defender, system=defender)
        inner = self.ch
        inner.outer = outer
        yield from self.meet_defender()
        yield from self.look_at_bases()
        if self.has_something(inner.off) and (yield from self.launch_and_fight()):
            yield from self.finish()
            self.count_challenge()
        else:
            yield from self.cut_short()
        self.end_borrowing()
        self.ch = outer
        return inner

    def begin(self, p: int) -> Judging:
        """10a, 10b: return whether there is a challenge."""
        yield from ask_secret_moons(self)
        yield from self.window("H_START")
        yield from self.look_at_bases()
        p = self.ch.off  # another one by a wild Butler (R133)
        if self.number == 0 and self.needs_new_hand(p):
            yield from self.new_hand(p)
            yield from ask_secret_moons(self)
            yield from self.window("H_START", cards_only=True)
            yield from self.look_at_bases()
        if self.number > 0 and not self.has_challenge_card(p):
            return False
        return len(self.movable(p)) > 0 or self.has_ghosts(p) or self.warp[p] > 0  # R10, R111

    def look_at_bases(self) -> Doing:
        """Make an H_BASES point."""
        has_three = [self.home_bases(p) >= 3 for p in range(self.n)]
        dropped = [p for p in range(self.n) if self.had_three[p] and not has_three[p]]
        self.had_three = has_three
        for p in range(self.n):
            self.move_stage(p)
        if dropped:
            yield from self.window("H_BASES", dropped)

    def move_stage(self, p: int) -> None:
        """Pentaform: the stage follows the external bases."""
        sheet = self.sheet[p]
        if sheet is None or sheet.power != "Pentaform" or not sheet.memory["stages"]:
            return
        memory = sheet.memory
        bases, memory["bases"] = memory["bases"], self.external_bases(p)
        stage = memory["stage"] + memory["bases"] - bases
        stage = max(0, min(len(memory["stages"]) - 1, stage))
        if self.is_active(p, "Pentaform") and stage != memory["stage"]:
            self.enter_stage(sheet, stage)

    # -- Lucre (11.2) -----------------------------------------------------------------------------

    def buy(self, when: str) -> Doing:
        """Hold a Lucre window."""
        if not self.options.lucre:
            return
        buyers = [self.ch.off] if when == "LW1" else self.mains()
        for p in self.timing():
            if p in self.ch.allies and self.is_active(p, "Entrepreneur"):
                buyers.insert(0, p)
        for p in buyers:
            while True:
                action = yield from self.ask(p, "D_LUCRE", [PASS, *self.list_wares(p, when)])
                if action == PASS:
                    break
                yield from self.sell(p, action - opt(0))

    def list_wares(self, p: int, when: str) -> list[int]:
        wares = [
            (3, when == "LW1" and self.may_leave_warp(p) and len(self.bases(p)) > 0),
            (4, when in ("LW1", "LW3", "LW6")),
            (10, when in ("LW1", "LW3", "LW6") and len(self.hands[p]) > 0),
            (7, when in ("LW1", "LW3") and len(self.unused_flares) > 0),
            (3, when == "LW7"),
            (6, when == "LW8"),
        ]
        return [
            opt(i) for i, (price, there) in enumerate(wares) if there and self.lucre[p] >= price
        ]

    def sell(self, p: int, ware: int) -> Doing:
        self.lucre[p] -= (3, 4, 10, 7, 3, 6)[ware]
        if ware == 0:
            self.ch.took_token = True
            yield from self.from_warp(p, 1)
        elif ware == 1:
            yield from self.draw(p, 1)
        elif ware == 2:
            yield from self.discard_choice(p, self.hands[p])
        elif ware == 3:
            place = self.chance.below(len(self.unused_flares))
            self.hands[p].append(self.unused_flares.pop(place))
        else:
            m = self.mains()[self.ch.side(p)]
            self.ch.points[m] = self.ch.points.get(m, 0) + 1

    # -- regroup ----------------------------------------------------------------------------------

    def regroup(self, p: int) -> Doing:
        took = yield from self.take_from_warp(p)
        if took and user(self, "Second Wind Moon") == p:  # R219
            yield from self.take_from_warp(p)
        yield from self.buy("LW1")
        yield from self.atone(p)
        yield from self.window("H_REGROUP")

    def may_leave_warp(self, p: int) -> bool:
        """Whether a token of a player may leave the Warp in phase 1 (6.12)."""
        return self.warp[p] > 0 and self.curses[p] != LEFT_IN_WARP

    def take_from_warp(self, p: int) -> Judging:
        """D_REGROUP: return whether a token was taken."""
        if not self.may_leave_warp(p):
            return False
        places = [loc(place) for place in self.bases(p)]
        action = yield from self.ask(p, "D_REGROUP", [PASS, *(places or [YES])])
        if action == PASS:
            return False
        self.warp[p] -= 1
        self.ch.took_token = True
        if action == YES:
            self.ch.tokens.setdefault(p, []).append(None)
        else:
            self.tokens[p][action - 8] += 1
        return True

    def atone(self, p: int) -> Doing:
        """R124: a cursed player may send a token to the Warp; two end the curse."""
        if self.curses[p] is None:
            return
        action = yield from self.ask(p, "D_WITCH", [PASS, *map(loc, self.movable(p))])
        if action == PASS:
            return
        self.tokens[p][action - 8] -= 1
        self.warp[p] += 1
        self.atoned[p] += 1
        if self.atoned[p] == 2:
            self.curses[p], self.atoned[p] = None, 0

    # -- destiny (4.1) ----------------------------------------------------------------------------

    def find_destiny(self) -> Doing:
        while not (yield from self.turn_up()):
            if not self.ch.kept:
                self.destiny_discard.append(self.ch.turned)
        ch = self.ch
        yield from self.ask_siren()
        if not self.aims_late():
            ch.defender = ch.lurer if ch.lured else ch.system
            yield from self.meet_defender()
        if not ch.kept:
            self.destiny_discard.append(ch.turned)
        self.turn_cone()
        if not ch.cut:
            yield from self.look_at_bases()

    def turn_up(self) -> Judging:
        """Turn up a destiny card; return whether it is used."""
        ch = self.ch
        off = ch.off
        if len(self.destiny) == 1:
            self.reshuffle_destiny()
        ch.card = self.destiny.pop()
        ch.by_worldships = None
        ch.rejected = ch.super_dictator = ch.will = ch.kept = False
        ch.system = ch.own = None
        ch.dark = False
        yield from ask_worldships(self, is_comet=is_comet)
        is_light = not (self.reverse_cone and is_dark(ch.card))
        self.turn_cone()
        if is_comet(ch.card):
            ch.fits = []
            if ch.comet is None:  # R56
                assert isinstance(ch.card, int)
                ch.comet = ch.card
            return False
        yield from self.find_fitting(is_light=is_light)
        if not ch.fits:
            return False
        yield from self.window("H_DEST")
        if ch.rejected:
            return False
        others = [p for p in range(self.n) if p != off]
        own_colour = off in ch.fits  # R57
        if ch.colour is not None:
            dictator = yield from self.find_dictator()
            if dictator is not None:
                seats = others + [off] * own_colour
                ch.system = yield from self.ask_seat(dictator, "D_DICTATOR", seats)
        chose_himself = False
        if self.is_active(off, "Will") and (yield from self.announce_will()) is not None:
            ch.will = True
            if ch.system is None:
                at_home = self.foreign_places() or (own_colour and self.empty_places())
                seats = others + [off] * bool(at_home)
                ch.system = yield from self.ask_seat(off, "D_WILL", seats)
                chose_himself = True
        if ch.system is None and ch.card != ANY_MOON:
            ch.system = ch.colour
            if ch.system is None:
                chooser = off if ch.by_worldships is None else ch.by_worldships
                ch.system = yield from self.ask_seat(chooser, "D_WILD", ch.fits)
        if ch.system == off:
            options = [] if chose_himself else [PASS]
            options += [opt(0)] * bool(self.foreign_places())
            options += [opt(1)] * bool(own_colour and self.empty_places())
            action = yield from self.ask(off, "D_OWN", options)
            if action == PASS:
                return False
            ch.own = action - opt(0)
        yield from self.window("H_SYSTEM")
        by_system = is_wild(ch.card) or (is_special(ch.card) and ch.card not in AIMED_LATE)
        if by_system and is_light:
            self.empty_section(sure(ch.system))
        return True

    def find_fitting(self, *, is_light: bool) -> Doing:
        """4.1 d, e: the players whom the card gives; a light colour empties its section."""
        ch = self.ch
        card = ch.turned
        if isinstance(card, int):
            ch.fits = yield from find_fitting(self, card)
        elif is_wild(card):
            ch.fits = self.others(ch.off)
        else:
            ch.fits = [sure(card[0])]
            if is_light:
                self.empty_section(ch.fits[0])

    def turn_cone(self) -> None:
        """R204: the side of the cone, fixed at the end of phase 2."""
        ch = self.ch
        dark = side_of_cone(self, is_dark(ch.turned)) != self.comet(REVERSE_WAR)
        ch.dark = self.reverse_cone and dark

    def reshuffle_destiny(self) -> None:
        """11.7."""
        replace_specials(self)
        self.destiny += self.destiny_discard
        for hand in self.destiny_hands.values():
            self.destiny += hand
        for p in range(self.n):
            for held in self.held(p):
                self.destiny += held.memory.pop("cards", [])
        self.destiny += sorted(self.destiny_aside, key=order_of_destiny)
        self.destiny_discard, self.destiny_aside = [], []
        self.chance.shuffle(self.destiny)
        draw_fleet(self)

    def announce_will(self) -> Generator[None, int, Own | None]:
        return (yield from self.announce(self.ch.off, "Will", optional=False))

    def ask_siren(self) -> Doing:
        """4.1 i, R134."""
        ch = self.ch
        if ch.own == 1 or ch.system is None:
            return
        system = ch.system
        for p in self.timing():
            for k, held in enumerate(self.held(p)):
                if held.power != "Siren" or not self.works(p, held) or p in (ch.off, system):
                    continue
                home = [place for place in self.planets(p) if self.tokens[p][place]]
                if not any(self.tokens[p][system * 8 : system * 8 + 8]) or not home:
                    continue
                use = opt(k - 1) if k else YES
                if (yield from self.ask(p, "D_WIN", [PASS, use])) == PASS:
                    continue
                if (yield from self.announce(p, "Siren")) is None:
                    continue
                action = yield from self.ask(p, "D_SIREN", [PASS, *map(loc, home)])
                if action != PASS:
                    self.lure(p, action - 8)
                    return

    def lure(self, p: int, place: int) -> None:
        """Siren or its wild: DEF and target are fixed."""
        ch = self.ch
        ch.lured, ch.will, ch.wild_will = True, False, False
        ch.own = None
        ch.lurer, ch.target = p, place

    def find_dictator(self) -> Generator[None, int, int | None]:
        """Return who chooses the system, if anybody does."""
        if self.ch.super_dictator:
            return self.ch.off
        p = self.find_active("Dictator")
        if p is None or p == self.ch.off:
            return None
        own = yield from self.announce(p, "Dictator", optional=False)
        return None if own is None else p

    def invaded_planets(self) -> list[int]:
        """Return the home planets of OFF with a foreign base."""
        off = self.ch.off
        others = [p for p in range(self.n) if p != off]
        return [place for place in self.sites(off) if any(self.tokens[p][place] for p in others)]

    def empty_planets(self) -> list[int]:
        return [
            place
            for place in self.planets(self.ch.off)
            if not any(self.tokens[p][place] for p in range(self.n))
        ]

    def foreign_places(self) -> list[int]:
        """Return what the OFF may attack at home."""
        return self.invaded_planets() + self.own_moons_of_off(held=True)

    def empty_places(self) -> list[int]:
        """Return what the OFF may occupy at home."""
        return self.empty_planets() + self.own_moons_of_off(held=False)

    def own_moons_of_off(self, *, held: bool) -> list[int]:
        """Return the moons of the OFF's system that another player holds, or nobody."""
        moons = [place for place in self.open_moons() if place // 8 == self.ch.off]
        return [place for place in moons if (occupant(self, place) is not None) == held]

    def aims_late(self) -> bool:
        """Whether DEF is known only after D_TARGET (4.1 j)."""
        ch = self.ch
        if ch.lured or ch.nested or special_rule(self) == WARP:
            return False
        if special_rule(self) is not None or any(map(is_moon, self.list_targets())):
            return True
        return ch.system == ch.off or ch.will or self.options.attack_any_base

    def meet_defender(self) -> Doing:
        """DEF became known."""
        p = sure(self.ch.defender)
        if self.needs_new_hand(p):
            yield from self.new_hand(p, also="H_DEF")
        yield from self.window("H_DEF")

    # -- launch -----------------------------------------------------------------------------------

    def launch(self, p: int) -> Judging:
        """Phase 3; return whether there is something to attack."""
        ch = self.ch
        yield from self.commit(p)
        if not ch.tokens[p]:
            return False
        if not ch.lured and special_rule(self) != WARP:
            comet = ch.comet
            yield from ask_worldships(self, is_comet=is_comet, comets_only=True)
            if ch.comet != comet and self.comet(REVERSE_WAR) and self.reverse_cone:
                ch.dark = not ch.dark
            if not self.list_targets():
                return False
            yield from self.aim()
            if ch.card in AIMED_LATE:
                self.empty_section(sure(ch.target) // 8)
        if ch.own == 1 or ch.cut or ch.vacant:
            return True
        yield from take_toll(self)
        yield from self.window("H_TARGET")
        if ch.vacant:
            return True
        yield from self.buy("LW3")
        yield from self.look_at_bases()
        return True

    def commit(self, p: int, *, to_ring: bool = False, kept: int = 0) -> Doing:
        """H_LAUNCH and D_TOKENS; `kept` tokens are for another commitment."""
        ch = self.ch
        ch.limit = self.cone_limit(p)
        ch.ghosts, ch.wild_ghost, ch.free_ghosts, ch.reserve = 0, False, False, 2
        if ch.own != 1:
            yield from self.window("H_LAUNCH", p, only=None if p == ch.off else p)
        if self.curses[p] == FEW_TOKENS:
            ch.limit = min(2, ch.limit)
        taken = (ch.ring if to_ring else ch.tokens).setdefault(p, [])
        free = 0
        announced: set[str] = set()
        while not ch.launched or p != ch.off:
            room = len(taken) - free < ch.limit
            if kept and taken and self.count_committable(p) <= kept:
                break
            options = [loc(place) for place in self.movable(p)] if room else []
            by_power = self.may_use(p, "Ghost")
            if (room or ch.free_ghosts) and self.warp[p] and (by_power or ch.ghosts):
                options.append(opt(0))
            if room and self.has_ghosts(p):
                options.append(opt(1))
            of_reserve = opt(2 if by_power or ch.wild_ghost else 0)
            has_sent = any(place not in NO_BASE for place in taken)
            if ch.reserve and has_sent and self.may_use(p, "Wraith") and self.reserve(p):
                options.append(of_reserve)
            if not options:
                break
            action = yield from self.ask(p, "D_TOKENS", options + [PASS] * bool(taken))
            if action == PASS:
                break
            if action == of_reserve:
                if "Wraith" not in announced:
                    announced.add("Wraith")
                    if (yield from self.announce(p, "Wraith")) is None:
                        continue
                ch.reserve -= 1
                free += 1
                self.memory(p, "Wraith")["captives"][p] -= 1
                taken.append(RESERVE)
            elif action == opt(1):
                self.ghosts[p] -= 1
                taken.append(None)
            elif action == opt(0):
                if by_power and "Ghost" not in announced:
                    announced.add("Ghost")
                    if (yield from self.announce(p, "Ghost")) is None:
                        continue
                ch.ghosts = max(0, ch.ghosts - 1)
                free += ch.free_ghosts
                self.warp[p] -= 1
                taken.append(None)
            else:
                self.tokens[p][action - 8] -= 1
                taken.append(action - 8)
                self.carry(p, action - 8, ON_CONE)
        if len(taken) > 1 and ch.own != 1:
            yield from self.tax(p, len(taken))

    def cone_limit(self, p: int) -> int:
        """Return the limit of D_TOKENS (R205)."""
        if self.is_active(p, "Macron"):
            return 1
        if self.comet(VICTORY_DANCE):
            limit = max(1, min(20, self.home_bases(p) + self.external_bases(p)))  # R17
            is_small = p in self.ch.allies and works(self, "Small Alliance Moon")
            return min(2, limit) if is_small else limit
        limit = 2 if self.comet(SMALL_WAR) else limit_of_cone(self, LIMIT, p)
        is_small = p in self.ch.allies and works(self, "Small Alliance Moon")
        return min(2, limit) if is_small else limit

    def count_committable(self, p: int) -> int:
        """Return how many tokens a player could commit."""
        count = sum(self.tokens[p][place] for place in self.movable(p))
        count += self.ghosts[p] if self.has_ghosts(p) else 0
        return count + (self.warp[p] if self.may_use(p, "Ghost") else 0)

    def launch_for(self, p: int) -> Doing:
        """A Butler takes the tokens from the OFF's bases (R133)."""
        ch = self.ch
        off = ch.off
        room = self.room_on_cone(off)
        if room < 1:
            return
        count = yield from self.ask_number(off, "D_BUTLER", range(1, room + 1))
        for _ in range(count):
            place = yield from self.ask_place(p, "D_BUTLER", self.movable(off))
            self.tokens[off][place] -= 1
            ch.tokens.setdefault(off, []).append(place)
            self.carry(off, place, ON_CONE)
        ch.launched = True

    def reserve(self, p: int) -> int:
        """Return how many tokens an active Wraith has in reserve."""
        held = self.find_held(p, "Wraith")
        return 0 if held is None else held.memory.get("captives", {}).get(p, 0)

    def tax(self, p: int, count: int) -> Doing:
        """Assessor."""
        for q in self.timing():
            if q == p or not self.is_active(q, "Assessor"):
                continue
            own = yield from self.announce(q, "Assessor", p, optional=False)
            if own is None:
                continue
            due = count - (0 if own.enlarged else 1)
            paid = min(due, self.lucre[p])
            self.lucre[p] -= paid
            self.lucre[q] += paid
            if paid < due and self.hands[p]:
                self.take_random(q, p)

    def list_targets(self) -> list[int]:
        """Return the legal targets (5.3)."""
        ch = self.ch
        if ch.lured:
            return [sure(ch.target)]
        if special_rule(self) == WARP:
            return []
        of_cone = targets_of_cone(self)
        if of_cone:
            if ch.wild_will:
                system = sure(ch.system)
                bases = [q for q in self.bases(system) if q // 8 != system and not is_moon(q)]
                of_cone = sorted({*of_cone, *bases})
            return of_cone
        if ch.system == ch.off:
            if ch.own == 1:
                return self.empty_places()
            return self.foreign_places()
        system = sure(ch.system)
        targets = self.planets(system)
        moons = [place for place in self.open_moons() if place // 8 == system]
        if ch.nested:  # R114: against his DEF and nobody else
            moons = [place for place in moons if self.tokens[sure(ch.defender)][place]]
        targets += moons
        takes_any = (self.options.attack_any_base or ch.will) and not ch.nested
        if takes_any and not ch.wild_will:
            others = [p for p in range(self.n) if p != ch.off]
            stacks = stacks_of(self, system)
            targets += [q for q in stacks if any(self.tokens[p][q] for p in others)]
        if ch.wild_will:
            outside = [place for place in self.bases(system) if not is_moon(place)]
            targets += [place for place in outside if place not in targets]
        return targets

    def aim(self, without: int | None = None) -> Doing:
        """D_TARGET and D_WHOSE."""
        ch = self.ch
        targets = [place for place in self.list_targets() if place != without]
        asked = ch.off if ch.aimer is None else ch.aimer
        ch.aimer = None
        immune = user(self, "Immunity Moon")
        if immune is not None:
            system = sure(find_moon(self, "Immunity Moon")) // 8
            safe = [q for q in self.sites(system) if self.tokens[immune][q]]
            targets = [place for place in targets if place not in safe] or targets
        ch.target = yield from self.ask_place(asked, "D_TARGET", targets)
        ch.garrison = None
        ch.vacant = is_moon(ch.target) and occupant(self, sure(ch.target)) is None
        if ch.vacant:
            ch.defender = None
            return
        if ch.own == 1 or not self.aims_late():
            return
        before = ch.defender
        ch.defender = yield from self.find_defender()
        if ch.defender != before:
            yield from self.meet_defender()

    def find_defender(self) -> Asking:
        ch = self.ch
        target = sure(ch.target)
        if is_moon(target):
            return sure(occupant(self, target))
        system = sure(ch.system)
        if ch.wild_will or (ch.will and ch.off in ch.silenced and system != ch.off):
            return system
        several = ch.will or self.options.attack_any_base or system == ch.off
        if targets_of_cone(self) or not several:
            return system
        seats = [p for p in range(self.n) if p != ch.off and self.tokens[p][target]]
        if target in stacks_of(self, system):
            return seats[0]
        if system != ch.off and system not in seats:
            seats.append(system)
        if len(seats) == 1:
            return seats[0]
        return (yield from self.ask_seat(ch.off, "D_WHOSE", seats))

    # -- allies -----------------------------------------------------------------------------------

    def find_allies(self) -> Doing:
        ch = self.ch
        yield from offer_bribe(self)
        yield from self.window("H_INV")
        for m in self.mains() if not self.is_lonely() else []:
            if m in ch.silenced or m in ch.mute or self.curses[m] == INVITES_NOBODY:
                continue
            if works(self, f"Lone {'Attacker' if m == ch.off else 'Defender'} Moon"):
                continue
            if self.comet(FREE_FOR_ALL):
                ch.invited |= {(m, p) for p in self.clockwise()}
                continue
            for p in self.clockwise():
                if m == ch.defender and p in self.garrison():
                    continue
                served = m == ch.off and p == self.turn_of and not ch.nested
                if served or ch.orders.get((m, p), False):  # R133, R115
                    ch.invited.add((m, p))
                    continue
                options = [PASS, YES] if (m, p) not in ch.orders else [PASS]
                if user(self, "Courtesy Moon") == p:
                    options = [YES]
                if (yield from self.ask(m, "D_INVITE", options)) == YES:
                    ch.invited.add((m, p))
                    pay_bribe(self, m, p)
        for p in self.clockwise() if not self.is_lonely() else []:
            yield from self.window("H_ALLY", only=p)
            yield from self.answer_invitations(p)
        yield from self.window("H_ALLIED")
        yield from self.buy("LW6")
        yield from self.look_at_bases()

    def is_lonely(self) -> bool:
        """Whether there can be no alliances (R208)."""
        return self.comet(LONELY_WAR) or is_moon(self.ch.target)

    def answer_invitations(self, p: int) -> Doing:
        ch = self.ch
        while self.has_tokens(p) and p not in ch.out | ch.outcast | self.garrison():
            is_parasite = self.is_active(p, "Parasite") and "power" not in self.barred(p)
            may_choose = is_parasite or p in ch.free_choice
            sides = [i for i, m in enumerate(self.mains()) if (m, p) in ch.invited or may_choose]
            options = [PASS, *map(opt, sides)]
            options += [opt(2)] * self.can_join_both(p)
            is_invited = any((m, p) in ch.invited for m in self.mains())
            is_forced = self.comet(FREE_FOR_ALL) or works(self, "Conscription Moon")
            if is_forced and is_invited and len(options) > 1:
                options.remove(PASS)
            if p in ch.charmed:  # R159
                if (ch.charmed[p], p) not in ch.invited:
                    return
                options = [opt(self.mains().index(ch.charmed[p]))]
            elif p in ch.sent:  # by Force
                side = ch.sent[p]
                wanted = PASS if side is None else opt(side)
                options = [wanted] if wanted in options else options
            if options == [PASS]:
                return
            ch.asked.add(p)
            action = yield from self.ask(p, "D_ALLY", options)
            if action == PASS:
                return
            if action == opt(2):
                if (yield from self.announce(p, "Busybody")) is None:
                    continue
                if (yield from self.is_cancelled(Use(p, role="alliance"))):
                    ch.out.add(p)
                    return
                yield from self.join_both(p)
                return
            m = self.mains()[action - opt(0)]
            uninvited = (m, p) not in ch.invited and p not in ch.free_choice
            if uninvited and (yield from self.announce(p, "Parasite")) is None:
                continue
            if (yield from self.is_cancelled(Use(p, role="alliance"))):
                ch.out.add(p)
                return
            yield from self.join(p, m)
            return

    def can_join_both(self, p: int) -> bool:
        """Whether OPT_2 is offered: a token at least for each side."""
        if self.count_committable(p) < 2:
            return False
        is_invited = all((m, p) in self.ch.invited for m in self.mains())
        able = self.is_active(p, "Busybody") and "power" not in self.barred(p)
        return able and (is_invited or p in self.ch.both_sides)

    def join_both(self, p: int) -> Doing:
        """Busybody: an ally of both sides, the offence first."""
        ch = self.ch
        ch.allies[p] = ch.off
        ch.ring[p] = []
        for m in self.mains():
            ch.joined.add((p, m))
        yield from self.commit(p, kept=1)
        yield from self.commit(p, to_ring=True)

    def join(self, p: int, m: int) -> Doing:
        """A new ally commits his tokens."""
        self.ch.allies[p] = m
        self.ch.joined.add((p, m))
        yield from self.commit(p)

    # -- the fight --------------------------------------------------------------------------------

    def fight(self) -> Judging:
        """Phases 7 to 9; return False if the turn ends here (R8)."""
        ch = self.ch
        while True:
            self.played = []
            if not (yield from self.select_cards()):
                yield from self.abort()
                return False
            if ch.oracle_deal or ch.agreed:
                return True
            yield from play_dust(self)
            yield from ask_secret_moons(self)
            yield from self.window("H_POST")
            yield from self.look_at_bases()
            for m in self.mains():
                kinds = [ch.selected[m], *([ch.second[m]] if m in ch.second else [])]
                ch.shown[m] = [VALUE.get(kind) for kind in kinds]
            ch.extra_shown = {p: VALUE.get(kind) for p, kind in ch.extra.items()}
            ch.in_phase_8 = True
            face_up = {ch.shower, ch.open_off}
            for m in self.mains():
                if m not in face_up and self.is_active(m, "Gambler"):
                    face_up.add(self.opponent(m))
                    yield from self.bluff(m)
            change_cards(self)
            self.return_haunted(ch.borrowed_cards)
            ch.borrowed_cards = []
            yield from self.window("H_REV")
            if not ch.travel:
                break
            ch.travel = ch.in_phase_8 = False
        self.played = []
        if ch.void:
            ch.in_phase_8 = False
            return True
        yield from self.resolve_cards()
        yield from self.carry_out_declared()
        yield from self.window("H_OUT")
        yield from self.look_at_bases()
        self.check_victory()
        ch.in_phase_8 = False
        yield from self.discard_cards()
        return True

    def select_cards(self) -> Judging:
        """7a, 7b: return False if the challenge is aborted."""
        ch = self.ch
        yield from withdraw(self)
        yield from self.window("H_PRE")
        if ch.agreed:
            return True
        off, defender = self.mains()
        yield from self.choose_kickers()
        yield from self.buy("LW7")
        if off not in ch.early and not self.can_select(off):
            return False
        if defender not in ch.early and not self.has_challenge_card(defender):
            yield from self.replenish(defender)  # R7
            if not self.can_select(defender):
                return False  # R70
        ch.shower = ch.open_off = None
        yield from self.window("H_SEL")
        order = [off, defender]
        if ch.shower is not None:
            order = [ch.shower, self.opponent(ch.shower)]
        if self.are_cards_random():
            for m in order:
                if not (yield from self.can_still_select(m)):
                    return False
            for m in self.mains():
                if m not in ch.selected and self.selectable(m, from_hand=True):
                    self.draw_challenge_card(m)
        for m in order:
            if ch.shower not in (None, m) and m not in ch.selected:
                yield from self.window("H_SHOWN", only=m)
                if ch.oracle_deal:
                    return True
            if m not in ch.early:
                if not (yield from self.can_still_select(m)):
                    return False  # R8
                yield from self.select(m)
        if self.comet(OPEN_WAR) or works(self, "Face-Up Moon"):
            ch.open_off = off
        return True

    def can_still_select(self, m: int) -> Judging:
        """R308: a DEF who has lost his Challenge cards since draws a new hand (R7)."""
        if m in self.ch.selected or self.can_select(m):
            return True
        if m == self.ch.defender:
            yield from self.replenish(m)
        return self.can_select(m)

    def are_cards_random(self) -> bool:
        """Whether both Challenge cards are drawn at random (6.17)."""
        return self.comet(BLIND_WAR) or works(self, "Random Moon")

    def draw_challenge_card(self, m: int) -> None:
        kind = self.random_card(self.selectable(m, from_hand=True))
        self.take_out(m, kind)
        pay(self, m)
        self.ch.selected[m] = kind

    def replenish(self, p: int) -> Doing:
        """A new hand for lack of Challenge cards, but for a Doppelganger."""
        if not self.is_active(p, "Doppelganger"):
            yield from self.new_hand(p)

    def choose_kickers(self) -> Doing:
        ch = self.ch
        off, defender = self.mains()
        for m in (off, defender):
            if m not in ch.early:
                yield from self.choose_kicker(m)
        answers = defender in ch.kicker and not ch.early  # R43
        if off not in ch.kicker and answers:
            yield from self.choose_kicker(off)

    def choose_kicker(self, m: int) -> Doing:
        held = [kind for kind in self.cards(m) if kind in FACTOR]
        if "kicker" in self.barred(m) or not can_pay(self, m):
            held = []
        must = held and "kicker" in self.ch.must.get(m, ())
        kind = yield from self.ask(m, "D_KICKER", held if must else [PASS, *held])
        if kind != PASS:
            self.take_out(m, kind)
            pay(self, m)
            self.ch.kicker[m] = kind

    def selectable(self, p: int, *, from_hand: bool = False) -> list[int]:
        """Return the cards that a player may select, or those of them that are in his hand."""
        cards = self.selectable_anywhere(p)
        if not from_hand:
            return cards
        allowed = set(cards)
        return [kind for kind in self.hands[p] if kind in allowed]

    def selectable_anywhere(self, p: int) -> list[int]:
        cards = [kind for kind in self.cards(p) if is_challenge(kind)]
        # An Attack comes before what contradicts it: two Forces may bind him to both.
        if self.ch.upset or "attack" in self.ch.must.get(p, ()):
            cards = [kind for kind in cards if is_attack(kind)] or cards
        demanded = self.ch.demanded.get(p, [])
        asked_for = [kind for kind in cards if kind in demanded and kind in self.hands[p]]
        return asked_for or [kind for kind in cards if self.keeps_word(p, kind)] or cards

    def highest(self, p: int) -> int | None:
        """Return the highest Attack of a hand."""
        attacks = [kind for kind in self.hands[p] if is_attack(kind)]
        if is_attack(self.ch.selected.get(p, PASS)):
            attacks.append(self.ch.selected[p])
        return max(attacks, key=lambda kind: VALUE[kind], default=None)

    def keeps_word(self, p: int, kind: int) -> bool:
        """Whether a card is what a Force or an answer to a Seeker demands."""
        meant = {
            "attack": is_attack(kind),
            "compromise": kind == COMPROMISE,
            "highest": kind == self.highest(p),
            "not highest": kind != self.highest(p),
        }
        return all(meant.get(what, True) for what in self.ch.must.get(p, ()))

    def seconds(self, p: int) -> list[int]:
        """Return what may be a second card (D_DEUCE): the upset binds it too (R89)."""
        cards = [kind for kind in self.cards(p) if is_challenge(kind)]
        if self.ch.upset or "attack" in self.ch.must.get(p, ()):
            cards = [kind for kind in cards if is_attack(kind)] or cards
        return cards

    def select(self, m: int) -> Doing:
        """D_CARD, D_DEUCE or wild Deuce."""
        ch = self.ch
        if m not in ch.selected:
            chooser = ch.chooser.get(m, m)
            options = self.selectable(m)
            if chooser != m:  # he sees the hand, not a hoard
                in_hand = [kind for kind in self.hands[m] if is_challenge(kind)]
                if self.ch.upset or "attack" in self.ch.must.get(m, ()):
                    attacks = [kind for kind in self.cards(m) if is_attack(kind)]
                    in_hand = [kind for kind in in_hand if is_attack(kind) or not attacks]
                options = self.selectable(m, from_hand=True) or in_hand or options
                chooser = chooser if in_hand else m
            kind = yield from self.ask(chooser, "D_CARD", options)
            self.take_out(m, kind)
            pay(self, m)
            ch.selected[m] = kind
        if self.is_active(m, "Deuce") and "power" not in self.barred(m):
            seconds = self.seconds(m) if can_pay(self, m) else []
            kind = yield from self.ask(m, "D_DEUCE", [PASS, *seconds])
            if kind != PASS:
                self.take_out(m, kind)
                pay(self, m)
                ch.second[m] = kind
                if (yield from self.announce(m, "Deuce")) is None:
                    self.hands[m].append(ch.second.pop(m))
                else:
                    ch.by_power.add(m)
        else:
            yield from self.window("H_SECOND", only=m)

    def take_cards_back(self) -> None:
        ch = self.ch
        ch.early = set()
        for m in self.mains():
            for cards in (ch.selected, ch.second, ch.kicker):
                if m in cards:
                    self.hands[m].append(cards.pop(m))
        for p, kind in ch.extra.items():
            self.hands[p].append(kind)
        ch.extra = {}

    def bluff(self, m: int) -> Doing:
        """Gambler: at the beginning of 8a (R118)."""
        for k, held in enumerate(self.held(m)):
            if held.power != "Gambler" or not self.works(m, held) or "power" in self.barred(m):
                continue
            use = opt(k - 1) if k else YES
            if (yield from self.ask(m, "D_WIN", [PASS, use])) == PASS:
                continue
            own = yield from self.announce(m, "Gambler")
            if own is not None:
                yield from self.claim(m, own)

    def claim(self, m: int, own: Own) -> Doing:
        ch, q = self.ch, self.opponent(m)
        more = 0
        if own.enlarged:
            more = yield from self.ask_number(m, "D_GAMBLER", range(1, 11))
        card = yield from self.ask(m, "D_GAMBLER", filter(is_challenge, self.kinds))
        kickers = [kind for kind in self.kinds if kind in FACTOR]
        kicker = yield from self.ask(m, "D_GAMBLER", [PASS, *kickers])
        if (yield from self.ask(q, "D_GAMBLER", [PASS, YES])) == PASS:
            ch.shown[m][0] = VALUE.get(card)
            ch.new_factor[m] = FACTOR.get(kicker, 1)
            ch.claimed[m] = [card] + [kicker] * (kicker != PASS)
            for cards in (ch.selected, ch.kicker):
                if m in cards:
                    self.deck.insert(0, cards.pop(m))
            return
        is_true = ch.selected[m] == card and ch.kicker.get(m, PASS) == kicker
        loser = q if is_true else m
        count = self.in_challenge(loser) + more
        kept = self.tokens[loser][sure(ch.target)] if self.on_target(loser) else 0
        yield from self.lose(loser, (yield from self.pick_losses(loser, count, kept=kept)))

    def return_haunted(self, lent: list[tuple[int, int, int]]) -> None:
        """Doppelganger: one card of each kind given goes back (R119)."""
        for p, q, kind in lent:
            if kind in self.hands[p]:
                self.give(p, q, kind)

    def return_all_haunted(self) -> None:
        """10c: without a reveal a Doppelganger's cards go back now, too."""
        self.return_haunted(self.ch.borrowed_cards + self.ch.lent)
        self.ch.borrowed_cards, self.ch.lent = [], []

    def return_set_aside(self) -> None:
        for p, kind in self.ch.aside:
            self.hands[p].append(kind)
        self.ch.aside = []

    def abort(self) -> Doing:
        """R8."""
        self.take_cards_back()
        yield from self.all_go_home()
        yield from self.return_stakes()
        self.return_all_haunted()
        self.return_rented()

    def clear_table(self) -> None:
        """Discard the Challenge cards and Kickers at once."""
        ch = self.ch
        kinds: list[int] = []
        m = ch.stacked
        if m is not None and m in ch.selected and self.has_power(m, "Industrialist"):
            self.memory(m, "Industrialist").setdefault("stack", []).append(ch.selected.pop(m))
        ch.stacked = None
        for cards in (ch.selected, ch.second, ch.kicker):
            kinds += cards.values()
            cards.clear()
        for added in ch.added.values():
            kinds += added
        kinds += ch.extra.values()
        ch.added, ch.extra = {}, {}
        ch.early = set()
        self.put_down(kinds)

    def travel_back(self, p: int) -> None:
        """Chronos: play goes back to 7a (R77)."""
        ch = self.ch
        q = self.opponent(p)
        to_hand = not self.has_challenge_card(q)
        for cards in (ch.selected, ch.second, ch.kicker):
            if p in cards:
                self.hands[p].append(cards.pop(p))
            if q in cards:
                kind = cards.pop(q)
                if to_hand and is_challenge(kind):
                    self.hands[q].append(kind)
                else:
                    ch.aside.append((q, kind))
        for entry in self.played:
            if entry.on_pile and (entry.player, entry.kind) != (p, FLARE_ID["Chronos"]):
                self.take_from_pile(entry.kind)
                self.hands[entry.player].append(entry.kind)
        self.played = []
        ch.travel = ch.travelled = True
        for r, kind in ch.extra.items():
            self.hands[r].append(kind)
        ch.extra, ch.spreads, ch.doubts, ch.three_way = {}, [], [], None
        ch.used -= {"Chosen", "Force", "Negator", "Prolong", "Prophet", "Seeker", "Worm"}
        ch.queue_asked = False
        ch.upset = ch.both_lose = False
        ch.sums, ch.reversed, ch.copies, ch.exchanges, ch.parity = [], set(), set(), 0, []
        ch.exchangers = set()
        self.put_down([kind for added in ch.added.values() for kind in added])
        ch.added, ch.added_value, ch.claimed = {}, {}, {}
        ch.new_factor, ch.turned_factor = {}, {}
        ch.demanded, ch.predictions, ch.fiats, ch.wild_fiats = {}, [], [], 0
        ch.zapped_kickers, ch.early, ch.by_power = set(), set(), set()
        ch.shown = {}

    # -- totals and winner (6.2 to 6.4) -----------------------------------------------------------

    def offers(self, m: int) -> bool:
        """Whether a main player has revealed a Compromise."""
        return None in self.ch.shown[m]

    def factor(self, m: int) -> int:
        ch = self.ch
        if m in ch.new_factor:
            return ch.new_factor[m]
        if m in ch.zapped_kickers or m not in ch.kicker:
            return 1
        return FACTOR.get(ch.kicker[m], 1)

    def card_values(self) -> dict[int, int]:
        """Return the values of the main cards after V6."""
        ch = self.ch
        printed = {m: sure(ch.shown[m][0]) for m in self.mains()}
        factors = {m: ch.turned_factor.get(m, self.factor(m)) for m in self.mains()}
        values = {m: printed[m] * factors[m] for m in self.mains()}
        change_values(self, values, printed)
        values = {m: limit_value(self, value) for m, value in values.items()}
        after_v2 = dict(values)
        if ch.exchanges % 2:
            for m in self.mains():
                values[m] = after_v2[self.opponent(m)]
        for m in ch.copies:
            values[m] = after_v2[self.opponent(m)]
        for m in ch.reversed:
            values[m] = turn_digits(values[m])
        for declared in ch.sums:
            if declared[0] == "equal":
                low, high = sorted(values.values())
                for m in self.mains():
                    if low != high and values[m] == high:
                        values[m] = high - low
            else:
                _, p, parity = declared
                q = self.opponent(p)
                if sum(printed.values()) % 2 == parity:
                    values[q] -= values[p]
                else:
                    values[p] -= values[q]
        after_v1 = {m: printed[m] * factors[m] for m in self.mains()}
        difference = abs(after_v1[self.ch.off] - after_v1[sure(ch.defender)])
        for m, spread in ch.spreads:
            values[m] += spread * (difference >= spread)
        return {m: values[m] + ch.added_value.get(m, 0) for m in self.mains()}

    def extra_value(self, p: int, m: int) -> int:
        """Return what a Cavalry's card adds to the total of his main player."""
        value = self.ch.extra_shown.get(p)
        if value is None:
            return 0
        value *= self.factor(m)
        return turn_digits(value) if m in self.ch.reversed else value

    def total(self, m: int) -> int:
        ch = self.ch

        def strength(p: int) -> int:
            count = len(self.part(p, m)) + (self.on_target(p) if m == ch.defender else 0)
            each = 1
            if p == ch.defender:
                count = self.fighting(p)
                each = 2 if self.comet(LAST_STAND) else 1
            under = 0
            if self.is_active(p, "Fungus"):
                under = self.count_captives(p, sure(ch.target) if self.on_target(p) else ON_CONE)
            return count * (4 if p in ch.macron else each) + under

        q = self.opponent(m)
        card = self.card_values()[m]
        others = self.garrison() - {m} - set(self.allies_of(m)) if m == ch.defender else set()
        allied = sum(allied_strength(self, strength(p)) for p in self.allies_of(m))
        allied += sum(strength(p) for p in others)
        own = strength(m)
        own_sign = -1 if m in ch.antimatter else 1
        allied_sign = -1 if ch.antimatter else 1
        if m in ch.super_virus:
            total = card * (own + allied)
        elif m in ch.virus:
            total = card * self.fighting(m) + allied_sign * allied
        elif m in ch.wild_virus:
            total = card + allied_sign * own * allied
        else:
            total = card + own_sign * own + allied_sign * allied
        if len(ch.shown[m]) > 1:
            second = sure(ch.shown[m][1])
            total += turn_digits(second) if m in ch.reversed else second
        total += sum(self.warp) * (m in ch.warpish)
        total += self.warp[m] * (m in ch.wild_warpish)
        total -= self.warp[m] * (q in ch.super_warpish)
        for p in ch.wild_macron:
            total += self.fighting(p) * (p == m or ch.allies.get(p) == m)
        printed = sum(sure(ch.shown[r][0]) for r in self.mains())
        total += 5 * sum(p == m and printed % 2 == odd for p, odd in ch.parity)
        total += ch.spooks.get(m, 0)
        for p in self.allies_of(m):
            if self.mains()[ch.side(p)] == m:  # R116
                total += self.extra_value(p, m)
        total -= 3 * (self.curses[m] == WEAKER)
        for p in [m, *self.allies_of(m)]:
            if p not in ch.ring or m == ch.off:
                total += ch.rented.get(p, 0) * (2 if ch.dear else 1)
        total += moon_bonus(self, m)
        for numbers in (ch.bonus, ch.hex_bonus, ch.points, ch.reinforced):
            total += numbers.get(m, 0)
        return total

    def resolve_cards(self) -> Doing:
        ch = self.ch
        off, defender = self.mains()
        ch.aa = not self.offers(off) and not self.offers(defender)
        if self.offers(off) and self.offers(defender):
            self.count_engaged()
            if ch.three_way is None:
                yield from self.deal()
            else:
                yield from self.deal_by_three(ch.three_way)
            return
        if ch.aa:
            yield from self.window("H_VAL")
            if (yield from reveal_at_moment(self, defender, "Ambush Moon")):
                ch.bonus[defender] = ch.bonus.get(defender, 0) + 5
            yield from self.window("H_TOT")
            yield from bind(self)
            yield from self.buy("LW8")
            yield from self.reinforce()
            ch.totals = totals = self.total(off), self.total(defender)
            low = bool(ch.antimatter) != works(self, "Low Wins Moon")
            wins = totals[0] < totals[1] if low else totals[0] > totals[1]
            if totals[0] == totals[1] and not low:
                wins = works(self, "Tie Moon")
            ch.winner = off if wins else defender
            odd = odd_winner(self)
            if odd is not None:
                ch.winner = odd
        else:
            yield from evacuate(self)
            ch.winner = off if self.offers(defender) else defender
            yield from self.window("H_WIN")
            if ch.pacified:
                ch.winner = self.opponent(ch.winner)
        yield from self.concede()
        if ch.upset:
            ch.winner = self.opponent(ch.winner)
        if ch.both_lose:
            ch.winner = None
        self.count_engaged()
        yield from self.window("H_WON")
        if ch.winner is None:
            for m in (off, defender):
                yield from self.lose_side(m)
        else:
            yield from self.win(ch.winner)

    def count_engaged(self) -> None:
        """Remember how many tokens all have in the challenge when it is decided."""
        self.ch.engaged = {p: self.in_challenge(p) for p in range(self.n)}

    def concede(self) -> Doing:
        """R146: the OPP of a losing Industrialist lets him win, or his Attack is stacked."""
        ch = self.ch
        m = self.opponent(sure(ch.winner))
        if ch.both_lose or self.offers(m) or not self.is_active(m, "Industrialist"):
            return
        if (yield from self.announce(m, "Industrialist", optional=False)) is None:
            return
        action = yield from self.ask(sure(ch.winner), "D_INDUSTRIALIST", [opt(0), opt(1)])
        if action == opt(0):
            ch.winner = m
        else:
            ch.stacked = m

    def reinforce(self) -> Doing:
        played = True
        while played:
            played = False
            for p in self.involved():
                held = [kind for kind in self.cards(p) if kind in BONUS]
                held = held + self.reserves(p) if can_pay(self, p) else []
                kind = yield from self.ask(p, "D_REINF", [PASS, *held])
                if kind == PASS:
                    continue
                played = True
                if kind in FLARE:
                    yield from self.play_super_reserve(p, kind)
                elif kind in BONUS or (yield from self.announce(p, "Reserve")) is not None:
                    yield from self.play_reinforcement(p, kind)

    def reserves(self, p: int) -> list[int]:
        """Return what a Reserve may play at D_REINF besides Reinforcements."""
        if not self.is_active(p, "Reserve"):
            return []
        flare = FLARE_ID["Reserve"]
        attacks = {kind for kind in self.cards(p) if 1 <= VALUE.get(kind, 0) <= 9}
        barred = self.barred(p)
        options = [kind for kind in attacks if VALUE[kind] <= 6 and "power" not in barred]
        is_barred = self.ch.sanity or (p, flare) in self.ch.negated or "art" in barred
        can_play = not is_barred and can_pay(self, p, cards=2)
        if attacks and flare in self.cards(p) and can_play:
            options.append(flare)
        return options

    def play_super_reserve(self, p: int, flare: int) -> Doing:
        def effect() -> Doing:
            attacks = [kind for kind in self.cards(p) if 1 <= VALUE.get(kind, 0) <= 9]
            if not attacks:
                return
            kind = yield from self.ask(p, "D_RESERVE", attacks)
            yield from self.play_reinforcement(p, kind)

        yield from self.resolve(Use(p, flare, role="super"), effect)

    def play_reinforcement(self, p: int, kind: int) -> Doing:
        self.take_out(p, kind)
        pay(self, p)
        self.discard.append(kind)
        use = Use(p, kind, role="reinforcement")
        bonus = BONUS[kind] if kind in BONUS else VALUE[kind]
        m = yield from self.add_bonus(p, bonus)
        if (yield from self.is_refused(p)):
            self.ch.reinforced[m] -= bonus
        else:
            yield from self.window("H_DISCARD", use)
        yield from self.window("H_CARD", use)

    def add_bonus(self, p: int, bonus: int) -> Asking:
        """D_REINF_SIDE: return the main player whose side gets it."""
        side = (yield from self.ask(p, "D_REINF_SIDE", [opt(0), opt(1)])) - opt(0)
        m = self.mains()[side]
        self.ch.reinforced[m] = self.ch.reinforced.get(m, 0) + bonus
        return m

    def is_refused(self, p: int) -> Judging:
        """Whether a Reserve cancels a Reinforcement of another player (R138)."""
        for q in self.involved():
            able = q != p and COMPROMISE in self.hands[q] and self.may_use(q, "Reserve")
            if not able or (yield from self.ask(q, "D_RESERVE", [PASS, YES])) == PASS:
                continue
            if (yield from self.announce(q, "Reserve")) is not None:
                self.hands[q].remove(COMPROMISE)
                self.discard.append(COMPROMISE)
                return True
        return False

    # -- outcome (6.5 to 6.7) ---------------------------------------------------------------------

    def has_success(self, m: int) -> bool:
        return self.ch.winner == m or self.ch.dealt

    def macron_factor(self, p: int) -> int:
        return 2 if self.is_active(p, "Macron") else 1

    def lose_side(self, m: int) -> Doing:
        ch = self.ch
        others = self.garrison() - {m} - set(ch.allies) if m == ch.defender else set()
        garrison = [p for p in self.timing() if p in others]
        for p in [m, *garrison, *self.allies_of(m)]:
            part = self.part(p, m)
            origins: list[int | None] = list(part)
            from_cone = len(origins)
            part.clear()
            if self.on_target(p):
                origins += [ch.target] * self.on_target(p)
                self.tokens[p][sure(ch.target)] -= self.on_target(p)
            spared = ch.tokens.setdefault(p, [])
            if p == m and self.comet(MERCY_WAR):
                half = (len(origins) + 1) // 2
                origins, spared[:] = origins[:half], origins[half:]
                from_cone = min(from_cone, half)
            count = len(origins)
            in_warp = p == ch.defender and special_rule(self) == WARP
            if in_warp:  # before his other tokens reach the Warp
                remove_risked(self)
            loss = yield from self.lose(p, origins, by_defeat=True, from_cone=from_cone)
            if not in_warp:
                ch.lost[p] = count - loss.saved + ch.captured.get(p, 0)
            if p == m:
                yield from self.send_home(p, spared)

    def land(self, p: int) -> Doing:
        ch = self.ch
        part = self.part(p, ch.off if ch.winner is None else ch.winner)
        count = len(part)
        if not count:
            return
        place = site(self, p, sure(ch.target))
        if place is None:  # R222
            yield from self.send_home(p, part)
            return
        self.tokens[p][place] += count
        ch.landed[p] = ch.landed.get(p, 0) + count
        ch.landed_at[p] = place
        part.clear()
        self.carry(p, ON_CONE, place)
        is_new = self.tokens[p][place] == count
        yield from self.has_landed(p, place, is_new=is_new)

    def has_filth(self, p: int) -> bool:
        """Whether a player's Filth works on the target planet: not on a Gas Giant."""
        target = self.ch.target
        on_giant = target is not None and self.hex[target // 8] == GAS_GIANT
        return not on_giant and self.is_active(p, "Filth")

    def refuse_landing(self, filth: int) -> Judging:
        """Filth: the winners of his planet do not land, their tokens return (Super: are lost)."""
        ch = self.ch
        own = yield from self.announce(filth, "Filth", optional=False)
        if own is None:
            return False
        if own.enlarged:
            landing = [ch.off] if ch.dark else [*self.allies_of(ch.off), ch.off]
            for p in landing:
                yield from self.lose_cone(p)
        yield from self.all_go_home()
        return True

    def lose_cone(self, p: int) -> Doing:
        """All tokens of a player on the cone are lost."""
        part = self.ch.tokens.get(p, [])
        origins = list(part)
        part.clear()
        yield from self.lose(p, origins, from_cone=len(origins))

    def land_ally(self, p: int) -> Doing:
        """The tokens of an ally of the winner land; those of a Filth's ally on another planet."""
        ch = self.ch
        off, target = ch.off, sure(ch.target)
        part = self.part(p, sure(ch.winner))
        elsewhere = ch.winner == off and self.has_filth(off) and self.tokens[off][target]
        if elsewhere and part:
            elsewhere = (yield from self.announce(off, "Filth", optional=False)) is not None
        if not elsewhere or not part:
            yield from self.land(p)
            return
        places = [place for place in self.planets(target // 8) if not self.tokens[off][place]]
        if not places:
            yield from self.send_home(p, part)
            return
        place = yield from self.ask_place(p, "D_FILTH", places)
        count = len(part)
        self.tokens[p][place] += count
        part.clear()
        self.carry(p, ON_CONE, place)
        yield from self.has_landed(p, place, is_new=self.tokens[p][place] == count)

    def let_offence_land(self) -> Doing:
        """Skeptic: the DEF has agreed (R143)."""
        ch = self.ch
        in_warp = special_rule(self) == WARP
        stay = not ch.dark and not in_warp
        earned = {p: len(self.part(p, ch.off)) for p in self.allies_of(ch.off)}
        if in_warp:  # R212
            yield from self.send_home(ch.off, ch.tokens.get(ch.off, []))
        else:
            yield from self.land(ch.off)
        for p in self.timing():
            yield from self.send_home(p, ch.ring.get(p, []))
            if p in earned and stay:
                yield from self.land(p)
            else:
                yield from self.send_home(p, ch.tokens.get(p, []))
        if not stay:
            for p in earned:
                yield from self.reward(p, earned[p] * self.macron_factor(p))
        if in_warp:
            yield from self.reward(ch.off, risked(self))

    def lose_in_challenge(self, p: int) -> Doing:
        """A main player loses his tokens in the challenge."""
        count = self.on_target(p)
        if not count:
            yield from self.lose_cone(p)
            return
        place = sure(self.ch.target)
        self.tokens[p][place] = 0
        yield from self.lose(p, [place] * count)

    def win(self, m: int) -> Doing:
        ch = self.ch
        if special_rule(self) == WARP:
            yield from win_in_warp(self, m)
            return
        earned = {p: len(self.part(p, m)) for p in self.allies_of(m)}
        loser = self.opponent(m)
        defended = loser in self.garrison() and ch.engaged[loser] > 0
        yield from self.lose_side(loser)
        if m == ch.off:
            refused = False
            if defended and self.has_filth(loser):
                refused = yield from self.refuse_landing(loser)
            if not refused:
                yield from self.land(m)
            ch.success = True
        allies = self.allies_of(m)
        stay = (m == ch.off) != ch.dark and not ch.wild_grudge
        for p in allies:
            if stay:
                yield from self.land_ally(p)
            else:
                yield from self.send_home(p, self.part(p, m))
        if m == ch.defender:
            yield from self.send_home(m, ch.tokens.get(m, []))  # R144
        if ch.stellar_gas:
            return
        yield from self.console(m, loser)
        if not stay and not ch.wild_grudge:
            for p in allies:
                yield from self.reward(p, earned[p] * self.macron_factor(p))

    def console(self, winner: int, loser: int) -> Doing:
        ch = self.ch
        consolation = Consolation(winner, loser, 0)
        if not ch.aa and self.offers(loser):
            count = ch.lost[loser] * self.macron_factor(loser) * self.factor(loser)
            consolation.due = count
            if count < 0:
                consolation = Consolation(loser, winner, -count)
        if works(self, "No Consolation Moon"):
            return
        yield from self.window("H_CONS", consolation)
        taker, giver = consolation.taker, consolation.giver
        consolation.due = self.enlarge_consolation(taker, consolation.due)
        kinds = []
        for _ in range(min(consolation.due, len(self.hands[giver]))):
            if consolation.chosen:
                kind = yield from self.ask(taker, "D_ETHIC", self.hands[giver])
                self.give(giver, taker, kind)
            else:
                kind = self.take_random(taker, giver)
            kinds.append(kind)
        yield from self.taken(taker, kinds)
        for p in self.allies_of(loser):
            has_laid = p in ch.extra and ch.extra_shown[p] is None
            if has_laid and self.mains()[ch.side(p)] == loser:  # R116, R125
                count = ch.lost.get(p, 0) * self.macron_factor(p)
                yield from self.seize(p, winner, self.enlarge_consolation(p, count))
        self.hands[giver] += ch.put_by.pop(giver, [])

    def enlarge_consolation(self, taker: int, count: int) -> int:
        """R207: what a comet and a moon make of it."""
        if self.comet(CONSOLATION_WAR):
            count *= 2
        return count + 2 if count and user(self, "Consolation Moon") == taker else count

    def reward(self, p: int, count: int) -> Doing:
        if count == 0 or works(self, "No Reward Moon"):
            return
        count += user(self, "Reward Moon") == p
        least = max(0, count - self.warp[p]) if self.bases(p) else count
        count = min(20, count)
        cards = yield from self.ask_number(p, "D_REWARD", range(min(least, count), count + 1))
        yield from self.draw(p, cards)
        yield from self.from_warp(p, count - cards)

    def carry_out_declared(self) -> Doing:
        """R123: what was declared is carried out at the beginning of H_OUT."""
        ch = self.ch
        if self.comet(SPOILS_OF_WAR) and ch.winner is not None:
            yield from self.draw(ch.winner, 2)
        yield from double_stakes(self)
        yield from self.carry_out_fiats()
        yield from self.settle_doubts()
        order = self.timing()
        for p, side, role in sorted(ch.predictions, key=lambda entry: order.index(entry[0])):
            m = self.mains()[side]
            if ch.dealt or ch.winner == m:
                if role == "wild":
                    yield from self.reward(p, 2)
                    continue
                yield from self.settle(p, "D_PROPHET", self.all_planets())
            elif role == "power":
                chooser = ch.off if ch.winner is None else ch.winner
                yield from self.lose_choice(p, 2, chooser)
        yield from self.settle_stakes()
        for m in self.mains():
            held = self.find_held(m, "Warrior")
            if held is not None:
                points = held.memory.get("points", 0)
                held.memory["points"] = points + (1 if self.has_success(m) else 2)

    def settle_doubts(self) -> Doing:
        """Skeptic: the losing one of two loses as many tokens again (R151)."""
        ch = self.ch
        for r in self.timing():
            for p, q in ch.doubts:
                if r not in (p, q):
                    continue
                side = self.mains()[ch.side(r)]
                if ch.failed:
                    has_lost = self.is_main(p)
                else:
                    has_lost = not ch.dealt and ch.winner != side
                if has_lost:
                    yield from self.lose_choice(r, ch.lost.get(r, 0))

    def settle_stakes(self) -> Doing:
        """Demon: the stake returns with a card, or is lost."""
        ch = self.ch
        for p, m, origin in ch.stakes:
            if self.has_success(m):
                if origin is not None:
                    yield from self.send_home(p, [origin])
                yield from self.draw(p, 1)
            elif origin is not None:
                yield from self.lose(p, [origin], from_cone=1)
        ch.stakes = []

    def carry_out_fiats(self) -> Doing:
        ch = self.ch
        winner = ch.winner
        if winner is None:
            return
        loser = self.opponent(winner)
        for judge in self.mains():
            for p, fiat in ch.fiats:
                if p != judge:
                    continue
                gainer, giver = (winner, loser) if fiat < 3 else (loser, winner)
                if fiat % 3 == 0:
                    yield from self.settle(gainer, "D_JUDGE", self.bases(giver))
                else:
                    yield from self.seize(gainer, giver, 2 * (fiat % 3))
        for _ in range(ch.wild_fiats):
            yield from self.seize(winner, loser, 2)

    def seize(self, taker: int, giver: int, count: int) -> Doing:
        """Take random cards of a fiat."""
        count = min(count, len(self.hands[giver]))
        yield from self.taken(taker, [self.take_random(taker, giver) for _ in range(count)])

    def settle(
        self, p: int, decision: str, places: Iterable[int]
    ) -> Generator[None, int, int | None]:
        """Establish a base on a planet where a player has none, if he can; return it."""
        options = [place for place in places if can_settle(self, p, place)]
        if not options or not self.movable(p):
            return None
        place = yield from self.ask_place(p, decision, options)
        yield from self.land_from(p, place)
        return place

    # -- deals (6.8) ------------------------------------------------------------------------------

    def deal(self) -> Doing:
        ch = self.ch
        yield from self.all_go_home()
        proposer = ch.off
        silent = any(m in ch.silenced for m in self.mains())
        for _ in range(0 if silent else self.options.deal_proposals):
            offer = yield from self.propose(proposer)
            other = self.opponent(proposer)
            if offer and (yield from self.ask(other, "D_DEAL_A", [PASS, YES])) == YES:
                yield from self.window("H_DEAL", "agreed")
                if ch.quashed:
                    break
                yield from self.carry_out(offer)
                ch.dealt = ch.success = True
                return
            proposer = other
        yield from self.fail()

    def propose(self, p: int) -> Generator[None, int, Offer | None]:
        """Return what each main player gains and gives, or None."""
        q = self.opponent(p)
        mine, his = self.bases(p), self.bases(q)
        wanted = [loc(place) for place in his if can_settle(self, p, place)] if mine else []
        given = [loc(place) for place in mine if can_settle(self, q, place)] if his else []
        hand, other_hand = len(self.hands[p]), len(self.hands[q])
        money = {m: min(20, self.lucre[m]) for m in (p, q)}
        rich = any(money.values())
        options = [PASS, *wanted]
        if given or hand or other_hand or rich:
            options.append(YES)
        want = yield from self.ask(p, "D_DEAL_1", options)
        if want == PASS:
            return None
        gains = {}
        if want != YES:
            gains[p] = want - 8
        options = list(given)
        if gains or hand or other_hand or rich:
            options.append(PASS)
        gift = yield from self.ask(p, "D_DEAL_2", options)
        if gift != PASS:
            gains[q] = gift - 8
        least = 0 if gains or other_hand or rich else 1
        gives = {}
        gives[p] = yield from self.ask_number(p, "D_DEAL_3", range(least, min(7, hand) + 1))
        least = 0 if gains or gives[p] or rich else 1
        gives[q] = yield from self.ask_number(p, "D_DEAL_4", range(least, min(7, other_hand) + 1))
        lucre = {p: 0, q: 0}
        if self.options.lucre:
            something = gains or gives[p] or gives[q]
            least = 0 if something or money[q] else 1
            lucre[p] = yield from self.ask_number(p, "D_DEAL_5", range(least, money[p] + 1))
            least = 0 if something or lucre[p] else 1
            lucre[q] = yield from self.ask_number(p, "D_DEAL_6", range(least, money[q] + 1))
        freed = 0
        zombie = self.find_freer()
        if zombie is not None:
            counts = range(min(20, self.warp[self.opponent(zombie)]) + 1)
            freed = yield from self.ask_number(p, "D_DEAL_7", counts)
        return Offer(gains, gives, freed, lucre)

    def carry_out(self, offer: Offer) -> Doing:
        for m in self.mains():
            if m in offer.gains:
                self.ch.ceded = {offer.gains[m]}
                yield from self.land_from(m, offer.gains[m])
        self.ch.ceded = set()
        chosen: dict[int, list[int]] = {m: [] for m in self.mains()}
        for m in self.mains():
            for _ in range(min(offer.gives[m], len(self.hands[m]))):
                kind = yield from self.ask(m, "D_GIVE", self.hands[m])
                self.hands[m].remove(kind)
                chosen[m].append(kind)
        for m in self.mains():
            self.hands[self.opponent(m)] += chosen[m]
        paid = {m: min(offer.lucre[m], self.lucre[m]) for m in self.mains()}
        for m in self.mains():
            self.lucre[m] += paid[self.opponent(m)] - paid[m]
        zombie = self.find_freer()
        if not offer.freed or zombie is None:
            return
        if (yield from self.announce(zombie, "Zombie", optional=False)) is not None:
            yield from self.from_warp(self.opponent(zombie), offer.freed)

    def find_freer(self) -> int | None:
        """Return the main player whose Zombie can free tokens of the OPP (6.8 step 2)."""
        for m in self.mains():
            q = self.opponent(m)
            if self.is_active(m, "Zombie") and self.bases(q) and self.warp[q]:
                return m
        return None

    def deal_by_three(self, diplomat: int) -> Doing:
        """6.9, R152."""
        ch = self.ch
        yield from self.all_go_home()
        three = [*self.mains(), diplomat]
        silent = any(p in ch.silenced for p in three)
        for p in [] if silent else three:
            offer = yield from self.propose_to_both(p, three)
            if offer is None:
                continue
            agreed = True
            for q in three:
                if q != p and agreed:
                    agreed = (yield from self.ask(q, "D_DIPLOMAT", [PASS, YES])) == YES
            if not agreed:
                continue
            yield from self.window("H_DEAL", "agreed")
            if ch.quashed:
                break
            yield from self.carry_out_of_three(three, *offer)
            ch.dealt = ch.success = True
            return
        yield from self.fail()
        yield from self.lose_choice(diplomat, 3)

    def propose_to_both(
        self, p: int, three: list[int]
    ) -> Generator[None, int, tuple[dict[int, int], list[int]] | None]:
        """Return who gains which base, and how many cards each gives to the next."""
        wanted = {
            q: [
                place
                for r in three
                if r != q
                for place in self.bases(r)
                if not self.tokens[q][place] and can_settle(self, q, place)
            ]
            for q in three
        }
        wanted = {q: places if self.bases(q) else [] for q, places in wanted.items()}
        has_cards = any(self.hands[q] for q in three)
        if not has_cards and not any(wanted.values()):
            return None
        gains: dict[int, int] = {}
        for k, q in enumerate(three):
            later = has_cards or bool(gains) or any(wanted[r] for r in three[k + 1 :])
            options = [loc(place) for place in wanted[q]] + [PASS] * later
            action = yield from self.ask(p, "D_DIPLOMAT", options)
            if action != PASS:
                gains[q] = action - 8
        numbers: list[int] = []
        for k, q in enumerate(three):
            later = bool(gains) or any(numbers) or any(self.hands[r] for r in three[k + 1 :])
            counts = range(0 if later else 1, min(3, len(self.hands[q])) + 1)
            numbers.append((yield from self.ask_number(p, "D_DIPLOMAT", counts)))
        return gains, numbers

    def carry_out_of_three(
        self, three: list[int], gains: dict[int, int], numbers: list[int]
    ) -> Doing:
        for q in three:
            if q in gains:
                self.ch.ceded = {gains[q]}
                yield from self.land_from(q, gains[q])
        self.ch.ceded = set()
        chosen: dict[int, list[int]] = {q: [] for q in three}
        for q, number in zip(three, numbers, strict=True):
            for _ in range(min(number, len(self.hands[q]))):
                kind = yield from self.ask(q, "D_GIVE", self.hands[q])
                self.hands[q].remove(kind)
                chosen[q].append(kind)
        for k, q in enumerate(three):
            self.hands[three[(k + 1) % 3]] += chosen[q]

    def fail(self) -> Doing:
        ch = self.ch
        ch.failed = True
        ch.deal_losses = {m: 3 * self.factor(self.opponent(m)) for m in self.mains()}
        yield from self.window("H_DEAL", "failed")
        for m in self.mains():
            count = ch.deal_losses[m]
            if count > 0:
                places = yield from self.pick_losses(m, count)
                loss = yield from self.lose(m, places)
                ch.lost[m] = len(places) - loss.saved
            else:
                yield from self.from_warp(m, -count)

    # -- the end of a challenge (9, 10c) ----------------------------------------------------------

    def discard_cards(self) -> Doing:
        ch = self.ch
        for m in self.mains():
            has_both = m in ch.selected and m in ch.second
            if m in ch.by_power and has_both and self.is_active(m, "Deuce"):
                self.take_one_back(m)
        yield from self.window("H_DISC")
        ch.discarded = dict(ch.selected)
        self.clear_table()
        yield from self.window("H_DISC2")

    def take_one_back(self, m: int) -> None:
        """Deuce: discard the Compromise, or the higher Attack."""
        ch = self.ch
        rank = [1000 if value is None else value for value in ch.shown[m]]
        cards = ch.second if rank[0] >= rank[1] else ch.selected
        self.hands[m].append(cards.pop(m))

    def may_go_on(self) -> bool:
        """Whether D_AGAIN is offered."""
        limit = 2 + balance(self, "Challenge Limitation Moon", "Challenge Extension Moon")
        return self.ch.success and self.number + 1 < limit and self.has_challenge_card(self.turn_of)

    def finish(self) -> Doing:
        """10c up to the victory check."""
        yield from self.return_stakes()
        self.return_all_haunted()
        self.return_rented()
        clear_dust(self)
        self.fill_limbo()
        self.return_set_aside()
        yield from discard_spent(self)
        yield from self.look_at_bases()
        yield from self.ask_for_more()
        yield from self.window("H_END")
        self.check_victory()

    def ask_for_more(self) -> Doing:
        """Extra Challenge Moon, before H_END."""
        p = self.ch.off
        may = not self.ch.nested and not self.ch.again and self.number + 1 < 8  # R48
        if not may or self.may_go_on() or not self.has_challenge_card(p):
            return
        if (yield from reveal_at_moment(self, p, "Extra Challenge Moon")):
            self.ch.again = True

    def return_stakes(self) -> Doing:
        """Demon: without H_OUT the stake returns (R117)."""
        for p, _, origin in self.ch.stakes:
            if origin is not None:
                yield from self.send_home(p, [origin])
        self.ch.stakes = []

    def return_rented(self) -> None:
        """Hurtz: the tokens return to the stock, or to the box if their side lost."""
        ch = self.ch
        for p, count in ch.rented.items():
            side = self.mains()[ch.side(p)]
            is_lost = ch.both_lose or (ch.winner is not None and ch.winner != side)
            for q in range(self.n):
                for held in self.held(q):
                    if held.power == "Hurtz" and not is_lost:
                        held.memory["stock"] += count
        ch.rented = {}

    def end(self) -> Judging:
        yield from self.finish()
        offered = self.may_go_on()
        self.count_challenge()
        self.number += 1
        if self.ch.again:
            return True
        return offered and (yield from self.ask(self.turn_of, "D_AGAIN", [PASS, YES])) == YES
