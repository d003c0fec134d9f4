"""grist compare: two or more runs side by side on one page, and which differences are more than their scatter. Nothing is run.

What the page shows and how differences are judged: doc/compare.md. The page is the template compare.jinja, with the style draw/page.css.

    side            a run, or runs of one design with other seeds; called A, B, ... on the page: sides
    difference      of a quantity between two sides: differences
"""

import csv
from pathlib import Path

from ..draw.pages import template
from ..text.messages import fail, say
from . import curves
from .differences import judge, key_figures, means, name_of, numeral, shared_curves, there, unit_of
from .differing_inputs import differing_facts, differing_lines
from .pictures_alike import films_of, pictures_alike, pictures_there, wear_alike, worn_alike
from .run_report import facts, of_svg
from .sides import LETTERS, read_sides

MOST_LINES = 40                         # of an input, that differ
FIRST_CURVES = 6                        # that are not folded


def compare(options):
    target = options.out or Path("compare.html")
    page = Page(read_sides(options.folders))
    try:
        target.write_text(page.text(), encoding="utf-8", errors="replace")
        if options.csv:
            page.write_csv(options.csv)
    except OSError as error:
        fail(f"cannot write {error.filename}: {error.strerror}")
    say(f"{page.verdict}")
    say(f"comparison: {target}" + (f", table: {options.csv}" if options.csv else ""))


class Page:
    def __init__(self, sides):
        self.sides = sides
        self.figures, self.alone = key_figures(sides)
        self.curves, self.curves_alone, self.constant = shared_curves(sides)
        self.means = means(sides, self.curves)
        self.judged = judge([difference for quantity in self.figures + self.means for difference in quantity.differences])

    @property
    def verdict(self):
        """One sentence."""
        claimed, count = sum(difference.is_claimed for difference in self.judged), len(self.judged)
        if not count:
            return "no difference can be judged: no quantity has an interval in two runs"
        return f"{claimed or 'none'} of {count} judged difference{'s' if count > 1 else ''} {'are' if claimed > 1 else 'is'} more than the scatter"

    def text(self):
        sides = self.sides
        rows, same = differing_facts(sides)
        lines = [(other, differing_lines(sides[0].first, other.first)) for other in sides[1:]]
        products, histories = self.panels()
        alike, about = pictures_alike(sides)
        maps, about_maps = wear_alike(sides)
        judged = sorted((quantity for quantity in self.means if quantity.is_judged), key=lambda quantity: not quantity.is_claimed)
        left_out = {f"{side.letter}, {run.folder.path.name}": run.folder.left_out for side in sides for run in side.runs if run.folder.left_out}
        return template("report/compare.jinja").render(
            sides=sides, title=" · ".join(f"{side.letter} {side.name}" for side in sides), facts={side.letter: facts_of(side) for side in sides},
            colors=curves.COLORS, verdict=self.verdict, claimed=any(difference.is_claimed for difference in self.judged), count=len(self.judged),
            has_pairs=any(difference.found.basis.endswith("pairs") for difference in self.judged), rows=rows, same=same, lines=lines, most_lines=MOST_LINES,
            figures=self.figures, means=judged, unjudged=[quantity for quantity in self.means if not quantity.is_judged],
            alone=self.alone, curves_alone=self.curves_alone, constant=self.constant, products=products, histories=histories, first_curves=FIRST_CURVES,
            pictures=alike or pictures_there(sides), about_pictures=about, films=films_of(sides), maps=maps, about_maps=about_maps, worn=worn_alike(sides),
            left_out=left_out)

    def panels(self):
        """Pictures of curves: of products, and of all else, those that differ first."""
        quantities = {quantity.key: quantity for quantity in self.means}
        products, histories = [], []
        for key, lines in self.curves.items():
            quantity, unit = quantities.get(key), unit_of(key[1])
            caption = f"{name_of(key[0], lines)} [{unit}]" if unit else name_of(key[0], lines)
            shown = of_svg(curves.draw_together({LETTERS.index(letter): there({letter: mine}) for letter, mine in lines.items()}), caption)
            rank = 0 if quantity and quantity.is_claimed else 1 if quantity and quantity.is_judged else 2
            is_product = all(curve.kind in ("sizes", "classes") for curve in there(lines))
            (products if is_product else histories).append((rank, shown))
        return [shown for _, shown in products], [shown for _, shown in sorted(histories, key=lambda row: row[0])]

    def write_csv(self, path):
        """A row for each quantity and pair of sides."""
        heads = ["quantity", "unit", "source", "a", "b", *(f"{name}_{side}" for side in "ab" for name in ("value", "error", "degrees", "basis", "since")),
                 "difference", "error", "degrees", "basis", "chance", "chance_of_page", "verdict"]
        with open(path, "w", newline="", encoding="utf-8") as file:
            table = csv.writer(file)
            table.writerow(heads)
            for quantity in self.figures + self.means:
                for one in quantity.differences:
                    cells = [cell for value in one.values for cell in value.cells]
                    table.writerow([quantity.name, quantity.unit, quantity.source, one.first.name, one.second.name, *cells,
                                    *map(numeral, (one.found.value, one.found.half, one.found.degrees)), one.found.basis,
                                    *map(numeral, (one.chance, one.of_page)), one.verdict])


def facts_of(side):
    """Of several runs their number, and those of the first."""
    return facts(side.first.folder) if len(side.runs) == 1 else f"{len(side.runs)} {side.word}; the first: {facts(side.first.folder)}"
