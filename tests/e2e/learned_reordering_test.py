"""calque train --reordering with learned models: train, inspect, translate, tune."""

import json
import math
import pathlib
import shutil
import unittest

from harness import ProgramTest, weights_in


class LearnedReorderingTest(ProgramTest):
    def corpus(self, sentences=600):
        folder = self.scratch / "corpus"
        if not folder.exists():
            self.calque("synth", "--pair", "de-en", "--sentences", sentences, "--dev", 40, "--test", 40, "--raw", "-o", folder)
        return folder

    def train(self, name, *options):
        corpus, model = self.corpus(), self.path(name)
        self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--align-model", "diagonal", "-o", model, *options)
        return model

    def translate(self, model, *options):
        return self.calque("translate", "-m", model, *options, stdin=(self.corpus() / "dev.de").read_bytes()).out

    def test_models_in_the_folder(self):
        model = self.train("model", "--reordering", "hier-msd-bidirectional-fe,dual-mlr,dpr-mms")
        files = sorted(path.name for path in pathlib.Path(model).glob("reordering.*"))
        self.assertEqual(files, [f"reordering.{k}.{d}.calque" for k in (1, 2) for d in ("backward", "forward")])
        manifest = json.loads((pathlib.Path(model) / "manifest.json").read_text())
        self.assertEqual(manifest["options"]["reordering"], "hier-msd-bidirectional-fe")
        for file in files:
            self.assertIn(file, manifest["parts"])
        told = json.loads(self.calque("inspect", model, "--json").out)
        self.assertEqual([moves["learner"] for moves in told["learned_reordering"]], ["mlr-dual", "dpr-mms"])
        self.assertEqual(told["learned_reordering"][0]["directions"], ["backward", "forward"])
        weights = json.loads(self.calque("inspect", model, "--features", "--json").out)
        self.assertEqual([len(weights[name]) for name in ("Distortion0", "LexicalReordering0", "LearnedReordering0", "LearnedReordering1")],
                         [1, 6, 2, 2])
        # Their files tell what they learnt, so that they can be tested by themselves.
        links = self.path("links")
        self.calque("align", "-s", self.corpus() / "train.de", "-t", self.corpus() / "train.en", "--model", "diagonal", "-o", links)
        for direction in ("backward", "forward"):
            tested = json.loads(self.calque("reorder", "test", "-m", f"{model}/reordering.1.{direction}.calque", "-s", self.corpus() / "train.de",
                                            "-t", self.corpus() / "train.en", "-a", links, "--json").out)
            self.assertEqual((tested["direction"], tested["join_unlinked"]), (direction, True))
            self.assertGreater(tested["precision"], 0.75)
        self.assertIn("every checksum is right", self.calque("inspect", model, "--verify").out)
        self.assertIn("LearnedReordering1=", self.translate(model, "--n-best", 2))
        self.assertIn("no learned reordering models", self.calque("export", "moses", "-m", model, "-o", self.path("moses")).err)
        self.assertNotIn("Learned", pathlib.Path(self.path("moses"), "moses.ini").read_text())

    def test_the_same_bytes_for_any_number_of_threads(self):
        outputs = []
        for threads in (1, 2):
            model = self.train(f"model{threads}", "--reordering", "lexicalised,dual-mlr", "--threads", threads)
            files = {path.name: path.read_bytes() for path in pathlib.Path(model).glob("reordering.*")}
            outputs.append((files, self.translate(model, "--threads", threads, "--n-best", 3)))
        self.assertEqual(len(outputs[0][0]), 2)
        self.assertEqual(outputs[0], outputs[1])

    def test_forms_and_names(self):
        adjusted = self.train("adjusted", "--reordering", "dpr-me", "--reordering-classes", "3", "--reordering-form", "adjusted", "--reordering-beta", 2,
                              "--reordering-directions", "backward", "--reordering-unknown", "uniform")
        told = json.loads(self.calque("inspect", adjusted, "--json").out)["learned_reordering"][0]
        self.assertEqual((told["learner"], told["form"], told["directions"]), ("dpr-mlr-dual", "adjusted", ["backward"]))
        manifest = json.loads((pathlib.Path(adjusted) / "manifest.json").read_text())
        self.assertEqual(manifest["options"]["learned_reordering"][0]["beta"], 2)
        per_class = self.train("per-class", "--reordering", "naive-bayes", "--reordering-form", "per-class", "--reordering-word-classes", 0)
        weights = json.loads(self.calque("inspect", per_class, "--features", "--json").out)
        self.assertEqual(len(weights["LearnedReordering0"]), 8)
        self.assertNotIn("LexicalReordering0", weights)
        none = self.train("none", "--reordering", "none")
        weights = json.loads(self.calque("inspect", none, "--features", "--json").out)
        self.assertFalse({"Distortion0", "LexicalReordering0", "LearnedReordering0"} & weights.keys())
        for model in (adjusted, per_class, none):
            self.assertEqual(self.translate(model).count("\n"), 40)

    def test_one_weight_in_place_of_seven(self):
        moses = self.train("moses", "--reordering", "lexicalised")
        weights = json.loads(self.calque("inspect", moses, "--features", "--json").out)
        self.assertEqual(len(weights["Distortion0"] + weights["LexicalReordering0"]), 7)
        for form in ("adjusted", "exponential"):
            model = self.train(form, "--reordering", "none,dpr-mms", "--reordering-classes", "3", "--reordering-form", form,
                               "--reordering-directions", "backward")
            weights = json.loads(self.calque("inspect", model, "--features", "--json").out)
            self.assertEqual(len(weights["LearnedReordering0"]), 1)
            self.assertFalse({"Distortion0", "LexicalReordering0"} & weights.keys())
            manifest = json.loads((pathlib.Path(model) / "manifest.json").read_text())
            self.assertEqual(manifest["options"]["reordering"], "none")
            self.assertEqual(manifest["options"]["learned_reordering"][0]["form"], form)
            self.assertEqual(self.translate(model).count("\n"), 40)

    def test_the_exponential_form_is_that_of_the_sum(self):
        """Of the same derivations, the one form's value is the exponential of the other's, less one."""
        values = {}
        options = ("--reordering", "none,dual-mlr", "--reordering-classes", "3", "--reordering-directions", "backward")
        for form in ("adjusted", "exponential"):
            model = self.train(form, *options, "--reordering-form", form, "--reordering-most-ratio", 5, "--reordering-charge-rest")
            told = json.loads(self.calque("inspect", model, "--json").out)["learned_reordering"][0]
            self.assertEqual((told["form"], told["beta"], told["most_ratio"], told["charge_unlikely_rest"]), (form, 3, 5, True))
            weights = pathlib.Path(model) / "weights.txt"
            # Without weight the search finds the same derivations.
            weights.write_text(weights_in(weights).replace("LearnedReordering0= 0.3", "LearnedReordering0= 0"))
            lines = self.translate(model, "--n-best", 5).splitlines()
            values[form] = {line.split("LearnedReordering0=")[0]: float(line.split("LearnedReordering0=")[1].split()[0]) for line in lines}
        both = values["adjusted"].keys() & values["exponential"].keys()
        self.assertGreater(len(both), 40)
        self.assertTrue(any(values["adjusted"][line] < -0.5 for line in both))
        for line in both:
            self.assertAlmostEqual(values["exponential"][line], math.exp(values["adjusted"][line]) - 1, delta=2e-3, msg=line)

    def test_tuning(self):
        corpus = self.corpus()
        model = self.train("model", "--reordering", "lexicalised,dual-mlr", "--reordering-form", "per-class")
        weights = pathlib.Path(model) / "weights.txt"
        weights.write_text(weights_in(weights).replace("LearnedReordering0= 0.3", "LearnedReordering0= -3"))
        figures = json.loads(self.calque("tune", "-m", model, "--source", corpus / "dev.de", "--refs", corpus / "dev.en", "--n-best", 50,
                                         "--rounds", 3, "--method", "mert", "-o", self.path("weights"), "--json").out)
        self.assertEqual(len(figures["weights"]["LearnedReordering0"]), 8)
        self.assertGreater(figures["weights"]["LearnedReordering0"][0], -3)
        self.assertGreater(figures["bleu"], figures["before"])
        self.translate(model, "--weights", self.path("weights"))

    def test_sparse_features_of_moves_are_tuned(self):
        corpus = self.corpus()
        model = self.train("model", "--reordering", "none,dual-mlr", "--sparse-features", "orientation")
        figures = json.loads(self.calque("tune", "-m", model, "--source", corpus / "dev.de", "--refs", corpus / "dev.en", "--n-best", 30,
                                         "--rounds", 2, "--method", "mira", "-o", self.path("weights"), "--json").out)
        self.assertGreaterEqual(figures["bleu"], figures["before"])
        indicators = [line for line in pathlib.Path(self.path("weights")).read_text().splitlines() if line.startswith("SparseOrientation0[")]
        self.assertGreater(len(indicators), 5)
        self.assertTrue(any(float(line.split("=")[1]) != 0 for line in indicators))
        # The weights mean the same to the translator as to the tuner.
        self.calque("translate", "-m", model, "--weights", self.path("weights"), "-i", corpus / "dev.de", "-o", self.path("out"))
        scores = json.loads(self.calque("evaluate", "-r", corpus / "dev.en", self.path("out"), "--metrics", "bleu", "--json").out)
        self.assertAlmostEqual(scores["systems"][0]["bleu"]["score"], figures["bleu"], places=6)

    def test_other_word_classes_are_refused(self):
        model = self.train("model", "--reordering", "dual-mlr", "--reordering-directions", "backward")
        other = self.train("other", "--reordering", "dual-mlr", "--reordering-directions", "backward", "--reordering-word-classes", 7)
        shutil.copy(pathlib.Path(other) / "reordering.1.backward.calque", model)
        self.refused("translate", "-m", model, says=["reordering.1.backward.calque", "--accept-parts"])
        self.refused("inspect", model, "--accept-parts", says=["reordering.1.backward.calque", "word classes"])
        pathlib.Path(model, "reordering.1.backward.calque").unlink()
        self.refused("translate", "-m", model, says="reordering.1.backward.calque")

    def test_bad_requests(self):
        corpus = self.corpus(50)
        train = ["train", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", self.path("model"), "--reordering"]
        self.refused(*train, "oracle", says=["oracle", "lexicalised", "dual-mlr", "dpr-mms", "naive-bayes"])
        self.refused(*train, "", says="lexicalised")
        self.refused(*train, "none,lexicalised", says="none")
        self.refused(*train, "distance,none,dual-mlr", says="none")
        self.refused(*train, "lexicalised,hier-msd-backward-fe", says="two")
        self.refused(*train, "hier-msd-sideways-fe", says="sideways")
        for option, value in [("classes", "4"), ("orientation", "tree"), ("directions", "up"), ("features", "poor"), ("form", "curved"),
                              ("beta", "-1"), ("most-ratio", "0"), ("unknown", "guess"), ("word-classes", "100000")]:
            self.refused(*train, "dual-mlr", "--reordering-" + option, value)
        for form in ("adjusted", "exponential"):
            self.refused(*train, "dual-mlr", "--reordering-form", form, says="distance")
        # What a learner cannot use is told before anything is trained.
        self.refused(*train, "naive-bayes", "--reordering-features", "pairs,lexical=1", says=["bayes-map", "lexical=1"])
        self.refused(*train, "ordinal", "--reordering-classes", "mslr", says="order")
        self.assertFalse(pathlib.Path(self.path("model")).exists())


if __name__ == "__main__":
    unittest.main()
