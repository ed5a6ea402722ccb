#include "align/lexical_table.h"

#include <algorithm>

namespace calque::align {

using text::index_of;
using text::WordId;

LexicalTable::LexicalTable(const LexicalTableData& data) {
  arrays_.row_begin = data.row_begin;
  arrays_.targets = data.targets;
  arrays_.probabilities = data.probabilities;
  for (std::size_t d = 0; d < 2; ++d) {
    arrays_.unseen[d] = data.extras[d].unseen;
    arrays_.null[d] = data.extras[d].null;
    arrays_.unknown_generator[d] = data.extras[d].unknown_generator;
    arrays_.unknown_null[d] = data.extras[d].unknown_null;
  }
}

std::span<const std::uint32_t> LexicalTable::targets(std::size_t source) const {
  const std::uint64_t begin = arrays_.row_begin[source];
  return arrays_.targets.subspan(begin, arrays_.row_begin[source + 1] - begin);
}

std::span<const PairProbabilities> LexicalTable::probabilities(std::size_t source) const {
  const std::uint64_t begin = arrays_.row_begin[source];
  return arrays_.probabilities.subspan(begin, arrays_.row_begin[source + 1] - begin);
}

PairProbabilities LexicalTable::unseen(WordId source, WordId target) const {
  return {source == kUnknownWord ? arrays_.unknown_generator[0] : arrays_.unseen[0][index_of(source)],
          target == kUnknownWord ? arrays_.unknown_generator[1] : arrays_.unseen[1][index_of(target)]};
}

PairProbabilities LexicalTable::probability(WordId source, WordId target) const {
  if (source == kUnknownWord || target == kUnknownWord) return unseen(source, target);
  const auto words = targets(index_of(source));
  const auto wanted = static_cast<std::uint32_t>(target);
  const auto found = std::lower_bound(words.begin(), words.end(), wanted);
  if (found == words.end() || *found != wanted) return unseen(source, target);
  return probabilities(index_of(source))[static_cast<std::size_t>(found - words.begin())];
}

void LexicalTable::look_up(std::span<const WordId> source, std::span<const WordId> target,
                           SentenceProbabilities& out) const {
  out.source_length_ = source.size();
  out.target_length_ = target.size();
  out.pairs_.resize(source.size() * target.size());
  out.null_[0].resize(target.size());
  out.null_[1].resize(source.size());
  const auto fill_null = [this](std::span<const WordId> words, std::size_t d, std::vector<float>& null) {
    for (std::size_t k = 0; k < words.size(); ++k) {
      null[k] = words[k] == kUnknownWord ? arrays_.unknown_null[d] : arrays_.null[d][index_of(words[k])];
    }
  };
  fill_null(target, 0, out.null_[0]);
  fill_null(source, 1, out.null_[1]);
  auto& sorted = out.sorted_targets_;
  sorted.clear();
  for (std::size_t t = 0; t < target.size(); ++t) {
    sorted.emplace_back(static_cast<std::uint32_t>(target[t]), static_cast<std::uint32_t>(t));
  }
  std::sort(sorted.begin(), sorted.end());
  for (std::size_t s = 0; s < source.size(); ++s) {
    std::span<const std::uint32_t> words;
    if (source[s] != kUnknownWord) words = targets(index_of(source[s]));
    const std::uint32_t* at = words.data();
    const std::uint32_t* const end = words.data() + words.size();
    for (const auto& [word, t] : sorted) {  // ascending words: each search begins where the last one ended
      at = std::lower_bound(at, end, word);
      out.pairs_[t * source.size() + s] =
          at != end && *at == word
              ? probabilities(index_of(source[s]))[static_cast<std::size_t>(at - words.data())]
              : unseen(source[s], target[t]);
    }
  }
}

}  // namespace calque::align
