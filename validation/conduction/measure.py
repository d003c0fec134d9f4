"""Conductivity of crystals by the rate at which a wave fades, and temperatures of a bed against the network of its contacts."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.tables import read_columns, read_settings

CONDUCTIVITY, HEAT, DENSITY, DIAMETER, OVERLAP = 2.0, 800.0, 2500.0, 4e-3, 0.002
RADIUS, POWER, GRAVITY = DIAMETER / 2, 1e-3, 9.81
BEDS = {"bed1": 1e3, "bed8": 8e3, "bed64": 64e3}      # Pa
AWAY = 3 * DIAMETER      # from floor and lid: where the gradient is measured


def crystal(folder, line):
    """Conductivity over that of the closed form; the wave is sampled at layers, so that its number of waves is a little smaller."""
    columns, settings = read_columns(folder / "history.csv", ("time", "amplitude")), read_settings(folder / "settings.txt")
    rate = -np.polyfit(columns["time"], np.log(columns["amplitude"]), 1)[0]
    cell = {"sc": 1, "bcc": 2 / 3**0.5, "fcc": 2**0.5}[line["crystal"]] * DIAMETER * (1 - OVERLAP)
    layer = cell / line["layers"]
    waves = 2 * np.sin(np.pi * layer / settings["height"]) / layer
    mass = DENSITY * np.pi / 6 * DIAMETER**3
    found = rate * settings["spheres"] * mass * HEAT / settings["volume"] / waves**2
    contact = np.sqrt(RADIUS / 2 * OVERLAP * DIAMETER)
    return found / (CONDUCTIVITY * line["factor"] * contact / (RADIUS * (1 - OVERLAP)))


class Bed:
    """The contacts of a bed and what they conduct."""

    def __init__(self, folder):
        self.settings = read_settings(folder / "settings.txt")
        columns = last_snapshot(folder / "bed.dump", ("x", "y", "z", "c_T")).columns
        self.temperature, self.z = columns["c_T"], columns["z"]
        edge, lid = self.settings["edge"], self.settings["lid"]
        away = np.array([columns[axis][:, None] - columns[axis] for axis in "xyz"])
        away[:2] -= edge * np.round(away[:2] / edge)
        overlap = np.maximum(DIAMETER - np.sqrt((away**2).sum(axis=0)), 0)
        np.fill_diagonal(overlap, 0)
        self.conductance, self.rise = 2 * CONDUCTIVITY * np.sqrt(RADIUS / 2 * overlap), away[2]
        self.floor = 2 * CONDUCTIVITY * np.sqrt(RADIUS * np.maximum(RADIUS - self.z, 0))
        self.lid = np.sqrt(np.maximum(RADIUS - (lid - self.z), 0))
        self.middle = (self.z > AWAY) & (self.z < lid - AWAY)
        self.area = edge**2

    def steady(self):
        """Temperatures of the network: floor at 300 K, the power at the lid divided as the radii of its contacts; which spheres have contacts."""
        sums = self.conductance.sum(axis=1) + self.floor
        joined = (sums > 0) & (self.conductance.sum(axis=1) > 0)
        matrix = np.diag(np.where(sums > 0, sums, 1)) - self.conductance
        return 300 + np.linalg.solve(matrix, POWER * self.lid / self.lid.sum()), joined

    def misfit(self):
        """Largest difference to the network over the rise [%]."""
        steady, joined = self.steady()
        return 100 * abs(self.temperature - steady)[joined].max() / (steady.max() - 300)

    def conductivity(self):
        return POWER / self.area / np.polyfit(self.z[self.middle], self.temperature[self.middle], 1)[0]

    def bound(self):
        """Conductivity if the gradient were the same everywhere (Voigt)."""
        part = (self.conductance * self.rise**2)[self.middle].sum() / 2
        return part / (self.area * (self.settings["lid"] - 2 * AWAY))

    def pressure(self):
        """In the middle, with half of the weight."""
        weight = self.settings["spheres"] * DENSITY * np.pi / 6 * DIAMETER**3 * GRAVITY
        return self.settings["force"] / self.area + weight / self.area / 2


def measure(runs, data):
    lines = {line["crystal"]: line for line in data["crystals"]}
    beds = [Bed(runs[name]) for name in BEDS]
    middle = beds[1]
    return {**{name: crystal(runs[name], line) for name, line in lines.items()}, "bed": middle.misfit(),
            "lid": middle.settings["force"] / middle.area / BEDS["bed8"],
            "exponent": np.polyfit(np.log([bed.pressure() for bed in beds]), np.log([bed.conductivity() for bed in beds]), 1)[0],
            "voigt": middle.conductivity() / middle.bound(),
            "stock": 100 * max(abs(crystal(runs[f"stock_{name}"], line) - 1) for name, line in lines.items())}


def draw(axes, seeds, data):
    figure = axes.figure
    axes.remove()
    left, right = figure.subplots(1, 2)
    beds = [Bed(seeds[0][name]) for name in BEDS]
    for bed, color, label in zip(beds, (BLUE, ORANGE, GREY), ("1 kPa", "8 kPa", "64 kPa")):
        steady, joined = bed.steady()
        left.plot(bed.z[joined] / DIAMETER, bed.temperature[joined] - 300, "o", color=color, ms=3, mfc="none", label=f"Grist, {label}")
        left.plot(bed.z[joined] / DIAMETER, steady[joined] - 300, ".", color="black", ms=1)
    left.plot([], [], ".", color="black", ms=3, label="network of contacts")
    left.set(xlabel="height over diameter", ylabel="temperature above the floor [K]")
    left.legend(fontsize=8)
    pressures = np.array([bed.pressure() for bed in beds])
    found = [bed.conductivity() for bed in beds]
    right.loglog(pressures / 1e3, found, "o", color=BLUE, label="Grist")
    right.loglog(pressures / 1e3, [bed.bound() for bed in beds], "_", color=GREY, ms=12, label="bound of equal gradients")
    right.loglog(pressures / 1e3, found[0] * (pressures / pressures[0])**(1 / 3), color=GREY, lw=1, label="power 1/3")
    right.set(xlabel="pressure in the middle [kPa]", ylabel="conductivity of the bed [W/(m K)]")
    right.set_xticks([1, 3, 10, 30], ["1", "3", "10", "30"])
    right.set_yticks([0.05, 0.1, 0.2], ["0.05", "0.1", "0.2"])
    right.minorticks_off()
    right.legend(fontsize=8)
