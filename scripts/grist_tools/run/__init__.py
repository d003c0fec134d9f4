"""Inputs of LAMMPS, and their runs.

    cases           grist run and grist demo: a case, its plots, its report
    lammps          starts LAMMPS in a folder; says on which machine
    inputs          inputs by their names: cases of examples/, folders, files; their variables, the files that they read
    results         names of folders of results
    kept_runs       runs that are not repeated
    new_input       grist new: a folder with a small input
    inspect_input   grist inspect: what an input does
    input_copies    an input whose runs are cut short
    stages          a run as a line for each of its stages, for grist demo
"""
