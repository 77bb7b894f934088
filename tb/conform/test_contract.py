#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Every controller keeps the contract of its ports: handshakes, bursts, packets, frames, answers, idleness.

usage: tb/conform/test_contract.py     (build/system/ubnsim-contract: ubnsim with contract.c around its ports)
Runs of each variant (stack); a new variant is one more word in RUNS.
"""

import json
import re
import sys
from pathlib import Path

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "system"))
from simrun import ROOT, Checks  # noqa: E402

WATCHED = str(ROOT / "build/system/ubnsim-contract")
URMA = (
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
ROCE = (
    ("read_64", ()),
    ("read_64", ("profile=native", "preset=pipelined", "workload.ops=20")),
    ("random_roce", ("workload.ops=100",)),  # completions out of order and split at random
    ("random_roce", ("workload.ops=60", "seed=2", "sim.skip_idle=false", "profile=published")),
    ("random_roce", ("workload.ops=60", "seed=3", "node.stall.axi=70 %", "node.stall.link=70 %")),
    ("random_roce", ("workload.ops=20", "seed=4", "link.rate=20 Gb/s", "link.buffer=16 KiB", "pcie.rate=8 Gb/s")),
    ("random_roce", ("workload.ops=20", "seed=5", "pcie.ph=1", "pcie.nph=1", "pcie.pd=16")),
    ("random_roce", ("workload.ops=20", "seed=6", "pcie.tags=2", "pcie.mps=128 B", "pcie.mrrs=128 B",
                     "pcie.cpl_max=128 B")),
    ("random_roce", ("workload.ops=60", "seed=7", "pcie.mps=4 KiB", "pcie.mrrs=4 KiB", "pcie.cpl_max=4 KiB",
                     "pcie.pd=2047", "pcie.rcb=128", "pcie.max_reads=2", "nic.mtu=4 KiB")),
    ("random_roce", ("workload.ops=60", "seed=8", "pcie.ph=0", "pcie.pd=0", "pcie.nph=0", "pcie.jitter=2 us")),
)  # fmt: skip
RUNS = {"urma": URMA, "roce_dma": ROCE, "roce_bf": ROCE, "roce_dpu": ROCE}
STREAMS = {"link_rx": "rx", "link_tx": "tx", "host_aw": "host_aw", "host_w": "host_w", "host_b": "host_b",
           "mem_aw": "aw", "mem_w": "w", "mem_b": "b", "mem_ar": "ar", "mem_r": "r",
           "pcie_rq": "rq", "pcie_rc": "rc", "pcie_cq": "cq", "pcie_cc": "cc"}  # fmt: skip
# counter of a node: what contract.c counted in the packets
PACKETS = {"pcie_reads": "reads", "pcie_read_bytes": "read_bytes", "pcie_writes": "writes",
           "pcie_write_bytes": "write_bytes", "pcie_completions": "completions", "pcie_stores": "stores"}  # fmt: skip
BYTES = {"B": 1, "KiB": 1024}


def seen(run):
    """What contract.c printed, by controller."""
    lines = re.findall(r"^contract: controller (\d+): (cycles .*)$", run.err, re.MULTILINE)
    return {int(n): dict((k, int(v)) for k, v in re.findall(r"(\w+) (\d+)", text)) for n, text in lines}


def settings(run):
    """PCIe of a run, as contract.c wants it: from the configuration in force, not from what the registers got."""
    pcie = yaml.safe_load(json.loads((run.folder / "manifest.json").read_text(encoding="utf-8"))["config"])["pcie"]
    sizes = [int(number) * BYTES[unit] for number, unit in (pcie[k].split() for k in ("mps", "mrrs"))]
    return {"mps": sizes[0], "mrrs": sizes[1], "rcb": int(pcie["rcb"]), "tags": int(pcie["tags"])}


def compare(t, run, node, got, tags):
    """What was watched at a node is all that moved there; the beats."""
    t.check(got["violations"] == 0 and got["whole"] == 1, f"{node}: {run.err}", run)
    counted = {name: run.counters.get(f"{node}.{name}_beats", 0) for name in STREAMS}
    # after the counts software still reads registers: as many requests of the host as answers
    late = got["cc"] - counted["pcie_cc"]
    t.check(late == got["answers"] - counted["pcie_cc"] >= 0, f"{node}: {late} answers after the counts", run)
    for name, stream in STREAMS.items():
        after = late if stream in ("cq", "cc") else 0
        t.near(got[stream] - after, counted[name], 0, f"{node}: beats of {name}", run)
    for name, word in PACKETS.items():
        t.near(got[word], run.counters.get(f"{node}.{name}", 0), 0, f"{node}: {name}", run)
    t.near(got["loads"], got["answers"], 0, f"{node}: loads and their answers", run)
    t.check(got["tags_peak"] <= tags, f"{node}: {got['tags_peak']} of {tags} tags", run)
    t.near(got["frames"], run.counters[f"{node}.link_frames"], 0, f"{node}: frames", run)
    # stores that are refused are answered so on the bus; posted writes have no answer
    refused = run.counters[f"{node}.nic.drop_store"] if counted["host_b"] else 0
    t.near(got["slverr"], refused, 0, f"{node}: SLVERR", run)
    return sum(counted.values())


def main():
    """Runs everything."""
    t = Checks()
    beats = cycles = 0
    for stack, runs in RUNS.items():
        for exp, words in runs:
            plain = t.quick(f"stack={stack}", *words, exp=exp)
            limits = settings(plain)
            env = {"UBN_CONTRACT_PCIE": " ".join(str(v) for v in limits.values())}
            run = t.quick(f"stack={stack}", *words, exp=exp, program=WATCHED, env=env)
            t.check(run.hash == plain.hash, "watching changes the run", run)
            nodes = [name.removesuffix(".link_rx_beats") for name in run.counters if name.endswith(".link_rx_beats")]
            by_number = seen(run)
            t.check(len(by_number) == 2, f"{len(by_number)} controllers watched", run)
            for number, node in enumerate(nodes):
                beats += compare(t, run, node, by_number[number], limits["tags"])
                cycles += by_number[number]["cycles"]
    return t.finish(2000, f"{beats} beats in {cycles} cycles kept the contract")


if __name__ == "__main__":
    sys.exit(main())
