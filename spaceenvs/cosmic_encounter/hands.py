"""Cards: hands, what others know of them, draws, new hands (6.16, 6.17, section 8)."""

from __future__ import annotations

from spaceenvs.core.game import Box, State
from spaceenvs.core.jit import kernel
from spaceenvs.core.rng import pick, shuffle
from spaceenvs.core.rows import WORD, read_word
from spaceenvs.cosmic_encounter.actions import decision
from spaceenvs.cosmic_encounter.cells import get_cell
from spaceenvs.cosmic_encounter.components import (
    COMPROMISE,
    FIRST_EDICT,
    FIRST_FLARE,
    HAND,
    KINDS,
    MAX_PLAYERS,
    NUM_CHALLENGE,
    NUM_POWERS,
    VULCH,
)
from spaceenvs.cosmic_encounter.curses import SMALL_HAND, SMALL_HANDS, is_cursed
from spaceenvs.cosmic_encounter.hoard import (
    count_hoard,
    count_hoarded,
    hoarded,
    take_out_of_hoard,
)
from spaceenvs.cosmic_encounter.hooks import H_DRAW, H_NEWHAND, H_NEWHAND_DEF, H_TAKEN
from spaceenvs.cosmic_encounter.moon_points import NEW_HAND_SIZE, apply_moons
from spaceenvs.cosmic_encounter.points import CARDS_NEEDED, apply_rules
from spaceenvs.cosmic_encounter.sets import add, clear, remove
from spaceenvs.cosmic_encounter.sheets import has_power
from spaceenvs.cosmic_encounter.stack import (
    DRAW,
    TAKEN,
    Frame,
    allow_card,
    answered_kind,
    ask,
    call,
    end,
    has_seat,
    is_anybody_concerned,
    open_question,
    open_window_for,
)
from spaceenvs.cosmic_encounter.state import MAX_LENT, MAX_PLAYED, MAX_TAKINGS, NOBODY

# Notes of DRAW: how many cards; a new hand that is drawn again without a Challenge card (R6); how
# many of them go again (Connoisseur).
CARDS, IS_HAND, EXTRA = 0, 1, 2
TAKING = 0  # note of TAKEN
D_CONNOISSEUR = decision("D_CONNOISSEUR")
TAKES_FLARES = 0  # cell of Vulch: the set of seats with a super Vulch

# -- what players know of each other's cards (R92) ------------------------------------------


@kernel
def learn(s: State, viewer: int, owner: int, kind: int) -> None:
    """The viewer knows one more card of this kind among the owner's."""
    s.known[viewer, owner, kind] += 1
    s.knows[viewer, owner] += 1


@kernel
def forget(s: State, viewer: int, owner: int, kind: int) -> None:
    """The viewer knows one card of this kind less, if he knew any."""
    if s.knows[viewer, owner] > 0 and s.known[viewer, owner, kind] > 0:
        s.known[viewer, owner, kind] -= 1
        s.knows[viewer, owner] -= 1


@kernel
def learn_shown(s: State, viewer: int, owner: int, kind: int, count: int) -> None:
    """The viewer sees so many cards of this kind: what he knows is raised to that."""
    while s.known[viewer, owner, kind] < count:
        learn(s, viewer, owner, kind)


@kernel
def leave_openly(s: State, owner: int, kind: int) -> None:
    """All others see a card of this kind leave the owner's cards."""
    for v in range(s.seats):
        if v != owner:
            forget(s, v, owner, kind)


@kernel
def enter_openly(s: State, owner: int, kind: int) -> None:
    """All others see a card of this kind come to the owner."""
    for v in range(s.seats):
        if v != owner:
            learn(s, v, owner, kind)


@kernel
def leave_unseen(s: State, viewer: int, owner: int) -> None:
    """The viewer does not see which card left the owner."""
    if s.knows[viewer, owner] > 0:
        for k in range(KINDS):
            forget(s, viewer, owner, k)


@kernel
def see_hand(s: State, viewer: int, owner: int) -> None:
    """The viewer looks at the owner's whole hand."""
    for k in range(KINDS):
        s.known[viewer, owner, k] = s.hand[owner, k]
    s.knows[viewer, owner] = s.hand_size[owner]


@kernel
def raise_known(s: State, viewer: int, owner: int) -> None:
    """The viewer sees the owner's hand; what he knows of his face-down cards stays (R132).

    An Aura does this at every decision: what is known already is passed over, eight kinds at once.
    """
    hand, known = s.hand[owner], s.known[viewer, owner]
    for start in range(0, KINDS, WORD):
        first = min(start, KINDS - WORD)
        if read_word(hand, first) != read_word(known, first):
            for k in range(first, first + WORD):
                if hand[k] > 0:
                    learn_shown(s, viewer, owner, k, hand[k])


# -- moving cards ----------------------------------------------------------------------------


@kernel
def add_card(s: State, p: int, kind: int) -> None:
    """Put a card into a hand."""
    s.hand[p, kind] += 1
    s.hand_size[p] += 1
    if kind >= FIRST_EDICT:
        add(s.arts[p], kind - FIRST_EDICT)


@kernel
def drop_card(s: State, p: int, kind: int) -> None:
    """Take a card out of a hand."""
    s.hand[p, kind] -= 1
    s.hand_size[p] -= 1
    if kind >= FIRST_EDICT and s.hand[p, kind] == 0 and count_hoarded(s, p, kind) == 0:
        remove(s.arts[p], kind - FIRST_EDICT)


@kernel
def play_card(s: State, p: int, kind: int) -> None:
    """A player plays a card: from his hand, or if it is not there from his hoard (R106)."""
    if s.hand[p, kind] > 0:
        drop_card(s, p, kind)
        return
    take_out_of_hoard(s, p, kind)
    if kind >= FIRST_EDICT and count_hoarded(s, p, kind) == 0:
        remove(s.arts[p], kind - FIRST_EDICT)


@kernel
def note_arts(s: State, p: int) -> None:
    """Write the set of a hand anew, after cards were put into it one by one."""
    clear(s.arts[p])
    for k in range(FIRST_EDICT, KINDS):
        if s.hand[p, k] > 0:
            add(s.arts[p], k - FIRST_EDICT)
    for i in range(count_hoard(s, p)):
        if hoarded(s, p, i) >= FIRST_EDICT:
            add(s.arts[p], hoarded(s, p, i) - FIRST_EDICT)


@kernel
def put_on_discard(s: State, kind: int) -> None:
    """Put a card on the discard pile, for all to see."""
    s.discard[s.discard_count] = kind
    s.discard_count += 1
    s.discards[kind] += 1
    s.discard_top = kind
    if kind >= FIRST_FLARE:
        s.flare_seen[kind - FIRST_FLARE] = 1


@kernel
def take_from_discard(s: State, kind: int) -> None:
    """Remove the uppermost card of this kind from the discard pile."""
    i = s.discard_count - 1
    while i >= 0 and s.discard[i] != kind:
        i -= 1
    if i >= 0:
        for k in range(i, s.discard_count - 1):
            s.discard[k] = s.discard[k + 1]
        s.discard_count -= 1
        s.discards[kind] -= 1
        note_top(s)


@kernel
def take_top_discard(s: State) -> int:
    """Take the top card of the discard pile; returns its kind."""
    s.discard_count -= 1
    kind = int(s.discard[s.discard_count])
    s.discards[kind] -= 1
    note_top(s)
    return kind


@kernel
def note_top(s: State) -> None:
    """Note which card lies on top of the discard pile now."""
    s.discard_top = s.discard[s.discard_count - 1] if s.discard_count > 0 else NOBODY


@kernel
def find_vulch(s: State, p: int, kind: int) -> int:
    """Return who takes a card that a player discards (R147), -1 if it goes on the pile."""
    if kind < FIRST_EDICT:
        return NOBODY
    for i in range(s.seats):
        q = s.challenge.order[i]
        if q == p:
            continue
        if kind >= FIRST_FLARE:
            if has_seat(get_cell(s, VULCH, TAKES_FLARES), q):
                return q
        elif has_power(s, q, VULCH):
            return q
    return NOBODY


@kernel
def put_away(s: State, p: int, kind: int) -> bool:
    """A card that a player discards goes on the pile; False if a Vulch takes it."""
    taker = find_vulch(s, p, kind)
    if taker < 0:
        put_on_discard(s, kind)
        return True
    take_openly(s, taker, kind)
    if kind >= FIRST_FLARE:
        s.flare_seen[kind - FIRST_FLARE] = 1
    return False


@kernel
def discard_from_hand(s: State, p: int, kind: int) -> None:
    """A player discards a card openly."""
    drop_card(s, p, kind)
    leave_openly(s, p, kind)
    put_away(s, p, kind)


@kernel
def show_cards(s: State, owner: int, kind: int, count: int) -> None:
    """All see that the owner has so many cards of a kind."""
    for v in range(s.seats):
        while v != owner and s.known[v, owner, kind] < count:
            learn(s, v, owner, kind)


@kernel
def take_openly(s: State, p: int, kind: int) -> None:
    """A player takes a card that all can see into his hand."""
    add_card(s, p, kind)
    enter_openly(s, p, kind)


@kernel
def give_card(s: State, giver: int, taker: int, kind: int) -> None:
    """A card changes hands; only the two see which."""
    drop_card(s, giver, kind)
    hand_over(s, giver, taker, kind)


@kernel
def hand_over(s: State, giver: int, taker: int, kind: int) -> None:
    """A card that has left the giver's hand reaches the taker; only the two see which."""
    add_card(s, taker, kind)
    learn(s, giver, taker, kind)
    forget(s, taker, giver, kind)
    for v in range(s.seats):
        if v != giver and v != taker:
            leave_unseen(s, v, giver)


@kernel
def pick_random(s: State, p: int) -> int:
    """Return the kind of a random card of a hand (6.17, R64), listed in the order of their ids."""
    left = pick(s.rng, s.hand_size[p])
    for k in range(KINDS):
        left -= s.hand[p, k]
        if left < 0:
            return k
    return 0


@kernel
def lend_card(s: State, lender: int, borrower: int, kind: int, till_end: int) -> None:
    """A card changes hands and goes back after the reveal or at 10c (R119)."""
    c = s.challenge
    give_card(s, lender, borrower, kind)
    if c.lent_count < MAX_LENT:
        c.lent[c.lent_count] = kind
        c.lender[c.lent_count] = lender
        c.borrower[c.lent_count] = borrower
        c.lent_till_end[c.lent_count] = till_end
        c.lent_count += 1


@kernel
def give_back_lent(s: State, till_end: int) -> None:
    """R119: one card of each kind lent goes back, if its borrower still holds that kind."""
    c = s.challenge
    left = 0
    for i in range(c.lent_count):
        if c.lent_till_end[i] == till_end:
            if s.hand[c.borrower[i], c.lent[i]] > 0:
                give_card(s, c.borrower[i], c.lender[i], c.lent[i])
        else:
            c.lent[left] = c.lent[i]
            c.lender[left] = c.lender[i]
            c.borrower[left] = c.borrower[i]
            c.lent_till_end[left] = c.lent_till_end[i]
            left += 1
    c.lent_count = left


@kernel
def give_back_all_lent(s: State) -> None:
    """10c, or a turn that ends early: without a reveal the cards of a Doppelganger go back now."""
    give_back_lent(s, 0)
    give_back_lent(s, 1)


@kernel
def take_random(s: State, taker: int, giver: int) -> None:
    """Take a random card from another player's hand."""
    give_card(s, giver, taker, pick_random(s, giver))


@kernel
def pick_unused_flare(s: State, besides: int, besides_too: int) -> int:
    """Return a random unused flare in index order (6.17), but for two: the power that it names."""
    left = int(s.unused_count)
    for i in range(s.unused_count):
        if s.unused[i] == besides or s.unused[i] == besides_too:
            left -= 1
    left = pick(s.rng, left)
    for power in range(NUM_POWERS):
        for i in range(s.unused_count):
            if s.unused[i] == power and power != besides and power != besides_too:
                if left == 0:
                    return power
                left -= 1
                break
    return NOBODY


@kernel
def take_unused_flare(s: State, p: int, power: int) -> None:
    """A player takes an unused flare; only he sees it."""
    for i in range(s.unused_count):
        if s.unused[i] == power:
            s.unused_count -= 1
            s.unused[i] = s.unused[s.unused_count]
            add_card(s, p, FIRST_FLARE + power)
            return


@kernel
def take_random_flare(s: State, p: int) -> None:
    """A player takes a random unused flare."""
    take_unused_flare(s, p, pick_unused_flare(s, NOBODY, NOBODY))


@kernel
def is_flare_unused(s: State, box: Box) -> bool:
    """Whether flares are used, and one of them is outside the game."""
    return box.num_flares > 0 and s.unused_count > 0  # type: ignore[no-any-return]


@kernel
def remember_play(s: State, p: int, kind: int) -> None:
    """Remember who played a card that was just discarded, for time travel (R77)."""
    c = s.challenge
    if c.played_count < MAX_PLAYED:
        c.played[c.played_count] = kind
        c.played_by[c.played_count] = p
        c.played_count += 1


@kernel
def turn_over(s: State) -> int:
    """Take the top card off the deck; R5: an empty deck is replaced. Returns -1 if none is left."""
    c = s.challenge
    if s.deck_count == 0:
        for k in range(s.discard_count):
            s.deck[k] = s.discard[k]
        s.deck_count = s.discard_count
        s.discard_count = 0
        s.discard_top = NOBODY
        for k in range(KINDS):
            s.discards[k] = 0
        c.played_count = 0  # R77: reshuffled cards do not come back
        shuffle(s.rng, s.deck, s.deck_count)
        if s.deck_count == 0:
            return -1
    s.deck_count -= 1
    if s.face_up > 0:
        s.face_up -= 1
    return int(s.deck[s.deck_count])


@kernel
def put_under_deck(s: State, kind: int) -> None:
    """Put a card face down under the deck."""
    for i in range(s.deck_count, 0, -1):
        s.deck[i] = s.deck[i - 1]
    s.deck[0] = kind
    s.deck_count += 1


@kernel
def draw_card(s: State, p: int) -> int:
    """Draw the top card of the deck; returns -1 if none is left."""
    c = s.challenge
    is_seen = s.face_up > 0
    kind = turn_over(s)
    if kind < 0:
        return kind
    add_card(s, p, kind)
    for v in range(s.seats):
        if v != p and (is_seen or c.watch[v, p] != 0):
            learn(s, v, p, kind)  # wild Aura (R132), wild Mind
    return kind


# -- questions -------------------------------------------------------------------------------


@kernel
def count_challenge_cards(s: State, p: int) -> int:
    """Count the Challenge cards in a hand."""
    count = 0
    for k in range(NUM_CHALLENGE):
        count += s.hand[p, k]
    return count


@kernel
def has_attack(s: State, p: int) -> bool:
    """Whether a hand holds an Attack."""
    for k in range(COMPROMISE):
        if s.hand[p, k] > 0:
            return True
    return False


@kernel
def needs_new_hand(s: State, box: Box, p: int) -> bool:
    """Whether a player must draw a new hand: he has no Challenge card, or too few."""
    return count_challenge_cards(s, p) < apply_rules(s, box, CARDS_NEEDED, p, 0, 1)


@kernel
def must_renew(s: State, box: Box, p: int) -> bool:
    """Whether a player draws a new hand for lack of a Challenge card: not a Doppelganger."""
    is_bare = count_challenge_cards(s, p) == 0
    return is_bare and apply_rules(s, box, CARDS_NEEDED, p, 0, 1) > 0


@kernel
def is_challenge_left(s: State) -> bool:
    """Whether deck or discard pile hold a Challenge card (R70)."""
    for i in range(s.deck_count):
        if s.deck[i] < NUM_CHALLENGE:
            return True
    for i in range(s.discard_count):
        if s.discard[i] < NUM_CHALLENGE:
            return True
    return False


# -- procedures ------------------------------------------------------------------------------


@kernel
def draw_cards(s: State, p: int, n: int) -> None:
    """Draw n cards at once."""
    s.drawn_count = 0
    for _ in range(n):
        kind = draw_card(s, p)
        if kind >= 0:
            s.drawn[s.drawn_count] = kind
            s.drawn_count += 1


@kernel
def run_draw(s: State, box: Box, f: Frame) -> None:
    """DRAW(who, cards): H_DRAW window, then the cards; a Connoisseur discards some of them."""
    p = f.who
    if f.at == 0:
        f.at = 1
        f.notes[EXTRA] = 0
        if f.notes[CARDS] > 0:
            open_window_for(s, NOBODY, H_DRAW, p)
        return
    if f.at == 1:
        draw_cards(s, p, f.notes[CARDS] + f.notes[EXTRA])
        if f.notes[IS_HAND] != 0 and is_redrawn(s, p):
            discard_drawn(s, p)
            f.at = 0
            return
        f.notes[EXTRA] = max(0, s.drawn_count - f.notes[CARDS])  # R131
        f.at = 2
    if f.at == 3:
        f.at = 2
        f.notes[EXTRA] -= 1
        discard_one_drawn(s, p, answered_kind(s))
    if f.notes[EXTRA] > 0:
        open_question(s)
        for i in range(s.drawn_count):
            allow_card(s, s.drawn[i])
        ask(s, f, D_CONNOISSEUR, p)
        return
    end(s)
    level = open_taking(s) if s.drawn_count > 1 else NOBODY
    for i in range(s.drawn_count):
        note_taken(s, level, s.drawn[i])
    close_taking(s, p, level)


@kernel
def discard_one_drawn(s: State, p: int, kind: int) -> None:
    """A Connoisseur discards one of the cards just drawn."""
    discard_from_hand(s, p, kind)
    s.drawn_count -= 1
    i = 0
    while s.drawn[i] != kind:
        i += 1
    for k in range(i, s.drawn_count):
        s.drawn[k] = s.drawn[k + 1]


# -- cards taken at once (R130) ----------------------------------------------------------------


@kernel
def open_taking(s: State) -> int:
    """Begin to note what a player takes at once; -1 if nobody would be asked about it."""
    if s.takings >= MAX_TAKINGS or not is_anybody_concerned(s, NOBODY, H_TAKEN):
        return NOBODY
    for k in range(KINDS):
        s.taken[s.takings, k] = 0
    s.takings += 1
    return int(s.takings) - 1


@kernel
def note_taken(s: State, level: int, kind: int) -> None:
    """He takes this card."""
    if level >= 0:
        s.taken[level, kind] += 1


@kernel
def close_taking(s: State, p: int, level: int) -> None:
    """He has taken all: the H_TAKEN window, if there are two or more."""
    if level >= 0:
        call(s, TAKEN, p, level)


@kernel
def take_cards(s: State, p: int, q: int, count: int) -> None:
    """A player takes so many random cards from another one, at once."""
    level = open_taking(s) if count > 1 else NOBODY
    for _ in range(min(int(count), int(s.hand_size[q]))):
        kind = pick_random(s, q)
        give_card(s, q, p, kind)
        note_taken(s, level, kind)
    close_taking(s, p, level)


@kernel
def count_still_taken(s: State, p: int, level: int, kind: int) -> int:
    """Count the cards of a kind taken at once that the taker still holds."""
    return min(int(s.taken[level, kind]), int(s.hand[p, kind]))


@kernel
def count_taken(s: State, p: int, level: int) -> int:
    """Count the cards taken at once that the taker still holds."""
    count = 0
    for k in range(KINDS):
        count += count_still_taken(s, p, level, k)
    return count


@kernel
def run_taken(s: State, box: Box, f: Frame) -> None:
    """TAKEN(who, taking): the H_TAKEN window."""
    if f.at == 0:
        f.at = 1
        if count_taken(s, f.who, f.notes[TAKING]) > 1:
            open_window_for(s, NOBODY, H_TAKEN, int(f.notes[TAKING]) * MAX_PLAYERS + int(f.who))
            return
    s.takings -= 1
    end(s)


@kernel
def taker_of(about: int) -> int:
    """Return whom a window H_TAKEN is about."""
    return int(about) % MAX_PLAYERS


@kernel
def taking_of(about: int) -> int:
    """Return which taking a window H_TAKEN is about."""
    return int(about) // MAX_PLAYERS


@kernel
def discard_hand(s: State, p: int, keep_others: int) -> None:
    """Discard a hand, in ascending order of the ids; Keeper keeps all but Challenge cards."""
    last = NUM_CHALLENGE if keep_others != 0 else KINDS
    for k in range(last):
        while s.hand[p, k] > 0:
            discard_from_hand(s, p, k)


@kernel
def discard_old_hand(s: State, p: int, keep_others: int) -> None:
    """Discard a hand for a new one; the Vulch shows and keeps his Edicts."""
    if not has_power(s, p, VULCH):
        discard_hand(s, p, keep_others)
        return
    for k in range(KINDS):
        if FIRST_EDICT <= k < FIRST_FLARE:
            show_cards(s, p, k, s.hand[p, k])
        elif keep_others == 0 or k < NUM_CHALLENGE:
            while s.hand[p, k] > 0:
                discard_from_hand(s, p, k)


@kernel
def discard_drawn(s: State, p: int) -> None:
    """R6: seven cards without a Challenge card are shown and discarded."""
    for k in range(KINDS):
        for i in range(s.drawn_count):
            if s.drawn[i] == k:
                discard_from_hand(s, p, k)


@kernel
def new_hand_size(s: State, box: Box, p: int) -> int:
    """Return how many cards a new hand of a player has."""
    usual = SMALL_HAND if is_cursed(s, p, SMALL_HANDS) else HAND  # 6.12
    return apply_moons(s, box, NEW_HAND_SIZE, p, 0, usual)


@kernel
def is_redrawn(s: State, p: int) -> bool:
    """Whether the new hand has to be drawn again (R6, R70)."""
    return count_challenge_cards(s, p) == 0 and is_challenge_left(s)


AS_DEFENDER = 1  # note of NEW_HAND: he has just become DEF (4.1 j)


@kernel
def run_new_hand(s: State, box: Box, f: Frame) -> None:
    """NEWHAND(who) of 6.16."""
    if f.at == 0:
        f.at = 1
        s.keeper = 0
        hook = H_NEWHAND_DEF if f.notes[0] == AS_DEFENDER else H_NEWHAND
        open_window_for(s, f.who, hook, 0)
        return
    if f.at == 1:
        f.at = 2
        discard_old_hand(s, f.who, s.keeper)
        call(s, DRAW, f.who, new_hand_size(s, box, f.who))
        s.stack[s.depth - 1].notes[IS_HAND] = 1
        return
    take_put_by(s, f.who)
    end(s)


@kernel
def put_by(s: State, p: int, kind: int) -> None:
    """Wild Miser: a card is set aside while the hand is discarded or taken from."""
    c = s.challenge
    drop_card(s, p, kind)
    c.put_by[c.put_by_count] = kind
    c.put_by_count += 1
    c.put_by_owner = p


@kernel
def take_put_by(s: State, p: int) -> None:
    """What was set aside returns to his hand."""
    c = s.challenge
    if c.put_by_owner == p:
        for i in range(c.put_by_count):
            add_card(s, p, c.put_by[i])
        c.put_by_count = 0


@kernel
def renew_hand_silently(s: State, box: Box, p: int) -> None:
    """D_SKIP: a new hand without any window."""
    discard_old_hand(s, p, 0)
    draw_cards(s, p, new_hand_size(s, box, p))
    while is_redrawn(s, p):
        discard_drawn(s, p)
        draw_cards(s, p, new_hand_size(s, box, p))


@kernel
def allow_hand(s: State, p: int) -> None:
    """Make every card of a hand a legal answer."""
    for k in range(KINDS):
        if s.hand[p, k] > 0:
            allow_card(s, k)
