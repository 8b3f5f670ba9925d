// Small helpers to build a page. Text is always text: nothing that comes from elsewhere is HTML.

export const get = id => document.getElementById(id);

/** Make an element: make("button", {onclick: f, class: "big"}, "Play"). */
export function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) element[name] = value;
    else if (name in element && typeof value !== "string") element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.flat());
  return element;
}

let timer;

/** Say a sentence at the edge of the page for a while. */
export function notice(sentence) {
  get("notice").textContent = sentence;
  clearTimeout(timer);
  timer = setTimeout(() => (get("notice").textContent = ""), 6000);
}

/** Do something that may be refused, and say so. */
export async function attempt(action) {
  try {
    return await action();
  } catch (error) {
    notice(error.message);
    return undefined;
  }
}

/** Hand a file to the person. */
export function download(blob, name) {
  const link = make("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Put a picture (SVG as text) into an element. */
export function draw(place, picture) {
  const parsed = new DOMParser().parseFromString(picture, "image/svg+xml").documentElement;
  const svg = document.importNode(parsed, true);
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  place.replaceChildren(svg);
  return svg;
}

/** A choice among values: [[value, shown], ...]. */
export function choice(values, chosen, onchange, properties = {}) {
  const options = values.map(([value, shown]) =>
    make("option", { value: String(value), selected: value === chosen }, shown));
  const select = make("select", properties, options);
  select.onchange = () => onchange(values[select.selectedIndex][0]);
  return select;
}
