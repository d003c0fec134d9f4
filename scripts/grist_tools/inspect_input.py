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

from .input_copies import ROOT, copy_input
from .logs import TIME_UNITS, parse_log
from .messages import fail, say
from .values import duration, length_text, short, size_text, spaced

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
        if keyword not in self.words[:-1]:
            return default
        return float(self.words[self.words.index(keyword) + 1])


class Inspection:
    """Reads what LAMMPS printed."""

    def __init__(self, text):
        self.log = parse_log(text)
        self.pieces, self.feeds, self.atoms_each, self.shares = [], {}, {}, {}
        self.planned = 0
        feed = None
        for line in text.splitlines():
            words, drawn, loop, cpu, each = line.split(), DRAWN.match(line), LOOP.match(line), CPU.match(line), ATOMS_EACH.match(line)
            if line.startswith("grist-inspect run "):
                self.read_run(words[2:])
            elif line.startswith("grist-inspect state ") and self.pieces:
                self.read_state(words[2:])
            elif line.startswith("reset_timestep ") and words[1].isdigit():
                self.planned = int(words[1])
            elif line.startswith("  guard: timestep "):
                self.shares.update((of, max(float(share), self.shares.get(of, 0))) for share, of in SHARE.findall(line))
            elif drawn:
                feed = self.feeds[drawn[2]] = Feed(drawn[1].split("/")[1])
            elif feed and len(words) == 6 and words[1].isdigit() and words[0] != "all":
                feed.number += int(words[1])
                feed.mass += float(words[2])
                feed.atoms += int(words[1]) * self.atoms_each.get(words[0], 1)
            elif each:
                self.atoms_each[each[1]] = int(each[2])
            elif loop and self.pieces:
                self.pieces[-1].seconds, self.pieces[-1].steps = float(loop[1]), int(loop[2])
                self.pieces[-1].atoms_timed = int(loop[3])
            elif cpu and self.pieces:
                self.pieces[-1].cpu = min(float(cpu[1]) / 100, 1)
            if words[:1] and words[0] not in ("component", "all") and feed and len(words) != 6 and not drawn:
                feed = None
        for command in self.log.commands:
            words = command.split()
            if words[0] == "fix" and len(words) > 3 and words[3].startswith("insert/"):
                self.feeds.setdefault(words[1], Feed(words[3].split("/")[1])).words = words

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

    def errors(self):
        return self.log.errors


def inspect(options):
    script = script_of(options.path)
    with tempfile.TemporaryDirectory(prefix="grist-inspect-") as folder:
        copied = copy_input(script, Path(folder))
        text, memory = run(options, copied, Path(folder) / "screen.txt")
    found = Inspection(text)
    if found.errors() and not any(0 < piece.steps < piece.asked for piece in found.pieces):
        fail(f"{script} stops: ERROR: {found.errors()[0]}")
    if not found.log.version:
        fail(f"{script} was not read: {(text.strip().splitlines() or ['LAMMPS printed nothing'])[-1]}")
    if not found.pieces:
        fail(f"{script} has no command run")
    print("\n".join(f"  {name:<13}{line}" if name else f"  {'':<13}{line}" for name, line in screen(found, script, options.ranks, memory, copied)))


def script_of(path):
    """The input: a file, or the only in.* of a folder."""
    if path.is_dir():
        found = sorted(file for file in path.glob("in.*") if file.is_file())
        if len(found) != 1:
            fail(f"{path} holds {len(found) or 'no'} inputs (files in.NAME): give one")
        return found[0]
    if not path.is_file():
        fail(f"there is no file or folder {path}")
    return path


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


def screen(found, script, ranks, memory, copied):
    """Rows of the answer: a name and a text."""
    log, last = found.log, found.pieces[-1]
    unit = {"si": "m", "cgs": "cm", "micro": "µm"}.get(log.units, "")
    time_unit = TIME_UNITS.get(log.units, "")
    yield "input", f"{script}, read in a temporary copy: nothing is written beside it"
    yield "units", f"{log.units}; atom style {log.last('atom_style', 'atomic')}"
    now = next((piece.atoms for piece in found.pieces if piece.atoms), 0)
    to_come = found.atoms_to_come()
    most = max(piece.atoms for piece in found.pieces) + to_come
    unknown = [name for name, feed in found.feeds.items() if feed.style == "stream" and found.streamed(feed)[1] is None]
    yield "particles", f"{spaced(now)} after the start, {spaced(most)} when all are fed" + (
        f", and those of {', '.join(unknown)}, which begins later" if unknown else "") + particles_note(log)
    yield from sizes(found, unit)
    yield from feeds(found, time_unit)
    yield from walls(log)
    runs = " + ".join(spaced(piece.asked) for piece in found.pieces if piece.asked)
    several = f"{runs} = " if 1 < runs.count("+") + 1 <= 6 else ""
    yield "steps", f"{several}{spaced(found.steps)}, {short(found.time)} {time_unit} in all" + (
        "; a fix halt may end runs earlier" if any(re.match(r"fix \S+ \S+ halt ", command) for command in log.commands) else "")
    yield from time_step(found, last, time_unit)
    yield "memory", memory_text(memory, ranks, now, most)
    yield from run_time(found, ranks, now, most)
    yield from warnings(found, copied)


def particles_note(log):
    style = log.last("atom_style", "")
    if style.startswith("bonded/cluster"):
        return " (spheres, which are elements of clusters or single)"
    return ""


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


def time_step(found, last, unit):
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
    leaving = any(re.match(r"fix \S+ \S+ outflow ", command) for command in found.log.commands)
    work = work_if_all_stay(found, now, most)
    low, high = cost * (found.steps * now if leaving else work), cost * work     # where particles leave, the number need not grow
    factor = OTHER_COSTS_OF_BODIES if found.log.last("atom_style", "").startswith("body") else OTHER_COSTS
    yield "run time", f"about {duration(low)} to {duration(factor * high)} on free cores, {ranks} process{'es' if ranks > 1 else ''}"
    timed = f"{spaced(piece.steps)} steps with {spaced(piece.atoms_timed)} particles"
    yield "", f"{1e6 * cost:.2g} us for a particle and step, timed here over {timed},"
    yield "", "times steps and particles; the more particles touch, the nearer to the longer time"
    if any(re.match(r"fix \S+ \S+ break/polyhedra ", command) for command in found.log.commands):
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
    if found.errors():
        texts.append(f"stops after a run that was cut short here: ERROR: {found.errors()[0]}")
    texts += copied.notes
    yield "warnings", texts[0] if texts else "none"
    for text in texts[1:]:
        yield "", text
