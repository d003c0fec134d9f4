"""Evaluates runs of LAMMPS with Grist: readers, plots, pictures, reports, benchmarks.

    messages    sentences for the user, and ends with one
    values      numbers from words, and numbers as text
    logs        reads logs of LAMMPS
    dumps       reads dump files
    tables      reads and writes settings, CSV files and files of fix ave/time
    figures     key figures of a run: figures.csv, summary.txt, summary.json
    plots       numpy, matplotlib, colors, saving of figures
    pictures    spheres, convex bodies and meshes by a depth buffer
    bodies      convex bodies from their corners
    piles       shape of a pile: height map, angle of repose, runout, volume
    specimens   laboratory tests of specimens: strength, elastic constants, cracks
    vessels     triangles of STL and OFF files, cut open, with edges
    films       MP4, WebP or GIF from pictures
    scenes      what there is to see in a run; painter: draws it; run_pictures: grist picture, grist film
    curves      curves of the tables of a run
    run_folder  finds the pictures, films and figures of a run
    report      report.html of a run, by the template report.jinja and report.css
    stages      a run as a line for each of its stages
    new_input   a folder with a small input; inspect_input: what an input does; input_copies: an input
                whose runs are cut short
    calibrate   parameters of a model from measurements; calibration_runs: runs that are not repeated;
                calibration_page: what it writes; quantities: numbers with units
    calibrate_rock  bonds of a rock; rock_file: its input; rock_map: where it begins; rock_specimens:
                tests of specimens; rock_plots; gauss_newton: the search
    calibrate_breakage  from tests of particles; particle_tests: their files; particle_strength: the fits;
                bands: best parameters and their bands
    calibrate_bulk  from heaps and drums; bulk_file: its input; bulk_search; bulk_tests: angles and densities;
                surfaces: a Gaussian process
    lammps_runs starts LAMMPS in a folder
    validate    runs published cases and compares them with their bands; published_cases: what a
                case is; validate_pages: table.md, report.html, junit.xml
    measure     the benchmarks; measure_step: whole steps against stock LAMMPS

The scripts plot.py of examples/ and bench/ put the folder scripts, by its full path, first into
sys.path and import from here. ../main.py is the program that `grist` calls.

numpy and matplotlib are needed, for reports also jinja2, to calibrate breakage and bulk materials scipy.
Without them a program ends with one
sentence.
"""

from .messages import need

need("numpy", "matplotlib")
