#!/usr/bin/env python3
"""Input scripts with one thing damaged: a value, a word, an ID, a file, the place of a line, or a command too much.

Scripts come from the features of ../pairs, the examples of doc/ (../documented), the grammar of ../compositions and the short examples of ../looking. A
damaged script is right if LAMMPS ends in time and without a signal, either well, with finite thermo output and files, or by an error in one sentence.
Values that are not finite are allowed where a warning says why.

Usage: fuzz_scripts.py LMP MPIEXEC [--count N | --minutes M] [--seed S] [--ranks N] [--keep FOLDER] [--errors] [--show]
    --ranks N     of all scripts; without it one of seven runs on 2 ranks
    --keep FOLDER where the folders of scripts with a fault stay
    --errors      print each error sentence once, with the seed and the damage
    --show        print the first script, and end
"""
import argparse
import itertools
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from math import isfinite
from pathlib import Path

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1]
sys.path[:0] = [str(HERE.parent / name) for name in ("compositions", "pairs", "documented", "looking")]

from decks import Deck, NoPair, write_files             # noqa: E402
from features import FEATURES                           # noqa: E402
from grammar import compose                             # noqa: E402
from run_compositions import environment, outputs       # noqa: E402
from run_documented import CUBE, OCTAHEDRON, SYSTEMS, examples_of    # noqa: E402
from test_examples import EXAMPLES, script as example_script         # noqa: E402

TIME_LIMIT = 60             # seconds of one script, on a busy machine
MEMORY = 4 << 30            # bytes
BATCH = 20                  # scripts at a time
LONGEST = 400               # characters of an error
# Faults of LAMMPS and of Open MPI, with stock styles as well: their text.
OUTSIDE = re.compile(r"Atom4sortEv|Thermo15compute_compute|Exception: sto|orte_rml_oob_send_buffer_nb")
# What has no end or ends by a signal in LAMMPS, with stock styles as well: an atom that is moved into the box by one length of it at a time, pages of no
# neighbors. Not drawn.
NOT_DRAWN = re.compile(r"^create_atoms .*(?:[\d.]e\+?\d\d|(?<![\d.])\d{10}).*remap yes|^neigh_modify .*\bone 0", re.MULTILINE)
UNREADABLE = re.compile(r"std::|^Exception:|memory allocation failed|format_error|terminate called|what\(\)|vtk[A-Z]|Assertion|Traceback|bad_alloc|0x[0-9a-f]{6}|"
                        r"AddressSanitizer|runtime error", re.MULTILINE)
NOT_FINITE = re.compile(r"(?<![\w./])[-+]?(?:nan|inf)(?![\w.])", re.IGNORECASE)
EXPLAINED = re.compile(r"WARNING.*(fix_guard\.cpp|not finite|[Ll]ost )")   # a warning with which values may be nan or infinite
ERROR = re.compile(r"^ERROR(?: on proc \d+)?: (.*)$", re.MULTILINE)

# ---------------------------------------------------------------- scripts


def pairs_script(draw):
    while True:
        try:
            names = [feature.name for feature in draw.sample(FEATURES, draw.choice((1, 2, 3)))] + draw.choice(([], ["bonded"], ["polyhedra"]))
            return Deck(names).variant(draw.choice(("base", "restart", "delete", "compress", "unfix", "periodic")), draw.choice(("si", "si", "cgs"))).lines
        except NoPair:
            continue


def documented_script(draw):
    name, system = draw.choice(list(SYSTEMS.items()))
    return "\n".join((system.before, examples_of((SOURCE / "doc" / name).read_text()), system.after)).splitlines()


def example(draw):
    name = draw.choice(list(EXAMPLES))
    return example_script(str(SOURCE / "examples" / name), name, looks=False).splitlines()


SOURCES = ((pairs_script, 10), (documented_script, 5), (compose, 4), (example, 1))


def drawn_script(draw):
    source = draw.choices([source for source, _ in SOURCES], [weight for _, weight in SOURCES])[0]
    text = re.sub(r"&\s*\n", " ", "\n".join(source(draw)))
    return source.__name__, [line.strip() for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]


# ---------------------------------------------------------------- damage

BAD_NUMBERS = ("0", "-1", "-0.0", "nan", "inf", "-inf", "1e308", "-1e308", "1e-308", "-1e30", "1e30", "1e999", "text", '""', "${gone}", "v_gone", "v_soon",
               "v_words", "v_zero", "c_gone", "f_gone[1]", "2147483647", "2147483648", "-2147483649", "99999999999999999999", "1,5", "0x10", "1d3", "1.5", "1e-15", "NULL", "INF", "*", "1*0", "yes")
UNTOUCHED = ("run", "print", "thermo_modify", "if", "jump", "label", "next")    # commands: many steps are what was asked for
FACTORS = (-1, 1e-9, 1e-3, 0.1, 1.3, 10, 1e3, 1e6, 1e9, 1e150)     # mistakes of sign and units
HEAD = ["variable soon equal exp(100*step)-exp(100*step)", "variable words index text", "variable zero equal 0"]    # soon: nan from step 8 on
BAD_FILES = ("missing.stl", "empty.stl", "folder", "spheres.restart", "bodies.restart", "binary.stl", "text.stl", "stones.data", "/", "../",
             "no/such/folder/a.stl")
# Styles and commands of Grist: lines with them are damaged more often than others.
OURS = re.compile(r"hertz/mindlin|hooke/history|polyhedr|wall/|insert/|heat/gran|liquid|outflow|breakage|collisions|guard|sensor|mixing|packing|contact|"
                  r"stress/cluster|load/atom|energy/balance|rigid/cluster|leapfrog|cluster_template|particle_mix|coarse|write_mesh|write_shapes|neighbor_style|"
                  r"bond_coeff|pair_coeff|bonded/cluster|paraview|progress")
IDS = {"fix": "fix", "compute": "compute", "group": "group", "region": "region", "dump": "dump", "cluster_template": "template", "particle_mix": "mix",
       "variable": "variable"}
COMMANDS = [line for line in (HERE / "commands.txt").read_text().splitlines() if not line.startswith("#")]


def words_of(line):
    return re.findall(r'"[^"]*"|\S+', line)


def is_number(word):
    return re.fullmatch(r"[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?", word) is not None


def chosen(draw, lines, fits=lambda line: True):
    """Index of a line, those of Grist six times as often, and those that stand there for each particle seldom; None where none fits."""
    places = [i for i, line in enumerate(lines) if fits(line)]
    weights = [0.1 if lines[i].startswith(("set atom", "create_atoms 1 single")) else 6 if OURS.search(lines[i]) else 1 for i in places]
    return draw.choices(places, weights)[0] if places else None


def changed_words(draw, lines, fits, change):
    """A word of a line that fits is changed; change(draw, words, index) changes the list."""
    i = chosen(draw, lines, lambda line: any(fits(words_of(line), k) for k in range(len(words_of(line)))))
    if i is None:
        return None
    words = words_of(lines[i])
    change(draw, words, draw.choice([k for k in range(len(words)) if fits(words, k)]))
    return [*lines[:i], " ".join(words), *lines[i + 1:]]


def bad_number(draw, lines):
    def replace(draw, words, k):
        words[k] = draw.choice(BAD_NUMBERS) if draw.random() < 0.7 else f"{float(words[k]) * draw.choice(FACTORS):.10g}"
    return changed_words(draw, lines, lambda words, k: k > 0 and words[0] not in UNTOUCHED and is_number(words[k]), replace)


def bad_word(draw, lines):
    def change(draw, words, k):
        draw.choice((leave_out, double, swap, misspell, cut, twice))(draw, words, k)

    def leave_out(draw, words, k):
        del words[k]

    def double(draw, words, k):
        words.insert(k, words[k])

    def swap(draw, words, k):
        other = k + 1 if k + 1 < len(words) else k - 1
        words[k], words[other] = words[other], words[k]

    def misspell(draw, words, k):
        at = draw.randrange(len(words[k]))
        words[k] = words[k][:at] + draw.choice(("", "x", "/", words[k][at] * 2)) + words[k][at + 1:] or '""'

    def cut(draw, words, k):
        del words[k:]

    def twice(draw, words, k):
        words += words[k:k + draw.choice((1, 2, 3))]
    return changed_words(draw, lines, lambda words, k: k > 0 and words[0] not in UNTOUCHED, change)


def ids_of(lines):
    ids = {kind: [] for kind in IDS.values()}
    for line in lines:
        words = line.split()
        if words[0] in IDS and len(words) > 1:
            ids[IDS[words[0]]].append(words[1])
    return ids


def bad_id(draw, lines):
    """An ID is replaced by one of another kind, by another of its kind, or by one that does not exist."""
    known = [name for names in ids_of(lines).values() for name in names]
    name_in = re.compile(r"(?<![\w])(" + "|".join(map(re.escape, sorted(known, key=len, reverse=True) + ["all"])) + r")(?!\w)")

    def replace(draw, words, k):
        words[k] = name_in.sub(draw.choice([*known, "gone", "all"]), words[k], count=1)
    return changed_words(draw, lines, lambda words, k: k > 0 and name_in.search(words[k]), replace)


def bad_file(draw, lines):
    def replace(draw, words, k):
        words[k] = draw.choice(BAD_FILES)
    return changed_words(draw, lines, lambda words, k: k > 0 and re.search(r"\.(stl|off|ply|obj|txt|data|csv|dump|vtk|vtp|vtm|restart)$", words[k]), replace)


def line_lost(draw, lines):
    i = chosen(draw, lines)
    return lines[:i] + lines[i + 1:]


def line_twice(draw, lines):
    i = chosen(draw, lines)
    at = draw.randrange(i, len(lines)) + 1
    return lines[:at] + [lines[i]] + lines[at:]


def line_moved(draw, lines):
    i = chosen(draw, lines)
    rest = lines[:i] + lines[i + 1:]
    at = draw.randrange(len(rest) + 1)
    return rest[:at] + [lines[i]] + rest[at:]


def command_added(draw, lines):
    """A command that does not belong there, often just before a run."""
    names = {kind: draw.choice(found or ["gone"]) for kind, found in ids_of(lines).items()}
    command = re.sub(r"\{(\w+)\}", lambda found: names[found[1]], draw.choice(COMMANDS)).split(" | ")
    runs = [i for i, line in enumerate(lines) if line.startswith("run ")]
    at = draw.choice(runs) if runs and draw.random() < 0.7 else draw.randrange(len(lines) + 1)
    return lines[:at] + command + lines[at:]


def no_particles(draw, lines):
    left = [line for line in lines if not line.startswith(("create_atoms", "create_polyhedra"))]
    return left if len(left) < len(lines) else None


DAMAGES = ((bad_number, 8), (bad_word, 5), (bad_id, 3), (bad_file, 1), (line_lost, 2), (line_twice, 1.5), (line_moved, 2.5), (command_added, 14),
           (no_particles, 0.5))


class Case:
    """One damaged script, drawn by its seed."""

    def __init__(self, seed, ranks=0):
        draw = random.Random(f"script {seed}")
        self.seed = seed
        self.source, whole = drawn_script(draw)
        self.ranks = ranks or draw.choice((1, 1, 1, 1, 1, 1, 2))
        damaged = None
        while damaged is None or damaged == whole or NOT_DRAWN.search("\n".join(damaged)):
            damage = draw.choices([damage for damage, _ in DAMAGES], [weight for _, weight in DAMAGES])[0]
            damaged = damage(draw, whole)
        self.lines = HEAD + damaged
        added = Counter(damaged) - Counter(whole)
        lost = Counter(whole) - Counter(damaged)
        self.damage = f"{damage.__name__}: " + " | ".join([*("- " + line for line in lost), *("+ " + line for line in added)])


# ---------------------------------------------------------------- runs


def limit_memory():
    if "ASAN_OPTIONS" not in os.environ:    # sanitizers reserve far more than they use
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 28, 1 << 28))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, folder):
    """Output and exit status; None if the run took too long."""
    process = subprocess.Popen([*command, "-in", "in.damaged", "-log", "none", "-echo", "none", "-nocite"], cwd=folder,
                               env={**environment(), "OMPI_MCA_ess_singleton_isolated": "1"}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True, preexec_fn=limit_memory)
    try:
        return process.communicate(timeout=TIME_LIMIT)[0], process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        return process.communicate()[0], None


def write_inputs(lmp, folder):
    """What scripts read, good and bad."""
    write_files(folder)
    (folder / "stones.data").write_text(CUBE)
    (folder / "stone.stl").write_text(OCTAHEDRON)
    (folder / "peanut.txt").write_text("# x y z r\n0 0 0 5\n6 0 0 4\n")
    (folder / "empty.stl").write_text("")
    (folder / "text.stl").write_text("ITEM: this is no mesh\n1 2 3\n")
    (folder / "binary.stl").write_bytes(bytes(random.Random(1).randrange(256) for _ in range(3000)))
    (folder / "folder").mkdir()
    for name, features in (("spheres", ("bonded", "heat")), ("bodies", ("polyhedra", "plane"))):
        lines = Deck(features).variant("base").lines
        (folder / "in.damaged").write_text("\n".join([*lines, f"write_restart {name}.restart"]))
        output, status = run([lmp], folder)
        if status != 0:
            sys.exit(f"{name}: {output}")


def infinite_files(folder, inputs):
    """Names of the files that a run has written with values that are not finite."""
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.name.startswith("in.") and path.relative_to(folder) not in inputs and path.stat().st_size < 10_000_000:
            data = path.read_bytes()
            if b"\0" not in data and (found := NOT_FINITE.search(data.decode(errors="replace"))):
                yield f"{path.name}: {found[0]}"


def fault_of(output, status, folder, inputs):
    """What is wrong with one run; empty if nothing is."""
    if OUTSIDE.search(output):
        return ""
    if status is None:
        return f"no end in {TIME_LIMIT} s"
    if status < 0 or status > 128 or "Signal:" in output or "Caught signal" in output or "exited on signal" in output:
        return f"a signal: {status}"
    if unreadable := UNREADABLE.search(output):
        return f"text of a library: {unreadable[0]}"
    if found := ERROR.search(output):
        return "an error without an exit status" if status == 0 else "a long error" if len(found[1]) > LONGEST else ""
    if status != 0:
        return f"exit status {status} without an error"
    if not EXPLAINED.search(output):
        if not all(isfinite(value) for row in outputs(output) for value in row):
            return "thermo output that is not finite"
        if names := list(infinite_files(folder, inputs)):
            return f"files with values that are not finite: {', '.join(names)}"
    return ""


def check(case, lmp, mpiexec, inputs, keep):
    """Fault and error sentence of a case."""
    with tempfile.TemporaryDirectory(prefix="grist_scripts_") as name:
        folder = Path(name) / "run"
        shutil.copytree(inputs, folder)
        (folder / "in.damaged").write_text("\n".join(case.lines) + "\n")
        for _ in range(3):
            output, status = run([lmp] if case.ranks == 1 else [mpiexec, "-np", str(case.ranks), lmp], folder)
            if status is None or "LAMMPS (" in output:
                break       # MPI may fail to start on a busy machine
        fault = fault_of(output, status, folder, {path.relative_to(inputs) for path in inputs.rglob("*")})
        if fault and keep:
            (folder / "output").write_text(output)
            shutil.copytree(folder, keep / str(case.seed), dirs_exist_ok=True)
        found = ERROR.search(output)
        return fault, found[1] if found else ""


def arguments():
    parser = argparse.ArgumentParser(description="Damaged input scripts.")
    parser.add_argument("lmp", type=Path)
    parser.add_argument("mpiexec")
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--minutes", type=float, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ranks", type=int, default=0)
    parser.add_argument("--keep", type=Path, default=None)
    parser.add_argument("--errors", action="store_true")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--jobs", type=int, default=2)
    return parser.parse_args()


def outcomes(given, lmp):
    """Of each script, in the order of the seeds: the case, its fault and its error."""
    with tempfile.TemporaryDirectory(prefix="grist_scripts_") as name, ThreadPoolExecutor(given.jobs) as pool:
        inputs = Path(name)
        write_inputs(lmp, inputs)

        def one(seed):
            case = Case(seed, given.ranks)
            return case, *check(case, lmp, given.mpiexec, inputs, given.keep)

        end, start = given.seed + given.count, time.monotonic()
        for first in itertools.count(given.seed, BATCH):
            if time.monotonic() - start > 60 * given.minutes if given.minutes else first >= end:
                return
            yield from pool.map(one, range(first, first + BATCH if given.minutes else min(first + BATCH, end)))


def main():
    given = arguments()
    if given.show:
        case = Case(given.seed, given.ranks)
        print(f"# {case.ranks} rank(s); {case.source}, {case.damage}", *case.lines, sep="\n")
        return 0
    start, wrong, sentences = time.monotonic(), 0, Counter()
    for case, fault, sentence in outcomes(given, str(given.lmp.resolve())):
        sentences[sentence] += 1
        if given.errors and sentence and sentences[sentence] == 1:
            print(f"{case.seed}: {sentence}\n        {case.damage}", flush=True)
        if fault:
            wrong += 1
            print(f"--seed {case.seed}: {fault} ({case.ranks} rank(s), {case.source}, {case.damage})", flush=True)
    done, ran = sentences.total(), sentences.pop("", 0)
    print(f"{done} scripts: {ran} ran, {done - ran} ended by one of {len(sentences)} errors, {wrong} faults, {time.monotonic() - start:.0f} s, from --seed {given.seed} on")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
