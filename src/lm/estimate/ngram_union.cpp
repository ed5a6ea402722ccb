#include "lm/estimate/ngram_union.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/error.h"
#include "lm/files/counting_sort.h"
#include "lm/files/ngram_table.h"

namespace calque::lm {
namespace {

// An n-gram of one of the models.
struct Origin {
  std::uint32_t model;
  std::uint32_t number;
};

using WordMap = std::vector<std::uint32_t>;  // a model's word to the common one

std::vector<WordMap> unite_vocabularies(std::span<const NgramModelData> models,
                                        text::Vocabulary& vocabulary) {
  vocabulary = initial_vocabulary();
  std::vector<WordMap> maps;
  for (const NgramModelData& model : models) {
    WordMap& map = maps.emplace_back();
    for (std::uint32_t word = 0; word < model.vocabulary.size(); ++word) {
      map.push_back(static_cast<std::uint32_t>(vocabulary.add(model.vocabulary.word(text::WordId{word}))));
    }
  }
  return maps;
}

// The n-grams of length n of all models, sorted and without repeats, with the numbers filled in.
NgramTable unite_level(std::span<const NgramModelData> models, const std::vector<WordMap>& maps, unsigned n,
                       NgramUnion& result) {
  NgramTable rows;
  rows.length = n;
  std::vector<Origin> origins;
  std::vector<std::uint32_t> words(n);
  for (std::uint32_t k = 0; k < models.size(); ++k) {
    const std::size_t size = n <= models[k].order() ? models[k].levels[n - 1].size() : 0;
    for (std::uint32_t i = 0; i < size; ++i) {
      words_of(models[k], i, words);
      for (std::uint32_t& word : words) word = maps[k][word];
      rows.words.insert(rows.words.end(), words.begin(), words.end());
      origins.push_back({k, i});
    }
  }
  CALQUE_CHECK(origins.size() < kNoNgram);
  std::vector<std::uint32_t> sorted(origins.size());
  std::iota(sorted.begin(), sorted.end(), 0U);
  std::vector<std::uint32_t> scratch;
  for (unsigned k = 0; k < n; ++k) {
    sort_by_key(sorted, scratch, result.data.vocabulary.size(),
                [&](std::uint32_t row) { return rows.row(row)[k]; });
  }
  NgramTable table;
  table.length = n;
  for (const std::uint32_t row : sorted) {
    if (table.size() == 0 || !std::ranges::equal(table.row(table.size() - 1), rows.row(row))) {
      table.add(rows.row(row), 0.0F, 0.0F);
      for (auto& model_numbers : result.number) model_numbers[n - 1].push_back(kNoNgram);
    }
    result.number[origins[row].model][n - 1].back() = origins[row].number;
  }
  return table;
}

}  // namespace

NgramUnion unite(std::span<const NgramModelData> models) {
  CALQUE_CHECK(!models.empty());
  NgramUnion result;
  const std::vector<WordMap> maps = unite_vocabularies(models, result.data.vocabulary);
  unsigned order = 1;
  for (const NgramModelData& model : models) order = std::max(order, model.order());
  result.number.assign(models.size(), std::vector<std::vector<std::uint32_t>>(order));
  std::vector<NgramTable> tables;
  for (unsigned n = 1; n <= order; ++n) tables.push_back(unite_level(models, maps, n, result));
  result.data.levels = assemble(std::move(tables), result.data.vocabulary.size());
  for (unsigned n = 1; n <= order; ++n)  // each model lists the parts of its n-grams, so nothing was added
    CALQUE_CHECK(result.data.levels[n - 1].size() == result.number[0][n - 1].size());
  return result;
}

}  // namespace calque::lm
