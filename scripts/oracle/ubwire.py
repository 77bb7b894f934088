# SPDX-License-Identifier: Apache-2.0
"""Takes a UB frame (Ethernet, IPv4, UDP 4792) apart, and checks everything a frame alone can tell.

Written from the UB base specification (transport headers 6.2, transaction headers 7.2), by hand and
not from configs/spec, so that a mistake there does not repeat here. Frame form: NLP 0.
ICRC: CRC-32 of zlib over the IPv4 header up to and with the padding, with TOS, TTL, IP checksum and
UDP checksum set to ones; little-endian on the wire; no leading ones for a link header.
"""

import struct
import zlib

from udpframe import IP_BYTES, UDP_BYTES, need, parse_udp

RTPH_BYTES, TAH_BYTES, ICRC_BYTES = 16, 8, 4
UDP_PORT = 4792
TP_DATA, TP_ACK = 1, 2
TA_WRITE, TA_READ, TA_READ_RESPONSE, TA_ACK = 0x03, 0x06, 0x12, 0x11


def bits(word, high, low):
    """Bits high..low of a word."""
    return word >> low & (1 << high - low + 1) - 1


def icrc(packet):
    """The ICRC of a packet, from the IPv4 header to the end of the padding."""
    masked = bytearray(packet)
    masked[1] = masked[8] = 0xFF  # TOS, TTL
    masked[10:12] = masked[26:28] = b"\xff\xff"  # IP checksum, UDP checksum
    return struct.pack("<I", zlib.crc32(bytes(masked)))


def parse_outer(data):
    """Checks Ethernet, IPv4, UDP and ICRC. Returns (fields, bytes between UDP header and ICRC)."""
    packet = parse_udp(data, UDP_PORT)
    udp_len = len(packet) - IP_BYTES
    need(udp_len >= UDP_BYTES + RTPH_BYTES + ICRC_BYTES, "UDP length %d is too short", udp_len)
    covered, tail = packet[:-ICRC_BYTES], packet[-ICRC_BYTES:]
    need(tail == icrc(covered), "ICRC is %s, should be %s", tail.hex(), icrc(covered).hex())
    fields = {
        "src": ".".join(map(str, packet[12:16])), "dst": ".".join(map(str, packet[16:20])),
        "sport": struct.unpack_from(">H", packet, IP_BYTES)[0], "ip_len": len(packet),
        "udp_len": udp_len,
    }
    return fields, covered[IP_BYTES + UDP_BYTES :]


def parse_rtph(data):
    """Fields of the 16-byte transport header."""
    w0, w1, w2, w3 = struct.unpack_from(">IIII", data)
    return {
        "last": bits(w0, 31, 31), "tp_opcode": bits(w0, 30, 24), "tp_ver": bits(w0, 23, 22),
        "padding": bits(w0, 21, 20), "nlp": bits(w0, 19, 16),
        "src_tpn": bits(w0, 15, 0) << 8 | bits(w1, 31, 24), "dst_tpn": bits(w1, 23, 0),
        "a": bits(w2, 31, 31), "f": bits(w2, 30, 30), "psn": bits(w2, 23, 0),
        "tp_rspst": bits(w3, 31, 29), "tp_rspinfo": bits(w3, 28, 24), "tpmsn": bits(w3, 23, 0),
        "rsv": bits(w2, 29, 24),
    }  # fmt: skip


def parse_tah(data):
    """Fields of a transaction header: BTAH of a request, ATAH of a response."""
    w0, w1 = struct.unpack_from(">II", data)
    fields = {
        "ta_opcode": bits(w0, 31, 24), "ta_ver": bits(w0, 23, 22), "poison": bits(w0, 18, 18),
        "tassn": bits(w0, 15, 0), "rc_type": bits(w1, 21, 20), "rc_id": bits(w1, 19, 0),
    }
    if fields["ta_opcode"] in (TA_ACK, TA_READ_RESPONSE, 0x13):
        fields.update(sv=bits(w0, 19, 19), rspst=bits(w1, 31, 29), rspinfo=bits(w1, 28, 24))
    else:
        fields.update(
            ee=bits(w0, 21, 20), tv_en=bits(w0, 19, 19), ud=bits(w0, 16, 16),
            no_taack=bits(w1, 31, 31), odr=bits(w1, 30, 28), mt_en=bits(w1, 27, 27),
            fce=bits(w1, 26, 26), retry=bits(w1, 25, 25),
        )
    return fields


def parse_access(data, fields):
    """Fields of the extension headers of a read or write: [UDETAH] MAETAH [TVETAH]; the data of a write follow."""
    size = 4 * fields["ud"] + 16 + 4 * fields["tv_en"]
    is_read = fields["ta_opcode"] == TA_READ
    fits = len(data) == size if is_read else len(data) >= size
    need(fits, "request has %d bytes after BTAH, not %d", len(data), size)
    fields["payload"] = data[size:]
    at = 4 * fields["ud"]
    addr, token_word, length = struct.unpack_from(">QII", data, at)
    fields.update(addr=addr, token_id=bits(token_word, 27, 8), length=length)
    if fields["tv_en"]:
        fields["token"] = struct.unpack_from(">I", data, at + 16)[0]


def parse(data):
    """Takes a frame apart. Returns its fields; "payload" holds the data. Raises FrameError."""
    fields, rest = parse_outer(data)
    fields.update(parse_rtph(rest))
    need(len(rest) % 4 == 0, "%d bytes up to the padding are no multiple of 4", len(rest))
    need(fields["tp_ver"] == 0, "TPVer is %d", fields["tp_ver"])
    need(fields["rsv"] == 0, "reserved bits of RTPH are not zero")
    body = rest[RTPH_BYTES:]
    if fields["tp_opcode"] == TP_ACK:
        need(not body and fields["padding"] == 0, "transport acknowledgement with data")
        need(fields["last"] == 0, "transport acknowledgement with the last bit")
        return fields
    need(fields["tp_opcode"] == TP_DATA, "transport opcode 0x%02x", fields["tp_opcode"])
    need(fields["nlp"] == 0, "NLP is %d", fields["nlp"])
    need(len(body) >= TAH_BYTES + fields["padding"], "%d bytes after RTPH are too few", len(body))
    need(not any(body[len(body) - fields["padding"] :]), "padding is not zero")
    fields.update(parse_tah(body))
    need(fields["ta_ver"] == 0, "TAver is %d", fields["ta_ver"])
    after = body[TAH_BYTES : len(body) - fields["padding"]]
    if fields["ta_opcode"] in (TA_READ, TA_WRITE):
        parse_access(after, fields)
    else:
        fields["payload"] = after
    return fields
