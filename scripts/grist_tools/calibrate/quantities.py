"""Quantities of input files of `grist calibrate`: texts with a number, its scatter and its unit, and tables with known keys.

    quantity = read_quantity("200 +- 22 MPa", PRESSURE, "ucs in granite.toml")      # .value 200e6, .scatter 22e6

All values are in SI units. What is not as expected ends the program with one sentence.
"""

import re
from typing import NamedTuple

from ..text.messages import fail

PRESSURE = {"Pa": 1.0, "kPa": 1e3, "MPa": 1e6, "GPa": 1e9}
LENGTH = {"m": 1.0, "cm": 1e-2, "mm": 1e-3, "um": 1e-6}
DENSITY = {"kg/m3": 1.0, "g/cm3": 1e3, "t/m3": 1e3}
PLAIN = {"": 1.0}
ANGLE = {"deg": 1.0}

NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
QUANTITY = re.compile(rf"\s*({NUMBER})(?:\s*(?:\+-|\+/-|±)\s*({NUMBER}))?\s*(\S*)\s*")


class Quantity(NamedTuple):
    value: float
    scatter: float = 0.0        # standard deviation; 0: not given


def read_quantity(text, units, where):
    """`units`: those that are possible, with their size in SI units; `where`: of what, in which file."""
    match = QUANTITY.fullmatch(str(text))
    example = f"'{20 if '' not in units else 0.2} +- {2 if '' not in units else 0.02} {list(units)[0]}'".replace(" '", "'")
    if isinstance(text, (list, dict, bool)) or not match:
        fail(f"{where} is '{text}': give a number, its scatter and its unit, as {example}")
    number, scatter, unit = match.groups()
    if unit not in units:
        known = " or ".join(filter(None, units)) or "no unit"
        fail(f"{where} is '{text}', {f'with the unit {unit}' if unit else 'without a unit'}: give {known}")
    found = Quantity(float(number) * units[unit], float(scatter or 0) * units[unit])
    if found.value <= 0 or found.scatter < 0:
        fail(f"{where} is '{text}': give a number above 0, with a scatter of 0 or more")
    return found


def check_keys(table, known, where):
    """Ends the program at a key that is not known, in a table of a TOML file."""
    if not isinstance(table, dict):
        fail(f"{where} is '{table}', and a table is expected")
    for key in table:
        if key not in known:
            fail(f"{where} has the unknown key '{key}': the keys are {', '.join(known)}")


def read_count(value, least, most, where):
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
        fail(f"{where} is {value!r}: give a whole number from {least} to {most}")
    return value
