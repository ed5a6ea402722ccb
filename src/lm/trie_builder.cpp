#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "lm/quantizer.h"
#include "lm/trie.h"

namespace calque::lm {
namespace {

// The n-grams of one length in the order of the trie: children of one node after another, by rising codes.
struct NodeOrder {
  std::vector<std::uint32_t> ngrams;        // numbers in NgramModelData
  std::vector<std::uint32_t> child_counts;  // of the nodes one level below, in their order
};

NodeOrder order_of_words(const NgramModelData& data) {
  NodeOrder order;
  order.ngrams.resize(data.vocabulary.size());
  std::iota(order.ngrams.begin(), order.ngrams.end(), 0U);
  return order;
}

NodeOrder next_order(const NgramModelData& data, unsigned n, const NodeOrder& parents,
                     const WordCodes& codes) {
  const NgramLevel& level = data.levels[n - 1];
  const std::vector<std::uint32_t> offsets = extension_offsets(data.levels[n - 2], level);
  NodeOrder order;
  order.ngrams.reserve(level.size());
  order.child_counts.reserve(parents.ngrams.size());
  for (const std::uint32_t parent : parents.ngrams) {
    const auto first = static_cast<std::ptrdiff_t>(order.ngrams.size());
    for (std::uint32_t i = offsets[parent]; i < offsets[parent + 1]; ++i) order.ngrams.push_back(i);
    std::sort(order.ngrams.begin() + first, order.ngrams.end(), [&](std::uint32_t a, std::uint32_t b) {
      return codes.code_of(level.first_word[a]) < codes.code_of(level.first_word[b]);
    });
    order.child_counts.push_back(offsets[parent + 1] - offsets[parent]);
  }
  return order;
}

// Numbers as codes of a table of values, or as their own bits if no table pays.
class Column {
 public:
  Column(std::vector<float> numbers, unsigned quantize_bits) : numbers_(std::move(numbers)) {
    codebook_ = quantize_bits == 0 ? Codebook::exact(numbers_) : Codebook::quantized(numbers_, quantize_bits);
  }
  unsigned bits() const { return codebook_ ? codebook_->bits() : 32; }
  std::uint32_t code(std::size_t i) const {
    return codebook_ ? codebook_->code_of(numbers_[i]) : std::bit_cast<std::uint32_t>(numbers_[i]);
  }
  std::span<const float> values() const { return codebook_ ? codebook_->values() : std::span<const float>{}; }

 private:
  std::vector<float> numbers_;
  std::optional<Codebook> codebook_;
};

// What the records of one level are made from.
struct LevelPlan {
  const NgramModelData& data;
  unsigned n;
  const NodeOrder& order;
  const WordCodes& codes;
  unsigned quantize_bits;

  const NgramLevel& level() const { return data.levels[n - 1]; }
};

void add_longest(const LevelPlan& plan, TrieWidths& widths, SectionSink& sink) {
  const unsigned n = plan.n;
  const Column log_probs(stored_log_probs(plan.data, n, false), plan.quantize_bits);
  widths.log_prob = static_cast<std::uint16_t>(log_probs.bits());
  PackedWriter nodes(plan.level().size(), {.record_bits = widths.word + log_probs.bits()});
  for (const std::uint32_t i : plan.order.ngrams) {
    nodes.add(plan.codes.code_of(plan.level().first_word[i]), widths.word);
    nodes.add(log_probs.code(i), log_probs.bits());
  }
  sink.add(section_name("nodes", n), nodes.bytes());
  sink.add(section_name("log_probs", n), log_probs.values());
}

void add_group(const ChildGroup& group, PackedWriter& nodes) {
  nodes.add(group.begin, 32);
  nodes.add(group.bits_high, 32);
  nodes.add(group.bits_low & 0xffffffffU, 32);
  nodes.add(group.bits_low >> 32U, 32);
}

// `child_counts` are those of the level's nodes in their order.
void add_middle(const LevelPlan& plan, const std::vector<std::uint32_t>& child_counts, TrieWidths& widths,
                SectionSink& sink) {
  const unsigned n = plan.n;
  const Column log_probs(stored_log_probs(plan.data, n, false), plan.quantize_bits);
  const Column backoffs(stored_backoffs(plan.data, n), plan.quantize_bits);
  const ChildrenArrays children = Children::build(child_counts);
  widths.log_prob = static_cast<std::uint16_t>(log_probs.bits());
  widths.backoff = static_cast<std::uint16_t>(backoffs.bits());
  widths.group_shift = static_cast<std::uint16_t>(children.group_shift);
  PackedWriter nodes(plan.level().size(), middle_shape(widths));
  for (std::size_t node = 0; node < plan.order.ngrams.size(); ++node) {
    if (node % (std::size_t{1} << children.group_shift) == 0)
      add_group(children.groups[node >> children.group_shift], nodes);
    const std::uint32_t i = plan.order.ngrams[node];
    nodes.add(plan.codes.code_of(plan.level().first_word[i]), widths.word);
    nodes.add(log_probs.code(i), log_probs.bits());
    nodes.add(backoffs.code(i), backoffs.bits());
  }
  sink.add(section_name("nodes", n), nodes.bytes());
  sink.add(section_name("log_probs", n), log_probs.values());
  sink.add(section_name("backoffs", n), backoffs.values());
  sink.add(section_name("children", n), std::span<const std::uint32_t>(children.begins));
}

void add_word_children(const std::vector<std::uint32_t>& counts, SectionSink& sink) {
  std::vector<std::uint32_t> begins{0};
  for (const std::uint32_t count : counts) begins.push_back(begins.back() + count);
  sink.add(section_name("children", 1), std::span<const std::uint32_t>(begins));
}

}  // namespace

void build_trie(const NgramModelData& data, unsigned quantize_bits, ModelHeader& header, SectionSink& sink) {
  if (data.order() == 1) return;
  const WordCodes codes(bits_for(data.vocabulary.size() - 1));
  NodeOrder order = next_order(data, 2, order_of_words(data), codes);
  add_word_children(order.child_counts, sink);
  for (unsigned n = 2; n <= data.order(); ++n) {
    TrieWidths& widths = header.widths[n - 1];
    widths.word = static_cast<std::uint16_t>(codes.bits());
    const LevelPlan plan{data, n, order, codes, quantize_bits};
    if (n == data.order()) {
      add_longest(plan, widths, sink);
      return;
    }
    NodeOrder next = next_order(data, n + 1, order, codes);
    add_middle(plan, next.child_counts, widths, sink);
    order = std::move(next);
  }
}

}  // namespace calque::lm
