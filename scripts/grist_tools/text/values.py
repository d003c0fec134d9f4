"""Numbers from words, and numbers as text: with errors, as lengths, durations, sizes of files."""

import math
import re


def number(word):
    """The word as a number, or as it is."""
    try:
        return float(word)
    except ValueError:
        return word


def number_or_integer(word):
    try:
        return int(word)
    except ValueError:
        return number(word)


def is_number(word):
    return isinstance(number(word), float)


def short(word):
    """A number with at most six digits that count; other words as they are."""
    if not is_number(word) or re.fullmatch(r"[+-]?\d{1,9}", str(word)):
        return str(word)
    return f"{float(word):.6g}"


def with_error(value, error):
    """Value and error, to two digits of the error."""
    if not is_number(value) or not is_number(error) or not 0 < float(error) < 1e9:
        return short(value) + (f" ± {short(error)}" if error else "")
    places = 1 - math.floor(math.log10(float(error)))
    value, error = (round(float(number), places) for number in (value, error))
    return f"{value:.{max(places, 0)}f} ± {error:.{max(places, 0)}f}"


def spaced(count):
    """A whole number with a space before each three digits."""
    return f"{count:,}".replace(",", " ")


def duration(seconds):
    if seconds < 60:
        return f"{seconds:.3g} s"
    minutes = int(round(seconds / 60)) if seconds >= 600 else int(seconds // 60)
    if minutes >= 60:
        return f"{minutes // 60} h {minutes % 60} min"
    return f"{minutes} min" if seconds >= 600 else f"{minutes} min {int(seconds % 60)} s"


def size_text(count):
    """Of a file, from its bytes."""
    if count < 1000:
        return f"{count} B"
    for unit in ("kB", "MB", "GB"):
        count /= 1000
        if count < 1000 or unit == "GB":
            return f"{count:.3g} {unit}"


def nice_length(longest):
    """The largest of 1, 2, 5 times a power of ten that is not longer."""
    power = 10.0 ** math.floor(math.log10(longest))
    return max(step for step in (1, 2, 5) if step * power <= longest * (1 + 1e-9)) * power


def length_text(meters):
    for unit, size in (("m", 1.0), ("mm", 1e-3), ("µm", 1e-6)):
        if meters >= 0.9999 * size:
            return f"{meters / size:g} {unit}"
    return f"{meters:g} m"


SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400, "y": 365.25 * 86400}


def in_seconds(text):
    """Of a time such as 2000h; None where it is none, or not above zero."""
    match = re.fullmatch(r"\s*([0-9.eE+-]+)\s*(s|min|h|d|y)\s*", text)
    return float(match[1]) * SECONDS[match[2]] if match and is_number(match[1]) and float(match[1]) > 0 else None


PREFIXES = (("G", 1e9), ("M", 1e6), ("k", 1e3), ("", 1.0), ("m", 1e-3), ("µ", 1e-6), ("n", 1e-9), ("p", 1e-12))
PREFIXED = ("m", "Pa", "N", "J", "W", "J/m²", "W/m²")


def prefixed(largest, unit):
    """Factor and unit that make the largest of some values a number from 1 to 1000. Units other than PREFIXED are kept, and no length is in km."""
    if unit not in PREFIXED or not 0 < largest < math.inf:
        return 1.0, unit
    prefixes = [row for row in PREFIXES if row[1] <= 1 or unit != "m"]
    prefix, size = next((row for row in prefixes if largest >= 0.9999 * row[1]), prefixes[-1])
    return 1 / size, prefix + unit
