#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""A run always ends and says why; and the judges of a run do judge: each is shown something wrong.

usage: tb/system/test_ends.py     (UBNSIM; build/system/ubnsim-broken breaks the environment: break.c)
"""

import re
import sys

from simrun import ROOT, Checks

BROKEN = str(ROOT / "build/system/ubnsim-broken")


def broken(t, what, code, *words, **how):
    """A run in a broken environment."""
    return t.run(*words, program=BROKEN, env={"UBN_BREAK": what}, code=code, **how)


def says(t, run, *patterns):
    """The messages hold each pattern (extended, one line)."""
    for pattern in patterns:
        t.check(re.search(pattern, run.err, re.MULTILINE), f"no \"{pattern}\" in: {run.err}", run)


def no_progress(t):
    """Time limit, watchdog, nothing left to happen: exit code 3, and who waits for what."""
    run = t.run("sim.max_time=500 ns", code=3)
    says(t, run, r"no progress: the time limit sim\.max_time is reached \(now \d+ ps, last progress at \d+ ps\)",
         r"^node 0: controller idle, 1 requests in flight", r"^node 1: controller ", r"^node 0 thread 0: spins",
         r"^node 1 bus: ", r"^closure: node 0 queue 0 seq 0: begun at \d+ ps, never ended; last stage ")  # fmt: skip
    t.check(run.summary["ended"] == "no progress", f"ended: {run.summary['ended']}", run)
    t.check("this run did not end well: no progress" in run.out, run.out, run)
    t.check("rate operations           no samples" in run.out, "a rate without a finished operation", run)
    # Memory slower than the watchdog: the target waits for it.
    run = t.run("sim.watchdog=1 us", "memory.row_hit=100 us", "memory.row_miss=100 us", code=3)
    says(t, run, r"no progress: nothing useful happened for sim\.watchdog", r"^node 1 bus: .* 1 reads in memory",
         r"^node 1: .* 1 bus accesses open", r"never ended; last stage ")  # fmt: skip
    t.check(t.run("sim.watchdog=1 us").code == 0, "a watchdog of 1 us stops a good run")
    # A frame lost on the way: this slice does not recover.
    run = broken(t, "flip_frame=8:66", 3, "workload.ops=20")
    says(t, run, r"no progress: work is left, but nothing is left to happen", r"^node 0: .* 1 requests in flight",
         r"^closure: node 0 queue 0 seq 2: ")  # fmt: skip
    # More than ten waiting operations are counted.
    run = t.run("sim.max_time=2 us", "workload.ops=300", code=3, exp="random_urma")
    says(t, run, r"^closure: \d+ operations never ended$")


def assertion(t):
    """A failed assertion of the RTL is named, with controller and cycle, and fails the run."""
    for cycle in (10, 150, 250):
        run = broken(t, f"stray_answer={cycle}", 1)
        says(t, run, r"^UBN_ASSERT n0\.urma_top\.\S*answer_has_a_command failed$",
             r"^ubnsim: error: the assertion above failed in controller n0 at cycle \d+$")  # fmt: skip
        at = re.search(r"at cycle (\d+)", run.err)
        t.check(at and cycle <= int(at[1]) <= cycle + 80, f"asked for cycle {cycle}: {run.err}", run)
    names = "nodes.0.name=left", "nodes.1.name=right"
    says(t, broken(t, "stray_answer=10", 1, *names), r"^UBN_ASSERT left\.", r"in controller left at cycle")


def judges(t):
    """Wrong bytes, wrong records, a write twice (case B95: the first byte, the last, any)."""
    for size in (64, 65, 256, 1000, 4096):
        for byte in sorted({0, 1, 63, size // 2, size - 2, size - 1}):
            run = broken(t, f"flip_write={byte}", 1, f"workload.bytes={size} B")
            says(t, run, r"^memory n0: at 0x[0-9a-f]+ expected 0x[0-9a-f]{2}, got 0x[0-9a-f]{2}, operation 0$",
                 r"^read workload: node n0, operation 0: wrong bytes in its buffer$")  # fmt: skip
            t.check(run.counters["completed"] == 1, "the results of a failed check are kept", run)
    # The record follows the payload of 64 B. Bytes: status 3, index 4, Jetty 6, channel 12, length 16, user 20.
    for byte, code, pattern in (
        (3, 1, r"^completion: node 0 queue 0 id 0: status 0 expected, got 14$"),
        (4, 3, r"^completion: node 0 queue 0 id 255: completed but never posted$"),
        (6, 3, r"^completion: node 0 queue 255 id 0: completed but never posted$"),
        (12, 1, r"operation 0: completion of the wrong side, user data or channel$"),
        (16, 1, r"^completion: node 0 queue 0 id 0: 64 bytes expected, got 191$"),
        (20, 1, r"operation 0: completion of the wrong side, user data or channel$"),
        (27, 1, r"operation 0: completion of the wrong side, user data or channel$"),
    ):
        says(t, broken(t, f"flip_write={64 + byte}", code), pattern)
    says(t, broken(t, "flip_write=64", 3), r"^node 0 host: 1 posted, 0 refused, 0 records found, 1 spurious$")
    says(t, broken(t, "twice=1", 1), "a completion queue was written without a valid record")
    # Among many: one byte of 20 reads of any length.
    for byte in (5, 777, 20000):
        says(t, broken(t, f"flip_write={byte}", 1, "workload.ops=20", "workload.bytes=4 KiB", "workload.jettys=4",
                       "workload.outstanding=5"), r"wrong bytes in its buffer")  # fmt: skip
    for n in (0, 5, 10):  # a ps of an operation that no stage had in its hands
        says(t, broken(t, f"gap={n}", 1), r"^closure: node 0 queue 0 seq 0 \[.*: gap at \d+ ps, stage ")
    says(t, broken(t, "in_flight=1", 1), r"not at rest at the end: n0: requests in flight$")
    t.check(broken(t, "nothing", 0).code == 0, "unbroken")


def numbers(t):
    """Cases B88 and B89: no samples are none, and cycles go beyond 32 bits."""
    run = t.run("workload.fault=not_ready")
    t.check("latency: no samples" in run.out, run.out, run)
    t.check(run.summary["tables"][0]["latency"]["count"] == 0, "count of no samples", run)
    text = (run.folder / "summary.json").read_text(encoding="utf-8") + run.out
    t.check(not re.search(r"1\.8\d*e\+?19|1844674407\d+|-\d+\.\d+ ns|nan|inf\b", text), "underflow in a summary", run)
    # 30 s are 9.66e9 cycles, beyond 2^33; idle time is jumped over
    run = t.run("workload.start=30 s", "sim.watchdog=31 s", "workload.ops=50")
    early = t.run("workload.start=1 us", "workload.ops=50")
    t.check(run.summary["simulated_ps"] * 161 // 500000 > 2**33, "less than 2^33 cycles simulated", run)
    t.check(run.ops[0]["start_ps"] == 30 * 10**12, f"start {run.ops[0]['start_ps']}", run)
    for op in run.ops:
        t.between(op["latency_ps"], 749000, 758000, "latency after 2^33 cycles, ps", run)
    t.near(run.stage("total_without_alignment", "mean_ns"), early.stage("total_without_alignment", "mean_ns"), 0.01,
           "total without alignment, ns", run)  # fmt: skip
    t.near(run.rate_per_us, early.rate_per_us, 0.05 * early.rate_per_us, "rate", run)


def rates(t):
    """Rate times time is the count, in each mode (case B90)."""
    for stack, kinds in (("urma", ("read", "mixed")), ("roce_dma", ("read", "write", "send", "atomic", "mixed"))):
        for kind in kinds:
            both = kind == "mixed"
            run = t.run(f"stack={stack}", f"workload.kind={kind}", f"workload.both={str(both).lower()}",
                        "workload.ops=60", "workload.outstanding=4", exp="read_64")  # fmt: skip
            c, shown = run.counters, dict(re.findall(r"^rate (\w+) +([\d.]+) ", run.out, re.M))
            for name, count in (("operations", c["completed"]), ("payload", c["bytes"])):
                rate = run.summary["rates"][name]
                t.check(rate["count"] == count, f"{kind}: count of {name}", run)
                t.near(float(shown[name]) * rate["span_ps"] * 1e-12, count, 1e-6 * count + 1e-9, f"{kind}: {name}", run)
            t.check(c["completed"] == 60 * (1 + both), f"{kind}: {c['completed']} operations", run)
            if len(run.ops) == c["completed"]:  # unsignaled ones are not traced
                span = max(op["end_ps"] for op in run.ops) - min(op["start_ps"] for op in run.ops)
                t.near(run.summary["rates"]["operations"]["span_ps"], span, 0, f"{kind}: time, ps", run)


def full_pipe(t):
    """Far more work than a dead connection takes (case B87): posting stops by itself, and the run ends."""
    one = ("workload.outstanding=128", "nic.read_depth=1")  # a second request would find the gap
    for stack, words, most in (("urma", ("workload.outstanding=16",), 16), ("roce_dma", one, 128),
                               ("roce_bf", one, 128)):  # fmt: skip
        run = broken(t, "flip_frame=0:66", 3, f"stack={stack}", "workload.ops=50000", "software.enabled=false", *words,
                     exp="read_64")  # fmt: skip
        says(t, run, r"no progress: work is left, but nothing is left to happen", r"nic\.drop_icrc is 1;")
        t.check(run.counters["posted"] - run.counters["completed"] == most, f"{run.counters['posted']} posted", run)


def refused(t):
    """Case B91 and its like: nonsense is refused with one message, and nothing is written."""
    for word in ("link.delay=0 ns", "link.delay=1.5 ps", "links.0.duplex=false", "sim.watchdog=1 ns", "link.delay=100",
                 "workload.first_psn=16777216", "workload.first_tassn=65536", "workload.fault_share=101 %",
                 "workload.start=2 ms", "nic.pad_tx=256 cyc", "workload.bytes=8 KiB", "sim.trace_wave=true",
                 "memory.size=1 MiB", "nodes.0.name=n1"):  # fmt: skip
        words = [word] + (["workload.jettys=64", "nic.mtu=8 KiB", "workload.bytes_max=8 KiB", "workload.bytes=auto",
                           "workload.outstanding=16"] if word.startswith("memory") else [])  # fmt: skip
        run = t.run(*words, code=2)
        t.check(len(run.err.splitlines()) == 1, f"{len(run.err.splitlines())} messages: {run.err}", run)
        t.check(not run.folder.exists() or not list(run.folder.iterdir()), "a refused run left files", run)
    # One ps of link is legal, and two nodes then still do not act on each other in no time.
    run = t.run("link.delay=1 ps")
    t.near(run.stage("total_without_alignment"), 545561, 4, "total with 1 ps of link, ps", run)


def main():
    """Runs everything."""
    t = Checks()
    no_progress(t)
    assertion(t)
    judges(t)
    numbers(t)
    rates(t)
    full_pipe(t)
    refused(t)
    return t.finish(330)


if __name__ == "__main__":
    sys.exit(main())
