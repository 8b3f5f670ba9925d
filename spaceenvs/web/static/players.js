// Who sits at a seat, or is asked for an opinion: a player, the budget of a search, a network file.

import { ask } from "./net.js";
import { attempt, choice, make, notice } from "./dom.js";

const BUDGETS = [
  ["50", "50 simulations"], ["200", "200 simulations"], ["1000", "1000 simulations"],
  ["5000", "5000 simulations"], ["50ms", "50 ms"], ["500ms", "half a second"], ["3000ms", "3 seconds"],
];
const BUDGET = "200";

/** Chosen as long as no file was sent. */
export const FILE = "file";

const files = new Map(); // the networks that were sent: their game, the name of the file

/** Name of a player for people: "search, 500ms, guided by trained". */
export function nameOf(who) {
  const [kind, budget, guide] = who.split(":");
  if (kind === "person") return "another person";
  if (kind === "network") return files.get(who)?.name ?? "a network";
  if (kind !== "search") return who;
  const shown = BUDGETS.find(([value]) => value === (budget ?? BUDGET))?.[1] ?? budget;
  return `search, ${shown}${guide ? `, guided by ${guide}` : ""}`;
}

/**
 * A choice of a player. `kinds` are those that the game knows, `persons` what stands before them
 * ([["you", "you"], ...]); `onchange` is told the player's name.
 */
export function playerChoice(game, kinds, persons, chosen, onchange, properties = {}) {
  const guides = kinds.filter(kind => kind.startsWith("search")).map(kind => kind.split(":")[2] ?? "");
  const plain = kinds.filter(kind => !kind.startsWith("search"));
  const searches = guides.map(guide => [`search:${guide}`, guide ? `search guided by ${guide}` : "search"]);
  const values = [...persons, ...plain.map(kind => [kind, kind]), ...searches,
    ...[...files].filter(([, file]) => file.game === game).map(([who, file]) => [who, file.name]),
    [FILE, "a network file ..."]];
  let [first, budget, guide] = chosen.split(":");
  if (first === "search") first = `search:${guide ?? ""}`;
  else first = chosen;
  let size = budget && first.startsWith("search") ? budget : BUDGET;
  const place = make("span", { class: "player" });
  const say = () => {
    const [kind, led] = first.split(":");
    onchange(kind === "search" ? `search:${size}${led ? `:${led}` : ""}` : first);
  };
  const budgets = choice(BUDGETS, size, value => {
    size = value;
    say();
  }, { "aria-label": "Budget of the search", class: "budget" });
  const file = make("input", { type: "file", accept: ".npz", "aria-label": "A network: model.npz" });
  file.onchange = () => attempt(async () => {
    const sent = file.files[0];
    if (!sent) return;
    const query = new URLSearchParams({ game });
    const { who } = await ask(`/api/networks?${query}`, sent);
    files.set(who, { game, name: sent.name });
    notice(`${sent.name} can play.`);
    onchange(who);
    place.replaceWith(playerChoice(game, kinds, persons, who, onchange, properties));
  });
  const select = choice(values, first, value => {
    first = value;
    show();
    say();
  }, properties);
  const show = () => {
    budgets.hidden = !first.startsWith("search");
    file.hidden = first !== FILE;
  };
  place.append(select, budgets, file);
  show();
  return place;
}
