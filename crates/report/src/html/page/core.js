// What the parts of the page share: the data, the selection, and small helpers. Everything from the program is set as text.
const data = JSON.parse(document.getElementById("data").textContent);
const results = data.page.results;
const arg = data.arg;
const steps = (results.violation && results.violation.steps) || [];

function make(tag, attributes, ...children) {
  const svg = ["svg", "g", "rect", "path", "text", "title", "line"].includes(tag) && tag !== "title";
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name === "on") for (const [event, action] of Object.entries(value)) element.addEventListener(event, action);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children.flat(Infinity)) if (child !== null && child !== undefined) element.append(child);
  return element;
}

const byId = (id) => document.getElementById(id);
const cut = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);
const lineKey = (file, line) => file + ":" + line;

// The one selection that all tabs show. Whoever changes it says what is known; the rest is found out here.
const selection = { step: null, node: null, file: null, line: null };
const listeners = [];
function onSelect(listener) { listeners.push(listener); }

function select(change, from) {
  Object.assign(selection, { step: null, node: null, file: null, line: null }, change);
  if (selection.step !== null) {
    const place = steps[selection.step].place;
    selection.file = place.file;
    selection.line = place.line;
    if (selection.node === null) selection.node = nodeOfStep[selection.step];
  }
  if (selection.node !== null && selection.line === null) {
    const location = arg.locations[arg.location[selection.node]];
    if (location && location.place) {
      selection.file = arg.files[location.place.file];
      selection.line = location.place.line;
    }
  }
  if (selection.step === null && selection.node !== null) selection.step = stepOfNode.has(selection.node) ? stepOfNode.get(selection.node) : null;
  if (selection.node === null && selection.line !== null && nodesOfLine) {
    const nodes = nodesOfLine().get(lineKey(selection.file, selection.line));
    selection.node = nodes ? nodes[0] : null;
  }
  for (const listener of listeners) listener(selection, from);
}

// The nodes of the graph along the run: steps and nodes are matched by their lines, in order.
const nodeOfStep = steps.map(() => null);
const stepOfNode = new Map();
if (arg) {
  let at = 0;
  const placeOf = (node) => {
    const operation = arg.operations[arg.operation[node]];
    return operation && operation.place ? lineKey(arg.files[operation.place.file], operation.place.line) : null;
  };
  const path = arg.path;
  steps.forEach((step, number) => {
    const key = lineKey(step.place.file, step.place.line);
    let next = at;
    while (next < path.length && placeOf(path[next]) !== key) next++;
    if (next < path.length) {
      at = next;
      while (at + 1 < path.length && placeOf(path[at + 1]) === key) at++;
      nodeOfStep[number] = path[at];
      for (let node = next; node <= at; node++) if (!stepOfNode.has(path[node])) stepOfNode.set(path[node], number);
    } else if (number > 0) nodeOfStep[number] = nodeOfStep[number - 1];
  });
  if (steps.length && path.length) {
    nodeOfStep[steps.length - 1] = path[path.length - 1];
    stepOfNode.set(path[path.length - 1], steps.length - 1);
  }
}

let linesToNodes = null;
function nodesOfLine() {
  if (!arg) return new Map();
  if (!linesToNodes) {
    linesToNodes = new Map();
    for (let node = 0; node < arg.kind.length; node++) {
      const location = arg.locations[arg.location[node]];
      if (!location || !location.place) continue;
      const key = lineKey(arg.files[location.place.file], location.place.line);
      if (!linesToNodes.has(key)) linesToNodes.set(key, []);
      linesToNodes.get(key).push(node);
    }
  }
  return linesToNodes;
}

// Tabs.
const tabs = [...document.querySelectorAll("[role=tab]")];
const shown = {};
function show(name, focus) {
  for (const tab of tabs) {
    const active = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", active);
    tab.tabIndex = active ? 0 : -1;
    byId("panel-" + tab.dataset.tab).hidden = !active;
    if (active && focus) tab.focus();
  }
  if (shown[name]) shown[name]();
}
const activeTab = () => tabs.find((tab) => tab.getAttribute("aria-selected") === "true").dataset.tab;
