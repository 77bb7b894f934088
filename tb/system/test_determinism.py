#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Same input, same output: the trace hash depends on no idle skipping, order of building, compiler or reset value.

usage: tb/system/test_determinism.py [NAME=PROGRAM ...]
Each PROGRAM is compared with build/ubnsim. NAME reset...: a build with random reset values, run with several of them.
"""

import os
import re
import sys

from simrun import Checks

CASES = (
    ("read_urma", ()),
    ("read_urma", ("profile=native", "workload.start=1 us", "nodes.1.clock_phase=1234 ps")),
    ("random_urma", ("workload.ops=300",)),
    ("random_urma", ("workload.ops=300", "seed=5", "profile=published", "workload.fault=bad_token",
                     "workload.fault_share=20 %")),
    ("random_urma", ("workload.ops=300", "seed=6", "workload.fault=not_ready", "workload.fault_share=20 %",
                     "link.rate=30 Gb/s", "nic.window=4")),
    ("random_urma", ("workload.ops=300", "seed=7", "node.stall.axi=0 %", "node.stall.link=0 %", "link.delay=3 us",
                     "memory.row_model=open_page", "software.enabled=false")),
    ("read_64", ("stack=roce_dma",)),
    ("read_64", ("stack=roce_dpu", "preset=pipelined", "profile=native", "workload.start=3 us")),
    ("random_roce", ("workload.ops=60",)),
    ("random_roce", ("workload.ops=60", "stack=roce_bf", "seed=8", "pcie.tags=16", "nic.read_depth=2")),
)  # fmt: skip
SWITCHES = (
    ("sim.skip_idle=false",),
    ("sim.reverse_nodes=true",),
    ("sim.skip_idle=false", "sim.reverse_nodes=true"),
    ("sim.capture=true",),
)
FILES = ("ops.csv", "stages.csv", "counters.csv", "summary.json")


def same(t, run, base):
    """Not only the hash: every result file to the byte."""
    t.check(run.hash == base.hash, f"hash {run.hash}, expected {base.hash}", run)
    for name in FILES:
        t.check((run.folder / name).read_bytes() == (base.folder / name).read_bytes(), f"{name} differs", run)


def switches(t):
    """What must not matter does not; what must matter does. Returns the runs to compare others with."""
    bases, skipped = [], []
    for exp, words in CASES:
        base = t.quick(*words, exp=exp)
        bases.append(base)
        same(t, t.quick(*words, exp=exp), base)
        for switch in SWITCHES:
            run = t.quick(*words, *switch, exp=exp)
            same(t, run, base)
            if switch == ("sim.skip_idle=false",):
                some, (every, edges) = evaluated(base)[0], evaluated(run)
                skipped.append(some < every and abs(every - edges) <= 4)  # the end may cut a cycle in two
    t.check(all(skipped), f"idle edges skipped, and all evaluated when not: {skipped}")
    t.check(len({b.hash for b in bases}) == len(CASES), "different runs have the same hash")
    for key in ("seed=2", "nodes.1.clock_phase=1 ps", "link.delay=99 ns", "workload.bytes=65 B", "bus.hop=35 ns"):
        run = t.quick("workload.start=1 us", key)
        base = t.quick("workload.start=1 us")
        t.check(run.hash != base.hash, "hash does not see a different run", run)
    return bases


def evaluated(run):
    """(edges evaluated, all edges) as the speed line says."""
    found = re.search(r"\((\d+) of (\d+) edges evaluated\)", run.err)
    return int(found[1]), int(found[2])


def programs(t, bases, named):
    """Other builds of the same sources."""
    for name, program in named:
        seeds = ({"UBN_RESET_SEED": str(n)} for n in (1, 2, 77, 123456789)) if name.startswith("reset") else ({},)
        path = os.path.abspath(program)
        for env in seeds:
            for (exp, words), base in zip(CASES, bases):
                run = t.quick(*words, exp=exp, program=path, env=env)
                same(t, run, base)
                t.check(run.code == 0, f"{name} {env}", run)


def main():
    """Runs everything."""
    t = Checks()
    named = [tuple(word.split("=", 1)) for word in sys.argv[1:]]
    bases = switches(t)
    programs(t, bases, named)
    return t.finish(150, f"{', '.join(name for name, _ in named) or 'no other build'} compared")


if __name__ == "__main__":
    sys.exit(main())
