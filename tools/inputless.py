"""Checks programs without inputs that judge an interpreter: those under `oracle` and `faulty`, for check_truth.py.

An oracle program must give the same output and exit code at -O0 and -O2 and on a second run, in both data models,
and neither the sanitizers nor valgrind may find anything in it. A faulty program `<case>_bad.c` carries exactly one
`//@ error: <kind>` comment: some tool must report an error of that kind on that line, before any other error. Its
repaired twin `<case>_ok.c` must be clean under all of them.
"""

import re
import signal
import subprocess

TIME_LIMIT = 60  # seconds; generous, for a busy machine
BASE = ["-std=gnu17", "-w", "-g"]
MODELS = {"m64": ["-m64"], "m32": ["-m32", "-msse2", "-mfpmath=sse"]}
SANITIZERS = ["-O0", "-fsanitize=address,undefined,float-cast-overflow", "-fno-sanitize-recover=all"]
VALGRIND = ["valgrind", "-q", "--error-exitcode=99", "--leak-check=full", "--exit-on-first-error=yes"]

# What the report of a tool has to say for each kind of error. None: no tool sees it, the comment is all we have.
KINDS = {
    "signed-overflow": r"signed integer overflow|cannot be represented in type",
    "division-by-zero": r"division by zero",
    "shift-out-of-range": r"shift exponent|left shift of",
    "null-deref": r"null pointer|SEGV on unknown address 0x0",
    "out-of-bounds": r"out of bounds|buffer-(over|under)flow|Invalid (read|write)|param-overlap|SEGV",
    "use-after-free": r"heap-use-after-free|Invalid (read|write)",
    "use-after-scope": r"stack-use-after-(scope|return)|SEGV|null pointer",
    "invalid-free": r"bad-free|attempting free on address which was not|Invalid free",
    "double-free": r"double-free|Invalid free",
    "uninitialised": r"uninitialised",
    "leak": r"leak of|definitely lost|indirectly lost",
    "assertion": r"Assertion .* failed",
    "reach-error": None,
    "read-only-write": r"SEGV",
    "invalid-call": r"SEGV|invalid-call|Jump to the invalid address",
    "bad-varargs": None,
    "unreachable": r"unreachable program point",
}

# The caller is not in the reports on a jump to nowhere: for these kinds only the error itself is confirmed.
WITHOUT_PLACE = {"invalid-call"}

# Errors that are real in C but that neither the sanitizers nor valgrind can see.
UNSEEN = {
    "use-after-scope/alloca_returned_bad.c",  # alloca memory after the return of its function
    "uninitialised/fresh_each_iteration_bad.c",  # the next instance of a variable in the same stack slot
}


class Bad(Exception):
    """A requirement that a program does not meet, in words."""


def compile_c(sources, flags, out):
    done = subprocess.run(["gcc", *BASE, *flags, *map(str, sources), "-o", str(out), "-lm"], capture_output=True, text=True)
    if done.returncode:
        raise Bad(f"does not compile with {' '.join(flags)}:\n{done.stderr}")


def run(command):
    """Runs a command; gives exit code (negative: signal), standard output and standard error."""
    env = {"ASAN_OPTIONS": "detect_stack_use_after_return=1:abort_on_error=0", "UBSAN_OPTIONS": "print_stacktrace=1",
           "PATH": "/usr/bin:/bin"}
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, timeout=TIME_LIMIT, env=env,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise Bad(f"runs longer than {TIME_LIMIT} s") from None
    return done.returncode, done.stdout, done.stderr.decode(errors="replace")


def tool_reports(sources, work):
    """What the sanitizers and then valgrind say about one program: (tool, exit code, report), each when asked for."""
    for model, model_flags in MODELS.items():
        compile_c(sources, [*model_flags, *SANITIZERS], work / "program")
        code, _, report = run([work / "program"])
        yield f"sanitizers {model}", code, report
    compile_c(sources, ["-O0"], work / "program")
    # valgrind sends its report to a file, so that it is not mixed with what the program writes
    code, _, _ = run([*VALGRIND, f"--log-file={work / 'log'}", work / "program"])
    yield "valgrind", code, (work / "log").read_text(errors="replace")


def check_oracle(sources, work):
    if not sources[0].read_text().startswith("// "):
        raise Bad("the first line must be a comment that names the feature")
    if any("%p" in source.read_text() for source in sources):
        raise Bad("prints addresses")
    for model, model_flags in MODELS.items():
        seen = []
        for level in ("-O0", "-O2"):
            compile_c(sources, [*model_flags, level, "-fwrapv"], work / "program")
            seen += [run([work / "program"]), run([work / "program"])]
        code, out, err = seen[0]
        if any(other != seen[0] for other in seen):
            raise Bad(f"{model}: runs differ between -O0 and -O2 or from one run to the next")
        if not 0 <= code <= 125 or err or not (out or code):
            raise Bad(f"{model}: exit code {code}, standard error {err!r}, {len(out)} bytes of output")
    for tool, code, report in tool_reports(sources, work):
        if re.search(r"runtime error|Sanitizer|^==\d+== ", report, re.M):
            raise Bad(f"{tool} reports:\n{report}")


def check_faulty(sources, work):
    (source,) = sources
    text = source.read_text()
    marks = [(n, m[1]) for n, line in enumerate(text.splitlines(), 1) if (m := re.search(r"//@ error: (\S+)$", line))]
    twin = source.with_name(re.sub(r"_(bad|ok)\.c$", lambda m: "_ok.c" if m[1] == "bad" else "_bad.c", source.name))
    if twin == source or not twin.exists():
        raise Bad("has no twin")
    if source.name.endswith("_ok.c"):
        if marks:
            raise Bad("a repaired twin carries no error comment")
        for tool, code, report in tool_reports(sources, work):
            if code or report:
                raise Bad(f"{tool}: exit code {code}\n{report}")
        return
    if len(marks) != 1 or marks[0][1] not in KINDS:
        raise Bad(f"needs exactly one `//@ error: <known kind>` comment, has {marks}")
    line, kind = marks[0]
    if source.parent.name != kind:
        raise Bad(f"an error of kind {kind} belongs into the folder of that name")
    if kind == "reach-error":
        compile_c(sources, ["-O0"], work / "program")
        if run([work / "program"])[0] != -signal.SIGABRT:
            raise Bad("does not reach reach_error")
    if KINDS[kind] is None or f"{source.parent.name}/{source.name}" in UNSEEN:
        return
    seen = ""
    for _, _, report in tool_reports(sources, work):
        # The first place in this file that a report names is where the error happened.
        place = re.search(rf"\b{re.escape(source.name)}:(\d+)", report)
        here = int(place[1]) == line if place else kind in WITHOUT_PLACE
        if here and re.search(KINDS[kind], report):
            return
        seen += report
    raise Bad(f"no tool reports {kind} in line {line}:\n{seen}")


def programs(corpus):
    """The programs of both folders: their source files, and what checks them. A folder in `oracle/multifile` is one program."""
    for suite, check in (("oracle", check_oracle), ("faulty", check_faulty)):
        folder = corpus / suite
        for sources in [[f] for f in sorted(folder.glob("*/*.c"))] + [sorted(d.glob("*.c")) for d in sorted(folder.glob("multifile/*/"))]:
            yield sources, check


def complaint(sources, check, work):
    """What is wrong with a program, if anything; `work` is a folder of its own."""
    try:
        check(sources, work)
    except Bad as reason:
        return str(reason)
    return None
