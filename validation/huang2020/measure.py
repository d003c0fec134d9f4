"""Angle of repose from the side, as in the paper, and from the surface in sectors; when the pile is at rest."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import last_snapshot, positions
from grist_tools.read.piles import HeightMap, Pile, line, resting, slope_angle
from grist_tools.read.tables import read_columns

BODY = 0.0117     # m, diameter of the sphere about a cluster
DRAWN = {"default": (BLUE, "sliding friction .3, rolling .1"), "as_printed": (ORANGE, "sliding friction .1, rolling .3 (as printed)")}


def pile_of(folder):
    columns = last_snapshot(folder / "pile.dump", ("x", "y", "z", "radius")).columns
    keep = resting(columns["z"], columns["radius"], BODY)
    heights = HeightMap.of_spheres(positions(columns)[keep], columns["radius"][keep])
    pile = Pile(heights, BODY / 2)
    low = 0.65 if pile.top() > 2 * BODY else 0.2      # a flat pile is hardly higher than a layer
    return heights, pile, pile.window(0.2, 0.9, low * BODY)


def side_angle(heights, window):
    """Mean of the lines through the upper edge, left and right, seen from the front and from the side."""
    angles = []
    for edge in heights.upper_edges().values():
        for sign in (-1, 1):
            part = (sign * heights.x >= window[0]) & (sign * heights.x <= window[1])
            angles.append(slope_angle(line(sign * heights.x[part], edge[part])[1]) if part.sum() > 2 else 0.0)
    return np.mean(angles)


def measure(runs, data):
    figures = {}
    for name in DRAWN:
        heights, pile, window = pile_of(runs[name])
        end = read_columns(runs[name] / "end.csv", ("time", "broken_bonds", "atoms"))
        figures[name] = side_angle(heights, window)
        if name == "default":
            figures.update(sectors=pile.angle_of_repose(window).mean, rest=end["time"][0])
    return figures | {"broken": read_columns(runs["stiff"] / "end.csv", ("time", "broken_bonds", "atoms"))["broken_bonds"][0]}


def draw(axes, seeds, data):
    angle = {row["quantity"]: row["value"] for row in data["huang2020_hopper"]}["angle_of_repose"]
    for name, (color, label) in DRAWN.items():
        for number, runs in enumerate(seeds):
            heights, _, window = pile_of(runs[name])
            axes.plot(100 * heights.x, 100 * heights.upper_edges()["front"], color=color, lw=1, label=None if number else f"Grist, {label}")
            if name == "default" and not number:
                middle, r = np.mean(window), np.array(window)
                level = np.interp(middle, heights.x, heights.upper_edges()["front"])
                for sign in (-1, 1):
                    axes.plot(100 * sign * r, 100 * (level - np.tan(np.radians(angle)) * (r - middle)), "--", color=GREY, lw=2,
                              label="Huang et al., 21 degrees" if sign > 0 else None)
    axes.set(xlabel="distance from the middle [cm]", ylabel="upper edge of the pile [cm]", xlim=(-25, 25), ylim=(0, 15), aspect="equal")
    axes.legend(loc="upper right", fontsize=8)
