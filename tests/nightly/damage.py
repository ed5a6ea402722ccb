"""Damaged and forged model files: no crash, and no answer that differs without an error.

A file of a model is damaged (bits, bytes, blocks, cut, longer, exchanged for that of another model), forged (a section of a
container changed and its checksums made right again), or forged and accepted (the manifest made to agree as well). Damaged
and forged files must be refused, or give the answer of the whole model. What was forged and accepted is another model to the
program: it may answer what it likes, but must end in an orderly way. The same is asked of text without checksums.
"""

import pathlib
import random
import re
import shutil
import tempfile

import forge
from common import ORDERLY, PROGRAM, build, parser, run
from models import Zoo
from record import Record, of_program

TIMEOUT = 120
FILES = 10_000
PIECE = 100  # files


def answer(result):
    """What a command said, without how long it took."""
    return re.sub(rb'"seconds":[^,}]*', b"", result.stdout)


def other_file(case, file, cases, rng):
    """The file of that name, or of that kind of name, in another model; nothing if there is none."""
    others = [c.folder / f for c in cases for f in c.files
              if (c.folder / f) != (case.folder / file) and pathlib.Path(f).suffix == pathlib.Path(file).suffix]
    same_name = [path for path in others if path.name == file]
    choice = same_name if same_name and rng.random() < 0.7 else others
    return rng.choice(choice) if choice else None


def make_damage(case, file, cases, rng):
    """New bytes for the file, what was done, and in which way."""
    data = (case.folder / file).read_bytes()
    ways = ["damaged"] * 5 + ["exchanged"]
    if forge.is_container(data):
        ways += ["forged"] * 2 + ["accepted"] * 4
    way = rng.choice(ways)
    if way == "exchanged":
        other = other_file(case, file, cases, rng)
        if other is not None:
            return other.read_bytes(), f"exchanged for {other.parent.name}/{other.name}", way
        way = "damaged"
    if way == "damaged":
        return *forge.damage(data, rng), way
    return *forge.forge(data, rng), way


class Damager:
    def __init__(self, zoo, seed):
        self.seed = seed
        self.cases = list(zoo.cases())
        self.answers = {}
        for case in self.cases:
            copy = self.copy_of(case)
            result = run(*case.ask(copy), "-q", timeout=TIMEOUT)
            shutil.rmtree(copy)
            if result.returncode != 0:
                raise SystemExit(f"{case.name}: {result.stderr.decode('utf-8', 'replace')}")
            self.answers[case.name] = answer(result)

    def copy_of(self, case):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="calque-damage-"))
        for file in [path.name for path in case.folder.iterdir() if path.is_file()]:
            (folder / file).symlink_to((case.folder / file).resolve())
        return folder

    def one(self, number):
        """Damages one file and asks; what was done, in which way, and the answer."""
        rng = random.Random(f"{self.seed} {number}")
        case = self.cases[number % len(self.cases)]
        file = rng.choice(case.files)
        data, what, way = make_damage(case, file, self.cases, rng)
        folder = self.copy_of(case)
        try:
            (folder / file).unlink()
            (folder / file).write_bytes(data)
            system = (folder / "manifest.json").exists()
            if way == "accepted" and system:
                manifest = (folder / "manifest.json").read_bytes()
                (folder / "manifest.json").unlink()
                (folder / "manifest.json").write_bytes(manifest)
                run("inspect", folder, "--accept-parts", "-q", timeout=TIMEOUT)
            if way == "forged" and not system:
                way = "accepted"  # nothing but the file's own checksums ties it to anything
            result = run(*case.ask(folder), "-q", timeout=TIMEOUT)
            same = answer(result) == self.answers[case.name]
            whole = data == (case.folder / file).read_bytes()
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        return f"case {number}: {case.name}, {file}: {what} ({way})", case, way, result, same, whole

    def judge(self, piece, outcome):
        title, case, way, result, same, whole = outcome
        piece.count("files " + way)
        if result.returncode not in ORDERLY:
            piece.count("crashes")
            piece.finding(f"{title}: status {result.returncode}: {result.stderr[-300:].decode('utf-8', 'replace').strip()}")
        elif result.returncode == 0:
            piece.count("answers as before" if same else "other answers")
            # A file of another model that is whole is no damage where nothing names the file that belongs there.
            excused = way == "accepted" or not case.checked or whole or (way == "exchanged" and case.folder.name in ("lm", "align", "reorder"))
            if not same and not excused:
                piece.count("silent changes")
                piece.finding(f"{title}: status 0 and another answer")
        else:
            piece.count("refused")

    def work(self, piece):
        """A piece is named by the numbers of its files: "100-199"."""
        first, last = map(int, piece.name.split("-"))
        for number in range(first, last + 1):
            self.judge(piece, self.one(number))


def main(arguments):
    options_of = parser("damage", __doc__)
    options_of.add_argument("--files", type=int, default=FILES)
    options_of.add_argument("--seed", type=int, default=1)
    options_of.add_argument("--only", type=int, help="the number of one case, to look at it again")
    options = options_of.parse_args(arguments)
    build()
    sample = (options.files, options.seed) != (FILES, 1) and f"{options.files} files, seed {options.seed}"
    record = Record("damage", options, of_program(PROGRAM, ["damage.py", "forge.py", "models.py"]), sample)
    damager = Damager(Zoo(), options.seed)
    if options.only is not None:
        outcome = damager.one(options.only)
        print(outcome[0], outcome[3])
        return "good"
    pieces = [f"{first}-{min(first + PIECE, options.files) - 1}" for first in range(0, options.files, PIECE)]
    record.work(pieces, damager.work)
    return record.close(pieces, ["crashes", "silent changes"])
