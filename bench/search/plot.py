#!/usr/bin/env python3
"""Plots of the contact search benchmark, and its summary.

    python3 plot.py RESULT_FOLDER

Needs numpy and matplotlib. Read from RESULT_FOLDER, each if it is there:
  cases.csv      24 drums of Huang et al. (2020), single-level against multi-level grid
  mr.csv         packings of Munjiza et al. (2006), sections 6 and 7
  cubes.csv      balls as in Lazarevic et al. (2002), Fig. 5
  rebuild.csv    pairwise lists inside LAMMPS

Written there:
  cases_times.png       by phase and in total, with the paper's (as its Figs. 19 and 21)
  cases_cluster_f.png   cluster F in all distributions, both phases (as its Fig. 20)
  cases_ratio.png       single-level over multi-level, ours and the paper's
  mr_bodies.png         time a body against the number of bodies (as Figs. 20 and 32)
  mr_spacing.png        time a body against the spacing (as Figs. 24, 28 and 30)
  mr_memory.png         memory a body
  cubes.png             time against the number of balls (as Fig. 5)
  rebuild.png           a rebuild of the pairwise lists by each style
  summary.txt           what was to be shown, and whether it was
"""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.tables import read_rows
from grist_tools.report.figures import outcome, write_summary
from grist_tools.text.messages import fail

from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

SEARCHES = {"MR linear": (GREEN, "o"), "MMR": (PINK, "D"), "single-level grid": (ORANGE, "s"),
            "multi-level grid": (BLUE, "^"), "fixed cubes": (GREEN, "o"), "brute force": (GREY, "x")}

# What is to be shown.
PAPER_RATIO, MOST_MS = 43.0, 20.0             # cluster F in distribution 4
MOST_OVER_BODIES, MOST_OVER_DENSITY = 1.5, 1.3   # of the time a body, largest over smallest
INTEGERS = 5                                  # memory a body (munjiza2006, Eq. 25)


# ---------------------------------------------------------------- reading


def pick(rows, **wanted):
    return [row for row in rows if all(row[name] == value for name, value in wanted.items())]


def column(rows, name):
    return np.array([row[name] for row in rows])


def values(rows, name):
    """Different values of a column in the order of their first appearance."""
    return list(dict.fromkeys(row[name] for row in rows))


# ---------------------------------------------------------------- axes


def plain(value, _):
    """100,000 and 0.01 rather than powers of ten."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def log_axis(axis, subs=(1.0,)):
    axis.set_major_locator(LogLocator(subs=subs))
    axis.set_major_formatter(FuncFormatter(plain))
    axis.set_minor_formatter(NullFormatter())


def log_log(ax):
    ax.set_xscale("log")
    ax.set_yscale("log")
    log_axis(ax.xaxis)
    log_axis(ax.yaxis)
    ax.grid(alpha=0.25)


def short_range(axis):
    """Ticks at 1, 2 and 5 where a logarithmic axis spans one or two decades."""
    log_axis(axis, (1.0, 2.0, 5.0))


def finish(figure, path, legend_rows=0):
    """One legend for all panels below them, each label once, in so many rows."""
    room = 0.0
    if legend_rows:
        entries = {}
        for ax in figure.axes:
            for handle, label in zip(*ax.get_legend_handles_labels()):
                entries.setdefault(label, handle)
        figure.legend(entries.values(), entries.keys(), loc="lower center", frameon=False, fontsize=9,
                      ncol=-(-len(entries) // legend_rows))
        room = (0.25 * legend_rows + 0.1) / figure.get_figheight()
    save(figure, path, (0, room, 1, 1))


# ---------------------------------------------------------------- drums


PHASES = {"subdivision_ms": "grid subdivision", "resolution_ms": "contact resolution", "ms": "total"}


def plot_case_times(path, rows):
    distributions = values(rows, "distribution")
    figure, axes = plt.subplots(3, len(distributions), figsize=(12, 9), dpi=110, sharex=True, sharey="row",
                                squeeze=False)
    for panels, (phase, title) in zip(axes, PHASES.items()):
        for ax, d in zip(panels, distributions):
            own = pick(rows, distribution=d)
            for search, color, marker in (("single", ORANGE, "s"), ("multi", BLUE, "^")):
                ax.semilogy(column(own, "cluster"), column(own, f"{search}_{phase}"), color=color, marker=marker,
                            ms=5, label=f"{search}-level")
                ax.semilogy(column(own, "cluster"), column(own, f"paper_{search}_{phase}"), color=color, ls=":",
                            lw=1.2, label=f"{search}-level, the paper's machine")
            ax.grid(alpha=0.25)
            log_axis(ax.yaxis)
        panels[0].set_ylabel(f"{title} (ms)")
    for top, bottom, d in zip(axes[0], axes[-1], distributions):
        top.set_title(distribution_name(d), fontsize=10)
        bottom.set_xlabel("cluster")
    figure.suptitle("One contact detection in the drums of Huang et al. (2020)", fontsize=12)
    finish(figure, path, 1)


def distribution_name(d):
    mix = "10,000 balls, 1000 clusters" if d <= 2 else "5500 balls, 5500 clusters"
    return f"distribution {d:.0f}: {'tight' if d % 2 else 'loose'}\n{mix}"


def plot_cluster_f(path, rows):
    rows = pick(rows, cluster="F")
    if not rows:
        return
    figure, axes = plt.subplots(1, 2, figsize=(9, 4), dpi=110)
    for ax, search in zip(axes, ("multi", "single")):
        low = np.zeros(len(rows))
        for phase, color in (("subdivision_ms", SKY), ("resolution_ms", BLUE)):
            height = column(rows, f"{search}_{phase}")
            ax.bar([f"{d:.0f}" for d in column(rows, "distribution")], height, bottom=low, color=color, width=0.6,
                   label=PHASES[phase])
            low += height
        for k, total in enumerate(low):
            ax.annotate(f"{total:.3g}", (k, total), (0, 3), textcoords="offset points", ha="center", fontsize=9)
        ax.set(title=f"{search}-level grid", xlabel="distribution", ylabel="time of one detection (ms)",
               ylim=(0, 1.15 * low.max()))
    figure.suptitle("Cluster F: 100 elements", fontsize=12)
    finish(figure, path, 1)


def plot_case_ratio(path, rows):
    distributions = values(rows, "distribution")
    figure, axes = plt.subplots(1, len(distributions), figsize=(12, 4.4), dpi=110, sharey=True, squeeze=False)
    for ax, d in zip(axes[0], distributions):
        own = pick(rows, distribution=d)
        ax.axhline(1, color=GREY, lw=1)
        ax.semilogy(column(own, "cluster"), column(own, "ratio"), color=BLUE, marker="o", label="here")
        ax.semilogy(column(own, "cluster"), column(own, "paper_ratio"), color=ORANGE, marker="s", ls="--",
                    label="the paper's")
        last = own[-1]
        ours_higher = last["ratio"] >= last["paper_ratio"]
        for name, color, up in (("ratio", BLUE, ours_higher), ("paper_ratio", ORANGE, not ours_higher)):
            ax.annotate(f"{last[name]:.3g}", (last["cluster"], last[name]), (3, 8 if up else -16),
                        textcoords="offset points", ha="right", color=color, fontsize=9)
        ax.set_title(distribution_name(d), fontsize=10)
        ax.set_xlabel("cluster")
        ax.grid(alpha=0.25)
        short_range(ax.yaxis)
        ax.set_ylim(0.3, 80)
    axes[0][0].set_ylabel("time of single-level over multi-level (-)")
    finish(figure, path, 1)


# ---------------------------------------------------------------- MR


PACKING_NAMES = {"A": "packing A: diameter d, spacing d", "sizes": "d/32 to d, uniform by number",
                 "sizes-by-mass": "d/32 to d, uniform by mass", "B": "packing B: s, 2 d, 2 d",
                 "C": "packing C: s, s, 2 d", "D": "packing D: s, s, s"}
MOTIONS = ("still", "moving")


def draw_searches(ax, rows, across, up):
    for search in values(rows, "search"):
        own = pick(rows, search=search)
        color, marker = SEARCHES[search]
        ax.plot(column(own, across), column(own, up), color=color, marker=marker, ms=5, lw=1.3, label=search)
    log_log(ax)


def plot_mr(path, rows, packings, across, label):
    figure, axes = plt.subplots(2, len(packings), figsize=(12, 7.5), dpi=110, sharex=True, sharey=True)
    for panels, motion in zip(axes, MOTIONS):
        for ax, packing in zip(panels, packings):
            draw_searches(ax, pick(rows, packing=packing, motion=motion), across, "total_ns")
            short_range(ax.yaxis)
        panels[0].set_ylabel(f"{motion}: time of a step a body (ns)")
    for k, packing in enumerate(packings):
        axes[0][k].set_title(PACKING_NAMES[packing], fontsize=10)
        axes[1][k].set_xlabel(label)
    finish(figure, path, 1)


def plot_memory(path, rows):
    figure, axes = plt.subplots(1, 3, figsize=(12, 4.4), dpi=110, sharey=True)
    panels = (("A", "bodies", "number of bodies (-)"), ("sizes", "bodies", "number of bodies (-)"),
              ("C", "spacing_d", "spacing s (d)"))
    for ax, (packing, across, label) in zip(axes, panels):
        ax.axhline(INTEGERS, color=GREY, lw=1, ls="--", label="5 integers of 4 bytes (Eq. 25)")
        draw_searches(ax, pick(rows, packing=packing, motion="moving"), across, "memory_integers")
        short_range(ax.yaxis)
        ax.set_title(PACKING_NAMES[packing], fontsize=10)
        ax.set_xlabel(label)
    axes[0].set_ylabel("memory a body (integers of 4 bytes)")
    finish(figure, path, 1)


# ---------------------------------------------------------------- cubes


def plot_cubes(path, rows):
    figure, axes = plt.subplots(1, 2, figsize=(10, 4.8), dpi=110, sharey=True)
    for ax, packing in zip(axes, ("dense", "sparse")):
        own = pick(rows, packing=packing)
        draw_searches(ax, own, "balls", "total_ms")
        cubes = pick(own, search="fixed cubes")
        ax.plot(column(cubes, "balls"), column(cubes, "sort_ms"), color=GREEN, ls=":",
                label="fixed cubes, sorting only")
        most = int(max(column(own, "most_balls_in_a_cube")))
        ax.set_title(f"{packing}: at most {most} ball{'s' if most > 1 else ''} in a cube", fontsize=10)
        ax.set_xlabel("number of balls (-)")
    axes[0].set_ylabel("time of one detection (ms)")
    finish(figure, path, 1)


# ---------------------------------------------------------------- inside LAMMPS


def plot_rebuild(path, rows):
    name = case_column(rows)
    panels = list(dict.fromkeys((row[name], row["ranks"]) for row in rows))
    columns = len(values(rows, "ranks"))
    lines = -(-len(panels) // columns)
    figure, axes = plt.subplots(lines, columns, figsize=(10, 3.3 * lines + 0.5), dpi=110, squeeze=False)
    for ax in axes.flat[len(panels):]:
        ax.axis("off")
    for ax, (case, ranks) in zip(axes.flat, sorted(panels, key=lambda panel: (str(panel[0]), panel[1]))):
        draw_rebuild(ax, [row for row in rows if row[name] == case and row["ranks"] == ranks])
        ax.set_title(f"{case_name(case)}, {rank_name(ranks)}", fontsize=10)
    finish(figure, path, 1)


def draw_rebuild(ax, rows):
    whats = values(rows, "what")
    width = 0.8 / len(whats)
    styles = values(rows, "style")
    for k, what in enumerate(whats):
        own = {row["style"]: 1e3 * row["seconds"] for row in rows if row["what"] == what}
        at = np.array([styles.index(style) for style in own]) + (k - 0.5 * (len(whats) - 1)) * width
        ax.bar(at, list(own.values()), width, color=(SKY, BLUE)[k % 2], label=what)
    ax.set_xticks(range(len(styles)), styles, rotation=30, ha="right", fontsize=9)
    ax.set_ylabel("time of a rebuild (ms)")
    ax.grid(alpha=0.25, axis="y")
    ax.set_axisbelow(True)


def case_column(rows):
    return "case" if "case" in rows[0] else "distribution"


def case_name(case):
    return f"distribution {case:.0f} F" if isinstance(case, float) else str(case)


def rank_name(ranks):
    return f"{ranks:.0f} rank{'s' if ranks > 1 else ''}"


# ---------------------------------------------------------------- summary


def spread(rows):
    times = column(rows, "total_ns")
    return times.max() / times.min()


def sum_up_cases(rows):
    faster = sum(row["ratio"] > 1 for row in rows)
    least = min(rows, key=lambda row: row["ratio"])
    yield (f"multi-level faster than single-level in {faster} of {len(rows)} drums (wanted: all of the 24): "
           f"{outcome(faster == len(rows))}; least {least['ratio']:.2f} in {least['distribution']:.0f} "
           f"{least['cluster']}")
    for row in pick(rows, distribution=4, cluster="F"):
        yield (f"4 F: ratio {row['ratio']:.1f} (wanted: {PAPER_RATIO:.0f}, as the paper): "
               f"{outcome(row['ratio'] >= PAPER_RATIO)}")
        yield (f"4 F: {row['multi_ms']:.2f} ms a detection (wanted: at most {MOST_MS:.0f}): "
               f"{outcome(row['multi_ms'] <= MOST_MS)}")


def sum_up_mr(rows):
    for motion in MOTIONS:
        own = pick(rows, search="MR linear", motion=motion)
        by_count = pick(own, packing="A")
        counts = column(by_count, "bodies")
        yield (f"MR, {motion}: time a body within {spread(by_count):.2f} from {counts.min():,.0f} to "
               f"{counts.max():,.0f} bodies (wanted: {MOST_OVER_BODIES}): "
               f"{outcome(spread(by_count) <= MOST_OVER_BODIES)}")
        by_density = [row for row in own if row["packing"] in ("B", "C", "D")]
        apart = [row for row in by_density if row["spacing_d"] >= 2]
        yield (f"MR, {motion}: time a body within {spread(by_density):.2f} over all densities (wanted: "
               f"{MOST_OVER_DENSITY}): {outcome(spread(by_density) <= MOST_OVER_DENSITY)}; within "
               f"{spread(apart):.2f} from spacing 2 d on")
    memory = column(pick(rows, search="MR linear", packing="A"), "memory_integers")
    yield (f"MR: {memory.min():.2f} to {memory.max():.2f} integers a body in packing A (wanted: {INTEGERS}, and copies "
           f"of a few hundred bodies): {outcome(memory.min() < 1.02 * INTEGERS)}")


def sum_up_cubes(rows):
    for packing in values(rows, "packing"):
        own = pick(rows, packing=packing, search="fixed cubes")
        times = 1e6 * column(own, "total_ms") / column(own, "balls")
        counts = column(own, "balls")
        yield (f"fixed cubes, {packing}: {times.min():.0f} to {times.max():.0f} ns a ball from {counts.min():,.0f} to "
               f"{counts.max():,.0f} balls")


def sum_up_rebuild(rows):
    name = case_column(rows)
    for case, ranks, what in dict.fromkeys((row[name], row["ranks"], row["what"]) for row in rows):
        own = {row["style"]: row["seconds"] for row in rows
               if (row[name], row["ranks"], row["what"]) == (case, ranks, what)}
        if "bin" in own and len(own) > 1:
            others = {style: seconds for style, seconds in own.items() if style not in ("bin", "multi")}
            best = min(others or own, key=(others or own).get)
            yield (f"LAMMPS, {case_name(case)}, {rank_name(ranks)}, {what}: {best} is "
                   f"{own['bin'] / own[best]:.2f} times as fast as bin ({1e3 * own[best]:.0f} ms, "
                   f"bin {1e3 * own['bin']:.0f} ms)")


# ---------------------------------------------------------------- all


def draw_cases(folder, rows):
    plot_case_times(folder / "cases_times.png", rows)
    plot_cluster_f(folder / "cases_cluster_f.png", rows)
    plot_case_ratio(folder / "cases_ratio.png", rows)


def draw_mr(folder, rows):
    plot_mr(folder / "mr_bodies.png", rows, ("A", "sizes", "sizes-by-mass"), "bodies", "number of bodies (-)")
    plot_mr(folder / "mr_spacing.png", rows, ("B", "C", "D"), "spacing_d", "spacing s (d)")
    plot_memory(folder / "mr_memory.png", rows)


def main():
    folder = result_folder()
    parts = {"cases": (draw_cases, sum_up_cases), "mr": (draw_mr, sum_up_mr),
             "cubes": (lambda folder, rows: plot_cubes(folder / "cubes.png", rows), sum_up_cubes),
             "rebuild": (lambda folder, rows: plot_rebuild(folder / "rebuild.png", rows), sum_up_rebuild)}
    lines = []
    for name, (draw, sum_up) in parts.items():
        if (folder / f"{name}.csv").is_file():
            rows = read_rows(folder / f"{name}.csv")
            draw(folder, rows)
            lines += sum_up(rows)
    if not lines:
        fail(f"{folder} holds none of " + ", ".join(f"{name}.csv" for name in parts))
    write_summary(folder, lines)


if __name__ == "__main__":
    main()
