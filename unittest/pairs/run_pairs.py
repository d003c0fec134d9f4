#!/usr/bin/env python3
"""Runs small decks of features in pairs, and of triples that are drawn, each in ten variants on one rank and on two.

    run_pairs.py LMP MPIEXEC --seconds 200          a sample, by a seed that is drawn and printed
    run_pairs.py LMP MPIEXEC --all --triples 200    all pairs, and 200 triples
    run_pairs.py LMP MPIEXEC --deck liquid+servo    one of them; --show VARIANT prints its input

A deck is right if each variant ends without a signal, in time, with finite numbers, or by an error of refusals.txt, and

    ranks       one rank and two agree, in all variants
    balance     the sum of the energy balance is small against its entries
    momentum    forces and torques on particles and on walls add up to zero, but where gravity, freeze or addforce act
    looks       what only looks changes no particle: the particles are those of the deck without it
    newton      so does newton off for pairs,
    restart     a restart file between the two runs,
    compress    ids that delete_atoms changes,
    unfix       (each feature is taken away and comes back: no error)
    units       another unit style,
    every       compute energy/balance every 4, and
    bare        no balance,
    periodic    a periodic face through the middle.
"""
import argparse
import itertools
import math
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "compositions"))

from decks import BY_NAME, CHANGED_BY_SAMPLES, STORED, Deck, NoPair, write_files   # noqa: E402
from features import FEATURES                                                      # noqa: E402
from run_compositions import NUMBER, environment, error_of                         # noqa: E402
from units import UNITS                                                            # noqa: E402

VARIANTS = ("base", "newton", "restart", "delete", "compress", "unfix", "units", "every", "bare", "periodic")
COMPARED_WITH = {"newton": "base", "restart": "base", "compress": "delete", "units": "base", "every": "base", "bare": "base", "periodic": "base"}
TIME_LIMIT = 60         # seconds of one variant, on a busy machine
# Rounding grows in 200 steps of contacts by less than this, relative to the largest value of a column.
TOLERANCE = 1e-6
DRIFT = 0.02            # of the sum of all entries
MOMENTUM = 1e-9         # of the sum of all forces
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


def run_scripts(command, folder, scripts, file):
    """Outputs of scripts (key, lines), in one process as long as none fails: {key: (text, ending)}."""
    results = {}
    left, attempts = list(scripts), 0
    while left:
        (folder / file).write_text("".join(script_of(key, lines) for key, lines in left))
        process = subprocess.Popen([*command, "-in", file, "-log", "none", "-echo", "none"], cwd=folder, env={**environment(), "OMPI_MCA_ess_singleton_isolated": "1", "TMPDIR": str(folder)},
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        ending = ""
        try:
            output, _ = process.communicate(timeout=TIME_LIMIT + 2 * len(left))
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


def run_decks(lmp, mpiexec, decks, ranks, folder, styles, wanted):
    """{(deck name, variant): Outcome}. Where the base is rejected, other variants are not run."""
    command = [lmp] if ranks == 1 else [mpiexec, "-np", str(ranks), lmp]
    outcomes = {}
    for names in filter(None, (["base"], [name for name in wanted if name != "base"])):
        scripts, variants = [], {}
        for deck in decks:
            if names != ["base"] and (outcomes[deck.name, "base"].error or outcomes[deck.name, "base"].ending):
                continue
            for name in names:
                variant = deck.variant(name, styles[deck.name] if name == "units" else "si")
                variants[f"{deck.name}.{name}"] = (deck, variant)
                scripts.append((f"{deck.name}.{name}", variant.lines))
        for key, (text, ending) in run_scripts(command, folder, scripts, f"in.{names[0]}").items():
            deck, variant = variants[key]
            outcomes[deck.name, variant.name] = Outcome(text, variant, folder / f"{key}.state", ending)
    return outcomes


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
        if name not in two.names or name.startswith(("c_sumf", "c_sumt", "c_sizef")) or name == "c_energy":
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


def momentum_fault(deck, outcome):
    """The sum of forces on particles and of those on walls is zero; so are torques."""
    if any(feature.outside for feature in deck.features):
        return ""
    place = {name: column for column, name in enumerate(outcome.names)}
    for run in outcome.runs:
        for row in run:
            size = row[place["c_sizef"]] + 1e-12
            for axis in (1, 2, 3):
                total = row[place[f"c_sumf[{axis}]"]] + sum(row[place[f"f_{wall}[{axis}]"]] for wall in deck.wall_ids())
                if abs(total) > MOMENTUM * size:
                    return f"force {axis}: {total:.3g} of {size:.3g} at step {int(row[0])}"
                turning = row[place[f"c_sumt[{axis}]"]] + sum(row[place[f"f_{wall}[{axis + 3}]"]] for wall in deck.wall_ids())
                if abs(turning) > MOMENTUM * size * 0.02:
                    return f"torque {axis}: {turning:.3g} of {size:.3g} N at step {int(row[0])}"
    return ""


def faults_of(deck, outcomes, alone):
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
            fault = differing_column(deck, other, one, variant) or differing_particle(other, one, variant in ("compress", "units"))
            if fault:
                found.append((variant, fault))
        if (variant, 1) in good and variant in ("base", "restart", "every"):
            fault = balance_fault(deck, one)
            if fault:
                found.append((f"balance.{variant}", fault))
    if ("base", 1) in good:
        fault = momentum_fault(deck, good["base", 1])
        if fault:
            found.append(("momentum", fault))
        if alone and not alone.error and not alone.ending:
            fault = differing_particle(alone, good["base", 1], False)
            if fault:
                found.append(("looks", fault))
    return [(check, fault) for check, fault in found if not is_known(deck, check)]


def deck_without_looking(deck):
    """Name of the deck without what only looks; None if it is the same or has become empty."""
    names = [name for name in deck.names if not BY_NAME[name].looks]
    return "+".join(names) if names and len(names) < len(deck.names) else None


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
    parser.add_argument("--seconds", type=float, default=200, help="time of a sample")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--deck", nargs="*", default=None)
    parser.add_argument("--show", default=None)
    parser.add_argument("--style", default=None, help="unit style of the variant units")
    parser.add_argument("--keep", type=Path, default=None, help="folder for the inputs of wrong decks")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--chunk", type=int, default=12, help="decks in one process")
    given = parser.parse_args()
    seed = random.randrange(10**6) if given.seed is None else given.seed
    draw = random.Random(seed)
    singles, pairs, triples = all_decks(1), all_decks(2), drawn_triples(draw, given.triples)
    if given.deck is not None:
        decks = [Deck(name.split("+")) for name in given.deck]
    else:
        decks = singles + pairs + triples
        if not given.all:
            draw.shuffle(decks)
            decks = decks[:400]
    if given.show:
        print("\n".join(decks[0].variant(given.show, given.style or "si").lines))
        return 0
    styles = {deck.name: given.style or draw.choice([style for style in UNITS if style != "si"]) for deck in decks}
    print(f"{len(singles)} features, {len(pairs)} pairs, {len(triples)} triples: {'all' if given.all else 'a sample'}, --seed {seed}", flush=True)
    return run(given, decks, styles, seed)


def run(given, decks, styles, seed):
    start, counts, refused, wrong = time.monotonic(), 0, {}, 0
    lmp = str(Path(given.lmp).resolve())

    def one_chunk(chunk):
        if not given.all and given.deck is None and time.monotonic() - start > given.seconds:
            return None
        present = {deck.name for deck in chunk}
        alone = {name: Deck(name.split("+")) for name in map(deck_without_looking, chunk) if name and name not in present}
        outcomes = {}
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_files(folder)
            for ranks in (1, 2):
                outcomes[ranks] = run_decks(lmp, given.mpiexec, chunk, ranks, folder, styles, VARIANTS)
            outcomes[0] = run_decks(lmp, given.mpiexec, list(alone.values()), 1, folder, styles, ()) if alone else {}
        rows = []
        for deck in chunk:
            mine = {(variant, ranks): outcomes[ranks][name, variant] for ranks in (1, 2) for name, variant in outcomes[ranks] if name == deck.name}
            without = deck_without_looking(deck)
            rows.append((deck, mine, faults_of(deck, mine, outcomes[0].get((without, "base")) or outcomes[1].get((without, "base")))))
        return rows

    chunks = [decks[i:i + given.chunk] for i in range(0, len(decks), given.chunk)]
    with ThreadPoolExecutor(given.jobs) as pool:
        for rows in pool.map(one_chunk, chunks):
            for deck, outcomes, faults in rows or ():
                counts += 1
                sentence = outcomes["base", 1].error
                if sentence:
                    refused[sentence] = refused.get(sentence, 0) + 1
                for check, fault in faults:
                    print(f"{deck.name}: {check}: {fault}{f' ({styles[deck.name]})' if check == 'units' else ''}", flush=True)
                wrong += bool(faults)
                if faults and given.keep:
                    given.keep.mkdir(parents=True, exist_ok=True)
                    write_files(given.keep)
                    for variant in {check.split(".")[-1 if check.startswith(("ranks", "balance")) else 0] for check, _ in faults} & set(VARIANTS):
                        (given.keep / f"in.{deck.name}.{variant}").write_text("\n".join(deck.variant(variant, styles[deck.name] if variant == "units" else "si").lines) + "\n")
    for sentence, count in sorted(refused.items(), key=lambda item: -item[1]):
        print(f"refused {count}: {sentence}")
    print(f"{counts} decks, {sum(refused.values())} refused, {wrong} wrong, {time.monotonic() - start:.0f} s; again by --seed {seed}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
