"""The powers of the oracle of the alliances, phases 3 to 6.

`oracle_plays.py` tells how powers are written down.
"""

from __future__ import annotations

from cosmic_encounter.oracle_box import (
    COMPROMISE,
    EDICT,
    FLARE,
    PASS,
    VALUE,
    YES,
    is_artefact,
    is_challenge,
    loc,
    num,
    opt,
    seat,
)
from cosmic_encounter.oracle_destiny_special import WARP, special_rule
from cosmic_encounter.oracle_hexes import can_settle, site
from cosmic_encounter.oracle_moons import is_moon
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

# Assessor (the power itself: after D_TOKENS)


@flare("Assessor", "wild", "H_ALLIED")
def _():
    def effect(o, p):
        for q in o.timing():
            if q != p and o.in_challenge(q) >= 3 and o.hands[q]:
                o.take_random(p, q)

    return always, quick(effect)


@flare("Assessor", "super", "H_OWN")
def _():
    return of("Assessor"), enlarge


# Aura (what is seen is not a matter of the oracle)


@mandatory("Aura", "H_START")
def _():
    return always, quick(lambda o, p: None)


@flare("Aura", "wild", "H_INV")
def _():
    return always, quick(lambda o, p: None)


@flare("Aura", "super", "H_ALLIED")
def _():
    def hosts(o, p):
        ch = o.ch
        return [m for m in o.mains() if (m, p) not in ch.invited]

    def do(o, p, w):
        m = yield from o.ask_seat(p, "D_AURA", hosts(o, p))
        o.ch.chooser[m] = p

    return lambda o, p, w: not o.is_involved(p) and hosts(o, p) != [], do


# Busybody (the power itself: at D_ALLY)


def may_answer(o, p, least):
    """Whether D_ALLY can be answered with a side (R17)."""
    ch = o.ch
    kept_out = p in ch.out | ch.outcast | o.garrison()
    return not kept_out and o.has_tokens(p) and o.count_committable(p) >= least


@flare("Busybody", "wild", "H_ALLY")
def _():
    return lambda o, p, w: may_answer(o, p, 1), quick(lambda o, p: o.ch.free_choice.add(p))


@flare("Busybody", "super", "H_ALLY")
def _():
    return lambda o, p, w: may_answer(o, p, 2), quick(lambda o, p: o.ch.both_sides.add(p))


# Butler


@optional("Butler", "H_LAUNCH")
def _():
    def do(o, p, w, own):
        ch = o.ch
        ch.used.add("Butler")
        off = ch.off
        times = 2 if p in ch.costly else 1
        lucre, cards = 2 * times, times
        in_lucre = o.options.lucre and o.lucre[off] >= lucre
        able = in_lucre or len(o.hands[off]) >= cards
        if able and (yield from o.ask(off, "D_BUTLER", [PASS, YES])) == YES:
            if in_lucre:
                o.lucre[off] -= lucre
                o.lucre[p] += lucre
            else:
                for _ in range(cards):
                    o.take_random(p, off)
            return
        is_aimed = ch.lured or special_rule(o) == WARP  # there is no D_TARGET
        options = [PASS] + [opt(0)] * (not is_aimed) + [opt(1)] * (o.room_on_cone(off) > 0)
        action = yield from o.ask(p, "D_BUTLER", options)
        if action == opt(0):
            ch.aimer = p
        elif action == opt(1):
            yield from o.launch_for(p)

    return once("Butler", lambda o, p, w: w.about == o.ch.off != p), do


@flare("Butler", "super", "H_LAUNCH")
def _():
    return lambda o, p, w: w.about == o.ch.off, quick(lambda o, p: o.ch.costly.add(p))


@flare("Butler", "wild", "H_START")
def _():
    def others(o, p):
        return [q for q in o.others(p) if o.bases(q)]

    def do(o, p, w):
        o.ch.off = yield from o.ask_seat(p, "D_BUTLER", others(o, p))

    return lambda o, p, w: p == o.ch.off and others(o, p) != [], do


# Crystal


def others_allied(o, p):
    seats = [q for q in o.timing() if q in o.ch.allies and q != p and q not in o.ch.ring]
    return [q for q in seats if not o.is_active(q, "Macron") and q not in o.garrison()]


def set_tokens(o, q, number):
    """An ally brings just so many tokens."""
    taken = o.ch.tokens[q]
    while len(taken) < number and o.movable(q):
        place = yield from o.ask_place(q, "D_CRYSTAL", o.movable(q))
        o.tokens[q][place] -= 1
        taken.append(place)
        o.carry(q, place, ON_CONE)
    while len(taken) > number:
        if not o.bases(q):  # R16
            taken.pop()
            o.warp[q] += 1
            continue
        place = yield from o.ask_place(q, "D_CRYSTAL", o.bases(q))
        taken.pop()
        o.tokens[q][place] += 1
        o.carry(q, ON_CONE, place)
    if not taken:
        del o.ch.allies[q]


@optional("Crystal", "H_ALLIED")
def _():
    def can(o, p, w):
        return o.is_involved(p) and others_allied(o, p) != []

    def do(o, p, w, own):
        for q in others_allied(o, p):
            numbers = range(0 if own.enlarged else 1, 5)
            action = yield from o.ask(p, "D_CRYSTAL", [PASS, *map(num, numbers)])
            if action != PASS:
                yield from set_tokens(o, q, action - num(0))

    return can, do


@flare("Crystal", "super", "H_OWN")
def _():
    return of("Crystal"), enlarge


@flare("Crystal", "wild", "H_ALLIED")
def _():
    def can(o, p, w):
        return o.is_main(p) and others_allied(o, p) != []

    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_CRYSTAL", others_allied(o, p))
        number = yield from o.ask_number(p, "D_CRYSTAL", range(1, 5))
        yield from set_tokens(o, q, number)

    return can, do


# Delegator


def stand_ins(o, side):
    """Return the allies of a side who can become its main player (R144)."""
    allies = [q for q in o.allies_of(o.mains()[side]) if q not in o.ch.ring]
    return [q for q in allies if o.has_challenge_card(q)]


def stand_in(o, side, q):
    """An ally takes the place of his main player."""
    ch = o.ch
    m = o.mains()[side]
    for cards in (ch.selected, ch.second, ch.kicker):  # selected early
        if m in cards:
            o.hands[m].append(cards.pop(m))
    ch.early.discard(m)
    if side == 1 and ch.garrison is None:
        ch.garrison = {m}
    allies = {r: q if main == m else main for r, main in ch.allies.items() if r != q}
    ch.allies = allies | {m: q}
    ch.invited = {(q if main == m else main, r) for main, r in ch.invited}
    ch.joined = {(r, q if main == m else main) for r, main in ch.joined}
    if side == 0:
        ch.off = q
    else:
        ch.defender = q


def delegate(o, p, w, own=None):
    for side in range(2):
        seats = stand_ins(o, side)
        if seats:
            action = yield from o.ask(p, "D_DELEGATOR", [PASS, *map(seat, seats)])
            if action != PASS:
                stand_in(o, side, action - 2)


@optional("Delegator", "H_ALLIED")
def _():
    def can(o, p, w):
        return o.is_involved(p) and (stand_ins(o, 0) or stand_ins(o, 1)) != []

    return can, delegate


@flare("Delegator", "super", "H_ALLIED")
def _():
    def can(o, p, w):
        return not o.is_involved(p) and (stand_ins(o, 0) or stand_ins(o, 1)) != []

    return can, delegate


@flare("Delegator", "wild", "H_ALLIED")
def _():
    def can(o, p, w):
        return o.is_main(p) and stand_ins(o, o.ch.side(p)) != []

    def do(o, p, w):
        side = o.ch.side(p)
        if stand_ins(o, side):  # a wild Filch may have cost the last one his card
            q = yield from o.ask_seat(p, "D_DELEGATOR", stand_ins(o, side))
            stand_in(o, side, q)

    return can, do


# Force


BEFORE_INVITATIONS = {
    True: (0, 1),  # a main player invites X, does not invite X
    False: (2, 3, 4),  # another one allies with OFF, with DEF, stays out
}
COMMANDS = {5: "attack", 6: "compromise", 7: "no power", 8: "no art"}


def commands(o, q, w):
    """Return what a player can be forced to do in this window (R115)."""
    options: list[int] = []
    if w.hook == "H_INV":
        options += BEFORE_INVITATIONS[o.is_main(q)]
    if o.is_main(q) and q not in o.ch.selected:
        options += [5, 6]
    return [*options, 7, 8]


@optional("Force", "H_INV", "H_PRE")
def _():
    def do(o, p, w, own):
        ch = o.ch
        if not own.enlarged:
            ch.used.add("Force")
        q = yield from o.ask_seat(p, "D_FORCE", o.others(p))
        command = (yield from o.ask(p, "D_FORCE", map(opt, commands(o, q, w)))) - opt(0)
        if command < 2:
            third = yield from o.ask_seat(p, "D_FORCE", o.clockwise())
            ch.orders[q, third] = command == 0
        elif command < 5:
            ch.sent[q] = (0, 1, None)[command - 2]
        else:
            ch.must.setdefault(q, set()).add(COMMANDS[command])

    return once("Force", lambda o, p, w: not o.is_main(p)), do


@flare("Force", "super", "H_OWN")
def _():
    return of("Force"), enlarge


@flare("Force", "wild", "H_PRE")
def _():
    def free(o):
        return [m for m in o.mains() if m not in o.ch.selected]

    def do(o, p, w):
        m = yield from o.ask_seat(p, "D_FORCE", free(o))
        action = yield from o.ask(p, "D_FORCE", [opt(0), opt(1)])
        o.ch.must.setdefault(m, set()).add("attack" if action == opt(0) else "compromise")

    return lambda o, p, w: free(o) != [], do


# Ghost (the power itself: in D_TOKENS)


@flare("Ghost", "wild", "H_LAUNCH")
def _():
    def effect(o, p):
        o.ch.ghosts, o.ch.wild_ghost = 2, True

    return lambda o, p, w: w.about == p, quick(effect)


@flare("Ghost", "super", "H_LAUNCH")
def _():
    def effect(o, p):
        o.ch.free_ghosts = True

    return lambda o, p, w: w.about == p, quick(effect)


# Gnome


@optional("Gnome", "H_INV")
def _():
    def sellers(o, p):
        return [q for q in o.others(p) if o.hands[q]]

    def do(o, p, w, own):
        o.ch.used.add("Gnome")
        q = yield from o.ask_seat(p, "D_GNOME", sellers(o, p))
        price = yield from o.ask_number(p, "D_GNOME", range(1, min(5, o.lucre[p]) + 1))
        if price >= 4 or (yield from o.ask(q, "D_GNOME", [PASS, YES])) == YES:
            o.lucre[p] -= price
            o.lucre[q] += price
            o.take_random(p, q)

    return once("Gnome", lambda o, p, w: sellers(o, p) != [] and o.lucre[p] > 0), do


@flare("Gnome", "wild", "H_INV")
def _():
    def effect(o, p):
        for q in o.others(p):
            if o.lucre[q]:
                o.lucre[q] -= 1
                o.lucre[p] += 1

    return always, quick(effect)


@flare("Gnome", "super", "H_INV")
def _():
    return always, quick(lambda o, p: o.receive(p, 10))


# Grudge


def grudged(o, p):
    """Return the players whom p invited and who did not join him, with a token to lose."""
    ch = o.ch
    return [
        q
        for q in o.timing()
        if (p, q) in ch.invited
        and q in ch.asked
        and (q, p) not in ch.joined
        and o.on_bases(q) > count_new(o, q)
    ]


def count_new(o, q):
    """Return how many tokens that have landed in this challenge are still there."""
    place = o.ch.landed_at.get(q, o.ch.target)
    return 0 if place is None else min(o.ch.landed.get(q, 0), o.tokens[q][place])


@mandatory("Grudge", "H_OUT")
def _():
    def do(o, p, w, own):
        seats = grudged(o, p)
        q = seats[0]
        if len(seats) > 1:
            q = yield from o.ask_seat(p, "D_GRUDGE", seats)
        count = 1 if o.has_success(p) and not own.enlarged else 4
        places = yield from o.pick_losses(q, count, kept=count_new(o, q))
        yield from o.lose(q, places)

    def can(o, p, w):
        most = 1 if p in o.ch.silenced else o.n  # silence forbids a choice
        return o.is_main(p) and 0 < len(grudged(o, p)) <= most

    return can, do


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
        return lost and len(o.allies_of(ch.winner)) > 0

    def do(o, p, w):
        o.ch.wild_grudge = True
        for q in o.allies_of(o.ch.winner):
            yield from o.send_home(q, o.part(q, o.ch.winner))

    return can, do


# Magnet


def draw_to(o, q, m):
    """A player becomes an ally of a main player, with his tokens if he is one already."""
    ch = o.ch
    if q in ch.allies:
        ch.allies[q] = m
        ch.joined.add((q, m))
    else:
        yield from o.join(q, m)


def attracted(o, p):
    """Return whom a Magnet can be used on; tokens that defend on the planet stay (R144)."""
    seats = [q for q in o.clockwise() if q != p and q not in o.ch.ring]
    return [q for q in seats if q not in o.garrison()]


@optional("Magnet", "H_ALLIED")
def _():
    def do(o, p, w, own):
        drawn = []
        while True:
            seats = [q for q in attracted(o, p) if q not in drawn]
            action = yield from o.ask(p, "D_MAGNET", [PASS, *map(seat, seats)])
            if action == PASS:
                return
            q = action - 2
            drawn.append(q)
            can_join = q in o.ch.allies or o.has_tokens(q)
            options = [opt(0), opt(1)] * can_join + [opt(2)]
            action = yield from o.ask(p, "D_MAGNET", options)
            if action != opt(2):
                yield from draw_to(o, q, o.mains()[action - opt(0)])
            elif q in o.ch.allies:
                del o.ch.allies[q]
                yield from o.send_home(q, o.ch.tokens[q])
            if not own.enlarged:
                return

    def can(o, p, w):
        return o.is_involved(p) and attracted(o, p) != [] and not o.is_lonely()  # R208

    return can, do


@flare("Magnet", "super", "H_OWN")
def _():
    return of("Magnet"), enlarge


@flare("Magnet", "wild", "H_ALLIED")
def _():
    def allies(o, p):
        allies = o.allies_of(o.opponent(p))
        return [q for q in allies if q not in o.ch.ring and q not in o.garrison()]

    def can(o, p, w):
        return o.is_main(p) and allies(o, p) != []

    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_MAGNET", allies(o, p))
        yield from draw_to(o, q, p)

    return can, do


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
        o.ch.seen.add((p, w.about.player))
        return
        yield

    def can(o, p, w):
        q = w.about.player
        return q != p and (p, q) not in o.ch.seen

    return can, do


# Mutant


def sources(o, p):
    options = [opt(0)] if o.deck or o.discard else []
    if p in o.ch.silenced:
        return options
    return options + [seat(q) for q in range(o.n) if q != p and o.hands[q]]


@optional("Mutant", "H_INV")
def _():
    def can(o, p, w):
        return o.is_main(p) and len(o.hands[p]) < 7

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
            o.put_one_down(kind, p)

    return of("Mutant"), do


@flare("Mutant", "wild", "H_OUT")
def _():
    def effect(o, p):
        q = o.opponent(p)
        for giver in [q, *o.allies_of(q)]:
            if o.hands[giver]:
                o.take_random(p, giver)

    return lambda o, p, w: o.is_main(p) and o.has_success(p), quick(effect)


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
        return [place for q in systems for place in o.planets(q) if can_settle(o, p, place)]

    def do(o, p, w):
        place = (yield from o.ask(p, "D_PARASITE", map(loc, planets(o, p, w)))) - 8
        place = site(o, p, place)
        source = (yield from o.ask(p, "D_PARASITE", map(loc, o.movable(p)))) - 8
        o.tokens[p][source] -= 1
        o.tokens[p][place] += 1
        yield from o.has_landed(p, place, is_new=True)
        o.check_victory()

    return lambda o, p, w: len(planets(o, p, w)) > 0 and len(o.movable(p)) > 0, do


# Phantom (its ghosts: at the table and in D_TOKENS)


@optional("Phantom", "H_PRE")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Phantom")
        count = yield from o.ask_number(p, "D_PHANTOM", range(o.ghosts[p] + 1))
        if count:
            o.ch.spooks[p] = count

    return once("Phantom", main), do


@flare("Phantom", "wild", "H_TOT")
def _():
    return main, quick(lambda o, p: o.add_to_total(p, 3))


@flare("Phantom", "super", "H_TOT")
def _():
    return main, quick(lambda o, p: o.add_to_total(p, o.ch.spooks.get(p, 0)))


# Philanthropist


@optional("Philanthropist", "H_ALLIED")
def _():
    def do(o, p, w, own):
        q = yield from o.ask_seat(p, "D_PHILANTHROPIST", [m for m in o.mains() if m != p])
        kind = yield from o.ask(p, "D_PHILANTHROPIST", [PASS, *o.hands[p]])
        if kind == PASS:
            return
        o.give(p, q, kind)
        if is_challenge(kind):
            o.ch.given = (q, kind)
        if o.is_main(p) and not o.has_challenge_card(p):
            yield from o.replenish(p)

    return lambda o, p, w: o.is_involved(p) and len(o.hands[p]) > 0, do


@flare("Philanthropist", "super", "H_PRE")
def _():
    def effect(o, p):
        q, kind = o.ch.given
        o.ch.demanded[q] = [kind]

    return lambda o, p, w: o.ch.given is not None, quick(effect)


@flare("Philanthropist", "wild", "H_START")
def _():
    def can(o, p, w):
        power = o.sheet_power(p)
        return (
            power is not None
            and not is_artefact(power)
            and o.is_active(p, power)
            and o.bases(p) != []
        )

    def do(o, p, w):
        power = o.sheet_power(p)
        yield from o.lose_choice(p, 1)
        q = yield from o.ask_seat(p, "D_PHILANTHROPIST", o.others(p))
        o.ch.away.add((p, power))
        o.borrow(q, power, "borrowed")

    return can, do


# Serpent


def to_charm(o, p):
    return [q for q in o.clockwise() if o.bases(q)]


@optional("Serpent", "H_INV")
def _():
    def do(o, p, w, own):
        charmed = []
        for _ in range(2 if own.enlarged else 1):
            seats = [seat(q) for q in to_charm(o, p) if q not in charmed]
            if not seats:
                return
            action = yield from o.ask(p, "D_SERPENT", seats + [PASS] * (not own.enlarged))
            if action == PASS:
                return
            charmed.append(action - 2)
            o.ch.charmed[action - 2] = p

    return lambda o, p, w: o.is_main(p) and to_charm(o, p) != [], do


@flare("Serpent", "super", "H_OWN")
def _():
    return lambda o, p, w: w.about.power == "Serpent" and len(to_charm(o, p)) > 1, enlarge


@flare("Serpent", "wild", "H_INV")
def _():
    def do(o, p, w):
        seats = [q for q in o.clockwise() if q != p]
        o.ch.outcast.add((yield from o.ask_seat(p, "D_SERPENT", seats)))

    return lambda o, p, w: any(q != p for q in o.clockwise()), do


# Sniveler


CLASSES = {
    3: lambda kind: kind == COMPROMISE,
    4: lambda kind: VALUE.get(kind, 0) >= 15,
    5: lambda kind: kind in EDICT,
    6: lambda kind: kind in FLARE,
}


def missing(o, p):
    """Return the classes of which a player holds no card."""
    return [i for i, is_one in CLASSES.items() if not any(map(is_one, o.hands[p]))]


def external_planets(o, q):
    """Return the external bases of a player; Moon Base Omega is none here."""
    return [place for place in o.bases(q) if not is_moon(place) and place // 8 != q]


def is_poorest(o, p):
    """Whether nobody has fewer external bases."""
    return all(len(external_planets(o, p)) <= len(external_planets(o, q)) for q in range(o.n))


def complaints(o, p):
    """Return about what a Sniveler may whine, ties counted for him."""
    options = []
    if o.warp[p] and o.warp[p] == max(o.warp):
        options.append(0)
    if is_poorest(o, p):
        options.append(1)
    if missing(o, p):
        options.append(2)
    return [i for i in options if i not in o.ch.whined]


def all_pity(o, p):
    pity = True
    for q in o.timing():
        if q != p:
            answer = yield from o.ask(q, "D_SNIVELER", [PASS, YES])
            pity = pity and answer == YES
    return pity


def whine_about_tokens(o, p):
    if (yield from all_pity(o, p)):
        yield from o.from_warp(p, o.warp[p])
        return
    for q in o.timing():
        if q != p and o.warp[q] < o.warp[p]:
            yield from o.lose_choice(q, o.warp[p] - o.warp[q])


def whine_about_bases(o, p):
    if (yield from all_pity(o, p)):
        yield from o.settle(p, "D_SNIVELER", o.all_planets())
        o.check_victory()
        return
    for q in o.timing():
        external = external_planets(o, q)
        if q != p and external:
            place = yield from o.ask_place(q, "D_SNIVELER", external)
            yield from o.give_base_up(q, place)


def whine_about_cards(o, p):
    options = map(opt, missing(o, p))
    is_one = CLASSES[(yield from o.ask(p, "D_SNIVELER", options)) - opt(0)]
    has_gift = False
    for q in o.timing():
        kinds = list(filter(is_one, o.hands[q]))
        if q == p or not kinds:
            continue
        kind = yield from o.ask(q, "D_SNIVELER", [PASS, *kinds])
        if kind != PASS:
            has_gift = True
            o.give(q, p, kind)
    for q in [] if has_gift else o.timing():
        if q != p:
            kinds = list(filter(is_one, o.hands[q]))
            o.hands[q] = [kind for kind in o.hands[q] if not is_one(kind)]
            o.put_down(kinds, q)


@optional("Sniveler", "H_INV")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Sniveler")
        for k in range(2 if own.enlarged else 1):
            options = [PASS] * (k > 0) + [opt(i) for i in complaints(o, p)]
            if not options:
                return
            action = yield from o.ask(p, "D_SNIVELER", options)
            if action == PASS:
                return
            o.ch.whined.add(action - opt(0))
            whine = (whine_about_tokens, whine_about_bases, whine_about_cards)[action - opt(0)]
            yield from whine(o, p)

    return once("Sniveler", lambda o, p, w: o.is_main(p) and complaints(o, p) != []), do


@flare("Sniveler", "super", "H_OWN")
def _():
    return of("Sniveler"), enlarge


@flare("Sniveler", "wild", "H_INV")
def _():
    def can(o, p, w):
        return is_poorest(o, p)

    def do(o, p, w):
        yield from o.from_warp(p, o.warp[p])

    return can, do


# Wraith (its reserve: in D_TOKENS)


@mandatory("Wraith", "H_LOSS")
def _():
    def can(o, p, w):
        return w.about.player == p and w.about.by_defeat and len(w.about.tokens) > 0

    def do(o, p, w, own):
        o.keep_in_reserve(p, len(w.about.tokens))
        w.about.tokens.clear()
        return
        yield

    return can, do


@flare("Wraith", "wild", "H_LAUNCH")
def _():
    def effect(o, p):
        if not o.is_active(p, "Macron"):  # R205
            o.ch.limit = 5

    return lambda o, p, w: w.about == p, quick(effect)


@flare("Wraith", "super", "H_LAUNCH")
def _():
    def effect(o, p):
        o.ch.reserve = 4

    return lambda o, p, w: w.about == p, quick(effect)


built_in("Assessor", "Busybody", "Ghost", "Parasite")
