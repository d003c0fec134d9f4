#!/usr/bin/env python3
"""Tests of the benchmarks' Python: each is measured with programs that only write made-up numbers
(fake_programs.py), and its plots are drawn.

Oracle: the numbers that the programs wrote.
"""
import os
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

import fake_programs
import find_modules
from find_modules import ROOT
from stone import MAIN

from grist_tools.bench.measure import grid_of
from grist_tools.read.tables import read_rows


MPIRUN = """#!/bin/sh
[ "$1" != --version ] || { echo "mpirun (Open MPI) 4.1.4"; exit; }
export FAKE_RANKS="$2"
shift 2
[ "$1" != --oversubscribe ] || shift
exec "$@"
"""


class BenchmarkTest(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.build, self.out = Path(temporary.name, "build"), Path(temporary.name, "results")
        (self.build / "bench").mkdir(parents=True)
        self.out.mkdir()
        self.write_program("mpirun", MPIRUN)
        for name in fake_programs.PROGRAMS:
            self.write_program(name if name in ("lmp", "liggghts", "yade") else f"bench/{name}",
                               f"#!/bin/sh\nexec '{sys.executable}' '{fake_programs.__file__}' "
                               f'{name} "$@"\n')

    def write_program(self, name, text):
        (self.build / name).write_text(text)
        (self.build / name).chmod(0o755)

    def measure(self, name, *words, **environment):
        command = [sys.executable, MAIN, "bench", name, "--build", self.build, "--out", self.out,
                   "--mpiexec", self.build / "mpirun", *words]
        return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              env={**os.environ, **environment})

    def run_benchmark(self, name, *words, **environment):
        """Measures and draws; the lines of the summary."""
        done = self.measure(name, *words, **environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""), done.stdout)
        plot = ROOT / "bench" / name / "plot.py"
        done = subprocess.run([sys.executable, plot, self.out], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual((self.out / "summary.txt").read_text(), done.stdout)
        return done.stdout.splitlines()

    def rows(self, name):
        return read_rows(self.out / name)

    def test_search(self):
        lines = self.run_benchmark("search")
        self.assertEqual([row["ranks"] for row in self.rows("rebuild.csv")], [1, 1, 1, 2, 2, 2])
        self.assertIn("LAMMPS, distribution 4 F, 2 ranks, lists: grid is 6.00 times as fast as bin "
                      "(100 ms, bin 600 ms)", lines)
        self.assertIn("multi-level faster than single-level in 24 of 24 drums", lines[0])
        self.assertEqual(len(list(self.out.glob("*.png"))), 8)

    def test_search_in_a_hurry(self):
        self.assertEqual(self.measure("search", "--quick").returncode, 0)
        self.assertEqual([row["ranks"] for row in self.rows("rebuild.csv")], [1, 1, 1])

    def test_polyhedra(self):
        lines = self.run_benchmark("polyhedra")
        self.assertIn("octahedron 6 (8): a touching pair takes 0.50 us (wanted: at most 0.6): "
                      "reached", lines)
        self.assertIn("drum: two ranks are 2.00 times as fast as one (wanted: 1.7): reached", lines)

    def test_walls(self):
        lines = self.run_benchmark("walls", "--quick")
        self.assertEqual(lines[1], "2 rank(s): 1.000 ms a step with the coarse mesh, 1.000 ms with "
                         "the fine one: 1.00 times (wanted: at most 1.5)")
        # 30 us of Modify on each of two ranks, 300 touching spheres
        self.assertIn("2 rank(s): 200 ns for each sphere that touches the mesh wall (wanted: at "
                      "most 120)", lines)

    def test_step(self):
        cases = ("drum", "hopper_charge", "cubes 100", "cubes 186")
        lines = self.run_benchmark("step", *(word for case in cases for word in ("--only", case)))
        rows = {(row["case"], row["side"], row["lists"], row["ranks"]): row
                for row in self.rows("step.csv")}
        drum = rows["drum 4 F", "stock", "multi", 1]
        # Two runs in each of two rounds, 3 ms on half of a core; half of it are 1000 bonds.
        names = ("seconds", "runs", "steps", "cpu_percent", "bond", "bond_ns", "own")
        self.assertEqual([drum[name] for name in names],
                         [1.5e-3, 4, 10, 50, 0.75e-3, 750, "contact+integrator"])
        # The slower one is left out after a round.
        self.assertEqual(rows["drum 4 F", "stock", "bin", 1]["runs"], 2)
        self.assertEqual(rows["drum 4 F", "grist", "", 2]["seconds"], 0.25e-3)
        self.assertEqual({case for case, *_, ranks in rows if ranks == 2},
                         {"drum 4 F", "drum 3 F", "hopper"})
        self.assertEqual({case for case, *_, ranks in rows if ranks == 1},
                         {"drum 4 F", "drum 3 F", "hopper", "cubes 100", "cubes 186"})
        self.assertIn("drum 4 F: 2 ranks are 2.00 times as fast as one (stock 2.00) (wanted: 1.8): "
                      "reached", lines)
        self.assertTrue((self.build / "bench/data/hopper_1500.data").is_file())

    def test_step_of_one_case_on_chosen_ranks(self):
        done = self.measure("step", "--quick", "--only", "mill", GRIST_BENCH_RANKS="1 4")
        self.assertEqual(done.returncode, 0, done.stderr)
        timed = [(row["case"], row["side"], row["ranks"]) for row in self.rows("step.csv")]
        self.assertEqual(timed, [("mill", "stock", 1), ("mill", "grist", 1)])
        self.assertIn("grist: mill, 1 rank(s): stock (bin) 2 ms a step, 4.00 times the package's",
                      done.stdout)
        self.assertTrue((self.build / "bench/data/quick_mill.data").is_file())

    def test_scale(self):
        lines = self.run_benchmark("scale", "--quick")
        counts = self.rows("counts.csv")
        weak = [row["ranks"] for row in counts if row["case"] == "weak" and row["loop"] == 1]
        self.assertEqual(weak, [1, 2, 4, 8, 16])
        self.assertLessEqual({"bed_made", "large", "styles_hold", "pile", "pile_made"},
                             {row["case"] for row in counts})
        self.assertEqual({(row["case"], row["ranks"]) for row in self.rows("work.csv")},
                         {(case, ranks) for case in ("mill", "hopper", "pile") for ranks in (4, 8)})
        # Works 1, 2, 3, 4 of four ranks: the most is 1.6 times the mean.
        self.assertIn("mill, 4 ranks: work of the busiest rank 1.600 times the mean (wanted: 1.1): "
                      "NOT reached", lines)

    def test_contest(self):
        everywhere = {"PATH": f"{self.build}:{os.environ['PATH']}"}
        lines = self.run_benchmark("contest", "--only", "250k", "--only", "4M", "--only", "mixer", **everywhere)
        rows = {(row["case"], row["program"]): row for row in self.rows("contest.csv")}
        self.assertEqual(set(rows), {("4M", "grist")} | {("250k", name) for name in ("grist", "region", "stock", "liggghts", "yade")})
        # 1 ms on half of a core, 9000 beads; 9 MiB.
        self.assertEqual((rows["4M", "grist"]["millions"], rows["4M", "grist"]["bytes"]), (18, 1049))
        self.assertEqual(rows["250k", "yade"]["contacts"], 2 * 2)
        self.assertIn("250k: 4.00 times stock LAMMPS with its law and wall (wanted: at least 3.5), 4.00 times with phasicFlow's", lines)
        self.assertIn("250k: 12.00 times Yade, no rolling friction", lines)
        # 250,000 beads, 4 s in steps of 10 us, 68 minutes.
        self.assertIn("250k, published, commercial, RTX 4050Ti: 24.5 million", lines)
        log = (self.out / "log.contest.liggghts").read_text().splitlines()
        self.assertEqual(log[3], "1 1 0.006 2500 0.1 0.2 0.04")       # into the slice of 0.05 m
        self.assertEqual(log[4], "32 9 8 7 6 5 4")

    def test_contest_on_several_cores(self):
        lines = self.run_benchmark("contest", "--only", "4M", GRIST_BENCH_RANKS="1 2")
        self.assertEqual([(row["program"], row["cores"]) for row in self.rows("contest.csv")], [("grist", 1), ("grist", 2), ("region", 2)])
        self.assertIn("of 2 cores", "\n".join(lines))

    def test_ranks_along_the_axes(self):
        self.assertEqual([tuple(grid_of(n).values()) for n in (1, 2, 4, 8, 16, 256)],
                         [(1, 1, 1), (2, 1, 1), (2, 2, 1), (2, 2, 2), (4, 2, 2), (8, 8, 4)])
        self.assertEqual(grid_of(32, "xy"), {"px": 8, "py": 4})

    def test_what_stops_is_named(self):
        done = self.measure("polyhedra", FAKE_FAULT="in.drum")
        self.assertEqual(done.returncode, 1)
        self.assertIn("grist: polyhedra/in.drum stopped on 1 rank(s): ERROR: Lost 3 atoms "
                      "(src/thermo.cpp:1) [whole output: ", done.stderr)
        self.write_program("bench/bench_search", "#!/bin/sh\necho no memory >&2\nexit 1\n")
        done = self.measure("search")
        self.assertEqual(done.stderr, "grist: bench_search cases stopped: no memory [whole output: "
                         f"{self.out / 'log.bench'}]\n")
        self.assertIn("unknown benchmark 'speed'; the benchmarks are: search polyhedra step walls "
                      "scale", self.measure("speed").stderr)

    def test_launcher(self):
        launch, stub = ROOT / "scripts/launch.sh", self.out / "stub"
        self.assertRegex(subprocess.check_output([launch], text=True), r"^[1-9]\d*\n$")
        stub.write_text('#!/bin/sh\n[ "$1" != --version ] || echo Open MPI\n'
                        'echo "$*" $OMPI_MCA_mpi_yield_when_idle\n')
        stub.chmod(0o755)
        for words, expected in ((("1", "a b"), "-np 1 a b"),
                                (("100000", "a"), "-np 100000 --oversubscribe a 1")):
            output = subprocess.check_output([launch, stub, *words], text=True)
            self.assertTrue(output.startswith(expected), output)


if __name__ == "__main__":
    find_modules.run_tests()
