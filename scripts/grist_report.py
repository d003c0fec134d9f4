#!/usr/bin/env python3
"""Makes report.html of a run: one file with all in it, for a desk or a phone. What it shows and where it finds it: doc/report.md.

    python3 grist_report.py FOLDER [--case EXAMPLE_FOLDER]

Needs numpy and matplotlib (with Pillow); ffmpeg for films as MP4. An error is one sentence on stderr and exit status 1.
"""

import base64
import csv
import html
import io
import math
import re
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import grist_curves
from grist_film import labelled, write_film
from grist_log import is_number, read_log
from grist_picture import Camera
from grist_plot import fail, length_text, nice_length, np, plt, read_snapshots

from PIL import Image

MOST_FRAMES = 80           # of a film
FRAME_WIDTH = 640          # pixels
LARGEST_PICTURE = 4e6      # bytes: larger ones are made smaller
LARGEST_DUMP = 200e6
FRAME = re.compile(r"^(.*?)[._-]?(\d{3,})\.(png|jpg|jpeg|ppm)$")
PICTURE_ENDINGS = (".png", ".jpg", ".jpeg")
FILM_ENDINGS = {".mp4": "video/mp4", ".webm": "video/webm", ".gif": "image/gif", ".apng": "image/apng"}
KINDS = {"png": "png", "jpg": "jpeg", "jpeg": "jpeg"}


# ---------------------------------------------------------------- what a folder holds


@dataclass
class Figure:
    """A key figure, a row of figures.csv."""

    name: str
    value: str
    unit: str = ""
    error: str = ""
    expected: str = ""
    tolerance: str = ""
    compared_with: str = ""

    @property
    def agrees(self):
        """Whether it is as expected; None if nothing says what is."""
        if not self.expected or not self.tolerance:
            return None
        if not is_number(self.value):
            return False
        return abs(float(self.value) - float(self.expected)) <= float(self.tolerance) * (1 + 1e-12)


@dataclass
class Folder:
    path: Path
    log: object
    pictures: list = field(default_factory=list)
    plots: list = field(default_factory=list)
    films: list = field(default_factory=list)
    frames: list = field(default_factory=list)


def find_log(folder):
    if not folder.is_dir():
        fail(f"there is no folder {folder}")
    logs = [path for path in sorted(folder.iterdir()) if path.is_file() and "log" in path.name.lower() and path.suffix not in (".png", ".html")]
    of_lammps = [path for path in logs if begins(path, b"LAMMPS (")]
    if not of_lammps:
        fail(f"{folder} holds no log of LAMMPS (log.lammps): give the folder in which the run wrote its files")
    named = [path for path in of_lammps if path.name == "log.lammps"]
    return (named or sorted(of_lammps, key=lambda path: path.stat().st_mtime))[-1]


def begins(path, words):
    with open(path, "rb") as file:
        return file.read(len(words)) == words


def look_into(path):
    """Pictures, plots, films and frames, here and one folder down. Names that begin with picture are pictures, all others plots."""
    folder = Folder(path, read_log(find_log(path)))
    groups = {}
    for file in sorted([*path.glob("*.*"), *path.glob("*/*.*")]):
        numbered = FRAME.match(file.name)
        if file.suffix.lower() in FILM_ENDINGS:
            folder.films.append(file)
        elif numbered and file.stat().st_size:
            groups.setdefault((file.parent, numbered[1], numbered[3]), []).append((int(numbered[2]), file))
        elif file.suffix.lower() in PICTURE_ENDINGS and file.stat().st_size:
            (folder.pictures if file.name.startswith("picture") else folder.plots).append(file)
    for frames in groups.values():
        if len(frames) >= 4:
            folder.frames.append(sorted(frames))
        else:
            folder.pictures += [file for _, file in frames]
    return folder


def read_figures(folder):
    path = folder / "figures.csv"
    if not path.is_file():
        return []
    with open(path, newline="", errors="replace") as file:
        rows = list(csv.DictReader(file, skipinitialspace=True))
    known = Figure.__dataclass_fields__
    figures = []
    for row in rows:
        unknown = [name for name in row if name not in known]
        if unknown:
            fail(f"{path} has a column {unknown[0]!r} (the columns are {', '.join(known)})")
        if not row.get("name") or row.get("value") in (None, ""):
            fail(f"{path} has a row without a name or a value: {','.join(text or '' for text in row.values())}")
        figure = Figure(**{name: (text or "").strip() for name, text in row.items()})
        for name in ("error", "expected", "tolerance"):
            if getattr(figure, name) and not is_number(getattr(figure, name)):
                fail(f"{path}: {figure.name}: {name} is {getattr(figure, name)!r}, not a number")
        figures.append(figure)
    return figures


def read_settings_files(folder):
    """(file name, [(name, value, unit)]) of each settings*.txt."""
    result = []
    for path in sorted(folder.glob("settings*.txt")):
        rows = [line.split(maxsplit=2) for line in path.read_text(errors="replace").splitlines()]
        result.append((path.name, [(*row, "", "")[:3] for row in rows if row]))
    return result


# ---------------------------------------------------------------- films and pictures that are made here


def make_film(folder, frames):
    """Of the frames that dump image left, at most MOST_FRAMES of them."""
    picked = frames if len(frames) <= MOST_FRAMES else [frames[k] for k in np.linspace(0, len(frames) - 1, MOST_FRAMES).round().astype(int)]

    def images():
        for step, path in picked:
            with Image.open(path) as image:
                image = image.convert("RGB")
                image.thumbnail((FRAME_WIDTH, 2 * FRAME_WIDTH), Image.Resampling.LANCZOS)
                yield labelled(image, f"step {step}")

    try:
        return write_film(folder / "film", images(), rate=min(max(len(picked) / 8, 4), 15))
    except OSError as error:
        fail(f"no film of {frames[0][1].name} and those after it: {error}")


def pictures_of_frames(frames):
    """First, middle and last."""
    return [frames[k][1] for k in dict.fromkeys((0, len(frames) // 2, len(frames) - 1))]


def draw_last_snapshot(folder):
    """Of a run without pictures: the spheres of the latest dump of atoms with places and sizes, colored by type."""
    dumps = [path for path in folder.iterdir() if path.is_file() and path.stat().st_size < LARGEST_DUMP and is_sphere_dump(path)]
    if not dumps:
        return None
    atoms = None
    for step, atoms in read_snapshots(max(dumps, key=lambda path: path.stat().st_mtime)):
        pass
    if atoms is None or not len(atoms["x"]):
        return None
    centers = np.column_stack([atoms[axis] for axis in "xyz"])
    radii = atoms["radius"] if "radius" in atoms else atoms["diameter"] / 2
    colors = plt.get_cmap("tab10")((atoms.get("type", np.zeros(len(radii))).astype(int) - 1) % 10)[:, :3]
    near = np.all(np.abs(centers - np.median(centers, axis=0)) <= 3 * np.ptp(np.percentile(centers, (5, 95), axis=0), axis=0) + 1e-300, axis=1)
    shown = centers[near] if near.any() else centers
    spread = radii.max() * np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    camera = Camera.around((shown[:, None] + spread).reshape(-1, 3), (0.3, -1.0, 0.3), 900, samples=2)
    camera.spheres(centers, radii, colors)
    length = nice_length(0.25 * camera.width)
    path = folder / "picture_last.png"
    labelled(camera.image(), f"step {step}", (int(length / camera.width * 900), length_text(length))).save(
        path, pnginfo=None)
    return path


def is_sphere_dump(path):
    with open(path, errors="replace") as file:
        head = [file.readline() for _ in range(9)]
    names = set(head[8].split()[2:]) if head[0].startswith("ITEM: TIMESTEP") and head[8].startswith("ITEM: ATOMS") else set()
    return {"x", "y", "z"} <= names and bool(names & {"radius", "diameter"})


def fill_in(folder):
    """Films of frames where there is none, and pictures where there is none."""
    if not folder.films and folder.frames:
        folder.films.append(make_film(folder.path, folder.frames[0]))
    if not folder.pictures and folder.frames:
        folder.pictures = pictures_of_frames(folder.frames[0])
    if not folder.pictures:
        folder.pictures = [path for path in [draw_last_snapshot(folder.path)] if path]


# ---------------------------------------------------------------- pieces of the page


def esc(text):
    return html.escape(str(text))


def data_uri(data, kind):
    return f"data:{kind};base64," + base64.b64encode(data).decode()


def caption_of(path):
    """What grist_plot.save put into the PNG file, or its name."""
    try:
        with Image.open(path) as image:
            said = image.info.get("Description", "")
    except OSError:
        said = ""
    frame = FRAME.match(path.name)
    return said or (f"step {int(frame[2])}" if frame else path.stem.replace("_", " ").replace(".", " "))


def picture(path):
    ending = path.suffix[1:].lower()
    data = path.read_bytes()
    with Image.open(path) as image:
        width, height = image.size
        if len(data) > LARGEST_PICTURE:
            image = image.convert("RGB")
            image.thumbnail((1600, 1600), Image.Resampling.LANCZOS)
            data, ending, (width, height) = encoded(image), "png", image.size
    return framed(data_uri(data, f"image/{KINDS[ending]}"), caption_of(path), width, height)


def encoded(image):
    data = io.BytesIO()
    image.save(data, format="png", optimize=True)
    return data.getvalue()


def framed(source, caption, width, height):
    """A strip of several pictures keeps its height on a phone and is swiped."""
    strip = ' class="strip"' if width > 2.2 * height else ""
    return (f'<figure{strip}><div><img src="{source}" width="{width}" height="{height}" alt="{esc(caption)}"></div>'
            f"<figcaption>{esc(caption)}</figcaption></figure>")


def film(path):
    kind = FILM_ENDINGS[path.suffix.lower()]
    source = data_uri(path.read_bytes(), kind)
    if kind.startswith("image"):
        return f'<figure><img src="{source}" alt="film of the run"></figure>'
    return f'<figure><video src="{source}" controls autoplay muted loop playsinline></video></figure>'


def table(heads, rows, kind=""):
    """Each cell carries its head, so that a phone can show a row as a card."""
    top = "".join(f"<th>{esc(head)}</th>" for head in heads)
    body = "".join("<tr>" + "".join(f'<td data-head="{esc(head)}">{cell}</td>' for head, cell in zip(heads, row)) + "</tr>" for row in rows)
    return f'<div class="wide"><table class="{kind}"><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


def section(title, *parts):
    parts = [part for part in parts if part]
    return f"<section><h2>{esc(title)}</h2>{''.join(parts)}</section>" if parts else ""


def details(title, content):
    return f"<details><summary>{esc(title)}</summary>{content}</details>" if content else ""


def short(text):
    """A number with at most six digits that count."""
    if not is_number(text) or re.fullmatch(r"[+-]?\d{1,9}", str(text)):
        return str(text)
    return f"{float(text):.6g}"


def with_error(value, error):
    """Value and error, to two digits of the error."""
    if not is_number(value) or not is_number(error) or not 0 < float(error) < 1e9:
        return short(value) + (f" ± {short(error)}" if error else "")
    places = 1 - math.floor(math.log10(float(error)))
    return f"{round(float(value), places):.{max(places, 0)}f} ± {round(float(error), places):.{max(places, 0)}f}"


def duration(seconds):
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes = int(round(seconds / 60)) if seconds >= 600 else int(seconds // 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min" if seconds >= 600 else f"{minutes} min {int(seconds % 60)} s"


# ---------------------------------------------------------------- sections


def figures_section(folder, figures):
    rows = []
    for figure in figures:
        value = f"<b>{esc(with_error(figure.value, figure.error))}</b> {esc(figure.unit)}"
        expected = esc(short(figure.expected)) if figure.expected else ""
        if expected and figure.tolerance and float(figure.tolerance) > 0:
            expected += f" ± {esc(short(figure.tolerance))}"
        if expected:
            expected += f" {esc(figure.unit)}"
        compared = "<br>".join(part for part in (expected, f"<small>{esc(figure.compared_with)}</small>" if figure.compared_with else "") if part)
        rows.append((esc(figure.name), value, compared or "<small>nothing</small>", mark(figure.agrees)))
    sentences = [line for line in read_text(folder / "summary.txt").splitlines() if line.strip()]
    listed = "<ul>" + "".join(f"<li>{esc(line)}</li>" for line in sentences) + "</ul>" if sentences else ""
    return section("Key figures", table(("figure", "value", "compared with", ""), rows, "cards") if rows else "", listed)


def mark(agrees):
    return {None: "", True: '<span class="yes">as expected</span>', False: '<span class="no">not as expected</span>'}[agrees]


def read_text(path):
    return path.read_text(errors="replace") if path.is_file() else ""


# Units of the values after these words of styles and commands, with units si.
SI_WORDS = {"young": "Pa", "density": "kg/m3", "density/solid": "kg/m3", "tensile": "Pa", "shear": "Pa", "stiffness": "N/m", "volume": "N/m3",
            "rate": "kg/s", "diameter": "m", "radius": "m", "size": "m", "height": "m", "width": "m", "length": "m"}
MODEL = ("units", "boundary", "newton", "atom_style", "cluster_template", "particle_mix", "bond_style", "bond_coeff", "pair_style", "pair_coeff",
         "neighbor_style", "neighbor", "timestep", "fix", "create_polyhedra")


def with_units(words):
    """Arguments with units after the values whose keyword says which, for units si."""
    out, unit = [], ""
    for word in words:
        out.append(f"{word} {unit}" if unit and is_number(word) else word)
        unit = SI_WORDS.get(word, "")
    return " ".join(out)


def model_table(log):
    """The commands that say what is simulated, with units where their keywords imply them."""
    unit = {"timestep": log.time_unit}
    rows = []
    for line in dict.fromkeys(log.commands):
        command, *words = line.split()
        if command not in MODEL or (command == "fix" and len(words) > 2 and words[2] in ("print", "ave/time", "halt", "progress")):
            continue
        text = with_units(words) if log.units == "si" else " ".join(words)
        rows.append((esc(command), esc(f"{text} {unit.get(command, '')}".strip())))
    return table(("command", "arguments"), rows, "cards") if rows else ""


def settings_section(folder):
    files = read_settings_files(folder.path)
    parts = []
    for name, rows in files:
        if len(files) > 1:
            parts.append(f"<h3>{esc(name)}</h3>")
        parts.append(table(("setting", "value", "unit"), [(esc(a.replace("_", " ")), esc(short(b)), esc(c)) for a, b, c in rows], "settings"))
    model = model_table(folder.log)
    parts.append(details("Commands of the model", model) if parts else model)
    parts.append(details("The whole input as LAMMPS read it", f"<pre>{esc(chr(10).join(folder.log.text))}</pre>" if folder.log.text else ""))
    return section("Settings", *parts)


PART_COLORS = {"Pair": "#0072B2", "Bond": "#D55E00", "Neigh": "#009E73", "Comm": "#CC79A7", "Output": "#F0E442", "Modify": "#E69F00", "Other": "#999999"}


def timings_section(log):
    runs = [run for run in log.runs if run.steps > 0]
    if not runs:
        return section("Timings", "<p>No run of LAMMPS came to its end.</p>")
    shown = sorted(sorted(runs, key=lambda run: -run.seconds)[:12], key=runs.index)
    rows = [timing_row(str(runs.index(run) + 1), [run]) for run in shown]
    if len(runs) > 1:
        rows.append(timing_row("all", runs))
    names = [name for name in PART_COLORS if any(name in run.sections for run in runs)]
    legend = " ".join(f'<span class="key" style="background:{PART_COLORS[name]}"></span>{name}' for name in names)
    whole = f"<p>Whole time of the program: {duration(log.wall_seconds)}.</p>" if log.wall_seconds is not None else ""
    left_out = f"<p>The {len(shown)} longest of {len(runs)} runs.</p>" if len(runs) > len(shown) else ""
    return section("Timings", whole, left_out, table(("run", "steps", "atoms", "processes", "time", "steps/s", "parts of the step"), rows, "cards"),
                   f'<p class="legend">{legend}</p>')


def timing_row(name, runs):
    seconds, steps = sum(run.seconds for run in runs), sum(run.steps for run in runs)
    parts = {key: sum(run.sections.get(key, 0.0) for run in runs) for key in PART_COLORS}
    total = sum(parts.values())
    bar = "".join(f'<i style="width:{100 * part / total:.2f}%;background:{PART_COLORS[key]}" title="{key} {100 * part / total:.1f} %"></i>'
                  for key, part in parts.items() if part > 0) if total > 0 else ""
    rate = f"{steps / seconds:.4g}" if seconds > 0 else ""
    return (name, f"{steps:,}".replace(",", " "), f"{runs[-1].atoms:,}".replace(",", " "), str(runs[-1].processes), duration(seconds), rate,
            f'<span class="bar">{bar}</span>' if bar else "<small>not measured</small>")


def warnings_section(log):
    lines = [f'<li class="no">ERROR: {esc(text)}</li>' for text in log.errors]
    lines += [f"<li>{esc(text)}{f' ({count} times)' if count > 1 else ''}</li>" for text, count in log.warnings.items()]
    return section("Warnings", f"<ul>{''.join(lines)}</ul>" if lines else "<p>The run gave no warning.</p>")


def curves(folder):
    """Figures of the tables that no plot shows."""
    figures = []
    for of_table in grist_curves.of_thermo(folder.log) + grist_curves.of_folder(folder.path):
        data = grist_curves.draw(of_table)
        if data:
            width, height = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
            figures.append(framed(data_uri(data, "image/png"), of_table.title, width, height))
    return "".join(figures)


def plots_section(folder):
    plots = "".join(picture(path) for path in folder.plots)
    made = curves(folder)
    return section("Plots", plots, details("Curves of all tables and of the thermo output", made) if plots else made)


def files_section(folder):
    frames = {path for group in folder.frames for _, path in group}
    files = [path for path in sorted(folder.path.rglob("*")) if path.is_file() and path not in frames and path.name != "report.html"]
    rows = [(esc(path.relative_to(folder.path)), size_text(path.stat().st_size)) for path in files[:200]]
    if frames:
        rows.append((f"{len(frames)} frames of pictures", size_text(sum(path.stat().st_size for path in frames))))
    return details("Files of the run", table(("file", "size"), rows))


def size_text(count):
    for unit in ("B", "kB", "MB", "GB"):
        if count < 1000 or unit == "GB":
            return f"{count:.3g} {unit}" if unit != "B" else f"{count} B"
        count /= 1000


# ---------------------------------------------------------------- the page


STYLE = (Path(__file__).resolve().parent / "grist_report.css")


def heading(case, folder):
    """Title and first paragraph of the README.md of the case."""
    text = read_text(case / "README.md") if case else ""
    title = re.search(r"^# (.+)$", text, re.M)
    paragraphs = [part.strip() for part in text.split("\n\n")]
    first = next((part for part in paragraphs if part and part[0] not in "#!|-`" and not part.startswith("    ")), "")
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", first).replace("`", "").replace("\n", " ")
    return (title[1] if title else folder.path.resolve().name), plain


def facts(folder, figures):
    log = folder.log
    checked = [figure.agrees for figure in figures if figure.agrees is not None]
    chips = []
    if log.errors:
        chips.append(("no", "stopped with an error"))
    elif log.wall_seconds is None:
        chips.append(("no", "not finished"))
    if checked:
        chips.append(("yes" if all(checked) else "no", f"{sum(checked)} of {len(checked)} key figures as expected"))
    warned = sum(log.warnings.values())
    chips.append(("no" if warned else "yes", f"{warned} warnings" if warned != 1 else "1 warning"))
    runs = [run for run in log.runs if run.steps]
    said = [time.strftime("%Y-%m-%d %H:%M", time.localtime(find_log(folder.path).stat().st_mtime)), f"LAMMPS {log.version} with Grist"]
    if runs:
        processes, atoms = runs[-1].processes, runs[-1].atoms
        said += [f"{processes} process{'es' if processes > 1 else ''}", f"{atoms} atoms at the end", duration(log.seconds_of_runs)]
    return ('<p class="chips">' + "".join(f'<span class="{kind}">{esc(text)}</span>' for kind, text in chips) + "</p>"
            f'<p class="facts">{esc(" · ".join(said))}</p>')


def page(folder, case):
    figures = read_figures(folder.path)
    title, about = heading(case, folder)
    sections = [section("Pictures", *[picture(path) for path in folder.pictures[:12]]),
                section("Film", *[film(path) for path in folder.films]),
                figures_section(folder.path, figures), plots_section(folder), settings_section(folder), timings_section(folder.log),
                warnings_section(folder.log), f"<section>{files_section(folder)}</section>"]
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{esc(title)}</title>
<link rel="icon" href="data:,">
<style>
{STYLE.read_text()}</style>
</head>
<body>
<header>
<h1>{esc(title)}</h1>
{f"<p>{esc(about)}</p>" if about else ""}
{facts(folder, figures)}
</header>
<main>
{chr(10).join(part for part in sections if part)}
</main>
</body>
</html>
"""


def make_report(path, case=None):
    folder = look_into(path)
    fill_in(folder)
    target = path / "report.html"
    target.write_text(page(folder, case), encoding="utf-8")
    return target


def main():
    words = sys.argv[1:]
    case = None
    if "--case" in words[:-1]:
        at = words.index("--case")
        case = Path(words[at + 1])
        del words[at:at + 2]
    if len(words) != 1 or words[0].startswith("-"):
        fail("usage: python3 grist_report.py FOLDER [--case EXAMPLE_FOLDER]")
    print(f"report: {make_report(Path(words[0]), case)}")


if __name__ == "__main__":
    main()
