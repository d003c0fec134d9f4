#!/usr/bin/env python3
"""Opens report.html in Chromium as a phone would, 390 x 844 points, light and dark, and on a desk; measures it and looks at the screenshots.

    test_on_a_phone.py LMP [FOLDER]         the screenshots stay in FOLDER, if it is given

Without Chromium or Chrome the test is skipped (exit 77).
"""
import io
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

import find_modules
import numpy as np
from chrome import Chrome, browser
from PIL import Image
from stone import make, run_stone

LMP, KEPT = None, None

MEASURE = """(() => {
  const images = [...document.images], films = [...document.querySelectorAll('video')];
  const rect = element => element.getBoundingClientRect();
  const shown = element => rect(element).width > 0;
  const scrolls = element => { for (let e = element; e; e = e.parentElement) if (getComputedStyle(e).overflowX === 'auto') return true; return false; };
  return {
    width: innerWidth, scroll: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight,
    broken: images.filter(i => !i.complete || i.naturalWidth === 0).length, images: images.length,
    distorted: images.filter(shown).filter(i => Math.abs(rect(i).width / rect(i).height / (i.naturalWidth / i.naturalHeight) - 1) > 0.03).length,
    films: films.map(f => [f.readyState, f.videoWidth, f.error ? f.error.message : '']),
    outside: [...document.body.querySelectorAll('*')].filter(e => shown(e) && !scrolls(e.parentElement) && rect(e).right > innerWidth + 0.5)
      .map(e => e.tagName + '.' + e.className),
    smallest: Math.min(...[...document.body.querySelectorAll('p, li, td, h1, h2, figcaption, small, summary')].filter(shown)
      .map(e => parseFloat(getComputedStyle(e).fontSize))),
    text: getComputedStyle(document.body).color, paper: getComputedStyle(document.body).backgroundColor,
    sections: [...document.querySelectorAll('h2')].map(h => h.textContent),
  };
})()"""


def numbers(color):
    return [float(word) for word in color[color.index("(") + 1:-1].split(",")[:3]]


class PhoneTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = Path(tempfile.mkdtemp())
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        run_stone(LMP, cls.folder)
        Image.new("RGB", (1500, 300), "#0072B2").save(cls.folder / "picture_strip.png")       # of several moments side by side
        (cls.folder / "summary.txt").write_text("a sentence with one word that is far too long for a phone: " + 80 * "x" + "\n")
        done = make(cls.folder)
        assert done.returncode == 0, done.stderr
        cls.page = cls.folder / "report.html"
        cls.chrome = Chrome(browser())
        cls.addClassCleanup(cls.chrome.close)

    def look(self, page, width, height, mobile, scheme, name):
        self.chrome.open(page, width, height, mobile, scheme)
        measured = self.chrome.evaluate(MEASURE)
        shot = self.chrome.screenshot()
        if KEPT:
            (KEPT / f"{name}.png").write_bytes(shot)
        return measured, np.asarray(Image.open(io.BytesIO(shot)).convert("RGB"), dtype=float)

    def check(self, measured, width):
        self.assertEqual(measured["width"], width)
        self.assertLessEqual(measured["scroll"], width, "the page scrolls sideways")
        self.assertEqual(measured["outside"], [])
        self.assertEqual((measured["broken"], measured["distorted"]), (0, 0))
        self.assertGreaterEqual(measured["images"], 6)
        self.assertTrue(all(state > 1 and film_width == 300 and not error for state, film_width, error in measured["films"]), measured["films"])
        self.assertGreaterEqual(measured["smallest"], 13)
        self.assertEqual(measured["sections"], ["Key figures", "Pictures", "Plots", "Film", "Curves", "Settings", "Timings", "Warnings"])
        self.assertTrue(all(url.startswith(("file:", "data:")) for url in self.chrome.requests()))
        self.assertEqual(self.chrome.complaints(), [])
        contrast = np.abs(np.subtract(numbers(measured["text"]), numbers(measured["paper"]))).mean()
        self.assertGreater(contrast, 150)

    def test_phone_in_light_and_dark(self):
        for scheme, darkest, lightest in (("light", 200, 256), ("dark", 0, 60)):
            measured, shot = self.look(self.page, 390, 844, True, scheme, f"phone_{scheme}")
            self.check(measured, 390)
            self.assertEqual(shot.shape, (1688, 780, 3))
            corner = shot[:20, :20].mean()
            self.assertTrue(darkest <= corner < lightest, corner)
            inked = np.abs(shot - shot[0, 0]).max(axis=2) > 60
            self.assertGreater(inked.mean(), 0.01)                      # it is not blank,
            self.assertFalse(inked[:, -8:].any())                       # and nothing reaches the border

    def test_small_phone_with_all_opened(self):
        self.look(self.page, 320, 568, True, "light", "small_phone")
        self.chrome.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
        measured = self.chrome.evaluate(MEASURE)
        self.assertLessEqual(measured["scroll"], 320)
        self.assertEqual((measured["outside"], measured["distorted"]), ([], 0))

    def test_desk(self):
        measured, _ = self.look(self.page, 1280, 900, False, "light", "desk")
        self.check(measured, 1280)

    def test_a_page_that_is_too_wide_is_noticed(self):
        wide = self.folder / "wide.html"
        wide.write_text(self.page.read_text().replace("max-width: 100%", "min-width: 600px"))
        measured, _ = self.look(wide, 390, 844, True, "light", "wide")
        self.assertGreater(measured["scroll"], 390)
        broken = self.folder / "broken.html"
        broken.write_text(self.page.read_text().replace("base64,iVBOR", "base64,iVXXX", 1))
        self.assertEqual(self.look(broken, 390, 844, True, "light", "broken")[0]["broken"], 1)


if __name__ == "__main__":
    if not browser():
        print("skipped: no Chromium or Chrome here")
        sys.exit(find_modules.SKIPPED)
    LMP = Path(sys.argv.pop(1)).resolve()
    if len(sys.argv) > 1:
        KEPT = Path(sys.argv.pop(1))
    find_modules.run_tests()
