"""An input that can be resumed: a copy of it that writes checkpoints, and why there is none.

Around each run at the top level stand lines that grist adds: fix checkpoint before it, what ends the run before a time limit and a label after
it. The input that continues a run begins with the commands that made its styles, reads a restart file, does the rest of the run and jumps to
the label behind it.
"""

import re
from dataclasses import dataclass

FOLDER = "resume"               # in the folder of a result
COPY = f"{FOLDER}/in.run"
MARK = "# of grist run"         # ends the lines that are added
BEFORE = "fix checkpoint all checkpoint {folder} ${{grist_checkpoints}} label ${{grist_part}}:{number}   " + MARK
AFTER = ['if "$(f_checkpoint) > 0" then "quit 0"   ' + MARK, f"unfix checkpoint   {MARK}", "label checkpoint_{number}   " + MARK]

# Fixes of LAMMPS whose sums and counts are in no restart file, and what to use.
FORGETFUL = {"ave/chunk": "fix sensor or fix ave/time", "ave/histo": "fix ave/time", "ave/histo/weight": "fix ave/time",
             "ave/correlate": "fix print, and correlate afterwards", "ave/correlate/long": "fix print, and correlate afterwards",
             "ave/grid": "fix sensor", "ave/atom": "fix sensor", "pour": "fix insert/pack or insert/stream", "controller": "fix wall/mesh with a servo"}


@dataclass
class Line:
    """A command as LAMMPS reads it, with continued lines joined."""
    number: int         # in the file, from 1
    text: str
    count: int = 1      # lines of the file

    @property
    def words(self):
        return re.sub(r"(^|\s)#.*", "", self.text).split()

    @property
    def command(self):
        return (self.words or [""])[0]


def lines_of(text):
    """Joined at & and within triple quotes, as LAMMPS does."""
    lines, joined, first, count = [], "", 1, 0
    for number, line in enumerate(text.split("\n"), 1):
        if not count:
            first = number
        joined, count = joined + line, count + 1
        if re.search(r"&\s*$", joined):
            joined = re.sub(r"&\s*$", "", joined)
        elif joined.count('"""') % 2:
            joined += "\n"
        else:
            lines.append(Line(first, joined, count))
            joined, count = "", 0
    if count:
        lines.append(Line(first, joined, count))
    return lines


def is_run(line):
    return line.command == "run" and line.words[1:2] != ["0"]


def why_not(lines):
    """In words, the first line that cannot be resumed, and what to do; empty: there is none."""
    runs = [k for k, line in enumerate(lines) if is_run(line)]
    if not runs:
        return "no line of it is a run (one inside 'if', or in a file that is included, has no checkpoints)"
    labels = {line.words[1]: k for k, line in enumerate(lines) if line.command == "label" and line.words[1:]}
    for place, line in enumerate(lines):
        found = reason(line, place, runs, labels, lines)
        if found:
            return f"line {line.number}, '{' '.join(line.words)[:60]}': {found}"
    return ""


def reason(line, place, runs, labels, lines):
    words = line.words
    if line.command in ("clear", "log", "echo", "partition", "rerun", "temper", "prd"):
        return f"remove the command {line.command}"
    if is_run(line) and {"every", "pre", "post"} & set(words[2:]):
        return "give the run without every, pre and post"
    if line.command == "fix" and words[3:4] and words[3] in FORGETFUL:
        return f"its sums are in no restart file: use {FORGETFUL[words[3]]}"
    if line.command == "fix_modify" and words[2:3] == ["move"] and place < runs[-1]:
        return "a wall whose motion changes: unfix it, and give the fix again with the new motion"
    for jump in re.findall(r"\bjump\s+(\S+)(?:\s+([\w$\{\}]+))?", line.text if "jump" in line.text.split("#")[0] else ""):
        if jump[0] != "SELF" or jump[1] not in labels:
            return "jump only to labels of the same input"
        if any(labels[jump[1]] < run < place for run in runs):
            return "it repeats a run: write the runs one after the other"
    return ""


def with_checkpoints(text):
    """The copy of the input that grist runs."""
    out, number = [], 0
    raw = text.split("\n")
    for line in lines_of(text):
        own = raw[line.number - 1:line.number - 1 + line.count]
        if is_run(line):
            number += 1
            out += [BEFORE.format(folder=FOLDER, number=number), *own, *(after.format(number=number) for after in AFTER)]
        else:
            out += own
    return "\n".join(out)
