"""Mean speed of a block on a swinging plate, over that of its equation of motion with Coulomb's friction."""

from functools import cache

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.tables import read_columns, read_settings

GRAVITY, FRICTION, ANGLE, FREQUENCY = 9.81, 0.3, np.radians(30), 50
SETTLED = 5       # periods that are left out


@cache
def block(throw, periods=25, steps=4000):
    """Times and speeds of a block that slides by Coulomb's law on the plate, step by step; it sticks where friction can hold it."""
    omega = 2 * np.pi * FREQUENCY
    dt = 1 / FREQUENCY / steps
    times = np.arange(periods * steps + 1) * dt
    across = throw * GRAVITY / np.tan(ANGLE)                    # acceleration of the plate along x
    plate = across / omega * np.cos(omega * times)
    press = FRICTION * (GRAVITY - throw * GRAVITY * np.sin(omega * (times + dt / 2)))
    speeds = np.empty_like(times)
    speeds[0] = 0
    for number in range(len(times) - 1):
        slip = plate[number + 1] - speeds[number]
        speeds[number + 1] = speeds[number] + np.clip(slip, -press[number] * dt, press[number] * dt)
    return times, speeds


def mean_speed(times, speeds):
    late = times >= SETTLED / FREQUENCY
    return speeds[late].mean()


def throw(folder):
    return read_settings(folder / "settings.txt")["throw"]


def found(folder):
    columns = read_columns(folder / "path.csv", ("time", "x"))
    time, x = columns["time"], columns["x"]
    first = np.argmin(np.abs(time - SETTLED / FREQUENCY))
    last = np.argmin(np.abs(time - np.floor(time[-1] * FREQUENCY + 1e-6) / FREQUENCY))
    return (x[last] - x[first]) / (time[last] - time[first])


def measure(runs, data):
    numbers = [row["throw_number"] for row in data["sliding_block"]]
    return {name: found(folder) / mean_speed(*block(number)) for (name, folder), number in zip(runs.items(), numbers)}


def draw(axes, seeds, data):
    at = np.linspace(0.3, 0.95, 14)
    axes.plot(at, [1e3 * mean_speed(*block(number, 15, 1000)) for number in at], color=GREY, label="equation of motion")
    axes.plot([throw(folder) for folder in seeds[0].values()], [1e3 * found(folder) for folder in seeds[0].values()], "o", color=BLUE, label="Grist")
    axes.set(xlabel="vertical acceleration of the plate over g", ylabel="mean speed of the block [mm/s]", ylim=(0, None))
    axes.legend()
