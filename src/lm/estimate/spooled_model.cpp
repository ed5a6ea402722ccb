#include "lm/estimate/spooled_model.h"

#include <cmath>
#include <numeric>
#include <optional>

#include "base/error.h"
#include "lm/files/arpa.h"

namespace calque::lm {

SpooledNgrams::SpooledNgrams(const SpooledModel& model, unsigned length)
    : length_(length),
      probs_(model.probs[length - 1]),
      backoffs_(length < model.order() ? model.backoffs[length - 1] : store::Spool()) {
  CALQUE_CHECK(length > 1 && length <= model.order());
  for (unsigned n = length; n > 1; --n) {
    levels_.emplace_back(model.counts.levels[n - 1]);
    current_.emplace_back();
    kept_.push_back(0);
    thresholds_.push_back(model.thresholds[n - 1]);
  }
}

bool SpooledNgrams::next() {
  while (!levels_[0].at_end()) {
    const CountedNgram ngram = levels_[0].next();
    probs_.begin_item();
    const auto prob = probs_.raw<double>();
    probs_.varint();
    if (backoffs_.items_left() > 0) {
      backoffs_.begin_item();
      backoff_ = backoffs_.raw<float>();
    }
    if (ngram.occurrences <= thresholds_[0]) continue;
    log_prob_ = static_cast<float>(std::log(prob));
    find_words(ngram);
    return true;
  }
  return false;
}

void SpooledNgrams::find_words(const CountedNgram& ngram) {
  words_[0] = ngram.first_word;
  std::uint32_t wanted = ngram.suffix;
  suffix_ = wanted;
  for (std::size_t k = 1; k < levels_.size(); ++k) {
    while (levels_[k].position() <= wanted) {
      current_[k] = levels_[k].next();
      if (current_[k].occurrences > thresholds_[k]) ++kept_[k];
    }
    words_[k] = current_[k].first_word;
    wanted = current_[k].suffix;
    if (k == 1) suffix_ = kept_[k] - 1;
  }
  words_[length_ - 1] = wanted;
}

NgramModelData load(const SpooledModel& model, ThreadPool& threads) {
  NgramModelData data;
  data.vocabulary = model.vocabulary;
  data.discounts = model.discounts;
  data.levels.resize(model.order());
  NgramLevel& unigrams = data.levels[0];
  unigrams.first_word.resize(model.unigram_log_probs.size());
  std::iota(unigrams.first_word.begin(), unigrams.first_word.end(), 0U);
  unigrams.log_prob = model.unigram_log_probs;
  unigrams.backoff = model.unigram_backoffs;
  for (unsigned n = 2; n <= model.order(); ++n) {
    NgramLevel& level = data.levels[n - 1];
    level.first_word.reserve(model.size(n));
    level.suffix.reserve(model.size(n));
    level.log_prob.reserve(model.size(n));
    if (n < model.order()) level.backoff.reserve(model.size(n));
    for (SpooledNgrams ngrams(model, n); ngrams.next();) {
      level.first_word.push_back(ngrams.words()[0]);
      level.suffix.push_back(ngrams.suffix());
      level.log_prob.push_back(ngrams.log_prob());
      if (n < model.order()) level.backoff.push_back(ngrams.backoff());
    }
    const std::size_t missing = link_contexts(data.levels, n, &threads);
    CALQUE_CHECK(missing == 0);
  }
  return data;
}

void write_arpa(const SpooledModel& model, const std::string& path, ThreadPool& threads) {
  std::vector<std::uint64_t> counts;
  for (unsigned n = 1; n <= model.order(); ++n) counts.push_back(model.size(n));
  std::uint32_t word = 0;
  std::optional<SpooledNgrams> ngrams;
  unsigned reading = 1;
  const auto fill = [&](unsigned n, ArpaLines& lines) {
    if (n != reading) ngrams.emplace(model, reading = n);
    for (std::size_t line = 0; line < kArpaBlockLines; ++line) {
      if (n > 1) {
        if (!ngrams->next()) return false;
        lines.add(ngrams->words(), ngrams->log_prob(), ngrams->backoff());
      } else {
        if (word == model.unigram_log_probs.size()) return false;
        lines.add({&word, 1}, model.unigram_log_probs[word],
                  model.order() == 1 ? 0.0F : model.unigram_backoffs[word]);
        ++word;
      }
    }
    return true;
  };
  write_arpa(model.vocabulary, counts, fill, path, threads);
}

}  // namespace calque::lm
