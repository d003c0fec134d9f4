#!/usr/bin/env python3
"""How much of a result is the packing, the number of elements and the speed? One set of bonds in specimens of several sizes.

    python3 sizes.py LMP FOLDER [--elements N ...] [--seeds N] [--jobs N]

Uniaxial compression between smooth platens and the Brazilian test between curved jaws across three diameters, as `grist calibrate` runs them. A
row for each number of elements: the median of packings and its standard error (bootstrap), in brackets the standard deviation
of single packings over their mean. The last row has half of the speed. What is complete in FOLDER is not run again; FOLDER/sizes.md is the table.
With five seeds 300 to 5000 elements take about 8 minutes of two cores.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
import numpy as np
from grist_tools.calibrate.rock_file import read_rock
from grist_tools.calibrate.rock_search import Bonds
from grist_tools.calibrate.rock_specimens import Specimens
from grist_tools.run.kept_runs import Runs
from grist_tools.read.intervals import of_median, student
from grist_tools.text.messages import say

BONDS = Bonds(42e6, 65e9, {"ratio": 8.85, "cohesion": 1.8, "angle": 22.5, "beta": 0.43, "reach": 1.14, "radius": 1.0})     # found for Carrara marble
EXPECTED = {"uniaxial": 2.1, "brazil": 0.35}     # strengths over that of a bond: the speed
MEASURED = {"young": "20 GPa", "poisson": 0.2, "ucs": "60 MPa", "brazilian": "6 MPa"}      # what is measured; the values are not used
COLUMNS = {"E (GPa)": (0, 1e-9), "nu": (1, 1), "UCS (MPa)": (2, 1e-6), "BTS (MPa)": (3, 1e-6)}
SLOW = 1200         # elements of the row of half the speed


def cells(rows):
    values = np.array(rows)[:, :4]
    values[:, [0, 2, 3]] = np.exp(values[:, [0, 2, 3]])
    for column, scale in COLUMNS.values():
        one = values[:, column]
        one = one[np.isfinite(one)]
        median = of_median(one)
        error = median.half / student(len(one) - 1)
        yield f"{median.value * scale:.4g} ± {error * scale:.2g} ({100 * one.std(ddof=1) / one.mean():.1f} %)"
    yield f"{100 * np.nanmedian(np.array(rows)[:, -1]):.0f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, metavar="LMP")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--elements", type=int, nargs="+", default=[300, 600, 1200, 2500, 5000])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--jobs", type=int, default=2, dest="ranks", help="runs at the same time")
    options = parser.parse_args()
    options.mpiexec = "mpirun"
    rock = read_rock({"rock": {"name": "sizes", "density": "2500 kg/m3"}, "measured": MEASURED}, options.folder / "sizes.toml")
    specimens = Specimens(rock, Runs(options.folder / "runs", options), EXPECTED)
    seeds = range(1, options.seeds + 1)
    lines = ["| elements | " + " | ".join(COLUMNS) + " | broken |", "| --- " * (2 + len(COLUMNS)) + "|"]
    for rock.elements in options.elements:
        lines.append(f"| {rock.elements} | " + " | ".join(cells(specimens.measure(BONDS, seeds))) + " |")
        say(lines[-1])
    rock.elements = SLOW
    specimens.slowness = {test: 2 * slowness for test, slowness in specimens.slowness.items()}
    lines.append(f"| {SLOW}, half the speed | " + " | ".join(cells(specimens.measure(BONDS, seeds))) + " |")
    say(lines[-1])
    (options.folder / "sizes.md").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
