#!/usr/bin/env python3
"""Tests of 95 % intervals. Oracle: synthetic samples whose true mean is known, and the laws of scipy."""
import math
import unittest

import find_modules

import numpy as np
from scipy.signal import lfilter
from scipy.stats import t as student_law

from grist_tools.read.intervals import Estimate, of_median, of_runs, of_series, student

SERIES = 2000
LENGTHS = (300, 8000)       # samples of a history
TIMES = (1, 2, 5, 10, 20, 50)
HELD = (0.93, 0.97)         # of 2,000 series: 0.95 with four standard deviations, 0.0049


def series_with_memory(rng, length, time):
    """Of mean 0 and variance 1, correlated as exp(-lag/time)."""
    kept = math.exp(-1 / time)
    noise = rng.standard_normal(length) * math.sqrt(1 - kept**2)
    noise[0] /= math.sqrt(1 - kept**2)
    return lfilter([1], [1, -kept], noise)


def holds(estimate, truth=0.0):
    return abs(estimate.value - truth) <= estimate.half


class SeriesTest(unittest.TestCase):
    def test_2000_series_of_each_correlation_time(self):
        """The truth is within 93 to 97 of 100 intervals, and long series have one."""
        rng = np.random.default_rng(20)
        for time in TIMES:
            given, long = [], []
            for _ in range(SERIES):
                length = int(np.exp(rng.uniform(*np.log(LENGTHS))))
                found = of_series(3 + series_with_memory(rng, length, time))
                if found.has_interval:
                    given.append(holds(found, 3))
                if length > 100 * time:
                    long.append(found.has_interval)
            with self.subTest(time=time, given=len(given)):
                self.assertTrue(HELD[0] <= np.mean(given) <= HELD[1], np.mean(given))
                self.assertGreater(np.mean(long), 0.95)

    def test_2000_series_of_any_correlation_time(self):
        rng = np.random.default_rng(21)
        found = [of_series(series_with_memory(rng, int(np.exp(rng.uniform(*np.log(LENGTHS)))), rng.uniform(1, 50))) for _ in range(SERIES)]
        given = [holds(one) for one in found if one.has_interval]
        self.assertTrue(HELD[0] <= np.mean(given) <= HELD[1], np.mean(given))
        self.assertGreater(len(given), SERIES // 3)

    def test_series_of_other_kinds(self):
        """A slow part below noise, an oscillation, samples of a law with a tail: 3,000 samples each."""
        rng = np.random.default_rng(22)
        kinds = {"noise": lambda: rng.standard_normal(3000), "tail": lambda: rng.exponential(size=3000) - 1,
                 "slow part": lambda: series_with_memory(rng, 3000, 20) + 2 * rng.standard_normal(3000),
                 "oscillation": lambda: series_with_memory(rng, 3000, 10) + np.sin(0.2 * np.arange(3000) + rng.uniform(0, 6.3))}
        for name, make in kinds.items():
            found = [of_series(make()) for _ in range(1000)]
            given = [holds(one) for one in found if one.has_interval]
            with self.subTest(kind=name, given=len(given)):
                self.assertGreater(len(given), 900)
                self.assertTrue(0.92 <= np.mean(given) <= 0.985, np.mean(given))

    def test_series_without_an_interval(self):
        rng = np.random.default_rng(23)
        found = [of_series(series_with_memory(rng, 1000, 100)) for _ in range(200)]
        self.assertLess(sum(one.has_interval for one in found), 10)
        self.assertRegex(str(found[0]), r"^-?\d.* \(no interval: 1000 samples are too few for a correlation time of \d+")
        self.assertEqual(str(of_series(np.full(500, 2.5))), "2.5 (no interval: it does not vary)")
        self.assertFalse(of_series(np.arange(500.0)).has_interval)      # it drifts
        self.assertFalse(of_series(rng.standard_normal(20)).has_interval)


class RunsTest(unittest.TestCase):
    def test_student(self):
        for degrees in (1, 2, 3.5, 7, 20, 150.3, 10_000):
            self.assertAlmostEqual(student(degrees) / student_law.ppf(0.975, degrees), 1, places=4)

    def test_independent_runs(self):
        found = of_runs([1.0, 2.0, 4.0])
        self.assertAlmostEqual(found.value, 7 / 3)
        self.assertAlmostEqual(found.half, 4.30265 * math.sqrt(7 / 3) / math.sqrt(3), places=4)
        self.assertEqual(str(of_runs([9.8, 10.1, 10.0])), "9.97 ± 0.38")
        self.assertEqual(of_runs([9.8]).text("W"), "9.8 W (no interval: one run)")
        self.assertEqual(of_runs([9.8, 10.1, 10.0]).text("W"), "9.97 ± 0.38 W")
        self.assertEqual(str(of_runs([0, 0, 0], "seeds")), "0 (no interval: the same in 3 seeds)")
        self.assertTrue(math.isnan(of_runs([1.0, math.nan]).value))

    def test_median_of_packings(self):
        """A t of so few packings is rather too wide than too narrow."""
        rng = np.random.default_rng(24)
        for count in (3, 5, 9):
            held = np.mean([holds(of_median(100 + 10 * rng.standard_normal(count)), 100) for _ in range(1000)])
            self.assertTrue(0.93 <= held <= 0.99, (count, held))
        self.assertEqual(of_median([101, 98, 120]).value, 101)
        self.assertEqual(str(of_median([101, 98])), "99.5 (no interval: 2 packings)")

    def test_scaled(self):
        found = Estimate(2.0, 0.5, "3 runs", 2).scaled(-1e3)
        self.assertEqual((found.value, found.half, found.basis, found.degrees), (-2000, 500, "3 runs", 2))
        self.assertAlmostEqual(found.standard_error, 500 / 4.302653, places=3)
        self.assertTrue(math.isnan(Estimate(2.0, 0.5).standard_error))        # of unknown degrees of freedom


if __name__ == "__main__":
    find_modules.run_tests()
