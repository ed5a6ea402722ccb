"""Figures of finished parts, in a file beside the page: the whole experiment takes hours, and a page can be made anew, or gone on with on
another machine, without making all of them again. What the work folder holds comes first."""

import json

DIGITS = 6


def rounded(value):
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: rounded(item) for key, item in value.items()}
    return value


class Figures:
    """By corpus: 'compared', the figures of 'calque reorder compare' by name of the record, and 'translated', scores by reordering model.
    'together' has p over all corpora that have a model."""

    def __init__(self, path):
        self.path = path
        self.corpora = json.loads(path.read_text()) if path and path.exists() else {}

    def of(self, corpus, kind):
        return self.corpora.setdefault(corpus.name, {}).setdefault(kind, {})

    def compared(self, corpus, record):
        """Of one record, or None."""
        if record.exists():
            self.of(corpus, "compared")[record.stem] = json.loads(record.read_text())
        return self.of(corpus, "compared").get(record.stem)

    def translated(self, corpus, scores):
        """Scores of the work folder, and those kept of models that it has fewer seeds of."""
        kept = self.of(corpus, "translated")
        for model, own in scores.items():
            before = kept.get(model)
            if before and len(before["bleu"]) > len(own["bleu"]):
                continue
            own["against"] = (before or {}).get("against", {}) | own["against"]
            kept[model] = own
        return kept

    def over_all(self, model, p):
        """p of a model over its corpora together: as found now, or as kept if that is None."""
        kept = self.corpora.setdefault("together", {}).setdefault("p", {})
        if p is not None:
            kept[model] = p
        return kept.get(model)

    def save(self):
        """A line for each record, so that changes can be read."""
        if self.path is None:
            return
        lines = []
        for corpus, kinds in sorted(self.corpora.items()):
            parts = []
            for kind, records in sorted(kinds.items()):
                rows = [f"   {json.dumps(name)}: {json.dumps(rounded(record))}" for name, record in sorted(records.items())]
                parts.append(f"  {json.dumps(kind)}: {{\n" + ",\n".join(rows) + "\n  }")
            lines.append(f" {json.dumps(corpus)}: {{\n" + ",\n".join(parts) + "\n }")
        self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
