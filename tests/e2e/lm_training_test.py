"""Training, pruning, mixing and sampling of language models through the command."""

import json
import pathlib
import unittest

from harness import ProgramTest


class LanguageModelTrainingTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.calque("synth", "--pair", "de-en", "--sentences", "2000", "-o", self.path("data"))
        self.text = self.path("data/train.en")

    def train(self, name, *more):
        path = self.path(name)
        self.calque("lm", "train", "-i", self.text, "-n", "4", "-o", path, *more)
        return path

    def perplexity(self, model):
        result = self.calque("lm", "query", model, "-i", self.path("data/test.en"), "--json")
        return json.loads(result.out)["perplexity"]

    def test_same_file_for_any_number_of_threads_and_within_any_memory(self):
        for more in ([], ["--smoothing", "katz"], ["--prune", "0", "0", "1"], ["--min-count", "3"]):
            with self.subTest(options=more):
                files = [
                    pathlib.Path(self.train(f"{i}.arpa", *more, *limits)).read_bytes()
                    for i, limits in enumerate((["--threads", "1"], ["--threads", "3"], ["--memory", "16M"]))
                ]
                self.assertEqual(files[0], files[1])
                self.assertEqual(files[0], files[2])

    def test_standard_input_and_compressed_output(self):
        whole = self.train("whole.arpa")
        text = pathlib.Path(self.text).read_bytes()
        result = self.calque("lm", "train", "-n", "4", "-o", "-", stdin=text)
        self.assertEqual(result.out, pathlib.Path(whole).read_text())
        compressed = self.train("whole.arpa.zst")
        self.assertEqual(self.perplexity(compressed), self.perplexity(whole))

    def test_figures_as_json(self):
        result = self.calque("lm", "train", "-i", self.text, "-n", "3", "-o", self.path("m.lm"), "--json")
        figures = json.loads(result.out)
        self.assertEqual(figures["sentences"], 2000)
        self.assertEqual(len(figures["ngrams"]), 3)
        self.assertFalse(figures["on_disk"])

    def test_pruning_trades_size_for_perplexity(self):
        whole = self.train("whole.arpa")
        last_size, last_perplexity = pathlib.Path(whole).stat().st_size, self.perplexity(whole)
        for threshold in ("1e-6", "1e-4"):
            pruned = self.path(f"{threshold}.arpa")
            self.calque("lm", "prune", whole, "--threshold", threshold, "-o", pruned)
            self.assertLess(pathlib.Path(pruned).stat().st_size, last_size)
            self.assertGreater(self.perplexity(pruned), last_perplexity)
            last_size, last_perplexity = pathlib.Path(pruned).stat().st_size, self.perplexity(pruned)

    def test_tuned_mixture_prefers_the_model_that_fits(self):
        fitting = self.train("fitting.arpa")
        other = self.path("other.arpa")
        self.calque("lm", "train", "-i", self.path("data/train.de"), "-n", "3", "-o", other)
        result = self.calque("lm", "interpolate", other, fitting, "--tune", self.path("data/dev.en"), "-o", self.path("mix.lm"),
                             "--json")
        weights = json.loads(result.out)["weights"]
        self.assertGreater(weights[1], 0.9)
        self.assertLess(self.perplexity(self.path("mix.lm")), self.perplexity(fitting) * 1.1)
        self.calque("lm", "interpolate", other, fitting, "--weights", "0.1,0.9", "--log-linear", "-o", self.path("log.arpa"))

    def test_sampled_sentences_depend_on_the_seed_alone(self):
        model = self.train("m.arpa")
        one = self.calque("lm", "generate", model, "-n", "20", "--seed", "5").out
        self.assertEqual(len(one.splitlines()), 20)
        self.assertEqual(one, self.calque("lm", "generate", model, "-n", "20", "--seed", "5").out)
        self.assertNotEqual(one, self.calque("lm", "generate", model, "-n", "20", "--seed", "6").out)

    def test_requests_that_cannot_be(self):
        out = self.path("x.arpa")
        for arguments, reason in (
            (["train", "-i", self.text, "-n", "11", "-o", out], "order 11"),
            (["train", "-i", self.text, "--prune", "1", "-o", out], "begin the thresholds with 0"),
            (["train", "-i", self.text, "--prune", "0,2,1", "-o", out], "below the one before"),
            (["train", "-i", self.text, "--smoothing", "good", "-o", out], "smoothing"),
            (["train", "-i", self.text, "--memory", "1M", "-o", out], "16 MiB"),
            (["train", "-i", self.text, "--memory", "16M", "--temporary", self.path("no"), "-o", out], None),
            (["train", "-i", self.path("missing"), "-o", out], "missing"),
            (["train", "-i", self.text, "--layout", "heap", "-o", out], "heap"),
            (["interpolate", self.train("a.arpa"), "--weights", "0.5,0.5", "-o", out], "2 weights for 1 models"),
            (["prune", self.train("a.arpa"), "--threshold", "-1", "-o", out], "threshold"),
        ):
            with self.subTest(arguments=arguments):
                pathlib.Path(out).unlink(missing_ok=True)
                result = self.run_program("lm", *arguments)
                if reason is None:  # a small text needs no temporary file
                    self.assertEqual(result.status, 0)
                    continue
                self.assertEqual(result.status, 2, result.err)
                self.assertIn(reason, result.err)
                self.assertFalse(pathlib.Path(out).exists())

    def test_empty_and_one_word_texts(self):
        for name, content in (("empty", ""), ("line", "\n"), ("word", "word")):
            text = self.write(name, content)
            for smoothing in ("kneser-ney", "katz"):
                for order in (1, 2, 5, 10):
                    model = self.path("tiny.arpa")
                    self.calque("lm", "train", "-i", text, "-n", order, "--smoothing", smoothing, "-o", model)
                    self.assertGreater(self.perplexity(model), 1.0)


if __name__ == "__main__":
    unittest.main()
