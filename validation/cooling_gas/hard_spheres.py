"""The same gas of hard spheres, event by event: no contact has a duration, and no force is computed.

    python3 hard_spheres.py RESTITUTION SEED [N [PHI]]     # the line that hard_spheres.csv holds

Lengths are diameters, velocities the root mean square in one direction at the start. Each event is the next collision of all,
found from the times that each sphere needs to each other one.
"""

import sys

import numpy as np

END = 1.2       # of sqrt(T0/T) - 1 by the closed form


def place(n, edge, random):
    centers = np.empty((0, 3))
    while len(centers) < n:
        point = random.uniform(0, edge, 3)
        if (squares(nearest(centers - point, edge)) > 1).all():
            centers = np.vstack([centers, point])
    return centers


def nearest(vectors, edge):
    return vectors - edge * np.round(vectors / edge)


def squares(vectors):
    return np.einsum("ij,ij->i", vectors, vectors)


class Gas:
    def __init__(self, n, phi, seed):
        random = np.random.default_rng(seed)
        self.edge, self.now = (n * np.pi / 6 / phi)**(1 / 3), 0.0
        self.x, self.v = place(n, self.edge, random), random.normal(size=(n, 3))
        self.v -= self.v.mean(axis=0)
        self.time, self.partner = np.full(n, np.inf), np.zeros(n, int)
        for i in range(n):
            self.predict(i)

    def predict(self, i):
        """Times of the collisions of i with all others; they replace later ones of these."""
        r, u = nearest(self.x - self.x[i], self.edge), self.v - self.v[i]
        b, uu = np.einsum("ij,ij->i", r, u), squares(u)
        root = b * b - uu * (squares(r) - 1)
        meets = (b < 0) & (root > 0)
        meets[i] = False
        times = np.full(len(b), np.inf)
        times[meets] = self.now + np.maximum((-b[meets] - np.sqrt(root[meets])) / uu[meets], 0)
        self.time[i], self.partner[i] = times.min(), times.argmin()
        sooner = times < self.time
        self.time[sooner], self.partner[sooner] = times[sooner], i

    def collide(self, restitution):
        i = self.time.argmin()
        j, step = self.partner[i], self.time[i] - self.now
        self.x += step * self.v
        self.now += step
        normal = nearest((self.x[i] - self.x[j])[None], self.edge)[0]
        change = (1 + restitution) / 2 * (normal @ (self.v[i] - self.v[j])) / (normal @ normal) * normal
        self.v[i] -= change
        self.v[j] += change
        for k in {i, j, *np.flatnonzero(np.isin(self.partner, (i, j)))}:
            self.predict(k)


def rate(restitution, seed, n=4000, phi=0.1):
    """At which sqrt(T0/T) - 1 grows, over that of the closed form (without a2, which is below .3 %)."""
    gas = Gas(n, phi, seed)
    start = squares(gas.v).mean()
    contact_value = (2 - phi) / (2 * (1 - phi)**3)
    expected = (1 - restitution**2) / 6 * 4 * np.sqrt(np.pi) * contact_value * n / gas.edge**3 * np.sqrt(start / 3)
    times, grown = [], []
    while gas.now * expected < END:
        gas.collide(restitution)
        times.append(gas.now)
        grown.append(np.sqrt(start / squares(gas.v).mean()) - 1)
    at = np.linspace(0, END / expected, 101)
    growth = np.interp(at, times, grown)
    return (at @ growth) / (at @ at) / expected


if __name__ == "__main__":
    words = sys.argv[1:]
    print(f"{words[0]},{words[1]},{rate(float(words[0]), int(words[1]), *map(int, words[2:3]), *map(float, words[3:4])):.4f}")
