"""All tests, of modules and of the whole program, under a sanitizer: `asan` (addresses and undefined behaviour) or `tsan`.

Each suite is a piece of its own: one that has passed for this code is not run again.
"""

import functools
import re
import subprocess

from common import ROOT, build, parser
from record import Record, hash_of, of_everything

PROBLEM = re.compile(r"^.*(?:runtime error|ERROR: AddressSanitizer|WARNING: ThreadSanitizer).*$", re.MULTILINE)


def ctest(preset, *more):
    return subprocess.run(["ctest", "--preset", preset, "--no-tests=error", *more], cwd=ROOT, capture_output=True, text=True, errors="replace",
                          check=False)


def run_suite(piece, preset):
    done = ctest(preset, "--verbose", "--timeout", "5000", "-R", f"^{re.escape(piece.name)}$")
    outcome = re.search(r"^1/1 Test +#\d+: \S+ \.+ *(?:\*{3})?(\w+)", done.stdout, re.MULTILINE)
    piece.count("suites")
    piece.count("suites " + (outcome[1].lower() if outcome else "without an outcome"))
    for tests in re.findall(r"\[==========\] (\d+) tests? .* ran|\bRan (\d+) tests? in", done.stdout):
        piece.count("tests", next(filter(None, tests)))
    problems = sorted({line.strip() for line in PROBLEM.findall(done.stdout)})
    for line in problems:
        piece.finding(f"{piece.name}: {line}")
    if done.returncode != 0 and not problems:
        piece.finding(f"{piece.name} failed: {done.stdout[-500:]}")
    print(f"  {piece.name}: {outcome[1].lower() if outcome else '?'}", flush=True)


@functools.cache
def of_programs(preset):
    """The fingerprint of every program that a test of the whole may run: all but those of the modules' tests."""
    folder = ROOT / f"build-{preset}"
    return hash_of([folder / "calque", *sorted(folder.glob("libcalque.*")),
                    *sorted(path for path in (folder / "bench").iterdir() if path.is_file() and path.stat().st_mode & 0o100)])


everything = functools.cache(of_everything)


def code_of(preset, suite):
    """The fingerprint of what a suite runs: the program of a module's tests, or the programs and a test of the whole."""
    own = ROOT / f"build-{preset}" / f"{suite}_tests"
    if own.exists():
        return hash_of([own])
    test = ROOT / "tests" / "e2e" / f"{suite.removeprefix('e2e.')}_test.py"
    # Some look at the files of the project as well.
    if not test.exists() or re.search(r"\bROOT\b", test.read_text(encoding="utf-8")):
        return of_programs(preset) + everything()
    return of_programs(preset) + hash_of([test, ROOT / "tests" / "e2e" / "harness.py", ROOT / "tests" / "e2e" / "serving.py"])


def main(preset, arguments):
    options_of = parser(preset, __doc__)
    options_of.add_argument("--suite", action="append", help="as ctest has it, such as decode or e2e.tuning")
    options = options_of.parse_args(arguments)
    build(preset, "all")
    suites = re.findall(r"^ +Test +#\d+: (\S+)", ctest(preset, "-N").stdout, re.MULTILINE)
    record = Record(preset, options, lambda suite: code_of(preset, suite), chosen=options.suite)
    # The largest programs take longest, and begin first.
    size = lambda name: next((path.stat().st_size for path in [ROOT / f"build-{preset}" / f"{name}_tests"] if path.exists()), 0)
    record.work(sorted(options.suite or suites, key=size, reverse=True), lambda piece: run_suite(piece, preset))
    return record.close(suites, ["suites", "tests"])
