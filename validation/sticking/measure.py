"""Restitution of each sphere, and the speed below which spheres stick."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import last_snapshot

RADIUS = 1e-6
STICKING_SPEED = 1.599     # closed form


def restitution(folder):
    before, after = (last_snapshot(folder / name).columns for name in ("before.dump", "after.dump"))
    is_free = after["z"] > 1.01 * RADIUS      # beyond tear-off, 1.008 radii
    return -before["vz"], np.where(is_free, -after["vz"] / before["vz"], 0.0)


def closed_form(speed):
    return np.sqrt(np.maximum(0, 1 - (STICKING_SPEED / speed)**2))


def measure(runs, data):
    speed, found = restitution(runs["grist"])
    _, stock = restitution(runs["stock"])
    published = {row["speed_m_per_s"]: row["restitution"] for row in data["thornton1998_sticking"]}
    at = [int(np.argmin(np.abs(speed - value))) for value in published]
    expected = np.array(list(published.values()))
    return {"misfit": np.abs(found[at] - expected).max(), "sticks": found[at[0]],
            "sticks_below": speed[found == 0].max(), "stock_sticks_below": speed[stock == 0].max(initial=0),
            "stock_misfit": np.abs(stock[at] - expected).max()}


def draw(axes, seeds, data):
    speed = np.linspace(0.8, 8.2, 1500)
    axes.plot(speed, closed_form(speed), color=GREY, label="closed form")
    axes.plot(*restitution(seeds[0]["grist"]), "o", color=BLUE, label="Grist")
    axes.plot(*restitution(seeds[0]["stock"]), "x", color=ORANGE, label="stock LAMMPS")
    axes.set(xscale="log", xlabel="speed of impact [m/s]", ylabel="coefficient of restitution", ylim=(-0.03, 1.03))
    axes.set_xticks([1, 2, 4, 8], ["1", "2", "4", "8"])
    axes.minorticks_off()
    axes.legend()
