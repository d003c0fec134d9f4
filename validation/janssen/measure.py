"""Vertical force over depth in a silo, Janssen's curve through it, and the ratio of lateral to vertical stress."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.tables import read_averages, read_lines, read_settings

GRAVITY = 9.81
FLOOR = 2        # slices next to the floor that are left out: spheres on a plane lie in a layer


class Silo:
    """Weight above each slice, vertical force through it, and what the walls carry."""

    def __init__(self, folder):
        said = read_settings(folder / "settings.txt")
        rows = np.array([line.split() for line in read_lines(folder / "profile.txt")[4:]], dtype=float)
        mass, along, across, along_core = rows[rows[:, 3] > 0][:, 3:].T
        self.slice, self.diameter, self.wall = said["slice"], said["diameter"], said["wall"]
        self.weight = said["mass"] * GRAVITY
        self.above = GRAVITY * (mass[::-1].cumsum()[::-1] - mass / 2)
        self.force = along / self.slice
        self.used = used = slice(FLOOR, len(mass) - 1)
        self.K = across[used].sum() / along_core[used].sum()
        per_length = GRAVITY * mass[used].mean() / self.slice      # weight of the fill per length
        self.length_by_K = self.diameter / (4 * self.wall * self.K)
        tried = per_length * self.diameter * np.linspace(0.1, 10, 9901)
        misfits = [np.sqrt(np.mean((janssen(self.above[used], limit) - self.force[used])**2)) for limit in tried]
        self.limit = tried[np.argmin(misfits)]
        self.misfit = min(misfits) / self.limit
        self.length = self.limit / per_length
        _, floor, side = read_averages(folder / "forces.txt", 3)[:, -1]
        self.floor = floor / self.weight
        self.balance = abs(floor + side - self.weight - said["momentum_gained"] / said["time"]) / self.weight


def janssen(above, limit):
    return limit * (1 - np.exp(-above / limit))


def measure(runs, data):
    silo, stock = Silo(runs["grist"]), Silo(runs["stock"])
    return {"balance": silo.balance, "misfit": silo.misfit, "length_ratio": silo.length / silo.length_by_K,
            "length": silo.length / silo.diameter, "K": silo.K, "floor": silo.floor, "stock_misfit": stock.misfit,
            "stock_length": stock.length / stock.diameter, "stock_K": stock.K, "stock_floor": stock.floor}


def draw(axes, seeds, data):
    first = Silo(seeds[0]["grist"])
    above = np.linspace(0, first.weight, 200)
    for share in (0.95, 1.05):
        axes.plot(above, janssen(above, first.limit) + (share - 1) * first.limit, color=GREY, lw=0.7, ls=":")
    axes.plot(above, janssen(above, first.limit), color=GREY, label="law of Janssen through seed 1, band")
    axes.plot(above, above, color=GREY, ls="--", label="whole weight, no friction at the wall")
    for number, runs in enumerate(seeds):
        silo = Silo(runs["grist"])
        axes.plot(silo.above[silo.used], silo.force[silo.used], "o", ms=4, color=BLUE, label=None if number else "Grist, each seed")
    stock = Silo(seeds[0]["stock"])
    axes.plot(stock.above[stock.used], stock.force[stock.used], "x", color=ORANGE, label="stock LAMMPS")
    axes.set(xlabel="weight above [N]", ylabel="vertical force through the section [N]", ylim=(0, 1.6 * first.limit))
    axes.legend(loc="lower right")
