#!/usr/bin/env python3
"""Opens HTML reports in a real browser and uses them: tabs, steps, search, keys, dark and light, and a graph of 100,000 states.

Needs Debian's chromium, chromium-driver and python3-selenium. The browser is started without a network.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

STATES = 100_000
# The page must be usable within this time, with a margin for slow machines.
OPENS_WITHIN = 3.0
SCROLLS_WITHIN = 0.5

PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
// </script><script>document.title = "broken"</script>
int main(void) {
  int i = 0, n = __VERIFIER_nondet_int();
  while (i < 3) {
    if (n > i) i++; else i += 2;
  }
  if (i == 4) reach_error();
  return 0;
}
"""

FLAGS = """--headless=new --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --window-size=1400,900 --host-resolver-rules=MAP*0.0.0.0""".split()


def browser(folder):
    options = Options()
    for flag in FLAGS:
        options.add_argument(flag)
    options.add_argument(f"--user-data-dir={folder}/profile")
    options.binary_location = "/usr/bin/chromium"
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(service=Service("/usr/bin/chromedriver"), options=options)


def large_graph(count):
    """A graph like that of a search that branches now and then, with every kind of state."""
    nodes = [{"id": 0, "kind": "plain", "depth": 0, "location": 0}]
    depth = [0]
    for node in range(1, count):
        parent = node - 1 if node % 7 else ((node * 2654435761) & 0xffffffff) % node
        kind = "plain"
        while nodes[parent]["kind"] != "plain":
            parent -= 1
        if node % 7 == 6:
            kind = ["covered", "merged", "covered"][node % 3]
        if node == count - 1:
            kind = "target"
        depth.append(depth[parent] + 1)
        data = {"id": node, "kind": kind, "depth": depth[node], "location": node % 3, "states": [node % 5000],
                "parent": {"from": parent, "operation": node % 4}}
        if kind == "covered":
            data["covered_by"] = [parent]
        if kind == "merged":
            data["merged_into"] = parent
        nodes.append(data)
    path, at = [], count - 1
    while True:
        path.append(at)
        if at == 0:
            break
        at = nodes[at]["parent"]["from"]
    place = lambda line: {"file": 0, "line": line}
    return {
        "analyses": ["location", "value"], "files": ["large.c"],
        "locations": [{"id": n, "function": "main", "place": place(4 + n)} for n in range(3)],
        "operations": [{"edge": n, "text": f"i = i + {n};", "place": place(4 + n)} for n in range(4)],
        "facts": [f"i = {n}" for n in range(5000)],
        "states": [{"analysis": 1, "facts": [n, (n * 7) % 5000]} for n in range(5000)],
        "nodes": nodes, "path": path[::-1], "gaps": [], "undescribed": 0,
    }


class Check:
    def __init__(self, driver):
        self.driver, self.failures = driver, []

    def that(self, condition, what):
        print(("ok      " if condition else "FAILED  ") + what)
        if not condition:
            self.failures.append(what)

    def js(self, script):
        return self.driver.execute_script("return " + script)

    def open(self, page):
        start = time.monotonic()
        self.driver.get(page.as_uri())
        WebDriverWait(self.driver, 60).until(lambda d: d.execute_script("return document.documentElement.dataset.ready") == "yes")
        return time.monotonic() - start

    def press(self, keys):
        self.driver.find_element(By.TAG_NAME, "body").send_keys(keys)

    def visible(self):
        return self.js("[...document.querySelectorAll('[role=tabpanel]')].filter(p => p.clientHeight > 0).map(p => p.id)")

    def count(self, selector):
        return len(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def no_errors(self, where):
        errors = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        self.that(not errors, f"{where}: no errors of the script {errors}")


def check_small(check, page, shots):
    check.open(page)
    check.that("FALSE" in check.driver.find_element(By.ID, "verdict").text, "the verdict is shown")
    check.that("broken" not in check.driver.title, "a script in the source is a text")
    check.that(check.count("script") == 2, "there are no other scripts")
    for number, name in enumerate(["overview", "source", "flow", "states", "statistics"], 1):
        check.driver.find_element(By.ID, f"tab-{name}").click()
        check.that(check.visible() == [f"panel-{name}"], f"a click shows {name}")
        check.press(str(1 + number % 5))
        check.press(str(number))
        check.that(check.visible() == [f"panel-{name}"], f"the key {number} shows {name}")
        unnamed = check.js("[...document.querySelectorAll('button, input, select, canvas, img')]"
                           ".filter(e => !(e.ariaLabel || e.textContent.trim() || e.alt || e.labels?.length)).length")
        check.that(unnamed == 0, f"{name}: everything that can be used has a name")
        for theme in ["light", "dark"]:
            check.js(f"document.documentElement.dataset.theme = '{theme}'")
            if shots:
                check.driver.save_screenshot(str(shots / f"{name}-{theme}.png"))
    steps = check.driver.find_elements(By.CSS_SELECTOR, "#steps [role=option]")
    check.that(len(steps) > 5, "there are steps")
    check.driver.find_element(By.ID, "tab-source").click()
    steps[2].click()
    line = check.js("document.querySelector('.line.selected .number')?.textContent")
    check.that(line == check.js("document.querySelector('[role=option][aria-selected=true] .where').textContent"), "a step selects its line")
    check.press("3")
    check.that(check.count("#flow-view .box.selected") == 1, "the step is selected in the control flow")
    check.press("4")
    check.that(check.count("#states-overlay .box.selected") == 1, "the step is selected among the states")
    before = check.js("document.querySelector('#state-details h3').textContent")
    check.press("j")
    check.press("j")
    check.that(check.js("document.querySelector('#state-details h3').textContent") != before, "the key j goes on")
    check.that("=" in check.driver.find_element(By.ID, "state-details").text, "a state is shown in words")
    check.driver.find_element(By.ID, "states-view").send_keys(Keys.ARROW_UP)
    check.that(check.count("#states-overlay .box.selected") == 1, "arrow keys go through the states")
    check.press("2")
    check.press("/")
    field = check.driver.find_element(By.ID, "search")
    field.send_keys("i += 2")
    check.that(check.driver.find_element(By.ID, "found").text == "1 found", "search finds a line")
    field.send_keys(Keys.ENTER)
    check.that("i += 2" in check.js("document.querySelector('.line.selected code').textContent"), "search selects the line")
    field.send_keys(Keys.ESCAPE)
    check_looks(check)
    check.no_errors("small report")


def check_looks(check):
    """Dark, light, and paper, which is white and has everything that can be read without a mouse."""
    back = "getComputedStyle(document.body).backgroundColor"
    check.js("document.documentElement.dataset.theme = 'light'")
    light = check.js(back)
    check.press("t")
    check.that(check.js(back) != light, "the key t switches between light and dark")
    check.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    check.that(check.js(back) == light, "paper is light, whatever the screen is")
    check.that(check.visible() == ["panel-overview", "panel-source", "panel-statistics"], "all texts are printed")
    check.that(check.js("document.getElementById('steps').scrollHeight <= document.getElementById('steps').clientHeight"), "all steps are printed")
    check.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})


def check_large(check, page, shots):
    seconds = check.open(page)
    check.that(seconds < OPENS_WITHIN, f"{STATES} states open in {seconds:.2f} s")
    start = time.monotonic()
    check.driver.find_element(By.ID, "tab-states").click()
    check.that(check.count("#states-overlay .box") > 0, f"states are drawn after {time.monotonic() - start:.2f} s")
    slowest = 0
    for part in range(10):
        took = check.driver.execute_async_script(
            """const done = arguments[1], view = document.getElementById('states-view'), start = performance.now();
            view.scrollTo(view.scrollWidth * arguments[0] / 10, view.scrollHeight * arguments[0] / 10);
            requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));""", part)
        slowest = max(slowest, took / 1000)
    check.that(slowest < SCROLLS_WITHIN, f"scrolling takes {slowest:.3f} s at most")
    check.that(check.count("#states-overlay .box") < 5000, "only what is in view is drawn")
    field = check.driver.find_element(By.ID, "search")
    field.send_keys(f"n{STATES - 1}")
    field.send_keys(Keys.ENTER)
    check.that("violation" in check.driver.find_element(By.ID, "state-details").text, "search finds a state")
    check.js("document.getElementById('map').dispatchEvent(new MouseEvent('click', {clientX: 0, clientY: 0, bubbles: true}))")
    check.driver.find_element(By.ID, "states-size").click()
    check.that(check.count("#states-overlay .box") > 0, "states are shown as dots, too")
    if shots:
        check.driver.save_screenshot(str(shots / "large.png"))
    check.no_errors("large report")


def check_without_graph(check, page):
    check.open(page)
    check.driver.find_element(By.ID, "tab-states").click()
    check.that("no graph" in check.driver.find_element(By.ID, "panel-states").text, "a page without a graph says so")
    check.driver.find_element(By.ID, "tab-source").click()
    check.press("k")
    check.that(check.count(".line.selected") == 1, "steps select lines without a graph")
    check.no_errors("report without a graph")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--argand", required=True, help="the binary")
    parser.add_argument("--screenshots", type=pathlib.Path, help="where pictures of the tabs go")
    arguments = parser.parse_args()
    if arguments.screenshots:
        arguments.screenshots.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        (folder / "loop.c").write_text(PROGRAM)
        command = [arguments.argand, "verify", "--check", "unreach", "--config", "value", "--report", "page", "--out", "out", "loop.c"]
        subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=False)
        # The same results with a large graph: what `argand report` makes of them is the page.
        (folder / "out" / "arg.json").write_text(json.dumps(large_graph(STATES)))
        subprocess.run([arguments.argand, "report", "out"], cwd=folder, check=True)
        (folder / "out" / "arg.json").unlink()
        subprocess.run([arguments.argand, "report", "out", "--html", "bare.html"], cwd=folder, check=True)
        driver = browser(folder)
        try:
            check = Check(driver)
            check_small(check, folder / "page" / "report.html", arguments.screenshots)
            check_without_graph(check, folder / "bare.html")
            check_large(check, folder / "out" / "report.html", arguments.screenshots)
        finally:
            driver.quit()
        if check.failures:
            sys.exit(f"{len(check.failures)} checks failed")


if __name__ == "__main__":
    main()
