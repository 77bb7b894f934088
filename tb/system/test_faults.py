#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Wrong requests fail as the specification says, touch no memory, are counted, and harm no neighbour.

usage: tb/system/test_faults.py
The run itself compares every byte of both memories; see test_ends.py for proof that it does.
"""

import subprocess
import sys

from simrun import ROOT, Checks

# Completion status "remote access abort".  Source: public URMA header, value 8; response status 3, info 2 on the wire.
REMOTE_ACCESS_ABORT = 8
REMOTE = ("bad_token", "bad_segment", "too_long")
# Stalls, slow contexts, any length and alignment.
BUSY = ("workload.bytes_min=1 B", "workload.bytes_max=2 KiB", "workload.align=any", "workload.jettys=16",
        "workload.outstanding=8", "workload.threads=4", "node.stall.axi=20 %", "node.stall.link=10 %",
        "node.ctx_slow=true", "workload.bytes=auto")  # fmt: skip


def all_wrong(t, fault):
    """Every operation is refused by the target."""
    shapes = ((), ("profile=native", *BUSY), ("profile=native", "workload.bytes=1 B", "workload.align=any"))
    for shape in shapes:
        run = t.quick("workload.ops=300", f"workload.fault={fault}", *shape)
        c = run.counters
        t.check(c["faults_injected"] == c["faults_seen"] == c["completed"] == c["posted"] == 300, "counts", run)
        t.check(c["refused"] == c["bytes"] == 0, f"refused {c['refused']}, bytes {c['bytes']}", run)
        t.check({op["status"] for op in run.ops} == {REMOTE_ACCESS_ABORT}, "status of the completions", run)
        t.check(run.summary["tables"][0]["failed"] == 300, "failed operations of the summary", run)
        t.check(run.summary["tables"][0]["latency"]["count"] == 0, "a failed operation has a latency", run)
        t.check(c["n1.bus_reads"] == c["n1.mem_ar_beats"] == c["n1.mem_aw_beats"] == 0, "target memory touched", run)
        t.check(c["n0.mem_w_beats"] == 300, f"{c['n0.mem_w_beats']} beats written, records are 300", run)
        for node in ("n0", "n1"):
            sent = c[f"{node}.nic.tx_frames"]  # 300 data packets, and acknowledgements, merged or not
            t.check(300 < sent <= 600, f"{node}: {sent} frames", run)


def some_wrong(t, fault, share):
    """Good operations beside wrong ones are not harmed."""
    ops = 1000
    run = t.quick(f"workload.ops={ops}", f"workload.fault={fault}", f"workload.fault_share={share} %",
                  "profile=native", *BUSY)  # fmt: skip
    c = run.counters
    wrong = c["faults_injected"]
    t.near(wrong, ops * share / 100, 60, "faulty operations", run)
    t.check(c["faults_seen"] == wrong, f"{wrong} injected, {c['faults_seen']} seen", run)
    states = [op["status"] for op in run.ops]
    good = [op for op in run.ops if op["status"] == 0]
    t.check(len(good) == ops - wrong, f"{len(good)} good operations of {ops - wrong}", run)
    t.check(c["bytes"] == sum(op["bytes"] for op in good), "payload of the good operations", run)
    if fault == "not_ready":
        t.check(c["refused"] == wrong and c["completed"] == ops - wrong, "refused and completed", run)
        t.check(c["n0.nic.drop_store"] == wrong, f"drop_store {c['n0.nic.drop_store']} of {wrong}", run)
        t.check(len(states) == ops - wrong, "refused stores are no operations of ops.csv", run)
    else:
        t.check(c["completed"] == ops and c["refused"] == 0, "refused and completed", run)
        t.check(states.count(REMOTE_ACCESS_ABORT) == wrong, "status of the completions", run)
    t.check(0 < c["n1.bus_reads"], "the good operations read memory", run)


def not_ready(t):
    """A store to the page of a Jetty that is not Ready: dropped, counted once, an error for the host."""
    for shape in ((), ("profile=native", *BUSY)):
        run = t.quick("workload.ops=200", "workload.fault=not_ready", *shape)
        c = run.counters
        t.check(c["refused"] == c["faults_injected"] == c["faults_seen"] == c["posted"] == 200, "counts", run)
        t.check(c["n0.nic.drop_store"] == 200, f"drop_store {c['n0.nic.drop_store']}", run)
        t.check(c["completed"] == c["n0.mem_w_beats"] == c["n0.nic.tx_frames"] == c["n0.link_tx_beats"] == 0,
                "something left the controller", run)  # fmt: skip
        t.check(c["n0.host_b_beats"] == c["n0.host_aw_beats"] == c["n0.host_w_beats"], "an answer per store", run)
        t.check("latency: no samples" in run.out and run.ops == [], "a refused store has a latency", run)


def on_the_wire(t):
    """A refusal is a transaction acknowledgement with response status 3, info 2; it carries no data."""
    run = t.run("workload.ops=60", "workload.fault=bad_token", "workload.fault_share=50 %", "workload.bytes=100 B")
    done = subprocess.run([ROOT / "scripts/check_capture", "--list", run.folder / "wire.pcapng"],
                          capture_output=True, text=True, check=False)  # fmt: skip
    t.check(done.returncode == 0, f"check_capture: {done.stdout[-1000:]}{done.stderr}", run)
    answers = [line for line in done.stdout.splitlines() if "n1.tx" in line and " DATA " in line]
    wrong = sum("TAACK rspst 3 rspinfo 2 data 0 B" in line for line in answers)
    right = sum("READ_RESPONSE rspst 0 rspinfo 0 data 100 B" in line for line in answers)
    injected = run.counters["faults_injected"]
    t.check((wrong, right) == (injected, 60 - injected), f"{wrong} refusals, {right} answers on the wire", run)
    t.check(f"60 reads, 0 writes ({injected} with an error status)" in done.stdout, "what check_capture counts", run)


def main():
    """Runs everything."""
    t = Checks()
    for fault in REMOTE:
        all_wrong(t, fault)
    for fault in (*REMOTE, "not_ready"):
        some_wrong(t, fault, 30)
        some_wrong(t, fault, 5)
    not_ready(t)
    on_the_wire(t)
    none = t.quick("workload.ops=50", "workload.fault=bad_token", "workload.fault_share=0 %")
    t.check(none.counters["faults_injected"] == 0 and none.counters["completed"] == 50, "a share of 0 %", none)
    return t.finish(150)


if __name__ == "__main__":
    sys.exit(main())
