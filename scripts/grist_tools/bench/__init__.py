"""The benchmarks: grist bench.

    measure     runs the programs and decks of a benchmark
    step        whole steps against stock LAMMPS
    contest     the drum of phasicFlow's benchmark, by other programs as well
"""
