"""Angle of the surface of a turning drum, and speed along it on the line through the axis across the surface."""

from functools import cache

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_settings

AT_SURFACE = 0.036      # m: points of the experiment that are nearer to the axis belong to the surface
STATIONS = 9            # places across the middle half of the drum at which the surface is found
HIGHEST = 4             # beads of a station and frame


@cache
def flow(folder):
    """Angle in radians; distances from the axis along the slope and across it, and speeds along it, of all beads of all frames."""
    said = read_settings(folder / "settings.txt")
    at = np.linspace(-0.4, 0.4, STATIONS) * said["radius"]
    heights, beads = [], []
    for snapshot in read_dump(folder / "frames.dump", wanted=("x", "z", "vx", "vz")):
        x, z, vx, vz = (snapshot.columns[name] for name in ("x", "z", "vx", "vz"))
        heights.append([np.sort(z[np.abs(x - place) < said["d"]])[-HIGHEST:].mean() for place in at])
        beads.append((x, z, vx, vz))
    slope = np.polyfit(at, np.mean(heights, axis=0), 1)[0]
    angle = np.arctan(slope)
    x, z, vx, vz = np.concatenate(beads, axis=1)
    down = -np.sign(slope)
    along, across = down * np.array((np.cos(angle), np.sin(angle))), np.array((np.sin(angle), -np.cos(angle)))
    return abs(angle), along @ (x, z), across @ (x, z), along @ (vx, vz)


def profile(folder, depth):
    """Mean speed along the slope at distances `depth` from the axis, m/s."""
    d = read_settings(folder / "settings.txt")["d"]
    _, along, across, speed = flow(folder)
    near = np.abs(along) < max(2 * d, 0.006)
    across, speed = across[near], speed[near]
    here = [speed[np.abs(across - place) < max(d / 2, 0.0015)] for place in depth]
    return np.array([part.mean() if len(part) else np.nan for part in here])      # above the surface there is none


def zero(depth, speed):
    order = np.argsort(depth)
    depth, speed = depth[order], speed[order]
    last = np.flatnonzero(speed > 0)[-1]
    if last + 1 == len(depth):      # all of it slides down
        return depth[last]
    return depth[last] + speed[last] * (depth[last + 1] - depth[last]) / (speed[last] - speed[last + 1])


def measure(runs, data):
    folder = runs["drum"]
    depth, speed = (np.array([row[name] for row in data["alizadeh2013_drum_flow"]]) for name in ("depth_m", "speed_m_per_s"))
    found = profile(folder, depth)
    top = depth < AT_SURFACE
    fine = np.linspace(0.04, 0.10, 61)
    return {"angle": np.degrees(flow(folder)[0]), "surface": np.nanmean(found[top]), "zero": 1e3 * zero(fine, profile(folder, fine)),
            "misfit": np.sqrt(np.mean((found - speed)[~top]**2))}


def draw(axes, seeds, data):
    rows = data["alizadeh2013_drum_flow"]
    axes.plot([row["speed_m_per_s"] for row in rows], [1e3 * row["depth_m"] for row in rows], "s", color=GREY, label="measured")
    depth = np.linspace(0.029, 0.117, 45)
    for number, runs in enumerate(seeds):
        axes.plot(profile(runs["drum"], depth), 1e3 * depth, color=BLUE, label=None if number else "Grist")
    axes.axvline(0, color=GREY, lw=0.8)
    axes.set(xlabel="speed down the slope [m/s]", ylabel="distance from the axis [mm]", ylim=(120, 25))
    axes.legend()
