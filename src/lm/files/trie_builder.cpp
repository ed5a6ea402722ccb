#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "lm/files/quantizer.h"
#include "lm/files/sections.h"
#include "lm/files/trie.h"

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
  std::uint64_t code(std::uint32_t ngram) const { return codes.code_of(level().first_word[ngram]); }
};

void add_longest(const LevelPlan& plan, TrieWidths& widths, SectionSink& sink) {
  const unsigned n = plan.n;
  const Column log_probs(stored_log_probs(plan.data, n, false), plan.quantize_bits);
  widths.log_prob = static_cast<std::uint16_t>(log_probs.bits());
  PackedWriter nodes(plan.level().size(), {.record_bits = widths.word + log_probs.bits()});
  for (const std::uint32_t i : plan.order.ngrams) {
    nodes.add(plan.code(i), widths.word);
    nodes.add(log_probs.code(i), log_probs.bits());
  }
  sink.add(section_name("nodes", n), nodes.bytes());
  sink.add(section_name("log_probs", n), log_probs.values());
}

// The children of a level's nodes, as each record or group of records says where they are.
class ChildColumn {
 public:
  // `counts` are those of the nodes in their order. Groups are smaller, and slower.
  ChildColumn(const std::vector<std::uint32_t>& counts, bool in_groups) : counts_(counts) {
    if (in_groups) arrays_ = Children::build(counts);
  }
  unsigned group_shift() const { return arrays_ ? arrays_->group_shift : 0; }
  std::span<const std::uint32_t> begins() const {
    return arrays_ ? std::span<const std::uint32_t>(arrays_->begins) : std::span<const std::uint32_t>{};
  }
  // Before a record: the head of its block, if one begins there.
  void add_head(std::size_t node, PackedWriter& nodes) const {
    if (!arrays_ || node % (std::size_t{1} << arrays_->group_shift) != 0) return;
    const ChildGroup& group = arrays_->groups[node >> arrays_->group_shift];
    nodes.add(group.begin, 32);
    nodes.add(group.bits_high, 32);
    nodes.add(group.bits_low & 0xffffffffU, 32);
    nodes.add(group.bits_low >> 32U, 32);
  }
  // As the end of a record; to be called for one record after the other.
  void add_begin(std::size_t node, unsigned bits, PackedWriter& nodes) {
    if (arrays_) return;
    nodes.add(next_child_, bits);
    if (node < counts_.size()) next_child_ += counts_[node];
  }

 private:
  const std::vector<std::uint32_t>& counts_;
  std::optional<ChildrenArrays> arrays_;
  std::uint64_t next_child_ = 0;
};

// `child_counts` are those of the level's nodes in their order.
void add_middle(const LevelPlan& plan, const std::vector<std::uint32_t>& child_counts, TrieWidths& widths,
                SectionSink& sink) {
  const unsigned n = plan.n;
  const Column log_probs(stored_log_probs(plan.data, n, false), plan.quantize_bits);
  const Column backoffs(stored_backoffs(plan.data, n), plan.quantize_bits);
  // Who quantises wants a small file.
  ChildColumn children(child_counts, plan.quantize_bits != 0);
  widths.log_prob = static_cast<std::uint16_t>(log_probs.bits());
  widths.backoff = static_cast<std::uint16_t>(backoffs.bits());
  widths.group_shift = static_cast<std::uint16_t>(children.group_shift());
  const LevelShape shape(widths, false, plan.data.levels[n].size());
  const std::size_t size = plan.order.ngrams.size();
  PackedWriter nodes(shape.record_count(size), shape.records);
  for (std::size_t node = 0; node < size; ++node) {
    children.add_head(node, nodes);
    const std::uint32_t i = plan.order.ngrams[node];
    nodes.add(plan.code(i), widths.word);
    nodes.add(log_probs.code(i), log_probs.bits());
    nodes.add(backoffs.code(i), backoffs.bits());
    children.add_begin(node, shape.child_bits, nodes);
  }
  if (!shape.in_groups) {  // where the children of the last one end
    nodes.add(0, widths.word);
    nodes.add(0, log_probs.bits() + backoffs.bits());
    children.add_begin(size, shape.child_bits, nodes);
  }
  sink.add(section_name("nodes", n), nodes.bytes());
  sink.add(section_name("log_probs", n), log_probs.values());
  sink.add(section_name("backoffs", n), backoffs.values());
  sink.add(section_name("children", n), children.begins());
}

// Where the bigrams of each word and those of each of their parts begin.
void add_word_children(const LevelPlan& bigrams, SectionSink& sink) {
  const std::vector<std::uint32_t>& nodes = bigrams.order.ngrams;
  std::vector<std::uint32_t> begins{0};
  std::vector<std::uint32_t> parts;
  for (const std::uint32_t count : bigrams.order.child_counts) {
    const std::uint32_t end = begins.back() + count;
    const BigramParts word({begins.back(), end}, static_cast<std::uint32_t>(begins.size() - 1));
    std::uint32_t node = begins.back();
    for (std::uint64_t part = 0; part < word.count; ++part) {
      parts.push_back(node);
      while (node < end && bigrams.codes.guess(0, word.count, bigrams.code(nodes[node])) == part) ++node;
    }
    begins.push_back(end);
  }
  parts.push_back(begins.back());
  sink.add(section_name("children", 1), std::span<const std::uint32_t>(begins));
  sink.add(section_name("parts", 2), std::span<const std::uint32_t>(parts));
}

}  // namespace

void build_trie(const NgramModelData& data, unsigned quantize_bits, ModelHeader& header, SectionSink& sink) {
  if (data.order() == 1) return;
  const WordCodes codes(bits_for(data.vocabulary.size() - 1));
  NodeOrder order = next_order(data, 2, order_of_words(data), codes);
  add_word_children({data, 2, order, codes, quantize_bits}, sink);
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
