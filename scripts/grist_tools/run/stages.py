"""A run as a line for each of its stages: seconds of computing, and particle steps a second.

An input begins a stage by a line that it prints: print "stage: the drum starts". Text after "note: " and warnings are passed on, all
else is in the log. On a terminal the line of fix progress is written over until the stage ends.
"""

import re
import sys

from ..read.logs import is_warning, LOOP
from ..text.messages import program, say

STAGE = re.compile(r"^stage: (.+)")
PROGRESS = re.compile(r"^progress: +([\d.]+ %)(?:.*   ([^ ].* left)   )?")


class Stage:
    def __init__(self, name):
        self.name, self.seconds, self.work = name, 0.0, 0

    def add(self, seconds, steps, particles):
        self.seconds += seconds
        self.work += steps * particles

    def line(self):
        rate = f"{self.work / self.seconds / 1e6:6.1f} million particle steps a second" if self.seconds > 0 else ""
        return f"{self.name:<26} {self.seconds:5.1f} s {rate}".rstrip()


def stages(lines, show, show_passing=lambda text: None):
    """Calls `show` with a line for each stage that had a run, each note and each warning."""
    stage = Stage("run")
    for line in lines:
        begun, loop, progress = STAGE.match(line), LOOP.match(line), PROGRESS.match(line)
        if begun:
            end(stage, show)
            stage = Stage(begun[1])
            show_passing(stage.name)
        elif loop:
            stage.add(float(loop[1]), int(loop[3]), int(loop[4] or 0))
        elif progress:
            show_passing(", ".join([f"{stage.name} {progress[1]}", *filter(None, progress.groups()[1:])]))
        elif line.startswith("note: "):
            show(line[6:].rstrip())
        elif is_warning(line):
            show(line.rstrip())
    end(stage, show)


def end(stage, show):
    if stage.work:
        show(stage.line())


def show_stages(lines):
    """Of the output of a run, as it comes."""
    if not sys.stdout.isatty():
        stages(lines, say)
        return
    def over(text):
        print(f"\r\033[K{program()}: {text}", end="", flush=True)
    def lasting(text):
        over(text)
        print()
    stages(lines, lasting, over)
