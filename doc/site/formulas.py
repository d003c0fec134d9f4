"""Formulas in running text as a printer sets them: k_n with a subscript, V^2 with an exponent, mu as a Greek symbol where it is a part of a formula.

Pages write such formulas in plain characters, so that they can be read in an editor and on GitHub. Only what cannot be anything else is set: names with an
index, powers, R* and its like, roots. Code, equations between dollars, links, emphasis (names of keywords) and headings stay as they are.
"""
import re

GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "theta": "θ", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ",
         "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "phi": "φ", "psi": "ψ", "omega": "ω"}
SYMBOL = f"(?:[A-Za-z]|{'|'.join(GREEK)})"
# What stays: code, equations, the address of a link, emphasis, HTML.
KEPT = re.compile(r"`+[^`]*`+|\$[^$\n]+\$|\]\([^)]*\)|\[[^]]*_[^]]*\]|<[^>\n]+>|(?<![\w*\\)])\*\*?(?=\S)[^*\n]*(?<=\S)\*\*?(?!\w)|https?://\S+")
POWER = r"(?:\^(?P<power>-?\d+(?:\.\d+)?|[a-zA-Z]|\([^()\s]{1,9}\)))?"
FORMULA = re.compile(
    rf"(?:(?<![\w.\\^$])(?:(?P<indexed>{SYMBOL})_(?P<index>[a-z]{{1,9}}|\d)(?!\w|\[|,\w)|(?P<star>[REGmI])\\?\*(?![\w*])|(?P<plain>{SYMBOL}|\d+))"
    rf"|(?P<bracket>\))){POWER}(?!\w)")
NAME = re.compile(rf"\b(?:{'|'.join(GREEK)})\b")
CODE = re.compile(r"^( {4}|\t|#)")


def set_symbol(name):
    return GREEK.get(name, name if name.isdigit() else f"<i>{name}</i>")


def set_one(match):
    power = match["power"]
    if (match["plain"] or match["bracket"]) and not power:
        return match[0]
    if match["indexed"] in ("c", "f", "v", "i") and len(match["index"]) > 1:     # a compute, fix, variable or property of LAMMPS
        return match[0]
    if match["indexed"]:
        text = f"{set_symbol(match['indexed'])}<sub>{match['index']}</sub>"
    elif match["star"]:
        text = f"<i>{match['star']}</i><sup>∗</sup>"
    else:
        is_unit = match.string[:match.start()].endswith("/")
        text = match["bracket"] or (match["plain"] if is_unit else set_symbol(match["plain"]))
    return text + (f"<sup>{power.strip('()').replace('-', '−')}</sup>" if power else "")


def set_text(text):
    """A piece without code."""
    text = re.sub(r"\bsqrt\(([^()]*)", lambda match: "√(" + NAME.sub(lambda name: GREEK[name[0]], match[1]), text)
    return FORMULA.sub(set_one, text)


def set_line(line):
    pieces, end = [], 0
    for kept in KEPT.finditer(line):
        pieces += [set_text(line[end:kept.start()]), kept[0]]
        end = kept.end()
    return "".join(pieces + [set_text(line[end:])])


def set_formulas(page):
    """The Markdown of a page."""
    lines, fence = [], ""
    for line in page.split("\n"):
        mark = re.match(r"\s*(```+|\$\$)", line)
        if fence:
            fence = "" if mark and mark[1] == fence else fence
        elif mark:
            fence = mark[1]
        elif not CODE.match(line):
            line = set_line(line)
        lines.append(line)
    return "\n".join(lines)
