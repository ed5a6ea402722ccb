"""What is run: the systems of every table, in waves of which later ones start from earlier ones."""


# Pairs to train on (None: all), development and test sentences, passes of learning, rounds of tuning, length of n-best lists.
SIZES = {"quick": (2000, 50, 60, 3, 1, 50), "middle": (None, 200, 500, 10, 3, 100), "whole": (None, 500, 500, 40, 5, 1000)}
# A rate that falls takes the noise of the last steps out of the errors. Steps of binary weights are wider, since most are seen
# a few times: of 1e-4, 1e-3 and 1e-2 the one with the lowest error on held-out pairs (French, TP).
DECAY = ["--rate-decay", 1]
BINARY_RATE = ["--binary-rate", 1e-2]


class Plan:
    def __init__(self, size):
        self.size = size
        self.training, self.development, self.tests, self.passes, self.rounds, self.n_best = SIZES[size]


class Block:
    """A block system trained on the corpus of the standard model."""

    makes_folder = True

    def __init__(self, name, kind, plan, options=(), translate=(), start=None, usual=False):
        """With blocks that touch and the sink state, as in the paper, or with the usual settings of the command."""
        self.name, self.kind, self.settings, self.start = name, kind, list(translate), start
        self.options = list(options)
        if not usual:
            self.options += ["--sink", "--passes", plan.passes, *DECAY] + ([] if "--successors" in options else ["--successors", "touching"])

    def model_of(self, corpus, folder):
        return folder

    def translation(self, folder):
        return self.settings

    def train(self, program, corpus, folder):
        start = ["--start", corpus.system(self.start), "--keep-floats"] if self.start else []
        return program.json("block", "train", "-m", corpus.model, "--kind", self.kind, *self.options, *start, "-o", folder, "--json")


class Retrained:
    """Float weights of another system from translations of the development set, or of the test set for the oracle."""

    makes_folder = True

    def __init__(self, name, base, part, plan, options=()):
        self.name, self.base, self.part, self.n_best, self.options = name, base, part, plan.n_best, list(options)

    def model_of(self, corpus, folder):
        return folder

    def translation(self, folder):
        return []

    def train(self, program, corpus, folder):
        source, target = corpus.sides(self.part)
        return program.json("block", "retrain", "-m", corpus.system(self.base), "-s", source, "-r", target, "--n-best", self.n_best,
                            "--sink", *self.options, "-o", folder, "--json")


class Tuned:
    """A system with weights tuned on the development set; nothing is tuned if there is no method."""

    makes_folder = False

    def __init__(self, name, base, method, plan):
        self.name, self.base, self.method, self.plan = name, base, method, plan

    def model_of(self, corpus, folder):
        return corpus.system(self.base) if self.base else corpus.model

    def translation(self, folder):
        return ["--weights", folder.with_suffix(".weights")] if self.method else []

    def train(self, program, corpus, folder):
        if not self.method:
            return {}
        source, target = corpus.sides("dev")
        return program.json("tune", "-m", self.model_of(corpus, folder), "-s", source, "-r", target, "--tokenize", "none", "--method", self.method,
                               "--n-best", 100, "--rounds", self.plan.rounds, "--work", folder.with_suffix(".work"), "-o", folder.with_suffix(".weights"), "--json")


MONOTONE = ["--set", "reordering=distance", "--set", "distortion-limit=0"]


def binary(kinds):
    return ["--binary", kinds, *BINARY_RATE]


def table_four(plan):
    return [Block("mon-ac", "orientation", plan, ["--components", "ac"], MONOTONE),
            Block("swap-ac", "orientation", plan, ["--components", "ac"]),
            Block("or-abc", "orientation", plan, ["--components", "abc"]),
            Block("or-abcd", "orientation", plan, ["--components", "abcd"]),
            Block("or-ae", "orientation", plan),
            Block("or-af", "orientation", plan, binary("bb"))]


def table_six(plan):
    source = ["--alternatives", "source"]
    return [Block("source-free", "distortion", plan, [*source, "--free-signs"]),
            Block("source", "distortion", plan, source),
            Block("source-bb", "distortion", plan, [*source, *binary("bb")]),
            Block("both-free", "distortion", plan, ["--free-signs"]),
            Block("both", "distortion", plan),
            *[Block(f"both-{kind}", "distortion", plan, binary(kind)) for kind in ("wb", "bb", "tp")]]


def table_seven(plan):
    return [Block(f"floats-{count}", "distortion", plan, ["--components", "abcdefg"[:count]]) for count in range(1, 7)]


def beyond(plan):
    return [Block("both-anywhere", "distortion", plan, ["--successors", "anywhere"]),
            Block("both-all-matches", "distortion", plan, ["--matches", "all"]),
            Block("or-usual", "orientation", plan, usual=True),
            Block("usual", "distortion", plan, usual=True),
            Block("usual-binary", "distortion", plan, [*binary("bb,tp,wb"), "--passes", plan.passes, *DECAY], usual=True),
            Block("beside", "distortion", plan, ["--beside", *binary("bb,tp,wb")]),
            Tuned("standard", None, None, plan),
            Tuned("standard-tuned", None, "mira", plan)]


def second(plan):
    return [Retrained("or-ae-dev", "or-ae", "dev", plan), Retrained("or-ae-oracle", "or-ae", "test", plan),
            Retrained("both-sentences", "both", "dev", plan, ["--sentences", "--passes", 5, "--rate", 1e-3, "--rate-decay", 0.5]),
            Tuned("or-ae-tuned", "or-ae", "mira", plan), Tuned("both-tuned", "both", "mira", plan),
            Tuned("beside-tuned", "beside", "mira", plan)]


def third(plan):
    return [Block("or-af-dev", "orientation", plan, binary("bb"), start="or-ae-dev"),
            Block("or-af-oracle", "orientation", plan, binary("bb"), start="or-ae-oracle")]


def systems(plan):
    return [table_six(plan) + table_four(plan) + table_seven(plan) + beyond(plan), second(plan), third(plan)]
