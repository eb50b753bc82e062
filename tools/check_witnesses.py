#!/usr/bin/env python3
"""Writes witnesses for tasks, checks their form and has them validated again.

usage: check_witnesses.py --argand BINARY [--tasks DIR] [--number 100] [--verify 5s] [--validate 20s] [--format yml]
                          [--wcheck SCRIPT] [--at-least 0.95] [-v]

Tasks come from the manifest `dev.jsonl` of --tasks (objects with `input`, `property`, `data_model`, `category`). They are
taken in turns from all categories until --number of them were decided. With --wcheck, YAML witnesses are also given to a
checker of the format. The exit code is 1 when fewer witnesses than --at-least were confirmed, or one is malformed.
"""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile
import time


def rounds(tasks):
    """Tasks of all categories in turns, those that should hold and those that should not alternating."""
    groups = collections.defaultdict(list)
    for task in tasks:
        groups[(task["category"], task["expected"])].append(task)
    queues = [list(reversed(groups[key])) for key in sorted(groups)]
    while any(queues):
        for queue in queues:
            if queue:
                yield queue.pop()


def run(command, seconds):
    """The lines of a command's output; none if it takes too long."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return []
    return (done.stdout + done.stderr).splitlines()


def seconds(text):
    return float(text.rstrip("s"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--argand", required=True)
    parser.add_argument("--tasks", required=True)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--verify", default="5s")
    parser.add_argument("--validate", default="20s")
    parser.add_argument("--format", choices=["yml", "graphml"], default="yml")
    parser.add_argument("--wcheck")
    parser.add_argument("--at-least", type=float, default=0.95)
    parser.add_argument("-v", "--verbose", action="store_true")
    options = parser.parse_args()
    with open(os.path.join(options.tasks, "dev.jsonl")) as manifest:
        tasks = [json.loads(line) for line in manifest if line.strip()]
    decided, confirmed, malformed, slowest = collections.Counter(), collections.Counter(), 0, 0.0
    with tempfile.TemporaryDirectory() as folder:
        for number, task in enumerate(rounds(tasks)):
            if sum(decided.values()) >= options.number:
                break
            source, prp = (os.path.join(options.tasks, task[key]) for key in ("input", "property"))
            witness = os.path.join(folder, f"{number}.{options.format}")
            common = ["--svcomp", "--jobs", "1", "--data-model", task["data_model"], "--property", prp, source]
            lines = run([options.argand, "verify", "--time", options.verify, "--witness", witness] + common,
                        2 * seconds(options.verify) + 10)
            verdict = lines[-1].split("(")[0] if lines else ""
            if verdict not in ("TRUE", "FALSE"):
                continue
            decided[verdict] += 1
            formed = os.path.exists(witness)
            if formed and options.wcheck and options.format == "yml":
                formed = subprocess.run([sys.executable, options.wcheck, witness], capture_output=True).returncode == 0
            malformed += not formed
            start = time.monotonic()
            lines = run([options.argand, "validate", "--time", options.validate, "--witness", witness] + common,
                        2 * seconds(options.validate) + 10)
            slowest = max(slowest, time.monotonic() - start)
            said = next((line for line in lines if line.startswith("witness: ")), "witness: nothing said")
            good = said == "witness: confirmed" and bool(lines) and lines[-1].startswith(verdict)
            confirmed[verdict] += good
            if not (good and formed) or options.verbose:
                form = "" if formed else " (malformed)"
                print(f"{task['id']}: {verdict}: {said}{form}", flush=True)
    total = sum(decided.values())
    for verdict in sorted(decided):
        print(f"{verdict}: {confirmed[verdict]} of {decided[verdict]} confirmed")
    print(f"{sum(confirmed.values())} of {total} confirmed, {malformed} malformed, slowest validation {slowest:.1f} s")
    if malformed or sum(confirmed.values()) < options.at_least * total:
        sys.exit(1)


if __name__ == "__main__":
    main()
