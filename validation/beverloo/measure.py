"""Discharge rate by outlet, and the constants C and k by a line through its power 2/5."""

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.tables import read_columns, read_settings

GRAVITY = 9.81


def rate(folder):
    """(outlet in diameters, rate over rho_b sqrt(g) d^(5/2))."""
    settings = read_settings(folder / "settings.txt")
    columns = read_columns(folder / "inside.csv", ("time", "inside"))
    steady = columns["time"] >= settings["start"]
    d = settings["diameter"]
    volume_rate = -np.polyfit(columns["time"][steady], columns["inside"][steady], 1)[0] * np.pi / 6 * d**3
    return settings["outlet"], volume_rate / settings["solid_fraction"] / np.sqrt(GRAVITY * d**5)


def rates(runs):
    return np.array([rate(folder) for folder in runs.values()]).T


def law(outlet, data):
    constant = {row["constant"]: row["value"] for row in data["beverloo1961_outlets"]}
    return constant["C"] * np.maximum(outlet - constant["k"], 0)**2.5


def measure(runs, data):
    outlet, found = rates(runs)
    slope, start = np.polyfit(outlet, found**0.4, 1)
    return {"C": slope**2.5, "k": -start / slope, "law": (found / law(outlet, data)).mean()}


def draw(axes, seeds, data):
    outlet = np.linspace(0, 9, 100)
    axes.plot(outlet, law(outlet, data)**0.4, color=GREY, label="Beverloo et al., C 0.58, k 1.4")
    for number, runs in enumerate(seeds):
        at, found = rates(runs)
        axes.plot(at, found**0.4, "o", color=BLUE, label=None if number else "Grist")
    axes.set(xlabel="outlet [diameters of a sphere]", ylabel="(rate / (bulk density sqrt(g) d^5/2))^2/5", xlim=(0, 9), ylim=(0, None))
    axes.legend()
