#!/usr/bin/env python3
"""Which bonds give which rock: compression, tension, Brazilian and triaxial tests over the variables of bonds.

    python3 map.py LMP FOLDER

LMP is the LAMMPS executable with Grist. Each run adds a line to FOLDER/map.csv; a map that was stopped goes on where it stopped.
Then map.png, triaxial.png and map.md, a table, are made of map.csv. README.md says how long it takes.
"""

import argparse
import csv
import itertools
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.bench.measure import words_of
from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, PINK, np, plt, save
from grist_tools.read.specimens import read_test
from grist_tools.read.tables import read_rows
from grist_tools.text.messages import fail, say

INPUT = Path(__file__).resolve().parent / "in.strength"
STRENGTH = 1e6      # tensile strength of the bonds: all others are multiples of it
BASE = {"elements": 500, "seed": 1, "angle": 0, "cohesion": 1, "beta": 1, "reach": 1.1, "ratio": 2.5, "friction": 0.5, "contact": 10}
UNIAXIAL, TENSION, BRAZIL = {"test": "uniaxial"}, {"test": "tension"}, {"test": "brazil", "jaws": "flattened"}
TESTS = (UNIAXIAL, TENSION, BRAZIL)
SMOOTH = {"test": "uniaxial", "platens": "smooth"}
# Angles and cohesions of bonds. A cohesion with which no bond breaks by shear is large enough: larger ones change nothing.
ALL = [{"angle": angle, "cohesion": c} for angle, c in
       ((0, 1), (0, 2), (0, 3), (30, 1), (30, 2), (30, 3), (45, 1), (45, 2), (60, 1.75), (60, 3))]
FEW = [{"angle": angle, "cohesion": c} for angle, c in ((0, 1), (0, 3), (30, 2), (60, 3))]
GRID = ((1, (1.05, 1.1, 1.25, 1.5), ALL), (0, (1.1, 1.5), FEW))
FAR = ((0.5, (1.1, 1.5), FEW), (1, (2,), FEW))      # reach 2: 30 bonds an element, slow
UNDER_PRESSURE = [{"angle": angle, "cohesion": c} for angle, c in ((0, 2), (30, 2), (45, 2), (60, 3))]
SETTINGS = ["test", "jaws", "platens", "confining", *BASE]
RESULTS = ["strength", "young", "poisson", "tension", "shear", "broken", "seconds"]


def grid(parts):
    """The map: packings of 500 elements, one seed. Direct tension knows no friction of bonds: one angle is enough."""
    for beta, reaches, bonds in parts:
        for reach, bond, test in itertools.product(reaches, bonds, TESTS):
            if test is not TENSION or not bond["angle"]:
                yield {**BASE, **test, **bond, "beta": beta, "reach": reach}


def triaxial():
    """Without pressure it is the uniaxial test of the grid."""
    for confining, bond in itertools.product((1, 0.5, 2), UNDER_PRESSURE):
        yield {**BASE, **bond, "test": "triaxial", "confining": confining}


def others():
    """Stiffness ratio of bonds; friction and stiffness of the contacts that broken bonds leave."""
    changes = ({"ratio": 1}, {"ratio": 4}, {"friction": 0}, {"friction": 1}, {"contact": 1})
    for change, test in itertools.product(changes, (UNIAXIAL, BRAZIL)):
        yield {**BASE, **test, "angle": 60, "cohesion": 3, "reach": 1.5, **change}


def chosen(rows):
    """The best point up to reach 1.5, and the defaults: other seeds, more elements, smooth platens, the other jaws."""
    near = [row for row in rows if row["reach"] <= 1.5]
    best = sorted(points(near, elements=500, seed=1, ratio=2.5, friction=0.5, contact=10), key=lambda point: -point["over"])[:1]
    jaws = ({"test": "brazil", "jaws": "flat"}, {"test": "brazil", "jaws": "curved"})
    for (elements, seed), point in itertools.product(((500, 2), (500, 3), (500, 1), (1000, 1), (5000, 1)), [*best, BASE]):
        bond = {name: point[name] for name in BASE if name not in ("elements", "seed")}
        for test in (*TESTS, SMOOTH, *(jaws if elements == 500 and seed == 1 else ())):
            yield {**bond, **test, "elements": elements, "seed": seed}


def points(rows, **wanted):
    """The places of the map with their strengths over that of a bond, and UCS over BTS."""
    rows = [row for row in rows if all(row[name] == value for name, value in wanted.items())]
    strengths = {key(row): row["strength"] for row in rows}
    found = []
    for row in rows:
        place = {name: row[name] for name in BASE}
        brazil, tension = (strengths.get(key({**place, **test})) for test in (BRAZIL, TENSION))
        tension = tension or strengths.get(key({**place, **TENSION, "angle": 0, "cohesion": 3}))
        if (row["test"], row["platens"]) == ("uniaxial", "") and brazil:
            found.append({**place, "ucs": row["strength"], "tension": tension, "bts": brazil, "over": row["strength"] / brazil,
                          "young": row["young"], "poisson": row["poisson"], "broken": row["broken"]})
    return found


# ---------------------------------------------------------------- runs


def run(lmp, setting):
    """One test; strengths over that of a bond, E over that of bonds. A specimen that is only crushed, never split, ends at a strain."""
    words = {name: value for name, value in setting.items() if value not in ("", None)}
    for name in ("cohesion", "confining"):
        if name in words:
            words[name] *= STRENGTH
    with tempfile.TemporaryDirectory() as folder:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [lmp, "-in", INPUT, "-log", "log", "-screen", "none", *words_of({"platens": "glued", **words, "frames": 0, "until": 25, "tensile": STRENGTH})]
        done = subprocess.run(list(map(str, command)), cwd=folder, stdin=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            fail(f"in.strength stopped with {setting}: {(Path(folder) / 'log').read_text().splitlines()[-1]}")
        test = read_test(Path(folder))
    return {"strength": test.strength_Pa / STRENGTH, "young": test.young_Pa / 1e9, "poisson": test.poisson, "tension": test.tension_at_peak,
            "shear": test.shear_at_peak, "broken": test.broken_at_peak, "seconds": after.ru_utime - before.ru_utime}


def key(row):
    """What two runs differ in."""
    return tuple(row.get(name) or 0 for name in SETTINGS)


def run_all(lmp, path, settings):
    """Runs what the table lacks, and adds it to the table."""
    rows = read_rows(path) if path.is_file() else []
    done = {key(row) for row in rows}
    for setting in settings(rows):
        if key(setting) in done:
            continue
        row = {name: setting.get(name, "") for name in SETTINGS} | run(lmp, setting)
        with open(path, "a", newline="") as file:
            table = csv.DictWriter(file, [*SETTINGS, *RESULTS])
            if not done:
                table.writeheader()
            table.writerow({name: f"{value:.6g}" if isinstance(value, float) else value for name, value in row.items()})
        done.add(key(row))
        say(f"{len(done)}: " + " ".join(f"{name} {value}" for name, value in setting.items()) + f": {row['strength']:.3f}")


# ---------------------------------------------------------------- plots


LINES = {(0, 1): GREY, (0, 3): BLUE, (30, 2): GREEN, (45, 2): ORANGE, (60, 3): PINK}     # colors by angle and cohesion
NAMES = {bond: f"angle {bond[0]}, cohesion {bond[1]} s" for bond in LINES}
HOEK_BROWN, OF_ROCK = 30, "Lac du Bonnet granite, Hoek-Brown m = 30"


def draw_map(folder, rows):
    """UCS over BTS, and both, against reach."""
    figure, (ratio, both) = plt.subplots(1, 2, figsize=(11, 4.6), constrained_layout=True)
    for (angle, cohesion), color in LINES.items():
        for beta, style in ((1, "-o"), (0, "--s")):
            line = sorted(points(rows, angle=angle, cohesion=cohesion, beta=beta, elements=500, seed=1, ratio=2.5, friction=0.5, contact=10),
                          key=lambda point: point["reach"])
            if line:
                reach = [point["reach"] for point in line]
                name = NAMES[angle, cohesion] if beta else None
                ratio.plot(reach, [point["over"] for point in line], style, color=color, markersize=4, label=name)
                if beta:
                    both.plot(reach, [point["ucs"] for point in line], "-o", color=color, markersize=4)
                    both.plot(reach, [point["bts"] for point in line], ":^", color=color, markersize=4)
    ratio.axhspan(8, 20, color="#f0f0f0", zorder=0)
    ratio.set_ylabel("UCS over Brazilian strength (solid: beta 1; dashed: beta 0)")
    ratio.set_ylim(bottom=0)
    ratio.legend(frameon=False, fontsize=8)
    both.set_yscale("log")
    both.set_ylabel("UCS (solid) and Brazilian strength (dotted) over s, beta 1")
    for axis in (ratio, both):
        axis.set_xlabel("reach")
    save(figure, folder / "map.png", rect=None, dpi=120)


def draw_triaxial(folder, rows):
    """Axial strength against lateral pressure, both over UCS."""
    figure, axis = plt.subplots(figsize=(6.5, 4.8), constrained_layout=True)
    for bond, color in zip(UNDER_PRESSURE, (BLUE, GREEN, ORANGE, PINK)):
        place = {**BASE, **bond}
        line = sorted((float(row["confining"] or 0), row["strength"]) for row in rows
                      if row["test"] in ("uniaxial", "triaxial") and not row["platens"]
                      and all(row[name] == value for name, value in place.items()))
        if line and not line[0][0]:
            sides, axial = np.array(line).T / line[0][1]
            axis.plot(sides, axial, "-o", color=color, markersize=4, label=f"angle {bond['angle']}, cohesion {bond['cohesion']} s")
    pressure = np.linspace(0, 0.65, 100)
    axis.plot(pressure, pressure + np.sqrt(HOEK_BROWN * pressure + 1), "--", color="black", linewidth=1, label=OF_ROCK)
    axis.set_xlabel("lateral pressure over UCS")
    axis.set_ylabel("axial strength over UCS")
    axis.set_xlim(0, 0.65)
    axis.legend(frameon=False, fontsize=8)
    save(figure, folder / "triaxial.png", rect=None, dpi=120)


def write_table(folder, rows):
    columns = {"reach": "g", "beta": "g", "angle": "g", "cohesion": "g", "ratio": "g", "friction": "g", "contact": "g", "elements": "g", "seed": "g",
               "ucs": ".2f", "tension": ".2f", "bts": ".2f", "over": ".1f", "young": ".2f", "poisson": ".2f", "broken": ".2f"}
    lines = ["| " + " | ".join(columns) + " |", "| --- " * len(columns) + "|"]
    for point in sorted(points(rows), key=lambda point: tuple(point[name] for name in columns)):
        lines.append("| " + " | ".join("" if point[name] is None else format(point[name], form) for name, form in columns.items()) + " |")
    (folder / "map.md").write_text("\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("lmp", type=Path)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    path = options.folder / "map.csv"
    for settings in (lambda rows: (*triaxial(), *grid(GRID), *others()), chosen, lambda rows: grid(FAR)):
        run_all(options.lmp.resolve(), path, settings)
    rows = read_rows(path)
    draw_map(options.folder, rows)
    draw_triaxial(options.folder, rows)
    write_table(options.folder, rows)


if __name__ == "__main__":
    main()
