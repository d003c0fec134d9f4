"""grist inspect: what an input does, without running it out.

The input is read by LAMMPS in a temporary folder that holds copies of what it needs (input_copies.py). There each command `run` is replaced by a
piece of the run: the first is cut off after two seconds, later ones after ten steps; what it asked for is printed. So all that is checked at the
start of a run is checked, and the cost of a step is measured. The answer is one screen.
"""

import os
import re
import resource
import signal
import subprocess
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from .. import ROOT
from ..read.logs import TIME_UNITS, parse_log
from ..text.messages import fail, say
from ..text.values import duration, is_number, length_text, short, size_text, spaced
from .input_copies import copy_input
from .inputs import check_ranges, script_of, values_given

MOST_SECONDS = 120      # for all of it
ADVISED = {"the Rayleigh time": 20, "the shortest contact": 5, "what is certainly stable for the bonds": 50,
           "half a period of the stiffest contact": 5, "the time in which the wall moves by the smallest radius": 5,
           "the time in which a particle moves by its own radius": 10}      # percent, doc/fix_guard.md
SHARE = re.compile(r"([\d.e+-]+) % of ([^,]+)")
DRAWN = re.compile(r"^(Fix insert/\w+) (\S+): drawn so far")
ATOMS_EACH = re.compile(r"^  (\S+) .* of the mass, sizes up to \S+, (\d+) (?:atom|element)s? each")
CPU = re.compile(r"^([\d.]+)% CPU use")
LOOP = re.compile(r"^Loop time of (\S+) on \d+ procs? for (\d+) steps with (\d+) atoms")
OTHER_COSTS = 4         # a step of a filled vessel over one of the timed piece, in which few particles touch, at most
OTHER_COSTS_OF_BODIES = 10
OTHER_COSTS_OF_BONDED = 2.5     # bonds are evaluated in every step


@dataclass
class Piece:
    """A run, and the piece of it that was run."""

    asked: int                  # steps
    atoms: int = 0              # after the piece
    dt: float = 0.0
    least: float = None         # diameters
    most: float = None
    steps: int = 0
    seconds: float = 0.0
    cpu: float = 1.0            # share of a core that it had
    atoms_timed: int = 0


@dataclass
class Feed:
    style: str = ""
    number: int = 0             # of particles, that were drawn so far
    mass: float = 0.0
    atoms: int = 0
    words: list = field(default_factory=list)

    def value(self, keyword, default=None):
        """The number behind a keyword of the fix."""
        following = [word for name, word in zip(self.words, self.words[1:]) if name == keyword and is_number(word)]
        return float(following[0]) if following else default


class Inspection:
    """Reads what LAMMPS printed."""

    def __init__(self, text):
        self.log = parse_log(text)
        self.pieces = []
        self.feeds = {}             # by ID of the fix
        self.atoms_each = {}        # of a particle, by component of a mix
        self.shares = {}            # percent, by limit of fix guard
        self.planned = 0            # step that the input has reached by its own count
        self.table = None           # feed whose table of what was drawn is read
        for line in text.splitlines():
            if not (self.read_marks(line) or self.read_mix(line) or self.read_table(line)):
                self.read_timing(line)
        for words in map(str.split, self.log.commands):
            if words[0] == "fix" and len(words) > 3 and words[3].startswith("insert/"):
                self.feeds.setdefault(words[1], Feed(words[3].split("/")[1])).words = words

    def read_marks(self, line):
        """Lines that the pieces print, commands that set the step, shares of fix guard; whether the line is one."""
        words = line.split()
        if line.startswith("grist-inspect run "):
            self.read_run(words[2:])
        elif line.startswith("grist-inspect state ") and self.pieces:
            self.read_state(words[2:])
        elif line.startswith("reset_timestep ") and words[1].isdigit():
            self.planned = int(words[1])
        elif line.startswith("  guard: timestep "):
            self.shares.update((of, max(float(share), self.shares.get(of, 0))) for share, of in SHARE.findall(line))
        else:
            return False
        return True

    def read_mix(self, line):
        each = ATOMS_EACH.match(line)
        if each:
            self.atoms_each[each[1]] = int(each[2])
        return each

    def read_table(self, line):
        """Of what a feed has drawn: a title, names of columns, a row for each component."""
        title, words = DRAWN.match(line), line.split()
        if title:
            self.table = self.feeds[title[2]] = Feed(title[1].split("/")[1])
        elif self.table and words[:1] == ["component"]:
            pass
        elif self.table and len(words) == 6 and words[1].isdigit():
            if words[0] != "all":
                self.table.number += int(words[1])
                self.table.mass += float(words[2])
                self.table.atoms += int(words[1]) * self.atoms_each.get(words[0], 1)
        else:
            self.table = None
            return False
        return True

    def read_timing(self, line):
        loop, cpu = LOOP.match(line), CPU.match(line)
        if loop and self.pieces:
            piece = self.pieces[-1]
            piece.seconds, piece.steps, piece.atoms_timed = float(loop[1]), int(loop[2]), int(loop[3])
        elif cpu and self.pieces:
            self.pieces[-1].cpu = min(float(cpu[1]) / 100, 1)

    def read_run(self, words):
        steps = int(float(words[0]))
        if "upto" in words:
            steps = max(steps - self.planned, 0)
        self.planned += steps
        self.pieces.append(Piece(steps))

    def read_state(self, words):
        piece = self.pieces[-1]
        piece.atoms, piece.dt = int(words[0]), float(words[1])
        if len(words) > 3 and 0 < float(words[3]) < 1e19:
            piece.least, piece.most = float(words[2]), float(words[3])

    @property
    def steps(self):
        return sum(piece.asked for piece in self.pieces)

    @property
    def time(self):
        return sum(piece.asked * piece.dt for piece in self.pieces)

    def streamed(self, feed):
        """Mass and atoms that a stream feeds in all; atoms None if no particle was drawn here."""
        start = feed.value("start", 0.0)
        mass = feed.value("rate", 0.0) * max(min(feed.value("stop", self.time), self.time) - start, 0)
        mass = min(mass, feed.value("mass", mass))
        if not feed.mass:
            return mass, None
        return mass, round(max(mass / feed.mass, 1) * feed.atoms)

    def atoms_to_come(self):
        """Of streams, beyond what was fed here."""
        return sum((self.streamed(feed)[1] or feed.atoms) - feed.atoms for feed in self.feeds.values() if feed.style == "stream")

    def seconds_per_step(self):
        """Processor time of one atom in one step, of the longest piece with atoms; None if there is none."""
        timed = [piece for piece in self.pieces if piece.atoms_timed and piece.steps and piece.seconds]
        if not timed:
            return None, None
        piece = max(timed, key=lambda piece: piece.steps)
        return piece.seconds * piece.cpu / piece.steps / piece.atoms_timed, piece

    def has_fix(self, style):
        return any(command.split()[:1] == ["fix"] and command.split()[3:4] == [style] for command in self.log.commands)

    @property
    def other_costs(self):
        if self.log.last("atom_style", "").startswith("body"):
            return OTHER_COSTS_OF_BODIES
        is_rigid = any(command.split()[:1] == ["bond_coeff"] and command.split()[2:3] == ["rigid"] for command in self.log.commands)
        return OTHER_COSTS_OF_BONDED if self.log.last("bond_style") and not is_rigid else OTHER_COSTS

    @property
    def errors(self):
        return self.log.errors


def inspect(options):
    script = script_of(options.path)
    check_ranges(script, values_given(options.words))
    with tempfile.TemporaryDirectory(prefix="grist-inspect-") as folder:
        copied = copy_input(script, Path(folder))
        text, memory = run(options, copied, Path(folder) / "screen.txt")
    found = Inspection(text)
    if found.errors and not any(0 < piece.steps < piece.asked for piece in found.pieces):
        fail(f"{script} stops: ERROR: {found.errors[0]}")
    if not found.log.version:
        fail(f"{script} was not read: {(text.strip().splitlines() or ['LAMMPS printed nothing'])[-1]}")
    if not found.pieces:
        fail(f"{script} has no command run")
    print("\n".join(f"  {name:<13}{line}" for name, line in rows(found, script, options.ranks, memory, copied)))


def run(options, copied, screen):
    """What LAMMPS printed, and the memory of one process in bytes."""
    words = [options.program.resolve(), "-in", copied.script.name, "-log", "none", "-echo", "screen", "-skiprun",
             "-var", "here", copied.folder, "-var", "out", copied.folder, *(copied.moved(word) for word in options.words)]
    if options.ranks > 1:
        words = [ROOT / "scripts/launch.sh", options.mpiexec, options.ranks, *words]
    with open(screen, "w") as output:
        started = subprocess.Popen(list(map(str, words)), cwd=copied.folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                   start_new_session=True)
        try:
            started.wait(MOST_SECONDS)
        except subprocess.TimeoutExpired:
            say(f"reading was cut off after {MOST_SECONDS} s: what follows is of the commands up to there")
        finally:
            if started.poll() is None:
                os.killpg(started.pid, signal.SIGKILL)
                started.wait()
    return screen.read_text(errors="replace"), 1024 * resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss


def rows(found, script, ranks, memory, copied):
    """Rows of the answer: a name and a text."""
    log = found.log
    unit = {"si": "m", "cgs": "cm", "micro": "µm"}.get(log.units, "")
    time_unit = TIME_UNITS.get(log.units, "")
    now = next((piece.atoms for piece in found.pieces if piece.atoms), 0)
    most = max(piece.atoms for piece in found.pieces) + found.atoms_to_come()
    yield "input", f"{script}, read in a temporary copy: nothing is written beside it"
    yield "units", f"{log.units}; atom style {log.last('atom_style', 'atomic')}"
    yield "particles", particles(found, now, most)
    yield from sizes(found, unit)
    yield from feeds(found, time_unit)
    yield from walls(log)
    yield "steps", steps(found, time_unit)
    yield from time_step(found, time_unit)
    yield "memory", memory_text(memory, ranks, now, most)
    yield from run_time(found, ranks, now, most)
    yield from warnings(found, copied)


def particles(found, now, most):
    text = f"{spaced(now)} after the start, {spaced(most)} when all are fed"
    unknown = [name for name, feed in found.feeds.items() if feed.style == "stream" and found.streamed(feed)[1] is None]
    if unknown:
        text += f", and those of {', '.join(unknown)}, which begins later"
    if found.log.last("atom_style", "").startswith("bonded/cluster"):
        text += " (spheres, which are elements of clusters or single)"
    return text


def steps(found, time_unit):
    runs = [spaced(piece.asked) for piece in found.pieces if piece.asked]
    text = f"{spaced(found.steps)}, {short(found.time)} {time_unit} in all"
    if 1 < len(runs) <= 6:
        text = f"{' + '.join(runs)} = {text}"
    return text + ("; a fix halt may end runs earlier" if found.has_fix("halt") else "")


def sizes(found, unit):
    known = [piece for piece in found.pieces if piece.most]
    if not known:
        return
    least, most = min(piece.least for piece in known), max(piece.most for piece in known)
    texts = [length_text(float(f"{size:.3g}")) if unit == "m" else f"{size:.3g} {unit}".rstrip() for size in (least, most)]
    what = "diameters of spheres"
    if found.log.last("atom_style", "").startswith("body"):
        what = "diameters of bounding spheres"
    elif found.log.last("atom_style", "").startswith("bonded/cluster"):
        what = "diameters of elements and single spheres"
    yield "sizes", (f"{texts[0]} to {texts[1]}" if texts[0] != texts[1] else texts[0]) + f" ({what})"


def feeds(found, time_unit):
    mass_unit = {"si": " kg", "cgs": " g"}.get(found.log.units, "")
    per_time = f"{mass_unit}/{time_unit}" if mass_unit else " per unit of time"
    for name, feed in found.feeds.items():
        if feed.style == "stream":
            mass, atoms = found.streamed(feed)
            number = f", about {spaced(atoms)} spheres or bodies" if atoms else ""
            text = f"{name}: stream of {short(feed.value('rate', 0.0))}{per_time}, {short(mass)}{mass_unit} in all{number}"
        else:
            text = f"{name}: {spaced(feed.number)} particles, {short(feed.mass)}{mass_unit}, at the start"
        yield "feed", text


def walls(log):
    texts = {}
    for command in log.commands:
        words = command.split()
        if words[0] != "fix" or len(words) < 5 or not words[3].startswith("wall"):
            continue
        where = Path(words[4]).name if words[3] == "wall/mesh" else words[3].removeprefix("wall/") + "".join(
            f" {word}" for word in words if word in ("xplane", "yplane", "zplane", "plane", "region", "xcylinder", "ycylinder", "zcylinder"))
        motion = "moves" if "move" in words else "belt" if "surface" in words else ""
        texts[words[1]] = f"{words[1]} ({where}{', ' + motion if motion else ''})"
    yield "walls", ", ".join(texts.values()) or "none"


def time_step(found, unit):
    """Against the limits that fix guard knows."""
    steps = sorted({piece.dt for piece in found.pieces if piece.dt})
    text = " to ".join(short(step) for step in dict.fromkeys([steps[0], steps[-1]])) if steps else "unknown"
    yield "time step", f"{text} {unit}" + ("" if found.shares else ": nothing to compare it with yet (fix guard reports limits when particles touch)")
    for of, share in found.shares.items():
        advised = ADVISED.get(of)
        yield "", f"{share:.3g} % of {of}" + (f" (advised: at most {advised} %)" if advised else "")


def memory_text(memory, ranks, now, most):
    text = f"{size_text(memory)} here" + (f" on each of {ranks} processes" if ranks > 1 else "")
    if now and most > 1.2 * now and most > 20000:
        text += f"; about {size_text(memory * most / now)} with all particles"
    return text


def run_time(found, ranks, now, most):
    cost, piece = found.seconds_per_step()
    if not found.steps:
        yield "run time", "none: no run has steps"
        return
    if cost is None:
        yield "run time", "unknown: no particle was there in the first steps"
        return
    leaving = found.has_fix("outflow")
    work = work_if_all_stay(found, now, most)
    low, high = cost * (found.steps * now if leaving else work), cost * work     # where particles leave, the number need not grow
    factor = found.other_costs
    between = f"about {duration(low)} to {duration(factor * high)}" if factor * high > 1 else "below a second"
    yield "run time", f"{between} on free cores, {ranks} process{'es' if ranks > 1 else ''}"
    timed = f"{spaced(piece.steps)} steps with {spaced(piece.atoms_timed)} particles"
    yield "", f"{1e6 * cost:.2g} us for a particle and step, timed here over {timed},"
    yield "", "times steps and particles; the more particles touch, the nearer to the longer time"
    if found.has_fix("break/polyhedra"):
        yield "", "bodies break: their pieces are not counted, and take time in addition"


def work_if_all_stay(found, now, most):
    """Steps times particles: in each run their number grows evenly to what the next one begins with, and at last to what is fed in all."""
    work, before = 0.0, now
    for run in found.pieces:
        after = max(run.atoms, before, most if run is found.pieces[-1] else 0)
        work += run.asked * 0.5 * (before + after)
        before = after
    return work


def warnings(found, copied):
    texts = [text + (f" ({count} times)" if count > 1 else "") for text, count in found.log.warnings.items() if "Wall time limit" not in text]
    if found.errors:
        texts.append(f"stops after a run that was cut short here: ERROR: {found.errors[0]}")
    texts += copied.notes
    yield "warnings", texts[0] if texts else "none"
    for text in texts[1:]:
        yield "", text
