#!/usr/bin/env python3
"""Plots of the benchmark of polyhedra, and its summary.

    python3 plot.py RESULT_FOLDER

Needs numpy and matplotlib. Read from RESULT_FOLDER:
  pairs.csv     microseconds a pair by shape, as Google Benchmark writes it
  drum.csv      case, bodies, touching pairs, ranks, steps, seconds

Written there:
  pairs.png     touching and separate pairs, walls and spheres, and the published algorithm
  summary.txt   what was to be shown, and whether it was
"""

import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, np, PINK, plt, result_folder, save, SKY
from grist_tools.read.tables import read_rows
from grist_tools.report.figures import verdict, write_summary
from grist_tools.text.messages import fail

KINDS = {"polyhedra_as_published": ("touching, as published (all combinations of planes)", GREY),
         "polyhedra_touching": ("touching, clipping", BLUE),
         "polyhedron_wall": ("on a wall", SKY),
         "sphere_polyhedron": ("with a sphere", AMBER),
         "polyhedra_part": ("apart, the plane to be found", PINK),
         "polyhedra_separate": ("apart, with a remembered plane", GREEN)}

# Microseconds a pair that are to be reached: octahedra, 20 vertices (two shapes), 60 vertices (two shapes).
TOUCHING = {"octahedron 6 (8)": 0.6, "dodecahedron 20 (12)": 2.0, "random 20 (36)": 2.0,
            "football 60 (32)": 6.0, "random 60 (116)": 6.0}
DRUM_COLUMNS = ("case", "bodies", "touching", "ranks", "steps", "seconds")
SEPARATE, FASTER_AT_20_FACES, PARTICLE_STEPS, TWO_RANKS = 0.1, 10.0, 600e3, 1.7


def read_pairs(file):
    """{kind: {shape: median of us a pair}}"""
    values = defaultdict(lambda: defaultdict(list))
    for row in read_rows(file):
        kind = row["name"].split("/")[0]
        if row["name"].count("/") == 1 and not any(end in row["name"] for end in ("_mean", "_median", "_stddev", "_cv")):
            values[kind][row["label"]].append(row["us_per_pair"])
    return {kind: {shape: float(np.median(v)) for shape, v in shapes.items()} for kind, shapes in values.items()}


def summary_of_pairs(pairs):
    for shape, most in TOUCHING.items():
        us = pairs["polyhedra_touching"][shape]
        yield verdict(f"{shape}: a touching pair takes {us:.2f} us (wanted: at most {most:g})", us <= most)
    worst = max(pairs["polyhedra_separate"].values())
    yield verdict(f"a separate pair with a remembered plane takes at most {worst:.3f} us (wanted: {SEPARATE:g})", worst <= SEPARATE)
    shape = "icosahedron 12 (20)"
    ratio = pairs["polyhedra_as_published"][shape] / pairs["polyhedra_touching"][shape]
    yield verdict(f"20 faces: {ratio:.0f} times as fast as the published algorithm (wanted: {FASTER_AT_20_FACES:g})",
                  ratio >= FASTER_AT_20_FACES)


def summary_of_drum(rows):
    rates = {}
    for row in rows:
        ranks, step = row["ranks"], row["seconds"] / row["steps"]
        rate = rates[ranks] = row["bodies"] / step
        sentence = (f"drum, {row['bodies']:.0f} octahedra, {row['touching']:.0f} touching pairs, {ranks:.0f} rank(s): {rate:,.0f} particle steps a "
                    f"second, {1e6 * step / row['touching']:.2f} us a touching pair, all included")
        yield verdict(sentence + f" (wanted: {PARTICLE_STEPS:,.0f})", rate >= PARTICLE_STEPS) if ranks == 1 else sentence
    if 1 in rates and 2 in rates:
        ratio = rates[2] / rates[1]
        yield verdict(f"drum: two ranks are {ratio:.2f} times as fast as one (wanted: {TWO_RANKS:g})", ratio >= TWO_RANKS)


def plot_pairs(pairs, file):
    shapes = list(pairs["polyhedra_touching"])
    kinds = [kind for kind in KINDS if kind in pairs]
    figure, axes = plt.subplots(figsize=(11, 5.2), layout="constrained")
    width = 0.8 / len(kinds)
    for k, kind in enumerate(kinds):
        name, color = KINDS[kind]
        heights = [pairs[kind].get(shape, np.nan) for shape in shapes]
        axes.bar(np.arange(len(shapes)) + (k - 0.5 * (len(kinds) - 1)) * width, heights, width, label=name, color=color)
    axes.set_yscale("log")
    axes.set_xticks(range(len(shapes)), [shape.replace(" ", "\n", 1) for shape in shapes])
    axes.set_xlabel("shape, vertices (faces)")
    axes.set_ylabel("time a pair (us)")
    axes.grid(axis="y", alpha=0.3)
    axes.set_axisbelow(True)
    axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.01), ncol=3, frameon=False)
    save(figure, file, rect=None, dpi=120)


def main():
    folder = result_folder()
    lines = []
    if (folder / "pairs.csv").exists():
        pairs = read_pairs(folder / "pairs.csv")
        plot_pairs(pairs, folder / "pairs.png")
        lines += summary_of_pairs(pairs)
    if (folder / "drum.csv").exists():
        lines += summary_of_drum(read_rows(folder / "drum.csv", DRUM_COLUMNS))
    if not lines:
        fail(f"neither pairs.csv nor drum.csv in {folder}")
    write_summary(folder, lines)


if __name__ == "__main__":
    main()
