"""The powers of the oracle of discards, turns and any time.

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
    YES,
    is_attack,
    is_challenge,
    opt,
)
from cosmic_encounter.oracle_plays import (
    EDICT_PLAYS,
    always,
    built_in,
    enlarge,
    flare,
    of,
    optional,
    quick,
)

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

    return lambda o, p, w: w.about.role == "edict" and not w.about.kept, do


@flare("Clone", "super", "H_CONS")
def _():
    def can(o, p, w):
        return w.about.taker == p and 1 <= w.about.due < min(20, len(o.hands[w.about.giver]))

    def do(o, p, w):
        due = w.about.due
        most = min(2 * due, 20, len(o.hands[w.about.giver]))
        w.about.due = yield from o.ask_number(p, "D_CLONE", range(due, most + 1))

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


# Machine


def go_on(o, p):
    o.ch.again = True


@optional("Machine", "H_END")
def _():
    def can(o, p, w):
        may = p == o.turn_of and not o.ch.nested and o.has_challenge_card(p) and o.number + 1 < 8
        return may and not o.ch.again and not o.may_go_on()

    return can, quick(go_on)


@flare("Machine", "wild", "H_END")
def _():
    def can(o, p, w):
        may = p == o.turn_of and not o.ch.nested and o.number == 0
        return may and not o.ch.again and not o.may_go_on()

    def do(o, p, w):
        if not o.has_challenge_card(p):
            yield from o.replenish(p)
        o.ch.again = True

    return can, do


@flare("Machine", "super", "H_REGROUP")
def _():
    def do(o, p, w):
        yield from o.draw(p, 1)

    return lambda o, p, w: p == o.ch.off and not o.ch.took_token, do


# Mesmer (R107; in cancelling: at the table)


WHEN_EDICTS = tuple(sorted({hook for play in EDICT_PLAYS.values() for hook in play.hooks}))


@optional("Mesmer", *WHEN_EDICTS)
def _():
    def can(o, p, w):
        return "art" not in o.barred(p) and o.disguises(p, w) != []

    def do(o, p, w, own):
        yield from o.play_disguised(p, w)

    return can, do


@flare("Mesmer", "wild", *WHEN_EDICTS)
def _():
    def do(o, p, w):
        yield from o.play_disguised(p, w)

    return lambda o, p, w: o.disguises(p, w) != [], do


@flare("Mesmer", "super", *WHEN_EDICTS)
def _():
    def do(o, p, w):
        if o.fitting_edicts(p, w):
            kind = yield from o.choose_kind(p, w)
            yield from EDICT_PLAYS[EDICT[kind]].do(o, p, w)

    return lambda o, p, w: o.fitting_edicts(p, w) != [], do


# Miser (its hoard: at the table)


@optional("Miser", "H_START", announced=False)
def _():
    def do(o, p, w, own):
        hoard = o.hoard(p)
        o.put_down(hoard, p)
        hoard[:] = [kind for kind in (o.draw_one() for _ in range(7)) if kind is not None]
        return
        yield

    return lambda o, p, w: not any(map(is_challenge, o.hoard(p))), do


@flare("Miser", "wild", "H_NEWHAND", "H_CONS")
def _():
    def can(o, p, w):
        return w.hook == "H_NEWHAND" or (w.about.giver == p and w.about.due > 0)

    def do(o, p, w):
        for _ in range(2):
            kind = yield from o.ask(p, "D_MISER", [PASS, *o.hands[p]])
            if kind == PASS:
                return
            o.hands[p].remove(kind)
            o.ch.put_by.setdefault(p, []).append(kind)

    return can, do


@flare("Miser", "super", "H_REGROUP")
def _():
    def effect(o, p):
        kind = o.draw_one()
        if kind is not None:
            o.hoard(p).append(kind)

    return lambda o, p, w: p == o.ch.off, quick(effect)


# Negator (the power itself and its wild flare cancel)


@flare("Negator", "super", "H_OWN")
def _():
    return of("Negator"), enlarge


# Pavlov


TYPES = (
    is_attack,
    lambda kind: kind == COMPROMISE,
    lambda kind: kind in EDICT,
    lambda kind: kind in FLARE,
    lambda kind: kind in FACTOR,
    lambda kind: kind in BONUS,
)


def condition(o, p):
    memory = o.memory(p, "Pavlov")
    return memory.get("player"), memory.get("type")


def revealed(o, q):
    ch = o.ch
    piles = (ch.selected, ch.second, ch.kicker, ch.extra)
    return [cards[q] for cards in piles if q in cards] + ch.claimed.get(q, [])  # R129


@optional("Pavlov", "H_START")
def _():
    def do(o, p, w, own):
        memory = o.memory(p, "Pavlov")
        memory["player"] = yield from o.ask_seat(p, "D_PAVLOV", o.others(p))
        memory["type"] = (yield from o.ask(p, "D_PAVLOV", map(opt, range(6)))) - opt(0)

    return always, do


@optional("Pavlov", "H_CARD", "H_REV")
def _():
    def can(o, p, w):
        q, number = condition(o, p)
        if q in (None, p):  # the sheet may have come to the player himself
            return False
        if w.hook == "H_REV":
            return any(TYPES[number](kind) for kind in revealed(o, q))
        if w.about.role == "reinforcement":  # an Attack of a Reserve too
            return w.about.player == q and number == 5
        return w.about.player == q and TYPES[number](w.about.kind)

    def do(o, p, w, own):
        q, _ = condition(o, p)
        action = None
        if not own.enlarged:
            action = yield from o.ask(p, "D_PAVLOV", [opt(0), opt(1)])
        if action != opt(1):
            yield from o.draw(q, 1)
            yield from o.draw(p, 1)
        if action != opt(0):
            yield from o.lose_choice(q, 1)

    return can, do


@flare("Pavlov", "super", "H_OWN")
def _():
    def can(o, p, w):
        # At H_CARD or H_REV, not where he conditions.
        is_trigger = w.about.about is not None or bool(o.ch.shown)
        return w.about.power == "Pavlov" and is_trigger

    return can, enlarge


@flare("Pavlov", "wild", "H_CARD")
def _():
    def can(o, p, w):
        use = w.about
        return use.player != p and use.role == "edict"

    def do(o, p, w):
        yield from o.lose_choice(w.about.player, 1)

    return can, do


# Queue (the line: in the course of the game)


@optional("Queue", "H_NEXT")
def _():
    def do(o, p, w, own):
        line = o.find_held(p, "Queue").memory["line"]
        q = yield from o.ask_seat(p, "D_QUEUE", range(o.n))
        place = line.index(q)
        options = [opt(0)] * (place > 0) + [opt(1)] * (place < o.n - 1)
        step = -1 if (yield from o.ask(p, "D_QUEUE", options)) == opt(0) else 1
        line[place], line[place + step] = line[place + step], line[place]

    return always, do


@flare("Queue", "wild", "H_END")
def _():
    def do(o, p, w):
        o.next_turn = yield from o.ask_seat(p, "D_QUEUE", range(o.n))

    return always, do


@flare("Queue", "super", "H_END")
def _():
    def effect(o, p):
        o.next_turn = p

    return always, quick(effect)


# Reserve (the power itself and its super: at D_REINF)


@flare("Reserve", "wild", "H_DISCARD")
def _():
    def can(o, p, w):
        use = w.about
        return use.role == "reinforcement" and use.player != p and not use.taken

    def effect(o, p, w):
        w.about.taken = True
        o.take_from_pile(w.about.kind)
        o.hands[p].append(w.about.kind)
        return
        yield

    return can, effect


# Schizoid (the power itself: at setup and in the victory check)


@flare("Schizoid", "wild", "H_INV")
def _():
    def do(o, p, w):
        yield from o.ask_seat(p, "D_SCHIZOID", o.others(p))

    return always, do


@flare("Schizoid", "super", "H_START")
def _():
    def do(o, p, w):
        action = yield from o.ask(p, "D_SCHIZOID", map(opt, range(6)))
        o.find_held(p, "Schizoid").memory["condition"] = action - opt(0)

    return always, do


# Vulch (the power itself: wherever cards are discarded)


@flare("Vulch", "wild", "H_OUT")
def _():
    def do(o, p, w):
        q = o.opponent(p)
        for _ in range(min(7, len(o.hands[q]))):
            kind = o.random_card(o.hands[q])
            if (yield from o.ask(p, "D_VULCH", [PASS, YES])) == YES:
                o.give(q, p, kind)
                return
            o.hands[q].remove(kind)
            o.put_one_down(kind, q)

    return lambda o, p, w: o.is_main(p) and o.has_success(p), do


@flare("Vulch", "super", "H_START")
def _():
    def effect(o, p):
        o.ch.hungry = p

    return always, quick(effect)


built_in("Negator", "Reserve", "Schizoid", "Vulch")
