"""Tool-info module of Argand for BenchExec (https://github.com/sosy-lab/benchexec).

Used with PYTHONPATH=. from the root of the repository as the tool `contrib.argand`.
"""

import re

import benchexec.result as result
import benchexec.tools.template
from benchexec.tools.sv_benchmarks_util import ILP32, LP64, get_data_model_from_task

# The last line of the output.
VERDICT = re.compile(r"(TRUE|FALSE|UNKNOWN)(?:\((.+)\))?")

# The exit code that goes with a verdict; any other combination is an error of the tool.
EXIT_CODES = {"TRUE": 0, "FALSE": 10, "UNKNOWN": 20}


class Tool(benchexec.tools.template.BaseTool2):
    """A verifier for C: one binary that needs no other file."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("argand")

    def name(self):
        return "Argand"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="argand")

    def program_files(self, executable):
        return [executable]

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "verify", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        data_model = get_data_model_from_task(task, {ILP32: "ILP32", LP64: "LP64"})
        if data_model and "--data-model" not in options:
            command += ["--data-model", data_model]
        # A little less than the limits, so that Argand can say why it has no answer.
        seconds = min((limit for limit in (rlimits.walltime, rlimits.cputime) if limit), default=None)
        if seconds and "--time" not in options:
            command += ["--time", f"{max(seconds - max(1, seconds // 20), 1)}s"]
        if rlimits.memory and "--memory" not in options:
            command += ["--memory", f"{rlimits.memory // 20 * 19}B"]
        if rlimits.cpu_cores and "--jobs" not in options:
            command += ["--jobs", str(rlimits.cpu_cores)]
        return command + list(task.input_files_or_identifier)

    def determine_result(self, run):
        last = run.output[-1].strip() if run.output else ""
        match = VERDICT.fullmatch(last)
        if match is None or run.exit_code.value != EXIT_CODES[match[1]]:
            return result.RESULT_ERROR
        if match[1] == "TRUE":
            return result.RESULT_TRUE_PROP
        if match[1] == "FALSE":
            return f"{result.RESULT_FALSE_PROP}({match[2]})" if match[2] else result.RESULT_FALSE_PROP
        return result.RESULT_UNKNOWN
