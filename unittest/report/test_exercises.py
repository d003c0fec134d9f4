#!/usr/bin/env python3
"""Tests of the exercises: doc/exercises.md names inputs and variables that exist, and its answers are what comes out.

    test_exercises.py LMP [all]      all: every input of examples/exercises, two minutes; else those of a few seconds

Oracles: closed forms (restitution, Haff's law, Janssen's law), and the tables of the page.
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

from grist_tools.run.inputs import EXAMPLES, index_variables, script_of_case
from grist_tools.run.new_input import kinds

LMP = None
PAGE = (ROOT / "doc/exercises.md").read_text()
COMMANDS = re.findall(r"^    \./grist (\w+) (\S+)(.*)$", PAGE, re.MULTILINE)


def row(section, name):
    """Numbers of a row of a table on the page."""
    text = PAGE.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    cells = re.search(rf"^\| {re.escape(name)} \|(.*)\|$", text, re.MULTILINE)[1]
    return [float(re.match(r"\s*([-\d.]+)", cell)[1]) for cell in cells.split("|")]


class Exercises(unittest.TestCase):
    def value(self, name, **variables):
        """The first key figure of a run."""
        words = [word for variable, value in variables.items() for word in ("-var", variable, str(value))]
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([LMP, "-in", EXAMPLES / "exercises" / f"in.{name}", *words], cwd=folder, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stdout[-500:])
            self.assertNotIn("WARNING", done.stdout)
            return float((Path(folder) / "figures.csv").read_text().splitlines()[1].split(",")[1])

    def test_commands_name_inputs_and_variables_that_exist(self):
        made, used = {}, set()
        for command, name, words in COMMANDS:
            if command == "new":
                made[name] = re.search(r"--kind (\w+)", words)[1]
                self.assertIn(made[name], kinds())
                continue
            script = EXAMPLES / "new" / made[name] / f"in.{made[name]}" if name in made else script_of_case(name if "/" not in name else str(ROOT / name))
            used.add(script)
            asked = re.findall(r"--vary (\w+)=", words) + re.findall(r"-var (\w+) ", words) + ["seed"] * ("--seeds" in words)
            self.assertEqual(set(asked) - set(index_variables(script)), set(), f"{name}: {words}")
        self.assertEqual({path for path in used if path.parent.name == "exercises"}, set((EXAMPLES / "exercises").glob("in.*")))
        self.assertEqual(len(re.findall(r"^\| \d \| \[", PAGE, re.MULTILINE)), 8)
        self.assertEqual(PAGE.count("<summary>Answer</summary>"), 8)

    def test_a_ball_bounces_as_high_as_restitution_says(self):
        self.assertAlmostEqual(self.value("restitution", young=1e9) / (0.1 * 0.7**8), 1, delta=0.01)
        self.assertAlmostEqual(self.value("restitution", impacts=1) / (0.1 * 0.7**2), 1, delta=0.005)
        for young, height in zip(row("Restitution", "Young's modulus, MPa"), row("Restitution", "height, mm")):
            self.assertAlmostEqual(1e3 * self.value("restitution", young=1e6 * young) / height, 1, delta=0.003)

    def test_a_gas_cools_by_the_law_of_haff(self):
        n, phi, d, e, start = 500, 0.1, 2e-3, 0.8, 0.05**2
        density = n / (n * math.pi / 6 * d**3 / phi)
        rate = 4 * density * d**2 * (1 - phi / 2) / (1 - phi)**3 * math.sqrt(math.pi * start)
        law = 1 / (1 + 0.1 * (1 - e**2) / 6 * rate)**2
        self.assertAlmostEqual(self.value("gas", n=n, restitution=e, duration=0.1) / law, 1, delta=0.08)     # 500 velocities of a normal law
        self.assertAlmostEqual(row("Restitution", "Haff's law")[1], row("Restitution", "temperature left after 0.2 s")[1], delta=0.015)

    @unittest.skipUnless(len(sys.argv) > 2, "takes minutes: on demand")
    def test_heap_outlet_and_silo(self):
        self.assertAlmostEqual(self.value("repose", rolling=0.1), row("Angle of repose", "slope, degrees: three seeds")[1], delta=1)
        self.assertAlmostEqual(1e3 * self.value("outlet", outlet=7), row("Discharge", "rate, g/s")[2], delta=5)
        self.assertAlmostEqual(self.value("janssen", depth=3), row("Load on a floor", "force on the floor, N")[2], delta=0.03)
        for depth, share, law in zip(*(row("Load on a floor", name) for name in ("depth over diameter", "share of the weight", "Janssen, K = 0.75"))):
            x = 4 * 0.3 * 0.75 * depth
            self.assertAlmostEqual((1 - math.exp(-x)) / x, law, delta=0.006)
            self.assertAlmostEqual(share, law, delta=0.03)
        rates, outlets = row("Discharge", "$W^{0.4}$"), row("Discharge", "outlet, diameters")
        self.assertLess(max(abs(a - 2 * b + c) for a, b, c in zip(rates, rates[1:], rates[2:])), 0.15)     # a straight line
        self.assertEqual(len(rates), len(outlets))


if __name__ == "__main__":
    LMP = Path(sys.argv[1]).resolve()
    del sys.argv[1:]
    unittest.main()
