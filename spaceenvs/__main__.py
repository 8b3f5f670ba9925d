"""`python -m spaceenvs` is the command `spaceenvs`."""

import sys

from spaceenvs.cli import main

sys.exit(main())
