// For people who train: what a seat sees in a position, what players think of it.

import { attempt, choice, draw, make, notice } from "./dom.js";
import { FILE, nameOf, playerChoice } from "./players.js";

export class Analysis {
  constructor(view) {
    this.view = view;
    this.isOpen = false;
    this.seat = null;
    this.filter = "";
    this.onlySet = true;
    this.onlyChanged = false;
    this.seed = 0;
    this.waits = false; // for an answer
    this.isOld = false; // the position has changed since it was asked for
    this.asked = new Map(); // who was asked: what it thinks of this position, null until it says
    this.adviser = "";
    this.place = make("section", { id: "analysis", "aria-label": "Analysis", hidden: true });
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.place.hidden = !this.isOpen;
    if (!this.isOpen) return;
    this.ask();
    this.place.scrollIntoView({ behavior: "smooth", block: "nearest" });
  }

  /** The position has changed. */
  changed() {
    if (this.isOpen) this.ask();
  }

  /** Ask for this position; while an answer is on its way, only the last one asked for counts. */
  ask() {
    if (this.waits) {
      this.isOld = true;
      return;
    }
    const { frame } = this.view;
    this.waits = true;
    this.isOld = false;
    this.view.say({ do: "analyse", seat: this.seat ?? frame.mover ?? frame.eyes ?? 0 });
  }

  /** Something was refused, or the connection was lost. */
  failed() {
    this.waits = false;
  }

  show(analysis) {
    this.waits = false;
    if (this.isOld) this.ask();
    const isNew = analysis.at !== this.last?.at || analysis.seat !== this.last.seat;
    this.last = analysis;
    if (isNew) this.deals = make("div", { class: "deals" });
    const names = this.view.frame.seats.map(seat => seat.name);
    const typing = document.activeElement?.id === "filter";
    this.observed = make("tbody", {});
    this.place.replaceChildren(
      make("h2", {}, `What ${names[analysis.seat]} sees after move ${analysis.at}`),
      this.controls(names), this.deals,
      make("h3", {}, "Observation"),
      make("div", { class: "wide", tabindex: "0" }, make("table", { id: "observation" },
        make("thead", {}, make("tr", {}, ["name", "index", "values", "meaning"].map(head =>
          make("th", {}, head)))), this.observed)),
      ...this.maskPart(names),
      make("details", {}, make("summary", {}, "The position in words"),
        make("pre", { id: "fixture", tabindex: "0" }, analysis.fixture)));
    if (typing) this.place.querySelector("#filter").focus();
    this.listObservation();
    this.askPlayers();
  }

  /** What is shown, and what can be done with the position. */
  controls(names) {
    const analysis = this.last;
    const seats = [[null, "who is to move"], ...names.map((name, seat) => [seat, name])];
    const check = (words, name) => {
      const box = make("input", { type: "checkbox", checked: this[name] });
      box.onchange = () => {
        this[name] = box.checked;
        this.listObservation();
      };
      return make("label", {}, box, words);
    };
    const filter = make("input", { placeholder: "filter by name", value: this.filter, id: "filter",
      "aria-label": "Filter by name" });
    filter.oninput = () => {
      this.filter = filter.value;
      this.listObservation();
    };
    const copy = make("button", {
      type: "button",
      id: "copy",
      onclick: () => attempt(async () => {
        await navigator.clipboard.writeText(analysis.fixture);
        notice("The position was copied as Python for a test.");
      }),
    }, "Copy the position for a test");
    const redeal = make("button", {
      type: "button",
      id: "redeal",
      onclick: () => {
        this.view.say({ do: "redeal", seat: analysis.seat, seed: this.seed });
        this.seed += 10;
      },
    }, `Deal anew what ${names[analysis.seat]} cannot know`);
    return make("div", { class: "bar" },
      make("label", {}, "Seat", choice(seats, this.seat, seat => {
        this.seat = seat;
        this.ask();
      }, { id: "analysis-seat" })),
      filter, check("not zero", "onlySet"), check("changed by the last move", "onlyChanged"), copy, redeal);
  }

  listObservation() {
    const wanted = this.filter.trim().toLowerCase();
    const rows = this.last.observation.filter(field => {
      const changed = field.values.some((value, k) => value !== field.before[k]);
      return field.name.toLowerCase().includes(wanted) &&
        (!this.onlySet || field.values.some(Boolean)) && (!this.onlyChanged || changed);
    });
    this.observed.replaceChildren(...rows.map(field => make("tr", {},
      make("th", { scope: "row" }, field.name),
      make("td", {}, `${field.start} (${field.shape.join(" x ")})`),
      make("td", { class: "values" }, this.values(field)),
      make("td", {}, field.meaning))));
    if (!rows.length) this.observed.append(make("tr", {}, make("td", { colspan: "4" }, "nothing")));
  }

  /** The values of a part: all of a short one, of a long one those that are not zero. */
  values(field) {
    const short = field.values.length <= 12;
    const shown = [];
    for (const [k, value] of field.values.entries()) {
      const changed = value !== field.before[k];
      if (!short && !value && !changed) continue;
      const place = short ? "" : make("small", {}, `${placeOf(k, field.shape)}: `);
      const was = changed ? { class: "changed", title: `was ${field.before[k]}` } : {};
      shown.push(make("span", was, place, String(value)), " ");
    }
    return shown.length ? shown : ["0"];
  }

  // -- the mask, and what players think -------------------------------------------------

  maskPart(names) {
    if (this.last.over) return [make("p", {}, "The game is over: nobody is to move.")];
    const { kinds } = this.view.form;
    this.adviser ||= ["trained", "greedy", "random"].find(kind => kinds.includes(kind));
    const add = make("button", {
      type: "button",
      id: "ask-player",
      onclick: () => attempt(() => {
        if (this.adviser === FILE) throw new Error("choose the file of the network first");
        this.asked.set(this.adviser, null);
        this.askPlayers();
      }),
    }, "Ask");
    this.masked = make("table", { id: "mask" });
    this.listMask();
    return [
      make("h3", {}, `Mask: what ${names[this.last.mover]} may do, and what players would do in its place`),
      make("div", { class: "bar" }, make("label", {}, "Player", playerChoice(this.view.table.game, kinds,
        [], this.adviser, who => (this.adviser = who), { id: "adviser" })), add),
      make("div", { class: "wide", tabindex: "0" }, this.masked)];
  }

  /** Ask everybody for an opinion who has not told one of this position. */
  askPlayers() {
    if (this.last.over) return;
    for (const [who, thoughts] of this.asked) {
      if (thoughts?.at === this.last.at) continue;
      this.asked.set(who, { at: this.last.at, probabilities: null });
      this.view.say({ do: "think", who });
    }
    this.listMask();
  }

  showThoughts(thoughts) {
    if (!this.asked.has(thoughts.who) || thoughts.at !== this.last?.at) return;
    this.asked.set(thoughts.who, thoughts);
    this.listMask();
  }

  listMask() {
    const players = [...this.asked].map(([who, thoughts]) =>
      [who, thoughts, new Map(thoughts?.probabilities ?? [])]);
    const forget = who => make("button", {
      type: "button",
      class: "forget",
      "aria-label": `Leave out ${nameOf(who)}`,
      onclick: () => {
        this.asked.delete(who);
        this.listMask();
      },
    }, "×");
    const head = players.map(([who, thoughts]) => make("th", { class: "opinion", "data-who": who },
      nameOf(who), " ", forget(who), make("small", {}, expectation(thoughts))));
    this.masked.replaceChildren(
      make("thead", {}, make("tr", {}, ["id", "name", "move"].map(name => make("th", {}, name)), head)),
      make("tbody", {}, this.last.mask.map(action => make("tr", {},
        make("td", {}, String(action.action)),
        make("td", {}, make("code", {}, action.name)),
        make("td", {}, action.words),
        players.map(([, , probabilities]) => make("td", {}, bar(probabilities.get(action.action))))))));
  }

  showDeals(pictures) {
    this.deals.replaceChildren(...pictures.map(picture => {
      const place = make("div", { class: "deal" });
      draw(place, picture);
      return place;
    }));
  }
}

/** Where a number stands in a part of this shape: "3, 1" of rows and columns. */
function placeOf(index, shape) {
  const place = [];
  for (const size of [...shape].reverse()) {
    place.unshift(index % size);
    index = Math.floor(index / size);
  }
  return place.join(", ");
}

function expectation(thoughts) {
  if (!thoughts?.probabilities) return "thinks ...";
  if (thoughts.expectation === null) return "has no opinion of the result";
  return `expects ${thoughts.expectation.toFixed(2)}, wins ${(100 * thoughts.chance).toFixed(0)} %`;
}

function bar(probability) {
  if (probability === undefined) return "";
  const shown = `${(100 * probability).toFixed(1)} %`;
  return [make("meter", { min: 0, max: 1, value: probability, "aria-label": shown }), ` ${shown}`];
}
