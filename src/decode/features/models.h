// The models of a translation system, and the features and the phrase source made from them.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "block/model.h"
#include "decode/decoder.h"
#include "decode/features/learned_reordering.h"
#include "decode/features/phrase_counts.h"
#include "decode/features/sparse_features.h"
#include "decode/features/word_labels.h"
#include "kernel/model.h"
#include "lm/query/model.h"
#include "phrase/phrase_table.h"
#include "phrase/reordering_type.h"

namespace calque::decode {

// Everything that is loaded from files. Shared, because the decoder's parts keep views into it.
struct Models {
  phrase::PhraseTable phrases;
  std::vector<lm::Model> language_models;        // at least one
  WordLabels labels{};                           // for sparse features
  std::vector<LearnedReorderingModels> moves{};  // a feature for each
  std::optional<block::BlockModel> blocks{};
  std::optional<kernel::KernelModel> kernel{};
};

// Which features a system has beyond the standard ones.
struct FeatureChoice {
  std::optional<phrase::ReorderingType> reordering{};
  std::vector<PhraseCountKind> counts{};
  std::vector<SparseKind> sparse{};
  std::vector<SparseWeight> sparse_weights{};
  bool distance = true;  // Distortion0
  bool blocks = false;   // what the block model says, as further features
  bool kernel = false;   // regression; needs Models::kernel
};

// TranslationModel0, LM0 and so on for each language model, Distortion0, WordPenalty0, PhrasePenalty0,
// UnknownWordPenalty0; then LexicalReordering0 as chosen, LearnedReordering0 and so on for each model of
// moves, counts, Kernel0 and sparse features as chosen. Looks every target word up in the language models
// once. Throws UsageError for weights of indicators that the labels do not give, and for models of moves that
// do not fit.
DecoderParts standard_parts(std::shared_ptr<const Models> models, const FeatureChoice& choice = {});

// The block bigram system (theory/block-bigrams.md): its features instead of the standard ones, with the
// weights of its own training as default weights. Requires: a block model.
DecoderParts block_parts(std::shared_ptr<const Models> models);

}  // namespace calque::decode
