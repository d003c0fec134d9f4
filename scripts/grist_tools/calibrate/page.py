"""What `grist calibrate` writes: report.html, coefficients.txt, calibration.json, figures.csv and summary.txt.

The page shows the key figures, sentences, limits and tables of a Calibration, all PNG files of the folder, and the coefficients.
"""

import json
from dataclasses import dataclass, field

from ..draw.pages import picture, template
from ..report.figures import read_figures, write_figures, write_summary
from ..run.lammps import machine


@dataclass
class Table:
    title: str
    heads: list
    rows: list              # of texts


@dataclass
class Calibration:
    title: str              # what was calibrated
    about: str              # from what, in a sentence
    figures: list           # KeyFigure: the model's value with its error, beside the measured one with the tolerance
    sentences: list         # the result in words
    coefficients: str       # lines of an input script, to paste
    values: dict            # for calibration.json
    limits: list = field(default_factory=list)      # what is out of reach and why; runs without result
    tables: list = field(default_factory=list)
    limits_title: str = "What is not reached"


def write_calibration(folder, result):
    folder.mkdir(parents=True, exist_ok=True)
    write_figures(folder, result.figures)
    write_summary(folder, result.sentences + result.limits)
    (folder / "coefficients.txt").write_text(result.coefficients)
    (folder / "calibration.json").write_text(json.dumps(result.values, indent=2, default=float) + "\n")
    judged = [figure.agrees for figure in result.figures if figure.agrees is not None]
    text = template("calibrate/page.jinja").render(result=result, figures=read_figures(folder), facts=machine(),
                                                plots=[picture(path) for path in sorted(folder.glob("*.png"))],
                                                judged=len(judged), held=sum(judged))
    (folder / "report.html").write_text(text, encoding="utf-8")
