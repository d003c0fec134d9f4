"""The tables of doc/materials.md, made from materials.toml: python3 -m grist_tools.materials.page DOC rewrites them there.

A table stands between its heading and the next one.
"""

import re
import sys
from pathlib import Path

from .table import COEFFICIENTS, TESTS, WITHOUT, materials, sources

HEADINGS = ("Coefficients", "Bulk tests", "Sources")


def tables():
    """Lines of each table, by its heading."""
    return {"Coefficients": coefficients(), "Bulk tests": tests(), "Sources": [f"| {name} | {text} |" for name, text in cited().items()]}


def coefficients():
    lines = []
    for material in materials().values():
        lines.append(f"| **{material.name}**: {material.title} | size | {sizes(material)} | {origin(material.size_source)} |")
        for name, coefficient in material.coefficients.items():
            title, unit, *_ = COEFFICIENTS[name]
            lines.append(f"| | {title} | {number(coefficient.value)} {unit}".rstrip() + f" | {origin(coefficient.source)} |")
    return lines


def tests():
    lines = []
    for material in materials().values():
        for place, test in enumerate(material.tests):
            title, unit, _ = TESTS[test.kind]
            lines.append(f"| {'' if place else material.name} | {title} [{unit}] | {test.measured} | {number(test.low)} to {number(test.high)} | "
                         f"{'fitted' if test.fitted else 'judged'} | {test.source} |")
    return lines


def origin(source):
    return WITHOUT.get(source, source)


def sizes(material):
    return f"{number(1e3 * material.size[0])} to {number(1e3 * material.size[1])} mm"


def number(value):
    return f"{value:.4g}".replace("e+0", "e").replace("e+", "e")


def cited():
    """Sources that are used, in the order of the table."""
    used = {source for material in materials().values()
            for source in (material.size_source, *(one.source for one in [*material.coefficients.values(), *material.tests]))}
    return {name: text for name, text in sources().items() if name in used}


def rewritten(page):
    for heading, lines in tables().items():
        page, count = re.subn(rf"(\n## {heading}\n(?:(?!\n## ).)*?\n\| --- [^\n]*\n)(?:\|[^\n]*\n)*", lambda match, lines=lines: match[1] + "\n".join(lines) + "\n",
                              page, count=1, flags=re.DOTALL)
        assert count, heading
    return page


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(rewritten(path.read_text(encoding="utf-8")), encoding="utf-8")
