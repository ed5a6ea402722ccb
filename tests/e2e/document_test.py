"""calque translate on documents: HTML, XLIFF, TMX, tables and text come back translated in place."""

import pathlib
import re
import unittest
import xml.etree.ElementTree as ElementTree

from harness import PageChecker, ProgramTest

PAGE = """<!DOCTYPE html>
<html lang="de">
<head><meta charset="utf-8"><title>{0}</title><style>p > b {{ color: red }}</style></head>
<body class="a">
<!-- {0} -->
<h1>{0}</h1>
<p>{1} <b>{2}</b><br>
{3}</p>
<pre>{0}</pre>
<p translate="no">{1}</p>
<ul><li>{2}<li><a href="/x?a=1&amp;b=2" title="{3}">{1}</a></ul>
<img src="a.png" alt="{0}">
</body></html>
"""


class DocumentTest(ProgramTest):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.made = cls("make_model")
        cls.made.setUp()
        cls.addClassCleanup(cls.made.doCleanups)
        cls.made.make_model()

    def make_model(self):
        corpus = self.scratch / "corpus"
        self.model = self.path("model")
        self.calque("synth", "--pair", "de-en", "--sentences", 1500, "--dev", 20, "--test", 60, "--raw", "-o", corpus)
        self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", self.model, "--tune", "none", "-q")
        lines = (corpus / "test.de").read_text(encoding="utf-8").splitlines()
        self.sentences = [line for line in lines if line.endswith(".") and not re.search("[&<>{}%\"„]", line)][:8]

    def translate(self, *more, stdin=b""):
        return self.calque("translate", "-m", self.made.model, *more, stdin=stdin)

    def line(self, sentence):
        return self.translate(stdin=sentence + "\n").lines[0]

    def test_pages(self):
        sentences = self.made.sentences[:4]
        path = self.write("page.html", PAGE.format(*sentences))
        page = self.translate("-i", path).out
        lines = [self.line(sentence) for sentence in sentences]
        PageChecker.VOID.update({"img", "li"})
        checker = PageChecker()
        checker.feed(page)
        original = PageChecker()
        original.feed(PAGE.format(*sentences))
        self.assertEqual(checker.tags, original.tags)
        for part in (f"<title>{lines[0]}</title>", f"<!-- {sentences[0]} -->", f"<h1>{lines[0]}</h1>", f"<pre>{sentences[0]}</pre>",
                     f'<p translate="no">{sentences[1]}</p>', f"<li>{lines[2]}<li>", f'alt="{lines[0]}"',
                     f'<a href="/x?a=1&amp;b=2" title="{lines[3]}">{lines[1]}</a>', f"<b>{lines[2]}</b>"):
            self.assertIn(part, page)

    def test_every_word_of_a_page_in_bold_is_found_again(self):
        """A pair around one word of a sentence holds what that word has become."""
        marked = 0
        for sentence in self.made.sentences[:4]:
            plain = self.line(sentence)
            words = sentence.split()
            for i in range(len(words)):
                html = " ".join(f"<b>{word}</b>" if i == k else word for k, word in enumerate(words))
                out = self.translate("--format", "html", stdin=html).out
                self.assertEqual(re.sub("</?b>", "", out), plain, html)
                self.assertRegex(out, "^[^<]*<b>[^<]*</b>[^<]*$")
                marked += "<b></b>" not in out
        self.assertGreater(marked, 10)

    def test_text_is_what_lines_are(self):
        text = "\n".join(self.made.sentences) + "\n"
        self.assertEqual(self.translate("--format", "text", stdin=text).out, self.translate(stdin=text).out)
        crlf = f"  {self.made.sentences[0]}\r\n\r\n{self.made.sentences[1]} {{name}}"
        out = self.translate("--format", "text", stdin=crlf).out
        self.assertTrue(out.startswith(f"  {self.line(self.made.sentences[0])}\r\n\r\n"), out)
        self.assertIn("{name}", out)

    def test_other_encodings_come_back_as_utf_8(self):
        one = self.made.sentences[0]
        path = self.write("a.html", f'<meta charset="latin1"><p>{one}</p>'.encode("latin1"))
        self.assertEqual(self.translate("-i", path).out, f'<meta charset="UTF-8"><p>{self.line(one)}</p>')
        self.assertEqual(self.translate("--format", "text", stdin=f"{one}\n".encode("utf-16")).out, f"{self.line(one)}\n")

    def test_threads_make_no_difference(self):
        path = self.write("page.html", PAGE.format(*self.made.sentences[:4]) * 5)
        self.assertEqual(self.translate("-i", path, "--threads", 1).out, self.translate("-i", path, "--threads", 4).out)

    def test_tables(self):
        one, two = self.made.sentences[:2]
        path = self.write("table.tsv", f"id\tde\tnote\n1\t{one}\tx\n2\t{two}\ty\n")
        self.assertEqual(self.translate("-i", path).out, f"id\tde\tnote\ten\n1\t{one}\tx\t{self.line(one)}\n2\t{two}\ty\t{self.line(two)}\n")
        self.assertEqual(self.translate("--format", "tsv", "--column", 2, stdin=f"1\t{one}\n").out, f"1\t{one}\t{self.line(one)}\n")
        self.refused("translate", "-m", self.made.model, "-i", path, "--column", "none", says=["header", "none"])

    def test_memories(self):
        one = self.made.sentences[0]
        content = (f'<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="de"/><body>\n <tu>\n  <tuv xml:lang="de"><seg>{one}</seg></tuv>\n'
                   ' </tu>\n</body></tmx>\n')
        path, output = self.write("memory.tmx", content), self.path("out.tmx")
        self.translate("-i", path, "-o", output)
        expected = content.replace("</tuv>\n", f'</tuv>\n  <tuv xml:lang="en"><seg>{self.line(one)}</seg></tuv>\n')
        self.assertEqual(pathlib.Path(output).read_text(encoding="utf-8"), expected)
        # What comes out can be trained with.
        self.calque("align", "--tmx", output, "--source-language", "de", "--target-language", "en", "-o", self.path("links"))
        self.refused("translate", "-m", self.made.model, "-i", path, "--source-language", "fr", says=["'fr'", "de"])

    def test_xliff(self):
        one, two = self.made.sentences[:2]
        units = (f'<trans-unit id="1"><source>{one} <g id="1">{two}</g></source></trans-unit>'
                 f'<trans-unit id="2" translate="no"><source>{two}</source></trans-unit>')
        path = self.write("a.xlf", f'<xliff version="1.2"><file source-language="de" target-language="en"><body>{units}</body></file></xliff>')
        root = ElementTree.fromstring(self.translate("-i", path).out)
        targets = root.findall(".//target")
        self.assertEqual(len(targets), 1)
        self.assertEqual("".join(targets[0].itertext()), f"{self.line(one)} {self.line(two)}")
        self.assertEqual(targets[0].find("g").text, self.line(two))
        self.assertEqual(targets[0].get("state"), "needs-review-translation")

    def test_what_is_wrong_is_refused(self):
        translate = ("translate", "-m", self.made.model)
        for name, content, says in (
            ("a.html", "<p>ein\n<b", ["a.html:2", "never ends"]),
            ("a.xlf", "<xliff>\n<file></xliff>", ["a.xlf:2", "well-formed"]),
            ("b.xlf", '<!DOCTYPE x [<!ENTITY a "b">]>\n<xliff>&a;</xliff>', ["entity"]),
            ("a.tmx", "<html/>", ["no TMX"]),
            ("b.html", b"\xe4", ["UTF-8"]),
            ("c.html", '<meta charset="klingon">', ["klingon", "UTF-8"]),
            ("c.xlf", '<xliff version="2.0" srcLang="fr"/>', ["'fr'", "'de'"]),
        ):
            with self.subTest(name=name):
                output = self.path("out")
                self.refused(*translate, "-i", self.write(name, content), "-o", output, says=says)
                self.assertFalse(pathlib.Path(output).exists())
        self.refused(*translate, "--format", "docx", says=["docx", "xliff"])
        self.refused(*translate, "-i", self.write("d.html", "a"), "--json", says=["html", "--format lines"])
        self.assertTrue(self.translate("-i", self.write("e.html", "das\n"), "--json", "--format", "lines").out.startswith("{"))
        self.no_leftovers()


if __name__ == "__main__":
    unittest.main()
