# SPDX-License-Identifier: Apache-2.0
"""Writes the C headers of csim/include/ubn/gen: structs, pack and unpack, enums, constants.

The functions work byte by byte on uint8_t arrays, so they depend on no compiler layout and no
host byte order.
"""

from . import spec as sp

NOTE = "Written by scripts/gen from configs/spec; do not edit."
FOLDER = "csim/include/ubn/gen/"


def _file(name, purpose, lines, includes=("stdint.h",)):
    guard = f"UBN_GEN_{name.upper()}_H"
    head = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/** {purpose}",
        f" *  {NOTE} */",
        f"#ifndef {guard}",
        f"#define {guard}",
        "",
    ]
    head += [f"#include <{i}>" for i in includes]
    head += ["", "#ifdef __cplusplus", 'extern "C" {', "#endif"]
    tail = ["", "#ifdef __cplusplus", "}", "#endif", "", f"#endif /* {guard} */", ""]
    return f"{FOLDER}{name}.h", "\n".join(head + lines + tail)


def _type(width):
    return next(f"uint{n}_t" for n in (8, 16, 32, 64) if width <= n)


def _doc(text, source="", pad=""):
    """Lines of the /** comment in front of a declaration."""
    lines = sp.wrap(pad + " *  ", text, 96) + (
        sp.wrap(pad + " *  ", f"@source {source}", 96) if source else []
    )
    lines[0] = lines[0].replace(" *  ", "/** ", 1)
    lines[-1] += " */"
    return lines


def _with_doc(line, doc, column=0):
    """A declaration with its comment: behind it (from `column` on) if both fit, else in front."""
    pad = line[: len(line) - len(line.lstrip())]
    both = line.ljust(column) + f" /**< {doc} */"
    if not doc:
        return [line]
    return [both] if len(both) <= 100 else _doc(doc, pad=pad) + [line]


def _wide(field):
    return field.width > 64


def _work(field):
    """Unsigned type in which the shifts of a field are done, and the suffix of its constants."""
    return ("uint64_t", "ull") if field.width > 32 else ("uint32_t", "u")


def _pack_part(field, lo, at, width):
    kind, suffix = _work(field)
    text = f"({kind})in->{field.c_name}"
    if lo:
        text = f"({text} >> {lo})"
    text = f"({text} & 0x{(1 << width) - 1:x}{suffix})"
    return f"({text} << {at})" if at else text


def _unpack_part(field, byte, lo, at, width):
    kind, suffix = _work(field)
    text = f"({kind})in[{byte}]"
    if at:
        text = f"({text} >> {at})"
    text = f"({text} & 0x{(1 << width) - 1:x}{suffix})"
    return f"({text} << {lo})" if lo else text


def _join(start, parts, pad):
    """start(parts or-ed); on one line if it fits, else one part a line."""
    if len(parts) == 1:
        return f"{start}{parts[0]};"
    line = f"{start}({' | '.join(parts)});"
    return (
        line
        if len(line) <= 100
        else f"{start}({parts[0]}" + "".join(f" |\n{pad}{p}" for p in parts[1:]) + ");"
    )


def _wide_span(lay, field):
    """First byte of a field above 64 bits."""
    return field.lsb // 8 if lay.order == "host" else lay.bytes - 1 - field.msb // 8


def _pack(lay):
    name = f"ubn_{lay.name}"
    out = [
        "",
        f"/** Write one {lay.name}; reserved bits become 0.",
        f" *  @param in [in] values; bits above the width of a field are ignored.",
        f" *  @param out [out] bytes, shape [{lay.bytes}], first byte first. */",
        f"static inline void {name}_pack(const struct {name} *in, uint8_t out[{lay.bytes}])",
        "{",
    ]
    if not lay.used:
        out.append("    (void)in;")
    wide = set()
    for f in lay.used:
        if _wide(f):
            first = _wide_span(lay, f)
            wide.update(range(first, first + f.width // 8))
    for byte in range(lay.bytes):
        if byte in wide:
            continue
        parts = [_pack_part(f, lo, at, w) for f, lo, at, w in lay.pieces(byte) if not f.reserved]
        if not parts:
            out.append(f"    out[{byte}] = 0;")
            continue
        out.append(_join(f"    out[{byte}] = (uint8_t)", parts, " " * 8))
    for f in lay.used:
        if _wide(f):
            out.append(f"    memcpy(&out[{_wide_span(lay, f)}], in->{f.c_name}, {f.width // 8});")
    return out + ["}"]


def _unpack(lay):
    name = f"ubn_{lay.name}"
    out = [
        "",
        f"/** Read one {lay.name}; reserved bits are ignored.",
        f" *  @param in [in] bytes, shape [{lay.bytes}], first byte first.",
        f" *  @param out [out] every field is written. */",
        f"static inline void {name}_unpack(const uint8_t in[{lay.bytes}], struct {name} *out)",
        "{",
    ]
    if not lay.used:
        out += ["    (void)in;", "    (void)out;"]
    by_field = {}
    for byte in range(lay.bytes):
        for f, lo, at, w in lay.pieces(byte):
            by_field.setdefault(f.name, []).append((lo, _unpack_part(f, byte, lo, at, w)))
    for f in lay.used:
        if _wide(f):
            out.append(f"    memcpy(out->{f.c_name}, &in[{_wide_span(lay, f)}], {f.width // 8});")
            continue
        parts = [t for _, t in sorted(by_field[f.name], reverse=True)]
        out.append(_join(f"    out->{f.c_name} = ({_type(f.width)})", parts, " " * 8))
    return out + ["}"]


def _layout(lay):
    name = f"ubn_{lay.name}"
    up = name.upper()
    out = (
        ["", f"#define {up}_BYTES {lay.bytes}", ""]
        + _doc(lay.doc, lay.source)
        + [f"struct {name} {{"]
    )
    column = max([len(f.c_name) for f in lay.used] + [0]) + len("    uint32_t [16];")
    for f in lay.used:
        dims = f"[{f.width // 8}]" if _wide(f) else ""
        kind = "uint8_t" if _wide(f) else _type(f.width)
        doc = (
            f"{f.width} bit"
            + (", first byte first" if _wide(f) else "")
            + (f": {f.doc}" if f.doc else "")
        )
        out += _with_doc(f"    {kind} {f.c_name}{dims};", doc, column)
    return out + ["};"] + _pack(lay) + _unpack(lay)


def _enum(name, prefix, doc, values, source=""):
    """values: list of (name, code text, doc)."""
    out = [""] + _doc(doc, source) + [f"enum {name} {{"]
    column = max(len(f"    {prefix}_{n} = {code},") for n, code, _ in values)
    for n, code, d in values:
        out += _with_doc(f"    {prefix}_{n.upper()} = {code},", d, column)
    return out + ["};"]


def _string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def records(s):
    lines = [x for r in s.records for x in _layout(r)]
    return _file(
        "records", "Records that host and controller share.", lines, ("stdint.h", "string.h")
    )


def wire(s):
    lines = [x for h in s.headers for x in _layout(h)]
    for v in s.variable:
        up = f"UBN_{v['name'].upper()}"
        lines += [""] + _doc(f"Variable part: {v['doc']}.", v["source"])
        lines += [
            f"#define {up}_MIN_BYTES {v['min_bytes']}",
            f"#define {up}_MAX_BYTES {v['max_bytes']}",
        ]
    for frame in s.frames:
        up = f"UBN_{frame['prefix'].upper()}"
        lines += [
            "",
            "/* Frame: offsets and sizes in bytes, from the first byte of the Ethernet header. */",
        ]
        for n, v, d in sp.frame_numbers(s, frame):
            lines += _with_doc(f"#define {up}_{n.upper()} {v}", d)
    return _file("wire", "Packet headers.", lines, ("stdint.h", "string.h"))


def enums(s):
    lines = []
    for e in s.enums:
        digits = (e["width"] + 3) // 4
        lines += _enum(
            f"ubn_{e['name']}",
            f"UBN_{e['name'].upper()}",
            e["doc"],
            [(v["name"], f"0x{v['code']:0{digits}x}", v.get("doc", "")) for v in e["values"]],
            e["source"],
        )
    lines += ["", "/* Constants */"]
    for c in s.constants:
        lines += _doc(c["doc"], c["source"]) + [
            f"#define UBN_{c['name'].upper()} 0x{c['value']:x}u"
        ]
    return _file("enums", "Opcodes, status codes and constants.", lines)


def registers(s):
    lines = []
    for m in s.maps:
        stem = "UBN_" + m["name"][: -len("_map")].upper()
        lines += ["", f"/* {m['doc']} Source: {m['source']} */"]
        for r in m["regions"]:
            up = f"UBN_{m['name'].upper()}_{r['name'].upper()}"
            lines += _with_doc(f"#define {up}_BASE 0x{r['base']:08x}u", r["doc"])
            lines += [f"#define {up}_BYTES 0x{r['bytes']:08x}u"]
        lines += ["", "/* Registers: byte offset in the region regs. */"]
        for r in m["registers"]:
            lines += _with_doc(
                f"#define {stem}_REG_{r['name'].upper()} 0x{r['offset']:04x}u",
                f"{r['access']}, {r['width']} bit: {r['doc']}",
            )
    return _file("registers", "Address map and registers.", lines)


def probes(s):
    lines = []
    for family, family_probes in s.probes.items():
        stem = f"ubn_{family}_probe"
        values = [(p["name"], str(i), p["doc"]) for i, p in enumerate(family_probes)]
        lines += _enum(
            stem, stem.upper(), "Bit in probe_valid, and index of the word in probe_id.", values
        )
        lines.insert(-1, f"    {stem.upper()}_COUNT")
        for p in family_probes:
            lines += ["", f"/* Parts of the id of probe {p['name']}. */"]
            for f in p["parts"]:
                shift = f"(id >> {f.lsb}) & " if f.lsb else "id & "
                lines += [
                    f"static inline {_type(f.width)} {stem}_{p['name']}_{f.name}(uint64_t id)",
                    "{",
                    f"    return ({_type(f.width)})({shift}0x{(1 << f.width) - 1:x}ull);",
                    "}",
                ]
    return _file("probes", "Observation strobes of the controllers.", lines)


def stalls(s):
    lines = _enum(
        "ubn_stall",
        "UBN_STALL",
        "Why a queue does not move.",
        [(r["name"], str(r["code"]), r["doc"]) for r in s.stalls],
    )
    lines += ["", "#define UBN_STALL_CODES " + str(max(r["code"] for r in s.stalls) + 1)]
    lines += [
        "",
        "/** Name of a stall reason.",
        " *  @param code [in] enum ubn_stall.",
        ' *  @return text, never NULL; "?" for an unknown code. */',
        "static inline const char *ubn_stall_name(unsigned code)",
        "{",
        "    switch (code) {",
    ]
    for r in s.stalls:
        lines += [
            f"    case UBN_STALL_{r['name'].upper()}:",
            f"        return {_string(r['name'])};",
        ]
    lines += ["    default:", '        return "?";', "    }", "}"]
    return _file("stalls", "Stall reasons.", lines)


def stages(s):
    lines = _enum(
        "ubn_stage",
        "UBN_STAGE",
        "Stages of one operation, in the order of the path.",
        [(x["name"], str(i), x["doc"]) for i, x in enumerate(s.stages)],
    )
    lines.insert(-1, "    UBN_STAGE_COUNT")
    lines += [
        "",
        "/** What a stage is called. */",
        "struct ubn_stage_info {",
        "    const char *name;     /**< identifier, as in configs/spec/stages.yaml */",
        "    const char *doc;      /**< short text for tables */",
        "    const char *category; /**< group of stages in summaries */",
        "};",
        "",
        "static const struct ubn_stage_info ubn_stage_info[UBN_STAGE_COUNT] = {",
    ]
    lines += [
        f"    {{{_string(x['name'])}, {_string(x['doc'])}, {_string(x['category'])}}},"
        for x in s.stages
    ]
    return _file("stages", "Stages of one operation.", lines + ["};"])


def render(s):
    """Returns {path: text}."""
    out = dict(f(s) for f in (records, wire, enums, registers, probes, stalls, stages))
    out[FOLDER + ".clang-format"] = sp.CLANG_FORMAT_OFF
    return out
