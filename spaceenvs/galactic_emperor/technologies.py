"""Technologies: declaring them, and the windows of Saboteur and Time Reversal (4.10, 6.8)."""

from __future__ import annotations

from spaceenvs.core.game import Box, Mask, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import roll
from spaceenvs.galactic_emperor.actions import (
    D_REROLL_AGAIN,
    D_SABOTAGE,
    D_TIME_REVERSAL,
    D_USE_TECH,
    DIE,
    PASS,
    YES,
)
from spaceenvs.galactic_emperor.combat import ATTACKER, DEFENDER
from spaceenvs.galactic_emperor.components import (
    CARD_EXPLORER,
    CARD_WARLORD_A,
    CAUGHT_ON,
    NUM_MARKET_DICE,
    SABOTEUR,
    TIME_REVERSAL,
)
from spaceenvs.galactic_emperor.state import (
    ACTIVATE,
    BATTLE_DICE,
    BEFORE_ROLL,
    CAPTURE_DIE,
    CARD_AVAILABLE,
    FREE_REROLL,
    MARKET_DICE,
    NO_WINDOW,
    NOBODY,
    NOTHING,
    READ_CAPTURE,
    REROLL,
    REVERSAL_ANNOUNCED,
    SHOWS_WARLORD,
    ask,
    push,
)

# D29 in a battle: what the four dice actions stand for.
ATTACKER_HIT, ATTACKER_MISS, DEFENDER_HIT, DEFENDER_MISS = range(4)


@kernel
def is_usable(s: State, player: int, tech: int) -> bool:
    """Whether a player owns a technology that is neither blocked nor spent this round."""
    return s.tech_owner[tech] == player and s.tech_blocked[tech] == 0 and s.tech_spent[tech] == 0


@kernel
def is_active(s: State, player: int, tech: int) -> bool:
    """Whether a player's Warlord technology is active in this role."""
    return s.tech_owner[tech] == player and s.tech_active[tech] != 0


@kernel
def declare(s: State, player: int, tech: int, then: int) -> None:
    """Declare a technology; `then` follows, when `s.works` says whether it has an effect.

    This is the one window of the Saboteur, who is never asked about a card of his own (R24).
    """
    s.declared = tech
    s.declared_by = player
    s.works = 1
    push(s, then)
    saboteur = s.tech_owner[SABOTEUR]
    if saboteur != NOBODY and saboteur != player and s.tech_used[SABOTEUR] == 0:
        ask(s, D_SABOTAGE, saboteur)


# -- D28 Saboteur -----------------------------------------------------------------------------


@kernel
def legal_yes_or_pass(mask: Mask) -> None:
    """A plain question."""
    mask[PASS] = 1
    mask[YES] = 1


@kernel
def play_sabotage(s: State, action: int) -> None:
    """Block the declared technology; the victim rolls to catch the Saboteur (R22)."""
    if action == PASS:
        return
    s.tech_used[SABOTEUR] = 1
    s.tech_blocked[s.declared] = 1
    s.works = 0
    s.capture_die = roll(s.rng)
    push(s, READ_CAPTURE)
    open_window(s, CAPTURE_DIE)


@kernel
def read_capture(s: State, box: Box) -> None:
    """Remove a caught Saboteur from the game; the block holds, option `caught_cancels` apart."""
    if s.capture_die >= CAUGHT_ON:
        s.tech_owner[SABOTEUR] = NOBODY
        s.tech_removed[SABOTEUR] = 1
        if box.caught_cancels != 0:
            s.tech_blocked[s.declared] = 0
            s.works = 1
    s.capture_die = 0


# -- D29, D30 Time Reversal -------------------------------------------------------------------


@kernel
def open_window(s: State, window: int) -> None:
    """Ask the owner of Time Reversal, if he can still use it this round."""
    owner = s.tech_owner[TIME_REVERSAL]
    if owner == NOBODY or not is_usable(s, owner, TIME_REVERSAL):
        return
    if s.tech_used[TIME_REVERSAL] != 0:
        return
    s.window = window
    ask(s, D_TIME_REVERSAL, owner)


@kernel
def find_battle_die(s: State, choice: int) -> int:
    """Return the first die of the chosen side and kind, in the order of 6.2, or -1."""
    side = ATTACKER if choice < DEFENDER_HIT else DEFENDER
    wants_hit = choice in (ATTACKER_HIT, DEFENDER_HIT)
    dice = s.dice[side]
    for i in range(dice.count):
        if (dice.face[i] >= dice.need[i]) == wants_hit:
            return i
    return -1


@kernel
def legal_time_reversal(s: State, mask: Mask) -> None:
    """D29: the dice that lie on the table; before the market roll only a yes."""
    mask[PASS] = 1
    if s.window == BEFORE_ROLL:
        mask[YES] = 1
    elif s.window == MARKET_DICE:
        for i in range(NUM_MARKET_DICE):
            mask[DIE + i] = 1
    elif s.window == BATTLE_DICE:
        for choice in range(NUM_MARKET_DICE):
            if find_battle_die(s, choice) >= 0:
                mask[DIE + choice] = 1
    else:
        mask[DIE] = 1


@kernel
def play_time_reversal(s: State, action: int) -> None:
    """Declare Time Reversal; it is used up from here on (R46)."""
    if action == PASS:
        close_window(s)
        return
    owner = s.to_move
    s.tech_used[TIME_REVERSAL] = 1
    if action == YES:
        declare(s, owner, TIME_REVERSAL, REVERSAL_ANNOUNCED)
        return
    choice = action - DIE
    s.reroll_die = choice
    if s.window == BATTLE_DICE:
        s.reroll_side = ATTACKER if choice < DEFENDER_HIT else DEFENDER
        s.reroll_die = find_battle_die(s, choice)
    # No second declaration, and the Saboteur is used up when his own die is rerolled.
    if s.announced != 0 or s.window == CAPTURE_DIE:
        push(s, FREE_REROLL)
    else:
        declare(s, owner, TIME_REVERSAL, REROLL)


@kernel
def announce_reversal(s: State) -> None:
    """Remember whether the announced Time Reversal works (option `price_reversal`)."""
    s.announced = s.works
    s.window = NO_WINDOW


@kernel
def begin_reroll(s: State, works: int) -> None:
    """Reroll the chosen die and ask for a second time; nothing happens if sabotaged."""
    if works == 0:
        close_window(s)
        return
    reroll(s)
    ask(s, D_REROLL_AGAIN, s.tech_owner[TIME_REVERSAL])


@kernel
def play_reroll_again(s: State, action: int) -> None:
    """D30: reroll the same die once more; that result stands."""
    if action == YES:
        reroll(s)
    close_window(s)


@kernel
def reroll(s: State) -> None:
    """Roll the chosen die again."""
    if s.window == MARKET_DICE:
        s.market_dice[s.reroll_die] = roll(s.rng)
    elif s.window == CAPTURE_DIE:
        s.capture_die = roll(s.rng)
    else:
        dice = s.dice[s.reroll_side]
        faces = s.faces[s.reroll_side]
        faces[dice.face[s.reroll_die] - 1] -= 1
        dice.face[s.reroll_die] = roll(s.rng)
        faces[dice.face[s.reroll_die] - 1] += 1


@kernel
def close_window(s: State) -> None:
    """No dice are to be changed any more."""
    s.window = NO_WINDOW
    s.reroll_die = NOTHING
    s.reroll_side = NOTHING
    s.announced = 0


# -- D15 Warlord technologies (5.5) -----------------------------------------------------------


@kernel
def can_second_warlord_come(s: State) -> bool:
    """Whether another Warlord role is still possible in this round (R25)."""
    if s.card_0 != SHOWS_WARLORD or s.chosen >= s.num_players:
        return False
    other = CARD_WARLORD_A if s.card == CARD_EXPLORER else CARD_EXPLORER
    return s.cards[other] == CARD_AVAILABLE


@kernel
def offer_warlord_tech(s: State, player: int, tech: int) -> None:
    """Declare a Warlord technology, or ask its owner where waiting can make sense."""
    if can_second_warlord_come(s):
        s.tech_asked = tech
        ask(s, D_USE_TECH, player)
    else:
        declare(s, player, tech, ACTIVATE)


@kernel
def play_use_tech(s: State, action: int) -> None:
    """D15: declare it now, or wait for the next opportunity."""
    tech = s.tech_asked
    s.tech_asked = NOTHING
    if action == YES:
        declare(s, s.to_move, tech, ACTIVATE)


@kernel
def activate(s: State) -> None:
    """A declared Warlord technology is active until the end of this role."""
    if s.works != 0:
        s.tech_active[s.declared] = 1
