"""Sphinx settings of the documentation site: `./grist doc` builds it into build/doc/html.

The source folder is the whole repository, so that links between pages are the same files on the site and in a checkout.
Pages are plain Markdown. doc/index.md lists them; each of its sections with links becomes a part of the site's menu. On the site it begins with a
gallery (gallery.py), and formulas in running text are set (formulas.py). The page of an example ends with its input script.
"""
import posixpath
import re
import shutil
import sys
from pathlib import Path

from pygments.lexer import RegexLexer, bygroups
from pygments.token import Comment, Keyword, Name, Number, String, Text

sys.path.insert(0, str(Path(__file__).resolve().parent))
import formulas  # noqa: E402 pylint: disable=wrong-import-position
import gallery  # noqa: E402 pylint: disable=wrong-import-position

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path("/usr/share")  # of Debian; its folder javascript holds what web servers offer as /javascript
MATHJAX = SHARED / "javascript" / "mathjax"  # Debian's libjs-mathjax
MATHJAX_PARTS = ("MathJax.js", "config/TeX-AMS_HTML.js", "extensions", "jax/element", "jax/input/TeX", "jax/output/HTML-CSS")
MATHJAX_FONTS = "fonts/HTML-CSS/TeX/woff"
IMPORT = re.compile(r'^import \w+ from "(\./[^"]+)";$', re.MULTILINE)  # in a script of the theme

project = "Grist"
author = "the authors of Grist"
copyright = "the authors of Grist; GPL-2.0"  # pylint: disable=redefined-builtin
language = "en"
nitpicky = True

extensions = ["myst_parser", "sphinx.ext.mathjax"]
root_doc = "doc/index"
include_patterns = ["*.md", "doc/*.md", "examples/*/README.md", "bench/README.md", "packaging/README.md", "validation/README.md"]
exclude_patterns = ["build", "results", ".git", "src", "unittest", "cmake", "scripts"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
myst_update_mathjax = False
highlight_language = "none"
pygments_style = "default"  # furo's own has a green that is hard to read

html_theme = "furo"
html_title = "Grist"
html_static_path = ["static"]
html_css_files = ["grist.css"]
html_js_files = ["grist.js"]
html_extra_path = ["redirect"]  # index.html at the top of the site, which opens doc/index.html
html_show_sphinx = False
html_copy_source = False
html_search_scorer = "scorer.js"
html_theme_options = {"navigation_with_keys": True}

# MathJax lies in the site, so that equations are drawn without a network. Without Debian's package it comes from the network.
if MATHJAX.is_dir():
    mathjax_path = "mathjax/MathJax.js?config=TeX-AMS_HTML"
    mathjax2_config = {
        "showMathMenu": False,
        "messageStyle": "none",
        "HTML-CSS": {
            "availableFonts": ["TeX"], "preferredFont": "TeX", "webFont": "TeX", "imageFont": None,
            # A font that is never there, with which others are compared; by default it is asked for at about:blank.
            "styles": {"@font-face": {"font-family": "MathJax_Blank", "src": "local('MathJax_Blank')"}},
        },
    }


class LammpsLexer(RegexLexer):
    """Colors of input scripts: comments, the command of a line, variables, texts, numbers."""

    name, aliases = "LAMMPS", ["lammps"]
    tokens = {
        "root": [
            (r"#.*$", Comment),
            (r"^([ \t]*)([a-z]\w*)", bygroups(Text, Keyword)),
            (r"\$\{\w+\}|\$\w|\$\([^)\n]*\)|\b[vcf]_\w+", Name.Variable),
            (r'"[^"\n]*"', String),
            (r"(?<![\w.])[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?(?![\w.])", Number),
            (r"&[ \t]*\n[ \t]*\S*", Text),
            (r"[\w./*]+", Text),
            (r"\s+|.", Text),
        ]
    }


def copy_mathjax(app, exception):
    """Copy what of MathJax the pages use: without image fonts, translations and other outputs."""
    if exception or app.builder.name != "html" or not MATHJAX.is_dir():
        return
    target = Path(app.outdir) / "_static" / "mathjax"
    for part in MATHJAX_PARTS + (MATHJAX_FONTS,):
        source = MATHJAX / part
        if source.is_dir():
            shutil.copytree(source, target / part, dirs_exist_ok=True)
        else:
            (target / part).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(source, target / part)


def complete_theme(app, exception):
    """Complete the theme of Debian's package. It takes normalize.css from the folder /javascript of a web server. Its script imports
    a second one, which a browser does not load from disk and which exports nothing, so the two become one. Its sheet has lost the dark colors of
    a reader who has set his system to dark. A theme without these faults, as that of PyPI, stays as it is."""
    if exception or app.builder.name != "html":
        return
    static = Path(app.outdir) / "_static"
    sheet, script = static / "styles" / "furo.css", static / "scripts" / "furo.js"
    for path in re.findall(r"@import url\((/javascript/[^)]+)\)", sheet.read_text()):
        shutil.copy(SHARED / path[1:], sheet.parent)
        sheet.write_text(sheet.read_text().replace(path, posixpath.basename(path)))
    dark = re.search(r'body\[data-theme="dark"\] (\{\s*--[^}]*\})', sheet.read_text())
    if dark and "prefers-color-scheme" not in sheet.read_text():
        with sheet.open("a") as end:
            end.write(f'\n@media screen and (prefers-color-scheme: dark) {{ body:not([data-theme="light"]) {dark[1]} }}\n')
    script.write_text(IMPORT.sub(lambda match: (script.parent / match[1]).read_text(), script.read_text()))


def read_subjects():
    """{page: words} by which readers look for it."""
    lines = [line for line in (ROOT / "doc/site/subjects.txt").read_text().splitlines() if line and not line.startswith("#")]
    return {page: words.strip().split(", ") for page, _, words in (line.partition(":") for line in lines)}


def names_of_styles(text):
    """What a page documents, as a reader calls it: from its title, 'fix insert/pack, fix insert/stream commands' or 'bond_style
    parallel command', and from lines 'fix ID group STYLE' of its syntax."""
    title, _, body = text.partition("\n")
    match = re.fullmatch(r"# (.*?) commands?|# (body style .*)", title)
    if not match:
        return []
    names = re.split(r", | and ", match[1] or match[2])
    syntax = body.partition("## Syntax")[2].partition("\n## ")[0]
    names += [f"{kind} {style}" for kind, style in re.findall(r"^    (fix|compute) ID \S+ ([a-z][\w/]*)", syntax, re.MULTILINE)]
    names += [re.sub(r"[_ ]style\b", "", name) for name in names]
    return list(dict.fromkeys(names))


def contents(index):
    """Hidden tables of contents from the sections of doc/index.md: the pages that the items of each section link to."""
    parts = []
    for section in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        title, _, body = section.partition("\n")
        pages = re.findall(r"^\* \[([^]]*)\]\(([^)#]*)\.md\)", body, re.MULTILINE)
        if pages:
            lines = ["```{toctree}", ":hidden:", f":caption: {title}", ""]
            lines += [f"{name} <{page_from_root(page)}>" for name, page in pages] + ["```"]
            parts.append("\n".join(lines))
    return "\n\n".join(parts)


def page_from_root(page):
    """A link of doc/index.md as a name of the site: from the root of the repository."""
    return "/" + posixpath.normpath(posixpath.join("doc", page))


def page_of_folder(match, page):
    """A link to a folder goes to its README.md."""
    target = ROOT / posixpath.dirname(page) / match[2]
    return f"{match[1]}{match[2].rstrip('/')}/README.md)" if (target / "README.md").is_file() else match[0]


def read_page(app, page, source):
    text = re.sub(r"(\]\()([^)#:]+)\)", lambda match: page_of_folder(match, page), formulas.set_formulas(source[0]))
    if page == root_doc:
        text = text.replace("\n## ", f"\n{gallery.markdown(ROOT, page)}\n\n## ", 1) + "\n\n" + contents(text) + "\n"
    names = names_of_styles(text) + app.config.subjects.get(page, [])
    if names:   # the search and the index find the page by them
        title, _, body = text.partition("\n")
        text = "\n".join([title, "", *(f"```{{index}} single: {name}\n```" for name in names), body])
    case = re.fullmatch(r"examples/(\w+)/README", page)
    if case and (ROOT / f"examples/{case[1]}/in.{case[1]}").is_file():
        text += f"\n\n## Input script\n\n```{{literalinclude}} in.{case[1]}\n:language: lammps\n```\n"
    source[0] = text


def setup(app):
    app.add_lexer("lammps", LammpsLexer)
    # With other words, or other rules of formulas, all pages are read again; the first one always, since its gallery comes from many files.
    app.add_config_value("subjects", read_subjects(), "env")
    app.add_config_value("rules", Path(formulas.__file__).read_text(), "env")
    app.connect("env-get-outdated", lambda *_: [root_doc])
    app.connect("source-read", read_page)
    app.connect("build-finished", copy_mathjax)
    app.connect("build-finished", complete_theme)
    return {"parallel_read_safe": True}
