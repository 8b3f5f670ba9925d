"""Reverse hexes in the oracle (11.6, R213, R221 to R226).

On a Gas Giant or Space Dust the owner's tokens lie in slot 0; every other base there is a stack
of its own in the slots 1 to 5.
"""

from __future__ import annotations

from cosmic_encounter.oracle_box import PASS, ROW, YES, Destiny, loc, num, opt, sure
from cosmic_encounter.oracle_moons import is_moon

BINARY, GAS_GIANT, RINGS, ROSETTE = "BINARY", "GAS GIANT", "RINGS", "ROSETTE"
SPACE_DUST, WORLDSHIPS = "SPACE DUST", "WORLDSHIPS"
HEXES = [BINARY, GAS_GIANT, RINGS, ROSETTE, SPACE_DUST, WORLDSHIPS]
SPREAD = (BINARY, RINGS, ROSETTE)  # by D_PLACE
ONE_PLANET = (GAS_GIANT, SPACE_DUST)
DEFENCE = (10, 8, 6, 4, 2)  # R51
FLEET = 3  # cards of Worldships
DUST_BONUS = 5


def deal_hexes(o):
    """Give the reverse hexes to the seats."""
    o.hex = [""] * o.n
    words = o.options.reverse_hexes
    if words == "off":
        return
    entries = list(map(str, range(o.n))) if words == "all" else words.split(",")
    named = dict(entry.split(":") for entry in entries if ":" in entry)
    at_random = sorted(int(entry) for entry in entries if ":" not in entry)
    for seat, name in named.items():
        o.hex[int(seat)] = name
    if at_random:
        left = [name for name in HEXES if name not in named.values()]
        o.chance.shuffle(left)
        for p, name in zip(at_random, left, strict=False):
            o.hex[p] = name


def take_out_dust(o):
    """Space Dust: its owner keeps three destiny cards of his colour, the dark one included."""
    for p in range(o.n):
        if o.hex[p] == SPACE_DUST:
            o.dust = [(p, False), (p, False), (p, True)]
            for card in o.dust:
                o.destiny.remove(card)


def share_out(o, listed):
    """Return to which seats the first flares of the list go, two to the Binary (R226)."""
    seats = []
    for p in range(o.n):
        seats.append(p)
        if o.hex[p] != BINARY or len(listed) <= o.n:
            continue
        for k in range(len(seats), len(listed)):
            row = ROW[listed[k]]
            if row["artefact"] == "0" and row["has_setup"] == "0":
                listed.insert(len(seats), listed.pop(k))
                seats.append(p)
                break
    return seats


def two_of(o, p):
    """Return the powers of the two stars of a Binary."""
    if o.hex[p] != BINARY:
        return ()
    return (o.sheet_power(p), o.twins[p].power) if p in o.twins else (o.sheet_power(p),)


def planets_of(o, system):
    """Return the slots of the planets of a system."""
    if o.hex[system] in ONE_PLANET:
        return range(1)
    return range(6 if o.hex[system] in (BINARY, ROSETTE) else 5)


def stacks_of(o, system):
    """Return the places of the stacks of others."""
    if o.hex[system] not in ONE_PLANET:
        return []
    return [system * 8 + slot for slot in range(1, 6)]


def count_home_planets(o, p):
    """Return the bases of a player on his planets (R222)."""
    tokens = [o.tokens[p][place] for place in o.planets(p)]
    if o.hex[p] == GAS_GIANT:
        return min(3, tokens[0])
    if o.hex[p] == SPACE_DUST:
        return tokens[0]
    return sum(count > 0 for count in tokens)


def income(o, p):
    """Return the Lucre of a turn (11.2)."""
    if o.hex[p] not in ONE_PLANET:
        return 3 + o.home_bases(p)
    there = sum(o.tokens[p][p * 8 : p * 8 + 8])
    return 7 + o.own_moons(p) if there >= 4 else there + 3


def site(o, p, place):
    """Return where tokens that land on a place come to lie; None: there is no room (R222)."""
    system = place // 8
    if is_moon(place):
        return None if any(o.tokens[q][place] for q in o.others(p)) else place
    if system >= o.n or o.hex[system] not in ONE_PLANET:
        return place
    if p == system:
        return system * 8
    stacks = stacks_of(o, system)
    for stack in stacks:
        if not any(o.tokens[q][stack] for q in range(o.n)):
            return stack
    return next((stack for stack in stacks if o.tokens[p][stack]), None)


def has_room(o, p, place):
    """Whether tokens of a player that go there find a place of their own."""
    if p == place // 8 or place not in o.planets(place // 8) or not stacks_of(o, place // 8):
        return True
    return not all(
        any(o.tokens[q][stack] for q in range(o.n)) for stack in stacks_of(o, place // 8)
    )


def can_settle(o, p, place):
    """Whether a new base can be established there (R222)."""
    place_of_base = site(o, p, place)
    return place_of_base is not None and not o.tokens[p][place_of_base]


def may_stand(o, p, place):
    """Whether tokens may lie there: in slot 0 of a Gas Giant or Space Dust only the owner's."""
    system, slot = divmod(place, 8)
    if system >= o.n or o.hex[system] not in ONE_PLANET or slot > 5:
        return True
    return (p == system) == (slot == 0)


def most_defending(o, p, place):
    """Return how many tokens of a player on the target planet are in the challenge."""
    there = o.tokens[p][place]
    if p != place // 8 or place % 8:
        return there
    if o.hex[p] == SPACE_DUST:
        return min(1, there)
    if o.hex[p] == GAS_GIANT and o.ch.standing is not None:
        return min(o.ch.standing, there)
    return there


def star_of(o, p, power):
    """Return the bases on the star of one of the two powers of a Binary, None if it has none."""
    if power not in two_of(o, p):
        return None
    star = o.first_star[p] if power == o.sheet_power(p) else 1 - o.first_star[p]
    places = [p * 8 + 3 * star + k for k in range(3)]
    return sum(o.tokens[p][place] > 0 for place in places)


def is_excluded(o, p, power):
    """R223: the two powers of a Binary exclude each other."""
    ch = o.ch
    first = ch.first_of_two.get(p)
    return not ch.sanity and first != power and {first, power} <= set(two_of(o, p))


# What is asked in a challenge --------------------------------------------------------------------


def withdraw(o):
    """R224: the Gas Giant's owner withdraws tokens, at the beginning of 7a."""
    ch = o.ch
    p = ch.defender
    if ch.target != p * 8 or o.hex[p] != GAS_GIANT or ch.sanity or ch.standing is not None:
        return
    count = o.on_target(p)
    if count > 1:
        numbers = range(1, min(20, count) + 1)
        ch.standing = (yield from o.ask(p, "D_BOUND", map(num, numbers))) - num(0)


def play_dust(o):
    """R224: the owner of Space Dust plays a destiny card, before H_POST."""
    ch = o.ch
    p = ch.defender
    if o.hex[p] != SPACE_DUST or ch.sanity or not o.dust or ch.dust_card:
        return
    if (yield from o.ask(p, "D_BOUND", [PASS, YES])) == YES:
        ch.dust_card = o.dust.pop(0)


def clear_dust(o):
    """Space Dust's card goes to the discards if its owner has lost, else back to him (R211)."""
    ch = o.ch
    if ch.dust_card is None:
        return
    card: Destiny = ch.dust_card
    ch.dust_card = None
    both_lost = ch.both_lose and ch.engaged and not ch.dealt and not ch.failed
    lost = both_lost or (ch.winner is not None and ch.winner == ch.off)
    if lost:
        o.destiny_discard.append(card)
    else:
        o.dust = sorted([*o.dust, card])


def bind(o):
    """R225: Rings and Rosette, after the H_TOT window."""
    ch = o.ch
    if ch.dust_card is not None:
        add(o, sure(ch.defender), DUST_BONUS)
    if ch.target is None or is_moon(ch.target) or ch.sanity:
        return
    system = ch.target // 8
    name = o.hex[system] if system < o.n else ""
    if name == RINGS and is_home_defender(o):
        yield from bind_rings(o)
    elif name == ROSETTE and system in o.mains():
        added = yield from call_neighbours(o, system)
        if not added and is_home_defender(o):
            yield from evacuate(o)


def add(o, m, number):
    o.ch.hex_bonus[m] = o.ch.hex_bonus.get(m, 0) + number


def is_home_defender(o):
    """Whether the DEF defends a planet of his own."""
    ch = o.ch
    return ch.defender == ch.target // 8 and ch.defender in o.garrison() and ch.target % 8 < 6


def bind_rings(o):
    m = sure(o.ch.defender)
    action = yield from o.ask(m, "D_BOUND", [PASS, opt(0), opt(1)])
    if action != PASS:
        number = DEFENCE[o.ch.target % 8]
        add(o, m, number if action == opt(0) else -number)


def neighbours(o):
    """Return the two neighbours of the target planet in the ring."""
    system, slot = divmod(o.ch.target, 8)
    return [system * 8 + (slot + step) % 6 for step in (-1, 1)]


def call_neighbours(o, p):
    if p == o.ch.defender and not is_home_defender(o):
        return False
    called = False
    for place in neighbours(o):
        if o.tokens[p][place] and (yield from o.ask(p, "D_BOUND", [PASS, YES])) == YES:
            add(o, p, o.tokens[p][place])
            called = True
    return called


def evacuate(o):
    """R101."""
    ch = o.ch
    if ch.sanity or ch.target is None or o.hex[ch.target // 8] != ROSETTE:
        return
    p = sure(ch.defender)
    if not is_home_defender(o) or not o.tokens[p][ch.target] or ch.target not in o.movable(p):
        return
    places = [place for place in neighbours(o) if o.tokens[p][place]]
    action = yield from o.ask(p, "D_BOUND", [PASS, *map(loc, places)])
    if action != PASS:
        o.tokens[p][action - 8] += o.tokens[p][ch.target]
        o.tokens[p][ch.target] = 0


# Worldships --------------------------------------------------------------------------------------


def draw_fleet(o):
    """R213: Worldships gets three cards from the top."""
    for p in range(o.n):
        if o.hex[p] == WORLDSHIPS:
            o.destiny_hands[p] = [o.destiny.pop() for _ in range(min(FLEET, len(o.destiny)))]


def ask_worldships(o, *, is_comet, comets_only=False):
    """D_WS: Worldships replaces the card turned up, or adds a comet (R213)."""
    ch = o.ch
    if ch.sanity:
        return
    for p, hand in o.destiny_hands.items():
        while True:
            options = []
            for k, card in enumerate(hand):
                if is_comet(card):
                    if ch.comet is None and not is_comet(ch.card):
                        options.append(opt(k))
                elif not comets_only:
                    options.append(opt(k))
            action = yield from o.ask(p, "D_WS", [PASS, *options])
            if action == PASS:
                return
            card = hand.pop(action - opt(0))
            if is_comet(card):
                ch.comet = card
                o.destiny_discard.append(card)
                if comets_only:
                    return
                continue
            o.destiny_discard.append(ch.card)
            ch.card = card
            ch.by_worldships = p
            return
