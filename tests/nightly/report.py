"""Writes the figures of the parts into docs/reliability.md."""

import collections
import json

from common import ROOT, WORK

PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: written by scripts/nightly report -->", "<!-- end of figures -->"


def commits(content):
    """The commit that the pieces ran on; if there are several, with how many ran on each."""
    ran = collections.Counter(piece["version"] for piece in content["pieces"].values())
    return ", ".join(commit if len(ran) == 1 else f"{commit} ({number} pieces)" for commit, number in ran.most_common())


def row(content):
    counts = "; ".join(f"{number:,} {name}" for name, number in content["counts"].items() if not name.startswith("executions of "))
    each = [number for name, number in content["counts"].items() if name.startswith("executions of ")]
    if each:
        counts += f"; at least {min(each):,} for each reader"
    if content["planned"] is None or content["done"] != content["planned"]:
        counts += f"; **unfinished**, {content['done'] or 0} of {content['planned'] or '?'} pieces"
    return f"| `{content['part']}` | {content['date']} | {commits(content)} | {counts} | {len(content['findings'])} | {content['seconds'] / 60:.0f} min |"


def main(parts):
    files = [WORK / f"{part}.json" for part in parts]
    contents = [json.loads(file.read_text(encoding="utf-8")) for file in files if file.exists()]
    rows = [row(content) for content in contents if "pieces" in content]
    head = ["| part | date | commit | counts | findings | time in pieces |", "| --- | --- | --- | --- | ---: | ---: |"]
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    PAGE.write_text(before + "\n".join([BEGIN, "", *head, *rows, "", END]) + after, encoding="utf-8")
    return 0
