"""Solid fraction of the middle of a bed of dice by height, poured and shaken."""

from math import pi, tan

from grist_tools.draw.plots import BLUE, GREY, SKY, np
from grist_tools.read.tables import read_lines

SHAPES = ("tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron")
VESSEL = 3 * tan(pi / 12)       # area of the vessel with 12 sides over that of the square about it


def solid_fraction(path):
    """Of the slices between a fifth and four fifths of the solid volume; of the last profile in the file."""
    rows = [line.split() for line in read_lines(path) if not line.startswith("#")]
    rows = np.array(rows[-int(rows[0][1]):], dtype=float)
    volume, solid = rows[:, 2], rows[:, 3]
    below = np.cumsum(solid) / solid.sum()
    middle = (below > 0.2) & (below < 0.8)
    return solid[middle].sum() / volume[middle].sum() / VESSEL


def measure(runs, data):
    found = {f"{before}{shape}": solid_fraction(runs[shape] / f"{name}.txt") for before, name in (("", "shaken"), ("poured_", "poured"))
             for shape in runs}
    if set(SHAPES) <= set(found):
        found["cube_lead"] = found["cube"] - max(found[shape] for shape in SHAPES if shape != "cube")
    return found


def draw(axes, seeds, data):
    for place, row in enumerate(data["baker2010_platonic_packings"]):
        loose, close = row["phi_random_loose"], row["phi_random_close"]
        first = not place
        for value, band in ((loose, 0.02), (close, 0.03)):
            axes.bar(place, 2 * band, 0.6, value - band, color=GREY, alpha=0.35, label="band" if first and value == loose else None)
            axes.plot([place - 0.3, place + 0.3], [value] * 2, color=GREY,
                      label="loosest and densest of the experiment" if first and value == loose else None)
        for name, color, at in (("poured", SKY, -0.15), ("shaken", BLUE, 0.05)):
            values = [solid_fraction(runs[row["shape"]] / f"{name}.txt") for runs in seeds if row["shape"] in runs]
            axes.plot(place + at + 0.07 * np.arange(len(values)), values, "o", color=color, ms=4,
                      label=f"Grist, {name}, each seed" if first else None)
    for name, color, at in (("poured", SKY, -0.15), ("shaken", BLUE, 0.05)) if "cut" in seeds[0] else ():
        axes.plot(at - 0.1, solid_fraction(seeds[0]["cut"] / f"{name}.txt"), "+", color=color, label="without corners" if at > 0 else None)
    axes.set_xticks(range(len(SHAPES)), [row["shape"] for row in data["baker2010_platonic_packings"]])
    axes.set(ylabel="solid fraction", ylim=(0.45, 0.8))
    axes.legend(loc="upper right", ncols=2, fontsize=8)
