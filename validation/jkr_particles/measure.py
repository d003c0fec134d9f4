"""Restitution of each pair along the normal, by the energy of the relative motion."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.dumps import last_snapshot, positions

PAIRS = {"equal": (BLUE, "o", 0), "unequal": (ORANGE, "s", 0), "oblique": (GREEN, "^", 1)}     # the last: tangential over normal speed


def restitution(folder, tangent):
    """Normal speeds and restitutions. The tangential speed of spheres without friction does not change."""
    squares = []
    for name in ("before.dump", "after.dump"):
        columns = last_snapshot(folder / name).columns
        velocity = np.array([columns[k] for k in ("vx", "vy", "vz")]).T
        squares.append(((velocity[1::2] - velocity[::2])**2).sum(axis=1))
        gap = np.linalg.norm(positions(columns)[1::2] - positions(columns)[::2], axis=1) / (columns["radius"][1::2] + columns["radius"][::2])
    normal = np.sqrt(squares[0] / (1 + tangent**2))
    left = np.sqrt(np.maximum(squares[1] - (tangent * normal)**2, 0)) / normal
    return normal, np.where(gap > 1.005, left, 0.0)      # beyond tear-off


def closed_form(speed, sticking):
    return np.sqrt(np.maximum(0, 1 - (sticking / speed)**2))


def misfit(runs, data, law):
    """The largest of each kind of pair."""
    found = {}
    for row in data["thornton1998_pairs"]:
        speed, value = restitution(runs[f"{row['pair']}_{law}"], PAIRS[row["pair"]][2])
        found[row["pair"]] = np.abs(value - closed_form(speed, row["sticking_speed_m_per_s"])).max()
    return found


def measure(runs, data):
    return {**misfit(runs, data, "grist"), "stock": max(misfit(runs, data, "stock").values())}


def draw(axes, seeds, data):
    speeds = np.linspace(0.75, 8.5, 2000)
    for row in data["thornton1998_pairs"]:
        name, (color, marker, tangent) = row["pair"], PAIRS[row["pair"]]
        if name != "oblique":
            axes.plot(speeds, closed_form(speeds, row["sticking_speed_m_per_s"]), color=GREY, label="closed form" if name == "equal" else None)
        axes.plot(*restitution(seeds[0][f"{name}_grist"], tangent), marker, color=color, ms=5, mfc="none", label=f"Grist, {name}")
        axes.plot(*restitution(seeds[0][f"{name}_stock"], tangent), "x", color=color, ms=4, label=f"stock LAMMPS, {name}")
    axes.set(xscale="log", xlabel="normal speed of impact [m/s]", ylabel="coefficient of restitution", ylim=(-0.03, 1.03))
    axes.set_xticks([1, 2, 4, 8], ["1", "2", "4", "8"])
    axes.minorticks_off()
    axes.legend(loc="lower right", fontsize=8)
