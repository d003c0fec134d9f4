#!/usr/bin/env python3
"""What bonds over the whole ranges of their levers give: the table rock_map.csv, from which `grist calibrate` begins.

    python3 sample.py LMP FOLDER [--points N] [--jobs N]
    python3 sample.py LMP FOLDER --kind blocks --points 48      # block_map.csv: faces of blocks, 400 a specimen; errors.txt: how far BlockMap is off

Points are drawn by Sobol's sequence, and half of all corners of the ranges are added, as a function through points is poor beyond the last of
them. Each has a packing of its own: uniaxial compression between smooth platens and the Brazilian test between curved jaws, 1200 elements.
What is complete in FOLDER is not run again; FOLDER/rock_map.csv and FOLDER/scales.txt, the lines of SCALES in rock_map.py, are written at the end. A point takes some twenty seconds of a core.
"""

import argparse
import itertools
import math
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import numpy as np
from grist_tools.calibrate.block_map import BlockMap
from grist_tools.calibrate.rock_file import Rock
from grist_tools.calibrate.rock_map import LEVERS, LOGARITHMS, SCALES, SMOOTHING, STIFFNESS, least_cohesion, place, to_value
from grist_tools.calibrate.rock_search import Bonds
from grist_tools.calibrate.rock_models import MODELS, Blocks, Spheres
from grist_tools.run.kept_runs import Job, Runs
from grist_tools.read.specimens import CRUSHED, read_test
from grist_tools.read.tables import read_columns
from scipy.optimize import minimize
from scipy.spatial.distance import cdist
from scipy.stats import qmc

SEED, TENSILE, PACKINGS = 20261130, 10e6, 50
TESTS = {Spheres: {"uniaxial": {"platens": "smooth"}, "brazil": {"jaws": "curved"}}, Blocks: {"uniaxial": {}, "brazil": {}}}
SETTINGS = {Spheres: {"slowness": 0.3}, Blocks: {"slowness": 0.7}}

CORNER = 0.92       # of the way from the middle of a range to its end


def corners(levers):
    """Of the levers: every second corner, so that each pair of levers is at all four of its ends: the sign of the last lever is the product of the others."""
    for signs in itertools.product((-1, 1), repeat=len(levers)):
        yield [(1 + CORNER * sign) / 2 for sign in (*signs, math.prod(signs))]


def bonds_of(point, model):
    levers = {name: float(to_value(limits, 2 * u - 1)) for (name, limits), u in zip(model.levers.items(), point)}
    levers["cohesion"] = max(levers["cohesion"], float(least_cohesion(levers["angle"])))
    return Bonds(TENSILE, TENSILE * float(to_value(STIFFNESS, 2 * point[-1] - 1)), levers)


def left_out(places, values, scales):
    """Of each row what the function through all others is off there."""
    count = len(values)
    kernel = cdist(scales * places, scales * places)**3 + SMOOTHING * np.eye(count)
    plane = np.column_stack([np.ones(count), scales * places])
    inverse = np.linalg.inv(np.block([[kernel, plane], [plane.T, np.zeros((plane.shape[1], plane.shape[1]))]]))[:count, :count]
    return inverse @ values / np.diag(inverse)


def scales_of(places, values, weights):
    """The least errors of left out rows, and not far from 1: a factor of e counts as much as errors that are larger by one part of the rows."""
    limit = 3 * values.std()

    def cost(logs):
        off = np.clip(left_out(places, values, np.exp(logs)), -limit, limit)
        return len(values) / 2 * np.log(weights @ off**2) + logs @ logs / 2

    starts = np.zeros(places.shape[1]), np.full(places.shape[1], 0.7)
    return np.exp(min((minimize(cost, start, method="L-BFGS-B", bounds=[(-3.5, 2.5)] * len(start)) for start in starts), key=lambda one: one.fun).x)


def write_scales(path, rows):
    places, lines = place(rows, rows["stiffness"]), []
    for name in SCALES:
        has = np.isfinite(rows[name])
        values = np.log(rows[name][has]) if name in LOGARITHMS else rows[name][has]
        weights = np.where(rows["broken"][has] < CRUSHED, 1, 0.1)
        scales = np.round(scales_of(places[has], values, weights), 2)
        off = left_out(places[has], values, scales)[weights == 1]
        lines.append(f'"{name}": {list(map(float, scales))},   # {np.sqrt(np.mean(off**2)):.3f} where rows are left out')
    path.write_text("\n".join(lines) + "\n")


def write_errors(path, rows):
    """How far the closed forms of blocks are off: mean and standard deviation of measured less expected, logarithms but of Poisson's ratio. Specimens without a strength of a
    rock are left out."""
    known = BlockMap()({name: rows[name] for name in Blocks.levers}, rows["stiffness"])
    lines = []
    for name in SCALES:
        values = np.log(rows[name]) if name in LOGARITHMS else rows[name]
        off = (values - known[name])[np.isfinite(values) & (rows["broken"] < CRUSHED)]
        lines.append(f"{name}: {off.mean():.3f} +- {off.std():.3f} of {len(off)}")
    path.write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, metavar="LMP")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kind", choices=MODELS, default=Spheres.name)
    parser.add_argument("--points", type=int, default=128)
    parser.add_argument("--jobs", type=int, default=2, dest="ranks", help="runs at the same time")
    options = parser.parse_args()
    options.mpiexec = "mpirun"
    model = MODELS[options.kind]
    rock = Rock("map", 2500.0, "", [], model, model.elements)
    drawn = qmc.Sobol(len(model.levers) + 1, seed=SEED).random(options.points)
    bonds = [bonds_of(point, model) for point in (*drawn, *corners(model.levers))]
    tests = TESTS[model]
    runs = Runs(options.folder / "runs", options, expected=len(tests) * len(bonds))
    fixed = {model.count: model.elements, "frames": 0, **model.settings, **SETTINGS[model]}
    jobs = [Job(model.script, {"test": test, **words, **fixed, "seed": 1 + k % PACKINGS, **model.variables(one, rock)}, f"{test}, point {k}", read_test)
            for k, one in enumerate(bonds) for test, words in tests.items()]
    found = runs.measure(jobs)
    names = [*model.levers, "stiffness", *SCALES]
    lines = [",".join(names)]
    for one, uniaxial, brazil in zip(bonds, found[::2], found[1::2]):
        if not (uniaxial and brazil):
            continue
        row = {**one.levers, "stiffness": one.young / one.tensile, "young": uniaxial.young_Pa / one.young, "poisson": uniaxial.poisson,
               "uniaxial": uniaxial.strength_Pa / one.tensile, "broken": uniaxial.broken_at_peak, "brazil": brazil.strength_Pa / one.tensile}
        lines.append(",".join(f"{row[name]:.5g}" for name in names))
    table = options.folder / ("rock_map.csv" if model is Spheres else "block_map.csv")
    table.write_text("\n".join(lines) + "\n")
    rows = read_columns(table, names)
    if model is Spheres:
        write_scales(options.folder / "scales.txt", rows)
    else:
        write_errors(options.folder / "errors.txt", rows)


if __name__ == "__main__":
    main()
