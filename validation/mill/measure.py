"""Power of the whole mill from that of the slice, in the second half of the run, and the formula of Hogg and Fuerstenau."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, np
from grist_tools.read.intervals import of_series
from grist_tools.read.tables import read_averages, read_settings

FOOT = 0.3048
LIFT = 35     # degrees
MILLS = {"tongon": BLUE, "constancia": GREEN}


def power(folder):
    """Turns and MW."""
    step, watts = read_averages(folder / "power.txt", 2)
    settings = read_settings(folder / "settings.txt")
    return step * settings["timestep"] / settings["period"], 1e-6 * watts * settings["length"] / settings["slice"]


def mean_power(folder):
    turns, watts = power(folder)
    return of_series(watts[turns > 0.5 * turns[-1]])


def hogg_fuerstenau(folder, angle):
    s = read_settings(folder / "settings.txt")
    kilowatts = (0.238 * (s["diameter"] / FOOT)**3.5 * s["length"] / s["diameter"] * s["speed"] * 1e-3 * s["density"]
                 * (s["filling"] - 1.065 * s["filling"]**2) * np.sin(np.radians(angle)))
    return 1e-3 * kilowatts


def measure(runs, data):
    return {**{name: mean_power(folder) for name, folder in runs.items()},
            **{f"formula_{name}": hogg_fuerstenau(folder, LIFT) for name, folder in runs.items()}}


def draw(axes, seeds, data):
    for row in (row for row in data["mill_power"] if row["mill"] in seeds[0]):
        published, color, folder = row["power_MW"], MILLS[row["mill"]], seeds[0][row["mill"]]
        axes.axhspan(0.85 * published, 1.15 * published, color=GREY, alpha=0.25)
        axes.axhline(published, color=GREY)
        axes.axhline(hogg_fuerstenau(folder, LIFT), color=color, ls=":")
        for number, runs in enumerate(seeds):
            axes.plot(*power(runs[row["mill"]]), color=color, lw=0.8, alpha=0.7,
                      label=None if number else f"Grist, {row['mill'].capitalize()}")
    axes.plot([], [], color=GREY, label="published, with band")
    axes.plot([], [], color="black", ls=":", label=f"Hogg and Fuerstenau, {LIFT} degrees")
    axes.set(xlabel="turns of the mill", ylabel="power [MW]", ylim=(0, 24))
    axes.legend(ncols=2)
