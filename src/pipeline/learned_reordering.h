// Learned reordering models of a translation system: the settings of their training, and the names that
// choose them.
//
// Values and pure functions. Throws UsageError for names and settings that do not exist.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/enum_names.h"
#include "decode/features/learned_reordering.h"
#include "phrase/reordering_type.h"
#include "reorder/trainer.h"

namespace calque::pipeline {

// What phrases without sub-model get: the model of all phrases, class frequencies, or a uniform distribution.
enum class UnknownFallback : std::uint8_t { kModel, kFrequencies, kUniform };
constexpr auto enum_names(UnknownFallback) {
  using enum UnknownFallback;
  return EnumNames<UnknownFallback>(
      "unknown choice for phrases without sub-model",
      {{"model", kModel}, {"frequencies", kFrequencies}, {"uniform", kUniform}});
}

// One learned model, or one for each direction; one feature of the decoder.
struct LearnedReordering {
  reorder::Learner learner{};
  std::string classes = "mslr";  // reorder::ReorderingClasses
  phrase::OrientationModel orientation = phrase::OrientationModel::kHierarchical;
  phrase::ReorderingDirections directions = phrase::ReorderingDirections::kBidirectional;
  std::string features{};  // reorder::FeatureOptions; empty: what suits the learner, mlr-dual hashed
  std::size_t max_samples = 500'000;  // that each direction learns from; 0: all
  std::size_t word_classes = 50;      // of each side; 0: none
  decode::ReorderingForm form = decode::ReorderingForm::kOneWeight;
  // For scores made of distances (reorder::DistanceAdjustment).
  double beta = 0;  // 0: the number of classes
  double max_ratio = std::numeric_limits<double>::infinity();
  bool charge_unlikely_rest = false;
  UnknownFallback unknown = UnknownFallback::kModel;

  std::vector<reorder::Direction> direction_list() const;
  // Its files in a model folder, if it is model number k, from 0.
  std::vector<std::string> files(std::size_t k) const;
  // Throws UsageError.
  void validate() const;
  reorder::TrainOptions training(std::uint64_t seed) const;
};

// What a system has unless something else is asked for: the best that was measured
// (docs/experiments/defaults.md).
inline constexpr const char* kDefaultReordering = "hier-mslr-bidirectional-fe,dual-mlr";

// The reordering models of a system, as `--reordering` names them.
struct ReorderingChoice {
  bool distance = true;
  std::optional<phrase::ReorderingType> lexicalised{};
  std::vector<LearnedReordering> learned{};
};

// Names with commas between: "none" alone or with learners; "distance"; "lexicalised" or the full name of a
// lexicalised model (phrase/reordering_type.h); and learners or their aliases (reorder/learner.h). All
// learned models get `settings`, each with its own learner. Throws UsageError with the list of names.
ReorderingChoice parse_reordering(std::string_view names, const LearnedReordering& settings);

// File of model number k, from 0, in a model folder.
std::string reordering_file(std::size_t k, reorder::Direction direction);

// Everything that the model files depend on besides corpus and alignment.
nlohmann::json training_settings(const LearnedReordering& learned);

// Identifies the word classes of a model.
std::string word_classes_mark(const reorder::ReorderingModel& model);

}  // namespace calque::pipeline
