#!/usr/bin/env python3
"""Turns every program of a benchmark folder into automata and checks their invariants.

The folder has a file `dev.jsonl` whose lines name an input file and its data model. A program may only be
refused for the parser's nesting limit. Prints the counts; exits with 1 if anything else goes wrong.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS = 120


def check(argand, folder, task):
    name, model = task
    command = [argand, "cfa", "--check", "--data-model", model, str(folder / name)]
    try:
        ran = subprocess.run(command, capture_output=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return name, "broken", f"not done after {SECONDS} s"
    errors = ran.stderr.decode(errors="replace")
    if ran.returncode == 0:
        return name, "good", ""
    if ran.returncode == 2 and "nesting limit" in errors:
        return name, "limit", errors.splitlines()[0]
    return name, "broken", f"exit code {ran.returncode}: " + "\n    ".join(errors.splitlines()[:6])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--argand", required=True, help="the program")
    parser.add_argument("--benchmarks", required=True, type=Path, help="the folder with dev.jsonl")
    parser.add_argument("--jobs", type=int, default=2)
    arguments = parser.parse_args()
    with open(arguments.benchmarks / "dev.jsonl", encoding="utf-8") as lines:
        tasks = [json.loads(line) for line in lines]
    tasks = sorted({(task["input"], task["data_model"]) for task in tasks})
    with ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda t: check(arguments.argand, arguments.benchmarks, t), tasks))
    counts = {kind: sum(1 for result in results if result[1] == kind) for kind in ("good", "limit", "broken")}
    for name, kind, text in results:
        if kind != "good":
            print(f"{kind}: {name}: {text}")
    print(
        f"{len(tasks)} programs: {counts['good']} verified automata, "
        f"{counts['limit']} beyond the nesting limit, {counts['broken']} broken"
    )
    return 1 if counts["broken"] or not tasks else 0


if __name__ == "__main__":
    sys.exit(main())
