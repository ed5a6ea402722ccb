#include "phrasebook/inventory.h"

#include <algorithm>

#include "base/error.h"

namespace calque::phrasebook {
namespace {

// Zipf-Mandelbrot: weight falls as 1 / (rank + shift) inside a class of words.
std::uint32_t zipf_weight(std::size_t rank, std::size_t shift) {
  constexpr std::size_t kScale = 100'000;
  return static_cast<std::uint32_t>(kScale / (rank + shift));
}

// Few adjectives fit a noun and a dozen names fit everywhere: a flatter curve keeps the first from taking
// all.
std::size_t zipf_shift(Category category) {
  return category == Category::kAdjective || category == Category::kName ? 8 : 2;
}

// Rank of each concept inside its own kind: nouns by semantic class, verbs by frame, the rest by category.
std::vector<std::uint32_t> make_weights() {
  std::array<std::array<std::size_t, 64>, 32> next{};
  std::vector<std::uint32_t> weights(kConceptCount);
  for (std::size_t i = 1; i < kConceptCount; ++i) {
    const ConceptFacts& f = facts(static_cast<Concept>(i));
    std::size_t group = 0;
    if (f.category == Category::kNoun) group = static_cast<std::size_t>(f.semantic_class);
    if (f.category == Category::kVerb) group = static_cast<std::size_t>(f.frame);
    if (f.category == Category::kAdverb) group = static_cast<std::size_t>(f.adverb_class);
    weights[i] = zipf_weight(next[static_cast<std::size_t>(f.category)][group]++, zipf_shift(f.category));
  }
  return weights;
}

const std::vector<std::uint32_t>& weights() {
  static const std::vector<std::uint32_t> table = make_weights();
  return table;
}

}  // namespace

void WeightedConcepts::add(Concept id, std::uint32_t weight) {
  items_.push_back(id);
  cumulative_.push_back((cumulative_.empty() ? 0 : cumulative_.back()) + weight);
}

Concept WeightedConcepts::draw(Rng& rng) const {
  CALQUE_DCHECK(!items_.empty());
  const auto value = static_cast<std::uint32_t>(rng.below(cumulative_.back()));
  const auto at = std::upper_bound(cumulative_.begin(), cumulative_.end(), value);
  return items_[static_cast<std::size_t>(at - cumulative_.begin())];
}

const Inventory& Inventory::instance() {
  static const Inventory inventory;
  return inventory;
}

WeightedConcepts Inventory::nouns(const Selection& selection) {
  WeightedConcepts list;
  for (std::size_t i = 1; i < kConceptCount; ++i) {
    const auto id = static_cast<Concept>(i);
    if (matches(selection, id)) list.add(id, weights()[i]);
  }
  return list;
}

bool Inventory::only_predicative(Concept adjective) const {
  switch (adjective) {
    case Concept::kIll:
    case Concept::kOpenAdj:
    case Concept::kClosed:
    case Concept::kFreeSeat:
    case Concept::kFreeOfCharge:
    case Concept::kLate:
    case Concept::kMarried:
      return true;
    default:
      return false;
  }
}

Inventory::Inventory()
    : subjects_(kConceptCount),
      objects_(kConceptCount),
      described_(kConceptCount),
      attributes_(kConceptCount),
      predicates_(kConceptCount),
      gradables_(kConceptCount) {
  for (std::size_t i = 1; i < kConceptCount; ++i) {
    const auto id = static_cast<Concept>(i);
    const ConceptFacts& f = facts(id);
    by_category_[static_cast<std::size_t>(f.category)].add(id, weights()[i]);
    if (f.category == Category::kAdverb)
      by_adverb_class_[static_cast<std::size_t>(f.adverb_class)].add(id, weights()[i]);
    if (f.category == Category::kVerb) {
      by_frame_[static_cast<std::size_t>(f.frame)].add(id, weights()[i]);
      subjects_[i] = nouns(f.subjects);
      objects_[i] = nouns(f.objects);
    }
    if (f.category != Category::kAdjective) continue;
    for (std::size_t n = 1; n < kConceptCount; ++n) {
      const auto noun = static_cast<Concept>(n);
      if (!matches(f.described, noun)) continue;
      described_[i].add(noun, weights()[n]);
      predicates_[n].add(id, weights()[i]);
      if (!only_predicative(id)) attributes_[n].add(id, weights()[i]);
      if (f.gradable) gradables_[n].add(id, weights()[i]);
    }
  }
}

}  // namespace calque::phrasebook
