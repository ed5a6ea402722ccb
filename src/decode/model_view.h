// What every step of a search shares, and the words that its options stand for.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string_view>

#include "decode/feature.h"
#include "decode/feature_set.h"
#include "decode/phrase_source.h"
#include "text/types.h"

namespace calque::decode {

// The immutable things that every step of a search shares.
struct ModelView {
  const PhraseSource& phrases;
  const FeatureSet& features;
  std::span<const double> weights;
  // Of the sentence at hand, by feature, null where a feature has none; empty before the sentence is
  // prepared.
  std::span<const std::unique_ptr<SentenceCache>> caches{};
};

// Text of a target word of an option.
inline std::string_view target_text(const ModelView& model, const SourceSentence& sentence,
                                    text::WordId word) {
  const std::size_t id = text::index_of(word);
  return id < sentence.first_copied_id ? model.phrases.target_word(word) : sentence.outside_text(id);
}

}  // namespace calque::decode
