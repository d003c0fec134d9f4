"""Many runs of one input: grist sweep and grist converge.

    command     grist sweep
    plan        which runs: values of variables, seeds, names of folders; words: values from the command line
    responses   key figures of the runs, means over seeds; sweep.csv, table.md
    page        plots of responses, and the page
    slurm       a job array for a cluster
    converge    grist converge: how soft, how coarse, how long a step is allowed
"""
