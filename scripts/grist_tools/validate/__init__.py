"""Published experiments, repeated and compared: grist validate.

    cases       what a case of validation/ is: its runs, its data, its bands
    outcomes    numbers of a case, and how they lie to their bands
    runs        runs the cases
    pages       table.md, report.html, junit.xml
"""
