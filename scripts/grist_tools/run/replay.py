"""What an input has done up to a run, from its log: the commands that make the same styles again after read_restart.

LAMMPS echoes each command into the log as it stands in the input, and again for each variable whose value is put in. Lines of the input are found in
the log one after the other, so the values are those of that time, as of variables that were set from a result. Whatever is not found ends
the search: nothing is guessed.
"""

import re
from dataclasses import dataclass
from pathlib import Path

from ..read.logs import has_variable
from .resumable import BEFORE, COPY, FOLDER, lines_of, MARK

BOX = ("create_box", "read_data", "read_restart")
# What these did is in the restart file, or in files.
DONE = set("""atom_style bond_style bond_coeff pair_style pair_coeff run minimize print write_data write_restart write_dump write_mesh write_shapes
shell velocity set displace_atoms delete_atoms create_atoms create_polyhedra create_blocks create_bonds delete_bonds replicate change_box balance reset_atoms
reset_timestep labelmap jump label next if include quit info read_dump""".split())
# What ends the life of what, and what else names it.
ENDS = {"unfix": "fix", "uncompute": "compute", "undump": "dump"}
CHANGES = {"fix_modify": "fix", "compute_modify": "compute", "dump_modify": "dump"}
APPENDING = ("print", "ave/time", "breakage", "break/polyhedra", "outflow", "sensor", "insert/pack", "insert/stream", "collisions")
WHOLE_DUMPS = ("image", "movie")    # a file a frame, or made at the end


@dataclass
class Done:
    """A command that was carried out, with values in place of variables."""
    text: str

    @property
    def words(self):
        return self.text.split()


def plain(text):
    return " ".join(text.split("\n")[0].split())


def before_lines(first):
    """Of a command whose quotes go on in further lines: what is before them."""
    return first.split('"""')[0] if first.count('"""') % 2 else first


def text_from(lines, k):
    return next((line.text for line in lines[k:] if line.command), "")


class Walk:
    """Follows an input through the log of its run."""

    def __init__(self, log, folder):
        self.log = [plain(line) for line in log.split("\n")]
        self.raw = log.split("\n")
        self.place, self.folder, self.done = 0, folder, []

    def find(self, texts):
        """The number of the text that comes next in the log, and its line; (None, None): none does."""
        wanted = {plain(text): number for number, text in reversed(list(enumerate(texts))) if plain(text)}
        for k in range(self.place, len(self.log)):
            if self.log[k] in wanted:
                return wanted[self.log[k]], k
        return None, None

    def take(self, text):
        """The command with its values, if it was carried out."""
        found, k = self.find([text])
        if found is None:
            return None
        self.place = k + 1
        first, *rest = text.split("\n")
        while has_variable(before_lines(re.sub(r"(^|\s)#.*", "", first))) and self.place < len(self.raw):     # a line for each value that is put in
            first = self.raw[self.place]
            self.place += 1
        return "\n".join([first, *rest]) if rest else re.sub(r'(\s)#[^"\']*$', "", first)

    def follow(self, lines, until, start=0):
        """Carries out lines up to the one with the text `until`; whether it came there."""
        labels = {line.words[1]: k for k, line in enumerate(lines) if line.command == "label" and line.words[1:]}
        k = start
        while k < len(lines):
            line = lines[k]
            k += 1
            if not line.command:
                continue
            text = self.take(line.text)
            if text is None:
                return False
            if plain(line.text) == plain(until):
                return True
            jump = self.carry_out(text, until, lines, k)
            if jump is False:
                return False
            k = labels[jump] + 1 if jump in labels else k      # LAMMPS does not echo the label to which it jumps
        return False

    def carry_out(self, text, until, lines, k):
        """Adds a command. Returns the label to which it jumps, None for none; False: it is not in the log."""
        words = text.split()
        if words[0] == "if":
            return self.branch(text, until, lines, k)
        if words[0] == "jump":
            return self.jump(words[2], lines, k) if words[1:2] == ["SELF"] and len(words) > 2 else False
        if words[0] == "include":
            path = Path(words[1]) if Path(words[1]).is_absolute() else self.folder / words[1]
            if not path.is_file():
                return False
            inner = Walk("", self.folder)
            inner.log, inner.raw, inner.place, inner.done = self.log, self.raw, self.place, self.done
            inner.follow(lines_of(path.read_text(errors="replace")), "")
            self.place = inner.place
            return None
        self.done.append(Done(text))
        return None

    def jump(self, label, lines, k):
        """The label, or None at the end of a loop, where LAMMPS does not jump and the variables of the loop end. What comes next in the log says it."""
        there = next((place for place, line in enumerate(lines) if line.words[:2] == ["label", label]), len(lines))
        found, _ = self.find([text_from(lines, k), text_from(lines, there + 1)])
        if found == 1:
            return label
        if self.done and self.done[-1].words[0] == "next":
            self.done += [Done(f"variable {name} delete") for name in self.done[-1].words[1:]]
        return None

    def branch(self, text, until, lines, k):
        """The commands of an if that were carried out are those which follow it in the log."""
        branches, commands = [], None
        for word in re.findall(r'"[^"]*"|\'[^\']*\'|\S+', text.split("\n")[0])[1:]:
            if word in ("then", "else", "elif"):
                commands = []
                branches.append(commands)
            elif commands is not None and word[0] in "\"'":
                commands.append(word[1:-1])
        after = text_from(lines, k)
        branches = [commands for commands in branches if commands]
        found, _ = self.find([*(commands[0] for commands in branches), after])
        if found is None or found == len(branches):
            return None
        jump = None
        for command in branches[found]:
            taken = self.take(command)
            jump = self.carry_out(taken, until, lines, k) if taken is not None else False
            if jump is not None:
                return jump
        return None


def marker(number):
    """The line before a run."""
    return BEFORE.format(folder=FOLDER, number=number)


def commands_of_part(copy, log, folder, number, start=0):
    """Those that were carried out before a run, by its number; None if they are not found. start: the number of the run with which the part
    began, behind which it went on in the copy."""
    lines = lines_of(copy)
    first = 1 + next((k for k, line in enumerate(lines) if line.words[:2] == ["label", f"checkpoint_{start}"]), -1)
    walk = Walk(log, folder)
    if start:       # behind what was given again
        found, walk.place = walk.find([way_back(start)])
        if found is None:
            return None
    return walk.done if walk.follow(lines, marker(number), first) else None


def way_back(number):
    return f"jump {COPY} checkpoint_{number}"


def definitions(commands):
    """The commands that make what there is, in order: without what was done, and without what has ended."""
    kept = {}
    box = False
    for place, done in enumerate(commands):
        words = done.words
        name, who = words[0], words[1] if words[1:] else ""
        if MARK in done.text or (name in ("fix", "unfix") and who == "checkpoint"):
            continue
        if name in BOX and not box:
            box = True
            kept[place] = "read_restart"
        elif name in DONE or name in BOX or (name == "group" and words[2:3] != ["dynamic"]):
            continue
        elif name in ENDS:
            kept = {k: text for k, text in kept.items() if not names(text, ENDS[name], who)}
        elif name in ("fix", "compute") and (earlier := [k for k, text in kept.items() if text.split()[:2] == [name, who]]):
            kept[earlier[0]] = done.text       # given again: at the place of the first
        else:
            kept[place] = done.text
    return [kept[place] for place in sorted(kept)]


def names(text, kind, who):
    """Whether a command defines or changes this fix, compute or dump."""
    words = text.split()
    return words[1:2] == [who] and (words[0] == kind or CHANGES.get(words[0]) == kind)


def appending(text):
    """The command with files that it continues."""
    words = text.split()
    if words[:1] == ["dump"] and words[3:4] and words[3] not in WHOLE_DUMPS and "*" not in " ".join(words[5:6]):
        return f"{text}\ndump_modify {words[1]} append yes"
    if words[:1] != ["fix"] or words[3:4] == [] or words[3] not in APPENDING:
        return text
    if words[3] == "breakage" and not {"file", "append"} & set(words) and {"fragments", "sizes"} & set(words):
        return f"{text} append none"
    parts = re.split(r'("[^"]*"|\'[^\']*\')', text)       # not within quotes
    return "".join(part if part[:1] in ('"', "'") else re.sub(r"(?<=\s)file(?=\s)", "append", part) for part in parts)


def continuation(commands, restart, record, number):
    """The input that continues: the definitions, the rest of the run, and the way back into the copy."""
    lines = [appending(text) if text != "read_restart" else f"read_restart {restart}" for text in definitions(commands)]
    span = f"start {record['first']} stop {record['last']}"
    return "\n".join([
        f"# Continues this run from step {record['step']}; made by grist run --resume from the log and the input.", *lines,
        marker(number), f"run {record['end']} upto {span}", 'if "$(f_checkpoint) > 0" then "quit 0"', "unfix checkpoint",
        way_back(number), ""])
