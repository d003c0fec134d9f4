"""Units of columns that are LAMMPS' own or the user's: thermo keywords, computes, variables by their formula or by what the input says of them.

    units = ColumnUnits("si", commands, lines, unit_of_column)
    units.of("v_torque")        # "N*m": variable torque equal -f_drum[4]
    units.of("v_stress")        # "Pa": variable stress equal ... # Pa
    keyword("KinEng", "si")     # "kinetic energy", "J"

A unit is a text, empty for a plain number, None if it is not known. Of a formula it is known where values of one unit are added, or scaled by small
numbers and by values without a unit; a factor such as 3.6 or 1000 may change the unit.
"""

import ast
import re

MKS = {"energy": "J", "temperature": "K", "pressure": "Pa", "length": "m", "velocity": "m/s", "force": "N", "mass": "kg", "time": "s", "volume": "m3", "density": "kg/m3", "torque": "N*m"}
UNITS = {"si": MKS,
         "cgs": {"energy": "erg", "temperature": "K", "pressure": "dyn/cm2", "length": "cm", "velocity": "cm/s", "force": "dyn", "mass": "g", "time": "s", "volume": "cm3",
                 "density": "g/cm3", "torque": "dyn*cm"},
         "metal": {"energy": "eV", "temperature": "K", "pressure": "bar", "length": "Å", "time": "ps"},
         "real": {"energy": "kcal/mol", "temperature": "K", "pressure": "atm", "length": "Å", "time": "fs"}}
# Heads of thermo output: the keyword in formulas, what it is, its quantity.
HEADS = {"Temp": ("temp", "temperature", "temperature"), "Press": ("press", "pressure", "pressure"), "KinEng": ("ke", "kinetic energy", "energy"), "PotEng": ("pe", "potential energy", "energy"),
         "TotEng": ("etotal", "kinetic and potential energy", "energy"), "E_pair": ("epair", "energy of pairs", "energy"), "E_bond": ("ebond", "energy of bonds", "energy"),
         "Volume": ("vol", "volume of the box", "volume"), "Density": ("density", "mass over volume of the box", "density"),
         **{f"L{axis}": (f"l{axis}", f"length of the box along {axis}", "length") for axis in "xyz"},
         **{f"{axis.upper()}{end}": (f"{axis}{end}", f"{word} end of the box along {axis}", "length") for axis in "xyz" for end, word in (("lo", "lower"), ("hi", "upper"))},
         **{f"P{axes}": (f"p{axes}", f"pressure, component {axes}", "pressure") for axes in ("xx", "yy", "zz", "xy", "xz", "yz")}}
KEYWORDS = {word: quantity for word, _, quantity in HEADS.values()}
KEYWORDS.update(time="time", dt="time", step="", atoms="", PI="")
GROUP_FUNCTIONS = {"count": "", "mass": "mass", "xcm": "length", "vcm": "velocity", "fcm": "force", "bound": "length", "gyration": "length", "ke": "energy", "torque": "torque"}
COMPUTES = {"ke": "energy", "ke/rigid": "energy", "erotate/sphere": "energy", "erotate/rigid": "energy", "erotate/body": "energy", "temp": "temperature", "pressure": "pressure", "com": "length"}
PER_ATOM = {**dict.fromkeys(("x", "y", "z", "xu", "yu", "zu"), "length"), **dict.fromkeys(("vx", "vy", "vz"), "velocity"), **dict.fromkeys(("fx", "fy", "fz"), "force")}
KEEP = ("abs", "ceil", "floor", "round", "min", "max", "ave")         # functions whose value has the unit of their argument
PLAIN = (0.25, 0.5, 1, 2, 3, 4, 6, 8)       # factors that change no unit
VALUE = re.compile(r"[vcf]_\w+(?:\[\d+\])*")
GROUP_CALL = re.compile(rf"\b({'|'.join(GROUP_FUNCTIONS)})\((?=\w+[,)])([\w,]+)\)")
SAID = re.compile(r"(?:[\w /-]*\[)?((?:1/)?(?:%|N|kN|m|mm|um|kg|g|t|s|min|h|Pa|kPa|MPa|GPa|J|kJ|W|kW|K|rad|degrees|N\*m|N m|kg/s|t/h|m/s|m2|m3|J/kg|kWh/t|kg/m3|1/s|rad/s|N/m))(?=$|[\];,. ])")
MOST_STEPS = 8              # from variable to variable


def keyword(head, style):
    """What a head of thermo output means, and its unit; None of others."""
    if head not in HEADS:
        return None
    _, what, quantity = HEADS[head]
    return what, UNITS.get(style, {}).get(quantity, "")


class ColumnUnits:
    """`commands`: with values put in; `lines`: the input as it was read; `of_column`: name -> unit, by what fixes say of theirs."""

    def __init__(self, style, commands, lines, of_column):
        self.known, self.of_column = UNITS.get(style, {}), of_column
        words = [command.split() for command in commands]
        self.formulas = {f"v_{line[1]}": "".join(line[3:]).strip('"') for line in words if line[:1] == ["variable"] and line[2:3] == ["equal"] and len(line) > 3}
        self.computes = {f"c_{line[1]}": line[3:] for line in words if line[:1] == ["compute"] and len(line) > 3}
        self.said = {}
        for line in lines:
            found = re.match(r"\s*variable\s+(\w+)\s[^#]*#\s*(.*)", line)
            unit = found and SAID.match(found[2])
            if unit:
                self.said[f"v_{found[1]}"] = unit[1]

    def of(self, name, steps=MOST_STEPS):
        if name in self.said:
            return self.said[name]
        unit = self.of_column(name)
        if unit is None and name in self.computes:
            unit = self.of_compute(*self.computes[name])
        if unit is None and name in self.formulas and steps:
            unit = self.of_formula(self.formulas[name], steps - 1)
        return unit

    def of_compute(self, style, *words):
        if style == "reduce" and len(words) == 2 and words[0] in ("ave", "min", "max", "sum"):
            return self.quantity(PER_ATOM.get(words[1]))
        return self.quantity(COMPUTES.get(style))

    def quantity(self, name):
        return "" if name == "" else self.known.get(name)

    def of_formula(self, text, steps):
        names = {}

        def kept(unit):
            names[f"n{len(names)}"] = unit
            return f"n{len(names) - 1}"
        text = GROUP_CALL.sub(lambda call: kept(self.quantity(GROUP_FUNCTIONS[call[1]])), text)
        text = VALUE.sub(lambda value: kept(self.of(value[0], steps)), text)
        try:
            tree = ast.parse(text.replace("^", "**").replace("&&", " and ").replace("||", " or "), mode="eval")
        except (SyntaxError, ValueError):
            return None
        return self.of_tree(tree.body, names)

    def of_tree(self, node, names):
        if isinstance(node, ast.Constant):
            return "" if node.value in PLAIN else None
        if isinstance(node, ast.Name):
            return names[node.id] if node.id in names else self.quantity(KEYWORDS.get(node.id))
        if isinstance(node, (ast.Compare, ast.BoolOp)):
            return ""
        if isinstance(node, ast.UnaryOp):
            return self.of_tree(node.operand, names)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in KEEP and node.args:
            return self.of_tree(node.args[0], names)
        return self.of_operation(node, names) if isinstance(node, ast.BinOp) else None

    def of_operation(self, node, names):
        one, other = self.of_tree(node.left, names), self.of_tree(node.right, names)
        if one is None or other is None:
            return None
        if isinstance(node.op, (ast.Add, ast.Sub)):
            return one if one == other else None
        if isinstance(node.op, ast.Div):
            return one if other == "" else "" if one == other else None
        if isinstance(node.op, ast.Mult):
            return one or other if "" in (one, other) else None
        return "" if one == other == "" else None
