#!/usr/bin/env python3
"""Verifies benchmark tasks and fails on any verdict against the truth, and on any crash.

    tools/sweep_verdicts.py --argand target/release/argand --benchmarks ../shared/benchmarks [--config value]
        [--property unreach] [--time 5] [--every 3] [--from 0] [--no-svcomp]

`--every N` takes each N-th task whose property file contains the given text, from the given number on. UNKNOWN is never a failure. Exit code 0: no wrong verdict, 1: at least one.
"""

import argparse
import json
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

# Labels that the definition of the property contradicts. Every answer is taken there, and counted apart.
DISPUTED = {
    # `main` stores what `malloc` returns in a local record, and nothing ever frees it: lost when `main` returns.
    "ntdrivers/floppy.i.cil-3:valid-memsafety",
    # An input is incremented without a test: the greatest `int` overflows.
    "bitvector/s3_clnt_3.BV.c.cil-1:no-overflow",
}

VERDICT = re.compile(r"^(TRUE|FALSE|UNKNOWN)(?:\((.*)\))?$")


def verify(options, task):
    command = [
        options.argand.resolve(), "verify", "--config", options.config, "--time", f"{options.time}s", "--memory", "4GB",
        "--data-model", task["data_model"], "--property", options.benchmarks / task["property"],
        options.benchmarks / task["input"],
    ] + (["--svcomp"] if options.svcomp else [])
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, timeout=options.time + 10, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "crash", "did not keep its time limit"
    lines = done.stdout.decode(errors="replace").splitlines()
    match = VERDICT.match(lines[-1]) if lines else None
    text = "\n".join(lines[-5:]) + done.stderr.decode(errors="replace")[-500:]
    if match is None or "internal error" in text:
        return "crash", text
    if match[1] == "UNKNOWN":
        return "unknown", ""
    right = match[1].lower() == task["expected"] and (match[1] == "TRUE" or task["subproperty"] in (None, match[2]))
    if not right and task["id"] in DISPUTED:
        return "disputed", ""
    return ("correct", "") if right else ("wrong", text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--argand", required=True, type=Path)
    parser.add_argument("--benchmarks", required=True, type=Path)
    parser.add_argument("--config", default="value")
    parser.add_argument("--property", default="unreach")
    parser.add_argument("--time", type=int, default=5)
    parser.add_argument("--every", type=int, default=3)
    parser.add_argument("--from", dest="first", type=int, default=0)
    # The labels of the tasks follow the conventions of the competition.
    parser.add_argument("--svcomp", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    tasks = [json.loads(line) for line in (options.benchmarks / "dev.jsonl").read_text().splitlines()]
    # Properties that the configuration does not decide would only make the count look larger.
    tasks = [t for t in tasks if options.property in t["property"]][options.first :: options.every]
    counts, failures = {}, []
    with ThreadPoolExecutor(options.jobs) as pool:
        for task, (outcome, text) in pool.map(lambda t: (t, verify(options, t)), tasks):
            counts[outcome] = counts.get(outcome, 0) + 1
            if outcome in ("wrong", "crash"):
                failures.append(f"{outcome}: {task['id']}, expected {task['expected']}\n{text}")
    for failure in failures:
        print(failure)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())), f"of {len(tasks)} tasks")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
