// The models of a translation system, and the features and the phrase source made from them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "block/model.h"
#include "decode/decoder.h"
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
  bool distance = true;  // Distortion0
  bool blocks = false;   // the features of the block model
  bool kernel = false;   // regression; needs Models::kernel
};

// TranslationModel0, LM0 and so on for each language model, Distortion0, WordPenalty0, PhrasePenalty0,
// UnknownWordPenalty0; then LexicalReordering0 as chosen, LearnedReordering0 and so on for each learned
// model, phrase features, Kernel0, sparse features and block features as chosen. Looks every target word up
// in the language models once. Throws UsageError for weights of indicators that the labels do not give, and
// for learned models that do not fit.
DecoderParts standard_parts(std::shared_ptr<const Models> models, const FeatureChoice& choice = {});

// The block bigram system (theory/block-bigrams.md): its features instead of the standard ones, with the
// weights of its own training as default weights. Requires: a block model.
DecoderParts block_parts(std::shared_ptr<const Models> models);

}  // namespace calque::decode
