// Which view is shown: the start page, or a place at a table.

import { get } from "./dom.js";
import { keepToken } from "./net.js";
import { showHome } from "./home.js";
import { TableView } from "./table.js";

let view = null;

function show() {
  keepToken();
  if (view) view.close();
  view = null;
  const found = location.hash.match(/^#\/table\/([0-9a-f]+)\/(\w+)\/([\w-]+)$/);
  get("title").textContent = "";
  for (const id of ["learn-button", "rules-button"]) get(id).hidden = true;
  if (found) view = new TableView(found[1], found[2], found[3]);
  else showHome();
}

addEventListener("hashchange", show);
show();
