"""The powers of the oracle when the winner is known, phase 8.

`oracle_plays.py` tells how powers are written down.
"""

from __future__ import annotations

from cosmic_encounter.oracle_box import (
    PASS,
    YES,
    is_artefact,
    opt,
    seat,
)
from cosmic_encounter.oracle_hexes import GAS_GIANT, may_stand, site
from cosmic_encounter.oracle_moons import is_moon, moons_there
from cosmic_encounter.oracle_plays import (
    built_in,
    enlarge,
    flare,
    main,
    mandatory,
    of,
    optional,
    quick,
)

# Bully


def bullied(o, p, w):
    """Whether a loss event is that of the OPP of a winner in AA."""
    ch, loss = o.ch, w.about
    won = ch.aa and ch.winner == p
    return won and loss.by_defeat and loss.player == o.opponent(p) and len(loss.tokens) > 0


def bully(o, p, w, own=None):
    loss = w.about
    loss.tokens, left = yield from o.pick_victims(p, loss.player, loss.tokens)
    yield from o.leave_be(loss.player, left)
    if own is not None and own.enlarged:
        o.ch.bullied = p


@optional("Bully", "H_LOSS")
def _():
    return bullied, bully


@flare("Bully", "wild", "H_LOSS")
def _():
    return bullied, bully


@flare("Bully", "super", "H_OWN")
def _():
    return of("Bully"), enlarge


# Connoisseur


def more(count):
    def do(o, p, w, own=None):
        w.about.extra += 2 * count if own is not None and own.enlarged else count
        return
        yield

    return do


def draws(o, p, w):
    return w.about.player == p


@mandatory("Connoisseur", "H_DRAW")
def _():
    return draws, more(2)


@flare("Connoisseur", "super", "H_OWN")
def _():
    return of("Connoisseur"), enlarge


@flare("Connoisseur", "wild", "H_DRAW")
def _():
    return draws, more(2)


# Entrepreneur


def is_winner(o, p):
    ch = o.ch
    if ch.dealt:
        return o.is_main(p)
    return o.is_involved(p) and ch.winner is not None and o.mains()[ch.side(p)] == ch.winner


@mandatory("Entrepreneur", "H_OUT")
def _():
    def do(o, p, w, own):
        o.receive(p, o.ch.engaged[p] * (2 if own.enlarged else 1))
        return
        yield

    return lambda o, p, w: is_winner(o, p), do


@flare("Entrepreneur", "super", "H_OWN")
def _():
    return of("Entrepreneur"), enlarge


@flare("Entrepreneur", "wild", "H_OUT")
def _():
    return lambda o, p, w: is_winner(o, p), quick(lambda o, p: o.receive(p, 4))


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


# Extortionist


def still_held(o, about):
    """Return the cards just taken that are still held (R130)."""
    q, kinds = about
    left = list(o.hands[q])
    held = []
    for kind in kinds:
        if kind in left:
            left.remove(kind)
            held.append(kind)
    return held


def may_extort(o, p, w):
    return w.about[0] != p and len(still_held(o, w.about)) > 1


def extort(o, p, about):
    cards = sorted(still_held(o, about))
    for _ in range(len(cards) // 2):
        kind = cards.pop(o.chance.below(len(cards)))
        about[1].remove(kind)
        o.give(about[0], p, kind)


@optional("Extortionist", "H_TAKEN")
def _():
    def do(o, p, w, own):
        q = w.about[0]
        pays = PASS
        if not own.enlarged and o.bases(q):
            pays = yield from o.ask(q, "D_EXTORTIONIST", [PASS, YES])
        if pays == PASS:
            extort(o, p, w.about)
            return
        place = yield from o.ask_place(p, "D_EXTORTIONIST", o.bases(q))
        o.tokens[q][place] -= 1
        yield from o.lose(q, [place])

    return may_extort, do


@flare("Extortionist", "super", "H_OWN")
def _():
    return of("Extortionist"), enlarge


@flare("Extortionist", "wild", "H_TAKEN")
def _():
    def do(o, p, w):
        extort(o, p, w.about)
        return
        yield

    return may_extort, do


# Filth (R122; a planet taken from it, its own allies: in the outcome)


def others_at(o, p, place):
    """Return the others who share a planet with a player, not on a Gas Giant."""
    if o.hex[place // 8] == GAS_GIANT or not o.tokens[p][place]:
        return []
    return [q for q in o.timing() if q != p and o.tokens[q][place]]


def clear(o, p, place, *, to_warp=False):
    """The tokens of others leave a planet."""
    for q in others_at(o, p, place):
        if to_warp:
            count, o.tokens[q][place] = o.tokens[q][place], 0
            yield from o.lose(q, [place] * count)
        elif not o.is_nailed(q, place):
            yield from o.give_base_up(q, place)


def is_giver(o, p, landing):
    """Whether a deal gives another player a base where a Filth is, one of those who deal."""
    deals = o.is_main(p) or o.ch.three_way == p
    return landing.place in o.ch.ceded and landing.player != p and deals


@mandatory("Filth", "H_LAND")
def _():
    def can(o, p, w):
        return others_at(o, p, w.about.place) != []

    def do(o, p, w, own):
        place = w.about.place
        if is_giver(o, p, w.about):
            if not o.is_nailed(p, place):
                yield from o.give_base_up(p, place)
        else:
            yield from clear(o, p, place, to_warp=own.enlarged)

    return can, do


@flare("Filth", "super", "H_OWN")
def _():
    def can(o, p, w):
        own = w.about
        if own.power != "Filth" or not o.ch.in_phase_8:
            return False
        if own.about is None:  # the winners do not land, or an ally lands elsewhere
            return p == o.ch.defender
        return not is_giver(o, p, own.about)

    return can, enlarge


@flare("Filth", "wild", "H_LAND")
def _():
    def can(o, p, w):
        landing = w.about
        is_his = landing.player == p
        return o.ch.in_phase_8 and is_his and others_at(o, p, landing.place) != []

    def do(o, p, w):
        yield from clear(o, p, w.about.place)

    return can, do


# Fungus (the captives: at the table)


@flare("Fungus", "wild", "H_LOSS")
def _():
    def can(o, p, w):
        loss = w.about
        return loss.by_defeat and len(loss.tokens) > 0 and o.can_stack(p)

    def do(o, p, w):
        o.capture(p, w.about)
        return
        yield

    return can, do


@flare("Fungus", "super", "H_LOSS")
def _():
    def do(o, p, w):
        yield from o.send_home(p, w.about.tokens)  # they were lost, as healed ones (6.6)

    def can(o, p, w):
        loss = w.about
        return loss.by_defeat and loss.player == p and len(loss.tokens) > 0

    return can, do


# Grief


def is_losing_main(o, p):
    ch = o.ch
    return o.is_main(p) and ch.winner is not None and ch.winner != p


def discards(o, p, count):
    for _ in range(min(count, len(o.hands[p]))):
        yield from o.discard_choice(p, o.hands[p])


@mandatory("Grief", "H_OUT")
def _():
    def do(o, p, w, own):
        q = o.opponent(p)
        if own.enlarged:
            hand, o.hands[q] = o.hands[q], []
            o.put_down(hand, q)
        else:
            yield from discards(o, q, o.ch.lost[p])

    return lambda o, p, w: is_losing_main(o, p) and o.ch.lost.get(p, 0) > 0, do


@flare("Grief", "super", "H_OWN")
def _():
    return of("Grief"), enlarge


@flare("Grief", "wild", "H_OUT")
def _():
    def do(o, p, w):
        yield from discards(o, o.opponent(p), 2)

    return lambda o, p, w: is_losing_main(o, p), do


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


# Pirate


def booty(o, p):
    """Return how many losing tokens a Pirate could capture."""
    ch = o.ch
    if ch.winner is None or p == ch.defender or not o.is_involved(p):
        return 0
    if o.mains()[ch.side(p)] != ch.winner:
        return 0
    return min(len(o.part(p, ch.winner)), sum(count for _, _, count in o.losing_tokens()))


def capture(o, p, count):
    captives = o.memory(p, "Pirate").setdefault("captives", {})
    m = o.opponent(o.ch.winner)
    for q, from_cone, there in o.losing_tokens():
        for _ in range(min(count, there)):
            if from_cone:
                o.part(q, m).pop()
            else:
                o.tokens[q][o.ch.target] -= 1
                o.shift_standing(q, -1)
            captives[q] = captives.get(q, 0) + 1
            o.ch.captured[q] = o.ch.captured.get(q, 0) + 1
            count -= 1


@optional("Pirate", "H_WON")
def _():
    def do(o, p, w, own):
        count = yield from o.ask_number(p, "D_PIRATE", range(1, booty(o, p) + 1))
        capture(o, p, count)
        if not own.enlarged:
            cone = o.part(p, o.ch.winner)
            cone[:] = cone[len(cone) - count :] + cone[: len(cone) - count]
            for _ in range(count):
                yield from o.send_home(p, [cone[0]])
                del cone[0]

    return lambda o, p, w: booty(o, p) > 0, do


@optional("Pirate", "H_REGROUP")
def _():
    def prisoners(o, p):
        return o.memory(p, "Pirate").get("captives", {})

    def do(o, p, w, own):
        held = prisoners(o, p)
        sold = 0
        while sold < 4:
            seats = [q for q in range(o.n) if held.get(q)]
            action = yield from o.ask(p, "D_PIRATE", [PASS, *map(seat, seats)])
            if action == PASS:
                break
            held[action - 2] -= 1
            o.warp[action - 2] += 1
            sold += 1
        yield from o.reward(p, sold)
        for q in o.timing():
            if held.get(q):
                yield from ransom(o, p, q, held)

    return lambda o, p, w: sum(prisoners(o, p).values()) > 0, do


def ransom(o, p, q, held):
    count = yield from o.ask_number(q, "D_PIRATE", range(min(3, len(o.hands[q])) + 1))
    if count == 0 or (yield from o.ask(p, "D_PIRATE", [PASS, YES])) == PASS:
        return
    for _ in range(count):
        o.give(q, p, (yield from o.ask(q, "D_GIVE", o.hands[q])))
    freed, held[q] = held[q], 0
    o.warp[q] += freed
    yield from o.from_warp(q, freed)


@flare("Pirate", "super", "H_OWN")
def _():
    return lambda o, p, w: w.about.power == "Pirate" and o.ch.winner is not None, enlarge


@flare("Pirate", "wild", "H_OUT")
def _():
    def can(o, p, w):
        ch = o.ch
        won = ch.winner is not None and o.is_involved(p) and o.mains()[ch.side(p)] == ch.winner
        return won and p != ch.defender

    def effect(o, p):
        q = o.opponent(o.ch.winner)
        if o.hands[q]:
            o.take_random(p, q)

    return can, quick(effect)


# Reincarnator


def is_loser(o, p):
    """Whether a player is on the losing side, or a main player whose deal has failed."""
    ch = o.ch
    if ch.failed:
        return o.is_main(p)
    if ch.dealt or not o.is_involved(p):
        return False
    return o.mains()[ch.side(p)] != ch.winner


@mandatory("Reincarnator", "H_OUT")
def _():
    def do(o, p, w, own):
        names = o.unused_powers()
        if own.enlarged or not names:
            return
        memory = o.memory(p, "Reincarnator")
        if memory.get("held"):
            o.drop(memory["held"])
        name = names[o.chance.below(len(names))]
        memory["held"] = o.draw_power(name)
        yield from o.obtain(p, name)

    return lambda o, p, w: is_loser(o, p), do


@flare("Reincarnator", "super", "H_OWN")
def _():
    return of("Reincarnator"), enlarge


@flare("Reincarnator", "wild", "H_OUT")
def _():
    def losers(o, p):
        seats = [m for m in o.mains() if m != p and is_loser(o, m) and o.unused_powers()]
        powers = {m: o.sheet_power(m) for m in seats}
        return [m for m in seats if powers[m] is not None and not is_artefact(powers[m])]

    def do(o, p, w):
        seats = losers(o, p)
        m = seats[0]
        if len(seats) > 1:
            m = o.mains()[(yield from o.ask(p, "D_REINCARNATOR", [opt(0), opt(1)])) - opt(0)]
        names = o.unused_powers()
        yield from o.replace_sheet(m, names[o.chance.below(len(names))])

    return lambda o, p, w: losers(o, p) != [], do


# Spiff


def spiff(o, p, w, own=None):
    loss = w.about
    target = site(o, p, o.ch.target)
    loss.tokens.pop(0)
    loss.saved += 1
    o.tokens[p][target] += 1
    o.ch.landed[p] = o.ch.landed.get(p, 0) + 1
    o.ch.landed_at[p] = target
    yield from o.has_landed(p, target, is_new=o.tokens[p][target] == 1)


def crashes(difference):
    def can(o, p, w):
        ch, loss = o.ch, w.about
        lost = p == ch.off == loss.player and loss.by_defeat and ch.aa and len(loss.tokens) > 0
        lost = lost and ch.target is not None and not is_moon(ch.target)
        lost = lost and site(o, p, ch.target) is not None
        return lost and abs(ch.totals[0] - ch.totals[1]) >= difference

    return can


@optional("Spiff", "H_LOSS")
def _():
    return crashes(10), spiff


@flare("Spiff", "super", "H_LOSS")
def _():
    return crashes(5), spiff


@flare("Spiff", "wild", "H_LOSS")
def _():
    def can(o, p, w):
        loss = w.about
        on_planet = not is_moon(o.ch.target)
        held_out = [place for place in loss.tokens if on_planet and place == o.ch.target]
        return p == o.ch.defender == loss.player and loss.by_defeat and held_out != []

    def do(o, p, w):
        loss = w.about
        loss.tokens.remove(o.ch.target)
        loss.saved += 1
        o.tokens[p][o.ch.target] += 1
        return
        yield

    return can, do


# Sting


def to_sting(o, p):
    return [q for q in o.others(p) if o.bases(q)]


def sting(o, p, q, loss, count, cards):
    saved, loss.tokens = loss.tokens[:count], loss.tokens[count:]
    yield from o.send_home(p, saved)
    yield from o.lose_choice(q, count)
    taken = min(cards, len(o.hands[p]))
    for _ in range(taken):
        o.take_random(q, p)
    yield from o.draw(q, cards - taken)


@optional("Sting", "H_LOSS")
def _():
    def can(o, p, w):
        return w.about.player == p and len(w.about.tokens) > 1 and to_sting(o, p) != []

    def do(o, p, w, own):
        loss = w.about
        count = len(loss.tokens) if own.enlarged else len(loss.tokens) // 2
        options = [PASS, *map(seat, to_sting(o, p))]
        action = yield from o.ask(p, "D_STING", options)
        if action != PASS:
            yield from sting(o, p, action - 2, loss, count, count)

    return can, do


@flare("Sting", "super", "H_OWN")
def _():
    return of("Sting"), enlarge


@flare("Sting", "wild", "H_LOSS")
def _():
    def can(o, p, w):
        return w.about.player == p and len(w.about.tokens) > 0 and to_sting(o, p) != []

    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_STING", to_sting(o, p))
        yield from sting(o, p, q, w.about, 1, 0)

    return can, do


# Terrorist (its list: at setup)


@mandatory("Terrorist", "H_LAND")
def _():
    def can(o, p, w):
        landing = w.about
        bombs = o.memory(p, "Terrorist")["bombs"]
        return landing.player != p and landing.is_new and landing.place in bombs

    def do(o, p, w, own):
        o.memory(p, "Terrorist")["bombs"].remove(w.about.place)
        w.about.went_off = True
        yield from o.wipe_out(w.about.place, spared=p)

    return can, do


@flare("Terrorist", "super", "H_LAND")
def _():
    def do(o, p, w):
        bombs = o.memory(p, "Terrorist")["bombs"]
        places = [place for place in o.all_planets() if place not in bombs | {w.about.place}]
        bombs.add((yield from o.ask_place(p, "D_TERRORIST", places)))

    return lambda o, p, w: o.ch.in_phase_8 and w.about.went_off, do  # R95: 8 H_LAND


@flare("Terrorist", "wild", "H_LAND")
def _():
    def can(o, p, w):
        landing = w.about
        here = landing.place in o.sites(p) and o.tokens[landing.player][landing.place] > 0
        return o.ch.in_phase_8 and landing.player != p and here  # R95: 8 H_LAND

    def do(o, p, w):
        q, place = w.about.player, w.about.place
        o.tokens[q][place] -= 1
        yield from o.lose(q, [place])

    return can, do


# Vacuum


@mandatory("Vacuum", "H_LOSS")
def _():
    def others(o, p):
        return [q for q in range(o.n) if q != p and o.on_bases(q) > 0]

    def can(o, p, w):
        is_his = w.about.player == p and len(w.about.tokens) > 0
        return is_his and p not in o.ch.vacuums and len(others(o, p)) > 0

    def do(o, p, w, own):
        o.ch.vacuums.add(p)
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
        o.ch.vacuums.discard(p)

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


# Vampire


def captives(o, p):
    return o.find_held(p, "Vampire").memory.setdefault("captives", {})


@mandatory("Vampire", "H_LOSS")
def _():
    def can(o, p, w):
        ch, loss = o.ch, w.about
        if ch.winner != p or not loss.by_defeat or not loss.tokens:
            return False
        allied = ch.super_vampire == p and loss.player in o.allies_of(o.opponent(p))
        return loss.player == o.opponent(p) or allied

    def do(o, p, w, own):
        loss, held = w.about, captives(o, p)
        if own.enlarged:
            o.ch.super_vampire = p
        count = min(len(loss.tokens), 10 - sum(held.values()))
        held[loss.player] = held.get(loss.player, 0) + count
        del loss.tokens[:count]
        return
        yield

    return can, do


@flare("Vampire", "super", "H_OWN")
def _():
    return lambda o, p, w: w.about.power == "Vampire" and o.ch.winner == p, enlarge


@optional("Vampire", "H_TOT")
def _():
    def can(o, p, w):
        return o.is_main(p) and sum(captives(o, p).values()) > 0

    def do(o, p, w, own):
        held = captives(o, p)
        count = yield from o.ask_number(p, "D_VAMPIRE", range(sum(held.values()) + 1))
        o.ch.bonus[p] = o.ch.bonus.get(p, 0) + 2 * count
        for q in sorted(held):
            freed = min(count, held[q])
            held[q] -= freed
            o.warp[q] += freed
            count -= freed

    return can, do


@flare("Vampire", "wild", "H_REGROUP")
def _():
    def partners(o, p, place, other):
        """Return who has tokens at `other` that may change places with those of p at `place`."""
        if place == other or o.tokens[p][other] or not may_stand(o, p, other):
            return []
        seats = [q for q in o.others(p) if other in o.movable(q) and not o.tokens[q][place]]
        return [q for q in seats if may_stand(o, q, place)]

    def goals(o, p, place):
        return [other for other in range(48) if partners(o, p, place, other)]

    def starts(o, p):
        return [place for place in o.movable(p) if goals(o, p, place)]

    def do(o, p, w):
        place = yield from o.ask_place(p, "D_VAMPIRE", starts(o, p))
        other = yield from o.ask_place(p, "D_VAMPIRE", goals(o, p, place))
        seats = partners(o, p, place, other)
        q = seats[0]
        if len(seats) > 1:
            q = yield from o.ask_seat(p, "D_VAMPIRE", seats)
        for r, source, goal in ((p, place, other), (q, other, place)):
            o.tokens[r][goal] = o.tokens[r][source]
            o.tokens[r][source] = 0
        yield from o.has_landed(p, other, is_new=True)
        yield from o.has_landed(q, place, is_new=True)
        o.check_victory()

    return lambda o, p, w: starts(o, p) != [], do


# Void


def remove(o, p, w, own=None):
    loss = w.about
    q = loss.player
    count = min(len(loss.tokens), max(0, o.tokens_in_game(q) - 5))
    o.removed[q] += count
    del loss.tokens[:count]
    return
    yield


@mandatory("Void", "H_LOSS")
def _():
    def can(o, p, w):
        return o.ch.winner == p and w.about.by_defeat and len(w.about.tokens) > 0

    return can, remove


@flare("Void", "super", "H_LOSS")
def _():
    def can(o, p, w):
        ch = o.ch
        won = p in ch.allies and ch.allies[p] == ch.winner
        return won and w.about.by_defeat and len(w.about.tokens) > 0

    return can, remove


@flare("Void", "wild", "H_START")
def _():
    def places(o):
        systems = [q for q in range(o.n) if len(o.planets(q)) > 3]
        empty = [place for q in systems for place in o.planets(q)]
        empty += moons_there(o)
        return [place for place in empty if not any(o.tokens[q][place] for q in range(o.n))]

    def do(o, p, w):
        yield from o.destroy((yield from o.ask_place(p, "D_VOID", places(o))))

    return lambda o, p, w: places(o) != [], do


# Witch (6.12)


def winners_without_curse(o, p):
    """Return whom a Witch on the losing side may curse."""
    ch = o.ch
    if ch.winner is None or not o.is_involved(p) or o.mains()[ch.side(p)] == ch.winner:
        return []
    on_side = [q for q in o.timing() if q != p and o.is_on_winning_side(q)]
    return [q for q in on_side if o.curses[q] is None]


@mandatory("Witch", "H_OUT")
def _():
    def do(o, p, w, own):
        for _ in range(2 if own.enlarged else 1):
            seats = winners_without_curse(o, p)
            if not seats:
                return
            q = yield from o.ask_seat(p, "D_WITCH", seats)
            o.curses[q] = (yield from o.ask(p, "D_WITCH", map(opt, range(6)))) - opt(0)
            o.atoned[q] = 0

    return lambda o, p, w: winners_without_curse(o, p) != [], do


@flare("Witch", "super", "H_OWN")
def _():
    def can(o, p, w):
        return w.about.power == "Witch" and len(winners_without_curse(o, p)) > 1

    return can, enlarge


@flare("Witch", "wild", "H_OUT")
def _():
    def can(o, p, w):
        ch = o.ch
        return o.is_main(p) and not ch.dealt and not ch.failed and ch.winner != p

    def do(o, p, w):
        yield from o.lose_choice(o.opponent(p), 2)

    return can, do


# Zombie


@mandatory("Zombie", "H_LOSS")
def _():
    def do(o, p, w, own):
        if o.bases(p):  # otherwise they are lost (R24)
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
                o.part(q, p).append(None)

    return main, do


built_in("Fungus")
