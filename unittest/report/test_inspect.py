#!/usr/bin/env python3
"""Tests of grist inspect, on small inputs. Oracles: the input itself for numbers, sizes and steps; Hertz and Rayleigh for the time step, as in the
tests of fix guard; the folder before and after for what is written.

    test_inspect.py LMP
"""
import math
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import find_modules
from find_modules import ROOT

from grist_tools.run import input_copies
from grist_tools.run.input_copies import copy_input, first_word, with_pieces
from grist_tools.run.inspect_input import Inspection

LMP = None
MAIN = ROOT / "scripts" / "main.py"
RADIUS, DENSITY, YOUNG, POISSON = 1e-3, 2500, 1e7, 0.3


def rayleigh():
    shear = YOUNG / (2 * (1 + POISSON))
    return math.pi * RADIUS * math.sqrt(DENSITY / shear) / (0.1631 * POISSON + 0.8766)


def two_spheres(apart=5e-3, speed=0.0, dt=1e-6, more=""):
    return f"""units si
atom_style sphere
comm_modify vel yes
boundary p p f
region box block -0.01 0.01 -0.01 0.01 -0.01 0.01
create_box 2 box
create_atoms 1 single {-0.5 * apart} 0 0
create_atoms 1 single {0.5 * apart} 0 0
set group all diameter 2e-3 density {DENSITY}
group right id 2
velocity right set {-speed} 0 0
pair_style hertz/mindlin
pair_coeff * * young {YOUNG} poisson {POISSON} restitution 0.5 friction 0.3
neighbor 1e-3 bin
fix move all nve/sphere
timestep {dt:.9g}
{more}
"""


STREAM = """units si
boundary f f f
atom_style sphere
region box block -0.05 0.05 -0.05 0.05 0 0.2
create_box 1 box
pair_style hertz/mindlin
pair_coeff * * young 1e6 poisson 0.3 restitution 0.5 friction 0.3
particle_mix grains sphere grain size 0.004 density 2500
region top block -0.04 0.04 -0.04 0.04 0.1 0.19
fix feed all insert/stream grains region top rate 0.2 velocity 0 0 -1 stop 0.5 every 100 ahead yes
fix floor all wall/hertz/mindlin zplane 0 NULL xplane -0.05 0.05 yplane -0.05 0.05
fix weight all gravity 9.81 vector 0 0 -1
fix move all nve/sphere
fix guard all guard overlap 0.5
timestep 2e-5
run 20000000
"""


STONE = """units si
newton on off
boundary f f f
atom_style bonded/cluster
bond_style parallel
region box block -0.03 0.03 -0.03 0.03 -0.03 0.03
create_box 1 box bond/types 1
cluster_template stone sphere 5e-3 elements 20 density 2500
bond_coeff 1 young 1e10 tensile none shear none
create_atoms 0 single 0 0 0 mol stone 1
pair_style hertz/mindlin
pair_coeff * * young 1e7 poisson 0.3 restitution 0.5 friction 0.3
fix move all nve/sphere
timestep 1e-5
run 100
"""

EDGE = 0.01


CUBE = f"""a cube

1 atoms
1 bodies
1 atom types
-0.1 0.1 xlo xhi
-0.1 0.1 ylo yhi
-0.1 0.1 zlo zhi

Atoms

1 1 1 {DENSITY * EDGE**3} 0 0 0

Bodies

1 1 24
8
""" + "".join(f"{i * EDGE / 2} {j * EDGE / 2} {k * EDGE / 2}\n" for i in (-1, 1) for j in (-1, 1) for k in (-1, 1))


def cube(gap, share, more):
    """A cube so far above a plane. The time step is a share of half a period of its contact."""
    period = math.pi * math.sqrt(DENSITY * EDGE**3 / (1e9 * EDGE**2))
    return f"""units si
boundary f f f
atom_style body polyhedron 4 60
read_data cube.data
displace_atoms all move 0 0 {EDGE / 2 + gap}
pair_style polyhedron
pair_coeff * * volume 1e9
fix move all nve/body
fix floor all wall/polyhedron volume 1e9 restitution 0.5 zplane 0 NULL
fix down all gravity 9.81 vector 0 0 -1
timestep {share * period}
{more}
"""


class Inspect(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

        (self.folder / "cube.data").write_text(CUBE)

    def inspect(self, text=None, *words, path="in.test"):
        if text is not None:
            (self.folder / "in.test").write_text(text)
        return subprocess.run([sys.executable, MAIN, "inspect", path, "--program", LMP, *words], cwd=self.folder, capture_output=True,
                              text=True, timeout=300)

    def rows(self, *words, **named):
        """The answer: texts by name; lines that continue a row are joined to it."""
        done = self.inspect(*words, **named)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        rows, name = {}, ""
        for line in done.stdout.splitlines():
            self.assertLessEqual(len(line), 250)
            name = line[2:15].strip() or name
            rows[name] = rows.get(name, "") + line[15:] + "\n"
        return rows

    def assert_fails(self, done, pattern):
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, f"^grist: {pattern}\n$")

    def test_numbers_are_those_of_the_input(self):
        rows = self.rows(two_spheres(more="fix floor all wall/hertz/mindlin zplane -0.01 NULL\nrun 0\nrun 700\nrun 1000 upto\nrun 50000"))
        self.assertIn("si; atom style sphere", rows["units"])
        self.assertIn("2 after the start, 2 when all are fed", rows["particles"])
        self.assertIn("2 mm (diameters", rows["sizes"])
        self.assertIn("floor (hertz/mindlin zplane)", rows["walls"])
        self.assertIn("700 + 300 + 50 000 = 51 000, 0.051 s", rows["steps"])
        self.assertIn(f"{100 * 1e-6 / rayleigh():.3g} % of the Rayleigh time", rows["time step"])
        self.assertIn("on free cores", rows["run time"])
        self.assertEqual(rows["warnings"], "none\n")

    def test_variables_conditions_loops_and_includes(self):
        (self.folder / "more.in").write_text("run 40\n")
        text = two_spheres(more="""variable n index 10
variable t equal 0.0001
if "${n} == 10" then "run $(round( v_t / dt ))" else "run 5"
variable k loop 3
label again
run ${n} &
  post no
next k
jump SELF again
include ${folder}/more.in
print \"\"\"
run 9999999\"\"\"
""")
        rows = self.rows(text, "--", "-var", "folder", ".")
        self.assertIn("100 + 10 + 10 + 10 + 40 = 170,", rows["steps"])
        rows = self.rows(text, "--", "-var", "folder", ".", "-var", "n", "20")
        self.assertIn("5 + 20 + 20 + 20 + 40 = 105,", rows["steps"])

    def test_a_stream_that_begins(self):
        rows = self.rows(STREAM)
        mass = 0.2 * 0.5
        number = mass / (2500 * math.pi / 6 * 0.004**3)
        self.assertIn(f"stream of 0.2 kg/s, {mass:g} kg in all", rows["feed"])
        found = int(re.search(r"([\d ]+) when all are fed", rows["particles"])[1].replace(" ", ""))
        self.assertLess(abs(found - number), 0.02 * number + 2)
        self.assertIn("20 000 000, 400 s", rows["steps"])

    def test_warnings_of_the_guard(self):
        box = """write_mesh box.stl box size 0.012 0.012 0.012 cover yes center 0 0 -0.006
fix w all wall/mesh box.stl sides one{} model hertz/mindlin
run 100"""
        inputs = {
            "is 30 % of the Rayleigh time": two_spheres(dt=0.3 * rayleigh(), more="run 100"),
            "largest overlap is 10 % of a radius": two_spheres(1.9e-3, dt=1e-7, more="run 100"),
            "face outward, so that 2 of 2 spheres are in the solid": two_spheres(dt=1e-7, more=box.format(" flip yes")),
            r"is 12 long in a box of 0.02 \(expected the units of the box": two_spheres(dt=1e-7, more=box.format(" scale 1000")),
            r"scale 1000\?": two_spheres(dt=1e-7, more=box.format(" scale 0.001")),
            "lies outside the box": two_spheres(dt=1e-7, more=box.format(" shift 0.1 0 0")),
            "30 % of half a period of the stiffest contact": cube(-1e-6, 0.3, "run 100"),
            "is 11.5 % of a radius": cube(-0.1 * EDGE, 1e-3, "run 100"),
        }
        for pattern, text in inputs.items():
            self.assertRegex(self.rows(text.replace("boundary p p f", "boundary f f f"))["warnings"], pattern)

    def test_what_the_guard_ends_runs_for(self):
        wall = "fix w all wall/hertz/mindlin zplane -0.009 NULL\nrun 100"
        plate = "write_mesh p.stl plane size 0.01 0.01\nfix w all wall/mesh p.stl shift 0 0 0.005 move linear 0 0 -150 model hertz/mindlin\nrun 100"
        inputs = {
            "the largest overlap is .* % of a radius": two_spheres(0.9e-3, dt=1e-8, more="run 100"),
            "% of the shortest contact": two_spheres(2.5e-3, 5.0, 3e-4, "run 100"),
            "is 150 % of the time in which the wall moves by the smallest radius": two_spheres(dt=1e-5, more=plate),
            "is 150 % of the time in which a particle moves by its own radius": two_spheres(8e-3, 1500, 1e-6, wall),
            "is not finite": two_spheres(1.99e-3, dt=1e-7, more="set group all density 1e308\nrun 100"),
            "comm_modify group right": two_spheres(1.99e-3, dt=1e-7, more="atom_modify first right\ncomm_modify group right\nrun 100"),
            "of what is certainly stable for the bonds": STONE,
            "half a period of the stiffest contact": cube(-1e-6, 0.7, "run 100"),
            "largest overlap is 69.3 % of a radius": cube(-0.6 * EDGE, 1e-3, "run 100"),
        }
        for pattern, text in inputs.items():
            self.assert_fails(self.inspect(text), r"in\.test stops: ERROR: .*" + pattern + ".*")

    def test_what_a_later_run_finds(self):
        """The second run is set up as well."""
        text = two_spheres(dt=1e-6, more=f"run 1000000\ntimestep {0.3 * rayleigh()}\nrun 10")
        self.assertIn("is 30 % of the Rayleigh time", self.rows(text)["warnings"])

    def test_nothing_is_written_beside_the_input(self):
        (self.folder / "out.csv").write_text("mine\n")
        (self.folder / "log.lammps").write_text("mine\n")
        (self.folder / "pictures").mkdir()
        text = two_spheres(more=f"""log {self.folder}/log.own
dump d all custom 1 pictures/a.*.dump id x
print "a" file out.csv
print "b" file {self.folder}/other.csv
fix p all print 1 "c" file printed.csv
shell mkdir made
write_data written.data
run 100
write_restart last.restart""")
        before = self.state()
        self.rows(text)
        self.assertEqual({**before, "in.test": text}, self.state())

    def state(self):
        return {str(path.relative_to(self.folder)): path.read_text() if path.is_file() else None for path in self.folder.rglob("*")}

    def test_files_beside_and_above_are_found(self):
        deck = self.folder / "deck"
        (deck / "meshes").mkdir(parents=True)
        plate = "OFF\n4 1 0\n-1 -1 0\n1 -1 0\n1 1 0\n-1 1 0\n4 0 1 2 3\n"
        for path in (deck / "meshes/a.off", deck / "b1.off", self.folder / "c.off"):
            path.write_text(plate)
        (deck / "in.deck").write_text(two_spheres(more="variable here index .\nvariable k index 1\n" + "".join(
            f"fix w{n} all wall/mesh {name} scale 0.005 shift 0 0 -0.005 model hertz/mindlin\n"
            for n, name in enumerate(("${here}/meshes/a.off", "b$k.off", "../c.off"))) + "run 10"))
        self.assertIn("w0 (a.off), w1 (b1.off), w2 (c.off)", self.rows(path="deck")["walls"])

    def test_large_files_are_linked_if_they_are_read(self):
        (self.folder / "in.test").write_text("read_data big.data\ndump d all custom 100 big.dump id\nrun 10\n")
        for name in ("big.data", "big.dump", "other.data"):
            (self.folder / name).write_text("x" * 2000)
        limit, input_copies.LARGEST = input_copies.LARGEST, 1000
        try:
            with tempfile.TemporaryDirectory() as temporary:
                copied = copy_input(self.folder / "in.test", Path(temporary))
                self.assertTrue((copied.folder / "big.data").is_symlink())
                self.assertFalse((copied.folder / "big.dump").exists())
                self.assertFalse((copied.folder / "other.data").exists())
                self.assertEqual(copied.notes, ["big.data is large: linked, not copied", "big.dump is large and was left out"])
        finally:
            input_copies.LARGEST = limit

    def test_errors_are_one_sentence(self):
        self.assert_fails(self.inspect(path="in.none"), r"there is no file or folder in\.none")
        (self.folder / "empty").mkdir()
        self.assert_fails(self.inspect(path="empty"), r"empty holds no inputs \(files in\.NAME\): give one")
        for name in ("in.a", "in.b"):
            (self.folder / "empty" / name).write_text("")
        self.assert_fails(self.inspect(path="empty"), r"empty holds 2 inputs \(files in\.NAME\): give one")
        self.assert_fails(self.inspect("units si\n"), r"in\.test has no command run")
        self.assert_fails(self.inspect("units si\natom_style none_such\nrun 1\n"), r"in\.test stops: ERROR: .*atom style .none_such.*")
        self.assert_fails(self.inspect("a\0b\n"), r"in\.test is no input of LAMMPS: it is binary")

    def test_an_input_that_does_not_end_is_stopped(self):
        (self.folder / "in.test").write_text("units si\nshell sleep 60\nrun 1\n")
        done = subprocess.run([sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT / 'scripts')!r}); sys.argv = ['grist']\n"
                               "from pathlib import Path\nfrom types import SimpleNamespace as Options\nfrom grist_tools.run import inspect_input\n"
                               "inspect_input.MOST_SECONDS = 3\n"
                               f"inspect_input.inspect(Options(path=Path('in.test'), program=Path({str(LMP)!r}), ranks=1, words=[]))"],
                              cwd=self.folder, capture_output=True, text=True, timeout=50)
        self.assertEqual(done.stdout, "grist: reading was cut off after 3 s: what follows is of the commands up to there\n")
        self.assertEqual(done.stderr, "grist: in.test has no command run\n")

    def test_what_stops_later_is_a_warning(self):
        later = "\nfix broken all no/such/style\nrun 10"
        rows = self.rows(two_spheres(more="run 1000000000" + later))
        self.assertIn("stops after a run that was cut short here: ERROR: ", rows["warnings"])
        self.assert_fails(self.inspect(two_spheres(more="run 100" + later)), r"in\.test stops: ERROR: .*no/such/style.*")

    def test_words(self):
        self.assertEqual(first_word("$(ceil( 1 / dt )) upto"), ("$(ceil( 1 / dt ))", " upto"))
        for text in ("thermo 100\n#run 5", 'print "run 5"', 'print """\nrun 5\n"""', 'fix p all print 5 &\n  "run 5"'):
            self.assertEqual(with_pieces(text, Path("p")), text)
        self.assertEqual(with_pieces("run 5", Path("p")), "variable grist_n equal 5\nvariable grist_words string 'steps'\ninclude p")

    def test_range_of_the_run_time(self):
        for commands, factor in (("atom_style sphere", 4), ("atom_style body polyhedron 4 9", 10), ("bond_style parallel\nbond_coeff 1 young 1e9", 2.5),
                                 ("bond_style parallel\nbond_coeff 1 rigid", 4)):
            self.assertEqual(Inspection(f"LAMMPS (4 Feb 2025)\n{commands}\n").other_costs, factor)


if __name__ == "__main__":
    LMP = Path(sys.argv.pop(1)).resolve()
    find_modules.run_tests()
