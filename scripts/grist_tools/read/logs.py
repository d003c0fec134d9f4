"""Reads logs of LAMMPS: version, commands, runs with timings and thermo output, warnings, errors.

    log = read_log(folder / "log.lammps")
    for run in log.runs: print(run.steps, run.seconds, run.sections["Pair"])

    growing = GrowingLog(path)      # of a run that goes on
    growing.look()                  # reads what was written since the last look
    growing.log
"""

import math
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from functools import wraps

from ..text.messages import fail
from ..text.values import is_number
from .column_units import ColumnUnits, keyword
from .tables import UNIT
from .terms import names_now

LOOP = re.compile(r"^Loop time of (\S+) on (\d+) procs? for (\d+) steps(?: with (\d+) atoms)?")
CPU_USE = re.compile(r"^([\d.]+)% CPU use")
BUILDS = re.compile(r"^Neighbor list builds = (\d+)")
SECTION = re.compile(r"^(\w[\w ]*?) *\|(.*)$")
WALL_TIME = re.compile(r"^Total wall time: (\d+):(\d+):(\d+)")
NAMED = re.compile(r"(.*[^\[\] ]) ?\[([^\[\]\d*][^\[\]]*)\]")      # a name with its unit
FOLLOWED = 8                # names that stand for another one, at most one after the other
VALUE = re.compile(r"[vcf]_\w+(\[\d+\])*")
CHUNK = 1 << 20             # bytes that are read at a time of a log that grows
PLACE = re.compile(r" \(src/[^)]*\)$| \([^()]*\.cpp:\d+\)$")      # of a warning in the source
TAKES_UP, WAY_BACK = "read_restart resume/", "jump resume/in.run "      # how a part that continues begins, and goes on in the input (run/replay.py)
COPIED = 1.0                # s: logs that were last written within this time were copied together, and not by runs one after the other

# What a unit style calls time.
TIME_UNITS = {"si": "s", "cgs": "s", "micro": "µs", "nano": "ns", "real": "fs", "metal": "ps",
              "electron": "fs", "lj": "τ"}


@dataclass
class Run:
    seconds: float
    processes: int
    steps: int
    atoms: int
    sections: dict = field(default_factory=dict)     # part of the step: seconds, mean of processes
    busy: dict = field(default_factory=dict)         # part of the step: percent of CPU use
    cpu_percent: float = None                        # share of its cores that the run had
    builds: int = None                               # of neighbor lists


def of_commands(make):
    """A property that is made of the commands, again when there are more: a log may grow."""
    @wraps(make)
    def found(log):
        count, value = log.__dict__.get("made", {}).get(make.__name__, (None, None))
        if count != len(log.commands):
            value = make(log)
            log.__dict__.setdefault("made", {})[make.__name__] = len(log.commands), value
        return value
    return property(found)


@dataclass
class Log:
    version: str = ""
    commands: list = field(default_factory=list)     # with variables put in
    text: list = field(default_factory=list)         # the input as it was read
    runs: list = field(default_factory=list)
    thermo: list = field(default_factory=list)       # of each run: (names, rows)
    warnings: Counter = field(default_factory=Counter)
    errors: list = field(default_factory=list)
    wall_seconds: float = None
    columns: dict = field(default_factory=dict)      # "f_mill[7]" is "power [W]"; "f_mill[*][1]"
    atom_columns: dict = field(default_factory=dict)     # the same of values by atom
    step: int = 0                                    # that the run has reached
    steps: list = field(default_factory=list)        # at which each of the commands came

    def last(self, command, default=None):
        """Arguments of the last use of a command."""
        uses = [line.partition(" ")[2] for line in self.commands if line.startswith(command + " ")]
        return uses[-1] if uses else default

    @property
    def units(self):
        return self.last("units", "lj").split()[0]

    @property
    def time_unit(self):
        return TIME_UNITS.get(self.units, "")

    @property
    def type_names(self):
        """Names of types of atoms, by their numbers: of `labelmap`, or of a group of one type."""
        names, labels = {}, {}
        for line in self.commands:
            words = line.replace('"', " ").replace("'", " ").split()
            if words[:2] == ["labelmap", "atom"]:
                labels.update((int(number), name) for number, name in zip(words[2::2], words[3::2]) if number.isdigit())
            elif words[:1] == ["group"] and words[2:3] == ["type"] and len(words) == 4 and words[3].isdigit():
                names.setdefault(int(words[3]), words[1])
        return {**names, **labels}

    @property
    def first_step(self):
        """Of the thermo output. Without any it is 0, or None for a run that went on from a restart file."""
        return next((rows[0][0] for _, rows in self.thermo), None if self.last("read_restart") else 0)

    @property
    def seconds_of_runs(self):
        return sum(run.seconds for run in self.runs)

    def label(self, name):
        """What a column of thermo output or of fix ave/time is, with its unit, as far as known: also of a mean by fix ave/time, and of a
        variable that is no more than another name, or whose formula or comment says its unit."""
        found, text = name, ""
        for _ in range(FOLLOWED):
            if self.column(found):
                return f"{name}: {text}{self.column(found)}"
            source = self.averaged.get(found)
            following = source or self.other_names.get(found)
            if not following or following == found:
                break
            found, text = following, "mean of " if source else text
        if NAMED.fullmatch(found):          # by thermo_modify colname, grist columns, or title2 of fix ave/time
            return NAMED.sub(r"\1 [\2]", found)
        if ":" in found:                    # by grist columns, of a number without a unit
            return found.removesuffix("[1]")
        what, unit = keyword(found, self.units) or ("", self.column_units.of(found))
        if what or text:
            name += f": {text}{what or found.removeprefix('v_')}"
        return f"{name} [{unit}]" if unit else name

    def column(self, name):
        """What a fix or a compute of Grist says of it."""
        return self.columns.get(name) or self.columns.get(re.sub(r"\[\d+\]\[", "[*][", name))

    @of_commands
    def column_units(self):
        def of_column(name):
            label = self.column(name)
            unit = UNIT.search(label) if label else None
            return unit[0].strip(" []") if unit else "" if label else None
        return ColumnUnits(self.units, self.commands, self.text, of_column)

    @of_commands
    def averaged(self):
        """What fixes ave/time average: {"f_ID": "v_power"}, and "f_ID[1]" where they are several."""
        found = {}
        for words in map(str.split, self.commands):
            if words[0] == "fix" and words[3:4] == ["ave/time"]:
                values = [word for word in words[7:] if VALUE.fullmatch(word)]
                found.update({f"f_{words[1]}": values[0]} if len(values) == 1 else {f"f_{words[1]}[{k}]": value for k, value in enumerate(values, 1)})
        return found

    @of_commands
    def other_names(self):
        """Variables that are no more than another name of a value."""
        lines = (line.split() for line in self.commands)
        return {f"v_{words[1]}": words[3] for words in lines if words[0] == "variable" and words[2:3] == ["equal"] and len(words) == 4 and VALUE.fullmatch(words[3])}

    @of_commands
    def clock(self):
        """Steps from which on time steps hold: (step, time, time step); none if the time step changes by itself."""
        found = [(0, 0.0, None)]
        for step, words in zip(self.steps, map(str.split, self.commands)):
            if words[0] == "timestep" and is_number(words[1] if len(words) > 1 else ""):
                start, time, dt = found[-1]
                found.append((step, time + (step - start) * (dt or 0.0), float(words[1])))
            elif words[0] == "fix" and words[3:4] == ["dt/reset"]:
                return [(0, 0.0, None)]
        return found

    def time_of(self, step):
        """None before the input set a time step."""
        start, time, dt = next((entry for entry in reversed(self.clock) if entry[0] <= step), (0, 0.0, None))
        return None if dt is None else time + (step - start) * dt


def joined(logs):
    """One log of the parts of a run: the last one, with the runs, thermo output and warnings of all. Rows that a later part has
    made again are left out."""
    parts = [(log, take_up(log)) for log in logs if log is logs[-1] or log.thermo or not takes_up(log)]
    last, step = parts.pop()
    for log, begun_at in reversed(parts):
        first = step + 1 if step is not None else math.inf if last.first_step is None else last.first_step
        before = [(names, [row for row in rows if row[0] < first]) for k, (names, rows) in enumerate(log.thermo)
                  if step is None or (k == 0 and begun_at is not None) or (rows and rows[0][0] < step)]     # a run that began later is run again
        if step is not None and before and last.thermo and before[-1][0] == last.thermo[0][0]:
            before[-1][1].extend(last.thermo.pop(0)[1])     # one run, which was stopped
        last.thermo, step = before + last.thermo, begun_at
        last.runs = log.runs + last.runs
        last.warnings = log.warnings + last.warnings
        last.commands, last.steps = log.commands + last.commands, log.steps + last.steps
        last.columns = {**log.columns, **last.columns}
        if last.wall_seconds is not None and log.wall_seconds is not None:
            last.wall_seconds += log.wall_seconds
    last.thermo = [(names, rows) for names, rows in last.thermo if rows]
    return last


def takes_up(log):
    return any(line.startswith(TAKES_UP) for line in log.commands)


def take_up(log):
    """Of a part that grist run --resume made, the step with which it begins; None: it is another one. Leaves out the commands that it gave
    again, and the row of that step, which an uninterrupted run has only where it is due."""
    if not takes_up(log) or not log.thermo:
        return None
    begin = next((k + 1 for k, line in enumerate(log.commands) if line.startswith(WAY_BACK)), len(log.commands))
    log.commands, log.steps = log.commands[begin:], log.steps[begin:]
    names, rows = log.thermo[0]
    log.thermo[0] = names, rows[1:]
    return rows[0][0]


def read_log(path):
    reader = LogReader()
    with open(path, errors="replace") as file:
        for line in file:
            reader.add(line)
    return reader.log


def parse_log(text):
    """Of a whole log, or of a part of it."""
    reader = LogReader()
    for line in text.splitlines():
        reader.add(line)
    return reader.log


class LogReader:
    """Reads a log line by line; `log` is what was read so far. `new_rows` makes the list of rows of a run."""

    def __init__(self, new_rows=list):
        self.log, self.new_rows, self.lines = Log(), new_rows, 0
        self.names, self.rows = None, []    # of the thermo output of the present run
        self.head = None                    # a line that may have the names of columns: the next one decides
        self.quoted = False

    def add(self, line):
        line, words = line.rstrip("\r\n"), line.split()
        self.lines += 1
        head, self.head = self.head, None
        if head and are_numbers(words):
            self.begin_output(head.split())
        elif head and self.names is None:
            self.quoted = read_command(self.log, head, self.quoted)
        if self.names and len(words) == len(self.names) and self.add_row(words):
            return
        loop = LOOP.match(line)
        if loop and is_number(loop[1]):
            self.end_run(loop)
        elif self.lines <= 5 and line.startswith("LAMMPS ("):
            self.log.version = line[8:].split(")")[0]
        elif words[:1] == ["Step"]:
            self.head = line
        elif read_event(self.log, line) or (self.log.runs and read_timing(self.log.runs[-1], line)):
            pass
        elif self.names is None:
            self.quoted = read_command(self.log, line, self.quoted)

    def begin_output(self, names):
        self.names, self.rows = names, self.new_rows()

    def add_row(self, words):
        try:
            row = [float(word) for word in words]
        except ValueError:
            return False
        if not self.rows:
            self.log.thermo.append((self.names, self.rows))
        self.rows.append(row)
        return True

    def end_run(self, loop):
        log = self.log
        self.names = None
        log.runs.append(Run(float(loop[1]), int(loop[2]), int(loop[3]), int(loop[4] or 0)))
        has_steps = len(log.thermo) == len(log.runs) and math.isfinite(log.thermo[-1][1][-1][0])
        log.step = int(log.thermo[-1][1][-1][0]) if has_steps else log.step + log.runs[-1].steps


class GrowingLog:
    """The log of a run that goes on. A look costs what was written since the last one, whatever the length of the log."""

    def __init__(self, path, new_rows=list):
        self.path, self.new_rows = path, new_rows
        self.begin()

    def begin(self):
        self.reader, self.place, self.rest, self.number = LogReader(self.new_rows), 0, b"", None

    @property
    def log(self):
        return self.reader.log

    def look(self):
        """Reads whole lines; the start of one that is being written waits for the next look."""
        with open(self.path, "rb") as file:
            now = os.fstat(file.fileno())
            if now.st_size < self.place or self.number not in (None, now.st_ino):
                self.begin()        # another run writes in its place
            self.number = now.st_ino
            file.seek(self.place)
            for data in iter(lambda: file.read(CHUNK), b""):
                self.place += len(data)
                whole, newline, rest = data.rpartition(b"\n")
                if newline:
                    for line in (self.rest + whole).decode(errors="replace").splitlines():
                        self.reader.add(line)
                self.rest = rest if newline else self.rest + data


def are_numbers(words):
    return bool(words) and all(is_number(word) for word in words)


def is_warning(line):
    """Not one that every run of bonded blocks has: their masses are their own, as LAMMPS says."""
    return line.startswith("WARNING") and "Atom style hybrid defines both, per-type and per-atom masses" not in line


def read_event(log, line):
    """A warning, an error, names of columns or the end; whether the line is one."""
    wall = WALL_TIME.match(line)
    if is_warning(line):
        log.warnings[PLACE.sub("", line.split(":", 1)[-1].strip())] += 1
    elif line.startswith("ERROR"):
        log.errors.append(line.split(":", 1)[-1].strip())
    elif line.startswith("Columns"):
        head, _, words = line.partition(": ")
        pairs = (word.partition("=") for word in words.split())
        found = log.atom_columns if head == "Columns of atoms" else log.columns
        for name, _, label in pairs:
            what, _, unit = label.replace("[1]", "").partition("[")
            found[name] = names_now([what])[0] + (f" [{unit}" if unit else "")
    elif wall:
        hours, minutes, seconds = (int(part) for part in wall.groups())
        log.wall_seconds = 3600 * hours + 60 * minutes + seconds
    else:
        return False
    return True


def read_timing(run, line):
    """What LAMMPS says of a run after it; whether the line is of it."""
    section, cpu, builds = SECTION.match(line), CPU_USE.match(line), BUILDS.match(line)
    if cpu and is_number(cpu[1]):
        run.cpu_percent = float(cpu[1])
    elif builds:
        run.builds = int(builds[1])
    elif section and section[1] != "Section":
        cells = [cell.strip() for cell in line.split("|")]
        if len(cells) > 2 and is_number(cells[2]):
            run.sections[cells[0]] = float(cells[2])
        if len(cells) > 6 and is_number(cells[5]):
            run.busy[cells[0]] = float(cells[5])
    else:
        return False
    return True


COMMAND = re.compile(r"^[a-z][a-z0-9_/]*(\s|$)")
COMMANDS = set("""
angle_style atom_modify atom_style balance bond_coeff bond_style body boundary change_box clear cluster_template coarse
comm_modify comm_style compute compute_modify create_atoms create_blocks create_bonds create_box create_polyhedra delete_atoms
dimension displace_atoms dump dump_modify fix fix_modify grist group if include jump kspace_style label
labelmap lattice log mass minimize molecule neigh_modify neighbor neighbor_style newton next package
pair_coeff pair_modify pair_style particle_mix plugin print processors quit read_data read_dump
read_restart region replicate rerun reset_atoms reset_timestep restart run set shell special_bonds suffix thermo thermo_modify
thermo_style timer timestep uncompute undump unfix units variable velocity write_data write_dump
write_mesh write_restart write_shapes
""".split())
QUOTED = re.compile(r'"""(?:.*?"""|.*)|"[^"]*"|\'[^\']*\'')


def read_command(log, line, quoted):
    """Of the echo of the input, in which LAMMPS has joined lines that continue. Returns whether a
    text in triple quotes is open."""
    text = line.rstrip()
    if quoted:
        log.text.append(text)
        return quoted != (text.count('"""') % 2 == 1)
    if not text.startswith("#") and not (COMMAND.match(text) and text.split()[0] in COMMANDS):
        return False
    log.text.append(text)
    words = re.sub(r"\s#.*$", "", text).split()
    command = " ".join(words)
    if command and not command.startswith("#") and not has_variable(command):
        if words[0] == "reset_timestep" and words[1:] and words[1].isdecimal():
            log.step = int(words[1])
        log.commands.append(command)
        log.steps.append(log.step)
    return text.count('"""') % 2 == 1


def has_variable(command):
    """Whether LAMMPS puts the value of a variable into it: the line with the value follows in the log. In quotes it does not."""
    return "$" in QUOTED.sub("", command)


def find_logs(folder):
    """Logs of the parts of a run, in the order in which they were written, whatever their names. A part that begins at or before the
    first step of an earlier one was run in its place. Times of files that were copied together say nothing: there the first steps do."""
    if not folder.is_dir():
        fail(f"{folder} is a file: give the folder in which the run wrote its files" if folder.exists() else f"there is no folder {folder}")
    logs = {path: path.stat().st_mtime for path in sorted(folder.iterdir()) if path.is_file() and is_log(path)}
    if not logs:
        fail(f"{folder} holds no log of LAMMPS (log.lammps): give the folder in which the run "
             "wrote its files")
    read = [(path, read_log(path)) for path in sorted(logs, key=logs.get)]
    if max(logs.values()) - min(logs.values()) < COPIED:
        read.sort(key=lambda part: part[1].first_step or 0)
    parts = []
    for path, log in read:
        while parts and log.first_step is not None and (parts[-1][1].first_step or 0) >= log.first_step:
            parts.pop()
        parts.append((path, log))
    return parts


def is_log(path):
    if "log" not in path.name.lower() or path.suffix in (".png", ".html"):
        return False
    try:
        with open(path, "rb") as file:
            return file.read(8) == b"LAMMPS ("
    except OSError:
        return False
