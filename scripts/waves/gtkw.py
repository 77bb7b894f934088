# SPDX-License-Identifier: Apache-2.0
"""Makes a GTKWave save file from the description of a controller, the signals of an FST and the operation to look at.

The waveform says which controller it is of (NODE.urma_top: urma.yaml). Keys of a description:
  colors    background of a name, where the names are not those of scripts/gtkwave as they are
  markers   moments of an operation, one after the other:
    after   stages of ops.csv that end there      cycles, of   instead: cycles, part of a stage to come
    edge    at an edge of the clock of this node  when         set if the operation passes this stage
    more    as below
  groups    of signals of a node; of a group:
    roles   whose group it is: initiator, target; on the other nodes it is there, but closed
    stage   the same for paths (stacks) that have no such stage
  signals   rows of a group; of a row:
    signal  below NODE.KIND_top
    field   part of it, as configs/spec names it: rtph.psn, urma_chan_rx.epsn, tx_first.kind
    bits    part of it that has no name in configs/spec
    show    hex, dec; a single bit is drawn as a line
    enum    names of the values: a file of scripts/gtkwave
    names   names of the values {hex digits: name}
    when    {signal, field or bits, values, others}: blank while this has one of the others (default [0]), shown while
            it has one of the values (default: all the rest)
    blank   values (hex digits) shown as blank
    more    true: not in the picture (--png), which has less room than the viewer
    for     in the picture on nodes of this role only

Flags of a line (GTKWave, TR_*): 2 hex, 4 decimal, 8 binary, 20 right justified, 200 comment, 1000
hidden, 2000 translated by file, 400000 closed, 800000 group begins, 1000000 group ends. Translation compares the
text as displayed, so translated signals are hexadecimal.
"""

import functools
import math
import subprocess
import sys
from pathlib import Path

import yaml

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))
from ubngen import spec as ubnspec  # noqa: E402

BIT, HEX, DEC, NAMES = 0x28, 0x22, 0x24, 0x2022
COMMENT, BEGIN, END = 0x200, 0x800200, 0x1000200
CLOSED_BEGIN, CLOSED_END = 0xC00200, 0x1401200
STROBE, VALUE, NAMED = 4, 2, 3  # green, orange, yellow
BLANK = "?black?"
SIGNALS_PX, FRAME_PX, ROW_PX = 300, 60, 21  # of the window: names, borders, one row


class Refused(Exception):
    """The save file cannot be made; the text says why."""


# ---- what is in the FST


def fst_signals(path):
    """{"scope.name": (msb, lsb) or None for a single wire}, from the header of an FST."""
    signals, scope = {}, []
    with subprocess.Popen(["fst2vcd", path], stdout=subprocess.PIPE, text=True) as reader:
        for line in reader.stdout:
            words = line.split()
            if not words:
                continue
            if words[0] == "$scope":
                scope.append(words[2])
            elif words[0] == "$upscope":
                scope.pop()
            elif words[0] == "$var":
                span = words[5] if words[5] != "$end" else ""
                name = ".".join(scope + [words[4]])
                signals[name] = tuple(int(n) for n in span.strip("[]").split(":")) if span else None
            elif words[0] == "$enddefinitions":
                break
        reader.kill()
    if not signals:
        raise Refused(f"{path}: no signals in it")
    return signals


def span_text(span):
    """Range of a vector as GTKWave writes it."""
    return "" if span is None else f"[{span[0]}:{span[1]}]"


class Wave:
    """An FST and the description of its controllers."""

    def __init__(self, path):
        self.signals = fst_signals(path)
        tops = {name.split(".")[1] for name in self.signals if name.count(".") > 1}
        if len(tops) != 1:
            raise Refused(f"{path}: controllers {sorted(tops)}, one kind expected")
        self.top = tops.pop()
        self.kind = self.top.removesuffix("_top")
        if not (HERE / f"{self.kind}.yaml").is_file():
            raise Refused(f"scripts/waves/{self.kind}.yaml is missing: nothing says what to show of {self.top}")
        self.about = yaml.safe_load((HERE / f"{self.kind}.yaml").read_text(encoding="ascii"))


# ---- configs/spec


@functools.cache
def spec():
    """configs/spec."""
    return ubnspec.load(str(ROOT / "configs/spec"))


def fields(kind):
    """{"layout.field": (msb, lsb, bits)} of the headers, records and probes of a controller in configs/spec; bits:
    of a header, which stands at the top of its signal, else 0."""
    s = spec()
    known = {f"{x.name}.{f.name}": (f.msb, f.lsb, x.bits) for x in s.headers for f in x.fields}
    known.update({f"{x.name}.{f.name}": (f.msb, f.lsb, 0) for x in s.records for f in x.fields})
    known.update({f"{p['name']}.{f.name}": (f.msb, f.lsb, 0) for p in s.probes[kind] for f in p["parts"]})
    return known


def stages_of(stack):
    """Stages that a path has."""
    return {s["name"] for s in spec().stages if stack in s["stacks"]}


class Part:
    """A signal or some bits of it: `path` as the FST names it, its bits from high to low."""

    def __init__(self, item, node, wave, known, where):
        self.path = f"{node}.{wave.top}.{item['signal']}"
        if self.path not in wave.signals:
            raise Refused(f"{where}: the waveform has no signal {self.path}")
        self.span = wave.signals[self.path]
        high, low = self.span or (0, 0)
        self.whole = True
        if "field" in item or "bits" in item:
            if "bits" in item:
                part = tuple(int(n) for n in item["bits"].split(":"))
            elif item["field"] in known:
                msb, lsb, bits = known[item["field"]]
                above = high - low + 1 - bits if bits else 0
                part = (msb + above, lsb + above)
            else:
                raise Refused(f"{where}: configs/spec has no field {item['field']}")
            if not high >= part[0] >= part[1] >= low:
                raise Refused(f"{where}: {self.path} has no bits {part[0]}:{part[1]}")
            self.whole = part == (high, low)
            high, low = part
        self.high, self.low = high, low

    @property
    def width(self):
        """Number of bits."""
        return self.high - self.low + 1

    @property
    def name(self):
        """The whole signal, as a save file names it."""
        return self.path + span_text(self.span)

    def bits(self):
        """Each bit, as a save file names it: its place from the left in brackets."""
        if self.span is None:
            return [self.path]
        return [f"({self.span[0] - b}){self.name}" for b in range(self.high, self.low - 1, -1)]


# ---- names of values


def enum_values(name):
    """{code: name} of a translate file of scripts/gtkwave."""
    lines = (ROOT / "scripts/gtkwave" / f"{name}.txt").read_text(encoding="ascii").splitlines()
    return {int(code, 16): label for code, label in (line.split(None, 1) for line in lines)}


def filter_text(item, width, gate_width, colors):
    """Translate file of a row whose value is {gate, value}, or the value alone."""
    names = enum_values(item["enum"]) if "enum" in item else {}
    names.update({int(str(code), 16): label for code, label in item.get("names", {}).items()})
    lines = {}
    digits = (width + gate_width + 3) // 4
    gate = item.get("when", {})
    others = gate.get("others", [0]) if gate else []
    shown = gate.get("values", [g for g in range(1 << gate_width) if g not in others])
    for g in shown:
        for code, label in names.items():
            color = f"?{colors[label]}?" if label in colors else ""
            lines[(g << width) + code] = f"{color}{label}"
        for code in item.get("blank", []):
            lines[(g << width) + int(str(code), 16)] = BLANK
    for g in others:
        lines.update({(g << width) + code: BLANK for code in range(1 << width)})
    return "".join(f"{value:0{digits}x} {label}\n" for value, label in sorted(lines.items()))


# ---- rows


class Save:
    """The text of a save file; translate files that it needs are written on the way."""

    def __init__(self, wave, folder, stages, picture):
        """`stages`: those of the path of the run, None: not known. `picture`: only what fits into one."""
        self.wave = wave
        self.known = fields(wave.kind)
        self.folder = Path(folder)
        self.colors = wave.about.get("colors", {})
        self.stages = stages
        self.picture = picture
        self.lines = []
        self.rows = 0

    def add(self, flags, *text):
        """One row."""
        self.lines += [f"@{flags:x}", *text]
        self.rows += 1

    def names_file(self, group, item, width, gate_width):
        """Translate file of a row, a path from the folder of the save file."""
        if {"when", "blank", "names"} & set(item):
            name = f"{group}_{item['name']}".replace(" ", "_").replace(",", "")
            text = filter_text(item, width, gate_width, self.colors)
        else:
            name = item["enum"]
            text = (ROOT / "scripts/gtkwave" / f"{name}.txt").read_text(encoding="ascii")
        file = self.folder / "names" / f"{name}.txt"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="ascii")
        return f"names/{name}.txt"

    def row(self, node, group, item):
        """The row of a signal."""
        where = f"{self.wave.kind}.yaml: {group}: {item['name']}"
        part = Part(item, node, self.wave, self.known, where)
        flags, color = {"hex": (HEX, VALUE), "dec": (DEC, VALUE), None: (BIT, STROBE)}[item.get("show")]
        head, bits = [], part.bits()
        if "enum" in item or "names" in item:
            flags, color, gate_width = NAMES, NAMED, 0
            if "when" in item:
                gate = Part(item["when"], node, self.wave, self.known, where)
                gate_width = gate.width
                bits = gate.bits() + bits
            head = [f"^1 {self.names_file(group, item, part.width, gate_width)}"]
        elif part.width > 1 and "show" not in item:
            raise Refused(f"{where}: {part.width} bits need show, enum or names")
        head.append(f"[color] {color}")
        if part.whole and "when" not in item:
            self.add(flags, *head, f"+{{{item['name']}}} {part.name}")
        else:
            self.add(flags, *head, f"#{{{item['name']}}} {' '.join(bits)}")

    def node(self, node, role):
        """All groups of a node."""
        for group in self.wave.about["groups"]:
            passed = "stage" not in group or self.stages is None or group["stage"] in self.stages
            mine = role in group["roles"] and passed
            items = group["signals"]
            if self.picture:
                items = [i for i in items if not i.get("more") and i.get("for", role) == role]
            if self.picture and (not mine or not items):
                continue
            title = f"{node if node == role else f'{node} {role}'}: {group['name']}"
            self.add(COMMENT if self.picture else BEGIN if mine else CLOSED_BEGIN, f"-{title}")
            for item in items:
                self.row(node, group["name"], item)
            if not self.picture:
                self.add(END if mine else CLOSED_END, f"-{title}")

    def text(self, span, markers, width_px):
        """Everything, with the zoom that shows `span` (ps, ps) and markers [(name, ps)]."""
        ps_per_px = (span[1] - span[0]) / (width_px - SIGNALS_PX - FRAME_PX)
        zoom = -math.log2(200 * ps_per_px)  # GTKWave: 2^-zoom ps are 200 pixels
        if self.picture:
            more = {m["name"] for m in self.wave.about["markers"] if m.get("more")}
            markers = [m for m in markers if m[0] not in more]
        times = [str(ps) for _, ps in markers] + ["-1"] * (26 - len(markers))
        height = self.rows * ROW_PX + 170
        return "\n".join(
            [
                '[dumpfile] "wave.fst"',
                '[savefile] "wave.gtkw"',
                f"[timestart] {span[0]}",
                f"[size] {width_px} {height if self.picture else 1000}",
                "[pos] -1 -1",
                f"*{zoom:.6f} -1 {' '.join(times)}",
                *(f"[markername] {chr(65 + i)}{name}" for i, (name, _) in enumerate(markers)),
                f"[signals_width] {SIGNALS_PX}",
                "[sst_expanded] 0",
                *self.lines,
                "",
            ]
        )
