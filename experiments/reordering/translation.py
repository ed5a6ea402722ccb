"""What reordering models are worth in translation: a system for each, tuned alike, several seeds."""

import json
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor

from pooled import mean, p_value, resampled
from program import write_lines

LEXICALISED, HIERARCHICAL = "lexicalised", "hier-msd-bidirectional-fe"
BASELINES = ["none", "distance", LEXICALISED, HIERARCHICAL]
LEARNED = ["naive-bayes", "dual-mlr", "mms", "dpr-mmr", "dpr-svm", "dpr-me", "dpr-mms"]
TOGETHER = ["dual-mlr,mms"]
FIRST = "tanaka-ja-en"
LONG = ["pydocs-zh-en", "quran-ar-en"]  # sentences
METRICS = ["bleu", "wer", "nist", "meteor"]
METHOD = "mert"
SEARCH = ["--set", "search=cube", "--set", "stack-size=100"]
CLASSES = "5"  # of learned models: distances; chosen on the development set of tanaka-ja-en


def as_published(model):
    """Every sample and a weight for each feature, where `calque train` would save time."""
    features = ["--reordering-features", "rich"] if "dual-mlr" in model.split(",") else []
    return ["--reordering-samples", 0, *features]


def all_models(corpus):
    """Every learner beside the hierarchical table and two of them alone, on the first corpus two at once too; where translating takes long,
    what the papers compare."""
    beside = lambda names: [f"{HIERARCHICAL},{name}" for name in names]
    if corpus.name in LONG or corpus.plan.quick:
        return [LEXICALISED, HIERARCHICAL] + beside(["naive-bayes", "dual-mlr", "mms"])
    return BASELINES + beside(LEARNED) + beside(TOGETHER if corpus.name == FIRST else []) + ["dual-mlr", "dpr-mms"]


def chosen_models(corpora, names):
    """What is made of each corpus. Baselines always; names have semicolons between, since models have commas."""
    wanted = set(names.split(";")) if names else None
    known = {model for corpus in corpora for model in all_models(corpus)}
    if wanted and not wanted <= known:
        sys.exit(f"no reordering model {'; '.join(sorted(wanted - known))}; choose from {'; '.join(sorted(known))}")
    return {corpus.name: [model for model in all_models(corpus) if not wanted or model in BASELINES or model in wanted] for corpus in corpora}


class Setting:
    """One corpus prepared for translation: training text with links, development set, test set."""

    def __init__(self, corpus):
        self.corpus, self.plan = corpus, corpus.plan
        self.folder = corpus.folder / "translation"
        self.folder.mkdir(exist_ok=True)
        self.held_out = self.plan.extra_test.get(corpus.name, 0)

    def file(self, part, side):
        return self.folder / f"{part}.{side}"

    def sides(self):
        return self.corpus.source, self.corpus.target

    def prepare(self):
        for side in self.sides():
            train = self.corpus.lines("train", side)
            kept = train[:len(train) - self.held_out]
            write = {"train": kept[:self.plan.translated[self.corpus.name]], "dev": self.corpus.lines("dev", side, self.plan.development),
                     "test": train[len(train) - self.held_out:][:self.held_out] + self.corpus.lines("test", side, self.plan.test)}
            for part, lines in write.items():
                write_lines(self.file(part, side), [line.lower() for line in lines])

    def record(self, model, seed):
        return self.folder / f"{model}.{seed}.json"


def train(program, setting, model):
    """From a copy of a system in which text, word alignment and language model, or even what is learnt, are ready."""
    folder = setting.folder / f"{model}.model"
    done = folder / "trained"
    if not done.exists():
        print(folder, file=sys.stderr)
        ready = [setting.folder / f"{name}.model" for name in (f"{HIERARCHICAL},{model}", LEXICALISED)]
        for other in [other for other in ready if (other / done.name).exists()][:1]:
            shutil.copytree(other, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(done.name))
        source, target = (setting.file("train", side) for side in setting.sides())
        program.run("train", "-s", source, "-t", target, "--pretokenized", "--reordering", model, "--reordering-classes", CLASSES, *as_published(model), "--tune", "none", "-o", folder)
        done.touch()
    return folder


def tune_and_test(program, setting, model, seed):
    record = setting.record(model, seed)
    if record.exists():
        return
    folder, plan = train(program, setting, model), setting.plan
    source, target = setting.sides()
    weights, output = record.with_suffix(".weights"), record.with_suffix(".output")
    tuned = json.loads(program.run("tune", "-m", folder, "-s", setting.file("dev", source), "-r", setting.file("dev", target), "--tokenize", "none",
                                   "--method", METHOD, "--n-best", plan.n_best, "--rounds", plan.rounds, "--seed", seed, *SEARCH,
                                   "--work", record.with_suffix(".work"), "-o", weights, "--json"))
    before = program.seconds()
    program.run("translate", "-m", folder, "--weights", weights, *SEARCH, "-i", setting.file("test", source), "-o", output)
    program.write_record(record, {"development": tuned["bleu"], "output": str(output), "translate_seconds": program.seconds() - before,
                                  "model_bytes": reordering_bytes(folder)})
    print(record, file=sys.stderr)


def reordering_bytes(folder):
    """Of the learned models; lexicalised tables stand inside the phrase table."""
    return sum(path.stat().st_size for path in folder.glob("reordering*"))


def run(program, corpora, plan, models):
    """Systems of one thread each, several at a time; the first seed of all before the second of any."""
    settings = [Setting(corpus) for corpus in corpora]
    for setting in settings:
        setting.prepare()
    with ThreadPoolExecutor(max_workers=plan.threads) as pool:
        list(pool.map(lambda setting: train(program, setting, LEXICALISED), settings))
        systems = [(setting, model) for setting in settings for model in models[setting.corpus.name]]
        list(pool.map(lambda system: train(program, *system), systems))
        runs = [(*system, seed) for seed in range(1, plan.seeds + 1) for system in systems]
        list(pool.map(lambda run: tune_and_test(program, *run), runs))


def scores(corpus, program):
    """By model, of what is finished: each metric by seed, CPU seconds of translating, and p of the paired bootstrap in BLEU against both
    lexicalised baselines, seed by seed and with the translations of all seeds. Beside them the resampled scores of each model."""
    setting = Setting(corpus)
    runs = [finished_runs(setting, seed) for seed in range(1, corpus.plan.seeds + 1)]
    found = {}
    for by_model in filter(None, runs):
        add_seed(found, setting, program, by_model)
    reference = setting.file("test", setting.sides()[1])
    outputs = {model: [by_model[model]["output"] for by_model in runs if model in by_model] for model in found}
    samples = {model: resampled(paths, reference, corpus.plan.resamples) for model, paths in outputs.items()}
    for model, own in found.items():
        for base, p in own["against"].items():
            p["together"] = p_value(samples[model], samples[base])
    return found, samples


def p_of_mean(model, samples):
    """Of a model's mean BLEU over several corpora against the hierarchical table's."""
    return p_value(*(mean([own[name] for own in samples]) for name in (model, HIERARCHICAL)))


def finished_runs(setting, seed):
    """Model -> record."""
    records = {model: setting.record(model, seed) for model in all_models(setting.corpus)}
    return {model: json.loads(record.read_text()) for model, record in records.items() if record.exists()}


def add_seed(found, setting, program, by_model):
    models = {run["output"]: model for model, run in by_model.items()}
    for model, run in by_model.items():
        found.setdefault(model, {"seconds": [], "against": {}})["seconds"].append(run["translate_seconds"])
    evaluation = ["evaluate", "-r", setting.file("test", setting.sides()[1]), *models, "--tokenize", "none", "--json"]
    for system in program.json(*evaluation, "--metrics", ",".join(METRICS), "--bootstrap", 0)["systems"]:
        for metric in METRICS:
            found[models[system["name"]]].setdefault(metric, []).append(system[metric]["score"])
    if len(models) < 2:
        return
    for pair in program.json(*evaluation, "--metrics", "bleu", "--bootstrap", setting.plan.resamples)["significance"]:
        a, b = models[pair["a"]], models[pair["b"]]
        for model, base in ((a, b), (b, a)):
            if base in (LEXICALISED, HIERARCHICAL):
                found[model]["against"].setdefault(base, {"by_seed": []})["by_seed"].append(pair["p"])
