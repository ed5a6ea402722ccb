#include "metrics/ribes.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "metrics/bound_references.h"
#include "metrics/tokenized_references.h"

namespace calque::metrics {
namespace {

constexpr double kUnits = 1073741824.0;  // 2^30: statistics are integers
constexpr double kPrecisionExponent = 0.25;
constexpr double kBrevityExponent = 0.10;
constexpr std::uint32_t kUnmatched = 0xffffffffU;

struct SentenceRibes {
  double word_order = 0.0;  // NKT
  double precision = 0.0;
  double brevity_penalty = 0.0;

  double score() const {
    return word_order * std::pow(precision, kPrecisionExponent) * std::pow(brevity_penalty, kBrevityExponent);
  }
};

SentenceRibes compare(WordOrderMatcher& matcher, std::span<const text::WordId> hypothesis,
                      std::span<const text::WordId> reference) {
  if (hypothesis.empty()) return reference.empty() ? SentenceRibes{1.0, 1.0, 1.0} : SentenceRibes{};
  const auto words = static_cast<double>(hypothesis.size());
  SentenceRibes result;
  result.brevity_penalty = std::min(1.0, std::exp(1.0 - static_cast<double>(reference.size()) / words));
  const auto matched = matcher.match(hypothesis, reference);
  const auto count = static_cast<double>(matched.size());
  if (matched.size() >= 2) {
    const double pairs = count * (count - 1.0) / 2.0;
    result.word_order = static_cast<double>(count_ascending_pairs(matched)) / pairs;
    result.precision = count / words;
  } else if (matched.size() == 1 && reference.size() == 1) {
    // A single word has no order that could be wrong.
    result.word_order = 1.0;
    result.precision = 1.0 / words;
  }
  return result;
}

class RibesScorer final : public SentenceScorer {
 public:
  explicit RibesScorer(const TokenizedReferences& references) : references_(references) {}

  void start(std::size_t sentence) override { sentence_ = sentence; }

  void statistics(std::string_view hypothesis, std::span<std::int64_t> row) override {
    references_.hypothesis_words(hypothesis, buffer_, words_);
    SentenceRibes best;
    for (std::size_t set = 0; set < references_.set_count(); ++set) {
      const SentenceRibes result = compare(matcher_, words_, references_.reference(set, sentence_));
      if (set == 0 || result.score() > best.score()) best = result;
    }
    const double values[] = {best.score(), best.word_order, best.precision, best.brevity_penalty};
    for (std::size_t i = 0; i < std::size(values); ++i) row[i] = std::llround(values[i] * kUnits);
    row[4] = 1;
  }

 private:
  const TokenizedReferences& references_;
  std::size_t sentence_ = 0;
  TokenBuffer buffer_;
  std::vector<text::WordId> words_;
  WordOrderMatcher matcher_;
};

}  // namespace

void WordOrderMatcher::number_ngrams(std::size_t length) {
  occurrences_.clear();
  for (const Side side : {kHypothesis, kReference}) {
    const auto words = words_[side];
    if (length == 1) numbers_[side].assign(words.size(), 0);
    for (std::size_t start = 0; start + length <= words.size(); ++start) {
      const std::uint64_t shorter = numbers_[side][start];
      const auto last = static_cast<std::uint32_t>(words[start + length - 1]);
      occurrences_.push_back({(shorter << 32) | last, side, static_cast<std::uint32_t>(start)});
    }
  }
  std::sort(occurrences_.begin(), occurrences_.end());
  ngrams_.clear();
  for (std::size_t i = 0; i < occurrences_.size(); ++i) {
    const Occurrence& occurrence = occurrences_[i];
    if (i == 0 || occurrence.key != occurrences_[i - 1].key) ngrams_.emplace_back();
    numbers_[occurrence.side][occurrence.start] = static_cast<std::uint32_t>(ngrams_.size() - 1);
    ++ngrams_.back().counts[occurrence.side];
    if (occurrence.side == kReference) ngrams_.back().reference_start = occurrence.start;
  }
}

bool WordOrderMatcher::stays_open(std::size_t position, std::size_t length) {
  bool may_match = false;
  // First the n-gram that ends with the word, then the one that begins with it.
  for (const std::size_t offset : {length - 1, std::size_t{0}}) {
    if (offset > position || position - offset + length > words_[kHypothesis].size()) continue;
    const Ngram& ngram = hypothesis_ngram(position - offset);
    if (ngram.occurs_once()) {
      targets_[position] = ngram.reference_start + static_cast<std::uint32_t>(offset);
      return false;
    }
    may_match = may_match || ngram.counts[kReference] > 0;
  }
  return may_match;
}

std::span<const std::uint32_t> WordOrderMatcher::match(std::span<const text::WordId> hypothesis,
                                                       std::span<const text::WordId> reference) {
  words_ = {hypothesis, reference};
  targets_.assign(hypothesis.size(), kUnmatched);
  open_.resize(hypothesis.size());
  for (std::size_t i = 0; i < open_.size(); ++i) open_[i] = static_cast<std::uint32_t>(i);
  for (std::size_t length = 1; !open_.empty() && length <= kMaxLength; ++length) {
    number_ngrams(length);
    std::erase_if(open_, [&](std::uint32_t position) { return !stays_open(position, length); });
  }
  matched_.clear();
  std::ranges::copy_if(targets_, std::back_inserter(matched_),
                       [](std::uint32_t target) { return target != kUnmatched; });
  return matched_;
}

std::uint64_t count_ascending_pairs(std::span<const std::uint32_t> values) {
  if (values.empty()) return 0;
  // A Fenwick tree of how many values up to each have been met.
  std::vector<std::uint32_t> tree(std::ranges::max(values) + std::size_t{2}, 0);
  std::uint64_t pairs = 0;
  for (const std::uint32_t value : values) {
    for (std::size_t i = value; i > 0; i -= i & (~i + 1)) pairs += tree[i];
    for (std::size_t i = std::size_t{value} + 1; i < tree.size(); i += i & (~i + 1)) ++tree[i];
  }
  return pairs;
}

std::string Ribes::signature(std::size_t reference_count) const {
  return fmt::format("nrefs:{}|case:{}|tok:{}|alpha:{}|beta:{}", reference_count,
                     options_.lowercase ? "lc" : "mixed", name_of(options_.tokenization), kPrecisionExponent,
                     kBrevityExponent);
}

Score Ribes::score(std::span<const std::int64_t> statistics) const {
  const double scale = kUnits * static_cast<double>(std::max<std::int64_t>(1, statistics[4]));
  const auto mean = [&](std::size_t i) { return static_cast<double>(statistics[i]) / scale; };
  return {100.0 * mean(0), {{"word_order", mean(1)}, {"precision", mean(2)}, {"brevity_penalty", mean(3)}}};
}

std::unique_ptr<const BoundMetric> Ribes::bind(const ReferenceSets& references, ThreadPool& threads) const {
  return std::make_unique<BoundReferences<RibesScorer, TokenizedReferences>>(
      *this, references, segment_tokenizer(options_.tokenization, options_.lowercase), threads);
}

}  // namespace calque::metrics
