#!/usr/bin/env python3
"""Runs ten tasks with BenchExec and with `argand bench`, and fails unless both say the same; runs BenchExec's own check of
the tool-info module first.

    PYTHONPATH=WHERE_BENCHEXEC_IS tools/check_benchexec.py --argand target/release/argand

The tasks are written for this. Without the right to make containers or control groups, BenchExec runs them plainly.
"""

import argparse
import bz2
import json
import os
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\nvoid reach_error(void) { abort(); }\n"
UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"
MEMSAFETY = "".join(f"CHECK( init(main()), LTL(G {part}) )\n" for part in ("valid-free", "valid-deref", "valid-memtrack"))
OVERFLOW = "CHECK( init(main()), LTL(G ! overflow) )\n"

# Name, property, right answer, part of the property, sizes of types, body.
TASKS = [
    ("constant", "unreach-call", True, None, "ILP32", "int main(void) { int x = 1; if (x == 2) reach_error(); return 0; }"),
    ("input", "unreach-call", False, None, "ILP32", "int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }"),
    ("loop", "unreach-call", True, None, "LP64", "int main(void) { int i = 0; while (i < 10) i++; if (i != 10) reach_error(); return 0; }"),
    ("pointer", "unreach-call", False, None, "ILP32", "int main(void) { if (sizeof(void *) == 4) reach_error(); return 0; }"),
    ("pointer64", "unreach-call", True, None, "LP64", "int main(void) { if (sizeof(void *) == 4) reach_error(); return 0; }"),
    ("bounds", "valid-memsafety", False, "valid-deref", "LP64", "int main(void) { int a[3]; int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 4) a[i] = 1; return 0; }"),
    ("bounded", "valid-memsafety", True, None, "LP64", "int main(void) { int a[3]; int i = __VERIFIER_nondet_int(); if (i >= 0 && i < 3) a[i] = 1; return 0; }"),
    ("leak", "valid-memsafety", False, "valid-memtrack", "LP64", "void *malloc(unsigned long);\nint main(void) { int *p = malloc(4); p = 0; return 0; }"),
    ("increment", "no-overflow", False, None, "LP64", "int main(void) { int x = __VERIFIER_nondet_int(); x++; return 0; }"),
    ("guarded", "no-overflow", True, None, "LP64", "int main(void) { int x = __VERIFIER_nondet_int(); if (x < 100) x++; return 0; }"),
]

DEFINITION = """<?xml version="1.0"?>
<benchmark tool="contrib.argand" displayName="Argand" timelimit="60 s" walltimelimit="60 s">
  <option name="--svcomp"/>
{definitions}  <tasks name="Ten"><includesfile>{folder}/Ten.set</includesfile></tasks>
</benchmark>
"""


def write_tasks(folder):
    for name, text in (("unreach-call", UNREACH), ("valid-memsafety", MEMSAFETY), ("no-overflow", OVERFLOW)):
        (folder / f"{name}.prp").write_text(text)
    for name, prop, truth, part, model, body in TASKS:
        (folder / f"{name}.c").write_text(f"{HEAD}{body}\n")
        lines = [
            "format_version: '2.0'", f"input_files: '{name}.c'", "properties:", f"  - property_file: {prop}.prp",
            f"    expected_verdict: {str(truth).lower()}", *([f"    subproperty: {part}"] if part else []),
            "options:", "  language: C", f"  data_model: {model}",
        ]
        (folder / f"{name}.yml").write_text("\n".join(lines) + "\n")
    (folder / "Ten.set").write_text("*.yml\n")


def environment(argand):
    python_path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return {**os.environ, "PYTHONPATH": python_path, "PATH": f"{argand.parent}{os.pathsep}{os.environ['PATH']}"}


def check_tool_info(argand):
    command = [sys.executable, "-m", "benchexec.test_tool_info", "contrib.argand", "--tool-directory", argand.parent, "--no-container"]
    done = subprocess.run(list(map(str, command)), env=environment(argand), capture_output=True, text=True)
    # The folder of the build is not below this one, which matters only to clusters.
    complaints = [line for line in done.stderr.splitlines() if line.startswith(("WARNING", "ERROR")) and "is absolute" not in line]
    if done.returncode != 0 or complaints:
        sys.exit(f"benchexec.test_tool_info is not content:\n{done.stdout}{done.stderr}")


def ask_benchexec(argand, folder):
    """Task and property to what BenchExec took the answer for."""
    properties = sorted({task[1] for task in TASKS})
    definitions = "".join(
        f'  <rundefinition name="{name}"><propertyfile>{folder}/{name}.prp</propertyfile></rundefinition>\n' for name in properties
    )
    definition = folder / "ten.xml"
    definition.write_text(DEFINITION.format(definitions=definitions, folder=folder))
    command = [
        sys.executable, "-m", "benchexec.benchexec", definition, "--tool-directory", argand.parent, "--outputpath", f"{folder}/benchexec/",
        "--no-container", "--no-compress-results", "--numOfThreads", "1",
    ]
    done = subprocess.run(list(map(str, command)), env=environment(argand), capture_output=True, text=True, cwd=folder)
    answers = {}
    for file in sorted((folder / "benchexec").glob("*.results.*.xml*")):
        text = bz2.decompress(file.read_bytes()) if file.suffix == ".bz2" else file.read_bytes()
        for run in ET.fromstring(text).iter("run"):
            columns = {column.get("title"): column.get("value") for column in run.iter("column")}
            answers[f"{Path(run.get('name')).stem}:{run.get('properties')}"] = columns
    if len(answers) != len(TASKS):
        sys.exit(f"BenchExec ran {len(answers)} of {len(TASKS)} tasks:\n{done.stdout}{done.stderr}")
    return answers


def ask_argand(argand, folder):
    """Task and property to the result of `argand bench`."""
    run = folder / "run"
    command = [argand, "bench", folder / "Ten.set", "--out", run, "--time", "60s", "--", "--svcomp"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"argand bench ends with {done.returncode}:\n{done.stdout}{done.stderr}")
    results = map(json.loads, (run / "results.jsonl").read_text().splitlines())
    return {result["task"].split("/")[-1]: result for result in results}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--argand", required=True, type=Path)
    argand = parser.parse_args().argand.resolve()
    check_tool_info(argand)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write_tasks(folder)
        theirs, ours = ask_benchexec(argand, folder), ask_argand(argand, folder)
    failures = []
    for name in sorted(theirs.keys() | ours.keys()):
        columns, result = theirs.get(name, {}), ours.get(name, {})
        same = columns.get("status", "").lower() == result.get("verdict", "").lower()
        right = columns.get("category") == "correct" and result.get("status", "").startswith("correct")
        if not (same and right):
            failures.append(f"{name}: BenchExec says {columns}, argand bench says {result}")
    print("\n".join(failures) or f"BenchExec and argand bench say the same, and rightly, about {len(ours)} tasks")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
