"""What the parts of scripts/nightly share: the program, the work folder, and the record of a part."""

import concurrent.futures
import datetime
import json
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CALQUE", str(ROOT / "build" / "calque"))
WORK = pathlib.Path(os.environ.get("CALQUE_NIGHTLY", ROOT / "build-nightly"))
CORES = os.cpu_count() or 1
ORDERLY = (0, 1, 2)  # what a command may end with (docs/guide.md); anything else is a crash


class Record:
    """Counts and findings of one part; kept as WORK/PART.json."""

    def __init__(self, part):
        self.part = part
        self.counts = {}
        self.findings = []
        self.start = time.monotonic()

    def count(self, name, number=1):
        self.counts[name] = self.counts.get(name, 0) + number

    def finding(self, text):
        self.findings.append(text)
        print(f"  found: {text}", flush=True)

    def close(self):
        """Writes the record and prints its line; returns whether nothing was found."""
        content = {
            "part": self.part,
            "date": datetime.date.today().isoformat(),
            "seconds": round(time.monotonic() - self.start),
            "counts": self.counts,
            "findings": self.findings,
        }
        WORK.mkdir(parents=True, exist_ok=True)
        (WORK / f"{self.part}.json").write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        figures = ", ".join(f"{number:,} {name}" for name, number in self.counts.items())
        print(f"{self.part}: {figures}; {len(self.findings)} findings; {content['seconds']} s", flush=True)
        return not self.findings


def start(arguments, **options):
    return subprocess.Popen([PROGRAM, *map(str, arguments)], **options)


def run(*arguments, stdin=None, timeout=600):
    """The finished process, with its output as bytes; a timeout counts as a crash with status -99."""
    command = [PROGRAM, *map(str, arguments)]
    try:
        return subprocess.run(command, input=stdin, stdin=None if stdin is not None else subprocess.DEVNULL, capture_output=True,
                              timeout=timeout, check=False)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, -99, b"", b"timeout")


def must(*arguments, stdin=None):
    """Runs the program and expects it to succeed."""
    result = run(*arguments, "-q", stdin=stdin)
    if result.returncode != 0:
        raise SystemExit(f"calque {' '.join(map(str, arguments))}: {result.stderr.decode('utf-8', 'replace')}")
    return result.stdout


def in_parallel(function, items, workers=CORES):
    """function(item) for all items, the results in their order."""
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        yield from pool.map(function, items)


def contents(folder, timed=("report.html", "work/steps.json")):
    """The files of a folder by name, without those that hold times."""
    folder = pathlib.Path(folder)
    names = (str(path.relative_to(folder)) for path in sorted(folder.rglob("*")) if path.is_file())
    return {name: (folder / name).read_bytes() for name in names if name not in timed and not name.endswith("report.html")}
