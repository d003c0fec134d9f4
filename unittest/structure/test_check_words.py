#!/usr/bin/env python3
"""check_words.py on made-up texts: each word of a list is found where it counts, and nowhere else."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_words

WORDS = check_words.read_words(
    r"""
# a comment
\bdrag\b -> damping
    allow \bdrag of air\b
\bgoes on with\b -> continue
"""
)


class CheckWords(unittest.TestCase):
    def faults(self, name, text):
        return list(check_words.faults_of(name, text, WORDS))

    def test_a_page(self):
        self.assertEqual(self.faults("a.md", "One.\nThe Drag of a bond\n"), ["a.md:2: Drag (write: damping)"])

    def test_allowed_text(self):
        self.assertEqual(self.faults("a.md", "the drag\nof air"), [])
        self.assertEqual(len(self.faults("a.md", "the drag of air and the drag of bonds")), 1)

    def test_words_on_two_lines(self):
        self.assertEqual(self.faults("a.md", "it goes\non with"), ["a.md:1: goes on with (write: continue)"])
        self.assertEqual(self.faults("a.h", "// it goes\n// on with\n"), ["a.h:1: goes on with (write: continue)"])

    def test_code_of_a_page(self):
        self.assertEqual(self.faults("a.md", "`fix drag`\n```\ndrag\n```\n[b](drag.md)\n"), [])

    def test_comments_of_sources(self):
        self.assertEqual(self.faults("a.cpp", 'int drag;\ntext("// drag");\n'), [])
        self.assertEqual(len(self.faults("a.cpp", "int a;    // drag\n/* drag */\n")), 2)
        self.assertEqual(self.faults("a.py", 'drag = "drag"\n'), [])
        self.assertEqual(self.faults("a.py", '"""Of\ndrag."""\n'), ["a.py:2: drag (write: damping)"])
        self.assertEqual(self.faults("a.cmake", 'set(drag "# drag") # drag\n'), ["a.cmake:1: drag (write: damping)"])

    def test_the_list_of_the_project(self):
        text = (Path(__file__).resolve().parents[2] / check_words.LIST).read_text(encoding="utf-8")
        for pattern, advice, _ in check_words.read_words(text):
            self.assertTrue(advice, pattern.pattern)
            self.assertIsNone(pattern.fullmatch(advice))


if __name__ == "__main__":
    unittest.main()
