#!/usr/bin/env python3
"""The Python half of the command grist: reports.

    python3 main.py report FOLDER [--case EXAMPLE_FOLDER]

It is started by its path, and then Python does not look for modules in the current folder.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))    # also where Python was started with -P
sys.argv[0] = "grist"


def report(options):
    from grist_tools.report import make_report
    print(f"report: {make_report(options.folder, options.case)}")


def parse():
    parser = argparse.ArgumentParser(prog="grist")
    commands = parser.add_subparsers(dest="command", required=True)

    of_report = commands.add_parser("report", help="make report.html of a run")
    of_report.add_argument("folder", type=Path)
    of_report.add_argument("--case", type=Path, help="the example that was run")
    of_report.set_defaults(run=report)
    return parser.parse_args()


if __name__ == "__main__":
    options = parse()
    options.run(options)
