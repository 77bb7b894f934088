#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""One 64 B read on the three RoCE paths: against the published table, over clock phases and link delays, as built, and
what the preset pipelined leaves out; eight reads, dependent and together.

usage: tb/timing/test_totals_roce.py     (UBNSIM: program to test, default build/ubnsim)
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "system"))
from simrun import PERIOD_PS, Checks  # noqa: E402

# Published table of a 64 B read, link 100 ns one way, ns; a pass is 9 cycles of 322 MHz. A path without doorbell or
# fetch has no such row; its total is lower by them.
PUBLISHED_NS = {
    "sw_submit": 50, "sw_build": 30, "doorbell": 150, "wqe_fetch": 500, "nic_tx": 27.95, "wire_fwd": 100,
    "nic_rx": 27.95, "tgt_dma": 500, "tgt_mem": 30, "nic_rsp_tx": 27.95, "wire_back": 100, "nic_rsp_rx": 27.95,
    "payload_dma": 250, "cqe_dma": 250, "cq_poll": 70, "lib_poll": 30, "psn_serial": 50,
}  # fmt: skip
WITHOUT = {"roce_dma": (), "roce_bf": ("wqe_fetch",), "roce_dpu": ("wqe_fetch", "doorbell")}
# Entries into a clock domain of a controller: doorbell, fetched request, request frame, memory data, response frame.
ENTRIES = {"roce_dma": 5, "roce_bf": 4, "roce_dpu": 4}
PASSES = ("nic_tx", "nic_rx", "nic_rsp_tx", "nic_rsp_rx")
# The passes as built, cycles: rtl/roce/README.md.
NATIVE_CYC = {"nic_tx": {"roce_dma": 9, "roce_bf": 7, "roce_dpu": 7}, "nic_rx": 7, "nic_rsp_tx": 8, "nic_rsp_rx": 9}
START = "workload.start=3 us"  # later than any setup


def run(t, stack, *words):
    """One 64 B read."""
    return t.quick(f"stack={stack}", *words, exp="read_64")


def published(t, stack):
    """Each row of the table, the total, and nothing but alignment beside it."""
    r = run(t, stack, "preset=published", "profile=published")
    expected = {n: 0 if n in WITHOUT[stack] else ns for n, ns in PUBLISHED_NS.items()}
    for name, ns in expected.items():
        t.near(r.stage(name), ns * 1000, 2 if name in PASSES else 0, f"{name}, ps", r)
    for name in PASSES:
        t.check(r.stage(name, "mean_cycles") == 9, f"{name}: {r.stage(name, 'mean_cycles')} cycles", r)
    t.near(r.stage("total_without_alignment"), 1000 * sum(expected.values()), 10, "sum of the table, ps", r)
    t.between(r.stage("clock_align"), 0, ENTRIES[stack] * (PERIOD_PS + 1), "one period at most for each entry", r)
    t.check(r.stage("port_wait") == 0, "an unloaded read waits at a port", r)


def pipelined(t, stack):
    """The two declared terms of the preset published are absent, and memory counts once."""
    r = run(t, stack, "preset=pipelined", "profile=published")
    t.check(r.stage("psn_serial") == 0, "sequence number term", r)
    t.near(r.stage("cqe_dma"), PERIOD_PS, 1, "record behind its payload: one cycle", r)
    t.check(r.stage("tgt_mem") == 0, "memory is part of the read round trip", r)
    both = run(t, stack, "preset=published", "profile=published")
    gain = both.stage("total_without_alignment") - r.stage("total_without_alignment")
    t.near(gain, 50000 + 30000 + 250000 - PERIOD_PS, 10, "published - pipelined, ps", r)


def phases_and_links(t, stack):
    """Clock phases change alignment only; a link is paid twice."""
    expected = 1000 * sum(ns for n, ns in PUBLISHED_NS.items() if n not in WITHOUT[stack])
    totals = set()
    for first in range(0, 3106, 777):
        for second in range(0, 3106, 777):
            r = run(t, stack, START, f"nodes.0.clock_phase={first} ps", f"nodes.1.clock_phase={second} ps")
            t.near(r.stage("total_without_alignment"), expected, 10, "total over phases", r)
            totals.add(r.stage("total"))
    t.check(len(totals) > 1, "clock phases change nothing")
    fixed = []
    for ns in (50, 200, 500):
        fixed.append(run(t, stack, f"link.delay={ns} ns").stage("total_without_alignment") - 2000 * ns)
    t.check(max(fixed) - min(fixed) <= 10, f"fixed parts {fixed}")


def native(t, stack):
    """The passes as the registers of rtl/roce make them."""
    r = run(t, stack, "profile=native")
    for name, cycles in NATIVE_CYC.items():
        want = cycles[stack] if isinstance(cycles, dict) else cycles
        t.check(r.stage(name, "mean_cycles") == want, f"{name}: {r.stage(name, 'mean_cycles')} cycles, not {want}", r)


def eight(t):
    """Dependent reads cost eight times one; together, with one doorbell, little more than one."""
    dependent = run(t, "roce_dma", "workload.ops=8")
    span = max(op["end_ps"] for op in dependent.ops) - min(op["start_ps"] for op in dependent.ops)
    t.between(span, 17.6e6, 18.0e6, "8 dependent reads, ps (published 17.8 us)", dependent)
    together = ("workload.ops=8", "workload.outstanding=8", "workload.post_batch=8", "software.poll_batch=8")
    free = run(t, "roce_dma", *together, "software.submit=0 ps", "software.build=0 ps")
    span = max(op["end_ps"] for op in free.ops) - min(op["start_ps"] for op in free.ops)
    t.between(span, 2.1e6, 2.5e6, "8 reads with one doorbell, posting free, ps (published 2.2 us)", free)
    paid = run(t, "roce_dma", *together)
    span_paid = max(op["end_ps"] for op in paid.ops) - min(op["start_ps"] for op in paid.ops)
    t.between(span_paid - span, 8 * 80e3 - 30e3, 8 * 80e3 + 30e3, "eight times 80 ns of posting, ps", paid)
    return span, span_paid


def main():
    """Runs everything."""
    t = Checks()
    for stack in WITHOUT:
        published(t, stack)
        pipelined(t, stack)
        phases_and_links(t, stack)
        native(t, stack)
    span, paid = eight(t)
    return t.finish(100, f"8 reads with one doorbell {span / 1e6:.3f} us, with posting {paid / 1e6:.3f} us")


if __name__ == "__main__":
    sys.exit(main())
