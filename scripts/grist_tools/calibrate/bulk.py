"""Friction and rolling friction of a bulk material from its heap, its bulk density and its slope in a drum: `grist calibrate heap.toml`.

    1. The inputs in.heap and in.drum are run at 24 points of a Sobol sequence in the searched ranges.
    2. A surface (bulk_search.py) goes through the results of each measured value. At most 8 points more are run, one after another where
       the surfaces match the measured values and are least certain.
    3. With a flat prior over the ranges, the likelihood of the measured values is the posterior. Its region of 95 % is the answer.
    4. Three seeds that were not used before are run in its middle, and compared with the measured values. Values of [check], which the
       search has not seen, are compared with runs of three sets drawn from the posterior.

Parameters are variables of the inputs, so a range of any other variable can be searched, too.
"""

from functools import partial
from pathlib import Path

from ..draw.plots import BLUE, GREEN, GREY, ORANGE, PINK, np, plt, save
from ..read.intervals import of_runs
from ..report.figures import KeyFigure
from ..run.kept_runs import Job, Runs
from ..text.messages import fail, say
from ..text.values import short
from .bulk_file import TESTS, read_all, read_bulk
from .bulk_search import BUDGET, FEWEST, REGION, Search
from .page import Calibration, Table

LEAST_BUDGET, VERDICT = 10, 3       # runs of each input: for the search at least, and besides for the verdict
OPEN = 0.5                  # a direction in which the posterior is wider than this part of the flat prior is open
# What to measure next, the best first: slopes of heaps and drums follow nearly the same combination of both frictions, the density another one.
NEXT = {"bulk_density": "the poured bulk density (bulk_density)", "angle_of_repose": "the angle of repose of a heap (angle_of_repose)",
        "drum_angle": "the slope in a drum (drum_angle)"}


def measurer(bulk, runs, scripts):
    """measure([(point, seed), ...]) by runs of the inputs: the results of each point."""
    def measure(points):
        jobs, owner = [], []
        for place, (point, seed) in enumerate(points):
            chosen = {name: f"{value:.6g}" for name, value in zip(bulk.names, bulk.values(point)[0])}
            for script, readers in scripts.items():
                what = f"{Path(script).name} with " + ", ".join(f"{name} {float(value):.3g}" for name, value in chosen.items())
                jobs.append(Job(Path(script), {**bulk.variables[script], **chosen, "seed": seed}, what, partial(read_all, readers)))
                owner.append(place)
        found = [{} for _ in points]
        for place, values in zip(owner, runs.measure(jobs)):
            found[place].update(values or {})
        return found
    return measure


def calibrate(options, data):
    path = options.file
    bulk = read_bulk(path, data)
    budget = options.budget or BUDGET
    if not LEAST_BUDGET <= budget <= BUDGET:
        fail(f"--budget {budget}: give {LEAST_BUDGET} to {BUDGET} runs of each test")
    runs = Runs(options.out / "runs", options, len(bulk.scripts) * budget + (len(bulk.scripts) + len(bulk.others)) * VERDICT)
    search = Search(bulk, measurer(bulk, runs, bulk.scripts), budget).run()
    say(f"{search.added} runs of each test were added where the surfaces match; now {VERDICT} other seeds for the verdict")
    seeds = range(1001, 1001 + VERDICT)
    unseen = measurer(bulk, runs, bulk.scripts)([(search.middle, seed) for seed in seeds])
    unseen += measurer(bulk, runs, bulk.others)(list(zip(search.drawn(VERDICT), seeds))) if bulk.others else []
    options.out.mkdir(parents=True, exist_ok=True)
    draw(search, options.out)
    return result_of(path, bulk, search, unseen, runs)


# ---------------------------------------------------------------- results


def in_units(bulk, name, value):
    unit, factor = bulk.units[name]
    return f"{value / factor:.4g} {unit}"


def set_text(bulk, point):
    return " and ".join(f"{name} {value:.2f}" for name, value in zip(bulk.names, bulk.values(point)[0]))


def result_of(path, bulk, search, unseen, runs):
    values, deviations = bulk.values(search.middle)[0], search.deviations * np.ptp(np.array(list(bulk.ranges.values())), axis=1)
    figures = [verdict(bulk, search, name, [found[name] for found in unseen[:VERDICT] if name in found]) for name in bulk.measured]
    figures += [check(bulk, name, [found[name] for found in unseen[VERDICT:] if name in found]) for name in bulk.checked]
    sentences = [f"{name} is {value:.3g} +- {deviation:.2g} (standard deviation of the posterior)."
                 for name, value, deviation in zip(bulk.names, values, deviations)]
    sentences.append(f"The region of 95 % is {100 * search.region.mean():.2g} % of the ranges that were searched.")
    sentences += [f"{name} of one run scatters by {in_units(bulk, name, surface.scatter)} between seeds." for name, surface in search.surfaces.items()]
    sentences.append(f"{runs.asked} runs took {short(round(runs.seconds / 60, 1))} minutes together.")
    limits = out_of_reach(bulk, search) + open_direction(bulk, search) + at_the_edge(bulk, search)
    limits += [f"{name} was measured without its scatter: that of one run, {in_units(bulk, name, search.surfaces[name].scatter)}, was taken."
               for name, value in bulk.measured.items() if not value.scatter]
    limits += [f"No result: {what}: {why}" for what, why in runs.failed.items()]
    rows = [[*(f"{value:.3f}" for value in bulk.values(point)[0]), *(cell(bulk, search, name, point) for name in bulk.measured)]
            for point, _ in next(iter(search.found.results.values()))]
    return Calibration(
        title=f"Friction of {bulk.name}",
        about=f"From {', '.join(f'{name} {in_units(bulk, name, value.value)}' for name, value in bulk.measured.items())} in {path.name}.",
        figures=figures, sentences=sentences, limits_title="What is open or not reached", limits=limits, coefficients=coefficients(bulk, values),
        values={"parameters": dict(zip(bulk.names, values)), "deviations": dict(zip(bulk.names, deviations)),
                "region": float(search.region.mean()), "open": search.widest()[1], "direction": list(search.widest()[0]), "runs": runs.asked},
        tables=[Table("Runs", bulk.names + list(bulk.measured), rows)])


def cell(bulk, search, name, point):
    return next((in_units(bulk, name, value) for other, value in search.found.results[name] if np.array_equal(other, point)), "none")


def verdict(bulk, search, name, found):
    """The mean of unseen seeds in the middle of the region, beside the measured value."""
    error = search.surfaces[name].scatter / np.sqrt(max(len(found), 1))
    return figure(bulk, name, bulk.measured[name].value, of_runs(found, "seeds") if found else None, np.hypot(search.error(name), error),
                  "measured; two standard errors")


def check(bulk, name, found):
    """The mean of sets that were drawn from the posterior, beside a value that the search has not seen. Their scatter is that of the region."""
    error = np.std(found, ddof=1) if len(found) > 1 else 0.0
    return figure(bulk, name, bulk.checked[name].value, of_runs(found, "sets of the region") if found else None, np.hypot(bulk.checked[name].scatter, error),
                  "not used in the search; two standard deviations")


def figure(bulk, name, wanted, found, off, compared_with):
    unit, factor = bulk.units[name]
    return KeyFigure(name, found.scaled(1 / factor) if found else "no result", unit, expected=wanted / factor, tolerance=float(f"{2 * off / factor:.3g}"),
                     compared_with=compared_with)


def out_of_reach(bulk, search):
    found = []
    for name, (misfit, reached) in search.misfit().items():
        if misfit > 2:
            low, high = (in_units(bulk, name, end) for end in reached)
            found.append(f"{name} {in_units(bulk, name, bulk.measured[name].value)} is out of reach: in the searched ranges the model gives {low} "
                         f"to {high}. Search wider ranges, or use particles of another shape.")
    if not found and search.log_posterior.max() < -2 * len(bulk.measured) - sum(np.log(search.error(name)) for name in bulk.measured):
        found.append("No set of parameters matches all measured values at the same time: check them, or use particles of another shape.")
    return found


def open_direction(bulk, search):
    """The direction that the measured values leave open, and the experiment that would close it."""
    direction, width = search.widest()
    if width < OPEN:
        return []
    first, last = search.ends(direction)
    missing = [name for name in NEXT if name not in bulk.measured]
    cure = f"Measure {NEXT[missing[0]]}, too{difference(search, missing[0], first, last)}." if missing else "Measure with less scatter."
    return [f"One direction is open, the posterior is {100 * width:.0f} % as wide there as the searched range: from {set_text(bulk, first)} to "
            f"{set_text(bulk, last)} the measured values are matched about equally well. {cure}"]


def difference(search, name, first, last):
    """What would be measured at both ends, where the runs say so."""
    if len(search.found.results.get(name, ())) < FEWEST:
        return ""
    surface, unit = search.found.surface(name), next(iter(TESTS[name][0]))
    ends = surface.at([first, last])[0]
    return (f": it is {ends[0]:.4g} {unit} at the first end and {ends[1]:.4g} {unit} at the other, "
            f"and one run scatters by {surface.scatter:.2g} {unit}")


def at_the_edge(bulk, search):
    found = []
    inside = search.grid[search.region]
    for place, (name, limits) in enumerate(bulk.ranges.items()):
        if inside[:, place].min() < 1.01 * search.axis[0] and limits[0] > 0:       # below 0 there is nothing
            found.append(f"The region ends at {name} = {limits[0]:g}, the least value that was searched.")
        if inside[:, place].max() > 0.99 * search.axis[-1]:
            found.append(f"The region ends at {name} = {limits[1]:g}, the largest value that was searched.")
    return found


def coefficients(bulk, values):
    chosen = dict(zip(bulk.names, map(float, values)))
    said = {"poisson": "0.3", "restitution": "0.5", **next(iter(bulk.variables.values()))}
    said.update((name, f"{value:.3g}") for name, value in chosen.items())
    if not {"young", "d", "friction", "rolling"} <= said.keys():
        return "".join(f"{name} {value:.4g}\n" for name, value in chosen.items())
    young, d, density = (float(said[name]) for name in ("young", "d", "density"))
    spring = young * d / 60                                             # as in the inputs
    dashpot = 0.3 * np.sqrt(spring * density * np.pi / 6 * d**3)
    return ("# units si; the spring and the dashpot of rolling belong to this Young's modulus and size\n"
            f"pair_coeff * * young {young:.4g} poisson {said['poisson']} restitution {said['restitution']} friction {said['friction']} &\n"
            f"               rolling sds {spring:.4g} {dashpot:.4g} {said['rolling']}\n")


def draw(search, folder):
    """The region in the plane of the first two parameters, with the sets that give each measured value."""
    bulk = search.bulk
    if len(bulk.names) < 2:
        return
    cells = len(search.axis)
    plane = lambda values: values.reshape([cells] * len(bulk.names)).sum(axis=tuple(range(2, len(bulk.names))))    # noqa: E731
    (low_x, high_x), (low_y, high_y) = list(bulk.ranges.values())[:2]
    x, y = low_x + search.axis * (high_x - low_x), low_y + search.axis * (high_y - low_y)
    density = plane(search.posterior)
    order = np.sort(density.ravel())[::-1]
    level = order[np.searchsorted(order.cumsum(), REGION)]
    figure, axes = plt.subplots(figsize=(6.4, 5))
    axes.contourf(x, y, density.T, [level, density.max() * 1.001], colors=[BLUE], alpha=0.3)
    axes.contour(x, y, density.T, [level], colors=[BLUE])
    axes.plot([], [], color=BLUE, lw=6, alpha=0.3, label="region of 95 %")
    if len(bulk.names) == 2:
        for (name, (mean, _)), color in zip(search.at_grid.items(), (ORANGE, GREEN, PINK, GREY)):
            value, error = bulk.measured[name].value, search.error(name)
            for level, style in ((value, "solid"), (value - error, "dashed"), (value + error, "dashed")):
                if mean.min() < level < mean.max():
                    axes.contour(x, y, plane(mean).T, [level], colors=[color], linestyles=style, linewidths=1.5 if style == "solid" else 0.8)
            axes.plot([], [], color=color, label=f"{name} {in_units(bulk, name, value)} (dashed: +- {in_units(bulk, name, error)})")
    points = bulk.values(np.array([point for point, _ in next(iter(search.found.results.values()))]))
    first = len(points) - search.added
    axes.plot(*points[:first, :2].T, "o", color=GREY, ms=3, label="runs")
    axes.plot(*points[first:, :2].T, "s", color="black", ms=4, mfc="none", label="runs that were added")
    axes.plot(*bulk.values(search.middle)[0][:2], "*", color="black", ms=13, label="middle of the region")
    axes.set(xlabel=bulk.names[0], ylabel=bulk.names[1], xlim=(low_x, high_x), ylim=(low_y, high_y))
    axes.legend(fontsize=8, loc="upper center", bbox_to_anchor=(0.5, -0.12), ncol=2)
    save(figure, folder / "region.png", dpi=150, caption=f"Which {bulk.names[0]} and {bulk.names[1]} match the measured values.")
