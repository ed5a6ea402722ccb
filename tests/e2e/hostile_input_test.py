"""Nothing unbounded, nothing mixed, nothing silent: what hostile text, hasty users and failing disks can do."""

import gzip
import os
import re
import signal
import subprocess
import time
import unittest

from harness import PROGRAM, ROOT, ProgramTest

MEGABYTE = 1 << 20
LINES = 40


def highest_memory(arguments, stdin=None, folder=None):
    """Runs the program; its status, what it wrote, and the most memory that it held, in bytes."""
    with subprocess.Popen([PROGRAM, *arguments], stdin=stdin or subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          cwd=folder) as process:
        out = process.stdout.read()
        errors = process.stderr.read().decode("utf-8", "replace")
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, out, errors, usage.ru_maxrss * 1024


class HostileInputTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.bomb = gzip.compress(bytes(300 * MEGABYTE))  # a line of zeros

    def make_model(self, *options):
        self.calque("synth", "--pair", "de-en", "--sentences", "200", "-o", self.path("text"), "-q")
        self.calque("train", "-s", self.path("text/train.de"), "-t", self.path("text/train.en"), "-o", self.path("model"), "-q", *options)
        return self.path("model")

    def test_a_small_file_with_an_endless_line(self):
        bomb, other = self.write("bomb.gz", self.bomb), self.write("other.gz", self.bomb)
        text = self.write("text.en", "a b c\n")
        model = self.make_model()
        language_model = self.path("x.lm")
        self.calque("lm", "train", "-i", text, "-n", "2", "-o", language_model, "-q")
        for arguments in (
            ["tokenize", "-i", bomb],
            ["evaluate", "-r", bomb, text],
            ["evaluate", "-r", text, bomb],
            ["lm", "query", language_model, "-i", bomb],
            ["lm", "train", "-i", bomb, "-n", "2", "-o", self.path("y.lm")],
            ["align", "-s", bomb, "-t", other],
            ["train", "-s", bomb, "-t", other, "-o", self.path("none")],
            ["classes", "-i", bomb],
            ["translate", "-m", model, "-i", bomb, "--json"],
            ["truecase", "train", "-i", bomb, "-m", self.path("case")],
            ["clean", "-s", bomb, "-t", other, "-S", self.path("o1"), "-T", self.path("o2")],
        ):
            with self.subTest(command=arguments[:2]):
                status, _, errors, memory = highest_memory([*arguments, "-q"])
                if arguments[0] != "clean":  # which leaves such lines out and counts them
                    self.assertEqual(status, 2, errors)
                    self.assertIn("bomb.gz:1: the line is longer than 1048576 bytes", errors)
                self.assertLess(memory, 200 * MEGABYTE)

    def test_a_small_file_of_empty_lines(self):
        """Each takes more memory than it has bytes, so there may not be any number of them."""
        empty, other = (self.write(name, gzip.compress(b"\n" * 30_000_000, 1)) for name in ("empty.gz", "other.gz"))
        for command in ("align", "lexicon"):
            with self.subTest(command=command):
                status, _, errors, memory = highest_memory([command, "-s", empty, "-t", other, "-q"])
                self.assertEqual(status, 2, errors)
                self.assertRegex(errors, r"empty\.gz:\d+: more than 10000000 sentence pairs are empty")
                self.assertLess(memory, 600 * MEGABYTE)

    def test_the_limit_is_an_option(self):
        text = self.write("long.en", "word " * 400_000 + "\n")
        self.refused("tokenize", "-i", text, says=["long.en:1", "--max-line"])
        self.assertEqual(len(self.calque("tokenize", "-i", text, "--max-line", "4M").out.split()), 400_000)

    def test_translate_passes_a_line_that_is_too_long_through(self):
        model = self.make_model()
        long_line = "ä" * 700_000 + " Haus"
        result = self.calque("translate", "-m", model, stdin=f"Das ist gut.\n{long_line}\nDas ist gut.\n")
        self.assertEqual(len(result.lines), 3)
        self.assertEqual(result.lines[1], long_line)
        self.assertEqual(result.lines[0], result.lines[2])
        self.assertIn("line 2 is longer than", result.err)

    def test_many_long_lines_stay_in_bounds(self):
        lines = self.write("lines.en", ("x " * 450_000 + "\n") * LINES)
        status, _, errors, memory = highest_memory(["tokenize", "-i", lines, "-q"])
        self.assertEqual(status, 0, errors)
        self.assertLess(memory, 250 * MEGABYTE)

    def test_translate_can_skip_bad_lines(self):
        model = self.make_model()
        text = b"Das ist gut.\ncaf\xe9 \xff\nDas ist gut.\n"
        self.refused("translate", "-m", model, stdin=text, says="UTF-8")
        result = subprocess.run([PROGRAM, "translate", "-m", model, "--skip-bad-lines"], input=text, capture_output=True, check=True)
        lines = result.stdout.split(b"\n")
        self.assertEqual(lines[1], b"caf\xe9 \xff")
        self.assertEqual(lines[0], lines[2])
        self.assertIn(b"line 2 is not UTF-8", result.stderr)

    def test_a_model_that_is_cut_while_it_is_in_use(self):
        model = self.make_model()
        with subprocess.Popen([PROGRAM, "translate", "-m", model, "--threads", "1"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdin.write(b"Das ist gut.\n" * 10)
            process.stdin.flush()
            process.stdout.readline()  # the models are open
            for name in ("lm.calque", "phrases.calque"):
                os.truncate(os.path.join(model, name), 0)
            try:
                process.stdin.write(b"Das ist gut.\n" * 10_000)
                process.stdin.close()
            except BrokenPipeError:
                pass
            process.stdout.read()
            said = process.stderr.read().decode()
        self.assertEqual(process.returncode, 1, said)
        self.assertRegex(said, r"calque: error: .*(lm|phrases)\.calque: the file was cut short")

    def test_bars_in_text_come_back_from_lists(self):
        model = self.make_model()
        odd = ["das ||| Haus", "||||", "&#124; & &#38;", "a||b", "ist | klein"]
        source = self.write("odd.de", "\n".join(odd) + "\n")
        listed = self.path("odd.nbest")
        self.calque("translate", "-m", model, "-i", source, "--n-best", "2", "-o", listed)
        with open(listed, encoding="utf-8") as file:
            rows = [line.split("|||") for line in file]
        self.assertTrue(all(len(row) == 4 for row in rows), rows)
        for line in self.calque("translate", "-m", model, "-i", source, "--alignments").lines:
            self.assertEqual(len(line.split("|||")), 2, line)
        words = self.write("odd.en", "\n".join(odd) + "\n")
        self.calque("tune", "--nbest", listed, "--refs", words, "-o", self.path("weights"), "-q")


class NetworkTest(unittest.TestCase):
    def test_nothing_calls_another_machine_and_only_the_service_is_called(self):
        headers = re.compile(r'#include <(?:sys/socket|netdb|netinet/|arpa/|boost/asio|boost/beast|curl/)')
        calls = re.compile(r"\b(?:async_)?connect\(")
        for path in sorted(p for folder in ("src", "apps", "include") for p in (ROOT / folder).rglob("*") if p.suffix in (".h", ".cpp")):
            if path.stem.endswith("_test") or "testing" in path.parts:
                continue
            text = re.sub(r"//[^\n]*", "", path.read_text(encoding="utf-8"))
            with self.subTest(file=path.name):
                self.assertFalse(calls.search(text))
                self.assertFalse(headers.search(text) and "serve" not in path.parts)


class FolderTest(ProgramTest):
    def start_training(self):
        self.calque("synth", "--pair", "de-en", "--sentences", "20000", "-o", self.path("text"), "-q")
        self.arguments = ["train", "-s", self.path("text/train.de"), "-t", self.path("text/train.en"), "-o", self.path("model"), "-q"]
        training = subprocess.Popen([PROGRAM, *self.arguments], stderr=subprocess.DEVNULL)
        self.addCleanup(training.wait)
        self.addCleanup(training.kill)
        while not os.path.exists(self.path("model/.lock")):
            time.sleep(0.01)
        time.sleep(0.1)
        return training

    def test_a_second_training_in_a_folder_is_refused_until_the_first_is_dead(self):
        training = self.start_training()
        result = self.refused(*self.arguments, says=[f"process {training.pid}", "another folder"])
        self.assertNotIn("Traceback", result.err)
        training.send_signal(signal.SIGKILL)
        training.wait()
        other = ["train", "-s", self.path("text/dev.de"), "-t", self.path("text/dev.en"), "-o", self.path("model"), "-q"]
        self.calque(*other)
        self.calque("inspect", self.path("model"), "--verify")
        self.assertFalse(os.path.exists(self.path("model/.lock")))
        left = [name for _, _, names in os.walk(self.path("model")) for name in names if ".tmp-" in name]
        self.assertEqual(left, [])

    def test_a_training_that_fails_at_once_leaves_no_folder(self):
        empty, other = self.write("empty.de", ""), self.write("empty.en", "")
        self.refused("train", "-s", empty, "-t", other, "-o", self.path("model"))
        self.assertFalse(os.path.exists(self.path("model")))


if __name__ == "__main__":
    unittest.main()
