"""The page of the experiment: tables and plots of what the runs left in the work folder, put into page.md."""

import json
import pathlib
import statistics

import plot
import shape

HERE = pathlib.Path(__file__).resolve().parent
# Published: BLEU on test08 and news08, and the mean gain over untuned weights of four draws of 400 sentences.
PAPER_FULL = {"untuned": (30.84, 13.75), "smoothed-mert": (31.96, 13.76), "mert": (32.36, 13.81), "s-slack": (32.31, 14.02),
              "1-slack": (32.42, 14.13)}
PAPER_GAIN = {"smoothed-mert": (0.22, -0.08), "mert": (0.40, 0.03), "s-slack": (0.45, 0.21), "1-slack": (0.92, 0.40)}
SIGNIFICANT = 0.05


class Scores:
    """BLEU of every finished run and p values against MERT, computed by the program once for each development and test set."""

    def __init__(self, corpora, methods, program):
        self.bleu, self.p = {}, {}
        self.finished = self.planned = 0
        self.cpu = 0.0
        for corpus in corpora:
            for development in corpus.sets():
                for test in corpus.tests_of(development):
                    self.evaluate(program, corpus, methods, development, test)

    def evaluate(self, program, corpus, methods, development, test):
        wanted = methods + (["untuned"] if development == "full" else [])
        runs = {method: self.record(corpus, method, development, test) for method in wanted}
        files = {run["outputs"][test]: method for method, run in runs.items() if run}
        if not files:
            return
        scores = program.json("evaluate", "-r", corpus.test(test, corpus.target), *files, "--tokenize", "none", "--metrics", "bleu",
                              "--bootstrap", 1000, "--json")
        for system in scores["systems"]:
            self.bleu[corpus.name, test, development, files[system["name"]]] = system["bleu"]["score"]
        for pair in scores["significance"]:
            a, b = files[pair["a"]], files[pair["b"]]
            if "mert" in (a, b):
                self.p[corpus.name, test, development, b if a == "mert" else a] = pair["p"]

    def record(self, corpus, method, development, test):
        """Nothing if the run is not finished."""
        path = corpus.folder / "runs" / f"{method}.{development}.json"
        run = json.loads(path.read_text()) if path.exists() else None
        if test == "in-domain":
            self.planned += 1
            self.finished += run is not None
            self.cpu += run["cpu_seconds"] if run else 0.0
        return run

    def draws(self, corpus, test, size, method):
        """Those that are finished, by number."""
        keys = {draw: (corpus.name, test, f"{size}-{draw}", method) for draw in range(1, corpus.plan.draws + 1)}
        return {draw: self.bleu[key] for draw, key in keys.items() if key in self.bleu}

    def untuned(self, corpus, test):
        return self.bleu.get((corpus.name, test, "full", "untuned"))


def shown(value, form=".2f"):
    return "-" if value is None else f"{value:{form}}"


def mean_of(values):
    return statistics.mean(values) if values else None


def deviation_of(values):
    return statistics.stdev(values) if len(values) > 1 else None


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def title(corpus, test):
    return corpus.name if test == "in-domain" else f"{corpus.name} on {corpus.other}"


def full_table(scores, corpora, methods):
    places = [(corpus, test) for corpus in corpora for test in corpus.tests]
    head = ["method"] + [f"{title(corpus, test)}" for corpus, test in places] + ["paper, test08", "paper, news08"]
    rows = []
    for method in ["untuned"] + methods:
        cells = [f"`{method}`" if method != "untuned" else method]
        for corpus, test in places:
            key = (corpus.name, test, "full", method)
            p = scores.p.get(key)
            cells.append(shown(scores.bleu.get(key)) + (f" ({p:.3f})" if p is not None else ""))
        rows.append(cells + [f"{value:.2f}" for value in PAPER_FULL.get(method, ())] + ["-"] * (0 if method in PAPER_FULL else 2))
    return table(head, rows)


def draws_table(scores, corpus, test, methods):
    size, draws = corpus.plan.sizes[-1], corpus.plan.draws
    head = ["method"] + [f"draw {draw}" for draw in range(1, draws + 1)]
    head += ["mean", "deviation", "gain over untuned", "better / worse than `mert`", "gain in the paper"]
    rows = []
    untuned = scores.untuned(corpus, test)
    for method in methods:
        values = scores.draws(corpus, test, size, method)
        mean = mean_of(values.values())
        gain = PAPER_GAIN.get(method)
        rows.append([f"`{method}`"] + [shown(values.get(draw)) for draw in range(1, draws + 1)]
                    + [shown(mean), shown(deviation_of(list(values.values()))),
                       shown(None if mean is None or untuned is None else mean - untuned, "+.2f"),
                       "" if method == "mert" else verdicts(scores, corpus, test, size, method),
                       f"{gain[corpus.tests.index(test)]:+.2f}" if gain else "-"])
    return f"**{title(corpus, test)}**, untuned {shown(untuned)}:\n\n" + table(head, rows)


def verdicts(scores, corpus, test, size, method):
    """How many draws are significantly better than MERT's, and how many worse."""
    better = worse = 0
    mert = scores.draws(corpus, test, size, "mert")
    for draw, value in scores.draws(corpus, test, size, method).items():
        p = scores.p.get((corpus.name, test, f"{size}-{draw}", method))
        if p is None or p >= SIGNIFICANT:
            continue
        better += value > mert[draw]
        worse += value < mert[draw]
    return f"{better} / {worse}"


def curve_table(scores, corpus, methods):
    head = ["method"] + [f"{size}" for size in corpus.plan.sizes] + ["full"]
    rows = []
    for method in methods:
        cells = [f"`{method}`"]
        for size in corpus.plan.sizes:
            values = list(scores.draws(corpus, "in-domain", size, method).values())
            spread = f" ± {shown(deviation_of(values))}" if len(values) > 1 else ""
            cells.append(shown(mean_of(values)) + spread)
        rows.append(cells + [shown(scores.bleu.get((corpus.name, "in-domain", "full", method)))])
    return table(head, rows)


def write_curve(output, scores, corpus, methods):
    series = {}
    for method in methods:
        points = []
        for size in corpus.plan.sizes:
            values = list(scores.draws(corpus, "in-domain", size, method).values())
            if values:
                points.append((size, mean_of(values), deviation_of(values) or 0.0))
        full = scores.bleu.get((corpus.name, "in-domain", "full", method))
        if full is not None:
            points.append((corpus.plan.full, full, 0.0))
        if points:
            series[method] = points
    if not series:
        return "No run is finished."
    name = f"tuning-{corpus.name}.svg"
    drawing = plot.curves(f"{corpus.name}: test BLEU by size of the development set", series,
                          base=("untuned", scores.untuned(corpus, "in-domain")))
    (output / name).write_text(drawing)
    return f"![Test BLEU by size of the development set, {corpus.name}]({name})"


def write(output, corpora, methods, program):
    scores = Scores(corpora, methods, program)
    plan = corpora[0].plan
    parts = {
        "full size": str(plan.full), "draws": str(plan.draws), "largest draw": str(plan.sizes[-1]),
        "sizes": ", ".join(map(str, plan.sizes)), "n-best": str(plan.n_best), "rounds": str(plan.rounds),
        "other training": f"{plan.other_training:,}", "other test": str(plan.other_tests), "test": str(plan.tests),
        "cpu minutes": f"{scores.cpu / 60:.0f}", "finished": str(scores.finished), "planned": str(scores.planned),
        "full table": full_table(scores, corpora, methods),
        "draws tables": "\n\n".join(draws_table(scores, corpus, test, methods) for corpus in corpora for test in corpus.tests),
        "shape": shape.text(output, corpora[0]),
        "curves": "\n\n".join(f"{write_curve(output, scores, corpus, methods)}\n\n{curve_table(scores, corpus, methods)}"
                              for corpus in corpora),
    }
    text = (HERE / "page.md").read_text()
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    (output / "tuning.md").write_text(text)
