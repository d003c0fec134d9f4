#!/usr/bin/env python3
"""Check that pages, inputs and heads of tables use one word for one thing: scripts/grist_tools/read/terms.csv has the words.

* No input, page or test has an old keyword, and no head of a table an old name: heads are the titles of inputs and the columns that styles name.
* A unit in a head stands behind a space: "power [W]".
* The glossary has each word and each old one, and the reader of keywords the same old ones.

Each fault is a line: file, line, the word, what to write. The exit status is 1 if there is any.

Usage: check_terms.py [ROOT]
"""
import csv
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
from grist_tools.read.terms import MARKS

TERMS = "scripts/grist_tools/read/terms.csv"
GLOSSARY = "doc/glossary.md"
READER = "src/common/word_reader.cpp"
MAY_NAME_THEM = (TERMS, GLOSSARY, READER, "CHANGELOG.md", "unittest/structure/", "unittest/report/", "unittest/common/test_word_reader.cpp",
                 "unittest/styles/polyhedra/test_pair_polyhedron_input.cpp", "scripts/grist_tools/translate/")
INPUTS = ["*.md", "*.cpp", "*.h", "*.py", "*.txt", "*.toml", "in.*", "*/in.*"]
TITLE = re.compile(r"""title[12]?\s+("[^"]*"|'[^']*')""")
HEAD_OF_FILE = re.compile(r'"((?:step|time)(?: \[\w+\])?,[^"]*(?:"\s*"[^"]*)*)"')
COLUMN = re.compile(r'"(\w+(?: \[[^\]"]*\])?)"')       # a name alone
AS_KEYWORD = r"""(?=["*`]|\s+(?:[-\d.$<]|mu\b|v_))"""        # before its value, in quotes or emphasized
PRESSED = re.compile(r"[A-Za-z_]\w*\[(?:[A-Za-zμ%][^\]]*)\]")


def heads_of(name, text):
    """(position, text) of the heads of tables in a file."""
    for match in TITLE.finditer(text):
        yield match.start(1), match[1][1:-1]
    if name.endswith(".cpp") and name.startswith("src/"):
        for match in HEAD_OF_FILE.finditer(text):
            yield match.start(1), re.sub(r'"\s*"', "", match[1])
        for match in COLUMN.finditer(text):
            yield match.start(), match[1]


def old_heads(heads, terms):
    """Old words among the heads of one table: its rows of the terms. Those of one kind of file count where its marks are, by old or new words."""
    words = {re.sub(r" ?\[[^\]]*\]$", "", word) for word in re.split(r",|\s(?!\[)", heads)}
    for row in terms:
        now = {other["old"]: other["word"] for other in terms if other["what"] == row["what"]}
        marks = MARKS.get(row["what"], ())
        if row["what"] != "keyword" and row["old"] in words and all({mark, now.get(mark, mark)} & words for mark in marks):
            yield row


def faults_of(name, text, terms):
    line = lambda at: text.count("\n", 0, at) + 1
    for row in terms:
        if row["what"] == "keyword":
            for match in re.finditer(rf"(?<!\w){row['old']}{AS_KEYWORD}", text):
                yield f"{name}:{line(match.start())}: {row['old']} (write: {row['word']})"
    for at, heads in heads_of(name, text):
        for row in old_heads(heads, terms):
            yield f"{name}:{line(at)}: head {row['old']} (write: {row['word']})"
        if not name.startswith("src/"):
            for match in PRESSED.finditer(heads):
                yield f"{name}:{line(at)}: head {match[0]} (write: a space before the unit)"


def faults_of_lists(glossary, reader, terms):
    section = glossary.partition("## One word for one thing")[2].partition("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")]
    for row in terms:
        has = lambda line, column: re.search(rf"(?<!\w){row[column]}(?!\w)", line)
        if not any(has(line.rpartition(" | ")[0].split(" | ")[0], "word") and has(line.split(" | ")[-1], "old") for line in rows):
            yield f"{GLOSSARY}: no row of {row['word']} in place of {row['old']}"
    pairs = re.findall(r'\{"(\w+)", "(\w+)"\}', reader.partition("renamed_words()")[2].partition("return ALL")[0])
    for row in terms:
        if row["what"] == "keyword" and (row["old"], row["word"]) not in pairs:
            yield f"{READER}: {row['old']} is not read as {row['word']}"
    for old, word in pairs:
        if not any((row["old"], row["word"]) == (old, word) for row in terms):
            yield f"{TERMS}: {old} is not there, which {READER} reads as {word}"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    with open(root / TERMS, newline="", encoding="utf-8") as file:
        terms = list(csv.DictReader(file))
    listed = subprocess.run(["git", "ls-files", "-z", *INPUTS], cwd=root, capture_output=True, text=True, check=True).stdout
    faults = list(faults_of_lists((root / GLOSSARY).read_text(encoding="utf-8"), (root / READER).read_text(encoding="utf-8"), terms))
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file() and not name.startswith(MAY_NAME_THEM):
            faults += faults_of(name, (root / name).read_text(encoding="utf-8"), terms)
    print("\n".join(faults) or f"{len(terms)} terms: no old word")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
