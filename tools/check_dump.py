#!/usr/bin/env python3
"""Asks Z3 every question that runs of Argand asked, and fails on any answer that differs.

Verifies C programs with `--dump-smt` under several configurations, reads the scripts back with the PyPI package
z3-solver, and compares with the status that each script records. Questions that Z3 leaves open within its time are
counted, not failed.
"""

import argparse
import collections
import multiprocessing
import pathlib
import re
import subprocess
import sys
import tempfile

CONFIGURATIONS = ["predicate", "k-induction", "bmc"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--argand", required=True, help="the binary")
    parser.add_argument("--time", default="5s", help="time of each run")
    parser.add_argument("--timeout", type=int, default=1_000, help="milliseconds for Z3 per question")
    parser.add_argument("--most", type=int, default=150, help="questions of each run that are asked again")
    parser.add_argument("programs", nargs="+", help="C programs")
    args = parser.parse_args()
    try:
        import z3  # noqa: F401
    except ImportError:
        print("the package z3-solver is not installed", file=sys.stderr)
        return 2
    questions = []
    with tempfile.TemporaryDirectory() as temporary:
        for number, program in enumerate(args.programs):
            for configuration in CONFIGURATIONS:
                folder = pathlib.Path(temporary) / f"{number}-{configuration}"
                command = [args.argand, "verify", "--check", "unreach", "--config", configuration, "--certify"]
                command += ["--time", args.time, "--dump-smt", str(folder), program]
                subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
                written = sorted(folder.glob("*.smt2"))
                step = max(1, len(written) // args.most)
                questions += [(path, args.timeout) for path in written[::step]]
        return compare(questions)


def ask(question: tuple[pathlib.Path, int]) -> tuple[str, str]:
    """A question and what came out."""
    import z3

    path, timeout = question
    text = path.read_text()
    ours = re.search(r"\(set-info :status (\w+)\)", text).group(1)
    solver = z3.Solver()
    solver.set("timeout", timeout)
    solver.from_string(text)
    theirs = str(solver.check())
    if "unknown" in (ours, theirs):
        return str(path), "open"
    return str(path), f"agreed {ours}" if ours == theirs else f"DIFFERENT: ours {ours}, z3 {theirs}"


def compare(questions: list[tuple[pathlib.Path, int]]) -> int:
    tally = collections.Counter()
    with multiprocessing.Pool() as pool:
        for name, outcome in pool.imap(ask, questions, chunksize=8):
            tally[outcome] += 1
            if outcome.startswith("DIFFERENT"):
                print(f"{name}: {outcome}", flush=True)
    for what, count in sorted(tally.items()):
        print(f"{what:32} {count}")
    different = sum(count for what, count in tally.items() if what.startswith("DIFFERENT"))
    print(f"{sum(tally.values())} questions, {different} different")
    return 1 if different or not questions else 0


if __name__ == "__main__":
    sys.exit(main())
