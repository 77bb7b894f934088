# SPDX-License-Identifier: Apache-2.0
"""Writes the dissector of UB over UDP and of load/store frames for Wireshark and tshark (Lua): fields and codes from
configs/spec."""

PATH = "scripts/wireshark/ub.lua"
HEADERS = ("ub_rtph", "ub_btah", "ub_atah", "ub_maetah", "ub_tvetah", "ub_lph", "ub_nth16", "ub_btah_c", "ub_atah_c",
           "ub_maetah_c")  # fmt: skip
# header field -> enum that names its codes
NAMED = {("ub_rtph", "tp_opcode"): "ub_tp_opcode", ("ub_rtph", "nlp"): "ub_nlp", ("ub_rtph", "rspst"): "ub_tp_rspst",
         ("ub_btah", "ta_opcode"): "ub_ta_opcode", ("ub_atah", "ta_opcode"): "ub_ta_opcode",
         ("ub_btah_c", "ta_opcode"): "ub_ta_opcode", ("ub_atah_c", "ta_opcode"): "ub_ta_opcode",
         ("ub_lph", "cfg"): "ub_cfg"}  # fmt: skip

CODE = """
-- Adds the fields of a header that begins at byte `at`; returns the byte behind it.
local function add(tree, tvb, name, at)
    local header = headers[name]
    local range = tvb(at, header.bytes)
    local branch = tree:add(ub, range, header.title)
    for _, f in ipairs(header.fields) do
        local first, last = math.floor(f.bit / 8), math.floor((f.bit + f.width - 1) / 8)
        local part = range(first, last - first + 1)
        branch:add(f.proto, part, part:bitfield(f.bit - 8 * first, f.width))
    end
    return at + header.bytes
end

local RESPONSES = {[TAACK] = true, [READ_RSP] = true, [ATOMIC_RSP] = true}

function ub.dissector(tvb, pinfo, root)
    if tvb:len() < headers.ub_rtph.bytes + ICRC_BYTES then
        return 0
    end
    pinfo.cols.protocol = "UB"
    local tree = root:add(ub, tvb(), "Unified Bus")
    local at = add(tree, tvb, "ub_rtph", 0)
    local tp_opcode, nlp = tvb(0, 1):uint(), tvb(1, 1):bitfield(4, 4)
    local pad = tvb(1, 1):bitfield(2, 2)
    local info = (names.ub_tp_opcode[tp_opcode] or "?") .. " psn " .. tvb(9, 3):uint()
    local finish = tvb:len() - ICRC_BYTES
    if tp_opcode % 0x80 == RTP_DATA and nlp == NLP_TA and finish - at >= headers.ub_btah.bytes then
        local ta_opcode = tvb(at, 1):uint()
        info = info .. " " .. (names.ub_ta_opcode[ta_opcode] or "?")
        if RESPONSES[ta_opcode] then
            at = add(tree, tvb, "ub_atah", at)
        else
            local token = tvb(at + 1, 1):bitfield(4, 1) == 1
            at = add(tree, tvb, "ub_btah", at)
            if ta_opcode == READ and finish - at >= headers.ub_maetah.bytes then
                at = add(tree, tvb, "ub_maetah", at)
            end
            if token and finish - at >= headers.ub_tvetah.bytes then
                at = add(tree, tvb, "ub_tvetah", at)
            end
        end
    end
    if finish - pad > at then
        tree:add(payload, tvb(at, finish - pad - at))
    end
    tree:add_le(icrc, tvb(finish, ICRC_BYTES))
    pinfo.cols.info = info
    return tvb:len()
end

local access = Proto("ub_ldst", "Unified Bus load/store")

function access.dissector(tvb, pinfo, root)
    local least = headers.ub_lph.bytes + headers.ub_nth16.bytes + headers.ub_atah_c.bytes
    if tvb:len() < least then
        return 0
    end
    pinfo.cols.protocol = "UB load/store"
    local tree = root:add(access, tvb(), "Unified Bus load/store")
    local at = add(tree, tvb, "ub_nth16", add(tree, tvb, "ub_lph", 0))
    local ta_opcode = tvb(at, 1):uint()
    local info = (names.ub_ta_opcode[ta_opcode] or "?") .. " tassn " .. tvb(at + 2, 2):uint()
    if RESPONSES[ta_opcode] then
        info = info .. " status " .. tvb(at + 1, 1):bitfield(2, 2)
        at = add(tree, tvb, "ub_atah_c", at)
    else
        at = add(tree, tvb, "ub_btah_c", at)
        if tvb:len() - at >= headers.ub_maetah_c.bytes then
            info = info .. string.format(" %d B", 64 * 2 ^ tvb(at + 7, 1):bitfield(5, 3))
            at = add(tree, tvb, "ub_maetah_c", at)
        end
    end
    if tvb:len() > at then
        tree:add(payload, tvb(at))
    end
    pinfo.cols.info = info
    return tvb:len()
end

DissectorTable.get("udp.port"):add(UDP_PORT, ub)
DissectorTable.get("ethertype"):add(ETHERTYPE, access)
"""


def _names(enum):
    pairs = ", ".join(f'[{v["code"]}] = "{v["name"]}"' for v in enum["values"])
    return f"    {enum['name']} = {{{pairs}}},"


def _header(s, name):
    lay = s.header(name)
    lines = [f'    {name} = {{bytes = {lay.bytes}, title = "{lay.doc.rstrip(".")}", fields = {{']
    for f in lay.fields:
        if f.reserved:
            continue
        bit = lay.bits - f.lsb - f.width  # from the first wire bit
        kind = "uint64" if f.width > 32 else "uint32"
        base = "base.HEX" if f.width >= 32 or "key" in f.name or "token" in f.name else "base.DEC"
        named = NAMED.get((name, f.name))
        codes = f", names.{named}" if named else ""
        short = name[3:]
        lines.append(f'        {{bit = {bit}, width = {f.width}, proto = ProtoField.{kind}("ub.{short}.{f.name}", '
                     f'"{f.name}", {base}{codes})}},')  # fmt: skip
    return lines + ["    }},"]


def render(s):
    """Returns {path: text}."""
    code = lambda enum, value: next(
        v["code"] for e in s.enums if e["name"] == enum for v in e["values"] if v["name"] == value
    )
    constant = lambda name: next(c["value"] for c in s.constants if c["name"] == name)
    lines = [
        "-- SPDX-License-Identifier: Apache-2.0",
        "-- ub.lua: dissector of UB over Ethernet, IPv4 and UDP, and of load/store frames on Ethernet.",
        "-- Written by scripts/gen from configs/spec; do not edit.",
        'local ub = Proto("ub", "Unified Bus")',
        f"local UDP_PORT, ICRC_BYTES = {constant('ub_udp_port')}, {s.frames[0]['trailer']['bytes']}",
        f"local ETHERTYPE = {constant('ub_ethertype_local')}",
        f"local RTP_DATA, NLP_TA = {code('ub_tp_opcode', 'rtp_data')}, {code('ub_nlp', 'ta')}",
        "local " + ", ".join(n.upper() for n in ("read", "taack", "read_rsp", "atomic_rsp")) + " = "
        + ", ".join(str(code("ub_ta_opcode", n)) for n in ("read", "taack", "read_rsp", "atomic_rsp")),
        "local names = {",
    ]  # fmt: skip
    lines += [_names(e) for e in s.enums if e["name"] in set(NAMED.values())]
    lines += ["}", "local headers = {"]
    for name in HEADERS:
        lines += _header(s, name)
    lines += [
        "}",
        'local payload = ProtoField.bytes("ub.payload", "payload")',
        'local icrc = ProtoField.uint32("ub.icrc", "icrc", base.HEX)',
        "ub.fields = {payload, icrc}",
        "for _, header in pairs(headers) do",
        "    for _, f in ipairs(header.fields) do",
        "        table.insert(ub.fields, f.proto)",
        "    end",
        "end",
    ]
    return {PATH: "\n".join(lines) + "\n" + CODE}
