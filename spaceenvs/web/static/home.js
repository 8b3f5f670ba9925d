// The start page: choose a game and who sits where, open a replay, find a table again.

import { ask, forgetTable, knownTables, keepTable, wayTo } from "./net.js";
import { attempt, choice, get, make, notice } from "./dom.js";
import { FILE, playerChoice } from "./players.js";
import { linked } from "./words.js";

export async function showHome() {
  document.title = "spaceenvs";
  const main = get("main");
  const games = make("section", { class: "games", "aria-label": "Games" });
  const form = make("section", { id: "form", "aria-label": "New game" });
  main.className = "start";
  main.replaceChildren(
    make("h1", {}, "Choose a game"), games, form, replaySection(), tablesSection());
  const answer = await attempt(() => ask("/api/games"));
  if (!answer) return;
  for (const game of answer.games) {
    const [low, high] = game.players;
    games.append(make("button", {
      type: "button",
      class: "game",
      "data-game": game.name,
      onclick: () => attempt(() => showForm(game.name, form)),
    }, make("b", {}, game.title), make("span", {}, `${low} to ${high} players`),
      make("small", {}, game.summary)));
  }
}

async function showForm(name, place) {
  place.replaceChildren(make("p", {}, "..."));
  const form = await ask(`/api/form?game=${encodeURIComponent(name)}`);
  const wanted = { game: name, options: {}, seats: [] };
  const players = make("div", { class: "seats" });
  let count = form.players.includes(3) ? 3 : form.players[0];
  const others = form.kinds.includes("greedy") ? "greedy" : "random";
  const chosen = form.seats.map((_, seat) => (seat === 0 ? "you" : others));

  function showSeats() {
    players.replaceChildren(...chosen.slice(0, count).map((who, seat) => {
      const persons = [["you", "you"], ["person", "another person"]];
      return make("label", {}, make("b", {}, form.seats[seat]), playerChoice(name, form.kinds, persons,
        who, value => (chosen[seat] = value), { "data-seat": seat }));
    }));
  }

  showSeats();
  const counts = form.players.map(number => [number, `${number} players`]);
  const seed = make("input", { type: "number", min: "0", placeholder: "any", id: "seed" });
  const options = form.options.map(option => optionField(name, option, wanted.options));
  const start = make("button", { type: "submit", class: "primary" }, "Start");
  const fields = make("form", {
    onsubmit: event => {
      event.preventDefault();
      const asked = { ...wanted, seats: chosen.slice(0, count) };
      if (seed.value) asked.seed = Number(seed.value);
      start.disabled = true;
      start.textContent = "Setting up ...";
      const waiting = setTimeout(() => notice("The rules are compiled: only this once."), 3000);
      attempt(() => open(asked)).finally(() => {
        clearTimeout(waiting);
        start.disabled = false;
        start.textContent = "Start";
      });
    },
  },
    make("h2", {}, form.title),
    make("label", {}, "Players", choice(counts, count, value => {
      count = value;
      showSeats();
    }, { id: "players" })),
    players,
    make("label", {}, "Seed", seed),
    options.length ? make("details", {}, make("summary", {}, "Options"), options) : "",
    start);
  place.replaceChildren(fields);
  place.scrollIntoView({ behavior: "smooth", block: "nearest" });
}

function optionField(game, option, wanted) {
  const set = value => {
    if (value === option.default) delete wanted[option.name];
    else wanted[option.name] = value;
  };
  let field;
  if (option.choices) {
    field = choice(option.choices.map(value => [value, String(value) || "none"]), option.default, set);
  } else if (option.kind === "bool") {
    field = make("input", { type: "checkbox", checked: option.default });
    field.onchange = () => set(field.checked);
  } else if (option.kind === "int") {
    field = make("input", { type: "number", value: String(option.default) });
    field.onchange = () => set(Number(field.value));
  } else if (option.kind === "str") {
    field = make("input", { value: option.default });
    field.onchange = () => set(field.value);
  } else {
    field = make("input", { placeholder: "numbers with commas" });
    field.onchange = () => {
      set(field.value.split(",").filter(part => part.trim()).map(Number));
    };
  }
  const name = option.name.replaceAll("_", " ");
  return make("label", { class: "option" }, make("span", {}, name), field,
    make("small", {}, ...linked(option.help, game)));
}

/** Open a table and go to the own place; the links of other people are shown there. */
async function open(wanted) {
  if (wanted.seats.includes(FILE)) throw new Error("choose the file of the network first");
  if (wanted.seats.filter(who => who === "you").length > 1) {
    throw new Error("you sit at one seat: leave the others to another person or a player");
  }
  const mine = wanted.seats.indexOf("you");
  const seats = wanted.seats.map(who => (who === "you" ? "person" : who));
  const table = await ask("/api/tables", { ...wanted, seats });
  const own = table.places.find(place => place.place === String(mine)) ?? table.places[0];
  goTo(table, own);
}

/** Go to a place of a table; the ways to the other places are kept for the person to pass on. */
export function goTo(table, own) {
  const hash = wayTo(table.table, own.place, own.key);
  const others = table.places.filter(place => place !== own)
    .map(place => ({ name: place.name, hash: wayTo(table.table, place.place, place.key) }));
  keepTable({ hash, title: table.title, name: own.name, when: Date.now(), others });
  location.hash = hash;
}

function replaySection() {
  const file = make("input", { type: "file", accept: ".json,application/json", id: "replay-file" });
  file.onchange = () => attempt(async () => {
    const chosen = file.files[0];
    if (!chosen) return;
    const text = await chosen.text();
    const table = await ask(`/api/replays?name=${encodeURIComponent(chosen.name)}`, text);
    goTo(table, table.places[0]);
  });
  return make("section", {}, make("h2", {}, "Open a replay"),
    make("label", {}, "A saved game", file));
}

function tablesSection() {
  const tables = knownTables();
  if (!tables.length) return "";
  const rows = tables.map(table => make("li", {},
    make("a", { href: table.hash }, `${table.title}, ${table.name}`),
    make("span", {}, new Date(table.when).toLocaleString()),
    make("button", {
      type: "button",
      "aria-label": "Forget this table",
      onclick: event => {
        forgetTable(table.hash);
        event.target.closest("li").remove();
      },
    }, "×")));
  return make("section", { class: "tables" }, make("h2", {}, "Your tables"), make("ul", {}, rows));
}
