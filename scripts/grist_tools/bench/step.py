"""Times whole steps of this package against stock LAMMPS, both sides from the same executable.

Appends to step.csv in the folder of results a line a case and side; its columns: bench/README.md.
The sides take turns, round by round; of all timed runs of a side the median counts. All seconds are
wall time, times the share of its cores that the run had (the CPU use that LAMMPS prints), so that
other programs on the machine count little. With more ranks than free cores a rank that waits counts
as busy, and such times are no measure of scaling.

The stock side is timed with both of its neighbor styles, bin and multi, in the first round where
sizes differ, and with the faster one after that; in a quick run with bin alone. A case that is for
one rank alone is left out with more. What has to be made first (a filled drum, mill, hopper) stays
in bench/data of the build. By hand:

    python3 scripts/main.py bench step --build build/release --out FOLDER --only mill --rounds 1
"""

import csv
import re
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from statistics import median

from .. import ROOT
from ..text.messages import say

HERE = ROOT / "bench/step"
SECTIONS = ("pair", "bond", "neigh", "comm", "modify", "other")
COLUMNS = ("case", "side", "lists", "ranks", "spheres", "bonds", "contacts", "steps", "runs",
           "builds", "seconds", "fastest", "slowest", "cpu_percent", "bond_ns", *SECTIONS,
           "kinetic", "rotating", "own")


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


def cubes(n, steps, quick=None, rounds=2):
    return Case(f"cubes {n}", "cubes", {"cubes": n, "steps": steps},
                quick and {"cubes": n, "steps": quick}, rounds=rounds)


CASES = [
    Case("drum 4 F", "drum", {"steps": 20, "repeats": 2}, {"warm": 2, "steps": 12, "repeats": 1},
         "drum_4.data", True, True),
    Case("drum 3 F", "drum", {"steps": 20, "repeats": 2}, None, "drum_3.data", True, True),
    Case("mill", "mill", {}, {"warm": 100, "steps": 300}, "mill.data", True),
    Case("hopper", "hopper_charge", {"n": 1500}, {"n": 150, "steps": 200}, "hopper_{n}.data", True,
         True),
    Case("packing", "packing", {}, {"n": 15, "warm": 20, "steps": 20}),
    cubes(100, 600, quick=200), cubes(186, 300), cubes(1000, 100, quick=30), cubes(8000, 20),
    cubes(30000, 20, rounds=1), cubes(74075, 15, rounds=1),
]


def measure(bench, ranks):
    steps = Steps(bench, ranks)
    for case in CASES:
        if bench.options.only and not {case.name, case.deck} & set(bench.options.only):
            continue
        if (ranks > 1 and not case.any_ranks) or (bench.quick and case.quick is None):
            continue
        append(bench.out / "step.csv", steps.rows(case))


def append(path, rows):
    with path.open("a", newline="") as file:
        table = csv.DictWriter(file, COLUMNS)
        if not path.stat().st_size:
            table.writeheader()
        table.writerows(rows)


# ---------------------------------------------------------------- running


class Steps:
    """The cases on a number of ranks."""

    def __init__(self, bench, ranks):
        self.bench, self.ranks, self.count = bench, ranks, 0

    def lammps(self, deck, settings):
        """Runs a deck; the text of its log."""
        self.count += 1
        log = f"log.{deck}.{self.ranks}.{self.count}"
        return self.bench.lammps(f"step/in.{deck}", log, self.ranks, {"here": HERE, **settings})

    def data_of(self, case, settings):
        """The file that a case reads, made if it is not there."""
        name, folder = case.data.format(**settings), self.bench.build / "bench/data"
        path = folder / (f"quick_{name}" if self.bench.quick and case.deck != "drum" else name)
        if path.is_file():
            return path
        folder.mkdir(parents=True, exist_ok=True)
        say(f"making {path.name}")
        new = path.with_suffix(".new")
        if case.deck == "drum":
            maker = self.bench.build / "bench/bench_rebuild"
            subprocess.run([maker, name[5], "data", new], check=True, stdin=subprocess.DEVNULL)
        else:
            short = {"turns": 0.1, "fall": 0.3} if self.bench.quick else {}
            self.lammps(case.deck, {**settings, **short, "data": new, "make": "yes"})
        new.rename(path)
        return path

    def rows(self, case):
        """Times a case; its lines of the table."""
        quick, sides = self.bench.quick, defaultdict(Side)
        settings = dict(case.quick if quick else case.settings)
        if case.data:
            settings["data"] = self.data_of(case, settings)
        stock = ["bin", "multi"] if case.sizes_differ and not quick else ["bin"]
        for _ in range(self.bench.options.rounds or (1 if quick else case.rounds)):
            for lists in stock:
                log = self.lammps(case.deck, {**settings, "side": "stock", "lists": lists})
                sides["stock", lists].add(log)
            sides["grist", ""].add(self.lammps(case.deck, {**settings, "side": "grist"}))
            stock = [min(stock, key=lambda lists: sides["stock", lists].median("seconds"))]
        best, own = (sides[key].median("seconds") for key in (("stock", stock[0]), ("grist", "")))
        say(f"{case.name}, {self.ranks} rank(s): stock ({stock[0]}) {1e3 * best:.4g} ms a step, "
            f"{best / own:.2f} times the package's")
        return [timed.row(case.name, *key, self.ranks) for key, timed in sides.items()]


# ---------------------------------------------------------------- what a log says


@dataclass
class Side:
    """The timed runs of one side of a case."""
    runs: list = field(default_factory=list)
    final: dict = None           # what the deck prints at its end

    def add(self, log):
        timed = log[log.index("\nTIMED"):log.index("\nDONE")]
        from ..read.logs import parse_log    # needs numpy, which a Python that reads the words of `grist` may lack
        self.runs += [per_step(run) for run in parse_log(timed).runs]
        words = re.search("^MEASURED (.*)", log, re.M)[1].split()
        self.final = dict(zip(words[::2], words[1::2]))

    def median(self, name):
        return median(run[name] for run in self.runs)

    def row(self, case, side, lists, ranks):
        bonds, seconds = int(self.final["bonds"]), [run["seconds"] for run in self.runs]
        said = {name: self.final[name] for name in ("spheres", "contacts", "kinetic", "rotating")}
        own = [name for name in ("contact", "wall", "integrator") if self.final[name] == "yes"]
        bond_ns = f"{1e9 * self.median('bond') * ranks / bonds:.1f}" if bonds else ""
        return {"case": case, "side": side, "lists": lists, "ranks": ranks, **said, "bonds": bonds,
                "steps": self.runs[0]["steps"], "runs": len(self.runs),
                "builds": self.median("builds"), "seconds": f"{median(seconds):.4g}",
                "fastest": f"{min(seconds):.4g}", "slowest": f"{max(seconds):.4g}",
                "cpu_percent": f"{self.median('cpu_percent'):.0f}", "bond_ns": bond_ns,
                **{name: f"{self.median(name):.4g}" for name in SECTIONS}, "own": "+".join(own)}


def per_step(run):
    """Seconds a step, of all and by section."""
    share = min(run.cpu_percent, 100.0) / 100.0 / run.steps    # of the cores, a step
    return {"seconds": run.seconds * share, "steps": run.steps, "cpu_percent": run.cpu_percent,
            "builds": run.builds,
            **{name: run.sections.get(name.capitalize(), 0.0) * share for name in SECTIONS}}
