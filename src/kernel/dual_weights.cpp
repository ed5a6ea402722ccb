#include "kernel/dual_weights.h"

#include <algorithm>
#include <utility>

namespace calque::kernel {

SourcePrefixes SourcePrefixes::all(const SpectrumIndex& source, std::span<const text::WordId> words) {
  SourcePrefixes input;
  source.append_ngrams(words, input.ngrams, &input.ends);
  input.self_kernels = source.prefix_self_kernels(words);
  return input;
}

SourcePrefixes SourcePrefixes::whole(const SpectrumIndex& source, std::span<const text::WordId> words) {
  SourcePrefixes input;
  source.append_ngrams(words, input.ngrams);
  input.ends = {static_cast<std::uint32_t>(input.ngrams.size())};
  input.self_kernels = {source.self_kernel(words)};
  return input;
}

Panel kernel_vectors(const SpectrumIndex& source, const SourcePrefixes& input) {
  Panel vectors(source.sentence_count(), input.columns());
  std::size_t next = 0;
  for (std::size_t column = 0; column < input.columns(); ++column) {
    for (; next < input.ends[column]; ++next) {
      const double weight = source.weight(input.ngrams[next]);
      for (const std::uint32_t sentence : source.postings(input.ngrams[next]))
        vectors.row(sentence)[column] += weight;
    }
  }
  // So far what each prefix adds to the one before.
  for (std::size_t i = 0; i < vectors.rows(); ++i) {
    double* row = vectors.row(i);
    for (std::size_t column = 1; column < input.columns(); ++column) row[column] += row[column - 1];
  }
  return vectors;
}

double predicted_squared_norm(const SpectrumIndex& target, const DualWeights& dual, std::size_t column) {
  std::vector<std::pair<Ngram, double>> entries;
  for (std::size_t i = 0; i < dual.sentences.size(); ++i) {
    const double weight = dual.weights.row(i)[column];
    for (const Ngram ngram : target.row(dual.sentences[i])) entries.emplace_back(ngram, weight);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  double sum = 0;
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    double predicted = 0;
    for (; end < entries.size() && entries[end].first == entries[begin].first; ++end)
      predicted += entries[end].second;
    sum += target.weight(entries[begin].first) * predicted * predicted;
  }
  return sum;
}

}  // namespace calque::kernel
