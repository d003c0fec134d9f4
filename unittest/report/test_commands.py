#!/usr/bin/env python3
"""Tests of the words that grist takes: help of each command, one sentence for a wrong word, what is built before a command, and how far a build is.
Nothing is built and no LAMMPS is needed. Oracles: the rows of scripts/main.py for help, and what CONTRIBUTING.md and the pages of doc/ promise.
"""
import os
import re
import shutil
import subprocess
import sys
import unittest
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import find_modules
from find_modules import ROOT

sys.path.insert(0, str(ROOT / "scripts"))
import main  # noqa: E402

from grist_tools.develop import progress  # noqa: E402

MOST_LINES = 42     # of a help
WRONG = {
    "frobnicate": "unknown command 'frobnicate'; the commands are demo, new,",
    "run": "run needs CASE|FOLDER|FILE ('./grist run --help' lists what it takes)",
    "run nowhere": "there is no case and no folder 'nowhere'; the cases are: arching ball_mill",
    "run first hopper": "unrecognized arguments: hopper (those of LAMMPS go after --)",
    "run first -var x 1": "unrecognized arguments: -var x 1 (those of LAMMPS go after --)",
    "run first -np": "-np expected one argument",
    "demo -np 0": "-np needs a number from 1 on, not '0'",
    "sweep first --vary height=1,1": "--vary needs each value once, not 'height=1,1'",
    "sweep first --vary height=1,": "--vary needs a value on each side of a comma, not 'height=1,'",
    "sweep first --vary height": "--vary needs NAME=START:END:STEP or NAME=VALUE,VALUE,..., not 'height'",
    "sweep nowhere --vary a=1": "there is no case and no folder 'nowhere'",
    "converge": "converge needs CASE|FOLDER|FILE",
    "run two": "two holds 2 inputs (files in.NAME): give one",
    "inspect none": "there is no file or folder none",
    "new a --kind silo": "unknown kind 'silo'; the kinds are: blocks chute conveyor crusher",
    "new": "new needs NAME",
    "report": "report needs FOLDER",
    "report a b": "unrecognized arguments: b",
    "compare": "compare needs FOLDER",
    "compare two --csv": "--csv expected one argument",
    "calibrate none.toml": "there is no file none.toml",
    "calibrate two --budget few": "--budget has an invalid int value: 'few'",
    "validate --set dt": "--set needs NAME=VALUE, not 'dt'",
    "bench speed": "unknown benchmark 'speed'; the benchmarks are: search polyhedra step walls scale contest",
    "fuzz reader": "unknown target 'reader'; the targets are: meshes obj",
    "fuzz meshes --minutes 0": "--minutes needs a number from 1 on, not '0'",
    "package --debian 11": "--debian has an invalid choice: '11' (choose from",
    "check now": "unrecognized arguments: now",
    "build -- now": "unrecognized arguments: now",
    "test --one-in 0 --plugin": "--one-in needs a number from 1 on",
    "test --lammps none": "none is no LAMMPS source tree",
}


class CommandsTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        (self.folder / "two").mkdir()
        for name in ("two/in.a", "two/in.b", "tests.csv"):
            (self.folder / name).write_text("")

    def grist(self, *words, root=ROOT):
        environment = {name: value for name, value in os.environ.items() if name != "GRIST_LAMMPS_DIR"}
        done = subprocess.run(["bash", "-c", f'exec -a ./grist bash "$0" "$@"', root / "grist", *words], cwd=self.folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env={**environment, "GRIST_CALLED_AS": "./grist", "GRIST_PYTHON": sys.executable})
        return done.returncode, done.stdout, done.stderr.replace(str(root / "grist"), "./grist")

    def plan(self, *words, **environment):
        """What has to be there before a command, as bash reads it from any Python, also one without packages (-S)."""
        script = '"$@" 3>&1 >/dev/null'
        done = subprocess.run(["bash", "-c", script, "plan", sys.executable, "-S", ROOT / "scripts/main.py", "prepare", *words], cwd=self.folder,
                              capture_output=True, text=True, env={**os.environ, "GRIST_CI": "", **environment})
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return dict(line.split("=", 1) for line in done.stdout.splitlines())


class Help(CommandsTest):
    def test_of_each_command(self):
        for name, row in main.ROWS.items():
            code, text, errors = self.grist(name, "--help")
            self.assertEqual((code, errors), (0, ""), name)
            self.assertRegex(text, rf"^usage: \S*grist {name} \[-h\]")
            self.assertLessEqual(text.count("\n"), MOST_LINES, name)
            for words, settings in row.options:
                self.assertTrue(settings["help"], f"{name} {words}")
                if settings["help"] != main.argparse.SUPPRESS:
                    self.assertIn(words[0] if words[0].startswith("-") else settings["metavar"], text)

    def test_of_all(self):
        code, text, errors = self.grist("help")
        self.assertEqual((code, errors), (0, ""))
        for row in main.COMMANDS:
            self.assertRegex(text, rf"grist {row.name} +{re.escape(row.help)}\n")
        for words in ((), ("-h",), ("--help",), ("--from-source",)):
            self.assertEqual(self.grist(*words)[:2], (0, text))
        for words in (("help", "bench"), ("-h", "bench"), ("bench", "-h")):
            self.assertEqual(self.grist(*words), self.grist("bench", "--help"))

    def test_what_is_installed_has_no_command_of_the_source(self):
        root = self.folder / "share"
        root.mkdir()
        shutil.copy(ROOT / "grist", root)
        shutil.copytree(ROOT / "scripts", root / "scripts", ignore=shutil.ignore_patterns("develop", "__pycache__", "viewer*"))
        (root / "examples").symlink_to(ROOT / "examples")
        code, text, _ = self.grist("help", root=root)
        self.assertEqual(code, 0)
        for row in main.COMMANDS:
            self.assertEqual(bool(re.search(rf"grist {row.name} ", text)), not row.needs_source)
            if row.needs_source:
                code, _, errors = self.grist(row.name, root=root)
                self.assertEqual((code, errors.partition(": its")[0]), (2, f"grist: '{row.name}' needs the source of Grist, and this is an installation"))
        self.assertNotIn("--from-source", self.grist("run", "--help", root=root)[1])


class Wrong(CommandsTest):
    def test_one_sentence(self):
        for words, sentence in WRONG.items():
            code, text, errors = self.grist(*words.split())
            self.assertEqual((code, text, errors.count("\n")), (2, "", 1), f"{words}: {text}{errors}")
            self.assertIn(sentence, errors)
            self.assertTrue(errors.startswith("grist: "), errors)

    def test_an_error_of_the_system(self):
        name = 300 * "x"
        self.assertEqual(self.grist("run", f"./{name}"), (1, "", f"grist: cannot use {name}: File name too long\n"))


class Before(CommandsTest):
    def test_what_is_built(self):
        program = {"NEEDS": "build", "TARGETS": "(program)"}
        for words in ("demo", "run first", "sweep first --vary a=1", "converge first", "inspect two/in.a", "calibrate two/in.a", "validate sticking", "check"):
            plan = self.plan(*words.split())
            self.assertEqual({name: plan.get(name) for name in program}, program, words)
        for words in ("report .", "picture .", "film .", "view .", "watch .", "calibrate tests.csv", "validate --list"):
            self.assertEqual(self.plan(*words.split())["NEEDS"], "python", words)
        self.assertEqual(self.plan("new", "a"), {"THEN": "run.new_input:new"})
        self.assertEqual(self.plan("build"), {"THEN": "''", "NEEDS": "build", "TARGETS": "()"})
        self.assertEqual(self.plan("bench", "step", "--quick")["TARGETS"], "(bench_rebuild grist_lmp)")
        self.assertEqual(self.plan("--from-source", "demo"), self.plan("demo", "--from-source"))
        self.assertEqual(self.plan("demo", "--from-source")["GRIST_FROM_SOURCE"], "yes")
        self.assertNotIn("GRIST_FROM_SOURCE", self.plan("demo", "--", "--from-source"))

    def test_tests_take_words_of_others(self):
        self.assertEqual(self.plan("test", "-R", "a b")["THEN"], "develop.tests:run_tests")
        plan = self.plan("test", "--plugin", "--one-in", "20", "43", "--gtest_filter=a b:*")
        self.assertEqual((plan["FUNCTION"], plan["ONE_IN"], plan["FIRST"]), ("(test_plugin '--gtest_filter=a b:*')", "20", "3"))
        self.assertEqual(self.plan("test", "--mutants", "--sample", "4", "--seed", "7")["FUNCTION"], "(test_mutants --sample 4 --seed 7)")
        self.assertEqual(self.plan("test", "--pairs", "--all", "--with", "heat")["FUNCTION"], "(test_pairs --all --with heat)")
        self.assertEqual(self.plan("test", "--package", "a.deb")["FUNCTION"], "(test_package a.deb)")
        self.assertEqual(self.plan("test", "--lammps", "tree", "--slow")["LAMMPS"], "tree")
        self.assertEqual(self.plan("test")["PACKAGES_LATER"], "()")
        self.assertIn("chromium", self.plan("test", GRIST_CI="yes")["PACKAGES_LATER"])
        self.assertLess(int(self.plan("test", "--plugin", "--one-in", "3")["FIRST"]), 3)

    def test_each_option_of_the_tests_has_its_function(self):
        functions = set(re.findall(r"^test_(\w+)\(\)", (ROOT / "unittest/test_options.sh").read_text(), re.MULTILINE))
        self.assertEqual({*main.TESTS, "package"} - {"slow"}, functions)

    def test_functions_of_the_rows_exist(self):
        for row in main.COMMANDS:
            if row.function:
                module, function = row.function.split(":")
                self.assertTrue(callable(getattr(import_module(f"grist_tools.{module}"), function)), row.name)


class Progress(unittest.TestCase):
    COSTS = [("30", "*.core.o"), ("10", "*.o")]

    def test_weights(self):
        lines = ["[0/3] Re-running CMake...", "-- done", "[1/3] CXX a.core.o", "[2/3] CXX b.o", "[3/3] Linking lmp"]
        self.assertEqual([step[0] for step in progress.shown_steps(lines, 41, self.COSTS)], [73, 97, 100])
        self.assertEqual([step[0] for step in progress.shown_steps(lines, 0, self.COSTS)], [33, 66, 100])
        self.assertEqual([step[0] for step in progress.shown_steps(["[  7%] a", "[100%] b"], 41, self.COSTS)], [7, 100])
        self.assertEqual([step[1] for step in progress.shown_steps(["[1/3] x.h", *lines], 4000, self.COSTS)][0], None)

    def test_work_that_ninja_lists(self):
        if not shutil.which("ninja"):
            self.skipTest("no ninja")
        with TemporaryDirectory() as folder:
            Path(folder, "build.ninja").write_text("rule cc\n  command = cc -o $out -c $in\nbuild a.core.o: cc a.c\nbuild b.o: cc b.c\nbuild x: cc b.o\n")
            self.assertEqual(progress.expected_work(folder, ["a.core.o", "x"], self.COSTS), 30 + 10 + 1)
        self.assertEqual(progress.expected_work("/nowhere", ["all"], self.COSTS), 0)


if __name__ == "__main__":
    find_modules.run_tests()
