"""grist view: one page with a run in it, to turn, cut and play in a browser. It loads nothing.

The page is viewer.jinja with viewer.css and viewer.bundle.js, which scripts/viewer makes; the data are those of view_data.py.
"""

import base64
import json
from pathlib import Path

from markupsafe import Markup

from ..read.scenes import find_source
from ..text.messages import fail, say
from ..text.values import size_text
from .pages import template
from .run_pictures import folder_of
from .view_data import pack

HERE = Path(__file__).resolve().parent


def view(options):
    if options.frames < 0:
        fail(f"--frames expects 1 or more, not {options.frames}")
    source = find_source(options.path)
    target = options.out or folder_of(options.path) / "view.html"
    text = page(source, options.values, options.frames, options.walls, options.after, options.faces)
    try:
        target.write_text(text, encoding="utf-8")
    except OSError as error:
        fail(f"cannot write {target}: {error.strerror}")
    say(f"{target}, {size_text(len(text))}, of {source.path}: open it in a browser")


def page(source, values=(), frames=0, walls=(), after="", faces=False):
    head, content = pack(source, values, frames, walls, after, faces)
    return template("draw/viewer.jinja").render(
        title=head["title"], has_bonds="bonds" in head, style=Markup((HERE / "viewer.css").read_text()), head=Markup(json_text(head)),
        content=Markup(base64.b64encode(content).decode()), bundle=Markup((HERE / "viewer.bundle.js").read_text(encoding="utf-8")))


def json_text(head):
    """Without a character that HTML reads: a title or the name of a value cannot end the element."""
    return json.dumps(head, ensure_ascii=True).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
