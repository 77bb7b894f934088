# SPDX-License-Identifier: Apache-2.0
"""What the judges of captures share: their verdict, both ends of the link, and tshark as a second reader."""

import subprocess
import sys
from collections import Counter

import pcapng


class BadCapture(Exception):
    """Frame number (0: the file as a whole) and what is wrong."""


class Ends:
    """What is received must have been sent, and what was sent must be received, if anything was."""

    def __init__(self):
        self.sent, self.received = Counter(), 0

    def take(self, frame):
        """One frame, in the order of time. True when it was new, false when it is received; None: never sent."""
        if frame.direction != "in":
            self.sent[frame.data] += 1
            return True
        self.received += 1
        if self.sent[frame.data] == 0:
            return None
        self.sent[frame.data] -= 1
        return False

    def check(self, frames):
        """Raises BadCapture when a frame was lost."""
        lost = +self.sent
        if self.received and lost:
            data = next(iter(lost))
            number = next(f.number for f in reversed(frames) if f.data == data and f.direction != "in")
            raise BadCapture(number, "sent but never received")


def tshark(path, frames, names, *options):
    """What tshark shows of each frame: lists of the fields `names`."""
    command = ["tshark", "-n", "-r", path, *options, "-T", "fields", "-E", "separator=|", "-E", "occurrence=f"]
    for name in names:
        command += ["-e", name]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise BadCapture(0, "tshark refuses the file: " + run.stderr.strip())
    lines = run.stdout.splitlines()
    if len(lines) != len(frames):
        raise BadCapture(0, "tshark sees %d frames, we see %d" % (len(lines), len(frames)))
    return [line.split("|") for line in lines]


def compare(frame, names, expected, seen):
    """Raises BadCapture at the first field that tshark shows otherwise."""
    for name, want, got in zip(names, expected, seen):
        if got != want:
            raise BadCapture(frame.number, "tshark: %s is '%s', not '%s'" % (name, got, want))


def verdict(program, path, judge):
    """Reads a capture and lets `judge(frames)` speak. Exit code: 0 good, 1 the first bad frame is named, 2 no file."""
    try:
        frames = pcapng.read(path)
        if not frames:
            raise BadCapture(0, "no frames")
        judge(frames)
    except OSError as error:
        print("%s: %s: %s" % (program, error.filename, error.strerror), file=sys.stderr)
        return 2
    except pcapng.PcapngError as error:
        print("%s: %s: %s" % (program, path, error), file=sys.stderr)
        return 1
    except BadCapture as bad:
        number, text = bad.args
        where = "frame %d: " % number if number else ""
        print("%s: %s: %s%s" % (program, path, where, text), file=sys.stderr)
        return 1
    return 0
