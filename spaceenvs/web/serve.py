"""The command `spaceenvs web`: open the server, say its address, open a browser."""

from __future__ import annotations

import os
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn

from spaceenvs.web.house import House
from spaceenvs.web.players import Players
from spaceenvs.web.server import LOOPBACK, MAX_MESSAGE, App

PORT = 8000
SWITCH = 0.001
"""A thread that draws lets the others in after so many seconds, so that nobody is heard late."""


def default_folder() -> Path:
    """Return where tables are saved unless somebody says otherwise."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "spaceenvs" / "tables"


def serve(host: str, port: int, token: str, folder: Path, with_browser: bool) -> None:
    """Run the server until it is interrupted.

    Raises:
        ValueError: If the address cannot be used.
    """
    if host not in LOOPBACK and not token:
        token = secrets.token_urlsafe(12)
    try:
        listener = socket.create_server((host, port), family=_family(host))
    except (OSError, OverflowError) as error:
        raise ValueError(f"nothing can listen at {host}:{port}: {error}") from None
    port = listener.getsockname()[1]
    app = App(House(folder, Players(folder / "networks")), host, token)
    shown = socket.gethostname() if host in ("0.0.0.0", "::") else host
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    if token:
        address += f"#token={token}"

    def announce() -> None:
        print(f"spaceenvs is at {address} (Ctrl-C ends it)", flush=True)
        if with_browser:
            threading.Timer(0.5, webbrowser.open, (address,)).start()

    config = uvicorn.Config(
        app.asgi(),
        log_level="warning",
        access_log=False,
        ws_max_size=4 * MAX_MESSAGE,
        server_header=False,
        ws_per_message_deflate=False,  # to pack a picture takes longer than to send it
        timeout_graceful_shutdown=2,
    )
    sys.setswitchinterval(SWITCH)
    Server(config, announce).run(sockets=[listener])


class Server(uvicorn.Server):
    """Says where it is only when it answers: from then on uvicorn ends cleanly at Ctrl-C."""

    def __init__(self, config: uvicorn.Config, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say where."""
        await super().startup(sockets=sockets)
        self.announce()


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET
