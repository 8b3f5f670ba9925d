"""The page in a real browser: what a person sees, clicks, types and receives."""

from __future__ import annotations

import json
import os
import shutil
import threading
import time
from types import SimpleNamespace
from typing import Any

import pytest

pytest.importorskip("uvicorn", reason="pip install 'spaceenvs[web]'")
pytest.importorskip("playwright", reason="pip install playwright")

import uvicorn
from playwright import sync_api

from spaceenvs import registry
from spaceenvs.players.trained import FOLDER as NETWORKS
from spaceenvs.web.house import House, links
from spaceenvs.web.players import Players
from spaceenvs.web.server import App

DECISIONS = 20
MY_MOVE = "#asked.mine"
PHONE = {"viewport": {"width": 390, "height": 844}, "is_mobile": True, "has_touch": True}
BAD = ("error", "warning")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def find_chromium(playwright):
    """Return the path of a Chromium: the one that was named, the system's, or Playwright's."""
    named = os.environ.get("CHROMIUM", "")
    found = [named, *map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))]
    found.append(playwright.chromium.executable_path)
    return next((path for path in found if path and os.path.exists(path)), None)


@pytest.fixture(scope="module")
def chromium():
    with sync_api.sync_playwright() as playwright:
        path = find_chromium(playwright)
        if path is None:
            pytest.skip(
                "no Chromium is here: apt-get install chromium, or python -m playwright install "
                "chromium, or name one by CHROMIUM=/path"
            )
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A server that runs as `spaceenvs web` runs it, in a thread."""
    folder = tmp_path_factory.mktemp("tables")
    app = App(House(folder, Players(folder / "networks")))
    config = uvicorn.Config(app.asgi(), port=0, log_level="warning", timeout_graceful_shutdown=1)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield SimpleNamespace(app=app, address=f"http://127.0.0.1:{port}/")
    server.should_exit = True
    thread.join(10)


@pytest.fixture
def browse(chromium, site):
    """Return a function that opens a browser of its own; nothing may go wrong in its console."""
    opened, wrong = [], []

    def open_page(way="", received=None, **how):
        context = chromium.new_context(**({"viewport": {"width": 1366, "height": 768}} | how))
        opened.append(context)
        page = context.new_page()
        page.set_default_timeout(60_000)
        page.on("console", lambda said: wrong.append(said.text) if said.type in BAD else None)
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("dialog", lambda dialog: dialog.accept())
        if received is not None:
            hear = lambda text: received.append(json.loads(text))  # noqa: E731
            page.on("websocket", lambda line: line.on("framereceived", hear))
        page.goto(site.address + way)
        return page

    yield open_page
    for context in opened:
        context.close()
    assert not wrong


def open_table(site, name, seats, seed=7):
    """Return a new table and the ways to its places."""
    room = site.app.house.open({"game": name, "seats": seats, "seed": seed})
    ways = [f"#/table/{room.id}/{way['place']}/{way['key']}" for way in links(room)["places"]]
    return room, ways


def seats_of(name, persons=1):
    fewest = registry.find(name).players[0]
    return ["person"] * persons + ["random"] * (fewest - persons)


# -- what a person does ---------------------------------------------------------------------


def wait_for_my_move(page):
    """Wait until this page decides; return whether the game goes on."""
    page.wait_for_selector(f"{MY_MOVE}, #asked[data-over=true]")
    return page.locator(MY_MOVE).count() == 1


def do_and_wait(page, act):
    """Do what brings another board, and wait for it; return whether the game goes on."""
    before = page.get_attribute("#asked", "data-frame")
    act()
    page.wait_for_selector(f'#asked:not([data-frame="{before}"])')
    return wait_for_my_move(page)


POINT = """(element) => {
  element.scrollIntoView({ block: "center", inline: "center" });
  const { left, top, width, height } = element.getBoundingClientRect();
  for (const down of [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97])
    for (const along of [0.5, 0.25, 0.75, 0.1, 0.9, 0.03, 0.97]) {
      const x = left + along * width, y = top + down * height;
      if (document.elementFromPoint(x, y)?.closest(".can") === element) return [x, y];
    }
  return null;
}"""


def click_in_picture(page, number):
    """Click something that is lit, then a move that concerns it."""
    lit = page.locator("#board .can")
    assert lit.count(), "a legal move lights up something in the picture"
    element = lit.nth(number % lit.count())
    point = element.evaluate(POINT)
    assert point, f"{element.get_attribute('data-element')} is lit and covered by something else"
    page.mouse.click(*point)
    page.wait_for_selector("#all-moves")
    page.click("#moves button.move >> nth=0")


def click_in_list(page, number):
    moves = page.locator("#moves button.move")
    moves.nth(number % moves.count()).click()


def type_move(page, number):
    keys = page.locator("#moves kbd")
    page.fill("#type", keys.nth(number % keys.count()).text_content())
    page.press("#type", "Enter")


WAYS = (click_in_picture, click_in_list, type_move)


def shown(page):
    """Return what the page shows of a position."""
    moves = page.locator("#moves button.move").all_text_contents()
    return page.text_content("#asked"), moves, page.inner_html("#seats")


def test_a_game_is_played_reloaded_replayed_and_gone_on_with(game_name, browse, site, tmp_path):
    """Twenty decisions by clicks, by the list and by typing; hint, undo, save, reload, replay."""
    page = browse(open_table(site, game_name, seats_of(game_name))[1][0])
    assert wait_for_my_move(page)
    middle = 1 if game_name == registry.TEMPLATE.name else 9  # the template is short
    played = 0
    while played < DECISIONS:
        before = shown(page)
        goes_on = do_and_wait(page, lambda: WAYS[played % 3](page, played))  # noqa: B023
        played += 1
        if not goes_on and played < DECISIONS:
            way = open_table(site, game_name, seats_of(game_name), seed=8)[1][0]  # a short game
            page.goto(site.address + way)
            page.wait_for_selector(f"{MY_MOVE}[data-frame='1']")
        if played == middle:
            do_and_wait(page, lambda: page.click("#undo"))
            assert shown(page) == before
            page.click("#hint")
            page.wait_for_selector("#moves .good")
            do_and_wait(page, lambda: page.click("#moves .good >> nth=0"))
        if played == middle + 1:
            assert page.locator("#log li").count()
            page.click("#save")
            page.wait_for_selector("#notice:has-text('saved')")
            before = shown(page)
            page.reload()
            assert wait_for_my_move(page)
            assert shown(page) == before

    page.click(".downloads summary")
    with page.expect_download() as download:
        page.click("#get-replay")
    download.value.save_as(tmp_path / "game.json")
    page.click("#home")
    page.wait_for_selector(".tables li")  # and the table is found again from there
    page.set_input_files("#replay-file", tmp_path / "game.json")
    page.wait_for_selector("#past output:has-text('0 of ')")
    assert int(page.get_attribute("#slider", "max")) > 3
    page.locator("#slider").evaluate(
        "slider => { slider.value = 3; slider.dispatchEvent(new Event('input')); }"
    )
    page.wait_for_selector("#asked[data-frame='2']")
    assert page.text_content("#past output").startswith("3 of ")
    page.click("#branch")
    page.check("#other-dice")
    page.click("#branch-start")
    page.wait_for_selector("#asked[data-frame='1']")
    if wait_for_my_move(page):
        do_and_wait(page, lambda: click_in_list(page, 0))


def test_two_browsers_receive_nothing_of_each_other(game_name, browse, site):
    """Whatever a seat was sent is the same when all that it cannot know is dealt anew."""
    room, ways = open_table(site, game_name, seats_of(game_name, persons=2))
    received: list[list[dict[str, object]]] = [[], []]
    pages = [browse(way, heard) for way, heard in zip(ways, received, strict=True)]
    for number in range(8):
        for viewer, (page, heard) in enumerate(zip(pages, received, strict=True)):
            _wait(page, lambda: _last_board(heard) == _board(room, viewer))  # noqa: B023
            assert _last_board(heard) == _redealt_board(room, viewer, number)
        mover = pages[room.mover]
        mover.wait_for_selector(MY_MOVE)
        played = len(room.moves)
        WAYS[number % 3](mover, number)
        _wait(mover, lambda: len(room.moves) > played)  # noqa: B023
        _wait(mover, lambda: room.is_over or room.waits_for_person)
        if room.is_over:  # everything is open now
            break
    for viewer, heard in enumerate(received):
        assert all("seed" not in message for message in heard)  # it tells all cards
        sent = json.dumps(heard)
        assert room.keys[str(1 - viewer)] not in sent
        assert room.keys["all"] not in sent


def _wait(page, is_so):
    """Wait, while the browsers go on, until something is so."""
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        page.wait_for_timeout(20)


def _last_board(heard):
    """Return the last board that was received, without its number."""
    frames = [message for message in heard if message["is"] == "frame"]
    return {k: v for k, v in frames[-1].items() if k not in ("is", "frame")} if frames else {}


def _board(room, viewer):
    return json.loads(json.dumps(room.frame(viewer).content))


def _redealt_board(room, viewer, seed):
    """Return what a seat is shown when what it cannot know is dealt anew."""
    with room.guard:
        kept = room.batch.states.copy()
        room.batch.redeal(viewer, seed=seed)
        room.batch.look()
        board = _board(room, viewer)
        room.batch.states[:] = kept
        room.batch.look()
    return board


def test_a_game_fits_a_phone(game_name, browse, site):
    """390 pixels: nothing sticks out of the page, a finger plays."""
    page = browse(open_table(site, game_name, seats_of(game_name))[1][0], **PHONE)
    assert wait_for_my_move(page)
    page.tap("#zoom")
    page.click("#analyse")
    page.wait_for_selector("#observation th")
    page.tap("#branch")
    page.wait_for_selector("#branch-start")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    do_and_wait(page, lambda: page.tap("#moves button.move >> nth=0"))
    page.tap("#home")
    page.tap(f"[data-game={game_name}]" if game_name != "template" else "[data-game=galaxy]")
    page.tap("#form summary")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_keyboard_is_enough(browse):
    """From the start page to a played move without a mouse."""
    page = browse()
    page.wait_for_selector(".game")
    _tab_to(page, "[data-game=galaxy]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#seed")
    _tab_to(page, "#seed")
    page.keyboard.type("7")
    _tab_to(page, "#form button.primary")
    page.keyboard.press("Enter")
    assert wait_for_my_move(page)
    assert page.evaluate("document.activeElement.id") == "type"
    do_and_wait(page, lambda: (page.keyboard.type("1"), page.keyboard.press("Enter")))

    def walk_the_list():
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")

    do_and_wait(page, walk_the_list)
    _tab_to(page, ".can")
    page.keyboard.press("Enter")
    page.wait_for_selector("#all-moves")
    page.keyboard.press("Escape")
    _tab_to(page, "#rules-button")
    page.keyboard.press("Enter")
    page.wait_for_selector("#rules[open] pre")
    page.keyboard.press("Escape")
    assert page.locator("#rules[open]").count() == 0


def _tab_to(page, selector):
    """Press the tabulator until something has the focus, as a person would."""
    for _ in range(200):
        if page.evaluate(f"document.activeElement.matches({selector!r})"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by the keyboard")


def test_agents_are_watched(browse, site):
    page = browse(open_table(site, "template", ["random", "random"])[1][0])
    page.click("#pause")
    page.wait_for_selector("#pause:has-text('Play')")
    before = page.text_content("#past output")
    page.click("#step")
    page.wait_for_selector(f"#past output:not(:has-text('{before}'))")
    page.select_option("#eyes", "1")
    page.locator("#speed").evaluate("s => { s.value = 20; s.dispatchEvent(new Event('change')); }")
    page.click("#pause")
    page.wait_for_selector("#asked[data-over=true]")
    assert "wins" in page.text_content("#asked") or "win together" in page.text_content("#asked")
    before = page.url
    page.click("#again")
    page.wait_for_selector("#asked[data-over=false]")
    assert page.url != before


def test_a_seat_is_left_to_a_player(browse, site):
    page = browse(open_table(site, "template", ["person", "random"])[1][0])
    assert wait_for_my_move(page)
    page.click("#resign")
    page.wait_for_selector("#asked[data-over=true]")
    assert "you" not in page.text_content("#seats")


def test_a_position_is_analysed_by_players_and_a_network_that_was_sent(browse, site):
    page = browse(open_table(site, "galaxy", ["person", "greedy"])[1][0])
    assert wait_for_my_move(page)
    page.click("#analyse")
    page.wait_for_selector("#observation th[scope=row]")
    all_rows = page.locator("#observation tbody tr").count()
    page.fill("#filter", "hand")
    assert 0 < page.locator("#observation tbody tr").count() < all_rows
    for who in ("random", "greedy", "trained"):
        page.select_option("#adviser", who)
        page.click("#ask-player")
        page.wait_for_selector(f"[data-who='{who}']:not(:has-text('thinks'))")
    page.select_option("#adviser", "search:")
    page.select_option("#analysis .budget", "50")
    page.click("#ask-player")
    page.wait_for_selector("[data-who='search:50']:not(:has-text('thinks'))")
    moves = page.locator("#mask tbody tr").count()
    assert page.locator("#mask meter").count() == 4 * moves
    page.select_option("#adviser", "file")
    page.set_input_files("#analysis input[type=file]", NETWORKS / "galaxy.npz")
    page.wait_for_selector("#notice:has-text('can play')")
    page.click("#ask-player")
    page.wait_for_selector("[data-who^='network:']:has-text('expects')")
    page.click("#redeal")
    assert page.locator(".deal svg").nth(3).text_content()
    do_and_wait(page, lambda: click_in_list(page, 0))
    page.wait_for_selector("[data-who='trained']:not(:has-text('thinks'))")  # asked again


def test_cards_and_rules_explain_themselves(browse, site):
    page = browse(open_table(site, "galaxy", ["person", "random"])[1][0])
    assert wait_for_my_move(page)
    page.hover("#board text:text('Cylor') >> nth=0")
    page.wait_for_selector("#about:has-text('Cylor')")
    page.click("#rules-button")
    page.fill("#rules-query", "R13")
    page.press("#rules-query", "Enter")
    page.wait_for_selector("#rules-text:has-text('R13')")
    page.click("#rules button")
    page.click("#learn-button")
    page.wait_for_selector("#rules-text:has-text('What beginners do wrong')")


def test_links_carry_the_token_to_other_people(chromium, tmp_path, browse, site):
    """A server with a token: the link of another seat opens it where the token is not known."""
    site.app.token = "secret"
    try:
        mine = browse("#token=secret")
        mine.click("[data-game=galaxy]")
        mine.select_option("[data-seat='1']", "person")
        mine.click("#form button.primary")
        mine.wait_for_selector("#links input")
        link = mine.input_value("#links input")
        theirs = browse(link.removeprefix(site.address))
        theirs.wait_for_selector("#asked[data-frame]")
        assert "secret" not in theirs.url
    finally:
        site.app.token = ""


def test_a_game_is_taken_along(browse, site, tmp_path):
    """Replay, picture, page; the position as Python, which runs; another game from here."""
    room, ways = open_table(site, "template", ["person", "random"])
    page = browse(ways[0], permissions=["clipboard-read", "clipboard-write"])
    assert wait_for_my_move(page)
    assert do_and_wait(page, lambda: click_in_list(page, 0))
    page.click("#past summary")
    for button, kind, begin in (
        ("#get-replay", "json", "{"),
        ("#get-svg", "svg", "<svg"),
        ("#get-html", "html", "<!doctype html"),
    ):
        with page.expect_download() as expected:
            page.click(button)
        path = tmp_path / expected.value.suggested_filename
        expected.value.save_as(path)
        assert path.suffix == f".{kind}"
        assert path.read_text(encoding="utf-8").startswith(begin)
    page.click("#analyse")
    page.wait_for_selector("#observation th[scope=row]")
    page.click("#copy")
    page.wait_for_selector("#notice:has-text('copied')")
    names: dict[str, Any] = {}
    exec(page.evaluate("navigator.clipboard.readText()"), names)
    assert names["table"].batch.states.tobytes() == room.batch.states.tobytes()
    page.click("#branch")
    page.check("#other-dice")
    before = page.url
    page.click("#branch-start")
    page.wait_for_url(lambda url: url != before)
    assert wait_for_my_move(page)
    assert page.text_content("#past output").startswith(f"{len(room.moves)} of")


def test_ids_of_rules_open_the_rules(browse, site):
    page = browse(open_table(site, "galaxy", ["person", "random"])[1][0])
    assert wait_for_my_move(page)
    page.click("#rules-button")
    page.locator("#rules-text .cite", has_text="R56").first.click()
    page.wait_for_selector("#rules-text:has-text('R56')")
    assert page.evaluate("document.querySelector('#rules-text').textContent.length") < 3000


def test_outlines_of_one_thing_do_not_cross(browse, site):
    """Two names below each other have one box; what is written far away has its own."""
    page = browse(open_table(site, "template", ["person", "random"])[1][0])
    assert wait_for_my_move(page)
    heights = page.evaluate(
        """async () => {
          const { outlines } = await import("/static/table.js");
          const svg = document.querySelector("#board svg");
          const group = document.createElementNS(svg.namespaceURI, "g");
          for (const y of [20, 32, 200]) {
            const text = document.createElementNS(svg.namespaceURI, "text");
            for (const [name, value] of Object.entries({ x: 50, y, "font-size": 12 }))
              text.setAttribute(name, value);
            text.textContent = "Schizoid";
            group.append(text);
          }
          svg.append(group);
          return outlines(group).map(box => Number(box.getAttribute("height")));
        }"""
    )
    assert len(heights) == 2
    assert max(heights) < 60
