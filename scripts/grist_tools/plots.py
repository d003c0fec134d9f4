"""What the scripts plot.py share: numpy, matplotlib, colors, saving of figures, pictures on axes.

    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
    from grist_tools.plots import np, plt, result_folder, save
"""

import argparse
import sys
from pathlib import Path

import matplotlib
import matplotlib.pyplot as plt
import numpy as np

from .values import length_text, nice_length

matplotlib.use("Agg")

# Okabe and Ito
BLUE, ORANGE, GREEN, SKY = "#0072B2", "#D55E00", "#009E73", "#56B4E9"
PINK, AMBER, GREY = "#CC79A7", "#E69F00", "#777777"


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


# ---------------------------------------------------------------- pictures on axes


def show(ax, camera, title=None, scale=True, image=None):
    """A picture of a camera (lengths in m) on axes, with a scale bar in its lower left corner."""
    image = camera.image() if image is None else image
    rows, columns = image.shape[:2]
    ax.imshow(image, interpolation="lanczos")
    if scale:
        length = nice_length(0.32 * camera.width)
        pixels = columns * length / camera.width
        left, low = 0.03 * columns, rows - 0.035 * columns
        ax.plot([left, left + pixels], [low, low], color="black", lw=2.5, solid_capstyle="butt")
        ax.text(left + pixels / 2, low - 0.012 * columns, length_text(length), ha="center",
                va="bottom", fontsize=9)
    ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))
    ax.axis("off")
    if title:
        ax.set_title(title, fontsize=11)


def scale_bar(ax, width, unit=1.0):
    """On axes whose data are lengths in `unit` (m) and whose x axis is `width` units long: in the
    lower left corner, inside."""
    length = nice_length(0.28 * width * unit) / unit
    x, y = min(ax.get_xlim()) + 0.04 * width, min(ax.get_ylim()) + 0.04 * width
    ax.plot([x, x + length], [y, y], color="black", lw=2.5, solid_capstyle="butt", zorder=10)
    ax.text(x + length / 2, y + 0.012 * width, length_text(length * unit), ha="center", va="bottom",
            fontsize=9, zorder=10)


def color_bar(figure, axes, colors, low, high, label, **options):
    """A bar that says what the colors mean, between two values."""
    scale = matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(low, high), colors)
    options = {"shrink": 0.8, "aspect": 25, "pad": 0.02, **options}
    return figure.colorbar(scale, ax=axes, label=label, **options)


def shades(colors, values, low, high):
    """RGB of values on a color scale."""
    shares = np.clip((np.asarray(values, float) - low) / (high - low), 0, 1)
    return plt.get_cmap(colors)(shares)[:, :3]
