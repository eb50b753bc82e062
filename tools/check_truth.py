#!/usr/bin/env python3
"""Checks that the truth which corpus programs claim is the truth, by running them natively with many inputs.

    tools/check_truth.py                     everything under tests/corpus
    tools/check_truth.py soundness list      only programs whose path contains one of these words

Every program with lines `//@ truth: true|false` and `//@ property: unreach|asserts|memsafety|overflow|…` is compiled by gcc, for
all but the first two with the address and undefined-behaviour sanitizers, in the data model of its header
(`//@ data-model: ILP32`), and run with all its inputs where these are a byte or two, else with those at the boundaries
and random ones (see native.py). Further lines say what natively stands for the outside world:

    //@ inputs: NUMBER...      inputs that lead to the violation, where few others would
    //@ stdin: TEXT            standard input (with \\n for ends of lines)
    //@ outside: CODE          C code that defines functions which the program leaves undefined
    //@ unseen: REASON         no run of gcc's program shows the violation; only that it compiles is checked

Programs whose property is an automaton (`//@ property: spec …`) are counted and not checked: no run of gcc's program tells.
Programs under `oracle` and `faulty` have no inputs and claim more; inputless.py says what is asked of them.

A program whose truth is `false` must fail in some run, a memory error in the line that ends in `//@ error: PROPERTY`, if there
is one (lost memory is only known by its allocation: there the kind is enough). A program whose truth is `true` must not fail.

Needs gcc with its sanitizers and 32-bit libraries, and valgrind for `oracle` and `faulty`. Exit code 0 when everything is as it says.
"""

import argparse
import re
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import inputless
from native import CHECKS, OPERATIONS, TOO_LONG, Native

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "corpus"
PROPERTIES = ("unreach", "asserts", *CHECKS, *OPERATIONS)


class Program:
    """A corpus program and what its header says."""

    def __init__(self, path):
        self.path = path
        self.text = path.read_text(errors="replace")
        self.truth = self.header("truth")
        self.property = self.header("property")

    def headers(self, key):
        return [m[1].strip() for m in re.finditer(rf"^//@ {key}:[ ]?(.*)$", self.text, re.M)]

    def header(self, key, default=""):
        return next(iter(self.headers(key)), default)

    @property
    def marks(self):
        lines = enumerate(self.text.splitlines(), 1)
        return [(n, m[1]) for n, line in lines if (m := re.search(r"//@ error: (\S+)$", line))]


def shows(program, run):
    """Whether this run is the violation that the program claims."""
    if not run.violates(program.property):
        return False
    if not program.marks or program.property in ("unreach", "asserts"):
        return True
    line, kind = program.marks[0]
    place = re.search(rf"\b{re.escape(program.path.name)}:(\d+)", run.report)
    if program.property in OPERATIONS:
        return bool(place) and int(place[1]) == line
    return run.kind == kind and (kind == "valid-memtrack" or bool(place) and int(place[1]) == line)


def complaint(program, native, name):
    """What is wrong with a program, if anything."""
    sources = [program.path]
    if outside := program.headers("outside"):
        sources.append(native.folder / f"{name}-outside.c")
        sources[1].write_text("\n".join(outside) + "\n")
    sanitized = program.property not in ("unreach", "asserts")
    stdin = program.headers("stdin")
    holds = program.truth == "true"
    wide = re.search(r"__VERIFIER_nondet_(?!u?char\b|bool\b)|\bnondet", program.text)
    result = native.run(sources, program.header("data-model", "LP64"), sanitized, leaks=program.property == "memsafety",
                        limit=1500 if not sanitized else 40 if wide else 260, seeds=40 if holds else 300, stop=10**9 if holds else 12 if program.marks else 1,
                        inputs=program.header("inputs"), stdin=stdin[0].replace("\\n", "\n") if stdin else None, seconds=1,
                        arguments=bool(re.search(r"\bmain\s*\(\s*int\b", program.text)), name=name)
    if result.error:
        return result.error
    if program.headers("unseen"):
        return None
    if holds:
        bad = next((r for r in result.runs if r.violates(program.property)), None)
        if bad:
            return f"fails with inputs {bad.inputs}: {bad.outcome}\n{bad.report}"
        return "carries an error comment" if program.marks else None
    if any(shows(program, r) for r in result.runs):
        return None
    others = [r for r in result.runs if r.report or r.outcome in ("reached", "asserted")]
    late = sum(r.status in TOO_LONG for r in result.runs)
    return f"none of {len(result.runs)} runs has the violation; {len(others)} have another, {late} do not end\n" + "".join(r.report for r in others[:1])


def jobs(native, words):
    """What is to be checked: the names of programs, each with a function that says what is wrong with it."""
    def wanted(path):
        return not words or any(w in str(path.relative_to(CORPUS)) for w in words)

    for number, path in enumerate(sorted(CORPUS.rglob("*.c"))):
        if wanted(path) and (program := Program(path)).truth:
            known = program.property in PROPERTIES
            yield path, partial(complaint, program, native, f"p{number}") if known else None
    for number, (sources, check) in enumerate(inputless.programs(CORPUS)):
        path = sources[0] if len(sources) == 1 else sources[0].parent
        if wanted(path):
            work = native.folder / f"i{number}"
            work.mkdir()
            yield path, partial(inputless.complaint, sources, check, work)


def main():
    parser = argparse.ArgumentParser(description="check the truth of the corpus natively")
    parser.add_argument("words", nargs="*", help="only programs whose path contains one of these")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        found = list(jobs(Native(folder), options.words))
        todo = [job for job in found if job[1]]
        unchecked = len(found) - len(todo)
        reasons = pool.map(lambda job: job[1](), todo)
        for (path, _), reason in zip(todo, reasons):
            if reason:
                failed += 1
                print(f"{path.relative_to(CORPUS)}: {reason}", flush=True)
    print(f"{len(todo)} programs checked, {failed} failed, {unchecked} about automata not checked")
    return 1 if failed or not todo else 0


if __name__ == "__main__":
    sys.exit(main())
