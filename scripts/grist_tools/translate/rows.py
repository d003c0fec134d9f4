"""The table of LIGGGHTS and Grist. A row is a feature: what stands in the tables of doc/from_liggghts.md, and the patterns that translate it (patterns.py).

Rows without a cell for the page translate words that are the same in both, or that need no cell of their own. unittest/report/test_translate.py holds the page
against this table, and each row with patterns against a deck. Scopes of keywords: `insert:` of feeds, `template:`, `mesh:` of fix mesh/surface, `wall:`
of fix wall/gran, `model:` of pair styles and walls, `servo:`, `flow:` of fix massflow/mesh, `move:` of fix move/mesh, `property:` of fix property/global.
"""

from typing import NamedTuple

from .patterns import scope_of

BOX = "Box, particles, feeds"
CONTACTS = "Contacts"
WALLS = "Walls"
BONDS = "Bonds (LIGGGHTS-WITH-BONDS)"
RUN = "Run and output"


class Row(NamedTuple):
    section: str
    theirs: str             # cells of the page; empty: not on the page
    ours: str
    note: str
    patterns: dict          # of LIGGGHTS -> of Grist


ROWS = []


def row(section, theirs, ours, note="", patterns=None):
    ROWS.append(Row(section, theirs, ours, note, patterns or {}))


def silent(patterns):
    """Not on the page."""
    ROWS.append(Row("", "", "", "", patterns))


def same(*patterns):
    return dict.fromkeys(patterns, "same")


# ---------------------------------------------------------------- box, particles, feeds

NO_SPH = "left: neither the smoothed particles of LIGGGHTS nor their commands are in Grist; LAMMPS has packages of its own for them"
NO_SUPERQUADRIC = "left: there are no superquadrics in Grist: use polyhedra (doc/body_polyhedron.md) or clusters (doc/cluster_template.md)"

row(BOX, "`atom_style granular` (`sphere`)", "`atom_style sphere`", "[`bonded/cluster`](atom_style_bonded_cluster.md) if there are bonds or multispheres",
    {"atom_style granular|sphere ...": "@atom_style", "atom_style hybrid ...": "left: atoms with bonds are those of atom_style bonded/cluster, see the section on bonds of doc/from_liggghts.md",
     "atom_style sph ...": NO_SPH, "atom_style superquadric ...": NO_SUPERQUADRIC, "atom_style STYLE ...": "left: Grist has no such atom style for grains"})
row(BOX, "`hard_particles yes`", "none", "moduli are not limited; [`fix guard`](fix_guard.md) watches overlaps", {"hard_particles|soft_particles FLAG": ""})
row(BOX, "`communicate single vel yes`", "`comm_modify vel yes`", "set by the pair style where needed",
    {"communicate single|multi vel yes": "comm_modify vel yes", "communicate single|multi": "",
     "communicate single|multi cutoff C vel yes": "comm_modify cutoff C vel yes", "communicate single|multi vel yes cutoff C": "comm_modify cutoff C vel yes"})
row(BOX, "`newton off`", "`newton on off`", "pairs across ranks are computed once", {"newton off": "newton on off", "newton on": "newton on off", "newton PAIR BOND": "newton on off"})
row(BOX, "`create_box N reg`", "the same, with `bond/types` for bonds", "", {"create_box N REGION ...": "@create_box"})
row(BOX, "`boundary m m m`", "the same", "the box grows with the particles and does not shrink below its first size; nothing is lost at its faces, so remove what leaves with "
    "[`fix outflow ... plane` or `region`](fix_outflow.md)", {"boundary X Y Z": "@boundary"})
row(BOX, "`boundary f f f` with a feed, `thermo_modify lost ignore`", "[`fix outflow ... box`](fix_outflow.md)", "feeds count what is in the box: what leaves it is removed by a fix, with its mass")
row(BOX, "`neighbor ... bin`, `neigh_modify delay 0`", "the same", "[`neighbor_style multilevel`](neighbor_style.md) for clusters",
    same("neighbor SKIN STYLE", "neigh_modify ..."))
row(BOX, "`fix particletemplate/sphere ... radius ... density ...`", "`sphere NAME size ... density ...` of [`particle_mix`](particle_mix.md)", "size is the diameter",
    {"fix ID GROUP particletemplate/sphere ...": "@template",
     "template: atom_type T": "type T", "template: density constant RHO": "density RHO", "template: radius constant R": "size 2*R",
     "template: radius uniform number LOW HIGH": "size uniform 2*LOW 2*HIGH", "template: radius uniform mass LOW HIGH": "size uniform 2*LOW 2*HIGH by mass",
     "template: radius gaussian number MEAN SIGMA": "size gaussian 2*MEAN 2*SIGMA", "template: radius gaussian mass MEAN SIGMA": "size gaussian 2*MEAN 2*SIGMA by mass",
     "template: radius uniform LOW HIGH": "size uniform 2*LOW 2*HIGH", "template: radius gaussian MEAN SIGMA": "size gaussian 2*MEAN 2*SIGMA",
     "template: volume_limit V": "", "template: relative no": ""})
row(BOX, "`fix particletemplate/multisphere ... nspheres N spheres file F scale s`", "[`cluster_template ID spheres F scale s rigid`](cluster_template.md)",
    "the file is the same: lines x y z r; mass and inertia exact, no *ntry*",
    {"fix ID GROUP particletemplate/multisphere ...": "@multisphere", "template: spheres file F scale S": "spheres F scale S", "template: spheres file F": "spheres F",
     "template: spheres ...": "@spheres", "template: nspheres N": "@nspheres", "template: ntry N": "", "template: type N": ""})
silent({"fix ID GROUP particletemplate/superquadric ...": NO_SUPERQUADRIC,
        "fix ID GROUP particletemplate/convex ...": "left: convex particles are those of atom_style body polyhedron (doc/body_polyhedron.md) with pair_style polyhedron, another law of contact"})
row(BOX, "`fix particledistribution/discrete seed n t1 w1 ...`", "one [`particle_mix`](particle_mix.md) with *fraction*", "fractions of mass in both; those of `numberbased` are converted",
    {"fix ID GROUP particledistribution/discrete|particledistribution/discrete/massbased SEED N ...": "@mix",
     "fix ID GROUP particledistribution/discrete/numberbased SEED N ...": "@mix_by_number"})
row(BOX, "`fix insert/pack ... region R volumefraction_region v`", "[`fix insert/pack mix region R fraction v`](fix_insert.md)",
    "*number* for `particles_in_region`, *mass* for `mass_in_region`",
    {"fix ID GROUP insert/pack ...": "@insert_pack", "insert: region R": "region R", "insert: volumefraction_region V": "fraction V",
     "insert: particles_in_region N": "number N", "insert: mass_in_region M": "mass M", "insert: seed S": "seed S", "insert: distributiontemplate D": "@distribution"})
row(BOX, "`fix insert/pack ... insert_every N` (tops the region up)", "`refill yes every N`", "`insert_every once`: nothing to give",
    {"insert: insert_every once": "", "insert: insert_every N": "@every"})
row(BOX, "`region R mesh/tet`, a closed mesh, with `scale`, `move`, `rotate`", "`mesh FILE scale s turn a d shift x y z` of `insert/pack`",
    "the surface as STL; *create_atoms* on a lattice inside a mesh has no twin",
    {"region R mesh/tet ...": "left: give the surface of the tetrahedra as STL to `mesh` of fix insert/pack; atoms on a lattice inside of a mesh have no twin"})
row(BOX, "`fix insert/stream ... insertion_face M massrate q`", "[`fix insert/stream mix face FILE rate q`](fix_insert.md)",
    "the face is an STL file, not a fix; placed by `scale`, `turn`, `shift` behind it",
    {"fix ID GROUP insert/stream ...": "@insert_stream", "insert: insertion_face M": "@face", "insert: massrate Q": "rate Q"})
row(BOX, "`fix insert/rate/region ... region R massrate q`", "[`fix insert/stream mix region R rate q`](fix_insert.md)", "", {"fix ID GROUP insert/rate/region ...": "@insert_stream"})
row(BOX, "`particlerate n`", "`rate q`", "q = n times the mean mass of a particle; the error for `particlerate` gives q for your mix", {"insert: particlerate N": "@particlerate"})
row(BOX, "`nparticles n`", "`mass M` of `insert/stream`, `number n` of `insert/pack`", "M = n times the mean mass, also in the error text",
    {"insert: nparticles|mass INF": "", "insert: nparticles N": "@nparticles"})
row(BOX, "`extrude_length`", "`depth`", "", {"insert: extrude_length L": "@depth"})
row(BOX, "`insert_every`, `start`, `mass`", "`every`, `start`, `mass`", "*start* is a time here", {"insert: start STEP": "@start", "insert: mass M": "mass M"})
row(BOX, "a stream that begins in the first step", "`ahead yes`", "default: after the first interval")
row(BOX, "`vel constant` of `insert/stream`", "`velocity vx vy vz at face`", "LIGGGHTS moves particles without forces until they have crossed the face. Here they fly there freely; *depth* at most "
    "$v^2/(2g)$. Without *at face*: the velocity where they are inserted", {"insert: vel constant X Y Z": "@velocity"})
row(BOX, "`vel constant` of `insert/pack`, `omega constant`, `orientation`", "`velocity`, `omega`, `orientation`", "",
    {"insert: omega constant X Y Z": "omega X Y Z", "insert: orientation random": "", "insert: orientation template": "orientation fixed", "insert: orientation constant Q1 Q2 Q3 Q4": "@orientation"})
row(BOX, "`vel uniform`, `vel gaussian`", "none", "the mean velocity is kept", {"insert: vel uniform|gaussian X Y Z A B C": "@random_velocity"})
row(BOX, "`overlapcheck`, `all_in`, `maxattempt`", "none", "new particles never overlap; mass that finds no room waits for the next insertion and is reported",
    {f"insert: {word} VALUE": "" for word in ("overlapcheck|all_in", "maxattempt|ntry_mc", "verbose|warn_region", "random_distribute|compress_tags", "check_dist_from_subdomain_border|parallel")})
silent({"insert: duration N": "left: a stream in pulses: give one fix insert/stream with start and stop for each pulse",
        "insert: set_property ...": "left: there are no properties of one's own for new particles: use set behind the insertion"})
row(BOX, "`fix multisphere`", "[`fix rigid/cluster`](fix_rigid_cluster.md)", "", {"fix ID GROUP multisphere ...": "fix ID GROUP rigid/cluster"})
row(BOX, "`fix nve/sphere`, `fix gravity`", "the same", "[`fix leapfrog/sphere`](fix_leapfrog_sphere.md) is faster",
    same("fix ID GROUP nve/sphere ...", "fix ID GROUP gravity ..."))
silent({"fix ID GROUP nve/superquadric ...": NO_SUPERQUADRIC,
        **{f"fix ID GROUP {style} ...": NO_SPH for style in ("sph/density/continuity|sph/density/corr|sph/density/summation|sph/pressure", "wall/sph|wall/region/sph", "nve/sph|nve/sph/stationary")},
        "set group|region|type|atom X sphkernel|meso_rho ...": NO_SPH})
silent(same(*(f"{word} ..." for word in (
    "atom_modify", "change_box", "clear", "create_atoms", "delete_atoms", "dimension", "displace_atoms", "echo", "group", "label", "lattice", "log", "mass", "minimize", "next",
    "print", "processors", "quit", "read_data", "replicate", "reset_timestep", "restart", "run", "run_style", "shell", "timestep", "units", "velocity", "write_data",
    "write_restart", "write_dump", "thermo", "thermo_modify", "uncompute", "delete_bonds", "suffix", "package", "info", "rerun", "read_dump"))))
silent({"region ID block|sphere|cylinder|cone|plane|prism|intersect|union ...": "@region", "region ID STYLE ...": "left: LAMMPS has no region of this style",
        "set ...": "@set", "variable NAME STYLE ...": "@variable", "if ...": "@condition", "jump FILE ...": "@jump",
        "compute_modify ID dynamic FLAG": "compute_modify ID dynamic/dof FLAG", "compute_modify ID extra N": "compute_modify ID extra/dof N", "compute_modify ID ...": "same",
        "unfix ID": "@unfix", "undump ID": "@undump",
        "thermo_log|modify_timing|partitioner_style ...": "left: there is no such file of the run's log: LAMMPS writes log.lammps, and `./grist report` reads it",
        "coarsegraining ...": "left: parcels are set by the command coarse, which scales sizes and coefficients by itself (doc/coarse.md)"})

# ---------------------------------------------------------------- contacts

row(CONTACTS, "`pair_style gran model hertz tangential history`", "[`pair_style hertz/mindlin`](pair_hertz_mindlin.md)", "",
    {"pair_style gran model ...": "@pair_style", "pair_coeff * *": "@pair_coeff", "model: normal hertz": "hertz/mindlin", "model: tangential history": ""})
row(CONTACTS, "`pair_style gran model hooke`", "[`pair_style hooke/history`](pair_hooke_history.md) with `tangential 1 damping_t 1`",
    "you give *stiffness*; LIGGGHTS computes it from moduli and `characteristicVelocity`, [see below](#the-stiffness-of-model-hooke)",
    {"model: normal hooke": "hooke/history", "property: characteristicVelocity": "scalar velocity", "model: ktToKnUser on": "@kt_to_kn"})
row(CONTACTS, "`youngsModulus`, `poissonsRatio` peratomtype", "`young`, `poisson` of `pair_coeff I I`", "",
    {"fix ID GROUP property/global NAME KIND ...": "@property", "property: youngsModulus": "peratomtype young", "property: poissonsRatio": "peratomtype poisson"})
row(CONTACTS, "`coefficientRestitution` peratomtypepair", "`restitution`", "exact in Grist", {"property: coefficientRestitution": "peratomtypepair restitution"})
row(CONTACTS, "`coefficientFriction` peratomtypepair", "`friction`", "", {"property: coefficientFriction": "peratomtypepair friction"})
row(CONTACTS, "`rolling_friction cdt`, `coefficientRollingFriction`", "`rolling torque mu_r`", "",
    {"model: rolling_friction cdt": "@rolling_cdt", "property: coefficientRollingFriction": "peratomtypepair rolling"})
row(CONTACTS, "`rolling_friction epsd`, `epsd2`", "`rolling sds k gamma mu_r`", "you give k, the stiffness of the spring over R*^2. *epsd*: k = 2.25 k_n mu_r^2 and the damping of "
    "`coefficientRollingViscousDamping`; *epsd2*: k = k_t, no damping. `translate` takes k_n and k_t of *hertz* at an overlap of a thousandth of R*",
    {"model: rolling_friction epsd": "@rolling_epsd", "model: rolling_friction epsd2": "@rolling_epsd2", "property: coefficientRollingViscousDamping": "peratomtypepair rolling_damping",
     "model: rolling_friction off": ""})
silent({"model: rolling_friction epsd3": "left: the prefactor of epsd3 is free: give rolling sds k gamma mu_r by hand (doc/from_liggghts.md)",
        "model: rolling_friction NAME": "left: Grist has no rolling friction of this kind", "model: torsionTorque off": "",
        "model: torsionTorque on": "left: rolling friction against turning about the normal is twisting marshall in Grist, a law without a coefficient"})
row(CONTACTS, "`cohesion sjkr`, `cohesionEnergyDensity`", "`cohesion sjkr k`", "the same k; `tangential_reduce off`",
    {"model: cohesion sjkr": "@cohesion", "property: cohesionEnergyDensity": "peratomtypepair cohesion", "model: cohesion off": "", "model: tangential_reduce off": ""})
row(CONTACTS, "`cohesion sjkr2`", "none", "its area is $2 \\pi d \\, 2 R^*$; `cohesion sjkr` has the disc in which the spheres intersect",
    {"model: cohesion sjkr2": "left: the area of sjkr2 is another: use cohesion sjkr with an energy density of its own"})
row(CONTACTS, "`cohesion washino/capillary/viscous`, `easo/capillary/viscous`", "[`fix liquid`](fix_liquid.md)", "other laws of bridges, so no numbers are carried over",
    {"model: cohesion washino/capillary/viscous|easo/capillary/viscous": "left: liquid bridges are those of fix liquid (doc/fix_liquid.md), other laws with other numbers",
     "model: cohesion NAME": "left: Grist has no cohesion of this name (doc/cohesion.md says which there are)",
     "model: tangential_reduce on": "left: a limit of friction that cohesion reduces is not in Grist"})
row(CONTACTS, "`tangential_damping off`", "`damping_t 0`", "", {"model: tangential_damping off": "@no_damping", "model: tangential_damping on": ""})
row(CONTACTS, "`tangential no_history`", "none", "", {"model: tangential no_history|off": "left: friction without a spring is not in Grist: tangential history is what is used here"})
row(CONTACTS, "`limitForce on`", "always", "a contact never pulls without cohesion", {"model: limitForce on": ""})
row(CONTACTS, "`limitForce off` (the default of LIGGGHTS)", "none", "there the dashpot pulls at the end of a contact, as if the spheres stuck. Grist never pulls; its damping is chosen so that "
    "*restitution* is exact without it. With `pair_style granular` of LAMMPS it can be had", {"model: limitForce off": ""})
row(CONTACTS, "`model hooke/hysteresis`", "`pair_style hooke/history` with [`cohesion eepa l g 0 1`](cohesion.md#plasticity-and-adhesion)",
    "one stiffness of unloading, where LIGGGHTS lets it grow with the overlap; [see below](#the-tutorials-of-liggghts)",
    {"model: normal hooke/hysteresis": "@hysteresis",
     **{f"property: coefficient{name}": "unused of hooke/hysteresis" for name in ("MaxElasticStiffness", "AdhesionStiffness", "PlasticityDepth")}})
row(CONTACTS, "`model hooke/stiffness`, `hertz/stiffness`", "`pair_style hooke/history` with *stiffness*", "by hand: damping is given by *restitution*, not by `gamman`",
    {"model: normal hooke/stiffness|hertz/stiffness": "left: give stiffness and restitution of pair_style hooke/history, or young of hertz/mindlin, by hand: gamman is no restitution",
     **{f"property: {name}": "unused of hooke/stiffness" for name in ("kn", "kt", "gamman", "gammat", "gamman_abs", "gammat_abs")}})
row(CONTACTS, "`surface multicontact`, superquadrics", "none", "",
    {"model: surface default|sphere": "", "model: surface superquadric": NO_SUPERQUADRIC,
     "model: surface NAME": "left: contacts that act on each other are not in Grist", "fix ID GROUP multicontact/halfspace ...": "left: contacts that act on each other are not in Grist"})
row(CONTACTS, "types 1, 2, ... as materials", "the same", "pairs of different types: given, or geometric means")
silent({"model: normal NAME": "left: Grist has no contact model of this name (doc/howto_law.md says which there are)",
        "model: viscous|computeElasticPotential|computeDissipatedEnergy|disableNormalWhenBonded|heating_normal_hooke|absolute_damping|sanity_checks|ktToKnUser|heating_tracking off": "",
        "model: computeElasticPotential|computeDissipatedEnergy on": "",
        "model: viscous on": "left: a restitution that depends on the Stokes number is not in Grist",
        "pair_style gran/hertz/history|gran/hooke/history|gran/hooke ...": "@old_pair_style",
        "pair_style sph/artVisc/tensCorr ...": NO_SPH, "pair_style bubble|gran_bubble|hybrid|hybrid/overlay ...": "left: Grist has no such pair style",
        "pair_style ...": "left: Grist has no such pair style", "pair_coeff ...": "left: materials are given by fix property/global in LIGGGHTS: this line has no meaning for a pair style gran",
        "property: speedOfSound|sl|artViscAlpha|artViscBeta|artViscEta|tensCorrEpsilon|tensCorrDeltaP": NO_SPH})

# ---------------------------------------------------------------- walls

row(WALLS, "`fix m all mesh/surface file F type t scale s` and `fix w all wall/gran ... mesh n_meshes 1 meshes m`",
    "[`fix w all wall/mesh F scale s model hertz/mindlin ...`](fix_wall_mesh.md)", "one fix; keywords give the material instead of *type*. `translate` gives it the name of the mesh, m",
    {"fix ID GROUP mesh/surface|mesh/surface/planar|mesh/surface/stress|mesh/surface/stress/servo|mesh/surface/omp ...": "@mesh",
     "fix ID GROUP wall/gran model ...": "@wall", "mesh: file F": "@mesh_file", "mesh: scale S": "@scale", "wall: mesh n_meshes N meshes ...": "@meshes"})
row(WALLS, "`fix mesh/surface ... type t`", "values behind `model`", "what is not given is taken from the type of the sphere with itself", {"mesh: type T": "@mesh_type"})
row(WALLS, "`move x y z`, `rotate axis a angle d`", "`shift x y z`, `turn a d`", "several of each act in the order of the input; all shifts after all turns, otherwise an error; in LIGGGHTS in any order, "
    "so that `translate` turns and scales its shifts", {"mesh: move X Y Z": "@shift", "mesh: rotate axis X Y Z angle A": "@turn"})
row(WALLS, "`fix wall/gran ... primitive type t zplane z`", "[`fix wall/hertz/mindlin zplane z NULL`](fix_wall_hertz_mindlin.md)",
    "the plane has one side: `translate` takes that of the farther face of the box",
    {"wall: primitive type T xplane|yplane|zplane C": "@plane"})
row(WALLS, "`primitive ... zcylinder r x y`", "`region`, then `wall/hertz/mindlin region R`", "`zcylinder R` of the wall has its axis through the origin",
    {"wall: primitive type T xcylinder|ycylinder|zcylinder R A B": "@cylinder"})
row(WALLS, "`primitive ... shear x v`", "`surface linear v 0 0`", "", {"wall: shear x V": "surface linear V 0 0", "wall: shear y V": "surface linear 0 V 0", "wall: shear z V": "surface linear 0 0 V"})
row(WALLS, "`fix move/mesh mesh m linear vx vy vz`", "`move linear vx vy vz` in `fix wall/mesh`", "",
    {"fix ID GROUP move/mesh mesh M ...": "@move", "move: linear X Y Z": "move linear X Y Z"})
row(WALLS, "`fix move/mesh ... rotate origin p axis a period T`", "`move rotate px py pz ax ay az T`", "",
    {"move: rotate origin X Y Z axis A B C period T": "move rotate X Y Z A B C T"})
row(WALLS, "`fix move/mesh ... wiggle amplitude a period T`", "`move wiggle ax ay az T`", "", {"move: wiggle amplitude X Y Z period T": "move wiggle X Y Z T"})
row(WALLS, "`linear/variable`, `rotate/variable`", "`move variable`", "",
    {"move: linear/variable X Y Z": "move variable X Y Z 0 0 0 0 0 1 NULL", "move: rotate/variable origin X Y Z axis A B C omega W": "move variable NULL NULL NULL X Y Z A B C W"})
row(WALLS, "`riggle`, `viblin`, `vibrot`", "`move variable`", "by hand: a variable of the velocity",
    {"move: riggle|viblin|vibrot ...": "left: give its velocity as a variable to move variable (doc/fix_wall_mesh.md)", "move: STYLE ...": "left: Grist has no motion of this kind"})
row(WALLS, "`unfix` of a `move/mesh`, then another one", "[`fix_modify w move ...`](fix_wall_mesh.md#motion), `fix_modify w move none`", "goes on from where the mesh stands")
row(WALLS, "`surface_vel`, `surface_ang_vel`", "`surface linear`, `surface rotate`", "belts and rollers; *rotate* takes a period instead of an angular velocity",
    {"mesh: surface_vel X Y Z": "surface linear X Y Z", "mesh: surface_ang_vel origin X Y Z axis A B C omega W": "@surface_rotate"})
row(WALLS, "`dump image` with meshes", "`dump image ... fix w type 1 0`", "it draws one fix; `draw all` in `fix wall/mesh` makes that fix draw the meshes of all")
row(WALLS, "`mesh/surface/stress`, `dump mesh/stl`, `dump mesh/vtk`", "`stress N file_*.vtk`, or [`dump paraview`](dump_paraview.md)", "force, torque and power are `f_w[1]` to `f_w[7]`",
    {"dump ID GROUP mesh/stl|mesh/vtk|mesh/gran/VTK N FILE ...": "@mesh_dump", "mesh: stress on|off": "", "mesh: reference_point X Y Z": "about X Y Z"})
row(WALLS, "`curvature c`", "`feature c`", "", {"mesh: curvature C": "feature C", "mesh: curvature_tolerant FLAG": ""})
silent({f"mesh: {word} VALUE": "" for word in ("verbose|precision", "heal|min_feature_length", "cell_size_min|cell_size_max")})
silent({"mesh: temperature T": "@wall_temperature", "wall: temperature T": "@wall_temperature", "wall: store_force|store_force_contact|store_force_contact_stress no": "", "wall: contact_area overlap": "",
        "wall: store_force|store_force_contact|store_force_contact_stress yes": "left: forces of walls on single particles are in compute contact/local (doc/compute_contact_local.md)",
        "mesh: element_exclusion_list write FILE": "", "mesh: element_exclusion_list read FILE": "left: leave the triangles of the list out of the file of the mesh", "mesh: fix ID": "left: a mesh made by another fix: write_mesh makes meshes (doc/write_mesh.md)"})
row(WALLS, "`wear finnie`, `k_finnie`", "`wear finnie p psi k`, `wear archard K H`", "`k_finnie` cannot be carried over: LIGGGHTS sums $2 k_{finnie} \\, v F \\Delta t \\, f(a)$ over all steps of a contact, with its whole force, "
    "also that of spheres that rest or roll; so its wear depends on the stiffness and the duration of contacts. Grist has Finnie's law for each hit, $m v^2 f(a) / (p \\psi k)$, and Archard's for sliding. Measure p, or K and H",
    {"mesh: wear off": "", "mesh: wear STYLE": "left: wear needs measured numbers, wear finnie p psi k or wear archard K H (doc/fix_wall_mesh.md)", "property: k_finnie": "unused of wear"})
row(WALLS, "`fix massflow/mesh`", "[`fix outflow plane`](fix_outflow.md)", "counts by component and size, and always removes the particles; [`fix sensor plane`](fix_sensor.md) counts and removes nothing",
    {"fix ID GROUP massflow/mesh ...": "@massflow", "flow: mesh M": "@flow_mesh", "flow: vec_side X Y Z": "@flow_side", "flow: delete_atoms yes": "@flow_deletes", "flow: delete_atoms no": "",
     "flow: count once|multiple": "", "flow: screen yes|no": "", "flow: writeTime": "", "flow: inside_out": "left: give vec_side instead of point_at_outlet",
     "flow: point_at_outlet X Y Z": "left: give vec_side instead of point_at_outlet", "flow: file|append F": "left: a row for each particle is not written: file of fix outflow has sums by time"})
row(WALLS, "servo walls: `mesh/surface/stress/servo`", "[`move servo force` or `torque`](fix_wall_mesh.md#walls-that-answer)",
    "the sign of the target is the other one: there it says which way the wall moves, here it is the force of the particles on the wall. No `kp`, `ki`, `kd`: the gain follows from the contacts",
    {"servo: com X Y Z": "@com", "servo: ctrlPV force": "@servo_force", "servo: ctrlPV torque": "@servo_torque", "servo: axis X Y Z": "@servo_axis", "servo: target_val F": "@servo_target",
     "servo: vel_max V": "@servo_speed", "servo: kp|ki|kd|ratio X": "", "servo: mode auto": "", "fix_modify ID servo/target_val|servo/vel_max|servo/integrate|servo/ctrlParam ...":
     "left: a new target is given by fix_modify ID move servo ... (doc/fix_wall_mesh.md)"})
row(WALLS, "`fix mesh/surface ... generate`", "[`write_mesh`](write_mesh.md)", "", {"mesh: generate ...": "left: write_mesh makes the file of the mesh (doc/write_mesh.md)"})
silent({"fix ID GROUP wall/gran KN KT GN GT MU DAMP ...": "@old_wall", "fix ID GROUP pour N TYPE SEED vol V TRIES diam A B dens C D vel VA VB VC VD VE region R":
        "fix ID GROUP pour N TYPE SEED region R diam range A B dens C D vol V TRIES vel VA VB VC VD VE"})

# ---------------------------------------------------------------- bonds

BY_HAND = "left: bonds are those of bond_style parallel, given by hand (section on bonds of doc/from_liggghts.md)"
row(BONDS, "`atom_style hybrid granular bond/gran n_bondtypes 1 bonds_per_atom 6`", "[`atom_style bonded/cluster`](atom_style_bonded_cluster.md), `create_box 1 box bond/types 1`")
row(BONDS, "`bond_style gran`", "[`bond_style parallel`](bond_parallel.md)", "the same law (Potyondy and Cundall 2004); the normal force follows from the length, not from increments",
    {"bond_style ...": BY_HAND})
row(BONDS, "`bond_coeff 1 lambda Sn St 1 sigma tau`", "`bond_coeff 1 radius lambda young E ratio k tensile sigma shear tau`",
    "`Sn` and `St` are stiffnesses over area (Pa/m): $E = S_n L$ with L the length of a bond, $k = S_n / S_t$", {"bond_coeff ...": BY_HAND})
row(BONDS, "break mode 0 (distance)", "none")
row(BONDS, "`fix bond/create/gran`", "`create_bonds`, [`cluster_template`](cluster_template.md)", "", {"fix ID GROUP bond/create/gran|bond/create ...": BY_HAND})
row(BONDS, "moments in the stresses", "`beta 1` (the default)")

# ---------------------------------------------------------------- run and output

row(RUN, "`fix check/timestep/gran N fr fh`", "[`fix guard`](fix_guard.md)", "on by default; checks bonds, walls and overlaps too", {"fix ID GROUP check/timestep/gran N ...": "fix ID GROUP guard every N"})
row(RUN, "`compute ke`, `erotate/sphere`", "the same; [`compute energy/balance`](compute_energy_balance.md)", "all energies, and what is dissipated by which mechanism",
    same(*(f"compute ID GROUP {style} ..." for style in (
        "ke|erotate/sphere|ke/atom|erotate/sphere/atom", "com|gyration|msd|displace/atom", "coord/atom|contact/atom|cluster/atom", "property/atom|property/local", "reduce|reduce/region|slice",
        "group/group|pressure|stress/atom|pe|pe/atom", "rdf|cna/atom|centro/atom|temp|temp/sphere"))))
silent({"compute ID GROUP pair/gran/local|wall/gran/local ...": "left: forces of contacts are in compute contact/local, with other columns (doc/compute_contact_local.md)",
        "compute ID GROUP erotate/multisphere|ke/multisphere ...": "left: the energy of rigid clusters is in compute energy/balance (doc/compute_energy_balance.md)",
        "compute ID GROUP nparticles/tracer/region ...": "left: residence times are in fix sensor region (doc/fix_sensor.md)",
        "compute ID GROUP erotate/superquadric ...": NO_SUPERQUADRIC,
        "compute ID GROUP coord/gran ...": "left: contacts of each particle are in compute coordination/contact (doc/compute_coordination_contact.md)"})
row(RUN, "`dump custom/vtk`", "[`dump paraview`](dump_paraview.md)", "particles, bonds and walls in one series",
    {"dump ID GROUP custom/vtk N FILE ...": "@vtk_dump", "dump ID GROUP custom N FILE ...": "@custom_dump", **same("dump ID GROUP atom|local|xyz|cfg|image|movie N FILE ..."),
     "dump ID GROUP local/gran/vtk ...": "left: contacts of a run are written by dump local with compute contact/local (doc/compute_contact_local.md)",
     "dump ID GROUP euler/vtk ...": "left: fields on a grid are written by fix sensor blocks (doc/fix_sensor.md)", "dump_modify ID ...": "@dump_modify"})
row(RUN, "`restart`, `read_restart`", "the same", "see [restart](howto_restart.md); a restart file of LIGGGHTS cannot be read", {"read_restart FILE ...": "@read_restart"})
row(RUN, "`fix heat/gran initial_temperature T`", "[`fix heat/gran initial T`](fix_heat_gran.md)", "", {"fix ID GROUP heat/gran|heat/gran/conduction initial_temperature T ...": "@heat"})
row(RUN, "`thermalConductivity`, `thermalCapacity` peratomtype", "`heat k c` of `pair_coeff`", "LIGGGHTS conducts sqrt(2 pi) = 2.51 times as much at the same k; `translate` multiplies k by it",
    {"property: thermalConductivity": "peratomtype conductivity", "property: thermalCapacity": "peratomtype capacity"})
row(RUN, "`youngsModulusOriginal`, `area_correction yes`", "`young/real E` of `pair_coeff`", "", {"property: youngsModulusOriginal": "peratomtype young/real"})
row(RUN, "`set region R property/atom Temp T`; `heatSource P`", "`set region R temperature T`; `source GROUP P` of the fix", "")
row(RUN, "`fix mesh/surface ... temperature T`", "`temperature T` behind *model* of `fix wall/mesh`", "")
row(RUN, "`fix ave/spatial`", "[`fix sensor slices`](fix_sensor.md), or `fix ave/chunk`", "",
    {"fix ID GROUP ave/spatial ...": "left: profiles are written by fix sensor slices (doc/fix_sensor.md), or by fix ave/chunk of LAMMPS",
     "fix ID GROUP ave/euler ...": "left: fields on a grid are written by fix sensor blocks (doc/fix_sensor.md)"})
silent({**same(*(f"fix ID GROUP {style} ..." for style in (
    "ave/time|ave/atom|ave/histo|ave/correlate|print", "addforce|setforce|aveforce|freeze|viscous|momentum|langevin|enforce2d", "move|store/state|spring|spring/self|lineforce|planeforce",
    "deform|dt/reset|nve/limit|nve|nve/noforce|wall/reflect|deposit|external|evaporate"))),
    "fix ID GROUP adapt ...": "@adapt", "fix_modify ID ...": "@fix_modify", "thermo_style custom ...": "same", "thermo_style STYLE": "same",
    "fix ID GROUP property/atom ...": "left: Grist has no properties of particles that a deck defines",
    "fix ID GROUP massflow/mesh/sieve ...": "left: a mesh that particles pass by chance is not in Grist: give the openings of the screen as a mesh"})
row(RUN, "CFD coupling, superquadrics", "none", "",
    {"fix ID GROUP couple/cfd|couple/cfd/force|couple/cfd/convection|couple/pascal|couple/cfd/force/implicit|buoyancy|continuum/weighted ...": "left: there is no coupling with programs for fluids or grains' insides in Grist",
     "fix ID GROUP multisphere/break ...": "left: clusters that break are bonded, by cluster_template without rigid (doc/cluster_template.md)",
     "fix ID GROUP STYLE ...": "left: neither Grist nor LAMMPS has a fix of this style that does the same",
     "compute ID GROUP STYLE ...": "left: neither Grist nor LAMMPS has a compute of this style that does the same",
     "dump ID GROUP STYLE ...": "left: neither Grist nor LAMMPS has a dump of this style"})

PATTERNS = {}        # scope, empty for commands -> patterns without it, and what stands for them, in the order of the rows
for every in ROWS:
    for pattern, text in every.patterns.items():
        scope, rest = scope_of(pattern)
        PATTERNS.setdefault(scope, []).append((rest, text))


def tables():
    """The tables of the page: section -> lines."""
    lines = {}
    for row in ROWS:
        if row.theirs:
            lines.setdefault(row.section, ["| LIGGGHTS | Grist | note |", "| --- | --- | --- |"]).append(f"| {row.theirs} | {row.ours} | {row.note} |".replace("|  |", "| |"))
    return lines
