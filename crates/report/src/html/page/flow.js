// The control-flow automata, one function at a time. Where boxes and arrows go was computed when the report was written.
const functions = data.page.functions;
let flowFunction = null;
let flowBoxes = [];

function flow() {
  const choice = byId("flow-function");
  functions.forEach((f, number) => choice.append(make("option", { value: number }, f.name)));
  choice.addEventListener("change", () => drawFlow(Number(choice.value)));
  const main = functions.findIndex((f) => f.name === "main");
  if (functions.length) drawFlow(Math.max(0, main));
}

function drawFlow(number) {
  flowFunction = number;
  byId("flow-function").value = number;
  const f = functions[number];
  const drawing = make("svg", { width: f.width + 40, height: f.height + 40, viewBox: "-20 -20 " + (f.width + 40) + " " + (f.height + 40), role: "img", "aria-label": "control flow of " + f.name });
  for (const edge of f.edges) {
    const points = edge.points.map((p) => p.join(",")).join(" L");
    const up = edge.points.length > 1 && edge.points[edge.points.length - 1][1] < edge.points[0][1];
    // A short way back would lie on the way there.
    const [a, b] = edge.points;
    const bow = "M" + a + " C" + [a[0] + 70, a[1], b[0] + 70, b[1]].join(" ") + " " + b;
    drawing.append(make("path", { d: up && edge.points.length === 2 ? bow : "M" + points, class: "edge" + (up ? " back" : ""), "marker-end": "url(#arrow)" }));
    if (edge.label && edge.points.length > 1) {
      // Beside the arrow, on the side it goes to, so that the labels of a branch stand apart.
      const left = b[0] < a[0];
      drawing.append(make("text", { x: a[0] + (b[0] - a[0]) * 0.6 + (left ? -5 : 5), y: a[1] + (b[1] - a[1]) * 0.6 + 2, "text-anchor": left ? "end" : "start", class: "label" }, cut(edge.label, 34)));
    }
  }
  flowBoxes = f.blocks.map((block) => {
    const box = make("g", { class: "box" + (block.head ? " head" : ""), tabindex: -1 },
      make("rect", { x: block.x, y: block.y, width: block.width, height: block.height, rx: 4 }),
      block.lines.map((line, at) => make("text", { x: block.x + 8, y: block.y + 16 + 16 * at }, line.text)));
    box.addEventListener("click", () => { const line = block.lines.find((l) => l.line) || block; if (line.line) select({ file: block.file, line: line.line }, "flow"); });
    drawing.append(box);
    return box;
  });
  const view = byId("flow-view");
  view.replaceChildren(drawing);
  markFlow();
}

// The block of a location of the graph, or of a line.
function blockOf(s) {
  // A step is where its line is; the state after it may be in a function that it calls.
  const byLine = s.step !== null ? blockOfLine(s) : null;
  if (byLine) return byLine;
  if (arg && s.node !== null) {
    const id = (arg.locations[arg.location[s.node]] || {}).id;
    for (let f = 0; f < functions.length; f++) {
      const block = functions[f].blocks.findIndex((b) => b.locations.includes(id));
      if (block >= 0) return [f, block];
    }
  }
  return blockOfLine(s);
}

function blockOfLine(s) {
  if (s.line === null) return null;
  for (let f = 0; f < functions.length; f++) {
    const block = functions[f].blocks.findIndex((b) => b.file === s.file && b.lines.some((l) => l.line === s.line));
    if (block >= 0) return [f, block];
  }
  return null;
}

function markFlow() {
  for (const box of flowBoxes) box.classList.remove("selected");
  const found = blockOf(selection);
  if (!found || found[0] !== flowFunction) return;
  const box = flowBoxes[found[1]];
  box.classList.add("selected");
  const block = functions[found[0]].blocks[found[1]];
  const view = byId("flow-view");
  if (!byId("panel-flow").hidden) view.scrollTo(block.x + 20 + block.width / 2 - view.clientWidth / 2, block.y + 20 + block.height / 2 - view.clientHeight / 2);
}
function showFlow() {
  const found = blockOf(selection);
  if (found && found[0] !== flowFunction) drawFlow(found[0]);
  else markFlow();
}
shown.flow = showFlow;
onSelect(() => { if (!byId("panel-flow").hidden) showFlow(); });
