"""A job array for SLURM: a task for each run that has no result yet. Each task is this program with one run (--task)."""

import os
import shlex
import sys

from .. import ROOT

SCRIPT, LIST = "sweep.sh", "runs.txt"
TEXT = """#!/bin/bash
# Written by grist sweep. Each task is a run of {list}. Time, memory and partition of a task: add lines #SBATCH, or words behind sbatch.
#   start it:       sbatch {script}
#   collect it:     {collect}
#SBATCH --job-name={name}
#SBATCH --array={tasks}
#SBATCH --ntasks={ranks}
#SBATCH --output={folder}/task-%a.txt
cd {here} || exit
{environment}exec {command} --task "${{SLURM_ARRAY_TASK_ID:?}}"{after}
"""
KEPT = ("OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "OMPI_MCA_ess_singleton_isolated", "MPLBACKEND")


def write_script(folder, options, numbers, jobs):
    """`numbers`: of the runs that are to be done, from 1 on."""
    folder = folder.resolve()
    (folder / LIST).write_text("".join(f"{number} {job.name}\n" for number, job in enumerate(jobs, 1) if number in numbers))
    words = words_of(options, folder)
    given = ["--program", str(options.program.resolve()), "--mpiexec", options.mpiexec]
    task, after = split([sys.executable, str(ROOT / "scripts/main.py"), *words[:1], *given, *words[1:]])
    (folder / SCRIPT).write_text(TEXT.format(
        list=LIST, script=shlex.quote(str(folder / SCRIPT)), collect=shlex.join([options.called_as, *with_option(words, "--collect")]),
        name=folder.name.replace(" ", "_"), tasks=ranges(numbers) + (f"%{options.jobs}" if options.jobs else ""), ranks=options.ranks, folder=folder,
        here=shlex.quote(os.getcwd()), environment="".join(f"export {name}={shlex.quote(os.environ[name])}\n" for name in KEPT if name in os.environ),
        command=shlex.join(task), after=f" {shlex.join(after)}" if after else ""))
    return folder / SCRIPT


def words_of(options, folder):
    """The command again, with the folder of the results."""
    words = ["sweep", options.name, "--out", str(folder), "--ranks", str(options.ranks)]
    for name, values in options.vary:
        words += [f"--vary={name}={','.join(values)}"]
    words += ["--seeds", str(options.seeds)] if options.seeds else []
    return words + (["--", *options.words] if options.words else [])


def split(words):
    place = words.index("--") if "--" in words else len(words)
    return words[:place], words[place:]


def with_option(words, option):
    before, after = split(words)
    return [*before, option, *after]


def ranges(numbers):
    """1-3,7 of 1, 2, 3, 7."""
    found = []
    for number in numbers:
        if found and number == found[-1][1] + 1:
            found[-1][1] = number
        else:
            found.append([number, number])
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in found)
