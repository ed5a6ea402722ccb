"""The built-in corpus: gold alignments, reordering, splits."""

import pathlib
import re
import unittest

from harness import ROOT, ProgramTest

SENTENCES = 3000


class PhrasebookTest(ProgramTest):
    def generate(self, pair):
        folder = self.path(pair)
        self.calque("synth", "--pair", pair, "--sentences", SENTENCES, "--dev", 500, "--test", 500, "-o", folder)
        return pathlib.Path(folder)

    def lines(self, path):
        return pathlib.Path(path).read_text(encoding="utf-8").splitlines()

    def test_gold_alignments_fit(self):
        for pair in ("de-en", "ja-en", "fr-en", "en-de", "tr-en"):
            source, target = pair.split("-")
            with self.subTest(pair=pair):
                folder = self.generate(pair)
                for part in ("train", "dev", "test"):
                    gold = folder / f"{part}.align"
                    scores = self.calque("aer", "--gold", gold, "--test", gold, "--json").out
                    self.assertIn('"aer":0.0', scores)
                    for s, t, a in zip(*(self.lines(folder / f"{part}.{x}") for x in (source, target, "align")), strict=True):
                        for link in a.split():
                            i, j = map(int, link.split("-"))
                            self.assertLess(i, len(s.split()))
                            self.assertLess(j, len(t.split()))

    def not_monotone(self, pair):
        """The share of phrase pairs that do not follow their predecessor."""
        source, target = pair.split("-")
        folder = self.generate(pair)
        out = self.calque("extract", "-s", folder / f"train.{source}", "-t", folder / f"train.{target}", "-a",
                          folder / "train.align", "--max-length", 7, "--orientation", "word").lines
        backward = [line.split(" ||| ")[3].split()[0] for line in out]
        self.assertGreater(len(backward), 10 * SENTENCES)
        return sum(orientation != "mono" for orientation in backward) / len(backward)

    def test_phrases_move(self):
        self.assertGreaterEqual(self.not_monotone("ja-en"), 0.30)
        self.assertGreaterEqual(self.not_monotone("tr-en"), 0.30)
        self.assertGreaterEqual(self.not_monotone("de-en"), 0.15)

    def test_parts_share_no_pair(self):
        for pair in ("de-en", "ja-en", "fr-en", "tr-en"):
            source, target = pair.split("-")
            folder = self.generate(pair)
            parts = [
                set(zip(self.lines(folder / f"{part}.{source}"), self.lines(folder / f"{part}.{target}")))
                for part in ("train", "dev", "test")
            ]
            self.assertFalse(parts[0] & parts[1] or parts[0] & parts[2] or parts[1] & parts[2])

    def grammars_of_the_page(self):
        """The files that docs/formats/grammar.md teaches with, in a folder."""
        page = (ROOT / "docs/formats/grammar.md").read_text(encoding="utf-8")
        folder = pathlib.Path(self.path("grammars"))
        folder.mkdir()
        for name, block in re.findall(r"<!-- (\w+\.grammar) -->\n\n((?:    .*\n)+)", page):
            (folder / name).write_text(re.sub(r"^    ", "", block, flags=re.M), encoding="utf-8")
        return folder

    def test_the_language_of_the_page(self):
        folder = self.grammars_of_the_page()
        self.assertEqual({file.name for file in folder.iterdir()}, {"world.grammar", "en.grammar", "de.grammar"})
        out = pathlib.Path(self.path("out"))
        self.calque("synth", "--pair", "de-en", "--grammar", folder, "--sentences", 60, "--dev", 0, "--test", 0, "-o", out)
        pairs = set(zip(*(self.lines(out / f"train.{x}") for x in ("de", "en", "align"))))
        self.assertIn(("Das Kind schläft ein .", "The child sleeps .", "0-0 1-1 2-2 3-2 4-3"), pairs)
        self.assertLessEqual({pair[1] for pair in pairs}, {
            "The child sleeps .", "The teacher sleeps .", "The child laughs .", "The teacher laughs .", "The stone falls ."})

    def test_mistakes_in_a_grammar(self):
        folder = self.grammars_of_the_page()
        english = folder / "en.grammar"
        text = english.read_text(encoding="utf-8")
        for wrong, says in ((text.replace("stone;", ""), "no words or rules for stone"), (text.replace("rule says", "rule sais"), "en.grammar:6"),
                            (text.replace('"the"', '"the'), "quotation mark"), (text + "\n  x = s\n", "en.grammar")):
            english.write_text(wrong, encoding="utf-8")
            self.refused("synth", "--pair", "de-en", "--grammar", folder, "-o", self.path("none"), says=says)
            self.assertFalse(pathlib.Path(self.path("none")).exists())
        self.refused("synth", "--pair", "de-en", "--grammar", self.path("nothing"), "-o", self.path("none"), says="nothing")

    def test_too_few_sentences(self):
        self.refused("synth", "--pair", "de-en", "--grammar", self.grammars_of_the_page(), "--dev", 50, "-o", self.path("none"), says="too few")

    def test_wrong_requests(self):
        self.refused("synth", "--pair", "de", "-o", self.path("x"), says="de")
        self.refused("synth", "--pair", "de-de", "-o", self.path("x"), says="de-de")
        self.refused("synth", "--pair", "de-en", "--sentences", "-5", "-o", self.path("x"))
        self.refused("synth", "--pair", "de-en", "-o", self.write("file", "") + "/x", says="file")


if __name__ == "__main__":
    unittest.main()
