"""What is run: the systems of every table, in waves of which later ones start from earlier ones."""


# Pairs to train on (None: all), development and test sentences, passes of learning, rounds of tuning, length of n-best lists.
SIZES = {"quick": (2000, 50, 60, 3, 1, 50), "middle": (None, 200, 500, 10, 3, 100), "whole": (None, 500, 500, 40, 5, 1000)}
# A rate that falls takes the noise of the last steps out of the errors. Steps of binary weights are wider, since most features are
# seen a few times: of 1e-4, 1e-3, 1e-2 and 1e-1 the one with the lowest error on held-out training pairs (French, TP).
DECAY = ["--rate-decay", 1]
BINARY_RATE = ["--binary-rate", 1e-1]


class Plan:
    def __init__(self, size):
        self.size = size
        self.training, self.development, self.tests, self.passes, self.rounds, self.n_best = SIZES[size]


class Block:
    """A block system trained on the corpus of the standard model."""

    makes_folder = True

    def __init__(self, name, kind, plan, options=(), start=None, usual=False, sink=True):
        """With blocks that touch and, if not said otherwise, the sink state, as in the paper; or with the usual settings of the command."""
        self.name, self.kind, self.start = name, kind, start
        self.options = list(options)
        if not usual:
            self.options += ["--passes", plan.passes, *DECAY]
            self.options += [] if "--successors" in options else ["--successors", "touching"]
            self.options += ["--sink"] if sink else []

    def model_of(self, corpus, folder):
        return folder

    def translation(self, folder):
        return []

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
                            *([] if "--sentences" in self.options else ["--sink"]), *self.options, "-o", folder, "--json")


class Tuned:
    """Another system with weights tuned on the development set or, without a method, just its translations with these settings."""

    makes_folder = False

    def __init__(self, name, base, method, plan, translate=()):
        self.name, self.base, self.method, self.plan, self.settings = name, base, method, plan, list(translate)

    def model_of(self, corpus, folder):
        return corpus.system(self.base) if self.base else corpus.model

    def translation(self, folder):
        return ["--weights", folder.with_suffix(".weights")] if self.method else self.settings

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
    return [Block("swap-ac", "orientation", plan, ["--components", "ac"]),
            Block("or-abc", "orientation", plan, ["--components", "abc"]),
            Block("or-abcd", "orientation", plan, ["--components", "abcd"]),
            Block("or-ae", "orientation", plan),
            Block("or-af", "orientation", plan, binary("bb"))]


def table_six(plan):
    source = ["--alternatives", "source"]
    return [Block("both", "distortion", plan),
            *[Block(f"both-{kind}", "distortion", plan, binary(kind)) for kind in ("tp", "bb", "wb")],
            Block("source", "distortion", plan, source),
            Block("source-free", "distortion", plan, [*source, "--free-signs"]),
            Block("both-free", "distortion", plan, ["--free-signs"]),
            Block("source-bb", "distortion", plan, [*source, *binary("bb")])]


def table_seven(plan):
    return [*[Block(f"floats-{count}", "distortion", plan, ["--components", "abcdefg"[:count]]) for count in range(1, 7)],
            Block("no-sink-6", "distortion", plan, ["--components", "abcdef"], sink=False),
            Block("no-sink-7", "distortion", plan, sink=False),
            *[Block(f"no-sink-{kind}", "distortion", plan, binary(kind), sink=False) for kind in ("tp", "bb", "wb")]]


def beyond(plan):
    return [Block("both-anywhere", "distortion", plan, ["--successors", "anywhere"]),
            Block("both-all-matches", "distortion", plan, ["--matches", "all"]),
            Block("or-usual", "orientation", plan, usual=True),
            Block("usual", "distortion", plan, usual=True),
            Block("usual-binary", "distortion", plan, [*binary("bb,tp,wb"), "--passes", plan.passes, *DECAY], usual=True),
            Block("beside", "distortion", plan, ["--beside", *binary("bb,tp,wb")]),
            Tuned("standard", None, None, plan),
            Tuned("standard-tuned", None, "mira", plan)]


def made_from_others(plan):
    return [Tuned("mon-ac", "swap-ac", None, plan, MONOTONE), Tuned("usual-wide", "usual", None, plan, ["--set", "window=12"]), Tuned("both-tuned", "both", "mira", plan),
            Retrained("or-ae-dev", "or-ae", "dev", plan), Retrained("or-ae-oracle", "or-ae", "test", plan),
            Retrained("both-sentences", "both", "dev", plan, ["--sentences", "--passes", 5, "--rate", 1e-3, "--rate-decay", 0.5]),
            Tuned("or-ae-tuned", "or-ae", "mira", plan), Tuned("beside-tuned", "beside", "mira", plan),
            Block("or-af-dev", "orientation", plan, binary("bb"), start="or-ae-dev"),
            Block("or-af-oracle", "orientation", plan, binary("bb"), start="or-ae-oracle")]


# What says most comes first, in case of an interruption; a wave may need the ones before it.
WAVES = ["both both-tp source swap-ac or-abc or-abcd or-ae both-bb both-wb standard usual",
         "mon-ac usual-wide both-tuned standard-tuned floats-5 floats-6 floats-4 floats-3 or-usual no-sink-7 no-sink-6 no-sink-tp or-ae-dev",
         "floats-2 floats-1 no-sink-bb no-sink-wb source-free both-free or-af source-bb both-anywhere both-all-matches usual-binary beside",
         "or-ae-tuned both-sentences beside-tuned or-ae-oracle or-af-dev",
         "or-af-oracle"]


def systems(plan):
    named = {system.name: system for system in table_four(plan) + table_six(plan) + table_seven(plan) + beyond(plan) + made_from_others(plan)}
    waves = [[named.pop(name) for name in wave.split()] for wave in WAVES]
    assert not named, f"no wave makes {list(named)}"
    return waves
