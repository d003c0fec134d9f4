"""Reads tests of single particles: drop_weight.csv, t10.csv (doc/howto_calibrate_bulk.md). Units stand in the heads of the columns."""

import re
from dataclasses import dataclass

from ..draw.plots import np
from ..read.tables import parse_heads, read_lines
from ..text.messages import fail
from ..text.values import is_number
from .quantities import LENGTH

ENERGY = {"J": 1.0, "mJ": 1e-3, "kJ": 1e3}
SPECIFIC = {"J/kg": 1.0, "kJ/kg": 1e3, "J/g": 1e3, "kWh/t": 3600.0}
MASS = {"kg": 1.0, "g": 1e-3, "mg": 1e-6}
SHARE = {"%": 0.01, "share": 1.0}
FEWEST = 10             # particles
MOST_GROUPS = 6         # of sizes


def columns_of(path, rows, known):
    """{name: (values in SI units, unit)} of the columns; `known`: their units, {} for none."""
    heads, found = parse_heads(read_lines(path)), {}
    for key in rows[0]:
        head = heads.get(key, key)
        name, unit = re.fullmatch(r"(.+?)(?: \[(.*)\])?", head).groups() if "[" in head else (head.partition("_")[::2])
        if name not in known:
            fail(f"{path} has a column '{head}': the columns are {', '.join(known)}, each with its unit, as energy_J/kg")
        if known[name] and unit not in known[name]:
            possible = " or ".join(f"{name}_{one}" for one in known[name])
            fail(f"{path}: the column '{head}' has {f'the unit {unit}' if unit else 'no unit'}: write {possible}")
        bad = next((row[key] for row in rows if not is_number(row[key]) or not np.isfinite(row[key])), None)
        if bad is not None:
            fail(f"{path}: the column '{head}' holds '{bad}', not a number")
        found[name] = np.array([row[key] for row in rows]) * known[name].get(unit, 1.0), unit
    return found


def demand(path, columns, *names):
    for name in names:
        if name not in columns:
            fail(f"{path} has no column {name}: add it, with its unit in the head")


def positive(path, columns, *names):
    for name in names:
        values = columns[name][0]
        if not (values > 0).all():
            fail(f"{path}: the column {name} holds {values[~(values > 0)][0]:g}: only values above 0 are possible")


@dataclass
class Classes:
    """Particles of equal size and specific energy: `number` of them, of which `broken` broke. J/kg and m."""

    energy: np.ndarray
    size: np.ndarray
    number: np.ndarray
    broken: np.ndarray

    @classmethod
    def of_particles(cls, energy, size, broken):
        places, index = np.unique(np.column_stack([energy, size]), axis=0, return_inverse=True)
        index = index.ravel()
        return cls(*places.T, np.bincount(index), np.bincount(index, broken))

    def groups(self):
        """(geometric mean, classes) of each group of sizes that differ by less than a tenth; at most six groups."""
        order, sizes = np.argsort(self.size), np.sort(self.size)
        starts, first = [], 0.0
        for place, size in enumerate(sizes):
            if size > 1.1 * first:
                starts.append(place)
                first = size
        parts = np.split(order, starts[1:]) if len(starts) <= MOST_GROUPS else np.array_split(order, MOST_GROUPS)
        return [(float(np.exp(np.average(np.log(self.size[part]), weights=self.number[part]))), self.only(part)) for part in parts]

    def only(self, part):
        return Classes(self.energy[part], self.size[part], self.number[part], self.broken[part])

    def bins(self, most=8):
        """Neighboring energies put together, where there are more than `most`."""
        order = np.argsort(self.energy)
        return [self.only(part) for part in np.array_split(order, min(most, len(order)))]

    def share(self):
        """Mean energy, share broken and number of all particles together."""
        number = self.number.sum()
        return np.exp(np.average(np.log(self.energy), weights=self.number)), self.broken.sum() / number, number


def read_drop_weight(path, rows):
    columns = columns_of(path, rows, {"energy": {**ENERGY, **SPECIFIC}, "size": LENGTH, "mass": MASS, "broken": {}})
    demand(path, columns, "energy", "size", "broken")
    positive(path, columns, "energy", "size")
    energy, unit = columns["energy"]
    if unit in ENERGY:
        if "mass" not in columns:
            fail(f"{path} has energies in {unit} and no column mass_g: add it, or give energy_J/kg")
        positive(path, columns, "mass")
        energy = energy / columns["mass"][0]
    broken = columns["broken"][0]
    if not np.isin(broken, (0, 1)).all():
        fail(f"{path}: the column broken holds {broken[~np.isin(broken, (0, 1))][0]:g}: write 1 for a particle that broke, 0 for one that did not")
    if len(energy) < FEWEST:
        fail(f"{path} has {len(energy)} particles: at least {FEWEST} are needed, and 20 or more of each size are better")
    return Classes.of_particles(energy, columns["size"][0], broken)
