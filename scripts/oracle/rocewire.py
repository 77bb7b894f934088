# SPDX-License-Identifier: Apache-2.0
"""Reads RoCEv2 frames, from the IBTA specification (vol. 1, 9.2, 9.3, annex A17), apart from our packers."""

import struct
import zlib

from udpframe import need, parse_udp

UDP_PORT = 4791
# name, bytes of the extension headers, may carry payload, is a response
OPCODES = {
    0x00: ("SEND_FIRST", "", True, False), 0x01: ("SEND_MIDDLE", "", True, False),
    0x02: ("SEND_LAST", "", True, False), 0x03: ("SEND_LAST_IMM", "i", True, False),
    0x04: ("SEND_ONLY", "", True, False), 0x05: ("SEND_ONLY_IMM", "i", True, False),
    0x06: ("WRITE_FIRST", "r", True, False), 0x07: ("WRITE_MIDDLE", "", True, False),
    0x08: ("WRITE_LAST", "", True, False), 0x09: ("WRITE_LAST_IMM", "i", True, False),
    0x0A: ("WRITE_ONLY", "r", True, False), 0x0B: ("WRITE_ONLY_IMM", "ri", True, False),
    0x0C: ("READ_REQUEST", "r", False, False), 0x0D: ("READ_RSP_FIRST", "a", True, True),
    0x0E: ("READ_RSP_MIDDLE", "", True, True), 0x0F: ("READ_RSP_LAST", "a", True, True),
    0x10: ("READ_RSP_ONLY", "a", True, True), 0x11: ("ACKNOWLEDGE", "a", False, True),
    0x12: ("ATOMIC_ACK", "ao", False, True), 0x13: ("CMP_SWAP", "t", False, False),
    0x14: ("FETCH_ADD", "t", False, False),
}  # fmt: skip
SIZES = {"r": 16, "i": 4, "a": 4, "o": 8, "t": 28}


def icrc(packet):
    """ICRC of an IPv4 packet without its last 4 bytes, as an integer."""
    masked = bytearray(packet)
    for at in (1, 8, 10, 11, 26, 27, 32):  # TOS, TTL, checksums, FECN BECN
        masked[at] = 0xFF
    return zlib.crc32(bytes(masked), zlib.crc32(b"\xff" * 8))


def parse(data):
    """Fields of a frame; raises FrameError."""
    packet = parse_udp(data, UDP_PORT)
    length = len(packet)
    need(length >= 44, "no room for BTH and ICRC")
    opcode, flags, pkey = struct.unpack_from(">BBH", packet, 28)
    need(opcode in OPCODES, "opcode 0x%02x" % opcode)
    name, headers, pays, response = OPCODES[opcode]
    dest_qp = int.from_bytes(packet[33:36], "big")
    ack_psn = int.from_bytes(packet[36:40], "big")
    f = {"opcode": opcode, "name": name, "response": response, "pad": flags >> 4 & 3, "pkey": pkey, "dest_qp": dest_qp,
         "ack_req": ack_psn >> 31, "psn": ack_psn & 0xFFFFFF, "src": packet[12:16].hex(), "dst": packet[16:20].hex(),
         "ip_len": length}  # fmt: skip
    need(flags & 0x0F == 0, "transport version")
    need(packet[32] == 0 and ack_psn >> 24 & 0x7F == 0, "reserved bits of the BTH")
    at = 40
    for header in headers:
        if header == "r":
            f["va"], f["rkey"], f["dma_len"] = struct.unpack_from(">QII", packet, at)
        elif header == "i":
            f["imm"] = struct.unpack_from(">I", packet, at)[0]
        elif header == "a":
            f["syndrome"], f["msn"] = packet[at], int.from_bytes(packet[at + 1 : at + 4], "big")
        elif header == "o":
            f["orig"] = struct.unpack_from(">Q", packet, at)[0]
        else:
            f["va"], f["rkey"], f["swap_add"], f["compare"] = struct.unpack_from(">QIQQ", packet, at)
        at += SIZES[header]
    need(at + f["pad"] + 4 <= length, "too short for its headers")
    f["payload"] = packet[at : length - 4 - f["pad"]]
    need(not any(packet[length - 4 - f["pad"] : length - 4]), "pad bytes are not 0")
    need((len(f["payload"]) + f["pad"]) % 4 == 0, "pad count")
    need(pays or not f["payload"], "payload where none belongs")
    f["icrc"] = int.from_bytes(packet[-4:], "little")
    need(f["icrc"] == icrc(packet[:-4]), "ICRC 0x%08x, should be 0x%08x" % (f["icrc"], icrc(packet[:-4])))
    return f
