"""Sentences for the user. An error is one sentence on stderr and exit status 1."""

import sys
from importlib.util import find_spec
from pathlib import Path


def program():
    return Path(sys.argv[0]).name


def say(sentence):
    print(f"{program()}: {sentence}", flush=True)


def warn(sentence):
    print(f"{program()}: {sentence}", file=sys.stderr, flush=True)


def fail(sentence):
    """Ends the program."""
    sys.exit(f"{program()}: {sentence}")


def need(*modules):
    """Ends the program if one of these modules is not installed."""
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        packages = " ".join(f"python3-{name}" for name in missing)
        fail(f"Python has no {' and no '.join(missing)}: install what is missing, on Debian "
             f"{packages}, or set GRIST_PYTHON to a Python that has it")
