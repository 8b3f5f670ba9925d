"""The blocks of the moons, in files by what they are about (`moon_blocks.py`)."""
