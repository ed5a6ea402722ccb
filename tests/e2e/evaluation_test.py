"""calque evaluate from end to end: scores, significance, sentences, breakdown, the page, and bad input."""

import json
import math
import unittest

from harness import DATA, PageChecker, ProgramTest

ALL = ["bleu", "chrf", "chrf++", "ter", "wer", "per", "nist", "meteor", "ribes"]
REFERENCE = "the cat sat on the mat\nhe went home <early> & slept\nit rains in the mountains today\n"
GOOD = "the cat sat on mat\nhe went home <early> & slept\nit rains in the mountains\n"
BAD = "a cat sits\nhe go <b>house</b> & sleep\nrain mountain today in\n"


class EvaluationTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.reference = self.write("ref", REFERENCE)
        self.good = self.write("good", GOOD)
        self.bad = self.write("bad", BAD)

    def scores(self, *arguments):
        return json.loads(self.calque("evaluate", "--json", *arguments).out)

    def test_worked_example(self):
        reference = self.write("r", "the cat sat on the mat\n")
        system = self.scores("-r", reference, self.write("h", "the cat sat on mat\n"), "--tokenize", "none",
                             "--metrics", "all", "--language", "none")["systems"][0]
        self.assertAlmostEqual(system["bleu"]["score"], 57.893007, places=6)
        self.assertAlmostEqual(system["wer"]["score"], 100 / 6, places=9)
        self.assertAlmostEqual(system["nist"]["score"], 2.29038171, places=8)
        self.assertAlmostEqual(system["meteor"]["score"], 82.033898, places=6)
        self.assertEqual([key for key in system if key != "name"], ALL)
        for name in ALL:
            self.assertIn("nrefs:1|", system[name]["signature"])
            self.assertIn("|version:calque-", system[name]["signature"])

    def test_usual_metrics_are_those_of_the_contract(self):
        answer = self.scores("-r", self.reference, self.good)
        self.assertEqual(list(answer["systems"][0]), ["name", "bleu", "chrf", "ter", "wer", "nist", "meteor"])
        self.assertEqual(answer["significance"], [])

    def test_significance(self):
        answer = self.scores("-r", self.reference, self.good, self.bad, "--randomization", "50", "--t-test",
                             "--bootstrap", "200")
        self.assertEqual(len(answer["significance"]), 3 * 6)
        for entry in answer["significance"]:
            self.assertEqual((entry["a"], entry["b"]), (self.good, self.bad))
            self.assertTrue(0 <= entry["p"] <= 1)
        first = answer["significance"][0]
        self.assertEqual((first["metric"], first["method"]), ("bleu", "paired-bootstrap"))
        self.assertEqual((first["wins_a"], first["p"]), (200, 0))
        bleu = answer["systems"][0]["bleu"]
        self.assertLessEqual(bleu["confidence_low"], bleu["confidence_high"])

    def test_same_bytes_for_any_number_of_threads_and_seeds_matter(self):
        run = ["evaluate", "--json", "-r", self.reference, self.good, self.bad, "--metrics", "all",
               "--randomization", "100", "--t-test", "--sentence", "--breakdown"]
        one = self.calque(*run, "--threads", "1", "--report", self.path("one.html")).out
        three = self.calque(*run, "--threads", "3", "--report", self.path("three.html")).out
        self.assertEqual(one, three)
        self.assertEqual((self.scratch / "one.html").read_bytes(), (self.scratch / "three.html").read_bytes())
        self.assertNotEqual(one, self.calque(*run, "--seed", "9").out)

    def test_sentences_and_breakdown(self):
        system = self.scores("-r", self.reference, self.good, "--sentence", "--breakdown")["systems"][0]
        self.assertEqual(len(system["sentences"]), 3)
        self.assertAlmostEqual(system["sentences"][1]["bleu"], 100)
        lengths = system["breakdown"]["by_length"]
        self.assertEqual(sum(entry["sentences"] for entry in lengths), 3)
        self.assertAlmostEqual(lengths[0]["bleu"], system["bleu"]["score"])
        orders = system["breakdown"]["by_order"]["bleu"]
        self.assertEqual([entry["order"] for entry in orders], [1, 2, 3, 4])
        self.assertAlmostEqual(orders[3]["score"], system["bleu"]["score"])
        lines = self.calque("evaluate", "-r", self.reference, self.good, self.bad, "--sentence").lines
        self.assertEqual(len(lines), 1 + 3 * 2)
        self.assertEqual(lines[0].split("\t")[:3], ["sentence", "system", "bleu"])
        table = self.calque("evaluate", "-r", self.reference, self.good, self.bad, "--breakdown").out
        for text in ("BLEU", "METEOR", "Significance", "paired-bootstrap", "by n-gram order"):
            self.assertIn(text, table)

    def test_breakdown_by_length(self):
        lengths = [0, 1, 9, 10, 59, 60]
        references = [" ".join(f"w{i}" for i in range(n)) for n in lengths]
        outputs = [" ".join(line.split()[: len(line.split()) * 4 // 5 + 1]) + (" x" if n % 2 else "") for n, line in zip(lengths, references)]
        common = ["--metrics", "bleu,wer", "--tokenize", "none"]

        def files(rows):
            return ["-r", self.write("lines-ref", "".join(references[i] + "\n" for i in rows)),
                    self.write("lines-out", "".join(outputs[i] + "\n" for i in rows))]

        classes = self.scores(*files(range(6)), *common, "--breakdown")["systems"][0]["breakdown"]["by_length"]
        expected = [(0, 0, [0]), (1, 9, [1, 2]), (10, 19, [3]), (50, 59, [4]), (60, None, [5])]
        self.assertEqual([(entry["from"], entry["to"], entry["sentences"]) for entry in classes],
                         [(first, last, len(rows)) for first, last, rows in expected])
        for entry, (_, _, rows) in zip(classes, expected):
            alone = self.scores(*files(rows), *common)["systems"][0]
            self.assertAlmostEqual(entry["bleu"], alone["bleu"]["score"], places=9)
            self.assertAlmostEqual(entry["wer"], alone["wer"]["score"], places=9)

    def test_breakdown_by_order(self):
        reference = self.write("r", "the cat sat on the mat\n")
        orders = self.scores("-r", reference, self.write("h", "the cat sat on mat\n"), "--tokenize", "none", "--metrics",
                             "bleu,chrf,nist", "--breakdown")["systems"][0]["breakdown"]["by_order"]
        self.assertEqual([(entry["matches"], entry["total"]) for entry in orders["bleu"]], [(5, 5), (3, 4), (2, 3), (1, 2)])
        product = 1.0
        for n, (matches, total) in enumerate([(5, 5), (3, 4), (2, 3), (1, 2)], start=1):
            product *= matches / total
            self.assertAlmostEqual(orders["bleu"][n - 1]["score"], 100 * math.exp(1 - 6 / 5) * product ** (1 / n), places=9)
        # Characters without blanks: thecatsatonmat in thecatsatonthemat, 14 of 17.
        ours, theirs = "thecatsatonmat", "thecatsatonthemat"
        for entry in orders["chrf"]:
            n = entry["order"]
            grams, known = [[text[i:i + n] for i in range(len(text) - n + 1)] for text in (ours, theirs)]
            matches = sum(min(grams.count(gram), known.count(gram)) for gram in set(grams))
            self.assertEqual((entry["unit"], entry["matches"], entry["total"]), ("character", matches, len(grams)))
            precision, recall = matches / len(grams), matches / len(known)
            self.assertAlmostEqual(entry["score"], 100 * 5 * precision * recall / (4 * precision + recall), places=9)
        # NIST by hand: log2 of how often the n-gram's head was seen (of all words: 6) over how often the n-gram itself was.
        # the 2 of 6, cat sat on mat 1 of 6; "the cat" 1 of 2, all other pairs and longer ones are certain after their head.
        bits = [math.log2(6 / 2) + 4 * math.log2(6), math.log2(2), 0, 0, 0]
        for entry, total, matches, gained in zip(orders["nist"], [5, 4, 3, 2, 1], [5, 3, 2, 1, 0], bits):
            self.assertEqual((entry["matches"], entry["total"]), (matches, total))
            self.assertAlmostEqual(entry["score"], gained / total, places=6)

    def test_several_references(self):
        first = self.write("first", "the cat sat\na b c d\n")
        second = self.write("second", "the dog sat down\nx y\n")
        output = self.write("out", "the dog sat\na b c\n")
        both = self.scores("-r", first, "-r", second, output, "--metrics", "all", "--tokenize", "none", "--sentence")["systems"][0]
        for name in ALL:
            self.assertIn("nrefs:2|", both[name]["signature"])
        # Every n-gram stands in one reference or the other. Lengths: 3 is there, and of 4 and 2 the shorter is taken.
        bleu = self.scores("-r", first, "-r", second, output, "--metrics", "bleu", "--tokenize", "none", "--smooth", "floor")["systems"][0]["bleu"]
        self.assertEqual([bleu[f"precision_{n}"] for n in (1, 2, 3)], [100, 100, 100])
        self.assertEqual((bleu["hypothesis_length"], bleu["reference_length"], bleu["brevity_penalty"]), (6, 5, 1))
        # The best reference of each sentence, here one word missing of four in both.
        self.assertAlmostEqual(both["wer"]["score"], 25)
        alone = [self.scores("-r", path, output, "--metrics", "chrf,meteor", "--tokenize", "none", "--sentence")["systems"][0]["sentences"]
                 for path in (first, second)]
        for metric in ("chrf", "meteor"):
            for i in range(2):
                self.assertAlmostEqual(both["sentences"][i][metric], max(scores[i][metric] for scores in alone), places=9)
            self.assertLess(alone[0][0][metric], alone[1][0][metric])
            self.assertGreater(alone[0][1][metric], alone[1][1][metric])

    def test_three_systems_are_three_pairs(self):
        middle = self.write("middle", GOOD.replace("home", "house"))
        pairs = self.scores("-r", self.reference, self.good, middle, self.bad, "--bootstrap", 20, "--metrics", "bleu,ter")["significance"]
        expected = [(self.good, middle), (self.good, self.bad), (middle, self.bad)]
        for metric in ("bleu", "ter"):
            self.assertEqual([(entry["a"], entry["b"]) for entry in pairs if entry["metric"] == metric], expected)
        self.assertEqual(len(pairs), 6)

    def test_lowercase(self):
        shouted = self.write("shouted", GOOD.upper())
        plain = self.scores("-r", self.reference, self.good, "--metrics", "all")["systems"][0]
        cased = self.scores("-r", self.reference, shouted, "--metrics", "all")["systems"][0]
        folded = self.scores("-r", self.reference, shouted, "--metrics", "all", "--lowercase")["systems"][0]
        for name in ("bleu", "chrf", "wer", "per", "nist"):
            self.assertAlmostEqual(folded[name]["score"], plain[name]["score"], places=9)
            self.assertNotAlmostEqual(cased[name]["score"], plain[name]["score"], places=1)
        self.assertIn("case:lc", folded["bleu"]["signature"])
        self.assertIn("case:mixed", cased["bleu"]["signature"])

    def test_synonyms(self):
        reference, output = self.write("r", "the house is small\n"), self.write("h", "the home is little\n")
        common = ["-r", reference, output, "--metrics", "meteor", "--language", "none", "--tokenize", "none"]
        self.assertLess(self.scores(*common)["systems"][0]["meteor"]["score"], 50)
        synonyms = self.write("synonyms", "small little tiny\nhouse home\n")
        known = self.scores(*common, "--synonyms", synonyms)["systems"][0]["meteor"]
        # All four words in one chunk: the penalty is half of (1/4) cubed.
        self.assertAlmostEqual(known["score"], 100 * (1 - 0.5 * (1 / 4) ** 3), places=6)

    def test_page(self):
        for systems in ([self.good], [self.good, self.bad]):
            self.calque("evaluate", "-r", self.reference, *systems, "--report", self.path("page.html"))
            page = (self.scratch / "page.html").read_text(encoding="utf-8")
            checker = PageChecker()
            checker.feed(page)
            checker.close()
            self.assertEqual(checker.open, [])
            self.assertEqual(checker.references, [])
            self.assertNotIn("script", checker.tags)
            self.assertIn("svg", checker.tags)
            self.assertIn("&lt;early&gt;", page)
            self.assertNotIn("<early>", page)
            self.assertIn("prefers-color-scheme: dark", page)
        self.assertIn("<mark>", page)
        self.assertIn("&lt;b&gt;house", page)

    def test_nothing_at_all(self):
        blank = self.write("blank", "\n\n\n")
        for reference, hypotheses in ((blank, [blank, blank]), (self.reference, [blank]), (blank, [self.good])):
            answer = self.calque("evaluate", "--json", "-r", reference, *hypotheses, "--metrics", "all", "--t-test",
                                 "--bootstrap", "20", "--randomization", "20", "--sentence", "--breakdown",
                                 "--report", self.path("empty.html")).out
            self.assertNotIn("null", answer.replace('"to":null', ""))
            self.assertNotIn("nan", answer.lower().replace("name", ""))
            self.assertNotIn("nan", (self.scratch / "empty.html").read_text().lower())

    def test_bad_input(self):
        def refused(*arguments, says):
            result = self.run_program("evaluate", *arguments)
            self.assertEqual(result.status, 2, result.err)
            self.assertEqual(result.out, "")
            for text in says:
                self.assertIn(text, result.err)

        reference = ["-r", self.reference]
        refused(*reference, self.write("short", "one\n"), says=["short", "1 lines", "3"])
        refused(*reference, self.write("empty", ""), says=["empty", "0 lines"])
        refused(*reference, "-r", self.write("second", "one\n"), self.good, says=["second", "1 lines"])
        refused(*reference, self.write("bytes", b"a\n\xff b\nc\n"), says=["bytes:2"])
        refused("-r", self.write("bytes2", b"a\nb \xc3\n c\n"), self.good, says=["bytes2:2"])
        refused(*reference, self.good, "--metrics", "bleu,blue", says=["blue", "meteor"])
        refused(*reference, self.good, "--metrics", "", says=["metric"])
        refused(*reference, self.good, "--tokenize", "14a", says=["14a", "13a"])
        refused(*reference, self.good, "--smooth", "much", says=["much"])
        refused(*reference, self.good, "--language", "klingon", says=["klingon", "english"])
        refused(*reference, self.good, "--synonyms", self.write("syn", "a b\nb c\n"), says=["syn:2", "'b'"])
        refused(*reference, self.good, "--bootstrap", "-3", says=["bootstrap"])
        refused(*reference, self.good, "--confidence", "0", says=["confidence"])
        refused(*reference, self.good, "--report", "-", says=["report"])
        refused(*reference, self.good, "--report", self.path("no/such/page.html"), says=["no/such"])

    def test_stored_outputs_agree_with_sacrebleu(self):
        stored = DATA / ".." / "peers" / "sacrebleu.json"
        if not stored.exists():
            self.skipTest(f"no {stored}")
        expected = json.loads(stored.read_text())
        for system in list(expected)[:2]:
            corpus, name = system.split("/")
            answer = self.scores("-r", DATA / corpus / "test.en", DATA / ".." / "peers" / corpus / "moses" / name,
                                 "--metrics", "bleu,chrf,chrf++,ter", "--sentence", "--tokenize", "none")
            ours = answer["systems"][0]
            for mine, theirs in (("bleu", "bleu-none"), ("chrf", "chrf2"), ("chrf++", "chrf2++"), ("ter", "ter")):
                self.assertTrue(math.isclose(ours[mine]["score"], expected[system][theirs]["score"], abs_tol=1e-11))
            for mine, theirs in zip(ours["sentences"], expected[system]["first10-sentence-bleu-none-exp"]):
                self.assertTrue(math.isclose(mine["bleu"], theirs, abs_tol=1e-11))


if __name__ == "__main__":
    unittest.main()
