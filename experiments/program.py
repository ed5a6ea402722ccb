"""Calls the program and reads and writes line files."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading


def read_lines(path, count=None):
    """Lines of a text file or of the zstd file of that name, without line ends."""
    packed = pathlib.Path(f"{path}.zst")
    if pathlib.Path(path).exists():
        text = pathlib.Path(path).read_bytes()
    else:
        if not shutil.which("zstd"):
            sys.exit(f"{packed} needs the zstd program to be read")
        text = subprocess.run(["zstd", "-dcq", packed], check=True, capture_output=True).stdout
    return text.decode().split("\n")[:-1][:count]


def write_lines(path, lines):
    """Leaves a file that is the same already as it is."""
    text = "".join(line + "\n" for line in lines).encode()
    if not path.exists() or path.read_bytes() != text:
        path.write_bytes(text)


class Program:
    def __init__(self, path):
        self.path = path
        self.own = threading.local()  # CPU seconds of the run that this thread is at
        if not os.access(path, os.X_OK):
            sys.exit(f"there is no program {path}; build it or give --build")

    def measured(self, *arguments, threads=1):
        """Standard output of the program, CPU seconds and the most MiB it took; an error ends the experiment."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            command = [str(self.path), *map(str, arguments), "--threads", str(threads), "--quiet"]
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = usage.ru_utime + usage.ru_stime
            self.own.seconds = getattr(self.own, "seconds", 0.0) + seconds
            out.seek(0)
            err.seek(0)
            if process.returncode != 0:
                raise RuntimeError(f"{' '.join(command)}: {err.read().decode()}")
            return out.read().decode(), seconds, usage.ru_maxrss / 1024

    def run(self, *arguments, threads=1):
        """Its standard output alone."""
        return self.measured(*arguments, threads=threads)[0]

    def seconds(self):
        """CPU seconds of this thread's calls since its last record."""
        return getattr(self.own, "seconds", 0.0)

    def json(self, *arguments):
        return json.loads(self.run(*arguments))

    def write_record(self, path, record):
        """With the CPU seconds since the last record of this thread; in one step, so that a record is whole or missing."""
        record["cpu_seconds"] = getattr(self.own, "seconds", 0.0)
        self.own.seconds = 0.0
        new = path.with_suffix(".new")
        new.write_text(json.dumps(record))
        new.rename(path)
