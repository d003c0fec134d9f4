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

import find_modules  # noqa: F401
import made_runs as made
from stone import MAIN

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
        self.assertEqual(state["curves"][0], {"name": "KinEng", "x": [0, 250, 250], "y": [1, 3, 3]})
        made.write_dump(self.folder / "a.dump", {0: [[1, 1, 0, 0, 0, 1]]}, "id type x y z radius")
        self.until(address, lambda state: state.get("picture"))
        self.assertEqual(self.ask(address + "/picture.png?1")[1:4], b"PNG")
        self.log.write_text(self.log.read_text() + "Loop time of 1 on 1 procs for 1000 steps with 2 atoms\nTotal wall time: 0:00:09\n")
        self.assertEqual(process.wait(60), 0)       # it ends by itself

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


if __name__ == "__main__":
    unittest.main()
