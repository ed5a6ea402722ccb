#include "reorder/rows.h"

#include <algorithm>

#include "reorder/key_counts.h"
#include "reorder/real_features.h"

namespace calque::reorder {
namespace {

constexpr std::size_t kRowsPerBlock = 4096;

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
                          std::size_t least_count, ThreadPool& threads) {
  CountPlan plan;
  plan.items = samples.size();
  plan.keys_of = feature_keys(text, samples, maker);
  plan.count = [](const CountedItem& item, std::uint32_t* counter) {
    *counter = counter[0] > 0xffffffffU - item.times ? 0xffffffffU : counter[0] + item.times;
  };
  const SortedCounts counts = count_keys(plan, threads);
  std::vector<Key> kept;
  for (std::size_t i = 0; i < counts.keys.size(); ++i) {
    if (counts.counters[i] >= least_count) kept.push_back(counts.keys[i]);
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
  auto parts = threads.map_blocks<learn::Rows>(samples.size(), kRowsPerBlock, [&](const Block& block) {
    learn::Rows rows;
    SentenceLoader loader(text);
    std::vector<Key> keys;
    std::vector<std::uint32_t> ids;
    std::vector<float> values;
    for (std::size_t i = block.begin; i < block.end; ++i) {
      keys.clear();
      loader.load(samples[i].sentence);
      maker.source_features(loader.source(), samples[i].source(), keys);
      maker.pair_features(loader.source(), samples[i].source(), loader.target_phrase(samples[i]), keys);
      ids.clear();
      for (const Key key : keys) ids.push_back(dictionary.find(std::max<Key>(1, key)));
      merge_repeats(ids, values);
      rows.add(ids, values);
    }
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

learn::Rows with_reals(const learn::Rows& rows, const CorpusText& text, std::span<const Sample> samples,
                       const RealFeatures& reals, std::size_t first) {
  learn::Rows all;
  all.reserve(rows.size(), rows.entry_count() + rows.size() * reals.count());
  SentenceLoader loader(text);
  SpanScratch scratch;
  std::vector<std::uint32_t> ids;
  std::vector<float> values;
  std::vector<float> real_values(reals.count());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const learn::RowView row = rows.row(i);
    ids.assign(row.features.begin(), row.features.end());
    values.assign(row.values.begin(), row.values.end());
    loader.load(samples[i].sentence);
    reals.training_values(samples[i], loader, scratch, real_values);
    for (std::size_t r = 0; r < real_values.size(); ++r) {
      ids.push_back(static_cast<std::uint32_t>(first + r));
      values.push_back(real_values[r]);
    }
    all.add(ids, values);
  }
  return all;
}

std::vector<std::uint8_t> labels_of(std::span<const Sample> samples) {
  std::vector<std::uint8_t> labels;
  labels.reserve(samples.size());
  for (const Sample& sample : samples) labels.push_back(sample.label);
  return labels;
}

}  // namespace calque::reorder
