# SPDX-License-Identifier: Apache-2.0
"""Runs ubnsim, reads what it left behind, counts checks. For the tests of tb/system, tb/timing and tb/conform.

A test is a script: it makes a Checks, calls run() as often as it likes, hands each finding to check() or
near(), and ends with finish(), which prints one line with counts and gives the exit code.
"""

import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = os.path.abspath(os.environ.get("UBNSIM", ROOT / "build/ubnsim"))
PERIOD_PS = 500000 / 161  # 322 MHz
SECONDS_MAX = 300  # a run that hangs is a failure, not a hanging test
BLOCK_PACKET = 6  # pcapng: enhanced packet block


def judge(script, path, *options):
    """(exit code, text) of a script that judges a capture."""
    done = subprocess.run([ROOT / "scripts" / script, *options, path], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def frames(data):
    """(offset, length) of the bytes of each frame in a capture."""
    at, found = 0, []
    while at < len(data):
        kind = int.from_bytes(data[at : at + 4], "little")
        size = int.from_bytes(data[at + 4 : at + 8], "little")
        if kind == BLOCK_PACKET:
            found.append((at + 28, int.from_bytes(data[at + 20 : at + 24], "little")))
        at += size
    return found


class Run:
    """What one run printed and left behind; files are read when asked for."""

    def __init__(self, words, code, out, err, folder):
        self.words, self.code, self.out, self.err, self.folder = words, code, out, err, folder
        self._cache = {}

    def _rows(self, name):
        if name not in self._cache:
            with open(self.folder / name, encoding="utf-8", newline="") as file:
                self._cache[name] = list(csv.DictReader(file))
        return self._cache[name]

    @property
    def summary(self):
        """summary.json."""
        if "summary" not in self._cache:
            self._cache["summary"] = json.loads((self.folder / "summary.json").read_text(encoding="utf-8"))
        return self._cache["summary"]

    @property
    def hash(self):
        """The trace hash."""
        return self.summary["trace_hash"]

    @property
    def counters(self):
        """Counters by name."""
        return {row["name"]: int(row["value"]) for row in self._rows("counters.csv")}

    @property
    def ops(self):
        """Operations as dicts of numbers, in the order of posting; None: has not happened."""
        return [{k: int(v) if v else None for k, v in row.items()} for row in self._rows("ops.csv")]

    def stage(self, name, column="sum_ps"):
        """One number of a stage over all nodes; 0 when no operation passed it."""
        for row in self._rows("stages.csv"):
            if row["node"] == "all" and row["stage"] == name:
                return float(row[column])
        raise KeyError(f"{self.folder}/stages.csv has no stage {name}")

    def rate(self, name):
        """A rate of the summary, millions per second; 0 when it has no span."""
        return (self.summary["rates"][name]["per_s"] or 0) * 1e-6

    @property
    def rate_per_us(self):
        """Operations per microsecond, from first post to last end."""
        return self.rate("operations")

    @property
    def payload_bytes_per_ns(self):
        """Payload rate, GB/s."""
        rate = self.summary["rates"]["payload"]
        return rate["count"] / (rate["span_ps"] * 1e-3)


class Checks:
    """Counts checks and runs of one test program."""

    def __init__(self):
        self.name = Path(sys.argv[0]).name
        self.folder = Path(tempfile.mkdtemp(prefix="ubn-" + self.name + "-"))
        self.checks = self.failed = self.runs = 0

    def run(self, *words, exp="read_urma", code=0, program=None, env=None):
        """Runs an experiment with overrides; a wrong exit code is a failed check."""
        folder = self.folder / str(self.runs)
        self.runs += 1
        file = exp if str(exp).endswith(".yaml") else f"configs/exp/{exp}.yaml"
        command = [program or PROGRAM, "run", file, *words, "--out", str(folder)]
        try:
            done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False,
                                  timeout=SECONDS_MAX, env={**os.environ, **(env or {})})  # fmt: skip
        except FileNotFoundError:
            sys.exit(f"{self.name}: FAILED: {command[0]} is missing; make builds it")
        result = Run(words, done.returncode, done.stdout, done.stderr, folder)
        self.check(result.code == code, f"exit code {result.code}, expected {code}: {result.err[-2000:]}", result)
        if result.code not in (0, 1, 2, 3):
            self.abort(f"{command}: exit code {result.code}\n{result.err}")
        if code == 0 and result.code != 0:
            self.abort("no results to go on with")
        return result

    def quick(self, *words, **how):
        """run() without a capture, for many or large runs."""
        return self.run("sim.capture=false", *words, **how)

    def check(self, good, what, run=None):
        """Notes one finding; prints it when it is bad."""
        self.checks += 1
        if not good:
            self.failed += 1
            where = f" [{' '.join(run.words)}]" if run else ""
            print(f"{self.name}: FAILED: {what}{where}", flush=True)
        return good

    def near(self, value, expected, tolerance, what, run=None):
        """check() that a number is within a tolerance."""
        good = abs(value - expected) <= tolerance
        return self.check(good, f"{what}: {value:g}, expected {expected:g} +- {tolerance:g}", run)

    def between(self, value, low, high, what, run=None):
        """check() that a number is in a range."""
        return self.check(low <= value <= high, f"{what}: {value:g}, expected {low:g} .. {high:g}", run)

    def abort(self, why):
        """Ends the test at once."""
        print(f"{self.name}: FAILED: {why}")
        self.failed += 1
        sys.exit(self.finish(0))

    def finish(self, checks_min, note=""):
        """Prints the summary; gives the exit code. Fewer checks than expected are a failure too."""
        if self.checks < checks_min:
            print(f"{self.name}: FAILED: only {self.checks} checks, at least {checks_min} were due")
            self.failed += 1
        verdict = "passed" if self.failed == 0 else "FAILED"
        shutil.rmtree(self.folder, ignore_errors=True)
        print(f"{self.name}: {self.checks - self.failed} of {self.checks} checks passed in {self.runs} runs"
              f"{', ' + note if note else ''}: {verdict}", flush=True)  # fmt: skip
        return int(self.failed != 0)
