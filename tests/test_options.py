"""Options of a game in words."""

import pytest

import spaceenvs
from spaceenvs.cli import main
from spaceenvs.options import read_options


def test_words_become_values_of_the_right_types():
    cosmic = spaceenvs.load("cosmic_encounter")
    words = ["lucre=yes", "skip_turn=off", "deal_proposals=2", "power_pool=Clone,Sorcerer,Zombie"]
    assert read_options(cosmic, words) == {
        "lucre": True,
        "skip_turn": False,
        "deal_proposals": 2,
        "power_pool": "Clone,Sorcerer,Zombie",
    }
    stars = spaceenvs.load("handful_of_stars")
    assert read_options(stars, ["races=3,1"]) == {"races": (3, 1)}


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("lucre", "name=value"),
        ("lucer=yes", "names: num_players, power_pool"),
        ("lucre=perhaps", "yes or no"),
        ("deal_proposals=two", "a number"),
        ("deal_proposals=9", "is one of 1, 2"),
        ("flares=many", "'on', 'fixed', 'off'"),
    ],
)
def test_what_cannot_be_read_is_named(word, problem):
    with pytest.raises(ValueError, match=problem):
        read_options(spaceenvs.load("cosmic_encounter"), [word])


def test_a_command_says_what_is_wrong_with_an_option(capsys):
    assert main(["watch", "galaxy", "--option", "final_drew=yes"]) == 2
    assert "'final_drew=yes' was given; names: num_players" in capsys.readouterr().err
