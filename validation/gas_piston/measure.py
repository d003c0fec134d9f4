"""The frequency of the piston, by a damped oscillation that is fitted to its height, against that of a column of gas."""

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.tables import read_columns, read_settings

DIAMETER, RATIO = 2e-3, 2      # m; mass of the piston over that of the gas


def history(folder):
    columns = read_columns(folder / "history.csv", ("time", "height", "temperature", "energy"))
    return {**columns, "time": columns["time"] - columns["time"][0]}


def fit(time, height, omega, damping):
    """Least squares of mean, drift and the two parts of an oscillation: their values, and the sum of squares that is left."""
    fading = np.exp(-damping * time)
    terms = np.column_stack([np.ones_like(time), time, fading * np.cos(omega * time), fading * np.sin(omega * time)])
    values, *_ = np.linalg.lstsq(terms, height, rcond=None)
    return terms @ values, ((terms @ values - height)**2).sum()


def oscillation(folder):
    """omega, damping and the fitted heights: the best of a grid that is made finer around the best one."""
    columns = history(folder)
    time, height = columns["time"], columns["height"]
    omegas, dampings = np.linspace(0.8, 4.5, 75), np.linspace(0, 0.6, 13)
    for _ in range(4):
        left = np.array([[fit(time, height, omega, damping)[1] for damping in dampings] for omega in omegas])
        i, j = np.unravel_index(left.argmin(), left.shape)
        best = omegas[i], dampings[j]
        wide, deep = omegas[1] - omegas[0], dampings[1] - dampings[0]
        omegas = np.linspace(best[0] - wide, best[0] + wide, 9)
        dampings = np.linspace(max(0, best[1] - deep), best[1] + deep, 9)
    return *best, fit(time, height, *best)[0]


def root(function, low, high):
    for _ in range(80):
        low, high = ((low + high) / 2, high) if function((low + high) / 2) < 0 else (low, (low + high) / 2)
    return low


def pressure_factor(phi):
    return (1 + phi + phi**2 - phi**3) / (1 - phi)**3


def closed_form(folder):
    """omega and the height at which the gas carries the load, at the mean temperature of the run."""
    settings, columns = read_settings(folder / "settings.txt"), history(folder)
    number, mass, area = settings["spheres"], settings["mass"], settings["edge"]**2
    temperature = columns["temperature"].mean() / number      # energy
    solid = number * np.pi / 6 * DIAMETER**3
    phi = root(lambda phi: phi / solid * number * temperature * pressure_factor(phi) - settings["force"] / area, 1e-3, 0.4)
    height, slope = solid / phi / area, (pressure_factor(phi + 1e-5) - pressure_factor(phi - 1e-5)) / 2e-5
    sound = np.sqrt(temperature / (mass / number) * (pressure_factor(phi) + phi * slope + 2 / 3 * pressure_factor(phi)**2))
    return root(lambda x: x * np.tan(x) - 1 / RATIO, 1e-3, 1.5) * sound / height, height


def measure(runs, data):
    omega, _, _ = oscillation(runs["swing"])
    expected, height = closed_form(runs["swing"])
    columns = history(runs["swing"])
    return {"omega": omega / expected, "energy": columns["energy"][-1] / columns["energy"][0], "frequency": omega,
            "height": (columns["height"].mean() - height) / DIAMETER}


def draw(axes, seeds, data):
    for number, runs in enumerate(seeds):
        columns = history(runs["swing"])
        omega, damping, fitted = oscillation(runs["swing"])
        axes.plot(columns["time"], 1e3 * columns["height"] + 8 * number, color=BLUE, lw=1, label=None if number else "piston, each seed 8 mm higher")
        axes.plot(columns["time"], 1e3 * fitted + 8 * number, "--", color=GREY, lw=1, label=None if number else "fitted oscillation")
    axes.set(xlabel="time [s]", ylabel="height of the piston [mm]", ylim=(33, 43 + 8 * len(seeds)))
    axes.legend(loc="upper right")
