"""Input scripts drawn from a grammar: a scene, then commands of LAMMPS and of Grist in any order that the documentation allows.

    script = compose(random.Random(7))      # a list of lines

A scene has walls on all sides that are never removed, so that no particle may leave except through fix outflow and delete_atoms.
"""
from dataclasses import dataclass, field

CONTACT = "young 1e7 poisson 0.3 restitution 0.5 friction 0.4"
HOOKE = "stiffness 2e3 restitution 0.5 friction 0.4"
LAW = "volume 1e9 hysteretic 0.5 friction 0.4"
STEPS = (1, 2, 7, 20, 50, 100)
# Thermo output that both numbers of ranks must agree on. Positions across periodic borders enter by a wave as long as the box.
WATCHED = """
variable wx atom sin(157.07963267948966*x)
variable wy atom sin(157.07963267948966*y)
variable wz atom z
compute wsum all reduce sum v_wx v_wy v_wz
thermo_style custom step atoms ke c_wsum[1] c_wsum[2] c_wsum[3]
thermo_modify norm no lost error
thermo 20
""".strip().split("\n")


@dataclass
class Scene:
    """What has been defined so far; definitions that a restart file does not hold are written again after it."""
    kind: str
    head: list                                      # up to the box
    coefficients: list                              # pair and bond styles
    materials: list                                 # templates and mixes
    settings: dict = field(default_factory=dict)    # lines by what they set
    regions: dict = field(default_factory=dict)
    fixes: dict = field(default_factory=dict)       # lines by ID
    computes: dict = field(default_factory=dict)
    dumps: dict = field(default_factory=dict)
    groups: set = field(default_factory=set)
    has_run: bool = False
    has_changed: bool = True    # since the last run
    number: int = 0

    @property
    def bodies(self):
        return self.kind in ("bodies", "blocks")

    @property
    def bonded(self):
        return self.kind in ("bonded", "held")

    @property
    def clusters(self):
        return self.bonded or self.kind == "rigid"

    def new_id(self, stem):
        self.number += 1
        return f"{stem}{self.number}"

    def again(self):
        """What must be given again after read_restart and read_data."""
        return [*self.materials, *self.settings.values(), *self.regions.values(), *self.fixes.values(), *self.computes.values(), *WATCHED]


# ---------------------------------------------------------------- scenes


def first_scene(draw):
    kind = draw.choice(("spheres", "bonded", "rigid", "held", "bodies", "blocks"))
    periodic = draw.random() < 0.4
    bodies = kind in ("bodies", "blocks")
    style = {"spheres": "sphere", "bodies": "body polyhedron 4 120", "blocks": "hybrid body polyhedron 4 120 bond"}.get(kind, "bonded/cluster")
    head = ["units si", "newton off" if kind == "bodies" or draw.random() < 0.2 else "newton on off", f"boundary {'p p f' if periodic else 'f f f'}", "comm_modify vel yes"]
    if draw.random() < 0.3:
        head.append(f"processors {draw.choice(('* * 1', '1 1 *', '* 1 1'))}")
    head += [f"atom_style {style}", "atom_modify map array"]
    box = ["region box block -0.02 0.02 -0.02 0.02 -0.002 0.05",
           f"create_box 2 box{' bond/types 1' if kind not in ('spheres', 'bodies') else ''}"]
    coefficients, materials = ["pair_style polyhedron", f"pair_coeff * * {LAW}"], []
    if not bodies:
        coefficients = ["pair_style hertz/mindlin", f"pair_coeff * * {CONTACT}"] if draw.random() < 0.7 else [
            "pair_style hooke/history", f"pair_coeff * * {HOOKE}"]
    if kind == "blocks":
        more = draw.choice(("", " soften 10", " fatigue 3", " weibull 3 5"))
        coefficients = ["bond_style face", f"bond_coeff 1 young 1e7 tensile {draw.choice(('2e4', '1e5'))} cohesion 1e5 damping 0.05{more}"] + coefficients
    if kind in ("bonded", "held"):
        beside = draw.choice(("", " contact yes", " contact absolute", " normal sd 0.3 5")) if kind == "bonded" else ""
        coefficients = ["bond_style parallel", f"bond_coeff 1 young 1e7 tensile {draw.choice(('2e4', '1e5'))} shear 2e4 damping 0.05{beside}"] + coefficients
        materials.append("cluster_template rock sphere 4e-3 elements 8 density 2500")
    if kind == "rigid":
        coefficients = ["bond_style parallel", "bond_coeff 1 rigid"] + coefficients
        materials.append("cluster_template rock rod 2e-3 8e-3 elements 6 rigid density 2500")
    materials.append(mix(draw, kind))
    scene = Scene(kind, head + box, coefficients, materials)
    scene.settings = {"timestep": "timestep 5e-6", "neighbor": f"neighbor {draw.choice(('3e-4', '5e-4', '1e-3'))} bin"}
    scene.regions["above"] = "region above block -0.018 0.018 -0.018 0.018 0.002 0.046"
    planes = "zplane -0.002 0.05" if periodic else "xplane -0.02 0.02 yplane -0.02 0.02 zplane -0.002 0.05"
    wall = f"wall/polyhedron {LAW}" if bodies else ("wall/hertz/mindlin" if "hertz" in " ".join(coefficients) else "wall/hooke/history")
    scene.fixes = {"guard": "fix guard all guard overlap warn timestep warn", "box": f"fix box all {wall} {planes}", "move": movement(draw, kind)}
    if draw.random() < 0.6 and kind != "rigid":
        scene.fixes["weight"] = "fix weight all gravity 9.81 vector 0 0 -1"
    if draw.random() < 0.5:
        scene.settings["search"] = f"neighbor_style {draw.choice(('multilevel', 'twolevel', 'mr', 'mmr', 'cubes', 'grid'))}"
    return scene, [*scene.head, *scene.coefficients, *scene.again()]


def mix(draw, kind, name="ore"):
    if kind == "bodies":
        shape = draw.choice(("cube", "octahedron", "random cuts 4", "prism 5 1.2", "L", "jack"))
        return f"particle_mix {name} polyhedron p shape {shape} size {draw.choice(('4e-3', 'uniform 3e-3 5e-3'))} density 2500"
    if kind == "blocks":
        shape = draw.choice(("cube", "box 1 1.5 2", "random cuts 4", "L"))
        ball = draw.choice(("", " fraction 0.6 polyhedron p shape cube size 3e-3 density 2500 fraction 0.4"))
        return f"particle_mix {name} rock lump shape {shape} size {draw.choice(('6e-3', 'uniform 5e-3 8e-3'))} density 2500 cells {draw.choice((1, 3, 6))}{ball}"
    if kind == "spheres":
        return f"particle_mix {name} sphere s size {draw.choice(('4e-3', 'uniform 2e-3 5e-3', 'lognormal 3e-3 0.2'))} density 2500"
    return draw.choice((f"particle_mix {name} template rock size uniform 4e-3 6e-3",
                        f"particle_mix {name} template rock fraction 0.6 sphere ball fraction 0.4 size 4e-3 density 2500 type 2"))


def movement(draw, kind):
    if kind in ("bodies", "blocks"):
        return draw.choice(("fix move all nve/body", "fix move all leapfrog/body", *(["fix move all rigid/blocks"] if kind == "blocks" else [])))
    if kind == "rigid":
        return "fix move all rigid/cluster gravity 9.81 vector 0 0 -1"
    if kind == "held":
        return "fix move all rigid/cluster hold yes"
    return draw.choice(("fix move all nve/sphere", "fix move all leapfrog/sphere"))


# ---------------------------------------------------------------- commands


def run(scene, draw):
    scene.has_run = True
    more = draw.choice(("", "", "", " pre no", " post no"))
    if more == " pre no" and scene.has_changed:     # LAMMPS allows it where nothing has changed since the last run
        more = ""
    scene.has_changed = False
    return [f"run {draw.choice(STEPS)}{more}"]


def define_fix(scene, name, text):
    line = f"fix {name} {text}"
    scene.fixes[name] = line
    return [line]


def pack(scene, draw):
    how = draw.choice(("number 6", "number 12", "mass 2e-3", "fraction 0.05"))
    velocity = draw.choice(("", " velocity 0 0 -2", " velocity 2 1 -4", " omega 100 0 50"))
    return define_fix(scene, scene.new_id("pack"), f"all insert/pack ore region above {how}{velocity}")


def stream(scene, draw):
    more = draw.choice((" every 20", " every 50 mass 2e-3", " velocity 0 0 -1", " velocity 0 0 -1 every 7", f" velocity 0 0 -1 file fed{scene.number}.csv"))
    return define_fix(scene, scene.new_id("stream"), f"all insert/stream ore region above rate {draw.choice(('1', '5', '20'))}{more}")


def mesh_wall(scene, draw):
    name = scene.new_id("mesh")
    motion = draw.choice(("", " move linear 0 0 0.5", " move wiggle 0 0 1e-3 0.01", " move rotate 0 0 0 0 0 1 0.1", " surface linear 1 0 0", f" stress 50 {name}_*.vtk"))
    model = f"polyhedron {LAW}" if scene.bodies else ("hertz/mindlin" if "hertz" in " ".join(scene.coefficients) else "hooke/history")
    sides = draw.choice(("", " sides one"))
    return [f"write_mesh {name}.stl plane size 0.03 0.03 center 0 0 0"] + define_fix(
        scene, name, f"all wall/mesh {name}.stl turn 1 0 0 {draw.choice((0, 5, 20))}{sides}{motion} model {model}")


def plane_wall(scene, draw):
    name, z = scene.new_id("plane"), draw.choice(("0", "-0.001"))
    if scene.bodies:
        return define_fix(scene, name, f"all wall/polyhedron {LAW} zplane {z} NULL{draw.choice(('', ' move linear 0 0 0.1'))}")
    law = "hertz/mindlin" if "hertz" in " ".join(scene.coefficients) else "hooke/history"
    return define_fix(scene, name, f"all wall/{law} zplane {z} NULL{draw.choice(('', ' surface linear 0.5 0 0'))}")


def outflow(scene, draw):
    place = draw.choice(("plane 0 0 0.01 0 0 -1", "plane 0 0 0.035 0 0 1", "box", "region above"))
    return define_fix(scene, scene.new_id("out"), f"all outflow {draw.choice((1, 10, 50))} {place}{draw.choice(('', ' component none', f' every 50 file out{scene.number}.csv'))}")


def watcher(scene, draw):
    """Fixes and computes that only look, each with a value that a print may ask."""
    kinds = [("fix", "coll", "collisions 20 bins 1e-12 1e-3 10"), ("fix", "progress", "progress steps 50"),
             ("compute", "energy", "energy/balance"), ("compute", "touch", "coordination/contact"), ("compute", "load", "load/atom"),
             ("compute", "packing", "packing slices z 3")]
    if scene.clusters or scene.kind == "blocks":
        kinds += [("compute", "stress", "stress/cluster")]
    if scene.bonded or scene.bodies:
        kinds += [("fix", "broken", f"breakage {draw.choice((1, 10, 50))}{draw.choice(('', ' fragments fragments.csv', ' file events.csv sizes sizes.csv every 50'))}")]
    if scene.kind == "bodies":
        kinds += [("fix", "crack", "break/polyhedra tavares energy 2 t10 0.5 0.05 smallest 1.5e-3 most 6")]
    sort, name, text = draw.choice(kinds)
    if name == "crack":
        if scene.number > 8 or "crack" in scene.fixes:
            return None
        return define_fix(scene, name, f"all {text}")
    if sort == "fix":
        return define_fix(scene, name, f"all {text}")
    if name in scene.computes:
        return None
    scene.computes[name] = f"compute {name} all {text}"
    lines = [scene.computes[name]]
    if name in ("touch", "stress", "load"):
        column = "" if name == "load" else "[1]"
        scene.computes[name + "sum"] = f"compute {name}sum all reduce sum c_{name}{column}"
        lines.append(scene.computes[name + "sum"])
    return lines


VALUES = {"energy": "c_energy[1]", "touchsum": "c_touchsum", "stresssum": "c_stresssum", "packing": "c_packing[1][5]", "coll": "f_coll[1]", "broken": "f_broken[3]", "crack": "f_crack[1]", "guard": "f_guard"}


def ask(scene, draw):
    """A value between runs; after `run 0` it is there whatever came before."""
    known = [name for name in VALUES if name in scene.computes or name in scene.fixes]
    known += [name for name in scene.fixes if name.startswith(("out", "pack", "stream", "mesh", "plane"))]
    name = draw.choice(known or ["guard"])
    lines = ["run 0"] if draw.random() < 0.6 or not scene.has_run else []
    scene.has_run = True
    value = VALUES.get(name) or f"f_{name}" + draw.choice(("", "[1]", "[2]"))
    return lines + [f'print "VALUE $({value}:%.12g)"']


def remove(scene, draw):
    names = [name for name in scene.fixes if name not in ("box", "move", "guard")]
    if scene.computes and (draw.random() < 0.3 or not names):
        name = draw.choice([name for name in scene.computes])
        lines = []
        if name + "sum" in scene.computes:
            del scene.computes[name + "sum"]
            lines.append(f"uncompute {name}sum")
        del scene.computes[name]
        return lines + [f"uncompute {name}"]
    if not names:
        return None
    name = draw.choice(names)
    del scene.fixes[name]
    return [f"unfix {name}"]


def replace(scene, draw):
    """A fix that is given again under its ID."""
    name = draw.choice([name for name in scene.fixes if not name.startswith("weight")])
    return [scene.fixes[name]]


def redefine_move(scene, draw):
    scene.fixes["move"] = movement(draw, scene.kind)
    return ["unfix move", scene.fixes["move"]]


def group(scene, draw):
    name = draw.choice(("some", "low", "few"))
    if name in scene.groups and draw.random() < 0.5:
        return [f"group {name} clear"]
    scene.groups.add(name)
    return [f"group {name} {draw.choice(('type 1', 'type 2', 'region above', 'id 1 2 3', 'id <> 2 9', 'union all'))}"]


def delete(scene, draw):
    more = draw.choice((" bond yes mol yes", " mol yes")) if scene.clusters else draw.choice(("", " compress no"))
    what = draw.choice(("region above", "group low" if "low" in scene.groups else "region above", "region above"))
    return [f"delete_atoms {what}{more}"]


def state(scene, draw):
    """Commands that change particles or settings between two runs."""
    if not scene.has_run:
        return None
    options = ["displace_atoms all move 0 0 1e-5", "velocity all set 0.1 NULL -0.2", "velocity all zero linear", "reset_timestep 0", "reset_timestep 1000",
               "balance 1.0 shift xyz 5 1.01", "balance 1.0 shift z 5 1.01", "neigh_modify every 1 delay 0 check yes", "neigh_modify every 5 delay 5 check no",
               "timestep 4e-6", "timestep 5e-6", "atom_modify sort 10 0.0", "atom_modify sort 0 0.0", "info system",
               "thermo 10", "thermo 50", "comm_modify cutoff 0.02", "change_box all z final -0.002 0.05", "write_data data.*", "write_dump all custom now.dump id type x y z",
               "run_style verlet", "info fixes computes groups", "neighbor 4e-4 bin", "neighbor 1e-3 multi", "variable t equal time", 'print "$(atoms)"']
    if scene.kind == "spheres":
        options += ["set group all density 2600", "reset_atoms id"]
    if not scene.bodies:
        options += ["set group all omega 0 0 10"]
    if scene.clusters:
        options += ["bond_coeff 1 rigid" if scene.kind == "rigid" else "bond_coeff 1 young 1e7 tensile 3e4 shear 2e4 damping 0.05"]
    if scene.kind == "blocks":
        options += ["bond_coeff 1 young 1e7 tensile 3e4 cohesion 5e4 damping 0.05", "reset_atoms id",
                    f"create_blocks box 4e-3 5e-3 6e-3 cells {draw.choice((1, 4))} density 2500 at 0 0 {draw.choice(('0.01', '0.03'))}"]
    if scene.kind == "bonded":
        options += ["delete_bonds all bond 1 remove", "reset_atoms mol all"]
    return [draw.choice(options)]


def styles(scene, draw):
    lines = draw.choice((
        [line for line in scene.coefficients if line.startswith("pair_coeff")],
        [line for line in scene.coefficients if line.startswith("pair_")],
        [f"neighbor_style {draw.choice(('multilevel', 'twolevel', 'mr', 'mmr', 'cubes', 'grid', 'default'))}"]))
    if lines[0].startswith("neighbor_style"):
        scene.settings["search"] = lines[0]
    return list(lines)


def force(scene, draw):
    """Fixes of LAMMPS that act on forces or on motion."""
    if "some" not in scene.groups:
        return None
    text = draw.choice(("setforce 0 0 0", "addforce 0 0 1e-4", "freeze", "viscous 1e-4", "momentum 10 linear 1 1 1", "balance 50 1.0 shift z 5 1.01", "print 20 hello", "ave/time 1 10 10 c_wsum[1]",
                        "ave/atom 1 5 10 x vx", "store/state 0 x y z", "recenter NULL NULL INIT", "spring/self 10"))
    if scene.bodies and text == "freeze":
        return None
    name = scene.new_id("act")
    which = "all" if text.split()[0] in ("balance", "print", "ave/time") else "some"
    return define_fix(scene, name, f"{which} {text}")


def dump(scene, draw):
    if scene.dumps and draw.random() < 0.5:
        name = draw.choice(list(scene.dumps))
        del scene.dumps[name]
        return [f"undump {name}"]
    name = scene.new_id("dump")
    text = draw.choice(("custom 20 %s.dump id type x y z vx fx", "atom 50 %s.dump", "custom 10 %s.dump id mass"))
    scene.dumps[name] = text
    return [f"dump {name} all {text % name}"]


def restart(scene, draw):
    scene.dumps.clear()
    scene.has_run = False
    newton = [line for line in scene.head if line.startswith("newton")]
    lines = ["write_restart restart", "clear", *newton, "comm_modify vel yes", "read_restart restart"]
    extra = ["comm_style tiled"] if draw.random() < 0.1 and "newton off" in scene.head else []
    scene.fixes = {name: line for name, line in scene.fixes.items() if not (name.startswith("act") and draw.random() < 0.5)}
    return lines + extra + (scene.coefficients if draw.random() < 0.5 else []) + scene.again()


def data(scene, draw):
    scene.dumps.clear()
    scene.has_run = False
    scene.groups.clear()
    scene.fixes = {name: line for name, line in scene.fixes.items() if not name.startswith("act")}
    extra = " extra/bond/per/atom 8 extra/special/per/atom 16" if scene.clusters else ""
    head = [line for line in scene.head if not line.startswith(("region box", "create_box"))]
    nocoeff = draw.choice((" nocoeff", ""))
    return [f"write_data data.last{nocoeff}", "clear", *head, *[line for line in scene.coefficients if "_style" in line],
            f"read_data data.last{extra}", *scene.coefficients, *scene.again()]


COMMANDS = ((run, 10), (pack, 4), (stream, 3), (mesh_wall, 2), (plane_wall, 1), (outflow, 2), (watcher, 5), (ask, 4), (remove, 3), (replace, 1), (redefine_move, 1), (group, 2), (delete, 1.5),
            (state, 6), (styles, 1), (force, 2), (dump, 1), (restart, 1.5), (data, 0.7))
LEAVE_ALL = (run, ask, group, watcher)
MOST_FEEDS = 3      # particles are few, so that a run is short


def compose(draw, commands=14):
    """Lines of an input script."""
    scene, lines = first_scene(draw)
    lines += pack(scene, draw) + (run(scene, draw) if draw.random() < 0.8 else [])
    for _ in range(commands):
        if draw.random() < 0.02:
            scene, more = first_scene(draw)
            lines += ["clear", *more, *pack(scene, draw)]
        command = draw.choices([c for c, _ in COMMANDS], [w for _, w in COMMANDS])[0]
        feeds = sum(name.startswith(("pack", "stream")) for name in scene.fixes)
        if command in (pack, stream) and feeds >= MOST_FEEDS:
            continue
        lines += command(scene, draw) or []
        scene.has_changed = scene.has_changed or command not in LEAVE_ALL
    return lines + ["run 20"]
