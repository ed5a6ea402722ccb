// All translation options of one segment, by source span, best first.
//
// Part of a workspace: rebuilt for every segment, memory kept. Options hold views into the phrase source and
// into this table, so they live until the next build.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <tsl/robin_map.h>

#include "decode/model_view.h"
#include "decode/request.h"
#include "decode/search_options.h"

namespace calque::decode {

// What the search needs to know about an option; the feature-facing half is TranslationOption.
struct OptionScore {
  double fixed = 0;           // weighted scores that depend on the option alone
  double estimate = 0;        // `fixed` and the weighted context-free estimates of the other features
  double continuation = 0;    // part of `estimate` from the features of Scope::kContinuation
  double best_following = 0;  // largest `fixed` of this option and those after it in its span
};

// A feature that estimates options, for one search.
struct WeighedEstimate {
  const Feature* feature;
  SentenceCache* cache;
  std::span<const double> weights;
};

class OptionTable {
 public:
  // Forgets the choices remembered from earlier sentences. To be called before build() with another model or
  // other options than before.
  void forget();

  // Finds the options for all spans inside `segment`. Every word has at least one option of its own: a word
  // without translation is copied. Suggestions of the request compete, or stand alone on their words;
  // their words are sentence.extra_words in order. With a reference, options that do not occur in it are left
  // out, so that words may stay without any. Throws NumericError if an option's score is not finite.
  void build(const ModelView& model, const SearchOptions& options, const SourceSentence& sentence,
             text::Span segment, const Request& request);

  std::span<const TranslationOption> options() const { return options_; }
  const TranslationOption& option(std::uint32_t index) const { return options_[index]; }
  const OptionScore& score(std::uint32_t index) const { return scores_[index]; }

  // Numbers of the options for source words [begin, begin + length) of the segment.
  text::Span range(std::uint32_t begin, std::uint32_t length) const {
    return {first_[cell(begin, length)], first_[cell(begin, length) + 1]};
  }
  // Number of that span, dense.
  std::uint32_t cell(std::uint32_t begin, std::uint32_t length) const {
    return begin * max_length_ + length - 1;
  }
  // Some option whose span begins there (counted from the segment's start), or 0xffffffff if there is none.
  std::uint32_t first_at(std::uint32_t begin) const {
    const std::uint32_t option = first_[cell(begin, 1)];
    return option < first_[cell(begin, max_length_) + 1] ? option : 0xffffffffU;
  }
  // Longest span that can have options.
  std::uint32_t max_length() const { return max_length_; }

 private:
  // A translation of a span with its weighted scores.
  struct Candidate {
    phrase::Translation translation;
    std::uint32_t index = 0;  // among all translations of the span
    double fixed = 0;
    double estimate = 0;
    double continuation = 0;
  };
  // A translation of a span before its continuation is estimated.
  struct Ranked {
    double fixed = 0;
    double order = 0;  // by the features of word order
    std::uint32_t index = 0;
  };
  // Phrases with very many translations are short, and the same ones come in every sentence. Which of their
  // translations are kept depends on the phrase alone, so it is remembered.
  static constexpr std::size_t kLongestRemembered = 3;
  static constexpr std::size_t kMinRemembered = 40;       // translations of a phrase worth remembering
  static constexpr std::size_t kMaxRemembered = 1 << 11;  // phrases; then all are forgotten
  using RememberedPhrase = std::array<std::uint32_t, kLongestRemembered>;
  struct PhraseHash {
    std::size_t operator()(const RememberedPhrase& phrase) const;
  };

  void add_span(const ModelView& model, const SourceSentence& sentence, text::Span source,
                const SearchOptions* options);
  // The kept translations of the span, best first.
  std::span<const Candidate> choose(const ModelView& model, const SourceSentence& sentence, text::Span source,
                                    const SearchOptions& options);
  void prepare_suggestions(const SourceSentence& sentence, const Request& request);
  bool is_taken(text::Span source) const;
  void append_suggestions(const ModelView& model, const SourceSentence& sentence, text::Span source);
  void add_copied_word(const ModelView& model, const SourceSentence& sentence, std::uint32_t position);
  void rank(const SourceSentence& sentence, text::Span source, std::uint32_t table_limit);
  void begin_estimates(const ModelView& model);
  double weigh(std::span<const WeighedEstimate> features, const SourceSentence& sentence,
               const TranslationOption& option);
  void append_weighed(const SourceSentence& sentence, const TranslationOption& option);
  void sort_by_estimate(std::size_t first);
  void append(const TranslationOption& option, const Candidate& scores);

  std::vector<TranslationOption> options_;
  std::vector<OptionScore> scores_;
  std::vector<std::uint32_t> first_;        // by (begin, length): first option; one more entry at the end
  std::vector<text::WordId> copied_words_;  // one per position of the segment
  std::uint32_t segment_begin_ = 0;
  std::uint32_t max_length_ = 1;
  const Request* request_ = nullptr;  // of the sentence being built
  std::vector<text::WordId> suggested_words_;
  std::vector<std::uint32_t> first_suggested_;  // by suggestion, into suggested_words_
  // Options refer to these links and not to those of the request, which may be gone before they are read.
  std::vector<phrase::InternalLink> suggested_links_;
  std::vector<std::uint32_t> first_link_;  // by suggestion, into suggested_links_
  // Scratch.
  std::vector<phrase::Translation> candidates_;
  std::vector<Ranked> ranking_;  // by position in candidates_
  std::vector<Candidate> kept_;
  tsl::robin_map<RememberedPhrase, std::vector<Candidate>, PhraseHash> remembered_;
  bool can_remember_ = false;
  bool known_ = false;  // the last span that was looked up has translations, kept or not
  // Features with estimates, by what they depend on: the option alone, the words before it, word order.
  std::vector<WeighedEstimate> fixed_;
  std::vector<WeighedEstimate> continuation_;
  std::vector<WeighedEstimate> order_;
  double continuation_bound_ = 0;
  std::vector<float> values_;
};

}  // namespace calque::decode
