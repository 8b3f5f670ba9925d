"""The powers of the oracle from the reveal to the totals, phase 8.

`oracle_plays.py` tells how powers are written down.
"""

from __future__ import annotations

from cosmic_encounter.oracle_box import (
    BONUS,
    COMPROMISE,
    EDICT,
    FACTOR,
    FLARE,
    PASS,
    VALUE,
    is_attack,
    is_challenge,
    loc,
    opt,
    seat,
)
from cosmic_encounter.oracle_moons import is_moon
from cosmic_encounter.oracle_plays import (
    aim_again,
    enlarge,
    flare,
    main,
    mandatory,
    of,
    once,
    optional,
    other_target,
    quick,
)

# Anomaly


def printed_parity(o):
    return sum(o.ch.shown[m][0] for m in o.mains()) % 2


def exchange_values(o, p):
    o.ch.exchanges += 1


@mandatory("Anomaly", "H_VAL")
def _():
    def can(o, p, w):
        return o.is_main(p) and (printed_parity(o) == 0 or p in o.ch.exchangers)

    return can, quick(exchange_values)


@optional("Anomaly", "H_PRE", blocked=True)
def _():
    def do(o, p, w, own):
        action = yield from o.ask(p, "D_ANOMALY", [PASS, opt(0), opt(1)])
        if action != PASS:
            o.ch.parity.append((p, 1 if action == opt(0) else 0))

    return main, do


def two_attacks(o, p, w=None):
    return o.is_main(p) and not o.offers(o.ch.off) and not o.offers(o.ch.defender)


@flare("Anomaly", "wild", "H_REV")
def _():
    return two_attacks, quick(exchange_values)


@flare("Anomaly", "super", "H_REV")
def _():
    def can(o, p, w):
        return two_attacks(o, p) and printed_parity(o) == 1

    return can, quick(lambda o, p: o.ch.exchangers.add(p))


# Anti-Matter (its flare cancels)


@mandatory("Anti-Matter", "H_TOT")
def _():
    def effect(o, p):
        o.ch.antimatter.append(p)

    return main, quick(effect)


# Berserker


@optional("Berserker", "H_TARGET", blocked=True)
def _():
    def seats(o, p):
        return [q for q in o.others(p) if o.tokens[q][o.ch.target]]

    def can(o, p, w):
        ch = o.ch
        on_planet = ch.target is not None and not is_moon(ch.target)
        at_home = on_planet and ch.target // 8 == ch.defender
        return p == ch.off and at_home and seats(o, p) != []

    def do(o, p, w, own):
        ch = o.ch
        chosen = []
        while True:
            left = [q for q in seats(o, p) if q not in chosen]
            action = yield from o.ask(p, "D_BERSERKER", [PASS, *map(seat, left)])
            if action == PASS:
                break
            chosen.append(action - 2)
        if not chosen:
            return
        q = yield from o.ask_seat(p, "D_BERSERKER", chosen)
        ch.garrison = set(chosen)
        if q != ch.defender:
            ch.defender = q
            yield from o.meet_defender()

    return can, do


def rage(value):
    def effect(o, p):
        o.ch.shown[p] = [value if old is None else old for old in o.ch.shown[p]]
        o.ch.copies.discard(p)

    return effect


@mandatory("Berserker", "H_REV")
def _():
    return lambda o, p, w: o.is_main(p) and o.offers(p), quick(rage(15))


@flare("Berserker", "wild", "H_REV")
def _():
    return main, quick(rage(15))


@flare("Berserker", "super", "H_REV")
def _():
    def effect(o, p):
        ch = o.ch
        main_card = ch.claimed[p][0] if p in ch.claimed else ch.selected[p]
        kinds = [main_card, ch.second.get(p)]
        ch.shown[p] = [
            30 if kinds[i] == COMPROMISE else value for i, value in enumerate(ch.shown[p])
        ]

    return main, quick(effect)


# Chosen


def turn_over(o, p, keep):
    """Turn cards over until a Challenge card appears; return it and the Kicker before it."""
    turned = []
    while True:
        kind = o.draw_one()
        if is_challenge(kind):
            break
        turned.append(kind)
    kicker = next((FACTOR[other] for other in turned if other in FACTOR), None)
    kept = [
        other for other in turned if keep and (other in EDICT or other in FLARE or other in BONUS)
    ]
    o.hands[p] += kept
    for other in kept:
        turned.remove(other)
    o.put_down(turned, p)
    return kind, kicker


@optional("Chosen", "H_REV")
def _():
    def do(o, p, w, own):
        ch = o.ch
        ch.used.add("Chosen")
        if not any(map(is_challenge, o.deck + o.discard)):
            return
        kind, kicker = turn_over(o, p, own.enlarged)
        adds = is_attack(kind) and not o.offers(p)
        options = [PASS, opt(0)] + [opt(1)] * adds
        action = yield from o.ask(p, "D_CHOSEN", options)
        if action == PASS:
            o.put_down([kind], p)
        elif action == opt(0):
            o.put_down([ch.selected[p]] if p in ch.selected else [], p)
            ch.selected[p] = kind
            ch.shown[p][0] = VALUE.get(kind)
            ch.copies.discard(p)
            if kicker is not None:
                ch.turned_factor[p] = kicker
        else:
            ch.added.setdefault(p, []).append(kind)
            value = VALUE[kind] * (1 if kicker is None else kicker)
            ch.added_value[p] = ch.added_value.get(p, 0) + value

    return once("Chosen", main), do


@flare("Chosen", "super", "H_OWN")
def _():
    return of("Chosen"), enlarge


@flare("Chosen", "wild", "H_PRE")
def _():
    def do(o, p, w):
        yield from o.draw(p, 1)

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


# Diplomat (the deal by three: in the course of the game)


def attack_shown(o, p, w):
    values = [value for m in o.mains() for value in o.ch.shown[m]]
    values += o.ch.extra_shown.values()
    return not o.is_main(p) and any(value is not None for value in values)


def negotiate(o, p):
    ch = o.ch
    for m in o.mains():
        ch.shown[m] = [None] * len(ch.shown[m])
    ch.extra_shown = dict.fromkeys(ch.extra_shown)  # R125
    ch.three_way = p


@optional("Diplomat", "H_REV")
def _():
    def do(o, p, w, own):
        if COMPROMISE not in o.hands[p]:  # paid for a wild Filch
            return
        o.hands[p].remove(COMPROMISE)
        o.put_one_down(COMPROMISE, p)
        negotiate(o, p)
        return
        yield

    return lambda o, p, w: attack_shown(o, p, w) and COMPROMISE in o.hands[p], do


@flare("Diplomat", "super", "H_REV")
def _():
    return attack_shown, quick(negotiate)


@flare("Diplomat", "wild", "H_REV")
def _():
    def effect(o, p):
        o.ch.shown[p] = [None] * len(o.ch.shown[p])
        for q in o.ch.extra_shown:
            if o.mains()[o.ch.side(q)] == p:
                o.ch.extra_shown[q] = None

    return lambda o, p, w: mixed(o, p) and not o.offers(p), quick(effect)


# Empath


def mixed(o, p, w=None):
    return o.is_main(p) and o.offers(o.ch.off) != o.offers(o.ch.defender)


def appease(o, p):
    for m in o.mains():
        if not o.offers(m):
            o.ch.shown[m] = [None] * len(o.ch.shown[m])
            for q in o.ch.extra_shown:
                if o.mains()[o.ch.side(q)] == m:
                    o.ch.extra_shown[q] = None


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


# Industrialist (the concession and the stack: in the course of the game)


@mandatory("Industrialist", "H_VAL")
def _():
    def can(o, p, w):
        return o.is_main(p) and bool(o.memory(p, "Industrialist").get("stack"))

    def do(o, p, w, own):
        value = sum(VALUE.get(kind, 0) for kind in o.memory(p, "Industrialist")["stack"])
        value *= 2 if own.enlarged else 1
        if (yield from o.ask(p, "D_INDUSTRIALIST", [opt(0), opt(1)])) == opt(1):
            value = -value
        o.ch.added_value[p] = o.ch.added_value.get(p, 0) + value

    return can, do


@flare("Industrialist", "super", "H_OWN")
def _():
    def can(o, p, w):
        # Not at the concession, where the stack does not count.
        return w.about.power == "Industrialist" and o.ch.winner is None

    return can, enlarge


@flare("Industrialist", "wild", "H_OUT")
def _():
    def can(o, p, w):
        ch = o.ch
        lost = o.is_main(p) and ch.winner != p and not ch.dealt and not ch.failed
        return lost and p in ch.selected and ch.shown[p][0] is not None

    def effect(o, p):
        o.hands[p].append(o.ch.selected.pop(p))

    return can, quick(effect)


# Macron


@mandatory("Macron", "H_TOT")
def _():
    def can(o, p, w):
        return p in o.involved() and o.fighting(p) > 0

    return can, quick(lambda o, p: o.ch.macron.add(p))


@flare("Macron", "wild", "H_TOT")
def _():
    return lambda o, p, w: p in o.involved(), quick(lambda o, p: o.ch.wild_macron.append(p))


@flare("Macron", "super", "H_LAUNCH")
def _():
    def effect(o, p):
        o.ch.limit = 4

    return lambda o, p, w: w.about == p and o.ch.limit < 4, quick(effect)


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


# Prolong


def prolong(o, seats, *, forced):
    """Let players add an Attack each, revealed together."""
    chosen = {}
    for m in seats:
        attacks = [kind for kind in o.cards(m) if is_attack(kind)]
        if not attacks:
            continue
        kind = yield from o.ask(m, "D_PROLONG", attacks + [PASS] * (not forced))
        if kind != PASS:
            o.take_out(m, kind)
            chosen[m] = kind
    for m, kind in chosen.items():
        o.ch.added.setdefault(m, []).append(kind)
        o.ch.added_value[m] = o.ch.added_value.get(m, 0) + VALUE[kind]


@optional("Prolong", "H_REV")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Prolong")
        yield from prolong(o, [p] if own.enlarged else o.mains(), forced=True)

    return once("Prolong", two_attacks), do


@flare("Prolong", "super", "H_OWN")
def _():
    return of("Prolong"), enlarge


@flare("Prolong", "wild", "H_REV")
def _():
    def do(o, p, w):
        yield from prolong(o, o.mains(), forced=False)

    return two_attacks, do


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
        sizes = [len(o.part(q, p)) + o.on_target(q) for q in o.allies_of(p)] if o.is_main(p) else []
        allied = sum(sizes) > 0
        return allied and o.fighting(p) > 0

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


# Warrior (its points: at the beginning of H_OUT)


def points(o, p):
    held = o.find_held(p, "Warrior")
    return held.memory.get("points", 0)


def add_points(o, p):
    ch = o.ch
    m = o.mains()[ch.side(p)]
    ch.bonus[m] = ch.bonus.get(m, 0) + points(o, p)


@mandatory("Warrior", "H_TOT")
def _():
    return main, quick(add_points)


@flare("Warrior", "super", "H_TOT")
def _():
    return lambda o, p, w: p in o.ch.allies, quick(add_points)


@flare("Warrior", "wild", "H_END")
def _():
    def can(o, p, w):
        ch = o.ch
        return p == ch.defender and not ch.nested and o.bases(p) and o.has_challenge_card(p)

    def do(o, p, w):
        outer = o.ch
        inner = yield from o.fight_inside(p, outer.off, "Warrior")
        if inner.cut:
            outer.success = outer.again = False
            w.ended = True

    return can, do


# Worm (its setup: at the table)


def re_aim(o, p, places, may_stop):
    ch = o.ch
    action = yield from o.ask(p, "D_WORM", [*map(loc, places)] + [PASS] * may_stop)
    if action != PASS:
        ch.target = action - 8
        ch.garrison = ch.standing = None


def holes(o, p, *, all_of_them=False):
    ch = o.ch
    places = [place for place in o.all_sites() if place != ch.target]
    places = [place for place in places if o.tokens[ch.defender][place]]
    return [place for place in places if all_of_them or not o.tokens[ch.off][place]]


def original_defender(o):
    """Whether DEF's tokens stand on the planet: no Delegator has made another one DEF."""
    target = o.ch.target
    return o.ch.defender in o.garrison() and target is not None and not is_moon(target)


@optional("Worm", "H_REV")
def _():
    def can(o, p, w):
        return o.is_main(p) and original_defender(o) and holes(o, p) != []

    def do(o, p, w, own):
        o.ch.used.add("Worm")
        yield from re_aim(o, p, holes(o, p, all_of_them=own.enlarged), True)

    return once("Worm", can), do


@flare("Worm", "super", "H_OWN")
def _():
    return of("Worm"), enlarge


@flare("Worm", "wild", "H_REV")
def _():
    def places(o, p):
        return [q for q in holes(o, p, all_of_them=True) if q // 8 == o.ch.target // 8]

    def do(o, p, w):
        yield from re_aim(o, p, places(o, p), False)

    return lambda o, p, w: p == o.ch.off and original_defender(o) and places(o, p) != [], do
