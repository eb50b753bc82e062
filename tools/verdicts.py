"""Asks Argand for verdicts: what check_soundness.py and fuzz.py share."""

import re
import subprocess
from dataclasses import dataclass


@dataclass
class Answer:
    """A verdict (`true`, `false`, `unknown`, or `crash` for anything else) and all that was printed."""
    verdict: str
    text: str

    def contradicts(self, truth):
        return self.verdict in ("true", "false") and self.verdict != truth


def shipped(argand):
    """The names of the shipped configurations."""
    listed = subprocess.run([argand, "configs"], capture_output=True, text=True, check=True).stdout
    return [line.split()[0] for line in listed.splitlines() if line.strip()]


def ask(argand, file, check, config, model="LP64", seconds=2, certify=False, options=()):
    """What Argand says to a program. `NAME+reduce` is a configuration that leaves out what does not matter."""
    config, _, reduced = config.partition("+")
    options = [*(["--set", "reduce=true"] if reduced else []), *options]
    command = [argand, "verify", "--config", config, "--check", check, "--data-model", model, "--time", f"{seconds}s",
               "--memory", "2GB", *(["--certify"] if certify else []), *options, file]
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, stdin=subprocess.DEVNULL, timeout=20 + 10 * seconds)
    except subprocess.TimeoutExpired as late:
        return Answer("crash", f"does not end within its limit\n{(late.stdout or b'').decode(errors='replace')}")
    text = (done.stdout + done.stderr).decode(errors="replace")
    last = (done.stdout.decode(errors="replace").strip().splitlines() or [""])[-1]
    verdict, code = {"TRUE": ("true", 0), "UNKNOWN": ("unknown", 20)}.get(last, ("false", 10) if re.match(r"FALSE\(", last) else ("crash", None))
    if code != done.returncode:
        verdict = "crash"
    return Answer(verdict, text)
