"""The two models of a rock that `grist calibrate` knows: bonded spheres, and blocks bonded at their faces.

    model = MODELS["blocks"]
    model.levers                    # what can be searched, beside the tensile strength and the modulus of bonds
    model.known()                   # what is known before any run
    model.variables(bonds, rock)    # of model.script, the tests of its specimens
    model.lines(bonds, rock)        # of an input script, to paste

All stresses of both are proportional to the strengths and moduli of their bonds together. The toughness of faces is the energy *soften* over
tensile^2 diameter/young, so that this also holds where they soften.
"""

from math import pi

from .. import ROOT
from .block_map import BLOCK_LEVERS, BlockMap
from .rock_map import LEVERS, RockMap


class Spheres:
    name = "spheres"
    levers, known = LEVERS, RockMap
    center = {"ratio": 2.5, "cohesion": 2.0, "angle": 25.0, "beta": 0.4, "reach": 1.25, "radius": 1.0}
    script, count = ROOT / "examples/strength/in.strength", "elements"
    elements, runs, verdict = 1200, 40, 0.4     # of a specimen; specimens of each test; share of them for the verdict
    choices = {"jaws": ("curved", "flat", "flattened"), "platens": ("smooth", "glued", "plates")}     # the first one is the default
    others = ("contact", "friction", "weibull", "deviation")        # variables of the script that can be held at a value
    # Strength over that of a bond for which the script is slow enough; stronger specimens are loaded as many times faster, so that all
    # of them fail after as many passes of a wave.
    usual = {"uniaxial": 2.0, "triaxial": 2.0, "tension": 0.6, "brazil": 0.25, "point": 0.15}
    # A test ends when the force has fallen by the share `drop` of its peak, or when this share of the bonds is broken.
    settings = {"drop": 0.05, "crushed": 0.35}
    rows = 30000                        # of a history whose test came to its largest strain
    # Strengths by the test that the map has. Flat jaws and the point load press locally; direct tension depends on the reach.
    like = {"flat": 0.95, "flattened": 1.12, "curved": 1.0, "point": 0.7, "tension": 1.0}
    ratio_error = 0.25      # standard deviation of the log of a ratio of strengths from that of the map: 0.14 of rows that are left out, 0.24 to hold the largest measured

    @staticmethod
    def variables(bonds, rock):
        return bonds.variables()

    @staticmethod
    def lines(bonds, rock):
        levers, hold = bonds.levers, rock.hold
        scatter = f" weibull {hold['weibull']:g} 4711" if hold.get("weibull") else ""
        scatter += f" normal sd {hold['deviation']:g} 4711" if hold.get("deviation") else ""
        return (f"# by random packings, {rock.elements} elements a specimen\n"
                f"cluster_template ID SHAPE elements N reach {levers['reach']:g} density/solid {rock.density:g}\n"
                f"bond_coeff * young {bonds.young:g} ratio {levers['ratio']:g} tensile {bonds.tensile:g} "
                f"cohesion {levers['cohesion'] * bonds.tensile:.4g} angle {levers['angle']:g} beta {levers['beta']:g} radius {levers['radius']:g}"
                f"{scatter} damping 0.3\n"
                f"pair_style hertz/mindlin\n"
                f"pair_coeff * * young {bonds.young * hold.get('contact', 10):.4g} poisson 0.25 restitution 0.5 friction {hold.get('friction', 0.5):g}\n")


class Blocks:
    name = "blocks"
    levers, known = BLOCK_LEVERS, BlockMap
    center = {"ratio": 2.5, "cohesion": 6.0, "angle": 50.0, "toughness": 3.2}
    script, count = ROOT / "examples/blocks/in.blocks", "blocks"
    elements, runs, verdict = 400, 36, 0.5      # the map of blocks is nearer, and few blocks scatter more
    choices = {"jaws": ("flat",), "platens": ("smooth",)}
    others = ("contact", "friction", "beta")
    usual = {"uniaxial": 8.0, "brazil": 0.8}
    settings = {"drop": 0.2, "until": 60}
    rows = 6000
    like = {}
    ratio_error = 0.1

    @staticmethod
    def soften(bonds, rock):
        """Energy that a face takes, J/m2."""
        return bonds.levers["toughness"] * bonds.tensile**2 * rock.diameter / bonds.young

    @classmethod
    def variables(cls, bonds, rock):
        found = bonds.variables()
        del found["toughness"]
        return {**found, "soften": float(f"{cls.soften(bonds, rock):.4g}")}

    @classmethod
    def lines(cls, bonds, rock):
        levers, hold = bonds.levers, rock.hold
        size = (pi / 2 * rock.diameter**3 / rock.elements)**(1 / 3)
        return (f"# by divisions into {rock.elements} blocks a specimen of {1e3 * rock.diameter:g} mm; stiffness of contacts for blocks with a mean size of "
                f"{1e3 * size:.3g} mm, over the size for others\n"
                f"create_blocks SHAPE cells N density {rock.density:g}\n"
                f"bond_style face\n"
                f"bond_coeff * young {bonds.young:g} ratio {levers['ratio']:g} tensile {bonds.tensile:g} "
                f"cohesion {levers['cohesion'] * bonds.tensile:.4g} angle {levers['angle']:g} beta {hold.get('beta', 1):g} "
                f"soften {cls.soften(bonds, rock):.4g} damping 0.1\n"
                f"pair_style polyhedron\n"
                f"pair_coeff * * volume {bonds.young * hold.get('contact', 1) / size:.4g} restitution 0.3 friction {hold.get('friction', 0.5):g}\n")


MODELS = {model.name: model for model in (Spheres, Blocks)}
