"""The powers of the oracle and their Flares; `oracle_plays.py` tells how they are written down."""

from __future__ import annotations

from cosmic_encounter.oracle_box import PASS, YES, loc, opt, seat
from cosmic_encounter.oracle_plays import Play, aim_again, always, main, other_target, quick

FLARE_PLAYS: dict[tuple[str, str], Play] = {}
POWER_PLAYS: dict[str, list[Play]] = {}


def flare(name, role, *hooks):
    def register(pair):
        FLARE_PLAYS[name, role] = Play(hooks, *pair())

    return register


def optional(name, *hooks):
    def register(pair):
        POWER_PLAYS.setdefault(name, []).append(Play(hooks, *pair()))

    return register


def mandatory(name, *hooks):
    def register(pair):
        can, do = pair()
        POWER_PLAYS.setdefault(name, []).append(Play(hooks, can, do, optional=False))

    return register


def of(power):
    """Return the condition of a Super that changes one use of its power."""

    def can(o, p, w):
        return w.about.power == power

    return can


def enlarge(o, p, w):
    w.about.enlarged = True
    return
    yield


# Amoeba


def other_bases(o, p):
    return [place for place in o.bases(p) if not o.defends_planet(p) or place != o.ch.target]


def can_flow(o, p):
    return o.in_challenge(p) > 0 and len(other_bases(o, p)) > 0


def flow(o, p, w, own=None):
    adds = (yield from o.ask(p, "D_AMOEBA", [opt(0), opt(1)])) == opt(0)
    while adds or o.in_challenge(p):
        action = yield from o.ask(p, "D_AMOEBA", [PASS, *map(loc, other_bases(o, p))])
        if action == PASS:
            break
        place = action - 8
        step = 1 if adds else -1
        o.tokens[p][place] -= step
        if o.defends_planet(p):
            o.tokens[p][o.ch.target] += step
        elif adds:
            o.ch.tokens[p].append(place)
        else:
            o.ch.tokens[p].pop()


@optional("Amoeba", "H_POST")
def _():
    return lambda o, p, w: o.is_main(p) and can_flow(o, p), flow


@flare("Amoeba", "wild", "H_PRE")
def _():
    return lambda o, p, w: o.is_main(p) and can_flow(o, p), flow


@flare("Amoeba", "super", "H_POST")
def _():
    return lambda o, p, w: p in o.ch.allies and can_flow(o, p), flow


# Anti-Matter (its flare cancels)


@mandatory("Anti-Matter", "H_TOT")
def _():
    def effect(o, p):
        o.ch.antimatter = p

    return main, quick(effect)


# Assassin


def victims(o, p):
    colour = o.ch.card[0]
    seats = [q for q in range(o.n) if q != p and (colour is None or q == colour)]
    return [q for q in seats if o.on_bases(q) > 0]


def stab(o, p, q, count):
    places = []
    for _ in range(count):
        if o.bases(q):
            place = (yield from o.ask(p, "D_ASSASSIN", map(loc, o.bases(q)))) - 8
            o.tokens[q][place] -= 1
            places.append(place)
    yield from o.lose(q, places)


@mandatory("Assassin", "H_DEST")
def _():
    def do(o, p, w, own):
        if o.ch.card[0] is None:
            q = yield from o.ask_seat(p, "D_ASSASSIN", victims(o, p))
        else:
            q = o.ch.card[0]
        yield from stab(o, p, q, 2 if own.enlarged else 1)

    return lambda o, p, w: len(victims(o, p)) > 0, do


@flare("Assassin", "wild", "H_DEST")
def _():
    def can(o, p, w):
        return o.ch.card[0] is not None and len(victims(o, p)) > 0

    def do(o, p, w):
        yield from stab(o, p, o.ch.card[0], 1)

    return can, do


@flare("Assassin", "super", "H_OWN")
def _():
    def can(o, p, w):
        return w.about.power == "Assassin" and any(o.on_bases(q) > 1 for q in victims(o, p))

    return can, enlarge


# Calculator


def not_equalised(o):
    return ("equal",) not in o.ch.sums


def equalise(o, p):
    o.ch.sums.append(("equal",))


@optional("Calculator", "H_POST")
def _():
    return lambda o, p, w: o.is_main(p) and not_equalised(o), quick(equalise)


@flare("Calculator", "super", "H_POST")
def _():
    return lambda o, p, w: p in o.ch.allies and not_equalised(o), quick(equalise)


@flare("Calculator", "wild", "H_POST")
def _():
    def do(o, p, w):
        action = yield from o.ask(p, "D_CALCULATOR", [opt(0), opt(1)])
        o.ch.sums.append(("parity", p, 1 if action == opt(0) else 0))

    return main, do


# Chronos


@optional("Chronos", "H_REV")
def _():
    def can(o, p, w):
        return o.is_main(p) and not o.ch.travelled

    def do(o, p, w, own):
        w.ended = True
        o.travel_back(p)
        return
        yield

    return can, do


@flare("Chronos", "super", "H_OWN")
def _():
    return of("Chronos"), enlarge


@flare("Chronos", "wild", "H_TARGET")
def _():
    return other_target, aim_again


# Clone


@optional("Clone", "H_DISC")
def _():
    def effect(o, p):
        o.hands[p].append(o.ch.selected.pop(p))

    return lambda o, p, w: o.is_main(p) and p in o.ch.selected, quick(effect)


@flare("Clone", "wild", "H_DISCARD")
def _():
    def do(o, p, w):
        w.about.kept = True
        return
        yield

    return lambda o, p, w: not w.about.kept, do


@flare("Clone", "super", "H_CONS")
def _():
    def can(o, p, w):
        return w.about.taker == p and 1 <= w.about.due < min(20, len(o.hands[w.about.giver]))

    def do(o, p, w):
        due = w.about.due
        most = min(2 * due, 20, len(o.hands[w.about.giver]))
        w.about.due = yield from o.ask_number(p, "D_CLONE", range(due, most + 1))

    return can, do


# Deuce (the power itself: in the selection and in phase 9)


@flare("Deuce", "wild", "H_SECOND")
def _():
    def can(o, p, w):
        return p not in o.ch.second and o.has_challenge_card(p)

    def do(o, p, w):
        if not o.selectable(p):  # paid for a wild Filch
            return
        kind = yield from o.ask(p, "D_DEUCE", o.selectable(p))
        o.hands[p].remove(kind)
        o.ch.second[p] = kind

    return can, do


@flare("Deuce", "super", "H_DISC")
def _():
    def can(o, p, w):
        return p in o.ch.by_power and (p in o.ch.selected or p in o.ch.second)

    def effect(o, p):
        for cards in (o.ch.selected, o.ch.second):
            if p in cards:
                o.hands[p].append(cards.pop(p))

    return can, quick(effect)


# Dictator (the power itself: in the destiny phase)


@flare("Dictator", "wild", "H_DEST")
def _():
    def do(o, p, w):
        w.ended = o.ch.rejected = True
        return
        yield

    return lambda o, p, w: p != o.ch.off, do


@flare("Dictator", "super", "H_DEST")
def _():
    def can(o, p, w):
        return p == o.ch.off and o.ch.card[0] is not None and not o.ch.super_dictator

    def effect(o, p):
        o.ch.super_dictator = True

    return can, quick(effect)


# Empath


def mixed(o, p, w=None):
    return o.is_main(p) and o.offers(o.ch.off) != o.offers(o.ch.defender)


def appease(o, p):
    for m in o.mains():
        if not o.offers(m):
            o.ch.shown[m] = [None] * len(o.ch.shown[m])
            for q in o.allies_of(m):
                o.ch.cavalry_shown[q] = None  # R125


@optional("Empath", "H_REV")
def _():
    return mixed, quick(appease)


@flare("Empath", "wild", "H_REV")
def _():
    return mixed, quick(appease)


def in_failed_deal(o, p, w):
    return o.is_main(p) and w.about == "failed"


@flare("Empath", "super", "H_DEAL")
def _():
    def effect(o, p):
        o.ch.deal_losses[p] = min(0, o.ch.deal_losses[p])

    return in_failed_deal, quick(effect)


# Ethic


def has_lost(o, p, w):
    return o.ch.aa and w.about.taker == p and o.ch.lost.get(p, 0) > 0 and w.about.due == 0


def console(o, p, w, own=None):
    w.about.due = o.ch.lost[p] * o.macron_factor(p)
    return
    yield


@mandatory("Ethic", "H_CONS")
def _():
    return has_lost, console


@flare("Ethic", "wild", "H_CONS")
def _():
    return has_lost, console


@flare("Ethic", "super", "H_CONS")
def _():
    def can(o, p, w):
        about = w.about
        return about.taker == p and about.due > 0 and len(o.hands[about.giver]) > 0

    def do(o, p, w):
        w.about.chosen = True
        return
        yield

    return can, do


# Filch


@optional("Filch", "H_DISC2")
def _():
    def effect(o, p):
        kind = o.ch.discarded.pop(o.opponent(p))
        o.take_from_pile(kind)
        o.hands[p].append(kind)

    return lambda o, p, w: o.is_main(p) and o.opponent(p) in o.ch.discarded, quick(effect)


@flare("Filch", "super", "H_DISC2")
def _():
    def can(o, p, w):
        return not o.is_main(p) and len(o.ch.discarded) > 0

    def do(o, p, w):
        options = [opt(i) for i, m in enumerate(o.mains()) if m in o.ch.discarded]
        m = o.mains()[(yield from o.ask(p, "D_FILCH", options)) - opt(0)]
        kind = o.ch.discarded.pop(m)
        o.take_from_pile(kind)
        o.hands[p].append(kind)

    return can, do


# Grudge


def grudged(o, p):
    """Return the players whom p invited and who did not join him, with a token to lose."""
    ch = o.ch
    return [
        q
        for q in o.timing()
        if (p, q) in ch.invited
        and q in ch.asked
        and ch.joined.get(q) != p
        and o.on_bases(q) > ch.landed.get(q, 0)
    ]


@mandatory("Grudge", "H_OUT")
def _():
    def do(o, p, w, own):
        seats = grudged(o, p)
        q = seats[0]
        if len(seats) > 1:
            q = yield from o.ask_seat(p, "D_GRUDGE", seats)
        count = 1 if o.has_success(p) and not own.enlarged else 4
        places = yield from o.pick_losses(q, count, kept=o.ch.landed.get(q, 0))
        yield from o.lose(q, places)

    return lambda o, p, w: o.is_main(p) and len(grudged(o, p)) > 0, do


@flare("Grudge", "super", "H_OWN")
def _():
    def can(o, p, w):
        return w.about.power == "Grudge" and o.has_success(p)

    return can, enlarge


@flare("Grudge", "wild", "H_WON")
def _():
    def can(o, p, w):
        ch = o.ch
        lost = o.is_main(p) and ch.winner is not None and ch.winner != p
        return lost and not ch.wild_grudge and len(o.allies_of(ch.winner)) > 0

    def do(o, p, w):
        o.ch.wild_grudge = True
        for q in o.allies_of(o.ch.winner):
            yield from o.send_home(q, o.ch.tokens[q])

    return can, do


# Healer (the wild flare cancels)


@optional("Healer", "H_LOSS")
def _():
    def do(o, p, w, own):
        count = len(w.about.tokens)
        yield from o.send_home(w.about.player, w.about.tokens)
        yield from o.draw(p, count if own.enlarged else 1)

    return lambda o, p, w: w.about.player != p and len(w.about.tokens) > 0, do


@flare("Healer", "super", "H_OWN")
def _():
    return of("Healer"), enlarge


# Laser


def opponent_selects(o, p):
    return o.is_main(p) and o.opponent(p) not in o.ch.selected


@mandatory("Laser", "H_SEL")
def _():
    def do(o, p, w, own):
        q = o.opponent(p)
        cards = sorted(o.selectable(q))
        if not cards:  # paid for a wild Filch
            return
        drawn = [cards.pop(o.chance.below(len(cards)))]
        if own.enlarged and cards:
            drawn.append(cards.pop(o.chance.below(len(cards))))
            drawn = [(yield from o.ask(p, "D_LASER", drawn))]
        o.hands[q].remove(drawn[0])
        o.ch.selected[q] = drawn[0]

    return lambda o, p, w: opponent_selects(o, p), do


@flare("Laser", "super", "H_OWN")
def _():
    return of("Laser"), enlarge


@flare("Laser", "wild", "H_INV")
def _():
    def hasty(o, p):
        mains = [m for m in o.mains() if m != p and m not in o.ch.selected]
        return [m for m in mains if o.has_challenge_card(m)]

    def do(o, p, w):
        if not hasty(o, p):  # paid for a wild Filch
            return
        m = yield from o.ask_seat(p, "D_LASER", hasty(o, p))
        o.ch.early.add(m)
        yield from o.choose_kicker(m)
        yield from o.select(m)

    return lambda o, p, w: len(hasty(o, p)) > 0, do


# Loser


def declare_upset(o, p):
    o.ch.upset = True


@optional("Loser", "H_PRE")
def _():
    return lambda o, p, w: o.is_main(p) and not o.ch.upset, quick(declare_upset)


@flare("Loser", "super", "H_POST")
def _():
    return lambda o, p, w: o.is_main(p) and not o.ch.upset, quick(declare_upset)


@flare("Loser", "wild", "H_PRE")
def _():
    def effect(o, p):
        o.ch.both_lose = True

    return lambda o, p, w: o.is_main(p) and not o.ch.both_lose, quick(effect)


# Machine


def go_on(o, p):
    o.ch.again = True


@optional("Machine", "H_END")
def _():
    def can(o, p, w):
        may = p == o.turn_player and o.has_challenge_card(p) and o.number + 1 < 8
        return may and not o.ch.again and not o.may_go_on()

    return can, quick(go_on)


@flare("Machine", "wild", "H_END")
def _():
    def can(o, p, w):
        return p == o.turn_player and o.number == 0 and not o.ch.again and not o.may_go_on()

    def do(o, p, w):
        if not o.has_challenge_card(p):
            yield from o.new_hand(p)
        o.ch.again = True

    return can, do


@flare("Machine", "super", "H_REGROUP")
def _():
    def do(o, p, w):
        yield from o.draw(p, 1)

    return lambda o, p, w: p == o.ch.off and not o.ch.took_token, do


# Macron


@mandatory("Macron", "H_TOT")
def _():
    def can(o, p, w):
        return p in o.involved() and o.in_challenge(p) > 0

    return can, quick(lambda o, p: o.ch.macron.add(p))


@flare("Macron", "wild", "H_TOT")
def _():
    return lambda o, p, w: p in o.involved(), quick(lambda o, p: o.ch.wild_macron.append(p))


@flare("Macron", "super", "H_LAUNCH")
def _():
    def effect(o, p):
        o.ch.limit = 4

    return lambda o, p, w: w.about == p and o.ch.limit < 4, quick(effect)


# Mind


@optional("Mind", "H_INV")
def _():
    def hands(o, p):
        return [m for m in o.mains() if m != p and o.hands[m]]

    def do(o, p, w, own):
        yield from o.ask_seat(p, "D_MIND", hands(o, p))

    return lambda o, p, w: len(hands(o, p)) > 0, do


@flare("Mind", "super", "H_INV")
def _():
    return always, quick(lambda o, p: None)


@flare("Mind", "wild", "H_DRAW")
def _():
    def do(o, p, w):
        o.ch.seen.add((p, w.about))
        return
        yield

    return lambda o, p, w: w.about != p and (p, w.about) not in o.ch.seen, do


# Mirror


@optional("Mirror", "H_POST")
def _():
    def do(o, p, w, own):
        o.ch.reversed = set(o.mains())
        if own.enlarged:
            side = (yield from o.ask(p, "D_MIRROR", [opt(0), opt(1)])) - opt(0)
            o.ch.reversed = {o.mains()[side]}

    return lambda o, p, w: o.is_main(p) and not o.ch.reversed, do


@flare("Mirror", "super", "H_OWN")
def _():
    return of("Mirror"), enlarge


@flare("Mirror", "wild", "H_REV")
def _():
    def effect(o, p):
        o.ch.shown[p][0] = o.ch.shown[o.opponent(p)][0]
        o.ch.copies.add(p)

    return main, quick(effect)


# Mutant


def sources(o, p):
    options = [opt(0)] if o.deck or o.discard else []
    return options + [seat(q) for q in range(o.n) if q != p and o.hands[q]]


@optional("Mutant", "H_INV")
def _():
    def can(o, p, w):
        return o.is_main(p) and len(o.hands[p]) < 7 and len(sources(o, p)) > 0

    def do(o, p, w, own):
        while len(o.hands[p]) < 7:
            action = yield from o.ask(p, "D_MUTANT", [PASS, *sources(o, p)])
            if action == PASS:
                break
            if action == opt(0):
                yield from o.draw(p, 1)
            else:
                o.take_random(p, action - 2)

    return can, do


@flare("Mutant", "super", "H_OWN")
def _():
    def do(o, p, w):
        for _ in range(3):
            kind = yield from o.ask(p, "D_DISCARD", [PASS, *o.hands[p]])
            if kind == PASS:
                break
            o.hands[p].remove(kind)
            o.throw_away(p, [kind])

    return of("Mutant"), do


@flare("Mutant", "wild", "H_OUT")
def _():
    def effect(o, p):
        q = o.opponent(p)
        for giver in [q, *o.allies_of(q)]:
            if o.hands[giver]:
                o.take_random(p, giver)

    return lambda o, p, w: o.is_main(p) and o.has_success(p), quick(effect)


# Oracle


@mandatory("Oracle", "H_SEL")
def _():
    def effect(o, p):
        o.ch.shower = o.opponent(p)

    return main, quick(effect)


@flare("Oracle", "super", "H_SHOWN")
def _():
    def effect(o, p):
        o.ch.oracle_deal = True

    return always, quick(effect)


@flare("Oracle", "wild", "H_PRE")
def _():
    def do(o, p, w):
        q = o.opponent(p)
        size = len(o.hands[p])
        cards = sorted(o.hands[p] + o.hands[q])
        o.chance.shuffle(cards)
        o.hands[p], o.hands[q] = cards[:size], cards[size:]
        for m in o.mains():
            if m not in o.ch.selected and not o.has_challenge_card(m):
                yield from o.new_hand(m)

    return main, do


# Pacifist


@mandatory("Pacifist", "H_WIN")
def _():
    def effect(o, p):
        o.ch.pacified = True

    return lambda o, p, w: mixed(o, p) and o.offers(p), quick(effect)


@flare("Pacifist", "wild", "H_REV")
def _():
    def effect(o, p):
        o.ch.shown[p] = [15 if value is None else value for value in o.ch.shown[p]]
        o.ch.copies.discard(p)

    return lambda o, p, w: mixed(o, p) and o.offers(p), quick(effect)


@flare("Pacifist", "super", "H_DEAL")
def _():
    def effect(o, p):
        losses, q = o.ch.deal_losses, o.opponent(p)
        if losses[p] > 0:
            losses[p] = max(0, losses[p] - 2)
        if losses[q] >= 0:
            losses[q] += 2

    return in_failed_deal, quick(effect)


# Parasite (the power itself: at D_ALLY)


@flare("Parasite", "super", "H_LAUNCH")
def _():
    def effect(o, p):
        o.ch.limit = 20

    return lambda o, p, w: p in o.ch.allies and o.ch.limit < 20, quick(effect)


@flare("Parasite", "wild", "H_BASES")
def _():
    def planets(o, p, w):
        systems = [q for q in w.about if q != p]
        return [place for q in systems for place in o.planets(q) if not o.tokens[p][place]]

    def do(o, p, w):
        place = (yield from o.ask(p, "D_PARASITE", map(loc, planets(o, p, w)))) - 8
        source = (yield from o.ask(p, "D_PARASITE", map(loc, o.bases(p)))) - 8
        o.tokens[p][source] -= 1
        o.tokens[p][place] += 1
        o.check_victory()

    return lambda o, p, w: len(planets(o, p, w)) > 0 and len(o.bases(p)) > 0, do


# Sorcerer


def swap_cards(o, p):
    selected, (off, defender) = o.ch.selected, o.mains()
    selected[off], selected[defender] = selected[defender], selected[off]


@optional("Sorcerer", "H_POST")
def _():
    return main, quick(swap_cards)


@flare("Sorcerer", "super", "H_POST")
def _():
    return lambda o, p, w: p in o.ch.allies, quick(swap_cards)


@flare("Sorcerer", "wild", "H_PRE")
def _():
    def can(o, p, w):
        powers = [o.power[m] for m in o.mains()]
        return None not in powers and "Sorcerer" not in powers

    def effect(o, p):
        off, defender = o.mains()
        o.power[off], o.power[defender] = o.power[defender], o.power[off]

    return can, quick(effect)


# Trader


def swap_hands(o, p, q):
    o.hands[p], o.hands[q] = o.hands[q], o.hands[p]


@optional("Trader", "H_PRE")
def _():
    return main, quick(lambda o, p: swap_hands(o, p, o.opponent(p)))


@flare("Trader", "super", "H_PRE")
def _():
    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_TRADER", [q for q in range(o.n) if q != p])
        swap_hands(o, p, q)

    return always, do


@flare("Trader", "wild", "H_INV")
def _():
    def do(o, p, w):
        q = o.opponent(p)
        o.take_random(p, q)
        o.give(p, q, (yield from o.ask(p, "D_GIVE", o.hands[p])))

    return lambda o, p, w: o.is_main(p) and len(o.hands[o.opponent(p)]) > 0, do


# Vacuum


@mandatory("Vacuum", "H_LOSS")
def _():
    def others(o, p):
        return [q for q in range(o.n) if q != p and o.on_bases(q) > 0]

    def can(o, p, w):
        return w.about.player == p and len(w.about.tokens) > 0 and len(others(o, p)) > 0

    def do(o, p, w, own):
        count = dict.fromkeys(range(o.n), 0)
        for _ in range(len(w.about.tokens)):
            left = [seat(q) for q in others(o, p) if count[q] < o.on_bases(q)]
            action = yield from o.ask(p, "D_VACUUM", [PASS, *left])
            if action == PASS:
                break
            count[action - 2] += 1
        for q in o.timing():
            chooser = p if own.enlarged else None
            places = yield from o.pick_losses(q, count[q], chooser)
            yield from o.lose(q, places)

    return can, do


@flare("Vacuum", "super", "H_OWN")
def _():
    return of("Vacuum"), enlarge


@flare("Vacuum", "wild", "H_REV")
def _():
    def can(o, p, w):
        return len(o.bases(p)) > 0 and o.warp[p] > 0

    def do(o, p, w):
        attacks = [m for m in o.mains() if m != p and not o.offers(m)]
        yield from o.from_warp(p, len(attacks))

    return can, do


# Virus


@mandatory("Virus", "H_TOT")
def _():
    return main, quick(lambda o, p: o.ch.virus.add(p))


@flare("Virus", "super", "H_TOT")
def _():
    return main, quick(lambda o, p: o.ch.super_virus.add(p))


@flare("Virus", "wild", "H_TOT")
def _():
    def can(o, p, w):
        allied = o.is_main(p) and sum(o.in_challenge(q) for q in o.allies_of(p))
        return allied and o.in_challenge(p) > 0

    return can, quick(lambda o, p: o.ch.wild_virus.add(p))


# Warpish


@mandatory("Warpish", "H_TOT")
def _():
    return main, quick(lambda o, p: o.ch.warpish.add(p))


@flare("Warpish", "wild", "H_TOT")
def _():
    return main, quick(lambda o, p: o.ch.wild_warpish.add(p))


@flare("Warpish", "super", "H_TOT")
def _():
    return main, quick(lambda o, p: o.ch.super_warpish.add(p))


# Will (the power itself: in the destiny phase)


@flare("Will", "wild", "H_SYSTEM")
def _():
    def can(o, p, w):
        ch = o.ch
        return p == ch.off != ch.system and ch.card[0] == ch.system and not ch.wild_will

    def effect(o, p):
        o.ch.wild_will = True

    return can, quick(effect)


@flare("Will", "super", "H_OWN")
def _():
    def do(o, p, w):
        yield from o.ask_seat(p, "D_MIND", [q for q in range(o.n) if q != p])

    return of("Will"), do


# Zombie


@mandatory("Zombie", "H_LOSS")
def _():
    def do(o, p, w, own):
        w.about.saved += len(w.about.tokens)
        yield from o.send_home(p, w.about.tokens)

    return lambda o, p, w: w.about.player == p and len(w.about.tokens) > 0, do


@flare("Zombie", "wild", "H_LOSS")
def _():
    def can(o, p, w):
        return w.about.player == p and len(w.about.tokens) > 0 and len(o.bases(p)) > 0

    def do(o, p, w):
        w.about.tokens.pop(0)
        w.about.saved += 1
        yield from o.choose_base(p)

    return can, do


@flare("Zombie", "super", "H_ALLIED")
def _():
    def do(o, p, w):
        for q in o.allies_of(p):
            if o.warp[q] and (yield from o.ask(q, "D_ZOMBIE", [PASS, YES])) == YES:
                o.warp[q] -= 1
                o.ch.tokens[q].append(None)

    return main, do
