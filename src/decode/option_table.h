// All translation options of one segment, by source span, best first.
//
// Part of a workspace: rebuilt for every segment, memory kept. Options hold views into the phrase source and
// into this table, so they live until the next build.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decode/feature_set.h"
#include "decode/phrase_source.h"
#include "decode/search_options.h"

namespace calque::decode {

// What the search needs to know about an option; the feature-facing half is TranslationOption.
struct OptionScore {
  double fixed = 0;           // weighted scores that depend on the option alone
  double estimate = 0;        // `fixed` and the weighted context-free estimates of the other features
  double best_following = 0;  // largest `fixed` of this option and those after it in its span
};

// The immutable things that every step of a search shares.
struct ModelView {
  const PhraseSource& phrases;
  const FeatureSet& features;
  std::span<const double> weights;
};

class OptionTable {
 public:
  // Finds the options for all spans inside `segment`. Every word has at least one option of its own: a word
  // without translation is carried over. Throws NumericError if an option's score is not finite.
  void build(const ModelView& model, const SearchOptions& options, const SourceSentence& sentence,
             text::Span segment);

  std::span<const TranslationOption> options() const { return options_; }
  const TranslationOption& option(std::uint32_t index) const { return options_[index]; }
  const OptionScore& score(std::uint32_t index) const { return scores_[index]; }

  // Numbers of the options for source words [begin, begin + length) of the segment.
  text::Span range(std::uint32_t begin, std::uint32_t length) const {
    const std::size_t cell = std::size_t{begin} * max_length_ + length - 1;
    return {first_[cell], first_[cell + 1]};
  }
  // Longest span that can have options.
  std::uint32_t max_length() const { return max_length_; }

 private:
  struct Candidate {
    std::uint32_t index;  // position in candidates_
    double fixed;
    double estimate;
  };

  void add_span(const ModelView& model, const SourceSentence& sentence, text::Span source,
                std::uint32_t table_limit);
  void add_copied_word(const ModelView& model, const SourceSentence& sentence, std::uint32_t position);
  void rank(const ModelView& model, const SourceSentence& sentence, text::Span source,
            std::uint32_t table_limit);
  void append(const TranslationOption& option, double fixed, double estimate);

  std::vector<TranslationOption> options_;
  std::vector<OptionScore> scores_;
  std::vector<std::uint32_t> first_;        // by (begin, length): first option; one more entry at the end
  std::vector<text::WordId> copied_words_;  // one per position of the segment
  std::uint32_t segment_begin_ = 0;
  std::uint32_t max_length_ = 1;
  // Scratch.
  std::vector<phrase::Translation> candidates_;
  std::vector<Candidate> ranking_;
  std::vector<Candidate> kept_;
  std::vector<float> values_;
};

}  // namespace calque::decode
