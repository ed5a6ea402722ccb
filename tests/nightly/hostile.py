"""A gigabyte of hostile text for every command that reads text: no more memory than 200 MB and twice the input.

A command may refuse the text, pass it on or work on it. Whatever takes longer than the time limit is stopped and judged by
the memory that it held until then.
"""

import os
import random
import shutil
import subprocess
import threading

from common import ORDERLY, PROGRAM, WORK, build, parser
from models import Zoo
from record import Record, of_program

ALLOWED = 200 << 20  # beside twice the input
BYTES = 1_000_000_000
SECONDS = 40
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


class Attack:
    """All commands on a text of one kind."""

    def __init__(self, zoo, work, kind, options):
        self.zoo, self.work, self.kind, self.options = zoo, work, kind, options
        self.text, self.other = work / "text.de", work / "other.en"

    def write(self):
        write_text(self.text, self.kind, self.options.bytes)
        shutil.copy(self.text, self.other)

    def one(self, piece):
        name = piece.name.split(": ")[1]
        number = list(commands(self.zoo, self.work, self.text, self.other, 0)).index(name)
        call = commands(self.zoo, self.work, self.text, self.other, number)[name]
        status, memory, said = peak_memory(call, self.options.seconds)
        remove(self.work / f"out-{number}")
        bound = ALLOWED + 2 * (2 if self.other in call else 1) * self.options.bytes
        piece.count("runs")
        piece.count("runs stopped at the time limit", status is None)
        piece.counts["percent of the allowed memory at most"] = round(100 * memory / bound)
        print(f"  {piece.name}: {memory >> 20} MB, status {status}", flush=True)
        if memory > bound:
            piece.finding(f"{piece.name}: {memory >> 20} MB of at most {bound >> 20}")
        if status is not None and status not in ORDERLY:
            piece.finding(f"{piece.name}: status {status}: {said}")


def main(arguments):
    options_of = parser("hostile", __doc__)
    options_of.add_argument("--bytes", type=int, default=BYTES)
    options_of.add_argument("--seconds", type=int, default=SECONDS, help="the time limit of one command")
    options_of.add_argument("--kind", choices=KINDS, action="append")
    options_of.add_argument("--command", action="append")
    options = options_of.parse_args(arguments)
    build()
    sample = (options.bytes, options.seconds) != (BYTES, SECONDS) and f"{options.bytes} bytes, {options.seconds} s"
    record, zoo, work = Record("hostile", options, of_program(PROGRAM, ["hostile.py", "models.py"]), sample), Zoo(), WORK / "hostile"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    names = list(commands(zoo, work, work, work, 0))
    for kind in options.kind or KINDS:
        pieces = [f"{kind}: {name}" for name in options.command or names]
        if all(map(record.is_whole, pieces)) or not record.seconds_left():
            continue
        attack = Attack(zoo, work, kind, options)
        attack.write()
        record.work(pieces, attack.one, 2)
    shutil.rmtree(work)
    return record.close([f"{kind}: {name}" for kind in KINDS for name in names], ["runs"])
