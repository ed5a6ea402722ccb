"""What the optimisers walk on: objectives along one weight, for small and large norms' weights."""

import json

import plot

# As in the paper's drawing: 800 sentences, Q = 1000.
SENTENCES, Q, WEIGHT = 800, 1000, "LM0=0:1:100"
CURVES = {"mert": ("mert", []), **{f"{method}, λ = {value:g}": (method, ["--loss-scale", Q, "--lambda", value])
                                   for method in ("s-slack", "1-slack") for value in (0.01, 1, 100)}}


def record_of(corpus):
    return corpus.folder / "shape.json"


def run(program, corpus, search):
    """The lists of the untuned model, and every objective on them."""
    record = record_of(corpus)
    if record.exists():
        return
    sides = {}
    for side in (corpus.source, corpus.target):
        sides[side] = corpus.folder / f"shape.{side}"
        lines = corpus.development("full", side).read_text().splitlines(keepends=True)
        sides[side].write_text("".join(lines[:SENTENCES]))
    lists = corpus.folder / "shape.nbest"
    program.run("translate", "-m", corpus.model, "--n-best", corpus.plan.n_best, "--distinct", *search, "-i", sides[corpus.source], "-o", lists)
    shapes = {name: program.json("tune", "--nbest", lists, "-r", sides[corpus.target], "--method", method, *options, "--shape", WEIGHT, "--json")["shape"]
              for name, (method, options) in CURVES.items()}
    program.write_record(record, shapes)


def scaled(points, upside_down):
    """Lowest 0, highest 1."""
    low, high = min(y for _, y in points), max(y for _, y in points)
    heights = [(x, (y - low) / ((high - low) or 1)) for x, y in points]
    return [(x, 1 - y if upside_down else y, 0.0) for x, y in heights]


def text(output, corpus):
    record = record_of(corpus)
    if not record.exists():
        return "Not drawn yet."
    shapes = json.loads(record.read_text())
    title = f"{corpus.name}: objectives along the weight of the language model, each scaled"
    drawing = plot.curves(title, {name: scaled(shapes[name], name == "mert") for name in CURVES}, log_x=False,
                          ticks=[0, 0.2, 0.4, 0.6, 0.8, 1])
    (output / "tuning-shape.svg").write_text(drawing)
    lowest = {name: min(scaled(shapes[name], name == "mert"), key=lambda point: point[1])[0] for name in CURVES}
    return f"![{title}](tuning-shape.svg)\n\nLowest at: " + "; ".join(f"{name} {x:.2f}" for name, x in lowest.items()) + "."
