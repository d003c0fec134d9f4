#!/usr/bin/env python3
"""Does `grist calibrate` find rocks that the model itself made? Ten of them, whose bonds are known.

    python3 synthetic_rocks.py LMP FOLDER [--rocks N] [--seed S] [--jobs N]

The levers of bonds are drawn over their whole ranges by a seed; the truth of each rock is the median of five packings of 1200 elements
that no search sees. Where more than a fifth of the bonds break before the strength the draw is rejected, and counted. Each rock is then
calibrated from Young's modulus, Poisson's ratio, uniaxial and Brazilian strength alone. A value is met where truth and verdict differ by
less than 5 %, or by less than twice the standard error of their difference where that is below 8 %. What is complete in FOLDER is not run
again. rocks.md and rocks.csv there are the table. Ten rocks take half an hour of two free cores.
"""

import argparse
import csv
import json
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import numpy as np
from grist_tools.calibrate.rock_file import read_rock
from grist_tools.calibrate.rock_map import LEVERS, STIFFNESS, least_cohesion, to_value
from grist_tools.calibrate.rock_search import Bonds, Search
from grist_tools.calibrate.rock_specimens import Specimens
from grist_tools.run.kept_runs import Runs
from grist_tools.read.intervals import of_median, student
from grist_tools.read.specimens import CRUSHED
from grist_tools.read.tables import read_toml
from grist_tools.text.messages import say

SEED = 20261202
TENSILE = (3e6, 30e6, True)     # Pa; the modulus is STIFFNESS times as large
TRUTH_SEEDS = (201, 202, 203, 204, 205)
KEYS = {"young": ("GPa", 1e9), "poisson": ("", 1), "ucs": ("MPa", 1e6), "brazilian": ("MPa", 1e6)}


def draw(random):
    levers = {name: float(to_value(limits, random.uniform(-1, 1))) for name, limits in LEVERS.items()}
    levers["cohesion"] = max(levers["cohesion"], float(least_cohesion(levers["angle"])))
    tensile, stiffness = (float(to_value(limits, random.uniform(-1, 1))) for limits in (TENSILE, STIFFNESS))
    return Bonds(tensile, tensile * stiffness, levers).rounded()


def write_rock(path, values):
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = "".join(f'{key} = "{values[key] / size:.6g} {unit}"\n' for key, (unit, size) in KEYS.items())
    path.write_text(f'[rock]\nname = "Synthetic rock {path.stem}"\ndensity = "2500 kg/m3"\n[measured]\n{lines}')
    return read_rock(read_toml(path), path)


def truth_of(bonds, folder, options):
    """The values with their intervals and the share of broken bonds; None where a test has no result."""
    rock = write_rock(folder / "truth.toml", {"young": bonds.young, "poisson": 0.2, "ucs": 8 * bonds.tensile, "brazilian": bonds.tensile})
    expected = Search(rock, {}).expected(bonds)
    specimens = Specimens(rock, Runs(folder / "truth", options), {target.test: float(np.exp(value)) / bonds.tensile
                                                                  for target, value in zip(rock.targets, expected) if target.kind == "strength"})
    rows = specimens.measure(bonds, TRUTH_SEEDS)
    if not np.isfinite(rows).all():
        return None, np.nan
    columns = [column if target.kind == "poisson" else np.exp(column) for target, column in zip(rock.targets, rows.T)]
    return {target.key: of_median(column) for target, column in zip(rock.targets, columns)}, float(np.median(rows[:, -1]))


def calibrate(path, folder, options):
    command = [sys.executable, ROOT / "scripts/main.py", "calibrate", path, "--program", options.program, "--out", folder, "--ranks", str(options.ranks)]
    with open(folder.with_suffix(".log"), "w") as log:
        subprocess.run(list(map(str, command)), check=True, stdout=log, stderr=subprocess.STDOUT)
    return json.loads((folder / "calibration.json").read_text())


def compared(truth, found):
    """Of each value: truth, found, difference and twice its standard error in per cent, and whether it is met."""
    rows = []
    for key in KEYS:
        one, other = truth[key], found["results"][key]
        if other["model"] is None:
            rows.append((key, one.value, np.nan, np.nan, np.nan, False))
            continue
        off = 100 * (other["model"] / one.value - 1)
        error = 100 * np.hypot(one.half / student(len(TRUTH_SEEDS) - 1), other["standard_error"]) / one.value
        rows.append((key, one.value, other["model"], off, 2 * error, abs(off) < 5 or 2 * error < 8 and abs(off) < 2 * error))
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", type=Path, metavar="LMP")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rocks", type=int, default=10)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--jobs", type=int, default=2, dest="ranks", help="runs at the same time")
    options = parser.parse_args()
    options.mpiexec, options.folder = "mpirun", options.folder.resolve()
    random, rejected, table = np.random.default_rng(options.seed), [], []
    number = 0
    while len({row["rock"] for row in table}) < options.rocks:
        number += 1
        bonds = draw(random)
        folder = options.folder / f"{number:02d}"
        truth, broken = truth_of(bonds, folder, options)
        if truth is None or broken > CRUSHED:
            rejected.append(number)
            say(f"rock {number} is rejected: " + ("a test has no result" if truth is None else f"{100 * broken:.0f} % of its bonds break before the strength"))
            continue
        path = folder / f"{number:02d}.toml"
        write_rock(path, {key: estimate.value for key, estimate in truth.items()})
        found = calibrate(path, folder / "found", options)
        given = {"young": bonds.young, "tensile": bonds.tensile, **bonds.levers}
        fixed = {name: abs({**found["bonds"], "cohesion": found["bonds"]["cohesion"] / found["bonds"]["tensile"]}[name] / given[name] - 1)
                 for name, one in found["ranges"].items() if one["known"] == "fixed"}
        for key, one, other, off, error, met in compared(truth, found):
            table.append({"rock": number, "value": key, "truth": one / KEYS[key][1], "found": other / KEYS[key][1], "difference": off, "two errors": error,
                          "met": met, "verdict": found["results"][key]["verdict"], "fixed": " ".join(f"{name} {100 * by:.0f} %" for name, by in fixed.items())})
        write(options.folder, table, rejected)
    met = [number for number in sorted({row["rock"] for row in table}) if all(row["met"] for row in table if row["rock"] == number)]
    say(f"{len(met)} of {options.rocks} rocks are met; {len(rejected)} of {number} draws were rejected")


def write(folder, table, rejected):
    with open(folder / "rocks.csv", "w", newline="") as file:
        rows = csv.DictWriter(file, table[0])
        rows.writeheader()
        rows.writerows({name: f"{value:.5g}" if isinstance(value, float) else value for name, value in row.items()} for row in table)
    lines = ["| rock | value | truth | found | difference, % | two standard errors, % | met |", "| --- " * 7 + "|"]
    for row in table:
        lines.append(f"| {row['rock']} | {row['value']} {KEYS[row['value']][0]} | {row['truth']:.4g} | {row['found']:.4g} | {row['difference']:+.1f} | "
                     f"{row['two errors']:.1f} | {'yes' if row['met'] else 'no'} |")
    (folder / "rocks.md").write_text("\n".join(lines) + f"\n\nRejected draws: {', '.join(map(str, rejected)) or 'none'}.\n")


if __name__ == "__main__":
    main()
