# SPDX-License-Identifier: Apache-2.0
"""Reads configs/spec/*.yaml and refuses what does not hold together.

One bad entry gives one SpecError whose text is "file: entry: what is wrong".
"""

import os
import re
import textwrap
from dataclasses import dataclass, field as dc_field

import yaml

IDENT = re.compile(r"^[a-z][a-z0-9_]*$")
C_WORDS = frozenset(
    "auto break case char const continue default do double else enum extern float for "
    "goto if inline int long register restrict return short signed sizeof static struct "
    "switch typedef union unsigned void volatile while class delete new private protected "
    "public template this throw try virtual operator namespace using".split()
)


class SpecError(Exception):
    """The description contradicts itself; the text names the file and the entry."""


@dataclass
class Field:
    """One field of a layout. `lsb` is its bit position in the Verilog vector."""

    name: str
    width: int
    doc: str
    lsb: int = 0

    @property
    def reserved(self):
        return re.match(r"^rsv\d*$", self.name) is not None

    @property
    def msb(self):
        return self.lsb + self.width - 1

    @property
    def c_name(self):
        """Member name in C: a reserved word gets an underscore behind it."""
        return self.name + "_" if self.name in C_WORDS else self.name


@dataclass
class Layout:
    """A record (order host) or a header (order network)."""

    name: str
    bits: int
    order: str
    doc: str
    source: str
    fields: list

    @property
    def bytes(self):
        return self.bits // 8

    @property
    def used(self):
        """Fields that carry a meaning."""
        return [f for f in self.fields if not f.reserved]

    def pieces(self, byte):
        """Parts of fields in memory or wire byte `byte`, highest first.

        Each is (field, lowest bit in the field, lowest bit in the byte, width)."""
        low = 8 * byte if self.order == "host" else self.bits - 8 * (byte + 1)
        out = []
        for f in self.fields:
            first, last = max(f.lsb, low), min(f.msb, low + 7)
            if first <= last:
                out.append((f, first - f.lsb, first - low, last - first + 1))
        return sorted(out, key=lambda p: -p[2])


@dataclass
class Spec:
    """Everything in configs/spec except keys.yaml, checked."""

    records: list = dc_field(default_factory=list)
    headers: list = dc_field(default_factory=list)
    variable: list = dc_field(default_factory=list)
    frames: list = dc_field(default_factory=list)
    enums: list = dc_field(default_factory=list)
    constants: list = dc_field(default_factory=list)
    maps: list = dc_field(default_factory=list)
    stages: list = dc_field(default_factory=list)
    probes: dict = dc_field(default_factory=dict)  # by stack family: urma, roce
    stalls: list = dc_field(default_factory=list)

    def header(self, name):
        return next(h for h in self.headers if h.name == name)


def _need(cond, where, text):
    if not cond:
        raise SpecError(f"{where}: {text}")


def _name(entry, where):
    """Returns the checked name of an entry."""
    _need(isinstance(entry, dict), where, f"expected a mapping, got {entry!r}")
    name = entry.get("name")
    _need(
        isinstance(name, str),
        where,
        f"name must be a string (quote words such as no and on), got {name!r}",
    )
    _need(IDENT.match(name), where, f"'{name}' is not a legal name (lower case letters, digits, _)")
    return name


def _int(entry, key, where, low, high):
    value = entry.get(key)
    _need(
        isinstance(value, int) and not isinstance(value, bool),
        where,
        f"{key} must be an integer, got {value!r}",
    )
    _need(low <= value <= high, where, f"{key} {value} is outside {low}..{high}")
    return value


def _text(entry, key, where, needed=True):
    value = entry.get(key, "")
    _need(
        isinstance(value, str) and (value or not needed), where, f"{key} must be a non-empty text"
    )
    return value


def _keys(entry, where, allowed):
    extra = sorted(set(entry) - set(allowed.split()))
    _need(not extra, where, f"unknown key '{extra[0] if extra else ''}'")


def _unique(names, where, what="name"):
    seen = set()
    for n in names:
        _need(n not in seen, where, f"{what} {n!r} appears twice")
        seen.add(n)


def _load(folder, name):
    path = os.path.join(folder, name)
    try:
        with open(path, encoding="ascii") as f:
            data = yaml.safe_load(f)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as e:
        raise SpecError(f"{name}: cannot be read: {' '.join(str(e).split())}") from e
    _need(isinstance(data, dict), name, "expected a mapping at the top")
    return data


def _list(data, key, file):
    value = data.get(key)
    _need(isinstance(value, list) and value, file, f"'{key}' must be a non-empty list")
    return value


def _layout(entry, file, order, bits):
    name = _name(entry, file)
    where = f"{file}: {name}"
    _need(entry.get("order") == order, where, f"order must be {order}")
    out = Layout(name, bits, order, _text(entry, "doc", where), _text(entry, "source", where), [])
    for item in _list(entry, "fields", where):
        fname = _name(item, where)
        at = f"{where}.{fname}"
        _keys(item, at, "name width doc")
        out.fields.append(
            Field(fname, _int(item, "width", at, 1, 128), _text(item, "doc", at, needed=False))
        )
    _unique([f.name for f in out.fields], where, "field")
    total = sum(f.width for f in out.fields)
    _need(total == bits, where, f"widths add up to {total} bits, not to {bits}")
    at = 0
    for f in out.fields if order == "host" else reversed(out.fields):
        f.lsb = at
        at += f.width
    for f in out.used:
        _need(
            f.width <= 64 or (f.width % 8 == 0 and f.lsb % 8 == 0),
            f"{where}.{f.name}",
            "fields above 64 bits must be whole aligned bytes",
        )
    return out


def _records(data, file):
    out = []
    for e in _list(data, "records", file):
        where = f"{file}: {_name(e, file)}"
        _keys(e, where, "name bits order doc source fields")
        bits = _int(e, "bits", where, 8, 4096)
        _need(bits % 8 == 0, where, "bits must be a multiple of 8")
        out.append(_layout(e, file, "host", bits))
    _unique([r.name for r in out], file)
    return out


def _headers(data, file, spec):
    for e in _list(data, "headers", file):
        where = f"{file}: {_name(e, file)}"
        _keys(e, where, "name bytes order doc source fields")
        spec.headers.append(_layout(e, file, "network", 8 * _int(e, "bytes", where, 1, 128)))
    for e in _list(data, "variable", file):
        where = f"{file}: {_name(e, file)}"
        _keys(e, where, "name min_bytes max_bytes source doc")
        low = _int(e, "min_bytes", where, 0, 4096)
        _int(e, "max_bytes", where, low, 4096)
        spec.variable.append(e)
    names = [h.name for h in spec.headers]
    _unique(names + [v["name"] for v in spec.variable], file)
    for frame in _list(data, "frames", file):
        _need(isinstance(frame, dict), file, "a frame is a mapping")
        prefix = _text(frame, "prefix", f"{file}: frame")
        for key, part in (("offsets", "after"), ("kinds", "headers")):
            for e in _list(frame, key, f"{file}: {prefix}"):
                where = f"{file}: {prefix}: {_name(e, f'{file}: {prefix}')}"
                for h in _list(e, part, where):
                    _need(h in names, where, f"no header named {h!r}")
            _unique([e["name"] for e in frame[key]], f"{file}: {prefix}: {key}")
        spec.frames.append(frame)
    _unique([f["prefix"] for f in spec.frames], file, "frame")


def _enums(data, file, spec):
    for e in _list(data, "enums", file):
        name = _name(e, file)
        where = f"{file}: {name}"
        _keys(e, where, "name width doc source values gtkwave shared_codes")
        _text(e, "doc", where)
        _text(e, "source", where)
        width = _int(e, "width", where, 1, 32)
        for v in _list(e, "values", where):
            at = f"{where}.{_name(v, where)}"
            _keys(v, at, "name code doc")
            _int(v, "code", at, 0, 2**width - 1)
        _unique([v["name"] for v in e["values"]], where)
        if not e.get("shared_codes"):
            _unique([v["code"] for v in e["values"]], where, "code")
        spec.enums.append(e)
    for c in _list(data, "constants", file):
        where = f"{file}: {_name(c, file)}"
        _keys(c, where, "name width value source doc")
        _int(c, "value", where, 0, 2 ** _int(c, "width", where, 1, 32) - 1)
        _text(c, "source", where)
        spec.constants.append(c)
    _unique([e["name"] for e in spec.enums + spec.constants], file)


def _maps(data, file):
    out = _list(data, "maps", file)
    for m in out:
        name = _name(m, file)
        where = f"{file}: {name}"
        _need(name.endswith("_map"), where, "the name of a map must end in _map")
        _keys(m, where, "name doc source regions registers")
        for r in _list(m, "regions", where):
            at = f"{where}.{_name(r, where)}"
            _keys(r, at, "name base bytes doc")
            size = _int(r, "bytes", at, 1, 2**32)
            base = _int(r, "base", at, 0, 2**32 - size)
            _need(
                base % size == 0,
                at,
                "base must be a multiple of bytes, so that a compare of high bits decodes it",
            )
        spans = sorted((r["base"], r["base"] + r["bytes"], r["name"]) for r in m["regions"])
        for (_, end, a), (start, _, b) in zip(spans, spans[1:]):
            _need(end <= start, where, f"regions {a} and {b} overlap")
        regs = next((r for r in m["regions"] if r["name"] == "regs"), None)
        _need(regs is not None, where, "a region named regs is needed")
        for r in _list(m, "registers", where):
            at = f"{where}.{_name(r, where)}"
            _keys(r, at, "name offset access width doc")
            _need(
                _int(r, "offset", at, 0, regs["bytes"] - 8) % 8 == 0,
                at,
                "offset must be a multiple of 8",
            )
            _need(r.get("access") in ("ro", "rw"), at, "access must be ro or rw")
            r.setdefault("width", 64)
            _int(r, "width", at, 1, 64)
        _unique([r["name"] for r in m["regions"]], where, "region")
        _unique([r["name"] for r in m["registers"]], where, "register")
        _unique([r["offset"] for r in m["registers"]], where, "offset")
    return out


def _stages(data, file, spec):
    for s in _list(data, "stages", file):
        where = f"{file}: {_name(s, file)}"
        _keys(s, where, "name doc category where stacks published")
        _text(s, "doc", where)
        _text(s, "category", where)
        _need(
            s.get("where") in ("host", "rtl", "bus", "link", "pcie"),
            where,
            "where must be host, rtl, bus, link or pcie",
        )
        _list(s, "stacks", where)
        spec.stages.append(s)
    names = [s["name"] for s in spec.stages]
    _unique(names, file, "stage")
    families = data.get("probes")
    _need(isinstance(families, dict), file, "'probes' is missing")
    for family in families:
        spec.probes[family] = _probes(families, family, names, file)


def _probes(families, family, stages, file):
    out = _list(families, family, file)
    for p in out:
        where = f"{file}: {family} probe {_name(p, file)}"
        _keys(p, where, "name stage id doc")
        _need("stage" not in p or p["stage"] in stages, where, f"no stage named {p.get('stage')!r}")
        p["parts"] = []
        at = 0
        for part in _text(p, "id", where).split("|"):
            m = re.match(r"^\s*([a-z][a-z0-9_]*)\s+(\d+)\s*$", part)
            _need(m is not None, where, f"id part {part.strip()!r} is not 'name width'")
            p["parts"].append(Field(m.group(1), int(m.group(2)), "", at))
            at += int(m.group(2))
        _need(at <= 64, where, f"id has {at} bits, 64 are there")
        _unique([f.name for f in p["parts"]], where, "id part")
    _unique([p["name"] for p in out], file, "probe")
    return out


def _stalls(data, file):
    out = _list(data, "reasons", file)
    for r in out:
        where = f"{file}: {_name(r, file)}"
        _keys(r, where, "name code doc")
        _int(r, "code", where, 0, 255)
    _unique([r["name"] for r in out], file)
    _unique([r["code"] for r in out], file, "code")
    return out


def load(folder):
    """Reads and checks all files of `folder`; returns a Spec, raises SpecError."""
    spec = Spec()
    spec.records = _records(_load(folder, "records.yaml"), "records.yaml")
    _headers(_load(folder, "headers.yaml"), "headers.yaml", spec)
    _enums(_load(folder, "opcodes.yaml"), "opcodes.yaml", spec)
    spec.maps = _maps(_load(folder, "registers.yaml"), "registers.yaml")
    _stages(_load(folder, "stages.yaml"), "stages.yaml", spec)
    spec.stalls = _stalls(_load(folder, "stalls.yaml"), "stalls.yaml")
    _unique([x.name for x in spec.records + spec.headers], "records.yaml, headers.yaml")
    return spec


CLANG_FORMAT_OFF = (
    "# Generated code keeps the layout of its generator.\n"
    "DisableFormat: true\nSortIncludes: Never\n"
)


def wrap(start, text, width=100):
    """Lines of a comment, each beginning with `start`, that hold `text`."""
    return textwrap.wrap(
        text,
        width,
        initial_indent=start,
        subsequent_indent=start,
        break_long_words=False,
        break_on_hyphens=False,
    )


def frame_trailer_bytes(frame):
    """Bytes of the ICRC behind every frame; 0 when the frames have none."""
    return frame["trailer"]["bytes"] if "trailer" in frame else 0


def frame_numbers(spec, frame):
    """Derived offsets and sizes of a frame: list of (name, value, doc); names without prefix."""
    size = lambda names: sum(spec.header(n).bytes for n in names)
    icrc = frame_trailer_bytes(frame)
    out = [("icrc_bytes", icrc, "trailer of every frame")] if icrc else []
    for o in frame["offsets"]:
        out.append((o["name"] + "_offset", size(o["after"]), f"offset of the {o['doc']}"))
    for k in frame["kinds"]:
        names = k["headers"]
        for part, first in (("", None), ("_ip", frame.get("ip")), ("_udp", frame.get("udp"))):
            if part and first is None:
                continue
            start = 0 if first is None else names.index(first)
            what = {"": "frame", "_ip": "IPv4 total length", "_udp": "UDP length"}[part]
            out.append(
                (
                    f"{k['name']}{part}_bytes",
                    size(names[start:]) + icrc,
                    f"{k['doc']}: {what} without payload",
                )
            )
        if icrc:
            out.append((k["name"] + "_hdr_bytes", size(names), f"{k['doc']}: headers"))
    return out
