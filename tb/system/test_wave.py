#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The waveform holds the window of cycles that was asked for, and asking for it changes nothing.

usage: tb/system/test_wave.py     (build/ubnsim-traced; reads the FST with fst2vcd of GTKWave)
"""

import subprocess
import sys

from simrun import PERIOD_PS, ROOT, Checks

TRACED = str(ROOT / "build/ubnsim-traced")


def stamps(t, run):
    """Times in the waveform, ps, and how many controllers it shows."""
    done = subprocess.run(["fst2vcd", run.folder / "wave.fst"], capture_output=True, text=True, check=False)
    t.check(done.returncode == 0, f"fst2vcd: {done.stderr}", run)
    times, scopes = [], set()
    for line in done.stdout.splitlines():
        if line.startswith("#"):
            times.append(int(line[1:]))
        elif line.startswith("$scope"):
            scopes.add(line.split()[2])
    return times, scopes


def main():
    """Runs everything."""
    t = Checks()
    base = t.quick()
    for first, last in ((0, None), (0, 100), (60, 200), (250, 260)):
        window = [f"sim.trace_from={first} cyc"] + ([f"sim.trace_to={last} cyc"] if last is not None else [])
        run = t.quick("sim.trace_wave=true", *window, program=TRACED)
        t.check(run.hash == base.hash, "a waveform changes the run", run)
        times, scopes = stamps(t, run)
        t.check({"n0", "n1"} <= scopes, f"scopes {scopes}", run)
        t.check(len(times) > 5, f"{len(times)} times in the waveform", run)
        # times[0] may be the state before the first edge in the window
        t.check(times[1] >= int(first * PERIOD_PS) - 1, f"starts at {times[:2]} ps", run)
        end = run.summary["simulated_ps"] if last is None else int(last * PERIOD_PS) + 1
        t.check(times[-1] <= end + 5 * PERIOD_PS, f"ends at {times[-1]} ps, the window at {end} ps", run)
        t.check(times[-1] >= min(end, run.summary["simulated_ps"]) * 0.8, f"ends at {times[-1]} ps already", run)
    run = t.quick(program=TRACED)
    t.check(not (run.folder / "wave.fst").exists() and run.hash == base.hash, "a waveform nobody asked for", run)
    return t.finish(25)


if __name__ == "__main__":
    sys.exit(main())
