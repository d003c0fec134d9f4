"""Speed of beads along an inclined drum, over that of two published laws.

Saeman: a bead turns with the wall and then runs down the chord that it is at, of length 2 sqrt(r^2 - h^2). There it moves along the
axis by that length times slope/sin(angle). Summed over the bed, whose surface is a chord of half angle b:
u = 2/3 omega slope R sin^3 b/(sin(angle) (b - sin b cos b)).
"""

from functools import cache

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_columns, read_settings

STATIONS = 7      # places across the bed at which the surface is found
HIGHEST = 3       # beads of a station and frame


def half_angle(fill):
    angle = np.linspace(0, np.pi, 100001)
    return np.interp(fill, (angle - np.sin(angle) * np.cos(angle)) / np.pi, angle)


@cache
def speed(folder):
    columns = read_columns(folder / "path.csv", ("time", "moved"))
    return np.polyfit(columns["time"], columns["moved"], 1)[0]


@cache
def angle(folder):
    said = read_settings(folder / "settings.txt")
    stacked = [np.stack((snapshot.columns["x"], snapshot.columns["z"])) for snapshot in read_dump(folder / "frames.dump", wanted=("x", "z"))]
    x, z = np.concatenate(stacked, axis=1)
    middle, width = x.mean(), 0.7 * said["radius"] * np.sin(half_angle(said["fill"]))
    at = middle + np.linspace(-0.7, 0.7, STATIONS) * width
    heights = [[np.sort(frame[1][np.abs(frame[0] - place) < said["d"]])[-HIGHEST:].mean() for place in at] for frame in stacked]
    return np.arctan(abs(np.polyfit(at, np.nanmean(heights, axis=0), 1)[0]))


def saeman(folder):
    said = read_settings(folder / "settings.txt")
    half = half_angle(said["fill"])
    share = 2 / 3 * np.sin(half)**3 / (half - np.sin(half) * np.cos(half))
    return share * said["omega"] * np.radians(said["slope"]) * said["radius"] / np.sin(angle(folder))


def sullivan(folder, data):
    said = read_settings(folder / "settings.txt")
    constant = data["sullivan1927_kiln"][0]["value"]
    turns_per_minute = said["omega"] * 60 / (2 * np.pi)
    return said["slope"] * 2 * said["radius"] * turns_per_minute / (constant * np.sqrt(np.degrees(angle(folder)))) / 60


def measure(runs, data):
    base, steep, thin, fast = (runs[name] for name in ("base", "steep", "thin", "fast"))
    return {"thin": speed(thin) / sullivan(thin, data), "by_slope": speed(steep) / speed(base), "by_speed": speed(fast) / speed(base),
            "saeman": speed(base) / saeman(base), "saeman_thin": speed(thin) / saeman(thin), "angle": np.degrees(angle(base)),
            "base": speed(base) / sullivan(base, data)}


def draw(axes, seeds, data):
    at = np.array((0, 12))
    axes.plot(at, at, color=GREY, label="as the law")
    axes.fill_between(at, 0.85 * at, 1.15 * at, color=GREY, alpha=0.25, lw=0)
    for number, runs in enumerate(seeds):
        for law, color, mark, label in ((saeman, BLUE, "o", "Saeman, Kramers"), (lambda folder: sullivan(folder, data), ORANGE, "^", "Sullivan et al.")):
            axes.plot([1e3 * law(folder) for folder in runs.values()], [1e3 * speed(folder) for folder in runs.values()], mark, color=color,
                      label=None if number else label)
    axes.set(xlabel="speed along the axis by the law [mm/s]", ylabel="Grist [mm/s]", xlim=(0, 12), ylim=(0, 12))
    axes.legend()
