"""The Edicts: one block each (`blocks.py`)."""
