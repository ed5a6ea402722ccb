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


def statistics_row(size, run):
    paper = PAPER.get(size)
    return [thousands(size)] + (["–"] * 3 if not run else [
        f"{run['fr']['vocabulary']} / {run['en']['vocabulary']}", f"{run['fr']['words'] // 1000}k / {run['en']['words'] // 1000}k",
        f"{run['dev']['perplexity_without_oov']:.1f} / {run['test']['perplexity_without_oov']:.1f}"]) + (
            ["–"] * 3 if not paper else [f"{paper[0]} / {paper[1]}", f"{paper[2]}k / {paper[3]}k", f"{paper[4]} / {paper[5]}"])


def corpus_table(runs, sizes):
    return table(["corpus", "vocabulary Fr / En", "words Fr / En", "perplexity dev / test", "paper: vocabulary", "words", "perplexity"],
                 [statistics_row(size, runs.get(f"statistics.{size}")) for size in sizes])


def spread(run):
    """Mean and range of several tunings."""
    if not run:
        return "–"
    several = len(run.get("all", [])) > 1
    return f"{run['bleu']:.2f}" + (f" ({min(run['all']):.2f}–{max(run['all']):.2f})" if several else "")


def size_table(runs, sizes):
    return table(["corpus", "decoder, Pharaoh's settings", "LSR, tuned", "the same without regression",
                  "LSR, no language model, not tuned", "LSR, the paper's objective alone",
                  "MMR, tuned", "MMR, the paper's objective alone", "length ratios: paper's LSR, MMR"], [
        [thousands(size), spread(runs.get(f"decoder.{size}.pharaoh")), spread(runs.get(f"kernel.{size}.lsr")),
         spread(runs.get(f"kernel.{size}.without")), runs.show(f"kernel.{size}.plain"),
         runs.show(f"kernel.{size}.paper"), spread(runs.get(f"kernel.{size}.mmr.tuned")), runs.show(f"kernel.{size}.mmr"),
         runs.show(f"kernel.{size}.paper", "length_ratio", "{:.2f}") + ", " + runs.show(f"kernel.{size}.mmr", "length_ratio", "{:.2f}")]
        for size in sizes])


def order_table(runs, plan):
    size = plan.sizes[0]
    names = {"plain": "LSR, no language model", "paper": "LSR, the paper's objective alone", "mmr": "MMR, the paper's objective alone"}
    return table(["n"] + [str(order) for order in plan.orders], [
        [title] + [runs.show(f"kernel.{size}.{name}.n{order}") for order in plan.orders] for name, title in names.items()])


def solver_table(runs, plan):
    size = plan.largest
    names = {"local": "local, 1,000 neighbours", "local.300": "local, 300", "local.100": "local, 100", "cholesky": "Cholesky",
             "cholesky.ridge0": "Cholesky, ridge 0 (jitter)", "cholesky.paper": "the same with the paper's objective alone",
             "matrix-free": "matrix-free", "low-rank": "low rank 500", "coverage.300": "local, 300 that cover the input",
             "cosine": "local, vectors of length 1", "idf": "local, n-grams weighed by inverse document frequency"}

    def row(name, title):
        run = f"kernel.{size}.solver.{name}"
        return [title, runs.show(run), runs.show(run, "train_cpu", "{:.1f}"), runs.show(run, "train_mib", "{:.0f}"),
                runs.show(run, "translate_cpu", "{:.1f}")]
    return table(["solver", "BLEU", "training, CPU s", "training, MiB", f"translating {plan.few} sentences, CPU s"],
                 [row(name, title) for name, title in names.items()])


def feature_table(corpora, plan):
    rows = []
    for corpus, runs in corpora.items():
        systems = {f"decoder.{plan.largest}.lexicalised": "decoder", f"decoder.{plan.largest}.kernel": "decoder with --feature kernel",
                   f"reranked.{plan.largest}": "the decoder's 100-best lists, re-ranked"}
        for name, title in systems.items():
            run = runs.get(name)
            each = "–" if not run else ", ".join(f"{bleu:.2f}" for bleu in run["all"])
            rows.append([f"{corpus}, {thousands(plan.largest)}", title, runs.show(name), each])
    return table(["corpus", "system", "BLEU, mean of three tunings", "each"], rows)


def scaling_table(runs, plan):
    return table(["pairs", "all of training, CPU s", "MiB", "the regression, CPU s", "MiB", "kernel model, MB", "translating, ms a sentence", "MiB"], [
        [f"{size:,}", runs.show(f"scaling.{size}", "whole_cpu", "{:.1f}"), runs.show(f"scaling.{size}", "whole_mib", "{:.0f}"), runs.show(f"scaling.{size}", "train_cpu", "{:.1f}"), runs.show(f"scaling.{size}", "train_mib", "{:.0f}"),
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


def size_plot(runs, sizes):
    names = {"decoder": ("decoder", "pharaoh"), "LSR, tuned": ("kernel", "lsr"), "LSR, paper": ("kernel", "paper"),
             "MMR, tuned": ("kernel", "mmr.tuned"), "MMR, paper": ("kernel", "mmr")}
    return {title: [(size, f"{kind}.{size}.{name}", "bleu") for size in sizes] for title, (kind, name) in names.items()}


def write(work, plan, output):
    corpora = {corpus: Runs(work / corpus / "runs") for corpus in ("multi30k", "europarl")}
    runs, europarl = corpora["multi30k"], corpora["europarl"]
    generated = Runs(work / "generated" / "runs")
    smallest = plan.sizes[0]
    output.mkdir(parents=True, exist_ok=True)
    plots = {
        "kernel-order": ("BLEU over the longest n-gram n", False, runs, {
            title: [(order, f"kernel.{smallest}.{name}.n{order}", "bleu") for order in plan.orders]
            for title, name in {"LSR": "plain", "LSR, paper": "paper", "MMR, paper": "mmr"}.items()}),
        "kernel-size": ("Multi30k: BLEU over the number of sentence pairs", True, runs, size_plot(runs, plan.sizes)),
        "kernel-size-europarl": ("Europarl: BLEU over the number of sentence pairs", True, europarl, size_plot(europarl, plan.sizes + plan.further)),
        "kernel-scaling": ("CPU seconds by sentence pairs: training, and translating 1,000 sentences", True, generated, {
            "training": [(size, f"scaling.{size}", "train_cpu") for size in plan.scaling],
            "translating": [(size, f"scaling.{size}", "sentence_ms") for size in plan.scaling]})}
    values = {"runs": str(generated.count + sum(each.count for each in corpora.values())), "corpus table": corpus_table(runs, plan.sizes),
              "europarl corpus table": corpus_table(europarl, plan.sizes + plan.further), "size table": size_table(runs, plan.sizes),
              "europarl size table": size_table(europarl, plan.sizes + plan.further),
              "order table": order_table(runs, plan), "solver table": solver_table(runs, plan), "feature table": feature_table(corpora, plan),
              "scaling table": scaling_table(generated, plan), "tests": str(plan.tests), "few": str(plan.few), "smallest": f"{smallest:,}"}
    for name, (title, logarithmic, source, names) in plots.items():
        lines = series(source, names)
        values[name] = ""
        if lines and max(map(len, lines.values())) > 1:
            (output / f"{name}.svg").write_text(plot.curves(title, lines, log_x=logarithmic))
            values[name] = f"![{title}]({name}.svg)"
    text = (HERE / "page.md").read_text()
    for key, value in values.items():
        text = text.replace("{{" + key + "}}", value)
    (output / "kernel.md").write_text(text)
