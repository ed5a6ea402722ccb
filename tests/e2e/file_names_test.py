"""Names of files on the command line are checked before any work: no folder for a file, no output twice, no output over an input."""

import os
import re
import subprocess
import unittest

from harness import PROGRAM, ProgramTest

# Calls with {OUT} where a file is written. Inputs do not exist, so that only a check before all work can find the folder.
OUTPUTS = """
train -s no.de -t no.en -o FILE
kernel train -s no.de -t no.en -o FILE
synth -o FILE
import moses --ini no.ini -o FILE
export moses -m no -o FILE
block retrain -m no -s no -r no -o FILE
translate -m no -o {OUT}
translate -m no --search-graph {OUT}
tune -m no -s no -r no -o {OUT}
tune -m no -s no -r no --report {OUT}
tune --nbest no -r no -o {OUT}
evaluate -r no no --report {OUT}
align -s no.de -t no.en -o {OUT}
align -s no.de -t no.en --save {OUT}
lexicon -s no.de -t no.en -o {OUT}
classes -i no -o {OUT}
extract -s no.de -t no.en -a no -o {OUT}
extract -s no.de -t no.en -a no --table {OUT}
extract -s no.de -t no.en -a no --model {OUT}
lm train -i no -o {OUT}
lm convert no -o {OUT}
lm prune no -o {OUT}
lm interpolate no no2 -o {OUT}
reorder train -s no.de -t no.en -a no -o {OUT}
reorder compare -s no.de -t no.en -a no --report {OUT}
reorder compare -s no.de -t no.en -a no --scatter {OUT}
block train --points no -o {OUT}
block datapoints -m no -o {OUT}
block datapoints -m no --neutral {OUT}
block datapoints -m no --held-out-output {OUT}
kernel score -m no -s no -t no -o {OUT}
tokenize -i no -o {OUT}
detokenize -i no -o {OUT}
truecase train -i no -m {OUT}
corrections tmx -c no --source-language de --target-language en -o {OUT}
truecase apply -m no -i no -o {OUT}
clean -s no.de -t no.en -S {OUT} -T out.en
clean -s no.de -t no.en -S out.de -T {OUT}
""".strip().splitlines()


class OutputPlaceTest(ProgramTest):
    def test_a_folder_is_refused_before_any_work(self):
        os.mkdir(self.path("folder"))
        for call in OUTPUTS:
            if "{OUT}" not in call:
                continue
            with self.subTest(call=call):
                self.refused(*call.replace("{OUT}", self.path("folder")).split(), says=["folder", "this is a folder, not a file"])

    def test_a_file_is_refused_where_a_folder_is_made(self):
        name = self.write("file", "x\n")
        for call in OUTPUTS:
            if "FILE" not in call:
                continue
            with self.subTest(call=call):
                self.refused(*call.replace("FILE", name).split(), says=[name, "this is a file, not a folder"])
                self.assertEqual((self.scratch / "file").read_text(), "x\n")

    def test_a_place_that_is_not_there(self):
        for call in OUTPUTS:
            if "{OUT}" not in call:
                continue
            with self.subTest(call=call):
                self.refused(*call.replace("{OUT}", self.path("nowhere/file")).split(), says=["nowhere/file: cannot write here"])

    def test_the_list_is_complete(self):
        tested = {(tuple(re.match(r"[a-z ]+(?= )", call)[0].split()[:2]), option)
                  for call in OUTPUTS for option in re.findall(r"(-[-\w]+) (?:\{OUT\}|FILE)", call)}
        for command in commands():
            text = subprocess.run([PROGRAM, *command, "--help"], capture_output=True, text=True, check=True).stdout
            for names in re.findall(r"^  (-[-\w,]*)", text, re.MULTILINE):
                names = names.split(",")
                if {"--output", "--report", "--save", "--table", "--scatter", "--search-graph", "--source-output"} & set(names):
                    if command == ("clean",) and "-o" in names:
                        continue  # the beginning of two names
                    known = {option for words, option in tested if words[: len(command)] == command}
                    self.assertTrue(known & set(names), f"{command} {names}")


def commands(group=()):
    """Every command that does something, as its words."""
    text = subprocess.run([PROGRAM, *group, "--help"], capture_output=True, text=True, check=True).stdout
    listed = re.search(r"^Subcommands:\n((?:  .*\n?)+)", text, re.MULTILINE)
    if not listed:
        return [group]
    names = re.findall(r"^  ([a-z][-\w]*)", listed[1], re.MULTILINE)
    return [command for name in names for command in commands((*group, name))]


class SameFileTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.text = self.write("a.de", "das Haus\nein Haus\n")
        self.other = self.write("b.en", "the house\na house\n")
        self.links = self.write("links", "0-0 1-1\n0-0 1-1\n")
        os.symlink(self.text, self.path("link.de"))

    def unharmed(self):
        self.assertEqual((self.scratch / "a.de").read_text(), "das Haus\nein Haus\n")
        self.assertEqual((self.scratch / "b.en").read_text(), "the house\na house\n")
        self.assertEqual(sorted(os.listdir(self.scratch)), ["a.de", "b.en", "link.de", "links"])

    def test_an_input_is_no_output(self):
        a, b = self.text, self.other
        roundabout = os.path.join(self.path("."), "a.de")
        for call in (
            ["tokenize", "-i", a, "-o", a],
            ["tokenize", "-i", a, "-o", roundabout],
            ["tokenize", "-i", self.path("link.de"), "-o", a],
            ["align", "-s", a, "-t", b, "-o", b],
            ["lm", "train", "-i", a, "-o", a],
            ["evaluate", "-r", b, a, "--report", a],
            ["clean", "-s", a, "-t", b, "-S", b, "-T", self.path("c")],
            ["extract", "-s", a, "-t", b, "-a", self.links, "--table", self.links],
        ):
            with self.subTest(call=call):
                self.refused(*call, says="would overwrite what")
                self.unharmed()
        self.refused("train", "-s", a, "-t", b, "-o", a, says="this is a file, not a folder")
        os.mkdir(self.path("model"))
        self.refused("export", "moses", "-m", self.path("model"), "-o", self.path("model"), says="would overwrite what")

    def test_the_names_that_clean_makes(self):
        (self.scratch / "a.en").write_text("the house\na house\n")
        self.refused("clean", "-s", self.text, "-t", self.path("a.en"), "-o", self.path("a"), says="would overwrite what")
        self.assertEqual((self.scratch / "a.en").read_text(), "the house\na house\n")
        self.refused("clean", "-s", self.text, "-t", self.other, "--source-language", "xx", "--target-language", "xx", "-o",
                     self.path("new"), says="would write to the same place")

    def test_a_folder_is_no_beginning_of_the_names_that_clean_makes(self):
        os.mkdir(self.path("folder"))
        for prefix in ("folder", "folder/"):
            self.refused("clean", "-s", self.text, "-t", self.other, "-o", self.path(prefix), says="this is a folder, not the beginning of names")
        self.assertEqual(os.listdir(self.path("folder")), [])

    def test_two_outputs_in_one_place(self):
        a, b, new = self.text, self.other, self.path("new")
        for call in (
            ["clean", "-s", a, "-t", b, "-S", new, "-T", new],
            ["clean", "-s", a, "-t", b, "-S", new, "-T", os.path.join(self.path("."), "new")],
            ["align", "-s", a, "-t", b, "-o", new, "--save", new],
            ["extract", "-s", a, "-t", b, "-a", self.links, "-o", new, "--table", new],
            ["block", "datapoints", "-m", "no", "-o", new, "--neutral", new],
        ):
            with self.subTest(call=call):
                self.refused(*call, says=["would write to the same place", new])
                self.unharmed()
        self.refused("extract", "-s", a, "-t", b, "-a", self.links, "-o", "-", "--table", "-", says="mixed on standard output")

    def test_devices_may_be_named_twice(self):
        self.calque("extract", "-s", self.text, "-t", self.other, "-a", self.links, "-o", "/dev/null", "--table", "/dev/null")

    def test_source_and_target_are_two_files(self):
        a = self.text
        for call in (
            ["train", "-s", a, "-t", a, "-o", self.path("model")],
            ["train", "-s", a, "-t", self.path("link.de"), "-o", self.path("model")],
            ["train", "-s", a, "-t", self.other, "--dev-source", a, "--dev-target", a, "-o", self.path("model")],
            ["align", "-s", a, "-t", a],
            ["clean", "-s", a, "-t", a, "-o", self.path("new")],
            ["extract", "-s", a, "-t", a, "-a", self.links],
            ["tune", "-m", self.path("model"), "-s", a, "-r", a],
            ["tune", "-m", self.path("model"), "-s", a, "-r", self.other, "-r", a],
            ["block", "retrain", "-m", self.path("model"), "-s", a, "-r", a, "-o", self.path("new")],
            ["kernel", "score", "-m", self.path("model"), "-s", a, "-t", a],
        ):
            with self.subTest(call=call):
                self.refused(*call, says=["name the same file", "make a copy"])
                self.unharmed()
        copy = self.write("copy.de", "das Haus\nein Haus\n")
        self.assertEqual(len(self.calque("align", "-s", a, "-t", copy).lines), 2)

    def test_standard_output_into_the_input(self):
        for mode in ("ab", "r+b"):
            with open(self.text, mode) as out:
                done = subprocess.run([PROGRAM, "tokenize", "-i", self.text], stdout=out, stderr=subprocess.PIPE, check=False, timeout=60)
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"standard output goes to what --input reads", done.stderr)
            self.unharmed()

    def test_one_input_from_standard_input(self):
        for call in (["evaluate", "-r", "-", "-"], ["aer", "--gold", "-", "--test", "-"], ["align", "-s", "-", "-t", "-"],
                     ["extract", "-s", self.text, "-t", "-", "-a", "-"]):
            with self.subTest(call=call):
                self.refused(*call, says="only one input can come from standard input")


class LimitTest(ProgramTest):
    def test_a_limit_of_lines_that_refuses_all_text(self):
        for limit in ("0", "16", "1000"):
            self.refused("tokenize", "--max-line", limit, stdin="a\n", says=["--max-line " + limit, "at least 1024"])
        self.calque("tokenize", "--max-line", "1024", stdin="a\n")
        self.refused("tokenize", "--max-line", "-1", stdin="a\n")

    def test_numbers_beyond_64_bits(self):
        for number in ("18446744073709551616", "99999999999999999999999"):
            self.refused("tokenize", "--seed", number, stdin="a\n", says="too large")
        self.calque("tokenize", "--seed", "18446744073709551615", stdin="a\n")


if __name__ == "__main__":
    unittest.main()
