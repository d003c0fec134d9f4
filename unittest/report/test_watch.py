#!/usr/bin/env python3
"""Tests of `grist watch` on a log that grows. Oracle: what was written to it."""
import json
import re
import subprocess
import sys
import time
import unittest
import urllib.error
import urllib.request
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
import made_runs as made
import numpy as np
from stone import MAIN

from grist_tools.read.logs import GrowingLog, read_log
from grist_tools.read.tables import ThinRows
from grist_tools.report.watch import LOG_SHARE, MOST_POINTS, Watch

LOG = "LAMMPS (4 Feb 2025)\nunits si\nrun 1000\nStep KinEng f_x\n0 1 <b>\n"


class WatchTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.log = self.folder / "log.lammps"
        self.run = subprocess.Popen(["sleep", "100"])       # stands for the run
        self.addCleanup(self.end_run)

    def end_run(self):
        self.run.kill()
        self.run.wait()

    def watch(self):
        command = [sys.executable, "-u", MAIN, "watch", self.folder, "--process", str(self.run.pid)]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process, re.search(r"http://127.0.0.1:\d+", process.stdout.readline())[0]

    def ask(self, address, **headers):
        with urllib.request.urlopen(urllib.request.Request(address, headers=headers), timeout=10) as answer:
            return answer.read()

    def until(self, address, expected):
        for _ in range(200):
            state = json.loads(self.ask(address + "/state.json"))
            if expected(state):
                return state
            time.sleep(0.2)
        self.fail(state)

    def test_follows_a_run_to_its_end(self):
        process, address = self.watch()
        self.assertEqual(json.loads(self.ask(address + "/state.json"))["text"], "waiting for the log")
        self.log.write_text(LOG.replace("<b>", "5") + "250 3 7\n")
        state = self.until(address, lambda state: state.get("share"))
        self.assertEqual((state["share"], state["text"]), (0.25, "step 250, 25.0 % of a run of 1000 steps"))
        self.assertEqual(state["curves"][0], {"name": "KinEng: kinetic energy [J]", "x": [0, 250, 250], "y": [1, 3, 3]})
        made.write_dump(self.folder / "a.dump", {0: [[1, 1, 0, 0, 0, 1]]}, "id type x y z radius")
        self.until(address, lambda state: state.get("picture"))
        self.assertEqual(self.ask(address + "/picture.png?1")[1:4], b"PNG")
        self.log.write_text(self.log.read_text() + "Loop time of 1 on 1 procs for 1000 steps with 2 atoms\nTotal wall time: 0:00:09\n")
        self.assertEqual(process.wait(60), 0)       # it ends by itself

    def test_values_that_are_not_finite_are_gaps(self):
        """JSON has no nan and no inf: a browser would take the state for a lost connection."""
        self.log.write_text(LOG.replace("<b>", "5") + "250 nan -inf\n500 3 7\n")
        _, address = self.watch()
        def no(word):
            self.fail(f"{word} is no JSON")
        self.until(address, lambda state: state.get("curves"))
        state = json.loads(self.ask(address + "/state.json"), parse_constant=no)
        self.assertEqual([curve["y"] for curve in state["curves"]], [[1, None, 3, 3], [5, None, 7, 7]])

    def test_goes_on_where_a_frame_cannot_be_drawn(self):
        """A series of another program, without times and newer than the dump of the run; a state of the folder that no reader knows."""
        made.write_dump(self.folder / "a.dump", {0: [[1, 1, 0, 0, 0, 1]]}, "id type x y z radius")
        (self.folder / "b.pvd").write_text('<VTKFile><Collection><DataSet file="x.vtu"/></Collection></VTKFile>')
        self.log.write_text(LOG.replace("<b>", "5"))
        process, address = self.watch()
        self.assertTrue(self.until(address, lambda state: state.get("picture"))["picture"].startswith("a.dump"))
        (self.folder / "log.lammps").write_text(LOG.replace("<b>", "5") + "750 2 3\n")
        self.until(address, lambda state: state.get("share") == 0.75)

    def test_a_killed_run(self):
        self.log.write_text(LOG.replace("<b>", "5"))
        process, address = self.watch()
        self.until(address, lambda state: "step" in state["text"])
        self.end_run()
        self.assertEqual(process.wait(60), 0)

    def test_a_second_one_takes_another_port(self):
        self.assertNotEqual(self.watch()[1], self.watch()[1])

    def test_answers_this_machine_only(self):
        _, address = self.watch()
        self.assertIn(b"<h1>", self.ask(address + "/"))
        for path, headers, code in (("/", {"Host": "other.example:80"}, 403), ("/../log.lammps", {}, 404), ("/x", {}, 404)):
            with self.assertRaises(urllib.error.HTTPError) as raised:
                self.ask(address + path, **headers)
            self.assertEqual(raised.exception.code, code)
            raised.exception.close()

    def test_no_folder(self):
        done = subprocess.run([sys.executable, MAIN, "watch", self.folder / "none"], capture_output=True, text=True)
        self.assertEqual((done.returncode, len(done.stderr.splitlines())), (1, 1))


class LongLogTest(unittest.TestCase):
    """What a look at a long log costs. Oracle: the rows that were written since the last look."""

    def test_a_look_reads_what_is_new(self):
        with TemporaryDirectory() as folder:
            watch = Watch(Path(folder))
            log = watch.folder / "log.lammps"
            rows = 200000
            with open(log, "w") as file:
                file.write("LAMMPS (4 Feb 2025)\nunits si\nrun 1000000\nStep KinEng f_x\n")
                file.writelines(f"{step} {step / 7:.6g} 1.5\n" for step in range(rows))
            watch.look()
            first = watch.log.place
            with open(log, "a") as file:
                file.write(f"{rows} 5 6\n{rows + 1} 7 ")
            start = time.thread_time()
            watch.look()
            seconds = time.thread_time() - start
            self.assertEqual(watch.log.place - first, len(f"{rows} 5 6\n{rows + 1} 7 "))
            self.assertEqual(watch.state["curves"][0]["y"][-1], 5)      # the row that is being written waits
            self.assertEqual(watch.state["text"], f"step {rows}, 20.0 % of a run of 1000000 steps")
            self.assertLess(seconds / LOG_SHARE, 60, "the next look comes after this time")
            with open(log, "a") as file:
                file.write("8\n")
            watch.look()
            curve = watch.state["curves"][0]
            self.assertEqual((curve["x"][-1], curve["y"][-1], curve["x"][0]), (rows + 1, 7, 0))
            self.assertLess(len(curve["x"]), 3 * MOST_POINTS)
            steps = np.diff(curve["x"][:-2])
            self.assertTrue((steps == steps[0]).all(), "the points of a curve are evenly spaced")

    def test_a_log_that_another_run_replaces(self):
        with TemporaryDirectory() as folder:
            path = Path(folder) / "log.lammps"
            path.write_text(LOG.replace("<b>", "5") + "250 3 7\n500 4 8\n")
            log = GrowingLog(path)
            log.look()
            path.write_text(LOG.replace("<b>", "6"))
            log.look()
            self.assertEqual(log.log.thermo, [(["Step", "KinEng", "f_x"], [[0, 1, 6]])])

    def test_thin_rows(self):
        for count in (1, 2, 799, 801, 802, 1603, 5000):
            rows = ThinRows(2 * MOST_POINTS)
            for k in range(count):
                rows.append(k)
            self.assertEqual(rows[-1], count - 1)
            self.assertEqual(list(rows[:-1]), [k for k in range(0, count - 1, rows.every)])
            self.assertEqual(rows.numbers, rows)
            self.assertLessEqual(len(rows), 2 * MOST_POINTS + 1)

    def test_a_log_in_pieces_is_the_same(self):
        """Cut at each byte, with characters of several bytes."""
        text = (LOG.replace("<b>", "5") + "250 3 7\nWARNING: größe µ (src/x.cpp:1)\nLoop time of 1 on 1 procs for 1000 steps with 2 atoms\n").encode()
        with TemporaryDirectory() as folder:
            path = Path(folder) / "log.lammps"
            path.write_bytes(text)
            whole = read_log(path)
            for cut in range(len(text)):
                path.write_bytes(text[:cut])
                log = GrowingLog(path)
                log.look()
                path.write_bytes(text)
                log.look()
                self.assertEqual(log.log, whole)


if __name__ == "__main__":
    find_modules.run_tests()
