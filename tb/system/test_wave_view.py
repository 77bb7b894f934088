#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The waveform tells what happened, and scripts/wave shows it: signals, handshakes, markers, names, picture.

usage: tb/system/test_wave_view.py     (build/ubnsim-traced, fst2vcd of GTKWave; the picture needs Xvfb)
"""

import re
import shutil
import subprocess
import sys

from simrun import ROOT, Checks, Run

TRACED = str(ROOT / "build/ubnsim-traced")
STREAMS = {  # counter of a node: valid and ready of its port
    "link_tx": ("m_tx_valid", "m_tx_ready"),
    "link_rx": ("s_rx_valid", "s_rx_ready"),
    "host_aw": ("s_axi_awvalid", "s_axi_awready"),
    "host_w": ("s_axi_wvalid", "s_axi_wready"),
    "host_b": ("s_axi_bvalid", "s_axi_bready"),
    "mem_aw": ("m_axi_awvalid", "m_axi_awready"),
    "mem_w": ("m_axi_wvalid", "m_axi_wready"),
    "mem_b": ("m_axi_bvalid", "m_axi_bready"),
    "mem_ar": ("m_axi_arvalid", "m_axi_arready"),
    "mem_r": ("m_axi_rvalid", "m_axi_rready"),
}
MARKERS = {  # marker: node and stream that moves a beat at this time
    "request accepted": ("n0", "host_w"),
    "request out": ("n0", "link_tx"),
    "request in": ("n1", "link_rx"),
    "memory read": ("n1", "mem_ar"),
    "data": ("n1", "mem_r"),
    "response out": ("n1", "link_tx"),
    "response in": ("n0", "link_rx"),
    "completion written": ("n0", "mem_w"),
}


class Wave:
    """An FST, read once: `widths` of all signals, times of the beats of each stream, rising edges."""

    def __init__(self, fst, nodes):
        self.widths, self.beats, self.edges = {}, {(n, s): [] for n in nodes for s in STREAMS}, dict.fromkeys(nodes, 0)
        self.nodes, self.ids, self.now = nodes, {}, {}
        with subprocess.Popen(["fst2vcd", fst], stdout=subprocess.PIPE, text=True) as reader:
            self._header(reader.stdout)
            self._changes(reader.stdout)

    def _header(self, lines):
        scope = []
        for line in lines:
            words = line.split()
            if line.startswith("$scope"):
                scope.append(words[2])
            elif line.startswith("$upscope"):
                scope.pop()
            elif line.startswith("$var"):
                path = ".".join(scope + [words[4]])
                self.widths[path + (words[5] if words[5] != "$end" else "")] = int(words[2])
                if len(scope) == 1:
                    self.ids[words[3]] = path
            elif line.startswith("$enddefinitions"):
                return

    def _step(self, ps, new):
        """One time: what moves at a rising edge was there before it."""
        for n in self.nodes:
            if new.get(f"{n}.clk") == "1" and self.now.get(f"{n}.clk") == "0":
                self.edges[n] += 1
                for stream, pair in STREAMS.items():
                    if all(self.now[f"{n}.{port}"] == "1" for port in pair):
                        self.beats[n, stream].append(ps)
        self.now.update(new)

    def _changes(self, lines):
        ps, new = 0, {}
        for line in lines:
            if line[0] == "#":
                self._step(ps, new)
                ps, new = int(line[1:]), {}
            elif line[0] in "01" and line[1:].strip() in self.ids:
                new[self.ids[line[1:].strip()]] = line[0]
        self._step(ps, new)


def handshakes(t):
    """Beats seen in the waveform are the beats that were counted, with the clocks apart and together."""
    cases = [("random_urma", ["workload.ops=40"], ("initiator", "target")), ("read_urma", [], ("n0", "n1"))]
    for exp, words, nodes in cases:
        base = t.quick(*words, exp=exp)
        run = t.quick(*words, "sim.trace_wave=true", exp=exp, program=TRACED)
        t.check(run.hash == base.hash, "a waveform changes the run", run)
        wave = Wave(run.folder / "wave.fst", nodes)
        for n in nodes:
            for stream in STREAMS:
                seen, counted = len(wave.beats[n, stream]), run.counters[f"{n}.{stream}_beats"]
                t.check(seen == counted, f"{n}.{stream}: {seen} beats in the waveform, {counted} counted", run)
    return wave


def signals(t, wave):
    """What is there and what is not; clocks."""
    for node in wave.nodes:
        for name in ("clk", "urma_top.u_host.m_wr_valid", "urma_top.u_order_ini.do_issue", "urma_top.u_parse.m_end_ok",
                     "urma_top.u_tp_tx.out_psn_q[23:0]", "urma_top.u_exec.at_btah_q[63:0]", "urma_top.op_tassn[15:0]",
                     "urma_top.u_rsp_rx.rsp_status[7:0]"):  # fmt: skip
            t.check(f"{node}.{name}" in wave.widths, f"the waveform has no {node}.{name}")
        t.check(wave.edges[node] > 50, f"{node}: {wave.edges[node]} rising edges of the clock")
    wide = [name for name, width in wave.widths.items() if width >= 512]
    t.check(not wide, f"{len(wide)} signals of 512 bits and more, as {wide[:3]}")
    t.check(len(wave.widths) > 4000, f"only {len(wave.widths)} signals")


def view(t, *words):
    """Runs scripts/wave in a folder of its own."""
    command = [ROOT / "scripts/wave", "read_urma", "--out", t.folder / "view", *words]
    return subprocess.run(command, cwd=t.folder, capture_output=True, text=True, check=False, timeout=300)


def save_file(t, wave):
    """The save file names signals that exist, files that exist, times at which something happens."""
    done = view(t, "--save")
    if not t.check(done.returncode == 0, f"scripts/wave: exit code {done.returncode}: {done.stderr}"):
        return
    folder = t.folder / "view"
    lines = (folder / "wave.gtkw").read_text(encoding="ascii").splitlines()
    words = [re.sub(r"^\S*\{[^}]*\} ?|\(\d+\)", "", line).split() for line in lines]
    used = {word for line in words for word in line if ".urma_top." in word}
    t.check(len(used) > 60, f"the save file uses {len(used)} signals")
    for name in sorted(used):
        t.check(name in wave.widths, f"the save file names {name}, which is not in the waveform")
    for line in lines:
        if line.startswith("^"):
            t.check((folder / line.split()[1]).is_file(), f"translate file {line} is missing")
        t.check(str(ROOT) not in line, f"a path of this machine: {line}")
    names = [line[len("[markername] A"):] for line in lines if line.startswith("[markername]")]
    times = dict(zip(names, (int(n) for n in next(x for x in lines if x[0] == "*").split()[2:])))
    op = Run([], 0, "", "", folder).ops[0]
    t.check((times["start"], times["end"]) == (op["start_ps"], op["end_ps"]), f"start and end at {times}")
    for name, (node, stream) in MARKERS.items():
        at = times.get(name)
        t.check(at in wave.beats[node, stream], f"marker {name} at {at} ps: no beat of {node}.{stream}")
    for file, text in (("parser_TA_opcode", "8112 ?DarkGreen?READ_RSP"), ("parser_TP_opcode", "02 TPACK"),
                       ("ubn_stall", "6 WINDOW"), ("urma_jetty_state", "1 READY")):  # fmt: skip
        names = (folder / "names" / f"{file}.txt").read_text(encoding="ascii").splitlines()
        t.check(text in names, f"translate file {file} has no line {text}")
    before = (folder / "wave.fst").stat().st_mtime_ns
    view(t, "--save")
    t.check((folder / "wave.fst").stat().st_mtime_ns == before, "a waveform that is there was made again")
    done = view(t, "--save", "link.delay=50 ns")
    t.check(done.returncode == 0, f"scripts/wave with words: {done.stderr}")
    t.check((folder / "wave.fst").stat().st_mtime_ns != before, "other words, and no other waveform")


def refusals(t):
    """One clear message and exit code 2."""
    for words, text in ((["--op", "7"], "--op 7"), (["--op", "x"], "--op")):
        done = view(t, *words)
        t.check(done.returncode == 2 and text in done.stderr, f"{words}: exit code {done.returncode}: {done.stderr}")


def picture(t):
    """GTKWave loads the save file and draws."""
    if shutil.which("Xvfb") is None:
        return "picture skipped: no Xvfb"
    png = t.folder / "view.png"
    done = view(t, "--png", png)
    t.check(done.returncode == 0 and png.is_file(), f"no picture: exit code {done.returncode}: {done.stderr}")
    if png.is_file():
        head = png.read_bytes()
        t.check(head.startswith(b"\x89PNG") and 50_000 < len(head) < 300_000, f"a picture of {len(head)} bytes")
    return ""


def main():
    """Runs everything."""
    t = Checks()
    wave = handshakes(t)
    signals(t, wave)
    save_file(t, wave)
    refusals(t)
    return t.finish(200, picture(t))


if __name__ == "__main__":
    sys.exit(main())
