"""Runs a C program natively with all its inputs: what check_truth.py and fuzz.py share.

The program is compiled by gcc together with native_harness.c, which answers `__VERIFIER_nondet_*` from a script of numbers and
runs the program once for each script. A run says how many values each of its inputs could have had, so that all scripts are
enumerated like the numbers of an odometer, whatever a run asks for. An input of one byte has all its values; a wider one
has small numbers and those at its boundaries. Where there are more scripts than the limit, or inputs that are wide, runs
show that a program fails, never that it does not (`Runs.complete`).
"""

import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

HARNESS = Path(__file__).resolve().parent / "native_harness.c"
BASIC = ["-std=gnu17", "-g", "-O0", "-fno-strict-aliasing", "-fno-omit-frame-pointer"]
MODELS = {"LP64": ["-m64"], "ILP32": ["-m32", "-msse2", "-mfpmath=sse"]}
# Alignment is no property that Argand checks, and x86 does not mind. Calls with null and size 0 are fine.
SANITIZERS = ["-fsanitize=address,undefined", "-fno-sanitize=alignment,object-size,nonnull-attribute,returns-nonnull-attribute",
              "-fno-sanitize-recover=all"]
ASAN = "detect_stack_use_after_return=1:abort_on_error=0:exitcode=99:allocator_may_return_null=1:detect_leaks="
UBSAN = "halt_on_error=1:exitcode=99"

# The kinds of errors by what the sanitizers say.
KINDS = {
    "valid-memtrack": r"LeakSanitizer",
    "valid-free": r"double-free|attempting free on address|bad-free|attempting double-free",
    "no-overflow": r"signed integer overflow|cannot be represented in type|negation of|division of -\d+ by -1",
    "valid-deref": r"heap-buffer-overflow|stack-buffer-(over|under)flow|global-buffer-overflow|use-after-free|"
                   r"use-after-(scope|return)|SEGV|null pointer|out of bounds|dynamic-stack-buffer-overflow|"
                   r"stack-overflow|param-overlap|memcpy-param|unknown-crash|negative-size-param|insufficient space",
}
CHECKS = {
    "memsafety": {"valid-deref", "valid-free", "valid-memtrack"},
    "overflow": {"no-overflow"},
}
# What the undefined-behaviour sanitizer says of operations that go wrong; it has no word for some of them.
OPERATIONS = {
    "div-by-zero": r"division by zero",
    "shift": r"shift exponent",
    "null": r"null pointer|SEGV on unknown address 0x0+ ",
    "bounds": r"index -?\d+ out of bounds for type",
    "conversion": None,
    "unsigned-overflow": None,
}
TOO_LONG = (128 + 9, 128 + 14)


@dataclass
class Run:
    """One run: `passed`, `reached`, `asserted` or `assumed`; its status, inputs, and the report of a sanitizer."""
    outcome: str
    status: int
    inputs: list
    report: str = ""

    @property
    def kind(self):
        """What the sanitizer complains of: one of KINDS, or `other`; nothing where it is silent."""
        if not self.report:
            return None
        return next((kind for kind, pattern in KINDS.items() if re.search(pattern, self.report)), "other")

    def violates(self, check):
        if check in ("unreach", "asserts"):
            return self.outcome == ("reached" if check == "unreach" else "asserted")
        if check in OPERATIONS:
            return bool(OPERATIONS[check] and re.search(OPERATIONS[check], self.report))
        return self.kind in CHECKS[check]


@dataclass
class Runs:
    """All runs of a program; `error` says why there are none. `complete`: no script of inputs is missing."""
    runs: list = field(default_factory=list)
    complete: bool = False
    error: str = ""


def gcc(arguments, folder):
    done = subprocess.run(["gcc", *map(str, arguments)], capture_output=True, text=True, cwd=folder, timeout=120)
    return done.stderr if done.returncode else ""


class Native:
    """Compiles and runs programs in a folder of its own."""

    def __init__(self, folder, models=tuple(MODELS)):
        self.folder = Path(folder)
        for model in models:
            for sanitized in (False, True):
                if error := gcc([*self.flags(model, sanitized), "-c", HARNESS, "-o", self.harness(model, sanitized)], folder):
                    raise SystemExit(f"gcc cannot build for {model} (Debian: gcc-multilib)\n{error}")

    @staticmethod
    def flags(model, sanitized):
        return [*BASIC, *MODELS[model], *(SANITIZERS if sanitized else [])]

    def harness(self, model, sanitized):
        return self.folder / f"harness-{model}-{sanitized}.o"

    def run(self, sources, model="LP64", sanitized=False, leaks=True, limit=300, seeds=0, stop=1, inputs="", stdin=None,
            seconds=5, arguments=False, span=None, name="program", extra=()):
        """Compiles the sources (paths) into one program and runs it with its inputs; `span`: the least value and the number
        of values that matter of each input."""
        program, errors = self.folder / name, self.folder / f"{name}.errors"
        objects = []
        for number, source in enumerate(sources):
            objects.append(self.folder / f"{name}-{number}.o")
            flags = [*self.flags(model, sanitized), *extra, "-Dmain=program_main", "-c", source, "-o", objects[-1]]
            if error := gcc(flags, self.folder):
                return Runs(error=f"does not compile:\n{error}")
        link = [*self.flags(model, sanitized), *objects, self.harness(model, sanitized), "-o", program, "-lm"]
        if error := gcc(link, self.folder):
            return Runs(error=f"does not link:\n{error}")
        env = {"PATH": "/usr/bin:/bin", "ASAN_OPTIONS": ASAN + ("1" if leaks else "0"), "UBSAN_OPTIONS": UBSAN, "NATIVE_LIMIT": str(limit),
               "NATIVE_SEEDS": str(seeds), "NATIVE_STOP": str(stop), "NATIVE_ARGUMENTS": str(int(arguments)), "NATIVE_INPUTS": inputs, "NATIVE_SECONDS": str(seconds),
               "NATIVE_ERRORS": str(errors)}
        if span:
            env["NATIVE_RANGE"] = f"{span[0]} {span[1]}"
        if stdin is not None:
            text = self.folder / f"{name}.stdin"
            text.write_text(stdin)
            env["NATIVE_STDIN"] = str(text)
        try:
            done = subprocess.run([str(program)], capture_output=True, env=env, timeout=300, cwd=self.folder)
        except subprocess.TimeoutExpired:
            return Runs(error="all runs together take too long")
        for file in (program, errors, *objects):
            file.unlink(missing_ok=True)
        return parse(done.stdout.decode(errors="replace"))


def parse(text):
    result = Runs(error="the harness did not end")
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        if word == "run":
            outcome, status, _, *inputs = map(int, rest.split())
            result.runs.append(Run(("passed", "reached", "asserted", "assumed")[outcome], status, inputs))
        elif word == "|" and result.runs:
            result.runs[-1].report += rest + "\n"
        elif word == "end":
            result.complete, result.error = rest == "1", ""
    return result
