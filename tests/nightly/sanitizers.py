"""All tests, of modules and of the whole program, under a sanitizer: `asan` (addresses and undefined behaviour) or `tsan`."""

import re
import subprocess

from common import CORES, ROOT, Record


def main(preset):
    record = Record(preset)
    subprocess.run([ROOT / "scripts" / "build", preset], check=True)
    done = subprocess.run(["ctest", "--preset", preset, "--parallel", str(CORES), "--no-tests=error"], cwd=ROOT, capture_output=True, text=True,
                          check=False)
    record.counts.update({"suites": 0, "tests": 0})
    for _, outcome in re.findall(r"Test +#\d+: (\S+) \.+ *(\*{3}\w+|\w+)", done.stdout):
        record.count("suites")
        record.count("suites " + outcome.strip("*").lower())
    log = (ROOT / f"build-{preset}" / "Testing" / "Temporary" / "LastTest.log").read_text(encoding="utf-8", errors="replace")
    record.count("tests", sum(map(int, re.findall(r"^\[==========\] (\d+) tests? .* ran", log, re.MULTILINE))))
    record.count("tests", sum(map(int, re.findall(r"^Ran (\d+) tests? in", log, re.MULTILINE))))
    for name in re.findall(r"^\s+\d+ - (\S+) \((?!Skipped)", done.stdout, re.MULTILINE):
        record.finding(f"{name} failed")
    for line in sorted(set(re.findall(r"^.*(?:runtime error|ERROR: AddressSanitizer|WARNING: ThreadSanitizer).*$", log, re.MULTILINE))):
        record.finding(line.strip())
    if done.returncode != 0 and not record.findings:
        record.finding(done.stdout[-500:])
    return record.close()
