"""HTTP and WebSocket: who may come in, and what is said in which words.

A visitor opens one WebSocket for one place at one table (a seat, or the place that sees
everything) and says first which: `{"do": "sit", "table": ..., "place": ..., "key": ...}`. Then
every message is an object with an entry `do` (a method of `Visitor` below) and is answered by
objects with an entry `is`: `frame` what the place is shown, `error` a sentence, and so on.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from spaceenvs import advice, film, rulebook
from spaceenvs.markdown import as_text
from spaceenvs.web import analysis, forms
from spaceenvs.web.errors import Refused
from spaceenvs.web.house import MAX_UPLOAD, House, links
from spaceenvs.web.players import MAX_NETWORK, PERSON
from spaceenvs.web.room import Frame, Room, is_same
from spaceenvs.web.work import Work

_log = logging.getLogger(__name__)
STATIC = Path(__file__).parent / "static"
MAX_MESSAGE = 20_000
"""A message of a visitor has no more characters than this."""
MAX_VISITORS = 400
PATIENCE = 10.0
"""A visitor says within so many seconds where to sit."""
SLOW = 0.25
"""Players that take longer are seen moving one by one."""
SLICE = 0.02
"""Players of a table move for so many seconds; then it is another table's turn."""
TIDY = 5.0
"""So often played tables are saved and idle ones put away."""
LOOPBACK = ("localhost", "127.0.0.1", "::1")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' ws://{host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}

Json = dict[str, Any]


# -- who may come in ----------------------------------------------------------------------


class Door:
    """Lets in only what this server's own page sends.

    A page from elsewhere in the same browser has another Origin, or (if its name was made to
    point here) another Host. The token is asked for by what is behind the door (`check_token`).
    """

    def __init__(self, app: ASGIApp, host: str) -> None:
        self.app, self.host = app, host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or answer it with a sentence."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        problem = self._problem(headers)
        if problem:
            await _turn_away(scope, receive, send, problem)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                sent = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    sent[name] = value
                sent["content-security-policy"] = POLICY.format(host=headers["host"])
            await send(message)

        await self.app(scope, receive, send_safely)

    def _problem(self, headers: Headers) -> str:
        host = headers.get("host", "")
        if not is_own_name(host, self.host):
            return f"this server is not called {host[:60]!r}: open it by the address it has printed"
        origin = headers.get("origin")
        if origin is not None and origin != f"http://{host}":
            return f"a page of {origin[:60]!r} may not use this server"
        return ""


async def _turn_away(scope: Scope, receive: Receive, send: Send, sentence: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403, "reason": sentence[:120]})
        return
    await JSONResponse({"error": sentence}, 403)(scope, receive, send)


def is_own_name(host: str, bound: str) -> bool:
    """Whether a Host header names this server, which listens at the address `bound`.

    Names that the world's name servers give out could be pointed here by anybody.

    >>> is_own_name("localhost:8000", "127.0.0.1"), is_own_name("evil.example:8000", "127.0.0.1")
    (True, False)
    """
    name = host.rsplit(":", 1)[0] if not host.endswith("]") else host
    name = name.strip("[]").lower()
    if bound in LOOPBACK:
        return name in LOOPBACK
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return name in ("localhost", bound.lower(), socket.gethostname().lower())
    return True


# -- the application ----------------------------------------------------------------------


class App:
    """The server: its tables and whoever looks at them."""

    def __init__(self, house: House, host: str = "127.0.0.1", token: str = "") -> None:
        self.house, self.host, self.token = house, host, token
        self.visitors: set[Visitor] = set()
        self.sockets = 0
        self.work = Work()
        self.running: dict[str, asyncio.Task[None]] = {}
        self.stirred: set[str] = set()  # tables at which something has happened since
        self.locks: dict[str, asyncio.Lock] = {}
        # Tables are put away in a thread, while visitors come and go.
        house.is_watched = lambda room: any(v.room is room for v in list(self.visitors))

    def asgi(self) -> ASGIApp:
        """Return the application that a web server runs."""
        routes = [
            Route("/", self._page),
            Route("/api/games", self._answer(self._games)),
            Route("/api/form", self._answer(self._form)),
            Route("/api/rules", self._answer(self._rules)),
            Route("/api/tables", self._answer(self._open), methods=["POST"]),
            Route("/api/replays", self._answer(self._upload), methods=["POST"]),
            Route("/api/networks", self._answer(self._take_network), methods=["POST"]),
            Route("/api/download", self._answer(self._download), methods=["POST"]),
            WebSocketRoute("/socket", self._socket),
            Mount("/static", StaticFiles(directory=STATIC)),
        ]
        app = Starlette(routes=routes, lifespan=self._lifespan)
        app.add_exception_handler(HTTPException, _missing)
        return Door(app, self.host)

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        tidying = asyncio.create_task(self._tidy())
        try:
            yield
        finally:
            tidying.cancel()
            self.work.end()
            for task in self.running.values():
                task.cancel()
            self.house.save_played()

    async def _tidy(self) -> None:
        """Save what people play and put idle tables away, for as long as the server runs."""
        while True:
            await asyncio.sleep(TIDY)
            try:
                await self._tidy_once()
            except Refused:
                pass
            except Exception:  # whatever it is: the next time it may work
                _log.exception("tables could not be saved or put away")

    async def _tidy_once(self) -> None:
        await asyncio.to_thread(self.house.save_played)
        if len(self.house.rooms) < self.house.max_rooms:
            await asyncio.to_thread(self.house.make_space)
        for id in set(self.locks) - set(self.house.rooms):
            del self.locks[id]

    def check_token(self, given: Any) -> None:
        """Refuse a visitor who does not know the server's token, if it has one."""
        if self.token and not is_same(self.token, given):
            raise Refused("this server wants its token: open the link that it has printed", 403)

    def _answer(
        self, ask: Callable[[Request], Awaitable[Any]]
    ) -> Callable[[Request], Awaitable[Response]]:
        """Return a function that answers a request: JSON, or the sentence of a refusal."""

        async def answer(request: Request) -> Response:
            try:
                self.check_token(request.headers.get("x-token", ""))
                result = await ask(request)
            except Refused as refused:
                return JSONResponse({"error": str(refused)}, refused.status)
            return result if isinstance(result, Response) else JSONResponse(result)

        return answer

    async def _page(self, request: Request) -> Response:
        return FileResponse(STATIC / "index.html")

    async def _games(self, request: Request) -> Json:
        return {"games": forms.games()}

    async def _form(self, request: Request) -> Json:
        game = await asyncio.to_thread(forms.find_game, request.query_params.get("game", ""))
        return {**forms.form(game), "kinds": self.house.players.kinds(game.name)}

    async def _rules(self, request: Request) -> Json:
        asked = request.query_params
        game = await asyncio.to_thread(forms.find_game, asked.get("game", ""))
        columns = asked.get("columns", "80")
        width = min(max(int(columns), 30), 200) if columns.isdecimal() else 80
        try:
            if asked.get("lesson"):
                text = rulebook.lesson(game.name)
            elif not asked.get("what"):
                text = rulebook.read(game.name).text
            else:
                text = rulebook.answer(game.name, asked["what"][:80])
        except LookupError as error:
            raise Refused(str(error.args[0]), 404) from None
        return {"text": as_text(text, width)}

    async def _open(self, request: Request) -> Json:
        given = _object(await _body(request, MAX_MESSAGE))
        room = await asyncio.to_thread(self.house.open, given)
        return links(room)

    async def _upload(self, request: Request) -> Json:
        text = await _body(request, MAX_UPLOAD)
        name = request.query_params.get("name", "the file")
        room = await asyncio.to_thread(self.house.open_replay, text, name)
        return links(room)

    async def _take_network(self, request: Request) -> Json:
        content = await _read(request, MAX_NETWORK)
        game = await asyncio.to_thread(forms.find_game, request.query_params.get("game", ""))
        return {"who": await asyncio.to_thread(self.house.players.add_network, game, content)}

    async def _download(self, request: Request) -> Response:
        given = _object(await _body(request, MAX_MESSAGE))
        room = await asyncio.to_thread(self.house.find, given.get("table"))
        seat = room.admit(given.get("place"), given.get("key"))
        if not room.may_see_all(seat):
            raise Refused("the whole game can be taken along when it is over", 403)
        name = f"{room.game.name}-{room.seed}"
        what = given.get("what")
        if what == "replay":
            return _file(room.replay().as_json(), f"{name}.json", "application/json")
        if what == "html":
            whole = await asyncio.to_thread(film.make_film, room.replay())
            return _file(
                await asyncio.to_thread(film.html_page, whole), f"{name}.html", "text/html"
            )
        raise Refused(f"replay or html can be downloaded, {what!r:.40} was asked for")

    # -- sockets ------------------------------------------------------------------------

    async def _socket(self, socket: WebSocket) -> None:
        self.sockets += 1
        try:
            await self._meet(socket)
        finally:
            self.sockets -= 1

    async def _meet(self, socket: WebSocket) -> None:
        await socket.accept()
        visitor = None
        try:
            if self.sockets > MAX_VISITORS:
                raise Refused(f"{MAX_VISITORS} visitors are here already", 503)
            first = await asyncio.wait_for(socket.receive_text(), PATIENCE)
            given = _object(first[:MAX_MESSAGE])
            self.check_token(given.get("token", ""))
            if given.get("do") != "sit":
                raise Refused("the first message says where to sit")
            room = await asyncio.to_thread(self.house.find, given.get("table"))
            seat = room.admit(given.get("place"), given.get("key"))
            visitor = Visitor(self, socket, room, seat)
        except (Refused, TimeoutError) as error:
            sentence = str(error) or "nothing was said in time"
            with contextlib.suppress(RuntimeError):
                await socket.send_json({"is": "refused", "sentence": sentence})
                await socket.close(4403)
            return
        except WebSocketDisconnect:
            return
        self.visitors.add(visitor)
        try:
            await visitor.stay()
        except (WebSocketDisconnect, RuntimeError):
            pass
        finally:
            self.visitors.discard(visitor)

    def lock(self, room: Room) -> asyncio.Lock:
        """Return the lock of a table: whoever changes it has it."""
        return self.locks.setdefault(room.id, asyncio.Lock())

    def guests(self, room: Room) -> list[Visitor]:
        """Return everybody at a table."""
        return [visitor for visitor in self.visitors if visitor.room is room]

    async def show(self, room: Room, drawn: dict[int | None, Frame] | None = None) -> None:
        """Show everybody at a table what has changed for them; `drawn` is what they see now."""
        frames = drawn or {}
        for visitor in self.guests(room):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await visitor.show(frames)

    async def do(self, room: Room, work: Callable[..., Any], *given: Any) -> Any:
        """Do some work for a table in a thread: at once if a person plays there."""
        if has_person(room):
            return await self.work.at_once(work, *given)
        return await self.work.in_quiet(work, *given)

    def wake(self, room: Room) -> None:
        """Let the players of a table play on, if it is theirs to move."""
        self.stirred.add(room.id)
        task = self.running.get(room.id)
        if task is None or task.done():
            task = asyncio.create_task(self._run(room))
            self.running[room.id] = task
            task.add_done_callback(lambda done: self._forget(room, done))

    def _forget(self, room: Room, task: asyncio.Task[None]) -> None:
        if self.running.get(room.id) is task:
            del self.running[room.id]

    async def _run(self, room: Room) -> None:
        """Let players move until a person must, the game is over or nobody looks on."""
        while room.id in self.stirred:  # also by whoever moved while the last frame was sent
            self.stirred.discard(room.id)
            try:
                await self._play_on(room)
            except Exception as error:  # a player that fails must not silence its table
                _log.exception("a player failed")
                room.paused = True
                sentence = f"a player failed: {type(error).__name__}: {error!s:.200}"
                await self.tell(room, {"is": "error", "sentence": sentence})
            await self.show(room)

    async def _play_on(self, room: Room) -> None:
        shown = time.monotonic()
        while self._goes_on(room):
            drawn = await self.play_some(room)
            if not has_person(room):
                await self.show(room, drawn)
                await asyncio.sleep(room.delay)
            elif time.monotonic() - shown > SLOW:
                await self.show(room)
                shown = time.monotonic()

    async def tell(self, room: Room, content: Json) -> None:
        """Say something to everybody at a table."""
        for visitor in self.guests(room):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await visitor.say(content)

    def _goes_on(self, room: Room) -> bool:
        if room.is_over or room.is_recorded or room.waits_for_person:
            return False
        return has_person(room) or (not room.paused and self.house.is_watched(room))

    async def play_some(self, room: Room) -> dict[int | None, Frame]:
        """Let players play: to a person's move, or one move, and return what is seen of it."""
        async with self.lock(room):
            if room.is_over or room.waits_for_person:
                return {}
            if room.is_searching:
                action = await self.work.aside(room.choose)
                await self.do(room, room.play, action)
                return {}
            if has_person(room):
                await self.work.at_once(room.play_on, SLICE)
                return {}
            eyes = {visitor.eyes for visitor in self.guests(room) if visitor.at is None}
            return await self.work.in_quiet(_move_and_draw, room, eyes)


def _move_and_draw(room: Room, eyes: set[int | None]) -> dict[int | None, Frame]:
    room.play(room.choose())
    return room.frames(eyes)


def has_person(room: Room) -> bool:
    """Whether somebody still plays at a table."""
    return len(room.players) < len(room.seats)


class Visitor:
    """Somebody at a place of a table, with a WebSocket."""

    def __init__(self, app: App, socket: WebSocket, room: Room, seat: int | None) -> None:
        self.app, self.socket, self.room, self.seat = app, socket, room, seat
        self.eyes = seat
        self.at: int | None = 0 if room.is_recorded else None  # after which move; None: now
        self.frame = 0
        self.last = ""
        self.seen = -1  # after how many changes of the table
        self.looked_at: tuple[Any, Json] = None, {}
        self.showing = asyncio.Lock()  # an older picture never comes after a newer one

    async def stay(self) -> None:
        """Answer this visitor until the connection ends."""
        room = self.room
        room.touched = time.monotonic()
        about: Json = {"is": "table", "game": room.game.name, "title": room.game.title}
        about |= {"seat": self.seat, "persons": room.persons, "recorded": room.is_recorded}
        if not room.has_rivals:  # the seed tells what everybody holds
            about["seed"] = room.seed
        await self.say(about)
        await self.show({})
        self.app.wake(room)
        while True:
            text = await self.socket.receive_text()
            try:
                await self._obey(text)
            except Refused as refused:
                await self.say({"is": "error", "sentence": str(refused)})

    async def say(self, content: Json) -> None:
        """Send an object."""
        await self.socket.send_text(json.dumps(content))

    async def show(self, frames: dict[int | None, Frame]) -> None:
        """Send what this place is shown, if that has changed; `frames` are those drawn before."""
        async with self.showing:
            text = json.dumps(await self._content(frames))
            if text == self.last:  # that somebody has decided in secret is a secret too
                return
            self.last = text
            self.frame += 1
            # Frames are long: the text is put together instead of written twice.
            await self.socket.send_text(f'{{"is": "frame", "frame": {self.frame}, {text[1:]}')

    async def _content(self, frames: dict[int | None, Frame]) -> Json:
        room, at, eyes = self.room, self.at, self.eyes
        if at is not None:
            content, played = await self._past(at, eyes), len(room.moves)
        else:
            frame = frames.get(eyes)
            if frame is None or frame.changes < self.seen:  # this visitor was shown a newer one
                frame = frames[eyes] = await self.app.do(room, room.frame, eyes)
            self.seen, played = frame.changes, frame.played
            content = dict(frame.content)
        if room.may_see_all(self.seat):
            content |= {"at": at, "played": played, "eyes": eyes}
            content |= {"paused": room.paused, "delay": room.delay, "open": True}
        return content

    async def _past(self, at: int, eyes: int | None) -> Json:
        """Return a position of the past, which is drawn once."""
        key = (at, eyes, self.room.is_over)
        if self.looked_at[0] != key:
            self.looked_at = key, await self.app.work.at_once(self.room.past, at, eyes)
        return dict(self.looked_at[1])

    # -- what a visitor may say ---------------------------------------------------------

    async def _obey(self, text: str) -> None:
        if len(text) > MAX_MESSAGE:
            raise Refused(f"a message has at most {MAX_MESSAGE} characters")
        given = _object(text)
        do = given.get("do")
        act = self._acts.get(do) if isinstance(do, str) else None
        if act is None:
            raise Refused(f"nobody can {do!r:.40} here; there are: {', '.join(self._acts)}")
        await act(self, given)

    def _need_everything(self) -> None:
        if not self.room.may_see_all(self.seat):
            raise Refused("that is open when the game is over: other people have hidden cards")

    def _need_seat(self, given: Json) -> int:
        """Return the seat of a person whose move it is, and who has seen the position."""
        room = self.room
        if self.seat is None or self.seat in room.players:
            raise Refused("only who sits at the table plays")
        if room.is_over:
            raise Refused("the game is over")
        if room.mover != self.seat:
            raise Refused("it is not your move")
        is_now = self.at is None and self.seen == room.changes
        if given.get("frame") != self.frame or not is_now:
            raise Refused("the board has changed since; look again")
        return self.seat

    async def _move(self, given: Json) -> None:
        action = given.get("action")
        if type(action) is not int:
            raise Refused(f"an action is a whole number, {action!r:.40} was given")
        async with self.app.lock(self.room):
            self._need_seat(given)
            await self.app.work.at_once(self.room.play, action)
        self.app.wake(self.room)

    async def _undo(self, given: Json) -> None:
        if self.seat is None:
            raise Refused("only who sits at the table takes a move back")
        async with self.app.lock(self.room):
            await self.app.work.at_once(self.room.undo)
        self.at = None
        self.app.wake(self.room)

    async def _hint(self, given: Json) -> None:
        self._need_seat(given)
        room = self.room
        try:
            found = await self.app.work.at_once(advice.favourites, room.batch.copy())
        except ValueError as error:
            raise Refused(str(error)) from None
        s, box = room.batch.states[0], room.batch.box[0]
        moves = [
            {"action": action, "words": room.game.describe(s, box, action), "why": why}
            for action, why in found
        ]
        await self.say({"is": "hint", "frame": self.frame, "moves": moves})

    async def _save(self, given: Json) -> None:
        await asyncio.to_thread(self.app.house.save, self.room)
        await self.say({"is": "said", "sentence": "saved: the link of this table opens it again"})

    async def _resign(self, given: Json) -> None:
        if self.seat is None:
            raise Refused("only who sits at the table resigns")
        kinds = self.app.house.players.kinds(self.room.game.name)
        async with self.app.lock(self.room):
            self.room.resign(self.seat, "greedy" if "greedy" in kinds else kinds[0])
        self.app.wake(self.room)

    async def _again(self, given: Json) -> None:
        if not self.room.is_over and not self.room.may_see_all(self.seat):
            raise Refused("the others still play")
        room = await asyncio.to_thread(self.app.house.again, self.room)
        for visitor in self.app.guests(self.room):
            await visitor.say({"is": "moved", **_way(room, visitor.seat)})

    async def _pause(self, given: Json) -> None:
        self._need_everything()
        self.room.paused = bool(given.get("on"))
        self.app.wake(self.room)

    async def _pace(self, given: Json) -> None:
        self._need_everything()
        delay = given.get("delay")
        if not isinstance(delay, int | float) or not 0 <= delay <= 10:
            raise Refused(f"a delay is 0 to 10 seconds, {delay!r:.40} was given")
        self.room.delay = max(float(delay), 0.02)
        await self.app.show(self.room)

    async def _step(self, given: Json) -> None:
        self._need_everything()
        self.room.paused = True
        if self.room.is_recorded:
            raise Refused("this game was played before: go on from here to play it otherwise")
        await self.app.show(self.room, await self.app.play_some(self.room))

    async def _look(self, given: Json) -> None:
        """See with the eyes of a seat, or everything."""
        eyes = given.get("eyes")
        if eyes is not None and (type(eyes) is not int or not 0 <= eyes < len(self.room.seats)):
            raise Refused(f"eyes are those of a seat, 0 to {len(self.room.seats) - 1}, or all")
        if eyes != self.seat:
            self._need_everything()
        self.eyes = eyes
        await self.show({})

    async def _go(self, given: Json) -> None:
        """Go to a position of the past, or back to now."""
        self._need_everything()
        self.at = self._position(given)
        self.last = ""  # this is answered also where it changes nothing
        await self.show({})

    def _position(self, given: Json) -> int | None:
        at, last = given.get("at"), len(self.room.moves)
        if at is not None and (type(at) is not int or not 0 <= at <= last):
            raise Refused(f"a position is 0 to {last}, {at!r:.40} was given")
        return at

    async def _branch(self, given: Json) -> None:
        """Go on from a position at a new table."""
        self._need_everything()
        at = self._position(given)
        at = len(self.room.moves) if at is None else at
        other = bool(given.get("other_dice"))
        branch = self.app.house.branch
        room = await asyncio.to_thread(branch, self.room, at, given.get("seats"), other)
        await self.say({"is": "moved", **links(room)})

    async def _analyse(self, given: Json) -> None:
        """Show what a seat sees and what players think in the position looked at."""
        self._need_everything()
        seat, at = self._seat(given), self._looked_at()
        content = await self.app.work.at_once(analysis.analyse, self.room, at, seat)
        await self.say({"is": "analysis", **content})

    async def _think(self, given: Json) -> None:
        """Show what a player thinks of the position looked at."""
        self._need_everything()
        who, at = given.get("who"), self._looked_at()
        if who == PERSON:
            raise Refused("a person thinks for himself")
        self.app.house.players.check(self.room.game.name, who)
        try:
            content = await self.app.work.aside(analysis.think, self.room, at, who)
        except (ImportError, OSError, ValueError) as error:
            raise Refused(str(error)) from None
        await self.say({"is": "thoughts", **content})

    async def _redeal(self, given: Json) -> None:
        self._need_everything()
        seat, at = self._seat(given), self._looked_at()
        seed = forms.check_seed(given.get("seed", 0))
        pictures = await self.app.work.at_once(analysis.redealt, self.room, at, seat, seed)
        await self.say({"is": "redealt", "at": at, "seat": seat, "pictures": pictures})

    def _seat(self, given: Json) -> int:
        seat = given.get("seat")
        if type(seat) is not int or not 0 <= seat < len(self.room.seats):
            raise Refused(f"a seat is 0 to {len(self.room.seats) - 1}, {seat!r:.40} was given")
        return seat

    def _looked_at(self) -> int:
        """Return after how many moves this visitor sees the game."""
        return len(self.room.moves) if self.at is None else self.at

    _acts: dict[str, Callable[[Visitor, Json], Awaitable[None]]] = {  # noqa: RUF012
        "move": _move,
        "undo": _undo,
        "hint": _hint,
        "save": _save,
        "resign": _resign,
        "again": _again,
        "pause": _pause,
        "pace": _pace,
        "step": _step,
        "look": _look,
        "go": _go,
        "branch": _branch,
        "analyse": _analyse,
        "think": _think,
        "redeal": _redeal,
    }


def _way(room: Room, seat: int | None) -> Json:
    """Return what opens the place of one visitor at a new table."""
    all_ways = links(room)
    if seat is not None:
        all_ways["places"] = [way for way in all_ways["places"] if way["place"] == str(seat)]
    return all_ways


async def _missing(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return JSONResponse({"error": f"there is nothing at {request.url.path[:80]!r}"}, status)


async def _body(request: Request, most: int) -> str:
    """Return the text that was sent."""
    content = await _read(request, most)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("what was sent is no text") from None


async def _read(request: Request, most: int) -> bytes:
    """Return what was sent; no more than `most` bytes are ever taken in."""
    sentence = f"at most {most:,} bytes are taken here"
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > most:
        raise Refused(sentence, 413)
    content = bytearray()
    async for chunk in request.stream():
        content += chunk
        if len(content) > most:
            raise Refused(sentence, 413)
    return bytes(content)


def _object(text: str) -> Json:
    """Return the object that a message holds."""
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise Refused("a message is a JSON object") from None
    if not isinstance(content, dict):
        raise Refused(f"a message is a JSON object, a {type(content).__name__} was sent")
    return content


def _file(content: str, name: str, kind: str) -> Response:
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=kind, headers=headers)
