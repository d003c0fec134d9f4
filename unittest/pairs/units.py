"""Numbers with units, so that one deck is written in any unit style of LAMMPS.

    write("young <1e7 pressure>", UNITS["cgs"])    # young 1e8

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

NUMBER = re.compile(r"<([-+.\de]+) ([a-z1/*]+)>")


def write(text, units):
    return NUMBER.sub(lambda found: f"{float(found[1]) / units.size(found[2]):.17g}", text)
