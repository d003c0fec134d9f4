"""Yield loci and Mohr circles of shear tests.

    locus = Locus(sigma, tau, preshear)         # stresses of the points; (normal, shear) stress of the preshear; weights=: of the points
    locus.strength, locus.major, locus.effective

The yield locus is the straight line of least squares through the points, tau = c + sigma tan(phi). The larger Mohr circle passes through the
preshear point and touches the locus on the left of it: its right end is the major consolidation stress sigma_1, and a line through the origin
touches it at the effective angle of friction. The smaller one touches the locus and passes through the origin: its right end is the
unconfined strength sigma_c = 2 c cos(phi)/(1 - sin(phi)). The flow function is sigma_1/sigma_c (Jenike 1964; Schulze, Powders and Bulk
Solids, 2008).
"""

import numpy as np


class Locus:
    def __init__(self, sigma, tau, preshear, weights=None):
        self.slope, self.cohesion = np.polyfit(sigma, tau, 1, w=weights)
        self.phi = np.arctan(self.slope)
        self.middle, self.radius = larger_circle(*preshear, self.phi, self.cohesion)
        self.off = float(np.abs(np.asarray(tau) - self.cohesion - self.slope * np.asarray(sigma)).max())       # of a point from the line

    @property
    def major(self):
        return self.middle + self.radius

    @property
    def strength(self):
        return max(2 * self.cohesion * np.cos(self.phi) / (1 - np.sin(self.phi)), 0.0)

    @property
    def effective(self):
        return effective_angle(self.middle, self.radius)


def larger_circle(sigma, tau, phi, cohesion):
    """Center M and radius M sin(phi) + c cos(phi) of Mohr's circle through the preshear that touches the locus."""
    s, c = np.sin(phi), np.cos(phi)
    first = sigma + s * cohesion * c
    middle = (first - np.sqrt(max(first**2 - c**2 * (sigma**2 + tau**2 - (cohesion * c)**2), 0.0))) / c**2
    return middle, np.hypot(sigma - middle, tau)


def effective_angle(middle, radius):
    return np.degrees(np.arcsin(radius / middle))
