"""Speed of solitary waves and of sound in chains of beads, over the closed forms.

Beads that touch with F = A u^(3/2) have waves without change of shape. With the overlap u between neighbors, the time in units of
the time that the wave takes from bead to bead (d/V), and k = A u_max^(1/2)/m (d/V)^2, the equation of motion
u'' = k (u(t+1)^(3/2) - 2 u(t)^(3/2) + u(t-1)^(3/2)) is u = k (tent * u^(3/2)), the tent being 1 - |t| (English and Pego 2005).
"""

from functools import cache

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_columns

LOADS = (0.5, 10, 200)          # N, as in the input
APART = 20                      # beads between the two gauges
STEP = 2e-8                     # s


@cache
def wave_number():
    """k of the traveling wave, by iteration on a grid."""
    t, dt = np.linspace(-6, 6, 2401, retstep=True)
    tent = np.maximum(0, 1 - np.abs(t[np.abs(t) <= 1])) * dt
    u = np.exp(-t**2)
    for _ in range(300):
        grown = np.convolve(u**1.5, tent, mode="same")
        k = 1 / grown.max()
        u = k * grown
    return k


def beads(data):
    said = {row["quantity"]: row["value"] for row in data["coste1997_bead_chain"]}
    d = said["diameter_m"]
    return d, np.pi / 6 * d**3 * said["density_kg_per_m3"], said["young_Pa"] * np.sqrt(d) / (3 * (1 - said["poisson"]**2))


def solitary(force, data):
    d, mass, a = beads(data)
    return d * np.sqrt(a**(2 / 3) * force**(1 / 3) / (mass * wave_number()))


def sound(force, data):
    d, mass, a = beads(data)
    return d * np.sqrt(1.5 * a**(2 / 3) * force**(1 / 3) / mass)


@cache
def gauges(folder, d):
    """Of each chain: largest overlap (mean of the two gauges) and speed of the wave."""
    times, overlaps = [], []
    for snapshot in read_dump(folder / "gauges.dump", wanted=("x", "y")):
        x, y = snapshot.columns["x"], snapshot.columns["y"]
        order = np.lexsort((x, np.round(y / d)))
        times.append(snapshot.step * STEP)
        overlaps.append((d - np.diff(x[order].reshape(-1, 2))[:, 0]).reshape(-1, 2))
    times, overlaps = np.array(times), np.array(overlaps)
    found = []
    for chain in range(overlaps.shape[1]):
        peaks = [peak(times, overlaps[:, chain, gauge]) for gauge in (0, 1)]
        found.append((np.mean([top for _, top in peaks]), APART * d / (peaks[1][0] - peaks[0][0])))
    return np.array(found).T


def peak(times, values):
    """Time and height of the highest point, by a parabola."""
    at = int(np.argmax(values))
    second, first, height = np.polyfit(times[at - 2:at + 3] - times[at], values[at - 2:at + 3], 2)
    return times[at] - first / (2 * second), height - first**2 / (4 * second)


def hits(folder, data):
    d, _, a = beads(data)
    overlap, speed = gauges(folder, d)
    return a * overlap**1.5, speed


def sounds(folder, data):
    """Speed of sound of each chain, by the times at which its lowest mode passes zero."""
    columns = read_columns(folder / "modes.csv", ("time", "low", "middle", "high"))
    d, n = beads(data)[0], 60
    speeds = []
    for name in ("low", "middle", "high"):
        time, mode = columns["time"], columns[name]
        before = np.flatnonzero(mode[:-1] * mode[1:] < 0)
        zeros = time[before] - mode[before] * (time[before + 1] - time[before]) / (mode[before + 1] - mode[before])
        omega = np.pi * (len(zeros) - 1) / (zeros[-1] - zeros[0])
        speeds.append(omega * d / (2 * np.sin(np.pi / (2 * (n - 1)))))      # of long waves, by the dispersion of the chain
    return np.array(speeds)


def exponent(force, speed):
    return np.polyfit(np.log(force), np.log(speed), 1)[0]


def measure(runs, data):
    force, speed = hits(runs["hit"], data)
    heard, loads = sounds(runs["sound"], data), np.array(LOADS)
    stock_force, stock_speed = hits(runs["stock"], data)
    return {"solitary": (speed / solitary(force, data)).mean(), "solitary_exponent": exponent(force, speed),
            "sound": (heard / sound(loads, data)).mean(), "sound_exponent": exponent(loads, heard),
            "stock": (stock_speed / solitary(stock_force, data)).mean()}


def draw(axes, seeds, data):
    force = np.geomspace(0.3, 3000, 50)
    axes.plot(force, solitary(force, data), color=BLUE, label="solitary wave, closed form")
    axes.plot(force, sound(force, data), color=ORANGE, label="sound, closed form")
    axes.plot(*hits(seeds[0]["hit"], data), "o", color=BLUE, label="Grist, largest force of the wave")
    axes.plot(LOADS, sounds(seeds[0]["sound"], data), "^", color=ORANGE, label="Grist, force of the pressure")
    axes.plot(*hits(seeds[0]["stock"], data), "x", color=GREY, label="stock LAMMPS")
    axes.set(xscale="log", yscale="log", xlabel="force [N]", ylabel="speed [m/s]")
    axes.legend()
