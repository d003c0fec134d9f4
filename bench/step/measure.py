#!/usr/bin/env python3
"""Times whole steps of this package against stock LAMMPS, both sides from the same executable.

    python3 measure.py [--quick] [--rounds N] [--only CASE ...] --lmp LMP --maker BENCH_REBUILD --data FOLDER
                       --out FOLDER RANKS LAUNCHER...

Appends to step.csv in the out folder a line a case and side. The sides take turns, round by round; of all timed runs of
a side the median counts. All seconds are wall time, times the share of its cores that the run had (the CPU use that
LAMMPS prints), so that other programs on the machine count little. With more ranks than free cores a rank that waits
counts as busy, and such times are no measure of scaling.

The stock side is timed with both of its neighbor styles, bin and multi, in the first round where sizes differ, and with
the faster one after that; in a quick run with bin alone. LAUNCHER... starts RANKS processes; a case that is for one rank
alone is left out with more. What has to be made first (a filled drum, mill, hopper) stays in the data folder.

Columns: case, side, lists (stock: bin or multi), ranks, spheres, bonds, contacts (touching pairs, without those inside
a cluster), steps (of a timed run), runs, builds (of neighbor lists in a run), seconds (a step, median), fastest,
slowest, cpu_percent (that share, median), bond_ns (of a bond: its part of the step times the ranks), pair, bond, neigh,
comm, modify, other (seconds a step, of LAMMPS's timing table, medians, mean of ranks), kinetic, rotating (J, at the
end), own (which of pair style, wall and integrator were the package's).
"""

import argparse
import csv
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

HERE = Path(__file__).resolve().parent
SECTIONS = ("pair", "bond", "neigh", "comm", "modify", "other")
COLUMNS = ("case", "side", "lists", "ranks", "spheres", "bonds", "contacts", "steps", "runs", "builds", "seconds",
           "fastest", "slowest", "cpu_percent", "bond_ns", *SECTIONS, "kinetic", "rotating", "own")


@dataclass
class Case:
    name: str
    deck: str
    settings: dict = field(default_factory=dict)
    quick: dict = None           # instead of settings; None: not in the quick run
    data: str = ""               # file that the deck reads, with what {n} stands for
    sizes_differ: bool = False   # then stock's multi may be faster than its bin
    any_ranks: bool = False
    rounds: int = 2


CASES = [
    Case("drum 4 F", "drum", {"steps": 20, "repeats": 2}, {"warm": 2, "steps": 12, "repeats": 1}, "drum_4.data", True, True),
    Case("drum 3 F", "drum", {"steps": 20, "repeats": 2}, None, "drum_3.data", True, True),
    Case("mill", "mill", {}, {"warm": 100, "steps": 300}, "mill.data", True),
    Case("hopper", "hopper_charge", {"n": 1500}, {"n": 150, "steps": 200}, "hopper_{n}.data", True, True),
    Case("packing", "packing", {}, {"n": 15, "warm": 20, "steps": 20}),
    *(Case(f"cubes {n}", "cubes", {"cubes": n, "steps": steps}, quick, rounds=rounds)
      for n, steps, rounds, quick in ((100, 600, 2, {"cubes": 100, "steps": 200}), (186, 300, 2, None),
                                      (1000, 100, 2, {"cubes": 1000, "steps": 30}), (8000, 20, 2, None),
                                      (30000, 20, 1, None), (74075, 15, 1, None))),
]


def fail(sentence):
    """Ends the program with one sentence on stderr and exit status 1."""
    sys.exit(f"measure.py: {sentence}")


# ---------------------------------------------------------------- running


class Bench:
    def __init__(self, options):
        self.options = options
        self.count = 0

    def lammps(self, deck, settings):
        """Runs a deck; the text of its log."""
        self.count += 1
        log = self.options.out / f"log.{deck}.{self.options.ranks}.{self.count}"
        words = [word for name, value in settings.items() for word in ("-var", name, str(value))]
        run = subprocess.run([*self.options.launcher, self.options.lmp, "-in", HERE / f"in.{deck}", "-log", log,
                              "-screen", "none", "-var", "here", HERE, *words], stdin=subprocess.DEVNULL, check=False)
        text = log.read_text() if log.is_file() else ""
        errors = re.findall("^ERROR.*", text, re.M)
        if run.returncode or errors:
            fail(f"in.{deck} stopped: {errors[0] if errors else 'see'} [whole output: {log}]")
        return text

    def data_of(self, case, settings):
        """The file that a case reads, made if it is not there."""
        name = case.data.format(**settings)
        path = self.options.data / (f"quick_{name}" if self.options.quick and case.deck != "drum" else name)
        if path.is_file():
            return path
        self.options.data.mkdir(parents=True, exist_ok=True)
        say(f"making {path.name}")
        new = path.with_suffix(".new")
        if case.deck == "drum":
            subprocess.run([self.options.maker, name[5], "data", new], check=True, stdin=subprocess.DEVNULL)
        else:
            short = {"turns": 0.1, "fall": 0.3} if self.options.quick else {}
            self.lammps(case.deck, {**settings, **short, "data": new, "make": "yes"})
        new.rename(path)
        return path


def say(sentence):
    print(f"measure.py: {sentence}", flush=True)


# ---------------------------------------------------------------- what a log says


@dataclass
class Side:
    """The timed runs of one side of a case."""
    runs: list = field(default_factory=list)
    final: dict = None

    def add(self, log):
        timed = log[log.index("\nTIMED"):log.index("\nDONE")]
        self.runs += [read_run(run) for run in timed.split("\nLoop time of ")[1:]]
        words = re.search("^MEASURED (.*)", log, re.M).group(1).split()
        self.final = dict(zip(words[::2], words[1::2]))

    def median(self, name):
        return median(run[name] for run in self.runs)


def read_run(text):
    """Seconds a step, of all and by section, from `T on N procs for S steps with A atoms` on."""
    words = text.split()
    steps = int(words[5])
    cpu = float(re.search(r"([\d.]+)% CPU use", text).group(1))
    own = min(cpu, 100.0) / 100.0 / steps    # share of the cores, a step
    run = {"seconds": float(words[0]) * own, "steps": steps, "cpu_percent": cpu,
           "builds": int(re.search(r"Neighbor list builds = (\d+)", text).group(1))}
    for section in SECTIONS:
        row = re.search(rf"^{section} *\|([^|]*)\|([^|]*)\|", text, re.M | re.I)
        run[section] = float(row.group(2)) * own if row else 0.0
    return run


def row_of(case, side, lists, ranks, timed):
    final = timed.final
    sections = {name: timed.median(name) for name in SECTIONS}
    bonds = int(final["bonds"])
    own = [name for name in ("contact", "wall", "integrator") if final[name] == "yes"]
    return {"case": case.name, "side": side, "lists": lists, "ranks": ranks, "spheres": final["spheres"],
            "bonds": bonds, "contacts": final["contacts"], "steps": timed.runs[0]["steps"], "runs": len(timed.runs),
            "builds": timed.median("builds"),
            "seconds": f"{timed.median('seconds'):.4g}", "fastest": f"{min(run['seconds'] for run in timed.runs):.4g}",
            "slowest": f"{max(run['seconds'] for run in timed.runs):.4g}",
            "cpu_percent": f"{timed.median('cpu_percent'):.0f}",
            "bond_ns": f"{1e9 * sections['bond'] * ranks / bonds:.1f}" if bonds else "",
            **{name: f"{value:.4g}" for name, value in sections.items()},
            "kinetic": final["kinetic"], "rotating": final["rotating"], "own": "+".join(own)}


# ---------------------------------------------------------------- measuring


def measure(bench, case, sides):
    options = bench.options
    settings = dict(case.quick if options.quick else case.settings)
    if case.data:
        settings["data"] = bench.data_of(case, settings)
    stock = ["bin", "multi"] if case.sizes_differ and not options.quick else ["bin"]
    for turn in range(options.rounds or (1 if options.quick else case.rounds)):
        for lists in stock:
            sides["stock", lists].add(bench.lammps(case.deck, {**settings, "side": "stock", "lists": lists}))
        sides["grist", ""].add(bench.lammps(case.deck, {**settings, "side": "grist"}))
        stock = [min(stock, key=lambda lists: sides["stock", lists].median("seconds"))]
    best = sides["stock", stock[0]].median("seconds")
    say(f"{case.name}, {options.ranks} rank(s): stock ({stock[0]}) {1e3 * best:.4g} ms a step, "
        f"{best / sides['grist', ''].median('seconds'):.2f} times the package's")


def append(path, rows):
    new = not path.is_file()
    with path.open("a", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        if new:
            table.writeheader()
        table.writerows(rows)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].strip())
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--only", action="append", metavar="CASE")
    for folder in ("lmp", "maker", "data", "out"):
        parser.add_argument(f"--{folder}", type=lambda name: Path(name).resolve(), required=True)
    parser.add_argument("ranks", type=int)
    parser.add_argument("launcher", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    bench = Bench(options)
    for case in CASES:
        if options.only and case.name not in options.only and case.deck not in options.only:
            continue
        if (options.ranks > 1 and not case.any_ranks) or (options.quick and case.quick is None):
            continue
        sides = defaultdict(Side)
        measure(bench, case, sides)
        append(options.out / "step.csv", [row_of(case, *key, options.ranks, timed) for key, timed in sides.items()])


main()
