#!/usr/bin/env python3
"""The Python half of the command grist: reports, and the measuring of benchmarks.

    python3 main.py report FOLDER [--case EXAMPLE_FOLDER]
    python3 main.py bench NAME --build FOLDER --out FOLDER [--quick]
    python3 main.py new NAME [--kind KIND]
    python3 main.py inspect INPUT|FOLDER --program LMP [--ranks N] [-- ARGS OF LAMMPS]
    python3 main.py calibrate FILE --program LMP [--out FOLDER] [--ranks N] [--budget N]
    python3 main.py validate [NAME ...] --program LMP --out FOLDER [--quick] [--list]

It is started by its path, and then Python does not look for modules in the current folder.
"""

import argparse
import sys
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))    # also where Python was started with -P
sys.argv[0] = "grist"


def report(options):
    from grist_tools.report.run_report import make_report
    print(f"report: {make_report(options.folder, options.case)}")


def bench(options):
    from grist_tools.bench.measure import measure
    measure(options)


def validate(options):
    from grist_tools.validate.runs import validate
    validate(options)


def calibrate(options):
    from grist_tools.calibrate.command import calibrate
    calibrate(options)


def picture(options):
    from grist_tools.draw.run_pictures import picture
    picture(options)


def film(options):
    from grist_tools.draw.run_pictures import film
    film(options)


def view(options):
    from grist_tools.draw.view_page import view
    view(options)


def watch(options):
    from grist_tools.report.watch import watch
    watch(options)


def new(options):
    from grist_tools.run.new_input import new
    new(options)


def inspect(options):
    from grist_tools.run.inspect_input import inspect
    inspect(options)


def stages(options):
    from grist_tools.run.stages import main
    main(options)


def imports(options):
    """For the search for a Python: exit status 1 if one of the modules is missing."""
    for name in options.modules:
        import_module(name)


def add_picture_arguments(parser, film):
    parser.add_argument("path", type=Path, metavar="FOLDER|FILE")
    parser.add_argument("--color", default="", metavar="VALUE", help="value that gives the colors")
    parser.add_argument("--range", type=float, nargs=2, metavar=("LOW", "HIGH"), help="of the colors")
    parser.add_argument("--view", default="", help="front, back, side, left, top, below, or AZ,EL in degrees")
    parser.add_argument("--size", default="slide" if film else "paper", help="paper, slide, small, or WIDTHxHEIGHT in pixels")
    parser.add_argument("--cut", default="", metavar="AXIS=PLACE", help="leaves out what is before this plane")
    parser.add_argument("--dark", action="store_true", help="dark background")
    parser.add_argument("--no-walls", action="store_true")
    parser.add_argument("--out", type=Path, help="file; its ending says the format")
    if film:
        parser.add_argument("--frames", type=int, default=120, help="at most so many")
    else:
        parser.add_argument("--frame", default="last", help="first, half, last, 30%%, a number from 1; several with commas side by side; all: a file each")


class Parser(argparse.ArgumentParser):
    """Ends the program with one sentence, and not with the usage, if a word of the command line is wrong."""

    def error(self, message):
        self.exit(2, f"{self.prog}: error: {message} ('{self.prog} --help' lists what it takes)\n")


def run(options):
    """An error of the system that no reader expects, such as a folder that may not be read, is a sentence, too."""
    try:
        options.run(options)
    except BrokenPipeError:     # who reads the output has ended
        sys.exit(1)
    except OSError as error:
        sys.exit(f"grist: {f'cannot use {error.filename}: ' if error.filename else ''}{error.strerror or error}")
    except MemoryError:
        sys.exit("grist: there is not enough memory")
    except KeyboardInterrupt:
        sys.exit("grist: stopped")


def parse():
    parser = Parser(prog="grist")
    commands = parser.add_subparsers(dest="command", required=True)

    of_report = commands.add_parser("report", help="make report.html of a run")
    of_report.add_argument("folder", type=Path)
    of_report.add_argument("--case", type=Path, help="the example that was run")
    of_report.set_defaults(run=report)

    of_bench = commands.add_parser("bench", help="measure a benchmark")
    of_bench.add_argument("name")
    of_bench.add_argument("--quick", action="store_true", help="fewer and smaller cases")
    of_bench.add_argument("--build", type=Path, required=True, help="folder of the build")
    of_bench.add_argument("--out", type=Path, required=True, help="folder of the results")
    of_bench.add_argument("--mpiexec", default="mpirun", help="program that starts processes")
    of_bench.add_argument("--only", action="append", metavar="CASE", help="of step: case or deck")
    of_bench.add_argument("--rounds", type=int, help="of step: how often the sides take turns")
    of_bench.set_defaults(run=bench)

    for name, function in (("picture", picture), ("film", film)):
        of_pictures = commands.add_parser(name, help=f"{name} of a run")
        add_picture_arguments(of_pictures, name == "film")
        of_pictures.set_defaults(run=function)

    of_view = commands.add_parser("view", help="a page with the run in it, for a browser")
    of_view.add_argument("path", type=Path, metavar="FOLDER|FILE")
    of_view.add_argument("--values", default=[], type=lambda words: words.split(","), metavar="NAME,...", help="values that can give the colors")
    of_view.add_argument("--frames", type=int, default=0, help="at most so many")
    of_view.add_argument("--out", type=Path, help="file")
    of_view.set_defaults(run=view)

    of_watch = commands.add_parser("watch", help="a page about a run that goes on")
    of_watch.add_argument("folder", type=Path, metavar="FOLDER")
    of_watch.add_argument("--process", type=int, help=argparse.SUPPRESS)     # ends with it
    of_watch.set_defaults(run=watch)

    of_validate = commands.add_parser("validate", help="run published cases")
    of_validate.add_argument("names", nargs="*", metavar="NAME")
    of_validate.add_argument("--list", action="store_true", help="say which cases there are")
    of_validate.add_argument("--quick", action="store_true", help="small versions of the cases")
    of_validate.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="another value of a variable of the inputs")
    of_validate.add_argument("--cases", type=Path, default=ROOT / "validation")
    of_validate.add_argument("--program", type=Path, help="LAMMPS with Grist in it")
    of_validate.add_argument("--out", type=Path, help="folder of the results")
    of_validate.add_argument("--mpiexec", default="mpirun", help="program that starts processes")
    of_validate.add_argument("--ranks", type=int, default=1, help="processes of a run, at most")
    of_validate.set_defaults(run=validate)

    of_calibrate = commands.add_parser("calibrate", help="parameters of a model from measurements")
    of_calibrate.add_argument("file", type=Path, metavar="FILE", help="TOML file with [rock] or [bulk], or CSV file of particles that were broken")
    of_calibrate.add_argument("--out", type=Path, help="folder of the results")
    of_calibrate.add_argument("--results", type=Path, default=Path("results"), help="folder in which it is made otherwise")
    of_calibrate.add_argument("--budget", type=int, metavar="N", help="at most so many runs of each test")
    of_calibrate.add_argument("--program", type=Path, required=True, help="LAMMPS with Grist in it")
    of_calibrate.add_argument("--mpiexec", default="mpirun", help="program that starts processes")
    of_calibrate.add_argument("--ranks", "-np", type=int, default=1, help="runs at the same time")
    of_calibrate.set_defaults(run=calibrate)

    of_new = commands.add_parser("new", help="a folder with a small input to begin from")
    of_new.add_argument("name", metavar="NAME", help="of the folder")
    of_new.add_argument("--kind", default="hopper", help="hopper, mill, drum, crusher, chute, strength")
    of_new.add_argument("--command", default="grist", help="as which grist is called")
    of_new.set_defaults(run=new)

    of_inspect = commands.add_parser("inspect", help="what an input does, without running it out")
    of_inspect.add_argument("path", type=Path, metavar="INPUT|FOLDER")
    of_inspect.add_argument("--program", type=Path, required=True, help="LAMMPS with Grist in it")
    of_inspect.add_argument("--mpiexec", default="mpirun", help="program that starts processes")
    of_inspect.add_argument("--ranks", type=int, default=1, help="processes")
    of_inspect.set_defaults(run=inspect)

    commands.add_parser("stages", help="of a run whose output comes in").set_defaults(run=stages)

    of_imports = commands.add_parser("imports", help="whether Python has these modules")
    of_imports.add_argument("modules", nargs="+")
    of_imports.set_defaults(run=imports)
    words = sys.argv[1:]
    place = words.index("--") if "--" in words else len(words)
    options = parser.parse_args(words[:place])
    options.words = words[place + 1:]    # for LAMMPS
    return options


if __name__ == "__main__":
    run(parse())
