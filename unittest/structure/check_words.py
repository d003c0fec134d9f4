#!/usr/bin/env python3
"""Check pages and comments for words that the project does not use: doc/site/words.txt has them, with what to write instead.

By default the pages are checked: tracked *.md outside of src/, without their blocks of code and text in `backquotes`. With --sources
also the pages of src/, and the comments of tracked *.h, *.cpp, *.py and *.cmake.

Each fault is a line: file, line, the words, what to write. The exit status is 1 if there is any.

Usage: check_words.py [--sources] [ROOT]
"""
import io
import re
import subprocess
import sys
import tokenize
from pathlib import Path

LIST = "doc/site/words.txt"
PAGES = ["*.md", ":!src"]
SOURCES = ["*.md", "*.h", "*.cpp", "*.py", "*.cmake"]


def read_words(text):
    """Pattern, what to write, and the texts in which the pattern is allowed, of each entry of the list."""
    words = []
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            words[-1][2].append(compiled(line.strip().removeprefix("allow ")))
        else:
            pattern, _, advice = line.partition(" -> ")
            words.append((compiled(pattern), advice, []))
    return words


def compiled(pattern):
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


def blank(match):
    """Spaces in place of a text, so that lines keep their numbers."""
    return re.sub(r"[^\n]", " ", match[0])


def page_text(text):
    for code in (r"^```.*?^```$", r"`[^`\n]+`", r"\]\([^)\n]*\)", r"https?://\S+"):
        text = re.sub(code, blank, text, flags=re.MULTILINE | re.DOTALL)
    return text


def comments(text, marks):
    """The comments of a source: all else is blank."""
    kept = list(re.sub(r"[^\n]", " ", text))
    for match in re.finditer(marks, text, re.MULTILINE | re.DOTALL):
        if match[1]:
            kept[match.start(1):match.end(1)] = match[1]
    return "".join(kept)


def python_comments(text):
    lines = [[" "] * len(line) for line in text.splitlines()]
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        is_text = token.type == tokenize.STRING and token.string.startswith(('"""', 'r"""'))
        if token.type == tokenize.COMMENT or is_text:
            for number, part in enumerate(token.string.split("\n")):
                begin = token.start[1] if number == 0 else 0
                lines[token.start[0] - 1 + number][begin:begin + len(part)] = part
    return "\n".join("".join(line) for line in lines)


# Strings come first, so that marks of comments in them are none.
CPP_MARKS = r'"(?:\\.|[^"\\\n])*"|(//[^\n]*|/\*.*?\*/)'
CMAKE_MARKS = r'"(?:\\.|[^"\\])*"|(#[^\n]*)'


def text_to_check(name, text):
    if name.endswith(".md"):
        return page_text(text)
    if name.endswith(".py"):
        return python_comments(text)
    text = comments(text, CMAKE_MARKS if name.endswith(".cmake") else CPP_MARKS)
    return re.sub(r"(?m)^(\s*)(//|#)", lambda match: match[1] + " " * len(match[2]), text)  # sentences go on in the next line


def faults_of(name, text, words):
    text = text_to_check(name, text)
    for pattern, advice, allowed in words:
        rights = [match.span() for right in allowed for match in right.finditer(text)]
        for match in pattern.finditer(text):
            if not any(begin <= match.start() and match.end() <= end for begin, end in rights):
                yield f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {' '.join(match[0].split())} (write: {advice})"


def main():
    arguments = [word for word in sys.argv[1:] if word != "--sources"]
    root = Path(arguments[0] if arguments else ".")
    words = read_words((root / LIST).read_text(encoding="utf-8"))
    files = SOURCES if "--sources" in sys.argv else PAGES
    listed = subprocess.run(["git", "ls-files", "-z", *files], cwd=root, capture_output=True, text=True, check=True).stdout
    faults = []
    for name in filter(None, listed.split("\0")):
        if (root / name).is_file():
            faults += faults_of(name, (root / name).read_text(encoding="utf-8"), words)
    print("\n".join(faults) or "no word of the list")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
