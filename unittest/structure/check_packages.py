"""Check the Python tools against their plan, scripts/packages.txt, for check_rooms.py:

- each module of scripts/grist_tools is in a package of the plan, and imports modules of its package and of those that the plan allows
- imports go round in no circle of modules, those inside of functions and those by a text "package.module:function" included
- the docstring of a package names its modules, and its __init__.py has nothing else
- main.py and ARCHITECTURE.md name modules that exist
"""
import ast
import re

NAME = "grist_tools"
NAMED = re.compile(r"(\w+\.\w+):\w+")     # a function of a module, as main.py names it: report.watch:watch


def imports_of(path, package):
    """Line number and name, as package.module, of each import of our modules. `from .. import ROOT` is of no module."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            of_ours = NAME + "." if (node.module or "").startswith(NAME + ".") else None
            inside = {1: package, 2: ""}.get(node.level) if of_ours is None else ""
            if inside is None:
                continue
            parts = [part for part in (inside, (node.module or "").removeprefix(of_ours or "")) if part]
            for name in node.names if len(".".join(parts).split(".")) == 1 else [None]:
                full = ".".join([*parts, name.name] if name else parts)
                if "." in full:
                    yield node.lineno, full
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMED.fullmatch(node.value):
            yield node.lineno, NAMED.fullmatch(node.value)[1]


def modules_of(folder):
    """package.module -> path, of all modules in packages; grist_tools/__init__.py and scripts beside grist_tools are none."""
    return {f"{path.parent.name}.{path.stem}": path for path in sorted(folder.glob("*/*.py")) if path.stem != "__init__"}


def check_modules(scripts, modules, plan):
    for name, path in modules.items():
        package = name.split(".")[0]
        if package not in plan:
            yield f"{path.relative_to(scripts.parent)}: in no package of packages.txt"
    for path in [*sorted((scripts / NAME).glob("*.py")), scripts / "main.py", *modules.values()]:
        package = path.parent.name if path in modules.values() else ""
        for number, other in imports_of(path, package) if path.is_file() else ():
            place, theirs = f"{path.relative_to(scripts.parent)}:{number}", other.split(".")[0]
            if other not in modules:
                yield f"{place}: {other} does not exist"
            elif package in plan and theirs not in plan[package] | {package}:
                yield f"{place}: {package} may not import {other} (packages.txt allows: {' '.join(sorted(plan[package])) or 'no other package'})"


def check_docstrings(scripts, modules, plan):
    for package in plan:
        door = scripts / NAME / package / "__init__.py"
        tree = ast.parse(door.read_text() if door.is_file() else "")
        words = set(re.findall(r"\w+", ast.get_docstring(tree) or ""))
        if len(tree.body) > 1:
            yield f"{door.relative_to(scripts.parent)}: more than a docstring"
        for name in modules:
            if name.startswith(package + ".") and name.split(".")[1] not in words:
                yield f"{door.relative_to(scripts.parent)}: {name.split('.')[1]} is not named"


def check_page(page, modules):
    for number, line in enumerate(page.read_text().splitlines() if page.is_file() else (), 1):
        for name in re.findall(rf"`{NAME}/(\w+/\w+)`", line):
            if name.replace("/", ".") not in modules:
                yield f"{page.name}:{number}: names {NAME}/{name}, which does not exist"


def check(scripts, read_plan, circle_through):
    """Number of modules, and the list of faults; none where there is no plan."""
    if not (scripts / "packages.txt").is_file():
        return 0, []
    plan, faults = read_plan(scripts / "packages.txt")
    modules = modules_of(scripts / NAME)
    faults += check_modules(scripts, modules, plan)
    used = {name: {other for _, other in imports_of(path, name.split(".")[0]) if other in modules} for name, path in modules.items()}
    named = set()
    for start in used:
        circle = None if start in named else circle_through(start, used)
        if circle:
            named.update(circle)
            faults.append(f"{modules[start].relative_to(scripts.parent)}: circle of imports: {' -> '.join(circle)}")
    faults += check_docstrings(scripts, modules, plan)
    faults += check_page(scripts.parent / "ARCHITECTURE.md", modules)
    return len(modules), faults
