#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every key acts: over four values its own metric moves by the predicted step (case B93).

usage: tb/system/test_knobs.py
A key of configs/spec/keys.yaml without a test here (or a reason in ELSEWHERE) fails the test.
"""

import functools
import math
import re
import subprocess
import sys

import yaml

from simrun import PERIOD_PS, PROGRAM, ROOT, Checks

KNOBS = []  # (keys, test)
ELSEWHERE = {
    "stack": "its values are systems of their own",
    "workload.kind": "test_random.py, test_roce.py",
    "workload.both": "test_random.py: mixed",
    "nic.read_depth": "test_roce.py, read_depth",
    "workload.recv_depth": "tb/unit/test_mixed.c",
    "workload.order": "one value so far",
    "sim.trace_wave": "test_wave.py",
    "sim.trace_from": "test_wave.py",
    "sim.trace_to": "test_wave.py",
    "workload.first_psn": "test_random.py, wrap_on_the_wire",
    "workload.first_tassn": "test_random.py, wrap_on_the_wire",
}
NATIVE_CYC = {"tx": 10, "rx": 10, "rsp_tx": 8, "rsp_rx": 10}  # asserted by tb/timing
# Rate experiments: nothing but the controllers limits, 256 reads in flight.
RATE = ("profile=native", "software.enabled=false", "workload.jettys=16", "workload.outstanding=16",
        "workload.ops=1500")  # fmt: skip


def knob(*keys):
    """Marks a test with the keys it turns."""

    def mark(function):
        KNOBS.append((keys, function))
        return function

    return mark


def law(t, key, values, metric, predict, tolerance, *words, unit="", relative=False, distinct=0):
    """Runs each value; the metric must be as predicted, and differ for `distinct` of them (0: for all)."""
    seen = []
    for value in values:
        run = t.quick(*words, f"{key}={value}{unit}")
        got, want = metric(run), predict(value)
        t.near(got, want, tolerance * want if relative else tolerance, f"{key}={value}{unit}", run)
        seen.append(got)
    t.check(len(set(seen)) >= (distinct or len(seen)), f"{key} does not act: {seen} for {values}")


def total(run):
    """Latency without alignment, ps."""
    return run.stage("total_without_alignment", "mean_ns") * 1000


def published_plus(slope, base):
    """Prediction: the published total, and slope ps for each unit above the base value."""
    return lambda value: 745559 + slope * (value - base)


# ---- the RoCE stacks ----

ROCE = ("stack=roce_dma", "preset=published")
ROCE_PS = 2221800  # published total of a 64 B read


def roce_plus(slope, base):
    """Prediction: the published total, and slope ps for each unit above the base value."""
    return lambda value: ROCE_PS + slope * (value - base)


# Queues full, nothing but the PCIe limits; four requests a doorbell and a fetch.
QUEUES = ("stack=roce_dma", "preset=pipelined", "profile=native", "software.enabled=false", "nic.read_depth=128",
          "workload.outstanding=128", "workload.post_batch=4")  # fmt: skip
LOCAL_QP_OPERATION = 2  # status of a completion.  Source: verbs interface, ibv_wc_status


def steady(run):
    """Operations per microsecond, without beginning and end."""
    ends = sorted(op["end_ps"] for op in run.ops)
    first, last = len(ends) // 3, len(ends) * 5 // 6
    return (last - first) / ((ends[last] - ends[first]) * 1e-6)


def pcie_beats(stream):
    """Metric: beats of a PCIe stream of the initiator."""
    return lambda run: run.counters[f"n0.pcie_{stream}_beats"]


@knob("pcie.mmio")
def pcie_mmio(t):
    law(t, "pcie.mmio", (100, 150, 200, 249), total, roce_plus(1000, 150), 20, *ROCE, unit=" ns")


@knob("pcie.read")
def pcie_read(t):
    """Paid by the fetch and by the target."""
    law(t, "pcie.read", (400, 500, 700, 1050), total, roce_plus(2000, 500), 20, *ROCE, unit=" ns")


@knob("pcie.write")
def pcie_write(t):
    """Paid by payload and record as published, once when they overlap."""
    law(t, "pcie.write", (200, 250, 300, 500), total, roce_plus(2000, 250), 20, *ROCE, unit=" ns")
    law(t, "pcie.write", (200, 250, 300, 500), total, lambda v: 1894907 + 1000 * (v - 250), 20, "stack=roce_dma",
        "preset=pipelined", unit=" ns")  # fmt: skip


@knob("software.psn_serial")
def psn_serial(t):
    law(t, "software.psn_serial", (0, 25, 50, 100), total, roce_plus(1000, 50), 20, *ROCE, unit=" ns")


@knob("workload.post_batch")
def post_batch(t):
    """Doorbells of eight reads, beside the writes of the setup."""
    words = (*ROCE, "workload.ops=8", "workload.outstanding=8")
    setup = pcie_beats("cq")(t.quick(*words)) - 8
    law(t, "workload.post_batch", (1, 2, 4, 8), pcie_beats("cq"), lambda n: setup + 8 / n, 0, *words)
    law(t, "workload.post_batch", (125, 250, 500, 1000), pcie_beats("cq"), lambda n: setup + 1000 / n, 0, *ROCE,
        "workload.ops=1000", "workload.outstanding=1000")  # fmt: skip


@knob("nic.fetch_max")
def fetch_max(t):
    """Requests of 64 reads with one doorbell: a payload and a record each, and the fetches."""
    words = (*ROCE, "pcie.mrrs=4 KiB", "workload.ops=64", "workload.outstanding=64", "workload.post_batch=64")
    fetches = lambda n: 128 + math.ceil(64 / n)  # noqa: E731
    law(t, "nic.fetch_max", (1, 2, 4, 8, 16, 63), pcie_beats("rq"), fetches, 0, *words)


@knob("pcie.mrrs")
def pcie_mrrs(t):
    """Requests of the target for 4 KiB that begin inside a piece: one more than if they began with one."""
    words = ("stack=roce_dma", "workload.bytes=4 KiB")
    sent = lambda run: run.counters["n1.pcie_rq_beats"]  # noqa: E731
    law(t, "pcie.mrrs", (128, 256, 512, 1024), sent, lambda n: 4096 / n + 1, 0, *words, unit=" B")


@knob("pcie.mps")
def pcie_mps(t):
    """Writes of the initiator for 4 KiB into a buffer that begins inside a piece, and the record."""
    law(t, "pcie.mps", (128, 256, 512, 1024), lambda run: run.counters["n0.pcie_writes"], lambda n: 4096 / n + 2, 0,
        "stack=roce_dma", "workload.bytes=4 KiB", "pcie.cpl_max=128 B", unit=" B")  # fmt: skip


@knob("pcie.cpl_max", "pcie.rcb", "pcie.random_split")
def pcie_split(t):
    """Answers per read of 4 KiB: to the ends of pieces, or to a random boundary of those up to there."""

    @functools.cache
    def answers(at, end, piece, rcb, random):
        if at >= end:
            return 0
        last = (at // piece + 1) * piece
        ends = range((at // rcb + 1) * rcb, last + 1, rcb) if random else (last,)
        return 1 + sum(answers(e, end, piece, rcb, random) for e in ends) / len(ends)

    def mean(piece, rcb, random):
        starts = range(0, piece, 64)
        return sum(answers(s, s + 4096, piece, rcb, random) for s in starts) / len(starts)

    words = (*QUEUES, "workload.bytes=4 KiB", "pcie.mps=1 KiB", "pcie.mrrs=1 KiB", "workload.ops=200")
    seen = lambda run: run.counters["n1.pcie_completions"] / 200  # noqa: E731
    for random in (False, True):
        split = f"pcie.random_split={str(random).lower()}"
        law(t, "pcie.cpl_max", (64, 128, 256, 1024), seen, lambda n, r=random: mean(n, 64, r), 0.02, split, *words,
            unit=" B", relative=True)  # fmt: skip
        law(t, "pcie.rcb", (64, 128), seen, lambda n, r=random: mean(256, n, r), 0.02, split, *words, relative=True,
            distinct=2 if random else 1)  # fmt: skip


@knob("pcie.rate", "pcie.overhead")
def pcie_rate(t):
    """The initiator sends up for a read of 4 KiB: 16 writes, a record, and a quarter of a fetch."""
    words = (*QUEUES, "workload.bytes=4 KiB", "workload.ops=120")
    got = lambda run: steady(run) * 4.096  # GB/s  # noqa: E731
    up = lambda overhead: (4096 + 64 + 17.25 * overhead) / 4096  # noqa: E731
    law(t, "pcie.rate", (8, 16, 32, 64, 128), got, lambda v: v / 8 / up(26), 0.01, *words, unit=" Gb/s", relative=True)
    law(t, "pcie.overhead", (12, 26, 64, 256), got, lambda v: 4 / up(v), 0.02, "pcie.rate=32 Gb/s", *words,
        unit=" B", relative=True)  # fmt: skip


@knob("pcie.ph", "pcie.pd", "pcie.nph", "pcie.max_reads", "pcie.tags")
def pcie_in_flight(t):
    """So many at a time, each for as long as its latency. A read of 64 B takes two writes of 4 data credits."""
    words = (*QUEUES, "workload.ops=400")
    write_us, read_us = math.ceil(250000 / PERIOD_PS) * PERIOD_PS / 1e6, 0.5
    law(t, "pcie.ph", (1, 2, 4, 8), steady, lambda v: v / 2 / write_us, 0.02, *words, relative=True)
    law(t, "pcie.pd", (8, 16, 24, 32), steady, lambda v: v / 8 / write_us, 0.02, "pcie.mps=128 B", "pcie.cpl_max=128 B",
        *words, relative=True)  # fmt: skip
    peaks = {}
    for key in ("pcie.nph", "pcie.max_reads", "pcie.tags"):
        law(t, key, (1, 2, 4, 8), steady, lambda v: v / read_us, 0.02, *words, relative=True)
        peaks[key] = t.quick(*words, f"{key}=4").counters["n1.pcie_reads_peak"]
    t.check(peaks["pcie.nph"] == peaks["pcie.tags"] == 4 < peaks["pcie.max_reads"], f"most reads open {peaks}")


@knob("pcie.jitter", "pcie.reorder")
def pcie_jitter(t):
    """Evenly spread over 0 .. jitter. Of n reads in order, the i-th waits for the latest of i: i / (i + 1) of it."""
    one = ("stack=roce_dma", "preset=pipelined", "workload.ops=500")
    for ns in (0, 100, 400, 1600):
        run = t.quick(*one, f"pcie.jitter={ns} ns")
        for stage in ("wqe_fetch", "tgt_dma"):
            low, high, mean = (run.stage(stage, c) for c in ("min_ps", "max_ps", "mean_ns"))
            t.between(low, 500000, 500000 + ns * 20, f"fastest {stage}, ps", run)
            t.between(high, 500000 + ns * 980, 500000 + ns * 1000, f"slowest {stage}, ps", run)
            t.near(mean, 500 + ns / 2, 0.04 * ns, f"mean {stage}, ns", run)
    burst = ("stack=roce_bf", "preset=pipelined", "profile=native", "software.enabled=false", "workload.jettys=64",
             "workload.ops=64")  # fmt: skip
    for reorder, share in (("true", 0.5), ("false", sum(i / (i + 1) for i in range(1, 65)) / 64)):
        for ns in (2000, 4000, 8000, 16000):
            runs = [t.quick(*burst, f"pcie.jitter={ns} ns", f"pcie.reorder={reorder}", f"seed={n}") for n in range(4)]
            late = sum(run.stage("tgt_dma", "mean_ns") - 500 for run in runs) / len(runs)
            t.near(late / ns, share, 0.05, "mean share of the jitter", runs[0])


@knob("pcie.timeout")
def pcie_timeout(t):
    """A fetch that takes longer ends its request and its queue pair; a longer timeout changes nothing."""
    for ns in (300, 500, 1000, 3000):
        cycles = math.ceil(ns * 1000 / PERIOD_PS)
        words = ("stack=roce_dma", "preset=pipelined", f"pcie.read={ns} ns")
        base = t.quick(*words)
        for timeout, code in ((cycles // 2, 1), (cycles - 1, 1), (cycles + 1, 0), (cycles * 2, 0)):
            run = t.quick(*words, f"pcie.timeout={timeout} cyc", code=code)
            if code == 0:
                t.check(run.ops == base.ops, "a timeout that does not end acts", run)
            else:
                t.check([op["status"] for op in run.ops] == [LOCAL_QP_OPERATION], f"status in {run.ops}", run)
                t.check("error: n0: nic.bus_errors is" in run.err, run.err, run)
    # 30 ns of memory make the read of the target too slow, not the fetch: no answer comes.
    run = t.quick(*ROCE, "pcie.timeout=165 cyc", code=3)
    t.check("error: n1: nic.bus_errors is" in run.err and "never ended" in run.err, run.err, run)


# ---- latency: one read ----


@knob("links.*.delay")
def link_delay(t):
    """Twice per read, once in each wire stage."""
    law(t, "link.delay", (100, 101, 102, 350), total, published_plus(2000, 100), 10, unit=" ns")
    law(t, "links.0.delay", (1, 77, 200, 9000), lambda r: r.stage("wire_fwd"), lambda v: v * 1000, 0, unit=" ns")
    law(t, "links.0.delay", (1, 77, 200, 9000), lambda r: r.stage("wire_back"), lambda v: v * 1000, 0, unit=" ns")


@knob("bus.hop")
def bus_hop(t):
    """Three hops: store, read of the target (request and data together), completion."""
    law(t, "bus.hop", (30, 31, 32, 80), total, published_plus(3000, 30), 10, unit=" ns")
    for stage in ("bus_send", "tgt_bus", "bus_cmpl"):
        law(t, "bus.hop", (2, 10, 30, 45), lambda r, s=stage: r.stage(s), lambda v: v * 1000, 0, unit=" ns")


@knob("software.submit", "software.build", "software.poll", "software.lib_poll")
def software(t):
    """1 ns each for each ns."""
    for key, stage, base in (("submit", "sw_submit", 50), ("build", "sw_build", 30), ("poll", "cq_poll", 5),
                             ("lib_poll", "lib_poll", 30)):  # fmt: skip
        values = (base, base + 1, base + 2, base + 100)
        law(t, "software." + key, values, total, published_plus(1000, base), 10, unit=" ns")
        law(t, "software." + key, values, lambda r, s=stage: r.stage(s), lambda v: v * 1000, 0, unit=" ns")


@knob("software.poll_batch")
def poll_batch(t):
    """A busy thread pays one look for as many records: 50 + 30 + 30 ns each, and its share of a look of 1 us."""
    law(t, "software.poll_batch", (1, 2, 4, 8), lambda r: rate(r), lambda v: 1e3 / (110 + 1000 / v),
        0.05, "software.poll=1 us", "workload.outstanding=16", "workload.ops=800", relative=True)  # fmt: skip


@knob("software.enabled")
def software_enabled(t):
    """Without software its four stages are 0 and the rest stays."""
    law(t, "software.enabled", ("true", "false"), total, lambda v: 745559 - 115000 * (v == "false"), 10)
    run = t.quick("software.enabled=false", "software.submit=1 us", "software.poll=1 us")
    t.check(all(run.stage(s) == 0 for s in ("sw_submit", "sw_build", "cq_poll", "lib_poll")), "software costs", run)


@knob("memory.row_hit", "memory.row_miss", "memory.row_model")
def memory_rows(t):
    """The open row decides which of the two times counts."""
    hit = ("memory.row_miss=500 ns",)
    law(t, "memory.row_hit", (30, 31, 32, 400), total, published_plus(1000, 30), 10, *hit, unit=" ns")
    law(t, "memory.row_hit", (1, 15, 30, 99), lambda r: r.stage("tgt_mem"), lambda v: v * 1000, 0, *hit, unit=" ns")
    miss = ("memory.row_model=open_page",)
    law(t, "memory.row_miss", (30, 31, 70, 400), total, published_plus(1000, 30), 10, *miss, unit=" ns")
    always = t.quick("workload.ops=50")
    opened = t.quick("workload.ops=50", *miss)
    t.check(always.counters["n1.mem_misses"] == 0, "always_hit misses", always)
    misses = opened.counters["n1.mem_misses"]
    t.between(misses, 8, 10, "rows of 8 KiB in 64 KiB that may lie across rows", opened)
    t.near(opened.stage("tgt_mem"), 50 * 30000 + misses * 40000, 0, "time in memory, ps", opened)


@knob("memory.banks", "memory.row_bytes")
def memory_geometry(t):
    """Misses counted again here, from the addresses on the wire."""
    words = ("memory.row_model=open_page", "workload.ops=400", "profile=native")

    def misses(run, banks, row_bytes):
        listed = subprocess.run([ROOT / "scripts/check_capture", "--list", "--no-tshark", run.folder / "wire.pcapng"],
                                capture_output=True, text=True, check=True).stdout  # fmt: skip
        addresses = [int(a, 16) for a in re.findall(r"n0\.tx.* READ .*addr 0x([0-9a-f]+)", listed)]
        t.check(len(addresses) == 400, f"{len(addresses)} reads in the capture", run)
        rows, count = {}, 0
        for address in addresses:
            row = ((address & 0xFFFFF) + 0x240) // row_bytes  # the segment begins 0x240 after a 4 KiB boundary
            count += rows.get(row % banks) != row
            rows[row % banks] = row
        return count

    seen = []
    for banks, row_bytes in ((1, 1024), (2, 1024), (8, 1024), (64, 1024), (4, 64), (4, 256), (4, 4096)):
        run = t.run(*words, f"memory.banks={banks}", f"memory.row_bytes={row_bytes} B")
        got = run.counters["n1.mem_misses"]
        t.near(got, misses(run, banks, row_bytes), 0, "row misses", run)
        seen.append(got)
    t.check(seen[0] > seen[1] > seen[2] > seen[3] and seen[4] > seen[5] > seen[6], f"misses {seen}")


@knob("nic.pad_tx", "nic.pad_rx", "nic.pad_rsp_tx", "nic.pad_rsp_rx")
def pads(t):
    """n cycles more in its own pass, no more in any other."""
    for name, native in NATIVE_CYC.items():
        for pad in (0, 2, 3, 200):
            run = t.quick("profile=native", f"nic.pad_{name}={pad} cyc")
            for other, cycles in NATIVE_CYC.items():
                want = cycles + (pad if other == name else 0)
                t.near(run.stage("nic_" + other, "mean_cycles"), want, 0, f"cycles of nic_{other}", run)
        law(t, f"nic.pad_{name}", (0, 2, 3, 200), total, lambda v: 435000 + (38 + v) * PERIOD_PS, 4,
            "profile=native", unit=" cyc")  # fmt: skip
        published = t.quick("profile=published", f"nic.pad_{name}=20 cyc")
        t.near(published.stage("nic_" + name, "mean_cycles"), native + 20, 0, "a pad beside the profile", published)


@knob("profile")
def profile(t):
    """100 cycles in four passes, or as built."""
    law(t, "profile", ("published", "native"), total,
        lambda v: 435000 + PERIOD_PS * (100 if v == "published" else 38), 4)  # fmt: skip


@knob("preset")
def preset(t):
    """No URMA path differs: configs/spec/keys.yaml says so."""
    runs = [t.quick(f"preset={name}") for name in ("published", "pipelined")]
    t.check(runs[0].hash == runs[1].hash, "the preset acts on stack urma", runs[1])


@knob("nodes.*.clock_phase")
def clock_phase(t):
    """The alignment row, calculated here edge by edge."""

    def edge(k, phase):
        return k * 500000 // 161 + phase

    def next_edge(ps, phase):
        k = 0 if ps < phase else int((ps - phase) / PERIOD_PS)
        while edge(k, phase) < ps:
            k += 1
        return k

    def alignment(phases):
        now, wait = 1110000, 0  # first submit at 1 us, then 50 + 30 + 30 ns
        for node, flight in ((0, 100000), (1, 60000), (1, 100000), (0, 0)):
            k = next_edge(now, phases[node])
            wait += edge(k, phases[node]) - now
            now = edge(k + 25, phases[node]) + flight
        return wait

    for node in (0, 1):
        for other in (0, 1700):
            phases = lambda v, n=node, o=other: (v, o) if n == 0 else (o, v)  # noqa: E731
            law(t, f"nodes.{node}.clock_phase", (0, 500, 1400, 2900), lambda r: r.stage("clock_align"),
                lambda v, p=phases: alignment(p(v)), 0, "workload.start=1 us",
                f"nodes.{1 - node}.clock_phase={other} ps", unit=" ps", distinct=2)  # fmt: skip


@knob("links.*.jitter")
def jitter(t):
    """Evenly spread over 0 .. jitter, in each direction."""
    for ns in (0, 10, 40, 160):
        run = t.quick("workload.ops=500", f"link.jitter={ns} ns")
        for stage in ("wire_fwd", "wire_back"):
            low, high, mean = (run.stage(stage, c) for c in ("min_ps", "max_ps", "mean_ns"))
            t.between(low, 100000, 100000 + ns * 20, "fastest frame, ps", run)
            t.between(high, 100000 + ns * 980, 100000 + ns * 1000, "slowest frame, ps", run)
            t.near(mean, 100 + ns / 2, 0.05 * ns, "mean, ns", run)


@knob("nodes.*.ctx_slow")
def ctx_slow(t):
    """Context ports that answer late lengthen the passes of their own node."""
    base = t.quick("profile=native", "workload.ops=200")
    for node, slower, same in ((0, ("nic_tx", "nic_rsp_rx"), ("nic_rx", "nic_rsp_tx")),
                               (1, ("nic_rx", "nic_rsp_tx"), ("nic_tx", "nic_rsp_rx"))):  # fmt: skip
        run = t.quick("profile=native", "workload.ops=200", f"nodes.{node}.ctx_slow=true")
        for stage in slower:
            t.check(run.stage(stage, "mean_ns") > base.stage(stage, "mean_ns") + PERIOD_PS / 1000,
                    f"{stage} is not a cycle longer", run)  # fmt: skip
        for stage in same:
            t.near(run.stage(stage, "mean_ns"), base.stage(stage, "mean_ns"), 0.01, f"{stage} of the other node", run)


# ---- rates: many reads ----


def rate(run):
    """Reads per microsecond."""
    return run.rate_per_us


@knob("nic.issue_interval")
def issue_interval(t):
    """One request in n cycles."""
    law(t, "nic.issue_interval", (4, 8, 16, 64), rate, lambda v: 322 / v, 0.03, *RATE, unit=" cyc", relative=True)


@knob("nic.window")
def window(t):
    """n packets in one time of flight: as fast again for each."""
    one = t.quick(*RATE, "nic.window=1").rate_per_us
    law(t, "nic.window", (1, 2, 4, 8), rate, lambda v: v * one, 0.05, *RATE, relative=True)
    t.between(1000 / one, 200, 450, "time of flight of packet and acknowledgement, ns")
    t.check(t.quick(*RATE, "nic.window=2").counters["n0.stall_events"] > 0, "a full window makes no stall event")


@knob("nic.max_outstanding")
def max_outstanding(t):
    """n reads in one latency."""
    one = t.quick(*RATE, "nic.max_outstanding=1").rate_per_us
    law(t, "nic.max_outstanding", (1, 2, 4, 8), rate, lambda v: v * one, 0.05, *RATE, relative=True)
    t.between(1000 / one, 380, 520, "latency without software, ns")


@knob("bus.outstanding")
def bus_outstanding(t):
    """n reads of memory in 60 ns, which are 20 cycles, and one to send the next."""
    law(t, "bus.outstanding", (1, 2, 3, 4), rate, lambda v: v * 1e6 / (21 * PERIOD_PS), 0.02, *RATE, relative=True)


@knob("bus.beat", "memory.beat")
def beats(t):
    """Reads of 4 KiB: 64 beats of data, and the record beside them on the write side."""
    words = RATE[:-1] + ("workload.ops=400", "workload.bytes=4 KiB", "link.rate=10 Tb/s", "memory.banks=1024",
                         "memory.row_bytes=64 B")  # fmt: skip
    payload = lambda r: r.payload_bytes_per_ns  # noqa: E731
    law(t, "bus.beat", (8, 16, 32, 64), payload, lambda v: 4096 / (65 * v), 0.03, *words, unit=" ns", relative=True)
    # One row: the beats follow each other from one bank; in time of one read, 63 steps.
    one = ("profile=native", "workload.bytes=4 KiB", "bus.beat=1 ns", "workload.align=64", "memory.row_bytes=1 MiB")
    base = t.quick(*one, "memory.beat=8 ns").stage("total")
    law(t, "memory.beat", (8, 16, 32, 64), lambda r: r.stage("total"), lambda v: base + 63000 * (v - 8),
        2.1 * PERIOD_PS, *one, unit=" ns")  # fmt: skip


@knob("links.*.rate")
def link_rate(t):
    """What the target sends per read: the response, the acknowledgement, 24 B around each frame."""
    wire = 42 + 16 + 8 + 4096 + 4 + 24 + 42 + 16 + 4 + 24
    words = RATE[:-1] + ("workload.ops=400", "workload.bytes=4 KiB")
    law(t, "link.rate", (10, 20, 40, 80), lambda r: r.payload_bytes_per_ns, lambda v: v / 8 * 4096 / wire, 0.02,
        *words, unit=" Gb/s", relative=True)  # fmt: skip


@knob("links.*.buffer")
def link_buffer(t):
    """What a frame waits at most: the buffer and a little more, at the rate of the link."""
    for kib in (16, 32, 64, 256):
        run = t.quick(*RATE[:-1], "workload.ops=400", "workload.bytes=2 KiB", "link.rate=20 Gb/s",
                      f"link.buffer={kib} KiB")  # fmt: skip
        waited = (run.stage("wire_back", "max_ps") - 100000) * 20e9 / 8e12 / 1024
        t.between(waited, kib - 1, kib + 2.5, "largest backlog of the link, KiB", run)


@knob("workload.threads")
def threads(t):
    """A core works 115 ns for a read."""
    law(t, "workload.threads", (1, 2, 4, 8), rate, lambda v: v * 1000 / 115, 0.05, "profile=native",
        "workload.jettys=16", "workload.outstanding=16", "workload.ops=2000", relative=True)  # fmt: skip


@knob("nodes.*.stall.axi", "nodes.*.stall.link")
def stalls(t):
    """A stall of probability p holds a beat p / (1 - p) cycles on average."""

    def held(run, names):
        waits = sum(run.counters[f"{name}_{what}"] for name in names for what in ("waits", "holds"))
        return waits / sum(run.counters[f"{name}_beats"] for name in names)

    words = ("profile=native", "workload.ops=1500", "software.enabled=false", "workload.outstanding=2")
    for node, side, names in ((0, "axi", ("n0.mem_aw", "n0.mem_b")), (0, "link", ("n0.link_tx",)),
                              (1, "axi", ("n1.mem_ar",)), (1, "link", ("n1.link_tx",))):  # fmt: skip
        law(t, f"nodes.{node}.stall.{side}", (0, 10, 40, 70), lambda r, n=names: held(r, n),
            lambda v: v / (100 - v), 0.12, *words, unit=" %")  # fmt: skip
        quiet = t.quick(*words, f"nodes.{node}.stall.{side}=50 %")
        other = [name for name in quiet.counters if name.startswith(f"n{1 - node}.") and name.endswith("_holds")]
        t.check(all(quiet.counters[name] == 0 for name in other), "a stall at the other node", quiet)


# ---- what is asked ----


@knob("workload.ops", "workload.jettys", "workload.outstanding")
def amounts(t):
    """Counted as asked."""
    counter = lambda name: lambda r: r.counters[name]  # noqa: E731
    same = lambda v: v  # noqa: E731
    law(t, "workload.ops", (1, 2, 7, 300), counter("completed"), same, 0)
    many = ("workload.ops=400", "software.enabled=false")
    law(t, "workload.jettys", (1, 3, 64, 200), counter("peak_jettys"), same, 0, *many)
    law(t, "workload.outstanding", (1, 3, 8, 16), counter("peak_outstanding"), same, 0, *many)
    law(t, "workload.outstanding", (16, 128, 129, 1000), counter("peak_outstanding"), same, 0, *ROCE,
        "workload.ops=1000", "software.enabled=false")  # fmt: skip


@knob("workload.bytes", "workload.bytes_min", "workload.bytes_max", "workload.align")
def lengths(t):
    """Lengths stay inside their limits and reach them; unaligned reads take one beat more."""
    law(t, "workload.bytes", (1, 64, 100, 4096), lambda r: r.counters["bytes"], lambda v: 20 * v, 0,
        "workload.ops=20", unit=" B")  # fmt: skip
    words = ("workload.ops=400", "workload.bytes=auto")
    law(t, "workload.bytes_min", (1, 100, 190, 200), lambda r: min(op["bytes"] for op in r.ops), lambda v: v, 2,
        "workload.bytes_max=200 B", *words, unit=" B")  # fmt: skip
    law(t, "workload.bytes_max", (1, 30, 60, 200), lambda r: max(op["bytes"] for op in r.ops), lambda v: v, 2,
        "workload.bytes_min=1 B", *words, unit=" B")  # fmt: skip
    law(t, "workload.align", ("64", "any"), lambda r: r.counters["n1.mem_r_beats"] / 400,
        lambda v: 1 if v == "64" else 127 / 64, 0.05, "workload.ops=400")  # fmt: skip


@knob("nic.mtu")
def mtu(t):
    """A read as long as the MTU is one frame; one byte more is refused."""
    for size in (256, 1024, 4096, 8192):
        run = t.quick(f"nic.mtu={size} B", f"workload.bytes={size} B")
        t.near(run.counters["n1.link_bytes"], 42 + 16 + 8 + size + 4 + 62, 0, "bytes of response and TPACK", run)
        if size < 8192:
            run = t.run(f"nic.mtu={size} B", f"workload.bytes={size + 1} B", code=2)
            t.check("more than nic.mtu" in run.err, run.err, run)


@knob("memory.size")
def memory_size(t):
    """Too small for what the workload lays out is refused; else sparse memory costs nothing."""
    words = ("workload.jettys=64", "workload.outstanding=16", "workload.bytes=4 KiB", "workload.ops=10")
    hashes = set()
    for size, code in (("1 MiB", 2), ("4 MiB", 2), ("8 MiB", 0), ("1 TiB", 0)):
        run = t.quick(*words, f"memory.size={size}", code=code)
        t.check(code == 0 or "of memory and has" in run.err, run.err, run)
        hashes |= {run.hash} if code == 0 else set()
    t.check(len(hashes) == 1, "the size of memory acts on a run that fits")


@knob("workload.start")
def start(t):
    """The first submit, when it is later than the setup."""
    first = lambda r: r.ops[0]["start_ps"]  # noqa: E731
    law(t, "workload.start", (500, 501, 2000, 900000), first, lambda v: v * 1000, 0, unit=" ns")


@knob("workload.fault", "workload.fault_share")
def faults(t):
    """Each fault ends its own way; the share is the share."""
    ends = {"none": "completed", "bad_token": "completed", "bad_segment": "completed", "too_long": "completed",
            "not_ready": "refused"}  # fmt: skip
    hashes = set()
    for fault, counter in ends.items():
        run = t.quick("workload.ops=50", f"workload.fault={fault}")
        t.near(run.counters[counter], 50, 0, counter, run)
        t.near(run.counters["faults_seen"], 0 if fault == "none" else 50, 0, "faults seen", run)
        hashes.add(run.hash)
    t.check(len(hashes) == 5, "two faults give the same run")
    law(t, "workload.fault_share", (0, 10, 50, 100), lambda r: r.counters["faults_injected"], lambda v: 10 * v, 50,
        "workload.fault=bad_segment", "workload.ops=1000", unit=" %")  # fmt: skip


@knob("seed")
def seed(t):
    """Another seed, another run; the same seed, the same."""
    words = {"exp": "random_urma"}
    hashes = [t.quick("workload.ops=50", f"seed={n}", **words).hash for n in (1, 2, 3, 2**63 - 1)]
    t.check(len(set(hashes)) == 4, f"hashes {hashes}")
    t.check(t.quick("workload.ops=50", "seed=3", **words).hash == hashes[2], "the same seed gives another run")


# ---- names and shape ----


@knob("name", "question", "nodes.*.name", "links.*.from", "links.*.to", "links.*.duplex")
def names(t):
    """They show where they should."""
    for name in ("", "one", "two", "a.long-er_name"):
        work = t.folder / f"work-{name}"
        work.mkdir()
        done = subprocess.run([PROGRAM, "run", ROOT / "configs/exp/read_urma.yaml", f"name={name}"], cwd=work,
                              capture_output=True, text=True, check=False)  # fmt: skip
        made = work / "build/out" / (name or "read_urma") / "summary.json"
        t.check(done.returncode == 0 and made.exists(), f"name={name}: no results in {made}: {done.stderr}")
        title = t.quick(f"question=Why {name}?").summary["title"]
        t.check(title == f"Why {name}?", f"question: {title}")
        run = t.quick(f"nodes.0.name=x{name}", f"nodes.1.name=y{name}")
        t.check(run.counters[f"x{name}.nic.tx_frames"] == run.counters[f"y{name}.nic.tx_frames"] == 2, "names", run)
    base = t.quick()
    for ends in (("from=n1", "to=n0"), ("from=n0", "to=n1"), ("from=n0",), ("to=n1",)):
        run = t.quick(*(f"links.0.{end}" for end in ends))
        t.check(run.hash == base.hash, "a cable both ways depends on how it is named", run)
    for word in ("links.0.to=n0", "links.0.from=elsewhere", "links.0.duplex=false"):
        t.run(word, code=2)
    path = t.folder / "one_way.yaml"
    path.write_text("nodes: [{name: a}, {name: b}]\n"
                    "links:\n"
                    "  - {from: b, to: a, duplex: false, delay: 300 ns}\n"
                    "  - {from: a, to: b, duplex: false, delay: 150 ns}\n", encoding="ascii")  # fmt: skip
    run = t.quick(exp=str(path))
    t.near(run.stage("wire_fwd"), 150000, 0, "a to b, ps", run)
    t.near(run.stage("wire_back"), 300000, 0, "b to a, ps", run)


# ---- the simulator ----


@knob("sim.skip_idle", "sim.reverse_nodes", "sim.capture", "sim.watchdog", "sim.max_time")
def simulator(t):
    """They change how a run is made or when it ends, never what it gives."""
    base = t.run("workload.start=20 us")
    every = t.run("workload.start=20 us", "sim.skip_idle=false")
    edges = [int(re.search(r"\((\d+) of", r.err)[1]) for r in (base, every)]
    t.check(edges[0] < edges[1] / 10, f"edges evaluated {edges}: idle time is not skipped", every)
    for word in ("sim.reverse_nodes=true", "sim.capture=false", "sim.watchdog=25 us", "sim.max_time=25 us"):
        run = t.run("workload.start=20 us", word)
        t.check(run.hash == base.hash == every.hash, "a key of the simulator acts on the result", run)
        t.check((run.folder / "wire.pcapng").exists() == ("capture" not in word), "capture", run)
    for ns, code in ((300, 3), (600, 3), (1000, 0), (5000, 0)):
        t.run(f"sim.max_time={ns} ns", code=code)
    for us, code in ((1, 3), (4, 3), (7, 0), (100, 0)):
        t.run(f"sim.watchdog={us} us", "memory.row_hit=5 us", "memory.row_miss=5 us", code=code)


def all_keys():
    """Names of all keys."""
    with open(ROOT / "configs/spec/keys.yaml", encoding="utf-8") as file:
        return {key["name"] for key in yaml.safe_load(file)["keys"]}


def main():
    """Runs everything, or the tests named on the command line."""
    t = Checks()
    tested = {key for keys, _ in KNOBS for key in keys}
    t.check(all_keys() - tested - set(ELSEWHERE) == set(), f"untested keys {all_keys() - tested - set(ELSEWHERE)}")
    t.check((tested | set(ELSEWHERE)) <= all_keys(), f"no such keys: {(tested | set(ELSEWHERE)) - all_keys()}")
    some = sys.argv[1:]
    for _, test in KNOBS:
        if not some or test.__name__ in some:
            test(t)
    return t.finish(1 if some else 950, f"{len(tested)} keys turned")


if __name__ == "__main__":
    sys.exit(main())
