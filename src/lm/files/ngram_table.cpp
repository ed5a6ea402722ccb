#include "lm/files/ngram_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "lm/files/counting_sort.h"

namespace calque::lm {
namespace {

using Row = std::span<const std::uint32_t>;

bool comes_before(Row a, Row b) {
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

NgramTable empty_table(unsigned length) {
  NgramTable table;
  table.length = length;
  return table;
}

std::vector<std::uint32_t> row_numbers(std::size_t count) {
  std::vector<std::uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

// Adds the rows of `wanted` (sorted, repeats allowed) that `table` (sorted) lacks to `missing`.
template <typename RowAt>
void find_missing(const NgramTable& table, std::size_t wanted_count, const RowAt& wanted,
                  NgramTable& missing) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < wanted_count; ++i) {
    const Row row = wanted(i);
    while (next < table.size() && comes_before(table.row(next), row)) ++next;
    if (next < table.size() && std::ranges::equal(table.row(next), row)) continue;
    if (missing.size() > 0 && std::ranges::equal(missing.row(missing.size() - 1), row)) continue;
    missing.add(row, std::numeric_limits<float>::quiet_NaN(), 0.0F);
  }
}

void insert_rows(const NgramTable& rows, std::size_t vocabulary_size, NgramTable& table) {
  if (rows.size() == 0) return;
  for (std::size_t i = 0; i < rows.size(); ++i) table.add(rows.row(i), rows.log_prob[i], rows.backoff[i]);
  const bool unique = !sort_rows(table, vocabulary_size).has_value();
  CALQUE_CHECK(unique);
}

void add_missing(const NgramTable& longer, std::size_t vocabulary_size, NgramTable& shorter) {
  const unsigned n = shorter.length;
  NgramTable missing_suffixes = empty_table(n);
  find_missing(
      shorter, longer.size(), [&](std::size_t i) { return longer.row(i).last(n); }, missing_suffixes);
  insert_rows(missing_suffixes, vocabulary_size, shorter);

  std::vector<std::uint32_t> by_context = row_numbers(longer.size());
  std::vector<std::uint32_t> scratch;
  for (unsigned k = 0; k < n; ++k) {
    sort_by_key(by_context, scratch, vocabulary_size, [&](std::uint32_t i) { return longer.row(i)[k]; });
  }
  NgramTable missing_contexts = empty_table(n);
  find_missing(
      shorter, longer.size(), [&](std::size_t i) { return longer.row(by_context[i]).first(n); },
      missing_contexts);
  insert_rows(missing_contexts, vocabulary_size, shorter);
}

NgramLevel make_level(NgramTable& table, const NgramTable* shorter) {
  NgramLevel level;
  level.first_word.reserve(table.size());
  std::uint32_t suffix = 0;
  for (std::size_t i = 0; i < table.size(); ++i) {
    level.first_word.push_back(table.row(i).front());
    if (shorter == nullptr) continue;
    const Row ending = table.row(i).last(shorter->length);
    while (suffix < shorter->size() && comes_before(shorter->row(suffix), ending)) ++suffix;
    CALQUE_CHECK(suffix < shorter->size());
    level.suffix.push_back(suffix);
  }
  level.log_prob = std::move(table.log_prob);
  level.backoff = std::move(table.backoff);
  return level;
}

}  // namespace

void NgramTable::add(std::span<const std::uint32_t> row, float row_log_prob, float row_backoff) {
  words.insert(words.end(), row.begin(), row.end());
  log_prob.push_back(row_log_prob);
  backoff.push_back(row_backoff);
}

std::optional<DuplicateRows> sort_rows(NgramTable& table, std::size_t vocabulary_size) {
  std::vector<std::uint32_t> order = row_numbers(table.size());
  std::vector<std::uint32_t> scratch;
  for (unsigned k = 0; k < table.length; ++k) {
    sort_by_key(order, scratch, vocabulary_size, [&](std::uint32_t i) { return table.row(i)[k]; });
  }
  std::optional<DuplicateRows> duplicate;
  NgramTable sorted = empty_table(table.length);
  sorted.words.reserve(table.words.size());
  sorted.log_prob.reserve(table.size());
  sorted.backoff.reserve(table.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::uint32_t row = order[i];
    if (i > 0 && std::ranges::equal(table.row(row), table.row(order[i - 1])) &&
        (!duplicate || row < duplicate->second)) {
      duplicate = DuplicateRows{order[i - 1], row};
    }
    sorted.add(table.row(row), table.log_prob[row], table.backoff[row]);
  }
  table = std::move(sorted);
  return duplicate;
}

std::vector<NgramLevel> assemble(std::vector<NgramTable> tables, std::size_t vocabulary_size) {
  for (std::size_t n = tables.size(); n-- > 2;) add_missing(tables[n], vocabulary_size, tables[n - 1]);
  std::vector<NgramLevel> levels;
  for (std::size_t n = 1; n <= tables.size(); ++n) {
    levels.push_back(make_level(tables[n - 1], n == 1 ? nullptr : &tables[n - 2]));
    if (n == 1) continue;
    tables[n - 2].words = {};
    const std::size_t missing = link_contexts(levels, static_cast<unsigned>(n));
    CALQUE_CHECK(missing == 0);
    NgramLevel& level = levels.back();
    const NgramLevel& shorter = levels[n - 2];
    for (std::size_t i = 0; i < level.size(); ++i) {
      if (!std::isnan(level.log_prob[i])) continue;
      level.log_prob[i] = shorter.backoff[level.context[i]] + shorter.log_prob[level.suffix[i]];
    }
  }
  levels.back().backoff = {};
  return levels;
}

}  // namespace calque::lm
