"""Speed at which a body is lifted by a vertical screw, over that of its balance of forces.

The body turns with W < omega at the radius R and rises with w = (omega - W) p/(2 pi). The casing presses with m W^2 R, and its friction acts
against the velocity, which is inclined by b, tan b = w/(W R). The flight, inclined by a, tan a = p/(2 pi R), presses and rubs: its
force is inclined by a + f to the vertical, f being the angle of friction. So tan(a + f) = F cos b/(m g + F sin b), F = mu m W^2 R.
"""

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.tables import read_columns, read_settings

RADIUS, LEAD, FRICTION, GRAVITY = 0.1, 0.1, 0.3, 9.81
LATE = 0.6        # share of the time after which it is measured


def closed_form(omega):
    flight = np.tan(np.arctan(LEAD / (2 * np.pi * RADIUS)) + np.arctan(FRICTION))
    turning = np.linspace(1e-3, 1, 200001) * omega
    lift = (omega - turning) * LEAD / (2 * np.pi)
    incline = np.arctan(lift / (turning * RADIUS))
    rub = FRICTION * turning**2 * RADIUS / GRAVITY
    return lift[np.argmax(rub * (np.cos(incline) - np.sin(incline) * flight) >= flight)]


def lifted(folder):
    columns = read_columns(folder / "path.csv", ("time", "z"))
    late = columns["time"] > LATE * columns["time"][-1]
    return np.polyfit(columns["time"][late], columns["z"][late], 1)[0]


def speed(folder):
    return read_settings(folder / "settings.txt")["omega"]


def measure(runs, data):
    speeds = [row["omega_rad_per_s"] for row in data["vertical_screw"]]
    return {name: lifted(folder) / closed_form(omega) for (name, folder), omega in zip(runs.items(), speeds)}


def draw(axes, seeds, data):
    omega = np.linspace(13.5, 45, 64)
    axes.plot(omega, [closed_form(value) for value in omega], color=GREY, label="balance of forces")
    axes.plot([speed(folder) for folder in seeds[0].values()], [lifted(folder) for folder in seeds[0].values()], "o", color=BLUE, label="Grist")
    axes.set(xlabel="speed of the screw [rad/s]", ylabel="speed of the body upward [m/s]", ylim=(0, None))
    axes.legend()
