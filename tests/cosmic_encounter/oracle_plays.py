"""The Edicts of the oracle, and how all plays are written down.

`can(o, p, w)` is the condition of a row of the tables for player p in window w of table o,
`do` its effect; a power's `do` also gets its use, which the Super may have enlarged. The powers
and Flares stand in the files `oracle_powers_*.py`, by the phase to which they belong.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cosmic_encounter.oracle_box import (
    BONUS,
    COMPROMISE,
    EDICT,
    FACTOR,
    FLARE,
    PASS,
    is_attack,
    is_challenge,
    opt,
    seat,
)

ON_CONE = -1  # the place of captives with tokens on the cone or its ring


@dataclass(frozen=True)
class Play:
    hooks: tuple[str, ...]
    can: Callable[..., bool]
    do: Callable[..., Any]
    optional: bool = True
    announced: bool = True
    blocked: bool = False  # by silence, if the power is not blocked as a whole


EDICT_PLAYS: dict[str, Play] = {}
FLARE_PLAYS: dict[tuple[str, str], Play] = {}
POWER_PLAYS: dict[str, list[Play]] = {}


def edict(name, *hooks):
    def register(pair):
        EDICT_PLAYS[name] = Play(hooks, *pair())

    return register


def flare(name, role, *hooks):
    def register(pair):
        FLARE_PLAYS[name, role] = Play(hooks, *pair())

    return register


def optional(name, *hooks, **kinds):
    def register(pair):
        POWER_PLAYS.setdefault(name, []).append(Play(hooks, *pair(), **kinds))

    return register


def mandatory(name, *hooks, **kinds):
    return optional(name, *hooks, optional=False, **kinds)


def built_in(*names):
    """Name powers whose use stands in the course of the game."""
    for name in names:
        POWER_PLAYS.setdefault(name, [])


def always(o, p, w):
    return True


def main(o, p, w):
    return o.is_main(p)


def involved(o, p, w):
    return o.is_involved(p)


def once(power, condition):
    """Return a condition that holds once in a challenge."""
    return lambda o, p, w: power not in o.ch.used and condition(o, p, w)


def quick(effect):
    """Turn an effect that asks nobody into one that could."""

    def do(o, p, w, own=None):
        effect(o, p)
        return
        yield

    return do


def of(power):
    """Return the condition of a Super that changes one use of its power."""

    def can(o, p, w):
        return w.about.power == power

    return can


def enlarge(o, p, w):
    w.about.enlarged = True
    return
    yield


# -- Edicts ---------------------------------------------------------------------------------------


@edict("Mobius Tubes", "H_START")
def _():
    def can(o, p, w):
        return p == o.ch.off and any(o.warp[q] and o.bases(q) for q in range(o.n))

    def do(o, p, w):
        for q in o.timing():
            yield from o.from_warp(q, o.warp[q])

    return can, do


@edict("Warp Break", "H_START")
def _():
    def can(o, p, w):
        return o.warp[p] > 0 and len(o.bases(p)) > 0

    def do(o, p, w):
        yield from o.from_warp(p, o.warp[p])

    return can, do


@edict("Plague", "H_START")
def _():
    types = [
        is_attack,
        lambda kind: kind == COMPROMISE,
        lambda kind: kind in EDICT,
        lambda kind: kind in FLARE,
        lambda kind: kind in FACTOR,
        lambda kind: kind in BONUS,
    ]

    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_PLAGUE", [q for q in range(o.n) if q != p])
        yield from o.lose(q, (yield from o.pick_losses(q, 3)))
        for is_type in types:
            held = [kind for kind in o.hands[q] if is_type(kind)]
            if held:
                yield from o.discard_choice(q, held)

    return always, do


@edict("Emotion Control", "H_REV")
def _():
    def can(o, p, w):
        shown = [value for m in o.mains() for value in o.ch.shown[m]]
        return any(value is not None for value in [*shown, *o.ch.extra_shown.values()])

    def effect(o, p):
        for m in o.mains():
            o.ch.shown[m] = [None] * len(o.ch.shown[m])
        o.ch.extra_shown = dict.fromkeys(o.ch.extra_shown)

    return can, quick(effect)


@edict("Force Field", "H_ALLIED")
def _():
    def can(o, p, w):
        return len(o.ch.allies) > 0

    def do(o, p, w):
        thrown_out: list[int] = []
        while o.ch.allies:
            options = [seat(q) for q in o.ch.allies] + [PASS] * bool(thrown_out)
            action = yield from o.ask(p, "D_FORCE_FIELD", options)
            if action == PASS:
                break
            thrown_out.append(action - 2)
            del o.ch.allies[action - 2]
        for q in o.timing():
            if q in thrown_out:
                yield from o.send_home(q, o.ch.tokens.get(q, []))
                yield from o.send_home(q, o.ch.ring.get(q, []))
                o.ch.ring.pop(q, None)

    return can, do


@edict("Stellar Gas", "H_WON")
def _():
    def can(o, p, w):
        return o.ch.winner is not None

    def effect(o, p):
        o.ch.stellar_gas = True

    return can, quick(effect)


@edict("Timegash", "H_REV")
def _():
    def do(o, p, w):
        w.ended = o.ch.void = True
        o.clear_table()
        yield from o.all_go_home()

    return always, do


@edict("Keeper", "H_NEWHAND")
def _():
    keeper = next(kind for kind, name in EDICT.items() if name == "Keeper")

    def can(o, p, w):
        keepable = sum(not is_challenge(kind) for kind in o.hands[p])
        in_hoard = keeper in o.hoard(p) and keeper not in o.hands[p]
        return keepable > (0 if in_hoard else 1)

    def do(o, p, w):
        w.about["keep"] = True
        return
        yield

    return can, do


@edict("Finder", "H_START", "H_PRE")
def _():
    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_FINDER", [q for q in range(o.n) if q != p])
        kind = yield from o.ask(p, "D_FINDER", o.kinds)
        if kind in o.hands[q]:
            o.give(q, p, kind)

    return always, do


@edict("Rebirth", "H_START")
def _():
    def can(o, p, w):
        return o.sheet_power(p) not in (None, "Symbiote") and len(o.unused_powers()) > 0

    def do(o, p, w):
        names = o.unused_powers()
        yield from o.replace_sheet(p, names[o.chance.below(len(names))])

    return can, do


@edict("Sanity", "H_START")
def _():
    def effect(o, p):
        o.ch.sanity = True

    return always, quick(effect)


@edict("Quash", "H_DEAL")
def _():
    def can(o, p, w):
        return w.about == "agreed" and not o.ch.quashed

    def effect(o, p):
        o.ch.quashed = True

    return can, quick(effect)


@edict("Hand Zap", "H_START")
def _():
    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_HAND_ZAP", range(o.n))
        yield from o.new_hand(q)

    return always, do


@edict("Space Junk", "H_START")
def _():
    def can(o, p, w):
        return len(o.discard) > 0

    def do(o, p, w):
        q = yield from o.ask_seat(p, "D_SPACE_JUNK", [q for q in range(o.n) if q != p])
        o.hands[q].append(o.discard.pop())

    return can, do


def other_target(o, p, w):
    return any(place != o.ch.target for place in o.list_targets())


def aim_again(o, p, w):
    yield from o.aim(without=o.ch.target)
    w.ended = o.ch.vacant


@edict("Solar Wind", "H_TARGET")
def _():
    return other_target, aim_again


@edict("Cone Flip", "H_TARGET")
def _():
    def can(o, p, w):
        return o.reverse_cone

    def effect(o, p):
        o.ch.dark = not o.ch.dark

    return can, quick(effect)


@edict("Kicker Zap", "H_REV")
def _():
    def kickers(o):
        return [m for m in o.mains() if m in o.ch.kicker]

    def can(o, p, w):
        return len(kickers(o)) > 0

    def do(o, p, w):
        whose = kickers(o)
        chosen = whose[0]
        if len(whose) == 2:
            chosen = whose[(yield from o.ask(p, "D_KICKER_ZAP", [opt(0), opt(1)])) - opt(0)]
        o.ch.zapped_kickers.add(chosen)

    return can, do


@edict("Market Crash", "H_START")
def _():
    def effect(o, p):
        o.lucre = [count - count // 2 for count in o.lucre]

    return always, quick(effect)
