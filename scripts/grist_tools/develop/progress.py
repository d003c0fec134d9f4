"""How far a build is, of what cmake --build prints: one line that is written over on a terminal, a line every 10 % elsewhere.

A first build has a known sequence of outputs, as ninja lists them, each weighed by what it takes on one core: the first pattern of
cmake/build_costs.txt that fits. Of others the share of the steps is shown.
"""

import re
import subprocess
import sys
import time
from fnmatch import fnmatchcase

from .. import ROOT
from ..text.messages import program, say

COSTS = ROOT / "cmake/build_costs.txt"      # tenths of a second, pattern
LEAST = 3                                   # %: before, the time that is left is not known
NO_STEPS = ("globbed directories", "Re-running CMake")


def weight_of(text, costs):
    return next((int(cost) for cost, pattern in costs if fnmatchcase(text, pattern)), 1)


def expected_work(folder, targets, costs):
    """Sum of the weights of all outputs; 0 where ninja does not list them."""
    try:
        done = subprocess.run(["ninja", "-C", folder, "-t", "commands", *targets], capture_output=True, text=True, errors="replace")
    except OSError:
        return 0
    return sum(weight_of(output, costs) for output in re.findall(r"^.* -o (\S+) ", done.stdout, re.MULTILINE))


def shown_steps(lines, work, costs):
    """Percent, seconds that are left or None, and the line, of each step."""
    start, done = time.monotonic(), 0
    for line in lines:
        step, of_make = re.match(r"\[(\d+)/(\d+)\]", line), re.match(r"\[ *(\d+)%\]", line)
        if any(text in line for text in NO_STEPS) or not (step or of_make):
            continue
        percent, left = int(of_make[1]) if of_make else 100 * int(step[1]) // int(step[2]), None
        if step and work:
            done = min(done + weight_of(line, costs), work)
            percent = 100 * done // work
            left = int((time.monotonic() - start) * (work - done) / done) if percent >= LEAST else None
        yield percent, left, line


def show_progress(lines, folder, targets, is_first):
    costs = [line.split(maxsplit=1) for line in COSTS.read_text().splitlines()]
    work, shown = expected_work(folder, targets, costs) if is_first else 0, 0
    for percent, left, line in shown_steps(map(str.rstrip, lines), work, costs):
        rest = "" if left is None else f", {left} s left"
        if sys.stdout.isatty():
            print(f"\r\033[K{program()}: {percent:3} %{rest}  {line[:65]}", end="", flush=True)
        elif percent >= shown + 10:
            say(f"built {percent} %{rest}")
            shown = percent
    if sys.stdout.isatty():
        print("\r\033[K", end="", flush=True)
