"""A gigabyte of hostile text for every command that reads text: no more memory than 200 MB and twice the input.

A command may refuse the text, pass it on or work on it. Whatever takes longer than the time limit is stopped and judged by
the memory that it held until then.
"""

import argparse
import os
import random
import shutil
import subprocess
import threading

from common import ORDERLY, PROGRAM, WORK, Record, in_parallel, must
from models import Zoo

ALLOWED = 200 << 20  # beside twice the input
BLOCK = 1_000_000  # just under the limit of a line


def lines_of_words(start, count):
    return b"\n".join(b" ".join(b"w%d" % (start + i * 20 + k) for k in range(20)) for i in range(count)) + b"\n"


# What a block of each kind of text is, by its number.
KINDS = {
    "one line": lambda number: b"word " * (BLOCK // 5),
    "zeros": lambda number: bytes(BLOCK),
    "any bytes": lambda number: random.Random(number).randbytes(BLOCK),
    "long lines of short words": lambda number: b"x " * (BLOCK // 2 - 1) + b"\n",
    "long lines without blanks": lambda number: "漢字".encode() * (BLOCK // 6 - 1) + b"\n",
    "bars": lambda number: b"a ||| b || \\ |||| &#124;\n" * (BLOCK // 25),
    "empty lines": lambda number: b"\n" * BLOCK,
    "words that are all different": lambda number: lines_of_words(number * 2_000_000, BLOCK // 200),
}


def write_text(path, kind, size):
    with open(path, "wb") as file:
        number = 0
        while file.tell() < size:
            file.write(KINDS[kind](number))
            number += 1
        file.truncate(size)


def commands(zoo, work, text, other, number):
    """Every command that reads text, on two files; outputs have names of their own."""
    pair = ["-s", text, "-t", other]
    out = work / f"out-{number}"
    model, small = zoo.folder / "model", ["--source-language", "de", "--target-language", "en"]
    return {
        "tokenize": ["tokenize", "-l", "en", "-i", text, "-o", out],
        "detokenize": ["detokenize", "-l", "en", "-i", text, "-o", out],
        "truecase train": ["truecase", "train", "-i", text, "-m", out],
        "truecase apply": ["truecase", "apply", "-m", zoo.folder / "other" / "truecase.txt", "-i", text, "-o", out],
        "classes": ["classes", "-i", text, "-o", out],
        "lm query": ["lm", "query", zoo.folder / "lm" / "trie.calque", "-i", text],
        "lm train": ["lm", "train", "-i", text, "-n", 3, "-o", out],
        "translate": ["translate", "-m", model, "-i", text, "-o", out],
        "evaluate": ["evaluate", "-r", text, other],
        "clean": ["clean", *pair, *small, "-S", out, "-T", f"{out}.2"],
        "align": ["align", *pair, "-o", out],
        "align with a model": ["align", *pair, "--model-file", zoo.folder / "align" / "hmm.calque", "-o", out],
        "train": ["train", *pair, *small, "-o", out],
    }


def peak_memory(arguments, limit):
    """Status, or nothing if the command was stopped; the most memory it held; the end of what it said."""
    with subprocess.Popen([PROGRAM, *map(str, arguments), "-q"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE) as process:
        stopped = threading.Event()
        timer = threading.Timer(limit, lambda: (stopped.set(), process.kill()))
        timer.start()
        said = process.stderr.read()[-300:].decode("utf-8", "replace").strip()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
    return None if stopped.is_set() else process.returncode, usage.ru_maxrss * 1024, said


def remove(path):
    for name in (path, f"{path}.2"):
        if os.path.isdir(name):
            shutil.rmtree(name)
        elif os.path.exists(name):
            os.remove(name)


def main(arguments):
    parser = argparse.ArgumentParser(prog="scripts/nightly hostile", description=__doc__)
    parser.add_argument("--bytes", type=int, default=1_000_000_000)
    parser.add_argument("--seconds", type=int, default=40, help="the time limit of one command")
    parser.add_argument("--kind", choices=KINDS, action="append")
    parser.add_argument("--command", action="append")
    options = parser.parse_args(arguments)
    record, zoo, work = Record("hostile"), Zoo(), WORK / "hostile"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    highest = 0.0
    for kind in options.kind or KINDS:
        text, other = work / "text.de", work / "other.en"
        write_text(text, kind, options.bytes)
        shutil.copy(text, other)

        def one(item, kind=kind, text=text, other=other):
            number, name = item
            call = commands(zoo, work, text, other, number)[name]
            files = 2 if other in call else 1
            result = peak_memory(call, options.seconds)
            remove(work / f"out-{number}")
            return kind, name, files, *result

        names = options.command or commands(zoo, work, text, other, 0)
        for kind_, name, files, status, memory, said in in_parallel(one, list(enumerate(names)), 2):
            record.count("runs")
            record.count("runs stopped at the time limit", status is None)
            bound = ALLOWED + 2 * files * options.bytes
            highest = max(highest, memory / bound)
            print(f"  {kind_}: {name}: {memory >> 20} MB, status {status}", flush=True)
            if memory > bound:
                record.finding(f"{name}, {kind_}: {memory >> 20} MB of at most {bound >> 20}")
            if status is not None and status not in ORDERLY:
                record.finding(f"{name}, {kind_}: status {status}: {said}")
    record.count("percent of the allowed memory at most", round(100 * highest))
    shutil.rmtree(work)
    must("--version")
    return record.close()
