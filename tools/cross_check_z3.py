#!/usr/bin/env python3
"""Compares the default back end with Z3 on random formulas of every sort.

Needs the PyPI package z3-solver. Writes formulas with `cargo run --example random_formulas`, asks Z3 for
each, and fails on any answer that differs. A formula that either side leaves open within its time is
counted, not failed; so is one for which Z3's own evaluator rejects Z3's model. Models of the default back
end are checked when the formulas are written.
"""

import argparse
import collections
import pathlib
import subprocess
import sys
import tempfile


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=5000, help="number of formulas")
    parser.add_argument("--seed", type=int, default=0, help="start of the random sequence")
    parser.add_argument("--timeout", type=int, default=5_000, help="milliseconds for Z3 per formula")
    parser.add_argument("--dir", help="keep the formulas here instead of in a temporary directory")
    parser.add_argument("--no-generate", action="store_true", help="use the formulas already in --dir")
    args = parser.parse_args()

    try:
        import z3
    except ImportError:
        print("the package z3-solver is not installed", file=sys.stderr)
        return 2

    root = pathlib.Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.dir or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not args.no_generate:
            command = ["cargo", "run", "--quiet", "--release", "-p", "argand-logic", "--example", "random_formulas"]
            subprocess.run([*command, "--", str(folder), str(args.count), str(args.seed)], cwd=root, check=True)
        return compare(z3, folder, args.timeout)


def model_holds(z3, solver) -> bool:
    model = solver.model()
    return all(z3.is_true(model.eval(a, model_completion=True)) for a in solver.assertions())


def compare(z3, folder: pathlib.Path, timeout: int) -> int:
    tally = collections.Counter()
    wrong = []
    for path in sorted(folder.glob("*.smt2"), key=lambda p: int(p.stem)):
        text = path.read_text()
        _, ours, theory = text.split("\n", 1)[0].split()
        solver = z3.Solver()
        solver.set("timeout", timeout)
        solver.from_string(text)
        theirs = str(solver.check())
        if "unknown" in (ours, theirs):
            tally[theory, f"open: ours {ours}, z3 {theirs}"] += 1
        elif (ours, theirs) == ("unsat", "sat") and not model_holds(z3, solver):
            # Z3 knows constant arrays over few indices only in part.
            tally[theory, "open: z3's model is none"] += 1
        elif ours == theirs:
            tally[theory, f"agreed {ours}"] += 1
        else:
            tally[theory, "DIFFERENT"] += 1
            wrong.append(path.name)
            print(f"{path}: ours {ours}, z3 {theirs}", flush=True)
    for (theory, what), count in sorted(tally.items()):
        print(f"{theory:12} {what:28} {count}")
    print(f"{sum(tally.values())} formulas, {len(wrong)} different")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
