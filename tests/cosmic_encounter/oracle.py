"""The rules of Cosmic Encounter a second time: slow, plain Python, written from the rules alone.

The game is one generator, `Oracle.game`, that reads like section 4 of the rules. It stops at
every decision with who is asked (`player`), which decision (`decision`) and what is legal
(`legal`, numbers of actions); `play` sends the answer. Covered: the base game, the thirty powers
of the core set with their flares, all Edicts, Kickers, Reinforcements and the plain options.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import Any

from cosmic_encounter.oracle_box import (
    BONUS,
    FACTOR,
    FLARE_ID,
    PASS,
    VALUE,
    YES,
    is_attack,
    is_challenge,
    loc,
    opt,
    sure,
)
from cosmic_encounter.oracle_more_powers import (
    CONE,
    at_outcome,
    bluff,
    move_captives,
    return_stakes,
)
from cosmic_encounter.oracle_table import (
    Asking,
    Challenge,
    Consolation,
    Doing,
    GameOver,
    Judging,
    Table,
)

LIMIT = 4  # tokens in one commitment


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
        p = self.first
        try:
            while True:
                yield from self.turn(p)
                p = (p + 1) % self.n
        except GameOver:
            return

    def turn(self, p: int) -> Doing:
        self.number = 0
        self.turn_player = p
        if self.options.skip_turn and (yield from self.ask(p, "D_SKIP", [PASS, YES])) == YES:
            yield from self.new_hand(p, windows=False)
            self.count_challenge()
            return
        while (yield from self.challenge(p)):
            pass

    def challenge(self, p: int) -> Judging:
        """Return whether another one follows."""
        self.ch = Challenge(p)
        self.borrowed = [[] for _ in range(self.n)]  # R105
        if not (yield from self.begin(p)):
            self.count_challenge()
            return False
        yield from self.regroup(p)
        yield from self.find_destiny()
        ch = self.ch
        if not self.bases(p) and not ch.tokens.get(p):
            self.count_challenge()  # R10
            return False
        yield from self.launch(p)
        if ch.target is None:
            yield from self.all_go_home()  # a wild Parasite took the last target away: as R8
            self.count_challenge()
            return False
        if ch.own == 1:
            self.land(p)
            ch.success = True
            return (yield from self.end(p))
        yield from self.find_allies()
        if not (yield from self.fight()):
            self.count_challenge()  # R8
            return False
        return (yield from self.end(p))

    def begin(self, p: int) -> Judging:
        """10a, 10b: return whether there is a challenge."""
        yield from self.window("H_START")
        yield from self.look_at_bases()
        if self.number == 0 and self.needs_new_hand(p):
            yield from self.new_hand(p)
            yield from self.window("H_START")
            yield from self.look_at_bases()
        if self.number > 0 and not self.has_challenge_card(p):
            return False
        return self.on_bases(p) + self.warp[p] > 0

    def look_at_bases(self) -> Doing:
        """Make an H_BASES point."""
        has_three = [self.home_bases(p) >= 3 for p in range(self.n)]
        dropped = [p for p in range(self.n) if self.had_three[p] and not has_three[p]]
        self.had_three = has_three
        if dropped:
            yield from self.window("H_BASES", dropped)

    def regroup(self, p: int) -> Doing:
        if self.warp[p]:
            places = [loc(place) for place in self.bases(p)]
            action = yield from self.ask(p, "D_REGROUP", [PASS, *(places or [YES])])
            if action != PASS:
                self.warp[p] -= 1
                self.ch.took_token = True
            if action == YES:
                self.ch.tokens[p] = [None]
            elif action != PASS:
                self.tokens[p][action - 8] += 1
        yield from self.window("H_REGROUP")

    # -- destiny (4.1) ----------------------------------------------------------------------------

    def find_destiny(self) -> Doing:
        while not (yield from self.turn_up()):
            self.destiny_discard.append(sure(self.ch.card))
        ch = self.ch
        if not self.aims_late():
            ch.defender = ch.system
            yield from self.meet_defender()
        self.destiny_discard.append(sure(ch.card))
        yield from self.look_at_bases()

    def turn_up(self) -> Judging:
        """Turn up a destiny card; return whether it is used."""
        ch = self.ch
        off = ch.off
        if len(self.destiny) == 1:
            self.destiny += self.destiny_discard
            self.destiny_discard = []
            self.chance.shuffle(self.destiny)
        ch.card = self.destiny.pop()
        colour, dark = ch.card
        ch.dark = dark and self.reverse_cone
        ch.rejected = ch.super_dictator = ch.will = False
        ch.system = ch.own = None
        yield from self.window("H_DEST")
        if ch.rejected:
            return False
        others = [p for p in range(self.n) if p != off]
        if colour is not None:
            dictator = yield from self.find_dictator()
            if dictator is not None:
                seats = others + [off] * (colour == off)
                ch.system = yield from self.ask_seat(dictator, "D_DICTATOR", seats)
        chose_himself = False
        if self.is_active(off, "Will") and (yield from self.announce(off, "Will")) is not None:
            ch.will = True
            if ch.system is None:
                at_home = self.invaded_planets() or (colour == off and self.empty_planets())
                seats = others + [off] * bool(at_home)
                ch.system = yield from self.ask_seat(off, "D_WILL", seats)
                chose_himself = True
        if ch.system is None:
            if colour is None:
                ch.system = yield from self.ask_seat(off, "D_WILD", others)
            else:
                ch.system = colour
        if ch.system == off:
            options = [] if chose_himself else [PASS]
            options += [opt(0)] * bool(self.invaded_planets())
            options += [opt(1)] * bool(colour == off and self.empty_planets())
            action = yield from self.ask(off, "D_OWN", options)
            if action == PASS:
                return False
            ch.own = action - opt(0)
        yield from self.window("H_SYSTEM")
        return True

    def find_dictator(self) -> Generator[None, int, int | None]:
        """Return who chooses the system, if anybody does."""
        if self.ch.super_dictator:
            return self.ch.off
        p = self.find_active("Dictator")
        if p is None or p == self.ch.off:
            return None
        return None if (yield from self.announce(p, "Dictator")) is None else p

    def invaded_planets(self) -> list[int]:
        """Return the home planets of OFF with a foreign base."""
        off = self.ch.off
        others = [p for p in range(self.n) if p != off]
        return [place for place in self.planets(off) if any(self.tokens[p][place] for p in others)]

    def empty_planets(self) -> list[int]:
        return [
            place
            for place in self.planets(self.ch.off)
            if not any(self.tokens[p][place] for p in range(self.n))
        ]

    def aims_late(self) -> bool:
        """Whether DEF is known only after D_TARGET (4.1 j)."""
        ch = self.ch
        return ch.system == ch.off or ch.will or self.options.attack_any_base

    def meet_defender(self) -> Doing:
        """DEF became known."""
        p = sure(self.ch.defender)
        if self.needs_new_hand(p):
            yield from self.new_hand(p)

    # -- launch -----------------------------------------------------------------------------------

    def launch(self, p: int) -> Doing:
        yield from self.commit(p)
        if not self.list_targets():
            return
        yield from self.aim()
        if self.ch.own == 1:
            return
        yield from self.window("H_TARGET")
        yield from self.look_at_bases()

    def commit(self, p: int) -> Doing:
        """H_LAUNCH and D_TOKENS."""
        ch = self.ch
        ch.limit = 1 if self.is_active(p, "Macron") else LIMIT
        if ch.own != 1:
            yield from self.window("H_LAUNCH", p, only=None if p == ch.off else p)
        taken = ch.tokens.setdefault(p, [])
        counted = len(taken)
        ghosts = 2 if p in ch.wild_ghost else 0  # tokens that may come from the Warp
        free = p in ch.super_ghost
        while counted < ch.limit or free:
            options = [loc(place) for place in self.bases(p)] if counted < ch.limit else []
            if self.warp[p] and (ghosts or self.is_active(p, "Ghost")):
                options.append(opt(0))
            options += [PASS] * bool(taken)
            if not options:
                break
            action = yield from self.ask(p, "D_TOKENS", options)
            if action == PASS:
                break
            if action == opt(0):
                if not ghosts:
                    ghosts = 0 if (yield from self.announce(p, "Ghost")) is None else 99
                    if not ghosts:
                        continue
                ghosts -= 1
                self.warp[p] -= 1
                taken.append(None)
                counted += not free
                continue
            self.tokens[p][action - 8] -= 1
            taken.append(action - 8)
            counted += 1
            if not self.tokens[p][action - 8]:
                move_captives(self, p, action - 8, CONE)
        ch.wild_ghost.discard(p)
        ch.super_ghost.discard(p)

    def list_targets(self) -> list[int]:
        """Return the legal targets (5.3)."""
        ch = self.ch
        if ch.system == ch.off:
            return self.empty_planets() if ch.own == 1 else self.invaded_planets()
        system = sure(ch.system)
        targets = self.planets(system)
        if ch.wild_will:
            targets += [place for place in self.bases(system) if place not in targets]
        return targets

    def aim(self, without: int | None = None) -> Doing:
        """D_TARGET and D_WHOSE."""
        ch = self.ch
        targets = [place for place in self.list_targets() if place != without]
        ch.target = (yield from self.ask(ch.off, "D_TARGET", map(loc, targets))) - 8
        ch.berserk = set()
        if ch.own == 1 or not self.aims_late():
            return
        before = ch.defender
        ch.defender = yield from self.find_defender()
        if ch.defender != before:
            yield from self.meet_defender()

    def find_defender(self) -> Asking:
        ch = self.ch
        system, target = sure(ch.system), sure(ch.target)
        if ch.wild_will:
            return system
        seats = [p for p in range(self.n) if p != ch.off and self.tokens[p][target]]
        if system != ch.off and system not in seats:
            seats.append(system)
        if len(seats) == 1:
            return seats[0]
        return (yield from self.ask_seat(ch.off, "D_WHOSE", seats))

    # -- allies -----------------------------------------------------------------------------------

    def find_allies(self) -> Doing:
        ch = self.ch
        yield from self.window("H_INV")
        for m in self.mains():
            for p in self.clockwise():
                if (yield from self.ask(m, "D_INVITE", [PASS, YES])) == YES:
                    ch.invited.add((m, p))
        for p in self.clockwise():
            yield from self.answer_invitations(p)
        yield from self.window("H_ALLIED")
        yield from self.look_at_bases()

    def answer_invitations(self, p: int) -> Doing:
        ch = self.ch
        while self.bases(p) and p not in ch.barred | ch.berserk:
            is_parasite = self.is_active(p, "Parasite")
            sides = [i for i, m in enumerate(self.mains()) if (m, p) in ch.invited or is_parasite]
            stop = [PASS]
            if p in ch.charmed:
                serpent = ch.charmed[p]
                sides = [self.mains().index(serpent)] if (serpent, p) in ch.invited else []
                stop = []
            if not sides:
                return
            ch.asked.add(p)
            action = yield from self.ask(p, "D_ALLY", [*stop, *map(opt, sides)])
            if action == PASS:
                return
            m = self.mains()[action - opt(0)]
            if (m, p) not in ch.invited and (yield from self.announce(p, "Parasite")) is None:
                continue
            ch.allies[p] = ch.joined[p] = m
            yield from self.commit(p)
            return

    # -- the fight --------------------------------------------------------------------------------

    def fight(self) -> Judging:
        """Phases 7 to 9; return False if the turn ends here (R8)."""
        ch = self.ch
        while True:
            self.played = []
            if not (yield from self.select_cards()):
                yield from self.abort()
                return False
            if ch.agreed is not None:
                yield from self.agree()
                return True
            if ch.oracle_deal:
                self.take_cards_back()
                yield from self.all_go_home()
                yield from return_stakes(self)
                ch.success = True
                return True
            yield from self.window("H_POST")
            yield from self.look_at_bases()
            for m in self.mains():
                kinds = [ch.selected[m], *([ch.second[m]] if m in ch.second else [])]
                ch.shown[m] = [VALUE.get(kind) for kind in kinds]
            ch.cavalry_shown = {p: VALUE.get(kind) for p, kind in ch.cavalry.items()}
            for m in self.mains():
                yield from bluff(self, m)
            yield from self.window("H_REV")
            if not ch.travel:
                break
            ch.travel = False
        self.played = []
        if ch.void:
            yield from return_stakes(self)
            return True
        yield from self.resolve_cards()
        yield from at_outcome(self)
        yield from self.window("H_OUT")
        yield from self.look_at_bases()
        self.check_victory()
        yield from self.discard_cards()
        return True

    def select_cards(self) -> Judging:
        """7a, 7b: return False if the challenge is aborted."""
        ch = self.ch
        off, defender = self.mains()
        yield from self.window("H_PRE")
        if ch.agreed is not None:
            return True
        yield from self.choose_kickers()
        if off not in ch.early and not self.has_challenge_card(off):
            return False
        if defender not in ch.early and not self.has_challenge_card(defender):
            yield from self.new_hand(defender)  # R7
            if not self.has_challenge_card(defender):
                return False  # R70
        ch.shower = None
        yield from self.window("H_SEL")
        order = [off, defender]
        if ch.shower is not None:
            order = [ch.shower, self.opponent(ch.shower)]
        for m in order:
            if ch.shower not in (None, m) and m not in ch.selected:
                yield from self.window("H_SHOWN", only=m)
                if ch.oracle_deal:
                    return True
            if m not in ch.early:
                if m not in ch.selected and not self.has_challenge_card(m):
                    if m == defender:
                        yield from self.new_hand(m)  # R7, for one who has lost his cards since
                    if not self.has_challenge_card(m):
                        return False  # R8
                yield from self.select(m)
        return True

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
        held = [kind for kind in self.hands[m] if kind in FACTOR]
        kind = yield from self.ask(m, "D_KICKER", [PASS, *held])
        if kind != PASS:
            self.hands[m].remove(kind)
            self.ch.kicker[m] = kind

    def selectable(self, p: int) -> list[int]:
        cards = [kind for kind in self.hands[p] if is_challenge(kind)]
        if self.ch.upset:
            cards = [kind for kind in cards if is_attack(kind)] or cards
        return cards

    def select(self, m: int) -> Doing:
        """D_CARD, D_DEUCE or wild Deuce."""
        ch = self.ch
        if m not in ch.selected:
            cards = self.selectable(m)
            if ch.forced.get(m) in cards:
                cards = [ch.forced[m]]
            kind = yield from self.ask(ch.demon.get(m, m), "D_CARD", cards)
            self.hands[m].remove(kind)
            ch.selected[m] = kind
        if self.is_active(m, "Deuce"):
            kind = yield from self.ask(m, "D_DEUCE", [PASS, *self.selectable(m)])
            if kind != PASS:
                self.hands[m].remove(kind)
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

    def return_set_aside(self) -> None:
        for p, kind in self.ch.aside:
            self.hands[p].append(kind)
        self.ch.aside = []

    def abort(self) -> Doing:
        """R8."""
        self.take_cards_back()
        self.return_set_aside()
        yield from self.all_go_home()
        yield from return_stakes(self)

    def agree(self) -> Doing:
        """Skeptic: the doubted player has agreed (R143)."""
        ch = self.ch
        self.take_cards_back()
        if ch.agreed == ch.off:
            yield from self.all_go_home()
        else:
            off = ch.off
            allies = self.allies_of(off)
            earned = {p: self.in_challenge(p) for p in allies}
            self.land(off)
            ch.success = True
            for p in allies:
                if ch.dark:
                    yield from self.send_home(p, ch.tokens[p])
                else:
                    self.land(p)
            for p in [*self.allies_of(sure(ch.defender)), sure(ch.defender)]:
                yield from self.send_home(p, ch.tokens.get(p, []))
            if ch.dark:
                for p in allies:
                    yield from self.reward(p, earned[p] * self.macron_factor(p))
        yield from return_stakes(self)
        self.check_victory()

    def clear_table(self) -> None:
        """Discard the Challenge cards and Kickers at once."""
        ch = self.ch
        kinds: list[int] = []
        for cards in (ch.selected, ch.second, ch.kicker, ch.cavalry):
            kinds += cards.values()
            cards.clear()
        kinds += [kind for cards in ch.added.values() for kind in cards]
        ch.added = {}
        ch.early = set()
        self.put_down(kinds)

    def travel_back(self, p: int) -> None:
        """Chronos: play goes back to 7a (R77)."""
        ch = self.ch
        q = self.opponent(p)
        to_hand = not self.has_challenge_card(q)
        self.end_declarations()
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
        ch.upset = ch.both_lose = False
        ch.sums, ch.reversed, ch.copies = [], set(), set()
        ch.zapped_kickers, ch.early, ch.by_power = set(), set(), set()
        ch.shown = {}

    def end_declarations(self) -> None:
        """R121."""
        ch = self.ch
        for p, kind in ch.cavalry.items():
            self.hands[p].append(kind)
        ch.cavalry = {}
        self.put_down([kind for cards in ch.added.values() for kind in cards])
        ch.added, ch.added_value, ch.own_factor = {}, {}, {}
        ch.claimed, ch.spread, ch.prophecies = {}, {}, {}
        ch.doubts, ch.forced = [], {}
        ch.used_up -= {"Chosen", "Prolong"}

    # -- totals and winner (6.2 to 6.4) -----------------------------------------------------------

    def offers(self, m: int) -> bool:
        """Whether a main player has revealed a Compromise."""
        return None in self.ch.shown[m]

    def factor(self, m: int) -> int:
        ch = self.ch
        if m in ch.zapped_kickers:
            return 1
        claimed = ch.claimed.get(m)
        if claimed is not None:
            return FACTOR[claimed]
        if m not in ch.kicker:
            return 1
        return FACTOR.get(ch.kicker[m], 1)

    def card_values(self) -> dict[int, int]:
        """Return the values of the main cards after V6."""
        ch = self.ch
        printed = {m: sure(ch.shown[m][0]) for m in self.mains()}
        values = {m: printed[m] * ch.own_factor.get(m, self.factor(m)) for m in self.mains()}
        difference = abs(values[ch.off] - values[sure(ch.defender)])
        for m in ch.copies:
            values[m] = values[self.opponent(m)]
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
        for m in self.mains():
            values[m] += ch.added_value.get(m, 0)
            if m in ch.spread and difference >= ch.spread[m]:
                values[m] += ch.spread[m]
        return values

    def total(self, m: int) -> int:
        ch = self.ch

        def strength(p: int) -> int:
            return self.in_challenge(p) * (4 if p in ch.macron else 1) + self.count_captives(p)

        q = self.opponent(m)
        card = self.card_values()[m]
        own, allied = strength(m), sum(strength(p) for p in self.allies_of(m))
        if m == ch.defender:
            allied += sum(self.in_challenge(p) for p in ch.berserk)
        own_sign = -1 if ch.antimatter == m else 1
        allied_sign = 1 if ch.antimatter is None else -1
        if m in ch.super_virus:
            total = card * (own + allied)
        elif m in ch.virus:
            total = card * self.in_challenge(m) + allied_sign * allied
        elif m in ch.wild_virus:
            total = card + allied_sign * own * allied
        else:
            total = card + own_sign * own + allied_sign * allied
        if len(ch.shown[m]) > 1:
            second = sure(ch.shown[m][1])
            total += turn_digits(second) if m in ch.reversed else second
        for p in self.allies_of(m):
            value = ch.cavalry_shown.get(p) if p in ch.cavalry else None
            if value is not None:
                value *= self.factor(m)
                total += turn_digits(value) if m in ch.reversed else value
        total += 2 * ch.released.get(m, 0)
        total += sum(self.warp) * (m in ch.warpish)
        total += self.warp[m] * (m in ch.wild_warpish)
        total -= self.warp[m] * (q in ch.super_warpish)
        for p in ch.wild_macron:
            total += self.in_challenge(p) * (p == m or ch.allies.get(p) == m)
        return total + ch.reinforced.get(m, 0)

    def count_captives(self, p: int) -> int:
        """Return the captives that count with the tokens of a Fungus in the challenge."""
        if not self.is_active(p, "Fungus"):
            return 0
        place = sure(self.ch.target) if self.defends_planet(p) else CONE
        return len(self.fungus.get((p, place), []))

    def resolve_cards(self) -> Doing:
        ch = self.ch
        off, defender = self.mains()
        ch.aa = not self.offers(off) and not self.offers(defender)
        if self.offers(off) and self.offers(defender):
            yield from self.deal()
            return
        if ch.aa:
            yield from self.window("H_TOT")
            yield from self.reinforce()
            totals = self.total(off), self.total(defender)
            ch.totals = {off: totals[0], defender: totals[1]}
            wins = totals[0] > totals[1] if ch.antimatter is None else totals[0] < totals[1]
            ch.winner = off if wins else defender
        else:
            ch.winner = off if self.offers(defender) else defender
            yield from self.window("H_WIN")
            if ch.pacified:
                ch.winner = self.opponent(ch.winner)
        if ch.upset:
            ch.winner = self.opponent(ch.winner)
        if ch.both_lose:
            ch.winner = None
        yield from self.window("H_WON")
        if ch.winner is None:
            for m in (off, defender):
                yield from self.lose_side(m)
        else:
            yield from self.win(ch.winner)

    def reinforce(self) -> Doing:
        ch = self.ch
        played = True
        while played:
            played = False
            for p in self.involved():
                held = [kind for kind in self.hands[p] if kind in BONUS]
                kind = yield from self.ask(p, "D_REINF", [PASS, *held])
                if kind != PASS:
                    played = True
                    self.hands[p].remove(kind)
                    self.discard.append(kind)
                    side = (yield from self.ask(p, "D_REINF_SIDE", [opt(0), opt(1)])) - opt(0)
                    m = self.mains()[side]
                    ch.reinforced[m] = ch.reinforced.get(m, 0) + BONUS[kind]

    # -- outcome (6.5 to 6.7) ---------------------------------------------------------------------

    def has_success(self, m: int) -> bool:
        return self.ch.winner == m or self.ch.dealt

    def macron_factor(self, p: int) -> int:
        return 2 if self.is_active(p, "Macron") else 1

    def lose_side(self, m: int) -> Doing:
        ch = self.ch
        others = [p for p in self.timing() if p in ch.berserk] if m == ch.defender else []
        for p in [m, *others, *self.allies_of(m)]:
            if self.defends_planet(p):
                target = sure(ch.target)
                origins: list[int | None] = [target] * self.tokens[p][target]
                self.tokens[p][target] = 0
            else:
                origins, ch.tokens[p] = ch.tokens.get(p, []), []
            count = len(origins) + ch.captured.get(p, 0)
            loss = yield from self.lose(p, origins, outcome=True)
            ch.lost[p] = count - loss.saved

    def land(self, p: int) -> None:
        ch = self.ch
        count = len(ch.tokens[p])
        self.tokens[p][sure(ch.target)] += count
        ch.landed[p] = count
        ch.tokens[p] = []
        if count:
            move_captives(self, p, CONE, sure(ch.target))

    def win(self, m: int) -> Doing:
        ch = self.ch
        allies = [p for p in self.allies_of(m) if not self.defends_planet(p)]
        earned = {p: self.in_challenge(p) for p in allies}
        loser = self.opponent(m)
        yield from self.lose_side(loser)
        if m == ch.off:
            self.land(m)
            ch.success = True
        else:
            yield from self.send_home(m, ch.tokens.get(m, []))  # of a Delegator's new DEF
        stay = (m == ch.off) != ch.dark and not ch.wild_grudge
        for p in allies:
            if stay:
                self.land(p)
            else:
                yield from self.send_home(p, ch.tokens[p])
        if ch.stellar_gas:
            return
        yield from self.console(m, loser)
        for p in self.allies_of(loser):
            if p in ch.cavalry and ch.cavalry_shown[p] is None:  # R125
                due = ch.lost[p] * self.macron_factor(p)
                for _ in range(min(due, len(self.hands[m]))):
                    self.take_random(p, m)
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
        yield from self.window("H_CONS", consolation)
        taker, giver = consolation.taker, consolation.giver
        for _ in range(min(consolation.due, len(self.hands[giver]))):
            if consolation.chosen:
                kind = yield from self.ask(taker, "D_ETHIC", self.hands[giver])
                self.give(giver, taker, kind)
            else:
                self.take_random(taker, giver)

    def reward(self, p: int, count: int) -> Doing:
        if count == 0:
            return
        least = max(0, count - self.warp[p]) if self.bases(p) else count
        cards = yield from self.ask_number(p, "D_REWARD", range(least, count + 1))
        yield from self.draw(p, cards)
        yield from self.from_warp(p, count - cards)

    # -- deals (6.8) ------------------------------------------------------------------------------

    def deal(self) -> Doing:
        ch = self.ch
        yield from self.all_go_home()
        proposer = ch.off
        for _ in range(self.options.deal_proposals):
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
        wanted = [loc(place) for place in his if place not in mine] if mine else []
        given = [loc(place) for place in mine if place not in his] if his else []
        hand, other_hand = len(self.hands[p]), len(self.hands[q])
        options = [PASS, *wanted]
        if given or hand or other_hand:
            options.append(YES)
        want = yield from self.ask(p, "D_DEAL_1", options)
        if want == PASS:
            return None
        gains = {}
        if want != YES:
            gains[p] = want - 8
        options = list(given)
        if gains or hand or other_hand:
            options.append(PASS)
        gift = yield from self.ask(p, "D_DEAL_2", options)
        if gift != PASS:
            gains[q] = gift - 8
        least = 0 if gains or other_hand else 1
        gives = {}
        gives[p] = yield from self.ask_number(p, "D_DEAL_3", range(least, min(7, hand) + 1))
        least = 0 if gains or gives[p] else 1
        gives[q] = yield from self.ask_number(p, "D_DEAL_4", range(least, min(7, other_hand) + 1))
        freed = 0
        zombie = next((m for m in self.mains() if self.is_active(m, "Zombie")), None)
        if zombie is not None:
            freed_player = self.opponent(zombie)
            if self.bases(freed_player) and self.warp[freed_player]:
                counts = range(self.warp[freed_player] + 1)
                freed = yield from self.ask_number(p, "D_DEAL_7", counts)
        return Offer(gains, gives, freed)

    def carry_out(self, offer: Offer) -> Doing:
        for m in self.mains():
            if m in offer.gains:
                yield from self.move_in(m, offer.gains[m])
        chosen: dict[int, list[int]] = {m: [] for m in self.mains()}
        for m in self.mains():
            for _ in range(min(offer.gives[m], len(self.hands[m]))):
                kind = yield from self.ask(m, "D_GIVE", self.hands[m])
                self.hands[m].remove(kind)
                chosen[m].append(kind)
        for m in self.mains():
            self.hands[self.opponent(m)] += chosen[m]
        zombie = next((m for m in self.mains() if self.is_active(m, "Zombie")), None)
        if not offer.freed or zombie is None:
            return
        if (yield from self.announce(zombie, "Zombie")) is not None:
            yield from self.from_warp(self.opponent(zombie), offer.freed)

    def move_in(self, p: int, planet: int) -> Doing:
        """D_LAND."""
        for moved in range(LIMIT):
            places = [loc(place) for place in self.bases(p) if place != planet]
            options = places + [PASS] * (moved > 0)
            if not options:
                return
            action = yield from self.ask(p, "D_LAND", options)
            if action == PASS:
                return
            self.tokens[p][action - 8] -= 1
            self.tokens[p][planet] += 1
            if not self.tokens[p][action - 8]:
                move_captives(self, p, action - 8, planet)

    def fail(self) -> Doing:
        ch = self.ch
        ch.deal_losses = {m: 3 * self.factor(self.opponent(m)) for m in self.mains()}
        ch.failed = True
        yield from self.window("H_DEAL", "failed")
        for m in self.mains():
            count = ch.deal_losses[m]
            if count > 0:
                places = yield from self.pick_losses(m, count)
                ch.deal_lost[m] = len(places)
                yield from self.lose(m, places)
            else:
                yield from self.from_warp(m, -count)

    # -- the end of a challenge (9, 10c) ----------------------------------------------------------

    def discard_cards(self) -> Doing:
        ch = self.ch
        for m in self.mains():
            if m in ch.by_power and self.is_active(m, "Deuce"):
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
        ch = self.ch
        may = self.has_challenge_card(self.turn_player)  # R127
        return ch.success and self.number + 1 < 2 and may

    def end(self, p: int) -> Judging:
        ch = self.ch
        self.return_set_aside()
        yield from self.look_at_bases()
        yield from self.window("H_END")
        self.check_victory()
        offered = self.may_go_on()
        self.count_challenge()
        self.number += 1
        if ch.again:
            return True
        return offered and (yield from self.ask(p, "D_AGAIN", [PASS, YES])) == YES
