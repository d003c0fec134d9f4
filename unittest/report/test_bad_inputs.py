#!/usr/bin/env python3
"""Bad values of options and broken files, drawn by a seed, for report, picture, film, view, calibrate, new and inspect.

    test_bad_inputs.py [--count N] [--seed S]

Oracle: a command ends well, or with one sentence and exit status 1 or 2; nothing else is a traceback, and nothing hangs.
"""
import argparse
import importlib.util
import io
import random
import signal
import sys
import tempfile
import traceback
import unittest
import warnings
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import find_modules
import made_runs as made
import numpy as np
from PIL import Image
from stone import MAIN

COUNT, SEED = 40, 1
TIME_LIMIT = 60     # seconds of one command, on a busy machine
WORDS = ("", "nan", "inf", "-1", "0", "1", "1e999", "-1e-300", "99999999999999999999", "x", "y=", "=1", "300x200", "0x0", "12,", ",,", "../none", "\u00e9", "50%", "-3", "all", "speed",
         "c_none", "id", "wear", "*", "last,first")
OPTIONS = {"picture": ("--color", "--view", "--size", "--cut", "--frame", "--out", "--range"), "film": ("--color", "--view", "--size", "--cut", "--frames", "--range"),
           "view": ("--values", "--frames", "--out"), "report": ("--case",), "calibrate": ("--budget", "--out"), "new": ("--kind",), "inspect": ("--ranks",)}
LOG = ("LAMMPS (4 Feb 2025)\nunits si\ntimestep 1e-5\nvariable f index w.off\nfix w all wall/mesh $f move rotate 0 0 0 1 0 0 2 model hertz/mindlin\n"
       "fix w all wall/mesh w.off move rotate 0 0 0 1 0 0 2 model hertz/mindlin\nreset_timestep 0\nrun 100\nStep Temp v_x\n0 1 2\n50 2 3\n100 3 4\n"
       "Loop time of 1.5 on 1 procs for 100 steps with 2 atoms\nWARNING: soft (src/x.cpp:1)\nTotal wall time: 0:00:02\n")
TOML = ('[bulk]\nsize = "5 mm"\ndensity = "2500 kg/m3"\n[measured]\nangle_of_repose = "25 +- 1 deg"\n[search]\nfriction = [0.1, 0.9]\n',
        '[rock]\nname = "a"\ndensity = "2600 kg/m3"\n[measured]\nyoung = "60 GPa"\nucs = "200 +- 22 MPa"\n[search]\nseeds = [1, 2]\n[hold]\nratio = 2.5\n')
CSV = ("step,time [s],mass [kg]\n0,0,1\n100,0.1,2\n200,0.2,3\n", "step,time [s],size [m],passing\n0,0,0.1,0.5\n0,0,0.2,1\n",
       "step,type,other,from [J],to [J],contacts,energy [J]\n1,1,2,0,1,3,4\n1,1,2,1,inf,3,4\n", "name,value,unit\na,1,m\n",
       "step,time [s],component,number,mass_to_0.1 [kg],mass_above_0.1 [kg]\n0,0,all,1,2,3\n1,1,all,2,3,4\n2,2,all,3,4,5\n",
       "# Time-averaged data for fix x\n# TimeStep v_a\n0 1\n10 2\n20 3\n", "size mm,energy J,broken\n5,0.1,0\n5,0.2,1\n7,0.3,1\n")


def out_of_time(*_):
    raise TimeoutError(f"no end in {TIME_LIMIT} s")


def write_run(folder, draw):
    """A folder as a run leaves it: a log, frames of both kinds, tables, a wall."""
    random_numbers = np.random.default_rng(draw.randrange(1000))
    (folder / "log.lammps").write_text(LOG)
    (folder / "w.off").write_text("OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n")
    rows = np.column_stack([[1, 2, 3], [1, 1, 2], random_numbers.random((3, 3)), [0.1] * 3, random_numbers.normal(size=(3, 3))])
    if draw.random() < 0.6:
        for step in (0, 50, 100):
            made.write_dump(folder / f"a.{step}.dump", {step: rows}, "id type x y z radius vx vy vz")
    if draw.random() < 0.5:
        made.write_dump(folder / "b.dump", {0: rows, 50: rows, 100: rows}, "id type x y z radius vx vy vz")
    if draw.random() < 0.6:
        blocks = {"spheres": [made.spheres(rows[:, 2:5], rows[:, 5], type=np.ones(3, "i4"))], "polyhedra": [made.cubes([7], made.CUBE[None], type=np.ones(1, "i4"))],
                  "wall_w": [made.triangles([[[0, 0, 0], [1, 0, 0], [0, 1, 0]]])]}
        made.write_series(folder, [(0, blocks), (1, blocks)], draw.random() < 0.5)
    for number, text in enumerate(CSV):
        if draw.random() < 0.5:
            (folder / ("figures.csv" if text.startswith("name") else f"t{number}.{'txt' if text[0] == '#' else 'csv'}")).write_text(text)
    if draw.random() < 0.3:
        Image.new("RGB", (40, 30)).save(folder / "picture.png")


def damaged(draw, data):
    """Some changes of bytes, words and lines; an empty file; rubbish."""
    kind = draw.randrange(8)
    if kind == 0:
        return b""
    if kind == 1:
        return bytes(draw.randrange(256) for _ in range(300))
    if kind == 2:
        return data[:draw.randrange(len(data) + 1)]
    lines = data.split(b"\n")
    for _ in range(1 + draw.randrange(3)):
        line = draw.randrange(len(lines))
        words = lines[line].split(b" ")
        if kind == 3:
            del lines[line]
        elif kind == 4:
            lines.insert(line, draw.choice(lines))
        elif kind == 5:
            words[draw.randrange(len(words))] = draw.choice(WORDS).encode()
            lines[line] = b" ".join(words)
        elif kind == 6:
            lines[line] = lines[line].replace(b"1", draw.choice((b"nan", b"-1", b"1e300", b"x")), 1)
        else:
            lines[line] = lines[line][:draw.randrange(len(lines[line]) + 1)]
        if not lines:
            break
    return b"\n".join(lines)


def damage(folder, draw):
    files = [file for file in folder.iterdir() if file.is_file()]
    for _ in range(draw.randrange(1, 4)):
        file = draw.choice(files)
        kind = draw.randrange(10)
        if not file.is_file():
            continue
        if kind == 0:
            file.unlink()
            file.mkdir()
        elif kind == 1:
            file.unlink()
            file.symlink_to("nowhere")
        elif kind == 2:
            file.rename(file.with_name("x" + file.name))
        else:
            file.write_bytes(damaged(draw, file.read_bytes()))


def words_of(draw, folder):
    """A command with good and bad words."""
    command = draw.choice(("picture", "picture", "film", "view", "report", "report", "calibrate", "calibrate", "new", "inspect"))
    path = folder
    files = sorted(folder.iterdir())
    if command == "calibrate":
        path = folder / "c.toml"
        path.write_bytes(damaged(draw, draw.choice(TOML).encode()) if draw.random() < 0.9 else b"measured = 5\n[bulk]\nsize = 3\n")
        if draw.random() < 0.2:
            path = folder / "c.csv"
            path.write_bytes(damaged(draw, draw.choice(CSV).encode()))
    elif command != "report" and draw.random() < 0.3 and files:
        path = draw.choice(files)
    elif draw.random() < 0.05:
        path = folder / "none"
    words = [command, str(folder / draw.choice(("n", "a/b", ".", "log.lammps"))) if command == "new" else str(path)]
    if command in ("picture", "film"):
        words += ["--size", "200x200"]
    for _ in range(draw.randrange(3)):
        option = draw.choice(OPTIONS[command])
        words += [option] + [draw.choice(WORDS) for _ in range(2 if option == "--range" else 1)]
        if option in ("--out", "--case"):
            words[-1] = str(folder / draw.choice(("out.png", "out.xyz", "none/out.png", ".", "log.lammps/x.png", "out.gif")))
    if command in ("calibrate", "inspect"):
        words += ["--program", "/bin/true"]
    if command == "calibrate":
        words += ["--results", str(folder / "results")]
    return words


def fault_of(main, words):
    """What is wrong with the end of a command; empty if nothing is."""
    screen, code = io.StringIO(), 0
    signal.alarm(TIME_LIMIT)
    try:
        with redirect_stderr(screen), redirect_stdout(io.StringIO()):
            main.main(words)
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        return traceback.format_exc()
    finally:
        signal.alarm(0)
    if isinstance(code, str):
        return "" if len(code.splitlines()) == 1 else f"an error of several lines: {code}"
    return "" if code in (0, None, 1) or code == 2 and len(screen.getvalue().splitlines()) == 1 else f"exit status {code}: {screen.getvalue()}"


class BadInputs(unittest.TestCase):
    def test_end_with_one_sentence(self):
        specification = importlib.util.spec_from_file_location("main", MAIN)
        main = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(main)
        signal.signal(signal.SIGALRM, out_of_time)
        warnings.simplefilter("ignore")
        faults = []
        for seed in range(SEED, SEED + COUNT):
            draw = random.Random(f"bad {seed}")
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                write_run(folder, draw)
                if draw.random() < 0.8:
                    damage(folder, draw)
                words = words_of(draw, folder)
                fault = fault_of(main, words)
                if fault:
                    faults.append(f"--seed {seed} --count 1: {' '.join(words)}\n{fault}")
        self.assertEqual(faults, [], "\n".join(faults))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seed", type=int, default=SEED)
    given, rest = parser.parse_known_args()
    COUNT, SEED = given.count, given.seed
    find_modules.run_tests(argv=[sys.argv[0], *rest])
