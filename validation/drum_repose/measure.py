"""Slope of the free surface near the end walls of a drum, as a camera in front of it sees it."""

from functools import cache

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_settings

SEEN = 0.0225      # m: the spheres that are nearer to an end wall
STATIONS = 8       # over the middle half of the drum
NEAR = 0.003       # m: the spheres that are nearer to a station
HIGHEST = 10       # their mean height is that of the surface
GRAVITY = 9.81


def surface(folder):
    """Place across the drum and height at the stations, m: mean of all frames."""
    said = read_settings(folder / "settings.txt")
    at = np.linspace(-0.5, 0.5, STATIONS) * said["radius"]
    heights = []
    for snapshot in read_dump(folder / "frames.dump", wanted=("x", "y", "z")):
        columns = snapshot.columns
        seen = np.abs(columns["y"]) > said["length"] / 2 - SEEN
        x, z = columns["x"][seen], columns["z"][seen]
        heights.append([np.sort(z[np.abs(x - place) < NEAR])[-HIGHEST:].mean() for place in at])
    return at, np.mean(heights, axis=0)


@cache
def angle(folder):
    return np.degrees(np.arctan(abs(np.polyfit(*surface(folder), 1)[0])))


def froude(folder):
    said = read_settings(folder / "settings.txt")
    return said["speed"]**2 * said["radius"] / said["gravity"]


def measure(runs, data):
    of = {name: angle(folder) for name, folder in runs.items()}
    if "fast" not in of:        # the small version
        return {"angle": of["base"]}
    return {"angle": of["base"], "angle_turn": of["turn"], "collapse": of["heavy"] - of["base"], "g_level": of["fast"] - of["heavy"],
            "rise": of["base"] - of["slow"]}


def draw(axes, seeds, data):
    row = data["rotary_kiln_angle"][0]
    number = row["speed_rad_per_s"]**2 * row["drum_radius_m"] / GRAVITY
    axes.errorbar(number, row["angle_degrees"], row["band_degrees"], fmt="s", color=GREY, capsize=4, label="measured (rotary kiln), band")
    for name, color, mark, label in (("slow", BLUE, "o", None), ("base", BLUE, "o", "Grist, each seed"), ("fast", BLUE, "o", None),
                                     ("heavy", ORANGE, "^", "the same, 4 g"), ("turn", GREEN, "D", "the same, 1 g, end walls turn")):
        places = {runs[name] for runs in seeds if name in runs}
        for place in sorted(places):
            axes.plot(froude(place), angle(place), mark, color=color, label=label)
            label = None
    axes.set(xscale="log", xlabel="Froude number of the drum, speed$^2$ radius / g", ylabel="slope of the surface [degrees]")
    axes.set(xlim=(5e-3, 0.3), ylim=(10, 45))
    axes.legend(loc="upper left")
