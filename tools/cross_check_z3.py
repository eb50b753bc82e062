#!/usr/bin/env python3
"""Compares the default back end with Z3 on random formulas of every sort.

Needs the PyPI package z3-solver. Writes formulas with `cargo run --example random_formulas` and asks Z3 for
one after the other until both agree on as many as wanted. Fails on any answer that differs, and when the
formulas run out. A formula that either side leaves open within its time does not count; nor does one for
which Z3's own evaluator rejects Z3's model. Models of the default back end are checked when the formulas
are written.
"""

import argparse
import collections
import multiprocessing
import pathlib
import subprocess
import sys
import tempfile


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=5000, help="number of formulas that both must answer")
    parser.add_argument("--seed", type=int, default=0, help="start of the random sequence")
    parser.add_argument("--timeout", type=int, default=1_000, help="milliseconds for Z3 per formula")
    parser.add_argument("--dir", help="keep the formulas here instead of in a temporary directory")
    parser.add_argument("--no-generate", action="store_true", help="use the formulas already in --dir")
    args = parser.parse_args()

    try:
        import z3  # noqa: F401
    except ImportError:
        print("the package z3-solver is not installed", file=sys.stderr)
        return 2

    root = pathlib.Path(__file__).resolve().parent.parent
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.dir or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not args.no_generate:
            command = ["cargo", "run", "--quiet", "--release", "-p", "argand-logic", "--example", "random_formulas"]
            subprocess.run([*command, "--", str(folder), str(args.count * 5 // 2), str(args.seed)], cwd=root, check=True)
        return compare(folder, args.timeout, args.count)


def model_holds(z3, solver) -> bool:
    model = solver.model()
    return all(z3.is_true(model.eval(a, model_completion=True)) for a in solver.assertions())


def ask(question: tuple[pathlib.Path, int]) -> tuple[str, str, str]:
    """The name of a formula, its theory and what came out."""
    import z3

    path, timeout = question
    text = path.read_text()
    _, ours, theory = text.split("\n", 1)[0].split()
    solver = z3.Solver()
    solver.set("timeout", timeout)
    solver.from_string(text)
    theirs = str(solver.check())
    if "unknown" in (ours, theirs):
        outcome = f"open: ours {ours}, z3 {theirs}"
    elif ours == theirs:
        outcome = f"agreed {ours}"
    elif theirs == "sat" and not model_holds(z3, solver):
        # Z3 knows constant arrays over few indices only in part.
        outcome = "open: z3's model is none"
    else:
        outcome = f"DIFFERENT: ours {ours}, z3 {theirs}"
    return path.name, theory, outcome


def compare(folder: pathlib.Path, timeout: int, wanted: int) -> int:
    paths = sorted(folder.glob("*.smt2"), key=lambda p: int(p.stem))
    tally, agreed = collections.Counter(), 0
    with multiprocessing.Pool() as pool:
        for name, theory, outcome in pool.imap(ask, [(path, timeout) for path in paths], chunksize=8):
            tally[theory, outcome] += 1
            if outcome.startswith("DIFFERENT"):
                print(f"{name}: {outcome}", flush=True)
            agreed += outcome.startswith("agreed")
            if agreed == wanted:
                break
    for (theory, what), count in sorted(tally.items()):
        print(f"{theory:12} {what:28} {count}")
    different = sum(count for (_, what), count in tally.items() if what.startswith("DIFFERENT"))
    print(f"{sum(tally.values())} formulas, {agreed} of {wanted} agreed, {different} different")
    return 1 if different or agreed < wanted else 0


if __name__ == "__main__":
    sys.exit(main())
