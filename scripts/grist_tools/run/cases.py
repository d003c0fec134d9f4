"""grist run and grist demo: a case of examples/, or the input of a folder, with its plots and its report. Of a folder, no Python file is run."""

import os
import subprocess
import sys
import time
from pathlib import Path

from .. import ROOT
from ..report.run_report import make_report
from ..text.messages import fail, program, say
from .inputs import is_case, name_of, places, script_of_case, variables_text
from .lammps import LAUNCHER, first_error
from .results import begin_result, check_name, show_results
from .stages import show_stages

BEFORE = float(os.environ.get("GRIST_SECONDS", 0))      # that the build took


def run(options):
    if is_case(options.name) and Path(options.name).is_dir():
        say(f"running the case {options.name}; for the folder here, write ./{options.name}")
    check_name(options.out)
    folder, plotted = run_case(options, options.name)
    if not plotted:
        fail(f"the plots of {options.name} failed: see the lines above")
    show_results(folder)


def demo(options):
    """The small ball mill of examples/demo. Its plot.py says whether the torque is as expected; what to do next is said in any case."""
    start = time.monotonic()
    folder, plotted = run_case(options, "demo", is_demo=True)
    say(f"all in {BEFORE + time.monotonic() - start:.0f} s; pictures, plots, log and numbers are in {folder}")
    say(f"open this report in a browser: {folder}/report.html")
    say(f"try this next: {options.called_as} new mine --kind mill")
    sys.exit(0 if plotted else 1)


def run_case(options, name, is_demo=False):
    """The folder of the results, and whether they were plotted. Little is printed of a demo."""
    script, start = script_of_case(name).resolve(), time.monotonic()
    case, is_example, title = script.parent, is_case(name), name_of(name)
    out = "" if is_demo else options.out
    folder = begin_result(Path.cwd() / "results", out or title, options.words, not (is_demo or out))
    say(f"running {title} on {options.ranks} process(es), results in {folder}")
    variables = variables_text(script, options.words)
    if variables and not is_demo:
        say(f"variables: {variables}")
    if options.view:
        subprocess.Popen([sys.executable, ROOT / "scripts/main.py", "watch", folder, "--process", str(os.getpid())], stdin=subprocess.DEVNULL)
    command = [LAUNCHER, options.mpiexec, options.ranks, options.program, "-in", script, "-log", "log.lammps"]
    for variable, value in places(name, script, folder).items():
        command += ["-var", variable, value]
    lammps = subprocess.Popen(list(map(str, [*command, *options.words])), cwd=folder, stdin=subprocess.DEVNULL, errors="replace",
                              stdout=subprocess.PIPE if is_demo else None)
    if is_demo:
        show_stages(lammps.stdout)
    if lammps.wait():
        fail(f"{title} stopped: {first_error(folder / 'log.lammps') or 'see the lines above'}")
    say(f"{title} ran in {time.monotonic() - start:.0f} s")
    plotted = not (is_example and (case / "plot.py").is_file()) or plot(case / "plot.py", folder, is_demo)
    make_report(folder, case)
    return folder, plotted


def plot(script, folder, is_demo=False):
    """Whether the script ended well. What it prints of a demo are lines of this program."""
    done = subprocess.Popen([sys.executable, script, folder], cwd=folder, stdin=subprocess.DEVNULL, errors="replace",
                            stdout=subprocess.PIPE if is_demo else None)
    for line in done.stdout or ():
        print(f"{program()}: {line}", end="", flush=True)
    return done.wait() == 0


def plot_quietly(script, folder):
    """Of one of many runs; why there are no key figures. That numbers are not as expected is no reason."""
    with open(folder / "plot.txt", "w") as output:
        done = subprocess.run([sys.executable, script, folder], cwd=folder, stdin=subprocess.DEVNULL, stdout=output, stderr=output)
    return f"{script.name} failed [{folder / 'plot.txt'}]" if done.returncode and not (folder / "figures.csv").is_file() else ""
