"""Laboratory tests of specimens: elastic constants from the curves of a test, and what a run of examples/strength gives.

    elastic = elastic_constants(stress, axial, lateral)       # elastic.young, .poisson
    row, ended = failure(read_history(folder))                # where the specimen failed: at its first peak or kink
    test = read_test(folder)                                  # test.strength_Pa, .young_Pa, .poisson, .is_crushed, ...
    cracks = read_cracks(folder)                              # a row for each bond that broke
"""

from typing import NamedTuple

import numpy as np

from ..text.messages import fail
from .tables import read_columns, read_csv, read_lines

HISTORY = ("strain", "stress", "broken_bonds", "bonds", "axial", "lateral", "confining", "tension", "shear", "energy", "step")
LOAD_AXES = {"uniaxial": 2, "triaxial": 2, "tension": 2, "bending": 2, "brazil": 0, "point": 0, "plates": 0}
COLUMNS = ("uniaxial", "triaxial", "tension")      # cylinders, with axial and lateral gauges


# A specimen has failed when its stress has fallen by FALL of the highest one, or where its tangent, over the last WINDOW of its strain, is
# less than KINK of the steepest one: what follows is the strength of rubble. Both count once CRACKED of the bonds are broken: before, single
# elements are crushed at the jaws.
FALL, KINK, WINDOW, CRACKED = 0.05, 0.5, 0.1, 0.05
FIRST_CRACKS = 0.001    # share of the bonds
CRUSHED = 0.2           # share of the bonds broken at the failure from which on a strength is not that of a rock


class Elastic(NamedTuple):
    young: float      # in the unit of the stress
    poisson: float


def elastic_constants(stress, axial, lateral, low=0.1, high=0.5, top=None):
    """Slopes by least squares between two parts of `top`, the peak stress where none is given, on the way to it. Stress and axial strain
    are positive along the load, compression or tension; lateral strain has the same sign where it is of the same kind."""
    stress, axial, lateral = (np.asarray(values, float) for values in (stress, axial, lateral))
    top = stress.max() if top is None else top
    after = np.flatnonzero(stress > high * top)[0]     # the first beyond
    part = np.flatnonzero(stress[:after] >= low * top)
    if len(part) < 3:
        fail(f"{len(part)} points of the stress lie between {100 * low:g} and {100 * high:g} % of its peak, at least 3 are needed "
             "for the elastic constants (write the history more often)")
    young = np.polyfit(axial[part], stress[part], 1)[0]
    return Elastic(float(young), float(-np.polyfit(axial[part], lateral[part], 1)[0]))


class LabTest(NamedTuple):
    """What a laboratory would report of a run of examples/strength. nan: not measured in this test."""

    test: str                   # the variable of in.strength
    strength_Pa: float          # nominal stress at the failure; triaxial: the axial stress, the lateral pressure included
    strain_at_peak: float       # by the way of the platens
    young_Pa: float             # slope over the gauges from 10 to 50 % of the strength, below the first cracks; triaxial: of the deviator
    tangent_Pa: float           # the same from 40 to 60 %: the tangent at half of the strength
    poisson: float
    confining_Pa: float         # lateral pressure at the failure
    bonds: int
    broken_at_peak: float       # shares of the bonds, at the failure
    tension_at_peak: float
    shear_at_peak: float
    broken: float               # at the end of the run
    energy_at_peak_J: float     # elastic energy of the bonds that broke until then
    energy_J: float
    ended: str                  # how the failure is seen: peak, kink, or end of the run

    @property
    def is_crushed(self):
        """Whether so many bonds broke before the failure that the strength is that of rubble between platens."""
        return self.broken_at_peak > CRUSHED


def read_history(folder):
    """The columns of history.csv by name."""
    return read_columns(folder / "history.csv", HISTORY)


def failure(history):
    """The row of the strength, and how it is seen (LabTest.ended)."""
    strain, stress = history["strain"], history["stress"] - history["confining"]
    highest = np.maximum.accumulate(stress)
    begun = (stress > 0.05 * highest[-1]) & (strain > 0)
    before = np.interp((1 - WINDOW) * strain, strain, stress)
    tangent = np.where(begun, (stress - before) / np.where(begun, WINDOW * strain, 1), 0)
    cracked = begun & (history["broken_bonds"] >= CRACKED * history["bonds"])
    fallen = cracked & (stress < (1 - FALL) * highest)
    bent = cracked & (tangent < KINK * np.maximum.accumulate(tangent))
    ends = {what: int(np.argmax(history["stress"][:rows.argmax() + 1])) for what, rows in (("peak", fallen), ("kink", bent)) if rows.any()}
    if not ends:
        return int(np.argmax(history["stress"])), "end of the run"
    ended = min(ends, key=ends.get)     # a peak where both are one
    return ends[ended], ended


def read_test(folder):
    """The result of the run of examples/strength in this folder (a pathlib.Path)."""
    words = read_lines(folder / "strength.txt")[0].split()
    if words[0] not in LOAD_AXES:
        fail(f"{folder / 'strength.txt'} begins with {words[0]!r}, not with a test ({', '.join(LOAD_AXES)})")
    history = read_history(folder)
    peak, ended = failure(history)
    at_peak = {name: float(column[peak]) for name, column in history.items()}
    bonds = at_peak["bonds"]
    young, tangent, poisson = elasticity(words[0], history, peak)
    if poisson > 0.5:
        fail(f"Poisson's ratio of the specimen is {poisson:.3g}, and a solid has at most 0.5: it was in pieces before its bonds failed "
             f"[{folder}]; give it more elements or a longer reach")
    return LabTest(words[0], at_peak["stress"], at_peak["strain"], young, tangent, poisson, at_peak["confining"], int(bonds),
                   at_peak["broken_bonds"] / bonds, at_peak["tension"] / bonds, at_peak["shear"] / bonds, float(history["broken_bonds"][-1]) / bonds,
                   at_peak["energy"], float(history["energy"][-1]), ended)


def elasticity(test, history, peak):
    """Young's modulus as mean slope and as tangent at half of the strength, and Poisson's ratio; nan without gauges."""
    if test not in (*COLUMNS, "bending"):
        return np.nan, np.nan, np.nan
    confining = history["confining"]
    held = np.arange(len(confining)) <= peak
    held &= confining >= 0.999 * confining[held].max()      # from when on the lateral pressure is held
    stress = history["stress"][held] - confining[held]
    curves = (stress, history["axial"][held], history["lateral"][held])
    cracked = history["broken_bonds"][held] >= FIRST_CRACKS * history["bonds"][held]
    whole = 2 * stress[:max(cracked.argmax(), 1)].max() if cracked.any() else np.inf
    mean = elastic_constants(*curves, top=min(stress.max(), whole))
    tangent = elastic_constants(*curves, low=0.4, high=0.6)
    return mean.young, tangent.young, mean.poisson if test in COLUMNS else np.nan


class Cracks(NamedTuple):
    """The bonds that broke, in the order of time."""

    strain: np.ndarray      # of the specimen, as in history.csv
    mode: np.ndarray        # tension, shear or mixed
    energy_J: np.ndarray
    angle: np.ndarray       # between the load and the plane of the crack, which is normal to the bond (degrees)


def read_cracks(folder):
    """From breaks.csv, with the directions of bonds by elements.txt, the places of elements before the test."""
    history = read_history(folder)
    test = read_test(folder).test
    names, rows = read_csv(folder / "breaks.csv")
    rows = [row for row in rows if float(row[names.index("step")]) <= history["step"][-1]]     # not of the frames after the test
    columns = dict(zip(names, zip(*rows))) if rows else {name: () for name in names}
    elements = np.array([line.split() for line in read_lines(folder / "elements.txt")], float)
    places = dict(zip(elements[:, 0].astype(int), elements[:, 1:]))
    bonds = np.array([places[int(b)] - places[int(a)] for a, b in zip(columns["id_a"], columns["id_b"])]).reshape(-1, 3)
    along = np.abs(bonds[:, LOAD_AXES[test]]) / np.linalg.norm(bonds, axis=1)
    strain = np.interp(np.array(columns["step"], float), history["step"], history["strain"])
    return Cracks(strain, np.array(columns["mode"], str), np.array(columns["energy"], float), np.degrees(np.arcsin(np.minimum(along, 1))))
