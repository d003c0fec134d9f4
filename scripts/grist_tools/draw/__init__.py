"""Draws: plots, pictures and films of a run, pages, and the viewer in a browser.

    plots           numpy, matplotlib, colors, saving of figures
    pictures        spheres, convex bodies and meshes by a depth buffer
    rasters         very many spheres and triangles into that buffer
    occlusion       what lies behind what is around it, which is darker
    coloring        colors, bar and legend of a value
    views           where a picture is seen from
    painter         a scene of a run as a picture: particles and walls by a value, other walls as glass
    films           MP4, WebP or GIF from pictures
    run_pictures    grist picture, grist film, and the pictures that grist run makes
    pages           templates of pages, pictures in them
    view_data       packs frames of a run for the viewer
    view_page       grist view: the page with the viewer, which scripts/viewer makes
"""
