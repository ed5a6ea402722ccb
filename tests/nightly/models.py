"""Tiny models of every kind, made once and shared by the parts."""

import dataclasses
import pathlib
import shutil

from common import PROGRAM, WORK, must
from record import hash_of

LEARNERS = ("lexical", "bayes-map", "bayes", "mlr-dual", "mms", "svm", "mmr", "centroid", "ordinal", "dpr-mms", "dpr-mlr-dual")


@dataclasses.dataclass
class Case:
    """A model and a question to it. Files named in `files` are those to damage, relative to `folder`."""

    name: str
    folder: pathlib.Path
    files: list
    command: list  # with {} for the folder
    # Whether damage can be noticed at all: text formats without a checksum may change without notice.
    checked: bool = True

    def ask(self, folder):
        return [str(word).replace("{}", str(folder)) for word in self.command]


class Zoo:
    """The folder with all of them."""

    def __init__(self, folder=WORK / "models", sentences=120):
        self.folder = pathlib.Path(folder)
        self.text = self.folder / "text"
        self.sentences = sentences
        # Another program may write other files.
        whole, program = self.folder / "whole", hash_of([PROGRAM])
        if not whole.exists() or whole.read_text(encoding="utf-8") != program:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder.mkdir(parents=True)
            self.make()
            whole.write_text(program, encoding="utf-8")

    def make(self):
        must("synth", "--pair", "de-en", "--sentences", self.sentences, "--dev", 8, "--test", 4, "-o", self.text)
        self.make_systems()
        self.make_language_models()
        self.make_alignment_models()
        self.make_reordering_models()
        self.make_others()

    def corpus(self):
        return ["-s", self.text / "train.de", "-t", self.text / "train.en"]

    def make_systems(self):
        model, small = self.folder / "model", ["--align-model", "diagonal", "--lm-order", 3, "--max-phrase-length", 4]
        must("train", *self.corpus(), *small, "--reordering", "hier-msd-bidirectional-fe,dual-mlr,dpr-mms", "--sparse-features", "orientation,pairs",
             "--phrase-features", "low-count,count", "-o", model)
        must("tune", "-m", model, "-s", self.text / "dev.de", "-r", self.text / "dev.en", "--method", "mira", "--rounds", 2, "--n-best", 50)
        must("train", *self.corpus(), *small, "--feature", "kernel", "--kernel-neighbours", 20, "-o", self.folder / "kernel-feature")
        must("kernel", "train", *self.corpus(), "--align-model", "diagonal", "-o", self.folder / "kernel")
        must("kernel", "train", *self.corpus(), "--align-model", "diagonal", "--solver", "cholesky", "-o", self.folder / "kernel-cholesky")
        for kind in ("orientation", "distortion"):
            must("block", "train", "-m", model, "--kind", kind, "--binary", "bb,tp,wb", "--threshold", 1, "-o", self.folder / f"block-{kind}")
        plain = self.folder / "plain"
        must("train", *self.corpus(), *small, "--phrase-features", "none", "-o", plain)
        must("lm", "train", "-i", self.text / "train.en", "-n", 3, "-o", self.folder / "x.arpa")
        must("export", "moses", "-m", plain, "-o", self.folder / "moses", "--compression", "none")
        must("import", "moses", "--ini", self.folder / "moses" / "moses.ini", "-o", self.folder / "imported")

    def make_language_models(self):
        folder = self.folder / "lm"
        folder.mkdir()
        for name, options in (("probing", []), ("trie", ["--layout", "trie"]), ("quantised", ["--layout", "trie", "--quantize", 4])):
            must("lm", "convert", self.folder / "x.arpa", "-o", folder / f"{name}.calque", *options)

    def make_alignment_models(self):
        folder = self.folder / "align"
        folder.mkdir()
        for model in ("fertility", "hmm", "diagonal", "ibm1"):
            must("align", *self.corpus(), "--model", model, "--save", folder / f"{model}.calque", "-o", folder / f"{model}.links")

    def make_reordering_models(self):
        folder = self.folder / "reorder"
        folder.mkdir()
        for learner in LEARNERS:
            must("reorder", "train", *self.corpus(), "-a", self.folder / "align" / "hmm.links", "--word-classes", 5, "--learner", learner,
                 "-o", folder / f"{learner}.calque")

    def make_others(self):
        folder = self.folder / "other"
        folder.mkdir()
        must("classes", "-i", self.text / "train.en", "-o", folder / "classes.txt")
        must("truecase", "train", "-i", self.text / "train.en", "-m", folder / "truecase.txt")
        must("block", "datapoints", "-m", self.folder / "model", "--binary", "bb", "--threshold", 1, "-o", folder / "points")
        must("block", "train", "--points", folder / "points", "-o", folder / "block-weights")
        must("translate", "-m", self.folder / "model", "-i", self.text / "dev.de", "--n-best", 5, "-o", folder / "list.nbest")
        shutil.copy(self.folder / "x.arpa", folder / "x.arpa")

    def systems(self):
        """Model folders that translate."""
        return ["model", "kernel-feature", "kernel", "kernel-cholesky", "block-orientation", "block-distortion", "imported"]

    def cases(self):
        yield from (self.system_case(name) for name in self.systems())
        pair = ["-s", self.text / "test.de", "-t", self.text / "test.en"]
        for path in sorted((self.folder / "lm").glob("*.calque")):
            yield Case(f"lm {path.stem}", path.parent, [path.name], ["lm", "query", f"{{}}/{path.name}", "-i", self.text / "test.en", "--per-sentence"])
        for path in sorted((self.folder / "align").glob("*.calque")):
            yield Case(f"align {path.stem}", path.parent, [path.name], ["align", *pair, "--model-file", f"{{}}/{path.name}"])
        for path in sorted((self.folder / "reorder").glob("*.calque")):
            yield Case(f"reorder {path.stem}", path.parent, [path.name],
                       ["reorder", "test", "-m", f"{{}}/{path.name}", *self.corpus(), "-a", self.folder / "align" / "hmm.links", "--json"])
        yield from self.text_cases()

    def system_case(self, name):
        folder = self.folder / name
        files = [path.name for path in sorted(folder.iterdir()) if path.is_file() and path.name != "report.html"]
        return Case(name, folder, files, ["translate", "-m", "{}", "-i", self.text / "test.de", "--n-best", 3])

    def text_cases(self):
        """Text without checksums: only crashes count."""
        folder = self.folder / "other"
        corpus = [*self.corpus(), "-a", self.folder / "align" / "hmm.links"]
        for file, command in (
            ("x.arpa", ["lm", "query", "{}/x.arpa", "-i", self.text / "test.en"]),
            ("truecase.txt", ["truecase", "apply", "-m", "{}/truecase.txt", "-i", self.text / "test.en"]),
            ("classes.txt", ["reorder", "train", *corpus, "--learner", "bayes-map", "--target-classes", "{}/classes.txt", "-o", "{}/out"]),
            ("points", ["block", "predict", "-i", "{}/points", "--weights", "{}/block-weights"]),
            ("block-weights", ["block", "predict", "-i", "{}/points", "--weights", "{}/block-weights"]),
            ("list.nbest", ["tune", "--nbest", "{}/list.nbest", "--refs", self.text / "dev.en"]),
        ):
            yield Case(f"text {file}", folder, [file], command, checked=False)
