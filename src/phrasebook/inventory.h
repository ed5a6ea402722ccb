// Weighted lists of concepts for the generator: what fits where, drawn with Zipf-like frequencies.
// Built once, immutable, shareable between threads.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "base/rng.h"
#include "phrasebook/concept.h"

namespace calque::phrasebook {

// Concepts with integer weights.
class WeightedConcepts {
 public:
  void add(Concept id, std::uint32_t weight);
  bool empty() const { return items_.empty(); }
  std::size_t size() const { return items_.size(); }
  // Requires: not empty.
  Concept draw(Rng& rng) const;

 private:
  std::vector<Concept> items_;
  std::vector<std::uint32_t> cumulative_;
};

class Inventory {
 public:
  static const Inventory& instance();

  const WeightedConcepts& category(Category c) const { return by_category_[static_cast<std::size_t>(c)]; }
  const WeightedConcepts& verbs(Frame f) const { return by_frame_[static_cast<std::size_t>(f)]; }
  const WeightedConcepts& adverbs(AdverbClass c) const {
    return by_adverb_class_[static_cast<std::size_t>(c)];
  }
  // Nouns that can be the subject or the object (place) of the verb.
  const WeightedConcepts& subjects(Concept verb) const { return subjects_[index_of(verb)]; }
  const WeightedConcepts& objects(Concept verb) const { return objects_[index_of(verb)]; }
  // Nouns that the adjective can describe, and adjectives for a noun: those that may stand before it, all
  // that may be its predicate, and those with comparative and superlative.
  const WeightedConcepts& described(Concept adjective) const { return described_[index_of(adjective)]; }
  const WeightedConcepts& attributes(Concept noun) const { return attributes_[index_of(noun)]; }
  const WeightedConcepts& predicates(Concept noun) const { return predicates_[index_of(noun)]; }
  const WeightedConcepts& gradables(Concept noun) const { return gradables_[index_of(noun)]; }
  // The nouns of a selection; made on the spot, so only for lists that the caller keeps.
  static WeightedConcepts nouns(const Selection& selection);

  // True for adjectives that never stand before a noun (ill, open).
  bool only_predicative(Concept adjective) const;

 private:
  Inventory();

  std::array<WeightedConcepts, 32> by_category_;
  std::array<WeightedConcepts, 32> by_frame_;
  std::array<WeightedConcepts, 16> by_adverb_class_;
  std::vector<WeightedConcepts> subjects_;
  std::vector<WeightedConcepts> objects_;
  std::vector<WeightedConcepts> described_;
  std::vector<WeightedConcepts> attributes_;
  std::vector<WeightedConcepts> predicates_;
  std::vector<WeightedConcepts> gradables_;
};

}  // namespace calque::phrasebook
