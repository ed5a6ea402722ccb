"""The same bytes for every number of threads: whole trainings, tunings and translations with many options."""

import shutil

from common import PROGRAM, WORK, build, contents, must, parser, run
from record import Record, of_program

THREADS = (1, 2, 3, 8)
TUNERS = ("mert", "smoothed-mert", "mira", "pro", "s-slack", "1-slack")


def corpora(work):
    for pair in ("de-en", "fr-en", "ja-en"):
        folder = work / pair
        must("synth", "--pair", pair, "--sentences", 600, "--dev", 20, "--test", 40, "-o", folder)
        source, target = pair.split("-")
        yield {name: folder / f"{name}.{side}" for name in ("train", "dev", "test") for side in (source, target)} | {
            "source": source, "target": target, "folder": folder, "pair": pair}


class Jobs:
    """Commands, each with {} for its output and {threads} for the number of threads."""

    def __init__(self, work):
        self.work = work
        self.jobs = []
        for corpus in corpora(work):
            self.add_corpus(corpus)

    def add(self, name, *arguments):
        self.jobs.append((name, arguments))

    def add_corpus(self, corpus):
        folder, source, target, pair = corpus["folder"], corpus["source"], corpus["target"], corpus["pair"]
        text = ["-s", folder / f"train.{source}", "-t", folder / f"train.{target}"]
        dev = ["--dev-source", folder / f"dev.{source}", "--dev-target", folder / f"dev.{target}"]
        model = folder / "model"
        must("train", *text, "--align-model", "diagonal", "--reordering", "hier-mslr-bidirectional-fe,dual-mlr", "-o", model)
        for options in (["--reordering", "lexicalised,dpr-mms"], ["--reordering", "phrase-msd-backward-f", "--sparse-features", "orientation,pairs"],
                        ["--align-model", "hmm", "--smoothing", "kneser-ney", "--prune-significance", "alpha+epsilon"],
                        ["--align-model", "fertility", "--memory", "64M", "--phrase-features", "low-count,unaligned"]):
            self.add(f"{pair}: train {' '.join(options)}", "train", *text, *options, "-o", "{}")
        for learner in ("bayes-map", "bayes", "mlr-dual", "mms", "svm", "mmr", "centroid", "ordinal", "dpr-mlr-dual"):
            self.add(f"{pair}: reorder train {learner}", "reorder", "train", *text, "-a", folder / "train.align", "--learner", learner, "-o", "{}")
        for aligner in ("fertility", "hmm", "diagonal", "ibm1"):
            self.add(f"{pair}: align {aligner}", "align", *text, "--model", aligner, "-o", "{}")
        for tuner in TUNERS:
            self.add(f"{pair}: tune {tuner}", "tune", "-m", model, "-s", folder / f"dev.{source}", "-r", folder / f"dev.{target}", "--method", tuner,
                     "--rounds", 2, "--n-best", 50, "--work", "{}-work", "-o", "{}")
        test = folder / f"test.{source}"
        for options in ([], ["--n-best", 20], ["--set", "search=cube"], ["--mbr"], ["--json"], ["--trace"]):
            self.add(f"{pair}: translate {' '.join(map(str, options))}", "translate", "-m", model, "-i", test, *options, "-o", "{}")
        self.add(f"{pair}: block train", "block", "train", "-m", model, "--binary", "bb,tp", "--threshold", 1, "-o", "{}")
        self.add(f"{pair}: kernel train", "kernel", "train", *text, *dev, "--align-model", "diagonal", "-o", "{}")
        self.add(f"{pair}: lm train", "lm", "train", "-i", folder / f"train.{target}", "-n", 5, "--prune", 0, 0, 1, "-o", "{}")
        self.add(f"{pair}: classes", "classes", "-i", folder / f"train.{target}", "-o", "{}")
        self.add(f"{pair}: evaluate", "evaluate", "-r", folder / f"test.{target}", test, "--metrics", "all", "--bootstrap", 50, "--json")


def result(out, said):
    """What a command made: files, or what it printed."""
    if out.is_dir():
        return contents(out)
    return out.read_bytes() if out.exists() else said


def compare(piece, number, words, work):
    """Runs a command with every number of threads; the results must be the same."""
    results = []
    for threads in THREADS:
        # The name of the folder is the same each time: some files hold it.
        out = work / f"out-{number}"
        done = run(*[str(word).replace("{}", str(out)) for word in words], "--threads", threads, "-q")
        results.append((done.returncode, done.stderr if done.returncode else result(out, done.stdout)))
        for path in (out, work / f"out-{number}-work"):
            if path.is_dir():
                shutil.rmtree(path)
            elif path.exists():
                path.unlink()
    piece.count("commands")
    piece.count("runs", len(results))
    status, first = results[0]
    if status != 0:
        piece.finding(f"{piece.name}: status {status}: {first[-300:].decode('utf-8', 'replace')}")
    for threads, again in list(zip(THREADS, results))[1:]:
        if again != results[0]:
            piece.finding(f"{piece.name}: other bytes with {threads} threads than with 1")


def main(arguments):
    options = parser("threads", __doc__).parse_args(arguments)
    build()
    record, work = Record("threads", options, of_program(PROGRAM, ["threads.py"])), WORK / "threads"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    jobs = {name: (number, words) for number, (name, words) in enumerate(Jobs(work).jobs)}
    record.work(jobs, lambda piece: compare(piece, *jobs[piece.name], work), 2)
    shutil.rmtree(work)
    return record.close(list(jobs), ["commands", "runs"])
