"""What the parts of scripts/nightly share: the program, the work folder, and what every part takes for options."""

import argparse
import concurrent.futures
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("CALQUE", str(ROOT / "build" / "calque"))
WORK = pathlib.Path(os.environ.get("CALQUE_NIGHTLY", ROOT / "build-nightly"))
CORES = os.cpu_count() or 1
ORDERLY = (0, 1, 2)  # what a command may end with (docs/guide.md); anything else is a crash


def parser(part, description):
    """The options of a part, with those that all parts take."""
    made = argparse.ArgumentParser(prog=f"scripts/nightly {part}", description=description)
    made.add_argument("--minutes", type=float, default=70, help="begin nothing new after so many; the next call goes on")
    made.add_argument("--again", action="store_true", help="forget what was done for this code before")
    return made


def build(preset="release", target="calque"):
    """Builds what the part runs, so that its record is about this code, unless $CALQUE names another program."""
    if preset != "release" or "CALQUE" not in os.environ:
        subprocess.run([ROOT / "scripts" / "build", preset, target], check=True)


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
