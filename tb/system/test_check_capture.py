#!/usr/bin/python3
# SPDX-License-Identifier: Apache-2.0
"""scripts/check_capture accepts a capture built by hand and catches each kind of mistake in it.

The frames are built here from hand-written words, not by the code under test.
"""

import os
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
CHECK = os.path.join(HERE, "..", "..", "scripts", "check_capture")
A, B = bytes([10, 0, 0, 1]), bytes([10, 0, 0, 2])
TPN = {A: 0x000101, B: 0x000202}
WRITE, READ, READ_RESPONSE, TAACK = 0x03, 0x06, 0x12, 0x11


def seal(src, dst, transport):
    """Ethernet, IPv4 and UDP around transport bytes, with checksum and ICRC."""
    total = 20 + 8 + len(transport) + 4
    ip = bytearray(struct.pack(">BBHHHBBH", 0x45, 0, total, 0, 0x4000, 64, 17, 0) + src + dst)
    words = sum(struct.unpack(">10H", ip))
    while words > 0xFFFF:
        words = (words & 0xFFFF) + (words >> 16)
    struct.pack_into(">H", ip, 10, words ^ 0xFFFF)
    udp = struct.pack(">HHHH", 0xC000, 4792, total - 20, 0)
    packet = bytes(ip) + udp + transport
    covered = bytearray(packet)
    for at in (1, 8, 10, 11, 26, 27):
        covered[at] = 0xFF
    ethernet = b"\x02\0\0\0\0\x02" + b"\x02\0\0\0\0\x01" + b"\x08\x00"
    return ethernet + packet + struct.pack("<I", zlib.crc32(bytes(covered)))


def rtph(src, dst, opcode, psn, last=0, padding=0, tpmsn=0, rspst=0, nlp=0):
    """Transport header, 16 bytes."""
    return struct.pack(
        ">IIII",
        last << 31 | opcode << 24 | padding << 20 | nlp << 16 | TPN[src] >> 8,
        (TPN[src] & 0xFF) << 24 | TPN[dst], psn, rspst << 29 | tpmsn)  # fmt: skip


def read_request(tassn, length, psn, rc_id=5, src=A, dst=B, extra=b"", **tp):
    """Read request with a token: BTAH, MAETAH, TVETAH."""
    btah = struct.pack(">II", READ << 24 | 1 << 20 | 1 << 19 | tassn, rc_id)
    maetah = struct.pack(">QII", 0x1000_0040, 0x00ABC << 8, length)
    tp = dict({"last": 1}, **tp)
    token = b"\x12\x34\x56\x78"
    return seal(src, dst, rtph(src, dst, 1, psn, **tp) + btah + maetah + token + extra)


def read_response(tassn, data, psn, rc_id=5, src=B, dst=A, rspst=0, padding=None, fill=b"\0", **tp):
    """Read response: ATAH, data, padding."""
    pad = -len(data) % 4 if padding is None else padding
    atah = struct.pack(">II", READ_RESPONSE << 24 | tassn, rspst << 29 | rc_id)
    tp = dict({"last": 1, "padding": pad}, **tp)
    return seal(src, dst, rtph(src, dst, 1, psn, **tp) + atah + data + fill * pad)


def write_request(tassn, data, psn, rc_id=5, length=None, token=True):
    """Write request with or without a token: BTAH, MAETAH, [TVETAH], data, padding."""
    btah = struct.pack(">II", WRITE << 24 | 1 << 20 | token << 19 | tassn, rc_id)
    maetah = struct.pack(">QII", 0x1000_0040, 0x00ABC << 8, len(data) if length is None else length)
    pad = -len(data) % 4
    rest = (b"\x12\x34\x56\x78" if token else b"") + data + b"\0" * pad
    return seal(A, B, rtph(A, B, 1, psn, last=1, padding=pad) + btah + maetah + rest)


def taack(tassn, psn, rspst, rc_id=5, src=B, dst=A, extra=b""):
    """Transaction acknowledgement: ATAH only."""
    atah = struct.pack(">II", TAACK << 24 | tassn, rspst << 29 | rc_id)
    return seal(src, dst, rtph(src, dst, 1, psn, last=1) + atah + extra)


def tpack(psn, src, dst, **tp):
    """Transport acknowledgement."""
    return seal(src, dst, rtph(src, dst, 2, psn, **tp))


def access(node, words, data=b""):
    """Load/store frame of a node: Ethernet, class 9, 16-bit addresses, words of 32 bits, data."""
    macs = (b"\x02\0\0\0\0\x02", b"\x02\0\0\0\0\x01")
    cna = (0x0100, 0x0101)
    one = node == "b"
    head = macs[one] + macs[not one] + b"\x88\xb5" + b"\x09\0" + struct.pack(">HHI", cna[one], cna[not one], 0)
    return head + struct.pack(">%dI" % len(words), *words) + data


def access_frames():
    """A load of 128 B, a store of 64 B, a load that is refused: (node, frame) as sent."""
    return [
        ("a", access("a", (0x0610FFFF, 0x10, 0x0000_0081, 0x12))),
        ("a", access("a", (0x03100000, 0x10, 0x0000_0040, 0x12), bytes(range(64)))),
        ("b", access("b", (0x1200FFFF,), bytes(128))),
        ("a", access("a", (0x06100001, 0x10, 0x0000_0040, 0x13))),
        ("b", access("b", (0x11000000,))),
        ("b", access("b", (0x11100001,))),
    ]


def good_frames():
    """Two reads, one of 64 B and one of 5 B, and one refused: (node, frame) as sent."""
    frames = []
    for i, (data, rspst) in enumerate(((bytes(range(64)), 0), (b"hello", 0), (b"", 3))):
        psn_a, psn_b = 0xFFFFFF + i & 0xFFFFFF, 100 + i
        frames += [
            ("a", read_request(7 + i, len(data) or 9, psn_a)), ("b", tpack(psn_a, B, A)),
            ("b", read_response(7 + i, data, psn_b, rspst=rspst)), ("a", tpack(psn_b, A, B)),
        ]  # fmt: skip
    return frames


def option(code, value):
    """pcapng option."""
    return struct.pack("<HH", code, len(value)) + value + b"\0" * (-len(value) % 4)


def block(kind, body):
    """pcapng block."""
    return struct.pack("<II", kind, len(body) + 12) + body + struct.pack("<I", len(body) + 12)


def pcapng(frames, receive=True, gap_ns=200):
    """File with interfaces a.tx, a.rx, b.tx, b.rx; received 100 ns after they were sent."""
    data = block(0x0A0D0D0A, struct.pack("<IHHq", 0x1A2B3C4D, 1, 0, -1))
    for name in (b"a.tx", b"a.rx", b"b.tx", b"b.rx"):
        body = struct.pack("<HHI", 1, 0, 0) + option(2, name) + option(9, b"\x09") + option(0, b"")
        data += block(1, body)
    for i, (node, frame) in enumerate(frames):
        sides = [(0 if node == "a" else 2, 2, 0), (3 if node == "a" else 1, 1, 100)]
        for interface, flags, delay in sides[: 2 if receive else 1]:
            ns = 1000 + i * gap_ns + delay
            size = len(frame)
            body = struct.pack("<IIIII", interface, ns >> 32, ns & 0xFFFFFFFF, size, size)
            body += frame + b"\0" * (-len(frame) % 4)
            data += block(6, body + option(2, struct.pack("<I", flags)) + option(0, b""))
    return data


def reseal(frame, at, value):
    """Changes a byte of the packet (from the IPv4 header on) and repairs checksum and ICRC."""
    packet = bytearray(frame[14:-4])
    packet[at] = value
    packet[10:12] = b"\0\0"
    words = sum(struct.unpack(">10H", packet[:20]))
    while words > 0xFFFF:
        words = (words & 0xFFFF) + (words >> 16)
    struct.pack_into(">H", packet, 10, words ^ 0xFFFF)
    covered = bytearray(packet)
    for i in (1, 8, 10, 11, 26, 27):
        covered[i] = 0xFF
    return frame[:14] + bytes(packet) + struct.pack("<I", zlib.crc32(bytes(covered)))


def run_script(*args, **how):
    """Returns (exit code, what was printed)."""
    run = subprocess.run([CHECK, *args], capture_output=True, text=True, check=False, **how)
    return run.returncode, run.stdout + run.stderr


class CheckCapture(unittest.TestCase):
    """Each test writes one file and runs the script on it."""

    def run_check(self, data, *options):
        """Returns (exit code, what was printed)."""
        with tempfile.NamedTemporaryFile(suffix=".pcapng") as file:
            file.write(data)
            file.flush()
            return run_script(*options, file.name)

    def expect_bad(self, frames, text, frame=None, **how):
        """The capture must be refused for the reason given, and the frame named."""
        code, out = self.run_check(pcapng(frames, **how), "--no-tshark")
        self.assertEqual(code, 1, out)
        self.assertIn(text, out)
        if frame is not None:
            self.assertIn("frame %d:" % frame, out)

    def replaced(self, index, frame):
        """Good frames with one replaced."""
        frames = good_frames()
        frames[index] = (frames[index][0], frame)
        return frames

    def test_good_capture_passes_with_tshark(self):
        code, out = self.run_check(pcapng(good_frames()))
        self.assertEqual(code, 0, out)
        self.assertIn("24 frames good: 3 reads, 0 writes (1 with an error status), 6 data pack", out)
        self.assertIn("tshark agrees", out)

    def test_list_shows_the_fields(self):
        code, out = self.run_check(pcapng(good_frames()), "--list", "--no-tshark")
        self.assertEqual(code, 0, out)
        self.assertIn("READ odr 0 addr 0x10000040 token_id 2748 length 64 token 0x12345678", out)
        self.assertIn("psn 16777215 TPACK", out)
        self.assertIn("READ_RESPONSE rspst 0 rspinfo 0 data 5 B", out)

    def test_every_byte_under_the_icrc_matters(self):
        # Index 6: the response of 5 B with padding. Masked bytes are judged by other rules.
        frame = good_frames()[6][1]
        for at in range(14, len(frame)):
            if at in (15, 22):  # TOS and TTL may change on the way, but the IP checksum must follow
                continue
            bad = bytearray(frame)
            bad[at] ^= 0x01
            code, out = self.run_check(pcapng(self.replaced(6, bytes(bad))), "--no-tshark")
            self.assertEqual((at, code), (at, 1))
            self.assertIn("frame 13:", out)

    def test_tos_and_ttl_may_change_when_the_ip_checksum_follows(self):
        for at, value in ((1, 0x03), (8, 63)):
            packet = bytearray(good_frames()[0][1])
            changed = bytearray(reseal(bytes(packet), at, value))
            self.assertEqual(changed[-4:], packet[-4:])  # the ICRC does not see it
            code, out = self.run_check(pcapng(self.replaced(0, bytes(changed))))
            self.assertEqual(code, 0, out)

    def test_wrong_icrc_and_checksums_are_caught(self):
        frame = good_frames()[0][1]
        self.expect_bad(self.replaced(0, frame[:-1] + bytes([frame[-1] ^ 0x80])), "ICRC is", 1)
        swapped = frame[:-4] + frame[-4:][::-1]
        self.expect_bad(self.replaced(0, swapped), "ICRC is", 1)
        bad = bytearray(frame)
        bad[25] ^= 1
        self.expect_bad(self.replaced(0, bytes(bad)), "IP checksum is wrong", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 27, 1)), "UDP checksum", 1)

    def test_wrong_lengths_are_caught(self):
        frame = good_frames()[0][1]
        self.expect_bad(self.replaced(0, frame + b"\0"), "IP total length", 1)
        self.expect_bad(self.replaced(0, frame[:-1]), "IP total length", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 25, frame[14 + 25] + 1)), "UDP length", 1)
        long = read_request(7, 64, 0xFFFFFF, extra=b"\0\0\0\0")
        self.expect_bad(self.replaced(0, long), "request has 24", 1)
        self.expect_bad(self.replaced(0, frame[:30]), "too few", 1)
        odd = read_response(8, b"hello", 101, padding=0)
        self.expect_bad(self.replaced(6, odd), "no multiple of 4", 13)
        ack = seal(B, A, rtph(B, A, 2, 0xFFFFFF) + bytes(4))
        self.expect_bad(self.replaced(1, ack), "acknowledgement with data", 3)

    def test_wrong_protocols_are_caught(self):
        frame = good_frames()[0][1]
        self.expect_bad(self.replaced(0, frame[:12] + b"\x86\xdd" + frame[14:]), "EtherType", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 0, 0x46)), "0x46", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 6, 0x20)), "fragment", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 9, 6)), "protocol", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 23, 0xB7)), "UDP port", 1)

    def test_wrong_transport_fields_are_caught(self):
        frame = good_frames()[0][1]
        self.expect_bad(self.replaced(0, reseal(frame, 29, frame[14 + 29] | 0x40)), "TPVer", 1)
        self.expect_bad(self.replaced(0, read_request(7, 64, 0xFFFFFF, nlp=3)), "NLP is 3", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 28, 0x84)), "transport opcode", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 36, 0x01)), "reserved bits", 1)
        self.expect_bad(self.replaced(0, reseal(frame, 45, frame[14 + 45] | 0x80)), "TAver is 2", 1)
        self.expect_bad(self.replaced(0, read_request(7, 64, 0xFFFFFF, last=0)), "last bit", 1)
        self.expect_bad(self.replaced(1, tpack(0xFFFFFF, B, A, last=1)), "last bit", 3)
        self.expect_bad(self.replaced(1, tpack(0xFFFFFF, B, A, rspst=1)), "response status 1", 3)

    def test_wrong_padding_is_caught(self):
        for frame, text in (
            (read_response(8, b"hello", 101, fill=b"x"), "padding is not"),
            (read_response(8, b"hell", 101, padding=0), "answered with 4"),
            (read_response(8, b"hellohell" + bytes(3), 101, padding=0), "answered with 12"),
        ):
            self.expect_bad(self.replaced(6, frame), text, 13)
        bad = read_response(8, b"hello", 101, padding=3)
        claimed = reseal(bad, 29, 0x20)  # padding 2 claimed, 3 present: data would be 6 B
        self.expect_bad(self.replaced(6, claimed), "answered with 6", 13)

    def test_wrong_psn_is_caught(self):
        self.expect_bad(self.replaced(4, read_request(8, 5, 1)), "PSN 1, expected 0", 9)
        same = read_response(8, b"hello", 100)
        self.expect_bad(self.replaced(6, same), "PSN 100, expected 101", 13)

    def test_wrong_acknowledgement_is_caught(self):
        self.expect_bad(self.replaced(1, tpack(3, B, A)), "which is not open", 3)
        frames = good_frames()
        del frames[5]  # the TPACK of the second request
        self.expect_bad(frames, "PSN 0 skipped by the acknowledgement", 17)
        code, out = self.run_check(pcapng(frames), "--aggregated-ack", "--no-tshark")
        self.assertEqual(code, 0, out)
        self.expect_bad(good_frames()[:-1], "PSN 102 was never acknowledged", 21)
        frames = good_frames()
        frames.insert(0, frames.pop(1))  # acknowledged before it was sent
        self.expect_bad(frames, "channel without data", 1)

    def test_wrong_response_is_caught(self):
        for frame, text in (
            (read_response(9, bytes(64), 100), "response to no request"),
            (read_response(7, bytes(64), 100, rc_id=6), "response to no request"),
            (read_response(7, bytes(60), 100), "answered with 60"),
            (read_response(7, bytes(64), 100, rspst=3), "error response"),
        ):
            self.expect_bad(self.replaced(2, frame), text, 5)
        self.expect_bad(self.replaced(4, read_request(7, 5, 0)), "response to no request", 13)
        frames = good_frames()[:2]
        self.expect_bad(frames, "never finished", 1)
        frames += [("a", read_request(7, 64, 0))]
        self.expect_bad(frames, "already in use", 5)

    def test_refused_read_may_be_answered_by_taack(self):
        code, out = self.run_check(pcapng(self.replaced(10, taack(9, 102, 3))))
        self.assertEqual(code, 0, out)
        self.assertIn("3 reads, 0 writes (1 with an error status)", out)
        good = "good acknowledgement in place of the data"
        self.expect_bad(self.replaced(10, taack(9, 102, 0)), good, 21)
        self.expect_bad(self.replaced(10, taack(9, 102, 3, extra=b"data")), "error response", 21)
        self.expect_bad(self.replaced(10, taack(8, 102, 3)), "response to no request", 21)

    def test_writes_are_followed(self):
        frames = []
        for i, (data, rspst) in enumerate(((b"hello", 0), (bytes(64), 3))):
            frames += [
                ("a", write_request(7 + i, data, i, token=i == 0)), ("b", tpack(i, B, A)),
                ("b", taack(7 + i, 100 + i, rspst)), ("a", tpack(100 + i, A, B)),
            ]  # fmt: skip
        code, out = self.run_check(pcapng(frames), "--list")
        self.assertEqual(code, 0, out)
        self.assertIn("16 frames good: 0 reads, 2 writes (1 with an error status)", out)
        self.assertIn("WRITE odr 0 addr 0x10000040 token_id 2748 length 5 token 0x12345678", out)
        for index, frame, text in (
            (0, write_request(7, b"hello", 0, length=6), "write of 6 bytes with 5"),
            (2, read_response(7, b"hello", 100), "data in answer to a write"),
            (2, taack(7, 100, 0, extra=b"data"), "request for 0 bytes answered with 4"),
            (2, taack(9, 100, 0), "response to no request"),
            (4, write_request(8, bytes(64), 1)[:80], "length"),
        ):
            bad = list(frames)
            bad[index] = (bad[index][0], frame)
            self.expect_bad(bad, text)
        self.expect_bad(frames[:2], "write of 5 bytes never finished", 1)

    def test_what_is_received_must_be_what_was_sent(self):
        data = pcapng(good_frames(), receive=True)
        one = pcapng(good_frames()[:1])[len(pcapng([])) :]
        half = len(one) // 2
        code, out = self.run_check(pcapng([]) + one[half:], "--no-tshark")
        self.assertEqual(code, 1)
        self.assertIn("received but never sent", out)
        code, out = self.run_check(pcapng(good_frames(), receive=False), "--no-tshark")
        self.assertEqual(code, 0, out)
        tail = len(pcapng(good_frames()[-1:])) - len(pcapng([]))
        code, out = self.run_check(data[: -tail // 2], "--no-tshark")
        self.assertEqual(code, 1, out)
        self.assertIn("frame 23: sent but never received", out)

    def test_broken_files_are_refused(self):
        data = pcapng(good_frames())
        self.assertEqual(self.run_check(data[:-3], "--no-tshark")[0], 1)
        self.assertEqual(self.run_check(b"", "--no-tshark")[0], 1)
        self.assertEqual(self.run_check(pcapng([]), "--no-tshark")[0], 1)
        closing = bytearray(data)
        closing[-4] ^= 4
        code, out = self.run_check(bytes(closing), "--no-tshark")
        self.assertEqual(code, 1)
        self.assertIn("differ", out)
        code, out = run_script("/nonexistent.pcapng")
        self.assertEqual(code, 2)
        self.assertIn("No such file", out)

    def test_files_of_another_form_are_refused(self):
        data = pcapng(good_frames())
        first_interface, first_packet = 28, 28 + 4 * 40
        for at, value, text in (
            (first_interface + 8, 101, "link type 101"),
            (first_interface + 28, 6, "not in nanoseconds"),
            (first_packet + 24, 200, "bytes captured"),
            (first_packet + 8, 4, "unknown interface 4"),
            (first_packet + 8, 1, "interface a.rx, direction out"),
            (8, 0, "not little-endian"),
        ):
            changed = bytearray(data)
            changed[at] = value
            code, out = self.run_check(bytes(changed), "--no-tshark")
            self.assertEqual(code, 1)
            self.assertIn(text, out)

    def test_loads_and_stores_are_good(self):
        code, out = self.run_check(pcapng(access_frames()), "--list")
        self.assertEqual(code, 0, out)
        self.assertIn("0100>0101 tassn 65535 READ so 0 addr 0x1000000080 token_id 18 length 128", out)
        self.assertIn("load/store: 2 loads, 1 stores, 1 refused", out)

    def test_loads_and_stores_share_a_capture_with_reads(self):
        code, out = self.run_check(pcapng(access_frames() + good_frames()))
        self.assertEqual(code, 0, out)
        self.assertIn("36 frames good: 3 reads", out)

    def test_bad_accesses_are_caught(self):
        good = access_frames()
        for at, frame, text in (
            (0, access("a", (0x0610FFFF, 0x10, 0x0000_00C1, 0x12)), "is no multiple of 128"),
            (0, access("a", (0x0610FFFF, 0x10, 0x0000_0080, 0x12)), "load of 64 bytes answered with 128"),
            (0, access("a", (0x0610FFFF, 0x10, 0x0000_0087, 0x12)), "length 8192"),
            (0, access("a", (0x0618FFFF, 0x10, 0x0000_0081, 0x12)), "token value"),
            (0, access("a", (0x0610FFFF, 0x10, 0x0000_0081, 0x100012)), "reserved bits"),
            (0, access("a", (0x0710FFFF, 0x10, 0x0000_0081, 0x12)), "transaction opcode 0x07"),
            (1, access("a", (0x03100000, 0x10, 0x0000_0040, 0x12), bytes(63)), "63 bytes of data, not 64"),
            (1, access("a", (0x03100001, 0x10, 0x0000_0040, 0x12), bytes(64)), "TASSN 1, expected 0"),
            (2, access("b", (0x12000000,), bytes(128)), "response to TASSN 0, the oldest is 65535"),
            (2, access("b", (0x1210FFFF,), bytes(128)), "refusal with opcode 0x12"),
            (2, access("b", (0x1100FFFF,)), "good acknowledgement in place of the data"),
            (2, access("b", (0x1100FFFF,), bytes(64)), "acknowledgement with data"),
            (4, access("b", (0x12000000,)), "store answered with data"),
            (5, access("b", (0x11100002,)), "response to TASSN 2"),
        ):
            frames = list(good)
            frames[at] = (frames[at][0], frame)
            code, out = self.run_check(pcapng(frames), "--no-tshark")
            self.assertEqual(code, 1, text)
            self.assertIn(text, out)
        for at, value, text in ((14, 6, "stand-in of the link header"), (20, 1, "CCI"), (23, 8, "network header")):
            changed = bytearray(good[0][1])
            changed[at] = value
            code, out = self.run_check(pcapng([("a", bytes(changed)), *good[1:]]), "--no-tshark")
            self.assertEqual(code, 1, text)
            self.assertIn(text, out)
        code, out = self.run_check(pcapng(good[:-1]), "--no-tshark")
        self.assertIn("request of TASSN 1 was never answered", out)

    def test_tshark_disagreement_is_caught(self):
        # A tshark that sees one length wrong stands in for a frame that only tshark refuses.
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tshark")
            with open(path, "w", encoding="ascii") as file:
                file.write("#!/bin/sh\n/usr/bin/tshark \"$@\" | sed '5s/|1|/|0|/'\n")
            os.chmod(path, 0o755)
            capture = os.path.join(folder, "x.pcapng")
            with open(capture, "wb") as file:
                file.write(pcapng(good_frames()))
            env = dict(os.environ, PATH=folder + ":" + os.environ["PATH"])
            code, out = run_script(capture, env=env)
        self.assertEqual(code, 1)
        self.assertIn("frame 5: tshark: ip.checksum.status", out)


if __name__ == "__main__":
    sys.exit(unittest.main(verbosity=0))
