#!/usr/bin/env python3
"""Tests of report.html: a run of LAMMPS is made here, and its report is compared with what the run's files say.

    test_report.py LMP
"""
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path

import find_modules
from find_modules import ROOT
from stone import make, run_stone

import base64
import io

from PIL import Image

import numpy as np
from grist_tools.read.logs import read_log
from grist_tools.report import answers, curves
from grist_tools.report.figures import KeyFigure
from grist_tools.report.run_report import make_report

LMP = None
VOID = {"meta", "link", "img", "br"}


class Page(HTMLParser):
    """Text by section, sources of pictures and films, rows of tables; fails where tags do not match."""

    def __init__(self, text):
        super().__init__()
        self.open, self.sections, self.sources, self.links, self.rows, self.title = [], {}, [], [], [], ""
        self.feed(text)
        self.close()
        if self.open:
            raise ValueError(f"not closed: {self.open}")

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag == "section":
            self.rows = []
        if tag == "tr":
            self.rows.append([])
        if tag == "td":
            self.rows[-1].append("")
        if tag in ("img", "video", "script", "iframe"):
            self.sources.append(attributes.get("src", ""))
        if "href" in attributes:
            self.links.append(attributes["href"])
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise ValueError(f"</{tag}> closes nothing")

    def handle_data(self, data):
        if "h2" in self.open:
            self.name = data
            self.sections[data] = {"text": "", "rows": self.rows}
        elif "title" in self.open:
            self.title += data
        elif "section" in self.open and self.sections:
            self.sections[self.name]["text"] += data
            if "td" in self.open and self.rows and self.rows[-1]:
                self.rows[-1][-1] += data


LOG = """LAMMPS (4 Feb 2025)
units           si
fix             lid all wall/hertz/mindlin ${where}
fix             lid all wall/hertz/mindlin zplane 0 NULL  # a plane
print           \"\"\"timestep 5 s
pair_style none\"\"\" file settings.txt screen no
run             100
Per MPI rank memory allocation (min/avg/max) = 3 | 4 | 5 Mbytes
   Step          Time
         0   0
WARNING: slow (src/fix_guard.cpp:246)
progress:  43.9 %   time 0.4 s
       100   0.5
Loop time of 12.5 on 2 procs for 100 steps with 40 atoms

MPI task timing breakdown:
Section |  min time  |  avg time  |  max time  |%varavg|  %CPU | %total
-----------------------------------------------------------------------
Pair    | 1.5        | 2.5        | 4.5        |   0.0 | 100.0 | 20.00
Other   |            | 10         |            |       |       | 80.00

Total wall time: 1:02:03
"""


class LogTest(unittest.TestCase):
    def test_log_of_two_processes(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "log.lammps")
            path.write_text(LOG)
            log = read_log(path)
        self.assertEqual((log.version, log.units, log.time_unit, log.wall_seconds), ("4 Feb 2025", "si", "s", 3723))
        self.assertEqual(log.commands[1:-1], ["fix lid all wall/hertz/mindlin zplane 0 NULL", 'print """timestep 5 s'])
        run, = log.runs
        self.assertEqual((run.seconds, run.processes, run.steps, run.atoms, run.sections), (12.5, 2, 100, 40, {"Pair": 2.5, "Other": 10.0}))
        self.assertEqual(log.thermo, [(["Step", "Time"], [[0.0, 0.0], [100.0, 0.5]])])
        self.assertEqual(dict(log.warnings), {"slow": 1})


class AnswersTest(unittest.TestCase):
    """What stands first. Oracle: tables whose means and sizes are known."""

    def table(self, **columns):
        time = np.arange(400.0)
        labels = {"time": "time [s]", **{name: f"{name} [{unit}]" for name, (unit, _) in columns.items()}}
        return curves.Table("drive.csv", {"time": time, **{name: values(time) for name, (_, values) in columns.items()}}, labels=labels)

    def test_means_are_those_of_the_steady_part(self):
        random = np.random.default_rng(3)
        table = self.table(power=("W", lambda time: np.where(time < 80, time / 8, 50.0) + random.normal(0, 0.5, 400)), energy=("J", lambda time: time))
        means = answers.steady_means([table])
        (mean, start), = means.values()
        self.assertTrue(70 <= start <= 110, start)
        self.assertLess(abs(mean.value - 50), 3 * mean.half)
        given = [KeyFigure("mean power", f"{mean.value:.6g}", "W"), KeyFigure("mass", "3", "kg")]
        first, second = answers.with_means(given, means, "s")
        self.assertEqual((first.error, second.error), (mean.half, ""))
        self.assertIn("steady from", first.basis)
        largest, mean_too = answers.with_means([KeyFigure("largest power", "60", "W")], means, "s")
        self.assertEqual((largest.error, mean_too.name), ("", "mean power"))
        self.assertEqual([figure.name for figure in answers.with_means([], means, "s")], ["mean power"])

    def test_a_mean_of_ave_time_is_not_taken_beside_its_rate(self):
        random, numbers = np.random.default_rng(3), ["mean of power", "mean of torque"]
        noise = {name: (unit, lambda time: 50.0 + random.normal(0, 0.5, 400)) for name, unit in [("power", "W"), *zip(numbers, ("W", "N*m"))]}
        self.assertEqual(list(answers.steady_means([self.table(**noise)])), [("power", "W"), ("mean of torque", "N*m")])

    def test_a_run_without_a_steady_part_has_no_mean(self):
        means = answers.steady_means([self.table(power=("W", lambda time: time))])
        self.assertEqual(answers.with_means([], means, "s"), [])

    def test_sizes_of_the_product(self):
        left = curves.Table("out.csv", {"size": np.array([1.0, 2.0, 4.0]), "passing": np.array([0.5, 0.7, 0.9])}, "classes", {"size": "size [mm]"})
        feed = curves.Table("sizes.csv", {"time": np.zeros(2), "sieve_size": np.array([5.0, 10.0]), "passing": np.array([0.3, 1.3])}, "sizes")
        figures = answers.sizes_of_product([left, feed])
        self.assertEqual(figures[0].unit, "mm")
        self.assertAlmostEqual(figures[0].value, 3)
        self.assertAlmostEqual(figures[-1].value, 7.5 / 3)

    def test_no_curve_is_cut_off(self):
        """Thirty columns of one unit and of one size stand in five axes, those of other units or sizes in their own; zeros and constants are counted."""
        masses = {f"m{k}": ("kg", lambda time, k=k: time + k) for k in range(30)}
        table = self.table(**masses, small=("kg", lambda time: 1e-3 * time), torque=("N*m", np.sin), none=("W", np.zeros_like), same=("W", np.ones_like))
        groups = curves.by_unit(table, curves.curve_names(table))
        self.assertEqual([len(group) for group in groups], [6, 6, 6, 6, 6, 1, 1])
        self.assertIn("1 zero throughout: none", table.note)
        self.assertIn("1 constant: same 1", table.note)


class ReportTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.work = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.work)
        cls.run_folder = cls.work / "stone"
        cls.run_folder.mkdir()
        run_stone(LMP, cls.run_folder)
        done = make(cls.run_folder)
        assert done.returncode == 0, done.stderr
        cls.text = (cls.run_folder / "report.html").read_text()
        cls.page = Page(cls.text)

    def copy(self, *without):
        folder = Path(tempfile.mkdtemp(dir=self.work))
        for path in self.run_folder.iterdir():
            if path.name not in without and path.name != "report.html":
                shutil.copy(path, folder)
        return folder

    def test_sections_in_their_order(self):
        self.assertEqual(list(self.page.sections), ["Key figures", "Pictures", "Plots", "Film", "Curves", "Settings", "Timings", "Warnings"])
        self.assertEqual(self.page.title, "stone")

    def test_nothing_comes_from_elsewhere(self):
        self.assertTrue(all(source.startswith(("data:", "#")) for source in self.page.sources + self.page.links))
        self.assertNotIn("http:", self.text)
        self.assertNotIn("https:", self.text)
        self.assertNotIn("@import", self.text)
        self.assertFalse(re.search(r"url\(", self.text))

    def test_pictures_are_the_files(self):
        frames = sorted(self.run_folder.glob("frame.*.png"))
        self.assertEqual(len(frames), 17)
        embedded = [base64.b64decode(source.split(",", 1)[1]) for source in self.page.sources if source.startswith("data:image/png")]
        for frame in (frames[0], frames[8], frames[16]):
            self.assertIn(frame.read_bytes(), embedded)
        for data in embedded:
            Image.open(io.BytesIO(data)).load()

    def test_film_has_a_frame_for_each_picture(self):
        film = next(path for path in self.run_folder.glob("film.*"))
        self.assertIn(base64.b64encode(film.read_bytes()).decode(), self.text)
        if film.suffix == ".gif":
            count = Image.open(film).n_frames
        else:
            count = int(subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-show_entries", "stream=nb_read_frames", "-of", "csv=p=0", film],
                                       capture_output=True, text=True, check=True).stdout.strip().strip(","))
        self.assertEqual(count, 17)

    def test_key_figures_and_what_they_are_compared_with(self):
        rows = self.page.sections["Key figures"]["rows"][1:]
        names = ["atoms", "speed after the fall", "broken bonds", "height"]
        for row, name, words in zip(rows, names, ("A number that the input", "Speed.", "Breakage counted", "A length")):
            self.assertTrue(row[0].startswith(name + words), row)
        self.assertEqual([row[3] for row in rows[:3]], ["as expected", "not as expected", "not as expected"])
        self.assertEqual(rows[1][1].strip(), "0.3132 ± 0.0010 m/s")
        self.assertEqual(rows[1][2], "0.2 ± 0.01 m/sfree fall, v^2 = 2 g h")
        self.assertEqual([cell.strip() for cell in rows[3][1:]], ["0.008 m (one run)"])      # over the columns of what is compared
        self.assertIn("1 of 3 key figures as expected", self.text)

    def test_settings_have_units(self):
        rows = self.page.sections["Settings"]["rows"]
        self.assertIn(["height", "0.008", "m"], rows)
        self.assertIn(["timestep", "4e-06", "s"], rows)
        self.assertIn(["ranks", "1", ""], rows)
        self.assertIn(["pair_coeff", "* * young 5e7 Pa poisson 0.3 restitution 0.5 friction 0.3"], rows)
        self.assertIn(["timestep", "4e-6 s"], rows)
        self.assertIn("variable        height index 0.008        # m", self.page.sections["Settings"]["text"])

    def test_timings_are_those_of_the_log(self):
        log = (self.run_folder / "log.lammps").read_text()
        loops = [float(word) for word in re.findall(r"^Loop time of (\S+)", log, re.M)]
        pair = [float(word) for word in re.findall(r"^Pair +\| *\S+ *\| *(\S+)", log, re.M)]
        self.assertEqual((len(loops), len(pair)), (2, 2))
        read = read_log(self.run_folder / "log.lammps")
        self.assertEqual([run.seconds for run in read.runs], loops)
        self.assertEqual([run.sections["Pair"] for run in read.runs], pair)
        rows = self.page.sections["Timings"]["rows"][1:]
        self.assertEqual([row[:4] for row in rows], [["1", "2 000", "20", "1"], ["2", "6 000", "20", "1"], ["all", "8 000", "20", "1"]])
        self.assertEqual(rows[2][5], f"{8000 / sum(loops):.4g}")
        bars = re.findall(r'<span class="bar">(.*?)</span>', self.text)
        self.assertEqual(len(bars), 3)
        for bar, run in zip(bars, read.runs):
            shares = {name: float(share) for share, name in re.findall(r'width:([0-9.]+)%;[^>]*title="(\w+)', bar)}
            self.assertAlmostEqual(sum(shares.values()), 100, delta=0.1)
            self.assertAlmostEqual(shares["Pair"], 100 * run.sections["Pair"] / sum(run.sections.values()), delta=0.006)

    def test_thermo_output_is_read_whole(self):
        names, rows = read_log(self.run_folder / "log.lammps").thermo[1]
        self.assertEqual(names[:3], ["Step", "Time", "Atoms"])
        self.assertEqual([row[0] for row in rows], [200.0 * k for k in range(10, 41)])

    def test_columns_of_grist_have_units(self):
        log = read_log(self.run_folder / "log.lammps")
        self.assertEqual(log.label("f_broken[2]"), "f_broken[2]: broken_bonds")
        self.assertEqual(log.label("f_floor[7]"), "f_floor[7]: power [W]")
        self.assertEqual((self.run_folder / "sizes.csv").read_text().split("\n")[0], "step,time [s],sieve_size [m],passing")
        self.assertEqual((self.run_folder / "equivalent.csv").read_text().split("\n")[0], "step,time [s],size [m],passing")

    def test_tables_become_curves(self):
        captions = re.findall(r"<figcaption>([^<]*)</figcaption>", self.text)
        for name in ("Thermo output over time. 1 constant: Atoms 20.", "breaks.csv over time.", "history.csv over time.", "means.txt over time.",
                     "sizes.csv: the share of the mass that is smaller than a size.",
                     "equivalent.csv: the share of the mass that is smaller than a size."):
            self.assertIn(name, captions)

    def test_warnings_are_counted(self):
        folder = self.copy()
        log = folder / "log.lammps"
        log.write_text(log.read_text().replace("Loop time", "WARNING: <b>too</b> long a step (src/x.cpp:1)\nLoop time"))
        make_report(folder)
        section = Page((folder / "report.html").read_text()).sections["Warnings"]
        self.assertIn("<b>too</b> long a step (2 times)", section["text"])
        before = sum(read_log(self.run_folder / "log.lammps").warnings.values())
        self.assertIn(f"{before + 2} warnings", (folder / "report.html").read_text())

    def test_run_that_stopped(self):
        folder = self.copy("film.mp4", "film.gif", "figures.csv", "settings.txt", *(path.name for path in self.run_folder.glob("frame.*")))
        log = folder / "log.lammps"
        whole = log.read_text()
        log.write_text(whole[:whole.rindex("Loop time")] + "ERROR on proc 0: Lost 3 atoms (src/thermo.cpp:1)\n")
        make_report(folder)
        text = (folder / "report.html").read_text()
        page = Page(text)
        self.assertIn("stopped with an error", text)
        self.assertIn("ERROR: Lost 3 atoms", page.sections["Warnings"]["text"])
        self.assertNotIn("Key figures", page.sections)
        self.assertNotIn("Film", page.sections)
        self.assertIn("2 000", page.sections["Timings"]["rows"][1])
        self.assertEqual(len(read_log(log).thermo), 2)
        self.assertTrue((folder / "picture.png").is_file())      # from atoms.dump

    def test_twice_is_the_same(self):
        folder = self.copy("film.mp4", "film.gif")
        texts = []
        for _ in range(2):
            make_report(folder)
            texts.append((folder / "report.html").read_text())
        self.assertEqual(*(re.sub(r"<details><summary>Files.*", "", text, flags=re.S) for text in texts))

    def test_case_gives_title_and_text(self):
        folder = self.copy()
        make_report(folder, ROOT / "examples" / "hopper")
        text = (folder / "report.html").read_text()
        self.assertEqual(Page(text).title, "Lifting hopper")
        self.assertIn("The hopper experiment of Huang et al. (2020)", text)

    def test_errors_are_sentences(self):
        empty = Path(tempfile.mkdtemp(dir=self.work))
        bad = self.copy()
        for content, sentence in (
                ("name,value,worth\na,1,2\n", "has a column 'worth' (the columns are name, value, unit, error, expected, tolerance, compared_with, basis, degrees)"),
                ("name,value\na,\n", "has a row without a name or a value: a,"),
                ("name,value,expected\na,1,two\n", "a: expected is 'two', not a number")):
            (bad / "figures.csv").write_text(content)
            with self.assertRaises(SystemExit) as stopped:
                make_report(bad)
            self.assertIn(sentence, str(stopped.exception.code))
        with self.assertRaises(SystemExit) as stopped:
            make_report(empty)
        self.assertIn("holds no log of LAMMPS (log.lammps): give the folder in which the run wrote its files", str(stopped.exception.code))
        done = make(empty / "none")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr, f"grist: there is no folder {empty / 'none'}\n")


if __name__ == "__main__":
    LMP = Path(sys.argv.pop(1)).resolve()
    find_modules.run_tests()
