// For tests: n-gram models the slow and obvious way, over maps keyed by the words themselves.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/parse.h"
#include "base/reporter.h"
#include "base/rng.h"
#include "base/thread_pool.h"
#include "lm/estimate/estimate.h"
#include "lm/files/ngram_data.h"
#include "text/corpus.h"

namespace calque::lm::testing {

using Ngram = std::vector<std::uint32_t>;

struct Text {
  text::Vocabulary vocabulary;
  text::Corpus corpus;
};

inline Text make_text(const std::vector<std::string>& lines) {
  Text text;
  for (const std::string& line : lines) text.corpus.add_line(line, text.vocabulary);
  return text;
}

// Sentences of 0 to 8 words out of `words` different ones, the first ones more often.
inline std::vector<std::string> random_lines(std::uint64_t seed, std::size_t sentences, std::uint64_t words) {
  Rng rng(seed);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < sentences; ++i) {
    std::string line;
    for (std::uint64_t k = rng.below(9); k > 0; --k) {
      line += std::string(1, static_cast<char>('a' + rng.below(1 + rng.below(words)))) + " ";
    }
    lines.push_back(line);
  }
  return lines;
}

inline NgramModelData estimate_lines(const std::vector<std::string>& lines, unsigned order,
                                     Reporter& reporter = silent_reporter(), std::size_t thread_count = 1) {
  const Text text = make_text(lines);
  ThreadPool threads(thread_count);
  return estimate(text.corpus, text.vocabulary, {.order = order}, threads, reporter);
}

inline NgramModelData estimate_with(const std::vector<std::string>& lines, const EstimateOptions& options,
                                    std::size_t thread_count = 1) {
  const Text text = make_text(lines);
  ThreadPool threads(thread_count);
  return estimate(text.corpus, text.vocabulary, options, threads, silent_reporter());
}

// Keeps what it is told.
class RecordingReporter final : public Reporter {
 public:
  void stage(std::string_view) override {}
  void progress(std::uint64_t, std::uint64_t) override {}
  void note(std::string_view) override {}
  void warning(std::string_view text) override { warnings.emplace_back(text); }

  std::vector<std::string> warnings;
};

// The back-off recursion of the ARPA format over maps.
struct BackoffReference {
  struct Entry {
    double log_prob;
    double backoff;
  };
  std::map<Ngram, Entry> entries;
  std::size_t order = 1;

  explicit BackoffReference(const NgramModelData& data) : order(data.order()) {
    for (unsigned n = 1; n <= data.order(); ++n) {
      for (std::uint32_t i = 0; i < data.levels[n - 1].size(); ++i) {
        Ngram words(n);
        words_of(data, i, words);
        entries[words] = {data.levels[n - 1].log_prob[i],
                          n < data.order() ? data.levels[n - 1].backoff[i] : 0.0};
      }
    }
  }

  // p(word | history), the history in reading order and of any length.
  double log_prob(Ngram history, std::uint32_t word) const {
    if (history.size() >= order) history.erase(history.begin(), history.end() - static_cast<long>(order - 1));
    double sum = 0.0;
    while (true) {
      Ngram ngram = history;
      ngram.push_back(word);
      if (const auto found = entries.find(ngram); found != entries.end()) return sum + found->second.log_prob;
      if (const auto context = entries.find(history); context != entries.end())
        sum += context->second.backoff;
      history.erase(history.begin());
    }
  }
};

// Sequences of words that can be contexts. For low orders all of them; for high ones those that the model
// lists, as any other has the probabilities of its longest end that is listed.
inline std::vector<Ngram> contexts_of(const NgramModelData& data, const BackoffReference& model) {
  constexpr unsigned kLowOrder = 5;
  std::vector<Ngram> contexts{{}};
  if (data.order() > kLowOrder) {
    for (const auto& [ngram, entry] : model.entries) {
      if (ngram.size() < data.order() && ngram.back() != 2) contexts.push_back(ngram);
    }
    return contexts;
  }
  const auto words = static_cast<std::uint32_t>(data.vocabulary.size());
  for (std::size_t done = 0; done < contexts.size(); ++done) {
    if (contexts[done].size() + 1 >= data.order()) break;
    for (std::uint32_t word = 0; word < words; ++word) {
      if (word == 2) continue;  // nothing follows </s>
      Ngram longer = contexts[done];
      longer.push_back(word);
      contexts.push_back(std::move(longer));
    }
  }
  return contexts;
}

// Calls check(context, sum of probabilities after it) for the contexts above.
template <typename Check>
void for_each_context_sum(const NgramModelData& data, const Check& check) {
  const BackoffReference model(data);
  const auto words = static_cast<std::uint32_t>(data.vocabulary.size());
  for (const Ngram& context : contexts_of(data, model)) {
    double sum = 0.0;
    for (std::uint32_t word = 0; word < words; ++word) {
      if (word != 1) sum += std::exp(model.log_prob(context, word));
    }
    check(context, sum);
  }
}

inline std::vector<std::vector<std::string>> odd_texts() {
  return {random_lines(7, 60, 3), random_lines(8, 5, 2),      {"a"}, {""}, {},
          {"a a a a a a a"},      {"a <unk> b", "<s> b </s>"}};
}

// Interpolated modified Kneser-Ney straight from its definition, computed anew for every question.
class KneserNeyReference {
 public:
  // n-grams of length n that occur thresholds[n - 1] times or less are pruned; empty: none.
  KneserNeyReference(const std::vector<std::string>& lines, unsigned order,
                     const text::Vocabulary& vocabulary, const std::vector<std::uint32_t>& thresholds = {})
      : vocabulary_size_(vocabulary.size()), counts_(order + 1), kept_(order + 1) {
    std::vector<std::map<Ngram, std::uint32_t>> raw(order + 1);
    std::vector<std::map<Ngram, std::set<std::uint32_t>>> left(order + 1);
    for (const std::string& line : lines) {
      Ngram tokens{1};
      for (const std::string_view word : split_words(line)) {
        const std::uint32_t id = static_cast<std::uint32_t>(*vocabulary.find(word));
        tokens.push_back(id == 1 || id == 2 ? 0 : id);
      }
      tokens.push_back(2);
      for (std::size_t end = 2; end <= tokens.size(); ++end) {
        for (std::size_t n = 1; n <= std::min<std::size_t>(order, end); ++n) {
          const Ngram ngram(tokens.begin() + static_cast<long>(end - n),
                            tokens.begin() + static_cast<long>(end));
          ++raw[n][ngram];
          if (end > n) left[n][ngram].insert(tokens[end - n - 1]);
        }
      }
    }
    for (unsigned n = 1; n <= order; ++n) {
      std::vector<std::uint32_t> all;
      for (const auto& [ngram, count] : raw[n]) {
        const bool is_raw = n == order || ngram.front() == 1;
        counts_[n][ngram] = is_raw ? count : static_cast<std::uint32_t>(left[n][ngram].size());
        all.push_back(counts_[n][ngram]);
        if (thresholds.empty() || count > thresholds[n - 1]) kept_[n].insert(ngram);
      }
      discounts_.push_back(discounts_of(all));
    }
  }

  double prob(const Ngram& context, std::uint32_t word) const {
    const std::size_t n = context.size() + 1;
    double total = 0.0;
    double freed = 0.0;
    double kept = 0.0;
    for (const auto& [ngram, count] : counts_[n]) {
      if (!std::equal(context.begin(), context.end(), ngram.begin())) continue;
      const double discount = discounts_[n - 1][std::min<std::uint32_t>(count, 3) - 1];
      const bool is_kept = kept_[n].contains(ngram);
      total += count;
      freed += is_kept ? discount : count;
      if (is_kept && ngram.back() == word) kept = count - discount;
    }
    const double lower = n == 1 ? 1.0 / static_cast<double>(vocabulary_size_ - 1)
                                : prob(Ngram(context.begin() + 1, context.end()), word);
    return total == 0.0 ? lower : kept / total + freed / total * lower;
  }
  // The n-grams of length n that are not pruned.
  const std::set<Ngram>& kept(unsigned n) const { return kept_[n]; }

 private:
  static std::array<double, 3> discounts_of(const std::vector<std::uint32_t>& all) {
    const auto t = [&](std::uint32_t k) {
      return static_cast<double>(std::count(all.begin(), all.end(), k));
    };
    const std::array<double, 3> fallback{0.5, 1.0, 1.5};
    if (t(1) == 0 || t(2) == 0 || t(3) == 0) return fallback;
    const double y = t(1) / (t(1) + 2 * t(2));
    const std::array<double, 3> d{1 - 2 * y * t(2) / t(1), 2 - 3 * y * t(3) / t(2), 3 - 4 * y * t(4) / t(3)};
    const bool good = d[0] > 0 && d[0] <= 1 && d[1] > 0 && d[1] <= 2 && d[2] > 0 && d[2] <= 3;
    return good ? d : fallback;
  }

  std::size_t vocabulary_size_;
  std::vector<std::map<Ngram, std::uint32_t>> counts_;
  std::vector<std::set<Ngram>> kept_;
  std::vector<std::array<double, 3>> discounts_;
};

}  // namespace calque::lm::testing
