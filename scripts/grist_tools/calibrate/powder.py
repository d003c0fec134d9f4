"""Cohesion and friction of a powder from its flow function and bulk density: `grist calibrate powder.toml`.

    1. The shear cell in.shear is run at points of a Sobol sequence in the searched ranges, and with an angle of repose the heap in.heap.
    2. Surfaces through the results, more points where they match (two fifths of the budget at most), and the posterior are those of bulk_search.py.
    3. The region of 95 % is the answer; its middle is the set to paste.
    4. The verdict: seeds that were not used before are run in the middle, with a preshear for each consolidation that was fitted, and for each
       that was held out.

The spheres are parcels: their surface energy grows with their size (doc/coarse.md).
"""

from functools import partial
from pathlib import Path

from ..draw.plots import BLUE, GREY, ORANGE, PINK, np, plt, save
from ..read.intervals import of_runs
from ..report.figures import KeyFigure
from ..run.kept_runs import Runs
from ..text.messages import fail, say
from ..text.values import short
from .bulk import at_the_edge, cell, in_units, measurer, out_of_reach
from .bulk_search import Cloud
from .page import Calibration, Table
from .powder_file import BUDGET, FEWEST_BUDGET, RATIO, read_powder, stress_text, value_of

VERDICT = 8             # seeds
TOLERANCE = 0.05        # of a strength: of the verdict, or two standard errors if those are more
WORDS = {"plasticity": "plasticity ratio", "surface": "surface energy (J/m2)", "energy": "cohesion energy density (J/m3)", "friction": "friction",
         "rolling": "rolling friction"}
DRAWN = 20              # sets of the posterior in sets.csv


def calibrate(options, data):
    path = options.file
    powder = read_powder(path, data)
    budget = options.budget or BUDGET
    if not FEWEST_BUDGET <= budget <= BUDGET:
        fail(f"--budget {budget}: give {FEWEST_BUDGET} to {BUDGET} runs of each test")
    say(scale(powder))
    runs = Runs(options.out / "runs", options, len(powder.scripts) * (budget + VERDICT))
    search = Cloud(powder, measurer(powder, runs, powder.scripts), budget).run()
    say(f"{search.added} runs of each test were added where the surfaces match; now {VERDICT} other seeds for the verdict")
    unseen = judge(powder, search, runs)
    options.out.mkdir(parents=True, exist_ok=True)
    draw_pairs(search, options.out)
    result = result_of(path, powder, search, unseen, runs)
    draw_flow_function(powder, search, unseen, options.out)
    write_sets(search, options.out)
    return result


def judge(powder, search, runs):
    """Results of unseen seeds in the middle. The preshears are those whose consolidations were measured or held out."""
    shear = next(script for script in powder.scripts if Path(script).name == "in.shear")
    majors = sorted({major for name, major in powder.consolidations.items() if name.startswith("strength")})
    if len(majors) > 1:
        variables = {**powder.variables[shear], "levels": " ".join(f"{major / RATIO:.5g}" for major in majors)}
        powder.variables[shear] = variables
    readers = {**powder.scripts[shear], **{name: partial(value_of, "strength", powder.consolidations[name], 0.0) for name in powder.checked}}
    return measurer(powder, runs, {**powder.scripts, shear: readers})([(search.middle, seed) for seed in range(1001, 1001 + VERDICT)])


# ---------------------------------------------------------------- results


def scale(powder):
    said = f"The spheres of {1e3 * powder.d:.3g} mm are parcels"
    if powder.real:
        return said + f": {powder.d / powder.real:.3g} times as large as grains of {1e6 * powder.real:.3g} um, each stands for {(powder.d / powder.real)**3:.2g} of them."
    return said + "; give real_size for their scale."


def density_of(powder, search):
    """kg/m3 of the spheres: given, or that which gives the measured bulk density at the largest consolidation."""
    if powder.density:
        return powder.density
    place = len(powder.dense) - 1
    return powder.dense[place][1].value / float(search.found.surface(f"fraction at {place}").at([search.middle])[0][0])


def result_of(path, powder, search, unseen, runs):
    values = powder.values(search.middle)[0]
    density = density_of(powder, search)
    low, high = powder.values(search.grid[search.region]).min(axis=0), powder.values(search.grid[search.region]).max(axis=0)
    drawn = powder.values(search.drawn(2000))
    figures = [figure(powder, search, name, unseen) for name in (*powder.measured, *powder.checked)]
    sentences = [f"{WORDS[name]}: {value:.3g}; the region of 95 % reaches from {least:.3g} to {most:.3g}, half of it lies between {first:.3g} and {last:.3g}."
                 for name, value, least, most, first, last in zip(powder.names, values, low, high, *np.percentile(drawn, [25, 75], axis=0))]
    sentences.append(f"The region is {100 * search.share:.2g} % of the ranges that were searched; the coefficients belong together, see the plot of pairs.")
    sentences.append(scale(powder) + f" Their density is {density:.4g} kg/m3" + (
        ", that of the solid." if powder.density else f", with which the bulk density is that measured, at {stress_text(powder.dense[-1][0])}."))
    sentences += [f"{name} of one run scatters by {in_units(powder, name, surface.scatter)} between seeds." for name, surface in search.surfaces.items()]
    sentences.append(f"{runs.asked} runs took {short(round(runs.seconds / 60, 1))} minutes together.")
    unreached = out_of_reach(powder, search)
    limits = [*unreached, *verdict(powder, figures), *at_the_edge(powder, search)]
    limits += [f"{name} was measured without its scatter: that of one run, {in_units(powder, name, search.surfaces[name].scatter)}, was taken."
               for name, value in powder.measured.items() if not value.scatter]
    limits += density_check(powder, search, density)
    limits += [f"No result: {what}: {why}" for what, why in runs.failed.items()]
    rows = [[*(f"{value:.3g}" for value in powder.values(point)[0]), *(cell(powder, search, name, point) for name in powder.measured)]
            for point, _ in next(iter(search.found.results.values()))]
    about = ", ".join(f"{name} {in_units(powder, name, value.value)}" for name, value in powder.measured.items())
    return Calibration(
        title=f"Cohesion and friction of {powder.name}", about=f"From {about} in {path.name}, by the law {powder.law}.",
        figures=figures, sentences=sentences, limits_title="What is open or not reached", limits=limits,
        coefficients="# no coefficients: " + unreached[0] + "\n" if unreached else coefficients(powder, values, density),
        values={"law": powder.law, "parameters": dict(zip(powder.names, values)), "ranges": {name: [a, b] for name, a, b in zip(powder.names, low, high)},
                "region": search.share, "density": density, "reached": not unreached, "held_out": list(powder.checked), "runs": runs.asked},
        tables=[Table("Runs", powder.names + list(powder.measured), rows)])


def figure(powder, search, name, unseen):
    """The mean of unseen seeds in the middle of the region, beside the measured value."""
    found = [one[name] for one in unseen if name in one]
    unit, factor = powder.units[name]
    wanted = (powder.measured.get(name) or powder.checked[name])
    scatter = np.std(found, ddof=1) if len(found) > 1 else 0.0
    off = 2 * np.hypot(wanted.scatter, scatter / np.sqrt(max(len(found), 1)))
    if name.startswith("strength"):
        off = max(off, TOLERANCE * wanted.value)
    return KeyFigure(name, of_runs(found, "seeds").scaled(1 / factor) if found else "no result", unit, expected=float(f"{wanted.value / factor:.4g}"),
                     tolerance=float(f"{off / factor:.3g}"),
                     compared_with=f"{powder.held}; " * (name in powder.checked) + (f"{100 * TOLERANCE:.0f} % or two standard errors" if name.startswith("strength") else
                                                                                "measured; two standard errors"))


def verdict(powder, figures):
    """On the consolidations that the search has not seen."""
    if not powder.checked:
        return ["No consolidation was left for the verdict: measure the flow function at three or more, or give one in [check]."]
    return [f"{one.name}, {powder.held}, is {one.value:.4g} {one.unit} in the model and {one.expected:.4g} {one.unit} measured: do not use these coefficients at other "
            "consolidations than those that were fitted." for one in figures if one.name in powder.checked and one.agrees is False and not isinstance(one.value, str)]


def density_check(powder, search, density):
    """Bulk densities that do not follow from one density of the spheres."""
    if powder.density:
        return []
    found = []
    for k, (major, value) in enumerate(powder.dense[:-1]):
        model = density * float(search.found.surface(f"fraction at {k}").at([search.middle])[0][0])
        found.append(f"The bulk density at {stress_text(major)} is {model:.4g} kg/m3 with this density of the spheres, and {value.value:.4g} kg/m3 measured: spheres are "
                     f"{'less' if model > value.value else 'more'} compressible than the powder; it was not fitted.")
    return found


def coefficients(powder, values, density):
    chosen = dict(zip(powder.names, map(float, values)))
    said = next(iter(powder.variables.values()))
    young, d = float(said["young"]), powder.d
    spring = young * d / 60                                             # as in the inputs
    dashpot = 0.3 * np.sqrt(spring * density * np.pi / 6 * d**3)
    sticks = (f"eepa {chosen['plasticity']:.3g} {chosen['surface']:.3g} 0 5" if powder.law == "eepa" else f"sjkr {chosen['energy']:.4g}")
    lines = [f"# units si; {powder.name}: spheres of {d:.4g} m, density {density:.4g} kg/m3; Young's modulus, rolling and cohesion belong to this size",
             f"pair_coeff * * young {young:.4g} poisson {said.get('poisson', '0.3')} restitution {said.get('restitution', '0.5')} friction {chosen['friction']:.3g} &",
             f"               rolling sds {spring:.4g} {dashpot:.4g} {chosen['rolling']:.3g} cohesion {sticks}"]
    if powder.real:
        times = d / powder.real
        real = f"eepa {chosen['plasticity']:.3g} {chosen['surface'] / times:.3g} 0 5" if powder.law == "eepa" else sticks
        lines += [f"# the same behind the command 'coarse {times:.4g}', with grains of {powder.real:.4g} m in particle_mix:",
                  f"# pair_coeff * * young {young:.4g} poisson {said.get('poisson', '0.3')} restitution {said.get('restitution', '0.5')} friction {chosen['friction']:.3g} &",
                  f"#                rolling sds {spring / times:.4g} {dashpot / times**2:.4g} {chosen['rolling']:.3g} cohesion {real}"]
    return "\n".join(lines) + "\n"


def write_sets(search, folder):
    rows = [",".join(search.bulk.names)] + [",".join(f"{value:.4g}" for value in row) for row in search.bulk.values(search.drawn(DRAWN))]
    (folder / "sets.csv").write_text("\n".join(rows) + "\n")


def draw_pairs(search, folder):
    """Sets drawn from the posterior, in the plane of each two coefficients, and the share of each coefficient alone."""
    powder, n = search.bulk, len(search.bulk.names)
    drawn, middle = powder.values(search.drawn(3000)), powder.values(search.middle)[0]
    runs = powder.values(np.array([point for point, _ in next(iter(search.found.results.values()))]))
    low, high = np.array(list(powder.ranges.values())).T
    figure, axes = plt.subplots(n, n, figsize=(2.2 * n, 2.1 * n), squeeze=False)
    for row in range(n):
        for column in range(n):
            ax = axes[row, column]
            if column > row:
                ax.axis("off")
                continue
            if row == column:
                ax.hist(drawn[:, row], bins=np.linspace(low[row], high[row], 31), color=BLUE, alpha=0.5)
                ax.axvline(middle[row], color="black", lw=1)
                ax.set_yticks([])
            else:
                ax.plot(runs[:, column], runs[:, row], "+", color=GREY, ms=4)
                ax.plot(drawn[:, column], drawn[:, row], ".", color=BLUE, ms=3, alpha=0.15, mew=0)
                ax.plot(middle[column], middle[row], "*", color="black", ms=10)
                ax.set_ylim(low[row], high[row])
            ax.set_xlim(low[column], high[column])
            if row == n - 1:
                ax.set_xlabel(WORDS[powder.names[column]], fontsize=8)
            if column == 0 and row:
                ax.set_ylabel(WORDS[powder.names[row]], fontsize=8)
            ax.tick_params(labelsize=7)
    save(figure, folder / "pairs.png", dpi=150, caption="Which coefficients match the measured values: dots are sets drawn from the posterior, crosses runs, the star the set to paste.")


def draw_flow_function(powder, search, unseen, folder):
    """Measured points, those held out, and unseen seeds in the middle of the region."""
    figure, ax = plt.subplots(figsize=(6.4, 4.4))
    names = [name for name in powder.consolidations if name.startswith("strength")]
    end = 1.1 * max(powder.consolidations[name] for name in names)
    for table, color, text in ((powder.measured, BLUE, "measured"), (powder.checked, ORANGE, f"measured, {powder.held}")):
        chosen = [name for name in table if name in names]
        if chosen:
            ax.errorbar([powder.consolidations[name] / 1e3 for name in chosen], [table[name].value / 1e3 for name in chosen],
                        [2 * table[name].scatter / 1e3 for name in chosen], fmt="o", color=color, capsize=3, label=text)
    model = [(powder.consolidations[name], of_runs([one[name] for one in unseen if name in one])) for name in names if any(name in one for one in unseen)]
    if model:
        x, found = zip(*sorted(model, key=lambda pair: pair[0]))
        ax.errorbar(np.array(x) / 1e3, [one.value / 1e3 for one in found], [one.half / 1e3 if one.has_interval else 0.0 for one in found], fmt="s-", color=PINK, mfc="none",
                    capsize=3, lw=1, label=f"model, {len(unseen)} unseen seeds, 95 %")
    top = 1.25 * max([table[name].value for table in (powder.measured, powder.checked) for name in table if name in names] + [one.value for _, one in model]) / 1e3
    for ffc in (1, 2, 4, 10):
        x = min(end / 1e3, ffc * top)
        ax.plot([0, x], [0, x / ffc], color=GREY, lw=0.7, ls=":")
        ax.text(x, x / ffc, f"ffc {ffc} ", fontsize=7, color=GREY, ha="right", va="top")
    ax.set(xlabel="major consolidation stress (kPa)", ylabel="unconfined yield strength (kPa)", xlim=(0, end / 1e3), ylim=(0, top))
    ax.legend(fontsize=8, loc="lower right")
    save(figure, folder / "flow_function.png", dpi=150, caption="Flow function: measured, and of the set to paste.")
