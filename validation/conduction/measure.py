"""Conductivity of crystals by the rate at which a wave fades, and temperatures of a bed against the network of its contacts."""

from types import SimpleNamespace

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.tables import read_columns, read_settings

CONDUCTIVITY, HEAT, MASS, D, OVERLAP = 2.0, 800.0, 2500 * np.pi / 6 * 4e-3**3, 4e-3, 0.002
RADIUS, POWER, GRAVITY = D / 2, 1e-3, 9.81
BEDS = {"bed1": (1e3, BLUE), "bed8": (8e3, ORANGE), "bed64": (64e3, GREY)}      # Pa


def crystal(folder, line):
    """Conductivity over that of the closed form; the wave is sampled at layers, so that its number of waves is a little smaller."""
    columns, settings = read_columns(folder / "history.csv", ("time", "amplitude")), read_settings(folder / "settings.txt")
    rate = -np.polyfit(columns["time"], np.log(columns["amplitude"]), 1)[0]
    layer = {"sc": 1, "bcc": 2 / 3**0.5, "fcc": 2**0.5}[line["crystal"]] * D * (1 - OVERLAP) / line["layers"]
    waves = 2 * np.sin(np.pi * layer / settings["height"]) / layer
    found = rate * settings["spheres"] * MASS * HEAT / settings["volume"] / waves**2
    return found / (CONDUCTIVITY * line["factor"] * np.sqrt(RADIUS / 2 * OVERLAP * D) / (RADIUS * (1 - OVERLAP)))


def read_bed(folder):
    """Heights and temperatures, those of the steady network of contacts, pressure and conductivity of the middle, and its bound (Voigt)."""
    settings, columns = read_settings(folder / "settings.txt"), last_snapshot(folder / "bed.dump", ("x", "y", "z", "c_T")).columns
    edge, lid, z, area = settings["edge"], settings["lid"], columns["z"], settings["edge"]**2
    away = np.array([columns[axis][:, None] - columns[axis] for axis in "xyz"])
    away[:2] -= edge * np.round(away[:2] / edge)
    overlaps = np.maximum(D - np.sqrt((away**2).sum(axis=0)), 0)
    np.fill_diagonal(overlaps, 0)
    conducted = 2 * CONDUCTIVITY * np.sqrt(RADIUS / 2 * overlaps)
    floor = 2 * CONDUCTIVITY * np.sqrt(RADIUS * np.maximum(RADIUS - z, 0))
    heated = np.sqrt(np.maximum(RADIUS - (lid - z), 0))      # by the lid, as the radii of contacts are
    sums = conducted.sum(axis=1) + floor
    steady = 300 + np.linalg.solve(np.diag(np.where(sums > 0, sums, 1)) - conducted, POWER * heated / heated.sum())
    middle, pressure = (z > 3 * D) & (z < lid - 3 * D), settings["force"] / area
    return SimpleNamespace(
        z=z, T=columns["c_T"], steady=steady, joined=conducted.sum(axis=1) > 0, lid=pressure,
        pressure=pressure + settings["spheres"] * MASS * GRAVITY / area / 2,      # with half of the weight
        conductivity=POWER / area / np.polyfit(z[middle], columns["c_T"][middle], 1)[0],
        bound=(conducted * away[2]**2)[middle].sum() / 2 / (area * (lid - 6 * D)))


def measure(runs, data):
    lines, beds = {line["crystal"]: line for line in data["crystals"]}, {name: read_bed(runs[name]) for name in BEDS if name in runs}
    bed = beds["bed8"]
    found = {**{name: crystal(runs[name], line) for name, line in lines.items()}, "lid": bed.lid / BEDS["bed8"][0], "voigt": bed.conductivity / bed.bound,
             "bed": 100 * abs(bed.T - bed.steady)[bed.joined].max() / (bed.steady.max() - 300)}
    if len(beds) == len(BEDS):
        found["exponent"] = np.polyfit(*np.log([[bed.pressure, bed.conductivity] for bed in beds.values()]).T, 1)[0]
    stock = {name: crystal(runs[f"stock_{name}"], line) for name, line in lines.items()}
    return {**found, "stock": 100 * max(abs(value - 1) for value in stock.values()),
            "stock_crystals": 100 * max(abs(found[name] / value - 1) for name, value in stock.items())}


def draw(axes, seeds, data):
    for name in [name for name in BEDS if name in seeds[0]]:
        (pressure, color), bed = BEDS[name], read_bed(seeds[0][name])
        axes.plot(bed.z[bed.joined] / D, bed.T[bed.joined] - 300, "o", color=color, ms=3, mfc="none", label=f"Grist, {pressure / 1e3:.0f} kPa")
        axes.plot(bed.z[bed.joined] / D, bed.steady[bed.joined] - 300, ".", color="black", ms=1)
    axes.plot([], [], ".", color="black", ms=3, label="network of contacts, solved apart")
    axes.set(xlabel="height over diameter", ylabel="temperature above the floor [K]")
    axes.legend(fontsize=8)
