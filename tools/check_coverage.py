#!/usr/bin/env python3
"""Checks that tests of `argand test-gen` cover natively what they promise.

  check_coverage.py --argand BINARY [--programs FILE...] [--time 10s]

Every program is compiled with gcc --coverage and run with each of its tests. gcov then says which branches were taken.
A line is compared where gcov sees as many branches in it as Argand (optimisation of constants and `switch` differ);
its covered branches must be as many. Exits with 1 if a line differs or if too few could be compared.
"""
import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
KINDS = {
    "bool": "_Bool", "char": "char", "int": "int", "long": "long", "longlong": "long long", "short": "short",
    "uchar": "unsigned char", "uint": "unsigned int", "ulong": "unsigned long", "ulonglong": "unsigned long long",
    "ushort": "unsigned short", "unsigned": "unsigned int", "size_t": "unsigned long",
}
HARNESS = """
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
void __gcov_dump(void);
static long long next(void) {
    char line[256];
    static FILE *inputs;
    if (!inputs) inputs = fopen(getenv("TEST_INPUT"), "r");
    return inputs && fgets(line, sizeof line, inputs) ? (long long)strtoull(line, NULL, 0) : 0;
}
static void aborted(int signal) { (void)signal; __gcov_dump(); _Exit(134); }
__attribute__((constructor)) static void start(void) { signal(SIGABRT, aborted); }
void reach_error(void) { exit(10); }
void __VERIFIER_assume(int condition) { if (!condition) exit(20); }
""" + "".join(f"{kind} __VERIFIER_nondet_{name}(void) {{ return ({kind})next(); }}\n" for name, kind in KINDS.items())


def suitable(path):
    """Whether all inputs of a program come from functions that the harness has."""
    text = path.read_text(errors="replace")
    asked = set(re.findall(r"__VERIFIER_nondet_(\w+)", text))
    others = re.findall(r"^extern\s+[\w *]+?(\w+)\(", text, re.M)
    known = all(o == "reach_error" or o.startswith("__VERIFIER_") for o in others)
    plain = re.search(r"int main\((void)?\)", text) and "data-model" not in text and "reach_error(void) {" not in text
    return bool(asked) and asked <= KINDS.keys() and known and bool(plain)


def measured(program, tests, folder):
    """The branches of each line by gcov: how many there are and how many were taken; None if it needs other functions."""
    harness = folder / "harness.c"
    harness.write_text(HARNESS)
    copy = folder / "program.c"
    copy.write_text(program.read_text())
    commands = [["gcc", "-c", "-o", "harness.o", "harness.c"],
                ["gcc", "-O0", "-w", "-fwrapv", "--coverage", "-c", "-o", "program.o", "program.c"],
                ["gcc", "--coverage", "-o", "program", "program.o", "harness.o"]]
    for command in commands:
        if subprocess.run(command, cwd=folder, capture_output=True).returncode:
            return None
    for test in tests:
        subprocess.run(["./program"], cwd=folder, env={"TEST_INPUT": str(test)}, capture_output=True, timeout=20)
    text = subprocess.run(["gcov", "--json-format", "--branch-probabilities", "-t", "program.gcda"], cwd=folder,
                          check=True, capture_output=True, text=True).stdout
    lines = collections.defaultdict(lambda: [0, 0])
    for file in json.loads(text)["files"]:
        for line in file["lines"] if file["file"].endswith("program.c") else []:
            for branch in line["branches"]:
                lines[line["line_number"]][0] += 1
                lines[line["line_number"]][1] += branch["count"] > 0
    return lines


def check(argand, program, time):
    """Compared lines, promised branches in them, and those that differ."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        out = folder / "tests"
        subprocess.run([argand, "test-gen", str(program), "--out", str(out), "--time", time], check=True,
                       capture_output=True)
        report = json.loads((out / "coverage.json").read_text())
        real = measured(program, sorted(out.glob("test-*.txt")), folder)
        if real is None:
            return None
    promised = collections.defaultdict(lambda: [0, 0])
    for condition in report["conditions"]:
        promised[condition["line"]][0] += 2
        promised[condition["line"]][1] += (condition["true"] > 0) + (condition["false"] > 0)
    same = [line for line in promised if real[line][0] == promised[line][0]]
    wrong = [(line, promised[line], real[line]) for line in same if real[line] != promised[line]]
    return len(same), len(promised), sum(promised[line][1] for line in same), len(report["tests"]), wrong


def main():
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--argand", required=True)
    parser.add_argument("--programs", nargs="*", type=pathlib.Path)
    parser.add_argument("--time", default="10s")
    parser.add_argument("--count", type=int, default=20)
    arguments = parser.parse_args()
    corpus = sorted((ROOT / "tests/corpus").glob("*/*.c"))
    failed, compared, programs = False, 0, 0
    for program in arguments.programs or filter(suitable, corpus):
        if programs >= arguments.count or (found := check(arguments.argand, program, arguments.time)) is None:
            continue
        same, lines, branches, tests, wrong = found
        compared += branches
        programs += 1
        print(f"{program.name}: {tests} tests, {branches} branches in {same} of {lines} lines taken as promised"
              if not wrong else f"{program.name}: DIFFERS {wrong}")
        failed |= bool(wrong)
    print(f"{programs} programs, {compared} branches compared")
    sys.exit(failed or compared < programs)


if __name__ == "__main__":
    main()
