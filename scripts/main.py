#!/usr/bin/env python3
"""The commands of grist and their options, a row each; what they do is in grist_tools.

    python3 main.py COMMAND ...           does it
    python3 main.py prepare COMMAND ...   for the script `grist`: checks the words, and writes to descriptor 3, as settings of bash, what has
                                          to be there first
    python3 main.py imports MODULE ...    for its search for a Python: exit status 1 if one of the modules is missing
    python3 main.py progress ...          for its builds

It is started by its path, and then Python does not look for modules in the current folder. Reading the words needs no package of Python.
"""

import argparse
import os
import random
import re
import shlex
import sys
import textwrap
from importlib import import_module
from pathlib import Path
from typing import Callable, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent))    # also where Python was started with -P
sys.argv[0] = "grist"

from grist_tools import ROOT  # noqa: E402
from grist_tools.run.inputs import cases, script_of, script_of_case  # noqa: E402
from grist_tools.run.lammps import usual_ranks  # noqa: E402
from grist_tools.run.new_input import check_kind, kinds  # noqa: E402
from grist_tools.text.messages import fail, need  # noqa: E402

CALLED_AS = os.environ.pop("GRIST_CALLED_AS", "grist")        # what this starts is called in its own way
IS_INSTALLED = not (ROOT / "CMakeLists.txt").is_file()
CHECKERS = ["clang-format", "shellcheck"]
TESTERS = ["chromium", "ffmpeg"]        # what some tests need, and skip where it is missing; with GRIST_CI in the environment nothing is skipped
CASES = textwrap.fill(f"Cases: {' '.join(cases()) or 'none'}", 120, break_on_hyphens=False)
DOCUMENTERS = ["python3-sphinx", "python3-myst-parser", "furo", "libjs-mathjax", "fonts-mathjax"]

# ---------------------------------------------------------------- values of options


def count(text):
    if not re.fullmatch("[1-9][0-9]*", text):
        raise argparse.ArgumentTypeError(f"needs a number from 1 on, not '{text}'")
    return int(text)


def whole(text):
    return 0 if text == "0" else count(text)


def axis(text):
    try:
        return import_module("grist_tools.sweep.words").axis(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from error


SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}


def duration(text):
    """In seconds."""
    parts = re.findall(r"(\d+(?:\.\d+)?)(s|min|h|d)", text)
    if not text or "".join(map("".join, parts)) != text:
        raise argparse.ArgumentTypeError(f"needs a time with its unit (24h, 90min, 1h30min or 600s), not '{text}'")
    return sum(float(number) * SECONDS[unit] for number, unit in parts)


def interval(text):
    """Of checkpoints, as words of fix checkpoint; empty: none are written."""
    if re.fullmatch("[1-9][0-9]*steps", text):
        return f"every {text[:-5]}"
    if not re.fullmatch(r"\d+(\.\d+)?", text):
        raise argparse.ArgumentTypeError(f"needs minutes, or steps as in 5000steps, or 0 for none, not '{text}'")
    return f"minutes {text}" if float(text) else ""


def setting(text):
    if not re.fullmatch("[^=/]+=[^/]+", text):
        raise argparse.ArgumentTypeError(f"needs NAME=VALUE, not '{text}'")
    return text


def benchmarks():
    return import_module("grist_tools.bench.measure").BENCHMARKS


def benchmark(text):
    if text not in benchmarks():
        raise argparse.ArgumentTypeError(f"unknown benchmark '{text}'; the benchmarks are: {' '.join(benchmarks())}")
    return text


def fuzz_target(text):
    targets = import_module("grist_tools.develop.tests").fuzz_targets()
    if text not in targets:
        raise argparse.ArgumentTypeError(f"unknown target '{text}'; the targets are: {' '.join(targets)}")
    return text


# ---------------------------------------------------------------- what has to be there before a command


def build(*targets, **more):
    """A build of these targets; `program` is that of a run."""
    return lambda options: {"NEEDS": "build", "TARGETS": targets, **more}


def python(options):
    """A Python with the packages of plots and reports."""
    return {"NEEDS": "python"}


def before_new(options):
    check_kind(options.kind)
    return {}


def site(options):
    return {"NEEDS": "sphinx", "PACKAGES": DOCUMENTERS}


def bash(file, *words, **more):
    """A function of a file of bash, which builds by itself."""
    return {"NEEDS": "bash", "SOURCE": file, "FUNCTION": words, **more}


def before_inspect(options):
    script_of(options.path)
    return build("program")(options)


def before_run(options):
    script_of_case(options.name)
    return build("program")(options)


def before_validate(options):
    return python(options) if options.list else build("program")(options)


def before_calibrate(options):
    if not options.file.is_file():
        fail(f"there is no file {options.file}")
    return python(options) if options.file.suffix == ".csv" else build("program")(options)      # tests of particles need no run


def before_bench(options):
    """Without the plugin: the benchmarks compare with LAMMPS that is built the same way."""
    return build(*benchmarks()[options.name].programs, SETTINGS=["GRIST_BUILD_BENCHMARKS=ON", "GRIST_SETS=all"], PLUGIN="never")(options)


def before_tests(options):
    lammps = {"LAMMPS": options.lammps} if options.lammps else {}
    if options.package or options.mode not in ("", "slow"):
        sample = {}
        if options.one_in:
            number, *seed = options.one_in
            if number == 0 or seed[1:]:
                fail("--one-in needs a number from 1 on, and a seed if you like")
            sample = {"ONE_IN": str(number), "FIRST": str((seed[0] if seed else random.randrange(number)) % number)}
        words = ["package", options.package] if options.package else [options.mode]
        return bash("unittest/test_options.sh", f"test_{words[0]}", *words[1:], *options.words, **sample, **lammps)
    return build(PACKAGES_LATER=TESTERS + DOCUMENTERS if os.environ.get("GRIST_CI") else [], **lammps)(options)


def before_fuzz(options):
    return bash("unittest/fuzz/fuzz.sh", "fuzz", options.name, str(options.minutes)) if options.name else {}


def before_package(options):
    return bash("packaging/debian.sh", *(["package_for_debian", options.debian] if options.debian else ["package"]))


# ---------------------------------------------------------------- commands


def option(*names, **settings):
    return names, settings


def ranks(of, **more):
    return option("-np", "--ranks", type=count, metavar="N", help=of, **more)


VIEW = option("--view", action="store_true", help="show the run in a browser")
# What the script grist has built or found.
MPIEXEC = option("--mpiexec", default=os.environ.get("GRIST_MPIEXEC", "mpirun"), help=argparse.SUPPRESS)        # program that starts processes
RUN_OF = [MPIEXEC, option("--program", type=Path, default=os.environ.get("GRIST_PROGRAM"), help=argparse.SUPPRESS)]     # LAMMPS with Grist in it
BUILD = option("--build", type=Path, default=os.environ.get("GRIST_BUILD"), help=argparse.SUPPRESS)             # its folder
PATH = option("path", type=Path, metavar="FOLDER|FILE", help="a run: its folder, or a file of dump paraview or a dump of atoms")
AFTER = option("--after", default="", metavar="TIME", help="scales wear to this time, as 2000h")
FACES = option("--faces", action="store_true", help="faces of bonded blocks in place of the blocks: bonds and cracks")
LOOK = [
    option("--color", default="", metavar="VALUE", help="value that gives the colors"),
    option("--range", type=float, nargs=2, metavar=("LOW", "HIGH"), help="of the colors"),
    option("--walls", default="", metavar="VALUE", help="value that gives the colors of walls: wear, pressure, ..."),
    option("--walls-range", type=float, nargs=2, metavar=("LOW", "HIGH"), help="of these colors"),
    AFTER,
    option("--view", default="", help="front, back, side, left, top, below, or AZ,EL in degrees"),
    option("--around", default="", metavar="X,Y,Z,WIDTH", help="the place in the middle, and how wide the picture is there"),
    option("--cut", default="", metavar="AXIS=PLACE", help="leaves out what is before this plane"),
    option("--dark", action="store_true", help="dark background"),
    option("--no-walls", action="store_true", help="without walls"),
    option("--no-particles", action="store_true", help="without particles"),
    FACES,
    option("--out", type=Path, metavar="FILE", help="file; its ending says the format")]
SIZE = {"metavar": "SIZE", "help": "paper, slide, small, or WIDTHxHEIGHT in pixels"}


MANY_RUNS = [
    option("--jobs", type=count, metavar="N", help="runs at the same time; else as many as cores allow, at most 4"),
    ranks("processes of a run; else 1", default=1),
    option("--out", type=Path, metavar="FOLDER", help="of the results")]
NUMBERS = {"stiffness": "the stiffness; else young or stiffness", "step": "the time step; else dt or step", "coarse": "the size of parcels; else coarse"}
INPUT = option("name", metavar="CASE|FOLDER|FILE", help="a case, a folder with one input in.*, or an input; ./NAME: a folder with the name of a case")


TESTS = {       # options of which one is given
    "slow": "those that compare whole runs with experiments",
    "plugin": "those of the styles with a LAMMPS that loads the plugin",
    "sanitized": "built by clang++ with its sanitizers",
    "aarch64": "the core for 64-bit Arm, under emulation",
    "pairs": "all pairs of features in small decks",
    "mutants": "do the tests of the core notice changed operators and constants?",
    "debian13": "the first two commands of README.md in a fresh Debian 13, as root"}


class Command(NamedTuple):
    name: str
    help: str
    function: str               # PACKAGE.MODULE:FUNCTION of grist_tools; empty: bash does it all
    before: Callable            # options -> what has to be there first
    options: list
    words: str = ""             # what takes the words after --, or all unknown words
    needs_source: bool = False
    more: str = ""              # after the options

    @property
    def is_open(self):
        """Whether words that it does not know are for another program, also without -- before them."""
        return self.words not in ("", "LAMMPS")


COMMANDS = [
    Command("demo", "run a small ball mill for half a minute, check its power, draw it", "run.cases:demo", build("program"),
            [ranks("processes"), VIEW, *RUN_OF], "LAMMPS"),
    Command("new", "make a folder with a small input to begin from", "run.new_input:new", before_new,
            [option("name", metavar="NAME", help="of the folder"),
             option("--kind", default="hopper", help=f"one of {', '.join(kinds())}; else hopper"),
             option("--material", default="", metavar="NAME", help="a bulk material of the page doc/materials.md"),
             option("--command", dest="called_as", default=CALLED_AS, help=argparse.SUPPRESS)]),     # as which grist is called
    Command("translate", "make an input for Grist from a deck of LIGGGHTS, line by line", "translate.command:translate", python,
            [option("deck", type=Path, metavar="DECK", help="an input of LIGGGHTS"),
             option("--out", type=Path, metavar="FILE", help="a new file; else it goes to the terminal")],
            more="What cannot be translated stays as a comment with its reason; then the exit status is 3."),
    Command("inspect", "say what an input does, in seconds: sizes, walls, time step, run time, warnings", "run.inspect_input:inspect", before_inspect,
            [option("path", type=Path, metavar="INPUT|FOLDER", help="an input, or a folder with one input in.*"),
             ranks("processes of the run", default=1), *RUN_OF], "LAMMPS"),
    Command("run", "run a case, or the input of a folder, and make its report", "run.cases:run", before_run,
            [INPUT, ranks("processes; else one for each core, at most 4"),
             option("--out", default="", metavar="NAME", help="results go to results/NAME"), VIEW,
             option("--resume", action="store_true", help="continue the run that was killed or stopped, from its newest checkpoint"),
             option("--restart-every", type=interval, metavar="MINUTES", help="between two checkpoints, else 10; also 5000steps; 0: none; kept by --resume"),
             option("--limit", type=duration, default=0.0, metavar="TIME", help="24h, 90min: end before it, with a checkpoint"), *RUN_OF], "LAMMPS",
            more=f"{CASES}\nTheir inputs are in {ROOT / 'examples'}.\n"
            "Results go to results/CASE or results/FOLDER below the folder you are in; with variables of the command line to\n"
            "results/CASE-VARIABLE-VALUE, and results/CASE is a link to the newest. An earlier result is renamed, never overwritten."),
    Command("sweep", "run an input at all combinations of values of its variables: table, plots, CSV", "sweep.command:sweep", before_run,
            [INPUT,
             option("--vary", action="append", type=axis, default=[], metavar="NAME=VALUES", help="START:END:STEP, or values with commas; may be given several times"),
             option("--seeds", type=count, default=0, metavar="N", help="each with the variable seed = 1 to N"),
             *MANY_RUNS,
             option("--script", choices=["slurm"], help="write a job array for a cluster in place of running"),
             option("--collect", action="store_true", help="run nothing: tables and plots of what is there"),
             option("--task", type=count, help=argparse.SUPPRESS), *RUN_OF], "LAMMPS",
            more="Results go to results/sweep-INPUT, or to the folder of --out: a folder for each run, sweep.html, table.md, sweep.csv.\n"
            "What is complete there is not run again. A run that fails is a row with its reason."),
    Command("converge", "how soft, how coarse, how long a step is allowed for an input: how far its key figures move", "sweep.converge:converge", before_run,
            [INPUT,
             option("--seeds", type=count, default=0, metavar="N", help="each run with the variable seed = 1 to N; else 5 where the input has one"),
             option("--within", type=float, default=5.0, metavar="PERCENT", help="by which a key figure may move; else 5"),
             *[option(f"--{name}", metavar="NAME", help=f"variable of the input that is {what}") for name, what in NUMBERS.items()],
             *MANY_RUNS, *RUN_OF], "LAMMPS",
            more="Results go to results/converge-INPUT, or to the folder of --out: converge.html, table.md, converge.csv."),
    Command("report", "make report.html of any run from its log, tables and pictures", "report.run_report:report", python,
            [option("folder", type=Path, metavar="FOLDER", help="of the run"),
             option("--case", type=Path, metavar="FOLDER", help="of the input, with README.md and the file pictures"), AFTER]),
    Command("compare", "compare two or more runs on one page: what differs, and which differences are more than the scatter", "report.compare:compare", python,
            [option("folders", nargs="+", metavar="FOLDER", help="of the runs, two or more; a pattern in quotes, as \"mill8.*\": runs of one design; a sweep: its combinations"),
             option("--csv", type=Path, metavar="FILE", help="also a table of all differences"),
             option("--out", type=Path, metavar="FILE", help="of the page; else compare.html in the folder you are in")]),
    Command("picture", "make a picture of any run", "draw.run_pictures:picture", python,
            [PATH, *LOOK, option("--size", default="paper", **SIZE),
             option("--frame", default="last", help="first, half, last, 30%%, a number from 1; several with commas side by side; all: a file each")]),
    Command("film", "make a film of any run", "draw.run_pictures:film", python,
            [PATH, *LOOK, option("--size", default="slide", **SIZE),
             option("--frames", type=count, default=120, metavar="N", help="at most so many")]),
    Command("view", "make a page with any run in it, to turn, cut and play in a browser", "draw.view_page:view", python,
            [PATH, option("--values", default=[], type=lambda words: words.split(","), metavar="NAME,...", help="values that can give the colors"),
             option("--walls", default=[], type=lambda words: words.split(","), metavar="NAME,...", help="values that can give the colors of walls"), AFTER, FACES,
             option("--frames", type=count, default=0, metavar="N", help="at most so many"),
             option("--out", type=Path, metavar="FILE", help="else view.html beside the run")]),
    Command("watch", "show a run that goes on in a browser: progress, curves, newest frame", "report.watch:watch", python,
            [option("folder", type=Path, metavar="FOLDER", help="of the run"),
             option("--process", type=int, help=argparse.SUPPRESS)]),        # ends with it
    Command("validate", "run published experiments, compare with their bands", "validate.runs:validate", before_validate,
            [option("names", nargs="*", metavar="NAME", help="cases of validation/; else all"),
             option("--list", action="store_true", help="only say which cases there are"),
             option("--quick", action="store_true", help="small versions of the cases"),
             option("--spoil", action="store_true", help="the spoiled runs: each must push its numbers out of their bands"),
             option("--set", action="append", type=setting, default=[], metavar="VARIABLE=VALUE", help="another value of a variable of the inputs"),
             ranks("processes of a run; else one for each core, at most 4"),
             option("--cases", type=Path, default=ROOT / "validation", help=argparse.SUPPRESS),
             option("--out", type=Path, default=Path("results/validate"), metavar="FOLDER", help="else results/validate; what is complete there "
                    "is not run again"), *RUN_OF]),
    Command("calibrate", "find the parameters of a model from measurements, by runs of the laboratory's tests", "calibrate.command:calibrate",
            before_calibrate,
            [option("file", type=Path, metavar="FILE", help="TOML with [rock], [bulk] or [powder], or CSV of broken particles (doc/howto_calibrate.md)"),
             ranks("runs at the same time; else one for each core, at most 4"),
             option("--budget", type=int, metavar="N", help="at most so many runs of each test"),
             option("--out", type=Path, metavar="FOLDER", help="else results/calibrate-FILE; what is complete there is not run again"),
             option("--results", type=Path, default=Path("results"), help=argparse.SUPPRESS), *RUN_OF]),
    Command("build", "build only: build/release/lmp, or the plugin in build/plugin", "", build(), [], needs_source=True),
    Command("test", "run the tests", "develop.tests:run_tests", before_tests,
            [*[option(f"--{name}", dest="mode", action="store_const", const=name, default="", help=text) for name, text in TESTS.items()],
             option("--package", metavar="FILE", help="'apt install' of a package and 'grist demo' in a fresh Debian of its release, as root"),
             option("--one-in", nargs="+", type=whole, metavar=("N", "SEED"), help="with --plugin and --sanitized: every N-th test of the styles, or room, "
                    "drawn by SEED"),
             option("--lammps", metavar="FOLDER", help="with another LAMMPS, as GRIST_LAMMPS_DIR"),
             BUILD],
            "ctest; with --plugin, --sanitized and --aarch64 GoogleTest,\nwith --pairs and --mutants run_pairs.py and run_mutants.py",
            needs_source=True),
    Command("fuzz", "feed a reader with damaged inputs", "develop.tests:list_fuzz_targets", before_fuzz,
            [option("name", nargs="?", type=fuzz_target, metavar="NAME", help="of the target; without: which there are"),
             option("--minutes", type=count, default=10, metavar="N", help="else 10")], needs_source=True),
    Command("check", "check format, shell scripts, words, includes", "develop.checks:check", build("program", PACKAGES=CHECKERS),
            [BUILD], needs_source=True),
    Command("bench", "run a benchmark, draw its plots", "bench.measure:bench", before_bench,
            [option("name", type=benchmark, metavar="NAME", help="search, polyhedra, step, walls, scale or contest (bench/README.md)"),
             option("--quick", action="store_true", help="fewer and smaller examples, two minutes instead of a quarter of an hour"),
             option("--only", action="append", metavar="CASE", help="of step and contest: this case or deck"),
             option("--rounds", type=count, metavar="N", help="of step: how often the sides take turns"),
             option("--out", type=Path, metavar="FOLDER", help="measure only, and put the tables there; else results/bench-NAME"),
             BUILD, MPIEXEC], needs_source=True),
    Command("doc", "make the site of the documentation: build/doc/html/index.html", "develop.site:make_site", site, [], needs_source=True),
    Command("package", "make a Debian package for any processor: build/package/grist_*.deb", "", before_package,
            [option("--debian", choices=("12", "13"), help="what is committed, built in a new root folder of that Debian, as root: build/packages")],
            needs_source=True),
]
ROWS = {row.name: row for row in COMMANDS if not (IS_INSTALLED and row.needs_source)}
SETTINGS = """Settings in the environment:
  GRIST_PYTHON       Python with numpy, scipy, matplotlib and jinja2 (default: the first one found)"""
SETTINGS_OF_SOURCE = """
  GRIST_LAMMPS_DIR   LAMMPS source tree, 4Feb2025 or newer (default: fetched once with apt); builds with it are kept
                     apart, in build/release-VERSION
  GRIST_WERROR       ON: warnings in Grist's own sources are errors
  GRIST_CACHE_DIR    where the fetched LAMMPS is kept (default: ~/.cache/grist)
  GRIST_BENCH_RANKS  processes on which 'bench step' and 'bench contest' run, one after the other (default: "1 2", and "1")"""
FROM_SOURCE = "build LAMMPS with Grist in it, although this system has a LAMMPS that Grist can be a plugin of (Debian 13)"


# ---------------------------------------------------------------- reading words


class Parser(argparse.ArgumentParser):
    """Ends the program with one sentence, and not with the usage, if a word of the command line is wrong."""

    def __init__(self, **settings):
        super().__init__(formatter_class=argparse.RawDescriptionHelpFormatter, allow_abbrev=False, **settings)

    def error(self, message):
        message = re.sub(r"^argument (-[^:/]+)(/\S+)?: (needs |expected )?", lambda found: f"{found[1]} {found[3] or 'has an '}", message)
        message = re.sub(r"^argument [^:]+: ", "", message)
        message = message.replace("the following arguments are required:", f"{self.prog.split()[-1]} needs")
        self.exit(2, f"grist: {message} ('{self.prog} --help' lists what it takes)\n")


def parser_of(row):
    about = row.help[0].upper() + row.help[1:] + "."
    if row.words:
        about += f" ARGS go to {row.words}."
    parser = Parser(prog=f"{CALLED_AS} {row.name}", description=about, epilog=row.more)
    for names, settings in row.options:
        parser.add_argument(*names, **settings)
    builds = not IS_INSTALLED and row.before not in (python, before_new, site)
    parser.add_argument("--from-source", action="store_true", help=FROM_SOURCE if builds else argparse.SUPPRESS)
    if row.words:
        parser.usage = parser.format_usage()[len("usage: "):].rstrip().replace("%", "%%") + (" [ARGS]" if row.is_open else " [-- ARGS]")
    return parser


def print_help():
    width = max(map(len, ROWS))
    print(f"Grist: LAMMPS with breakable bonded clusters, rigid polyhedra, walls and feeds.\n\nusage: {CALLED_AS} COMMAND [OPTIONS]\n")
    print("\n".join(f"  {CALLED_AS} {row.name:{width}}   {row.help}" for row in ROWS.values()))
    print(f"  {CALLED_AS} {'help':{width}}   this text\n\n'{CALLED_AS} COMMAND --help' lists what a command takes.\n\n{CASES}\n")
    if not IS_INSTALLED:
        print(f"A command installs and builds what it needs. --from-source, with any command:\n{FROM_SOURCE}.\n")
    print(SETTINGS + ("" if IS_INSTALLED else SETTINGS_OF_SOURCE))


def parse(words):
    """The options of a command; ends the program where there is none to be done."""
    words = list(words)
    place = words.index("--") if "--" in words else len(words)
    words, after = words[:place], words[place + 1:]
    if words[:1] == ["--from-source"]:
        words.append(words.pop(0))
    row = row_of(words)
    parser = parser_of(row)
    place = next((k for k, word in enumerate(words) if row.is_open and is_unknown(word, row)), len(words))
    options, unknown = parser.parse_known_args(words[1:place])
    unknown += words[place:]
    if not row.is_open and (unknown or after and not row.words):
        parser.error(f"unrecognized arguments: {' '.join(unknown or after)}" + (" (those of LAMMPS go after --)" if row.words else ""))
    options.words = [*unknown, *after]
    if row.words == "LAMMPS":
        for before, name, value in zip(["", *options.words], options.words, [*options.words[1:], "-end"]):
            if before in ("-var", "-v") and re.match("-[a-zA-Z]", value):
                parser.error(f"-var {name} has no value: -var {name} VALUE")
    options.row, options.called_as = row, getattr(options, "called_as", CALLED_AS)
    return options


def row_of(words):
    """That of the first word, which is the command. `help COMMAND` becomes `COMMAND --help`."""
    if words[:1] in ([], ["--from-source"], ["help"], ["-h"], ["--help"]):
        if not words[1:] or words[1] == "--from-source":
            print_help()
            sys.exit()
        words[:] = [words[1], "--help"]
    if words[0] in ROWS:
        return ROWS[words[0]]
    what = f"unknown command '{words[0]}'; the"
    if words[0] in (row.name for row in COMMANDS):
        what = f"'{words[0]}' needs the source of Grist, and this is an installation: its"
    print(f"grist: {what} commands are {', '.join(ROWS)}, help", file=sys.stderr)
    sys.exit(2)


def is_unknown(word, row):
    """Whether it is an option, and not of the command: from here on all words are for another program."""
    known = {"-h", "--help", "--from-source"}.union(*(names for names, _ in row.options))
    return word.startswith("-") and word.split("=")[0] not in known


# ---------------------------------------------------------------- doing it


def prepare(words):
    """Settings of bash: texts and arrays."""
    options = parse(words)
    try:
        plan = {"THEN": options.row.function, **options.row.before(options)}
    except SystemExit as error:     # a sentence
        print(error, file=sys.stderr)
        sys.exit(2)
    if options.from_source:
        plan["GRIST_FROM_SOURCE"] = "yes"
    texts = (shlex.quote(value) if isinstance(value, str) else f"({' '.join(map(shlex.quote, value))})" for value in plan.values())
    os.write(3, "".join(f"{name}={text}\n" for name, text in zip(plan, texts)).encode())


def run(options):
    row = options.row
    if row.needs_source:        # tests and checks import from their own folder
        os.environ.pop("PYTHONSAFEPATH", None)
    elif row.before is not before_new:
        need("numpy", "matplotlib")
    for name in ("program", "build"):
        if getattr(options, name, "") is None and row.before(options)["NEEDS"] == "build":
            fail(f"{row.name} needs --{name} where the script grist has not built it")
    if getattr(options, "ranks", 0) is None:
        options.ranks = usual_ranks()
    module, function = row.function.split(":")
    getattr(import_module(f"grist_tools.{module}"), function)(options)


def main(words):
    """An error of the system that no reader expects, such as a folder that may not be read, is a sentence, too."""
    try:
        if words[:1] == ["prepare"]:
            prepare(words[1:])
        elif words[:1] == ["imports"]:
            for name in words[1:]:
                import_module(name)
        elif words[:1] == ["progress"]:
            show_progress = import_module("grist_tools.develop.progress").show_progress
            show_progress(sys.stdin, words[1], words[3:], is_first=bool(words[2]))
        else:
            run(parse(words))
    except BrokenPipeError:     # who reads the output has ended
        sys.exit(1)
    except OSError as error:
        sys.exit(f"grist: {f'cannot use {error.filename}: ' if error.filename else ''}{error.strerror or error}")
    except MemoryError:
        sys.exit("grist: there is not enough memory")
    except KeyboardInterrupt:
        sys.exit("grist: stopped")


if __name__ == "__main__":
    main(sys.argv[1:])
