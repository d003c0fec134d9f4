"""The pull of a bridge over its gap against the equation of Young and Laplace and against Willett's fit, the gap at rupture, the work up to it."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.tables import read_columns

RUNS = {"large": (74.2, 0, BLUE), "small": (13.6, 0, ORANGE), "angle": (74.2, 20, GREEN)}      # nl, degrees
RADIUS, TENSION = 2.381e-3, 20.6e-3      # m, N/m
SHARE = 0.85      # of the gap at rupture, up to which forces are compared
LEAST = 0.02      # of it, from which they are compared with the fit


def pulled(folder):
    """Gaps over the radius and pulls over 2 pi R tension, the last one before rupture included; the bridge forms in the first step."""
    columns = read_columns(folder / "history.csv", ("gap", "force", "broken"))
    part = (columns["gap"] > 0) & (columns["broken"] == 0) & (columns["force"] > 0)
    return columns["gap"][part] / RADIUS, columns["force"][part] / (2 * np.pi * RADIUS * TENSION)


def young_laplace(data, volume, angle):
    rows = [row for row in data["young_laplace"] if row["volume_nl"] == volume and row["angle_deg"] == angle]
    return np.array([[row["gap"], row["force"]] for row in rows]).T


def willett(data, volume, gaps):
    ratio = volume * 1e-12 / RADIUS**3
    f = dict.fromkeys(("f1", "f2", "f3", "f4"), 0)
    for row in data["willett2000_fit"]:
        f[row["function"]] += row["value"] * np.log(ratio)**row["power"]
    s = np.log(gaps / 2 / np.sqrt(ratio))
    return np.exp(f["f1"] - f["f2"] * np.exp(f["f3"] * s + f["f4"] * s**2))


def misfit(folder, data, volume, angle, expected, least=0):
    """The largest [%] at gaps from `least` of to SHARE of that at rupture, in the run or by the equation, the smaller one of both."""
    gaps, pulls = pulled(folder)
    last = min(gaps[-1], young_laplace(data, volume, angle)[0][-1])
    part = (gaps >= least * last) & (gaps <= SHARE * last)
    return 100 * abs(pulls[part] / expected(gaps[part]) - 1).max()


def work(gaps, pulls):
    return ((pulls[1:] + pulls[:-1]) / 2 * np.diff(gaps)).sum() + pulls[0] * gaps[0]


def measure(runs, data):
    found, ruptures, works = {}, [], []
    for name, (volume, angle, _) in RUNS.items():
        closed = young_laplace(data, volume, angle)
        found[name] = misfit(runs[name], data, volume, angle, lambda gaps, closed=closed: np.interp(gaps, *closed))
        if angle == 0:      # the fit has no value at touch
            found[f"willett_{name}"] = misfit(runs[name], data, volume, angle, lambda gaps, volume=volume: willett(data, volume, gaps), LEAST)
        gaps, pulls = pulled(runs[name])
        ruptures.append(gaps[-1] / closed[0][-1])
        works.append(work(gaps, pulls) / work(*closed))
    return {**found, "rupture": np.mean(ruptures), "work": np.mean(works)}


def draw(axes, seeds, data):
    for name, (volume, angle, color) in RUNS.items():
        at, values = young_laplace(data, volume, angle)
        axes.plot(at, values, color=GREY, lw=3, alpha=0.5, label=None if name != "large" else "Young-Laplace, up to its largest gap")
        axes.plot(*pulled(seeds[0][name]), color=color, lw=1, label=f"Grist, {volume} nl, {angle} degrees")
        if angle == 0:
            axes.plot(at[2::5], willett(data, volume, at[2::5]), "x", color=color, ms=5, label=None if name != "large" else "fit of Willett et al.")
    axes.set(xlabel="gap over radius", ylabel="pull over 2 pi R times tension", xlim=(0, None), ylim=(0, 1))
    axes.legend(fontsize=8)
