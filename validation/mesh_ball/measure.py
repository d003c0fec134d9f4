"""Depth to which balls with a mesh penetrate, over the law of Uehara et al., and its exponent: as in the case ball_drop."""

from pathlib import Path

from grist_tools.draw.plots import BLUE
from grist_tools.validate.cases import load_measure

ball_drop = load_measure(Path(__file__).parents[1] / "ball_drop")


def measure(runs, data):
    return ball_drop.over_law(*ball_drop.drops(runs["beds"]), data)


def draw(axes, seeds, data):
    ball_drop.draw_law(axes, data)
    for number, runs in enumerate(seeds):
        density, depth, fall, ball = ball_drop.drops(runs["beds"])
        axes.plot(1e3 * ball_drop.scale(density, fall, ball), 1e3 * depth, "o", color=BLUE,
                  label=None if number else "Grist, ball as a free mesh")
    axes.legend()
