"""calque classes: bad input, the figures it reports, and the same bytes for any number of threads."""

import collections
import gzip
import json
import math
import unittest

from harness import ProgramTest

TEXT = "the dog sleeps .\na cat sleeps .\nthe cat runs .\n\na dog runs\n"


def read_classes(text):
    pairs = [line.split("\t") for line in text.split("\n")[:-1]]
    return {word: int(number) for word, number in pairs}


def perplexity(text, class_of):
    """Of the class bigram model, from its definition; the sentence boundary is a class of its own."""
    pairs, members, words = collections.Counter(), collections.Counter(), collections.Counter()
    for line in text.split("\n")[:-1]:
        left = "boundary"
        for word in line.split() + [None]:
            right = "boundary" if word is None else class_of[word]
            pairs[left, right] += 1
            members[right] += 1
            words[word, right] += 1
            left = right
    # A class stands before something as often as it stands after something.
    total = sum(n * math.log(n / members[right]) for (_, right), n in words.items())
    total += sum(n * math.log(n / members[left]) for (left, _), n in pairs.items())
    return math.exp(-total / sum(words.values()))


class ClassesTest(ProgramTest):
    def corpus(self):
        self.calque("synth", "--pair", "de-en", "--sentences", 1500, "--dev", 10, "--test", 10, "-o", self.path("corpus"))
        return self.path("corpus") + "/train.en"

    def test_every_word_has_one_class(self):
        out = self.calque("classes", "-i", self.write("text", TEXT), "-k", 3).out
        words = [line.split("\t")[0] for line in out.split("\n")[:-1]]
        self.assertEqual(words, sorted(set(TEXT.split()), key=str.encode))
        self.assertEqual(set(read_classes(out).values()), {0, 1, 2})

    def test_input_from_everywhere(self):
        plain = self.calque("classes", "-i", self.write("text", TEXT), "-k", 3).out
        self.assertEqual(self.calque("classes", "-k", 3, stdin=TEXT).out, plain)
        self.assertEqual(self.calque("classes", "-i", "-", "-k", 3, stdin=TEXT.replace("\n", "\r\n")).out, plain)
        self.assertEqual(self.calque("classes", "-i", self.write("t.gz", gzip.compress(TEXT.encode())), "-k", 3).out, plain)
        self.calque("classes", "-i", self.path("text"), "-k", 3, "-o", self.path("out.gz"))
        self.assertEqual(gzip.decompress((self.scratch / "out.gz").read_bytes()).decode(), plain)

    def test_the_same_bytes_for_any_number_of_threads(self):
        text = self.corpus()
        one = self.calque("classes", "-i", text, "--threads", 1).out
        for threads in (2, 4):
            self.assertEqual(self.calque("classes", "-i", text, "--threads", threads).out, one, f"{threads} threads")
        self.assertNotEqual(self.calque("classes", "-i", text, "--seed", 2).out, one)

    def test_figures(self):
        path = self.corpus()
        with open(path, encoding="utf-8") as file:
            text = file.read()
        seen = {}
        for options in ([], ["--annealing", 0, "--runs", 1, "--iterations", 1], ["--start", "frequent"], ["-k", 1]):
            out = self.calque("classes", "-i", path, "-o", self.path("out"), "--json", *options).out
            figures = json.loads(out)
            class_of = read_classes((self.scratch / "out").read_text(encoding="utf-8"))
            self.assertAlmostEqual(figures["perplexity"] / perplexity(text, class_of), 1, 9)
            self.assertEqual(figures["words"], len(class_of))
            self.assertEqual(figures["classes"], len(set(class_of.values())))
            self.assertEqual(figures["tokens"], len(text.split()))
            self.assertEqual(figures["sentences"], text.count("\n"))
            seen[str(options)] = figures
        first, short = list(seen.values())[:2]
        self.assertTrue(first["converged"])
        self.assertFalse(short["converged"])
        self.assertEqual(short["iterations"], 1)
        self.assertLess(first["perplexity"], short["perplexity"])

    def test_bad_text(self):
        bad = self.write("bad", b"gut\nschlecht \xff\n")
        self.refused("classes", "-i", bad, "-o", self.path("out"), says=[bad + ":2", "UTF-8"])
        for name, content in (("empty", ""), ("lines", "\n \n")):
            path = self.write(name, content)
            self.refused("classes", "-i", path, "-o", self.path("out"), says=[path, "no words"])
        self.refused("classes", "-i", self.path("nowhere"), says=self.path("nowhere"))
        self.assertFalse((self.scratch / "out").exists())
        self.no_leftovers()

    def test_bad_options(self):
        text = self.write("text", TEXT)
        for options in (["-k", 0], ["-k", 4097], ["-k", -1], ["-k", "x"], ["--iterations", 0], ["--runs", 0], ["--start", "x"]):
            with self.subTest(options=options):
                self.refused("classes", "-i", text, *options)
        self.refused("classes", "-i", text, "--json", says="-o")
        self.refused("classes", "-i", text, "-o", self.path("no/such/folder/out"), says="no/such/folder")
        self.no_leftovers()

    def test_one_word_and_more_classes_than_words(self):
        self.assertEqual(self.calque("classes", stdin="word\n").out, "word\t0\n")
        self.assertEqual(sorted(read_classes(self.calque("classes", "-k", 50, stdin="b a\na c\n").out).values()), [0, 1, 2])

    def test_one_very_long_line(self):
        out = self.calque("classes", "-k", 4, stdin="a b c d a c " * 50_000 + "\n").out
        self.assertEqual(sorted(read_classes(out)), ["a", "b", "c", "d"])


if __name__ == "__main__":
    unittest.main()
