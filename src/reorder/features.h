// What a model may look at: the source words around and inside a phrase, the target phrase, and the links
// between them (theory/reordering.md#features, theory/dual-logistic-regression.md#features). Features come as
// 64-bit keys.
//
// Features that depend on the source alone are made apart from those that need the target phrase, so that a
// decoder makes the former once for each source span. A FeatureMaker is immutable and safe to share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "phrase/types.h"
#include "reorder/feature_keys.h"
#include "text/types.h"

namespace calque::reorder {

// One side of a sentence: keys of its words and, if there are any, their classes.
struct WordsView {
  std::span<const Key> words;
  std::span<const std::uint32_t> classes;

  std::size_t size() const { return words.size(); }
  WordsView part(text::Span span) const {
    return {words.subspan(span.begin, span.size()),
            classes.empty() ? classes : classes.subspan(span.begin, span.size())};
  }
};

// A target phrase and its links to the source phrase.
struct TargetPhrase {
  WordsView words;
  std::span<const phrase::InternalLink> links;
};

struct FeatureOptions {
  std::uint8_t window = 3;         // words looked at on either side of the source phrase; at most 100
  std::uint8_t context_order = 4;  // longest n-gram of them; 0: none
  std::uint8_t target_order = 4;   // longest n-gram of the target phrase; 0: none
  std::uint8_t context_words = 1;  // 1: n-grams of words
  std::uint8_t context_classes = 1;
  std::uint8_t target_words = 1;
  std::uint8_t target_classes = 1;
  std::uint8_t include_edge = 0;      // windows also hold the phrase's outermost words
  std::uint8_t target_positions = 0;  // target n-grams know where they begin
  std::uint8_t word_pairs = 0;        // each link: source word and target word
  std::uint8_t adjacent = 0;          // the word before and the word after the phrase, as a bag
  std::uint8_t mark_side = 0;         // and which of the two it is
  std::uint8_t phrases =
      0;  // both phrases, their first and last words, the source phrase with each neighbour
  std::uint8_t borders = 0;  // sentence borders stand for words in the window; distances to them; lengths
  std::uint8_t joined = 0;   // neighbours of the source phrase and outermost target words, two at a time
  std::uint8_t bias = 0;     // a feature that always holds
  // Real-valued ones (real_features.h).
  std::uint8_t lexical = 0;         // how often the pair moved which way
  std::uint8_t language_model = 0;  // how likely the target phrase is as text
  std::uint8_t neighbours = 0;      // where the words on either side are likely to go
  // 0: a dictionary. Else features are numbered by this many bits of their keys.
  std::uint8_t hash_bits = 0;

  // "dpr": n-grams around the source phrase and of the target phrase (theory/reordering.md#features).
  // "pairs": linked word pairs and adjacent words (theory/dual-logistic-regression.md#features). "rich": all
  // that helps one model of all phrases. Throws UsageError for any other name.
  static FeatureOptions preset(std::string_view name);
  // A preset with changes: "rich,window=4,bias=1". Fields are named as here, with - for _.
  static FeatureOptions parse(std::string_view text);
  bool operator==(const FeatureOptions&) const = default;
};
static_assert(sizeof(FeatureOptions) == 20);

// A feature in words, for people.
struct NamedFeature {
  Key key;
  std::string name;
};

// Words as they are written, in the places of a WordsView. For explanations.
struct WordNames {
  std::span<const std::string_view> source;  // the sentence
  std::span<const std::string_view> target;  // the target phrase
};

class FeatureMaker {
 public:
  explicit FeatureMaker(const FeatureOptions& options) : options_(options) {}
  const FeatureOptions& options() const { return options_; }

  // All append; a key may come several times.
  void source_features(const WordsView& sentence, text::Span span, std::vector<Key>& keys) const;
  void pair_features(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                     std::vector<Key>& keys) const;
  // The two parts of pair_features: what both phrases say by themselves, whatever the sentence; and what
  // takes neighbours of the source phrase and target words together. No key is in both.
  void phrase_features(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                       std::vector<Key>& keys) const;
  void joined_features(const WordsView& sentence, text::Span span, const TargetPhrase& target,
                       std::vector<Key>& keys) const;
  // All of them, with names.
  std::vector<NamedFeature> named_features(const WordsView& sentence, text::Span span,
                                           const TargetPhrase& target, const WordNames& names) const;

 private:
  FeatureOptions options_;
};

}  // namespace calque::reorder
