"""The page of the experiment: tables and plots of what the runs left in the work folder, put into page.md."""

import json
import pathlib

import plot

HERE = pathlib.Path(__file__).resolve().parent
# Published: vocabulary and thousands of words, French / English, and perplexity dev / test.
PAPER = {4000: (5084, 4039, 43, 39, 32.25, 31.92), 6000: (6426, 5058, 64, 59, 30.81, 29.03), 8000: (7377, 5716, 85, 79, 29.91, 28.94),
         10000: (8252, 6339, 106, 98, 27.55, 27.09), 12000: (9006, 6861, 127, 118, 27.19, 26.41)}


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


class Runs:
    def __init__(self, folder):
        self.folder = folder
        self.count = len(list(folder.glob("*.json")))

    def get(self, name):
        path = self.folder / f"{name}.json"
        return json.loads(path.read_text()) if path.exists() else None

    def show(self, name, field="bleu", form="{:.2f}"):
        run = self.get(name)
        return form.format(run[field]) if run and field in run else "–"


def thousands(size):
    return f"{size // 1000}k"


def corpus_table(runs, plan):
    rows = []
    for size in plan.sizes:
        run = runs.get(f"statistics.{size}")
        paper = PAPER.get(size)
        rows.append([thousands(size)] + (["–"] * 3 if not run else [
            f"{run['fr']['vocabulary']} / {run['en']['vocabulary']}", f"{run['fr']['words'] // 1000}k / {run['en']['words'] // 1000}k",
            f"{run['dev']['perplexity']:.1f} / {run['test']['perplexity']:.1f}"]) + (
                ["–"] * 3 if not paper else [f"{paper[0]} / {paper[1]}", f"{paper[2]}k / {paper[3]}k", f"{paper[4]} / {paper[5]}"]))
    return table(["corpus", "vocabulary Fr / En", "words Fr / En", "perplexity dev / test", "paper: vocabulary", "words", "perplexity"], rows)


def size_table(runs, plan):
    rows = []
    for size in plan.sizes:
        baseline = runs.get(f"decoder.{size}.pharaoh")
        spread = "" if not baseline else f" ({min(baseline['all']):.2f}–{max(baseline['all']):.2f})"
        rows.append([thousands(size), runs.show(f"decoder.{size}.pharaoh") + spread, runs.show(f"kernel.{size}.lsr"),
                     runs.show(f"kernel.{size}.paper"), runs.show(f"kernel.{size}.mmr"), runs.show(f"kernel.{size}.lsr", "length_ratio", "{:.3f}"),
                     runs.show(f"kernel.{size}.lsr", "train_cpu", "{:.1f}"), runs.show(f"kernel.{size}.lsr", "translate_cpu", "{:.1f}")])
    return table(["corpus", "decoder, Pharaoh's settings", "LSR", "LSR, the paper's objective alone", "MMR", "length ratio of LSR", "LSR: training, CPU s",
                  "translating, CPU s"], rows)


def order_table(runs, plan):
    size = plan.sizes[0]
    return table(["n"] + [str(order) for order in plan.orders], [
        [{"lsr": "LSR", "paper": "LSR, the paper's objective alone", "mmr": "MMR"}[name]] + [runs.show(f"kernel.{size}.{name}.n{order}") for order in plan.orders] for name in ("lsr", "paper", "mmr")])


def solver_table(runs, plan):
    size = plan.largest_factor
    names = {"lsr": "local, 1,000 neighbours", "local.100": "local, 100", "local.500": "local, 500", "cholesky": "Cholesky",
             "cholesky.ridge0": "Cholesky, ridge 0 (jitter)", "cholesky.paper": "the same with the paper's objective alone",
             "matrix-free": "matrix-free", "low-rank": "low rank 500",
             "idf": "local, n-grams weighed by inverse document frequency"}
    return table(["solver", "BLEU", "training, CPU s", "training, MiB", "translating, CPU s"], [
        [title, runs.show(f"kernel.{size}.{name}"), runs.show(f"kernel.{size}.{name}", "train_cpu", "{:.1f}"),
         runs.show(f"kernel.{size}.{name}", "train_mib", "{:.0f}"), runs.show(f"kernel.{size}.{name}", "translate_cpu", "{:.1f}")]
        for name, title in names.items()])


def feature_table(runs, plan):
    rows = []
    for size in (plan.largest_factor, plan.sizes[-1]):
        for name, title in (("lexicalised", "decoder"), ("kernel", "decoder with --feature kernel")):
            run = runs.get(f"decoder.{size}.{name}")
            spread = "–" if not run else ", ".join(f"{bleu:.2f}" for bleu in run["all"])
            rows.append([thousands(size), title, runs.show(f"decoder.{size}.{name}"), spread])
    return table(["corpus", "system", "BLEU, mean of three tunings", "each"], rows)


def scaling_table(runs, plan):
    return table(["pairs", "training, CPU s", "MiB", "model, MB", "translating, ms a sentence", "MiB"], [
        [f"{size:,}", runs.show(f"scaling.{size}", "train_cpu", "{:.1f}"), runs.show(f"scaling.{size}", "train_mib", "{:.0f}"),
         "–" if not runs.get(f"scaling.{size}") else f"{runs.get(f'scaling.{size}')['bytes'] / 1e6:.0f}",
         runs.show(f"scaling.{size}", "sentence_ms", "{:.0f}"), runs.show(f"scaling.{size}", "translate_mib", "{:.0f}")]
        for size in plan.scaling])


def series(runs, names):
    """Curves of what is finished: name -> (x, run name, field)."""
    result = {}
    for title, points in names.items():
        line = [(x, runs.get(name)[field], 0) for x, name, field in points if runs.get(name)]
        if line:
            result[title] = line
    return result


def write(folder, plan, output):
    runs = Runs(folder)
    smallest = plan.sizes[0]
    output.mkdir(parents=True, exist_ok=True)
    plots = {
        "kernel-order": ("BLEU over the longest n-gram n", False, {
            name.upper(): [(order, f"kernel.{smallest}.{name}.n{order}", "bleu") for order in plan.orders] for name in ("lsr", "paper", "mmr")}),
        "kernel-size": ("BLEU over the number of sentence pairs", True, {
            "decoder": [(size, f"decoder.{size}.pharaoh", "bleu") for size in plan.sizes],
            "LSR": [(size, f"kernel.{size}.lsr", "bleu") for size in plan.sizes],
            "MMR": [(size, f"kernel.{size}.mmr", "bleu") for size in plan.sizes]}),
        "kernel-scaling": ("CPU seconds by sentence pairs: training, and translating 1,000 sentences", True, {
            "training": [(size, f"scaling.{size}", "train_cpu") for size in plan.scaling],
            "translating": [(size, f"scaling.{size}", "sentence_ms") for size in plan.scaling]})}
    values = {"runs": str(runs.count), "corpus table": corpus_table(runs, plan), "size table": size_table(runs, plan),
              "order table": order_table(runs, plan), "solver table": solver_table(runs, plan), "feature table": feature_table(runs, plan),
              "scaling table": scaling_table(runs, plan), "tests": str(plan.tests)}
    for name, (title, logarithmic, names) in plots.items():
        lines = series(runs, names)
        values[name] = ""
        if lines and max(map(len, lines.values())) > 1:
            (output / f"{name}.svg").write_text(plot.curves(title, lines, log_x=logarithmic))
            values[name] = f"![{title}]({name}.svg)"
    text = (HERE / "page.md").read_text()
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    (output / "kernel.md").write_text(text)
