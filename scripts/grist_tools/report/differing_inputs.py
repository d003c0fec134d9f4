"""What differs between the inputs of runs: facts of their logs, settings, files that they name, lines."""

import re
import zlib
from difflib import SequenceMatcher

from ..read.logs import has_variable
from ..text.values import size_text

INPUT_FILES = (".stl", ".off", ".data", ".mol")


def facts_of(run):
    """What the log says, and what settings*.txt, the command line and the files of the input have: {name: text}."""
    log = run.log
    ended = [one for one in log.runs if one.steps]
    known = {"LAMMPS": log.version, "processes": ", ".join(dict.fromkeys(str(one.processes) for one in ended)),
             "atoms at the end": str(ended[-1].atoms) if ended else "", "last step": str(log.step)}
    known.update((f"{name.replace('_', ' ')} ({file})", value) for (file, name), value in run.settings.items())
    known.update(input_files(run))
    return known


def facts_of_side(side):
    """Of all runs, each value once."""
    known = [facts_of(run) for run in side.runs]
    is_said = any("seed" in run.variables for run in side.runs)
    found = {"seeds": ", ".join(run.seed for run in side.runs)} if len(side.runs) > 1 and side.has_seeds and not is_said else {}
    found.update({name: ", ".join(dict.fromkeys(one.get(name, "–") for one in known)) for name in dict.fromkeys(name for one in known for name in one)})
    return found


def input_files(run):
    """Meshes and data files that the input names, as they are now: {name: size and checksum}."""
    found = {}
    for word in dict.fromkeys(word for command in run.log.commands for word in command.replace('"', " ").split()):
        path = run.folder.path / word
        if path.suffix in INPUT_FILES and "*" not in word and path.is_file():
            data = path.read_bytes()
            found[path.name] = f"{size_text(len(data))}, checksum {zlib.crc32(data):08x}"
    return found


def differing_facts(sides):
    """(rows of name and texts that differ between sides, names of those that are the same in all)."""
    known = [facts_of_side(side) for side in sides]
    rows, same = [], []
    for name in dict.fromkeys(name for one in known for name in one):
        texts = [one.get(name, "–") for one in known]
        if len(set(texts)) > 1:
            rows.append((name, texts))
        else:
            same.append(f"{name} {texts[0]}")
    return rows, same


def input_lines(log):
    """Lines of the input as it was read, each once. Of the lines in which LAMMPS puts in one variable after the other, the first and the last."""
    lines, text = [], [line.rstrip() for line in log.text]
    is_put_in = False
    for line in text:
        is_open = has_variable(re.sub(r"\s#.*$", "", line))
        if line and not (is_put_in and is_open):
            lines.append(line)
        is_put_in = is_open
    return list(dict.fromkeys(lines))


def without_folders(line):
    """Of a line, what the place of the folder does not change."""
    return " ".join(re.sub(r'(?<=[\s"])[^\s"]*/', "", line).split())


def differing_lines(first, other):
    """Groups of lines (of the one, of the other), each as pieces (text, whether the other has another one)."""
    mine, theirs = input_lines(first.log), input_lines(other.log)
    matcher = matcher_of(*([without_folders(line) for line in lines] for lines in (mine, theirs)))
    return [(in_pieces(mine[a:b], theirs[c:d]), in_pieces(theirs[c:d], mine[a:b])) for what, a, b, c, d in matcher.get_opcodes() if what != "equal"]


def matcher_of(one, other):
    return SequenceMatcher(None, one, other, autojunk=False)


def in_pieces(lines, others):
    """Lines with the words marked that differ; none where the other run has no such line."""
    words, theirs = (re.findall(r"\S+|\s+", "\n".join(text)) for text in (lines, others))
    if not theirs:
        return [("".join(words), False)]
    return [("".join(words[a:b]), what != "equal") for what, a, b, _, _ in matcher_of(words, theirs).get_opcodes() if b > a]
