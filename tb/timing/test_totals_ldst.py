#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""One 64 B load, stage by stage: against the published table, over clock phases and link delays, as built; one store;
longer accesses by formula; rates of loads and stores in flight together.

usage: tb/timing/test_totals_ldst.py     (UBNSIM: program to test, default build/ubnsim)
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "system"))
from simrun import PERIOD_PS, Checks  # noqa: E402

# Published table of a 64 B load, link 100 ns one way, ns; a pass is 8 cycles of 322 MHz.
PUBLISHED_NS = {
    "bus_send": 30, "nic_tx": 24.84, "wire_fwd": 100, "nic_rx": 24.84, "tgt_bus": 30, "tgt_mem": 30,
    "nic_rsp_tx": 24.84, "wire_back": 100, "nic_rsp_rx": 24.84, "bus_cmpl": 30,
}  # fmt: skip
SOFTWARE = ("sw_submit", "sw_build", "cq_poll", "lib_poll", "psn_serial")  # a load is an instruction
PASSES = ("nic_tx", "nic_rx", "nic_rsp_tx", "nic_rsp_rx")
PASS_CYC = 8
ENTRIES = 4  # load, request frame, memory data, response frame
# The passes as built, cycles: rtl/urma/README.md.
LOAD_CYC = {"nic_tx": 4, "nic_rx": 5, "nic_rsp_tx": 2, "nic_rsp_rx": 4}
# A store: its request has two beats and its write one cycle from command to data.
STORE_CYC = {"nic_tx": 4, "nic_rx": 7, "nic_rsp_tx": 3, "nic_rsp_rx": 3}
NATIVE_MAX_CYC = 6
NATIVE_MAX_PS = 394600
PHASES_PS = [round(i * PERIOD_PS / 16) for i in range(16)]
START = "workload.start=1 us"  # later than any setup


def run(t, *words):
    """Loads or stores of 64 B."""
    return t.quick("stack=ldst", *words, exp="read_64")


def published(t):
    """Each row of the table, the total, and nothing but alignment beside it."""
    r = run(t, "profile=published")
    for name, ns in PUBLISHED_NS.items():
        t.near(r.stage(name), ns * 1000, 6 if name in PASSES else 0, f"{name}, ps", r)
    for name in PASSES:
        t.check(r.stage(name, "mean_cycles") == PASS_CYC, f"{name}: {r.stage(name, 'mean_cycles')} cycles", r)
    for name in SOFTWARE:
        t.check(r.stage(name) == 0, f"{name} is charged", r)
    t.near(r.stage("total_without_alignment"), 419400, 30, "total without alignment, ps", r)
    rows = list(PUBLISHED_NS) + ["clock_align"]
    t.check(sum(r.stage(name) for name in rows) == r.stage("total"), "stages do not sum to the total", r)
    t.check(r.ops[0]["latency_ps"] == r.stage("total"), "latency of the operation", r)


def swept_over_phases(t):
    """Alignment is all that clock phases change, less than a period for each entry."""
    totals = set()
    for first in PHASES_PS:
        for second in PHASES_PS[::4]:
            r = run(t, START, f"nodes.0.clock_phase={first} ps", f"nodes.1.clock_phase={second} ps")
            totals.add(r.stage("total"))
            t.near(r.stage("total_without_alignment"), 419380, 4, "total without alignment, ps", r)
            t.between(r.stage("clock_align"), 0, ENTRIES * PERIOD_PS, "alignment, ps", r)
            t.near(r.stage("total") - r.stage("clock_align"), r.stage("total_without_alignment"), 0, "the rest", r)
            t.check(all(r.stage(p, "mean_cycles") == PASS_CYC for p in PASSES), "a pass is not 8 cycles", r)
    t.check(len(totals) >= 16, f"{len(totals)} different totals: the phases do not act")
    return f"totals {min(totals) / 1000:.3f} .. {max(totals) / 1000:.3f} ns"


def swept_over_links(t):
    """219 ns and 2 ns for each ns of link."""
    for ns in (50, 100, 200, 300, 400, 500):
        r = run(t, f"link.delay={ns} ns")
        t.near(r.stage("total_without_alignment") - 2000 * ns, 219380, 4, "fixed part, ps", r)


def native(t):
    """The passes as built, of a load and of a store, at some phases."""
    for first, second in ((0, 0), (0, 1000), (2500, 300), (3105, 1553)):
        for kind, cycles, rest_ns in (("read", LOAD_CYC, 320), ("write", STORE_CYC, 320)):
            r = run(t, "profile=native", f"workload.kind={kind}", START,
                    f"nodes.0.clock_phase={first} ps", f"nodes.1.clock_phase={second} ps")  # fmt: skip
            for name, expected in cycles.items():
                got = r.stage(name, "mean_cycles")
                t.check(got == expected, f"{kind}: {name}: {got} cycles, expected {expected}", r)
                t.check(kind == "write" or got <= NATIVE_MAX_CYC, f"{name}: {got} cycles", r)
            expected = rest_ns * 1000 + sum(cycles.values()) * PERIOD_PS
            t.near(r.stage("total_without_alignment"), expected, 4, f"{kind}: total without alignment, ps", r)
            t.check(r.stage("total_without_alignment") <= NATIVE_MAX_PS, f"{kind}: slower than wanted", r)
            t.check(r.stage("port_wait") == 0, "an access alone waits at a port", r)


def store(t):
    """A store: its data go to memory and the answer of memory comes back, one hop each; no access time."""
    r = run(t, "workload.kind=write")
    for name, ns in PUBLISHED_NS.items():
        if name not in PASSES:
            t.near(r.stage(name), {"tgt_bus": 60000, "tgt_mem": 0}.get(name, ns * 1000), 0, f"{name}, ps", r)
    extra = {name: PASS_CYC - LOAD_CYC[name] for name in PASSES}  # the same registers delay both
    for name in PASSES:
        t.near(r.stage(name, "mean_cycles"), STORE_CYC[name] + extra[name], 0, f"{name}, cycles", r)


def lengths(t):
    """A longer load: its response takes one beat more for each 64 B, its last data one cycle more each."""
    short = run(t, "profile=native").stage("total_without_alignment")
    for size in (128, 512, 4096):
        r = run(t, "profile=native", f"workload.bytes={size} B")
        beats = size // 64
        t.between(r.stage("total_without_alignment") - short, (beats - 1) * PERIOD_PS,
                  (2 * beats + 1) * PERIOD_PS, f"{size} B over 64 B, ps", r)  # fmt: skip


def rates(t):
    """64 accesses of 64 B in flight: bounded by two beats of a frame, 161 M/s."""
    for kind in ("read", "write"):
        r = run(t, "profile=native", f"workload.kind={kind}", "workload.ops=4000", "workload.outstanding=64")
        t.between(r.rate("steady"), 0.97 * 161, 161.01, f"{kind}: M/s", r)


def main():
    """Runs everything."""
    t = Checks()
    published(t)
    note = swept_over_phases(t)
    swept_over_links(t)
    native(t)
    store(t)
    lengths(t)
    rates(t)
    return t.finish(300, note)


if __name__ == "__main__":
    sys.exit(main())
