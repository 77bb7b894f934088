# SPDX-License-Identifier: Apache-2.0
"""Writes the field lists of tb/wire, so that the test visits every field of every layout."""

from . import spec as sp

NOTE = "Written by scripts/gen from configs/spec; do not edit."


def _layouts(s):
    return s.headers + s.records


def _verilog(s):
    """Case items: set a field of vec_q to value, and show a field of vec_q."""
    put, get, byte = [], [], []
    for h, lay in enumerate(_layouts(s)):
        up = lay.name.upper()
        byte.append(f"8'd{h}: bytes = `{up}_BYTES;")
        for i, f in enumerate(lay.used):
            key = f"16'h{h:02x}{i:02x}"
            name = f"`{up}_{f.name.upper()}"
            put.append(f"{key}: vec_q[{name}] <= value[{name}_W-1:0];")
            get.append(f"{key}: field[{name}_W-1:0] = vec_q[{name}];")
    head = f"// SPDX-License-Identifier: Apache-2.0\n// {{}}. {NOTE}\n"
    return {
        "tb/wire/gen/wire_put.vh": head.format("Case items that set one field")
        + "\n".join(put)
        + "\n",
        "tb/wire/gen/wire_get.vh": head.format("Case items that show one field")
        + "\n".join(get)
        + "\n",
        "tb/wire/gen/wire_bytes.vh": head.format("Case items that give the size of one layout")
        + "\n".join(byte)
        + "\n",
    }


def _codes(s):
    """All named codes as (name, upper case name, Verilog prefix, width in bits), in one order."""
    out = []
    for e in s.enums:
        out += [
            (f"{e['name']}.{v['name']}", f"{e['name']}_{v['name']}".upper(), "", e["width"])
            for v in e["values"]
        ]
    out += [(c["name"], c["name"].upper(), "", c["width"]) for c in s.constants]
    for frame in s.frames:
        up = frame["prefix"]
        out += [(f"{up}.{n}", f"{up}_{n}".upper(), "", 32) for n, _, _ in sp.frame_numbers(s, frame)]
    stall_width = max(r["code"] for r in s.stalls).bit_length()
    out += [
        (f"stall.{r['name']}", f"STALL_{r['name']}".upper(), "UBN_", stall_width) for r in s.stalls
    ]
    for m in s.maps:
        stem = m["name"][: -len("_map")]
        out += [
            (f"{m['name']}.{r['name']}_{k}", f"{m['name']}_{r['name']}_{k}".upper(), "", 32)
            for r in m["regions"]
            for k in ("base", "bytes")
        ]
        out += [
            (f"{stem}_reg.{r['name']}", f"{stem}_REG_{r['name']}".upper(), "", 16)
            for r in m["registers"]
        ]
    return out


def _c(s):
    out = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/** Every field of every layout, for the wire test. {NOTE} */",
        "#ifndef UBN_WIRE_FIELDS_H",
        "#define UBN_WIRE_FIELDS_H",
        "",
        "#include <stddef.h>",
        "#include <stdint.h>",
        "",
        '#include "ubn/gen/enums.h"',
        '#include "ubn/gen/records.h"',
        '#include "ubn/gen/registers.h"',
        '#include "ubn/gen/stalls.h"',
        '#include "ubn/gen/wire.h"',
        "",
        "/** One field of a generated struct. */",
        "struct wire_field {",
        "    const char *name;",
        "    unsigned width_bits;",
        "    size_t offset; /**< in the struct */",
        "    size_t bytes;  /**< in the struct */",
        "};",
        "",
        "/** One generated layout with its functions. */",
        "struct wire_layout {",
        "    const char *name;",
        "    size_t bytes;",
        "    size_t struct_bytes;",
        "    const struct wire_field *fields;",
        "    size_t n_fields;",
        "    void (*pack)(const void *in, uint8_t *out);",
        "    void (*unpack)(const uint8_t *in, void *out);",
        "};",
    ]
    for lay in _layouts(s):
        n = f"ubn_{lay.name}"
        out += [
            "",
            f"static void wire_pack_{lay.name}(const void *in, uint8_t *out)",
            "{",
            f"    {n}_pack((const struct {n} *)in, out);",
            "}",
            f"static void wire_unpack_{lay.name}(const uint8_t *in, void *out)",
            "{",
            f"    {n}_unpack(in, (struct {n} *)out);",
            "}",
            f"static const struct wire_field wire_fields_{lay.name}[] = {{",
        ]
        out += [
            f'    {{"{f.name}", {f.width}, offsetof(struct {n}, {f.c_name}),'
            f" sizeof(((struct {n} *)0)->{f.c_name})}},"
            for f in lay.used
        ]
        out += ["};"]
    out += [
        "",
        "/** In the order of the numbers that the Verilog side uses. */",
        "static const struct wire_layout wire_layouts[] = {",
    ]
    for lay in _layouts(s):
        n = f"ubn_{lay.name}"
        out += [
            f'    {{"{lay.name}", {n.upper()}_BYTES, sizeof(struct {n}),'
            f" wire_fields_{lay.name}, {len(lay.used)},",
            f"     wire_pack_{lay.name}, wire_unpack_{lay.name}}},",
        ]
    out += [
        "};",
        "",
        "/** One named code as C has it. */",
        "struct wire_code {",
        "    const char *name;",
        "    uint32_t value;",
        "};",
        "",
        "/** In the order of the numbers that the Verilog side uses. */",
        "static const struct wire_code wire_codes[] = {",
    ]
    out += [f'    {{"{name}", (uint32_t)UBN_{up}}},' for name, up, _, _ in _codes(s)]
    out += ["};", "", "#endif", ""]
    return "\n".join(out)


def render(s):
    """Returns {path: text}."""
    out = _verilog(s)
    out["tb/wire/gen/wire_codes.vh"] = (
        f"// SPDX-License-Identifier: Apache-2.0\n// Case items that show one named code. {NOTE}\n"
        + "".join(
            f"16'd{i}: code[{width - 1}:0] = `{pre}{up};\n"
            for i, (_, up, pre, width) in enumerate(_codes(s))
        )
    )
    out["tb/wire/gen/wire_fields.h"] = _c(s)
    out["tb/wire/gen/.clang-format"] = sp.CLANG_FORMAT_OFF
    return out
