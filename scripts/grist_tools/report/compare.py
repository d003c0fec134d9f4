"""grist compare: two or more runs side by side on one page, and which differences are more than their scatter. Nothing is run.

What the page shows and how differences are judged: doc/compare.md. The page is the template compare.jinja, with the style draw/page.css.

    run             a folder with a log, called A, B, ... on the page
    quantity        what several runs have under one name and in one unit: a key figure, or the mean of a history
    difference      of a quantity between two runs
"""

import csv
import math
import re
import zlib
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path

import numpy as np

from ..draw.pages import encoded, picture, template
from ..draw.painter import FIRST, Look, make_alike, Painter, SIZES
from ..draw.run_pictures import chosen_frame, LARGEST_DUMP
from ..read.intervals import Estimate, holm, of_difference, of_history, SHARE
from ..read.logs import has_variable
from ..read.scenes import find_source, size_of_source, sources_in
from ..text.messages import fail, program, say, warn
from ..text.values import short, size_text, with_error
from . import curves
from .figures import read_figures
from .liners import worn_walls
from .run_folder import look_into, RunFolder
from .run_report import facts, film, of_png, read_settings_files

LETTERS = "ABCDEF"
LARGEST_FILMS = 30e6                    # bytes, all films of a page
MOST_LINES = 40                         # of an input, that differ
FIRST_CURVES = 6                        # that are not folded
INPUT_FILES = (".stl", ".off", ".data", ".mol")
CLAIMED, WITHIN = "more than the scatter", "within the scatter"


def compare(options):
    target = options.out or Path("compare.html")
    runs = read_runs(options.folders)
    page = Page(runs)
    try:
        target.write_text(page.text(), encoding="utf-8", errors="replace")
        if options.csv:
            page.write_csv(options.csv)
    except OSError as error:
        fail(f"cannot write {error.filename}: {error.strerror}")
    say(f"{page.verdict}")
    say(f"comparison: {target}" + (f", table: {options.csv}" if options.csv else ""))


# ---------------------------------------------------------------- runs


@dataclass
class Run:
    letter: str
    name: str               # by which it differs from the others
    folder: RunFolder
    figures: list
    curves: dict            # of curves.curves_of
    settings: dict = field(default_factory=dict)        # (file, name): value with unit

    @property
    def log(self):
        return self.folder.log


def read_runs(paths):
    if len(paths) < 2:
        fail(f"compare needs two folders or more, and has only {paths[0]}")
    if len(paths) > len(LETTERS):
        fail(f"compare takes {len(LETTERS)} folders at most, not {len(paths)}")
    seen = {}
    for path in paths:
        earlier = seen.setdefault(path.resolve(), path)
        if earlier is not path:
            fail(f"{path} is given twice" if str(earlier) == str(path) else f"{earlier} and {path} are the same folder")
    return [read_run(letter, name, path) for letter, name, path in zip(LETTERS, names_of(paths), paths)]


def names_of(paths):
    """The shortest ends of the paths that are all different."""
    parts = [path.resolve().parts for path in paths]
    for count in range(1, max(map(len, parts)) + 1):
        names = ["/".join(part[-count:]) for part in parts]
        if len(set(names)) == len(names):
            break
    return names


def read_run(letter, name, path):
    folder = look_into(path)
    tables = curves.of_thermo(folder.log)
    for table in tables:
        curves.give_time(table, folder.log)
    found = {}
    for table in tables + curves.of_folder(folder):
        for key, curve in curves.curves_of(table).items():
            if key not in found or len(curve.x) > len(found[key].x):        # the same value in thermo output and in a file
                found[key] = curve
    settings = {(file, word): f"{short(value)} {unit}".rstrip() for file, rows in read_settings_files(path) for word, value, unit in rows}
    return Run(letter, name, folder, read_figures(path), found, settings)


# ---------------------------------------------------------------- what differs


def facts_of(run):
    """What the log says, and what settings*.txt, the command line and the files of the input have: {name: text}."""
    log = run.log
    ended = [one for one in log.runs if one.steps]
    known = {"LAMMPS": log.version, "processes": ", ".join(dict.fromkeys(str(one.processes) for one in ended)),
             "atoms at the end": str(ended[-1].atoms) if ended else "", "last step": str(log.step)}
    known.update((f"{name.replace('_', ' ')} ({file})", value) for (file, name), value in run.settings.items())
    known.update(input_files(run))
    return known


def input_files(run):
    """Meshes and data files that the input names, as they are now: {name: size and checksum}."""
    found = {}
    for word in dict.fromkeys(word for command in run.log.commands for word in command.replace('"', " ").split()):
        path = run.folder.path / word
        if path.suffix in INPUT_FILES and "*" not in word and path.is_file():
            data = path.read_bytes()
            found[path.name] = f"{size_text(len(data))}, checksum {zlib.crc32(data):08x}"
    return found


def differing_facts(runs):
    """(rows of name and texts that differ, names of those that are the same in all)."""
    known = [facts_of(run) for run in runs]
    rows, same = [], []
    for name in dict.fromkeys(name for one in known for name in one):
        texts = [one.get(name, "–") for one in known]
        if len(set(texts)) > 1:
            rows.append((name, texts))
        else:
            same.append(f"{name} {texts[0]}")
    return rows, same


def input_lines(log):
    """Lines of the input as it was read, each once. Of the lines in which LAMMPS puts in one variable after the other, the first and the last."""
    lines, text = [], [line.rstrip() for line in log.text]
    is_put_in = False
    for line in text:
        is_open = has_variable(re.sub(r"\s#.*$", "", line))
        if line and not (is_put_in and is_open):
            lines.append(line)
        is_put_in = is_open
    return list(dict.fromkeys(lines))


def without_folders(line):
    """Of a line, what the place of the folder does not change."""
    return " ".join(re.sub(r'(?<=[\s"])[^\s"]*/', "", line).split())


def differing_lines(first, other):
    """Groups of lines (of the one, of the other), each as pieces (text, whether the other has another one)."""
    mine, theirs = input_lines(first.log), input_lines(other.log)
    matcher = matcher_of(*([without_folders(line) for line in lines] for lines in (mine, theirs)))
    return [(in_pieces(mine[a:b], theirs[c:d]), in_pieces(theirs[c:d], mine[a:b])) for what, a, b, c, d in matcher.get_opcodes() if what != "equal"]


def matcher_of(one, other):
    return SequenceMatcher(None, one, other, autojunk=False)


def in_pieces(lines, others):
    """Lines with the words marked that differ; none where the other run has no such line."""
    words, theirs = (re.findall(r"\S+|\s+", "\n".join(text)) for text in (lines, others))
    if not theirs:
        return [("".join(words), False)]
    return [("".join(words[a:b]), what != "equal") for what, a, b, _, _ in matcher_of(words, theirs).get_opcodes() if b > a]


# ---------------------------------------------------------------- quantities and their differences


@dataclass
class Value:
    """Of a quantity in one run."""

    value: object           # an Estimate or a text
    since: str = ""         # from when on it is a mean

    @property
    def is_number(self):
        return isinstance(self.value, Estimate)

    @property
    def text(self):
        if not self.is_number:
            return self.value
        if math.isnan(self.value.value):
            return "–"
        return with_error(self.value.value, self.value.half) if self.value.has_interval else f"{self.value.value:.4g}"

    @property
    def why_no_error(self):
        """Why a difference of it cannot be judged; empty where it can."""
        if math.isfinite(self.value.standard_error):
            return ""
        return "its degrees of freedom are not given" if self.value.has_interval else self.value.basis

    @property
    def note(self):
        if not self.is_number:
            return ""
        return "; ".join(part for part in (self.value.basis if self.value.has_interval else f"no interval: {self.value.basis}", self.since) if part)

    @property
    def cells(self):
        if not self.is_number:
            return [self.value, "", "", "", ""]
        return [*map(numeral, (self.value.value, self.value.half, self.value.degrees)), self.value.basis, self.since.removeprefix("steady from ")]


@dataclass
class Difference:
    """Of a quantity, the second run less the first."""

    first: Run
    second: Run
    values: tuple               # of the two
    unit: str
    of_page: float = math.nan   # chance by Holm

    def __post_init__(self):
        self.found, self.chance = Estimate(math.nan), math.nan
        if all(value.is_number for value in self.values):
            self.found, self.chance = of_difference(*(value.value for value in reversed(self.values)))

    @property
    def is_judged(self):
        return math.isfinite(self.chance)

    @property
    def is_claimed(self):
        return self.is_judged and self.of_page <= 1 - SHARE

    @property
    def verdict(self):
        if self.is_judged:
            return CLAIMED if self.is_claimed else WITHIN
        return f"not judged, {self.why_not}"

    @property
    def why_not(self):
        if not all(value.is_number for value in self.values):
            return "no number"
        missing = {run.letter: value.why_no_error for run, value in zip((self.first, self.second), self.values) if value.why_no_error}
        reasons = list(missing.values())
        if len(reasons) == 2 and reasons[0] == reasons[1]:
            return f"no interval: {reasons[0]}"
        return "no interval: " + ", ".join(f"of {letter} ({why})" for letter, why in missing.items())

    @property
    def sentence(self):
        off = self.found.value
        if math.isnan(off):
            return f"{self.verdict[0].upper()}{self.verdict[1:]}."
        size = f"{with_error(abs(off), self.found.half) if self.is_judged else f'{abs(off):.3g}'} {self.unit}".rstrip()
        one, base = self.second.letter, abs(self.values[0].value.value)
        share = f" ({100 * abs(off) / base:.2g} %)" if base > 0 else ""
        what = f"{one} is {'larger' if off > 0 else 'smaller'} by {size}{share}" if off else f"{one} has the same value"
        alone = ", although alone it would count" if self.is_judged and not self.is_claimed and self.chance <= 1 - SHARE else ""
        return f"{what}: {self.verdict}{alone}."


@dataclass
class Quantity:
    name: str
    unit: str
    values: dict            # A, B, ...: Value
    source: str             # figures.csv, or the files of the history
    key: tuple = ()         # of its curves
    differences: list = field(default_factory=list)

    @property
    def is_judged(self):
        return any(difference.is_judged for difference in self.differences)

    @property
    def is_claimed(self):
        return any(difference.is_claimed for difference in self.differences)


def quantity_of(runs, name, unit, values, source, key=()):
    found = Quantity(name, unit, values, source, key)
    sides = [run for run in runs if run.letter in values]
    found.differences = [Difference(one, other, (values[one.letter], values[other.letter]), unit) for one, other in combinations(sides, 2)]
    return found


def key_figures(runs):
    """Those that two runs or more have in one unit, and {name: the runs that have it} of all others."""
    found, alone = {}, {}
    for run in runs:
        for figure in run.figures:
            value = figure.estimate
            found.setdefault((figure.name, figure.unit), {}).setdefault(run.letter, Value(figure.value if value is None else value))
    shared = [quantity_of(runs, *key, values, "figures.csv") for key, values in found.items() if len(values) > 1]
    for (name, _), values in found.items():
        if len(values) == 1:
            alone.setdefault(name, []).extend(values)
    return shared, alone


def shared_curves(runs):
    """{(key, label): {A, B, ...: Curve}} of those that two runs or more have with one label, {key: the runs that have it} of all others, and how many have one and the same
    value throughout in all."""
    found, alone, constant = {}, {}, 0
    for run in runs:
        for key, curve in run.curves.items():
            found.setdefault((key, curve.label), {})[run.letter] = curve
    for key in [key for key, sides in found.items() if len(sides) == 1]:
        letter, curve = next(iter(found.pop(key).items()))
        alone.setdefault(key[0], []).append(letter)
    for key in [key for key, sides in found.items() if np.ptp(np.concatenate([curve.y for curve in sides.values()])) == 0]:
        found.pop(key)
        constant += 1
    return found, alone, constant


def unit_of(label):
    return label[label.rindex("[") + 1:-1] if label.endswith("]") and "[" in label else ""


def name_of(key, sides):
    """Of a curve, without its unit, and with the file where this says what it is of."""
    label = next(iter(sides.values())).label
    name = label.removesuffix(f" [{unit_of(label)}]")
    return f"{key.partition(': ')[0]}: {name}" if ": " in key else name


def means(runs, shared):
    """Of the histories of two runs or more, where steady."""
    found = []
    for key, sides in shared.items():
        if not all(curve.may_be_steady for curve in sides.values()):
            continue
        values = {}
        for letter, curve in sides.items():
            value, since = of_history(curve.x, curve.y)
            unit = unit_of(curve.x_label)
            values[letter] = Value(value, f"steady from {since:.4g} {unit}".rstrip() if since is not None and since > curve.x[0] else "")
        unit = unit_of(next(iter(sides.values())).label)
        sources = ", ".join(dict.fromkeys(curve.source for curve in sides.values()))
        found.append(quantity_of(runs, name_of(key[0], sides), unit, values, sources, key))
    return found


def judge(quantities):
    """All differences that can be judged, together."""
    judged = [difference for quantity in quantities for difference in quantity.differences if difference.is_judged]
    for difference, chance in zip(judged, holm([difference.chance for difference in judged])):
        difference.of_page = chance
    return judged


# ---------------------------------------------------------------- pictures


def pictures_alike(runs):
    """Rows of pictures of the runs at the same times with one camera, scale and meaning of colors, and a sentence about them; none where a
    run has no dump that shows particles, or a larger one than a report draws."""
    files = [(sources_in(run.folder.path) or [None])[-1] for run in runs]
    if not all(file and size_of_source(file) <= LARGEST_DUMP for file in files):
        return [], ""
    try:
        return draw_alike(runs, [find_source(file, run.log) for run, file in zip(runs, files)])
    except SystemExit as error:     # a series that is not whole
        warn(f"no pictures with one camera ({str(error).removeprefix(f'{program()}: ')})")
        return [], ""


def draw_alike(runs, sources):
    numbers = common_frames(sources)
    painters = [Painter(source, Look(common_color(sources, numbers), size=SIZES["small"]), row) for source, row in zip(sources, numbers)]
    make_alike(painters)
    rows = [[drawn_picture(run, painter, number) for run, painter, number in zip(runs, painters, row)] for row in zip(*numbers)]
    coloring = painters[0].coloring
    return rows, "One camera, scale and time" + (f"; particles by {coloring.title}, with the same colors." if coloring else ".")


def common_frames(sources):
    """Of each run the numbers of two frames: half and end of the time that all have reached with particles in them."""
    start, end = max(source.moments[0] for source in sources), min(source.moments[chosen_frame(source, "last")] for source in sources)
    wanted = [(start + end) / 2, end] if end > start else [start]
    return [[int(np.argmin(np.abs(np.array(source.moments) - moment))) for moment in wanted] for source in sources]


def common_color(sources, numbers):
    """The value that colors particles: what a picture of the first run would take, if all have it."""
    fields = [set(source.scene(row[-1]).fields) for source, row in zip(sources, numbers)]
    chosen = Painter(sources[0], Look(), numbers[0]).coloring
    return next((name for name in (chosen.name if chosen else "", *FIRST) if name and all(name in known for known in fields)), "")


def drawn_picture(run, painter, number):
    return of_png(encoded(painter.picture(number)), f"{run.letter}: {run.name} at {painter.source.times[number]}")


def pictures_there(runs):
    """Rows of the pictures that the folders hold, by their names; without common names by their order."""
    files = {run.letter: {file.name: file for file in run.folder.pictures or [file for file in run.folder.drawn if file.suffix == ".png"]} for run in runs}
    if not any(files.values()):
        return []
    common = [name for name in files[runs[0].letter] if all(name in found for found in files.values())]
    rows = [[(run, files[run.letter][name]) for run in runs] for name in common]
    if not rows:
        rows = [[(run, list(files[run.letter].values())[k]) for run in runs if k < len(files[run.letter])] for k in range(2)]
    return [[captioned(picture(file), f"{run.letter}: {run.name}") for run, file in row] for row in rows[:4] if row]


def captioned(shown, head):
    shown.caption = f"{head}. {shown.caption}"
    return shown


def films_of(runs):
    """(run, whether it is a picture for the browser, source) of a film of each run that has one."""
    found = [(run, (run.folder.films or [file for file in run.folder.drawn if file.suffix != ".png"])[:1]) for run in runs]
    found = [(run, files[0]) for run, files in found if files]
    size = sum(file.stat().st_size for _, file in found)
    if len(found) < 2 or size > LARGEST_FILMS:
        if size > LARGEST_FILMS:
            warn(f"the films, {size_text(size)}, are not in the page")
        return []
    return [(f"{run.letter}: {run.name}", *film(file)) for run, file in found]


def worn_alike(runs):
    """Rows of sections of worn walls, by the names of the walls, with one scale."""
    found = {}
    for run in runs:
        for section in worn_walls(run.folder.path, run.log):
            found.setdefault((section.wall, section.axis), []).append((run, section))
    rows = []
    for sides in found.values():
        low, high = (end([section.limits[k] for _, section in sides], axis=0) for k, end in ((0, np.min), (1, np.max)))
        rows.append([of_png(section.drawn((low, high)), f"{run.letter}: {run.name}. {section.caption}") for run, section in sides])
    return rows


# ---------------------------------------------------------------- the page


class Page:
    def __init__(self, runs):
        self.runs = runs
        self.figures, self.alone = key_figures(runs)
        self.curves, self.curves_alone, self.constant = shared_curves(runs)
        self.means = means(runs, self.curves)
        self.judged = judge(self.figures + self.means)

    @property
    def verdict(self):
        """One sentence."""
        claimed, count = sum(difference.is_claimed for difference in self.judged), len(self.judged)
        if not count:
            return "no difference can be judged: no quantity has an interval in two runs"
        return f"{claimed or 'none'} of {count} judged difference{'s' if count > 1 else ''} {'are' if claimed > 1 else 'is'} more than the scatter"

    def text(self):
        rows, same = differing_facts(self.runs)
        first, *others = self.runs
        lines = [(other, differing_lines(first, other)) for other in others]
        products, histories = self.panels()
        alike, about = pictures_alike(self.runs)
        claimed = any(difference.is_claimed for difference in self.judged)
        judged = sorted((quantity for quantity in self.means if quantity.is_judged), key=lambda quantity: not quantity.is_claimed)
        return template("report/compare.jinja").render(
            runs=self.runs, title=" · ".join(f"{run.letter} {run.name}" for run in self.runs), facts={run.letter: facts(run.folder) for run in self.runs},
            colors=curves.COLORS, verdict=self.verdict, claimed=claimed, count=len(self.judged), rows=rows, same=same, lines=lines, most_lines=MOST_LINES,
            figures=self.figures, means=judged, unjudged=[quantity for quantity in self.means if not quantity.is_judged],
            alone=self.alone, curves_alone=self.curves_alone, constant=self.constant, products=products, histories=histories, first_curves=FIRST_CURVES,
            pictures=alike or pictures_there(self.runs), about_pictures=about, films=films_of(self.runs), worn=worn_alike(self.runs),
            left_out={run.letter: run.folder.left_out for run in self.runs if run.folder.left_out})

    def panels(self):
        """Pictures of curves: of products, and of all else, those that differ first."""
        quantities = {quantity.key: quantity for quantity in self.means}
        products, histories = [], []
        for key, sides in self.curves.items():
            quantity, unit = quantities.get(key), unit_of(next(iter(sides.values())).label)
            caption = f"{name_of(key[0], sides)} [{unit}]" if unit else name_of(key[0], sides)
            shown = of_png(curves.draw_together({LETTERS.index(letter): curve for letter, curve in sides.items()}), caption)
            rank = 0 if quantity and quantity.is_claimed else 1 if quantity and quantity.is_judged else 2
            is_product = all(curve.kind in ("sizes", "classes") for curve in sides.values())
            (products if is_product else histories).append((rank, shown))
        return [shown for _, shown in products], [shown for _, shown in sorted(histories, key=lambda row: row[0])]

    def write_csv(self, path):
        """A row for each quantity and pair of runs."""
        heads = ["quantity", "unit", "source", "a", "b", *(f"{name}_{side}" for side in "ab" for name in ("value", "error", "degrees", "basis", "since")),
                 "difference", "error", "degrees", "chance", "chance_of_page", "verdict"]
        with open(path, "w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(heads)
            for quantity in self.figures + self.means:
                for one in quantity.differences:
                    cells = [cell for value in one.values for cell in value.cells]
                    table.writerow([quantity.name, quantity.unit, quantity.source, one.first.name, one.second.name, *cells,
                                    *map(numeral, (one.found.value, one.found.half, one.found.degrees, one.chance, one.of_page)), one.verdict])


def numeral(number):
    return f"{number:.10g}" if math.isfinite(number) else ""
