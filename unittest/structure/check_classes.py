"""What a class may hold: public methods of its own and data members, of each class in src/.

A class with more has a second duty. Methods that override those of a base class do not count: LAMMPS
asks for them. '--list N' prints the N largest. A class that may be larger stands in ALLOWED, with the
reason.
"""
import re
import sys
from pathlib import Path

MOST_METHODS = 25
MOST_MEMBERS = 25
ALLOWED = {
}

CLASS = re.compile(r"^\s*(?:template <[^>]*> )?(class|struct) (\w+)(?: final)?(?: *:[^;{]*)? *\{")


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def statements(body):
    """The declarations of a class body: (text, access), without what stands in inner braces."""
    access, depth, text = None, 0, ""
    for char in body:
        if char == "{":
            depth += 1
            continue
        if char == "}":
            depth -= 1
            if depth == 0:
                text += ";" if "(" in text else ""
                if "(" in text:
                    yield text.strip(), access
                    text = ""
            continue
        if depth:
            continue
        if char == ";":
            if text.strip():
                yield text.strip(), access
            text = ""
            continue
        text += char
        label = re.search(r"\b(public|private|protected)\s*:\s*$", text)
        if label:
            access, text = label.group(1), ""


def count(body, kind):
    methods = members = 0
    for text, access in statements(body):
        text = " ".join(text.split())
        if re.match(r"(using|friend|typedef|enum|class|struct|static constexpr|static_assert)\b", text):
            continue
        is_method = re.search(r"\w\s*\(", re.sub(r"=.*", "", text)) or "operator" in text
        is_public = (access or ("public" if kind == "struct" else "private")) == "public"
        if is_method:
            methods += is_public and "override" not in text and "~" not in text
        else:
            members += len(re.split(r",(?![^<({]*[>)}])", re.sub(r"=[^,]*", "", text)))
    return methods, members


def classes(text):
    """(name, methods, members) of each class of a file, inner ones too."""
    text = without_comments(text)
    for found in re.finditer(CLASS.pattern, text, re.M):
        depth, at = 1, found.end()
        while depth and at < len(text):
            depth += {"{": 1, "}": -1}.get(text[at], 0)
            at += 1
        yield (found.group(2), *count(text[found.end():at - 1], found.group(1)))


def main(arguments):
    root = Path(arguments[0])
    found = [(name, methods, members, file.relative_to(root))
             for file in sorted(root.rglob("*.h")) for name, methods, members in classes(file.read_text())]
    if "--list" in arguments:
        most = int(arguments[arguments.index("--list") + 1])
        for name, methods, members, file in sorted(found, key=lambda c: -c[1] - c[2])[:most]:
            print(f"{methods:4d} methods {members:4d} members  {name} ({file})")
        return 0
    faults = 0
    for name, methods, members, file in found:
        most_methods, most_members, _ = ALLOWED.get(name, (MOST_METHODS, MOST_MEMBERS, ""))
        if methods > most_methods or members > most_members:
            print(f"{file}: class {name} has {methods} public methods and {members} members "
                  f"(at most {most_methods} and {most_members})")
            faults += 1
    print(f"{len(found)} classes: {faults} faults")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
