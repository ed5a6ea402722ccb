"""From two files to translations: quality, formats, and what the model remembers about its text."""

import json
import pathlib
import shutil
import unittest

from harness import DATA, SharingTest, weights_in


class TranslationTest(SharingTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.reports = {}  # of the models that are trained already, by the options of their training

    def trained(self, *more):
        """A model of 4,000 pairs of natural German-English text; returns (corpus, model). All tests have the same: they may read it."""
        corpus = self.shared / "corpus"
        if not corpus.exists():
            self.calque("synth", "--pair", "de-en", "--sentences", 4000, "--dev", 100, "--test", 300, "--raw", "-o", corpus)
        model = self.shared / ("model " + " ".join(map(str, more)))
        if more not in self.reports:
            result = self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--dev-source", corpus / "dev.de",
                                 "--dev-target", corpus / "dev.en", "-o", model, "--json", *more)
            self.reports[more] = json.loads(result.out)
        self.report = self.reports[more]
        return corpus, model

    def copies(self, *folders):
        """Copies that the test may change."""
        return [pathlib.Path(shutil.copytree(folder, self.scratch / folder.name)) for folder in folders]

    def bleu(self, reference, output, *more):
        hypothesis = self.write("hypothesis", output)
        scores = json.loads(self.calque("evaluate", "-r", reference, hypothesis, "--json", *more).out)
        return scores["systems"][0]["bleu"]["score"]

    def test_quality_and_formats(self):
        corpus, model = self.trained()
        source = (corpus / "test.de").read_bytes()
        best = self.calque("translate", "-m", model, stdin=source)
        self.assertGreater(self.bleu(corpus / "test.en", best.out), 50)  # the untranslated source scores below 10
        self.assertLess(self.bleu(corpus / "test.en", source), 10)
        self.assertGreater(self.report["development_bleu"], 50)
        self.check_json(model, source, best.lines)
        self.check_n_best(model, source)
        self.check_trace(model, source)
        self.check_report(model)

    def test_phrase_features_change_nothing_without_weight(self):
        corpus, plain = self.trained("--align-model", "diagonal", "--phrase-features", "none", "--tune", "none")
        source = (corpus / "test.de").read_bytes()
        expected = self.calque("translate", "-m", plain, stdin=source).out
        model = self.path("with-counts")
        self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", model, "--align-model", "diagonal",
                    "--phrase-features", "count,singleton,low-count", "--tune", "none")
        weights = pathlib.Path(model, "weights.txt")
        text = weights_in(weights)
        self.assertIn("LowCountPhrase0= -1 -1 -0.6 -0.2", text)
        text = text.replace("LowCountPhrase0= -1 -1 -0.6 -0.2", "LowCountPhrase0= 0 0 0 0")
        weights.write_text(text)
        self.assertEqual(self.calque("translate", "-m", model, stdin=source).out, expected)
        weights.write_text(text.replace("SingletonPhrase0= 0", "SingletonPhrase0= -5"))
        self.assertNotEqual(self.calque("translate", "-m", model, stdin=source).out, expected)

    def test_sparse_features_and_several_language_models(self):
        corpus, plain = self.trained("--align-model", "diagonal", "--tune", "none")
        source = (corpus / "test.de").read_bytes()
        near = ["--set", "distortion-limit=4"]  # indicators keep more states apart, which a wide search has no room for
        expected = self.calque("translate", "-m", plain, *near, stdin=source).out
        model = self.path("sparse")
        train = ["train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--align-model", "diagonal", "--tune", "none"]
        self.calque(*train, "-o", model, "--sparse-features", "orientation,pairs,lengths", "--sparse-classes", 10)
        self.assertEqual(self.calque("translate", "-m", model, *near, stdin=source).out, expected)
        lines = self.calque("translate", "-m", model, "--n-best", 1, "--indicators", stdin=source).lines
        for kind in ("SparseOrientation0[phr.src.first.c:", "SparsePairs0[pair.w:", "SparseLengths0[len.1.1]= "):
            self.assertTrue(any(kind in line for line in lines), kind)
        weights = self.path("weights")
        pathlib.Path(weights).write_text(weights_in(pathlib.Path(model, "weights.txt")) + "SparseLengths0[len.1.1]= 3\n")
        output = self.calque("translate", "-m", model, "--weights", weights, "--n-best", 1, "--indicators", stdin=source)
        singles = lambda result: sum(float(line.split("len.1.1]= ")[1].split()[0]) for line in result if "len.1.1]= " in line)
        self.assertGreater(singles(output.lines), singles(lines))
        pathlib.Path(weights).write_text(weights_in(pathlib.Path(model, "weights.txt")) + "SparseLengths0[len.x]= 3\n")
        self.refused("translate", "-m", model, "--weights", weights, stdin=source, says="len.x")

        # Language models share the default weight.
        arpa, two = self.path("lm.arpa"), self.path("two")
        prepared = self.calque("tokenize", "--language", "en", stdin=(corpus / "train.en").read_bytes()).out
        self.calque("lm", "train", "-i", self.write("lm.text", prepared), "-n", 3, "-o", arpa)
        self.calque(*train, "-o", two, "--lm", arpa)
        self.assertIn("LM1= 0.25", pathlib.Path(two, "weights.txt").read_text())
        self.assertGreater(self.bleu(corpus / "test.en", self.calque("translate", "-m", two, stdin=source).out), 50)

    def check_json(self, model, source, best):
        for line, translation in zip(self.calque("translate", "-m", model, "--json", stdin=source).lines, best, strict=True):
            answer = json.loads(line)
            self.assertEqual(answer["translation"], translation)
            for field in ("source", "score", "features", "phrases", "alignment"):
                self.assertIn(field, answer)
            covered = sorted(i for p in answer["phrases"] for i in range(*p["source"]))
            self.assertEqual(covered, list(range(len(answer["source_tokens"]))))
            said = [i for p in answer["phrases"] for i in range(*p["target"])]
            self.assertEqual(said, list(range(len(answer["target_tokens"]))))
        plain = self.calque("translate", "-m", model, "--json", stdin=source).lines
        for line, explained in zip(plain, self.calque("translate", "-m", model, "--explain", stdin=source).lines, strict=True):
            answer = json.loads(explained)
            shares = [phrase.pop("features") for phrase in answer["phrases"]]
            for phrase in answer["phrases"]:
                for prediction in phrase.pop("reordering"):
                    self.assertEqual(prediction["distribution"][prediction["orientation"]], prediction["log_prob"])
            for name, scores in answer["features"].items():
                for k, score in enumerate(scores):
                    self.assertAlmostEqual(sum(share[name][k] for share in shares), score, places=9)
            self.assertEqual(answer, json.loads(line))

    def check_n_best(self, model, source):
        weights = {}
        for line in self.calque("inspect", model, "--features").lines:
            name, values = line.split("= ")
            weights[name] = [float(v) for v in values.split()]
        previous = {}
        for line in self.calque("translate", "-m", model, "--n-best", "10", stdin=source).lines:
            number, _, features, total = line.split(" ||| ")
            fields, name, dot = features.split(), None, 0.0
            position = 0
            for field in fields:
                if field.endswith("="):
                    name, position = field[:-1], 0
                else:
                    dot += weights[name][position] * float(field)
                    position += 1
            self.assertAlmostEqual(dot, float(total), delta=1e-4 * max(1.0, abs(dot)))
            self.assertLessEqual(float(total), previous.get(number, float("inf")) + 1e-9)
            previous[number] = float(total)

    def check_trace(self, model, source):
        for line in self.calque("translate", "-m", model, "--trace", stdin=source).lines[:20]:
            self.assertRegex(line, r"^(\S+ )+\|\d+-\d+\|( (\S+ )+\|\d+-\d+\|)*$")

    def check_report(self, model):
        html = pathlib.Path(model, "report.html").read_text(encoding="utf-8")
        self.assertIn("BLEU", html)
        self.assertNotIn("http", html)
        manifest = json.loads(pathlib.Path(model, "manifest.json").read_text())
        self.assertEqual(set(manifest["inputs"]), {"training", "development"})

    def test_running_text_in_running_text_out(self):
        _, model = self.trained()
        out = self.calque("translate", "-m", model, stdin="Das Buch ist alt.\nWo ist der Ball?\ndas Buch\n").lines
        self.assertEqual(out[:2], ["The book is old.", "Where is the ball?"])
        self.assertTrue(out[2].startswith("the book"), out[2])  # small as the source

    def test_casing_options(self):
        corpus, model = self.trained("--align-model", "diagonal", "--casing", "lower", "--tune", "none")
        out = self.calque("translate", "-m", model, "--trace", stdin="Das Buch ist alt.\n").out
        self.assertEqual(out, out.lower())
        self.refused("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", self.path("other"), "--casing", "loud", says="loud")

    def test_inspect(self):
        _, model = self.trained()
        self.assertIn("phrase pairs", self.calque("inspect", model).out)
        found = json.loads(self.calque("inspect", model, "das Buch", "--json").out)
        self.assertEqual(found["phrase"], "das Buch")
        best = found["translations"][0]
        self.assertEqual(best["target"], "the book")
        self.assertAlmostEqual(sum(t["p_target_given_source"] for t in found["translations"]), 1.0, delta=1e-4)
        self.assertIn("not in the phrase table", self.calque("inspect", model, "Xyzzy").out)
        self.assertIn("phrases model", self.calque("inspect", pathlib.Path(model, "phrases.calque")).out)

    def test_only_changed_steps_run_again(self):
        corpus, model = self.copies(*self.trained())
        again = ["train", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", model]
        self.assertEqual(self.calque(*again).err.count("done before"), 10)
        self.assertEqual(self.calque(*again, "--lm-order", "3").err.count("done before"), 9)
        self.assertEqual(self.calque(*again, "--lm-order", "3", "--max-phrase-length", "4").err.count("done before"), 8)
        with open(corpus / "train.de", "a", encoding="utf-8") as extra:
            extra.write("Noch ein Satz.\n")
        with open(corpus / "train.en", "a", encoding="utf-8") as extra:
            extra.write("One more sentence.\n")
        self.assertNotIn("done before", self.calque(*again, "--lm-order", "3", "--max-phrase-length", "4").err)

    def test_given_alignments(self):
        corpus = self.scratch / "corpus"
        self.calque("synth", "--sentences", 1000, "--dev", 50, "--test", 100, "-o", corpus)
        command = ["train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--alignments", corpus / "train.align"]
        self.refused(*command, "-o", self.path("m"), says="--pretokenized")
        self.calque(*command, "--pretokenized", "-o", self.path("m"))
        output = self.calque("translate", "-m", self.path("m"), stdin=(corpus / "test.de").read_bytes()).out
        self.assertGreater(self.bleu(corpus / "test.en", output, "--tokenize", "none"), 40)
        self.calque("align", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", self.path("links"))
        self.calque(*command, self.path("links"), "--pretokenized", "-o", self.path("both"))
        pairs = [json.loads(self.calque("inspect", self.path(m), "--json").out) for m in ("m", "both")]
        self.assertGreater(pairs[1]["phrase_pairs"], pairs[0]["phrase_pairs"])
        self.refused(*command[:-1], corpus / "dev.align", "--pretokenized", "-o", self.path("n"), says="dev.align")

    def test_lexicalised_reordering(self):
        corpus = self.scratch / "corpus"
        self.calque("synth", "--sentences", 1000, "--dev", 50, "--test", 50, "-o", corpus)
        command = ["train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--alignments", corpus / "train.align",
                   "--pretokenized", "-o", self.path("m")]
        sentence = "wir sehen heute das alte Buch .\n"
        for kind, scores in (("lexicalised", 6), ("hier-mslr-backward-f", 4)):
            self.calque(*command, "--reordering", kind)
            best = self.calque("translate", "-m", self.path("m"), "--n-best", 1, stdin=sentence).out
            values = best.split("LexicalReordering0=")[1].split("LowCountPhrase0=")[0].split()
            self.assertEqual(len(values), scores, best)
            self.assertTrue(all(float(value) <= 0 for value in values), best)
            self.assertLess(sum(map(float, values)), 0)
        self.refused(*command, "--reordering", "hier-msd", says="hier-msd-bidirectional-fe")

    def test_tmx_and_tsv(self):
        pairs = [("das Haus ist klein", "the house is small"), ("ein Haus", "a house"), ("das Buch", "the book")] * 3
        units = "".join(f'<tu><tuv xml:lang="de"><seg>{s}</seg></tuv><tuv xml:lang="en-GB"><seg>{t}</seg></tuv></tu>' for s, t in pairs)
        tmx = self.write("m.tmx", f'<?xml version="1.0"?><tmx version="1.4"><header/><body>{units}</body></tmx>')
        tsv = self.write("m.tsv", "".join(f"{s}\t{t}\n" for s, t in pairs))
        self.refused("train", "--tmx", tmx, "-o", self.path("a"), says="--source-language")
        self.calque("train", "--tmx", tmx, "--source-language", "de", "--target-language", "en", "-o", self.path("a"))
        self.calque("train", "-s", tsv, "--source-language", "de", "--target-language", "en", "-o", self.path("b"))
        bars = self.write("m.txt", "".join(f"{s} ||| {t}\n" for s, t in pairs))
        self.calque("train", "-s", bars, "--source-language", "de", "--target-language", "en", "-o", self.path("c"))
        self.refused("train", "-s", tsv, "--tmx", tmx, "-o", self.path("d"), says="one way")
        for model in ("a", "b", "c"):
            self.assertEqual(self.calque("translate", "-m", self.path(model), stdin="das Haus\n").out, "the house\n")

    def test_real_corpus(self):
        folder = DATA / "tanaka-ja-en"
        if not folder.is_dir():
            self.skipTest(f"no corpus at {folder}; set CALQUE_DATA")
        for side in ("ja", "en"):
            lines = (folder / f"train.{side}").read_bytes().split(b"\n")[:5000]
            self.write(f"train.{side}", b"\n".join(lines) + b"\n")
        self.calque("train", "-s", self.path("train.ja"), "-t", self.path("train.en"), "-o", self.path("m"), "--pretokenized",
                    "--align-model", "diagonal", "--tune", "none")
        output = self.calque("translate", "-m", self.path("m"), stdin=(folder / "dev.ja").read_bytes()).out
        self.assertGreater(self.bleu(folder / "dev.en", output, "--tokenize", "none"), 8)


if __name__ == "__main__":
    unittest.main()
