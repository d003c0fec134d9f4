"""What is known of specimens of bonded elements before any run: smooth functions through the tests of rock_map.csv.

    known = RockMap()
    known({"ratio": [2, 4], ...}, stiffness)        # {"young": ..., "poisson": ..., "uniaxial": ..., "brazil": ..., "broken": ...}

Moduli and strengths are logarithms over those of the bonds, `broken` is the share of bonds that are broken at the uniaxial strength, and
`stiffness` is the modulus of the bonds over their tensile strength. Levers were drawn over their whole ranges, each point with a packing of
its own (examples/strength/sample.py made the table and found SCALES), so a function through all of them is one of the mean of packings.
Smooth platens, curved jaws, 1200 elements.
"""

from pathlib import Path

import numpy as np

from ..read.tables import read_columns
from ..text.messages import need

need("scipy")
from scipy.interpolate import RBFInterpolator  # noqa: E402, after the check

TABLE = Path(__file__).with_name("rock_map.csv")
# What can be searched: least and largest value, and whether its logarithm is the variable.
LEVERS = {"ratio": (1.0, 25.0, True), "cohesion": (0.3, 10.0, True), "angle": (0.0, 65.0, False), "beta": (0.0, 1.0, False),
          "reach": (1.02, 1.6, False), "radius": (0.5, 1.0, False)}
STIFFNESS = (1000.0, 10000.0, True)
LOGARITHMS = ("young", "uniaxial", "brazil")
SMOOTHING = 1.0
# How fast each response changes with the variables of the levers and of the stiffness: those of the least errors where rows are left out.
SCALES = {
    "young": [1.71, 3.33, 0.06, 0.14, 4.53, 2.39, 0.33],
    "poisson": [2.51, 0.55, 0.17, 0.86, 2.29, 1.14, 0.45],
    "uniaxial": [4.29, 4.45, 1.93, 1.61, 2.7, 1.14, 0.08],
    "brazil": [4.45, 4.62, 2.76, 0.46, 2.71, 0.25, 1.65],
    "broken": [4.08, 2.37, 1.32, 0.74, 1.94, 0.62, 0.28],
}


def to_variable(limits, value):
    """From -1 to 1 over the range of a lever."""
    low, high, is_log = limits
    low, high, value = (np.log(one) if is_log else np.asarray(one, float) for one in (low, high, value))
    return 2 * (value - low) / (high - low) - 1


def to_value(limits, variable):
    low, high, is_log = limits
    low, high = (np.log(low), np.log(high)) if is_log else (low, high)
    value = low + (np.asarray(variable) + 1) / 2 * (high - low)
    return np.exp(value) if is_log else value


def least_cohesion(angle):
    """Over the tensile strength: below it the shear strength would cut off the tensile strength."""
    return np.tan(np.radians(angle)) * (1 + 1e-9)


def place(levers, stiffness):
    """Rows of the variables of all levers and of the stiffness."""
    columns = [to_variable(LEVERS[name], levers[name]) for name in LEVERS]
    return np.column_stack(np.broadcast_arrays(*columns, np.clip(to_variable(STIFFNESS, stiffness), -1, 1)))


class RockMap:
    def __init__(self, rows=None):
        rows = rows or read_columns(TABLE, (*LEVERS, "stiffness", *SCALES))
        self.places = place(rows, rows["stiffness"])
        self.fits = {}
        for name, scales in SCALES.items():
            has = np.isfinite(rows[name])
            values = np.log(rows[name][has]) if name in LOGARITHMS else rows[name][has]
            self.fits[name] = RBFInterpolator(scales * self.places[has], values, kernel="cubic", smoothing=SMOOTHING, degree=1)

    def __call__(self, levers, stiffness):
        at = place(levers, stiffness)
        return {name: fit(SCALES[name] * at) for name, fit in self.fits.items()}
