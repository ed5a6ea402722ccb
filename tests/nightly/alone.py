"""Every file compiled by itself, without precompiled headers, by gcc and by clang: each includes what it uses."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess

from common import ROOT, parser
from record import Record, hash_of

COMPILERS = ("g++", "clang++-14")
LAUNCHER = ["ccache"] if shutil.which("ccache") else []


def check(compiler, entry):
    """What one compiler says against one file; nothing if it takes it."""
    words = shlex.split(entry["command"])
    start = next(i for i, word in enumerate(words) if pathlib.Path(word).name in ("c++", "g++")) + 1
    kept = [word for word in words[start:] if not (compiler != "g++" and word.startswith(("--param", "ggc-", "-Wno-restrict", "-Wno-stringop")))]
    out = kept.index("-o")
    done = subprocess.run([*LAUNCHER, compiler, *kept[:out], *kept[out + 2:], "-fsyntax-only"], cwd=entry["directory"], capture_output=True, text=True, check=False)
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
    # Any header may be in any file, and ccache knows better than we could which: all are asked again when one has changed.
    code = hash_of([__file__, *(shutil.which(compiler) for compiler in COMPILERS),
                    *(ROOT / name for name in ("CMakeLists.txt", "CMakePresets.json", "apps", "bench", "cmake", "include", "src", "tests/CMakeLists.txt"))])
    record = Record("alone", options, lambda _: code)
    pieces = [f"{compiler} {folder}" for folder in folders for compiler in COMPILERS]
    record.work(pieces, lambda piece: check_folder(piece, folders))
    return record.close(pieces)
