"""Solid fraction of the part of a bed that is some diameters away from floor and top."""

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.tables import read_lines, read_settings

RUNS = {"spheres": 2, "friction": 2, "rods": 2, "spheroids": 1.3}     # how many diameters from floor and top


def profile(folder):
    """Of each slice: height in diameters, volume and solid volume."""
    rows = np.array([line.split() for line in read_lines(folder / "profile.txt")[4:]], dtype=float)
    return rows[:, 1] / read_settings(folder / "settings.txt")["diameter"], rows[:, 2], rows[:, 3]


def top(folder):
    """Height below which 99.5 % of all elements are, in diameters."""
    columns = last_snapshot(folder / "resting.dump", ("z", "radius")).columns
    diameter = read_settings(folder / "settings.txt")["diameter"]
    return np.quantile(columns["z"] + columns["radius"], 0.995) / diameter


def solid_fraction(folder, away):
    height, volume, solid = profile(folder)
    part = (height > away) & (height < top(folder) - away)
    return solid[part].sum() / volume[part].sum()


def contacts(folder, away=2):
    """Mean number of a sphere, away from floor and top."""
    columns, settings = last_snapshot(folder / "resting.dump", ("x", "y", "z")).columns, read_settings(folder / "settings.txt")
    apart = np.array([columns[axis][:, None] - columns[axis] for axis in "xyz"])
    apart[:2] -= settings["edge"] * np.round(apart[:2] / settings["edge"])
    touching = ((apart**2).sum(axis=0) < settings["diameter"]**2).sum(axis=1) - 1
    height = columns["z"] / settings["diameter"]
    return touching[(height > away) & (height < top(folder) - away)].mean()


def measure(runs, data):
    found = {name: solid_fraction(runs[name], away) for name, away in RUNS.items() if name in runs}
    for name in ("spheres", "friction"):
        if f"stock_{name}" in runs:
            found[f"stock_{name}"] = found[name] - solid_fraction(runs[f"stock_{name}"], RUNS[name])
    if "hard" in runs:
        found["contacts"] = contacts(runs["hard"])
    return found


def draw(axes, seeds, data):
    for place, (name, row) in enumerate(zip(RUNS, data["packings_spheres_rods_spheroids"])):
        low, high = row["band_low"], row["band_high"]
        axes.bar(place, high - low, 0.6, low, color=GREY, alpha=0.5, label=None if place else "band")
        axes.plot([place - 0.3, place + 0.3], [row["published"]] * 2, color=GREY, label=None if place else "published")
        values = [solid_fraction(runs[name], RUNS[name]) for runs in seeds if name in runs]
        axes.plot(place + 0.08 * np.arange(len(values)), values, "o", color=BLUE, label=None if place else "Grist, each seed")
    axes.set_xticks(range(len(RUNS)), ["spheres", "spheres,\nfriction 0.5", "rods,\nL/D 0.45", "spheroids,\n0.51"])
    axes.set(ylabel="solid fraction", ylim=(0.55, 0.75))
    axes.legend()
