"""The features of the matrix, one entry each. A new feature joins by one entry: nothing else names it.

Numbers have units, <1e7 pressure>, so that each deck is written in any unit style. What command coarse scales outside of pair_coeff and bond_coeff says so
(units.py): <1e-6 length coarse>, or with the power of L where it is not that of the dimension. Fields in braces are filled in by the deck (decks.py):

    {id}                name of the entry in the input, for its fixes, computes, regions and files
    {model}, {wall}     law of the deck as the model of fix wall/mesh, and as style of a fix with planes
    {plane} {at} {in} {out} {axis}     the place of a wall: words of a plane; turn and shift of plate.stl; velocity into and unit vector
                        out of the space, words of a region; the first wall is the floor, then the lid, then a side
"""
from dataclasses import dataclass, field

# Order of the definitions in a deck: what LAMMPS and Grist ask for.
WALLS, FORCES, LIQUID, HEAT, FEEDS, WATCHERS = 1, 2, 3, 4, 5, 6


@dataclass(frozen=True)
class Feature:
    name: str
    lines: str = ""             # definitions, given again after a restart
    slot: str = ""              # two entries with the same slot are two values of one option, and no pair
    needs: str = ""             # values of other slots, "particles=bonded", and names of other entries that come along
    pair: str = ""              # words of pair_coeff
    bond: str = ""              # words of bond_coeff
    before: str = ""            # lines between the box and the materials
    after: str = ""             # lines once, behind the definitions; {turning} is omega or angmom
    values: dict = field(default_factory=dict)      # thermo output that is compared, and its unit
    keeps: str = ""             # sum of such values that is constant in a run: "f_{id}[1] - f_{id}[2]"
    order: int = WALLS
    wall: bool = False          # has a place; f_ID[1..3] and [4..6] are the force and the torque on it
    looks: bool = False         # changes no particle
    alike: str = ""             # name of an entry that does the same to spheres
    outside: bool = False       # acts on the particles without a reaction that it reports: momentum is not checked
    gravity: tuple = (0, 0, 0)  # m/s2
    sums: bool = True           # the sum of the balance is checked
    feeds: bool = False         # ids and rounding of new particles
    parcel: float = 1.0         # size of a parcel


WALL_VALUES = {"f_{id}[1]": "force", "f_{id}[2]": "force", "f_{id}[3]": "force", "f_{id}[4]": "torque", "f_{id}[5]": "torque", "f_{id}[6]": "torque", "f_{id}[7]": "power"}
ANSWER = {"f_{id}[8]": "length", "f_{id}[9]": "length", "f_{id}[10]": "length", "f_{id}[11]": "velocity", "f_{id}[12]": "velocity", "f_{id}[13]": "velocity"}

LIQUID_KEEPS = "f_{id}[1] + f_{id}[2] + f_{id}[3] + f_{id}[4] - f_{id}[5]"


def mesh(name, words, more=None, scale=1, **fields):
    return Feature(name, f"fix {{id}} all wall/mesh plate.stl scale <{scale} length> {{at}} {words} model {{model}}", wall=True, values={**WALL_VALUES, **(more or {})}, **fields)


FEATURES = [
    # laws of contacts
    Feature("hooke", slot="law"),
    Feature("thornton_ning", slot="law"),
    Feature("stock", slot="stock"),
    Feature("jkr", slot="cohesion", needs="law=hertz", pair="cohesion jkr <0.5 energy/area>"),
    Feature("sjkr", slot="cohesion", pair="cohesion sjkr <2e4 energy/volume>"),
    Feature("dmt", slot="cohesion", pair="cohesion dmt <0.5 energy/area>"),
    Feature("eepa", slot="cohesion", pair="cohesion eepa 0.5 <0.5 energy/area> <1e-3 force> 2"),
    Feature("capped", slot="cohesion", needs="law=hooke", pair="cohesion capped <0.02 force>"),
    Feature("rolling_torque", slot="rolling", pair="rolling torque 0.2"),
    Feature("rolling_sds", slot="rolling", pair="rolling sds <500 force/length> <0.05 force/velocity> 0.2"),
    Feature("twisting", pair="twisting marshall"),
    # particles
    Feature("bonded", slot="particles"),
    Feature("rigid", slot="particles", values={"f_move[1]": "1", "f_move[2]": "energy", "f_move[3]": "energy"}),
    Feature("held", slot="particles", values={"f_move[1]": "1", "f_move[2]": "energy", "f_move[3]": "energy", "f_move[4]": "1", "f_move[5]": "1", "f_move[6]": "1"}),
    Feature("polyhedra", slot="particles"),
    Feature("polyhedra_energy", slot="particles"),
    Feature("polyhedra_compound", slot="particles"),
    Feature("polyhedra_blocks", slot="particles"),
    Feature("polyhedra_held", slot="particles", values={"f_move[1]": "1", "f_move[2]": "1", "f_move[3]": "1", "f_move[4]": "1"}),
    # terms of bonds
    Feature("bond_cohesion", slot="shear", needs="particles=bonded", bond="cohesion <3e4 pressure> angle 30"),
    Feature("soften", needs="particles=bonded", bond="soften <0.5 energy/area>"),
    Feature("fatigue", needs="particles=bonded", bond="fatigue 4"),
    Feature("creep", needs="particles=bonded", bond="creep <1e-3 time>"),
    Feature("weaken", needs="particles=bonded heat", bond="weaken 300 900"),
    Feature("weibull", needs="particles=bonded", bond="weibull 3 4711"),
    Feature("bond_contact", slot="contact", needs="particles=bonded", bond="contact yes"),
    Feature("bond_contact_absolute", slot="contact", needs="particles=bonded", bond="contact absolute"),
    # terms of the faces of blocks
    Feature("face_soften", slot="damage", needs="particles=polyhedra_blocks", bond="soften <0.2 energy/area>"),
    Feature("face_fatigue", slot="damage", needs="particles=polyhedra_blocks", bond="fatigue 4"),
    Feature("face_weibull", needs="particles=polyhedra_blocks", bond="weibull 3 4711"),
    # walls
    Feature("plane", "fix {id} all {wall} {plane}", wall=True, values=WALL_VALUES),
    Feature("plane_belt", "fix {id} all {wall} {plane} surface linear <0.3 velocity> 0 0", wall=True, values=WALL_VALUES),
    Feature("region_wall", "variable {id}v equal 'v_rise*time*{sign}'\nregion {id} plane {point} {in} units box move {move}\nfix {id} all {wall} region {id}",
            wall=True, values=WALL_VALUES),
    mesh("mesh", "", alike="plane"),
    mesh("mesh_one", "sides one"),
    mesh("mesh_linear", "move linear {speed}"),
    mesh("mesh_rotate", "about 0 0 0 move rotate 0 0 0 {in} <0.05 time>"),
    mesh("mesh_wiggle", "move wiggle {wiggle} <1e-3 time>"),
    Feature("mesh_variable", "variable {id}v equal 'v_rise*{sign}'\nfix {id} all wall/mesh plate.stl scale <1 length> {at} about 0 0 0 move variable {move} 0 0 0 0 0 1 NULL model {model}", wall=True, alike="mesh_linear", values=WALL_VALUES),
    mesh("mesh_belt", "surface linear <0.3 velocity> 0 0", alike="plane_belt"),
    mesh("servo", "move servo force <-0.2 force> {in} <0.1 velocity>", ANSWER, sums=True),
    mesh("free", "move free mass <1e-3 mass> along {axis} around none", ANSWER),
    mesh("free_spring", "move free mass <1e-3 mass> along xyz around none gravity <9.81 force/mass> vector 0 0 -1 spring <50 force/length> <50 force/length> <50 force/length> dashpot <0.01 force/velocity> <0.01 force/velocity> <0.01 force/velocity>", ANSWER),
    mesh("free_turning", "about 0 0 0 move free mass <1e-3 mass> inertia <1e-7 mass*area> <1e-7 mass*area> <1e-7 mass*area> 0 0 0 center 0 0 0", ANSWER, scale=0.6),
    mesh("wear", "stress 40 {id}_*.vtk wear archard 1e-3 <1e8 pressure> wear finnie <1e8 pressure> 10 2", {"f_{id}[8]": "volume", "f_{id}[9]": "volume"}),
    mesh("deform", "sides one stress 40 {id}_*.vtk wear archard 1e-3 <1e8 pressure> deform 1e4 every 20 thickness <0.01 length>", {"f_{id}[8]": "volume"}),
    # what acts on particles
    Feature("gravity", "fix {id} all gravity <9.81 force/mass> vector 0 0 -1", order=FORCES, gravity=(0, 0, -9.81)),
    Feature("leapfrog", slot="integrator"),
    Feature("freeze", "fix {id} hot freeze", order=FORCES, outside=True, after="velocity hot set 0 0 0\nset group hot {turning} 0 0 0"),
    Feature("addforce", "fix {id} hot addforce <1e-3 force> 0 0", order=FORCES, outside=True),
    Feature("liquid", slot="liquid", lines="fix {id} all liquid tension <0.07 force/length coarse> angle 30 film <1e-6 length coarse> viscosity <1e-3 pressure*time coarse> share 0.5 walls 40", order=LIQUID,
            values={f"f_{{id}}[{i}]": "volume" if i in (1, 2, 3, 4, 5, 8) else "1" for i in range(1, 9)}, keeps=LIQUID_KEEPS),
    Feature("spray", "region {id} block INF INF <-8e-3 length> <8e-3 length> <1e-3 length> <8e-3 length> units box\n"
            "fix {id} all liquid tension <0.07 force/length coarse> angle 0 film <1e-6 length coarse> evaporation <1e-4 velocity coarse 1> spray {id} <1e-6 volume/time>", slot="liquid", order=LIQUID,
            values={f"f_{{id}}[{i}]": "volume" if i < 6 else "1" for i in range(1, 7)}, keeps=LIQUID_KEEPS),
    Feature("heat", "fix {id} all heat/gran initial 300 convection <1000 power/area/temperature coarse 1> 290 source two <1e-2 power coarse 3>", order=HEAT, pair="heat <200 power/length/temperature coarse 0> <1 energy/mass/temperature>",
            after="set group hot temperature 500", values={"f_{id}": "temperature", **{f"f_{{id}}[{i}]": "energy" for i in range(1, 9)}},
            keeps="f_{id}[1] - f_{id}[2] + f_{id}[3] - f_{id}[4] - f_{id}[5] - f_{id}[6] - f_{id}[7] + f_{id}[8]"),
    Feature("wall_heat", "fix {id} all {wall} {plane} temperature 400", needs="heat", wall=True, values=WALL_VALUES),
    Feature("mesh_flux", "fix {id} all wall/mesh plate.stl scale <1 length> {at} model {model} flux <0.1 power>", needs="heat", wall=True, values=WALL_VALUES),
    Feature("coarse", before="coarse 1.5", parcel=1.5),
    # feeds, outflow, breakage
    Feature("pack", "region {id} block <1e-3 length> <12e-3 length> <-12e-3 length> <-1e-3 length> <8.5e-3 length> <19.5e-3 length> units box\n"
            "fix {id} all insert/pack ore region {id} number <4 1 coarse -3> velocity 0 0 <-0.5 velocity>", order=FEEDS, feeds=True, values={"f_{id}[1]": "mass", "f_{id}[2]": "1"}),
    Feature("stream", "region {id} block <1e-3 length> <19e-3 length> <1e-3 length> <19e-3 length> <8.5e-3 length> <19.5e-3 length> units box\n"
            "fix {id} all insert/stream ore region {id} rate <0.5 mass/time> velocity 0 0 <-0.5 velocity> every 60 file {id}.csv", order=FEEDS, feeds=True,
            values={"f_{id}[1]": "mass", "f_{id}[2]": "1"}),
    Feature("outflow", "region {id} block INF INF <3.1e-3 length> <19e-3 length> <-8e-3 length> <8e-3 length> units box\n"
            "region {id}x block INF INF <-19e-3 length> <-3.1e-3 length> <-1.981e-3 length> <8e-3 length> units box\n"
            "fix {id} all outflow 10 region {id} file {id}.csv every 30\nfix {id}x all outflow 31 region {id}x every 30", order=FEEDS,
            values={f"f_{{id}}{of}{i}": unit for of in ("", "x") for i, unit in (("", "mass"), ("[2]", "1"), ("[7]", "mass/time"), ("[9]", "mass"))}),
    Feature("breakage", "fix {id} all breakage 10 file {id}.csv", order=WATCHERS, looks=True,
            values={f"f_{{id}}[{i}]": d for i, d in ((1, "1"), (2, "1"), (4, "1"), (5, "mass"), (9, "1"), (11, "energy"), (14, "mass"))}),
    Feature("break", "fix {id} all break/polyhedra tavares energy <0.02 energy/mass> t10 0.5 0.05 smallest <2e-3 length> most 5", slot="break", needs="particles=polyhedra", order=FEEDS, feeds=True,
            values={"f_{id}[1]": "1"}),
    # what looks
    Feature("collisions", "fix {id} all collisions 40 bins <1e-12 energy> <1e-3 energy> 8", order=WATCHERS, looks=True,
            values={"f_{id}[1]": "1", "f_{id}[2]": "energy", "f_{id}[3]": "energy", "f_{id}[4]": "1", "f_{id}[5]": "energy"}),
    Feature("guard", "fix {id} all guard every 20 timestep warn overlap warn", order=WATCHERS, looks=True, values={"f_{id}[1]": "1"}),
    Feature("gate", "fix {id} all sensor 1 plane z <1.9e-5 length> every 30\nfix {id}x all sensor 1 plane x <4.6e-4 length> every 30", order=WATCHERS, looks=True,
            values={f"f_{{id}}{of}[1][{i}]": unit for of in ("", "x") for i, unit in ((1, "1"), (2, "1"), (3, "mass"), (5, "mass/time"), (6, "velocity"))}),
    Feature("profile", "fix {id} all sensor 2 slices z 3 every 30 values number mass velocity temperature stress range z <-4e-3 length> <4e-3 length>", order=WATCHERS, looks=True,
            values={"f_{id}[2][5]": "1", "f_{id}[2][6]": "mass", "f_{id}[2][9]": "velocity", "f_{id}[2][13]": "pressure"}),
    Feature("mixing", "compute {id} all mixing two slices x 2 range x <-8e-3 length> <8e-3 length>", order=WATCHERS, looks=True, values={"c_{id}": "1"}),
    Feature("packing", "compute {id} all packing slices z 2 range z <-4e-3 length> <4e-3 length>", order=WATCHERS, looks=True, values={"c_{id}": "1"}),
    Feature("touch", "compute {id} all coordination/contact\ncompute {id}s all reduce sum c_{id}[*]", order=WATCHERS, looks=True, values={"c_{id}s[1]": "1", "c_{id}s[2]": "1", "c_{id}s[3]": "1"}),
    Feature("contacts", "compute {id} all contact/local force overlap\ncompute {id}s all reduce sum c_{id}[*] inputs local", order=WATCHERS, looks=True, values={"c_{id}s[1]": "force", "c_{id}s[2]": "length"}),
    Feature("stress", "compute {id} all stress/cluster\ncompute {id}s all reduce sum c_{id}[*]", order=WATCHERS, looks=True, values={"c_{id}s[1]": "pressure", "c_{id}s[4]": "pressure"}),
    Feature("search", "neighbor_style multilevel", slot="search", order=WATCHERS, looks=True),
    Feature("leaf_balance", "fix {id} all balance 20 1.0 shift x 5 1.01", order=WATCHERS, looks=True),
]
