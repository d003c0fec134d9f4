#!/usr/bin/env python3
"""Runs small decks of features in pairs, and of triples that are drawn, each in eleven variants, ten of them on one rank and on two.

    run_pairs.py LMP MPIEXEC --seconds 60           a sample, by a seed that is drawn and printed
    run_pairs.py LMP MPIEXEC --all --triples 200    all pairs, and 200 triples
    run_pairs.py LMP MPIEXEC --deck liquid+servo    one of them; --show VARIANT prints its input

A deck is right if each variant ends without a signal, in time, with finite numbers, or by an error of refusals.txt, and

    ranks       one rank and two agree, in all variants
    balance     the sum of the energy balance is small against its entries
    kept        so are sums that a feature keeps: heat, volume of liquid
    momentum    forces and torques on particles and on walls add up to the weight, but where freeze or addforce act
    looks       what only looks changes no particle: the particles are those of the deck without it
    alike       a plane and a mesh, and two ways of moving them, give the same particles
    heat        what contacts and bonds dissipate has become heat
    newton      so does newton off for pairs,
    restart     a restart file between the two runs,
    compress    ids that delete_atoms changes,
    unfix       (each feature is taken away and comes back: no error)
    units       another unit style,
    every       compute energy/balance every 4 (what it samples: roughly), and
    bare        no balance,
    periodic    a periodic face through the middle,
    parcels     parcels of command coarse, in a deck that is scaled by its dimensions.
"""
import argparse
import itertools
import json
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "compositions"))

from decks import BALANCE, BY_NAME, CHANGED_BY_SAMPLES, STORED, Deck, NoPair, write_files   # noqa: E402
from features import FEATURES                                                      # noqa: E402
from run_compositions import NUMBER, environment, error_of                         # noqa: E402
from units import UNITS                                                            # noqa: E402

VARIANTS = ("base", "newton", "restart", "delete", "compress", "unfix", "units", "every", "bare", "periodic", "parcels")
COMPARED_WITH = {"newton": "base", "restart": "base", "compress": "delete", "units": "base", "every": "base", "bare": "base", "periodic": "base", "parcels": "base"}
# Memory that LAMMPS takes anew for each deck is not given back to the system in between.
SETTINGS = {"OMPI_MCA_ess_singleton_isolated": "1", "MALLOC_MMAP_THRESHOLD_": "1000000000", "MALLOC_TRIM_THRESHOLD_": "1000000000", "MALLOC_PERTURB_": "0"}
TIME_LIMIT = 60         # seconds of one variant, on a busy machine
# Rounding grows in 200 steps of contacts by less than this, relative to the largest value of a column.
TOLERANCE = 1e-6
DRIFT = 0.02            # of the sum of all entries
HEAT = 0.03             # fix heat/gran sums powers as they were, the balance as the mean over each step: half a step of the first ones
SAMPLED = 0.2, 1e-3     # of an entry that is sampled every fourth step: of its largest value, and of the sum of all entries
MOMENTUM = 1e-9         # of the sum of all forces
KEPT = 1e-11            # of the largest value
PERIOD = 0.04           # of the box along x, m
SIZES = {"length": 4e-3, "velocity": 0.3, "mass": 8e-5, "1/time": 100.0, "mass*area/time": 8e-5 * 4e-6 * 100}
STATE = ("1", "mass", "length", "length", "length", "velocity", "velocity", "velocity")


def read_list(file):
    return [line for line in (HERE / file).read_text().splitlines() if line and not line.startswith("#")]


REFUSALS = read_list("refusals.txt")
DIFFERENCES = [line.split(None, 2) for line in read_list("differences.txt")]


def is_refusal(sentence):
    return any(re.fullmatch(known, sentence) for known in REFUSALS)


def is_known(deck, check):
    """Whether differences.txt says why this check does not hold."""
    return any(set(names.split("+")) <= set(feature.name for feature in deck.features) | set(deck.options.values()) | {"any"} and re.fullmatch(known, check) for names, known, _ in DIFFERENCES)


class Outcome:
    """What one variant on one number of ranks has printed and left."""

    def __init__(self, text, variant, state, ending=""):
        self.error = error_of(text)
        self.ending = ending            # a signal, or no end in time
        self.names = [name for name, _ in variant.columns]
        self.sizes = [variant.units.size(unit) for _, unit in variant.columns]
        self.runs = []
        self.state = []
        inside = False
        for line in text.splitlines():
            words = line.split()
            if words[:1] == ["Step"]:
                inside = True
                self.runs.append([])
            elif words[:1] == ["Loop"]:
                inside = False
            elif inside and len(words) == len(self.names) and all(map(NUMBER.match, words)):
                self.runs[-1].append([float(word) * size for word, size in zip(words, self.sizes)])
        if state.exists():
            spin = ["1/time" if "omega" in state.read_text() else "mass*area/time"] * 3
            sizes = [variant.units.size(unit) for unit in (*STATE, *spin)]
            rows = state.read_text().splitlines()[9:]
            self.state = [[float(word) * size for word, size in zip(row.split(), sizes)] for row in rows]

    def finite(self):
        return all(math.isfinite(value) for rows in (*self.runs, self.state) for row in rows for value in row)


# ---------------------------------------------------------------- running


def script_of(key, lines):
    return "\n".join(["clear", f'print "DECK {key}"', *lines, f'print "END {key}"', ""])


def run_scripts(command, folder, scripts, file, settings):
    """Outputs of scripts (key, lines), in one process as long as none fails: {key: (text, ending)}."""
    results = {}
    left, attempts = list(scripts), 0
    while left:
        (folder / file).write_text("".join(script_of(key, lines) for key, lines in left))
        process = subprocess.Popen([*command, "-in", file, "-log", "none", "-echo", "none"], cwd=folder, env={**environment(), **settings, "TMPDIR": str(folder)},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        ending = ""
        try:
            output, _ = process.communicate(timeout=TIME_LIMIT + 5 * len(left))
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, 9)
            output, ending = process.communicate()[0], "no end in time"
        parts = re.split(r"^DECK (\S+)$", output, flags=re.MULTILINE)
        last = None
        for key, text in zip(parts[1::2], parts[2::2]):
            results[key] = (text, "")
            last = key
        attempts = attempts + 1 if last is None else 0
        if last is None and attempts < 3:
            continue    # MPI may fail to start on a busy machine
        if last is None:
            raise RuntimeError(f"{command}: {output[-2000:]}")
        if f"END {last}\n" in results[last][0]:
            if ending or (process.returncode != 0 and len(results) < len(left)):
                results[last] = (results[last][0], ending or "ended after its last line")
        else:
            text = results[last][0]
            signal = "Signal:" in text or process.returncode < 0 or "Caught signal" in text or "AddressSanitizer" in text or "runtime error" in text
            results[last] = (text, ending or ("a signal" if signal else "" if error_of(text) else f"exit status {process.returncode} without an error"))
        done = [key for key, _ in left].index(last)
        left = left[done + 1:]
    return results


class Runner:
    """Runs decks, several in one process. What is rejected costs a process: a variant that one feature of a deck rejects alone is not run, and on two
    ranks each error is tried once."""

    def __init__(self, lmp, mpiexec, style):
        self.lmp, self.mpiexec, self.style = lmp, mpiexec, style
        self.rejected_alone = set()     # (feature, variant)
        self.tried = set()              # errors on two ranks

    def outcomes(self, decks, ranks, folder, wanted):
        """{(deck name, variant): Outcome} on one rank, and on two what has run on one."""
        found = {}
        for names in filter(None, ([name for name in wanted if name == "base"], [name for name in wanted if name != "base"])):
            pairs = [(deck, name) for deck in decks for name in names if self.is_due(deck, name, found)]
            self.run(1, folder, pairs, found)
            for deck, name in pairs:
                if len(deck.names) == 1 and is_refusal(found[deck.name, name, 1].error):
                    self.rejected_alone.add((deck.name, name))
        if 2 in ranks:
            self.run(2, folder, [(deck, name) for name in wanted for deck in decks if name != "parcels" and (deck.name, name, 1) in found and self.is_new(found[deck.name, name, 1])], found)
        return {deck.name: {(name, number): outcome for (of, name, number), outcome in found.items() if of == deck.name} for deck in decks}

    def is_due(self, deck, name, found):
        base = found.get((deck.name, "base", 1))
        if not deck.has(name) or (name != "base" and base and (base.error or base.ending)):
            return False
        return name == "base" or len(deck.names) == 1 or not any((feature, name) in self.rejected_alone for feature in deck.names)

    def is_new(self, outcome):
        known = re.sub(r"\bx_\w+", "x", outcome.error)
        new = not known or known not in self.tried
        self.tried.add(known)
        return new

    def run(self, ranks, folder, pairs, found):
        variants = {f"{deck.name}.{name}": (deck, deck.variant(name, self.style(deck) if name == "units" else "si")) for deck, name in pairs}
        settings = SETTINGS if ranks > 1 or any(name != "base" for _, name in pairs) else {**SETTINGS, "MALLOC_PERTURB_": "165"}
        command = [self.lmp] if ranks == 1 else [self.mpiexec, "-np", str(ranks), self.lmp]
        scripts = [(key, variant.lines) for key, (_, variant) in variants.items()]
        for key, (text, ending) in run_scripts(command, folder, scripts, "in.decks", settings).items():
            deck, variant = variants[key]
            found[deck.name, variant.name, ranks] = Outcome(text, variant, folder / f"{key}.state", ending)


# ---------------------------------------------------------------- checks


def largest(rows, column):
    return max((abs(row[column]) for row in rows), default=0.0)


def differing_column(deck, one, two, variant):
    """First column of thermo output in which two outcomes differ; empty without one."""
    runs_one, runs_two = one.runs, two.runs
    if variant == "restart" or variant == "compress":
        runs_one, runs_two = runs_one[1:2], runs_two[1:2]
    if [len(run) for run in runs_one] != [len(run) for run in runs_two]:
        return f"rows {[len(run) for run in runs_one]} {[len(run) for run in runs_two]}"
    for column, name in enumerate(one.names):
        if name not in two.names or name.startswith(("c_sumf", "c_sumt", "c_sizef", "v_center")) or name == "c_energy":
            continue
        entry = int(name[9:-1]) if name.startswith("c_energy[") else 0
        if variant == "every" and entry in CHANGED_BY_SAMPLES:
            continue
        if variant == "periodic" and re.match(r"f_\w+\[[456]\]", name):
            continue    # the lever is that of the image
        other = two.names.index(name)
        from_start = variant == "restart" and entry and entry not in STORED
        size = max(largest(run, column) for run in one.runs)
        if entry:
            size = max(size, max(largest(run, one.names.index("c_energy[1]")) for run in one.runs))
        for run_one, run_two in zip(runs_one, runs_two):
            start = run_one[0][column] - run_two[0][other] if from_start and run_one else 0.0
            for row_one, row_two in zip(run_one, run_two):
                if abs(row_one[column] - start - row_two[other]) > TOLERANCE * size + 1e-300:
                    return f"{name} {row_one[column] - start:.9g} {row_two[other]:.9g} at step {int(row_one[0])}"
    return ""


def sampled_fault(one, two):
    """First entry of the balance that differs, by more than what a sample of the steps does."""
    first = one.names.index("c_energy")
    for run_one, run_two in zip(one.runs, two.runs):
        total = max((sum(map(abs, row[first + 1:first + BALANCE + 1])) for row in run_one), default=0.0)
        for entry in CHANGED_BY_SAMPLES:
            column = first + entry
            allowed = SAMPLED[0] * largest(run_one, column) + SAMPLED[1] * total
            for row_one, row_two in zip(run_one, run_two):
                if abs(row_one[column] - row_two[column]) > allowed:
                    return f"c_energy[{entry}] {row_one[column]:.6g} {row_two[column]:.6g} at step {int(row_one[0])}"
    return ""


def differing_particle(one, two, by_place):
    """First particle in which two states differ; without ids the nearest is compared."""
    if len(one.state) != len(two.state):
        return f"{len(one.state)} and {len(two.state)} particles"
    spin = SIZES["1/time"] if one.state and len(one.state[0]) > 8 else 1.0
    for row in one.state:
        other = min(two.state, key=lambda other: sum((a - b)**2 for a, b in zip(row[2:5], other[2:5])) if by_place else abs(row[0] - other[0]))
        columns = range(1 if by_place else 0, 8)
        for column in columns:
            apart = abs(row[column] - other[column])
            if column == 2:
                apart = min(apart, abs(apart - PERIOD))     # create_atoms sets no image flags
            if apart > TOLERANCE * SIZES.get(STATE[column], 1.0):
                return f"particle {int(row[0])}, column {column}: {row[column]:.9g} {other[column]:.9g}"
        for column in range(8, len(row)):
            size = max(abs(r[c]) for r in one.state for c in range(8, len(row)))
            if abs(row[column] - other[column]) > TOLERANCE * size:
                return f"particle {int(row[0])}, spin: {row[column]:.9g} {other[column]:.9g}"
    return ""


def balance_fault(deck, outcome):
    if not all(feature.sums for feature in deck.features) or "c_energy" not in outcome.names:
        return ""
    first = outcome.names.index("c_energy")
    for run in outcome.runs:
        size = max((sum(abs(value) for value in row[first + 1:first + 20]) for row in run), default=0.0)
        for row in run:
            if abs(row[first]) > DRIFT * size:
                return f"drift {row[first]:.3g} of {size:.3g} at step {int(row[0])}"
    return ""


def kept_fault(deck, outcome):
    """Sums that are constant in a run."""
    for feature in deck.features:
        words = feature.keeps.replace("{id}", "x_" + feature.name).split()
        terms = [(-1 if sign == "-" else 1, outcome.names.index(name)) for sign, name in zip(["+", *words[1::2]], words[::2])]
        for run in outcome.runs:
            size = max((abs(row[column]) for row in run for _, column in terms), default=0.0)
            for row in run:
                change = sum(sign * (row[column] - run[0][column]) for sign, column in terms)
                if abs(change) > KEPT * size:
                    return f"{feature.keeps} of {feature.name} changes by {change:.3g} of {size:.3g} to step {int(row[0])}"
    return ""


def momentum_fault(deck, outcome):
    """The sum of forces on particles and of those on walls is the weight of the particles; so are torques."""
    if any(feature.outside for feature in deck.features):
        return ""
    gravity = [sum(feature.gravity[axis] for feature in deck.features) for axis in range(3)]
    place = {name: column for column, name in enumerate(outcome.names)}
    for run in outcome.runs:
        for row in run:
            size = row[place["c_sizef"]] + 1e-12
            center = [row[place[f"v_center{axis}"]] for axis in "xyz"]
            mass = row[place["v_mass"]]
            for axis in (1, 2, 3):
                i, j = axis % 3, (axis + 1) % 3
                total = row[place[f"c_sumf[{axis}]"]] - mass * gravity[axis - 1] + sum(row[place[f"f_{wall}[{axis}]"]] for wall in deck.wall_ids())
                if abs(total) > MOMENTUM * size:
                    return f"force {axis}: {total:.3g} of {size:.3g} at step {int(row[0])}"
                turning = row[place[f"c_sumt[{axis}]"]] - mass * (center[i] * gravity[j] - center[j] * gravity[i]) + sum(row[place[f"f_{wall}[{axis + 3}]"]] for wall in deck.wall_ids())
                if abs(turning) > MOMENTUM * size * 0.02:
                    return f"torque {axis}: {turning:.3g} of {size:.3g} N at step {int(row[0])}"
    return ""


def heat_fault(outcome):
    """Entry 20 of the balance, heat, is that of the losses 5 to 8."""
    first = outcome.names.index("c_energy")
    for row in (row for run in outcome.runs for row in run):
        lost, heat = sum(row[first + 5:first + 9]), row[first + 20]
        if abs(heat - lost) > HEAT * sum(map(abs, row[first + 5:first + 9])):
            return f"{heat:.6g} of {lost:.6g} at step {int(row[0])}"
    return ""


def faults_of(deck, outcomes, others):
    """(check, what differs) of a deck; outcomes by variant and ranks."""
    found = []
    for (variant, ranks), outcome in outcomes.items():
        if outcome.ending:
            found.append((f"{variant}.{ranks}", outcome.ending))
        elif outcome.error and not is_refusal(outcome.error):
            found.append((f"{variant}.{ranks}", f"error: {outcome.error}"))
        elif not outcome.error and not outcome.finite():
            found.append((f"{variant}.{ranks}", "a value that is not finite"))
    good = {key: outcome for key, outcome in outcomes.items() if not outcome.error and not outcome.ending and outcome.finite()}
    for variant in VARIANTS:
        one, two = outcomes.get((variant, 1)), outcomes.get((variant, 2))
        if (variant, 1) in good and (variant, 2) in good:
            fault = differing_column(deck, one, two, "") or differing_particle(one, two, variant == "compress")
            if fault:
                found.append((f"ranks.{variant}", fault))
        elif one and two and not one.ending and not two.ending and one.error != two.error:
            found.append((f"ranks.{variant}", f"other errors: '{one.error}', '{two.error}'"))
        if (variant, 1) in good and variant in COMPARED_WITH and (COMPARED_WITH[variant], 1) in good:
            other = good[COMPARED_WITH[variant], 1]
            fault = differing_column(deck, other, one, variant) or differing_particle(other, one, variant in ("compress", "units", "parcels"))
            if variant == "every":
                fault = fault or sampled_fault(other, one)
            if fault:
                found.append((variant, fault))
        if (variant, 1) in good and variant in ("base", "restart", "every"):
            fault = balance_fault(deck, one)
            if fault:
                found.append((f"balance.{variant}", fault))
        if (variant, 1) in good and variant in ("base", "newton", "restart", "periodic", "parcels"):
            fault = kept_fault(deck, one)
            if fault:
                found.append((f"kept.{variant}", fault))
    if ("base", 1) in good:
        fault = momentum_fault(deck, good["base", 1])
        if fault:
            found.append(("momentum", fault))
        if BY_NAME["heat"] in deck.features:
            fault = heat_fault(good["base", 1])
            if fault:
                found.append(("heat", fault))
        for check, name in relatives(deck).items():
            other = others.get((name, "base", 1))
            fault = differing_particle(other, good["base", 1], False) if other and not other.error and not other.ending else ""
            if fault:
                found.append((check, fault))
    return [(check, fault) for check, fault in found if not is_known(deck, check)]


def relatives(deck):
    """Names of decks that must have the same particles, by check: without what only looks, and with walls of another kind."""
    names = [name for name in deck.names if not BY_NAME[name].looks]
    found = {"looks": "+".join(names)} if names and len(names) < len(deck.names) else {}
    other = [BY_NAME[name].alike or name for name in deck.names]
    if other != list(deck.names) and len(set(other)) == len(other) and not deck.bodies:
        found["alike"] = "+".join(other)
    return found


# ---------------------------------------------------------------- which decks


def possible(names):
    try:
        deck = Deck(names)
        deck.definitions()
        return deck
    except NoPair:
        return None


def all_decks(order):
    return [deck for deck in map(possible, itertools.combinations([feature.name for feature in FEATURES], order)) if deck]


def drawn_triples(draw, count):
    found = {}
    while len(found) < count:
        deck = possible(draw.sample([feature.name for feature in FEATURES], 3))
        if deck:
            found[deck.name] = deck
    return list(found.values())


def main():
    parser = argparse.ArgumentParser(description="Runs small decks of features in pairs and triples.")
    parser.add_argument("lmp")
    parser.add_argument("mpiexec")
    parser.add_argument("--all", action="store_true", help="all pairs")
    parser.add_argument("--triples", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=60, help="time of a sample")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--deck", nargs="*", default=None)
    parser.add_argument("--with", dest="features", nargs="*", default=None, help="only decks with one of these features")
    parser.add_argument("--show", default=None)
    parser.add_argument("--style", default=None, help="unit style of the variant units")
    parser.add_argument("--keep", type=Path, default=None, help="folder for the inputs of wrong decks")
    parser.add_argument("--done", type=Path, default=None, help="file of the decks that have been run, one a line: they are not run again")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--chunk", type=int, default=None, help="decks in one process")
    parser.add_argument("--variants", nargs="*", default=VARIANTS)
    parser.add_argument("--ranks", nargs="*", type=int, default=[1, 2])
    given = parser.parse_args()
    given.chunk = given.chunk or (30 if given.all else 6)
    seed = random.randrange(10**6) if given.seed is None else given.seed
    draw = random.Random(seed)
    singles, pairs, triples = all_decks(1), all_decks(2), drawn_triples(draw, given.triples)
    if given.deck is not None:
        decks = [Deck(name.split("+")) for name in given.deck]
    else:
        decks = singles + pairs + triples
        if given.features is not None:
            decks = [deck for deck in decks if set(given.features) & set(deck.names)]
        if not given.all:
            draw.shuffle(decks)
    if given.show:
        print("\n".join(decks[0].variant(given.show, given.style or "si").lines))
        return 0
    print(f"{len(singles)} features, {len(pairs)} pairs, {len(triples)} triples: {'all' if given.all else 'a sample'}, --seed {seed}", flush=True)
    return Matrix(given, seed).run(decks)


class Matrix:
    """A run of decks, and what has come of it."""

    def __init__(self, given, seed):
        self.given, self.seed = given, seed
        self.runner = Runner(str(Path(given.lmp).resolve()), given.mpiexec, self.style)
        self.start = time.monotonic()
        self.results = [json.loads(line) for line in given.done.read_text().splitlines()] if given.done and given.done.exists() else []

    def style(self, deck):
        """Unit style of the variant units: drawn, and the same for this seed and this deck whatever else is run."""
        return self.given.style or random.Random(f"{self.seed} {deck.name}").choice([style for style in UNITS if style != "si"])

    def run(self, decks):
        done = {result["deck"] for result in self.results}
        decks = [deck for deck in decks if deck.name not in done]
        chunks = [decks[i:i + self.given.chunk] for i in range(0, len(decks), self.given.chunk)]
        with ThreadPoolExecutor(self.given.jobs) as pool:
            for rows in pool.map(self.run_chunk, chunks):
                for row in rows:
                    self.note(*row)
        return self.report()

    def run_chunk(self, chunk):
        """(deck, outcomes, faults) of decks that run in the same processes."""
        if not self.given.all and self.given.deck is None and time.monotonic() - self.start > self.given.seconds:
            return []
        present = {deck.name for deck in chunk}
        others = {name: Deck(name.split("+")) for deck in chunk for name in relatives(deck).values() if name not in present}
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_files(folder)
            outcomes = self.runner.outcomes(chunk, self.given.ranks, folder, self.given.variants)
            outcomes.update(self.runner.outcomes(list(others.values()), [1], folder, ["base"]))
        bases = {(name, "base", 1): of["base", 1] for name, of in outcomes.items() if ("base", 1) in of}
        return [(deck, outcomes[deck.name], faults_of(deck, outcomes[deck.name], bases)) for deck in chunk]

    def note(self, deck, outcomes, faults):
        result = {"deck": deck.name, "refused": outcomes["base", 1].error if ("base", 1) in outcomes else "", "faults": faults, "style": self.style(deck)}
        self.results.append(result)
        for check, fault in faults:
            print(f"{deck.name}: {check}: {fault}{f' ({self.style(deck)})' if check == 'units' else ''}", flush=True)
        if self.given.done:
            with self.given.done.open("a") as file:
                file.write(json.dumps(result) + "\n")
        if faults and self.given.keep:
            self.given.keep.mkdir(parents=True, exist_ok=True)
            write_files(self.given.keep)
            for variant in {check.split(".")[-1 if check.startswith(("ranks", "balance", "kept")) else 0] for check, _ in faults} & set(VARIANTS):
                (self.given.keep / f"in.{deck.name}.{variant}").write_text("\n".join(deck.variant(variant, self.style(deck) if variant == "units" else "si").lines) + "\n")

    def report(self):
        refused = Counter(result["refused"] for result in self.results if result["refused"])
        wrong = [result["deck"] for result in self.results if result["faults"]]
        for sentence, count in refused.most_common():
            print(f"refused {count}: {sentence}")
        print(f"{len(self.results)} decks, {refused.total()} refused, {len(wrong)} wrong, {time.monotonic() - self.start:.0f} s, --seed {self.seed}")
        if wrong:
            print(f"again: ./grist test --pairs --seed {self.seed} --deck {' '.join(wrong[:5])}")
        return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
