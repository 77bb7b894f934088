#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every controller keeps the contract of its ports: handshakes, bursts, frames, answers, the promise of idleness.

usage: tb/conform/test_contract.py     (build/system/ubnsim-contract: ubnsim with contract.c around its ports)
Runs of one variant (stack) each; a new variant is one more word in STACKS.
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "system"))
from simrun import ROOT, Checks  # noqa: E402

WATCHED = str(ROOT / "build/system/ubnsim-contract")
STACKS = ("urma",)
SHAPES = (
    ("read_urma", ()),
    ("read_urma", ("profile=native", "workload.ops=20")),
    ("random_urma", ("workload.ops=400",)),
    ("random_urma", ("workload.ops=400", "seed=2", "sim.skip_idle=false", "profile=published")),
    ("random_urma", ("workload.ops=300", "seed=3", "node.stall.axi=70 %", "node.stall.link=70 %")),
    ("random_urma", ("workload.ops=400", "seed=4", "node.stall.axi=0 %", "node.stall.link=0 %", "link.rate=20 Gb/s",
                     "link.buffer=16 KiB", "bus.outstanding=2", "node.ctx_slow=false")),
    ("random_urma", ("workload.ops=300", "seed=5", "workload.fault=not_ready", "workload.fault_share=30 %")),
    ("random_urma", ("workload.ops=300", "seed=6", "workload.fault=too_long", "workload.fault_share=30 %")),
    ("random_urma", ("workload.ops=300", "seed=7", "nic.mtu=8 KiB", "workload.bytes_max=8 KiB", "nic.window=3")),
)  # fmt: skip
STREAMS = {"rx": "link_rx", "tx": "link_tx", "host_aw": "host_aw", "host_w": "host_w", "host_b": "host_b",
           "aw": "mem_aw", "w": "mem_w", "b": "mem_b", "ar": "mem_ar", "r": "mem_r"}  # fmt: skip


def seen(run):
    """What contract.c printed, by controller."""
    lines = re.findall(r"^contract: controller (\d+): (cycles .*)$", run.err, re.MULTILINE)
    return {int(n): dict((k, int(v)) for k, v in re.findall(r"(\w+) (\d+)", text)) for n, text in lines}


def main():
    """Runs everything."""
    t = Checks()
    beats = cycles = 0
    for stack in STACKS:
        for exp, words in SHAPES:
            run = t.quick(f"stack={stack}", *words, exp=exp, program=WATCHED)
            plain = t.quick(f"stack={stack}", *words, exp=exp)
            t.check(run.hash == plain.hash, "watching changes the run", run)
            nodes = [name.removesuffix(".link_rx_beats") for name in run.counters if name.endswith(".link_rx_beats")]
            by_number = seen(run)
            t.check(len(by_number) == 2, f"{len(by_number)} controllers watched", run)
            for number, node in enumerate(nodes):
                got = by_number[number]
                t.check(got["violations"] == 0 and got["whole"] == 1, f"{node}: {run.err}", run)
                for stream, name in STREAMS.items():
                    t.near(got[stream], run.counters[f"{node}.{name}_beats"], 0, f"{node}: beats of {name}", run)
                t.near(got["frames"], run.counters[f"{node}.link_frames"], 0, f"{node}: frames", run)
                t.near(got["slverr"], run.counters[f"{node}.nic.drop_store"], 0, f"{node}: SLVERR", run)
                beats += sum(got[stream] for stream in STREAMS)
                cycles += got["cycles"]
    return t.finish(250, f"{beats} beats in {cycles} cycles kept the contract")


if __name__ == "__main__":
    sys.exit(main())
