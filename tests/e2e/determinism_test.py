"""The same input, seed and options give the same bytes for any number of threads."""

import pathlib
import unittest

from harness import ProgramTest

# Files that hold times.
TIMED = {"report.html", "work/steps.json"}


def contents(folder):
    folder = pathlib.Path(folder)
    files = (p for p in folder.rglob("*") if p.is_file())
    return {str(p.relative_to(folder)): p.read_bytes() for p in files if str(p.relative_to(folder)) not in TIMED and p.parent.name != "tuning"}


class DeterminismTest(ProgramTest):
    def corpus(self, pair="de-en", sentences=2000, *more):
        folder = self.path(f"{pair}-{sentences}")
        self.calque("synth", "--pair", pair, "--sentences", sentences, "--dev", 50, "--test", 200, "-o", folder, *more)
        return pathlib.Path(folder)

    def same_for_threads(self, produce):
        """Calls produce(threads) and compares what it returns."""
        one = produce(1)
        self.assertTrue(one)
        for threads in (2, 4):
            self.assertEqual(produce(threads), one, f"{threads} threads")

    def test_synth(self):
        for pair in ("de-en", "ja-en", "fr-en"):
            with self.subTest(pair=pair):

                def produce(threads, pair=pair):
                    folder = self.path(f"{pair}-{threads}")
                    self.calque("synth", "--pair", pair, "--sentences", 3000, "--seed", 7, "--threads", threads, "-o", folder)
                    return contents(folder)

                self.same_for_threads(produce)

    def test_synth_depends_on_the_seed(self):
        texts = set()
        for seed in (1, 2):
            folder = self.path(f"seed-{seed}")
            self.calque("synth", "--sentences", 500, "--seed", seed, "-o", folder)
            texts.add(pathlib.Path(folder, "train.de").read_bytes())
        self.assertEqual(len(texts), 2)

    def test_align(self):
        corpus = self.corpus()
        self.same_for_threads(
            lambda threads: self.calque("align", "-s", corpus / "train.de", "-t", corpus / "train.en", "--threads", threads).out
        )

    def test_extract(self):
        corpus = self.corpus()

        def produce(threads):
            self.calque("extract", "-s", corpus / "train.de", "-t", corpus / "train.en", "-a", corpus / "train.align",
                        "--threads", threads, "-o", self.path("pairs"), "--table", self.path("table"))
            return (self.scratch / "pairs").read_bytes(), (self.scratch / "table").read_bytes()

        self.same_for_threads(produce)

    def test_phrase_table(self):
        corpus = self.corpus()
        for options in ([], ["--smoothing", "kneser-ney", "--prune-significance", "alpha+epsilon"],
                        ["--smoothing", "good-turing", "--prune-top", 3]):
            with self.subTest(options=options):

                def produce(threads, options=options):
                    self.calque("extract", "-s", corpus / "train.de", "-t", corpus / "train.en", "-a", corpus / "train.align",
                                "--threads", threads, "--memory", f"{16 * threads}M", "--model", self.path("table"), *options)
                    return (self.scratch / "table").read_bytes()

                self.same_for_threads(produce)

    def test_language_model(self):
        corpus = self.corpus()

        def produce(threads):
            self.calque("lm", "train", "-i", corpus / "train.en", "-n", 4, "-o", self.path("lm"), "--threads", threads)
            return (self.scratch / "lm").read_bytes()

        self.same_for_threads(produce)

    def test_train_and_translate(self):
        corpus = self.corpus("de-en", 2000, "--raw")

        def train(threads):
            model = self.path(f"model-{threads}")
            self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--dev-source", corpus / "dev.de",
                        "--dev-target", corpus / "dev.en", "--align-model", "diagonal", "-o", model, "--threads", threads)
            return contents(model)

        self.same_for_threads(train)
        source = (corpus / "test.de").read_bytes()
        for more in ([], ["--json"], ["--n-best", "5"], ["--trace", "--alignments"]):
            with self.subTest(options=more):
                self.same_for_threads(
                    lambda threads, more=more: self.calque(
                        "translate", "-m", self.path("model-1"), "--threads", threads, *more, stdin=source
                    ).out
                )

    def test_tokenize(self):
        corpus = self.corpus("ja-en", 2000, "--raw")
        text = (corpus / "train.ja").read_bytes()
        self.same_for_threads(lambda threads: self.calque("tokenize", "-l", "ja", "--threads", threads, stdin=text).out)


if __name__ == "__main__":
    unittest.main()
