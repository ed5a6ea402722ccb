"""The check of includes must itself be able to fail."""

import subprocess
import sys
import unittest

from harness import ProgramTest, ROOT

CHECK = ROOT / "tests" / "check_includes.py"


class IncludesTest(ProgramTest):
    def check(self, **files):
        """Checks a tree with src/a.h, src/a.cpp and so on: names are given as a_h, contents without the line end."""
        for name, content in files.items():
            stem, _, suffix = name.rpartition("_")
            path = self.scratch / "src" / f"{stem}.{suffix}"
            path.parent.mkdir(exist_ok=True)
            path.write_text(content + "\n")
        return subprocess.run([sys.executable, str(CHECK), str(self.scratch)], capture_output=True, text=True, check=False)

    def complains(self, words, **files):
        result = self.check(**files)
        self.assertEqual(result.returncode, 1, result.stdout)
        self.assertEqual(len(result.stdout.splitlines()), 1, result.stdout)
        self.assertIn(words, result.stdout)

    def passes(self, **files):
        result = self.check(**files)
        self.assertEqual(result.returncode, 0, result.stdout)

    def test_headers_of_the_file_and_of_headers_of_ours_count(self):
        self.passes(a_h="#include <vector>\nstd::vector<int> a;", b_cpp='#include "a.h"\nstd::vector<int> b;')

    def test_missing_standard_header(self):
        self.complains("src/a.cpp: uses std::vector but does not include <vector>", a_cpp="std::vector<int> a;")

    def test_what_standard_headers_bring_along_does_not_count(self):
        self.complains("<string>", a_cpp="#include <filesystem>\nstd::string a;")

    def test_the_includer_does_not_count_for_a_header(self):
        self.complains("src/a.h", a_h="std::vector<int> a;", b_cpp='#include <vector>\n#include "a.h"')

    def test_ranges_are_searched_by_their_names(self):
        self.complains("<algorithm>", a_cpp="#include <ranges>\nauto f = std::ranges::sort;")

    def test_comments_and_texts_are_no_uses(self):
        self.passes(a_cpp='// std::vector\n/* std::map */ const char* a = "std::set \\" fmt::";\nint b = 1\'000;')

    def test_unknown_name(self):
        self.complains("standard_names.py", a_cpp="std::no_such_name a;")

    def test_other_libraries(self):
        self.complains("<fmt/format.h>", a_cpp='auto a = fmt::format("");')
        self.complains("<gmock/gmock.h>", a_cpp="#include <gtest/gtest.h>\nTEST(A, B) { EXPECT_THAT(1, 1); }")
        self.passes(a_cpp="#include <gmock/gmock.h>\nTEST(A, B) { EXPECT_THAT(1, 1); }")

    def test_library_header_for_nothing(self):
        self.complains("but does not use it", a_cpp="#include <nlohmann/json.hpp>")

    def test_own_header_first(self):
        self.complains("a.h first", a_h="", b_h="", a_cpp='#include "b.h"\n#include "a.h"')
        self.passes(a_cpp='#include "a.h"\n#include "b.h"', a_test_cpp='#include "b.h"\n#include "a.h"')

    def test_own_header_first_in_its_test_if_nothing_else_compiles_it(self):
        self.complains("a.h first", a_h="", b_h="", a_test_cpp='#include "b.h"\n#include "a.h"')


if __name__ == "__main__":
    unittest.main()
