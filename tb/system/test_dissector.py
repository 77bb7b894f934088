#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The UB dissector for Wireshark: what tshark shows with it equals an independent reading of every frame.

usage: tb/system/test_dissector.py     (UBNSIM: program to test)
"""

import subprocess
import sys

from simrun import ROOT, Checks

sys.path.insert(0, str(ROOT / "scripts/oracle"))
import pcapng  # noqa: E402
import ldstwire  # noqa: E402
import ubwire  # noqa: E402

RESPONSES = (ubwire.TA_READ_RESPONSE, ubwire.TA_ACK)
# tshark's field, and what the independent reading gives for it; None: not in this frame
FIELDS = (
    ("ub.rtph.tp_opcode", lambda f: f["tp_opcode"] | f["last"] << 7),
    ("ub.rtph.psn", lambda f: f["psn"]),
    ("ub.rtph.src_tpn", lambda f: f["src_tpn"]),
    ("ub.rtph.dst_tpn", lambda f: f["dst_tpn"]),
    ("ub.rtph.padding", lambda f: f["padding"]),
    ("ub.btah.ini_tassn", lambda f: f["tassn"] if f.get("ta_opcode") == ubwire.TA_READ else None),
    ("ub.maetah.address", lambda f: f.get("addr")),
    ("ub.maetah.length", lambda f: f.get("length")),
    ("ub.tvetah.token_value", lambda f: f["token"] if f.get("tv_en") else None),
    ("ub.atah.ini_tassn", lambda f: f["tassn"] if f.get("ta_opcode") in RESPONSES else None),
)  # fmt: skip


REQUESTS = (ubwire.TA_READ, ldstwire.TA_WRITE)
# The same of load/store frames.
ACCESS_FIELDS = (
    ("ub.lph.cfg", lambda f: 9),
    ("ub.nth16.scna", lambda f: f["src"]),
    ("ub.nth16.dcna", lambda f: f["dst"]),
    ("ub.btah_c.ta_opcode", lambda f: f["ta_opcode"] if f["ta_opcode"] in REQUESTS else None),
    ("ub.btah_c.ini_tassn", lambda f: f["tassn"] if f["ta_opcode"] in REQUESTS else None),
    ("ub.maetah_c.line", lambda f: f["addr"] >> 6 if "addr" in f else None),
    ("ub.maetah_c.length", lambda f: (f["length"] // 64).bit_length() - 1 if "addr" in f else None),
    ("ub.maetah_c.token_id", lambda f: f.get("token_id")),
    ("ub.atah_c.ini_tassn", lambda f: f["tassn"] if f["ta_opcode"] in RESPONSES else None),
    ("ub.atah_c.status", lambda f: f.get("status")),
)  # fmt: skip


def judge(t, run, wire=ubwire, names=FIELDS):
    """Compares every frame of a run; gives their number."""
    path = run.folder / "wire.pcapng"
    command = ["tshark", "-X", f"lua_script:{ROOT}/scripts/wireshark/ub.lua", "-n", "-r", path, "-T", "fields",
               "-E", "separator=|"]  # fmt: skip
    for name, _ in names:
        command += ["-e", name]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    frames, lines = pcapng.read(path), done.stdout.splitlines()
    t.check(done.returncode == 0 and "Lua" not in done.stderr, done.stderr, run)
    t.check(len(frames) == len(lines), f"tshark sees {len(lines)} frames, there are {len(frames)}", run)
    for frame, line in zip(frames, lines):
        fields = wire.parse(frame.data)
        for (name, ours), got in zip(names, line.split("|")):
            want = ours(fields)
            good = got == "" if want is None else got != "" and int(got, 0) == want
            t.check(good, f"frame {frame.number}: {name} is '{got}', not {want}", run)
    return len(frames)


def main():
    """Runs everything."""
    t = Checks()
    n = judge(t, t.run())
    n += judge(t, t.run("workload.ops=100", "workload.fault=too_long", "workload.fault_share=20 %", exp="random_urma"))
    for kind in ("read", "write"):
        n += judge(t, t.run("stack=ldst", f"workload.kind={kind}", "workload.ops=20", "workload.outstanding=8",
                            "workload.bytes=128 B"), ldstwire, ACCESS_FIELDS)  # fmt: skip
    n += judge(t, t.run("stack=ldst", "workload.fault=bad_segment", exp="read_64"), ldstwire, ACCESS_FIELDS)
    return t.finish(1000, f"{n} frames compared")


if __name__ == "__main__":
    sys.exit(main())
