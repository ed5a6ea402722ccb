#!/usr/bin/env python3
"""Fails if a file uses a name of the standard library or of another library without including the header it comes from.

Precompiled headers would hide that: with them the file compiles, alone it does not. A header counts if the file includes it,
or if it includes a header of ours that does; what headers of the standard library bring along does not count. Names that
standard_names.py does not know are reported, so that it stays whole. Headers of libraries, which take long to compile, must be
used by the file that includes them. And x.cpp includes x.h first, which proves that x.h compiles alone.
"""

import functools
import pathlib
import re
import sys

from standard_names import STANDARD

FOLDERS = ("include", "src", "apps", "bench", "fuzz")

# Names of other libraries and the headers that bring them.
LIBRARIES = [
    (r"\bfmt::", ["fmt/format.h", "fmt/core.h"]),
    (r"\bCLI::(?!(?:App|Option)[&*])", ["CLI/CLI.hpp"]),  # for references and pointers a forward declaration does
    (r"\bnlohmann::", ["nlohmann/json.hpp", "nlohmann/json_fwd.hpp"]),
    (r"\btsl::robin_map\b", ["tsl/robin_map.h"]),
    (r"\btsl::robin_set\b", ["tsl/robin_set.h"]),
    (r"\bEigen::", ["Eigen/Dense"]),
    (r"\b(?:TEST|TEST_F|TEST_P|FAIL|ADD_FAILURE|SCOPED_TRACE|GTEST_\w+|(?:EXPECT|ASSERT)_(?!THAT)\w+)\s*\(|\btesting::Test\b",
     ["gtest/gtest.h", "gmock/gmock.h"]),
    (r"\b(?:EXPECT|ASSERT)_THAT\s*\(", ["gmock/gmock.h"]),
]

COMMENTS_AND_TEXT = re.compile(
    r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'(?!\w)', re.DOTALL)
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.MULTILINE)
STD_NAME = re.compile(r"\bstd::(?:ranges::|views::)?(\w+)")


class Tree:
    """The files of the repository: what they include and use."""

    def __init__(self, root):
        self.root = root
        self.files = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*") if path.suffix in (".h", ".cpp"))

    @functools.cache
    def own(self, name, includer):
        """The file that #include "name" means, if it is one of ours."""
        for folder in (includer, self.root / "src", self.root / "include"):
            if (folder / name).is_file():
                return (folder / name).resolve()
        return None

    @functools.cache
    def text(self, path):
        return path.read_text(encoding="utf-8")

    @functools.cache
    def included(self, path):
        """Headers of libraries that `path` includes, itself or by headers of ours."""
        headers = set()
        waiting, seen = [path], {path}
        while waiting:
            at = waiting.pop()
            for _, name in INCLUDE.findall(self.text(at)):
                own = self.own(name, at.parent)
                if own is None:
                    headers.add(name)
                elif own not in seen:
                    seen.add(own)
                    waiting.append(own)
        return headers


def missing_standard_headers(text, included):
    for name in sorted(set(STD_NAME.findall(text))):
        headers = [header for header, names in STANDARD.items() if name in names]
        if not headers:
            yield f"std::{name} is not in tests/standard_names.py; add it there"
        elif not included.intersection(headers):
            yield f"uses std::{name} but does not include <{headers[0]}>"


def wrong_library_headers(text, included, direct):
    for pattern, headers in LIBRARIES:
        used = re.search(pattern, text)
        if used and not included.intersection(headers):
            yield f"uses {used.group().strip(' (')} but does not include <{headers[0]}>"
        if not used and headers[0] in direct:
            yield f"includes <{headers[0]}> but does not use it"


def own_header_not_first(tree, path):
    """x.cpp shows that x.h needs nothing before it; if there is no x.cpp, x_test.cpp does."""
    header = path.with_name(re.sub(r"(?:_test)?\.cpp$", ".h", path.name))
    shown_by = header.with_suffix(".cpp")
    if not shown_by.exists():
        shown_by = header.with_name(f"{header.stem}_test.cpp")
    if path == shown_by and header.exists():
        first = INCLUDE.search(tree.text(path))
        if not first or tree.own(first.group(2), path.parent) != header:
            yield f"does not include {header.name} first"


def violations(tree, path):
    source = tree.text(path)
    code = COMMENTS_AND_TEXT.sub(" ", INCLUDE.sub("", source))
    included = tree.included(path)
    direct = {name for _, name in INCLUDE.findall(source)}
    yield from missing_standard_headers(code, included)
    yield from wrong_library_headers(code, included, direct)
    yield from own_header_not_first(tree, path)


def main():
    tree = Tree(pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve())
    found = [f"{path.relative_to(tree.root)}: {violation}" for path in tree.files for violation in violations(tree, path)]
    for violation in found:
        print(violation)
    if not found:
        print(f"{len(tree.files)} files include what they use")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
