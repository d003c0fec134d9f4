"""Numbers with units, so that one deck is written in any unit style of LAMMPS.

    write("young <1e7 pressure>", UNITS["cgs"])    # young 1e8

A deck can be written for parcels, too: for particles of L times the size, with everything that command coarse does not scale multiplied by its dimension
(doc/coarse.md: a length by L, a time by L, a mass by L^3). Numbers that the command scales, by their dimension or by another power of L, say so:

    write("film <1e-6 length coarse> evaporation <1e-4 velocity coarse 1> gravity <10 force/mass>", PARCELS)    # film 1e-06 evaporation 5e-05 gravity 5

Base units are those with which LAMMPS integrates: its constants (update.cpp) say what force and pressure are; density is mass/volume, as `set` takes it.
"""
import re
from dataclasses import dataclass

AVOGADRO_MASS = 1.66053906660e-27   # kg


@dataclass(frozen=True)
class Units:
    """Size of the units of a unit style in SI."""
    style: str
    length: float
    time: float
    mass: float
    mvv2e: float = 1.0      # energy of mass velocity^2
    nktv2p: float = 1.0     # pressure of energy/volume
    parcel: float = 1.0     # L of command coarse

    def size_of(self, base):
        energy = self.mass * (self.length / self.time)**2 / self.mvv2e
        return {"1": 1.0, "temperature": 1.0, "length": self.length, "area": self.length**2, "volume": self.length**3, "time": self.time, "mass": self.mass,
                "velocity": self.length / self.time, "energy": energy, "force": energy / self.length, "torque": energy,
                "power": energy / self.time, "pressure": energy / self.length**3 / self.nktv2p,
                "density": self.mass / self.length**3}[base]

    def size(self, dimension):
        """Of a product of units, such as force/length or pressure*time."""
        above, *below = dimension.split("/")
        size = 1.0
        for base in above.split("*"):
            size *= self.size_of(base)
        for base in below:
            size /= self.size_of(base)
        return size


UNITS = {units.style: units for units in (
    Units("si", 1, 1, 1), Units("cgs", 1e-2, 1, 1e-3), Units("micro", 1e-6, 1e-6, 1e-15), Units("nano", 1e-9, 1e-9, 1e-21),
    Units("metal", 1e-10, 1e-12, AVOGADRO_MASS, 1.0364269e-4, 1.6021765e6),
    Units("real", 1e-10, 1e-15, AVOGADRO_MASS, 48.88821291 * 48.88821291, 68568.415),
    Units("electron", 5.29177210903e-11, 1e-15, AVOGADRO_MASS, 1.06657236, 2.94210108e13),
    Units("lj", 3e-3, 7e-3, 2e-5))}

PARCELS = Units("si", 1 / 2, 1 / 2, 1 / 8, parcel=2)

NUMBER = re.compile(r"<([-+.\de]+) ([a-z1/*]+)( coarse)?(?: (-?\d+))?>")


def write(text, units):
    def number(found):
        value, dimension, scaled, power = found.groups()
        size = units.size(dimension)
        if scaled and units.parcel != 1:
            size = size * units.parcel**int(power) if power else 1.0
        return f"{float(value) / size:.17g}"
    return NUMBER.sub(number, text)


def scaled(text):
    """The same text, all numbers scaled by command coarse, where they do not say otherwise."""
    return NUMBER.sub(lambda found: found[0] if found[3] else found[0][:-1] + " coarse>", text)
