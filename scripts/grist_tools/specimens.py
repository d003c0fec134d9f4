"""Elastic constants of a specimen from the curves of a test.

    elastic = elastic_constants(stress, axial, lateral)       # elastic.young, .poisson
"""

from typing import NamedTuple

import numpy as np

from .messages import fail


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
