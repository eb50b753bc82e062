#!/usr/bin/env python3
"""Compares random programs of csmith, run by `argand run`, with the same programs compiled by gcc.

    tools/csmith_check.py --argand target/release/argand [--count 40] [--first-seed 1] [--keep DIR]

Every program is made from its seed alone, so a failure can be made again. Programs have no arguments and no
floating point in their checksum, print one checksum of all global variables, and end by themselves; those that
gcc's program does not finish within a few seconds are left out and counted. Both data models are compared; the
32-bit code of gcc computes in SSE registers, because the x87 keeps intermediate results in 80 bits.

Needs csmith and gcc with 32-bit libraries (Debian: csmith, libcsmith-dev, gcc-multilib). Exit code 0: no difference, 1:
differences, 2: something is missing.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CSMITH = ["--no-argc", "--max-funcs", "6", "--max-block-depth", "4", "--quiet"]
MODELS = {"LP64": ["-m64"], "ILP32": ["-m32", "-msse2", "-mfpmath=sse"]}
GCC_SECONDS = 5
ARGAND_SECONDS = 120


def include_dir():
    for candidate in sorted(Path("/usr/include").glob("csmith*")):  # a version number follows on some systems
        if (candidate / "csmith.h").exists():
            return candidate
    return None


def run(command, seconds, folder=None):
    """Exit code and output, or None when the time is over."""
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, timeout=seconds, stdin=subprocess.DEVNULL, cwd=folder)
    except subprocess.TimeoutExpired:
        return None
    return done.returncode, done.stdout, done.stderr


def check(seed, argand, include, keep):
    """What is wrong with one seed, per data model: a list of (outcome, text)."""
    results = []
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / f"csmith{seed}.c"
        # csmith leaves a file in the folder it is run in.
        made = run(["csmith", *CSMITH, "--seed", seed, "-o", source], 60, source.parent)
        if made is None or made[0] != 0:
            return [("left out", f"seed {seed}: csmith fails")]
        for model, flags in MODELS.items():
            program = Path(folder) / "program"
            built = run(["gcc", "-w", "-std=gnu17", "-fwrapv", "-O0", *flags, f"-I{include}", source, "-o", program], 60)
            if built is None or built[0] != 0:
                return [("broken", f"gcc {' '.join(flags)} fails: {built and built[2].decode()}")]
            expected = run([program], GCC_SECONDS)
            if expected is None:
                results.append(("left out", f"seed {seed} {model}: the compiled program does not end"))
                continue
            found = run([argand, "run", "--ignore", "signed-overflow", "--ignore", "leak", "--ignore",
                         "shift-out-of-range", "--data-model", model, source, "--", f"-I{include}"], ARGAND_SECONDS)
            if found is None:
                results.append(("slow", f"seed {seed} {model}: no end after {ARGAND_SECONDS} s"))
            elif found[:2] != expected[:2]:
                text = f"seed {seed} {model}: {found[0]} {found[1][-60:]!r}, gcc {expected[0]} {expected[1][-60:]!r}"
                results.append(("different", f"{text}\n{found[2].decode(errors='replace')[:1500]}"))
            else:
                results.append(("equal", ""))
        if keep and any(outcome in ("different", "slow") for outcome, _ in results):
            keep.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, keep)
    return results


def main():
    parser = argparse.ArgumentParser(description="compare random programs with gcc")
    parser.add_argument("--argand", type=Path, required=True, help="the program to test")
    parser.add_argument("--count", type=int, default=40, help="how many programs")
    parser.add_argument("--first-seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, help="copy programs that differ to this folder")
    options = parser.parse_args()
    include = include_dir()
    missing = [tool for tool in ("csmith", "gcc") if not shutil.which(tool)] + ([] if include else ["csmith.h"])
    if missing or not options.argand.exists():
        print(f"missing: {', '.join(missing) or options.argand}", file=sys.stderr)
        return 2
    seeds = range(options.first_seed, options.first_seed + options.count)
    counts = {}
    with ThreadPoolExecutor(options.jobs) as pool:
        for results in pool.map(lambda seed: check(seed, options.argand, include, options.keep), seeds):
            for outcome, text in results:
                counts[outcome] = counts.get(outcome, 0) + 1
                if outcome not in ("equal", "left out"):
                    print(f"{outcome}: {text}", flush=True)
    print(f"{options.count} programs, runs: " + ", ".join(f"{n} {outcome}" for outcome, n in sorted(counts.items())))
    if counts.get("broken"):
        return 2
    return 1 if counts.keys() - {"equal", "left out"} else 0


if __name__ == "__main__":
    sys.exit(main())
