"""Training without a development set: pairs of the training text are held out to tune on."""

import json
import os
import pathlib
import unittest

from harness import ProgramTest

FILES = ("weights.txt", "phrases.calque", "lm.calque", "reordering.1.backward.calque", "reordering.1.forward.calque",
         "work/held-out.source.txt", "work/held-out.target.txt")


class HeldOutTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.corpus = self.scratch / "corpus"
        self.calque("synth", "--pair", "de-en", "--sentences", 5000, "--dev", 10, "--test", 200, "--raw", "-o", self.corpus, "-q")

    def train(self, name, *more):
        return self.calque("train", "-s", self.corpus / "train.de", "-t", self.corpus / "train.en", "--align-model", "diagonal",
                           "--reordering-samples", 5000, "--max-phrase-length", 4, "--lm-order", 3, "-o", self.path(name), "--json", *more)

    def files(self, name):
        return {file: pathlib.Path(self.path(name), file).read_bytes() for file in FILES}

    def test_two_files_to_a_tuned_model(self):
        result = self.train("tuned")
        self.assertIn("500 pairs are held out to tune on, in 5 parts", result.err)
        report = json.loads(result.out)
        self.assertEqual(report["held_out"], 500)
        self.assertGreater(report["development_bleu"], report["untuned_bleu"])
        self.assertFalse(os.path.exists(self.path("tuned/work/held-out")))
        # No sentence that is tuned on stands in the corpus twice.
        for side, language in (("source", "de"), ("target", "en")):
            lines = (self.corpus / f"train.{language}").read_text().splitlines()
            for line in pathlib.Path(self.path(f"tuned/work/held-out.{side}.txt")).read_text().splitlines():
                self.assertEqual(lines.count(line), 1, line)
        # Phrases and language model are those of the whole corpus.
        self.train("plain", "--tune", "none")
        tuned, plain = self.files("tuned"), self.files("plain")
        for file in FILES:
            same = file not in ("weights.txt", "reordering.1.backward.calque", "reordering.1.forward.calque")
            self.assertEqual(tuned[file] == plain[file], same, file)
        self.assertIn("every checksum is right", self.calque("inspect", self.path("tuned"), "--verify").out)
        # The same command has nothing left to do, and threads change nothing.
        self.assertNotIn("round 1", self.train("tuned").err)
        self.assertEqual(self.files("tuned"), tuned)
        self.train("other", "--threads", 1)
        self.assertEqual(self.files("other"), tuned)

    def train_lines(self, name, source, target, *more):
        return self.calque("train", "-s", self.write("train.de", "".join(f"{line}\n" for line in source)),
                           "-t", self.write("train.en", "".join(f"{line}\n" for line in target)), "--align-model", "diagonal",
                           "--reordering-samples", 2000, "--max-phrase-length", 3, "--lm-order", 2, "-o", self.path(name), *more)

    def translated(self, name, line):
        return self.calque("translate", "-m", self.path(name), "-q", stdin=f"{line}\n").out.rstrip("\n")

    def test_too_little_to_hold_out(self):
        for pairs in (50, 300):
            result = self.train_lines(f"few-{pairs}", [f"Haus {i} ist gut ." for i in range(pairs)], [f"House {i} is good ." for i in range(pairs)])
            self.assertIn("too few different sentence pairs to hold some out", result.err)
            self.assertIn("the weights are the default ones", result.err)
            self.assertEqual(self.translated(f"few-{pairs}", "Haus 7 ist gut ."), "House 7 is good.")

    def test_text_without_anything_to_learn_of(self):
        """Nothing that tuning on such text meets may stop it: no words, nothing that moves, one translation for everything."""
        words = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn"]
        lines = [" ".join(words[int(digit)] for digit in f"{i:04}") for i in range(5000)]
        for name, source, target in (("same", lines, lines), ("numbers", lines, [" ".join(f"{i:04}") for i in range(5000)]),
                                     ("letterless", [" ".join(f"{i:04}") for i in range(5000)], [f"{i} + {i}" for i in range(5000)])):
            result = self.train_lines(name, source, target)
            self.assertIn("pairs are held out", result.err, name)
            self.assertNotEqual(self.translated(name, source[1234]), "", name)
        self.assertEqual(self.translated("same", lines[1234]), lines[1234])


if __name__ == "__main__":
    unittest.main()
