"""What the scripts plot.py share: numpy, matplotlib, colors, saving of figures.

    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
    from grist_tools.draw.plots import np, plt, result_folder, save
"""

import argparse
import io
import re
import sys
from pathlib import Path

from ..text.messages import need

need("numpy", "matplotlib")
import matplotlib  # noqa: E402, after the check
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402, F401

matplotlib.use("Agg")

# Okabe and Ito
BLUE, ORANGE, GREEN, SKY = "#0072B2", "#D55E00", "#009E73", "#56B4E9"
PINK, AMBER, GREY = "#CC79A7", "#E69F00", "#777777"


# Of pages, in light and dark: background, and what is black on white.
PAPER, INK = ("#ffffff", "#14181d"), ("#000000", "#e6e9ee")
CONTRAST = 4.5      # of a color with the dark background, as WCAG 2 asks of text
COLOR = re.compile(r"(?<=: )#([0-9a-f]{6})\b")


def result_folder():
    """The only argument of the script."""
    return result_folders(1)[0]


def result_folders(count="+"):
    """The arguments of the script; its first line of text is its help."""
    script = sys.modules["__main__"].__doc__ or ""
    parser = argparse.ArgumentParser(description=script.strip().split("\n")[0])
    parser.add_argument("folder", type=Path, nargs=count, help="folder with the results of a run")
    return parser.parse_args().folder


def save(figure, path, rect=(0, 0, 1, 1), caption=None, **options):
    """`rect`: the part of the figure that the axes fill; None: as they are. The caption stands in
    the PNG file, for report.html."""
    if rect:
        figure.tight_layout(rect=rect)
    figure.savefig(path, metadata={"Description": caption} if caption else None, **options)
    plt.close(figure)


# ---------------------------------------------------------------- plots in pages


def svg_of(figure, dots=100):
    """A plot for a page, as bytes: it follows the light or dark setting of the device. `dots` an inch: how large it is shown at most."""
    figure.tight_layout()
    width, height = (round(dots * inches) for inches in figure.get_size_inches())
    with matplotlib.rc_context({"svg.hashsalt": "grist", "svg.fonttype": "path"}):
        data = io.StringIO()
        figure.savefig(data, format="svg", transparent=True, metadata={"Date": None, "Creator": None, "Format": None, "Type": None})
    plt.close(figure)
    text = data.getvalue()
    head, body = text[:text.index(">", text.index("<svg"))], text[text.index(">", text.index("<svg")) + 1:]
    head = re.sub(r' (width|height)="[^"]*"', "", head[head.index("<svg"):]) + f' width="{width}" height="{height}" fill="var(--c000000)">'
    body = re.sub(r' d="[^"]*"', rounded, body)       # a page has many plots
    colors = sorted({"000000", *COLOR.findall(body)})
    light, dark = ("".join(f"--c{color}:{value(color)};" for color in colors) for value in (lambda color: f"#{color}", in_the_dark))
    style = f"<style>:root{{--paper:{PAPER[0]};{light}}}@media (prefers-color-scheme:dark){{:root{{--paper:{PAPER[1]};{dark}}}}}</style>"
    body = COLOR.sub(r"var(--c\1)", body)
    return f'{head}{style}<rect width="100%" height="100%" style="fill:var(--paper)"/>{body}'.encode()


def rounded(points):
    return re.sub(r"-?\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}".rstrip("0").rstrip("."), points[0])


def in_the_dark(color):
    """A color of a plot on a dark page: as it is, or mixed with white until it can be seen."""
    if color == INK[0][1:]:
        return INK[1]
    parts = np.array([int(color[k:k + 2], 16) for k in (0, 2, 4)], float)
    mixed = next(one for one in (parts + share * (255 - parts) for share in np.linspace(0, 1, 51)) if contrast(one) >= CONTRAST)
    return "#" + "".join(f"{round(part):02x}" for part in mixed)


def contrast(color):
    """With the dark background (WCAG 2.1): of relative luminances."""
    one, other = (luminance(parts) + 0.05 for parts in (color, [int(PAPER[1][k:k + 2], 16) for k in (1, 3, 5)]))
    return max(one, other) / min(one, other)


def luminance(color):
    parts = np.array(color) / 255
    return float(np.dot([0.2126, 0.7152, 0.0722], np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055)**2.4)))
