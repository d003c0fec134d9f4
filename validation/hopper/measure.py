"""Discharge rate, by a line through the mass discharged between 5 and 45 g, and the misfit of the curve."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.tables import read_columns

RUNS = {"none": (ORANGE, "Grist, no rolling friction"), "low": (GREEN, "Grist, rolling friction .09"), "high": (BLUE, "Grist, rolling friction .1786"),
        "liggghts": ("black", "LIGGGHTS, no rolling friction")}
FROM, TO = 5, 45     # g: the flow is steady


def discharged(folder):
    columns = read_columns(folder / "discharged.csv", ("time", "mass"))
    return columns["time"], columns["mass"]


def rate(folder):
    time, mass = discharged(folder)
    steady = (mass > FROM) & (mass < TO)
    return np.polyfit(time[steady], mass[steady], 1)[0]


def published(data):
    return np.array([[row["time_s"], row["discharged_g"]] for row in data["anand2008_hopper_discharge"]]).T


def measure(runs, data):
    found = {f"rate_{name}": rate(folder) for name, folder in runs.items()}
    return {**found, "curve": misfit(runs["high"], data)} if "high" in runs else found


def misfit(folder, data):
    time, mass = discharged(folder)
    at, expected = published(data)
    part = at <= min(1, time[-1])
    return np.sqrt(((np.interp(at[part], time, mass) - expected[part])**2).mean())


def draw(axes, seeds, data):
    at, expected = published(data)
    axes.errorbar(at, expected, 3, fmt="s", color=GREY, ms=4, label="Anand et al. (rolling friction .1786), band")
    for number, runs in enumerate(seeds):
        for name, folder in runs.items():
            color, label = RUNS[name]
            axes.plot(*discharged(folder), color=color, lw=1, label=None if number else label)
    axes.set(xlabel="time after opening [s]", ylabel="mass discharged [g]", xlim=(0, 1.2), ylim=(0, 95))
    axes.legend()
