"""Pointers inside the repository lead somewhere: comments that cite docs/theory, links between pages, names in the theory pages.

Everything is computed from texts by functions that the first tests try on small ones, since a check that cannot fail shows nothing.
"""

import pathlib
import re
import subprocess
import unittest
from dataclasses import dataclass

from harness import ROOT

CODE_FOLDERS = ("src", "include", "apps", "tests", "bench", "fuzz", "experiments", "scripts")
TEXT_SUFFIXES = {".h", ".cpp", ".py", ".md", ".txt", ".cmake", ".def", ".json", ""}
PAGES_AT_ROOT = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md")

CITATION = re.compile(r"theory/(?P<page>[A-Za-z0-9_-]+\.md)(?:#(?P<anchor>[\w-]+))?")
# What stands between two words of a comment, line ends and the marks of comments included.
GAP = r"(?:\s|//|#|\*)+"
OUTSIDE = re.compile(rf"\b[Ss]pecs?{GAP}\d\d\b|\b[Tt]he{GAP}(?:spec|specs|specification|specifications)\b")
LINK = re.compile(r"\[(?:[^\]\[]|\[[^\]]*\])*\]\((?P<target>[^)\s]+)\)")
HEADING = re.compile(r"^#{1,6}\s+(?P<title>.*?)\s*#*$")
UNIT_TEST = re.compile(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.MULTILINE)


@dataclass(frozen=True)
class Finding:
    """Something wrong, and where: `place` is file:line."""

    place: str
    what: str

    def __str__(self):
        return f"{self.place}: {self.what}"


def line_at(text, offset):
    return text.count("\n", 0, offset) + 1


def without_code(text):
    """The text with code blanked out, so that offsets stay."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    text = re.sub(r"^(```|~~~).*?^\1[^\n]*$", blank, text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"(?:(?<=\n\n)|\A)(?: {4}[^\n]*\n?|\n)+", blank, text)
    return re.sub(r"`[^`\n]+`", blank, text)


def slug(title):
    """The anchor that GitHub gives a heading."""
    title = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", title)
    kept = re.sub(r"[^\w\- ]", "", title.strip().lower())
    return kept.replace(" ", "-")


def anchors(page):
    """All anchors of a markdown text; headings that repeat get -1, -2, ..."""
    found = {}
    fenced = False
    for line in page.splitlines():
        if line.startswith(("```", "~~~")):
            fenced = not fenced
        heading = None if fenced else HEADING.match(line)
        if heading is None:
            continue
        name = slug(heading["title"])
        found[name] = found.get(name, -1) + 1
        if found[name] > 0:
            found[f"{name}-{found[name]}"] = 0
    return set(found)


def bad_citations(name, text, pages):
    """Citations of theory pages or headings that are not in `pages`, which maps the name of a page to its anchors."""
    for match in CITATION.finditer(text):
        place = f"{name}:{line_at(text, match.start())}"
        page, anchor = match["page"], match["anchor"]
        if page not in pages:
            yield Finding(place, f"there is no page docs/theory/{page}")
        elif anchor is not None and anchor not in pages[page]:
            yield Finding(place, f"docs/theory/{page} has no heading #{anchor}")


def outside_pointers(name, text):
    """Words that send the reader to a text outside the repository."""
    for match in OUTSIDE.finditer(text):
        yield Finding(f"{name}:{line_at(text, match.start())}", f"'{' '.join(match.group(0).split())}' points outside the repository")


def bad_links(path, text, root):
    """Relative links of a markdown text at `path` to files or headings that do not exist under `root`."""
    for match in LINK.finditer(without_code(text)):
        target = match["target"]
        if re.match(r"[a-z]+:", target):
            continue
        place = f"{path.relative_to(root)}:{line_at(text, match.start())}"
        file, _, anchor = target.partition("#")
        page = path if file == "" else (path.parent / file).resolve()
        if not page.exists():
            yield Finding(place, f"{target} does not exist")
            continue
        linked = text if file == "" else page.read_text(encoding="utf-8") if page.suffix == ".md" and anchor else ""
        if anchor and page.suffix == ".md" and anchor not in anchors(linked):
            yield Finding(place, f"{target}: the page has no heading #{anchor}")


def names_of_code(text):
    """What a page calls a unit test or a file of the code: (kind, name, offset)."""
    for match in re.finditer(r"`([A-Z]\w+\.[A-Z]\w+)`", text):
        yield "test", match[1], match.start()
    for match in re.finditer(r"`((?:[\w-]+/)*[\w-]+\.(?:h|cpp|py))`", text):
        yield "file", match[1], match.start()


def is_named(name, file):
    """Whether a page may call the file so: by its own name after some of its folders, in order."""
    folders = iter(pathlib.PurePosixPath(file).parts)
    return file.endswith(f"/{pathlib.PurePosixPath(name).name}") and all(part in folders for part in pathlib.PurePosixPath(name).parts)


def repository_files():
    """Tracked text files; in a copy without git, all files outside of build folders."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False)
    if listed.returncode == 0:
        names = [name for name in listed.stdout.decode("utf-8").split("\0") if name]
    else:
        names = [str(path.relative_to(ROOT)) for path in ROOT.rglob("*") if path.is_file()]
        names = [name for name in names if not name.startswith(("build", "."))]
    for name in sorted(names):
        path = ROOT / name
        if path.suffix not in TEXT_SUFFIXES or name.startswith("fuzz/corpus/") or not path.is_file():
            continue
        if path.resolve() != pathlib.Path(__file__).resolve():
            yield name, path.read_text(encoding="utf-8", errors="replace")


def theory_pages():
    return {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "theory").glob("*.md"))}


class CheckersTest(unittest.TestCase):
    """The functions above find what they look for, and nothing else."""

    def test_anchors_are_those_of_github(self):
        self.assertEqual(slug("Float features"), "float-features")
        self.assertEqual(slug("The `calque` command, in short: *how*?"), "the-calque-command-in-short-how")
        self.assertEqual(slug("N-best lists & co."), "n-best-lists--co")
        self.assertEqual(slug("[Tuning](tuning.md) and snake_case"), "tuning-and-snake_case")
        self.assertEqual(slug("Größe des β"), "größe-des-β")

    def test_headings_that_repeat_and_code(self):
        page = "# One\n\n## Two\n\n```\n# no heading\n```\n\n    # nor this\n\n## Two ##\n#hash\n"
        self.assertEqual(anchors(page), {"one", "two", "two-1"})

    def test_citations(self):
        pages = {"tuning.md": {"losses"}}
        text = "// fine (theory/tuning.md#losses), theory/tuning.md.\n// theory/tuning.md#gains and\n// theory/turning.md#losses\n"
        self.assertEqual(
            [str(finding) for finding in bad_citations("a.h", text, pages)],
            ["a.h:2: docs/theory/tuning.md has no heading #gains", "a.h:3: there is no page docs/theory/turning.md"],
        )

    def test_pointers_outside(self):
        found = [finding.place for finding in outside_pointers("a.h", "x\n// see spec 04\n// and (spec\n// 05 section 2)\n// The spec has it.\n")]
        self.assertEqual(found, ["a.h:2", "a.h:3", "a.h:5"])
        self.assertEqual(len(list(outside_pointers("a.py", "# as the\n# specification says"))), 1)
        self.assertEqual(list(outside_pointers("a.h", "// a specific specimen; 4 specs; inspect 04; respect 12; --spec 3\nload(spec, 12);")), [])

    def test_links(self):
        page = ROOT / "docs" / "README.md"
        good = "[a](guide.md) [b](../README.md) [c](#here) [d](https://example.org/x#y) `[e](none.md)`\n\n    [f](none.md)\n\n# Here\n"
        self.assertEqual(list(bad_links(page, good, ROOT)), [])
        found = [str(finding) for finding in bad_links(page, "x\n[a](none.md)\n[b](guide.md#no-such-heading) [c](#nowhere)", ROOT)]
        self.assertEqual(
            found,
            [
                "docs/README.md:2: none.md does not exist",
                "docs/README.md:3: guide.md#no-such-heading: the page has no heading #no-such-heading",
                "docs/README.md:3: #nowhere: the page has no heading #nowhere",
            ],
        )

    def test_code_is_blanked_out_in_place(self):
        text = "a\n\n    code [x](y)\n    more\n\n- item\n  [z](w) `[q](r)`\n"
        self.assertEqual(len(without_code(text)), len(text))
        self.assertEqual([match["target"] for match in LINK.finditer(without_code(text))], ["w"])

    def test_names_of_code(self):
        found = [(kind, name) for kind, name, _ in names_of_code("`Gis.WorkedExample`, `learn/gis.cpp`, `gis.h`, `calque tune`, `--json`, `a.b`")]
        self.assertEqual(found, [("test", "Gis.WorkedExample"), ("file", "learn/gis.cpp"), ("file", "gis.h")])

    def test_files_by_name(self):
        self.assertTrue(is_named("lm/katz.h", "src/lm/katz.h"))
        self.assertTrue(is_named("lm/katz.h", "src/lm/estimate/katz.h"))
        self.assertTrue(is_named("katz.h", "src/lm/katz.h"))
        self.assertFalse(is_named("lm/katz.h", "src/kernel/katz.h"))
        self.assertFalse(is_named("lm/katz.h", "src/lm/katz.cpp"))
        self.assertFalse(is_named("atz.h", "src/lm/katz.h"))


class RepositoryTest(unittest.TestCase):
    def assert_nothing(self, findings):
        self.assertEqual([], [str(finding) for finding in findings], "\n" + "\n".join(map(str, findings)))

    def test_citations_lead_somewhere(self):
        pages = {name: anchors(text) for name, text in theory_pages().items()}
        cited = 0
        findings = []
        for name, text in repository_files():
            cited += len(CITATION.findall(text))
            findings += bad_citations(name, text, pages)
        self.assert_nothing(findings)
        self.assertGreater(cited, 150)

    def test_code_and_pages_point_to_nothing_outside(self):
        findings = []
        for name, text in repository_files():
            if name.startswith(tuple(f"{folder}/" for folder in CODE_FOLDERS)) or name.endswith(".md"):
                findings += outside_pointers(name, text)
        self.assert_nothing(findings)

    def test_links_between_pages(self):
        pages = sorted((ROOT / "docs").rglob("*.md")) + [ROOT / name for name in PAGES_AT_ROOT]
        findings = []
        links = 0
        for page in pages:
            text = page.read_text(encoding="utf-8")
            links += len(LINK.findall(without_code(text)))
            findings += bad_links(page, text, ROOT)
        self.assert_nothing(findings)
        self.assertGreater(links, 100)

    def test_theory_pages_name_what_exists(self):
        tests = {".".join(match) for path in (ROOT / "src").rglob("*_test.cpp") for match in UNIT_TEST.findall(path.read_text(encoding="utf-8"))}
        files = [path.relative_to(ROOT).as_posix() for folder in CODE_FOLDERS for path in (ROOT / folder).rglob("*.*")]
        findings = []
        for page, text in theory_pages().items():
            for kind, name, offset in names_of_code(text):
                exists = name in tests if kind == "test" else any(is_named(name, file) for file in files)
                if not exists:
                    findings.append(Finding(f"docs/theory/{page}:{line_at(text, offset)}", f"there is no {kind} {name}"))
        self.assert_nothing(findings)

    def test_every_theory_page_is_in_the_index(self):
        index = (ROOT / "docs" / "theory" / "README.md").read_text(encoding="utf-8")
        for name in theory_pages():
            if name != "README.md":
                self.assertIn(f"]({name})", index)


if __name__ == "__main__":
    unittest.main()
