// N-grams as they come out of a file: rows of word ids with two numbers, and their assembly into the trie of
// NgramModelData. Internal to the ARPA reader.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "lm/files/ngram_data.h"

namespace calque::lm {

// N-grams of one length in any order; row i is words [i * length, (i + 1) * length).
struct NgramTable {
  unsigned length = 1;
  std::vector<std::uint32_t> words;
  std::vector<float> log_prob;  // NaN: not given, to be filled in by backing off
  std::vector<float> backoff;

  std::size_t size() const { return words.size() / length; }
  std::span<const std::uint32_t> row(std::size_t i) const { return {words.data() + i * length, length}; }
  void add(std::span<const std::uint32_t> row, float row_log_prob, float row_backoff);
};

// Two rows (numbers in the original order, the second the later one) that hold the same n-gram.
struct DuplicateRows {
  std::size_t first;
  std::size_t second;
};

// Sorts by last word, then the word before it, and so on. Ids are below vocabulary_size. Returns the
// duplicate whose second row comes earliest, if there is one.
std::optional<DuplicateRows> sort_rows(NgramTable& table, std::size_t vocabulary_size);

// Makes the levels from sorted tables without duplicates, tables[n - 1] being of length n and tables[0]
// holding every word once. N-grams that longer ones need (their beginnings and ends) are added with the
// probability that backing off gives, which leaves every answer of the model as it is. The tables are used
// up.
std::vector<NgramLevel> assemble(std::vector<NgramTable> tables, std::size_t vocabulary_size);

}  // namespace calque::lm
