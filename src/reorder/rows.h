// Samples as rows of numbered features: the dictionary of a training set, and rows looked up in it.
//
// The same for any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/thread_pool.h"
#include "learn/rows.h"
#include "reorder/corpus_text.h"
#include "reorder/features.h"
#include "reorder/key_counts.h"
#include "reorder/key_table.h"

namespace calque::reorder {

// All features that occur at least `min_count` times in the samples.
KeyTable build_dictionary(const CorpusText& text, std::span<const Sample> samples, const FeatureMaker& maker,
                          std::size_t min_count, ThreadPool& threads);

// A row for each sample: the features that the dictionary has, ascending, with how often they hold.
learn::Rows build_rows(const CorpusText& text, std::span<const Sample> samples, const FeatureMaker& maker,
                       const KeyTable& dictionary, ThreadPool& threads);

// The same rows divided by their lengths, as predictions do it (RowScores).
learn::Rows build_normalised_rows(const CorpusText& text, std::span<const Sample> samples,
                                  const FeatureMaker& maker, const KeyTable& dictionary, ThreadPool& threads);

// What CountPlan::keys_of wants: all features of each sample. Views its arguments.
KeysOfItems feature_keys(const CorpusText& text, std::span<const Sample> samples, const FeatureMaker& maker);

std::vector<std::uint8_t> labels_of(std::span<const Sample> samples);

// Sorts ids and counts repeats into values; kNone is dropped. `ids` keeps each once.
void merge_repeats(std::vector<std::uint32_t>& ids, std::vector<float>& values);

}  // namespace calque::reorder
