"""grist sweep: one input at all combinations of values of its variables, with seeds; a table, plots, a CSV file."""

import math
import sys

from ..run.inputs import check_ranges
from ..run.kept_runs import Runs
from ..run.lammps import usual_ranks
from ..text.messages import fail, say, warn
from ..text.values import duration
from .page import curves_of, Page, panel, Section
from .plan import begin_folder, folder_names, Input, Plan, SEED, text_of
from .responses import by_point, differences, estimate, markdown, rows_of, table_of, varying, write_csv
from .slurm import write_script

CSV, TABLE, PAGE = "sweep.csv", "table.md", "sweep.html"
KIND = "sweep"


def read_plan(options):
    """Input and plan; ends with a sentence where a name is wrong."""
    source, axes = Input(options.name, options.words), dict(options.vary)
    if len(axes) < len(options.vary):
        names = [name for name, _ in options.vary]
        fail(f"--vary has {next(name for name in names if names.count(name) > 1)} twice: give all of its values at once")
    if not axes:
        fail(f"sweep needs --vary NAME=START:END:STEP or NAME=VALUE,...; {source.script} has the variables {', '.join(source.variables) or 'none'}")
    source.check(axes)
    if options.seeds:
        if SEED in axes:
            fail("--seeds and --vary seed=... are the same: give one of them")
        source.check([SEED], "--seeds")
    plan = Plan(axes, options.seeds)
    for run in plan.runs:
        check_ranges(source.script, {**source.given, **run}, source.variables)
    return source, plan


def sweep(options):
    """Exit status 1 if a run has no result."""
    source, plan = read_plan(options)
    folder = options.out or source.folder(KIND)
    begin_folder(folder, source, KIND)
    jobs = [source.job(run, name) for run, name in zip(plan.runs, folder_names(plan.runs))]
    runs = runs_of(options, folder.resolve(), len(jobs))
    if options.task:
        return run_task(runs, jobs, options.task)
    if options.script:
        return say_script(folder, options, runs, jobs)
    begin(source, options, runs, f"{len(jobs)} runs of {source.title}", folder)
    rows = rows_of(jobs, runs.measure(jobs))
    write(folder, source, plan, rows, runs)
    conclude(folder / PAGE, rows, runs)


def runs_of(options, folder, count):
    at_once = options.jobs or max(1, usual_ranks() // options.ranks)
    return Runs(folder, options, count, options.ranks, at_once, about="", may_run=not getattr(options, "collect", False))


def begin(source, options, runs, what, folder):
    if runs.may_run:
        say(f"{what}, {runs.at_once} at a time on {options.ranks} process(es) each, results in {folder}")
    if source.given:
        say(f"set for all: {text_of(source.given)}")


def run_task(runs, jobs, number):
    """One run, as a task of a job array."""
    if number > len(jobs):
        fail(f"--task {number}: the sweep has {len(jobs)} runs")
    runs.expected = 1
    runs.measure(jobs[number - 1:number])
    sys.exit(1 if runs.failed else 0)


def say_script(folder, options, runs, jobs):
    numbers = [number for number, job in enumerate(jobs, 1) if not runs.kept(job).is_complete]
    if not numbers:
        fail("all runs are complete: there is nothing to do for a job array")
    script = write_script(folder, options, numbers, jobs)
    say(f"{len(numbers)} of {len(jobs)} runs are to be done: sbatch {script}")


def conclude(page, rows, runs):
    complete = sum(not row.reason for row in rows)
    say(f"{complete} of {len(rows)} runs are complete; they took {duration(runs.seconds)}; {page}")
    if complete < len(rows):
        warn("without result: " + "; ".join(f"{row.folder} ({shortened(row.reason)})" for row in rows if row.reason))
        sys.exit(1)


def shortened(reason):
    """Without the place of the output."""
    return reason.split(" [")[0]


# ---------------------------------------------------------------- what it writes


def write(folder, source, plan, rows, runs):
    write_csv(folder / CSV, rows)
    (folder / TABLE).write_text(markdown(*table_of(rows)))
    complete = sum(not row.reason for row in rows)
    names, same = varying(rows)
    first = next(iter(plan.axes))
    chips = [("yes" if complete == len(rows) else "no", f"{complete} of {len(rows)} runs complete")]
    heads, cells = table_of(rows)
    judged = differences(rows, names)
    if judged:
        claimed = sum(one.is_claimed for one in judged)
        chips.append(("", f"{claimed or 'none'} of {len(judged)} judged differences {'are' if claimed > 1 else 'is'} more than the scatter"))
    sections = [Section("Means" if plan.seeds > 1 else "Key figures", heads, cells, basis(plan, rows))]
    if complete < len(rows):
        sections.append(Section("Runs without result", ["run", "reason"], [[row.folder, shortened(row.reason)] for row in rows if row.reason]))
    notes = [f"The same in all runs, and not drawn: {', '.join(same)}."] if same else []
    notes += [f"{CSV} has a row for each run. A run has its files in the folder of its name; './grist report FOLDER' makes its report."]
    notes += [f"The differences between all combinations are judged together, as by './grist compare': '{folder}' shows at most six of them side by side."] if judged else []
    Page(f"Sweep of {source.title}", about(source, plan), chips, extremes(rows, names, judged),
         [panel(name, first, curves_of(rows, name)) for name in names] if complete else [], sections, notes).write(folder / PAGE)


def about(source, plan):
    axes = "; ".join(f"{name} = {', '.join(values)}" for name, values in plan.axes.items())
    seeds = f"; {plan.seeds} seeds each" if plan.seeds else ""
    return f"{axes}{seeds}" + (f"; for all: {text_of(source.given)}" if source.given else "")


def basis(plan, rows):
    if plan.seeds > 1:
        return "Mean over the seeds ± half the width of its 95 % interval (Student's t)."
    known = any(figure.error != "" for row in rows for figure in row.figures.values())
    return "± half the width of the 95 % interval that the run has written." if known else "One run each: no interval is known. --seeds N gives one."


def extremes(rows, names, judged):
    """Where each figure is highest and lowest, and with how many others that is no clear difference."""
    found, points = [], by_point(rows)
    for name in names:
        values = {number: value for number, (_, group) in enumerate(points) if (value := estimate(group, name)) and math.isfinite(value.value)}
        if len(values) > 1:
            text, _, unit = name.rstrip("]").partition(" [")
            ends = ((word, choose(values, key=lambda number: values[number].value)) for word, choose in (("highest", max), ("lowest", min)))
            texts = [f"{word} {brief(values[number], unit)} at {text_of(points[number][0])}{alike(number, name, judged)}" for word, number in ends]
            found.append(f"{text}: {'; '.join(texts)}.")
    return found


def alike(number, name, judged):
    count = sum(one.figure == name and number in one.points and not one.is_claimed for one in judged)
    return f" (no clear difference from {count} other{'s' if count > 1 else ''})" if count else ""


def brief(value, unit):
    return value.text(unit) if value.has_interval else f"{value.value:.4g} {unit}".rstrip()
