"""The coefficients of a bulk material in a template of `grist new`: in its variables and in its line pair_coeff."""

import re

from ..text.messages import fail

VARIABLES = ("density", "young", "poisson", "restitution", "friction", "rolling_friction", "wall_friction")
SIZES = ("size", "size_min")        # either is the size of the spheres
LAW = "rolling torque ${rolling_friction}"      # of a template, without a material
OF_MATERIALS = "rolling sds ${k_roll} ${c_roll} ${rolling_friction}"


def line_of(name):
    return re.compile(rf"^(variable +{name} +index +)(\S+)(.*)$", re.MULTILINE)


def takes_material(text):
    return LAW in text and all(line_of(name).search(text) for name in VARIABLES) and any(line_of(name).search(text) for name in SIZES)


def with_material(text, kind, material):
    """The template keeps its sizes and its time step: Young's modulus is multiplied with the ratio of the densities."""
    if not takes_material(text):
        fail(f"the kind '{kind}' takes no material: leave --material out")
    values = {name: material.value(name) for name in VARIABLES}
    values["young"] = float(line_of("young").search(text)[2]) * values["density"] / float(line_of("density").search(text)[2])
    for name, value in values.items():
        text = line_of(name).sub(lambda match, value=value: match[1] + f"{value:.4g}".ljust(len(match[2])) + match[3], text)
    size = next(name for name in SIZES if line_of(name).search(text))
    springs = (f"\n# {material.title.capitalize()}: doc/materials.md has the sources. Spring and dashpot of rolling friction are those of its tests.\n"
               f"variable        k_roll equal v_young*v_{size}/60\n"
               f"variable        c_roll equal 0.3*sqrt(v_k_roll*v_density*PI/6*v_{size}^3)")
    text = line_of("rolling_friction").sub(lambda match: match[0] + springs, text)
    return text.replace(LAW, OF_MATERIALS)
