"""The record of a part: what it counted and found, piece by piece, and on which code.

A part consists of pieces: a reader to fuzz, a suite of tests, a hundred damaged files. Each piece that is done is written to
WORK/PART.json at once, with the commit and a fingerprint of what it ran: the bytes of the program and of the files that say
what is done with it. A piece with the same fingerprint is not run again, so a part may be stopped at any time, or stop by
itself when its minutes are over, and a change of one module leaves alone what was done with programs that do not hold it.
What is asked with options that make a part smaller or different goes to WORK/PART-sample.json and leaves the record alone.
"""

import datetime
import hashlib
import json
import math
import os
import pathlib
import subprocess
import threading
import time

from common import CORES, ROOT, WORK, in_parallel

OWN = pathlib.Path(__file__).parent


def hash_of(paths):
    """A fingerprint of files and of all files in folders."""
    digest = hashlib.sha256()
    for path in map(pathlib.Path, paths):
        for file in sorted(p for p in path.rglob("*") if p.is_file() and "__pycache__" not in p.parts) if path.is_dir() else [path]:
            digest.update(f"{os.path.relpath(file, ROOT)}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()[:16]


def version():
    """The commit, with a word if the files are not those of it."""
    done = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=10"], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def of_program(program, files):
    """The fingerprint of pieces that all run one program; `files` are scripts of this folder, or paths from the root."""
    made = hash_of([program, *((ROOT if "/" in name else OWN) / name for name in files)])
    return lambda _: made


def of_everything():
    """The fingerprint of pieces that look at the files of the project: all of them, but for the page of these very figures."""
    listed = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True)
    names = sorted(name for name in listed.stdout.split("\0") if name and name != "docs/reliability.md")
    return hash_of(ROOT / name for name in names if (ROOT / name).is_file())


class Piece:
    """What was counted and found in one piece so far, with which code. `whole` unless there is more to do in it."""

    def __init__(self, name, version, code, content=None):
        content = content or {"counts": {}, "findings": [], "whole": False}
        self.name = name
        self.version, self.code = content.get("version", version), code
        self.counts = content["counts"]
        self.findings = content["findings"]
        self.seconds = content.get("seconds", 0)
        self.whole = content["whole"]

    def count(self, name, number=1):
        self.counts[name] = self.counts.get(name, 0) + int(number)

    def finding(self, text):
        self.findings.append(text)
        print(f"  found: {text}", flush=True)

    def content(self):
        return {"version": self.version, "code": self.code, "counts": self.counts, "findings": self.findings,
                "seconds": round(self.seconds, 1), "whole": self.whole}


class Record:
    """The pieces of a part."""

    def __init__(self, part, options, code_of, sample=None, chosen=None):
        """`code_of(piece)` is the fingerprint of what a piece runs; `sample` describes options that make it another thing than the
        whole part; `chosen`: the only pieces that are asked for, if not all are."""
        self.file = WORK / f"{part}{'-sample' if sample else ''}.json"
        self.start = time.monotonic()
        self.minutes = options.minutes
        self.lock = threading.Lock()
        self.code_of = code_of
        self.head = {"part": part, "version": version(), "options": sample or ""}
        before = {} if options.again and not chosen else self.read()
        if before.get("options") != self.head["options"]:
            before = {}
        # What took long the last time begins first, so that none of it runs alone at the end.
        self.took = {name: content.get("seconds", 0) for name, content in before.get("pieces", {}).items()}
        kept = {name: content for name, content in before.get("pieces", {}).items() if content.get("code") == self.code(name)}
        self.pieces = {name: Piece(name, None, content["code"], content) for name, content in kept.items()}
        if options.again:
            for name in chosen or ():
                self.pieces.pop(name, None)

    def read(self):
        try:
            return json.loads(self.file.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}

    def code(self, name):
        """The fingerprint of a piece; of one that is no more, nothing."""
        try:
            return self.code_of(name)
        except (OSError, KeyError):
            return None

    def seconds_left(self):
        return max(0.0, 60 * self.minutes - (time.monotonic() - self.start))

    def is_whole(self, name):
        return name in self.pieces and self.pieces[name].whole

    def work(self, names, do, workers=CORES):
        """do(piece) for each piece that is not whole, as long as there is time; returns whether all are whole now."""

        def one(name):
            if self.is_whole(name) or not self.seconds_left():
                return
            piece = Piece(name, self.head["version"], self.code(name), self.pieces[name].content() if name in self.pieces else None)
            piece.whole = True
            begin = time.monotonic()
            do(piece)
            piece.seconds += time.monotonic() - begin
            with self.lock:
                self.pieces[name] = piece
                self.write()

        names = sorted(names, key=lambda name: self.took.get(name, math.inf), reverse=True)
        list(in_parallel(one, names, workers))
        return all(map(self.is_whole, names))

    def total(self, name):
        return self.totals().get(name, 0)

    def totals(self, zeros=()):
        """The sums of all pieces; of what was "at most" so much, the most."""
        sums = dict.fromkeys(zeros, 0)
        for piece in self.pieces.values():
            for name, number in piece.counts.items():
                sums[name] = max(sums.get(name, 0), number) if "at most" in name else sums.get(name, 0) + number
        return sums

    def write(self, planned=None, zeros=()):
        content = self.head | {
            "date": datetime.date.today().isoformat(),
            # What each piece took, added up: two at a time take half of it.
            "seconds": round(sum(piece.seconds for piece in self.pieces.values())),
            "planned": len(planned) if planned is not None else None,
            "done": sum(map(self.is_whole, planned)) if planned is not None else None,
            "counts": self.totals(zeros),
            "findings": [text for piece in self.pieces.values() for text in piece.findings],
            "pieces": {name: piece.content() for name, piece in self.pieces.items()},
        }
        WORK.mkdir(parents=True, exist_ok=True)
        temporary = self.file.with_suffix(".tmp")
        temporary.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
        temporary.replace(self.file)
        return content

    def close(self, planned, zeros=()):
        """Writes the record and prints its line; "good", "found" something, or "unfinished". `planned`: all pieces of the part."""
        content = self.write(planned, zeros)
        figures = ", ".join(f"{number:,} {name}" for name, number in content["counts"].items() if not name.startswith("executions of "))
        rest = content["planned"] - content["done"]
        more = f"; {rest} of {content['planned']} pieces left, call it again" if rest else ""
        print(f"{self.head['part']}: {figures}; {len(content['findings'])} findings; {content['seconds']} s in pieces{more}", flush=True)
        return "found" if content["findings"] else "unfinished" if rest else "good"
