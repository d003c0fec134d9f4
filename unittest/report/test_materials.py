#!/usr/bin/env python3
"""Tests of the bulk materials with names: the table, its page, templates of grist new with a material, the case of grist validate.

    test_materials.py LMP
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

from grist_tools.materials import page, table
from grist_tools.materials.templates import VARIABLES, takes_material
from grist_tools.run.new_input import TEMPLATES, kinds
from grist_tools.validate.cases import read_case

LMP = None
MAIN = ROOT / "scripts" / "main.py"
ROW = """title = "gravel"
size = [1e-3, 2e-3, "mine"]
density = [2600, "mine"]
young = [1e9, "memory"]
poisson = [0.2, "assumed"]
restitution = [0.5, "assumed"]
friction = [0.5, "assumed"]
rolling_friction = [0.2, "fitted"]
wall_friction = [0.3, "assumed"]
tests = [
  { kind = "angle_of_repose", measured = "30", low = 27, high = 33, source = "mine", fitted = true },
  { kind = "bulk_density", measured = "1450", low = 1400, high = 1500, source = "mine" },
]
"""


class Table(unittest.TestCase):
    def test_the_page_has_the_tables(self):
        text = (ROOT / "doc" / "materials.md").read_text()
        self.assertEqual(page.rewritten(text), text, "run: python3 -m grist_tools.materials.page doc/materials.md")
        for name in table.materials():
            self.assertIn(f"| **{name}**: ", text)

    def test_each_source_is_cited(self):
        self.assertEqual(set(page.cited()), set(table.sources()))

    def test_each_material_has_a_number_that_is_judged_and_a_spoil(self):
        figures = {band.name: band for band in read_case(ROOT / "validation" / "materials").figures}
        for material in table.materials().values():
            judged = [test.kind for test in material.tests if figures[f"{material.name}_{test.kind}"].judged(False)]
            self.assertEqual(judged, [test.kind for test in material.tests if not test.fitted])
            self.assertTrue(judged, material.name)

    def test_the_modulus_of_the_tests(self):
        """The smaller one of the grains' and 40000 density g size."""
        material = table.material("wheat")
        self.assertAlmostEqual(float(material.variables("in.heap")["young"]), 40000 * 1400 * 9.81 * 3.7e-3, delta=50)
        soft = table.Material("soft", "soft", [1e-2, 2e-2], "assumed", {**material.coefficients, "young": table.Coefficient(1e5, "assumed")}, [])
        self.assertEqual(float(soft.variables("in.heap")["young"]), 1e5)

    def test_what_is_wrong_in_a_table_is_one_sentence(self):
        for old, new, sentence in (
                ("friction = [0.5,", "friction = [5,", "friction of the material gravel of {} is 5: a value from 0 to 2 is expected"),
                ("poisson = [0.2, ", "poison = [0.2, ", "the material gravel of {} has the unknown key 'poison'"),
                ('young = [1e9, "memory"]\n', "", "the material gravel of {} has no young"),
                ('2600, "mine"', '2600, "yours"', "density of the material gravel of {} has the unknown source 'yours'"),
                ('1500, source = "mine"', '1500, source = "assumed"', "bulk_density of the material gravel of {} has the unknown source 'assumed'"),
                ("low = 1400", "low = 1600", "the band of bulk_density of the material gravel of {} ends before it begins: 1600 to 1500"),
                ('"bulk_density"', '"flow"', "a test of the material gravel of {} is of the kind 'flow'; the kinds are: " + " ".join(table.TESTS)),
                ('"bulk_density"', '"angle_of_repose"', "the material gravel of {} has fewer than two bulk tests: leave it out"),
                ("fitted = true", "fit = true", "a test of the material gravel of {} is not complete or has an unknown key: ")):
            with self.subTest(new=new), tempfile.TemporaryDirectory() as folder:
                path = Path(folder) / "table.toml"
                path.write_text(f'[sources]\nmine = "a pit"\n[materials.gravel]\n{ROW.replace(old, new)}')
                with self.assertRaises(SystemExit) as ended:
                    table.materials(path)
                self.assertIn(f": {sentence.format(path)}", f"{ended.exception.code}")
                self.assertNotIn("\n", ended.exception.code)

    def test_a_table_without_faults(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "table.toml"
            path.write_text(f'[sources]\nmine = "a pit"\n[materials.gravel]\n{ROW}')
            self.assertEqual(table.materials(path)["gravel"].diameter, 1.5e-3)


class Templates(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def new(self, *words):
        return subprocess.run([sys.executable, MAIN, "new", *words], cwd=self.folder, capture_output=True, text=True)

    def of_kinds(self, takes):
        texts = {kind: (TEMPLATES / kind / f"in.{kind}").read_text() for kind in kinds()}
        return [kind for kind, text in texts.items() if takes_material(text) == takes]

    def values(self, path):
        return dict(re.findall(r"^variable +(\w+) +index +(\S+)", path.read_text(), re.MULTILINE))

    def test_the_coefficients_are_in_the_input(self):
        for kind in self.of_kinds(True):
            plain = self.values(TEMPLATES / kind / f"in.{kind}")
            for material in table.materials().values():
                done = self.new(f"{kind}_{material.name}", "--kind", kind, "--material", material.name)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"a small {kind} with {material.title} is in", done.stdout)
                script = self.folder / f"{kind}_{material.name}" / f"in.{kind}"
                found = self.values(script)
                for name in set(VARIABLES) - {"young"}:
                    self.assertEqual(float(found[name]), float(f"{material.value(name):.4g}"), name)
                self.assertEqual({name: found[name] for name in set(plain) - set(VARIABLES)}, {name: plain[name] for name in set(plain) - set(VARIABLES)})
                speeds = [math.sqrt(float(of["young"]) / float(of["density"])) for of in (found, plain)]
                self.assertAlmostEqual(speeds[0] / speeds[1], 1, places=3)      # the time step stays right
                self.assertIn("rolling sds ${k_roll} ${c_roll} ${rolling_friction}", script.read_text())

    def test_a_template_with_a_material_runs_without_a_warning(self):
        for kind in self.of_kinds(True):
            self.new(kind, "--kind", kind, "--material", "iron_ore")
            script = self.folder / kind / f"in.{kind}"
            script.write_text(re.sub(r"^run(?! +0$) .*$", "run 100", script.read_text(), flags=re.MULTILINE))
            done = subprocess.run([LMP, "-in", script.name], cwd=script.parent, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=300)
            if "built without VTK" in done.stdout + done.stderr:
                self.skipTest("no VTK: no dump paraview")
            self.assertEqual(done.returncode, 0, done.stdout[-2000:] + done.stderr)
            self.assertEqual(re.findall(r"^.*(?:WARNING|ERROR).*$", done.stdout, re.MULTILINE), [], kind)

    def test_errors_are_one_sentence(self):
        done = self.new("a", "--material", "granite")
        self.assertEqual((done.returncode, done.stderr), (1, f"grist: unknown material 'granite'; the materials are: {' '.join(table.materials())}\n"))
        self.assertIn("strength", self.of_kinds(False))
        for kind in self.of_kinds(False):
            done = self.new("a", "--kind", kind, "--material", "wheat")
            self.assertEqual((done.returncode, done.stderr), (1, f"grist: the kind '{kind}' takes no material: leave --material out\n"))
        self.assertEqual(list(self.folder.iterdir()), [])


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        print("skipped: this Python has no tomllib")
        sys.exit(find_modules.SKIPPED)
    LMP = Path(sys.argv.pop(1)).resolve()
    find_modules.run_tests()
