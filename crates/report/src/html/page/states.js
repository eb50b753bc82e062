// The abstract reachability graph. Chains of single successors are one box; only what is in view is drawn; the pixel tree
// beside it is the map.
const KINDS = { p: "state", c: "covered", m: "merged", t: "violation" };
const SIZES = { boxes: { unit: 92, row: 84, width: 168, height: 46 }, dots: { unit: 6, row: 14, width: 8, height: 8 } };
let size = SIZES.boxes;
let levels = [];
let childrenOf = null;
const onPath = new Set(arg ? arg.path : []);

function states() {
  if (!arg) {
    for (const part of byId("panel-states").children) part.hidden = true;
    byId("panel-states").append(make("p", { class: "empty" }, "There is no graph: the verdict came without one, or it has too many states."));
    return;
  }
  const count = arg.segments.first.length;
  const deepest = arg.segments.level.reduce((a, b) => Math.max(a, b), 0);
  levels = Array.from({ length: deepest + 1 }, () => []);
  for (let s = 0; s < count; s++) levels[arg.segments.level[s]].push(s);
  for (const level of levels) level.sort((a, b) => arg.segments.x[a] - arg.segments.x[b]);
  const view = byId("states-view");
  view.addEventListener("scroll", () => requestAnimationFrame(drawStates), { passive: true });
  new ResizeObserver(() => requestAnimationFrame(drawStates)).observe(view);
  view.addEventListener("keydown", stateKeys);
  byId("states-size").addEventListener("click", () => {
    size = size === SIZES.boxes ? SIZES.dots : SIZES.boxes;
    byId("states-size").textContent = size === SIZES.boxes ? "Show as dots" : "Show as boxes";
    resize();
    reveal();
  });
  resize();
  drawMap();
}

function resize() {
  const widest = arg.segments.x.reduce((a, b) => Math.max(a, b), 0);
  byId("states-space").style.width = widest * size.unit + size.width + 40 + "px";
  byId("states-space").style.height = levels.length * size.row + 40 + "px";
  drawStates();
}

const segmentX = (s) => 20 + arg.segments.x[s] * size.unit;
const segmentY = (s) => 20 + arg.segments.level[s] * size.row;

function childSegments(s) {
  if (!childrenOf) {
    childrenOf = arg.segments.first.map(() => []);
    arg.segments.parent.forEach((p, child) => { if (p >= 0) childrenOf[p].push(child); });
  }
  return childrenOf[s];
}

function membersOf(s) { return arg.segments.members[s]; }

function nodeName(node) { return (arg.kind[node] === "m" ? "merged into n" : "n") + arg.id[node]; }

function drawStates() {
  if (byId("panel-states").hidden || !arg) return;
  const view = byId("states-view");
  const [left, top] = [view.scrollLeft, view.scrollTop];
  const [right, bottom] = [left + view.clientWidth, top + view.clientHeight];
  const drawing = make("svg", { width: view.clientWidth, height: view.clientHeight, class: "overlay", "aria-hidden": true });
  const edges = make("g", {});
  const boxes = make("g", {});
  drawing.append(edges, boxes);
  const first = Math.max(0, Math.floor((top - 20) / size.row) - 1);
  const last = Math.min(levels.length - 1, Math.ceil((bottom - 20) / size.row));
  const selected = selection.node === null ? -1 : arg.segmentOf[selection.node];
  const edge = (from, to) => {
    const [x1, y1] = [segmentX(from) + size.width / 2 - left, segmentY(from) + size.height - top];
    const [x2, y2] = [segmentX(to) + size.width / 2 - left, segmentY(to) - top];
    const on = onPath.has(arg.segments.first[to]);
    edges.append(make("path", { d: "M" + x1 + "," + y1 + " C" + x1 + "," + (y1 + y2) / 2 + " " + x2 + "," + (y1 + y2) / 2 + " " + x2 + "," + y2, class: "edge" + (on ? " on-path" : "") }));
    if (size === SIZES.boxes) {
      const operation = arg.operations[arg.operation[arg.segments.first[to]]];
      if (operation) edges.append(make("text", { x: x2 + 4, y: y2 - 6, class: "label" }, cut(operation.text, 26)));
    }
  };
  let drawn = 0;
  for (let level = first; level <= last; level++) {
    const row = levels[level];
    let low = 0;
    let high = row.length;
    while (low < high) { const middle = (low + high) >> 1; if (segmentX(row[middle]) + size.width < left) low = middle + 1; else high = middle; }
    for (let at = low; at < row.length && segmentX(row[at]) <= right && drawn < 4000; at++, drawn++) {
      const s = row[at];
      if (arg.segments.parent[s] >= 0) edge(arg.segments.parent[s], s);
      const away = childSegments(s).filter((child) => segmentX(child) > right || segmentX(child) + size.width < left);
      // Of very many ways out of view the first and the last say enough.
      for (const child of away.length > 40 ? [away[0], away[away.length - 1]] : away) edge(s, child);
      boxes.append(drawSegment(s, segmentX(s) - left, segmentY(s) - top, s === selected));
    }
  }
  byId("states-overlay").replaceChildren(drawing);
}

function drawSegment(s, x, y, selected) {
  const members = membersOf(s);
  const [first, last] = [members[0], members[members.length - 1]];
  const kind = arg.kind[last];
  const box = make("g", { class: "box kind-" + kind + (onPath.has(first) ? " on-path" : "") + (selected ? " selected" : "") }, make("rect", { x, y, width: size.width, height: size.height, rx: size === SIZES.boxes ? 5 : 1 }));
  if (size === SIZES.boxes) {
    const name = members.length > 1 ? nodeName(first) + " … " + nodeName(last) + " (" + members.length + ")" : nodeName(first) + (kind === "p" ? "" : " " + (kind === "m" ? "" : KINDS[kind]));
    const location = arg.locations[arg.location[first]];
    const where = location ? location.function + (location.place ? ":" + location.place.line : "") : "";
    box.append(make("text", { x: x + 8, y: y + 18 }, cut(name, 24)), make("text", { x: x + 8, y: y + 36, class: "where" }, cut(where, 26)));
  }
  box.addEventListener("click", () => select({ node: first }, "states"));
  return box;
}

// Brings the selected node into view.
function reveal() {
  if (!arg || selection.node === null || byId("panel-states").hidden) { drawStates(); return; }
  const view = byId("states-view");
  const s = arg.segmentOf[selection.node];
  const [x, y] = [segmentX(s), segmentY(s)];
  const inside = x > view.scrollLeft && x + size.width < view.scrollLeft + view.clientWidth && y > view.scrollTop && y + size.height < view.scrollTop + view.clientHeight;
  if (!inside) view.scrollTo(x + size.width / 2 - view.clientWidth / 2, y - view.clientHeight / 2);
  drawStates();
  drawMap();
}
shown.states = reveal;

function details() {
  const box = byId("state-details");
  if (!arg || selection.node === null) { box.replaceChildren(make("p", { class: "empty" }, "Select a state.")); return; }
  const node = selection.node;
  const members = membersOf(arg.segmentOf[node]);
  const jump = (to, text) => make("button", { class: "link", type: "button", on: { click: () => select({ node: to }, "details") } }, text || nodeName(to));
  const location = arg.locations[arg.location[node]];
  const operation = arg.operations[arg.operation[node]];
  const facts = (arg.states[node] || []).map((state) => {
    const [analysis, lines] = arg.texts[state];
    return make("div", {}, make("h4", {}, arg.analyses[analysis]), make("ul", { class: "facts" }, lines.map((fact) => make("li", {}, arg.facts[fact]))));
  });
  const parts = [
    make("h3", {}, nodeName(node) + ", " + KINDS[arg.kind[node]]),
    make("p", {}, location ? location.function + (location.place ? ", line " + location.place.line : "") : "", ", depth " + arg.depth[node]),
    operation ? make("p", {}, "after ", make("code", {}, operation.text)) : null,
    arg.parent[node] >= 0 ? make("p", {}, "from ", jump(arg.parent[node])) : null,
    arg.coveredBy[node] ? make("p", {}, "covered by ", arg.coveredBy[node].map((by) => jump(by))) : null,
    arg.mergedInto[node] !== undefined ? make("p", {}, "became part of ", jump(arg.mergedInto[node])) : null,
    ...facts,
    members.length > 1 ? make("details", {}, make("summary", {}, "chain of " + members.length + " states"), make("ol", { class: "facts" }, members.slice(0, 500).map((m) => make("li", { class: m === node ? "current" : "" }, jump(m), " ", cut((arg.operations[arg.operation[m]] || { text: "" }).text, 50))))) : null];
  box.replaceChildren(...parts.filter((part) => part !== null));
}
onSelect(() => { details(); reveal(); });

function stateKeys(event) {
  if (selection.node === null) { if (event.key.startsWith("Arrow")) { select({ node: 0 }, "states"); event.preventDefault(); } return; }
  const s = arg.segmentOf[selection.node];
  const go = (to) => { if (to !== undefined && to >= 0) select({ node: arg.segments.first[to] }, "states"); event.preventDefault(); };
  const row = levels[arg.segments.level[s]];
  if (event.key === "ArrowUp") go(arg.segments.parent[s]);
  else if (event.key === "ArrowDown") go(childSegments(s)[0]);
  else if (event.key === "ArrowLeft") go(row[row.indexOf(s) - 1]);
  else if (event.key === "ArrowRight") go(row[row.indexOf(s) + 1]);
}
