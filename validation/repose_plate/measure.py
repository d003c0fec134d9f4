"""Slope of the heap that stays on the plate, by the highest spheres over the length of the plate."""

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.tables import read_settings

PART = (0.2, 0.8)      # of the plate, from the middle of the heap to the end


def surface(folder):
    """Places along the plate and heights of the highest spheres, in diameters."""
    said = read_settings(folder / "settings.txt")
    columns = last_snapshot(folder / "heap.dump").columns
    d = said["d"]
    on_plate = columns["z"] > 0
    x, y, z = (columns[name][on_plate] / d for name in ("x", "y", "z"))
    places, heights = [], []
    for column in range(int(PART[0] * said["length"] / d), int(PART[1] * said["length"] / d)):
        for row in range(int(y.max()) + 1):
            here = (np.floor(x) == column) & (np.floor(y) == row)
            if here.any():
                highest = np.argmax(np.where(here, z, -np.inf))
                places.append(x[highest])
                heights.append(z[highest])
    return np.array(places), np.array(heights)


def angle(folder):
    return np.degrees(np.arctan(-np.polyfit(*surface(folder), 1)[0]))


def measure(runs, data):
    return {name: angle(folder) for name, folder in runs.items()}


def draw(axes, seeds, data):
    names = list(seeds[0])
    for place, row in enumerate(data["zhou2002_repose"]):
        axes.errorbar(place, row["angle_degrees"], 2, fmt="s", color=GREY, capsize=6, label=None if place else "Zhou et al., band")
    for number, runs in enumerate(seeds):
        axes.plot(range(len(names)), [angle(runs[name]) for name in names], "o", color=BLUE, label=None if number else "Grist, each seed")
    axes.set_xticks(range(len(names)), [f"friction {row['friction']:g},\nrolling {row['rolling_mm']:g} mm" for row in data["zhou2002_repose"]])
    axes.set(ylabel="slope of the heap [degrees]", xlim=(-0.5, 2.5), ylim=(0, 30))
    axes.legend()
