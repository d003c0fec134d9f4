"""Angle, angular velocity and tangential restitution of the rebound, by the angle of impact from the normal."""

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np
from grist_tools.read.dumps import last_snapshot

QUANTITIES = {"rebound_angle_deg": "angle of rebound [degrees]", "omega_rad_per_s": "angular velocity [rad/s]",
              "tangential_restitution": "tangential restitution"}


def rebound(folder):
    """By quantity, at all angles of impact (degrees)."""
    before, after = (last_snapshot(folder / name).columns for name in ("before.dump", "after.dump"))
    angle = np.degrees(np.arctan2(before["vx"], -before["vz"]))
    return angle, {"rebound_angle_deg": np.degrees(np.arctan2(after["vx"], after["vz"])), "omega_rad_per_s": abs(after["omegay"]),
                   "tangential_restitution": after["vx"] / before["vx"]}


def points(data, quantity):
    rows = [row for row in data["kharaz2001_oblique_impact"] if row["quantity"] == quantity]
    return np.array([[row["impact_angle_deg"], row["value"]] for row in rows]).T


def misfits(folder, data, quantity):
    """Angles of the measured points, and simulated less measured over measured or not."""
    angle, found = rebound(folder)
    at, value = points(data, quantity)
    return at, np.interp(at, angle, found[quantity]) - value, value


def measure(runs, data):
    found = {}
    for name, prefix in (("grist", ""), ("stock", "stock_")):
        at, off, value = misfits(runs[name], data, "rebound_angle_deg")
        found[prefix + "angle_rms"] = np.sqrt((off**2).mean())
        at, off, value = misfits(runs[name], data, "omega_rad_per_s")
        found[prefix + "omega"] = 100 * abs(off / value)[at > 10].max()
    (_, ours), (_, stock) = rebound(runs["same"]), rebound(runs["stock"])
    angle, spin = "rebound_angle_deg", "omega_rad_per_s"
    found["stock_angle"] = abs(ours[angle] - stock[angle]).max()
    found["stock_spin"] = 100 * abs(ours[spin] - stock[spin]).max() / stock[spin].max()
    at, off, _ = misfits(runs["grist"], data, "tangential_restitution")
    return {**found, "tangential": abs(off[at > 9]).max(), "tangential_steep": abs(off[at < 4]).max()}


def draw(axes, seeds, data):
    figure = axes.figure
    axes.remove()
    bands = {"rebound_angle_deg": lambda v: 1.5 + 0 * v, "omega_rad_per_s": lambda v: 0.12 * v,
             "tangential_restitution": lambda v: 0.05 + 0 * v}
    places = figure.subplots(1, 3)
    for place, (quantity, label) in zip(places, QUANTITIES.items()):
        at, value = points(data, quantity)
        place.errorbar(at, value, bands[quantity](value), fmt="s", color=GREY, label="measured, band")
        for name, color, legend in (("stock", ORANGE, "stock LAMMPS"), ("grist", BLUE, "Grist")):
            angle, found = rebound(seeds[0][name])
            place.plot(angle, found[quantity], color=color, ls="--" if name == "stock" else "-", label=legend)
        place.set(xlabel="angle of impact [degrees]", ylabel=label)
    places[0].legend()
