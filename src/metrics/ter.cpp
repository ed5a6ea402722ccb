#include "metrics/ter.h"

#include <algorithm>

#include <fmt/format.h>

#include "metrics/bound_references.h"
#include "metrics/tokenized_references.h"

namespace calque::metrics {
namespace {

class TerScorer final : public SentenceScorer {
 public:
  explicit TerScorer(const TokenizedReferences& references) : references_(references) {}

  void start(std::size_t sentence) override { sentence_ = sentence; }

  void statistics(std::string_view hypothesis, std::span<std::int64_t> row) override {
    references_.hypothesis_words(hypothesis, buffer_, words_);
    std::int64_t minimum = INT64_MAX;
    std::int64_t lengths = 0;
    for (std::size_t set = 0; set < references_.set_count(); ++set) {
      const auto reference = references_.reference(set, sentence_);
      minimum = std::min(minimum, search_.edits(words_, reference));
      lengths += static_cast<std::int64_t>(reference.size());
    }
    row[0] = minimum;
    row[1] = lengths;
    row[2] = static_cast<std::int64_t>(references_.set_count());
    row[3] = 1;
  }

 private:
  const TokenizedReferences& references_;
  std::size_t sentence_ = 0;
  TokenBuffer buffer_;
  std::vector<text::WordId> words_;
  TerSearch search_;
};

}  // namespace

std::string Ter::signature(std::size_t reference_count) const {
  const auto yes_no = [](bool value) { return value ? "yes" : "no"; };
  return fmt::format("nrefs:{}|case:{}|tok:tercom|norm:{}|punct:{}|asian:{}", reference_count,
                     options_.case_sensitive ? "mixed" : "lc", yes_no(options_.normalize),
                     yes_no(options_.keep_punctuation), yes_no(options_.split_asian));
}

std::unique_ptr<const BoundMetric> Ter::bind(const ReferenceSets& references, ThreadPool& threads) const {
  const auto tokenize = [tokenizer = TercomTokenizer(options_)](std::string_view line, TokenBuffer& buffer) {
    tokenizer.tokenize(line, buffer);
  };
  return std::make_unique<BoundReferences<TerScorer, TokenizedReferences>>(*this, references, tokenize,
                                                                           threads);
}

Score Ter::score(std::span<const std::int64_t> statistics) const {
  const auto edits = static_cast<double>(statistics[0]);
  // The sum over sentences of the average reference length.
  const double length = statistics[2] == 0
                            ? 0.0
                            : static_cast<double>(statistics[1]) /
                                  (static_cast<double>(statistics[2]) / static_cast<double>(statistics[3]));
  // Words against nothing but empty references are all wrong.
  const double rate = length > 0.0 ? edits / length : (edits > 0.0 ? 1.0 : 0.0);
  return {100.0 * rate, {{"edits", edits}, {"reference_length", length}}};
}

}  // namespace calque::metrics
