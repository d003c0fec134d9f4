"""Where the tips of the rows come to rest, against a rod and the elastica."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, PINK, np
from grist_tools.read.dumps import last_snapshot

LENGTH = 80
ROWS = {"bend2": (BLUE, "load 2"), "bend5": (GREEN, "load 5"), "bend10": (ORANGE, "load 10"), "column": (PINK, "column")}


def row(folder, name="end.dump"):
    columns = last_snapshot(folder / name, ("x", "y", "z")).columns
    return np.array([columns[axis] for axis in "xyz"])


def published(data):
    return {line["name"]: np.array([line["x"], line["y"], line["z"]]) for line in data["large_bending"]}


def move(folder):
    return row(folder)[:, -1] - row(folder, "start.dump")[:, -1]


def off(folder, expected):
    """Distance of the tip from where it should be, over its move [%]."""
    return 100 * np.linalg.norm(move(folder) - expected) / np.linalg.norm(expected)


def measure(runs, data):
    closed = published(data)
    bends = {name: row(runs[name])[1, -1] / LENGTH for name in ROWS}
    found = {"arc": off(runs["arc"], closed["rod"]), "arc_bathe": off(runs["arc"], closed["bathe"]), **bends,
            "column": row(runs["column"])[0, -1] / LENGTH, "column_aside": bends["column"]}
    if "stock_arc" in runs:
        found |= {"stock": off(runs["stock_arc"], closed["rod"]), "stock_bend": 100 * abs(row(runs["stock_bend10"])[1, -1] / LENGTH / closed["bend10"][1] - 1)}
    return found


def draw(axes, seeds, data):
    runs, closed, figure = seeds[0], published(data), axes.figure
    axes.remove()
    plane, space = figure.subplots(1, 2)
    for name, (color, label) in ROWS.items():
        x, y, _ = row(runs[name]) / LENGTH
        plane.plot(x, y, ".-", color=color, lw=1, ms=3, label=label)
        plane.plot(*closed[name][:2], "s", color=GREY, mfc="none", ms=9, label="elastica" if name == "column" else None)
    plane.set(xlabel="x over length", ylabel="y over length", aspect="equal", xlim=(-0.05, 1), ylim=(-0.05, 1))
    plane.legend(fontsize=8, loc="upper left")
    start = row(runs["arc"], "start.dump")
    for axis, color, label in ((2, BLUE, "across the plane, z"), (1, ORANGE, "in the plane, y")):
        places = row(runs["arc"])
        space.plot(start[0], start[axis], color=GREY, lw=1)
        space.plot(places[0], places[axis], ".-", color=color, lw=1, ms=3, label=label)
        for name, marker in (("rod", "s"), ("bathe", "x")):
            tip = start[:, -1] + closed[name]
            text = {"rod": "Cosserat rod", "bathe": "Bathe and Bolourchi"}[name]
            space.plot(tip[0], tip[axis], marker, color="black", mfc="none", ms=8, label=text if axis == 1 else None)
    space.set(xlabel="x", ylabel="y, z", title="curved cantilever")
    space.legend(fontsize=8)
