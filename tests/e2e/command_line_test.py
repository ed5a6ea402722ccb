"""The command line itself: help, version, wrong options, stray arguments."""

import re
import unittest

from harness import ProgramTest

COMMANDS = [
    ["train"], ["translate"], ["evaluate"], ["inspect"], ["align"], ["aer"], ["lexicon"], ["classes"], ["extract"],
    ["lm", "train"], ["lm", "query"], ["lm", "convert"], ["lm", "info"], ["lm", "prune"], ["lm", "interpolate"], ["lm", "generate"],
    ["tokenize"], ["detokenize"], ["truecase", "train"], ["truecase", "apply"], ["clean"], ["synth"],
]


class CommandLineTest(ProgramTest):
    def test_every_command_has_help_with_an_example(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                help_text = self.calque(*command, "--help").out
                self.assertIn("Example", help_text)
                self.assertIn("calque " + command[0], help_text)

    def test_version(self):
        self.assertRegex(self.calque("--version").out, r"^calque \d+\.\d+\.\d+")

    def test_nothing_asked(self):
        self.refused(says="--help")

    def test_unknown_command_and_option(self):
        self.refused("transalte", says="transalte")
        for command in COMMANDS:
            with self.subTest(command=command):
                self.refused(*command, "--no-such-option", says="--no-such-option")

    def test_stray_arguments(self):
        for command in (["align"], ["tokenize"], ["translate"], ["train"], ["synth"]):
            with self.subTest(command=command):
                self.refused(*command, "stray", "arguments", says=["stray"])

    def test_option_values_out_of_range(self):
        text = self.write("text", "a b\n")
        self.refused("align", "-s", text, "-t", text, "--threads", "-1")
        self.refused("align", "-s", text, "-t", text, "--threads", "many", says="many")
        self.refused("lm", "train", "-i", text, "-n", "0", "-o", self.path("lm"))
        self.refused("lm", "train", "-i", text, "-n", "99", "-o", self.path("lm"))
        self.refused("synth", "--pair", "de-xx", "--sentences", "10", "-o", self.path("out"), says="xx")
        self.refused("align", "-s", text, "-t", text, "--symmetrize", "magic", says="magic")
        self.refused("lm", "train", "-i", text, "--seed", "99999999999999999999999", "-o", self.path("lm"), says="too large")
        self.no_leftovers()

    def test_a_folder_is_no_file_to_write_to(self):
        text = self.write("text", "a b\n")
        (self.scratch / "folder").mkdir()
        for command in (["tokenize", "-i", text], ["lm", "train", "-i", text, "-n", "2"], ["align", "-s", text, "-t", text]):
            self.refused(*command, "-o", self.path("folder"), says=["folder: this is a folder"])
        self.no_leftovers()

    def test_errors_are_one_line(self):
        result = self.run_program("align", "-s", "nowhere", "-t", "nowhere-else")
        self.assertEqual(result.status, 2)
        self.assertTrue(re.fullmatch(r"(calque: (?!error).*\n)*calque: error: nowhere: [^\n]+\n", result.err), result.err)
        self.assertEqual(result.out, "")


if __name__ == "__main__":
    unittest.main()
