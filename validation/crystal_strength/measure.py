"""Ratio of the pressures on a crystal over its strain: its largest value is the strength."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.tables import read_settings

COLORS = {"smooth": BLUE, "little": GREEN, "much": ORANGE}


def ratio(folder):
    """Strains, and vertical over lateral pressure."""
    said = read_settings(folder / "settings.txt")
    _, side_x, side_y, top = np.loadtxt(folder / "path.txt", comments="#").T
    strain = np.arange(1, len(top) + 1) / len(top) * said["strain"]
    return strain, top / said["top"] / ((side_x + side_y) / 2 / said["side"])


def measure(runs, data):
    return {name: ratio(folder)[1].max() for name, folder in runs.items()}


def draw(axes, seeds, data):
    for place, (row, (name, color)) in enumerate(zip(data["thornton1979_crystal"], COLORS.items())):
        axes.axhline(row["ratio"], color=GREY, lw=1, ls="--", label=None if place else "closed form")
        strain, found = ratio(seeds[0][name])
        axes.plot(100 * strain, found, color=color, label=f"Grist, friction {row['friction']:g}")
    axes.set(xlabel="strain of the block [%]", ylabel="vertical over lateral pressure", ylim=(0.8, 4.2))
    axes.legend(loc="lower right")
