#!/usr/bin/env python3
"""Check the links of a built site: every file and every place in a page that a link, a picture or a script names must exist.

Links to other hosts are counted, not followed. Each dead link is a line: page, link, what is missing. The exit status is 1 if
there is any.

Usage: check_links.py FOLDER    FOLDER: of the HTML pages
"""
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class Page(HTMLParser):
    """The places of a page that links may name, and its links."""

    def __init__(self, path):
        super().__init__()
        self.places, self.links = set(), []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        self.places.update(values[name] for name in ("id", "name") if values.get(name))
        self.links += [values[name] for name in ("href", "src") if values.get(name)]


def fault_of(link, path, pages):
    """What a link of the page at this path lacks; None if nothing."""
    parts = urlsplit(link)
    target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
    if not target.is_file():
        return "no such file"
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
        return "no such place in the page"
    return None


def main():
    folder = Path(sys.argv[1]).resolve()
    pages = {path: Page(path) for path in sorted(folder.rglob("*.html")) if "_static" not in path.parts}
    dead, checked, outside = [], 0, 0
    for path, page in pages.items():
        for link in page.links:
            if urlsplit(link).scheme or link.startswith("//"):
                outside += 1
                continue
            checked += 1
            fault = fault_of(link, path, pages)
            if fault:
                dead.append(f"{path.relative_to(folder)}: {link}: {fault}")
    print("\n".join(dead) or f"{len(pages)} pages, {checked} links, none dead; {outside} links to other hosts, not followed")
    return 1 if dead or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
