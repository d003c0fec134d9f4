"""Evaluates runs of LAMMPS with Grist, and has the commands of `grist`, in packages:

    text        sentences for the user; numbers from words, and numbers as text
    read        files of a run, and what they hold: logs, dumps, tables, meshes, bodies, piles
    draw        plots, pictures, films, pages, the viewer
    report      report.html of a run: key figures, curves, a page about a run that goes on
    run         starts LAMMPS: cases and inputs, new inputs, and what inputs do
    translate   decks of other programs as inputs for Grist
    calibrate   parameters of models from measurements
    sweep       many runs of one input
    validate    published experiments, and their bands
    bench       the benchmarks
    develop     what needs the source: tests, checks, the site, progress of a build

The docstring of a package names its modules. A package uses those that scripts/packages.txt allows; ../main.py has the commands and their options.
The scripts plot.py of examples/ and bench/ put the folder scripts, by its full path, first into sys.path and import from here.

numpy and matplotlib are needed, for reports also jinja2, to calibrate breakage and bulk materials scipy. Without them a program ends with one sentence.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]      # of the source, or of what is installed: examples, validation and scripts are in it
