"""The commands of the documentation, as a reader would follow them, and the README's first command in a fresh clone."""

import pathlib
import re
import subprocess
import sys
import tempfile

from common import ROOT, build, parser
from record import Record, of_everything


def pages(piece):
    done = subprocess.run([sys.executable, ROOT / "tests" / "e2e" / "docs_test.py", "-v"], cwd=ROOT, capture_output=True, text=True, check=False)
    piece.count("tests of pages", int(re.search(r"Ran (\d+) test", done.stderr)[1]))
    if done.returncode != 0:
        piece.finding(done.stderr[-2000:])


def fresh_clone(piece):
    with tempfile.TemporaryDirectory(prefix="calque-clone-", dir=ROOT.parent) as folder:
        clone = pathlib.Path(folder) / "calque"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        started = subprocess.run(["./quickstart"], cwd=clone, capture_output=True, text=True, check=False)
    piece.count("runs of ./quickstart in a fresh clone")
    if started.returncode != 0:
        piece.finding(f"./quickstart: {started.stderr[-2000:]}")


PIECES = {"pages": pages, "fresh clone": fresh_clone}


def main(arguments):
    options = parser("documents", __doc__).parse_args(arguments)
    build(target="all")
    everything = of_everything()
    record = Record("documents", options, lambda _: everything)
    record.work(PIECES, lambda piece: PIECES[piece.name](piece), 1)
    return record.close(list(PIECES))
