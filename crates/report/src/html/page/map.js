// The pixel tree: one row for each depth, centred. A click selects the state under it.
const ORDER = { p: 0, path: 1, c: 2, m: 3, t: 4 };
const COLOURS = ["--pixel-plain", "--pixel-path", "--pixel-covered", "--pixel-merged", "--pixel-target"];
let rowsOfDepth = null;
let map = null;

function drawMap() {
  const canvas = byId("map");
  if (!arg || byId("panel-states").hidden) return;
  if (!rowsOfDepth) {
    rowsOfDepth = [];
    for (let node = 0; node < arg.depth.length; node++) (rowsOfDepth[arg.depth[node]] = rowsOfDepth[arg.depth[node]] || []).push(node);
    for (let depth = 0; depth < rowsOfDepth.length; depth++) rowsOfDepth[depth] = rowsOfDepth[depth] || [];
  }
  const width = 240;
  const widest = rowsOfDepth.reduce((a, row) => Math.max(a, row.length), 1);
  const height = Math.max(200, byId("states-view").clientHeight - 10);
  const unit = Math.max(1, Math.min(6, Math.floor(width / widest), Math.floor(height / rowsOfDepth.length)));
  const perLine = Math.max(1, Math.ceil((rowsOfDepth.length * unit) / height));
  const shrink = Math.max(1, (widest * unit) / width);
  map = { width, unit, perLine, shrink };
  canvas.width = width;
  canvas.height = Math.ceil(rowsOfDepth.length / perLine) * unit;
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colours = COLOURS.map((name) => style.getPropertyValue(name));
  const strongest = new Int8Array(width + 1);
  for (let line = 0; line * perLine < rowsOfDepth.length; line++) {
    strongest.fill(-1);
    for (const row of rowsOfDepth.slice(line * perLine, (line + 1) * perLine)) {
      const start = (width - (row.length * unit) / shrink) / 2;
      row.forEach((node, at) => {
        const rank = arg.kind[node] === "p" && onPath.has(node) ? 1 : ORDER[arg.kind[node]];
        const x = Math.floor(start + (at * unit) / shrink);
        for (let d = 0; d < Math.max(1, Math.floor(unit / shrink)); d++) strongest[x + d] = Math.max(strongest[x + d], rank);
      });
    }
    for (let x = 0; x < width; x++) if (strongest[x] >= 0) { context.fillStyle = colours[strongest[x]]; context.fillRect(x, line * unit, 1, unit); }
  }
  if (selection.node !== null) {
    const y = Math.floor(arg.depth[selection.node] / perLine) * unit;
    context.fillStyle = style.getPropertyValue("--accent");
    context.fillRect(0, y, 6, Math.max(2, unit));
    context.fillRect(width - 6, y, 6, Math.max(2, unit));
  }
}

byId("map").addEventListener("click", (event) => {
  if (!map) return;
  const row = rowsOfDepth[Math.min(rowsOfDepth.length - 1, Math.floor(event.offsetY / map.unit) * map.perLine)];
  if (!row || !row.length) return;
  const start = (map.width - (row.length * map.unit) / map.shrink) / 2;
  const at = Math.floor(((event.offsetX - start) * map.shrink) / map.unit);
  select({ node: row[Math.max(0, Math.min(row.length - 1, at))] }, "map");
});
