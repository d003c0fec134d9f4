"""The ratio of shear stress to pressure and the inertial number of a flow, both from the means over the strain."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, ORANGE, np
from grist_tools.read.tables import read_lines

RUNS = {"slow": (0.5, BLUE), "fast": (0.5, ORANGE), "smooth": (0.1, GREEN)}      # friction of the law that it is compared with


def flow(folder):
    """Stress ratio and inertial number."""
    rows = np.array([line.split() for line in read_lines(folder / "stress.txt")[2:]], dtype=float)
    pressure, shear = rows[:, 1].mean(), rows[:, 2].mean()
    return shear / pressure, 1 / np.sqrt(pressure)


def law(data, name, friction, number):
    line = next(line for line in data["mu_of_inertial_number"] if line["law"] == name and line["friction"] == friction)
    return line["mu_s"] + line["a"] / (1 + (line["I0"] / number)**line["b"])


def measure(runs, data):
    found = {}
    for name in RUNS.keys() & runs.keys():
        friction, (ratio, number) = RUNS[name][0], flow(runs[name])
        found |= {f"ratio_{name}": ratio, f"inertial_{name}": number, f"{name}_chialvo": ratio / law(data, "chialvo", friction, number)}
        if f"{name}_stock" in runs:
            found[f"{name}_stock"] = ratio / flow(runs[f"{name}_stock"])[0]
        if friction == 0.5:
            found[name] = ratio / law(data, "beads", friction, number)
    return found


def draw(axes, seeds, data):
    numbers = np.geomspace(1e-3, 0.4, 100)
    axes.plot(numbers, law(data, "beads", 0.5, numbers), color="black", lw=1, label="glass beads (Jop et al.), band 5 %")
    axes.fill_between(numbers, 0.95 * law(data, "beads", 0.5, numbers), 1.05 * law(data, "beads", 0.5, numbers), color=GREY, alpha=0.25, lw=0)
    for friction, style in ((0.5, "--"), (0.1, ":")):
        axes.plot(numbers, law(data, "chialvo", friction, numbers), style, color=GREY, lw=1, label=f"Chialvo et al., friction {friction} (not confirmed)")
    for number, runs in enumerate(seeds):
        for name, (friction, color) in RUNS.items():
            for program, marker, size in (("", "o", 5), ("_stock", "x", 6)):
                if name + program in runs:
                    ratio, inertia = flow(runs[name + program])
                    label = f"{'stock LAMMPS' if program else 'Grist'}, friction {friction}, {name}"
                    axes.plot(inertia, ratio, marker, color=color, ms=size, mfc="none", label=None if number else label)
    axes.set(xscale="log", xlabel="inertial number I", ylabel="shear stress over pressure", ylim=(0.2, 0.62))
    axes.legend(fontsize=7, ncols=2, loc="upper left")
