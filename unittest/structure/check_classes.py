"""How many methods and data members a class may have, private ones too, of each class in src/.

A class with more has a second duty. All functions that its body declares count, those of its bases
do not. '--list N' prints the N largest. ALLOWED has the classes that are larger today, by their
number of methods: it may only shrink. A class with fewer than its number is an error, too.
"""
import re
import sys
from pathlib import Path

MOST_METHODS = 30
MOST_MEMBERS = 25
ALLOWED = {
    "WallContactFix": 58,
    "FixLiquid": 49,
    "FixBondState": 39,
    "BondParallel": 41,
    "PairSphereContact": 41,
    "SphereWallLaw": 38,
    "FixWallMesh": 37,
    "FixContactHistory": 36,
    "FixRigidCluster": 37,
    "FixCollisions": 34,
    "FixEnergyBalance": 31,
    "FixInsert": 35,
    "FixHeatGran": 33,
    "PairPolyhedron": 34,
    "TriangleMesh": 31,
    "WallResponse": 31,
}

CLASS = re.compile(r"^\s*(?:template <[^>]*> )?(class|struct) (\w+)(?: final)?(?: *:[^;{]*)? *\{")


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", lambda m: "\n" * m.group(0).count("\n"), text, flags=re.S)
    return re.sub(r"//[^\n]*", "", text)


def statements(body):
    """The declarations of a class body, without what stands in inner braces."""
    depth, text = 0, ""
    for char in body:
        if char == "{":
            depth += 1
            continue
        if char == "}":
            depth -= 1
            if depth == 0 and "(" in text:
                yield text.strip()
                text = ""
            continue
        if depth:
            continue
        if char == ";":
            if text.strip():
                yield text.strip()
            text = ""
            continue
        text += char
        if char == ":":
            text = re.sub(r"\b(public|private|protected)\s*:$", "", text)


def count(body):
    methods = members = 0
    for text in statements(body):
        text = " ".join(text.split())
        if re.match(r"(using|friend|typedef|enum|class|struct|static constexpr|static_assert)\b", text):
            continue
        is_method = re.search(r"\w\s*\(", re.sub(r"=.*", "", text)) or "operator" in text
        if is_method:
            methods += "~" not in text and not re.search(r"= (default|delete)$", text)
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
        yield (found.group(2), *count(text[found.end():at - 1]))


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
        most = ALLOWED.get(name, MOST_METHODS)
        if methods > most or members > MOST_MEMBERS:
            print(f"{file}: class {name} has {methods} methods and {members} members "
                  f"(at most {most} and {MOST_MEMBERS})")
            faults += 1
    by_name = {name: methods for name, methods, _, _ in found}
    for name, most in ALLOWED.items():
        if by_name.get(name, 0) >= most:
            continue
        now = by_name.get(name, 0)
        print(f"ALLOWED: class {name} has {now} methods: " +
              ("take it off" if now <= MOST_METHODS else f"lower it to {now}"))
        faults += 1
    print(f"{len(found)} classes: {faults} faults")
    return faults > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
