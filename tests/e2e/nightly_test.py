"""The record of the long tests: what is done is kept for the same code, and nothing is taken for done that is not."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

from harness import PROGRAM, ROOT

sys.path.insert(0, str(ROOT / "tests" / "nightly"))
import record as records  # noqa: E402


class RecordTest(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory(prefix="calque-nightly-")
        self.addCleanup(scratch.cleanup)
        work, records.WORK = records.WORK, pathlib.Path(scratch.name)
        self.addCleanup(setattr, records, "WORK", work)
        self.program = pathlib.Path(scratch.name, "program")
        self.program.write_text("one", encoding="utf-8")
        self.done = []

    def open(self, minutes=1.0, again=False, code_of=None, **more):
        code_of = code_of or records.of_program(self.program, [])
        return records.Record("part", types.SimpleNamespace(minutes=minutes, again=again), code_of, **more)

    def do(self, piece):
        self.done.append(piece.name)
        piece.count("things", 2)
        piece.counts["at most"] = len(self.done)

    def test_what_is_done_is_kept(self):
        record = self.open()
        self.assertTrue(record.work(["a", "b"], self.do, 1))
        self.assertEqual(record.close(["a", "b", "c"]), "unfinished")
        again = self.open()
        self.assertTrue(again.work(["a", "b", "c"], self.do, 1))
        self.assertEqual(self.done, ["a", "b", "c"])
        self.assertEqual(again.close(["a", "b", "c"]), "good")
        written = json.loads((records.WORK / "part.json").read_text(encoding="utf-8"))
        self.assertEqual(written["counts"], {"things": 6, "at most": 3})
        self.assertEqual((written["done"], written["planned"]), (3, 3))
        self.assertTrue(all(piece["version"] and piece["code"] for piece in written["pieces"].values()))

    def test_another_program_or_script_begins_anew(self):
        self.open().work(["a"], self.do, 1)
        self.program.write_text("two", encoding="utf-8")
        self.assertFalse(self.open().is_whole("a"))
        self.program.write_text("one", encoding="utf-8")
        self.assertTrue(self.open().is_whole("a"))
        self.assertFalse(self.open(again=True).is_whole("a"))
        self.assertFalse(self.open(code_of=records.of_program(self.program, ["fuzz.py"])).is_whole("a"))
        self.assertFalse(self.open(sample="2 files").is_whole("a"))
        self.open(sample="2 files").work(["x"], self.do, 1)
        self.assertTrue(self.open().is_whole("a"))

    def test_only_pieces_whose_programs_changed_begin_anew(self):
        codes = {"a": "1", "b": "1"}
        self.open(code_of=codes.__getitem__).work(["a", "b"], self.do, 1)
        codes = {"a": "1", "b": "2", "c": "1"}
        record = self.open(code_of=codes.__getitem__)
        self.assertEqual([record.is_whole(name) for name in "abc"], [True, False, False])
        record.head["version"] = "later"
        record.work(["a", "b", "c"], self.do, 1)
        self.assertCountEqual(self.done[2:], ["b", "c"])
        ran = {name: piece["version"] for name, piece in record.close(["a", "b", "c"]) and record.read()["pieces"].items()}
        self.assertNotEqual(ran["a"], "later")
        self.assertEqual((ran["b"], ran["c"]), ("later", "later"))
        # A piece that is no more is forgotten, with its counts.
        self.assertEqual(self.open(code_of={"a": "1"}.__getitem__).total("things"), 2)

    def test_what_took_longest_begins_first(self):
        record = self.open()
        record.took = {"a": 1, "b": 3, "c": 2}
        record.work(["a", "b", "c", "new"], self.do, 1)
        self.assertEqual(self.done, ["new", "b", "c", "a"])

    def test_one_piece_is_done_again(self):
        self.open().work(["a", "b"], self.do, 1)
        self.open(again=True, chosen=["a"]).work(["a"], self.do, 1)
        self.assertEqual(self.done, ["a", "b", "a"])
        self.assertTrue(self.open().is_whole("b"))

    def test_nothing_begins_when_the_time_is_over(self):
        record = self.open(minutes=0)
        self.assertFalse(record.work(["a"], self.do, 1))
        self.assertEqual((self.done, record.close(["a"])), ([], "unfinished"))

    def test_a_piece_goes_on_where_it_stopped(self):
        def part(piece):
            self.do(piece)
            piece.whole = piece.counts["things"] >= 4

        self.assertFalse(self.open().work(["a"], part, 1))
        record = self.open()
        self.assertTrue(record.work(["a"], part, 1))
        self.assertEqual(record.total("things"), 4)

    def test_findings_stay(self):
        self.open().work(["a"], lambda piece: piece.finding("something"), 1)
        self.assertEqual(self.open().close(["a"]), "found")


class PartTest(unittest.TestCase):
    def test_a_small_sample_of_damaged_files(self):
        with tempfile.TemporaryDirectory(prefix="calque-nightly-") as work:
            done = subprocess.run([sys.executable, ROOT / "scripts" / "nightly", "damage", "--files", "4"], capture_output=True, text=True, check=False,
                                  env={**os.environ, "CALQUE_NIGHTLY": work, "CALQUE": PROGRAM})
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
            self.assertRegex(done.stdout, r"damage: 0 crashes, 0 silent changes, .*; 0 findings; ")
            self.assertFalse(pathlib.Path(work, "damage.json").exists())
            self.assertTrue(pathlib.Path(work, "damage-sample.json").exists())


if __name__ == "__main__":
    unittest.main()
