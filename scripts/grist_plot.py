"""What the plot.py scripts of examples/ and bench/ share: errors, tables, settings, colors, saving of figures.

    sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))
    from grist_plot import fail, np, plt, read_columns

Needs numpy and matplotlib. An error is one sentence on stderr and exit status 1.
"""

import csv
import sys
from pathlib import Path

try:
    import numpy as np
    import matplotlib
    matplotlib.use("Agg")
    import matplotlib.pyplot as plt
except ImportError as missing:
    sys.exit(f"plot.py: {missing.name} is missing: install numpy and matplotlib, "
             "on Debian the packages python3-numpy and python3-matplotlib")

# Okabe and Ito
BLUE, ORANGE, GREEN, SKY, PINK, YELLOW, AMBER, GREY = ("#0072B2", "#D55E00", "#009E73", "#56B4E9", "#CC79A7", "#F0E442",
                                                       "#E69F00", "#777777")


def fail(sentence):
    """Ends the program with one sentence on stderr and exit status 1."""
    sys.exit(f"{Path(sys.argv[0]).name}: {sentence}")


def result_folder():
    """The only argument of the script."""
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        fail("usage: python3 plot.py RESULT_FOLDER")
    return Path(sys.argv[1])


# ---------------------------------------------------------------- reading


def read_lines(path):
    try:
        lines = path.read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        fail(f"cannot read {path}: {getattr(error, 'strerror', None) or 'not a text file'}")
    if not any(line.strip() for line in lines):
        fail(f"{path} is empty")
    return lines


def number(text):
    """The text as a number, or as it is."""
    try:
        return float(text)
    except ValueError:
        return text


def number_or_integer(text):
    try:
        return int(text)
    except ValueError:
        return number(text)


def read_settings(path, convert=number, wanted=()):
    """A name, a value and, where it has one, a unit per line."""
    settings = {}
    for line in read_lines(path):
        words = line.split(maxsplit=2)
        if not words:
            continue
        if len(words) < 2:
            fail(f"{path} holds the line '{line}' (expected a name, a value and perhaps a unit)")
        settings[words[0]] = convert(words[1])
    missing = set(wanted) - settings.keys()
    if missing:
        fail(f"{path} lacks {', '.join(sorted(missing))}")
    return settings


def read_columns(path, wanted=()):
    """Columns of a CSV file of numbers, by name. The wanted ones must be there and finite."""
    rows = [row for row in csv.reader(read_lines(path)) if row]
    names = [name.strip(" #") for name in rows[0]]
    absent = [name for name in wanted if name not in names]
    if absent:
        fail(f"{path} has no column {absent[0]} in its first line")
    if len(rows) < 2:
        fail(f"{path} has a header and no data")
    try:
        data = np.array([[float(word) for word in row] for row in rows[1:]])
    except ValueError:
        fail(f"{path} holds lines that are not {len(names)} numbers")
    if data.ndim != 2 or data.shape[1] != len(names):
        fail(f"{path} holds lines that are not {len(names)} numbers")
    columns = dict(zip(names, data.T))
    if not all(np.isfinite(columns[name]).all() for name in wanted):
        fail(f"{path} holds values that are not finite")
    return columns


def read_rows(path, names=None):
    """The rows of a CSV file as dictionaries, numbers as floats. `names`: of the columns, if the file has no header."""
    rows = [{name: number(text) for name, text in row.items()} for row in csv.DictReader(read_lines(path), names)]
    return rows or fail(f"{path} holds no row")


def read_averages(path, columns):
    """The columns of a file of fix ave/time, the first of them the step; shape (columns, lines)."""
    rows = [line.split() for line in read_lines(path) if not line.startswith("#")]
    try:
        table = np.array(rows, dtype=float)
    except ValueError:
        fail(f"{path} is not a table of numbers")
    if table.ndim != 2 or table.shape[1] != columns:
        fail(f"{path} does not hold {columns} columns")
    return table.T


def read_local_dump(path, wanted=None):
    """(step, rows) of the snapshots of a local dump; of the wanted steps only, or all."""
    with open(path) as file:
        while file.readline():
            step = int(file.readline())
            file.readline()
            count = int(file.readline())
            for _ in range(5):
                file.readline()
            lines = [file.readline() for _ in range(count)]
            if wanted is None or step in wanted:
                yield step, np.array([line.split() for line in lines], dtype=float).reshape(count, -1 if count else 0)


def read_snapshots(path, wanted=None):
    """(step, columns by name) of the snapshots of a dump of atoms; of the wanted steps only, or all."""
    with open(path) as file:
        while file.readline():
            step = int(file.readline())
            file.readline()
            count = int(file.readline())
            for _ in range(4):
                file.readline()
            names = file.readline().split()[2:]
            lines = [file.readline() for _ in range(count)]
            if wanted is None or step in wanted:
                rows = np.array([line.split() for line in lines], dtype=float).reshape(count, len(names))
                yield step, dict(zip(names, rows.T))


def read_outline(path):
    """Lines of the cross section of a drum along x in a text STL file, shape (n, 2, 2): y and z of both ends."""
    corners = [[float(word) for word in line.split()[1:4]]
               for line in read_lines(path) if line.split()[:1] == ["vertex"]]
    triangles = np.array(corners).reshape(-1, 3, 3)
    if not len(triangles):
        fail(f"{path} holds no triangles")
    front = np.isclose(triangles[:, :, 0], triangles[:, :, 0].min(), atol=1e-9)
    lines = [triangle[edge][:, 1:] for triangle, edge in zip(triangles, front) if edge.sum() == 2]
    return np.array(lines)


def turned(points, angle):
    """Points (..., 2) rotated about the origin, counter-clockwise (radians)."""
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]])


# ---------------------------------------------------------------- results


def save(figure, path, rect=(0, 0, 1, 1), caption=None):
    """`rect`: the part of the figure that the axes fill. The caption stands in the PNG file, for report.html."""
    figure.tight_layout(rect=rect)
    figure.savefig(path, metadata={"Description": caption} if caption else None)
    plt.close(figure)


def figure_row(name, value, unit="", error="", expected="", tolerance="", compared_with=""):
    """A row of figures.csv (doc/report.md)."""
    return dict(name=name, value=value, unit=unit, error=error, expected=expected, tolerance=tolerance, compared_with=compared_with)


def write_figures(folder, rows):
    """The key figures of a run, figures.csv: what report.html shows at its top."""
    with open(folder / "figures.csv", "w", newline="") as file:
        table = csv.DictWriter(file, figure_row("", "").keys())
        table.writeheader()
        table.writerows({name: f"{value:.10g}" if isinstance(value, float) else value for name, value in row.items()} for row in rows)


# ---------------------------------------------------------------- pictures on axes


def nice_length(longest):
    """The largest of 1, 2, 5 times a power of ten that is not longer."""
    power = 10.0 ** np.floor(np.log10(longest))
    return float(max(step for step in (1, 2, 5) if step * power <= longest * (1 + 1e-9)) * power)


def length_text(meters):
    for unit, size in (("m", 1.0), ("mm", 1e-3), ("µm", 1e-6)):
        if meters >= 0.9999 * size:
            return f"{meters / size:g} {unit}"
    return f"{meters:g} m"


def show(ax, camera, title=None, scale=True, image=None):
    """A picture of a camera (lengths in m) on axes, with a scale bar in its lower left corner."""
    image = camera.image() if image is None else image
    rows, columns = image.shape[:2]
    ax.imshow(image, interpolation="lanczos")
    if scale:
        length = nice_length(0.32 * camera.width)
        pixels = columns * length / camera.width
        left, low = 0.03 * columns, rows - 0.035 * columns
        ax.plot([left, left + pixels], [low, low], color="black", lw=2.5, solid_capstyle="butt")
        ax.text(left + pixels / 2, low - 0.012 * columns, length_text(length), ha="center", va="bottom", fontsize=9)
    ax.set(xlim=(-0.5, columns - 0.5), ylim=(rows - 0.5, -0.5))
    ax.axis("off")
    if title:
        ax.set_title(title, fontsize=11)


def scale_bar(ax, width, unit=1.0):
    """On axes whose data are lengths in `unit` (m) and whose x axis is `width` units long: in the lower left corner, inside."""
    length = nice_length(0.28 * width * unit) / unit
    x, y = min(ax.get_xlim()) + 0.04 * width, min(ax.get_ylim()) + 0.04 * width
    ax.plot([x, x + length], [y, y], color="black", lw=2.5, solid_capstyle="butt", zorder=10)
    ax.text(x + length / 2, y + 0.012 * width, length_text(length * unit), ha="center", va="bottom", fontsize=9, zorder=10)


def color_bar(figure, axes, colors, low, high, label, **options):
    """A bar that says what the colors mean, between two values."""
    scale = matplotlib.cm.ScalarMappable(matplotlib.colors.Normalize(low, high), colors)
    return figure.colorbar(scale, ax=axes, label=label, **{"shrink": 0.8, "aspect": 25, "pad": 0.02, **options})


def shades(colors, values, low, high):
    """RGB of values on a color scale."""
    return plt.get_cmap(colors)(np.clip((np.asarray(values, float) - low) / (high - low), 0, 1))[:, :3]


def outcome(reached):
    return "reached" if reached else "NOT reached"


def verdict(sentence, reached):
    return f"{sentence}: {outcome(reached)}"


def write_summary(folder, lines):
    """Writes the sentences to summary.txt and prints them."""
    (folder / "summary.txt").write_text("\n".join(lines) + "\n")
    print("\n".join(lines))
