"""What needs the source of Grist, and is not installed: grist build, test, check, fuzz and doc.

    tests       the tests, by ctest; the targets of fuzzing
    checks      format, shell scripts, words, includes
    progress    how far a build is
    site        the site of the documentation
"""
