"""Solid fraction of the middle of a bed of dice by height, poured and shaken."""

from grist_tools.draw.plots import BLUE, GREY, SKY, np
from grist_tools.read.tables import read_lines

SHAPES = ("tetrahedron", "cube", "octahedron", "dodecahedron", "icosahedron")


def solid_fraction(path):
    """Of the slices between a fifth and four fifths of the solid volume; of the last profile in the file."""
    rows = [line.split() for line in read_lines(path) if not line.startswith("#")]
    rows = np.array(rows[-int(rows[0][1]):], dtype=float)
    volume, solid = rows[:, 2], rows[:, 3]
    below = np.cumsum(solid) / solid.sum()
    middle = (below > 0.2) & (below < 0.8)
    return solid[middle].sum() / volume[middle].sum()


def measure(runs, data):
    shaken = {shape: solid_fraction(runs[shape] / "shaken.txt") for shape in SHAPES}
    others = [value for shape, value in shaken.items() if shape != "cube"]
    off = [solid_fraction(runs[row["shape"]] / "poured.txt") - row["phi_random_loose"]
           for row in data["baker2010_platonic_packings"]]
    return {**shaken, "cube_lead": shaken["cube"] - max(others), "poured": np.mean(off)}


def draw(axes, seeds, data):
    for place, row in enumerate(data["baker2010_platonic_packings"]):
        loose, close = row["phi_random_loose"], row["phi_random_close"]
        first = not place
        axes.bar(place, close - loose + 0.03, 0.6, loose - 0.01, color=GREY, alpha=0.35, label="band" if first else None)
        for value in (loose, close):
            axes.plot([place - 0.3, place + 0.3], [value] * 2, color=GREY,
                      label="loosest and densest of the experiment" if first and value == loose else None)
        for name, color, at in (("poured", SKY, -0.15), ("shaken", BLUE, 0.05)):
            values = [solid_fraction(runs[row["shape"]] / f"{name}.txt") for runs in seeds]
            axes.plot(place + at + 0.07 * np.arange(len(values)), values, "o", color=color, ms=4,
                      label=f"Grist, {name}, each seed" if first else None)
    axes.set_xticks(range(len(SHAPES)), [row["shape"] for row in data["baker2010_platonic_packings"]])
    axes.set(ylabel="solid fraction", ylim=(0.45, 0.8))
    axes.legend(loc="upper right", ncols=2, fontsize=8)
