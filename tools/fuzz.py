#!/usr/bin/env python3
"""Looks for wrong verdicts with random programs whose truth is known, because all their inputs were run natively.

    tools/fuzz.py --argand target/release/argand [--count 100] [--seed N] [--configs all|rotate|NAME[+reduce],...] [--time 2]
                  [--features NAME,NAME...|-NAME,...] [--loops 25] [--jobs 2] [--out DIR] [--no-reduce] [--show N]

Each program (fuzz_programs.py) asks for a few bits. One binary, compiled with gcc's sanitizers, runs it with every input
(native.py). Which values its result `r` can have then gives a reachability question of either truth; what the sanitizers said
gives the truth of memory safety and overflow. A program with other undefined behaviour is left out. Some programs are all
loops (fuzz_loops.py); what they reach and whether they end is known from all their states. Argand is asked, with
and without `--certify`, in the data model of the program, and every verdict against the truth is reduced: lines are
deleted as long as the verdict stays wrong, where the truth is found anew each time. Reduced programs go to --out, with
a first line that says what is wrong.

Program number N of a seed is the same in every run. Exit code 0: nothing wrong was found, 1: something was, 2: something is
missing.
"""

import argparse
import hashlib
import random
import re
import secrets
import shutil
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import fuzz_loops
from fuzz_programs import FEATURES, Generator
from native import CHECKS, Native
from verdicts import ask, shipped

ALWAYS = {
    "unreach": ["predicate", "k-induction", "bmc", "value", "smg-reach"],
    "memsafety": ["memsafety", "memsafety-nocegar"],
    "overflow": ["k-induction", "predicate", "value", "smg-reach"],
}
# Those that say most about programs that are all loops.
LOOPS = {
    "unreach": ["symbolic", "symbolic-slicing-cegar", "value-slicing", "predicate", "k-induction", "auto"],
    "termination": ["termination", "auto"],
}
# Configurations that see a program without what does not matter. What is certified is the whole program.
REDUCED = ["predicate+reduce", "k-induction+reduce", "bmc+reduce", "value+reduce"]
MOST_RUNS = 300
REDUCE_SECONDS = 90
# A program ends at once where its wide input is outside of this range, so that only the range has to be run.
GUARD = re.compile(r"if \(x < (\d+)u \|\| x >= \d+u \+ (\d+)u\) return 0;")


@dataclass
class Task:
    """A program with a question and its true answer."""
    number: int
    text: str
    check: str
    truth: str
    model: str
    loops: bool = False


@dataclass
class Finding:
    task: Task
    config: str
    certify: bool
    verdict: str
    output: str


def runs_of(native, text, model, name, leaks=True):
    """All runs of a program under sanitizers; none if they are too many, or if gcc does not like it."""
    source = native.folder / f"{name}.c"
    source.write_text(text)
    guard = GUARD.search(text)
    if not guard and re.search(r"= __VERIFIER_nondet_u", text):
        return None
    result = native.run([source], model, sanitized=True, leaks=leaks, limit=MOST_RUNS, stop=10**9, seconds=2, name=name,
                        span=guard and (int(guard[1]), int(guard[2])), extra=["-Werror=implicit"])
    return result.runs if not result.error and result.complete else None


def truth_of(native, text, check, model, name):
    """What is the case by all runs: `true`, `false`, or None where undefined behaviour leaves it open."""
    runs = runs_of(native, text, model, name, leaks=check == "memsafety")
    if runs is None or any(r.status > 128 and r.status != 128 + 6 for r in runs):
        return None
    kinds = {r.kind for r in runs} - {None}
    if check == "unreach":
        return None if kinds else "false" if any(r.outcome == "reached" for r in runs) else "true"
    return None if kinds - CHECKS[check] else "false" if kinds else "true"


def is_all_loops(options, seed, number):
    return random.Random(f"{seed} {number} kind").randrange(100) < options.loops


def shown(options, seed, number):
    """The text of a program, for people."""
    if not is_all_loops(options, seed, number):
        return Generator(f"{seed} {number} program", options.wanted).program()
    program = fuzz_loops.task(f"{seed} {number} loops")
    return program.text("CHECK") if program else "too many states"


def loop_task(seed, number, rng):
    """A question about a program that is all loops."""
    program = fuzz_loops.task(f"{seed} {number} loops")
    if program is None:
        return None
    if rng.randrange(2):
        return Task(number, program.text("exit(1);"), "termination", "true" if program.ends else "false", "LP64", loops=True)
    return Task(number, program.text("reach_error();"), "unreach", "false" if program.reaches else "true", "LP64", loops=True)


def make_task(options, native, seed, number, name):
    """A program and a question; none where the program is of no use."""
    rng = random.Random(f"{seed} {number}")
    if is_all_loops(options, seed, number):
        return loop_task(seed, number, rng)
    features = options.wanted
    text = Generator(f"{seed} {number} program", features).program()
    model = rng.choice(["LP64", "LP64", "ILP32"])
    runs = runs_of(native, text.replace("CHECK", "return r;"), model, name)
    if not runs or any(r.status > 128 and r.status != 128 + 6 for r in runs):
        return None
    kinds = {r.kind for r in runs} - {None}
    quiet = re.sub(r"\n *CHECK", "", text)
    for check in ("memsafety", "overflow"):
        if kinds and kinds <= CHECKS[check]:
            return Task(number, quiet, check, "false", model)
    if kinds:
        return None
    if rng.randrange(5) == 0:
        return Task(number, quiet, rng.choice(["memsafety", "overflow"]), "true", model)
    results = [r.status for r in runs if r.status < 64]
    seen = sorted(set(results), key=lambda value: (results.count(value), value))
    others = [v for v in range(64) if v not in seen]
    truth = rng.choice(["true", "false"]) if others and seen else "false"
    # Rare results are the harder question.
    value = rng.choice(seen[:2] if truth == "false" else others)
    return Task(number, text.replace("CHECK", f"if (r == {value}) reach_error();"), "unreach", truth, model)


def configs_for(task, options, names, rng):
    if options.configs == "all":
        return names
    if options.configs != "rotate":
        return options.configs.split(",")
    if task.check == "termination":
        return LOOPS["termination"]
    always = [c for c in (LOOPS if task.loops else ALWAYS)[task.check] if c in names]
    reduced = [rng.choice(REDUCED)] if task.check == "unreach" else []
    return always + reduced + rng.sample([c for c in names if c not in always], 2)


def examine(options, native, seed, number, names):
    """The task of a number, and the wrong verdicts on it."""
    name = f"f{number}"
    task = make_task(options, native, seed, number, name)
    if task is None:
        return None, []
    rng = random.Random(f"{seed} {number} configurations")
    source = native.folder / f"{name}-task.c"
    source.write_text(task.text)
    found = []
    for config in configs_for(task, options, names, rng):
        certify = rng.randrange(2) == 0 and config not in REDUCED
        answer = ask(options.argand, source, task.check, config, task.model, options.time, certify)
        options.counts[answer.verdict] = options.counts.get(answer.verdict, 0) + 1
        if answer.verdict == "crash" or answer.contradicts(task.truth):
            found.append(Finding(task, config, certify, answer.verdict, answer.text))
    source.unlink()
    return task, found


def still_wrong(options, native, finding, text, name):
    """The truth of a smaller program, if the same configuration still says the same and is still wrong."""
    source = native.folder / f"{name}-reduced.c"
    source.write_text(text)
    task = finding.task
    answer = ask(options.argand, source, task.check, finding.config, task.model, options.time, finding.certify)
    if answer.verdict != finding.verdict:
        return None
    if answer.verdict == "crash":
        return "none" if "panicked" in answer.text or "panicked" not in finding.output else None
    truth = truth_of(native, text, task.check, task.model, name)
    return truth if truth and answer.contradicts(truth) else None


def reduce(options, native, finding, name):
    """A smaller program with the same wrong verdict, by deleting lines and blocks."""
    lines = finding.task.text.split("\n")
    until = time.monotonic() + REDUCE_SECONDS

    def without(start, end):
        return [line for k, line in enumerate(lines) if not start <= k < end]

    size = max(1, len(lines) // 4)
    while size and time.monotonic() < until:
        start, smaller = 0, False
        while start < len(lines) and time.monotonic() < until:
            candidate = without(start, start + size)
            if any(l.strip() for l in lines[start:start + size]) and still_wrong(options, native, finding, "\n".join(candidate), name):
                lines, smaller = candidate, True
            else:
                start += size
        if not smaller or size > 1:
            size //= 2
        if size == 0:
            changed = next((c for c in (*unwrapped(lines), *simpler(lines)) if time.monotonic() < until
                            and still_wrong(options, native, finding, "\n".join(c), name)), None)
            if changed is None:
                break
            lines, size = changed, 1
    return "\n".join(lines)


def unwrapped(lines):
    """The program without one block, or without the braces of one."""
    for k, line in enumerate(lines):
        if not line.startswith("    ") or not line.rstrip().endswith("{"):
            continue
        indent = re.match(" *", line)[0]
        close = next((j for j in range(k + 1, len(lines)) if lines[j].rstrip() == indent + "}"), None)
        if close is not None:
            inner = [l[4:] for l in lines[k + 1:close]]
            yield lines[:k] + lines[close + 1:]
            yield lines[:k] + inner + lines[close + 1:]


def simpler(lines):
    """The program with one expression in parentheses replaced by a simple one, or without one term of a sum."""
    for k, line in enumerate(lines):
        if not line.startswith("    ") or GUARD.search(line):
            continue
        for start in [m.start() for m in re.finditer(r"(?<![\w)\]])\((?!\w+( \w+)* \*\))", line)]:
            depth = 0
            for end in range(start, len(line)):
                depth += {"(": 1, ")": -1}.get(line[end], 0)
                if depth == 0:
                    break
            for simple in ("1", "x"):
                if len(simple) + 2 < end - start:
                    yield lines[:k] + [line[:start] + simple + line[end + 1:]] + lines[k + 1:]
        for term in re.finditer(r" [-+^|&] (?:\(x[^()]*\)|\w+)(?=[;)\]])", line):
            yield lines[:k] + [line[:term.start()] + line[term.end():]] + lines[k + 1:]


def report(options, finding, text, seed, truth):
    task = finding.task
    words = f"{finding.verdict} under {finding.config}{' --certify' if finding.certify else ''}, truth {truth}, --check {task.check} --data-model {task.model}"
    print(f"WRONG: {words} (seed {seed}, program {task.number})\n{text}", flush=True)
    if finding.verdict == "crash":
        print(finding.output[-1500:])
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
        digest = hashlib.sha256(re.sub(r"\d+", "0", text).encode()).hexdigest()[:8]
        (options.out / f"{task.check}-{finding.config}-{digest}.c").write_text(f"// {words}, seed {seed} program {task.number}\n{text}\n")


def wanted_features(text):
    """The features that an option names, or all without those that follow a minus sign."""
    if not text:
        return set(FEATURES)
    names = {n.lstrip("-") for n in text.split(",")}
    if unknown := names - set(FEATURES):
        raise SystemExit(f"unknown features: {', '.join(sorted(unknown))}; there are {', '.join(FEATURES)}")
    return set(FEATURES) - names if text.startswith("-") else names


def arguments():
    parser = argparse.ArgumentParser(description="look for wrong verdicts with random programs")
    parser.add_argument("--argand", type=Path, required=True, help="the program to test")
    parser.add_argument("--count", type=int, default=100, help="how many programs (those left out are not counted)")
    parser.add_argument("--first", type=int, default=0, help="the number of the first program")
    parser.add_argument("--seed", type=int, help="a number; fresh and printed if it is not given")
    parser.add_argument("--configs", default="rotate", help="`all`, `rotate` (the main ones and two others), or names")
    parser.add_argument("--features", default="", help="names, or names after a minus sign to leave them out")
    parser.add_argument("--loops", type=int, default=25, metavar="PERCENT", help="how many programs are all loops")
    parser.add_argument("--time", type=int, default=2, help="seconds for one verdict")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--limit", type=int, default=0, help="start no more programs after so many seconds")
    parser.add_argument("--out", type=Path, help="write reduced programs to this folder")
    parser.add_argument("--no-reduce", action="store_true")
    parser.add_argument("--show", type=int, metavar="N", help="print program N and end")
    options = parser.parse_args()
    options.wanted, options.counts = wanted_features(options.features), {}
    return options


def main():
    options = arguments()
    seed = options.seed if options.seed is not None else secrets.randbelow(10**9)
    if options.show is not None:
        print(shown(options, seed, options.show))
        return 0
    if not shutil.which("gcc") or not options.argand.exists():
        print(f"missing: gcc or {options.argand}", file=sys.stderr)
        return 2
    print(f"seed {seed}", flush=True)
    names = shipped(options.argand)
    began = time.monotonic()
    tasks = left_out = wrong = 0
    truths = {}
    known = set()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        native = Native(folder)
        number = options.first
        while tasks < options.count and not (options.limit and time.monotonic() - began > options.limit):
            batch = range(number, number + min(4 * options.jobs, options.count - tasks))
            number = batch.stop
            for task, found in pool.map(lambda n: examine(options, native, seed, n, names), batch):
                if task is None:
                    left_out += 1
                    continue
                tasks += 1
                truths[(task.check, task.truth)] = truths.get((task.check, task.truth), 0) + 1
                wrong += bool(found)
                for finding in found:
                    # Configurations that share the cause of a wrong verdict are reported once for each program.
                    if (task.number, finding.verdict) in known:
                        print(f"also {finding.verdict} under {finding.config}: program {task.number}", flush=True)
                        continue
                    known.add((task.number, finding.verdict))
                    # Of programs with endless runs the truth is not found natively.
                    text = finding.task.text if options.no_reduce or task.loops else reduce(options, native, finding, f"r{task.number}")
                    native_truth = None if task.loops else truth_of(native, text, task.check, task.model, f"t{task.number}")
                    truth = native_truth or task.truth
                    report(options, finding, text, seed, truth)
    asked = ", ".join(f"{n} {check} {truth}" for (check, truth), n in sorted(truths.items()))
    print(f"{tasks} programs ({asked}), {left_out} left out; answers: " + ", ".join(f"{n} {v}" for v, n in sorted(options.counts.items())))
    print(f"{wrong} programs with wrong verdicts, seed {seed}, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
