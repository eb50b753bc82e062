// The source with the run: the lines it took, and what each did. And the list of steps.
const rowsOfLine = new Map();

function source() {
  const eventsOfLine = new Map();
  steps.forEach((step, number) => {
    const key = lineKey(step.place.file, step.place.line);
    if (!eventsOfLine.has(key)) eventsOfLine.set(key, []);
    eventsOfLine.get(key).push(number);
  });
  const invariants = new Map();
  for (const invariant of results.invariants || []) {
    // The place is file:line:column.
    const key = invariant.place.replace(/^(.*:\d+):\d+$/, "$1");
    invariants.set(key, (invariants.get(key) || []).concat(invariant.text));
  }
  const panel = byId("panel-source");
  for (const file of data.page.files) {
    const body = make("div", { class: "lines" });
    for (const [number, text] of file.lines) {
      const key = lineKey(file.name, number);
      const taken = eventsOfLine.get(key);
      const notes = taken ? taken.flatMap((step) => steps[step].events.map(eventText)) : [];
      if (invariants.has(key)) notes.push("always " + invariants.get(key).slice(0, 4).join(", "));
      const shown = notes.slice(-6);
      const row = make("div", { class: "line" + (taken ? " taken" : "") },
        make("span", { class: "number" }, String(number)), make("code", {}, text || " "),
        shown.length ? make("span", { class: "note" }, (notes.length > shown.length ? "… " : "") + shown.join(" · ")) : null);
      row.addEventListener("click", () => select(taken ? { step: taken[0] } : { file: file.name, line: number }, "source"));
      rowsOfLine.set(key, row);
      body.append(row);
    }
    panel.append(make("section", { class: "file", "aria-label": "source of " + file.name }, make("h2", {}, file.name), body));
  }
}

function eventText(event) {
  if (event.event === "assigned") return event.place + " = " + event.value;
  if (event.event === "returned") return event.function + "() returns " + event.value;
  return event.condition + " is " + event.outcome;
}

let marked = null;
function showLine() {
  if (marked) marked.classList.remove("selected");
  marked = selection.line === null ? null : rowsOfLine.get(lineKey(selection.file, selection.line)) || null;
  if (!marked) return;
  marked.classList.add("selected");
  if (!byId("panel-source").hidden) marked.scrollIntoView({ block: "center" });
}
shown.source = showLine;
onSelect(showLine);

// The steps beside every tab.
const stepRows = [];
function stepList() {
  const box = byId("steps");
  if (!steps.length) { byId("aside").hidden = true; return; }
  steps.forEach((step, number) => {
    const row = make("div", { role: "option", id: "step-" + number, "aria-selected": false, style: "padding-left:" + (8 + 12 * Math.min(step.depth, 12)) + "px" },
      make("span", { class: "where" }, String(step.place.line)), make("code", {}, cut((step.place.text || "").trim(), 80)),
      step.events.map((event) => make("span", { class: "note" }, eventText(event))));
    row.addEventListener("click", () => select({ step: number }, "steps"));
    stepRows.push(row);
    box.append(row);
  });
}
let markedStep = null;
onSelect((s) => {
  if (markedStep) markedStep.setAttribute("aria-selected", false);
  markedStep = s.step === null ? null : stepRows[s.step];
  const box = byId("steps");
  if (!markedStep) { box.removeAttribute("aria-activedescendant"); return; }
  markedStep.setAttribute("aria-selected", true);
  box.setAttribute("aria-activedescendant", markedStep.id);
  markedStep.scrollIntoView({ block: "nearest" });
});
function moveStep(by) {
  if (!steps.length) return;
  const next = selection.step === null ? (by > 0 ? 0 : steps.length - 1) : selection.step + by;
  select({ step: Math.max(0, Math.min(steps.length - 1, next)) }, "steps");
}
