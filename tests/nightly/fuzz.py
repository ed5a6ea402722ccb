"""Fuzzing of every reader (fuzz/), from inputs that are whole.

The inputs are those of fuzz/corpus, the models of models.py and texts made by the program. What is found new is kept
beside the results, so that the next run begins where this one ended.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess

from common import ROOT, WORK, Record, in_parallel, must
from models import Zoo

FUZZER = pathlib.Path(os.environ.get("CALQUE_FUZZER", ROOT / "build-fuzz" / "fuzz" / "fuzz_readers"))
# The longest input that is tried, where the usual 4 KiB would keep whole models out.
MAX_BYTES = 1 << 16


def small(paths):
    return [path for path in paths if path.is_file() and 0 < path.stat().st_size <= MAX_BYTES]


def seeds(zoo, texts):
    """The files that each reader may begin with."""
    folder = zoo.folder
    models = sorted(path for path in folder.rglob("*") if path.is_file())
    containers = [path for path in models if path.read_bytes()[:6] == b"CALQUE"]
    kind = lambda name: [path for path in containers if path.read_bytes()[16:16 + len(name)] == name or name in path.read_bytes()[:64]]
    named = lambda *names: [path for path in models if path.name in names]
    return {
        "container": containers, "phrase-table": kind(b"phrases"), "language-model": kind(b"lm"), "alignment-model": kind(b"align"),
        "reordering-model": kind(b"reorder"), "block-model": kind(b"block"), "kernel-model": kind(b"kernel"), "candidates": kind(b"candidates"),
        "corpus": kind(b"corpus"), "weights": named("weights.txt"), "preparation": named("preparation.txt"), "manifest": named("manifest.json"),
        "truecase-model": named("truecase.txt"), "word-classes": named("classes.txt"), "n-best": named("list.nbest"), "data-points": named("points"),
        "block-weights": named("block-weights"), "moses-ini": named("moses.ini"), "moses-table": list((folder / "moses").glob("*table*")),
        "alignment": [folder / "align" / "hmm.links"], "gold-alignment": [folder / "align" / "hmm.links"], "arpa": named("x.arpa"),
        **{name: texts for name in ("lines", "tmx", "tsv", "bars", "two-files", "sentences", "tokenizer", "escaping", "markup", "glossary", "word-labels")},
    }


def write_texts(folder):
    """Little texts in every format, with what the formats have for marks."""
    folder.mkdir(parents=True, exist_ok=True)
    units = '<tu><tuv xml:lang="de"><seg>ein <bpt i="1">Haus</bpt> &amp;</seg></tuv><tuv xml:lang="en"><seg>a house</seg></tuv></tu>'
    texts = {
        "tmx": f'<?xml version="1.0"?><tmx version="1.4"><header srclang="de"/><body>{units * 3}</body></tmx>',
        "tsv": "ein Haus\ta house\nzwei\ttwo\textra\n",
        "bars": "ein Haus ||| a house\nzwei ||| two ||| 0-0\n",
        "markup": '<a translation="x" prob="0.5">b a</a> <keep>b</keep> <wall/> <zone>a b</zone> <ph id="1"/> &lt;',
        "glossary": "a b a\na\tx y\nb\tz\na b\nkept\n",
        "text": "Das ist z.B. ein Haus. „So!“ 3,5 % — 我住在北京。 l'eau don't a|||b\r\n",
        "labels": "NN VB\nNN\n",
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def fuzz(reader, runs, seconds, inputs, work):
    """Runs one reader; executions, and what was found."""
    corpus, found = work / "corpus" / reader, work / "found" / reader
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    for number, path in enumerate(small(inputs)):
        shutil.copy(path, corpus / f"seed-{number}")
    folders = [corpus, *[path for path in (ROOT / "fuzz" / "corpus" / reader.replace("-", "_"),) if path.exists()]]
    command = [FUZZER, reader, f"-runs={runs}", f"-max_total_time={seconds}", f"-max_len={MAX_BYTES if inputs else 4096}", "-timeout=20",
               "-rss_limit_mb=2560", "-malloc_limit_mb=2000", "-print_final_stats=1", f"-artifact_prefix={found}/", *folders]
    done = subprocess.run([str(word) for word in command], capture_output=True, check=False)
    said = done.stderr.decode("utf-8", "replace")
    executed = re.search(r"stat::number_of_executed_units: (\d+)", said)
    problem = "" if done.returncode == 0 else next(
        (line for line in said.splitlines() if re.search(r"ERROR|runtime error|SUMMARY|what\(\)", line)), said[-300:])
    return int(executed[1]) if executed else 0, problem


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/nightly fuzz", description=__doc__)
    parser.add_argument("--runs", type=int, default=1_000_000, help="for each reader")
    parser.add_argument("--seconds", type=int, default=1800, help="at most, for each reader")
    parser.add_argument("--reader", action="append")
    options = parser.parse_args(arguments)
    if not FUZZER.exists():
        subprocess.run([ROOT / "scripts" / "install-packages", "--fuzz"], check=True)
        subprocess.run([ROOT / "scripts" / "build", "fuzz", "fuzz_readers"], check=True)
    readers = subprocess.run([FUZZER], capture_output=True, text=True, check=True).stdout.split()
    record, work = Record("fuzz"), WORK / "fuzz"
    inputs = seeds(Zoo(), write_texts(work / "texts"))
    record.counts.update({"readers": 0, "executions": 0})
    chosen = options.reader or readers

    def one(reader):
        return reader, *fuzz(reader, options.runs, options.seconds, inputs.get(reader, []), work)

    for reader, executed, problem in in_parallel(one, chosen, 2):
        record.count("readers")
        record.count("executions", executed)
        record.counts[f"executions of {reader}"] = executed
        print(f"  {reader}: {executed:,}", flush=True)
        if problem:
            record.finding(f"{reader}: {problem}")
    must("--version")
    return record.close()
