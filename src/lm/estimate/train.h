// Estimation within a limit of memory: in arrays while they fit, else by sorted runs on disk and one merge.
// The model is the same to the last bit.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/reporter.h"
#include "base/thread_pool.h"
#include "lm/estimate/estimate.h"
#include "lm/estimate/spooled_model.h"
#include "lm/files/model_output.h"
#include "lm/files/ngram_data.h"

namespace calque::lm {

// Exactly one of the two is there.
struct TrainedModel {
  std::optional<NgramModelData> in_memory;
  std::unique_ptr<SpooledModel> on_disk;
  TextFacts facts;

  // N-grams of each length, and the discounts of each; no discounts if the smoothing has none.
  std::vector<std::uint64_t> sizes() const;
  const std::vector<Discounts>& discounts() const;
  // Says how large it is and what the text was like.
  void report(Reporter& reporter) const;
};

// The least that options.memory_bytes may be.
inline constexpr std::uint64_t kMinMemory = std::uint64_t{16} << 20U;

// Reads tokenised text ("-": standard input). The limit holds for all but the vocabulary, which is always in
// memory. Throws what estimate() and read_training_text() throw, UsageError for a limit that is too small,
// and the errors of temporary files.
TrainedModel train(const std::string& path, const EstimateOptions& options, ThreadPool& threads,
                   Reporter& reporter);

// A model on disk is loaded if it becomes a binary one.
void write_model(const TrainedModel& model, const ModelOutput& output, ThreadPool& threads,
                 Reporter& reporter);

// Bytes that estimate() needs at its peak for so many n-grams ([n - 1] of length n), besides the vocabulary.
std::uint64_t estimation_bytes(std::uint64_t tokens, const std::vector<std::uint64_t>& ngrams,
                               bool with_occurrences);
// Bytes that loading a model and making it binary takes.
std::uint64_t loading_bytes(const std::vector<std::uint64_t>& ngrams);

}  // namespace calque::lm
