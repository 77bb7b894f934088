#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Request rates: bursts from preloaded queues, READ depth, software, slots and issue interval, against formulas.

usage: tb/timing/test_rates.py     (UBNSIM: program to test, default build/ubnsim)
"""

import importlib.machinery
import importlib.util
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "system"))
from simrun import PERIOD_PS, ROOT, Checks  # noqa: E402

CYCLES_PER_US = 322
NATIVE_SHARE_MIN = 0.97  # completed reads over the beats of the larger data frame, queues full
# Frames of a 64 B read at 64 B a beat: request 90 B and response 134 B on urma, 74 B and 126 B on the RoCE stacks.
BEATS = {"urma": (2, 3), "roce_dma": (2, 2)}
FAR = "link.delay=4 us"  # no response is back before the last request has left
ONE_QP = ("stack=roce_dma", "workload.jettys=1", "workload.outstanding=1024", "workload.post_batch=1024")


def run(t, *words):
    """Reads of 64 B, posted ahead, software free."""
    return t.quick(*words, exp="rate_64")


def published_urma(t):
    """One request in 2 cycles: 161 M/s; from the doorbell on 150 and 159 M/s for bursts of 256 and 1000 (published)."""
    for n, published in ((256, 150), (1000, 159)):
        r = run(t, "stack=urma", "profile=published", FAR, f"workload.ops={n}")
        t.near(r.rate("issue"), CYCLES_PER_US / 2, 0.05, "issue, M/s", r)
        t.near(r.rate("issue_burst"), published, 0.02 * published, "from the doorbell on, M/s", r)
        first_ps = 30000 + 25 * PERIOD_PS  # the bus, a pass of 25 cycles, and the clock edge between them
        span_ps = n / r.rate("issue_burst") * 1e6 - (n - 1) * 2 * PERIOD_PS
        t.between(span_ps, first_ps, first_ps + PERIOD_PS, "doorbell to first request on the wire, ps", r)
        r = run(t, "stack=urma", "profile=published", f"workload.ops={n}")
        t.near(r.rate("issue"), CYCLES_PER_US / 2, 0.02 * CYCLES_PER_US / 2, "issue beside acknowledgements, M/s", r)
        t.near(r.rate("issue_burst"), published, 0.02 * published, "from the doorbell on, beside them, M/s", r)


def published_roce(t):
    """One request in 6 cycles on one queue pair: 53.7 M/s leave and complete; published 54 for a burst of 256."""
    for n in (256, 1000):
        r = run(t, *ONE_QP, "profile=published", "preset=published", "nic.read_depth=128", f"workload.ops={n}")
        t.near(r.rate("issue"), CYCLES_PER_US / 6, 0.02, "issue, M/s", r)
        t.near(r.rate("completion"), CYCLES_PER_US / 6, 0.02, "completed, M/s", r)


def read_depth(t):
    """A queue pair has as many reads under way as its READ depth."""
    for profile, preset in (("published", "published"), ("native", "pipelined")):
        words = (*ONE_QP, f"profile={profile}", f"preset={preset}", "workload.ops=512")
        alone = run(t, *words, "nic.read_depth=1").rate("steady")
        t.between(1000 / alone, 750, 850, "time a read holds its place, ns")
        r = run(t, *words, "nic.read_depth=16")
        t.near(r.rate("steady"), 16 * alone, 0.01 * 16 * alone, "completed at READ depth 16, M/s", r)


def software(t):
    """One thread: 80 ns a post; in the steady state a look and the library (5 + 30 ns; RoCE 70 + 30) for each, too."""
    for words, poll_ns in ((("stack=urma",), 35), ((*ONE_QP, "workload.post_batch=1"), 100)):
        r = run(t, *words, "software.enabled=true", "workload.ops=5000")
        t.near(r.rate("steady"), 1000 / (80 + poll_ns), 0.01, "completed, M/s", r)
        r = run(t, *words, "software.enabled=true", "workload.ops=256")
        t.near(r.rate("issue"), 12.5, 0.2, "posted one after the other, M/s", r)


def native(t):
    """Requests leave at the beats of their frame, completions at 97 % of that bound; a queue pair keeps 128."""
    r = run(t, "stack=urma", "profile=native", FAR, "workload.ops=1000")
    t.near(r.rate("issue"), CYCLES_PER_US / BEATS["urma"][0], 0.05, "issue, M/s", r)
    full = {"urma": (), "roce_dma": ("preset=pipelined", "nic.read_depth=128", "workload.jettys=32",
                                     "workload.outstanding=160", "workload.post_batch=160",
                                     "nic.fetch_max=32", "pcie.mrrs=2 KiB")}  # fmt: skip
    for stack, words in full.items():
        r = run(t, f"stack={stack}", "profile=native", *words, "workload.ops=5000")
        share = r.rate("steady") / (CYCLES_PER_US / max(BEATS[stack]))
        t.between(share, NATIVE_SHARE_MIN, 1.0001, "completed over the bound by beats", r)
    held = 500 + 1000 / run(t, *ONE_QP, "profile=native", "preset=pipelined", "nic.read_depth=1",
                            "workload.ops=512").rate("steady")  # ns from the fetch to the completion  # fmt: skip
    r = run(t, *ONE_QP, "profile=native", "preset=pipelined", "nic.read_depth=128", "workload.ops=5000")
    t.near(r.rate("steady"), 128000 / held, 0.02 * 128000 / held, "one queue pair, M/s", r)


def slots(t):
    """min(path, N m / T, m / d) for N slots of 256 B, five times slower than published: path 10 GB/s, T 10 us."""
    words = ("stack=urma", "profile=native", "workload.bytes=256 B", "bus.beat=5120 ps")
    alone = run(t, *words, "nic.max_outstanding=1", "workload.ops=8", "link.delay=4900 ns").rate("steady")
    delay_ps = round(4900000 + (10 - 1 / alone) / 2 * 1e6)
    for n in (1, 128, 391, 512):
        for cycles in (1, 10, 30):
            r = run(t, *words, f"nic.max_outstanding={n}", f"workload.ops={8 * n}", f"link.delay={delay_ps} ps",
                    f"nic.issue_interval={cycles} cyc")  # fmt: skip
            want = min(10, n * 256 / 10000, 256 / (cycles * PERIOD_PS / 1000))
            t.near(r.rate("steady") * 0.256, want, 0.002 * want, f"{n} slots, {cycles} cycles, GB/s", r)


def report(t):
    """scripts/rates prints bounds that follow from the frames and the profile."""
    path = str(ROOT / "scripts/rates")
    loader = importlib.machinery.SourceFileLoader("rates", path)
    rates = importlib.util.module_from_spec(importlib.util.spec_from_loader("rates", loader))
    loader.exec_module(rates)
    frames = rates.beats()
    t.check(frames == BEATS, f"beats of request and response {frames}")
    held_s = {"published": 0.8e-6, "native": 0.8e-6}
    for stack, profile, queues, depth, issue, whole in (
            ("urma", "published", "64", "", 161, 107.33), ("urma", "native", "64", "", 161, 107.33),
            ("roce_dma", "published", "1", "128", 53.67, 53.67), ("roce_dma", "published", "1", "16", 53.67, 20),
            ("roce_dma", "native", "1", "128", 161, 98.46), ("roce_dma", "native", "32", "16", 161, 161)):  # fmt: skip
        row = {"stack": stack, "profile": profile, "workload.jettys": queues, "nic.read_depth": depth}
        got = rates.bounds(row, frames, held_s)
        t.near(got[0], issue, 0.01, f"bound of the issue of {row}")
        t.near(got[1], whole, 0.01, f"bound of the completion of {row}")


def main():
    """Runs everything."""
    t = Checks()
    for test in (published_urma, published_roce, read_depth, software, native, slots, report):
        test(t)
    return t.finish(60)


if __name__ == "__main__":
    sys.exit(main())
