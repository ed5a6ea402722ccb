"""Tuning: on given lists, on a model, resumed, and with bad input."""

import json
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from harness import PageChecker, PROGRAM, ProgramTest, weights_in

LISTS = """0 ||| the house is little ||| A0= -2 B0= -1 ||| 0
0 ||| the house is small ||| A0= -1 B0= -3 ||| 0
1 ||| he reads book ||| A0= -1.5 B0= -1 ||| 0
1 ||| he reads a book ||| A0= -1 B0= -2.5 ||| 0
"""
REFERENCES = "the house is small\nhe reads a book\n"


class TuningTest(ProgramTest):
    def test_lists(self):
        lists, references = self.write("lists", LISTS), self.write("refs", REFERENCES)
        start = self.write("start", "A0= 0.1\nB0= 1\n")
        for method in ["mert", "smoothed-mert", "s-slack", "1-slack", "mira", "pro"]:
            result = self.calque("tune", "--nbest", lists, "--refs", references, "--method", method, "--weights", start,
                                 "-o", self.path("weights"), "--json", "--loss-scale", 10)
            figures = json.loads(result.out)
            self.assertEqual(figures["method"], method)
            self.assertGreaterEqual(figures["bleu"], figures["before"])
            self.assertEqual(set(figures["weights"]), {"A0", "B0"})
            written = pathlib.Path(self.path("weights")).read_text()
            self.assertIn("A0= ", written)
        mert = json.loads(self.calque("tune", "--nbest", lists, "--refs", references, "--weights", start, "--json").out)
        self.assertAlmostEqual(mert["bleu"], 100)
        plain = self.calque("tune", "--nbest", lists, lists, "--refs", references)
        self.assertTrue(plain.out.startswith("A0= "))

    def test_searches_of_the_svms(self):
        common = ["tune", "--nbest", self.write("lists", LISTS), "--refs", self.write("refs", REFERENCES), "--json",
                  "--weights", self.write("start", "A0= 0.1\nB0= 1\n")]
        weights = {}
        for options in (["s-slack", "--svm-line", "exact"], ["s-slack", "--svm-line", "breakpoints"],
                        ["s-slack", "--svm-line", "sequential"], ["s-slack", "--svm-line", "cutting-plane"],
                        ["s-slack", "--svm-line", "sentence-planes"], ["1-slack", "--svm-line", "breakpoints"],
                        ["1-slack", "--svm-line", "cutting-plane"], ["1-slack", "--constraints", "augmented"],
                        ["1-slack", "--constraints", "working-set"], ["1-slack", "--fix-norm"]):
            figures = json.loads(self.calque(*common, "--loss-scale", 10, "--method", *options).out)
            self.assertGreaterEqual(figures["bleu"], figures["before"], options)
            weights[options[-1]] = [figures["weights"][name][0] for name in ("A0", "B0")]
        self.assertAlmostEqual(sum(weight**2 for weight in weights["--fix-norm"]), 0.1**2 + 1, places=6)
        for window in ("average", "minimum"):
            figures = json.loads(self.calque(*common, "--window", window, "--window-reach", 1).out)
            self.assertGreaterEqual(figures["bleu"], figures["before"])
        margin = json.loads(self.calque(*common, "--method", "s-slack", "--margin", "one").out)
        self.assertGreaterEqual(margin["bleu"], margin["before"])
        one_slack = [*common, "--method", "1-slack"]
        self.refused(*one_slack, "--svm-line", "sequential", says=["1-slack", "cutting-plane"])
        self.refused(*one_slack, "--svm-line", "sentence-planes", says="sentence")
        self.refused(*one_slack, "--svm-line", "cutting-plane", "--fix-norm", says="--fix-norm")
        self.refused(*one_slack, "--margin", "one", says="s-slack")
        self.refused(*common, "--method", "s-slack", "--margin", "one", "--loss-scale", 10, says="--loss-scale")
        self.refused(*common, "--margin", "two", says=["loss", "one"])

    def test_shape(self):
        lists, references = self.write("lists", LISTS), self.write("refs", REFERENCES)
        start = self.write("start", "A0= 0.1\nB0= 1\n")
        common = ["tune", "--nbest", lists, "--refs", references, "--weights", start]
        lines = self.calque(*common, "--shape", "A0=0:1:4").out.splitlines()
        self.assertEqual([line.split("\t")[0] for line in lines], ["0", "0.25", "0.5", "0.75", "1"])
        shape = json.loads(self.calque(*common, "--method", "s-slack", "--lambda", 2, "--shape", "B0=-1:1", "--json").out)["shape"]
        self.assertEqual(len(shape), 101)
        for wrong in ("C0=0:1", "A0", "A0.1=0:1", "A0=0:1:0"):
            self.assertEqual(self.run_program(*common, "--shape", wrong).status, 2)
        self.assertEqual(self.run_program(*common, "--method", "mira", "--shape", "A0=0:1").status, 2)

    def test_bad_input(self):
        references = self.write("refs", REFERENCES)
        for text, problem in [(LISTS.replace("B0= -2.5", "B0= nan"), "lists:4: "), ("", "empty"),
                              (LISTS.replace("\n1 |||", "\n7 |||"), "lists:3: "), (LISTS.split("\n1", maxsplit=1)[0], "sentence 1"),
                              (LISTS.replace("A0= -1 B0= -2.5", "A0= -1"), "lists:4: ")]:
            result = self.run_program("tune", "--nbest", self.write("lists", text), "--refs", references)
            self.assertEqual(result.status, 2)
            self.assertIn(problem, result.err)
        self.assertEqual(self.run_program("tune", "--refs", references).status, 2)
        good = self.write("lists", LISTS)
        self.assertEqual(self.run_program("tune", "--nbest", good, "--refs", references, "--method", "none").status, 2)
        self.assertEqual(self.run_program("tune", "--nbest", good, "--refs", self.write("empty", "")).status, 2)

    def small_model(self, *options):
        corpus, model = self.scratch / "corpus", self.path("model")
        self.calque("synth", "--pair", "de-en", "--sentences", 300, "--dev", 20, "-o", corpus)
        self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--align-model", "diagonal", "--pretokenized",
                    "-o", model, *options)
        return corpus, model

    def values_in(self, name):
        lines = weights_in(self.path(name)).splitlines()
        return [float(value) for line in lines for value in line.split("=")[1].split()]

    def test_lists_of_the_translator(self):
        corpus, model = self.small_model()
        self.calque("translate", "-m", model, "-i", corpus / "dev.de", "-o", self.path("out"))
        self.calque("translate", "-m", model, "-i", corpus / "dev.de", "--n-best", 50, "--distinct", "-o", self.path("lists.gz"))
        figures = json.loads(self.calque("tune", "--nbest", self.path("lists.gz"), "--refs", corpus / "dev.en", "--weights",
                                         pathlib.Path(model, "weights.txt"), "-o", self.path("w"), "--json").out)
        scores = json.loads(self.calque("evaluate", "-r", corpus / "dev.en", self.path("out"), "--metrics", "bleu", "--tokenize", "none",
                                        "--json").out)
        self.assertAlmostEqual(figures["before"], scores["systems"][0]["bleu"]["score"], places=9)
        self.assertEqual(figures["sentences"], 20)
        self.assertGreater(figures["candidates"], 20 * 10)

    def test_runs_and_interruption(self):
        corpus, model = self.small_model()
        command = ["tune", "-m", model, "--source", corpus / "dev.de", "--refs", corpus / "dev.en", "--n-best", 20, "--rounds", 4,
                   "--restarts", 2, "--threads", 1]
        self.calque(*command, "--work", self.path("whole"), "-o", self.path("w1"))
        # Stopped after the first round, the run goes on to the same bytes.
        stopped = [*map(str, command), "--work", self.path("stopped"), "-o", self.path("w1-again")]
        process = subprocess.Popen([PROGRAM, *stopped], stderr=subprocess.DEVNULL)
        state = self.scratch / "stopped" / "run-1.json"
        deadline = time.time() + 60
        while not state.exists() and process.poll() is None and time.time() < deadline:
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        process.wait()
        self.no_leftovers()
        self.assertFalse(json.loads(state.read_text())["finished"])
        self.assertFalse(pathlib.Path(self.path("w1-again")).exists())
        self.calque(*stopped)
        self.assertEqual(pathlib.Path(self.path("w1")).read_bytes(), pathlib.Path(self.path("w1-again")).read_bytes())
        # Two runs are the mean of their seeds.
        self.calque(*command, "--seed", 2, "--work", self.path("second"), "-o", self.path("w2"))
        self.calque(*command, "--runs", 2, "--work", self.path("both"), "-o", self.path("w12"), "--report", self.path("page.html"))
        self.assertNotEqual(self.values_in("w1"), self.values_in("w2"))
        for one, two, mean in zip(self.values_in("w1"), self.values_in("w2"), self.values_in("w12")):
            self.assertAlmostEqual(mean, (one + two) / 2, places=6)
        checker = PageChecker()
        checker.feed(pathlib.Path(self.path("page.html")).read_text(encoding="utf-8"))
        checker.close()
        self.assertEqual((checker.open, checker.references), ([], []))
        self.assertEqual(checker.tags.count("polyline"), 2)

    def test_other_goals(self):
        corpus, model = self.small_model()
        command = ["tune", "-m", model, "--source", corpus / "dev.de", "--n-best", 20, "--rounds", 2, "--restarts", 2, "--json",
                   "--refs", corpus / "dev.en"]
        ter = json.loads(self.calque(*command, "--metric", "ter", "--work", self.path("ter"), "-o", self.path("w")).out)
        self.assertLessEqual(ter["ter"], ter["before"])
        self.calque("translate", "-m", model, "--weights", self.path("w"), "-i", corpus / "dev.de", "-o", self.path("out"))
        scores = json.loads(self.calque("evaluate", "-r", corpus / "dev.en", self.path("out"), "--metrics", "ter", "--json").out)
        self.assertAlmostEqual(scores["systems"][0]["ter"]["score"], ter["ter"], places=6)
        # A second reference that is what the model says already: its translations are perfect before and after.
        self.calque("translate", "-m", model, "-i", corpus / "dev.de", "-o", self.path("own"))
        two = json.loads(self.calque(*command, "--refs", self.path("own"), "--work", self.path("two"), "-o", self.path("w")).out)
        self.assertIn("nrefs:2", two["signature"])
        self.assertAlmostEqual(two["before"], 100)
        self.assertAlmostEqual(two["bleu"], 100)

    def test_model(self):
        corpus, model = self.scratch / "corpus", self.path("model")
        self.calque("synth", "--pair", "de-en", "--sentences", 600, "--dev", 40, "--raw", "-o", corpus)
        self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--align-model", "diagonal", "-o", model)
        command = ["tune", "-m", model, "--source", corpus / "dev.de", "--refs", corpus / "dev.en", "--n-best", 50, "--rounds", 3, "--json"]
        whole = json.loads(self.calque(*command, "--work", self.path("one"), "-o", self.path("w1"), "--threads", 1,
                                       "--report", self.path("page.html")).out)
        self.assertGreaterEqual(whole["bleu"], whole["before"])
        self.assertIn("<svg", pathlib.Path(self.path("page.html")).read_text())
        # Any number of threads, and a second call finds everything done.
        self.calque(*command, "--work", self.path("two"), "-o", self.path("w2"), "--threads", 3)
        self.assertEqual(pathlib.Path(self.path("w1")).read_text(), pathlib.Path(self.path("w2")).read_text())
        again = json.loads(self.calque(*command, "--work", self.path("one"), "-o", self.path("w3")).out)
        self.assertEqual(again["runs"], whole["runs"])
        # The best round alone, or several mixed.
        best = json.loads(self.calque(*command, "--average", 1, "--work", self.path("three"), "-o", self.path("w4")).out)
        self.assertEqual(best["bleu"], max(turn["score"] for turn in best["runs"][0]["rounds"]))
        self.assertGreaterEqual(whole["bleu"], best["bleu"])
        self.calque(*command, "--blend", 0.1, "--work", self.path("four"), "-o", self.path("w5"))
        self.refused(*command, "--blend", 0, says="share")
        # The weights serve the translator and give the score that was promised.
        self.calque("translate", "-m", model, "--weights", self.path("w1"), "-i", corpus / "dev.de", "-o", self.path("out"))
        scores = json.loads(self.calque("evaluate", "-r", corpus / "dev.en", self.path("out"), "--metrics", "bleu", "--json").out)
        self.assertAlmostEqual(scores["systems"][0]["bleu"]["score"], whole["bleu"], places=6)
        # Without -o the model itself is changed; runs are averaged.
        before = (pathlib.Path(model) / "weights.txt").read_text()
        self.calque(*command, "--runs", 2)
        self.assertNotEqual((pathlib.Path(model) / "weights.txt").read_text(), before)

    def test_sparse_features(self):
        corpus, model = self.scratch / "corpus", self.path("model")
        self.calque("synth", "--pair", "de-en", "--sentences", 600, "--dev", 40, "--raw", "-o", corpus)
        self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--align-model", "diagonal", "-o", model,
                    "--sparse-features", "pairs,lengths", "--sparse-classes", 10)
        command = ["tune", "-m", model, "--source", corpus / "dev.de", "--refs", corpus / "dev.en", "--n-best", 50, "--rounds", 3, "--json"]
        for method, runs in [("mira", 1), ("mira", 2), ("pro", 1)]:
            weights = self.path(f"{method}-{runs}")
            result = self.calque(*command, "--method", method, "--runs", runs, "-o", weights)
            figures = json.loads(result.out)
            self.assertNotIn("leaves the weights of indicators", result.err)
            written = pathlib.Path(weights).read_text()
            self.assertIn("SparseLengths0[len.", written)
            self.assertIn("SparsePairs0[pair.", written)
            # Averaged or not, the weights mean the same to the translator as to the tuner.
            self.calque("translate", "-m", model, "--weights", weights, "-i", corpus / "dev.de", "-o", self.path("out"))
            scores = json.loads(self.calque("evaluate", "-r", corpus / "dev.en", self.path("out"), "--metrics", "bleu", "--json").out)
            self.assertAlmostEqual(scores["systems"][0]["bleu"]["score"], figures["bleu"], places=6)
            if runs == 1:
                self.assertGreaterEqual(figures["bleu"], figures["before"])
        # Line searches know nothing of indicators, say so, and keep the weights that the model has.
        shutil.copy(self.path("mira-1"), pathlib.Path(model, "weights.txt"))
        result = self.calque(*command, "--method", "mert", "-o", self.path("mert"))
        self.assertIn("mert leaves the weights of indicators as they are", result.err)
        before, after = self.indicator_weights("mira-1"), self.indicator_weights("mert")
        self.assertEqual(set(before), set(after))
        for name, value in before.items():
            self.assertAlmostEqual(after[name], value, places=9)

    def indicator_weights(self, name):
        lines = pathlib.Path(self.path(name)).read_text().splitlines()
        return {line.split("= ")[0]: float(line.split("= ")[1]) for line in lines if "[" in line}

    def test_training_with_tuning(self):
        corpus = self.scratch / "corpus"
        self.calque("synth", "--pair", "de-en", "--sentences", 300, "--dev", 20, "--raw", "-o", corpus)
        base = ["train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--align-model", "diagonal", "--json"]
        development = ["--dev-source", corpus / "dev.de", "--dev-target", corpus / "dev.en"]
        self.assertIn("too few different sentence pairs", self.calque(*base, "-o", self.path("few")).err)
        self.assertEqual(self.run_program(*base, *development, "-o", self.path("none"), "--tune", "luck").status, 2)
        plain = json.loads(self.calque(*base, *development, "-o", self.path("plain"), "--tune", "none").out)
        tuned = json.loads(self.calque(*base, *development, "-o", self.path("tuned")).out)
        self.assertGreaterEqual(tuned["development_bleu"], plain["development_bleu"])
        self.assertNotEqual(pathlib.Path(self.path("tuned"), "weights.txt").read_text(),
                            pathlib.Path(self.path("plain"), "weights.txt").read_text())


if __name__ == "__main__":
    unittest.main()
