"""docs/capabilities.md names tests that exist, and every item."""

import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
UNIT_TEST = re.compile(r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", re.MULTILINE)


class CapabilitiesTest(unittest.TestCase):
    def setUp(self):
        self.page = (ROOT / "docs" / "capabilities.md").read_text(encoding="utf-8")

    def test_items_are_numbered_without_gaps(self):
        numbers = [int(number) for number in re.findall(r"^\| (\d+) \|", self.page, re.MULTILINE)]
        self.assertEqual(numbers, list(range(1, 134)))

    def test_every_item_is_shown_by_something(self):
        for line in self.page.splitlines():
            if re.match(r"\| \d+ \|", line):
                self.assertRegex(line.split("|")[3], r"`|does not|not yet", line)

    def test_named_unit_tests_exist(self):
        known = {".".join(match) for path in (ROOT / "src").rglob("*_test.cpp") for match in UNIT_TEST.findall(path.read_text(encoding="utf-8"))}
        named = set(re.findall(r"`([A-Z]\w+\.[A-Z]\w+)`", self.page))
        self.assertGreater(len(named), 40)
        self.assertEqual(sorted(named - known), [])

    def test_named_program_tests_exist(self):
        named = set(re.findall(r"`(\w+_test\.py): (test_\w+)`", self.page))
        self.assertGreater(len(named), 2)
        for file, name in named:
            self.assertTrue(f"def {name}(" in (ROOT / "tests" / "e2e" / file).read_text(encoding="utf-8"), f"{file}: {name}")


if __name__ == "__main__":
    unittest.main()
