"""Special destiny in the oracle: colourless cones and comets (11.5, R200 to R209, R212).

A special card is the number printed on it: cones 1 to 10, comets 11 to 26.
"""

from __future__ import annotations

from cosmic_encounter.oracle_box import sure

CONES = range(1, 11)
COMETS = range(11, 27)
ANY_MOON, VOTE, ANY_BASE, LARGEST_BASE, WARP = 1, 2, 6, 7, 10
POWER_OUTAGE, CONSOLATION_WAR, FREE_FOR_ALL, VICTORY_DANCE, ODD_WAY = range(11, 16)
TENACIOUS_DEFENSE, EXPENSE_WAR, HALF_HEARTED_WAR, OPEN_WAR, LONELY_WAR = range(16, 21)
SMALL_WAR, LAST_STAND, MERCY_WAR, SPOILS_OF_WAR, BLIND_WAR, REVERSE_WAR = range(21, 27)
RISKED = 4  # tokens in a Warp challenge
PRICE = 2  # of a card in an Expense War


def usable(options, reverse_cone):
    """R200."""
    left_out = set()
    if options.moons == "off":
        left_out.add(ANY_MOON)
    if not options.lucre:
        left_out.add(EXPENSE_WAR)
    if not reverse_cone:
        left_out.add(REVERSE_WAR)
    return [number for number in [*CONES, *COMETS] if number not in left_out]


def is_special(card):
    return isinstance(card, int)


def is_comet(card):
    return is_special(card) and card in COMETS


def deal_specials(o):
    """Put one special card for each player into the destiny deck."""
    if not o.options.special_destiny:
        return
    cards = usable(o.options, o.reverse_cone)
    o.chance.shuffle(cards)
    o.destiny += cards[: o.n]
    o.specials_outside = cards[o.n :]


def replace_specials(o):
    """R201: before a reshuffle."""
    if o.options.replace_all:
        for pile in (o.destiny, o.destiny_discard, *o.destiny_hands.values()):
            for place, card in enumerate(pile):
                if is_special(card):
                    pile[place] = exchange(o, card)
        return
    lying = [k for k, card in enumerate(o.destiny_discard) if is_special(card)]
    if lying:
        o.destiny_discard[lying[-1]] = exchange(o, o.destiny_discard[lying[-1]])


def exchange(o, card):
    """Put a special card outside and return a random one from there."""
    o.specials_outside.sort()
    if not o.specials_outside:
        return card
    new = o.specials_outside.pop(o.chance.below(len(o.specials_outside)))
    o.specials_outside.append(card)
    return new


# Colourless cones --------------------------------------------------------------------------------


def find_fitting(o, number):
    """Return the players whom a colourless cone gives (4.1 e)."""
    off = o.ch.off
    others = o.others(off)
    if number == ANY_MOON:
        return others if o.open_moons() else []
    if number == VOTE:
        votes = dict.fromkeys(others, 0)
        for p in [(off + k) % o.n for k in range(1, o.n)]:
            votes[(yield from o.ask_seat(p, "D_VOTE", others))] += 1
        return most(votes)
    if number == 3:
        return [(off + 1) % o.n]
    if number == 4:
        return [(off - 1) % o.n]
    if number == 5:
        abroad = {p: sum(place // 8 != p for place in o.bases(p)) for p in others}
        return most({p: abroad[p] + o.home_bases(p) for p in others})
    if number == ANY_BASE:
        places = [place for place in o.sites(off) if not o.tokens[off][place]]
        return [p for p in others if any(o.tokens[p][place] for place in places)]
    if number == LARGEST_BASE:
        largest = {p: max(o.base_sizes(p).values(), default=0) for p in others}
        return most(largest) if any(largest.values()) else []
    if number == 8:
        return most({p: len(o.hands[p]) for p in range(o.n)})
    if number == 9:
        return most({p: o.external_bases(p) for p in range(o.n)})
    in_warp = {p: o.warp[p] for p in others}
    return most(in_warp) if any(in_warp.values()) else []


def most(numbers):
    """Return the players with the largest number."""
    return [p for p, number in numbers.items() if number == max(numbers.values())]


def special_rule(o):
    """Return the cone 1, 6, 7 or 10 whose rule for the target holds (R203)."""
    ch = o.ch
    if not is_special(ch.card) or ch.will or ch.lured or ch.nested:
        return None
    if ch.card == ANY_MOON:
        return ch.card
    return ch.card if ch.card in (ANY_BASE, LARGEST_BASE, WARP) and ch.system in ch.fits else None


def targets_of_cone(o):
    """Return the targets of the cones 1, 6 and 7; none: the challenge is a regular one."""
    rule = special_rule(o)
    if rule == ANY_MOON:
        return o.open_moons()
    if rule == ANY_BASE:
        return o.bases(o.ch.system)
    if rule == LARGEST_BASE:
        sizes = o.base_sizes(o.ch.system)
        return [place for place, size in sizes.items() if size == max(sizes.values())]
    return []


# Warp challenge (R212) ---------------------------------------------------------------------------


def risked(o):
    """Return how many tokens the DEF risks."""
    return min(RISKED, o.warp[o.ch.defender])


def remove_risked(o):
    """The DEF of a Warp challenge has lost: his tokens are removed from the game."""
    q = sure(o.ch.defender)
    count = risked(o)
    o.ch.lost[q] = count
    removed = min(count, max(0, o.tokens_in_game(q) - 5))
    o.warp[q] -= removed
    o.removed[q] += removed


def win_in_warp(o, m):
    ch = o.ch
    off, defender = o.mains()
    allies = o.allies_of(m)
    earned = {p: len(o.part(p, m)) * o.macron_factor(p) for p in allies}
    prize = risked(o)
    yield from o.lose_side(o.opponent(m))
    if m == off:
        yield from o.send_home(off, ch.tokens.get(off, []))
        ch.success = True
    else:
        yield from o.from_warp(defender, RISKED)
    for p in allies:
        yield from o.send_home(p, o.part(p, m))
    if ch.stellar_gas:
        return
    yield from o.console(m, o.opponent(m))
    if ch.wild_grudge:
        earned = {}
    for p in allies:
        yield from o.reward(p, earned.get(p, 0))
    if m == off:
        yield from o.reward(off, prize)


# Comets ------------------------------------------------------------------------------------------


def change_values(o, values, printed):
    """Change the values of the main cards in step V2 (R206)."""
    defender = o.ch.defender
    if o.comet(TENACIOUS_DEFENSE) and 1 <= printed[defender] <= 10:
        values[defender] *= 2
    if o.comet(HALF_HEARTED_WAR):
        for m in values:
            values[m] = int(values[m] / 2)


def odd_winner(o):
    """Return who wins by comet 15, if it decides."""
    odd = [m for m in o.mains() if o.ch.shown[m][0] % 2]
    return odd[0] if o.comet(ODD_WAY) and len(odd) == 1 else None


def can_pay(o, p, cards=1):
    """Whether a player can pay for cards that he may leave unplayed."""
    return not o.comet(EXPENSE_WAR) or o.lucre[p] >= PRICE * cards


def pay(o, p):
    """R209: a card costs 2 Lucre; for a Challenge card as much as there is."""
    if o.comet(EXPENSE_WAR):
        o.lucre[p] -= min(PRICE, o.lucre[p])
