"""grist test without an option that asks for another build: the tests by ctest. unittest/test_options.sh has the others."""

import os
import subprocess
import time

from .. import ROOT
from ..text.messages import say

LIMIT, MEASURED = 1800, 2.5     # s: what a test may take, where the test below takes so long on each core
SHORT_TEST = "--gtest_filter=Overlap.AgreesWithLasserresFormula"


def fuzz_targets():
    return sorted(path.stem[5:] for path in (ROOT / "unittest/fuzz").glob("fuzz_*") if path.suffix in (".cpp", ".py"))


def list_fuzz_targets(options):
    say(f"the targets are: {' '.join(fuzz_targets())}")


def time_limit(build):
    """Half an hour, and longer where the machine is slower or busier than a free one of the kind that the tests were timed on."""
    start = time.monotonic()
    tests = [subprocess.Popen([build / "unittest/test_core", SHORT_TEST], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
             for _ in range(len(os.sched_getaffinity(0)))]
    for test in tests:
        test.wait()
    return round(LIMIT * max(1, (time.monotonic() - start) / MEASURED))


def run_tests(options):
    preset = "plugin" if options.build.name == "plugin" else "slow" if options.mode == "slow" else "release"
    words = ["-C", "suites", *options.words] if "-R" in options.words else options.words     # suites of the styles by name, too
    command = ["ctest", "--preset", preset, "--parallel", len(os.sched_getaffinity(0)), "--timeout", time_limit(options.build), *words]
    os.chdir(ROOT)
    os.execvp(command[0], list(map(str, command)))
