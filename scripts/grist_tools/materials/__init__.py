"""Bulk materials with names: grist new --material, grist validate materials, doc/materials.md.

    table       reads materials.toml: coefficients, their sources, the bulk tests
    templates   coefficients in a template of grist new
    page        the tables of doc/materials.md
"""
