"""What is put into the package."""

from __future__ import annotations

import numpy as np
import torch

from agents.network import Learner
from agents.ship import forget_unseen
from spaceenvs.players.network import Network
from spaceenvs.template import GAME


def test_what_training_never_saw_says_nothing():
    torch.manual_seed(7)
    learner = Learner(GAME, 16)
    weights = {name: p.detach().numpy().copy() for name, p in learner.named_parameters()}
    weights["first_weight"][3] += 0.5
    network = Network(GAME, weights, {})
    forget_unseen(network, seed=7)
    assert np.flatnonzero(weights["first_weight"].any(axis=1)).tolist() == [3]
