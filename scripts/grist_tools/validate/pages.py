"""What `grist validate` writes about its cases: table.md, report.html and junit.xml."""

from xml.etree import ElementTree

from ..draw.pages import picture, template
from ..run.lammps import machine
from ..text.values import duration
from .outcomes import band_text, sentence, value_text

HEADS = ["case", "number", "published", "band", "here", "", "time"]


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
        rows.append([result.case.name if first else "", number, band.published, band_text(band), value_text(outcome),
                     outcome.verdict, duration(result.seconds) if first else ""])
    return rows


def table(results, quick):
    lines = [f"| {' | '.join(HEADS)} |", "|" + " --- |" * len(HEADS)]
    lines += [f"| {' | '.join(row)} |" for result in results for row in rows_of(result)]
    kind = "small versions" if quick else "full cases"
    return "\n".join(lines) + f"\n\n{machine()}; {kind}. Mean and standard deviation over the seeds.\n"


def report(results, quick):
    pages = [{"case": result.case, "rows": rows_of(result), "picture": picture(result.plot)} for result in results]
    out = sum(outcome.verdict == "out" for result in results for outcome in result.outcomes)
    judged = sum(outcome.judged for result in results for outcome in result.outcomes)
    return template("validate/pages.jinja").render(heads=HEADS, pages=pages, facts=machine(), quick=quick, judged=judged, held=judged - out)


def junit(results):
    suites = ElementTree.Element("testsuites", name="grist validate")
    for result in results:
        outcomes = result.outcomes
        suite = ElementTree.SubElement(
            suites, "testsuite", name=result.case.name, time=f"{result.seconds:.1f}", tests=str(len(outcomes)),
            failures=str(sum(outcome.verdict == "out" for outcome in outcomes)),
            skipped=str(sum(not outcome.judged for outcome in outcomes)))
        for outcome in outcomes:
            test = ElementTree.SubElement(suite, "testcase", classname=f"validate.{result.case.name}", name=outcome.band.name,
                                          time=f"{result.seconds / len(outcomes):.1f}")
            if not outcome.judged:
                ElementTree.SubElement(test, "skipped", message=sentence(outcome))
            elif outcome.verdict == "out":
                ElementTree.SubElement(test, "failure", message=sentence(outcome))
    return ElementTree.ElementTree(suites)
