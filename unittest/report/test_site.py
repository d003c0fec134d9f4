#!/usr/bin/env python3
"""Makes the site of the documentation by './grist doc' and opens every page of it in Chromium: none may complain in the console, lack a file, be
wider than its window or have text that can hardly be read, light and dark. The search must put the page of each style first for its own name, and the
page of a subject for the subject. The first page shows all examples and templates. Formulas are set.

    test_site.py SOURCE [FOLDER]         screenshots of pages stay in FOLDER, if it is given

Without Chromium or Chrome, or without Sphinx, myst_parser, furo and MathJax, the test is skipped (exit 77).
"""
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "testing"))
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "doc/site"))
import formulas
import gallery
from chrome import Chrome, browser
from sample import drawn

SKIPPED = 1 if os.environ.get("GRIST_CI") else 77  # a machine that checks changes has all that is needed
SOURCE, KEPT = None, None
WIDTHS = {1280: False, 1440: False, 1680: False, 390: True}  # in CSS pixels; whether it is a phone
LEAST_CONTRAST = 4.0  # WCAG asks for 4.5 of running text and 3 of large text; furo's grey words beside the text have 4.2
# What readers type, and the page that must come first.
SOUGHT = {"restart": "doc/howto_restart", "restart a run": "doc/howto_restart", "mill": "examples/ball_mill/README", "hopper": "examples/hopper/README",
          "silos": "examples/silo/README", "drum": "examples/tumbler/README", "angle of repose": "doc/howto_calibrate_bulk", "time step": "doc/howto_timestep",
          "wear": "doc/fix_wall_mesh", "cohesion": "doc/cohesion", "rolling friction": "doc/pair_hertz_mindlin", "install": "doc/install",
          "feed": "doc/howto_feed", "segregation": "doc/compute_mixing", "LIGGGHTS": "doc/from_liggghts", "energy balance": "doc/compute_energy_balance",
          "GPU": "doc/contest", "lost atoms": "doc/fix_guard", "exercises": "doc/exercises", "T10": "doc/breakage_parameters"}
SHOWN = ("doc/index", "doc/fix_wall_mesh", "doc/theory", "doc/performance", "examples/ball_mill/README")  # of which screenshots are kept

# Equations are drawn after the page has been loaded.
DRAWN = """new Promise(done => window.MathJax && MathJax.Hub ? MathJax.Hub.Queue(() => done(1)) : done(1))"""

# Wider than the window: the page, or what is in the text without scrolling by itself. On a phone furo lets the text as a whole scroll
# sideways; that counts as too wide as well.
WIDE = """(() => {
  const content = document.querySelector('.content'), wide = [];
  if (document.documentElement.scrollWidth > innerWidth) wide.push('page of ' + document.documentElement.scrollWidth);
  if (content && content.scrollWidth > content.clientWidth) wide.push('text of ' + content.scrollWidth + ' in ' + content.clientWidth);
  const scrolls = e => { for (; e && e !== content; e = e.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX)) return true; };
  for (const e of document.querySelectorAll('article *')) {
    const rect = e.getBoundingClientRect();
    if (wide.length < 5 && rect.width && rect.right > innerWidth + 0.5 && !scrolls(e.parentElement))
      wide.push(e.tagName + ' ' + e.textContent.slice(0, 40));
  }
  return wide;
})()"""

# The least contrast of text against what is behind it, as WCAG defines it, and where. Equations are of one color with the text.
CONTRAST = """(() => {
  const channels = color => color.match(/[\\d.]+/g).map(Number);
  const over = (top, under) => { const a = top.length > 3 ? top[3] : 1; return [0, 1, 2].map(i => a * top[i] + (1 - a) * under[i]); };
  const light = c => c.slice(0, 3).map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = new Map();
  const paper = e => {
    if (!e) return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
    if (!behind.has(e)) behind.set(e, over(channels(getComputedStyle(e).backgroundColor), paper(e.parentElement)));
    return behind.get(e);
  };
  let least = [21, ''];
  for (const e of document.querySelectorAll('article *, .sidebar-tree *, .toc-tree *, footer *')) {
    if (![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()) || !e.getClientRects().length || e.closest('.MathJax, .headerlink')) continue;
    const style = getComputedStyle(e), under = paper(e);
    if (style.visibility === 'hidden' || style.opacity === '0') continue;
    const a = light(over(channels(style.color), under)), b = light(under);
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least[0]) least = [ratio, e.tagName + '.' + e.className + ' ' + e.textContent.slice(0, 40)];
  }
  const broken = [...document.querySelectorAll('article img')].filter(i => !i.complete || !i.naturalWidth).length;
  return {least: least, paper: light(paper(document.querySelector('article'))), broken: broken};
})()"""

# The results of a search appear one after the other, the best first; the next search may start when all are there.
FIRST_FOUND = """new Promise(done => {
  document.getElementById('search-results').replaceChildren();
  Search.performSearch(%s);
  FINISHED
})"""
FINISHED = """let left = 1000;
  const look = () => {
    const first = Search.output && Search.output.querySelector('a'), over = Search.status && /found|match/.test(Search.status.innerText);
    if (over || !left--) done(first ? first.getAttribute('href') : ''); else setTimeout(look, 10);
  };
  look();"""
FIRST_FOUND = FIRST_FOUND.replace("FINISHED", FINISHED)


def can_make_site():
    """Is all here that './grist doc' would install?"""
    pythons = (sys.executable, os.environ.get("GRIST_PYTHON"), "/usr/bin/python3")
    modules = [python for python in pythons if python
               and subprocess.run([python, "-c", "import sphinx, myst_parser, furo"], cwd="/", capture_output=True).returncode == 0]
    return modules and Path("/usr/share/javascript/mathjax").is_dir()


def make_site():
    done = subprocess.run([SOURCE / "grist", "doc"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return SOURCE / "build" / "doc" / "html"


def styles():
    """What an input may call, as in 'fix wall/mesh', from the headers of src/styles; styles in capitals are internal."""
    kinds = {"Fix": "fix", "Compute": "compute", "Pair": "pair", "Bond": "bond", "Dump": "dump", "Atom": "atom", "Body": "body"}
    hidden = {"fix deposit/mix", "grist"}  # behind particle_mix; command of the plugin
    found = set()
    for header in sorted((SOURCE / "src" / "styles").rglob("*.h")):
        for kind, name in re.findall(r"^ *([A-Z][a-z]+)Style\(([a-z][\w/]*),", header.read_text(), re.MULTILINE):
            if kind == "Command":
                found.add(name)
            elif kind in kinds:
                found.add(f"{kinds[kind]} {name}")
    return sorted(found - hidden)


class SiteTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.site = make_site()
        cls.chrome = Chrome(browser())
        cls.addClassCleanup(cls.chrome.close)

    def faults(self, page):
        leads_on = 'http-equiv="refresh"' in page.read_text()
        self.chrome.open(page, 1280, 900, False, "light", loads=2 if leads_on else 1)
        self.chrome.evaluate(DRAWN)
        found = [str(complaint) for complaint in self.chrome.complaints()]
        found += [f"asks the network: {url}" for url in self.chrome.requests() if not url.startswith(("file:", "data:"))]
        name = str(Path(page).relative_to(self.site).with_suffix("")) if KEPT else None
        for width, is_phone in WIDTHS.items():
            self.chrome.resize(width, 900, is_phone)
            wide = self.chrome.evaluate(WIDE)
            found += [f"{width} px: {what}" for what in wide]
            if name in SHOWN:
                self.keep(name, width, "light")
        for scheme in ("light", "dark"):
            self.chrome.color(scheme)
            seen = self.chrome.evaluate(CONTRAST)
            if seen["least"][0] < LEAST_CONTRAST:
                found.append(f"{scheme}: contrast of {seen['least'][0]:.2f}: {seen['least'][1]}")
            if (seen["paper"] < 0.1) != (scheme == "dark"):
                found.append(f"{scheme}: the page has a lightness of {seen['paper']:.2f}")
            if seen["broken"]:
                found.append(f"{seen['broken']} pictures are broken")
            if name in SHOWN and scheme == "dark":
                self.keep(name, 390, scheme)
                self.chrome.resize(1280, 900, False)
                self.keep(name, 1280, scheme)
        return found

    def keep(self, name, width, scheme):
        (KEPT / f"{name.replace('/', '_')}_{width}_{scheme}.png").write_bytes(self.chrome.screenshot())

    def test_every_page(self):
        pages = sorted(self.site.rglob("*.html"))
        pages = [page for page in pages if "_static" not in page.relative_to(self.site).parts]
        self.assertGreater(len(pages), 70)
        found = {str(page.relative_to(self.site)): faults for page in drawn(pages) if (faults := self.faults(page))}
        self.assertEqual("\n".join(f"{page}: {fault}" for page, faults in found.items() for fault in faults), "")

    def test_script_of_the_theme_runs(self):
        self.chrome.open(self.site / "doc" / "theory.html", 1680, 900, False, "light")
        self.assertFalse(self.chrome.evaluate("document.documentElement.classList.contains('no-js')"))
        button = "document.querySelector('.theme-toggle-content .theme-toggle').click(); document.body.dataset.theme"
        self.assertEqual([self.chrome.evaluate(button) for _ in range(3)], ["dark", "light", "auto"])

    def test_search_puts_the_page_of_a_style_first(self):
        self.chrome.open((self.site / "search.html").as_uri() + "?q=bond+parallel", 1280, 900, False, "light")
        self.assertEqual(self.chrome.evaluate("new Promise(done => { %s })" % FINISHED).split("#")[0], "doc/bond_parallel.html")
        self.assertEqual(self.chrome.complaints(), [])
        self.assertGreater(len(styles()), 30)
        for style in drawn(styles()):
            first = self.chrome.evaluate(FIRST_FOUND % repr(style)).split("#")[0]
            title = re.search(r"<h1>(.*?)<a", (self.site / first).read_text())[1] if first else ""
            with self.subTest(style=style):
                kind, _, name = style.rpartition(" ")
                self.assertRegex(title, rf"^.*\b{kind}[_ ]?(style )?.*{name.split('/')[0]}", first)

    def test_search_puts_the_page_of_a_subject_first(self):
        self.chrome.open((self.site / "search.html").as_uri() + "?q=parallel", 1280, 900, False, "light")
        self.chrome.evaluate("new Promise(done => { %s })" % FINISHED)
        found = {text: self.chrome.evaluate(FIRST_FOUND % repr(text)).split("#")[0].removesuffix(".html") for text in SOUGHT}
        self.assertEqual(found, SOUGHT)

    def test_first_page_shows_each_example_and_template(self):
        cards = gallery.cards(SOURCE)
        examples = {path.parent.name for path in (SOURCE / "examples").glob("*/in.*") if path.name == f"in.{path.parent.name}"}
        templates = {path.parent.name for path in (SOURCE / "examples/new").glob("*/in.*")}
        commands = "\n".join(card.command for card in cards)
        self.assertEqual(set(re.findall(r"^\./grist (?:run )?(\w+)$", commands, re.MULTILINE)), examples)
        self.assertEqual(set(re.findall(r"--kind (\w+) && \./grist run mine$", commands, re.MULTILINE)), templates)
        self.assertEqual([card.title for card in cards if not (card.picture and card.command and card.text)], [])
        for card in cards:
            self.assertTrue((SOURCE / card.picture).is_file() and (SOURCE / card.page).is_file(), card)
            for name in re.findall(r"examples/\S+", card.command):
                self.assertTrue((SOURCE / name).is_file(), card)
        self.chrome.open(self.site / "doc" / "index.html", 1440, 900, False, "light")
        shown = "[...document.querySelectorAll('.card')].filter(c => c.querySelector('a img').naturalWidth && c.querySelector('pre').innerText).length"
        self.assertEqual(self.chrome.evaluate(shown), len(cards))

    def test_equations_and_formulas_are_set(self):
        self.chrome.open(self.site / "doc" / "theory.html", 1280, 900, False, "light")
        self.chrome.evaluate(DRAWN)
        plain = "[...document.querySelectorAll('article .math:not(.MathJax *)')].filter(e => !e.closest('.MathJax') && !e.querySelector('.MathJax')).length"
        self.assertEqual(self.chrome.evaluate(plain), 0)
        self.assertGreater(self.chrome.evaluate("document.querySelectorAll('article sub').length"), 100)
        text = """(() => { const a = document.querySelector('article').cloneNode(true);
          a.querySelectorAll('code, pre, script, .MathJax_Preview').forEach(e => e.remove()); return a.textContent; })()"""
        self.assertEqual(re.findall(r"\b[A-Za-z]_[a-z]\b|\b[A-Za-z]\^\d|sqrt\(", self.chrome.evaluate(text)), [])

    def test_only_formulas_are_set(self):
        for plain, is_set in (("k_n/k_s", "<i>k</i><sub>n</sub>/<i>k</i><sub>s</sub>"), ("mu_r^2 R*", "μ<sub>r</sub><sup>2</sup> <i>R</i><sup>∗</sup>"),
                              ("(D - k d)^(5/2), 10^-3", "(D - k d)<sup>5/2</sup>, 10<sup>−3</sup>"), ("sqrt(rho/E)", "√(ρ/E)"), ("E_inf", "<i>E</i><sub>inf</sub>")):
            self.assertEqual(formulas.set_formulas(plain), is_set)
        for text in ("`k_n` $k_n$ *k_n* c_now v_name f_out[1] f_w[2] mass_out [V](a_b.md)", "# k_n", "    k_n", "```\nk_n\n```", "$$\nk_n\n$$", "faces *s* and *m* follow"):
            self.assertEqual(formulas.set_formulas(text), text)

    def test_a_page_with_faults_is_noticed(self):
        page = self.site / "doc" / "broken.html"
        page.write_text((self.site / "doc" / "theory.html").read_text().replace(
            "</article>", "<p style='width: 2000px; color: #777; background: #888'>x</p><img src='none.png'><script>console.error(1)</script></article>"))
        self.addCleanup(page.unlink)
        text = "\n".join(self.faults(page))
        for sign in ("ERR_FILE_NOT_FOUND", "consoleAPICalled", "390 px", "1680 px", "contrast", "1 pictures"):
            self.assertIn(sign, text if sign != "consoleAPICalled" else text.replace("'type': 'error'", sign))


if __name__ == "__main__":
    if not browser() or not can_make_site():
        print("skipped: no Chromium or Chrome here" if not browser() else "skipped: no sphinx, myst_parser, furo and MathJax here")
        sys.exit(SKIPPED)
    SOURCE = Path(sys.argv.pop(1)).resolve()
    if len(sys.argv) > 1:
        KEPT = Path(sys.argv.pop(1))
    unittest.main()
