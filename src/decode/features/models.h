// The models of a translation system, and which features it has.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "block/model.h"
#include "decode/features/learned_reordering.h"
#include "decode/features/word_labels.h"
#include "decode/weights.h"
#include "kernel/model.h"
#include "lm/query/model.h"
#include "phrase/phrase_table.h"
#include "phrase/reordering_type.h"

namespace calque::decode {

// Everything that is loaded from files. Shared, because the decoder's parts keep views into it.
struct Models {
  phrase::PhraseTable phrases;
  std::vector<lm::Model> language_models;                     // at least one
  WordLabels labels{};                                        // for sparse features
  std::vector<LearnedReorderingModels> learned_reordering{};  // a feature for each
  std::optional<block::BlockModel> blocks{};
  std::optional<kernel::KernelModel> kernel{};
};

// Which features a system has besides the standard ones.
struct FeatureChoice {
  std::optional<phrase::ReorderingType> reordering{};
  std::vector<std::string> phrase_features{};  // names of the registry (registry.h)
  std::vector<std::string> sparse_features{};  // the same
  std::vector<SparseWeight> sparse_weights{};
  bool distance = true;        // Distortion0
  double distance_weight = 0;  // its default weight beside an orientation model; 0: the usual one
  bool blocks = false;         // the features of the block model
  bool kernel = false;         // regression; needs Models::kernel
};

}  // namespace calque::decode
