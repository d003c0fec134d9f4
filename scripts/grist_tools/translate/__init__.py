"""Decks of other programs as inputs for Grist.

    rows        the table of LIGGGHTS and Grist: what is translated into what, and what the page from_liggghts.md says of it
    decks       commands of a deck, with the files that it includes; words and their values
    patterns    commands and keywords found in the table, and what stands for them
    job         the state of a translation, line by line
    contacts    pair styles, materials, walls' values
    walls       planes, cylinders, meshes, their motions, counted masses
    feeds       templates, distributions, insertions
    settings    atom styles, boxes, output, sources of heat
    liggghts    a whole deck: its lines and what is left
    command     grist translate
"""
