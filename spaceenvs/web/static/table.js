// A place at a table: the board, the moves, what happened, the past, the analysis.

import { addressOf, ask, keepTable, knownTables, Line, wayTo } from "./net.js";
import { attempt, choice, download, draw, get, make, notice } from "./dom.js";
import { Explainer, openRules } from "./words.js";
import { Analysis } from "./analyse.js";
import { goTo } from "./home.js";
import { FILE, nameOf, playerChoice } from "./players.js";

const SVG = "http://www.w3.org/2000/svg";

export class TableView {
  constructor(table, place, key) {
    this.seat = { table, place, key };
    this.frame = null;
    this.chosen = null; // the element of the picture whose moves are listed
    this.playedAt = null; // the number of the frame in which a move was sent
    this.isGoing = false; // a position was asked for and is not shown yet
    this.next = null; // the one to ask for then
    this.build();
    this.line = new Line(this.seat, message => this.hear(message), () => {
      this.failed();
      this.asked.textContent = "The server is away; this page waits for it ...";
    });
  }

  close() {
    this.line.close();
    this.explainer?.hide();
    document.onkeydown = null;
  }

  say(message) {
    this.line.say(message);
  }

  // -- the page -------------------------------------------------------------------------

  build() {
    const button = (words, act, hint, id) =>
      make("button", { type: "button", onclick: act, title: hint, id }, words);
    this.asked = make("p", { id: "asked", "aria-live": "polite" });
    this.input = make("input", {
      id: "type",
      placeholder: "type a move, or its number",
      autocomplete: "off",
      "aria-label": "Type a move",
      oninput: () => this.listMoves(),
      onkeydown: event => this.typed(event),
    });
    this.list = make("ul", { id: "moves", "aria-label": "Moves" });
    this.board = make("div", { id: "board", "aria-label": "Board" });
    this.log = make("ol", { id: "log", "aria-label": "What happened", tabindex: "0" });
    this.seats = make("ul", { id: "seats", "aria-label": "Seats" });
    this.links = make("div", { id: "links" });
    this.playing = make("div", { class: "bar", id: "playing" },
      button("Hint", () => this.say({ do: "hint", frame: this.frame?.frame }), "Three good moves", "hint"),
      button("Undo", () => this.say({ do: "undo" }), "Back to your last decision", "undo"),
      button("Save", () => this.say({ do: "save" }), "Save this table", "save"),
      button("Resign", () => confirm("Give your seat to a computer player?") &&
        this.say({ do: "resign" }), "Give your seat away", "resign"),
      button("New game", () => this.say({ do: "again" }), "The same seats again", "again"));
    this.pause = button("Pause", () => this.say({ do: "pause", on: !this.frame.paused }), "", "pause");
    this.speed = make("input", {
      type: "range", min: "0", max: "20", id: "speed", "aria-label": "Speed",
      onchange: () => this.say({ do: "pace", delay: 2 * (1 - this.speed.value / 20) ** 2 }),
    });
    this.watching = make("div", { class: "bar", id: "watching" }, this.pause,
      button("Step", () => this.say({ do: "step" }), "One move", "step"),
      make("label", {}, "Speed", this.speed));
    this.slider = make("input", {
      type: "range", min: "0", id: "slider", "aria-label": "Move",
      oninput: () => this.go(Number(this.slider.value)),
    });
    this.counter = make("output", {});
    this.eyes = make("span", {});
    this.past = make("div", { class: "bar", id: "past" },
      button("◀", () => this.go(this.position() - 1), "One move back", "back"),
      this.slider,
      button("▶", () => this.go(this.position() + 1), "One move on", "next"),
      button("Now", () => this.say({ do: "go", at: null }), "The last position", "now"),
      this.counter,
      make("label", {}, "Eyes", this.eyes),
      button("Go on from here", () => this.branchForm(), "A new table from this position", "branch"),
      button("Analyse", () => this.analysis.toggle(), "What an agent sees and thinks", "analyse"),
      make("details", { class: "downloads" }, make("summary", {}, "Download"),
        button("Replay", () => this.take("replay", "json"), "", "get-replay"),
        button("Picture", () => this.takePicture(), "", "get-svg"),
        button("Page", () => this.take("html", "html"), "One HTML file with a slider", "get-html")));
    this.branching = make("div", { id: "branching" });
    this.analysis = new Analysis(this);
    const zoom = button("Whole board", () => {
      const isWhole = this.board.classList.toggle("whole");
      zoom.textContent = isWhole ? "Larger board" : "Whole board";
    }, "", "zoom");
    const main = get("main");
    main.className = "";
    main.replaceChildren(
      make("div", { class: "table" },
        make("div", { class: "left" }, this.board, zoom, this.past, this.branching),
        make("div", { class: "right" }, this.asked, this.watching, this.playing, this.input, this.list,
          this.seats, this.links, make("h2", {}, "What happened"), this.log)),
      this.analysis.place);
    this.board.onclick = event => this.clicked(event.target);
    this.board.onmousemove = event => this.hovered(event);
    this.board.onmouseleave = () => this.explainer?.hide();
    this.list.onmouseleave = () => this.explainer?.hide();
    document.onkeydown = event => this.pressed(event);
  }

  hear(message) {
    if (message.is === "table") this.begin(message);
    if (message.is === "frame") this.show(message);
    if (message.is === "hint") this.showHint(message);
    if (message.is === "error" || message.is === "said") notice(message.sentence);
    if (message.is === "error") this.failed();
    if (message.is === "moved") goTo(message, message.places[0]);
    if (message.is === "analysis") this.analysis.show(message);
    if (message.is === "thoughts") this.analysis.showThoughts(message);
    if (message.is === "redealt") this.analysis.showDeals(message.pictures);
    if (message.is === "refused") {
      get("main").replaceChildren(make("p", { class: "refused" }, `${message.sentence}. `,
        make("a", { href: "#/" }, "To the start page")));
    }
  }

  async begin(table) {
    this.table = table;
    document.title = `${table.title} - spaceenvs`;
    get("title").textContent = table.seed === undefined ? table.title : `${table.title}, seed ${table.seed}`;
    for (const id of ["learn-button", "rules-button"]) get(id).hidden = false;
    get("learn-button").onclick = () => openRules(table.game, "", true);
    get("rules-button").onclick = () => openRules(table.game, "");
    const hash = wayTo(this.seat.table, this.seat.place, this.seat.key);
    const known = knownTables().find(one => one.hash === hash);
    if (!known) {
      const name = table.seat === null ? "everything" : `seat ${table.seat + 1}`;
      keepTable({ hash, title: table.title, name, when: Date.now(), others: [] });
    }
    this.showLinks(known?.others ?? []);
    this.form ??= await attempt(() => ask(`/api/form?game=${encodeURIComponent(table.game)}`));
    if (!this.form || this.explainer) return;
    this.explainer = new Explainer(table.game, this.form.names);
    if (this.frame) this.light(); // the elements have names now
  }

  /** The links of the other people, for whoever has set up the table. */
  showLinks(others) {
    this.links.replaceChildren(...others.map(other => {
      const address = addressOf(other.hash);
      const copy = make("button", {
        type: "button",
        onclick: () => attempt(async () => {
          await navigator.clipboard.writeText(address);
          notice(`The link of ${other.name} was copied.`);
        }),
      }, "Copy");
      return make("label", {}, `Link of ${other.name}`,
        make("input", { readonly: "", value: address, onfocus: event => event.target.select() }), copy);
    }));
  }

  // -- what is shown --------------------------------------------------------------------

  show(frame) {
    const seen = this.frame?.log.length;
    this.frame = frame;
    this.arrived();
    this.chosen = null;
    this.input.value = "";
    this.explainer?.hide();
    this.svg = draw(this.board, frame.picture);
    this.light();
    this.showAsked();
    this.listMoves();
    this.showSeats();
    this.showLog(seen);
    this.showBars();
    this.analysis.changed();
    const isFree = document.activeElement === document.body || !document.activeElement;
    if (frame.mine && isFree && !isTouched()) this.input.focus({ preventScroll: true });
  }

  showAsked() {
    const { frame } = this;
    const mover = frame.mover === undefined ? "" : frame.seats[frame.mover].name;
    if (frame.over) this.asked.textContent = frame.result;
    else if (frame.mine) this.asked.textContent = `${mover} (you): ${frame.asked}`;
    else if (frame.asked) this.asked.textContent = `${mover} decides: ${frame.asked}`;
    else this.asked.textContent = frame.at === null ? "The others decide ..." : "Another player decides";
    this.asked.classList.toggle("mine", frame.mine);
    this.asked.dataset.frame = frame.frame;
    this.asked.dataset.over = frame.over;
  }

  showSeats() {
    this.seats.replaceChildren(...this.frame.seats.map((seat, number) => {
      const you = this.table && number === this.table.seat;
      const isPerson = seat.who === "person";
      const who = you && isPerson ? "you" : isPerson && this.table?.seat !== null ? nameOf("person")
        : isPerson ? "a person" : nameOf(seat.who);
      return make("li", { class: number === this.frame.mover ? "mover" : "" },
        make("b", {}, seat.name), ` ${who}`);
    }));
  }

  showLog(seen) {
    const entries = this.frame.log.map((entry, number) => {
      const fresh = seen !== undefined && number >= seen;
      const name = this.frame.seats[entry.mover].name;
      const item = make("li", { class: fresh ? "fresh" : "" },
        entry.words ? make("b", {}, name) : "", entry.words ? `: ${entry.words}` : "",
        entry.lines.map(line => make("div", {}, line)));
      item.onmousemove = event => this.explainWords(item.textContent, event);
      if (entry.number !== undefined && this.frame.open) {
        item.ondblclick = () => this.go(entry.number + 1);
        item.title = `move ${entry.number + 1}: double-click to look at it`;
      }
      return item;
    });
    this.log.replaceChildren(...entries);
    this.log.onmouseleave = () => this.explainer?.hide();
    this.log.scrollTop = this.log.scrollHeight;
  }

  showBars() {
    const { frame, table } = this;
    const persons = frame.seats.some(seat => seat.who === "person");
    this.input.hidden = !frame.mine;
    for (const id of ["hint", "undo", "resign"]) get(id).hidden = table?.seat === null;
    this.playing.hidden = table?.recorded;
    get("hint").disabled = !frame.mine;
    get("undo").disabled = table?.persons.length !== 1;
    get("resign").disabled = frame.over || frame.seats[table?.seat ?? 0].who !== "person";
    get("again").disabled = !frame.over && !frame.open;
    this.watching.hidden = !frame.open || persons || table?.recorded || frame.over;
    this.past.hidden = !frame.open;
    if (!frame.open) return;
    this.pause.textContent = frame.paused ? "Play" : "Pause";
    this.speed.value = 20 * (1 - Math.sqrt(frame.delay / 2));
    this.slider.max = frame.played;
    this.slider.value = this.position();
    this.counter.textContent = `${this.position()} of ${frame.played}`;
    const views = [[null, "all"], ...frame.seats.map((seat, number) => [number, seat.name])];
    this.eyes.replaceChildren(choice(views, frame.eyes, eyes => this.say({ do: "look", eyes }),
      { id: "eyes", "aria-label": "Eyes" }));
  }

  // -- moves ----------------------------------------------------------------------------

  /** Light up whatever in the picture a move is about. */
  light() {
    if (!this.frame.mine) return;
    for (const glow of this.svg.querySelectorAll(".glow, .area")) glow.remove();
    const names = new Set(this.frame.moves.flatMap(move => move.elements));
    for (const element of this.svg.querySelectorAll("[data-element]")) {
      if (!names.has(element.dataset.element)) continue;
      for (const glow of outlines(element)) {
        const area = glow.cloneNode(false); // of empty places too a click hits the middle
        glow.setAttribute("class", "glow");
        area.setAttribute("class", "area");
        element.prepend(area);
        element.append(glow);
      }
      element.classList.add("can");
      element.setAttribute("tabindex", "0");
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", this.explainer?.nameOf(element) || element.dataset.element);
      element.onkeydown = event => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        event.stopPropagation();
        this.clicked(element);
      };
    }
  }

  clicked(target) {
    const element = target.closest(".can");
    if (this.frame?.mine) {
      this.chosen = element && element.dataset.element !== this.chosen ? element.dataset.element : null;
      this.input.value = "";
      this.listMoves();
      if (this.chosen) this.list.querySelector("button.move")?.focus({ preventScroll: innerWidth > 800 });
    }
    const touched = target.closest("[data-element]");
    if (touched && isTouched()) {
      const box = touched.getBoundingClientRect();
      this.explainer?.explain(this.explainer.nameOf(touched), box.left, box.bottom);
    }
  }

  hovered(event) {
    if (!this.explainer) return;
    const text = event.target.closest("text")?.textContent ?? "";
    const element = event.target.closest("[data-element]");
    const name = this.explainer.find(text) || (element ? this.explainer.nameOf(element) : "");
    this.explainer.explain(name, event.clientX, event.clientY);
  }

  explainWords(words, event) {
    this.explainer?.explain(this.explainer.find(words), event.clientX, event.clientY);
  }

  /** The moves that are listed: those of the chosen element, those that were typed. */
  listed() {
    const typed = this.input.value.trim().toLowerCase();
    let moves = this.frame.moves;
    if (this.chosen) moves = moves.filter(move => move.elements.includes(this.chosen));
    if (!typed) return moves;
    const meant = moves.filter(move => move.key === typed || move.words.toLowerCase() === typed);
    if (meant.length) return meant;
    const begins = moves.filter(move => move.words.toLowerCase().startsWith(typed));
    return begins.length ? begins : moves.filter(move => move.words.toLowerCase().includes(typed));
  }

  listMoves() {
    const { frame } = this;
    const moves = this.listed();
    const rows = moves.map(move => make("li", {}, make("button", {
      type: "button",
      class: "move",
      disabled: !frame.mine,
      "data-action": move.action,
      onclick: () => this.play(move),
      onmouseenter: () => this.mark(move.elements),
      onmousemove: event => this.explainWords(move.words, event),
      onfocus: () => this.mark(move.elements),
    }, make("kbd", {}, move.key), ` ${move.words}`)));
    if (this.chosen) {
      rows.push(make("li", {}, make("button", {
        type: "button", id: "all-moves", onclick: () => this.clicked(document.body),
      }, `all ${frame.moves.length} moves`)));
    }
    this.list.replaceChildren(...rows);
    this.mark(this.chosen ? [this.chosen] : []);
  }

  /** Mark the elements of a move in the picture. */
  mark(names) {
    for (const element of this.svg.querySelectorAll(".can")) {
      element.classList.toggle("marked", names.includes(element.dataset.element));
    }
  }

  play(move) {
    if (this.playedAt === this.frame.frame) return; // the answer is on its way
    this.playedAt = this.frame.frame;
    this.say({ do: "move", action: move.action, frame: this.frame.frame });
  }

  typed(event) {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      this.list.querySelector("button")?.focus();
    }
    if (event.key === "Escape") {
      this.input.value = "";
      this.chosen = null;
      this.listMoves();
    }
    if (event.key !== "Enter") return;
    const moves = this.listed();
    if (!this.input.value.trim() && !this.chosen && moves.length > 1) return;
    if (moves.length === 1) this.play(moves[0]);
    else if (moves.length) notice(`That may be: ${moves.slice(0, 5).map(move => move.words).join(", ")}`);
    else notice(`${this.input.value} is no legal move`);
  }

  /** Keys that work everywhere on the page. */
  pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || get("rules").open) return;
    const buttons = [...this.list.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement);
    if (at >= 0 && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      (buttons[next] ?? (next < 0 ? this.input : buttons[at])).focus();
      return;
    }
    if (event.target.matches("input, select, textarea")) return;
    if (event.key === "ArrowLeft" && this.frame?.open) this.go(this.position() - 1);
    if (event.key === "ArrowRight" && this.frame?.open) this.go(this.position() + 1);
    if (this.input.hidden) return;
    if (event.key === "/") event.preventDefault(); // it goes to the moves and is no part of one
    if (event.key === "/" || /^[a-z0-9]$/i.test(event.key)) this.input.focus();
  }

  showHint(hint) {
    if (hint.frame !== this.frame.frame) return;
    notice(hint.moves.map(move => `${move.words} (${move.why})`).join("; "));
    for (const [rank, move] of hint.moves.entries()) {
      const found = this.list.querySelector(`[data-action="${move.action}"]`);
      if (!found) continue;
      found.classList.add("good");
      found.title = move.why;
      if (rank === 0) found.focus();
    }
  }

  // -- the past -------------------------------------------------------------------------

  position() {
    return this.frame.at ?? this.frame.played;
  }

  go(at) {
    if (at < 0 || at > this.frame.played) return;
    this.slider.value = at;
    this.counter.textContent = `${at} of ${this.frame.played}`;
    if (this.isGoing) { // a slider is faster than pictures
      this.next = at;
      return;
    }
    this.isGoing = true;
    const now = at === this.frame.played && !this.table.recorded;
    this.say({ do: "go", at: now ? null : at });
  }

  /** A frame is here: ask for the position that the slider is at by now. */
  arrived() {
    const { next } = this;
    this.isGoing = false;
    this.next = null;
    if (next !== null) this.go(next);
  }

  /** Something was refused. */
  failed() {
    this.playedAt = null;
    this.isGoing = false;
    this.next = null;
    this.analysis.failed();
  }

  branchForm() {
    if (this.branching.childElementCount) {
      this.branching.replaceChildren();
      return;
    }
    if (!this.form) return;
    const mine = this.table.seat ?? this.frame.mover ?? 0;
    const others = this.form.kinds.includes("greedy") ? "greedy" : "random";
    const chosen = this.frame.seats.map((_, seat) => (seat === mine ? "person" : others));
    const persons = [["person", "a person"]];
    const dice = make("input", { type: "checkbox", id: "other-dice" });
    const start = make("button", {
      type: "button",
      class: "primary",
      id: "branch-start",
      onclick: () => {
        if (chosen.includes(FILE)) notice("choose the file of the network first");
        else this.say({ do: "branch", at: this.frame.at, seats: chosen, other_dice: dice.checked });
      },
    }, "Go on");
    this.branching.replaceChildren(
      ...this.frame.seats.map((seat, number) => make("label", {}, make("b", {}, seat.name),
        playerChoice(this.table.game, this.form.kinds, persons, chosen[number],
          value => (chosen[number] = value)))),
      make("label", {}, dice, "with other dice"), start);
    this.branching.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }

  take(what, kind) {
    attempt(async () => {
      const blob = await ask("/api/download", { ...this.seat, what }, "blob");
      download(blob, `${this.table.game}-${this.table.seed ?? "game"}.${kind}`);
    });
  }

  takePicture() {
    const blob = new Blob([this.frame.picture], { type: "image/svg+xml" });
    download(blob, `${this.table.game}-${this.table.seed ?? "game"}-${this.position()}.svg`);
  }
}

/** The outlines of an element of a picture: of the shape that fills it, or a box around each part. */
export function outlines(element) {
  const area = shape => shape.getBBox().width * shape.getBBox().height;
  const shapes = [...element.querySelectorAll(":scope > :is(path, polygon, rect, circle, ellipse)")];
  const most = Math.max(...shapes.map(area));
  const largest = shapes.findLast(shape => area(shape) > 0.9 * most); // of a pile the topmost card
  if (largest && area(largest) > 0.7 * area(element)) return [alike(largest)];
  const parts = [...element.children].filter(part => part.getBBox?.().width);
  const filled = parts.map(area).reduce((sum, part) => sum + part, 0);
  if (parts.length > 5 || area(element) < 2.5 * filled) return [around(element)];
  const moved = parts.filter(part => part.hasAttribute("transform")).map(part => {
    const box = around(part);
    box.setAttribute("transform", part.getAttribute("transform"));
    return box;
  });
  const still = parts.filter(part => !part.hasAttribute("transform")).map(part => part.getBBox());
  return [...moved, ...joined(still).map(frame)];
}

/** Boxes of which those that would touch each other are one. */
function joined(boxes) {
  const apart = [];
  for (let box of boxes) {
    for (let k = apart.length - 1; k >= 0; k--) {
      if (!touch(apart[k], box)) continue;
      box = both(apart.splice(k, 1)[0], box);
      k = apart.length; // the larger one may touch others
    }
    apart.push(box);
  }
  return apart;
}

function touch(one, other) {
  const gap = 6;
  return one.x < other.x + other.width + gap && other.x < one.x + one.width + gap &&
    one.y < other.y + other.height + gap && other.y < one.y + one.height + gap;
}

function both(one, other) {
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  const right = Math.max(one.x + one.width, other.x + other.width);
  const bottom = Math.max(one.y + one.height, other.y + other.height);
  return { x, y, width: right - x, height: bottom - y };
}

/** A box around a part of a picture. */
function around(part) {
  return frame(part.getBBox());
}

function frame({ x, y, width, height }) {
  const box = document.createElementNS(SVG, "rect");
  const sides = { x: x - 4, y: y - 2, width: width + 8, height: height + 4, rx: 5 };
  for (const [name, value] of Object.entries(sides)) box.setAttribute(name, value);
  return box;
}

/** A shape like this one: a little smaller, so that neighbours do not cover it, or around its letters. */
function alike(largest) {
  const shape = largest.cloneNode(false);
  for (const name of ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "filter"]) {
    shape.removeAttribute(name);
  }
  const box = largest.getBBox();
  const middle = [box.x + box.width / 2, box.y + box.height / 2];
  const isSmall = Math.min(box.width, box.height) < 20; // its letters would be covered
  const scale = [box.width, box.height].map(side => 1 + (isSmall ? 3 : -2) / Math.max(side, 4));
  shape.setAttribute("transform", `${largest.getAttribute("transform") ?? ""} ` +
    `translate(${middle}) scale(${scale}) translate(${middle.map(value => -value)})`);
  return shape;
}

/** Whether the page is used by fingers: no mouse that hovers, a keyboard that hides the page. */
function isTouched() {
  return matchMedia("(hover: none)").matches;
}
