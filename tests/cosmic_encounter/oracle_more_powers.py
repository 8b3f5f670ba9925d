"""More powers of the oracle and their Flares, in the order of their names.

Most are plays as in `oracle_powers.py`. What a power does outside a window is a function that
the table or the game calls: before a loss event (`BEFORE_LOSS`, R108), at the beginning of H_OUT
(`at_outcome`, R123), at the reveal (`bluff`, R118).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cosmic_encounter.oracle_box import (
    BONUS,
    COMPROMISE,
    EDICT,
    FACTOR,
    FLARE,
    PASS,
    VALUE,
    YES,
    is_attack,
    is_challenge,
    loc,
    num,
    opt,
    seat,
)
from cosmic_encounter.oracle_plays import always, main, quick
from cosmic_encounter.oracle_powers import enlarge, flare, mandatory, of, optional

CONE = -1  # the place of captives on the cone or its ring
BEFORE_LOSS: list[Callable[..., Any]] = []


def before_loss(act):
    BEFORE_LOSS.append(act)
    return act


# -- what several of them need --------------------------------------------------------------------


def uninvolved(o, p, w=None):
    return not o.is_main(p) and p not in o.ch.allies


def involved(o, p, w=None):
    return not uninvolved(o, p)


def seat_or_pass(o, p, decision, seats):
    """Ask for a seat where the column says "PLAYER or PASS"; return None for PASS."""
    action = yield from o.ask(p, decision, [PASS, *map(seat, seats)])
    return None if action == PASS else action - 2


def once(power, can):
    """Return the condition of a power that is used once per challenge."""
    return lambda o, p, w: power not in o.ch.used_up and can(o, p, w)


def others(o):
    """Return the players who are not main players, in timing order."""
    return [q for q in o.timing() if not o.is_main(q)]


def side_of(o, p):
    """Return the main player on whose side a player is."""
    return p if o.is_main(p) else o.ch.allies.get(p)


def has_won(o, p):
    return o.ch.winner is not None and side_of(o, p) == o.ch.winner


def has_lost_side(o, p):
    """Whether a player is on a side that lost AA or AC."""
    decided = o.ch.winner is not None or (o.ch.both_lose and not o.ch.dealt and not o.ch.failed)
    return decided and involved(o, p) and side_of(o, p) != o.ch.winner


def lost_challenge(o, m):
    """Whether a main player lost the challenge or failed to deal."""
    return o.ch.failed or has_lost_side(o, m)


def loses_now(o, w, p):
    """Whether a window is about tokens that a player loses in step 1 of 6.5."""
    return w.about.outcome and w.about.player == p and len(w.about.tokens) > 0


def opponent_loses_now(o, w, p):
    """Whether the losing main player's tokens are lost to the winner p."""
    return o.is_main(p) and o.ch.winner == p and loses_now(o, w, o.opponent(p))


def free_captives(o):
    """R104, R109: captives whose holder has lost power or place go to their owners' Warp."""
    for holder, place in list(o.fungus):
        count = len(o.ch.tokens.get(holder, [])) if place == CONE else o.tokens[holder][place]
        keeps = "Fungus" in o.powers_of(holder) or holder in o.ch.wild_fungus
        if not count or not keeps:
            for q in o.fungus.pop((holder, place)):
                o.warp[q] += 1
    for power, holder in list(o.captives):
        if power not in o.powers_of(holder):
            for q in o.captives.pop((power, holder)):
                o.warp[q] += 1


def move_captives(o, p, source, destination):
    """R109: Fungus's captives go along."""
    if (p, source) in o.fungus:
        o.fungus.setdefault((p, destination), []).extend(o.fungus.pop((p, source)))


# -- the beginning of H_OUT (R123) ----------------------------------------------------------------


def at_outcome(o):
    for p, q in o.ch.doubts:
        yield from settle_doubt(o, p, q)
    for p in o.timing():
        if p in o.ch.prophecies:
            yield from fulfil(o, p)
    for p in o.timing():
        for m in o.mains():
            if o.ch.demon.get(m) == p:
                yield from end_possession(o, p, m)


# Berserker


def named_here(o, p):
    """Return the players whose bases on the target planet can be made to defend."""
    target = o.ch.target
    return [q for q in range(o.n) if q != p and o.tokens[q][target]]


@optional("Berserker", "H_TARGET")
def _():
    def can(o, p, w):
        ch = o.ch
        at_home = ch.target in o.planets(ch.defender)
        return p == ch.off and at_home and len(named_here(o, p)) > 0

    def do(o, p, w, own):
        chosen: list[int] = []
        while left := [q for q in named_here(o, p) if q not in chosen]:
            action = yield from o.ask(p, "D_BERSERKER", [PASS, *map(seat, left)])
            if action == PASS:
                break
            chosen.append(action - 2)
        if not chosen:
            return
        before = o.ch.defender
        o.ch.defender = yield from o.ask_seat(p, "D_BERSERKER", chosen)
        o.ch.berserk = set(chosen) - {o.ch.defender}
        if o.ch.defender != before:
            yield from o.meet_defender()

    return can, do


def rage(o, p, value):
    o.ch.shown[p] = [value if shown is None else shown for shown in o.ch.shown[p]]
    o.ch.copies.discard(p)


@mandatory("Berserker", "H_REV")
def _():
    return lambda o, p, w: o.is_main(p) and o.offers(p), quick(lambda o, p: rage(o, p, 15))


@flare("Berserker", "wild", "H_REV")
def _():
    return lambda o, p, w: o.is_main(p) and o.offers(p), quick(lambda o, p: rage(o, p, 15))


@flare("Berserker", "super", "H_REV")
def _():
    def cards(o, p):
        return [cards.get(p) for cards in (o.ch.selected, o.ch.second)]

    def effect(o, p):
        for i, kind in enumerate(cards(o, p)):
            if kind == COMPROMISE:
                o.ch.shown[p][i] = 30

    return lambda o, p, w: o.is_main(p) and COMPROMISE in cards(o, p), quick(effect)


# Bully


def bully(o, p, loss):
    """Choose which tokens of a player are lost instead of those of an event."""
    q = loss.player
    lost = []
    for _ in range(len(loss.tokens)):
        options = [loc(place) for place in o.bases(q)] + [opt(0)] * bool(loss.tokens)
        action = yield from o.ask(p, "D_BULLY", options)
        if action == opt(0):
            lost.append(loss.tokens.pop())  # the one committed last, as in R150
        else:
            o.tokens[q][action - 8] -= 1
            lost.append(action - 8)
    if o.defends_planet(q):
        o.tokens[q][o.ch.target] += len(loss.tokens)
    else:
        o.ch.tokens[q] = loss.tokens
        yield from o.send_home(q, o.ch.tokens[q])
    loss.tokens = lost


def may_bully(o, p, w):
    return o.ch.aa and opponent_loses_now(o, w, p)


@optional("Bully", "H_LOSS")
def _():
    def do(o, p, w, own):
        if own.enlarged:
            o.ch.super_bully.add(p)
        yield from bully(o, p, w.about)

    return may_bully, do


@flare("Bully", "wild", "H_LOSS")
def _():
    return may_bully, lambda o, p, w: bully(o, p, w.about)


@flare("Bully", "super", "H_OWN")
def _():
    return of("Bully"), enlarge


@before_loss
def bully_allies(o, loss):
    for p in o.ch.super_bully:
        if loss.outcome and not o.is_main(loss.player):
            yield from bully(o, p, loss)


# Cavalry


def ride(o, p, kinds):
    """Let an ally place a card."""
    held = [kind for kind in o.hands[p] if kinds(kind)]
    if p not in o.ch.cavalry and held:
        kind = yield from o.ask(p, "D_CAVALRY", [PASS, *held])
        if kind != PASS:
            o.hands[p].remove(kind)
            o.ch.cavalry[p] = kind


@optional("Cavalry", "H_POST")
def _():
    def can(o, p, w):
        return p in o.ch.allies and p not in o.ch.cavalry and o.has_challenge_card(p)

    def do(o, p, w, own):
        held = [kind for kind in o.hands[p] if is_challenge(kind)]
        if held:  # paid for a wild Filch
            kind = yield from o.ask(p, "D_CAVALRY", [PASS, *held])
            if kind != PASS:
                o.hands[p].remove(kind)
                o.ch.cavalry[p] = kind

    return can, do


def all_ride(o, m):
    for q in o.allies_of(m):
        yield from ride(o, q, is_attack)


@flare("Cavalry", "wild", "H_POST")
def _():
    return main, lambda o, p, w: all_ride(o, p)


@flare("Cavalry", "super", "H_POST")
def _():
    return lambda o, p, w: p in o.ch.allies, lambda o, p, w: all_ride(o, o.ch.allies[p])


# Chosen


@optional("Chosen", "H_REV")
def _():
    def can(o, p, w):
        return o.is_main(p)

    def do(o, p, w, own):
        ch = o.ch
        ch.used_up.add("Chosen")
        if not any(map(is_challenge, o.deck + o.discard)):
            return
        turned = [o.draw_one()]
        while not is_challenge(turned[-1]):
            turned.append(o.draw_one())
        new = turned.pop()
        kickers = [kind for kind in turned if kind in FACTOR]
        if own.enlarged:
            kept = [kind for kind in turned if kind in EDICT or kind in FLARE or kind in BONUS]
            o.hands[p] += kept
            turned = [kind for kind in turned if kind in FACTOR]
        o.throw_away(p, turned)
        options = [PASS, opt(0)]
        if ch.shown[p][0] is not None and is_attack(new):
            options.append(opt(1))
        action = yield from o.ask(p, "D_CHOSEN", options)
        if action == PASS:
            o.throw_away(p, [new])
        elif action == opt(0):
            if p in ch.selected:
                o.throw_away(p, [ch.selected[p]])
            ch.selected[p] = new
            ch.shown[p][0] = VALUE.get(new)
            ch.copies.discard(p)
            ch.own_factor.pop(p, None)
            if kickers:
                ch.own_factor[p] = FACTOR[kickers[0]]
        else:
            ch.added.setdefault(p, []).append(new)
            factor = FACTOR[kickers[0]] if kickers else 1
            ch.added_value[p] = ch.added_value.get(p, 0) + VALUE[new] * factor

    return once("Chosen", can), do


@flare("Chosen", "wild", "H_PRE")
def _():
    def do(o, p, w):
        yield from o.draw(p, 1)

    return main, do


@flare("Chosen", "super", "H_OWN")
def _():
    return of("Chosen"), enlarge


# Crystal


def movable_allies(o, p=None):
    return [
        q
        for q in o.timing()
        if q in o.ch.allies and q != p and not o.defends_planet(q) and not o.is_active(q, "Macron")
    ]


def set_number(o, q, count):
    """Let an ally add tokens or take them back until he has so many."""
    tokens = o.ch.tokens[q]
    while len(tokens) != count and o.bases(q):
        place = (yield from o.ask(q, "D_CRYSTAL", map(loc, o.bases(q)))) - 8
        if len(tokens) < count:
            o.tokens[q][place] -= 1
            tokens.append(place)
            if not o.tokens[q][place]:
                move_captives(o, q, place, CONE)
        else:
            tokens.pop()
            o.tokens[q][place] += 1
            move_captives(o, q, CONE, place)
    if not tokens and count == 0:
        del o.ch.allies[q]


@optional("Crystal", "H_ALLIED")
def _():
    def do(o, p, w, own):
        least = 0 if own.enlarged else 1
        for q in movable_allies(o, p):
            action = yield from o.ask(p, "D_CRYSTAL", [PASS, *map(num, range(least, 5))])
            if action != PASS:
                yield from set_number(o, q, action - num(0))

    return lambda o, p, w: involved(o, p) and len(movable_allies(o, p)) > 0, do


@flare("Crystal", "wild", "H_ALLIED")
def _():
    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_CRYSTAL", movable_allies(o))
        yield from set_number(o, q, (yield from o.ask_number(p, "D_CRYSTAL", range(1, 5))))

    return lambda o, p, w: o.is_main(p) and len(movable_allies(o)) > 0, do


@flare("Crystal", "super", "H_OWN")
def _():
    return of("Crystal"), enlarge


# Delegator


def delegates(o, m):
    return [q for q in o.allies_of(m) if o.has_challenge_card(q)]


def take_place(o, m, q):
    """Make ally q the main player instead of m (R144)."""
    ch = o.ch
    del ch.allies[q]
    for ally, his_main in ch.allies.items():
        if his_main == m:
            ch.allies[ally] = q
    ch.allies[m] = q
    if m == ch.off:
        ch.off = q
    else:
        ch.holder = m if ch.holder is None else ch.holder
        ch.defender = q


def delegate(o, p, w, own=None):
    for m in o.mains():
        if delegates(o, m):
            action = yield from o.ask(p, "D_DELEGATOR", [PASS, *map(seat, delegates(o, m))])
            if action != PASS:
                take_place(o, m, action - 2)


def has_delegates(o):
    return any(delegates(o, m) for m in o.mains())


@optional("Delegator", "H_ALLIED")
def _():
    return lambda o, p, w: involved(o, p) and has_delegates(o), delegate


@flare("Delegator", "wild", "H_ALLIED")
def _():
    def do(o, p, w):
        if delegates(o, p):  # paid for a wild Filch
            take_place(o, p, (yield from o.ask_seat(p, "D_DELEGATOR", delegates(o, p))))

    return lambda o, p, w: o.is_main(p) and len(delegates(o, p)) > 0, do


@flare("Delegator", "super", "H_ALLIED")
def _():
    return lambda o, p, w: uninvolved(o, p) and has_delegates(o), delegate


# Demon


@optional("Demon", "H_PRE")
def _():
    def can(o, p, w):
        return uninvolved(o, p) and len(o.bases(p)) > 0

    def do(o, p, w, own):
        o.ch.used_up.add("Demon")
        m = yield from seat_or_pass(o, p, "D_DEMON", o.mains())
        if m is None:
            return
        if not own.enlarged:
            place = (yield from o.ask(p, "D_DEMON", map(loc, o.bases(p)))) - 8
            o.tokens[p][place] -= 1
            o.ch.stake[p] = place
        o.ch.demon[m] = p

    return once("Demon", can), do


@flare("Demon", "wild", "H_PRE")
def _():
    def do(o, p, w):
        yield from o.ask_seat(p, "D_DEMON", o.mains())

    return uninvolved, do


@flare("Demon", "super", "H_OWN")
def _():
    return of("Demon"), enlarge


def return_stakes(o):
    """R117."""
    for p in o.timing():
        if p in o.ch.stake:
            yield from o.send_home(p, [o.ch.stake.pop(p)])


def end_possession(o, p, m):
    stake = [o.ch.stake.pop(p)] if p in o.ch.stake else []
    if o.has_success(m):
        yield from o.send_home(p, stake)
        yield from o.draw(p, 1)
    else:
        yield from o.lose(p, stake)


# Disease


def infected(o, p, w):
    """Return whose system may be infected now, if anybody's."""
    colour = o.ch.card[0]
    if w.hook == "H_DEST":
        system = colour
    else:
        system = o.ch.system if colour is None else None
    return None if system == p else system


def carriers(o, p, system, least):
    if system is None or len(o.planets(system)) < 2:
        return []
    return [place for place in o.planets(system) if o.tokens[p][place] >= least]


def infect(o, p, system, least, most=20, stop=()):
    sources = map(loc, carriers(o, p, system, least))
    action = yield from o.ask(p, "D_DISEASE", [*stop, *sources])
    if action == PASS:
        return
    source = action - 8
    places = [place for place in o.planets(system) if place != source]
    destination = (yield from o.ask(p, "D_DISEASE", map(loc, places))) - 8
    counts = range(1, min(most, o.tokens[p][source] - 1) + 1)
    count = yield from o.ask_number(p, "D_DISEASE", counts)
    o.tokens[p][source] -= count
    o.tokens[p][destination] += count
    o.check_victory()


@optional("Disease", "H_DEST", "H_SYSTEM")
def _():
    def can(o, p, w):
        return len(carriers(o, p, infected(o, p, w), 3)) > 0

    return can, lambda o, p, w, own: infect(o, p, infected(o, p, w), 3, stop=[PASS])


@flare("Disease", "super", "H_DEST", "H_SYSTEM")
def _():
    def can(o, p, w):
        return len(carriers(o, p, infected(o, p, w), 2)) > 0

    return can, lambda o, p, w: infect(o, p, infected(o, p, w), 2)


@flare("Disease", "wild", "H_DEST")
def _():
    def can(o, p, w):
        return len(carriers(o, p, infected(o, p, w), 2)) > 0

    return can, lambda o, p, w: infect(o, p, infected(o, p, w), 2, most=4)


# Fungus


def capture(o, p, owner, count):
    place = o.ch.target if o.defends_planet(p) else CONE
    o.fungus.setdefault((p, place), []).extend([owner] * count)


@before_loss
def overgrow(o, loss):
    for p in o.timing():
        wins = has_won(o, p) and not has_won(o, loss.player)
        grows = loss.outcome and loss.tokens and wins and o.is_active(p, "Fungus")
        if grows and o.in_challenge(p) and (yield from o.announce(p, "Fungus", loss)) is not None:
            capture(o, p, loss.player, len(loss.tokens))
            loss.tokens = []


@flare("Fungus", "wild", "H_LOSS")
def _():
    def can(o, p, w):
        return loses_now(o, w, w.about.player) and has_won(o, p) and o.in_challenge(p) > 0

    def do(o, p, w):
        o.ch.wild_fungus.add(p)
        w.about.tokens.pop(0)
        capture(o, p, w.about.player, 1)
        return
        yield

    return can, do


@flare("Fungus", "super", "H_LOSS")
def _():
    def do(o, p, w):
        yield from o.send_home(p, w.about.tokens)

    return lambda o, p, w: loses_now(o, w, p), do


# Gambler


def bluff(o, p):
    """Ask a Gambler at the beginning of 8a (R118)."""
    if not o.is_main(p) or not o.is_active(p, "Gambler"):
        return
    action = YES if o.power[p] == "Gambler" else opt(o.powers_of(p).index("Gambler") - 1)
    if (yield from o.ask(p, "D_WIN", [PASS, action])) == PASS:
        return
    own = yield from o.announce(p, "Gambler")
    if own is None:
        return
    stake = 0
    if own.enlarged:
        stake = yield from o.ask_number(p, "D_GAMBLER", range(1, 11))
    ch, q = o.ch, o.opponent(p)
    claim = yield from o.ask(p, "D_GAMBLER", [kind for kind in o.kinds if is_challenge(kind)])
    kickers = [kind for kind in o.kinds if kind in FACTOR]
    kicker = yield from o.ask(p, "D_GAMBLER", [PASS, *kickers])
    if (yield from o.ask(q, "D_GAMBLER", [PASS, YES])) == PASS:
        ch.shown[p][0] = VALUE.get(claim)
        ch.claimed[p] = None if kicker == PASS else kicker
        for cards in (ch.selected, ch.kicker):
            if p in cards:
                o.deck.insert(0, cards.pop(p))
        return
    told = claim == ch.selected[p] and kicker == ch.kicker.get(p, PASS)
    payer = q if told else p
    kept = o.tokens[payer][ch.target] if o.defends_planet(payer) else 0
    count = o.in_challenge(payer) + stake
    yield from o.lose(payer, (yield from o.pick_losses(payer, count, kept=kept)))


@flare("Gambler", "super", "H_OWN")
def _():
    return of("Gambler"), enlarge


@flare("Gambler", "wild", "H_POST")
def _():
    def do(o, p, w):
        o.ch.spread[p] = yield from o.ask_number(p, "D_GAMBLER", range(1, 21))

    return main, do


# Ghost (the power itself: at D_TOKENS)


@flare("Ghost", "wild", "H_LAUNCH")
def _():
    return lambda o, p, w: w.about == p, quick(lambda o, p: o.ch.wild_ghost.add(p))


@flare("Ghost", "super", "H_LAUNCH")
def _():
    return lambda o, p, w: w.about == p, quick(lambda o, p: o.ch.super_ghost.add(p))


# Grief


def is_beaten(o, p, w=None):
    """Whether a main player has lost against the other one."""
    return o.is_main(p) and o.ch.winner is not None and o.ch.winner != p


def discard_some(o, p, count):
    for _ in range(min(count, len(o.hands[p]))):
        kind = yield from o.ask(p, "D_DISCARD", o.hands[p])
        o.hands[p].remove(kind)
        o.throw_away(p, [kind])


@mandatory("Grief", "H_OUT")
def _():
    def do(o, p, w, own):
        q = o.opponent(p)
        if own.enlarged:
            hand, o.hands[q] = o.hands[q], []
            o.throw_away(q, hand)
        else:
            yield from discard_some(o, q, o.ch.lost[p])

    return lambda o, p, w: is_beaten(o, p) and o.ch.lost.get(p, 0) > 0, do


@flare("Grief", "wild", "H_OUT")
def _():
    return is_beaten, lambda o, p, w: discard_some(o, o.opponent(p), 2)


@flare("Grief", "super", "H_OWN")
def _():
    return of("Grief"), enlarge


# Magnet


def drag(o, p, q):
    """Force a player to ally or not to ally."""
    ch = o.ch
    sides = [opt(0), opt(1)] if q in ch.allies or o.bases(q) else []
    action = yield from o.ask(p, "D_MAGNET", [*sides, opt(2)])
    if action == opt(2):
        if ch.allies.pop(q, None) is not None:
            yield from o.send_home(q, ch.tokens[q])
        return
    is_new = q not in ch.allies
    ch.allies[q] = ch.joined[q] = o.mains()[action - opt(0)]
    if is_new:
        yield from o.commit(q)


def iron(o, p, done=()):
    return [q for q in others(o) if q != p and q not in done and not o.defends_planet(q)]


@optional("Magnet", "H_ALLIED")
def _():
    def do(o, p, w, own):
        done: list[int] = []
        while left := iron(o, p, done):
            action = yield from o.ask(p, "D_MAGNET", [PASS, *map(seat, left)])
            if action == PASS:
                return
            done.append(action - 2)
            yield from drag(o, p, action - 2)
            if not own.enlarged:
                return

    return lambda o, p, w: involved(o, p) and len(iron(o, p)) > 0, do


@flare("Magnet", "wild", "H_ALLIED")
def _():
    def his(o, p):
        return [q for q in o.allies_of(o.opponent(p)) if not o.defends_planet(q)]

    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_MAGNET", his(o, p))
        o.ch.allies[q] = o.ch.joined[q] = p

    return lambda o, p, w: o.is_main(p) and len(his(o, p)) > 0, do


@flare("Magnet", "super", "H_OWN")
def _():
    return of("Magnet"), enlarge


# Obverse


def flip(o, p):
    o.ch.dark = not o.ch.dark


@optional("Obverse", "H_TARGET")
def _():
    return lambda o, p, w: o.reverse_cone, quick(flip)


@flare("Obverse", "wild", "H_TARGET")
def _():
    return lambda o, p, w: o.reverse_cone, quick(flip)


@flare("Obverse", "super", "H_WON")
def _():
    return lambda o, p, w: o.reverse_cone and o.ch.winner is not None, quick(flip)


# Philanthropist


@optional("Philanthropist", "H_ALLIED")
def _():
    def do(o, p, w, own):
        if not o.hands[p]:
            return
        seats = [m for m in o.mains() if m != p]
        q = yield from o.ask_seat(p, "D_PHILANTHROPIST", seats)
        kind = yield from o.ask(p, "D_PHILANTHROPIST", [PASS, *o.hands[p]])
        if kind == PASS:
            return
        o.give(p, q, kind)
        if is_challenge(kind):
            o.ch.gift = (q, kind)
        if o.is_main(p) and not o.has_challenge_card(p):
            yield from o.new_hand(p)

    return lambda o, p, w: involved(o, p) and len(o.hands[p]) > 0, do


@flare("Philanthropist", "super", "H_PRE")
def _():
    def effect(o, p):
        q, kind = o.ch.gift
        o.ch.forced[q] = kind

    return lambda o, p, w: o.ch.gift is not None, quick(effect)


@flare("Philanthropist", "wild", "H_START")
def _():
    def can(o, p, w):
        power = o.power[p]
        return power is not None and o.is_active(p, power) and len(o.bases(p)) > 0

    def do(o, p, w):
        power = o.power[p]
        yield from o.lose(p, (yield from o.pick_losses(p, 1)))
        q = yield from o.ask_seat(p, "D_PHILANTHROPIST", [q for q in range(o.n) if q != p])
        o.borrowed[q].append(power)
        o.ch.lent.add((p, power))

    return can, do


# Pirate


def losing_tokens(o):
    """Return the losing side's tokens as pairs of owner and number, in the order of R110."""
    ch = o.ch
    loser = o.opponent(ch.winner)
    berserk = [q for q in o.timing() if q in ch.berserk] if loser == ch.defender else []
    return [(q, o.in_challenge(q)) for q in [loser, *berserk, *o.allies_of(loser)]]


def prey(o, p):
    return min(sum(count for _, count in losing_tokens(o)), o.in_challenge(p))


@optional("Pirate", "H_WON")
def _():
    def can(o, p, w):
        wins = has_won(o, p) and p != o.ch.defender and not o.defends_planet(p)
        return wins and prey(o, p) > 0

    def do(o, p, w, own):
        ch = o.ch
        count = yield from o.ask_number(p, "D_PIRATE", range(1, prey(o, p) + 1))
        left = count
        for q, there in losing_tokens(o):
            taken = min(left, there)
            left -= taken
            if o.defends_planet(q):
                o.tokens[q][ch.target] -= taken
            elif taken:
                del ch.tokens[q][-taken:]
            ch.captured[q] = ch.captured.get(q, 0) + taken
            o.captives.setdefault(("Pirate", p), []).extend([q] * taken)
        if not own.enlarged:
            back = ch.tokens[p][-count:]
            del ch.tokens[p][-count:]
            yield from o.send_home(p, back)

    return can, do


@optional("Pirate", "H_REGROUP")
def _():
    def do(o, p, w, own):
        held = o.captives["Pirate", p]
        sold = 0
        while held and sold < 4:
            action = yield from o.ask(p, "D_PIRATE", [PASS, *map(seat, set(held))])
            if action == PASS:
                break
            held.remove(action - 2)
            o.warp[action - 2] += 1
            sold += 1
        yield from o.reward(p, sold)
        for q in o.timing():
            if q in held:
                yield from ransom(o, p, q, held)

    return lambda o, p, w: len(o.captives.get(("Pirate", p), [])) > 0, do


def ransom(o, p, q, held):
    count = yield from o.ask_number(q, "D_PIRATE", range(min(3, len(o.hands[q])) + 1))
    if not count or (yield from o.ask(p, "D_PIRATE", [PASS, YES])) == PASS:
        return
    for _ in range(count):
        o.give(q, p, (yield from o.ask(q, "D_GIVE", o.hands[q])))
    tokens = held.count(q)
    held[:] = [owner for owner in held if owner != q]
    yield from o.send_home(q, [None] * tokens)


@flare("Pirate", "super", "H_OWN")
def _():
    def can(o, p, w):
        return w.about.power == "Pirate" and w.about.hook == "H_WON"

    return can, enlarge


@flare("Pirate", "wild", "H_OUT")
def _():
    def can(o, p, w):
        wins = has_won(o, p) and p != o.ch.defender
        return wins and len(o.hands[o.opponent(o.ch.winner)]) > 0

    return can, quick(lambda o, p: o.take_random(p, o.opponent(o.ch.winner)))


# Prolong


def all_attacks(o, p, w=None):
    return o.is_main(p) and not any(o.offers(m) for m in o.mains())


def add_cards(o, players, stop):
    chosen = {}
    for m in players:
        attacks = [kind for kind in o.hands[m] if is_attack(kind)]
        if not attacks:
            continue
        kind = yield from o.ask(m, "D_PROLONG", [*stop, *attacks])
        if kind != PASS:
            o.hands[m].remove(kind)
            chosen[m] = kind
    for m, kind in chosen.items():
        o.ch.added.setdefault(m, []).append(kind)
        o.ch.added_value[m] = o.ch.added_value.get(m, 0) + VALUE[kind]


@optional("Prolong", "H_REV")
def _():
    def do(o, p, w, own):
        o.ch.used_up.add("Prolong")
        yield from add_cards(o, [p] if own.enlarged else o.mains(), [])

    return once("Prolong", all_attacks), do


@flare("Prolong", "wild", "H_REV")
def _():
    return all_attacks, lambda o, p, w: add_cards(o, o.mains(), [PASS])


@flare("Prolong", "super", "H_OWN")
def _():
    return of("Prolong"), enlarge


# Prophet


def predict(o, p, kind):
    stop = [] if kind == "wild" else [PASS]
    action = yield from o.ask(p, "D_PROPHET", [*stop, opt(0), opt(1)])
    if action != PASS:
        o.ch.prophecies[p] = (kind, o.mains()[action - opt(0)])


@optional("Prophet", "H_PRE")
def _():
    def can(o, p, w):
        return uninvolved(o, p) and p not in o.ch.prophecies

    return can, lambda o, p, w, own: predict(o, p, "safe" if own.enlarged else "power")


@flare("Prophet", "wild", "H_PRE")
def _():
    def can(o, p, w):
        return uninvolved(o, p) and p not in o.ch.prophecies

    return can, lambda o, p, w: predict(o, p, "wild")


@flare("Prophet", "super", "H_OWN")
def _():
    return of("Prophet"), enlarge


def fulfil(o, p):
    kind, m = o.ch.prophecies[p]
    right = o.has_success(m)
    if kind == "wild":
        if right:
            yield from o.reward(p, 2)
    elif right:
        systems = [o.planets(system) for system in range(o.n)]
        free = [place for places in systems for place in places if not o.tokens[p][place]]
        if free and o.bases(p):
            planet = (yield from o.ask(p, "D_PROPHET", map(loc, free))) - 8
            yield from o.move_in(p, planet)
    elif kind == "power":
        chooser = o.ch.off if o.ch.winner is None else o.ch.winner
        yield from o.lose(p, (yield from o.pick_losses(p, 2, chooser)))


# Reincarnator


def draw_power(o):
    names = o.unused_powers()
    return names[o.chance.below(len(names))]


@mandatory("Reincarnator", "H_OUT")
def _():
    def can(o, p, w):
        failed = o.is_main(p) and o.ch.failed
        return (failed or has_lost_side(o, p)) and len(o.unused_powers()) > 0

    def do(o, p, w, own):
        if not own.enlarged:
            o.drawn[p] = draw_power(o)
        return
        yield

    return can, do


@flare("Reincarnator", "wild", "H_OUT")
def _():
    def losers(o, p):
        return [
            opt(i)
            for i, m in enumerate(o.mains())
            if m != p and o.power[m] is not None and lost_challenge(o, m)
        ]

    def do(o, p, w):
        options = losers(o, p)
        action = options[0]
        if len(options) > 1:
            action = yield from o.ask(p, "D_REINCARNATOR", options)
        o.take_sheet(o.mains()[action - opt(0)], draw_power(o))

    return lambda o, p, w: len(losers(o, p)) > 0 and len(o.unused_powers()) > 0, do


@flare("Reincarnator", "super", "H_OWN")
def _():
    return of("Reincarnator"), enlarge


# Serpent


def charmable(o, p=None):
    return [q for q in others(o) if o.bases(q)]


@optional("Serpent", "H_INV")
def _():
    def do(o, p, w, own):
        for _ in range(2 if own.enlarged else 1):
            seats = [q for q in charmable(o) if o.ch.charmed.get(q) != p]
            stop = [] if own.enlarged else [PASS]
            action = yield from o.ask(p, "D_SERPENT", [*stop, *map(seat, seats)])
            if action != PASS:
                o.ch.charmed[action - 2] = p

    return lambda o, p, w: o.is_main(p) and len(charmable(o)) > 0, do


@flare("Serpent", "super", "H_OWN")
def _():
    return lambda o, p, w: of("Serpent")(o, p, w) and len(charmable(o)) > 1, enlarge


@flare("Serpent", "wild", "H_INV")
def _():
    def seats(o, p):
        return [q for q in others(o) if q != p]

    def do(o, p, w):
        o.ch.barred.add((yield from o.ask_seat(p, "D_SERPENT", seats(o, p))))

    return lambda o, p, w: len(seats(o, p)) > 0, do


# Skeptic


@optional("Skeptic", "H_PRE")
def _():
    def do(o, p, w, own):
        q = o.opponent(side_of(o, p))
        if (yield from o.ask(q, "D_SKEPTIC", [PASS, YES])) == PASS:
            o.ch.doubts.append((p, q))
            return
        w.ended = True
        o.ch.agreed = q
        if own.enlarged:
            yield from o.lose(q, take_off(o, q, o.in_challenge(q)))

    return lambda o, p, w: involved(o, p) and not o.ch.doubts, do


@flare("Skeptic", "super", "H_OWN")
def _():
    return of("Skeptic"), enlarge


@flare("Skeptic", "wild", "H_OUT")
def _():
    def do(o, p, w):
        q = o.opponent(o.ch.winner)
        yield from o.lose(q, (yield from o.pick_losses(q, 2)))

    return lambda o, p, w: o.ch.winner is not None, do


def settle_doubt(o, p, q):
    ch = o.ch
    if ch.failed:
        losers, lost = [p, q] if o.is_main(p) else [], ch.deal_lost
    else:
        losers, lost = [x for x in (p, q) if has_lost_side(o, x)], ch.lost
    for x in o.timing():
        if x in losers and lost.get(x, 0):
            yield from o.lose(x, (yield from o.pick_losses(x, lost[x])))


def take_off(o, q, count):
    """Take tokens of a player out of the challenge, those committed last (R150)."""
    if o.defends_planet(q):
        o.tokens[q][o.ch.target] -= count
        return [o.ch.target] * count
    tokens = o.ch.tokens[q]
    taken = tokens[len(tokens) - count :]
    del tokens[len(tokens) - count :]
    return taken


# Spiff


def beaten_by(o, p, w, margin):
    ch = o.ch
    off_loses = p == ch.off and ch.winner != p and ch.aa and loses_now(o, w, p)
    return off_loses and abs(ch.totals[ch.off] - ch.totals[ch.defender]) >= margin


def crash_land(o, p, w, own=None):
    w.about.tokens.pop(0)
    w.about.saved += 1
    o.tokens[p][o.ch.target] += 1
    return
    yield


@optional("Spiff", "H_LOSS")
def _():
    return lambda o, p, w: beaten_by(o, p, w, 10), crash_land


@flare("Spiff", "super", "H_LOSS")
def _():
    return lambda o, p, w: beaten_by(o, p, w, 5), crash_land


@flare("Spiff", "wild", "H_LOSS")
def _():
    def can(o, p, w):
        return p == o.ch.defender and loses_now(o, w, p) and o.defends_planet(p)

    return can, crash_land


# Sting


def stung(o, p):
    return [q for q in range(o.n) if q != p and o.bases(q)]


def sting(o, p, w, count, stop=()):
    """Let `count` tokens of an event return and another player lose so many; return him."""
    action = yield from o.ask(p, "D_STING", [*stop, *map(seat, stung(o, p))])
    if action == PASS:
        return None
    q = action - 2
    saved, w.about.tokens = w.about.tokens[:count], w.about.tokens[count:]
    yield from o.send_home(p, saved)
    yield from o.lose(q, (yield from o.pick_losses(q, count)))
    return q


@optional("Sting", "H_LOSS")
def _():
    def can(o, p, w):
        return w.about.player == p and len(w.about.tokens) >= 2 and len(stung(o, p)) > 0

    def do(o, p, w, own):
        n = len(w.about.tokens)
        count = n if own.enlarged else n // 2
        q = yield from sting(o, p, w, count, [] if own.enlarged else [PASS])
        if q is None:
            return
        from_hand = min(count, len(o.hands[p]))
        for _ in range(from_hand):
            o.take_random(q, p)
        yield from o.draw(q, count - from_hand)

    return can, do


@flare("Sting", "super", "H_OWN")
def _():
    return of("Sting"), enlarge


@flare("Sting", "wild", "H_LOSS")
def _():
    def can(o, p, w):
        return w.about.player == p and len(w.about.tokens) > 0 and len(stung(o, p)) > 0

    return can, lambda o, p, w: sting(o, p, w, 1)


# Subversive


def shared(o, p):
    return [place for place in o.bases(p) if subverted(o, p, place)]


def subverted(o, p, place):
    return [q for q in range(o.n) if q != p and o.tokens[q][place]]


def subvert(o, p, without=None):
    places = [place for place in shared(o, p) if place != without]
    if not places:
        return None
    place = (yield from o.ask(p, "D_SUBVERSIVE", map(loc, places))) - 8
    seats = subverted(o, p, place)
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
            yield from subvert(o, p, without=place)

    return lambda o, p, w: p == o.ch.off and len(shared(o, p)) > 0, do


@flare("Subversive", "wild", "H_REGROUP")
def _():
    return lambda o, p, w: len(shared(o, p)) > 0, lambda o, p, w: subvert(o, p)


@flare("Subversive", "super", "H_OWN")
def _():
    return lambda o, p, w: of("Subversive")(o, p, w) and len(shared(o, p)) > 1, enlarge


# Vampire


def bite(o, p, loss):
    held = o.captives.setdefault(("Vampire", p), [])
    count = min(len(loss.tokens), 10 - len(held))
    held += [loss.player] * count
    del loss.tokens[:count]


@mandatory("Vampire", "H_LOSS")
def _():
    def do(o, p, w, own):
        if own.enlarged:
            o.ch.super_vampire.add(p)
        bite(o, p, w.about)
        return
        yield

    return lambda o, p, w: opponent_loses_now(o, w, p), do


@flare("Vampire", "super", "H_OWN")
def _():
    return lambda o, p, w: of("Vampire")(o, p, w) and w.about.hook == "H_LOSS", enlarge


@before_loss
def bite_allies(o, loss):
    for p in o.ch.super_vampire:
        if loss.outcome and not o.is_main(loss.player):
            bite(o, p, loss)
    return
    yield


@optional("Vampire", "H_TOT")
def _():
    def do(o, p, w, own):
        held = o.captives["Vampire", p]
        count = yield from o.ask_number(p, "D_VAMPIRE", range(len(held) + 1))
        held.sort()
        for q in held[:count]:
            o.warp[q] += 1
        del held[:count]
        o.ch.released[p] = o.ch.released.get(p, 0) + count

    return lambda o, p, w: o.is_main(p) and len(o.captives.get(("Vampire", p), [])) > 0, do


@flare("Vampire", "wild", "H_REGROUP")
def _():
    def partners(o, p, mine, place):
        """Return whose groups at a place can change with those at a base of p."""
        if o.tokens[p][place]:
            return []
        seats = [q for q in range(o.n) if q != p and o.tokens[q][place]]
        return [q for q in seats if not o.tokens[q][mine]]

    def places(o, p, mine):
        return [place for place in range(48) if partners(o, p, mine, place)]

    def sources(o, p):
        return [mine for mine in o.bases(p) if places(o, p, mine)]

    def do(o, p, w):
        mine = (yield from o.ask(p, "D_VAMPIRE", map(loc, sources(o, p)))) - 8
        place = (yield from o.ask(p, "D_VAMPIRE", map(loc, places(o, p, mine)))) - 8
        seats = partners(o, p, mine, place)
        q = seats[0]
        if len(seats) > 1:
            q = yield from o.ask_seat(p, "D_VAMPIRE", seats)
        o.tokens[p][place], o.tokens[p][mine] = o.tokens[p][mine], 0
        o.tokens[q][mine], o.tokens[q][place] = o.tokens[q][place], 0
        o.check_victory()

    return lambda o, p, w: len(sources(o, p)) > 0, do


# Void


def annihilate(o, p, w, own=None):
    loss = w.about
    count = max(0, min(len(loss.tokens), 20 - o.removed[loss.player] - 5))
    del loss.tokens[:count]
    o.removed[loss.player] += count
    return
    yield


def loser_of(o, w):
    """Whether a window is about tokens of the side that lost to a winner."""
    return o.ch.winner is not None and loses_now(o, w, w.about.player)


@mandatory("Void", "H_LOSS")
def _():
    return lambda o, p, w: p == o.ch.winner and loser_of(o, w), annihilate


@flare("Void", "super", "H_LOSS")
def _():
    def can(o, p, w):
        return loser_of(o, w) and o.ch.allies.get(p) == o.ch.winner

    return can, annihilate


@flare("Void", "wild", "H_START")
def _():
    def deserted(o):
        systems = [o.planets(system) for system in range(o.n)]
        places = [place for places in systems if len(places) > 3 for place in places]
        return [place for place in places if not any(o.tokens[q][place] for q in range(o.n))]

    def do(o, p, w):
        o.gone.add((yield from o.ask(p, "D_VOID", map(loc, deserted(o)))) - 8)

    return lambda o, p, w: len(deserted(o)) > 0, do


# Vulch (the power itself: whenever a card is discarded)


def find_vulture(o, p, kind):
    """Return who gets a card that player p discards, if anybody does."""
    for q in o.timing():
        feeds = kind in EDICT and o.is_active(q, "Vulch")
        if q != p and (feeds or (kind in FLARE and q in o.ch.super_vulch)):
            return q
    return None


@flare("Vulch", "super", "H_START")
def _():
    return always, quick(lambda o, p: o.ch.super_vulch.add(p))


@flare("Vulch", "wild", "H_OUT")
def _():
    def do(o, p, w):
        q = o.opponent(p)
        for _ in range(min(7, len(o.hands[q]))):
            kind = o.random_card(o.hands[q])
            taken = (yield from o.ask(p, "D_VULCH", [PASS, YES])) == YES
            if taken:
                o.give(q, p, kind)
                return
            o.hands[q].remove(kind)
            o.throw_away(p, [kind])

    return lambda o, p, w: o.is_main(p) and o.has_success(p), do


# Wrack


def torments(o, q):
    """Return what a player can give up."""
    return [opt(0)] * bool(o.hands[q]) + [opt(1)] * (o.in_challenge(q) > 0)


def torture(o, p, chooser):
    q = o.opponent(p)
    if (yield from o.ask(chooser, "D_WRACK", torments(o, q))) == opt(0):
        o.take_random(p, q)
    else:
        yield from o.lose(q, take_off(o, q, 1))


@optional("Wrack", "H_PRE")
def _():
    def do(o, p, w, own):
        o.ch.used_up.add("Wrack")
        q = o.opponent(p)
        for i in range(o.in_challenge(p)):
            if not torments(o, q):
                return
            if i and (yield from o.ask(p, "D_WRACK", [PASS, YES])) == PASS:
                return
            yield from torture(o, p, p if own.enlarged else q)

    return once("Wrack", main), do  # also with nothing to gain (R300)


@flare("Wrack", "super", "H_OWN")
def _():
    return of("Wrack"), enlarge


@flare("Wrack", "wild", "H_PRE")
def _():
    def can(o, p, w):
        return o.is_main(p) and len(torments(o, o.opponent(p))) > 0

    return can, lambda o, p, w: torture(o, p, o.opponent(p))
