"""Reports about a run.

    run_report      report.html: grist report, and after each grist run
    answers         what it shows first: means, plots
    run_folder      what the folder of a run holds: log, pictures, plots, films, frames
    figures         key figures of a run: figures.csv, summary.txt, summary.json
    meanings        what the figures mean, and when to doubt them
    curves          curves of the tables of a run
    liners          sections of walls that wear has changed
    compare         grist compare: two or more runs, or designs with several seeds, on one page
    sides           what is compared: runs, several of one design
    differences     quantities of sides, and which differences are more than their scatter
    differing_inputs    facts, settings, files and lines of inputs that differ
    pictures_alike  pictures, films and worn walls of sides beside each other
    watch           grist watch: a page about a run that goes on
"""
