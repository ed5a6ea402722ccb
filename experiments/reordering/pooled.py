"""Paired bootstrap of systems that were tuned several times: sentences are drawn, and with a sentence all its translations."""

import math
import random
from collections import Counter

from program import read_lines

ORDER = 4


def n_grams(words, n):
    return Counter(zip(*(words[i:] for i in range(n))))


def statistics(outputs, reference):
    """Columns by sentence, summed over the outputs: words said, words of the reference, and for each n matches and n-grams said."""
    columns = [[0] * len(reference) for _ in range(2 + 2 * ORDER)]
    expected = [line.split() for line in reference]
    for output in outputs:
        for i, (line, wanted) in enumerate(zip(output, expected, strict=True)):
            said = line.split()
            columns[0][i] += len(said)
            columns[1][i] += len(wanted)
            for n in range(1, ORDER + 1):
                columns[2 * n][i] += sum((n_grams(said, n) & n_grams(wanted, n)).values())
                columns[2 * n + 1][i] += max(0, len(said) - n + 1)
    return columns


def bleu(sums):
    """Of summed columns; without smoothing, since the sets are large."""
    said, expected = sums[:2]
    if min(sums[2:]) == 0:
        return 0.0
    precision = sum(math.log(sums[2 * n] / sums[2 * n + 1]) for n in range(1, ORDER + 1)) / ORDER
    return 100 * math.exp(precision + min(0.0, 1 - expected / said))


def resampled(outputs, reference, resamples):
    """BLEU of one system on the whole set and on sets drawn from it, the same ones for every system; files, one for each tuning."""
    reference = read_lines(reference)
    columns = statistics([read_lines(path) for path in outputs], reference)
    rng = random.Random(1)
    drawn = (rng.choices(range(len(reference)), k=len(reference)) for _ in range(resamples))
    return bleu([sum(column) for column in columns]), [bleu([sum(map(column.__getitem__, draw)) for column in columns]) for draw in drawn]


def p_value(a, b):
    """Share of the drawn sets on which the better of two systems does not win; of each what resampled() gives, or means of such."""
    (_, better), (_, worse) = (a, b) if a[0] >= b[0] else (b, a)
    return sum(x <= y for x, y in zip(better, worse, strict=True)) / len(better)


def mean(systems):
    """Of one model on several sets."""
    wholes, samples = zip(*systems)
    return sum(wholes) / len(wholes), [sum(scores) / len(scores) for scores in zip(*samples, strict=True)]
