"""`grist calibrate FILE`: parameters of a model from measurements. The file says of what:

    [rock] in a TOML file   coefficients of bonds from tests of specimens   calibrate_rock
    [bulk] in a TOML file   friction of particles from heaps                calibrate_bulk
    a CSV file              breakage of bodies from tests of particles      calibrate_breakage

Each of these modules has a function calibrate(options, data), with `data` the tables of the TOML file or the rows of the CSV file. It
returns a Calibration (calibration_page.py), which is written here.
"""

from importlib import import_module

from .calibration_page import write_calibration
from .messages import fail, say
from .tables import read_rows, read_toml

KINDS = {"rock": "calibrate_rock", "bulk": "calibrate_bulk"}      # by the table that the TOML file has


def read_input(path):
    """The module that calibrates, and what is in the file."""
    if not path.is_file():
        fail(f"there is no file {path}")
    if path.suffix == ".csv":
        return "calibrate_breakage", read_rows(path)
    data = read_toml(path)
    kinds = [kind for kind in KINDS if kind in data]
    if len(kinds) != 1:
        fail(f"{path} must have one of the tables {', '.join(f'[{kind}]' for kind in KINDS)}, and has {' and '.join(kinds) or 'none'}")
    return KINDS[kinds[0]], data


def calibrate(options):
    if options.budget is not None and options.budget < 1:
        fail(f"--budget {options.budget} allows no run: give 1 or more")
    module, data = read_input(options.file)
    options.out = options.out or options.results / f"calibrate-{options.file.stem}"
    try:
        result = import_module(f".{module}", __package__).calibrate(options, data)
    except KeyboardInterrupt:
        fail(f"stopped; runs that are complete in {options.out} are not run again")
    write_calibration(options.out, result)
    say(f"report: {options.out / 'report.html'}; to paste: {options.out / 'coefficients.txt'}")
