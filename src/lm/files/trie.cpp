#include "lm/files/trie.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace calque::lm {
namespace {

// A table of values; without one the numbers must be whole floats.
std::span<const float> open_values(const SectionSource& source, std::string_view name, unsigned n,
                                   unsigned bits) {
  const auto values = source.section<float>(section_name(name, n));
  if (values.empty() && bits != 32)
    source.damaged(fmt::format("the {} of {}-grams have an impossible width", name, n));
  return values;
}

}  // namespace

Trie::Trie(const SectionSource& source, const ModelHeader& header) : order_(header.order) {
  if (order_ == 1) return;
  word_codes_ = WordCodes(bits_for(header.vocabulary_size - 1));
  word_children_ = source.section<std::uint32_t>(section_name("children", 1));
  if (word_children_.size() != header.vocabulary_size + 1)
    source.damaged("section 'children.1' has the wrong size");
  bigram_parts_ = source.section<std::uint32_t>(section_name("parts", 2));
  if (bigram_parts_.size() != header.ngram_counts[1] / BigramParts::kSize + header.vocabulary_size + 1)
    source.damaged("section 'parts.2' has the wrong size");
  for (unsigned n = 2; n <= order_; ++n) open_level(source, header, n);
}

void Trie::open_level(const SectionSource& source, const ModelHeader& header, unsigned n) {
  Level& level = levels_[n];
  const TrieWidths& widths = header.widths[n - 1];
  level.size = header.ngram_counts[n - 1];
  const bool is_longest = n == order_;
  const auto nodes = source.section<std::byte>(section_name("nodes", n));
  const bool is_possible =
      widths.word == word_codes_.bits() && widths.log_prob <= 32 &&
      (is_longest ? widths.backoff == 0
                  : widths.backoff <= 32 &&
                        (widths.group_shift == 0 || (widths.group_shift >= Children::kMinGroupShift &&
                                                     widths.group_shift <= Children::kMaxGroupShift)));
  if (!is_possible) source.damaged(fmt::format("records of {}-grams have an impossible width", n));
  const std::uint64_t next_size = is_longest ? 0 : header.ngram_counts[n];
  const LevelShape shape(widths, is_longest, next_size);
  const RecordShape& records = shape.records;
  if (nodes.size() != records.bytes(shape.record_count(level.size)))
    source.damaged(fmt::format("section 'nodes.{}' has the wrong size", n));
  level.codes = {nodes.data(), records, 0, widths.word};
  level.log_probs = {{nodes.data(), records, widths.word, widths.log_prob},
                     open_values(source, "log_probs", n, widths.log_prob)};
  if (is_longest) return;
  level.backoffs = {{nodes.data(), records, shape.backoff_offset, widths.backoff},
                    open_values(source, "backoffs", n, widths.backoff)};
  if (shape.in_groups) {
    level.children = Children(next_size, widths.group_shift, nodes.data(), records.block_bits() / 8,
                              source.section<std::uint32_t>(section_name("children", n)));
  } else {
    level.children = Children(next_size, {nodes.data(), records, shape.child_offset, shape.child_bits});
  }
}

void Trie::verify_level(const SectionSource& source, unsigned n, std::uint64_t vocabulary_size) const {
  const Level& level = levels_[n];
  const std::uint64_t parents = n == 2 ? vocabulary_size : levels_[n - 1].size;
  std::uint64_t expected = 0;
  for (std::uint64_t parent = 0; parent < parents; ++parent) {
    const NodeRange range = children_of(n - 1, parent);
    if (range.empty()) continue;
    if (range.begin != expected) source.damaged(fmt::format("{}-grams are not in order", n));
    expected = range.end;
    for (std::uint64_t node = range.begin; node < range.end; ++node) {
      const bool rises = node == range.begin || level.codes[node - 1] < level.codes[node];
      if (!rises || word_codes_.word_of(level.codes[node]) >= vocabulary_size)
        source.damaged(fmt::format("{}-grams are not in order", n));
      if (n > 2) continue;
      const NodeRange part =
          part_of_bigrams(range, static_cast<std::uint32_t>(parent), word_codes_.word_of(level.codes[node]));
      if (node < part.begin || node >= part.end) source.damaged("a bigram stands outside its part");
    }
  }
  if (expected != level.size) source.damaged(fmt::format("some {}-grams belong to no shorter one", n));
  for (std::uint64_t node = 0; node < level.size; ++node) {
    bool is_good = level.log_probs.is_valid(node) && std::isfinite(level.log_probs[node]);
    if (n < order_) is_good = is_good && level.backoffs.is_valid(node) && std::isfinite(level.backoffs[node]);
    if (!is_good) source.damaged("a probability is not a number");
  }
}

void Trie::verify(const SectionSource& source, std::uint64_t vocabulary_size) const {
  for (unsigned n = 2; n <= order_; ++n) verify_level(source, n, vocabulary_size);
}

void Trie::extract_level(unsigned n, std::span<const std::uint64_t> parents, NgramLevel& out,
                         std::vector<std::uint64_t>& order) const {
  struct Child {
    std::uint32_t word;
    std::uint64_t node;
  };
  const Level& level = levels_[n];
  std::vector<Child> children;
  for (std::size_t parent = 0; parent < parents.size(); ++parent) {
    children.clear();
    const NodeRange range = children_of(n - 1, parents[parent]);
    for (std::uint64_t node = range.begin; node < range.end; ++node)
      children.push_back({word_codes_.word_of(level.codes[node]), node});
    std::sort(children.begin(), children.end(),
              [](const Child& a, const Child& b) { return a.word < b.word; });
    for (const Child& child : children) {
      order.push_back(child.node);
      out.first_word.push_back(child.word);
      out.suffix.push_back(static_cast<std::uint32_t>(parent));
      out.log_prob.push_back(level.log_probs[child.node]);
      if (n == order_) continue;
      // -0.0 and 0.0 differ in what they say about longer n-grams only.
      const float backoff = level.backoffs[child.node];
      out.backoff.push_back(backoff == 0.0F ? 0.0F : backoff);
    }
  }
}

std::vector<NgramLevel> Trie::extract() const {
  std::vector<NgramLevel> levels(order_);
  if (order_ == 1) return levels;
  std::vector<std::uint64_t> parents(word_children_.size() - 1);
  std::iota(parents.begin(), parents.end(), std::uint64_t{0});
  for (unsigned n = 2; n <= order_; ++n) {
    std::vector<std::uint64_t> order;
    extract_level(n, parents, levels[n - 1], order);
    parents = std::move(order);
  }
  return levels;
}

}  // namespace calque::lm
