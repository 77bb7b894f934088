-- SPDX-License-Identifier: Apache-2.0
-- ub.lua: dissector of UB over Ethernet, IPv4 and UDP, and of load/store frames on Ethernet.
-- Written by scripts/gen from configs/spec; do not edit.
local ub = Proto("ub", "Unified Bus")
local UDP_PORT, ICRC_BYTES = 4792, 4
local ETHERTYPE = 34997
local RTP_DATA, NLP_TA = 1, 0
local READ, TAACK, READ_RSP, ATOMIC_RSP = 6, 17, 18, 19
local names = {
    ub_tp_opcode = {[0] = "utp_data", [1] = "rtp_data", [129] = "rtp_data_last", [2] = "tpack", [3] = "tpack_cc", [5] = "tpsack", [6] = "tpsack_cc", [8] = "cnp"},
    ub_cfg = {[9] = "ldst"},
    ub_nlp = {[0] = "ta", [1] = "upih32_eidh", [2] = "upih16_eidh", [3] = "ciph"},
    ub_tp_rspst = {[0] = "ack", [1] = "rnr", [2] = "page_fault", [3] = "error", [5] = "ta_status"},
    ub_ta_opcode = {[0] = "send", [1] = "send_imm", [3] = "write", [4] = "write_imm", [5] = "write_notify", [6] = "read", [7] = "cas", [8] = "swap", [9] = "atomic_store", [10] = "atomic_load", [11] = "fetch_add", [12] = "fetch_sub", [13] = "fetch_and", [14] = "fetch_or", [15] = "fetch_xor", [16] = "mgmt", [17] = "taack", [18] = "read_rsp", [19] = "atomic_rsp", [20] = "write_be", [21] = "prefetch_tgt", [23] = "writeback", [24] = "writeback_be"},
}
local headers = {
    ub_rtph = {bytes = 16, title = "Reliable transport header", fields = {
        {bit = 0, width = 8, proto = ProtoField.uint32("ub.rtph.tp_opcode", "tp_opcode", base.DEC, names.ub_tp_opcode)},
        {bit = 8, width = 2, proto = ProtoField.uint32("ub.rtph.tp_ver", "tp_ver", base.DEC)},
        {bit = 10, width = 2, proto = ProtoField.uint32("ub.rtph.padding", "padding", base.DEC)},
        {bit = 12, width = 4, proto = ProtoField.uint32("ub.rtph.nlp", "nlp", base.DEC, names.ub_nlp)},
        {bit = 16, width = 24, proto = ProtoField.uint32("ub.rtph.src_tpn", "src_tpn", base.DEC)},
        {bit = 40, width = 24, proto = ProtoField.uint32("ub.rtph.dst_tpn", "dst_tpn", base.DEC)},
        {bit = 64, width = 1, proto = ProtoField.uint32("ub.rtph.a", "a", base.DEC)},
        {bit = 65, width = 1, proto = ProtoField.uint32("ub.rtph.f", "f", base.DEC)},
        {bit = 72, width = 24, proto = ProtoField.uint32("ub.rtph.psn", "psn", base.DEC)},
        {bit = 96, width = 3, proto = ProtoField.uint32("ub.rtph.rspst", "rspst", base.DEC, names.ub_tp_rspst)},
        {bit = 99, width = 5, proto = ProtoField.uint32("ub.rtph.rspinfo", "rspinfo", base.DEC)},
        {bit = 104, width = 24, proto = ProtoField.uint32("ub.rtph.tpmsn", "tpmsn", base.DEC)},
    }},
    ub_btah = {bytes = 8, title = "Transaction header of a request, full", fields = {
        {bit = 0, width = 8, proto = ProtoField.uint32("ub.btah.ta_opcode", "ta_opcode", base.DEC, names.ub_ta_opcode)},
        {bit = 8, width = 2, proto = ProtoField.uint32("ub.btah.ta_ver", "ta_ver", base.DEC)},
        {bit = 10, width = 2, proto = ProtoField.uint32("ub.btah.ee_bits", "ee_bits", base.DEC)},
        {bit = 12, width = 1, proto = ProtoField.uint32("ub.btah.tv_en", "tv_en", base.DEC)},
        {bit = 13, width = 1, proto = ProtoField.uint32("ub.btah.poison", "poison", base.DEC)},
        {bit = 15, width = 1, proto = ProtoField.uint32("ub.btah.ud_flag", "ud_flag", base.DEC)},
        {bit = 16, width = 16, proto = ProtoField.uint32("ub.btah.ini_tassn", "ini_tassn", base.DEC)},
        {bit = 32, width = 1, proto = ProtoField.uint32("ub.btah.no_taack", "no_taack", base.DEC)},
        {bit = 33, width = 3, proto = ProtoField.uint32("ub.btah.odr", "odr", base.DEC)},
        {bit = 36, width = 1, proto = ProtoField.uint32("ub.btah.mt_en", "mt_en", base.DEC)},
        {bit = 37, width = 1, proto = ProtoField.uint32("ub.btah.fce", "fce", base.DEC)},
        {bit = 38, width = 1, proto = ProtoField.uint32("ub.btah.retry", "retry", base.DEC)},
        {bit = 39, width = 1, proto = ProtoField.uint32("ub.btah.alloc", "alloc", base.DEC)},
        {bit = 41, width = 1, proto = ProtoField.uint32("ub.btah.e_bit", "e_bit", base.DEC)},
        {bit = 42, width = 2, proto = ProtoField.uint32("ub.btah.ini_rc_type", "ini_rc_type", base.DEC)},
        {bit = 44, width = 20, proto = ProtoField.uint32("ub.btah.ini_rc_id", "ini_rc_id", base.DEC)},
    }},
    ub_atah = {bytes = 8, title = "Transaction header of a response, full", fields = {
        {bit = 0, width = 8, proto = ProtoField.uint32("ub.atah.ta_opcode", "ta_opcode", base.DEC, names.ub_ta_opcode)},
        {bit = 8, width = 2, proto = ProtoField.uint32("ub.atah.ta_ver", "ta_ver", base.DEC)},
        {bit = 12, width = 1, proto = ProtoField.uint32("ub.atah.sv", "sv", base.DEC)},
        {bit = 13, width = 1, proto = ProtoField.uint32("ub.atah.poison", "poison", base.DEC)},
        {bit = 16, width = 16, proto = ProtoField.uint32("ub.atah.ini_tassn", "ini_tassn", base.DEC)},
        {bit = 32, width = 3, proto = ProtoField.uint32("ub.atah.rspst", "rspst", base.DEC)},
        {bit = 35, width = 5, proto = ProtoField.uint32("ub.atah.rspinfo", "rspinfo", base.DEC)},
        {bit = 42, width = 2, proto = ProtoField.uint32("ub.atah.ini_rc_type", "ini_rc_type", base.DEC)},
        {bit = 44, width = 20, proto = ProtoField.uint32("ub.atah.ini_rc_id", "ini_rc_id", base.DEC)},
    }},
    ub_maetah = {bytes = 16, title = "Memory access extension, full", fields = {
        {bit = 0, width = 64, proto = ProtoField.uint64("ub.maetah.address", "address", base.HEX)},
        {bit = 68, width = 20, proto = ProtoField.uint32("ub.maetah.token_id", "token_id", base.HEX)},
        {bit = 96, width = 32, proto = ProtoField.uint32("ub.maetah.length", "length", base.HEX)},
    }},
    ub_tvetah = {bytes = 4, title = "Token value extension", fields = {
        {bit = 0, width = 32, proto = ProtoField.uint32("ub.tvetah.token_value", "token_value", base.HEX)},
    }},
    ub_lph = {bytes = 2, title = "Stand-in for the link header, whose layers are not modelled; it keeps the packet class", fields = {
        {bit = 4, width = 4, proto = ProtoField.uint32("ub.lph.cfg", "cfg", base.DEC, names.ub_cfg)},
    }},
    ub_nth16 = {bytes = 8, title = "Network header with 16-bit compact addresses (CFG 6 and CFG 9)", fields = {
        {bit = 0, width = 16, proto = ProtoField.uint32("ub.nth16.scna", "scna", base.DEC)},
        {bit = 16, width = 16, proto = ProtoField.uint32("ub.nth16.dcna", "dcna", base.DEC)},
        {bit = 32, width = 16, proto = ProtoField.uint32("ub.nth16.cci", "cci", base.DEC)},
        {bit = 48, width = 8, proto = ProtoField.uint32("ub.nth16.lbf", "lbf", base.DEC)},
        {bit = 56, width = 4, proto = ProtoField.uint32("ub.nth16.sl", "sl", base.DEC)},
        {bit = 60, width = 1, proto = ProtoField.uint32("ub.nth16.mgmt", "mgmt", base.DEC)},
        {bit = 61, width = 3, proto = ProtoField.uint32("ub.nth16.nlp", "nlp", base.DEC)},
    }},
    ub_btah_c = {bytes = 4, title = "Transaction header of a request, compact", fields = {
        {bit = 0, width = 8, proto = ProtoField.uint32("ub.btah_c.ta_opcode", "ta_opcode", base.DEC, names.ub_ta_opcode)},
        {bit = 8, width = 2, proto = ProtoField.uint32("ub.btah_c.ta_ver", "ta_ver", base.DEC)},
        {bit = 10, width = 2, proto = ProtoField.uint32("ub.btah_c.ee_bits", "ee_bits", base.DEC)},
        {bit = 12, width = 1, proto = ProtoField.uint32("ub.btah_c.tv_en", "tv_en", base.DEC)},
        {bit = 13, width = 1, proto = ProtoField.uint32("ub.btah_c.poison", "poison", base.DEC)},
        {bit = 15, width = 1, proto = ProtoField.uint32("ub.btah_c.ud_flag", "ud_flag", base.DEC)},
        {bit = 16, width = 16, proto = ProtoField.uint32("ub.btah_c.ini_tassn", "ini_tassn", base.DEC)},
    }},
    ub_atah_c = {bytes = 4, title = "Transaction header of a response, compact", fields = {
        {bit = 0, width = 8, proto = ProtoField.uint32("ub.atah_c.ta_opcode", "ta_opcode", base.DEC, names.ub_ta_opcode)},
        {bit = 8, width = 2, proto = ProtoField.uint32("ub.atah_c.ta_ver", "ta_ver", base.DEC)},
        {bit = 10, width = 2, proto = ProtoField.uint32("ub.atah_c.status", "status", base.DEC)},
        {bit = 13, width = 1, proto = ProtoField.uint32("ub.atah_c.poison", "poison", base.DEC)},
        {bit = 16, width = 16, proto = ProtoField.uint32("ub.atah_c.ini_tassn", "ini_tassn", base.DEC)},
    }},
    ub_maetah_c = {bytes = 12, title = "Memory access extension, compact", fields = {
        {bit = 0, width = 58, proto = ProtoField.uint64("ub.maetah_c.line", "line", base.HEX)},
        {bit = 58, width = 2, proto = ProtoField.uint32("ub.maetah_c.affinity_hint", "affinity_hint", base.DEC)},
        {bit = 60, width = 1, proto = ProtoField.uint32("ub.maetah_c.so", "so", base.DEC)},
        {bit = 61, width = 3, proto = ProtoField.uint32("ub.maetah_c.length", "length", base.DEC)},
        {bit = 76, width = 20, proto = ProtoField.uint32("ub.maetah_c.token_id", "token_id", base.HEX)},
    }},
}
local payload = ProtoField.bytes("ub.payload", "payload")
local icrc = ProtoField.uint32("ub.icrc", "icrc", base.HEX)
ub.fields = {payload, icrc}
for _, header in pairs(headers) do
    for _, f in ipairs(header.fields) do
        table.insert(ub.fields, f.proto)
    end
end

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
