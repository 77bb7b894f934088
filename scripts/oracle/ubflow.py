# SPDX-License-Identifier: Apache-2.0
"""Checks what only several frames together can tell: numbering, acknowledgement, answers.

Holds for runs without loss. Source: UB base specification, transport 6.4.1 (PSN) and 6.8.
"""

from udpframe import FrameError, need
from ubwire import TA_ACK, TA_READ, TA_READ_RESPONSE, TA_WRITE, TP_ACK

PSN_MASK = 0xFFFFFF


def data_key(f):
    """Channel and direction of a data packet."""
    return f["src"], f["src_tpn"], f["dst"], f["dst_tpn"]


def acked_key(f):
    """Channel and direction that an acknowledgement is about: the reverse of its own."""
    return f["dst"], f["dst_tpn"], f["src"], f["src_tpn"]


class Direction:
    """Data packets of one channel in one direction."""

    def __init__(self):
        self.next_psn = None
        self.unacked = {}  # PSN -> frame number, oldest first


class Flow:
    """State of all channels. Feed frames in order of time, then call finish."""

    def __init__(self, aggregated_ack=False):
        self.aggregated_ack = aggregated_ack
        self.directions = {}
        self.open = {}  # key of an open request -> [frame number, opcode, bytes asked for, bytes seen]
        self.counts = {"reads": 0, "writes": 0, "data": 0, "acks": 0, "errors": 0}

    def take(self, number, f):
        """Takes one frame of a transmitter. Raises FrameError."""
        if f["tp_opcode"] == TP_ACK:
            self._ack(f)
        else:
            self._data(number, f)
            if f["ta_opcode"] in (TA_READ, TA_WRITE):
                self._request(number, f)
            elif f["ta_opcode"] in (TA_READ_RESPONSE, TA_ACK):
                self._response(f)

    def _data(self, number, f):
        direction = self.directions.setdefault(data_key(f), Direction())
        if direction.next_psn is not None:
            want = direction.next_psn
            need(f["psn"] == want, "PSN %d, expected %d", f["psn"], want)
        direction.next_psn = f["psn"] + 1 & PSN_MASK
        direction.unacked[f["psn"]] = number
        self.counts["data"] += 1

    def _ack(self, f):
        direction = self.directions.get(acked_key(f))
        need(direction, "acknowledgement for a channel without data")
        need(f["psn"] in direction.unacked, "PSN %d acknowledged, which is not open", f["psn"])
        if f["tp_rspst"] != 0:
            raise FrameError("transport response status %d" % f["tp_rspst"])
        oldest = next(iter(direction.unacked))
        need(self.aggregated_ack or oldest == f["psn"],
             "PSN %d skipped by the acknowledgement", oldest)  # fmt: skip
        while oldest != f["psn"]:
            del direction.unacked[oldest]
            oldest = next(iter(direction.unacked))
        del direction.unacked[oldest]
        self.counts["acks"] += 1

    def _request(self, number, f):
        key = (f["src"], f["dst"], f["src_tpn"], f["dst_tpn"], f["rc_type"], f["rc_id"], f["tassn"])
        need(f["last"] == 1, "request without the last bit")
        need(key not in self.open, "TASSN %d is already in use", f["tassn"])
        if f["ta_opcode"] == TA_WRITE:
            need(len(f["payload"]) == f["length"], "write of %d bytes with %d", f["length"], len(f["payload"]))
        self.open[key] = [number, f["ta_opcode"], f["length"], 0]

    def _response(self, f):
        key = (f["dst"], f["src"], f["dst_tpn"], f["src_tpn"], f["rc_type"], f["rc_id"], f["tassn"])
        need(key in self.open, "response to no request: queue %d TASSN %d", f["rc_id"], f["tassn"])
        request = self.open[key]
        is_read = request[1] == TA_READ
        if f["ta_opcode"] == TA_ACK:  # what a refused read gets
            need(f["rspst"] != 0 or not is_read, "good acknowledgement in place of the data of a read")
        else:
            need(is_read, "data in answer to a write")
        request[3] += len(f["payload"])
        if f["rspst"] != 0:
            need(f["last"] == 1 and request[3] == 0, "error response with data or more to come")
            self.counts["errors"] += 1
        elif f["last"]:
            want = request[2] if is_read else 0
            need(request[3] == want, "request for %d bytes answered with %d", want, request[3])
        if f["last"]:
            del self.open[key]
            self.counts["reads" if is_read else "writes"] += 1

    def finish(self):
        """Checks the end. Returns None or (frame number, what is missing)."""
        for direction in self.directions.values():
            for psn, number in direction.unacked.items():
                return number, "PSN %d was never acknowledged" % psn
        for number, opcode, length, seen in self.open.values():
            kind = "read" if opcode == TA_READ else "write"
            return number, "%s of %d bytes never finished (%d seen)" % (kind, length, seen)
        return None
