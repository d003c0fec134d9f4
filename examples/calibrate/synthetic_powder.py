#!/usr/bin/env python3
"""Does `grist calibrate` find a powder that the model itself made? Its coefficients are drawn by a seed.

    python3 synthetic_powder.py LMP FOLDER [--law LAW] [--seed S] [--budget N] [--jobs N]

The truth is the mean of eight seeds of in.shear that no search sees: strengths at 2, 4 and 8 kPa, effective angle and bulk density at 8 kPa. The
powder is calibrated from all of them but the strength at 4 kPa, which is the verdict: it must be found within 5 %, and the coefficients must
lie in the region of 95 %. What is complete in FOLDER is not run again. FOLDER/powder.toml is the file, powder.md the table.
"""

import argparse
import sys
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import numpy as np
from grist_tools.calibrate import powder as powder_module
from grist_tools.calibrate.bulk import measurer
from grist_tools.calibrate.powder_file import RATIO, read_powder, value_of
from grist_tools.calibrate.page import write_calibration
from grist_tools.read.tables import read_toml
from grist_tools.run.kept_runs import Runs
from grist_tools.text.messages import say

SEED = 2026
MAJORS, HELD = (2000.0, 4000.0, 8000.0), 4000.0
TRUTH_SEEDS = range(5001, 5009)
FILE = """# Made by synthetic_powder.py: means and standard errors of eight seeds of in.shear with {truth}
[powder]
material = "a made-up powder"
law = "{law}"
size = "{low} to {high} mm"      # of the spheres, which are parcels
real_size = "20 um"
density = "1500 kg/m3"

[measured]
flow_function = [["2 kPa", "{s0}"], ["8 kPa", "{s2}"]]
bulk_density = [["8 kPa", "{bulk}"]]
effective_angle = [["8 kPa", "{angle}"]]

[check]
flow_function = [["4 kPa", "{s1}"]]
"""


def file_of(law, truth, values):
    low, high = 1.6, 2.4
    return FILE.format(law=law, truth=truth, low=low, high=high, s0=values["strength", 2000.0], s1=values["strength", 4000.0], s2=values["strength", 8000.0],
                       bulk=values["bulk density", 8000.0], angle=values["effective angle", 8000.0])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, metavar="LMP")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--law", default="eepa", choices=("eepa", "sjkr"))
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--budget", type=int, help="runs of the search")
    parser.add_argument("--jobs", type=int, default=2, dest="ranks", help="runs at the same time")
    options = parser.parse_args()
    options.mpiexec, options.folder = "mpirun", options.folder.resolve()
    options.folder.mkdir(parents=True, exist_ok=True)
    wanted = [("strength", major) for major in MAJORS] + [("bulk density", 8000.0), ("effective angle", 8000.0)]
    path = options.folder / "powder.toml"
    path.write_text(file_of(options.law, "", {key: {"strength": f"{0.2 * key[1]:g} Pa", "bulk density": "800 kg/m3", "effective angle": "40 deg"}[key[0]] for key in wanted}))
    powder = read_powder(path, read_toml(path))
    point = np.random.default_rng(options.seed).uniform(0.2, 0.8, len(powder.names))       # not at the edge of the ranges
    truth = powder.values(point)[0]
    shear = next(iter(powder.scripts))
    powder.variables[shear]["levels"] = " ".join(f"{major / RATIO:.5g}" for major in MAJORS)
    readers = {key: partial(value_of, *key, 1500.0) for key in wanted}
    runs = Runs(options.folder / "truth", options, len(TRUTH_SEEDS))
    found = [one for one in measurer(powder, runs, {shear: readers})([(point, seed) for seed in TRUTH_SEEDS]) if one]
    unit = {"strength": "Pa", "bulk density": "kg/m3", "effective angle": "deg"}
    table = {key: (np.mean([one[key] for one in found]), np.std([one[key] for one in found], ddof=1) / np.sqrt(len(found))) for key in wanted}
    text = ", ".join(f"{name} {value:.3g}" for name, value in zip(powder.names, truth))
    path.write_text(file_of(options.law, text, {key: f"{mean:.5g} +- {error:.2g} {unit[key[0]]}" for key, (mean, error) in table.items()}))
    say(f"truth: {text}; " + ", ".join(f"{key[0]} at {key[1]:g} Pa {mean:.4g} +- {error:.2g} {unit[key[0]]}" for key, (mean, error) in table.items()))

    searches = []
    searched = powder_module.Cloud
    powder_module.Cloud = lambda *words: searches.append(searched(*words)) or searches[-1]       # to ask it whether the truth is in its region
    options.file, options.out = path, options.folder / "found"
    result = powder_module.calibrate(options, read_toml(path))
    write_calibration(options.out, result)
    search = searches[0]
    is_inside = search.holds(point)
    lines = ["| | truth | found | |", "| --- " * 4 + "|"]
    lines += [f"| {name} | {value:.3g} | {result.values['parameters'][name]:.3g} | {low:.3g} to {high:.3g} |"
              for (name, (low, high)), value in zip(result.values["ranges"].items(), truth)]
    for one in result.figures:
        lines.append(f"| {one.name}, {one.unit} | {float(one.expected):.4g} | {float(one.value):.4g} +- {float(one.error or 0):.2g} | {100 * (float(one.value) / float(one.expected) - 1):+.1f} % |")
    held = next(one for one in result.figures if one.name == "strength at 4 kPa")
    off = abs(float(held.value) / float(held.expected) - 1)
    lines.append(f"\nThe truth is {'in' if is_inside else 'outside'} the region of 95 %, which is {100 * result.values['region']:.2g} % of the ranges; the strength at 4 kPa is off by "
                 f"{100 * off:.1f} %. {result.sentences[-1]}")
    (options.folder / "powder.md").write_text("\n".join(lines) + "\n")
    say("\n".join(lines))
    sys.exit(0 if is_inside and off < 0.05 else 1)


if __name__ == "__main__":
    main()
