"""The gallery on the first page of the site: a picture, a sentence and a command for each example and each template.

It has no list of its own. Examples are those of doc/index.md; the picture is doc/images/NAME.png or else the first one of the example's page, and the command
the first one of the page. Templates are the rows of the table in examples/new/README.md, with the pictures doc/images/new_KIND.png.
"""
import posixpath
import re
from dataclasses import dataclass
from pathlib import Path

ITEM = re.compile(r"^\* \[([^]]+)\]\(\.\./(examples/(\w+)/README\.md)\)(.*(?:\n  .*)*)", re.MULTILINE)
PICTURE = re.compile(r"!\[[^]]*\]\(([^)]+)\)")
COMMAND = re.compile(r"^    (\./grist [^#\n]+)", re.MULTILINE)
ROW = re.compile(r"^\| (\w+) \| ([^|]+) \|", re.MULTILINE)
TEMPLATES = "examples/new/README.md"


@dataclass
class Card:
    title: str
    page: str       # from the root of the repository, as all paths here
    text: str
    picture: str    # "" if there is none
    command: str


def cards(root):
    return examples(root) + templates(root)


def examples(root):
    section = (root / "doc/index.md").read_text().partition("\n## Examples\n")[2].partition("\n## ")[0]
    found = []
    for title, page, name, text in ITEM.findall(section):
        if page == TEMPLATES:
            continue
        body = (root / page).read_text()
        picture, command = PICTURE.search(body), COMMAND.search(body)
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), picture[1])) if picture else ""
        found.append(Card(title, page, sentence(text), picture_of(root, name) or path, command[1].strip() if command else ""))
    return found


def templates(root):
    rows = [row for row in ROW.findall((root / TEMPLATES).read_text()) if (root / "examples/new" / row[0]).is_dir()]
    return [Card(f"Template {kind}", TEMPLATES, sentence(text), picture_of(root, f"new_{kind}"), f"./grist new mine --kind {kind} && ./grist run mine")
            for kind, text in rows]


def picture_of(root, name):
    path = f"doc/images/{name}.png"
    return path if (root / path).is_file() else ""


def sentence(text):
    """Without links and line ends, with a capital letter and a full stop."""
    text = " ".join(re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text).split()).lstrip(": ")
    return text[:1].upper() + text[1:].rstrip(".") + "."


def markdown(root, page):
    """As a part of this page: links and pictures start from its folder."""
    lines = ["## Gallery", "", "````{container} gallery"]
    for card in cards(root):
        target, picture = (posixpath.relpath(path, posixpath.dirname(page)) for path in (card.page, card.picture or "."))
        lines += ["```{container} card", f"[![{card.title}]({picture})]({target})" if card.picture else "", "", f"[**{card.title}**]({target}) {card.text}", "",
                  *(f"    {line}" for line in card.command.replace(" && ", "\n").splitlines()), "```"]
    return "\n".join(lines + ["````"])


if __name__ == "__main__":
    for one in cards(Path(__file__).resolve().parents[2]):
        print(one)
