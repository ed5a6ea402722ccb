"""The page of the experiment: tables and plots of what the runs left in the work folder, put into page.md."""

import json
import pathlib

import plot
from plan import systems

HERE = pathlib.Path(__file__).resolve().parent
# Published: BLEU and its interval on MT03, and the block prediction error.
PAPER_FOUR = {"mon-ac": 32.3, "swap-ac": 32.3, "or-abc": 33.9, "or-ae": 37.7, "or-af": 37.2, "or-ae-dev": 37.8, "or-af-dev": 38.2,
              "or-ae-oracle": 39.0, "or-af-oracle": 39.3}
PAPER_SIX = {"source-free": 26.1, "source": 35.0, "source-bb": 35.0, "both-free": 39.7, "both": 39.9, "both-wb": 38.3, "both-bb": 39.9,
             "both-tp": 40.0}
PAPER_SEVEN = {"floats-1": (.5518, 22.1), "floats-2": (.5460, 21.9), "floats-3": (.4713, 31.3), "floats-4": (.4372, 34.4),
               "floats-5": (.2905, 39.5), "floats-6": (.2905, 39.5), "both": (.2897, 39.9), "both-wb": (.2524, 38.3),
               "both-bb": (.2638, 39.9), "both-tp": (.2412, 40.0)}
NO_SINK = {"no-sink-6": "first 6, no sink", "no-sink-7": "7, no sink", "no-sink-wb": "7, WB, no sink", "no-sink-bb": "7, BB, no sink", "no-sink-tp": "7, TP, no sink"}
LABELS = {"mon-ac": "MON, a c", "swap-ac": "SWAP, a c", "or-abc": "SWAP & OR, a b c", "or-abcd": "SWAP & OR, a-d", "or-ae": "SWAP & OR, a-e", "or-af": "SWAP & OR, a-f",
          "or-ae-dev": "floats from the development graph, a-e", "or-af-dev": "the same, a-f",
          "or-ae-oracle": "cheating: floats from the test set, a-e", "or-af-oracle": "cheating, a-f",
          "source-free": "source, free", "source": "source, negative", "source-bb": "source, negative, BB",
          "both-free": "source & target, free", "both": "source & target, negative", "both-wb": "source & target, negative, WB",
          "both-bb": "source & target, negative, BB", "both-tp": "source & target, negative, TP",
          **{f"floats-{n}": f"first {n}" for n in range(1, 7)},
          "standard": "main decoder, default weights", "standard-tuned": "main decoder, tuned (MIRA)",
          "or-ae-tuned": "orientation a-e, weights tuned (MIRA)", "both-tuned": "distortion, weights tuned (MIRA)",
          "both-sentences": "distortion, sentence-level training on the graphs", "both-anywhere": "distortion, successors anywhere",
          "or-usual": "orientation a-e, no sink (the defaults)", "usual": "distortion, successors anywhere, no sink (the defaults)", "usual-wide": "the same, reordering inside 12 words", "usual-binary": "the defaults with BB, TP and WB",
          "both-all-matches": "distortion, matches wherever words stand",
          "beside-tuned": "main decoder with block features, tuned (MIRA)"}


class Results:
    """Figures and BLEU with interval of every finished run."""

    def __init__(self, corpora, plan, program):
        self.corpora = corpora
        self.records, self.bleu = {}, {}
        names = [system.name for wave in systems(plan) for system in wave]
        self.planned = len(names) * len(corpora)
        for corpus in corpora:
            done = [name for name in names if corpus.record(name).exists()]
            for name in done:
                self.records[corpus.name, name] = json.loads(corpus.record(name).read_text())
            if not done:
                continue
            files = {str(corpus.output(name)): name for name in done}
            scores = program.json("evaluate", "-r", corpus.sides("test")[1], *files, "--tokenize", "none", "--metrics", "bleu",
                                  "--bootstrap", 500, "--json")
            for system in scores["systems"]:
                self.bleu[corpus.name, files[system["name"]]] = system["bleu"]

    def shown(self, corpus, name):
        bleu = self.bleu.get((corpus.name, name))
        if not bleu:
            return "-"
        return f"{bleu['score']:.1f} ±{(bleu['confidence_high'] - bleu['confidence_low']) / 2:.1f}"

    def passes(self, corpus, name):
        return self.records.get((corpus.name, name), {}).get("figures", {}).get("passes", [])

    def error(self, corpus, name):
        passes = self.passes(corpus, name)
        return f"{passes[-1]['error']:.4f}" if passes else "-"

    def blocks(self, corpus, name):
        record = self.records.get((corpus.name, name))
        if not record:
            return "-"
        return f"{record['blocks']:,} ({record['block_words'] / max(record['blocks'], 1):.2f})"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def bleu_table(results, names, paper):
    head = ["system"] + [corpus.name for corpus in results.corpora] + (["paper, MT03"] if paper else [])
    rows = []
    for name in names:
        row = [LABELS[name]] + [results.shown(corpus, name) for corpus in results.corpora]
        rows.append(row + ([f"{paper[name]:.1f}" if name in paper else ""] if paper else []))
    return table(head, rows)


def error_table(results):
    head = ["floats, binary"]
    for corpus in results.corpora:
        head += [f"{corpus.name} P", "BLEU"]
    labels = {name: LABELS[name] if name.startswith("floats") else "7" + (", " + name[5:].upper() if name != "both" else "") for name in PAPER_SEVEN} | NO_SINK
    rows = []
    for name, label in labels.items():
        row = [label]
        for corpus in results.corpora:
            row += [results.error(corpus, name), results.shown(corpus, name)]
        error, bleu = PAPER_SEVEN.get(name, (None, None))
        rows.append(row + ([f"{error:.4f}", f"{bleu:.1f}"] if error else ["", ""]))
    return table(head + ["paper P", "BLEU"], rows)


def block_table(results):
    names = ["both", "both-wb", "both-bb", "both-tp", "or-ae", "or-af"]
    return table(["system"] + [corpus.name for corpus in results.corpora],
                 [[LABELS[name]] + [results.blocks(corpus, name) for corpus in results.corpora] for name in names])


def time_table(results):
    names = ["both", "both-bb", "both-tp", "or-ae", "or-af"]
    rows = []
    for name in names:
        row = [LABELS[name]]
        for corpus in results.corpora:
            figures = results.records.get((corpus.name, name), {}).get("figures")
            row.append(f"{figures['points']:,} points, {sum(p['seconds'] for p in figures['passes']):.1f} s" if figures else "-")
        rows.append(row)
    return table(["system"] + [corpus.name for corpus in results.corpora], rows)


def error_plots(results, output):
    links = []
    for corpus in results.corpora:
        series = {}
        for name in ("both", "both-wb", "both-bb", "both-tp"):
            passes = results.passes(corpus, name)
            if passes:
                label = "floats" if name == "both" else name[5:].upper()
                series[label] = [(p["pass"], 100 * p["error"], 0) for p in passes]
        if not series:
            continue
        if "floats" in series:  # one pass is all they need: a line to compare with
            base = series["floats"][-1][1]
        else:
            base = max(point[1] for line in series.values() for point in line)
        file = f"block-{corpus.name}.svg"
        (output / file).write_text(plot.curves(f"{corpus.name}: block prediction error, %, by pass", series, base=("floats", base), ticks=[1, 2, 3, 5, 10, 20, 40]))
        links.append(f"![Block prediction error by pass on {corpus.name}]({file})")
    return "\n\n".join(links)


def held_out(results):
    """How many points the errors are measured on."""
    counts = [(corpus.name, results.records.get((corpus.name, "both"), {}).get("figures", {}).get("held_out_points")) for corpus in results.corpora]
    return ", ".join(f"{count:,} points in {name}" for name, count in counts if count)


def write(output, corpora, plan, program):
    results = Results(corpora, plan, program)
    text = (HERE / "page.md").read_text()
    fields = {"finished": len(results.records), "planned": results.planned, "passes": plan.passes,
              "table four": bleu_table(results, ["mon-ac", "swap-ac", "or-abc", "or-abcd", "or-ae", "or-af", "or-ae-dev", "or-af-dev", "or-ae-oracle", "or-af-oracle"], PAPER_FOUR),
              "table six": bleu_table(results, list(PAPER_SIX), PAPER_SIX), "table seven": error_table(results),
              "error plots": error_plots(results, output), "block table": block_table(results), "time table": time_table(results),
              "beyond": bleu_table(results, ["standard", "standard-tuned", "or-usual", "or-ae-tuned", "both", "both-all-matches", "both-anywhere", "usual", "usual-wide", "usual-binary", "both-tuned", "both-sentences", "beside-tuned"], {}),
              "pairs": f"at most {plan.training:,}" if plan.training else "all", "tests": plan.tests, "development": plan.development, "n-best": plan.n_best, "held out": held_out(results)}
    for name, value in fields.items():
        text = text.replace("{{" + name + "}}", str(value))
    (output / "block.md").write_text(text)
