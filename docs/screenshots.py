"""Take the pictures of the page for docs/web.md and README.

python docs/screenshots.py

A server on loopback, Debian's Chromium (`apt-get install chromium`), games in which greedy has
played the first moves of everybody.
"""

from __future__ import annotations

import io
import shutil
import tempfile
import threading
import time
from pathlib import Path

import uvicorn
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from spaceenvs.players import make_player, turn_of
from spaceenvs.web.house import House, links
from spaceenvs.web.players import Players
from spaceenvs.web.room import ONLY, Room
from spaceenvs.web.server import App

FOLDER = Path(__file__).parent / "pictures" / "web"
LAPTOP = {"viewport": {"width": 1280, "height": 740}}
PHONE = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
    "device_scale_factor": 1.5,
}


def play_on(room: Room, moves: int) -> None:
    """Let greedy play for everybody, and on until a person must decide."""
    greedy = make_player("greedy", room.game, 1)
    while not room.is_over and (len(room.moves) < moves or not _has_choice(room)):
        room.play(int(greedy.choose(turn_of(room.batch, ONLY))[0]))


def _has_choice(room: Room) -> bool:
    return not room.persons or (room.waits_for_person and int(room.batch.mask[0].sum()) > 2)


def show(browser: Browser, site: str, room: Room, **how: object) -> Page:
    """Open the first place of a table."""
    page = browser.new_context(**how).new_page()  # type: ignore[arg-type]
    place = links(room)["places"][0]
    page.goto(f"{site}#/table/{room.id}/{place['place']}/{place['key']}")
    page.wait_for_selector("#asked[data-frame]")
    page.wait_for_timeout(500)
    return page


def take(page: Page, name: str) -> None:
    """Write what is in the window, with few colours."""
    page.wait_for_timeout(300)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    few = picture.quantize(128, dither=Image.Dither.NONE)
    few.save(FOLDER / f"{name}.png", optimize=True)
    print(name, picture.size, (FOLDER / f"{name}.png").stat().st_size)


def take_all(browser: Browser, app: App, site: str) -> None:
    """Take every picture."""

    def table(game: str, seats: list[str], moves: int) -> Room:
        room = app.house.open({"game": game, "seats": seats, "seed": 7})
        play_on(room, moves)
        return room

    page = show(
        browser, site, table("galactic_emperor", ["person", "greedy", "trained"], 150), **LAPTOP
    )
    take(page, "play")

    page = show(browser, site, table("galaxy", ["person", "greedy", "search"], 90), **PHONE)
    take(page, "phone")

    room = table("handful_of_stars", ["person", "greedy", "trained"], 120)
    page = show(browser, site, room, **LAPTOP, color_scheme="dark")
    page.click("#back")
    page.click("#branch")
    page.wait_for_timeout(500)
    page.evaluate("scrollTo(0, 0)")
    take(page, "replay")

    page = show(browser, site, table("core_worlds", ["person", "greedy", "trained"], 80), **LAPTOP)
    page.click("#analyse")
    for who in ("greedy", "trained"):
        page.select_option("#adviser", who)
        page.click("#ask-player")
        page.wait_for_selector(f"[data-who='{who}']:not(:has-text('thinks'))")
    page.fill("#filter", "zone_")
    page.locator("#analysis").evaluate("part => part.scrollIntoView()")
    take(page, "analyse")


def main() -> None:
    """Open the server, take the pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        app = App(House(Path(folder), Players(Path(folder) / "networks")))
        server = uvicorn.Server(uvicorn.Config(app.asgi(), port=0, log_level="warning"))
        threading.Thread(target=server.run, daemon=True).start()
        while not server.started:
            time.sleep(0.05)
        site = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}/"
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox", "--disable-gpu"]
        )
        take_all(browser, app, site)
        browser.close()
        server.should_exit = True


if __name__ == "__main__":
    main()
