"""The coefficients of a bulk material in a template of `grist new`: in its variables and in its line pair_coeff."""

import re

from ..text.messages import fail

VARIABLES = ("size", "density", "young", "poisson", "restitution", "friction", "rolling_friction", "wall_friction")
LAW = "rolling torque ${rolling_friction}"      # of a template, without a material
OF_MATERIALS = "rolling sds ${k_roll} ${c_roll} ${rolling_friction}"


def takes_material(text):
    return LAW in text and all(re.search(rf"^variable +{name} +index ", text, re.MULTILINE) for name in VARIABLES)


def with_material(text, kind, material):
    """The template keeps its size and its time step: Young's modulus is multiplied with the ratio of the densities."""
    if not takes_material(text):
        fail(f"the kind '{kind}' takes no material: leave --material out")
    values = {name: material.value(name) for name in VARIABLES[1:]}
    values["young"] = values["density"] / number_of(text, "density") * number_of(text, "young")
    for name, value in values.items():
        text = re.sub(rf"^(variable +{name} +index +)(\S+)", lambda match, value=value: match[1] + f"{value:.4g}".ljust(len(match[2])), text,
                      flags=re.MULTILINE)
    springs = (f"# {material.title.capitalize()}: doc/materials.md has the sources. Spring and dashpot of rolling friction are those of its tests.\n"
               "variable        k_roll equal v_young*v_size/60\n"
               "variable        c_roll equal 0.3*sqrt(v_k_roll*v_density*PI/6*v_size^3)\n")
    return re.sub(r"^pair_style ", springs + "pair_style ", text.replace(LAW, OF_MATERIALS), count=1, flags=re.MULTILINE)


def number_of(text, name):
    return float(re.search(rf"^variable +{name} +index +(\S+)", text, re.MULTILINE)[1])
