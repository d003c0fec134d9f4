#!/usr/bin/env python3
"""Plots of the benchmark of many ranks, its model, and its summary.

    python3 plot.py RESULT_FOLDER

Needs numpy and matplotlib. Read from RESULT_FOLDER (columns: bench/README.md):
  counts.csv       what each rank sends and holds, a line for each run command
  collectives.csv  who calls all ranks together
  work.csv         work of the ranks in each interval of a mill, a hopper and a pile
  ping.csv         seconds of an exchange between two ranks, by bytes
  pair.csv         seconds of a step on one rank alone and on two together

Written there:
  scale.png        counts, memory, collective calls, model and balance
  summary.txt      what was to be shown, and whether it was
"""

import sys
from collections import defaultdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.tables import read_rows
from grist_tools.report.figures import verdict, write_summary

MOST_MEMORY, MOST_ERROR, LEAST_EFFICIENCY, MOST_IMBALANCE = 1.05, 0.10, 0.85, 1.1
FLAT_FROM = 8          # ranks: from here on each rank has neighbors on all six sides
TARGET_RANKS = 4096
PER_RANK = 50_000      # spheres
BIG = 1e8              # spheres
ALLREDUCE = 2.0        # latencies of an Allreduce for each doubling of the ranks
RANKS_PER_NODE = 64    # 4 x 4 x 4 blocks of ranks (processors ... grid twolevel): a quarter of all faces leave the node
LEAVE_NODE = 0.25
# Networks: latency (s), bandwidth of a node in each direction (bytes/s).
NETWORKS = {"100 Gbit/s": (2e-6, 12.5e9), "200 Gbit/s": (1.5e-6, 25e9), "400 Gbit/s": (1.5e-6, 50e9)}
CHOSEN = "200 Gbit/s"
DECISION = "Neighbor::check_distance"


# ---------------------------------------------------------------- counts


def per_step(rows, case):
    """{ranks: {column: value of a step}}, from the difference of the runs of n and 2 n steps (loops 1 and 2): no output is in it.
    Memory, spheres and load are those at the end."""
    loops = {(int(row["ranks"]), int(row["loop"])): row for row in rows if row["case"] == case}
    found = {}
    for ranks in sorted({ranks for ranks, _ in loops}):
        short, long = loops[ranks, 1], loops[ranks, 2]
        found[ranks] = dict(long)
        for column in ("messages", "messages_most", "bytes", "bytes_most", "collectives"):
            found[ranks][column] = 2 * long[column] - short[column]
        found[ranks]["builds_per_step"] = (long["builds"] - short["builds"]) / (long["steps"] - short["steps"])
    return found


def callers(rows, case, ranks):
    """{(caller, call): (calls a step, calls a rebuild)} of the difference of loops 1 and 2."""
    calls, steps, builds = defaultdict(lambda: [0, 0]), [0, 0], [0, 0]
    for row in rows:
        if row["case"] == case and int(row["ranks"]) == ranks and row["loop"] in (1, 2):
            k = int(row["loop"]) - 1
            calls[row["caller"], row["call"]][k] = row["calls"]
            steps[k], builds[k] = row["steps"], row["builds"]
    more_steps, more_builds = steps[1] - steps[0], max(builds[1] - builds[0], 1)
    return {key: ((two - one) / more_steps, (two - one) / more_builds) for key, (one, two) in calls.items() if two > one}


def kind_of_call(caller, a_step, a_build):
    if caller == DECISION:
        return "LAMMPS' decision to rebuild"
    if a_step >= 0.99:
        return "every step"
    return "at rebuilds" if a_build <= 12 else "other"


# ---------------------------------------------------------------- model


class Model:
    """Seconds of a step: work of spheres and ghosts, messages times latency, bytes over bandwidth, collective calls."""

    def __init__(self, ping, pairs):
        small = [row["fastest"] for row in ping if row["bytes"] <= 256]
        large = [row for row in ping if 16384 <= row["bytes"] <= 1 << 20]
        self.latency = float(np.median(small))
        self.bandwidth = float(np.median([row["bytes"] / (row["fastest"] - self.latency) for row in large]))
        self.alone = [row for row in pairs if row["side"] == "alone"]
        self.together = [row for row in pairs if row["side"] == "together"]

    def checks(self):
        """(spheres, predicted, measured) for two ranks."""
        for one, two in zip(self.alone, self.together):
            sent = two["messages"] * self.latency + two["bytes"] / self.bandwidth
            yield two["spheres"], one["work_fastest"] + sent + two["collectives"] * ALLREDUCE * self.latency, two["wall_fastest"]

    def work(self, spheres):
        """Seconds of a step of one rank alone with all its ghosts, from the largest box that was measured."""
        largest = max(self.alone, key=lambda row: row["spheres"])
        return largest["work_fastest"] * spheres / largest["spheres"]

    def step(self, ranks, counts, network, decisions):
        """counts: of a rank with neighbors on all sides; decisions: collective calls a step."""
        latency, node = NETWORKS[network]
        leave = LEAVE_NODE if ranks > RANKS_PER_NODE else 0.0
        inside = counts["bytes"] * (1 - leave) / self.bandwidth
        outside = counts["bytes"] * leave * RANKS_PER_NODE / node
        messages = counts["messages"] * (latency if leave else self.latency)
        together = decisions * ALLREDUCE * np.log2(max(ranks, 2)) * latency
        return self.work(counts["spheres"]) * counts["load_most"] / counts["load"] + inside + outside + messages + together


# ---------------------------------------------------------------- work


def imbalances(rows):
    """{(case, ranks): work of the busiest rank over the mean} of the timed run (loop 1). Of each rank the quicker half of its intervals counts: the
    slower ones are those in which it found its caches emptied by another process."""
    parts = defaultdict(lambda: defaultdict(list))
    for row in rows:
        if row["loop"] == 1:
            parts[row["case"], int(row["ranks"])][row["rank"]].append(row["work"])
    found = {}
    for key, ranks in parts.items():
        works = [np.mean(sorted(works)[:max(len(works) // 2, 1)]) for works in ranks.values()]
        found[key] = max(works) / np.mean(works)
    return found


# ---------------------------------------------------------------- plots


def plot_lines(ax, tables, column, scale=1.0):
    for (name, color), table in tables.items():
        ax.plot(list(table), [row[column] * scale for row in table.values()], marker="o", ms=4, color=color, label=name)
    ax.set_xscale("log", base=2)
    ax.set_xlabel("ranks (-)")
    ax.grid(alpha=0.25)
    ax.legend(frameon=False, fontsize=8)


def plot_memory(ax, weak, empty):
    ranks = [n for n in weak if n in empty]
    ax.plot(ranks, [weak[n]["own_MiB"] - empty[n]["own_MiB"] for n in ranks], "o-", ms=4, color=BLUE, label="of the particles, mean")
    ax.plot(ranks, [weak[n]["own_MiB_most"] - empty[n]["own_MiB"] for n in ranks], "v:", ms=4, color=SKY, label="of the particles, most")
    ax.plot(ranks, [empty[n]["own_MiB"] for n in ranks], "s-", ms=4, color=GREY, label="of an empty box: program, MPI")
    ax.plot(ranks, [empty[n]["shared_MiB"] for n in ranks], "x-", ms=4, color=ORANGE, label="buffers that MPI shares")
    ax.set_xscale("log", base=2)
    ax.set_ylim(0, None)
    ax.set(xlabel="ranks (-)", ylabel="memory of a rank (MiB)", title="Memory, fixed size per rank")
    ax.grid(alpha=0.25)
    ax.legend(frameon=False, fontsize=8)


def plot_calls(ax, table):
    """table: {case: {kind: calls a step}}"""
    colors = {"every step": ORANGE, "LAMMPS' decision to rebuild": GREY, "at rebuilds": BLUE, "other": PINK}
    for y, (case, kinds) in enumerate(table.items()):
        left = 0.0
        for kind, color in colors.items():
            ax.barh(y, kinds.get(kind, 0.0), 0.6, left=left, color=color, label=kind if y == 0 else None)
            left += kinds.get(kind, 0.0)
    ax.set_yticks(range(len(table)), [case.replace("styles_", "") for case in table], fontsize=8)
    ax.set(xlabel="collective calls a step (-)", title="Collective calls")
    ax.grid(alpha=0.25, axis="x")
    ax.set_axisbelow(True)
    ax.legend(frameon=False, fontsize=8)


def plot_model(ax, model, counts, decisions):
    ranks = [2 ** n for n in range(0, 15)]
    for (name, _), color in zip(NETWORKS.items(), (SKY, BLUE, GREEN)):
        ax.plot(ranks, [model.work(counts["spheres"]) / model.step(n, counts, name, decisions) if n > 1 else 1.0 for n in ranks], color=color, label=name)
    measured = [one["work_fastest"] / two["wall_fastest"] for one, two in zip(model.alone, model.together)]
    ax.plot([2], measured[-1:], "o", color=ORANGE, label="measured on two ranks")
    ax.axhline(LEAST_EFFICIENCY, color=GREY, lw=1, ls="--")
    ax.axvline(TARGET_RANKS, color=GREY, lw=1, ls="--")
    ax.set_xscale("log", base=2)
    ax.set_ylim(0.5, 1.05)
    ax.set(xlabel="ranks (-)", ylabel="speed of a rank relative to one (-)", title="Predicted, some 50,000 bonded spheres per rank")
    ax.grid(alpha=0.25)
    ax.legend(frameon=False, fontsize=8)


def plot_balance(ax, found):
    for y, ((case, ranks), value) in enumerate(sorted(found.items())):
        ax.barh(y, value, 0.6, color=BLUE)
        ax.annotate(f"{value:.2f}", (value, y), (3, 0), textcoords="offset points", va="center", fontsize=8)
    ax.set_yticks(range(len(found)), [f"{case}, {ranks} ranks" for case, ranks in sorted(found)], fontsize=8)
    ax.axvline(MOST_IMBALANCE, color=ORANGE, lw=1.5, label="wanted")
    ax.set_xlim(1, None)
    ax.set(xlabel="work of the busiest rank over the mean (-)", title="Balance by compute load/atom")
    ax.grid(alpha=0.25, axis="x")
    ax.set_axisbelow(True)
    ax.legend(frameon=False, fontsize=8)


# ---------------------------------------------------------------- summary


def summary_of_counts(tables, empty):
    weak = tables["weak"]
    flat = [n for n in weak if n >= FLAT_FROM and n in empty]
    memory = [weak[n]["own_MiB"] - empty[n]["own_MiB"] for n in flat]
    spread = max(memory) / min(memory)
    yield verdict(f"memory of a rank, fixed size per rank, {flat[0]} to {flat[-1]} ranks: {min(memory):.2f} to {max(memory):.2f} MiB without "
                  f"that of an empty box, within {spread:.3f} (wanted: {MOST_MEMORY:g})", spread <= MOST_MEMORY)
    most = [weak[n]["own_MiB_most"] - empty[n]["own_MiB"] for n in flat]
    yield f"  of the largest rank {min(most):.2f} to {max(most):.2f} MiB"
    own, shared = ([empty[n][column] for n in flat] for column in ("own_MiB", "shared_MiB"))
    yield f"  an empty box (program and MPI): {own[0]:.1f} to {own[-1]:.1f} MiB of its own, {shared[0]:.1f} to {shared[-1]:.1f} MiB of shared buffers"
    for name, table in tables.items():
        first, last = (table[n] for n in ([n for n in table if n >= FLAT_FROM][0], max(table)))
        yield (f"{name}: {first['ranks']:.0f} to {last['ranks']:.0f} ranks: {first['messages']:.1f} to {last['messages']:.1f} messages and "
               f"{first['bytes'] / 1024:.0f} to {last['bytes'] / 1024:.0f} KiB a step from each rank, {first['ghosts'] / first['spheres']:.2f} to "
               f"{last['ghosts'] / last['spheres']:.2f} ghosts a sphere, load of the busiest rank {last['load_most'] / last['load']:.3f} times the mean")


def summary_of_calls(collectives, cases):
    for case in cases:
        for (caller, call), (a_step, a_build) in sorted(callers(collectives, case, cases[case]).items()):
            yield f"{case}: {caller} calls {call} {a_step:.3g} times a step, {a_build:.3g} times a rebuild"


def summary_of_model(model, counts, decisions):
    yield (f"two ranks exchange a message in {1e6 * model.latency:.2f} us and {model.bandwidth / 1e9:.2f} GB/s in each direction")
    for spheres, predicted, measured in model.checks():
        error = predicted / measured - 1
        yield verdict(f"model, two ranks of {spheres:.0f} spheres: {1e3 * predicted:.3f} ms a step predicted, {1e3 * measured:.3f} measured, "
                      f"{100 * error:+.1f} % (wanted: {100 * MOST_ERROR:g} %)", abs(error) <= MOST_ERROR)
    for network in NETWORKS:
        efficiency = model.work(counts["spheres"]) / model.step(TARGET_RANKS, counts, network, decisions)
        sentence = (f"predicted on {TARGET_RANKS} ranks of {counts['spheres']:.0f} bonded spheres, {RANKS_PER_NODE} a node, {network}: "
                    f"{100 * efficiency:.1f} % of the speed of a rank alone")
        yield verdict(sentence + f" (wanted: {100 * LEAST_EFFICIENCY:g})", efficiency >= LEAST_EFFICIENCY) if network == CHOSEN else sentence


def main():
    folder = result_folder()
    counts, collectives = read_rows(folder / "counts.csv"), read_rows(folder / "collectives.csv")
    tables = {name: per_step(counts, name) for name in ("weak", "strong", "bed")}
    empty = per_step(counts, "empty")
    large = next(iter(per_step(counts, "large").values()))
    decisions = sum(a_step for a_step, _ in callers(collectives, "large", int(large["ranks"])).values())
    model = Model(read_rows(folder / "ping.csv"), read_rows(folder / "pair.csv"))
    found = imbalances(read_rows(folder / "work.csv"))
    cases = {row["case"]: int(row["ranks"]) for row in counts if row["case"].startswith("styles_")}
    cases["weak"] = max(tables["weak"])
    calls = {}
    for case, ranks in cases.items():
        calls[case] = defaultdict(float)
        for (caller, _), (a_step, a_build) in callers(collectives, case, ranks).items():
            calls[case][kind_of_call(caller, a_step, a_build)] += a_step

    figure, axes = plt.subplots(2, 3, figsize=(17, 9), dpi=100)
    named = {("fixed size per rank", BLUE): tables["weak"], ("fixed size in all", ORANGE): tables["strong"],
             ("a bed, fixed size per rank", GREEN): tables["bed"]}
    plot_lines(axes[0, 0], named, "bytes", 1 / 1024)
    axes[0, 0].set(ylabel="sent by a rank in a step (KiB)", title="Bytes", ylim=(0, None))
    plot_memory(axes[0, 1], tables["weak"], empty)
    plot_lines(axes[0, 2], named, "messages")
    axes[0, 2].set(ylabel="messages of a rank in a step (-)", title="Messages", ylim=(0, None))
    plot_calls(axes[1, 0], calls)
    plot_model(axes[1, 1], model, large, decisions)
    plot_balance(axes[1, 2], found)
    save(figure, folder / "scale.png")

    lines = list(summary_of_counts(tables, empty)) + list(summary_of_model(model, large, decisions))
    for (case, ranks), value in sorted(found.items()):
        lines.append(verdict(f"{case}, {ranks} ranks: work of the busiest rank {value:.3f} times the mean (wanted: {MOST_IMBALANCE:g})",
                             value <= MOST_IMBALANCE))
    lines += list(summary_of_calls(collectives, cases))
    write_summary(folder, lines)


main()
