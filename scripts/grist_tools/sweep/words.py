"""Values of variables from words of the command line: speed=30:50:5 or bars=8,12."""

import re
from decimal import Decimal, InvalidOperation

MOST_RUNS = 10_000


def axis(text):
    """Name and values, as texts; ValueError with a sentence."""
    name, equals, words = text.partition("=")
    if not re.fullmatch(r"\w+", name) or not equals or not words:
        raise ValueError(f"needs NAME=START:END:STEP or NAME=VALUE,VALUE,..., not '{text}'")
    values = between(text, *words.split(":")) if ":" in words else [word.strip() for word in words.split(",")]
    if "" in values:
        raise ValueError(f"needs a value on each side of a comma, not '{text}'")
    if len(set(values)) < len(values):
        raise ValueError(f"needs each value once, not '{text}'")
    return name, values


def between(text, *words):
    """START:END:STEP with both ends, in decimal numbers: 0.1:0.3:0.1 has three values."""
    try:
        start, end, step = map(Decimal, words)
        count = (end - start) / step
        is_right = start.is_finite() and count.is_finite() and 0 <= count < MOST_RUNS
    except (ValueError, InvalidOperation, ArithmeticError):
        is_right = False
    if not is_right:
        raise ValueError(f"needs three numbers START:END:STEP, the step towards the end and at most {MOST_RUNS} values, not '{text}'")
    return [f"{float(start + number * step):.10g}" for number in range(int(count) + 1)]
