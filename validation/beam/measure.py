"""Deflection of the held beam and frequencies of the free one."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.tables import read_columns

MODES = ("swing", "stretch", "twist")
PROGRAMS = {"grist": (BLUE, "o", "Grist"), "stock": (ORANGE, "x", "bpm/rotational of LAMMPS")}


def history(folder):
    return read_columns(folder / "history.csv", ("time", "mode", "tip"))


def frequency(folder):
    """From the times at which the mode passes zero."""
    columns = history(folder)
    time, mode = columns["time"], columns["mode"]
    before = np.flatnonzero(mode[:-1] * mode[1:] < 0)
    zeros = time[before] - mode[before] * (time[before + 1] - time[before]) / (mode[before + 1] - mode[before])
    return (len(zeros) - 1) / (2 * (zeros[-1] - zeros[0]))


def numbers(runs, program):
    """By quantity, in SI units."""
    return {"deflection": history(runs[f"{program}_bend"])["tip"][-1], **{mode: frequency(runs[f"{program}_{mode}"]) for mode in MODES}}


def measure(runs, data):
    closed = {row["quantity"]: row["value"] for row in data["timoshenko1921_beam"]}
    ours, stock = numbers(runs, "grist"), numbers(runs, "stock")
    off = max(abs(stock[name] / value - 1) for name, value in closed.items())
    apart = max(abs(ours[name] / value - 1) for name, value in stock.items())
    return {**ours, "deflection": 1e6 * ours["deflection"], "stock": 100 * off, "difference": 100 * apart}


def draw(axes, seeds, data):
    closed = {row["quantity"]: row["value"] for row in data["timoshenko1921_beam"]}
    places = np.arange(len(closed))
    for place, width in zip(places, (0.5, 1, 1, 1)):
        axes.fill_between([place - 0.3, place + 0.3], -width, width, color=GREY, alpha=0.3, lw=0, label=None if place else "band")
    axes.axhline(0, color=GREY, lw=1, label="beam theory")
    for program, (color, marker, label) in PROGRAMS.items():
        found = numbers(seeds[0], program)
        axes.plot(places, [100 * (found[name] / closed[name] - 1) for name in closed], marker, color=color, label=label)
    axes.set_xticks(places, ["deflection", "bending,\nfrequency", "axial,\nfrequency", "torsion,\nfrequency"])
    axes.set(ylabel="difference to beam theory [%]", ylim=(-1.3, 2))
    axes.legend(loc="upper right", ncols=2)
