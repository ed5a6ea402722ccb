"""The page of the experiment: tables and plots of what the work folder holds, put into page.md."""

import pathlib
import statistics

import classification
import plot
import translation
from papers import LONG_F1, LONG_SIZES, SHORT, SHORT_GAIN, TRANSLATION_BAYES, TRANSLATION_DPR

HERE = pathlib.Path(__file__).resolve().parent
SIGNIFICANT = 0.05


def shown(value, form=".2f"):
    return "-" if value is None else f"{value:{form}}"


def per_cent(value, form=".1f"):
    return "-" if value is None else f"{100 * value:{form}}"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def by_name(figures):
    return {learner["name"]: learner for learner in figures["learners"]}


class Curves:
    """Learning curves of one corpus and one set of classes."""

    def __init__(self, corpus, classes, kept):
        self.corpus, self.classes = corpus, classes
        self.figures = kept.compared(corpus, classification.curve_record(corpus, classes))

    def rows(self):
        """A row for each learner: precision by size, F1 of the whole, gain, seconds, size, p."""
        learners = by_name(self.figures) if self.figures else {}
        for name in classification.LEARNERS:
            learner = learners.get(name)
            if learner is None:
                yield [f"`{name}`"] + ["-"] * (len(self.corpus.plan.sizes[self.classes]) + 7)
                continue
            cells = [f"{per_cent(size['precision'])} ± {per_cent(size['precision_deviation'])}" for size in learner.get("by_size", [learner])]
            yield [f"`{name}`", *cells, " / ".join(per_cent(value) for value in learner["f1"]),
                   "" if name == "lexical" else f"{100 * learner['gain_on_moving_classes']:+.1f} %", f"{learner['train_seconds']:.1f}",
                   f"{learner['model_bytes'] / 1024:,.0f}", f"{learner['p'][0]:.1g}" if "p" in learner else "(best)",
                   f"{learner['mean_log_prob']:.3f}"]

    def text(self, output):
        sizes = [None] * (len(self.corpus.plan.sizes[self.classes]) + 1)
        if self.figures:
            sizes = self.figures.get("samples_by_size", [self.figures["train_samples"]])
        head = ["learner"] + [f"{size:,}" if size else "-" for size in sizes]
        head += ["F1 of " + ", ".join(self.figures["classes"]) if self.figures else "F1", "gain", "training s", "KiB", "p", "log p"]
        title = f"**{self.corpus.name}, {self.classes} classes**"
        if self.figures:
            title += f", {self.figures['test_samples']:,} test samples in the last draw"
        return f"{title}:\n\n{self.drawing(output)}" + table(head, list(self.rows()))

    def drawing(self, output):
        if not self.figures or "samples_by_size" not in self.figures:
            return ""
        series = {}
        for name, learner in by_name(self.figures).items():
            if name != "word-distance":
                series[name] = [(samples, 100 * size["precision"], 100 * size["precision_deviation"])
                                for samples, size in zip(self.figures["samples_by_size"], learner["by_size"])]
        name = f"reordering-curve-{self.corpus.name}-{self.classes}.svg"
        title = f"{self.corpus.name}, {self.classes} classes: precision by training samples"
        (output / name).write_text(plot.curves(title, series))
        return f"![{title}]({name})\n\n"


def learners_text(corpus, kept):
    figures = kept.compared(corpus, classification.learners_record(corpus))
    if not figures:
        return "Not measured yet."
    rows = [[f"`{learner['name']}`", per_cent(learner["precision"], ".2f"), " / ".join(per_cent(value) for value in learner["f1"]),
             f"{learner['mean_log_prob']:.3f}", f"{learner['train_seconds']:.1f}", f"{learner['model_bytes'] / 1024:,.0f}"]
            for learner in figures["learners"]]
    head = ["learner", "precision", "F1 of " + ", ".join(figures["classes"]), "log p", "training s", "KiB"]
    return (f"{figures['train_samples']:,} training and {figures['test_samples']:,} test samples of the first {corpus.plan.all_learners_pairs:,} "
            f"pairs of {corpus.name}, one draw.\n\n" + table(head, rows))


def distance_plot(output, corpus, kept):
    """Precision at each distance, whole training set."""
    figures = kept.compared(corpus, classification.curve_record(corpus, "3"))
    if not figures:
        return ""
    series = {}
    for name, learner in by_name(figures).items():
        if name in ("lexical", "bayes-map", "dpr-mms", "mms", "mlr-dual"):
            series[name] = [(int(distance), 100 * hits["precision"], 0.0) for distance, hits in
                            sorted(learner["by_distance"].items(), key=lambda item: int(item[0]))]
    name = f"reordering-distance-{corpus.name}.svg"
    title = f"{corpus.name}, 3 classes: precision by distance"
    (output / name).write_text(plot.curves(title, series, log_x=False, ticks=list(range(-15, 16, 5))))
    return f"![{title}]({name})"


def class_table(corpora, kept):
    """How many samples there are, and how they move."""
    rows = []
    for corpus in corpora:
        figures = kept.compared(corpus, classification.curve_record(corpus, "5"))
        if not figures:
            rows.append([corpus.name] + ["-"] * 8)
            continue
        counts = [a + b for a, b in zip(figures["train_by_class"], figures["test_by_class"])]
        phrases = figures["corpus"]["source_phrases"]
        often = sum(part["phrases"] for part in phrases if part["least_samples"] >= 10)
        moved = {abs(int(d)): 0 for d in figures["corpus"]["distances"]}
        for distance, count in figures["corpus"]["distances"].items():
            moved[abs(int(distance))] += count
        near = sum(count for distance, count in moved.items() if 0 < distance < 4) / max(1, sum(c for d, c in moved.items() if d))
        rows.append([corpus.name, f"{figures['samples']:,}", *[per_cent(count / sum(counts)) + " %" for count in counts],
                     per_cent(near) + " %", f"{often:,}"])
    return table(["corpus", "samples", "d <= -5", "-5 < d < 0", "d = 0", "0 < d < 5", "d >= 5", "of the movements below 4",
                  "source phrases with 10 samples and more"], rows)


def paper_table(corpora, kept):
    """F1 of the published learners beside those measured, at the largest size."""
    rows = []
    curves = {(corpus.name, classes): kept.compared(corpus, classification.curve_record(corpus, classes))
              for corpus in corpora for classes in ("3", "5")}
    for learner, published in (("LR", "lexical"), ("MMR", "dpr-mmr"), ("SVM", "dpr-svm"), ("ME", "dpr-mlr-dual"), ("MMS", "dpr-mms")):
        cells = [f"{learner} (`{published}`)", " / ".join(f"{value:.1f}" for value in LONG_F1[learner])]
        for corpus in corpora:
            figures = curves[corpus.name, "3"]
            cells.append(" / ".join(per_cent(value) for value in by_name(figures)[published]["f1"]) if figures else "-")
        rows.append(cells)
    return table(["learner", f"paper, {LONG_SIZES[-1]} sentences"] + [corpus.name for corpus in corpora], rows)


def gain_table(corpora, kept):
    rows = [["paper"] + [f"{100 * SHORT_GAIN[base, classes]:+.1f} %" for base in ("LR", "ME") for classes in ("3", "5")]]
    for corpus in corpora:
        cells = [corpus.name]
        for base in ("lexical", "dpr-mlr-dual"):
            for classes in ("3", "5"):
                figures = kept.compared(corpus, classification.curve_record(corpus, classes))
                cells.append(f"{100 * relative_gain(figures, 'dpr-mms', base):+.1f} %" if figures else "-")
        rows.append(cells)
    return table(["", "over LR, 3 classes", "over LR, 5 classes", "over ME, 3 classes", "over ME, 5 classes"], rows)


def relative_gain(figures, name, base):
    """Mean over the moving classes of the relative gain in F1."""
    learners = by_name(figures)
    pairs = [(a, b) for label, a, b in zip(figures["classes"], learners[name]["f1"], learners[base]["f1"]) if label != "d=0" and b > 0]
    return statistics.mean((a - b) / b for a, b in pairs)


def selection_text(output, corpus, kept):
    records = classification.selection_records(corpus)
    figures = {key: kept.compared(corpus, record) for key, (record, _) in records.items()}
    error = {key: 100 * (1 - found["learners"][0]["precision"]) for key, found in figures.items() if found}
    left = {key: found["learners"][0]["features"] for key, found in figures.items() if found}
    rows = [[f"{part:g}", f"{left['mutual', part]:,}" if ("mutual", part) in left else "-", *[shown(error.get((rank, part))) for rank in classification.RANKS]]
            for part in classification.PARTS_KEPT]
    text = f"**{corpus.name}**:\n\n"
    series = {rank: [(part, error[rank, part], 0.0) for part in sorted(classification.PARTS_KEPT) if (rank, part) in error]
              for rank in classification.RANKS}
    if all(series.values()):
        name = f"reordering-selection-{corpus.name}.svg"
        title = f"{corpus.name}, msd: error of naive Bayes by part of the features kept"
        (output / name).write_text(plot.curves(title, series, log_x=False))
        text += f"![{title}]({name})\n\n"
    text += table(["part kept", "features", "error %, ranked by mutual information", "over the mean entropy (symmetric)", "over the smaller (normalised)"], rows)
    rows = [[f"{threshold:g}", f"{left['threshold', threshold]:,}" if ("threshold", threshold) in left else "-",
             shown(error.get(("threshold", threshold)))] for threshold in classification.THRESHOLDS]
    return text + "\n\n" + table(["least normalised information", "features", "error %"], rows) + ranking_plot(output, corpus, left)


def ranking_plot(output, corpus, left):
    """Normalised information by rank: as many features as a threshold keeps have at least that much."""
    points = [(left["threshold", threshold], threshold, 0.0) for threshold in reversed(classification.THRESHOLDS) if left.get(("threshold", threshold))]
    if len(points) < 2:
        return ""
    name = f"reordering-ranking-{corpus.name}.svg"
    title = f"{corpus.name}, msd: normalised information of the features by rank"
    (output / name).write_text(plot.curves(title, {"normalised": points}, ticks=plot.powers(points[0][0], points[-1][0])))
    return f"\n\n![{title}]({name})"


def speed_text(output, corpus, kept):
    figures = kept.compared(corpus, classification.speed_record(corpus))
    if not figures:
        return "Not measured yet."
    passes = figures["passes"]
    series = {run["name"]: [(point["seconds"], 100 * point["test_error"], 0.0) for point in run["points"]] for run in passes}
    seconds = [point[0] for line in series.values() for point in line]
    title = f"{corpus.name}, 3 classes: held-out error by CPU seconds of training"
    (output / "reordering-speed.svg").write_text(plot.curves(title, series, ticks=plot.powers(min(seconds), max(seconds))))
    active = {run["name"]: [(0, 100.0, 0.0)] + [(number, 100 * part, 0.0) for number, part in enumerate(run["active"], 1)]
              for run in passes if "active" in run}
    settling = "Part of the samples that is not settled, by pass"
    (output / "reordering-active.svg").write_text(plot.curves(settling, active, log_x=False, ticks=list(range(0, 21, 5))[:1 + max(map(len, active.values())) // 5]))
    rows = [[f"`{run['name']}`", str(run["points"][-1]["pass"]), f"{run['points'][-1]['seconds']:.1f}",
             per_cent(run["points"][-1]["test_error"], ".2f"), shown(run.get("seconds_to_tolerance"), ".1f")] for run in passes]
    head = ["learner", "passes", "CPU s", "held-out error %", f"CPU s until the error in training is {100 * figures['tolerance']:.1f} %"]
    return (f"{figures['train_samples']:,} training samples of the first {corpus.plan.speed_pairs:,} pairs, `rich` features.\n\n"
            f"![{title}](reordering-speed.svg)\n\n{table(head, rows)}\n\n![{settling}](reordering-active.svg)")


def extension_table(corpus, kept):
    records = classification.extension_records(corpus)
    rows = []
    for what, classes, *sides in classification.EXTENSIONS:
        found = [kept.compared(corpus, records[learner, classes, tuple(options)]) for learner, options in sides]
        new, old = (figures["learners"][0] if figures else None for figures in found)
        name = " ".join([sides[0][0], *sides[0][1]])
        rows.append([what, classes, f"`{name}`", cell(new), f"`{sides[1][0]}`", cell(old),
                     f"{100 * (new['precision'] - old['precision']):+.2f}" if new and old else "-",
                     f"{new['mean_log_prob'] - old['mean_log_prob']:+.4f}" if new and old else "-"])
    return table(["what", "classes", "learner", "precision", "beside", "precision", "difference", "difference in log p"], rows)


def cell(learner):
    return f"{per_cent(learner['precision'], '.2f')} ± {per_cent(learner['precision_deviation'], '.2f')}" if learner else "-"


def translation_text(corpus, scores):
    rows = []
    for model in translation.all_models(corpus):
        found = scores.get(model)
        if not found:
            rows.append([f"`{model}`"] + ["-"] * (len(translation.METRICS) + 3))
            continue
        cells = [f"`{model}`"]
        for metric in translation.METRICS:
            spread = f" ± {statistics.stdev(found[metric]):.2f}" if len(found[metric]) > 1 and metric == "bleu" else ""
            cells.append(shown(statistics.mean(found[metric])) + spread)
        for base in (translation.LEXICALISED, translation.HIERARCHICAL):
            cells.append("" if model == base else verdict(found, scores.get(base), found["against"].get(base)))
        rows.append(cells + [f"{statistics.mean(found['seconds']):.1f}"])
    head = ["reordering", "BLEU", "WER", "NIST", "METEOR", "against `lexicalised`", f"against `{translation.HIERARCHICAL}`", "CPU s for the test set"]
    return f"**{corpus.name}**:\n\n" + table(head, rows)


def overall_table(corpora, scores, samples, kept):
    """What each model gains over the hierarchical table on each corpus and in the mean, over the corpora that have it."""
    base = translation.HIERARCHICAL
    rows = []
    for model in dict.fromkeys(model for corpus in corpora for model in translation.all_models(corpus)):
        names = [corpus.name for corpus in corpora if {model, base} <= scores[corpus.name].keys()]
        if model == base or len(names) < 2:
            continue
        gains = {name: statistics.mean(scores[name][model]["bleu"]) - statistics.mean(scores[name][base]["bleu"]) for name in names}
        own = [samples[name] for name in names]
        p = kept.over_all(model, translation.p_of_mean(model, own) if all({model, base} <= found.keys() for found in own) else None)
        rows.append([f"`{model}`", *[f"{gains[corpus.name]:+.2f}" if corpus.name in gains else "" for corpus in corpora],
                     f"{statistics.mean(gains.values()):+.2f}", shown(p, ".3f")])
    return table(["reordering"] + [corpus.name for corpus in corpora] + ["mean", "p of the mean"], rows) if rows else "Not measured yet."


def verdict(own, other, p):
    """Difference of the mean BLEU, p of all seeds together, and seed by seed."""
    if not other or not p:
        return "-"
    difference = statistics.mean(own["bleu"]) - statistics.mean(other["bleu"])
    return f"{difference:+.2f}, p {p['together']:.3f} (" + ", ".join(f"{value:.3f}" for value in p["by_seed"]) + ")"


def published_tables():
    rows = [[name, *[f"{value:g}" for value in values]] for name, values in SHORT.items()]
    short = table(["short paper, 50,290 sentences", "precision", "F1", "hours"],
                  [[row[0], row[1], " / ".join(row[2:-1]), row[-1]] for row in rows])
    dpr = table(["Chinese-English, 50K sentences", "WER", "BLEU"], [[name, *[f"{value:g}" for value in values]] for name, values in TRANSLATION_DPR.items()])
    bayes = table(["Arabic-English, 9.7M sentences", "error", "MT06 BLEU", "MT08 BLEU"],
                  [[name, *["-" if value is None else f"{value:g}" for value in values]] for name, values in TRANSLATION_BAYES.items()])
    return {"paper short": short, "paper translation": dpr + "\n\n" + bayes}


def write(output, corpora, plan, program, kept):
    found = {corpus.name: translation.scores(corpus, program) for corpus in corpora}
    scores = {corpus.name: kept.translated(corpus, found[corpus.name][0]) for corpus in corpora}
    samples = {name: own for name, (_, own) in found.items()}
    curves = [Curves(corpus, classes, kept) for corpus in corpora for classes in plan.sizes]
    named = {corpus.name: corpus for corpus in corpora}
    parts = {
        "curves": "\n\n".join(curve.text(output) for curve in curves),
        "learners": learners_text(named["tanaka-ja-en"], kept),
        "distances": "\n\n".join(filter(None, (distance_plot(output, corpus, kept) for corpus in corpora))) or "Not measured yet.",
        "classes": class_table(corpora, kept),
        "paper f1": paper_table(corpora, kept),
        "gains": gain_table(corpora, kept),
        "selection": "\n\n".join(selection_text(output, named[name], kept) for name in ("tanaka-ja-en", "tatoeba-ar-en") if name in named),
        "speed": speed_text(output, named["tanaka-ja-en"], kept),
        "extensions": extension_table(named["tanaka-ja-en"], kept),
        "translation": "\n\n".join(translation_text(corpus, scores[corpus.name]) for corpus in corpora),
        "overall": overall_table(corpora, scores, samples, kept),
        "draws": str(plan.draws), "seeds": str(plan.seeds), "n-best": str(plan.n_best), "rounds": str(plan.rounds),
        "method": translation.METHOD, "resamples": str(plan.resamples), **published_tables(),
    }
    text = (HERE / "page.md").read_text()
    for name, part in parts.items():
        text = text.replace("{{" + name + "}}", part)
    (output / "reordering.md").write_text(text)
