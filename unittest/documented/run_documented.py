#!/usr/bin/env python3
"""Run the inputs that the documentation prints: the scripts of README.md and all inputs of every page of doc/.

Inputs of a page are the lines of its section of examples and its blocks "```lammps". They are run one after the other in
one script, between lines that make a small system for them. A page with inputs and without such lines is a fault, so that a
new page gets an entry here. Output that a page shows for its examples must be what LAMMPS prints. A warning of fix guard is
a fault.

A page that has blocks whose first line is "# NAME" is followed exactly instead, in an empty folder: each such block is
saved as the file NAME, and each block "```sh" is run, with lmp on the PATH. The lines of a block "```text" must be among
those that the commands before it printed.

Each fault is a line that begins with its page. The exit status is 1 if there is any.

Usage: run_documented.py LMP FOLDER [PAGE ...]    FOLDER: of README.md and doc/
"""
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "testing"))
from sample import drawn

WITHOUT_VTK = "was built without VTK"  # an error that is no fault
TIME_LIMIT = 300  # seconds for one page, with sanitizers on a busy machine


@dataclass
class System:
    """The lines around the examples of a page."""

    before: str = ""
    after: str = ""
    printed: str = ""  # how the output begins that the page shows


BOX = """
    units si
    boundary f f f
    newton on off
    region everything block -0.5 0.5 -0.5 0.5 -0.5 0.5
"""
SPHERES = BOX + """
    atom_style sphere
    create_box 2 everything
    create_atoms 1 single 0 0 0.1
    create_atoms 2 single 0 0 0.1049
    set type * diameter 5e-3
    set type * density 2500
    group grains type 2
    timestep 1e-6
"""
CONTACTS = """
    pair_style hertz/mindlin
    pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
"""
BONDED = BOX + """
    atom_style bonded/cluster
    bond_style parallel
"""
MOVE = """
    fix move all nve/sphere
    run 2
"""
STONE = BONDED + """
    create_box 1 everything bond/types 1
    cluster_template pebble sphere 5e-3 elements 10 density 2500
    bond_coeff 1 young 1e7 tensile 5e4 shear 5e4
    create_atoms 0 single 0 0 0.1 mol pebble 4711
    timestep 1e-6
"""
BODIES = BOX + """
    atom_style body polyhedron 4 40
    create_box 2 everything
    create_polyhedra 20 region everything shape random cuts 8 size 0.01 density 2500
    create_polyhedra 20 region everything shape cube size 0.01 density 2500 type 2
    timestep 1e-6
"""
BLOCKS = BOX + """
    atom_style hybrid body polyhedron 4 80 bond
    atom_modify map array
    comm_modify vel yes
    create_box 1 everything bond/types 1
    timestep 1e-7
"""
MOVE_BODIES = """
    fix move all nve/body
    run 2
"""
CUBE = """body data

1 atoms
1 bodies
1 atom types
-1 1 xlo xhi
-1 1 ylo yhi
-1 1 zlo zhi

Atoms

1 1 1 2500 0 0 0

Bodies

1 1 24
8
-0.5 -0.5 -0.5
 0.5 -0.5 -0.5
-0.5  0.5 -0.5
 0.5  0.5 -0.5
-0.5 -0.5  0.5
 0.5 -0.5  0.5
-0.5  0.5  0.5
 0.5  0.5  0.5
"""

SYSTEMS = {
    "atom_style_bonded_cluster.md": System("units si", "region box block 0 1 0 1 0 1\n create_box 1 box bond/types 1"),
    "body_polyhedron.md": System("units si\n boundary f f f", "pair_style polyhedron\n pair_coeff * * volume 1e9" + MOVE_BODIES),
    "bond_face.md": System(
        BLOCKS, "create_blocks box 0.03 0.02 0.02 cells 20 density 2500\n pair_style polyhedron\n pair_coeff * * volume 1e9" + MOVE_BODIES
    ),
    "bond_parallel.md": System(BONDED + "create_box 1 everything bond/types 3" + CONTACTS, "run 0"),
    "cluster_template.md": System(
        BONDED + "region box block -0.1 0.1 -0.1 0.1 0 0.5\n region slot block -0.05 0.05 -0.05 0.05 0.3 0.4",
        "bond_coeff 1 young 1e7 tensile none shear none\n fix weight all gravity 9.81 vector 0 0 -1" + CONTACTS + MOVE,
        "Cluster template pebble: sphere 0.005",
    ),
    "coarse.md": System(
        BOX + "variable coarse index 1\n atom_style sphere\n create_box 2 everything",
        "region slot block -0.1 0.1 -0.1 0.1 -0.1 0.1\n fix fill all insert/pack ore region slot number 800\n timestep 1e-6" + MOVE,
    ),
    "cohesion.md": System(SPHERES.replace("1e-6", "5e-7"), MOVE),
    "compute_contact_local.md": System(SPHERES + CONTACTS, MOVE),
    "compute_coordination_contact.md": System(SPHERES + CONTACTS, MOVE),
    "compute_load_atom.md": System(SPHERES + CONTACTS, MOVE),
    "compute_mixing.md": System(SPHERES + CONTACTS, MOVE),
    "compute_packing.md": System(SPHERES + CONTACTS, MOVE),
    "compute_stress_cluster.md": System(STONE + CONTACTS, MOVE),
    "compute_energy_balance.md": System(SPHERES + CONTACTS + "fix floor all wall/hertz/mindlin zplane -0.1 NULL", MOVE),
    "create_blocks.md": System(
        BLOCKS + "bond_style face\n bond_coeff 1 young 1e8 gc 1",
        "pair_style polyhedron\n pair_coeff * * volume 1e9" + MOVE_BODIES,
        "Created 40 blocks of box",
    ),
    "create_polyhedra.md": System(
        "units si\n boundary f f f\n region slot block 0 0.1 0 0.1 0 0.2",
        "pair_style polyhedron\n pair_coeff * * volume 1e9" + MOVE_BODIES,
    ),
    "dump_paraview.md": System(
        STONE + CONTACTS + "group grains type 1\n compute pressure all ke/atom\n variable height atom z", MOVE
    ),
    "fix_breakage.md": System(STONE + CONTACTS + "group rock type 1", MOVE),
    "fix_break_polyhedra.md": System(
        BODIES.replace("newton on off", "newton off") + "group rock type 1\n pair_style polyhedron\n pair_coeff * * volume 1e9 hysteretic 0.5", MOVE_BODIES
    ),
    "fix_collisions.md": System(SPHERES + CONTACTS + "fix move all nve/sphere\n group rock type 2", "run 2"),
    "fix_heat_gran.md": System(SPHERES + CONTACTS + "fix move all nve/sphere\n group rock type 2", "run 2"),
    "fix_sensor.md": System(SPHERES + CONTACTS, MOVE),
    "fix_outflow.md": System(STONE + CONTACTS + "group rock type 1", MOVE),
    "fix_insert.md": System(
        STONE
        + CONTACTS
        + """region bin block -0.1 0.1 -0.1 0.1 -0.4 -0.3
    region chute block -0.1 0.1 -0.1 0.1 0.3 0.4
    particle_mix ore template pebble size uniform 0.02 0.03
    write_mesh inlet.stl plane size 0.3 0.3
""",
        MOVE,
    ),
    "performance.md": System(STONE + CONTACTS, MOVE),
    "held_clusters.md": System(STONE.replace("bond_coeff 1 young 1e7 tensile 5e4 shear 5e4", "") + CONTACTS, "run 2"),
    "fix_guard.md": System(SPHERES + CONTACTS, MOVE),
    "fix_leapfrog_body.md": System(BODIES + "pair_style polyhedron\n pair_coeff * * volume 1e9\n group stones type 1", "run 2"),
    "fix_leapfrog_sphere.md": System(SPHERES + CONTACTS, "run 2"),
    "fix_rigid_blocks.md": System(
        BLOCKS + "bond_style face\n bond_coeff 1 young 1e8 tensile 1e6 cohesion 3e6\n pair_style polyhedron\n pair_coeff * * volume 1e9",
        "create_blocks box 0.03 0.02 0.02 cells 20 density 2500\n timestep 1e-6\n run 2",
    ),
    "fix_rigid_cluster.md": System(
        BONDED + "create_box 1 everything bond/types 1" + CONTACTS,
        "create_atoms 0 single 0 0 0.1 mol tablet 4711 units box\n timestep 1e-6\n run 2",
    ),
    "fix_liquid.md": System(SPHERES.replace("atom_style sphere", "atom_style sphere\n    atom_modify map yes") + CONTACTS, MOVE),
    "fix_checkpoint.md": System(SPHERES + CONTACTS, MOVE),
    "fix_progress.md": System(STONE + CONTACTS + "group grains type 1", MOVE),
    "fix_wall_hertz_mindlin.md": System(SPHERES.replace("single 0 0", "single 0.05 0.05") + CONTACTS + "variable angle equal 0.1*step*dt", MOVE),
    "fix_wall_mesh.md": System(
        SPHERES
        + CONTACTS
        + """write_mesh drum.stl drum diameter 400 length 100 bars 12 height 14 width 18 resolution 50
    write_mesh hopper.stl hopper top 0.3 outlet 0.05 angle 30
    write_mesh sieve.stl plane size 0.3 0.3
    write_mesh belt.stl plane size 0.3 0.3
    write_mesh lid.stl plane size 0.3 0.3
    write_mesh screw.stl cylinder diameter 0.02 length 0.1 caps yes
""",
        MOVE,
    ),
    "fix_wall_polyhedron.md": System(
        BODIES.replace("create_box", "region clear block 0.02 0.06 0.02 0.1 0.05 0.1\n    create_box").replace("region everything shape", "region clear shape")
        + "pair_style polyhedron\n pair_coeff * * energy 1e17",
        MOVE_BODIES,
    ),
    "neighbor_style.md": System(SPHERES + CONTACTS, MOVE),
    "pair_hertz_mindlin.md": System(SPHERES.replace("1e-6", "5e-7"), MOVE),
    "pair_hooke_history.md": System(SPHERES + "write_mesh drum.stl drum diameter 0.6 length 0.1", MOVE),
    "pair_thornton_ning.md": System(SPHERES + "write_mesh drum.stl drum diameter 0.6 length 0.1", MOVE),
    "pair_polyhedron.md": System(BODIES, MOVE_BODIES),
    "pictures.md": System(STONE + CONTACTS, MOVE),
    "report.md": System(
        "units si\n region box block 0 1 0 1 0 1\n create_box 1 box\n variable young index 1e7\n variable speed index 0.05\n"
        "variable rate equal 1.52\n variable lost equal 0"
    ),
    "particle_mix.md": System(STONE.replace("create_box 1", "create_box 2") + "cluster_template stone sphere 5e-3 elements 10 density 2500" + CONTACTS, MOVE),
    "write_shapes.md": System(BODIES + "pair_style polyhedron\n pair_coeff * * volume 1e9", MOVE_BODIES, "Shapes shape.*.stl"),
    "write_mesh.md": System("", "", "Mesh drum.stl: drum, 360 triangles"),
}

README_SYSTEMS = (
    System(
        "units si\n boundary p p f",
        """timestep 2e-6
    neighbor 0.001 bin
    fix weight all gravity 9.81 vector 0 0 -1
    fix floor all wall/hertz/mindlin zplane 0 NULL young 1e7 poisson 0.5 restitution 0.5
    fix move all nve/sphere
    run 2000
""",
    ),
    System(),
)


def octahedron():
    """Text of an STL file."""
    corners = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
    lines = ["solid octahedron"]
    for sign in range(8):
        signs = [1 - 2 * (sign >> k & 1) for k in range(3)]
        points = [tuple(s * c for c in corner) for s, corner in zip(signs, corners.values())]
        if signs[0] * signs[1] * signs[2] < 0:
            points.reverse()
        lines += ["facet normal 0 0 0", "outer loop"]
        lines += ["vertex %d %d %d" % point for point in points]
        lines += ["endloop", "endfacet"]
    return "\n".join(lines + ["endsolid octahedron", ""])


OCTAHEDRON = octahedron()


def blocks_of(page):
    """The blocks between ``` of a page: language and text of each, and the name of its file or None."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    names = [re.match(r"# ([\w.]+)\n", text) for _, text in found]
    return [(language, text, name and name[1]) for (language, text), name in zip(found, names)]


def examples_of(page):
    """The inputs of a page as one script: the indented lines of its section of examples, but commands ./grist, then its blocks of LAMMPS."""
    section = re.search(r"^## Examples\n(.*?)^## ", page, re.MULTILINE | re.DOTALL)
    lines = [line[4:] for line in section[1].splitlines() if line.startswith("    ") and not line.startswith("    ./grist ")] if section else []
    return "\n".join(lines + [text for language, text, _ in blocks_of(page) if language == "lammps"])


def printed_by(page, beginning):
    """The lines of the indented block that begins so."""
    block = re.search(r"^    " + re.escape(beginning) + r".*\n(?:    .*\n)*", page, re.MULTILINE)
    return [line.strip() for line in block[0].splitlines()] if block else [beginning]


def run(lmp, system, script):
    """Run a script; what LAMMPS said is wrong (None: nothing), and its output."""
    with tempfile.TemporaryDirectory(prefix="grist_documented_") as folder:
        Path(folder, "stones.data").write_text(CUBE)
        Path(folder, "stone.stl").write_text(OCTAHEDRON)
        Path(folder, "peanut.txt").write_text("# x y z r\n0 0 0 5\n6 0 0 4\n")
        text = "\n".join((system.before, script, system.after, ""))
        Path(folder, "in.documented").write_text(text)
        command = [lmp, "-in", "in.documented", "-log", "none"]
        done = subprocess.run(
            command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIME_LIMIT, check=False
        )
    output = done.stdout + done.stderr
    return fault_of(done.returncode, output), output


def fault_of(status, output):
    """What a program with this exit status and output said is wrong; None: nothing."""
    warnings = [line for line in output.splitlines() if "WARNING" in line and "fix_guard.cpp" in line]
    if status == 0:
        return " ".join(warnings) or None
    faults = [line for line in output.splitlines() if "ERROR" in line or "Last input line" in line]
    return " ".join(faults) or output[-500:]


def check(lmp, name, system, script, page):
    fault, output = run(lmp, system, script)
    if fault and WITHOUT_VTK in fault:
        return []
    if fault:
        return [f"{name}: {fault}"]
    lines = {line.strip() for line in output.splitlines()}
    shown = printed_by(page, system.printed) if system.printed else []
    return [f"{name}: shows '{line}', which LAMMPS does not print" for line in shown if line not in lines]


def run_commands(text, folder, environment):
    """Exit status and output of lines of a shell; none of their processes outlives the time limit."""
    with subprocess.Popen(
        ["bash", "-e", "-o", "pipefail", "-c", text], cwd=folder, env=environment, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    ) as process:
        try:
            output, _ = process.communicate(timeout=TIME_LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            return 1, output + f"\nERROR: not done after {TIME_LIMIT} s"
    return process.returncode, output


def follow(lmp, name, page):
    """Do what a page says, block by block, in an empty folder."""
    output = ""
    with tempfile.TemporaryDirectory(prefix="grist_documented_") as folder, tempfile.TemporaryDirectory() as programs:
        Path(programs, "lmp").symlink_to(lmp)
        own = {"PATH": os.pathsep.join((programs, os.environ["PATH"])), "OMPI_MCA_mpi_yield_when_idle": "1"}
        if stock := shutil.which("lmp"):
            own["GRIST_LMP"] = stock  # for lmp_grist
        for language, text, file in blocks_of(page):
            if file:
                Path(folder, file).write_text(text)
            elif language == "lammps":
                return [f"{name}: a block of LAMMPS without a line '# NAME' at its top, in a page that is followed to the letter"]
            elif language == "sh":
                status, output = run_commands(text, folder, {**os.environ, **own})
                if fault := fault_of(status, output):
                    return [f"{name}: {text.strip()}: {fault}"]
            elif language == "text":
                printed = {line.strip() for line in output.splitlines()}
                shown = [line for line in text.splitlines() if line.strip() not in printed]
                if shown:
                    return [f"{name}: shows '{line.strip()}', which is not printed" for line in shown]
    return []


def check_page(lmp, path):
    page = path.read_text()
    if any(file for _, _, file in blocks_of(page)):
        return follow(lmp, f"doc/{path.name}", page)
    script = examples_of(page)
    if not script:
        return []
    if path.name not in SYSTEMS:
        return [f"doc/{path.name}: has examples, and no system for them in {Path(__file__).name}"]
    return check(lmp, f"doc/{path.name}", SYSTEMS[path.name], script, page)


def check_readme(lmp, path):
    page = path.read_text()
    scripts = re.findall(r"^```\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    if len(scripts) != len(README_SYSTEMS):
        return [f"README.md: has {len(scripts)} scripts (expected {len(README_SYSTEMS)})"]
    faults = []
    for number, (system, script) in enumerate(zip(README_SYSTEMS, scripts), 1):
        faults += check(lmp, f"README.md, script {number}", system, script, page)
    return faults


def main():
    lmp, folder = str(Path(sys.argv[1]).resolve()), Path(sys.argv[2])
    pages = sys.argv[3:] or drawn([path.name for path in sorted(folder.glob("doc/*.md"))])
    faults = [] if sys.argv[3:] else check_readme(lmp, folder / "README.md")
    for page in pages:
        faults += check_page(lmp, folder / "doc" / page)
    print("\n".join(faults) or f"The inputs of {len(pages)} pages run")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
