"""Fuzzing of every reader (fuzz/), from inputs that are whole.

The inputs are those of fuzz/corpus, the models of models.py and texts made by the program. What is found new is kept
beside the results, so that the next run begins where this one ended. A reader that has had its executions for this code
is not run again.
"""

import os
import pathlib
import re
import shutil
import subprocess

from common import ROOT, WORK, build, parser, start
from models import Zoo
from record import Record, hash_of

FUZZERS = ROOT / "build-fuzz" / "fuzz"
RUNS = 1_000_000
# The longest input that is tried: twice what a reader begins with, at least TEXT_BYTES and at most MODEL_BYTES. Long
# inputs only cost time, so models are made from a few sentences and long texts are cut.
MODEL_BYTES = 1 << 16
TEXT_BYTES = 1 << 10
LONG_TEXT = 1 << 12
SENTENCES = 16


def small(paths):
    """The bytes of files that are short enough, once each; the first lines of long texts, unless that would break them."""
    found = {}
    for path in paths:
        data = path.read_bytes() if path.is_file() and path.stat().st_size <= MODEL_BYTES else b""
        if not data.startswith((b"CALQUE", b"{")) and len(data) > LONG_TEXT:
            data = data[:data.rfind(b"\n", 0, LONG_TEXT) + 1]
        if data:
            found[data] = True
    return sorted(found, key=len)


def make_candidates(zoo):
    """The lists that tuning keeps between its rounds, from one that is killed while they are there."""
    folder, copy = zoo.folder / "tuning", zoo.folder / "lists.candidates"
    for language in ("de", "en"):
        lines = (zoo.text / f"train.{language}").read_text(encoding="utf-8").splitlines(keepends=True)
        (zoo.text / f"few.{language}").write_text("".join(lines[:3]), encoding="utf-8")
    for _ in range(100):
        if copy.exists():
            break
        shutil.rmtree(folder, ignore_errors=True)
        tuning = start(["tune", "-m", zoo.folder / "model", "-s", zoo.text / "few.de", "-r", zoo.text / "few.en", "--method", "pro", "--n-best", 5,
                        "--work", folder, "-o", zoo.folder / "weights-of-pro", "-q"])
        while tuning.poll() is None and not copy.exists():
            for path in folder.glob("*.candidates"):
                shutil.copy(path, copy)
        tuning.kill()
        tuning.wait()
    return copy


def seeds(zoo, texts):
    """The files that each reader may begin with."""
    folder = zoo.folder
    make_candidates(zoo)
    models = sorted(path for path in folder.rglob("*") if path.is_file())
    containers = [path for path in models if path.read_bytes()[:6] == b"CALQUE"]
    kind = lambda name: [path for path in containers if path.read_bytes()[16:16 + len(name)] == name or name in path.read_bytes()[:64]]
    named = lambda *names: [path for path in models if path.name in names]
    return {
        "container": containers, "inspect": containers, "phrase-table": kind(b"phrases"), "language-model": kind(b"lm"),
        "language-model-data": kind(b"lm"), "alignment-model": kind(b"align"), "reordering-model": kind(b"reorder"), "block-model": kind(b"block"),
        "kernel-model": kind(b"kernel"), "candidates": kind(b"candidates"), "corpus": kind(b"corpus"), "weights": named("weights.txt"),
        "preparation": named("preparation.txt"), "manifest": named("manifest.json"), "steps": named("steps.json"), "tuning-state": named("run-1.json"),
        "truecase-model": named("truecase.txt", "truecase.source.txt"), "word-classes": named("classes.txt"),
        "n-best": named("list.nbest"), "data-points": named("points"), "block-weights": named("block-weights"), "moses-ini": named("moses.ini"),
        "moses-table": list((folder / "moses").glob("*table*")), "alignment": named("hmm.links"), "gold-alignment": named("hmm.links"),
        "arpa": named("x.arpa"), **{name: texts for name in TEXT_READERS},
    }


TEXT_READERS = ("lines", "tmx", "tsv", "bars", "two-files", "sentences", "tokenizer", "escaping", "markup", "glossary", "hints", "word-labels", "function-words",
                "preparing", "numbers", "marks", "text-corpus", "training-text", "test-set", "cleaning", "settings", "document-text", "document-tsv",
                "document-html", "document-tmx", "document-xliff", "corrections", "terms")


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
        "corrections": '{"add":{"id":1,"source":"a b","target":"x","time":"t"}\n{"undo":{"id":1,"time":"t"}\n',
        "terms": '<tbx><conceptEntry translate="no"><langSec xml:lang="de"><termSec><term>ein Haus</term></termSec></langSec><langSec xml:lang="en">'
                 '<tig><term>a <hi>house</hi></term></tig></langSec></conceptEntry></tbx>',
        "text": "Das ist z.B. ein Haus. „So!“ 3,5 % — 我住在北京。 l'eau don't a|||b\r\n",
        "numbers": "1 000,5 1.234.567 二〇一〇年 四十二 20万 version 1.2 § 3.4 13th December ３％",
        "marks": "“So“, ‹sagt› er – »nein« ... (\"ja\") — «oui !» 「はい」 it's l’eau",
        "labels": "NN VB\nNN\n",
        "words": "das\nalte\n.\n",
        "html": '<!DOCTYPE html><meta charset=latin1><p>ein <b title="x">Haus <i>{a}</b> &amp;</i><br><img alt=Hof> <code>f()</code><pre>x</pre><!--c--><script>a<b</script>',
        "xliff": '<xliff version="1.2"><file source-language="de"><trans-unit id="1"><source>ein <g id="1">Haus</g><bx id="2"/>%s<ex id="2"/>'
                 '<ph id="3">x</ph></source><target state="new">a</target></trans-unit></file></xliff>',
        "xliff-2": '<xliff version="2.0" srcLang="de" trgLang="en"><unit><segment state="initial"><source>ein <pc id="1">Haus</pc><mrk translate="no">A'
                   '</mrk><sc id="2"/>b<ec startRef="2"/></source></segment></unit></xliff>',
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


def find_readers():
    """The program of each reader."""
    programs = sorted(path for path in FUZZERS.glob("fuzz_*") if path.is_file())
    return {reader: program for program in programs
            for reader in subprocess.run([program], capture_output=True, text=True, check=True).stdout.split()}


def of_reader(program):
    """The fingerprint of what a reader runs; inputs, many of which are found while it runs, are none of it."""
    return hash_of([program])


def fuzz(piece, program, runs, seconds, inputs, work):
    """Runs the reader of a piece up to its number of executions, or as long as there is time."""
    reader = piece.name
    corpus, found = work / "corpus" / reader, work / "found" / reader
    corpus.mkdir(parents=True, exist_ok=True)
    found.mkdir(parents=True, exist_ok=True)
    begin = small(inputs)
    for number, data in enumerate(begin):
        (corpus / f"seed-{number}").write_bytes(data)
    longest = min(MODEL_BYTES, max(TEXT_BYTES, *(2 * len(data) for data in begin), 0))
    folders = [corpus, *[path for path in (ROOT / "fuzz" / "corpus" / reader.replace("-", "_"),) if path.exists()]]
    runs -= piece.counts.get("executions", 0)
    # Scheduling by entropy takes a quarter of the time of quick readers, which a million tries do not need.
    command = [program, reader, f"-runs={runs}", "-entropic=0", f"-max_total_time={max(1, round(seconds))}", f"-max_len={longest}", "-timeout=20",
               "-rss_limit_mb=2560", "-malloc_limit_mb=2000", "-print_final_stats=1", f"-artifact_prefix={found}/", *folders]
    # What an execution gives back is kept out of use until long after its end, but not for so long that each has fresh memory.
    environment = {**os.environ, "ASAN_OPTIONS": "quarantine_size_mb=4:thread_local_quarantine_size_kb=256:malloc_context_size=8"}
    # Some readers write files: in memory, where there is a place for it.
    shared = pathlib.Path("/dev/shm")
    if shared.is_dir() and os.access(shared, os.W_OK):
        environment["TMPDIR"] = str(shared)
    done = subprocess.run([str(word) for word in command], capture_output=True, check=False, env=environment)
    said = done.stderr.decode("utf-8", "replace")
    executed = int((re.search(r"stat::number_of_executed_units: (\d+)", said) or [0, 0])[1])
    rate = int((re.search(r"stat::average_exec_per_sec: +(\d+)", said) or [0, 0])[1])
    piece.count("readers", not piece.counts)
    piece.count("executions", executed)
    piece.counts[f"executions of {reader}"] = piece.counts["executions"]
    piece.whole = executed >= runs or done.returncode != 0
    print(f"  {reader}: {piece.counts['executions']:,} executions, {rate:,} a second", flush=True)
    if done.returncode != 0:
        piece.finding(f"{reader}: " + next(
            (line for line in said.splitlines() if re.search(r"ERROR|runtime error|SUMMARY|what\(\)", line)), said[-300:]))


def main(arguments):
    options_of = parser("fuzz", __doc__)
    options_of.add_argument("--runs", type=int, default=RUNS, help="for each reader")
    options_of.add_argument("--reader", action="append")
    options = options_of.parse_args(arguments)
    build()
    subprocess.run([ROOT / "scripts" / "install-packages", "--fuzz"], check=True)
    build("fuzz", "fuzz_readers")
    readers = find_readers()
    record = Record("fuzz", options, lambda reader: of_reader(readers[reader]), options.runs != RUNS and f"{options.runs} runs", options.reader)
    work = WORK / "fuzz"
    inputs = seeds(Zoo(work / "models", SENTENCES), write_texts(work / "texts"))
    without = [reader for reader, paths in inputs.items() if not small(paths)]
    if without:
        raise SystemExit(f"there is no whole input of at most {MODEL_BYTES} bytes for {', '.join(without)}")
    record.work(options.reader or readers, lambda piece: fuzz(piece, readers[piece.name], options.runs, record.seconds_left(), inputs.get(piece.name, []), work))
    return record.close(list(readers), ["readers", "executions"])
