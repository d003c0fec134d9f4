"""Solid fraction of a column of staples: mass over density and volume, and from its profile."""

from grist_tools.draw.plots import BLUE, GREY, np, SKY
from grist_tools.read.tables import read_columns, read_lines, read_settings


class Column:
    def __init__(self, folder):
        self.said = read_settings(folder / "settings.txt")
        columns = read_columns(folder / "path.csv", ("time", "height"))
        self.time = columns["time"]
        self.fraction = self.said["mass"] / self.said["density"] / self.said["section"] / columns["height"]
        self.middle = middle_fraction(folder / "shaken.txt") / self.said["section"]


def middle_fraction(path):
    """Solid volume of the slices between a fifth and four fifths of it, over their height."""
    rows = np.array([line.split() for line in read_lines(path)[4:]], dtype=float)
    height, solid = rows[:, 1], rows[:, 3]
    below = solid.cumsum() / solid.sum()
    middle = (below > 0.2) & (below < 0.8)
    return solid[middle].sum() / middle.sum() / (height[1] - height[0])


def measure(runs, data):
    column = Column(runs["staples"])
    first, last = column.fraction[0], column.fraction[-1]
    return {"poured": first, "shaken": last, "rise": last / first, "middle": column.middle}


def draw(axes, seeds, data):
    published = data["gravish2012_staples"]
    time, fraction = (np.array([row[name] for row in published]) for name in ("time_s", "solid_fraction"))
    axes.plot(time, fraction, "o", color=GREY, label="measured")
    for row in published:
        if row["error"]:
            axes.errorbar(row["time_s"], row["solid_fraction"], float(row["error"]), color=GREY, capsize=3)
    axes.fill_between([0.9, 1.1], 0.1183, 0.1445, color=SKY, alpha=0.4, label="band at 1 s")
    for number, runs in enumerate(seeds):
        column = Column(runs["staples"])
        axes.plot(column.time, column.fraction, color=BLUE, label=None if number else "Grist")
    axes.set(xlabel="time of shaking [s]", ylabel="solid fraction")
    axes.set_xscale("symlog", linthresh=0.5)
    axes.legend()
