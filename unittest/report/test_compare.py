#!/usr/bin/env python3
"""Tests of grist compare: judging differences, the page, its table, and folders that are not as expected. No LAMMPS is needed.

Oracles: synthetic histories with a known mean, scipy's test of Welch, a worked example of Holm's rule, the numbers that were written.
"""
import base64
import csv
import html
import io
import json
import math
import os
import re
import subprocess
import sys
import unittest
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
import numpy as np
from find_modules import ROOT
from made_runs import spheres, triangles, write_series
from PIL import Image
from scipy.signal import lfilter
from scipy.stats import ttest_ind_from_stats, ttest_rel
from stone import MAIN

sys.path.insert(0, str(ROOT / "scripts"))
import main  # noqa: E402

from grist_tools.draw.painter import Look, make_alike, Painter  # noqa: E402
from grist_tools.read.intervals import holm, of_difference, of_history, of_runs, of_series, steady_start  # noqa: E402
from grist_tools.read.logs import parse_log  # noqa: E402
from grist_tools.read.scenes import find_source  # noqa: E402
from grist_tools.report.curves import Curve  # noqa: E402
from grist_tools.report.differences import judge, key_figures, means, shared_curves  # noqa: E402
from grist_tools.report.differing_inputs import differing_lines  # noqa: E402
from grist_tools.report.figures import KeyFigure  # noqa: E402
from grist_tools.report.pictures_alike import wear_alike  # noqa: E402
from grist_tools.report.run_folder import look_into  # noqa: E402
from grist_tools.report.sides import names_of, read_sides, Run, Side  # noqa: E402

PAGES, FIGURES = 300, 20
MOST_CLAIMS = 0.09      # of 300 pages: 0.05 with three standard deviations, 0.0126
LENGTHS = (400, 4000)   # samples of a history
TIMES = (1, 50)         # correlation times


def history(rng, length, time):
    """Of mean 0 and variance 1, correlated as exp(-lag/time)."""
    kept = math.exp(-1 / time)
    noise = rng.standard_normal(length) * math.sqrt(1 - kept**2)
    noise[0] /= math.sqrt(1 - kept**2)
    return lfilter([1], [1, -kept], noise)


def log_uniform(rng, low, high):
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def made_run(histories):
    return Run(None, [], {name: Curve("drive.txt", f"{name} [W]", "time [s]", 0.1 * np.arange(len(values)), values) for name, values in histories.items()})


def of_page(quantities):
    return quantities, judge([difference for quantity in quantities for difference in quantity.differences])


def judged_means(histories_of_runs):
    sides = [Side(letter, f"run {letter}", [made_run(histories)]) for letter, histories in zip("ABC", histories_of_runs)]
    return of_page(means(sides, shared_curves(sides)[0]))


class JudgingTest(unittest.TestCase):
    def page(self, rng, off=0.0):
        """Two runs with the same 20 means, of which `off` is added to one; some begin far from their means."""
        sides = [{}, {}]
        for k in range(FIGURES):
            length, time = int(log_uniform(rng, *LENGTHS)), log_uniform(rng, *TIMES)
            start = rng.choice([0.0, 5.0]) * np.exp(-np.arange(length) / (length / 50))
            for number, side in enumerate(sides):
                side[f"f{k}"] = 3 + history(rng, length, time) + start + (off if number and k == 0 else 0)
        return judged_means(sides)

    def test_pages_of_runs_that_differ_by_the_seed_alone(self):
        """Of 100 pages of 20 figures about 5 claim anything, of the first 40 no more than five."""
        rng = np.random.default_rng(31)
        pages = [[difference.is_claimed for difference in self.page(rng)[1]] for _ in range(PAGES)]
        self.assertGreater(np.mean([len(page) for page in pages]), 10)
        claims = [any(page) for page in pages]
        self.assertLessEqual(np.mean(claims), MOST_CLAIMS)
        self.assertLessEqual(sum(claims[:40]), 5)

    def test_a_true_difference_is_claimed_with_its_sign(self):
        rng = np.random.default_rng(32)
        for off, word in ((1.0, "larger"), (-1.0, "smaller")):
            sides = [{"power": 3 + side * off + history(rng, 3000, 5)} for side in (0, 1)]
            (quantity,), judged = judged_means(sides)
            self.assertTrue(quantity.is_claimed)
            self.assertLess(abs(judged[0].found.value - off), 0.4)
            self.assertRegex(judged[0].sentence, rf"^B is {word} by [01]\.\d+ ± 0\.\d+ W \(\d+ %\): more than the scatter\.$")
            # The same difference of the other run.
            (quantity,), judged = judged_means(sides[::-1])
            self.assertIn("smaller" if word == "larger" else "larger", judged[0].sentence)

    def test_a_difference_that_would_count_alone(self):
        """Of a chance between 1 in 400 and 1 in 20: claimed on a page of its own, not among 20."""
        for seed in range(33, 100):
            rng = np.random.default_rng(seed)
            sides = [{"power": history(rng, 2000, 3) + side * 0.2} for side in (0, 1)]
            (quantity,), _ = judged_means(sides)
            if 0.004 < quantity.differences[0].chance < 0.04:
                break
        self.assertTrue(quantity.is_claimed)
        for side in sides:
            side.update((f"f{k}", history(rng, 2000, 3)) for k in range(FIGURES - 1))
        quantities, judged = judged_means(sides)
        self.assertEqual(len(judged), FIGURES)
        self.assertFalse(quantities[0].is_claimed)
        self.assertIn("within the scatter, although alone it would count.", quantities[0].differences[0].sentence)

    def test_three_runs_have_three_pairs(self):
        rng = np.random.default_rng(35)
        (quantity,), judged = judged_means([{"power": history(rng, 2000, 2) + off} for off in (0, 0, 5)])
        self.assertEqual([(one.first.letter + one.second.letter, one.is_claimed) for one in judged], [("AB", False), ("AC", True), ("BC", True)])

    def test_what_cannot_be_judged(self):
        rng = np.random.default_rng(36)
        noise = history(rng, 2000, 2)
        quantities, judged = judged_means([{"one": noise, "drift": np.arange(2000.0), "flat": np.full(2000, 2.0), "short": noise[:20]},
                                           {"one": noise, "drift": np.arange(2000.0), "flat": np.full(2000, 3.0), "short": noise[:20]}])
        found = {quantity.name: quantity.differences[0] for quantity in quantities}
        self.assertEqual([one.is_judged for one in found.values()], [True, False, False, False])
        self.assertEqual(found["drift"].sentence, "Not judged, no interval: no steady part.")
        self.assertEqual(found["flat"].sentence, "B is larger by 1 W (50 %): not judged, no interval: it does not vary.")
        self.assertIn("20 samples are too few", found["short"].sentence)
        self.assertEqual(found["one"].sentence, "B has the same value: within the scatter.")

    def test_welch(self):
        for one, other in (([9.8, 10.1, 10.0], [11, 12.5, 10.7, 11.1]), ([1, 2, 4.0], [1.5, 2.5])):
            found, chance = of_difference(of_runs(one), of_runs(other))
            samples = [number for values in (one, other) for number in (np.mean(values), np.std(values, ddof=1), len(values))]
            self.assertAlmostEqual(chance, ttest_ind_from_stats(*samples, equal_var=False).pvalue, places=9)
            self.assertAlmostEqual(found.value, np.mean(one) - np.mean(other))
            self.assertEqual(abs(found.value) > found.half, chance < 0.05)
        self.assertTrue(math.isnan(of_difference(of_runs([1.0]), of_runs([1.0, 2.0]))[1]))

    def test_holm(self):
        np.testing.assert_allclose(holm([0.01, 0.04, 0.03, 0.005]), [0.03, 0.06, 0.06, 0.02])
        self.assertEqual(holm([]), [])
        self.assertEqual(holm([0.9, 0.8]), [1.0, 1.0])


class SeedsTest(unittest.TestCase):
    """Several runs of one design as a side. Oracles: known means, scipy's t test of pairs and of Welch."""

    def side(self, letter, values, seeds):
        return Side(letter, letter, [Run(None, [KeyFigure("power", value, "W")], {}, {}, {}, seed) for value, seed in zip(values, seeds)])

    def difference(self, one, other, seeds, of_other=None):
        sides = [self.side("A", one, seeds), self.side("B", other, of_other or seeds)]
        (quantity,), _ = of_page(key_figures(sides)[0])
        return quantity, quantity.differences[0]

    def test_intervals_hold_the_true_difference(self):
        """What a seed does to both sides is five times the rest: pairs know the difference better, and each interval holds it in 95 of 100 cases."""
        rng = np.random.default_rng(51)
        off, widths = 2.0, {}
        for shared in (True, False):
            found = []
            for _ in range(1500):
                of_seed = 5 * rng.standard_normal((2, 4))
                one, other = 10 + of_seed[0] + rng.standard_normal(4), 10 + off + of_seed[0 if shared else 1] + rng.standard_normal(4)
                found.append(self.difference(one, other, "1234", "1234" if shared else "5678")[1].found)
            held = np.mean([abs(one.value - off) <= one.half for one in found])
            self.assertTrue(0.935 <= held <= 0.97, held)       # three standard deviations; Welch's of four and four are a little wide
            widths[shared] = np.median([one.half for one in found])
        self.assertLess(widths[True], 0.4 * widths[False])

    def test_pairs(self):
        one, other, seeds = [1.0, 2.0, 4.0, 3.0], [1.4, 2.3, 4.9, 3.2], ["1", "2", "3", "4"]
        quantity, found = self.difference(one, other, seeds)
        self.assertAlmostEqual(found.chance, ttest_rel(other, one).pvalue, places=9)
        self.assertEqual((found.found.basis, quantity.values["A"].note), ("4 pairs", "4 seeds"))
        # in another order, and with other seeds
        self.assertAlmostEqual(self.difference(one, other[::-1], seeds, seeds[::-1])[1].chance, found.chance)
        _, apart = self.difference(one, other, seeds, ["1", "2", "3", "5"])
        self.assertAlmostEqual(apart.chance, ttest_ind_from_stats(np.mean(one), np.std(one, ddof=1), 4, np.mean(other), np.std(other, ddof=1), 4, equal_var=False).pvalue, places=9)
        # Seeds that are not known, or not one for each run.
        quantity, found = self.difference(one, other, ["", "", "", ""])
        self.assertEqual((found.found.basis, quantity.values["A"].note), ("independent", "4 runs"))
        self.assertEqual(self.difference(one, other, ["1", "1", "2", "3"])[1].found.basis, "independent")

    def test_what_cannot_be_judged(self):
        self.assertEqual(self.difference([1, 2, 3.0], [1.5, 2.5, 3.5], "123")[1].sentence, "B is larger by 0.5 W (25 %): not judged, no interval: the difference is the same in 3 pairs.")
        self.assertIn("not judged, no interval: of A (one run)", self.difference([1.0], [1.5, 2.5], "1", "12")[1].sentence)
        self.assertEqual(self.difference(["rolling", "rolling"], ["rolling", "sliding"], "12")[0].values["B"].text, "rolling, sliding")

    def test_histories_of_seeds(self):
        """The mean of a side is that of its runs; a run without a steady part leaves the side without a value."""
        rng = np.random.default_rng(52)
        sides = [Side(letter, letter, [made_run({"power": off + history(rng, 1000, 2)}) for _ in range(4)]) for letter, off in (("A", 3), ("B", 4))]
        for side in sides:
            for number, run in enumerate(side.runs):
                run.seed = str(number)
        (quantity,), judged = of_page(means(sides, shared_curves(sides)[0]))
        self.assertTrue(quantity.is_claimed)
        self.assertLess(abs(judged[0].found.value - 1), 2 * judged[0].found.half)
        runs = [of_history(curve.x, curve.y)[0].value for curve in (run.curves["power"] for run in sides[0].runs)]
        self.assertAlmostEqual(quantity.values["A"].value.value, np.mean(runs))
        sides[0].runs[2].curves["power"].y = np.arange(1000.0)
        (quantity,), judged = of_page(means(sides, shared_curves(sides)[0]))
        self.assertEqual(judged, [])
        self.assertIn("1 of 4 seeds have no value", quantity.differences[0].sentence)

    def test_pages_of_designs_that_are_the_same(self):
        """Ten figures, five seeds with what they do to both sides: of 400 pages about 20 claim anything; 40 with three standard deviations are 33."""
        rng, claims = np.random.default_rng(53), 0
        for _ in range(400):
            of_seed = rng.standard_normal((5, 10))
            sides = [Side(letter, letter, [Run(None, [KeyFigure(f"f{k}", value) for k, value in enumerate(row)], {}, {}, {}, str(seed))
                                           for seed, row in enumerate(of_seed + rng.standard_normal((5, 10)))]) for letter in "AB"]
            claims += any(one.is_claimed for one in of_page(key_figures(sides)[0])[1])
        self.assertLessEqual(claims, 33)


class SteadyTest(unittest.TestCase):
    def test_where_a_run_becomes_steady(self):
        rng = np.random.default_rng(41)
        found = [steady_start(np.where(np.arange(1000) < 200, 5.0, 0.0) + history(rng, 1000, 2)) for _ in range(100)]
        self.assertTrue(all(195 <= start <= 300 for start in found), found)
        self.assertGreater(np.mean(np.array(found) <= 205), 0.9)
        found = [steady_start(history(rng, 1000, 2)) for _ in range(100)]
        self.assertGreater(np.mean(np.array(found) == 0), 0.8)

    def test_runs_without_scatter_become_steady(self):
        """A step ends within a mean of 5 samples, a decay where it is a millionth of itself; the variance left is rounding, of either sign."""
        for level, height in ((0, 1), (0, 0.3), (0, 1e5), (1, 0.3), (1e3, 1), (1e3, 1e5), (9.97e6, 0.3)):
            for start in (3, 13, 50, 101):
                found = steady_start(level + np.where(np.arange(500) < start, height, 0.0))
                self.assertTrue(found is not None and start <= found < start + 5, (level, height, start, found))
            found = steady_start(level + height * np.exp(-np.arange(500) / 10))
            self.assertTrue(found is not None and 90 < found < 150, (level, height, found))

    def test_runs_without_a_steady_part(self):
        rng = np.random.default_rng(42)
        self.assertIsNone(steady_start(np.arange(1000.0)))
        self.assertFalse(of_history(np.arange(1000), np.where(np.arange(1000) < 600, 9.0, 0.0) + history(rng, 1000, 2))[0].has_interval)
        estimate, since = of_history(np.arange(1000), np.sqrt(np.arange(1000)))
        self.assertEqual((estimate.basis, since), ("no steady part", None))

    def test_intervals_after_a_start_hold_the_mean(self):
        rng = np.random.default_rng(43)
        found = [of_history(np.arange(2000), history(rng, 2000, 5) + 4 * np.exp(-np.arange(2000) / 40))[0] for _ in range(600)]
        held = [abs(one.value) <= one.half for one in found if one.has_interval]
        self.assertGreater(len(held), 500)
        self.assertTrue(0.92 <= np.mean(held) <= 0.98, np.mean(held))

    def test_samples_at_equal_distances(self):
        """Of several runs, with their last steps written once more and wherever they are, those of the longest."""
        values = history(np.random.default_rng(44), 1000, 2)
        times = np.concatenate([np.arange(0, 100), [99.5], 99.5 + 10 * np.arange(899)])
        self.assertEqual(of_history(times, values)[0], of_series(np.delete(values, 101)[100:]))
        self.assertEqual(of_history([0.0, 1.0], [1.0, 2.0])[0].basis, "2 samples are too few for a correlation time of 0.5")


# ---------------------------------------------------------------- pages of made-up runs


INPUT = """units si
variable bars index {bars}
fix drum all wall/mesh drum_{bars}.stl move rotate 0 0 0 1 0 0 ${{period}} model hertz/mindlin
fix drum all wall/mesh drum_{bars}.stl move rotate 0 0 0 1 0 0 {period} model hertz/mindlin
Columns: f_drum[7]=power[W]
timestep 0.01
fix drive all ave/time 1 1 1 f_drum[7] file drive.txt
"""


def write_run(folder, seed, power=3.0, bars=8, period=0.9):
    folder.mkdir(parents=True)
    rng = np.random.default_rng(seed)
    series = power + 0.1 * history(rng, 1500, 3)
    rows = "".join(f"{step} {step / 100:g} {value:g} {step * 2e-3:g} 7\n" for step, value in enumerate(series[:600]))
    (folder / "log.lammps").write_text("LAMMPS (4 Feb 2025)\n" + INPUT.format(bars=bars, period=period) + "run 600\n   Step Time f_drum[7] v_mass v_seven\n" + rows
                                       + "Loop time of 2.5 on 2 procs for 600 steps with 40 atoms\nTotal wall time: 0:00:03\n")
    (folder / "drive.txt").write_text("# Time-averaged data for fix drive\n# TimeStep f_drum[7]\n" + "".join(f"{k} {v:g}\n" for k, v in enumerate(series)))
    (folder / "settings.txt").write_text(f"charge {40 + bars} kg\nspeed 2 m/s\n")
    (folder / "figures.csv").write_text(f"name,value,unit,error,basis,degrees\nwear rate,{power},g/s,0.1,4 seeds,3\nmode,rolling,,,,\nmass,{power},kg,,,\nwidth,2,m,0.1,,\n")
    sizes = "".join(f"{time},{size},{min(1, size * share)}\n" for time, share in ((0, 10), (1, power * 10)) for size in (0.01, 0.02, 0.04, 0.1))
    (folder / "sizes.csv").write_text("time [s],sieve_size [m],passing\n" + sizes)
    return folder


def compare(*words, cwd):
    return subprocess.run([sys.executable, MAIN, "compare", *map(str, words)], cwd=cwd, capture_output=True, text=True)


class PageTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        write_run(cls.folder / "mill", 1)
        cls.other = write_run(cls.folder / "mill with 12 bars", 2, 3.5, 12, 0.7)
        for name, color in (("mill", "#0072B2"), ("mill with 12 bars", "#D55E00")):
            Image.new("RGB", (300, 200), color).save(cls.folder / name / "picture_end.png")
        (cls.other / "command.txt").write_text("-var\nbars\n12\n")
        (cls.other / "extra.csv").write_text("time [s],heat [J]\n0,1\n1,2\n2,4\n")
        cls.before = {path: path.stat().st_mtime_ns for path in cls.folder.rglob("*")}
        cls.done = compare("mill", "mill with 12 bars", "--csv", "all.csv", cwd=cls.folder)
        cls.page = (cls.folder / "compare.html").read_text() if cls.done.returncode == 0 else cls.done.stderr
        cls.text = html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", re.sub(r"<style>.*?</style>", "", cls.page, flags=re.S))))

    def test_page_says_what_differs(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        for sentence in ("A mill", "B mill with 12 bars", "charge (settings.txt) 48 kg 52 kg", "bars (command line) – 12", "variable bars index 8", "variable bars index 12",
                         "speed (settings.txt) 2 m/s", "processes 2", "0 0.9 model hertz/mindlin", "0 0.7 model hertz/mindlin"):
            self.assertIn(sentence, self.text)
        self.assertNotIn("timestep 0.01", self.text)

    def test_page_judges(self):
        """Two: the figure with an interval and degrees of freedom, Welch of 3 and 3, and the power, which the file has for longer than thermo output."""
        self.assertIn("2 of 2 judged differences are more than the scatter", self.text)
        self.assertIn("B is larger by 0.50 ± 0.11 g/s (17 %): more than the scatter.", self.text)
        self.assertIn("B is larger by 0.5 kg (17 %): not judged, no interval: one run.", self.text)
        self.assertIn("not judged, no interval: its degrees of freedom are not given.", self.text)
        self.assertIn("Not judged, no number.", self.text)
        self.assertIn("extra.csv: heat: only B", self.text)
        self.assertIn("Not drawn: 1 with one value throughout", self.text)

    def test_page_holds_all_and_nothing_else_is_written(self):
        self.assertEqual(re.findall(r'(?:src|href)="(?!data:|#)', self.page), [])
        self.assertEqual(re.findall("<h2>(.*?)</h2>", self.page), ["What differs", "Key figures and means", "Products", "Curves", "Pictures"])
        self.assertIn("picture end", self.page)
        made = {path for path in self.folder.rglob("*") if path.stat().st_mtime_ns != self.before.get(path)}
        self.assertEqual({path.name for path in made if path.is_file()}, {"compare.html", "all.csv"})

    def test_table(self):
        with open(self.folder / "all.csv", newline="") as file:
            rows = {row["quantity"]: row for row in csv.DictReader(file)}
        self.assertEqual((rows["wear rate"]["a"], rows["wear rate"]["b"]), ("mill", "mill with 12 bars"))
        self.assertEqual([float(rows["wear rate"][name]) for name in ("value_a", "error_a", "degrees_a", "value_b", "difference")], [3, 0.1, 3, 3.5, 0.5])
        self.assertLess(float(rows["wear rate"]["chance_of_page"]), 0.05)
        power = rows["f_drum[7]: power"]
        self.assertEqual(power["source"], "drive.txt")
        self.assertLess(abs(float(power["difference"]) - 0.5), 0.05)
        self.assertEqual((power["unit"], power["verdict"], rows["mass"]["chance"]), ("W", "more than the scatter", ""))

    def test_input_that_continues_or_differs_by_its_folder(self):
        logs = [parse_log(f"LAMMPS (4 Feb 2025)\nunits si\nfix wall all wall/mesh {place}/chute.off model hertz/mindlin\nrun {steps}\n") for place, steps in (("../a", 5), ("../b", 6))]
        runs = [Run(type("Folder", (), {"log": log}), [], {}) for log in logs]
        self.assertEqual(differing_lines(*runs), [([("run ", False), ("5", True)], [("run ", False), ("6", True)])])

    def test_names(self):
        self.assertEqual(names_of([Path("/x/own/results"), Path("/x/other/results")]), ["own/results", "other/results"])
        self.assertEqual(names_of([Path("/x/own"), Path("/x/own.1")]), ["own", "own.1"])


class FolderTest(unittest.TestCase):
    """One sentence for each folder that is not as expected."""

    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        write_run(self.folder / "a run", 1)
        write_run(self.folder / "b", 2)

    def test_bad_input(self):
        self.addCleanup(os.chdir, Path.cwd())
        os.chdir(self.folder)
        (self.folder / "empty").mkdir()
        (self.folder / "foam").mkdir()
        (self.folder / "plan").mkdir()
        (self.folder / "plan/sweep.json").write_text("{}")
        (self.folder / "foam/log.simpleFoam").write_text("OpenFOAM v2312\nTime = 1\n")
        os.symlink("b", self.folder / "newest")
        for words, sentence in (
                (("a run", "none"), "there is no folder none"), (("a run",), "compare needs two folders or more, and has only a run"),
                ((), "compare needs FOLDER"), (("a run", "empty"), "empty holds no log of LAMMPS (log.lammps)"),
                (("foam", "b"), "foam holds no log of LAMMPS"), (("b", "a run", "b"), "b is given twice"),
                (("b", "newest"), "b and newest are the same folder"), (("b", "b/log.lammps"), "b/log.lammps is a file: give the folder in which the run wrote its files"), (("plan",), "plan is a sweep with no complete run: there is nothing to compare"),
                (("b", "a run", "--out", "no/where.html"), "cannot write no/where.html: No such file"), (("b", "a run", "--csv", "empty"), "cannot write empty: Is a directory"),
                (tuple(f"b{k}" for k in range(7)), "compare takes 6 folders at most, not 7: several runs of one design are one pattern in quotes, \"b*\"")):
            with self.subTest(words=words), redirect_stderr(io.StringIO()) as warned, self.assertRaises(SystemExit) as stopped:
                main.run(main.parse(["compare", *words]))
            said = warned.getvalue().strip() or str(stopped.exception.code)
            self.assertIn(sentence, said)
            self.assertEqual(said.count("\n"), 0, said)

    def test_a_side_of_several_runs(self):
        """By a pattern, with a link and a run that is there twice; then the points of a sweep."""
        for letter, bars in (("a", 8), ("b", 12)):
            for seed in (1, 2, 3):
                path = write_run(self.folder / f"many/{letter}-{seed}", 10 * bars + seed, 3 + bars / 8, bars)
                (path / "variables.json").write_text(json.dumps({"what": "", "bars": bars, "seed": str(seed)}))
                (path / "done.json").write_text('{"seconds": 1}')
                (path / "figures.csv").write_text(f"name,value,unit\nmass,{bars + seed},kg\nwear rate,{seed + bars * 0.01 * (1 + seed % 2)},g/s\n")
        os.symlink("a-3", self.folder / "many/a")
        page = self.folder / "compare.html"
        for words, name in ((("many/a*", "many/b-*"), "A a*"), (("many",), "A bars 8")):
            (self.folder / "many/sweep.json").write_text("{}")
            done = compare(*words, "--csv", "all.csv", cwd=self.folder)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            with open(self.folder / "all.csv", newline="") as file:
                rows = {row["quantity"]: row for row in csv.DictReader(file)}
            self.assertEqual([rows["wear rate"][name] for name in ("basis_a", "basis", "degrees")], ["3 seeds", "3 pairs", "2"])
            self.assertAlmostEqual(float(rows["wear rate"]["difference"]), 0.04 * 5 / 3)
            self.assertIn("the difference is the same in 3 pairs", rows["mass"]["verdict"])
            text = re.sub("<[^>]*>", "", page.read_text())
            self.assertIn(name, text)
            self.assertIn("3 seeds; the first: ", text)
            self.assertIn("compared by pairs of runs with one seed", text)
        with redirect_stderr(io.StringIO()) as warned:
            read_sides([f"{self.folder}/many/*", f"{self.folder}/b"])
        self.assertIn("many/* has runs with bars = 8, 12: they are taken for one design", warned.getvalue())
        for path in (self.folder / "many").glob("a-?/variables.json"):
            path.unlink()
        for word, sentence in (("many/a-*", "many/a-1 and .*many/a-2 are the same input with the same values: a repeated run says nothing about scatter, leave it out"),
                               ("many", 'many holds no log of LAMMPS, and its folders do: ".*many/\\*" compares them as runs of one design'),
                               ("many/c*", "no folder has a name like .*many/c\\*")):
            with self.assertRaisesRegex(SystemExit, sentence):
                read_sides([f"{self.folder}/{word}", f"{self.folder}/b"])

    def test_runs_with_nothing_in_common(self):
        for name, column in (("one", "x"), ("two", "y")):
            (self.folder / name).mkdir()
            (self.folder / name / "log.lammps").write_text(f"LAMMPS (4 Feb 2025)\nunits si\n   Step v_{column}\n0 1\n1 3\n2 2\nLoop time of 1 on 1 procs for 2 steps with 1 atoms\n")
        done = compare("one", "two", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        page = (self.folder / "compare.html").read_text()
        self.assertIn("The runs have no key figure and no history in common.", page)
        self.assertIn("v_x: only A", page)
        self.assertIn("no difference can be judged", done.stdout)

    def test_a_picture_that_cannot_be_drawn(self):
        (self.folder / "b/run.pvd").write_text('<VTKFile><Collection><DataSet timestep="0" file="gone.vtm"/></Collection></VTKFile>')
        (self.folder / "a run/run.pvd").write_text('<VTKFile><Collection><DataSet timestep="0" file="gone.vtm"/></Collection></VTKFile>')
        done = compare("a run", "b", cwd=self.folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("no pictures with one camera (cannot read", done.stderr)


class PictureTest(unittest.TestCase):
    def test_one_camera_scale_and_range(self):
        """A sphere and a wall of the same size cover the same pixels, whatever else is in the run."""
        with TemporaryDirectory() as folder:
            painters = []
            for name, place, speed in (("a", 0.0, 1.0), ("b", 9.0, 4.0)):
                path = Path(folder) / name
                path.mkdir()
                wall = triangles([[[-1, -1, 0], [1, -1, 0], [1, 1, 0]]])
                write_series(path, [(0, {"spheres": [spheres([[0, 0, 1], [place, 0, 3]], [0.5, 0.1], speed=[0, speed])], "wall_floor": [wall]})])
                painters.append(Painter(find_source(path), Look(color="speed", view="front", size=(400, 300))))
            alone = [np.asarray(painter.picture(0)) for painter in painters]
            make_alike(painters)
            self.assertEqual([(painter.coloring.low, painter.coloring.high) for painter in painters], [(0, 4), (0, 4)])
            alike = [np.asarray(painter.picture(0)) for painter in painters]
            dark = [(image[:, :300].astype(int).max(axis=2) < 150) & (np.ptp(image[:, :300].astype(int), axis=2) > 30) for image in alike]       # the sphere of speed 0
            self.assertGreater(dark[0].sum(), 50)
            self.assertLess((dark[0] ^ dark[1]).sum(), 0.03 * dark[0].sum())       # the small one
            self.assertFalse(np.array_equal(alone[0], alike[0]))

    def test_maps_of_wear(self):
        """At the time that both have reached, with one range: the run with less wear is paler. One run with wear alone has nothing beside it."""
        with TemporaryDirectory() as folder:
            sides = []
            for letter, times, depth in (("A", (0, 1, 2), 4e-9), ("B", (0, 1), 1e-9), ("C", (0, 1), None)):
                path = Path(folder) / letter
                path.mkdir()
                (path / "log.lammps").write_text("LAMMPS (4 Feb 2025)\nunits si\n")
                write_series(path, [(time, {"spheres": [spheres([[0, 0, 1]], [0.5])], "wall_w": [triangles(
                    [[[-1, -1, 0], [1, -1, 0], [1, 1, 0]]], **({} if depth is None else {"wear_archard": np.array([depth * time])}))]}) for time in times])
                sides.append(Side(letter, letter, [Run(look_into(path), [], {}, {}, {}, "")]))
            (row,), _ = wear_alike(sides)
            self.assertEqual([shown.caption[:len("A: A at 1 s")] for shown in row], ["A: A at 1 s", "B: B at 1 s"])
            images = [np.asarray(Image.open(io.BytesIO(base64.b64decode(shown.source.split(",")[1]))).convert("RGB")).astype(int) for shown in row]
            red, pale = (np.count_nonzero((image[..., 0] - image[..., 1])[:, :600] > 80) for image in images)      # left of the bar
            self.assertGreater(red, 5000)
            self.assertEqual(pale, 0)
            np.testing.assert_array_equal(images[0][:, 690:], images[1][:, 690:])      # one bar
            self.assertEqual(wear_alike(sides[1:]), ([], ""))


if __name__ == "__main__":
    find_modules.run_tests()
