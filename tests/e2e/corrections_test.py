"""Corrections and glossaries on the command line: used at once, learned by the next training, safe from kills and damage."""

import json
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest
import xml.etree.ElementTree

from harness import PROGRAM, ProgramTest

NOUNS = {"Vertrag": "contract", "Kater": "cat", "Vogel": "bird", "Fuchs": "fox", "Hund": "dog"}
VERBS = {"endet": "ends", "schläft": "sleeps", "steht": "stands", "hält": "holds"}


class CorrectionsTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        folder = tempfile.TemporaryDirectory(prefix="calque-e2e-")
        cls.addClassCleanup(folder.cleanup)
        cls.base = pathlib.Path(folder.name)
        pairs = [(f"Der {noun} {verb} heute.", f"The {NOUNS[noun]} {VERBS[verb]} today.") for noun in NOUNS for verb in VERBS] * 15
        (cls.base / "t.de").write_text("".join(source + "\n" for source, _ in pairs), encoding="utf-8")
        (cls.base / "t.en").write_text("".join(target + "\n" for _, target in pairs), encoding="utf-8")
        cls.training = ["train", "-q", "-s", cls.base / "t.de", "-t", cls.base / "t.en", "--tune", "none"]
        subprocess.run([PROGRAM, *map(str, cls.training), "-o", cls.base / "model"], check=True, timeout=600)

    def translate(self, text, *options):
        return self.calque("translate", "-m", self.base / "model", *options, stdin=text).out

    def corrected(self, pairs, name="corrections.jsonl"):
        """A journal with these pairs."""
        self.calque("corrections", "add", "-c", self.path(name), "-s", self.write("pairs.tsv", "".join(f"{a}\t{b}\n" for a, b in pairs)))
        return self.path(name)

    def listed(self, journal):
        return [json.loads(line) for line in self.calque("corrections", "list", "--json", "-c", journal).lines]

    def test_a_correction_is_used_and_the_rest_keeps_its_bytes(self):
        journal = self.corrected([("Der Vertrag endet heute.", "“The agreement” ends – today!")])
        text = "Der Vertrag endet heute.\nDer Vertrag hält heute.\nDer Kater schläft heute.\nDer Fuchs steht. Der Vogel hält.\n"
        before = self.translate(text)
        self.assertTrue(before.startswith("The contract ends today.\nThe contract holds today.\n"), before)
        after = self.translate(text, "--corrections", journal)
        self.assertEqual(after.split("\n")[0], "“The agreement” ends – today!")
        self.assertIn("agreement", after.split("\n")[1])
        self.assertEqual(after.split("\n")[2:], before.split("\n")[2:])
        for threads in (1, 4):
            self.assertEqual(self.translate(text, "--corrections", journal, "--threads", threads), after)
        # Without corrections nothing is as if they had never been.
        self.assertEqual(self.calque("corrections", "remove", "-c", journal, "--id", 1).out, "")
        self.assertEqual(self.translate(text, "--corrections", journal), before)

    def test_corrections_are_listed_and_exported(self):
        journal = self.corrected([("a < b", "c & d"), ("zwei", "two"), ("drei", "three")])
        self.calque("corrections", "remove", "-c", journal, "--id", 2)
        self.assertEqual(self.calque("corrections", "list", "-c", journal).lines, ["1\ta < b\tc & d", "3\tdrei\tthree"])
        self.refused("corrections", "remove", "-c", journal, "--id", 2, says="there is no correction 2")
        self.calque("corrections", "tmx", "-c", journal, "--source-language", "de", "--target-language", "en", "-o", self.path("memory.tmx"))
        units = xml.etree.ElementTree.parse(self.path("memory.tmx")).getroot().findall("body/tu")
        self.assertEqual([[segment.text for segment in unit.iter("seg")] for unit in units], [["a < b", "c & d"], ["drei", "three"]])
        # What is exported can be read again as pairs.
        again = self.path("again.jsonl")
        self.calque("corrections", "add", "-c", again, "--tmx", self.path("memory.tmx"), "--source-language", "de", "--target-language", "en")
        self.assertEqual([entry["source"] for entry in self.listed(again)], ["a < b", "drei"])

    def test_training_learns_from_corrections(self):
        journal = self.corrected([(f"Der Quux {verb} heute.", f"The zork {VERBS[verb]} today.") for verb in VERBS])
        self.assertIn("Quux", self.translate("Der Quux schläft.\n"))
        model = self.path("model")
        self.calque(*self.training, "-o", model, "--corrections", journal)
        self.assertEqual(self.calque("translate", "-m", model, stdin="Der Quux schläft heute.\n").out, "The zork sleeps today.\n")
        # Nothing is done twice, and another correction is learned.
        self.assertIn("done before", self.calque(*[part for part in self.training if part != "-q"], "-o", model, "--corrections", journal).err)
        self.corrected([("Der Frumm steht heute.", "The frob stands today.")])
        self.calque(*self.training, "-o", model, "--corrections", journal)
        self.assertIn("frob", self.calque("translate", "-m", model, stdin="Der Frumm steht heute.\n").out)
        links = self.write("links", "0-0\n" * 300)
        self.refused(*self.training, "--pretokenized", "--alignments", links, "-o", self.path("m2"), "--corrections", journal, says="no lines for corrections")

    def test_a_kill_loses_nothing_that_was_acknowledged(self):
        journal = self.path("killed.jsonl")
        rng = random.Random(5)
        acknowledged = []
        for round_ in range(12):
            process = subprocess.Popen(
                [PROGRAM, "corrections", "add", "-c", journal, "-s", "-", "--format", "tsv"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            process.stdin.write("".join(f"Quelle {round_} {i} {'x' * 2000}\tZiel {i}\n" for i in range(2000)).encode())
            process.stdin.close()
            for _ in range(rng.randrange(1, 40)):
                acknowledged.append((int(process.stdout.readline()), round_))
            process.send_signal(signal.SIGKILL)
            rest = process.stdout.read()
            process.stdout.close()
            process.wait()
            acknowledged += [(int(number), round_) for number in rest.split(b"\n")[:-1] if number]
            entries = {entry["id"]: entry["source"].split()[1] for entry in self.listed(journal)}
            for number, kept_round in acknowledged:
                self.assertEqual(entries.get(number), str(kept_round))
        self.assertEqual(sorted(entries), list(range(1, len(entries) + 1)))

    def test_a_kill_while_a_journal_is_written_anew_loses_nothing(self):
        undone = pathlib.Path(self.corrected([(f"Quelle {i} {'x' * 40000}", f"Ziel {i}") for i in range(1, 76)], "undone.jsonl"))
        for number in range(1, 76):
            if number % 3 != 0:  # 50 in all: the next one that opens the file writes it anew
                self.calque("corrections", "remove", "-c", undone, "--id", number)
        expected = self.listed(undone)
        self.assertEqual([entry["id"] for entry in expected], list(range(3, 76, 3)))
        whole = undone.read_bytes()
        rng = random.Random(3)
        sizes = set()
        for round_ in range(25):
            journal = pathlib.Path(self.path(f"killed{round_}/c.jsonl"))
            journal.parent.mkdir()
            journal.write_bytes(whole)
            process = subprocess.Popen([PROGRAM, "corrections", "add", "-c", journal, "-s", "-", "--format", "tsv"], stdin=subprocess.PIPE,
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(rng.random() * 0.06)
            process.send_signal(signal.SIGKILL)
            process.stdin.close()
            process.wait()
            self.assertEqual(self.listed(journal), expected)
            sizes.add(journal.stat().st_size)
            # The next one ends what was begun, and nothing is left over.
            self.calque("corrections", "add", "-c", journal, "-s", self.write("more.tsv", "neu\tnew\n"))
            self.assertEqual([entry["id"] for entry in self.listed(journal)], [*range(3, 76, 3), 76])
            self.assertLess(journal.stat().st_size, len(whole) // 2)
            self.assertEqual(list(journal.parent.iterdir()), [journal])
        self.assertLessEqual(sizes - {len(whole)}, {min(sizes)})  # the old file or the new one

    def test_a_torn_line_is_left_out_with_a_warning(self):
        journal = pathlib.Path(self.corrected([("Der Kater schläft.", "Felix sleeps."), ("zwei", "two")]))
        whole = journal.read_bytes()
        journal.write_bytes(whole[:-30])
        result = self.calque("translate", "-m", self.base / "model", "--corrections", journal, stdin="Der Kater schläft.\n")
        self.assertEqual(result.out, "Felix sleeps.\n")
        self.assertIn("not written whole", result.err)
        self.assertEqual(journal.read_bytes(), whole[:-30])  # reading changes nothing
        self.assertIn("not written whole", self.calque("corrections", "add", "-c", journal, "-s", self.write("more.tsv", "drei\tthree\n")).err)
        self.assertEqual([entry["source"] for entry in self.listed(journal)], ["Der Kater schläft.", "drei"])

    def test_what_is_no_journal_is_refused_and_stays(self):
        for content in (b"Haus\thouse\n", b"\xff\xfe", b'{"add": 1}\n{"add": 1}\n', b"[" * 100000):
            journal = self.write("wrong", content)
            self.refused("translate", "-m", self.base / "model", "--corrections", journal, stdin="x\n", says="wrong:1")
            self.refused("corrections", "add", "-c", journal, "-s", self.write("p.tsv", "a\tb\n"), says="wrong:1")
            self.assertEqual(pathlib.Path(journal).read_bytes(), content)
        self.refused("translate", "-m", self.base / "model", "--corrections", self.path("nothing"), stdin="x\n", says="nothing")
        journal = self.corrected([("eins", "one"), ("zwei", "two")], "damaged")
        content = pathlib.Path(journal).read_bytes()
        pathlib.Path(journal).write_bytes(content.replace(b"eins", b"zehn"))
        self.refused("translate", "-m", self.base / "model", "--corrections", journal, stdin="x\n", says="damaged:1")
        self.refused("corrections", "add", "-c", self.path("new"), "-s", self.write("p.tsv", " \tb\n"), says="has no words")

    def test_glossaries(self):
        text = "Der Vertrag endet heute.\nDer Fuchs hält.\n"
        lines = self.write("terms.tsv", "# source\ttarget\nVertrag\tagreement\tlaw\n\nFuchs\n")
        self.assertEqual(self.translate(text, "--glossary", lines), "The agreement ends today.\nThe Fuchs holds.\n")
        entry = '<termEntry{}><langSet xml:lang="de"><tig><term>{}</term></tig></langSet>{}</termEntry>'
        english = '<langSet xml:lang="en-GB"><tig><term>agreement</term></tig></langSet>'
        tbx = self.write(
            "terms.tbx",
            "<martif><text><body>" + entry.format("", "Vertrag", english) + entry.format(' translate="no"', "Fuchs", "") + "</body></text></martif>",
        )
        self.assertEqual(self.translate(text, "--glossary", tbx), "The agreement ends today.\nThe Fuchs holds.\n")
        # A glossary goes before a correction.
        journal = self.corrected([("Der Vertrag endet heute.", "It is over.")])
        self.assertEqual(self.translate(text, "--corrections", journal).split("\n")[0], "It is over.")
        self.assertEqual(self.translate(text, "--glossary", lines, "--corrections", journal).split("\n")[0], "The agreement ends today.")
        for content, says in ((b"a\tb\n\tc\n", "wrong:2"), (b"\xff\n", "wrong:1"), (b"<tmx/>", "no TBX"), (b"<tbx>", "wrong:1"),
                              (b'<!DOCTYPE tbx [<!ENTITY a "b">]><tbx>&a;</tbx>', "entities"), (b"x" * 5000, "1000 bytes")):
            self.refused("translate", "-m", self.base / "model", "--glossary", self.write("wrong", content), stdin="x\n", says=says)


if __name__ == "__main__":
    unittest.main()
