"""Reads a log of LAMMPS: version, commands, runs with their timings and thermo output, warnings, errors. Needs Python alone.

    log = read_log(folder / "log.lammps")
    for run in log.runs: print(run.steps, run.seconds, run.sections["Pair"])
"""

import re
from collections import Counter
from dataclasses import dataclass, field

LOOP = re.compile(r"^Loop time of (\S+) on (\d+) procs? for (\d+) steps(?: with (\d+) atoms)?")
SECTION = re.compile(r"^(\w[\w ]*?) *\|(.*)$")
WALL_TIME = re.compile(r"^Total wall time: (\d+):(\d+):(\d+)")

# What a unit style calls time and length.
UNITS = {"si": ("s", "m"), "cgs": ("s", "cm"), "micro": ("µs", "µm"), "nano": ("ns", "nm"), "real": ("fs", "Å"), "metal": ("ps", "Å"),
         "electron": ("fs", "Bohr"), "lj": ("τ", "σ")}


@dataclass
class Run:
    seconds: float
    processes: int
    steps: int
    atoms: int
    sections: dict = field(default_factory=dict)     # name of a part of the step -> seconds, mean over the processes


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

    def last(self, command, default=None):
        """Arguments of the last use of a command."""
        uses = [line.split(maxsplit=1)[1] for line in self.commands if line.split()[0] == command and " " in line]
        return uses[-1] if uses else default

    @property
    def units(self):
        return self.last("units", "lj").split()[0]

    @property
    def time_unit(self):
        return UNITS.get(self.units, ("", ""))[0]

    @property
    def seconds_of_runs(self):
        return sum(run.seconds for run in self.runs)


def is_number(word):
    try:
        float(word)
    except ValueError:
        return False
    return True


def read_log(path):
    log = Log()
    lines = path.read_text(errors="replace").splitlines()
    for line in lines[:5]:
        if line.startswith("LAMMPS ("):
            log.version = line[8:].split(")")[0]
    names, rows, quoted = None, [], False
    for line, following in zip(lines, lines[1:] + [""]):
        loop, wall = LOOP.match(line), WALL_TIME.match(line)
        if line.startswith("WARNING"):
            log.warnings[re.sub(r" \(src/[^)]*\)$| \([^()]*\.cpp:\d+\)$", "", line.split(":", 1)[-1].strip())] += 1
        elif line.startswith("ERROR"):
            log.errors.append(line.split(":", 1)[-1].strip())
        elif loop:
            if names and rows:
                log.thermo.append((names, rows))
            names, rows = None, []
            log.runs.append(Run(float(loop[1]), int(loop[2]), int(loop[3]), int(loop[4] or 0)))
        elif wall:
            hours, minutes, seconds = (int(part) for part in wall.groups())
            log.wall_seconds = 3600 * hours + 60 * minutes + seconds
        elif line.split()[:1] == ["Step"] and following.split() and all(is_number(word) for word in following.split()):
            names, rows = line.split(), []
        elif names and len(line.split()) == len(names) and all(is_number(word) for word in line.split()):
            rows.append([float(word) for word in line.split()])
        elif log.runs and SECTION.match(line) and not line.startswith("Section"):
            read_section(log.runs[-1], line)
        elif names is None:
            quoted = read_command(log, line, quoted)
    if names and rows:    # a run that was cut off
        log.thermo.append((names, rows))
    return log


def read_section(run, line):
    cells = [cell.strip() for cell in line.split("|")]
    if len(cells) > 2 and is_number(cells[2]):
        run.sections[cells[0]] = float(cells[2])


COMMAND = re.compile(r"^[a-z][a-z0-9_/]*(\s|$)")
COMMANDS = set("""angle_style atom_modify atom_style bond_coeff bond_style body boundary change_box cluster_template comm_modify comm_style
compute create_atoms create_bonds create_box create_polyhedra delete_atoms dimension displace_atoms dump dump_modify fix fix_modify group
if include jump kspace_style label lattice log mass minimize molecule neigh_modify neighbor neighbor_style newton next package pair_coeff
pair_modify pair_style particle_mix print processors quit read_data read_dump read_restart region reset_timestep restart run set shell
special_bonds suffix thermo thermo_modify thermo_style timer timestep uncompute undump unfix units variable velocity write_data write_dump
write_mesh write_restart""".split())


def read_command(log, line, quoted):
    """Of the echo of the input, in which LAMMPS has joined lines that continue. Returns whether a text in triple quotes is open."""
    text = line.rstrip()
    if quoted:
        log.text.append(text)
        return quoted != (text.count('"""') % 2 == 1)
    if not text.startswith("#") and not (COMMAND.match(text) and text.split()[0] in COMMANDS):
        return False
    log.text.append(text)
    command = " ".join(re.sub(r"\s#.*$", "", text).split())
    if command and not command.startswith("#") and "${" not in command and "$(" not in command:
        log.commands.append(command)
    return text.count('"""') % 2 == 1
