# SPDX-License-Identifier: Apache-2.0
"""Writes the translate filter files of GTKWave: one line a code, in hex as the viewer shows it."""


def _file(name, width, values):
    digits = (width + 3) // 4
    return f"scripts/gtkwave/{name}.txt", "".join(
        f"{code:0{digits}x} {label}\n" for code, label in sorted(values)
    )


def render(s):
    """Returns {path: text}."""
    out = [
        _file(e["name"], e["width"], [(v["code"], v["name"].upper()) for v in e["values"]])
        for e in s.enums
        if e.get("gtkwave")
    ]
    width = max(r["code"] for r in s.stalls).bit_length()
    out.append(_file("ubn_stall", width, [(r["code"], r["name"].upper()) for r in s.stalls]))
    return dict(out)
