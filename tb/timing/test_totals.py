#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""One 64 B read, stage by stage: against the published table, over clock phases, over link delays, and as built.

usage: tb/timing/test_totals.py     (UBNSIM: program to test, default build/ubnsim)
"""

import csv
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "system"))
from simrun import PERIOD_PS, PROGRAM, ROOT, Checks  # noqa: E402

# Published table of a 64 B URMA read, link 100 ns one way, ns; a pass is 25 cycles of 322 MHz.
PUBLISHED_NS = {
    "sw_submit": 50, "sw_build": 30, "bus_send": 30, "nic_tx": 77.64, "wire_fwd": 100, "nic_rx": 77.64,
    "tgt_bus": 30, "tgt_mem": 30, "nic_rsp_tx": 77.64, "wire_back": 100, "nic_rsp_rx": 77.64,
    "bus_cmpl": 30, "cq_poll": 5, "lib_poll": 30,
}  # fmt: skip
PASSES = ("nic_tx", "nic_rx", "nic_rsp_tx", "nic_rsp_rx")
# The passes as built, cycles: rtl/urma lists their registers.
NATIVE_CYC = {"nic_tx": 10, "nic_rx": 10, "nic_rsp_tx": 8, "nic_rsp_rx": 10}
NATIVE_MAX_CYC = 12
PHASES_PS = [round(i * PERIOD_PS / 16) for i in range(16)]
# Later than any setup: otherwise the first store follows the clock of its own controller.
START = "workload.start=1 us"


def phases(first, second):
    """Overrides that set both clock phases."""
    return f"nodes.0.clock_phase={first} ps", f"nodes.1.clock_phase={second} ps"


def published(t):
    """Each row of the table, the total, and nothing but alignment beside it."""
    r = t.run("profile=published", "link.delay=100 ns")
    for name, ns in PUBLISHED_NS.items():
        t.near(r.stage(name), ns * 1000, 1 if name in PASSES else 0, f"{name}, ps", r)
    for name in PASSES:
        t.check(r.stage(name, "mean_cycles") == 25, f"{name}: {r.stage(name, 'mean_cycles')} cycles", r)
    t.near(r.stage("total_without_alignment"), 745559, 10, "total without alignment, ps", r)
    t.near(r.stage("total_without_alignment"), 1000 * sum(PUBLISHED_NS.values()), 10, "sum of the table, ps", r)
    t.check(r.stage("port_wait") == 0, "an unloaded read waits at a port", r)
    rows = list(PUBLISHED_NS) + ["clock_align", "port_wait"]
    t.check(sum(r.stage(name) for name in rows) == r.stage("total"), "stages do not sum to the total", r)
    op = r.ops[0]
    t.check(sum(op[name + "_ps"] for name in rows) == op["latency_ps"], "stages of the operation do not sum", r)
    t.check(op["end_ps"] - op["start_ps"] == op["latency_ps"] == r.stage("total"), "latency of the operation", r)


def swept_over_phases(t):
    """Alignment is all that clock phases change."""
    totals = []
    for first in PHASES_PS:
        for second in PHASES_PS:
            r = t.quick("profile=published", START, *phases(first, second))
            total, align = r.stage("total"), r.stage("clock_align")
            totals.append(total)
            t.between(total, 745600, 758000, "total, ps", r)
            t.between(align, 0, 4 * PERIOD_PS, "alignment, ps", r)
            t.near(r.stage("total_without_alignment"), 745559, 10, "total without alignment, ps", r)
            t.near(total - align, r.stage("total_without_alignment"), 0, "total less alignment, ps", r)
            t.check(all(r.stage(p, "mean_cycles") == 25 for p in PASSES), "a pass is not 25 cycles", r)
            if first == second:
                t.between(total, 752600, 755800, "total at equal phases, ps", r)
    t.near(sum(totals) / len(totals), 752000, 500, "mean total over all phases, ps")
    t.check(len(set(totals)) >= 16, f"{len(set(totals))} different totals: the phases do not act")
    low, high, mean = min(totals) / 1000, max(totals) / 1000, sum(totals) / len(totals) / 1000
    return f"totals {low:.3f} .. {high:.3f} ns, mean {mean:.3f}"


def swept_over_links(t):
    """2 ns for each ns of link: through ubnsim, and through scripts/sweep as a user does it."""
    for profile in ("published", "native"):
        totals = {}
        for ns in (50, 100, 200, 300, 400, 500):
            r = t.quick(f"profile={profile}", f"link.delay={ns} ns")
            totals[ns] = r.stage("total_without_alignment")
            t.check(r.stage("wire_fwd") == r.stage("wire_back") == ns * 1000, "wire stages", r)
        for ns, total in totals.items():
            t.near(total - totals[100], 2000 * (ns - 100), 4, f"{profile}: {ns} ns against 100 ns, ps")
    out = t.folder / "sweep"
    done = subprocess.run([ROOT / "scripts/sweep", "link_sweep_urma", "--ubnsim", PROGRAM, "--out", out],
                          capture_output=True, text=True, check=False, cwd=ROOT)  # fmt: skip
    t.check(done.returncode == 0, f"scripts/sweep: {done.stdout}{done.stderr}")
    with open(out / "link_sweep_urma.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    t.check(len(rows) == 6, f"{len(rows)} rows of the sweep")
    for row in rows:
        ns = float(row["links.*.delay"].split()[0])
        t.near(float(row["total_without_alignment_ns"]), 745.559 + 2 * (ns - 100), 0.0101, f"sweep, {ns} ns of link")


def native(t):
    """The passes as built, at every phase."""
    for first, second in ((0, 0), (0, 1000), (2500, 300), (3105, 1553)):
        r = t.quick("profile=native", START, *phases(first, second))
        for name, cycles in NATIVE_CYC.items():
            got = r.stage(name, "mean_cycles")
            t.check(got == cycles, f"{name}: {got} cycles, expected {cycles}", r)
            t.check(got <= NATIVE_MAX_CYC, f"{name}: {got} cycles, more than {NATIVE_MAX_CYC}", r)
        rest = sum(ns for name, ns in PUBLISHED_NS.items() if name not in PASSES)
        expected = rest * 1000 + sum(NATIVE_CYC.values()) * PERIOD_PS
        t.near(r.stage("total_without_alignment"), expected, 4, "native total without alignment, ps", r)
        t.check(r.stage("port_wait") == 0, "an unloaded read waits at a port", r)


def main():
    """Runs everything."""
    t = Checks()
    published(t)
    note = swept_over_phases(t)
    swept_over_links(t)
    native(t)
    return t.finish(1200, note)


if __name__ == "__main__":
    sys.exit(main())
