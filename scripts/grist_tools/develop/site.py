"""grist doc: the site of the documentation. A warning of Sphinx is an error, and so is a link to a place that does not exist."""

import shutil
import subprocess
import sys
import time

from .. import ROOT
from ..text.messages import fail, say

SETTINGS = ROOT / "doc/site"
BUILD = ROOT / "build/doc"


def make_site(options):
    """By a Python that has Sphinx."""
    start, site = time.monotonic(), BUILD / "html"
    shutil.rmtree(site, ignore_errors=True)
    sphinx = ["-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html", "-d", BUILD / "trees", "-c", ".", ROOT, site]
    with open(BUILD / "build.log", "a") as log:    # in this folder, as with -m Python looks for modules in it
        faults = subprocess.run([sys.executable, *sphinx], cwd=SETTINGS, stdin=subprocess.DEVNULL, stdout=log, stderr=log).returncode
    if faults:
        print((BUILD / "build.log").read_text(errors="replace"), file=sys.stderr, end="")
        fail("the documentation has faults: see the lines above")
    if subprocess.run([sys.executable, SETTINGS / "check_links.py", site], cwd=SETTINGS, stdin=subprocess.DEVNULL).returncode:
        fail("the documentation has dead links: see the lines above")
    say(f"documentation made in {time.monotonic() - start:.0f} s: {site}/index.html")
