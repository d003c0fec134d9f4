"""Vertical force over depth in a silo, and Janssen's curve whose length follows from the pressure on the wall."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.tables import read_averages, read_lines, read_settings

FLOOR = 2        # slices next to the floor that are left out: spheres on a plane lie in a layer


class Silo:
    """Weight above each slice, vertical force through it, and what the walls carry. The friction of the law is that of the case, not of the run."""

    def __init__(self, folder, data):
        said = read_settings(folder / "settings.txt")
        law = {row["quantity"]: row["value"] for row in data["janssen_floor_pressure"]}
        rows = np.array([line.split() for line in read_lines(folder / "profile.txt")[4:]], dtype=float)
        mass, along, across, along_core, push = rows[rows[:, 3] > 0][:, 3:].T
        gravity, friction, width, diameter = law["gravity_m_per_s2"], law["friction_at_the_wall"], said["slice"], said["diameter"]
        self.weight = said["mass"] * gravity
        self.above = gravity * (mass[::-1].cumsum()[::-1] - mass / 2)
        self.force = along / width
        self.used = used = slice(FLOOR, len(mass) - 1)
        self.K = push[used].sum() / self.force[used].sum() * diameter / (4 * width)      # pressure on the wall over mean vertical stress
        self.K_core = across[used].sum() / along_core[used].sum()
        per_length = gravity * mass[used].mean() / width      # weight of the fill per length
        length = diameter / (4 * friction * self.K)
        self.limit = per_length * length
        self.misfit = self.rms(self.limit) / self.limit
        tried = per_length * diameter * np.linspace(0.1, 10, 9901)
        best = tried[np.argmin([self.rms(limit) for limit in tried])]
        self.length_ratio, self.length = best / self.limit, best / per_length / diameter
        _, floor, side, pushed = read_averages(folder / "forces.txt", 4)[:, -1]
        self.floor, self.mobilized = floor / self.weight, side / (friction * pushed)
        self.balance = abs(floor + side - self.weight - said["momentum_gained"] / said["time"]) / self.weight

    def rms(self, limit):
        return np.sqrt(np.mean((janssen(self.above[self.used], limit) - self.force[self.used])**2))


def janssen(above, limit):
    return limit * (1 - np.exp(-above / limit))


def measure(runs, data):
    silo, free, stock = (Silo(runs[name], data) for name in ("grist", "free", "stock"))
    names = ("balance", "misfit", "length_ratio", "length", "K", "K_core", "mobilized", "floor")
    ratios = {f"{name}_ratio": getattr(free, name) / getattr(stock, name) for name in ("floor", "mobilized")}
    return (ratios | {name: getattr(silo, name) for name in names} | {f"free_{name}": getattr(free, name) for name in ("misfit", "mobilized", "floor")}
            | {f"stock_{name}": getattr(stock, name) for name in ("misfit", "mobilized", "floor")})


def draw(axes, seeds, data):
    first = Silo(seeds[0]["grist"], data)
    above = np.linspace(0, first.weight, 200)
    for share in (-0.05, 0.05):
        axes.plot(above, janssen(above, first.limit) + share * first.limit, color=GREY, lw=0.7, ls=":")
    axes.plot(above, janssen(above, first.limit), color=GREY, label="law of Janssen, length D/(4 $\\mu$ K) of seed 1, band")
    axes.plot(above, above, color=GREY, ls="--", label="whole weight, no friction at the wall")
    for number, runs in enumerate(seeds):
        silo = Silo(runs["grist"], data)
        axes.plot(silo.above[silo.used], silo.force[silo.used], "o", ms=4, color=BLUE, label=None if number else "Grist, each seed")
    for name, mark, color, label in (("free", "+", BLUE, "Grist, spheres that roll freely"), ("stock", "x", ORANGE, "stock LAMMPS, the same")):
        other = Silo(seeds[0][name], data)
        axes.plot(other.above[other.used], other.force[other.used], mark, color=color, label=label)
        axes.plot(above, janssen(above, other.limit), color=color, lw=0.8, ls="-.", label="the law of each of these two" if name == "stock" else None)
    axes.set(xlabel="weight above [N]", ylabel="vertical force through the section [N]", ylim=(0, 1.6 * first.limit))
    axes.legend(loc="lower right", fontsize=8)
