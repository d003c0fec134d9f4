#!/usr/bin/env python3
"""Compares beds and piles of rigid, bonded and polyhedral tablets.

    python3 plot.py RESULT_FOLDER

Read from the folder for each FORM that was run: rigid, bonded, polyhedral (SI units; the plate is at z = 0):
  settings.FORM.txt             what was run, a name and a value a line
  bed.FORM.points, .pairs       between the walls: elements (id, tablet, place, radius) or corners (tablet, place); what touches
  pile.FORM.points, .pairs      at the end
  rigid.mol, bonded.mol         elements of a tablet (molecule files)

Written there:
  profiles.png, profiles.csv    height of the piles against the distance from their middle
  summary.json, summary.txt     packing fraction, coordination, alignment, angle of repose, time

Where a tablet is and how it lies comes from its elements or corners, by the best rotation of the template (Kabsch 1976). The packing
fraction counts the tablet itself at that place, not its elements.
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.pictures import Camera
from grist_tools.draw.plots import BLUE, GREEN, np, ORANGE, plt, result_folder, save
from grist_tools.read.bodies import volume
from grist_tools.read.dumps import last_snapshot
from grist_tools.read.intervals import Estimate, student
from grist_tools.read.meshes import read_off
from grist_tools.read.piles import HeightMap, Pile
from grist_tools.read.tables import read_lines, read_settings, write_columns
from grist_tools.report.figures import KeyFigure, write_figures, write_json, write_summary
from grist_tools.text.messages import fail

FORMS = {"rigid": BLUE, "bonded": ORANGE, "polyhedral": GREEN}
COLORS = np.array([[0.93, 0.90, 0.84], [0.85, 0.55, 0.45], [0.55, 0.70, 0.80], [0.95, 0.80, 0.50], [0.66, 0.75, 0.58]])
SAMPLES = 200000                 # random points in the middle of a bed
SLOPE = (0.15, 0.85)             # of the height of a pile: between them a straight line is fitted
REPEATS = 24                     # sectors of a pile, for the scatter
RINGS = 40


# ---------------------------------------------------------------- reading


def read_template(path):
    """Places of the elements in a molecule file."""
    lines = read_lines(path)
    count = next(int(line.split()[0]) for line in lines if line.strip().endswith("atoms"))
    start = next(k for k, line in enumerate(lines) if line.strip() == "Coords") + 2
    return np.array([line.split()[1:4] for line in lines[start:start + count]], dtype=float)


class Heap:
    """Centers and rotations of tablets, what is drawn of them, and pairs of tablets that touch."""

    def __init__(self, folder, moment, form, settings):
        self.shape = [settings[name] for name in ("radius", "band", "cap")]
        points, pairs = (last_snapshot(folder / f"{moment}.{form}.{kind}").rows for kind in ("points", "pairs"))
        if form == "polyhedral":
            corners, self.faces = read_off(Path(__file__).resolve().parent / "tablet.off")
            tablets, places = points[:, 0].astype(int), points[:, 1:4]
            names = {int(name): int(name) for name in tablets}
            touching = pairs[pairs[:, 2] > 0.0, :2]
            self.radii = None
            template = corners * np.cbrt(self.volume() / volume(corners, self.faces))
        else:
            template = read_template(folder / f"{form}.mol")
            points = points[np.argsort(points[:, 0])]
            tablets, places, self.radii = points[:, 1].astype(int), points[:, 2:5], points[:, 5]
            names = dict(zip(points[:, 0].astype(int), tablets))
            touching = pairs[:, :2]
        order = np.argsort(tablets, kind="stable")
        self.names = np.unique(tablets)
        if len(tablets) != len(self.names) * len(template):
            fail(f"{folder}/{moment}.{form}.points holds {len(tablets)} points, which are not {len(self.names)} whole tablets")
        self.points = places[order].reshape(len(self.names), len(template), 3)
        if self.radii is not None:
            self.radii = self.radii[order].reshape(len(self.names), -1)
        self.turns, self.misfit = best_rotations(template, self.points)
        self.centers = self.points.mean(axis=1) - np.einsum("nij,j->ni", self.turns, template.mean(axis=0))
        ends = [(names[int(a)], names[int(b)]) for a, b in touching]
        self.touching = {(min(a, b), max(a, b)) for a, b in ends if a != b}

    def volume(self):
        radius, band, cap = self.shape
        return np.pi * radius**2 * band + np.pi * cap * (3 * radius**2 + cap**2) / 3

    def neighbors(self):
        """Of each tablet the number of others that it touches."""
        count = dict.fromkeys(self.names.tolist(), 0)
        for pair in self.touching:
            for name in pair:
                count[name] += 1
        return np.array([count[name] for name in self.names.tolist()])

    def axes(self):
        return self.turns[:, :, 2]

    def contains(self, places):
        """Which places are in a tablet."""
        radius, band, cap = self.shape
        ball = (radius**2 + cap**2) / (2 * cap)
        inside = np.zeros(len(places), bool)
        for center, axis in zip(self.centers, self.axes()):
            near = np.flatnonzero(np.abs(places - center).max(axis=1) < radius + band)
            along = np.abs((places[near] - center) @ axis)
            across = ((places[near] - center)**2).sum(axis=1) - along**2
            top = band / 2 + cap - ball + np.sqrt(np.maximum(ball**2 - across, 0.0))
            inside[near[(across < radius**2) & (along < top)]] = True
        return inside

    def draw(self, camera):
        colors = COLORS[self.names % len(COLORS)]
        if self.radii is None:
            for corners, color in zip(self.points, colors):
                camera.polyhedron(corners, self.faces, color)
        else:
            count = self.radii.shape[1]
            camera.spheres(self.points.reshape(-1, 3), self.radii.ravel(), np.repeat(colors, count, axis=0))


def best_rotations(template, points):
    """Of each set of points, in the order of the template, and the root-mean-square distance that is left."""
    centered = points - points.mean(axis=1, keepdims=True)
    reference = template - template.mean(axis=0)
    u, _, vt = np.linalg.svd(np.einsum("nki,kj->nij", centered, reference))
    flip = np.sign(np.linalg.det(u @ vt))
    u[:, :, 2] *= flip[:, None]
    turns = u @ vt
    left = centered - np.einsum("nij,kj->nki", turns, reference)
    return turns, np.sqrt((left**2).sum(axis=2).mean())


# ---------------------------------------------------------------- measuring


def measure_bed(heap, half_width):
    """Packing fraction, coordination and alignment, a radius off the walls, the plate and the top."""
    radius = heap.shape[0]
    inner, low = half_width - radius, radius
    high = np.percentile(heap.centers[:, 2], 85)
    places = np.random.default_rng(1).uniform((-inner, -inner, low), (inner, inner, high), (SAMPLES, 3))
    chosen = (np.abs(heap.centers[:, :2]) < inner).all(axis=1) & (heap.centers[:, 2] > low) & (heap.centers[:, 2] < high)
    if not chosen.any():
        fail("there are too few tablets: none lies in the middle of the bed")
    return {"packing_fraction": heap.contains(places).mean(),
            "coordination": heap.neighbors()[chosen].mean(),
            "without_contact": float((heap.neighbors()[chosen] == 0).mean()),
            "alignment": (1.5 * heap.axes()[chosen, 2]**2 - 0.5).mean(),
            "tablets_counted": int(chosen.sum())}


def pile_of(heap, half_width):
    reach = 5 * half_width
    middle = heap.centers[:, :2].mean(axis=0)
    camera = Camera((0, 0, 1), (*middle, 0), 2 * reach, (500, 500))
    heap.draw(camera)
    return Pile(HeightMap.of_camera(camera), reach / RINGS, middle, REPEATS)


def measure_pile(heap, half_width):
    pile = pile_of(heap, half_width)
    mean = pile.by_sector.mean(axis=0)[:RINGS]
    height = mean[:4].mean()
    angle, error = pile.angle_of_profile(*SLOPE, height)
    return {"angle_of_repose_deg": angle, "angle_standard_error_deg": error, "height": height,
            "radius_of_90_percent": np.percentile(np.hypot(*(heap.centers - heap.centers.mean(axis=0))[:, :2].T), 90),
            "coordination": heap.neighbors().mean()}, (pile.r[:RINGS], mean)


# ---------------------------------------------------------------- pictures


def draw_profiles(folder, runs):
    figure, axes = plt.subplots(figsize=(7, 4))
    for form, run in runs.items():
        distances, heights = run["profile"]
        axes.plot(1e3 * distances, 1e3 * heights, color=FORMS[form], label=form)
    axes.set_xlabel("distance from the middle, mm")
    axes.set_ylabel("height of the surface, mm")
    axes.set_ylim(bottom=0)
    axes.legend()
    save(figure, folder / "profiles.png")
    heights = {form: run["profile"][1] for form, run in runs.items()}
    write_columns(folder / "profiles.csv", {"distance": distances, **heights})


def sentence(form, values):
    bed, pile = values["bed"], values["pile"]
    return (f"{form:10s}  packing fraction {bed['packing_fraction']:.3f}, coordination {bed['coordination']:.2f}, "
            f"alignment {bed['alignment']:.2f}, angle of repose {pile['angle_of_repose_deg']:.1f} +- "
            f"{pile['angle_standard_error_deg']:.1f} degrees, {values['wall_seconds']:.1f} s "
            f"({values['steps']:.0f} steps of {1e6 * values['timestep']:.1f} us)")


def of_slope(pile):
    return Estimate(pile["angle_of_repose_deg"], student(REPEATS - 1) * pile["angle_standard_error_deg"], f"{REPEATS} sectors")


def key_figures(summaries):
    rows = []
    for form, s in summaries.items():
        rows += [KeyFigure(f"{form}: packing fraction of the bed", s["bed"]["packing_fraction"]),
                 KeyFigure(f"{form}: angle of repose", of_slope(s["pile"]), "degrees"),
                 KeyFigure(f"{form}: tablets lost", s["lost"], "", "", 0, 0, "none may be lost")]
    return rows


def main():
    folder = result_folder()
    runs = {}
    for form in FORMS:
        if not (folder / f"settings.{form}.txt").exists():
            continue
        settings = read_settings(folder / f"settings.{form}.txt", wanted=("radius", "half_width", "wall_seconds", "tablets"))
        heaps = {moment: Heap(folder, moment, form, settings) for moment in ("bed", "pile")}
        pile, curve = measure_pile(heaps["pile"], settings["half_width"])
        summary = dict(settings, bed=measure_bed(heaps["bed"], settings["half_width"]), pile=pile,
                       lost=settings["tablets"] - len(heaps["pile"].names), misfit=heaps["pile"].misfit)
        runs[form] = {"settings": settings, "summary": summary, "profile": curve, **heaps}
    if not runs:
        fail(f"{folder} holds no settings.rigid.txt, settings.bonded.txt or settings.polyhedral.txt")
    draw_profiles(folder, runs)
    summaries = {form: run["summary"] for form, run in runs.items()}
    write_json(folder, summaries)
    write_figures(folder, key_figures(summaries))
    write_summary(folder, [sentence(form, values) for form, values in summaries.items()])


if __name__ == "__main__":
    main()
