"""calque block: train, datapoints, retrain, predict; translating and tuning with block systems."""

import json
import pathlib
import unittest

from harness import ProgramTest


class BlockTest(ProgramTest):
    def model(self, sentences=600):
        """A standard model on sentences of the built-in grammar."""
        self.calque("synth", "--pair", "de-en", "--sentences", sentences, "--dev", 30, "--test", 20, "-o", self.path("corpus"))
        self.calque("train", "-s", self.path("corpus/train.de"), "-t", self.path("corpus/train.en"), "--align-model", "hmm", "-o", self.path("model"))
        return self.path("model")

    def train(self, model, output, *options):
        return json.loads(self.calque("block", "train", "-m", model, "-o", self.path(output), *options, "--json").out)

    def translate(self, model, *options):
        return self.calque("translate", "-m", self.path(model), "-i", self.path("corpus/test.de"), *options)

    def bleu(self, model, *options):
        hypothesis = self.write("hypothesis", self.translate(model, *options).out)
        return json.loads(self.calque("evaluate", "-r", self.path("corpus/test.en"), hypothesis, "--json").out)["systems"][0]["bleu"]["score"]

    def test_everything(self):
        model = self.model()
        self.both_kinds_translate(model)
        self.the_same_for_any_number_of_threads(model)
        self.data_points_and_weights(model)
        self.training_on_a_development_set(model)
        self.beside_the_main_decoder(model)
        self.refusals(model)
        self.no_leftovers()

    def both_kinds_translate(self, model):
        for kind in ("orientation", "distortion"):
            figures = self.train(model, kind, "--kind", kind, "--binary", "bb,tp,wb", "--threshold", 1, "--passes", 3, "--check-bound")
            self.assertGreater(figures["points"], 1000)
            self.assertEqual(figures["sentences"] + figures["held_out_sentences"], 600)
            self.assertEqual(len(figures["passes"]), 3)
            self.assertTrue(figures["bound"]["holds"])
            self.assertGreater(figures["binary"]["bb"], 10)
            self.assertLess(max(figures["weights"]), 1e-12)
            self.assertGreater(self.bleu(kind), 30)
            lines = self.translate(kind, "--n-best", 5).lines
            self.assertGreater(len(lines), 20)
            self.assertIn("BlockLM0=", lines[0])
            for line in lines:  # total = weights . features
                self.assertEqual(len(line.split(" ||| ")), 4)
            answers = [json.loads(line) for line in self.translate(kind, "--json").lines]
            self.assertEqual(len(answers), 20)
            self.assertIn("phrases", answers[0])
            self.assertIn("|", self.translate(kind, "--trace").out)
            self.assertIn("|||", self.translate(kind, "--alignments").out)
            self.translate(kind, "--search-graph", self.path("graph"))
            self.assertGreater((self.scratch / "graph").stat().st_size, 1000)
            self.translate(kind, "--set", "reordering=distance", "--set", "distortion-limit=0")
            self.assertIn("Block", self.calque("inspect", self.path(kind), "--features").out)

    def the_same_for_any_number_of_threads(self, model):
        for kind in ("orientation", "distortion"):
            models = []
            for threads in (1, 2):
                folder = f"{kind}-{threads}"
                self.train(model, folder, "--kind", kind, "--binary", "bb", "--passes", 2, "--threads", threads)
                models.append([(self.scratch / folder / file).read_bytes() for file in ("block.calque", "weights.txt")])
            self.assertEqual(models[0], models[1])

    def data_points_and_weights(self, model):
        self.calque("block", "datapoints", "-m", model, "--binary", "bb", "--threshold", 1, "-o", self.path("points"), "--held-out-output", self.path("held"))
        text = (self.scratch / "points").read_text()
        self.assertTrue(text.startswith("1 7 "))
        self.assertTrue(text.endswith("\n0\n"))
        for options in ((), ("--stream",), ("--method", "perceptron")):
            figures = json.loads(self.calque("block", "train", "--points", self.path("points"), "--held-out-points", self.path("held"), "--passes", 2,
                                             *options, "-o", self.path("weights"), "--json").out)
            predicted = json.loads(self.calque("block", "predict", "-i", self.path("held"), "--weights", self.path("weights"), "--json").out)
            self.assertAlmostEqual(predicted["error"], figures["passes"][-1]["error"])
            self.assertLess(predicted["error"], 0.9)
            self.assertEqual(len(predicted["error_by_floats"]), 7)
        self.assertIn("error", self.calque("block", "predict", "-i", self.path("held"), "--weights", self.path("weights")).out)

    def training_on_a_development_set(self, model):
        dev = ["-s", self.path("corpus/dev.de"), "-r", self.path("corpus/dev.en")]
        for kind in ("orientation", "distortion"):
            figures = json.loads(self.calque("block", "retrain", "-m", self.path(kind), *dev, "--n-best", 50, "-o", self.path(kind + "-local"), "--json").out)
            self.assertGreater(figures["points"], 20)
            self.assertGreater(self.bleu(kind + "-local"), 20)
            figures = json.loads(self.calque("block", "retrain", "-m", self.path(kind), *dev, "--n-best", 50, "--sentences", "--passes", 3, "--rate", 1e-3,
                                             "-o", self.path(kind + "-sentences"), "--json").out)
            self.assertLess(figures["passes"][-1]["loss"], figures["passes"][0]["loss"])
            self.assertGreater(self.bleu(kind + "-sentences"), 20)
        frozen = self.train(model, "frozen", "--kind", "orientation", "--binary", "bb", "--passes", 2, "--start", self.path("orientation-local"), "--keep-floats")
        start = json.loads(self.calque("block", "retrain", "-m", self.path("orientation"), *dev, "--n-best", 50, "-o", self.path("again"), "--json").out)
        self.assertEqual(frozen["weights"], start["weights"])
        self.calque("tune", "-m", self.path("distortion"), *dev, "--rounds", 1, "--n-best", 20, "-o", self.path("tuned"), "--work", self.path("tuning"))
        self.translate("distortion", "--weights", self.path("tuned"))

    def beside_the_main_decoder(self, model):
        self.train(model, "beside", "--beside", "--binary", "bb")
        self.assertEqual(self.translate("model").out, self.translate("beside").out)
        features = self.calque("inspect", self.path("beside"), "--features").out
        self.assertIn("TranslationModel0", features)
        self.assertIn("BlockBinary0", features)

    def refusals(self, model):
        points = (self.scratch / "points").read_text()
        spoilt = self.write("spoilt", points.replace("1 7 ", "1 6 ", 1))
        self.refused("block", "train", "--points", spoilt, "-o", self.path("weights"), says="spoilt:1:")
        without = self.write("without", "-1 1 2 0\n0\n")
        self.refused("block", "train", "--points", without, "-o", self.path("weights"), says=["without:2:", "without positive"])
        self.refused("block", "train", "--points", self.write("range", "1 1 2 1 999999999999\n0\n"), "-o", self.path("weights"), says="range:1:")
        self.refused("block", "train", "--points", self.path("points"), "--rate", 0, "-o", self.path("weights"), says="rate")
        self.refused("block", "train", "--points", self.path("points"), "--rate", 1e308, "--free-signs", "--passes", 3, "-o", self.path("w"), says="finite", status=1)
        self.refused("block", "train", "-m", model, "--kind", "sideways", "-o", self.path("new"), says="sideways")
        self.refused("block", "train", "-m", model, "--binary", "xy", "-o", self.path("new"), says="xy")
        self.refused("block", "train", "-m", model, "-o", model, says="other files")
        self.refused("block", "train", "-o", self.path("new"), says="nothing to train on")
        self.refused("block", "train", "-m", self.path("distortion"), "-o", self.path("new"), says="training corpus")
        self.refused("block", "retrain", "-m", model, "-s", self.path("corpus/dev.de"), "-r", self.path("corpus/dev.en"), "-o", self.path("new"), says="no block system")
        self.refused("translate", "-m", model, "--set", "reordering=sideways", says="swap")
        self.assertFalse(pathlib.Path(self.path("new")).exists())


if __name__ == "__main__":
    unittest.main()
