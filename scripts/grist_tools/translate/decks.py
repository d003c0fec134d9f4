"""Commands of a deck, as LAMMPS and LIGGGHTS read their lines: "&" at the end of a line continues it, "#" outside of quotes begins a comment."""

import math
import re
from pathlib import Path
from typing import NamedTuple

from ..text.messages import fail

WORD = re.compile(r'"""(?:.|\n)*?"""|"[^"]*"|\'[^\']*\'|[^\s"\']+')
VARIABLE = re.compile(r"\$\{(\w+)\}|\$([A-Za-z])(?![\w{(])")
NAME_IN_FORMULA = re.compile(r"\bv_(\w+)\b")
FUNCTIONS = {name: getattr(math, name) for name in ("sqrt", "exp", "sin", "cos", "tan", "asin", "acos", "atan", "floor", "ceil")}
FUNCTIONS |= {"ln": math.log, "log": math.log10, "abs": abs, "round": round, "PI": math.pi}
NUMBER = re.compile(r"(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
FORMULA = re.compile(rf"(?:[-+*/(),\s]|\^|{NUMBER.pattern}|{'|'.join(FUNCTIONS)})+")


class Statement(NamedTuple):
    lines: list         # as they stand in the file
    words: list         # empty: a comment or an empty line
    place: str          # file and line


def words_of(text):
    """Without the comment. A word in quotes keeps them."""
    words = []
    for found in re.finditer(r'("""(?:.|\n)*?"""|"[^"]*"|\'[^\']*\')|(#)|(\s+)|([^\s"\'#]+)', text):
        if found[2]:
            break
        if found[3]:
            words.append("")
        elif words:
            words[-1] += found[0]
        else:
            words = [found[0]]
    return [word for word in words if word]


def read_lines(path):
    try:
        text = path.read_bytes()
    except OSError as error:
        fail(f"cannot read {path}: {error.strerror}")
    if b"\0" in text:
        fail(f"{path} is not a text: give an input of LIGGGHTS, such as in.chute")
    lines = text.decode("utf-8", "replace").replace("\r", "").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def read_deck(path):
    """All statements of one file."""
    lines, statements = read_lines(path), []
    k = 0
    while k < len(lines):
        first = k
        while lines[k].rstrip().endswith("&") and k + 1 < len(lines) or '"""' in lines[first] and "\n".join(lines[first:k + 1]).count('"""') % 2 and k + 1 < len(lines):
            k += 1
        k += 1
        joined = "\n".join(re.sub(r"&\s*$", "", line) if line.rstrip().endswith("&") else line for line in lines[first:k])
        if '"""' not in joined:
            joined = joined.replace("\n", " ")
        statements.append(Statement(lines[first:k], words_of(joined), f"{path.name}, line {first + 1}"))
    return statements


# ---------------------------------------------------------------- variables


class Variables:
    """Those of a deck whose values can be known without a run."""

    def __init__(self):
        self.texts = {}

    def define(self, words):
        """Of `variable NAME STYLE ...`. A value that depends on the run is not known."""
        name, style, rest = (words + ["", "", ""])[1], (words + ["", ""])[2], words[3:]
        if style in ("equal", "index", "string", "universe", "internal") and rest:
            if style == "index" and name in self.texts:
                return
            self.texts[name] = rest[0].strip("\"'") if style != "equal" else f"({' '.join(rest).strip(chr(34) + chr(39))})"
        else:
            self.texts.pop(name, None)

    def expanded(self, text):
        for _ in range(20):
            done = VARIABLE.sub(lambda found: self.texts.get(found[1] or found[2], found[0]), text)
            if done == text:
                break
            text = done
        return text

    def number(self, word):
        """None where the word is no number that is known."""
        text = self.expanded(word.strip("\"'"))
        found = re.fullmatch(r"\$\((.*?)(:%.*)?\)", text)
        text = found[1] if found else text
        for _ in range(20):
            text = NAME_IN_FORMULA.sub(lambda name: self.texts.get(name[1], "?"), text)
            text = VARIABLE.sub(lambda name: self.texts.get(name[1] or name[2], "?"), text)
        if not FORMULA.fullmatch(text) or len(text) > 2000:
            return None
        try:
            text = NUMBER.sub(lambda found: repr(float(found[0])), text)      # no whole numbers: their powers have no end
            value = eval(text.replace("^", "**"), {"__builtins__": {}}, FUNCTIONS)        # nothing but the numbers and names of FORMULA
            return float(value) if math.isfinite(value) else None
        except Exception:        # a formula that LAMMPS rejects as well
            return None


def times(factor, word):
    """A word that has `factor` times the value of the word, a number or a formula that LAMMPS computes."""
    try:
        return shown(factor * float(word))
    except ValueError:
        formula = re.sub(r"\$\((.*)\)", r"(\1)", VARIABLE.sub(lambda found: f"v_{found[1] or found[2]}", word))
        return f"$({shown(factor)}*({formula}))"


def shown(value):
    """With as many digits as matter."""
    return f"{value + 0.0:.10g}"      # no -0


# ---------------------------------------------------------------- included files


def whole_deck(path, variables=None, above=()):
    """Statements of a deck with those of the files that it includes, in their place."""
    variables = variables or Variables()
    statements = []
    for statement in read_deck(path):
        words = statement.words
        if words[:1] == ["variable"]:
            variables.define(words)
        if words[:1] != ["include"] or len(words) < 2:
            statements.append(statement)
            continue
        name = variables.expanded(words[1].strip("\"'"))
        inner = next((place for place in (path.parent / name, Path(name)) if place.is_file()), None)
        if "$" in name:
            statements.append(statement)
            continue
        if inner is None:
            fail(f"{statement.place}: there is no file {name}, which the deck includes: put it beside {path.name}")
        if inner.resolve() in [*above, path.resolve()]:
            fail(f"{statement.place}: {name} includes itself: take the line away")
        note = f"# include {name}: its lines follow"
        statements.append(Statement([note], [], statement.place))
        statements += whole_deck(inner, variables, [*above, path.resolve()])
        statements.append(Statement([f"# end of {name}"], [], statement.place))
    return statements
