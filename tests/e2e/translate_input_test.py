"""calque translate: markup, given translations, search graphs, consensus, and the same bytes for any number of threads."""

import json
import unittest

from harness import ProgramTest, SharingTest


class RunningTextTest(SharingTest):
    def setUp(self):
        super().setUp()
        corpus, self.model = self.shared / "corpus", self.shared / "model"
        if not corpus.exists():
            self.calque("synth", "--pair", "de-en", "--sentences", 1500, "--dev", 20, "--test", 60, "--raw", "-o", corpus)
            self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", self.model)
        self.sentences = [line for line in (corpus / "test.de").read_text(encoding="utf-8").splitlines() if line.endswith(".")]

    def translate(self, *more, stdin):
        return self.calque("translate", "-m", self.model, *more, stdin=stdin)

    def test_a_line_of_several_sentences_is_translated_sentence_by_sentence(self):
        for one, two in zip(self.sentences[:20:2], self.sentences[1:20:2]):
            apart = self.translate(stdin=f"{one}\n{two}\n").lines
            self.assertEqual(self.translate(stdin=f"{one}  {two}\n").lines, ["  ".join(apart)])
        whole = json.loads(self.translate("--json", stdin=f"{one} {two}\n").out)
        parts = [json.loads(line) for line in self.translate("--json", stdin=f"{one}\n{two}\n").lines]
        self.assertEqual(whole["target_tokens"], parts[0]["target_tokens"] + parts[1]["target_tokens"])
        self.assertEqual(whole["source_tokens"], parts[0]["source_tokens"] + parts[1]["source_tokens"])
        self.assertAlmostEqual(whole["score"], parts[0]["score"] + parts[1]["score"])
        covered = sorted(position for phrase in whole["phrases"] for position in range(*phrase["source"]))
        self.assertEqual(covered, list(range(len(whole["source_tokens"]))))

    def test_words_in_capitals_find_their_usual_form(self):
        # Capitals hide what "sie" and "Sie" or a verb and a noun differ by, so not every sentence can come out the same.
        same = 0
        for sentence in [sentence for sentence in self.sentences if "ß" not in sentence][:20]:
            plain, loud = self.translate(stdin=f"{sentence}\n{sentence.upper()}\n").lines
            same += plain.lower() == loud.lower()
        self.assertGreaterEqual(same, 16)


class ApostropheTest(ProgramTest):
    def test_both_kinds_are_one_word_and_come_out_as_they_went_in(self):
        source = self.write("corpus.fr", "l'homme n'est pas là .\nil n’est pas l’ami .\nje suis l'ami .\n" * 4)
        target = self.write("corpus.en", "the man isn't there .\nhe isn’t the friend .\nI'm the friend .\n" * 4)
        model = self.path("model")
        self.calque("train", "-s", source, "-t", target, "-o", model, "-q")
        straight = self.calque("translate", "-m", model, stdin="l'homme n'est pas l'ami .\n").out
        self.assertIn("isn't", straight)
        curly = self.calque("translate", "-m", model, stdin="l’homme n’est pas l’ami .\n").out
        self.assertEqual(curly, straight.replace("'", "’"))


class TranslateInputTest(SharingTest):
    def setUp(self):
        super().setUp()
        corpus, self.model = self.shared / "corpus", self.shared / "model"
        if not corpus.exists():
            self.calque("synth", "--pair", "de-en", "--sentences", 1500, "--dev", 20, "--test", 60, "-o", corpus)
            self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "--pretokenized", "-o", self.model)
        self.source = (corpus / "test.de").read_text(encoding="utf-8")

    def translate(self, *more, stdin=None):
        return self.calque("translate", "-m", self.model, *more, stdin=self.source if stdin is None else stdin)

    def test_markup(self):
        word = self.source.split()[0]
        out = self.translate("--markup", stdin=f'<x translation="xyzzy plugh">{word}</x> <keep>Unübersetzt bleibt</keep> .\n').out
        self.assertIn("xyzzy plugh", out.lower())
        self.assertIn("unübersetzt bleibt", out.lower())
        self.assertEqual(self.translate("--markup", stdin="1 &lt; 2\n").out, self.translate(stdin="1 < 2\n").out)
        # Without --markup nothing is read as markup.
        self.assertIn("<wall/>", self.translate(stdin="<wall/>\n").out)
        trace = self.translate("--markup", "--trace", stdin=self.source.splitlines()[0] + '<set name="distortion-limit" value="0"/>\n').out
        starts = [int(part.split("-")[0]) for part in trace.split("|")[1::2]]
        self.assertEqual(starts, sorted(starts))

    def test_bad_markup_is_refused_with_file_and_line(self):
        path = self.write("in", "gut\n<zone>nicht zu\n")
        self.refused("translate", "-m", self.model, "--markup", "-i", path, "-o", self.path("out"), says=["in:2", "zone"])
        self.assertFalse((self.scratch / "out").exists())
        self.refused("translate", "-m", self.model, "--markup", stdin='<set name="haste" value="1"/>\n', says=["1", "haste"])
        self.refused("translate", "-m", self.model, "--inclusive", says="--markup")
        self.no_leftovers()

    def test_given_translations(self):
        best = self.translate("--json").lines
        reference = self.write("reference", "".join(" ".join(json.loads(line)["target_tokens"]) + "\n" for line in best))
        for line, plain in zip(self.translate("--constrain", reference, "--json").lines, best, strict=True):
            answer, plain = json.loads(line), json.loads(plain)
            self.assertTrue(answer["reachable"])
            self.assertEqual(answer["target_tokens"], plain["target_tokens"])
            self.assertGreaterEqual(answer["score"], plain["score"] - 1e-4)
        other = self.write("other", "never said\n")
        result = self.translate("--constrain", other, stdin=self.source.splitlines()[0] + "\n")
        self.assertEqual(result.out, "\n")
        self.assertIn("line 1", result.err)
        self.refused("translate", "-m", self.model, "--constrain", other, stdin=self.source, says="other")

    def test_search_graph_and_consensus(self):
        graph = self.path("graph")
        self.assertEqual(self.translate("--search-graph", graph).out, self.translate().out)
        best = {}
        lines = (self.scratch / "graph").read_text(encoding="utf-8").splitlines()
        for line in lines:
            number = line.split(" ", 1)[0]
            fields = dict(f.split("=", 1) for f in line.split(" out=")[0].split()[1:])
            if "score" in fields:
                best.setdefault(number, {}).setdefault(int(fields["stack"]), []).append(float(fields["score"]))
        for line, (_, stacks) in zip(self.translate("--json").lines, best.items(), strict=True):
            self.assertAlmostEqual(json.loads(line)["score"], max(stacks[max(stacks)]), delta=1e-4)
        self.assertEqual(len(self.translate("--mbr").lines), len(self.source.splitlines()))

    def test_same_bytes_for_any_number_of_threads(self):
        for more in (["--set", "search=cube"], ["--set", "search=stacks", "--n-best", "20"], ["--mbr"], ["--json"]):
            one = self.translate("--threads", 1, *more).out
            for threads in (2, 4):
                self.assertEqual(self.translate("--threads", threads, *more).out, one, f"{threads} threads {more}")


if __name__ == "__main__":
    unittest.main()
