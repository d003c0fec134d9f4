"""Depth to which balls with a mesh penetrate, over the law of Uehara et al., and its exponent."""

from grist_tools.draw.plots import BLUE, GREY, np
from grist_tools.read.dumps import last_snapshot, positions
from grist_tools.read.piles import HeightMap, Pile
from grist_tools.read.tables import read_columns, read_settings

INNER = 0.8       # of the vessel's radius: where the surface of the bed is measured


def drops(folder):
    """Of each drop: density of the ball over that of the bed, depth, whole distance of the fall, m; and the ball's diameter."""
    said = read_settings(folder / "settings.txt")
    columns = last_snapshot(folder / "bed.dump", ("x", "y", "z", "radius")).columns
    bed = Pile(HeightMap.of_spheres(positions(columns), columns["radius"]), ring=np.median(columns["radius"]))
    surface = bed.height[bed.radius < INNER * np.hypot(columns["x"], columns["y"]).max()].mean()
    table = read_columns(folder / "drops.csv", ("density", "height", "start", "lowest"))
    density = table["density"] / (said["solid_fraction"] * said["grain_density"])
    return density, surface - table["lowest"], table["height"] + table["start"] - table["lowest"], said["ball"]


def scale(density, fall, ball):
    return np.sqrt(density) * ball**(2 / 3) * fall**(1 / 3)


def factor(data):
    said = {row["quantity"]: row["value"] for row in data["uehara2003_ball_drop"]}
    return said["factor"] / said["friction"]


def measure(runs, data):
    density, depth, fall, ball = drops(runs["beds"])
    return {"depth": (depth / (factor(data) * scale(density, fall, ball))).mean(), "fall_exponent": np.polyfit(np.log(fall), np.log(depth), 1)[0]}


def draw(axes, seeds, data):
    at = np.array([0, 80])
    for share, style in ((0.8, ":"), (1, "-"), (1.2, ":")):
        axes.plot(at, share * factor(data) * at, color=GREY, ls=style, label="Uehara et al., band" if share == 1 else None)
    for number, runs in enumerate(seeds):
        density, depth, fall, ball = drops(runs["beds"])
        axes.plot(1e3 * scale(density, fall, ball), 1e3 * depth, "o", color=BLUE, label=None if number else "Grist, ball as a free mesh")
    axes.set(xlabel="(density of ball / bed)$^{1/2}$ (diameter of ball)$^{2/3}$ (fall)$^{1/3}$ [mm]", ylabel="depth [mm]", xlim=(0, 75), ylim=(0, 25))
    axes.legend()
