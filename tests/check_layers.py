#!/usr/bin/env python3
"""Fails if a file includes a module that its own module may not depend on, or if files of a module include each other in
circles.

The allowed edges between modules are the DEPS of each calque_module() line in CMakeLists.txt; the real ones are re-derived
from the #include lines. Edges must follow the layers below, so that nobody can allow an upward edge by editing
CMakeLists.txt. Modules in FOLDERS have layers inside as well. Within a module, the unit is x.h with x.cpp; units must form no
circle. Tests may include anything of their own module.
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
    ["phrasebook", "align", "phrase", "lm", "kernel", "metrics", "documents"],
    ["reorder", "block"],
    ["decode"],
    ["tune"],
    ["report"],
    ["pipeline"],
    ["library"],
    ["serve"],
]
# Headers of include/calque that hold plain values, which every module may use; the classes of the public library stand
# above all modules.
PUBLIC_VALUES = {
    "calque/alignment.h", "calque/correction.h", "calque/document_options.h", "calque/error.h", "calque/export.h", "calque/search_options.h",
    "calque/text_score.h", "calque/translation.h",
}
RANK = {module: row for row, modules in enumerate(LAYERS) for module in modules}

# Folders of a module from the bottom up. A folder may include those before it.
FOLDERS = {"lm": ["files", "query", "estimate"]}


def allowed_edges(cmake_text):
    edges = {}
    for name, rest in re.findall(r"^calque_module\((\w+)([^)]*)\)", cmake_text, re.MULTILINE):
        match = re.search(r"\bDEPS((?:\s+\w+)*?)(?:\s+LIBS\b|\s*$)", rest.strip())
        edges[name] = set(match.group(1).split()) if match else set()
    return edges


def includes(source_root):
    """Yields (file, line number, included file), both files relative to the source folder."""
    for path in sorted(source_root.rglob("*")):
        if path.suffix not in (".h", ".cpp"):
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            match = re.match(r'\s*#\s*include\s+"([a-z_]+/[^"]+)"', line)
            if match:
                yield path.relative_to(source_root), number, pathlib.PurePosixPath(match.group(1))


def is_test(path):
    return path.stem.endswith("_test") or path.stem.startswith("testing") or "testing" in path.parts


def units(edges):
    """The unit of each file: that of its own header; without one, of the header whose name its own begins with
    (trie_builder.cpp belongs to trie.h); otherwise the file itself."""
    headers = {path.with_suffix("") for edge in edges for path in (edge[0], edge[2]) if path.suffix == ".h"}

    def unit(path):
        name = path.with_suffix("")
        if path.suffix == ".h":
            return name
        stem = name
        while stem not in headers and "_" in stem.name:
            stem = stem.with_name(stem.name.rsplit("_", 1)[0])
        return stem if stem in headers else name

    return unit


def circles(graph):
    """Groups of units that can reach each other (Tarjan's strongly connected components)."""
    order, lowest, stack, found = {}, {}, [], []

    def visit(unit):
        order[unit] = lowest[unit] = len(order)
        stack.append(unit)
        for other in sorted(graph.get(unit, ())):
            if other not in order:
                visit(other)
            if other in stack:
                lowest[unit] = min(lowest[unit], lowest[other])
        if lowest[unit] == order[unit]:
            group = stack[stack.index(unit):]
            del stack[stack.index(unit):]
            if len(group) > 1:
                found.append(sorted(group))

    for unit in sorted(graph):
        if unit not in order:
            visit(unit)
    return found


def inner_violations(edges):
    """Violations inside modules: (folders, circles)."""
    inner = [edge for edge in edges if edge[0].parts[0] == edge[2].parts[0] and not is_test(edge[0])]
    for path, number, target in inner:
        folders = FOLDERS.get(path.parts[0])
        if folders is None or is_test(target):
            continue
        homes = [file.parts[1] if len(file.parts) > 2 else "" for file in (path, target)]
        if any(home not in folders for home in homes):
            yield f"src/{path}:{number}: files of {path.parts[0]} must stand in one of {', '.join(folders)}"
        elif folders.index(homes[1]) > folders.index(homes[0]):
            yield f"src/{path}:{number}: {homes[0]} may not include {homes[1]}: it is not below it"
    unit = units(edges)
    graph = {}
    for path, _, target in inner:
        if unit(path) != unit(target):
            graph.setdefault(unit(path), set()).add(unit(target))
    for group in circles(graph):
        yield f"src: {' and '.join(str(each) for each in group)} include each other in a circle"


def violations(root):
    allowed = allowed_edges((root / "CMakeLists.txt").read_text(encoding="utf-8"))
    for module, targets in allowed.items():
        for target in targets:
            if module not in RANK or target not in RANK:
                yield f"CMakeLists.txt: module {module} or {target} has no layer in tests/check_layers.py"
            elif RANK[target] >= RANK[module]:
                yield f"CMakeLists.txt: {module} may not depend on {target}: it is not below it"
    edges = list(includes(root / "src"))
    for path, number, included in edges:
        module, target = path.parts[0], included.parts[0]
        if target == "calque":
            if module == "library" or str(included) in PUBLIC_VALUES:
                continue
            target = "library"
        if target == module:
            continue
        if module not in allowed:
            yield f"src/{path}:{number}: {module} is not a module of CMakeLists.txt"
        elif target not in allowed[module]:
            yield f"src/{path}:{number}: {module} includes {target}, which is not among its DEPS in CMakeLists.txt"
    yield from inner_violations(edges)


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else ".").resolve()
    found = list(violations(root))
    for violation in found:
        print(violation)
    if not found:
        print("the include graph only points downwards and has no circles")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
