#!/usr/bin/env python3
"""What bonds over the whole ranges of their levers give: the table rock_map.csv, from which `grist calibrate` begins.

    python3 sample.py LMP FOLDER [--points N] [--jobs N]

Points are drawn by Sobol's sequence, each with a packing of its own: uniaxial compression between smooth platens and the Brazilian test
between curved jaws, 600 elements. What is complete in FOLDER is not run again; FOLDER/rock_map.csv is written at the end.
A point takes some ten seconds of a core.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import numpy as np
from grist_tools.calibrate.rock_map import LEVERS, STIFFNESS, SMOOTHING, least_cohesion, to_value
from grist_tools.calibrate.rock_search import Bonds
from grist_tools.calibrate.rock_specimens import RUBBLE, SCRIPT
from grist_tools.run.kept_runs import Job, Runs
from grist_tools.read.specimens import read_test
from scipy.stats import qmc

SEED, TENSILE, PACKINGS = 20261130, 10e6, 50
TESTS = {"uniaxial": {"platens": "smooth"}, "brazil": {"jaws": "curved"}}
SETTINGS = {"elements": 600, "frames": 0, "drop": 0.05, "crushed": RUBBLE, "slowness": 0.3}


def bonds_of(point):
    levers = {name: float(to_value(limits, 2 * u - 1)) for (name, limits), u in zip(LEVERS.items(), point)}
    levers["cohesion"] = max(levers["cohesion"], float(least_cohesion(levers["angle"])))
    return Bonds(TENSILE, TENSILE * float(to_value(STIFFNESS, 2 * point[-1] - 1)), levers)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, metavar="LMP")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--points", type=int, default=128)
    parser.add_argument("--jobs", type=int, default=2, dest="ranks", help="runs at the same time")
    options = parser.parse_args()
    options.mpiexec = "mpirun"
    bonds = [bonds_of(point) for point in qmc.Sobol(len(LEVERS) + 1, seed=SEED).random(options.points)]
    runs = Runs(options.folder / "runs", options, expected=len(TESTS) * options.points)
    jobs = [Job(SCRIPT, {"test": test, **words, **SETTINGS, "seed": 1 + k % PACKINGS, **one.variables()}, f"{test}, point {k}", read_test)
            for k, one in enumerate(bonds) for test, words in TESTS.items()]
    found = runs.measure(jobs)
    names = [*LEVERS, "stiffness", *SMOOTHING]
    lines = [",".join(names)]
    for one, uniaxial, brazil in zip(bonds, found[::2], found[1::2]):
        row = {**one.levers, "stiffness": one.young / one.tensile, **dict.fromkeys(SMOOTHING, np.nan)}
        if uniaxial:
            row.update(young=uniaxial.young_Pa / one.young, poisson=uniaxial.poisson, uniaxial=uniaxial.strength_Pa / one.tensile,
                       broken=uniaxial.broken_at_peak)
        if brazil:
            row["brazil"] = brazil.strength_Pa / one.tensile
        lines.append(",".join(f"{row[name]:.5g}" for name in names))
    (options.folder / "rock_map.csv").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
