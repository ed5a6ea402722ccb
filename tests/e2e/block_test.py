"""calque block: train, datapoints, retrain, predict; translating and tuning with block systems."""

import json
import pathlib
import tempfile
import unittest

from harness import ProgramTest


class BlockTest(ProgramTest):
    """A standard model on sentences of the built-in grammar, and block systems of both kinds made from it, are shared by all tests."""

    SENTENCES = 1200
    KINDS = ("orientation", "distortion")

    @classmethod
    def setUpClass(cls):
        shared = tempfile.TemporaryDirectory(prefix="calque-e2e-")
        cls.addClassCleanup(shared.cleanup)
        cls.shared = pathlib.Path(shared.name)
        make = cls("run")
        make.calque("synth", "--pair", "de-en", "--sentences", cls.SENTENCES, "--dev", 30, "--test", 20, "-o", cls.shared / "corpus")
        make.calque("train", "-s", cls.shared / "corpus/train.de", "-t", cls.shared / "corpus/train.en", "--align-model", "hmm", "-o", cls.shared / "model")
        cls.model = cls.shared / "model"
        cls.figures = {}
        for kind in cls.KINDS:
            result = make.calque("block", "train", "-m", cls.model, "--kind", kind, "--binary", "bb,tp,wb", "--threshold", 1, "--passes", 3, "--check-bound",
                                 "-o", cls.shared / kind, "--json")
            cls.figures[kind] = json.loads(result.out)
        make.calque("block", "datapoints", "-m", cls.model, "--binary", "bb", "--threshold", 1, "-o", cls.shared / "points",
                    "--held-out-output", cls.shared / "held")

    def train(self, output, *options):
        return json.loads(self.calque("block", "train", "-m", self.model, "-o", self.path(output), *options, "--json").out)

    def train_on(self, points, *options, **more):
        """Weights alone, from a file of data points."""
        return self.calque("block", "train", "--points", points, *options, "-o", self.path("weights"), "--json", **more)

    def no_weights(self, points, *options, says, **more):
        self.refused("block", "train", "--points", points, *options, "-o", self.path("w"), says=says, **more)
        self.assertFalse((self.scratch / "w").exists())

    def predict(self, points, weights):
        return json.loads(self.calque("block", "predict", "-i", points, "--weights", weights, "--json").out)

    def translate(self, model, *options):
        return self.calque("translate", "-m", model, "-i", self.shared / "corpus/test.de", *options)

    def bleu(self, model, *options):
        hypothesis = self.write("hypothesis", self.translate(model, *options).out)
        return json.loads(self.calque("evaluate", "-r", self.shared / "corpus/test.en", hypothesis, "--json").out)["systems"][0]["bleu"]["score"]

    def dev(self):
        return ["-s", self.shared / "corpus/dev.de", "-r", self.shared / "corpus/dev.en", "--n-best", 50]

    def retrain(self, kind, output, *options):
        return json.loads(self.calque("block", "retrain", "-m", self.shared / kind, *self.dev(), *options, "-o", self.path(output), "--json").out)

    def test_figures_of_training(self):
        for kind, figures in self.figures.items():
            self.assertGreater(figures["points"], 1000)
            self.assertEqual(figures["sentences"] + figures["held_out_sentences"], self.SENTENCES)
            self.assertEqual(len(figures["passes"]), 3)
            self.assertTrue(figures["bound"]["holds"])
            self.assertGreater(figures["binary"]["bb"], 10)
            self.assertLess(max(figures["weights"]), 1e-12)
            if kind == "orientation":
                self.assertLess(min(figures["neutral_weights"]), 0)
                self.assertLessEqual(max(figures["neutral_weights"]), 0)

    def test_a_folder_shares_no_file_with_the_model_it_was_made_from(self):
        """Otherwise what is done to one model would be done to the other."""
        for kind in self.KINDS:
            for path in (self.shared / kind).iterdir():
                self.assertEqual((path.stat().st_nlink, path.is_symlink()), (1, False) if path.is_file() else (path.stat().st_nlink, False), path)
        self.assertTrue((self.shared / "orientation" / "phrases.calque").is_file())

    def test_translates(self):
        for kind in self.KINDS:
            folder = self.shared / kind
            self.assertGreater(self.bleu(folder), 28)
            lines = self.translate(folder, "--n-best", 5).lines
            self.assertGreater(len(lines), 20)
            self.assertIn("BlockLM0=", lines[0])
            for line in lines:
                self.assertEqual(len(line.split(" ||| ")), 4)
            answers = [json.loads(line) for line in self.translate(folder, "--json").lines]
            self.assertEqual(len(answers), 20)
            self.assertIn("phrases", answers[0])
            self.assertIn("|", self.translate(folder, "--trace").out)
            self.assertIn("|||", self.translate(folder, "--alignments").out)
            self.translate(folder, "--set", "reordering=distance", "--set", "distortion-limit=0")
            self.assertIn("Block", self.calque("inspect", folder, "--features").out)

    def test_graphs_and_long_lists(self):
        for kind in self.KINDS:
            lines = self.translate(self.shared / kind, "--search-graph", self.path("graph"), "--n-best", 1000).lines
            self.assertGreater((self.scratch / "graph").stat().st_size, 1000)
            totals = {}
            for line in lines:
                fields = line.split(" ||| ")
                totals.setdefault(int(fields[0]), []).append(float(fields[3]))
            self.assertEqual(sorted(totals), list(range(20)))
            self.assertEqual(max(map(len, totals.values())), 1000)
            for values in totals.values():
                self.assertEqual(values, sorted(values, reverse=True))

    def test_given_translations(self):
        """Markup offers words that are no block; they are said, and the rest is translated as ever."""
        for kind in self.KINDS:
            lines = self.calque("translate", "-m", self.shared / kind, "--markup",
                                stdin='<x translation="Qwx Zzy">der Hund</x> schläft .\n').lines
            self.assertEqual(len(lines), 1)
            self.assertIn("Qwx Zzy", lines[0])

    def test_same_bytes_for_any_number_of_threads(self):
        for kind in self.KINDS:
            models = []
            for threads in (1, 2):
                folder = f"{kind}-{threads}"
                self.train(folder, "--kind", kind, "--binary", "bb", "--passes", 2, "--threads", threads)
                models.append([(self.scratch / folder / file).read_bytes() for file in ("block.calque", "weights.txt")])
            self.assertEqual(models[0], models[1])

    def test_data_points_and_weights(self):
        points, held = self.shared / "points", self.shared / "held"
        text = points.read_text()
        self.assertTrue(text.startswith("1 7 "))
        self.assertTrue(text.endswith("\n0\n"))
        for options in ((), ("--stream",), ("--method", "perceptron"), ("--sink",), ("--check-bound",)):
            figures = json.loads(self.train_on(points, "--held-out-points", held, "--passes", 2, *options).out)
            predicted = self.predict(held, self.path("weights"))
            self.assertAlmostEqual(predicted["error"], figures["passes"][-1]["error"])
            self.assertLess(predicted["error"], 0.9)
            self.assertEqual(len(predicted["error_by_floats"]), 7)
            self.assertEqual("bound" in figures, "--check-bound" in options)
            # All floats and no binary features.
            floats = (self.scratch / "weights").read_text().splitlines()[0] + "\n"
            self.assertEqual(predicted["error_by_floats"][-1], self.predict(held, self.write("floats", floats))["error"])
        self.assertTrue(figures["bound"]["holds"])
        self.assertIn("error", self.calque("block", "predict", "-i", held, "--weights", self.path("weights")).out)

    def test_data_points_from_standard_input(self):
        text = (self.shared / "points").read_bytes()
        results = []
        for points, stdin in ((self.shared / "points", b""), ("-", text)):
            for options in ((), ("--stream",)):
                self.train_on(points, "--passes", 1, *options, stdin=stdin)
                results.append((self.scratch / "weights").read_bytes())
        self.assertEqual(len(set(results)), 1)  # few enough that a run of the stream holds all
        self.no_weights("-", "--stream", "--passes", 2, stdin=text, says="only once")
        self.no_weights("-", "--held-out-points", "-", stdin=text, says="standard input")

    def test_overflow_has_a_place(self):
        self.no_weights(self.shared / "points", "--rate", 1e308, "--free-signs", "--passes", 3, says=["points:", "finite"])
        points = self.write("wide", "1 1 1 0\n-1 1 1 0\n0\n" * 40 + "1 1 1 0\n-1 1 1e30 0\n0\n" + "1 1 1 0\n0\n" * 5)
        for options in ((), ("--stream",), ("--sink",)):
            self.no_weights(points, "--rate", 1e10, *options, says=["wide:121:", "finite"])
        self.no_weights("-", "--rate", 1e10, "--passes", 1, "--stream", stdin=pathlib.Path(points).read_bytes(), says="(standard input): the weights")
        self.refused("block", "predict", "-i", points, "--weights", self.write("huge", "floats 1e308\n"), says=["huge:1:", "no finite number"])
        self.refused("block", "retrain", "-m", self.shared / "distortion", *self.dev(), "--sentences", "--passes", 2, "--rate", 1e308, "-o", self.path("new"),
                     says="finite")

    def test_retraining(self):
        for kind in self.KINDS:
            local = self.retrain(kind, kind + "-local")
            self.assertGreater(local["points"], 20)
            self.assertGreater(self.bleu(self.path(kind + "-local")), 20)
            figures = self.retrain(kind, kind + "-sentences", "--sentences", "--passes", 3, "--rate", 1e-3, "--rate-decay", 0.5, "--batch", 8)
            self.assertLess(figures["passes"][-1]["loss"], figures["passes"][0]["loss"])
            self.assertGreater(self.bleu(self.path(kind + "-sentences")), 20)
            if kind == "orientation":
                frozen = self.train("frozen", "--kind", kind, "--binary", "bb", "--passes", 2, "--start", self.path(kind + "-local"), "--keep-floats")
                self.assertEqual(frozen["weights"], local["weights"])
                self.assertEqual(frozen["neutral_weights"], local["neutral_weights"])

    def test_retraining_with_unknown_words(self):
        """Words carried over are no blocks and give no data points."""
        sources = (self.shared / "corpus/dev.de").read_text(encoding="utf-8").splitlines()
        strange = self.write("strange.de", "".join(f"qwx {line} zzy\n" for line in sources))
        for options in ((), ("--sentences", "--passes", 1)):
            result = self.calque("block", "retrain", "-m", self.shared / "distortion", "-s", strange, "-r", self.shared / "corpus/dev.en", "--n-best", 20,
                                 *options, "-o", self.path(f"new{len(options)}"), "--json")
            self.assertGreater(json.loads(result.out).get("points", 20), 10)

    def test_tuning(self):
        self.calque("tune", "-m", self.shared / "distortion", "-s", self.shared / "corpus/dev.de", "-r", self.shared / "corpus/dev.en", "--rounds", 1,
                    "--n-best", 20, "-o", self.path("tuned"), "--work", self.path("tuning"))
        self.translate(self.shared / "distortion", "--weights", self.path("tuned"))

    def test_beside_the_main_decoder(self):
        self.train("beside", "--beside", "--binary", "bb")
        self.assertEqual(self.translate(self.model).out, self.translate(self.path("beside")).out)
        features = self.calque("inspect", self.path("beside"), "--features").out
        self.assertIn("TranslationModel0", features)
        self.assertIn("BlockBinary0", features)

    def test_options(self):
        """Every option of training changes something, and in the direction that its name says."""
        usual = self.train("usual", "--passes", 1)
        changed = []

        def differs(*options):
            changed.append(self.train(f"new{len(changed)}", "--passes", 1, *options))
            self.assertNotEqual(changed[-1]["weights"], usual["weights"], options)
            return changed[-1]

        test = self.shared / "corpus/test.de"
        filtered = differs("--test", test, "--shared-words", 3)
        self.assertGreater(filtered["filtered_sentences"], 0)
        self.assertLess(differs("--test", test, "--filter-blocks")["kept_blocks"], usual["kept_blocks"])
        self.assertEqual([w == 0 for w in differs("--components", "ac")["weights"]], [False, True, False, True, True, True, True])
        staged = differs("--binary", "tp", "--two-stages", "--float-passes", 2)
        self.assertEqual(len(staged["passes"]), 3)
        self.assertAlmostEqual(differs("--sample-every", 2)["passes"][0]["points"], usual["points"] / 2, delta=1)
        differs("--sink")
        self.assertLess(differs("--alternatives", "source")["negatives"], usual["negatives"])
        self.assertGreater(differs("--matches", "all")["matches"], usual["matches"])
        self.assertEqual(differs("--successors", "touching")["points"] < usual["points"], True)
        self.assertLess(differs("--min-count", 5)["kept_blocks"], usual["kept_blocks"])
        self.assertLess(differs("--blocks-per-phrase", 1)["kept_blocks"], usual["kept_blocks"])
        differs("--folds", 1)
        self.assertLess(differs("--max-points", 500)["points"], 1000)
        self.assertLess(differs("--top", 1)["negatives"], usual["negatives"])
        slow = self.train("slow", "--passes", 3, "--rate-decay", 1)
        self.assertNotEqual(slow["weights"], self.train("fast", "--passes", 3)["weights"])
        binary = [self.train(f"binary{rate}", "--binary", "bb", "--threshold", 1, "--binary-rate", rate)["passes"][-1]["loss"] for rate in (0, 0.1)]
        self.assertLess(binary[1], binary[0])
        norms = [self.train(f"norm-{norm}", "--kind", "orientation", "--lexical-norm", norm)["weights"] for norm in ("source", "target")]
        self.assertNotEqual(norms[0], norms[1])
        self.no_leftovers()

    def test_neutral_data_points(self):
        self.calque("block", "datapoints", "-m", self.model, "--kind", "orientation", "-o", self.path("points"), "--neutral", self.path("neutral"))
        self.assertTrue((self.scratch / "points").read_text().startswith("1 5 "))
        self.assertTrue((self.scratch / "neutral").read_text().startswith("1 4 "))
        self.train_on(self.path("neutral"))

    def test_bad_data_points(self):
        points = (self.shared / "points").read_text()
        self.no_weights(self.write("spoilt", points.replace("1 7 ", "1 6 ", 1)), says="spoilt:1:")
        self.no_weights(self.write("without", "-1 1 2 0\n0\n"), says=["without:2:", "without positive"])
        self.no_weights(self.write("range", "1 1 2 1 999999999999\n0\n"), says="range:1:")
        other = self.write("other", "1 1 2 0\n-1 1 3 0\n0\n")
        empty = self.write("empty", "")
        for options in ((), ("--stream",)):
            self.no_weights(empty, *options, says=["empty", "no data points"])
            self.no_weights(other, "--held-out-points", empty, *options, says=["empty", "no data points"])
            self.no_weights(other, "--held-out-points", self.shared / "held", *options, says=["held", "another number"])
        for weights in ("floatsXYZ 1\n", "floats 1\n3 1\n3 2\n"):
            self.refused("block", "predict", "-i", other, "--weights", self.write("bad", weights), says="bad:")

    def test_options_without_effect_are_refused(self):
        points = self.shared / "points"
        for option in (("--components", "ab"), ("--two-stages",), ("--two-stages", "--float-passes", 2), ("--start", self.shared / "distortion"), ("--keep-floats",), ("--beside",),
                       ("--binary", "bb"), ("--kind", "orientation"), ("--test", points), ("-m", self.model), ("--top", 3), ("--folds", 2)):
            self.no_weights(points, *option, says="--points")
        self.no_weights(points, "--stream", "--check-bound", says="--check-bound")
        new = self.path("new")
        for option in (("--stream",), ("--held-out-points", points)):
            self.refused("block", "train", "-m", self.model, *option, "-o", new, says="--points")
        self.refused("block", "train", "-m", self.model, "--filter-blocks", "-o", new, says="--test")
        self.refused("block", "train", "-m", self.model, "--float-passes", 3, "-o", new, says="--two-stages")
        retrain = ["block", "retrain", "-m", self.shared / "distortion", *self.dev(), "-o", new]
        for option in (("--method", "perceptron"), ("--sink",), ("--sample-every", 2), ("--binary-rate", 1), ("--free-signs",)):
            self.refused(*retrain, "--sentences", *option, says="--sentences")
        self.refused(*retrain, "--batch", 3, says="--sentences")
        self.assertFalse(pathlib.Path(new).exists())

    def test_refusals(self):
        new = self.path("new")
        self.no_weights(self.shared / "points", "--rate", 0, says="rate")
        self.refused("block", "train", "-m", self.model, "--kind", "sideways", "-o", new, says="sideways")
        self.refused("block", "train", "-m", self.model, "--binary", "xy", "-o", new, says="xy")
        self.refused("block", "train", "-m", self.model, "--test", self.shared / "corpus/test.de", "--shared-words", 0, "-o", new, says="--shared-words")
        self.refused("block", "train", "-m", self.model, "-o", self.model, says="would overwrite")
        self.refused("block", "train", "-m", self.model, "-o", self.shared / "corpus", says="other files")
        self.refused("block", "train", "-o", new, says="nothing to train on")
        self.refused("block", "train", "-m", self.shared / "distortion", "-o", new, says="training corpus")
        self.refused("block", "retrain", "-m", self.model, *self.dev(), "-o", new, says="no block system")
        self.refused("translate", "-m", self.model, "--set", "reordering=sideways", says="swap")
        self.assertFalse(pathlib.Path(new).exists())


if __name__ == "__main__":
    unittest.main()
