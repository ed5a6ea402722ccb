#!/usr/bin/env python3
"""Fails if a file includes a module that its own module may not depend on.

The allowed edges are the DEPS of each calque_module() line in CMakeLists.txt; the real ones are re-derived from the
#include lines. Edges must follow the layers below, so that nobody can allow an upward edge by editing CMakeLists.txt.
"""

import pathlib
import re
import sys

# From the bottom up. A module may include modules of lower rows only, never a sibling. "features" of the decoder live
# inside decode. Not every row is inhabited yet.
LAYERS = [
    ["base"],
    ["store", "dist"],
    ["text", "learn"],
    ["phrasebook", "align", "phrase", "lm", "kernel", "metrics"],
    ["reorder", "block"],
    ["decode"],
    ["tune"],
    ["pipeline", "serve"],
    ["library"],
]
# Headers of include/calque that hold plain values, which every module may use; the classes of the public library stand
# above all modules.
PUBLIC_VALUES = {"calque/alignment.h", "calque/error.h", "calque/export.h", "calque/search_options.h", "calque/translation.h"}
RANK = {module: row for row, modules in enumerate(LAYERS) for module in modules}


def allowed_edges(cmake_text):
    edges = {}
    for name, rest in re.findall(r"^calque_module\((\w+)([^)]*)\)", cmake_text, re.MULTILINE):
        match = re.search(r"\bDEPS((?:\s+\w+)*?)(?:\s+LIBS\b|\s*$)", rest.strip())
        edges[name] = set(match.group(1).split()) if match else set()
    return edges


def real_edges(source_root):
    """Yields (module, file, line number, included module)."""
    for path in sorted(source_root.rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        module = path.relative_to(source_root).parts[0]
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([a-z_]+)/', line)
            if match and match.group(1) == "calque":
                if module != "library" and not any(f'"{header}"' in line for header in PUBLIC_VALUES):
                    yield module, path, number, "library"
            elif match and match.group(1) != module:
                yield module, path, number, match.group(1)


def violations(root):
    allowed = allowed_edges((root / "CMakeLists.txt").read_text(encoding="utf-8"))
    for module, targets in allowed.items():
        for target in targets:
            if module not in RANK or target not in RANK:
                yield f"CMakeLists.txt: module {module} or {target} has no layer in tests/check_layers.py"
            elif RANK[target] >= RANK[module]:
                yield f"CMakeLists.txt: {module} may not depend on {target}: it is not below it"
    for module, path, number, target in real_edges(root / "src"):
        place = f"{path.relative_to(root)}:{number}"
        if module not in allowed:
            yield f"{place}: {module} is not a module of CMakeLists.txt"
        elif target not in allowed[module]:
            yield f"{place}: {module} includes {target}, which is not among its DEPS in CMakeLists.txt"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = list(violations(root))
    for violation in found:
        print(violation)
    if not found:
        print("the include graph only points downwards")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
