#include "lm/estimate/estimate.h"

#include <cmath>
#include <utility>

#include "base/error.h"
#include "lm/estimate/count.h"
#include "lm/estimate/keep_ngrams.h"
#include "lm/estimate/order_discounts.h"

namespace calque::lm {
namespace {

constexpr std::size_t kBlockSize = 1 << 16;

CountsOfCounts count_counts(const std::vector<std::uint32_t>& counts, ThreadPool& threads) {
  CountsOfCounts sum;
  for (const CountsOfCounts& part :
       threads.map_blocks<CountsOfCounts>(counts.size(), kBlockSize, [&](const Block& block) {
         CountsOfCounts result;
         for (std::size_t i = block.begin; i < block.end; ++i) result.add(counts[i]);
         return result;
       })) {
    sum.add(part);
  }
  return sum;
}

// Which n-grams of one length stay.
struct Keep {
  const std::vector<std::uint32_t>* occurrences = nullptr;  // null: all stay
  std::uint64_t threshold = 0;

  bool operator()(std::size_t i) const { return occurrences == nullptr || (*occurrences)[i] > threshold; }
};

// The state of estimation, which goes from short n-grams to long ones.
class LevelEstimator {
 public:
  LevelEstimator(NgramModelData& data, ThreadPool& threads) : data_(data), threads_(threads) {}

  void begin(std::vector<double> unigram_probs) {
    probs_ = std::move(unigram_probs);
    store_log_probs(probs_, data_.levels[0]);
  }

  // One order above the unigrams.
  template <typename SmoothingRule>
  void add_level(const SmoothingRule& rule, const std::vector<std::uint32_t>& counts, const Keep& keep,
                 unsigned n) {
    NgramLevel& shorter = data_.levels[n - 2];
    NgramLevel& level = data_.levels[n - 1];
    std::vector<typename SmoothingRule::Context> contexts(shorter.size());
    // The n-grams of one context are far apart. Each thread looks at all of them and takes those of its share
    // of the contexts, so that each context's n-grams come in the same order for any number of threads.
    const std::size_t share = shorter.size() / threads_.threads() + 1;
    threads_.for_blocks(shorter.size(), share, [&](const Block& block) {
      for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::size_t context = level.context[i];
        if (context < block.begin || context >= block.end) continue;
        rule.add(counts[i], keep(i), probs_[level.suffix[i]], contexts[context]);
      }
    });
    shorter.backoff.resize(shorter.size());
    threads_.for_blocks(shorter.size(), kBlockSize, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; ++i) {
        shorter.backoff[i] = static_cast<float>(std::log(rule.backoff(contexts[i])));
      }
    });
    // The probabilities themselves are needed for the next order only.
    const bool is_last = n == data_.order();
    std::vector<double> level_probs(is_last ? 0 : counts.size());
    level.log_prob.resize(counts.size());
    threads_.for_blocks(counts.size(), kBlockSize, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; ++i) {
        const double prob =
            keep(i) ? rule.prob(counts[i], contexts[level.context[i]], probs_[level.suffix[i]]) : 1.0;
        if (!is_last) level_probs[i] = prob;
        level.log_prob[i] = static_cast<float>(std::log(prob));
      }
    });
    probs_ = std::move(level_probs);
  }

 private:
  static void store_log_probs(const std::vector<double>& probs, NgramLevel& level) {
    level.log_prob.resize(probs.size());
    for (std::size_t i = 0; i < probs.size(); ++i) level.log_prob[i] = static_cast<float>(std::log(probs[i]));
  }

  NgramModelData& data_;
  ThreadPool& threads_;
  std::vector<double> probs_;  // of the longest n-grams done
};

NgramCounts count_text(TrainingText& text, SortedPositions sorted, const EstimateOptions& options,
                       ThreadPool& threads) {
  NgramCounts counts =
      count_ngrams(text.tokens, sorted,
                   {.order = options.order,
                    .vocabulary_size = text.vocabulary.size(),
                    .want_occurrences = options.smoothing == Smoothing::kKatz || options.prunes()},
                   threads);
  sorted = {};
  text.tokens = {};
  link_all_contexts(counts, threads);
  return counts;
}

}  // namespace

NgramModelData estimate(TrainingText text, const EstimateOptions& options, ThreadPool& threads,
                        Reporter& reporter) {
  CALQUE_CHECK(!text.is_spooled());
  if (text.tokens.size() >= kNoNgram) {
    throw UsageError({}, "the text has 2^32 words or more", "train the language model on a part of it");
  }
  reporter.stage("language model");
  SortedPositions sorted = sort_positions(text.tokens, {text.vocabulary.size(), options.order}, threads);
  return estimate(std::move(text), std::move(sorted), options, threads, reporter);
}

NgramModelData estimate(TrainingText text, SortedPositions sorted, const EstimateOptions& options,
                        ThreadPool& threads, Reporter& reporter) {
  const bool is_katz = options.smoothing == Smoothing::kKatz;
  NgramCounts counts = count_text(text, std::move(sorted), options, threads);
  reporter.progress(1, options.order);
  std::vector<std::vector<std::uint32_t>>& used = is_katz ? counts.occurrences : counts.adjusted;
  std::vector<CountsOfCounts> counts_of_counts;
  counts_of_counts.reserve(used.size());
  for (const std::vector<std::uint32_t>& level : used)
    counts_of_counts.push_back(count_counts(level, threads));
  const OrderDiscounts discounts = estimate_order_discounts(options.smoothing, counts_of_counts);
  report_oddities(text.facts, discounts, reporter);

  NgramModelData data;
  data.vocabulary = std::move(text.vocabulary);
  data.levels = std::move(counts.levels);
  data.discounts = discounts.kneser_ney;
  LevelEstimator estimator(data, threads);
  estimator.begin(is_katz ? katz_unigrams(used[0], discounts.good_turing[0])
                          : kneser_ney_unigrams(used[0], discounts.kneser_ney[0]));
  for (unsigned n = 2; n <= options.order; ++n) {
    const Keep keep{options.prunes() ? &counts.occurrences[n - 1] : nullptr, options.prune_threshold(n)};
    if (is_katz) {
      estimator.add_level(Katz(discounts.good_turing[n - 1]), used[n - 1], keep, n);
    } else {
      estimator.add_level(KneserNey(discounts.kneser_ney[n - 1]), used[n - 1], keep, n);
    }
    counts.adjusted[n - 1] = {};
    reporter.progress(n, options.order);
  }
  if (options.prunes()) {
    keep_ngrams(data, [&](unsigned n, std::size_t i) {
      return counts.occurrences[n - 1][i] > options.prune_threshold(n);
    });
  }
  return data;
}

NgramModelData estimate(const text::Corpus& corpus, const text::Vocabulary& words,
                        const EstimateOptions& options, ThreadPool& threads, Reporter& reporter) {
  options.validate();
  return estimate(mark_text(corpus, words, options.words), options, threads, reporter);
}

}  // namespace calque::lm
