#!/usr/bin/env python3
"""What bonds over the whole ranges of their levers give: the table rock_map.csv, from which `grist calibrate` begins.

    python3 sample.py LMP FOLDER [--points N] [--jobs N]

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
from grist_tools.calibrate.rock_map import LEVERS, LOGARITHMS, SCALES, SMOOTHING, STIFFNESS, least_cohesion, place, to_value
from grist_tools.calibrate.rock_search import Bonds
from grist_tools.calibrate.rock_specimens import RUBBLE, SCRIPT
from grist_tools.run.kept_runs import Job, Runs
from grist_tools.read.specimens import CRUSHED, read_test
from grist_tools.read.tables import read_columns
from scipy.optimize import minimize
from scipy.spatial.distance import cdist
from scipy.stats import qmc

SEED, TENSILE, PACKINGS = 20261130, 10e6, 50
TESTS = {"uniaxial": {"platens": "smooth"}, "brazil": {"jaws": "curved"}}
SETTINGS = {"elements": 1200, "frames": 0, "drop": 0.05, "crushed": RUBBLE, "slowness": 0.3}

CORNER = 0.92       # of the way from the middle of a range to its end


def corners():
    """Every second corner, so that each pair of levers is at all four of its ends: the sign of the last lever is the product of the others."""
    for signs in itertools.product((-1, 1), repeat=len(LEVERS)):
        yield [(1 + CORNER * sign) / 2 for sign in (*signs, math.prod(signs))]


def bonds_of(point):
    levers = {name: float(to_value(limits, 2 * u - 1)) for (name, limits), u in zip(LEVERS.items(), point)}
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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, metavar="LMP")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--points", type=int, default=128)
    parser.add_argument("--jobs", type=int, default=2, dest="ranks", help="runs at the same time")
    options = parser.parse_args()
    options.mpiexec = "mpirun"
    bonds = [bonds_of(point) for point in (*qmc.Sobol(len(LEVERS) + 1, seed=SEED).random(options.points), *corners())]
    runs = Runs(options.folder / "runs", options, expected=len(TESTS) * len(bonds))
    jobs = [Job(SCRIPT, {"test": test, **words, **SETTINGS, "seed": 1 + k % PACKINGS, **one.variables()}, f"{test}, point {k}", read_test)
            for k, one in enumerate(bonds) for test, words in TESTS.items()]
    found = runs.measure(jobs)
    names = [*LEVERS, "stiffness", *SCALES]
    lines = [",".join(names)]
    for one, uniaxial, brazil in zip(bonds, found[::2], found[1::2]):
        row = {**one.levers, "stiffness": one.young / one.tensile, **dict.fromkeys(SCALES, np.nan)}
        if uniaxial:
            row.update(young=uniaxial.young_Pa / one.young, poisson=uniaxial.poisson, uniaxial=uniaxial.strength_Pa / one.tensile,
                       broken=uniaxial.broken_at_peak)
        if brazil:
            row["brazil"] = brazil.strength_Pa / one.tensile
        lines.append(",".join(f"{row[name]:.5g}" for name in names))
    table = options.folder / "rock_map.csv"
    table.write_text("\n".join(lines) + "\n")
    write_scales(options.folder / "scales.txt", read_columns(table, names))


if __name__ == "__main__":
    main()
