"""Depth to which balls penetrate, over the law of Uehara et al., and its exponents."""

from grist_tools.draw.plots import BLUE, GREEN, GREY, np
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


def over_law(density, depth, fall, ball, data):
    """Depth over that of the law, and exponent of the fall of the balls that are as heavy as the first."""
    same = density == density[0]
    return {"depth": (depth / (factor(data) * scale(density, fall, ball))).mean(),
            "fall_exponent": np.polyfit(np.log(fall[same]), np.log(depth[same]), 1)[0]}


def measure(runs, data):
    density, depth, fall, ball = drops(runs["beds"])
    same = density == density[0]
    by_density = np.interp(np.log(fall[~same]), np.log(fall[same]), np.log(depth[same]))
    return {**over_law(density, depth, fall, ball, data),
            "density_exponent": ((np.log(depth[~same]) - by_density) / np.log(density[~same] / density[0])).mean()}


def draw_law(axes, data):
    at = np.array([0, 80])
    for share, style in ((0.8, ":"), (1, "-"), (1.2, ":")):
        axes.plot(at, share * factor(data) * at, color=GREY, ls=style, label="Uehara et al., band" if share == 1 else None)
    axes.set(xlabel="(density of ball / bed)$^{1/2}$ (diameter of ball)$^{2/3}$ (fall)$^{1/3}$ [mm]", ylabel="depth [mm]", xlim=(0, 75), ylim=(0, 25))


def draw(axes, seeds, data):
    draw_law(axes, data)
    for number, runs in enumerate(seeds):
        density, depth, fall, ball = drops(runs["beds"])
        heavy = density == density[0]
        for part, color, label in ((heavy, BLUE, "Grist, ball of 2200 kg/m$^3$"), (~heavy, GREEN, "Grist, ball of 700 kg/m$^3$")):
            axes.plot(1e3 * scale(density, fall, ball)[part], 1e3 * depth[part], "o", color=color, label=None if number else label)
    axes.legend()
