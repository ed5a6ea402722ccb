#include "block/source_filter.h"

#include <algorithm>

#include "base/hash.h"
#include "phrase/hash.h"
#include "phrase/sequence_set.h"

namespace calque::block {
namespace {

std::uint64_t extended(std::uint64_t hash, text::WordId word) {
  return combine_hash(hash, phrase::hash_key(word));
}

}  // namespace

void SourceFilter::add_sentence(std::span<const text::WordId> words) {
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    std::uint64_t hash = 0;
    const std::size_t end = std::min(words.size(), begin + longest_);
    for (std::size_t i = begin; i < end; ++i) hashes_.push_back(hash = extended(hash, words[i]));
  }
}

void SourceFilter::finish() {
  std::sort(hashes_.begin(), hashes_.end());
  hashes_.erase(std::unique(hashes_.begin(), hashes_.end()), hashes_.end());
}

bool SourceFilter::contains(std::span<const text::WordId> words) const {
  if (words.empty() || words.size() > longest_) return false;
  std::uint64_t hash = 0;
  for (const text::WordId word : words) hash = extended(hash, word);
  return std::binary_search(hashes_.begin(), hashes_.end(), hash);
}

bool SourceFilter::shares(std::span<const text::WordId> sentence, std::size_t length) const {
  for (std::size_t begin = 0; begin + length <= sentence.size(); ++begin) {
    if (contains(sentence.subspan(begin, length))) return true;
  }
  return false;
}

}  // namespace calque::block
