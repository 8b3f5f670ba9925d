"""What a person at the table hears: what is being decided, and what everybody sees happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from spaceenvs.core.game import Box, State
from spaceenvs.core.words import several
from spaceenvs.galactic_emperor import actions as a
from spaceenvs.galactic_emperor.components import (
    INCOME,
    SEAT_NAMES,
    SHIP_NAMES,
    TECH_NAMES,
)
from spaceenvs.galactic_emperor.regent import PLACING
from spaceenvs.galactic_emperor.state import CARD_REMOVED, TO_FLIP
from spaceenvs.galactic_emperor.tables import NUM_HEXES, RESOURCES
from spaceenvs.galactic_emperor.words import TOKEN_NAMES, card_name, tile_in_words

if TYPE_CHECKING:
    from spaceenvs.core.batch import Batch

ASKED = {
    "DIRECTION": "the direction of the round",
    "ROLE": "which role card to take",
    "TILE": "which tile of the row to take",
    "SCAN": "whether to use the Long-Range Scanner",
    "KEEP": "which tile to keep, the one taken or the one drawn",
    "PLACE": "where to place the tile",
    "XCLAIM": "whether to put an Empire on the sector",
    "DISCARD": "which market die to discard",
    "MERCHANT": "what to sell, buy, invest or take back",
    "PIRATE_TARGET": "whom the Space Pirate robs",
    "STEWARD_BONUS": "which cube the Steward takes",
    "STEWARD": "which sector produces next",
    "DEPLOY": "on which Starbase the new ship is put",
    "BUILD": "which ship to build",
    "USE_TECH": "whether to use the technology now or to wait for the other Warlord",
    "MOVE": "which ship to move, or which sector to claim",
    "STEP": "where the moving ship goes next",
    "TELE_DEST": "where all teleports of the turn go",
    "BATTLE_PICK": "which battle to fight next",
    "BONUS_SHIP": "which type of ship gets the bonus die",
    "HIT": "which own unit takes the hit",
    "CONTINUE": "whether to fight on or to retreat",
    "RBUY": "whether to buy one more influence token",
    "INFLUENCE": "where to place an influence token",
    "AMBASSADOR": "whether the Ambassador sends the token back",
    "DISPLACE": "to which refuge the displaced ships go",
    "TECH": "which technology to buy",
    "SABOTAGE": "whether to sabotage the declared technology",
    "TIME_REVERSAL": "which die Time Reversal rolls again, if any",
    "REROLL_AGAIN": "whether to roll the same die once more",
    "HIT_ORIGIN": "which of the equal ships is hit, by the hex it would retreat to",
}

SPOKEN = (a.D_MERCHANT, a.D_BATTLE_PICK, a.D_INFLUENCE, a.D_REROLL_AGAIN, a.D_HIT_ORIGIN)


def is_spoken(s: State, action: int) -> bool:
    """Whether a move is said aloud even if nothing comes of it."""
    return int(s.decision) in SPOKEN


def happened(before: Batch, action: int) -> list[str]:
    """Return what everybody sees happen by a move, in the order in which it happens."""
    after = before.copy()
    after.step([action])
    s, now, box = before.states[0], after.states[0], before.box[0]
    return [
        *_of_declarations(s, now),
        *_of_market(s, now),
        *_of_battle(s, now),
        *_of_influence(s, now, action),
        *_of_ships(s, now),
        *_of_sectors(s, now, box),
        *_of_technologies(s, now),
        *_of_purses(s, now),
        *_of_round(s, now, box),
        *_of_end(s, now),
    ]


# -- declarations, the market ------------------------------------------------------------------


def _of_declarations(s: State, now: State) -> list[str]:
    """Return which technology was declared and may be sabotaged, and the capture die."""
    lines = []
    if now.declared >= 0 and (now.declared, now.declared_by) != (s.declared, s.declared_by):
        lines.append(f"{SEAT_NAMES[now.declared_by]} declares {TECH_NAMES[now.declared]}")
    if now.capture_die and now.capture_die != s.capture_die:
        lines.append(f"the die for the sabotaged technology shows {now.capture_die}")
    for tech in np.flatnonzero(now.tech_blocked > s.tech_blocked):
        lines.append(f"{TECH_NAMES[tech]} is sabotaged: it does not work in this round")
    return lines


def _of_market(s: State, now: State) -> list[str]:
    """Return the market dice and the prices that follow from them."""
    lines = []
    if now.market_dice.any() and (now.market_dice != s.market_dice).any():
        lines.append(f"market dice: {' '.join(str(die) for die in now.market_dice if die)}")
    if now.prices.any() and (now.prices != s.prices).any():
        prices = zip(RESOURCES, now.prices, strict=True)
        lines.append(f"prices: {', '.join(f'{name} {price}' for name, price in prices)}")
    return lines


# -- battles -----------------------------------------------------------------------------------


def _of_battle(s: State, now: State) -> list[str]:
    """Return how a battle begins, its dice, and who holds the sector afterwards."""
    lines = []
    changed = now.battle_hex != s.battle_hex or now.in_battle != s.in_battle
    if s.in_battle and changed:
        lines.append(_end(s, now))
    if now.in_battle and changed:
        sides = [f"{SEAT_NAMES[p]}" for p in now.fighters if p >= 0]
        lines.append(f"{_where(now)} begins: {' against '.join(sides)}")
    if now.in_battle and _rolled(now) != _rolled(s):
        lines += _roll(now)
    for p in range(int(s.num_players)):
        damaged = now.players[p].damaged.sum() - s.players[p].damaged.sum()
        if now.in_battle and damaged > 0:
            lines.append(f"{SEAT_NAMES[p]}'s Dreadnought is damaged")
    return lines


def _rolled(s: State) -> tuple[int, ...]:
    """Return what tells one roll of a battle from another."""
    faces = [int(die) for dice in s.dice for die in dice.face[: dice.count]]
    return (int(s.battle_hex), int(s.battle_round), int(s.phase), *faces)


def _where(s: State) -> str:
    return "the duel" if s.duel else f"the battle on hex {s.battle_hex}"


def _roll(s: State) -> list[str]:
    """Return the dice on the table."""
    parts = []
    for side in range(2):
        dice = s.dice[side]
        if dice.count:
            faces, needs = dice.face[: dice.count], dice.need[: dice.count]
            shown = " ".join(map(str, faces))
            hits = several(int((faces >= needs).sum()), "hit")
            need = " or ".join(str(n) for n in sorted({int(n) for n in needs}))
            parts.append(f"{SEAT_NAMES[s.fighters[side]]} {shown} ({hits}: {need} or more hits)")
    return [f"dice of {_where(s)}: {', '.join(parts)}"] if parts else []


def _end(s: State, now: State) -> str:
    """Return who holds the sector after a battle."""
    if s.duel:
        return "the duel is over"
    h = int(s.battle_hex)
    ships = [p for p in range(s.num_players) if now.players[p].ships_at[:, h].any()]
    holder = int(now.controller[h]) if now.controller[h] >= 0 else ships[0] if ships else -1
    who = SEAT_NAMES[holder] if holder >= 0 else "nobody"
    return f"{_where(s)} is over: {who} holds it"


# -- influence ---------------------------------------------------------------------------------


def _of_influence(s: State, now: State, action: int) -> list[str]:
    """Return what becomes of the influence placed: sector by sector, then the Throne (6.6)."""
    if s.influence_phase != PLACING:
        return []
    n = int(s.num_players)
    placed = {p: s.players[p].influence.astype(int) for p in range(n)}
    throne = [int(s.players[p].influence_throne) for p in range(n)]
    if s.decision == a.D_INFLUENCE and a.HEXA <= action < a.HEXA + NUM_HEXES:
        placed[int(s.to_move)][action - a.HEXA] += 1
    elif s.decision == a.D_INFLUENCE and action == a.THRONE:
        throne[int(s.to_move)] += 1
    if s.influence_phase != PLACING or (now.influence_phase == PLACING and now.displace_next == 0):
        return []
    if any(now.players[p].influence.any() for p in range(n)) or s.displace_next:
        return []
    hexes = [h for h in range(NUM_HEXES) if any(placed[p][h] for p in range(n))]
    lines = [_settle(s, now, h, placed) for h in hexes]
    shares = ", ".join(f"{SEAT_NAMES[p]} {throne[p]}" for p in range(n) if throne[p])
    most = max(throne)
    why = f"influence {shares}" if shares else "no influence there"
    if throne.count(most) > 1 or not most:
        why += ", nobody has most, so it goes to who took the Regent"
    return [*lines, f"the Throne is {SEAT_NAMES[now.throne]}'s: {why}"]


def _settle(s: State, now: State, h: int, placed: dict[int, Any]) -> str:
    """Return what the influence on a sector does: tokens placed, and what stood there."""
    parts = []
    for p, tokens in placed.items():
        token = int(s.players[p].token[h])
        if tokens[h] or token:
            stood = f" + {TOKEN_NAMES[token].capitalize()} {token}" if token else ""
            parts.append(f"{SEAT_NAMES[p]} {tokens[h]}{stood}")
    owner = int(now.controller[h])
    has = "nobody has it" if owner < 0 else f"{SEAT_NAMES[owner]} has {_token(now, owner, h)}"
    return f"influence on hex {h}, {', '.join(parts)}: {has}"


def _token(s: State, p: int, h: int) -> str:
    return f"{'an' if s.players[p].token[h] == 1 else 'a'} " + (
        TOKEN_NAMES[s.players[p].token[h]].capitalize()
    )


# -- the board ---------------------------------------------------------------------------------


def _of_ships(s: State, now: State) -> list[str]:
    """Return ships built, moved and lost."""
    lines = []
    for p in range(int(s.num_players)):
        changes = now.players[p].ships_at - s.players[p].ships_at
        for kind, name in enumerate(SHIP_NAMES):
            gone = np.repeat(np.arange(NUM_HEXES), np.maximum(-changes[kind], 0)).tolist()
            come = np.repeat(np.arange(NUM_HEXES), np.maximum(changes[kind], 0)).tolist()
            ship = f"{SEAT_NAMES[p]}'s {name}"
            moved = list(zip(gone, come, strict=False))
            lines += [f"{ship} goes from hex {old} to hex {new}" for old, new in moved]
            lines += [f"{ship} on hex {h} is lost" for h in gone[len(moved) :]]
            lines += [f"{ship} is put on hex {h}" for h in come[len(moved) :]]
    return lines


def _of_sectors(s: State, now: State, box: Box) -> list[str]:
    """Return tiles laid, Empires and Starbases put and removed, food cubes."""
    lines = []
    for h in np.flatnonzero(now.tile_at != s.tile_at):
        lines.append(f"{tile_in_words(box, int(now.tile_at[h]))} lies on hex {h}")
    for p in range(int(s.num_players)):
        old, new = s.players[p].token, now.players[p].token
        for h in np.flatnonzero(old != new):
            if new[h]:
                lines.append(f"{SEAT_NAMES[p]} has {_token(now, p, int(h))} on hex {h}")
            else:
                lost = TOKEN_NAMES[old[h]].capitalize()
                lines.append(f"{SEAT_NAMES[p]} loses the {lost} on hex {h}")
    for h in np.flatnonzero(now.cubes != s.cubes):
        lines.append(f"food cubes on hex {h}: {s.cubes[h]} -> {now.cubes[h]}")
    new_tiles = [int(t) for t in np.flatnonzero(now.row > s.row)]
    if new_tiles:
        lines.append(f"new in the row: {', '.join(tile_in_words(box, t) for t in new_tiles)}")
    return lines


def _of_technologies(s: State, now: State) -> list[str]:
    """Return technologies that change hands or leave the game."""
    lines = []
    changed = (now.tech_owner != s.tech_owner) | (now.tech_removed != s.tech_removed)
    for tech in np.flatnonzero(changed):
        name = TECH_NAMES[tech]
        old, new = int(s.tech_owner[tech]), int(now.tech_owner[tech])
        if new != old:
            who = f"{SEAT_NAMES[new]} has" if new >= 0 else "nobody has"
            was = f", {SEAT_NAMES[old]} has it no more" if old >= 0 else ""
            lines.append(f"{who} {name} now{was}")
        if now.tech_removed[tech] and not s.tech_removed[tech]:
            lines.append(f"{name} is out of the game")
    return lines


def _of_purses(s: State, now: State) -> list[str]:
    """Return what everybody has gained and paid, and what is left of the pools."""
    lines = []
    for p in range(int(s.num_players)):
        then, me = s.players[p], now.players[p]
        counters = [
            ("marks", then.marks, me.marks),
            ("metal", then.metal, me.metal),
            ("energy", then.energy, me.energy),
            ("influence tokens in hand", then.influence_hand, me.influence_hand),
        ]
        parts = [f"{words} {old} -> {new}" for words, old, new in counters if old != new]
        if me.vp != then.vp:
            parts.append(f"{several(int(me.vp - then.vp), 'victory point')} more")
        if parts:
            lines.append(f"{SEAT_NAMES[p]}: {', '.join(parts)}")
    if now.pool != s.pool:
        lines.append(f"victory points left: {now.pool}")
    if now.food_hand != s.food_hand:
        lines.append(f"food in hand: {s.food_hand} -> {now.food_hand}")
    return lines


# -- rounds and the end ------------------------------------------------------------------------


def _of_round(s: State, now: State, box: Box) -> list[str]:
    """Return cards that leave the game or turn, whose turn in a role it is, the next round."""
    lines = []
    for card in np.flatnonzero((now.cards == CARD_REMOVED) & (s.cards != CARD_REMOVED)):
        lines.append(f"the card {card_name(now, int(card))} is removed from the game")
    if now.card_0 == TO_FLIP and s.card_0 != TO_FLIP:
        lines.append("the tiles are used up: the Explorer becomes a second Warlord next round")
    if now.end_fired and not s.end_fired:
        spent = [SEAT_NAMES[p] for p in range(s.num_players) if now.players[p].tokens_left == 0]
        why = f"{' and '.join(spent)} has no Empire token left" if spent else ""
        why = "no victory points are left" if now.pool <= 0 else why
        lines.append(f"the end of the game is reached: {why}")
    if now.throne >= 0 and s.throne < 0 and s.influence_phase == 0:
        lines.append(f"the Throne is {SEAT_NAMES[now.throne]}'s")
    if now.round_number != s.round_number:
        who = SEAT_NAMES[now.first]
        lines.append(
            f"round {now.round_number} begins, everybody has received {several(INCOME, 'mark')}; "
            f"{who} holds the Throne and chooses the direction"
        )
    return lines


def _of_end(s: State, now: State) -> list[str]:
    """Return who has won, and what broke a tie (section 7)."""
    players = range(int(now.num_players))
    points = ", ".join(f"{SEAT_NAMES[p]} {now.players[p].vp}" for p in players)
    lines = []
    if now.duel and not s.duel:
        tied = " and ".join(SEAT_NAMES[p] for p in now.fighters if p >= 0)
        lines.append(f"points: {points}; a tie: {tied} fight a duel for the victory (R21)")
    if not now.done:
        return lines
    why = f": {_why(now)}" if is_tie(now) else ""
    return [*lines, f"points: {points}; {verdict(now)}{why}"]


def verdict(s: State) -> str:
    """Return who has won, and what broke a tie."""
    players = range(int(s.num_players))
    best = max(int(s.score[p]) for p in players)
    winner = SEAT_NAMES[next(p for p in players if s.rank[p] == 0)]
    if is_tie(s):
        return f"{winner} wins the tie at {best} by the duel"
    return f"{winner} wins with most points, {best}"


def is_tie(s: State) -> bool:
    """Whether several have most points."""
    scores = [int(s.score[p]) for p in range(int(s.num_players))]
    return scores.count(max(scores)) > 1


def _why(s: State) -> str:
    """Return what decided the duel of the two best: ships, sectors, marks, the order (7.6)."""
    best = int(s.score.max())
    order = sorted(
        (p for p in range(s.num_players) if s.score[p] == best), key=lambda p: int(s.rank[p])
    )
    first, second = order[0], order[1]
    counts: tuple[tuple[str, Callable[[int], int]], ...] = (
        ("ships left", lambda p: int((s.players[p].ship_hex >= 0).sum() > 0)),
        ("more sectors", lambda p: int((s.controller == p).sum())),
        ("more marks", lambda p: int(s.players[p].marks)),
    )
    for words, count in counts:
        if count(first) > count(second):
            return words
    return "nearer to the Throne in the order of play"


# -- what needs a sentence --------------------------------------------------------------------


def _purse(words: str, field: str) -> Callable[..., str]:
    """Return what tells a number of a player: `marks 3 -> 5`."""
    return lambda s, now, p: (
        rf"{SEAT_NAMES[p]}: .*{words} {s.players[p][field]} -> {now.players[p][field]}"
    )


def _on_hex(s: State, now: State, *index: int) -> str:
    return rf"hex {index[-1]}\b"


TOLD: Mapping[str, Callable[..., Any]] = {
    "players.ships_at": lambda s, now, p, kind, h: (
        rf"{SEAT_NAMES[p]}'s {SHIP_NAMES[kind]} .*hex {h}\b"
    ),
    "players.token": lambda s, now, p, h: rf"{SEAT_NAMES[p]} (has|loses) .*hex {h}\b",
    "players.influence": lambda s, now, p, h: rf"hex {h}\b|Ambassador",
    "players.damaged": lambda s, now, p, ship: (
        s.in_battle
        and now.players[p].damaged.sum() > s.players[p].damaged.sum()
        and f"{SEAT_NAMES[p]}'s Dreadnought is damaged"
    ),
    "players.influence_hand": _purse("influence tokens in hand", "influence_hand"),
    "players.influence_throne": lambda s, now, p: "Throne",
    "players.metal": _purse("metal", "metal"),
    "players.energy": _purse("energy", "energy"),
    "players.marks": _purse("marks", "marks"),
    "players.vp": lambda s, now, p: (
        rf"{SEAT_NAMES[p]}: .*{now.players[p].vp - s.players[p].vp} victory points? more"
    ),
    "tile_at": _on_hex,
    "cubes": lambda s, now, h: f"food cubes on hex {h}: {s.cubes[h]} -> {now.cubes[h]}",
    "controller": _on_hex,
    "row": lambda s, now, tile: now.row[tile] and "new in the row|keep the",
    "tech_owner": lambda s, now, tech: rf"has {TECH_NAMES[tech]} now",
    "tech_removed": lambda s, now, tech: f"{TECH_NAMES[tech]} is out of the game",
    "tech_blocked": lambda s, now, tech: (
        now.tech_blocked[tech] and f"{TECH_NAMES[tech]} is sabotaged"
    ),
    "round_number": lambda s, now: f"round {now.round_number} begins",
    "throne": lambda s, now: now.throne >= 0 and f"the Throne is {SEAT_NAMES[now.throne]}'s",
    "direction": lambda s, now: "clockwise",
    "cards": lambda s, now, card: now.cards[card] == CARD_REMOVED and "removed from the game",
    "card_0": lambda s, now: now.card_0 == TO_FLIP and "becomes a second Warlord",
    "pool": lambda s, now: f"victory points left: {now.pool}",
    "end_fired": lambda s, now: "the end of the game is reached",
    "declared": lambda s, now: now.declared >= 0 and f"declares {TECH_NAMES[now.declared]}",
    "capture_die": lambda s, now: now.capture_die and f"shows {now.capture_die}",
    "market_dice": lambda s, now, die: now.market_dice.any() and "market dice",
    "prices": lambda s, now, k: now.prices.any() and "prices: ",
    "food_hand": lambda s, now: f"food in hand: {s.food_hand} -> {now.food_hand}",
    "battle_hex": lambda s, now: "battle on hex",
    "in_battle": lambda s, now: "begins|is over",
    "duel": lambda s, now: "duel",
    "dice.face": lambda s, now, side, die: (
        now.in_battle and die < now.dice[side].count and "dice of"
    ),
    "score": lambda s, now, p: f"{SEAT_NAMES[p]} {now.score[p]}",
    "rank": lambda s, now, p: "wins ",
}
"""For every public field, what one of the sentences told of a change must match; falsy: none."""

_HIDDEN = "not public"
_MOVE = "the move says it"
_FLOW = "how far the role or the battle has come; the board's first line says it"
_COUNTED = "counted from what is told"
UNTOLD: Mapping[str, str] = {
    **dict.fromkeys(("pile", "top_known_to", "drawn_tile"), _HIDDEN),
    **dict.fromkeys(("players.ship_hex", "players.ships_left", "players.tokens_left"), _COUNTED),
    **dict.fromkeys(("has_tile", "planets", "food", "metal", "energy", "sun"), "printed on a tile"),
    **dict.fromkeys(("black_hole", "suns"), "printed on a tile"),
    **dict.fromkeys(("row_count", "pile_count", "bank", "food_supply", "faces"), _COUNTED),
    **dict.fromkeys(("stack", "stack_size", "chosen", "counted", "role", "card", "taker"), _FLOW),
    **dict.fromkeys(("turn", "actor", "first", "tech_asked", "declared_by", "works"), _FLOW),
    **dict.fromkeys(("window", "announced", "reroll_side", "reroll_die", "tech_step"), _FLOW),
    **dict.fromkeys(("battle_round", "phase", "influence_phase", "displace_next"), _FLOW),
    **dict.fromkeys(("displaced_from", "controlled_before", "starbases_before"), _FLOW),
    **dict.fromkeys(("touched", "tile_in_hand", "claim_hex", "bought", "sold"), _MOVE),
    **dict.fromkeys(("tech_used", "tech_active", "tech_spent", "protein_uses"), _MOVE),
    **dict.fromkeys(("produce_hex", "build_type", "robotics_declared", "credit"), _MOVE),
    **dict.fromkeys(("retreat_hex", "moved", "teleported", "moving", "steps_left"), _MOVE),
    **dict.fromkeys(("steps_done", "tele_dest", "bonus_type", "hit_kind"), _MOVE),
    **dict.fromkeys(("influence_price", "influence_hex", "private_hex", "no_retreat"), _MOVE),
    **dict.fromkeys(("fighters", "sides.units", "sides.plasma", "sides.ion"), _COUNTED),
    **dict.fromkeys(("sides.shield", "volley.units", "volley.plasma", "volley.ion"), _COUNTED),
    **dict.fromkeys(("volley.shield", "dice.count", "dice.need", "hits"), _COUNTED),
}
"""The fields of the record whose changes need no sentence, and why."""
