"""What is left of the angular velocity from impact to impact, and speed and time of the first one.

Nothing is lost while the block turns about an edge, so the speed at an impact is that after the one before.
"""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.tables import read_columns

RUNS = {"floor": (BLUE, "flat floor, law volume"), "energy": (GREEN, "flat floor, law energy"), "rails": (ORANGE, "two rails")}
LEAST = 0.05      # rad/s: what is slower is a vibration


def history(folder):
    columns = read_columns(folder / "history.csv", ("time", "omega"))
    return columns["time"], columns["omega"]


def impacts(folder):
    """Times and speeds of the peaks between the moments at which the block turns back; that in which the run ends is left out."""
    time, omega = history(folder)
    ends = np.flatnonzero(np.sign(omega[1:]) != np.sign(omega[:-1])) + 1
    parts = zip(np.concatenate([[0], ends[:-1]]), ends)
    peaks = [start + abs(omega[start:end]).argmax() for start, end in parts if end > start]
    peaks = [k for k in peaks if abs(omega[k]) > LEAST]
    return time[peaks], abs(omega[peaks])


def ratio(folder):
    """Mean over the impacts."""
    _, speeds = impacts(folder)
    return (speeds[-1] / speeds[0])**(1 / (len(speeds) - 1)) if len(speeds) > 1 else np.nan


def measure(runs, data):
    times, speeds = impacts(runs["floor"])
    return {**{name: ratio(runs[name]) for name in RUNS}, "speed": speeds[0], "time": times[0]}


def draw(axes, seeds, data):
    closed = {row["quantity"]: row["value"] for row in data["housner1963_block"]}
    most = 0
    for name, (color, label) in RUNS.items():
        _, speeds = impacts(seeds[0][name])
        axes.plot(range(1, len(speeds) + 1), speeds, "o", color=color, label=label)
        most = max(most, len(speeds))
    numbers = np.arange(1, most + 1)
    least = closed["omega"] * closed["ratio"]**(numbers - 1)
    axes.fill_between(numbers, least, closed["omega"], color=GREY, alpha=0.25, lw=0, label="between far edge and no loss")
    axes.plot(numbers, least, color=GREY, label="impulse at the far edge (Housner)")
    axes.set(xlabel="impact", ylabel="angular velocity before it [rad/s]", ylim=(1, 1.5), xticks=numbers)
    axes.legend(loc="lower left", fontsize=8)
