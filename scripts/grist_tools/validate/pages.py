"""What `grist validate` writes about its cases: table.md, report.html and junit.xml."""

from xml.etree import ElementTree

from ..draw.pages import picture, template
from ..run.lammps import machine
from ..text.values import duration
from .cases import KINDS
from .outcomes import band_text, sentence, spoiled_sentence, spoiled_text, value_text

HEADS = ["case", "number", "kind", "published", "band", "here", "", "spoiled", "time"]


def write_pages(out, results, quick):
    """Again after each case, so that a run that is stopped leaves what it has."""
    (out / "table.md").write_text(table(results, quick))
    (out / "report.html").write_text(report(results, quick), encoding="utf-8")
    junit(results).write(out / "junit.xml", encoding="utf-8", xml_declaration=True)


def rows_of(result):
    """Cells of the rows of a case; name and time stand in the first."""
    rows = []
    for outcome in result.outcomes:
        band, first = outcome.band, not rows
        number = f"{band.title} [{band.unit}]" if band.unit else band.title
        rows.append([result.case.name if first else "", number, band.kind, band.published, band_text(band), value_text(outcome),
                     outcome.verdict, spoiled_text(outcome), duration(result.seconds) if first else ""])
    return rows


def table(results, quick):
    lines = [f"| {' | '.join(HEADS)} |", "|" + " --- |" * len(HEADS)]
    lines += [f"| {' | '.join(row)} |" for result in results for row in rows_of(result)]
    version = "small versions" if quick else "full cases"
    return "\n".join(lines) + f"\n\n{machine()}; {version}. {counts(results)}. Mean over the seeds, ± half the width of its 95 % interval.\n"


def counts(results):
    """How many numbers are judged, and what their bands stand for."""
    kinds = [outcome.band.kind for result in results for outcome in result.outcomes if outcome.judged]
    return f"{len(kinds)} numbers are judged: " + (", ".join(f"{kinds.count(kind)} {kind}" for kind in KINDS if kind in kinds) or "none")


def report(results, quick):
    pages = [{"case": result.case, "rows": rows_of(result), "picture": picture(result.plot) if result.plot else None} for result in results]
    out = sum(outcome.verdict == "out" for result in results for outcome in result.outcomes)
    judged = sum(outcome.judged and bool(outcome.values) for result in results for outcome in result.outcomes)
    spoiled = [outcome.falls_out for result in results for outcome in result.spoiled]
    return template("validate/pages.jinja").render(heads=HEADS, pages=pages, facts=f"{machine()} · {counts(results)}", quick=quick, judged=judged,
                                                   held=judged - out, spoiled=len(spoiled), pushed=sum(spoiled))


def junit(results):
    """A test for each number, and one for each spoiled run of a number."""
    suites = ElementTree.Element("testsuites", name="grist validate")
    for result in results:
        outcomes, spoiled = result.outcomes, result.spoiled
        failed = sum(outcome.verdict == "out" for outcome in outcomes) + sum(not outcome.falls_out for outcome in spoiled)
        suite = ElementTree.SubElement(
            suites, "testsuite", name=result.case.name, time=f"{result.seconds:.1f}", tests=str(len(outcomes) + len(spoiled)),
            failures=str(failed), skipped=str(sum(outcome.verdict not in ("in", "out") for outcome in outcomes)))
        place, each = f"validate.{result.case.name}", f"{result.seconds / (len(outcomes) + len(spoiled)):.1f}"
        for outcome in outcomes:
            test = ElementTree.SubElement(suite, "testcase", classname=place, name=outcome.band.name, time=each)
            if outcome.verdict != "in":
                ElementTree.SubElement(test, "failure" if outcome.verdict == "out" else "skipped", message=sentence(outcome))
        for outcome in spoiled:
            test = ElementTree.SubElement(suite, "testcase", classname=f"{place}.spoiled", name=outcome.band.name, time=each)
            if not outcome.falls_out:
                ElementTree.SubElement(test, "failure", message=spoiled_sentence(outcome))
    return ElementTree.ElementTree(suites)
