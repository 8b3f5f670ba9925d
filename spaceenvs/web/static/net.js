// How the page talks to its server: requests that are answered at once, and one WebSocket.

const TOKEN = "spaceenvs.token";
const TABLES = "spaceenvs.tables";

/** Keep the token of the address (#token=..., #/table/...?token=...) and take it out of sight. */
export function keepToken() {
  const found = location.hash.match(/^(#.*?)\??token=([\w-]+)$/);
  if (!found) return;
  localStorage.setItem(TOKEN, found[2]);
  history.replaceState(null, "", found[1] === "#" ? "#/" : found[1]);
}

/** The whole address of a place, for somebody else. */
export function addressOf(hash) {
  return `${location.origin}/${hash}${token() && `?token=${token()}`}`;
}

function token() {
  return localStorage.getItem(TOKEN) ?? "";
}

/** Ask the server; the answer is JSON. Whatever is refused is thrown as its sentence. */
export async function ask(path, body, kind = "json") {
  const options = { headers: { "X-Token": token() } };
  if (body !== undefined) {
    options.method = "POST";
    options.body = typeof body === "string" || body instanceof Blob ? body : JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(path, options);
  } catch {
    throw new Error("the server does not answer");
  }
  if (!answer.ok) {
    const refused = await answer.json().catch(() => ({}));
    throw new Error(refused.error ?? `the server answers ${answer.status}`);
  }
  return kind === "json" ? answer.json() : answer.blob();
}

/** The tables that this browser has a key for, the newest first. */
export function knownTables() {
  try {
    return JSON.parse(localStorage.getItem(TABLES)) ?? [];
  } catch {
    return [];
  }
}

export function keepTable(table) {
  const others = knownTables().filter(known => known.hash !== table.hash);
  localStorage.setItem(TABLES, JSON.stringify([table, ...others].slice(0, 30)));
}

export function forgetTable(hash) {
  const others = knownTables().filter(known => known.hash !== hash);
  localStorage.setItem(TABLES, JSON.stringify(others));
}

/** The address of a place at a table. */
export function wayTo(table, place, key) {
  return `#/table/${table}/${place}/${key}`;
}

/** A WebSocket that comes back after a break and always says first where it sits. */
export class Line {
  constructor(seat, hear, lost) {
    this.seat = seat;
    this.hear = hear;
    this.lost = lost;
    this.closed = false;
    this.waits = 300;
    this.open();
  }

  open() {
    this.socket = new WebSocket(`ws://${location.host}/socket`);
    this.socket.onopen = () => {
      this.waits = 300;
      this.say({ do: "sit", token: token(), ...this.seat });
    };
    this.socket.onmessage = event => {
      const message = JSON.parse(event.data);
      if (message.is === "refused") this.closed = true;
      this.hear(message);
    };
    this.socket.onclose = () => {
      if (this.closed) return;
      this.lost();
      setTimeout(() => this.closed || this.open(), this.waits);
      this.waits = Math.min(2 * this.waits, 5000);
    };
  }

  say(message) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    this.socket.close();
  }
}
