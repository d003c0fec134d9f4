#!/usr/bin/env python3
"""check_words.py and check_terms.py on made-up texts: each word of a list is found where it counts, and nowhere else."""
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import check_terms
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


TERMS = [{"what": "keyword", "word": "friction", "old": "coulomb"}, {"what": "head", "word": "broken_bonds", "old": "bonds_broken"},
         *({"what": "file of fix outflow", "word": word, "old": old} for old, word in
           (("rate", "mass_rate"), ("inside", "mass_inside"), ("elements", "elements_out"), ("mass", "mass_out")))]


class CheckTerms(unittest.TestCase):
    def faults(self, name, text):
        return list(check_terms.faults_of(name, text, TERMS))

    def test_keywords(self):
        self.assertEqual(self.faults("in.a", "\npair_coeff * * volume 1e9 coulomb 0.5\n"), ["in.a:2: coulomb (write: friction)"])
        self.assertEqual(self.faults("a.md", "Coulomb friction"), [])

    def test_heads_of_inputs(self):
        line = 'fix a all print 10 "x" file a.csv title "{}"\n'
        self.assertEqual(self.faults("in.a", line.format("time [s],bonds_broken")), ["in.a:1: head bonds_broken (write: broken_bonds)"])
        self.assertEqual(self.faults("in.a", line.format("time [s],mass [kg],rate")), [])     # of another table
        for old in ("rate [kg/s]", "mass [kg]"):
            heads = {"rate [kg/s]": "mass_rate [kg/s]", "mass [kg]": "mass_out [kg]"}
            text = "step,component,elements_out,mass_inside [kg]," + ",".join(old if old == of else heads[of] for of in heads)
            self.assertEqual(len(self.faults("in.a", line.format(text))), 1, text)

    def test_heads_of_styles(self):
        self.assertEqual(len(self.faults("src/a.cpp", '"step,time [time],component,"\n  "elements_out,mass_rate [mass/time],inside [mass]"')), 1)
        self.assertEqual(len(self.faults("src/a.cpp", 'names = {"mass_out [mass]", "bonds_broken"};')), 1)
        self.assertEqual(self.faults("src/a.cpp", 'names = {"mass_out [mass]", "broken_bonds"};'), [])

    def test_units(self):
        self.assertEqual(self.faults("in.a", 'file a title2 "# TimeStep power[W]"'), ["in.a:1: head power[W] (write: a space before the unit)"])
        self.assertEqual(self.faults("in.a", 'file a title2 "# TimeStep power [W] f_a[3]"'), [])

    def test_lists(self):
        page = "## One word for one thing\n\n| word | | old |\n| friction | mu | coulomb |\n"
        code = 'renamed_words()\n{ ALL = {{"coulomb", "friction"}};\n return ALL;\n'
        self.assertEqual(list(check_terms.faults_of_lists(page, code, TERMS[:1])), [])
        self.assertEqual(len(list(check_terms.faults_of_lists(page.replace("coulomb", "mu"), code, TERMS[:1]))), 1)
        self.assertEqual(len(list(check_terms.faults_of_lists(page, code.replace("coulomb", "mu"), TERMS[:1]))), 2)


if __name__ == "__main__":
    unittest.main()
