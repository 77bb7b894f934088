# SPDX-License-Identifier: Apache-2.0
"""Writes the tables between `<!-- gen:NAME -->` and `<!-- /gen -->` in README files."""

import re

from . import spec as sp

MARK = re.compile(r"^(<!-- gen:([a-z0-9_]+) -->\n)(?:.*?\n)??(<!-- /gen(?::\2)? -->)$", re.S | re.M)
OPEN = re.compile(r"^<!-- gen:", re.M)


def table(head, rows):
    """A Markdown table; cells are escaped."""
    cell = lambda c: str(c).replace("|", "\\|")
    return (
        "\n".join(
            ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
            + ["| " + " | ".join(cell(c) for c in r) + " |" for r in rows]
        )
        + "\n"
    )


def _place(lay, f):
    """Where a field stands, in the terms of its order."""
    if lay.order == "host":
        return f"{f.msb}:{f.lsb}" if f.width > 1 else str(f.lsb)
    first = lay.bits - 1 - f.msb
    return f"{first // 8}.{7 - first % 8}"


def _layouts(layouts, place):
    out = []
    for lay in layouts:
        out.append(
            f"**{lay.name}**, {lay.bytes} B. {lay.doc} Source: {lay.source}.\n\n"
            + table(
                [place, "width", "field", "meaning"],
                [
                    (
                        _place(lay, f),
                        f.width,
                        "-" if f.reserved else f"`{f.name}`",
                        f.doc or ("reserved" if f.reserved else ""),
                    )
                    for f in (
                        lay.fields
                        if lay.order == "network"
                        else sorted(lay.fields, key=lambda x: x.lsb)
                    )
                ],
            )
        )
    return "\n".join(out)


def _headers(s):
    text = _layouts(s.headers, "byte.bit")
    return (
        text
        + "\n**Variable parts**\n\n"
        + table(
            ["part", "bytes", "meaning"],
            [
                (f"`{v['name']}`", f"{v['min_bytes']} to {v['max_bytes']}", v["doc"])
                for v in s.variable
            ],
        )
    )


def _enums(s):
    out = []
    for e in s.enums:
        digits = (e["width"] + 3) // 4
        out.append(
            f"**{e['name']}**, {e['width']} bit. {e['doc']} Source: {e['source']}.\n\n"
            + table(
                ["code", "name", "meaning"],
                [
                    (f"0x{v['code']:0{digits}x}", f"`{v['name']}`", v.get("doc", ""))
                    for v in e["values"]
                ],
            )
        )
    out.append(
        "**Constants**\n\n"
        + table(
            ["name", "value", "meaning", "source"],
            [
                (f"`{c['name']}`", f"{c['value']} (0x{c['value']:x})", c["doc"], c["source"])
                for c in s.constants
            ],
        )
    )
    return "\n".join(out)


def _registers(s):
    out = []
    for m in s.maps:
        out.append(
            f"**{m['name']}**. {m['doc']} Source: {m['source']}.\n\n"
            + table(
                ["region", "base", "bytes", "meaning"],
                [
                    (f"`{r['name']}`", f"0x{r['base']:08x}", f"0x{r['bytes']:x}", r["doc"])
                    for r in m["regions"]
                ],
            )
        )
        out.append(
            table(
                ["register", "offset", "access", "bits", "meaning"],
                [
                    (f"`{r['name']}`", f"0x{r['offset']:03x}", r["access"], r["width"], r["doc"])
                    for r in m["registers"]
                ],
            )
        )
    return "\n".join(out)


def _frames(s):
    out = ""
    for frame in s.frames:
        rows = []
        for k in frame["kinds"]:
            hdr = sum(s.header(n).bytes for n in k["headers"])
            pay = k["example_payload_bytes"]
            icrc = sp.frame_trailer_bytes(frame)
            total = hdr + pay + icrc
            names = " + ".join(
                f"{re.sub('^(ub|roce)_', '', n)} {s.header(n).bytes}" for n in k["headers"]
            )
            rows.append((f"`{k['name']}`", k["doc"], names, pay, icrc, total, -(-total // 64)))
        out += f"\n{frame['doc']}\n\n" + table(
            ["frame", "what", "headers, bytes", "payload", "ICRC", "frame bytes", "beats of 64 B"],
            rows,
        )
        up = frame["prefix"].upper()
        out += "\n" + table(
            ["macro", "bytes", "meaning"],
            [(f"`{up}_{n.upper()}`", v, d) for n, v, d in sp.frame_numbers(s, frame)],
        )
    return out


def _probes(s):
    out = ""
    for family, family_probes in s.probes.items():
        out += f"\nController `{family}`:\n\n" + table(
            ["bit", "probe", "id, LSB first", "meaning"],
            [(i, f"`{p['name']}`", p["id"], p["doc"]) for i, p in enumerate(family_probes)],
        )
    return out


def tables(s):
    """Returns {name: text}."""
    return {
        "headers": _headers(s),
        "records": _layouts(s.records, "bits"),
        "enums": _enums(s),
        "registers": _registers(s),
        "frames": _frames(s),
        "stages": table(
            ["stage", "meaning", "category", "stamp by"],
            [(f"`{x['name']}`", x["doc"], x["category"], x["where"]) for x in s.stages],
        ),
        "probes": _probes(s),
        "stalls": table(
            ["code", "reason", "meaning"],
            [(r["code"], f"`{r['name']}`", r["doc"]) for r in s.stalls],
        ),
    }


def fill(path, text, known):
    """Returns `text` of a README with every marked table replaced; SpecError on a bad marker."""
    found = MARK.findall(text)
    if len(found) != len(OPEN.findall(text)):
        raise sp.SpecError(f"{path}: a <!-- gen:NAME --> marker has no <!-- /gen -->")
    for _, name, _ in found:
        if name not in known:
            raise sp.SpecError(
                f"{path}: no table named '{name}' (there are: {', '.join(sorted(known))})"
            )
    return MARK.sub(lambda m: m.group(1) + known[m.group(2)] + m.group(3), text)
