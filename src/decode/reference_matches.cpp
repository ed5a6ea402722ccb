#include "decode/reference_matches.h"

#include <algorithm>

namespace calque::decode {
namespace {

bool stands_at(const ModelView& model, const SourceSentence& sentence, std::span<const text::WordId> words,
               std::span<const std::string> place) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (target_text(model, sentence, words[i]) != place[i]) return false;
  }
  return true;
}

}  // namespace

bool ReferenceMatches::occurs(const ModelView& model, const SourceSentence& sentence,
                              std::span<const std::string> reference, std::span<const text::WordId> words) {
  for (std::size_t position = 0; position + words.size() <= reference.size(); ++position) {
    if (stands_at(model, sentence, words, reference.subspan(position))) return true;
  }
  return false;
}

void ReferenceMatches::build(const ModelView& model, const SourceSentence& sentence,
                             std::span<const std::string> reference,
                             std::span<const TranslationOption> options) {
  first_.assign(1, 0);
  positions_.clear();
  length_ = static_cast<std::uint32_t>(reference.size());
  for (const TranslationOption& option : options) {
    for (std::size_t position = 0; position + option.target.size() <= reference.size(); ++position) {
      if (stands_at(model, sentence, option.target, reference.subspan(position)))
        positions_.push_back(static_cast<std::uint32_t>(position));
    }
    first_.push_back(static_cast<std::uint32_t>(positions_.size()));
  }
}

bool ReferenceMatches::fits(std::uint32_t option, std::uint32_t position) const {
  return std::binary_search(positions_.begin() + first_[option], positions_.begin() + first_[option + 1],
                            position);
}

}  // namespace calque::decode
