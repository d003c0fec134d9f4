"""One small deck for a set of features, and its variants.

    deck = Deck(("plane", "liquid"))
    deck.variant("restart").lines       # an input script

Sixteen grains in a block of 4 x 2 x 2 that overlap a little and move, two loose spheres beside them, and far away a sphere that touches nothing: the
bystander, with the id 1. Clusters and rocks of blocks have the same places, eight elements each. The place x = 0 is the border of the two ranks, and in the variant
`periodic` the face of the box; contacts, bonds and bodies lie across it.
"""
import random
import re
from dataclasses import dataclass, field
from pathlib import Path

from features import FEATURES, FEEDS
from units import PARCELS, UNITS, scaled, write

BY_NAME = {feature.name: feature for feature in FEATURES}
# Number of the first step, and steps of the two runs: neither run begins or ends with an interval of a fix or of a sample.
START, FIRST, SECOND = 13, 80, 120
BALANCE = 20                    # entries of compute energy/balance
STORED = (1, 2, 3, 4, 18)       # those that are no sums over time
CHANGED_BY_SAMPLES = (5, 6, 7, 8, 10, 16, 17, 19, 20)
LEFT, RIGHT = -3.45e-3, 8.25e-3
SPACING, RADIUS = 3.9e-3, 2e-3
ELEMENT = 1.949e-3             # radius of an element: bonded ones must not overlap
DENSITY = 2500
LAW = "<1e9 force/volume> hysteretic 0.6 friction 0.4"
SPRINGS = {"hertz": ("hertz/mindlin", "young <1e7 pressure> poisson 0.3"),
           "hooke": ("hooke/history", "stiffness <3e3 force/length>"),
           "thornton_ning": ("thornton/ning", "young <1e7 pressure> poisson 0.3 yield <1e5 pressure>")}
ENERGY_LAW = "<1e14 energy/volume/volume> hysteretic 0.6 friction 0.4"


@dataclass
class Variant:
    name: str
    lines: list
    columns: list       # of thermo output: (name, unit)
    units: object


@dataclass(frozen=True)
class Place:
    """Of a wall: its words in several commands."""
    plane: str
    at: str
    normal: tuple       # into the space
    point: str


def places(side):
    floor = "<-3.93e-3 length>"
    lid = "<3.93e-3 length>"
    return (Place(f"zplane {floor} NULL", f"shift 0 0 {floor}", (0, 0, 1), f"0 0 {floor}"),
            Place(f"zplane NULL {lid}", f"turn 1 0 0 180 shift 0 0 {lid}", (0, 0, -1), f"0 0 {lid}"),
            Place(f"yplane NULL {side}", f"turn 1 0 0 90 shift 0 {side} 0", (0, -1, 0), f"0 {side} 0"),
            Place(f"yplane <-{side[1:]} NULL", f"turn 1 0 0 -90 shift 0 <-{side[1:]} 0", (0, 1, 0), f"0 <-{side[1:]} 0"))


def fields_of(place):
    """Words of a wall at a place, for the braces of an entry."""
    axis = next(i for i in range(3) if place.normal[i])
    sign = place.normal[axis]
    along = lambda text: " ".join(text if i == axis else "0" for i in range(3))
    return {"plane": place.plane, "at": place.at, "point": place.point, "axis": "xyz"[axis], "sign": str(sign),
            "in": " ".join(str(n) for n in place.normal), "speed": along(f"<{sign * 0.1} velocity>"), "wiggle": along(f"<{sign * 2e-5} length>"),
            "move": "{move}"}


class NoPair(Exception):
    """Features that are two values of one option, or need such."""


class Deck:
    def __init__(self, names):
        self.names = tuple(names)
        self.name = "+".join(self.names)
        self.options = {}
        self.features = []
        for name in self.names:
            self.add(BY_NAME[name])
        self.kind = self.options.get("particles", "spheres")
        self.law = self.options.get("law", "hertz")
        self.features.sort(key=lambda feature: feature.order)
        self.bodies = self.kind.startswith("polyhedra")
        self.clusters = self.kind in ("bonded", "rigid", "held")
        self.is_compound = self.kind == "polyhedra_compound"
        self.is_blocks = self.kind in ("polyhedra_blocks", "polyhedra_held")
        self.has_bonds = self.clusters or self.is_blocks
        self.has_energy = self.kind in ("polyhedra_energy", "polyhedra_compound")
        self.parcel = max([feature.parcel for feature in self.features], default=1)

    def add(self, feature):
        if feature in self.features:
            return
        if feature.slot:
            self.choose(feature.slot, feature.name)
        for need in feature.needs.split():
            if "=" in need:
                self.choose(*need.split("="))
            else:
                self.add(BY_NAME[need])
        self.features.append(feature)

    def choose(self, slot, value):
        if self.options.setdefault(slot, value) != value:
            raise NoPair

    # ---------------------------------------------------------------- parts of an input

    def head(self, units, newton):
        body = f"body polyhedron 4 {200 if self.is_compound else 60}"
        style = "sphere" if self.kind == "spheres" else f"hybrid {body} bond" if self.is_blocks else body if self.bodies else "bonded/cluster"
        return [f"units {units.style}", f"newton {newton}", "boundary p f f", "comm_modify vel yes", "processors * 1 1", f"atom_style {style}", "atom_modify map array"]

    def laws(self):
        words = " ".join(feature.pair for feature in self.features if feature.pair)
        lines = []
        if self.clusters:
            shear = "" if "shear" in self.options else "shear <4e4 pressure>"
            bond = " ".join(feature.bond for feature in self.features if feature.bond)
            lines += ["bond_style parallel", "bond_coeff 1 rigid" if self.kind == "rigid" else f"bond_coeff 1 young <1e7 pressure> tensile <4e4 pressure> {shear} damping 0.05 {bond}"]
        if self.is_blocks:
            bond = " ".join(feature.bond for feature in self.features if feature.bond)
            # Of two rocks that are held one is released.
            strength = "tensile <7e4 pressure> cohesion <7e4 pressure>" if self.kind == "polyhedra_held" else "tensile <16e3 pressure> cohesion <2e4 pressure>"
            lines += ["bond_style face", f"bond_coeff 1 young <1e7 pressure> {strength} angle 30 damping 0.05 {bond}"]
        if self.bodies:
            law = f"energy {ENERGY_LAW}" if self.has_energy else f"volume {LAW}"
            return lines + ["pair_style polyhedron", f"pair_coeff * * {law} {words}"]
        stock = " stock yes" if "stock" in self.options else ""
        more = " damping_t 0.7" if stock else ""
        style, springs = SPRINGS[self.law]
        return lines + [f"pair_style {style}{stock}", f"pair_coeff * * {springs} restitution 0.6 friction 0.4 {words}{more}"]

    def model(self):
        if self.bodies:
            return f"polyhedron energy {ENERGY_LAW}" if self.has_energy else f"polyhedron volume {LAW}"
        return SPRINGS[self.law][0]

    def materials(self):
        """Templates and mixes: before the atoms, and again after a restart."""
        lines = []
        of_grain = f"size uniform <{2.5e-3 / self.parcel} length> <{3.2e-3 / self.parcel} length> density <{DENSITY} density>"
        if self.clusters:
            lines.append(f"cluster_template rock spheres cube8.txt scale <{1 / self.parcel} length> density <{DENSITY} density>{' rigid' if self.kind == 'rigid' else ''}")
            return lines + [f"particle_mix ore template rock fraction 0.7 sphere grain fraction 0.3 {of_grain}"]
        if self.is_blocks:
            return [f"particle_mix ore rock lump fraction 0.6 {of_grain} shape cube cells 3 polyhedron pebble shape cube fraction 0.4 size <3e-3 length> density <{DENSITY} density>"]
        kinds = [f"polyhedron {name} shape cube" if self.bodies else f"sphere {name}" for name in ("grain", "pebble")]
        return lines + [f"particle_mix ore {kinds[0]} fraction 0.6 {of_grain} {kinds[1]} fraction 0.4 size <{3e-3 / self.parcel} length> density <{DENSITY} density>"]

    def before(self):
        return [line for feature in self.features for line in feature.before.splitlines()]

    def box(self, units, low):
        bounds = f"<{low} length> <{low + 0.04} length> <-2e-2 length> <2e-2 length> <-2e-2 length> <2e-2 length>"
        if self.bodies:
            if self.is_blocks:
                return [f"read_data blocks.{units.style}.{low}.data extra/bond/types 1"]
            return [f"read_data {self.kind}.{units.style}.{low}.data"]
        return [f"region box block {bounds} units box", f"create_box 2 box{' bond/types 1' if self.clusters else ''}"]

    def loose_places(self):
        y = 5.89e-3 if self.bodies else 5.15e-3
        return [(-0.9e-3, y, 0.0), (-0.9e-3, -y, 0.0)]

    def atoms(self, units, low):
        """The bystander, the block, and the loose spheres; all of them with velocities."""
        draw = random.Random(4711)
        lines = []
        if self.is_blocks:
            for x, y in ((LEFT + SPACING / 2, 0), (RIGHT - SPACING / 2, 1e-4)):
                lines.append(f"create_blocks box {vector([2 * SPACING + 1e-5] * 3, 'length')} cells 8 density <{DENSITY} density> seed 4 at {vector((x, y, 0), 'length')}")
            lines.append(f"read_data blocks.loose.{units.style}.{low}.data add append")
        if not self.bodies:
            lines.append("create_atoms 2 single <0.016 length> <0.012 length> 0 remap yes units box")
            if self.clusters:
                for x, y in ((LEFT + SPACING / 2, 0), (RIGHT - SPACING / 2 - 5e-5, 1e-4)):
                    lines.append(f"create_atoms 0 single <{x} length> <{y} length> 0 mol rock 4711 rotate 0 0 0 1 remap yes units box")
            else:
                lines += [f"create_atoms 1 single {vector(place, 'length')} remap yes units box" for place in grid(draw)]
            lines += [f"create_atoms 2 single {vector(place, 'length')} remap yes units box" for place in self.loose_places()]
            single = "set atom 1*1" if self.clusters else "set group all"
            for ids in (("1", "18*19") if self.clusters else ("*",)):
                lines += [f"set atom {ids} diameter <{2 * RADIUS} length>", f"set atom {ids} density <{DENSITY} density>"]
        if self.has_bonds:
            lines += [f"set atom 2*9 vx <0.25 velocity> vy <0.05 velocity> vz <-0.2 velocity>", "set atom 10*17 vx <-0.25 velocity> vy <-0.03 velocity> vz <0.15 velocity>"]
        else:
            for i in range(2, 18):
                lines.append(f"set atom {i} " + " ".join(f"v{axis} <{draw.uniform(-0.3, 0.3):.4f} velocity>" for axis in "xyz"))
        for i, sign in ((18, -1), (19, 1)):
            lines.append(f"set atom {i} vx <0.1 velocity> vy <{sign * 0.3} velocity> vz <0.05 velocity>")
        if not self.bodies:
            for i in range(18, 20) if self.clusters else range(2, 20):
                lines.append(f"set atom {i} omega " + " ".join(f"<{draw.uniform(-60, 60):.4f} 1/time>" for _ in range(3)))
        return lines + ["group bystander id 1", "group hot id 2 4 6 18", "group two type 2"]

    def motion(self):
        if self.kind in ("rigid", "held"):
            return [f"fix move all rigid/cluster{' hold yes' if self.kind == 'held' else ''}"]
        if self.kind == "polyhedra_held":
            return ["fix move all rigid/blocks"]
        return [f"fix move all {'leapfrog' if 'integrator' in self.options else 'nve'}/{'body' if self.bodies else 'sphere'}"]

    def definitions(self):
        """(feature, its lines, its values) in the order of the input."""
        free = iter(places("<7.85e-3 length>" if self.bodies else "<7.1e-3 length>"))
        rows = []
        for feature in self.features:
            words = {"id": "x_" + feature.name, "model": self.model(), "wall": "wall/" + self.model()}
            if feature.wall:
                place = next(free, None)
                if place is None:
                    raise NoPair
                words.update(fields_of(place))
                axis = next(i for i in range(3) if place.normal[i])
                words["move"] = " ".join(f"v_{words['id']}v" if i == axis else "NULL" for i in range(3))
            fill = lambda text: re.sub(r"\{(\w+)\}", lambda found: words[found[1]], text)
            rows.append((feature, [fill(line) for line in feature.lines.splitlines()], {fill(name): unit for name, unit in feature.values.items()}))
        return rows

    def wall_ids(self):
        return ["x_" + feature.name for feature in self.features if feature.wall]

    def output(self, balance, values=True):
        """Computes, and the columns of thermo output."""
        columns = [("step", "1"), ("atoms", "1")]
        lines = ["compute sumf all reduce sum fx fy fz", "variable sizef atom abs(fx)+abs(fy)+abs(fz)", "compute sizef all reduce sum v_sizef", "compute tq all property/atom tqx tqy tqz",
                 "variable tx atom y*fz-z*fy+c_tq[1]", "variable ty atom z*fx-x*fz+c_tq[2]", "variable tz atom x*fy-y*fx+c_tq[3]", "compute sumt all reduce sum v_tx v_ty v_tz"]
        lines += ["variable mass equal mass(all)", *(f"variable center{axis} equal xcm(all,{axis})" for axis in "xyz")]
        columns += [("v_mass", "mass"), *((f"v_center{axis}", "length") for axis in "xyz")]
        columns += [(f"c_sumf[{i}]", "force") for i in (1, 2, 3)] + [("c_sizef", "force")] + [(f"c_sumt[{i}]", "torque") for i in (1, 2, 3)]
        if balance:
            lines.append(f"compute energy all energy/balance {balance if balance != 'all' else ''}")
            columns += [("c_energy", "energy")] + [(f"c_energy[{i}]", "energy") for i in range(1, BALANCE + 1)]
        columns += [pair for _, _, more in self.definitions() for pair in more.items()] if values else []
        if self.kind in ("rigid", "held", "polyhedra_held"):
            columns += BY_NAME[self.kind].values.items() if self.kind not in self.names else []
        lines += thermo(columns)
        return lines, columns

    def again(self, balance):
        """What is given again after a restart."""
        lines = ["variable rise equal <0.1 velocity>", "timestep <5e-6 time>", "neighbor <1e-3 length> bin", "neigh_modify one 200 page 2000", *self.motion()]
        for _, definition, _ in self.definitions():
            lines += definition
        more, columns = self.output(balance)
        return lines + more, columns

    # ---------------------------------------------------------------- variants

    def has(self, variant):
        """Parcels of parcels, and of polyhedra, are none."""
        return variant != "parcels" or not (self.bodies or self.parcel > 1)

    def variant(self, name, style="si"):
        units = PARCELS if name == "parcels" else UNITS[style]
        newton = "off" if self.bodies and not self.is_blocks or name == "newton" else "on"
        if self.has_bonds:
            newton += " off" if newton == "on" else ""
        low = 0.0 if name == "periodic" else -0.02
        balance = {"every": "every 4", "bare": ""}.get(name, "all")
        again, columns = self.again(balance)
        head = self.head(units, newton)
        before = [*self.before(), *([f"coarse {units.parcel}"] if name == "parcels" else [])]
        lines = [*head, *self.box(units, low), "timestep <5e-6 time>", f"reset_timestep {START}", *before, *map(scaled, [*self.materials(), *self.laws()]), *self.atoms(units, low), *again]
        lines += [line.replace("{id}", "x_" + feature.name).replace("{turning}", "angmom" if self.bodies else "omega") for feature in self.features for line in feature.after.splitlines()]
        lines += [f"run {FIRST}"]
        file = self.name + "." + name
        if name == "restart":
            lines += ["write_restart state.restart", "clear", *head[1:2], "processors * 1 1", "comm_modify vel yes", "read_restart state.restart", *self.materials(), *again]
        if name == "compress":
            lines += ["delete_atoms group bystander compress no bond yes", "reset_atoms id"] if self.has_bonds else ["delete_atoms group bystander"]
        if name == "delete":
            lines += [f"delete_atoms group bystander compress no{' bond yes' if self.has_bonds else ''}"]
        if name == "unfix":
            lines += self.unfix_each(columns)
        lines += [f"run {SECOND}"]
        spin = "angmomx angmomy angmomz" if self.bodies else "omegax omegay omegaz"
        lines += [f"write_dump all custom {file}.state id mass xu yu zu vx vy vz {spin} modify sort id format float %.17g"]
        return Variant(name, [write(line, units) for line in lines], columns, units)

    def unfix_each(self, columns):
        """Each feature is taken away for some steps, with those that come after it in the input, and comes back."""
        lines = []
        rows = self.definitions()
        needed = {need for feature in self.features if feature.bond for need in feature.needs.split()}
        for k in range(len(rows)):
            after = [line for _, more, _ in rows[k:] for line in more]
            words = [line.split() for line in after]
            away = [f"un{word[0]} {word[1]}" for word in reversed(words) if word[0] in ("fix", "compute")]
            away += [f"region {word[1]} delete" for word in words if word[0] == "region"]
            if away and not needed & {row[0].name for row in rows[k:]}:
                lines += ["thermo_style custom step atoms", *away, "run 10", *after, "run 10"]
        return lines + thermo(columns)


def thermo(columns):
    return ["thermo_style custom " + " ".join(name for name, _ in columns), "thermo_modify norm no lost error format float %.17g", "thermo 40"]


def vector(place, unit):
    return " ".join(f"<{value:.9g} {unit}>" for value in place)


def grid(draw):
    shift = lambda: draw.uniform(-2e-5, 2e-5)
    return [(LEFT + SPACING * i + shift(), SPACING * (j - 0.5) + shift(), SPACING * (k - 0.5) + shift()) for i in range(4) for j in range(2) for k in range(2)]


# ---------------------------------------------------------------- files


def write_files(folder):
    """Files that decks read."""
    (folder / "cube8.txt").write_text("".join(f"{x} {y} {z} {ELEMENT}\n" for x in (-SPACING / 2, SPACING / 2) for y in (-SPACING / 2, SPACING / 2) for z in (-SPACING / 2, SPACING / 2)))
    half = 0.0135
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    facets = "".join("facet normal 0 0 1\nouter loop\n" + "".join(f"vertex {corners[i][0]} {corners[i][1]} 0\n" for i in facet) + "endloop\nendfacet\n" for facet in ((0, 1, 2), (0, 2, 3)))
    (folder / "plate.stl").write_text(f"solid plate\n{facets}endsolid plate\n")
    for units in UNITS.values():
        for low in (-0.02, 0.0):
            all_bodies = bodies(low, askew_block)
            texts = {"polyhedra": all_bodies, "polyhedra_energy": all_bodies, "polyhedra_compound": bodies(low, compound),
                     "blocks": bodies(low, None, ["bystander"], hybrid=True), "blocks.loose": bodies(low, None, ["loose"], hybrid=True)}
            for kind, text in texts.items():
                (folder / f"{kind}.{units.style}.{low}.data").write_text(write(text, units))


HALF = 1.955e-3                 # of the edge of a block


def askew_block(draw):
    """Mass, parts as lists of numbers."""
    return (2 * HALF)**3 * DENSITY, [[HALF * sign * draw.uniform(0.985, 1.0) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1) for sign in (x, y, z)]]


def compound(draw):
    """A block of eight parts, an L or a U, as large as the blocks and turned by right angles; faces of parts of a body lie in one plane."""
    low, high, middle = -1 * draw.uniform(0.985, 1.0), draw.uniform(0.985, 1.0), draw.uniform(-0.2, 0.2)
    kind, order, sign = draw.choice("OLU"), draw.sample(range(3), 3), draw.choice((-1, 1))
    halves = ((low, middle), (middle, high))
    boxes = {"O": [(x, y, z) for x in halves for y in halves for z in halves],
             "L": [((low, high), (low, high), (low, middle)), ((low, middle), (low, high), (middle, high))],
             "U": [((low, high), (low, high), (low, middle)), ((low, -0.3), (low, high), (middle, high)), ((0.4, high), (low, high), (middle, high))]}[kind]
    volume = sum((x[1] - x[0]) * (y[1] - y[0]) * (z[1] - z[0]) for x, y, z in boxes) * HALF**3
    parts = [[HALF * sign * (box[axis][corner >> axis & 1]) for corner in range(8) for axis in order] for box in boxes]
    return volume * DENSITY, parts


def bodies(low, shape, which=("bystander", "block", "loose"), hybrid=False):
    """Data file of the bystander, of a block of such bodies, and of the spheres that do not touch them at first."""
    draw = random.Random(4711)
    atoms, shapes = [], []

    def add(place, kind, mass, integers, parts):
        numbers = [f"<{number:.9g} length>" for part in parts for number in part]
        lines = [" ".join(numbers[k:k + 8]) for k in range(0, len(numbers), 8)]
        where, what = vector(place, "length"), f"1 <{mass} mass>"
        atoms.append(f"{len(atoms) + 1} {kind} {f'{where} {what} 0' if hybrid else f'{what} {where}'}")
        shapes.append(f"{len(shapes) + 1} {len(parts)} {len(numbers)}\n{integers}\n" + "\n".join(lines))

    ball = 4.18879 * RADIUS**3 * DENSITY
    if "bystander" in which:
        add((0.016, 0.012, 0.0), 2, ball, 0, [[RADIUS]])
    for place in grid(draw) if "block" in which else []:
        mass, parts = shape(draw)
        add(place, 1, mass, " ".join("8" for _ in parts), parts)
    for place in Deck(("polyhedra",)).loose_places() if "loose" in which else []:
        add(place, 2, ball, 0, [[RADIUS]])
    return (f"Bodies\n\n{len(atoms)} atoms\n{len(atoms)} bodies\n2 atom types\n<{low} length> <{low + 0.04} length> xlo xhi\n<-2e-2 length> <2e-2 length> ylo yhi\n<-2e-2 length> <2e-2 length> zlo zhi\n\n"
            "Atoms\n\n" + "\n".join(atoms) + "\n\nBodies\n\n" + "\n".join(shapes) + "\n")
