// Which words of a text are not in another, by a longest common subsequence.
export function differing(words: readonly string[], from: readonly string[]): boolean[] {
  const lengths = Array.from({ length: words.length + 1 }, () => new Uint16Array(from.length + 1));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = words.length - 1; i >= 0; --i)
    for (let j = from.length - 1; j >= 0; --j)
      (lengths[i] as Uint16Array)[j] = words[i] === from[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const different = words.map(() => true);
  for (let i = 0, j = 0; i < words.length && j < from.length; ) {
    if (words[i] === from[j]) {
      different[i] = false;
      ++i;
      ++j;
    } else if (at(i + 1, j) >= at(i, j + 1)) ++i;
    else ++j;
  }
  return different;
}
