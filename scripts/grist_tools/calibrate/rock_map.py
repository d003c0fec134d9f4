"""What is known of specimens of bonded elements before any run: where a search begins, and with which levers.

MAP has the strengths of specimens over the tensile strength of their bonds, the modulus over that of the bonds, and Poisson's ratio: 500
elements, seed 1, ratio 3, curved jaws, glued platens, until the force has fallen by 15 %; the modulus of the bonds is 345 times the
uniaxial strength. Measured with examples/strength. Of other tests it has none: they are
estimated from these, and the search corrects it.
"""

import math

import numpy as np

from .rock_file import LEVERS, least_cohesion
from .rock_specimens import Bonds

DEFAULT_RATIO = 3.0
NAMES = ("beta", "reach", "cohesion", "angle", "uniaxial", "young", "poisson", "curved")
MAP = [dict(zip(NAMES, row)) for row in (
    (1, 1.1, 2.5, 45, 3.18, 0.835, 0.186, 0.481),
    (1, 1.3, 1, 30, 4.89, 1.168, 0.161, 0.714),
    (0.3, 1.3, 1, 30, 5.64, 1.168, 0.161, 0.816),
    (0.5, 1.1, 2.5, 45, 5.33, 0.83, 0.196, 0.683),
    (1, 1.1, 1, 0, 2.14, 0.835, 0.185, 0.252),
    (0.1, 1.3, 1.5, 30, 8.59, 1.168, 0.161, 1.004),
    (0.3, 1.3, 1.5, 35, 8.32, 1.168, 0.161, 0.908),
    (1, 1.3, 2.5, 45, 7.11, 1.168, 0.161, 0.723),
    (0.3, 1.4, 1.5, 30, 10.21, 1.289, 0.156, 1.025),
    (0.2, 1.1, 2.5, 45, 8.8, 0.781, 0.301, 0.838),
    (1, 1.45, 4, 30, 10.72, 1.35, 0.155, 1.002),
    (0.3, 1.3, 2.5, 30, 11.58, 1.157, 0.185, 1.077),
    (0.3, 1.3, 5, 0, 12.88, 1.14, 0.224, 1.122),
    (0.3, 1.3, 2.5, 37, 14.18, 1.117, 0.274, 0.996),
    (0.3, 1.4, 4, 30, 21.66, 1.168, 0.379, 1.504),
    (0.3, 1.4, 2.5, 30, 18.37, 1.208, 0.31, 1.106),
    (0.5, 1.45, 4, 30, 20.66, 1.231, 0.363, 1.204),
    (0.5, 1.45, 4.6, 32, 23.7, 1.25, 0.32, 1.1),
    (0.3, 1.3, 5, 25, 19.92, 1.049, 0.415, 1.089))]
# Elastic Poisson's ratio by `ratio`; that of the rows is at 3, with what the first cracks add.
RATIOS, POISSON = (1.0, 2.5, 4.0, 6.0, 10.0, 16.0), (0.03, 0.155, 0.21, 0.24, 0.27, 0.29)
POISSON_AT_3 = 0.17
# Direct tension depends on the reach of bonds and little else; the last value continues the two that were measured.
REACHES, TENSION = (1.1, 1.3, 1.45), (0.55, 0.92, 1.15)
# Other tests by curved jaws. The point load is a guess.
LIKE_CURVED = {"curved": 1.0, "flat": 0.7, "flattened": 1.15, "point": 0.7}


def column_of(row, test, jaws):
    """Strength of this test in a row of MAP, over that of the bonds."""
    if test == "tension":
        return float(np.interp(row["reach"], REACHES, TENSION))
    name = jaws if test == "brazil" else test
    return row["curved"] * LIKE_CURVED[name] if name in LIKE_CURVED else row["uniaxial"]


def elastic_poisson(rock, row):
    """Poisson's ratio that the bonds must have, without what the first cracks add."""
    return rock.target("poisson").value - (row["poisson"] - POISSON_AT_3)


def distance(rock, row):
    """Of a row from the ratios of the measured strengths, from a Poisson's ratio that is possible, and from what is held."""
    strengths = [target for target in rock.targets if target.kind == "strength" and not target.confining]
    offsets = [math.log(target.value / column_of(row, target.test, rock.jaws)) for target in strengths]
    off = len(offsets) and len(offsets) * float(np.var(offsets))
    if rock.target("poisson"):
        off += 10 * max(0, 2 * POISSON[0] - elastic_poisson(rock, row))**2
    return off + sum((4 * (row[lever] - value) / (LEVERS[lever][1] - LEVERS[lever][0]))**2 for lever, value in rock.hold.items() if lever in row)


def best_start(rock):
    """The bonds to begin with, and the strengths over theirs that are expected, by test: the nearest row of MAP."""
    row = min(MAP, key=lambda row: distance(rock, row))
    strengths = [target for target in rock.targets if target.kind == "strength"]
    free = [target for target in strengths if not target.confining] or strengths
    tensile = math.exp(np.mean([math.log((target.value - 3 * min(target.confining, target.value / 4)) / column_of(row, target.test, rock.jaws))
                                for target in free]))
    levers = {"ratio": DEFAULT_RATIO, **{lever: float(row[lever]) for lever in LEVERS if lever in row}}
    if rock.target("poisson"):
        levers["ratio"] = float(np.interp(elastic_poisson(rock, row), POISSON, RATIOS))
    levers.update({lever: float(rock.hold[lever]) for lever in LEVERS if lever in rock.hold})
    levers["cohesion"] = max(levers["cohesion"], least_cohesion(levers["angle"]))
    return Bonds(tensile, rock.target("young").value / row["young"], levers), {
        test: column_of(row, test, rock.jaws) for test in ("uniaxial", "triaxial", "tension", "brazil", "point")}


def chosen_levers(rock):
    """Those of the file. Otherwise the ratio of stiffnesses for Poisson's ratio; cohesion and angle of friction where two strengths or
    more are measured, since the scale gives one; the share of bending for a third strength without pressure, the reach for a fourth."""
    if rock.levers is not None:
        return rock.levers
    strengths = [target for target in rock.targets if target.kind == "strength"]
    free = sum(not target.confining for target in strengths)
    wanted = {"ratio": rock.target("poisson"), "cohesion": len(strengths) > 1, "angle": len(strengths) > 1, "beta": free > 2, "reach": free > 3}
    return [lever for lever, is_wanted in wanted.items() if is_wanted and lever not in rock.hold]
