#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random loads and stores of the CPU move exactly the right bytes, whatever stalls; wrong ones fail alone; same run,
same hash; frames judged by check_capture.

usage: tb/system/test_ldst.py
The run itself judges bytes, answers, closure and rest; test_ends.py shows that it does, and tb/system/test_ldst.c
drives what a workload does not post.
"""

import subprocess
import sys

from simrun import ROOT, Checks, frames, judge

SLVERR = 2  # AXI: what a refused access is answered with
LENGTHS = {64 << n for n in range(7)}
BUSY = ("node.stall.axi=30 %", "node.stall.link=15 %", "node.ctx_slow=true")
MANY = ("workload.jettys=8", "workload.threads=4", "workload.outstanding=8")


def run(t, *words):
    """Loads or stores of every length."""
    return t.quick("stack=ldst", "profile=native", "workload.bytes=auto", "workload.bytes_min=64 B",
                   "workload.bytes_max=4 KiB", *words, exp="read_64")  # fmt: skip


def good(t, kind, *words):
    """Nothing fails, each access is two frames, no software is charged, memory carries the payload and no more."""
    ops = 800
    r = run(t, f"workload.kind={kind}", f"workload.ops={ops}", *words)
    c = r.counters
    t.check(c["posted"] == c["completed"] == ops and c["refused"] == 0, "posted and completed", r)
    t.check(all(op["status"] == 0 for op in r.ops) and len(r.ops) == c["posted"], "operations of ops.csv", r)
    t.check({op["bytes"] for op in r.ops} == LENGTHS, "lengths", r)
    t.check(sum(op["bytes"] for op in r.ops) == c["bytes"], "bytes do not add up", r)
    for node in ("n0", "n1"):
        t.check(c[f"{node}.nic.tx_frames"] == ops, f"{node}: {c[f'{node}.nic.tx_frames']} frames", r)
        drops = {n: v for n, v in c.items() if n.startswith(f"{node}.nic.") and not n.endswith("x_frames") and v}
        t.check(not drops, f"{drops}", r)
    beats = c["bytes"] // 64
    data, command = ("r", "w") if kind == "read" else ("w", "r")
    t.check(c[f"n1.mem_{data}_beats"] == beats, f"{c[f'n1.mem_{data}_beats']} beats of memory for {beats}", r)
    t.check(c[f"n1.mem_{command}_beats"] == c["n0.mem_w_beats"] == c["n0.mem_r_beats"] == 0, "other memory traffic", r)
    for stage in ("sw_submit", "sw_build", "cq_poll", "lib_poll"):
        t.check(r.stage(stage) == 0, f"{stage} is charged", r)
    return r


def back_pressure(t):
    """The streams of the window hold beats back, too."""
    waits = set()
    for kind in ("read", "write"):
        c = good(t, kind, *BUSY, *MANY).counters
        waits |= {s for s in ("host_ar", "host_r", "host_aw", "host_w", "host_b", "mem_ar", "mem_aw", "mem_w")
                  if c[f"n0.{s}_waits"] + c[f"n1.{s}_waits"] > 0}  # fmt: skip
    t.check(len(waits) >= 6, f"only {waits} waited")


def faults(t):
    """Each kind of refusal, alone and among good loads."""
    for fault in ("bad_segment", "too_long"):
        for share in (100, 25):
            r = run(t, f"workload.fault={fault}", f"workload.fault_share={share} %", "workload.ops=400", *BUSY, *MANY)
            c = r.counters
            wrong = [op for op in r.ops if op["status"] != 0]
            t.near(len(wrong), 4 * share, 40 if share < 100 else 0, "refused loads", r)
            t.check(all(op["status"] == SLVERR for op in wrong), "status of the refused", r)
            t.check(c["faults_seen"] == c["faults_injected"] == len(wrong), "faults injected and seen", r)
            t.check(c["n1.nic.ld_denied"] == len(wrong), f"ld_denied {c['n1.nic.ld_denied']}", r)
            t.check(c["bytes"] == sum(op["bytes"] for op in r.ops if op["status"] == 0), "payload of the good", r)
            t.check(c["n1.mem_r_beats"] * 64 == c["bytes"], "a refused load read memory", r)


def same_run(t):
    """The hash does not depend on idle skipping or on the order of building; it does on the seed."""
    words = ("workload.ops=300", *MANY, "node.stall.axi=10 %")
    for kind in ("read", "write"):
        first = run(t, f"workload.kind={kind}", *words)
        for other in ("sim.skip_idle=false", "sim.reverse_nodes=true"):
            t.check(run(t, f"workload.kind={kind}", *words, other).hash == first.hash, f"{kind}: {other}")
        t.check(run(t, f"workload.kind={kind}", *words, "seed=2").hash != first.hash, f"{kind}: seed")


def knobs(t):
    """Keys that act, by their predicted slope."""
    base = t.quick("stack=ldst", exp="read_64").stage("total_without_alignment")
    for word, ps in (("bus.hop=31 ns", 3000), ("memory.row_hit=37 ns", 7000), ("link.delay=110 ns", 20000),
                     ("nic.pad_rx=6 cyc", 3 * 3105.6), ("nic.pad_rsp_tx=10 cyc", 4 * 3105.6),
                     ("nic.pad_tx=7 cyc", 3 * 3105.6), ("nic.pad_rsp_rx=8 cyc", 4 * 3105.6)):  # fmt: skip
        r = t.quick("stack=ldst", word, exp="read_64")
        t.near(r.stage("total_without_alignment") - base, ps, 4, f"{word}, ps", r)


def on_the_wire(t):
    """Captures are good by our own reading and by tshark; a flipped bit of a header is found."""
    for kind, fault in (("read", "bad_segment"), ("write", "none")):
        r = t.run("stack=ldst", f"workload.kind={kind}", "workload.ops=60", "workload.outstanding=16",
                  f"workload.fault={fault}", "workload.fault_share=30 %", exp="read_64")  # fmt: skip
        path = r.folder / "wire.pcapng"
        code, text = judge("check_capture", path)
        t.check(code == 0 and "tshark agrees" in text and f"{60 if kind == 'read' else 0} loads" in text, text, r)
        data = path.read_bytes()
        for byte in (14, 15, 17, 19, 20, 23, 24, 27):  # class, addresses, congestion, opcode, sequence number
            bad = bytearray(data)
            bad[frames(data)[0][0] + byte] ^= 1
            (t.folder / "bad.pcapng").write_bytes(bad)
            t.check(judge("check_capture", t.folder / "bad.pcapng")[0] == 1, f"byte {byte} of a frame flipped", r)


def refused_words(t):
    """What does nothing here is refused with one line."""
    for word in ("software.submit=1 ns", "nic.mtu=1 KiB", "workload.bytes=96 B", "workload.kind=mixed"):
        done = subprocess.run([ROOT / "build/ubnsim", "check", ROOT / "configs/exp/read_64.yaml", "stack=ldst", word],
                              capture_output=True, text=True, check=False)  # fmt: skip
        t.check(done.returncode == 2 and done.stderr.count("\n") == 1, f"{word}: {done.stderr}")


def main():
    """Runs everything."""
    t = Checks()
    for kind in ("read", "write"):
        good(t, kind, "workload.outstanding=64")
        good(t, kind, "memory.row_model=open_page", "bus.beat=7 ns", *MANY)
    good(t, "write", "workload.outstanding=1")
    back_pressure(t)
    faults(t)
    same_run(t)
    knobs(t)
    on_the_wire(t)
    refused_words(t)
    return t.finish(120)


if __name__ == "__main__":
    sys.exit(main())
