"""Installs the library into a folder, builds the programs of examples/ against it as a stranger would, and runs them."""

import os
import pathlib
import re
import shutil
import subprocess
import unittest

from harness import PROGRAM, ROOT, ProgramTest

BUILD = pathlib.Path(PROGRAM).resolve().parent
SANITIZED = re.search(r"^CALQUE_SANITIZE:STRING=(.+)$", (BUILD / "CMakeCache.txt").read_text(encoding="utf-8"), re.MULTILINE)


def run(*command, stdin="", environment=None):
    completed = subprocess.run(
        [str(part) for part in command],
        input=stdin,
        capture_output=True,
        text=True,
        timeout=600,
        env={**os.environ, **(environment or {})},
        check=False,
    )
    if completed.returncode != 0:
        raise AssertionError(f"{command}: exit {completed.returncode}\n{completed.stdout}\n{completed.stderr}")
    return completed.stdout


@unittest.skipIf(SANITIZED, "a program that knows no sanitizer cannot use a library that needs one")
class LibraryTest(ProgramTest):
    def test_installed_library(self):
        prefix, examples = self.scratch / "installed", self.scratch / "examples"
        run("cmake", "--install", BUILD, "--prefix", prefix)
        libraries = next(folder for folder in prefix.rglob("libcalque.so")).parent
        self.check_what_is_visible(libraries)
        # The installed tree must stand alone: the examples see no header of the source tree.
        run("cmake", "-S", ROOT / "examples", "-B", examples, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
        run("cmake", "--build", examples)
        self.check_examples(examples)
        self.check_pkg_config(libraries)

    def check_what_is_visible(self, libraries):
        symbols = run("nm", "--dynamic", "--defined-only", "--demangle", libraries / "libcalque.so").splitlines()
        names = [line.split(maxsplit=2)[2] for line in symbols]
        self.assertTrue(any(name.startswith("calque::Translator::load") for name in names))
        inner = ("calque::base::", "calque::decode::", "calque::lm::", "calque::pipeline::", "calque::text::")
        self.assertEqual([name for name in names if any(part in name for part in inner)][:5], [])
        self.assertEqual([name for name in names if "calque::" not in name][:5], [])
        self.assertTrue((libraries / "libcalque.a").exists())
        self.assertTrue((libraries / "libcalque.so.0.1").is_symlink())

    def check_examples(self, examples):
        corpus, model = self.scratch / "corpus", self.path("model")
        self.calque("synth", "--pair", "de-en", "--sentences", 1000, "--dev", 20, "--test", 20, "--raw", "-o", corpus)
        run(examples / "calque_train", corpus / "train.de", corpus / "train.en", model)
        test = (corpus / "test.de").read_text(encoding="utf-8")
        expected = self.calque("translate", "-m", model, stdin=test).out
        self.assertEqual(run(examples / "calque_translate", model, stdin=test), expected)
        same = self.path("same-model")
        self.calque("train", "-s", corpus / "train.de", "-t", corpus / "train.en", "-o", same)
        for name in ("phrases.calque", "lm.calque", "weights.txt"):
            self.assertEqual((self.scratch / "model" / name).read_bytes(), (self.scratch / "same-model" / name).read_bytes(), name)

        scores = run(examples / "calque_score", pathlib.Path(model) / "lm.calque", stdin="this is a house\n").splitlines()
        self.assertEqual(len(scores), 2)
        self.assertRegex(scores[1], r"^perplexity [0-9.]+ over 5 tokens")

        sides = [(corpus / f"train.{language}").read_text(encoding="utf-8").splitlines() for language in ("de", "en")]
        links = run(examples / "calque_align", stdin="".join(f"{a}\t{b}\n" for a, b in zip(*sides))).splitlines()
        self.assertEqual(len(links), 1000)
        self.assertRegex(links[0], r"^0-\d+:[01](\.\d+)?")
        for example in ("calque_translate", "calque_score"):
            failed = subprocess.run([examples / example, self.path("missing")], capture_output=True, text=True, check=False)
            self.assertEqual(failed.returncode, 2)
            self.assertIn("missing", failed.stderr)

    def check_pkg_config(self, libraries):
        if not shutil.which("pkg-config"):
            self.skipTest("pkg-config is not installed")
        environment = {"PKG_CONFIG_PATH": str(libraries / "pkgconfig")}
        flags = run("pkg-config", "--cflags", "--libs", "calque", environment=environment).split()
        program = self.path("program")
        run("g++", "-std=c++20", ROOT / "examples" / "score.cpp", "-o", program, *flags)
        run(program, self.path("model/lm.calque"), stdin="a house\n", environment={"LD_LIBRARY_PATH": str(libraries)})


if __name__ == "__main__":
    unittest.main()
