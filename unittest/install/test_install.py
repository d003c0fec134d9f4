#!/usr/bin/env python3
"""Tests of 'cmake --install': the build is installed into a folder, the folder is moved, and all is used from there.

    test_install.py BUILD_FOLDER CMAKE

Oracles: free fall for what the moved program and the moved Python module compute; the overlap of two cubes for a project that finds the
core by find_package(Grist); the program itself for the positions that Python reads from its arrays.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "report"))
import find_modules  # noqa: F401, a Python with numpy, matplotlib and jinja2
from find_modules import ROOT

BUILD, CMAKE = None, None

# A bonded stone over a floor: after 20 ms it has not landed.
STONE = """
units si
boundary p p f
newton on off
atom_style bonded/cluster
bond_style parallel
region box block -0.05 0.05 -0.05 0.05 0 0.2
create_box 1 box bond/types 1
cluster_template stone sphere 5e-3 elements 20 density 2500
bond_coeff 1 young 1e7 tensile 5e4 shear 5e4 damping 0.05
pair_style hertz/mindlin
pair_coeff * * young 5e7 poisson 0.3 restitution 0.5 friction 0.3
create_atoms 0 single 0 0 0.02 mol stone 4711
timestep 2e-6
neighbor 0.001 bin
fix move all nve/sphere
fix weight all gravity 9.81 vector 0 0 -1
fix floor all wall/hertz/mindlin zplane 0 NULL
fix broken all breakage 1000
variable height equal xcm(all,z)
thermo_style custom step time atoms v_height f_broken[2]
thermo 10000
"""
FALL_STEPS, TIME_STEP, GRAVITY = 10000, 2e-6, 9.81


def run(*command, folder=None, **environment):
    done = subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=600, env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", **environment})
    if done.returncode != 0:
        raise AssertionError(f"{command} ended with {done.returncode}:\n{done.stdout[-3000:]}{done.stderr[-3000:]}")
    return done.stdout


class Install(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.temporary.name)
        cls.first = cls.folder / "first place"
        run(CMAKE, "--install", BUILD, "--prefix", cls.first)
        cls.prefix = cls.folder / "second"
        cls.first.rename(cls.prefix)
        cls.is_plugin = (cls.prefix / "share/grist/plugin_folder").exists()
        cls.lmp = cls.prefix / "bin" / ("lmp_grist" if cls.is_plugin else "lmp")
        cls.work = cls.folder / "work"
        cls.work.mkdir()

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def python_environment(self):
        """What makes `import lammps` know Grist: our module, or that of the system with the plugin loaded into it."""
        if not self.is_plugin:
            return {"PYTHONPATH": str(next(self.prefix.glob("lib*/**/grist/python")))}
        if subprocess.run([sys.executable, "-c", "import lammps"], capture_output=True).returncode:
            self.skipTest("no Python module lammps (on Debian: python3-lammps)")
        return {"LD_PRELOAD": str(next(self.prefix.glob("lib*/**/grist/gristplugin.so")))}

    def test_no_file_names_the_first_place_or_the_build(self):
        launcher = self.prefix / "share/grist/launcher"  # the path of mpirun, with mpirun as the way out
        for path in self.prefix.rglob("*"):
            if path.is_file() and path != launcher:
                content = path.read_bytes()
                self.assertNotIn(str(self.first).encode(), content, path)
                if b"\0" not in content:
                    self.assertNotIn(str(BUILD).encode(), content, path)

    def test_run_path_does_not_lead_into_the_build(self):
        for path in [self.prefix / "bin/lmp", *self.prefix.glob("lib*/**/*.so")]:
            if not path.exists():
                continue
            for line in run("readelf", "-d", path).splitlines():
                if "RPATH" in line or "RUNPATH" in line:
                    self.assertNotIn(str(BUILD), line)

    def test_nothing_of_lammps_own_rules(self):
        self.assertFalse((self.prefix / "etc").exists())
        self.assertFalse((self.prefix / "share/lammps").exists())

    def test_editors_know_every_command(self):
        """All commands that a style registers in src/styles, and LAMMPS' own beside them."""
        names = {name for header in (ROOT / "src/styles").glob("*/*.h")
                 for name in re.findall(r"CommandStyle\((\w+),", header.read_text())}
        self.assertIn("cluster_template", names)
        editors = self.prefix / "share/grist/editors"
        kate = {item.text.strip() for item in ElementTree.parse(editors / "kate/lammps.xml").iter("item")}
        vim = set((editors / "vim/after/syntax/lammps.vim").read_text().split())
        self.assertLessEqual(names | {"atom_style"}, kate)
        self.assertLessEqual(names, vim)
        self.assertIn("atom_style", (editors / "vim/syntax/lammps.vim").read_text().split())

    def test_moved_program_in_free_fall(self):
        (self.work / "in.stone").write_text(f"{STONE}run {FALL_STEPS}\n")
        output = run(self.lmp, "-in", "in.stone", "-log", "none", folder=self.work)
        rows = [line.split() for line in output.splitlines()]
        heights = {row[0]: float(row[3]) for row in rows if len(row) == 5 and row[0] in ("0", str(FALL_STEPS))}
        time = FALL_STEPS * TIME_STEP
        self.assertAlmostEqual(heights["0"] - heights[str(FALL_STEPS)], 0.5 * GRAVITY * time**2, delta=1e-7)

    def test_command_runs_an_installed_case(self):
        """In a folder with files whose names are those of Python modules: none of them is run."""
        for name in ("numpy", "matplotlib", "jinja2", "json", "sitecustomize", "grist_tools"):
            (self.work / f"{name}.py").write_text("open('trace', 'w')\nraise ImportError('code of the folder')\n")
        output = run(self.prefix / "bin" / "grist", "run", "first", "-np", "1", folder=self.work, GRIST_PYTHON=sys.executable, PYTHONPATH=":")
        self.assertFalse(list(self.work.rglob("trace")))
        self.assertIn(f"results in {self.work}/results/first", output)
        self.assertTrue((self.work / "results/first/report.html").exists())
        self.assertFalse(list(self.prefix.rglob("__pycache__")))

    def test_command_makes_inspects_and_runs_a_folder(self):
        """It has the name of a case, and so its folder is given with a slash. A plot.py in it is not run."""
        grist = self.prefix / "bin" / "grist"
        named = dict(folder=self.work, GRIST_PYTHON=sys.executable)
        self.assertIn("grist run ./strength", run(grist, "new", "strength", "--kind", "drum", **named))
        (self.work / "strength/plot.py").write_text("raise SystemExit('code of the folder')\n")
        self.assertIn("802 when all are fed", run(grist, "inspect", "./strength", **named))
        output = run(grist, "run", "./strength", "-np", "1", "--", "-var", "turns", "0.1", **named)
        self.assertIn(f"results in {self.work}/results/strength", output)
        self.assertIn("report.html", output)
        self.assertIn("ratio", (self.work / "results/strength/settings.txt").read_text())
        self.assertFalse(list(self.prefix.rglob("__pycache__")))

    @unittest.skipIf(sys.version_info < (3, 11), "this Python has no tomllib")
    def test_command_validates(self):
        command = [self.prefix / "bin" / "grist", "validate", "sticking", "-np", "1"]
        output = run(*command, folder=self.work, GRIST_PYTHON=sys.executable)
        self.assertIn("2 of 2 numbers are within their bands", output)
        self.assertIn("| in |", (self.work / "results/validate/table.md").read_text())
        self.assertIn("results are there", run(*command, folder=self.work, GRIST_PYTHON=sys.executable))
        self.assertFalse(list(self.prefix.rglob("__pycache__")))

    def test_command_lets_waiting_processes_give_way_on_busy_cores(self):
        """A launcher that only writes its environment down; no machine has so many free cores. Settings of the user are kept."""
        launcher, seen = self.prefix / "share/grist/launcher", self.folder / "seen"
        stub = self.folder / "stub"
        stub.write_text(f"#!/bin/sh\nenv > '{seen}'\nexit 1\n")
        stub.chmod(0o755)
        real = launcher.read_text()
        names = ("OMPI_MCA_mpi_yield_when_idle", "OMPI_MCA_hwloc_base_binding_policy", "PRTE_MCA_hwloc_default_binding_policy")
        free = {name: value for name, value in os.environ.items() if name not in names}
        try:
            launcher.write_text(f"{stub}\n")
            for mine, expected in (({}, ["1", "none", "none"]), ({names[0]: "0", names[2]: "core"}, ["0", "none", "core"])):
                subprocess.run([self.prefix / "bin" / "grist", "run", "first", "-np", "100000"], cwd=self.work, capture_output=True,
                               env={**free, **mine, "GRIST_PYTHON": sys.executable})
                found = dict(line.split("=", 1) for line in seen.read_text().splitlines() if "=" in line)
                self.assertEqual([found.get(name) for name in names], expected)
                seen.unlink()
        finally:
            launcher.write_text(real)

    def test_command_names_what_needs_the_source(self):
        done = subprocess.run([self.prefix / "bin" / "grist", "test"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 2)
        self.assertIn("'test' needs the source of Grist, and this is an installation", done.stderr)
        help_text = run(self.prefix / "bin" / "grist", "help")
        self.assertIn("hopper", help_text)
        self.assertNotIn("package", help_text)

    def test_project_finds_the_core(self):
        build = self.folder / "consumer"
        shutil.copytree(ROOT / "unittest/install/consumer", self.folder / "project")
        run(CMAKE, "-S", self.folder / "project", "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DCMAKE_BUILD_TYPE=Release")
        run(CMAKE, "--build", build)
        self.assertAlmostEqual(float(run(build / "consumer")), 0.25, delta=1e-14)

    def test_python_reads_what_the_program_dumps(self):
        """Through contacts and broken bonds: each position of the arrays is that of the program's text dump."""
        script = STONE + "velocity all set 0 0 -1.2\nrun 12000\n"
        (self.work / "in.landing").write_text(script + 'write_dump all custom end.dump id x y z modify sort id format float %.16g\n')
        run(self.lmp, "-in", "in.landing", "-log", "none", folder=self.work)
        dumped = {int(row[0]): tuple(map(float, row[1:])) for row in
                  (line.split() for line in (self.work / "end.dump").read_text().splitlines()[9:])}
        program = f"""
from lammps import lammps
import json
lmp = lammps(cmdargs=["-log", "none", "-screen", "none"])
lmp.commands_string('''{script}''')
x, ids = lmp.numpy.extract_atom("x"), lmp.numpy.extract_atom("id")
broken = lmp.numpy.extract_fix("broken", 0, 1, 1)
print(json.dumps([float(broken), ids.tolist(), x.tolist()]))
"""
        empty = self.folder / "empty"
        empty.mkdir()
        broken, ids, positions = json.loads(run(sys.executable, "-c", program, folder=empty, **self.python_environment()))
        self.assertGreater(broken, 0)
        self.assertEqual(len(ids), 20)
        for atom, position in zip(ids, positions):
            for mine, theirs in zip(position, dumped[atom]):
                self.assertAlmostEqual(mine, theirs, delta=1e-15)

    def test_hopper_from_python_leaves_its_picture_alone(self):
        folder = self.folder / "notebook"
        folder.mkdir()
        output = run(sys.executable, self.prefix / "share/grist/examples/hopper/hopper.py", "pile.png", "75", folder=folder,
                     **self.python_environment())
        self.assertEqual([path.name for path in folder.iterdir()], ["pile.png"])
        # 75 spheres of radius 3 mm and 75 clusters of the mass of a sphere of 5 mm, 2500 kg/m3
        elements = 10 * 2.0**3
        mass = 75 * 2500 * 4 / 3 * 3.14159265 * (3.0**3 + elements) * 1e-9
        self.assertIn(f"{mass:.3f} kg", output)
        self.assertIn("empty and at rest", output)


if __name__ == "__main__":
    BUILD, CMAKE = Path(sys.argv.pop(1)).resolve(), sys.argv.pop(1)
    unittest.main()
