# SPDX-License-Identifier: Apache-2.0
"""Writes the Verilog headers of rtl/gen: Verilog-2005 macros only."""

from . import spec as sp

NOTE = "Written by scripts/gen from configs/spec; do not edit."


def _file(name, purpose, lines):
    guard = f"UBN_{name.upper()}_VH"
    head = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// ubn_{name}.vh: {purpose}.",
        f"// {NOTE}",
        "",
        f"`ifndef {guard}",
        f"`define {guard}",
    ]
    return f"rtl/gen/ubn_{name}.vh", "\n".join(head + lines + ["", "`endif", ""])


def _defines(pairs):
    """Aligned `define lines; pairs is a list of (name, text)."""
    wide = max(len(n) for n, _ in pairs)
    return [f"`define {n.ljust(wide)} {t}" for n, t in pairs]


def _bits(field):
    return f"{field.msb}:{field.lsb}"


def _layout(lay):
    """Macros of one record or header: <L>_<F> "msb:lsb", <L>_<F>_W, <L>_BITS, <L>_BYTES."""
    up = lay.name.upper()
    pairs = [(f"{up}_BITS", str(lay.bits)), (f"{up}_BYTES", str(lay.bytes))]
    for f in lay.used:
        pairs.append((f"{up}_{f.name.upper()}", _bits(f)))
        pairs.append((f"{up}_{f.name.upper()}_W", str(f.width)))
    return [""] + sp.wrap("// ", f"{lay.doc} Source: {lay.source}") + _defines(pairs)


def _enum(e):
    """Macros of one enum: <E>_<V> as a sized literal."""
    digits = (e["width"] + 3) // 4
    up = e["name"].upper()
    return (
        [""]
        + sp.wrap("// ", f"{e['doc']} Source: {e['source']}")
        + _defines(
            [
                (f"{up}_{v['name'].upper()}", f"{e['width']}'h{v['code']:0{digits}x}")
                for v in e["values"]
            ]
        )
    )


def records(s):
    lines = [x for r in s.records for x in _layout(r)]
    return _file(
        "records",
        "records that host and controller share, bit 0 = LSB of the first 32-bit word",
        lines,
    )


def wire(s):
    lines = [x for h in s.headers for x in _layout(h)]
    for v in s.variable:
        up = v["name"].upper()
        lines += [""] + sp.wrap("// ", f"Variable part: {v['doc']}. Source: {v['source']}")
        lines += _defines(
            [(f"{up}_MIN_BYTES", str(v["min_bytes"])), (f"{up}_MAX_BYTES", str(v["max_bytes"]))]
        )
    for frame in s.frames:
        up = frame["prefix"].upper()
        lines += [
            "",
            "// Frame: offsets and sizes in bytes, from the first byte of the Ethernet header",
        ]
        lines += _defines(
            [(f"{up}_{n.upper()}", str(v)) for n, v, _ in sp.frame_numbers(s, frame)]
        )
    return _file("wire", "packet headers, first wire byte in the most significant byte", lines)


def enums(s):
    lines = [x for e in s.enums for x in _enum(e)]
    lines += ["", "// Constants"]
    lines += _defines(
        [
            (
                c["name"].upper(),
                (
                    f"{c['width']}'d{c['value']}"
                    if c["value"] < 4096 and not _hexlike(c)
                    else f"{c['width']}'h{c['value']:0{(c['width'] + 3) // 4}x}"
                ),
            )
            for c in s.constants
        ]
    )
    return _file("enums", "opcodes, status codes and constants", lines)


def _hexlike(c):
    """EtherTypes and the like are read in hexadecimal."""
    return "ethertype" in c["name"]


def registers(s):
    lines = []
    for m in s.maps:
        up = m["name"].upper()
        stem = m["name"][: -len("_map")].upper()
        lines += [""] + sp.wrap("// ", f"{m['doc']} Source: {m['source']}")
        lines += _defines(
            [
                (f"{up}_{r['name'].upper()}_{k.upper()}", f"32'h{r[k]:08x}")
                for r in m["regions"]
                for k in ("base", "bytes")
            ]
        )
        lines += ["", "// Registers: byte offset in the region regs, and bits in use"]
        pairs = []
        for r in m["registers"]:
            pairs.append((f"{stem}_REG_{r['name'].upper()}", f"16'h{r['offset']:04x}"))
            pairs.append((f"{stem}_REG_{r['name'].upper()}_W", str(r["width"])))
        lines += _defines(pairs)
    return _file("registers", "address map and registers", lines)


def probes(s):
    lines = []
    for family, family_probes in s.probes.items():
        up = family.upper()
        pairs = [(f"{up}_PROBES", str(len(family_probes)))]
        pairs += [(f"{up}_PROBE_{p['name'].upper()}", str(i)) for i, p in enumerate(family_probes)]
        ids = [
            (f"{up}_PROBE_{p['name'].upper()}_{f.name.upper()}", _bits(f))
            for p in family_probes
            for f in p["parts"]
        ]
        lines += ["", f"// {family}: bit in probe_valid, and index of the 64-bit word in probe_id"]
        lines += _defines(pairs)
        lines += ["", f"// {family}: parts of the 64-bit id of each probe"] + _defines(ids)
    return _file("probes", "observation strobes", lines)


def stalls(s):
    width = max(r["code"] for r in s.stalls).bit_length()
    lines = ["", "// Why a queue does not move"]
    lines += _defines(
        [("UBN_STALL_W", str(width))]
        + [(f"UBN_STALL_{r['name'].upper()}", f"{width}'d{r['code']}") for r in s.stalls]
    )
    return _file("stalls", "stall reasons", lines)


def render(s):
    """Returns {path: text}. Raises SpecError when two macros get one name."""
    out = dict(f(s) for f in (records, wire, enums, registers, probes, stalls))
    seen = {}
    for path, text in out.items():
        for line in text.splitlines():
            if line.startswith("`define ") and " " in line[8:]:
                name = line.split()[1]
                if name in seen:
                    raise sp.SpecError(
                        f"configs/spec: macro {name} would stand in {seen[name]} and in {path}"
                    )
                seen[name] = path
    return out
