#!/usr/bin/env python3
"""Turns every benchmark program into automata and checks their invariants.

    tools/sweep_cfa.py --argand target/release/argand --benchmarks ../shared/benchmarks

Only a program beyond the parser's nesting limit may be refused, with a message that names the limit. Exit code 0 when
all others were accepted, 1 otherwise.
"""

import argparse
import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SECONDS = 60


def check(argand, benchmarks, program, model):
    command = [argand, "cfa", "--check", "--stats", "--data-model", model, benchmarks / program]
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, timeout=SECONDS, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        return "timeout", f"more than {SECONDS} s"
    text = done.stderr.decode(errors="replace")
    if done.returncode == 0:
        return "accepted", text
    if done.returncode == 2 and "nest" in text and "256" in text:
        return "nesting", text
    return "failed", text


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--argand", required=True, type=Path)
    parser.add_argument("--benchmarks", required=True, type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    tasks = {}
    for line in (options.benchmarks / "dev.jsonl").read_text().splitlines():
        task = json.loads(line)
        tasks[(task["input"], task["data_model"])] = True
    counts, failures = {}, []
    with ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda t: (t, check(options.argand.resolve(), options.benchmarks, *t)), sorted(tasks))
        for (program, model), (outcome, text) in results:
            counts[outcome] = counts.get(outcome, 0) + 1
            if outcome in ("failed", "timeout"):
                failures.append(f"{program} ({model}): {outcome}\n{text[-600:]}")
    for failure in failures:
        print(failure)
    print(", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())), f"of {len(tasks)} programs")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
