"""What is known of specimens of bonded blocks before any run: the affine estimate of cells in a uniform strain, and how far off it is.

    known = BlockMap()
    known({"ratio": [2, 4], ...}, stiffness)        # as RockMap: {"young": ..., "poisson": ..., "uniaxial": ..., "brazil": ..., "broken": ...}

With k_s = a k_n of the faces a uniform strain gives the modulus E (2 + 3 a)/(4 + a) and Poisson's ratio nu = (1 - a)/(4 + a). The faces that
stand upright in a cylinder under pressure are pulled by nu E times the strain in the mean: so brittle faces give a uniaxial strength in
proportion to (modulus/E)/nu, and what softening adds is less with a larger nu. It cannot go beyond what the friction of inclined faces holds
(Mohr and Coulomb). What softens before half of the strength adds to Poisson's ratio. The factors are those of 12 sets of faces in specimens of
300 blocks, four runs each, and of faces that part at once in examples/blocks/README.md; `examples/strength/sample.py --kind blocks` says how far
off they are elsewhere. `stiffness` changes nothing.
"""

import numpy as np

# What can be searched: least and largest value, and whether its logarithm is the variable.
BLOCK_LEVERS = {"ratio": (1.05, 25.0, True), "cohesion": (1.0, 10.0, True), "angle": (0.0, 60.0, False), "toughness": (0.2, 6.4, True)}


def affine(ratio):
    """Modulus over that of the faces, and Poisson's ratio, in a uniform strain."""
    a = 1 / np.asarray(ratio, float)
    return (2 + 3 * a) / (4 + a), (1 - a) / (4 + a)


def share(toughness, scale):
    """Of what softening adds; 1 at a toughness of 3.2."""
    return (1 - np.exp(-toughness / scale)) / (1 - np.exp(-3.2 / scale))


def least(first, second):
    """The smaller of two strengths, without a kink."""
    return (first**-2 + second**-2)**-0.5


class BlockMap:
    def __call__(self, levers, stiffness):
        ratio, cohesion, angle, toughness = (np.atleast_1d(np.asarray(levers[name], float)) for name in BLOCK_LEVERS)
        modulus, nu = affine(ratio)
        pulled = modulus / nu * (0.72 + share(toughness, 0.95) * (4.1 - 15.5 * nu))
        sheared = 2 * cohesion * np.cos(np.radians(angle)) / (1 - np.sin(np.radians(angle))) * ratio**0.4
        uniaxial = least(pulled, sheared)
        split = 1.6 * modulus**2.25 * (0.425 + 0.575 * share(toughness, 0.5))
        softened = share(toughness, 1.6)
        return {"young": np.log(modulus) - 0.15 * softened * (nu / 0.2376)**6,
                "poisson": nu * (1 + 0.75 * nu + softened * (uniaxial / pulled)**1.5 * (0.28 + 0.25 * nu)),
                "uniaxial": np.log(uniaxial), "brazil": np.log(least(split, 0.17 * sheared)),
                "broken": 0.2 * np.exp(-toughness / 0.4) * nu / 0.136}
