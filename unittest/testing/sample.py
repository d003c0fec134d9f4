"""A sample of what a test runs: one in GRIST_ONE_IN of it, drawn anew each time, where the environment has that number (.ci/run). As in main.cpp."""
import os
import random
import unittest


def drawn(things):
    parts = int(os.environ.get("GRIST_ONE_IN", 1))
    if parts == 1:
        return things
    first = random.randrange(parts)
    print(f"one in {parts} of {len(things)}, from number {first} on (all without GRIST_ONE_IN)", flush=True)
    return things[first::parts]


class DrawnTests(unittest.TestLoader):
    def getTestCaseNames(self, case):
        return drawn(super().getTestCaseNames(case))


def run_tests(**more):
    """unittest.main() with such a sample of the tests of each class."""
    unittest.main(testLoader=DrawnTests(), **more)
