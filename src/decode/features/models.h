// The models of a translation system, and the features and the phrase source made from them.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "decode/decoder.h"
#include "decode/features/phrase_counts.h"
#include "lm/model.h"
#include "phrase/phrase_table.h"
#include "phrase/reordering_type.h"

namespace calque::decode {

// Everything that is loaded from files. Shared, because the decoder's parts keep views into it.
struct Models {
  phrase::PhraseTable phrases;
  lm::Model language_model;
};

// TranslationModel0, LM0, Distortion0, WordPenalty0, PhrasePenalty0, UnknownWordPenalty0 and, if its type is
// given, LexicalReordering0; then those of `counts`. Looks every target word up in the language model once.
Components standard_components(std::shared_ptr<const Models> models,
                               const std::optional<phrase::ReorderingType>& reordering = std::nullopt,
                               std::span<const PhraseCountKind> counts = {});

}  // namespace calque::decode
