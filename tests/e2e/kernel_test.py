"""calque kernel train and score, calque translate with models of kernel regression, the kernel feature of the decoder."""

import json
import pathlib
import unittest

from harness import ProgramTest, weights_in


class KernelTest(ProgramTest):
    def corpus(self, sentences=400):
        folder = self.path("corpus")
        self.calque("synth", "--pair", "fr-en", "--sentences", sentences, "--dev", 30, "--test", 20, "-o", folder)
        return folder

    def train(self, folder, name, *options):
        self.calque("kernel", "train", "-s", f"{folder}/train.fr", "-t", f"{folder}/train.en", "--align-model", "diagonal", "--pretokenized",
                    "-o", self.path(name), "--quiet", *options)
        return self.path(name)

    def bleu(self, folder, output):
        self.write("output", output)
        scores = json.loads(self.calque("evaluate", "-r", f"{folder}/test.en", self.path("output"), "--metrics", "bleu", "--tokenize", "none",
                                        "--json").out)
        return scores["systems"][0]["bleu"]["score"]

    def test_translates_with_every_solver_and_method(self):
        folder = self.corpus()
        source = pathlib.Path(f"{folder}/test.fr").read_bytes()
        for options in (["--solver", "local"], ["--solver", "cholesky"], ["--solver", "matrix-free"], ["--solver", "low-rank", "--rank", 100],
                        ["--cosine"], ["--neighbours", 50, "--neighbour-choice", "coverage"], ["--neighbours", 200, "--neighbour-choice", "pivots"],
                        ["--length-weights", "1,0.5,0.25", "--idf"], ["--method", "mmr"]):
            model = self.train(folder, "model", *options)
            result = self.calque("translate", "-m", model, stdin=source)
            self.assertEqual(len(result.lines), 20)
            self.assertGreater(self.bleu(folder, result.out), 15, options)

    def test_solvers_agree(self):
        folder = self.corpus(200)
        lines = []
        for options in (["--solver", "cholesky"], ["--solver", "matrix-free"], ["--solver", "local", "--neighbours", 200],
                        ["--solver", "low-rank", "--rank", 200]):
            model = self.train(folder, "model", "--ridge", 1, "--length-weights", "1,0.5,0.25", "--idf", *options)
            scored = self.calque("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "-t", f"{folder}/test.en").lines
            lines.append([float(line) for line in scored])
        for other in lines[1:]:
            for a, b in zip(lines[0], other):
                self.assertAlmostEqual(a, b, delta=1e-5 * max(1.0, abs(a)))

    def test_same_bytes_for_any_number_of_threads(self):
        folder = self.corpus()
        source = pathlib.Path(f"{folder}/test.fr").read_bytes()
        for options in (["--solver", "cholesky"], ["--method", "mmr"], []):
            results = []
            for threads in (1, 2):
                model = self.train(folder, f"model{threads}{len(options)}{options[-1] if options else ''}", "--threads", threads, *options)
                kernel = pathlib.Path(f"{model}/kernel.calque").read_bytes()
                results.append((kernel, self.calque("translate", "-m", model, "--threads", threads, "--n-best", 5, stdin=source).out))
            self.assertEqual(results[0], results[1], options)

    def test_output_forms(self):
        folder = self.corpus()
        model = self.train(folder, "model")
        source = pathlib.Path(f"{folder}/test.fr").read_bytes()
        best = self.calque("translate", "-m", model, stdin=source).lines
        lists = self.calque("translate", "-m", model, "--n-best", 10, stdin=source).lines
        firsts = {}
        weights = self.weights(f"{model}/weights.txt")
        for line in lists:
            number, words, features, total = line.split(" ||| ")
            self.assertEqual([name[:-1] for name in features.split() if name.endswith("=")], list(weights))
            values = [float(value) for value in features.split() if not value.endswith("=")]
            products = sum(value * weight for value, weight in zip(values, sum(weights.values(), [])))
            self.assertAlmostEqual(products, float(total), delta=1e-4 * max(1.0, abs(products)))
            firsts.setdefault(int(number), words)
        self.assertEqual([firsts[i] for i in range(20)], best)
        for line, words in zip(self.calque("translate", "-m", model, "--json", stdin=source).lines, best):
            answer = json.loads(line)
            self.assertEqual(answer["translation"], words)
            covered = sorted(position for phrase in answer["phrases"] for position in range(*phrase["source"]))
            self.assertEqual(covered, list(range(len(answer["source_tokens"]))))
        self.assertEqual(self.calque("translate", "-m", model, "--explain", stdin=source).out,
                         self.calque("translate", "-m", model, "--json", stdin=source).out)
        for line in self.calque("translate", "-m", model, "--alignments", stdin=source).lines:
            self.assertEqual(len(line.split(" ||| ")), 2)
        monotone = self.calque("translate", "-m", model, "--trace", "--set", "distortion-limit=0", stdin=source).lines
        for line in monotone:
            begins = [int(part[1:].split("-")[0]) for part in line.split() if part.startswith("|") and part.endswith("|")]
            self.assertEqual(begins, sorted(begins))
        self.refused("translate", "-m", model, "--markup", stdin='a <wall/> b', says="plain text")
        self.calque("inspect", model, "--verify")

    def weights(self, file):
        lines = weights_in(file).split("\n")[:-1]
        return {line.split("= ")[0]: [float(value) for value in line.split("= ")[1].split()] for line in lines}

    def test_tunes(self):
        folder = self.corpus()
        source = pathlib.Path(f"{folder}/test.fr").read_bytes()
        for options in (["--method", "mmr"], ["--cosine"], []):
            model = self.train(folder, "model", *options)
            before = self.weights(f"{model}/weights.txt")
            self.calque("tune", "-m", model, "--source", f"{folder}/dev.fr", "--refs", f"{folder}/dev.en", "--rounds", 4, "--n-best", 20, "-o",
                        self.path("weights"))
            self.assertEqual(self.weights(f"{model}/weights.txt"), before)
            tuned = self.weights(self.path("weights"))
            self.assertEqual(list(tuned), list(before))
            self.assertNotEqual(tuned, before)
            output = self.calque("translate", "-m", model, "--weights", self.path("weights"), stdin=source).out
            self.assertGreater(self.bleu(folder, output), 15, options)
        model = self.train(folder, "tuned", "--tune", "mert", "--dev-source", f"{folder}/dev.fr", "--dev-target", f"{folder}/dev.en")
        self.assertEqual(list(self.weights(f"{model}/weights.txt")), list(before))
        self.assertNotEqual(self.weights(f"{model}/weights.txt"), before)

    def test_odd_lines(self):
        folder = self.corpus()
        for options in ([], ["--method", "mmr"], ["--solver", "cholesky"]):
            model = self.train(folder, "model", *options)
            result = self.calque("translate", "-m", model, stdin="\nqwx zzy qwx\n" + "le " * 300 + "\n")
            self.assertEqual(result.lines[:2], ["", "qwx zzy qwx"])
            self.assertEqual(len(result.lines), 3)

    def test_scores_pairs_and_lists(self):
        folder = self.corpus()
        model = self.train(folder, "model")
        right = self.calque("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "-t", f"{folder}/test.en").lines
        wrong_text = pathlib.Path(f"{folder}/test.en").read_text(encoding="utf-8").split("\n")[:-1]
        wrong = self.calque("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "-t",
                            self.write("wrong", "".join(line + "\n" for line in wrong_text[1:] + wrong_text[:1]))).lines
        self.assertLess(sum(map(float, right)), sum(map(float, wrong)))
        decoder = self.path("decoder")
        self.calque("train", "-s", f"{folder}/train.fr", "-t", f"{folder}/train.en", "--align-model", "diagonal", "--pretokenized", "-o", decoder)
        lists = self.path("lists")
        self.calque("translate", "-m", decoder, "-i", f"{folder}/test.fr", "--n-best", 10, "--distinct", "-o", lists)
        plain = self.calque("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "--n-best", lists).lines
        before = pathlib.Path(lists).read_text(encoding="utf-8").split("\n")[:-1]
        self.assertEqual([line.split(" ||| ")[1] for line in plain], [line.split(" ||| ")[1] for line in before])
        for line in plain:
            self.assertIn(" KernelScore0= ", line.split(" ||| ")[2])
        old = {tuple(line.split(" ||| ")[:2]): float(line.split(" ||| ")[3]) for line in before}
        for weight in (1000, 0.01):
            ranked = self.calque("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "--n-best", lists, "--weight", weight).lines
            totals = {}
            for line in ranked:
                fields = line.split(" ||| ")
                score, total = float(fields[2].split("KernelScore0= ")[1]), float(fields[3])
                self.assertAlmostEqual(total, old[tuple(fields[:2])] + weight * score, delta=1e-5 * max(1.0, abs(total)))
                totals.setdefault(fields[0], []).append(total)
            self.assertEqual(sorted(map(int, totals)), list(range(20)))
            for values in totals.values():
                self.assertEqual(values, sorted(values, reverse=True))
        self.refused("kernel", "score", "-m", decoder, "-s", f"{folder}/test.fr", "-t", f"{folder}/test.en", says="no kernel regression")
        self.refused("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "-t", f"{folder}/train.en", says="more lines")
        self.refused("kernel", "score", "-m", model, "-s", f"{folder}/train.fr", "-t", f"{folder}/test.en", says="fewer lines")
        self.refused("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "--n-best", self.write("bad", "0 ||| a\n"), says=["bad:1", "n-best"])
        self.refused("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", says="exactly one way")

    def test_repeated_sentences_and_long_n_grams(self):
        """A singular Gram matrix without ridge, and n-grams longer than any sentence."""
        source = self.write("s.fr", "la maison\nla maison\nle chat\nla maison\n")
        target = self.write("t.en", "the house\nthe house\nthe cat\nthe house\n")
        for options in (["--solver", "cholesky"], ["--solver", "local"], ["--solver", "matrix-free"], ["--method", "mmr"],
                        ["--solver", "cholesky", "--cosine"], ["--cosine"]):
            result = self.calque("kernel", "train", "-s", source, "-t", target, "--pretokenized", "--align-model", "ibm1", "--ridge", 0,
                                 "--order", 12, "-o", self.path("model"), *options)
            if "cholesky" in options:
                self.assertIn("singular", result.err)
            output = self.calque("translate", "-m", self.path("model"), stdin="la maison\nle chat\n")
            self.assertEqual(output.lines, ["the house", "the cat"], options)

    def test_refuses_bad_options(self):
        source = self.write("s.fr", "a b\n")
        target = self.write("t.en", "c d\n")
        base = ["kernel", "train", "-s", source, "-t", target, "--pretokenized", "-o", self.path("model")]
        self.refused(*base, "--method", "xyz", says=["xyz", "lsr or mmr"])
        self.refused(*base, "--solver", "xyz", says=["xyz", "matrix-free"])
        self.refused(*base, "--order", 99, says="--order from 1")
        self.refused(*base, "--ridge", "-1", says="ridge")
        self.refused(*base, "--solver", "low-rank", "--ridge", 0, says="ridge")
        self.refused(*base, "--length-weights", "1,2", says="one weight for each length")
        self.refused(*base, "--length-weights", "1,1e300,1", says="cannot weigh")
        self.refused(*base, "--method", "mmr", "--cost", 0, says="--cost above 0")
        self.refused(*base, "--neighbours", 0, says="--neighbours")
        self.refused(*base, "--neighbour-choice", "xyz", says=["xyz", "nearest, rare, coverage or pivots"])
        self.refused(*base, "--method", "mmr", "--cosine", says="leave out --cosine")
        self.refused("train", "-s", source, "-t", target, "--feature", "xyz", "-o", self.path("model"), says="--feature kernel")

    def test_feature_of_the_decoder(self):
        folder = self.corpus(600)
        model = self.path("model")
        self.calque("train", "-s", f"{folder}/train.fr", "-t", f"{folder}/train.en", "--align-model", "diagonal", "--pretokenized",
                    "--feature", "kernel", "-o", model)
        weights = weights_in(f"{model}/weights.txt")
        self.assertIn("Kernel0= 0 0 0", weights)
        source = pathlib.Path(f"{folder}/test.fr").read_bytes()
        self.write("weights", weights.replace("Kernel0= 0 0 0", "Kernel0= 0.2 0.2 0.2"))
        results = [self.calque("translate", "-m", model, "--weights", self.path("weights"), "--n-best", 3, "--threads", threads, stdin=source).out
                   for threads in (1, 2)]
        self.assertEqual(results[0], results[1])
        for line in results[0].split("\n")[:-1]:
            values = line.split("Kernel0= ")[1].split()[:3]
            length = len(line.split(" ||| ")[1].split())
            for n, value in enumerate(map(float, values)):
                self.assertLessEqual(value, 0)
                self.assertGreaterEqual(value, -max(0, length - n) - 1e-4)
        better = self.calque("translate", "-m", model, "--weights", self.path("weights"), stdin=source).out
        self.assertGreater(self.bleu(folder, better), 15)
        self.calque("kernel", "score", "-m", model, "-s", f"{folder}/test.fr", "-t", f"{folder}/test.en")


if __name__ == "__main__":
    unittest.main()
