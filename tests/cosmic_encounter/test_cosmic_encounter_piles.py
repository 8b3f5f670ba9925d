"""Deck and discard pile: what a scenario in words cannot set up."""

from __future__ import annotations

from spaceenvs.core.scenario import Table
from spaceenvs.cosmic_encounter import GAME, components
from spaceenvs.cosmic_encounter.hands import note_arts

MACHINE = {"power": "Machine", "warp": 1, "hand": ["Attack 8", "Machine flare"]}


def test_an_empty_deck_is_replaced_by_the_shuffled_discards():
    # R5
    table = Table(GAME, num_players=3)
    table.arrange({"destiny": ["colour_1"], "seats": {"0": MACHINE, "1": {"hand": ["Attack 8"]}}})
    s = table.state
    count = int(s.deck_count)
    s.discard[:count] = s.deck[:count]
    s.discard_count, s.deck_count = count, 0
    table.play("leave the Warp alone")
    table.play("play Machine as super")
    assert s.deck_count == count - 1
    assert s.discard.tolist()[: s.discard_count] == [components.FIRST_FLARE + components.MACHINE]
    assert s.hand_size[0] == 2


def test_both_piles_empty_no_card_is_drawn():
    # R5
    table = Table(GAME, num_players=3)
    table.arrange({"destiny": ["colour_1"], "seats": {"0": MACHINE, "1": {"hand": ["Attack 8"]}}})
    s = table.state
    count = int(s.deck_count)
    for kind in s.deck[:count].tolist():
        s.hand[2][kind] += 1
    s.hand_size[2] += count
    note_arts(s, 2)
    s.deck_count = 0
    table.play("leave the Warp alone")
    while "play Machine as super" not in table.words():
        table.play("pass")
    table.play("play Machine as super")
    while table.state.decision == GAME.decisions.index("D_CANCEL"):
        table.play("pass")
    assert s.hand_size[0] == 1
    assert table.batch.check()[0] == 0


def test_a_new_hand_is_kept_if_no_challenge_card_is_left():
    # R70: deck and discards hold no Challenge card, the seven are kept; at selection R8 follows.
    box = components.make_box(components.CosmicOptions(num_players=3))[0]
    all_cards = [
        name
        for kind, name in enumerate(components.KIND_NAMES[: components.NUM_CHALLENGE])
        for _ in range(box.copies[kind])
    ]
    table = Table(GAME, num_players=3)
    table.arrange(
        {
            "destiny": ["colour_1"],
            "deck": ["Quash"]
            + ["Force Field"] * 2
            + ["Emotion Control"] * 2
            + ["Un-Zap", "Keeper"],
            "seats": {"0": {}, "1": {}, "2": {"hand": all_cards}},
        }
    )
    s = table.state
    assert s.challenge.off == 0
    assert s.hand_size[0] == 7
    assert s.discard_count == 0
    assert s.decision == GAME.decisions.index("D_TOKENS")


def test_mandatory_powers_ask_nobody_whether_they_are_used():
    # R37: Warpish fires by itself, Calculator asks.
    fight = {
        "phase": "SELECT",
        "off": 0,
        "defender": 1,
        "system": 1,
        "target": "1.0",
        "seats": {
            "0": {"power": "Warpish", "hand": ["Attack 8"], "cone": {"0.0": 1}},
            "1": {"power": "Calculator", "hand": ["Attack 6"]},
        },
    }
    table = Table(GAME, num_players=3)
    table.arrange(fight)
    table.play("select Attack 8")
    table.play("select Attack 6")
    assert list(table.words()) == ["pass", "use Calculator"]
