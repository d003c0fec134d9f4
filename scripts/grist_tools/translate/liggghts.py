"""A whole deck of LIGGGHTS: its lines in their order, what stands for them, and what is left."""

import re
from typing import NamedTuple

from ..text.messages import fail
from . import contacts, feeds, settings, walls  # noqa: F401     the functions of the table
from .decks import whole_deck
from .job import Job, Left
from .settings import renamed

WIDTH = 120
OF_LIGGGHTS = re.compile(r"fix \S+ \S+ (property/global|particletemplate/|particledistribution/|insert/|mesh/surface|wall/gran model|move/mesh|heat/gran|check/timestep|multisphere"
                         r"|massflow/mesh|sph/|couple/)|pair_style gran |communicate |hard_particles|soft_particles|atom_style (granular|sph|superquadric)|dump \S+ \S+ custom/vtk"
                         r"|coarsegraining|region \S+ mesh/tet")
OF_LAMMPS = re.compile(r"(units|pair_style|atom_style|boundary|fix|run|variable|read_data|include|pair_coeff|neighbor|dimension) ")
OF_PYTHON = re.compile(r"^\s*(from yade|import yade|from \w+ import|import \w+|O\.(bodies|engines|materials|run|dt)|def \w+\()", re.MULTILINE)


class Piece(NamedTuple):
    """What became of a statement."""
    kind: str           # text: comments; same, changed, dropped, left
    place: str
    command: str
    text: list          # lines of the output
    reasons: list


def check_program(path, statements):
    """One sentence for a file that is no deck of LIGGGHTS."""
    text = "\n".join(" ".join(statement.words) for statement in statements if statement.words)
    raw = "\n".join(line for statement in statements for line in statement.lines)
    if not text:
        fail(f"{path} has no commands: give an input of LIGGGHTS")
    if OF_PYTHON.search(raw):
        yade = "of Yade (doc/from_yade.md says what its commands are here)" if "yade" in raw or "O." in raw else "in Python"
        fail(f"{path} is a script {yade}: grist translate reads decks of LIGGGHTS")
    if OF_LIGGGHTS.search(text):
        return
    if OF_LAMMPS.search(text):
        fail(f"{path} has no command of LIGGGHTS: Grist reads inputs of LAMMPS as they are; if another deck includes it, give that one")
    fail(f"{path} is no deck of LIGGGHTS: its first command is '{statements_with_words(statements)[0].words[0]}'")


def statements_with_words(statements):
    return [statement for statement in statements if statement.words]


def translate_deck(path):
    statements = whole_deck(path)
    check_program(path, statements)
    job = Job(path, statements)
    job.regions, job.has_heat, job.computes = {}, False, set()
    job.all_templates = feeds.all_templates(statements, path)
    job.has_clusters = any(template.is_cluster for template in job.all_templates) or any(True for _ in job.ahead("fix", None, None, "multisphere"))
    job.fixes = {statement.words[1] for statement in job.ahead("fix", None)}
    return [piece_of(job, statement) for statement in statements]


def piece_of(job, statement):
    if not statement.words:
        return Piece("text", statement.place, "", statement.lines, [])
    job.line, job.place, job.notes, job.reasons = list(statement.words), statement.place, [], []
    try:
        check_names(job, job.line)
        lines = [[renamed(job, word) for word in line] for line in job.lines_of(job.line)]
    except Left as error:
        keep_missing(job, statement.words)
        lines, job.reasons = None, [reason for reason in str(error).split("; ") if reason]
    command = " ".join(statement.words[:4] if statement.words[0] in ("fix", "compute", "dump") else statement.words[:2])
    keep_state(job, statement.words)
    if lines == [statement.words] and not job.reasons:
        return Piece("same", statement.place, command, [f"# note: {note}" for note in job.notes] + statement.lines, [])
    said = [(f"# {'was' if lines is not None else 'left'}: {line}" if k == 0 else f"#      {line}").rstrip() for k, line in enumerate(commented(statement.lines))]
    said += [f"# left: {reason}" if lines is not None else f"#   reason: {reason}" for reason in job.reasons]
    said += [f"# note: {note}" for note in job.notes]
    kind = "left" if job.reasons else "changed" if lines else "dropped"
    return Piece(kind, statement.place, command, said + [text for line in lines or [] for text in wrapped(line)], job.reasons)


OUTPUT = re.compile(r"\b[cf]_\w+")


def keep_missing(job, words):
    """What a line that is left would have defined."""
    if words[0] in ("fix", "compute", "region", "dump") and len(words) > 1:
        name = words[1]
        job.missing |= {f"{words[0][0]}_{name}" if words[0] in ("fix", "compute") else f"{words[0]} {name}", f"un{words[0]} {name}"}


def check_names(job, words):
    """A line that needs what was left is left as well; columns of thermo_style are taken out of it."""
    pairs = {f"{a} {b}" for a, b in zip(words, words[1:]) if a in ("region", "unfix", "uncompute", "undump", "fix_modify")}
    pairs |= {f"unfix {b}" for a, b in zip(words, words[1:]) if a == "fix_modify"}
    used = {name for word in words for name in OUTPUT.findall(word)} | pairs
    missing = sorted(used & job.missing)
    if missing and words[0] == "thermo_style":
        job.left(f"without {' '.join(missing)}, whose command is left")
        words[:] = [word for word in words if OUTPUT.findall(word)[:1] != missing[:1] and not set(OUTPUT.findall(word)) & job.missing]
    elif missing and words[0] != "variable":
        raise Left(f"it needs {' and '.join(name.removeprefix('un') for name in missing)}, whose command is left")


def keep_state(job, words):
    """What later lines need of lines that are the same in both."""
    if words[0] == "timestep" and len(words) > 1:
        job.timestep = job.number(words[1])
    if words[0] == "read_data" and len(words) > 1:
        path = job.near(words[1])
        head = path.read_text(errors="replace")[:4000] if path else ""
        found = re.search(r"^\s*(\d+)\s+atom types", head, re.MULTILINE)
        job.types = int(found[1]) if found else None
        for low, high, axis in re.findall(r"^\s*(\S+)\s+(\S+)\s+([xyz])lo [xyz]hi", head, re.MULTILINE):
            job.box[axis] = (float(low), float(high))


def commented(lines):
    """A comment that ends with & would swallow the next line; three quotes would begin a text."""
    return [re.sub(r"\s*&\s*$", "", line).replace('"""', "'''").rstrip() for line in lines]


def wrapped(words):
    """The words as lines of an input, continued by & before a keyword."""
    groups = []
    for word in words:
        if groups and not re.match("[A-Za-z]", word):
            groups[-1] += " " + word
        else:
            groups.append(word)
    lines, now = [], groups[0]
    for group in groups[1:]:
        if len(now) + len(group) > WIDTH - 3:
            lines.append(now + " &")
            now = "    " + group
        else:
            now += " " + group
    return [*lines, now]
