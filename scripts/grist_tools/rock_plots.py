"""Plots of a calibration of bonds: the curves of the tests of the verdict, and how the search approached."""

import numpy as np

from .plots import BLUE, GREY, ORANGE, plt, save
from .specimens import read_history

COLORS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")


def draw(folder, result):
    draw_tests(folder / "tests.png", result)
    draw_search(folder / "search.png", result)


def draw_tests(path, result):
    """A panel for each test: stress against strain of the packings of the verdict, and the measured strength with its scatter."""
    tests = result.model.specimens.tests
    columns = min(len(tests), 3)
    rows = -(-len(tests) // columns)
    figure, panels = plt.subplots(rows, columns, figsize=(4.2 * columns, 3.2 * rows), squeeze=False, constrained_layout=True)
    for axis, test in zip(panels.flat, tests):
        for color, folder in zip((BLUE, "#56B4E9", "#004466"), result.model.specimens.folders[test]):
            history = read_history(folder)
            axis.plot(100 * history["strain"], history["stress"] / 1e6, color=color, lw=1.2)
        for target in result.rock.targets:
            if (target.test, target.confining) == test and target.kind == "strength":
                axis.axhline(target.value / 1e6, color=ORANGE, lw=1.2)
                axis.axhspan((target.value - target.scatter) / 1e6, (target.value + target.scatter) / 1e6, color=ORANGE, alpha=0.15, lw=0)
        axis.set_title(test[0] + (f" at {test[1] / 1e6:g} MPa" if test[1] else ""), fontsize=10)
        axis.set_xlabel("strain between the platens (%)")
        axis.set_ylabel("nominal stress (MPa)")
        axis.set_ylim(bottom=0)
    for axis in panels.flat[len(tests):]:
        axis.remove()
    save(figure, path, rect=None, dpi=120,
         caption="Stress in the three packings of the verdict, and the measured strength with its scatter (orange).")


def draw_search(path, result):
    """Model over measurement of each response, point by point of the search; Poisson's ratio as its difference."""
    figure, axis = plt.subplots(figsize=(7, 3.6), constrained_layout=True)
    points = result.search.history
    for k, (color, target) in enumerate(zip(COLORS * 3, result.rock.targets)):
        for number, (_, rows) in enumerate(points):
            off = rows[:, k] - result.search.wanted[k]
            ratio = 1 + off if target.kind == "poisson" else np.exp(off)
            axis.plot(np.full(len(ratio), number + 1), ratio, "o", color=color, ms=4, alpha=0.6, label=target.name if number == 0 else None)
        mean = result.mean[k] - target.value + 1 if target.kind == "poisson" else result.mean[k] / target.value
        axis.plot(len(points) + 1, mean, "D", color=color, ms=7)
    axis.axhline(1, color=GREY, lw=0.8)
    axis.set_yscale("log")
    low, high = axis.get_ylim()
    ticks = [tick for tick in (0.1, 0.2, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.5, 2, 5, 10) if low <= tick <= high]
    axis.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axis.minorticks_off()
    axis.set_xticks(range(1, len(points) + 2), [*map(str, range(1, len(points) + 1)), "verdict"])
    axis.set_xlabel("point of the search")
    axis.set_ylabel("model over measurement")
    axis.legend(fontsize=8, frameon=False)
    save(figure, path, rect=None, dpi=120,
         caption="How the search approached: a mark for each packing, the mean of the verdict last. Of Poisson's ratio the difference plus 1.")
