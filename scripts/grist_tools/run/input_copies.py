"""A copy of an input and of what it reads, in which runs are cut short, for grist inspect.

Words of the input that fit names of files say what it reads; a variable in a word stands for any text. Files up to LARGEST are copied. Larger ones
are linked if a command reads them, and left out otherwise.
"""

import os
import re
import shutil
from dataclasses import dataclass, field
from pathlib import Path

from .inputs import commands_of, files_named, is_script, QUOTED_RUN, read_text

LARGEST = 200e6     # bytes
DEPTH = 6           # folders above the copy, for words that begin with ../
READERS = {"read_data", "read_restart", "read_dump", "rerun", "molecule", "include", "cluster_template", "create_polyhedra", "create_blocks", "particle_mix"}
MESHES = (".stl", ".off", ".ply", ".obj")

# In place of a run of ${grist_n} steps. Counted are runs of more than 0 steps.
PIECE = """print "grist-inspect run ${{grist_n}} ${{grist_words}}"
if "${{grist_n}} > 0" then "variable grist_count equal $(v_grist_count+1)"
variable grist_piece equal $(ternary(v_grist_n>10,10,v_grist_n):%.0f)
if "${{grist_count}} == 1" then "variable grist_piece equal ${{grist_n}}" "timer timeout 0:00:02 every 10" else "timer timeout 1:00:00 every 5"
if "$(extract_setting(radius_flag)) == 1" then &
  "variable grist_size atom 2*radius" &
  "compute grist_least all reduce min v_grist_size" &
  "compute grist_most all reduce max v_grist_size"
run ${{grist_piece}}
if "$(extract_setting(radius_flag)) == 1" then &
  "print 'grist-inspect state $(atoms:%.0f) $(dt) $(c_grist_least) $(c_grist_most)'" &
  "uncompute grist_least" "uncompute grist_most" "variable grist_size delete" &
else "print 'grist-inspect state $(atoms:%.0f) $(dt)'"
timer timeout 0:00:00 every 1
""".replace("{{", "{").replace("}}", "}")


@dataclass
class Copied:
    script: Path
    folder: Path
    original: Path
    notes: list = field(default_factory=list)

    def moved(self, text):
        """With the folder of the copy in place of the original."""
        return str(text).replace(str(self.original), str(self.folder))


def copy_input(script, temporary):
    original = script.resolve().parent
    folder = temporary.joinpath(*["up"] * DEPTH, original.name if original.name and not re.search(r"\s", original.name) else "input")
    folder.mkdir(parents=True)
    (temporary / "piece").write_text(PIECE)
    copied = Copied(folder / script.name, folder, original)
    for path in original.iterdir():     # for what the input writes there
        if path.is_dir():
            (folder / path.name).mkdir(exist_ok=True)
    copy_script(script, copied.script, copied, temporary / "piece", set())
    begin = copied.script.read_text()
    copied.script.write_text("variable grist_count equal 0\ntimer timeout 0:00:00 every 1\n" + begin)
    return copied


def copy_script(script, target, copied, piece, done):
    """The script with its runs replaced, and the files that its words name."""
    done.add(script.resolve())
    text = read_text(script)
    for words in commands_of(text):
        for word in words:
            copy_named(word.strip("\"'"), words[0] in READERS, copied, piece, done)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(copied.moved(with_pieces(text, piece)), encoding="utf-8", errors="surrogateescape")


def copy_named(word, is_read, copied, piece, done):
    for path in files_named(word, copied.original):
        target = Path(os.path.normpath(copied.folder / os.path.relpath(path, copied.original)))
        if target == copied.script or target.exists() or target.is_symlink() or path.resolve() in done:
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        size = path.stat().st_size
        if size <= LARGEST and is_script(path):
            copy_script(path, target, copied, piece, done)
        elif size <= LARGEST:
            shutil.copyfile(path, target)
        elif is_read or path.suffix.lower() in MESHES:
            target.symlink_to(path.resolve())
            copied.notes.append(f"{path.name} is large: linked, not copied")
        else:
            copied.notes.append(f"{path.name} is large and was left out")


def with_pieces(text, piece):
    """Each command run replaced, also those between quotes of `if`; not in texts of three quotes."""
    lines, quoted, run, head, continued = [], False, [], "", False
    for line in text.split("\n"):
        if not continued:       # a line may be continued by &
            head = (line.split() or [""])[0]
        continued = line.rstrip().endswith("&")
        if quoted or '"""' in line:
            quoted ^= line.count('"""') % 2 == 1
            lines.append(line)
        elif run or re.match(r"\s*run\s+\S", line):
            run.append(line.rstrip().removesuffix("&"))
            if not continued:
                lines += piece_of(" ".join(run), piece)
                run = []
        elif head == "if":
            lines.append(QUOTED_RUN.sub(lambda found: " ".join(f'"{command}"' for command in piece_of("run " + found[1], piece)), line))
        else:
            lines.append(line)
    return "\n".join(lines)


def piece_of(command, piece):
    arguments = re.sub(r"\s#.*$", "", command).strip()[3:].strip()
    steps, rest = first_word(arguments)
    words = [word for word in rest.split() if word in ("upto", "every")]
    return [f"variable grist_n equal {steps}", f"variable grist_words string '{' '.join(words) or 'steps'}'", f"include {piece}"]


def first_word(text):
    """A word may be an expression $(...) with spaces."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter.isspace() and depth == 0:
            return text[:place], text[place:]
    return text, ""
