"""Ctrl-C: what the program says, what it leaves, and what the same command does afterwards."""

import os
import pathlib
import signal
import subprocess
import time
import unittest

from harness import PROGRAM, SharingTest

GOES_ON = "run the same command again, and it goes on where it stopped"
ANEW = "nothing was written, and the same command begins anew"


class InterruptionTest(SharingTest):
    def setUp(self):
        super().setUp()
        self.text = self.shared / "text"
        if not self.text.exists():
            self.calque("synth", "--pair", "de-en", "--sentences", 3000, "--dev", 60, "--test", 10, "-o", self.text, "-q")
        self.source, self.target = self.text / "train.de", self.text / "train.en"

    def trained(self):
        """A model without tuning, the same for all tests: they only read it."""
        model = self.shared / "model"
        if not model.exists():
            self.calque("train", "-s", self.source, "-t", self.target, "--align-model", "diagonal", "--tune", "none", "-o", model, "-q")
        return model

    def interrupt(self, arguments, begun):
        """Starts a command, sends SIGINT once begun() holds, and returns what it said."""
        process = subprocess.Popen([PROGRAM, *map(str, arguments)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        deadline = time.time() + 120
        while not begun() and process.poll() is None and time.time() < deadline:
            time.sleep(0.001)
        self.assertIsNone(process.poll(), "the command ended before it could be stopped")
        process.send_signal(signal.SIGINT)
        said = process.stderr.read().decode()
        # Ended by the signal, so that scripts stop too; a shell shows 130.
        self.assertEqual(process.wait(), -signal.SIGINT, said)
        self.no_leftovers()
        return said

    def same_folders(self, one, other):
        names = sorted(name for name in os.listdir(one) if pathlib.Path(one, name).is_file() and name != "report.html")
        self.assertEqual(names, sorted(name for name in os.listdir(other) if pathlib.Path(other, name).is_file() and name != "report.html"))
        for name in names:
            if name != "manifest.json":  # which says how long each step took
                self.assertEqual(pathlib.Path(one, name).read_bytes(), pathlib.Path(other, name).read_bytes(), name)
        self.assertIn("manifest.json", names)

    def check_training(self, *command):
        whole, stopped = self.path("whole"), self.path("stopped")
        arguments = [*command, "-s", self.source, "-t", self.target]
        self.calque(*arguments, "-o", whole, "-q")
        said = self.interrupt([*arguments, "-o", stopped, "-q"], pathlib.Path(stopped, "work", "steps.json").exists)
        self.assertIn(GOES_ON, said)
        self.assertFalse(pathlib.Path(stopped, "manifest.json").exists())
        self.assertFalse(pathlib.Path(stopped, ".lock").exists())
        self.assertIn("done before", self.calque(*arguments, "-o", stopped).err)
        self.same_folders(whole, stopped)

    def test_train(self):
        self.check_training("train")

    def test_kernel_train(self):
        self.check_training("kernel", "train")

    def test_the_status_that_a_shell_shows(self):
        # A shell starts jobs in the background with SIGINT ignored, so the program must be there first.
        script = f'"{PROGRAM}" tokenize <"{self.path("pipe")}" & p=$!; exec 3>"{self.path("pipe")}"; sleep 1; kill -INT $p; wait $p; echo $?'
        os.mkfifo(self.path("pipe"))
        done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.stdout.strip(), "130")

    def test_tune(self):
        model = self.trained()
        command = ["tune", "-m", model, "--source", self.text / "dev.de", "--refs", self.text / "dev.en", "--n-best", 20, "--rounds", 3,
                   "--restarts", 2, "-q"]
        self.calque(*command, "--work", self.path("w1"), "-o", self.path("one"))
        said = self.interrupt([*command, "--work", self.path("w2"), "-o", self.path("two")], pathlib.Path(self.path("w2"), "run-1.json").exists)
        self.assertIn(GOES_ON, said)
        self.assertFalse(os.path.exists(self.path("two")))
        self.calque(*command, "--work", self.path("w2"), "-o", self.path("two"))
        self.assertEqual(pathlib.Path(self.path("one")).read_bytes(), pathlib.Path(self.path("two")).read_bytes())

    def test_tuning_removes_what_a_killed_one_left_in_the_model(self):
        model = self.trained()
        ended = subprocess.Popen(["true"])
        ended.wait()
        killed, running = (pathlib.Path(model, f"weights.txt.tmp-{process}-3") for process in (ended.pid, os.getpid()))
        for path in (killed, running):
            path.write_text("LM0= 1\n", encoding="utf-8")
        self.calque("tune", "-m", model, "--source", self.text / "dev.de", "--refs", self.text / "dev.en", "--n-best", 5, "--rounds", 1, "--restarts", 1, "-q")
        self.assertEqual((killed.exists(), running.exists()), (False, True))

    def test_block_training_does_not_claim_to_resume(self):
        model = self.trained()
        command = ["block", "train", "-m", model, "--binary", "bb", "--passes", 200]
        begun = time.time()
        said = self.interrupt([*command, "-o", self.path("block")], lambda: time.time() > begun + 0.5)
        self.assertIn(ANEW, said)
        self.assertNotIn(GOES_ON, said)
        self.assertFalse(os.path.exists(self.path("block")))
        short = [*command[:-1], 1]
        self.calque(*short, "-o", self.path("block"), "-q")
        self.calque(*short, "-o", self.path("again"), "-q")
        self.same_folders(self.path("block"), self.path("again"))

    def test_a_block_folder_that_is_being_written(self):
        """Whenever the signal comes, the folder is whole or not there, and the same command works."""
        model, block = self.trained(), self.path("block")
        command = ["block", "train", "-m", model, "--passes", 1, "--max-points", 100, "-o", block, "-q"]
        said = self.interrupt(command, pathlib.Path(block).exists)
        self.assertIn(ANEW, said)
        self.assertFalse(os.path.exists(block), os.path.exists(block) and os.listdir(block))
        self.calque(*command)
        self.calque("inspect", block, "--verify")

    def test_commands_that_cannot_resume_do_not_claim_to(self):
        long_text = self.write("long.de", pathlib.Path(self.source).read_bytes() * 400)
        other = self.write("long.en", pathlib.Path(self.target).read_bytes() * 400)
        for command in (["align", "-s", long_text, "-t", other, "-o", self.path("links")],
                        ["lm", "train", "-i", long_text, "-o", self.path("x.lm")]):
            with self.subTest(command=command[:2]):
                begun = time.time()
                said = self.interrupt(command, lambda: time.time() > begun + 0.15)
                self.assertNotIn("same command", said)
                self.assertFalse(os.path.exists(command[-1]))


if __name__ == "__main__":
    unittest.main()
