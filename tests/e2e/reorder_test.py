"""calque reorder: train, test, compare, explain."""

import json
import math
import re
import statistics
import unittest

from harness import ProgramTest, ROOT


class ReorderTest(ProgramTest):
    def corpus(self, sentences=1500):
        self.calque("synth", "--pair", "de-en", "--sentences", sentences, "--dev", 10, "--test", 10, "-o", self.path("corpus"))
        folder = self.path("corpus")
        return ["-s", folder + "/train.de", "-t", folder + "/train.en", "-a", folder + "/train.align"]

    def test_context_beats_frequencies(self):
        out = self.calque("reorder", "compare", *self.corpus(), "--learners", "lexical,bayes-map,mlr-dual,mms,dpr-mms", "--repeats", 2, "--json").out
        figures = json.loads(out)
        self.assertEqual(len(figures["classes"]), 3)
        self.assertEqual(figures["train_samples"] + figures["test_samples"], figures["samples"])
        learners = {learner["name"]: learner for learner in figures["learners"]}
        self.assertGreater(learners["mlr-dual"]["precision"], learners["lexical"]["precision"] + 0.02)
        self.assertGreater(learners["mms"]["precision"], learners["lexical"]["precision"] + 0.02)
        self.assertLess(learners["bayes-map"]["model_bytes"], learners["lexical"]["model_bytes"])
        self.assertGreater(learners["dpr-mms"]["sub_models"], 10)
        for learner in learners.values():
            self.assertEqual(len(learner["f1"]), 3)
            self.assertEqual(len(learner["precisions"]), 2)

    def test_table_and_scatter(self):
        corpus = self.corpus(300)
        result = self.calque("reorder", "compare", *corpus, "--learners", "lexical,mlr-dual", "--classes", "5", "--repeats", 2, "--scatter", self.path("scatter"))
        self.assertEqual(len(result.lines), 4)
        self.assertTrue(result.lines[2].startswith("lexical"))
        lines = (self.scratch / "scatter").read_text(encoding="utf-8").split("\n")[:-1]
        self.assertEqual(len(lines[0].split("\t")), 6)
        for line in lines[1:]:
            self.assertGreaterEqual(int(line.split("\t")[1]), 10)

    def test_sizes_passes_and_page(self):
        corpus = self.corpus(400)
        result = self.calque("reorder", "compare", *corpus, "--learners", "lexical,mlr-dual,mms,svm,svm-joint,mmr,mms-extragradient,me-gis,ordinal,dpr-mms", "--repeats", 2, "--sizes", "0.25,0.5",
                             "--iterations", 5, "--report", self.path("page.html"), "--json")
        figures = json.loads(result.out)
        self.assertEqual(figures["sizes"], [0.25, 0.5, 1])
        samples = figures["samples_by_size"]
        self.assertEqual(samples, sorted(samples))
        self.assertEqual(samples[-1], figures["train_samples"])
        for learner in figures["learners"]:
            self.assertEqual(len(learner["by_size"]), 3)
            self.assertEqual(learner["by_size"][-1]["precision"], learner["precision"])
            self.assertEqual("p" in learner, learner["name"] != figures["best"])
            if learner["name"] == "mlr-dual":
                self.assertLess(learner["by_size"][0]["features"], learner["features"])
        # Corpus statistics account for every sample.
        self.assertEqual(sum(figures["corpus"]["distances"].values()), figures["samples"])
        self.assertEqual(sum(part["samples"] for part in figures["corpus"]["source_phrases"]), figures["samples"])
        # Learners of all phrases that go over the data in passes; mlr-dual at three levels.
        passes = {run["name"]: run for run in figures["passes"]}
        self.assertEqual(set(passes), {"mlr-dual --shrink 0.01", "mlr-dual --shrink 0.1", "mlr-dual --shrink 1", "mms", "svm", "svm-joint", "mmr",
                                       "mms-extragradient", "me-gis"})
        # The worst of the best errors, and a little more; and when each learner is there for the first time.
        self.assertAlmostEqual(figures["tolerance"], max(min(point["train_error"] for point in run["points"]) for run in passes.values()) + 0.002)
        for run in passes.values():
            self.assertEqual([point["pass"] for point in run["points"]], list(range(1, len(run["points"]) + 1)))
            there = [point["seconds"] for point in run["points"] if point["train_error"] <= figures["tolerance"]]
            self.assertEqual(run["seconds_to_tolerance"], there[0])
            self.assertEqual("active" in run, "dual" in run["name"])
        # p of a paired t-test over all sizes and draws. With n - 1 = 5 degrees of freedom the distribution has a closed form.
        learners = {learner["name"]: learner for learner in figures["learners"]}
        precisions = {name: [p for size in learner["by_size"] for p in size["precisions"]] for name, learner in learners.items()}
        for name in ("lexical", "mmr"):
            differences = [a - b for a, b in zip(precisions[figures["best"]], precisions[name])]
            self.assertEqual(len(differences), 6)
            t = abs(statistics.mean(differences)) / (statistics.stdev(differences) / math.sqrt(6))
            angle = math.atan(t / math.sqrt(5))
            inside = 2 / math.pi * (angle + math.sin(angle) * (math.cos(angle) + 2 / 3 * math.cos(angle) ** 3))
            self.assertAlmostEqual(learners[name]["p"][0], 1 - inside, 9)
        page = (self.scratch / "page.html").read_text(encoding="utf-8")
        self.assertEqual(page.count("<svg"), 6)
        self.assertEqual(page.count("<svg"), page.count("</svg>"))
        for outside in ("http", "src=", "@import", "nan", "inf\""):
            self.assertNotIn(outside, page)
        for title in ("Learners", "Learning curve", "By distance", "By source phrase", "Training time", "Settled samples", "Corpus"):
            self.assertIn(f"<h2>{title}</h2>", page)
        self.refused("reorder", "compare", *corpus, "--sizes", "0.5,0.25", says="0.5,0.25")
        self.refused("reorder", "compare", *corpus, "--sizes", "2", says="2")

    def test_extensions(self):
        corpus = self.corpus(300)
        for options in (["--features", "rich,lexical=1,language-model=1"], ["--features", "rich,neighbours=1"], ["--features", "rich,hash-bits=12"],
                        ["--learner", "dpr-mms", "--mix", 10], ["--learner", "ordinal"], ["--learner", "mms", "--distances", "learned"],
                        ["--learner", "mms", "--cross-validate"]):
            self.calque("reorder", "train", *corpus, *options, "-o", self.path("model"))
            tested = json.loads(self.calque("reorder", "test", "-m", self.path("model"), *corpus, "--json").out)
            self.assertGreater(tested["precision"], 0.7, options)
        self.refused("reorder", "train", *corpus, "--learner", "ordinal", "--classes", "msd", "-o", self.path("other"), says="order")
        self.refused("reorder", "train", *corpus, "--features", "rich,hash-bits=27", "-o", self.path("other"), says="hash-bits=27")

    def test_models_are_the_same_for_any_number_of_threads(self):
        corpus = self.corpus(400)
        for learner in ("lexical", "bayes", "mlr-dual", "svm", "dpr-mms"):
            models = []
            for threads in (1, 3):
                self.calque("reorder", "train", *corpus, "--learner", learner, "-o", self.path("model"), "--threads", threads)
                models.append((self.scratch / "model").read_bytes())
            self.assertEqual(models[0], models[1], learner)

    def test_train_test_explain(self):
        corpus = self.corpus()
        figures = json.loads(self.calque("reorder", "train", *corpus, "--classes", "msd", "-o", self.path("model"), "--json").out)
        self.assertEqual(figures["model_bytes"], (self.scratch / "model").stat().st_size)
        self.assertEqual(figures["active"][-1], 0)
        tested = json.loads(self.calque("reorder", "test", "-m", self.path("model"), *corpus, "--json").out)
        self.assertEqual(tested["classes"], ["monotone", "swap", "discontinuous"])
        self.assertEqual(tested["samples"], figures["samples"])
        self.assertGreater(tested["precision"], 0.8)
        self.assertEqual(sum(at["samples"] for at in tested["by_distance"].values()), tested["samples"])
        self.assertIn("precision", self.calque("reorder", "test", "-m", self.path("model"), *corpus).out)
        told = json.loads(self.calque("reorder", "explain", "-m", self.path("model"), "--sentence", "das Haus ist klein .", "--span", "0-1",
                                      "--target", "the house", "--alignment", "0-0 1-1", "--json").out)
        self.assertAlmostEqual(sum(told["probabilities"]), 1, 4)
        self.assertGreater(len(told["features"]), 0)
        self.assertEqual(len(told["features"][0]["scores"]), 3)
        self.assertIn("what each feature adds", self.calque("reorder", "explain", "-m", self.path("model"), "--sentence", "das Haus", "--span", "1",
                                                            "--target", "house").out)

    def test_learners_options_and_documentation_agree(self):
        corpus = self.corpus(20)
        wrong = self.refused("reorder", "train", *corpus, "--learner", "magic", "-o", self.path("model"), says="use one of")
        names = re.search(r"use one of (.*)", wrong.err).group(1).split(", ")
        self.assertIn("dpr-mms-sequential", names)
        documented = (ROOT / "docs" / "reordering.md").read_text(encoding="utf-8")
        for name in names:
            if not name.startswith("dpr-"):
                self.assertIn(f"`{name}`", documented)
        help_text = self.calque("reorder", "train", "--help").out
        self.assertIn("mms, mms-sequential: width of a step", " ".join(help_text.split()))
        self.refused("reorder", "train", *corpus, "--learner", "lexical", "--shrink", 1, "-o", self.path("model"), says=["lexical", "--shrink", "mlr-dual"])

    def test_cross_validation(self):
        corpus = self.corpus(300)
        train = ["reorder", "train", *corpus, "--json", "-o", self.path("model")]
        most = ["--iterations", 30, "--cross-validate"]
        chosen = {}
        for learner in ("mms", "dpr-mms", "dpr-mms-sequential"):
            chosen[learner] = json.loads(self.calque(*train, "--learner", learner, *most).out)["early_stop"]
            self.assertIn(chosen[learner]["rate"], (0.01, 0.05, 0.2))
            self.assertTrue(1 <= chosen[learner]["rounds"] <= 30)
            self.assertTrue(0 < chosen[learner]["error"] < 0.5)
        # The pair that was chosen is the one that sub-models use.
        self.calque(*train, "--learner", "dpr-mms", *most)
        validated = (self.scratch / "model").read_bytes()
        self.calque(*train, "--learner", "dpr-mms", "--iterations", chosen["dpr-mms"]["rounds"], "--rate", chosen["dpr-mms"]["rate"])
        self.assertEqual((self.scratch / "model").read_bytes(), validated)
        for learner in ("mlr-dual", "lexical", "bayes", "dpr-svm", "mms-dual"):
            self.refused(*train, "--learner", learner, "--cross-validate", says=[learner, "--cross-validate", "dpr-mms"])
        # A comparison gives it to those that have steps.
        compared = json.loads(self.calque("reorder", "compare", *corpus, "--learners", "lexical,mms", "--iterations", 5, "--repeats", 1, "--cross-validate", "--json").out)
        self.assertEqual(["early_stop" in learner for learner in compared["learners"]], [False, True])
        self.refused("reorder", "compare", *corpus, "--learners", "lexical,mlr-dual", "--cross-validate", says=["none of the learners", "--cross-validate"])

    def test_every_learner_is_compared(self):
        compare = ["reorder", "compare", *self.corpus(150), "--learners", "all", "--iterations", 3, "--repeats", 1, "--json"]
        figures = json.loads(self.calque(*compare).out)
        names = [learner["name"] for learner in figures["learners"]]
        methods = ["me-gis", "me-lbfgs", "mlr-sgd", "mlr-dual", "ordinal", "svm", "svm-joint", "mmr", "mms", "mms-sequential", "mms-extragradient", "mms-dual", "centroid"]
        self.assertEqual(names, ["word-distance", "lexical", "bayes-mle", "bayes-map", "bayes", *methods, *("dpr-" + method for method in methods)])
        for learner in figures["learners"]:
            self.assertGreater(learner["precision"], 0.4, learner["name"])
        # Those whose classes need an order stay away from classes without.
        unordered = json.loads(self.calque(*compare, "--classes", "msd").out)
        self.assertEqual([learner["name"] for learner in unordered["learners"]], [name for name in names if not name.endswith("ordinal")])

    def test_the_dual_learner_as_it_was_published(self):
        corpus = self.corpus(600)
        train = ["reorder", "train", *corpus, "-o", self.path("model"), "--iterations", 300, "--json"]
        precision, models = {}, {}
        for options in ((), ("--recheck",), ("--dual-step", "gradient"), ("--dual-step", "gradient", "--recheck")):
            figures = json.loads(self.calque(*train, *options).out)
            precision[options] = json.loads(self.calque("reorder", "test", "-m", self.path("model"), *corpus, "--json").out)["precision"]
            models[options] = (self.scratch / "model").read_bytes()
            self.assertEqual(len(figures["bytes_in_use"]), figures["iterations"])
            self.assertGreaterEqual(figures["failed_visits"], 0)
            self.assertEqual("rechecks" in figures, "--recheck" in options)
            if "--recheck" in options:
                self.assertEqual(figures["rechecks"][-1], 0)
            else:
                self.assertLess(figures["bytes_in_use"][-1], figures["bytes_in_use"][0] / 2)
                self.assertEqual(figures["active"], sorted(figures["active"], reverse=True))
        self.assertEqual(len(set(models.values())), 4)
        self.assertLess(max(precision.values()) - min(precision.values()), 0.01)
        self.refused(*train, "--dual-step", "sideways", says="sideways")

    def test_vectors_of_classes(self):
        corpus = self.corpus(300)
        vectors = self.write("vectors", "# both classes that move share a branch\n1 0 0 1\n0 1 0 0\n0 0 1 1\n")
        models = []
        for options in ([], ["--embedding", vectors]):
            self.calque("reorder", "train", *corpus, "--learner", "mmr", *options, "-o", self.path("model"))
            models.append((self.scratch / "model").read_bytes())
            self.assertGreater(json.loads(self.calque("reorder", "test", "-m", self.path("model"), *corpus, "--json").out)["precision"], 0.6)
        self.assertNotEqual(models[0], models[1])
        out = ["-o", self.path("other")]
        self.refused("reorder", "train", *corpus, *out, "--learner", "mms", "--embedding", vectors, says=["mms", "mmr"])
        self.refused("reorder", "train", *corpus, *out, "--learner", "mmr", "--classes", "5", "--embedding", vectors, says=vectors)
        self.refused("reorder", "train", *corpus, *out, "--learner", "mmr", "--embedding", self.write("bad", "1 0\n0 x\n1 1\n"), says=self.path("bad") + ":2")

    def test_every_option_changes_the_model(self):
        corpus = self.corpus(300)
        classes = {}
        for side in ("de", "en"):
            words = sorted(set((self.scratch / "corpus" / ("train." + side)).read_text(encoding="utf-8").split()))
            classes[side] = self.write("classes." + side, "".join(f"{word}\t{k % 9}\n" for k, word in enumerate(words)))

        def model(*options):
            self.calque("reorder", "train", *corpus, *options, "-o", self.path("model"))
            json.loads(self.calque("reorder", "test", "-m", self.path("model"), *corpus, "--json").out)
            return (self.scratch / "model").read_bytes()

        changes = {
            ("--learner", "bayes-map"): [["--min-information", 0.001], ["--keep-features", 0.5], ["--keep-features", 0.5, "--rank", "normalised"],
                                         ["--keep-features", 0.5, "--rank", "symmetric"],
                                         ["--dirichlet", 3], ["--min-count", 2]],
            ("--learner", "lexical"): [["--smoothing", 2], ["--max-ratio", 1], ["--max-distance", 2], ["--max-words", 8], ["--max-length", 2],
                                       ["--classes", "5"]],
            ("--learner", "lexical", "--classes", "msd"): [["--orientation", "word"], ["--orientation", "phrase"]],
            ("--learner", "mlr-dual"): [["--source-classes", classes["de"]], ["--target-classes", classes["en"]], ["--word-classes", 0], ["--min-count", 5],
                                        ["--variance", 1], ["--shrink", 1], ["--join-unlinked"], ["--seed", 9]],
            ("--learner", "dpr-mms"): [["--no-global"], ["--min-samples", 30], ["--rate", 0.2], ["--mix", 5]],
            ("--learner", "mms-extragradient", "--iterations", 5): [["--bound", 1]],
            ("--learner", "svm-joint", "--iterations", 5): [["--cost", 5]],
        }
        for base, all_options in changes.items():
            models = {(): model(*base)}
            for options in all_options:
                models[tuple(options)] = model(*base, *options)
            for options, other in models.items():
                self.assertEqual(list(models.values()).count(other), 1, [*base, *options])
        self.refused("reorder", "train", *corpus, "--learner", "bayes", "--rank", "random", "-o", self.path("other"), says="random")
        self.refused("reorder", "train", *corpus, "--learner", "bayes", "--keep-features", 0, "-o", self.path("other"))
        # Counts that features are chosen by: fewer of them at each step.
        kept = [json.loads(self.calque("reorder", "train", *corpus, "--learner", "bayes-map", *options, "-o", self.path("model"), "--json").out)["features"]
                for options in ([], ["--keep-features", 0.5], ["--keep-features", 0.1])]
        self.assertEqual(kept, sorted(kept, reverse=True))
        self.assertEqual(kept[1], kept[0] // 2)

    def test_a_model_is_tested_on_what_it_learnt(self):
        corpus = self.corpus(600)
        told = {}
        for direction in ("backward", "forward"):
            for join in ([], ["--join-unlinked"]):
                model = self.path(direction + str(len(join)))
                trained = json.loads(self.calque("reorder", "train", *corpus, "--direction", direction, *join, "-o", model, "--json").out)
                tested = json.loads(self.calque("reorder", "test", "-m", model, *corpus, "--json").out)
                self.assertEqual((tested["direction"], tested["join_unlinked"]), (direction, bool(join)))
                self.assertEqual(tested["samples"], trained["samples"])
                # Seen before, so nearly all right; samples of the other direction are not.
                self.assertGreater(tested["precision"], 0.9)
                self.assertEqual(json.loads(self.calque("reorder", "test", "-m", model, *corpus, "--join-unlinked", "--json").out)["by_distance"], tested["by_distance"])
                told[direction, bool(join)] = {distance: at["samples"] for distance, at in tested["by_distance"].items()}
        self.assertEqual(len({json.dumps(distances, sort_keys=True) for distances in told.values()}), 4)
        compared = json.loads(self.calque("reorder", "compare", *corpus, "--direction", "forward", "--learners", "lexical,mms", "--repeats", 1, "--json").out)
        self.assertEqual(compared["corpus"]["distances"], told["forward", False])
        explained = json.loads(self.calque("reorder", "explain", "-m", self.path("forward1"), "--sentence", "das Haus", "--span", "1", "--target", "house", "--json").out)
        self.assertEqual((explained["direction"], explained["join_unlinked"]), ("forward", True))
        self.refused("reorder", "train", *corpus, "--direction", "sideways", "-o", self.path("other"), says="sideways")

    def test_distances_from_a_file(self):
        corpus = self.corpus(300)
        matrix = self.write("distances", "0 1 2\n1 0 1\n2 1 0\n")
        models = {}
        for options in ([], ["--distances", matrix]):
            self.calque("reorder", "train", *corpus, "--learner", "mms", *options, "-o", self.path("model"))
            models[len(options)] = (self.scratch / "model").read_bytes()
        self.assertNotEqual(models[0], models[2])
        self.refused("reorder", "train", *corpus, "--learner", "mms", "--classes", "5", "--distances", matrix, "-o", self.path("other"), says=matrix + ":1")

    def test_bad_requests(self):
        corpus = self.corpus(50)
        out = ["-o", self.path("out")]
        self.refused("reorder", "train", *corpus, *out, "--learner", "oracle", says=["oracle", "mlr-dual"])
        self.refused("reorder", "train", *corpus, *out, "--classes", "4", says="4")
        self.refused("reorder", "train", *corpus, *out, "--features", "poor", says="poor")
        self.refused("reorder", "train", *corpus, *out, "--features", "rich,window=x", says="window=x")
        self.refused("reorder", "train", *corpus, *out, "--variance", "0", says="variance")
        for learner in ("bayes", "bayes-map", "bayes-mle"):
            for field in ("lexical=1", "language-model=1", "neighbours=1", "hash-bits=12"):
                self.refused("reorder", "train", *corpus, *out, "--learner", learner, "--features", "pairs," + field, says=[learner, field.split("=")[0]])
        self.refused("reorder", "compare", *corpus, "--learners", "mlr-dual,bayes", "--features", "rich,lexical=1", says=["bayes", "lexical=1"])
        self.refused("reorder", "train", *corpus, *out, "--max-length", 0)
        self.refused("reorder", "compare", *corpus, "--test-fraction", 1)
        self.refused("reorder", "compare", *corpus, "--repeats", 0)
        links = (self.scratch / "corpus" / "train.align").read_text().splitlines(keepends=True)
        short = self.write("short.align", "".join(links[:-3]))
        self.refused("reorder", "train", *corpus[:-1], short, *out, says=[corpus[1], short, str(len(links)), str(len(links) - 3)])
        empty = self.write("empty", "")
        self.refused("reorder", "train", "-s", empty, "-t", empty, "-a", empty, *out, says=empty)
        self.refused("reorder", "test", "-m", self.write("nothing", "text"), *corpus, says=self.path("nothing"))
        self.refused("reorder", "test", "-m", self.path("nowhere"), *corpus, says=self.path("nowhere"))
        self.calque("reorder", "train", *corpus, "--learner", "lexical", "-o", self.path("model"))
        for span in ("3-2", "0-9", "x", "1-2-3", ""):
            self.refused("reorder", "explain", "-m", self.path("model"), "--sentence", "a b", "--span", span, "--target", "c")
        self.assertFalse((self.scratch / "out").exists())
        self.no_leftovers()


if __name__ == "__main__":
    unittest.main()
