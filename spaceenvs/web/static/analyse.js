// For people who train: what a seat sees in a position, what players think of it.

import { attempt, choice, draw, make, notice } from "./dom.js";

export class Analysis {
  constructor(view) {
    this.view = view;
    this.isOpen = false;
    this.seat = null;
    this.filter = "";
    this.onlySet = true;
    this.onlyChanged = false;
    this.seed = 0;
    this.place = make("section", { id: "analysis", "aria-label": "Analysis", hidden: true });
  }

  toggle() {
    this.isOpen = !this.isOpen;
    this.place.hidden = !this.isOpen;
    if (this.isOpen) this.ask();
  }

  /** The position has changed. */
  changed() {
    if (this.isOpen) this.ask();
  }

  ask() {
    const { frame } = this.view;
    const seat = this.seat ?? frame.mover ?? 0;
    this.view.say({ do: "analyse", seat });
  }

  show(analysis) {
    this.last = analysis;
    const names = this.view.frame.seats.map(seat => seat.name);
    const seats = [[null, "who is to move"], ...names.map((name, seat) => [seat, name])];
    const check = (words, name) => {
      const box = make("input", { type: "checkbox", checked: this[name] });
      box.onchange = () => {
        this[name] = box.checked;
        this.listObservation();
      };
      return make("label", {}, box, words);
    };
    const filter = make("input", { placeholder: "filter by name", value: this.filter, id: "filter" });
    filter.oninput = () => {
      this.filter = filter.value;
      this.listObservation();
    };
    this.table = make("tbody", {});
    this.deals = make("div", { class: "deals" });
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
    this.place.replaceChildren(
      make("h2", {}, `What ${names[analysis.seat]} sees after move ${analysis.at}`),
      make("div", { class: "bar" }, make("label", {}, "Seat", choice(seats, this.seat, seat => {
        this.seat = seat;
        this.ask();
      }, { id: "analysis-seat" })), filter, check("not zero", "onlySet"),
        check("changed by the last move", "onlyChanged"), copy, redeal),
      this.deals,
      make("h3", {}, "Observation"),
      make("div", { class: "wide" }, make("table", { id: "observation" },
        make("thead", {}, make("tr", {}, ["name", "index", "values", "meaning"].map(head =>
          make("th", {}, head)))), this.table)),
      make("h3", {}, "Mask"),
      make("div", { class: "wide" }, make("table", { id: "mask" }, make("tbody", {},
        analysis.mask.map(action => make("tr", {}, make("td", {}, String(action.action)),
          make("td", {}, make("code", {}, action.name)), make("td", {}, action.words)))))),
      make("details", {}, make("summary", {}, "The position in words"),
        make("pre", { id: "fixture" }, analysis.fixture)));
    this.listObservation();
  }

  listObservation() {
    const wanted = this.filter.trim().toLowerCase();
    const rows = this.last.observation.filter(field => {
      const changed = field.values.some((value, k) => value !== field.before[k]);
      return field.name.toLowerCase().includes(wanted) &&
        (!this.onlySet || field.values.some(Boolean)) && (!this.onlyChanged || changed);
    });
    this.table.replaceChildren(...rows.map(field => make("tr", {},
      make("th", { scope: "row" }, field.name),
      make("td", {}, `${field.start} (${field.shape.join(" x ")})`),
      make("td", { class: "values" }, this.values(field)),
      make("td", {}, field.meaning))));
  }

  /** The values of a part: all of a short one, of a long one those that are not zero. */
  values(field) {
    const short = field.values.length <= 12;
    const shown = [];
    for (const [k, value] of field.values.entries()) {
      const changed = value !== field.before[k];
      if (!short && !value && !changed) continue;
      const words = short ? String(value) : `${k}: ${value}`;
      const was = changed ? { class: "changed", title: `was ${field.before[k]}` } : {};
      shown.push(make("span", was, words), " ");
    }
    return shown.length ? shown : ["0"];
  }

  showDeals(pictures) {
    this.deals.replaceChildren(...pictures.map(picture => {
      const place = make("div", { class: "deal" });
      draw(place, picture);
      return place;
    }));
  }
}
