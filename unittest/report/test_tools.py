#!/usr/bin/env python3
"""Tests of the readers of scripts/grist_tools and of reports of unusual folders. No LAMMPS is
needed: the files are written here.

Oracles: the numbers that were written; for what `grist` may run, files that leave a trace when run.
"""
import html
import io
import itertools
import os
import re
import subprocess
import sys
import tracemalloc
import unittest
import zlib
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.etree import ElementTree

import find_modules
import numpy as np
from find_modules import ROOT
from PIL import Image
from stone import MAIN, make

from grist_tools.draw import plots
from grist_tools.draw.films import drawn_for_report
from grist_tools.read import dumps, logs, tables
from grist_tools.read.intervals import of_runs
from grist_tools.read.logs import parse_log
from grist_tools.read.meshes import read_outline, read_stl
from grist_tools.read.specimens import elastic_constants, failure, read_test
from grist_tools.report import answers, curves
from grist_tools.report.figures import KeyFigure, read_figures, write_figures
from grist_tools.report.meanings import KINDS, OTHER
from grist_tools.report.run_folder import look_into
from grist_tools.report.run_report import make_report, model_commands, variables_of

# Its head says that it has 10^10 pixels, at which Pillow raises an error of a kind of its own.
LARGE_PNG = (b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR" + (100000).to_bytes(4, "big") * 2
             + b"\x08\0\0\0\0" + zlib.crc32(b"IHDR" + (100000).to_bytes(4, "big") * 2
                                           + b"\x08\0\0\0\0").to_bytes(4, "big"))
LOG = "LAMMPS (4 Feb 2025)\nunits si\n"
DUMP = """ITEM: TIMESTEP
{step}
ITEM: NUMBER OF ATOMS
2
ITEM: BOX BOUNDS ff ff ff
0 1
0 1
0 1
ITEM: ATOMS id type x y z radius element
1 1 .5 .5 .5 .1 C
2 1 .2 .25 .3 .2 H
"""


class FolderTest(unittest.TestCase):
    def setUp(self):
        self.temporary = TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.folder = Path(self.temporary.name)
        (self.folder / "log.lammps").write_text(LOG)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def fails(self, sentence, function, *arguments):
        with self.assertRaises(SystemExit) as stopped:
            function(*arguments)
        self.assertIn(sentence, str(stopped.exception.code))


class SpecimenTest(FolderTest):
    def test_elastic_constants(self):
        """Oracle: a straight line between a tenth and half of the peak, and not elsewhere."""
        strain = np.linspace(0, 2, 201)
        stress = np.where(strain < 1.2, 5.0 * strain, np.maximum(6.0 - 20 * (strain - 1.2), 0.0))
        stress[:10] += 0.3 * np.sin(strain[:10])
        lateral = -0.25 * strain - 0.1 * np.maximum(strain - 0.7, 0)**2
        for sign in (1, -1):
            found = elastic_constants(stress, strain, sign * lateral)
            np.testing.assert_allclose(found, (5.0, sign * 0.25), rtol=1e-9)
        self.fails("2 points of the stress lie between 10 and 50 % of its peak", elastic_constants, [0, 1, 2, 9], [0, 1, 2, 9], [0, 0, 0, 0])


    @staticmethod
    def history(stress, broken, bonds=1000, lateral=-0.2):
        """A test with an elastic modulus of 10 GPa: rows of stress in MPa and of broken bonds, a step of strain of 1e-5 each."""
        stress, zero = 1e6 * np.asarray(stress, float), np.zeros(len(stress))
        axial = np.arange(len(stress)) * 1e-5
        return {"strain": axial, "stress": stress, "broken_bonds": np.asarray(broken, float), "bonds": zero + bonds, "axial": axial, "lateral": lateral * axial,
                "confining": zero, "tension": zero, "shear": zero, "energy": zero, "step": np.arange(len(stress))}

    def test_the_first_failure(self):
        """Oracles: rows at which the curves were bent by hand. Rubble that carries more later is not the strength."""
        up = 0.1 * np.arange(301.0)       # MPa
        cracks = np.where(up > 15, 5 * (up - 15), 0)
        fall = up.copy()
        fall[200:230] -= 3.0
        self.assertEqual(failure(self.history(fall, cracks + 60 * (up > 19.9))), (199, "peak"))
        local = failure(self.history(fall, 0 * up + 20))      # 2 % of the bonds: crushed at a jaw
        self.assertEqual(local, (300, "end of the run"))
        bent = np.where(up > 20, 20 + 0.4 * (up - 20), up)
        row, ended = failure(self.history(bent, cracks + 60 * (up > 19.9)))
        self.assertEqual(ended, "kink")
        self.assertTrue(200 < row < 225, row)     # over the last tenth of the strain
        softer = np.where(up > 20, 20 + 0.6 * (up - 20), up)
        self.assertEqual(failure(self.history(softer, cracks + 60 * (up > 19.9)))[1], "end of the run")

    def lab_test(self, history):
        names = list(history)
        rows = [",".join(names), *(",".join(f"{history[name][k]:.9g}" for name in names) for k in range(len(history["strain"])))]
        self.write("history.csv", "\n".join(rows) + "\n")
        self.write("strength.txt", "uniaxial test: highest stress 1 Pa; tensile strength of a bond 1 Pa\n")
        return read_test(self.folder)

    def test_moduli_are_those_before_the_first_cracks(self):
        """Oracle: 10 GPa and 0.2 up to 8 MPa, where the first bonds break and the slope is halved; strength 24 MPa."""
        row = np.arange(401)
        stress = np.where(row < 80, 0.1 * row, 8 + 0.05 * (row - 80))
        found = self.lab_test(self.history(stress, np.where(row < 80, 0, 2) + 300 * (row > 399)))
        self.assertAlmostEqual(found.young_Pa / 10e9, 1, delta=1e-6)
        self.assertAlmostEqual(found.poisson, 0.2, delta=1e-6)
        self.assertAlmostEqual(found.strength_Pa, 24e6, delta=1)

    def test_a_crushed_specimen(self):
        row = np.arange(301)
        found = self.lab_test(self.history(0.1 * row, 250 * (row > 100)))
        self.assertTrue(found.is_crushed)
        self.assertFalse(self.lab_test(self.history(0.1 * row, 190 * (row > 100))).is_crushed)
        with self.assertRaises(SystemExit) as stopped:
            self.lab_test(self.history(0.1 * row, 0 * row, lateral=-0.62))
        self.assertIn("Poisson's ratio of the specimen is 0.62, and a solid has at most 0.5", str(stopped.exception.code))


class DumpTest(FolderTest):
    def test_snapshots_and_their_columns(self):
        path = self.write("d.dump", "ITEM: UNITS\nsi\n" + DUMP.format(step=0)
                          + "ITEM: TIME\n0.5\n" + DUMP.format(step=10))
        self.assertEqual([snapshot.step for snapshot in dumps.read_dump(path)], [0, 10])
        last = dumps.last_snapshot(path, ("x", "radius"))
        np.testing.assert_array_equal(dumps.positions(last.columns), [[.5, .5, .5], [.2, .25, .3]])
        np.testing.assert_array_equal(last.columns["radius"], [.1, .2])
        self.assertTrue(np.isnan(last.columns["element"]).all())
        self.assertEqual([snapshot.step for snapshot in dumps.read_dump(path, {10})], [10])
        self.assertEqual(dumps.column_names(path), "id type x y z radius element".split())

    def test_local_dump_without_entries(self):
        head = DUMP.format(step=5).split("1 1")[0]
        path = self.write("d.dump", head.replace("\n2\n", "\n0\n").replace("ATOMS", "ENTRIES"))
        snapshot = dumps.last_snapshot(path)
        self.assertEqual((snapshot.step, snapshot.rows.shape), (5, (0, 7)))
        self.assertEqual(dumps.column_names(path), [])

    def test_dump_that_breaks_off(self):
        whole = DUMP.format(step=0)
        for cut in range(len(whole) + 1, 2 * len(whole) - 1):
            path = self.write("d.dump", (whole + DUMP.format(step=1))[:cut])
            self.assertEqual(dumps.last_snapshot(path, cut_off=True).step, 0)
            if cut >= len(whole) + len("ITEM: TIMESTEP"):
                self.fails("is not a complete text dump", dumps.last_snapshot, path)

    def test_what_is_missing_is_named(self):
        path = self.write("d.dump", DUMP.format(step=0))
        self.fails("has no column mol", dumps.last_snapshot, path, ("x", "mol"))
        self.fails("cannot read", dumps.last_snapshot, self.folder / "none")
        self.fails("is not a complete text dump", dumps.last_snapshot, self.write("e.dump", "x\n"))


class LogTest(FolderTest):
    def test_lines_into_which_lammps_puts_values(self):
        """The log has each line as it is and with values. In quotes nothing is put in, and a comment is none of it."""
        lines = ["fix a all wall/mesh $f model x", "fix a all wall/mesh ${f} model x", "region b block 0 $(v_a) 0 1 0 1", "fix a all wall/mesh box.stl model x  # $f",
                 'fix p all print 100 "${t} $(ke)"', 'print """a $f', 'b ${f}"""', "variable f index box.stl", "reset_timestep abc", "reset_timestep 7", "run 5"]
        log = logs.parse_log(LOG + "".join(f"{line}\n" for line in lines))
        self.assertEqual(log.commands[1:], ["fix a all wall/mesh box.stl model x", lines[4], lines[5], *lines[7:]])
        self.assertEqual(log.steps[-2:], [7, 7])
        self.assertEqual(log.text[1:], lines)

    def test_numbers_that_are_none(self):
        """Found by fuzzing: the line is passed over."""
        text = LOG + "{0} of {1} on 2 procs for 100 steps with 5 atoms\n{1}% CPU use with 2 MPI tasks\n"
        whole = logs.parse_log(text.format("Loop time", "1.5"))
        self.assertEqual([run.seconds for run in whole.runs], [1.5])
        for word in ("x", ",", "1.2.3", "1.5s"):
            self.assertEqual(logs.parse_log(text.format("Loop time", word)).runs, [])
        broken = logs.parse_log(text.format("Loop time", "1.5").replace("1.5%", "1.2.3%"))
        self.assertIsNone(broken.runs[0].cpu_percent)


LABELS = """LAMMPS (4 Feb 2025)
units si
Columns: f_mill[4]=torque_x[N*m] f_mill[7]=power[W] f_a[3]=force_z[N] f_b[3]=force_z[N] f_out[1]=mass_out[kg] f_out[9]=mass_seen[kg] f_crush[1]=bodies_broken[1]
variable torque equal -f_mill[4]
variable both equal 0.5*(f_a[3]-f_b[3])
variable share equal f_out[1]/v_total
variable total equal $(f_out[9])
variable total equal 3.2        # kg of ore
variable mixed equal f_a[3]+f_mill[7]
variable scaled equal f_out[1]*3.6
variable product equal f_a[3]*f_mill[4]
variable stress equal v_both/(PI/4*0.05^2)       # Pa, of the ends
variable peak equal max(v_stress)
variable height equal xcm(all,z)-bound(all,zmin)
variable half equal v_half/2
variable is_over equal (v_share>0.5)*(step<10)
variable counted equal f_crush[1]*2
variable comment equal 3        # turns in a minute
compute e all erotate/sphere
compute v all reduce ave vz
compute two all reduce ave vz x
fix mean all ave/time 1 1 1 v_torque v_stress v_product
"""


class LabelTest(unittest.TestCase):
    """Units by dimension: sums and small factors keep them, others may not; what the input says goes first."""

    def test_units(self):
        log = parse_log(LABELS)
        for name, label in (
                ("KinEng", "KinEng: kinetic energy [J]"), ("Pxy", "Pxy: pressure, component xy [Pa]"), ("Lx", "Lx: length of the box along x [m]"), ("Atoms", "Atoms"),
                ("v_torque", "v_torque [N*m]"), ("v_both", "v_both [N]"), ("v_share", "v_share"), ("v_total", "v_total [kg]"), ("v_mixed", "v_mixed"),
                ("v_scaled", "v_scaled"), ("v_product", "v_product"), ("v_stress", "v_stress [Pa]"), ("v_peak", "v_peak [Pa]"), ("v_height", "v_height [m]"), ("v_half", "v_half"),
                ("v_is_over", "v_is_over"), ("v_counted", "v_counted"), ("v_comment", "v_comment"), ("c_e", "c_e [J]"), ("c_v", "c_v [m/s]"), ("c_two", "c_two"),
                ("f_mean[1]", "f_mean[1]: mean of torque [N*m]"), ("f_mean[2]", "f_mean[2]: mean of stress [Pa]"), ("f_mean[3]", "f_mean[3]: mean of product"),
                ("mill:power[W]", "mill:power [W]"), ("crush:bodies[1]", "crush:bodies"), ("torque[N*m]", "torque [N*m]"), ("f_other[3]", "f_other[3]"), ("c_x[1][2]", "c_x[1][2]")):
            self.assertEqual(log.label(name), label)
        self.assertEqual(log.column_units.of("v_share"), "")
        self.assertIsNone(log.column_units.of("v_mixed"))
        self.assertEqual(parse_log(LABELS.replace("units si", "units lj")).label("KinEng"), "KinEng: kinetic energy")


class TableTest(FolderTest):
    def test_columns_and_rows(self):
        path = self.write("a.csv", "# time, b\n0,1\n\n0.5,2e3\n")
        columns = tables.read_columns(path, ("time", "b"))
        np.testing.assert_array_equal([columns["time"], columns["b"]], [[0, 0.5], [1, 2000]])
        self.assertEqual(tables.read_rows(path)[1], {"time": 0.5, "b": 2000.0})
        self.assertEqual(tables.read_rows(path, ("x", "y"))[0], {"x": "# time", "y": "b"})

    def test_units_of_columns(self):
        path = self.write("a.csv", "step,time [s],passing\n1,0.1,7\n2,0.2,8\n")
        self.assertEqual(list(tables.read_columns(path, ("time",))), ["step", "time", "passing"])
        table = curves.of_csv("a.csv", (path.read_text() + "3,0.3,9\n").splitlines())
        self.assertEqual(table.labels, {"step": "step", "time": "time [s]", "passing": "passing"})
        log = parse_log(LOG + "fix mill all wall/mesh\nColumns: f_mill=touching[1] f_mill[1]=force_x[N] f_mill[7]=power[W]\n"
                        "Columns: f_out[*][2]=mass_out[kg]\nStep Time f_mill[7] f_out[1][2] v_x\n0 0 1 2 3\n1 1 1 2 3\n2 2 1 2 3\n"
                        "Loop time of 1 on 1 procs for 2 steps with 2 atoms\n")
        thermo = curves.of_thermo(log)[0]
        self.assertEqual([thermo.labels[name] for name in thermo.columns],
                         ["Step", "time [s]", "f_mill[7]: power [W]", "f_out[1][2]: mass_out [kg]", "v_x"])
        self.assertEqual(log.label("f_mill"), "f_mill: touching")

    def test_tables_of_the_version_before(self):
        """Their old words are read as those of today; a name that another table has stays as it is."""
        names, _ = tables.parse_csv(["step,time [s],component,number,clusters,fragments,spheres,bodies,elements,mass [kg],rate [kg/s],inside [kg],mass_to_0.1 [kg]"])
        self.assertEqual(names[3:], ["number_out", "clusters_out", "fragments_out", "spheres_out", "bodies_out", "elements_out", "mass_out", "mass_rate", "mass_inside",
                                     "mass_to_0.1"])
        names, _ = tables.parse_csv(["step,time [s],component,number,mass [kg],number_waiting,mass_waiting [kg]"])
        self.assertEqual(names[3:], ["number_in", "mass_in", "number_waiting", "mass_waiting"])
        names, _ = tables.parse_csv(["step,time,id,parent,equivalent [m],sieve [m],mass [kg]"])
        self.assertEqual(names[2:], ["id", "parent", "size", "sieve_size", "mass"])
        self.assertEqual(tables.parse_csv(["time,mass,rate,inside,number"])[0], ["time", "mass", "rate", "inside", "number"])
        text = "time [s],bonds_broken,fed [kg],inside [kg],out [kg]\n" + "".join(f"{k},{k},{2 * k},{k},{k * k}\n" for k in range(4))
        table = curves.of_csv("history.csv", text.splitlines(True))
        self.assertEqual(list(table.columns), ["time", "broken_bonds", "mass_in", "mass_inside", "mass_out"])
        self.assertEqual(table.labels["mass_in"], "mass_in [kg]")
        log = parse_log(LOG + "Columns: f_out[2]=units_out[1] f_out[7]=mass_rate[kg/s]\n")
        self.assertEqual([log.label("f_out[2]"), log.label("f_out[7]")], ["f_out[2]: number_out", "f_out[7]: mass_rate [kg/s]"])

    def test_units_behind_a_space_in_titles(self):
        text = "# Time-averaged data for fix x\n# TimeStep torque [N*m] power[W] v_a\n" + "".join(f"{k} 1 2 {k}\n" for k in range(4))
        table = curves.of_averages("m.txt", text.splitlines(True))
        self.assertEqual(list(table.columns), ["TimeStep", "torque [N*m]", "power[W]", "v_a"])
        log = parse_log(LOG)
        self.assertEqual([log.label(name) for name in table.columns][1:3], ["torque [N*m]", "power [W]"])
        self.assertEqual(tables.parse_averages(text.splitlines())[0], list(table.columns))

    def test_long_files_are_thinned_while_they_are_read(self):
        """A straight line stays one, with its last row; events are counted all; memory does not grow with the file."""
        count = 60000
        rows = ("\n" if k == 0 else f"{k},{k * 1e-3:.6g},{name},{2 * k},0,{2 * k},{k % 5}\n" for k in range(count) for name in ("all", "1"))
        lines = itertools.chain(["step,time [s],component,number,clusters,bodies,x [m]\n"], rows)
        tracemalloc.start()
        table = curves.of_csv("out.csv", lines)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        self.assertLess(most, 40e6)
        self.assertLessEqual(len(table.columns["step"]), curves.MOST_ROWS + 1)
        np.testing.assert_array_equal(table.columns["number"], 2 * table.columns["step"])
        self.assertEqual(table.columns["step"][-1], count - 1)
        events = curves.of_csv("e.csv", itertools.chain(["step,time [s],pieces\n"], (f"{k},{k},3\n" for k in range(count))))
        np.testing.assert_array_equal(events.columns["events"], events.columns["time"] + 1)
        means = curves.of_averages("m.txt", itertools.chain(["# Time-averaged data for fix x\n", "# TimeStep v_a\n"], (f"{k} {3 * k}\n" for k in range(count))))
        np.testing.assert_array_equal(means.columns["v_a"], 3 * means.columns["TimeStep"])

    def test_a_caption_names_columns_without_a_curve(self):
        names = [f"a{k}" for k in range(18)]
        text = f"step,time [s],zero,one,same,mass_to_0.1 [kg],mass_to_0.02 [kg],mass_above_0.1 [kg],{','.join(names)}\n"
        text += "".join(f"{k},{k},0,{k},{k},{3 * k},{k},{2 * k},{','.join(str(k * j + j) for j in range(2, 20))}\n" for k in range(5))
        table = curves.of_csv("out.csv", text.splitlines(True))
        self.assertTrue(curves.draw(table))
        self.assertEqual(table.note, " 1 zero throughout: zero; in the curve of sizes: mass_to_0.1 to mass_above_0.1.")
        self.assertEqual(table.labels["one"], "one, same")
        sizes = curves.classes_of(table)
        np.testing.assert_allclose([sizes.columns["size"], sizes.columns["passing"]], [[0.02, 0.1], [1 / 6, 4 / 6]])
        self.assertTrue(curves.draw(sizes))

    def test_columns_over_another_one_than_the_time(self):
        text = "normal [Pa],shear [Pa],line [Pa]\n1000,400,410\n2000,800,790\n"
        table = curves.of_csv("curve_locus.csv", text.splitlines())
        self.assertEqual((table.kind, table.labels["shear"]), ("points", "shear [Pa]"))
        np.testing.assert_array_equal(table.columns["line"], [410, 790])
        self.assertTrue(curves.draw(table))
        self.assertEqual(list(curves.curves_of(table)), ["curve_locus.csv: shear", "curve_locus.csv: line"])
        self.assertEqual(len(answers.panels([table], {})), 1)
        for name, other in (("locus.csv", text), ("curve.csv", "normal [Pa]\n1\n"), ("curve.csv", "normal,shear\nx,1\n"), ("curve.csv", "a,b\n")):
            self.assertIsNone(curves.of_csv(name, other.splitlines()), other)

    def test_sizes_by_sieve(self):
        for head in ("size [m]", "sieve_size [m]"):
            table = curves.of_csv("sizes.csv", f"step,time [s],{head},passing\n0,0,0.1,0.5\n0,0,0.2,1\n".splitlines())
            self.assertEqual(table.kind, "sizes")
            self.assertTrue(curves.draw(table))

    def test_the_step_becomes_the_time_that_the_log_knows(self):
        head = "# Time-averaged data for fix x\n# TimeStep v_a\n"
        self.write("log.lammps", LOG + "timestep 0.5\nrun 10\nStep x\n0 1\n10 1\nLoop time of 1 on 1 procs for 10 steps with 2 atoms\ntimestep 0.25\n")
        self.write("m.txt", head + "0 1\n10 2\n20 3\n")
        table, = curves.of_folder(look_into(self.folder))
        np.testing.assert_allclose(table.columns["time"], [0, 5, 7.5])
        self.assertEqual((table.clock, table.labels["time"]), ("time", "time [s]"))
        self.write("log.lammps", LOG + "timestep 0.5\nfix a all dt/reset 1 1 2 3\n")
        table, = curves.of_folder(look_into(self.folder))
        self.assertEqual(table.clock, "TimeStep")

    def test_a_mean_has_the_label_of_what_is_averaged(self):
        log = parse_log(LOG + "Columns: f_jaw[7]=power[W] f_jaw[1]=force_x[N]\nvariable p equal f_jaw[7]\nvariable q equal v_q\nvariable r equal 2*f_jaw[7]\n"
                        "fix drive all ave/time 10 50 500 v_p file drive.txt\nfix two all ave/time 10 5 50 f_jaw[1] v_r\nfix loop all ave/time 1 1 1 f_loop\n")
        self.assertEqual([log.label(name) for name in ("v_p", "f_drive", "f_two[1]", "f_two[2]", "v_q", "f_loop")],
                         ["v_p: power [W]", "f_drive: mean of power [W]", "f_two[1]: mean of force_x [N]", "f_two[2]: mean of r [W]", "v_q", "f_loop"])

    def test_written_columns_are_read_again(self):
        written = {"time": np.array([0.1, 0.2]), "mass": np.array([1.0, 3e-7])}
        tables.write_columns(self.folder / "a.csv", written, ("%.3f", "%.6e"))
        read = tables.read_columns(self.folder / "a.csv")
        self.assertEqual(list(read), list(written))
        np.testing.assert_array_equal(list(read.values()), list(written.values()))

    def test_faults_of_csv_files_are_sentences(self):
        for text, sentence in (
                ("", "is empty"), ("time,b\n", "has a header and no data"),
                ("time,b\n1,x\n", "not 2 numbers"), ("time,b\n1,2\n1\n", "not 2 numbers"),
                ("time\n1\n", "has no column b"), ("time,b\n1,nan\n", "not finite")):
            self.fails(sentence, tables.read_columns, self.write("a.csv", text), ("time", "b"))

    def test_files_of_fix_ave_time(self):
        text = "# Time-averaged data for fix x\n# TimeStep v_a v_b\n0 1 2\n10 3 4\n"
        read, path = tables.read_averages, self.write("a.txt", text)
        np.testing.assert_array_equal(read(path, 3), [[0, 10], [1, 3], [2, 4]])
        self.fails("does not hold 4 columns", read, path, 4)
        self.fails("is not a table of numbers", read, self.write("b.txt", text + "20 x 5\n"), 3)

    def test_settings(self):
        path = self.write("settings.txt", "young 1e7 Pa\n\nwall mesh\n")
        self.assertEqual(tables.read_settings(path), {"young": 1e7, "wall": "mesh"})
        with self.assertRaisesRegex(SystemExit, "lacks ranks"):
            tables.read_settings(path, wanted=("ranks",))
        path.write_text("young\n")
        self.fails("holds the line 'young'", tables.read_settings, path)

    def test_key_figures_are_read_as_written(self):
        figures = [KeyFigure("a, b", 1.25, "m", 0.1, 1.2, 0.06, "x"), KeyFigure("c", "none")]
        write_figures(self.folder, figures)
        read = read_figures(self.folder)
        self.assertEqual([(figure.name, figure.value, figure.tolerance) for figure in read],
                         [("a, b", "1.25", "0.06"), ("c", "none", "")])
        self.assertEqual([figure.agrees for figure in read], [True, None])
        self.assertEqual([figure.agrees for figure in figures], [True, None])

    def test_key_figures_with_intervals(self):
        """A number without an interval says why; one with has its half width in figures.csv."""
        figures = [KeyFigure("power", of_runs([9.8, 10.1, 10.0], "seeds"), "W"), KeyFigure("gap", of_runs([2.0]), "mm"), KeyFigure("lost", 0),
                   KeyFigure("outlet", "none")]
        write_figures(self.folder, figures)
        read = read_figures(self.folder)
        self.assertAlmostEqual(float(read[0].error), 4.30265 * 0.1527525 / 3**0.5, places=4)
        self.assertEqual([figure.basis for figure in read], ["3 seeds", "one run", "", ""])
        self.assertEqual([figure.no_interval for figure in read], ["", "no interval: one run", "no interval: one run", ""])

    def test_outline_of_a_drum(self):
        corners = [(x, y, z) for x in (0, 1) for y, z in ((1, 0), (0, 1))]
        self.write("d.stl", "".join("vertex %g %g %g\n" % corners[k] for k in (0, 1, 2, 1, 3, 2)))
        np.testing.assert_array_equal(read_outline(self.folder / "d.stl"), [[(1, 0), (0, 1)]])
        self.fails("cannot read", read_outline, self.folder / "none.stl")
        self.fails("not three numbers", read_stl, self.write("e.stl", "vertex 0 0 x\nvertex 0 1 0\nvertex 1 0 0\n"))


class MeaningTest(unittest.TestCase):
    """What figures of the examples and templates mean; each kind has one of them."""
    KINDS = {
        "balls lost": "was deleted", "fed - inside - out, at most, over fed": "does not close", "reduction ratio: the second over the first of these": "Size of the feed",
        "screening efficiency: undersize that passes [%]": "passes the deck", "degree of filling [%]": "Volume of the bulk", "load of the second belt is off its axis by [mm]": "middle of the belt",
        "strength over that of a bond": "A ratio", "80 % of what left is smaller than [mm]": "a sieve", "strength [Pa]": "stress that the specimen", "Young's modulus of the specimen [MPa]": "slope of",
        "volume worn off the chute [m3]": "law of wear", "work of the jaw [kWh/t]": "over its mass", "mean power [W]": "Work in a second", "mean torque [N*m]": "Moment",
        "rate of discharge [kg/s]": "Mass that passes", "angle of repose [degrees]": "Slope of a surface", "broken bonds": "Breakage", "turns to a mixing index of 0.9": "evenly",
        "bulk density [kg/m3]": "space that they fill", "share that is out": "part of a whole", "mean force z [N]": "Sum of the forces", "specific force [N/mm2]": "Force over area",
        "energy dissipated [J]": "Energy", "mean speed [m/s]": "Speed", "widest outlet with an arch [mm]": "size of a particle", "height [m]": "depth of the overlaps", "mass out [kg]": "were counted",
        "time to empty [s]": "time of the model", "scatter of the temperatures [K]": "Temperature", "atoms": "computes by itself"}

    def test_each_kind(self):
        found = []
        for figure, words in self.KINDS.items():
            name, _, unit = figure.rstrip("]").partition(" [")
            found.append(KeyFigure(name, 1.0, unit).meaning)
            self.assertIn(words, found[-1])
            self.assertLess(len(found[-1]), 230)
        self.assertEqual(set(found), {f"{what} {doubt}" for _, _, what, doubt in KINDS} | {" ".join(OTHER)})


class PlotTest(unittest.TestCase):
    def plot(self):
        figure, ax = plots.plt.subplots(figsize=(4, 3))
        for k, color in enumerate((*curves.COLORS, "#440154", "#000000")):
            ax.plot(np.linspace(0, 1, 50), np.linspace(k, k + 1, 50)**2, color=color, label=f"a < b & c {k}")
        ax.legend()
        return plots.svg_of(figure, 120)

    def test_light_and_dark(self):
        """XML with no color outside of its two lists; in the dark each has a contrast of 4.5 with the background by the formula of WCAG 2.1."""
        text = self.plot().decode()
        root = ElementTree.fromstring(text)
        self.assertEqual((root.get("width"), root.get("height")), ("480", "360"))
        style, body = text[text.index("<style>"):text.index("</style>")], text[text.index("</style>"):]
        self.assertEqual(re.findall(r": *#[0-9a-f]{6}", body), [])
        light, dark = (dict(re.findall(r"--(\w+):(#\w{6})", part)) for part in style.split("@media (prefers-color-scheme:dark)"))
        self.assertEqual(light.keys(), dark.keys())
        self.assertEqual(set(re.findall(r"var\(--(\w+)\)", text)), set(light))

        def luminance(color):
            parts = [int(color[k:k + 2], 16) / 255 for k in (1, 3, 5)]
            return sum(share * (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055)**2.4) for share, part in zip((0.2126, 0.7152, 0.0722), parts))
        for name, color in dark.items():
            if name != "paper":
                self.assertGreater((luminance(color) + 0.05) / (luminance(dark["paper"]) + 0.05), 4.4, color)
        self.assertEqual(light["c440154"], "#440154")
        self.assertNotEqual(dark["c440154"], "#440154")
        self.assertEqual(self.plot(), self.plot())


class UnusualFolderTest(FolderTest):
    """What a killed run leaves, or other programs: the report is made of the rest."""

    def report(self, *left_out):
        """Its text. It and the screen must name exactly these files as left out."""
        screen = io.StringIO()
        with redirect_stderr(screen):
            text = make_report(self.folder).read_text()
        named = [re.search(r": left out (\S+) \(.+\)$", line)[1]
                 for line in screen.getvalue().splitlines()]
        self.assertEqual(sorted(named), sorted(left_out))
        listed = re.search(r"Left out of this report:(.*?)</ul>", text, re.S)
        entries = re.findall(r"<li>(\S+) \(", listed[1]) if listed else []
        self.assertEqual(sorted(map(html.unescape, entries)), sorted(left_out))
        return text

    def test_run_that_was_killed_while_it_wrote_a_dump(self):
        self.write("d.dump", DUMP.format(step=0) + DUMP.format(step=70)[:-9])
        self.assertIn("<h2>Pictures</h2>", self.report())
        self.write("d.dump", DUMP.format(step=0)[:-9])
        (self.folder / "picture.png").unlink()
        self.assertNotIn("<h2>Pictures</h2>", self.report("d.dump"))

    def test_places_that_are_no_numbers(self):
        for word in ("nan", "inf", "1e308"):
            self.write("d.dump", DUMP.format(step=0).replace(".25", word))
            self.assertIn("<h2>Pictures</h2>", self.report())
            (self.folder / "picture.png").unlink()
        self.write("d.dump", DUMP.format(step=0).replace(".1 C", "nan C").replace(".2 H", "0 H"))
        self.report("d.dump")

    def test_odd_tables_are_left_out(self):
        self.write("text.csv", "time,b\n08:15,1\n08:16,2\n08:17,3\n")
        self.write("large.csv", "time,b\n1,1e308\n2,-1e308\n3,0\n")
        self.write("ragged.csv", "time,b\n1\n2,3,4\n")
        self.write("averages.txt", "# Time-averaged data for fix x\n# TimeStep a\n1 x\n2 y\n3 z\n")
        self.write("empty.csv", "")
        self.write("zero.csv", "time,b\n\0,1\n")
        self.write("other.txt", "some other text\n")
        self.write("cut.csv", "time,b\n1,2\n2,3\n3,4\n4")
        text = self.report("text.csv", "large.csv", "ragged.csv", "averages.txt", "zero.csv")
        self.assertEqual(re.findall("<figcaption>(.*?)</figcaption>", text), ["cut.csv over time."])
        self.write("dollar.csv", "time,cost in $\\frac{$\n1,2\n2,3\n3,4\n")
        self.assertIn("<figcaption>dollar.csv over time.</figcaption>",
                      self.report("text.csv", "large.csv", "ragged.csv", "averages.txt", "zero.csv"))

    def test_parts_of_a_run_in_order(self):
        def part(first, last):
            rows = "".join(f"{step} {step / 10}\n" for step in range(first, last + 1, 10))
            return f"{LOG}Step KinEng\n{rows}Loop time of 2 on 1 procs for {last - first} steps with 2 atoms\nTotal wall time: 0:00:03\n"

        for age, (name, text) in enumerate((("log.1", part(0, 50)), ("log.wrong", part(30, 80)), ("log.2", part(30, 60)), ("log.lammps", part(60, 90)))):
            (self.folder / name).write_text(text)
            os.utime(self.folder / name, (age, age))
        log = look_into(self.folder).log
        steps = [row[0] for _, rows in log.thermo for row in rows]
        self.assertEqual(steps, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90])
        self.assertEqual((log.seconds_of_runs, log.wall_seconds), (6, 9))
        self.assertIn("3 parts", self.report())

    def part(self, first, last, more="", command=""):
        rows = "".join(f"{step} {step / 10}\n" for step in range(first, last + 1, 10))
        return f"{LOG}{command}\nStep KinEng\n{rows}{more}Loop time of 2 on 1 procs for {last - first} steps with 2 atoms\nTotal wall time: 0:00:03\n"

    def test_parts_whatever_their_names(self):
        """log.lammps is the first part; of files that were copied together the first steps say the order."""
        for ages in ((0, 1000, 2000), (5, 5, 5)):
            for age, name, text in zip(ages, ("log.lammps", "log.a", "log.part2"),
                                       (self.part(0, 60), self.part(40, 80, "WARNING: soft\n"), self.part(80, 100, "WARNING: soft\n"))):
                (self.folder / name).write_text(text)
                os.utime(self.folder / name, (age, age))
            log = look_into(self.folder).log
            self.assertEqual([row[0] for _, rows in log.thermo for row in rows], list(range(0, 101, 10)))
            self.assertEqual((log.seconds_of_runs, dict(log.warnings)), (6, {"soft": 2}))
            self.assertIn("3 parts", self.report())

    def test_a_part_that_stopped_before_its_first_row(self):
        """It went on from a restart file, and so it leaves what was before; one that began anew takes its place."""
        (self.folder / "log.lammps").write_text(self.part(0, 60))
        os.utime(self.folder / "log.lammps", (0, 0))
        (self.folder / "log.2").write_text(LOG + "read_restart m.60.restart\nERROR: no such file\n")
        found = look_into(self.folder)
        self.assertEqual((len(found.log.thermo[0][1]), found.log.errors, found.parts), (7, ["no such file"], 2))
        (self.folder / "log.2").write_text(LOG + "ERROR: no such file\n")
        self.assertEqual((look_into(self.folder).log.thermo, look_into(self.folder).parts), ([], 1))

    def test_pictures_of_an_earlier_report_are_drawn_again(self):
        """Those of the user stay; where the dump is gone, the earlier picture is better than none."""
        self.write("d.dump", DUMP.format(step=0))
        self.report()
        self.assertIn("The run at step 0", self.report())
        self.write("d.dump", DUMP.format(step=0) + DUMP.format(step=70) + DUMP.format(step=90))
        self.assertIn("The run at step 70 and step 90", self.report())
        (self.folder / "d.dump").unlink()
        self.assertIn("The run at step 70 and step 90", self.report())
        self.write("d.dump", DUMP.format(step=50))
        Image.new("RGB", (40, 30)).save(self.folder / "picture.png")
        self.assertNotIn("The run at step", self.report())

    def test_film_of_an_earlier_report_is_made_again(self):
        def frames(count):
            for k in range(count):
                Image.new("RGB", (64, 48), (10 * k, 0, 0)).save(self.folder / f"frame.{k:03d}.png")
        frames(5)
        self.report()
        film, = self.folder.glob("film.*")
        first = film.read_bytes()
        self.assertTrue(drawn_for_report(film))
        frames(15)
        self.report()
        self.assertNotEqual(film.read_bytes(), first)
        film.write_bytes(film.read_bytes().replace(b"drawn by grist report", b"drawn by the user    "))
        frames(20)
        kept = film.read_bytes()
        self.report()
        self.assertEqual(film.read_bytes(), kept)

    def test_variables_of_the_command_line(self):
        self.write("command.txt", "-var\ndesign\n<b>\n-sf\nomp\n-v\nwidths\n0.1\n-0.2\n")
        self.assertEqual(variables_of(self.folder), [("design", "<b>", ""), ("widths", "0.1 -0.2", "")])
        text = self.report()
        self.assertIn("design = &lt;b&gt; · widths = 0.1 -0.2", text)
        self.assertNotIn("<b>", text.split("<main>")[0].split("facts")[1])

    def test_spectra(self):
        lines = ["step,time [s],type,other,from [J],to [J],contacts,energy [J]"]
        for step in (1, 2):
            lines += [f"{step},{step},1,2,{low},{high},{step * count},1" for low, high, count in ((0, 1e-4, 5), (1e-4, 1e-2, 7), (1e-2, "inf", 0))]
        table = curves.of_csv("spectra.csv", lines)
        self.assertEqual(table.kind, "spectra")
        np.testing.assert_allclose(table.columns["1 and 2"], [[5e-5, 1e-3], [10, 14]])
        self.assertTrue(curves.draw(table))

    def test_units_by_command(self):
        log = parse_log(LOG + "bond_coeff 1 young 1e9 radius 0.9\ncluster_template a sphere 0.01 radius 0.002\n")
        self.assertEqual(model_commands(log)[1:], [("bond_coeff", "1 young 1e9 Pa radius 0.9"), ("cluster_template", "a sphere 0.01 radius 0.002 m")])

    def test_names_of_files(self):
        for name in (b"R&D<1>.csv", b"\xff.csv"):
            (self.folder / os.fsdecode(name)).write_text("time,b\n1,2\n2,3\n3,4\n")
        text = self.report()
        self.assertIn("<figcaption>R&amp;D&lt;1&gt;.csv over time.</figcaption>", text)
        self.assertIn("<figcaption>?.csv over time.</figcaption>", text)

    def test_pictures_that_cannot_be_read_are_left_out(self):
        self.write("picture.png", "not a picture")
        (self.folder / "plot.png").symlink_to("nowhere")
        Image.new("RGB", (200, 200), "red").save(self.folder / "whole.png")
        self.write("cut.png", "")
        (self.folder / "cut.png").write_bytes((self.folder / "whole.png").read_bytes()[:-40])
        (self.folder / "large.png").write_bytes(LARGE_PNG)
        text = self.report("picture.png", "plot.png", "cut.png", "large.png")
        self.assertIn("<figcaption>whole</figcaption>", text)
        self.assertEqual(text.count("<figcaption>"), 1)

    def test_frames_of_ppm(self):
        for count in (2, 5):
            for k in range(count):
                self.write(f"frame.{k:03d}.ppm", "P3\n2 2\n255\n9 9 9  9 9 9\n99 9 9  9 9 9\n")
            text = self.report()
            self.assertEqual(text.count("data:image/png"), min(count, 3))
            self.assertEqual("<h2>Film</h2>" in text, count == 5)

    def test_last_frame_of_a_killed_run(self):
        for k in range(6):
            Image.new("RGB", (40, 30), (40 * k, 0, 0)).save(self.folder / f"frame.{k:03d}.png")
        whole = (self.folder / "frame.005.png").read_bytes()
        (self.folder / "frame.005.png").write_bytes(whole[:len(whole) // 2])
        self.write("frame.002.png", "")
        text = self.report("frame.002.png", "frame.005.png")
        self.assertIn("<figcaption>The run at step 4.</figcaption>", text)

    def test_frame_in_the_middle_that_cannot_be_read(self):
        for k in range(7):
            Image.new("RGB", (40, 30), (40 * k, 0, 0)).save(self.folder / f"frame.{k:03d}.png")
        self.write("frame.003.png", "not a picture")
        text = self.report("frame.003.png")
        self.assertIn("<h2>Film</h2>", text)
        self.assertIn("<figcaption>The run at step 6.</figcaption>", text)

    def test_text_of_a_user_is_not_taken_as_html(self):
        self.write("settings.txt", "<b>a</b> 1&2 <i>\n")
        self.write("summary.txt", "<script>1</script>\n")
        self.write("log.lammps", LOG + "WARNING: <b>x</b>\n")
        text = self.report()
        for tag in ("<b>a", "<i>", "<script>", "<b>x"):
            self.assertNotIn(tag, text)


TRAPS = ("numpy", "matplotlib", "jinja2", "PIL", "json", "csv", "argparse", "pathlib", "re",
         "sitecustomize", "usercustomize", "main", "report", "grist_tools/__init__",
         "grist_tools/report", "grist_tools/read")


class CodeOfTheFolderTest(FolderTest):
    """Python files in the folder that `grist` is called in are never run, whatever their name."""

    def setUp(self):
        super().setUp()
        (self.folder / "grist_tools").mkdir()
        self.trace = self.folder / "trace"
        for name in TRAPS:
            self.write(f"{name}.py", f"open({str(self.trace)!r}, 'a').write({name!r})\n"
                       "raise ImportError('code of the folder')\n")

    def run_here(self, *words, **environment):
        return subprocess.run(words, cwd=self.folder, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, env={**os.environ, **environment})

    def report(self, path):
        """By the command, with this PYTHONPATH."""
        done = self.run_here(ROOT / "grist", "report", ".", GRIST_PYTHON=sys.executable,
                             PYTHONPATH=path)
        self.assertEqual((done.returncode, done.stderr), (0, ""), path)
        self.assertFalse(self.trace.exists(), path)
        (self.folder / "report.html").unlink()

    def test_report_of_the_folder_itself(self):
        for path in ("", ":", ".", f".::{self.folder.parent}:"):
            self.report(path)

    def test_modules_of_the_user_are_found(self):
        with TemporaryDirectory() as own:
            trace = Path(own, "trace")
            Path(own, "sitecustomize.py").write_text(f"open({str(trace)!r}, 'w')\n")
            self.report(f":{own}:.")
            self.assertTrue(trace.exists())

    def test_main_and_a_plot_by_hand(self):
        done = self.run_here(sys.executable, MAIN, "report", ".")
        self.assertEqual((done.stdout, done.stderr), ("grist: report: report.html\n", ""))
        done = self.run_here(sys.executable, ROOT / "examples/plant/plot.py", ".")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr,
                         "plot.py: cannot read settings.txt: No such file or directory\n")
        self.assertFalse(self.trace.exists())


WITHOUT_JINJA2 = """
import importlib.util, runpy, sys
find = importlib.util.find_spec
importlib.util.find_spec = lambda name, *more: None if name == "jinja2" else find(name, *more)
main = sys.argv.pop(1)
runpy.run_path(main, run_name="__main__")
"""


class MissingModulesTest(FolderTest):
    def run_python(self, *words):
        return subprocess.run([sys.executable, *words], capture_output=True, text=True)

    def test_one_sentence_says_what_to_install(self):
        done = self.run_python("-S", "-E", MAIN, "report", self.folder)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertEqual(done.stderr, "grist: Python has no numpy and no matplotlib: install what "
                         "is missing, on Debian python3-numpy python3-matplotlib, or set "
                         "GRIST_PYTHON to a Python that has it\n")

    def test_without_jinja2(self):
        done = self.run_python("-c", WITHOUT_JINJA2, MAIN, "report", self.folder)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"^grist: Python has no jinja2: install what is missing, on "
                         r"Debian python3-jinja2, [^\n]*\n$")

    def test_wrong_arguments(self):
        done = make(self.folder, "--cases")
        self.assertEqual(done.returncode, 2)
        self.assertEqual(done.stderr, "grist: unrecognized arguments: --cases ('grist report --help' lists what it takes)\n")
        done = self.run_python(ROOT / "examples/plant/plot.py")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the following arguments are required: folder", done.stderr)


if __name__ == "__main__":
    find_modules.run_tests()
