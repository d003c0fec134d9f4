"""Speed of solitary waves and of sound in chains of beads, over the closed forms. The force of a contact is A overlap^(3/2)."""

from functools import cache

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_columns

LOADS = np.array((0.5, 10, 200))      # N, as in the input
APART, BEADS, STEP = 20, 60, 2e-8     # beads between the gauges and of a chain; s


def closed_forms(force, data):
    """Speeds of the solitary wave with this largest force, and of sound under this force; length and A of the beads."""
    said = {row["quantity"]: row["value"] for row in data["coste1997_bead_chain"]}
    d = said["diameter_m"]
    a = said["young_Pa"] * np.sqrt(d) / (3 * (1 - said["poisson"]**2))
    base = d * np.sqrt(a**(2 / 3) * force**(1 / 3) / (np.pi / 6 * d**3 * said["density_kg_per_m3"]))
    return base / np.sqrt(said["wave_constant"]), base * np.sqrt(1.5), d, a


def peak(times, values):      # time and height of the highest point, by a parabola
    at = int(np.argmax(values))
    second, first, height = np.polyfit(times[at - 2:at + 3] - times[at], values[at - 2:at + 3], 2)
    return times[at] - first / (2 * second), height - first**2 / (4 * second)


@cache
def gauges(folder, d):
    """Largest overlap (mean of two gauges) and speed of the wave of each chain."""
    times, overlaps = [], []
    for snapshot in read_dump(folder / "gauges.dump", wanted=("x", "y")):
        x, y = snapshot.columns["x"], snapshot.columns["y"]
        times.append(snapshot.step * STEP)
        overlaps.append(d - np.diff(x[np.lexsort((x, np.round(y / d)))].reshape(-1, 2, 2))[..., 0])
    peaks = np.array([[peak(np.array(times), gauge) for gauge in chain] for chain in np.moveaxis(overlaps, 0, -1)])
    return peaks[:, :, 1].mean(axis=1), APART * d / np.diff(peaks[:, :, 0])[:, 0]


def hits(folder, data):
    _, _, d, a = closed_forms(1, data)
    overlap, speed = gauges(folder, d)
    return a * overlap**1.5, speed


def sounds(folder, data):
    """Speed of long waves, by the times at which the lowest mode of each chain passes zero and the dispersion of the chain."""
    columns, speeds = read_columns(folder / "modes.csv", ("time", "low", "middle", "high")), []
    for mode in (columns[name] for name in ("low", "middle", "high")):
        at = np.flatnonzero(mode[:-1] * mode[1:] < 0)
        zeros = columns["time"][at] - mode[at] * np.diff(columns["time"])[at] / np.diff(mode)[at]
        omega = np.pi * (len(zeros) - 1) / (zeros[-1] - zeros[0])
        speeds.append(omega * closed_forms(1, data)[2] / (2 * np.sin(np.pi / (2 * (BEADS - 1)))))
    return np.array(speeds)


def measure(runs, data):
    (force, speed), (stock_force, stock_speed), heard = hits(runs["hit"], data), hits(runs["stock"], data), sounds(runs["sound"], data)
    return {"solitary": (speed / closed_forms(force, data)[0]).mean(), "solitary_exponent": np.polyfit(np.log(force), np.log(speed), 1)[0],
            "sound": (heard / closed_forms(LOADS, data)[1]).mean(), "sound_exponent": np.polyfit(np.log(LOADS), np.log(heard), 1)[0],
            "stock_speed": 100 * abs(speed / stock_speed - 1).max(), "stock": (stock_speed / closed_forms(stock_force, data)[0]).mean()}


def draw(axes, seeds, data):
    force = np.geomspace(0.3, 3000, 50)
    for speeds, color, label in zip(closed_forms(force, data), (BLUE, ORANGE), ("solitary wave, closed form", "sound, closed form")):
        axes.plot(force, speeds, color=color, label=label)
    axes.plot(*hits(seeds[0]["hit"], data), "o", color=BLUE, label="Grist, largest force of the wave")
    axes.plot(LOADS, sounds(seeds[0]["sound"], data), "^", color=ORANGE, label="Grist, force of the pressure")
    axes.plot(*hits(seeds[0]["stock"], data), "x", color=GREY, label="stock LAMMPS")
    axes.set(xscale="log", yscale="log", xlabel="force [N]", ylabel="speed [m/s]")
    axes.set_yticks([300, 500, 1000], ["300", "500", "1000"])
    axes.minorticks_off()
    axes.legend()
