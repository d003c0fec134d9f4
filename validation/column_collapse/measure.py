"""Runout and height of the heap that a column leaves, over the laws of Lube et al."""

from functools import cache

from grist_tools.draw.plots import BLUE, GREEN, GREY, np
from grist_tools.read.dumps import last_snapshot, positions
from grist_tools.read.piles import HeightMap, Pile, read_pile
from grist_tools.read.tables import read_settings

INNER = 0.8       # of the column's radius: where its height is measured


@cache
def collapse(folder):
    """(height over radius of the column, runout over its radius, height of the heap over its radius)."""
    radius = read_settings(folder / "settings.txt")["radius"]
    columns = last_snapshot(folder / "column.dump", ("x", "y", "z", "radius")).columns
    column = Pile(HeightMap.of_spheres(positions(columns), columns["radius"]), ring=np.median(columns["radius"]))
    heap = read_pile(folder / "pile.dump", middle=(0, 0))
    height = column.height[column.radius < INNER * radius].mean()
    return height / radius, (heap.runout() - radius) / radius, heap.top() / radius


def law(aspect, data):
    """Published runout over the radius."""
    said = {row["quantity"]: row["value"] for row in data["lube2004_column_collapse"]}
    return np.where(aspect < said["regime"], said["runout_low"] * aspect, said["runout_high"] * np.sqrt(aspect))


def height_law(aspect, data):
    """Published height of the heap over the radius, of columns above the first regime."""
    return {row["quantity"]: row["value"] for row in data["lube2004_column_collapse"]}["height"] * aspect**(1 / 6)


def measure(runs, data):
    found = {}
    for name in runs:
        aspect, runout, height = collapse(runs[name])
        found.update({f"aspect_{name}": aspect, f"runout_{name}": runout / law(aspect, data), f"height_{name}": height / height_law(aspect, data)})
    return found


def draw(axes, seeds, data):
    aspect = np.linspace(0.2, 3, 300)
    expected = law(aspect, data)
    axes.fill_between(aspect, 0.9 * expected, 1.1 * expected, color=GREY, alpha=0.3, label="runout, Lube et al., band")
    axes.plot(aspect, expected, color=GREY)
    tall = aspect[aspect >= 1.7]
    axes.plot(tall, height_law(tall, data), color=GREY, ls="--", label="height, Lube et al. (not confirmed)")
    for number, runs in enumerate(seeds):
        for name in runs:
            a, runout, height = collapse(runs[name])
            first = number == 0 and name == "low"
            axes.plot(a, runout, "o", color=BLUE, label="runout, Grist" if first else None)
            axes.plot(a, height, "^", color=GREEN, label="height, Grist" if first else None)
    axes.set(xlabel="height over radius of the column", ylabel="over radius of the column", xlim=(0, 3), ylim=(0, 3.2))
    axes.legend(loc="upper left")
