"""Shares of the mass of all pieces of a class that are finer than 1/n of the rock, interpolated to the t10 of the table."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_columns, read_settings

COLORS = {2: BLUE, 4: ORANGE, 25: GREEN}


def shares(folder):
    """Of each class, in per cent: {n: an array}."""
    settings = read_settings(folder / "settings.txt")
    classes = read_columns(folder / "classes.csv", ("class", "mass"))
    found = {n: [] for n in (10, *COLORS)}
    for number, mass in zip(classes["class"], classes["mass"]):
        snapshots = read_dump(folder / f"pieces.{number:.0f}.dump", wanted=("mass",))
        pieces = np.concatenate([snapshot.columns["mass"] for snapshot in snapshots if len(snapshot.rows)] or [[]])
        size = np.cbrt(6 * pieces / np.pi / settings["density"]) / settings["size"]
        for n, values in found.items():
            values.append(100 * pieces[size < 1 / n].sum() / mass)
    order = np.argsort(found[10])
    return {n: np.array(values)[order] for n, values in found.items()}


def at(found, n, t10):
    """Nan beyond the classes: out of any band."""
    return np.interp(t10, found[10], found[n], left=np.nan, right=np.nan)


def measure(runs, data):
    found, default = shares(runs["rosin"]), shares(runs["default"])
    figures = {f"t{n}_{row['t10']:.0f}": at(found, n, row["t10"]) for row in data["jk_tn"] for n in COLORS}
    figures["default"] = max(abs(at(default, n, row["t10"]) - row[f"t{n}"]) for row in data["jk_tn"] for n in COLORS)
    return figures


def draw(axes, seeds, data):
    t10 = [row["t10"] for row in data["jk_tn"]]
    for n, color in COLORS.items():
        axes.errorbar(t10, [row[f"t{n}"] for row in data["jk_tn"]], 4, fmt="s", color=GREY, ms=5, capsize=3, zorder=3,
                      label="table, band" if n == 2 else None)
        for number, runs in enumerate(seeds):
            found = shares(runs["rosin"])
            axes.plot(found[10], found[n], "o-", color=color, ms=3, lw=0.8, label=None if number else f"Grist, t{n}")
        default = shares(seeds[0]["default"])
        axes.plot(default[10], default[n], "--", color=color, lw=0.8, label="the same, rosin 1" if n == 25 else None)
    axes.set(xlabel="t10: mass in pieces below a tenth of the rock [%]", ylabel="mass in pieces below 1/n of the rock [%]",
             xlim=(0, 36), ylim=(0, 100))
    axes.legend(loc="upper left")
