"""calque clean and calque train agree on what harms training."""

import json
import random
import unittest

from harness import ProgramTest

ODD = [
    ("Das Haus ist alt.", "The house is old."),
    ("Das Haus ist alt .", "The house is old ."),  # the same words
    ("", "Nothing."),
    (" \u00a0 ", "Only blanks."),
    ("Nur\u200b", "\u200b"),
    ("www.example.org/a-b-c?d=e&f=g", "x"),
    ("(" * 60, "z"),
    ("a" * 300, "b " * 9),
    ("1.234,5 % ... !!!", "1,234.5% ...!!!"),
    ("don't l'homme", "geht's"),
    ("Wort " * 99 + "Ende.", "word " * 99 + "end."),  # over 100 words with the full stop
    ("Wort " * 100, "word " * 100),
    ("ok", "ok"),
    ("ok.", "ok ."),
    ("A\tB", "tab"),
    ("'", "''' \" \""),
    ("我住在北京。", "I live in Beijing."),
]

# How a model is trained makes no difference to what it is trained on.
CHEAP = ["--align-model", "diagonal", "--reordering", "lexicalised", "--lm-order", "2", "--max-phrase-length", "2", "--tune", "none"]


class CleanTest(ProgramTest):
    def write_corpus(self):
        rng = random.Random(5)
        words = ["Haus", "geht's", "z.B.", "3,5", "%", "(a)", "«so»", "it's", "l'eau", "-", "...", "Straße", "b-c"]
        pairs = ODD + [(" ".join(rng.choices(words, k=rng.randint(0, 60))), " ".join(rng.choices(words, k=rng.randint(0, 60))))
                       for _ in range(400)]
        source = self.write("all.de", "".join(s + "\n" for s, _ in pairs).encode() + b"caf\xe9\n")
        target = self.write("all.en", "".join(t + "\n" for _, t in pairs) + "coffee\n")
        return source, target, pairs

    def test_training_loses_nothing_that_clean_kept(self):
        source, target, pairs = self.write_corpus()
        for options in ([], ["--pretokenized"], ["--remove-duplicates", "--remove-identical", "--max-words", "30", "--max-ratio", "2",
                                                 "--min-words", "2"]):
            with self.subTest(options=options):
                figures = json.loads(self.calque("clean", "-s", source, "-t", target, "-o", self.path("kept"), "--json", *options).out)
                self.assertGreater(figures["kept"], 20)
                self.assertLess(figures["kept"], figures["read"])
                # Lines are written as they were.
                kept = list(zip((self.scratch / "kept.de").read_text().splitlines(), (self.scratch / "kept.en").read_text().splitlines()))
                self.assertEqual(len(kept), figures["kept"])
                self.assertLessEqual(set(kept), {(s.rstrip("\n"), t.rstrip("\n")) for s, t in pairs})
                model = self.path("model" + str(len(options)))
                trained = self.calque("train", "-s", self.path("kept.de"), "-t", self.path("kept.en"), "-o", model, *CHEAP, *options)
                self.assertIn(f"{figures['kept']} sentence pairs read, {figures['kept']} used", trained.err)
                # And training on everything uses just as many.
                whole = self.calque("train", "-s", source, "-t", target, "-o", model + "-whole", "--skip-bad-lines", *CHEAP, *options)
                self.assertIn(f"{figures['read']} sentence pairs read, {figures['kept']} used", whole.err)

    def test_pretokenized_text(self):
        source, target = self.write("a.de", "a.b.c.d!!!\n"), self.write("a.en", "x\n")
        limits = ["--max-words", "1", "-S", self.path("s"), "-T", self.path("t"), "--json"]
        self.assertEqual(json.loads(self.calque("clean", "-s", source, "-t", target, *limits).out)["kept"], 0)
        self.assertEqual(json.loads(self.calque("clean", "-s", source, "-t", target, *limits, "--pretokenized").out)["kept"], 1)


if __name__ == "__main__":
    unittest.main()
