"""calque translate on running text: numbers, punctuation and content are kept, and what is left out is said."""

import json
import re
import unittest

from harness import ProgramTest

NOUNS = {"Hund": "dog", "Vogel": "bird", "Fisch": "fish", "Esel": "donkey", "Bär": "bear", "Wolf": "wolf", "Hahn": "cock", "Affe": "monkey"}


def pairs():
    """Sentences in which translators took liberties with numbers and quotation marks, as they do."""
    for source, target in NOUNS.items():
        for _ in range(6):
            yield f"Der alte {source} schläft.", f"The old {target} sleeps."
        yield f"Er sagte: „Der {source} schläft.“", f"He said the {target} sleeps."
        yield f"Er sagte: „Der {source} schläft.“", f'He said: "The {target} sleeps."'
        yield f"Der {source} (er schläft) ist alt.", f"The {target} is old, it sleeps."
        yield f"Der {source} (er schläft) ist alt.", f"The {target} (it sleeps) is old."
        yield f"Ist der {source} alt?", f"Is the {target} old?"
        yield f"Komm, {source}!", f"Come, {target}!"
        yield f"Der {source} ist 12 Jahre alt.", f"The {target} is twelve years old."
        yield f"Der {source} ist 7 Jahre alt.", f"The {target} is 7 years old."
        yield f"Der {source} ist zu 10 % Wolf.", f"The {target} is a % of a wolf."
        yield f"Der {source} kommt um 13 Uhr.", f"The {target} comes at 1:30."
    for _ in range(10):
        yield "Der alte König schläft.", "The king sleeps."
    for _ in range(5):
        yield "Der König schläft.", "The king sleeps."


class RunningTextTest(ProgramTest):
    def setUp(self):
        super().setUp()
        source = self.write("corpus.de", "".join(source + "\n" for source, _ in pairs()))
        target = self.write("corpus.en", "".join(target + "\n" for _, target in pairs()))
        self.model = self.path("model")
        self.calque("train", "-s", source, "-t", target, "-o", self.model, "-q")

    def translate(self, *lines, options=()):
        return self.calque("translate", "-m", self.model, *options, stdin="".join(line + "\n" for line in lines))

    def test_numbers_stay_the_same(self):
        lines = ["Der Hund ist 13 Jahre alt.", "Der Esel ist zu 10 % Wolf.", "Der Wolf kommt um 13 Uhr.", "Der Bär ist 12 Jahre alt.", "Der Hahn ist 1987 Jahre alt."]
        for line, out in zip(lines, self.translate(*lines).lines, strict=True):
            number = re.search(r"\d+", line).group()
            said = re.findall(r"\d+", out) or [{"twelve": "12"}.get(word) for word in out.split() if word == "twelve"]
            self.assertEqual(said, [number], out)

    def test_brackets_and_quotation_marks_stay_around_their_words(self):
        quoted, bracketed = self.translate("Er sagte: „Der Hund schläft.“", "Der Hund (er schläft) ist alt.").lines
        self.assertRegex(quoted, r"^He said: “[Tt]he dog sleeps\.”$")
        self.assertRegex(bracketed, r"^The dog \(it sleeps\) is old\.$")

    def test_marks_that_training_never_saw_take_the_form_of_the_target_language(self):
        self.assertEqual(self.translate("Er sagte: «Der Hund schläft.»").out, self.translate("Er sagte: „Der Hund schläft.“").out)

    def test_punctuation_is_translated_by_punctuation_alone(self):
        lines = ["Er sagte: „Der Hund schläft.“", "Ist der Hund (er schläft) alt?", "Komm, Wolf!"]
        for line in self.translate(*lines, options=["--json"]).lines:
            answer = json.loads(line)
            for phrase in answer["phrases"]:
                source, target = (any(c.isalnum() for c in "".join(answer[f"{side}_tokens"][slice(*phrase[side])])) for side in ("source", "target"))
                self.assertEqual(source, target, line)
            for mark in ":()?":
                self.assertEqual(answer["source"].count(mark), answer["translation"].count(mark), line)

    def test_words_may_leave_their_brackets_if_wanted(self):
        line = "Der Hund (er schläft) ist alt."
        self.assertEqual(len(self.translate(line, options=["--cross-marks"]).lines), 1)

    def test_words_of_content_that_are_left_out_are_reported(self):
        lines = ["Der alte Hund schläft.", "Der alte König schläft."]
        whole, dropped = (json.loads(line) for line in self.translate(*lines, options=["--json"]).lines)
        self.assertEqual(whole["dropped"], [])
        self.assertEqual([dropped["source_tokens"][i] for i in dropped["dropped"]], ["alte"])
        result = self.translate(*lines, options=["--report-dropped"])
        self.assertEqual(result.err.count("leaves out"), 1, result.err)
        self.assertIn("line 2", result.err)
        self.assertIn("alte", result.err)
        self.assertNotIn("leaves out", self.translate(*lines).err)
        # Positions count from the line's start, whichever sentence the word stands in.
        both = json.loads(self.translate(" ".join(lines), options=["--json"]).out)
        self.assertEqual([both["source_tokens"][i] for i in both["dropped"]], ["alte"])
        self.assertGreater(both["dropped"][0], 5)

    def test_models_of_tokenised_text_take_marks_as_words(self):
        source = self.write("t.de", "« ja »\n" * 3)
        target = self.write("t.en", '" yes "\n' * 3)
        model = self.path("tokenised")
        self.calque("train", "-s", source, "-t", target, "--pretokenized", "-o", model, "-q")
        self.assertEqual(self.calque("translate", "-m", model, stdin="„ ja “\n").out, "„ yes “\n")


class ChineseNumeralTest(ProgramTest):
    def test_numerals_are_one_number_however_they_were_cut(self):
        ages = {"二十歳": "twenty", "二歳": "two", "四十歳": "forty", "十二歳": "twelve", "三歳": "three", "百歳": "a hundred"}
        source = self.write("corpus.ja", "".join(f"彼は{age}です。\n" for age in ages) * 6)
        target = self.write("corpus.en", "".join(f"He is {age} years old.\n" for age in ages.values()) * 6)
        model = self.path("model")
        self.calque("train", "-s", source, "-t", target, "-o", model, "-q")
        for numeral, number in {"四十二": "42", "二百三十五": "235", "３６": "36", "二千十六": "2016"}.items():
            out = self.calque("translate", "-m", model, stdin=f"彼は{numeral}歳です。\n").out
            self.assertEqual(re.findall(r"\d+", out), [number], out)
            self.assertNotRegex(out, "two|forty|hundred|twenty|twelve|three")


if __name__ == "__main__":
    unittest.main()
