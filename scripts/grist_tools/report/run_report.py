"""Makes report.html of a run: one file with all in it, for a desk or a phone.

What it shows and where it finds it: doc/report.md. The page is the template run_report.jinja, with the
style draw/page.css.
"""

import io
import json
import re
import time
from dataclasses import dataclass

from PIL import Image

from ..draw.pages import data_uri, picture, Picture, template
from ..draw.run_pictures import draw_case, draw_default, draw_wear
from ..read.scenes import find_source, sources_in
from ..text.messages import fail, program, say
from ..text.values import duration, in_seconds, is_number
from . import answers, curves
from .figures import read_figures
from .liners import worn_walls
from .run_folder import FILM_ENDINGS, fill_in, look_into

LARGEST_VIEW = 8e6         # characters: larger ones stay beside the report
MOST_PICTURES, MOST_FILES, MOST_RUNS = 12, 200, 12


def report(options):
    if options.case and not options.case.is_dir():
        fail(f"--case: there is no folder {options.case}")
    if options.after and in_seconds(options.after) is None:
        fail(f"--after expects a time such as 2000h, 30d or 90s, not '{options.after}'")
    say(f"report: {make_report(options.folder, options.case, options.after)}")


def make_report(path, case=None, after=""):
    """`case`: folder of the input, whose README.md gives title and first paragraph, and whose file `pictures` says what is drawn; `after`: time
    to which wear is scaled."""
    if case:
        draw_case(path, case)
    folder = look_into(path)
    fill_in(folder)
    draw_default(folder)
    draw_wear(folder, after)
    tables = curves.of_thermo(folder.log) + curves.of_folder(folder)
    means = answers.steady_means(tables)
    given = read_figures(path)
    figures = answers.with_means(given, means, folder.log.time_unit)
    if not any("80 %" in figure.name for figure in given):
        figures += answers.sizes_of_product(tables)
    title, about = heading(case, path)
    pictures, plots = [picture(file) for file in folder.pictures[:MOST_PICTURES]], [picture(file) for file in folder.plots]
    view, drawn, settings, model = view_of(folder), drawn_curves(folder, tables), read_settings_files(path), model_commands(folder.log)
    sentences = [line for line in read_text(path / "summary.txt").splitlines() if line.strip()]
    first = plots or [of_svg(data, "") for data in answers.panels(tables, means)]
    sections = {"Key figures": figures or sentences, "Plots": first, "Film": folder.films, "View": view, "Curves": drawn,
                "Settings": settings or model or folder.log.text, "Timings": True, "Warnings": True}
    text = template("report/run_report.jinja").render(
        sections=[name for name, holds in sections.items() if holds], title=title, about=about, chips=chips(folder.log, figures), facts=facts(folder),
        pictures=pictures, films=[film(file) for file in folder.films], view=view, figures=figures, sentences=sentences,
        plots=first, curves=drawn, settings=settings, model=model, log=folder.log,
        timings=timings(folder.log), part_colors=PART_COLORS, files=files(folder),
        left_out=folder.left_out)
    target = path / "report.html"
    target.write_text(text, encoding="utf-8", errors="replace")    # names may be of other codes
    return target


def read_text(path):
    return path.read_text(errors="replace") if path.is_file() else ""


# ---------------------------------------------------------------- head of the page


def heading(case, path):
    """Title and first paragraph of the README.md of the case."""
    text = read_text(case / "README.md") if case else ""
    title = re.search(r"^# (.+)$", text, re.M)
    paragraphs = [part.strip() for part in text.split("\n\n")]
    first = next((part for part in paragraphs if part and part[0] not in "#!|-`"), "")
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", first).replace("`", "").replace("\n", " ")
    return (title[1] if title else path.resolve().name), plain


def chips(log, figures):
    """(class, text): whether the run ended, whether its figures agree, its warnings."""
    found = []
    if log.errors:
        found.append(("no", "stopped with an error"))
    elif log.wall_seconds is None:
        found.append(("no", "not finished"))
    checked = [figure.agrees for figure in figures if figure.agrees is not None]
    if checked:
        found.append(("yes" if all(checked) else "no",
                      f"{sum(checked)} of {len(checked)} key figures as expected"))
    warned = sum(log.warnings.values())
    found.append(("no" if warned else "yes", f"{warned} warning{'s' if warned != 1 else ''}"))
    return found


def variables_of(path):
    """(name, value, unit) of the variables of the command line, which grist run writes into command.txt, a word a line; of runs of a sweep
    those that it sets."""
    if (path / "variables.json").is_file():
        try:
            return [(name, str(value), "") for name, value in json.loads(read_text(path / "variables.json")).items() if name != "what"]
        except ValueError:      # the program was killed while it wrote it
            return []
    found = []
    for word in read_text(path / "command.txt").splitlines():
        if word.startswith("-") and not is_number(word):
            is_variable = word in ("-var", "-v")
            found += [[]] if is_variable else []
        elif found and is_variable:
            found[-1].append(word)
    return [(words[0], " ".join(words[1:]), "") for words in found if words]


def facts(folder):
    log, ended = folder.log, time.localtime(folder.log_path.stat().st_mtime)
    found = [f"{name} = {value}" for name, value, _ in variables_of(folder.path)]
    found += [time.strftime("%Y-%m-%d %H:%M", ended), f"LAMMPS {log.version} with Grist"]
    runs = [run for run in log.runs if run.steps]
    if runs:
        processes = runs[-1].processes
        found += [f"{processes} process{'es' if processes > 1 else ''}",
                  f"{runs[-1].atoms} atoms at the end", duration(log.seconds_of_runs)]
    if folder.parts > 1:
        found.append(f"{folder.parts} parts")
    return " · ".join(found)


def view_of(folder):
    """The page of `grist view`, which also stays in the folder, or nothing where dump paraview wrote no series."""
    files = sources_in(folder.path)
    if not files or files[-1].suffix != ".pvd":
        return ""
    from ..draw.view_page import page  # it uses the templates of this file
    try:
        text = page(find_source(files[-1]))
    except SystemExit as error:     # a series that is not whole
        folder.leave_out(files[-1], str(error).removeprefix(f"{program()}: "))
        return ""
    (folder.path / "view.html").write_text(text, encoding="utf-8")
    return text if len(text) < LARGEST_VIEW else ""


# ---------------------------------------------------------------- pictures and films


def film(path):
    """(whether it is a picture for the browser, source)."""
    kind = FILM_ENDINGS[path.suffix.lower()]
    return kind.startswith("image"), data_uri(path.read_bytes(), kind)


CAPTIONS = {"curves": "{} over time.", "points": "{}: over its first column.", "sizes": "{}: the share of the mass that is smaller than a size.",
            "classes": "{}: the share of the mass that left, up to each size, at the end.",
            "spectra": "{}: how many contacts dissipated how much energy, by types of particles and walls, as last written."}


def drawn_curves(folder, tables):
    """Pictures of worn walls, and of all tables."""
    found = [of_svg(section.data, section.caption) for section in worn_walls(folder.path, folder.log)]
    for table in tables:
        data = curves.draw(table)
        if not data and table.title != curves.THERMO:
            folder.leave_out(folder.path / table.title, "no numbers that an axis can show")
        if data:
            found.append(of_svg(data, CAPTIONS[table.kind].format(table.title) + table.note))
    return found


def of_png(data, caption):
    return Picture(data_uri(data, "image/png"), caption, *Image.open(io.BytesIO(data)).size)


def of_svg(data, caption):
    """Of plots.svg_of."""
    size = re.search(rb' width="(\d+)" height="(\d+)"', data)
    return Picture(data_uri(data, "image/svg+xml"), caption, *map(int, size.groups()))


# ---------------------------------------------------------------- settings


# Units of the values after these words of styles and commands, with units si.
SI_WORDS = {"young": "Pa", "density": "kg/m3", "density/solid": "kg/m3", "tensile": "Pa",
            "shear": "Pa", "stiffness": "N/m", "volume": "N/m3", "rate": "kg/s", "diameter": "m",
            "radius": "m", "size": "m", "height": "m", "width": "m", "length": "m"}
RATIOS = {"bond_coeff": ("radius",)}       # of commands: words that are ratios there
MODEL = ("units", "boundary", "newton", "atom_style", "coarse", "cluster_template", "particle_mix",
         "bond_style", "bond_coeff", "pair_style", "pair_coeff", "neighbor_style", "neighbor",
         "timestep", "fix", "create_polyhedra", "create_blocks")
FIXES_OF_OUTPUT = ("print", "ave/time", "halt", "progress")


def read_settings_files(folder):
    """(file name, [(name, value, unit)]) of each settings*.txt, and of the variables of the command line."""
    result = []
    variables = variables_of(folder)
    if variables:
        result.append(("command line", variables))
    for path in sorted(folder.glob("settings*.txt")):
        rows = [line.split(maxsplit=2) for line in read_text(path).splitlines()]
        result.append((path.name, [(*row, "", "")[:3] for row in rows if row]))
    return result


def model_commands(log):
    """(command, arguments) that say what is simulated, with units where keywords name them."""
    rows = []
    for line in dict.fromkeys(log.commands):
        command, *words = line.split()
        is_output = command == "fix" and len(words) > 2 and words[2] in FIXES_OF_OUTPUT
        if command not in MODEL or is_output:
            continue
        text = with_units(words, RATIOS.get(command, ())) if log.units == "si" else " ".join(words)
        rows.append((command, f"{text} {log.time_unit}" if command == "timestep" else text))
    return rows


def with_units(words, ratios=()):
    """Arguments with units after the values whose keyword says which, for units si; `ratios`: keywords that have none here."""
    units = [""] + ["" if word in ratios else SI_WORDS.get(word, "") for word in words]
    return " ".join(f"{word} {unit}" if unit and is_number(word) else word
                    for word, unit in zip(words, units))


# ---------------------------------------------------------------- timings


PART_COLORS = {"Pair": "#0072B2", "Bond": "#D55E00", "Neigh": "#009E73", "Comm": "#CC79A7",
               "Output": "#F0E442", "Modify": "#E69F00", "Other": "#999999"}


@dataclass
class Timing:
    """A row of the table of timings: a run, or all runs."""

    name: str
    runs: list

    def __post_init__(self):
        self.seconds = sum(run.seconds for run in self.runs)
        self.steps = sum(run.steps for run in self.runs)
        self.atoms, self.processes = self.runs[-1].atoms, self.runs[-1].processes
        self.rate = f"{self.steps / self.seconds:.4g}" if self.seconds > 0 else ""

    @property
    def shares(self):
        """Percent of the time by part of the step."""
        parts = {name: sum(run.sections.get(name, 0.0) for run in self.runs)
                 for name in PART_COLORS}
        total = sum(parts.values())
        return {name: 100 * part / total for name, part in parts.items() if part > 0}


def timings(log):
    """Rows of the longest runs and of all, the number of runs, and the parts that they have."""
    runs = [run for run in log.runs if run.steps > 0]
    longest = sorted(sorted(range(len(runs)), key=lambda k: -runs[k].seconds)[:MOST_RUNS])
    rows = [Timing(str(k + 1), [runs[k]]) for k in longest]
    if len(runs) > 1:
        rows.append(Timing("all", runs))
    parts = [name for name in PART_COLORS if any(name in run.sections for run in runs)]
    return {"rows": rows, "runs": len(runs), "shown": len(longest), "parts": parts}


# ---------------------------------------------------------------- files


def files(folder):
    """(name, bytes) of the files of the run; all frames are one."""
    frames = {path for group in folder.frames for _, path in group}
    found = [path for path in sorted(folder.path.rglob("*")) if path.is_file()
             and path not in frames and path.name != "report.html"]
    rows = [(path.relative_to(folder.path), path.stat().st_size) for path in found[:MOST_FILES]]
    if frames:
        size = sum(path.stat().st_size for path in frames)
        rows.append((f"{len(frames)} frames of pictures", size))
    return rows
