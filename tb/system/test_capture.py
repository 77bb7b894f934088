#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""Captures of real runs: four frames for a read, every frame right, every flipped byte caught.

usage: tb/system/test_capture.py     (UBNSIM: program to test; build/system/ubnsim-broken damages frames)
scripts/check_capture judges (its own reading, zlib and tshark); test_check_capture.py tests the judge.
"""

import os
import random
import re
import sys

from simrun import ROOT, Checks, frames, judge

BROKEN = str(ROOT / "build/system/ubnsim-broken")
SEED = int(os.environ.get("UBN_SEED", "1"))


def four_frames(t):
    """Request, TPACK, response as sequenced data of the reverse direction, TPACK; seen at both ends."""
    for profile in ("published", "native"):
        run = t.run(f"profile={profile}")
        code, text = judge("check_capture", run.folder / "wire.pcapng", "--list")
        t.check(code == 0 and "tshark agrees" in text, text, run)
        # what, interface, in the order of being sent; each is received 100 ns later
        want = ((" READ ", "n0.tx"), (" TPACK ", "n1.tx"), (" READ_RESPONSE ", "n1.tx"), (" TPACK ", "n0.tx"))
        lines = [line for line in text.splitlines() if re.search(r" n[01]\.", line)]
        t.check(len(lines) == 8, f"{len(lines)} lines, four frames at two ends are 8: {text}", run)
        sent = [line for line in lines if ".tx" in line]
        good = [what in line and end in line for line, (what, end) in zip(sent, want)]
        t.check(good == [True] * 4, f"frames {sent}", run)
        data = (run.folder / "wire.pcapng").read_bytes()
        t.check(len(frames(data)) == 8, "packet blocks of the file", run)
        numbers = {int(n): line for line in lines for n in re.findall(r"psn (\d+)", line)}
        t.check(len(numbers) == 2, "one PSN for the request, one for the response", run)


def random_runs(t):
    """Many frames, with and without refusals, reads and writes of both nodes; acknowledgements may be merged."""
    for words in ((), ("workload.fault=too_long", "workload.fault_share=20 %"), ("profile=published", "seed=9")):
        run = t.run("workload.ops=200", *words, exp="random_urma")
        code, text = judge("check_capture", run.folder / "wire.pcapng", "--aggregated-ack")
        wrong = run.counters["faults_injected"]
        t.check(code == 0, text[-2000:], run)
        t.check(f" 200 reads, 0 writes ({wrong} with an error status), 400 data" in text, text[-300:], run)
    run = t.run("workload.kind=mixed", "workload.both=true", "workload.ops=200", exp="random_urma")
    code, text = judge("check_capture", run.folder / "wire.pcapng", "--aggregated-ack")
    done = [int(n) for n in re.findall(r"(\d+) reads, (\d+) writes \(0 ", text)[0]] if code == 0 else [0, 0]
    t.check(sum(done) == 400 and min(done) > 100, text[-300:], run)
    return run


def every_size(t):
    """64 B to 4 KiB: bytes on the wire are right to the first and the last of them (case B95)."""
    picks = random.Random(SEED)
    flips = 0
    for size in (64, 65, 100, 128, 255, 256, 511, 512, 1000, 1024, 2048, 4095, 4096):
        run = t.run(f"workload.bytes={size} B", "workload.align=any")
        path = run.folder / "wire.pcapng"
        data = path.read_bytes()
        code, text = judge("check_capture", path)
        t.check(code == 0, f"{size} B: {text}", run)
        at, length = frames(data)[4]  # the response, as sent
        t.check(length == 42 + 16 + 8 + size + -size % 4 + 4, f"response of {size} B has {length} B", run)
        first = at + 42 + 16 + 8
        places = {first, first + 1, first + size - 1, at + length - 1, first + size // 2}
        places |= {first + picks.randrange(size) for _ in range(5)}
        for place in sorted(places):
            bad = bytearray(data)
            bad[place] ^= 1 << picks.randrange(8)
            copy = run.folder / "flipped.pcapng"
            copy.write_bytes(bad)
            code, text = judge("check_capture", copy, "--no-tshark")
            t.check(code == 1 and "ICRC is" in text, f"{size} B: byte {place - first} of the payload flipped: {text}")
            flips += 1
    return flips


def flipped_in_flight(t):
    """A frame damaged on the wire is dropped by its ICRC, counted, and bad in the capture as well."""
    for frame, node in ((1, "n0"), (3, "n1")):  # the two acknowledgements: the read itself is not harmed
        for byte in (46, 49, 57, 58, 61):
            run = t.run(program=BROKEN, env={"UBN_BREAK": f"flip_frame={frame}:{byte}"}, code=1)
            t.check(run.counters[f"{node}.nic.drop_icrc"] == 1, f"drop_icrc, byte {byte} of frame {frame}", run)
            t.check(f"{node}: nic.drop_icrc is 1; what was injected explains 0" in run.err, run.err, run)
            t.check(run.counters["completed"] == 1, "the read is harmed", run)
            code, text = judge("check_capture", run.folder / "wire.pcapng", "--no-tshark")
            t.check(code == 1 and "ICRC is" in text, text, run)
    for frame in (0, 2):  # request and response: no loss recovery yet, so the run cannot end
        run = t.run(program=BROKEN, env={"UBN_BREAK": f"flip_frame={frame}:66"}, code=3)
        t.check("node 0: controller idle, 1 requests in flight" in run.err, run.err, run)


def main():
    """Runs everything."""
    t = Checks()
    print(f"test_capture.py: seed {SEED}")
    four_frames(t)
    random_runs(t)
    flips = every_size(t)
    flipped_in_flight(t)
    return t.finish(200, f"{flips} flipped bytes caught")


if __name__ == "__main__":
    sys.exit(main())
