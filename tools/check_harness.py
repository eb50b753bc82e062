#!/usr/bin/env python3
"""Checks that violations which Argand finds happen natively: `argand verify --reproduce` on benchmark tasks that are FALSE.

    tools/check_harness.py --argand target/release/argand --benchmarks ../shared/benchmarks [--time 10] [--every N] [--from K]
        [--property WORD] [--least N] [--least-memory N] [--out results.jsonl]

Tasks that Argand does not decide count neither way. A violation that does not happen natively is listed with the reason. Exit
code 1 when fewer than `--least` violations (`--least-memory` of memory safety) happen natively, or an answer is wrong.
Needs gcc with its sanitizers and 32-bit libraries.
"""

import argparse
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path


def reproduce(argand, root, task, seconds):
    """The verdict, whether the violation happens natively (nothing where there is none), and what is said about it."""
    command = [argand, "verify", "--svcomp", "--property", root / task["property"], "--data-model", task["data_model"],
               "--time", f"{seconds}s", "--reproduce", root / task["input"]]
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace",
                              timeout=seconds + 200)
    except subprocess.TimeoutExpired:
        return "TIMEOUT", None, "no end"
    verdict = (done.stdout.splitlines() or ["CRASH"])[-1]
    said = re.search(r"^(not )?reproduced: (.*)$", done.stderr, re.M)
    return verdict, said and not said[1], said[2] if said else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--argand", required=True)
    parser.add_argument("--benchmarks", required=True, type=Path)
    parser.add_argument("--time", type=int, default=10)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--property", default="")
    parser.add_argument("--least", type=int, default=0)
    parser.add_argument("--least-memory", type=int, default=0)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    manifest = arguments.benchmarks / "dev.jsonl"
    tasks = [json.loads(line) for line in manifest.read_text().splitlines()]
    tasks = [task for task in tasks if task["expected"] == "false" and arguments.property in task["property"]]
    counts, wrong, records = Counter(), 0, []
    for task in tasks[arguments.first::arguments.every]:
        verdict, happened, text = reproduce(arguments.argand, arguments.benchmarks, task, arguments.time)
        kind = Path(task["property"]).stem
        records.append({"id": task["id"], "verdict": verdict, "reproduced": happened, "text": text})
        if verdict == "TRUE":
            wrong += 1
            print(f"WRONG {task['id']}: {verdict}", flush=True)
        if happened is None:
            counts[kind, "undecided"] += 1
            continue
        counts[kind, "reproduced" if happened else "not reproduced"] += 1
        if not happened:
            print(f"not reproduced: {task['id']}: {text}", flush=True)
    for (kind, what), count in sorted(counts.items()):
        print(f"{kind:24} {what:16} {count}")
    if arguments.out:
        arguments.out.write_text("".join(json.dumps(record) + "\n" for record in records))
    total = sum(count for (_, what), count in counts.items() if what == "reproduced")
    memory = sum(count for (kind, what), count in counts.items() if what == "reproduced" and "valid" in kind)
    print(f"{total} violations happen natively, {memory} of them of memory safety")
    return 1 if wrong or total < arguments.least or memory < arguments.least_memory else 0


if __name__ == "__main__":
    sys.exit(main())
