"""The powers of the oracle up to the launch, phases 10 and 1 to 3.

`oracle_plays.py` tells how powers are written down.
"""

from __future__ import annotations

from cosmic_encounter.oracle_box import (
    PASS,
    ROW,
    is_wild,
    loc,
    opt,
)
from cosmic_encounter.oracle_destiny_special import ANY_MOON, is_special
from cosmic_encounter.oracle_hexes import can_settle, has_room, site
from cosmic_encounter.oracle_plays import (
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

# Assassin


def victims(o, p):
    is_as_wild = is_wild(o.ch.card) or o.ch.card == ANY_MOON  # R202
    seats = range(o.n) if is_as_wild else o.ch.fits
    seats = [q for q in seats if q != p]
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
        q = o.ch.colour
        if q is None:
            q = yield from o.ask_seat(p, "D_ASSASSIN", victims(o, p))
        yield from stab(o, p, q, 2 if own.enlarged else 1)

    return lambda o, p, w: len(victims(o, p)) > 0, do


@flare("Assassin", "wild", "H_DEST")
def _():
    def can(o, p, w):
        return o.ch.colour is not None and len(victims(o, p)) > 0

    def do(o, p, w):
        yield from stab(o, p, o.ch.colour, 1)

    return can, do


@flare("Assassin", "super", "H_OWN")
def _():
    def can(o, p, w):
        return w.about.power == "Assassin" and any(o.on_bases(q) > 1 for q in victims(o, p))

    return can, enlarge


# Boomerang


@mandatory("Boomerang", "H_DEF")
def _():
    def can(o, p, w):
        ch = o.ch
        return (
            p == ch.defender and not ch.nested and "Boomerang" not in ch.used and o.bases(p) != []
        )

    def do(o, p, w, own):
        outer = o.ch
        outer.used.add("Boomerang")
        inner = yield from o.fight_inside(p, outer.off, "Boomerang")
        if inner.cut:
            outer.cut = w.ended = True

    return can, do


@flare("Boomerang", "wild", "H_LOSS")
def _():
    def do(o, p, w):
        w.about.saved += len(w.about.tokens)
        yield from o.send_home(p, w.about.tokens)

    return lambda o, p, w: w.about.player == p and len(w.about.tokens) > 0, do


@flare("Boomerang", "super", "H_END")
def _():
    def effect(o, p):
        o.ch.cut = True

    return lambda o, p, w: o.ch.nested and p == o.ch.off, quick(effect)


# Changeling


def may_change(o, p):
    q = o.opponent(p)
    return o.sheet_power(p) == "Changeling" and o.can_swap(p, q)


@mandatory("Changeling", "H_DEF")
def _():
    def do(o, p, w, own):
        o.ch.used.add("Changeling")
        if own.enlarged:
            yield from o.swap_sheets(p, o.opponent(p))
            yield from o.draw(p, 1)
            return
        options = [opt(0)] + [opt(1)] * may_change(o, p)
        if (yield from o.ask(p, "D_CHANGELING", options)) == opt(1):
            yield from o.swap_sheets(p, o.opponent(p))
        else:
            yield from o.draw(p, 1)

    return once("Changeling", main), do


@flare("Changeling", "super", "H_OWN")
def _():
    return lambda o, p, w: w.about.power == "Changeling" and may_change(o, p), enlarge


@flare("Changeling", "wild", "H_DEF")
def _():
    def can(o, p, w):
        return o.is_main(p) and o.ch.defender is not None and o.can_swap(p, o.opponent(p))

    def effect(o, p):
        o.ch.swaps.append((p, o.opponent(p)))
        o.exchange_sheets(p, o.opponent(p))

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
        return p == o.ch.off and o.ch.colour is not None and not o.ch.super_dictator

    def effect(o, p):
        o.ch.super_dictator = True

    return can, quick(effect)


# Disease


def disease_system(o, p, w):
    """Return the system in which p may spread in this window."""
    colour = o.ch.colour
    system = colour if w.hook == "H_DEST" else o.ch.system
    if system == p or (w.hook == "H_SYSTEM") != (colour is None):
        return None
    return system


def carriers(o, p, w, least):
    system = disease_system(o, p, w)
    places = [] if system is None else o.sites(system)
    places = [place for place in places if place in o.movable(p) and o.tokens[p][place] >= least]
    return [place for place in places if other_planets(o, p, place)]


def other_planets(o, p, source):
    """Return the planets of the same system to which p can spread (R222)."""
    places = [place for place in o.planets(source // 8) if place != source]
    return [place for place in places if has_room(o, p, place)]


def infect(o, p, w, least, most, may_stop):
    options = [loc(place) for place in carriers(o, p, w, least)]
    action = yield from o.ask(p, "D_DISEASE", options + [PASS] * may_stop)
    if action == PASS:
        return
    source = action - 8
    place = yield from o.ask_place(p, "D_DISEASE", other_planets(o, p, source))
    place = site(o, p, place)
    most = min(most, o.tokens[p][source] - 1)
    count = yield from o.ask_number(p, "D_DISEASE", range(1, most + 1))
    o.tokens[p][source] -= count
    o.tokens[p][place] += count
    yield from o.has_landed(p, place, is_new=o.tokens[p][place] == count)
    o.check_victory()


@optional("Disease", "H_DEST", "H_SYSTEM")
def _():
    def do(o, p, w, own):
        yield from infect(o, p, w, 3, 20, True)

    return lambda o, p, w: carriers(o, p, w, 3) != [], do


@flare("Disease", "wild", "H_DEST")
def _():
    def do(o, p, w):
        yield from infect(o, p, w, 2, 4, False)

    return lambda o, p, w: carriers(o, p, w, 2) != [], do


@flare("Disease", "super", "H_DEST", "H_SYSTEM")
def _():
    def do(o, p, w):
        yield from infect(o, p, w, 2, 20, False)

    return lambda o, p, w: carriers(o, p, w, 2) != [], do


# Dragon


def complete(o, p, cards, number):
    """Return the colours of which a Dragon has so many cards, wilds counted."""
    wilds = sum(colour is None for colour, _ in cards)
    counts = {q: sum(colour == q for colour, _ in cards) for q in o.others(p)}
    return [q for q in o.others(p) if counts[q] + wilds >= number]


def scorch(o, p, number):
    cards = o.memory(p, "Dragon")["cards"]
    seats = complete(o, p, cards, number)
    q = seats[0]
    if len(seats) > 1:
        q = yield from o.ask_seat(p, "D_DRAGON", seats)
    of_colour = [card for card in cards if card[0] == q]
    used = (of_colour + [card for card in cards if card[0] is None])[:number]
    for card in used:
        cards.remove(card)
    o.destiny_discard += used
    if len(o.planets(q)) > 3:
        place = yield from o.ask_place(p, "D_DRAGON", o.planets(q))
        yield from o.destroy(place)


@mandatory("Dragon", "H_DEST", announced=False)
def _():
    def do(o, p, w, own):
        cards = o.memory(p, "Dragon").setdefault("cards", [])
        cards.append(o.ch.card)
        o.ch.kept = True
        if not complete(o, p, cards, 3):
            return
        if (yield from o.announce(p, "Dragon", optional=False)) is not None:
            yield from scorch(o, p, 3)

    return lambda o, p, w: not o.ch.kept and not is_special(o.ch.card), do


@flare("Dragon", "super", "H_DEST")
def _():
    def can(o, p, w):
        return complete(o, p, o.memory(p, "Dragon").get("cards", []), 2) != []

    def do(o, p, w):
        yield from scorch(o, p, 2)

    return can, do


@flare("Dragon", "wild", "H_DEST")
def _():
    def effect(o, p):
        if not o.ch.kept:  # R300
            o.destiny_aside.append(o.ch.card)
            o.ch.kept = True

    return always, quick(effect)


# Gorgon (what it holds: at the table)


@mandatory("Gorgon", "H_START")
def _():
    return always, quick(lambda o, p: None)


@flare("Gorgon", "super", "H_START")
def _():
    return always, quick(lambda o, p: o.ch.petrifiers.add(p))


@flare("Gorgon", "wild", "H_LAUNCH")
def _():
    def do(o, p, w):
        place = yield from o.ask_place(p, "D_GORGON", o.all_planets())
        o.ch.stones.add((p, place))

    return lambda o, p, w: w.about == o.ch.off, do


# Insect


def can_be_insect(o, p, w):
    return o.is_main(p) and o.ch.defender is not None and o.can_copy(p, o.opponent(p))


@optional("Insect", "H_DEF")
def _():
    def can(o, p, w):  # in silence no power that it blocks (6.11)
        is_free = can_be_insect(o, p, w)
        copied = ROW[o.sheet_power(o.opponent(p))] if is_free else {}
        return is_free and not (p in o.ch.silenced and copied["silencer"] == "blocked")

    def effect(o, p, w, own):
        q = o.opponent(p)
        o.borrow(p, o.sheet_power(q), "copied")
        w.used.add((o.sheet_power(q), True))  # R154
        if own.enlarged:
            o.ch.away.add((q, o.sheet_power(q)))
        return
        yield

    return can, effect


@flare("Insect", "super", "H_OWN")
def _():
    return of("Insect"), enlarge


@flare("Insect", "wild", "H_DEF")
def _():
    def do(o, p, w):
        power = o.sheet_power(o.opponent(p))
        o.borrow(p, power, "copied")
        w.used.add((power, True))  # R154
        return
        yield

    return can_be_insect, do


# Obverse


def turn_cone(o, p):
    o.ch.used.add("Obverse")
    o.ch.dark = not o.ch.dark


@optional("Obverse", "H_TARGET")
def _():
    return once("Obverse", lambda o, p, w: o.reverse_cone), quick(turn_cone)


@flare("Obverse", "wild", "H_TARGET")
def _():
    def effect(o, p):
        o.ch.dark = not o.ch.dark

    return lambda o, p, w: o.reverse_cone, quick(effect)


@flare("Obverse", "super", "H_WON")
def _():
    def effect(o, p):
        o.ch.dark = not o.ch.dark

    return lambda o, p, w: o.reverse_cone and o.ch.winner is not None, quick(effect)


# Pentaform (the power itself: its stages)


@flare("Pentaform", "wild", "H_DEF")
def _():
    def can(o, p, w):
        return o.is_main(p) and len(o.unused_powers()) > 0

    def effect(o, p):
        names = o.unused_powers()
        o.borrow(p, names[o.chance.below(len(names))], "borrowed")

    return can, quick(effect)


@flare("Pentaform", "super", "H_START")
def _():
    def can(o, p, w):
        return len(o.sheet[p].memory["stages"]) > 0

    def do(o, p, w):
        sheet = o.sheet[p]
        stages = range(len(sheet.memory["stages"]))
        stage = (yield from o.ask(p, "D_PENTAFORM", map(opt, stages))) - opt(0)
        if stage != sheet.memory["stage"]:
            o.enter_stage(sheet, stage)

    return can, do


# Silencer


@optional("Silencer", "H_DEF")
def _():
    def do(o, p, w, own):
        if own.enlarged:
            o.ch.silenced |= set(o.others(p))
        else:
            o.ch.silenced.add((yield from o.ask_seat(p, "D_SILENCER", o.others(p))))

    return main, do


@flare("Silencer", "super", "H_OWN")
def _():
    return of("Silencer"), enlarge


@flare("Silencer", "wild", "H_INV")
def _():
    def do(o, p, w):
        if o.is_main(p):
            o.ch.mute.add(o.opponent(p))
        else:
            o.ch.mute.add((yield from o.ask_seat(p, "D_SILENCER", o.mains())))

    return always, do


# Siren (the power itself: in the destiny phase)


def rocks(o, p):
    """Return the planets in the OFF's system where a Siren has no base."""
    return [place for place in o.planets(o.ch.off) if can_settle(o, p, place)]


@optional("Siren", "H_OUT")
def _():
    def can(o, p, w):
        won = p == o.ch.defender and o.ch.winner == p
        return won and rocks(o, p) != [] and o.movable(p) != []

    def do(o, p, w, own):
        for _ in range(2 if own.enlarged else 1):
            yield from o.settle(p, "D_SIREN", rocks(o, p))

    return can, do


@flare("Siren", "super", "H_OWN")
def _():
    return lambda o, p, w: w.about.power == "Siren" and o.ch.winner == p, enlarge


@flare("Siren", "wild", "H_SYSTEM")
def _():
    def can(o, p, w):
        home = [place for place in o.planets(p) if o.tokens[p][place]]
        there = o.ch.system is not None and o.ch.own != 1  # R202: with cone 1 there is no S
        return there and p not in (o.ch.off, o.ch.system) and home != []

    def do(o, p, w):
        home = [place for place in o.planets(p) if o.tokens[p][place]]
        o.lure(p, (yield from o.ask_place(p, "D_SIREN", home)))

    return can, do


# Subversive


def shared(o, p):
    places = o.all_planets()
    return [q for q in places if o.tokens[p][q] and any(o.tokens[r][q] for r in o.others(p))]


def subvert(o, p, without=None):
    """Let one token of another player on a shared planet be lost; return the planet."""
    places = [place for place in shared(o, p) if place != without]
    if not places:
        return None
    place = yield from o.ask_place(p, "D_SUBVERSIVE", places)
    seats = [q for q in o.others(p) if o.tokens[q][place]]
    q = seats[0]
    if len(seats) > 1:
        q = yield from o.ask_seat(p, "D_SUBVERSIVE", seats)
    o.tokens[q][place] -= 1
    yield from o.lose(q, [place])
    return place


@mandatory("Subversive", "H_REGROUP")
def _():
    def do(o, p, w, own):
        place = yield from subvert(o, p)
        if own.enlarged:
            yield from subvert(o, p, place)

    return lambda o, p, w: p == o.ch.off and shared(o, p) != [], do


@flare("Subversive", "super", "H_OWN")
def _():
    return lambda o, p, w: w.about.power == "Subversive" and len(shared(o, p)) > 1, enlarge


@flare("Subversive", "wild", "H_REGROUP")
def _():
    def do(o, p, w):
        yield from subvert(o, p)

    return lambda o, p, w: shared(o, p) != [], do


# Symbiote (the power itself: at setup)


@flare("Symbiote", "wild", "H_REGROUP")
def _():
    def do(o, p, w):
        for _ in range(4):
            if not o.warp[p] or not o.bases(p):
                break
            action = yield from o.ask(p, "D_RETURN", [PASS, *map(loc, o.bases(p))])
            if action == PASS:
                break
            o.warp[p] -= 1
            o.tokens[p][action - 8] += 1

    return lambda o, p, w: p == o.ch.off, do


@flare("Symbiote", "super", "H_REGROUP")
def _():
    def do(o, p, w):
        yield from o.from_warp(p, o.warp[p])

    return lambda o, p, w: p == o.ch.off, do


# Will (the power itself: in the destiny phase)


@flare("Will", "wild", "H_SYSTEM")
def _():
    def can(o, p, w):
        ch = o.ch
        return p == ch.off != ch.system and ch.colour == ch.system and not ch.wild_will

    def effect(o, p):
        o.ch.wild_will = True

    return can, quick(effect)


@flare("Will", "super", "H_OWN")
def _():
    def do(o, p, w):
        yield from o.ask_seat(p, "D_MIND", [q for q in range(o.n) if q != p])

    return of("Will"), do


built_in("Dictator", "Pentaform", "Symbiote", "Will")
