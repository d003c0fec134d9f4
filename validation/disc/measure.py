"""Stress inside the disc, over 2P/(pi D), and its closed form at the same points."""

from functools import cache

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.tables import read_settings

CENTER = 0.1      # of the radius: spheres nearer to the center count as the center
WIDTH = 0.05      # of the radius: spheres nearer to a diameter are on it
OUT_TO = 0.7      # of the radius: how far the profiles are compared


@cache
def stresses(folder):
    """Places over the radius, and stresses across and along the line of the forces, over 2P/(pi D)."""
    said = read_settings(folder / "settings.txt")
    columns = last_snapshot(folder / "disc.dump").columns
    area = said["d"]**2 * (np.sqrt(3) / 2 if said["pattern"] == "hexagon" else 1)
    radius = np.sqrt(said["spheres"] * area / np.pi)
    unit = said["force"] / (np.pi * radius)
    x, y = columns["x"] / radius, columns["y"] / radius
    return x, y, columns["c_stress[1]"] / area / unit, columns["c_stress[2]"] / area / unit


def closed_form(x, y):
    """Across and along; forces at (0, 1) and (0, -1)."""
    upper, lower = (x**2 + (1 - y)**2)**2, (x**2 + (1 + y)**2)**2
    return 1 - 2 * x**2 * ((1 - y) / upper + (1 + y) / lower), 1 - 2 * ((1 - y)**3 / upper + (1 + y)**3 / lower)


def measure(runs, data):
    x, y, across, along = stresses(runs["disc"])
    right_across, right_along = closed_form(x, y)
    center = np.hypot(x, y) < CENTER
    level, upright = (np.abs(y) < WIDTH) & (np.abs(x) < OUT_TO), (np.abs(x) < WIDTH) & (np.abs(y) < OUT_TO)
    values = {row["quantity"]: row["value"] for row in data["hertz1883_disc"]}
    return {"across": values["across"] * across[center].mean() / right_across[center].mean(),
            "along": values["along"] * along[center].mean() / right_along[center].mean(),
            "level": np.sqrt(np.mean((along - right_along)[level]**2)), "upright": np.sqrt(np.mean((across - right_across)[upright]**2))}


def draw(axes, seeds, data):
    x, y, across, along = stresses(seeds[0]["disc"])
    at = np.linspace(-0.9, 0.9, 200)
    axes.plot(at, closed_form(0 * at, at)[0], color=ORANGE, label="closed form, across, on the line of the forces")
    axes.plot(at, closed_form(at, 0 * at)[1], color=BLUE, label="closed form, along, on the other diameter")
    near = (np.abs(x) < WIDTH) & (np.abs(y) < 0.9)
    axes.plot(y[near], across[near], "^", ms=4, color=ORANGE, label="Grist")
    near = (np.abs(y) < WIDTH) & (np.abs(x) < 0.9)
    axes.plot(x[near], along[near], "o", ms=4, color=BLUE, label="Grist")
    axes.axhline(0, color=GREY, lw=0.8)
    axes.set(xlabel="place on the diameter, over the radius", ylabel="stress over 2P/($\\pi$D), tension positive", ylim=(-3.6, 3))
    axes.legend(fontsize="small")
