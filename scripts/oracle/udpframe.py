# SPDX-License-Identifier: Apache-2.0
"""Ethernet, IPv4 and UDP around a packet of either protocol: what both must hold (RFC 791, 768)."""

import struct

ETH_BYTES, IP_BYTES, UDP_BYTES = 14, 20, 8
ETH_MIN_BYTES = 60  # without FCS; a shorter frame is padded


class FrameError(Exception):
    """A frame breaks a rule."""


def need(condition, text, *args):
    """Raises FrameError unless the condition holds."""
    if not condition:
        raise FrameError(text % args if args else text)


def ip_checksum(header):
    """One's complement sum of a header; 0 when the checksum in it is right."""
    total = sum(struct.unpack(">%dH" % (len(header) // 2), header))
    while total > 0xFFFF:
        total = (total & 0xFFFF) + (total >> 16)
    return total ^ 0xFFFF


def parse_udp(data, port):
    """Checks a frame up to its UDP header, for this port. Returns the IP packet, without padding."""
    need(len(data) >= ETH_BYTES + IP_BYTES + UDP_BYTES, "%d bytes are too few", len(data))
    need(data[12:14] == b"\x08\x00", "EtherType is 0x%s, not IPv4", data[12:14].hex())
    ip = data[ETH_BYTES:]
    need(ip[0] == 0x45, "IP version and header length are 0x%02x, not 0x45", ip[0])
    need(ip_checksum(ip[:IP_BYTES]) == 0, "IP checksum is wrong")
    total, _, fragment = struct.unpack_from(">HHH", ip, 2)
    need(fragment & 0xBFFF == 0, "IP fragment")
    need(ip[9] == 17, "IP protocol is %d, not UDP", ip[9])
    need(
        len(data) == max(ETH_MIN_BYTES, ETH_BYTES + total),
        "IP total length %d does not fit a frame of %d bytes", total, len(data),
    )
    need(not any(ip[total:]), "Ethernet padding is not 0")
    udp_dport, udp_len, udp_sum = struct.unpack_from(">HHH", ip, IP_BYTES + 2)
    need(udp_dport == port, "UDP port is %d, not %d", udp_dport, port)
    need(udp_len == total - IP_BYTES, "UDP length %d, IP leaves %d", udp_len, total - IP_BYTES)
    need(udp_sum == 0, "UDP checksum is 0x%04x, not 0", udp_sum)
    return ip[:total]
