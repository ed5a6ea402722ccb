"""Moses' files in and out: models that come back unchanged, bad files, and Moses' own translations and scores."""

import gzip
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from harness import DATA, ROOT, ProgramTest

PEERS = pathlib.Path(os.environ.get("CALQUE_PEERS", ROOT / ".." / "shared" / "peers")) / "tanaka-ja-en"

ARPA = """\\data\\
ngram 1=5
ngram 2=2

\\1-grams:
-1\t<unk>
-99\t<s>\t-0.3
-0.7\t</s>
-0.6\tthe\t-0.2
-0.9\thouse

\\2-grams:
-0.2\t<s> the
-0.3\tthe house

\\end\\
"""
TABLE = """das ||| the ||| 0.8 0.7 0.9 0.6 ||| 0-0 ||| 10 9 8 ||| |||
das Haus ||| the house ||| 0.5 0.25 0.125 1 ||| 0-0 1-1 ||| 8 16 4
Haus ||| house ||| 1 1 1 1 ||| 0-0 ||| 3 3 3
"""
REORDERING = """das ||| the ||| 0.6 0.2 0.2 0.5 0.25 0.25
Haus ||| house ||| 0.2 0.6 0.2 0.1 0.1 0.8
"""
WEIGHTS = """UnknownWordPenalty0= 1
WordPenalty0= -0.5
PhrasePenalty0= 0.1
TranslationModel0= 0.1 0.2 0.3 0.4
Distortion0= 0.3
LM0= 0.5
"""


def parse_list(text):
    """{id: [(words, {feature: values}, total)]}"""
    entries = {}
    for line in text.splitlines():
        number, words, features, total = line.split(" ||| ")[:4]
        values = {}
        for field in features.split():
            if field.endswith("="):
                name = field[:-1]
                values[name] = []
            else:
                values[name].append(float(field))
        entries.setdefault(int(number), []).append((words.strip(), values, float(total)))
    return entries


class SmallModels(ProgramTest):
    def setUp(self):
        super().setUp()
        self.table = self.write("table", TABLE)
        self.lm = self.write("lm.arpa", ARPA)
        self.weights = self.write("weights", WEIGHTS)

    def import_moses(self, model, *more):
        return self.calque("import", "moses", "--phrase-table", self.table, "--lm", self.lm, "-o", self.path(model), *more)

    def n_best(self, model, text, *more):
        return parse_list(self.calque("translate", "-m", self.path(model), "--n-best", 20, "--quiet", *more, stdin=text).out)

    def test_scores_are_those_of_the_files(self):
        self.import_moses("model", "--weights", self.weights)
        words, features, total = next(e for e in self.n_best("model", "das Haus\n")[0] if e[1]["PhrasePenalty0"] == [1])
        self.assertEqual(words, "the house")
        # One phrase pair, the sentence's three bigrams; the last backs off from "house", which has no weight for it.
        for value, expected in zip(features["TranslationModel0"], [-0.693147, -1.386294, -2.079442, 0], strict=True):
            self.assertAlmostEqual(value, expected, places=5)
        self.assertAlmostEqual(features["LM0"][0], 2.302585 * (-0.2 - 0.3 - 0.7), places=4)
        self.assertEqual(features["WordPenalty0"], [-2])
        self.assertAlmostEqual(total, 0.1 * -0.693147 + 0.2 * -1.386294 + 0.3 * -2.079442 + 0.5 * 2.302585 * -1.2 + 1 + 0.1,
                               places=4)

    def test_reordering_scores_and_their_weights(self):
        reordering = self.write("reordering", REORDERING)
        weights = self.write("all-weights", WEIGHTS + "LexicalReordering0= 1 2 3 4 5 6\n")
        self.import_moses("model", "--weights", weights, "--reordering", reordering)
        entries = self.n_best("model", "Haus das\n", "--set", "distortion-limit=-1")[0]
        swapped = next(features for words, features, _ in entries if words == "the house")
        # "the" is a jump from the start and has the swap with "house" after it.
        for value, expected in zip(swapped["LexicalReordering0"], [0, -0.510826, -1.609438, 0, -1.386294, 0], strict=True):
            self.assertAlmostEqual(value, expected, places=5)
        # No line for the long pair: no score.
        whole = self.n_best("model", "das Haus\n")[0]
        self.assertIn([0] * 6, [features["LexicalReordering0"] for _, features, _ in whole])
        shown = json.loads(self.calque("inspect", self.path("model"), "Haus", "--json").out)["translations"][0]
        for value, expected in zip(shown["orientations"]["forward"], [0.1, 0.1, 0.8], strict=True):
            self.assertAlmostEqual(value, expected, places=5)
        self.assertIn("0.20 0.60 0.20", self.calque("inspect", self.path("model"), "Haus").out)

    def test_configuration(self):
        self.write("phrases.gz", gzip.compress(TABLE.encode()))
        self.write("reordering", REORDERING)
        ini = self.write("moses.ini", """# made by hand
[input-factors]
0
[mapping]
0 T 0
[distortion-limit]
3
[threads]
4
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=PT num-features=4 path=/nowhere/phrases table-limit=7
LexicalReordering name=LR type=hier-msd-bidirectional-fe-allff path=reordering
Distortion
KENLM name=LM factor=0 path=lm.arpa order=2
[weight]
WordPenalty0= -0.5
PT= 0.1 0.2 0.3 0.4
LR= 1 2 3 4 5 6
Distortion0= 0.25
LM= 0.75
""")
        model = self.path("model")
        result = self.calque("import", "moses", "--ini", ini, "-o", model)
        self.assertIn("[threads] is not taken over", result.err)
        self.assertEqual(self.calque("inspect", model, "--features").lines,
                         ["TranslationModel0= 0.1 0.2 0.3 0.4", "LM0= 0.75", "Distortion0= 0.25", "WordPenalty0= -0.5",
                          "PhrasePenalty0= 0", "UnknownWordPenalty0= 1", "LexicalReordering0= 1 2 3 4 5 6"])
        manifest = json.loads((self.scratch / "model" / "manifest.json").read_text())
        self.assertEqual(manifest["options"]["reordering"], "hier-msd-bidirectional-fe")
        self.assertEqual(manifest["search"], {"distortion-limit": "3", "table-limit": "7"})
        text = pathlib.Path(ini).read_text()
        for old, new, says in [("KENLM", "OpSequenceModel", "OpSequenceModel has no counterpart"),
                               ("PhraseDictionaryMemory", "PhraseDictionaryCompact", "binary phrase table"),
                               ("allff", "collapseff", "collapseff"), ("0 T 0", "0 T 0\n1 T 1", "several factors"),
                               ("LM= 0.75", "LM= 0.75\nLM9= 1", "there is no feature 'LM9'"), ("LM= 0.75", "", "LM0 are missing")]:
            self.refused("import", "moses", "--ini", self.write("bad.ini", text.replace(old, new)), "-o", self.path("new"),
                         says=["bad.ini" if says != "collapseff" else "", says])
            self.assertFalse((self.scratch / "new").exists())

    def test_bad_input_is_refused_and_leaves_nothing(self):
        reordering = self.write("reordering", REORDERING)
        bad_lines = [("das ||| der", "2 fields"), ("das ||| der ||| 1 1 1", "3 scores"), ("das ||| der ||| 1 1 nan 1", "'nan'"),
                     ("das ||| der ||| 1 1 1 1 ||| 0-1", "'0-1'"), ("das ||| ||| 1 1 1 1", "empty"),
                     ("das ||| the ||| 1 1 1 1", "line 1 already")]
        for line, says in bad_lines:
            table = self.write("bad", TABLE + line + "\n")
            self.refused("import", "moses", "--phrase-table", table, "--lm", self.lm, "-o", self.path("new"),
                         says=[f"{table}:4", says])
            self.assertFalse((self.scratch / "new").exists())
        calls = [
            (["--phrase-table", self.write("latin", b"stra\xdfe ||| street ||| 1 1 1 1\n"), "--lm", self.lm], "UTF-8"),
            (["--phrase-table", self.write("cut.gz", gzip.compress(TABLE.encode() * 99)[:-20]), "--lm", self.lm], "cut.gz"),
            (["--phrase-table", self.write("empty", ""), "--lm", self.lm], "empty"),
            (["--phrase-table", self.path("absent"), "--lm", self.lm], "absent"),
            (["--phrase-table", self.table, "--lm", self.write("bin", b"mmap lm http://kheafield.com/code format version 5\n")],
             "KenLM binary"),
            (["--phrase-table", self.table], "--lm"),
            (["--phrase-table", self.table, "--lm", self.table], "table"),
            (["--phrase-table", self.table, "--lm", self.lm, "--weights", self.write("w", WEIGHTS + "Sparse0= 1\n")], "Sparse0"),
            (["--phrase-table", self.table, "--lm", self.lm, "--weights", self.write("w2", "LM0= 1\n")], "missing"),
            (["--phrase-table", self.table, "--lm", self.lm, "--reordering", self.write("r", REORDERING + "das ||| the ||| 1\n")],
             "r:3"),
            (["--phrase-table", self.table, "--lm", self.lm, "--reordering", reordering, "--reordering-type", "wbe-leftright-f"],
             "leftright"),
        ]
        for arguments, says in calls:
            self.refused("import", "moses", *arguments, "-o", self.path("new"), says=says)
            self.assertFalse((self.scratch / "new").exists(), arguments)
        self.import_moses("model")
        self.refused("import", "moses", "--phrase-table", self.table, "--lm", self.lm, "-o", self.path("model"), says="other files")
        self.no_leftovers()

    def test_lines_of_unknown_pairs_are_counted(self):
        reordering = self.write("reordering", REORDERING + "das ||| these ||| 1 1 1 1 1 1\nx ||| y ||| 1 1 1 1 1 1\n")
        result = self.import_moses("model", "--reordering", reordering)
        self.assertEqual(len(re.findall("2 lines are of pairs that the phrase table does not have", result.err)), 1)
        self.assertIn("1 phrase pairs have no line", result.err)


class RoundTrip(ProgramTest):
    """What is exported and imported again translates alike."""

    def lists(self, model, source, *more):
        return parse_list(self.calque("translate", "-m", model, "--n-best", 5, "--quiet", *more, stdin=source).out)

    def same_lists(self, one, other):
        self.assertEqual(sorted(one), sorted(other))
        for number, entries in one.items():
            self.assertEqual(len(entries), len(other[number]))
            for (_, _, before), (_, _, after) in zip(entries, other[number], strict=True):
                self.assertAlmostEqual(before, after, delta=1e-4)
            self.assertEqual(entries[0][1].keys(), other[number][0][1].keys())

    def test_trained_models(self):
        corpus = self.scratch / "corpus"
        self.calque("synth", "--pair", "ja-en", "--sentences", 1500, "--dev", 10, "--test", 60, "-o", corpus)
        source = (corpus / "test.ja").read_bytes()
        for number, reordering in enumerate(["hier-mslr-bidirectional-fe", "word-msd-backward-f", "distance"]):
            model, files, again = (self.path(f"{name}{number}") for name in ("model", "files", "again"))
            self.calque("train", "-s", corpus / "train.ja", "-t", corpus / "train.en", "-o", model, "--pretokenized", "--casing",
                        "keep", "--align-model", "ibm1", "--quiet", "--reordering", reordering,
                        "--phrase-features", ["low-count", "none", "count,low-count,singleton"][number])
            self.calque("export", "moses", "-m", model, "-o", files, "--quiet")
            self.calque("import", "moses", "--ini", files + "/moses.ini", "-o", again, "--quiet")
            before = self.lists(model, source)
            self.same_lists(before, self.lists(again, source))
            # A second time, now from given reordering scores, and from another place.
            self.refused("export", "moses", "-m", again, "-o", self.path(f"more{number}"), says="--lm")
            self.calque("export", "moses", "-m", again, "-o", self.path(f"more{number}"), "--lm", files + "/lm.arpa.gz",
                        "--compression", "zst", "--quiet")
            moved = self.path(f"moved{number}")
            shutil.move(self.path(f"more{number}"), moved)
            self.calque("import", "moses", "--ini", moved + "/moses.ini", "-o", self.path(f"third{number}"), "--quiet")
            self.same_lists(before, self.lists(self.path(f"third{number}"), source))
        self.refused("export", "moses", "-m", model, "-o", self.path("x"), "--lm", self.write("other.arpa", ARPA),
                     says="does not give the model's language model")
        self.no_leftovers()


@unittest.skipUnless(PEERS.is_dir() and DATA.is_dir() and shutil.which("zstd"),
                     f"no tanaka-ja-en in {PEERS} and {DATA} (set CALQUE_PEERS and CALQUE_DATA), or no zstd")
class MosesOracle(ProgramTest):
    """Moses' own lists: the same derivations have the same feature values, and its translations are reached."""

    SENTENCES = 120

    def check(self, system, kind):
        model = self.path("model")
        self.calque("import", "moses", "--phrase-table", PEERS / "phrase-table.zst", "--lm", PEERS / "lm.5gram.arpa.zst",
                    "--reordering", PEERS / f"reordering-table.{kind}.zst", "--reordering-type", f"{kind}-msd-bidirectional-fe",
                    "--weights", PEERS / "moses" / f"weights.{system}", "-o", model, "--quiet")
        listed = subprocess.run(["zstd", "-dc", str(PEERS / "moses" / f"nbest20.{system}.zst")], capture_output=True, check=True)
        moses = {i: entries for i, entries in parse_list(listed.stdout.decode()).items() if i < self.SENTENCES}
        source = b"".join((DATA / "tanaka-ja-en" / "test.ja").read_bytes().splitlines(keepends=True)[:self.SENTENCES])
        ours = parse_list(self.calque("translate", "-m", model, "--n-best", 100, "--quiet", stdin=source).out)
        self.compare_values(moses, ours)
        targets = self.write("targets", "".join(moses[i][0][0] + "\n" for i in range(self.SENTENCES)))
        forced = parse_list(self.calque("translate", "-m", model, "--constrain", targets, "--n-best", 1, "--quiet", stdin=source).out)
        for number, entries in moses.items():
            self.assertIn(number, forced)
            self.assertGreaterEqual(forced[number][0][2], entries[0][2] - 1e-2, f"sentence {number}")

    def compare_values(self, moses, ours):
        """A derivation of Moses' that has all features but reordering in common with one of ours has those too."""
        compared = 0
        for number, entries in moses.items():
            for words, theirs, total in entries:
                alike = [(f, t) for w, f, t in ours[number] if w == words and self.close(f, theirs, skip="LexicalReordering0")]
                if not alike:
                    continue
                compared += 1
                self.assertTrue(any(self.close(f, theirs) and abs(t - total) < 2e-3 for f, t in alike),
                                f"sentence {number}: {words}: {theirs} {total}; ours: {alike}")
        self.assertGreater(compared, 10 * self.SENTENCES)

    @staticmethod
    def close(ours, theirs, skip=None):
        return all(abs(a - b) < 1e-3 + 1e-4 * abs(b) for name, values in theirs.items() if name != skip
                   for a, b in zip(ours[name], values, strict=True))

    def test_word_default(self):
        self.check("word-default", "wbe")

    def test_word_tuned(self):
        self.check("word-tuned", "wbe")

    def test_hierarchical_tuned(self):
        self.check("hier-tuned", "hier")


if __name__ == "__main__":
    unittest.main()
