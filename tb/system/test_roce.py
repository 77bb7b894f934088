#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The RoCE stacks from outside: who they are, their frames, every kind of request under stress, read depth, rate.

usage: tb/system/test_roce.py     (UBNSIM: program to test, default build/ubnsim; UBN_SEED: first seed)
"""

import os
import random
import sys

from simrun import Checks, frames, judge

SEED = int(os.environ.get("UBN_SEED", "1"))
STACKS = ("roce_dma", "roce_bf", "roce_dpu")
# every request and response of IBTA vol. 1, table of RC opcodes, that is not an invalidation
OPCODES = ("SEND_FIRST", "SEND_MIDDLE", "SEND_LAST", "SEND_LAST_IMM", "SEND_ONLY", "SEND_ONLY_IMM", "WRITE_FIRST",
           "WRITE_MIDDLE", "WRITE_LAST", "WRITE_LAST_IMM", "WRITE_ONLY", "WRITE_ONLY_IMM", "READ_REQUEST",
           "READ_RSP_FIRST", "READ_RSP_MIDDLE", "READ_RSP_LAST", "READ_RSP_ONLY", "ACKNOWLEDGE", "ATOMIC_ACK",
           "CMP_SWAP", "FETCH_ADD")  # fmt: skip


def identity(t):
    """Each stack is what it says (case B92): the first frame's UDP port; the driver reads the identity register."""
    for stack, port in (("urma", 4792), *((s, 4791) for s in STACKS)):
        run = t.run(f"stack={stack}", exp="read_64")
        data = (run.folder / "wire.pcapng").read_bytes()
        at, _ = frames(data)[0]
        t.check(int.from_bytes(data[at + 36 : at + 38], "big") == port, f"{stack}: UDP port of the first frame", run)
        t.check(run.summary["stack"] == stack, "stack of the report", run)


def every_opcode(t):
    """A run with every opcode: each frame right by our own reading, scapy and tshark; each flipped bit seen."""
    run = t.run("stack=roce_bf", "workload.ops=150", exp="random_roce")
    path = run.folder / "wire.pcapng"
    code, text = judge("check_capture_roce", path, "--mtu", "1024")
    t.check(code == 0 and "scapy and tshark agree" in text, text[-2000:], run)
    for name in OPCODES:
        t.check(f" {name}" in text, f"no frame {name}: {text}", run)
    data, picks = path.read_bytes(), random.Random(SEED)
    copy = run.folder / "flipped.pcapng"
    for at, length in picks.sample(frames(data), 40):
        ip_length = int.from_bytes(data[at + 16 : at + 18], "big")
        place = at + 14 + picks.randrange(min(length - 14, ip_length))
        bad = bytearray(data)
        bad[place] ^= 1 << picks.randrange(8)
        copy.write_bytes(bad)
        free = place - at in (15, 22, 46)  # TOS and TTL fail by the IP checksum, FECN and BECN as reserved bits
        code, text = judge("check_capture_roce", copy, "--own", "--mtu", "1024")
        t.check(code == 1, f"byte {place - at} of a frame flipped{' (masked)' if free else ''}: {text}")


def stressed(t, seeds, ops):
    """Every kind of request, completions out of order and split, stalls, slow contexts: right bytes, one completion
    each, nothing left (the workload and the rig judge)."""
    for seed in range(SEED, SEED + seeds):
        for stack in STACKS:
            run = t.quick(f"stack={stack}", f"seed={seed}", f"workload.ops={ops}", exp="random_roce")
            t.check(run.counters["completed"] == 2 * ops, "completed", run)
            for node in ("a", "b"):
                t.check(run.counters[f"{node}.nic.naks_sent"] == 0, "negative acknowledgements", run)
                t.check(run.counters[f"{node}.nic.qp_errors"] == 0, "queue pairs in error", run)


def small_pcie(t):
    """Few tags, few credits, small packets: slower, and as right."""
    for words in (("pcie.tags=1",), ("pcie.tags=32",), ("pcie.nph=1", "pcie.ph=1"), ("pcie.mrrs=128 B",),
                  ("pcie.mps=128 B", "pcie.cpl_max=128 B"), ("pcie.rcb=128",)):  # fmt: skip
        run = t.quick(*words, "workload.ops=100", exp="random_roce")
        t.check(run.counters["completed"] == 200, "completed", run)


def one_record(t):
    """One request, one record, however long the ports are held (case B34)."""
    for stall in (0, 50, 90):
        words = (f"node.stall.axi={stall} %", f"node.stall.link={stall} %")
        for stack in STACKS:
            run = t.quick(f"stack={stack}", "workload.kind=write", *words, exp="read_64")
            t.check(run.counters["n0.pcie_writes"] == 1, f"{run.counters['n0.pcie_writes']} records", run)
        run = t.quick(*words, exp="read_64")
        t.check(run.counters["n0.mem_w_beats"] == 2, "beats of payload and record", run)


def every_queue(t):
    """Four queues of four threads over few credits: each drains (case B94)."""
    words = ("workload.jettys=4", "workload.threads=4", "workload.outstanding=8", "workload.ops=200")
    few = ("pcie.nph=1", "pcie.ph=1", "pcie.tags=2", "nic.read_depth=2")
    for stack in ("urma", *STACKS):
        run = t.quick(f"stack={stack}", *words, *(few if stack != "urma" else ()), exp="read_64")
        ended = [sum(op["queue"] == queue and op["status"] == 0 for op in run.ops) for queue in range(4)]
        t.check(sum(ended) == 200 and min(ended) >= 40, f"operations of each queue {ended}", run)


def read_depth(t):
    """Reads outstanding bound the rate of a long link (B65); the requester waits, nothing is refused (B64)."""
    words = ("stack=roce_dma", "preset=pipelined", "software.enabled=false", "link.delay=5 us", "workload.ops=320",
             "workload.outstanding=64")  # fmt: skip
    rates = {}
    for depth in (1, 4, 16):
        run = t.quick(*words, f"nic.read_depth={depth}", exp="read_64")
        rates[depth] = run.rate_per_us
        t.check(run.counters["n1.nic.naks_sent"] == 0, "a read was refused", run)
    t.between(rates[4] / rates[1], 3.8, 4.0, "rate at depth 4 over depth 1")
    t.between(rates[16] / rates[1], 14.5, 16.0, "rate at depth 16 over depth 1")


def rate(t):
    """One queue pair, read depth 128, queues full, software free: published 53.7 M/s (one request in 6 cycles)."""
    run = t.quick("stack=roce_dma", "preset=pipelined", "software.enabled=false", "nic.read_depth=128",
                  "workload.ops=1000", "workload.outstanding=128", exp="read_64")  # fmt: skip
    ends = sorted(op["end_ps"] for op in run.ops)
    steady = (750 - 250) / ((ends[750] - ends[250]) * 1e-6)
    t.between(steady, 53.67 * 0.98, 53.67 * 1.001, "completed M/s between the 250th and the 750th read", run)
    return steady


def main():
    """Runs everything."""
    t = Checks()
    print(f"test_roce.py: seed {SEED}")
    identity(t)
    every_opcode(t)
    stressed(t, 2, 150)
    small_pcie(t)
    one_record(t)
    every_queue(t)
    read_depth(t)
    steady = rate(t)
    return t.finish(150, f"{steady:.2f} M reads/s on one queue pair")


if __name__ == "__main__":
    sys.exit(main())
