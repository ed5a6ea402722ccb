#include "metrics/word_errors.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "metrics/bound_references.h"
#include "metrics/edit_distance.h"
#include "metrics/tokenized_references.h"

namespace calque::metrics {
namespace {

enum class WordOrder { kMatters, kIgnored };

template <WordOrder word_order>
class WordErrorScorer final : public SentenceScorer {
 public:
  explicit WordErrorScorer(const TokenizedReferences& references) : references_(references) {}

  void start(std::size_t sentence) override { sentence_ = sentence; }

  void statistics(std::string_view hypothesis, std::span<std::int64_t> row) override {
    references_.hypothesis_words(hypothesis, buffer_, words_);
    for (std::size_t set = 0; set < references_.set_count(); ++set) {
      const auto reference = references_.reference(set, sentence_);
      const std::int64_t count = errors(reference);
      const auto length = static_cast<std::int64_t>(reference.size());
      // count / length < row[0] / row[1], without division; an empty reference counts as one word.
      const std::int64_t best_length = std::max<std::int64_t>(1, row[1]);
      if (set == 0 || count * best_length < row[0] * std::max<std::int64_t>(1, length)) {
        row[0] = count;
        row[1] = length;
      }
    }
  }

 private:
  std::int64_t errors(std::span<const text::WordId> reference) {
    if (word_order == WordOrder::kMatters) return word_edit_distance(words_, reference);
    reference_words_.assign(reference.begin(), reference.end());
    return unordered_word_errors(words_, reference_words_);
  }

  const TokenizedReferences& references_;
  std::size_t sentence_ = 0;
  TokenBuffer buffer_;
  std::vector<text::WordId> words_;
  std::vector<text::WordId> reference_words_;
};

}  // namespace

std::int64_t unordered_word_errors(std::vector<text::WordId>& hypothesis,
                                   std::vector<text::WordId>& reference) {
  std::sort(hypothesis.begin(), hypothesis.end());
  std::sort(reference.begin(), reference.end());
  std::int64_t common = 0;
  auto h = hypothesis.begin();
  auto r = reference.begin();
  while (h != hypothesis.end() && r != reference.end()) {
    if (*h == *r) {
      ++common;
      ++h;
      ++r;
    } else if (*h < *r) {
      ++h;
    } else {
      ++r;
    }
  }
  return static_cast<std::int64_t>(std::max(hypothesis.size(), reference.size())) - common;
}

std::string WordErrorRate::signature(std::size_t reference_count) const {
  return fmt::format("nrefs:{}|case:{}|tok:{}", reference_count, options_.lowercase ? "lc" : "mixed",
                     name_of(options_.tokenization));
}

Score WordErrorRate::score(std::span<const std::int64_t> statistics) const {
  const auto errors = static_cast<double>(statistics[0]);
  const auto words = static_cast<double>(statistics[1]);
  const double rate = 100.0 * errors / std::max(1.0, words);
  return {rate, {{"edits", errors}, {"reference_length", words}, {"word_accuracy", 100.0 - rate}}};
}

std::unique_ptr<const BoundMetric> Wer::bind(const ReferenceSets& references, ThreadPool& threads) const {
  return std::make_unique<BoundReferences<WordErrorScorer<WordOrder::kMatters>, TokenizedReferences>>(
      *this, references, segment_tokenizer(options_.tokenization, options_.lowercase), threads);
}

std::unique_ptr<const BoundMetric> Per::bind(const ReferenceSets& references, ThreadPool& threads) const {
  return std::make_unique<BoundReferences<WordErrorScorer<WordOrder::kIgnored>, TokenizedReferences>>(
      *this, references, segment_tokenizer(options_.tokenization, options_.lowercase), threads);
}

}  // namespace calque::metrics
