"""calque evaluate from end to end: scores, significance, sentences, breakdown, the page, and bad input."""

import html.parser
import json
import math
import unittest

from harness import DATA, ProgramTest

ALL = ["bleu", "chrf", "chrf++", "ter", "wer", "per", "nist", "meteor"]
REFERENCE = "the cat sat on the mat\nhe went home <early> & slept\nit rains in the mountains today\n"
GOOD = "the cat sat on mat\nhe went home <early> & slept\nit rains in the mountains\n"
BAD = "a cat sits\nhe go <b>house</b> & sleep\nrain mountain today in\n"


class PageChecker(html.parser.HTMLParser):
    """Well-formedness enough to notice text that was not escaped."""

    VOID = {"meta", "br", "rect", "line"}

    def __init__(self):
        super().__init__()
        self.open = []
        self.tags = []
        self.references = []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.references += [value for name, value in attributes if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
            self.open.pop()


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
        empty = self.write("empty", "")
        blank = self.write("blank", "\n\n\n")
        for reference, hypotheses in ((empty, [empty, empty]), (blank, [blank, blank]), (self.reference, [blank]),
                                      (blank, [self.good])):
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
