# SPDX-License-Identifier: Apache-2.0
"""Takes a UB load/store frame (Ethernet, EtherType 0x88B5) apart, and checks that each request gets its response.

Written from the UB base specification (packet class CFG 9, compact headers of chapters 5 and 7), by hand and not from
configs/spec. Behind the Ethernet header: 2 B that stand for the link header, whose first byte is the packet class;
8 B network header with 16-bit addresses; 4 B transaction header; of a request 12 B memory access header; data.
"""

import struct

from ubwire import TA_ACK, TA_READ, TA_READ_RESPONSE, bits
from udpframe import ETH_BYTES, FrameError, need

ETHERTYPE = b"\x88\xb5"
TA_WRITE = 0x03
NAMES = {TA_READ: "READ", TA_WRITE: "WRITE", TA_READ_RESPONSE: "READ_RESPONSE", TA_ACK: "TAACK"}
HEAD_BYTES, MAETAH_BYTES = 2 + 8 + 4, 12
TASSN_MASK = 0xFFFF


def is_ldst(data):
    """True for a load/store frame."""
    return data[12:14] == ETHERTYPE


def parse_request(data, f):
    """Fields of a request behind its transaction header."""
    need(len(data) >= MAETAH_BYTES, "request ends in its memory access header")
    w0, w1, w2 = struct.unpack_from(">III", data)
    f.update(addr=w0 << 32 | w1 & ~0x3F, so=bits(w1, 3, 3), length=64 << bits(w1, 2, 0), token_id=bits(w2, 19, 0),
             payload=data[MAETAH_BYTES:])  # fmt: skip
    need(bits(w1, 5, 4) == 0 and bits(w2, 31, 20) == 0, "reserved bits or affinity hint are not zero")
    need(f["length"] <= 4096, "length %d", f["length"])
    need(f["addr"] % f["length"] == 0, "address 0x%x is no multiple of %d", f["addr"], f["length"])
    stored = f["length"] if f["ta_opcode"] == TA_WRITE else 0
    need(len(f["payload"]) == stored, "%d bytes of data, not %d", len(f["payload"]), stored)


def parse(data):
    """Takes a frame apart. Returns its fields; "payload" holds the data. Raises FrameError."""
    need(len(data) >= ETH_BYTES + HEAD_BYTES, "%d bytes are too few", len(data))
    need(is_ldst(data), "EtherType is 0x%s, not 0x88b5", data[12:14].hex())
    need(data[14:16] == b"\x09\x00", "stand-in of the link header is 0x%s", data[14:16].hex())
    src, dst, cci, rest = struct.unpack_from(">HHHH", data, 16)
    need(cci == 0 and rest == 0, "network header with CCI 0x%x, rest 0x%x", cci, rest)
    (word,) = struct.unpack_from(">I", data, 24)
    f = {"src": src, "dst": dst,
         "ta_opcode": bits(word, 31, 24), "poison": bits(word, 18, 18), "tassn": bits(word, 15, 0)}
    need(f["ta_opcode"] in NAMES, "transaction opcode 0x%02x", f["ta_opcode"])
    need(bits(word, 23, 22) == 0, "TAver is %d", bits(word, 23, 22))
    after = data[ETH_BYTES + HEAD_BYTES :]
    if f["ta_opcode"] in (TA_READ, TA_WRITE):
        need(bits(word, 19, 19) == 0 and bits(word, 17, 16) == 0, "token value or user extension")
        parse_request(after, f)
    else:
        f.update(status=bits(word, 21, 20), payload=after)
        need(bits(word, 19, 19) == 0 and bits(word, 17, 16) == 0, "reserved bits are not zero")
        need(f["ta_opcode"] == TA_READ_RESPONSE or not after, "acknowledgement with data")
    return f


def describe(f):
    """Text about a frame, for --list."""
    head = "%04x>%04x tassn %d %s" % (f["src"], f["dst"], f["tassn"], NAMES[f["ta_opcode"]])
    if "addr" in f:
        return head + " so %d addr 0x%x token_id %d length %d" % (f["so"], f["addr"], f["token_id"], f["length"])
    return head + " status %d data %d B" % (f["status"], len(f["payload"]))


class Flow:
    """Requests in flight. Feed frames in order of time, then call finish. Holds without loss."""

    def __init__(self):
        self.open = {}  # (initiator, target) -> [(frame number, fields)], oldest first
        self.next_tassn = {}  # initiator -> expected
        self.counts = {"loads": 0, "stores": 0, "errors": 0}

    def take(self, number, f):
        """Takes one frame of a transmitter. Raises FrameError."""
        if "addr" in f:
            want = self.next_tassn.get(f["src"], f["tassn"])
            need(f["tassn"] == want, "TASSN %d, expected %d", f["tassn"], want)
            self.next_tassn[f["src"]] = want + 1 & TASSN_MASK
            self.open.setdefault((f["src"], f["dst"]), []).append((number, f))
            return
        waiting = self.open.get((f["dst"], f["src"]))
        need(waiting, "response to no request: TASSN %d", f["tassn"])
        _, request = waiting.pop(0)
        need(f["tassn"] == request["tassn"], "response to TASSN %d, the oldest is %d", f["tassn"], request["tassn"])
        self._match(request, f)

    def _match(self, request, f):
        load = request["ta_opcode"] == TA_READ
        self.counts["loads" if load else "stores"] += 1
        self.counts["errors"] += f["status"] != 0 or f["poison"]
        if f["status"] != 0:
            need(f["ta_opcode"] == TA_ACK, "refusal with opcode 0x%02x", f["ta_opcode"])
        elif load:
            need(f["ta_opcode"] == TA_READ_RESPONSE, "good acknowledgement in place of the data of a load")
            need(len(f["payload"]) == request["length"], "load of %d bytes answered with %d",
                 request["length"], len(f["payload"]))  # fmt: skip
        elif f["ta_opcode"] != TA_ACK:
            raise FrameError("store answered with data")

    def finish(self):
        """Checks the end. Returns None or (frame number, what is missing)."""
        for waiting in self.open.values():
            for number, f in waiting:
                return number, "request of TASSN %d was never answered" % f["tassn"]
        return None
