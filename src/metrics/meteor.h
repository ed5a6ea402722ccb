// METEOR in its form of 2005 (theory/metrics.md#meteor): words matched exactly, then by stem, then as
// synonyms; F = 10PR / (R + 9P), less 0.5 (chunks / matches)^3 of it for broken word order; per cent.
//
// Of several references the one with the best score counts, sentence by sentence. A corpus score is that of
// the summed counts. Everything is immutable.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "metrics/metric.h"
#include "metrics/tokenization.h"
#include "text/vocabulary.h"

namespace calque::metrics {

// Sets of words that may stand for each other; lower-cased.
class Synonyms {
 public:
  // One set per line, words separated by blanks; empty lines are skipped. Throws DataError (file and line)
  // for text that is not UTF-8 and for a word that stands in two sets.
  explicit Synonyms(const std::string& path);

  // The number of the set that has the word, or kNoClass.
  std::uint32_t set_of(std::string_view lowercased_word) const;
  std::size_t word_count() const { return words_.size(); }

 private:
  text::Vocabulary words_;
  std::vector<std::uint32_t> sets_;  // by word
};

struct MeteorOptions {
  Tokenization tokenization = Tokenization::k13a;
  bool lowercase = false;
  // Snowball's name for the language of the stems ("en", "german", ...); empty: no stems.
  std::string stem_language = "en";
  std::shared_ptr<const Synonyms> synonyms;  // may be null

  // Throws UsageError for a language without a stemmer, naming those that have one.
  void validate() const;
};

class Meteor final : public Metric {
 public:
  // Throws UsageError for bad options.
  explicit Meteor(const MeteorOptions& options);

  std::string_view name() const override { return "meteor"; }
  bool higher_is_better() const override { return true; }
  // Matches by stage, chunks, hypothesis words, reference words.
  std::size_t statistics_size() const override { return 6; }
  std::string signature(std::size_t reference_count) const override;
  std::unique_ptr<const BoundMetric> bind(const ReferenceSets& references,
                                          ThreadPool& threads) const override;
  Score score(std::span<const std::int64_t> statistics) const override;

 private:
  MeteorOptions options_;
};

}  // namespace calque::metrics
