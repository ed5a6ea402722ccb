// Where each translation option can stand in a given target sentence: for searches that may only yield that
// sentence.
//
// Part of a workspace; rebuilt for every segment. Words are compared as text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "decode/model_view.h"

namespace calque::decode {

class ReferenceMatches {
 public:
  void build(const ModelView& model, const SourceSentence& sentence, std::span<const std::string> reference,
             std::span<const TranslationOption> options);

  // Whether the option's words are those of the reference from `position` on.
  bool fits(std::uint32_t option, std::uint32_t position) const;
  std::uint32_t length() const { return length_; }

  // Whether the words stand anywhere in the reference.
  static bool occurs(const ModelView& model, const SourceSentence& sentence,
                     std::span<const std::string> reference, std::span<const text::WordId> words);

 private:
  std::vector<std::uint32_t> first_;      // by option; one more entry at the end
  std::vector<std::uint32_t> positions_;  // rising for each option
  std::uint32_t length_ = 0;
};

}  // namespace calque::decode
