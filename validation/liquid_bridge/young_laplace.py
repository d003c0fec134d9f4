"""Liquid bridges between two equal spheres by the equation of Young and Laplace: writes young_laplace.csv.

Lengths are in radii of the spheres, tension is 1. A bridge wets each sphere up to the angle b from the axis. Its surface at the
distance y from the axis is inclined so that the pull 2 pi F along the axis is the same in each section,

    F = y cos(slope) + k y^2/2,    at the sphere F = sin b sin(b + angle) + k sin^2 b/2

with the pressure k below that outside. A volume and an angle b give k; the gap follows. The stable bridges are those from touch
to the largest gap.
"""

from pathlib import Path

import numpy as np

RADIUS = 2.381e-3      # m
BRIDGES = [(74.2, 0), (13.6, 0), (74.2, 20)]      # nl, degrees
NODES, WEIGHTS = np.polynomial.legendre.leggauss(120)
NODES, WEIGHTS = (NODES + 1) / 2, WEIGHTS / 2


def bridge(b, k, angle):
    """Gap, volume and F; None where there is no neck between the spheres."""
    wall = np.sin(b)
    force = wall * np.sin(b + angle) + k * wall**2 / 2
    if 1 + 2 * k * force < 0:
        return None
    neck = force if abs(k) < 1e-12 else (np.sqrt(1 + 2 * k * force) - 1) / k
    if not 0 < neck <= wall:
        return None
    y = neck + (wall - neck) * NODES**2      # the slope is infinite at the neck
    steps = 2 * NODES * (wall - neck) * WEIGHTS
    cosine = (force - k * y**2 / 2) / y
    if (cosine <= 0).any() or (cosine >= 1).any():
        return None
    rise = steps * cosine / np.sqrt(1 - cosine**2)
    cap = np.pi * (1 - np.cos(b))**2 * (2 + np.cos(b)) / 3
    return 2 * (rise.sum() - (1 - np.cos(b))), 2 * (np.pi * (y**2 * rise).sum() - cap), force


def bridges_of(b, volume, angle):
    """Those that wet the sphere up to b: the pressures where the volume changes from too little to too much, refined by bisection."""
    pressures = np.concatenate([-np.linspace(0.99, 0, 100) / np.sin(b), np.geomspace(1e-3, 3e3, 300)])
    found = [bridge(b, k, angle) for k in pressures]
    for low, high, one, two in zip(pressures, pressures[1:], found, found[1:]):
        if one and two and (one[1] - volume) * (two[1] - volume) < 0:
            for _ in range(60):
                middle = (low + high) / 2
                value = bridge(b, middle, angle)
                low, high = (middle, high) if (value[1] - volume) * (one[1] - volume) > 0 else (low, middle)
            yield bridge(b, (low + high) / 2, angle)


def stable(volume, angle):
    """Gaps and forces from touch to the largest gap."""
    wetted = np.linspace(0.05, 0.7, 80)
    for _ in range(2):      # again with the angles that count alone
        rows = np.array([[b, *row] for b in wetted for row in bridges_of(b, volume, angle)])
        last = rows[:, 1].argmax()
        rows = rows[(rows[:, 3] >= rows[last, 3]) & (rows[:, 1] > -2e-3)]
        step = wetted[1] - wetted[0]
        wetted = np.linspace(rows[:, 0].min() - 2 * step, rows[:, 0].max() + step, 400)
    rows = rows[rows[:, 1].argsort()]
    return rows[:, 1], rows[:, 3]


def main():
    with open(Path(__file__).parent / "young_laplace.csv", "w", encoding="ascii") as file:
        print("# Equation of Young and Laplace for two spheres of 2.381 mm radius, solved by young_laplace.py of this folder: the stable bridges up to", file=file)
        print("# the largest gap; gap over the radius R, pull over 2 pi R times the tension. Volumes of Willett et al., Langmuir 16 (2000) 9396", file=file)
        print("volume_nl,angle_deg,gap,force", file=file)
        for volume, degrees in BRIDGES:
            gaps, forces = stable(volume * 1e-12 / RADIUS**3, np.radians(degrees))
            for gap in np.concatenate([np.linspace(0, gaps[-1], 120)[:-1], gaps[-1:]]):
                print(f"{volume},{degrees},{gap:.6f},{np.interp(gap, gaps, forces):.6f}", file=file)


if __name__ == "__main__":
    main()
