"""Moons without an effect: what is left of them is that they are revealed and discarded (R214)."""

from __future__ import annotations

from spaceenvs.cosmic_encounter.moon_blocks import moon

MOONS = (moon("Worthless Moon"), moon("Cheese moon"))
