"""What the pages of Grist share: templates, and pictures that stand in the page itself. A page is one file that loads nothing."""

import base64
import io
import re
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from ..text.messages import need
from ..text.values import duration, short, size_text, spaced, with_error

need("jinja2")
from jinja2 import Environment, FileSystemLoader, StrictUndefined  # noqa: E402, after the check

FRAME = re.compile(r"^(.*?)[._-]?(\d{3,})\.(png|jpg|jpeg|ppm)$")
LARGEST_PICTURE = 4e6      # bytes: larger ones are made smaller
KINDS = {".png": "png", ".jpg": "jpeg", ".jpeg": "jpeg"}


def template(name):
    """`name`: PACKAGE/FILE in this folder's parent."""
    environment = Environment(loader=FileSystemLoader(Path(__file__).resolve().parents[1]),
                              autoescape=True, undefined=StrictUndefined, trim_blocks=True,
                              lstrip_blocks=True)
    filters = (short, with_error, duration, spaced, size_text)
    environment.filters.update({function.__name__: function for function in filters})
    return environment.get_template(name)


@dataclass
class Picture:
    source: str
    caption: str
    width: int
    height: int

    @property
    def is_strip(self):
        """A strip of several pictures keeps its height on a phone and is swiped."""
        return self.width > 2.2 * self.height


def data_uri(data, kind):
    return f"data:{kind};base64," + base64.b64encode(data).decode()


def picture(path):
    data, kind = path.read_bytes(), KINDS.get(path.suffix.lower())
    with Image.open(path) as image:
        caption, size = caption_of(path, image), image.size
        if len(data) > LARGEST_PICTURE or not kind:
            image = image.convert("RGB")
            image.thumbnail((1600, 1600), Image.Resampling.LANCZOS)
            data, kind, size = encoded(image), "png", image.size
    return Picture(data_uri(data, f"image/{kind}"), caption, *size)


def caption_of(path, image):
    """What plots.save put into the PNG file, or its name."""
    frame = FRAME.match(path.name)
    name = f"The run at step {int(frame[2])}." if frame else path.stem.replace("_", " ").replace(".", " ")
    return image.info.get("Description") or name


def encoded(image):
    data = io.BytesIO()
    image.save(data, format="png", optimize=True)
    return data.getvalue()
