"""Specimens of bonded elements in the tests of a laboratory: bonds -> what the tests of examples/strength, or of examples/blocks, measure.

    specimens = Specimens(rock, runs, {"uniaxial": 6.0})        # strength over that of a bond that is expected
    rows = specimens.measure(bonds, seeds)      # a row for each seed: responses in the order of rock.targets, nan where there is none;
                                                # last the share of bonds broken at the failure of the compression tests
"""

from functools import partial
from math import nan

import numpy as np

from ..read.specimens import read_history, read_test
from ..run.kept_runs import Job
from ..text.messages import fail
from .rock_search import response

# A disc is loaded across several diameters, each with a new specimen of the packing: of one diameter the strength scatters by a tenth.
TURNS = {"brazil": (0, 60, 120)}
CHOSEN = {"jaws": ("brazil",), "platens": ("uniaxial", "triaxial")}     # tests in which these words matter


class Specimens:
    def __init__(self, rock, runs, expected):
        self.rock, self.runs = rock, runs
        self.slowness = {test: min(1.0, usual / expected.get(test, usual)) for test, usual in rock.model.usual.items()}
        self.folders = {}       # of the runs of the last measurement, by test
        self.tests = list(dict.fromkeys((target.test, target.confining) for target in rock.targets))
        self.parts = [(test, confining, turn) for test, confining in self.tests for turn in TURNS.get(test, (0,))]

    def job(self, bonds, test, confining, turn, seed):
        rock = self.rock
        held = {name: value for name, value in rock.hold.items() if name not in bonds.levers}
        variables = {"test": test, rock.model.count: rock.elements, "diameter": rock.diameter, "density": rock.density, "seed": seed, "turn": turn,
                     "frames": 0, "slowness": self.slowness[test], **rock.model.settings, **held, **rock.model.variables(bonds, rock)}
        for key, tests in CHOSEN.items():
            if test in tests and len(rock.model.choices[key]) > 1:
                variables[key] = getattr(rock, key)
        if confining:
            variables["confining"] = confining
        variables = {name: f"{value:.7g}" if isinstance(value, float) else value for name, value in variables.items()}
        what = test + (f" at {confining / 1e6:g} MPa" if confining else "") + (f" turned by {turn}" if turn else "")
        return Job(rock.model.script, variables, f"{what}, seed {seed}", partial(read_failed, rows=rock.model.rows))

    def measure(self, bonds, seeds):
        jobs = [self.job(bonds, *part, seed) for seed in seeds for part in self.parts]
        found = self.runs.measure(jobs)
        self.folders = {test: [job.folder for job, part in zip(jobs, self.parts * len(seeds)) if job.folder and part[:2] == test] for test in self.tests}
        rows = []
        for k in range(0, len(found), len(self.parts)):
            results = {test: [one for one, part in zip(found[k:], self.parts) if part[:2] == test] for test in self.tests}
            numbers = [np.mean([number_of(target, one) for one in results[target.test, target.confining]]) for target in self.rock.targets]
            rows.append([*numbers, max((one.broken_at_peak for ones in results.values() for one in ones if one), default=nan)])
        return np.array(rows)

    def check(self, rows, when):
        """Ends the program where no packing gave a number."""
        for target, column in zip(self.rock.targets, rows.T):
            if not np.isfinite(column).any():
                what, why = next((item for item in self.runs.failed.items() if item[0].startswith(target.test)))
                fail(f"no packing {when} gives the {target.name}; {what}: {why}")


def number_of(target, test):
    return nan if test is None else float(response(target, getattr(test, {"young": "young_Pa", "poisson": "poisson"}.get(target.kind, "strength_Pa"))))


def read_failed(folder, rows):
    """The result of a test whose specimen has failed; `rows` has the history of one that did not."""
    if len(read_history(folder)["stress"]) >= rows:
        fail("the specimen did not fail up to the largest strain of the test")
    return read_test(folder)
