"""Shares broken and t10 of classes of rocks; median fracture energy by a log-normal distribution fitted to the shares."""

from math import erf

from grist_tools.draw.plots import BLUE, GREY, ORANGE, np, plt
from grist_tools.read.tables import read_columns, read_csv

DEVIATION, KWH_PER_T = 0.5, 3600     # of the logarithm, as in.single_particle has it; J/kg
normal = np.vectorize(lambda x: 0.5 * (1 + erf(x / 2**0.5)))


def classes(folder):
    """Columns of classes.csv, and of each class the share of rocks broken and t10 of all rocks, in per cent."""
    found = read_columns(folder / "classes.csv", ("size", "energy", "rocks"))
    tables = [read_csv(folder / f"events.{number:.0f}.csv") for number in found["class"]]
    t10 = [[float(row[names.index("t10")]) for row in rows if float(row[names.index("size")]) > 0.99 * size]
           for (names, rows), size in zip(tables, found["size"])]
    return found | {"share": np.array([len(values) for values in t10]) / found["rocks"],
                    "t10": 100 * np.array([sum(values) for values in t10]) / found["rocks"]}


def median(found, size):
    """The most likely one, with the deviation that belongs to it."""
    part = np.isclose(found["size"], size)
    energy, share = found["energy"][part], found["share"][part]
    medians, deviations = energy.mean() * np.geomspace(0.3, 3, 231)[:, None, None], np.linspace(0.2, 1, 41)[:, None]
    p = np.clip(normal(np.log(energy / medians) / deviations), 1e-9, 1 - 1e-9)
    likely = (share * np.log(p) + (1 - share) * np.log(1 - p)).sum(axis=-1)
    return medians[np.unravel_index(likely.argmax(), likely.shape)[0], 0, 0]


def published_t10(kwh_per_t, data):
    return data["itabirite_t10"][0]["A_percent"] * (1 - np.exp(-data["itabirite_t10"][0]["b_t_per_kWh"] * kwh_per_t))


def measure(runs, data):
    hammer, faces, thrown = (classes(runs[name]) for name in ("hammer", "faces", "thrown"))
    ore, energy = data["fracture_energy"][0], faces["energy"] / KWH_PER_T
    published = ore["E_J_per_kg"] * (1 + (ore["d0_m"] / hammer["size"])**ore["phi"])
    off = {"share": hammer["share"] - normal(np.log(hammer["energy"] / published) / DEVIATION),
           "t10": (faces["t10"] - published_t10(energy, data))[energy > 0.99],
           "t10_low": (faces["t10"] - published_t10(energy, data))[energy < 0.99],
           "t10_thrown": (thrown["t10"] - published_t10(energy, data))[energy > 0.99]}
    return {name: np.sqrt((values**2).mean()) for name, values in off.items()} | {
        "median_4": median(hammer, 0.004), "median_16": median(hammer, 0.016),
        "light_median_16": median(classes(runs["light"]), 0.016), "thrown_median_4": median(classes(runs["plate"]), 0.004)}


def draw(axes, seeds, data):
    axes.set_subplotspec(plt.GridSpec(1, 2)[0])
    right, x = axes.figure.add_subplot(plt.GridSpec(1, 2)[1]), np.geomspace(0.02, 3.2, 200)
    for place, curve, band in ((axes, normal(np.log(x) / DEVIATION), 0.1), (right, published_t10(x, data), 5)):
        place.fill_between(x, curve - band, curve + band, color=GREY, alpha=0.25, label="published, band")
    for place, name, color, label in ((axes, "hammer", BLUE, "hit by a weight"), (axes, "plate", ORANGE, "thrown at a plate"),
                                      (right, "faces", BLUE, "hits with faces"), (right, "thrown", ORANGE, "any orientation")):
        found, column = [classes(runs[name]) for runs in seeds], "share" if place is axes else "t10"
        unit = found[0]["median"] if place is axes else KWH_PER_T
        place.plot(found[0]["energy"] / unit, np.mean([one[column] for one in found], axis=0), "o", color=color, label=f"Grist, {label}")
        place.legend(loc="lower right")
    axes.set(xscale="log", xlabel="energy over the published median", ylabel="share of rocks broken", xlim=(0.4, 3.2), ylim=(0, 1.05))
    axes.set_xticks([0.5, 1, 2], ["0.5", "1", "2"])
    axes.minorticks_off()
    right.set(xlabel="specific energy [kWh/t]", ylabel="t10 of all rocks [%]", xlim=(0, 2.7), ylim=(0, 65))
