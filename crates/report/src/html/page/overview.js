// The overview: verdict, violation, inputs, why there is no verdict, assumptions, invariants, memory, configuration.
function section(title, ...content) { return make("section", {}, make("h2", {}, title), content); }
function list(items) { return make("ul", {}, items.map((item) => make("li", {}, item))); }
function place(value) { return value ? value.file + ":" + value.line : ""; }

function goTo(value, text) {
  return make("button", { class: "link", type: "button", on: { click: () => { select({ file: value.file, line: value.line }, "overview"); show("source"); } } }, text || place(value));
}

function overview() {
  const panel = byId("panel-overview");
  const violation = results.violation;
  const answers = (results.properties || []).map((p) => make("tr", {}, make("td", {}, p.property), make("td", {}, p.formula || ""), make("td", { class: "answer " + p.verdict }, p.verdict)));
  panel.append(section("Answer", make("table", {}, make("thead", {}, make("tr", {}, ["property", "formula", "answer"].map((h) => make("th", { scope: "col" }, h)))), make("tbody", {}, answers))));
  if (violation) {
    panel.append(section("Violation", make("p", { class: "message" }, violation.message, " ", violation.place ? goTo(violation.place) : ""),
      violation.notes.length ? list(violation.notes) : null,
      violation.stack.length ? list(violation.stack.map((entry) => [ "in " + (entry.function || "?") + " ", goTo(entry) ])) : null,
      make("h3", {}, "Inputs"),
      violation.inputs.length ? list(violation.inputs.map((input) => [input.name + " = " + input.value + " ", input.place ? goTo(input.place) : ""])) : make("p", {}, "none: the program always behaves like this"),
      make("h3", {}, "The same run"), make("pre", {}, violation.replay)));
  }
  if ((results.reasons || []).length) panel.append(section("Why there is no verdict", list(results.reasons.map((reason) => reason.text))));
  if ((results.assumptions || []).length) panel.append(section("Assuming that", list(results.assumptions.map((a) => [a.text + " ", a.place ? goTo(a.place) : ""]))));
  if ((results.invariants || []).length) panel.append(section("What holds at loop heads", list(results.invariants.map((invariant) => [make("code", {}, invariant.text), " at " + invariant.place]))));
  if (data.page.memory.length) panel.append(section("Memory along the violation", memoryPictures()));
  const how = results.configuration || {};
  panel.append(section("How", make("p", {}, "Configuration " + (how.name || "?") + (how.settings && how.settings.length ? ", with " + how.settings.join(", ") : "") + ". Files: " + ((results.program || {}).files || []).join(", ") + ".")));
  if (results.strategy) panel.append(section("Strategy", make("p", {}, results.strategy.program || ""), strategyTable(results.strategy)));
}

function strategyTable(strategy) {
  const rows = (strategy.steps || []).map((step) => make("tr", {}, [step.member, step.asked, step.outcome, Number(step.seconds).toFixed(2), (step.met || []).join("; ")].map((text) => make("td", {}, text))));
  const plan = (strategy.plan || []).map((planned) => planned.member + " is asked about " + planned.asked + ": " + planned.why);
  return [make("h3", {}, "Plan"), list(plan), make("h3", {}, "What was done"), make("table", {}, make("thead", {}, make("tr", {}, ["member", "asked", "answer", "seconds", "what it met"].map((h) => make("th", { scope: "col" }, h)))), make("tbody", {}, rows))];
}

// One picture at a time, the one of the selected step.
function memoryPictures() {
  const pictures = data.page.memory;
  let current = pictures.length - 1;
  const image = make("img", { alt: "", id: "memory-image" });
  const label = make("span", { role: "status" });
  const draw = () => {
    image.src = "data:image/svg+xml;base64," + pictures[current].svg;
    image.alt = "memory, picture " + (current + 1) + " of " + pictures.length;
    label.textContent = "picture " + (current + 1) + " of " + pictures.length;
  };
  const move = (by) => { current = Math.max(0, Math.min(pictures.length - 1, current + by)); draw(); if (arg) select({ node: arg.path[pictures[current].position] }, "memory"); };
  onSelect((s, from) => {
    if (from === "memory" || !arg || s.node === null) return;
    const at = arg.path.indexOf(s.node);
    if (at < 0) return;
    current = pictures.reduce((best, picture, index) => (picture.position <= at ? index : best), 0);
    draw();
  });
  draw();
  return make("figure", {}, make("div", { class: "bar" }, make("button", { type: "button", on: { click: () => move(-1) } }, "Earlier"), label, make("button", { type: "button", on: { click: () => move(1) } }, "Later")), image);
}

function statistics() {
  const panel = byId("panel-statistics");
  panel.append(section("Statistics", make("pre", {}, data.page.statistics)));
  for (const [name, precisions] of data.page.tracked) panel.append(section("Tracked by " + name, make("pre", {}, precisions.join("\n"))));
  panel.append(section("Configuration", make("pre", {}, data.page.configuration)));
}
