#!/usr/bin/env python3
"""Tests of grist translate. Oracles: a line of Grist for each row of the table, written by hand; the table of the page is that of the rows; decks run with
Grist, and what they feed, weigh and press is in closed form; bad decks end with one sentence.

    test_translate.py LMP
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

from grist_tools.translate import job, liggghts, rows
from grist_tools.translate.decks import Variables, times, words_of

LMP = None
MAIN = ROOT / "scripts" / "main.py"
DECKS = Path(__file__).resolve().parent / "decks" / "liggghts"
SQUARE = "solid s\n" + "".join(
    "facet normal 0 0 1\nouter loop\n" + "".join(f"vertex {x} {y} 0\n" for x, y in corners) + "endloop\nendfacet\n"
    for corners in (((-1, -1), (1, -1), (1, 1)), ((-1, -1), (1, 1), (-1, 1)))) + "endsolid s\n"

HEAD = """\
atom_style granular
units si
region bx block 0 1 0 1 0 1
create_box 1 bx
fix m1 all property/global youngsModulus peratomtype 5e6
fix m2 all property/global poissonsRatio peratomtype 0.45
fix m3 all property/global coefficientRestitution peratomtypepair 1 0.5
fix m4 all property/global coefficientFriction peratomtypepair 1 0.4
fix m5 all property/global characteristicVelocity scalar 2
fix m6 all property/global coefficientRollingFriction peratomtypepair 1 0.1
timestep 1e-5
"""
MODEL = "pair_style gran model hertz tangential history\npair_coeff * *\n"
GRAINS = ("fix p all particletemplate/sphere 15485863 atom_type 1 density constant 2500 radius constant 0.005\n"
          "fix d all particledistribution/discrete 15485867 1 p 1\n")
BALL = math.pi / 6 * 2500 * 0.01 ** 3       # mass of one of these
SHEET = "fix s all mesh/surface file square.stl type 1\n"
WALL = "fix w all wall/gran model hertz tangential history mesh n_meshes 1 meshes s\n"

# What stands before, a command of LIGGGHTS, and its lines for Grist.
LINES = [
    ("", "communicate single cutoff 0.02 vel yes", "comm_modify cutoff 0.02 vel yes"),
    ("", "communicate multi vel yes cutoff 0.02", "comm_modify cutoff 0.02 vel yes"),
    ("", "communicate single", ""),
    ("", "newton on", "newton on off"),
    ("", "newton on on", "newton on off"),
    ("", "region r block 0 1 0 1 0 1 units box volume_limit 1e-12", "region r block 0 1 0 1 0 1 units box"),
    ("", 'if "${x} > 1" then "run 5" else "quit"', 'if "${x} > 1" then "run 5" else "quit"'),
    ("", "jump in.deck again", "jump SELF again"),
    ("", "jump SELF again", "jump SELF again"),
    ("", "compute_modify thermo_temp dynamic yes", "compute_modify thermo_temp dynamic/dof yes"),
    ("", "compute_modify thermo_temp extra 0", "compute_modify thermo_temp extra/dof 0"),
    ("", "read_restart a.restart", "read_restart a.restart"),
    ("", "fix g all adapt 40 atom diameter v_grown scale yes", "fix g all adapt 40 atom diameter v_grown scale yes"),
    ("fix a all ave/time 1 1 1 c_1\n", "fix_modify a energy yes", "fix_modify a energy yes"),
    ("", "dump x all custom 100 post/d.* id x fx radius", "dump x all custom 100 post/d.* id x fx radius"),
    ("dump x all custom/vtk 100 post/*.vtk id\n", "dump_modify x pad 5", ""),
    ("dump x all custom/vtk 100 post/*.vtk id\n", "dump_modify x thresh z > 1", "dump_modify x thresh z > 1"),
    ("", "dump x all custom/vtk 100 post/*.vtk id mass fx", "dump x all paraview 100 post/frames.pvd fields mass fx"),
    ("", "dump x all mesh/vtk 100 walls*.vtk stress", "dump x all paraview 100 walls.pvd"),
    # old decks
    ("", "pair_style gran/hooke/history 1e5 NULL 50 NULL 0.5 1", "pair_style gran/hooke/history 1e5 NULL 50 NULL 0.5 1"),
    ("pair_style gran/hooke/history 1e5 NULL 50 NULL 0.5 1\n", "fix w all wall/gran 1e5 NULL 50 NULL 0.5 1 zplane 0 NULL",
     "fix w all wall/gran hooke/history 1e5 NULL 50 NULL 0.5 1 zplane 0 NULL"),
    ("", "fix f all pour 100 1 7 vol 0.5 50 diam 0.01 0.02 dens 2000 2500 vel 0 0 0 0 -1 region bx",
     "fix f all pour 100 1 7 region bx diam range 0.01 0.02 dens 2000 2500 vol 0.5 50 vel 0 0 0 0 -1"),
    # heat
    (MODEL, "fix h all heat/gran initial_temperature 300", "fix h all heat/gran initial 300"),
    (MODEL + "fix k all property/global thermalConductivity peratomtype 2\n", "fix c all property/global thermalCapacity peratomtype 800", "pair_coeff * * heat 5.013256549 800"),
    (MODEL, "fix y all property/global youngsModulusOriginal peratomtype 5e9", "pair_coeff * * young/real 5e9"),
    (MODEL + "fix h all heat/gran initial_temperature 300\n", "set region bx property/atom Temp 400", "set region bx temperature 400"),
    (MODEL + "fix h all heat/gran initial_temperature 300\n", "dump x all custom 10 f id f_Temp[0]",
     "compute atom_temperature all property/atom temperature\ndump x all custom 10 f id c_atom_temperature"),
    # models: the values of model hooke are those of the page from_liggghts.md
    (GRAINS.replace("radius", "relative no radius"), "fix w all wall/gran model hertz tangential history primitive type 1 yplane 1 shear y 0.1",
     "fix w all wall/hertz/mindlin yplane NULL 1 young 5e6 poisson 0.45 restitution 0.5 friction 0.4 rolling none cohesion none surface linear 0 0.1 0"),
    ("pair_style gran model hooke tangential history ktToKnUser on\n" + GRAINS, "pair_coeff * *",
     "pair_coeff * * stiffness 4593.67 damping_t 1 restitution 0.5 friction 0.4 tangential 0.285714286"),
    ("pair_style gran model hertz tangential history rolling_friction epsd2 limitForce off surface default computeElasticPotential on viscous off\n" + GRAINS, "pair_coeff * *",
     f"pair_coeff * * young 5e6 poisson 0.45 restitution 0.5 friction 0.4 rolling sds {8 * 5e6 / (4 * 1.55 * 1.45) * math.sqrt(1e-3) * 0.0025:.6g} 0 0.1"),
    ("pair_style gran model hooke tangential history\n" + GRAINS, "fix w all wall/gran model hooke tangential history primitive type 1 zplane 0",
     "fix w all wall/hooke/history zplane 0 NULL stiffness 6962.71"),
    ("fix k all property/global cohesionEnergyDensity peratomtypepair 1 3e5\npair_style gran model hertz tangential history cohesion sjkr rolling_friction off tangential_reduce off\n",
     "pair_coeff * *", "pair_coeff * * young 5e6 poisson 0.45 restitution 0.5 friction 0.4 cohesion sjkr 3e5"),
    ("pair_style gran model hertz tangential history cohesion off\n", "pair_coeff * *", "pair_coeff * * young 5e6 poisson 0.45 restitution 0.5 friction 0.4"),
    # templates and distributions
    ("fix a all particletemplate/sphere 1 atom_type 1 density constant 2000 radius uniform number 0.001 0.002\n", "fix d all particledistribution/discrete 7 1 a 1",
     "particle_mix d seed 7 sphere a density 2000 size uniform 0.002 0.004"),
    ("fix a all particletemplate/sphere 1 density constant 2000 radius uniform mass 0.001 0.002\nfix b all particletemplate/sphere 1 density constant 2000 radius gaussian mass 0.002 1e-4\n",
     "fix d all particledistribution/discrete/massbased 7 2 a 1 b 3",
     "particle_mix d seed 7 sphere a fraction 0.25 density 2000 size uniform 0.002 0.004 by mass sphere b fraction 0.75 density 2000 &\n    size gaussian 0.004 0.0002 by mass"),
    ("variable t equal 1+1\nvariable r equal 0.004\nfix a all particletemplate/sphere 1 atom_type ${t} density constant 2000 radius constant ${r}\n",
     "fix d all particledistribution/discrete 7 1 a 1", "particle_mix d seed 7 sphere a density 2000 size $(2*(v_r)) type 2"),
    ("fix a all particletemplate/sphere 1 density constant 2000 radius uniform 0.001 0.002\n", "fix d all particledistribution/discrete 7 1 a 1",
     "particle_mix d seed 7 sphere a density 2000 size uniform 0.002 0.004"),
    ("fix a all particletemplate/sphere 1 density constant 2000 radius gaussian 0.002 1e-4\n", "fix d all particledistribution/discrete 7 1 a 1",
     "particle_mix d seed 7 sphere a density 2000 size gaussian 0.004 0.0002"),
    ("fix a all particletemplate/sphere 1 density constant 2000 radius gaussian number 0.002 1e-4\n", "fix d all particledistribution/discrete 7 1 a 1",
     "particle_mix d seed 7 sphere a density 2000 size gaussian 0.004 0.0002"),
    ("fix a all particletemplate/sphere 1 density constant 2000 radius constant 0.001\nfix b all particletemplate/sphere 1 density constant 2000 radius constant 0.002\n",
     "fix d all particledistribution/discrete/numberbased 7 2 a 0.8 b 0.2",         # 0.8 : 0.2*8 of the mass
     "particle_mix d seed 7 sphere a fraction 0.333333333333333 density 2000 size 0.002 sphere b fraction 0.666666666666667 &\n    density 2000 size 0.004"),
    ("", "fix c all particletemplate/multisphere 1 atom_type 2 density constant 1000 nspheres 5 ntry 100 spheres file s.txt scale 0.001 type 1",
     "cluster_template c spheres s.txt scale 0.001 rigid density 1000 type 2"),
    ("", "fix c all particletemplate/multisphere 1 density constant 1000 nspheres 5 spheres file s.txt", "cluster_template c spheres s.txt rigid density 1000"),
    # feeds
    (GRAINS, "fix f all insert/pack seed 9 distributiontemplate d insert_every once orientation random random_distribute exact verbose no check_dist_from_subdomain_border no "
     "vel uniform 0 0 -1 0 0 0 region bx volumefraction_region 0.2", "fix f all insert/pack d seed 9 region bx fraction 0.2 velocity 0 0 -1"),
    (GRAINS, "fix f all insert/pack seed 9 distributiontemplate d insert_every 500 orientation template region bx mass_in_region 0.3",
     "fix f all insert/pack d seed 9 orientation fixed region bx mass 0.3 refill yes every 500"),
    (GRAINS, "fix f all insert/rate/region seed 9 distributiontemplate d nparticles 100 particlerate 50 insert_every 1000 start 2000 region bx",
     f"fix f all insert/stream d every 1000 seed 9 mass {100 * BALL:.6g} rate {50 * BALL:.6g} start 0.02 region bx ahead yes"),
    (GRAINS, "fix f all insert/rate/region seed 9 distributiontemplate d mass 2 massrate 0.5 insert_every 1000 region bx vel constant 0 0 -1",
     "fix f all insert/stream d velocity 0 0 -1 every 1000 seed 9 mass 2 rate 0.5 region bx ahead yes"),
    (GRAINS + SHEET, "fix f all insert/stream seed 9 distributiontemplate d massrate 0.5 extrude_length 0.1 vel constant 0 0 -2 insertion_face s",      # no gravity
     "fix f all insert/stream d face square.stl velocity 0 0 -2 at face depth 0.1 seed 9 rate 0.5 ahead yes"),
    (GRAINS + SHEET + "fix g all gravity 9.81 vector 0 0 -1\n", "fix f all insert/stream seed 9 distributiontemplate d massrate 0.5 extrude_length 0.6 vel constant 0 0 -2 insertion_face s",
     "fix f all insert/stream d face square.stl velocity 0 0 -2 at face depth 0.1529 seed 9 rate 0.5 ahead yes"),       # three quarters of v^2/2g
    (GRAINS + SHEET + "fix g all gravity 9.81 vector 0 0 -1\n", "fix f all insert/stream seed 9 distributiontemplate d massrate 0.5 extrude_length 0.1 vel constant 0 0 -0.5 insertion_face s",
     "fix f all insert/stream d face square.stl velocity 0 0 -0.5 depth 0.1 seed 9 rate 0.5 ahead yes"),
    # walls: what is shifted before it is scaled and turned is shifted less, and elsewhere
    (MODEL + "fix s all mesh/surface file square.stl type 1 heal auto_remove_duplicates element_exclusion_list write f move 1 2 3 scale 0.1 rotate axis 0 0 1 angle 90 "
     "curvature_tolerant yes wear off reference_point 0 0 1 temperature 400 cell_size_min 1\n", WALL,
     "fix s all wall/mesh square.stl scale 0.1 turn 0 0 1 90 shift -0.2 0.1 0.3 about 0 0 1 model hertz/mindlin temperature 400"),
    (MODEL + "fix s all mesh/surface/stress file square.stl type 1 stress on scale 2 scale 3\n", WALL, "fix s all wall/mesh square.stl scale 6 model hertz/mindlin"),
    (MODEL, "fix w all wall/gran model hertz tangential history primitive type 1 xcylinder 0.1 0 0 temperature 300 store_force no contact_area overlap heating_tracking off",
     "fix w all wall/hertz/mindlin xcylinder 0.1 temperature 300"),
    (MODEL, "fix w all wall/gran model hertz tangential history primitive type 1 xplane 0.7", "fix w all wall/hertz/mindlin xplane NULL 0.7"),
    (MODEL + SHEET + WALL, "fix v all move/mesh mesh s rotate origin 0 0 1 axis 0 1 0 period 2", "fix_modify s move rotate 0 0 1 0 1 0 2"),
    (MODEL + SHEET + WALL, "fix v all move/mesh mesh s linear/variable v_a v_b v_c", "fix_modify s move variable v_a v_b v_c 0 0 0 0 0 1 NULL"),
    (MODEL + SHEET + WALL, "fix v all move/mesh mesh s rotate/variable origin 0 0 1 axis 0 1 0 omega v_w", "fix_modify s move variable NULL NULL NULL 0 0 1 0 1 0 v_w"),
    (MODEL + SHEET + "fix v all move/mesh mesh s linear 0 0 1\n", WALL, "fix s all wall/mesh square.stl move linear 0 0 1 model hertz/mindlin"),
    (MODEL + SHEET + WALL + "fix v all move/mesh mesh s linear 0 0 1\nfix u all move/mesh mesh s linear 1 0 0\n", "unfix v", "fix_modify s move linear 1 0 0"),
    (MODEL + SHEET, "fix f all massflow/mesh mesh s vec_side 0.1 0 -1 count once screen no writeTime delete_atoms no", "fix f all sensor 100 plane z 0"),
    (MODEL + SHEET.replace("type 1", "type 1 rotate axis 1 0 0 angle 90 move 0 3 0"), "fix f all massflow/mesh mesh s vec_side 0 1 0 delete_atoms yes",
     "fix f all outflow 100 plane 0 3 0 0 1 0"),
    (MODEL + "fix s all mesh/surface/stress/servo file square.stl type 1 com 1 0 0 ctrlPV torque axis 0 0 1 target_val 3 vel_max 0.2 mode auto\n", WALL,
     "fix s all wall/mesh square.stl move servo torque -3 1 0 0 0 0 1 0.2 model hertz/mindlin"),
]

# A command, and a word of the reason why it is left.
LEFT = [
    ("fix s all mesh/surface file square.stl type 1 wear finnie", "wear"),
    ("atom_style superquadric", "polyhedra"),
    ("fix m all property/global spring peratomtype 1", "no property spring"),
    ("pair_style gran model hertz tangential no_history", "tangential history"),
    ("pair_style gran model luding tangential history", "no contact model"),
    ("pair_style gran model hertz tangential history cohesion sjkr2", "sjkr2"),
    ("pair_style gran model hooke/hysteresis tangential history", "eepa"),
    ("fix e all ave/euler nevery 10", "sensor"),
    ("fix e all couple/cfd couple_every 10 mpi", "coupling"),
    ("bond_style gran", "bond_style parallel"),
    ("dump x all custom 10 f id f_heatSource[0]", "f_heatSource"),
    ("fancy_command 1 2", "fancy_command"),
    ("jump in.other again", "in.other"),
    ('if "1 > 0" then "fix h all heat/gran initial_temperature 300"', "line of its own"),
    ("fix v all move/mesh mesh nowhere linear 0 0 1", "nowhere"),
    ("fix f all insert/pack seed 9 distributiontemplate nowhere region bx particles_in_region 9", "nowhere"),
]

SENTENCES = [       # a deck, and what is said
    ("", "has no commands: give an input of LIGGGHTS"),
    ("# only\n\n# comments\n", "has no commands: give an input of LIGGGHTS"),
    ("units lj\npair_style lj/cut 2.5\nrun 100\n", "has no command of LIGGGHTS: Grist reads inputs of LAMMPS as they are; if another deck includes it, give that one"),
    ("from yade import pack\nO.bodies.append(sphere((0, 0, 0), 1))\n", "is a script of Yade (doc/from_yade.md says what its commands are here): grist translate reads decks of LIGGGHTS"),
    ("import numpy\nprint(1)\n", "is a script in Python: grist translate reads decks of LIGGGHTS"),
    ("hello world\n", "is no deck of LIGGGHTS: its first command is 'hello'"),
    ("units si\ninclude in.nowhere\n", "in.deck, line 2: there is no file in.nowhere, which the deck includes: put it beside in.deck"),
    ("units si\ninclude in.deck\n", "in.deck, line 2: in.deck includes itself: take the line away"),
    ("include in.second\n", "in.second, line 1: in.deck includes itself: take the line away"),
    (HEAD + "fix m3 all property/global coefficientRestitution peratomtypepair 2 0.5 0.5 0.5 0.5\n",
     "in.deck, line 12: coefficientRestitution has 4 values for 2 types of a deck with 1 atom types: give 1 and then a matrix of 1 values"),
    (HEAD.replace("create_box 1", "create_box 2"), "in.deck, line 5: youngsModulus has 1 values for 2 atom types: give one for each type"),
]


class Translate(unittest.TestCase):
    used = set()        # patterns that fitted

    @classmethod
    def setUpClass(cls):
        cls.match = staticmethod(job.match)

        def match(pattern, words):
            found = cls.match(pattern, words)
            if found:
                cls.used.add(pattern)
            return found
        job.match = match

    @classmethod
    def tearDownClass(cls):
        job.match = cls.match

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "square.stl").write_text(SQUARE)
        (self.folder / "post").mkdir()

    def pieces(self, text):
        (self.folder / "in.deck").write_text(text)
        return [piece for piece in liggghts.translate_deck(self.folder / "in.deck") if piece.kind != "text"]

    def command(self, *words):
        return subprocess.run([sys.executable, MAIN, "translate", *map(str, words)], cwd=self.folder, capture_output=True, text=True)

    def run_deck(self, name):
        """Translates a deck of decks/liggghts without a line left, runs it, and returns its last table of thermo."""
        for path in DECKS.iterdir():
            (self.folder / path.name).write_bytes(path.read_bytes())
        self.pieces_of_deck = liggghts.translate_deck(self.folder / name)
        done = self.command(name, "--out", "in.ours")
        self.assertEqual(done.returncode, 0, done.stderr)
        run = subprocess.run([LMP, "-in", "in.ours", "-log", "run.log"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stdout[-1000:] + run.stderr)
        tables = re.findall(r"^ *Step (.*)\n((?: *\d.*\n|WARNING.*\n)+)", run.stdout, re.MULTILINE)
        head, rows_ = tables[-1]
        return [dict(zip(["Step", *head.split()], map(float, line.split()))) for line in rows_.splitlines() if "WARNING" not in line], run.stdout

    # ------------------------------------------------------------ the table

    def test_the_page_has_the_table(self):
        page = (ROOT / "doc" / "from_liggghts.md").read_text()
        for section, lines in rows.tables().items():
            body = page.split(f"## {section}\n")[1].split("\n## ")[0]
            self.assertEqual([line for line in body.splitlines() if line.startswith("|")], lines, section)

    def test_functions_of_the_table_exist(self):
        named = {text[1:] for entries in rows.PATTERNS.values() for _, text in entries if text.startswith("@")}
        self.assertEqual(named, set(job.FUNCTIONS))

    def test_lines(self):
        for before, line, wanted in LINES:
            with self.subTest(line=line):
                text = HEAD + before
                if line.startswith("pair_style") or line.startswith("atom_style"):
                    text = HEAD
                piece = self.pieces(text + line + "\n")[-1]
                got = "\n".join(row for row in piece.text if not row.startswith("#")).replace(" &\n   ", "")
                self.assertEqual(got, wanted.replace(" &\n   ", ""))
                self.assertEqual(piece.reasons, [])

    def test_what_is_left_has_its_reason(self):
        for line, word in LEFT:
            with self.subTest(line=line):
                piece = self.pieces(HEAD + GRAINS + line + "\n")[-1]
                self.assertEqual(piece.kind, "left")
                self.assertIn(word, " ".join(piece.reasons))
                text = "\n".join(piece.text)
                self.assertIn(line, text)
                self.assertIn(piece.reasons[0], text)

    def test_each_row_is_tried(self):
        """By the lines above and the decks; rows that are left, and those that are the same, need none."""
        self.test_lines()
        self.test_what_is_left_has_its_reason()
        for name in ("in.hopper", "in.press", "in.rods"):
            for path in DECKS.iterdir():
                (self.folder / path.name).write_bytes(path.read_bytes())
            liggghts.translate_deck(self.folder / name)
        for name, words in (("kn", "scalar 1"), ("kt", "scalar 1"), ("gamman", "scalar 1"), ("gammat", "scalar 1"), ("gamman_abs", "scalar 1"), ("gammat_abs", "scalar 1"), ("k_finnie", "scalar 1"),
                            ("coefficientMaxElasticStiffness", "scalar 1"), ("coefficientAdhesionStiffness", "scalar 1"), ("coefficientPlasticityDepth", "scalar 1")):
            self.assertEqual(self.pieces(HEAD + f"fix x all property/global {name} {words}\n")[-1].kind, "dropped")
        missed = [pattern for entries in rows.PATTERNS.values() for pattern, text in entries
                  if pattern not in self.used and text != "same" and not text.startswith("left: ")]
        self.assertEqual(missed, [])

    def test_a_wall_that_differs_by_type(self):
        """Glass and steel on rubber: a fix for each, and groups that the mix fills; the walls move and end together."""
        text = HEAD.replace("create_box 1", "create_box 3")
        for name, values in (("5e6", "5e6 6e6 7e6"), ("0.45", "0.45 0.45 0.45"), ("1 0.5", "3" + " 0.5" * 9), ("1 0.4", "3 0.4 0.4 0.6 0.4 0.4 0.7 0.6 0.7 0.4"), ("1 0.1", "3" + " 0.1" * 9)):
            text = re.sub(rf"(peratomtype(pair)?) {name}\n", rf"\1 {values}\n", text)
        text += MODEL + SHEET.replace("type 1", "type 3") + WALL + "fix v all move/mesh mesh s linear 0 0 1\nunfix v\nunfix w\n"
        text += ("fix a all particletemplate/sphere 1 atom_type 1 density constant 2000 radius constant 0.001\nfix b all particletemplate/sphere 1 atom_type 2 density constant 2000 "
                 "radius constant 0.001\nfix d all particledistribution/discrete 7 2 a 0.5 b 0.5\nthermo_style custom step f_s[3]\n")
        pieces = self.pieces(text)
        lines = [line for piece in pieces for line in "\n".join(piece.text).replace(" &\n   ", "").splitlines() if not line.startswith("#")]
        for line in ("group type_1 empty", "group type_2 empty", "fix s_1 type_1 wall/mesh square.stl model hertz/mindlin young 7e6 friction 0.6",
                     "fix s_2 type_2 wall/mesh square.stl model hertz/mindlin young 7e6 friction 0.7", "fix_modify s_1 move linear 0 0 1", "fix_modify s_2 move none", "unfix s_1", "unfix s_2",
                     "particle_mix d seed 7 sphere a fraction 0.5 density 2000 size 0.002 group type_1 sphere b fraction 0.5 density 2000 size 0.002 type 2 group type_2"):
            self.assertIn(line, lines)
        self.assertEqual([piece.command for piece in pieces if piece.kind == "left"], ["thermo_style custom"])

    # ------------------------------------------------------------ words and values

    def test_lines_are_read_as_lammps_does(self):
        self.assertEqual(words_of('print "a # b" # c'), ["print", '"a # b"'])
        self.assertEqual(words_of("variable a string 'x y'"), ["variable", "a", "string", "'x y'"])
        pieces = self.pieces("atom_style granular\nregion r block 0 1 &\n  0 1 0 1-1.0&\n units box\n# a comment &\nof two lines\nhard_particles yes &\n\nrun 1\n")
        self.assertEqual([piece.command for piece in pieces], ["atom_style granular", "region r", "hard_particles yes", "run 1"])
        self.assertEqual(pieces[2].text, ["# was: hard_particles yes", "#"])        # no & that would swallow the next line

    def test_values(self):
        variables = Variables()
        for line in ("variable r equal 0.5e-2", "variable d equal 2*${r}", "variable n equal v_d*3^2", "variable s index 7", "variable s index 8", "variable t equal step*dt", "variable u loop 5"):
            variables.define(line.split())
        for word, value in (("${d}", 0.01), ("${n}", 0.09), ("$s", 7), ("$(v_r*2)", 0.01), ("${t}", None), ("${u}", None), ("${none}", None), ("1e-3", 1e-3), ("sqrt(16)", 4), ("9^9^9^9^9", None)):
            found = variables.number(word)
            self.assertTrue(found == value or value is not None and math.isclose(found, value), f"{word}: {found}")
        self.assertEqual(times(2, "0.0015"), "0.003")
        self.assertEqual(times(2, "${r}"), "$(2*(v_r))")
        self.assertEqual(times(-1, "0"), "0")

    # ------------------------------------------------------------ runs

    def test_a_hopper_runs(self):
        """The mass of each particle is that of its radius, which is a variable of the deck for the small ones."""
        _, output = self.run_deck("in.hopper")
        for name, size in (("small", 0.008), ("large", 0.012)):
            number, mass = re.search(rf"^  {name} +(\d+) +(\d\S+)", output, re.MULTILINE).groups()
            self.assertGreater(int(number), 2)
            self.assertAlmostEqual(float(mass) / (int(number) * 2500 * math.pi / 6 * size ** 3), 1, places=4)
        self.assertTrue((self.folder / "post" / "grains.pvd").is_file())

    def test_a_servo_lid_presses(self):
        """target_val 2 moves the lid down: the particles push it up with 2."""
        table, _ = self.run_deck("in.press")
        forces = [line["f_lid[3]"] for line in table[-5:]]
        self.assertLess(abs(sum(forces) / 5 - 2), 0.02)

    def test_rods_of_three_spheres_run(self):
        """A rod has the mass of its union: three spheres of 2 mm, 3 mm apart, less two lenses."""
        _, output = self.run_deck("in.rods")
        number, mass = re.search(r"^  rod +(\d+) +(\d\S+)", output, re.MULTILINE).groups()
        r, d = 0.002, 0.003
        lens = math.pi * (4 * r + d) * (2 * r - d) ** 2 / 12
        self.assertAlmostEqual(float(mass) / int(number) / (1200 * (3 * 4 / 3 * math.pi * r ** 3 - 2 * lens)), 1, places=4)

    # ------------------------------------------------------------ the command

    def test_status_and_report(self):
        (self.folder / "in.deck").write_text(HEAD + "fix c all couple/cfd couple_every 10 mpi\nrun 1\n")
        done = self.command("in.deck")
        self.assertEqual(done.returncode, 3)
        self.assertIn("# left: fix c all couple/cfd couple_every 10 mpi\n#   reason: there is no coupling", done.stdout)
        self.assertEqual(done.stderr.splitlines()[0], "grist: in.deck: 13 commands, 12 translated (5 as they are, 6 not needed), 1 left")
        self.assertIn("in.deck, line 12: fix c all couple/cfd: there is no coupling", done.stderr)
        (self.folder / "in.deck").write_text(HEAD + "run 1\n")
        self.assertEqual(self.command("in.deck", "--out", "in.ours").returncode, 0)
        self.assertIn("\nrun 1\n", (self.folder / "in.ours").read_text())

    def test_what_needs_a_line_that_is_left(self):
        text = HEAD + MODEL + "fix c all couple/cfd couple_every 10 mpi\nthermo_style custom step f_c ke\nunfix c\nfix a all ave/time 1 1 1 f_c\n"
        *_, style, unfix, ave = self.pieces(text)
        self.assertEqual([piece.kind for piece in (style, unfix, ave)], ["left"] * 3)
        self.assertEqual(style.text[-1], "thermo_style custom step ke")

    def test_bad_decks_end_with_a_sentence(self):
        (self.folder / "in.second").write_text("include in.deck\n")
        for text, sentence in SENTENCES:
            with self.subTest(text=text):
                (self.folder / "in.deck").write_text(text)
                done = self.command("in.deck")
                self.assertEqual(done.returncode, 1)
                self.assertEqual(done.stdout, "")
                self.assertEqual(done.stderr, f"grist: {'' if sentence.startswith('in.') else 'in.deck '}{sentence}\n")

    def test_bad_files_end_with_a_sentence(self):
        (self.folder / "in.deck").write_text(HEAD)
        (self.folder / "in.bytes").write_bytes(b"\0\1\2")
        for words, sentence in ((["in.deck", "--out", "in.deck"], "in.deck is there already: give another name with --out, or remove it"),
                                (["in.nowhere"], "there is no file in.nowhere"),
                                (["post"], "post is a folder: give the deck in it, such as post/in.chute"),
                                (["in.bytes"], "in.bytes is not a text: give an input of LIGGGHTS, such as in.chute"),
                                (["in.deck", "--out", "no/in.ours"], "cannot use no/in.ours: No such file or directory")):
            done = self.command(*words)
            self.assertEqual((done.returncode, done.stderr), (1, f"grist: {sentence}\n"))
        self.assertEqual((self.folder / "in.deck").read_text(), HEAD)


if __name__ == "__main__":
    LMP = Path(sys.argv.pop(1)).resolve()
    find_modules.run_tests()
