"""calque align, lexicon: quality on the built-in corpus, kept models, probabilities, bad requests."""

import json
import pathlib
import unittest

from harness import ProgramTest


class AlignmentTest(ProgramTest):
    def corpus(self, sentences=600):
        folder = pathlib.Path(self.path("corpus"))
        if not folder.exists():
            self.calque("synth", "--pair", "de-en", "--sentences", sentences, "--dev", 100, "--test", 100, "-o", folder)
        return folder

    def pair(self, part="train", **options):
        folder = self.corpus(**options)
        return ["-s", folder / f"{part}.de", "-t", folder / f"{part}.en"]

    def test_recovers_the_gold_alignments(self):
        folder = self.corpus(sentences=20000)
        out = self.path("links")
        self.calque("align", *self.pair(), "-o", out)
        scores = json.loads(self.calque("aer", "--gold", folder / "train.align", "--test", out, "--json").out)
        self.assertLess(scores["aer"], 0.10)

    def test_a_kept_model_aligns_the_training_text_as_training_did(self):
        for kind in ("fertility", "hmm", "diagonal", "ibm1"):
            with self.subTest(model=kind):
                model = self.path(f"{kind}.model")
                fresh = self.calque("align", *self.pair(), "--model", kind, "--posteriors", "--save", model, "--threads", 1).out
                again = self.calque("align", *self.pair(), "--model-file", model, "--posteriors", "--threads", 4).out
                self.assertEqual(fresh, again)

    def test_new_text_in_any_form(self):
        model = self.path("a.model")
        self.calque("align", *self.pair(), "--save", model, "-o", self.path("links"))
        two_files = self.calque("align", *self.pair("test"), "--model-file", model).out
        folder = self.corpus()
        sides = [(folder / f"test.{x}").read_text(encoding="utf-8").splitlines() for x in ("de", "en")]
        bars = "".join(f"{s} ||| {t}\n" for s, t in zip(*sides, strict=True))
        self.assertEqual(self.calque("align", "-s", "-", "--format", "bars", "--model-file", model, stdin=bars).out, two_files)
        unbuffered = self.calque("align", "-s", "-", "--format", "bars", "--model-file", model, "--unbuffered", stdin=bars)
        self.assertEqual(unbuffered.out, two_files)
        strange = self.calque("align", "-s", "-", "--format", "bars", "--model-file", model, stdin="xyz zyx ||| qqq\n ||| a\n\n"[:-1])
        self.assertEqual(len(strange.out.split("\n")), 3)

    def test_probabilities_and_directions(self):
        model = self.path("p.model")
        self.calque("align", *self.pair(), "--save", model, "-o", self.path("links"))
        for direction, side in (("forward", 1), ("reverse", 0)):
            for line in self.calque("align", *self.pair("test"), "--model-file", model, "--direction", direction).lines:
                positions = [link.split("-")[side] for link in line.split()]
                self.assertEqual(len(positions), len(set(positions)))
        for line in self.calque("align", *self.pair("test"), "--model-file", model, "--for", "links", "--posteriors").lines:
            for link in line.split():
                probability = float(link.split(":")[1])
                self.assertTrue(0.4 <= probability <= 1.0, link)

    def test_lexicon(self):
        model = self.path("l.model")
        self.calque("align", *self.pair(), "--save", model, "-o", self.path("links"))
        rows = [line.split("\t") for line in self.calque("lexicon", "--model-file", model, "--min-probability", 0).lines]
        shares = {}
        for source, _, forward, _ in rows:
            shares[source] = shares.get(source, 0.0) + float(forward)
        self.assertTrue(all(abs(share - 1.0) < 1e-3 for share in shares.values()))
        self.assertEqual(max(rows, key=lambda row: (row[0] == "und", float(row[2])))[1], "and")
        top = self.calque("lexicon", *self.pair(), "--top", 1).lines
        self.assertEqual(len(top), len({line.split("\t")[0] for line in top}))

    def test_bad_requests(self):
        folder = self.corpus()
        (folder / "short.en").write_text("a\n", encoding="utf-8")
        self.refused("align", "-s", folder / "train.de", "-t", folder / "short.en", says="short.en")
        self.refused("align", *self.pair(), "--model-file", folder / "train.de", says="train.de")
        self.refused("align", *self.pair(), "--memory", "1K", says="--memory")
        self.refused("align", *self.pair(), "--direction", "up", says="forward")
        self.refused("align", *self.pair(), "--for", "fun", says="links")
        self.refused("align", *self.pair(), "--unbuffered", says="--model-file")
        self.refused("lexicon", says="--model-file")


if __name__ == "__main__":
    unittest.main()
