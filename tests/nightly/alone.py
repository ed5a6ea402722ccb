"""Every file compiled by itself, without precompiled headers, by gcc and by clang: each includes what it uses."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess

from common import ROOT, parser
from record import Record

COMPILERS = ("g++", "clang++-14")


def check(compiler, entry):
    """What one compiler says against one file; nothing if it takes it."""
    words = shlex.split(entry["command"])
    start = next(i for i, word in enumerate(words) if pathlib.Path(word).name in ("c++", "g++")) + 1
    kept = [word for word in words[start:] if not (compiler != "g++" and word.startswith(("--param", "ggc-", "-Wno-restrict", "-Wno-stringop")))]
    out = kept.index("-o")
    done = subprocess.run([compiler, *kept[:out], *kept[out + 2:], "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True, check=False)
    return done.stderr if done.returncode else ""


def check_folder(piece, folders):
    compiler, folder = piece.name.split()
    for entry in folders[folder]:
        piece.count(f"files compiled by {compiler}")
        problem = check(compiler, entry)
        if problem:
            piece.finding(f"{os.path.relpath(entry['file'], ROOT)}: {compiler}: {problem[:600]}")


def main(arguments):
    options = parser("alone", __doc__).parse_args(arguments)
    subprocess.run([ROOT / "scripts" / "install-packages", "--fuzz"], check=True)
    subprocess.run(["cmake", "--preset", "no-pch"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    folders = {}
    for entry in json.loads((ROOT / "build-no-pch" / "compile_commands.json").read_text(encoding="utf-8")):
        # What only a build writes (the page as C++) is not there.
        if pathlib.Path(entry["file"]).exists():
            folders.setdefault(os.path.relpath(pathlib.Path(entry["file"]).parent, ROOT), []).append(entry)
    # There is no program to run: the compiler's version stands in its place.
    record = Record("alone", options, shutil.which("clang++-14"), ["alone.py", "tests/CMakeLists.txt", "fuzz/"])
    pieces = [f"{compiler} {folder}" for folder in folders for compiler in COMPILERS]
    record.work(pieces, lambda piece: check_folder(piece, folders))
    return record.close(pieces)
