"""What spaceenvs costs, beside the floors and peers measured in the same run."""
