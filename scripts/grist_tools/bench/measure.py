"""Measures a benchmark: runs its programs and decks, whose tables go to a folder of results.

bench/README.md says what the benchmarks are and what the columns of their tables mean.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Callable, NamedTuple

from .. import ROOT
from ..run.results import keep_earlier, show_results
from ..text.messages import fail, say
from . import contest, step



class Bench:
    """Where the programs are, how they are started, and where results go."""

    def __init__(self, options):
        self.options, self.quick = options, options.quick
        self.build, self.out = options.build.resolve(), options.out.resolve()
        self.out.mkdir(parents=True, exist_ok=True)
        self.log = self.out / "log.bench"

    def command(self, program, words, ranks):
        """`program`: in the folder of the build; `ranks`: None if it is started without MPI."""
        launcher = [ROOT / "scripts/launch.sh", self.options.mpiexec, ranks] if ranks else []
        return [str(word) for word in (*launcher, self.build / program, *words)]

    def table(self, name, program, *words, ranks=None):
        """Appends what a program writes to NAME.csv. A header that is there already is left out."""
        what, start = " ".join([program, *map(str, words)]), time.monotonic()
        say(f"running {what}")
        with open(self.log, "a") as log:
            done = subprocess.run(self.command(f"bench/{program}", words, ranks), stderr=log,
                                  stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        if done.returncode:
            last = self.log.read_text(errors="replace").splitlines()[-1:]
            fail(f"{what} stopped: {''.join(last)} [whole output: {self.log}]")
        path = self.out / f"{name}.csv"
        lines = done.stdout.splitlines(keepends=True)
        with open(path, "a") as file:
            file.writelines(lines[1:] if path.stat().st_size else lines)
        say(f"done in {time.monotonic() - start:.0f} s")

    def lammps(self, deck, log, ranks, variables, program="lmp", words=()):
        """Runs a deck of bench/ in the folder of results; the text of its log. `program` and its
        words: another program with LAMMPS in it."""
        words = [*words, "-in", ROOT / "bench" / deck, "-log", log, "-screen", "none",
                 *words_of(variables)]
        with open(self.log, "a") as output:
            done = subprocess.run(self.command(program, words, ranks), cwd=self.out, stdout=output,
                                  stderr=output, stdin=subprocess.DEVNULL)
        path = self.out / log
        text = path.read_text(errors="replace") if path.is_file() else ""
        errors = [line for line in text.splitlines() if line.startswith("ERROR")]
        if done.returncode or errors:
            fail(f"{deck} stopped on {ranks} rank(s): {errors[0] if errors else 'see'} "
                 f"[whole output: {path if text else self.log}]")
        return text


def words_of(variables):
    """Variables of a script as arguments of LAMMPS."""
    return [word for name, value in variables.items() for word in ("-var", name, value)]


def bench(options):
    """Measures and draws; with --out, measures only."""
    draws, options.out = options.out is None, options.out or Path.cwd() / f"results/bench-{options.name}"
    if draws:
        keep_earlier(options.out)
    BENCHMARKS[options.name].measure(Bench(options))
    if draws:
        if subprocess.run([sys.executable, ROOT / "bench" / options.name / "plot.py", options.out], stdin=subprocess.DEVNULL).returncode:
            fail(f"the plots of {options.name} failed: see the lines above")
        show_results(options.out)


# ---------------------------------------------------------------- searches, polyhedra, walls


def measure_search(bench):
    quick, cases, worlds = [], [], (1, 2)
    if bench.quick:
        quick, cases, worlds = ["--quick"], ["4", "repeats", "1"], (1,)
    for name in ("cases", "mr", "cubes"):
        bench.table(name, "bench_search", name, *quick)
    for ranks in worlds:
        bench.table("rebuild", "bench_rebuild", *cases, ranks=ranks)


def measure_polyhedra(bench):
    bench.table("pairs", "bench_kernels", "--benchmark_filter=polyhedr", "--benchmark_format=csv",
                f"--benchmark_repetitions={1 if bench.quick else 5}",
                "--benchmark_enable_random_interleaving=true")
    steps = {"settle": 20000, "steps": 1000} if bench.quick else {"settle": 30000}
    for ranks in (1, 2):
        say(f"running the drum of octahedra on {ranks} process(es)")
        bench.lammps("polyhedra/in.drum", f"log.drum.{ranks}", ranks, {"csv": "drum.csv", **steps})


def measure_walls(bench):
    settings = {"rounds": 3, "steps": 1000} if bench.quick else {"rounds": 7}
    for ranks in (1, 2):
        for deck, table in (("hopper", "walls.csv"), ("vessels", "vessels.csv")):
            say(f"running the {deck} on {ranks} process(es)")
            log = f"log.{deck}.{ranks}"
            bench.lammps(f"walls/in.{deck}", log, ranks, {"csv": table, **settings})


def measure_steps(bench):
    for ranks in map(int, os.environ.get("GRIST_BENCH_RANKS", "1 2").split()):
        if ranks == 1 or not bench.quick:
            say(f"timing whole steps on {ranks} process(es)")
            step.measure(bench, ranks)


# ---------------------------------------------------------------- many ranks


def grid_of(ranks, axes="xyz"):
    """Ranks along each axis, as variables of a script: 16 are 4 2 2."""
    grid = dict.fromkeys(axes, 1)
    for k in range(ranks.bit_length() - 1):
        grid[axes[k % len(axes)]] *= 2
    return {f"p{axis}": count for axis, count in grid.items()}


def count_loops(bench, ranks, case, deck, variables, interval=0):
    """Runs a deck of bench/scale; what its ranks do in each run is appended to tables."""
    start = time.monotonic()
    bench.lammps(f"scale/in.{deck}", f"log.{case}.{ranks}", ranks, variables, "bench/bench_scale",
                 ["count", ".", case, interval])
    say(f"counted {case} on {ranks} rank(s) in {time.monotonic() - start:.0f} s")


def measure_scale(bench):
    """Many more ranks than cores, where nothing is timed but processor time outside MPI; two ranks
    for the model of a step."""
    here = ROOT / "bench/scale"
    bench.table("ping", "bench_scale", "ping", ranks=2)
    for cells in (4, 8) if bench.quick else (4, 8, 12):
        settings = {"cells": cells, "check": "no", "every": 10, "steps": 0}
        bench.table("pair", "bench_scale", "pair", 150, 10, "-in", here / "in.cubes",
                    *words_of(settings), ranks=2)
    count_loops(bench, 1, "bed_made", "bed", {"make": "yes"})
    for ranks in (2**n for n in range(5 if bench.quick else 9)):
        grid = grid_of(ranks)
        count_loops(bench, ranks, "weak", "cubes", grid)
        count_loops(bench, ranks, "empty", "cubes", {**grid, "empty": "yes"})
        count_loops(bench, ranks, "strong", "cubes", {**grid, "nx": 16, "ny": 16, "nz": 16})
        count_loops(bench, ranks, "bed", "bed", grid_of(ranks, "xy"))
    count_loops(bench, 8, "large", "cubes", {**grid_of(8), "nx": 24, "ny": 24, "nz": 26})
    for what in ("bonded", "breaking", "rigid", "hold", "bodies", "fractures"):
        count_loops(bench, 4, f"styles_{what}", "styles", {"what": what})
    for what in ("mill", "hopper", "pile"):
        count_loops(bench, 1, f"{what}_made", what, {"here": here})
        for ranks in (4, 8):
            count_loops(bench, ranks, what, what, {"here": here, "go_on": "yes"}, interval=20)


class Benchmark(NamedTuple):
    measure: Callable
    programs: tuple         # targets of the build


BENCHMARKS = {"search": Benchmark(measure_search, ("bench_search", "bench_rebuild")),
              "polyhedra": Benchmark(measure_polyhedra, ("bench_kernels", "grist_lmp")),
              "step": Benchmark(measure_steps, ("bench_rebuild", "grist_lmp")),
              "walls": Benchmark(measure_walls, ("grist_lmp",)),
              "scale": Benchmark(measure_scale, ("bench_scale", "grist_lmp")),
              "contest": Benchmark(contest.measure, ("grist_lmp",))}
