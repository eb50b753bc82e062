#!/usr/bin/env python3
"""Checks the truth of the memory-safety corpus (tests/corpus/smg) with gcc's sanitizers.

    tools/check_smg_corpus.py            everything
    tools/check_smg_corpus.py list       only programs whose name contains "list"

Programs ask for inputs; they are compiled together with input functions that answer from a seed, and run with many
seeds and numbers of arguments. Where hardly any seed would lead to an error, the program says which inputs do, in a
line `//@ inputs: NUMBER...`; those are then answered first. A program whose truth is `false` must fail in some run: with an error of the kind that the comment
`//@ error: <property>` names, in the line of that comment. (For memory that is lost, the sanitizers only know where it
was allocated, so only the kind is compared.) A program whose truth is `true` must never fail. Programs about `unreach`
fail where they call reach_error.

Needs gcc with its sanitizers. Exit code 0 when everything is as it says.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

CORPUS = Path(__file__).resolve().parent.parent / "tests" / "corpus" / "smg"
FLAGS = ["-std=gnu17", "-w", "-g", "-O0", "-fsanitize=address,bounds,null", "-fno-sanitize-recover=all",
         "-fno-omit-frame-pointer"]
SEEDS = range(80)  # for programs without an error
MANY_SEEDS = range(400)  # for an error that few inputs lead to
MOST_ARGUMENTS = 16
TIME_LIMIT = 20  # seconds for one run

INPUTS = """
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned long state, calls;
static long long next(void) {
    static char *given;
    if (!calls) {
        state = strtoul(getenv("SEED"), 0, 10) * 2654435761u + 1;
        given = getenv("INPUTS");
    }
    if (++calls > 60) return 0;
    if (*given) return strtoll(given, &given, 10);
    state = state * 6364136223846793005u + 1442695040888963407u;
    unsigned long r = state >> 33;
    switch (r % 8) {
    case 0: case 1: return 0;
    case 2: case 3: return 1;
    case 4: return (r >> 3) % 16;
    case 5: return (r >> 3) % 200;
    case 6: return -(long long)((r >> 3) % 16);
    default: return (long long)((r >> 3) * 2654435761u);
    }
}
#define INPUT(name, type) type __VERIFIER_nondet_##name(void) { return (type)next(); }
INPUT(int, int) INPUT(uint, unsigned) INPUT(char, char) INPUT(uchar, unsigned char) INPUT(bool, _Bool)
INPUT(long, long) INPUT(ulong, unsigned long) INPUT(short, short) INPUT(ushort, unsigned short)
void reach_error(void) { fputs("reach_error was called\\n", stderr); _exit(1); }
"""

KINDS = {
    "valid-deref": r"heap-buffer-overflow|stack-buffer-(over|under)flow|global-buffer-overflow|use-after-free|"
                   r"use-after-(scope|return)|SEGV|null pointer|out of bounds|dynamic-stack-buffer-overflow|"
                   r"stack-overflow|param-overlap|memcpy-param|unknown-crash",
    "valid-free": r"double-free|attempting free on address|bad-free",
    "valid-memtrack": r"LeakSanitizer",
}

# What the sanitizers cannot see: memory of alloca after the return of its function, memory that a program loses
# which never ends, and addresses that are used again.
UNSEEN = {"local_buffer_bad.c", "lost_for_ever_bad.c", "reused_block_bad.c"}

# What reach_error leaves behind.
REACHED = "reach_error was called"


def reports(source, inputs, work, seeds):
    """The report of each run that fails, as the seeds come."""
    given = re.search(r"^//@ inputs: (.*\S)\s*$", source.read_text(), re.M)
    wanted = r"Sanitizer|runtime error" if "//@ property: memsafety" in source.read_text() else REACHED
    program = work / "program"
    done = subprocess.run(["gcc", *FLAGS, str(source), str(inputs), "-o", str(program)], capture_output=True, text=True)
    if done.returncode:
        yield f"does not compile:\n{done.stderr}"
        return
    options = "detect_stack_use_after_return=1:detect_leaks=1:abort_on_error=0:exitcode=99:allocator_may_return_null=1"
    for seed in seeds:
        env = {"SEED": str(seed), "INPUTS": given[1] if given else "", "ASAN_OPTIONS": options, "PATH": "/usr/bin:/bin"}
        try:
            arguments = ["x"] * (seed % MOST_ARGUMENTS)
            ran = subprocess.run([str(program), *arguments], capture_output=True, timeout=TIME_LIMIT, env=env)
        except subprocess.TimeoutExpired:
            yield "runs too long"
            return
        text = ran.stderr.decode(errors="replace")
        if re.search(wanted, text):
            yield text


def complaint(source, inputs, work):
    text = source.read_text()
    truth = re.search(r"^//@ truth: (\w+)", text, re.M)
    if not truth:
        return "says no truth"
    marks = [(n, m[1]) for n, line in enumerate(text.splitlines(), 1) if (m := re.search(r"//@ error: (\S+)$", line))]
    if truth[1] == "true":
        bad = next(reports(source, inputs, work, SEEDS), None)
        return f"fails:\n{bad}" if bad else ("carries an error comment" if marks else None)
    if source.name in UNSEEN:
        return None
    seen = []
    for report in reports(source, inputs, work, MANY_SEEDS):
        if not marks:
            return None
        line, kind = marks[0]
        place = re.search(rf"\b{re.escape(source.name)}:(\d+)", report)
        here = kind == "valid-memtrack" or (place and int(place[1]) == line)
        if here and re.search(KINDS[kind], report):
            return None
        seen.append(report)
    return f"no run has the error {marks}; {len(seen)} have another one\n" + "\n".join(seen[:1])


def main():
    wanted = sys.argv[1:]
    checked = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        inputs = work / "inputs.c"
        inputs.write_text(INPUTS)
        for source in sorted(CORPUS.glob("*.c")):
            if wanted and not any(w in source.name for w in wanted):
                continue
            # Others are about assertions, and leak as they please.
            if not re.search(r"^//@ property: (memsafety|unreach)$", source.read_text(), re.M):
                continue
            checked += 1
            if reason := complaint(source, inputs, work):
                failed += 1
                print(f"{source.name}: {reason}", flush=True)
    print(f"{checked} programs checked, {failed} failed")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
