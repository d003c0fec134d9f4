"""grist run --resume: a run writes checkpoints, and a run that was killed continues from the newest whole one.

In the folder of a result, the folder resume/ has

    1.restart 1.txt 2.restart 2.txt     checkpoints, written in turn by fix checkpoint
    original, in.run, in.resume         the input, its copy with checkpoints (resumable.py), and what continued it last (replay.py)
    state.json                          the parts of the run, and what it depends on; or why it cannot be resumed
"""

import json
import platform
import shlex
import time
import zlib
from itertools import zip_longest
from pathlib import Path

from ..text.messages import fail, say, warn
from .inputs import EXAMPLES, files_read, read_text
from .lammps import hash_of
from .replay import commands_of_part, continuation, Done
from .resumable import COPY, FOLDER, lines_of, why_not, with_checkpoints

CHUNK = 1 << 20         # bytes
LONGEST_WAIT = 30.0     # s
NEVER = "minutes 1e9"
OFTEN = "minutes 10"     # checkpoints, where --restart-every says nothing
ANEW = "run anew without --resume"


class Parts:
    """What was run so far, as it is kept in state.json. A part is one start of LAMMPS."""

    def __init__(self, folder, state=None):
        self.folder, self.path, self.state = folder, folder / FOLDER / "state.json", state

    def read(self):
        try:
            self.state = json.loads(self.path.read_text())
        except (OSError, ValueError):
            fail(f"there is no run to resume in {self.folder}: run without --resume")

    def save(self):
        new = self.path.with_suffix(".new")
        new.write_text(json.dumps(self.state, indent=1))
        new.replace(self.path)

    @property
    def number(self):
        return len(self.state["parts"])

    def log(self, number):
        return self.folder / ("log.lammps" if number == 1 else f"log.{number}.lammps")

    def end(self):
        self.state["ended"] = True
        self.save()
        for checkpoint in (self.folder / FOLDER).glob("[12].*"):
            checkpoint.unlink()


# ---------------------------------------------------------------- a new run


def begin(folder, script, options):
    """Puts the copy that writes checkpoints beside the results. Returns the input to be run, and its parts; the input itself, and None, where
    it cannot be resumed."""
    text = read_text(script)
    why = why_not(lines_of(text))
    if why and EXAMPLES not in script.parents:
        say(f"this run cannot be resumed: {why}")
    every = OFTEN if options.restart_every is None else options.restart_every
    why = why or ("" if every else "it was run with --restart-every 0")
    if why and options.limit:
        fail(f"--limit needs an input that can be resumed: {why}")
    (folder / FOLDER).mkdir(exist_ok=True)
    parts = Parts(folder, {"why_not": why, "words": options.words, "checkpoints": every, "files": hashes(script), "ended": False, "parts": [{"start": 0, "commands": []}]})
    parts.save()
    if why:
        return script, None
    (folder / FOLDER / "original").write_text(text, errors="surrogateescape")
    (folder / COPY).write_text(with_checkpoints(text), errors="surrogateescape")
    return COPY, parts


def hashes(script):
    """Of the files that the input reads, and of those which it includes."""
    return {path.name: hash_of([path]) for path in files_read(script) if path != script}


def checkpoint_words(parts, options, seconds):
    """Of fix checkpoint. seconds: that have passed of the limit. A run that is resumed keeps its interval where none is given."""
    words = parts.state.get("checkpoints", OFTEN) if options.restart_every is None else options.restart_every or NEVER
    if options.limit:
        if options.limit <= seconds:
            fail(f"--limit is {options.limit:g} s, and {seconds:.1f} s have passed before the run: give a longer one")
        words += f" limit {options.limit - seconds:.1f}"
    return words


# ---------------------------------------------------------------- to continue


def resume(folder, script, options):
    """Writes the input that continues. Returns it, and the parts, with a new one."""
    parts = Parts(folder)
    parts.read()
    check(parts, script, options)
    end_locks(folder)
    record = newest_whole(folder)
    part, number = map(int, record["label"].split(":"))
    commands = commands_before(parts, script, part, number)
    for later in range(part + 1, parts.number + 1):     # wrote no checkpoint that is whole
        parts.log(later).unlink(missing_ok=True)
    del parts.state["parts"][part:]
    parts.state["parts"].append({"start": number, "commands": [done.text for done in commands]})
    (folder / FOLDER / "in.resume").write_text(continuation(commands, f"{FOLDER}/{record['name']}.restart", record, number), errors="surrogateescape")
    parts.save()
    say(f"continues from step {record['step']} of {record['end']}")
    return f"{FOLDER}/in.resume", parts


def end_locks(folder):
    """Of the run that was killed. A rank may live for some seconds when its mpirun was killed, and open more files."""
    end = time.monotonic() + LONGEST_WAIT
    while locks := [*folder.glob("*.lock"), *folder.glob("*/*.lock")]:
        for lock in locks:
            end_lock(lock, end)


def end_lock(lock, end):
    try:
        host, _, process = lock.read_text().strip().partition(" ")
    except FileNotFoundError:       # a rank that outlived the run has just ended
        return
    while host == platform.node() and process.isdecimal() and lives(process):
        if time.monotonic() > end:
            fail(f"process {process} of an earlier run still writes to {lock.parent}: wait until it has ended")
        time.sleep(0.2)
    lock.unlink(missing_ok=True)


def lives(process):
    try:        # one that has ended may wait for its parent, in containers without end
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def check(parts, script, options):
    """That the run can be resumed, and depends on what it depended on."""
    state, folder = parts.state, parts.folder
    if state["why_not"]:
        fail(f"the run in {folder} cannot be resumed: {state['why_not']}")
    if state["ended"]:
        fail(f"the run in {folder} has ended: there is nothing to resume")
    if options.words and options.words != state["words"]:
        fail(f"the run in {folder} has other variables ({shlex.join(state['words']) or 'none'}): {ANEW}")
    original = folder / FOLDER / "original"
    texts = (read_text(path).split("\n") for path in (original, script))
    line = next((number for number, (before, now) in enumerate(zip_longest(*texts), 1) if before != now), None)
    if line:
        fail(f"{script.name} was changed since the run began (first in line {line} of {original}): put it back, or {ANEW}")
    now, before = hashes(script), state["files"]
    changed = sorted(name for name in {*now, *before} if now.get(name) != before.get(name))
    if changed:
        fail(f"{', '.join(changed)} changed since the run began: put back what was there, or {ANEW}")


def records_of(folder):
    """Those of the checkpoints, the newest first."""
    records = filter(None, (read_record(folder / FOLDER, name) for name in "12"))
    return sorted(records, key=lambda record: -record["serial"])


def newest_whole(folder):
    """The record of the newest checkpoint that is not damaged."""
    records = records_of(folder)
    for record in records:
        path = folder / FOLDER / f"{record['name']}.restart"
        if is_whole(path, record):
            return record
        warn(f"{path} is damaged: the checkpoint before it is taken")
        path.with_suffix(".txt").unlink()
    fail(f"no checkpoint {'in ' + str(folder) + ' is whole' if records else 'was written in ' + str(folder) + ' yet'}: {ANEW}")


def read_record(folder, name):
    try:
        words = dict(line.split(" ", 1) for line in (folder / f"{name}.txt").read_text().splitlines())
        numbers = {key: int(words[key]) for key in ("serial", "bytes", "checksum", "step", "first", "last", "end")}
        return {**numbers, "label": words["label"], "ends": words["ends"] == "yes", "name": name}
    except (OSError, ValueError, KeyError):
        return None


def is_whole(path, record):
    if not path.is_file() or path.stat().st_size != record["bytes"]:
        return False
    found = 1
    with open(path, "rb") as file:
        for data in iter(lambda: file.read(CHUNK), b""):
            found = zlib.adler32(data, found)
    return found == record["checksum"]


def commands_before(parts, script, part, number):
    """Those of all parts up to the run of the checkpoint."""
    at = parts.state["parts"][part - 1]
    before = [Done(text) for text in at["commands"]]
    if part > 1 and number == at["start"]:
        return before
    log = parts.log(part)
    copy = read_text(parts.folder / COPY)
    found = commands_of_part(copy, log.read_text(errors="surrogateescape") if log.is_file() else "", script.parent, number, at["start"])
    if found is None:
        fail(f"{log} does not hold all commands up to the checkpoint: it was changed or cut; {ANEW}")
    return before + found


def ended_by_limit(parts):
    """The record of the checkpoint before the limit with which the newest part ended; None: it ended otherwise."""
    return next((record for record in records_of(parts.folder) if record["ends"] and record["label"].split(":")[0] == str(parts.number)), None)
