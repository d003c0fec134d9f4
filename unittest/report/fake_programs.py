"""Stands for LAMMPS and the programs of the benchmarks: writes what they would, with made-up
numbers, and computes nothing.

    fake_programs.py PROGRAM ARGS

LAMMPS: a step of stock with `bin` takes 4 ms, with `multi` 3 ms, of Grist 1 ms, on half of a core.
A deck that FAKE_FAULT names stops with an error.
"""
import os
import sys
from itertools import product
from pathlib import Path

RANKS = int(os.environ.get("FAKE_RANKS", "1"))
TIMES = {"bin": 4e-3, "multi": 3e-3, "": 1e-3}
SHAPES = ("octahedron 6 (8)", "icosahedron 12 (20)", "dodecahedron 20 (12)", "random 20 (36)",
          "football 60 (32)", "random 60 (116)")
RUN = """Loop time of {seconds} on {ranks} procs for {steps} steps with {atoms} atoms

50.0% CPU use with {ranks} MPI tasks x 1 OpenMP threads
Section |  min time  |  avg time  |  max time  |%varavg| %total
Pair    | 0          | {pair}     | 0          |   0.0 | 50
Bond    | 0          | {pair}     | 0          |   0.0 | 50
Modify  | 0          | {modify}   | 0          |   0.0 | 50
Other   |            | 0          |            |       | 50
Neighbor list builds = 3
"""


def write(header, rows, file=sys.stdout):
    for row in ([header] if header else []) + list(rows):
        print(*row, sep=",", file=file)


def append(name, header, rows):
    """The header is left out where the file has lines already."""
    with open(name, "a") as file:
        write(header if not Path(name).stat().st_size else None, rows, file)


# ---------------------------------------------------------------- programs of the benchmarks


def bench_search(what, *_):
    if what == "cases":
        phases = ("subdivision_ms", "resolution_ms", "ms")
        times = [f"{of}{side}_{phase}" for of in ("", "paper_") for side in ("single", "multi")
                 for phase in phases]
        write(["distribution", "cluster", *times, "ratio", "paper_ratio"],
              [(d, c, *[1] * 12, 30, 43) for d in (1, 2, 3, 4) for c in "ABCDEF"])
    elif what == "mr":
        packings = ("A", "sizes", "sizes-by-mass", "B", "C", "D")
        cases = product(packings, (1, 2), (8000, 27000), ("still", "moving"), ("MR linear", "MMR"))
        write("packing spacing_d bodies motion search total_ns memory_integers".split(),
              [(*case, 50, 5) for case in cases])
    else:
        cases = product(("dense", "sparse"), (100, 1000), ("fixed cubes", "brute force"))
        write("packing balls search most_balls_in_a_cube sort_ms total_ms".split(),
              [(packing, n, search, 9, n, 2 * n) for packing, n, search in cases])


def bench_rebuild(*words):
    if words[1:2] == ("data",):
        Path(words[2]).write_text("data\n")
        return
    write("case ranks style what seconds".split(),
          [(4, RANKS, "bin", "lists", 0.6), (4, RANKS, "multi", "lists", 0.5),
           (4, RANKS, "grid", "lists", 0.1)])


def bench_kernels(*_):
    kinds = ("polyhedra_as_published", "polyhedra_touching", "polyhedra_separate")
    write(("name", "label", "us_per_pair"),
          [(f"{kind}/{k}{end}", f'"{shape}"', us) for kind, (k, shape), (end, us)
           in product(kinds, enumerate(SHAPES), (("", 0.5), ("_mean", 99)))])


def bench_scale(what, *words):
    if what == "ping":
        write(("bytes", "fastest"), [(2**k, 1e-6 + 2**k * 1e-10) for k in range(4, 21)])
    elif what == "pair":
        n = 1000 * int(words[words.index("cells") + 1])
        write("side spheres wall_fastest work_fastest messages bytes collectives".split(),
              [("alone", n, 1e-3, 1e-3, 0, 0, 1), ("together", n, 1.1e-3, 1e-3, 12, 1e5, 1)])
    else:
        case, interval = words[1:3]
        own = 20 if case == "empty" else 24
        loops = ["case", "ranks", "loop", "steps", "builds"]
        append("counts.csv", loops + ["messages", "messages_most", "bytes", "bytes_most",
                                      "collectives", "spheres", "ghosts", "load", "load_most",
                                      "own_MiB", "own_MiB_most", "shared_MiB"],
               [(case, RANKS, n, 50 * n, 2 * n, 9 * n, 9 * n, 9e4 * n, 9e4 * n, n, 2700, 900, 1,
                 1.1, own, own, 3) for n in (1, 2)])
        append("collectives.csv", loops + ["caller", "call", "calls"],
               [(case, RANKS, n, 50 * n, 2 * n, "Neighbor::check_distance", "Allreduce", 20 * n)
                for n in (1, 2)])
        if interval != "0":
            append("work.csv", ["case", "ranks", "loop", "rank", "interval", "work"],
                   [(case, RANKS, 1, k, 0, 1 + k) for k in range(RANKS)])


# ---------------------------------------------------------------- LAMMPS


def lmp(*words):
    deck, log = Path(words[words.index("-in") + 1]), Path(words[words.index("-log") + 1])
    variables = {words[k + 1]: words[k + 2] for k, word in enumerate(words) if word == "-var"}
    if os.environ.get("FAKE_FAULT", "none") in deck.name:
        log.write_text("LAMMPS (4 Feb 2025)\nERROR: Lost 3 atoms (src/thermo.cpp:1)\n")
        sys.exit(1)
    of_benchmark = {"polyhedra": drum, "walls": walls, "step": step, "contest": contest}[deck.parent.name]
    log.write_text("LAMMPS (4 Feb 2025)\n" + of_benchmark(deck.name, variables))


def run(seconds, steps, pair=0.0, modify=0.0):
    return RUN.format(seconds=seconds * steps, steps=steps, ranks=RANKS, atoms=1000,
                      pair=pair * steps, modify=modify * steps)


def drum(_, variables):
    append(variables["csv"], None, [("octahedra drum", 2700, 6000, RANKS, 1000, 4.5 / RANKS)])
    return run(4.5e-3, 1000)


def walls(deck, variables):
    kinds, seconds = ("regions", "turning", "mesh"), []
    if deck == "in.hopper":
        kinds, seconds = ("fine", "coarse"), [1e-3]
    append(variables["csv"], None, [(kind, RANKS, 1000, 300, 2000, *seconds) for kind in kinds])
    return "".join(run(1e-3, 2000, modify=3e-5) for _ in kinds)


def step(_, variables):
    if variables.get("make") == "yes":
        Path(variables["data"]).write_text("data\n")
        return ""
    seconds = TIMES[variables.get("lists", "")] / RANKS
    timed = 2 * run(seconds, 10, pair=seconds / 2)
    return (run(99, 10) + "TIMED\n" + timed + "DONE\n" + run(99, 10)
            + "MEASURED spheres 9000 bonds 1000 contacts 50 kinetic 1.0 rotating 2.0 "
            "contact yes wall no integrator yes\n")


BED = """2 atoms

Atoms # sphere

7 1 0.006 2500 0.1 0.2 -0.01 0 0 1
5 1 0.006 2500 0.3 0.4 0.02 0 0 0

Velocities

7 1 2 3 4 5 6
5 9 8 7 6 5 4
"""


def contest(deck, variables):
    if variables.get("make") == "yes":
        Path(variables["state"]).write_text(BED)
        return ""
    return step(deck, {"lists": "bin" if variables["side"] == "stock" else ""}) + "Maximum resident set size: 9 Mbyte\n"


def liggghts(*words):
    """3 ms a step; the first and the last bead that it reads."""
    log, beads = Path(words[words.index("-log") + 1]), Path("beads.data").read_text().splitlines()
    log.write_text(f"\nTIMED\nLoop time of 0.3 on 1 procs for 100 steps with 9000 atoms, finish\n{beads[10]}\n{beads[-1]}\n")


def yade(*_):
    """6 ms a step."""
    print("TIMED 9000 100 0.6\nMEASURED kinetic 1 contacts", len(Path(os.environ["BEADS"]).read_text().splitlines()))


PROGRAMS = {"liggghts": liggghts, "yade": yade, "lmp": lmp, "bench_search": bench_search, "bench_rebuild": bench_rebuild,
            "bench_kernels": bench_kernels, "bench_scale": bench_scale}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]](*sys.argv[2:])
