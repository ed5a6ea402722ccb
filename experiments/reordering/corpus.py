"""How much is done, and the corpora as files in the work folder."""

from program import read_lines, write_lines


class Plan:
    def __init__(self, quick, threads):
        self.quick, self.threads = quick, threads
        # Pairs that movements are learnt from, at most; sentences of pydocs-zh-en are long.
        self.corpora = {"tanaka-ja-en": 20_000, "tatoeba-zh-en": 10_000, "pydocs-zh-en": 3_000, "tatoeba-ar-en": 10_000, "quran-ar-en": 3_000}
        # Pairs that translation models are trained on, at most.
        self.translated = {name: None for name in self.corpora} | {"pydocs-zh-en": 10_000}
        if quick:
            self.corpora = {"tanaka-ja-en": 2000, "tatoeba-ar-en": 2000}
            self.translated = dict(self.corpora)
        # Sets of classes, and the parts of the training sentences that are learnt from beside all of them.
        self.sizes = {"3": [0.0625, 0.125, 0.25, 0.5], "5": []}
        self.draws = 2 if quick else 3
        self.speed_pairs = 2000 if quick else 20_000
        self.all_learners_pairs = 1000 if quick else 10_000
        # Translation: the comparison on tanaka-ja-en holds more sentences out for the test than the corpus does.
        self.extra_test = {"tanaka-ja-en": 200 if quick else 2000}
        self.development = 100 if quick else 500
        self.test = 100 if quick else None
        self.seeds = 1 if quick else 3
        self.rounds = 2 if quick else 5
        self.n_best = 50 if quick else 200
        self.resamples = 200 if quick else 1000


class Corpus:
    """A language pair: its text and links."""

    def __init__(self, name, data, folder, plan):
        self.name, self.data, self.folder, self.plan = name, data / name, folder, plan
        self.source, self.target = name.split("-")[1:3]
        folder.mkdir(parents=True, exist_ok=True)

    def lines(self, part, side, count=None):
        return read_lines(self.data / f"{part}.{side}", count)

    def text(self, side, pairs=None):
        """The file of the first pairs of the training text."""
        path = self.folder / f"train{pairs or ''}.{side}"
        write_lines(path, [line.lower() for line in self.lines("train", side, pairs or self.plan.corpora[self.name])])
        return path

    def links(self, program, pairs=None):
        path = self.folder / f"train{pairs or ''}.align"
        if not path.exists():
            new = path.with_suffix(".new")
            program.run("align", "-s", self.text(self.source, pairs), "-t", self.text(self.target, pairs), "-o", new, threads=self.plan.threads)
            new.rename(path)
        return path

    def samples(self, program, pairs=None):
        """What 'calque reorder' is told."""
        return ["-s", self.text(self.source, pairs), "-t", self.text(self.target, pairs), "-a", self.links(program, pairs)]
