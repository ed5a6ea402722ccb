"""How well movements are predicted: learning curves, fewer features, seconds, and what goes beyond the papers."""

import json
import sys

# In the order of the papers' tables; "dpr-" has one sub-model for each source phrase, as there.
LEARNERS = ["word-distance", "lexical", "bayes-map", "bayes", "dpr-mmr", "dpr-svm", "dpr-mlr-dual", "dpr-mms", "mms", "mlr-dual"]
WATCHED = ["mlr-sgd", "mlr-dual", "me-gis", "me-lbfgs", "svm-joint", "mms"]
THRESHOLDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2]
RANKS = ["mutual", "symmetric", "normalised"]
PARTS_KEPT = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1]
# Name, class set, what is changed, and what that is beside: (learner, options) each.
EXTENSIONS = [
    ("lexicalised probabilities as real-valued features", "3", ("mlr-dual", ["--features", "rich,lexical=1"]), ("mlr-dual", [])),
    ("a language model's score of the target phrase", "3", ("mlr-dual", ["--features", "rich,language-model=1"]), ("mlr-dual", [])),
    ("classes that the neighbours of a phrase are given", "3", ("mlr-dual", ["--features", "rich,neighbours=1"]), ("mlr-dual", [])),
    ("features hashed to 2^20 places", "3", ("mlr-dual", ["--features", "rich,hash-bits=20"]), ("mlr-dual", [])),
    ("features hashed to 2^17 places", "3", ("mlr-dual", ["--features", "rich,hash-bits=17"]), ("mlr-dual", [])),
    ("sub-models mixed with the model of all phrases", "3", ("dpr-mms", ["--mix", "10"]), ("dpr-mms", [])),
    ("sub-models mixed with the model of all phrases", "3", ("dpr-mlr-dual", ["--mix", "10"]), ("dpr-mlr-dual", [])),
    ("ordered classes", "3", ("ordinal", []), ("mlr-dual", [])),
    ("ordered classes", "5", ("ordinal", []), ("mlr-dual", [])),
    ("distances between classes learnt from confusions", "5", ("mms", ["--distances", "learned"]), ("mms", [])),
    ("early stopping by cross-validation", "3", ("mms", ["--cross-validate"]), ("mms", [])),
]


def compare(program, corpus, record, options, pairs=None):
    """One call of 'calque reorder compare'; its figures stay in the work folder."""
    if record.exists():
        return
    record.parent.mkdir(exist_ok=True)
    figures = json.loads(program.run("reorder", "compare", *corpus.samples(program, pairs), *options, "--json", threads=corpus.plan.threads))
    program.write_record(record, figures)
    print(record, file=sys.stderr)


def curve_record(corpus, classes):
    return corpus.folder / "figures" / f"curve-{classes}.json"


def run_curves(program, corpora, plan, _):
    for corpus in corpora:
        for classes, sizes in plan.sizes.items():
            smaller = ["--sizes", ",".join(map(str, sizes))] if sizes else []
            compare(program, corpus, curve_record(corpus, classes), ["--classes", classes, "--learners", ",".join(LEARNERS), "--repeats", plan.draws, *smaller])


def learners_record(corpus):
    return corpus.folder / "figures" / "learners.json"


def run_learners(program, corpora, plan, _):
    for corpus in corpora:
        if corpus.name == "tanaka-ja-en":
            compare(program, corpus, learners_record(corpus), ["--learners", "all", "--repeats", 1], plan.all_learners_pairs)


def selection_records(corpus):
    """By how features are chosen: (kind, value) -> record and options."""
    folder = corpus.folder / "figures"
    records = {}
    for threshold in THRESHOLDS:
        records["threshold", threshold] = folder / f"select-threshold-{threshold}.json", ["--min-information", threshold, "--rank", "normalised"]
    for rank in RANKS:
        for part in PARTS_KEPT:
            records[rank, part] = folder / f"select-{rank}-{part}.json", ["--keep-features", part, "--rank", rank]
    return records


def run_selection(program, corpora, plan, _):
    """Classes and features as the paper has them."""
    for corpus in corpora:
        if corpus.name in ("tanaka-ja-en", "tatoeba-ar-en"):
            for record, options in selection_records(corpus).values():
                compare(program, corpus, record, ["--classes", "msd", "--word-classes", 0, "--learners", "bayes-map", "--repeats", plan.draws, *options])


def speed_record(corpus):
    return corpus.folder / "figures" / "speed.json"


def run_speed(program, corpora, plan, _):
    for corpus in corpora:
        if corpus.name == "tanaka-ja-en":
            compare(program, corpus, speed_record(corpus), ["--learners", ",".join(WATCHED), "--repeats", 1, "--passes"], plan.speed_pairs)


def extension_records(corpus):
    """(learner, class set, options) -> record, each once."""
    records = {}
    for _, classes, *sides in EXTENSIONS:
        for learner, options in sides:
            name = "-".join([learner, classes, *options]).replace("/", "_")
            records[learner, classes, tuple(options)] = corpus.folder / "figures" / f"extension-{name}.json"
    return records


def run_extensions(program, corpora, plan, _):
    for corpus in corpora:
        if corpus.name != "tanaka-ja-en":
            continue
        for (learner, classes, options), record in extension_records(corpus).items():
            compare(program, corpus, record, ["--classes", classes, "--learners", learner, "--repeats", plan.draws, *options], plan.speed_pairs)
