"""The powers, each with its wild and super Flare: one block each (`blocks.py`)."""
