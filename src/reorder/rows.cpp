#include "reorder/rows.h"

#include <algorithm>
#include <cmath>

#include "reorder/key_counts.h"

namespace calque::reorder {
namespace {

constexpr std::size_t kRowsPerBlock = 4096;

// Rows of samples, one after the other.
class RowMaker {
 public:
  RowMaker(const CorpusText& text, const FeatureMaker& maker, const KeyTable& dictionary)
      : loader_(text), maker_(maker), dictionary_(dictionary) {}

  // With `by_parts` the row is divided by its length as predictions measure it. They look features up in
  // three parts, and where a number of a hashed table stands for features of several parts, counts of
  // different parts are squared each by itself.
  void add(const Sample& sample, bool by_parts, learn::Rows& rows) {
    loader_.load(sample.sentence);
    const TargetPhrase target = loader_.target_phrase(sample);
    ids_.clear();
    squares_ = 0.0;
    keys_.clear();
    maker_.source_features(loader_.source(), sample.source(), keys_);
    take_part(by_parts);
    maker_.phrase_features(loader_.source(), sample.source(), target, keys_);
    take_part(by_parts);
    maker_.joined_features(loader_.source(), sample.source(), target, keys_);
    take_part(by_parts);
    merge_repeats(ids_, values_);
    if (by_parts && squares_ > 0.0) {
      const auto scale = static_cast<float>(1.0 / std::sqrt(squares_));
      for (float& value : values_) value *= scale;
    }
    rows.add(ids_, values_);
  }

 private:
  // Numbers of the keys, which are used up.
  void take_part(bool measure) {
    part_.clear();
    for (const Key key : keys_) part_.push_back(dictionary_.find(std::max<Key>(1, key)));
    keys_.clear();
    ids_.insert(ids_.end(), part_.begin(), part_.end());
    if (!measure) return;
    merge_repeats(part_, values_);
    for (const float value : values_) squares_ += static_cast<double>(value) * static_cast<double>(value);
  }

  SentenceLoader loader_;
  const FeatureMaker& maker_;
  const KeyTable& dictionary_;
  std::vector<Key> keys_;
  std::vector<std::uint32_t> part_;
  std::vector<std::uint32_t> ids_;
  std::vector<float> values_;
  double squares_ = 0.0;
};

learn::Rows rows_of(const CorpusText& text, std::span<const Sample> samples, const FeatureMaker& maker,
                    const KeyTable& dictionary, bool by_parts, ThreadPool& threads) {
  auto parts = threads.map_blocks<learn::Rows>(samples.size(), kRowsPerBlock, [&](const Block& block) {
    learn::Rows rows;
    RowMaker row_maker(text, maker, dictionary);
    for (std::size_t i = block.begin; i < block.end; ++i) row_maker.add(samples[i], by_parts, rows);
    return rows;
  });
  std::size_t entries = 0;
  for (const learn::Rows& part : parts) entries += part.entry_count();
  learn::Rows all;
  all.reserve(samples.size(), entries);
  for (learn::Rows& part : parts) {
    all.append(part);
    part = {};
  }
  return all;
}

}  // namespace

KeysOfItems feature_keys(const CorpusText& text, std::span<const Sample> samples, const FeatureMaker& maker) {
  return [&text, samples, &maker](const Block& block, std::vector<Key>& keys,
                                  std::vector<std::uint32_t>& sizes) {
    SentenceLoader loader(text);
    for (std::size_t i = block.begin; i < block.end; ++i) {
      const std::size_t before = keys.size();
      loader.load(samples[i].sentence);
      maker.source_features(loader.source(), samples[i].source(), keys);
      maker.pair_features(loader.source(), samples[i].source(), loader.target_phrase(samples[i]), keys);
      sizes.push_back(static_cast<std::uint32_t>(keys.size() - before));
    }
  };
}

KeyTable build_dictionary(const CorpusText& text, std::span<const Sample> samples, const FeatureMaker& maker,
                          std::size_t min_count, ThreadPool& threads) {
  CountPlan plan;
  plan.items = samples.size();
  plan.keys_of = feature_keys(text, samples, maker);
  plan.count = [](const CountedItem& item, std::uint32_t* counter) {
    *counter = counter[0] > 0xffffffffU - item.times ? 0xffffffffU : counter[0] + item.times;
  };
  const SortedCounts counts = count_keys(plan, threads);
  std::vector<Key> kept;
  for (std::size_t i = 0; i < counts.keys.size(); ++i) {
    if (counts.counters[i] >= min_count) kept.push_back(counts.keys[i]);
  }
  return KeyTable(kept);
}

void merge_repeats(std::vector<std::uint32_t>& ids, std::vector<float>& values) {
  std::sort(ids.begin(), ids.end());
  values.clear();
  std::size_t used = 0;
  for (std::size_t i = 0; i < ids.size() && ids[i] != KeyTable::kNone; ++i) {
    if (used > 0 && ids[used - 1] == ids[i]) {
      values.back() += 1.0F;
    } else {
      ids[used++] = ids[i];
      values.push_back(1.0F);
    }
  }
  ids.resize(used);
}

learn::Rows build_rows(const CorpusText& text, std::span<const Sample> samples, const FeatureMaker& maker,
                       const KeyTable& dictionary, ThreadPool& threads) {
  return rows_of(text, samples, maker, dictionary, false, threads);
}

learn::Rows build_normalised_rows(const CorpusText& text, std::span<const Sample> samples,
                                  const FeatureMaker& maker, const KeyTable& dictionary,
                                  ThreadPool& threads) {
  learn::Rows rows = rows_of(text, samples, maker, dictionary, dictionary.is_hashed(), threads);
  if (!dictionary.is_hashed()) rows.normalise();
  return rows;
}

std::vector<std::uint8_t> labels_of(std::span<const Sample> samples) {
  std::vector<std::uint8_t> labels;
  labels.reserve(samples.size());
  for (const Sample& sample : samples) labels.push_back(sample.label);
  return labels;
}

}  // namespace calque::reorder
