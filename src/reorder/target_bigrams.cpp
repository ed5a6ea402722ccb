#include "reorder/target_bigrams.h"

#include <algorithm>
#include <cmath>

#include "reorder/key_counts.h"

namespace calque::reorder {
namespace {

constexpr double kDiscount = 0.75;

Key pair_key(Key before, Key word) {
  return std::max<Key>(1, extended(before, word));
}

// Counters of a word.
enum Count : std::size_t { kOccurrences, kAsContext, kDifferentAfter, kCounts };

// A pair and its count, with the words, which its key hides.
struct Pair {
  Key key;
  Key before;
  Key word;
  std::uint32_t count;

  bool operator<(const Pair& other) const { return key < other.key; }
};

std::vector<Pair> counted_pairs(const std::vector<std::vector<Key>>& sentences) {
  std::vector<Pair> all;
  for (const auto& sentence : sentences) {
    for (std::size_t i = 1; i < sentence.size(); ++i)
      all.push_back({pair_key(sentence[i - 1], sentence[i]), sentence[i - 1], sentence[i], 1});
  }
  std::sort(all.begin(), all.end());
  std::vector<Pair> pairs;
  for (const Pair& pair : all) {
    if (pairs.empty() || pairs.back().key != pair.key) {
      pairs.push_back(pair);
    } else {
      increment(pairs.back().count);
    }
  }
  return pairs;
}

bool all_log_probs(std::span<const float> values) {
  return std::all_of(values.begin(), values.end(),
                     [](float value) { return std::isfinite(value) && value <= 1e-4F; });
}

}  // namespace

TargetBigrams TargetBigrams::train(const std::vector<std::vector<Key>>& sentences) {
  KeyCounts counts(kCounts);
  std::uint64_t total = 0;
  for (const auto& sentence : sentences) {
    for (const Key word : sentence) increment(counts.at(std::max<Key>(1, word))[kOccurrences]);
    total += sentence.size();
  }
  const std::vector<Pair> pairs = counted_pairs(sentences);
  for (const Pair& pair : pairs) {
    std::uint32_t* of = counts.at(std::max<Key>(1, pair.before));
    of[kAsContext] += pair.count;
    increment(of[kDifferentAfter]);
  }
  TargetBigrams model;
  const std::vector<Key> words = counts.sorted_keys();
  const double all = static_cast<double>(total) + 1.0;  // one place for what was not seen
  std::vector<float> log_probs;
  std::vector<float> back_off;
  for (const Key word : words) {
    const std::uint32_t* of = counts.find(word);
    log_probs.push_back(static_cast<float>(std::log(static_cast<double>(of[kOccurrences]) / all)));
    const double left =
        kDiscount * static_cast<double>(of[kDifferentAfter]) / static_cast<double>(of[kAsContext]);
    back_off.push_back(of[kAsContext] == 0 ? 0.0F : static_cast<float>(std::log(left)));
  }
  model.words_ = KeyTable(words);
  model.log_probs_ = std::move(log_probs);
  model.back_off_ = std::move(back_off);
  model.unseen_ = std::vector<float>{static_cast<float>(-std::log(all))};
  std::vector<Key> keys;
  std::vector<float> pair_log_probs;
  for (const Pair& pair : pairs) {
    const auto context = static_cast<double>(counts.find(std::max<Key>(1, pair.before))[kAsContext]);
    const std::uint32_t before = model.words_.find(std::max<Key>(1, pair.before));
    const double lower = static_cast<double>(model.back_off_[before]) + model.log_prob(pair.word);
    keys.push_back(pair.key);
    pair_log_probs.push_back(static_cast<float>(
        std::log((static_cast<double>(pair.count) - kDiscount) / context + std::exp(lower))));
  }
  model.pairs_ = KeyTable(keys);
  model.pair_log_probs_ = std::move(pair_log_probs);
  return model;
}

double TargetBigrams::log_prob(Key word) const {
  const std::uint32_t at = words_.find(std::max<Key>(1, word));
  if (at != KeyTable::kNone) return static_cast<double>(log_probs_[at]);
  return unseen_.empty() ? 0.0 : static_cast<double>(unseen_[0]);
}

double TargetBigrams::log_prob(Key before, Key word) const {
  const std::uint32_t pair = pairs_.find(pair_key(before, word));
  if (pair != KeyTable::kNone) return static_cast<double>(pair_log_probs_[pair]);
  const std::uint32_t at = words_.find(std::max<Key>(1, before));
  return (at == KeyTable::kNone ? 0.0 : static_cast<double>(back_off_[at])) + log_prob(word);
}

double TargetBigrams::mean_log_prob(std::span<const Key> phrase) const {
  if (phrase.empty()) return 0.0;
  double sum = log_prob(phrase[0]);
  for (std::size_t i = 1; i < phrase.size(); ++i) sum += log_prob(phrase[i - 1], phrase[i]);
  return sum / static_cast<double>(phrase.size());
}

void TargetBigrams::write(store::ContainerWriter& file, const std::string& prefix) const {
  words_.write(file, prefix + "words");
  file.add(prefix + "words.log_probs", log_probs_.span());
  file.add(prefix + "words.back_off", back_off_.span());
  file.add(prefix + "words.unseen", unseen_.span());
  pairs_.write(file, prefix + "pairs");
  file.add(prefix + "pairs.log_probs", pair_log_probs_.span());
}

TargetBigrams TargetBigrams::read(const std::shared_ptr<const store::Container>& file,
                                  const std::string& prefix) {
  TargetBigrams model;
  model.words_ = KeyTable::read(file, prefix + "words");
  model.log_probs_ = {file, prefix + "words.log_probs"};
  model.back_off_ = {file, prefix + "words.back_off"};
  model.unseen_ = {file, prefix + "words.unseen"};
  model.pairs_ = KeyTable::read(file, prefix + "pairs");
  model.pair_log_probs_ = {file, prefix + "pairs.log_probs"};
  const std::size_t words = model.words_.size();
  const bool good = model.log_probs_.size() == words && model.back_off_.size() == words &&
                    model.pair_log_probs_.size() == model.pairs_.size() && model.unseen_.size() == 1 &&
                    all_log_probs(model.log_probs_.span()) && all_log_probs(model.back_off_.span()) &&
                    all_log_probs(model.pair_log_probs_.span()) && all_log_probs(model.unseen_.span());
  if (!good) file->damaged("impossible values in sections " + prefix + "words and " + prefix + "pairs");
  return model;
}

}  // namespace calque::reorder
