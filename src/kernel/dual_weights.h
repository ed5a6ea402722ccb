// What a regression predicts for an input: training sentences with their weights, for one or several prefixes
// of the input at once. The predicted target vector is the weighted sum of the sentences' target vectors.
//
// Values; safe to share between threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "kernel/ngram_trie.h"
#include "kernel/spectrum_index.h"

namespace calque::kernel {

// Several vectors of equal length, element by element: entry (i, column) is values[i * columns + column], so
// that a sparse product moves all columns of a row together.
struct Panel {
  std::size_t columns = 0;
  std::vector<double> values;

  Panel() = default;
  Panel(std::size_t rows, std::size_t column_count)
      : columns(column_count), values(rows * column_count, 0.0) {}

  std::size_t rows() const { return columns == 0 ? 0 : values.size() / columns; }
  double* row(std::size_t i) { return values.data() + i * columns; }
  const double* row(std::size_t i) const { return values.data() + i * columns; }
};

// An input: its known source n-grams in the order of SpectrumIndex::row(), and for each column where the
// prefix ends among them (rising).
struct SourcePrefixes {
  std::vector<Ngram> ngrams;
  std::vector<std::uint32_t> ends;
  std::vector<double> self_kernels{};  // of each prefix with itself, all its n-grams counted

  std::size_t columns() const { return ends.size(); }

  // Columns for the first one, two, ... words.
  static SourcePrefixes all(const SpectrumIndex& source, std::span<const text::WordId> words);
  // One column: the whole sentence.
  static SourcePrefixes whole(const SpectrumIndex& source, std::span<const text::WordId> words);
};

struct DualWeights {
  std::vector<std::uint32_t> sentences;  // rising
  Panel weights;                         // one row for each of them
};

// How an input is turned into weights.
class Regression {
 public:
  virtual ~Regression() = default;
  // Safe from many threads.
  virtual DualWeights weights(const SourcePrefixes& input) const = 0;
};

// The kernel of each prefix with each training sentence (a row): k_x of
// theory/kernel-regression.md#least-squares. Costs as much as the input's n-grams have postings.
Panel kernel_vectors(const SpectrumIndex& source, const SourcePrefixes& input);

// Squared length of the predicted target vector of one column: what the score of a translation lacks to be a
// squared distance.
double predicted_squared_norm(const SpectrumIndex& target, const DualWeights& dual, std::size_t column);

}  // namespace calque::kernel
