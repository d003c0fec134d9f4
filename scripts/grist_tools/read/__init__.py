"""Reads the files of a run, and says what they hold.

    logs            logs of LAMMPS, of one run or of its parts
    column_units    units of thermo keywords, computes and variables
    dumps           dump files of LAMMPS
    tables          settings, TOML, CSV files, files of fix ave/time; writes CSV files
    terms           one word for one thing: names of columns, and those of the version before
    vtk_files       files of dump paraview
    meshes          triangles of STL and OFF files, cut open, with edges
    simple_walls    triangles of walls of planes, cylinders and regions
    wall_motions    walls of a run from its log, and where they are at a step
    stress_files    values of triangles that fix wall/mesh writes
    wall_values     a value of walls over a run: wear, pressure, power; scaled to a time
    bodies          convex bodies from their corners: faces, volumes; many in arrays
    scenes          what there is to see in a run at a time: spheres, bodies, bonds, walls
    piles           shape of a pile: height map, angle of repose, runout, volume
    specimens       laboratory tests of specimens: strength, elastic constants, cracks
    yield_locus     yield loci and Mohr circles of shear tests
    intervals       95 % intervals: from independent runs, from one long run, from packings
"""
