// What a card, a power, a tile or a rule says: shown where the mouse, the finger or the focus is.

import { ask } from "./net.js";
import { get, make } from "./dom.js";

const CITED = /\b(?:[DREX]\d{1,3}|D_[A-Z0-9_]*[A-Z0-9])\b/g;

export class Explainer {
  /** `game` is the name of the game, `names` what its rules can explain. */
  constructor(game, names) {
    this.game = game;
    this.names = new Map(names.filter(name => name.length > 2).map(name => [name.toLowerCase(), name]));
    this.known = new Map();
  }

  /** Return the longest known name in some words, or "". */
  find(words) {
    const parts = words.toLowerCase().split(/[^\p{L}\p{N}'-]+/u).filter(Boolean);
    for (let length = Math.min(parts.length, 5); length; length--) {
      for (let first = 0; first + length <= parts.length; first++) {
        const name = this.names.get(parts.slice(first, first + length).join(" "));
        if (name) return name;
      }
    }
    return "";
  }

  /** Return the name that an element of the picture stands for: by its texts or its own name. */
  nameOf(element) {
    const own = element.dataset.element ?? "";
    const texts = [...element.querySelectorAll("text, title")].slice(0, 12);
    const candidates = [own.slice(own.indexOf("-") + 1), ...texts.map(text => text.textContent)];
    for (const words of candidates) {
      const name = this.find(words);
      if (name) return name;
    }
    return "";
  }

  async text(what, columns = 60) {
    const key = `${what}/${columns}`;
    if (!this.known.has(key)) {
      const query = new URLSearchParams({ game: this.game, what, columns });
      this.known.set(key, (await ask(`/api/rules?${query}`)).text);
    }
    return this.known.get(key);
  }

  /** Show what something is, near a point of the page. */
  async explain(name, x, y) {
    this.wanted = name;
    if (!name) return this.hide();
    const text = await this.text(name, innerWidth < 600 ? 42 : 60).catch(() => "");
    if (this.wanted !== name || !text) return undefined;
    const about = get("about");
    about.textContent = text;
    about.hidden = false;
    const left = Math.min(x + 16, innerWidth - about.offsetWidth - 8);
    const below = y + 20 + about.offsetHeight < innerHeight;
    about.style.left = `${Math.max(left, 8)}px`;
    about.style.top = `${Math.max(below ? y + 20 : y - about.offsetHeight - 12, 8)}px`;
    return undefined;
  }

  hide() {
    this.wanted = "";
    get("about").hidden = true;
  }
}

/** Open the rules at something; "" is all of them, or the page for beginners. */
export async function openRules(game, what, isLesson = false) {
  const dialog = get("rules");
  const columns = Math.min(Math.floor((Math.min(innerWidth, 860) - 60) / 8.6), 90);
  const query = new URLSearchParams({ game, what, columns, lesson: isLesson ? "1" : "" });
  let text;
  try {
    text = (await ask(`/api/rules?${query}`)).text;
  } catch (error) {
    text = error.message;
  }
  get("rules-text").replaceChildren(...linked(text, game));
  get("rules-text").scrollTop = 0;
  get("rules-query").onchange = event => openRules(game, event.target.value.trim());
  if (!dialog.open) dialog.showModal();
}

/** Return text in which every id of a rule opens the rule. */
export function* linked(text, game) {
  let last = 0;
  for (const found of text.matchAll(CITED)) {
    yield text.slice(last, found.index);
    yield make("button", { type: "button", class: "cite", onclick: () => openRules(game, found[0]) },
      found[0]);
    last = found.index + found[0].length;
  }
  yield text.slice(last);
}
