"""The state of a translation. Functions of the table register here by their names."""

from dataclasses import dataclass, field
from pathlib import Path

from .decks import Variables
from .patterns import filled, match
from .rows import PATTERNS

FUNCTIONS = {}


def does(function):
    """What "@name" of the table stands for: (job, what the names of the pattern stand for) -> lines, or words of a keyword."""
    FUNCTIONS[function.__name__] = function
    return function


class Left(Exception):
    """The line cannot be translated; the text says why."""


@dataclass
class Mesh:
    """Of a fix mesh/surface: what a fix wall/mesh or the face of a feed will need."""
    file: str = ""
    scale: str = ""
    turns: list = field(default_factory=list)           # axis and angle, as words
    shift: list = field(default_factory=lambda: [0.0, 0.0, 0.0])
    kind: str = "1"                                     # type of its material
    words: list = field(default_factory=list)           # before *model*
    temperature: str = ""
    com: list = field(default_factory=list)
    servo: dict = field(default_factory=dict)
    motions: dict = field(default_factory=dict)         # ID of its fix move/mesh -> words
    is_wall: bool = False
    fixes: list = field(default_factory=list)           # IDs of the fixes that stand for it

    def placed(self):
        words = ["scale", self.scale] if self.scale else []
        for turn in self.turns:
            words += ["turn", *turn]
        return words + (["shift", *(f"{0 if abs(x) < 1e-15 else x:.10g}" for x in self.shift)] if any(self.shift) else [])


@dataclass
class Template:
    """Of a fix particletemplate."""
    kind: str                   # its atom type
    words: list                 # of a component of particle_mix
    mass: float = None          # the mean of its particles, where known
    mass_by_cube: float = None  # the same over the mean cube of the diameter
    diameter: float = None      # the mean, and of the largest
    largest: float = None
    is_cluster: bool = False


@dataclass
class Model:
    """Of contacts: pair_style gran, or fix wall/gran."""
    normal: str = ""
    rolling: str = ""
    cohesion: bool = False
    words: list = field(default_factory=list)           # such as damping_t 0


class Job:
    def __init__(self, path, statements):
        self.path, self.statements = path, statements
        self.variables = Variables()
        self.types = None               # number of atom types
        self.materials = {}             # property -> words: one for each type, or a matrix
        self.model = None
        self.old_style = None           # a pair style of LAMMPS
        self.has_coefficients = False
        self.all_templates = []         # also those further down
        self.templates, self.mixes, self.meshes = {}, {}, {}
        self.walls = {}                 # fix wall/gran -> its meshes, or the IDs of the fixes that stand for it
        self.has_type_groups = False    # a group for each type of spheres
        self.gone = set()               # IDs of fixes that have no twin
        self.missing = set()            # c_ID, f_ID, region ID, unfix ID that later lines cannot use
        self.dumps = {}                 # ID -> ID of the dump that stands for it, or None
        self.outputs = {}               # f_ID[k] of LIGGGHTS -> of Grist
        self.box = {}                   # axis -> low, high
        self.loses = False              # particles at faces of the box, with a feed
        self.timestep = None
        self.sources = {}               # region -> power
        self.mesh = self.feed = self.flow = None        # of the line that is being translated
        self.notes, self.reasons = [], []

    def number(self, word):
        return self.variables.number(word)

    def needed(self, word, what):
        value = self.number(word)
        if value is None:
            raise Left(f"{what} has to be a number for this, and {word} is known in the run only")
        return value

    def note(self, sentence):
        """What is different from LIGGGHTS; once."""
        if sentence not in self.notes:
            self.notes.append(sentence)

    def left(self, reason):
        if reason not in self.reasons:
            self.reasons.append(reason)

    def ahead(self, *words):
        """Statements whose first words are these; None stands for any word, a text that ends with * for its begin."""
        for statement in self.statements:
            if len(statement.words) >= len(words) and all(
                    word is None or word == have or word.endswith("*") and have.startswith(word[:-1]) for word, have in zip(words, statement.words)):
                yield statement

    def near(self, name):
        """The path of a file that the deck reads, or None."""
        name = self.variables.expanded(name)
        return next((place for place in (self.path.parent / name, Path(name)) if place.is_file()), None)

    # ------------------------------------------------------------ patterns

    def lines_of(self, words):
        """The lines that stand for a command."""
        for pattern, text in PATTERNS[""]:
            fits = match(pattern, words)
            if fits and fits[1] == len(words):
                return self.stand_for(text, fits[0], words)
        raise Left(f"'{words[0]}' is no command that LAMMPS and Grist have")

    def stand_for(self, text, found, words):
        if text == "same":
            return [words]
        if text.startswith("left: "):
            raise Left(text.removeprefix("left: "))
        if text.startswith("@"):
            return FUNCTIONS[text[1:]](self, found)
        return [filled(text, found)] if text else []

    def row_of(self, scope, words):
        """What the table has for these words, or None."""
        return next((text for pattern, text in PATTERNS[scope] if match(pattern, words)), None)

    def keywords(self, words, *scopes):
        """The words that stand for keywords with their values. What is unknown or cannot be translated is left, with its reason."""
        out, place = [], 0
        while place < len(words):
            for pattern, text in (entry for scope in scopes for entry in PATTERNS[scope]):
                fits = match(pattern, words[place:])
                if fits:
                    break
            else:
                self.left(f"unknown from '{words[place]}' on")
                break
            found, count = fits
            if text.startswith("left: "):
                self.left(text.removeprefix("left: "))
            elif text.startswith("@"):
                out += FUNCTIONS[text[1:]](self, found) or []
            elif text:
                out += filled(text, found)
            place += found.get("taken", count)
        return out
