"""Particle steps a second of processor time, and those of the graphics cards."""

import re

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.tables import read_columns

STEPS = 400_000     # of the benchmark: 4 s in steps of 10 us
CARDS = {"phasicflow_a4000_min": ("s", "phasicFlow, RTX A4000"), "phasicflow_4050ti_min": ("^", "phasicFlow, RTX 4050 Ti"),
         "commercial_4050ti_min": ("v", "a commercial program, RTX 4050 Ti")}
OURS = {"grist": (BLUE, "Grist, one core"), "stock": (ORANGE, "stock LAMMPS, one core")}


def speed(folder):
    """Grains, and million particle steps a second of processor time: other work on the machine counts less."""
    share = float(re.findall(r"([0-9.]+)% CPU use", (folder / "log.lammps").read_text())[-1]) / 100
    row = {name: values[0] for name, values in read_columns(folder / "speed.csv", ("grains", "steps", "seconds", "processes")).items()}
    return row["grains"], 1e-6 * row["grains"] * row["steps"] / (row["seconds"] * share) / row["processes"]


def of_card(rows, column):
    run = [row for row in rows if row[column] > 0]
    return np.array([[row["grains"], 1e-6 * row["grains"] * STEPS / (60 * row[column])] for row in run]).T


def measure(runs, data):
    ours = speed(runs["grist"])[1]
    card = of_card(data["phasicflow_rotating_drum"], "phasicflow_a4000_min")[1][0]
    return {"speed": ours, "cores": card / ours, "stock": speed(runs["stock"])[1]}


def draw(axes, seeds, data):
    for column, (marker, label) in CARDS.items():
        axes.plot(*of_card(data["phasicflow_rotating_drum"], column), marker, color=GREY, label=label)
    for name, (color, label) in OURS.items():
        axes.plot(*speed(seeds[0][name]), "o", color=color, label=label)
    axes.set(xscale="log", yscale="log", xlabel="grains in the drum", ylabel="particle steps a second [million]", ylim=(1, 300))
    axes.legend(loc="upper left", ncols=2, fontsize=8)
