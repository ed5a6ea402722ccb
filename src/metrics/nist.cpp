#include "metrics/nist.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/flat_table.h"
#include "base/hash.h"
#include "metrics/bound_references.h"
#include "metrics/ngram_matcher.h"
#include "metrics/tokenized_references.h"

namespace calque::metrics {
namespace {

constexpr double kUnitsPerBit = 1073741824.0;  // 2^30

// Numbers n-grams of one length: (number of the n-gram without its last word, last word) -> number.
class NgramNumbers {
 public:
  // The number of the n-gram; `next` becomes its number if it is new.
  std::uint32_t add(std::uint32_t context, text::WordId word, std::uint32_t next) {
    const std::uint64_t key = (static_cast<std::uint64_t>(context) << 32) | static_cast<std::uint32_t>(word);
    return slots_
        .find_or_add(
            combine_hash(0, key), [&](const Slot& slot) { return slot.key == key; },
            [&] {
              return Slot{key, next};
            })
        .number;
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t number = 0;

    bool is_free() const { return number == 0; }
    std::uint64_t hash() const { return combine_hash(0, key); }
  };
  FlatTable<Slot> slots_;
};

// The information of each n-gram of the references, and for each reference position the numbers of the
// n-grams that begin there. An n-gram whose words but the last occur once tells nothing: all those are number
// 0, which keeps the tables small.
class InformationWeights {
 public:
  explicit InformationWeights(const TokenizedReferences& references) {
    for (std::size_t set = 0; set < references.set_count(); ++set) {
      nodes_.emplace_back(references.set(set).token_count() * kNistOrder, 0);
      counts_[0] += references.set(set).token_count();
    }
    for (std::size_t n = 0; n < kNistOrder; ++n) count_order(references, n);
    counts_.clear();
  }

  std::int64_t information(std::uint32_t node) const { return information_[node]; }
  std::span<const std::uint32_t> nodes(std::size_t set, const text::Corpus& corpus,
                                       std::size_t sentence) const {
    return std::span(nodes_[set])
        .subspan(corpus.offset(sentence) * kNistOrder, corpus.sentence(sentence).size() * kNistOrder);
  }

 private:
  // Numbers and weighs the n-grams of n + 1 words.
  void count_order(const TokenizedReferences& references, std::size_t n) {
    NgramNumbers numbers;
    std::vector<std::uint32_t> contexts;
    const std::size_t first = counts_.size();
    for (std::size_t set = 0; set < references.set_count(); ++set) {
      const text::Corpus& corpus = references.set(set);
      for (std::size_t s = 0; s < corpus.size(); ++s) {
        const auto words = corpus.sentence(s);
        std::uint32_t* nodes = nodes_[set].data() + corpus.offset(s) * kNistOrder;
        for (std::size_t begin = 0; begin + n < words.size(); ++begin) {
          std::uint32_t* here = nodes + begin * kNistOrder + n;
          const std::uint32_t context = n == 0 ? 0 : here[-1];
          if (n > 0 && (context == 0 || counts_[context] == 1)) continue;
          *here = numbers.add(context, words[begin + n], static_cast<std::uint32_t>(counts_.size()));
          if (*here == counts_.size()) {
            counts_.push_back(0);
            contexts.push_back(context);
          }
          ++counts_[*here];
        }
      }
    }
    for (std::size_t i = 0; i < contexts.size(); ++i) {
      const double ratio =
          static_cast<double>(counts_[contexts[i]]) / static_cast<double>(counts_[first + i]);
      information_.push_back(std::llround(std::log2(ratio) * kUnitsPerBit));
    }
  }

  std::vector<std::uint64_t> counts_{0};  // while numbering; [0]: all words
  std::vector<std::int64_t> information_{0};
  std::vector<std::vector<std::uint32_t>> nodes_;
};

struct NistReferences {
  NistReferences(const ReferenceSets& references, const NistOptions& options, ThreadPool& threads)
      : tokens(references, segment_tokenizer(options.tokenization, options.lowercase), threads),
        weights(tokens) {}
  std::size_t sentence_count() const { return tokens.sentence_count(); }

  TokenizedReferences tokens;
  InformationWeights weights;
};

class NistScorer final : public SentenceScorer {
 public:
  explicit NistScorer(const NistReferences& references)
      : references_(references.tokens), weights_(references.weights) {}

  void start(std::size_t sentence) override {
    matcher_.clear();
    reference_words_ = 0;
    for (std::size_t set = 0; set < references_.set_count(); ++set) {
      const auto words = references_.reference(set, sentence);
      matcher_.add_reference(words, weights_.nodes(set, references_.set(set), sentence));
      reference_words_ += static_cast<std::int64_t>(words.size());
    }
  }

  void statistics(std::string_view hypothesis, std::span<std::int64_t> row) override {
    references_.hypothesis_words(hypothesis, buffer_, words_);
    std::fill(row.begin(), row.end(), 0);
    matcher_.for_each_match(words_, [&](std::size_t n, std::uint32_t node) {
      row[n] += weights_.information(node);
      ++row[kNistOrder + n];
    });
    const auto length = static_cast<std::int64_t>(words_.size());
    for (std::size_t n = 0; n < kNistOrder; ++n) {
      row[2 * kNistOrder + n] = std::max<std::int64_t>(0, length - static_cast<std::int64_t>(n));
    }
    row[3 * kNistOrder] = length;
    row[3 * kNistOrder + 1] = reference_words_;
    row[3 * kNistOrder + 2] = static_cast<std::int64_t>(references_.set_count());
    row[3 * kNistOrder + 3] = 1;
  }

 private:
  const TokenizedReferences& references_;
  const InformationWeights& weights_;
  NgramMatcher matcher_{kNistOrder};
  std::int64_t reference_words_ = 0;
  TokenBuffer buffer_;
  std::vector<text::WordId> words_;
};

double bits(std::span<const std::int64_t> statistics, std::size_t n) {
  const auto total = static_cast<double>(statistics[2 * kNistOrder + n]);
  return total > 0.0 ? static_cast<double>(statistics[n]) / kUnitsPerBit / total : 0.0;
}

}  // namespace

std::string Nist::signature(std::size_t reference_count) const {
  return fmt::format("nrefs:{}|case:{}|tok:{}|order:{}", reference_count, options_.lowercase ? "lc" : "mixed",
                     name_of(options_.tokenization), kNistOrder);
}

std::unique_ptr<const BoundMetric> Nist::bind(const ReferenceSets& references, ThreadPool& threads) const {
  return std::make_unique<BoundReferences<NistScorer, NistReferences>>(*this, references, options_, threads);
}

Score Nist::score(std::span<const std::int64_t> statistics) const {
  double sum = 0.0;
  for (std::size_t n = 0; n < kNistOrder; ++n) sum += bits(statistics, n);
  const auto length = static_cast<double>(statistics[3 * kNistOrder]);
  const auto sets = static_cast<double>(statistics[3 * kNistOrder + 2]);
  const auto sentences = static_cast<double>(statistics[3 * kNistOrder + 3]);
  const double reference_length =
      sets == 0.0 ? 0.0 : static_cast<double>(statistics[3 * kNistOrder + 1]) / (sets / sentences);
  double penalty = 1.0;
  if (length < reference_length) {
    // Half the score for an output two thirds as long as the references.
    const double beta = std::log(0.5) / (std::log(1.5) * std::log(1.5));
    const double log_ratio = length > 0.0 ? std::log(length / reference_length) : 0.0;
    penalty = length > 0.0 ? std::exp(beta * log_ratio * log_ratio) : 0.0;
  }
  return {
      sum * penalty,
      {{"brevity_penalty", penalty}, {"hypothesis_length", length}, {"reference_length", reference_length}}};
}

std::vector<OrderScore> Nist::by_order(std::span<const std::int64_t> statistics) const {
  std::vector<OrderScore> orders;
  for (std::size_t n = 0; n < kNistOrder; ++n) {
    orders.push_back({"word", n + 1, static_cast<double>(statistics[kNistOrder + n]),
                      static_cast<double>(statistics[2 * kNistOrder + n]), bits(statistics, n)});
  }
  return orders;
}

}  // namespace calque::metrics
