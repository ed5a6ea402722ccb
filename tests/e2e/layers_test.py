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


if __name__ == "__main__":
    unittest.main()
