"""A language model in every form: the same scores, the same translations, and clear errors where a form cannot be."""

import json
import os
import pathlib
import shutil
import unittest

from harness import ProgramTest

EXACT = ["arpa", "probing", "trie"]


class LanguageModelFormsTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.calque("synth", "--pair", "de-en", "--sentences", "400", "-o", self.path("data"))
        self.text = self.path("data/train.en")

    def make_forms(self, arpa):
        """The ARPA model and what is converted from it."""
        forms = {"arpa": arpa}
        for layout in ("probing", "trie"):
            forms[layout] = self.path(layout + ".lm")
            self.calque("lm", "convert", arpa, "--layout", layout, "-o", forms[layout])
        forms["quantised"] = self.path("quantised.lm")
        self.calque("lm", "convert", forms["trie"], "--layout", "trie", "--quantize", "8", "-o", forms["quantised"])
        return forms

    def train_arpa(self, order=4):
        arpa = self.path("en.arpa")
        self.calque("lm", "train", "-i", self.text, "-n", order, "-o", arpa)
        return arpa

    def query(self, model, *more):
        return self.calque("lm", "query", model, "-i", self.path("data/test.en"), "--json", *more).out

    def test_scores_are_the_same_to_the_last_digit(self):
        forms = self.make_forms(self.train_arpa())
        answers = {form: self.query(forms[form], "--per-sentence") for form in EXACT}
        self.assertEqual(len(set(answers.values())), 1, answers)
        exact = json.loads(self.query(forms["arpa"]))
        quantised = json.loads(self.query(forms["quantised"]))
        self.assertAlmostEqual(quantised["perplexity"] / exact["perplexity"], 1.0, delta=0.05)
        self.assertEqual(exact["sentences"], len(pathlib.Path(self.path("data/test.en")).read_text().splitlines()))

    def test_translations_are_the_same(self):
        model = self.path("model")
        data = self.path("data/train")
        self.calque("train", "-s", data + ".de", "-t", data + ".en", "-o", model, "--pretokenized")
        files = [p for p in pathlib.Path(model).rglob("*") if p.is_file() and
                 "lm" in self.run_program("inspect", p).out.partition(" model,")[0].rpartition(": ")[2].split()]
        self.assertEqual(len(files), 1, "one language model in the folder")
        forms = self.make_forms(self.train_arpa(5))
        source = pathlib.Path(self.path("data/test.de")).read_bytes()
        outputs = {}
        for form in EXACT:
            shutil.copyfile(forms[form], files[0])
            self.refused("translate", "-m", model, says=["lm.calque", "not the file that belongs to the model"])
            self.calque("inspect", model, "--accept-parts")
            outputs[form] = self.calque("translate", "-m", model, "--n-best", "5", stdin=source).out
        self.assertTrue(outputs["arpa"])
        self.assertEqual(outputs["arpa"], outputs["probing"])
        self.assertEqual(outputs["arpa"], outputs["trie"])

    def test_back_to_arpa(self):
        arpa = self.train_arpa()
        forms = self.make_forms(arpa)
        again = self.path("again.arpa")
        self.calque("lm", "convert", forms["trie"], "-o", again)
        self.assertEqual(pathlib.Path(arpa).read_bytes(), pathlib.Path(again).read_bytes())
        self.refused("lm", "convert", forms["probing"], "-o", again, says=["probing", "trie"])

    def test_options_that_cannot_be(self):
        arpa = self.train_arpa(2)
        self.refused("lm", "convert", arpa, "--layout", "magic", "-o", self.path("x"), says="magic")
        self.refused("lm", "convert", arpa, "--layout", "trie", "--quantize", "1", "-o", self.path("x"), says="bits")
        self.refused("lm", "convert", arpa, "--quantize", "8", "-o", self.path("x"), says="trie")
        self.refused("lm", "convert", self.path("nowhere"), "-o", self.path("x"), says="nowhere")
        self.assertFalse(os.path.exists(self.path("x")))
        self.no_leftovers()

    def test_info(self):
        forms = self.make_forms(self.train_arpa())
        counts = set()
        for form, path in forms.items():
            info = json.loads(self.calque("lm", "info", path, "--verify", "--json").out)
            self.assertEqual(info["form"], "trie" if form == "quantised" else form)
            self.assertEqual(info["quantized_bits"], 8 if form == "quantised" else 0)
            self.assertEqual(info["bytes"], os.path.getsize(path))
            self.assertTrue(info["verified"])
            counts.add(tuple(info["ngrams"]))
        self.assertEqual(len(counts), 1)
        self.assertIn("trie", self.calque("lm", "info", forms["trie"]).out)
        self.assertLess(os.path.getsize(forms["quantised"]), os.path.getsize(forms["trie"]))
        self.assertLess(os.path.getsize(forms["trie"]), os.path.getsize(forms["probing"]))

    def test_a_flipped_byte_and_a_cut_file_are_found(self):
        forms = self.make_forms(self.train_arpa())
        for form in ("probing", "trie", "quantised"):
            whole = pathlib.Path(forms[form]).read_bytes()
            damaged = bytearray(whole)
            damaged[len(whole) // 2] ^= 0x10
            for content in (damaged, whole[:-1], whole[: len(whole) // 2], whole[:10]):
                path = self.write("damaged.lm", bytes(content))
                self.refused("lm", "info", path, "--verify", says="damaged.lm")
                self.refused("lm", "query", path, stdin="a b\n", says="damaged.lm")

    def test_mixture_and_classes(self):
        forms = self.make_forms(self.train_arpa())
        text = self.write("text", "the house is small\nthe book is old\n")
        alone = json.loads(self.calque("lm", "query", forms["trie"], "-i", text, "--json").out)
        mixed = json.loads(self.calque("lm", "query", forms["trie"], "--with", forms["probing"], "--weights", "0.5,0.5",
                                       "-i", text, "--json").out)
        self.assertAlmostEqual(mixed["log10"], alone["log10"], places=3)
        self.refused("lm", "query", forms["trie"], "--with", forms["probing"], "--weights", "1", "-i", text, says="weights")
        self.refused("lm", "query", forms["trie"], "--weights", "1", "-i", text, says="--with")
        classes = self.write("classes", "a\t0\nb\t1\n")
        model = self.path("classes.arpa")
        self.calque("lm", "train", "-i", self.write("class-text", "0 1\n0 0 1\n1\n"), "-n", "2", "-o", model)
        of_words = self.calque("lm", "query", model, "--classes", classes, "-i", self.write("words", "a b\n"), "--json").out
        of_classes = self.calque("lm", "query", model, "-i", self.write("numbers", "0 1\n"), "--json").out
        self.assertEqual(of_words, of_classes)


if __name__ == "__main__":
    unittest.main()
