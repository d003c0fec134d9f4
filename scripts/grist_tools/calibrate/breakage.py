"""Breakage from tests of single particles, without a run: `grist calibrate FILE.csv`.

    drop_weight.csv     a particle a row: energy, size, broken (0 or 1) and, with an energy in J, mass
    t10.csv             a class a row: t10, size and the energy, or E/E50b; weight is optional

The files are read by particle_tests.py, the fits are those of particle_strength.py.
"""

from ..draw.plots import AMBER, BLUE, GREEN, GREY, ORANGE, PINK, SKY, np, plt, save
from ..read.intervals import Estimate
from ..read.tables import read_rows
from ..report.figures import KeyFigure
from ..text.messages import fail, need
from .page import Calibration, Table
from .particle_tests import LENGTH, SHARE, SPECIFIC, columns_of, demand, positive, read_drop_weight

need("scipy")
from scipy.special import ndtr  # noqa: E402, after the check
from scipy.stats import chi2 as chi_law  # noqa: E402

from .particle_strength import FinenessFit, StrengthFit  # noqa: E402

COLORS = (BLUE, ORANGE, GREEN, PINK, AMBER, SKY)        # of groups of sizes
SCALES = {"si": (1.0, 1.0, "J/kg, m"), "cgs": (1e4, 1e2, "erg/g, cm"), "micro": (1.0, 1e6, "(um/us)^2, um")}     # of specific energy and size


def calibrate(options, rows):
    path = options.file
    names = [head.partition("_")[0].partition(" ")[0] for head in rows[0]]
    if "broken" in names:
        return of_drop_weight(path, read_drop_weight(path, rows), options.out)
    if "t10" in names:
        return of_t10(path, rows, options.out)
    fail(f"{path} has neither a column broken nor a column t10: it must be a drop weight test or a table of t10")


def band_text(band, factor=1.0):
    low, high = (f"{end * factor:.3g}" for end in band)
    if band[0] <= 0 and band[1] == np.inf:
        return "open"
    return f"above {low}" if band[1] == np.inf else f"below {high}" if band[0] <= 0 else f"{low} to {high}"


def tavares_words(strength, t10=None):
    """The fix's keywords, in the units si, cgs and micro."""
    lines = []
    for units, (energy, size, text) in SCALES.items():
        words = [f"energy {strength.energy * energy:.4g}"]
        if strength.size > 0:
            words.append(f"size {strength.size * size:.4g} exponent {strength.exponent:.3g}")
        words.append(f"deviation {strength.deviation:.3g}")
        if strength.inverse_ratio > 1e-3:
            words.append(f"strongest {1 / strength.inverse_ratio:.3g}")
        words.append(f"t10 {t10[0]:.3g} {t10[1]:.3g}" if t10 else "t10 A b")
        lines.append(f"# units {units} ({text})\nfix crack all break/polyhedra tavares {' '.join(words)} smallest D\n")
    return "\n".join(lines)


def of_drop_weight(path, classes, folder):
    total, broke = int(classes.number.sum()), int(classes.broken.sum())
    groups = classes.groups()
    about = f"{total} particles of {len(groups)} size{'s' * (len(groups) > 1)} in {path.name}, of which {broke} broke."
    if broke in (0, total):
        return only_bounds(path, about, groups, broke > 0)
    fit = StrengthFit(classes)
    found, bands = fit.found, fit.bands()
    rows = [("energy", "E_inf" if fit.sizes > 1 else f"E50 at {1e3 * fit.middle:.3g} mm", found.energy, "J/kg", 1.0),
            ("size", "d0", found.size, "mm", 1e3), ("exponent", "phi", found.exponent, "", 1.0), ("deviation", "sigma", found.deviation, "", 1.0),
            ("strongest", "Emax/E50", 1 / max(found.inverse_ratio, 1e-9), "", 1.0)]
    rows = [row for row in rows if row[0] in bands]
    shown = [[name, symbol, f"{value * factor:.4g}" if fit.shows_end or name != "strongest" else "left out", unit,
              band_text(bands[name], factor)] for name, symbol, value, unit, factor in rows]
    medians = fit.medians()
    sentences = [f"{name} ({symbol}) is {value}{' ' * bool(unit)}{unit}; 95 % band: {band}." for name, symbol, value, unit, band in shown]
    draw_strength(fit, medians, folder)
    return Calibration(
        title=f"Strength of particles: {path.stem}", about=about,
        figures=[KeyFigure(f"median fracture energy at {1e3 * size:.3g} mm", with_band(value, (low, high)), "J/kg")
                 for size, value, (low, high) in medians],
        sentences=sentences + [goodness(fit)], coefficients=tavares_words(found),
        values={"strength": vars(found), "bands": bands, "medians": medians, "deviance": fit.best.least},
        limits_title="What is open or not reached", limits=open_strengths(fit, bands))


def with_band(value, band):
    half = float(np.ptp(band)) / 2
    return Estimate(float(value), half, "likelihood" if np.isfinite(half) else "one side is open")


def only_bounds(path, about, groups, all_broke):
    """Where all particles broke, or none: a bound for each size, from the class with the least (largest) energy."""
    limits = []
    for size, part in groups:
        chosen = part.energy.argmin() if all_broke else part.energy.argmax()
        energy, number = part.energy[chosen], int(part.number[chosen])
        share = 0.05 ** (1 / number)
        bound = f"at least {100 * share:.2g} %" if all_broke else f"at most {100 * (1 - share):.2g} %"
        limits.append(f"{1e3 * size:.3g} mm: {bound} break at {energy:.4g} J/kg (95 %, {number} particles)"
                      + (f", so the median fracture energy is {'below' if all_broke else 'above'} that." if share > 0.5 else "."))
    cure = f"Nothing else is known: test at {'less' if all_broke else 'more'} energy, until about half of the particles break."
    return Calibration(f"Strength of particles: {path.stem}", about, [],
                       [f"{'All' if all_broke else 'No'} particles broke: there is a bound only."],
                       "# no coefficients: " + cure + "\n", {"bounds": limits}, limits + [cure])


def goodness(fit):
    """Pearson's chi square over the classes that expect some broken and some whole particles."""
    bins = [one for _, part in fit.groups for one in part.bins()]
    number = np.array([one.number.sum() for one in bins])
    expected = np.array([one.number @ fit.found.broken_share(one.energy, one.size) for one in bins])
    off = np.array([one.broken.sum() for one in bins]) - expected
    chosen = (expected > 1) & (number - expected > 1)
    free = int(chosen.sum()) - len(fit.best.x)
    if free < 1:
        return "There are too few classes to check whether the law describes the data."
    chi = float((off**2 * number)[chosen] @ (1 / (expected * (number - expected))[chosen]))
    verdict = "the law describes the data" if chi < chi_law.ppf(0.99, free) else "the law does not describe the data: look at the plot"
    return f"Chi square of {int(chosen.sum())} classes is {chi:.3g}, with {free} expected: {verdict}."


def open_strengths(fit, bands):
    """What the data leave open, with the test that would close it."""
    found = []
    smallest, largest = 1e3 * fit.groups[0][0], 1e3 * fit.groups[-1][0]
    if fit.sizes == 1:
        found.append(f"size and exponent are open: only {smallest:.3g} mm was tested, and energy is the median of that size. "
                     "Test at least two other sizes.")
    if fit.sizes == 2:
        found.append("exponent is open: two sizes give two medians, and it was taken as 1. Test a third size.")
    if fit.sizes > 1 and (bands["size"][1] == np.inf or bands["energy"][0] <= 0):
        found.append("energy and size are open, only their product energy size^exponent is known: all sizes become stronger as they become "
                     f"smaller. Test particles above {largest:.3g} mm.")
    elif fit.sizes > 1 and bands["size"][0] <= 0:
        found.append(f"size has no lower limit: strengths may not depend on the size at all. Test particles below {smallest:.3g} mm.")
    elif fit.sizes > 1 and bands["energy"][1] > 2 * bands["energy"][0]:
        weak, strong = (fit.strength(fit.best.end(lambda x: np.log(fit.strength(x).energy), sign)) for sign in (-1, 1))
        found.append(f"energy and size change together: energy {weak.energy:.3g} J/kg goes with size {1e3 * weak.size:.3g} mm and exponent "
                     f"{weak.exponent:.2g}, energy {strong.energy:.3g} J/kg with {1e3 * strong.size:.3g} mm and {strong.exponent:.2g}. Particles above {largest:.3g} mm would separate them.")
    if bands["deviation"][0] <= 0.025:
        found.append("deviation has no lower limit: no energy breaks only a part of the particles. Test at energies in between.")
    if fit.found.deviation > 2.9:
        found.append("The share that breaks does not rise with the energy: check the columns energy and broken.")
    if not fit.shows_end:
        found.append(f"strongest is open above {bands['strongest'][0]:.3g}: the data do not show that the distribution ends, so it is left out.")
    return found


# ---------------------------------------------------------------- t10


def of_t10(path, rows, folder):
    columns = columns_of(path, rows, {"t10": SHARE, "size": LENGTH, "energy": SPECIFIC, "E/E50b": {}, "weight": {}})
    positive(path, columns, *(name for name in columns if name != "t10"))
    t10 = columns["t10"][0]
    if not ((t10 >= 0) & (t10 <= 1)).all():
        fail(f"{path}: the column t10 holds {100 * t10[(t10 < 0) | (t10 > 1)][0]:.4g} %: a share of the mass is from 0 to 100 %")
    if len(t10) < 4:
        fail(f"{path} has {len(t10)} classes: at least 4 are needed, at different energies")
    x, axis, reference, strength = energies_of_t10(path, columns)
    fit = FinenessFit(x, t10, columns["weight"][0] if "weight" in columns else np.ones(len(t10)))
    bands = fit.bands()
    name = "b" if reference is None else "S"
    draw_fineness(fit, axis, name, folder)
    unit = "" if reference is None else " kg/J"
    sentences = [f"A is {fit.A:.3g}, 95 % band: {band_text(bands['A'])}.", f"{name} is {fit.b:.4g}{unit}, 95 % band: {band_text(bands['b'])}.",
                 f"A {name} is {fit.A * fit.b:.4g}{unit}, 95 % band: {band_text(bands['A b'])}.",
                 f"t10 of a class is off by {100 * fit.error:.2g} % of the mass (standard deviation)."]
    if reference is None:
        alone = f"t10 {fit.A:.3g} {fit.b:.3g}      # of fix break/polyhedra tavares, in any units\n"
        coefficients = tavares_words(strength, (fit.A, fit.b)) if strength else alone
    else:
        coefficients = "\n".join(f"# units {units} ({text})\nfix crack all break/polyhedra ab/t10 reference {reference * size:.4g} "
                                 f"selection {fit.b / energy:.4g} t10 {fit.A:.3g} smallest D\n" for units, (energy, size, text) in SCALES.items())
    return Calibration(
        title=f"Fineness of pieces: {path.stem}",
        about=f"{len(t10)} classes of {path.name}" + (", with the strengths of drop_weight.csv." if strength else "."),
        figures=[KeyFigure("A", with_band(fit.A, bands["A"])),
                 KeyFigure(f"A {name}", with_band(fit.A * fit.b, bands["A b"]), unit.strip())],
        sentences=sentences, coefficients=coefficients, limits_title="What is open or not reached", limits=open_fineness(fit, bands, name, axis),
        values={"A": fit.A, "b": fit.b, "bands": bands, "reference": reference, "strength": strength and vars(strength)},
        tables=[Table("Classes", [axis, "t10", "fitted"],
                      [[f"{a:.4g}", f"{b:.3g}", f"{-fit.A * np.expm1(-fit.b * a):.3g}"] for a, b in zip(x, t10)])])


def energies_of_t10(path, columns):
    """x of the fit, its name, the reference size of ab/t10 or None, and the strengths or None."""
    if "E/E50b" in columns:
        return columns["E/E50b"][0], "E/E50b", None, None
    demand(path, columns, "energy", "size")
    energy, size = columns["energy"][0], columns["size"][0]
    beside = path.with_name("drop_weight.csv")
    if beside.is_file():
        strength = StrengthFit(read_drop_weight(beside, read_rows(beside))).found
        return energy / strength.median_of_broken(energy, size), "E/E50b", None, strength
    reference = float(np.exp(np.log(size).mean()))
    return energy * size / reference, "E d/reference [J/kg]", reference, None


def open_fineness(fit, bands, name, axis):
    reached = -np.expm1(-fit.b * fit.x.max())
    if bands["A"][1] < 1.5 * bands["A"][0]:
        return []
    return [f"Only A {name} = {fit.A * fit.b:.3g} ({band_text(bands['A b'])}) is known well, A may be {band_text(bands['A'])}: the energies "
            f"are low, the curve is still nearly straight where they end ({100 * reached:.2g} % of A). Test at {axis} above {max(2 / fit.b, 2 * fit.x.max()):.2g}."]


# ---------------------------------------------------------------- plots


def band_around(x, best, function, chosen=None):
    """function(parameters, x) of the best or the chosen parameters, and its 95 % band by the curvature of the deviance."""
    center = np.array([function(best.x if chosen is None else chosen, at) for at in x])
    error = np.array([best.error(lambda p: function(p, at)) for at in x])
    return center, center - 1.96 * error, center + 1.96 * error


def draw_strength(fit, medians, folder):
    folder.mkdir(parents=True, exist_ok=True)
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.2))
    for (size, part), color in zip(fit.groups, COLORS):
        shares = np.array([one.share() for one in part.bins()])
        energy = np.geomspace(part.energy.min() / 1.5, part.energy.max() * 1.5, 40)
        score, low, high = band_around(energy, fit.best, lambda p, at: float(fit.strength(p).score(at, size)), fit.likeliest)
        low, high = np.maximum.accumulate(low), np.minimum.accumulate(high[::-1])[::-1]     # shares rise with the energy
        left.plot(energy, ndtr(score), color=color, lw=1.2)
        left.fill_between(energy, ndtr(low), ndtr(high), color=color, alpha=0.15, lw=0)
        error = np.sqrt((shares[:, 1] * (1 - shares[:, 1]) + 0.25 / shares[:, 2]) / shares[:, 2])
        left.errorbar(shares[:, 0], shares[:, 1], error, fmt="o", color=color, ms=4, capsize=2, label=f"{1e3 * size:.3g} mm")
    left.set(xscale="log", xlabel="specific energy of the hit [J/kg]", ylabel="share that breaks", ylim=(-0.03, 1.03))
    left.legend(title="size")
    sizes = np.geomspace(fit.groups[0][0] / 2, fit.groups[-1][0] * 2, 40)
    center, low, high = band_around(sizes, fit.best, lambda p, at: float(fit.log_median(p, at)), fit.likeliest)
    right.plot(1e3 * sizes, np.exp(center), color=GREY, lw=1.2, label="fitted")
    right.fill_between(1e3 * sizes, np.exp(low), np.exp(high), color=GREY, alpha=0.2, lw=0)
    for (size, value, (low, high)), color in zip(medians, COLORS):
        right.errorbar(1e3 * size, value, [[max(value - low, 0)], [max(high - value, 0)]], fmt="o", color=color, ms=5, capsize=3)
    right.set(xscale="log", yscale="log", xlabel="size [mm]", ylabel="median fracture energy [J/kg]")
    save(figure, folder / "strength.png", dpi=150, 
         caption="Left: the share that breaks, measured (standard errors) and fitted. Right: the median fracture energy of each size. Shaded and "
         "bars on the right: 95 % bands.")


def draw_fineness(fit, axis, name, folder):
    folder.mkdir(parents=True, exist_ok=True)
    figure, axes = plt.subplots(figsize=(6, 4.2))
    x = np.linspace(0, 1.3 * fit.x.max(), 60)[1:]
    center, low, high = band_around(x, fit.best, lambda p, at: float(np.log(-np.exp(p[0]) * np.expm1(-np.exp(p[1]) * at))))
    axes.plot(x, 100 * np.exp(center), color=BLUE, label=f"A (1 - exp(-{name} x)), A = {fit.A:.3g}, {name} = {fit.b:.3g}")
    axes.fill_between(x, 100 * np.exp(low), np.minimum(100 * np.exp(high), 100), color=BLUE, alpha=0.2, lw=0, label="95 % band")
    axes.plot(fit.x, 100 * fit.t10, "o", color=ORANGE, ms=5, label="classes")
    axes.set(xlabel=axis, ylabel="t10 [%]", xlim=(0, None), ylim=(0, None))
    axes.legend()
    save(figure, folder / "t10.png", dpi=150, caption="t10 of the classes and the fitted curve.")
