"""Every file compiled by itself, without precompiled headers, by gcc and by clang: each includes what it uses."""

import json
import pathlib
import shlex
import subprocess

from common import ROOT, Record, in_parallel

COMPILERS = ("g++", "clang++-14")


def check(item):
    """Whether one compiler takes one file, and what it says if not."""
    compiler, entry = item
    words = shlex.split(entry["command"])
    start = next(i for i, word in enumerate(words) if pathlib.Path(word).name in ("c++", "g++")) + 1
    kept = [word for word in words[start:] if not (compiler != "g++" and word.startswith(("--param", "ggc-", "-Wno-restrict", "-Wno-stringop")))]
    out = kept.index("-o")
    done = subprocess.run([compiler, *kept[:out], *kept[out + 2:], "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True, check=False)
    return compiler, entry["file"], done.stderr if done.returncode else ""


def main(arguments):
    del arguments
    subprocess.run([ROOT / "scripts" / "install-packages", "--fuzz"], check=True)
    subprocess.run(["cmake", "--preset", "no-pch"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    entries = json.loads((ROOT / "build-no-pch" / "compile_commands.json").read_text(encoding="utf-8"))
    record = Record("alone")
    for compiler, file, problem in in_parallel(check, [(compiler, entry) for compiler in COMPILERS for entry in entries]):
        record.count(f"files compiled by {compiler}")
        if problem:
            record.finding(f"{pathlib.Path(file).relative_to(ROOT)}: {compiler}: {problem[:600]}")
    return record.close()
