"""Patterns of commands and keywords, and what stands for them in an input for Grist.

    fix ID GROUP check/timestep/gran N X Y    ->    fix ID GROUP guard every N

A pattern has words as they stand (a|b: one of them), NAMES in capitals, INF excepted, for any word, and ... at its end for all words that follow. What stands for it has
these names again, 2*NAME for a multiple; it is "same", empty where nothing is needed, "left: reason", or "@function".
"""

import re

from .decks import times

NAME = re.compile(r"(?!INF$)[A-Z][A-Z0-9_]*")


def match(pattern, words):
    """What the names of the pattern stand for, and how many words it took; None where it does not fit."""
    found, place = {}, 0
    for part in pattern.split():
        if part == "...":
            return {**found, "...": words[place:]}, len(words)
        if place == len(words):
            return None
        if NAME.fullmatch(part):
            found[part] = words[place]
        elif words[place] not in part.split("|"):
            return None
        place += 1
    return found, place


def filled(text, found):
    """The words that stand for a pattern."""
    words = []
    for part in text.split():
        factor, _, name = part.rpartition("*")
        if part == "...":
            words += found["..."]
        elif factor and name in found:
            words.append(times(float(factor), found[name]))
        else:
            words.append(found.get(part, part))
    return words


def scope_of(pattern):
    """insert of "insert: massrate Q"; nothing for a command."""
    scope, colon, rest = pattern.partition(": ")
    return (scope, rest) if colon else ("", pattern)
