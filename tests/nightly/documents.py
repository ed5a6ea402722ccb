"""The commands of the documentation, as a reader would follow them, and the README's first command in a fresh clone."""

import pathlib
import re
import subprocess
import sys
import tempfile

from common import ROOT, Record


def main(arguments):
    del arguments
    record = Record("documents")
    done = subprocess.run([sys.executable, ROOT / "tests" / "e2e" / "docs_test.py", "-v"], cwd=ROOT, capture_output=True, text=True, check=False)
    record.count("tests of pages", int(re.search(r"Ran (\d+) test", done.stderr)[1]))
    if done.returncode != 0:
        record.finding(done.stderr[-2000:])
    with tempfile.TemporaryDirectory(prefix="calque-clone-", dir=ROOT.parent) as folder:
        clone = pathlib.Path(folder) / "calque"
        subprocess.run(["git", "clone", "--quiet", ROOT, clone], check=True)
        started = subprocess.run(["./quickstart"], cwd=clone, capture_output=True, text=True, check=False)
        record.count("runs of ./quickstart in a fresh clone")
        if started.returncode != 0:
            record.finding(f"./quickstart: {started.stderr[-2000:]}")
    return record.close()
