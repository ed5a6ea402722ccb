"""The check of the layers must itself be able to fail."""

import pathlib
import subprocess
import sys
import unittest

from harness import ProgramTest, ROOT

CHECK = ROOT / "tests" / "check_layers.py"


class LayersTest(ProgramTest):
    def check(self):
        return subprocess.run([sys.executable, str(CHECK), str(self.scratch)], capture_output=True, text=True, check=False)

    def tree(self, cmake, files):
        (self.scratch / "CMakeLists.txt").write_text(cmake)
        for name, content in files.items():
            path = self.scratch / "src" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content)

    def test_downward_edges_pass(self):
        self.tree(
            "calque_module(base LIBS fmt)\ncalque_module(store DEPS base LIBS zlib)\n",
            {"base/a.h": "", "store/b.cpp": '#include "base/a.h"\n#include "store/b.h"\n'},
        )
        self.assertEqual(self.check().returncode, 0)

    def test_undeclared_edge_fails(self):
        self.tree(
            "calque_module(base)\ncalque_module(store)\n",
            {"base/a.h": "", "store/b.cpp": '\n#include "base/a.h"\n'},
        )
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn(str(pathlib.Path("src/store/b.cpp:2")), result.stdout)

    def test_upward_edge_fails_even_if_declared(self):
        self.tree("calque_module(base DEPS store)\ncalque_module(store)\n", {"base/a.h": '#include "store/b.h"\n'})
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("base may not depend on store", result.stdout)

    def test_siblings_fail(self):
        self.tree("calque_module(lm DEPS phrase)\ncalque_module(phrase)\n", {"lm/a.h": '#include "phrase/b.h"\n'})
        self.assertEqual(self.check().returncode, 1)

    def test_folders_of_a_module_have_layers(self):
        cmake = "calque_module(lm)\n"
        self.tree(cmake, {"lm/files/a.h": "", "lm/query/b.h": '#include "lm/files/a.h"\n', "lm/estimate/c.cpp": '#include "lm/query/b.h"\n'})
        self.assertEqual(self.check().returncode, 0)
        self.tree(cmake, {"lm/files/a.h": '#include "lm/query/d.h"\n', "lm/query/d.h": ""})
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("src/lm/files/a.h:1: files may not include query", result.stdout)
        self.tree(cmake, {"lm/files/a.h": "", "lm/loose.h": '#include "lm/files/a.h"\n'})
        self.assertIn("must stand in one of", self.check().stdout)

    def test_circles_fail(self):
        cmake = "calque_module(base)\n"
        # The circle goes through files that belong together: a.h with a.cpp, b.h with b_part.cpp.
        self.tree(cmake, {"base/a.h": "", "base/a.cpp": '#include "base/a.h"\n#include "base/b.h"\n', "base/b.h": '#include "base/c.h"\n', "base/c.h": ""})
        self.assertEqual(self.check().returncode, 0)
        self.tree(cmake, {"base/b_part.cpp": '#include "base/a.h"\n#include "base/b.h"\n'})
        result = self.check()
        self.assertEqual(result.returncode, 1)
        self.assertIn("base/a and base/b include each other", result.stdout)
        # Three in a row, of which each two are innocent.
        self.tree(cmake, {"base/b_part.cpp": "", "base/c.h": '#include "base/d.h"\n', "base/d.h": '#include "base/a.h"\n'})
        self.assertIn("base/a and base/b and base/c and base/d", self.check().stdout)

    def test_tests_may_include_anything_of_their_module(self):
        self.tree("calque_module(base)\n", {"base/a.h": "", "base/b.h": '#include "base/a.h"\n', "base/a_test.cpp": '#include "base/a.h"\n#include "base/b.h"\n'})
        self.assertEqual(self.check().returncode, 0)


if __name__ == "__main__":
    unittest.main()
