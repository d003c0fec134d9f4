"""What the scripts plot.py share: numpy, matplotlib, colors, saving of figures.

    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
    from grist_tools.draw.plots import np, plt, result_folder, save
"""

import argparse
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
