// The features and the phrase source of a translation system, made from its models.
#pragma once

#include <memory>

#include "decode/decoder.h"
#include "decode/features/models.h"

namespace calque::decode {

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
