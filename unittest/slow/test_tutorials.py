#!/usr/bin/env python3
"""grist translate, held against the tutorials of LIGGGHTS and against LIGGGHTS itself. They come from Debian's packages, through this machine's apt, into
the cache of fetch_lammps.sh; nothing of them is in the repository. Skipped by name where apt has no package.

    test_tutorials.py LMP

Numbers of which both programs have one: slope and mass of a heap, weight on its floor (decks/liggghts/in.heap, three seeds); the tutorials cohesion (as noCohesion) and chute_wear.
GRIST_LIGGGHTS: a program liggghts; else that of the PATH, else those of the packages, where this machine can run them.
"""
import hashlib
import math
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "report"))
import find_modules  # noqa: E402
import numpy as np  # noqa: E402
from find_modules import ROOT  # noqa: E402

from grist_tools.translate.command import text_of  # noqa: E402
from grist_tools.translate.liggghts import translate_deck  # noqa: E402

LMP = None
VERSION = "3.8.0"
DOCUMENTS = ("liggghts-doc", "da5a2a4b70ce64398a0daa13d8864749a6f455df631a89f28b1813bba7e2ac4f")      # and its SHA256: what is accepted
PROGRAM = ("liggghts", "libliggghts3")
WITHOUT = ("in.DEM",)       # variables alone: another deck includes it
# Decks that are translated whole; all others have lines that no program but LIGGGHTS has.
WHOLE = {"cohesion/in.cohesion", "cohesion/in.noCohesion", "contactModels/in.newModels", "contactModels/in.oldModels", "conveyor/in.conveyor", "heatTransfer_1/in.heatGran",
         "hydrogel_multicontact/in.hydrogel_default", "hysteresis/in.noHysteresis", "insert_stream/in.insert_stream", "insert_stream/in.insert_stream_reset_timestep",
         "meshGran/in.meshGran", "movingMeshGran/in.movingMeshGran", "multisphere_stone_restitution/in.multisphere", "fluidizedBedTempParScale/in.liggghts_init"}
FLAT = "facet normal 0 0 1\nouter loop\n{}endloop\nendfacet\n"


def cache():
    given = os.environ.get("GRIST_CACHE_DIR")
    folder = Path(given) if given else Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "grist"
    return folder / f"liggghts-{VERSION}"


def skip(sentence):
    print(f"skipped: {sentence}")
    sys.exit(77)


def unpacked(package, sha256=None):
    """A package of Debian, unpacked into the cache; None where apt does not have it."""
    folder = cache()
    marker = folder / f"{package}.unpacked"
    if marker.is_file():
        return folder
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as work:
        done = subprocess.run(["apt-get", "-q", "-o", "APT::Sandbox::User=", "download", package], cwd=work, capture_output=True, text=True)
        files = list(Path(work).glob(f"{package}_*.deb"))
        if done.returncode or not files:
            return None
        if sha256 and hashlib.sha256(files[0].read_bytes()).hexdigest() != sha256:
            skip(f"apt's {files[0].name} is not the one that this test knows")
        subprocess.run(["dpkg-deb", "-x", files[0], folder], check=True)
    marker.touch()
    return folder


def tutorials():
    if shutil.which("apt-get") is None or shutil.which("dpkg-deb") is None:
        skip("no apt here, which has the tutorials of LIGGGHTS")
    folder = unpacked(*DOCUMENTS)
    if folder is None:
        skip(f"apt has no package {DOCUMENTS[0]}, which has the tutorials of LIGGGHTS")
    return folder / "usr/share/doc/liggghts/examples/LIGGGHTS/Tutorials_public"


def liggghts():
    """A command that runs LIGGGHTS with its input on stdin, and its environment; None where there is none."""
    program = os.environ.get("GRIST_LIGGGHTS") or shutil.which("liggghts")
    if program:
        return program, os.environ
    if any(unpacked(package) is None for package in PROGRAM):
        return None, None
    libraries = next(cache().glob("usr/lib/*/libliggghts.so*"), cache() / "x").parent
    environment = {**os.environ, "LD_LIBRARY_PATH": str(libraries)}
    program = str(cache() / "usr/bin/liggghts")
    with TemporaryDirectory() as work:
        try:
            works = subprocess.run([program], input="", cwd=work, env=environment, capture_output=True, text=True).returncode == 0
        except OSError:
            works = False
    return (program, environment) if works else (None, None)


def sheet(path, x, y, z):
    corners = [((-x, -y), (x, -y), (x, y)), ((-x, -y), (x, y), (-x, y))]
    path.write_text("solid s\n" + "".join(FLAT.format("".join(f"vertex {a} {b} {z}\n" for a, b in three)) for three in corners) + "endsolid s\n")


def table_of(text):
    """Rows of the last table of thermo output; both programs write sentences between them."""
    table = re.split(r"^ *Step .*$", text, flags=re.MULTILINE)[-1].split("Loop time")[0]
    return [[float(word) for word in line.split()] for line in table.splitlines() if re.fullmatch(r" *\d+(\s+-?\d\S*)+ *", line)]


class Tutorials(unittest.TestCase):
    def setUp(self):
        temporary = TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def run_ours(self, text, folder, *words):
        (folder / "in.ours").write_text(text)
        return subprocess.run([LMP, "-in", "in.ours", "-log", "run.log", *words], cwd=folder, capture_output=True, text=True)

    def test_tutorials(self):
        """Each deck: its commands, those that are left. What is whole runs its first steps."""
        decks = sorted(path for path in TUTORIALS.glob("**/in.*") if path.suffix != ".pascal" and path.name not in WITHOUT)
        self.assertEqual(len(decks), 25)
        whole = set()
        print(f"{'deck':48} commands translated left run")
        for deck in decks:
            name = f"{deck.parent.name}/{deck.name}"
            pieces = [piece for piece in translate_deck(deck) if piece.kind != "text"]
            left = sum(piece.kind == "left" for piece in pieces)
            self.assertTrue(all(piece.reasons for piece in pieces if piece.kind == "left"))
            run = "-"
            if not left:
                whole.add(name)
                run = self.first_steps(deck)
            print(f"{name:48} {len(pieces):8} {len(pieces) - left:10} {left:4} {run}", flush=True)
            self.assertIn(run, ("-", "runs"), name)
        self.assertEqual(whole, WHOLE)

    def first_steps(self, deck):
        """With 100 steps in each run; in.insert_stream_reset_timestep reads what in.insert_stream has written."""
        folder = self.folder / deck.parent.name
        if not folder.exists():
            shutil.copytree(deck.parent, folder)
            for name in ("post", "post/restart"):
                (folder / name).mkdir(exist_ok=True)
        text = re.sub(r"^(\s*run\s+)(\S+)( upto)?", r"\1 100", text_of(deck, translate_deck(deck)), flags=re.MULTILINE)
        done = self.run_ours(text, folder)
        return "runs" if done.returncode == 0 else (re.findall(r"ERROR.*", done.stdout) + ["fails"])[0]

    def both(self, deck, text, **variables):
        """Outputs of LIGGGHTS and of Grist with the translated deck, in one folder; each leaves heap.dump."""
        deck.write_text(text)
        words = [word for name, value in variables.items() for word in ("-var", name, str(value))]
        for name in ("post",):
            (deck.parent / name).mkdir(exist_ok=True)
        theirs = subprocess.run([PROGRAM_OF_LIGGGHTS, *words], input=text, cwd=deck.parent, env=ENVIRONMENT, capture_output=True, text=True)
        self.assertEqual(theirs.returncode, 0, theirs.stdout[-500:])
        dumped = [slope_of(deck.parent / "heap.dump")] if (deck.parent / "heap.dump").is_file() else []
        ours = self.run_ours(text_of(deck, translate_deck(deck)), deck.parent, *words)
        self.assertEqual(ours.returncode, 0, ours.stdout[-500:])
        dumped += [slope_of(deck.parent / "heap.dump")] if dumped else []
        return table_of(theirs.stdout), table_of(ours.stdout), dumped

    def test_heap(self):
        """Bands: the slope within 2 degrees in the mean of three seeds, the mass of the heap within 5 %; the floor carries at most the weight, the walls by
        friction the rest, the same share in both within 5 %."""
        self.need_liggghts()
        sheet(self.folder / "floor.stl", 0.06, 0.02, 0)
        sheet(self.folder / "slot.stl", 0.01, 0.015, 0.09)
        text = (ROOT / "unittest/report/decks/liggghts/in.heap").read_text()
        results = []
        for seed in (32452867, 49979687, 67867979):
            theirs, ours, slopes = self.both(self.folder / "in.heap", text, seed=seed)
            results.append([(slope, rows[-1][1], -rows[-1][3]) for slope, rows in zip(slopes, (theirs, ours))])
        means = np.array(results).mean(axis=0)
        ball = 2500 * math.pi / 6 * 0.005 ** 3
        shares = [force / (9.81 * ball * number) for _, number, force in means]
        for name, (slope, number, force), share in zip(("LIGGGHTS", "Grist"), means, shares):
            print(f"heap, {name}: slope {slope:.1f} degrees, mass {number * ball:.4f} kg, force on the floor {force:.3f} N = {share:.3f} of the weight")
        print("slopes of each seed:", [[round(float(slope), 1) for slope, _, _ in pair] for pair in results])
        self.assertLess(abs(means[0][0] - means[1][0]), 2)
        self.assertLess(abs(means[0][1] / means[1][1] - 1), 0.05)
        self.assertLess(abs(shares[0] - shares[1]), 0.05)
        self.assertTrue(all(0.9 < share < 1.005 for share in shares), shares)

    def test_cohesion_and_without(self):
        """The deck of the tutorial, to 0.3 s: kinetic energy without cohesion within 5 %; the same number of spheres to 2 % of it."""
        self.need_liggghts()
        shutil.copytree(TUTORIALS / "cohesion", self.folder / "cohesion")
        deck = self.folder / "cohesion" / "in.noCohesion"
        text = re.sub(r"^dump .*\n", "", deck.read_text(), flags=re.MULTILINE).replace("50000 upto", "30000 upto")
        theirs, ours, _ = self.both(deck, text)
        for name, rows in (("LIGGGHTS", theirs), ("Grist", ours)):
            print(f"noCohesion, {name}: {rows[-1][1]:g} spheres, kinetic energy {1000 * rows[-1][2]:.3f} mJ after 0.3 s")
        self.assertLess(abs(ours[-1][1] / theirs[-1][1] - 1), 0.02)
        self.assertLess(abs(ours[-1][2] / theirs[-1][2] - 1), 0.05)

    def test_chute(self):
        """The deck of the tutorial, 0.7 to 1 s: mass on the chute, kinetic energy within 10 %, and the force of the particles on the chute within 25 %: few spheres."""
        self.need_liggghts()
        shutil.copytree(TUTORIALS / "chute_wear", self.folder / "chute_wear")
        deck = self.folder / "chute_wear" / "in.chute_wear"
        text = re.sub(r"^dump .*\n", "", deck.read_text(), flags=re.MULTILINE).replace("wear finnie", "")
        text = re.sub(r"^thermo_style.*$", "fix force all ave/time 1 1000 1000 f_cad[3]\nvariable m equal mass(all)\nthermo_style custom step v_m ke f_force", text, flags=re.MULTILINE)
        theirs, ours, _ = self.both(deck, text)
        means = [np.array([row for row in rows if row[0] >= 70000]).mean(axis=0) for rows in (theirs, ours)]
        for name, mean in zip(("LIGGGHTS", "Grist"), means):
            print(f"chute_wear, {name}: mass {mean[1]:.4f} kg, kinetic energy {mean[2]:.4f} J, force on the chute along z {mean[3]:.3f} N")
        for k, band in ((1, 0.1), (2, 0.1), (3, 0.25)):
            self.assertLess(abs(means[1][k] / means[0][k] - 1), band)

    def need_liggghts(self):
        if PROGRAM_OF_LIGGGHTS is None:
            self.skipTest("no liggghts here, and no package of it that runs")


def slope_of(path):
    """Degrees: the highest grain of each 5 mm from 1 cm beside the middle on, a line on each side."""
    rows = path.read_text().split("ITEM: ATOMS id x z radius")[-1].splitlines()[1:]
    x, z, r = np.array([row.split()[1:] for row in rows], dtype=float).T
    slopes = []
    for side in (-1, 1):
        starts = np.arange(0.01, 0.0501, 0.005)
        tops = [(z + r)[(side * x >= start) & (side * x < start + 0.005)].max() for start in starts]
        slopes.append(math.degrees(math.atan(-np.polyfit(starts, tops, 1)[0])))
    return sum(slopes) / 2


if __name__ == "__main__":
    LMP = Path(sys.argv.pop(1)).resolve()
    TUTORIALS = tutorials()
    PROGRAM_OF_LIGGGHTS, ENVIRONMENT = liggghts()
    find_modules.run_tests()
