// What else the phrases of a translation could have become.
//
// A pure function, safe from any thread.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "calque/translation.h"
#include "decode/decoder.h"
#include "text/preparation.h"

namespace calque::pipeline {

// Which translation of a response people see, and its words as they see them: as many as it has.
struct ShownTranslation {
  std::size_t number = 0;
  std::span<const std::string> words;
};

// Of its phrases: so many of the options as are wanted, and the one that was taken.
std::vector<PhraseAlternatives> alternatives_of(const decode::Response& response,
                                                const ShownTranslation& shown, std::size_t wanted,
                                                const text::Restorer& restorer);

}  // namespace calque::pipeline
