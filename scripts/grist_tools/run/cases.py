"""grist run and grist demo: a case of examples/, or the input of a folder, with its plots and its report. Of a folder, no Python file is run."""

import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

from .. import ROOT
from ..report.run_report import make_report
from ..text.messages import fail, program, say
from .inputs import check_ranges, is_case, name_of, places, script_of_case, values_given, variables_text
from .kept_runs import hold, LOCK
from .lammps import ENDS_WITH_US, LAUNCHER, first_error
from .results import begin_result, check_free, check_name, result_name, show_results
from .resume import begin, checkpoint_words, ended_by_limit, records_of, resume
from .stages import show_stages

BEFORE = float(os.environ.get("GRIST_SECONDS", 0))      # that the build took
EXIT_BY_LIMIT = 3


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
    check_ranges(script, values_given(options.words))
    results, title = Path.cwd() / "results", name_of(name)
    if not is_demo and options.resume:
        folder = (results / (options.out or result_name(title, options.words))).resolve()
        if not folder.is_dir():
            fail(f"there is no run to resume in {folder}: run without --resume")
        check_free(folder)
    else:
        out = "" if is_demo else options.out
        folder = begin_result(results, out or title, options.words, not (is_demo or out))
    with open(folder / LOCK, "a") as lock:
        if not hold(lock):
            check_free(folder)
        return run_in(folder, script, options, is_demo, start, lock.fileno())


def run_in(folder, script, options, is_demo, start, lock):
    name, title = ("demo", "demo") if is_demo else (options.name, name_of(options.name))
    given, parts, more = script, None, {}
    if not is_demo:
        given, parts = (resume if options.resume else begin)(folder, script, options)
    if parts:
        more = {"grist_part": parts.number, "grist_checkpoints": checkpoint_words(parts, options, BEFORE + time.monotonic() - start)}
    words = parts.state["words"] if parts else options.words
    log = parts.log(parts.number) if parts else folder / "log.lammps"
    say(f"running {title} on {options.ranks} process(es), results in {folder}")
    variables = variables_text(script, words)
    if variables and not is_demo:
        say(f"variables: {variables}")
    if options.view:
        subprocess.Popen([sys.executable, ROOT / "scripts/main.py", "watch", folder, "--process", str(os.getpid())], stdin=subprocess.DEVNULL)
    command = [*ENDS_WITH_US, LAUNCHER, options.mpiexec, options.ranks, options.program, "-in", given, "-log", log.name]
    for variable, value in {**places(name, script, folder), **more}.items():
        command += ["-var", variable, value]
    lammps = subprocess.Popen(list(map(str, [*command, *words])), cwd=folder, stdin=subprocess.DEVNULL, errors="replace",
                              stdout=subprocess.PIPE if is_demo else None, pass_fds=[lock])
    if is_demo:
        show_stages(lammps.stdout)
    if lammps.wait():
        kept = records_of(folder)
        how = f"; --resume continues from step {kept[0]['step']}" if parts and kept else ""
        fail(f"{title} stopped: {first_error(log) or 'see the lines above'}{how}")
    if parts:
        end_or_stop(parts, title, options)
    say(f"{title} ran in {time.monotonic() - start:.0f} s")
    case = script.parent
    plotted = not (is_case(name) and (case / "plot.py").is_file()) or plot(case / "plot.py", folder, is_demo)
    make_report(folder, case)
    return folder, plotted


def end_or_stop(parts, title, options):
    """A run that its limit has stopped says how to go on."""
    record = ended_by_limit(parts)
    if record is None:
        parts.end()
        return
    words = [options.name, *(["--out", options.out] if options.out else []), "--resume"]
    say(f"{title} stopped before its limit, at step {record['step']} of {record['end']}; continue it by: {options.called_as} run {shlex.join(words)}")
    sys.exit(EXIT_BY_LIMIT)


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
