"""The shape of a pile on a floor: height map, profile, angle of repose in sectors, runout, volume.

    heights = HeightMap.of_spheres(centers, radii)        # or of_camera(camera): of what was drawn from above
    pile = Pile(heights, ring=diameter / 2)
    angle = pile.angle_of_repose(pile.window(0.2, 0.9))   # angle.mean, .deviation, .by_sector, .standard_error
    pile.runout(), heights.volume()                       # radius of the foot; volume under the surface, voids included
    pile = read_pile("pile.dump")                         # of the last moment of a dump with x y z radius

Lengths are those of the data, z points up, angles are in degrees. The surface is what is seen from above. Where only floor is
seen, its height is that of the floor.
"""

from typing import NamedTuple

import numpy as np

from ..text.messages import fail
from .dumps import last_snapshot, positions

SECTORS = 8
FEWEST = 20        # particles of a pile


class HeightMap:
    """Heights at the middles of square cells: height[i, j] at x[i], y[j], at least `floor`."""

    def __init__(self, x, y, height, floor=0.0):
        self.x, self.y, self.floor = np.asarray(x, float), np.asarray(y, float), floor
        self.height = np.maximum(height, floor)

    @classmethod
    def of_spheres(cls, centers, radii, floor=0.0, middle=(0.0, 0.0)):
        """Around `middle`. One sphere far away does not make the cells coarse: it is left out."""
        (x, y, z), radii = np.asarray(centers, float).reshape(-1, 3).T, np.asarray(radii, float)
        x, y = x - middle[0], y - middle[1]
        far = 4 * np.percentile(np.hypot(x, y), 90)
        extent = min(max(np.abs(x).max(), np.abs(y).max()), far) + radii.max()
        cell = max(radii.min() / 4, extent / 750)
        half = int(np.ceil(extent / cell))
        axis = (np.arange(-half, half) + 0.5) * cell
        height = np.full((2 * half, 2 * half), float(floor))
        for xi, yi, zi, ri in zip(x, y, z, radii):
            i0, i1 = np.searchsorted(axis, (xi - ri, xi + ri))
            j0, j1 = np.searchsorted(axis, (yi - ri, yi + ri))
            up = ri * ri - (axis[i0:i1, None] - xi) ** 2 - (axis[None, j0:j1] - yi) ** 2
            top = np.where(up > 0, zi + np.sqrt(np.maximum(up, 0)), floor)
            np.maximum(height[i0:i1, j0:j1], top, out=height[i0:i1, j0:j1])
        return cls(axis + middle[0], axis + middle[1], height, floor)

    @classmethod
    def of_camera(cls, camera, floor=0.0):
        """Of what a camera that looks down has drawn: spheres, polyhedra, triangles."""
        if camera.axes[2] @ (0.0, 0.0, 1.0) < 1.0 - 1e-9:
            raise ValueError("a map of heights needs a camera that looks down")
        x = camera.center[0] + (np.arange(camera.columns) + 0.5 - camera.columns / 2) / camera.scale
        y = camera.center[1] + (np.arange(camera.rows) + 0.5 - camera.rows / 2) / camera.scale
        return cls(x, y, camera.center[2] + camera.height_map()[::-1].T, floor)

    def volume(self):
        """Between the surface and the floor, with the voids between particles."""
        return float((self.height - self.floor).sum() * (self.x[1] - self.x[0]) * (self.y[1] - self.y[0]))

    def upper_edges(self):
        """Highest point for each x seen along y (front), and for each y seen along x (side)."""
        return {"front": self.height.max(axis=1), "side": self.height.max(axis=0)}

    def polar(self, middle=(0.0, 0.0)):
        """Distance from the middle, azimuth as a part of a turn (0 to 1), and height above the floor, of all cells."""
        x, y = np.meshgrid(self.x - middle[0], self.y - middle[1], indexing="ij")
        turn = (np.arctan2(y, x) / (2 * np.pi) + 0.5) % 1.0
        return np.hypot(x, y).ravel(), turn.ravel(), (self.height - self.floor).ravel()


class AngleOfRepose(NamedTuple):
    mean: float
    deviation: float           # standard deviation of the sectors
    by_sector: list
    standard_error: float      # of the mean


class Pile:
    """Rings about the middle of a pile, in sectors. Heights are above the floor.

    r           radius of the middle of each ring
    mean        height of each ring
    by_sector   the same of each sector (rows); nan where a sector has no cell of the ring
    covered     part of each ring that is not bare floor
    """

    def __init__(self, heights, ring, middle=(0.0, 0.0), sectors=SECTORS):
        self.ring, self.sectors = ring, sectors
        self.radius, turn, self.height = heights.polar(middle)
        self.sector = np.floor(turn * sectors).astype(int) % sectors
        self.mean = self.ring_means(self.height)
        self.covered = self.ring_means((self.height > 0).astype(float))
        self.r = (np.arange(len(self.mean)) + 0.5) * ring
        self.by_sector = np.full((sectors, len(self.r)), np.nan)
        for s in range(sectors):
            part = self.ring_means(self.height, self.sector == s)
            self.by_sector[s, :len(part)] = part

    def ring_means(self, values, chosen=slice(None)):
        ring = (self.radius[chosen] / self.ring).astype(int)
        return np.bincount(ring, values[chosen]) / np.maximum(np.bincount(ring), 1)

    def spread(self):
        """Standard deviation of the sectors in each ring; 0 where the map does not hold the whole ring."""
        return np.where(self.r < self.r[-1] - self.ring, np.std(self.by_sector, axis=0), 0.0)

    def top(self, within=None):
        """Mean height within a radius of the middle (two rings), or that of the highest ring if it is higher."""
        return max(self.height[self.radius < (within or 2 * self.ring)].mean(), self.mean[1:].max())

    def crossing(self, profile, level):
        """First radius, going outward from the highest ring, where a profile falls below a level."""
        for i in range(int(self.mean.argmax()), len(self.r) - 1):
            if profile[i] >= level > profile[i + 1]:
                return self.r[i] + (profile[i] - level) / (profile[i] - profile[i + 1]) * (self.r[i + 1] - self.r[i])
        return self.r[-1]

    def window(self, low, high, least=0.0):
        """Radii between which the mean surface is between these parts of the top's height, and above `least`: it keeps the
        rounded tip and the single layer at the foot out. (0, 0) where there is no pile."""
        top = self.top()
        upper, lower = high * top, max(low * top, least)
        return (self.crossing(self.mean, upper), self.crossing(self.mean, lower)) if upper > 1.3 * lower else (0, 0)

    def runout(self, covered=0.5):
        """Radius beyond which less than this part of the rings is covered: the foot."""
        return self.crossing(self.covered, covered)

    def sector_lines(self, window):
        """Of each sector the line a + b r through the surface, by least squares over the radii of the window."""
        inside = (self.radius >= window[0]) & (self.radius <= window[1])
        return [line(self.radius[part], self.height[part]) for part in (inside & (self.sector == s) for s in range(self.sectors))]

    def angle_of_repose(self, window):
        angles = [slope_angle(b) for _, b in self.sector_lines(window)]
        deviation = float(np.std(angles, ddof=1))
        return AngleOfRepose(float(np.mean(angles)), deviation, angles, deviation / np.sqrt(self.sectors))

    def angle_of_profile(self, low, high, top):
        """Of the line through the mean profile, where it is between these parts of the height `top`, and its standard error by
        leaving out sectors in turn (jackknife). For piles so small that single sectors have no slope; zeros without a flank."""
        profile = self.by_sector.mean(axis=0)
        part = (profile > low * top) & (profile < high * top)
        if part.sum() < 2:
            return 0.0, 0.0

        def angle(sectors):
            return slope_angle(line(self.r[part], sectors.mean(axis=0)[part])[1])

        without = np.array([angle(np.delete(self.by_sector, s, axis=0)) for s in range(self.sectors)])
        return angle(self.by_sector), float(np.sqrt((self.sectors - 1) * without.var()))


def line(r, z):
    """Least-squares line z = a + b r as (a, b)."""
    b, a = np.polyfit(r, z, 1)
    return a, b


def slope_angle(slope):
    """Degrees below the horizontal of a line with this slope outward."""
    return float(np.degrees(np.arctan(-slope)))


def resting(z, radii, gap, floor=0.0):
    """Which spheres lie below the first empty layer that is thicker than the gap: not held by something above the pile."""
    bottom, top = z - radii, z + radii
    order = np.argsort(bottom)
    reached = np.maximum.accumulate(np.concatenate([[floor], top[order]]))[:-1]
    free = np.flatnonzero(bottom[order] > reached + gap)
    keep = np.ones(len(bottom), bool)
    if len(free):
        keep[order[free[0]:]] = False
    return keep


def read_pile(path, floor=0.0, middle=None, sectors=SECTORS):
    """The pile of the last moment of a dump of spheres with columns x y z radius, without what hangs above it. Rings are as wide as
    the median radius; the middle is the center of volume."""
    columns = last_snapshot(path, ("x", "y", "z", "radius")).columns
    centers, radii = positions(columns), columns["radius"]
    keep = resting(centers[:, 2], radii, 2 * np.median(radii), floor)
    if keep.sum() < FEWEST:
        fail(f"{path} holds {keep.sum()} particles in the pile, at least {FEWEST} are needed")
    centers, radii = centers[keep], radii[keep]
    if middle is None:
        middle = np.average(centers[:, :2], axis=0, weights=radii**3)
    return Pile(HeightMap.of_spheres(centers, radii, floor, middle), np.median(radii), middle, sectors)
