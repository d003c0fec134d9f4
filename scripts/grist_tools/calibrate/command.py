"""`grist calibrate FILE`: parameters of a model from measurements. The file says of what:

    [rock] in a TOML file   coefficients of bonds from tests of specimens   rock
    [bulk] in a TOML file   friction of particles from heaps                bulk
    [powder] in a TOML file cohesion and friction from a flow function      powder
    a CSV file              breakage of bodies from tests of particles      breakage

Each of these modules has a function calibrate(options, data), with `data` the tables of the TOML file or the rows of the CSV file. It
returns a Calibration (page.py), which is written here.
"""

from importlib import import_module

from ..read.tables import read_rows, read_toml
from ..text.messages import fail, say
from .page import write_calibration

KINDS = ("rock", "bulk", "powder")      # tables of the TOML file, and modules


def read_input(path):
    """The module that calibrates, and what is in the file."""
    if not path.is_file():
        fail(f"there is no file {path}")
    if path.suffix == ".csv":
        return "breakage", read_rows(path)
    data = read_toml(path)
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        fail(f"{path} must have one of the tables {', '.join(f'[{kind}]' for kind in KINDS)}, and has {' and '.join(kinds) or 'none'}")
    return kinds[0], data


def calibrate(options):
    if options.budget is not None and options.budget < 1:
        fail(f"--budget {options.budget} allows no run: give 1 or more")
    module, data = read_input(options.file)
    options.out = options.out or options.results.absolute() / f"calibrate-{options.file.stem}"
    try:
        result = import_module(f".{module}", __package__).calibrate(options, data)
    except KeyboardInterrupt:
        fail(f"stopped; runs that are complete in {options.out} are not run again")
    write_calibration(options.out, result)
    say(f"report: {options.out / 'report.html'}; to paste: {options.out / 'coefficients.txt'}")
