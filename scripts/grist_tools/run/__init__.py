"""Inputs of LAMMPS, and their runs.

    cases           grist run and grist demo: a case, its plots, its report
    resume          grist run --resume: a run that was killed continues
    resumable       a copy of an input that writes checkpoints
    replay          what an input has done up to a run, from its log
    lammps          starts LAMMPS in a folder; says on which machine
    inputs          inputs by their names: cases of examples/, folders, files; their variables, the files that they read
    results         names of folders of results
    kept_runs       runs that are not repeated
    new_input       grist new: a folder with a small input
    inspect_input   grist inspect: what an input does
    input_copies    an input whose runs are cut short
    stages          a run as a line for each of its stages, for grist demo
"""
