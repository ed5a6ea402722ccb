"""Messages say what is true: options that exist, advice that fits the command, languages that there are rules for."""

import re
import shlex
import subprocess
import unittest

from harness import PROGRAM, ROOT, ProgramTest


def help_of(command):
    return subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=True).stdout


def commands(group=()):
    """Every command that does something, as its words."""
    listed = re.search(r"^Subcommands:\n((?:  .*\n?)+)", help_of(group), re.MULTILINE)
    if not listed:
        return [group]
    names = re.findall(r"^  ([a-z][-\w]*)", listed[1], re.MULTILINE)
    return [command for name in names for command in commands((*group, name))]


def options_of(command):
    names = re.findall(r"^  (-[-\w,]+)", help_of(command), re.MULTILINE)
    return {name for several in names for name in several.split(",")}


def literals(code):
    """The strings of a piece of C++, those that follow each other joined, without comments."""
    code = re.sub(r'("(?:\\.|[^"\\\n])*")|//[^\n]*', lambda match: match[1] or "", code)
    code = re.sub(r'(?<!\\)"\s*\n\s*"', "", code)
    return re.findall(r'"((?:\\.|[^"\\\n])*)"', code)


class OptionNamesTest(unittest.TestCase):
    def test_the_reader_of_literals(self):
        self.assertEqual(literals('f("a --b "\n   "c", x);  // "no"\ng("http://d", "\\"e");'), ["a --b c", "http://d", '\\"e'])

    def test_every_option_in_a_message_exists(self):
        # The last is of zstd.
        known = set().union(options_of(()), *(options_of(command) for command in commands()), {"--long"})
        self.assertGreater(len(known), 150)
        findings, found = [], 0
        for path in sorted(p for folder in ("src", "apps") for p in (ROOT / folder).rglob("*") if p.suffix in (".h", ".cpp")):
            if path.stem.endswith("_test") or "testing" in path.as_posix():
                continue
            for text in literals(path.read_text(encoding="utf-8")):
                for name in re.findall(r"(?<![-\w<!])--[a-z][-a-z0-9]+", text):
                    found += 1
                    if name not in known:
                        findings.append(f"{path.relative_to(ROOT)}: {name} in '{text}'")
        self.assertEqual(findings, [], "\n" + "\n".join(findings))
        self.assertGreater(found, 300)


class GuideTest(unittest.TestCase):
    def test_the_guide_quotes_messages_that_exist(self):
        guide = (ROOT / "docs" / "guide.md").read_text(encoding="utf-8").split("## 7.")[1].split("## 8.")[0]
        quotes = re.findall(r"^- \*([^*]+)\*:", guide, re.MULTILINE)
        self.assertGreater(len(quotes), 3)
        known = [re.sub(r"\{[^}]*\}", "{}", text) for path in (ROOT / "src").rglob("*.cpp") if not path.stem.endswith("_test")
                 for text in literals(path.read_text(encoding="utf-8"))]
        for quote in quotes:
            pieces = re.split(r"(?<![-\w])\d[\d,]*|\.\.\.", quote)  # what is filled in
            pattern = r"\{\}".join(map(re.escape, pieces))
            with self.subTest(quote=quote):
                self.assertTrue(any(re.search(pattern, text) for text in known), pattern)


class HelpTest(unittest.TestCase):
    def test_every_command_has_an_example_that_it_would_take(self):
        all_commands = commands()
        self.assertGreater(len(all_commands), 30)
        for command in all_commands:
            with self.subTest(command=command):
                text = help_of(command)
                self.assertIn("Example:\n", text)
                example = text.split("Example:\n")[1].strip().splitlines()
                words = shlex.split(re.sub(r"[<>].*", "", example[0]))
                self.assertEqual(tuple(words[: len(command) + 1]), ("calque", *command))
                named = {word.split("=")[0] for word in words if re.match(r"--?[A-Za-z]", word)}
                self.assertEqual(named - options_of(command), set())

    def test_messages_name_the_help_that_lists_the_options(self):
        for command in commands():
            with self.subTest(command=command):
                done = subprocess.run([PROGRAM, *command, "--no-such-option"], capture_output=True, text=True, check=False)
                self.assertIn(f"see 'calque {' '.join(command)} --help'", done.stderr)

    def test_languages_are_listed(self):
        for command in (["train"], ["kernel", "train"], ["clean"], ["tokenize"], ["detokenize"]):
            self.assertRegex(" ".join(help_of(command).split()), r"there are rules for az, ca, cs, da, de, en, ", command)


class BadTextTest(ProgramTest):
    BAD = b"ok ok\ncaf\xe9 \xe9\nok ok\n"

    def setUp(self):
        super().setUp()
        self.bad = self.write("bad.de", self.BAD)
        self.good = self.write("good.en", "ok ok\nfine\nok ok\n")

    def test_advice_fits_the_command(self):
        model = self.path("model")
        self.calque("train", "-s", self.write("a.de", "a b\nc d\n"), "-t", self.write("a.en", "x y\nz w\n"), "-o", model, "-q")
        language_model = self.path("lm")
        self.calque("lm", "train", "-i", self.good, "-n", 2, "-o", language_model, "-q")
        calls = (["train", "-s", self.bad, "-t", self.good, "-o", self.path("none")],
                 ["align", "-s", self.bad, "-t", self.good],
                 ["lexicon", "-s", self.bad, "-t", self.good],
                 ["lm", "train", "-i", self.bad, "-o", self.path("x.lm")],
                 ["lm", "query", language_model, "-i", self.bad],
                 ["translate", "-m", model, "-i", self.bad],
                 ["tokenize", "-i", self.bad],
                 ["classes", "-i", self.bad],
                 ["evaluate", "-r", self.bad, self.good],
                 ["truecase", "train", "-i", self.bad, "-m", self.path("case")])
        for call in calls:
            with self.subTest(call=call[:2]):
                result = self.refused(*call, says=["bad.de:2: byte 4", "iconv"])
                command = call[:2] if call[0] in ("lm", "truecase") else call[:1]
                for option in re.findall(r"--[a-z][-a-z]+", result.err.split("calque: error: ")[1]):
                    self.assertIn(option, options_of(command))
                self.assertEqual("--skip-bad-lines" in result.err, "--skip-bad-lines" in options_of(command))
                self.assertNotIn("calque clean", result.err)

    def test_bad_lines_can_be_skipped(self):
        aligned = self.calque("align", "-s", self.bad, "-t", self.good, "--skip-bad-lines")
        self.assertEqual(len(aligned.lines), 3)  # one for each pair, so that links stay beside their sentences
        self.assertEqual(aligned.lines[1], "")
        self.assertNotEqual(aligned.lines[2], "")
        self.assertIn("1 sentence pairs cannot be read", aligned.err)
        self.calque("align", "-s", self.good, "-t", self.write("copy", "ok ok\nfine\nok ok\n"), "--save", self.path("m"))
        self.assertEqual(len(self.calque("align", "--model-file", self.path("m"), "-s", self.bad, "-t", self.good, "--skip-bad-lines").lines), 3)
        trained = self.calque("lm", "train", "-i", self.bad, "-n", 1, "-o", "-", "--skip-bad-lines")
        self.assertIn("1 lines cannot be read", trained.err)
        without = self.write("without.de", "ok ok\nok ok\n")
        self.assertEqual(trained.out, self.calque("lm", "train", "-i", without, "-n", 1, "-o", "-").out)
        long = self.write("long.de", "ok ok\n" + "x " * 2000 + "\nok ok\n")
        self.refused("lm", "train", "-i", long, "-n", 1, "-o", "-", "--max-line", "1024")
        self.assertEqual(trained.out, self.calque("lm", "train", "-i", long, "-n", 1, "-o", "-", "--max-line", "1024", "--skip-bad-lines").out)


    def test_tools_pass_bad_lines_through_or_leave_them_out(self):
        without = self.write("without", "ok ok\nok ok\n")
        case = self.path("case")
        self.calque("truecase", "train", "-i", without, "-m", case)
        for command in (["tokenize"], ["detokenize"], ["truecase", "apply", "-m", case]):
            with self.subTest(command=command):
                done = subprocess.run([PROGRAM, *command, "-i", self.bad, "--skip-bad-lines"], capture_output=True, check=True)
                self.assertEqual(done.stdout, self.BAD)
                self.assertIn(b"warning: 1 lines are not UTF-8 and passed through", done.stderr)
        skipped = self.calque("truecase", "train", "-i", self.bad, "-m", self.path("again"), "--skip-bad-lines")
        self.assertIn("1 lines are not UTF-8", skipped.err)
        self.assertEqual((self.scratch / "again").read_bytes(), (self.scratch / "case").read_bytes())
        classes = self.calque("classes", "-i", self.bad, "-k", 2, "--skip-bad-lines")
        self.assertIn("1 lines cannot be read", classes.err)
        self.assertEqual(classes.out, self.calque("classes", "-i", without, "-k", 2).out)

    def test_text_to_filter_by_is_checked_too(self):
        model = self.path("model")
        self.calque("train", "-s", self.write("a.de", "a b\nc d\n"), "-t", self.write("a.en", "x y\nz w\n"), "-o", model, "-q")
        self.refused("block", "train", "-m", model, "--test", self.bad, "-o", self.path("block"), says="bad.de:2: byte 4")


class EmptyTest(ProgramTest):
    def test_nothing_to_evaluate(self):
        empty, other, text = self.write("empty", ""), self.write("other", ""), self.write("text", "a\n")
        for call in ([empty, other], [empty, text], [text, empty], [empty, other, "--json"]):
            with self.subTest(call=call):
                result = self.refused("evaluate", "-r", *call)
                self.assertEqual(result.out, "")
                self.assertRegex(result.err, "the file is empty|has 0 lines")


class LanguageTest(ProgramTest):
    def train(self, source, target, *options):
        source, target = self.write(source, "a b\nc d\n"), self.write(target, "x y\nz w\n")
        result = self.calque("train", "-s", source, "-t", target, "-o", self.path("model"), *options)
        return [line for line in result.err.splitlines() if line.startswith("calque: warning: ") and "rules for" in line]

    def test_no_language(self):
        warnings = self.train("source", "target")
        self.assertEqual(len(warnings), 1, warnings)
        for word in ("the language of the text is not known", "--source-language and --target-language", "az, ca, cs, da, de, en, "):
            self.assertIn(word, warnings[0])

    def test_one_language(self):
        warnings = self.train("source.de", "target")
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("the language of the target is not known", warnings[0])

    def test_unknown_language(self):
        warnings = self.train("a.de", "b.en", "--source-language", "klingon")
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("no rules for the language 'klingon'", warnings[0])
        self.assertIn("az, ca, cs, da, de, en, ", warnings[0])
        warnings = self.train("a.de", "b.en", "--source-language", "klingon", "--target-language", "elvish")
        self.assertEqual(len(warnings), 1, warnings)
        self.assertIn("'klingon' and 'elvish'", warnings[0])
        self.assertIn("klingon", self.calque("tokenize", "-l", "klingon", stdin="a\n").err)

    def test_nothing_to_warn_of(self):
        self.assertEqual(self.train("a.de", "b.en"), [])
        self.assertEqual(self.train("a.de", "b.en", "--source-language", "ro-RO", "--target-language", "en_US")[0].count("ro-RO"), 1)
        self.assertEqual(self.train("a.de", "b.en", "--source-language", "de-AT"), [])
        self.assertEqual(self.train("source", "target", "--pretokenized"), [])
        self.assertEqual(self.calque("tokenize", stdin="a\n").err, "")


if __name__ == "__main__":
    unittest.main()
