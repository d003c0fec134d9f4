#!/usr/bin/env python3
"""Tests of `grist validate` with a made-up case and a made-up LAMMPS. Oracle: the numbers that the made-up program wrote."""
import re
import subprocess
import sys
import unittest
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import find_modules
from stone import MAIN

from grist_tools.validate.cases import find_cases, read_case, read_published

CASE = """
title = "A made-up case"
source = "Miller, Journal 1 (2000) 1"
proves = "Nothing."
assumed = ["all"]
data = ["miller2000.csv"]

[figures.height]
title = "height"
unit = "m"
published = "2"
kind = "measured"
spoil = "ladder"
low = 1.9
high = 2.1

[figures.remembered]
title = "remembered"
kind = "other code"
low = 5
high = 6
confirmed = false

[runs.ours]
variables = { height = HEIGHT }
quick = { height = 1.95 }
seeds = 3

[spoils.ladder]
change = "on a ladder"
variables = { height = 4 }
quick = { height = 4.5 }
"""
PEER = """
[figures.peer]
title = "height of the peer"
is_peer = true

[runs.peer]
variables = { height = 2.5 }
program = "PEER"
input = "in.peer"
"""
MEASURE = """
def measure(runs, data):
    peer = {"peer": float((runs["peer"] / "height.txt").read_text())} if "peer" in runs else {}
    return {**peer, "height": float((runs["ours"] / "height.txt").read_text()), "remembered": data["miller2000"][1]["value"]}
def draw(axes, seeds, data):
    axes.plot([0, 1], [0, 1])
"""
DATA = "# Miller (2000)\nplace,value\n1,3\n2,7\n"
# Called as launch.sh calls mpirun: -np N PROGRAM -in ... -var NAME VALUE; writes height + seed/100.
LAMMPS = """
import sys
words = sys.argv[1:]
value = {words[i + 1]: words[i + 2] for i, word in enumerate(words) if word == "-var"}
open("height.txt", "w").write(str(float(value["height"]) + (int(value["seed"]) - 2) / 100))
open("log.lammps", "w").write("ERROR: no height\\n" if value["height"] == "-1" else "LAMMPS (made up)\\n")
"""
MPIRUN = '#!/bin/sh\n[ "$1" != --version ] || { echo made up; exit; }\nshift 2\n[ "$1" != --oversubscribe ] || shift\nexec "$@"\n'


class ValidateTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.folder, self.out = self.root / "validation/fall", self.root / "results"
        self.folder.mkdir(parents=True)
        self.write_case(2)
        (self.folder / "in.fall").write_text("variable height index 1\nrun 0\n")
        (self.folder / "measure.py").write_text(MEASURE)
        (self.folder / "miller2000.csv").write_text(DATA)
        (self.root / "lammps.py").write_text(LAMMPS)
        self.write_program("lmp", f"#!/bin/sh\nexec '{sys.executable}' '{self.root}/lammps.py' \"$@\"\n")
        self.write_program("mpirun", MPIRUN)

    def write_program(self, name, text):
        (self.root / name).write_text(text)
        (self.root / name).chmod(0o755)

    def write_case(self, height):
        (self.folder / "case.toml").write_text(CASE.replace("HEIGHT", str(height)))

    def edit(self, old, new):
        path = self.folder / "case.toml"
        self.assertIn(old.replace("HEIGHT", "2"), path.read_text())
        path.write_text(path.read_text().replace(old.replace("HEIGHT", "2"), new))

    def validate(self, *words):
        command = [sys.executable, MAIN, "validate", *words, "--cases", self.root / "validation", "--program", self.root / "lmp",
                   "--out", self.out, "--mpiexec", self.root / "mpirun"]
        self.out.mkdir(exist_ok=True)
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL)

    def assert_one_sentence(self, done, text):
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(text, done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)

    def test_in_its_band(self):
        done = self.validate()
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        rows = (self.out / "table.md").read_text().splitlines()
        self.assertIn("| fall | height [m] | measured | 2 | 1.9 to 2.1 | 2.000 ± 0.025 | in |  |", rows[2])
        self.assertIn("| remembered | other code |  | 5 to 6 | 7 (no interval: the same in 3 seeds) | not judged |", rows[3])
        self.assertIn("1 numbers are judged: 1 measured", rows[-1])
        self.assertIn("1 of 1 numbers within their bands", (self.out / "report.html").read_text())
        suite = ElementTree.parse(self.out / "junit.xml").getroot()[0]
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("2", "0", "1"))

    def test_measures_by_the_file_of_another_case(self):
        other = self.root / "validation/jump"
        other.mkdir()
        (other / "case.toml").write_text((self.folder / "case.toml").read_text().replace("miller2000", "../fall/miller2000"))
        (other / "in.jump").write_text((self.folder / "in.fall").read_text())
        (other / "measure.py").write_text("from pathlib import Path\nfrom grist_tools.validate.cases import load_measure\n"
                                          "fall = load_measure(Path(__file__).parents[1] / 'fall')\ndraw = fall.draw\n"
                                          "def measure(runs, data):\n    return {**fall.measure(runs, data), 'height': 2.05}\n")
        done = self.validate("jump")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        rows = (self.out / "table.md").read_text().splitlines()
        self.assertIn("| jump | height [m] | measured | 2 | 1.9 to 2.1 | 2.05", rows[2])
        self.assertIn("| 7 (no interval: the same in 3 seeds) |", rows[3])      # of the data beside the other one

    def test_out_of_its_band(self):
        self.write_case(3)
        self.assert_one_sentence(self.validate("fall"), "out of band: fall")
        self.assertIn("| 3.000 ± 0.025 | out |", (self.out / "table.md").read_text())
        suite = ElementTree.parse(self.out / "junit.xml").getroot()[0]
        self.assertEqual(suite.get("failures"), "1")
        self.assertIn("height 3.000 ± 0.025 m (band 1.9 to 2.1): out", suite[0][0].get("message"))

    def test_resumes(self):
        self.validate()
        (self.out / "fall/ours.2/done.json").unlink()       # as if it had been killed there
        done = self.validate()
        self.assertEqual(done.stdout.count("results are there"), 2, done.stdout)
        self.assertEqual(done.stdout.count("running on"), 1, done.stdout)
        self.write_case(2.05)       # another variable: all again
        self.assertEqual(self.validate().stdout.count("running on"), 3)
        self.write_program("lmp", (self.root / "lmp").read_text() + "# built again\n")
        self.assertEqual(self.validate().stdout.count("running on"), 3)

    def test_quick(self):
        done = self.validate("--quick")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("running on"), 1)
        self.assertIn("| 1.94 (no interval: one run) | in |", (self.out / "table.md").read_text())
        self.assertIn("small versions", (self.out / "table.md").read_text())

    def test_another_value(self):
        self.validate()
        self.assert_one_sentence(self.validate("fall", "--set", "height=3"), "out of band: fall")
        self.assertIn("| 2.000 ± 0.025 | in |", (self.out / "table.md").read_text())
        self.assertIn("| 3.000 ± 0.025 | out |", (self.out / "height=3/table.md").read_text())
        self.assertEqual(self.validate().stdout.count("results are there"), 3)
        self.assert_one_sentence(self.validate("--set", "width=3"), "has no line 'variable width index'")
        for word in ("height", "=3", "height=", "a/height=3"):
            done = self.validate("--set", word)
            self.assertEqual((done.returncode, done.stderr),
                             (2, f"grist: --set needs NAME=VALUE, not '{word}' ('grist validate --help' lists what it takes)\n"))

    def test_peer(self):
        peer = CASE + PEER.replace("PEER", str(self.root / "peer"))
        (self.folder / "case.toml").write_text(peer.replace("HEIGHT", "2"))
        self.assert_one_sentence(self.validate(), f"the case fall has no input {self.folder}/in.peer")
        (self.folder / "in.peer").write_text("variable height index 1\n")
        done = self.validate()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(done.stdout.count("is not installed: its numbers are left out"), 1, done.stdout)
        self.assertIn("| height of the peer |  |  |  |  | not run |", (self.out / "table.md").read_text())
        self.write_program("peer", (self.root / "lmp").read_text())
        done = self.validate()
        self.assertEqual(done.stdout.count("running on"), 1, done.stdout)
        self.assertIn("| height of the peer |  |  |  | 2.49 (no interval: one run) | shown only |", (self.out / "table.md").read_text())

    def test_spoil(self):
        done = self.validate("--spoil")
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        self.assertEqual(done.stdout.count("running on"), 1)       # the spoiled run alone
        self.assertIn("number height, spoil ladder (on a ladder): 3.99, band 1.9 to 2.1: out", done.stdout)
        self.assertIn("1.9 to 2.1 |  | not run | on a ladder: 3.99, out |", (self.out / "table.md").read_text())
        self.assertIn("1 of 1 spoiled runs out", (self.out / "report.html").read_text())
        self.assertEqual(self.validate("--spoil").stdout.count("running on"), 0)
        self.validate()
        self.assertIn("| 2.000 ± 0.025 | in | on a ladder: 3.99, out |", (self.out / "table.md").read_text())
        suite = ElementTree.parse(self.out / "junit.xml").getroot()[0]
        self.assertEqual((suite.get("tests"), suite.get("failures"), suite.get("skipped")), ("3", "0", "1"))
        self.assertIn("spoil ladder (on a ladder): 4.49,", self.validate("--spoil", "fall", "--quick").stdout)

    def test_spoil_that_changes_nothing(self):
        self.edit("height = 4 }", "height = 2.01 }")
        self.assert_one_sentence(self.validate("--spoil", "fall"), "not pushed out of its band: case fall, number height, spoil ladder "
                                 "(on a ladder): 2, band 1.9 to 2.1: not out")
        self.assertIn("| on a ladder: 2, stays in |", (self.out / "table.md").read_text())
        self.assertEqual(ElementTree.parse(self.out / "junit.xml").getroot()[0].get("failures"), "1")
        self.edit("spoil = ", "quick_high = 4.6\nspoil = ")      # another band of the small version
        self.assert_one_sentence(self.validate("--spoil", "--quick"), "4.49, band 1.9 to 4.6: not out")

    def test_spoil_without_a_value(self):
        """No value is not a value outside."""
        (self.folder / "measure.py").write_text(MEASURE.replace('"height": float', '"depth": float'))
        self.assert_one_sentence(self.validate("--spoil"), "(on a ladder): no value, band 1.9 to 2.1: not out")

    def test_spoiled_measure(self):
        (self.folder / "measure.py").write_text(MEASURE + "def upside_down(runs, data):\n    return {'height': -measure(runs, data)['height']}\n")
        self.edit("variables = { height = 4 }\nquick = { height = 4.5 }", 'measure = "upside_down"')
        self.validate()
        done = self.validate("--spoil")
        self.assertEqual((done.returncode, done.stdout.count("running on")), (0, 0), done.stderr)
        self.assertIn("| on a ladder: -1.99, out |", (self.out / "table.md").read_text())

    def test_spoil_of_one_run(self):
        """A spoil changes the runs that it names; others are run when measure.py asks for them."""
        self.edit("[spoils", "[runs.other]\nvariables = { height = 1 }\n\n[runs.unused]\n\n[spoils")
        self.edit("height = 4.5 }", 'height = 4.5 }\nruns = ["ours"]')
        (self.folder / "measure.py").write_text(MEASURE.replace('runs["ours"] /', '(runs["ours"], runs["other"])[0] /'))
        self.validate("--spoil")
        self.assertEqual(sorted(str(path.parent.relative_to(self.out)) for path in self.out.rglob("done.json")),
                         ["fall/other.1", "fall/spoiled/ladder/ours.1"])

    def test_bad_spoils(self):
        for old, new, reason in (
                ("[spoils.ladder]", "[spoils.chair]", "the number height of the case fall has the spoil 'ladder', and there is none"),
                ('spoil = "ladder"', "", "the spoil ladder of the case fall belongs to no number"),
                ("{ height = 4 }", "{ width = 4 }", f"the spoil ladder of the case fall changes 'width', but {self.folder}/in.fall has no line"),
                ("{ height = 4.5 }", "{ width = 4.5 }", "changes 'width'"),
                ("variables = { height = 4 }", "", "changes no variable"),
                ("quick = { height = 4.5 }", 'runs = ["theirs"]', "the spoil ladder of the case fall changes the run 'theirs', and there is none"),
                ("quick = { height = 4.5 }", 'runs = "ours"', "runs of the spoil ladder of the case fall is not a list of names"),
                ("quick = { height = 4.5 }", 'measure = "upside_down"', "measure.py has no function 'upside_down'"),
                ("confirmed = false", 'spoil = "ladder"\n[figures.shown]\ntitle = "shown"\nspoil = "ladder"', "has no band that 'ladder'"),
                ('kind = "measured"', 'kind = "guessed"', "the number height of the case fall has the kind 'guessed'; the kinds are: measured, other"),
                ('kind = "measured"', "", "the number height of the case fall has a band but no kind; the kinds are")):
            self.write_case(2)
            self.edit(old, new)
            with self.assertRaises(SystemExit) as ended:
                read_case(self.folder)
            self.assertIn(reason, ended.exception.code)
            self.assertEqual(len(ended.exception.code.splitlines()), 1)
        self.assert_one_sentence(self.validate("--spoil"), reason)

    def test_case_without_a_spoil(self):
        self.edit(CASE[CASE.index("[spoils"):], "")
        self.edit('spoil = "ladder"\n', "")
        self.assert_one_sentence(self.validate("--spoil"), "the case fall has no spoiled run")
        self.assertEqual(self.validate().returncode, 0)
        self.assertIn("| no spoiled run |", (self.out / "table.md").read_text())

    def test_own_input(self):
        """Shown, not judged, and needs no spoiled run."""
        self.edit('kind = "measured"\nspoil = "ladder"', 'kind = "own input"')
        self.edit(CASE[CASE.index("[spoils"):], "")
        self.edit("{ height = 2 }", "{ height = 3 }")
        done = self.validate()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("| own input | 2 | 1.9 to 2.1 | 3.000 ± 0.025 | shown only |", (self.out / "table.md").read_text())

    def test_runs_that_quick_leaves_out(self):
        """Numbers of such a run are not run, unless the small version is judged by them."""
        (self.folder / "measure.py").write_text(MEASURE.replace('"remembered": data["miller2000"][1]["value"]',
                                                                '**({"remembered": 5.5} if "other" in runs else {})'))
        self.edit("[spoils", "[runs.other]\nvariables = { height = 1 }\nquick = false\n\n[spoils")
        self.assertEqual(self.validate("--quick").stdout.count("running on"), 1)
        self.assertIn("| remembered | other code |  | 5 to 6 |  | not run |", (self.out / "table.md").read_text())
        self.assertEqual(self.validate().stdout.count("running on"), 4)
        self.edit("confirmed = false", 'spoil = "ladder"')
        self.assert_one_sentence(self.validate("--quick"), "out of band: fall")

    def test_cases_that_quick_leaves_out(self):
        self.edit('proves', 'quick = false\nproves')
        self.assertEqual(self.validate("--quick").stdout.count("running on"), 0)
        self.assertEqual(self.validate("--quick", "fall").stdout.count("running on"), 1)

    def test_interval_of_a_run(self):
        """measure.py may give a number of one run with its interval; with several seeds their scatter counts."""
        series = "from grist_tools.read.intervals import Estimate\n" + MEASURE.replace('float((runs["ours"] / "height.txt").read_text())',
                                                                                     'Estimate(float((runs["ours"] / "height.txt").read_text()), 0.5)')
        (self.folder / "measure.py").write_text(series)
        self.validate("--quick")
        self.assertIn("| 1.94 ± 0.50 | in |", (self.out / "table.md").read_text())
        self.validate()
        self.assertIn("| 2.000 ± 0.025 | in |", (self.out / "table.md").read_text())
        self.assertIn("3.99, out", (self.validate("--spoil"), (self.out / "table.md").read_text())[1])

    def test_list(self):
        self.assertEqual(self.validate("--list").stdout.split(), "fall A made-up case (Miller, Journal 1 (2000) 1)".split())

    def test_unknown_case(self):
        self.assert_one_sentence(self.validate("rise"), "unknown case 'rise' of validate; the cases are: fall")

    def test_a_run_that_stops(self):
        self.write_case(-1)
        self.assert_one_sentence(self.validate(), "fall, ours, seed 1 stopped: ERROR: no height")

    def test_damaged_data(self):
        for text, reason in ((None, "are missing"), (DATA[:-2], "cut off"), (DATA[:-1], "cut off"),
                             ("# Miller\nplace,value\n", "holds no data"), ("place,value\n1,3\n", "does not begin with a line")):
            path = self.folder / "miller2000.csv"
            path.unlink(missing_ok=True)
            if text is not None:
                path.write_text(text)
            self.assert_one_sentence(self.validate(), reason)
            self.assertFalse((self.out / "fall").exists())      # before any run

    def test_damaged_settings(self):
        for text, reason in (("title = \n", "cannot be read"), ("title = 'a'\n", "no table figures"),
                             (CASE.replace("seeds", "seed").replace("HEIGHT", "2"), "unknown key")):
            (self.folder / "case.toml").write_text(text)
            self.assert_one_sentence(self.validate(), reason)


class ShippedCasesTest(unittest.TestCase):
    def test_each_case_is_complete(self):
        cases = find_cases(find_modules.ROOT / "validation")
        self.assertGreater(len(cases), 0)
        for folder in cases.values():
            case = read_case(folder)
            self.assertTrue(case.runs and case.figures and (case.data or "declared = true" in (folder / "case.toml").read_text()), folder)
            self.assertTrue(all(case.published().values()))
            self.assertLess(len((folder / "measure.py").read_text().splitlines()), 75, folder)
            for path in folder.glob("*.csv"):
                self.assertIn(path.name, case.data)
                read_published(path)

    def test_sixty_numbers_are_measured_or_of_another_code(self):
        bands = [band for folder in find_cases(find_modules.ROOT / "validation").values() for band in read_case(folder).figures]
        self.assertGreaterEqual(sum(band.judged(False) and band.kind in ("measured", "other code") for band in bands), 60)

    def test_pages_count_them(self):
        """What README.md and doc/validation.md say of the numbers, against the tables of validation/."""
        cases = [read_case(folder) for folder in find_cases(find_modules.ROOT / "validation").values()]
        kinds = Counter(band.kind for case in cases for band in case.figures if band.judged(False))
        readme, page = (" ".join((find_modules.ROOT / name).read_text().split()) for name in ("README.md", "doc/validation.md"))
        said = re.search(r"(\d+) numbers in (\d+) cases: (\d+) measured, (\d+) of other programs, (\d+) closed forms", readme).groups()
        self.assertEqual(tuple(map(int, said)), (kinds.total(), len(cases), *(kinds[kind] for kind in ("measured", "other code", "closed form"))))
        said = re.search(r"together judge (\d+) numbers, each with a spoiled run: (\d+) measured, (\d+) of other codes, (\d+) of closed forms", page).groups()
        self.assertEqual(tuple(map(int, said)), (kinds.total(), *(kinds[kind] for kind in ("measured", "other code", "closed form"))))

    def test_speeds_of_the_first_screen_are_those_of_the_pages(self):
        text = {name: " ".join((find_modules.ROOT / name).read_text().split()) for name in ("README.md", "bench/README.md", "doc/performance.md", "doc/contest.md")}
        free, avx2 = re.search(r"one core: ([\d.]+) times as fast as stock LAMMPS with AVX-512, ([\d.]+) times with AVX2", text["README.md"]).groups()
        self.assertRegex(text["bench/README.md"], rf"drum 4 F, 555,500 spheres \| {free} times")
        self.assertRegex(text["doc/performance.md"], rf"{avx2} times as fast with AVX2")
        ours, card = re.search(r"([\d.]+) million particle steps a second on eight cores.* ([\d.]+) million \(", text["README.md"]).groups()
        cores, rates = re.search(r"region wall ([\d, ]+) and 16 cores do ([\d., ]+) and", text["doc/contest.md"]).groups()
        self.assertEqual(dict(zip(cores.split(", "), rates.split(", ")))["8"], ours)
        self.assertEqual(re.search(r"phasicFlow, RTX A4000 \(published\)([^A-Za-z]*)", text["doc/contest.md"])[1].split(" | ")[3], card)


if __name__ == "__main__":
    if sys.version_info < (3, 11):
        print("skipped: this Python has no tomllib")
        sys.exit(find_modules.SKIPPED)
    find_modules.run_tests()
