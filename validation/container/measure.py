"""Height to which the can rises after its first hit, as a coefficient of restitution."""

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.tables import read_columns, read_settings


def rebound(folder):
    """Mass of the grains over (restitution times mass of the can), and restitution of the can with its grains."""
    said = read_settings(folder / "settings.txt")
    columns = read_columns(folder / "path.csv", ("moved", "speed"))
    moved, speed = columns["moved"], columns["speed"]
    hit = int(np.argmax(moved < -said["drop"]))
    lowest = hit + int(np.argmax(speed[hit:] >= 0))              # the can turns round
    rising = speed[lowest:] > 0
    top = lowest + (int(np.argmin(rising)) if not rising.all() else len(rising) - 1)
    return said["share"], np.sqrt(max(0, moved[top] + said["drop"]) / said["drop"])


def measure(runs, data):
    found = {name: rebound(folder)[1] for name, folder in runs.items()}
    return {"full": found["full"], "half": found["half"], "empty": found["empty"]}


def draw(axes, seeds, data):
    row = data["pacheco2013_container"][0]
    axes.plot(row["grains_over_eo_mc"], row["restitution"], "s", color=GREY, ms=10, label="measured: no rebound from here on")
    axes.plot([row["grains_over_eo_mc"], 2.2], [0, 0], color=GREY, lw=3)
    for number, runs in enumerate(seeds):
        axes.plot(*np.array([rebound(folder) for folder in runs.values()]).T, "o", color=BLUE, label=None if number else "Grist, each seed")
    axes.set(xlabel="mass of the grains over (restitution times mass of the empty can)", ylabel="restitution of the can with grains", xlim=(-0.1, 2.3), ylim=(-0.03, 1))
    axes.legend()
