"""The rate at which sqrt(T0/T) - 1 grows, over that of the closed form; beside it that of hard spheres, from hard_spheres.py."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.tables import read_columns, read_settings

RUNS = {"e09": BLUE, "e07": ORANGE}


def history(folder):
    columns = read_columns(folder / "cooling.csv", ("time", "temperature"))
    return columns["time"], columns["temperature"]


def expected_rate(folder, data):
    """Half of zeta0."""
    settings = read_settings(folder / "settings.txt")
    e, phi = settings["restitution"], settings["phi"]
    a2 = next(row["a2"] for row in data["noije1998_cooling_rate"] if row["restitution"] == e)
    contact_value = (2 - phi) / (2 * (1 - phi)**3)
    _, temperature = history(folder)
    return ((1 - e**2) / 6 * 4 * np.sqrt(np.pi) * contact_value * settings["number_density"] * (2 * settings["radius"])**2
            * np.sqrt(temperature[0]) * (1 + 3 / 16 * a2))


def growth(folder):
    """The rate at which sqrt(T0/T) - 1 grows."""
    time, temperature = history(folder)
    return time @ (np.sqrt(temperature[0] / temperature) - 1) / (time @ time)


def measure(runs, data):
    found = {}
    for row in data["hard_spheres"]:
        if row["seed"] == int(runs["e09"].suffix[1:]):
            found[f"hard_spheres_0{10 * row['restitution']:.0f}"] = row["rate"]
    for name in RUNS:
        rate, stock = (growth(runs[run]) / expected_rate(runs[run], data) for run in (name, name.replace("e", "stock")))
        found[name.replace("e0", "rate_0")], found[name.replace("e0", "stock_0")] = rate, rate / stock
    return found


def draw(axes, seeds, data):
    for name, color in RUNS.items():
        for runs in seeds:
            time, temperature = history(runs[name])
            axes.plot(time, np.sqrt(temperature[0] / temperature) - 1, color=color, lw=1)
        rate = expected_rate(seeds[0][name], data)
        axes.fill_between(time, 0.98 * rate * time, 1.02 * rate * time, color=GREY, alpha=0.4, lw=0)
        axes.plot([], [], color=color, label=f"Grist, restitution 0.{name[2]}")
    axes.fill_between([], [], color=GREY, alpha=0.4, label="closed form, band 2 %")
    axes.set(xlabel="time [s]", ylabel="sqrt(T0/T) - 1", xlim=(0, None), ylim=(0, None))
    axes.legend()
