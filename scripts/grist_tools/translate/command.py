"""grist translate: a deck of LIGGGHTS as an input for Grist, on standard output or in a new file."""

import sys
from pathlib import Path

from ..text.messages import fail, warn
from .liggghts import translate_deck

LEFT = 3        # exit status where lines were left


def translate(options):
    path, out = options.deck, options.out
    if path.is_dir():
        fail(f"{path} is a folder: give the deck in it, such as {path}/in.chute")
    if not path.is_file():
        fail(f"there is no file {path}")
    if out is not None and (out.exists() or out.is_symlink()):
        fail(f"{out} is there already: give another name with --out, or remove it")
    pieces = translate_deck(path)
    text = text_of(path, pieces)
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")
    report(path, pieces)
    if any(piece.kind == "left" for piece in pieces):
        sys.exit(LEFT)


def text_of(path, pieces):
    lines = [f"# {path.name} of LIGGGHTS, translated by grist translate. Run it where the deck was run: names of files are those of the deck.",
             "# was: the line of LIGGGHTS   left: what is not translated, and why   note: what differs"]
    return "\n".join(lines + [line for piece in pieces for line in piece.text]) + "\n"


def count(pieces, kind):
    return sum(piece.kind == kind for piece in pieces)


def report(path, pieces):
    """One line for the deck, one for each command that is left."""
    commands = [piece for piece in pieces if piece.kind != "text"]
    left = [piece for piece in commands if piece.kind == "left"]
    warn(f"{path.name}: {len(commands)} commands, {len(commands) - len(left)} translated ({count(pieces, 'same')} as they are, {count(pieces, 'dropped')} not needed), {len(left)} left")
    for piece in left:
        warn(f"  {piece.place}: {piece.command}: {'; '.join(piece.reasons)}")
