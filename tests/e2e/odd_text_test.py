"""Odd words come through every text format that the program writes: what it wrote can be read back as it was."""

import json
import pathlib
import unittest

from harness import ProgramTest

# Words between blanks, as --pretokenized takes them.
ODD = [
    "das ||| Haus", "||||", "| || ||| |||| |", "a|||b |||c d|||", "&#124; & &#38; &#38;#124; &#124;&#124;&#124; &amp;", "<s> </s> <unk>", "[X][1] [[ ]] ((( )))",
    "= 1= a=b LM0= 1 0.5", "# #x x#", "\\ \\\\ \\n \\t \\|", "%s {0} {} {{", "\" ' \"\" ''", "e\u0301 \u00e9 \u200d", "\U0001f600 \U0001f469\u200d\U0001f467", "שלום עולם",
    "0-0 1-1 0-0=x |0-0|", "0 ||| a ||| LM0= 1 ||| 2", "-- - – — -o", "&lt;b&gt; <b> </b> <wall/>", "x" * 300, ", ; : , ;", "stack=1 out= score=3", "Haus haus HAUS",
    "我 住在 北京 。", "\u3000x \u00a0 y\u00a0z", "~ ^ ` $ @ @-@ *", "\"data\\\\ngram \\1-grams: \\end\\", "a b c d e f g h", "the house", "das Haus",
]


def unescape(text):
    """docs/formats/n-best.md."""
    return text.replace("&#124;", "|").replace("&#38;", "&")


class OddTextTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.lines = [line for line in ODD for _ in range(2)]
        self.source = self.write("a.de", "".join(line + "\n" for line in self.lines))
        self.target = self.write("a.en", "".join(line + "\n" for line in self.lines))
        self.links = self.write("links", "".join(" ".join(f"{i}-{i}" for i in range(len(line.split(" ")))) + "\n" for line in self.lines))
        self.model = self.path("model")
        self.calque("train", "-s", self.source, "-t", self.target, "--alignments", self.links, "--pretokenized", "--sparse-features", "pairs,orientation",
                    "--lm-order", 3, "-o", self.model, "-q")
        self.test = self.write("test.de", "".join(line + "\n" for line in ODD))

    def translate(self, *options):
        return self.calque("translate", "-m", self.model, "-i", self.test, *options).lines

    def test_lists(self):
        listed = self.translate("--n-best", 3, "--alignments")
        found = {}
        for line in listed:
            fields = line.split(" ||| ")
            self.assertEqual(len(fields), 5, line)
            self.assertEqual(len(line.split("|||")), 5, line)
            found.setdefault(int(fields[0]), []).append((unescape(fields[1]), fields[4]))
        for number, line in enumerate(self.translate("--n-best", 3, "--json")):
            wanted = [(" ".join(one["target_tokens"]), one["alignment"]) for one in json.loads(line)["n_best"]]
            self.assertEqual(found[number], wanted)

    def test_alignments_fit_the_words_beside_them(self):
        for line, whole in zip(self.translate("--alignments"), self.translate("--json"), strict=True):
            words, links = line.split(" ||| ")
            words, whole = unescape(words).split(" "), json.loads(whole)
            self.assertEqual(words, whole["target_tokens"])
            for link in links.split():
                source, target = map(int, link.split("-"))
                self.assertLess(source, len(whole["source_tokens"]))
                self.assertLess(target, len(words))

    def test_translations(self):
        for line, odd in zip(self.translate(), ODD, strict=True):
            self.assertEqual(sorted(line.split(" ")), sorted(odd.split(" ")))

    def test_lists_with_indicators_are_read_back(self):
        lists = self.write("lists", "".join(line + "\n" for line in self.translate("--n-best", 5, "--indicators")))
        self.calque("tune", "--nbest", lists, "--refs", self.test, "--method", "mira", "-o", self.path("weights"), "-q")
        other = self.calque("translate", "-m", self.model, "-i", self.test, "--weights", self.path("weights"), "--n-best", 1, "--indicators")
        self.assertEqual(len(other.lines), len(ODD))

    def test_weights_of_indicators(self):
        self.calque("tune", "-m", self.model, "-s", self.test, "-r", self.write("ref.en", pathlib.Path(self.test).read_bytes()), "--method", "mira",
                    "--rounds", 2, "--n-best", 20, "-q")
        lists = self.translate("--n-best", 3, "--indicators")
        names = {name for line in lists for name in line.split(" ||| ")[2].split(" ") if name.endswith("=")}
        self.assertGreater(len(names), 20)
        self.calque("inspect", self.model, "--features")

    def test_extracted_phrases(self):
        corpus = ["-s", self.source, "-t", self.target, "-a", self.links, "--max-length", 3]
        for line in self.calque("extract", *corpus).lines:
            fields = line.split(" ||| ")
            self.assertEqual((len(fields), len(line.split("|||"))), (5, 5), line)
            words = unescape(fields[0])
            self.assertEqual(words, unescape(fields[1]))
            self.assertTrue(any(words in text for text in ODD), words)
        self.calque("extract", *corpus, "--table", self.path("table"), "-o", self.path("occurrences"))
        for line in (self.scratch / "table").read_text(encoding="utf-8").split("\n")[:-1]:
            self.assertEqual(len(line.split("|||")), 6, line)

    def test_classes_and_lexicon(self):
        words = {word for line in ODD for word in line.split(" ") if word}
        classes = self.calque("classes", "-i", self.target, "-k", 3).lines
        self.assertEqual({line.split("\t")[0] for line in classes}, words)
        for name in ("c1", "c2"):
            self.write(name, "".join(line + "\n" for line in classes))
        self.calque("reorder", "train", "-s", self.source, "-t", self.target, "-a", self.links, "--learner", "bayes-map", "--source-classes", self.path("c1"),
                    "--target-classes", self.path("c2"), "-o", self.path("moves"), "-q")
        for line in self.calque("lexicon", "-s", self.source, "-t", self.target).lines:
            fields = line.split("\t")
            self.assertEqual(len(fields), 4, line)
            self.assertLessEqual(set(fields[:2]), words)

    def test_truecase_models(self):
        model = self.path("case")
        self.calque("truecase", "train", "-i", self.target, "-m", model)
        applied = self.calque("truecase", "apply", "-m", model, "-i", self.target).lines
        self.assertEqual([line.lower() for line in applied], [line.lower() for line in self.lines])

    def test_language_models(self):
        text, binary, again = self.path("x.arpa"), self.path("x.lm"), self.path("again.arpa")
        self.calque("lm", "train", "-i", self.target, "-n", 3, "-o", text, "-q")
        self.calque("lm", "convert", text, "-o", binary, "--layout", "trie", "-q")
        self.calque("lm", "convert", binary, "-o", again, "-q")
        self.assertEqual((self.scratch / "x.arpa").read_bytes(), (self.scratch / "again.arpa").read_bytes())
        query = lambda model: self.calque("lm", "query", model, "-i", self.test, "--per-sentence").lines
        self.assertEqual(query(text), query(binary))

    def test_moses_tables(self):
        self.calque("train", "-s", self.source, "-t", self.target, "--alignments", self.links, "--pretokenized", "-o", self.path("plain"), "--phrase-features",
                    "none", "--reordering", "lexicalised", "-q")
        self.calque("export", "moses", "-m", self.path("plain"), "-o", self.path("moses"), "-q")
        self.calque("import", "moses", "--ini", self.path("moses/moses.ini"), "-o", self.path("imported"), "-q")
        for odd in ODD:
            if "|||" in odd:
                continue  # Moses has no way to write such words (docs/formats/moses-tables.md)
            out = self.calque("translate", "-m", self.path("imported"), stdin=odd + "\n").lines
            self.assertEqual(sorted(out[0].split(" ")), sorted(odd.split(" ")))

    def test_search_graphs(self):
        self.translate("--search-graph", self.path("graph"))
        vocabulary = {word for line in ODD for word in line.split(" ")}
        for line in (self.scratch / "graph").read_text(encoding="utf-8").split("\n")[:-1]:
            self.assertLessEqual(set(line.split(" out=", 1)[1].split(" ")) if " out=" in line else set(), vocabulary | {""}, line)


if __name__ == "__main__":
    unittest.main()
