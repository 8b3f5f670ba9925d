"""Agents that play and learn the games of spaceenvs."""
