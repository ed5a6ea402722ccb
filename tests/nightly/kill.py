"""Kills training commands at random moments and lets them go on: the result has the bytes of an undisturbed run.

Each round starts a command in a fresh folder, kills it (SIGKILL, which no program can catch) after a random part of the time
that an undisturbed run takes, up to three times, runs it to the end and compares every file but those that hold times.
Nothing may be left behind: no temporary file, no lock.
"""

import pathlib
import random
import shutil
import subprocess
import time

from common import PROGRAM, WORK, build, contents, must, parser, run, start
from record import Record, of_program

KILLS = 500
PIECE = 5  # rounds
SETTLED = ("work/tuning",)  # folders that hold times in their files


class Job:
    """A command that writes into a folder, and how the folder is before."""

    def __init__(self, name, arguments, before=None, refuses_whole=False, goes_further=False):
        self.name = name
        self.goes_further = goes_further  # run on its own result, it makes another one
        self.refuses_whole = refuses_whole
        self.arguments = arguments  # with {} for the folder
        self.before = before

    def prepare(self, folder):
        shutil.rmtree(folder, ignore_errors=True)
        if self.before:
            shutil.copytree(self.before, folder)

    def command(self, folder):
        return [str(word).replace("{}", str(folder)) for word in self.arguments] + ["-q"]


def make_jobs(work):
    """The commands, on corpora so small that each takes about a second."""
    text = work / "text"
    if not text.exists():
        must("synth", "--pair", "de-en", "--sentences", 400, "--dev", 20, "--test", 5, "-o", text)
    corpus = ["-s", text / "train.de", "-t", text / "train.en"]
    dev = ["--dev-source", text / "dev.de", "--dev-target", text / "dev.en"]
    base = work / "base"
    must("train", *corpus, "--align-model", "diagonal", "-o", base)
    return [
        Job("train", ["train", *corpus, *dev, "--align-model", "hmm", "--reordering", "lexicalised,dual-mlr", "--sparse-features", "orientation",
                      "-o", "{}"]),
        Job("train and tune", ["train", *corpus, *dev, "--align-model", "diagonal", "--tune", "mert", "-o", "{}"]),
        Job("tune", ["tune", "-m", "{}", "-s", text / "dev.de", "-r", text / "dev.en", "--method", "mira", "--rounds", 4, "--n-best", 100], base,
            goes_further=True),
        Job("block train", ["block", "train", "-m", base, "--kind", "orientation", "--binary", "bb,tp", "--threshold", 1, "--passes", 5, "-o", "{}"],
            refuses_whole=True),
        Job("kernel train", ["kernel", "train", *corpus, *dev, "--align-model", "diagonal", "-o", "{}"]),
    ]


def result_of(folder):
    files = contents(folder)
    return {name: data for name, data in files.items() if not name.startswith(SETTLED)}


def leftovers(folder):
    return [str(path.relative_to(folder)) for path in pathlib.Path(folder).rglob("*") if ".tmp" in path.name or path.name == ".lock"]


class Killer:
    def __init__(self, work, seed):
        self.work = work
        self.seed = seed
        self.jobs = make_jobs(work)
        self.expected, self.seconds = {}, {}
        for job in self.jobs:
            folder = work / "undisturbed"
            job.prepare(folder)
            begin = time.monotonic()
            must(*job.command(folder)[:-1])
            self.seconds[job.name] = time.monotonic() - begin
            self.expected[job.name] = result_of(folder)

    def round(self, number):
        """Kills a command one to three times and finishes it; what was wrong, and how often it was really killed."""
        rng = random.Random(f"{self.seed} {number}")
        job = self.jobs[number % len(self.jobs)]
        folder = self.work / f"round-{number}"
        job.prepare(folder)
        killed, moments, result = 0, [], None
        for _ in range(rng.choice((1, 2, 3))):
            process = start(job.command(folder), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            moments.append(rng.random() * self.seconds[job.name] * 1.2)
            time.sleep(moments[-1])
            process.kill()
            killed += process.wait() == -9
            # Tuned weights that are in place when the kill comes are what the same command would begin with.
            if job.goes_further and result_of(folder) == self.expected[job.name]:
                break
        else:
            result = run(*job.command(folder))
        problems = self.problems(job, folder, result) if result else []
        if not problems:
            shutil.rmtree(folder)
        places = ", ".join(f"{moment:.3f}" for moment in moments)
        return [f"round {number}: {job.name}, killed after {places} s: {problem}" for problem in problems], killed

    def problems(self, job, folder, result):
        # A folder that was whole when the kill came is not written again.
        whole = job.refuses_whole and result.returncode == 2 and b"holds other files" in result.stderr
        if result.returncode != 0 and not whole:
            return [f"status {result.returncode}: {result.stderr.decode('utf-8', 'replace')[-300:]}"]
        found, expected = result_of(folder), self.expected[job.name]
        problems = [f"{name} differs" for name in sorted(expected.keys() | found.keys()) if expected.get(name) != found.get(name)]
        return problems + [f"{name} was left behind" for name in leftovers(folder)]

    def piece(self, piece):
        """A piece is named by its first round: "rounds from 15"."""
        first = int(piece.name.split()[-1])
        for number in range(first, first + PIECE):
            problems, killed = self.round(number)
            piece.count("kills", killed)
            piece.count("runs resumed")
            piece.count("runs finished with other bytes", bool(problems))
            for problem in problems:
                piece.finding(problem)


def main(arguments):
    options_of = parser("kill", __doc__)
    options_of.add_argument("--kills", type=int, default=KILLS, help="at least; some commands have ended before the kill comes")
    options_of.add_argument("--seed", type=int, default=1)
    options_of.add_argument("--only", type=int, help="the number of one round, to look at it again")
    options = options_of.parse_args(arguments)
    build()
    sample = (options.kills, options.seed) != (KILLS, 1) and f"{options.kills} kills, seed {options.seed}"
    record = Record("kill", options, of_program(PROGRAM, ["kill.py"]), sample)
    work = WORK / "kill"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    killer = Killer(work, options.seed)
    if options.only is not None:
        print(killer.round(options.only))
        return "good"
    pieces = []
    while True:
        # A few at a time: how many kills come of it is only known afterwards.
        more = [f"rounds from {PIECE * (len(pieces) + i)}" for i in range(2)]
        if record.total("kills") >= options.kills and not any(map(record.is_whole, more)):
            break
        pieces += more
        if not record.work(more, killer.piece, 2):
            break
    return record.close(pieces, ["kills", "runs finished with other bytes"])
