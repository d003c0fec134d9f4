"""Overlaps of four pairs against closed forms, and how the time of a step grows with the number of particles."""

import re

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.tables import read_columns

STIFFNESS = 1e10     # N/m3
PLACES = 0.04 * np.arange(4)     # x of the pairs, m
SPEEDS = ("few", "more", "many")


def overlaps(folder):
    columns = last_snapshot(folder / "contacts.dump").columns
    rows = np.array([columns[f"c_c[{k}]"] for k in range(1, 9)]).T
    rows = rows[np.argsort(rows[:, 5])]      # in the order of the pairs: of x
    return rows[:, 0], rows[:, 2:5], rows[:, 5:8]


def closed(rows):
    """Volumes, forces on the lower cube and centroids, SI units."""
    volume = 1e-9 * np.array([row["volume_mm3"] for row in rows])
    normal = np.array([[0, row["normal_y"], row["normal_z"]] for row in rows])
    force = -STIFFNESS * volume[:, None] * normal / np.linalg.norm(normal, axis=1)[:, None]
    place = 1e-3 * np.array([[0, row["centroid_y_mm"], row["centroid_z_mm"]] for row in rows])
    place[:, 0] = PLACES
    return volume, force, place


def timing(folder):
    """Particles, contacts, and microseconds of processor time for a step: the shortest of the blocks that were timed."""
    columns = read_columns(folder / "speed.csv", ("particles", "steps", "seconds", "contacts"))
    shares = re.findall(r"([0-9.]+)% CPU use", (folder / "log.lammps").read_text())[-len(columns["seconds"]):]
    times = 1e6 * columns["seconds"] / columns["steps"] * np.array(shares, float) / 100
    best = times.argmin()
    return columns["particles"][best], columns["contacts"][best], times[best]


def measure(runs, data):
    volume, force, place = overlaps(runs["contacts"])
    expected, expected_force, expected_place = closed(data["nassauer2013_overlaps"])
    size = np.linalg.norm(expected_force, axis=1)
    particles, contacts, time = np.array([timing(runs[name]) for name in SPEEDS]).T
    return {"volume": np.abs(volume / expected - 1).max(), "force": (np.linalg.norm(force - expected_force, axis=1) / size).max(),
            "centroid": np.linalg.norm(place - expected_place, axis=1).max() / 1e-4,
            "growth": np.polyfit(np.log(particles), np.log(time), 1)[0],
            "growth_contacts": np.polyfit(np.log(contacts), np.log(time), 1)[0]}


def draw(axes, seeds, data):
    particles, _, time = np.array([timing(seeds[0][name]) for name in SPEEDS]).T
    axes.plot([0, particles[-1]], [0, time[0] * particles[-1] / particles[0]], color=GREY, label="proportional to the number")
    axes.plot(particles, time, "o", color=BLUE, label="Grist, one core")
    axes.set(xlim=(0, None), ylim=(0, None), ylabel="processor time of a step [us]",
             xlabel="particles of random shape, packed to a solid fraction of 0.5")
    axes.legend()
