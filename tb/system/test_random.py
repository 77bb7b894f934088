#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Random reads and writes under back-pressure move exactly the right bytes, complete once each, and come to rest.

usage: tb/system/test_random.py [--long]     (--long: many seeds and shapes)
The run itself judges bytes, completions, closure and rest, and fails when one is wrong; see test_ends.py for
proof that these judges judge.
"""

import re
import subprocess
import sys

from simrun import ROOT, Checks

STREAMS = "link_rx link_tx host_aw host_w host_b mem_aw mem_w mem_b mem_ar mem_r".split()
# Streams on which the receiving side itself must have held a beat back, not only the stall in front of it. Missing:
# mem_b, which the controller always takes; the stores of the target, which are only those of its setup.
WAITS = {
    "initiator": "link_rx link_tx host_aw host_w host_b mem_aw mem_w".split(),
    "target": "link_rx link_tx host_b mem_ar mem_r".split(),
}


def judge(t, run, ops):
    """What holds for every run of good operations."""
    c = run.counters
    t.check(c["posted"] == c["completed"] == ops, f"{c['posted']} posted, {c['completed']} completed", run)
    t.check(c["refused"] == c["faults_injected"] == c["faults_seen"] == 0, "faults in a run without any", run)
    table = run.summary["tables"][0]
    counts = [table["operations"], table["failed"], table["unfinished"]]
    t.check(counts == [ops, 0, 0], f"operations, failed, unfinished: {counts}", run)
    t.check(len(run.ops) == ops and all(op["status"] == 0 for op in run.ops), "operations of ops.csv", run)
    t.check(sum(op["bytes"] for op in run.ops) == c["bytes"], "bytes do not add up", run)
    nodes = sorted({name.split(".")[0] for name in c if "." in name})
    for node, other in zip(nodes, reversed(nodes)):
        sent = c[f"{node}.nic.tx_frames"]  # a data packet for each operation, and acknowledgements, merged or not
        t.check(sent == c[f"{other}.nic.rx_frames"] == c[f"{node}.link_frames"] and ops < sent <= 2 * ops,
                f"{node}: {sent} frames", run)  # fmt: skip
        drops = {name: c[name] for name in c if name.startswith(node + ".nic.drop") and c[name]}
        t.check(not drops, f"{drops}", run)
    return c


def ten_thousand(t):
    """The experiment of the issue, as it stands in configs/exp."""
    run = t.quick(exp="random_urma")
    c = judge(t, run, 10000)
    t.check(c["peak_outstanding"] >= 32, f"peak_outstanding {c['peak_outstanding']}", run)
    t.check(c["peak_jettys"] >= 16, f"peak_jettys {c['peak_jettys']}", run)
    lengths = {op["bytes"] for op in run.ops}
    t.check(min(lengths) <= 4 and max(lengths) >= 4093 and len(lengths) > 3000, "lengths are not spread", run)
    t.check(len({op["queue"] for op in run.ops}) == 64, "not 64 Jettys", run)
    moved = 0
    for node in WAITS:
        for stream in STREAMS:
            beats, waits, holds = (c[f"{node}.{stream}_{what}"] for what in ("beats", "waits", "holds"))
            moved += beats > 0
            t.check(beats == 0 or waits + holds > 0, f"{node}.{stream}: {beats} beats, no back-pressure", run)
            t.check(stream not in WAITS[node] or waits > 0, f"{node}.{stream}: {beats} beats, no wait", run)
    t.check(moved == 15, f"{moved} streams moved beats, expected 15", run)
    return f"{c['peak_outstanding']} in flight on {c['peak_jettys']} Jettys"


SHAPES = (
    (),
    ("profile=published",),
    ("nic.window=3", "workload.outstanding=16"),
    ("nic.window=1", "workload.jettys=3", "workload.threads=3"),
    ("nic.max_outstanding=5",),
    ("workload.bytes_max=64 B", "software.enabled=false", "workload.outstanding=16"),
    ("node.stall.axi=60 %", "node.stall.link=60 %"),
    ("node.stall.axi=0 %", "node.stall.link=0 %", "node.ctx_slow=false", "link.jitter=0 ps"),
    ("memory.row_model=open_page", "memory.banks=2", "bus.outstanding=1"),
    ("link.rate=20 Gb/s", "link.buffer=16 KiB"),
    ("nic.mtu=8 KiB", "workload.bytes_max=8 KiB", "workload.jettys=16"),
    ("link.delay=1 ps", "link.jitter=0 ps", "nodes.0.clock_phase=3105 ps"),
    ("nic.issue_interval=40 cyc", "nic.pad_tx=7 cyc", "nic.pad_rx=2 cyc", "nic.pad_rsp_rx=255 cyc"),
)


def shapes(t, seeds, ops):
    """Other corners, other seeds."""
    for i, shape in enumerate(SHAPES):
        for seed in range(1, seeds + 1):
            judge(t, t.quick(f"workload.ops={ops}", f"seed={100 * i + seed}", *shape, exp="random_urma"), ops)


def mixed(t):
    """Reads and writes, both ways."""
    for words in (("workload.both=false",), ("workload.both=true",),
                  ("workload.both=true", "workload.threads=2", "workload.jettys=5",
                   "software.poll_batch=8")):  # fmt: skip
        run = t.quick("workload.kind=mixed", "workload.ops=400", *words, exp="random_urma")
        judge(t, run, 800 if "workload.both=true" in words else 400)
    for i, shape in enumerate(SHAPES):
        for kind in ("mixed", "write"):
            run = t.quick(f"workload.kind={kind}", "workload.both=true", "workload.ops=200", f"seed={i}", *shape,
                          exp="random_urma")  # fmt: skip
            judge(t, run, 400)


def wraps(t):
    """Sequence numbers start anywhere, also just before they wrap."""
    for psn in (0, 1, 0x7FFFFE, 0xFFFFFF, 0xFFFF80):
        run = t.quick("workload.ops=300", f"workload.first_psn={psn}", exp="random_urma")
        judge(t, run, 300)
    for tassn in (0, 0x7FFE, 0xFFFF, 0xFFF0):
        run = t.quick("workload.ops=600", f"workload.first_tassn={tassn}", "workload.jettys=4",
                      "workload.outstanding=16", exp="random_urma")  # fmt: skip
        judge(t, run, 600)
    # 64 Ki TASSNs of one Jetty, all of them and again
    run = t.quick("workload.ops=70000", "workload.bytes=1 B", "software.enabled=false", "workload.outstanding=16",
                  "profile=native")  # fmt: skip
    t.check(run.counters["completed"] == 70000, "70000 reads of one Jetty", run)
    wrap_on_the_wire(t)


def wrap_on_the_wire(t):
    """The numbers asked for are those on the wire, and they do wrap."""
    run = t.run("workload.ops=40", "workload.first_psn=16777200", "workload.first_tassn=65530")
    done = subprocess.run([ROOT / "scripts/check_capture", "--list", run.folder / "wire.pcapng"],
                          capture_output=True, text=True, check=False)  # fmt: skip
    t.check(done.returncode == 0, f"check_capture: {done.stdout[-1000:]}{done.stderr}", run)
    sent = [line for line in done.stdout.splitlines() if re.search(r"n0\.tx", line) and " READ " in line]
    psns = [int(re.search(r"psn (\d+)", line)[1]) for line in sent]
    tassns = [int(re.search(r"tassn (\d+)", line)[1]) for line in sent]
    t.check(psns == [(16777200 + i) % 2**24 for i in range(40)], f"PSNs {psns}", run)
    t.check(tassns == [(65530 + i) % 2**16 for i in range(40)], f"TASSNs {tassns}", run)


def main():
    """Runs everything."""
    t = Checks()
    long = "--long" in sys.argv[1:]
    note = ten_thousand(t)
    shapes(t, 20 if long else 1, 1000 if long else 400)
    mixed(t)
    wraps(t)
    return t.finish(250, note)


if __name__ == "__main__":
    sys.exit(main())
