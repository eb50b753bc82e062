// Search, keys, theme, and the start.
let found = [];
let foundAt = -1;

function search(text) {
  const wanted = text.toLowerCase();
  found = [];
  foundAt = -1;
  if (wanted) {
    const kind = activeTab();
    if (kind === "states" && arg) {
      const id = /^n(\d+)$/.exec(wanted);
      const facts = new Set(arg.facts.map((fact, at) => (fact.toLowerCase().includes(wanted) ? at : -1)));
      const texts = new Set(arg.texts.map(([, lines], at) => (lines.some((fact) => facts.has(fact)) ? at : -1)));
      const operations = new Set(arg.operations.map((operation, at) => (operation.text.toLowerCase().includes(wanted) ? at : -1)));
      for (let node = 0; node < arg.kind.length && found.length < 5000; node++) {
        const hit = id ? arg.id[node] === Number(id[1]) : operations.has(arg.operation[node]) || KINDS[arg.kind[node]] === wanted || (arg.states[node] || []).some((state) => texts.has(state));
        if (hit) found.push({ node });
      }
    } else {
      for (const file of data.page.files) for (const [line, content] of file.lines) if (content.toLowerCase().includes(wanted) && found.length < 5000) found.push({ file: file.name, line });
    }
  }
  byId("found").textContent = wanted ? found.length + (found.length === 5000 ? " or more" : "") + " found" : "";
}

function nextFound(by) {
  if (!found.length) return;
  foundAt = (foundAt + by + found.length) % found.length;
  select(found[foundAt], "search");
  byId("found").textContent = foundAt + 1 + " of " + found.length;
  if (activeTab() === "overview" || activeTab() === "statistics") show("source");
}

const field = byId("search");
field.addEventListener("input", () => search(field.value));
field.addEventListener("keydown", (event) => {
  if (event.key === "Enter") { nextFound(event.shiftKey ? -1 : 1); event.preventDefault(); }
  if (event.key === "Escape") { field.value = ""; search(""); field.blur(); }
});

for (const tab of tabs) {
  tab.addEventListener("click", () => { show(tab.dataset.tab); search(field.value); });
  tab.addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by) show(tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length].dataset.tab, true);
  });
}

function theme() {
  const dark = document.documentElement.dataset.theme ? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "light" : "dark";
  drawMap();
}
byId("theme").addEventListener("click", theme);

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const number = Number(event.key);
  if (number >= 1 && number <= tabs.length) show(tabs[number - 1].dataset.tab, true);
  else if (event.key === "/") { field.focus(); event.preventDefault(); }
  else if (event.key === "j") moveStep(1);
  else if (event.key === "k") moveStep(-1);
  else if (event.key === "n") nextFound(1);
  else if (event.key === "p") nextFound(-1);
  else if (event.key === "t") theme();
});
byId("steps").addEventListener("keydown", (event) => {
  if (event.key === "ArrowDown" || event.key === "ArrowUp") { moveStep(event.key === "ArrowDown" ? 1 : -1); event.preventDefault(); }
});

overview();
source();
stepList();
flow();
states();
statistics();
details();
show(steps.length ? "source" : "overview");
if (steps.length) select({ step: steps.length - 1 }, "start");
document.documentElement.dataset.ready = "yes";
