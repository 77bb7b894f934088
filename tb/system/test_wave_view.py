#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""The waveform tells what happened, and scripts/wave shows it: signals, handshakes, markers, names, picture.

usage: tb/system/test_wave_view.py     (build/ubnsim-traced, fst2vcd of GTKWave; the picture needs Xvfb)
"""

import re
import shutil
import subprocess
import sys

from simrun import PERIOD_PS, ROOT, Checks, Run

TRACED = str(ROOT / "build/ubnsim-traced")
LINK = {"link_tx": ("m_tx_valid", "m_tx_ready"), "link_rx": ("s_rx_valid", "s_rx_ready")}
STREAMS = {  # by controller: counter of a node: valid and ready of its port
    "urma": {
        **LINK,
        "host_aw": ("s_axi_awvalid", "s_axi_awready"),
        "host_w": ("s_axi_wvalid", "s_axi_wready"),
        "host_b": ("s_axi_bvalid", "s_axi_bready"),
        "mem_aw": ("m_axi_awvalid", "m_axi_awready"),
        "mem_w": ("m_axi_wvalid", "m_axi_wready"),
        "mem_b": ("m_axi_bvalid", "m_axi_bready"),
        "mem_ar": ("m_axi_arvalid", "m_axi_arready"),
        "mem_r": ("m_axi_rvalid", "m_axi_rready"),
    },
    "roce": {
        **LINK,
        "pcie_rq": ("m_rq_valid", "m_rq_ready"),
        "pcie_rc": ("s_rc_valid", "s_rc_ready"),
        "pcie_cq": ("s_cq_valid", "s_cq_ready"),
        "pcie_cc": ("m_cc_valid", "m_cc_ready"),
    },
}
SHOWN = {  # by controller: signals below its top that must be in the waveform
    "urma": ("u_host.m_wr_valid", "u_order_ini.do_issue", "u_parse.m_end_ok", "u_tp_tx.out_psn_q[23:0]",
             "do_btah[63:0]", "op_tassn[15:0]", "u_rsp_rx.rsp_status[7:0]"),
    "roce": ("u_mmio.m_mw_valid", "u_wq_fetch.m_tok_valid", "u_qp_send.do_issue", "u_parse.m_req_end_ok",
             "m_rq_hdr[127:0]", "u_qp_recv.epsn[23:0]", "u_dma.np_may", "rsp_act_status[7:0]"),
}  # fmt: skip
WIRE_MARKERS = {"request out": ("n0", "link_tx"), "request in": ("n1", "link_rx"),
                "response out": ("n1", "link_tx"), "response in": ("n0", "link_rx")}  # fmt: skip
PCIE_MARKERS = {"doorbell in": ("n0", "pcie_cq"), **WIRE_MARKERS, "memory read": ("n1", "pcie_rq"),
                "data": ("n1", "pcie_rc"), "payload out": ("n0", "pcie_rq")}  # fmt: skip
FETCH_MARKERS = {"fetch out": ("n0", "pcie_rq"), "entry in": ("n0", "pcie_rc")}
MARKERS = {  # by stack: marker: node and stream that moves a beat at this time
    "urma": {
        "request accepted": ("n0", "host_w"), **WIRE_MARKERS, "memory read": ("n1", "mem_ar"),
        "data": ("n1", "mem_r"), "completion written": ("n0", "mem_w"),
    },
    "roce_dma": {**PCIE_MARKERS, **FETCH_MARKERS},
    "roce_bf": PCIE_MARKERS,
    "roce_dpu": PCIE_MARKERS,
}  # fmt: skip
NAMES = {  # by controller: translate file and a line of it
    "urma": (("parser_TA_opcode", "8112 ?DarkGreen?READ_RSP"), ("parser_TP_opcode", "02 TPACK"),
             ("ubn_stall", "6 WINDOW"), ("urma_jetty_state", "1 READY")),
    "roce": (("roce_qp_state", "3 RTS"), ("completion_opcode", "110 ?DarkGreen?READ_RSP_ONLY"),
             ("completion_status", "10a REM_ACCESS"), ("PCIe_kind", "9 ?RoyalBlue4?READ")),
}  # fmt: skip
GROUP_OPEN, GROUP_CLOSED = "@800200", "@c00200"
PERIOD_TOLERANCE = 0.01


class Wave:
    """An FST, read once: `widths` of all signals, times of the beats of each stream, rising edges."""

    def __init__(self, fst, nodes, kind):
        self.kind, self.streams = kind, STREAMS[kind]
        self.widths, self.edges = {}, dict.fromkeys(nodes, 0)
        self.beats = {(n, s): [] for n in nodes for s in self.streams}
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
                for stream, pair in self.streams.items():
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


def handshakes(t, kind, exp, words, nodes):
    """Beats seen in the waveform are the beats that were counted."""
    base = t.quick(*words, exp=exp)
    run = t.quick(*words, "sim.trace_wave=true", exp=exp, program=TRACED)
    t.check(run.hash == base.hash, "a waveform changes the run", run)
    wave = Wave(run.folder / "wave.fst", nodes, kind)
    for n in nodes:
        for stream in wave.streams:
            seen, counted = len(wave.beats[n, stream]), run.counters[f"{n}.{stream}_beats"]
            t.check(seen == counted, f"{n}.{stream}: {seen} beats in the waveform, {counted} counted", run)
    return wave


def signals(t, wave):
    """What is there and what is not; clocks."""
    for node in wave.nodes:
        for name in ("clk", *(f"{wave.kind}_top.{s}" for s in SHOWN[wave.kind])):
            t.check(f"{node}.{name}" in wave.widths, f"the waveform has no {node}.{name}")
        t.check(wave.edges[node] > 50, f"{node}: {wave.edges[node]} rising edges of the clock")
    wide = [name for name, width in wave.widths.items() if width >= 512]
    t.check(not wide, f"{len(wide)} signals of 512 bits and more, as {wide[:3]}")
    t.check(len(wave.widths) > 4000, f"only {len(wave.widths)} signals")


def view(t, stack, *words):
    """Runs scripts/wave in a folder of the stack; its folder and how it went."""
    folder = t.folder / f"view_{stack}"
    command = [ROOT / "scripts/wave", *experiment(stack), "--out", folder, *words]
    return folder, subprocess.run(command, cwd=t.folder, capture_output=True, text=True, check=False, timeout=300)


def experiment(stack):
    """The words that name the 64 B read on a path. On the card software comes at once, and of an edge at 0 ps a
    waveform shows only what was after it: both clocks begin later."""
    return ["read_urma"] if stack == "urma" else ["read_64", f"stack={stack}", "nodes.*.clock_phase=1000 ps"]


def markers_of(lines):
    """{marker: ps} of a save file."""
    names = [line[len("[markername] A"):] for line in lines if line.startswith("[markername]")]
    return dict(zip(names, (int(n) for n in next(x for x in lines if x[0] == "*").split()[2:])))


def save_file(t, stack, wave):
    """The save file names signals that exist, files that exist, times at which something happens."""
    folder, done = view(t, stack, "--save")
    if not t.check(done.returncode == 0, f"scripts/wave: exit code {done.returncode}: {done.stderr}"):
        return
    lines = (folder / "wave.gtkw").read_text(encoding="ascii").splitlines()
    words = [re.sub(r"^\S*\{[^}]*\} ?|\(\d+\)", "", line).split() for line in lines]
    used = {word for line in words for word in line if f".{wave.kind}_top." in word}
    t.check(len(used) > 60, f"the save file uses {len(used)} signals")
    for name in sorted(used):
        t.check(name in wave.widths, f"the save file names {name}, which is not in the waveform")
    for line in lines:
        if line.startswith("^"):
            t.check((folder / line.split()[1]).is_file(), f"translate file {line} is missing")
        t.check(str(ROOT) not in line, f"a path of this machine: {line}")
    times = markers_of(lines)
    op = Run([], 0, "", "", folder).ops[0]
    t.check((times["start"], times["end"]) == (op["start_ps"], op["end_ps"]), f"start and end at {times}")
    t.check(sorted(times.values()) == list(times.values()), f"markers out of order: {times}")
    for name, (node, stream) in MARKERS[stack].items():
        at = times.get(name)
        t.check(at in wave.beats[node, stream], f"{stack}: marker {name} at {at} ps: no beat of {node}.{stream}")
    for file, text in NAMES[wave.kind]:
        names = (folder / "names" / f"{file}.txt").read_text(encoding="ascii").splitlines()
        t.check(text in names, f"translate file {file} has no line {text}")


def every_operation(t, stack, ops):
    """The markers of each of several operations, one after the other, are moments at which something moves."""
    words = [f"workload.ops={ops}", "profile=native"]
    name, *path = experiment(stack)
    wave = handshakes(t, "roce", name, [*path, *words], ("n0", "n1"))
    for op in range(ops):
        folder, _ = view(t, stack, "--save", "--op", str(op), *words)
        times = markers_of((folder / "wave.gtkw").read_text(encoding="ascii").splitlines())
        for marker, (node, stream) in MARKERS[stack].items():
            at = times.get(marker)
            t.check(at in wave.beats[node, stream], f"operation {op}: marker {marker} at {at} ps: no {node}.{stream}")


def part_of_a_header(t):
    """The tag of a completion is byte 10 of its header, and the first byte is at the top of the port."""
    folder, _ = view(t, "roce_dma", "--save")
    text = (folder / "wave.gtkw").read_text(encoding="ascii")
    bits = re.search(r"\{tag of completion\} (.*)", text).group(1)
    want = " ".join(f"({i})n0.roce_top.s_rc_hdr[127:0]" for i in range(80, 88))
    t.check(bits == want, f"the tag of a completion is shown as {bits}")


def path_of_the_run(t, stack):
    """What only one path has is open there, closed on the others, and has a marker there only."""
    folder, _ = view(t, stack, "--save")
    lines = (folder / "wave.gtkw").read_text(encoding="ascii").splitlines()
    fetches = stack == "roce_dma"
    begin = lines[lines.index("-n0 initiator: work queue fetch") - 1]
    t.check(begin == (GROUP_OPEN if fetches else GROUP_CLOSED), f"{stack}: the group of the fetch begins {begin}")
    missing = set(FETCH_MARKERS) - set(markers_of(lines))
    t.check(missing == (set() if fetches else set(FETCH_MARKERS)), f"{stack}: no markers {missing}")


def made_again(t):
    """The run is kept, and made again for other words."""
    folder, _ = view(t, "urma", "--save")
    before = (folder / "wave.fst").stat().st_mtime_ns
    view(t, "urma", "--save")
    t.check((folder / "wave.fst").stat().st_mtime_ns == before, "a waveform that is there was made again")
    _, done = view(t, "urma", "--save", "link.delay=50 ns")
    t.check(done.returncode == 0, f"scripts/wave with words: {done.stderr}")
    t.check((folder / "wave.fst").stat().st_mtime_ns != before, "other words, and no other waveform")


def close_up(t):
    """--at shows whole cycles from just before a marker on: GTKWave's zoom z is 200 pixels for 2^-z ps."""
    folder, _ = view(t, "roce_dpu", "--save", "--at", "request in", "--cycles", "32")
    lines = (folder / "wave.gtkw").read_text(encoding="ascii").splitlines()
    first = int(next(x for x in lines if x.startswith("[timestart]")).split()[1])
    width = int(next(x for x in lines if x.startswith("[size]")).split()[1])
    px_per_cycle = PERIOD_PS * 200 * 2 ** float(next(x for x in lines if x[0] == "*").split()[0][1:])
    lead = (markers_of(lines)["request in"] - first) / PERIOD_PS
    t.near(lead, 4, PERIOD_TOLERANCE, "cycles before the marker")
    t.between(32 * px_per_cycle, 0.7 * width, width, "32 cycles, in pixels")


def stuck(t):
    """A run that ends before its operation is shown as far as it came."""
    folder, done = view(t, "roce_dma", "--save", "sim.max_time=2 us")
    t.check(done.returncode == 0, f"a run that got stuck: exit code {done.returncode}: {done.stderr}")
    lines = (folder / "wave.gtkw").read_text(encoding="ascii").splitlines()
    times = markers_of(lines)
    t.check("start" in times and "end" not in times, f"markers of an operation that never ended: {times}")
    t.check("-n1 target: answer" in lines, "the target of an operation that never ended")


def refusals(t):
    """One clear message and exit code 2."""
    for words, text in ((["--op", "7"], "--op 7"), (["--op", "x"], "--op"), (["--at", "dusk"], "request in")):
        _, done = view(t, "urma", *words)
        t.check(done.returncode == 2 and text in done.stderr, f"{words}: exit code {done.returncode}: {done.stderr}")


def picture(t, stack):
    """GTKWave loads the save file and draws."""
    png = t.folder / f"{stack}.png"
    _, done = view(t, stack, "--png", png)
    t.check(done.returncode == 0 and png.is_file(), f"no picture: exit code {done.returncode}: {done.stderr}")
    if png.is_file():
        head = png.read_bytes()
        t.check(head.startswith(b"\x89PNG") and 50_000 < len(head) < 300_000, f"a picture of {len(head)} bytes")


def main():
    """Runs everything."""
    t = Checks()
    handshakes(t, "urma", "random_urma", ["workload.ops=40"], ("initiator", "target"))  # clocks apart
    handshakes(t, "roce", "random_roce", ["workload.ops=40"], ("a", "b"))
    for stack in MARKERS:
        name, *words = experiment(stack)
        wave = handshakes(t, stack.split("_", maxsplit=1)[0], name, words, ("n0", "n1"))  # clocks together
        signals(t, wave)
        save_file(t, stack, wave)
        if wave.kind == "roce":
            path_of_the_run(t, stack)
    every_operation(t, "roce_dma", 8)
    part_of_a_header(t)
    made_again(t)
    close_up(t)
    stuck(t)
    refusals(t)
    if shutil.which("Xvfb") is None:
        return t.finish(700, "pictures skipped: no Xvfb")
    picture(t, "urma")
    picture(t, "roce_dma")
    return t.finish(700)


if __name__ == "__main__":
    sys.exit(main())
