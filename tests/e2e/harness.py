"""What the end-to-end tests share: running the program in a scratch folder, a look at the pages it writes."""

import html.parser
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(os.environ.get("CALQUE", ROOT / "build" / "calque"))
DATA = pathlib.Path(os.environ.get("CALQUE_DATA", ROOT / ".." / "shared" / "data"))


class Result:
    def __init__(self, completed):
        self.status = completed.returncode
        self.out = completed.stdout.decode("utf-8", "surrogateescape")
        self.err = completed.stderr.decode("utf-8", "surrogateescape")

    @property
    def lines(self):
        return self.out.split("\n")[:-1]


class PageChecker(html.parser.HTMLParser):
    """Well-formedness enough to notice text that was not escaped."""

    VOID = {"meta", "br", "rect", "line", "polyline"}

    def __init__(self):
        super().__init__()
        self.open = []
        self.tags = []
        self.references = []

    def handle_starttag(self, tag, attributes):
        self.tags.append(tag)
        self.references += [value for name, value in attributes if name in ("src", "href")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open and self.open[-1] == tag, f"</{tag}> closes {self.open[-3:]}"
            self.open.pop()


def weights_in(path):
    """The text of a weights file as a person may edit it: without its checksum."""
    return "".join(line for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines(keepends=True) if not line.startswith("#"))


class ProgramTest(unittest.TestCase):
    """A test with a scratch folder of its own."""

    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="calque-e2e-")
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def path(self, name):
        return str(self.scratch / name)

    def write(self, name, content):
        """Writes text or bytes and returns the path."""
        data = content.encode() if isinstance(content, str) else content
        (self.scratch / name).write_bytes(data)
        return self.path(name)

    def run_program(self, *arguments, stdin=b"", timeout=600, environment=None):
        if isinstance(stdin, str):
            stdin = stdin.encode()
        return Result(
            subprocess.run(
                [PROGRAM, *map(str, arguments)],
                input=stdin,
                capture_output=True,
                timeout=timeout,
                env={**os.environ, **(environment or {})},
                check=False,
            )
        )

    def calque(self, *arguments, stdin=b"", **options):
        """Runs the program and expects it to succeed."""
        result = self.run_program(*arguments, stdin=stdin, **options)
        self.assertEqual(result.status, 0, f"calque {' '.join(map(str, arguments))}: {result.err}")
        return result

    def refused(self, *arguments, stdin=b"", says=(), status=2, **options):
        """Runs the program and expects the clear error: one line that begins as promised and holds every word of `says`."""
        result = self.run_program(*arguments, stdin=stdin, **options)
        call = f"calque {' '.join(map(str, arguments))}"
        self.assertEqual(result.status, status, f"{call}: {result.err}")
        errors = [line for line in result.err.splitlines() if line.startswith("calque: error: ")]
        self.assertEqual(len(errors), 1, f"{call}: {result.err}")
        for word in [says] if isinstance(says, str) else says:
            self.assertIn(word, errors[0], call)
        return result

    def no_leftovers(self):
        """No temporary file may stay behind."""
        left = [str(p) for p in self.scratch.rglob("*") if ".tmp" in p.name]
        self.assertEqual(left, [])


class SharingTest(ProgramTest):
    """Tests that read the same corpus or model. It stands in the folder `shared`, where the first test that needs it makes it, and
    no test changes it."""

    @classmethod
    def setUpClass(cls):
        holder = tempfile.TemporaryDirectory(prefix="calque-e2e-")
        cls.addClassCleanup(holder.cleanup)
        cls.shared = pathlib.Path(holder.name)
