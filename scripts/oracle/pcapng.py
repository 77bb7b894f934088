# SPDX-License-Identifier: Apache-2.0
"""Reads pcapng files: just enough for captures with several interfaces, and strict about it.

Source: draft-ietf-opsawg-pcapng. Independent of the writer in csim/trace.
"""

import struct
from collections import namedtuple

BLOCK_SECTION, BLOCK_INTERFACE, BLOCK_PACKET = 0x0A0D0D0A, 1, 6
OPT_END, OPT_IF_NAME, OPT_EPB_FLAGS, OPT_IF_TSRESOL = 0, 2, 2, 9
LINKTYPE_ETHERNET = 1

# number: from 1, as tshark counts; interface: name; direction: "in", "out" or None; ns: time stamp
Frame = namedtuple("Frame", "number interface direction ns data")


class PcapngError(Exception):
    """The file is not a pcapng file that this reader accepts."""


def _options(body, offset):
    """Yields (code, value) of the options that start at `offset` of a block body."""
    while offset < len(body):
        if offset + 4 > len(body):
            raise PcapngError("option header cut short")
        code, length = struct.unpack_from("<HH", body, offset)
        value = body[offset + 4 : offset + 4 + length]
        if len(value) != length:
            raise PcapngError("option value cut short")
        if code == OPT_END:
            return
        yield code, value
        offset += 4 + (length + 3) // 4 * 4


def _blocks(data):
    """Yields (type, body) of each block; checks both length words."""
    offset = 0
    while offset < len(data):
        if offset + 12 > len(data):
            raise PcapngError("block header cut short at byte %d" % offset)
        kind, length = struct.unpack_from("<II", data, offset)
        if length < 12 or length % 4 or offset + length > len(data):
            raise PcapngError("block length %d is wrong at byte %d" % (length, offset))
        (closing,) = struct.unpack_from("<I", data, offset + length - 4)
        if closing != length:
            raise PcapngError("lengths %d and %d differ at byte %d" % (length, closing, offset))
        yield kind, data[offset + 8 : offset + length - 4]
        offset += length


def _interface(body):
    """Returns (name, ns per unit of time stamp) of an interface block."""
    link_type = struct.unpack_from("<H", body)[0]
    if link_type != LINKTYPE_ETHERNET:
        raise PcapngError("link type %d is not Ethernet" % link_type)
    options = dict(_options(body, 8))
    resolution = options.get(OPT_IF_TSRESOL, b"\x06")[0]
    if resolution != 9:
        raise PcapngError("time stamps are not in nanoseconds")
    return options.get(OPT_IF_NAME, b"").decode("utf-8", "replace")


def _packet(body, number, interfaces):
    """Returns the frame of an enhanced packet block."""
    interface, high, low, captured, original = struct.unpack_from("<IIIII", body)
    if interface >= len(interfaces):
        raise PcapngError("frame %d: unknown interface %d" % (number, interface))
    if captured != original:
        raise PcapngError("frame %d: only %d of %d bytes captured" % (number, captured, original))
    data = body[20 : 20 + captured]
    if len(data) != captured:
        raise PcapngError("frame %d: data cut short" % number)
    options = dict(_options(body, 20 + (captured + 3) // 4 * 4))
    flags = struct.unpack("<I", options.get(OPT_EPB_FLAGS, bytes(4)))[0]
    direction = {1: "in", 2: "out"}.get(flags & 3)
    return Frame(number, interfaces[interface], direction, high << 32 | low, data)


def read(path):
    """Returns the frames of a file, in file order. Raises PcapngError or OSError."""
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < 12 or struct.unpack_from("<I", data)[0] != BLOCK_SECTION:
        raise PcapngError("not a pcapng file")
    if struct.unpack_from("<I", data, 8)[0] != 0x1A2B3C4D:
        raise PcapngError("not little-endian")
    frames, interfaces = [], []
    for kind, body in _blocks(data):
        if kind == BLOCK_INTERFACE:
            interfaces.append(_interface(body))
        elif kind == BLOCK_PACKET:
            frames.append(_packet(body, len(frames) + 1, interfaces))
    return frames
