# SPDX-License-Identifier: Apache-2.0
"""Where an operation of a run is: its markers, the time to show, the roles of the nodes."""

import csv
import json
import struct

import yaml
from gtkw import Refused, fst_signals

PERIODS, PERIODS_PS = 161, 500000  # 322 MHz
BEFORE_CYC = 4  # shown before a marker
UNITS_PS = {"ps": 1, "ns": 1000, "us": 10**6, "ms": 10**9, "s": 10**12}


def time_ps(text):
    """A time with its unit, as in a configuration."""
    number, unit = str(text).split()
    return int(float(number) * UNITS_PS[unit])


class Clock:
    """The clock of a node: edge k at floor(k * 500000 / 161) + phase."""

    def __init__(self, phase_ps):
        self.phase_ps = phase_ps

    def edge(self, cycle):
        """Time of an edge."""
        return cycle * PERIODS_PS // PERIODS + self.phase_ps

    def next(self, ps):
        """Number of the first edge at or after `ps`."""
        cycle = max(0, ps - self.phase_ps) * PERIODS // PERIODS_PS
        while self.edge(cycle) < ps:
            cycle += 1
        return cycle


def milestones(op, markers, clocks):
    """[(name, ps)] of an operation: `markers` of the controller, `clocks` by role.

    Stages say how long, not when: waiting between them is one sum. With back-pressure (port_wait) its places are
    not known, and the times in between may be early by that much."""
    left = {name: op[f"{name}_ps"] for marker in markers for name in marker.get("after", ())}
    out, at = [("start", op["start_ps"])], op["start_ps"]
    for marker in markers:
        clock, before = clocks.get(marker.get("edge")), at
        if "cycles" in marker:
            at = clock.edge(clock.next(at) + marker["cycles"])
            left[marker["of"]] -= at - before
        length_ps = sum(left[name] for name in marker.get("after", ()))
        at = clock.edge(clock.next(at + length_ps)) if clock else at + length_ps
        if (op[f"{marker['when']}_ps"] if "when" in marker else length_ps) > 0:  # no operation passes all stages
            out.append((marker["name"], at))
    return out + ([("end", op["end_ps"])] if op["end_ps"] else [])


def times(fst):
    """(first, last) time in an FST."""
    with open(fst, "rb") as file:
        return struct.unpack(">BQQQ", file.read(25))[2:]  # its header: kind, length, times


def whole(folder):
    """(markers, time to show, roles) of a run without operations, such as one that got stuck."""
    names = sorted({name.split(".")[0] for name in fst_signals(folder / "wave.fst")})
    return [], times(folder / "wave.fst"), dict(zip(names, ("initiator", "target")))


def look_up(folder, number, markers):
    """(markers, (first, last) time to show, roles of the nodes {name: role}) of an operation of a run."""
    ops = {}
    if (folder / "ops.csv").is_file():
        with open(folder / "ops.csv", encoding="utf-8", newline="") as file:
            ops = {int(row["op"]): {k: int(v or 0) for k, v in row.items()} for row in csv.DictReader(file)}
    if number is not None and number not in ops:
        raise Refused(f"--op {number}: not one of the {len(ops)} operations of this run")
    if not ops:
        return whole(folder)
    op = ops[min(ops) if number is None else number]
    nodes = yaml.safe_load(json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["config"])["nodes"]
    here, there = nodes[op["node"]], nodes[1 - op["node"]]
    clocks = {"initiator": Clock(time_ps(here["clock_phase"])), "target": Clock(time_ps(there["clock_phase"]))}
    first, last = op["start_ps"], times(folder / "wave.fst")[1]
    if op["end_ps"]:  # else it never ended
        last = min(op["end_ps"], last)  # controllers may sleep before
    span = (max(0, first - (last - first) // 50), last + (last - first) // 25)
    return milestones(op, markers, clocks), span, {here["name"]: "initiator", there["name"]: "target"}


def close_up(markers, name, count):
    """Time of `count` clock cycles that begin just before the marker `name`."""
    if name not in dict(markers):
        raise Refused(f"--at {name}: the markers of this operation are {', '.join(dict(markers))}")
    first = dict(markers)[name] - BEFORE_CYC * PERIODS_PS // PERIODS
    return max(0, first), first + count * PERIODS_PS // PERIODS
