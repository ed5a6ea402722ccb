"""Bad input gets a clear error or the sensible result that the documentation promises, and nothing half written."""

import os
import pathlib
import shutil
import signal
import subprocess
import time
import unittest

from harness import PROGRAM, ProgramTest

SOURCE = "das Haus ist klein\ndas Buch ist alt\nein Haus\nein Buch\ndas ist gut\n"
TARGET = "the house is small\nthe book is old\na house\na book\nthat is good\n"


class TrainingInputTest(ProgramTest):
    def train(self, source, target, *more):
        return ["train", "-s", source, "-t", target, "-o", self.path("model"), "--pretokenized", *more]

    def nothing_usable_written(self):
        self.assertFalse((self.scratch / "model" / "manifest.json").exists())
        self.no_leftovers()

    def test_empty_files(self):
        self.refused(*self.train(self.write("s", ""), self.write("t", "")), says="no sentence pair")
        self.nothing_usable_written()

    def test_only_empty_lines(self):
        self.refused(*self.train(self.write("s", "\n\n"), self.write("t", "\n\n")), says="no sentence pair")
        self.nothing_usable_written()

    def test_different_lengths_name_both_files_and_counts(self):
        source = self.write("s", SOURCE)
        target = self.write("t", TARGET + "one more\n")
        self.refused(*self.train(source, target), says=[source, target, "5", "6"])
        self.nothing_usable_written()

    def test_one_sentence(self):
        self.calque(*self.train(self.write("s", "ein Haus\n"), self.write("t", "a house\n")))
        self.assertEqual(self.calque("translate", "-m", self.path("model"), stdin="ein Haus\n").out, "a house\n")

    def test_one_long_sentence(self):
        source, target = "der alte Mann kauft heute ein neues Buch .", "the old man buys a new book today ."
        self.calque(*self.train(self.write("s", source + "\n"), self.write("t", target + "\n")))
        out = self.calque("translate", "-m", self.path("model"), stdin=source + "\n").out
        self.assertEqual(sorted(out.split()), sorted(target.split()))

    def test_empty_line_inside_is_left_out_and_counted(self):
        source = self.write("s", SOURCE + "\n")
        target = self.write("t", TARGET + "nothing\n")
        result = self.calque(*self.train(source, target))
        self.assertRegex(result.err, r"empty[^\n]*1|1[^\n]*empty")

    def test_invalid_utf8_names_line_and_byte(self):
        source = self.write("s", b"gut\nschlecht \xff\n")
        self.refused(*self.train(source, self.write("t", "good\nbad\n")), says=[source + ":2", "byte 10", "UTF-8"])
        self.nothing_usable_written()

    def test_missing_file_and_folder(self):
        target = self.write("t", TARGET)
        self.refused(*self.train(self.path("nowhere"), target), says=self.path("nowhere"))
        self.refused(*self.train(str(self.scratch), target), says="folder")

    def test_crlf_and_byte_order_mark(self):
        source = self.write("s", b"\xef\xbb\xbf" + SOURCE.replace("\n", "\r\n").encode())
        self.calque(*self.train(source, self.write("t", TARGET)))
        self.assertEqual(self.calque("translate", "-m", self.path("model"), stdin="das Haus ist klein\r\n").out,
                         "the house is small\n")

    def test_a_very_long_line_is_left_out_and_counted(self):
        source = self.write("s", SOURCE + "wort " * 100_000 + "\n")
        target = self.write("t", TARGET + "word " * 100_000 + "\n")
        result = self.calque(*self.train(source, target))
        self.assertRegex(result.err, r"too long[^\n]*1|1[^\n]*too long")

    def test_special_words_are_ordinary_words(self):
        words = ["|||", "<s>", "</s>", "<unk>", "[X]", "<", ">", "(((", "]]", "&lt;", "\\", "-", "{1}", "%s"]
        source = self.write("s", "".join(f"{w} x\n{w}\n" for w in words))
        target = self.write("t", "".join(f"{w} y\n{w}\n" for w in words))
        self.calque(*self.train(source, target))
        out = self.calque("translate", "-m", self.path("model"), stdin="".join(f"{w}\n" for w in words)).lines
        self.assertEqual(out, words)

    def test_unwritable_place(self):
        source, target = self.write("s", SOURCE), self.write("t", TARGET)
        not_a_folder = self.write("file", "")
        self.refused("train", "-s", source, "-t", target, "-o", not_a_folder + "/model", "--pretokenized", says="file")

    def test_foreign_folder_is_not_overwritten(self):
        source, target = self.write("s", SOURCE), self.write("t", TARGET)
        (self.scratch / "holiday").mkdir()
        self.write("holiday/photo.jpg", b"x")
        self.refused("train", "-s", source, "-t", target, "-o", self.path("holiday"), "--pretokenized", says="holiday")
        self.assertEqual(sorted(os.listdir(self.path("holiday"))), ["photo.jpg"])

    def test_interrupted_training_leaves_no_model_and_resumes(self):
        corpus = self.path("corpus")
        self.calque("synth", "--pair", "de-en", "--sentences", "1500", "--dev", "10", "--test", "10", "-o", corpus)
        command = self.train(corpus + "/train.de", corpus + "/train.en")
        process = subprocess.Popen([PROGRAM, *command], stderr=subprocess.DEVNULL)
        steps = self.scratch / "model" / "work" / "steps.json"
        deadline = time.time() + 120
        while not steps.exists() and process.poll() is None and time.time() < deadline:
            time.sleep(0.001)
        process.send_signal(signal.SIGINT)
        process.wait()
        self.no_leftovers()
        if not (self.scratch / "model" / "manifest.json").exists():
            self.refused("translate", "-m", self.path("model"), stdin="x\n", says="manifest.json")
        resumed = self.calque(*command)
        self.assertIn("done before", resumed.err)
        whole = self.path("whole")
        command[command.index("-o") + 1] = whole
        self.calque(*command)
        for name in ("lm.calque", "phrases.calque", "weights.txt", "manifest.json"):
            self.assertEqual(pathlib.Path(whole, name).read_bytes(), (self.scratch / "model" / name).read_bytes(), name)


class ModelFileTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.model = self.path("model")
        self.calque("train", "-s", self.write("s", SOURCE), "-t", self.write("t", TARGET), "-o", self.model,
                    "--pretokenized")

    def test_missing_model(self):
        self.refused("translate", "-m", self.path("nowhere"), stdin="x\n", says="nowhere")

    def test_missing_part(self):
        for name in ("lm.calque", "phrases.calque", "weights.txt", "manifest.json"):
            with self.subTest(part=name):
                broken = self.path("broken-" + name)
                shutil.copytree(self.model, broken)
                os.remove(os.path.join(broken, name))
                self.refused("translate", "-m", broken, stdin="x\n", says=name)

    def test_truncated_and_foreign_parts(self):
        for name in ("lm.calque", "phrases.calque"):
            whole = pathlib.Path(self.model, name).read_bytes()
            for content in (b"", b"hello", whole[:50], whole[: len(whole) // 2], whole[:-1], b"x" * len(whole)):
                with self.subTest(part=name, length=len(content)):
                    pathlib.Path(self.model, name).write_bytes(content)
                    self.refused("translate", "-m", self.model, stdin="x\n", says=name)
            pathlib.Path(self.model, name).write_bytes(whole)
        shutil.copy(os.path.join(self.model, "lm.calque"), os.path.join(self.model, "phrases.calque"))
        self.refused("translate", "-m", self.model, stdin="x\n", says="phrases.calque")

    def test_flipped_bytes_never_crash_nor_change_a_translation_and_are_found_by_verification(self):
        translated = self.calque("translate", "-m", self.model, stdin=SOURCE).out
        for name in ("lm.calque", "phrases.calque"):
            path = pathlib.Path(self.model, name)
            whole = path.read_bytes()
            for position in range(0, len(whole), max(1, len(whole) // 60)):
                damaged = bytearray(whole)
                damaged[position] ^= 0xFF
                path.write_bytes(bytes(damaged))
                with self.subTest(part=name, position=position):
                    result = self.run_program("translate", "-m", self.model, stdin=SOURCE)
                    self.assertIn(result.status, (0, 2), result.err)
                    if result.status == 0:
                        self.assertEqual(result.out, translated)
                    verified = self.run_program("inspect", self.model, "--verify")
                    # Bytes between the sections belong to no checksum; all others are noticed.
                    if verified.status == 0:
                        self.assertEqual(whole[position], 0)
            path.write_bytes(whole)
        self.calque("inspect", self.model, "--verify")

    def test_broken_weights_and_manifest(self):
        weights = pathlib.Path(self.model, "weights.txt")
        good = weights.read_text()
        for bad, word in (("LM0= nan\n", "LM0"), ("Nonsense0= 1\n", "Nonsense0"), ("LM0= 1 2 3\n", "LM0"), ("LM0 1", "weights.txt:1")):
            with self.subTest(bad=bad):
                weights.write_text(bad)
                self.refused("translate", "-m", self.model, stdin="x\n", says=word)
        weights.write_text(good)
        pathlib.Path(self.model, "manifest.json").write_text("{")
        self.refused("translate", "-m", self.model, stdin="x\n", says="manifest.json")

    def test_damage_of_a_small_file_is_told_as_damage(self):
        """By its hash, before a reader makes of it what it can."""
        model = pathlib.Path(self.path("sparse"))
        source, target = self.write("a.de", "Das Haus ist klein.\nDas Buch ist alt.\n" * 4), self.write("a.en", "The house is small.\nThe book is old.\n" * 4)
        self.calque("train", "-s", source, "-t", target, "-o", model, "--sparse-features", "pairs", "-q")
        small = sorted(path for path in model.iterdir() if path.suffix == ".txt" and path.name != "weights.txt")
        self.assertEqual([path.name for path in small],
                         ["function-words.txt", "labels.txt", "preparation.txt", "truecase.source.txt", "truecase.target.txt"])
        shutil.copy(model / "phrases.calque", self.path("phrases"))
        for path in small:
            whole = path.read_bytes()
            for damaged in (whole[:-1], whole + b"Six\n", b"x" + whole[1:], b"\xff" + whole, b""):
                if damaged == whole:
                    continue
                with self.subTest(file=path.name, damaged=damaged[:20]):
                    path.write_bytes(damaged)
                    self.refused("translate", "-m", model, stdin="x\n", says=[path.name, "not the file that belongs to the model", "--accept-parts"])
            path.unlink()
            self.refused("translate", "-m", model, stdin="x\n", says=path.name)
            path.write_bytes(whole)
        # A list that is whole beside the table of another model: the table is what does not belong there.
        (model / "phrases.calque").write_bytes(pathlib.Path(self.model, "phrases.calque").read_bytes())
        self.refused("translate", "-m", model, stdin="x\n", says=["phrases.calque", "not the file that belongs to the model"])
        shutil.copy(self.path("phrases"), model / "phrases.calque")
        weights = (model / "weights.txt").read_bytes()
        (model / "weights.txt").write_bytes(weights.replace(b"LM0= ", b"LM0= 1", 1))
        self.refused("translate", "-m", model, stdin="x\n", says=["weights.txt", "checksum"])

    def test_names_of_any_bytes_can_be_shown(self):
        name = os.path.join(os.fsencode(self.scratch), b"caf\xe9.calque")
        shutil.copy(os.path.join(self.model, "lm.calque"), name)
        done = subprocess.run([PROGRAM, b"inspect", name, b"--json"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("caf\ufffd.calque", done.stdout.decode())

    def test_unknown_setting(self):
        self.refused("translate", "-m", self.model, "--set", "magic=1", stdin="x\n", says="magic")
        self.refused("translate", "-m", self.model, "--set", "stack-size", stdin="x\n", says="stack-size")
        self.refused("translate", "-m", self.model, "--set", "stack-size=many", stdin="x\n", says="many")


class TranslationInputTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.model = self.path("model")
        self.calque("train", "-s", self.write("s", SOURCE), "-t", self.write("t", TARGET), "-o", self.model,
                    "--pretokenized")

    def translate(self, text, *more):
        return self.calque("translate", "-m", self.model, *more, stdin=text)

    def test_one_line_out_for_each_line_in(self):
        lines = ["das Haus", "", "   ", "unbekannte Wörter hier", "|||", "<b>fett</b>", "[[", "e\u0301", "שלום עולם", "😀", "a" * 5000]
        self.assertEqual(len(self.translate("\n".join(lines) + "\n").lines), len(lines))

    def test_empty_input_and_missing_last_line_end(self):
        self.assertEqual(self.translate("").out, "")
        self.assertEqual(self.translate("ein Haus").out, "a house\n")
        self.assertEqual(self.translate("\n").out, "\n")

    def test_unknown_words_are_copied(self):
        self.assertEqual(self.translate("Quux\n").out, "Quux\n")

    def test_long_lines(self):
        words = 20_000
        out = self.translate("ein Haus " * (words // 2) + "\n", "--set", "stack-size=10").lines
        self.assertEqual(len(out), 1)
        self.assertGreaterEqual(len(out[0].split()), words // 2)

    def test_invalid_utf8_names_line_and_byte(self):
        self.refused("translate", "-m", self.model, stdin=b"ein Haus\nab\xc3(\n", says=["(standard input):2", "byte 3"])

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full on this machine")
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "translate", "-m", self.model], input=b"ein Haus\n", stdout=full,
                                  stderr=subprocess.PIPE, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"calque: error:", done.stderr)


class ToolInputTest(ProgramTest):
    """The tools that are used alone."""

    def test_align(self):
        source, target = self.write("s", SOURCE), self.write("t", TARGET)
        self.assertEqual(len(self.calque("align", "-s", source, "-t", target).lines), 5)
        short = self.write("short", "eins\n")
        self.refused("align", "-s", short, "-t", target, says=[short, target, "1", "5"])
        with_gap = self.write("gap", "ein Haus\n\nein Buch\n")
        result = self.calque("align", "-s", with_gap, "-t", self.write("u", "a house\nx\na book\n"))
        self.assertEqual(len(result.lines), 3)
        self.assertEqual(result.lines[1], "")
        self.assertEqual(self.calque("align", "-s", self.write("e", ""), "-t", self.write("f", "")).out, "")
        self.refused("align", "-s", self.write("bad", b"\xff\n"), "-t", self.write("one", "x\n"), says="bad:1")

    def test_align_long_line(self):
        long = self.write("long", "wort " * 100_000 + "\nein Haus\n")
        other = self.write("other", "word " * 100_000 + "\na house\n")
        self.assertEqual(len(self.calque("align", "-s", long, "-t", other).lines), 2)

    def test_output_into_missing_folder(self):
        text = self.write("s", SOURCE)
        self.refused("align", "-s", text, "-t", text, "-o", self.path("no/such/out"), says="no/such/out")
        self.refused("lm", "train", "-i", text, "-o", self.path("no/such/lm"), says="no/such/lm")

    def test_extract(self):
        source, target = self.write("s", "a b\n"), self.write("t", "x y\n")
        self.assertTrue(self.calque("extract", "-s", source, "-t", target, "-a", self.write("a", "0-0 1-1\n")).lines)
        self.refused("extract", "-s", source, "-t", target, "-a", self.write("b", "0-0 1-2\n"), says=["b:1", "1-2"])
        self.refused("extract", "-s", source, "-t", target, "-a", self.write("c", "zero\n"), says=["c:1", "zero"])
        self.refused("extract", "-s", source, "-t", target, "-a", self.write("d", "0-0\n0-0\n"), says=["1", "2"])
        table = ["extract", "-s", source, "-t", target, "-a", self.path("a"), "--model", self.path("table")]
        self.refused(*table, "--smoothing", "laplace", says=["laplace", "kneser-ney"])
        self.refused(*table, "--prune-significance", "beta", says=["beta", "alpha+epsilon"])
        self.refused(*table, "--memory", "1M", says=["memory", "16 MiB"])
        self.refused(*table, "--temporary", self.path("missing"), "--memory", "bad", says=["bad"])

    def test_lm(self):
        lm = self.path("x.arpa")
        self.calque("lm", "train", "-i", self.write("empty", ""), "-n", "3", "-o", lm)
        self.calque("lm", "query", lm, stdin="a b\n")
        self.calque("lm", "train", "-i", self.write("one", "wort\n"), "-n", "5", "-o", lm)
        self.refused("lm", "query", self.write("bad.arpa", "\\data\\\nngram 1=1\n"), stdin="a\n", says="bad.arpa:")
        self.refused("lm", "query", self.path("nowhere"), stdin="a\n", says="nowhere")
        self.refused("lm", "train", "-i", self.write("bytes", b"a\n\xfe\n"), "-o", lm, says="bytes:2")

    def test_evaluate(self):
        reference = self.write("r", "a b c d\n")
        self.refused("evaluate", "-r", reference, self.write("h", "a\nb\n"), says=["1", "2"])
        self.refused("evaluate", "-r", reference, self.path("nowhere"), says="nowhere")
        self.calque("evaluate", "-r", reference, self.write("empty-line", "\n"))
        self.refused("evaluate", "-r", self.write("none", ""), self.write("none2", ""), says="none: the file is empty")

    def test_text_tools(self):
        for command in ("tokenize", "detokenize"):
            with self.subTest(command=command):
                self.assertEqual(self.calque(command, stdin="").out, "")
                self.assertEqual(len(self.calque(command, stdin="a\n\n ||| < [ \n").lines), 3)
                self.refused(command, stdin=b"ok\n\xff\n", says="(standard input):2")

    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full on this machine")
        text, copy = self.write("s", SOURCE), self.write("t", SOURCE)
        self.refused("align", "-s", text, "-t", copy, "-o", "/dev/full", status=1, says="/dev/full")


if __name__ == "__main__":
    unittest.main()
