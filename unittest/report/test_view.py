#!/usr/bin/env python3
"""Opens pages of `grist view` in Chromium and compares what the scene holds with what was written, on a desk and as on a phone.

    test_view.py [FOLDER]       the screenshots stay in FOLDER, if it is given

Without Chromium or Chrome the test is skipped (exit 77).
"""
import io
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import find_modules
import made_runs as made
import matplotlib
import numpy as np
from chrome import Chrome, browser
from PIL import Image
from stone import MAIN

KEPT = None
READY = """new Promise(done => { let left = 300;
  const look = () => window.grist || !left-- ? done(Boolean(window.grist)) : setTimeout(look, 100); look(); })"""
HOSTILE = "</script><img src=x onerror=alert(1)>"
WALL = [[[0, 0, 0], [4, 0, 0], [0, 2, 0]], [[4, 0, 0], [0, 2, 0], [4, 2, 0]]]
PRESSURE = np.array([[0, 100], [300, 200], [510, 0]], "f4")       # of each frame and triangle


class ViewTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.chrome = Chrome(browser())
        cls.addClassCleanup(cls.chrome.close)
        temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = Path(temporary.name)
        random = np.random.default_rng(2)
        cls.centers = random.random((3, 300, 3)) * (4, 2, 1)
        cls.speeds = random.uniform(1, 2, (3, 300))
        frames = []
        for time_, (centers, speeds) in enumerate(zip(cls.centers, cls.speeds)):
            velocity = np.column_stack([speeds, 0 * speeds, 0 * speeds]).astype("f4")
            few = slice(0, 300 if time_ else 250)       # the last 50 come in the second frame
            kind, points, places = made.spheres(centers[few], np.full(300, 0.1)[few], velocity=velocity[few], type=np.ones(300, "i4")[few])
            # The second body of the first frame leaves, and another one takes its slot.
            bodies = made.cubes([301, 302 + (time_ == 0)], [0.2 * made.CUBE + (5, 1, 1), (0.4 if time_ == 0 else 0.3) * made.CUBE + (6, 1, 1)], type=np.ones(2, "i4"), **{HOSTILE: np.ones(2, "f4")})
            frames.append((time_, {"spheres": [(kind, points, places)], "polyhedra": [bodies], "wall_" + HOSTILE: [made.triangles(WALL, pressure=PRESSURE[time_])]}))
        made.write_series(cls.folder, frames)
        (cls.folder / "log.lammps").write_text("LAMMPS (4 Feb 2025)\nunits si\nlabelmap atom 1 granite\n")
        done = subprocess.run([sys.executable, MAIN, "view", cls.folder, "--values", f"speed,type,{HOSTILE}"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def open(self, width=1000, height=700, mobile=False, scheme="light", mark=""):
        self.chrome.open(str((self.folder / "view.html").as_uri()) + mark, width, height, mobile, scheme)
        self.assertTrue(self.chrome.evaluate(READY), self.chrome.complaints())

    def ask(self, expression):
        return self.chrome.evaluate(expression)

    def keep(self, name):
        data = self.chrome.screenshot()
        if KEPT:
            (KEPT / f"{name}.png").write_bytes(data)
        return np.asarray(Image.open(io.BytesIO(data)).convert("RGB")).astype(int)

    def test_scene_holds_what_was_written(self):
        self.open()
        for frame, count in enumerate((250, 300, 300)):
            self.ask(f"grist.change({{frame: {frame}}})")
            self.assertEqual(self.ask("grist.scene.getObjectByName('spheres').geometry.drawRange.count"), 3 * count)
            places = np.array(self.ask("[...grist.kinds[0].centers.array]")).reshape(-1, 3)[:3 * count:3]
            step = self.ask("grist.head.step")
            self.assertLessEqual(np.abs(places - self.centers[frame, :count]).max(), 0.51 * step)
            speeds = self.ask(f"[...Array({count}).keys()].map(k => grist.kinds[0].particles.value(grist.head.values[0], {frame}, k))")
            self.assertLess(np.abs(np.array(speeds) - self.speeds[frame, :count]).max(), 0.51 / 255)
            self.assertEqual(self.ask("grist.kinds[1].shown.length"), 2)
            self.assertEqual(self.ask("grist.kinds[1].shown.map(k => grist.kinds[1].particles.id(grist.view.frame, k))"), [301, 302 if frame else 303])
            self.assertEqual(self.ask("grist.kinds[1].object.children.map(part => part.geometry.drawRange.count)"), [2 * 6 * 6, 2 * 2 * 12])
        corners = np.array(self.ask("[...grist.kinds[1].positions.array]")).reshape(-1, 3)
        np.testing.assert_allclose(corners[8:16], 0.3 * made.CUBE + (6, 1, 1), atol=2e-4)
        self.assertEqual(self.ask("grist.walls.length"), 1)

    def test_walls_have_the_colors_of_their_values(self):
        """Each corner of a triangle; the front of both looks to the particles, which are above."""
        self.open()
        self.assertEqual(self.ask("[...document.getElementById('wallColor').options].map(option => option.textContent)"), ["glass", "pressure [Pa]"])
        for frame, pressure in enumerate(PRESSURE):
            self.ask(f"grist.change({{wallColor: 0, frame: {frame}}})")
            values = self.ask("[0, 1].map(k => grist.walls[0].value(grist.wallScale, grist.view.frame, k))")
            np.testing.assert_allclose(values, pressure, atol=1)
            colors = np.array(self.ask("[...grist.walls[0].colors.array]")).reshape(2, 3, 3)
            np.testing.assert_allclose(colors, np.repeat(255 * matplotlib.colormaps["YlOrRd"](pressure / 510)[:, None, :3], 3, axis=1), atol=6)
        corners = np.array(self.ask("[...grist.walls[0].colored.geometry.attributes.position.array]")).reshape(2, 3, 3)
        self.assertTrue((np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 2] > 0).all())
        image = self.keep("walls")
        self.assertGreater(((image[:, :, 0] > 120) & (image[:, :, 2] < 60)).mean(), 0.01)       # dark red
        self.ask("grist.change({wallColor: -1})")
        self.assertFalse(self.ask("grist.walls[0].colored.visible"))

    def test_nothing_is_loaded_and_nothing_complains(self):
        self.open()
        self.assertEqual([url for url in self.chrome.requests() if not url.startswith(("file:", "data:", "blob:"))], [])
        self.assertEqual([text for text in map(str, self.chrome.complaints()) if "GPU stall" not in text and "software" not in text], [])
        self.assertEqual(self.ask("document.querySelectorAll('img').length"), 0)

    def test_picture_shows_the_particles(self):
        self.open()
        image = self.keep("desk")
        self.assertGreater((np.ptp(image, axis=2) > 60).mean(), 0.02)
        self.assertTrue(self.ask("grist.save()").startswith("data:image/png"))

    def test_legend_has_the_names_of_types(self):
        self.open()
        self.ask("""{ const fill = CanvasRenderingContext2D.prototype.fillText; window.texts = [];
          CanvasRenderingContext2D.prototype.fillText = function (text, ...place) { texts.push(text); fill.call(this, text, ...place); }; }""")
        self.ask("grist.change({color: 1})")
        self.ask("new Promise(done => setTimeout(done, 1000))")
        self.assertIn("granite", self.ask("texts"))
        self.keep("names")

    def test_cut(self):
        self.open()
        self.ask("grist.change({cutAxis: 0, cutShare: 0.5, frame: 2})")
        place = self.ask("grist.cut")
        self.assertEqual(self.ask("grist.kinds[0].shown.length"), int((self.centers[2, :, 0] <= place).sum()))
        self.keep("cut")
        self.ask("grist.change({cutAxis: 1})")
        place = self.ask("grist.cut")
        self.assertEqual(self.ask("grist.kinds[0].shown.length"), int((self.centers[2, :, 1] >= place).sum()))

    def test_slider_keys_and_play(self):
        self.open()
        self.ask("{ const t = document.getElementById('time'); t.value = 1; t.dispatchEvent(new Event('input')); }")
        self.assertEqual((self.ask("grist.view.frame"), self.ask("document.getElementById('clock').textContent")), (1, "1 s"))
        self.ask("dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))")
        self.assertEqual(self.ask("grist.view.frame"), 2)
        self.ask("document.getElementById('play').click()")
        self.ask("new Promise(done => setTimeout(done, 1000))")
        self.assertEqual(self.ask("document.getElementById('play').textContent"), "Stop")
        self.ask("document.getElementById('play').click()")

    def test_pick(self):
        self.open()
        self.ask("grist.look('top'), grist.draw()")
        self.ask("grist.change({frame: 2})")
        top = int(self.centers[2, :, 2].argmax())
        x, y = self.ask(f"(() => {{ const p = grist.controls.target.clone().set(...{self.centers[2, top].tolist()}).project(grist.camera);"
                        " return [(p.x + 1) / 2 * grist.size[0], (1 - p.y) / 2 * grist.size[1]]; })()")
        self.assertEqual(self.ask(f"grist.pick({x}, {y})"), {"id": top + 1, "kind": "spheres"})
        text = self.ask("document.getElementById('picked').innerText")
        self.assertIn("100 mm", text)
        self.keep("pick")
        self.assertIsNone(self.ask("grist.pick(2, 2)"))

    def test_link_keeps_the_view(self):
        self.open()
        self.ask("grist.look('side'), grist.change({frame: 1, color: 1, cutAxis: 2}), grist.act('link')")
        mark = self.ask("location.hash")
        self.open(mark="?again" + mark)
        self.assertEqual(self.ask("[grist.view.frame, grist.view.color, grist.view.cutAxis]"), [1, 1, 2])
        self.assertGreater(self.ask("grist.camera.position.x - grist.controls.target.x"), 1)
        self.open(mark="?wrong#%7Bwrong")       # is of no use, and does no harm
        self.assertEqual(self.ask("grist.view.frame"), 2)

    def test_on_a_phone(self):
        self.open(390, 844, True, "dark")
        self.assertLessEqual(self.ask("document.documentElement.scrollWidth"), 390)
        buttons = self.ask("[...document.querySelectorAll('button')].map(b => [b.textContent, b.getBoundingClientRect().left, b.getBoundingClientRect().right, "
                           "document.elementFromPoint(b.getBoundingClientRect().right - 3, b.getBoundingClientRect().bottom - 3) === b])")
        self.assertEqual([button for button in buttons if button[1] < 0 or button[2] > 390 or not button[3]], [], "cut off or covered")
        self.assertGreater(self.ask("document.getElementById('stage').clientHeight"), 500)
        image = self.keep("phone")
        self.assertLess(np.median(image), 80)       # dark

    def test_frames_per_second(self):
        self.open()
        start = time.monotonic()
        for k in range(6):
            self.ask(f"grist.change({{frame: {k % 3}}}); grist.renderer.getContext().finish()")
        print(f"{6 / (time.monotonic() - start):.3g} frames a second of 300 spheres", flush=True)


if __name__ == "__main__":
    if not browser():
        print("skipped: there is no Chromium or Chrome")
        sys.exit(find_modules.SKIPPED)
    if len(sys.argv) > 1 and Path(sys.argv[-1]).is_dir():
        KEPT = Path(sys.argv.pop())
    find_modules.run_tests()
