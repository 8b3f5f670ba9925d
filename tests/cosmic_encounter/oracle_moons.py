"""Moons in the oracle (11.4, R214 to R220): where they lie, when they are revealed, what they do.

Moons lie in the slots 6 and 7 of a system. `EFFECTS` has what a moon does once; what a continuing
moon does is asked for by its name (`working`) where the rules say so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cosmic_encounter.oracle_box import (
    PASS,
    YES,
    is_artefact,
    loc,
    read_rows,
    seat,
)

ROWS = {row["name"]: row for row in read_rows("moons")}
SLOTS = (6, 7)
UNTOUCHED, ENTERED, FACE_UP = range(3)
AT_ITS_MOMENT = ("Ambush Moon", "Escape Moon", "Refusal Moon", "Extra Challenge Moon")
FEWEST_TOKENS = 5  # R46
FEWEST_PLANETS = 3  # R45
BLOCKED = (  # by silence: they ask their occupant for a choice (6.11)
    *("Bribery Moon", "Cold Revenge Moon", "Look Moon", "Zap Moon", "Power Exchange Moon"),
    *("Earthquake Moon", "Conquest Moon", "Collapse Moon"),
)


def is_moon(place):
    return place is not None and place % 8 in SLOTS


def deal_moons(o):
    """R214."""
    if o.options.moons == "off":
        return
    classes = [name.strip() for name in o.options.moons.split(",")]
    kinds = []
    for name, row in ROWS.items():
        kinds += [name] * int(row["count"]) if row["class"] in classes else []
    o.chance.shuffle(kinds)
    for k, kind in enumerate(kinds[: 2 * o.n]):
        place = k // 2 * 8 + SLOTS[k % 2]
        o.moons[place] = kind
        o.moon_face[place] = UNTOUCHED


def moons_there(o):
    """Return the places of the moons in the game."""
    return [place for place in sorted(o.moons) if place not in o.gone]


def occupant(o, place):
    return next((p for p in range(o.n) if o.tokens[p][place]), None)


def is_working(o, place):
    ch = o.ch
    return (
        o.moon_face[place] == FACE_UP
        and occupant(o, place) is not None
        and place not in ch.zapped_moons
        and place not in o.spent_moons
        and not ch.sanity
    )


def find_moon(o, name):
    """Return the place of the working moon of this name."""
    return next((q for q in moons_there(o) if o.moons[q] == name and is_working(o, q)), None)


def user(o, name):
    """Return the occupant of the working moon of this name."""
    place = find_moon(o, name)
    return None if place is None else occupant(o, place)


def works(o, name):
    return find_moon(o, name) is not None


def balance(o, less, more):
    """Return -1, 0 or 1 for two moons that cancel each other out."""
    return works(o, more) - works(o, less)


# Occupation --------------------------------------------------------------------------------------


def occupy(o, p, place):
    """A player has occupied a moon (11.4, R215, R216)."""
    kind = o.moons[place]
    was_here = (p, place) in o.ch.visited
    o.ch.visited.add((p, place))
    if o.moon_face[place] == FACE_UP:
        yield from start(o, p, place, was_here=was_here)
    elif ROWS[kind]["reveal"] == "play now":
        o.moon_face[place] = FACE_UP
        yield from start(o, p, place, was_here=False)
    else:
        o.moon_face[place] = ENTERED
        if kind not in AT_ITS_MOMENT and not o.ch.sanity:
            yield from ask_to_reveal(o, p, place)


def ask_to_reveal(o, p, place):
    """D_MOON: return whether the moon was revealed and has its effect."""
    if (yield from o.ask(p, "D_MOON", [PASS, YES])) == PASS:
        return False
    o.moon_face[place] = FACE_UP
    return (yield from start(o, p, place, was_here=False))


def start(o, p, place, *, was_here):
    """The effect of a moon starts: CANCEL; return whether it works."""
    kind = o.moons[place]
    duration = ROWS[kind]["duration"]
    if o.ch.sanity or (duration == "intermittent" and was_here) or place in o.spent_moons:
        if duration == "one-shot":
            o.spent_moons.add(place)
        return False
    if duration == "one-shot":
        o.spent_moons.add(place)
    if (yield from o.is_cancelled(o.use_of_moon(p))):
        o.ch.zapped_moons.add(place)
        return False
    if kind in EFFECTS and not (kind in BLOCKED and p in o.ch.silenced):
        yield from EFFECTS[kind](o, p, place)
    if kind == "Moon Base Omega" and not o.ch.in_phase_8:
        o.check_victory()  # it is an external base now (7.1)
    return True


def ask_secret_moons(o):
    """R216: secret moons may be revealed before each H_START and H_POST window."""
    if o.ch.sanity:
        return
    for p in o.timing():
        for place in moons_there(o):
            entered = o.moon_face[place] == ENTERED and o.tokens[p][place]
            if entered and o.moons[place] not in AT_ITS_MOMENT:
                yield from ask_to_reveal(o, p, place)


def reveal_at_moment(o, p, name):
    """Ask the occupant of a secret moon at its own moment; return whether it works."""
    if o.ch.sanity:
        return False
    for place in moons_there(o):
        entered = o.moon_face[place] == ENTERED and o.tokens[p][place]
        if entered and o.moons[place] == name:
            return (yield from ask_to_reveal(o, p, place))
    return False


def discard_spent(o):
    """R211: one-shot moons that have had their effect leave, tokens there return."""
    for place in moons_there(o):
        if place not in o.spent_moons:
            continue
        p = occupant(o, place)
        while p is not None and o.tokens[p][place]:
            others = [base for base in o.bases(p) if base != place]
            if others:
                base = yield from o.ask_place(p, "D_RETURN", others)
                o.tokens[p][base] += 1
            else:
                o.warp[p] += 1
            o.tokens[p][place] -= 1
        o.gone.add(place)


# What moons do once ------------------------------------------------------------------------------

EFFECTS: dict[str, Callable[..., Any]] = {}


def effect(name):
    def register(run):
        EFFECTS[name] = run
        return run

    return register


@effect("Cold Revenge Moon")
def revenge(o, p, place):
    def victims(base):
        seats = [q for q in range(o.n) if o.tokens[q][base]]
        return [q for q in seats if o.tokens_in_game(q) > FEWEST_TOKENS]

    places = [base for base in range(48) if victims(base)]
    action = yield from o.ask(p, "D_COLD_REVENGE_MOON", [PASS, *map(loc, places)])
    if action == PASS:
        return
    q = yield from o.ask_seat(p, "D_COLD_REVENGE_MOON", victims(action - 8))
    o.tokens[q][action - 8] -= 1
    o.removed[q] += 1


@effect("Card Gift Moon")
def card_gift(o, p, place):
    for q in o.timing():
        yield from o.draw(q, 1)


@effect("Discard Moon")
def discard(o, p, place):
    for q in o.timing():
        if o.hands[q]:
            yield from o.discard_choice(q, o.hands[q])


@effect("Rescue Moon")
def rescue(o, p, place):
    yield from o.from_warp(p, 2)


@effect("Amnesty Moon")
def amnesty(o, p, place):
    for q in o.timing():
        yield from o.from_warp(q, 1)


@effect("Look Moon")
def look(o, p, place):
    yield from o.ask_seat(p, "D_LOOK_MOON", o.others(p))


@effect("Zap Moon")
def zap(o, p, place):
    q = yield from o.ask_seat(p, "D_ZAP_MOON", o.others(p))
    o.barred_powers[q] = 2


@effect("Thief Moon")
def thief(o, p, place):
    for q in o.timing():
        if q != p and o.hands[q]:
            o.take_random(p, q)
    return
    yield


@effect("Gift Moon")
def gift(o, p, place):
    for k in range(1, o.n):
        if o.hands[p]:
            kind = yield from o.ask(p, "D_GIVE", o.hands[p])
            o.give(p, (p + k) % o.n, kind)


@effect("Deck Moon")
def deck(o, p, place):
    yield from o.draw(p, 3)


@effect("Reshuffle Moon")
def reshuffle(o, p, place):
    o.deck += o.discard
    o.discard = []
    for entry in o.played:
        entry.on_pile = False
    o.chance.shuffle(o.deck)
    return
    yield


@effect("New Destiny Moon")
def new_destiny(o, p, place):
    o.reshuffle_destiny()
    return
    yield


@effect("Sacrifice Moon")
def sacrifice(o, p, place):
    for q in o.timing():
        if q != p:
            yield from o.lose_choice(q, 1)


@effect("Power Exchange Moon")
def power_exchange(o, p, place):
    def has_plain_power(q):
        return o.sheet_power(q) is not None and not is_artefact(o.sheet_power(q))

    seats = [q for q in o.others(p) if has_plain_power(q)]
    if has_plain_power(p) and seats:
        q = yield from o.ask_seat(p, "D_POWER_EXCHANGE_MOON", seats)
        yield from o.swap_sheets(p, q)


@effect("New Power Moon")
def new_power(o, p, place):
    names = o.unused_powers()
    if names and o.sheet_power(p) not in (None, "Symbiote"):
        yield from o.replace_sheet(p, names[o.chance.below(len(names))])


@effect("Pass Left Moon")
def pass_left(o, p, place):
    o.hands = o.hands[-1:] + o.hands[:-1]
    return
    yield


@effect("Exodus Moon")
def exodus(o, p, place):
    for q in o.timing():
        yield from o.from_warp(q, o.warp[q])


@effect("Cataclysm Moon")
def cataclysm(o, p, place):
    for q in o.timing():
        yield from o.lose_choice(q, 3)


@effect("Conquest Moon")
def conquest(o, p, place):
    settled = yield from o.settle(p, "D_CONQUEST_MOON", o.planets(place // 8))
    if settled is not None and not o.ch.in_phase_8:
        o.check_victory()


@effect("Earthquake Moon")
def earthquake(o, p, place):
    target = yield from o.ask_place(p, "D_EARTHQUAKE_MOON", o.planets(place // 8))
    yield from o.wipe_out(target)


@effect("Tribute Moon")
def tribute(o, p, place):
    for q in o.timing():
        for _ in range(2):
            if q != p and o.hands[q]:
                o.give(q, p, (yield from o.ask(q, "D_GIVE", o.hands[q])))


@effect("Another Turn Moon")
def another_turn(o, p, place):
    o.next_turn = p
    return
    yield


@effect("Collapse Moon")
def collapse(o, p, place):
    systems = [q for q in range(o.n) if len(o.planets(q)) > FEWEST_PLANETS]
    places = [place for q in systems for place in o.planets(q)]
    empty = [place for place in places if not any(o.tokens[q][place] for q in range(o.n))]
    action = yield from o.ask(p, "D_COLLAPSE_MOON", [PASS, *map(loc, empty)])
    if action != PASS:
        yield from o.destroy(action - 8)


# What moons do in the course of a challenge ------------------------------------------------------


def limit_of_cone(o, limit, p):
    """R205: the Cone Size Moons."""
    variable = find_moon(o, "Cone Size Variable Moon")
    if variable is not None:
        return o.tokens[occupant(o, variable)][variable]
    return limit + balance(o, "Cone Size 3 Moon", "Cone Size 5 Moon")


def side_of_cone(o, dark):
    """R204."""
    always = balance(o, "Light Moon", "Dark Moon")
    if always:
        return always > 0
    return dark != works(o, "Reverse Moon")


def offer_bribe(o):
    """Bribery Moon, at H_INV."""
    p = user(o, "Bribery Moon")
    if p is None or o.is_main(p) or p in o.ch.silenced or not o.hands[p]:
        return
    action = yield from o.ask(p, "D_BRIBERY_MOON", [PASS, *map(seat, o.mains())])
    if action != PASS:
        o.ch.bribe = action - 2, p, (yield from o.ask(p, "D_BRIBERY_MOON", o.hands[p]))


def pay_bribe(o, m, p):
    """A main player has invited a player: he gets the card that he was offered."""
    if o.ch.bribe is not None and o.ch.bribe[:2] == (m, p):
        kind = o.ch.bribe[2]
        o.ch.bribe = None
        if kind in o.hands[p]:
            o.give(p, m, kind)


def take_toll(o):
    """Toll Moon: after DEF is known, before H_TARGET."""
    place = find_moon(o, "Toll Moon")
    off = o.ch.off
    if place is None or o.ch.target is None or o.ch.target // 8 != place // 8:
        return
    if occupant(o, place) != off and o.hands[off]:
        yield from o.discard_choice(off, o.hands[off])


def change_cards(o):
    """R217: Peace and War Moon change the cards as printed."""
    ch = o.ch

    def changed(value):
        if value is None:
            return 0 if works(o, "War Moon") else None
        return None if value > 20 and works(o, "Peace Moon") else value

    for m in o.mains():
        ch.shown[m] = [changed(value) for value in ch.shown[m]]
    ch.extra_shown = {p: changed(value) for p, value in ch.extra_shown.items()}


def limit_value(o, value):
    """V2: Ceiling and Underdog Moon (R206)."""
    if works(o, "Ceiling Moon"):
        value = min(15, value)
    if works(o, "Underdog Moon") and 1 <= value <= 5:
        value += 10
    return value


def allied_strength(o, strength):
    change = balance(o, "Ally One-Half Moon", "Ally Double Moon")
    return strength * 2 if change > 0 else strength // 2 if change < 0 else strength


def moon_bonus(o, m):
    """Return what moons add to the total of a main player in AA."""
    ch = o.ch
    total = int(user(o, "Small Bonus Moon") == m)
    p = user(o, "Ally Bonus Moon")
    total += p in o.allies_of(m) and o.mains()[ch.side(p)] == m  # R116
    at_home = m == ch.defender and ch.target is not None and ch.target in o.sites(m)
    if at_home and user(o, "Home Guard Moon") == m:
        total += 2
    siege = find_moon(o, "Siege Moon")
    if m == ch.off and siege is not None and ch.target is not None:
        total += 2 * (ch.target // 8 == siege // 8)
    return total


def double_stakes(o):
    """R208: just before the H_OUT window."""
    ch = o.ch
    if ch.dealt or ch.failed or not works(o, "Double Stakes Moon"):
        return
    for m in o.mains():
        if m != ch.winner:  # both with a wild Loser (6.4)
            yield from o.lose_choice(m, ch.lost.get(m, 0))
