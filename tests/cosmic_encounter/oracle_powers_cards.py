"""The powers of the oracle at the selection of cards, phase 7.

`oracle_plays.py` tells how powers are written down.
"""

from __future__ import annotations

from cosmic_encounter.oracle_box import (
    COMPROMISE,
    EDICT,
    FACTOR,
    FLARE,
    PASS,
    VALUE,
    YES,
    is_artefact,
    is_attack,
    is_challenge,
    loc,
    opt,
    seat,
)
from cosmic_encounter.oracle_destiny_special import can_pay, pay
from cosmic_encounter.oracle_plays import (
    ON_CONE,
    always,
    built_in,
    enlarge,
    flare,
    main,
    mandatory,
    of,
    once,
    optional,
    quick,
)

# Amoeba


def other_bases(o, p):
    defends = p in o.garrison()
    return [place for place in o.bases(p) if not defends or place != o.ch.target]


def may_leave(o, p):
    """Whether tokens in the challenge may leave it (R140)."""
    return p not in o.garrison() or o.ch.target in o.movable(p)


def can_flow(o, p):
    return o.in_challenge(p) > 0 and len(other_bases(o, p)) > 0


def flow(o, p, w, own=None):
    adds = (yield from o.ask(p, "D_AMOEBA", [opt(0), opt(1)])) == opt(0)
    for _ in range(20):
        inside = o.on_target(p) if p in o.garrison() else len(o.ch.tokens[p])
        if not adds and not inside:
            break
        places = other_bases(o, p)
        if adds:
            places = [place for place in places if place in o.movable(p)]
        elif not may_leave(o, p):
            places = []
        action = yield from o.ask(p, "D_AMOEBA", [PASS, *map(loc, places)])
        if action == PASS:
            break
        place = action - 8
        step = 1 if adds else -1
        o.tokens[p][place] -= step
        if p in o.garrison():
            o.tokens[p][o.ch.target] += step
            o.shift_standing(p, step)
        elif adds:
            o.ch.tokens[p].append(place)
        else:
            o.ch.tokens[p].pop()
        there = o.ch.target if p in o.garrison() else ON_CONE
        o.carry(p, *((place, there) if adds else (there, place)))


@optional("Amoeba", "H_POST")
def _():
    return lambda o, p, w: o.is_main(p) and can_flow(o, p), flow


@flare("Amoeba", "wild", "H_PRE")
def _():
    return lambda o, p, w: o.is_main(p) and can_flow(o, p), flow


@flare("Amoeba", "super", "H_POST")
def _():
    return lambda o, p, w: p in o.ch.allies and can_flow(o, p), flow


# Aristocrat (its setup: at the table)


def draw_flare(o):
    """Take a random flare from the unused ones."""
    return o.unused_flares.pop(o.chance.below(len(o.unused_flares)))


@optional("Aristocrat", "H_PRE")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Aristocrat")
        if o.unused_flares:
            o.hands[p].append(draw_flare(o))
        flares = [kind for kind in o.hands[p] if kind in FLARE]
        idle = [kind for kind in flares if not any(o.has_power(q, FLARE[kind]) for q in range(o.n))]
        if len(idle) > 1:
            o.hands[p].remove((yield from o.ask(p, "D_ARISTOCRAT", idle)))

    return once("Aristocrat", lambda o, p, w: o.is_main(p) and o.unused_flares != []), do


@flare("Aristocrat", "wild", "H_PRE")
def _():
    def effect(o, p):
        if o.unused_flares:
            o.hands[p].append(draw_flare(o))

    return lambda o, p, w: o.is_main(p) and o.unused_flares != [], quick(effect)


@flare("Aristocrat", "super", "H_PRE")
def _():
    def do(o, p, w):
        outside = list(o.unused_flares)
        drawn = [outside.pop(o.chance.below(len(outside))) for _ in range(min(3, len(outside)))]
        kept = yield from o.ask(p, "D_ARISTOCRAT", drawn)
        o.unused_flares.remove(kept)
        o.hands[p].append(kept)

    return lambda o, p, w: o.is_main(p) and o.unused_flares != [], do


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


# Cavalry


def ride(o, p, is_right):
    """Let a player put a card face down beside that of his main player."""
    kinds = [kind for kind in o.cards(p) if is_right(kind)]
    kind = yield from o.ask(p, "D_CAVALRY", [PASS, *kinds])
    if kind != PASS:
        o.take_out(p, kind)
        o.ch.extra[p] = kind


def all_ride(o, m):
    for q in o.allies_of(m):
        if q not in o.ch.extra and o.mains()[o.ch.side(q)] == m:  # R116
            yield from ride(o, q, is_attack)


@optional("Cavalry", "H_POST")
def _():
    def can(o, p, w):
        return p in o.ch.allies and p not in o.ch.extra and o.can_select(p)

    def do(o, p, w, own):
        yield from ride(o, p, is_challenge)

    return can, do


@flare("Cavalry", "wild", "H_POST")
def _():
    def do(o, p, w):
        yield from all_ride(o, p)

    return main, do


@flare("Cavalry", "super", "H_POST")
def _():
    def do(o, p, w):
        yield from all_ride(o, o.mains()[o.ch.side(p)])

    return lambda o, p, w: p in o.ch.allies, do


# Demon (what follows: at the beginning of H_OUT)


@optional("Demon", "H_PRE")
def _():
    def can(o, p, w):
        return not o.is_involved(p) and o.movable(p) != []

    def do(o, p, w, own):
        ch = o.ch
        ch.used.add("Demon")
        action = yield from o.ask(p, "D_DEMON", [PASS, *map(seat, o.mains())])
        if action == PASS:
            return
        place = None
        if not own.enlarged:
            place = yield from o.ask_place(p, "D_DEMON", o.movable(p))
            o.tokens[p][place] -= 1
        ch.stakes.append((p, action - 2, place))
        ch.chooser[action - 2] = p

    return once("Demon", can), do


@flare("Demon", "super", "H_OWN")
def _():
    return of("Demon"), enlarge


@flare("Demon", "wild", "H_PRE")
def _():
    def do(o, p, w):
        yield from o.ask_seat(p, "D_DEMON", o.mains())

    return lambda o, p, w: not o.is_involved(p), do


# Deuce (the power itself: in the selection and in phase 9)


@flare("Deuce", "wild", "H_SECOND")
def _():
    def can(o, p, w):
        has_one = any(kind in o.hands[p] for kind in o.seconds(p))
        return p not in o.ch.second and has_one and can_pay(o, p, cards=2)

    def do(o, p, w):
        in_hand = any(kind in o.hands[p] for kind in o.seconds(p))
        if not in_hand or not can_pay(o, p):  # paid for a wild Filch
            return
        kind = yield from o.ask(p, "D_DEUCE", o.seconds(p))
        o.take_out(p, kind)
        pay(o, p)
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


# Doppelganger


def third_players(o, p):
    return [q for q in range(o.n) if q not in (p, o.opponent(p))]


def best_of_each_type(hand):
    """Return the highest Attack and a Compromise, as far as they are there."""
    attacks = [kind for kind in hand if is_attack(kind)]
    best = [max(attacks, key=lambda kind: VALUE[kind])] if attacks else []
    return best + [COMPROMISE] * (COMPROMISE in hand)


@mandatory("Doppelganger", "H_PRE")
def _():
    def do(o, p, w, own):
        own_cards = [kind for kind in o.hands[p] if is_challenge(kind)]
        o.hands[p] = [kind for kind in o.hands[p] if not is_challenge(kind)]
        o.put_down(own_cards, p)
        seats = [o.opponent(p)] if own.enlarged else third_players(o, p)
        q = seats[0]
        if len(seats) > 1:
            q = yield from o.ask_seat(p, "D_DOPPELGANGER", seats)
        for kind in best_of_each_type(o.hands[q]):
            o.give(q, p, kind)
            o.ch.borrowed_cards.append((p, q, kind))
        turned: list[int] = []
        while sum(map(is_challenge, o.hands[p])) < 2 and any(map(is_challenge, o.deck + o.discard)):
            kind = o.draw_one()
            (o.hands[p] if is_challenge(kind) else turned).append(kind)
        o.put_down(turned, p)

    return main, do


@flare("Doppelganger", "super", "H_OWN")
def _():
    return of("Doppelganger"), enlarge


@flare("Doppelganger", "wild", "H_PRE")
def _():
    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_DOPPELGANGER", third_players(o, p))
        kinds = [kind for kind in o.hands[q] if is_challenge(kind)]
        if kinds:
            kind = o.random_card(kinds)
            o.give(q, p, kind)
            o.ch.lent.append((p, q, kind))

    return main, do


# Gambler (the power itself: at the beginning of 8a)


@flare("Gambler", "super", "H_OWN")
def _():
    return of("Gambler"), enlarge


@flare("Gambler", "wild", "H_POST")
def _():
    def do(o, p, w):
        o.ch.spreads.append((p, (yield from o.ask_number(p, "D_GAMBLER", range(1, 21)))))

    return main, do


# Hurtz (its stock: at setup and at 10c)


def customers(o, p):
    """Return the other involved players: a Hurtz or Lloyd does not serve himself (R149)."""
    return [q for q in o.involved() if q != p]


@optional("Hurtz", "H_PRE")
def _():
    def do(o, p, w, own):
        ch = o.ch
        ch.used.add("Hurtz")
        ch.dear = ch.dear or own.enlarged
        memory = o.memory(p, "Hurtz")
        for q in customers(o, p):
            most = min(4, memory["stock"], o.lucre[q] // 2)
            count = yield from o.ask_number(p, "D_HURTZ", range(most + 1))
            if count and (yield from o.ask(q, "D_HURTZ", [PASS, YES])) == YES:
                o.lucre[q] -= 2 * count
                o.lucre[p] += 2 * count
                memory["stock"] -= count
                ch.rented[q] = ch.rented.get(q, 0) + count

    return once("Hurtz", always), do


@flare("Hurtz", "super", "H_OWN")
def _():
    return of("Hurtz"), enlarge


@flare("Hurtz", "wild", "H_PRE")
def _():
    def do(o, p, w):
        m = o.mains()[(yield from o.ask(p, "D_HURTZ", [opt(0), opt(1)])) - opt(0)]
        o.ch.bonus[m] = o.ch.bonus.get(m, 0) + 2
        paid = min(2, o.lucre[m])
        o.lucre[m] -= paid
        o.lucre[p] += paid

    return always, do


# Judge (what follows: at the beginning of H_OUT)


@optional("Judge", "H_PRE")
def _():
    def do(o, p, w, own):
        declared = []
        for _ in range(2 if own.enlarged else 1):
            options = [opt(i) for i in range(6) if opt(i) not in declared]
            declared.append((yield from o.ask(p, "D_JUDGE", options)))
        o.ch.fiats += [(p, action - opt(0)) for action in declared]

    return main, do


@flare("Judge", "super", "H_OWN")
def _():
    return of("Judge"), enlarge


@flare("Judge", "wild", "H_PRE")
def _():
    def effect(o, p):
        o.ch.wild_fiats += 1

    return main, quick(effect)


# Laser


def opponent_selects(o, p):
    return o.is_main(p) and o.opponent(p) not in o.ch.selected


@mandatory("Laser", "H_SEL")
def _():
    def do(o, p, w, own):
        q = o.opponent(p)
        cards = sorted(o.selectable(q, from_hand=True))
        if not cards:  # paid for a wild Filch
            return
        drawn = [cards.pop(o.chance.below(len(cards)))]
        if own.enlarged and cards:
            drawn.append(cards.pop(o.chance.below(len(cards))))
            drawn = [(yield from o.ask(p, "D_LASER", drawn))]
        o.hands[q].remove(drawn[0])
        pay(o, q)
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


# Lloyd (what the insurance does: at a loss)


@optional("Lloyd", "H_PRE")
def _():
    def uninsured(o, p, price):
        return [q for q in customers(o, p) if o.lucre[q] >= price and q not in o.ch.insured]

    def do(o, p, w, own):
        ch = o.ch
        ch.used.add("Lloyd")
        price = 5 if own.enlarged else 3
        if own.enlarged:
            ch.premium.append(p)
        for q in uninsured(o, p, price):
            if (yield from o.ask(p, "D_LLOYD", [PASS, YES])) == PASS:
                continue
            if (yield from o.ask(q, "D_LLOYD", [PASS, YES])) == YES:
                o.lucre[q] -= price
                o.lucre[p] += price
                ch.insured.add(q)

    return once("Lloyd", always), do


@flare("Lloyd", "super", "H_OWN")
def _():
    return of("Lloyd"), enlarge


@flare("Lloyd", "wild", "H_LOSS")
def _():
    def do(o, p, w):
        w.about.saved += len(w.about.tokens)
        yield from o.send_home(p, w.about.tokens)

    def can(o, p, w):
        return o.ch.in_phase_8 and w.about.player == p and len(w.about.tokens) > 0

    return can, do


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

    return lambda o, p, w: o.is_main(p) and not o.ch.copies, quick(effect)  # R301


# Oracle


@mandatory("Oracle", "H_SEL")
def _():
    def effect(o, p):
        o.ch.shower = o.opponent(p)

    return main, quick(effect)


@flare("Oracle", "super", "H_SHOWN")
def _():
    def do(o, p, w):
        w.ended = o.ch.oracle_deal = o.ch.success = True
        o.take_cards_back()
        yield from o.all_go_home()

    return always, do


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


# Plant


def to_graft(o, p):
    """Return the players whose power p may graft."""
    seats = []
    for q in o.others(p):
        power = o.sheet_power(q)
        at_home = any(o.tokens[p][place] for place in o.sites(q))
        if at_home and o.can_copy(p, q) and o.is_active(q, power):
            seats.append(q)
    return seats


@optional("Plant", "H_PRE")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Plant")
        for _ in range(2 if own.enlarged else 1):
            seats = to_graft(o, p)
            if not seats:
                return
            options = [seat(q) for q in seats] + [PASS] * (not own.enlarged)
            action = yield from o.ask(p, "D_PLANT", options)
            if action == PASS:
                return
            power = o.sheet_power(action - 2)
            o.ch.away.add((action - 2, power))
            o.borrow(p, power, "borrowed")
            w.used.add((power, False))  # R154

    return once("Plant", lambda o, p, w: o.is_main(p) and to_graft(o, p) != []), do


@flare("Plant", "super", "H_OWN")
def _():
    return lambda o, p, w: w.about.power == "Plant" and len(to_graft(o, p)) > 1, enlarge


@flare("Plant", "wild", "H_PRE")
def _():
    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_PLANT", to_graft(o, p))
        o.borrow(p, o.sheet_power(q), "copied")
        w.used.add((o.sheet_power(q), True))  # R154

    return lambda o, p, w: o.is_main(p) and to_graft(o, p) != [], do


# Prophet (what follows: at the beginning of H_OUT)


@optional("Prophet", "H_PRE")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Prophet")
        action = yield from o.ask(p, "D_PROPHET", [PASS, opt(0), opt(1)])
        if action != PASS:
            role = "super" if own.enlarged else "power"
            o.ch.predictions.append((p, action - opt(0), role))

    return once("Prophet", lambda o, p, w: not o.is_involved(p)), do


@flare("Prophet", "super", "H_OWN")
def _():
    return of("Prophet"), enlarge


@flare("Prophet", "wild", "H_PRE")
def _():
    def do(o, p, w):
        action = yield from o.ask(p, "D_PROPHET", [opt(0), opt(1)])
        o.ch.predictions.append((p, action - opt(0), "wild"))

    return lambda o, p, w: not o.is_involved(p), do


# Seeker (6.10)


def held_best(o, q, least):
    return max((VALUE[kind] for kind in o.hands[q] if is_attack(kind)), default=-99) >= least


def is_keepable(o, q, question):
    """Return which answers about this challenge q can keep: no, yes."""
    ch = o.ch
    cards = [ch.selected[q]] if q in ch.selected else o.selectable(q)
    best = o.highest(q)
    if question == 10:
        return any(map(is_attack, cards)), COMPROMISE in cards
    if question == 11:
        return any(kind != best for kind in cards), best is not None and best in cards
    must = ch.must.get(q, ())
    if question == 12:
        has_one = any(kind in FACTOR for kind in o.cards(q)) and "no kicker" not in must
        has_one = has_one and q not in ch.early  # R91
        return q not in ch.kicker and "kicker" not in must, q in ch.kicker or has_one
    has_art = any(kind in EDICT or kind in FLARE for kind in o.cards(q))
    return "art" not in must, has_art and "no art" not in must


PROMISES = {
    10: ("attack", "compromise"),
    11: ("not highest", "highest"),
    12: ("no kicker", "kicker"),
    13: ("no art", "art"),
}


def questions(o, q):
    there = [*range(12), 13]
    there += [12] * o.options.kickers
    there += [14] * o.has_power(q, "Miser") + [15] * o.has_power(q, "Schizoid")
    return there


def seek(o, p):
    """Ask a main player a question; return whether the Seeker has stopped."""
    seats = [o.opponent(p)] if o.is_main(p) else o.mains()
    q = yield from o.ask_seat(p, "D_SEEKER", seats)
    action = yield from o.ask(p, "D_SEEKER", [PASS, *map(opt, questions(o, q))])
    if action == PASS:
        return True
    question = action - opt(0)
    if question not in PROMISES:
        return False
    no, yes = is_keepable(o, q, question)
    answer = yield from o.ask(q, "D_SEEKER", [PASS] * (no or not yes) + [YES] * yes)
    o.ch.must.setdefault(q, set()).add(PROMISES[question][answer == YES])
    return False


@optional("Seeker", "H_ALLIED", "H_PRE")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Seeker")
        for _ in range(2 if own.enlarged else 1):
            if (yield from seek(o, p)):
                return

    return once("Seeker", lambda o, p, w: o.is_involved(p)), do


@flare("Seeker", "super", "H_OWN")
def _():
    def can(o, p, w):
        return w.about.power == "Seeker" and w.about.hook == "H_PRE"  # R95: 7 H_OWN

    return can, enlarge


@flare("Seeker", "wild", "H_PRE")
def _():
    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_SEEKER", [m for m in o.mains() if m != p])
        cards = sorted(o.hands[q])
        for _ in range(min(3, len(cards))):
            cards.pop(o.chance.below(len(cards)))

    return always, do


# Skeptic (what else follows: at the beginning of H_OUT)


@optional("Skeptic", "H_PRE")
def _():
    def do(o, p, w, own):
        ch = o.ch
        q = o.opponent(o.mains()[ch.side(p)])
        if (yield from o.ask(q, "D_SKEPTIC", [PASS, YES])) == PASS:
            ch.doubts.append((p, q))
            return
        w.ended = ch.agreed = True
        o.take_cards_back()
        if own.enlarged:
            yield from o.lose_in_challenge(q)
        if q == ch.off:
            yield from o.all_go_home()
            return
        ch.success = True
        yield from o.let_offence_land()

    return lambda o, p, w: o.is_involved(p), do


@flare("Skeptic", "super", "H_OWN")
def _():
    return of("Skeptic"), enlarge


@flare("Skeptic", "wild", "H_OUT")
def _():
    def can(o, p, w):
        return o.ch.winner is not None

    def do(o, p, w):
        yield from o.lose_choice(o.opponent(o.ch.winner), 2)

    return can, do


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
        powers = [o.sheet_power(m) for m in o.mains()]
        if None in powers or any(map(is_artefact, powers)):
            return False
        return not any(o.has_power(m, "Sorcerer") for m in o.mains())

    def do(o, p, w):
        yield from o.swap_sheets(*o.mains())

    return can, do


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


# Visionary


def challenge_kinds(o):
    return [kind for kind in o.kinds if is_challenge(kind)]


@optional("Visionary", "H_SEL")
def _():
    def do(o, p, w, own):
        kinds = challenge_kinds(o)
        named = [(yield from o.ask(p, "D_VISIONARY", kinds))]
        if own.enlarged:
            left = [kind for kind in kinds if kind not in named]
            named.append((yield from o.ask(p, "D_VISIONARY", left)))
        o.ch.demanded[o.opponent(p)] = named

    return main, do


@flare("Visionary", "super", "H_OWN")
def _():
    return of("Visionary"), enlarge


@flare("Visionary", "wild", "H_PRE")
def _():
    def do(o, p, w):
        yield from o.ask(p, "D_VISIONARY", challenge_kinds(o))

    return main, do


# Wrack


def tortures(o, q):
    return [opt(0)] * (o.hands[q] != []) + [opt(1)] * (o.in_challenge(q) > 0)


def torture(o, p, chooser):
    q = o.opponent(p)
    if (yield from o.ask(chooser, "D_WRACK", tortures(o, q))) == opt(0):
        o.take_random(p, q)
    elif o.ch.tokens.get(q):  # R150
        yield from o.lose(q, [o.ch.tokens[q].pop()], from_cone=1)
    else:
        o.tokens[q][o.ch.target] -= 1
        o.shift_standing(q, -1)
        yield from o.lose(q, [o.ch.target])


@optional("Wrack", "H_PRE")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Wrack")
        q = o.opponent(p)
        for k in range(o.in_challenge(p)):
            if not tortures(o, q):
                return
            if k and (yield from o.ask(p, "D_WRACK", [PASS, YES])) == PASS:
                return
            yield from torture(o, p, p if own.enlarged else q)

    return once("Wrack", main), do


@flare("Wrack", "super", "H_OWN")
def _():
    return of("Wrack"), enlarge


@flare("Wrack", "wild", "H_PRE")
def _():
    def do(o, p, w):
        yield from torture(o, p, o.opponent(p))

    return lambda o, p, w: o.is_main(p) and tortures(o, o.opponent(p)) != [], do


built_in("Deuce", "Gambler")
