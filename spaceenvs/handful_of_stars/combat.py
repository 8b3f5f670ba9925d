"""Combat: from the first chance to retreat to the last response (6.5, C0 to C3)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.handful_of_stars.actions import (
    A_CARD,
    A_CONCEDE,
    A_DONE,
    A_RETREAT,
    A_SPACE,
    A_STAY,
    A_TOKEN,
    A_USE_EFFECT,
    A_USE_MATTER,
    D_ATT_RETREAT,
    D_DEF_RETREAT,
    D_MODE,
    D_RESPONSE,
)
from spaceenvs.handful_of_stars.aftermath import begin_resolution
from spaceenvs.handful_of_stars.asking import ask, clear_options
from spaceenvs.handful_of_stars.cards import put, put_away
from spaceenvs.handful_of_stars.components import (
    ATTACKER,
    BASE,
    DEFENDER,
    FLEET,
    KILL_STRENGTH,
    KINDS,
    MATTER,
    NOBODY,
    NOTHING,
    NOWHERE,
    RESEARCH,
    TIMING_COMBAT,
    Effect,
)
from spaceenvs.handful_of_stars.move import (
    begin_group,
    can_reinforce,
    can_withdraw,
    forget_group,
    weigh_sources,
)
from spaceenvs.handful_of_stars.payment import clear_pool, token_of
from spaceenvs.handful_of_stars.routes import (
    add_units,
    can_retreat,
    controls,
    count_units,
    find_routes,
    look_around,
)
from spaceenvs.handful_of_stars.spaces import first, only, without_first
from spaceenvs.handful_of_stars.state import (
    ALIEN_FACE_UP,
    ATTACKER_MAY_RETREAT,
    BEHIND,
    DEFENDER_MAY_RETREAT,
    DISCARD,
    HAND,
    REINFORCING,
    RESPOND,
    WITHDRAWING,
)
from spaceenvs.handful_of_stars.strength import (
    find_lead,
    is_ahead,
    is_side,
    player_in_role,
    role_of,
)
from spaceenvs.handful_of_stars.tallies import show_alien, turn_token


@kernel
def begin_combat(s: State, box: Box, space: int, defender: int) -> None:
    """Begin a combat at the foreign target; an alien token is turned face up (C0)."""
    clear_pool(s)  # R27
    s.battle = space
    s.target = NOWHERE
    s.attacker = s.active
    s.defender = defender
    s.extra[ATTACKER] = 0
    s.extra[DEFENDER] = 0
    s.lowered = 0
    s.crossed = 0
    s.conceded = 0
    s.loser = NOBODY
    s.losses = 0
    if defender == NOBODY and s.alien[space] != NOTHING:
        s.alien_fate[s.alien[space]] = ALIEN_FACE_UP
        show_alien(s, box, space)
    s.stage = ATTACKER_MAY_RETREAT


@kernel
def attacker_may_retreat(s: State, box: Box) -> None:
    """Let the attacker leave, if some unit can (C1, D13)."""
    if can_retreat(s, box, s.attacker, s.battle):
        offer_retreat(s)
        ask(s, s.attacker, D_ATT_RETREAT)
    else:
        s.stage = DEFENDER_MAY_RETREAT


@kernel
def defender_may_retreat(s: State, box: Box) -> None:
    """Let a defending player leave, if some unit can, also when ahead (C2, D14)."""
    if s.defender != NOBODY and can_retreat(s, box, s.defender, s.battle):
        offer_retreat(s)
        ask(s, s.defender, D_DEF_RETREAT)
    else:
        s.stage = BEHIND


@kernel
def offer_retreat(s: State) -> None:
    """Offer to leave or to stay."""
    clear_options(s)
    s.options[A_RETREAT] = 1
    s.options[A_STAY] = 1


@kernel
def play_retreat(s: State, box: Box, action: int) -> None:
    """Leave before the fight, without losses, or stay."""
    attacker = s.decision == D_ATT_RETREAT
    if action == A_RETREAT:
        begin_resolution(s, box, ATTACKER if attacker else DEFENDER, 0)
    else:
        s.stage = DEFENDER_MAY_RETREAT if attacker else BEHIND


@kernel
def find_responder(s: State, box: Box) -> None:
    """Let the side that is behind respond, with a pool of its own; a neutral one loses (C3)."""
    role = DEFENDER if find_lead(s, box) >= 1 else ATTACKER
    p = player_in_role(s, role)
    if p == NOBODY:
        begin_resolution(s, box, role, 1)
        return
    clear_pool(s)
    s.actor = p
    s.stage = RESPOND


@kernel
def respond(s: State, box: Box) -> None:
    """Ask for the next step of the response (D15)."""
    forget_group(s)
    s.mode_card = NOTHING
    weigh_sources(s, box)
    look_around(s, box, s.actor, s.energy, s.pool[RESEARCH] + s.total[s.actor, RESEARCH])
    find_routes(s, box, s.actor, s.battle, FLEET)
    if s.bases_move != 0:
        find_routes(s, box, s.actor, s.battle, BASE)
    offer_response(s, box)
    ask(s, s.actor, D_RESPONSE)


@kernel
def offer_response(s: State, box: Box) -> None:
    """Offer reinforcements, withdrawal, Matter, combat effects, and an end."""
    clear_options(s)
    p = s.actor
    ahead = is_ahead(s, box, role_of(s, p))
    s.options[A_DONE if ahead else A_CONCEDE] = 1
    spaces = s.own & ~only(s.battle)
    while spaces != 0:
        x = first(spaces)
        spaces = without_first(spaces)
        s.options[A_SPACE + x] = can_reinforce(s, p, x, FLEET) or can_reinforce(s, p, x, BASE)
    if ahead:
        for unit in range(KINDS):
            if can_withdraw(s, box, unit):
                s.options[A_SPACE + int(s.battle)] = 1
    for k in range(s.held_count[p]):
        c = int(s.held[p, k])
        if box.amount[MATTER, c] > 0 or can_use_in_combat(s, box, c):
            s.options[A_CARD + c] = 1
    for i in range(s.token_count[p]):
        if token_of(s, box, p, i, MATTER) > 0:
            s.options[A_TOKEN + i] = 1


@kernel
def can_use_in_combat(s: State, box: Box, card: int) -> bool:
    """Whether a held card's combat effect can be used by the responding player (6.11)."""
    if box.timing[card] != TIMING_COMBAT or s.used[card] != 0:
        return False
    role = role_of(s, s.actor)
    effect = box.effect[card]
    if effect == Effect.STRENGTH:
        return is_side(box.p2[card], role)
    if effect == Effect.KILL:  # R47, as HALT below
        enemy = player_in_role(s, 1 - role)
        return enemy == NOBODY or s.fleets[enemy, s.battle] > 0
    return effect == Effect.HALT and role == DEFENDER


@kernel
def play_response(s: State, box: Box, action: int) -> None:
    """Take one step of a response, or end it."""
    p = s.actor
    if action == A_DONE:
        s.crossed = 1
        s.stage = BEHIND
    elif action == A_CONCEDE:
        begin_resolution(s, box, role_of(s, p), 1)  # whether or not more could be done (R25)
    elif action >= A_CARD:
        play_combat_card(s, box, action - A_CARD)
    elif action >= A_SPACE:
        space = action - A_SPACE
        if space == s.battle:
            begin_group(s, WITHDRAWING, space, NOWHERE)
        else:
            begin_group(s, REINFORCING, space, s.battle)
    else:
        i = action - A_TOKEN
        s.extra[role_of(s, p)] += token_of(s, box, p, i, MATTER)
        turn_token(s, box, p, i, 0)
        s.stage = RESPOND


@kernel
def play_combat_card(s: State, box: Box, card: int) -> None:
    """Use a card for its Matter or its effect; ask which if it could be both (D16)."""
    effect = can_use_in_combat(s, box, card)
    if effect and box.amount[MATTER, card] > 0:
        s.mode_card = card
        if s.zone[s.actor, card] == HAND:
            put(s, box, s.actor, card, HAND)  # it is on the table: everybody has seen it
        offer_modes(s)
        ask(s, s.actor, D_MODE)
    elif effect:
        use_in_combat(s, box, card)
    else:
        spend_matter(s, box, card)


@kernel
def offer_modes(s: State) -> None:
    """Offer both uses of a combat card."""
    clear_options(s)
    s.options[A_USE_MATTER] = 1
    s.options[A_USE_EFFECT] = 1


@kernel
def play_mode(s: State, box: Box, action: int) -> None:
    """Use the card for its Matter or for its effect."""
    if action == A_USE_MATTER:
        spend_matter(s, box, s.mode_card)
    else:
        use_in_combat(s, box, s.mode_card)


@kernel
def spend_matter(s: State, box: Box, card: int) -> None:
    """Add all of a card's Matter to the own strength."""
    s.extra[role_of(s, s.actor)] += box.amount[MATTER, card]
    put(s, box, s.actor, card, DISCARD)
    s.stage = RESPOND


@kernel
def use_in_combat(s: State, box: Box, card: int) -> None:
    """Put a combat card away and apply its effect (6.11)."""
    role = role_of(s, s.actor)
    s.used[card] = 1
    put_away(s, box, s.actor, card)
    s.stage = RESPOND
    effect = box.effect[card]
    if effect == Effect.STRENGTH:
        s.extra[role] += box.p1[card]
    elif effect == Effect.KILL:
        kill(s, box, 1 - role, box.p1[card])
    else:
        # HALT: as if the attacker had chosen to retreat at the start.
        begin_resolution(s, box, ATTACKER, 0)


@kernel
def kill(s: State, box: Box, role: int, number: int) -> None:
    """Eliminate enemy fleets; a player left without a piece loses at once (seed p.17)."""
    enemy = player_in_role(s, role)
    if enemy == NOBODY:
        s.lowered += KILL_STRENGTH * number
        return
    killed = min(number, count_units(s, enemy, s.battle, FLEET))
    add_units(s, enemy, s.battle, FLEET, -killed)
    s.stock[enemy, FLEET] += killed
    if not controls(s, enemy, s.battle):
        begin_resolution(s, box, role, 0)
