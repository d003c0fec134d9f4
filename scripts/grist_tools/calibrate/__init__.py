"""Parameters of models from measurements: grist calibrate.

    command             the kind of calibration that a file asks for
    page                what a calibration writes
    quantities          numbers with units, and tables with known keys
    rock                bonds of a rock; rock_file: its input; rock_models: spheres and blocks; rock_map, block_map: what is
                        known of them before any run; rock_search: the search; rock_specimens: tests of specimens
    breakage            strengths from broken particles; particle_tests: their files;
                        particle_strength: the fits; bands: best parameters and their bands
    bulk                friction from heaps and drums; bulk_file: its input; bulk_tests: angles and
                        densities; bulk_search: the search, by surfaces through results
    powder              cohesion and friction from a flow function; powder_file: its input; powder_tests: strengths and solid fractions
                        of shear cells
"""
