"""Every game as an OpenEnv environment: a seat in words, served to many clients at once.

`spaceenvs openenv --port 8000` starts the server (`pip install "spaceenvs[openenv]"`), and
`SpaceClient` talks to it. The other seats are played by players of the package.
"""

from spaceenvs.bridges.openenv.client import SpaceClient
from spaceenvs.bridges.openenv.models import SpaceAction, SpaceObservation, SpaceState
from spaceenvs.bridges.openenv.server import SpaceEnvironment, Table, make_app, serve

__all__ = [
    "SpaceAction",
    "SpaceClient",
    "SpaceEnvironment",
    "SpaceObservation",
    "SpaceState",
    "Table",
    "make_app",
    "serve",
]
