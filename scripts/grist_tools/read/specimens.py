"""Laboratory tests of specimens: elastic constants from the curves of a test, and what a run of examples/strength gives.

    elastic = elastic_constants(stress, axial, lateral)       # elastic.young, .poisson
    test = read_test(folder)                                  # test.strength_Pa, .young_Pa, .poisson, ...
    cracks = read_cracks(folder)                              # a row for each bond that broke
"""

from typing import NamedTuple

import numpy as np

from ..text.messages import fail
from .tables import read_columns, read_csv, read_lines

HISTORY = ("strain", "stress", "broken", "bonds", "axial", "lateral", "confining", "tension", "shear", "energy", "step")
LOAD_AXES = {"uniaxial": 2, "triaxial": 2, "tension": 2, "bending": 2, "brazil": 0, "point": 0, "plates": 0}
COLUMNS = ("uniaxial", "triaxial", "tension")      # cylinders, with axial and lateral gauges


class Elastic(NamedTuple):
    young: float      # in the unit of the stress
    poisson: float


def elastic_constants(stress, axial, lateral, low=0.1, high=0.5):
    """Slopes by least squares between two parts of the peak stress, on the way to the peak. Stress and axial strain are positive
    along the load, compression or tension; lateral strain has the same sign where it is of the same kind."""
    stress, axial, lateral = (np.asarray(values, float) for values in (stress, axial, lateral))
    peak = int(np.argmax(stress))
    after = np.flatnonzero(stress[:peak + 1] > high * stress[peak])[0]     # the first beyond
    part = np.flatnonzero(stress[:after] >= low * stress[peak])
    if len(part) < 3:
        fail(f"{len(part)} points of the stress lie between {100 * low:g} and {100 * high:g} % of its peak, at least 3 are needed "
             "for the elastic constants (write the history more often)")
    young = np.polyfit(axial[part], stress[part], 1)[0]
    return Elastic(float(young), float(-np.polyfit(axial[part], lateral[part], 1)[0]))


class LabTest(NamedTuple):
    """What a laboratory would report of a run of examples/strength. nan: not measured in this test."""

    test: str                   # the variable of in.strength
    strength_Pa: float          # peak of the nominal stress; triaxial: the axial stress, the lateral pressure included
    strain_at_peak: float       # by the way of the platens
    young_Pa: float             # slope from 10 to 50 % of the peak, over the gauges; triaxial: of the deviator
    tangent_Pa: float           # the same from 40 to 60 %: the tangent at half of the peak
    poisson: float
    confining_Pa: float         # lateral pressure at the peak
    bonds: int
    broken_at_peak: float       # shares of the bonds
    tension_at_peak: float
    shear_at_peak: float
    broken: float               # at the end of the run
    energy_at_peak_J: float     # elastic energy of the bonds that broke until then
    energy_J: float


def read_history(folder):
    """The columns of history.csv by name."""
    return read_columns(folder / "history.csv", HISTORY)


def read_test(folder):
    """The result of the run of examples/strength in this folder (a pathlib.Path)."""
    words = read_lines(folder / "strength.txt")[0].split()
    if words[0] not in LOAD_AXES:
        fail(f"{folder / 'strength.txt'} begins with {words[0]!r}, not with a test ({', '.join(LOAD_AXES)})")
    history = read_history(folder)
    peak = int(np.argmax(history["stress"]))
    at_peak = {name: float(column[peak]) for name, column in history.items()}
    bonds = at_peak["bonds"]
    young, tangent, poisson = elasticity(words[0], history)
    return LabTest(words[0], at_peak["stress"], at_peak["strain"], young, tangent, poisson, at_peak["confining"], int(bonds),
                at_peak["broken"] / bonds, at_peak["tension"] / bonds, at_peak["shear"] / bonds, float(history["broken"][-1]) / bonds,
                at_peak["energy"], float(history["energy"][-1]))


def elasticity(test, history):
    """Young's modulus as mean slope and as tangent at half of the peak, and Poisson's ratio; nan without gauges."""
    if test not in (*COLUMNS, "bending"):
        return np.nan, np.nan, np.nan
    confining = history["confining"]
    held = confining >= 0.999 * confining.max()      # from when on the lateral pressure is held
    curves = (history["stress"][held] - confining[held], history["axial"][held], history["lateral"][held])
    mean = elastic_constants(*curves)
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
