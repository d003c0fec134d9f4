"""grist converge: how soft, how coarse, how long a step is allowed.

The input is run as it is, and with one of its numbers changed at a time: stiffness, time step, size of parcels. Of each key figure the difference
from the run with the stiffest contacts, the shortest step, the smallest parcels is compared with a tolerance: difference and interval are those of runs with
the same seed, without seeds of two independent runs. What moves and what holds is judged for all of the page together.
"""

import json
import math
import re
import sys
from dataclasses import dataclass

from ..read.intervals import chance_beyond, Estimate, holm, of_difference, SHARE
from ..report.differences import judge
from ..text.messages import fail, say, warn
from ..text.values import duration, is_number
from .command import begin, brief, runs_of, shortened
from .page import Curve, Page, panel, Section
from .plan import begin_folder, folder_names, Input, SEED, seeds_of, text_of
from .responses import by_seed, estimate, markdown, rows_of, varying, write_csv

CSV, TABLE, PAGE = "converge.csv", "table.md", "converge.html"
KIND, USUAL_SEEDS = "converge", 5
HOLDS, MOVES, UNKNOWN, NO_RESULT = "holds", "moves", "not known", "no result"


@dataclass
class Knob:
    """A number of the input that is multiplied by factors; the first is the reference, the last the cheapest."""

    option: str
    what: str
    names: tuple            # of variables that inputs use for it
    factors: list
    limit: str              # how far one may go, as words of a sentence
    variable: str = ""
    value: float = math.nan

    def values(self):
        """The number at each factor, as text. Variables soft... are what a stiffness is divided by."""
        is_divisor = self.option == "stiffness" and self.variable.startswith("soft")
        return [written(self.value / factor if is_divisor else self.value * factor) for factor in self.factors]


def knobs():
    return [Knob("stiffness", "stiffness", ("young", "stiffness", "softer", "soft"), [4, 1, 0.25], "how soft"),
            Knob("step", "time step", ("dt", "step", "timestep"), [0.5, 1, 2], "how long a step"),
            Knob("coarse", "size of parcels", ("coarse",), [1, 1.5, 2], "how coarse")]


def written(value):
    """A number as inputs have it: 5e6."""
    return re.sub(r"e\+?(-?)0*", r"e\1", f"{value:.6g}")


# ---------------------------------------------------------------- which numbers


def found_knobs(source, options):
    """Those that the input has, with their variables; and sentences about the others."""
    found, notes = [], []
    for knob in knobs():
        chosen = getattr(options, knob.option)
        if chosen:
            source.check_known([chosen], f"--{knob.option}")
        names = [chosen] if chosen else [name for name in knob.names if name in source.variables]
        values = {name: source.value(name) for name in names}
        scaled = [name for name in names if is_number(values[name]) and float(values[name]) > 0]
        if scaled:
            knob.variable, knob.value = scaled[0], float(values[scaled[0]])
            if knob.option == "coarse" and knob.value > 1:
                knob.factors = [1 / knob.value, 1, 1.5]
            found.append(knob)
        elif names:
            notes.append(f"{knob.what}: {names[0]} is {values[names[0]]}, which cannot be scaled: give its value, -- -var {names[0]} VALUE")
        else:
            notes.append(f"{knob.what}: the input has no variable {' or '.join(knob.names)}; --{knob.option} NAME names another one")
    if not found:
        fail(f"{source.script} has nothing to change: {'; '.join(notes)}")
    return found, notes


def settings_of(found):
    """{(option, value): values of all variables}. With stiffer contacts the step is shorter, by the root; with softer ones it stays."""
    usual = {knob.variable: written(knob.value) for knob in found}
    step = next((knob for knob in found if knob.option == "step"), None)
    settings = {}
    for knob in found:
        for factor, value in zip(knob.factors, knob.values()):
            changed = {**usual, knob.variable: value}
            if knob.option == "stiffness" and factor > 1 and step:
                changed[step.variable] = written(step.value / math.sqrt(factor))
            settings[knob.option, value] = changed
    return settings


# ---------------------------------------------------------------- differences


@dataclass
class Change:
    """Of a key figure from the reference to another setting."""

    figure: str
    difference: Estimate = None     # None without a result
    reference: float = 0.0
    tolerance: float = 0.0
    of_page: float = math.nan       # its chance among all of the page

    def text(self):
        if self.difference is None:
            return ""
        relative = self.reference != 0
        scale = 100 / abs(self.reference) if relative else 1.0
        found = self.difference.scaled(scale)
        text = f"{found.value:+.1f} ± {found.half:.1f}" if found.has_interval else f"{found.value:+.1f}"
        return text + (" %" if relative else "")

    @property
    def is_moved(self):
        return self.of_page <= 1 - SHARE

    @property
    def chance(self):
        """That it is found so far beyond the tolerance, although it does not move; nan where its scatter is not known."""
        return math.nan if self.difference is None else self.chance_at(abs(self.difference.value) - self.tolerance)

    @property
    def chance_holds(self):
        """That it is found so far inside of the tolerance, although it moves."""
        if self.difference is None:
            return 1.0
        if self.difference.value == 0 and not self.difference.half > 0:
            return 0.0
        chance = self.chance_at(self.tolerance - abs(self.difference.value))
        return 1.0 if math.isnan(chance) else chance

    def chance_at(self, distance):
        if not distance > 0:
            return 1.0
        return 0.0 if self.difference.half == 0 else chance_beyond(self.difference, distance)


def change(name, rows, reference, within):
    """By runs with the same seed, or of two runs with intervals of their own."""
    mine, others = by_seed(rows, name), by_seed(reference, name)
    if len(mine) < len(rows) or not mine.keys() & others.keys():
        return Change(name)
    shared = mine.keys() & others.keys()        # a seed may have failed at the reference
    one, other = (estimate([row for row in group if row.run.get(SEED, "") in shared], name) for group in (rows, reference))
    found, _ = of_difference(one, other)
    if len(shared) > 1 and not found.has_interval:
        found = Estimate(found.value, 0.0, found.basis)
    return Change(name, found, other.value, within * abs(other.value))


# ---------------------------------------------------------------- the command


def converge(options):
    """Exit status 1 if the input as it is has no result."""
    if not 0 < options.within < 100:
        fail(f"--within needs a number of percent between 0 and 100, not {options.within:g}")
    source = Input(options.name, options.words)
    found, notes = found_knobs(source, options)
    if options.seeds:
        source.check([SEED], "--seeds")
    seeds = seeds_of(options.seeds or (USUAL_SEEDS if SEED in source.variables and SEED not in source.given else 0))
    settings = settings_of(found)
    folder = options.out or source.folder(KIND)
    source.words = without(source.words, {knob.variable for knob in found})
    all_runs = list({json.dumps(run): run for setting in settings.values() for run in ({**setting, **seed} for seed in seeds)}.values())
    begin_folder(folder, source, KIND)
    jobs = [source.job(run, name) for run, name in zip(all_runs, folder_names(all_runs))]
    runs = runs_of(options, folder.resolve(), len(jobs))
    begin(source, options, runs, f"{len(jobs)} runs of {source.title}", folder)
    rows = rows_of(jobs, runs.measure(jobs))
    seconds = {job.name: runs.kept(job).seconds for job in jobs}
    result = Result(source, found, settings, rows, seconds, options.within / 100)
    write_csv(folder / CSV, rows)
    result.write(folder, notes)
    for line in result.sentences():
        say(line)
    if all(row.reason for row in result.rows_at(settings[found[0].option, written(found[0].value)])):
        warn("the input as it is has no result")
        sys.exit(1)
    say(f"{sum(not row.reason for row in rows)} of {len(rows)} runs are complete; they took {duration(runs.seconds)}; {folder / PAGE}")


def without(words, names):
    """Words for LAMMPS without -var of these names, which each run sets."""
    kept, place = [], 0
    while place < len(words):
        end = place + 1
        if words[place] in ("-var", "-v"):
            while end < len(words) and not re.match("-[a-zA-Z]", words[end]):
                end += 1
            if words[place + 1:place + 2] and words[place + 1] in names:
                place = end
                continue
        kept += words[place:end]
        place = end
    return kept


@dataclass
class Result:
    source: Input
    knobs: list
    settings: dict
    rows: list
    seconds: dict           # of each run, by its folder
    within: float

    def __post_init__(self):
        names, self.same = varying(self.rows)
        complete = [row for row in self.rows if not row.reason]
        self.names = [name for name in names if all(name in row.figures for row in complete)]
        self.missing = [name for name in names if name not in self.names]
        self.changes = {(knob.option, value): self.changes_at(knob, value) for knob in self.knobs for value in knob.values()}
        self.judge([(knob.option, value) for knob in self.knobs for value in knob.values()[1:]])

    def judge(self, settings):
        """What moves, of all figures and settings together; where all figures hold, of all settings."""
        judge([one for setting in settings for one in self.changes[setting]])
        holds = holm([max((one.chance_holds for one in self.changes[setting]), default=1.0) for setting in settings])
        self.holds = {setting: chance <= 1 - SHARE for setting, chance in zip(settings, holds)}

    def rows_at(self, setting):
        return [row for row in self.rows if row.point == setting]

    def changes_at(self, knob, value):
        """Of each key figure, from the reference of the knob."""
        reference = self.rows_at(self.settings[knob.option, knob.values()[0]])
        return [change(name, self.rows_at(self.settings[knob.option, value]), reference, self.within) for name in self.names]

    def failed(self, knob, value):
        return [row for row in self.rows_at(self.settings[knob.option, value]) if row.reason]

    def verdict(self, knob, value):
        """Of all key figures."""
        changes = self.changes[knob.option, value]
        if not changes or any(one.difference is None for one in changes):
            return NO_RESULT
        if any(one.is_moved for one in changes):
            return MOVES
        return HOLDS if self.holds[knob.option, value] else UNKNOWN

    def verdict_text(self, knob, value):
        verdict, changes = self.verdict(knob, value), self.changes[knob.option, value]
        return f"{verdict}, although alone it would hold" if verdict == UNKNOWN and max(one.chance_holds for one in changes) <= 1 - SHARE else verdict

    def sentences(self):
        return [self.sentence(knob) for knob in self.knobs]

    def sentence(self, knob):
        """How far one may go from the reference."""
        values = knob.values()
        if self.failed(knob, values[0]):
            return f"{knob.limit}: not known. At the reference {knob.variable} = {values[0]}: {self.reason(knob, values[0], NO_RESULT)}."
        last, text = values[0], ""
        for value in values[1:]:
            verdict = self.verdict(knob, value)
            if verdict != HOLDS:
                text = f" At {value}: {self.reason(knob, value, verdict)}."
                break
            last = value
        beyond = f"the same within {100 * self.within:g} % as {values[0]}"
        if last == values[0]:
            beyond = "the reference, with which the others are compared"
        return f"{knob.limit}: {knob.variable} = {last} ({beyond}).{text}"

    def reason(self, knob, value, verdict):
        if verdict == NO_RESULT:
            failed, count = self.failed(knob, value), len(self.rows_at(self.settings[knob.option, value]))
            return f"no result in {len(failed)} of {count} runs ({shortened(failed[0].reason)})" if failed else "no number"
        worst = max((one for one in self.changes[knob.option, value] if one.is_moved or verdict == UNKNOWN),
                    key=lambda one: one.chance_holds if verdict == UNKNOWN else abs(one.difference.value / one.reference) if one.reference else math.inf)
        more = ""
        if verdict == UNKNOWN:
            more = ", and its scatter is not known: --seeds N"
            if worst.difference.has_interval:
                more = ", which is not known well enough: more seeds narrow it"
        return f"{worst.figure.split(' [')[0]} moves by {worst.text()}{more}"

    def table(self):
        heads, cells = ["number", "value", *(name.split(" [")[0] for name in self.names), "", "time of a run"], []
        for knob in self.knobs:
            for value in knob.values():
                rows = self.rows_at(self.settings[knob.option, value])
                times = [self.seconds[row.folder] for row in rows if not row.reason]
                time = duration(sum(times) / len(times)) if times else ""
                if value == knob.values()[0]:
                    found = [(estimate(rows, name), name.rstrip("]").partition(" [")[2]) for name in self.names]
                    texts, verdict = [f"{brief(one, unit)}" if one else "" for one, unit in found], "reference"
                else:
                    texts, verdict = [one.text() for one in self.changes[knob.option, value]], self.verdict_text(knob, value)
                is_usual = value == written(knob.value)
                cells.append([knob.what, f"{knob.variable} = {value}" + (" (as it is)" if is_usual else ""), *texts, verdict, time])
        return heads, cells

    def curves(self, name):
        """The change of a figure against the factor, a curve for each number."""
        found = []
        for knob in self.knobs:
            curve = Curve(f"{knob.what} ({knob.variable})", [], [])
            for factor, value in zip(knob.factors, knob.values()):
                one = next(one for one in self.changes[knob.option, value] if one.figure == name)
                curve.places.append(f"{factor:g}")
                curve.values.append(one.difference.scaled(100 / abs(one.reference)) if one.difference and one.reference else None)
            found.append(curve)
        return found

    def write(self, folder, notes):
        heads, cells = self.table()
        (folder / TABLE).write_text(markdown(heads, cells) + "\n" + "".join(f"{line}\n\n" for line in self.sentences()))
        complete = sum(not row.reason for row in self.rows)
        text = ("Change of each key figure from the reference, ± half the width of its 95 % interval. Holds: the whole interval is within "
                f"{100 * self.within:g} %; moves: all of it is outside; not known: both are possible. All figures and values are judged together (Holm), so that "
                "5 of 100 such pages are wrong at most where nothing moves, and 5 where all does; an interval alone may say more.")
        sections = [Section("How far each key figure moves", heads, cells, text)]
        failed = [[row.folder, shortened(row.reason)] for row in self.rows if row.reason]
        sections += [Section("Runs without result", ["run", "reason"], failed)] if failed else []
        notes = [*notes, "With stiffer contacts the time step is shorter, by the root of the ratio, where the input has a variable for it."]
        notes += [f"The same in all runs: {', '.join(self.same)}."] if self.same else []
        notes += [f"Left out, as not every run has a value or a steady part: {', '.join(self.missing)}."] if self.missing else []
        about, chip = text_of(self.source.given) if self.source.given else "", "yes" if complete == len(self.rows) else "no"
        pictures = [panel(f"{name.split(' [')[0]}: change in %", "factor of the number of the input", self.curves(name), is_log=True)
                    for name in self.names]
        Page(f"How soft, how coarse, how long a step: {self.source.title}", about, [(chip, f"{complete} of {len(self.rows)} runs complete")],
             self.sentences(), pictures, sections, notes).write(folder / PAGE)
