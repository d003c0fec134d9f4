#!/usr/bin/env python3
"""Draws the drops, and checks them against the models of breakage.

    python3 plot.py RESULT_FOLDER

Read from RESULT_FOLDER (SI units; a class is one size at one energy):
  settings.txt      what was run, a name and a value a line
  classes.csv       class,model,size,energy,speed,bodies,whole,mass,smallest
  classes/loads.N   dump: body, largest specific energy of the hit that goes on; of bodies that cannot break
  classes/corners.N dump: body, type, x, y, z of all corners at the start
  classes/coarse.N, classes/whole.N   events of fix break/polyhedra: bodies that break into two, into all of their pieces
  classes/pieces.N  dump: piece, mass, parent, generation

Written there:
  fraction.png      broken fraction against energy; against what the model says of the energies that the hits had
  t10.png           t10 against energy: Tavares; Ab-T10 beside the published curve of the drop weight test
  sizes.png         passing curves of pieces beside those of the law
  energy.png        energy of hits over that of the motion; that of the first hit beside rigid bodies in closed form
  bodies.csv        class,body,seen,first,sum,broken,energy,t10
  classes_summary.csv, summary.json, summary.txt   the numbers

The models are written anew here, in Python: nothing of them comes from the program. Exit status 1 where a limit is not kept.
"""

import sys
from pathlib import Path
from statistics import NormalDist

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.draw.plots import AMBER, BLUE, GREEN, GREY, np, ORANGE, PINK, plt, result_folder, save, SKY
from grist_tools.read.bodies import hull, split_bodies
from grist_tools.read.dumps import read_dump
from grist_tools.read.tables import read_rows, read_settings
from grist_tools.report.figures import KeyFigure, verdict, write_figures, write_json, write_summary
from grist_tools.text.messages import fail

SETTINGS = ("orient", "least", "energy_large", "size_material", "exponent", "deviation", "t10_max", "t10_rate", "jk_reference", "jk_A", "jk_b")
COLORS = (BLUE, ORANGE, GREEN, PINK, AMBER, SKY)
KWH_T = 3600.0             # J/kg
SIGMAS = 3.5               # of 45 classes one is beyond 3 in one case of nine
T10_ERROR = 0.005          # of pieces against what was asked, relative
CURVE_ERROR = 0.02         # of the passing curve of pieces at the middle of each piece, absolute
MODEL_ERROR = 1e-5         # t10 of the events against the models, relative; energies are written with nine digits
MISSED_HITS = 0.005
RIGID_ERROR = 0.2          # of the energy of first hits against rigid bodies, relative, in the median: soft bodies touch with more than one corner
RIGID_BODIES = 200
MM = 1e3
NORMAL = NormalDist()


# ---------------------------------------------------------------- models


class Tavares:
    name = "tavares"

    def __init__(self, s):
        self.s = s

    def median(self, size):
        return self.s["energy_large"] * (1 + (self.s["size_material"] / size)**self.s["exponent"])

    def share(self, size, energy):
        return NORMAL.cdf(np.log(energy / self.median(size)) / self.s["deviation"]) if energy > 0 else 0.0

    def broken_by(self, size, hits):
        """Share of bodies that hits of these energies break; hits that do not break leave no damage here."""
        return self.share(size, max(hits, default=0.0))

    def t10(self, size, energy):
        """E50b, the median of what the energy breaks: half of the share that it breaks is weaker."""
        half = 0.5 * self.share(size, energy)
        weaker = self.median(size) * np.exp(self.s["deviation"] * NORMAL.inv_cdf(half)) if half > 0 else energy
        return self.s["t10_max"] * (1 - np.exp(-self.s["t10_rate"] * energy / weaker))


class AbT10:
    name = "ab/t10"

    def __init__(self, s):
        self.s = s

    def share(self, size, energy):
        return 1 - np.exp(-self.s["jk_b"] * size / self.s["jk_reference"] * energy / KWH_T)

    def broken_by(self, size, hits):
        """The energies of hits add up."""
        return self.share(size, sum(hits))

    def t10(self, size, energy):
        return self.s["jk_A"] * self.share(size, energy)


def passing(t10, x):
    """Rosin-Rammler, truncated, exponent 1: share of the mass in pieces smaller than x times the body."""
    return 1 - (1 - t10)**(9 * x / (1 - x))


# ---------------------------------------------------------------- reading


def hits_of(path):
    """Energies of the hits of each body, in their order. A load is the largest of its hit so far: where it falls, another hit began."""
    hits, last = {}, {}
    for _, _, rows in read_dump(path):
        now = {}
        for body, energy in rows:
            body = int(body)
            mine = hits.setdefault(body, [])
            if body in last and energy >= last[body]:
                mine[-1] = energy
            else:
                mine.append(energy)
            now[body] = energy
        last = now
    return hits


def pieces_of(folder, number, bodies):
    """Shares of the mass of each body that broke into all of its pieces: those of the first break, also where they broke again."""
    mass, events = {}, read_events(folder / f"whole.{number}")
    for row in events:
        mass[int(row["parent"])] = row["mass"]
    for _, _, rows in read_dump(folder / f"pieces.{number}"):
        for piece, its_mass, parent, generation in rows:
            mass[int(piece)] = its_mass
    shares = {}
    for row in events:
        if row["parent"] > bodies:
            continue
        first = int(row["first"])
        numbers = range(first, first + int(row["pieces"]))
        if any(piece not in mass for piece in numbers):
            fail(f"pieces of body {row['parent']:.0f} of class {number} are missing")
        shares[int(row["parent"])] = np.array([mass[piece] for piece in numbers]) / row["mass"]
    return events, shares


def read_events(path):
    """None where nothing broke."""
    lines = path.read_text().count("\n") if path.exists() else 0
    return read_rows(path) if lines > 1 else []


class Class:
    def __init__(self, folder, row, models):
        self.number, self.size, self.energy, self.bodies = int(row["class"]), row["size"], row["energy"], int(row["bodies"])
        self.model = models[row["model"]]
        self.hits = hits_of(folder / f"loads.{self.number}")
        if len(self.hits) != self.bodies:
            fail(f"{len(self.hits)} of {self.bodies} bodies of class {self.number} have hit the plate")
        whole, self.shares = pieces_of(folder, self.number, self.bodies)
        self.events = [row for row in read_events(folder / f"coarse.{self.number}") + whole if row["parent"] <= self.bodies]
        self.again = sum(row["parent"] > self.bodies for row in whole)
        wanted = np.array([self.model.broken_by(self.size, hits) for hits in self.hits.values()])
        self.expected, self.deviation = wanted.sum(), np.sqrt((wanted * (1 - wanted)).sum())
        self.broken = len(self.events)
        self.seen = np.array([max(hits) for hits in self.hits.values()])

    def off(self):
        """In standard deviations; a half body is left to rounding to whole ones."""
        return max(abs(self.broken - self.expected) - 0.5, 0.0) / max(self.deviation, 0.1)

    def mean_t10(self):
        return np.mean([row["t10"] for row in self.events]) if self.events else np.nan


# ---------------------------------------------------------------- a rigid body on its lowest corner


def mass_properties(corners, faces):
    """Volume, centroid, and the tensor of the second moments about it, by tetrahedra."""
    volume, first, second = 0.0, np.zeros(3), np.zeros((3, 3))
    origin = corners.mean(axis=0)
    points = corners - origin
    for face in faces:
        for b, c in zip(face[1:-1], face[2:]):
            edges = points[[face[0], b, c]]
            v = np.linalg.det(edges) / 6
            total = edges.sum(axis=0)
            volume += v
            first += v * total / 4
            second += v / 20 * (edges.T @ edges + np.outer(total, total))
    center = first / volume
    return volume, origin + center, second - volume * np.outer(center, center)


def rigid_share(corners):
    """Energy of a hit on the lowest corner over that of the motion: m_eff/m."""
    volume, center, second = mass_properties(corners, hull(corners))
    inertia = np.trace(second) * np.eye(3) - second
    arm = np.cross(corners[corners[:, 2].argmin()] - center, (0.0, 0.0, 1.0))
    return 1 / (1 + volume * arm @ np.linalg.solve(inertia, arm))


def compare_with_rigid(folder, chosen):
    bodies = split_bodies(next(read_dump(folder / f"corners.{chosen.number}")).rows)
    numbers = sorted(bodies)[:RIGID_BODIES]
    rigid = np.array([rigid_share(bodies[n][1]) for n in numbers])
    first = np.array([chosen.hits[n][0] / chosen.energy for n in numbers])
    return rigid, first


# ---------------------------------------------------------------- plots


def of_model(classes, name):
    return [c for c in classes if c.model.name == name]


def by_size(classes):
    return [(size, [c for c in classes if c.size == size]) for size in sorted({c.size for c in classes})]


def plot_fraction(path, classes):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.8), dpi=110)
    energies = np.geomspace(20, 3000, 200)
    for color, (size, some) in zip(COLORS, by_size(of_model(classes, "tavares"))):
        model = some[0].model
        left.plot(energies, [model.share(size, e) for e in energies], color=color, lw=1.2, label=f"{MM * size:g} mm")
        left.errorbar([c.energy for c in some], [c.broken / c.bodies for c in some],
                      [3 * c.deviation / c.bodies for c in some], fmt="o", ms=4, color=color, capsize=2)
        left.plot([c.energy for c in some], [c.expected / c.bodies for c in some], "_", ms=12, color=color)
    left.set(xscale="log", xlabel="energy of the motion (J/kg)", ylabel="broken fraction", xlim=(40, 3000),
             title="Tavares. Curves: every hit has all of the energy.\nDashes: expected of the hits; points: broken, 3 sigma", )
    left.legend(frameon=False, fontsize=8)
    for name, color in (("tavares", BLUE), ("ab/t10", ORANGE)):
        some = of_model(classes, name)
        right.errorbar([c.expected / c.bodies for c in some], [c.broken / c.bodies for c in some],
                       [3 * c.deviation / c.bodies for c in some], fmt="o", ms=3.5, color=color, capsize=2, label=name)
    right.plot([0, 1], [0, 1], color="black", lw=0.8)
    right.set(xlabel="expected fraction, by the energy of each hit", ylabel="broken fraction", title="All classes, 3 sigma")
    right.legend(frameon=False)
    for ax in (left, right):
        ax.grid(alpha=0.25)
        ax.title.set_fontsize(9)
    save(figure, path)


def plot_t10(path, classes):
    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4.8), dpi=110)
    ratios = np.geomspace(0.3, 80, 200)
    for color, (size, some) in zip(COLORS, by_size(of_model(classes, "tavares"))):
        model, median = some[0].model, some[0].model.median(size)
        left.plot([row["energy"] / median for c in some for row in c.events], [100 * row["t10"] for c in some for row in c.events],
                  ".", ms=2, color=color, alpha=0.35)
        left.plot([c.energy / median for c in some], [100 * c.mean_t10() for c in some], "o", ms=5, mfc="none", color=color,
                  label=f"{MM * size:g} mm, means")
        if color == COLORS[0]:
            left.plot(ratios, [100 * model.t10(size, r * median) for r in ratios], color="black", lw=1, label="model")
    left.set(xscale="log", xlabel="energy over E50 of the size", ylabel="t10 (%)", title="Tavares. Dots: bodies at the energy of their hit;\ncircles: means at that of the motion")
    for color, (size, some) in zip(COLORS, by_size(of_model(classes, "ab/t10"))):
        model = some[0].model
        energies = np.linspace(0, 1.05 * max(c.energy for c in some), 200)
        right.plot([row["energy"] / KWH_T for c in some for row in c.events], [100 * row["t10"] for c in some for row in c.events],
                   ".", ms=2, color=color, alpha=0.35)
        right.plot([c.energy / KWH_T for c in some], [100 * c.mean_t10() for c in some], "o", ms=5, mfc="none", color=color,
                   label=f"{MM * size:g} mm, means of broken bodies")
        right.plot([c.energy / KWH_T for c in some], [100 * c.mean_t10() * c.broken / c.bodies if c.broken else 0 for c in some], "s", ms=4,
                   color=color, mfc="none", alpha=0.6)
        published = np.isclose(size, model.s["jk_reference"])
        right.plot(energies / KWH_T, [100 * model.t10(size, e) for e in energies], color="black" if published else color,
                   lw=1.6 if published else 0.8, ls="-" if published else "--",
                   label=f"published: {100 * model.s['jk_A']:.1f} (1 - exp(-{model.s['jk_b']:.2f} E))" if published else None)
    right.set(xlabel="energy (kWh/t)", ylabel="t10 (%)", title="Ab-T10, at the energy of the motion. Dots: bodies;\nmeans: circles of broken bodies, squares of all")
    for ax in (left, right):
        ax.grid(alpha=0.25)
        if ax.get_legend_handles_labels()[0]:
            ax.legend(frameon=False, fontsize=8)
        ax.title.set_fontsize(9)
    save(figure, path)


def grouped(classes):
    """(t10, least size over the body, shares of many bodies), by t10."""
    bodies = sorted(((row["t10"], c.shares[int(row["parent"])]) for c in classes for row in c.events if int(row["parent"]) in c.shares),
                    key=lambda pair: pair[0])
    groups = []
    for low, high in ((0.01, 0.03), (0.03, 0.08), (0.08, 0.16), (0.16, 0.32), (0.32, 0.7)):
        some = [pair for pair in bodies if low <= pair[0] < high]
        if some:
            groups.append((np.mean([t10 for t10, _ in some]), some))
    return groups


def middles(shares, least):
    """Relative size of each piece, and passing at the middle of its share; without the finest, which stand for all finer mass."""
    shares = np.sort(shares)
    x, middle = np.cbrt(shares), np.cumsum(shares) - 0.5 * shares
    coarse = x > 1.2 * least
    return x[coarse], middle[coarse]


def curve_error(groups, least):
    worst = 0.0
    for _, some in groups:
        for t10, shares in some:
            x, middle = middles(shares, least)
            worst = max(worst, np.abs(middle - passing(t10, x)).max(initial=0.0))
    return worst


def plot_sizes(path, groups, least):
    figure, ax = plt.subplots(figsize=(7, 5), dpi=110)
    for color, (t10, some) in zip(COLORS, groups):
        one, shares = min(some, key=lambda pair: abs(pair[0] - t10))
        x = np.geomspace(least, 0.98, 100)
        ax.plot(x, 100 * passing(one, x), color=color, lw=1.2)
        x, middle = middles(shares, least)
        ax.plot(x, 100 * middle, "o", ms=3.5, color=color, label=f"t10 = {100 * one:.1f} %, {len(shares)} pieces")
    ax.axvline(0.1, color=GREY, lw=0.8)
    ax.set(xscale="log", yscale="log", xlabel="size of a piece over that of the body", ylabel="passing (% of the mass)", ylim=(0.5, 120),
           title="Points: pieces of a body, at the middle of their share of the mass\nLines: the law, 1 - (1 - t10)^(9/(n - 1))")
    ax.grid(alpha=0.25, which="both")
    ax.legend(frameon=False, fontsize=8)
    save(figure, path)


def plot_energy(path, classes, rigid, first):
    figure, (left, right) = plt.subplots(1, 2, figsize=(10, 4.4), dpi=110)
    ratios = np.concatenate([c.seen / c.energy for c in classes])
    left.hist(ratios, bins=np.linspace(0, 1.05, 43), color=BLUE)
    left.axvline(ratios.mean(), color=ORANGE, label=f"mean {ratios.mean():.3f}")
    left.set(xlabel="energy of the strongest hit over that of the motion", ylabel=f"bodies of {len(ratios)}")
    left.legend(frameon=False)
    right.plot(rigid, first, ".", color=BLUE)
    right.plot([0, 1], [0, 1], color="black", lw=0.8)
    right.set(xlabel="rigid body on its lowest corner: m_eff/m", ylabel="first hit over the motion", xlim=(0, 1.05), ylim=(0, 1.05))
    for ax in (left, right):
        ax.grid(alpha=0.25)
    save(figure, path)


# ---------------------------------------------------------------- results


def errors_of_t10(classes):
    """Of the pieces against the events, relative; share of the events that are not as the model says."""
    pieces = [abs(c.shares[int(row["parent"])][np.cbrt(c.shares[int(row["parent"])]) < 0.1].sum() / row["t10"] - 1)
              for c in classes for row in c.events if int(row["parent"]) in c.shares]
    model = [min(abs(t10 / row["t10"] - 1) for t10 in possible_t10(c, row)) for c in classes for row in c.events]
    return max(pieces, default=0.0), np.mean(np.array(model) > MODEL_ERROR) if model else 0.0


def possible_t10(c, row):
    """By the model, after as many earlier hits as there may have been: with Ab-T10 their energies count. A body can break while its load
    rises again and is no hit of its own yet."""
    earlier = np.cumsum([0.0] + c.hits[int(row["parent"])]) if c.model.name == "ab/t10" else [0.0]
    return [c.model.t10(c.size, row["energy"] + energy) for energy in earlier]


def write_tables(folder, classes):
    with open(folder / "bodies.csv", "w") as file:
        file.write("class,body,seen,first,sum,broken,energy,t10\n")
        for c in classes:
            events = {int(row["parent"]): row for row in c.events}
            for body, hits in sorted(c.hits.items()):
                row = events.get(body, {"energy": 0.0, "t10": 0.0})
                file.write(f"{c.number},{body},{max(hits):.6g},{hits[0]:.6g},{sum(hits):.6g},{int(body in events)},"
                           f"{row['energy']:.9g},{row['t10']:.9g}\n")
    with open(folder / "classes_summary.csv", "w") as file:
        file.write("class,model,size,energy,bodies,broken,expected,deviation,off,mean_seen_over_motion,mean_t10,model_t10,t10_all,broke_again\n")
        for c in classes:
            file.write(f"{c.number},{c.model.name},{c.size:g},{c.energy:.6g},{c.bodies},{c.broken},{c.expected:.2f},{c.deviation:.2f},"
                       f"{c.off():.2f},{(c.seen / c.energy).mean():.4f},{c.mean_t10():.4f},{c.model.t10(c.size, c.energy):.4f},"
                       f"{c.mean_t10() * c.broken / c.bodies if c.broken else 0:.4f},{c.again}\n")


def main():
    folder = result_folder()
    settings = read_settings(folder / "settings.txt", wanted=SETTINGS)
    models = {"tavares": Tavares(settings), "ab/t10": AbT10(settings)}
    classes = [Class(folder / "classes", row, models) for row in read_rows(folder / "classes.csv")]
    least = settings["least"]
    groups = grouped(classes)
    middle = classes[len(classes) // 2]
    rigid, first = compare_with_rigid(folder / "classes", middle)

    write_tables(folder, classes)
    plot_fraction(folder / "fraction.png", classes)
    plot_t10(folder / "t10.png", classes)
    plot_sizes(folder / "sizes.png", groups, least)
    plot_energy(folder / "energy.png", classes, rigid, first)

    ratios = np.concatenate([c.seen / c.energy for c in classes])
    pieces_error, model_error = errors_of_t10(classes)
    law_error = curve_error(groups, least)
    rigid_error = abs(np.median(first / rigid) - 1)
    on_corners = settings["orient"] != "fixed"
    worst = max(classes, key=Class.off)
    chi = sum((c.broken - c.expected)**2 / c.deviation**2 for c in classes if c.deviation > 2)
    freedom = sum(c.deviation > 2 for c in classes)
    total, broken = sum(c.bodies for c in classes), sum(c.broken for c in classes)
    checks = [
        (f"broken bodies of every class as the model says of the energies of their hits, within {SIGMAS:g} sigma: at most {worst.off():.2f} "
         f"(class {worst.number}: {worst.broken} of {worst.bodies}, expected {worst.expected:.1f})", worst.off() < SIGMAS),
        (f"t10 of pieces as asked, within {100 * T10_ERROR:g} %: at most {100 * pieces_error:.1g} % off", pieces_error < T10_ERROR),
        (f"t10 of the events as the models say, within {MODEL_ERROR:g}, but for {100 * MISSED_HITS:g} % (short hits between two looks): "
         f"{100 * model_error:.2f} % are not", model_error < MISSED_HITS),
        (f"passing of pieces as the law says, within {100 * CURVE_ERROR:g} points: at most {100 * law_error:.2f} off", law_error < CURVE_ERROR),
        (f"no hit has more energy than the motion, within 1 %: at most {ratios.max():.4f} of it", ratios.max() < 1.01),
        (f"first hits as of a rigid body on its lowest corner, within {100 * RIGID_ERROR:g} % in the median: {100 * rigid_error:.1f} % off, "
         f"correlation {np.corrcoef(rigid, first)[0, 1]:.3f}", rigid_error < RIGID_ERROR)]
    if not on_corners:
        checks.pop()
    lines = [f"{len(classes)} classes, {total} bodies, {broken} broken; {sum(len(c.shares) for c in classes)} of them into all of their "
             f"{sum(len(s) for c in classes for s in c.shares.values())} pieces",
             f"chi square of broken bodies {chi:.1f} of {freedom} classes",
             f"energy of the strongest hit over that of the motion: {ratios.mean():.3f} in the mean, from {ratios.min():.3f} to {ratios.max():.3f}"]
    lines += [verdict(*check) for check in checks]
    if "wall_seconds" in settings:
        lines.append(f"{settings['wall_seconds']:.0f} s on {settings['ranks']:.0f} rank(s)")
    write_json(folder, dict(
        settings, bodies=total, broken=broken, chi_square=chi, classes_of_chi_square=freedom, largest_off=worst.off(), t10_error=pieces_error,
        model_error=model_error, curve_error=law_error, rigid_error=rigid_error, mean_seen=ratios.mean()))
    write_figures(folder, [
        KeyFigure("bodies that broke", broken, f"of {total}"),
        KeyFigure("largest deviation of a class from the broken share of the models", worst.off(), "sigma", "", 0, SIGMAS, "binomial scatter"),
        KeyFigure("t10 of pieces off what was asked for, at most", 100 * pieces_error, "%", "", 0, 100 * T10_ERROR, "the models' t10"),
        KeyFigure("passing of pieces off the law, at most", 100 * law_error, "points", "", 0, 100 * CURVE_ERROR, "1 - (1 - t10)^(9/(n - 1))"),
        KeyFigure("energy of the strongest hit over that of the motion", ratios.mean(), compared_with="at most 1")])
    write_summary(folder, lines)
    if not all(kept for _, kept in checks):
        sys.exit(1)


if __name__ == "__main__":
    main()
