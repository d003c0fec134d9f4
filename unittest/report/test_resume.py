#!/usr/bin/env python3
"""Tests of grist run --resume: runs that are killed at random and resumed leave what an uninterrupted run leaves.

    test_resume.py LMP MPIEXEC

Oracle: the same run without an interruption, with checkpoints at the same steps. On the same number of ranks all tables, frames and rows of the log
are equal, bit for bit; on another number rows and frames are the same ones. GRIST_KILLS=5: each run is killed five times.
"""
import fcntl
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import find_modules
from find_modules import ROOT

from grist_tools.read.logs import find_logs, joined, parse_log
from grist_tools.run.kept_runs import is_running
from grist_tools.run.replay import appending, commands_of_part, definitions, Done
from grist_tools.run.resumable import lines_of, why_not, with_checkpoints

LMP, MPIEXEC = None, "mpirun"
MAIN = ROOT / "scripts" / "main.py"
TEMPLATES = ROOT / "examples" / "new"
os.environ.pop("GRIST_SECONDS", None)     # that the build before these tests took: it counts to a limit
KILLS = int(os.environ.get("GRIST_KILLS", "1"))
LATEST = 0.2            # s after a checkpoint that a run is killed
SEED = int(os.environ.get("GRIST_SEED", "4711"))
ROUNDING = 1e-10        # of sums over time, which begin anew with that of all ranks
NOT_OF_THE_RUN = {"command.txt"}
BALANCE = "compute bal all energy/balance\nthermo_modify format float %.15g\nfix energies all print {every} \"$(step) $(c_bal:%.12g) $(c_bal[1]:%.12g) "\
    "$(c_bal[5]:%.12g) $(c_bal[10]:%.12g)\" file balance.txt screen no\n"


class Runs(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.random = random.Random(SEED)

    def make(self, kind, changes=(), balance=0):
        """The folder of a template, with changed words and, where it stands before the first run, a table of the balance."""
        target = self.folder / f"my_{kind}"
        shutil.copytree(TEMPLATES / kind, target)
        script = target / f"in.{kind}"
        text = script.read_text()
        for old, new in changes:
            self.assertIn(old, text)
            text = text.replace(old, new)
        if balance:
            text = re.sub(r"^run ", BALANCE.format(every=balance).replace("\\", "\\\\") + "run ", text, count=1, flags=re.MULTILINE)
        script.write_text(text)
        return target

    def command(self, name, *words, ranks=1):
        return list(map(str, [sys.executable, MAIN, "run", name, "-np", ranks, "--program", LMP, "--mpiexec", MPIEXEC, *words]))

    def run_it(self, name, *words, ranks=1, status=0):
        done = subprocess.run(self.command(name, *words, ranks=ranks), cwd=self.folder, capture_output=True, text=True)
        self.assertEqual(done.returncode, status, done.stdout[-2000:] + done.stderr)
        return done

    def results(self, name):
        return (self.folder / "results" / name).resolve()

    def kill_in(self, name, *words, ranks=1):
        """Kills a run, all its processes, at a random time after it has written a checkpoint."""
        folder = self.folder / "results" / name
        before = self.newest(folder) if "--resume" in words else 0
        run = subprocess.Popen(self.command(name, *words, ranks=ranks), cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
        while run.poll() is None and self.newest(folder) <= before:
            time.sleep(0.02)
        time.sleep(self.random.uniform(0.0, LATEST))
        if run.poll() is not None:
            self.assertEqual(run.returncode, 0, "a run that was not killed failed")
            return False
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
        while is_running(folder):
            time.sleep(0.05)
        return True

    def newest(self, folder):
        """The serial number of the newest checkpoint."""
        found = (re.search(r"^serial (\d+)", text) for text in (read(folder / "resume" / f"{k}.txt") for k in (1, 2)))
        return max((int(one[1]) for one in found if one), default=0)

    def killed_and_resumed(self, name, *words, ranks=(1,), kills=KILLS):
        """Runs `name` to its end, kills it on the way, and says how often. Its checkpoints stay at the same steps."""
        given = ["--", *words] if words else []
        count = 0
        goes_on = self.kill_in(name, "--restart-every", self.every, *given, ranks=ranks[0])
        self.assertTrue(goes_on, "the run ended before it was killed")
        while goes_on and count < kills - 1:
            count += 1
            goes_on = self.kill_in(name, "--resume", ranks=ranks[count % len(ranks)])
        if goes_on:
            count += 1
            self.run_it(name, "--resume", ranks=ranks[count % len(ranks)])
        return count

    def compare(self, name, *words, every, ranks=(1,)):
        """Of an uninterrupted run and one that is killed: the folders of their results."""
        self.every = every
        given = ["--", *words] if words else []
        self.run_it(name, "--restart-every", every, *given, ranks=ranks[0])
        whole = self.results(name).rename(self.folder / "whole")
        shutil.rmtree(self.folder / "results")
        count = self.killed_and_resumed(name, *words, ranks=ranks)
        self.assertEqual(count, KILLS, "the run ended before it was killed so often")
        return whole, self.results(name)

    def assert_same(self, whole, resumed):
        """Tables to the last byte, but the balance to rounding; frames and rows of the log."""
        tables = tables_of(whole)
        self.assertEqual(tables, tables_of(resumed))
        self.assertTrue(tables)
        found = {table: difference(whole / table, resumed / table) for table in tables}
        self.assertEqual({table: values for table, values in found.items() if values > (ROUNDING if table == "balance.txt" else 0.0)}, {})
        for series in whole.glob("*.pvd"):
            self.assertEqual(frames_of(series), frames_of(resumed / series.name))
        self.assertEqual(rows_of(whole), rows_of(resumed))
        self.assertTrue((resumed / "report.html").is_file())


def difference(one, two):
    """The largest between numbers of two tables, as a share of the largest of its column; infinite where other text differs."""
    texts = one.read_text(), two.read_text()
    if texts[0] == texts[1]:
        return 0.0
    rows = [[re.split(r"[ ,]+", line) for line in text.splitlines()] for text in texts]
    if [len(row) for row in rows[0]] != [len(row) for row in rows[1]]:
        return float("inf")
    most, largest = {}, {}
    for row in zip(*rows):
        for column, (a, b) in enumerate(zip(*row)):
            try:
                a, b = float(a), float(b)
            except ValueError:
                if a != b:
                    return float("inf")
                continue
            largest[column] = max(largest.get(column, 0.0), abs(a), abs(b))
            most[column] = max(most.get(column, 0.0), abs(a - b))
    return max(most[column] / largest[column] for column in most if most[column] > 0.0)


def read(path):
    try:
        return path.read_text()
    except OSError:
        return ""


def tables_of(folder):
    return sorted(path.name for path in folder.iterdir() if path.suffix in (".csv", ".txt", ".vtk") and path.name not in NOT_OF_THE_RUN)


def frames_of(series):
    """Steps and times, and how many of their files there are."""
    entries = re.findall(r'timestep="([^"]+)".*?file="([^"]+)"', series.read_text())
    return [(time, Path(file).name, (series.parent / file).is_file()) for time, file in entries]


def rows_of(folder):
    log = joined([log for _, log in find_logs(folder)])
    return [(names, rows) for names, rows in log.thermo]


def figure_of(folder, name):
    return float(re.search(f'^"?{name}"?,([^,]*),', (folder / "figures.csv").read_text(), re.MULTILINE)[1])


class Killed(Runs):
    """The runs that the page promises."""

    def test_a_mill_with_two_runs_and_means_over_one_of_them(self):
        self.make("mill", [("index 600", "index 100")], balance=1000)
        self.assert_same(*self.compare("my_mill", "-var", "turns", "1.3", every="2000steps", ranks=(2,)))

    def test_a_crusher_whose_rocks_break(self):
        self.make("crusher", balance=500)
        self.assert_same(*self.compare("my_crusher", "-var", "strokes", "3", "-var", "rocks", "6", "-var", "smallest", "0.024", every="1000steps"))

    def test_a_hopper_whose_gate_opens(self):
        self.make("hopper", balance=1000)
        self.assert_same(*self.compare("my_hopper", "-var", "number", "300", "-var", "t_end", "0.5", every="700steps"))

    def test_a_shear_cell_with_a_servo_and_eight_runs(self):
        self.make("shear_cell")
        self.assert_same(*self.compare("my_shear_cell", "-var", "speed", "0.5", "-var", "young", "1e6", every="1000steps"))

    @unittest.skipIf(KILLS == 1, "with GRIST_KILLS=5")
    def test_a_chute_with_a_stream_of_rocks(self):
        self.make("chute", balance=2000)
        self.assert_same(*self.compare("my_chute", "-var", "t_feed", "0.8", "-var", "t_end", "1.0", "-var", "strength", "1e6", every="2500steps"))

    def test_a_chute_whose_rocks_break(self):
        self.make("chute", balance=2000)
        whole, resumed = self.compare("my_chute", "-var", "t_feed", "0.6", "-var", "t_end", "0.7", "-var", "strength", "1e5", every="2500steps")
        self.assert_same(whole, resumed)
        self.assertGreater(len(first_cells(resumed / "breaks.csv")), 20)

    @unittest.skipIf(KILLS == 1, "with GRIST_KILLS=5")
    def test_a_strength_test_with_its_peak_so_far(self):
        self.make("strength")
        self.assert_same(*self.compare("my_strength", "-var", "elements", "900", every="500steps"))

    @unittest.skipIf(KILLS == 1, "with GRIST_KILLS=5")
    def test_a_screen_that_counts_anew_in_its_second_half(self):
        self.make("screen")
        whole, resumed = self.compare("my_screen", "-var", "t_end", "1.2", "-var", "young", "1e6", every="500steps")
        self.assertEqual(tables_of(whole), tables_of(resumed))
        self.assertEqual(frames_of(whole / "screen.pvd"), frames_of(resumed / "screen.pvd"))
        for folder in (whole, resumed):
            self.assertLess(abs(figure_of(folder, "fed - out - inside")), 1e-9)

    def test_on_another_number_of_ranks_rows_and_frames_are_the_same_ones(self):
        self.make("hopper", balance=1000)
        whole, resumed = self.compare("my_hopper", "-var", "number", "300", "-var", "t_end", "0.5", every="700steps", ranks=(1, 2))
        self.assertEqual(tables_of(whole), tables_of(resumed))
        self.assertEqual(first_cells(whole / "out.csv"), first_cells(resumed / "out.csv"))
        self.assertEqual(frames_of(whole / "hopper.pvd"), frames_of(resumed / "hopper.pvd"))
        self.assertEqual([[row[0] for row in rows] for _, rows in rows_of(whole)], [[row[0] for row in rows] for _, rows in rows_of(resumed)])
        one, two = (numbers_of(folder / "out.csv") for folder in (whole, resumed))
        for row in two:
            self.assertAlmostEqual(row["mass_out [kg]"] + row["mass_inside [kg]"], one[0]["mass_inside [kg]"], delta=1e-12)
        drift = [[abs(float(line.split()[1])) for line in read(folder / "balance.txt").splitlines()[1:]] for folder in (whole, resumed)]
        self.assertLess(max(drift[1]), 1.5 * max(drift[0]))


def first_cells(table):
    return [line.split(",")[0] for line in table.read_text().splitlines()]


def numbers_of(table):
    titles, *rows = (line.split(",") for line in table.read_text().splitlines())
    return [{title: float(cell) for title, cell in zip(titles, row) if title != "component"} for row in rows]


class Sentences(Runs):
    """What cannot be done is one sentence."""

    def fails(self, sentence, name, *words):
        done = subprocess.run(self.command(name, *words), cwd=self.folder, capture_output=True, text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        self.assertRegex(done.stderr, sentence)

    def test_without_an_earlier_run_and_wrong_times(self):
        self.make("hopper")
        self.fails(r"there is no run to resume in .*results/my_hopper: run without --resume", "my_hopper", "--resume")
        for wrong in ("24", "3weeks", "h", "", "-1h", "1..5h"):
            self.fails(r"--limit needs a time with its unit \(24h, 90min, 1h30min or 600s\), not ", "my_hopper", f"--limit={wrong}")
        self.fails(r"--restart-every needs minutes", "my_hopper", "--restart-every", "often")
        self.fails(r"-var number has no value: -var number VALUE", "my_hopper", "--", "-var", "number", "-var", "t_end", "1")
        self.fails(r"--limit is 0.001 s, and .* s have passed before the run: give a longer one", "my_hopper", "--limit", "0.001s")
        (self.folder / "results/my_hopper").rename(self.folder / "results/other")
        self.fails(r"no checkpoint was written in .*other yet: run anew", "my_hopper", "--resume", "--out", "other")

    def test_an_input_that_cannot_be_resumed_says_so_at_once(self):
        script = self.make("hopper") / "in.hopper"
        script.write_text("units si\nregion box block 0 1 0 1 0 1\ncreate_box 1 box\nclear\n" + script.read_text())
        self.fails(r"--limit needs an input that can be resumed: line 4, 'clear': remove the command clear", "my_hopper", "--limit", "1h")
        done = self.run_it("my_hopper", "--", "-var", "number", "20", "-var", "t_fill", "0.01", "-var", "t_end", "0.01")
        self.assertRegex(done.stdout, r"this run cannot be resumed: line 4, 'clear': remove the command clear")
        self.fails(r"cannot be resumed: line 4, 'clear'", "my_hopper", "--resume")

    def test_a_run_of_some_steps(self):
        self.folder /= "a folder"
        self.folder.mkdir()
        input_folder = self.make("hopper").rename(self.folder / "my own hopper")
        words = ["--", "-var", "number", "300", "-var", "t_end", "0.2"]
        name = input_folder.name
        self.assertTrue(self.kill_in(name, "--restart-every", "2000steps", *words))
        script = input_folder / "in.hopper"
        text = script.read_text()
        line = 1 + next(k for k, line in enumerate(text.split("\n")) if "poisson ${poisson}" in line)
        script.write_text(text.replace("poisson ${poisson}", "poisson 0.25"))
        self.fails(rf"in.hopper was changed since the run began \(first in line {line} of .*resume/original\): put it back", name, "--resume")
        script.write_text(text)
        gate = input_folder / "gate.off"
        before = gate.read_text()
        gate.write_text(before + "\n")
        self.fails(r"gate.off changed since the run began: put back", name, "--resume")
        gate.write_text(before)
        self.fails(r"there is no run to resume in .*hopper-number-300-t_end-0.3: run without", name, "--resume", "--", "-var", "number", "300", "-var", "t_end", "0.3")
        with open(self.folder / "results" / name / "lock", "a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            self.fails(r"a run goes on in .*: wait until it has ended", name, "--resume")
            self.fails(r"a run goes on in .*: wait until it has ended", name, *words)
        self.damage_and_resume(name)

    def damage_and_resume(self, name):
        folder = self.folder / "results" / name / "resume"
        records = {k: int(re.search(r"serial (\d+)", (folder / f"{k}.txt").read_text())[1]) for k in (1, 2) if (folder / f"{k}.txt").is_file()}
        newest = max(records, key=records.get)
        damaged = folder / f"{newest}.restart"
        data = bytearray(damaged.read_bytes())
        data[len(data) // 2] ^= 1
        damaged.write_bytes(data)
        done = self.run_it(name, "--resume")
        self.assertRegex(done.stderr, rf"{newest}.restart is damaged: the checkpoint before it is taken")
        self.fails(r"the run in .*hopper.* has ended: there is nothing to resume", name, "--resume")

    def test_a_limit_ends_the_run_with_a_checkpoint_and_it_goes_on(self):
        self.make("hopper")
        steps = []
        for words in (["--", "-var", "t_fill", "50"], ["--resume"]):
            done = self.run_it("my_hopper", "--limit", "4s", *words, status=3)
            found = re.search(r"my_hopper stopped before its limit, at step (\d+) of 1000000; continue it by: .* run my_hopper --resume", done.stdout)
            self.assertTrue(found, done.stdout)
            steps.append(int(found[1]))
        self.assertLess(*steps)
        self.assertFalse((self.results("my_hopper") / "figures.csv").exists())


class Inputs(unittest.TestCase):
    """Which inputs can be resumed, and what of them is given again."""

    def test_lines_are_joined_as_by_lammps(self):
        lines = lines_of('a 1 &\n  2\nprint """x\nrun 5"""  \n# run 3\nrun 4')
        self.assertEqual([(line.number, line.command) for line in lines], [(1, "a"), (3, "print"), (5, ""), (6, "run")])

    def test_all_templates_can_be_resumed_and_the_copy_keeps_every_line(self):
        for script in sorted(TEMPLATES.glob("*/in.*")):
            text = script.read_text()
            self.assertEqual(why_not(lines_of(text)), "", script.name)
            copy = with_checkpoints(text)
            self.assertEqual([line for line in copy.split("\n") if "# of grist run" not in line], text.split("\n"))

    def test_what_cannot_be_resumed_names_the_line_and_the_cure(self):
        for text, expected in [("units si", "no line of it is a run (one inside 'if', or in a file that is included, has no checkpoints)"), ("run 5\nclear\nrun 5", "line 2, 'clear': remove the command clear"),
                               ("label a\nrun 5\njump SELF a", "line 3, 'jump SELF a': it repeats a run: write the runs one after the other"),
                               ("fix p all ave/chunk 1 1 1 c v\nrun 5", "line 1, 'fix p all ave/chunk 1 1 1 c v': its sums are in no restart file: "
                                "use fix sensor or fix ave/time"),
                               ("run 5 every 2 NULL", "line 1, 'run 5 every 2 NULL': give the run without every, pre and post"),
                               ("fix_modify w move none\nrun 1", "line 1, 'fix_modify w move none': a wall whose motion changes: unfix it, and give the "
                                "fix again with the new motion")]:
            self.assertEqual(why_not(lines_of(text)), expected)

    def test_what_has_ended_is_not_made_again(self):
        done = [Done(text) for text in ["create_box 1 box", "pair_style x", "fix a all nve", "fix b all print 1 t file f", "fix_modify b energy yes",
                                        "unfix b", "group g type 1", "group d dynamic all region r", "fix a all nve/sphere", "run 5"]]
        self.assertEqual(definitions(done), ["read_restart", "fix a all nve/sphere", "group d dynamic all region r"])

    def test_files_are_continued(self):
        self.assertEqual(appending('fix h all print 5 "a file b" file h.csv screen no'), 'fix h all print 5 "a file b" append h.csv screen no')
        self.assertEqual(appending("fix b all breakage 10 sizes s.csv"), "fix b all breakage 10 sizes s.csv append none")
        self.assertEqual(appending("dump d all custom 5 d.txt id"), "dump d all custom 5 d.txt id\ndump_modify d append yes")
        self.assertEqual(appending("dump d all custom 5 d.*.txt id"), "dump d all custom 5 d.*.txt id")
        self.assertEqual(appending("fix w all wall/mesh file.stl"), "fix w all wall/mesh file.stl")

    def test_each_value_that_is_put_in_has_a_line_in_the_log(self):
        copy = with_checkpoints("region r block 0 $(1+1) 0 $(2+2)   # two\nrun 10\n")
        log = copy.replace("# two\n", "# two\nregion r block 0 2 0 $(2+2)\nregion r block 0 2 0 4\n")
        self.assertEqual([done.text.strip() for done in commands_of_part(copy, log, Path("."), 1)], ["region r block 0 2 0 4"])

    def test_rows_of_parts_are_those_of_one_run(self):
        def log(*runs, begin=""):
            return parse_log(begin + "".join("run 10\n   Step          Time\n" + "".join(f"{step} {step}.5\n" for step in rows) + (
                "Loop time of 1 on 1 procs for 10 steps with 1 atoms\n" if is_whole else "") for rows, is_whole in runs))

        again = "read_restart resume/1.restart\n"
        whole = joined([log(([0, 5, 10], True), ([10, 15, 20], True))]).thermo
        for parts in ([log(([0, 5, 10], True), ([10, 15], False)), log(([10], True), ([10, 15, 20], True), begin=again)],          # end of a run
                      [log(([0, 5, 10], True), ([10, 15], False)), log(([5, 10], True), ([10, 15, 20], True), begin=again)],       # damaged
                      [log(([0, 5], False)), log(([3, 5], False), begin=again), log(begin=again), log(([4, 5, 10], True), ([10, 15, 20], True), begin=again)],
                      [log(([0, 5, 10], True), ([10], False)), log(([12, 15], False), begin=again), log(([17, 20], True), begin=again)]):
            self.assertEqual(joined(parts).thermo, whole)

    def test_values_are_those_of_the_log(self):
        copy = with_checkpoints('variable n index 5\nif "${n} > 3" then "fix a all x" else "fix b all x"\nrun 10\nvariable m equal $(step+1)\nrun ${n}\n')
        log = copy.replace("variable m equal $(step+1)", "variable m equal $(step+1)\nvariable m equal 11").replace(
            'else "fix b all x"', 'else "fix b all x"\nif "5 > 3" then "fix a all x" else "fix b all x"\nfix a all x')
        log = re.sub(r"(\$\{grist.*)\n", r"\1\nfix checkpoint all checkpoint resume every 5 label 1:1\n", log)
        texts = [done.text.strip() for done in commands_of_part(copy, log, Path("."), 2)]
        self.assertIn("variable m equal 11", texts)
        self.assertIn("fix a all x", texts)
        self.assertNotIn("fix b all x", texts)
        self.assertIsNone(commands_of_part(copy, log.split("variable m")[0], Path("."), 2))

    def test_loops_are_followed_to_their_end(self):
        """As LAMMPS echoes them: not the label to which it jumps, and the last jump, which it does not carry out."""
        body = ['print """$k\n$(v_k)""" append file', 'print "$k" append file', "next k", "jump SELF again"]
        copy = "\n".join(["variable k loop 3", "label again", *body, "variable k loop 2", "label once", "fix a$k all x", "next k", "jump SELF once", "run 10"])
        copy = with_checkpoints(copy)
        log = "\n".join(["variable k loop 3", "label again", *3 * body, "variable k loop 2", "label once", "fix a$k all x", "fix a1 all x", "next k",
                         "jump SELF once", "fix a$k all x", "fix a2 all x", "next k", "jump SELF once", *copy.split("\n")[-7:]])
        done = commands_of_part(copy, log, Path("."), 1)
        self.assertEqual(definitions(done), ["variable k loop 3", "variable k delete", "variable k loop 2", "fix a1 all x", "fix a2 all x", "variable k delete"])


if __name__ == "__main__":
    LMP, MPIEXEC = Path(sys.argv.pop(1)).resolve(), sys.argv.pop(1)
    find_modules.run_tests()
